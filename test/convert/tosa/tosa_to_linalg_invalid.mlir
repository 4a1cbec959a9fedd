// What has no meaning is refused by name.
// RUN: tern-opt --split-input-file --verify-diagnostics --tosa-to-linalg %s

func.func @custom(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{operator 'o' of domain 'd' is not known here}}
  %r = tosa.custom %x {domain_name = "d", implementation_attrs = "", operator_name = "o"} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @exp(%x: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error@+1 {{has no meaning for elements of type 'i32'}}
  %r = tosa.exp %x : (tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// -----

func.func @table(%x: tensor<4xi8>, %t: tensor<17xi8>) -> tensor<4xi8> {
  // expected-error@+1 {{expects i8 with a table of 256 entries or i16 with one of 513}}
  %r = tosa.table %x, %t : (tensor<4xi8>, tensor<17xi8>) -> tensor<4xi8>
  return %r : tensor<4xi8>
}

// -----

func.func @tile(%x: tensor<4xi8>, %d: tensor<1xi64>) -> tensor<8xi8> {
  %t = builtin.unrealized_conversion_cast %d : tensor<1xi64> to !tosa.shape<1>
  // expected-error@+1 {{operand #1 has to be a constant shape}}
  %r = tosa.tile %x, %t : (tensor<4xi8>, !tosa.shape<1>) -> tensor<8xi8>
  return %r : tensor<8xi8>
}

// -----

func.func @f(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %s = "tosa.const"() <{values = dense<-1> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error@+1 {{expects a shift of 0 to 63}}
  %r = tosa.mul %x, %y, %s : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error@+1 {{require shift to be 0 for float type}}
  %r = tosa.mul %x, %x, %s : (tensor<4xf32>, tensor<4xf32>, tensor<1xi8>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4x32xf8E4M3FN>, %y: tensor<4x1xf8E8M0FNU>) -> tensor<4x32xf32> {
  // expected-error@+1 {{block scaled formats are not supported}}
  %r = tosa.cast_from_block_scaled %x, %y {block_size = BLOCK_SIZE_32} : (tensor<4x32xf8E4M3FN>, tensor<4x1xf8E8M0FNU>) -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}

// -----

func.func @f(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{has a tensor without a rank: 'tensor<*xf32>'}}
  %r = tosa.exp %x : (tensor<*xf32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %s = tosa.const_shape {values = dense<-1> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error@+1 {{expects to know how often dimension 0 is repeated}}
  %r = tosa.tile %x, %s : (tensor<?xf32>, !tosa.shape<1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @f(%x: tensor<4xi32>, %m: tensor<1xi16>, %s: tensor<1xi8>, %z: tensor<1xi32>) -> tensor<4xi32> {
  // expected-error@+1 {{DOUBLE_ROUND is only allowed with scale32=true}}
  %r = tosa.rescale %x, %m, %s, %z, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = false} : (tensor<4xi32>, tensor<1xi16>, tensor<1xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

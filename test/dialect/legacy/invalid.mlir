// What of the old spellings is refused.
// RUN: tern-opt --split-input-file --verify-diagnostics %s

// A constant that is a string.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{constants that are strings have no op today}}
  %0 = "std.constant"() {value = "text"} : () -> i32
  return
}

// -----

// Dim of a scalar.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected a tensor or a memref but got 'f32'}}
  %0 = dim %x, 0 : f32
  return
}

// -----

// Splat of a buffer.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected a vector or a tensor but got 'memref<4xf32>'}}
  %0 = splat %x : memref<4xf32>
  return
}

// -----

// Extract_element of a buffer.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected a tensor or a vector but got 'memref<4xf32>'}}
  %0 = extract_element %m[%n] : memref<4xf32>
  return
}

// -----

// Tensor_load of a tensor.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected a memref type but got 'tensor<4xf32>'}}
  %0 = tensor_load %t : tensor<4xf32>
  return
}

// -----

// Fill without a buffer.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected a scalar and a memref or tensor, in any order, but got 'f32' and 'f32'}}
  linalg.fill(%x, %x) : f32, f32
  return
}

// -----

// Fill of a buffer by a buffer.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected a scalar and a memref or tensor, in any order, but got 'memref<4xf32>' and 'memref<4xf32>'}}
  linalg.fill(%m, %m) : memref<4xf32>, memref<4xf32>
  return
}

// -----

// Fill with three operands.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected 2 operands but got 3}}
  linalg.fill(%m, %x, %x) : memref<4xf32>, f32, f32
  return
}

// -----

// More inputs than operands.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{args_in is 3 but there are only 2 operands}}
  linalg.generic {args_in = 3, args_out = 1, indexing_maps = [], iterator_types = []} %m, %m {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } : memref<4xf32>, memref<4xf32>
  return
}

// -----

// An iterator that there is not.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{unexpected iterator type "sideways"}}
  linalg.generic {args_in = 1, args_out = 1, indexing_maps = [], iterator_types = ["sideways"]} %m, %m {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } : memref<4xf32>, memref<4xf32>
  return
}

// -----

// No number of inputs.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected args_in, the number of inputs, or operandSegmentSizes}}
  linalg.generic {indexing_maps = [], iterator_types = []} %m, %m {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } : memref<4xf32>, memref<4xf32>
  return
}

// -----

// A result whose size no operand has.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{the size of dimension 1 of the result 'tensor<4x?xf32>' does not follow from the operands; make the result's start by tensor.empty and give it in outs}}
  %0 = linalg.generic {args_in = 1, args_out = 1, indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} %t {
  ^bb0(%a: f32):
    linalg.yield %a : f32
  } : tensor<4xf32> -> tensor<4x?xf32>
  return
}

// -----

// Indexed_generic without index arguments.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected a body that starts with 1 arguments of type index}}
  linalg.indexed_generic {args_in = 1, args_out = 1, indexing_maps = [], iterator_types = ["parallel"]} %m, %m {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } : memref<4xf32>, memref<4xf32>
  return
}

// -----

// A convolution that pads.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{a convolution does not pad any more; pad its input before}}
  linalg.conv(%f, %f, %f) {padding = dense<1> : tensor<2x2xi64>} : memref<3x3x2x4xf32>, memref<3x3x2x4xf32>, memref<3x3x2x4xf32>
  return
}

// -----

// A convolution of one dimension.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{a convolution of 1 dimensions has no op today}}
  linalg.conv(%m, %m, %m) : memref<4xf32>, memref<4xf32>, memref<4xf32>
  return
}

// -----

// A reassociation that skips a dimension.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{the reassociation [[0, 1], [3]] does not join dimensions of 'memref<3x3x2x4xf32>' or 'memref<9x8xf32>'}}
  %0 = linalg.reshape %f [[0, 1], [3]] : memref<3x3x2x4xf32> into memref<9x8xf32>
  return
}

// -----

// Sizes that are not the type's.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{the sizes are not those of 'tensor<4xf32>'}}
  %0 = linalg.init_tensor [5] : tensor<4xf32>
  return
}

// -----

// A subview whose types do not say enough.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{the types 'memref<4xf32>' and 'memref<?xf32>' do not say the offsets, sizes and strides that the subview leaves out}}
  %0 = subview %m[][][] : memref<4xf32> to memref<?xf32>
  return
}

// -----

// A transpose that is none.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected a permutation of the dimensions of a strided memref, but the type is 'memref<4xf32>'}}
  %0 = transpose %m (i) -> (i, i) : memref<4xf32>
  return
}

// -----

// A dimension that there is not.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected dimension "x", "y" or "z" but got "w"}}
  %0 = "gpu.block_id"() {dimension = "w"} : () -> index
  return
}

// -----

// A scope that there is not.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{'Workgroups' is no case of 'spirv.scope'}}
  spv.ControlBarrier "Workgroups", "Device", "None"
  return
}

// -----

// A workgroup size of two numbers.
// expected-error @+1 {{entry 'local_size' does not fit #spirv.entry_point_abi}}
func private @f() attributes {spv.entry_point_abi = {local_size = dense<[8, 8]> : vector<2xi32>}}

// -----

// The old and the new name of one attribute.
// expected-error @+1 {{duplicate key 'spirv.entry_point_abi' (today's spelling) in dictionary attribute}}
func private @f() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<>, spv.entry_point_abi = {}}

// -----

// A name that was of no dialect.
func @f() {
  // expected-error @+1 {{custom op 'addd' is unknown}}
  addd
  return
}

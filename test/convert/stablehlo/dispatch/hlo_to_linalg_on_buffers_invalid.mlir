// RUN: tern-opt %s --hlo-to-linalg-on-buffers --split-input-file --verify-diagnostics

func.func @wants_elementwise_on_tensors_first() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  // expected-error @+2 {{'mhlo.negate' op cannot be converted to linalg on buffers}}
  // expected-note @+1 {{run --hlo-to-linalg-on-tensors before this pass}}
  %r = "mhlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

func.func @refuses_complex_product() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x4xcomplex<f32>>
  // expected-error @below {{'mhlo.dot' op has an element type that the CPU code generator does not handle}}
  %r = "mhlo.dot"(%a, %a) : (tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4x4xcomplex<f32>>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

func.func @refuses_dynamic_windows() {
  %c0 = arith.constant 0 : index
  %n = hal.interface.load.constant offset = 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<?xf32>{%n}
  %z = arith.constant dense<0.0> : tensor<f32>
  // expected-error @below {{'mhlo.reduce_window' op needs static shapes}}
  %r = "mhlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "mhlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = dense<2> : tensor<1xi64>} : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<?xf32>{%n}
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

func.func @refuses_unscalar_region() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x4xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  // expected-note @below {{the region of this op must hold element-wise ops on scalars}}
  %r = "mhlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // expected-error @below {{'mhlo.iota' op is not element-wise}}
    %i = "mhlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<4xf32>
    %s = "mhlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

func.func @refuses_narrow_region() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x4xi4>
  %z = arith.constant dense<0> : tensor<i4>
  // expected-note @below {{the region of this op must hold element-wise ops on scalars}}
  %r = "mhlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<i4>, %y: tensor<i4>):
    // expected-error @below {{'mhlo.add' op has an element type that the CPU code generator does not handle}}
    %s = "mhlo.add"(%x, %y) : (tensor<i4>, tensor<i4>) -> tensor<i4>
    "mhlo.return"(%s) : (tensor<i4>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<4x4xi4>, tensor<i4>) -> tensor<4xi4>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4xi4>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
}

// -----

func.func @refuses_many_results() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  // expected-error @below {{'mhlo.reduce' op has more than 4 results}}
  %r:5 = "mhlo.reduce"(%a, %a, %a, %a, %a, %z, %z, %z, %z, %z) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>, %x2: tensor<f32>, %x3: tensor<f32>, %x4: tensor<f32>,
       %y0: tensor<f32>, %y1: tensor<f32>, %y2: tensor<f32>, %y3: tensor<f32>, %y4: tensor<f32>):
    "mhlo.return"(%x0, %x1, %x2, %x3, %x4) : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> ()
  }) {dimensions = dense<0> : tensor<1xi64>}
      : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
  hal.interface.store.tensor %r#0, @io::@ret0, offset = %c0 : tensor<f32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
}

// -----

func.func @refuses_many_dimensions() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<1x1x1x1x1x1x1x1x1x1x1x1x4xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  // expected-error @below {{'mhlo.reduce' op has an operand of unsupported rank}}
  %r = "mhlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "mhlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = dense<12> : tensor<1xi64>} : (tensor<1x1x1x1x1x1x1x1x1x1x1x1x4xf32>, tensor<f32>) -> tensor<1x1x1x1x1x1x1x1x1x1x1x1xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<1x1x1x1x1x1x1x1x1x1x1x1xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
}

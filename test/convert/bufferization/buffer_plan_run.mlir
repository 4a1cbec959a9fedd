// The buffers that are chosen hold the right numbers.

// RUN: tern-run %s --function=concatenates_computed --input=2x1xf32=1,2 --input=1x2xf32=10,20 \
// RUN:   --expected_output=2x3xf32=1,10,20,2,20,40
// RUN: tern-run %s --function=fills_before_padded_is_computed --input=4xf32=1,2,3,4 --input=f32=9 \
// RUN:   --expected_output=8xf32=0.5,9,-1,-2,-3,-4,9,9
// RUN: tern-run %s --function=works_in_place --input=4x5xf32=1 --input=5x4xf32=2 --expected_output=4x4xf32=-10
// RUN: tern-run %s --function=updates_binding --input=4xf32=1,2,3,4 --expected_output=4xf32=-1,-2,-3,-4
// RUN: tern-run %s --function=copies_second_store --input=4xf32=1,2,3,4 \
// RUN:   --expected_output=4xf32=-1,-2,-3,-4 --expected_output=4xf32=-1,-2,-3,-4
// RUN: tern-run %s --function=reads_through_slice --input=8xf32=0,1,2,3,4,5,6,7 --expected_output=3xf32=-2,-4,-6
// RUN: tern-run %s --function=writes_through_reshape --input=4x6xf32=3 --expected_output=24xf32=-3
// RUN: tern-run %s --function=keeps_table_in_global --input=2xf32=1,2 --expected_output=2xf32=8,10
// RUN: tern-run %s --function=starts_from_initial_value --input=4x4xf32=1 --input=4x4xf32=5 --expected_output=4x4xf32=9

func.func @concatenates_computed() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<2x1xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<1x2xf32>
  %d = "mhlo.dot"(%a, %b) : (tensor<2x1xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
  %r = "mhlo.concatenate"(%a, %d) {dimension = 1 : i64} : (tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<2x3xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<2x3xf32>
  return
}

func.func @fills_before_padded_is_computed() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  %z = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<f32>
  %y = arith.constant dense<0.5> : tensor<f32>
  %n = "mhlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %r = "mhlo.pad"(%n, %z) {edge_padding_low = dense<1> : tensor<1xi64>, edge_padding_high = dense<2> : tensor<1xi64>,
      interior_padding = dense<0> : tensor<1xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  %s = "mhlo.pad"(%r, %y) {edge_padding_low = dense<1> : tensor<1xi64>, edge_padding_high = dense<0> : tensor<1xi64>,
      interior_padding = dense<0> : tensor<1xi64>} : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
  hal.interface.store.tensor %s, @io::@ret0, offset = %c0 : tensor<8xf32>
  return
}

func.func @works_in_place() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x5xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<5x4xf32>
  %d = "mhlo.dot"(%a, %b) : (tensor<4x5xf32>, tensor<5x4xf32>) -> tensor<4x4xf32>
  %r = "mhlo.negate"(%d) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4x4xf32>
  return
}

func.func @updates_binding() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@both, offset = %c0 : tensor<4xf32>
  %r = "mhlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  hal.interface.store.tensor %r, @io::@both, offset = %c0 : tensor<4xf32>
  return
}

func.func @copies_second_store() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  %r = "mhlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4xf32>
  hal.interface.store.tensor %r, @io::@ret1, offset = %c0 : tensor<4xf32>
  return
}

func.func @reads_through_slice() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<8xf32>
  %s = "mhlo.slice"(%a) {start_indices = dense<2> : tensor<1xi64>, limit_indices = dense<8> : tensor<1xi64>,
      strides = dense<2> : tensor<1xi64>} : (tensor<8xf32>) -> tensor<3xf32>
  %r = "mhlo.negate"(%s) : (tensor<3xf32>) -> tensor<3xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<3xf32>
  return
}

func.func @writes_through_reshape() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x6xf32>
  %r = "mhlo.negate"(%a) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %s = "mhlo.reshape"(%r) : (tensor<4x6xf32>) -> tensor<24xf32>
  hal.interface.store.tensor %s, @io::@ret0, offset = %c0 : tensor<24xf32>
  return
}

func.func @keeps_table_in_global() {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<[7.0, 8.0]> : tensor<2xf32>
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<2xf32>
  %r = "mhlo.add"(%a, %k) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<2xf32>
  return
}

func.func @starts_from_initial_value() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x4xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<4x4xf32>
  %d = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  hal.interface.store.tensor %d, @io::@ret0, offset = %c0 : tensor<4x4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @ret1, set=0, binding=3, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=4, type="StorageBuffer", access="Read|Write"
}

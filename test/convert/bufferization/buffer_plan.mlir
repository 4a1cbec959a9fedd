// Which buffer of its interface each tensor of a dispatch is written to. All public functions are entry points.

// RUN: tern-opt %s --hlo-to-linalg-on-tensors --hlo-to-linalg-on-buffers --canonicalize | FileCheck %s
// RUN: tern-opt %s --hlo-to-linalg-on-tensors --hlo-to-linalg-on-buffers --canonicalize --mlir-print-op-generic \
// RUN:   | mlir-opt --allow-unregistered-dialect | FileCheck %s --check-prefix=UPSTREAM

// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[$NONE:.*]] = affine_map<(d0) -> ()>
// CHECK-DAG: #[[$SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>

// UPSTREAM-NOT: mhlo
// UPSTREAM-NOT: tensor.
// UPSTREAM: linalg.matmul
// UPSTREAM-NOT: mhlo
// UPSTREAM-NOT: tensor.

// CHECK-LABEL: func.func @stores_result
// CHECK-NEXT: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<4xf32>
// CHECK-NEXT: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4xf32>
// CHECK-NEXT: linalg.generic {{.*}} ins(%[[A]] : memref<4xf32>) outs(%[[R]] : memref<4xf32>)
// CHECK-NOT: interface.load.tensor
// CHECK-NOT: interface.store.tensor
func.func @stores_result() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  %r = "mhlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stores_two_results
// CHECK-DAG: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0}
// CHECK-DAG: %[[S:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret1}
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0}
// CHECK-DAG: %[[B:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1}
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[R]] :
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[S]] :
// CHECK: arith.mulf
func.func @stores_two_results() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<4xf32>
  %s = "mhlo.add"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %p = "mhlo.multiply"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  hal.interface.store.tensor %s, @io::@ret0, offset = %c0 : tensor<4xf32>
  hal.interface.store.tensor %p, @io::@ret1, offset = %c0 : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @copies_second_store
// CHECK-DAG: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0}
// CHECK-DAG: %[[S:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret1}
// CHECK: linalg.generic {{.*}} outs(%[[S]] :
// CHECK: linalg.copy ins(%[[S]] : memref<4xf32>) outs(%[[R]] : memref<4xf32>)
func.func @copies_second_store() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  %r = "mhlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4xf32>
  hal.interface.store.tensor %r, @io::@ret1, offset = %c0 : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @copies_input
// CHECK-DAG: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0}
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0}
// CHECK: linalg.copy ins(%[[A]] : memref<4xf32>) outs(%[[R]] : memref<4xf32>)
// CHECK-NEXT: return
func.func @copies_input() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  hal.interface.store.tensor %a, @io::@ret0, offset = %c0 : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @fills_with_constant
// CHECK-DAG: %[[K:.*]] = arith.constant 7.000000e+00 : f32
// CHECK-DAG: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0}
// CHECK: linalg.fill ins(%[[K]] : f32) outs(%[[R]] : memref<4xf32>)
func.func @fills_with_constant() {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<7.0> : tensor<4xf32>
  hal.interface.store.tensor %k, @io::@ret0, offset = %c0 : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @keeps_table_in_global
// CHECK: %[[TABLE:.*]] = memref.get_global @[[NAME:.*]] : memref<2xf32>
// CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]], #[[$ID]]], {{.*}} ins(%{{.*}}, %[[TABLE]] :
func.func @keeps_table_in_global() {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<[7.0, 8.0]> : tensor<2xf32>
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<2xf32>
  %r = "mhlo.add"(%a, %k) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @takes_repeated_number_as_scalar
// CHECK-DAG: %[[K:.*]] = arith.constant 7.000000e+00 : f32
// CHECK-NOT: memref.get_global
// CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$NONE]], #[[$ID]]], {{.*}} ins(%{{.*}}, %[[K]] : memref<2xf32>, f32)
func.func @takes_repeated_number_as_scalar() {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<7.0> : tensor<2xf32>
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<2xf32>
  %r = "mhlo.add"(%a, %k) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @drops_what_is_not_stored
// CHECK-NOT: linalg.generic
// CHECK: linalg.copy
// CHECK-NEXT: return
func.func @drops_what_is_not_stored() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  %r = "mhlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  hal.interface.store.tensor %a, @io::@ret0, offset = %c0 : tensor<4xf32>
  return
}

// --- in place ---

// CHECK-LABEL: func.func @works_in_place
// CHECK-DAG: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0}
// CHECK: linalg.fill {{.*}} outs(%[[R]] :
// CHECK: linalg.matmul {{.*}} outs(%[[R]] :
// CHECK: linalg.generic {{.*}} ins(%[[R]] : memref<4x4xf32>) outs(%[[R]] : memref<4x4xf32>)
func.func @works_in_place() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x5xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<5x4xf32>
  %d = "mhlo.dot"(%a, %b) : (tensor<4x5xf32>, tensor<5x4xf32>) -> tensor<4x4xf32>
  %r = "mhlo.negate"(%d) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4x4xf32>
  return
}

// CHECK-LABEL: func.func @reads_stored_result
// CHECK-DAG: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0}
// CHECK-DAG: %[[S:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret1}
// CHECK: linalg.matmul {{.*}} outs(%[[R]] :
// CHECK: linalg.generic {indexing_maps = [#[[$SWAP]], {{.*}} ins(%[[R]] : {{.*}}) outs(%[[S]] :
func.func @reads_stored_result() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x5xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<5x4xf32>
  %d = "mhlo.dot"(%a, %b) : (tensor<4x5xf32>, tensor<5x4xf32>) -> tensor<4x4xf32>
  %t = "mhlo.transpose"(%d) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  hal.interface.store.tensor %d, @io::@ret0, offset = %c0 : tensor<4x4xf32>
  hal.interface.store.tensor %t, @io::@ret1, offset = %c0 : tensor<4x4xf32>
  return
}

// CHECK-LABEL: func.func @updates_binding
// CHECK: %[[BOTH:.*]] = iree.placeholder for "interface buffer" {binding = @io::@both} : memref<4xf32>
// CHECK-NOT: iree.placeholder
// CHECK: linalg.generic {{.*}} ins(%[[BOTH]] : {{.*}}) outs(%[[BOTH]] :
func.func @updates_binding() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@both, offset = %c0 : tensor<4xf32>
  %r = "mhlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  hal.interface.store.tensor %r, @io::@both, offset = %c0 : tensor<4xf32>
  return
}

// A store of what is there already is nothing.

// CHECK-LABEL: func.func @leaves_binding_alone
// CHECK-NOT: linalg
// CHECK: return
func.func @leaves_binding_alone() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@both, offset = %c0 : tensor<4xf32>
  hal.interface.store.tensor %a, @io::@both, offset = %c0 : tensor<4xf32>
  return
}

// A linalg op on tensors adds to its init, whose contents go to the buffer of the result.

// CHECK-LABEL: func.func @starts_from_initial_value
// CHECK-DAG: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0}
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0}
// CHECK-DAG: %[[B:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1}
// CHECK: linalg.copy ins(%[[B]] : {{.*}}) outs(%[[R]] :
// CHECK: linalg.matmul ins(%[[A]], %[[A]] : {{.*}}) outs(%[[R]] :
func.func @starts_from_initial_value() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x4xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<4x4xf32>
  %d = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  hal.interface.store.tensor %d, @io::@ret0, offset = %c0 : tensor<4x4xf32>
  return
}

// The buffer of the initial value is that of the result: nothing is copied.

// CHECK-LABEL: func.func @updates_initial_value
// CHECK-DAG: %[[BOTH:.*]] = iree.placeholder for "interface buffer" {binding = @io::@both} : memref<4x4xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0}
// CHECK-NEXT: linalg.matmul ins(%[[A]], %[[A]] : {{.*}}) outs(%[[BOTH]] :
// CHECK-NEXT: return
func.func @updates_initial_value() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x4xf32>
  %b = hal.interface.load.tensor @io::@both, offset = %c0 : tensor<4x4xf32>
  %d = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  hal.interface.store.tensor %d, @io::@both, offset = %c0 : tensor<4x4xf32>
  return
}

// --- views ---

// CHECK-LABEL: func.func @writes_through_reshape
// CHECK-DAG: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<24xf32>
// CHECK: %[[VIEW:.*]] = memref.expand_shape %[[R]] {{.*}} into memref<4x6xf32>
// CHECK: linalg.generic {{.*}} outs(%[[VIEW]] : memref<4x6xf32>)
func.func @writes_through_reshape() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x6xf32>
  %r = "mhlo.negate"(%a) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %s = "mhlo.reshape"(%r) : (tensor<4x6xf32>) -> tensor<24xf32>
  hal.interface.store.tensor %s, @io::@ret0, offset = %c0 : tensor<24xf32>
  return
}

// CHECK-LABEL: func.func @reads_through_reshape
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<24xf32>
// CHECK: %[[VIEW:.*]] = memref.expand_shape %[[A]] {{.*}} into memref<4x6xf32>
// CHECK: linalg.generic {{.*}} ins(%[[VIEW]] : memref<4x6xf32>)
func.func @reads_through_reshape() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<24xf32>
  %s = "mhlo.reshape"(%a) : (tensor<24xf32>) -> tensor<4x6xf32>
  %r = "mhlo.negate"(%s) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4x6xf32>
  return
}

// CHECK-LABEL: func.func @reads_through_slice
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8xf32>
// CHECK: %[[VIEW:.*]] = memref.subview %[[A]][2] [3] [2] : memref<8xf32> to memref<3xf32, strided<[2], offset: 2>>
// CHECK: linalg.generic {{.*}} ins(%[[VIEW]] :
func.func @reads_through_slice() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<8xf32>
  %s = "mhlo.slice"(%a) {start_indices = dense<2> : tensor<1xi64>, limit_indices = dense<8> : tensor<1xi64>,
      strides = dense<2> : tensor<1xi64>} : (tensor<8xf32>) -> tensor<3xf32>
  %r = "mhlo.negate"(%s) : (tensor<3xf32>) -> tensor<3xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<3xf32>
  return
}

// --- insertions ---

// CHECK-LABEL: func.func @concatenates_computed
// CHECK-DAG: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<2x3xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0}
// CHECK: %[[RIGHT:.*]] = memref.subview %[[R]][0, 1] [2, 2] [1, 1]
// CHECK: linalg.fill {{.*}} outs(%[[RIGHT]] :
// CHECK: linalg.matmul {{.*}} outs(%[[RIGHT]] :
// CHECK: %[[LEFT:.*]] = memref.subview %[[R]][0, 0] [2, 1] [1, 1]
// CHECK: linalg.copy ins(%[[A]] : {{.*}}) outs(%[[LEFT]] :
func.func @concatenates_computed() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<2x1xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<1x2xf32>
  %d = "mhlo.dot"(%a, %b) : (tensor<2x1xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
  %r = "mhlo.concatenate"(%a, %d) {dimension = 1 : i64} : (tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<2x3xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @pads_input
// CHECK-DAG: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<7xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0}
// CHECK: linalg.fill {{.*}} outs(%[[R]] :
// CHECK: %[[PART:.*]] = memref.subview %[[R]][1] [4] [1]
// CHECK: linalg.copy ins(%[[A]] : {{.*}}) outs(%[[PART]] :
func.func @pads_input() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  %z = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<f32>
  %r = "mhlo.pad"(%a, %z) {edge_padding_low = dense<1> : tensor<1xi64>, edge_padding_high = dense<2> : tensor<1xi64>,
      interior_padding = dense<0> : tensor<1xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<7xf32>
  return
}

// What is padded is computed in the middle of the result: both fills, the outer one first, must come before it.

// CHECK-LABEL: func.func @fills_before_padded_is_computed
// CHECK-DAG: %[[OUTER:.*]] = arith.constant 5.000000e-01 : f32
// CHECK-DAG: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8xf32>
// CHECK: linalg.fill ins(%[[OUTER]] : f32) outs(%[[R]] :
// CHECK: %[[PART:.*]] = memref.subview %[[R]][1] [7] [1]
// CHECK: %[[Z:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1}
// CHECK: %[[INNER:.*]] = memref.load %[[Z]][]
// CHECK: linalg.fill ins(%[[INNER]] : f32) outs(%[[PART]] :
// CHECK: %[[CENTRE:.*]] = memref.subview %[[PART]][1] [4] [1]
// CHECK: linalg.generic {{.*}} outs(%[[CENTRE]] :
// CHECK-NOT: linalg.fill
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

// --- offsets and sizes ---

// CHECK-LABEL: func.func @keeps_offsets
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[N:.*]] = hal.interface.load.constant offset = 0 : index
// CHECK-DAG: %[[R:.*]] = iree.placeholder for "interface buffer" offset(%[[N]]) {binding = @io::@ret0} : memref<4xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" offset(%[[C16]]) {binding = @io::@arg0} : memref<4xf32>
// CHECK-DAG: %[[B:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4xf32>
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[R]] :
func.func @keeps_offsets() {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %n = hal.interface.load.constant offset = 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c16 : tensor<4xf32>
  %b = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  %r = "mhlo.add"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %n : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @shares_placeholder
// CHECK: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0}
// CHECK-NOT: @io::@arg0
// CHECK: return
func.func @shares_placeholder() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  %b = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  %r = "mhlo.add"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @hoists_sizes
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[N:.*]] = hal.interface.load.constant offset = 0 : index
// CHECK: %[[M:.*]] = arith.maxsi %[[N]], %[[C1]]
// CHECK-NEXT: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<?x6xf32>{%[[M]]}
// CHECK-NEXT: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<?x6xf32>{%[[N]]}
// CHECK-NEXT: linalg.generic {{.*}} ins(%[[A]] : {{.*}}) outs(%[[R]] :
func.func @hoists_sizes() {
  %n = hal.interface.load.constant offset = 0 : index
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<?x6xf32>{%n}
  %r = "mhlo.negate"(%a) : (tensor<?x6xf32>) -> tensor<?x6xf32>
  %c1 = arith.constant 1 : index
  %m = arith.maxsi %n, %c1 : index
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<?x6xf32>{%m}
  return
}

// CHECK-LABEL: func.func @writes_parts_of_one_binding
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0}
// CHECK-DAG: %[[S:.*]] = iree.placeholder for "interface buffer" offset(%[[C16]]) {binding = @io::@ret0}
// CHECK: linalg.generic {{.*}} outs(%[[R]] :
// CHECK: linalg.generic {{.*}} outs(%[[S]] :
func.func @writes_parts_of_one_binding() {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  %r = "mhlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %s = "mhlo.abs"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4xf32>
  hal.interface.store.tensor %s, @io::@ret0, offset = %c16 : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func private @keeps_private_function
// CHECK-SAME: (%[[X:.*]]: f32) -> f32
// CHECK-NEXT: arith.addf %[[X]], %[[X]]
func.func private @keeps_private_function(%x: f32) -> f32 {
  %y = arith.addf %x, %x : f32
  return %y : f32
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @ret1, set=0, binding=3, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=4, type="StorageBuffer", access="Read|Write"
}

// Ops with reduction iterators become a fill and a linalg op on the buffers of the interface. All functions of the module
// are entry points.

// RUN: tern-opt %s --hlo-to-linalg-on-tensors --hlo-to-linalg-on-buffers --canonicalize | FileCheck %s
// RUN: tern-opt %s --hlo-to-linalg-on-tensors --hlo-to-linalg-on-buffers --canonicalize --mlir-print-op-generic \
// RUN:   | mlir-opt --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s --check-prefix=UPSTREAM

// CHECK-DAG: #[[$MK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$KN:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[$MN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[$NK:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[$LEFT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG: #[[$RIGHT:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d2, d1)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[$COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[$SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[$SCALAR:.*]] = affine_map<(d0, d1) -> ()>
// CHECK-DAG: #[[$WINDOW:.*]] = affine_map<(d0, d1, d2, d3) -> (d0 + d2, d1 + d3)>
// CHECK-DAG: #[[$TAPS:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
// CHECK-DAG: #[[$KERNEL:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>
// CHECK-DAG: #[[$IMAGE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[$INPUT_GROUPS:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1 + d5, d2 + d6, d3, d7)>
// CHECK-DAG: #[[$KERNEL_GROUPS:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d5, d6, d7, d3, d4)>
// CHECK-DAG: #[[$OUTPUT_GROUPS:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d2, d3, d4)>
// CHECK-DAG: #[[$PIXEL:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)>
// CHECK-DAG: #[[$CUT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4 + 1, d2 + d5, d6)>
// CHECK-DAG: #[[$TAP:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4)>
// CHECK-DAG: #[[$MIRRORED:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (-d4 + 2, d5, d6, d3)>

// CHECK-LABEL: func.func @becomes_matmul
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<32x16xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<32x24xf32>
// CHECK-DAG: %[[B:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<24x16xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<32x16xf32>)
// CHECK-NEXT: linalg.matmul ins(%[[A]], %[[B]] : memref<32x24xf32>, memref<24x16xf32>) outs(%[[OUT]] : memref<32x16xf32>)
// CHECK-NEXT: return
// UPSTREAM: linalg.matmul
func.func @becomes_matmul() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<32x24xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<24x16xf32>
  %r = "mhlo.dot"(%a, %b) : (tensor<32x24xf32>, tensor<24x16xf32>) -> tensor<32x16xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<32x16xf32>
  return
}

// CHECK-LABEL: func.func @becomes_matvec
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<32xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<32x24xf32>
// CHECK-DAG: %[[B:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<24xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<32xf32>)
// CHECK-NEXT: linalg.matvec ins(%[[A]], %[[B]] : memref<32x24xf32>, memref<24xf32>) outs(%[[OUT]] : memref<32xf32>)
// CHECK-NEXT: return
// UPSTREAM: linalg.matvec
func.func @becomes_matvec() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<32x24xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<24xf32>
  %r = "mhlo.dot"(%a, %b) : (tensor<32x24xf32>, tensor<24xf32>) -> tensor<32xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<32xf32>
  return
}

// CHECK-LABEL: func.func @becomes_vecmat
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<16xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<24xf32>
// CHECK-DAG: %[[B:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<24x16xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<16xf32>)
// CHECK-NEXT: linalg.vecmat ins(%[[A]], %[[B]] : memref<24xf32>, memref<24x16xf32>) outs(%[[OUT]] : memref<16xf32>)
// CHECK-NEXT: return
// UPSTREAM: linalg.vecmat
func.func @becomes_vecmat() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<24xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<24x16xf32>
  %r = "mhlo.dot"(%a, %b) : (tensor<24xf32>, tensor<24x16xf32>) -> tensor<16xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<16xf32>
  return
}

// CHECK-LABEL: func.func @becomes_dot
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<f32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<24xf32>
// CHECK-DAG: %[[B:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<24xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<f32>)
// CHECK-NEXT: linalg.dot ins(%[[A]], %[[B]] : memref<24xf32>, memref<24xf32>) outs(%[[OUT]] : memref<f32>)
// CHECK-NEXT: return
// UPSTREAM: linalg.dot
func.func @becomes_dot() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<24xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<24xf32>
  %r = "mhlo.dot"(%a, %b) : (tensor<24xf32>, tensor<24xf32>) -> tensor<f32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<f32>
  return
}

// Of truth values the product is "and", the sum "or"; no named op says so.

// CHECK-LABEL: func.func @becomes_and_or
// CHECK-DAG: %[[START:.*]] = arith.constant false
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<4x6xi1>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4x5xi1>
// CHECK-DAG: %[[B:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<5x6xi1>
// CHECK: linalg.fill ins(%[[START]] : i1) outs(%[[OUT]] : memref<4x6xi1>)
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$MK]], #[[$KN]], #[[$MN]]], iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK-SAME: ins(%[[A]], %[[B]] : memref<4x5xi1>, memref<5x6xi1>) outs(%[[OUT]] : memref<4x6xi1>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: i1, %[[Y:.*]]: i1, %[[ACC:.*]]: i1):
// CHECK-NEXT: %[[P:.*]] = arith.andi %[[X]], %[[Y]]
// CHECK-NEXT: %[[S:.*]] = arith.ori %[[ACC]], %[[P]]
// CHECK-NEXT: linalg.yield %[[S]] : i1
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @becomes_and_or() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x5xi1>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<5x6xi1>
  %r = "mhlo.dot"(%a, %b) : (tensor<4x5xi1>, tensor<5x6xi1>) -> tensor<4x6xi1>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4x6xi1>
  return
}

// CHECK-LABEL: func.func @becomes_batch_matmul
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<2x3x5xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<2x3x4xf32>
// CHECK-DAG: %[[B:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<2x4x5xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<2x3x5xf32>)
// CHECK-NEXT: linalg.batch_matmul ins(%[[A]], %[[B]] :
// CHECK-NEXT: return
func.func @becomes_batch_matmul() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<2x3x4xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<2x4x5xf32>
  %r = "mhlo.dot_general"(%a, %b) {dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}
      : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<2x3x5xf32>
  return
}

// CHECK-LABEL: func.func @contracts_with_transposed
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<3x5xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<3x4xf32>
// CHECK-DAG: %[[B:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<5x4xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<3x5xf32>)
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$MK]], #[[$NK]], #[[$MN]]], iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK-SAME: ins(%[[A]], %[[B]] :
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[ACC:.*]]: f32):
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[ACC]], %[[P]]
// CHECK-NEXT: linalg.yield %[[S]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @contracts_with_transposed() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<3x4xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<5x4xf32>
  %r = "mhlo.dot_general"(%a, %b) {dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}
      : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<3x5xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<3x5xf32>
  return
}

// CHECK-LABEL: func.func @contracts_two_dimensions
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<4x5xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4x3x2xf32>
// CHECK-DAG: %[[B:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<2x3x5xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<4x5xf32>)
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$LEFT]], #[[$RIGHT]], #[[$OUT]]], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
// CHECK-SAME: ins(%[[A]], %[[B]] :
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[ACC:.*]]: f32):
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[ACC]], %[[P]]
// CHECK-NEXT: linalg.yield %[[S]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @contracts_two_dimensions() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x3x2xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<2x3x5xf32>
  %r = "mhlo.dot_general"(%a, %b) {dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1, 2], rhs_contracting_dimensions = [1, 0]>}
      : (tensor<4x3x2xf32>, tensor<2x3x5xf32>) -> tensor<4x5xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4x5xf32>
  return
}

// CHECK-LABEL: func.func @sums_rows
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<4xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4x5xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<4xf32>)
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$ID]], #[[$ROW]]], iterator_types = ["parallel", "reduction"]}
// CHECK-SAME: ins(%[[A]] : memref<4x5xf32>) outs(%[[OUT]] : memref<4xf32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[ACC:.*]]: f32):
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[ACC]], %[[X]] : f32
// CHECK-NEXT: linalg.yield %[[S]] : f32
func.func @sums_rows() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x5xf32>
  %z = "mhlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %r = "mhlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "mhlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @finds_maxima_of_columns
// CHECK-DAG: %[[START:.*]] = arith.constant 0xFF800000 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<5xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4x5xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<5xf32>)
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$SWAP]], #[[$ROW]]], iterator_types = ["parallel", "reduction"]}
// CHECK-SAME: ins(%[[A]] : memref<4x5xf32>) outs(%[[OUT]] : memref<5xf32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[ACC:.*]]: f32):
// CHECK-NEXT: %[[S:.*]] = arith.maximumf %[[ACC]], %[[X]] : f32
// CHECK-NEXT: linalg.yield %[[S]] : f32
func.func @finds_maxima_of_columns() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x5xf32>
  %z = "mhlo.constant"() {value = dense<0xFF800000> : tensor<f32>} : () -> tensor<f32>
  %r = "mhlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "mhlo.maximum"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = dense<0> : tensor<1xi64>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<5xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<5xf32>
  return
}

// CHECK-LABEL: func.func @finds_minima_of_columns
// CHECK-DAG: %[[START:.*]] = arith.constant 2147483647 : i32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<5xi32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4x5xi32>
// CHECK: linalg.fill ins(%[[START]] : i32) outs(%[[OUT]] : memref<5xi32>)
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$SWAP]], #[[$ROW]]], iterator_types = ["parallel", "reduction"]}
// CHECK-SAME: ins(%[[A]] : memref<4x5xi32>) outs(%[[OUT]] : memref<5xi32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: i32, %[[ACC:.*]]: i32):
// CHECK-NEXT: %[[S:.*]] = arith.minsi %[[ACC]], %[[X]] : i32
// CHECK-NEXT: linalg.yield %[[S]] : i32
func.func @finds_minima_of_columns() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x5xi32>
  %z = "mhlo.constant"() {value = dense<2147483647> : tensor<i32>} : () -> tensor<i32>
  %r = "mhlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = "mhlo.minimum"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "mhlo.return"(%s) : (tensor<i32>) -> ()
  }) {dimensions = dense<0> : tensor<1xi64>} : (tensor<4x5xi32>, tensor<i32>) -> tensor<5xi32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<5xi32>
  return
}

// CHECK-LABEL: func.func @multiplies_all
// CHECK-DAG: %[[START:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<f32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4x5xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<f32>)
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$ID]], #[[$SCALAR]]], iterator_types = ["reduction", "reduction"]}
// CHECK-SAME: ins(%[[A]] : memref<4x5xf32>) outs(%[[OUT]] : memref<f32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[ACC:.*]]: f32):
// CHECK-NEXT: %[[S:.*]] = arith.mulf %[[ACC]], %[[X]] : f32
// CHECK-NEXT: linalg.yield %[[S]] : f32
func.func @multiplies_all() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x5xf32>
  %z = "mhlo.constant"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %r = "mhlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "mhlo.multiply"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = dense<[0, 1]> : tensor<2xi64>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<f32>
  return
}

// CHECK-LABEL: func.func @ands_rows
// CHECK-DAG: %[[START:.*]] = arith.constant true
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<4xi1>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4x5xi1>
// CHECK: linalg.fill ins(%[[START]] : i1) outs(%[[OUT]] : memref<4xi1>)
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$ID]], #[[$ROW]]], iterator_types = ["parallel", "reduction"]}
// CHECK-SAME: ins(%[[A]] : memref<4x5xi1>) outs(%[[OUT]] : memref<4xi1>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: i1, %[[ACC:.*]]: i1):
// CHECK-NEXT: %[[S:.*]] = arith.andi %[[ACC]], %[[X]] : i1
// CHECK-NEXT: linalg.yield %[[S]] : i1
func.func @ands_rows() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x5xi1>
  %z = "mhlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
  %r = "mhlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
    %s = "mhlo.and"(%x, %y) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "mhlo.return"(%s) : (tensor<i1>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<4x5xi1>, tensor<i1>) -> tensor<4xi1>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @ors_rows
// CHECK-DAG: %[[START:.*]] = arith.constant false
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<4xi1>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4x5xi1>
// CHECK: linalg.fill ins(%[[START]] : i1) outs(%[[OUT]] : memref<4xi1>)
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$ID]], #[[$ROW]]], iterator_types = ["parallel", "reduction"]}
// CHECK-SAME: ins(%[[A]] : memref<4x5xi1>) outs(%[[OUT]] : memref<4xi1>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: i1, %[[ACC:.*]]: i1):
// CHECK-NEXT: %[[S:.*]] = arith.ori %[[ACC]], %[[X]] : i1
// CHECK-NEXT: linalg.yield %[[S]] : i1
func.func @ors_rows() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x5xi1>
  %z = "mhlo.constant"() {value = dense<false> : tensor<i1>} : () -> tensor<i1>
  %r = "mhlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
    %s = "mhlo.or"(%x, %y) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "mhlo.return"(%s) : (tensor<i1>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<4x5xi1>, tensor<i1>) -> tensor<4xi1>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4xi1>
  return
}

// An initial value that the dispatch is given is read once.

// CHECK-LABEL: func.func @starts_with_loaded_value
// CHECK-DAG: %[[INIT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<f32>
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0}
// CHECK: %[[START:.*]] = memref.load %[[INIT]][]
// CHECK-NEXT: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<4xf32>)
func.func @starts_with_loaded_value() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x5xf32>
  %z = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<f32>
  %r = "mhlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "mhlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @reduces_two_at_once
// CHECK-DAG: %[[FIRST:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0}
// CHECK-DAG: %[[SECOND:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret1}
// CHECK: linalg.fill ins(%{{.*}}) outs(%[[FIRST]] :
// CHECK: linalg.fill ins(%{{.*}}) outs(%[[SECOND]] :
// CHECK: linalg.generic {{.*}} outs(%[[FIRST]], %[[SECOND]] :
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[SUM:.*]]: f32, %[[MAX:.*]]: f32):
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[SUM]], %[[X]]
// CHECK-NEXT: %[[M:.*]] = arith.maximumf %[[MAX]], %[[X]]
// CHECK-NEXT: linalg.yield %[[S]], %[[M]]
func.func @reduces_two_at_once() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x5xf32>
  %z = "mhlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %r:2 = "mhlo.reduce"(%a, %a, %z, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %v: tensor<f32>, %w: tensor<f32>):
    %s = "mhlo.add"(%x, %v) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "mhlo.maximum"(%y, %w) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s, %t) : (tensor<f32>, tensor<f32>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>}
      : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  hal.interface.store.tensor %r#0, @io::@ret0, offset = %c0 : tensor<4xf32>
  hal.interface.store.tensor %r#1, @io::@ret1, offset = %c0 : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @becomes_max_pooling
// CHECK-DAG: %[[START:.*]] = arith.constant 0xFF800000 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1x2x2x8xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1x4x4x8xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<1x2x2x8xf32>)
// CHECK-NEXT: %[[SHAPE:.*]] = iree.placeholder for "shape" : memref<2x2xf32>
// CHECK-NEXT: linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
// CHECK-SAME: ins(%[[A]], %[[SHAPE]] : memref<1x4x4x8xf32>, memref<2x2xf32>) outs(%[[OUT]] : memref<1x2x2x8xf32>)
// UPSTREAM: linalg.pooling_nhwc_max
func.func @becomes_max_pooling() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<1x4x4x8xf32>
  %z = "mhlo.constant"() {value = dense<0xFF800000> : tensor<f32>} : () -> tensor<f32>
  %r = "mhlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "mhlo.maximum"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>, window_strides = dense<[1, 2, 2, 1]> : tensor<4xi64>} : (tensor<1x4x4x8xf32>, tensor<f32>) -> tensor<1x2x2x8xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<1x2x2x8xf32>
  return
}

// CHECK-LABEL: func.func @becomes_min_pooling
// CHECK-DAG: %[[START:.*]] = arith.constant 0x7F800000 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1x2x2x8xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1x4x4x8xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<1x2x2x8xf32>)
// CHECK-NEXT: %[[SHAPE:.*]] = iree.placeholder for "shape" : memref<2x2xf32>
// CHECK-NEXT: linalg.pooling_nhwc_min {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
// CHECK-SAME: ins(%[[A]], %[[SHAPE]] : memref<1x4x4x8xf32>, memref<2x2xf32>) outs(%[[OUT]] : memref<1x2x2x8xf32>)
// UPSTREAM: linalg.pooling_nhwc_min
func.func @becomes_min_pooling() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<1x4x4x8xf32>
  %z = "mhlo.constant"() {value = dense<0x7F800000> : tensor<f32>} : () -> tensor<f32>
  %r = "mhlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "mhlo.minimum"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>, window_strides = dense<[1, 2, 2, 1]> : tensor<4xi64>} : (tensor<1x4x4x8xf32>, tensor<f32>) -> tensor<1x2x2x8xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<1x2x2x8xf32>
  return
}

// CHECK-LABEL: func.func @becomes_sum_pooling
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1x2x2x8xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1x4x4x8xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<1x2x2x8xf32>)
// CHECK-NEXT: %[[SHAPE:.*]] = iree.placeholder for "shape" : memref<2x2xf32>
// CHECK-NEXT: linalg.pooling_nhwc_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
// CHECK-SAME: ins(%[[A]], %[[SHAPE]] : memref<1x4x4x8xf32>, memref<2x2xf32>) outs(%[[OUT]] : memref<1x2x2x8xf32>)
// UPSTREAM: linalg.pooling_nhwc_sum
func.func @becomes_sum_pooling() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<1x4x4x8xf32>
  %z = "mhlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %r = "mhlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "mhlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>, window_strides = dense<[1, 2, 2, 1]> : tensor<4xi64>} : (tensor<1x4x4x8xf32>, tensor<f32>) -> tensor<1x2x2x8xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<1x2x2x8xf32>
  return
}

// CHECK-LABEL: func.func @sums_windows
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<3x3xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4x4xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<3x3xf32>)
// CHECK-NEXT: %[[SHAPE:.*]] = iree.placeholder for "shape" : memref<2x2xf32>
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$WINDOW]], #[[$TAPS]], #[[$OUT]]], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
// CHECK-SAME: ins(%[[A]], %[[SHAPE]] :
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32, %[[ACC:.*]]: f32):
// CHECK-NEXT: arith.addf %[[ACC]], %[[X]]
func.func @sums_windows() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x4xf32>
  %z = "mhlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %r = "mhlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "mhlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = dense<2> : tensor<2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<3x3xf32>
  return
}

// Padding is no copy: reads beyond the input are guarded and give the initial value.

// CHECK-LABEL: func.func @guards_padded_windows
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<6xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<6xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<6xf32>)
// CHECK-NEXT: %[[SHAPE:.*]] = iree.placeholder for "shape" : memref<3xf32>
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$COLUMN]], #[[$ROW]]], iterator_types = ["parallel", "reduction"]} ins(%[[SHAPE]] :
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %[[ACC:.*]]: f32):
// CHECK: %[[POSITION:.*]] = arith.addi %{{.*}}, %c-1
// CHECK-NEXT: %[[INSIDE:.*]] = arith.cmpi ult, %[[POSITION]], %c6
// CHECK-NEXT: %[[X:.*]] = scf.if %[[INSIDE]]
// CHECK-NEXT: memref.load %[[A]][%[[POSITION]]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[START]]
// CHECK: arith.addf %[[ACC]], %[[X]]
func.func @guards_padded_windows() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<6xf32>
  %z = "mhlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %r = "mhlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "mhlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = dense<3> : tensor<1xi64>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<6xf32>
  return
}

// CHECK-LABEL: func.func @becomes_conv
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1x2x2x4xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1x8x8x3xf32>
// CHECK-DAG: %[[K:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<3x3x3x4xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<1x2x2x4xf32>)
// CHECK-NEXT: linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
// CHECK-SAME: ins(%[[A]], %[[K]] :
// UPSTREAM: linalg.conv_2d_nhwc_hwcf
func.func @becomes_conv() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<1x8x8x3xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<3x3x3x4xf32>
  %r = mhlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], rhs_dilate = [2, 2]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x2x2x4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<1x2x2x4xf32>
  return
}

// CHECK-LABEL: func.func @guards_padded_convolution
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1x7x7x8xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1x14x14x3xf32>
// CHECK-DAG: %[[K:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<3x3x3x8xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<1x7x7x8xf32>)
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$KERNEL]], #[[$IMAGE]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%[[K]] :
// CHECK-NEXT: ^bb0(%[[W:.*]]: f32, %[[ACC:.*]]: f32):
// CHECK: %[[X:.*]] = scf.if
// CHECK-NEXT: memref.load %[[A]][
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[START]]
// CHECK: %[[P:.*]] = arith.mulf %[[X]], %[[W]]
// CHECK-NEXT: arith.addf %[[ACC]], %[[P]]
func.func @guards_padded_convolution() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<1x14x14x3xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<3x3x3x8xf32>
  %r = mhlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x14x14x3xf32>, tensor<3x3x3x8xf32>) -> tensor<1x7x7x8xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<1x7x7x8xf32>
  return
}

// CHECK-LABEL: func.func @groups_features
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1x6x6x4xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1x8x8x4xf32>
// CHECK-DAG: %[[K:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<3x3x2x4xf32>
// CHECK: %[[GROUPS:.*]] = memref.expand_shape %[[OUT]] {{.*}} into memref<1x6x6x2x2xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[GROUPS]] : memref<1x6x6x2x2xf32>)
// CHECK: %[[AG:.*]] = memref.expand_shape %[[A]] {{.*}} into memref<1x8x8x2x2xf32>
// CHECK: %[[KG:.*]] = memref.expand_shape %[[K]] {{.*}} into memref<3x3x2x2x2xf32>
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$INPUT_GROUPS]], #[[$KERNEL_GROUPS]], #[[$OUTPUT_GROUPS]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
// CHECK-SAME: ins(%[[AG]], %[[KG]] : {{.*}}) outs(%[[GROUPS]] :
func.func @groups_features() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<1x8x8x4xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<3x3x2x4xf32>
  %r = mhlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<1x6x6x4xf32>
  return
}

// No operand gives the extent of a mirrored tap: a placeholder does.

// CHECK-LABEL: func.func @mirrors_windows
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1x6x6x4xf32>
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1x8x8x3xf32>
// CHECK-DAG: %[[K:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<3x3x3x4xf32>
// CHECK: linalg.fill ins(%[[START]] : f32) outs(%[[OUT]] : memref<1x6x6x4xf32>)
// CHECK-NEXT: %[[SHAPE:.*]] = iree.placeholder for "shape" : memref<3xf32>
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$PIXEL]], #[[$MIRRORED]], #[[$TAP]], #[[$IMAGE]]],
// CHECK-SAME: ins(%[[A]], %[[K]], %[[SHAPE]] :
// CHECK-NOT: scf.if
// CHECK: linalg.yield
func.func @mirrors_windows() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<1x8x8x3xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<3x3x3x4xf32>
  %r = mhlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true, false]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<1x6x6x4xf32>
  return
}

// Holes between elements are padding, too: the guard is true where there is an element.

// CHECK-LABEL: func.func @guards_holes
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1x4x6x3xf32>
// CHECK: linalg.fill
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$KERNEL]], #[[$IMAGE]]],
// CHECK: %[[POSITION:.*]] = arith.addi %{{.*}}, %c-1
// CHECK-NEXT: %[[REST:.*]] = arith.remsi %[[POSITION]], %c2
// CHECK-NEXT: %[[HITS:.*]] = arith.cmpi eq, %[[REST]], %c0
// CHECK-NEXT: %[[INDEX:.*]] = arith.floordivsi %[[POSITION]], %c2
// CHECK-NEXT: %[[INSIDE:.*]] = arith.cmpi ult, %[[INDEX]], %c4
// CHECK-NEXT: %[[READS:.*]] = arith.andi %[[HITS]], %[[INSIDE]]
// CHECK: scf.if %[[READS]]
// CHECK-NEXT: memref.load %[[A]][%{{.*}}, %[[INDEX]],
// CHECK: scf.yield %[[START]]
func.func @guards_holes() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<1x4x6x3xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<3x3x3x4xf32>
  %r = mhlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [0, 0]], lhs_dilate = [2, 1]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x6x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x7x4x4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<1x7x4x4xf32>
  return
}

// Negative padding is where the window starts.

// CHECK-LABEL: func.func @cuts_image
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1x8x8x3xf32>
// CHECK-DAG: %[[K:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<3x3x3x4xf32>
// CHECK-NOT: memref.subview
// CHECK: linalg.generic {indexing_maps = [#[[$CUT]], #[[$KERNEL]], #[[$IMAGE]]], {{.*}} ins(%[[A]], %[[K]] :
// CHECK-NOT: scf.if
// CHECK: linalg.yield
func.func @cuts_image() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<1x8x8x3xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<3x3x3x4xf32>
  %r = mhlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[-1, -2], [0, 0]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x3x6x4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<1x3x6x4xf32>
  return
}

// Where nothing is left of the image, each element is padding.

// CHECK-LABEL: func.func @sees_padding_only
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[K:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<3x3x3x4xf32>
// CHECK: linalg.generic {indexing_maps = [#[[$KERNEL]], #[[$IMAGE]]], {{.*}} ins(%[[K]] :
// CHECK-NEXT: ^bb0(%[[W:.*]]: f32, %[[ACC:.*]]: f32):
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[W]], %[[START]]
// CHECK-NEXT: arith.addf %[[ACC]], %[[P]]
func.func @sees_padding_only() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<1x3x8x3xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<3x3x3x4xf32>
  %r = mhlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[-3, 5], [0, 0]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x3x6x4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<1x3x6x4xf32>
  return
}

// What the window never reaches needs no guard.

// CHECK-LABEL: func.func @keeps_unreached_padding_apart
// CHECK: linalg.generic
// CHECK-NOT: scf.if
// CHECK: linalg.yield
func.func @keeps_unreached_padding_apart() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<1x9x9x3xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<3x3x3x4xf32>
  %r = mhlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x9x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x4x4x4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<1x4x4x4xf32>
  return
}

// The group of a feature counts into the index of a guarded read.

// CHECK-LABEL: func.func @guards_groups
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1x6x6x4xf32>
// CHECK: linalg.generic {indexing_maps = [#[[$KERNEL_GROUPS]], #[[$OUTPUT_GROUPS]]],
// CHECK: %[[GROUP:.*]] = linalg.index 3
// CHECK: %[[WITHIN:.*]] = linalg.index 7
// CHECK-NEXT: %[[FIRST:.*]] = arith.muli %[[GROUP]], %c2
// CHECK-NEXT: %[[FEATURE:.*]] = arith.addi %[[FIRST]], %[[WITHIN]]
// CHECK: memref.load %[[A]][%{{.*}}, %{{.*}}, %{{.*}}, %[[FEATURE]]] : memref<1x6x6x4xf32>
func.func @guards_groups() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<1x6x6x4xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<3x3x2x4xf32>
  %r = mhlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x6x6x4xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<1x6x6x4xf32>
  return
}

// Sums are where the result is, so they have its type; what the product says of tf32 is on it.

// CHECK-LABEL: func.func @sums_in_result
// CHECK-DAG: %[[START:.*]] = arith.constant 0.000000e+00 : f16
// CHECK: linalg.fill ins(%[[START]] : f16) outs(%[[OUT:.*]] : memref<3x5xf16>)
// CHECK-NEXT: linalg.matmul ins({{.*}} : memref<3x4xf16>, memref<4x5xf16>) outs(%[[OUT]] : memref<3x5xf16>)
// CHECK-NEXT: return
func.func @sums_in_result() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<3x4xf16>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<4x5xf16>
  %r = "mhlo.dot"(%a, %b) : (tensor<3x4xf16>, tensor<4x5xf16>) -> tensor<3x5xf16>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<3x5xf16>
  return
}

// CHECK-LABEL: func.func @wants_all_digits
// CHECK: linalg.matmul {tern.allow_tf32 = false}
func.func @wants_all_digits() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<3x4xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<4x5xf32>
  %r = "mhlo.dot"(%a, %b) {precision_config = [#mhlo<precision HIGHEST>, #mhlo<precision HIGHEST>]}
      : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<3x5xf32>
  return
}

// A window of one element wherever it is needs no loops of its own.

// CHECK-LABEL: func.func @slides_by_steps
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%{{.*}} : memref<4x8xf32>) outs(
func.func @slides_by_steps() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x8xf32>
  %z = "mhlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %r = "mhlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "mhlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = dense<1> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4x4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @ret1, set=0, binding=3, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=4, type="StorageBuffer", access="Read|Write"
}

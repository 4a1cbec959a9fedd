// Casts that ops before and behind them take in, and elements that are no plain numbers.
// RUN: tern-opt --canonicalize --split-input-file %s | FileCheck %s

// CHECK-LABEL: @empty_of_known_size
// CHECK: tensor.empty(%{{.*}}) : tensor<3x?xf32>
// CHECK-NEXT: return
func.func @empty_of_known_size(%m: index, %n: index) -> tensor<3x?xf32> {
  %0 = tensor.empty(%m, %n) : tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<3x?xf32>
  return %1 : tensor<3x?xf32>
}

// -----

// CHECK-LABEL: @slice_of_lower_rank
// CHECK: tensor.extract_slice %{{.*}}[0, %{{.*}}, 0] [4, 1, %{{.*}}] [1, 1, 1] : tensor<8x8x8xf32> to tensor<4x?xf32>
// CHECK-NEXT: return
func.func @slice_of_lower_rank(%t: tensor<8x8x8xf32>, %i: index, %n: index) -> tensor<4x?xf32> {
  %0 = tensor.extract_slice %t[0, %i, 0] [%n, 1, %n] [1, 1, 1] : tensor<8x8x8xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}

// -----

// No slice is made that is known to leave its source.
// CHECK-LABEL: @slice_outside
// CHECK: tensor.extract_slice %{{.*}} to tensor<?xf32>
func.func @slice_outside(%t: tensor<8xf32>, %n: index) -> tensor<9xf32> {
  %0 = tensor.extract_slice %t[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<9xf32>
  return %1 : tensor<9xf32>
}

// -----

// The cast that sizes give stands before the region of parallel insertions.
// CHECK-LABEL: @parallel_insertion
// CHECK: scf.forall
// CHECK: %[[C:.*]] = tensor.cast %{{.*}} : tensor<?x5xf32> to tensor<2x5xf32>
// CHECK-NEXT: scf.forall.in_parallel
// CHECK-NEXT: tensor.parallel_insert_slice %[[C]] into %{{.*}}[%{{.*}}, 0] [2, 5] [1, 1]
func.func @parallel_insertion(%t: tensor<?x5xf32>, %o: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = scf.forall (%i) in (%n) shared_outs(%a = %o) -> (tensor<?x?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %a[%i, %c0] [%c2, 5] [1, 1] : tensor<?x5xf32> into tensor<?x?xf32>
    }
  }
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: @insertion_of_known_sizes
// CHECK: %[[C:.*]] = tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<4x?xf32>
// CHECK: tensor.insert_slice %[[C]] into %{{.*}}[0, 0] [4, %{{.*}}] [1, 1] : tensor<4x?xf32> into tensor<8x8xf32>
func.func @insertion_of_known_sizes(%t: tensor<?x?xf32>, %o: tensor<8x8xf32>, %n: index) -> tensor<8x8xf32> {
  %c4 = arith.constant 4 : index
  %0 = tensor.insert_slice %t into %o[0, 0] [%c4, %n] [1, 1] : tensor<?x?xf32> into tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// CHECK-LABEL: @in_destination_style
// CHECK-SAME: %[[T:.*]]: tensor<4xf32>
// CHECK-NEXT: %[[R:.*]]:2 = test.destination_style_op ins(%[[T]] : tensor<4xf32>) outs(%[[T]] : tensor<4xf32>) -> tensor<4xf32>, index
// CHECK-NEXT: %[[C:.*]] = tensor.cast %[[R]]#0 : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT: return %[[C]], %[[R]]#1
func.func @in_destination_style(%t: tensor<4xf32>) -> (tensor<?xf32>, index) {
  %0 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %1:2 = test.destination_style_op ins(%0 : tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>, index
  return %1#0, %1#1 : tensor<?xf32>, index
}

// -----

// CHECK-LABEL: @sparse_elements
// CHECK-DAG: %[[A:.*]] = arith.constant 5.000000e+00 : f32
// CHECK-DAG: %[[B:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: return %[[A]], %[[B]]
func.func @sparse_elements() -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = arith.constant sparse<[[0, 1], [1, 2]], [4.0, 5.0]> : tensor<2x3xf32>
  %1 = tensor.extract %0[%c1, %c2] : tensor<2x3xf32>
  %2 = tensor.extract %0[%c1, %c1] : tensor<2x3xf32>
  return %1, %2 : f32, f32
}

// -----

// CHECK-LABEL: @complex_elements
// CHECK: %[[D:.*]] = arith.constant dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,-4.000000e+00)]> : tensor<2xcomplex<f64>>
// CHECK: %[[C:.*]] = complex.constant [3.000000e+00, -4.000000e+00] : complex<f64>
// CHECK: return %[[D]], %[[C]]
func.func @complex_elements() -> (tensor<2xcomplex<f64>>, complex<f64>) {
  %c1 = arith.constant 1 : index
  %0 = complex.constant [1.0 : f64, 2.0 : f64] : complex<f64>
  %1 = complex.constant [3.0 : f64, -4.0 : f64] : complex<f64>
  %2 = tensor.from_elements %0, %1 : tensor<2xcomplex<f64>>
  %3 = arith.constant dense<[(1.0, 2.0), (3.0, -4.0)]> : tensor<2xcomplex<f64>>
  %4 = tensor.extract %3[%c1] : tensor<2xcomplex<f64>>
  return %2, %4 : tensor<2xcomplex<f64>>, complex<f64>
}

// Buffers, tensors and what was of both.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %t.mlir | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-DAG: #[[$ROWS:.*]] = affine_map<(d0, d1)[s0] -> (d0 * 16 + s0 + d1)>
#rows = affine_map<(d0, d1)[s0] -> (d0 * 16 + s0 + d1)>

// CHECK: memref.global "private" constant @table : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
global_memref "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>

// CHECK-LABEL: func.func @buffers
func @buffers(%m: memref<8x16xf32>, %n: index, %x: f32, %bytes: memref<2048xi8>) {
  // CHECK: %[[X:.*]] = memref.load %arg0[%arg1, %arg1] : memref<8x16xf32>
  %0 = load %m[%n, %n] : memref<8x16xf32>
  // CHECK: memref.store %[[X]], %arg0[%arg1, %arg1] : memref<8x16xf32>
  store %0, %m[%n, %n] : memref<8x16xf32>
  // CHECK: memref.alloc(%arg1, %arg1) : memref<?x?xf32, 3>
  %1 = alloc(%n, %n) : memref<?x?xf32, 3>
  // CHECK: memref.alloca() {alignment = 16 : i64} : memref<4xf32>
  %2 = std.alloca() {alignment = 16 : i64} : memref<4xf32>
  // CHECK: memref.dealloc
  dealloc %1 : memref<?x?xf32, 3>
  // CHECK: memref.alloc(%arg1) : memref<?xf32>
  %3 = "std.alloc"(%n) : (index) -> memref<?xf32>
  // CHECK: memref.alloc(%arg1) : memref<?xf32>
  %4 = "std.alloc"(%n) {operand_segment_sizes = dense<[1, 0]> : vector<2xi32>} : (index) -> memref<?xf32>
  // CHECK: memref.cast %{{.*}} : memref<4xf32> to memref<?xf32>
  %5 = memref_cast %2 : memref<4xf32> to memref<?xf32>
  // CHECK: memref.view %arg3[%arg1][%arg1] : memref<2048xi8> to memref<?x4xf32>
  %6 = view %bytes[%n][%n] : memref<2048xi8> to memref<?x4xf32>
  // CHECK: memref.transpose %arg0 (d0, d1) -> (d1, d0) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>
  %7 = transpose %m (i, j) -> (j, i) : memref<8x16xf32>
  // CHECK: memref.transpose %arg0 (d0, d1) -> (d1, d0) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>
  %8 = linalg.transpose %m (i, j) -> (j, i) : memref<8x16xf32>
  // CHECK: memref.get_global @table : memref<2xf32>
  %9 = get_global_memref @table : memref<2xf32>
  // CHECK: memref.atomic_rmw addf %arg2, %arg0[%arg1, %arg1] : (f32, memref<8x16xf32>) -> f32
  %10 = atomic_rmw "addf" %x, %m[%n, %n] : (f32, memref<8x16xf32>) -> f32
  // CHECK: memref.generic_atomic_rmw %arg0[%arg1, %arg1] : memref<8x16xf32> {
  // CHECK: memref.atomic_yield %arg2 : f32
  %11 = generic_atomic_rmw %m[%n, %n] : memref<8x16xf32> {
  ^bb0(%old: f32):
    atomic_yield %x : f32
  }
  // CHECK: memref.assume_alignment %arg0, 64 : memref<8x16xf32>
  assume_alignment %m, 64 : memref<8x16xf32>
  // CHECK: memref.prefetch %arg0[%arg1, %arg1], read, locality<3>, data : memref<8x16xf32>
  prefetch %m[%n, %n], read, locality<3>, data : memref<8x16xf32>
  // CHECK: memref.dim %arg0, %c1 : memref<8x16xf32>
  %12 = dim %m, 1 : memref<8x16xf32>
  // CHECK: memref.dim %arg0, %arg1 : memref<8x16xf32>
  %13 = "std.dim"(%m, %n) : (memref<8x16xf32>, index) -> index
  // CHECK: memref.rank %{{.*}} : memref<?xf32>
  %14 = rank %5 : memref<?xf32>
  return
}

// CHECK-LABEL: func.func @subviews
func @subviews(%m: memref<8x16xf32>, %n: index) {
  // CHECK: memref.subview %arg0[%arg1, 0] [4, %arg1] [1, 1] : memref<8x16xf32> to memref<4x?xf32, #[[$ROWS]]>
  %0 = subview %m[%n, 0][4, %n][1, 1] : memref<8x16xf32> to memref<4x?xf32, #rows>
  // CHECK: memref.subview %arg0[0, 0] [4, 8] [1, 2] : memref<8x16xf32> to memref<4x8xf32, strided<[16, 2]>>
  %1 = subview %m[][][] : memref<8x16xf32> to memref<4x8xf32, offset: 0, strides: [16, 2]>
  // CHECK: memref.subview %arg0[2, 3] [%arg1, %arg1] [1, 1] : memref<8x16xf32> to memref<?x?xf32, strided<[16, 1], offset: 35>>
  %2 = std.subview %m[][%n, %n][] : memref<8x16xf32> to memref<?x?xf32, offset: 35, strides: [16, 1]>
  // CHECK: memref.subview %arg0[%arg1, 0] [4, %arg1] [1, 1] : memref<8x16xf32> to memref<4x?xf32, #[[$ROWS]]>
  %3 = "std.subview"(%m, %n, %n) {operand_segment_sizes = dense<[1, 1, 1, 0]> : vector<4xi32>,
                                  static_offsets = [-9223372036854775808, 0], static_sizes = [4, -1],
                                  static_strides = [1, 1]}
    : (memref<8x16xf32>, index, index) -> memref<4x?xf32, #rows>
  return
}

// CHECK-LABEL: func.func @layouts(%arg0: memref<4x4xf32, strided<[8, 1], offset: 2>>, %arg1: memref<?xf32, strided<[?], offset: ?>, 3>)
func @layouts(%a: memref<4x4xf32, offset: 2, strides: [8, 1]>, %b: memref<?xf32, offset: ?, strides: [?], 3>) {
  return
}

// CHECK-LABEL: func.func @tensors
func @tensors(%t: tensor<?x4xf32>, %n: index, %x: f32, %u: tensor<*xf32>) {
  // CHECK: tensor.dim %arg0, %c0 : tensor<?x4xf32>
  %0 = dim %t, 0 : tensor<?x4xf32>
  // CHECK: tensor.dim %arg0, %arg1 : tensor<?x4xf32>
  %1 = memref.dim %t, %n : tensor<?x4xf32>
  // CHECK: tensor.dim %arg0, %{{.*}} : tensor<?x4xf32>
  %2 = "std.dim"(%t) {index = 1 : index} : (tensor<?x4xf32>) -> index
  // CHECK: tensor.rank %arg3 : tensor<*xf32>
  %3 = rank %u : tensor<*xf32>
  // CHECK: tensor.extract %arg0[%arg1, %arg1] : tensor<?x4xf32>
  %4 = extract_element %t[%n, %n] : tensor<?x4xf32>
  // CHECK: tensor.cast %arg0 : tensor<?x4xf32> to tensor<8x4xf32>
  %5 = tensor_cast %t : tensor<?x4xf32> to tensor<8x4xf32>
  // CHECK: tensor.from_elements %arg2, %arg2 : tensor<2xf32>
  %6 = tensor_from_elements %x, %x : tensor<2xf32>
  // CHECK: tensor.generate %arg1 {
  // CHECK: tensor.yield %arg2 : f32
  %7 = dynamic_tensor_from_elements %n {
  ^bb0(%i: index, %j: index):
    yield %x : f32
  } : tensor<?x4xf32>
  // CHECK: tensor.splat %arg2 : tensor<4xf32>
  %8 = splat %x : tensor<4xf32>
  // CHECK: tensor.extract_slice %arg0[%arg1, 0] [2, 2] [1, 1] : tensor<?x4xf32> to tensor<2x2xf32>
  %9 = subtensor %t[%n, 0] [2, 2] [1, 1] : tensor<?x4xf32> to tensor<2x2xf32>
  // CHECK: tensor.insert_slice %{{.*}} into %arg0[0, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<?x4xf32>
  %10 = subtensor_insert %9 into %t[0, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<?x4xf32>
  return
}

// CHECK-LABEL: func.func @between
func @between(%m: memref<4xf32>, %t: tensor<4xf32>) {
  // CHECK: %[[T:.*]] = bufferization.to_tensor %arg0 : memref<4xf32> to tensor<4xf32>
  %0 = tensor_load %m : memref<4xf32>
  // CHECK: bufferization.materialize_in_destination %[[T]] in writable %arg0 : (tensor<4xf32>, memref<4xf32>) -> ()
  tensor_store %0, %m : memref<4xf32>
  // CHECK: bufferization.to_buffer %arg1 : tensor<4xf32> to memref<4xf32>
  %1 = tensor_to_memref %t : memref<4xf32>
  // CHECK: bufferization.to_tensor
  %2 = memref.tensor_load %m : memref<4xf32>
  // CHECK: bufferization.materialize_in_destination
  "memref.tensor_store"(%t, %m) : (tensor<4xf32>, memref<4xf32>) -> ()
  // CHECK: bufferization.to_buffer
  %3 = memref.buffer_cast %t : memref<4xf32>
  return
}

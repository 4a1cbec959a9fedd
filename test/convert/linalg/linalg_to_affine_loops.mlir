// RUN: tern-opt --convert-linalg-to-affine-loops --canonicalize %s > %t.mlir
// RUN: mlir-opt --convert-linalg-to-affine-loops --canonicalize %s | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: @matmul
// CHECK: affine.for %{{.*}} = 0 to 4
// CHECK: affine.for %{{.*}} = 0 to 8
// CHECK: affine.for %{{.*}} = 0 to %{{.*}} {
// CHECK: affine.load
// CHECK: affine.store
func.func @matmul(%a: memref<4x?xf32>, %b: memref<?x8xf32>, %c: memref<4x8xf32>) {
  linalg.matmul ins(%a, %b : memref<4x?xf32>, memref<?x8xf32>) outs(%c : memref<4x8xf32>)
  return
}
func.func @g(%a: memref<?xf32>, %c: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%a : memref<?xf32>) outs(%c : memref<f32>) {
  ^bb0(%x: f32, %y: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    %s = arith.addf %x, %y : f32
    %t = arith.addf %s, %k : f32
    linalg.yield %t : f32
  }
  return
}
func.func @conv(%a: memref<1x?x?x3xf32>, %w: memref<3x3x3x8xf32>, %c: memref<1x?x?x8xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%a, %w : memref<1x?x?x3xf32>, memref<3x3x3x8xf32>) outs(%c : memref<1x?x?x8xf32>)
  return
}

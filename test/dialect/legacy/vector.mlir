// Ops of the standard dialect that took vectors.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %t.mlir | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: func.func @vectors
func @vectors(%v: vector<4x8xf32>, %n: index, %x: f32) {
  // CHECK: vector.broadcast %arg2 : f32 to vector<4xf32>
  %0 = splat %x : vector<4xf32>
  // CHECK: vector.broadcast %arg2 : f32 to vector<4xf32>
  %1 = "std.splat"(%x) : (f32) -> vector<4xf32>
  // CHECK: vector.broadcast %arg2 : f32 to vector<4xf32>
  %2 = vector.splat %x : vector<4xf32>
  // CHECK: vector.extract %arg0[%arg1, %arg1] : f32 from vector<4x8xf32>
  %3 = extract_element %v[%n, %n] : vector<4x8xf32>
  // CHECK: arith.addf %arg0, %arg0 : vector<4x8xf32>
  %4 = addf %v, %v : vector<4x8xf32>
  return
}

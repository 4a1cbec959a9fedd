// What moves into launches is what upstream moves.
// RUN: tern-opt --allow-unregistered-dialect --gpu-launch-sink-index-computations %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --gpu-launch-sink-index-computations %s | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK: gpu.launch
// CHECK-NEXT: arith.constant 1 : index
// CHECK-NEXT: memref.dim
// CHECK-NEXT: arith.constant dense<1.000000e+00>
// CHECK-NEXT: ub.poison
// CHECK-NEXT: "test.use"

func.func @f(%n: index, %m: memref<?x?xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %cst = arith.constant dense<1.0> : vector<4xf32>
  %d = memref.dim %m, %c1 : memref<?x?xf32>
  %d0 = memref.dim %m, %c0 : memref<?x?xf32>
  %cmp = arith.cmpi slt, %d, %n : index
  %sel = arith.select %cmp, %d, %d0 : index
  %add = arith.addi %n, %c2 : index
  %cmp2 = arith.cmpi slt, %add, %d : index
  %cmp3 = arith.cmpi slt, %add, %n : index
  %sel2 = arith.select %c, %d, %d0 : index
  %u = ub.poison : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c2, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %n) {
    "test.use"(%sel, %m, %cst, %c1, %cmp2, %u, %sel2) ({ "test.inner"(%d, %cmp3) : (index, i1) -> () }) : (index, memref<?x?xf32>, vector<4xf32>, index, i1, i32, index) -> ()
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c2, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %n) {
    "test.use"(%cmp2, %add, %cmp) : (i1, index, i1) -> ()
    gpu.terminator
  }
  return
}

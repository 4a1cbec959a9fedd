// RUN: tern-opt --allow-unregistered-dialect --convert-ub-to-llvm %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-ub-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// CHECK: llvm.mlir.poison : !llvm.array<2 x vector<4xf32>>
// CHECK: llvm.unreachable

func.func @p(%c : i1) -> index {
  %0 = ub.poison : i32
  %1 = ub.poison : index
  %2 = ub.poison : vector<4xi64>
  %3 = ub.poison : vector<2x4xf32>
  %4 = ub.poison : memref<4xf32>
  "test.use"(%0, %2, %3, %4) : (i32, vector<4xi64>, vector<2x4xf32>, memref<4xf32>) -> ()
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  ub.unreachable
^bb2:
  return %1 : index
}

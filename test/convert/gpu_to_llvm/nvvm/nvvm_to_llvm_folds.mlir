// RUN: tern-opt --convert-nvvm-to-llvm %s > %t.ours
// RUN: mlir-opt --convert-nvvm-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Ops of other dialects are folded on the way; those of llvm are not.

// CHECK-LABEL: llvm.func @f
// CHECK-NOT: arith.select
// CHECK-NOT: arith.addi
// CHECK: llvm.add
// CHECK-LABEL: func.func @g
// CHECK: memref.dim
llvm.func @f(%c: i1, %x: i32, %p: !llvm.ptr<3>, %q: i32) -> i32 {
  %0 = arith.select %c, %x, %x : i32
  %z = arith.constant 0 : i32
  %1 = arith.addi %0, %z : i32
  nvvm.mbarrier.arrive.expect_tx %p, %1 : !llvm.ptr<3>, i32
  %y = llvm.mlir.constant(0 : i32) : i32
  %2 = llvm.add %1, %y : i32
  llvm.return %2 : i32
}
func.func @g(%a: i32, %m: memref<4x?xf32>, %c: i1) -> (i32, index) {
  %z = arith.constant 3 : i32
  %y = arith.constant 4 : i32
  %s = arith.addi %z, %y : i32
  %i = arith.constant 1 : index
  %d = memref.dim %m, %i : memref<4x?xf32>
  %t = arith.xori %s, %s : i32
  %r = scf.if %c -> i32 { scf.yield %s : i32 } else { %q = arith.addi %t, %a : i32
    scf.yield %q : i32 }
  return %r, %d : i32, index
}

// RUN: tern-opt --allow-unregistered-dialect --convert-to-llvm %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours
// RUN: tern-opt --allow-unregistered-dialect --convert-to-llvm=filter-dialects=func,arith %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-to-llvm=filter-dialects=func,arith %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: not tern-opt --convert-to-llvm=filter-dialects=nothing --allow-unregistered-dialect %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tern-opt --convert-to-llvm=filter-dialects=scf --allow-unregistered-dialect %s 2>&1 | FileCheck %s --check-prefix=WITHOUT

// Several dialects at once: no casts between them.

// UNKNOWN: error: dialect not loaded: nothing
// WITHOUT: error: dialect does not implement ConvertToLLVMPatternInterface: scf

// CHECK-LABEL: llvm.func @generic
// CHECK-NOT: unrealized
// CHECK: llvm.cmpxchg
// CHECK-LABEL: llvm.func @reshape_stays
// CHECK: memref.reshape

func.func @generic(%I : memref<10xi32>, %i : index, %x: i32) {
  %r = memref.generic_atomic_rmw %I[%i] : memref<10xi32> {
    ^bb0(%old : i32):
      %c1 = arith.constant 1 : i32
      %n = arith.addi %c1, %old : i32
      memref.atomic_yield %n : i32
  }
  "test.use"(%r) : (i32) -> ()
  return
}
func.func @reshape_stays(%a : memref<4x?xf32>, %s3: memref<2xindex>) {
  %2 = memref.reshape %a(%s3) : (memref<4x?xf32>, memref<2xindex>) -> memref<?x?xf32>
  "test.use"(%2) : (memref<?x?xf32>) -> ()
  return
}
func.func @f(%a : i32, %b : index, %c : i1) -> index {
  cf.assert %c, "failed here"
  cf.br ^bb1(%b, %a : index, i32)
^bb1(%x : index, %y : i32):
  cf.cond_br %c weights([50, 50]), ^bb1(%b, %a : index, i32), ^bb2(%x : index)
^bb2(%z : index):
  cf.switch %a : i32, [
    default: ^bb3(%b : index),
    1: ^bb2(%z : index),
    2: ^bb1(%z, %a : index, i32)
  ]
^bb3(%w : index):
  return %w : index
}
func.func @g(%v : i64, %t : i32, %c : i1) {
  cf.switch %v : i64, [
    default: ^bb1
  ]
^bb1:
  cf.assert %c, "failed here"
  cf.cond_br %c, ^bb2(%t : i32), ^bb2(%t : i32) {test.b}
^bb2(%u : i32):
  cf.br ^bb3 {test.c}
^bb3:
  return
}
func.func @unused(%i : index) -> index {
  cf.br ^bb3(%i : index)
^bb3(%w : index):
  return %w : index
}

// What nvvm has no intrinsic for becomes inline assembly with the rest.
// CHECK-LABEL: llvm.func @barrier
// CHECK: llvm.inline_asm {{.*}}mbarrier.init.shared.b64
func.func @barrier(%b: !llvm.ptr<3>, %n: index, %p: i1) {
  %0 = arith.index_cast %n : index to i32
  nvvm.mbarrier.init %b, %0, predicate = %p : !llvm.ptr<3>, i32, i1
  return
}

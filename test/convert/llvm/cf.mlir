// RUN: tern-opt --allow-unregistered-dialect --convert-cf-to-llvm %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-cf-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Branches convert the blocks that they go to; assertions print and abort.

// CHECK: llvm.mlir.global private constant @assert_msg_0(dense<[102, 97, 105, 108, 101, 100, 32, 104, 101, 114, 101, 0]>
// CHECK: llvm.func @abort()
// CHECK: llvm.func @puts(!llvm.ptr)
// CHECK-LABEL: func @f
// CHECK: llvm.cond_br %{{.*}}, ^bb1, ^bb5
// CHECK: ^bb2(%{{.*}}: i64, %{{.*}}: i32):
// CHECK: llvm.cond_br %{{.*}} weights([50, 50])
// CHECK: llvm.switch
// CHECK: ^bb5:
// CHECK: llvm.call @puts(
// CHECK: llvm.call @abort()
// CHECK: llvm.unreachable

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

// RUN: tern-opt %s --iree-util-fuse-globals | FileCheck %s
// RUN: tern-opt %s --iree-util-fixed-point-iterator="pipeline=builtin.module(iree-util-fuse-globals,iree-util-fold-globals)" | FileCheck %s
// RUN: tern-opt %s --iree-util-fixed-point-iterator="pipeline=builtin.module(iree-util-fuse-globals,iree-util-fold-globals)" --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=FIX
// RUN: not tern-opt %s --iree-util-fixed-point-iterator="pipeline=builtin.module(no-such-pass)" 2>&1 | FileCheck %s --check-prefix=ERROR

// @b always gets what @a gets; @c gets something else. The second run of the pipeline changes nothing.

// CHECK: util.global private mutable @a : i32
// CHECK-NOT: @b
// CHECK: util.global private mutable @c : i32
// CHECK: util.func public @set(%[[X:.+]]: i32, %[[Y:.+]]: i32)
// CHECK-NEXT: util.global.store %[[X]], @a : i32
// CHECK-NEXT: util.global.store %[[Y]], @c : i32
// CHECK: %[[A:.+]] = util.global.load @a
// CHECK: %[[B:.+]] = util.global.load @a
// CHECK: %[[C:.+]] = util.global.load @c
// CHECK: util.return %[[A]], %[[B]], %[[C]]
// FIX: (S) 2 num-iterations
// ERROR: error: {{.*}}no-such-pass
util.global private mutable @a : i32
util.global private mutable @b : i32
util.global private mutable @c : i32
util.func public @set(%x: i32, %y: i32) {
  util.global.store %x, @a : i32
  util.global.store %x, @b : i32
  util.global.store %y, @c : i32
  util.return
}
util.func public @get() -> (i32, i32, i32) {
  %0 = util.global.load @a : i32
  %1 = util.global.load @b : i32
  %2 = util.global.load @c : i32
  util.return %0, %1, %2 : i32, i32, i32
}

// RUN: tern-opt %s --iree-stream-automatic-reference-counting | FileCheck %s

// A transient resource is freed behind all work that uses it, if it stays in its block.

// CHECK: %[[R:.+]], %[[TA:.+]] = stream.resource.alloca
// CHECK: %[[KEPT:.+]], %[[TK:.+]] = stream.resource.alloca
// CHECK: %[[ONE:.+]] = stream.cmd.execute await(%[[TA]])
// CHECK: %[[TWO:.+]] = stream.cmd.execute await(%[[ONE]])
// CHECK: %[[BOTH:.+]] = stream.timepoint.join max(%[[TWO]], %[[ONE]])
// CHECK: stream.resource.dealloca origin await(%[[BOTH]]) => %[[R]] : !stream.resource<transient>{%c64}
// CHECK-NOT: dealloca
// CHECK: util.return %[[TWO]], %[[KEPT]], %[[TK]]
util.func public @f(%t0: !stream.timepoint) -> (!stream.timepoint, !stream.resource<transient>, !stream.timepoint) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %v = arith.constant 1 : i32
  %r, %ta = stream.resource.alloca uninitialized await(%t0) => !stream.resource<transient>{%c64} => !stream.timepoint
  %kept, %tk = stream.resource.alloca uninitialized await(%t0) => !stream.resource<transient>{%c64} => !stream.timepoint
  %1 = stream.cmd.execute await(%ta) => with(%r as %a: !stream.resource<transient>{%c64}) {
    stream.cmd.fill %v, %a[%c0 for %c64] : i32 -> !stream.resource<transient>{%c64}
  } => !stream.timepoint
  %2 = stream.cmd.execute await(%1) => with(%r as %a: !stream.resource<transient>{%c64}, %kept as %k: !stream.resource<transient>{%c64}) {
    stream.cmd.copy %a[%c0], %k[%c0], %c64 : !stream.resource<transient>{%c64} -> !stream.resource<transient>{%c64}
  } => !stream.timepoint
  util.return %2, %kept, %tk : !stream.timepoint, !stream.resource<transient>, !stream.timepoint
}

// RUN: tern-opt %s --split-input-file --iree-stream-elide-timepoints | FileCheck %s

// What another timepoint depends on need not be joined with it, through any number of steps.

// CHECK-LABEL: @covered
// CHECK-SAME: (%[[T:.+]]: !stream.timepoint
// CHECK: %[[A:.+]], %[[AT:.+]] = stream.resource.alloca uninitialized await(%[[T]])
// CHECK: %[[X:.+]] = stream.cmd.execute await(%[[AT]])
// CHECK: %[[D:.+]] = stream.resource.dealloca await(%[[X]])
// CHECK-NOT: stream.timepoint.join
// CHECK: util.return %[[D]]
util.func public @covered(%t: !stream.timepoint, %n: index) -> !stream.timepoint {
  %a, %at = stream.resource.alloca uninitialized await(%t) => !stream.resource<transient>{%n} => !stream.timepoint
  %j = stream.timepoint.join max(%t, %at) => !stream.timepoint
  %x = stream.cmd.execute await(%j) => with(%a as %b: !stream.resource<transient>{%n}) {
  } => !stream.timepoint
  %d = stream.resource.dealloca await(%x) => %a : !stream.resource<transient>{%n} => !stream.timepoint
  %k = stream.timepoint.join max(%d, %x, %t) => !stream.timepoint
  util.return %k : !stream.timepoint
}

// -----

// Unrelated ones stay.

// CHECK-LABEL: @unrelated
// CHECK: stream.timepoint.join max(%{{.+}}, %{{.+}})
util.func public @unrelated(%t: !stream.timepoint, %u: !stream.timepoint) -> !stream.timepoint {
  %x = stream.cmd.execute await(%t) => with() {
  } => !stream.timepoint
  %k = stream.timepoint.join max(%x, %u) => !stream.timepoint
  util.return %k : !stream.timepoint
}

// -----

// A global that only ever holds reached timepoints: loads of it are immediate, and so is what depends on them.

util.global private mutable @t = #stream.timepoint<immediate> : !stream.timepoint
util.initializer {
  %0 = stream.timepoint.immediate => !stream.timepoint
  util.global.store %0, @t : !stream.timepoint
  util.return
}
// CHECK-LABEL: @immediate_global
// CHECK-SAME: (%[[R:.+]]: !stream.resource<variable>
// CHECK-NOT: stream.timepoint.await
// CHECK: stream.cmd.execute with(%[[R]] as
// CHECK: util.return %[[R]]
util.func public @immediate_global(%r: !stream.resource<variable>, %n: index) -> !stream.resource<variable> {
  %t = util.global.load @t : !stream.timepoint
  %0 = stream.timepoint.await %t => %r : !stream.resource<variable>{%n}
  %x = stream.cmd.execute await(%t) => with(%0 as %b: !stream.resource<variable>{%n}) {
  } => !stream.timepoint
  util.return %0 : !stream.resource<variable>
}

// -----

// One store of something else, and nothing is known.

util.global private mutable @t = #stream.timepoint<immediate> : !stream.timepoint
// CHECK-LABEL: @pending_global
// CHECK: stream.timepoint.await
util.func public @pending_global(%u: !stream.timepoint, %r: !stream.resource<variable>, %n: index) -> !stream.resource<variable> {
  %t = util.global.load @t : !stream.timepoint
  %0 = stream.timepoint.await %t => %r : !stream.resource<variable>{%n}
  util.global.store %u, @t : !stream.timepoint
  util.return %0 : !stream.resource<variable>
}

// -----

// Through calls, loops and branches.

// CHECK-LABEL: @callee
// CHECK: stream.cmd.execute with()
util.func private @callee(%t: !stream.timepoint) -> !stream.timepoint {
  %x = stream.cmd.execute await(%t) => with() {
  } => !stream.timepoint
  util.return %x : !stream.timepoint
}
// CHECK-LABEL: @control_flow
// CHECK: scf.for
// CHECK: stream.cmd.execute await(
// CHECK: cf.br ^bb1
// CHECK: ^bb1
// CHECK: stream.cmd.execute with()
util.func public @control_flow(%n: index) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %now = stream.timepoint.immediate => !stream.timepoint
  %0 = util.call @callee(%now) : (!stream.timepoint) -> !stream.timepoint
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%s = %now) -> (!stream.timepoint) {
    %x = stream.cmd.execute await(%s) => with() {
    } => !stream.timepoint
    scf.yield %x : !stream.timepoint
  }
  cf.br ^bb1(%now : !stream.timepoint)
^bb1(%a: !stream.timepoint):
  %y = stream.cmd.execute await(%a) => with() {
  } => !stream.timepoint
  %j = stream.timepoint.join max(%y, %l, %0) => !stream.timepoint
  util.return %j : !stream.timepoint
}

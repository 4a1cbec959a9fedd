// RUN: tern-opt %s --split-input-file --iree-stream-propagate-timepoints | FileCheck %s

// A global of a resource gets one of its timepoint; what is stored is not awaited, what is loaded is.

// CHECK: util.global private mutable @g__timepoint
// CHECK-SAME: #stream.timepoint<immediate>
// CHECK: util.global private mutable @g : !stream.resource<variable>
util.global private mutable @g : !stream.resource<variable>
// CHECK-LABEL: @globals
// CHECK-SAME: (%[[T:.+]]: !stream.timepoint, %[[R:.+]]: !stream.resource<variable>, %[[N:.+]]: index)
// CHECK: util.global.store %[[T]], @g__timepoint
// CHECK: util.global.store %[[R]], @g
// CHECK: %[[LT:.+]] = util.global.load @g__timepoint
// CHECK: %[[L:.+]] = util.global.load @g
// CHECK: %[[W:.+]] = stream.timepoint.await %[[LT]] => %[[L]]
// CHECK: util.return %[[W]]
util.func public @globals(%t: !stream.timepoint, %r: !stream.resource<variable>, %n: index) -> !stream.resource<variable> {
  %0 = stream.timepoint.await %t => %r : !stream.resource<variable>{%n}
  util.global.store %0, @g : !stream.resource<variable>
  %1 = util.global.load @g : !stream.resource<variable>
  util.return %1 : !stream.resource<variable>
}

// -----

// What an await made is chained to the region that captures it; the host does not wait.

// CHECK-LABEL: @chain
// CHECK-SAME: (%[[T:.+]]: !stream.timepoint, %[[U:.+]]: !stream.timepoint, %[[R:.+]]: !stream.resource<transient>, %[[S:.+]]: !stream.resource<transient>, %[[N:.+]]: index)
// CHECK: %[[J:.+]] = stream.timepoint.join max(%[[T]], %[[U]])
// CHECK: stream.async.execute await(%[[J]]) => with(%[[R]] as %{{.+}}, %[[S]] as
util.func public @chain(%t: !stream.timepoint, %u: !stream.timepoint, %r: !stream.resource<transient>, %s: !stream.resource<transient>, %n: index) -> !stream.timepoint {
  %0 = stream.timepoint.await %t => %r : !stream.resource<transient>{%n}
  %1 = stream.timepoint.await %u => %s : !stream.resource<transient>{%n}
  %2 = stream.async.execute with(%0 as %a: !stream.resource<transient>{%n}, %1 as %b: !stream.resource<transient>{%n}) {
    stream.yield
  } => !stream.timepoint
  util.return %2 : !stream.timepoint
}

// -----

// A synchronous await stays: behind it there is nothing to wait for.

// CHECK-LABEL: @sync
// CHECK: %[[W:.+]] = stream.timepoint.await sync
// CHECK: stream.async.execute with(%[[W]] as
util.func public @sync(%t: !stream.timepoint, %r: !stream.resource<transient>, %n: index) -> !stream.timepoint {
  %0 = stream.timepoint.await sync %t => %r : !stream.resource<transient>{%n}
  %2 = stream.async.execute with(%0 as %a: !stream.resource<transient>{%n}) {
    stream.yield
  } => !stream.timepoint
  util.return %2 : !stream.timepoint
}

// -----

// Private functions take and return timepoints; ties and attributes move with what they are about. Public ones stay.

// CHECK-LABEL: util.func private @callee
// CHECK-SAME: (%[[R:.+]]: !stream.resource<external> {a.b}, %[[T:.+]]: !stream.timepoint, %[[N:.+]]: index) -> (%[[R]], !stream.timepoint) {
// CHECK: stream.timepoint.await %[[T]] => %[[R]]
// CHECK: util.return %[[R]], %[[T]]
util.func private @callee(%r: !stream.resource<external> {a.b}, %n: index) -> (%r as !stream.resource<external>) {
  util.return %r : !stream.resource<external>
}
// CHECK-LABEL: @caller
// CHECK-SAME: (%[[X:.+]]: !stream.resource<external>, %[[N:.+]]: index)
// CHECK: %[[NOW:.+]] = stream.timepoint.immediate
// CHECK: %[[C:.+]]:2 = util.call @callee(%[[X]], %[[NOW]], %[[N]])
// CHECK: %[[SIZE:.+]] = stream.resource.size %[[C]]#0
// CHECK: %[[W:.+]] = stream.timepoint.await %[[C]]#1 => %[[C]]#0 : !stream.resource<external>{%[[SIZE]]}
// CHECK: util.return %[[W]]
util.func public @caller(%x: !stream.resource<external>, %n: index) -> !stream.resource<external> {
  %0 = util.call @callee(%x, %n) : (!stream.resource<external>, index) -> %x as !stream.resource<external>
  util.return %0 : !stream.resource<external>
}

// -----

// Branches hand timepoints on.

// CHECK-LABEL: @branches
// CHECK-SAME: (%[[T:.+]]: !stream.timepoint, %[[R:.+]]: !stream.resource<transient>, %[[N:.+]]: index, %[[C:.+]]: i1)
// CHECK: cf.cond_br %[[C]], ^bb1(%[[R]], %[[T]] : !stream.resource<transient>, !stream.timepoint), ^bb2(%[[N]] : index)
// CHECK: ^bb1(%[[A:.+]]: !stream.resource<transient>, %[[AT:.+]]: !stream.timepoint):
// CHECK: %[[W:.+]] = stream.timepoint.await %[[AT]] => %[[A]] : !stream.resource<transient>{%[[N]]}
// CHECK: util.return %[[W]]
util.func public @branches(%t: !stream.timepoint, %r: !stream.resource<transient>, %n: index, %c: i1) -> !stream.resource<transient> {
  %0 = stream.timepoint.await %t => %r : !stream.resource<transient>{%n}
  cf.cond_br %c, ^bb1(%0 : !stream.resource<transient>), ^bb2(%n : index)
^bb1(%a: !stream.resource<transient>):
  %1, %u = stream.timepoint.barrier %a : !stream.resource<transient>{%n} => !stream.timepoint
  util.return %a : !stream.resource<transient>
^bb2(%m: index):
  util.return %0 : !stream.resource<transient>
}

// -----

// Loops carry them, conditionals yield them.

// CHECK-LABEL: @loops
// CHECK: %[[F:.+]]:2 = scf.for {{.*}} iter_args(%[[S:.+]] = %{{.+}}, %[[ST:.+]] = %{{.+}}) -> (!stream.resource<transient>, !stream.timepoint)
// CHECK: %[[X:.+]], %[[XT:.+]] = stream.async.execute await(%[[ST]]) => with(%[[S]] as
// CHECK: scf.yield %[[X]], %[[XT]]
// CHECK: %[[L:.+]]:2 = scf.while (%[[A:.+]] = %[[F]]#0, %[[AT:.+]] = %[[F]]#1)
// CHECK: scf.condition(%{{.+}}) %[[A]], %[[AT]]
// CHECK: ^bb0(%[[B:.+]]: !stream.resource<transient>, %[[BT:.+]]: !stream.timepoint):
// CHECK: %[[I:.+]]:2 = scf.if
// CHECK: scf.yield %[[B]], %[[BT]]
// CHECK: scf.yield %[[I]]#0, %[[I]]#1
// CHECK: stream.timepoint.await %[[L]]#1 => %[[L]]#0
util.func public @loops(%r: !stream.resource<transient>, %n: index, %c: i1) -> !stream.resource<transient> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%s = %r) -> (!stream.resource<transient>) {
    %x, %t = stream.async.execute with(%s as %b: !stream.resource<transient>{%n}) -> !stream.resource<transient>{%n} {
      %0 = stream.async.clone %b : !stream.resource<transient>{%n} -> !stream.resource<transient>{%n}
      stream.yield %0 : !stream.resource<transient>{%n}
    } => !stream.timepoint
    %1 = stream.timepoint.await %t => %x : !stream.resource<transient>{%n}
    scf.yield %1 : !stream.resource<transient>
  }
  %w = scf.while (%s = %l) : (!stream.resource<transient>) -> !stream.resource<transient> {
    scf.condition(%c) %s : !stream.resource<transient>
  } do {
  ^bb0(%s: !stream.resource<transient>):
    %i = scf.if %c -> !stream.resource<transient> {
      scf.yield %s : !stream.resource<transient>
    } else {
      scf.yield %r : !stream.resource<transient>
    }
    scf.yield %i : !stream.resource<transient>
  }
  util.return %w : !stream.resource<transient>
}

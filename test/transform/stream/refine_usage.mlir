// RUN: tern-opt %s --split-input-file --iree-stream-refine-usage --cse | FileCheck %s

// What is exported is the caller's, what only dispatches see is transient.

// CHECK-LABEL: @main
// CHECK-SAME: (%[[A0:.+]]: !hal.buffer_view, %[[A1:.+]]: index) -> !hal.buffer_view
// CHECK: %[[V2:.+]] = stream.tensor.import %[[A0]] : !hal.buffer_view -> tensor<4xf32> in !stream.resource<external>{%[[A1]]}
// CHECK-NEXT: %[[V3:.+]] = stream.async.dispatch @e::@f(%[[V2]][%c0 to %[[A1]] for %[[A1]]]) : (!stream.resource<external>{%[[A1]]}) -> !stream.resource<transient>{%[[A1]]}
// CHECK-NEXT: %[[V4:.+]] = stream.async.dispatch @e::@f(%[[V3]][%c0 to %[[A1]] for %[[A1]]]) : (!stream.resource<transient>{%[[A1]]}) -> !stream.resource<external>{%[[A1]]}
// CHECK-NEXT: %[[V5:.+]] = stream.tensor.export %[[V4]] : tensor<4xf32> in !stream.resource<external>{%[[A1]]} -> !hal.buffer_view
// CHECK-NEXT: util.return %[[V5]] : !hal.buffer_view
util.func public @main(%v: !hal.buffer_view, %n: index) -> !hal.buffer_view {
  %c0 = arith.constant 0 : index
  %0 = stream.tensor.import %v : !hal.buffer_view -> tensor<4xf32> in !stream.resource<external>{%n}
  %1 = stream.async.cast %0 : !stream.resource<external>{%n} -> !stream.resource<*>{%n}
  %2 = stream.async.dispatch @e::@f(%1[%c0 to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
  %3 = stream.async.dispatch @e::@f(%2[%c0 to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
  %4 = stream.async.cast %3 : !stream.resource<*>{%n} -> !stream.resource<external>{%n}
  %5 = stream.tensor.export %4 : tensor<4xf32> in !stream.resource<external>{%n} -> !hal.buffer_view
  util.return %5 : !hal.buffer_view
}
stream.executable private @e {
  stream.executable.export public @f
}

// -----

// Globals hold constants and variables.

// CHECK: util.global private @constant : !stream.resource<constant>
// CHECK-NEXT: util.global private mutable @variable : !stream.resource<variable>
// CHECK-LABEL: @globals
// CHECK-SAME: (%[[A0:.+]]: index) -> index
// CHECK: %[[V1:.+]] = util.global.load immutable @constant : !stream.resource<constant>
// CHECK-NEXT: %[[V2:.+]] = stream.async.dispatch @e::@f(%[[V1]][%c0 to %[[A0]] for %[[A0]]]) : (!stream.resource<constant>{%[[A0]]}) -> !stream.resource<variable>{%[[A0]]}
// CHECK-NEXT: util.global.store %[[V2]], @variable : !stream.resource<variable>
// CHECK-NEXT: util.return %[[A0]] : index
util.global private @constant : !stream.resource<constant>
util.global private mutable @variable : !stream.resource<variable>
util.func public @globals(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = util.global.load immutable @constant : !stream.resource<constant>
  %1 = stream.async.transfer %0 : !stream.resource<constant>{%n} -> !stream.resource<*>{%n}
  %2 = stream.async.dispatch @e::@f(%1[%c0 to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
  %3 = stream.async.transfer %2 : !stream.resource<*>{%n} -> !stream.resource<variable>{%n}
  util.global.store %3, @variable : !stream.resource<variable>
  util.return %n : index
}
stream.executable private @e {
  stream.executable.export public @f
}

// -----

// The host reads what is staged.

// CHECK-LABEL: @load
// CHECK-SAME: (%[[A0:.+]]: index, %[[A1:.+]]: i32) -> i32
// CHECK: %[[V2:.+]] = stream.async.splat %[[A1]] : i32 -> !stream.resource<transient>{%[[A0]]}
// CHECK-NEXT: %[[V3:.+]] = stream.async.transfer %[[V2]] : !stream.resource<transient>{%[[A0]]} -> !stream.resource<staging>{%[[A0]]}
// CHECK-NEXT: %[[V4:.+]] = stream.async.load %[[V3]][%c0] : !stream.resource<staging>{%[[A0]]} -> i32
// CHECK-NEXT: util.return %[[V4]] : i32
util.func public @load(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %0 = stream.async.splat %x : i32 -> !stream.resource<*>{%n}
  %1 = stream.async.transfer %0 : !stream.resource<*>{%n} -> !stream.resource<staging>{%n}
  %2 = stream.async.load %1[%c0] : !stream.resource<staging>{%n} -> i32
  util.return %2 : i32
}

// -----

// Through calls, conditionals and loops.

// CHECK-LABEL: @callee
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<transient>, %[[A1:.+]]: index) -> !stream.resource<external>
// CHECK: %[[V2:.+]] = stream.async.dispatch @e::@f(%[[A0]][%c0 to %[[A1]] for %[[A1]]]) : (!stream.resource<transient>{%[[A1]]}) -> !stream.resource<external>{%[[A1]]}
// CHECK-NEXT: util.return %[[V2]] : !stream.resource<external>
// CHECK-LABEL: @caller
// CHECK-SAME: (%[[A0:.+]]: index, %[[A1:.+]]: i32, %[[A2:.+]]: i1) -> !hal.buffer_view
// CHECK: %[[V3:.+]] = stream.async.splat %[[A1]] : i32 -> !stream.resource<transient>{%[[A0]]}
// CHECK-NEXT: %[[V4:.+]] = scf.if %[[A2]] -> (!stream.resource<external>) {
// CHECK-NEXT: %[[V5:.+]] = util.call @callee(%[[V3]], %[[A0]]) : (!stream.resource<transient>, index) -> !stream.resource<external>
// CHECK-NEXT: scf.yield %[[V5]] : !stream.resource<external>
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[V5]] = stream.async.splat %[[A1]] : i32 -> !stream.resource<external>{%[[A0]]}
// CHECK-NEXT: scf.yield %[[V5]] : !stream.resource<external>
// CHECK: %[[V6:.+]] = scf.for %[[A3:.+]] = %c0 to %[[A0]] step %c1 iter_args(%[[A4:.+]] = %[[V4]]) -> (!stream.resource<external>) {
// CHECK-NEXT: %[[V5]] = stream.async.fill %[[A1]], %[[A4]][%c0 to %c1 for %c1] : i32 -> %[[A4]] as !stream.resource<external>{%[[A0]]}
// CHECK-NEXT: scf.yield %[[V5]] : !stream.resource<external>
// CHECK: %[[V9:.+]] = stream.tensor.export %[[V6]] : tensor<4xf32> in !stream.resource<external>{%[[A0]]} -> !hal.buffer_view
// CHECK-NEXT: util.return %[[V9]] : !hal.buffer_view
util.func private @callee(%x: !stream.resource<*>, %n: index) -> !stream.resource<*> {
  %c0 = arith.constant 0 : index
  %0 = stream.async.dispatch @e::@f(%x[%c0 to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
  util.return %0 : !stream.resource<*>
}
util.func public @caller(%n: index, %x: i32, %b: i1) -> !hal.buffer_view {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = stream.async.splat %x : i32 -> !stream.resource<*>{%n}
  %1 = scf.if %b -> !stream.resource<*> {
    %2 = util.call @callee(%0, %n) : (!stream.resource<*>, index) -> !stream.resource<*>
    scf.yield %2 : !stream.resource<*>
  } else {
    %3 = stream.async.splat %x : i32 -> !stream.resource<*>{%n}
    scf.yield %3 : !stream.resource<*>
  }
  %4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %1) -> !stream.resource<*> {
    %5 = stream.async.fill %x, %a[%c0 to %c1 for %c1] : i32 -> %a as !stream.resource<*>{%n}
    scf.yield %5 : !stream.resource<*>
  }
  %6 = stream.async.cast %4 : !stream.resource<*>{%n} -> !stream.resource<external>{%n}
  %7 = stream.tensor.export %6 : tensor<4xf32> in !stream.resource<external>{%n} -> !hal.buffer_view
  util.return %7 : !hal.buffer_view
}
stream.executable private @e {
  stream.executable.export public @f
}

// -----

// An argument that is passed on is not made here: what the caller of the program gave is copied.

// CHECK-LABEL: @returned
// CHECK-SAME: (%[[A0:.+]]: !hal.buffer_view, %[[A1:.+]]: index)
// CHECK: %[[V2:.+]] = stream.tensor.import %[[A0]] : !hal.buffer_view -> tensor<4xf32> in !stream.resource<external>{%[[A1]]}
// CHECK-NEXT: %[[V3:.+]] = stream.async.transfer %[[V2]] : !stream.resource<external>{%[[A1]]} -> !stream.resource<variable>{%[[A1]]}
// CHECK-NEXT: util.global.store %[[V3]], @variable : !stream.resource<variable>
// CHECK-NEXT: util.return
// CHECK: util.global private mutable @variable : !stream.resource<variable>
util.func public @returned(%v: !hal.buffer_view, %n: index) {
  %0 = stream.tensor.import %v : !hal.buffer_view -> tensor<4xf32> in !stream.resource<external>{%n}
  %1 = stream.async.transfer %0 : !stream.resource<external>{%n} -> !stream.resource<*>{%n}
  %2 = stream.async.transfer %1 : !stream.resource<*>{%n} -> !stream.resource<variable>{%n}
  util.global.store %2, @variable : !stream.resource<variable>
  util.return
}
util.global private mutable @variable : !stream.resource<variable>

// -----

// Other places are copies whatever the lifetimes.

// CHECK-LABEL: @places
// CHECK-SAME: (%[[A0:.+]]: index, %[[A1:.+]]: i32) -> !hal.buffer_view
// CHECK: %[[V2:.+]] = stream.async.splat on(#hal.device.affinity<@a>) %[[A1]] : i32 -> !stream.resource<external>{%[[A0]]}
// CHECK-NEXT: %[[V3:.+]] = stream.async.transfer %[[V2]] : !stream.resource<external>{%[[A0]]} from(#hal.device.affinity<@a>) -> to(#hal.device.affinity<@b>) !stream.resource<external>{%[[A0]]}
// CHECK-NEXT: %[[V4:.+]] = stream.tensor.export %[[V3]] : tensor<4xf32> in !stream.resource<external>{%[[A0]]} -> !hal.buffer_view
// CHECK-NEXT: util.return %[[V4]] : !hal.buffer_view
// CHECK: util.global private @a : !hal.device
// CHECK-NEXT: util.global private @b : !hal.device
util.func public @places(%n: index, %x: i32) -> !hal.buffer_view {
  %0 = stream.async.splat on(#hal.device.affinity<@a>) %x : i32 -> !stream.resource<*>{%n}
  %1 = stream.async.transfer %0 : !stream.resource<*>{%n} from(#hal.device.affinity<@a>) -> to(#hal.device.affinity<@b>) !stream.resource<*>{%n}
  %2 = stream.async.cast %1 : !stream.resource<*>{%n} -> !stream.resource<external>{%n}
  %3 = stream.tensor.export %2 : tensor<4xf32> in !stream.resource<external>{%n} -> !hal.buffer_view
  util.return %3 : !hal.buffer_view
}
util.global private @a : !hal.device
util.global private @b : !hal.device

// -----

// Declarations of functions of other modules take what callers have.

// CHECK-LABEL: @external
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<external>) -> !stream.resource<external>
// CHECK-LABEL: @calls_external
// CHECK-SAME: (%[[A0:.+]]: index, %[[A1:.+]]: i32) -> index
// CHECK: %[[V2:.+]] = stream.async.splat %[[A1]] : i32 -> !stream.resource<external>{%[[A0]]}
// CHECK-NEXT: %[[V3:.+]] = util.call @external(%[[V2]]) : (!stream.resource<external>) -> !stream.resource<external>
// CHECK-NEXT: %[[V4:.+]] = stream.resource.size %[[V3]] : !stream.resource<external>
// CHECK-NEXT: util.return %[[V4]] : index
util.func private @external(%x: !stream.resource<*>) -> !stream.resource<*>
util.func public @calls_external(%n: index, %x: i32) -> index {
  %0 = stream.async.splat %x : i32 -> !stream.resource<*>{%n}
  %1 = util.call @external(%0) : (!stream.resource<*>) -> !stream.resource<*>
  %2 = stream.resource.size %1 : !stream.resource<*>
  util.return %2 : index
}

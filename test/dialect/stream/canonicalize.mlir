// RUN: tern-opt %s --split-input-file --canonicalize --cse | FileCheck %s

// Sizes that ops state.

// CHECK-LABEL: @sizes
// CHECK-SAME: (%[[A0:.+]]: index, %[[A1:.+]]: index, %[[A2:.+]]: i32, %[[A3:.+]]: !stream.resource<*>) -> (index, index, index)
// CHECK: %[[V4:.+]] = stream.resource.size %[[A3]] : !stream.resource<*>
// CHECK-NEXT: util.return %[[A0]], %[[A1]], %[[V4]] : index, index, index
util.func private @sizes(%n: index, %m: index, %x: i32, %r: !stream.resource<*>) -> (index, index, index) {
  %0 = stream.async.splat %x : i32 -> !stream.resource<*>{%n}
  %1 = stream.resource.size %0 : !stream.resource<*>
  %2:2 = stream.async.dispatch @e::@f() : () -> (!stream.resource<*>{%n}, !stream.resource<*>{%m})
  %3 = stream.resource.size %2#1 : !stream.resource<*>
  %4 = stream.resource.size %r : !stream.resource<*>
  util.return %1, %3, %4 : index, index, index
}
stream.executable private @e {
  stream.executable.export public @f
}

// -----

// Joins of joins, without what is reached already.

// CHECK-LABEL: @joins
// CHECK-SAME: (%[[A0:.+]]: !stream.timepoint, %[[A1:.+]]: !stream.timepoint, %[[A2:.+]]: !stream.timepoint) -> (!stream.timepoint, !stream.timepoint, !stream.timepoint)
// CHECK: %[[V3:.+]] = stream.timepoint.immediate => !stream.timepoint
// CHECK-NEXT: %[[V4:.+]] = stream.timepoint.join max(%[[A0]], %[[A1]], %[[A2]]) => !stream.timepoint
// CHECK-NEXT: util.return %[[V4]], %[[A0]], %[[V3]] : !stream.timepoint, !stream.timepoint, !stream.timepoint
util.func private @joins(%a: !stream.timepoint, %b: !stream.timepoint, %c: !stream.timepoint) -> (!stream.timepoint, !stream.timepoint, !stream.timepoint) {
  %now = stream.timepoint.immediate => !stream.timepoint
  %0 = stream.timepoint.join max(%a, %b) => !stream.timepoint
  %1 = stream.timepoint.join max(%0, %c, %now, %a) => !stream.timepoint
  %2 = stream.timepoint.join max(%a, %now, %a) => !stream.timepoint
  %3 = stream.timepoint.join max(%now, %now) => !stream.timepoint
  util.return %1, %2, %3 : !stream.timepoint, !stream.timepoint, !stream.timepoint
}

// -----

// CHECK-LABEL: @awaits
// CHECK-SAME: (%[[A0:.+]]: !stream.timepoint, %[[A1:.+]]: !stream.resource<transient>, %[[A2:.+]]: !stream.resource<transient>, %[[A3:.+]]: index, %[[A4:.+]]: index) -> (!stream.resource<transient>, !stream.resource<transient>)
// CHECK: %[[V5:.+]] = stream.timepoint.await %[[A0]] => %[[A2]] : !stream.resource<transient>{%[[A4]]}
// CHECK-NEXT: util.return %[[A1]], %[[V5]] : !stream.resource<transient>, !stream.resource<transient>
util.func private @awaits(%t: !stream.timepoint, %x: !stream.resource<transient>, %y: !stream.resource<transient>, %n: index, %m: index) -> (!stream.resource<transient>, !stream.resource<transient>) {
  %now = stream.timepoint.immediate => !stream.timepoint
  %0 = stream.timepoint.await %now => %x : !stream.resource<transient>{%n}
  %1:2 = stream.timepoint.await %t => %x, %y : !stream.resource<transient>{%n}, !stream.resource<transient>{%m}
  util.return %0, %1#1 : !stream.resource<transient>, !stream.resource<transient>
}

// -----

// What is awaited already is there at that timepoint.

// CHECK-LABEL: @barrier
// CHECK-SAME: (%[[A0:.+]]: !stream.timepoint, %[[A1:.+]]: !stream.resource<transient>, %[[A2:.+]]: index) -> (!stream.resource<transient>, !stream.timepoint)
// CHECK: util.return %[[A1]], %[[A0]] : !stream.resource<transient>, !stream.timepoint
util.func private @barrier(%t: !stream.timepoint, %x: !stream.resource<transient>, %n: index) -> (!stream.resource<transient>, !stream.timepoint) {
  %0 = stream.timepoint.await %t => %x : !stream.resource<transient>{%n}
  %1, %2 = stream.timepoint.barrier %0 : !stream.resource<transient>{%n} => !stream.timepoint
  util.return %1, %2 : !stream.resource<transient>, !stream.timepoint
}

// -----

// CHECK-LABEL: @subviews
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<transient>, %[[A1:.+]]: index, %[[A2:.+]]: index, %[[A3:.+]]: index, %[[A4:.+]]: index) -> (!stream.resource<transient>, !stream.resource<transient>)
// CHECK: %[[V5:.+]] = arith.addi %[[A3]], %[[A4]] : index
// CHECK-NEXT: %[[V6:.+]] = stream.resource.subview %[[A0]][%[[V5]]] : !stream.resource<transient>{%[[A1]]} -> !stream.resource<transient>{%[[A2]]}
// CHECK-NEXT: util.return %[[A0]], %[[V6]] : !stream.resource<transient>, !stream.resource<transient>
util.func private @subviews(%x: !stream.resource<transient>, %n: index, %m: index, %i: index, %j: index) -> (!stream.resource<transient>, !stream.resource<transient>) {
  %c0 = arith.constant 0 : index
  %0 = stream.resource.subview %x[%c0] : !stream.resource<transient>{%n} -> !stream.resource<transient>{%n}
  %1 = stream.resource.subview %x[%i] : !stream.resource<transient>{%n} -> !stream.resource<transient>{%m}
  %2 = stream.resource.subview %1[%j] : !stream.resource<transient>{%m} -> !stream.resource<transient>{%m}
  util.return %0, %2 : !stream.resource<transient>, !stream.resource<transient>
}

// -----

// All of a value, and what is written over all of a value, is the value, if it is only read. The caller's memory is
// written whatever was in it.

// CHECK-LABEL: @whole
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<*>, %[[A1:.+]]: !stream.resource<*>, %[[A2:.+]]: !stream.resource<external>, %[[A3:.+]]: index) -> (!stream.resource<*>, !stream.resource<external>)
// CHECK: %[[V4:.+]] = stream.async.dispatch @e::@f(%[[A0]][%c0 to %[[A3]] for %[[A3]]], %[[A0]][%c0 to %[[A3]] for %[[A3]]]) : (!stream.resource<*>{%[[A3]]}, !stream.resource<*>{%[[A3]]}) -> !stream.resource<*>{%[[A3]]}
// CHECK-NEXT: %[[V5:.+]] = stream.async.update %[[A2]], %[[A2]][%c0 to %[[A3]]] : !stream.resource<external>{%[[A3]]} -> %[[A2]] as !stream.resource<external>{%[[A3]]}
// CHECK-NEXT: util.return %[[V4]], %[[V5]] : !stream.resource<*>, !stream.resource<external>
// CHECK-LABEL: @whole_and_written
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<*>, %[[A1:.+]]: index, %[[A2:.+]]: i32) -> (!stream.resource<*>, !stream.resource<*>)
// CHECK: %[[V3:.+]] = stream.async.slice %[[A0]][%c0 to %[[A1]]] : !stream.resource<*>{%[[A1]]} -> !stream.resource<*>{%[[A1]]}
// CHECK-NEXT: %[[V4:.+]] = stream.async.fill %[[A2]], %[[V3]][%c0 to %[[A1]] for %[[A1]]] : i32 -> %[[V3]] as !stream.resource<*>{%[[A1]]}
// CHECK-NEXT: util.return %[[A0]], %[[V4]] : !stream.resource<*>, !stream.resource<*>
util.func private @whole(%x: !stream.resource<*>, %y: !stream.resource<*>, %z: !stream.resource<external>, %n: index) -> (!stream.resource<*>, !stream.resource<external>) {
  %c0 = arith.constant 0 : index
  %0 = stream.async.slice %x[%c0 to %n] : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
  %1 = stream.async.update %x, %y[%c0 to %n] : !stream.resource<*>{%n} -> %y as !stream.resource<*>{%n}
  %2 = stream.async.dispatch @e::@f(%0[%c0 to %n for %n], %1[%c0 to %n for %n]) : (!stream.resource<*>{%n}, !stream.resource<*>{%n}) -> !stream.resource<*>{%n}
  %3 = stream.async.update %z, %z[%c0 to %n] : !stream.resource<external>{%n} -> %z as !stream.resource<external>{%n}
  util.return %2, %3 : !stream.resource<*>, !stream.resource<external>
}
util.func private @whole_and_written(%x: !stream.resource<*>, %n: index, %v: i32) -> (!stream.resource<*>, !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %0 = stream.async.slice %x[%c0 to %n] : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
  %1 = stream.async.fill %v, %0[%c0 to %n for %n] : i32 -> %0 as !stream.resource<*>{%n}
  util.return %x, %1 : !stream.resource<*>, !stream.resource<*>
}
stream.executable private @e {
  stream.executable.export public @f
}

// -----

// CHECK-LABEL: @update_with_splat
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<*>, %[[A1:.+]]: index, %[[A2:.+]]: index, %[[A3:.+]]: index, %[[A4:.+]]: index, %[[A5:.+]]: i32) -> !stream.resource<*>
// CHECK: %[[V6:.+]] = stream.async.fill %[[A5]], %[[A0]][%[[A2]] to %[[A3]] for %[[A4]]] : i32 -> %[[A0]] as !stream.resource<*>{%[[A1]]}
// CHECK-NEXT: util.return %[[V6]] : !stream.resource<*>
util.func private @update_with_splat(%x: !stream.resource<*>, %n: index, %a: index, %b: index, %l: index, %v: i32) -> !stream.resource<*> {
  %0 = stream.async.splat %v : i32 -> !stream.resource<*>{%l}
  %1 = stream.async.update %0, %x[%a to %b] : !stream.resource<*>{%l} -> %x as !stream.resource<*>{%n}
  util.return %1 : !stream.resource<*>
}

// -----

// CHECK-LABEL: @transfers
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<*>, %[[A1:.+]]: index, %[[A2:.+]]: i32) -> (!stream.resource<*>, !stream.resource<transient>, !stream.resource<staging>, !stream.resource<*>)
// CHECK: %[[V3:.+]] = stream.async.splat %[[A2]] : i32 -> !stream.resource<*>{%[[A1]]}
// CHECK-NEXT: %[[V4:.+]] = stream.async.transfer %[[V3]] : !stream.resource<*>{%[[A1]]} -> !stream.resource<staging>{%[[A1]]}
// CHECK-NEXT: %[[V5:.+]] = stream.async.dispatch @e::@f(%[[A0]][%c0 to %[[A1]] for %[[A1]]]) : (!stream.resource<*>{%[[A1]]}) -> !stream.resource<*>{%[[A1]]}
// CHECK-NEXT: %[[V6:.+]] = stream.async.splat %[[A2]] : i32 -> !stream.resource<transient>{%[[A1]]}
// CHECK-NEXT: util.return %[[A0]], %[[V6]], %[[V4]], %[[V5]] : !stream.resource<*>, !stream.resource<transient>, !stream.resource<staging>, !stream.resource<*>
util.func private @transfers(%x: !stream.resource<*>, %n: index, %v: i32) -> (!stream.resource<*>, !stream.resource<transient>, !stream.resource<staging>, !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %0 = stream.async.transfer %x : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
  %1 = stream.async.splat %v : i32 -> !stream.resource<*>{%n}
  %2 = stream.async.transfer %1 : !stream.resource<*>{%n} -> !stream.resource<transient>{%n}
  %3 = stream.async.transfer %1 : !stream.resource<*>{%n} -> !stream.resource<staging>{%n}
  %4 = stream.async.transfer %x : !stream.resource<*>{%n} -> !stream.resource<staging>{%n}
  %5 = stream.async.transfer %4 : !stream.resource<staging>{%n} -> !stream.resource<*>{%n}
  %6 = stream.async.dispatch @e::@f(%5[%c0 to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
  util.return %0, %2, %3, %6 : !stream.resource<*>, !stream.resource<transient>, !stream.resource<staging>, !stream.resource<*>
}
stream.executable private @e {
  stream.executable.export public @f
}

// -----

// Memory is made where it is first used.

// CHECK-LABEL: @check
// CHECK-SAME: (%[[A0:.+]]: index)
// CHECK-LABEL: @sinks
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<*>, %[[A1:.+]]: index, %[[A2:.+]]: i32) -> !stream.resource<*>
// CHECK: util.call @check(%[[A1]]) : (index) -> ()
// CHECK-NEXT: %[[V3:.+]] = stream.async.alloca : !stream.resource<*>{%[[A1]]}
// CHECK-NEXT: %[[V4:.+]] = stream.async.splat %[[A2]] : i32 -> !stream.resource<*>{%[[A1]]}
// CHECK-NEXT: %[[V5:.+]] = stream.async.dispatch @e::@f(%[[A0]][%c0 to %[[A1]] for %[[A1]]], %[[V3]][%c0 to %[[A1]] for %[[A1]]], %[[V4]][%c0 to %[[A1]] for %[[A1]]]) : (!stream.resource<*>{%[[A1]]}, !stream.resource<*>{%[[A1]]}, !stream.resource<*>{%[[A1]]}) -> !stream.resource<*>{%[[A1]]}
// CHECK-NEXT: util.return %[[V5]] : !stream.resource<*>
util.func private @check(%n: index)
util.func private @sinks(%x: !stream.resource<*>, %n: index, %v: i32) -> !stream.resource<*> {
  %c0 = arith.constant 0 : index
  %0 = stream.async.alloca : !stream.resource<*>{%n}
  %1 = stream.async.splat %v : i32 -> !stream.resource<*>{%n}
  util.call @check(%n) : (index) -> ()
  %2 = stream.async.dispatch @e::@f(%x[%c0 to %n for %n], %0[%c0 to %n for %n], %1[%c0 to %n for %n]) : (!stream.resource<*>{%n}, !stream.resource<*>{%n}, !stream.resource<*>{%n}) -> !stream.resource<*>{%n}
  util.return %2 : !stream.resource<*>
}
stream.executable private @e {
  stream.executable.export public @f
}

// -----

// CHECK-LABEL: @round_trips
// CHECK-SAME: (%[[A0:.+]]: !hal.buffer_view, %[[A1:.+]]: !stream.resource<external>, %[[A2:.+]]: index) -> (!hal.buffer_view, !stream.resource<external>, !stream.resource<external>)
// CHECK: %[[V3:.+]] = stream.tensor.export %[[A1]] : tensor<4xf32> in !stream.resource<external>{%[[A2]]} -> !hal.buffer_view
// CHECK-NEXT: %[[V4:.+]] = stream.tensor.import %[[V3]] : !hal.buffer_view -> tensor<4xi32> in !stream.resource<external>{%[[A2]]}
// CHECK-NEXT: util.return %[[A0]], %[[A1]], %[[V4]] : !hal.buffer_view, !stream.resource<external>, !stream.resource<external>
util.func private @round_trips(%v: !hal.buffer_view, %x: !stream.resource<external>, %n: index) -> (!hal.buffer_view, !stream.resource<external>, !stream.resource<external>) {
  %0 = stream.tensor.import %v : !hal.buffer_view -> tensor<4xf32> in !stream.resource<external>{%n}
  %1 = stream.tensor.export %0 : tensor<4xf32> in !stream.resource<external>{%n} -> !hal.buffer_view
  %2 = stream.tensor.export %x : tensor<4xf32> in !stream.resource<external>{%n} -> !hal.buffer_view
  %3 = stream.tensor.import %2 : !hal.buffer_view -> tensor<4xf32> in !stream.resource<external>{%n}
  %4 = stream.tensor.import %2 : !hal.buffer_view -> tensor<4xi32> in !stream.resource<external>{%n}
  util.return %1, %3, %4 : !hal.buffer_view, !stream.resource<external>, !stream.resource<external>
}

// CHECK-LABEL: @consumed(
// CHECK-SAME: %[[V:[a-z0-9]+]]: !hal.buffer_view
// CHECK-NEXT: %[[R:.+]] = stream.tensor.import consume %[[V]]
// CHECK-NEXT: %[[E:.+]] = stream.tensor.export %[[R]]
// CHECK-NEXT: util.return %[[E]]
util.func public @consumed(%v: !hal.buffer_view, %n: index) -> !hal.buffer_view {
  %0 = stream.tensor.import consume %v : !hal.buffer_view -> tensor<4xf32> in !stream.resource<external>{%n}
  %1 = stream.tensor.export %0 : tensor<4xf32> in !stream.resource<external>{%n} -> !hal.buffer_view
  util.return %1 : !hal.buffer_view
}

// -----

// Memory that was given away may be written.

// CHECK-LABEL: @given_away
// CHECK: %[[I:.+]] = stream.tensor.import consume
// CHECK: stream.tensor.export %[[I]]
util.func private @given_away(%v: !hal.buffer_view, %n: index) -> !hal.buffer_view {
  %0 = stream.tensor.import consume %v : !hal.buffer_view -> tensor<4xf32> in !stream.resource<external>{%n}
  %1 = stream.tensor.export %0 : tensor<4xf32> in !stream.resource<external>{%n} -> !hal.buffer_view
  util.return %1 : !hal.buffer_view
}

// -----

// Regions without commands.

// CHECK-LABEL: @commands
// CHECK-SAME: (%[[A0:.+]]: !stream.timepoint, %[[A1:.+]]: !stream.resource<transient>, %[[A2:.+]]: index) -> (!stream.timepoint, !stream.timepoint)
// CHECK: %[[V3:.+]] = stream.timepoint.immediate => !stream.timepoint
// CHECK-NEXT: util.return %[[A0]], %[[V3]] : !stream.timepoint, !stream.timepoint
util.func private @commands(%t: !stream.timepoint, %x: !stream.resource<transient>, %n: index) -> (!stream.timepoint, !stream.timepoint) {
  %0 = stream.cmd.execute await(%t) => with(%x as %a: !stream.resource<transient>{%n}) {
    stream.cmd.concurrent {
      stream.cmd.serial {
      }
    }
  } => !stream.timepoint
  %1 = stream.cmd.execute with() {
  } => !stream.timepoint
  util.return %0, %1 : !stream.timepoint, !stream.timepoint
}

// RUN: tern-opt %s --split-input-file --iree-stream-emplace-allocations --cse | FileCheck %s

// The dispatch writes its result where the update would copy it to; what that needs moves in front of it.

// CHECK-LABEL: @place
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<*>, %[[A1:.+]]: index, %[[A2:.+]]: i32) -> !stream.resource<*>
// CHECK: %[[V3:.+]] = arith.muli %[[A1]], %c512 : index
// CHECK-NEXT: %[[V4:.+]] = stream.async.splat %[[A2]] : i32 -> !stream.resource<*>{%[[V3]]}
// CHECK-NEXT: %[[V5:.+]] = stream.async.dispatch @e::@f(%[[A0]][%c0 to %[[A1]] for %[[A1]]], %[[V4]][%c256 to %c512 for %c256]) : (!stream.resource<*>{%[[A1]]}, !stream.resource<*>{%[[V3]]}) -> %[[V4]]{%[[V3]]}
// CHECK-NEXT: util.return %[[V5]] : !stream.resource<*>
util.func private @place(%x: !stream.resource<*>, %n: index, %v: i32) -> !stream.resource<*> {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  %0 = stream.async.dispatch @e::@f(%x[%c0 to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%c256}
  %m = arith.muli %n, %c512 : index
  %t = stream.async.splat %v : i32 -> !stream.resource<*>{%m}
  %1 = stream.async.update %0, %t[%c256 to %c512] : !stream.resource<*>{%c256} -> %t as !stream.resource<*>{%m}
  util.return %1 : !stream.resource<*>
}
stream.executable private @e {
  stream.executable.export public @f
}

// -----

// Other ties stay.

// CHECK-LABEL: @tied
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<*>, %[[A1:.+]]: !stream.resource<*>, %[[A2:.+]]: index, %[[A3:.+]]: i32) -> (!stream.resource<*>, !stream.resource<*>)
// CHECK: %[[V4:.+]]:2 = stream.async.dispatch @e::@f[%[[A2]]](%[[A3]], %[[A0]][%c0 to %[[A2]] for %[[A2]]], %[[A1]][%c64 to %c128 for %c64]) : (i32, !stream.resource<*>{%[[A2]]}, !stream.resource<*>{%[[A2]]}) -> (%[[A0]]{%[[A2]]}, %[[A1]]{%[[A2]]})
// CHECK-NEXT: util.return %[[V4]]#0, %[[V4]]#1 : !stream.resource<*>, !stream.resource<*>
util.func private @tied(%x: !stream.resource<*>, %t: !stream.resource<*>, %n: index, %s: i32) -> (!stream.resource<*>, !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %0:2 = stream.async.dispatch @e::@f[%n](%s, %x[%c0 to %n for %n]) : (i32, !stream.resource<*>{%n}) -> (%x{%n}, !stream.resource<*>{%c64})
  %1 = stream.async.update %0#1, %t[%c64 to %c128] : !stream.resource<*>{%c64} -> %t as !stream.resource<*>{%n}
  util.return %0#0, %1 : !stream.resource<*>, !stream.resource<*>
}
stream.executable private @e {
  stream.executable.export public @f
}

// -----

// Not where a binding cannot start, where the target has other uses, or the result.

// CHECK-LABEL: @stays
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<*>, %[[A1:.+]]: !stream.resource<*>, %[[A2:.+]]: !stream.resource<*>, %[[A3:.+]]: index) -> (!stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>)
// CHECK: %[[V4:.+]] = stream.async.dispatch @e::@f() : () -> !stream.resource<*>{%c64}
// CHECK-NEXT: %[[V5:.+]] = stream.async.update %[[V4]], %[[A0]][%c4 to %c68] : !stream.resource<*>{%c64} -> %[[A0]] as !stream.resource<*>{%[[A3]]}
// CHECK-NEXT: %[[V6:.+]] = stream.async.dispatch @e::@f() : () -> !stream.resource<*>{%c64}
// CHECK-NEXT: %[[V7:.+]] = stream.async.update %[[V6]], %[[A1]][%c0 to %c64] : !stream.resource<*>{%c64} -> %[[A1]] as !stream.resource<*>{%[[A3]]}
// CHECK-NEXT: %[[V8:.+]] = stream.async.dispatch @e::@f() : () -> !stream.resource<*>{%c64}
// CHECK-NEXT: %[[V9:.+]] = stream.async.update %[[V8]], %[[A2]][%c0 to %c64] : !stream.resource<*>{%c64} -> %[[A2]] as !stream.resource<*>{%[[A3]]}
// CHECK-NEXT: util.return %[[V5]], %[[V7]], %[[A1]], %[[V9]], %[[V8]] : !stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>
util.func private @stays(%t: !stream.resource<*>, %u: !stream.resource<*>, %w: !stream.resource<*>, %n: index) -> (!stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c68 = arith.constant 68 : index
  %0 = stream.async.dispatch @e::@f() : () -> !stream.resource<*>{%c64}
  %1 = stream.async.update %0, %t[%c4 to %c68] : !stream.resource<*>{%c64} -> %t as !stream.resource<*>{%n}
  %2 = stream.async.dispatch @e::@f() : () -> !stream.resource<*>{%c64}
  %3 = stream.async.update %2, %u[%c0 to %c64] : !stream.resource<*>{%c64} -> %u as !stream.resource<*>{%n}
  %4 = stream.async.dispatch @e::@f() : () -> !stream.resource<*>{%c64}
  %5 = stream.async.update %4, %w[%c0 to %c64] : !stream.resource<*>{%c64} -> %w as !stream.resource<*>{%n}
  util.return %1, %3, %u, %5, %4 : !stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>
}
stream.executable private @e {
  stream.executable.export public @f
}

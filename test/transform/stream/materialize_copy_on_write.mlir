// RUN: tern-opt %s --split-input-file --iree-stream-materialize-copy-on-write | FileCheck %s

// What others still see is copied before it is written.

// CHECK-LABEL: @shared
// CHECK-SAME: (%[[X:.+]]: !stream.resource<*>, %[[N:.+]]: index
// CHECK: %[[C:.+]] = stream.async.clone %[[X]] : !stream.resource<*>{%[[N]]} -> !stream.resource<*>{%[[N]]}
// CHECK-NEXT: stream.async.fill %{{.+}}, %[[C]][%{{.+}} to %[[N]] for %[[N]]] : i32 -> %[[C]] as !stream.resource<*>{%[[N]]}
util.func private @shared(%x: !stream.resource<*>, %n: index, %v: i32) -> (!stream.resource<*>, !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %0 = stream.async.fill %v, %x[%c0 to %n for %n] : i32 -> %x as !stream.resource<*>{%n}
  util.return %x, %0 : !stream.resource<*>, !stream.resource<*>
}

// -----

// New memory with one use needs no copy; the versions that follow do not either.

// CHECK-LABEL: @fresh
// CHECK-NOT: stream.async.clone
// CHECK: %[[S:.+]] = stream.async.splat
// CHECK-NEXT: stream.async.fill %{{.+}}, %[[S]]
// CHECK: util.return
util.func private @fresh(%n: index, %v: i32, %w: i32) -> !stream.resource<*> {
  %c0 = arith.constant 0 : index
  %0 = stream.async.splat %v : i32 -> !stream.resource<*>{%n}
  %1 = stream.async.fill %w, %0[%c0 to %n for %n] : i32 -> %0 as !stream.resource<*>{%n}
  util.return %1 : !stream.resource<*>
}

// -----

// The operand of a dispatch that a result is tied to; operands that are only read are not copied.

// CHECK-LABEL: @dispatch
// CHECK-SAME: (%[[X:.+]]: !stream.resource<*>, %[[N:.+]]: index, %[[Y:.+]]: !stream.resource<*>, %[[M:.+]]: index
// CHECK: %[[C:.+]] = stream.async.clone on(#[[A:.+]]) %[[Y]] : !stream.resource<*>{%[[M]]} -> !stream.resource<*>{%[[M]]}
// CHECK-NEXT: stream.async.dispatch on(#[[A]]) @e::@f(%[[X]][{{.+}}], %[[C]][{{.+}}]) : (!stream.resource<*>{%[[N]]}, !stream.resource<*>{%[[M]]}) -> %[[C]]{%[[M]]}
util.func private @dispatch(%x: !stream.resource<*>, %n: index, %y: !stream.resource<*>, %m: index) -> (!stream.resource<*>, !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %0 = stream.async.dispatch on(#hal.device.affinity<@device>) @e::@f(%x[%c0 to %n for %n], %y[%c0 to %m for %m]) : (!stream.resource<*>{%n}, !stream.resource<*>{%m}) -> %y{%m}
  util.return %y, %0 : !stream.resource<*>, !stream.resource<*>
}
stream.executable private @e {
  stream.executable.export public @f
}
util.global private @device : !hal.device

// -----

// A loop that writes what it carries gets a copy of its own to start with.

// CHECK-LABEL: @loop
// CHECK-SAME: (%[[X:.+]]: !stream.resource<*>,
// CHECK: %[[N:.+]] = stream.resource.size %[[X]]
// CHECK: %[[C:.+]] = stream.async.clone %[[X]] : !stream.resource<*>{%[[N]]}
// CHECK: scf.for {{.+}} iter_args(%[[A:.+]] = %[[C]])
// CHECK: %[[I:.+]] = stream.async.clone %[[A]]
// CHECK: stream.async.fill %{{.+}}, %[[I]]
util.func private @loop(%x: !stream.resource<*>, %n: index, %v: i32) -> !stream.resource<*> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> !stream.resource<*> {
    %1 = stream.async.fill %v, %a[%c0 to %n for %n] : i32 -> %a as !stream.resource<*>{%n}
    scf.yield %1 : !stream.resource<*>
  }
  util.return %0 : !stream.resource<*>
}

// -----

// CHECK-LABEL: @while_loop
// CHECK-SAME: (%[[X:.+]]: !stream.resource<*>,
// CHECK: %[[C:.+]] = stream.async.clone %[[X]]
// CHECK: scf.while (%{{.+}} = %[[C]])
util.func private @while_loop(%x: !stream.resource<*>, %n: index, %v: i32) -> !stream.resource<*> {
  %c0 = arith.constant 0 : index
  %0 = scf.while (%a = %x) : (!stream.resource<*>) -> !stream.resource<*> {
    %go = util.call @go() : () -> i1
    scf.condition(%go) %a : !stream.resource<*>
  } do {
  ^bb0(%b: !stream.resource<*>):
    %1 = stream.async.fill %v, %b[%c0 to %n for %n] : i32 -> %b as !stream.resource<*>{%n}
    scf.yield %1 : !stream.resource<*>
  }
  util.return %0 : !stream.resource<*>
}
util.func private @go() -> i1

// -----

// The host writes staging memory where it is.

// CHECK-LABEL: @staging
// CHECK-NOT: stream.async.clone
// CHECK: util.return
util.func private @staging(%x: !stream.resource<staging>, %n: index, %v: i32) -> (!stream.resource<staging>, !stream.resource<staging>) {
  %c0 = arith.constant 0 : index
  %0 = stream.async.store %v, %x[%c0] : i32 -> %x as !stream.resource<staging>{%n}
  util.return %x, %0 : !stream.resource<staging>, !stream.resource<staging>
}

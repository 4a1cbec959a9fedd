// RUN: tern-opt %s --split-input-file --iree-stream-elide-async-copies --cse | FileCheck %s

// Nobody looks at the source after its copy.

// CHECK-LABEL: @last_use
// CHECK: %[[S:.+]] = stream.async.splat
// CHECK-NOT: stream.async.clone
// CHECK: stream.async.fill %{{.+}}, %[[S]]
util.func public @last_use(%n: index, %v: i32) -> !stream.resource<*> {
  %c0 = arith.constant 0 : index
  %0 = stream.async.splat %v : i32 -> !stream.resource<*>{%n}
  %1 = stream.async.clone %0 : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
  %2 = stream.async.fill %v, %1[%c0 to %n for %n] : i32 -> %1 as !stream.resource<*>{%n}
  util.return %2 : !stream.resource<*>
}

// -----

// CHECK-LABEL: @used_later
// CHECK: stream.async.clone
util.func public @used_later(%n: index, %v: i32) -> (!stream.resource<*>, !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %0 = stream.async.splat %v : i32 -> !stream.resource<*>{%n}
  %1 = stream.async.clone %0 : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
  %2 = stream.async.fill %v, %1[%c0 to %n for %n] : i32 -> %1 as !stream.resource<*>{%n}
  util.return %0, %2 : !stream.resource<*>, !stream.resource<*>
}

// -----

// What the caller of a public function has, what it imported and constants are not written.

// CHECK-LABEL: @not_owned
// CHECK-COUNT-3: stream.async.clone
util.func public @not_owned(%x: !stream.resource<*>, %view: !hal.buffer_view, %n: index, %v: i32) -> (!stream.resource<*>, !stream.resource<external>, !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %0 = stream.async.clone %x : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
  %1 = stream.async.fill %v, %0[%c0 to %n for %n] : i32 -> %0 as !stream.resource<*>{%n}
  %i = stream.tensor.import %view : !hal.buffer_view -> tensor<4xi32> in !stream.resource<external>{%n}
  %2 = stream.async.clone %i : !stream.resource<external>{%n} -> !stream.resource<external>{%n}
  %3 = stream.async.fill %v, %2[%c0 to %n for %n] : i32 -> %2 as !stream.resource<external>{%n}
  %k = stream.async.constant : !stream.resource<*>{%n} = dense<[1, 2, 3, 4]> : tensor<4xi32>
  %4 = stream.async.clone %k : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
  %5 = stream.async.fill %v, %4[%c0 to %n for %n] : i32 -> %4 as !stream.resource<*>{%n}
  util.return %1, %3, %5 : !stream.resource<*>, !stream.resource<external>, !stream.resource<*>
}

// -----

// A private function owns its argument if all callers give theirs away.

// CHECK-LABEL: @owner
// CHECK-NOT: stream.async.clone
// CHECK: util.return
util.func private @owner(%x: !stream.resource<*>, %n: index, %v: i32) -> !stream.resource<*> {
  %c0 = arith.constant 0 : index
  %0 = stream.async.clone %x : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
  %1 = stream.async.fill %v, %0[%c0 to %n for %n] : i32 -> %0 as !stream.resource<*>{%n}
  util.return %1 : !stream.resource<*>
}
// CHECK-LABEL: @borrower
// CHECK: stream.async.clone
util.func private @borrower(%x: !stream.resource<*>, %n: index, %v: i32) -> !stream.resource<*> {
  %c0 = arith.constant 0 : index
  %0 = stream.async.clone %x : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
  %1 = stream.async.fill %v, %0[%c0 to %n for %n] : i32 -> %0 as !stream.resource<*>{%n}
  util.return %1 : !stream.resource<*>
}
util.func public @caller(%n: index, %v: i32) -> (!stream.resource<*>, !stream.resource<*>, !stream.resource<*>) {
  %0 = stream.async.splat %v : i32 -> !stream.resource<*>{%n}
  %1 = stream.async.splat %v : i32 -> !stream.resource<*>{%n}
  %2 = util.call @owner(%0, %n, %v) : (!stream.resource<*>, index, i32) -> !stream.resource<*>
  %3 = util.call @borrower(%2, %n, %v) : (!stream.resource<*>, index, i32) -> !stream.resource<*>
  %4 = util.call @borrower(%1, %n, %v) : (!stream.resource<*>, index, i32) -> !stream.resource<*>
  util.return %1, %3, %4 : !stream.resource<*>, !stream.resource<*>, !stream.resource<*>
}

// -----

// The copy in front of a loop stays, those of the iterations go.

// CHECK-LABEL: @loop
// CHECK: stream.async.clone
// CHECK: scf.for {{.+}} iter_args(%[[A:.+]] = %
// CHECK-NEXT: stream.async.fill %{{.+}}, %[[A]]
util.func public @loop(%x: !stream.resource<*>, %n: index, %v: i32) -> !stream.resource<*> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = stream.async.clone %x : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c) -> !stream.resource<*> {
    %d = stream.async.clone %a : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
    %1 = stream.async.fill %v, %d[%c0 to %n for %n] : i32 -> %d as !stream.resource<*>{%n}
    scf.yield %1 : !stream.resource<*>
  }
  util.return %0 : !stream.resource<*>
}

// -----

// A value of outside is there in the next iteration too.

// CHECK-LABEL: @outside_of_loop
// CHECK: scf.for
// CHECK: stream.async.clone
util.func public @outside_of_loop(%n: index, %v: i32) -> !stream.resource<*> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = stream.async.splat %v : i32 -> !stream.resource<*>{%n}
  %y = stream.async.splat %v : i32 -> !stream.resource<*>{%n}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y) -> !stream.resource<*> {
    %d = stream.async.clone %x : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
    %1 = stream.async.fill %v, %d[%c0 to %n for %n] : i32 -> %d as !stream.resource<*>{%n}
    scf.yield %1 : !stream.resource<*>
  }
  util.return %0 : !stream.resource<*>
}

// -----

// Nobody can wait for the readers inside of a loop.

// CHECK-LABEL: @read_in_loop
// CHECK: scf.for
// CHECK: stream.async.clone
util.func public @read_in_loop(%n: index, %v: i32) -> !stream.resource<*> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = stream.async.splat %v : i32 -> !stream.resource<*>{%n}
  scf.for %i = %c0 to %n step %c1 {
    %1 = stream.async.dispatch @e::@f(%x[%c0 to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
    util.optimization_barrier %1 : !stream.resource<*>
  }
  %d = stream.async.clone %x : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
  %2 = stream.async.fill %v, %d[%c0 to %n for %n] : i32 -> %d as !stream.resource<*>{%n}
  util.return %2 : !stream.resource<*>
}
stream.executable private @e {
  stream.executable.export public @f
}

// -----

// Of values that are selected from nothing else may be left.

// CHECK-LABEL: @selected
// CHECK-NOT: stream.async.clone
// CHECK: util.return
util.func public @selected(%b: i1, %n: index, %v: i32) -> !stream.resource<*> {
  %c0 = arith.constant 0 : index
  %x = stream.async.splat %v : i32 -> !stream.resource<*>{%n}
  %y = stream.async.splat %v : i32 -> !stream.resource<*>{%n}
  %s = arith.select %b, %x, %y : !stream.resource<*>
  %d = stream.async.clone %s : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
  %2 = stream.async.fill %v, %d[%c0 to %n for %n] : i32 -> %d as !stream.resource<*>{%n}
  util.return %2 : !stream.resource<*>
}
// CHECK-LABEL: @selected_and_read
// CHECK: stream.async.clone
util.func public @selected_and_read(%b: i1, %n: index, %v: i32) -> (!stream.resource<*>, !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %x = stream.async.splat %v : i32 -> !stream.resource<*>{%n}
  %y = stream.async.splat %v : i32 -> !stream.resource<*>{%n}
  %r = stream.async.dispatch @e::@f(%x[%c0 to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
  %s = scf.if %b -> !stream.resource<*> {
    scf.yield %x : !stream.resource<*>
  } else {
    scf.yield %y : !stream.resource<*>
  }
  %d = stream.async.clone %s : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
  %2 = stream.async.fill %v, %d[%c0 to %n for %n] : i32 -> %d as !stream.resource<*>{%n}
  util.return %2, %r : !stream.resource<*>, !stream.resource<*>
}
stream.executable private @e {
  stream.executable.export public @f
}

// -----

// A variable that is loaded, changed and stored back is changed in place. The store comes behind those who read what it
// stores, so that it waits for them.

// CHECK-LABEL: @update_variable
// CHECK: %[[L:.+]] = util.global.load @state
// CHECK-NOT: stream.async.clone
// CHECK: %[[F:.+]] = stream.async.fill %{{.+}}, %[[L]]
// CHECK-NEXT: %[[R:.+]] = stream.async.dispatch @e::@f(%[[F]]
// CHECK-NEXT: util.global.store %[[F]], @state
// CHECK-NEXT: util.return %[[R]]
util.global private mutable @state : !stream.resource<variable>
util.func public @update_variable(%n: index, %v: i32) -> !stream.resource<transient> {
  %c0 = arith.constant 0 : index
  %0 = util.global.load @state : !stream.resource<variable>
  %1 = stream.async.clone %0 : !stream.resource<variable>{%n} -> !stream.resource<variable>{%n}
  %2 = stream.async.fill %v, %1[%c0 to %n for %n] : i32 -> %1 as !stream.resource<variable>{%n}
  util.global.store %2, @state : !stream.resource<variable>
  %3 = stream.async.dispatch @e::@f(%2[%c0 to %n for %n]) : (!stream.resource<variable>{%n}) -> !stream.resource<transient>{%n}
  util.return %3 : !stream.resource<transient>
}
stream.executable private @e {
  stream.executable.export public @f
}

// -----

// An older value of the variable is still around; a caller may have one too.

// CHECK-LABEL: @older_load
// CHECK: stream.async.clone
util.global private mutable @state : !stream.resource<variable>
util.func public @older_load(%n: index, %v: i32) -> !stream.resource<variable> {
  %c0 = arith.constant 0 : index
  %old = util.global.load @state : !stream.resource<variable>
  %0 = util.global.load @state : !stream.resource<variable>
  %1 = stream.async.clone %0 : !stream.resource<variable>{%n} -> !stream.resource<variable>{%n}
  %2 = stream.async.fill %v, %1[%c0 to %n for %n] : i32 -> %1 as !stream.resource<variable>{%n}
  util.global.store %2, @state : !stream.resource<variable>
  util.return %old : !stream.resource<variable>
}
// CHECK-LABEL: @called
// CHECK: stream.async.clone
util.func private @called(%n: index, %v: i32) {
  %c0 = arith.constant 0 : index
  %0 = util.global.load @state : !stream.resource<variable>
  %1 = stream.async.clone %0 : !stream.resource<variable>{%n} -> !stream.resource<variable>{%n}
  %2 = stream.async.fill %v, %1[%c0 to %n for %n] : i32 -> %1 as !stream.resource<variable>{%n}
  util.global.store %2, @state : !stream.resource<variable>
  util.return
}
util.func public @calls(%n: index, %v: i32) -> !stream.resource<variable> {
  %0 = util.global.load @state : !stream.resource<variable>
  util.call @called(%n, %v) : (index, i32) -> ()
  util.return %0 : !stream.resource<variable>
}

// -----

// What another function computes from the variable and keeps in a second one may not be done yet.

// CHECK-LABEL: @update_read_variable
// CHECK: stream.async.clone
util.global private mutable @state : !stream.resource<variable>
util.global private mutable @other : !stream.resource<variable>
util.func public @update_read_variable(%n: index, %v: i32) {
  %c0 = arith.constant 0 : index
  %0 = util.global.load @state : !stream.resource<variable>
  %1 = stream.async.clone %0 : !stream.resource<variable>{%n} -> !stream.resource<variable>{%n}
  %2 = stream.async.fill %v, %1[%c0 to %n for %n] : i32 -> %1 as !stream.resource<variable>{%n}
  util.global.store %2, @state : !stream.resource<variable>
  util.return
}
util.func public @read_variable(%n: index) {
  %c0 = arith.constant 0 : index
  %0 = util.global.load @state : !stream.resource<variable>
  %1 = stream.async.dispatch @e::@f(%0[%c0 to %n for %n]) : (!stream.resource<variable>{%n}) -> !stream.resource<variable>{%n}
  util.global.store %1, @other : !stream.resource<variable>
  util.return
}
stream.executable private @e {
  stream.executable.export public @f
}

// -----

// A slice is read where it lies, if a binding may start there.

// CHECK-LABEL: @slice
// CHECK-SAME: (%[[X:.+]]: !stream.resource<*>, %[[N:.+]]: index, %[[I:.+]]: index)
// CHECK-DAG: %[[O:.+]] = arith.muli %[[I]], %c256
// CHECK-DAG: %[[E:.+]] = arith.addi %[[O]], %c256
// CHECK: stream.async.dispatch @e::@f(%[[X]][%[[O]] to %[[E]] for %c256]) : (!stream.resource<*>{%[[N]]})
// CHECK: %[[U:.+]] = stream.async.slice %[[X]][%c12 to %c268]
// CHECK: stream.async.dispatch @e::@f(%[[U]][%c0 to %c256 for %c256])
util.func public @slice(%x: !stream.resource<*>, %n: index, %i: index) -> (!stream.resource<*>, !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %c256 = arith.constant 256 : index
  %c268 = arith.constant 268 : index
  %o = arith.muli %i, %c256 : index
  %e = arith.addi %o, %c256 : index
  %0 = stream.async.slice %x[%o to %e] : !stream.resource<*>{%n} -> !stream.resource<*>{%c256}
  %1 = stream.async.dispatch @e::@f(%0[%c0 to %c256 for %c256]) : (!stream.resource<*>{%c256}) -> !stream.resource<*>{%c256}
  %2 = stream.async.slice %x[%c12 to %c268] : !stream.resource<*>{%n} -> !stream.resource<*>{%c256}
  %3 = stream.async.dispatch @e::@f(%2[%c0 to %c256 for %c256]) : (!stream.resource<*>{%c256}) -> !stream.resource<*>{%c256}
  util.return %1, %3 : !stream.resource<*>, !stream.resource<*>
}
stream.executable private @e {
  stream.executable.export public @f
}

// -----

// Slices of slices, copies and updates have no need for alignment.

// CHECK-LABEL: @slice_of_slice
// CHECK-SAME: (%[[X:.+]]: !stream.resource<*>, %[[N:.+]]: index)
// CHECK: %[[T:.+]] = stream.async.alloca
// CHECK: stream.async.copy %[[X]][%c8 to %c12], %[[T]][%c0 to %c4], %c4 : !stream.resource<*>{%[[N]]} -> %[[T]] as !stream.resource<*>{%[[N]]}
// CHECK-NOT: stream.async.slice
util.func public @slice_of_slice(%x: !stream.resource<*>, %n: index) -> !stream.resource<*> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %0 = stream.async.slice %x[%c4 to %c12] : !stream.resource<*>{%n} -> !stream.resource<*>{%c8}
  %1 = stream.async.slice %0[%c4 to %c8] : !stream.resource<*>{%c8} -> !stream.resource<*>{%c4}
  %t = stream.async.alloca : !stream.resource<*>{%n}
  %2 = stream.async.update %1, %t[%c0 to %c4] : !stream.resource<*>{%c4} -> %t as !stream.resource<*>{%n}
  util.return %2 : !stream.resource<*>
}

// -----

// The slice is of what was there before the write.

// CHECK-LABEL: @slice_of_written
// CHECK: stream.async.slice
util.func public @slice_of_written(%n: index, %v: i32) -> (!stream.resource<*>, !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %x = stream.async.splat %v : i32 -> !stream.resource<*>{%n}
  %0 = stream.async.slice %x[%c0 to %c256] : !stream.resource<*>{%n} -> !stream.resource<*>{%c256}
  %1 = stream.async.fill %v, %x[%c0 to %n for %n] : i32 -> %x as !stream.resource<*>{%n}
  %2 = stream.async.dispatch @e::@f(%0[%c0 to %c256 for %c256]) : (!stream.resource<*>{%c256}) -> !stream.resource<*>{%c256}
  util.return %1, %2 : !stream.resource<*>, !stream.resource<*>
}
stream.executable private @e {
  stream.executable.export public @f
}

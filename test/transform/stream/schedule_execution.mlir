// RUN: tern-opt %s --split-input-file --iree-stream-schedule-execution | FileCheck %s
// RUN: tern-opt %s --split-input-file --iree-stream-schedule-execution=favor=debug | FileCheck %s --check-prefix=DEBUG

// All work of a block is one region: it captures what comes from outside and yields what is used there.

// CHECK-LABEL: @one_region
// CHECK-SAME: (%[[X:.+]]: !stream.resource<external>, %[[N:.+]]: index)
// CHECK: %[[R:.+]], %[[T:.+]] = stream.async.execute with(%[[X]] as %[[A:.+]]: !stream.resource<external>{%[[N]]}) -> !stream.resource<external>{%[[N]]} {
// CHECK-NEXT: %[[S:.+]] = stream.async.splat
// CHECK-NEXT: %[[D:.+]] = stream.async.dispatch @exe::@f(%[[A]][{{.*}}], %[[S]][
// CHECK-NEXT: stream.yield %[[D]] : !stream.resource<external>{%[[N]]}
// CHECK-NEXT: } => !stream.timepoint
// CHECK-NEXT: %[[W:.+]] = stream.timepoint.await %[[T]] => %[[R]] : !stream.resource<external>{%[[N]]}
// CHECK-NEXT: util.return %[[W]]
// DEBUG-LABEL: @one_region
// DEBUG-COUNT-2: stream.async.execute
util.func public @one_region(%x: !stream.resource<external>, %n: index) -> !stream.resource<external> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %0 = stream.async.splat %c1 : i32 -> !stream.resource<transient>{%n}
  %1 = stream.async.dispatch @exe::@f(%x[%c0 to %n for %n], %0[%c0 to %n for %n]) : (!stream.resource<external>{%n}, !stream.resource<transient>{%n}) -> !stream.resource<external>{%n}
  util.return %1 : !stream.resource<external>
}
stream.executable private @exe {
  stream.executable.export public @f
}

// -----

// What is changed in place is tied to the capture.

// CHECK-LABEL: @in_place
// CHECK-SAME: (%[[X:.+]]: !stream.resource<variable>
// CHECK: stream.async.execute with(%[[X]] as %[[A:.+]]: !stream.resource<variable>{%{{.+}}}) -> %[[X]]{%{{.+}}} {
// CHECK-NEXT: stream.async.fill %{{.+}}, %[[A]]
util.func public @in_place(%x: !stream.resource<variable>) -> !stream.resource<variable> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c1 = arith.constant 1 : i32
  %0 = stream.async.fill %c1, %x[%c0 to %c16 for %c16] : i32 -> %x as !stream.resource<variable>{%c16}
  util.return %0 : !stream.resource<variable>
}

// -----

// The host computes between two submissions. The splat is made in each region that uses it.

// CHECK-LABEL: @host_between
// CHECK: stream.async.execute
// CHECK-NEXT: stream.async.splat
// CHECK-NEXT: stream.async.transfer
// CHECK-NEXT: stream.yield
// CHECK: %[[W:.+]] = stream.timepoint.await
// CHECK: %[[L:.+]] = stream.async.load %[[W]]
// CHECK: %[[I:.+]] = arith.addi %[[L]], %[[L]]
// CHECK: stream.async.execute with()
// CHECK-NEXT: %[[S:.+]] = stream.async.splat
// CHECK-NEXT: stream.async.fill %[[I]], %[[S]]
util.func public @host_between() -> !stream.resource<transient> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : i32
  %0 = stream.async.splat %c1 : i32 -> !stream.resource<transient>{%c4}
  %1 = stream.async.transfer %0 : !stream.resource<transient>{%c4} -> !stream.resource<staging>{%c4}
  %2 = stream.async.load %1[%c0] : !stream.resource<staging>{%c4} -> i32
  %3 = arith.addi %2, %2 : i32
  %4 = stream.async.fill %3, %0[%c0 to %c4 for %c4] : i32 -> %0 as !stream.resource<transient>{%c4}
  util.return %4 : !stream.resource<transient>
}

// -----

// Work does not move across a call that may do anything, but across a check that only stops the program.

// CHECK-LABEL: @side_effect
// CHECK: stream.async.execute
// CHECK: stream.async.clone
// CHECK: util.call @extern
// CHECK: stream.async.execute
// CHECK: stream.async.slice
util.func private @extern()
util.func public @side_effect(%x: !stream.resource<external>) -> (!stream.resource<transient>, !stream.resource<external>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %0 = stream.async.clone %x : !stream.resource<external>{%c8} -> !stream.resource<transient>{%c8}
  util.call @extern() : () -> ()
  %1 = stream.async.slice %x[%c0 to %c4] : !stream.resource<external>{%c8} -> !stream.resource<external>{%c4}
  util.return %0, %1 : !stream.resource<transient>, !stream.resource<external>
}

// CHECK-LABEL: @check
// CHECK: cf.assert
// CHECK: stream.async.execute
// CHECK: stream.async.clone
// CHECK: stream.async.slice
util.func public @check(%x: !stream.resource<external>, %c: i1) -> (!stream.resource<transient>, !stream.resource<external>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %0 = stream.async.clone %x : !stream.resource<external>{%c8} -> !stream.resource<transient>{%c8}
  cf.assert %c, "no"
  %1 = stream.async.slice %x[%c0 to %c4] : !stream.resource<external>{%c8} -> !stream.resource<external>{%c4}
  util.return %0, %1 : !stream.resource<transient>, !stream.resource<external>
}

// -----

// A store stays before a load of its global, also one in a conditional: so does what it stores.

// CHECK-LABEL: @store_before_nested_load
// CHECK: stream.async.execute
// CHECK: stream.async.splat
// CHECK: util.global.store
// CHECK: scf.if
// CHECK: stream.async.execute
// CHECK: stream.async.clone
util.global private mutable @variable : !stream.resource<variable>
util.func public @store_before_nested_load(%c: i1, %x: !stream.resource<variable>) -> !stream.resource<external> {
  %c4 = arith.constant 4 : index
  %value = arith.constant 7 : i32
  %0 = stream.async.splat %value : i32 -> !stream.resource<variable>{%c4}
  util.global.store %0, @variable : !stream.resource<variable>
  %1 = scf.if %c -> !stream.resource<variable> {
    %2 = util.global.load @variable : !stream.resource<variable>
    scf.yield %2 : !stream.resource<variable>
  } else {
    scf.yield %x : !stream.resource<variable>
  }
  %3 = stream.async.clone %1 : !stream.resource<variable>{%c4} -> !stream.resource<external>{%c4}
  util.return %3 : !stream.resource<external>
}

// -----

// A reader comes before what overwrites its operand, although no value says so.

// CHECK-LABEL: @read_before_overwrite
// CHECK: stream.async.execute
// CHECK-NEXT: stream.async.clone
// CHECK-NEXT: stream.async.fill
util.func public @read_before_overwrite(%x: !stream.resource<transient>, %c: i1) -> (!stream.resource<transient>, !stream.resource<transient>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c1 = arith.constant 1 : i32
  %0 = stream.async.clone %x : !stream.resource<transient>{%c8} -> !stream.resource<transient>{%c8}
  %1 = stream.async.fill %c1, %x[%c0 to %c8 for %c8] : i32 -> %x as !stream.resource<transient>{%c8}
  util.return %0, %1 : !stream.resource<transient>, !stream.resource<transient>
}

// -----

// A store takes no work with it over a load of the same global.

// CHECK-LABEL: @store_then_load
// CHECK: stream.async.execute
// CHECK: %[[W:.+]] = stream.timepoint.await
// CHECK: util.global.store %[[W]], @g
// CHECK: util.global.load @g
// CHECK: stream.async.execute
util.global private mutable @g : !stream.resource<variable>
util.func public @store_then_load(%x: !stream.resource<variable>) -> !stream.resource<variable> {
  %c8 = arith.constant 8 : index
  %0 = stream.async.clone %x : !stream.resource<variable>{%c8} -> !stream.resource<variable>{%c8}
  util.global.store %0, @g : !stream.resource<variable>
  %1 = util.global.load @g : !stream.resource<variable>
  %2 = stream.async.clone %1 : !stream.resource<variable>{%c8} -> !stream.resource<variable>{%c8}
  util.return %2 : !stream.resource<variable>
}

// -----

// Loops and conditionals are scheduled inside; what is captured from around is seen awaited.

// CHECK-LABEL: @loop
// CHECK: stream.async.execute
// CHECK: %[[W:.+]] = stream.timepoint.await
// CHECK: scf.for {{.*}} iter_args(%[[S:.+]] = %[[W]])
// CHECK-NEXT: stream.async.execute with(%[[S]] as
// CHECK: %[[V:.+]] = stream.timepoint.await
// CHECK: scf.yield %[[V]]
util.func public @loop(%n: index) -> !stream.resource<transient> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant 1 : i32
  %0 = stream.async.splat %x : i32 -> !stream.resource<transient>{%c8}
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %0) -> !stream.resource<transient> {
    %2 = stream.async.fill %x, %s[%c0 to %c8 for %c8] : i32 -> %s as !stream.resource<transient>{%c8}
    scf.yield %2 : !stream.resource<transient>
  }
  util.return %1 : !stream.resource<transient>
}

// -----

// Work for different queues is submitted apart; barriers go.

// CHECK-LABEL: @affinities
// CHECK: stream.async.execute on("a")
// CHECK-NEXT: stream.async.clone %{{[^ ]+}} :
// CHECK: stream.async.execute on("b")
// CHECK-NOT: stream.async.barrier
// CHECK: stream.async.slice
util.func public @affinities(%x: !stream.resource<external>) -> !stream.resource<transient> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %0 = stream.async.clone on("a") %x : !stream.resource<external>{%c8} -> !stream.resource<transient>{%c8}
  %1 = stream.async.barrier on("a") %0 : !stream.resource<transient>{%c8}
  %2 = stream.async.slice on("b") %1[%c0 to %c4] : !stream.resource<transient>{%c8} -> !stream.resource<transient>{%c4}
  util.return %2 : !stream.resource<transient>
}

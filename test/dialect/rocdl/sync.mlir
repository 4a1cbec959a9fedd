// Waiting, barriers, scheduling: syntax as upstream prints it, and back.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt --mlir-print-op-generic %s | tern-opt | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// Copies to local memory that are waited for before they are read: one counter for all, and those of the newer devices.
// CHECK-LABEL: llvm.func @copies_done
// CHECK-SAME: (%[[TO:.+]]: !llvm.ptr<3>, %[[FROM:.+]]: !llvm.ptr<1>) -> f32 {
// CHECK-NEXT: %[[X:.+]] = llvm.load %[[FROM]]
// CHECK-NEXT: rocdl.s.waitcnt 3952
// CHECK-NEXT: rocdl.s.wait.loadcnt 2
// CHECK-NEXT: llvm.store %[[X]], %[[TO]]
// CHECK-NEXT: rocdl.s.wait.dscnt 1
// CHECK-NEXT: rocdl.s.wait.storecnt 0
// CHECK-NEXT: rocdl.s.wait.asynccnt 7
// CHECK-NEXT: rocdl.s.wait.tensorcnt 3
// CHECK-NEXT: rocdl.s.wait.expcnt 4
// CHECK-NEXT: %[[Y:.+]] = llvm.load %[[TO]]
// CHECK-NEXT: llvm.return %[[Y]]
llvm.func @copies_done(%to: !llvm.ptr<3>, %from: !llvm.ptr<1>) -> f32 {
  %x = llvm.load %from : !llvm.ptr<1> -> f32
  rocdl.s.waitcnt 3952
  rocdl.s.wait.loadcnt 2
  llvm.store %x, %to : f32, !llvm.ptr<3>
  rocdl.s.wait.dscnt 1
  rocdl.s.wait.storecnt 0
  rocdl.s.wait.asynccnt 7
  rocdl.s.wait.tensorcnt 3
  rocdl.s.wait.expcnt 4
  %y = llvm.load %to : !llvm.ptr<3> -> f32
  llvm.return %y : f32
}

// A block that is run again and again with a low priority, and the scheduler's hints in it.
// CHECK-LABEL: llvm.func @polite
// CHECK: ^[[AGAIN:bb[0-9]+]]:
// CHECK-NEXT: rocdl.s.setprio 1
// CHECK-NEXT: rocdl.sched.barrier 6
// CHECK-NEXT: rocdl.sched.group.barrier 256, 5, 2
// CHECK-NEXT: rocdl.sched.group.barrier 8, 3, -1
// CHECK-NEXT: rocdl.iglp.opt 1
// CHECK-NEXT: rocdl.s.sleep 12
// CHECK-NEXT: rocdl.s.nop 5
// CHECK-NEXT: rocdl.s.setprio 3
// CHECK-NEXT: llvm.cond_br %{{.+}}, ^[[AGAIN]], ^
llvm.func @polite(%more: i1) {
  llvm.br ^again
^again:
  rocdl.s.setprio 1
  rocdl.sched.barrier 6
  rocdl.sched.group.barrier 256, 5, 2
  rocdl.sched.group.barrier 8, 3, -1
  rocdl.iglp.opt 1
  rocdl.s.sleep 12
  rocdl.s.nop 5
  rocdl.s.setprio 3
  llvm.cond_br %more, ^again, ^done
^done:
  llvm.return
}

// All work items meet: the op that fences, the one that does not, and its two halves, with work in between. Who comes first is told.
// CHECK-LABEL: llvm.func @meet
// CHECK: rocdl.barrier
// CHECK-NEXT: rocdl.s.barrier
// CHECK-NEXT: rocdl.s.barrier.signal id = -3
// CHECK-NEXT: llvm.fmul
// CHECK-NEXT: rocdl.s.barrier.wait id = -3
// CHECK-NEXT: %[[FIRST:.+]] = rocdl.s.barrier.signal.isfirst id = 6 -> i1
// CHECK-NEXT: %[[STATE:.+]] = rocdl.s.get.barrier.state id = 6 -> i32
// CHECK-NEXT: rocdl.s.barrier.leave id = 9
// CHECK-NEXT: llvm.select %[[FIRST]], %[[STATE]],
llvm.func @meet(%x: f16, %none: i32) -> i32 {
  rocdl.barrier
  rocdl.s.barrier
  rocdl.s.barrier.signal id = -3
  %square = llvm.fmul %x, %x : f16
  rocdl.s.barrier.wait id = -3
  %first = rocdl.s.barrier.signal.isfirst id = 6 -> i1
  %state = rocdl.s.get.barrier.state id = 6 -> i32
  rocdl.s.barrier.leave id = 9
  %said = llvm.select %first, %state, %none : i1, i32
  llvm.return %said : i32
}

// Barriers that have a name: two in an array, one for the waves that write and one for those that read.
// CHECK-LABEL: llvm.func @writers_and_readers
// CHECK-SAME: (%[[FULL:.+]]: !llvm.ptr<3>) -> i32 {
// CHECK: %[[EMPTY:.+]] = llvm.getelementptr %[[FULL]]
// CHECK-NEXT: rocdl.s.barrier.init %[[FULL]] member_cnt = 6 : !llvm.ptr<3>
// CHECK-NEXT: rocdl.s.barrier.init %[[EMPTY]] member_cnt = 2 : !llvm.ptr<3>
// CHECK-NEXT: rocdl.s.barrier.join %[[EMPTY]] : !llvm.ptr<3>
// CHECK-NEXT: rocdl.s.barrier.signal.var %[[FULL]] member_cnt = 0 : !llvm.ptr<3>
// CHECK-NEXT: rocdl.s.wakeup.barrier %[[EMPTY]] : !llvm.ptr<3>
// CHECK-NEXT: %[[STATE:.+]] = rocdl.s.get.named.barrier.state %[[FULL]] : !llvm.ptr<3> -> i32
// CHECK-NEXT: llvm.return %[[STATE]]
llvm.func @writers_and_readers(%full: !llvm.ptr<3>) -> i32 {
  %empty = llvm.getelementptr %full[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  rocdl.s.barrier.init %full member_cnt = 6 : !llvm.ptr<3>
  rocdl.s.barrier.init %empty member_cnt = 2 : !llvm.ptr<3>
  rocdl.s.barrier.join %empty : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %full member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.wakeup.barrier %empty : !llvm.ptr<3>
  %state = rocdl.s.get.named.barrier.state %full : !llvm.ptr<3> -> i32
  llvm.return %state : i32
}

// Waiting, barriers, scheduling: syntax as upstream prints it, and back.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt --mlir-print-op-generic %s | tern-opt | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: llvm.func @s_waitcnt(
// CHECK: rocdl.s.waitcnt 0
llvm.func @s_waitcnt() {
  rocdl.s.waitcnt 0
  llvm.return
}

// CHECK-LABEL: llvm.func @s_sleep(
// CHECK: rocdl.s.sleep 0
llvm.func @s_sleep() {
  rocdl.s.sleep 0
  llvm.return
}

// CHECK-LABEL: llvm.func @s_nop(
// CHECK: rocdl.s.nop 0
llvm.func @s_nop() {
  rocdl.s.nop 0
  llvm.return
}

// CHECK-LABEL: llvm.func @s_setprio(
// CHECK: rocdl.s.setprio 0
llvm.func @s_setprio() {
  rocdl.s.setprio 0
  llvm.return
}

// CHECK-LABEL: llvm.func @sched_barrier(
// CHECK: rocdl.sched.barrier 0
llvm.func @sched_barrier() {
  rocdl.sched.barrier 0
  llvm.return
}

// CHECK-LABEL: llvm.func @iglp_opt(
// CHECK: rocdl.iglp.opt 0
llvm.func @iglp_opt() {
  rocdl.iglp.opt 0
  llvm.return
}

// CHECK-LABEL: llvm.func @s_wait_dscnt(
// CHECK: rocdl.s.wait.dscnt 0
llvm.func @s_wait_dscnt() {
  rocdl.s.wait.dscnt 0
  llvm.return
}

// CHECK-LABEL: llvm.func @s_wait_loadcnt(
// CHECK: rocdl.s.wait.loadcnt 0
llvm.func @s_wait_loadcnt() {
  rocdl.s.wait.loadcnt 0
  llvm.return
}

// CHECK-LABEL: llvm.func @s_wait_storecnt(
// CHECK: rocdl.s.wait.storecnt 0
llvm.func @s_wait_storecnt() {
  rocdl.s.wait.storecnt 0
  llvm.return
}

// CHECK-LABEL: llvm.func @s_wait_expcnt(
// CHECK: rocdl.s.wait.expcnt 0
llvm.func @s_wait_expcnt() {
  rocdl.s.wait.expcnt 0
  llvm.return
}

// CHECK-LABEL: llvm.func @s_wait_asynccnt(
// CHECK: rocdl.s.wait.asynccnt 0
llvm.func @s_wait_asynccnt() {
  rocdl.s.wait.asynccnt 0
  llvm.return
}

// CHECK-LABEL: llvm.func @s_wait_tensorcnt(
// CHECK: rocdl.s.wait.tensorcnt 0
llvm.func @s_wait_tensorcnt() {
  rocdl.s.wait.tensorcnt 0
  llvm.return
}

// CHECK-LABEL: llvm.func @sched_group_barrier(
// CHECK: rocdl.sched.group.barrier 8, 1, 0
llvm.func @sched_group_barrier() {
  rocdl.sched.group.barrier 8, 1, 0
  llvm.return
}

// CHECK-LABEL: llvm.func @barrier(
// CHECK: rocdl.barrier
llvm.func @barrier() {
  rocdl.barrier
  llvm.return
}

// CHECK-LABEL: llvm.func @s_barrier(
// CHECK: rocdl.s.barrier
llvm.func @s_barrier() {
  rocdl.s.barrier
  llvm.return
}

// CHECK-LABEL: llvm.func @s_barrier_signal(
// CHECK: rocdl.s.barrier.signal id = -1
llvm.func @s_barrier_signal() {
  rocdl.s.barrier.signal id = -1
  llvm.return
}

// CHECK-LABEL: llvm.func @s_barrier_wait(
// CHECK: rocdl.s.barrier.wait id = -1
llvm.func @s_barrier_wait() {
  rocdl.s.barrier.wait id = -1
  llvm.return
}

// CHECK-LABEL: llvm.func @s_barrier_leave(
// CHECK: rocdl.s.barrier.leave id = 1
llvm.func @s_barrier_leave() {
  rocdl.s.barrier.leave id = 1
  llvm.return
}

// CHECK-LABEL: llvm.func @s_barrier_signal_isfirst(
// CHECK: %{{.*}} = rocdl.s.barrier.signal.isfirst id = 1 -> i1
llvm.func @s_barrier_signal_isfirst() {
  %r = rocdl.s.barrier.signal.isfirst id = 1 -> i1
  llvm.return
}

// CHECK-LABEL: llvm.func @s_get_barrier_state(
// CHECK: %{{.*}} = rocdl.s.get.barrier.state id = 1 -> i32
llvm.func @s_get_barrier_state() {
  %r = rocdl.s.get.barrier.state id = 1 -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @s_barrier_init(
// CHECK: rocdl.s.barrier.init %{{[a-z0-9]+}} member_cnt = 4 : !llvm.ptr<3>
llvm.func @s_barrier_init(%p: !llvm.ptr<3>) {
  rocdl.s.barrier.init %p member_cnt = 4 : !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: llvm.func @s_barrier_signal_var(
// CHECK: rocdl.s.barrier.signal.var %{{[a-z0-9]+}} member_cnt = 4 : !llvm.ptr<3>
llvm.func @s_barrier_signal_var(%p: !llvm.ptr<3>) {
  rocdl.s.barrier.signal.var %p member_cnt = 4 : !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: llvm.func @s_barrier_join(
// CHECK: rocdl.s.barrier.join %{{[a-z0-9]+}} : !llvm.ptr<3>
llvm.func @s_barrier_join(%p: !llvm.ptr<3>) {
  rocdl.s.barrier.join %p : !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: llvm.func @s_wakeup_barrier(
// CHECK: rocdl.s.wakeup.barrier %{{[a-z0-9]+}} : !llvm.ptr<3>
llvm.func @s_wakeup_barrier(%p: !llvm.ptr<3>) {
  rocdl.s.wakeup.barrier %p : !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: llvm.func @s_get_named_barrier_state(
// CHECK: %{{.*}} = rocdl.s.get.named.barrier.state %{{[a-z0-9]+}} : !llvm.ptr<3> -> i32
llvm.func @s_get_named_barrier_state(%p: !llvm.ptr<3>) {
  %r = rocdl.s.get.named.barrier.state %p : !llvm.ptr<3> -> i32
  llvm.return
}

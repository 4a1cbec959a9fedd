// The rocdl dialect, waiting, barriers, scheduling: LLVM IR as upstream's translation prints it.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: grep -v "^; ModuleID\|^source_filename\|^!\|^$" %t.ll > %t.ours
// RUN: mlir-translate --mlir-to-llvmir %s | grep -v "^; ModuleID\|^source_filename\|^!\|^$" | diff - %t.ours
// RUN: FileCheck %s < %t.ll

// CHECK-LABEL: define void @s_waitcnt(
// CHECK: call void @llvm.amdgcn.s.waitcnt(
llvm.func @s_waitcnt() {
  rocdl.s.waitcnt 0
  llvm.return
}

// CHECK-LABEL: define void @s_sleep(
// CHECK: call void @llvm.amdgcn.s.sleep(
llvm.func @s_sleep() {
  rocdl.s.sleep 0
  llvm.return
}

// CHECK-LABEL: define void @s_nop(
// CHECK: call void @llvm.amdgcn.s.nop(
llvm.func @s_nop() {
  rocdl.s.nop 0
  llvm.return
}

// CHECK-LABEL: define void @s_setprio(
// CHECK: call void @llvm.amdgcn.s.setprio(
llvm.func @s_setprio() {
  rocdl.s.setprio 0
  llvm.return
}

// CHECK-LABEL: define void @sched_barrier(
// CHECK: call void @llvm.amdgcn.sched.barrier(
llvm.func @sched_barrier() {
  rocdl.sched.barrier 0
  llvm.return
}

// CHECK-LABEL: define void @iglp_opt(
// CHECK: call void @llvm.amdgcn.iglp.opt(
llvm.func @iglp_opt() {
  rocdl.iglp.opt 0
  llvm.return
}

// CHECK-LABEL: define void @s_wait_dscnt(
// CHECK: call void @llvm.amdgcn.s.wait.dscnt(
llvm.func @s_wait_dscnt() {
  rocdl.s.wait.dscnt 0
  llvm.return
}

// CHECK-LABEL: define void @s_wait_loadcnt(
// CHECK: call void @llvm.amdgcn.s.wait.loadcnt(
llvm.func @s_wait_loadcnt() {
  rocdl.s.wait.loadcnt 0
  llvm.return
}

// CHECK-LABEL: define void @s_wait_storecnt(
// CHECK: call void @llvm.amdgcn.s.wait.storecnt(
llvm.func @s_wait_storecnt() {
  rocdl.s.wait.storecnt 0
  llvm.return
}

// CHECK-LABEL: define void @s_wait_expcnt(
// CHECK: call void @llvm.amdgcn.s.wait.expcnt(
llvm.func @s_wait_expcnt() {
  rocdl.s.wait.expcnt 0
  llvm.return
}

// CHECK-LABEL: define void @s_wait_asynccnt(
// CHECK: call void @llvm.amdgcn.s.wait.asynccnt(
llvm.func @s_wait_asynccnt() {
  rocdl.s.wait.asynccnt 0
  llvm.return
}

// CHECK-LABEL: define void @s_wait_tensorcnt(
// CHECK: call void @llvm.amdgcn.s.wait.tensorcnt(
llvm.func @s_wait_tensorcnt() {
  rocdl.s.wait.tensorcnt 0
  llvm.return
}

// CHECK-LABEL: define void @sched_group_barrier(
// CHECK: call void @llvm.amdgcn.sched.group.barrier(
llvm.func @sched_group_barrier() {
  rocdl.sched.group.barrier 8, 1, 0
  llvm.return
}

// CHECK-LABEL: define void @barrier(
// CHECK: fence syncscope("workgroup") release
llvm.func @barrier() {
  rocdl.barrier
  llvm.return
}

// CHECK-LABEL: define void @s_barrier(
// CHECK: call void @llvm.amdgcn.s.barrier(
llvm.func @s_barrier() {
  rocdl.s.barrier
  llvm.return
}

// CHECK-LABEL: define void @s_barrier_signal(
// CHECK: call void @llvm.amdgcn.s.barrier.signal(
llvm.func @s_barrier_signal() {
  rocdl.s.barrier.signal id = -1
  llvm.return
}

// CHECK-LABEL: define void @s_barrier_wait(
// CHECK: call void @llvm.amdgcn.s.barrier.wait(
llvm.func @s_barrier_wait() {
  rocdl.s.barrier.wait id = -1
  llvm.return
}

// CHECK-LABEL: define void @s_barrier_leave(
// CHECK: call void @llvm.amdgcn.s.barrier.leave(
llvm.func @s_barrier_leave() {
  rocdl.s.barrier.leave id = 1
  llvm.return
}

// CHECK-LABEL: define void @s_barrier_signal_isfirst(
// CHECK: call i1 @llvm.amdgcn.s.barrier.signal.isfirst(
llvm.func @s_barrier_signal_isfirst() {
  %r = rocdl.s.barrier.signal.isfirst id = 1 -> i1
  llvm.return
}

// CHECK-LABEL: define void @s_get_barrier_state(
// CHECK: call i32 @llvm.amdgcn.s.get.barrier.state(
llvm.func @s_get_barrier_state() {
  %r = rocdl.s.get.barrier.state id = 1 -> i32
  llvm.return
}

// CHECK-LABEL: define void @s_barrier_init(
// CHECK: call void @llvm.amdgcn.s.barrier.init(
llvm.func @s_barrier_init(%p: !llvm.ptr<3>) {
  rocdl.s.barrier.init %p member_cnt = 4 : !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: define void @s_barrier_signal_var(
// CHECK: call void @llvm.amdgcn.s.barrier.signal.var(
llvm.func @s_barrier_signal_var(%p: !llvm.ptr<3>) {
  rocdl.s.barrier.signal.var %p member_cnt = 4 : !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: define void @s_barrier_join(
// CHECK: call void @llvm.amdgcn.s.barrier.join(
llvm.func @s_barrier_join(%p: !llvm.ptr<3>) {
  rocdl.s.barrier.join %p : !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: define void @s_wakeup_barrier(
// CHECK: call void @llvm.amdgcn.s.wakeup.barrier(
llvm.func @s_wakeup_barrier(%p: !llvm.ptr<3>) {
  rocdl.s.wakeup.barrier %p : !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: define void @s_get_named_barrier_state(
// CHECK: call i32 @llvm.amdgcn.s.get.named.barrier.state(
llvm.func @s_get_named_barrier_state(%p: !llvm.ptr<3>) {
  %r = rocdl.s.get.named.barrier.state %p : !llvm.ptr<3> -> i32
  llvm.return
}

// The nvvm dialect, barriers and fences: LLVM IR as upstream's translation prints it.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: grep -v "^; ModuleID\|^source_filename\|^!\|^$" %t.ll > %t.ours
// RUN: mlir-translate --mlir-to-llvmir %s | grep -v "^; ModuleID\|^source_filename\|^!\|^$" | diff - %t.ours
// RUN: FileCheck %s < %t.ll

// CHECK-LABEL: define void @nanosleep(
// CHECK: call void @llvm.nvvm.nanosleep(
llvm.func @nanosleep(%arg0: i32) {
  nvvm.nanosleep %arg0
  llvm.return
}

// CHECK-LABEL: define void @pmevent(
// CHECK: call void @llvm.nvvm.pm.event.mask(
llvm.func @pmevent() {
  nvvm.pmevent mask = 5
  nvvm.pmevent id = 1
  nvvm.pmevent id = 15
  llvm.return
}

// CHECK-LABEL: define void @barrier0(
// CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(
llvm.func @barrier0() {
  nvvm.barrier0
  llvm.return
}

// CHECK-LABEL: define void @barrier(
// CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(
llvm.func @barrier(%arg0: i32) {
  nvvm.barrier id = %arg0
  llvm.return
}

// CHECK-LABEL: define void @cluster_arrive(
// CHECK: call void @llvm.nvvm.barrier.cluster.arrive(
llvm.func @cluster_arrive() {
  nvvm.cluster.arrive
  nvvm.cluster.arrive {aligned}
  llvm.return
}

// CHECK-LABEL: define void @cluster_arrive_relaxed(
// CHECK: call void @llvm.nvvm.barrier.cluster.arrive.relaxed(
llvm.func @cluster_arrive_relaxed() {
  nvvm.cluster.arrive.relaxed
  nvvm.cluster.arrive.relaxed {aligned}
  llvm.return
}

// CHECK-LABEL: define void @cluster_wait(
// CHECK: call void @llvm.nvvm.barrier.cluster.wait(
llvm.func @cluster_wait() {
  nvvm.cluster.wait
  nvvm.cluster.wait {aligned}
  llvm.return
}

// CHECK-LABEL: define void @memory_barrier(
// CHECK: call void @llvm.nvvm.membar.gl(
llvm.func @memory_barrier() {
  nvvm.memory.barrier <gpu>
  nvvm.memory.barrier <cta>
  nvvm.memory.barrier <sys>
  nvvm.memory.barrier <cluster>
  llvm.return
}

// CHECK-LABEL: define void @fence_sc_cluster(
// CHECK: call void @llvm.nvvm.fence.sc.cluster(
llvm.func @fence_sc_cluster() {
  nvvm.fence.sc.cluster
  llvm.return
}

// CHECK-LABEL: define void @fence_sync_restrict(
// CHECK: call void @llvm.nvvm.fence.release.sync_restrict.space.cta.scope.cluster(
llvm.func @fence_sync_restrict() {
  nvvm.fence.sync_restrict {order = #nvvm.mem_order<release>}
  nvvm.fence.sync_restrict {order = #nvvm.mem_order<acquire>}
  llvm.return
}

// CHECK-LABEL: define void @fence_mbarrier_init(
// CHECK: call void @llvm.nvvm.fence.mbarrier_init.release.cluster(
llvm.func @fence_mbarrier_init() {
  nvvm.fence.mbarrier.init
  llvm.return
}

// CHECK-LABEL: define void @fence_proxy(
// CHECK: call void @llvm.nvvm.fence.proxy.async(
llvm.func @fence_proxy() {
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<alias>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}
  llvm.return
}

// CHECK-LABEL: define void @fence_proxy_acquire(
// CHECK: call void @llvm.nvvm.fence.proxy.tensormap_generic.acquire.cta(
llvm.func @fence_proxy_acquire(%arg0: !llvm.ptr) {
  %arg1 = llvm.mlir.constant(128 : i32) : i32
  nvvm.fence.proxy.acquire <cta> %arg0, %arg1
  nvvm.fence.proxy.acquire <cluster> %arg0, %arg1
  nvvm.fence.proxy.acquire <gpu> %arg0, %arg1
  llvm.return
}

// CHECK-LABEL: define void @fence_proxy_release(
// CHECK: call void @llvm.nvvm.fence.proxy.tensormap_generic.release.sys(
llvm.func @fence_proxy_release() {
  nvvm.fence.proxy.release <sys>
  nvvm.fence.proxy.release <cluster>
  nvvm.fence.proxy.release <gpu>
  nvvm.fence.proxy.release <cluster>
  llvm.return
}

// CHECK-LABEL: define void @fence_proxy_sync_restrict(
// CHECK: call void @llvm.nvvm.fence.proxy.async_generic.acquire.sync_restrict.space.cluster.scope.cluster(
llvm.func @fence_proxy_sync_restrict() {
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}
  llvm.return
}

// CHECK-LABEL: define void @setmaxregister(
// CHECK: call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(
llvm.func @setmaxregister() {
  nvvm.setmaxregister  increase 232
  nvvm.setmaxregister  decrease 232
  nvvm.setmaxregister  decrease 256
  llvm.return
}

// CHECK-LABEL: define void @griddepcontrol(
// CHECK: call void @llvm.nvvm.griddepcontrol.wait(
llvm.func @griddepcontrol() {
  nvvm.griddepcontrol  wait
  nvvm.griddepcontrol  launch_dependents
  llvm.return
}

// CHECK-LABEL: define void @exit(
// CHECK: call void @llvm.nvvm.exit(
llvm.func @exit() {
  nvvm.exit
  llvm.return
}

// CHECK-LABEL: define void @breakpoint(
// CHECK: call void @llvm.debugtrap(
llvm.func @breakpoint() {
  nvvm.breakpoint
  llvm.return
}

// CHECK-LABEL: define void @clusterlaunchcontrol_try_cancel(
// CHECK: call void @llvm.nvvm.clusterlaunchcontrol.try_cancel.async.shared(
llvm.func @clusterlaunchcontrol_try_cancel(%arg0: !llvm.ptr<3>) {
  nvvm.clusterlaunchcontrol.try.cancel %arg0, %arg0
  nvvm.clusterlaunchcontrol.try.cancel multicast, %arg0, %arg0
  llvm.return
}

// CHECK-LABEL: define void @clusterlaunchcontrol_query_cancel(
// CHECK: call i32 @llvm.nvvm.clusterlaunchcontrol.query_cancel.get_first_ctaid.y(
llvm.func @clusterlaunchcontrol_query_cancel(%arg0: i128) {
  %0 = nvvm.clusterlaunchcontrol.query.cancel query =  get_first_cta_id_y, %arg0 : i32
  %1 = nvvm.clusterlaunchcontrol.query.cancel query =  is_canceled, %arg0 : i1
  %2 = nvvm.clusterlaunchcontrol.query.cancel query =  get_first_cta_id_z, %arg0 : i32
  %3 = nvvm.clusterlaunchcontrol.query.cancel query =  get_first_cta_id_x, %arg0 : i32
  llvm.return
}

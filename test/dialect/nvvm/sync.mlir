// Barriers, fences, control of threads: pretty syntax as upstream prints it, and back.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt %t.mlir | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: llvm.func @inline_ptx(
// CHECK-NEXT: %{{.*}}:2 = nvvm.inline_ptx "bar;" ro(%{{[^ ,]+}}, %{{[^ ,]+}} : i32, i32) rw(%{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}} : i32, i32, i32, i32) -> vector<2xf16>, vector<2xf16>
llvm.func @inline_ptx(%a0: i32, %a1: vector<2xf16>, %a2: f64, %a3: i1, %a4: i64, %a5: f32) {
  %r0:2 = "nvvm.inline_ptx"(%a0, %a0, %a0, %a0, %a0, %a0) <{ptxCode = "bar;", operandSegmentSizes = array<i32: 2, 4, 0>}> : (i32, i32, i32, i32, i32, i32) -> (vector<2xf16>, vector<2xf16>)
  "nvvm.inline_ptx"(%a1, %a1, %a2, %a2, %a3) <{ptxCode = "bar;", operandSegmentSizes = array<i32: 2, 2, 1>}> : (vector<2xf16>, vector<2xf16>, f64, f64, i1) -> ()
  %r2:2 = "nvvm.inline_ptx"(%a4, %a4, %a2) <{ptxCode = "bar;", operandSegmentSizes = array<i32: 2, 1, 0>}> : (i64, i64, f64) -> (f32, f32)
  "nvvm.inline_ptx"(%a1, %a1, %a0, %a0, %a0) <{ptxCode = "bar;", operandSegmentSizes = array<i32: 2, 3, 0>}> : (vector<2xf16>, vector<2xf16>, i32, i32, i32) -> ()
  %r4:2 = "nvvm.inline_ptx"(%a2, %a2, %a0, %a0, %a0, %a0, %a3) <{ptxCode = "bar;", operandSegmentSizes = array<i32: 2, 4, 1>}> : (f64, f64, i32, i32, i32, i32, i1) -> (vector<2xf16>, vector<2xf16>)
  %r5 = "nvvm.inline_ptx"(%a2, %a1, %a1, %a1, %a1) <{ptxCode = "bar;", operandSegmentSizes = array<i32: 1, 4, 0>}> : (f64, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>) -> i32
  "nvvm.inline_ptx"(%a0, %a0, %a5, %a5) <{ptxCode = "foo {$r0}, {$w0};", operandSegmentSizes = array<i32: 2, 2, 0>}> : (i32, i32, f32, f32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @nanosleep(
// CHECK-NEXT: nvvm.nanosleep %{{[^ ,]+}}
llvm.func @nanosleep(%a0: i32) {
  "nvvm.nanosleep"(%a0) : (i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @pmevent(
// CHECK-NEXT: nvvm.pmevent mask = 5
llvm.func @pmevent() {
  "nvvm.pmevent"() <{maskedEventId = 5 : i16}> : () -> ()
  "nvvm.pmevent"() <{eventId = 1 : i32}> : () -> ()
  "nvvm.pmevent"() <{eventId = 15 : i32}> : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @barrier0(
// CHECK-NEXT: nvvm.barrier0
llvm.func @barrier0() {
  "nvvm.barrier0"() : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @barrier(
// CHECK-NEXT: nvvm.barrier id = %{{[^ ,]+}}
llvm.func @barrier(%a0: i32) {
  "nvvm.barrier"(%a0) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
  %r1 = "nvvm.barrier"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> i32
  "nvvm.barrier"(%a0) <{reductionOp = #nvvm.reduction<and>, operandSegmentSizes = array<i32: 0, 0, 1>}> : (i32) -> ()
  %r3 = "nvvm.barrier"(%a0, %a0) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @barrier_arrive(
// CHECK-NEXT: nvvm.barrier.arrive number_of_threads = %{{[^ ,]+}}
llvm.func @barrier_arrive(%a0: i32) {
  "nvvm.barrier.arrive"(%a0) : (i32) -> ()
  "nvvm.barrier.arrive"(%a0, %a0) : (i32, i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @cluster_arrive(
// CHECK-NEXT: nvvm.cluster.arrive
llvm.func @cluster_arrive() {
  "nvvm.cluster.arrive"() : () -> ()
  "nvvm.cluster.arrive"() <{aligned}> : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @cluster_arrive_relaxed(
// CHECK-NEXT: nvvm.cluster.arrive.relaxed
llvm.func @cluster_arrive_relaxed() {
  "nvvm.cluster.arrive.relaxed"() : () -> ()
  "nvvm.cluster.arrive.relaxed"() <{aligned}> : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @cluster_wait(
// CHECK-NEXT: nvvm.cluster.wait
llvm.func @cluster_wait() {
  "nvvm.cluster.wait"() : () -> ()
  "nvvm.cluster.wait"() <{aligned}> : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @memory_barrier(
// CHECK-NEXT: nvvm.memory.barrier <gpu>
llvm.func @memory_barrier() {
  "nvvm.memory.barrier"() <{scope = #nvvm.mem_scope<gpu>}> : () -> ()
  "nvvm.memory.barrier"() <{scope = #nvvm.mem_scope<cta>}> : () -> ()
  "nvvm.memory.barrier"() <{scope = #nvvm.mem_scope<sys>}> : () -> ()
  "nvvm.memory.barrier"() <{scope = #nvvm.mem_scope<cluster>}> : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @fence_sc_cluster(
// CHECK-NEXT: nvvm.fence.sc.cluster
llvm.func @fence_sc_cluster() {
  "nvvm.fence.sc.cluster"() : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @fence_sync_restrict(
// CHECK-NEXT: nvvm.fence.sync_restrict {order = #nvvm.mem_order<release>}
llvm.func @fence_sync_restrict() {
  "nvvm.fence.sync_restrict"() <{order = #nvvm.mem_order<release>}> : () -> ()
  "nvvm.fence.sync_restrict"() <{order = #nvvm.mem_order<acquire>}> : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @fence_mbarrier_init(
// CHECK-NEXT: nvvm.fence.mbarrier.init
llvm.func @fence_mbarrier_init() {
  "nvvm.fence.mbarrier.init"() : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @fence_proxy(
// CHECK-NEXT: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
llvm.func @fence_proxy() {
  "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<async>}> : () -> ()
  "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}> : () -> ()
  "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<alias>}> : () -> ()
  "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<async.global>}> : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @fence_proxy_acquire(
// CHECK-NEXT: nvvm.fence.proxy.acquire <cta> %{{[^ ,]+}}, %{{[^ ,]+}}
llvm.func @fence_proxy_acquire(%a0: !llvm.ptr, %a1: i32) {
  "nvvm.fence.proxy.acquire"(%a0, %a1) <{scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr, i32) -> ()
  "nvvm.fence.proxy.acquire"(%a0, %a1) <{scope = #nvvm.mem_scope<cluster>}> : (!llvm.ptr, i32) -> ()
  "nvvm.fence.proxy.acquire"(%a0, %a1) <{scope = #nvvm.mem_scope<gpu>}> : (!llvm.ptr, i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @fence_proxy_release(
// CHECK-NEXT: nvvm.fence.proxy.release <sys>
llvm.func @fence_proxy_release() {
  "nvvm.fence.proxy.release"() <{scope = #nvvm.mem_scope<sys>}> : () -> ()
  "nvvm.fence.proxy.release"() <{scope = #nvvm.mem_scope<cluster>}> : () -> ()
  "nvvm.fence.proxy.release"() <{scope = #nvvm.mem_scope<gpu>}> : () -> ()
  "nvvm.fence.proxy.release"() <{scope = #nvvm.mem_scope<cluster>, fromProxy = #nvvm.proxy_kind<generic>}> : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @fence_proxy_sync_restrict(
// CHECK-NEXT: nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}
llvm.func @fence_proxy_sync_restrict() {
  "nvvm.fence.proxy.sync_restrict"() <{order = #nvvm.mem_order<acquire>}> : () -> ()
  "nvvm.fence.proxy.sync_restrict"() <{order = #nvvm.mem_order<release>}> : () -> ()
  "nvvm.fence.proxy.sync_restrict"() <{order = #nvvm.mem_order<release>, toProxy = #nvvm.proxy_kind<async>}> : () -> ()
  "nvvm.fence.proxy.sync_restrict"() <{order = #nvvm.mem_order<acquire>, toProxy = #nvvm.proxy_kind<async>}> : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @setmaxregister(
// CHECK-NEXT: nvvm.setmaxregister  increase 232
llvm.func @setmaxregister() {
  "nvvm.setmaxregister"() <{regCount = 232 : i32, action = #nvvm<action increase>}> : () -> ()
  "nvvm.setmaxregister"() <{regCount = 232 : i32, action = #nvvm<action decrease>}> : () -> ()
  "nvvm.setmaxregister"() <{regCount = 256 : i32, action = #nvvm<action decrease>}> : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @griddepcontrol(
// CHECK-NEXT: nvvm.griddepcontrol  wait
llvm.func @griddepcontrol() {
  "nvvm.griddepcontrol"() <{kind = #nvvm<grid_dep_action wait>}> : () -> ()
  "nvvm.griddepcontrol"() <{kind = #nvvm<grid_dep_action launch_dependents>}> : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @exit(
// CHECK-NEXT: nvvm.exit
llvm.func @exit() {
  "nvvm.exit"() : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @breakpoint(
// CHECK-NEXT: nvvm.breakpoint
llvm.func @breakpoint() {
  "nvvm.breakpoint"() : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @clusterlaunchcontrol_try_cancel(
// CHECK-NEXT: nvvm.clusterlaunchcontrol.try.cancel %{{[^ ,]+}}, %{{[^ ,]+}}
llvm.func @clusterlaunchcontrol_try_cancel(%a0: !llvm.ptr<3>) {
  "nvvm.clusterlaunchcontrol.try.cancel"(%a0, %a0) : (!llvm.ptr<3>, !llvm.ptr<3>) -> ()
  "nvvm.clusterlaunchcontrol.try.cancel"(%a0, %a0) <{multicast}> : (!llvm.ptr<3>, !llvm.ptr<3>) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @clusterlaunchcontrol_query_cancel(
// CHECK-NEXT: %{{.*}} = nvvm.clusterlaunchcontrol.query.cancel query =  get_first_cta_id_y, %{{[^ ,]+}} : i32
llvm.func @clusterlaunchcontrol_query_cancel(%a0: i128) {
  %r0 = "nvvm.clusterlaunchcontrol.query.cancel"(%a0) <{query_type = #nvvm<cluster_launch_control_query_type get_first_cta_id_y>}> : (i128) -> i32
  %r1 = "nvvm.clusterlaunchcontrol.query.cancel"(%a0) <{query_type = #nvvm<cluster_launch_control_query_type is_canceled>}> : (i128) -> i1
  %r2 = "nvvm.clusterlaunchcontrol.query.cancel"(%a0) <{query_type = #nvvm<cluster_launch_control_query_type get_first_cta_id_z>}> : (i128) -> i32
  %r3 = "nvvm.clusterlaunchcontrol.query.cancel"(%a0) <{query_type = #nvvm<cluster_launch_control_query_type get_first_cta_id_x>}> : (i128) -> i32
  llvm.return
}

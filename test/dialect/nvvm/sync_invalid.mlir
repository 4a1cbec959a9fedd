// Barriers, fences, control of threads: what is refused, with upstream's words.
// RUN: tern-opt --verify-diagnostics --split-input-file %s
// RUN: mlir-opt --verify-diagnostics --split-input-file %s

llvm.func @f() {
  // expected-error @below {{'nvvm.pmevent' op `id` and `mask` cannot be set at the same time}}
  "nvvm.pmevent"() <{maskedEventId = 5 : i16, eventId = 16 : i32}> : () -> ()
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.pmevent' op either `id` or `mask` must be set}}
  "nvvm.pmevent"() : () -> ()
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.pmevent' op `id` must be between 0 and 15}}
  "nvvm.pmevent"() <{eventId = 16 : i32}> : () -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{'nvvm.barrier' op barrier id is missing, it should be set between 0 to 15}}
  %r0 = "nvvm.barrier"(%a0) <{reductionOp = #nvvm.reduction<or>, operandSegmentSizes = array<i32: 0, 1, 0>}> : (i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{'nvvm.barrier' op reduction are only available when id is 0}}
  %r0 = "nvvm.barrier"(%a0, %a0) <{reductionOp = #nvvm.reduction<or>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.barrier' op reduction predicate and reduction operation must be specified together}}
  "nvvm.barrier"() <{reductionOp = #nvvm.reduction<popc>, operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.fence.sync_restrict' op only acquire and release semantics are supported}}
  "nvvm.fence.sync_restrict"() <{order = #nvvm.mem_order<sc>}> : () -> ()
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.fence.proxy' op only async_shared fence can have space attribute}}
  "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<async.global>, space = #nvvm.shared_space<cta>}> : () -> ()
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.fence.proxy' op tensormap proxy is not a supported proxy kind}}
  "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<tensormap>}> : () -> ()
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.fence.proxy' op async_shared fence requires space attribute}}
  "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<async.shared>}> : () -> ()
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.fence.proxy' op generic proxy not a supported proxy kind}}
  "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<generic>, space = #nvvm.shared_space<cta>}> : () -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32) {
  // expected-error @below {{'nvvm.fence.proxy.acquire' op uni-directional proxies only support tensormap for to_proxy attribute}}
  "nvvm.fence.proxy.acquire"(%a0, %a1) <{scope = #nvvm.mem_scope<cta>, toProxy = #nvvm.proxy_kind<async.shared>}> : (!llvm.ptr, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32) {
  // expected-error @below {{'nvvm.fence.proxy.acquire' op uni-directional proxies only support generic for from_proxy attribute}}
  "nvvm.fence.proxy.acquire"(%a0, %a1) <{scope = #nvvm.mem_scope<sys>, fromProxy = #nvvm.proxy_kind<async.shared>, toProxy = #nvvm.proxy_kind<generic>}> : (!llvm.ptr, i32) -> ()
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.fence.proxy.release' op uni-directional proxies only support tensormap for to_proxy attribute}}
  "nvvm.fence.proxy.release"() <{scope = #nvvm.mem_scope<cluster>, toProxy = #nvvm.proxy_kind<async.global>}> : () -> ()
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.fence.proxy.release' op uni-directional proxies only support generic for from_proxy attribute}}
  "nvvm.fence.proxy.release"() <{scope = #nvvm.mem_scope<gpu>, fromProxy = #nvvm.proxy_kind<alias>, toProxy = #nvvm.proxy_kind<async.shared>}> : () -> ()
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.fence.proxy.sync_restrict' op only generic is support for from_proxy attribute}}
  "nvvm.fence.proxy.sync_restrict"() <{order = #nvvm.mem_order<release>, fromProxy = #nvvm.proxy_kind<tensormap>, toProxy = #nvvm.proxy_kind<tensormap>}> : () -> ()
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.fence.proxy.sync_restrict' op only acquire and release semantics are supported}}
  "nvvm.fence.proxy.sync_restrict"() <{order = #nvvm.mem_order<volatile>, fromProxy = #nvvm.proxy_kind<tensormap>}> : () -> ()
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.fence.proxy.sync_restrict' op only async is supported for to_proxy attribute}}
  "nvvm.fence.proxy.sync_restrict"() <{order = #nvvm.mem_order<acquire>, toProxy = #nvvm.proxy_kind<generic>}> : () -> ()
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.setmaxregister' op new register size must be multiple of 8}}
  "nvvm.setmaxregister"() <{regCount = 20 : i32, action = #nvvm<action decrease>}> : () -> ()
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.setmaxregister' op new register size must be in between 24 to 256}}
  "nvvm.setmaxregister"() <{regCount = 264 : i32, action = #nvvm<action increase>}> : () -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: i128) {
  // expected-error @below {{'nvvm.clusterlaunchcontrol.query.cancel' op get_first_cta_id_x, get_first_cta_id_y, get_first_cta_id_z query types return an i32}}
  %r0 = "nvvm.clusterlaunchcontrol.query.cancel"(%a0) <{query_type = #nvvm<cluster_launch_control_query_type get_first_cta_id_z>}> : (i128) -> i1
  llvm.return
}

// -----

llvm.func @f(%a0: i128) {
  // expected-error @below {{'nvvm.clusterlaunchcontrol.query.cancel' op is_canceled query type returns an i1}}
  %r0 = "nvvm.clusterlaunchcontrol.query.cancel"(%a0) <{query_type = #nvvm<cluster_launch_control_query_type is_canceled>}> : (i128) -> i32
  llvm.return
}

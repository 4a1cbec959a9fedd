// RUN: tern-opt --gpu-to-llvm %s | FileCheck %s

// Tokens leave a body as events, recorded on their streams, whatever is beside them: upstream's tool of LLVM 22 yields the
// stream itself in places, which nobody can wait for as an event.

module attributes {gpu.container_module} {
  gpu.binary @bin [#gpu.object<#nvvm.target, "abc">]
  // CHECK-LABEL: llvm.func @one_stream
  // CHECK: async.execute -> (!async.value<!llvm.ptr>, !async.value<!llvm.ptr>, !async.value<i32>)
  // CHECK: %[[STREAM:.*]] = llvm.call @mgpuStreamCreate()
  // CHECK: gpu.launch_func <%[[STREAM]] : !llvm.ptr> @bin::@k
  // CHECK: %[[FIRST:.*]] = llvm.call @mgpuEventCreate()
  // CHECK-NEXT: llvm.call @mgpuEventRecord(%[[FIRST]], %[[STREAM]])
  // CHECK-NEXT: %[[SECOND:.*]] = llvm.call @mgpuEventCreate()
  // CHECK-NEXT: llvm.call @mgpuEventRecord(%[[SECOND]], %[[STREAM]])
  // CHECK-NEXT: llvm.call @mgpuStreamDestroy(%[[STREAM]])
  // CHECK-NEXT: async.yield %[[FIRST]], %[[SECOND]], %{{.*}} : !llvm.ptr, !llvm.ptr, i32
  // CHECK: async.execute [%{{.*}}] (%{{.*}} as %[[EVENT:.*]]: !async.value<!llvm.ptr>)
  // CHECK: %[[OTHER:.*]] = llvm.call @mgpuStreamCreate()
  // CHECK: llvm.call @mgpuStreamWaitEvent(%[[OTHER]], %[[EVENT]])
  // CHECK: %[[AWAITED:.*]] = async.await %{{.*}} : !async.value<!llvm.ptr>
  // CHECK: llvm.call @mgpuEventSynchronize(%[[AWAITED]])
  // CHECK: llvm.call @mgpuEventDestroy(%[[AWAITED]])
  func.func @one_stream(%n: index, %i: i32) {
    %f0, %f1:3 = async.execute -> (!async.value<!gpu.async.token>, !async.value<!gpu.async.token>, !async.value<i32>) {
      %0 = gpu.wait async
      %1 = gpu.launch_func async [%0] @bin::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
      async.yield %1, %1, %i : !gpu.async.token, !gpu.async.token, i32
    }
    %f2 = async.execute [%f0] (%f1#0 as %x : !async.value<!gpu.async.token>) {
      %c = gpu.wait async [%x]
      gpu.wait [%c]
      async.yield
    }
    async.await %f2 : !async.token
    %r = async.await %f1#1 : !async.value<!gpu.async.token>
    gpu.wait [%r]
    return
  }
}

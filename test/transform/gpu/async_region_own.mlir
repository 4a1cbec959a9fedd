// A token that an async.execute gives is taken over by whoever uses it, so each user has one of its own. (Upstream lets
// two of three users share one.)
// RUN: tern-opt --gpu-async-region %s | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel() kernel {
      gpu.return
    }
  }

  // CHECK-LABEL: func.func @three_users
  // CHECK: %[[A:.*]], %[[TOKENS:.*]]:3 = async.execute
  // CHECK: async.yield %[[T:.*]], %[[T]], %[[T]] : !gpu.async.token, !gpu.async.token, !gpu.async.token
  // CHECK: async.execute [%[[A]]] (%[[TOKENS]]#0 as
  // CHECK: async.execute [%[[A]]] (%[[TOKENS]]#1 as
  // CHECK: async.await %[[TOKENS]]#2 :
  func.func @three_users(%n: index) {
    %0 = async.execute {
      gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
      async.yield
    }
    %1 = async.execute [%0] {
      gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
      async.yield
    }
    %2 = async.execute [%0] {
      gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
      async.yield
    }
    async.await %0 : !async.token
    return
  }
}

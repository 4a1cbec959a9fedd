// The result is what upstream's pass gives.
// RUN: tern-opt --gpu-async-region %s > %t.mlir
// RUN: mlir-opt --gpu-async-region %s | diff - %t.mlir

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel() kernel { gpu.return }
  }
  func.func private @foo() -> ()
  func.func @async(%sz : index) {
    gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
    gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
    %0 = gpu.alloc() : memref<7xf32>
    gpu.dealloc %0 : memref<7xf32>
    call @foo() : () -> ()
    return
  }
  func.func @defer_wait(%sz : index) {
    %a0 = async.execute {
      gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
      async.yield
    }
    %a1 = async.execute [%a0] {
      gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
      async.yield
    }
    async.await %a1 : !async.token
    return
  }
  func.func @blocked(%sz : index) {
    %a = async.execute {
      gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
      func.call @foo() : () -> ()
      async.yield
    }
    async.await %a : !async.token
    return
  }
  func.func @pass_through(%sz : index) {
    %a0 = async.execute {
      gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
      async.yield
    }
    %a1 = async.execute [%a0] {
      async.yield
    }
    async.await %a1 : !async.token
    return
  }
  func.func @with_result(%sz : index) -> index {
    %a0, %f0 = async.execute -> !async.value<index> {
      gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
      async.yield %sz : index
    }
    async.await %a0 : !async.token
    %x = async.await %f0 : !async.value<index>
    return %x : index
  }
  func.func @no_use(%sz : index) {
    %a0 = async.execute {
      gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
      async.yield
    }
    return
  }
  func.func @fork(%sz : index) {
    %a0 = async.execute {
      gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
      async.yield
    }
    %a1 = async.execute [%a0] {
      gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
      async.yield
    }
    %a2 = async.execute [%a0] {
      gpu.launch_func @kernels::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz)
      async.yield
    }
    return
  }
  func.func @existing_tokens(%n : index, %c: i1, %m: memref<4xf32>, %v: f32) {
    %t0 = gpu.wait async
    %t1 = gpu.wait async [%t0]
    %0 = gpu.alloc [%t0] () : memref<7xf32>
    %t2 = gpu.dealloc async %0 : memref<7xf32>
    gpu.wait
    gpu.wait
    scf.if %c {
      gpu.memcpy %m, %m : memref<4xf32>, memref<4xf32>
      %q = arith.addf %v, %v : f32
      gpu.memset %m, %q : memref<4xf32>, f32
      memref.store %q, %m[%n] : memref<4xf32>
    }
    gpu.memset %m, %v : memref<4xf32>, f32
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    gpu.memset %m, %v : memref<4xf32>, f32
    %x = memref.load %m[%n] : memref<4xf32>
    %3, %t3 = gpu.alloc async () : memref<7xf32>
    scf.for %i = %n to %n step %n {
       gpu.memset %m, %v : memref<4xf32>, f32
    }
    return
  ^bb2:
    return
  }
}

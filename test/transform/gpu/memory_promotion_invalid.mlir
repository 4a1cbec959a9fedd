// RUN: tern-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(test-gpu-memory-promotion)))' --split-input-file --verify-diagnostics

gpu.module @kernels {
  // expected-error@+1 {{expected argument #1 to be a memref with a static shape and dimensions, but got 'memref<?xf32>'}}
  gpu.func @dynamic(%x: f32, %m: memref<?xf32> {gpu.test_promote_workgroup}) kernel {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{expected argument #0 to be a memref with a static shape and dimensions, but got 'memref<f32>'}}
  gpu.func @scalar(%m: memref<f32> {gpu.test_promote_workgroup}) kernel {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{cannot promote an argument of a body with several blocks}}
  gpu.func @blocks(%m: memref<4xf32> {gpu.test_promote_workgroup}) kernel {
    cf.br ^bb1
  ^bb1:
    gpu.return
  }
}

// RUN: tern-opt %s --split-input-file --verify-diagnostics --convert-triton-amdgpu-to-llvm=arch=gfx942

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @all_devices(%p: !tt.ptr<i32>, %r: tensor<64xi32, #blocked>) {
    // expected-error @+3 {{'amdg.buffer_atomic_rmw' op is for all devices, for which buffers have no atomic instructions}}
    // expected-note @+2 {{use tt.atomic_rmw or tt.atomic_cas}}
    // expected-error @+1 {{failed to legalize operation 'amdg.buffer_atomic_rmw' that was explicitly marked illegal}}
    %0 = amdg.buffer_atomic_rmw add, relaxed, sys, %r, %p[%r] : tensor<64xi32, #blocked>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @single_half(%p: !tt.ptr<f16>, %r: tensor<64xi32, #blocked>, %x: tensor<64xf16, #blocked>) {
    // expected-error @+3 {{'amdg.buffer_atomic_rmw' op adds single numbers of 'f16', for which buffers have no atomic instruction}}
    // expected-note @+2 {{pairs that lie next to each other can be added, or use tt.atomic_rmw}}
    // expected-error @+1 {{failed to legalize operation 'amdg.buffer_atomic_rmw' that was explicitly marked illegal}}
    %0 = amdg.buffer_atomic_rmw fadd, relaxed, gpu, %x, %p[%r] : tensor<64xf16, #blocked>
    tt.return
  }
}

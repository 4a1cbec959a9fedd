// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=75 --verify-diagnostics

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @too_old(%p: tensor<128x!tt.ptr<f32>, #b>, %m: !ttg.memdesc<128xf32, #s, #smem, mutable>) {
    // expected-error @+2 {{'ttg.async_copy_global_to_local' op needs sm_80, but the target is sm_75}}
    // expected-error @+1 {{failed to legalize operation 'ttg.async_copy_global_to_local'}}
    %t = ttg.async_copy_global_to_local %p, %m : tensor<128x!tt.ptr<f32>, #b> -> <128xf32, #s, #smem, mutable>
    tt.return
  }
}

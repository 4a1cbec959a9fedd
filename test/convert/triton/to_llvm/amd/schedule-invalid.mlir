// RUN: tern-opt %s --verify-diagnostics --convert-triton-amdgpu-to-llvm=arch=gfx1100

module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @waits() {
    // expected-error @+2 {{'amdg.async_wait' op waits for copies to shared memory, which the GPU has not}}
    // expected-error @+1 {{failed to legalize operation 'amdg.async_wait' that was explicitly marked illegal}}
    %t = amdg.async_wait {num_inst = 2 : i32}
    tt.return
  }
}

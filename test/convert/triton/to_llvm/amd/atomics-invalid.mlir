// RUN: tern-opt %s --verify-diagnostics --convert-triton-amdgpu-to-llvm=arch=gfx1100

module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @bytes(%p: !tt.ptr<i8>, %x: i8) {
    // expected-error @+3 {{'tt.atomic_rmw' op is of 'i8', for which AMD's GPUs have no atomic instruction}}
    // expected-note @+2 {{use 16, 32 or 64 bits}}
    // expected-error @+1 {{failed to legalize operation 'tt.atomic_rmw' that was explicitly marked illegal}}
    %0 = tt.atomic_rmw add, relaxed, gpu, %p, %x : (!tt.ptr<i8>, i8) -> i8
    tt.return
  }
}

// RUN: tern-opt %s --verify-diagnostics --convert-triton-amdgpu-to-llvm=arch=gfx942

module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func private @half(%x: f16) -> f16 {
    // expected-error @+2 {{'tt.precise_sqrt' op is of 'f16', but only f32 and f64 have precise operations}}
    // expected-error @+1 {{failed to legalize operation 'tt.precise_sqrt' that was explicitly marked illegal}}
    %0 = tt.precise_sqrt %x : f16
    tt.return %0 : f16
  }
}

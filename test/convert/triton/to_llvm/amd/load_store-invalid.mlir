// RUN: tern-opt %s --split-input-file --verify-diagnostics --convert-triton-amdgpu-to-llvm=arch=gfx942

module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @block_pointer(%p: !tt.ptr<tensor<8xf32>>) {
    // expected-error @+3 {{'tt.load' op has a block pointer}}
    // expected-note @+2 {{run --triton-rewrite-tensor-pointer before}}
    // expected-error @+1 {{failed to legalize operation 'tt.load' that was explicitly marked illegal}}
    %x = tt.load %p : !tt.ptr<tensor<8xf32>>
    tt.return
  }
}

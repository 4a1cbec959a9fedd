// C59. The module says how many warps, blocks and threads there are. Without warps there is nothing to convert for.
// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm --verify-diagnostics | FileCheck %s

// CHECK: llvm.func @kernel({{.*}}) attributes {nvvm.cluster_dim = array<i32: 2>, nvvm.kernel = 1 : ui1, nvvm.reqntid = array<i32: 256>}
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 8 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel() {
    tt.return
  }
}

// -----

// expected-error @+2 {{'builtin.module' op has no attribute 'ttg.num-warps'}}
// expected-note @+1 {{run --convert-triton-to-tritongpu first, or say how many warps a block has}}
module {
  tt.func public @kernel() {
    tt.return
  }
}

// C73. A kernel has no results.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm --verify-diagnostics

module attributes {"ttg.num-warps" = 4 : i32} {
  // expected-error @+2 {{Kernel functions do not support return with operands}}
  // expected-note @+1 {{make it private if it is called by others}}
  tt.func public @result(%x: i32) -> i32 {
    tt.return %x : i32
  }
}

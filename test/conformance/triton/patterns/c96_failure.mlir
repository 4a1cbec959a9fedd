// C96. An op that nobody lowers makes the pass fail.
// RUN: not tern-opt %s --convert-triton-gpu-to-llvm 2>&1 | FileCheck %s

// CHECK: error: failed to legalize operation 'ttg.predicate_stage' that was explicitly marked illegal
module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @f(%i: i32) {
    %0 = ttg.predicate_stage %i, %i, %i maxStage 3 stage 1 : i32 -> i1
    tt.return
  }
}

// C54. Nothing of tt, ttg, ttng and gpu may be left.
// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm --verify-diagnostics

module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @of_tt(%d: !tt.tensordesc<tensor<8xf32>>, %i: i32) {
    // expected-error @+1 {{failed to legalize operation 'tt.descriptor_load' that was explicitly marked illegal}}
    %0 = tt.descriptor_load %d[%i] : !tt.tensordesc<tensor<8xf32>> -> tensor<8xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @of_ttg(%i: i32) {
    // expected-error @+1 {{failed to legalize operation 'ttg.predicate_stage' that was explicitly marked illegal}}
    %0 = ttg.predicate_stage %i, %i, %i maxStage 3 stage 1 : i32 -> i1
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @of_ttng(%b: !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable>) {
    // expected-error @+1 {{failed to legalize operation 'ttng.tc_gen5_commit' that was explicitly marked illegal}}
    ttng.tc_gen5_commit %b : !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @of_gpu() {
    // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_size' that was explicitly marked illegal}}
    %0 = gpu.subgroup_size : index
    tt.return
  }
}

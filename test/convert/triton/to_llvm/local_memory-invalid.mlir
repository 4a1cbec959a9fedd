// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm --verify-diagnostics -o /dev/null

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func private @no_allocation() {
    // expected-error @+3 {{'ttg.local_alloc' op has no place in shared memory}}
    // expected-note @+2 {{run --allocate-shared-memory first}}
    // expected-error @+1 {{failed to legalize operation 'ttg.local_alloc' that was explicitly marked illegal}}
    %m = ttg.local_alloc : () -> !ttg.memdesc<64xf32, #s, #ttg.shared_memory, mutable>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func private @no_scratch() {
    // expected-error @+3 {{'ttg.global_scratch_alloc' op has no place in global memory}}
    // expected-note @+2 {{run --tritongpu-global-scratch-memory-allocation first}}
    // expected-error @+1 {{failed to legalize operation 'ttg.global_scratch_alloc' that was explicitly marked illegal}}
    %p = ttg.global_scratch_alloc {alignment = 8 : i32, nbytes = 100 : i32} : !tt.ptr<i8>
    tt.return
  }
}

// -----

#split = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#whole = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func private @other_blocks(%m: !ttg.memdesc<256xf32, #split, #ttg.shared_memory, mutable>) -> tensor<256xf32, #whole> {
    // expected-error @+3 {{'ttg.local_load' op accesses the memory of other blocks of the cluster}}
    // expected-note @+2 {{give the tensor and the memory the same 'CGALayout'}}
    // expected-error @+1 {{failed to legalize operation 'ttg.local_load' that was explicitly marked illegal}}
    %x = ttg.local_load %m : !ttg.memdesc<256xf32, #split, #ttg.shared_memory, mutable> -> tensor<256xf32, #whole>
    tt.return %x : tensor<256xf32, #whole>
  }
}

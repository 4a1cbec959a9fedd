// A block has no more shared memory than that: the first buffer that ends behind it is told.
// RUN: tern-opt %s --split-input-file --allocate-shared-memory-nv="compute-capability=90 shared-memory=2048" --verify-diagnostics

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!m = !ttg.memdesc<256xf32, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // Two at a time fit, whoever comes third.
  tt.func @fits() {
    %a = ttg.local_alloc : () -> !m
    %b = ttg.local_alloc : () -> !m
    ttg.local_dealloc %a : !m
    %c = ttg.local_alloc : () -> !m
    ttg.local_dealloc %b : !m
    ttg.local_dealloc %c : !m
    tt.return
  }

  tt.func @three() {
    %a = ttg.local_alloc : () -> !m
    %b = ttg.local_alloc : () -> !m
    // expected-error @+2 {{'ttg.local_alloc' op takes 1024 bytes of shared memory, with which the function needs 3072, but a block of sm_90 has 2048}}
    // expected-note @+1 {{smaller tensors need less, and so do fewer iterations at a time (num-stages)}}
    %c = ttg.local_alloc : () -> !m
    ttg.local_dealloc %a : !m
    ttg.local_dealloc %b : !m
    ttg.local_dealloc %c : !m
    tt.return
  }
}

// -----

#x = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>
#y = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @conversion(%x: tensor<32x32xf32, #x>) -> tensor<32x32xf32, #y> {
    // expected-error @+2 {{'ttg.convert_layout' op takes 4096 bytes of shared memory, with which the function needs 4096, but a block of sm_90 has 2048}}
    // expected-note @+1 {{smaller tensors need less}}
    %y = ttg.convert_layout %x : tensor<32x32xf32, #x> -> tensor<32x32xf32, #y>
    tt.return %y : tensor<32x32xf32, #y>
  }
}

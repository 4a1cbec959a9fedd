// RUN: tern-opt %s --tritongpu-pipeline --verify-diagnostics

#lane = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#m = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#smem = #ttg.shared_memory
!x = !ttg.memdesc<128x64xf16, #s, #smem>
!y = !ttg.memdesc<64x64xf16, #s, #smem>
!d = !ttg.memdesc<128x64xf32, #m, #ttng.tensor_memory, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  // The sums are always added to, so the next product would change what is read a stage later.
  tt.func @one_buffer(%x: !x, %y: !y, %n: i32) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // expected-note @below {{sums have to be begun anew in the loop, by ttng.tmem_store or without 'useD', and only loads, stores and products may use them; --tritongpu-assign-latencies heeds that}}
    %d = ttng.tmem_alloc : () -> !d
    scf.for %i = %c0 to %n step %c1 : i32 {
      // expected-error @below {{'ttng.tc_gen5_mma' op has sums that are in use for 2 stages, but its memory cannot have as many buffers}}
      ttng.tc_gen5_mma %x, %y, %d, %true, %true {loop.cluster = 0 : i32, loop.stage = 0 : i32, tt.self_latency = 1 : i32} : !x, !y, !d
      %0 = ttng.tmem_load %d {loop.cluster = 1 : i32, loop.stage = 1 : i32} : !d -> tensor<128x64xf32, #lane>
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }
}

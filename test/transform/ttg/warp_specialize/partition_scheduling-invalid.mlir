// RUN: tern-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics --tritongpu-partition-scheduling

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @index(%n: i32) {
    scf.for %i = %n to %n step %n : i32 {
      // expected-error @below {{invalid partition index 2}}
      "a"() {ttg.partition = array<i32: 2>} : () -> ()
    } {tt.warp_specialize, ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  // A loop of unknown length gives a number to the load and to what is computed.
  tt.func @while(%d: !tt.tensordesc<tensor<64x64xf16, #boxes>>, %n: i32) {
    scf.for %i = %n to %n step %n : i32 {
      // expected-error @below {{is for several partitions}}
      // expected-note @below {{only scf.for and scf.if can be divided}}
      %j = scf.while (%k = %i) : (i32) -> i32 {
        %l = arith.cmpi slt, %k, %n : i32
        scf.condition(%l) %k : i32
      } do {
      ^bb0(%k: i32):
        %l = "next"(%k) : (i32) -> i32
        scf.yield %l : i32
      }
      %b = tt.descriptor_load %d[%j, %n] : !tt.tensordesc<tensor<64x64xf16, #boxes>> -> tensor<64x64xf16, #rows>
      "use"(%b, %j) : (tensor<64x64xf16, #rows>, i32) -> ()
    } {tt.warp_specialize}
    tt.return
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  // A lock: whoever waits for it, others would not.
  tt.func @lock(%d: !tt.tensordesc<tensor<64x64xf16, #boxes>>, %p: !tt.ptr<i32>, %n: i32) {
    // expected-note @below {{the loop that is divided is here; take tt.warp_specialize away}}
    scf.for %i = %n to %n step %n : i32 {
      // expected-error @below {{is of use to no partition}}
      scf.while : () -> () {
        %k = tt.atomic_cas acq_rel, gpu, %p, %n, %n : (!tt.ptr<i32>, i32, i32) -> i32
        %l = arith.cmpi slt, %k, %n : i32
        scf.condition(%l)
      } do {
        scf.yield
      }
      %b = tt.descriptor_load %d[%i, %n] : !tt.tensordesc<tensor<64x64xf16, #boxes>> -> tensor<64x64xf16, #rows>
      "use"(%b) : (tensor<64x64xf16, #rows>) -> ()
    } {tt.warp_specialize}
    tt.return
  }
}

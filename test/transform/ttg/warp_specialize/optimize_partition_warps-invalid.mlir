// RUN: tern-opt %s --verify-diagnostics --tritongpu-optimize-partition-warps

#four = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error @below {{module missing target specification}}
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @target(%x: i32) {
    ttg.warp_specialize(%x)
    default {
      ttg.warp_yield
    }
    partition0(%a: i32) num_warps(4) {
      %v = tt.splat %a : i32 -> tensor<64xi32, #four>
      tt.print "x" {hex = false, isSigned = array<i32: 0>} : %v : tensor<64xi32, #four>
      ttg.warp_return
    } : (i32) -> ()
    tt.return
  }
}

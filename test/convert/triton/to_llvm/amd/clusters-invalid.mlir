// RUN: tern-opt %s --verify-diagnostics --allocate-amdgpu-shared-memory --convert-triton-amdgpu-to-llvm=arch=gfx1250

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @sum(%x: tensor<64xi32, #blocked>) -> i32 {
    // expected-error @+3 {{'tt.reduce' op needs what other blocks of the cluster have, whose memory blocks of hip do not see}}
    // expected-note @+2 {{compile the kernel for one block in each cluster (num-ctas of 1)}}
    // expected-error @+1 {{failed to legalize operation}}
    %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      tt.reduce.return %s : i32
    }) : (tensor<64xi32, #blocked>) -> i32
    tt.return %0 : i32
  }
}

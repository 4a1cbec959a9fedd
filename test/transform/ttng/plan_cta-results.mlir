// What different ops want in different encodings is made for each: of several results, the one that is wanted.
// RUN: tern-opt %s --check-each=1 --triton-nvidia-gpu-plan-cta | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: tt.func public @results
  // CHECK: %[[A:.*]]:2 = scf.if
  // CHECK: %[[B:.*]]:2 = scf.if
  // CHECK: tt.reshape %[[A]]#1
  // CHECK: "tt.reduce"(%[[B]]#1)
  tt.func public @results(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %c: i1) {
    %z = arith.constant dense<0.0> : tensor<4xf32, #b>
    %ab:2 = scf.if %c -> (tensor<4xf32, #b>, tensor<4xf32, #b>) {
      %x = tt.load %p : !tt.ptr<f32>
      %s = tt.splat %x : f32 -> tensor<4xf32, #b>
      scf.yield %z, %s : tensor<4xf32, #b>, tensor<4xf32, #b>
    } else {
      scf.yield %z, %z : tensor<4xf32, #b>, tensor<4xf32, #b>
    }
    // A reshape keeps the encoding that it has, and a reduction deals no block a part of what is summed.
    %r = tt.reshape %ab#1 allow_reorder : tensor<4xf32, #b> -> tensor<4xf32, #b>
    %first = "tt.reduce"(%r) <{axis = 0 : i32}> ({
    ^bb0(%u: f32, %v: f32):
      %t = arith.addf %u, %v : f32
      tt.reduce.return %t : f32
    }) : (tensor<4xf32, #b>) -> f32
    %second = "tt.reduce"(%ab#1) <{axis = 0 : i32}> ({
    ^bb0(%u: f32, %v: f32):
      %t = arith.addf %u, %v : f32
      tt.reduce.return %t : f32
    }) : (tensor<4xf32, #b>) -> f32
    %sum = arith.addf %first, %second : f32
    tt.store %q, %sum : !tt.ptr<f32>
    tt.return
  }
}

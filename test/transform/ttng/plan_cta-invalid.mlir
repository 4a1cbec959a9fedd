// RUN: tern-opt %s --split-input-file --verify-diagnostics --triton-nvidia-gpu-plan-cta

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // expected-note @below {{with one block in a cluster (ttg.num-ctas = 1) nothing is dealt}}
  tt.func @argument(
      // expected-error @below {{a tensor cannot be dealt to the blocks of a cluster: it is an argument whose encoding cannot change}}
      %y: tensor<64x128xf32, #b>) {
    %r = "tt.reduce"(%y) ({
    ^bb0(%u: f32, %v: f32):
      %t = arith.addf %u, %v : f32
      tt.reduce.return %t : f32
    }) {axis = 1 : i32} : (tensor<64x128xf32, #b>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #b}>>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // expected-note @below {{with one block in a cluster}}
  tt.func @while(%p: !tt.ptr<f32>, %c: i1) {
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x128x!tt.ptr<f32>, #b>
    %x = tt.load %s : tensor<64x128x!tt.ptr<f32>, #b>
    %w = scf.while (%e = %x) : (tensor<64x128xf32, #b>) -> tensor<64x128xf32, #b> {
      scf.condition(%c) %e : tensor<64x128xf32, #b>
    } do {
    // expected-error @below {{a tensor cannot be dealt to the blocks of a cluster: it is an argument whose encoding cannot change}}
    ^bb0(%e: tensor<64x128xf32, #b>):
      %r = "tt.reduce"(%e) ({
      ^bb0(%u: f32, %v: f32):
        %t = arith.addf %u, %v : f32
        tt.reduce.return %t : f32
      }) {axis = 1 : i32} : (tensor<64x128xf32, #b>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #b}>>
      scf.yield %x : tensor<64x128xf32, #b>
    }
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // expected-note @below {{with one block in a cluster}}
  tt.func @two_wishes(%p: !tt.ptr<f32>, %n: i32) {
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x128x!tt.ptr<f32>, #b>
    %x = tt.load %s : tensor<64x128x!tt.ptr<f32>, #b>
    // expected-error @below {{it is an argument that different ops want different encodings of}}
    %w = scf.for %i = %n to %n step %n iter_args(%e = %x) -> (tensor<64x128xf32, #b>) : i32 {
      %r = "tt.reduce"(%e) ({
      ^bb0(%u: f32, %v: f32):
        %t = arith.addf %u, %v : f32
        tt.reduce.return %t : f32
      }) {axis = 1 : i32} : (tensor<64x128xf32, #b>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #b}>>
      %q = "tt.reduce"(%e) ({
      ^bb0(%u: f32, %v: f32):
        %t = arith.addf %u, %v : f32
        tt.reduce.return %t : f32
      }) {axis = 0 : i32} : (tensor<64x128xf32, #b>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #b}>>
      scf.yield %e : tensor<64x128xf32, #b>
    }
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
#s = #ttg.slice<{dim = 1, parent = #b}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // expected-note @below {{with one block in a cluster}}
  tt.func @passed_on(%p: !tt.ptr<f32>, %c: i1, %z: tensor<64xf32, #s>) {
    // expected-error @below {{it is passed on by an op that is neither scf.for nor scf.if}}
    %w = scf.while (%e = %z) : (tensor<64xf32, #s>) -> tensor<64xf32, #s> {
      scf.condition(%c) %e : tensor<64xf32, #s>
    } do {
    ^bb0(%e: tensor<64xf32, #s>):
      %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x128x!tt.ptr<f32>, #b>
      %x = tt.load %s : tensor<64x128x!tt.ptr<f32>, #b>
      %r = "tt.reduce"(%x) ({
      ^bb0(%u: f32, %v: f32):
        %t = arith.addf %u, %v : f32
        tt.reduce.return %t : f32
      }) {axis = 1 : i32} : (tensor<64x128xf32, #b>) -> tensor<64xf32, #s>
      scf.yield %r : tensor<64xf32, #s>
    }
    tt.return
  }
}

// -----

// What is done once is not done again for another encoding.
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // expected-note @below {{with one block in a cluster}}
  tt.func @done_once(%q: !tt.ptr<f32>, %y: f32, %c: i1) {
    %p = tt.splat %q : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>, #b>
    %x = tt.splat %y : f32 -> tensor<4xf32, #b>
    // expected-error @below {{it is made by an op that is done once, and different ops want different encodings of it}}
    %a = scf.if %c -> tensor<4xf32, #b> {
      %o = tt.atomic_rmw fadd, relaxed, gpu, %p, %x : (tensor<4x!tt.ptr<f32>, #b>, tensor<4xf32, #b>) -> tensor<4xf32, #b>
      scf.yield %o : tensor<4xf32, #b>
    } else {
      scf.yield %x : tensor<4xf32, #b>
    }
    %r = tt.reshape %a allow_reorder : tensor<4xf32, #b> -> tensor<4xf32, #b>
    %sum = "tt.reduce"(%a) <{axis = 0 : i32}> ({
    ^bb0(%u: f32, %v: f32):
      %t = arith.addf %u, %v : f32
      tt.reduce.return %t : f32
    }) : (tensor<4xf32, #b>) -> f32
    %sum2 = "tt.reduce"(%r) <{axis = 0 : i32}> ({
    ^bb0(%u: f32, %v: f32):
      %t = arith.addf %u, %v : f32
      tt.reduce.return %t : f32
    }) : (tensor<4xf32, #b>) -> f32
    %s = arith.addf %sum, %sum2 : f32
    tt.store %q, %s : !tt.ptr<f32>
    tt.return
  }
}

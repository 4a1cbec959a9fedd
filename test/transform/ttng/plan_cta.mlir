// RUN: tern-opt %s --split-input-file --triton-nvidia-gpu-plan-cta | FileCheck %s

// A product of 128 by 128 for two blocks: rows stay together, columns are halved. What is added to, and where the result goes, is dealt
// alike; pointers are computed so from the beginning.
// CHECK-DAG: #[[$HALF:[a-z0-9]+]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = {{\[\[}}0, 1]]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#row = #ttg.slice<{dim = 0, parent = #b}>
#a = #ttg.dot_op<{opIdx = 0, parent = #b}>
#c = #ttg.dot_op<{opIdx = 1, parent = #b}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @product
  // CHECK: arith.constant dense<0.000000e+00> : tensor<128x128xf32, #[[$HALF]]>
  // CHECK: tt.make_range {{.*}} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #[[$HALF]]}>>
  // CHECK: %[[P:.*]] = tt.addptr %{{.*}} : tensor<128x128x!tt.ptr<f32>, #[[$HALF]]>, tensor<128x128xi32, #[[$HALF]]>
  // CHECK: scf.for {{.*}} -> (tensor<128x128xf32, #[[$HALF]]>)
  // CHECK: tt.dot {{.*}} : tensor<128x32xf16, #ttg.dot_op<{opIdx = 0, parent = #[[$HALF]]}>> * tensor<32x128xf16, #ttg.dot_op<{opIdx = 1, parent = #[[$HALF]]}>> -> tensor<128x128xf32, #[[$HALF]]>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.store %[[P]], %{{.*}} : tensor<128x128x!tt.ptr<f32>, #[[$HALF]]>
  tt.func @product(%p: !tt.ptr<f32>, %q: !tt.ptr<f16>, %n: i32) {
    %zero = arith.constant dense<0.0> : tensor<128x128xf32, #b>
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #row>
    %e = tt.expand_dims %r {axis = 0 : i32} : tensor<128xi32, #row> -> tensor<1x128xi32, #b>
    %o = tt.broadcast %e : tensor<1x128xi32, #b> -> tensor<128x128xi32, #b>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #b>
    %d = tt.addptr %s, %o : tensor<128x128x!tt.ptr<f32>, #b>, tensor<128x128xi32, #b>
    %xs = tt.splat %q : !tt.ptr<f16> -> tensor<128x32x!tt.ptr<f16>, #b>
    %ys = tt.splat %q : !tt.ptr<f16> -> tensor<32x128x!tt.ptr<f16>, #b>
    %sum = scf.for %i = %n to %n step %n iter_args(%acc = %zero) -> (tensor<128x128xf32, #b>) : i32 {
      %x0 = tt.load %xs : tensor<128x32x!tt.ptr<f16>, #b>
      %y0 = tt.load %ys : tensor<32x128x!tt.ptr<f16>, #b>
      %x = ttg.convert_layout %x0 : tensor<128x32xf16, #b> -> tensor<128x32xf16, #a>
      %y = ttg.convert_layout %y0 : tensor<32x128xf16, #b> -> tensor<32x128xf16, #c>
      %next = tt.dot %x, %y, %acc : tensor<128x32xf16, #a> * tensor<32x128xf16, #c> -> tensor<128x128xf32, #b>
      scf.yield %next : tensor<128x128xf32, #b>
    }
    tt.store %d, %sum : tensor<128x128x!tt.ptr<f32>, #b>
    tt.return
  }
}

// -----

// Reductions are not cut along their axis: all four blocks go along the rows.
// CHECK-DAG: #[[$ROWS:[a-z0-9]+]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = {{\[\[}}1, 0], [2, 0]]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1], [0, 2]]}>
#s = #ttg.slice<{dim = 1, parent = #b}>
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @reduction
  // CHECK: tt.splat %{{.*}} : !tt.ptr<f32> -> tensor<64x128x!tt.ptr<f32>, #[[$ROWS]]>
  // CHECK: scf.if {{.*}} -> (tensor<64x128xf32, #[[$ROWS]]>)
  // CHECK: "tt.reduce"
  // CHECK: (tensor<64x128xf32, #[[$ROWS]]>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #[[$ROWS]]}>>
  // CHECK: tt.assert {{.*}} : tensor<64xi1, #[[OLD:.*]]>
  tt.func @reduction(%p: !tt.ptr<f32>, %c: i1) {
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x128x!tt.ptr<f32>, #b>
    %y = scf.if %c -> (tensor<64x128xf32, #b>) {
      %x = tt.load %s : tensor<64x128x!tt.ptr<f32>, #b>
      scf.yield %x : tensor<64x128xf32, #b>
    } else {
      %z = arith.constant dense<1.0> : tensor<64x128xf32, #b>
      scf.yield %z : tensor<64x128xf32, #b>
    }
    %r = "tt.reduce"(%y) ({
    ^bb0(%u: f32, %v: f32):
      %t = arith.addf %u, %v : f32
      tt.reduce.return %t : f32
    }) {axis = 1 : i32} : (tensor<64x128xf32, #b>) -> tensor<64xf32, #s>
    %k = arith.cmpf oeq, %r, %r : tensor<64xf32, #s>
    tt.assert %k, "a number" : tensor<64xi1, #s>
    tt.return
  }

  // One dimension alone: all blocks compute the same.
  // CHECK-LABEL: tt.func @line
  // CHECK: (tensor<128xf32, #[[LINE:.*]]>) -> f32
  tt.func @line(%x: !tt.ptr<f32>) -> f32 {
    %s = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1], [2]]}>>
    %y = tt.load %s : tensor<128x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1], [2]]}>>
    %r = "tt.reduce"(%y) ({
    ^bb0(%u: f32, %v: f32):
      %t = arith.addf %u, %v : f32
      tt.reduce.return %t : f32
    }) {axis = 0 : i32} : (tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1], [2]]}>>) -> f32
    tt.return %r : f32
  }
}

// -----

// What is stored first stays as it is; what is stored next is dealt like it, and what both use is computed for each.
#down = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#across = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @stores
  // CHECK: tt.store {{.*}} : tensor<64x128x!tt.ptr<f32>, #[[DOWN:.*]]>
  // CHECK: tt.store {{.*}} : tensor<64x128x!tt.ptr<f32>, #[[DOWN]]>
  tt.func @stores(%p: !tt.ptr<f32>, %v: f32) {
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x128x!tt.ptr<f32>, #down>
    %x = tt.splat %v : f32 -> tensor<64x128xf32, #down>
    tt.store %s, %x : tensor<64x128x!tt.ptr<f32>, #down>
    %t = tt.splat %p : !tt.ptr<f32> -> tensor<64x128x!tt.ptr<f32>, #across>
    %y = tt.splat %v : f32 -> tensor<64x128xf32, #across>
    tt.store %t, %y : tensor<64x128x!tt.ptr<f32>, #across>
    tt.return
  }
}

// -----

// Alone in a cluster a block has everything.
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @one_block
  // CHECK: "tt.reduce"
  // CHECK: (tensor<64x128xf32, #[[B:.*]]>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #[[B]]}>>
  tt.func @one_block(%y: tensor<64x128xf32, #b>) {
    %r = "tt.reduce"(%y) ({
    ^bb0(%u: f32, %v: f32):
      %t = arith.addf %u, %v : f32
      tt.reduce.return %t : f32
    }) {axis = 0 : i32} : (tensor<64x128xf32, #b>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #b}>>
    tt.return
  }
}

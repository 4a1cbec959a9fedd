// Reshapes, gathers and sums for which threads need less of each other.
// RUN: tern-opt %s --tritongpu-optimize-thread-locality --split-input-file | FileCheck %s

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#square = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[$LOCAL:.*]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @reduces_locally(
  // CHECK: %[[R:.*]] = tt.reshape %arg0 allow_reorder efficient_layout : tensor<4096xf32, #{{.*}}> -> tensor<128x32xf32, #[[$LOCAL]]>
  // CHECK: %[[C:.*]] = ttg.convert_layout %[[R]]
  // CHECK: "tt.reduce"(%[[C]])
  tt.func @reduces_locally(%x: tensor<4096xf32, #line>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #square}>> {
    %0 = tt.reshape %x allow_reorder : tensor<4096xf32, #line> -> tensor<128x32xf32, #square>
    %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<128x32xf32, #square>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #square}>>
    tt.return %1 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #square}>>
  }

  // The order is fixed; nobody reduces.
  // CHECK-LABEL: @keeps_reshapes(
  // CHECK-NOT: efficient_layout
  tt.func @keeps_reshapes(%x: tensor<4096xf32, #line>) -> (tensor<128xf32, #ttg.slice<{dim = 1, parent = #square}>>, tensor<128x32xf32, #square>) {
    %0 = tt.reshape %x : tensor<4096xf32, #line> -> tensor<128x32xf32, #square>
    %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<128x32xf32, #square>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #square}>>
    %2 = tt.reshape %x allow_reorder : tensor<4096xf32, #line> -> tensor<128x32xf32, #square>
    tt.return %1, %2 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #square}>>, tensor<128x32xf32, #square>
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[$LINES:.*]] = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @gathers(
  // CHECK: %[[X:.*]] = ttg.convert_layout %arg0 : {{.*}} -> tensor<64x32xf32, #[[$LINES]]>
  // CHECK: %[[I:.*]] = ttg.convert_layout %arg1 : {{.*}} -> tensor<16x32xi32, #[[$LINES]]>
  // CHECK: %[[G:.*]] = tt.gather %[[X]][%[[I]]] {axis = 0 : i32, efficient_layout} : {{.*}} -> tensor<16x32xf32, #[[$LINES]]>
  // CHECK: ttg.convert_layout %[[G]]
  tt.func @gathers(%x: tensor<64x32xf32, #rows>, %i: tensor<16x32xi32, #rows>) -> tensor<16x32xf32, #rows> {
    %0 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<64x32xf32, #rows>, tensor<16x32xi32, #rows>) -> tensor<16x32xf32, #rows>
    tt.return %0 : tensor<16x32xf32, #rows>
  }

  // One dimension is left to others.
  // CHECK-LABEL: @keeps_gather(
  // CHECK-NOT: ttg.convert_layout
  tt.func @keeps_gather(%x: tensor<64xf32, #line>, %i: tensor<64xi32, #line>) -> tensor<64xf32, #line> {
    %0 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<64xf32, #line>, tensor<64xi32, #line>) -> tensor<64xf32, #line>
    tt.return %0 : tensor<64xf32, #line>
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#sums = #ttg.slice<{dim = 1, parent = #rows}>
// CHECK-DAG: #[[$VIEW:.*]] = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @adds_up(
  // CHECK: %[[OLD:.*]] = arith.constant dense<1.000000e+00> : tensor<32xf32, #ttg.slice
  // CHECK: %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<32x8xf32, #ttg.slice<{dim = 2, parent = #[[$VIEW]]}>>
  // CHECK: %[[R:.*]]:2 = scf.for %{{.*}} iter_args(%[[ACC:.*]] = %[[OLD]], %[[PART:.*]] = %[[INIT]])
  // CHECK: %[[X:.*]] = tt.load
  // CHECK: %[[V:.*]] = tt.reshape %[[X]] allow_reorder efficient_layout : {{.*}} -> tensor<32x8x4xf32, #[[$VIEW]]>
  // CHECK: %[[S:.*]] = "tt.reduce"(%[[V]]) <{axis = 2 : i32}>
  // CHECK: %[[U:.*]] = arith.addf %[[PART]], %[[S]]
  // CHECK: scf.yield %[[ACC]], %[[U]]
  // CHECK: %[[W:.*]] = "tt.reduce"(%[[R]]#1) <{axis = 1 : i32}>
  // CHECK: %[[C:.*]] = ttg.convert_layout %[[W]]
  // CHECK: %[[F:.*]] = arith.addf %[[OLD]], %[[C]]
  // CHECK: tt.return %[[F]]
  tt.func @adds_up(%p: tensor<32x32x!tt.ptr<f32>, #rows>, %n: i32) -> tensor<32xf32, #sums> {
    %one = arith.constant dense<1.0> : tensor<32xf32, #sums>
    %r = scf.for %i = %n to %n step %n iter_args(%acc = %one) -> (tensor<32xf32, #sums>) : i32 {
      %x = tt.load %p : tensor<32x32x!tt.ptr<f32>, #rows>
      %s = "tt.reduce"(%x) <{axis = 1 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %t = arith.addf %a, %b : f32
        tt.reduce.return %t : f32
      }) : (tensor<32x32xf32, #rows>) -> tensor<32xf32, #sums>
      %u = arith.addf %acc, %s : tensor<32xf32, #sums>
      scf.yield %u : tensor<32xf32, #sums>
    }
    tt.return %r : tensor<32xf32, #sums>
  }

  // Sums are multiplied; the sum is used in the loop; it begins with anything.
  // CHECK-LABEL: @keeps_loops(
  // CHECK-NOT: tt.reshape
  tt.func @keeps_loops(%p: tensor<32x32x!tt.ptr<f32>, #rows>, %q: tensor<32x!tt.ptr<f32>, #sums>, %any: tensor<32xf32, #sums>, %n: i32) -> (tensor<32xf32, #sums>, tensor<32xf32, #sums>, tensor<32xf32, #sums>) {
    %one = arith.constant dense<1.0> : tensor<32xf32, #sums>
    %r:3 = scf.for %i = %n to %n step %n iter_args(%acc = %one, %acc1 = %one, %acc2 = %any) -> (tensor<32xf32, #sums>, tensor<32xf32, #sums>, tensor<32xf32, #sums>) : i32 {
      %x = tt.load %p : tensor<32x32x!tt.ptr<f32>, #rows>
      %s = "tt.reduce"(%x) <{axis = 1 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %t = arith.addf %a, %b : f32
        tt.reduce.return %t : f32
      }) : (tensor<32x32xf32, #rows>) -> tensor<32xf32, #sums>
      %u = arith.mulf %acc, %s : tensor<32xf32, #sums>
      %x1 = tt.load %p : tensor<32x32x!tt.ptr<f32>, #rows>
      %s1 = "tt.reduce"(%x1) <{axis = 1 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %t = arith.addf %a, %b : f32
        tt.reduce.return %t : f32
      }) : (tensor<32x32xf32, #rows>) -> tensor<32xf32, #sums>
      %u1 = arith.addf %acc1, %s1 : tensor<32xf32, #sums>
      tt.store %q, %acc1 : tensor<32x!tt.ptr<f32>, #sums>
      %x2 = tt.load %p : tensor<32x32x!tt.ptr<f32>, #rows>
      %s2 = "tt.reduce"(%x2) <{axis = 1 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %t = arith.addf %a, %b : f32
        tt.reduce.return %t : f32
      }) : (tensor<32x32xf32, #rows>) -> tensor<32xf32, #sums>
      %u2 = arith.addf %acc2, %s2 : tensor<32xf32, #sums>
      scf.yield %u, %u1, %u2 : tensor<32xf32, #sums>, tensor<32xf32, #sums>, tensor<32xf32, #sums>
    }
    tt.return %r#0, %r#1, %r#2 : tensor<32xf32, #sums>, tensor<32xf32, #sums>, tensor<32xf32, #sums>
  }
}

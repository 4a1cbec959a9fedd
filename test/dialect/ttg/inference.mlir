// RUN: tern-opt %s | FileCheck %s
// RUN: tern-opt %s --mlir-print-op-generic | tern-opt | FileCheck %s
// RUN: tern-opt %s --emit-bytecode | tern-opt | FileCheck %s
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b3 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [2, 16, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#bt = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#m2 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: tt.func @tt_splat_1
  // CHECK: %{{[^ ,)]+}} = tt.splat %{{[^ ,)]+}} : f32 -> tensor<16x16xf32, #{{[a-z0-9]+}}>
  tt.func @tt_splat_1(%x: f32) {
    %0 = tt.splat %x : f32 -> tensor<16x16xf32, #m2>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_splat_2
  // CHECK: %{{[^ ,)]+}} = tt.splat %{{[^ ,)]+}} : f32 -> tensor<64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #{{[a-z0-9]+}}, kWidth = 2}>>
  tt.func @tt_splat_2(%x: f32) {
    %0 = tt.splat %x : f32 -> tensor<64x64xf32, #ttg.dot_op<{opIdx=0,parent=#m2,kWidth=2}>>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_splat_3
  // CHECK: %{{[^ ,)]+}} = tt.splat %{{[^ ,)]+}} : f32 -> tensor<16xf32, #ttg.slice<{dim = 0, parent = #{{[a-z0-9]+}}}>>
  tt.func @tt_splat_3(%x: f32) {
    %0 = tt.splat %x : f32 -> tensor<16xf32, #ttg.slice<{dim=0,parent=#b}>>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_expand_dims_1
  // CHECK: %{{[^ ,)]+}} = tt.expand_dims %{{[^ ,)]+}} {axis = 1 : i32} : tensor<16xf32, #ttg.slice<{dim = 1, parent = #{{[a-z0-9]+}}}>> -> tensor<16x1xf32, #{{[a-z0-9]+}}>
  tt.func @tt_expand_dims_1(%a: tensor<16xf32, #ttg.slice<{dim=1,parent=#b}>>) {
    %0 = tt.expand_dims %a {axis = 1 : i32} : tensor<16xf32, #ttg.slice<{dim=1,parent=#b}>> -> tensor<16x1xf32, #b>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_reduce_1
  // CHECK: %{{[^ ,)]+}} = "tt.reduce"(%{{[^ ,)]+}}) <{axis = 1 : i32}> ({
  // CHECK: ^bb0(%{{[^ ,)]+}}: f32, %{{[^ ,)]+}}: f32):
  // CHECK: tt.reduce.return %{{[^ ,)]+}} : f32
  // CHECK: }) : (tensor<16x16xf32, #{{[a-z0-9]+}}>) -> tensor<16xf32, #ttg.slice<{dim = 1, parent = #{{[a-z0-9]+}}}>>
  tt.func @tt_reduce_1(%a: tensor<16x16xf32, #b>) {
    %0 = "tt.reduce"(%a) <{axis = 1 : i32}> ({
    ^bb0(%p: f32, %q: f32):
    tt.reduce.return %p : f32
    }) : (tensor<16x16xf32, #b>) -> tensor<16xf32, #ttg.slice<{dim=1,parent=#b}>>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_reduce_2
  // CHECK: %{{[^ ,)]+}} = "tt.reduce"(%{{[^ ,)]+}}) <{axis = 0 : i32}> ({
  // CHECK: ^bb0(%{{[^ ,)]+}}: f32, %{{[^ ,)]+}}: f32):
  // CHECK: tt.reduce.return %{{[^ ,)]+}} : f32
  // CHECK: }) : (tensor<16xf32, #{{[a-z0-9]+}}>) -> f32
  tt.func @tt_reduce_2(%a: tensor<16xf32, #b1>) {
    %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
    tt.reduce.return %p : f32
    }) : (tensor<16xf32, #b1>) -> f32
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_scan_1
  // CHECK: %{{[^ ,)]+}} = "tt.scan"(%{{[^ ,)]+}}) <{axis = 1 : i32, reverse = false}> ({
  // CHECK: ^bb0(%{{[^ ,)]+}}: f32, %{{[^ ,)]+}}: f32):
  // CHECK: tt.scan.return %{{[^ ,)]+}} : f32
  // CHECK: }) : (tensor<16x16xf32, #{{[a-z0-9]+}}>) -> tensor<16x16xf32, #{{[a-z0-9]+}}>
  tt.func @tt_scan_1(%a: tensor<16x16xf32, #b>) {
    %0 = "tt.scan"(%a) <{axis = 1 : i32, reverse = false}> ({
    ^bb0(%p: f32, %q: f32):
    tt.scan.return %p : f32
    }) : (tensor<16x16xf32, #b>) -> tensor<16x16xf32, #b>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_trans_1
  // CHECK: %{{[^ ,)]+}} = tt.trans %{{[^ ,)]+}} {order = array<i32: 1, 0>} : tensor<16x32xf32, #{{[a-z0-9]+}}> -> tensor<32x16xf32, #{{[a-z0-9]+}}>
  tt.func @tt_trans_1(%a: tensor<16x32xf32, #b>) {
    %0 = tt.trans %a {order = array<i32: 1, 0>} : tensor<16x32xf32, #b> -> tensor<32x16xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_trans_2
  // CHECK: %{{[^ ,)]+}} = tt.trans %{{[^ ,)]+}} {order = array<i32: 1, 0>} : tensor<32x32xf32, #{{[a-z0-9]+}}> -> tensor<32x32xf32, #{{[a-z0-9]+}}>
  tt.func @tt_trans_2(%a: tensor<32x32xf32, #m2>) {
    %0 = tt.trans %a {order = array<i32: 1, 0>} : tensor<32x32xf32, #m2> -> tensor<32x32xf32, #ttg.linear<{register=[[1,0],[0,8],[16,0]],lane=[[2,0],[4,0],[0,1],[0,2],[0,4]],warp=[[8,0],[0,16]],block=[]}>>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_join_1
  // CHECK: %{{[^ ,)]+}} = tt.join %{{[^ ,)]+}}, %{{[^ ,)]+}} : tensor<16x16xf32, #{{[a-z0-9]+}}> -> tensor<16x16x2xf32, #{{[a-z0-9]+}}>
  tt.func @tt_join_1(%a: tensor<16x16xf32, #b>) {
    %0 = tt.join %a, %a : tensor<16x16xf32, #b> -> tensor<16x16x2xf32, #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_split_1
  // CHECK: %{{[^ ,)]+}}, %{{[^ ,)]+}} = tt.split %{{[^ ,)]+}} : tensor<16x16x2xf32, #{{[a-z0-9]+}}> -> tensor<16x16xf32, #{{[a-z0-9]+}}>
  tt.func @tt_split_1(%a: tensor<16x16x2xf32, #b3>) {
    %0, %1 = tt.split %a : tensor<16x16x2xf32, #b3> -> tensor<16x16xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_reshape_1
  // CHECK: %{{[^ ,)]+}} = tt.reshape %{{[^ ,)]+}} : tensor<16x32xf32, #{{[a-z0-9]+}}> -> tensor<512xf32, #{{[a-z0-9]+}}>
  tt.func @tt_reshape_1(%a: tensor<16x32xf32, #b>) {
    %0 = tt.reshape %a : tensor<16x32xf32, #b> -> tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_reshape_2
  // CHECK: %{{[^ ,)]+}} = tt.reshape %{{[^ ,)]+}} allow_reorder : tensor<16x16xf32, #{{[a-z0-9]+}}> -> tensor<256xf32, #{{[a-z0-9]+}}>
  tt.func @tt_reshape_2(%a: tensor<16x16xf32, #b>) {
    %0 = tt.reshape %a allow_reorder : tensor<16x16xf32, #b> -> tensor<256xf32, #b1>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_dot_1
  // CHECK: %{{[^ ,)]+}} = tt.dot %{{[^ ,)]+}}, %{{[^ ,)]+}}, %{{[^ ,)]+}} : tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #{{[a-z0-9]+}}, kWidth = 2}>> * tensor<32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #{{[a-z0-9]+}}, kWidth = 2}>> -> tensor<32x32xf32, #{{[a-z0-9]+}}>
  tt.func @tt_dot_1(%a: tensor<32x32xf16, #ttg.dot_op<{opIdx=0,parent=#m2,kWidth=2}>>, %c: tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#m2,kWidth=2}>>, %d: tensor<32x32xf32, #m2>) {
    %0 = tt.dot %a, %c, %d : tensor<32x32xf16, #ttg.dot_op<{opIdx=0,parent=#m2,kWidth=2}>> * tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#m2,kWidth=2}>> -> tensor<32x32xf32, #m2>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_dot_2
  // CHECK: %{{[^ ,)]+}} = tt.dot %{{[^ ,)]+}}, %{{[^ ,)]+}}, %{{[^ ,)]+}} : tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #{{[a-z0-9]+}}}>> * tensor<32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #{{[a-z0-9]+}}}>> -> tensor<32x32xf32, #{{[a-z0-9]+}}>
  tt.func @tt_dot_2(%a: tensor<32x32xf16, #ttg.dot_op<{opIdx=0,parent=#b}>>, %c: tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#b}>>, %d: tensor<32x32xf32, #b>) {
    %0 = tt.dot %a, %c, %d : tensor<32x32xf16, #ttg.dot_op<{opIdx=0,parent=#b}>> * tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#b}>> -> tensor<32x32xf32, #b>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_gather_1
  // CHECK: %{{[^ ,)]+}} = tt.gather %{{[^ ,)]+}}[%{{[^ ,)]+}}] {axis = 0 : i32} : (tensor<32x16xf32, #{{[a-z0-9]+}}>, tensor<16x16xi32, #{{[a-z0-9]+}}>) -> tensor<16x16xf32, #{{[a-z0-9]+}}>
  tt.func @tt_gather_1(%a: tensor<32x16xf32, #b>, %i: tensor<16x16xi32, #bt>) {
    %0 = tt.gather %a[%i] {axis = 0 : i32} : (tensor<32x16xf32, #b>, tensor<16x16xi32, #bt>) -> tensor<16x16xf32, #bt>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_gather_2
  // CHECK: %{{[^ ,)]+}} = tt.gather %{{[^ ,)]+}}[%{{[^ ,)]+}}] {axis = 0 : i32, efficient_layout} : (tensor<32x16xf32, #{{[a-z0-9]+}}>, tensor<16x16xi32, #{{[a-z0-9]+}}>) -> tensor<16x16xf32, #{{[a-z0-9]+}}>
  tt.func @tt_gather_2(%a: tensor<32x16xf32, #b>, %i: tensor<16x16xi32, #bt>) {
    %0 = tt.gather %a[%i] {axis = 0 : i32, efficient_layout} : (tensor<32x16xf32, #b>, tensor<16x16xi32, #bt>) -> tensor<16x16xf32, #bt>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_broadcast_1
  // CHECK: %{{[^ ,)]+}} = tt.broadcast %{{[^ ,)]+}} : tensor<16x1xf32, #{{[a-z0-9]+}}> -> tensor<16x16xf32, #{{[a-z0-9]+}}>
  tt.func @tt_broadcast_1(%a: tensor<16x1xf32, #b>) {
    %0 = tt.broadcast %a : tensor<16x1xf32, #b> -> tensor<16x16xf32, #b>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_histogram_1
  // CHECK: %{{[^ ,)]+}} = tt.histogram %{{[^ ,)]+}} : tensor<16xi32, #{{[a-z0-9]+}}> -> tensor<32xi32, #ttg.slice<{dim = 0, parent = #{{[a-z0-9]+}}}>>
  tt.func @tt_histogram_1(%a: tensor<16xi32, #b1>) {
    %0 = tt.histogram %a : tensor<16xi32, #b1> -> tensor<32xi32, #ttg.slice<{dim=0,parent=#b}>>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_cat_1
  // CHECK: %{{[^ ,)]+}} = tt.cat %{{[^ ,)]+}}, %{{[^ ,)]+}} : tensor<16xi32, #{{[a-z0-9]+}}> -> tensor<32xi32, #{{[a-z0-9]+}}>
  tt.func @tt_cat_1(%a: tensor<16xi32, #b1>) {
    %0 = tt.cat %a, %a : tensor<16xi32, #b1> -> tensor<32xi32, #b1>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_cat_2
  // CHECK: %{{[^ ,)]+}} = tt.cat %{{[^ ,)]+}}, %{{[^ ,)]+}} : tensor<16xi32, #{{[a-z0-9]+}}> -> tensor<32xi32, #ttg.slice<{dim = 0, parent = #{{[a-z0-9]+}}}>>
  tt.func @tt_cat_2(%a: tensor<16xi32, #b1>) {
    %0 = tt.cat %a, %a : tensor<16xi32, #b1> -> tensor<32xi32, #ttg.slice<{dim=0,parent=#b}>>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_load_1
  // CHECK: %{{[^ ,)]+}} = tt.load %{{[^ ,)]+}}, %{{[^ ,)]+}} : tensor<16x!tt.ptr<f32>, #{{[a-z0-9]+}}>
  tt.func @tt_load_1(%a: tensor<16x!tt.ptr<f32>, #b1>, %m: tensor<16xi1, #b1>) {
    %0 = tt.load %a, %m : tensor<16x!tt.ptr<f32>, #b1>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_unsplat_1
  // CHECK: %{{[^ ,)]+}} = tt.unsplat %{{[^ ,)]+}} : tensor<1xi32, #{{[a-z0-9]+}}>
  tt.func @tt_unsplat_1(%a: tensor<1xi32, #b1>) {
    %0 = tt.unsplat %a : tensor<1xi32, #b1>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_dot_scaled_1
  // CHECK: %{{[^ ,)]+}} = tt.dot_scaled %{{[^ ,)]+}} scale %{{[^ ,)]+}}, %{{[^ ,)]+}} scale %{{[^ ,)]+}}, %{{[^ ,)]+}} lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<32x32xf8E4M3FN, #ttg.dot_op<{opIdx = 0, parent = #{{[a-z0-9]+}}, kWidth = 4}>>, tensor<32x1xi8, #{{[a-z0-9]+}}> * tensor<32x32xf8E4M3FN, #ttg.dot_op<{opIdx = 1, parent = #{{[a-z0-9]+}}, kWidth = 4}>>, tensor<32x1xi8, #{{[a-z0-9]+}}> -> tensor<32x32xf32, #{{[a-z0-9]+}}>
  tt.func @tt_dot_scaled_1(%a: tensor<32x32xf8E4M3FN, #ttg.dot_op<{opIdx=0,parent=#m2,kWidth=4}>>, %c: tensor<32x32xf8E4M3FN, #ttg.dot_op<{opIdx=1,parent=#m2,kWidth=4}>>, %d: tensor<32x32xf32, #m2>, %s: tensor<32x1xi8, #b>) {
    %0 = tt.dot_scaled %a scale %s, %c scale %s, %d lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<32x32xf8E4M3FN, #ttg.dot_op<{opIdx=0,parent=#m2,kWidth=4}>>, tensor<32x1xi8, #b> * tensor<32x32xf8E4M3FN, #ttg.dot_op<{opIdx=1,parent=#m2,kWidth=4}>>, tensor<32x1xi8, #b> -> tensor<32x32xf32, #m2>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_dot_3
  // CHECK: %{{[^ ,)]+}} = tt.dot %{{[^ ,)]+}}, %{{[^ ,)]+}}, %{{[^ ,)]+}}, inputPrecision = tf32 : tensor<32x32xf32, #ttg.dot_op<{opIdx = 0, parent = #{{[a-z0-9]+}}, kWidth = 1}>> * tensor<32x32xf32, #ttg.dot_op<{opIdx = 1, parent = #{{[a-z0-9]+}}, kWidth = 1}>> -> tensor<32x32xf32, #{{[a-z0-9]+}}>
  tt.func @tt_dot_3(%a: tensor<32x32xf32, #ttg.dot_op<{opIdx=0,parent=#m2,kWidth=1}>>, %c: tensor<32x32xf32, #ttg.dot_op<{opIdx=1,parent=#m2,kWidth=1}>>, %d: tensor<32x32xf32, #m2>) {
    %0 = tt.dot %a, %c, %d, inputPrecision = tf32 : tensor<32x32xf32, #ttg.dot_op<{opIdx=0,parent=#m2,kWidth=1}>> * tensor<32x32xf32, #ttg.dot_op<{opIdx=1,parent=#m2,kWidth=1}>> -> tensor<32x32xf32, #m2>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_dot_4
  // CHECK: %{{[^ ,)]+}} = tt.dot %{{[^ ,)]+}}, %{{[^ ,)]+}}, %{{[^ ,)]+}} : tensor<32x32xf64, #ttg.dot_op<{opIdx = 0, parent = #{{[a-z0-9]+}}, kWidth = 1}>> * tensor<32x32xf64, #ttg.dot_op<{opIdx = 1, parent = #{{[a-z0-9]+}}, kWidth = 1}>> -> tensor<32x32xf64, #{{[a-z0-9]+}}>
  tt.func @tt_dot_4(%a: tensor<32x32xf64, #ttg.dot_op<{opIdx=0,parent=#m2,kWidth=1}>>, %c: tensor<32x32xf64, #ttg.dot_op<{opIdx=1,parent=#m2,kWidth=1}>>, %d: tensor<32x32xf64, #m2>) {
    %0 = tt.dot %a, %c, %d : tensor<32x32xf64, #ttg.dot_op<{opIdx=0,parent=#m2,kWidth=1}>> * tensor<32x32xf64, #ttg.dot_op<{opIdx=1,parent=#m2,kWidth=1}>> -> tensor<32x32xf64, #m2>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_dot_scaled_2
  // CHECK: %{{[^ ,)]+}} = tt.dot_scaled %{{[^ ,)]+}} scale %{{[^ ,)]+}}, %{{[^ ,)]+}} scale %{{[^ ,)]+}}, %{{[^ ,)]+}} lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<32x32xf8E4M3FN, #{{[a-z0-9]+}}>, tensor<32x1xi8, #{{[a-z0-9]+}}> * tensor<32x32xf8E4M3FN, #{{[a-z0-9]+}}>, tensor<32x1xi8, #{{[a-z0-9]+}}> -> tensor<32x32xf32, #{{[a-z0-9]+}}>
  tt.func @tt_dot_scaled_2(%a: tensor<32x32xf8E4M3FN, #b>, %c: tensor<32x32xf8E4M3FN, #bt>, %d: tensor<32x32xf32, #m2>, %s: tensor<32x1xi8, #b>) {
    %0 = tt.dot_scaled %a scale %s, %c scale %s, %d lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<32x32xf8E4M3FN, #b>, tensor<32x1xi8, #b> * tensor<32x32xf8E4M3FN, #bt>, tensor<32x1xi8, #b> -> tensor<32x32xf32, #m2>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_join_2
  // CHECK: %{{[^ ,)]+}} = tt.join %{{[^ ,)]+}}, %{{[^ ,)]+}} : tensor<16x16xf32, #{{[a-z0-9]+}}> -> tensor<16x16x2xf32, #{{[a-z0-9]+}}>
  tt.func @tt_join_2(%a: tensor<16x16xf32, #m2>) {
    %0 = tt.join %a, %a : tensor<16x16xf32, #m2> -> tensor<16x16x2xf32, #ttg.linear<{register=[[0,0,1],[0,1,0],[8,0,0]],lane=[[0,2,0],[0,4,0],[1,0,0],[2,0,0],[4,0,0]],warp=[[0,8,0],[0,0,0]],block=[]}>>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_join_3
  // CHECK: %{{[^ ,)]+}} = tt.join %{{[^ ,)]+}}, %{{[^ ,)]+}} : tensor<16xf32, #ttg.slice<{dim = 1, parent = #{{[a-z0-9]+}}}>> -> tensor<16x2xf32, #{{[a-z0-9]+}}>
  tt.func @tt_join_3(%a: tensor<16xf32, #ttg.slice<{dim=1,parent=#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>>) {
    %0 = tt.join %a, %a : tensor<16xf32, #ttg.slice<{dim=1,parent=#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>> -> tensor<16x2xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_split_2
  // CHECK: %{{[^ ,)]+}}, %{{[^ ,)]+}} = tt.split %{{[^ ,)]+}} : tensor<16x2xf32, #{{[a-z0-9]+}}> -> tensor<16xf32, #{{[a-z0-9]+}}>
  tt.func @tt_split_2(%a: tensor<16x2xf32, #b>) {
    %0, %1 = tt.split %a : tensor<16x2xf32, #b> -> tensor<16xf32, #ttg.linear<{register = [[0]], lane = [[0], [0], [0], [1], [2]], warp = [[4], [8]], block = []}>>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_reshape_3
  // CHECK: %{{[^ ,)]+}} = tt.reshape %{{[^ ,)]+}} allow_reorder efficient_layout : tensor<16x16xf32, #{{[a-z0-9]+}}> -> tensor<256xf32, #{{[a-z0-9]+}}>
  tt.func @tt_reshape_3(%a: tensor<16x16xf32, #b>) {
    %0 = tt.reshape %a allow_reorder efficient_layout : tensor<16x16xf32, #b> -> tensor<256xf32, #b1>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_reshape_4
  // CHECK: %{{[^ ,)]+}} = tt.reshape %{{[^ ,)]+}} : tensor<256xf32, #{{[a-z0-9]+}}> -> tensor<2x128xf32, #{{[a-z0-9]+}}>
  tt.func @tt_reshape_4(%a: tensor<256xf32, #b1>) {
    %0 = tt.reshape %a : tensor<256xf32, #b1> -> tensor<2x128xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>>
    tt.return
  }

  // CHECK-LABEL: tt.func @tt_splat_4
  // CHECK: %{{[^ ,)]+}} = tt.splat %{{[^ ,)]+}} {ttg.partition = array<i32: 1>} : f32 -> tensor<16x16xf32, #{{[a-z0-9]+}}>
  tt.func @tt_splat_4(%x: f32) {
    %0 = tt.splat %x {ttg.partition = array<i32: 1>} : f32 -> tensor<16x16xf32, #m2>
    tt.return
  }
}

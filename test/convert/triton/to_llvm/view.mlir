// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm --verify-diagnostics | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b2 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#t2 = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2], order = [0, 1]}>
#s0 = #ttg.slice<{dim = 0, parent = #b2}>
#j = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // Lanes 3 bits and warps 1 bit go along the sliced tensor; the others have copies.
  // CHECK-LABEL: llvm.func internal @range
  // CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x
  // CHECK: %[[THREAD:.*]] = llvm.and %[[TID]], %{{.*}}
  // CHECK: %[[LANE:.*]] = llvm.and %[[THREAD]], %{{.*}}
  // CHECK: %[[WARP:.*]] = llvm.lshr %[[THREAD]], %{{.*}}
  // CHECK: %[[EIGHT:.*]] = llvm.and %[[LANE]], %{{.*}}
  // CHECK: %[[BY_LANE:.*]] = llvm.shl %[[EIGHT]], %{{.*}}
  // CHECK: %[[ONE:.*]] = llvm.and %[[WARP]], %{{.*}}
  // CHECK: %[[BY_WARP:.*]] = llvm.shl %[[ONE]], %{{.*}}
  // CHECK: %[[BASE:.*]] = llvm.or disjoint %[[BY_LANE]], %[[BY_WARP]]
  // CHECK: %[[NEXT:.*]] = llvm.or disjoint %[[BASE]], %{{.*}}
  // CHECK: %[[FIFTH:.*]] = llvm.mlir.constant(5 : i32)
  // CHECK: llvm.add %[[BASE]], %[[FIFTH]]
  // CHECK: llvm.add %[[NEXT]], %[[FIFTH]]
  tt.func private @range() -> tensor<32xi32, #s0> {
    %r = tt.make_range {end = 37 : i32, start = 5 : i32} : tensor<32xi32, #s0>
    tt.return %r : tensor<32xi32, #s0>
  }

  // The same layout is not computed twice.
  // CHECK-LABEL: llvm.func internal @ranges
  // CHECK: nvvm.read.ptx.sreg.tid.x
  // CHECK-NOT: nvvm.read.ptx.sreg.tid.x
  // CHECK-COUNT-4: llvm.shl
  // CHECK-NOT: llvm.shl
  // CHECK: llvm.return
  tt.func private @ranges() -> (tensor<256xi32, #b>, tensor<256xi32, #b>) {
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b>
    %s = tt.make_range {end = 512 : i32, start = 256 : i32} : tensor<256xi32, #b>
    %two = arith.constant dense<2> : tensor<256xi32, #b>
    %t = arith.shli %r, %two : tensor<256xi32, #b>
    tt.return %s, %t : tensor<256xi32, #b>, tensor<256xi32, #b>
  }

  // Two registers of the slice are those of all rows.
  // CHECK-LABEL: llvm.func internal @expand_and_broadcast
  // CHECK-SAME: %[[X:.*]]: !llvm.struct<(f32, f32)>
  // CHECK-DAG: %[[X0:.*]] = llvm.extractvalue %[[X]][0]
  // CHECK-DAG: %[[X1:.*]] = llvm.extractvalue %[[X]][1]
  // CHECK: llvm.insertvalue %[[X0]], %{{.*}}[0] : !llvm.struct<(f32, f32, f32, f32)>
  // CHECK: llvm.insertvalue %[[X1]], %{{.*}}[1] : !llvm.struct<(f32, f32, f32, f32)>
  // CHECK: llvm.insertvalue %[[X0]], %{{.*}}[2] : !llvm.struct<(f32, f32, f32, f32)>
  // CHECK: llvm.insertvalue %[[X1]], %{{.*}}[3] : !llvm.struct<(f32, f32, f32, f32)>
  tt.func private @expand_and_broadcast(%x: tensor<32xf32, #s0>) -> tensor<16x32xf32, #b2> {
    %e = tt.expand_dims %x {axis = 0 : i32} : tensor<32xf32, #s0> -> tensor<1x32xf32, #b2>
    %r = tt.broadcast %e : tensor<1x32xf32, #b2> -> tensor<16x32xf32, #b2>
    tt.return %r : tensor<16x32xf32, #b2>
  }

  // CHECK-LABEL: llvm.func internal @trans
  // CHECK-COUNT-4: llvm.extractvalue %arg0
  // CHECK-NOT: llvm.extractvalue
  // CHECK: llvm.return
  tt.func private @trans(%x: tensor<16x32xf32, #b2>) -> tensor<32x16xf32, #t2> {
    %r = tt.trans %x {order = array<i32: 1, 0>} : tensor<16x32xf32, #b2> -> tensor<32x16xf32, #t2>
    tt.return %r : tensor<32x16xf32, #t2>
  }

  // Pairs lie next to each other.
  // CHECK-LABEL: llvm.func internal @join_and_split
  // CHECK-SAME: %[[X:.*]]: !llvm.struct<(f32, f32)>, %[[Y:.*]]: !llvm.struct<(f32, f32)>, %arg2
  // CHECK-DAG: %[[X0:.*]] = llvm.extractvalue %[[X]][0]
  // CHECK-DAG: %[[X1:.*]] = llvm.extractvalue %[[X]][1]
  // CHECK-DAG: %[[Y0:.*]] = llvm.extractvalue %[[Y]][0]
  // CHECK-DAG: %[[Y1:.*]] = llvm.extractvalue %[[Y]][1]
  // CHECK: llvm.insertvalue %[[X0]], %{{.*}}[0]
  // CHECK: llvm.insertvalue %[[Y0]], %{{.*}}[1]
  // CHECK: llvm.insertvalue %[[X1]], %{{.*}}[2]
  // CHECK: llvm.insertvalue %[[Y1]], %{{.*}}[3]
  // CHECK: llvm.insertvalue %[[X0]], %{{.*}}[0] : !llvm.struct<(f32, f32)>
  // CHECK: llvm.insertvalue %[[X1]], %{{.*}}[1] : !llvm.struct<(f32, f32)>
  // CHECK: llvm.insertvalue %[[Y0]], %{{.*}}[0] : !llvm.struct<(f32, f32)>
  // CHECK: llvm.insertvalue %[[Y1]], %{{.*}}[1] : !llvm.struct<(f32, f32)>
  tt.func private @join_and_split(%x: tensor<256xf32, #b>, %y: tensor<256xf32, #b>) -> (tensor<256xf32, #b>, tensor<256xf32, #b>) {
    %r = tt.join %x, %y : tensor<256xf32, #b> -> tensor<256x2xf32, #j>
    %u, %v = tt.split %r : tensor<256x2xf32, #j> -> tensor<256xf32, #b>
    tt.return %u, %v : tensor<256xf32, #b>, tensor<256xf32, #b>
  }

  // CHECK-LABEL: llvm.func internal @cat
  // CHECK: llvm.return %{{.*}} : !llvm.struct<(f32, f32, f32, f32)>
  tt.func private @cat(%x: tensor<256xf32, #b>) -> tensor<512xf32, #b> {
    %r = tt.cat %x, %x : tensor<256xf32, #b> -> tensor<512xf32, #b>
    tt.return %r : tensor<512xf32, #b>
  }

  // A float of 8 bits is kept as an integer of its bits.
  // CHECK-LABEL: llvm.func internal @constants
  // CHECK: llvm.mlir.constant(1.000000e+00 : f32) : f32
  // CHECK: llvm.mlir.constant(1.000000e+00 : f8E4M3FN) : i8
  // CHECK: llvm.mlir.poison : !llvm.struct<(f32, f32)>
  tt.func private @constants() -> (tensor<256xf32, #b>, tensor<256xf8E4M3FN, #b>, tensor<256xf32, #b>) {
    %c = arith.constant dense<1.0> : tensor<256xf32, #b>
    %d = arith.constant dense<1.0> : tensor<256xf8E4M3FN, #b>
    %p = ub.poison : tensor<256xf32, #b>
    tt.return %c, %d, %p : tensor<256xf32, #b>, tensor<256xf8E4M3FN, #b>, tensor<256xf32, #b>
  }

  // CHECK-LABEL: llvm.func internal @splat
  // CHECK: llvm.insertvalue %arg0, %{{.*}}[0]
  // CHECK: llvm.insertvalue %arg0, %{{.*}}[1]
  tt.func private @splat(%x: f32) -> tensor<256xf32, #b> {
    %r = tt.splat %x : f32 -> tensor<256xf32, #b>
    tt.return %r : tensor<256xf32, #b>
  }

  // CHECK-LABEL: llvm.func internal @unsplat
  // CHECK: llvm.extractvalue %arg0[0]
  tt.func private @unsplat(%x: tensor<1xf32, #b>) -> f32 {
    %r = tt.unsplat %x : tensor<1xf32, #b>
    tt.return %r : f32
  }

  // Structs cross blocks whole.
  // CHECK-LABEL: llvm.func internal @blocks
  // CHECK: llvm.br ^bb1(%arg0 : !llvm.struct<(f32, f32)>)
  // CHECK: ^bb1(%[[K:.*]]: !llvm.struct<(f32, f32)>):
  // CHECK: llvm.extractvalue %[[K]][0]
  // CHECK: llvm.cond_br %arg1, ^bb1(%{{.*}} : !llvm.struct<(f32, f32)>), ^bb2
  tt.func private @blocks(%x: tensor<256xf32, #b>, %c: i1) -> tensor<256xf32, #b> {
    cf.br ^bb1(%x : tensor<256xf32, #b>)
  ^bb1(%k: tensor<256xf32, #b>):
    %m = arith.addf %k, %k : tensor<256xf32, #b>
    cf.cond_br %c, ^bb1(%m : tensor<256xf32, #b>), ^bb2
  ^bb2:
    tt.return %m : tensor<256xf32, #b>
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @different() -> tensor<4xi32, #b> {
    // expected-error @+2 {{'arith.constant' op has elements that differ, which threads cannot tell apart}}
    // expected-note @+1 {{compute them from tt.make_range, or load them}}
    %c = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32, #b>
    tt.return %c : tensor<4xi32, #b>
  }
}

// RUN: tern-opt %s | FileCheck %s

// Accesses of 2023 had the type of what is read, and no clauses; blocks could be read in another encoding.
#b = #triton_gpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#c = #triton_gpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"triton_gpu.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @pointers
  tt.func @pointers(%p: tensor<8x!tt.ptr<f16>>, %s: !tt.ptr<i64>, %m: tensor<8xi1>, %x: tensor<8xf16>) {
    // CHECK: tt.load %{{.*}} : tensor<8x!tt.ptr<f16>>
    // CHECK: tt.load %{{.*}}, %{{.*}} cacheModifier = ca evictionPolicy = evict_last {isVolatile = true} : tensor<8x!tt.ptr<f16>>
    // CHECK: tt.load %{{.*}}, %{{.*}}, %{{.*}} : tensor<8x!tt.ptr<f16>>
    // CHECK: %[[S:.*]] = tt.load %{{.*}} : !tt.ptr<i64>
    // CHECK: tt.store %{{.*}}, %{{.*}} : tensor<8x!tt.ptr<f16>>
    // CHECK: tt.store %{{.*}}, %{{.*}}, %{{.*}} cacheModifier = cs : tensor<8x!tt.ptr<f16>>
    // CHECK: tt.store %{{.*}}, %[[S]] : !tt.ptr<i64>
    %0 = tt.load %p {cache = 1 : i32, evict = 1 : i32, isVolatile = false} : tensor<8xf16>
    %1 = tt.load %p, %m {cache = 2 : i32, evict = 3 : i32, isVolatile = true} : tensor<8xf16>
    %2 = tt.load %p, %m, %x : tensor<8xf16>
    %3 = tt.load %s : i64
    tt.store %p, %0 {cache = 1 : i32, evict = 1 : i32} : tensor<8xf16>
    tt.store %p, %1, %m {cache = 5 : i32} : tensor<8xf16>
    tt.store %s, %3 : i64
    // What is written today is read as ever.
    // CHECK: tt.load %{{.*}}, %{{.*}} cacheModifier = cg : tensor<8x!tt.ptr<f16>>
    // CHECK: tt.store %{{.*}}, %{{.*}} : tensor<8x!tt.ptr<f16>>
    %4 = tt.load %p, %m cacheModifier = cg : tensor<8x!tt.ptr<f16>>
    tt.store %p, %4 : tensor<8x!tt.ptr<f16>>
    // A mask that may be missing may be missing behind its comma.
    // CHECK-NEXT: tt.load %{{[a-z0-9]+}} : !tt.ptr<i64>
    %5 = tt.load %s, : !tt.ptr<i64>
    tt.return
  }
  // CHECK-LABEL: tt.func @blocks
  tt.func @blocks(%p: !tt.ptr<tensor<128xf16, #b>>) {
    // CHECK: %[[X:.*]] = tt.load %{{.*}} {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<128xf16, #[[B:.*]]>>
    // CHECK: tt.store %{{.*}}, %[[X]] {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<128xf16, #[[B]]>>
    %0 = tt.load %p {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<128xf16, #b>> -> tensor<128xf16, #b>
    tt.store %p, %0 {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<128xf16, #b>>, tensor<128xf16, #b>
    // CHECK: %[[Y:.*]] = tt.load %{{.*}} {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<128xf16, #[[B]]>>
    // CHECK: %[[Z:.*]] = ttg.convert_layout %[[Y]] : tensor<128xf16, #[[B]]> -> tensor<128xf16, #[[C:.*]]>
    // CHECK: %[[W:.*]] = ttg.convert_layout %[[Z]] : tensor<128xf16, #[[C]]> -> tensor<128xf16, #[[B]]>
    // CHECK: tt.store %{{.*}}, %[[W]]
    %1 = tt.load %p {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<128xf16, #b>> -> tensor<128xf16, #c>
    tt.store %p, %1 : !tt.ptr<tensor<128xf16, #b>>, tensor<128xf16, #c>
    // CHECK: %[[V:.*]] = tt.load %{{.*}} : !tt.ptr<tensor<128xf16, #[[B]]>>
    // CHECK: ttg.local_store %[[V]], %{{.*}}
    %c0 = arith.constant 0 : i32
    %2 = triton_gpu.alloc_tensor : tensor<2x128xf16, #triton_gpu.shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>
    %3 = triton_gpu.insert_slice %p, %2, %c0 {axis = 0 : i32} : !tt.ptr<tensor<128xf16, #b>> -> tensor<2x128xf16, #triton_gpu.shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>
    tt.return
  }
  // CHECK-LABEL: tt.func @others
  tt.func @others(%x: tensor<8x8xf32, #triton_gpu.slice<{dim = 2, parent = #triton_gpu.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [2, 4, 4], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>}>>, %y: tensor<16xf32>, %a: tensor<16x16xf32>, %i: i32) {
    // CHECK: tt.get_program_id y : i32
    // CHECK: tt.get_num_programs z : i32
    // CHECK: tt.fp_to_fp %{{.*}}, rounding = rtne
    // CHECK: tt.reshape %{{.*}} allow_reorder : tensor<16xf32> -> tensor<4x4xf32>
    // CHECK: tt.reshape %{{.*}} : tensor<16xf32> -> tensor<4x4xf32>
    // CHECK: tt.splat %{{.*}} : i32 -> tensor<16xi32>
    // CHECK: tt.trans %{{.*}} {order = array<i32: 1, 0>} : tensor<16x16xf32> -> tensor<16x16xf32>
    // CHECK: tt.print "y: " {hex = false, isSigned = array<i32: 0>} : %{{.*}} : tensor<16xf32>
    // CHECK: tt.dot %{{.*}}, %{{.*}}, %{{.*}}, inputPrecision = tf32 : tensor<16x16xf32>
    // CHECK: tt.dot %{{.*}}, %{{.*}}, %{{.*}} : tensor<16x16xf32>
    // CHECK: "tt.scan"(%{{.*}}) <{axis = 0 : i32, reverse = false}>
    %0 = tt.get_program_id {axis = 1 : i32} : i32
    %1 = tt.get_num_programs {axis = 2 : i32} : i32
    %2 = tt.fp_to_fp %y : tensor<16xf32> -> tensor<16xf8E5M2>
    %3 = tt.reshape %y {allow_reorder = true} : tensor<16xf32> -> tensor<4x4xf32>
    %4 = tt.reshape %y {allow_reorder = false} : tensor<16xf32> -> tensor<4x4xf32>
    %5 = tt.broadcast %i : (i32) -> tensor<16xi32>
    %6 = tt.trans %a : (tensor<16x16xf32>) -> tensor<16x16xf32>
    tt.print "y: " : %y : tensor<16xf32>
    %7 = tt.dot %a, %a, %a {allowTF32 = true, maxNumImpreciseAcc = 0 : i32} : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    %8 = tt.dot %a, %a, %a {allowTF32 = false} : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    %9 = "tt.scan"(%y) ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.scan.return %s : f32
    }) {axis = 0 : i32} : (tensor<16xf32>) -> tensor<16xf32>
    tt.return
  }
}

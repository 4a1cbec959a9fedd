// RUN: tern-opt %s --split-input-file | FileCheck %s

// TritonGPU of 2023: its dialect's name, its attributes, blocks of a cluster in three lists, types as functions.
// CHECK-DAG: #[[B:.*]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = {{\[\[}}0, 1], [0, 0], [1, 0]]}>
// CHECK-DAG: #[[T:.*]] = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1], CGALayout = {{\[\[}}0, 0], [0, 0], [0, 0]]}>
// CHECK-DAG: #[[M:.*]] = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], CGALayout = {{\[\[}}0, 0], [1, 0], [2, 0]], instrShape = [16, 64, 16]}>
// CHECK-DAG: #[[S:.*]] = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
// CHECK-DAG: #[[N:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 16}>
#blocked = #triton_gpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CTAsPerCGA = [2, 4], CTASplitNum = [2, 2], CTAOrder = [1, 0]}>
#turned = #triton_gpu.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1], CTAsPerCGA = [1, 8], CTASplitNum = [1, 1], CTAOrder = [0, 1]}>
#mma = #triton_gpu.mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], CTAsPerCGA = [4, 2], CTASplitNum = [4, 1], CTAOrder = [1, 0], instrShape = [16, 64, 16]}>
#shared = #triton_gpu.shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0], hasLeadingOffset = false}>
#boxes = #triton_gpu.shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [0, 1], hasLeadingOffset = true}>
#smem = #triton_gpu.shared_memory
// CHECK: module attributes {"ttg.num-ctas" = 8 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 1024 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}
module attributes {"triton_gpu.num-warps" = 4 : i32, "triton_gpu.num-ctas" = 8 : i32, "triton_gpu.threads-per-warp" = 32 : i32, triton_gpu.shared = 1024 : i32, triton_gpu.target = "cuda:90"} {
  // CHECK: tt.func @f(%{{.*}}: f32, %[[A:.*]]: !ttg.memdesc<16x32xf32, #[[S]], #{{.*}}, mutable>, %{{.*}}: !ttg.memdesc<64x64xf16, #[[N]], #{{.*}}>)
  tt.func @f(%x: f32, %a: !triton_gpu.memdesc<16x32xf32, #shared, #smem, mutable>, %b: !triton_gpu.memdesc<64x64xf16, #boxes, #smem>) {
    // CHECK: %[[X:.*]] = tt.splat %{{.*}} : f32 -> tensor<16xf32, #ttg.slice<{dim = 1, parent = #[[B]]}>>
    // CHECK: %[[Y:.*]] = tt.expand_dims %[[X]] {axis = 1 : i32} : tensor<16xf32, #ttg.slice<{dim = 1, parent = #[[B]]}>> -> tensor<16x1xf32, #[[B]]>
    // CHECK: %[[Z:.*]] = tt.broadcast %[[Y]] : tensor<16x1xf32, #[[B]]> -> tensor<16x32xf32, #[[B]]>
    // CHECK: ttg.convert_layout %[[Z]] : tensor<16x32xf32, #[[B]]> -> tensor<16x32xf32, #[[T]]>
    // CHECK: ttg.convert_layout %[[Z]] : tensor<16x32xf32, #[[B]]> -> tensor<16x32xf32, #[[M]]>
    // CHECK: ttg.local_load %[[A]]
    // CHECK: ttg.async_wait {num = 2 : i32}
    %0 = tt.splat %x : (f32) -> tensor<16xf32, #triton_gpu.slice<{dim = 1, parent = #blocked}>>
    %1 = tt.expand_dims %0 {axis = 1 : i32} : (tensor<16xf32, #triton_gpu.slice<{dim = 1, parent = #blocked}>>) -> tensor<16x1xf32, #blocked>
    %2 = tt.broadcast %1 : (tensor<16x1xf32, #blocked>) -> tensor<16x32xf32, #blocked>
    %3 = triton_gpu.convert_layout %2 : (tensor<16x32xf32, #blocked>) -> tensor<16x32xf32, #turned>
    %4 = "triton_gpu.convert_layout"(%2) : (tensor<16x32xf32, #blocked>) -> tensor<16x32xf32, #mma>
    %5 = triton_gpu.local_load %a : !triton_gpu.memdesc<16x32xf32, #shared, #smem, mutable> -> tensor<16x32xf32, #blocked>
    %6 = triton_gpu.async_wait {num = 2 : i32}
    tt.return
  }
  // CHECK: tt.func @views
  tt.func @views(%x: tensor<16xf32>) {
    // CHECK: tt.reshape %{{.*}} : tensor<16xf32> -> tensor<4x4xf32>
    %0 = tt.view %x : (tensor<16xf32>) -> tensor<4x4xf32>
    tt.return
  }
}

// -----

// TritonNvidiaGPU until 2024. What never waited says so, and a flag for tf32 is a precision.
// CHECK-LABEL: tt.func @products
// CHECK: %[[D:.*]] = ttng.warp_group_dot {{.*}} {inputPrecision = 0 : i32, isAsync = true, maxNumImpreciseAcc = 1 : i32}
// CHECK: %[[E:.*]] = ttng.warp_group_dot {{.*}}, %[[D]] {isAsync = true}
// CHECK: %[[F:.*]] = ttng.warp_group_dot {{.*}}, %[[E]] {inputPrecision = 1 : i32, isAsync = true}
// CHECK: ttng.warp_group_dot_wait %[[F]] {pendings = 1 : i32}
// CHECK: ttng.init_barrier %{{.*}}, 1
// CHECK: ttng.wait_barrier
// CHECK: ttng.fence_async_shared {bCluster = false}
// CHECK: ttng.cluster_arrive {relaxed = false}
// CHECK: ttng.cluster_wait
// CHECK: arith.cmpi slt
// CHECK: arith.select
#boxes = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], hasLeadingOffset = true}>
#line = #triton_gpu.shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#sums = #triton_gpu.mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#smem = #triton_gpu.shared_memory
module attributes {"triton_gpu.num-warps" = 4 : i32} {
  tt.func @products(%a: !triton_gpu.memdesc<64x64xf16, #boxes, #smem>, %c: tensor<64x64xf32, #sums>, %b: !triton_gpu.memdesc<1xi64, #line, #smem, mutable>, %i: i32) {
    %0 = triton_nvidia_gpu.dot_async %a, %a, %c {allowTF32 = true, maxNumImpreciseAcc = 1 : i32} : !triton_gpu.memdesc<64x64xf16, #boxes, #smem> * !triton_gpu.memdesc<64x64xf16, #boxes, #smem> -> tensor<64x64xf32, #sums>
    %1 = "triton_nvidia_gpu.dot_async"(%a, %a, %0) {allowTF32 = false} : (!triton_gpu.memdesc<64x64xf16, #boxes, #smem>, !triton_gpu.memdesc<64x64xf16, #boxes, #smem>, tensor<64x64xf32, #sums>) -> tensor<64x64xf32, #sums>
    %2 = triton_nvidia_gpu.dot_async %a, %a, %1 {inputPrecision = 1 : i32} : !triton_gpu.memdesc<64x64xf16, #boxes, #smem> * !triton_gpu.memdesc<64x64xf16, #boxes, #smem> -> tensor<64x64xf32, #sums>
    %3 = triton_nvidia_gpu.dot_wait %2 {pendings = 1 : i32} : tensor<64x64xf32, #sums>
    triton_nvidia_gpu.init_barrier %b, 1 : !triton_gpu.memdesc<1xi64, #line, #smem, mutable>
    triton_nvidia_gpu.wait_barrier %b, %i : !triton_gpu.memdesc<1xi64, #line, #smem, mutable>
    triton_nvidia_gpu.fence_async_shared {bCluster = false}
    triton_nvidia_gpu.cluster_arrive {relaxed = false}
    triton_nvidia_gpu.cluster_wait
    %4 = "triton_gpu.cmpi"(%i, %i) {predicate = 2 : i64} : (i32, i32) -> i1
    %5 = "triton_gpu.select"(%4, %i, %i) : (i1, i32, i32) -> i32
    tt.return
  }
}

// -----

// One number of mma, and which way Volta's operands lay.
// CHECK: #[[$AMPERE:.*]] = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// CHECK-NEXT: #[[$VOLTA:.*]] = #ttg.nvidia_mma<{versionMajor = 1,
// CHECK-LABEL: @older_mma
// CHECK-SAME: tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #[[$AMPERE]], kWidth = 2}>>
// CHECK-SAME: tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #[[$VOLTA]]}>>
#ampere = #triton_gpu.mma<{version = 2, warpsPerCTA = [4, 1]}>
#volta = #triton_gpu.mma<{versionMajor = 1, versionMinor = 0, warpsPerCTA = [4, 1]}>
tt.func @older_mma(%x: tensor<16x16xf16, #triton_gpu.dot_op<{opIdx = 0, parent = #ampere, kWidth = 2}>>, %y: tensor<16x16xf16, #triton_gpu.dot_op<{opIdx = 0, parent = #volta, isMMAv1Row = true}>>) {
  tt.return
}

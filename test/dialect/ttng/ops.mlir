// RUN: tern-opt %s | FileCheck %s
// RUN: tern-opt %s --mlir-print-op-generic | tern-opt | FileCheck %s
// RUN: tern-opt %s --emit-bytecode | tern-opt | FileCheck %s
#b = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#b64 = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#rows = #ttg.slice<{dim = 0, parent = #b}>
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#nvt = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#nv8 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#nv8t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#nv32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tm64 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#scales = #ttng.tensor_memory_scales_encoding<>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.target" = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: tt.func @fences_and_clusters
  tt.func @fences_and_clusters() {
    // CHECK: ttng.fence_async_shared {bCluster = true}
    ttng.fence_async_shared {bCluster = true}
    // CHECK: ttng.fence_async_shared {bCluster = false, foo}
    ttng.fence_async_shared {bCluster = false, foo}
    // CHECK: ttng.cluster_arrive {relaxed = true}
    ttng.cluster_arrive {relaxed = true}
    // CHECK: ttng.cluster_arrive {relaxed = false}
    ttng.cluster_arrive {relaxed = false}
    // CHECK: ttng.cluster_wait
    ttng.cluster_wait
    tt.return
  }
  // CHECK-LABEL: tt.func @products_of_warp_groups
  tt.func @products_of_warp_groups(%a: !ttg.memdesc<64x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x64xf16, #nvt, #smem, mutable>, %c: tensor<64x64xf32, #mma>, %r: tensor<64x64xf16, #dot>, %u: i1) {
    // CHECK: %{{[^] ,():[]+}} = ttng.warp_group_dot %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} : !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}> * !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable> -> tensor<64x64xf32, #{{[a-z0-9_]+}}>
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #nv, #smem> * !ttg.memdesc<64x64xf16, #nvt, #smem, mutable> -> tensor<64x64xf32, #mma>
    // CHECK: %{{[^] ,():[]+}} = ttng.warp_group_dot %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} {foo, inputPrecision = 0 : i32, isAsync = true, maxNumImpreciseAcc = 16 : i32} : !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}> * !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable> -> tensor<64x64xf32, #{{[a-z0-9_]+}}>
    %1 = ttng.warp_group_dot %a, %b, %c, %u {inputPrecision = 0 : i32, isAsync = true, maxNumImpreciseAcc = 16 : i32, foo} : !ttg.memdesc<64x64xf16, #nv, #smem> * !ttg.memdesc<64x64xf16, #nvt, #smem, mutable> -> tensor<64x64xf32, #mma>
    // CHECK: %{{[^] ,():[]+}} = ttng.warp_group_dot %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #{{[a-z0-9_]+}}, kWidth = 2}>> * !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable> -> tensor<64x64xf32, #{{[a-z0-9_]+}}>
    %2 = ttng.warp_group_dot %r, %b, %c {inputPrecision = 2 : i32} : tensor<64x64xf16, #dot> * !ttg.memdesc<64x64xf16, #nvt, #smem, mutable> -> tensor<64x64xf32, #mma>
    // CHECK: %{{[^] ,():[]+}} = ttng.warp_group_dot_wait %{{[^] ,():[]+}} {pendings = 1 : i32} : tensor<64x64xf32, #{{[a-z0-9_]+}}>
    %3 = ttng.warp_group_dot_wait %1 {pendings = 1 : i32} : tensor<64x64xf32, #mma>
    // CHECK: %{{[^] ,():[]+}}:3 = ttng.warp_group_dot_wait %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} {pendings = 0 : i32} : tensor<64x64xf32, #{{[a-z0-9_]+}}>, !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}>, !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    %4:3 = ttng.warp_group_dot_wait %2, %a, %b {pendings = 0 : i32} : tensor<64x64xf32, #mma>, !ttg.memdesc<64x64xf16, #nv, #smem>, !ttg.memdesc<64x64xf16, #nvt, #smem, mutable>
    tt.return
  }
  // CHECK-LABEL: tt.func @barriers
  tt.func @barriers(%b: !ttg.memdesc<1xi64, #line, #smem, mutable>, %m: !ttg.memdesc<64x64xf16, #nv, #smem, mutable>, %phase: i32, %p: i1) {
    // CHECK: ttng.init_barrier %{{[^] ,():[]+}}, 2 : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.init_barrier %b, 2 : !ttg.memdesc<1xi64, #line, #smem, mutable>
    // CHECK: ttng.barrier_expect %{{[^] ,():[]+}}, 8192, %{{[^] ,():[]+}} : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.barrier_expect %b, 8192, %p : !ttg.memdesc<1xi64, #line, #smem, mutable>
    // CHECK: ttng.barrier_expect %{{[^] ,():[]+}}, 8192 {foo}, %{{[^] ,():[]+}} : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.barrier_expect %b, 8192 {foo}, %p : !ttg.memdesc<1xi64, #line, #smem, mutable>
    // CHECK: ttng.wait_barrier %{{[^] ,():[]+}}, %{{[^] ,():[]+}} : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.wait_barrier %b, %phase : !ttg.memdesc<1xi64, #line, #smem, mutable>
    // CHECK: ttng.wait_barrier %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.wait_barrier %b, %phase, %p : !ttg.memdesc<1xi64, #line, #smem, mutable>
    // CHECK: ttng.wait_barrier %{{[^] ,():[]+}}, %{{[^] ,():[]+}} deps %{{[^] ,():[]+}} : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.wait_barrier %b, %phase deps %m : !ttg.memdesc<1xi64, #line, #smem, mutable>, !ttg.memdesc<64x64xf16, #nv, #smem, mutable>
    // CHECK: ttng.wait_barrier %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} deps %{{[^] ,():[]+}}, %{{[^] ,():[]+}} {foo} : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.wait_barrier %b, %phase, %p deps %m, %b {foo} : !ttg.memdesc<1xi64, #line, #smem, mutable>, !ttg.memdesc<64x64xf16, #nv, #smem, mutable>, !ttg.memdesc<1xi64, #line, #smem, mutable>
    // CHECK: ttng.arrive_barrier %{{[^] ,():[]+}}, 1 : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.arrive_barrier %b, 1 : !ttg.memdesc<1xi64, #line, #smem, mutable>
    // CHECK: ttng.arrive_barrier %{{[^] ,():[]+}}, 3, %{{[^] ,():[]+}} {foo} : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.arrive_barrier %b, 3, %p {foo} : !ttg.memdesc<1xi64, #line, #smem, mutable>
    // CHECK: ttng.async_copy_mbarrier_arrive %{{[^] ,():[]+}} : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.async_copy_mbarrier_arrive %b : !ttg.memdesc<1xi64, #line, #smem, mutable>
    // CHECK: ttng.async_copy_mbarrier_arrive %{{[^] ,():[]+}} {noIncrement} : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.async_copy_mbarrier_arrive %b {noIncrement} : !ttg.memdesc<1xi64, #line, #smem, mutable>
    // CHECK: ttng.inval_barrier %{{[^] ,():[]+}} : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.inval_barrier %b : !ttg.memdesc<1xi64, #line, #smem, mutable>
    tt.return
  }
  // CHECK-LABEL: tt.func @copies
  tt.func @copies(%d: !tt.tensordesc<tensor<64x64xf16, #nv>>, %dr: !tt.tensordesc<tensor<1x64xf16, #nv>>, %b: !ttg.memdesc<1xi64, #line, #smem, mutable>, %m: !ttg.memdesc<64x64xf16, #nv, #smem, mutable>, %r: tensor<64xi32, #rows>, %i: i32, %p: i1) {
    // CHECK: ttng.async_tma_copy_global_to_local %{{[^] ,():[]+}}[%{{[^] ,():[]+}}, %{{[^] ,():[]+}}] %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} : !tt.tensordesc<tensor<64x64xf16, #{{[a-z0-9_]+}}>>, !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable> -> !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<tensor<64x64xf16, #nv>>, !ttg.memdesc<1xi64, #line, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nv, #smem, mutable>
    // CHECK: ttng.async_tma_copy_global_to_local %{{[^] ,():[]+}}[%{{[^] ,():[]+}}, %{{[^] ,():[]+}}] %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} cacheModifier = cg evictionPolicy = evict_last {isVolatile = true} : !tt.tensordesc<tensor<64x64xf16, #{{[a-z0-9_]+}}>>, !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable> -> !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p cacheModifier = cg evictionPolicy = evict_last {isVolatile = true} : !tt.tensordesc<tensor<64x64xf16, #nv>>, !ttg.memdesc<1xi64, #line, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nv, #smem, mutable>
    // CHECK: ttng.async_tma_copy_global_to_local %{{[^] ,():[]+}}[%{{[^] ,():[]+}}, %{{[^] ,():[]+}}] %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} evictionPolicy = evict_first : !tt.tensordesc<tensor<64x64xf16, #{{[a-z0-9_]+}}>>, !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable> -> !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p evictionPolicy = evict_first : !tt.tensordesc<tensor<64x64xf16, #nv>>, !ttg.memdesc<1xi64, #line, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nv, #smem, mutable>
    // CHECK: ttng.async_tma_copy_local_to_global %{{[^] ,():[]+}}[%{{[^] ,():[]+}}, %{{[^] ,():[]+}}] %{{[^] ,():[]+}} : !tt.tensordesc<tensor<64x64xf16, #{{[a-z0-9_]+}}>>, !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.async_tma_copy_local_to_global %d[%i, %i] %m : !tt.tensordesc<tensor<64x64xf16, #nv>>, !ttg.memdesc<64x64xf16, #nv, #smem, mutable>
    // CHECK: ttng.async_tma_reduce add, %{{[^] ,():[]+}}[%{{[^] ,():[]+}}, %{{[^] ,():[]+}}] %{{[^] ,():[]+}} : !tt.tensordesc<tensor<64x64xf16, #{{[a-z0-9_]+}}>>, !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.async_tma_reduce add, %d[%i, %i] %m : !tt.tensordesc<tensor<64x64xf16, #nv>>, !ttg.memdesc<64x64xf16, #nv, #smem, mutable>
    // CHECK: ttng.async_tma_reduce xor, %{{[^] ,():[]+}}[%{{[^] ,():[]+}}, %{{[^] ,():[]+}}] %{{[^] ,():[]+}} : !tt.tensordesc<tensor<64x64xf16, #{{[a-z0-9_]+}}>>, !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.async_tma_reduce xor, %d[%i, %i] %m : !tt.tensordesc<tensor<64x64xf16, #nv>>, !ttg.memdesc<64x64xf16, #nv, #smem, mutable>
    // CHECK: ttng.async_tma_gather %{{[^] ,():[]+}}[%{{[^] ,():[]+}}, %{{[^] ,():[]+}}] %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} : !tt.tensordesc<tensor<1x64xf16, #{{[a-z0-9_]+}}>>, tensor<64xi32, #ttg.slice<{dim = 0, parent = #{{[a-z0-9_]+}}}>>, i32, !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, i1
    ttng.async_tma_gather %dr[%r, %i] %m, %b, %p : !tt.tensordesc<tensor<1x64xf16, #nv>>, tensor<64xi32, #rows>, i32, !ttg.memdesc<1xi64, #line, #smem, mutable>, !ttg.memdesc<64x64xf16, #nv, #smem, mutable>, i1
    // CHECK: ttng.async_tma_scatter %{{[^] ,():[]+}}[%{{[^] ,():[]+}}, %{{[^] ,():[]+}}] %{{[^] ,():[]+}} : !tt.tensordesc<tensor<1x64xf16, #{{[a-z0-9_]+}}>>, tensor<64xi32, #ttg.slice<{dim = 0, parent = #{{[a-z0-9_]+}}}>>, i32, !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.async_tma_scatter %dr[%r, %i] %m : !tt.tensordesc<tensor<1x64xf16, #nv>>, tensor<64xi32, #rows>, i32, !ttg.memdesc<64x64xf16, #nv, #smem, mutable>
    // CHECK: ttng.async_tma_store_wait {pendings = 3 : i32}
    ttng.async_tma_store_wait {pendings = 3 : i32}
    tt.return
  }
  // CHECK-LABEL: tt.func @tensor_maps
  tt.func @tensor_maps(%p: !tt.ptr<i8>, %g: !tt.ptr<f16>, %i: i32, %s: i64) {
    // CHECK: ttng.tensormap_create %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, [%{{[^] ,():[]+}}], [%{{[^] ,():[]+}}], [], [%{{[^] ,():[]+}}] {elem_type = 6 : i32, fill_mode = 1 : i32, interleave_layout = 2 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32) -> ()
    ttng.tensormap_create %p, %g, [%i], [%i], [], [%i] {elem_type = 6 : i32, fill_mode = 1 : i32, interleave_layout = 2 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32) -> ()
    // CHECK: ttng.tensormap_create %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, [%{{[^] ,():[]+}}, %{{[^] ,():[]+}}], [%{{[^] ,():[]+}}, %{{[^] ,():[]+}}], [%{{[^] ,():[]+}}], [%{{[^] ,():[]+}}, %{{[^] ,():[]+}}] {elem_type = 15 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 0 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_create %p, %g, [%i, %i], [%i, %i], [%s], [%i, %i] {elem_type = 15 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 0 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    // CHECK: ttng.tensormap_fenceproxy_acquire %{{[^] ,():[]+}} : !tt.ptr<i8>
    ttng.tensormap_fenceproxy_acquire %p : !tt.ptr<i8>
    // CHECK: %{{[^] ,():[]+}} = ttng.reinterpret_tensor_descriptor %{{[^] ,():[]+}} : !tt.ptr<i8> to !tt.tensordesc<tensor<64x64xf16, #{{[a-z0-9_]+}}>>
    %0 = ttng.reinterpret_tensor_descriptor %p : !tt.ptr<i8> to !tt.tensordesc<tensor<64x64xf16, #nv>>
    // CHECK: %{{[^] ,():[]+}} = ttng.reinterpret_tensor_descriptor %{{[^] ,():[]+}} : !tt.ptr<i8> to !tt.tensordesc<tensor<64x64xsi8>>
    %1 = ttng.reinterpret_tensor_descriptor %p : !tt.ptr<i8> to !tt.tensordesc<tensor<64x64xsi8>>
    tt.return
  }
  // CHECK-LABEL: tt.func @products_in_tensor_memory
  tt.func @products_in_tensor_memory(%a: !ttg.memdesc<128x64xf16, #nv, #smem, mutable>, %b: !ttg.memdesc<64x128xf16, #nvt, #smem, mutable>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>, %t: !ttg.async.token, %p: i1) {
    // CHECK: ttng.tc_gen5_mma %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} : !ttg.memdesc<128x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<64x128xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<128x128xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #nv, #smem, mutable>, !ttg.memdesc<64x128xf16, #nvt, #smem, mutable>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    // CHECK: %{{[^] ,():[]+}} = ttng.tc_gen5_mma %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}[], %{{[^] ,():[]+}}, %{{[^] ,():[]+}} : !ttg.memdesc<128x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<64x128xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<128x128xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>
    %0 = ttng.tc_gen5_mma %a, %b, %d[], %p, %p : !ttg.memdesc<128x64xf16, #nv, #smem, mutable>, !ttg.memdesc<64x128xf16, #nvt, #smem, mutable>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    // CHECK: %{{[^] ,():[]+}} = ttng.tc_gen5_mma %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}[%{{[^] ,():[]+}}], %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}[%{{[^] ,():[]+}}], %{{[^] ,():[]+}}[%{{[^] ,():[]+}}] {foo, is_async} : !ttg.memdesc<128x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<64x128xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<128x128xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    %1 = ttng.tc_gen5_mma %a, %b, %d[%t], %p, %p, %bar[%p], %bar[%p] {is_async, foo} : !ttg.memdesc<128x64xf16, #nv, #smem, mutable>, !ttg.memdesc<64x128xf16, #nvt, #smem, mutable>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, !ttg.memdesc<1xi64, #line, #smem, mutable>, !ttg.memdesc<1xi64, #line, #smem, mutable>
    // CHECK: ttng.tc_gen5_commit %{{[^] ,():[]+}} : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.tc_gen5_commit %bar : !ttg.memdesc<1xi64, #line, #smem, mutable>
    // CHECK: ttng.tc_gen5_commit %{{[^] ,():[]+}}, %{{[^] ,():[]+}} {two_ctas} : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.tc_gen5_commit %bar, %p {two_ctas} : !ttg.memdesc<1xi64, #line, #smem, mutable>
    tt.return
  }
  // CHECK-LABEL: tt.func @scaled_products
  tt.func @scaled_products(%a: !ttg.memdesc<128x64xf8E5M2, #nv8, #smem, mutable>, %b: !ttg.memdesc<32x128xi8, #nv8t, #smem, mutable>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %s: !ttg.memdesc<128x2xi8, #scales, #tmem, mutable>, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>, %t: !ttg.async.token, %p: i1) {
    // CHECK: ttng.tc_gen5_mma_scaled %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} lhs = e5m2 rhs = e2m1 : !ttg.memdesc<128x64xf8E5M2, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<32x128xi8, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<128x128xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x2xi8, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x2xi8, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>
    ttng.tc_gen5_mma_scaled %a, %b, %d, %s, %s, %p, %p lhs = e5m2 rhs = e2m1 : !ttg.memdesc<128x64xf8E5M2, #nv8, #smem, mutable>, !ttg.memdesc<32x128xi8, #nv8t, #smem, mutable>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, !ttg.memdesc<128x2xi8, #scales, #tmem, mutable>, !ttg.memdesc<128x2xi8, #scales, #tmem, mutable>
    // CHECK: %{{[^] ,():[]+}} = ttng.tc_gen5_mma_scaled %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}[%{{[^] ,():[]+}}], %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} lhs = e5m2 rhs = e2m1, %{{[^] ,():[]+}}[%{{[^] ,():[]+}}] {is_async} : !ttg.memdesc<128x64xf8E5M2, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<32x128xi8, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<128x128xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x2xi8, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x2xi8, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    %0 = ttng.tc_gen5_mma_scaled %a, %b, %d[%t], %s, %s, %p, %p lhs = e5m2 rhs = e2m1, %bar[%p] {is_async} : !ttg.memdesc<128x64xf8E5M2, #nv8, #smem, mutable>, !ttg.memdesc<32x128xi8, #nv8t, #smem, mutable>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, !ttg.memdesc<128x2xi8, #scales, #tmem, mutable>, !ttg.memdesc<128x2xi8, #scales, #tmem, mutable>, !ttg.memdesc<1xi64, #line, #smem, mutable>
    tt.return
  }
  // CHECK-LABEL: tt.func @tensor_memory
  tt.func @tensor_memory(%x: tensor<128x128xf32, #b>, %h: !ttg.memdesc<128x128xf32, #nv32, #smem, mutable>, %sc: !ttg.memdesc<128x4xi8, #plain, #smem, mutable>, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>, %t: !ttg.async.token, %p: i1) {
    // CHECK: %{{[^] ,():[]+}} = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>
    %0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    // CHECK: %{{[^] ,():[]+}}, %{{[^] ,():[]+}} = ttng.tmem_alloc {tensor_memory_col_offset = 64 : i32} : () -> (!ttg.memdesc<128x128xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %1, %2 = ttng.tmem_alloc {tensor_memory_col_offset = 64 : i32} : () -> (!ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, !ttg.async.token)
    // CHECK: %{{[^] ,():[]+}} = ttng.tmem_alloc %{{[^] ,():[]+}} : (tensor<128x128xf32, #{{[a-z0-9_]+}}>) -> !ttg.memdesc<128x128xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory>
    %3 = ttng.tmem_alloc %x : (tensor<128x128xf32, #b>) -> !ttg.memdesc<128x128xf32, #tm, #tmem>
    // CHECK: %{{[^] ,():[]+}} = ttng.tmem_load %{{[^] ,():[]+}} : !ttg.memdesc<128x128xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #{{[a-z0-9_]+}}>
    %4 = ttng.tmem_load %0 : !ttg.memdesc<128x128xf32, #tm, #tmem, mutable> -> tensor<128x128xf32, #b>
    // CHECK: %{{[^] ,():[]+}}, %{{[^] ,():[]+}} = ttng.tmem_load %{{[^] ,():[]+}}[] : !ttg.memdesc<128x128xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #{{[a-z0-9_]+}}>
    %5, %6 = ttng.tmem_load %0[] : !ttg.memdesc<128x128xf32, #tm, #tmem, mutable> -> tensor<128x128xf32, #b>
    // CHECK: %{{[^] ,():[]+}}, %{{[^] ,():[]+}} = ttng.tmem_load %{{[^] ,():[]+}}[%{{[^] ,():[]+}}] {foo} : !ttg.memdesc<128x128xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #{{[a-z0-9_]+}}>
    %7, %8 = ttng.tmem_load %0[%t] {foo} : !ttg.memdesc<128x128xf32, #tm, #tmem, mutable> -> tensor<128x128xf32, #b>
    // CHECK: ttng.tmem_store %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} : tensor<128x128xf32, #{{[a-z0-9_]+}}> -> !ttg.memdesc<128x128xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>
    ttng.tmem_store %x, %0, %p : tensor<128x128xf32, #b> -> !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    // CHECK: %{{[^] ,():[]+}} = ttng.tmem_store %{{[^] ,():[]+}}, %{{[^] ,():[]+}}[%{{[^] ,():[]+}}], %{{[^] ,():[]+}} : tensor<128x128xf32, #{{[a-z0-9_]+}}> -> !ttg.memdesc<128x128xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>
    %9 = ttng.tmem_store %x, %0[%t], %p : tensor<128x128xf32, #b> -> !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    // CHECK: %{{[^] ,():[]+}} = ttng.tmem_subslice %{{[^] ,():[]+}} {N = 64 : i32} : !ttg.memdesc<128x128xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable, 128x128>
    %10 = ttng.tmem_subslice %0 {N = 64 : i32} : !ttg.memdesc<128x128xf32, #tm, #tmem, mutable> -> !ttg.memdesc<128x64xf32, #tm64, #tmem, mutable, 128x128>
    // CHECK: %{{[^] ,():[]+}} = ttng.tmem_alloc : () -> !ttg.memdesc<128x4xi8, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>
    %11 = ttng.tmem_alloc : () -> !ttg.memdesc<128x4xi8, #scales, #tmem, mutable>
    // CHECK: ttng.tmem_copy %{{[^] ,():[]+}}, %{{[^] ,():[]+}} : !ttg.memdesc<128x128xf32, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<128x128xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>
    ttng.tmem_copy %h, %0 : !ttg.memdesc<128x128xf32, #nv32, #smem, mutable>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    // CHECK: ttng.tmem_copy %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} : !ttg.memdesc<128x4xi8, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>, !ttg.memdesc<128x4xi8, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    ttng.tmem_copy %sc, %11, %bar : !ttg.memdesc<128x4xi8, #plain, #smem, mutable>, !ttg.memdesc<128x4xi8, #scales, #tmem, mutable>, !ttg.memdesc<1xi64, #line, #smem, mutable>
    tt.return
  }
  // CHECK-LABEL: tt.func @encodings
  // CHECK-SAME: (%{{[^] ,():[]+}}: !ttg.memdesc<64x128xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory>, %{{[^] ,():[]+}}: !ttg.memdesc<2x128x128xf16, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>, %{{[^] ,():[]+}}: !ttg.memdesc<256x256xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>, %{{[^] ,():[]+}}: !ttg.memdesc<256x64xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>, %{{[^] ,():[]+}}: !ttg.memdesc<128x4xi8, #{{[a-z0-9_]+}}, #ttng.tensor_memory>, %{{[^] ,():[]+}}: !ttg.memdesc<128x64xf32, #{{[a-z0-9_]+}}, #ttng.tensor_memory, mutable>)
  tt.func @encodings(%0: !ttg.memdesc<64x128xf32, #ttng.tensor_memory_encoding<blockM = 64, blockN = 128, colStride = 1>, #tmem>, %1: !ttg.memdesc<2x128x128xf16, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 2>, #tmem, mutable>, %2: !ttg.memdesc<256x256xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CTASplitM = 2, CTASplitN = 4>, #tmem, mutable>, %3: !ttg.memdesc<256x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CTASplitM = 2, twoCTAs = true>, #tmem, mutable>, %4: !ttg.memdesc<128x4xi8, #ttng.tensor_memory_scales_encoding<CTASplitM = 2, CTASplitN = 2>, #tmem>, %5: !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1, CTASplitM = 2, twoCTAs = true>, #tmem, mutable>) {
    tt.return
  }
}

// RUN: tern-opt %s --canonicalize | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#t = #ttg.blocked<{sizePerThread = [128, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#lane = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tm64 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // What only reads, allocates or names memory goes if nobody uses it.
  // CHECK-LABEL: tt.func @erases_what_only_reads
  // CHECK-NEXT: tt.return
  tt.func @erases_what_only_reads(%a: !ttg.memdesc<64x64xf16, #nv, #smem>, %c: tensor<64x64xf32, #mma>, %m: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %x: tensor<128x128xf32, #b>, %p: !tt.ptr<i8>) {
    %0 = ttng.warp_group_dot %a, %a, %c : !ttg.memdesc<64x64xf16, #nv, #smem> * !ttg.memdesc<64x64xf16, #nv, #smem> -> tensor<64x64xf32, #mma>
    %1 = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #tm, #tmem, mutable> -> tensor<128x128xf32, #b>
    %2 = ttng.tmem_alloc %x : (tensor<128x128xf32, #b>) -> !ttg.memdesc<128x128xf32, #tm, #tmem>
    %3 = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    %4 = ttng.tmem_subslice %m {N = 64 : i32} : !ttg.memdesc<128x128xf32, #tm, #tmem, mutable> -> !ttg.memdesc<128x64xf32, #tm64, #tmem, mutable, 128x128>
    %5 = ttng.reinterpret_tensor_descriptor %p : !tt.ptr<i8> to !tt.tensordesc<tensor<64x64xf16, #nv>>
    tt.return
  }

  // CHECK-LABEL: tt.func @keeps_what_does_something
  // CHECK: ttng.tmem_store
  // CHECK: ttng.warp_group_dot_wait
  // CHECK: ttng.wait_barrier
  // CHECK: ttng.tensormap_fenceproxy_acquire
  // CHECK: ttng.fence_async_shared
  // CHECK: ttng.cluster_wait
  // CHECK: ttng.async_tma_store_wait
  tt.func @keeps_what_does_something(%c: tensor<64x64xf32, #mma>, %m: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %x: tensor<128x128xf32, #b>, %b: !ttg.memdesc<1xi64, #line, #smem, mutable>, %i: i32, %t: i1, %p: !tt.ptr<i8>) {
    ttng.tmem_store %x, %m, %t : tensor<128x128xf32, #b> -> !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    %1 = ttng.warp_group_dot_wait %c {pendings = 0 : i32} : tensor<64x64xf32, #mma>
    ttng.wait_barrier %b, %i : !ttg.memdesc<1xi64, #line, #smem, mutable>
    ttng.tensormap_fenceproxy_acquire %p : !tt.ptr<i8>
    ttng.fence_async_shared {bCluster = false}
    ttng.cluster_wait
    ttng.async_tma_store_wait {pendings = 0 : i32}
    tt.return
  }
  // What is stored may lie as it did before it was converted, if tensor memory takes it so.
  // CHECK-LABEL: tt.func @stores_what_was_converted
  // CHECK-SAME: %[[X:.*]]: tensor<128x128xf32, #{{[^>]*}}>, %[[Y:.*]]: tensor<128x128xf32,
  // CHECK: %[[C:.*]] = ttg.convert_layout %[[Y]]
  // CHECK-NEXT: ttng.tmem_store %[[X]]
  // CHECK-NEXT: ttng.tmem_store %[[C]]
  tt.func @stores_what_was_converted(%x: tensor<128x128xf32, #b>, %y: tensor<128x128xf32, #t>, %m: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %p: i1) {
    %0 = ttg.convert_layout %x : tensor<128x128xf32, #b> -> tensor<128x128xf32, #lane>
    %1 = ttg.convert_layout %y : tensor<128x128xf32, #t> -> tensor<128x128xf32, #lane>
    ttng.tmem_store %0, %m, %p : tensor<128x128xf32, #lane> -> !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    ttng.tmem_store %1, %m, %p : tensor<128x128xf32, #lane> -> !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }
}

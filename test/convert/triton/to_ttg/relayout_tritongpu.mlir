// RUN: tern-opt %s --mlir-print-local-scope --convert-triton-to-tritongpu="target=cuda:100 num-warps=4 enable-source-remat=true" --relayout-tritongpu | FileCheck %s

#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
module {
  // Each thread has a row of tensor memory.
  // CHECK-LABEL: @load
  // CHECK: %[[R:.*]] = ttng.tmem_load %{{.*}} -> tensor<128x32xf32, #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = {{\[\[}}32, 0], [64, 0]], block = []}>>
  // CHECK-NEXT: %[[C:.*]] = ttg.convert_layout %[[R]] {{.*}} -> tensor<128x32xf32, #ttg.blocked<
  tt.func @load(%m: !ttg.memdesc<128x32xf32, #columns, #ttng.tensor_memory, mutable>) {
    %r = ttng.tmem_load %m : !ttg.memdesc<128x32xf32, #columns, #ttng.tensor_memory, mutable> -> tensor<128x32xf32>
    %s = arith.addf %r, %r : tensor<128x32xf32>
    tt.return
  }

  // CHECK-LABEL: @store
  // CHECK: %[[C:.*]] = ttg.convert_layout %{{.*}} -> tensor<128x32xf32, #ttg.linear<
  // CHECK-NEXT: ttng.tmem_store %[[C]]
  // CHECK: %[[C:.*]] = ttg.convert_layout %{{.*}} -> tensor<128x32xf32, #ttg.linear<
  // CHECK-NEXT: ttng.tmem_alloc %[[C]]
  // CHECK-NOT: unrealized
  tt.func @store(%m: !ttg.memdesc<128x32xf32, #columns, #ttng.tensor_memory, mutable>) {
    %x = arith.constant dense<1.0> : tensor<128x32xf32>
    %true = arith.constant true
    ttng.tmem_store %x, %m, %true : tensor<128x32xf32> -> !ttg.memdesc<128x32xf32, #columns, #ttng.tensor_memory, mutable>
    %a = ttng.tmem_alloc %x : (tensor<128x32xf32>) -> !ttg.memdesc<128x32xf32, #columns, #ttng.tensor_memory>
    tt.return
  }

  // CHECK-LABEL: @rows
  // CHECK: %[[C:.*]] = ttg.convert_layout %{{.*}} -> tensor<32xi32, #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>}>>
  // CHECK-NEXT: ttng.async_tma_gather %{{.*}}[%[[C]]
  tt.func @rows(%d: !tt.tensordesc<tensor<1x32xf16, #boxes>>, %y: i32, %b: !ttg.memdesc<1xi64, #line, #ttg.shared_memory, mutable>, %m: !ttg.memdesc<32x32xf16, #boxes, #ttg.shared_memory, mutable>, %p: i1) {
    %x = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
    ttng.async_tma_gather %d[%x, %y] %m, %b, %p : !tt.tensordesc<tensor<1x32xf16, #boxes>>, tensor<32xi32>, i32, !ttg.memdesc<1xi64, #line, #ttg.shared_memory, mutable>, !ttg.memdesc<32x32xf16, #boxes, #ttg.shared_memory, mutable>, i1
    tt.return
  }
}

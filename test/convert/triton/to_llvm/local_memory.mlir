// RUN: tern-opt %s --split-input-file --allocate-shared-memory --tritongpu-global-scratch-memory-allocation --convert-triton-gpu-to-llvm --verify-diagnostics | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: tern-opt %s --split-input-file --allocate-shared-memory --tritongpu-global-scratch-memory-allocation --convert-triton-gpu-to-llvm=compute-capability=90 --verify-diagnostics | FileCheck %s --check-prefixes=CHECK,SM90

#line = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#half = #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [0]], warp = [], block = []}>
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#s2 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#padded = #ttg.padded_shared<[32:+4] {order = [0], shape = [128]}>
#smem = #ttg.shared_memory
!m = !ttg.memdesc<128xf32, #s, #smem, mutable>
module attributes {"ttg.num-warps" = 1 : i32} {
  // Neighbours go at once; lanes are 16 bytes apart.
  // CHECK-LABEL: llvm.func internal @vectors
  // CHECK: %[[BASE:.*]] = llvm.getelementptr %arg1[%{{.*}}]
  // CHECK: llvm.shl %{{.*}}, %{{.*}} : i32
  // CHECK: llvm.getelementptr inbounds %[[BASE]]
  // CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  // CHECK-NOT: llvm.store
  // CHECK: %[[LOADED:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
  // CHECK: llvm.bitcast %[[LOADED]] : vector<4xi32> to vector<4xf32>
  // CHECK-COUNT-4: llvm.extractelement %{{.*}} : vector<4xf32>
  // CHECK-NOT: llvm.load
  // CHECK: llvm.return
  tt.func private @vectors(%x: tensor<128xf32, #line>) -> tensor<128xf32, #line> {
    %m = ttg.local_alloc %x : (tensor<128xf32, #line>) -> !m
    %y = ttg.local_load %m : !m -> tensor<128xf32, #line>
    ttg.local_store %y, %m : tensor<128xf32, #line> -> !m
    ttg.local_dealloc %m : !m
    tt.return %y : tensor<128xf32, #line>
  }

  // Padding is counted in bytes: 16 behind each 128.
  // CHECK-LABEL: llvm.func internal @padding
  // CHECK: %[[SEVEN:.*]] = llvm.mlir.constant(7 : i32)
  // CHECK: %[[COUNT:.*]] = llvm.lshr %[[PLACE:.*]], %[[SEVEN]]
  // CHECK: %[[FOUR:.*]] = llvm.mlir.constant(4 : i32)
  // CHECK: %[[PAD:.*]] = llvm.shl %[[COUNT]], %[[FOUR]]
  // CHECK: %[[PADDED:.*]] = llvm.add %[[PLACE]], %[[PAD]]
  // CHECK: llvm.getelementptr inbounds %{{.*}}[%[[PADDED]]]
  // CHECK: llvm.store %{{.*}} : vector<4xi32>
  tt.func private @padding(%x: tensor<128xf32, #line>) {
    %m = ttg.local_alloc %x : (tensor<128xf32, #line>) -> !ttg.memdesc<128xf32, #padded, #smem, mutable>
    tt.return
  }

  // Sums of products are stored by matrices where the chip can, and loaded by them where lines are theirs.
  // CHECK-LABEL: llvm.func internal @matrices
  // SM80: llvm.store %{{.*}} {alignment = 4 : i64} : vector<2xi16>
  // SM90: nvvm.stmatrix %{{.*}} : !llvm.ptr<3>, i32, i32, i32, i32
  // CHECK: nvvm.ldmatrix %{{.*}} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  // CHECK: llvm.return
  tt.func private @matrices(%x: tensor<16x32xf16, #mma>) -> tensor<16x32xf16, #mma> {
    %m = ttg.local_alloc %x : (tensor<16x32xf16, #mma>) -> !ttg.memdesc<16x32xf16, #s2, #smem, mutable>
    gpu.barrier
    %y = ttg.local_load %m : !ttg.memdesc<16x32xf16, #s2, #smem, mutable> -> tensor<16x32xf16, #mma>
    tt.return %y : tensor<16x32xf16, #mma>
  }

  // The offset of the allocation, and a place of the program's own global memory.
  // CHECK-LABEL: llvm.func internal @places
  // CHECK: %[[BYTES:.*]] = llvm.mlir.constant(512 : i32)
  // CHECK: llvm.getelementptr %{{.*}}[%[[BYTES]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  // CHECK: %[[AT:.*]] = llvm.mlir.constant(128 : i32)
  // CHECK: llvm.getelementptr %{{.*}}[%[[AT]]] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
  tt.func private @places() -> (!m, !m, !tt.ptr<i8>) {
    %m = ttg.local_alloc : () -> !m
    %n = ttg.local_alloc : () -> !m
    %a = ttg.global_scratch_alloc {alignment = 8 : i32, nbytes = 100 : i32} : !tt.ptr<i8>
    %b = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 8 : i32} : !tt.ptr<i8>
    ttg.local_dealloc %m : !m
    tt.return %m, %n, %b : !m, !m, !tt.ptr<i8>
  }
}

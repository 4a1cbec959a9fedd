// C83. From each encoding to each other one, and from and to shared memory; none is left.
// RUN: tern-opt %s --allocate-shared-memory --convert-triton-gpu-to-llvm=compute-capability=80 --reconcile-unrealized-casts | FileCheck %s

// CHECK: llvm.mlir.global
// CHECK-NOT: ttg.
// CHECK-NOT: tensor<
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#cube = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [1, 2, 16], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
#slice = #ttg.slice<{dim = 0, parent = #cube}>
#linear = #ttg.linear<{register = [[0, 1], [0, 2], [32, 0], [16, 0], [8, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], warp = [[2, 0], [4, 0]], block = []}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: llvm.func internal @blocked_to_mma
  tt.func private @blocked_to_mma(%x: tensor<64x64xf16, #blocked>) -> tensor<64x64xf16, #mma> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #mma>
    tt.return %0 : tensor<64x64xf16, #mma>
  }
  // CHECK-LABEL: llvm.func internal @blocked_to_a
  tt.func private @blocked_to_a(%x: tensor<64x64xf16, #blocked>) -> tensor<64x64xf16, #a> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #a>
    tt.return %0 : tensor<64x64xf16, #a>
  }
  // CHECK-LABEL: llvm.func internal @blocked_to_b
  tt.func private @blocked_to_b(%x: tensor<64x64xf16, #blocked>) -> tensor<64x64xf16, #b> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #b>
    tt.return %0 : tensor<64x64xf16, #b>
  }
  // CHECK-LABEL: llvm.func internal @blocked_to_slice
  tt.func private @blocked_to_slice(%x: tensor<64x64xf16, #blocked>) -> tensor<64x64xf16, #slice> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #slice>
    tt.return %0 : tensor<64x64xf16, #slice>
  }
  // CHECK-LABEL: llvm.func internal @blocked_to_linear
  tt.func private @blocked_to_linear(%x: tensor<64x64xf16, #blocked>) -> tensor<64x64xf16, #linear> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #linear>
    tt.return %0 : tensor<64x64xf16, #linear>
  }
  // CHECK-LABEL: llvm.func internal @mma_to_blocked
  tt.func private @mma_to_blocked(%x: tensor<64x64xf16, #mma>) -> tensor<64x64xf16, #blocked> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #blocked>
    tt.return %0 : tensor<64x64xf16, #blocked>
  }
  // CHECK-LABEL: llvm.func internal @mma_to_a
  tt.func private @mma_to_a(%x: tensor<64x64xf16, #mma>) -> tensor<64x64xf16, #a> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #a>
    tt.return %0 : tensor<64x64xf16, #a>
  }
  // CHECK-LABEL: llvm.func internal @mma_to_b
  tt.func private @mma_to_b(%x: tensor<64x64xf16, #mma>) -> tensor<64x64xf16, #b> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #b>
    tt.return %0 : tensor<64x64xf16, #b>
  }
  // CHECK-LABEL: llvm.func internal @mma_to_slice
  tt.func private @mma_to_slice(%x: tensor<64x64xf16, #mma>) -> tensor<64x64xf16, #slice> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #slice>
    tt.return %0 : tensor<64x64xf16, #slice>
  }
  // CHECK-LABEL: llvm.func internal @mma_to_linear
  tt.func private @mma_to_linear(%x: tensor<64x64xf16, #mma>) -> tensor<64x64xf16, #linear> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #linear>
    tt.return %0 : tensor<64x64xf16, #linear>
  }
  // CHECK-LABEL: llvm.func internal @a_to_blocked
  tt.func private @a_to_blocked(%x: tensor<64x64xf16, #a>) -> tensor<64x64xf16, #blocked> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #a> -> tensor<64x64xf16, #blocked>
    tt.return %0 : tensor<64x64xf16, #blocked>
  }
  // CHECK-LABEL: llvm.func internal @a_to_mma
  tt.func private @a_to_mma(%x: tensor<64x64xf16, #a>) -> tensor<64x64xf16, #mma> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #a> -> tensor<64x64xf16, #mma>
    tt.return %0 : tensor<64x64xf16, #mma>
  }
  // CHECK-LABEL: llvm.func internal @a_to_b
  tt.func private @a_to_b(%x: tensor<64x64xf16, #a>) -> tensor<64x64xf16, #b> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #a> -> tensor<64x64xf16, #b>
    tt.return %0 : tensor<64x64xf16, #b>
  }
  // CHECK-LABEL: llvm.func internal @a_to_slice
  tt.func private @a_to_slice(%x: tensor<64x64xf16, #a>) -> tensor<64x64xf16, #slice> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #a> -> tensor<64x64xf16, #slice>
    tt.return %0 : tensor<64x64xf16, #slice>
  }
  // CHECK-LABEL: llvm.func internal @a_to_linear
  tt.func private @a_to_linear(%x: tensor<64x64xf16, #a>) -> tensor<64x64xf16, #linear> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #a> -> tensor<64x64xf16, #linear>
    tt.return %0 : tensor<64x64xf16, #linear>
  }
  // CHECK-LABEL: llvm.func internal @b_to_blocked
  tt.func private @b_to_blocked(%x: tensor<64x64xf16, #b>) -> tensor<64x64xf16, #blocked> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #b> -> tensor<64x64xf16, #blocked>
    tt.return %0 : tensor<64x64xf16, #blocked>
  }
  // CHECK-LABEL: llvm.func internal @b_to_mma
  tt.func private @b_to_mma(%x: tensor<64x64xf16, #b>) -> tensor<64x64xf16, #mma> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #b> -> tensor<64x64xf16, #mma>
    tt.return %0 : tensor<64x64xf16, #mma>
  }
  // CHECK-LABEL: llvm.func internal @b_to_a
  tt.func private @b_to_a(%x: tensor<64x64xf16, #b>) -> tensor<64x64xf16, #a> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #b> -> tensor<64x64xf16, #a>
    tt.return %0 : tensor<64x64xf16, #a>
  }
  // CHECK-LABEL: llvm.func internal @b_to_slice
  tt.func private @b_to_slice(%x: tensor<64x64xf16, #b>) -> tensor<64x64xf16, #slice> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #b> -> tensor<64x64xf16, #slice>
    tt.return %0 : tensor<64x64xf16, #slice>
  }
  // CHECK-LABEL: llvm.func internal @b_to_linear
  tt.func private @b_to_linear(%x: tensor<64x64xf16, #b>) -> tensor<64x64xf16, #linear> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #b> -> tensor<64x64xf16, #linear>
    tt.return %0 : tensor<64x64xf16, #linear>
  }
  // CHECK-LABEL: llvm.func internal @slice_to_blocked
  tt.func private @slice_to_blocked(%x: tensor<64x64xf16, #slice>) -> tensor<64x64xf16, #blocked> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #slice> -> tensor<64x64xf16, #blocked>
    tt.return %0 : tensor<64x64xf16, #blocked>
  }
  // CHECK-LABEL: llvm.func internal @slice_to_mma
  tt.func private @slice_to_mma(%x: tensor<64x64xf16, #slice>) -> tensor<64x64xf16, #mma> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #slice> -> tensor<64x64xf16, #mma>
    tt.return %0 : tensor<64x64xf16, #mma>
  }
  // CHECK-LABEL: llvm.func internal @slice_to_a
  tt.func private @slice_to_a(%x: tensor<64x64xf16, #slice>) -> tensor<64x64xf16, #a> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #slice> -> tensor<64x64xf16, #a>
    tt.return %0 : tensor<64x64xf16, #a>
  }
  // CHECK-LABEL: llvm.func internal @slice_to_b
  tt.func private @slice_to_b(%x: tensor<64x64xf16, #slice>) -> tensor<64x64xf16, #b> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #slice> -> tensor<64x64xf16, #b>
    tt.return %0 : tensor<64x64xf16, #b>
  }
  // CHECK-LABEL: llvm.func internal @slice_to_linear
  tt.func private @slice_to_linear(%x: tensor<64x64xf16, #slice>) -> tensor<64x64xf16, #linear> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #slice> -> tensor<64x64xf16, #linear>
    tt.return %0 : tensor<64x64xf16, #linear>
  }
  // CHECK-LABEL: llvm.func internal @linear_to_blocked
  tt.func private @linear_to_blocked(%x: tensor<64x64xf16, #linear>) -> tensor<64x64xf16, #blocked> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #linear> -> tensor<64x64xf16, #blocked>
    tt.return %0 : tensor<64x64xf16, #blocked>
  }
  // CHECK-LABEL: llvm.func internal @linear_to_mma
  tt.func private @linear_to_mma(%x: tensor<64x64xf16, #linear>) -> tensor<64x64xf16, #mma> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #linear> -> tensor<64x64xf16, #mma>
    tt.return %0 : tensor<64x64xf16, #mma>
  }
  // CHECK-LABEL: llvm.func internal @linear_to_a
  tt.func private @linear_to_a(%x: tensor<64x64xf16, #linear>) -> tensor<64x64xf16, #a> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #linear> -> tensor<64x64xf16, #a>
    tt.return %0 : tensor<64x64xf16, #a>
  }
  // CHECK-LABEL: llvm.func internal @linear_to_b
  tt.func private @linear_to_b(%x: tensor<64x64xf16, #linear>) -> tensor<64x64xf16, #b> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #linear> -> tensor<64x64xf16, #b>
    tt.return %0 : tensor<64x64xf16, #b>
  }
  // CHECK-LABEL: llvm.func internal @linear_to_slice
  tt.func private @linear_to_slice(%x: tensor<64x64xf16, #linear>) -> tensor<64x64xf16, #slice> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #linear> -> tensor<64x64xf16, #slice>
    tt.return %0 : tensor<64x64xf16, #slice>
  }
  // CHECK-LABEL: llvm.func internal @blocked_by_memory
  // CHECK: {{llvm.store .*!llvm.ptr<3>|st.shared}}
  // CHECK: {{llvm.load .*!llvm.ptr<3>|ldmatrix|ld.shared}}
  tt.func private @blocked_by_memory(%x: tensor<64x64xf16, #blocked>) -> tensor<64x64xf16, #blocked> {
    %m = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory, mutable>
    %0 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory, mutable> -> tensor<64x64xf16, #blocked>
    tt.return %0 : tensor<64x64xf16, #blocked>
  }
  // CHECK-LABEL: llvm.func internal @mma_by_memory
  // CHECK: {{llvm.store .*!llvm.ptr<3>|st.shared}}
  // CHECK: {{llvm.load .*!llvm.ptr<3>|ldmatrix|ld.shared}}
  tt.func private @mma_by_memory(%x: tensor<64x64xf16, #mma>) -> tensor<64x64xf16, #mma> {
    %m = ttg.local_alloc %x : (tensor<64x64xf16, #mma>) -> !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory, mutable>
    %0 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory, mutable> -> tensor<64x64xf16, #mma>
    tt.return %0 : tensor<64x64xf16, #mma>
  }
  // CHECK-LABEL: llvm.func internal @a_by_memory
  // CHECK: {{llvm.store .*!llvm.ptr<3>|st.shared}}
  // CHECK: {{llvm.load .*!llvm.ptr<3>|ldmatrix|ld.shared}}
  tt.func private @a_by_memory(%x: tensor<64x64xf16, #a>) -> tensor<64x64xf16, #a> {
    %m = ttg.local_alloc %x : (tensor<64x64xf16, #a>) -> !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory, mutable>
    %0 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory, mutable> -> tensor<64x64xf16, #a>
    tt.return %0 : tensor<64x64xf16, #a>
  }
  // CHECK-LABEL: llvm.func internal @b_by_memory
  // CHECK: {{llvm.store .*!llvm.ptr<3>|st.shared}}
  // CHECK: {{llvm.load .*!llvm.ptr<3>|ldmatrix|ld.shared}}
  tt.func private @b_by_memory(%x: tensor<64x64xf16, #b>) -> tensor<64x64xf16, #b> {
    %m = ttg.local_alloc %x : (tensor<64x64xf16, #b>) -> !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory, mutable>
    %0 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory, mutable> -> tensor<64x64xf16, #b>
    tt.return %0 : tensor<64x64xf16, #b>
  }
  // CHECK-LABEL: llvm.func internal @slice_by_memory
  // CHECK: {{llvm.store .*!llvm.ptr<3>|st.shared}}
  // CHECK: {{llvm.load .*!llvm.ptr<3>|ldmatrix|ld.shared}}
  tt.func private @slice_by_memory(%x: tensor<64x64xf16, #slice>) -> tensor<64x64xf16, #slice> {
    %m = ttg.local_alloc %x : (tensor<64x64xf16, #slice>) -> !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory, mutable>
    %0 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory, mutable> -> tensor<64x64xf16, #slice>
    tt.return %0 : tensor<64x64xf16, #slice>
  }
  // CHECK-LABEL: llvm.func internal @linear_by_memory
  // CHECK: {{llvm.store .*!llvm.ptr<3>|st.shared}}
  // CHECK: {{llvm.load .*!llvm.ptr<3>|ldmatrix|ld.shared}}
  tt.func private @linear_by_memory(%x: tensor<64x64xf16, #linear>) -> tensor<64x64xf16, #linear> {
    %m = ttg.local_alloc %x : (tensor<64x64xf16, #linear>) -> !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory, mutable>
    %0 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory, mutable> -> tensor<64x64xf16, #linear>
    tt.return %0 : tensor<64x64xf16, #linear>
  }
}

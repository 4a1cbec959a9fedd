// RUN: tern-opt %s --allocate-shared-memory-nv | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: tern-opt %s --allocate-shared-memory-nv="compute-capability=70 ptx-version=60" | FileCheck %s --check-prefixes=CHECK,SM70
// RUN: tern-opt %s --allocate-shared-memory-nv=compute-capability=90 | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: tern-opt %s --allocate-shared-memory | FileCheck %s --check-prefixes=CHECK,ANY

// What lies behind a conversion's memory shows how large it is: ldmatrix and stmatrix move lines of 16 bytes that lanes have
// together, so that less of the tensor has to be there at once.

#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!m = !ttg.memdesc<16xi8, #s, #smem, mutable>
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: @operand
  // SM70: ttg.local_alloc {allocation.offset = 8192 : i32}
  // SM80: ttg.local_alloc {allocation.offset = 2048 : i32}
  // SM90: ttg.local_alloc {allocation.offset = 2048 : i32}
  // ANY: ttg.local_alloc {allocation.offset = 8192 : i32}
  // CHECK: ttg.convert_layout %{{.*}} {allocation.offset = 0 : i32}
  tt.func @operand(%x: tensor<64x64xf16, #rows>) -> tensor<64x64xf16, #a> {
    %m = ttg.local_alloc : () -> !m
    %y = ttg.convert_layout %x : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #a>
    ttg.local_dealloc %m : !m
    tt.return %y : tensor<64x64xf16, #a>
  }

  // CHECK-LABEL: @sums
  // SM70: ttg.local_alloc {allocation.offset = 8192 : i32}
  // SM80: ttg.local_alloc {allocation.offset = 8192 : i32}
  // SM90: ttg.local_alloc {allocation.offset = 2048 : i32}
  // ANY: ttg.local_alloc {allocation.offset = 8192 : i32}
  // CHECK: ttg.convert_layout %{{.*}} {allocation.offset = 0 : i32}
  tt.func @sums(%x: tensor<64x64xf16, #mma>) -> tensor<64x64xf16, #rows> {
    %m = ttg.local_alloc : () -> !m
    %y = ttg.convert_layout %x : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #rows>
    ttg.local_dealloc %m : !m
    tt.return %y : tensor<64x64xf16, #rows>
  }
}

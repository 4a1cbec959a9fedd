// RUN: tern-opt %s --split-input-file --triton-tensor-memory-allocation --allow-unregistered-dialect | FileCheck %s

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>
#half = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
!m = !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
!h = !ttg.memdesc<64x64xf32, #half, #ttng.tensor_memory, mutable>
// CHECK: module attributes {{{.*}}ttg.shared = 4 : i32, ttg.tensor_memory_size = 128 : i32
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // What nobody uses any more makes room; halves of columns are given one by one.
  // CHECK-LABEL: tt.func @straight
  // CHECK: ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32, tensor_memory_row_offset = 0 : i32}
  // CHECK: ttng.tmem_alloc {tensor_memory_col_offset = 32 : i32, tensor_memory_row_offset = 0 : i32}
  // CHECK: "test.use"
  // CHECK: ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32, tensor_memory_row_offset = 0 : i32}
  // CHECK: "test.use"
  // CHECK: ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32, tensor_memory_row_offset = 0 : i32}
  // CHECK: ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32, tensor_memory_row_offset = 16 : i32}
  // CHECK: ttng.tmem_alloc {tensor_memory_col_offset = 64 : i32, tensor_memory_row_offset = 0 : i32}
  tt.func @straight() {
    %0 = ttng.tmem_alloc : () -> !m
    %1 = ttng.tmem_alloc : () -> !m
    "test.use"(%0) : (!m) -> ()
    %2 = ttng.tmem_alloc : () -> !m
    "test.use"(%1, %2) : (!m, !m) -> ()
    %3 = ttng.tmem_alloc : () -> !h
    %4 = ttng.tmem_alloc : () -> !h
    %5 = ttng.tmem_alloc : () -> !m
    "test.use"(%3, %4, %5) : (!h, !h, !m) -> ()
    tt.return
  }

  // Used in a loop: until the loop ends. Used through a view: as long as the view.
  // CHECK-LABEL: tt.func @loop
  // CHECK: ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32
  // CHECK: scf.for
  // CHECK: ttng.tmem_alloc {tensor_memory_col_offset = 32 : i32
  // CHECK: ttng.tmem_alloc {tensor_memory_col_offset = 32 : i32
  // CHECK: ttng.tmem_alloc {tensor_memory_col_offset = 96 : i32
  tt.func @loop(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %0 = ttng.tmem_alloc : () -> !m
    scf.for %i = %c0 to %n step %c1 : i32 {
      "test.use"(%0) : (!m) -> ()
      %1 = ttng.tmem_alloc : () -> !m
      "test.use"(%1) : (!m) -> ()
      %2 = ttng.tmem_alloc : () -> !ttg.memdesc<2x128x32xf32, #tmem, #ttng.tensor_memory, mutable>
      %3 = ttg.memdesc_index %2[%c0] : !ttg.memdesc<2x128x32xf32, #tmem, #ttng.tensor_memory, mutable> -> !m
      %4 = ttng.tmem_alloc : () -> !m
      "test.use"(%3, %4) : (!m, !m) -> ()
    }
    tt.return
  }

  // Partitions run at the same time.
  // CHECK-LABEL: tt.func @partitions
  // CHECK: partition0
  // CHECK: ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32
  // CHECK: partition1
  // CHECK: ttng.tmem_alloc {tensor_memory_col_offset = 32 : i32
  tt.func @partitions() {
    ttg.warp_specialize()
    default {
      ttg.warp_yield
    }
    partition0() num_warps(4) {
      %0 = ttng.tmem_alloc : () -> !m
      "test.use"(%0) : (!m) -> ()
      ttg.warp_return
    }
    partition1() num_warps(4) {
      %0 = ttng.tmem_alloc : () -> !m
      "test.use"(%0) : (!m) -> ()
      ttg.warp_return
    } : () -> ()
    tt.return
  }
}

// -----

// The operand lies in the half of the sums, whichever way it comes.
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#a = #ttng.tensor_memory_encoding<blockM = 64, blockN = 32, colStride = 1>
#d = #ttng.tensor_memory_encoding<blockM = 64, blockN = 32, colStride = 1>
!a = !ttg.memdesc<64x32xf16, #a, #ttng.tensor_memory, mutable>
!b = !ttg.memdesc<32x32xf16, #s, #ttg.shared_memory>
!d = !ttg.memdesc<64x32xf32, #d, #ttng.tensor_memory, mutable>
// CHECK: module attributes {{{.*}}ttg.shared = 64 : i32, ttg.tensor_memory_size = 64 : i32
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 64 : i32} {
  // CHECK-LABEL: tt.func @halves
  // CHECK: ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32, tensor_memory_row_offset = 0 : i32}
  // CHECK: ttng.tmem_alloc {tensor_memory_col_offset = 32 : i32, tensor_memory_row_offset = 0 : i32}
  // CHECK: ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32, tensor_memory_row_offset = 16 : i32}
  tt.func @halves(%b: !b, %p: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %d = ttng.tmem_alloc : () -> !d
    %a = ttng.tmem_alloc : () -> !a
    %x = ttng.tmem_alloc : () -> !a
    %y = scf.if %p -> (!a) {
      scf.yield %a : !a
    } else {
      scf.yield %a : !a
    }
    scf.for %i = %c0 to %n step %c1 iter_args(%z = %y) -> (!a) : i32 {
      ttng.tc_gen5_mma %z, %b, %d, %p, %p : !a, !b, !d
      scf.yield %z : !a
    }
    "test.use"(%x, %a) : (!a, !a) -> ()
    tt.return
  }
}

// -----

// More than a chip has is said, not refused.
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 256, colStride = 1>
!m = !ttg.memdesc<128x256xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK: ttg.tensor_memory_size = 768 : i32
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @much() {
    %0 = ttng.tmem_alloc : () -> !m
    %1 = ttng.tmem_alloc : () -> !m
    %2 = ttng.tmem_alloc : () -> !m
    "test.use"(%0, %1, %2) : (!m, !m, !m) -> ()
    tt.return
  }
}

// -----

// CHECK: ttg.tensor_memory_size = 0 : i32
// CHECK-NOT: ttg.shared
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @none() {
    tt.return
  }
}

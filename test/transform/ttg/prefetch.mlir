// A product in a loop in pieces, the first of which is read in the iteration before.
// RUN: tern-opt %s --tritongpu-prefetch --canonicalize | FileCheck %s

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @prefetches(
  // CHECK-SAME: %[[A0:[^:]*]]: !ttg.memdesc<64x32xf8E5M2, {{[^,]*}}, #smem, mutable>, %[[A1:[^:]*]]: {{[^%]*}}%[[B0:[^:]*]]: 
  // CHECK: %[[SA:.*]] = ttg.memdesc_subslice %[[A0]][0, 0] : {{.*}} -> !ttg.memdesc<64x16xf8E5M2, #{{.*}}, #smem, mutable, 64x32>
  // CHECK: %[[LA:.*]] = ttg.local_load %[[SA]]
  // CHECK: %[[XA:.*]] = tt.fp_to_fp %[[LA]] : tensor<64x16xf8E5M2, #{{.*}} -> tensor<64x16xf16,
  // CHECK: %[[SB:.*]] = ttg.memdesc_subslice %[[B0]][0, 0] : {{.*}} -> !ttg.memdesc<16x64xf16, #{{.*}}, #smem, mutable, 32x64>
  // CHECK: %[[XB:.*]] = ttg.local_load %[[SB]]
  // CHECK: scf.for %{{.*}} iter_args(%[[A:.*]] = %[[A0]], %[[B:.*]] = %[[B0]], %[[ACC:.*]] = %{{.*}}, %[[PA:.*]] = %[[XA]], %[[PB:.*]] = %[[XB]])
  // CHECK: %[[RA:.*]] = ttg.memdesc_subslice %[[A]][0, 16]
  // CHECK: %[[FA:.*]] = tt.fp_to_fp
  // CHECK: %[[RB:.*]] = ttg.memdesc_subslice %[[B]][16, 0]
  // CHECK: %[[LB:.*]] = ttg.local_load %[[RB]]
  // CHECK: %[[D0:.*]] = tt.dot %[[PA]], %[[PB]], %[[ACC]]
  // The next iteration's first piece is read before the last product.
  // CHECK: ttg.memdesc_subslice %{{.*}}[0, 0]
  // CHECK: %[[NA:.*]] = tt.fp_to_fp
  // CHECK: ttg.memdesc_subslice %{{.*}}[0, 0]
  // CHECK: %[[NB:.*]] = ttg.local_load
  // CHECK: %[[D1:.*]] = tt.dot %[[FA]], %[[LB]], %[[D0]]
  // CHECK: scf.yield %{{.*}}, %{{.*}}, %[[D1]], %[[NA]], %[[NB]]
  tt.func @prefetches(%a0: !ttg.memdesc<64x32xf8E5M2, #shared, #smem, mutable>, %a1: !ttg.memdesc<64x32xf8E5M2, #shared, #smem, mutable>, %b0: !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, %b1: !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, %init: tensor<64x64xf32, #mma>, %n: i32, %m: i32) -> tensor<64x64xf32, #mma> {
    %r:3 = scf.for %i = %n to %m step %n iter_args(%a = %a0, %b = %b0, %acc = %init) -> (!ttg.memdesc<64x32xf8E5M2, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, tensor<64x64xf32, #mma>) : i32 {
      %x = ttg.local_load %a : !ttg.memdesc<64x32xf8E5M2, #shared, #smem, mutable> -> tensor<64x32xf8E5M2, #a>
      %w = tt.fp_to_fp %x : tensor<64x32xf8E5M2, #a> -> tensor<64x32xf16, #a>
      %y = ttg.local_load %b : !ttg.memdesc<32x64xf16, #shared, #smem, mutable> -> tensor<32x64xf16, #b>
      %d = tt.dot %w, %y, %acc : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
      scf.yield %a1, %b1, %d : !ttg.memdesc<64x32xf8E5M2, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, tensor<64x64xf32, #mma>
    }
    tt.return %r#2 : tensor<64x64xf32, #mma>
  }

  // One operand is memory that is not the loop's.
  // CHECK-LABEL: @keeps_other_memory(
  // CHECK-NOT: ttg.memdesc_subslice
  tt.func @keeps_other_memory(%a0: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %b0: !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, %init: tensor<64x64xf32, #mma>, %n: i32, %m: i32) -> tensor<64x64xf32, #mma> {
    %r:2 = scf.for %i = %n to %m step %n iter_args(%b = %b0, %acc = %init) -> (!ttg.memdesc<32x64xf16, #shared, #smem, mutable>, tensor<64x64xf32, #mma>) : i32 {
      %x = ttg.local_load %a0 : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> tensor<64x32xf16, #a>
      %y = ttg.local_load %b : !ttg.memdesc<32x64xf16, #shared, #smem, mutable> -> tensor<32x64xf16, #b>
      %d = tt.dot %x, %y, %acc : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
      scf.yield %b, %d : !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, tensor<64x64xf32, #mma>
    }
    tt.return %r#1 : tensor<64x64xf32, #mma>
  }

  // Two products in the loop.
  // CHECK-LABEL: @keeps_two_products(
  // CHECK-NOT: ttg.memdesc_subslice
  tt.func @keeps_two_products(%a0: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %b0: !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, %a1: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %b1: !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, %init: tensor<64x64xf32, #mma>, %n: i32, %m: i32) -> tensor<64x64xf32, #mma> {
    %r:3 = scf.for %i = %n to %m step %n iter_args(%a = %a0, %b = %b0, %acc = %init) -> (!ttg.memdesc<64x32xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, tensor<64x64xf32, #mma>) : i32 {
      %x = ttg.local_load %a : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> tensor<64x32xf16, #a>
      %y = ttg.local_load %b : !ttg.memdesc<32x64xf16, #shared, #smem, mutable> -> tensor<32x64xf16, #b>
      %d = tt.dot %x, %y, %acc : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
      %e = tt.dot %x, %y, %d : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
      scf.yield %a1, %b1, %e : !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, tensor<64x64xf32, #mma>
    }
    tt.return %r#2 : tensor<64x64xf32, #mma>
  }
}

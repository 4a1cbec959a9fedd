// RUN: tern-opt %s --tritongpu-promote-lhs-to-tmem | FileCheck %s

#row = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#turned = #ttg.blocked<{sizePerThread = [64, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#s8 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
!a = !ttg.memdesc<128x64xf16, #s, #smem>
!b = !ttg.memdesc<64x128xf16, #s, #smem>
!d = !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK: #[[$ROW:.*]] = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1]
// CHECK: #[[$OTHER:.*]] = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8]
// CHECK: #[[$LANE:.*]] = #ttg.linear
// CHECK: #[[$A:.*]] = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  // CHECK-LABEL: tt.func @computed
  // CHECK-NOT: ttg.local_alloc
  // CHECK: %[[V:.*]] = arith.negf
  // CHECK-NEXT: %[[M:.*]] = ttng.tmem_alloc %[[V]] : (tensor<128x64xf16, #[[$ROW]]>) -> !ttg.memdesc<128x64xf16, #[[$A]], #ttng.tensor_memory>
  // CHECK-NEXT: ttng.tc_gen5_mma %[[M]], %arg1, %arg2
  tt.func @computed(%x: tensor<128x64xf16, #row>, %b: !b, %d: !d, %p: i1) {
    %y = arith.negf %x : tensor<128x64xf16, #row>
    %a = ttg.local_alloc %y : (tensor<128x64xf16, #row>) -> !a
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !a, !b, !d
    tt.return
  }

  // What tensor memory cannot take as it is dealt is converted, unless it was loaded.
  // CHECK-LABEL: tt.func @converted
  // CHECK: %[[C:.*]] = ttg.convert_layout %{{.*}} : tensor<128x64xf16, #[[$OTHER]]> -> tensor<128x64xf16, #[[$LANE]]>
  // CHECK-NEXT: ttng.tmem_alloc %[[C]]
  // CHECK: tt.trans
  // CHECK-NEXT: ttg.local_alloc
  // CHECK-NEXT: ttng.tc_gen5_mma
  tt.func @converted(%x: tensor<128x64xf16, #other>, %q: tensor<64x128x!tt.ptr<f16>, #other>, %b: !b, %d: !d, %p: i1) {
    %y = arith.negf %x : tensor<128x64xf16, #other>
    %a = ttg.local_alloc %y : (tensor<128x64xf16, #other>) -> !a
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !a, !b, !d
    %z = tt.load %q : tensor<64x128x!tt.ptr<f16>, #other>
    %w = ttg.convert_layout %z : tensor<64x128xf16, #other> -> tensor<64x128xf16, #row>
    %v = tt.trans %w {order = array<i32: 1, 0>} : tensor<64x128xf16, #row> -> tensor<128x64xf16, #turned>
    %c = ttg.local_alloc %v : (tensor<128x64xf16, #turned>) -> !a
    ttng.tc_gen5_mma %c, %b, %d, %p, %p : !a, !b, !d
    tt.return
  }

  // Numbers of 8 bits stay, and what was put to shared memory outside of the loop.
  // CHECK-LABEL: tt.func @stays
  // CHECK-NOT: ttng.tmem_alloc
  // CHECK: tt.return
  tt.func @stays(%x: tensor<128x64xf16, #row>, %x8: tensor<128x64xf8E5M2, #row>, %b: !b, %b8: !ttg.memdesc<64x128xf8E5M2, #s8, #smem>,
                 %d: !d, %p: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = ttg.local_alloc %x : (tensor<128x64xf16, #row>) -> !a
    scf.for %i = %c0 to %n step %c1 : i32 {
      ttng.tc_gen5_mma %a, %b, %d, %p, %p : !a, !b, !d
    }
    %e = ttg.local_alloc %x8 : (tensor<128x64xf8E5M2, #row>) -> !ttg.memdesc<128x64xf8E5M2, #s8, #smem>
    ttng.tc_gen5_mma %e, %b8, %d, %p, %p : !ttg.memdesc<128x64xf8E5M2, #s8, #smem>, !ttg.memdesc<64x128xf8E5M2, #s8, #smem>, !d
    tt.return
  }

  // Memory that others read stays for them.
  // CHECK-LABEL: tt.func @shared
  // CHECK: %[[S:.*]] = ttg.local_alloc
  // CHECK: %[[M:.*]] = ttng.tmem_alloc
  // CHECK: ttng.tc_gen5_mma %[[M]]
  // CHECK: ttg.local_load %[[S]]
  tt.func @shared(%x: tensor<128x64xf16, #row>, %b: !b, %d: !d, %p: i1) -> tensor<128x64xf16, #row> {
    %y = arith.negf %x : tensor<128x64xf16, #row>
    %a = ttg.local_alloc %y : (tensor<128x64xf16, #row>) -> !a
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !a, !b, !d
    %z = ttg.local_load %a : !a -> tensor<128x64xf16, #row>
    tt.return %z : tensor<128x64xf16, #row>
  }
}

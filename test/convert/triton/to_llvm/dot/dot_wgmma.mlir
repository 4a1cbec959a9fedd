// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=90 | FileCheck %s
// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=90 --convert-nv-gpu-to-llvm | FileCheck %s --check-prefix=PTX

#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 16]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#t = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // A descriptor is address, distances in units of 16 bytes, swizzle: 64 bytes is 2, eight lines of them are 32 units apart. The
  // second step along the depth is 32 bytes further on in A, and 16 lines of 32 bytes in B, which lies the other way round.
  // CHECK-LABEL: llvm.func internal @from_memory
  // CHECK: llvm.mlir.constant(-9223371899415822336 : i64)
  // CHECK: %[[A:.*]] = llvm.or disjoint
  // CHECK: llvm.mlir.constant(-4611685949707911168 : i64)
  // CHECK: %[[B:.*]] = llvm.or disjoint
  // CHECK: nvvm.wgmma.fence.aligned
  // CHECK: %[[FIRST:.*]] = nvg.wgmma %{{.*}}, %{{.*}}, %arg3, %{{.*}} {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 16 : i32}
  // CHECK: llvm.mlir.constant(true)
  // CHECK: llvm.mlir.constant(2 : i64)
  // CHECK: llvm.add %[[A]]
  // CHECK: llvm.mlir.constant(32 : i64)
  // CHECK: llvm.add %[[B]]
  // CHECK: %[[SECOND:.*]] = nvg.wgmma %{{.*}}, %{{.*}}, %{{.*}}, %[[FIRST]] {
  // CHECK: llvm.extractvalue %[[SECOND]][0]
  // CHECK: nvvm.wgmma.commit.group.sync.aligned
  // CHECK: nvg.wgmma_wait_group %{{.*}} {pendings = 0 : i32} : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  tt.func private @from_memory(%a: !ttg.memdesc<64x32xf16, #s, #smem>, %b: !ttg.memdesc<32x16xf16, #t, #smem>, %c: tensor<64x16xf32, #m>, %adds: i1) -> tensor<64x16xf32, #m> {
    %0 = ttng.warp_group_dot %a, %b, %c, %adds : !ttg.memdesc<64x32xf16, #s, #smem> * !ttg.memdesc<32x16xf16, #t, #smem> -> tensor<64x16xf32, #m>
    tt.return %0 : tensor<64x16xf32, #m>
  }

  // Nobody waits yet; then for sums, while memory is handed on.
  // CHECK-LABEL: llvm.func internal @asynchronous
  // CHECK: nvg.wgmma
  // CHECK-NOT: wait_group
  // CHECK: nvvm.wgmma.commit.group.sync.aligned
  // CHECK: nvg.wgmma_wait_group %{{.*}} {pendings = 1 : i32}
  // CHECK: llvm.insertvalue %arg0, %{{.*}}[1]
  tt.func private @asynchronous(%a: !ttg.memdesc<64x32xf16, #s, #smem>, %b: !ttg.memdesc<32x16xf16, #t, #smem>, %c: tensor<64x16xf32, #m>) -> (tensor<64x16xf32, #m>, !ttg.memdesc<64x32xf16, #s, #smem>) {
    %0 = ttng.warp_group_dot %a, %b, %c {isAsync = true} : !ttg.memdesc<64x32xf16, #s, #smem> * !ttg.memdesc<32x16xf16, #t, #smem> -> tensor<64x16xf32, #m>
    %1:2 = ttng.warp_group_dot_wait %0, %a {pendings = 1 : i32} : tensor<64x16xf32, #m>, !ttg.memdesc<64x32xf16, #s, #smem>
    tt.return %1#0, %1#1 : tensor<64x16xf32, #m>, !ttg.memdesc<64x32xf16, #s, #smem>
  }
}

// -----

// The first operand in registers: two words of each row, all of which are packed before the first product. Of eight warps four
// have 64 rows.
#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 16, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32} {
  // CHECK-LABEL: llvm.func internal @from_registers
  // CHECK: nvvm.shfl.sync idx
  // CHECK-COUNT-4: llvm.bitcast {{.*}} : vector<2xbf16> to i32
  // CHECK: nvvm.wgmma.fence.aligned
  // CHECK-NOT: llvm.bitcast
  // CHECK: nvg.wgmma %{{.*}} : (!llvm.struct<(i32, i32, i32, i32)>, i64, i1, !llvm.struct<
  // PTX-LABEL: llvm.func internal @from_registers
  // PTX: "wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {$0,$1,$4,$5,$2,$3,$6,$7}, {$16,$17,$18,$19}, $20, $21, 1, 1, 0;{{.*}}wgmma.wait_group
  tt.func private @from_registers(%a: tensor<128x16xbf16, #a>, %b: !ttg.memdesc<16x16xbf16, #s, #smem>, %c: tensor<128x16xf32, #m>) -> tensor<128x16xf32, #m> {
    %0 = ttng.warp_group_dot %a, %b, %c : tensor<128x16xbf16, #a> * !ttg.memdesc<16x16xbf16, #s, #smem> -> tensor<128x16xf32, #m>
    tt.return %0 : tensor<128x16xf32, #m>
  }
}

// -----

// Sums of floats of 8 bits are added to real ones after each 64 numbers of the depth.
#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8, 32]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @f8
  // The sums of a part start at zero: the first product adds to nothing.
  // CHECK-DAG: %[[NO:.*]] = llvm.mlir.constant(false) : i1
  // CHECK: %[[FIRST:.*]] = nvg.wgmma %{{.*}}, %{{.*}}, %[[NO]] {eltTypeA = 2 : i32, eltTypeB = 3 : i32, {{.*}}k = 32
  // CHECK: nvg.wgmma %{{.*}}, %{{.*}}, %{{.*}}, %[[FIRST]] {
  // CHECK: nvg.wgmma_wait_group %{{.*}} {pendings = 0 : i32}
  // CHECK-COUNT-4: llvm.fadd
  // CHECK-COUNT-2: nvg.wgmma %
  // CHECK-COUNT-4: llvm.fadd
  tt.func private @f8(%a: !ttg.memdesc<64x128xf8E4M3FN, #s, #smem>, %b: !ttg.memdesc<128x8xf8E5M2, #t, #smem>, %c: tensor<64x8xf32, #m>) -> tensor<64x8xf32, #m> {
    %0 = ttng.warp_group_dot %a, %b, %c {maxNumImpreciseAcc = 64 : i32} : !ttg.memdesc<64x128xf8E4M3FN, #s, #smem> * !ttg.memdesc<128x8xf8E5M2, #t, #smem> -> tensor<64x8xf32, #m>
    tt.return %0 : tensor<64x8xf32, #m>
  }

  // Where there are no sums yet, the first part is the sum.
  // CHECK-LABEL: llvm.func internal @f8_zeros
  // CHECK-COUNT-2: nvg.wgmma %
  // CHECK: nvg.wgmma_wait_group %{{.*}} {pendings = 0 : i32}
  // CHECK-NOT: llvm.fadd
  // CHECK-COUNT-2: nvg.wgmma %
  // CHECK: nvg.wgmma_wait_group %{{.*}} {pendings = 0 : i32}
  // CHECK-COUNT-4: llvm.fadd
  tt.func private @f8_zeros(%a: !ttg.memdesc<64x128xf8E4M3FN, #s, #smem>, %b: !ttg.memdesc<128x8xf8E5M2, #t, #smem>) -> tensor<64x8xf32, #m> {
    %c = arith.constant dense<0.000000e+00> : tensor<64x8xf32, #m>
    %0 = ttng.warp_group_dot %a, %b, %c {maxNumImpreciseAcc = 64 : i32} : !ttg.memdesc<64x128xf8E4M3FN, #s, #smem> * !ttg.memdesc<128x8xf8E5M2, #t, #smem> -> tensor<64x8xf32, #m>
    tt.return %0 : tensor<64x8xf32, #m>
  }
}

// -----

// Sums of zeros are not read: the first product of each tile begins them.
#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8, 16]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#t = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @zeros
  // CHECK: %[[NO:.*]] = llvm.mlir.constant(false)
  // CHECK: nvvm.wgmma.fence.aligned
  // CHECK: %[[FIRST:.*]] = nvg.wgmma %{{.*}}, %{{.*}}, %[[NO]] {{.*}} : (i64, i64, i1) -> !llvm.struct<(f32, f32, f32, f32)>
  // CHECK: nvg.wgmma %{{.*}}, %{{.*}}, %{{.*}}, %[[FIRST]] {
  // CHECK: %[[NEXT:.*]] = nvg.wgmma {{.*}} : (i64, i64, i1) -> !llvm.struct<(f32, f32, f32, f32)>
  // CHECK: nvg.wgmma %{{.*}}, %{{.*}}, %{{.*}}, %[[NEXT]] {
  // CHECK: nvvm.wgmma.commit.group.sync.aligned
  // PTX-LABEL: llvm.func internal @zeros
  // PTX: wgmma.mma_async{{.*}} {$0,$1,$2,$3}, $8, $9, 0, 1, 1, 0, 0;{{.*}} {$0,$1,$2,$3}, $10, $11, $12, 1, 1, 0, 0;{{.*}} {$4,$5,$6,$7}, $13, $14, 0, {{.*}}"=&f,=&f,=&f,=&f,=&f,=&f,=&f,=&f,l,l,l,l,b,l,l,l,l,b" %
  tt.func private @zeros(%a: !ttg.memdesc<128x32xf16, #s, #smem>, %b: !ttg.memdesc<32x8xf16, #t, #smem>) -> tensor<128x8xf32, #m> {
    %c = arith.constant dense<0.000000e+00> : tensor<128x8xf32, #m>
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<128x32xf16, #s, #smem> * !ttg.memdesc<32x8xf16, #t, #smem> -> tensor<128x8xf32, #m>
    tt.return %0 : tensor<128x8xf32, #m>
  }

  // Those of negative zeros, which products of zero keep, are.
  // CHECK-LABEL: llvm.func internal @negative_zeros
  // CHECK: nvg.wgmma {{.*}} : (i64, i64, i1, !llvm.struct<(f32, f32, f32, f32)>) -> 
  tt.func private @negative_zeros(%a: !ttg.memdesc<64x32xf16, #s, #smem>, %b: !ttg.memdesc<32x8xf16, #t, #smem>) -> tensor<64x8xf32, #m> {
    %c = arith.constant dense<-0.000000e+00> : tensor<64x8xf32, #m>
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x32xf16, #s, #smem> * !ttg.memdesc<32x8xf16, #t, #smem> -> tensor<64x8xf32, #m>
    tt.return %0 : tensor<64x8xf32, #m>
  }
}

// -----

// Eight warps on the rows of four: the other four multiply the same rows, and nothing beyond the last one is read.
#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 16, 16]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32} {
  // CHECK-LABEL: llvm.func internal @too_many_warps
  // CHECK: nvvm.shfl.sync
  // CHECK: %[[GROUP:.*]] = llvm.lshr
  // CHECK: %[[ROW:.*]] = llvm.mul %[[GROUP]],
  // CHECK: %[[LAST:.*]] = llvm.mlir.constant(63 : i32)
  // CHECK: llvm.and %[[ROW]], %[[LAST]]
  tt.func private @too_many_warps(%a: !ttg.memdesc<64x16xf16, #s, #smem>, %b: !ttg.memdesc<16x16xf16, #s, #smem>, %c: tensor<64x16xf32, #m>) -> tensor<64x16xf32, #m> {
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x16xf16, #s, #smem> * !ttg.memdesc<16x16xf16, #s, #smem> -> tensor<64x16xf32, #m>
    tt.return %0 : tensor<64x16xf32, #m>
  }
}

// -----

// Sums of halves are waited for as words: nothing takes them apart before.
#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 16]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @halves
  // CHECK: nvg.wgmma {{.*}} -> !llvm.struct<(i32, i32, i32, i32)>
  // CHECK: nvg.wgmma_wait_group %{{.*}} {pendings = 0 : i32} : !llvm.struct<(i32, i32, i32, i32)>
  // CHECK: llvm.bitcast %{{.*}} : i32 to vector<2xf16>
  // CHECK-LABEL: llvm.func internal @halves_and_floats
  // CHECK: nvg.wgmma_wait_group %{{.*}} {pendings = 0 : i32} : !llvm.struct<(f16, f16, f16, f16, f16, f16, f16, f16, f32
  tt.func private @halves(%a: !ttg.memdesc<64x16xf16, #s, #smem>, %b: !ttg.memdesc<16x16xf16, #s, #smem>, %c: tensor<64x16xf16, #m>) -> tensor<64x16xf16, #m> {
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x16xf16, #s, #smem> * !ttg.memdesc<16x16xf16, #s, #smem> -> tensor<64x16xf16, #m>
    tt.return %0 : tensor<64x16xf16, #m>
  }
  tt.func private @halves_and_floats(%a: tensor<64x16xf16, #m>, %b: tensor<64x16xf32, #m>) {
    %0:2 = ttng.warp_group_dot_wait %a, %b {pendings = 0 : i32} : tensor<64x16xf16, #m>, tensor<64x16xf32, #m>
    tt.return
  }
}

// Tensor memory: pretty syntax as upstream prints it, and back.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt %t.mlir | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: llvm.func @tcgen05_alloc(
// CHECK-NEXT: nvvm.tcgen05.alloc %{{[^ ,]+}}, %{{[^ ,]+}} : !llvm.ptr<3>, i32
llvm.func @tcgen05_alloc(%a0: !llvm.ptr<3>, %a1: i32, %a2: !llvm.ptr<5>, %a3: !llvm.ptr<1>) {
  "nvvm.tcgen05.alloc"(%a0, %a1) : (!llvm.ptr<3>, i32) -> ()
  "nvvm.tcgen05.alloc"(%a2, %a1) <{group = #nvvm.cta_group<cta_2>}> : (!llvm.ptr<5>, i32) -> ()
  "nvvm.tcgen05.alloc"(%a3, %a1) <{group = #nvvm.cta_group<cta_2>}> : (!llvm.ptr<1>, i32) -> ()
  "nvvm.tcgen05.alloc"(%a0, %a1) <{group = #nvvm.cta_group<cta_2>}> : (!llvm.ptr<3>, i32) -> ()
  "nvvm.tcgen05.alloc"(%a2, %a1) <{group = #nvvm.cta_group<cta_1>}> : (!llvm.ptr<5>, i32) -> ()
  "nvvm.tcgen05.alloc"(%a0, %a1) <{group = #nvvm.cta_group<cta_1>}> : (!llvm.ptr<3>, i32) -> ()
  "nvvm.tcgen05.alloc"(%a3, %a1) <{group = #nvvm.cta_group<cta_1>}> : (!llvm.ptr<1>, i32) -> ()
  "nvvm.tcgen05.alloc"(%a2, %a1) : (!llvm.ptr<5>, i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05_dealloc(
// CHECK-NEXT: nvvm.tcgen05.dealloc %{{[^ ,]+}}, %{{[^ ,]+}} : !llvm.ptr<6>, i32
llvm.func @tcgen05_dealloc(%a0: !llvm.ptr<6>, %a1: i32) {
  "nvvm.tcgen05.dealloc"(%a0, %a1) : (!llvm.ptr<6>, i32) -> ()
  "nvvm.tcgen05.dealloc"(%a0, %a1) <{group = #nvvm.cta_group<cta_1>}> : (!llvm.ptr<6>, i32) -> ()
  "nvvm.tcgen05.dealloc"(%a0, %a1) <{group = #nvvm.cta_group<cta_2>}> : (!llvm.ptr<6>, i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05_relinquish_alloc_permit(
// CHECK-NEXT: nvvm.tcgen05.relinquish_alloc_permit
llvm.func @tcgen05_relinquish_alloc_permit() {
  "nvvm.tcgen05.relinquish_alloc_permit"() : () -> ()
  "nvvm.tcgen05.relinquish_alloc_permit"() <{group = #nvvm.cta_group<cta_1>}> : () -> ()
  "nvvm.tcgen05.relinquish_alloc_permit"() <{group = #nvvm.cta_group<cta_2>}> : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05_fence(
// CHECK-NEXT: nvvm.tcgen05.fence <before>
llvm.func @tcgen05_fence() {
  "nvvm.tcgen05.fence"() <{kind = #nvvm.tcgen05_fence<before>}> : () -> ()
  "nvvm.tcgen05.fence"() <{kind = #nvvm.tcgen05_fence<after>}> : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05_wait(
// CHECK-NEXT: nvvm.tcgen05.wait <load>
llvm.func @tcgen05_wait() {
  "nvvm.tcgen05.wait"() <{kind = #nvvm.tcgen05_wait<load>}> : () -> ()
  "nvvm.tcgen05.wait"() <{kind = #nvvm.tcgen05_wait<store>}> : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05_commit(
// CHECK-NEXT: nvvm.tcgen05.commit %{{[^ ,]+}} {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>
llvm.func @tcgen05_commit(%a0: !llvm.ptr<3>, %a1: !llvm.ptr<1>, %a2: i16, %a3: !llvm.ptr<5>, %a4: !llvm.ptr) {
  "nvvm.tcgen05.commit"(%a0) <{group = #nvvm.cta_group<cta_2>}> : (!llvm.ptr<3>) -> ()
  "nvvm.tcgen05.commit"(%a1, %a2) : (!llvm.ptr<1>, i16) -> ()
  "nvvm.tcgen05.commit"(%a0, %a2) <{group = #nvvm.cta_group<cta_1>}> : (!llvm.ptr<3>, i16) -> ()
  "nvvm.tcgen05.commit"(%a3, %a2) <{group = #nvvm.cta_group<cta_2>}> : (!llvm.ptr<5>, i16) -> ()
  "nvvm.tcgen05.commit"(%a3) <{group = #nvvm.cta_group<cta_2>}> : (!llvm.ptr<5>) -> ()
  "nvvm.tcgen05.commit"(%a0, %a2) : (!llvm.ptr<3>, i16) -> ()
  "nvvm.tcgen05.commit"(%a0) : (!llvm.ptr<3>) -> ()
  "nvvm.tcgen05.commit"(%a4) <{group = #nvvm.cta_group<cta_2>}> : (!llvm.ptr) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05_shift(
// CHECK-NEXT: nvvm.tcgen05.shift %{{[^ ,]+}} : !llvm.ptr<6>
llvm.func @tcgen05_shift(%a0: !llvm.ptr<6>) {
  "nvvm.tcgen05.shift"(%a0) <{group = #nvvm.cta_group<cta_1>}> : (!llvm.ptr<6>) -> ()
  "nvvm.tcgen05.shift"(%a0) : (!llvm.ptr<6>) -> ()
  "nvvm.tcgen05.shift"(%a0) <{group = #nvvm.cta_group<cta_2>}> : (!llvm.ptr<6>) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05_cp(
// CHECK-NEXT: nvvm.tcgen05.cp %{{[^ ,]+}}, %{{[^ ,]+}} {group = #nvvm.cta_group<cta_2>, shape = #nvvm.tcgen05_cp_shape<shape_128x128b>, srcFormat = #nvvm.tcgen05_cp_src_fmt<b6x16_p32>}
llvm.func @tcgen05_cp(%a0: !llvm.ptr<6>, %a1: i64) {
  "nvvm.tcgen05.cp"(%a0, %a1) <{shape = #nvvm.tcgen05_cp_shape<shape_128x128b>, group = #nvvm.cta_group<cta_2>, srcFormat = #nvvm.tcgen05_cp_src_fmt<b6x16_p32>}> : (!llvm.ptr<6>, i64) -> ()
  "nvvm.tcgen05.cp"(%a0, %a1) <{shape = #nvvm.tcgen05_cp_shape<shape_4x256b>, group = #nvvm.cta_group<cta_2>, srcFormat = #nvvm.tcgen05_cp_src_fmt<b4x16_p64>}> : (!llvm.ptr<6>, i64) -> ()
  "nvvm.tcgen05.cp"(%a0, %a1) <{shape = #nvvm.tcgen05_cp_shape<shape_64x128b>, multicast = #nvvm.tcgen05_cp_multicast<warpx2_01_23>}> : (!llvm.ptr<6>, i64) -> ()
  "nvvm.tcgen05.cp"(%a0, %a1) <{shape = #nvvm.tcgen05_cp_shape<shape_64x128b>, group = #nvvm.cta_group<cta_1>, multicast = #nvvm.tcgen05_cp_multicast<warpx2_02_13>, srcFormat = #nvvm.tcgen05_cp_src_fmt<b6x16_p32>}> : (!llvm.ptr<6>, i64) -> ()
  "nvvm.tcgen05.cp"(%a0, %a1) <{shape = #nvvm.tcgen05_cp_shape<shape_4x256b>, group = #nvvm.cta_group<cta_1>, srcFormat = #nvvm.tcgen05_cp_src_fmt<b6x16_p32>}> : (!llvm.ptr<6>, i64) -> ()
  "nvvm.tcgen05.cp"(%a0, %a1) <{shape = #nvvm.tcgen05_cp_shape<shape_128x256b>, group = #nvvm.cta_group<cta_1>}> : (!llvm.ptr<6>, i64) -> ()
  "nvvm.tcgen05.cp"(%a0, %a1) <{shape = #nvvm.tcgen05_cp_shape<shape_4x256b>, group = #nvvm.cta_group<cta_2>}> : (!llvm.ptr<6>, i64) -> ()
  "nvvm.tcgen05.cp"(%a0, %a1) <{shape = #nvvm.tcgen05_cp_shape<shape_4x256b>, multicast = #nvvm.tcgen05_cp_multicast<none>, srcFormat = #nvvm.tcgen05_cp_src_fmt<b6x16_p32>}> : (!llvm.ptr<6>, i64) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05_mma_smem_desc(
// CHECK-NEXT: %{{.*}} = nvvm.tcgen05.mma_smem_desc(%{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}) : (i32, i32, i32, i8, i1, i8) -> i64
llvm.func @tcgen05_mma_smem_desc(%a0: i32, %a1: i8, %a2: i1) {
  %r0 = "nvvm.tcgen05.mma_smem_desc"(%a0, %a0, %a0, %a1, %a2, %a1) : (i32, i32, i32, i8, i1, i8) -> i64
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05_ld(
// CHECK-NEXT: %{{.*}} = nvvm.tcgen05.ld %{{[^ ,]+}} {shape = #nvvm.tcgen05_ldst_shape<shape_16x256b>} : vector<32xi32>
llvm.func @tcgen05_ld(%a0: !llvm.ptr<6>) {
  %r0 = "nvvm.tcgen05.ld"(%a0) <{shape = #nvvm.tcgen05_ldst_shape<shape_16x256b>}> : (!llvm.ptr<6>) -> vector<32xi32>
  %r1 = "nvvm.tcgen05.ld"(%a0) <{pack, shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>}> : (!llvm.ptr<6>) -> i32
  %r2 = "nvvm.tcgen05.ld"(%a0) <{shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>}> : (!llvm.ptr<6>) -> i32
  %r3 = "nvvm.tcgen05.ld"(%a0) <{shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>}> : (!llvm.ptr<6>) -> vector<8xi32>
  %r4 = "nvvm.tcgen05.ld"(%a0) <{shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>}> : (!llvm.ptr<6>) -> i32
  %r5 = "nvvm.tcgen05.ld"(%a0) <{shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>}> : (!llvm.ptr<6>) -> vector<32xi32>
  %r6 = "nvvm.tcgen05.ld"(%a0) <{shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>}> : (!llvm.ptr<6>) -> vector<64xi32>
  %r7 = "nvvm.tcgen05.ld"(%a0) <{pack, shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>}> : (!llvm.ptr<6>) -> vector<8xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05_st(
// CHECK-NEXT: nvvm.tcgen05.st %{{[^ ,]+}}, %{{[^ ,]+}} {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<4xi32>
llvm.func @tcgen05_st(%a0: !llvm.ptr<6>, %a1: vector<4xi32>, %a2: vector<8xi32>, %a3: i64, %a4: i32, %a5: vector<64xi32>) {
  "nvvm.tcgen05.st"(%a0, %a1) <{shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>}> : (!llvm.ptr<6>, vector<4xi32>) -> ()
  "nvvm.tcgen05.st"(%a0, %a2) <{shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>}> : (!llvm.ptr<6>, vector<8xi32>) -> ()
  "nvvm.tcgen05.st"(%a0, %a1, %a3) <{unpack, shape = #nvvm.tcgen05_ldst_shape<shape_16x256b>}> : (!llvm.ptr<6>, vector<4xi32>, i64) -> ()
  "nvvm.tcgen05.st"(%a0, %a4, %a3) <{shape = #nvvm.tcgen05_ldst_shape<shape_16x32bx2>}> : (!llvm.ptr<6>, i32, i64) -> ()
  "nvvm.tcgen05.st"(%a0, %a4) <{unpack, shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>}> : (!llvm.ptr<6>, i32) -> ()
  "nvvm.tcgen05.st"(%a0, %a5, %a3) <{shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>}> : (!llvm.ptr<6>, vector<64xi32>, i64) -> ()
  "nvvm.tcgen05.st"(%a0, %a4, %a3) <{shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>}> : (!llvm.ptr<6>, i32, i64) -> ()
  "nvvm.tcgen05.st"(%a0, %a4, %a3) <{shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>}> : (!llvm.ptr<6>, i32, i64) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05_mma(
// CHECK-NEXT: nvvm.tcgen05.mma %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}} {aShift, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f8f6f4>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1)
llvm.func @tcgen05_mma(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1, %a4: vector<4xi32>) {
  "nvvm.tcgen05.mma"(%a0, %a0, %a1, %a2, %a3) <{kind = #nvvm.tcgen05_mma_kind<f8f6f4>, ctaGroup = #nvvm.cta_group<cta_1>, aShift, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 0>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1) -> ()
  "nvvm.tcgen05.mma"(%a0, %a1, %a1, %a2, %a3, %a1, %a4) <{kind = #nvvm.tcgen05_mma_kind<f8f6f4>, ctaGroup = #nvvm.cta_group<cta_1>, collectorOp = #nvvm.tcgen05_mma_collectorop<discard>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1>}> : (!llvm.ptr<6>, i64, i64, i32, i1, i64, vector<4xi32>) -> ()
  "nvvm.tcgen05.mma"(%a0, %a0, %a1, %a2, %a3, %a1) <{kind = #nvvm.tcgen05_mma_kind<i8>, ctaGroup = #nvvm.cta_group<cta_2>, collectorOp = #nvvm.tcgen05_mma_collectorop<discard>, aShift, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, i64) -> ()
  "nvvm.tcgen05.mma"(%a0, %a1, %a1, %a2, %a3, %a1, %a4) <{kind = #nvvm.tcgen05_mma_kind<f8f6f4>, ctaGroup = #nvvm.cta_group<cta_1>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1>}> : (!llvm.ptr<6>, i64, i64, i32, i1, i64, vector<4xi32>) -> ()
  "nvvm.tcgen05.mma"(%a0, %a0, %a1, %a2, %a3, %a4) <{kind = #nvvm.tcgen05_mma_kind<i8>, ctaGroup = #nvvm.cta_group<cta_1>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, vector<4xi32>) -> ()
  "nvvm.tcgen05.mma"(%a0, %a0, %a1, %a2, %a3, %a1) <{kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>, collectorOp = #nvvm.tcgen05_mma_collectorop<use>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, i64) -> ()
  "nvvm.tcgen05.mma"(%a0, %a1, %a1, %a2, %a3) <{kind = #nvvm.tcgen05_mma_kind<i8>, ctaGroup = #nvvm.cta_group<cta_1>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 0>}> : (!llvm.ptr<6>, i64, i64, i32, i1) -> ()
  "nvvm.tcgen05.mma"(%a0, %a1, %a1, %a2, %a3, %a1) <{kind = #nvvm.tcgen05_mma_kind<i8>, ctaGroup = #nvvm.cta_group<cta_1>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0>}> : (!llvm.ptr<6>, i64, i64, i32, i1, i64) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05_mma_sp(
// CHECK-NEXT: nvvm.tcgen05.mma.sp %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}} {aShift, ctaGroup = #nvvm.cta_group<cta_2>, kind = #nvvm.tcgen05_mma_kind<i8>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>)
llvm.func @tcgen05_mma_sp(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1) {
  "nvvm.tcgen05.mma.sp"(%a0, %a0, %a1, %a2, %a3, %a0) <{kind = #nvvm.tcgen05_mma_kind<i8>, ctaGroup = #nvvm.cta_group<cta_2>, aShift, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.sp"(%a0, %a0, %a1, %a2, %a3, %a0) <{kind = #nvvm.tcgen05_mma_kind<tf32>, ctaGroup = #nvvm.cta_group<cta_2>, collectorOp = #nvvm.tcgen05_mma_collectorop<discard>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.sp"(%a0, %a1, %a1, %a2, %a3, %a0) <{kind = #nvvm.tcgen05_mma_kind<i8>, ctaGroup = #nvvm.cta_group<cta_1>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.sp"(%a0, %a0, %a1, %a2, %a3, %a0, %a1) <{kind = #nvvm.tcgen05_mma_kind<i8>, ctaGroup = #nvvm.cta_group<cta_1>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, i64) -> ()
  "nvvm.tcgen05.mma.sp"(%a0, %a0, %a1, %a2, %a3, %a0, %a1) <{kind = #nvvm.tcgen05_mma_kind<i8>, ctaGroup = #nvvm.cta_group<cta_1>, collectorOp = #nvvm.tcgen05_mma_collectorop<discard>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, i64) -> ()
  "nvvm.tcgen05.mma.sp"(%a0, %a0, %a1, %a2, %a3, %a0) <{kind = #nvvm.tcgen05_mma_kind<i8>, ctaGroup = #nvvm.cta_group<cta_2>, collectorOp = #nvvm.tcgen05_mma_collectorop<discard>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.sp"(%a0, %a1, %a1, %a2, %a3, %a0) <{kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_2>, collectorOp = #nvvm.tcgen05_mma_collectorop<use>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.sp"(%a0, %a1, %a1, %a2, %a3, %a0) <{kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_2>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05_mma_block_scale(
// CHECK-NEXT: nvvm.tcgen05.mma.block_scale %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}} {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf8f6f4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
llvm.func @tcgen05_mma_block_scale(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1) {
  "nvvm.tcgen05.mma.block_scale"(%a0, %a1, %a1, %a2, %a3, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf8f6f4>, ctaGroup = #nvvm.cta_group<cta_1>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.block_scale"(%a0, %a1, %a1, %a2, %a3, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf4nvf4>, ctaGroup = #nvvm.cta_group<cta_2>, blockScale = #nvvm.tcgen05_mma_block_scale<block32>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.block_scale"(%a0, %a0, %a1, %a2, %a3, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf8f6f4>, ctaGroup = #nvvm.cta_group<cta_1>, blockScale = #nvvm.tcgen05_mma_block_scale<block32>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.block_scale"(%a0, %a0, %a1, %a2, %a3, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf8f6f4>, ctaGroup = #nvvm.cta_group<cta_2>, blockScale = #nvvm.tcgen05_mma_block_scale<block32>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.block_scale"(%a0, %a0, %a1, %a2, %a3, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf8f6f4>, ctaGroup = #nvvm.cta_group<cta_2>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.block_scale"(%a0, %a1, %a1, %a2, %a3, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf8f6f4>, ctaGroup = #nvvm.cta_group<cta_1>, collectorOp = #nvvm.tcgen05_mma_collectorop<use>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.block_scale"(%a0, %a0, %a1, %a2, %a3, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf8f6f4>, ctaGroup = #nvvm.cta_group<cta_1>, collectorOp = #nvvm.tcgen05_mma_collectorop<use>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.block_scale"(%a0, %a1, %a1, %a2, %a3, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf4>, ctaGroup = #nvvm.cta_group<cta_1>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05_mma_sp_block_scale(
// CHECK-NEXT: nvvm.tcgen05.mma.sp.block_scale %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}} {blockScale = #nvvm.tcgen05_mma_block_scale<block16>, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4nvf4>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)
llvm.func @tcgen05_mma_sp_block_scale(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1) {
  "nvvm.tcgen05.mma.sp.block_scale"(%a0, %a0, %a1, %a2, %a3, %a0, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf4nvf4>, ctaGroup = #nvvm.cta_group<cta_1>, blockScale = #nvvm.tcgen05_mma_block_scale<block16>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.sp.block_scale"(%a0, %a0, %a1, %a2, %a3, %a0, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf4nvf4>, ctaGroup = #nvvm.cta_group<cta_1>, blockScale = #nvvm.tcgen05_mma_block_scale<block16>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.sp.block_scale"(%a0, %a1, %a1, %a2, %a3, %a0, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf8f6f4>, ctaGroup = #nvvm.cta_group<cta_1>, blockScale = #nvvm.tcgen05_mma_block_scale<block32>, collectorOp = #nvvm.tcgen05_mma_collectorop<fill>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.sp.block_scale"(%a0, %a0, %a1, %a2, %a3, %a0, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf4>, ctaGroup = #nvvm.cta_group<cta_1>, blockScale = #nvvm.tcgen05_mma_block_scale<block32>, collectorOp = #nvvm.tcgen05_mma_collectorop<use>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.sp.block_scale"(%a0, %a0, %a1, %a2, %a3, %a0, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf4nvf4>, ctaGroup = #nvvm.cta_group<cta_2>, blockScale = #nvvm.tcgen05_mma_block_scale<block32>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.sp.block_scale"(%a0, %a0, %a1, %a2, %a3, %a0, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf4>, ctaGroup = #nvvm.cta_group<cta_2>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.sp.block_scale"(%a0, %a1, %a1, %a2, %a3, %a0, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf4>, ctaGroup = #nvvm.cta_group<cta_2>, blockScale = #nvvm.tcgen05_mma_block_scale<block32>, collectorOp = #nvvm.tcgen05_mma_collectorop<use>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.sp.block_scale"(%a0, %a1, %a1, %a2, %a3, %a0, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf8f6f4>, ctaGroup = #nvvm.cta_group<cta_1>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05_mma_ws(
// CHECK-NEXT: nvvm.tcgen05.mma.ws %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}} {collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b3>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>, kind = #nvvm.tcgen05_mma_kind<i8>} : (!llvm.ptr<6>, i64, i64, i32, i1)
llvm.func @tcgen05_mma_ws(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1) {
  "nvvm.tcgen05.mma.ws"(%a0, %a1, %a1, %a2, %a3) <{kind = #nvvm.tcgen05_mma_kind<i8>, collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b3>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>}> : (!llvm.ptr<6>, i64, i64, i32, i1) -> ()
  "nvvm.tcgen05.mma.ws"(%a0, %a1, %a1, %a2, %a3) <{kind = #nvvm.tcgen05_mma_kind<f8f6f4>}> : (!llvm.ptr<6>, i64, i64, i32, i1) -> ()
  "nvvm.tcgen05.mma.ws"(%a0, %a1, %a1, %a2, %a3, %a1) <{kind = #nvvm.tcgen05_mma_kind<f16>}> : (!llvm.ptr<6>, i64, i64, i32, i1, i64) -> ()
  "nvvm.tcgen05.mma.ws"(%a0, %a1, %a1, %a2, %a3, %a1) <{kind = #nvvm.tcgen05_mma_kind<f8f6f4>, collectorOp = #nvvm.tcgen05_mma_collectorop<use>}> : (!llvm.ptr<6>, i64, i64, i32, i1, i64) -> ()
  "nvvm.tcgen05.mma.ws"(%a0, %a1, %a1, %a2, %a3) <{kind = #nvvm.tcgen05_mma_kind<tf32>}> : (!llvm.ptr<6>, i64, i64, i32, i1) -> ()
  "nvvm.tcgen05.mma.ws"(%a0, %a0, %a1, %a2, %a3, %a1) <{kind = #nvvm.tcgen05_mma_kind<f8f6f4>, collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b1>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, i64) -> ()
  "nvvm.tcgen05.mma.ws"(%a0, %a0, %a1, %a2, %a3) <{kind = #nvvm.tcgen05_mma_kind<f16>, collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b0>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1) -> ()
  "nvvm.tcgen05.mma.ws"(%a0, %a0, %a1, %a2, %a3) <{kind = #nvvm.tcgen05_mma_kind<f16>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05_mma_ws_sp(
// CHECK-NEXT: nvvm.tcgen05.mma.ws.sp %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}} {kind = #nvvm.tcgen05_mma_kind<tf32>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, i64)
llvm.func @tcgen05_mma_ws_sp(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1) {
  "nvvm.tcgen05.mma.ws.sp"(%a0, %a0, %a1, %a2, %a3, %a0, %a1) <{kind = #nvvm.tcgen05_mma_kind<tf32>, collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b0>, collectorOp = #nvvm.tcgen05_mma_collectorop<discard>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, i64) -> ()
  "nvvm.tcgen05.mma.ws.sp"(%a0, %a0, %a1, %a2, %a3, %a0, %a1) <{kind = #nvvm.tcgen05_mma_kind<i8>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, i64) -> ()
  "nvvm.tcgen05.mma.ws.sp"(%a0, %a1, %a1, %a2, %a3, %a0, %a1) <{kind = #nvvm.tcgen05_mma_kind<f8f6f4>, collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b3>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, i64) -> ()
  "nvvm.tcgen05.mma.ws.sp"(%a0, %a0, %a1, %a2, %a3, %a0) <{kind = #nvvm.tcgen05_mma_kind<f8f6f4>, collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b2>, collectorOp = #nvvm.tcgen05_mma_collectorop<fill>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.ws.sp"(%a0, %a0, %a1, %a2, %a3, %a0) <{kind = #nvvm.tcgen05_mma_kind<f16>, collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b1>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.ws.sp"(%a0, %a1, %a1, %a2, %a3, %a0) <{kind = #nvvm.tcgen05_mma_kind<f8f6f4>, collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b0>, collectorOp = #nvvm.tcgen05_mma_collectorop<use>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.ws.sp"(%a0, %a0, %a1, %a2, %a3, %a0) <{kind = #nvvm.tcgen05_mma_kind<f8f6f4>, collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b3>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>) -> ()
  "nvvm.tcgen05.mma.ws.sp"(%a0, %a1, %a1, %a2, %a3, %a0) <{kind = #nvvm.tcgen05_mma_kind<i8>, collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b3>, collectorOp = #nvvm.tcgen05_mma_collectorop<fill>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>) -> ()
  llvm.return
}

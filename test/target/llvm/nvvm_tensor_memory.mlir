// The nvvm dialect, tensor memory: LLVM IR as upstream's translation prints it.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: grep -v "^; ModuleID\|^source_filename\|^!\|^$" %t.ll > %t.ours
// RUN: mlir-translate --mlir-to-llvmir %s | grep -v "^; ModuleID\|^source_filename\|^!\|^$" | diff - %t.ours
// RUN: FileCheck %s < %t.ll

// CHECK-LABEL: define void @tcgen05_alloc(
// CHECK: call void @llvm.nvvm.tcgen05.alloc.shared.cg1(
llvm.func @tcgen05_alloc(%arg0: !llvm.ptr<3>, %arg1: i32, %arg2: !llvm.ptr<5>, %arg3: !llvm.ptr<1>) {
  nvvm.tcgen05.alloc %arg0, %arg1 : !llvm.ptr<3>, i32
  nvvm.tcgen05.alloc %arg0, %arg1 {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i32
  nvvm.tcgen05.alloc %arg0, %arg1 : !llvm.ptr<3>, i32
  llvm.return
}

// CHECK-LABEL: define void @tcgen05_dealloc(
// CHECK: call void @llvm.nvvm.tcgen05.dealloc.cg1(
llvm.func @tcgen05_dealloc(%arg0: !llvm.ptr<6>, %arg1: i32) {
  nvvm.tcgen05.dealloc %arg0, %arg1 : !llvm.ptr<6>, i32
  nvvm.tcgen05.dealloc %arg0, %arg1 : !llvm.ptr<6>, i32
  nvvm.tcgen05.dealloc %arg0, %arg1 {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32
  llvm.return
}

// CHECK-LABEL: define void @tcgen05_relinquish_alloc_permit(
// CHECK: call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1(
llvm.func @tcgen05_relinquish_alloc_permit() {
  nvvm.tcgen05.relinquish_alloc_permit
  nvvm.tcgen05.relinquish_alloc_permit
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  llvm.return
}

// CHECK-LABEL: define void @tcgen05_fence(
// CHECK: call void @llvm.nvvm.tcgen05.fence.before.thread.sync(
llvm.func @tcgen05_fence() {
  nvvm.tcgen05.fence <before>
  nvvm.tcgen05.fence <after>
  llvm.return
}

// CHECK-LABEL: define void @tcgen05_wait(
// CHECK: call void @llvm.nvvm.tcgen05.wait.ld(
llvm.func @tcgen05_wait() {
  nvvm.tcgen05.wait <load>
  nvvm.tcgen05.wait <store>
  llvm.return
}

// CHECK-LABEL: define void @tcgen05_commit(
// CHECK: call void @llvm.nvvm.tcgen05.commit.shared.cg2(
llvm.func @tcgen05_commit(%arg0: !llvm.ptr<3>, %arg1: !llvm.ptr<1>, %arg2: i16, %arg3: !llvm.ptr<5>, %arg4: !llvm.ptr) {
  nvvm.tcgen05.commit %arg0 {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>
  nvvm.tcgen05.commit %arg0, multicast_mask = %arg2 : !llvm.ptr<3>, i16
  nvvm.tcgen05.commit %arg0, multicast_mask = %arg2 : !llvm.ptr<3>, i16
  nvvm.tcgen05.commit %arg0 : !llvm.ptr<3>
  nvvm.tcgen05.commit %arg4 {group = #nvvm.cta_group<cta_2>} : !llvm.ptr
  llvm.return
}

// CHECK-LABEL: define void @tcgen05_shift(
// CHECK: call void @llvm.nvvm.tcgen05.shift.down.cg1(
llvm.func @tcgen05_shift(%arg0: !llvm.ptr<6>) {
  nvvm.tcgen05.shift %arg0 : !llvm.ptr<6>
  nvvm.tcgen05.shift %arg0 : !llvm.ptr<6>
  nvvm.tcgen05.shift %arg0 {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>
  llvm.return
}

// CHECK-LABEL: define void @tcgen05_cp(
// CHECK: call void @llvm.nvvm.tcgen05.cp.128x128b.b6x16_p32.cg2(
llvm.func @tcgen05_cp(%arg0: !llvm.ptr<6>, %arg1: i64) {
  nvvm.tcgen05.cp %arg0, %arg1 {group = #nvvm.cta_group<cta_2>, shape = #nvvm.tcgen05_cp_shape<shape_128x128b>, srcFormat = #nvvm.tcgen05_cp_src_fmt<b6x16_p32>}
  nvvm.tcgen05.cp %arg0, %arg1 {group = #nvvm.cta_group<cta_2>, shape = #nvvm.tcgen05_cp_shape<shape_4x256b>, srcFormat = #nvvm.tcgen05_cp_src_fmt<b4x16_p64>}
  nvvm.tcgen05.cp %arg0, %arg1 {multicast = #nvvm.tcgen05_cp_multicast<warpx2_01_23>, shape = #nvvm.tcgen05_cp_shape<shape_64x128b>}
  nvvm.tcgen05.cp %arg0, %arg1 {multicast = #nvvm.tcgen05_cp_multicast<warpx2_02_13>, shape = #nvvm.tcgen05_cp_shape<shape_64x128b>, srcFormat = #nvvm.tcgen05_cp_src_fmt<b6x16_p32>}
  nvvm.tcgen05.cp %arg0, %arg1 {shape = #nvvm.tcgen05_cp_shape<shape_4x256b>, srcFormat = #nvvm.tcgen05_cp_src_fmt<b6x16_p32>}
  nvvm.tcgen05.cp %arg0, %arg1 {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
  nvvm.tcgen05.cp %arg0, %arg1 {group = #nvvm.cta_group<cta_2>, shape = #nvvm.tcgen05_cp_shape<shape_4x256b>}
  nvvm.tcgen05.cp %arg0, %arg1 {shape = #nvvm.tcgen05_cp_shape<shape_4x256b>, srcFormat = #nvvm.tcgen05_cp_src_fmt<b6x16_p32>}
  llvm.return
}

// CHECK-LABEL: define void @tcgen05_mma_smem_desc(
// CHECK: or i64
llvm.func @tcgen05_mma_smem_desc(%arg1: i8, %arg2: i1) {
  %arg0 = llvm.mlir.constant(0 : i32) : i32
  %0 = nvvm.tcgen05.mma_smem_desc(%arg0, %arg0, %arg0, %arg1, %arg2, %arg1) : (i32, i32, i32, i8, i1, i8) -> i64
  llvm.return
}

// CHECK-LABEL: define void @tcgen05_ld(
// CHECK: call <32 x i32> @llvm.nvvm.tcgen05.ld.16x256b.x8(
llvm.func @tcgen05_ld(%arg0: !llvm.ptr<6>) {
  %0 = nvvm.tcgen05.ld %arg0 {shape = #nvvm.tcgen05_ldst_shape<shape_16x256b>} : vector<32xi32>
  %1 = nvvm.tcgen05.ld %arg0 pack {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  %2 = nvvm.tcgen05.ld %arg0 {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : i32
  %3 = nvvm.tcgen05.ld %arg0 {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<8xi32>
  %4 = nvvm.tcgen05.ld %arg0 {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  %5 = nvvm.tcgen05.ld %arg0 {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<32xi32>
  %6 = nvvm.tcgen05.ld %arg0 {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<64xi32>
  %7 = nvvm.tcgen05.ld %arg0 pack {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<8xi32>
  llvm.return
}

// CHECK-LABEL: define void @tcgen05_st(
// CHECK: call void @llvm.nvvm.tcgen05.st.16x64b.x4(
llvm.func @tcgen05_st(%arg0: !llvm.ptr<6>, %arg1: vector<4xi32>, %arg2: vector<8xi32>, %arg5: vector<64xi32>) {
  %arg3 = llvm.mlir.constant(0 : i64) : i64
  %arg4 = llvm.mlir.constant(0 : i32) : i32
  nvvm.tcgen05.st %arg0, %arg1 {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<4xi32>
  nvvm.tcgen05.st %arg0, %arg2 {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<8xi32>
  nvvm.tcgen05.st %arg0, %arg4, %arg3 {shape = #nvvm.tcgen05_ldst_shape<shape_16x32bx2>} : i32
  nvvm.tcgen05.st %arg0, %arg4 unpack {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : i32
  llvm.return
}

// CHECK-LABEL: define void @tcgen05_mma(
// CHECK: call void @llvm.nvvm.tcgen05.mma.tensor.ashift(
llvm.func @tcgen05_mma(%arg0: !llvm.ptr<6>, %arg3: i1, %arg4: vector<4xi32>) {
  %arg1 = llvm.mlir.constant(0 : i64) : i64
  %arg2 = llvm.mlir.constant(0 : i32) : i32
  nvvm.tcgen05.mma %arg0, %arg0, %arg1, %arg2, %arg3 {aShift, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f8f6f4>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1)
  nvvm.tcgen05.mma %arg0, %arg0, %arg1, %arg2, %arg3 mask = %arg4 {collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<i8>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, vector<4xi32>)
  nvvm.tcgen05.mma %arg0, %arg0, %arg1, %arg2, %arg3 scale = %arg1 {collectorOp = #nvvm.tcgen05_mma_collectorop<use>, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, i64)
  nvvm.tcgen05.mma %arg0, %arg1, %arg1, %arg2, %arg3 {collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<i8>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  llvm.return
}

// CHECK-LABEL: define void @tcgen05_mma_sp(
// CHECK: call void @llvm.nvvm.tcgen05.mma.sp.tensor.ashift(
llvm.func @tcgen05_mma_sp(%arg0: !llvm.ptr<6>, %arg3: i1) {
  %arg1 = llvm.mlir.constant(0 : i64) : i64
  %arg2 = llvm.mlir.constant(0 : i32) : i32
  nvvm.tcgen05.mma.sp %arg0, %arg0, %arg1, %arg2, %arg3, %arg0 {aShift, ctaGroup = #nvvm.cta_group<cta_2>, kind = #nvvm.tcgen05_mma_kind<i8>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>)
  nvvm.tcgen05.mma.sp %arg0, %arg0, %arg1, %arg2, %arg3, %arg0 {ctaGroup = #nvvm.cta_group<cta_2>, kind = #nvvm.tcgen05_mma_kind<tf32>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>)
  nvvm.tcgen05.mma.sp %arg0, %arg1, %arg1, %arg2, %arg3, %arg0 {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<i8>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)
  nvvm.tcgen05.mma.sp %arg0, %arg0, %arg1, %arg2, %arg3, %arg0 {ctaGroup = #nvvm.cta_group<cta_2>, kind = #nvvm.tcgen05_mma_kind<i8>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>)
  nvvm.tcgen05.mma.sp %arg0, %arg1, %arg1, %arg2, %arg3, %arg0 {collectorOp = #nvvm.tcgen05_mma_collectorop<use>, ctaGroup = #nvvm.cta_group<cta_2>, kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)
  nvvm.tcgen05.mma.sp %arg0, %arg1, %arg1, %arg2, %arg3, %arg0 {collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>, ctaGroup = #nvvm.cta_group<cta_2>, kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)
  llvm.return
}

// CHECK-LABEL: define void @tcgen05_mma_block_scale(
// CHECK: call void @llvm.nvvm.tcgen05.mma.shared.mxf8f6f4.block_scale(
llvm.func @tcgen05_mma_block_scale(%arg0: !llvm.ptr<6>, %arg3: i1) {
  %arg1 = llvm.mlir.constant(0 : i64) : i64
  %arg2 = llvm.mlir.constant(0 : i32) : i32
  nvvm.tcgen05.mma.block_scale %arg0, %arg1, %arg1, %arg2, %arg3, %arg0, %arg0 {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf8f6f4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.block_scale %arg0, %arg1, %arg1, %arg2, %arg3, %arg0, %arg0 {blockScale = #nvvm.tcgen05_mma_block_scale<block32>, ctaGroup = #nvvm.cta_group<cta_2>, kind = #nvvm.block_scale_kind<mxf4nvf4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.block_scale %arg0, %arg0, %arg1, %arg2, %arg3, %arg0, %arg0 {blockScale = #nvvm.tcgen05_mma_block_scale<block32>, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf8f6f4>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.block_scale %arg0, %arg0, %arg1, %arg2, %arg3, %arg0, %arg0 {blockScale = #nvvm.tcgen05_mma_block_scale<block32>, ctaGroup = #nvvm.cta_group<cta_2>, kind = #nvvm.block_scale_kind<mxf8f6f4>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.block_scale %arg0, %arg0, %arg1, %arg2, %arg3, %arg0, %arg0 {collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>, ctaGroup = #nvvm.cta_group<cta_2>, kind = #nvvm.block_scale_kind<mxf8f6f4>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.block_scale %arg0, %arg1, %arg1, %arg2, %arg3, %arg0, %arg0 {collectorOp = #nvvm.tcgen05_mma_collectorop<use>, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf8f6f4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.block_scale %arg0, %arg0, %arg1, %arg2, %arg3, %arg0, %arg0 {collectorOp = #nvvm.tcgen05_mma_collectorop<use>, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf8f6f4>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.block_scale %arg0, %arg1, %arg1, %arg2, %arg3, %arg0, %arg0 {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
  llvm.return
}

// CHECK-LABEL: define void @tcgen05_mma_sp_block_scale(
// CHECK: call void @llvm.nvvm.tcgen05.mma.sp.tensor.mxf4nvf4.block_scale.block16(
llvm.func @tcgen05_mma_sp_block_scale(%arg0: !llvm.ptr<6>, %arg3: i1) {
  %arg1 = llvm.mlir.constant(0 : i64) : i64
  %arg2 = llvm.mlir.constant(0 : i32) : i32
  nvvm.tcgen05.mma.sp.block_scale %arg0, %arg0, %arg1, %arg2, %arg3, %arg0, %arg0, %arg0 {blockScale = #nvvm.tcgen05_mma_block_scale<block16>, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4nvf4>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.sp.block_scale %arg0, %arg0, %arg1, %arg2, %arg3, %arg0, %arg0, %arg0 {blockScale = #nvvm.tcgen05_mma_block_scale<block16>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4nvf4>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.sp.block_scale %arg0, %arg1, %arg1, %arg2, %arg3, %arg0, %arg0, %arg0 {blockScale = #nvvm.tcgen05_mma_block_scale<block32>, collectorOp = #nvvm.tcgen05_mma_collectorop<fill>, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf8f6f4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.sp.block_scale %arg0, %arg0, %arg1, %arg2, %arg3, %arg0, %arg0, %arg0 {blockScale = #nvvm.tcgen05_mma_block_scale<block32>, collectorOp = #nvvm.tcgen05_mma_collectorop<use>, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.sp.block_scale %arg0, %arg0, %arg1, %arg2, %arg3, %arg0, %arg0, %arg0 {blockScale = #nvvm.tcgen05_mma_block_scale<block32>, ctaGroup = #nvvm.cta_group<cta_2>, kind = #nvvm.block_scale_kind<mxf4nvf4>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.sp.block_scale %arg0, %arg0, %arg1, %arg2, %arg3, %arg0, %arg0, %arg0 {collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>, ctaGroup = #nvvm.cta_group<cta_2>, kind = #nvvm.block_scale_kind<mxf4>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.sp.block_scale %arg0, %arg1, %arg1, %arg2, %arg3, %arg0, %arg0, %arg0 {blockScale = #nvvm.tcgen05_mma_block_scale<block32>, collectorOp = #nvvm.tcgen05_mma_collectorop<use>, ctaGroup = #nvvm.cta_group<cta_2>, kind = #nvvm.block_scale_kind<mxf4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.sp.block_scale %arg0, %arg1, %arg1, %arg2, %arg3, %arg0, %arg0, %arg0 {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf8f6f4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)
  llvm.return
}

// CHECK-LABEL: define void @tcgen05_mma_ws(
// CHECK: call void @llvm.nvvm.tcgen05.mma.ws.shared(
llvm.func @tcgen05_mma_ws(%arg0: !llvm.ptr<6>, %arg3: i1) {
  %arg1 = llvm.mlir.constant(0 : i64) : i64
  %arg2 = llvm.mlir.constant(0 : i32) : i32
  nvvm.tcgen05.mma.ws %arg0, %arg1, %arg1, %arg2, %arg3 {collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b3>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>, kind = #nvvm.tcgen05_mma_kind<i8>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.mma.ws %arg0, %arg1, %arg1, %arg2, %arg3 {kind = #nvvm.tcgen05_mma_kind<f8f6f4>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.mma.ws %arg0, %arg1, %arg1, %arg2, %arg3, %arg1 {kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1, i64)
  nvvm.tcgen05.mma.ws %arg0, %arg1, %arg1, %arg2, %arg3, %arg1 {collectorOp = #nvvm.tcgen05_mma_collectorop<use>, kind = #nvvm.tcgen05_mma_kind<f8f6f4>} : (!llvm.ptr<6>, i64, i64, i32, i1, i64)
  nvvm.tcgen05.mma.ws %arg0, %arg1, %arg1, %arg2, %arg3 {kind = #nvvm.tcgen05_mma_kind<tf32>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.mma.ws %arg0, %arg0, %arg1, %arg2, %arg3, %arg1 {collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b1>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>, kind = #nvvm.tcgen05_mma_kind<f8f6f4>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, i64)
  nvvm.tcgen05.mma.ws %arg0, %arg0, %arg1, %arg2, %arg3 {kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1)
  nvvm.tcgen05.mma.ws %arg0, %arg0, %arg1, %arg2, %arg3 {collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>, kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1)
  llvm.return
}

// CHECK-LABEL: define void @tcgen05_mma_ws_sp(
// CHECK: call void @llvm.nvvm.tcgen05.mma.ws.sp.tensor.zero_col_mask(
llvm.func @tcgen05_mma_ws_sp(%arg0: !llvm.ptr<6>, %arg3: i1) {
  %arg1 = llvm.mlir.constant(0 : i64) : i64
  %arg2 = llvm.mlir.constant(0 : i32) : i32
  nvvm.tcgen05.mma.ws.sp %arg0, %arg0, %arg1, %arg2, %arg3, %arg0, %arg1 {kind = #nvvm.tcgen05_mma_kind<tf32>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, i64)
  nvvm.tcgen05.mma.ws.sp %arg0, %arg0, %arg1, %arg2, %arg3, %arg0, %arg1 {kind = #nvvm.tcgen05_mma_kind<i8>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, i64)
  nvvm.tcgen05.mma.ws.sp %arg0, %arg1, %arg1, %arg2, %arg3, %arg0, %arg1 {collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b3>, kind = #nvvm.tcgen05_mma_kind<f8f6f4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, i64)
  nvvm.tcgen05.mma.ws.sp %arg0, %arg0, %arg1, %arg2, %arg3, %arg0 {collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b2>, collectorOp = #nvvm.tcgen05_mma_collectorop<fill>, kind = #nvvm.tcgen05_mma_kind<f8f6f4>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>)
  nvvm.tcgen05.mma.ws.sp %arg0, %arg0, %arg1, %arg2, %arg3, %arg0 {collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b1>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>, kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>)
  nvvm.tcgen05.mma.ws.sp %arg0, %arg1, %arg1, %arg2, %arg3, %arg0 {collectorOp = #nvvm.tcgen05_mma_collectorop<use>, kind = #nvvm.tcgen05_mma_kind<f8f6f4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)
  nvvm.tcgen05.mma.ws.sp %arg0, %arg0, %arg1, %arg2, %arg3, %arg0 {collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b3>, kind = #nvvm.tcgen05_mma_kind<f8f6f4>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>)
  nvvm.tcgen05.mma.ws.sp %arg0, %arg1, %arg1, %arg2, %arg3, %arg0 {collectorBBuffer = #nvvm.tcgen05_mma_collectorb<b3>, collectorOp = #nvvm.tcgen05_mma_collectorop<fill>, kind = #nvvm.tcgen05_mma_kind<i8>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)
  llvm.return
}

// Tensor memory: what is refused, with upstream's words.
// RUN: tern-opt --verify-diagnostics --split-input-file %s
// RUN: mlir-opt --verify-diagnostics --split-input-file %s

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i64) {
  // expected-error @below {{Invalid multicast type for tcgen05.cp Op}}
  "nvvm.tcgen05.cp"(%a0, %a1) <{shape = #nvvm.tcgen05_cp_shape<shape_128x128b>, multicast = #nvvm.tcgen05_cp_multicast<warpx2_02_13>, srcFormat = #nvvm.tcgen05_cp_src_fmt<b4x16_p64>}> : (!llvm.ptr<6>, i64) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i64) {
  // expected-error @below {{Shape 32x128b requires multicast warpx4 for tcgen05.cp Op}}
  "nvvm.tcgen05.cp"(%a0, %a1) <{shape = #nvvm.tcgen05_cp_shape<shape_32x128b>, group = #nvvm.cta_group<cta_1>, multicast = #nvvm.tcgen05_cp_multicast<warpx2_01_23>, srcFormat = #nvvm.tcgen05_cp_src_fmt<b6x16_p32>}> : (!llvm.ptr<6>, i64) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i64) {
  // expected-error @below {{Shape 64x128b requires multicast warpx2_01_23 or warpx2_02_13 for tcgen05.cp Op}}
  "nvvm.tcgen05.cp"(%a0, %a1) <{shape = #nvvm.tcgen05_cp_shape<shape_64x128b>, group = #nvvm.cta_group<cta_1>, multicast = #nvvm.tcgen05_cp_multicast<none>, srcFormat = #nvvm.tcgen05_cp_src_fmt<b6x16_p32>}> : (!llvm.ptr<6>, i64) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i64) {
  // expected-error @below {{offset argument is only supported for shape 16x32bx2}}
  // expected-error @below {{invalid result type length 1 for shape shape_16x128b in tcgen05.ld Op}}
  %r0 = "nvvm.tcgen05.ld"(%a0, %a1) <{shape = #nvvm.tcgen05_ldst_shape<shape_16x128b>}> : (!llvm.ptr<6>, i64) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>) {
  // expected-error @below {{invalid result type length 1 for shape shape_16x256b in tcgen05.ld Op}}
  %r0 = "nvvm.tcgen05.ld"(%a0) <{shape = #nvvm.tcgen05_ldst_shape<shape_16x256b>}> : (!llvm.ptr<6>) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>) {
  // expected-error @below {{shape 16x32bx2 requires offset argument}}
  %r0 = "nvvm.tcgen05.ld"(%a0) <{shape = #nvvm.tcgen05_ldst_shape<shape_16x32bx2>}> : (!llvm.ptr<6>) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i32) {
  // expected-error @below {{shape 16x32bx2 requires offset argument}}
  "nvvm.tcgen05.st"(%a0, %a1) <{shape = #nvvm.tcgen05_ldst_shape<shape_16x32bx2>}> : (!llvm.ptr<6>, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i32) {
  // expected-error @below {{invalid input length 1 for shape shape_16x128b in tcgen05.st Op}}
  "nvvm.tcgen05.st"(%a0, %a1) <{shape = #nvvm.tcgen05_ldst_shape<shape_16x128b>}> : (!llvm.ptr<6>, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1) {
  // expected-error @below {{A-shift can be applied only when matrix A is in tensor memory}}
  "nvvm.tcgen05.mma"(%a0, %a1, %a1, %a2, %a3, %a1) <{kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>, collectorOp = #nvvm.tcgen05_mma_collectorop<lastuse>, aShift, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0>}> : (!llvm.ptr<6>, i64, i64, i32, i1, i64) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1, %a4: vector<8xi32>) {
  // expected-error @below {{Disable Output Lane of length 8 is incompatible with CtaGroupAttr}}
  "nvvm.tcgen05.mma"(%a0, %a1, %a1, %a2, %a3, %a4) <{kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1>}> : (!llvm.ptr<6>, i64, i64, i32, i1, vector<8xi32>) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1, %a4: vector<4xi32>) {
  // expected-error @below {{Disable Output Lane of length 4 is incompatible with CtaGroupAttr}}
  "nvvm.tcgen05.mma.sp"(%a0, %a0, %a1, %a2, %a3, %a0, %a4) <{kind = #nvvm.tcgen05_mma_kind<f8f6f4>, ctaGroup = #nvvm.cta_group<cta_2>, aShift, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 1>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, vector<4xi32>) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1) {
  // expected-error @below {{A-shift can be applied only when matrix A is in tensor memory}}
  "nvvm.tcgen05.mma.sp"(%a0, %a1, %a1, %a2, %a3, %a0) <{kind = #nvvm.tcgen05_mma_kind<tf32>, ctaGroup = #nvvm.cta_group<cta_2>, collectorOp = #nvvm.tcgen05_mma_collectorop<discard>, aShift, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1, %a4: vector<4xi32>) {
  // expected-error @below {{Cannot use collector buffer operation fill or use with ashift}}
  "nvvm.tcgen05.mma.sp"(%a0, %a0, %a1, %a2, %a3, %a0, %a4) <{kind = #nvvm.tcgen05_mma_kind<i8>, ctaGroup = #nvvm.cta_group<cta_1>, collectorOp = #nvvm.tcgen05_mma_collectorop<fill>, aShift, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 1>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, vector<4xi32>) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1) {
  // expected-error @below {{mxf4nvf4 requires block scale attribute}}
  "nvvm.tcgen05.mma.block_scale"(%a0, %a1, %a1, %a2, %a3, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf4nvf4>, ctaGroup = #nvvm.cta_group<cta_2>, collectorOp = #nvvm.tcgen05_mma_collectorop<fill>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1) {
  // expected-error @below {{mxf8f6f4 kind does not support block16 attribute}}
  "nvvm.tcgen05.mma.block_scale"(%a0, %a0, %a1, %a2, %a3, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf8f6f4>, ctaGroup = #nvvm.cta_group<cta_1>, blockScale = #nvvm.tcgen05_mma_block_scale<block16>, collectorOp = #nvvm.tcgen05_mma_collectorop<discard>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1) {
  // expected-error @below {{mxf4 kind does not support block16 attribute}}
  "nvvm.tcgen05.mma.block_scale"(%a0, %a1, %a1, %a2, %a3, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf4>, ctaGroup = #nvvm.cta_group<cta_2>, blockScale = #nvvm.tcgen05_mma_block_scale<block16>, collectorOp = #nvvm.tcgen05_mma_collectorop<fill>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1) {
  // expected-error @below {{mxf4 kind does not support block16 attribute}}
  "nvvm.tcgen05.mma.sp.block_scale"(%a0, %a1, %a1, %a2, %a3, %a0, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf4>, ctaGroup = #nvvm.cta_group<cta_2>, blockScale = #nvvm.tcgen05_mma_block_scale<block16>, collectorOp = #nvvm.tcgen05_mma_collectorop<fill>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1) {
  // expected-error @below {{mxf4nvf4 requires block scale attribute}}
  "nvvm.tcgen05.mma.sp.block_scale"(%a0, %a0, %a1, %a2, %a3, %a0, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf4nvf4>, ctaGroup = #nvvm.cta_group<cta_2>, collectorOp = #nvvm.tcgen05_mma_collectorop<use>}> : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<6>, %a1: i64, %a2: i32, %a3: i1) {
  // expected-error @below {{mxf8f6f4 kind does not support block16 attribute}}
  "nvvm.tcgen05.mma.sp.block_scale"(%a0, %a1, %a1, %a2, %a3, %a0, %a0, %a0) <{kind = #nvvm.block_scale_kind<mxf8f6f4>, ctaGroup = #nvvm.cta_group<cta_1>, blockScale = #nvvm.tcgen05_mma_block_scale<block16>, collectorOp = #nvvm.tcgen05_mma_collectorop<discard>}> : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>) -> ()
  llvm.return
}

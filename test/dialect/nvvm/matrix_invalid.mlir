// Products of matrices: what is refused, with upstream's words.
// RUN: tern-opt --verify-diagnostics --split-input-file %s
// RUN: mlir-opt --verify-diagnostics --split-input-file %s

llvm.func @f(%a0: i32, %a1: f32, %a2: i16) {
  // expected-error @below {{'nvvm.mma.block_scale' op unsupported ScaleVecSize and BlockScaleFormat attributes for mma.m16n8k64.mxf4nvf4}}
  %r0 = "nvvm.mma.block_scale"(%a0, %a0, %a0, %a0, %a0, %a0, %a1, %a1, %a1, %a1, %a0, %a2, %a2, %a0, %a2, %a2) <{shape = #nvvm.shape<m = 16, n = 8, k = 64>, scaleVecSize = #nvvm.scale_vec_size<x4>, blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4nvf4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, operandSegmentSizes = array<i32: 4, 2, 4, 1, 1, 1, 1, 1, 1>}> : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32, i32, i16, i16, i32, i16, i16) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a0: i32, %a1: f32, %a2: i16) {
  // expected-error @below {{'nvvm.mma.sp.block_scale' op unsupported ScaleVecSize and BlockScaleFormat attributes for mma.m16n8k128.mxf4nvf4}}
  %r0 = "nvvm.mma.sp.block_scale"(%a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a1, %a1, %a1, %a1, %a0, %a0, %a0, %a2, %a2, %a0, %a2, %a2) <{shape = #nvvm.shape<m = 16, n = 8, k = 128>, orderedMetadata, scaleVecSize = #nvvm.scale_vec_size<x4>, blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4nvf4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, operandSegmentSizes = array<i32: 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1>}> : (i32, i32, i32, i32, i32, i32, i32, i32, f32, f32, f32, f32, i32, i32, i32, i16, i16, i32, i16, i16) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.struct<(f32, i1)>, %a1: i64) {
  // expected-error @below {{'nvvm.wgmma.mma_async' op failed to verify that input struct and result struct must be the same type}}
  %r0 = "nvvm.wgmma.mma_async"(%a0, %a1, %a1) <{shape = #nvvm.shape<m = 64, n = 8, k = 16>, typeA = #nvvm.wgmma_type<bf16>, typeB = #nvvm.wgmma_type<s32>, typeD = #nvvm.wgmma_type<b1>, scaleD = #nvvm.wgmma_scale_out<one>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>}> : (!llvm.struct<(f32, i1)>, i64, i64) -> !llvm.struct<(i32, i1)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>, %a1: i64) {
  // expected-error @below {{'nvvm.wgmma.mma_async' op does not support the given output type u8}}
  %r0 = "nvvm.wgmma.mma_async"(%a0, %a1, %a1) <{shape = #nvvm.shape<m = 64, n = 8, k = 16>, typeA = #nvvm.wgmma_type<s32>, typeB = #nvvm.wgmma_type<b1>, typeD = #nvvm.wgmma_type<u8>, scaleD = #nvvm.wgmma_scale_out<one>, scaleA = #nvvm.wgmma_scale_in<neg>, scaleB = #nvvm.wgmma_scale_in<neg>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, satfinite = #nvvm.mma_int_overflow<wrapped>}> : (!llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>, i64, i64) -> !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.struct<(f32, f32, f32, f32)>, %a1: i64) {
  // expected-error @below {{'nvvm.wgmma.mma_async' op has s32 output, scaleA and scaleB cannot be neg}}
  %r0 = "nvvm.wgmma.mma_async"(%a0, %a1, %a1) <{shape = #nvvm.shape<m = 64, n = 16, k = 8>, typeA = #nvvm.wgmma_type<b1>, typeB = #nvvm.wgmma_type<e5m2>, typeD = #nvvm.wgmma_type<s32>, scaleD = #nvvm.wgmma_scale_out<zero>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<neg>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<row>, satfinite = #nvvm.mma_int_overflow<wrapped>}> : (!llvm.struct<(f32, f32, f32, f32)>, i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.struct<(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)>, %a1: i64) {
  // expected-error @below {{'nvvm.wgmma.mma_async' op does not support the given output type b1}}
  %r0 = "nvvm.wgmma.mma_async"(%a0, %a1, %a1) <{shape = #nvvm.shape<m = 64, n = 24, k = 32>, typeA = #nvvm.wgmma_type<b1>, typeB = #nvvm.wgmma_type<e4m3>, typeD = #nvvm.wgmma_type<b1>, scaleD = #nvvm.wgmma_scale_out<zero>, scaleA = #nvvm.wgmma_scale_in<neg>, scaleB = #nvvm.wgmma_scale_in<one>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<row>, satfinite = #nvvm.mma_int_overflow<wrapped>}> : (!llvm.struct<(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)>, i64, i64) -> !llvm.struct<(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>, %a1: i64) {
  // expected-error @below {{'nvvm.wgmma.mma_async' op does not support the given output type bf16}}
  %r0 = "nvvm.wgmma.mma_async"(%a0, %a1, %a1) <{shape = #nvvm.shape<m = 64, n = 24, k = 32>, typeA = #nvvm.wgmma_type<bf16>, typeB = #nvvm.wgmma_type<s8>, typeD = #nvvm.wgmma_type<bf16>, scaleD = #nvvm.wgmma_scale_out<one>, scaleA = #nvvm.wgmma_scale_in<neg>, scaleB = #nvvm.wgmma_scale_in<one>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>}> : (!llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>, i64, i64) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>, %a1: i64) {
  // expected-error @below {{'nvvm.wgmma.mma_async' op does not support the given output type s8}}
  %r0 = "nvvm.wgmma.mma_async"(%a0, %a1, %a1) <{shape = #nvvm.shape<m = 64, n = 32, k = 32>, typeA = #nvvm.wgmma_type<u8>, typeB = #nvvm.wgmma_type<tf32>, typeD = #nvvm.wgmma_type<s8>, scaleD = #nvvm.wgmma_scale_out<one>, scaleA = #nvvm.wgmma_scale_in<neg>, scaleB = #nvvm.wgmma_scale_in<neg>, layoutA = #nvvm.mma_layout<col>, layoutB = #nvvm.mma_layout<col>, satfinite = #nvvm.mma_int_overflow<wrapped>}> : (!llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>, i64, i64) -> !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>, %a1: i64) {
  // expected-error @below {{'nvvm.wgmma.mma_async' op f32 += e5m2 * u8, it is not supported.}}
  %r0 = "nvvm.wgmma.mma_async"(%a0, %a1, %a1) <{shape = #nvvm.shape<m = 64, n = 16, k = 8>, typeA = #nvvm.wgmma_type<e5m2>, typeB = #nvvm.wgmma_type<u8>, typeD = #nvvm.wgmma_type<f32>, scaleD = #nvvm.wgmma_scale_out<one>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>}> : (!llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>, i64, i64) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>, %a1: i64) {
  // expected-error @below {{'nvvm.wgmma.mma_async' op f16 += f32 * s32, it is not supported.}}
  %r0 = "nvvm.wgmma.mma_async"(%a0, %a1, %a1) <{shape = #nvvm.shape<m = 64, n = 32, k = 32>, typeA = #nvvm.wgmma_type<f32>, typeB = #nvvm.wgmma_type<s32>, typeD = #nvvm.wgmma_type<f16>, scaleD = #nvvm.wgmma_scale_out<zero>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<neg>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<row>, satfinite = #nvvm.mma_int_overflow<wrapped>}> : (!llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>, i64, i64) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>, %a1: i64) {
  // expected-error @below {{'nvvm.wgmma.mma_async' op f32 += u8 * f16, it is not supported.}}
  %r0 = "nvvm.wgmma.mma_async"(%a0, %a1, %a1) <{shape = #nvvm.shape<m = 64, n = 40, k = 32>, typeA = #nvvm.wgmma_type<u8>, typeB = #nvvm.wgmma_type<f16>, typeD = #nvvm.wgmma_type<f32>, scaleD = #nvvm.wgmma_scale_out<one>, scaleA = #nvvm.wgmma_scale_in<neg>, scaleB = #nvvm.wgmma_scale_in<neg>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<row>}> : (!llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>, i64, i64) -> !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>) {
  // expected-error @below {{'nvvm.ldmatrix' op expected destination type is a structure of 4 elements of type i32}}
  %r0 = "nvvm.ldmatrix"(%a0) <{num = 4 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>}> : (!llvm.ptr<3>) -> i64
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>) {
  // expected-error @below {{'nvvm.ldmatrix' op expected destination type is i32}}
  %r0 = "nvvm.ldmatrix"(%a0) <{num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 16>, eltType = #nvvm.ld_st_matrix_elt_type<b8x16.b4x16_p64>}> : (!llvm.ptr<3>) -> i64
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>) {
  // expected-error @below {{'nvvm.ldmatrix' op expected element type to be b16 for 8x8 matrix}}
  %r0 = "nvvm.ldmatrix"(%a0) <{num = 4 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b8x16.b4x16_p64>}> : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>) {
  // expected-error @below {{'nvvm.ldmatrix' op expected layout to be row for 8x16 matrix}}
  %r0 = "nvvm.ldmatrix"(%a0) <{num = 1 : i32, layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 16>, eltType = #nvvm.ld_st_matrix_elt_type<b8x16.b6x16_p32>}> : (!llvm.ptr<3>) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<5>) {
  // expected-error @below {{'nvvm.ldmatrix' op operand #0 must be LLVM pointer in address space 3, but got '!llvm.ptr<5>'}}
  %r0 = "nvvm.ldmatrix"(%a0) <{num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>}> : (!llvm.ptr<5>) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>) {
  // expected-error @below {{'nvvm.ldmatrix' op requires attribute 'eltType'}}
  %r0 = "nvvm.ldmatrix"(%a0) <{num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 16>}> : (!llvm.ptr<3>) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: i32, %a1: f32, %a2: i16) {
  // expected-error @below {{'nvvm.mma.block_scale' op unsupported MMATypes attribute for mma.m16n8k64.(mxf4nvf4|mxf4)}}
  %r0 = "nvvm.mma.block_scale"(%a0, %a0, %a0, %a0, %a0, %a0, %a1, %a1, %a1, %a1, %a0, %a2, %a2, %a0, %a2, %a2) <{shape = #nvvm.shape<m = 16, n = 8, k = 64>, scaleVecSize = #nvvm.scale_vec_size<x2>, blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4nvf4>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, operandSegmentSizes = array<i32: 4, 2, 4, 1, 1, 1, 1, 1, 1>}> : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32, i32, i16, i16, i32, i16, i16) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a0: i32, %a1: f32, %a2: i16) {
  // expected-error @below {{'nvvm.mma.sp.block_scale' op 'orderedMetadata' attribute is mandatory}}
  %r0 = "nvvm.mma.sp.block_scale"(%a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a1, %a1, %a1, %a1, %a0, %a0, %a0, %a2, %a2, %a0, %a2, %a2) <{shape = #nvvm.shape<m = 16, n = 8, k = 64>, scaleVecSize = #nvvm.scale_vec_size<x1>, blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>, multiplicandAPtxType = #nvvm.mma_type<e4m3>, multiplicandBPtxType = #nvvm.mma_type<e5m2>, operandSegmentSizes = array<i32: 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1>}> : (i32, i32, i32, i32, i32, i32, i32, i32, f32, f32, f32, f32, i32, i32, i32, i16, i16, i32, i16, i16) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a0: i32, %a1: f32, %a2: i16) {
  // expected-error @below {{'nvvm.mma.sp.block_scale' op unsupported Geom for sparse mma with block scaling}}
  %r0 = "nvvm.mma.sp.block_scale"(%a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a1, %a1, %a1, %a1, %a0, %a0, %a0, %a2, %a2, %a0, %a2, %a2) <{shape = #nvvm.shape<m = 16, n = 8, k = 16>, orderedMetadata, scaleVecSize = #nvvm.scale_vec_size<x4>, blockScaleFormat = #nvvm.block_scale_format<ue4m3>, kind = #nvvm.block_scale_kind<mxf4nvf4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, operandSegmentSizes = array<i32: 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1>}> : (i32, i32, i32, i32, i32, i32, i32, i32, f32, f32, f32, f32, i32, i32, i32, i16, i16, i32, i16, i16) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a0: i32, %a1: f32, %a2: i16) {
  // expected-error @below {{'nvvm.mma.sp.block_scale' op unsupported Kind, ScaleVecSize and BlockScaleFormat attributes for mma.m16n8k64}}
  %r0 = "nvvm.mma.sp.block_scale"(%a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a1, %a1, %a1, %a1, %a0, %a0, %a0, %a2, %a2, %a0, %a2, %a2) <{shape = #nvvm.shape<m = 16, n = 8, k = 64>, orderedMetadata, scaleVecSize = #nvvm.scale_vec_size<x2>, blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4nvf4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, operandSegmentSizes = array<i32: 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1>}> : (i32, i32, i32, i32, i32, i32, i32, i32, f32, f32, f32, f32, i32, i32, i32, i16, i16, i32, i16, i16) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a0: i32, %a1: f32) {
  // expected-error @below {{'nvvm.mma.sp.sync' op Could not match types for the C operands; expected one of 4xi32 but got f32, f32, f32, f32}}
  %r0 = "nvvm.mma.sp.sync"(%a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a1, %a1, %a1, %a1, %a0, %a0) <{shape = #nvvm.shape<m = 16, n = 8, k = 64>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<e5m2>, kind = #nvvm.mma_kind<f8f6f4>, operandSegmentSizes = array<i32: 4, 4, 4, 1, 1>}> : (i32, i32, i32, i32, i32, i32, i32, i32, f32, f32, f32, f32, i32, i32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{'nvvm.mma.sync' op Could not match allowed types for the result; expected one of !llvm.struct<(i32, i32)> but got !llvm.struct<(f32, f32)>}}
  %r0 = "nvvm.mma.sync"(%a0, %a0, %a0, %a0) <{shape = #nvvm.shape<m = 8, n = 8, k = 128>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, b1Op = #nvvm.mma_b1op<and_popc>, multiplicandAPtxType = #nvvm.mma_type<b1>, multiplicandBPtxType = #nvvm.mma_type<b1>, operandSegmentSizes = array<i32: 1, 1, 2>}> : (i32, i32, i32, i32) -> !llvm.struct<(f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a0: vector<2xf16>, %a1: f32) {
  // expected-error @below {{'nvvm.mma.sync' op Could not match allowed types for the result; expected one of !llvm.struct<(vector<2xf16>, vector<2xf16>)>, !llvm.struct<(f32, f32, f32, f32)> but got !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>}}
  %r0 = "nvvm.mma.sync"(%a0, %a0, %a0, %a0, %a0, %a0, %a1, %a1, %a1, %a1) <{shape = #nvvm.shape<m = 16, n = 8, k = 16>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<f16>, multiplicandBPtxType = #nvvm.mma_type<f16>, operandSegmentSizes = array<i32: 4, 2, 4>}> : (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a0: vector<2xf16>) {
  // expected-error @below {{'nvvm.mma.sync' op Could not match allowed types for the result; expected one of !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>, !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)> but got !llvm.struct<(f64, f64, f64, f64, f64, f64, f64, f64)>}}
  %r0 = "nvvm.mma.sync"(%a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0) <{shape = #nvvm.shape<m = 8, n = 8, k = 4>, layoutA = #nvvm.mma_layout<col>, layoutB = #nvvm.mma_layout<row>, multiplicandAPtxType = #nvvm.mma_type<f16>, multiplicandBPtxType = #nvvm.mma_type<f16>, operandSegmentSizes = array<i32: 2, 2, 4>}> : (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(f64, f64, f64, f64, f64, f64, f64, f64)>
  llvm.return
}

// -----

llvm.func @f(%a0: vector<2xf16>) {
  // expected-error @below {{'nvvm.mma.sync' op Could not match allowed types for the result; expected one of !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>, !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)> but got !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>}}
  %r0 = "nvvm.mma.sync"(%a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0) <{shape = #nvvm.shape<m = 8, n = 8, k = 4>, layoutA = #nvvm.mma_layout<col>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<f16>, multiplicandBPtxType = #nvvm.mma_type<f16>, operandSegmentSizes = array<i32: 2, 2, 4>}> : (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{'nvvm.mma.sync' op Could not match types for the A operands; expected one of 2xi32 but got i32}}
  %r0 = "nvvm.mma.sync"(%a0, %a0, %a0, %a0) <{shape = #nvvm.shape<m = 16, n = 8, k = 32>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, multiplicandAPtxType = #nvvm.mma_type<s4>, multiplicandBPtxType = #nvvm.mma_type<u4>, operandSegmentSizes = array<i32: 1, 1, 2>}> : (i32, i32, i32, i32) -> !llvm.struct<(i32, i32)>
  llvm.return
}

// -----

llvm.func @f(%a0: i32, %a1: f32) {
  // expected-error @below {{'nvvm.mma.sync' op ctype does not match dtype}}
  %r0 = "nvvm.mma.sync"(%a0, %a0, %a0, %a1, %a1, %a1, %a1) <{shape = #nvvm.shape<m = 16, n = 8, k = 4>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<tf32>, multiplicandBPtxType = #nvvm.mma_type<tf32>, operandSegmentSizes = array<i32: 2, 1, 4>}> : (i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f16, f16)>
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{'nvvm.mma.sync' op op requires b1Op attribute}}
  %r0 = "nvvm.mma.sync"(%a0, %a0, %a0, %a0, %a0, %a0, %a0) <{shape = #nvvm.shape<m = 16, n = 8, k = 128>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<b1>, multiplicandBPtxType = #nvvm.mma_type<b1>, operandSegmentSizes = array<i32: 2, 1, 4>}> : (i32, i32, i32, i32, i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{'nvvm.mma.sync' op op requires intOverflowBehavior attribute}}
  %r0 = "nvvm.mma.sync"(%a0, %a0, %a0, %a0) <{shape = #nvvm.shape<m = 8, n = 8, k = 32>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<u4>, multiplicandBPtxType = #nvvm.mma_type<u4>, operandSegmentSizes = array<i32: 1, 1, 2>}> : (i32, i32, i32, i32) -> !llvm.struct<(i32, i32)>
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{'nvvm.mma.sync' op requires layoutA = #nvvm.mma_layout<row> and layoutB = #nvvm.mma_layout<col> for shape <8, 8, 128> with element types b1 and b1. Only m8n8k4 with f16 supports other layouts.}}
  %r0 = "nvvm.mma.sync"(%a0, %a0, %a0, %a0) <{shape = #nvvm.shape<m = 8, n = 8, k = 128>, layoutA = #nvvm.mma_layout<col>, layoutB = #nvvm.mma_layout<col>, b1Op = #nvvm.mma_b1op<and_popc>, multiplicandAPtxType = #nvvm.mma_type<b1>, multiplicandBPtxType = #nvvm.mma_type<b1>, operandSegmentSizes = array<i32: 1, 1, 2>}> : (i32, i32, i32, i32) -> !llvm.struct<(i32, i32)>
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{'nvvm.mma.sync' op unimplemented variant for MMA shape <8, 8, 4>}}
  %r0 = "nvvm.mma.sync"(%a0, %a0, %a0, %a0) <{shape = #nvvm.shape<m = 8, n = 8, k = 4>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, b1Op = #nvvm.mma_b1op<xor_popc>, multiplicandAPtxType = #nvvm.mma_type<b1>, multiplicandBPtxType = #nvvm.mma_type<b1>, operandSegmentSizes = array<i32: 1, 1, 2>}> : (i32, i32, i32, i32) -> !llvm.struct<(i32, i32)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>, %a1: i32) {
  // expected-error @below {{'nvvm.stmatrix' op expected element type to be B16 for 8x8 matrix}}
  "nvvm.stmatrix"(%a0, %a1) <{layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b8>}> : (!llvm.ptr<3>, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>, %a1: i32) {
  // expected-error @below {{'nvvm.stmatrix' op requires zero results}}
  "nvvm.stmatrix"(%a0, %a1) <{layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 16, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b8>}> : (!llvm.ptr<3>, i32) -> f32
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>, %a1: i64) {
  // expected-error @below {{'nvvm.wgmma.mma_async' op  `satfinite` can be only used with s32 accumulator, however the current accumulator is f32}}
  %r0 = "nvvm.wgmma.mma_async"(%a0, %a1, %a1) <{shape = #nvvm.shape<m = 64, n = 16, k = 16>, typeA = #nvvm.wgmma_type<f16>, typeB = #nvvm.wgmma_type<f16>, typeD = #nvvm.wgmma_type<f32>, scaleD = #nvvm.wgmma_scale_out<one>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, layoutA = #nvvm.mma_layout<col>, layoutB = #nvvm.mma_layout<col>, satfinite = #nvvm.mma_int_overflow<satfinite>}> : (!llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>, i64, i64) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.struct<(vector<2xf16>, f16)>, %a1: i64) {
  // expected-error @below {{'nvvm.wgmma.mma_async' op all elements in struct must be same type but there is 'f16'}}
  %r0 = "nvvm.wgmma.mma_async"(%a0, %a1, %a1) <{shape = #nvvm.shape<m = 64, n = 8, k = 16>, typeA = #nvvm.wgmma_type<f16>, typeB = #nvvm.wgmma_type<f16>, typeD = #nvvm.wgmma_type<f16>, scaleD = #nvvm.wgmma_scale_out<one>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, layoutA = #nvvm.mma_layout<col>, layoutB = #nvvm.mma_layout<col>}> : (!llvm.struct<(vector<2xf16>, f16)>, i64, i64) -> !llvm.struct<(vector<2xf16>, f16)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.struct<(i32, i32, i32, i32)>, %a1: i64) {
  // expected-error @below {{'nvvm.wgmma.mma_async' op given layouts layout_a = col and layout_b = col for input types b1 and b1 requires transpose. However, this is only supported for: f16 and bf16}}
  %r0 = "nvvm.wgmma.mma_async"(%a0, %a1, %a1) <{shape = #nvvm.shape<m = 64, n = 8, k = 256>, typeA = #nvvm.wgmma_type<b1>, typeB = #nvvm.wgmma_type<b1>, typeD = #nvvm.wgmma_type<s32>, scaleD = #nvvm.wgmma_scale_out<one>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, layoutA = #nvvm.mma_layout<col>, layoutB = #nvvm.mma_layout<col>}> : (!llvm.struct<(i32, i32, i32, i32)>, i64, i64) -> !llvm.struct<(i32, i32, i32, i32)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.struct<(i32, i32, i32, i32, i32, i32)>, %a1: i64) {
  // expected-error @below {{'nvvm.wgmma.mma_async' op has input type b1 n is set to 12, it is not supported.}}
  %r0 = "nvvm.wgmma.mma_async"(%a0, %a1, %a1) <{shape = #nvvm.shape<m = 64, n = 12, k = 256>, typeA = #nvvm.wgmma_type<b1>, typeB = #nvvm.wgmma_type<b1>, typeD = #nvvm.wgmma_type<s32>, scaleD = #nvvm.wgmma_scale_out<one>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, layoutA = #nvvm.mma_layout<col>, layoutB = #nvvm.mma_layout<col>}> : (!llvm.struct<(i32, i32, i32, i32, i32, i32)>, i64, i64) -> !llvm.struct<(i32, i32, i32, i32, i32, i32)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>, %a1: i64) {
  // expected-error @below {{'nvvm.wgmma.mma_async' op results 12, however output struct has 13 elements}}
  %r0 = "nvvm.wgmma.mma_async"(%a0, %a1, %a1) <{shape = #nvvm.shape<m = 64, n = 24, k = 16>, typeA = #nvvm.wgmma_type<bf16>, typeB = #nvvm.wgmma_type<bf16>, typeD = #nvvm.wgmma_type<f32>, scaleD = #nvvm.wgmma_scale_out<one>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, layoutA = #nvvm.mma_layout<col>, layoutB = #nvvm.mma_layout<col>}> : (!llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>, i64, i64) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.struct<(i32, i32, i32, i32)>, %a1: i64) {
  // expected-error @below {{'nvvm.wgmma.mma_async' op shape 'k' must be 256 for input type b1}}
  %r0 = "nvvm.wgmma.mma_async"(%a0, %a1, %a1) <{shape = #nvvm.shape<m = 64, n = 8, k = 4>, typeA = #nvvm.wgmma_type<b1>, typeB = #nvvm.wgmma_type<b1>, typeD = #nvvm.wgmma_type<s32>, scaleD = #nvvm.wgmma_scale_out<one>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>}> : (!llvm.struct<(i32, i32, i32, i32)>, i64, i64) -> !llvm.struct<(i32, i32, i32, i32)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.struct<(i32, i32, i32, i32)>, %a1: i64) {
  // expected-error @below {{'nvvm.wgmma.mma_async' op shape 'm' must be 64}}
  %r0 = "nvvm.wgmma.mma_async"(%a0, %a1, %a1) <{shape = #nvvm.shape<m = 32, n = 8, k = 8>, typeA = #nvvm.wgmma_type<s8>, typeB = #nvvm.wgmma_type<s8>, typeD = #nvvm.wgmma_type<s32>, scaleD = #nvvm.wgmma_scale_out<one>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<row>}> : (!llvm.struct<(i32, i32, i32, i32)>, i64, i64) -> !llvm.struct<(i32, i32, i32, i32)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32) {
  // expected-error @below {{'nvvm.wmma.load' op attribute 'n' failed to satisfy constraint: 32-bit signless integer attribute}}
  %r0 = "nvvm.wmma.load"(%a0, %a1) <{m = 8 : i32, n = 8, k = 4 : i32, layout = #nvvm.mma_layout<col>, eltype = #nvvm.mma_type<f64>, frag = #nvvm.mma_frag<b>}> : (!llvm.ptr, i32) -> f64
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32) {
  // expected-error @below {{'nvvm.wmma.load' op expected destination type to be f64}}
  %r0 = "nvvm.wmma.load"(%a0, %a1) <{m = 8 : i32, n = 8 : i32, k = 4 : i32, layout = #nvvm.mma_layout<row>, eltype = #nvvm.mma_type<f64>, frag = #nvvm.mma_frag<b>}> : (!llvm.ptr, i32) -> !llvm.struct<(f64, f64)>
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<5>, %a1: i32) {
  // expected-error @below {{'nvvm.wmma.load' op expected source pointer in memory space 0, 1, 3}}
  %r0 = "nvvm.wmma.load"(%a0, %a1) <{m = 8 : i32, n = 8 : i32, k = 4 : i32, layout = #nvvm.mma_layout<col>, eltype = #nvvm.mma_type<f64>, frag = #nvvm.mma_frag<a>}> : (!llvm.ptr<5>, i32) -> f64
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32) {
  // expected-error @below {{'nvvm.wmma.load' op invalid attribute combination}}
  %r0 = "nvvm.wmma.load"(%a0, %a1) <{m = 8 : i32, n = 8 : i32, k = 4 : i32, layout = #nvvm.mma_layout<row>, eltype = #nvvm.mma_type<u8>, frag = #nvvm.mma_frag<b>}> : (!llvm.ptr, i32) -> f64
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32) {
  // expected-error @below {{'nvvm.wmma.load' op result #0 must be LLVM structure type or 64-bit float, but got 'f32'}}
  %r0 = "nvvm.wmma.load"(%a0, %a1) <{m = 8 : i32, n = 8 : i32, k = 4 : i32, layout = #nvvm.mma_layout<row>, eltype = #nvvm.mma_type<f64>, frag = #nvvm.mma_frag<c>}> : (!llvm.ptr, i32) -> f32
  llvm.return
}

// -----

llvm.func @f(%a0: vector<2xf16>) {
  // expected-error @below {{'nvvm.wmma.mma' op expected 24 arguments}}
  %r0 = "nvvm.wmma.mma"(%a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0, %a0) <{m = 32 : i32, n = 8 : i32, k = 16 : i32, layoutA = #nvvm.mma_layout<col>, layoutB = #nvvm.mma_layout<col>, eltypeA = #nvvm.mma_type<f16>, eltypeB = #nvvm.mma_type<f32>}> : (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>
  llvm.return
}

// -----

llvm.func @f(%a0: f64) {
  // expected-error @below {{'nvvm.wmma.mma' op result #0 must be LLVM structure type, but got 'f64'}}
  %r0 = "nvvm.wmma.mma"(%a0, %a0, %a0, %a0) <{m = 8 : i32, n = 8 : i32, k = 4 : i32, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, eltypeA = #nvvm.mma_type<f64>, eltypeB = #nvvm.mma_type<f64>}> : (f64, f64, f64, f64) -> f64
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>, %a1: vector<2xf16>, %a2: i32) {
  // expected-error @below {{'nvvm.wmma.store' op expected 8 data operands}}
  "nvvm.wmma.store"(%a0, %a1, %a1, %a1, %a1, %a2) <{m = 8 : i32, n = 32 : i32, k = 16 : i32, layout = #nvvm.mma_layout<col>, eltype = #nvvm.mma_type<s32>}> : (!llvm.ptr<3>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>, %a1: f32, %a2: i32) {
  // expected-error @below {{'nvvm.wmma.store' op expected data operands of type 'i32'}}
  "nvvm.wmma.store"(%a0, %a1, %a1, %a1, %a1, %a1, %a1, %a1, %a1, %a2) <{m = 8 : i32, n = 32 : i32, k = 16 : i32, layout = #nvvm.mma_layout<col>, eltype = #nvvm.mma_type<s32>}> : (!llvm.ptr<3>, f32, f32, f32, f32, f32, f32, f32, f32, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<5>, %a1: f64, %a2: i32) {
  // expected-error @below {{'nvvm.wmma.store' op expected operands to be a source pointer in memory space 0, 1, 3}}
  "nvvm.wmma.store"(%a0, %a1, %a1, %a2) <{m = 8 : i32, n = 8 : i32, k = 4 : i32, layout = #nvvm.mma_layout<row>, eltype = #nvvm.mma_type<f64>}> : (!llvm.ptr<5>, f64, f64, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: f64) {
  // expected-error @below {{invalid shape or multiplicand type: f64}}
  %r0 = "nvvm.mma.sync"(%a0, %a0, %a0, %a0) <{shape = #nvvm.shape<m = 16, n = 8, k = 4>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<f64>, multiplicandBPtxType = #nvvm.mma_type<f64>, operandSegmentSizes = array<i32: 1, 1, 2>}> : (f64, f64, f64, f64) -> !llvm.struct<(f64, f64)>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %c: vector<2xf16>) {
  // expected-error @below {{'nvvm.mma.sync' op result #0 must be LLVM structure type, but got 'i32'}}
  %0 = nvvm.mma.sync A[%a] B[%a] C[%c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (i32, i32, vector<2xf16>) -> i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<3>) {
  // expected-error @below {{'nvvm.ldmatrix' op expected shape to be 8x8, 8x16 or 16x16}}
  %0 = nvvm.ldmatrix %p {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 4, n = 4>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<3>, %a: i32) {
  // expected-error @below {{'nvvm.stmatrix' op expected num attribute to be 1, 2 or 4}}
  nvvm.stmatrix %p, %a, %a, %a {layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32, i32, i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<3>, %a: i32) {
  // expected-error @below {{'nvvm.stmatrix' op expected shape to be 8x8 or 16x8}}
  nvvm.stmatrix %p, %a {layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 16>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<3>, %a: i32) {
  // expected-error @below {{'nvvm.stmatrix' op expected element type to be B8 for 16x8 matrix}}
  nvvm.stmatrix %p, %a {layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 16, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<3>, %a: i32) {
  // expected-error @below {{'nvvm.stmatrix' op expected layout to be col for 16x8 matrix}}
  nvvm.stmatrix %p, %a {layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 16, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b8>} : !llvm.ptr<3>, i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %c: f32, %s: i16) {
  // expected-error @below {{custom op 'nvvm.mma.block_scale' number of operands and types do not match: got 2 operands and 3 types}}
  %0 = nvvm.mma.block_scale A[%a, %a, %a, %a] B[%a, %a] C[%c, %c, %c, %c] scaleA[%a, %s, %s] scaleB[%a, %s] {shape = #nvvm.shape<m = 16, n = 8, k = 64>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, scaleVecSize = #nvvm.scale_vec_size<x2>, blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %c: f32, %s: i16) {
  // expected-error @below {{'nvvm.mma.block_scale' op unsupported ScaleVecSize attribute for mma.m16n8k64.mxf4}}
  %0 = nvvm.mma.block_scale A[%a, %a, %a, %a] B[%a, %a] C[%c, %c, %c, %c] scaleA[%a, %s, %s] scaleB[%a, %s, %s] {shape = #nvvm.shape<m = 16, n = 8, k = 64>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, scaleVecSize = #nvvm.scale_vec_size<x4>, blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %c: f32, %s: i16) {
  // expected-error @below {{'nvvm.mma.block_scale' op unsupported BlockScaleFormat attribute for mma.m16n8k64.mxf4}}
  %0 = nvvm.mma.block_scale A[%a, %a, %a, %a] B[%a, %a] C[%c, %c, %c, %c] scaleA[%a, %s, %s] scaleB[%a, %s, %s] {shape = #nvvm.shape<m = 16, n = 8, k = 64>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, scaleVecSize = #nvvm.scale_vec_size<x2>, blockScaleFormat = #nvvm.block_scale_format<ue4m3>, kind = #nvvm.block_scale_kind<mxf4>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %c: f32, %s: i16) {
  // expected-error @below {{'nvvm.mma.block_scale' op unsupported Kind attribute for mma.m16n8k64}}
  %0 = nvvm.mma.block_scale A[%a, %a, %a, %a] B[%a, %a] C[%c, %c, %c, %c] scaleA[%a, %s, %s] scaleB[%a, %s, %s] {shape = #nvvm.shape<m = 16, n = 8, k = 64>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, scaleVecSize = #nvvm.scale_vec_size<x2>, blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

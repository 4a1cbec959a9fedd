// Ops whose intrinsics take constants, stack memory or thread-local variables only.
llvm.mlir.global internal thread_local @local(0 : i32) : i32
llvm.func @constants(%p: !llvm.ptr, %s: !llvm.struct<(i32, f32)>, %v: vector<2xf16>, %f: f32, %i: i32, %h: i16) {
  %align = llvm.mlir.constant(8 : i64) : i64
  %true = llvm.mlir.constant(true) : i1
  llvm.intr.assume %true ["align"(%p, %align : !llvm.ptr, i64)] : i1
  %one = llvm.mlir.constant(1 : i32) : i32
  %stack = llvm.alloca %one x f32 : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %stack : !llvm.ptr
  llvm.intr.lifetime.end %stack : !llvm.ptr
  %mask = llvm.intr.ptrmask %p, %align : (!llvm.ptr, i64) -> !llvm.ptr
  %a = llvm.mlir.addressof @local : !llvm.ptr
  %t = "llvm.intr.threadlocal.address"(%a) : (!llvm.ptr) -> !llvm.ptr
  %e = llvm.extractvalue %s[1] : !llvm.struct<(i32, f32)>
  %zero = llvm.mlir.constant(0 : i32) : i32
  %m = nvvm.mma.sp.sync A[%v, %v] B[%v, %v] C[%v, %v] sparseMetadata[%i] selector[%zero] {multiplicandAPtxType = #nvvm.mma_type<f16>, multiplicandBPtxType = #nvvm.mma_type<f16>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  %b = nvvm.mma.sp.block_scale A[%i, %i, %i, %i] B[%i, %i, %i, %i] C[%f, %f, %f, %f] sparseMetadata[%i] selector[%zero] scaleA[%i, %h, %h] scaleB[%i, %h, %h] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>, multiplicandAPtxType = #nvvm.mma_type<e4m3>, multiplicandBPtxType = #nvvm.mma_type<e4m3>, orderedMetadata, scaleVecSize = #nvvm.scale_vec_size<x1>, shape = #nvvm.shape<m = 16, n = 8, k = 64>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}
llvm.func @variadic(%n: i32, ...) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %list = llvm.alloca %one x !llvm.array<24 x i8> : (i32) -> !llvm.ptr
  llvm.intr.vastart %list : !llvm.ptr
  llvm.intr.vaend %list : !llvm.ptr
  llvm.return
}

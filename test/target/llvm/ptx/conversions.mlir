// Casts, and what moves elements, as PTX without LLVM's code generator.
// RUN: tern-translate --mlir-to-ptx-by-rows --target=sm_90a --split-input-file %s | FileCheck %s

// Two numbers that are rounded for one word are rounded by one instruction; one alone by one of its own, where it is read.
// CHECK-LABEL: .visible .entry rounded(
// CHECK: ld.param.b32 [[X:%r[0-9]+]], [rounded_param_0];
// CHECK: ld.param.b32 [[Y:%r[0-9]+]], [rounded_param_1];
// CHECK-NOT: cvt.rn.f16.f32
// CHECK: cvt.rn.f16x2.f32 [[PAIR:%r[0-9]+]], [[Y]], [[X]];
// CHECK: st.volatile.global.b32 {{\[}}[[P:%rd[0-9]+]]], [[PAIR]];
// CHECK: cvt.rn.bf16.f32 [[ONE:%rs[0-9]+]], [[X]];
// CHECK: st.volatile.global.b16 {{\[}}[[P]]], [[ONE]];
llvm.func @rounded(%x: f32, %y: f32, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %none = llvm.mlir.undef : vector<2xf16>
  %a = llvm.fptrunc %x : f32 to f16
  %b = llvm.fptrunc %y : f32 to f16
  %half = llvm.insertelement %a, %none[%c0 : i32] : vector<2xf16>
  %both = llvm.insertelement %b, %half[%c1 : i32] : vector<2xf16>
  %word = llvm.bitcast %both : vector<2xf16> to i32
  llvm.store volatile %word, %p {alignment = 4 : i64} : i32, !llvm.ptr<1>
  %c = llvm.fptrunc %x : f32 to bf16
  llvm.store volatile %c, %p {alignment = 2 : i64} : bf16, !llvm.ptr<1>
  llvm.return
}

// -----

// CHECK-LABEL: .visible .entry taken_apart(
// CHECK: ld.param.b32 [[X:%r[0-9]+]], [taken_apart_param_0];
// CHECK: mov.b32 {[[LOW:%rs[0-9]+]], [[HIGH:%rs[0-9]+]]}, [[X]];
// CHECK: cvt.f32.f16 {{%r[0-9]+}}, [[HIGH]];
// CHECK: shr.u32 [[BYTE:%r[0-9]+]], [[X]], 24;
// CHECK: cvt.u16.u32 [[LAST:%rs[0-9]+]], [[BYTE]];
// CHECK: and.b16 [[CLEAR:%rs[0-9]+]], [[LAST]], 255;
// CHECK: cvt.u32.u16 [[NUMBER:%r[0-9]+]], [[CLEAR]];
// CHECK: cvt.rn.f32.u32 {{%r[0-9]+}}, [[NUMBER]];
llvm.func @taken_apart(%x: i32, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %halves = llvm.bitcast %x : i32 to vector<2xf16>
  %high = llvm.extractelement %halves[%c1 : i32] : vector<2xf16>
  %wide = llvm.fpext %high : f16 to f32
  llvm.store volatile %wide, %p {alignment = 4 : i64} : f32, !llvm.ptr<1>
  %bytes = llvm.bitcast %x : i32 to vector<4xi8>
  %last = llvm.extractelement %bytes[%c3 : i32] : vector<4xi8>
  %number = llvm.uitofp %last : i8 to f32
  llvm.store volatile %number, %p {alignment = 4 : i64} : f32, !llvm.ptr<1>
  llvm.return
}

// -----

// Bytes are put together by prmt; constants at once.
// CHECK-LABEL: .visible .entry put_together(
// CHECK: prmt.b32 [[A:%r[0-9]+]], {{%r[0-9]+}}, {{%r[0-9]+}}, 0x3340;
// CHECK: prmt.b32 [[B:%r[0-9]+]], {{%r[0-9]+}}, {{%r[0-9]+}}, 0x3340;
// CHECK: prmt.b32 [[WORD:%r[0-9]+]], [[A]], [[B]], 0x5410;
// CHECK: st.volatile.global.b32 {{.*}}, [[WORD]];
// CHECK: mov.b32 [[NUMBER:%r[0-9]+]], 1006632960;
// CHECK: st.volatile.global.b32 {{.*}}, [[NUMBER]];
llvm.func @put_together(%x: i8, %y: i8, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %none = llvm.mlir.undef : vector<4xi8>
  %a = llvm.insertelement %x, %none[%c0 : i32] : vector<4xi8>
  %b = llvm.insertelement %y, %a[%c1 : i32] : vector<4xi8>
  %c = llvm.insertelement %y, %b[%c2 : i32] : vector<4xi8>
  %d = llvm.insertelement %x, %c[%c3 : i32] : vector<4xi8>
  %word = llvm.bitcast %d : vector<4xi8> to i32
  llvm.store volatile %word, %p {alignment = 4 : i64} : i32, !llvm.ptr<1>
  %halves = llvm.mlir.constant(dense<[0.0, 1.0]> : vector<2xf16>) : vector<2xf16>
  llvm.store volatile %halves, %p {alignment = 4 : i64} : vector<2xf16>, !llvm.ptr<1>
  llvm.return
}

// -----

// A bit is a predicate.
// CHECK-LABEL: .visible .entry bits(
// CHECK: ld.param.b32 [[X:%r[0-9]+]], [bits_param_0];
// CHECK: and.b32 [[BIT:%r[0-9]+]], [[X]], 1;
// CHECK: setp.ne.b32 [[P:%p[0-9]+]], [[BIT]], 0;
// CHECK: selp.b32 {{%r[0-9]+}}, -1, 0, [[P]];
// CHECK: selp.b64 {{%rd[0-9]+}}, 1, 0, [[P]];
llvm.func @bits(%x: i32, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %bit = llvm.trunc %x : i32 to i1
  %signs = llvm.sext %bit : i1 to i32
  %number = llvm.zext %bit : i1 to i64
  llvm.store volatile %signs, %p {alignment = 4 : i64} : i32, !llvm.ptr<1>
  llvm.store volatile %number, %p {alignment = 8 : i64} : i64, !llvm.ptr<1>
  llvm.return
}

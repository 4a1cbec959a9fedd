// Arithmetic as PTX without LLVM's code generator.
// RUN: tern-translate --mlir-to-ptx-by-rows --target=sm_90a --split-input-file %s | FileCheck %s

// CHECK: .version 8.0
// CHECK-NEXT: .target sm_90a
// CHECK-LABEL: .visible .entry integers(
// CHECK-NEXT: .param .b32 integers_param_0,
// CHECK-NEXT: .param .u64 .ptr .global .align 1 integers_param_1
// CHECK-DAG: ld.param.b32 [[X:%r[0-9]+]], [integers_param_0];
// CHECK-DAG: ld.param.b64 [[P:%rd[0-9]+]], [integers_param_1];
// CHECK: mul.lo.s32 [[A:%r[0-9]+]], [[X]], 12;
// CHECK: shr.u32 [[B:%r[0-9]+]], [[A]], 3;
// CHECK: div.u32 [[C:%r[0-9]+]], [[B]], [[X]];
// CHECK: shr.s32 [[SIGN:%r[0-9]+]], [[C]], 31;
// CHECK-NEXT: shr.u32 [[LOW:%r[0-9]+]], [[SIGN]], 28;
// CHECK-NEXT: add.s32 [[SUM:%r[0-9]+]], [[C]], [[LOW]];
// CHECK-NEXT: shr.s32 [[D:%r[0-9]+]], [[SUM]], 4;
// CHECK: max.s32 [[E:%r[0-9]+]], [[D]], -7;
// CHECK: st.global.b32 {{\[}}[[P]]], [[E]];
llvm.func @integers(%x: i32, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %c12 = llvm.mlir.constant(12 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %m7 = llvm.mlir.constant(-7 : i32) : i32
  %a = llvm.mul %x, %c12 : i32
  %b = llvm.lshr %a, %c3 : i32
  %c = llvm.udiv %b, %x : i32
  %d = llvm.sdiv %c, %c16 : i32
  %e = llvm.intr.smax(%d, %m7) : (i32, i32) -> i32
  llvm.store %e, %p : i32, !llvm.ptr<1>
  llvm.return
}

// -----

// What lies above a byte in its register is cleared for ops that would see it, and for no others.
// CHECK-LABEL: .visible .entry bytes(
// CHECK: ld.global.b8 [[X:%rs[0-9]+]],
// CHECK: add.s16 [[SUM:%rs[0-9]+]], [[X]], [[X]];
// CHECK-NEXT: and.b16 [[CLEAR:%rs[0-9]+]], [[SUM]], 255;
// CHECK-NEXT: shr.u16 [[HALF:%rs[0-9]+]], [[CLEAR]], 1;
// CHECK: cvt.s16.s8 [[WIDE:%rs[0-9]+]], [[HALF]];
// CHECK: cvt.s16.s8 [[OTHER:%rs[0-9]+]], [[X]];
// CHECK: setp.lt.s16 {{%p[0-9]+}}, [[WIDE]], [[OTHER]];
llvm.func @bytes(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %one = llvm.mlir.constant(1 : i8) : i8
  %x = llvm.load %p : !llvm.ptr<1> -> i8
  %sum = llvm.add %x, %x : i8
  %half = llvm.lshr %sum, %one : i8
  %less = llvm.icmp "slt" %half, %x : i8
  %r = llvm.select %less, %half, %x : i1, i8
  llvm.store %r, %p : i8, !llvm.ptr<1>
  llvm.return
}

// -----

// Both halves of a product of two integers of 32 bits are one product for ptxas.
// CHECK-LABEL: .visible .entry products(
// CHECK: mul.wide.s32 {{%rd[0-9]+}}, [[X:%r[0-9]+]], 5;
// CHECK: mul.hi.u32 {{%r[0-9]+}}, [[X]], [[Y:%r[0-9]+]];
// CHECK-NOT: shr.u64
llvm.func @products(%x: i32, %y: i32, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %c5 = llvm.mlir.constant(5 : i64) : i64
  %c32 = llvm.mlir.constant(32 : i64) : i64
  %sx = llvm.sext %x : i32 to i64
  %wide = llvm.mul %sx, %c5 : i64
  llvm.store volatile %wide, %p {alignment = 8 : i64} : i64, !llvm.ptr<1>
  %zx = llvm.zext %x : i32 to i64
  %zy = llvm.zext %y : i32 to i64
  %product = llvm.mul %zx, %zy : i64
  %shifted = llvm.lshr %product, %c32 : i64
  %high = llvm.trunc %shifted : i64 to i32
  llvm.store volatile %high, %p : i32, !llvm.ptr<1>
  llvm.return
}

// -----

// A product and a sum are one where both may be; else each is rounded.
// CHECK-LABEL: .visible .entry floats(
// CHECK: neg.f32 [[OPPOSITE:%r[0-9]+]], [[Z:%r[0-9]+]];
// CHECK-NEXT: fma.rn.f32 [[FUSED:%r[0-9]+]], [[X:%r[0-9]+]], [[Y:%r[0-9]+]], [[OPPOSITE]];
// CHECK: mul.rn.f32 [[PRODUCT:%r[0-9]+]], [[FUSED]], 0f40000000;
// CHECK-NEXT: add.rn.f32 [[SUM:%r[0-9]+]], [[PRODUCT]], [[Z]];
// CHECK: setp.gtu.f32 [[P:%p[0-9]+]], [[SUM]], [[X]];
// CHECK: selp.f32 {{%r[0-9]+}}, [[SUM]], 0fFF800000, [[P]];
llvm.func @floats(%x: f32, %y: f32, %z: f32, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %two = llvm.mlir.constant(2.0 : f32) : f32
  %low = llvm.mlir.constant(0xFF800000 : f32) : f32
  %product = llvm.fmul %x, %y {fastmathFlags = #llvm.fastmath<contract>} : f32
  %fused = llvm.fsub %product, %z {fastmathFlags = #llvm.fastmath<contract>} : f32
  %rounded = llvm.fmul %fused, %two : f32
  %sum = llvm.fadd %rounded, %z : f32
  %greater = llvm.fcmp "ugt" %sum, %x : f32
  %r = llvm.select %greater, %sum, %low : i1, f32
  llvm.store %r, %p : f32, !llvm.ptr<1>
  llvm.return
}

// -----

// A choice by two conditions asks for one after the other, unless the conjunction is there for others.
// CHECK-LABEL: .visible .entry choices(
// CHECK: setp.lt.s32 [[P:%p[0-9]+]], [[X:%r[0-9]+]], [[Y:%r[0-9]+]];
// CHECK: setp.gt.s32 [[Q:%p[0-9]+]], [[X]], 3;
// CHECK-NOT: and.pred
// CHECK: selp.b32 [[INNER:%r[0-9]+]], 16, 0, [[Q]];
// CHECK-NEXT: selp.b32 {{%r[0-9]+}}, [[INNER]], 0, [[P]];
// CHECK: setp.gt.s32 [[Q2:%p[0-9]+]], [[X]], 4;
// CHECK: and.pred [[BOTH:%p[0-9]+]], [[P]], [[Q2]];
// CHECK: selp.b32 {{%r[0-9]+}}, 16, 0, [[BOTH]];
// CHECK: selp.b32 {{%r[0-9]+}}, 8, 0, [[BOTH]];
llvm.func @choices(%x: i32, %y: i32, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %less = llvm.icmp "slt" %x, %y : i32
  %more = llvm.icmp "sgt" %x, %c3 : i32
  %both = llvm.and %less, %more : i1
  %r = llvm.select %both, %c16, %c0 : i1, i32
  llvm.store volatile %r, %p : i32, !llvm.ptr<1>
  %much = llvm.icmp "sgt" %x, %c4 : i32
  %same = llvm.and %less, %much : i1
  %s = llvm.select %same, %c16, %c0 : i1, i32
  %t = llvm.select %same, %c8, %c0 : i1, i32
  llvm.store volatile %s, %p : i32, !llvm.ptr<1>
  llvm.store volatile %t, %p : i32, !llvm.ptr<1>
  llvm.return
}

// Products of 32 bits with results of 64.
// RUN: tern-translate --mlir-to-ptx --target=sm_90a --split-input-file %s | FileCheck %s

// Both halves at once, in either order; a negative constant is an unsigned number.
// CHECK: .entry both(
// CHECK: .reg .b64 %wide<2>;
// CHECK: mul.wide.u32 %wide0, [[X:%r[0-9]+]], [[Y:%r[0-9]+]];
// CHECK-NEXT: mov.b64 {{[{]}}[[L:%r[0-9]+]], %r{{[0-9]+}}}, %wide0;
// CHECK: mul.wide.u32 %wide1, [[L]], 4294967289;
// CHECK-NEXT: mov.b64 {{[{]%r[0-9]+, %r[0-9]+[}]}}, %wide1;
llvm.func @both(%p: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
  %bits = llvm.mlir.constant(32 : i64) : i64
  %c = llvm.mlir.constant(-7 : i32) : i32
  %c_wide = llvm.mlir.constant(4294967289 : i64) : i64
  %x_wide = llvm.zext %x : i32 to i64
  %y_wide = llvm.zext %y : i32 to i64
  %product = llvm.mul %x_wide, %y_wide : i64
  %upper = llvm.lshr %product, %bits : i64
  %h = llvm.trunc %upper : i64 to i32
  %l = llvm.mul %x, %y : i32
  %l_wide = llvm.zext %l : i32 to i64
  %again = llvm.mul %l_wide, %c_wide : i64
  %again_upper = llvm.lshr %again, %bits : i64
  %h2 = llvm.trunc %again_upper : i64 to i32
  %l2 = llvm.mul %l, %c : i32
  %q = llvm.getelementptr %p[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, vector<4xi32>
  llvm.store %h, %p : i32, !llvm.ptr<1>
  llvm.store %l, %q : i32, !llvm.ptr<1>
  %r = llvm.getelementptr %p[2] : (!llvm.ptr<1>) -> !llvm.ptr<1>, vector<4xi32>
  %s = llvm.getelementptr %p[3] : (!llvm.ptr<1>) -> !llvm.ptr<1>, vector<4xi32>
  llvm.store %h2, %r : i32, !llvm.ptr<1>
  llvm.store %l2, %s : i32, !llvm.ptr<1>
  llvm.return
}

// -----

// A half alone stays, and so do halves in different blocks.
// CHECK: .entry apart(
// CHECK-NOT: %wide
// CHECK: mul.hi.u32
// CHECK: bra
// CHECK: mul.lo.s32
llvm.func @apart(%p: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
  %bits = llvm.mlir.constant(32 : i64) : i64
  %zero = llvm.mlir.constant(0 : i32) : i32
  %x_wide = llvm.zext %x : i32 to i64
  %y_wide = llvm.zext %y : i32 to i64
  %product = llvm.mul %x_wide, %y_wide : i64
  %upper = llvm.lshr %product, %bits : i64
  %h = llvm.trunc %upper : i64 to i32
  llvm.store volatile %h, %p : i32, !llvm.ptr<1>
  %is_zero = llvm.icmp "eq" %h, %zero : i32
  llvm.cond_br %is_zero, ^end, ^more
^more:
  %l = llvm.mul %x, %y : i32
  llvm.store volatile %l, %p : i32, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}

// -----

// An address is a product where no warp groups multiply.
// CHECK: .entry address(
// CHECK: mul.wide.s32 %rd{{[0-9]+}}, %r{{[0-9]+}}, 8;
llvm.func @address(%p: !llvm.ptr<1>, %i: i32) attributes {nvvm.kernel} {
  %w = llvm.sext %i : i32 to i64
  %q = llvm.getelementptr %p[%w] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.store %w, %q : i64, !llvm.ptr<1>
  llvm.return
}

// -----

// And a shift where they do; a factor that is no power of two stays.
// CHECK: .entry groups(
// CHECK: cvt.s64.s32 [[W:%rd[0-9]+]], %r{{[0-9]+}};
// CHECK-NEXT: shl.b64 [[W]], [[W]], 3;
// CHECK: mul.wide.s32 %rd{{[0-9]+}}, %r{{[0-9]+}}, 12;
llvm.func @groups(%p: !llvm.ptr<1>, %i: i32, %j: i32, %a: i64, %b: i64) attributes {nvvm.kernel} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %w = llvm.sext %i : i32 to i64
  %q = llvm.getelementptr %p[%w] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  %v = llvm.sext %j : i32 to i64
  %r = llvm.getelementptr %p[%v] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.array<3 x i32>
  nvvm.wgmma.fence.aligned
  %sums = llvm.inline_asm has_side_effects asm_dialect = att "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $8, $9, 1, 1, 1, 0, 0;", "=r,=r,=r,=r,0,1,2,3,l,l" %zero, %zero, %zero, %zero, %a, %b : (i32, i32, i32, i32, i64, i64) -> !llvm.struct<(i32, i32, i32, i32)>
  %sum = llvm.extractvalue %sums[0] : !llvm.struct<(i32, i32, i32, i32)>
  llvm.store %sum, %q : i32, !llvm.ptr<1>
  llvm.store %sum, %r : i32, !llvm.ptr<1>
  llvm.return
}

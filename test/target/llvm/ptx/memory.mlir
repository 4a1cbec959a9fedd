// Loads, stores and addresses as PTX without LLVM's code generator.
// RUN: tern-translate --mlir-to-ptx-by-rows --target=sm_90a --split-input-file %s | FileCheck %s

// CHECK: .extern .shared .align 16 .b8 smem[];
// CHECK-LABEL: .visible .entry shared(
// CHECK: .reqntid 128
// CHECK: mov.b32 [[BASE:%r[0-9]+]], smem;
// CHECK: shl.b32 [[STEP:%r[0-9]+]], [[I:%r[0-9]+]], 1;
// CHECK-NEXT: add.s32 [[AT:%r[0-9]+]], [[BASE]], [[STEP]];
// CHECK-NEXT: ld.shared.v4.b32 {[[A:%r[0-9]+]], [[B:%r[0-9]+]], [[C:%r[0-9]+]], [[D:%r[0-9]+]]}, {{\[}}[[AT]]];
// CHECK-NEXT: mov.b32 {{{%rs[0-9]+}}, {{%rs[0-9]+}}}, [[A]];
// CHECK: add.s32 [[TO:%r[0-9]+]], [[BASE]], 4096;
// CHECK: st.shared.v2.b32 {{\[}}[[TO]]], {
// CHECK: st.shared.v2.b32 {{\[}}[[TO]]+8], {
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.func @shared(%i: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %at = llvm.getelementptr %base[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
  %x = llvm.load %at {alignment = 16 : i64} : !llvm.ptr<3> -> vector<8xf16>
  %to = llvm.getelementptr %base[4096] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  llvm.store %x, %to {alignment = 8 : i64} : vector<8xf16>, !llvm.ptr<3>
  llvm.return
}

// -----

// An index of 32 bits is extended by the product, which is written once for several addresses.
// CHECK-LABEL: .visible .entry global(
// CHECK-NOT: cvt
// CHECK: mul.wide.s32 [[STEP:%rd[0-9]+]], [[I:%r[0-9]+]], 4;
// CHECK: add.s64 [[A:%rd[0-9]+]], {{%rd[0-9]+}}, [[STEP]];
// CHECK-NOT: mul.wide
// CHECK: add.s64 [[B:%rd[0-9]+]], {{%rd[0-9]+}}, [[STEP]];
// CHECK: ld.global.b32 [[X:%r[0-9]+]], {{\[}}[[A]]];
// CHECK: st.global.b32 {{\[}}[[B]]], [[X]];
llvm.func @global(%i: i32, %p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %wide = llvm.sext %i : i32 to i64
  %a = llvm.getelementptr %p[%wide] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %b = llvm.getelementptr %q[%wide] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %x = llvm.load %a {alignment = 4 : i64} : !llvm.ptr<1> -> f32
  llvm.store %x, %b {alignment = 4 : i64} : f32, !llvm.ptr<1>
  llvm.return
}

// -----

// CHECK-LABEL: .visible .entry spaces(
// CHECK: cvt.u64.u32 [[WIDE:%rd[0-9]+]], [[S:%r[0-9]+]];
// CHECK: cvta.shared.u64 [[ANY:%rd[0-9]+]], [[WIDE]];
// CHECK: st.b32 {{\[}}[[ANY]]], {{%r[0-9]+}};
llvm.func @spaces(%s: !llvm.ptr<3>, %x: i32) attributes {nvvm.kernel} {
  %any = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr
  llvm.store %x, %any {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.return
}

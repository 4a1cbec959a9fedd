// The rocdl dialect, values of other lanes, math: LLVM IR as upstream's translation prints it.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: grep -v "^; ModuleID\|^source_filename\|^!\|^$" %t.ll > %t.ours
// RUN: mlir-translate --mlir-to-llvmir %s | grep -v "^; ModuleID\|^source_filename\|^!\|^$" | diff - %t.ours
// RUN: FileCheck %s < %t.ll

// CHECK-LABEL: define void @mbcnt_lo(
// CHECK: call i32 @llvm.amdgcn.mbcnt.lo(
llvm.func @mbcnt_lo(%a: i32) {
  %r = rocdl.mbcnt.lo %a, %a : (i32, i32) -> i32
  llvm.return
}

// CHECK-LABEL: define void @mbcnt_hi(
// CHECK: call i32 @llvm.amdgcn.mbcnt.hi(
llvm.func @mbcnt_hi(%a: i32) {
  %r = rocdl.mbcnt.hi %a, %a : (i32, i32) -> i32
  llvm.return
}

// CHECK-LABEL: define void @ds_swizzle(
// CHECK: call i32 @llvm.amdgcn.ds.swizzle(
llvm.func @ds_swizzle(%a: i32) {
  %k = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.ds_swizzle %a, %k : (i32, i32) -> i32
  llvm.return
}

// CHECK-LABEL: define void @ds_bpermute(
// CHECK: call i32 @llvm.amdgcn.ds.bpermute(
llvm.func @ds_bpermute(%a: i32) {
  %r = rocdl.ds_bpermute %a, %a : (i32, i32) -> i32
  llvm.return
}

// CHECK-LABEL: define void @ballot(
// CHECK: call i64 @llvm.amdgcn.ballot.i64(
llvm.func @ballot(%p: i1) {
  %r = rocdl.ballot %p : i64
  llvm.return
}

// CHECK-LABEL: define void @readfirstlane(
// CHECK: call float @llvm.amdgcn.readfirstlane.f32(
llvm.func @readfirstlane(%a: f32) {
  %r = rocdl.readfirstlane %a : f32
  llvm.return
}

// CHECK-LABEL: define void @readlane(
// CHECK: call float @llvm.amdgcn.readlane.f32(
llvm.func @readlane(%a: f32, %i: i32) {
  %r = rocdl.readlane %a, %i : (f32, i32) -> f32
  llvm.return
}

// CHECK-LABEL: define void @update_dpp(
// CHECK: call float @llvm.amdgcn.update.dpp.f32(
llvm.func @update_dpp(%a: f32) {
  %r = rocdl.update.dpp %a, %a with 273, 15, 15, true : f32
  llvm.return
}

// CHECK-LABEL: define void @permlanex16(
// CHECK: call float @llvm.amdgcn.permlanex16.f32(
llvm.func @permlanex16(%a: f32, %i: i32) {
  %r = rocdl.permlanex16 %a, %a, %i, %i, false, false : f32, i32
  llvm.return
}

// CHECK-LABEL: define void @permlane16_swap(
// CHECK: call { i32, i32 } @llvm.amdgcn.permlane16.swap(
llvm.func @permlane16_swap(%a: i32) {
  %r = rocdl.permlane16.swap %a, %a, false, false : (i32, i32) -> <(i32, i32)>
  llvm.return
}

// CHECK-LABEL: define void @permlane32_swap(
// CHECK: call { i32, i32 } @llvm.amdgcn.permlane32.swap(
llvm.func @permlane32_swap(%a: i32) {
  %r = rocdl.permlane32.swap %a, %a, false, false : (i32, i32) -> <(i32, i32)>
  llvm.return
}

// CHECK-LABEL: define void @fmed3(
// CHECK: call float @llvm.amdgcn.fmed3.f32(
llvm.func @fmed3(%a: f32) {
  %r = rocdl.fmed3 %a, %a, %a : f32
  llvm.return
}

// CHECK-LABEL: define void @tanh(
// CHECK: call float @llvm.amdgcn.tanh.f32(
llvm.func @tanh(%a: f32) {
  %r = rocdl.tanh %a f32 -> f32
  llvm.return
}

// CHECK-LABEL: define void @sin(
// CHECK: call float @llvm.amdgcn.sin.f32(
llvm.func @sin(%a: f32) {
  %r = rocdl.sin %a f32 -> f32
  llvm.return
}

// CHECK-LABEL: define void @cos(
// CHECK: call float @llvm.amdgcn.cos.f32(
llvm.func @cos(%a: f32) {
  %r = rocdl.cos %a f32 -> f32
  llvm.return
}

// CHECK-LABEL: define void @rcp(
// CHECK: call float @llvm.amdgcn.rcp.f32(
llvm.func @rcp(%a: f32) {
  %r = rocdl.rcp %a f32 -> f32
  llvm.return
}

// CHECK-LABEL: define void @exp2(
// CHECK: call float @llvm.amdgcn.exp2.f32(
llvm.func @exp2(%a: f32) {
  %r = rocdl.exp2 %a f32 -> f32
  llvm.return
}

// CHECK-LABEL: define void @log(
// CHECK: call float @llvm.amdgcn.log.f32(
llvm.func @log(%a: f32) {
  %r = rocdl.log %a f32 -> f32
  llvm.return
}

// CHECK-LABEL: define void @sqrt(
// CHECK: call float @llvm.amdgcn.sqrt.f32(
llvm.func @sqrt(%a: f32) {
  %r = rocdl.sqrt %a f32 -> f32
  llvm.return
}

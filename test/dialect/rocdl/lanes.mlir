// Values of other lanes, math: syntax as upstream prints it, and back.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt --mlir-print-op-generic %s | tern-opt | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: llvm.func @mbcnt_lo(
// CHECK: %{{.*}} = rocdl.mbcnt.lo %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i32, i32) -> i32
llvm.func @mbcnt_lo(%a: i32) {
  %r = rocdl.mbcnt.lo %a, %a : (i32, i32) -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @mbcnt_hi(
// CHECK: %{{.*}} = rocdl.mbcnt.hi %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i32, i32) -> i32
llvm.func @mbcnt_hi(%a: i32) {
  %r = rocdl.mbcnt.hi %a, %a : (i32, i32) -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @ds_swizzle(
// CHECK: %{{.*}} = rocdl.ds_swizzle %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i32, i32) -> i32
llvm.func @ds_swizzle(%a: i32) {
  %k = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.ds_swizzle %a, %k : (i32, i32) -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @ds_bpermute(
// CHECK: %{{.*}} = rocdl.ds_bpermute %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i32, i32) -> i32
llvm.func @ds_bpermute(%a: i32) {
  %r = rocdl.ds_bpermute %a, %a : (i32, i32) -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @ballot(
// CHECK: %{{.*}} = rocdl.ballot %{{[a-z0-9]+}} : i64
llvm.func @ballot(%p: i1) {
  %r = rocdl.ballot %p : i64
  llvm.return
}

// CHECK-LABEL: llvm.func @readfirstlane(
// CHECK: %{{.*}} = rocdl.readfirstlane %{{[a-z0-9]+}} : f32
llvm.func @readfirstlane(%a: f32) {
  %r = rocdl.readfirstlane %a : f32
  llvm.return
}

// CHECK-LABEL: llvm.func @readlane(
// CHECK: %{{.*}} = rocdl.readlane %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (f32, i32) -> f32
llvm.func @readlane(%a: f32, %i: i32) {
  %r = rocdl.readlane %a, %i : (f32, i32) -> f32
  llvm.return
}

// CHECK-LABEL: llvm.func @update_dpp(
// CHECK: %{{.*}} = rocdl.update.dpp %{{[a-z0-9]+}}, %{{[a-z0-9]+}} with 273, 15, 15, true : f32
llvm.func @update_dpp(%a: f32) {
  %r = rocdl.update.dpp %a, %a with 273, 15, 15, true : f32
  llvm.return
}

// CHECK-LABEL: llvm.func @permlanex16(
// CHECK: %{{.*}} = rocdl.permlanex16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, false, false : f32, i32
llvm.func @permlanex16(%a: f32, %i: i32) {
  %r = rocdl.permlanex16 %a, %a, %i, %i, false, false : f32, i32
  llvm.return
}

// CHECK-LABEL: llvm.func @permlane16_swap(
// CHECK: %{{.*}} = rocdl.permlane16.swap %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, false, false : (i32, i32) -> <(i32, i32)>
llvm.func @permlane16_swap(%a: i32) {
  %r = rocdl.permlane16.swap %a, %a, false, false : (i32, i32) -> <(i32, i32)>
  llvm.return
}

// CHECK-LABEL: llvm.func @permlane32_swap(
// CHECK: %{{.*}} = rocdl.permlane32.swap %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, false, false : (i32, i32) -> <(i32, i32)>
llvm.func @permlane32_swap(%a: i32) {
  %r = rocdl.permlane32.swap %a, %a, false, false : (i32, i32) -> <(i32, i32)>
  llvm.return
}

// CHECK-LABEL: llvm.func @fmed3(
// CHECK: %{{.*}} = rocdl.fmed3 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : f32
llvm.func @fmed3(%a: f32) {
  %r = rocdl.fmed3 %a, %a, %a : f32
  llvm.return
}

// CHECK-LABEL: llvm.func @tanh(
// CHECK: %{{.*}} = rocdl.tanh %{{[a-z0-9]+}} f32 -> f32
llvm.func @tanh(%a: f32) {
  %r = rocdl.tanh %a f32 -> f32
  llvm.return
}

// CHECK-LABEL: llvm.func @sin(
// CHECK: %{{.*}} = rocdl.sin %{{[a-z0-9]+}} f32 -> f32
llvm.func @sin(%a: f32) {
  %r = rocdl.sin %a f32 -> f32
  llvm.return
}

// CHECK-LABEL: llvm.func @cos(
// CHECK: %{{.*}} = rocdl.cos %{{[a-z0-9]+}} f32 -> f32
llvm.func @cos(%a: f32) {
  %r = rocdl.cos %a f32 -> f32
  llvm.return
}

// CHECK-LABEL: llvm.func @rcp(
// CHECK: %{{.*}} = rocdl.rcp %{{[a-z0-9]+}} f32 -> f32
llvm.func @rcp(%a: f32) {
  %r = rocdl.rcp %a f32 -> f32
  llvm.return
}

// CHECK-LABEL: llvm.func @exp(
// CHECK: %{{.*}} = rocdl.exp %{{[a-z0-9]+}} f32 -> f32
llvm.func @exp(%a: f32) {
  %r = rocdl.exp %a f32 -> f32
  llvm.return
}

// CHECK-LABEL: llvm.func @exp2(
// CHECK: %{{.*}} = rocdl.exp2 %{{[a-z0-9]+}} f32 -> f32
llvm.func @exp2(%a: f32) {
  %r = rocdl.exp2 %a f32 -> f32
  llvm.return
}

// CHECK-LABEL: llvm.func @log(
// CHECK: %{{.*}} = rocdl.log %{{[a-z0-9]+}} f32 -> f32
llvm.func @log(%a: f32) {
  %r = rocdl.log %a f32 -> f32
  llvm.return
}

// CHECK-LABEL: llvm.func @sqrt(
// CHECK: %{{.*}} = rocdl.sqrt %{{[a-z0-9]+}} f32 -> f32
llvm.func @sqrt(%a: f32) {
  %r = rocdl.sqrt %a f32 -> f32
  llvm.return
}

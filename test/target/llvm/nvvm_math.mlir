// The nvvm dialect, arithmetic: LLVM IR as upstream's translation prints it.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: grep -v "^; ModuleID\|^source_filename\|^!\|^$" %t.ll > %t.ours
// RUN: mlir-translate --mlir-to-llvmir %s | grep -v "^; ModuleID\|^source_filename\|^!\|^$" | diff - %t.ours
// RUN: FileCheck %s < %t.ll

// CHECK-LABEL: define void @rcp_approx_ftz_f(
// CHECK: call float @llvm.nvvm.rcp.approx.ftz.f(
llvm.func @rcp_approx_ftz_f(%arg0: f32) {
  %0 = nvvm.rcp.approx.ftz.f %arg0 : f32
  llvm.return
}

// CHECK-LABEL: define void @prmt(
// CHECK: call i32 @llvm.nvvm.prmt.rc16(
llvm.func @prmt(%arg0: i32) {
  %0 = nvvm.prmt <rc16> %arg0, %arg0 : i32
  %1 = nvvm.prmt <rc8> %arg0, %arg0 : i32
  %2 = nvvm.prmt <default> %arg0, %arg0, %arg0 : i32
  %3 = nvvm.prmt <ecr> %arg0, %arg0 : i32
  %4 = nvvm.prmt <ecl> %arg0, %arg0 : i32
  %5 = nvvm.prmt <b4e> %arg0, %arg0, %arg0 : i32
  %6 = nvvm.prmt <f4e> %arg0, %arg0, %arg0 : i32
  llvm.return
}

// CHECK-LABEL: define void @dot_accumulate_4way(
// CHECK: call i32 @llvm.nvvm.idp4a.u.s(
llvm.func @dot_accumulate_4way(%arg0: vector<4xi8>, %arg1: i32) {
  %0 = nvvm.dot.accumulate.4way %arg0 <unsigned>, %arg0 <signed>, %arg1 : vector<4xi8>, vector<4xi8>
  %1 = nvvm.dot.accumulate.4way %arg0 <signed>, %arg0 <signed>, %arg1 : vector<4xi8>, vector<4xi8>
  %2 = nvvm.dot.accumulate.4way %arg0 <signed>, %arg0 <unsigned>, %arg1 : vector<4xi8>, vector<4xi8>
  %3 = nvvm.dot.accumulate.4way %arg0 <unsigned>, %arg0 <unsigned>, %arg1 : vector<4xi8>, vector<4xi8>
  llvm.return
}

// CHECK-LABEL: define void @dot_accumulate_2way(
// CHECK: call i32 @llvm.nvvm.idp2a.s.s(
llvm.func @dot_accumulate_2way(%arg0: vector<2xi16>, %arg1: vector<4xi8>, %arg2: i32) {
  %0 = nvvm.dot.accumulate.2way %arg0 <signed>, %arg1 <signed>, %arg2 {b_hi = true} : vector<2xi16>, vector<4xi8>
  %1 = nvvm.dot.accumulate.2way %arg0 <unsigned>, %arg1 <unsigned>, %arg2 {b_hi = false} : vector<2xi16>, vector<4xi8>
  %2 = nvvm.dot.accumulate.2way %arg0 <signed>, %arg1 <unsigned>, %arg2 {b_hi = true} : vector<2xi16>, vector<4xi8>
  %3 = nvvm.dot.accumulate.2way %arg0 <unsigned>, %arg1 <unsigned>, %arg2 {b_hi = true} : vector<2xi16>, vector<4xi8>
  %4 = nvvm.dot.accumulate.2way %arg0 <signed>, %arg1 <unsigned>, %arg2 {b_hi = false} : vector<2xi16>, vector<4xi8>
  %5 = nvvm.dot.accumulate.2way %arg0 <unsigned>, %arg1 <signed>, %arg2 {b_hi = true} : vector<2xi16>, vector<4xi8>
  %6 = nvvm.dot.accumulate.2way %arg0 <signed>, %arg1 <signed>, %arg2 {b_hi = false} : vector<2xi16>, vector<4xi8>
  %7 = nvvm.dot.accumulate.2way %arg0 <unsigned>, %arg1 <signed>, %arg2 {b_hi = false} : vector<2xi16>, vector<4xi8>
  llvm.return
}

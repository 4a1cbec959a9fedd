// The nvvm dialect, conversions: LLVM IR as upstream's translation prints it.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: grep -v "^; ModuleID\|^source_filename\|^!\|^$" %t.ll > %t.ours
// RUN: mlir-translate --mlir-to-llvmir %s | grep -v "^; ModuleID\|^source_filename\|^!\|^$" | diff - %t.ours
// RUN: FileCheck %s < %t.ll

// CHECK-LABEL: define void @convert_float_to_tf32(
// CHECK: call i32 @llvm.nvvm.f2tf32.rn.satfinite(
llvm.func @convert_float_to_tf32(%arg0: f32) {
  %0 = nvvm.convert.float.to.tf32 %arg0 {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>}
  %1 = nvvm.convert.float.to.tf32 %arg0 {relu = true, rnd = #nvvm.fp_rnd_mode<rz>, sat = #nvvm.sat_mode<satfinite>}
  %2 = nvvm.convert.float.to.tf32 %arg0 {rnd = #nvvm.fp_rnd_mode<rna>}
  %3 = nvvm.convert.float.to.tf32 %arg0 {relu = true, rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>}
  llvm.return
}

// CHECK-LABEL: define void @convert_f32x2_to_f4x2(
// CHECK: call i16 @llvm.nvvm.ff.to.e2m1x2.rn.satfinite(
llvm.func @convert_f32x2_to_f4x2(%arg0: f32) {
  %0 = nvvm.convert.f32x2.to.f4x2 %arg0, %arg0 : i8(f4E2M1FN)
  %1 = nvvm.convert.f32x2.to.f4x2 %arg0, %arg0 {relu = true} : i8(f4E2M1FN)
  %2 = nvvm.convert.f32x2.to.f4x2 %arg0, %arg0 : i8(f4E2M1FN)
  llvm.return
}

// CHECK-LABEL: define void @convert_f32x2_to_f6x2(
// CHECK: call i16 @llvm.nvvm.ff.to.e2m3x2.rn.satfinite(
llvm.func @convert_f32x2_to_f6x2(%arg0: f32) {
  %0 = nvvm.convert.f32x2.to.f6x2 %arg0, %arg0 : vector<2xi8>(f6E2M3FN)
  %1 = nvvm.convert.f32x2.to.f6x2 %arg0, %arg0 : i16(f6E2M3FN)
  %2 = nvvm.convert.f32x2.to.f6x2 %arg0, %arg0 : i16(f6E3M2FN)
  %3 = nvvm.convert.f32x2.to.f6x2 %arg0, %arg0 {relu = true} : vector<2xi8>(f6E3M2FN)
  llvm.return
}

// CHECK-LABEL: define void @convert_f32x2_to_f8x2(
// CHECK: call i16 @llvm.nvvm.ff.to.ue8m0x2.rz(
llvm.func @convert_f32x2_to_f8x2(%arg0: f32) {
  %0 = nvvm.convert.f32x2.to.f8x2 %arg0, %arg0 {rnd = #nvvm.fp_rnd_mode<rz>} : vector<2xi8>(f8E8M0FNU)
  %1 = nvvm.convert.f32x2.to.f8x2 %arg0, %arg0 {relu = true, rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : vector<2xi8>(f8E4M3FN)
  %2 = nvvm.convert.f32x2.to.f8x2 %arg0, %arg0 {rnd = #nvvm.fp_rnd_mode<rp>} : i16(f8E8M0FNU)
  llvm.return
}

// CHECK-LABEL: define void @convert_f16x2_to_f8x2(
// CHECK: call i16 @llvm.nvvm.f16x2.to.e5m2x2.rn(
llvm.func @convert_f16x2_to_f8x2(%arg0: vector<2xf16>) {
  %0 = nvvm.convert.f16x2.to.f8x2 %arg0 : vector<2xf16> -> i16(f8E5M2)
  %1 = nvvm.convert.f16x2.to.f8x2 %arg0 {relu = true} : vector<2xf16> -> vector<2xi8>(f8E5M2)
  %2 = nvvm.convert.f16x2.to.f8x2 %arg0 {relu = true} : vector<2xf16> -> vector<2xi8>(f8E4M3FN)
  %3 = nvvm.convert.f16x2.to.f8x2 %arg0 : vector<2xf16> -> vector<2xi8>(f8E4M3FN)
  %4 = nvvm.convert.f16x2.to.f8x2 %arg0 : vector<2xf16> -> vector<2xi8>(f8E5M2)
  llvm.return
}

// CHECK-LABEL: define void @convert_bf16x2_to_f8x2(
// CHECK: call i16 @llvm.nvvm.bf16x2.to.ue8m0x2.rz(
llvm.func @convert_bf16x2_to_f8x2(%arg0: vector<2xbf16>) {
  %0 = nvvm.convert.bf16x2.to.f8x2 %arg0 {rnd = #nvvm.fp_rnd_mode<rz>} : vector<2xbf16> -> vector<2xi8>(f8E8M0FNU)
  %1 = nvvm.convert.bf16x2.to.f8x2 %arg0 {rnd = #nvvm.fp_rnd_mode<rp>} : vector<2xbf16> -> i16(f8E8M0FNU)
  %2 = nvvm.convert.bf16x2.to.f8x2 %arg0 {rnd = #nvvm.fp_rnd_mode<rp>} : vector<2xbf16> -> vector<2xi8>(f8E8M0FNU)
  %3 = nvvm.convert.bf16x2.to.f8x2 %arg0 {rnd = #nvvm.fp_rnd_mode<rp>, sat = #nvvm.sat_mode<satfinite>} : vector<2xbf16> -> vector<2xi8>(f8E8M0FNU)
  %4 = nvvm.convert.bf16x2.to.f8x2 %arg0 {rnd = #nvvm.fp_rnd_mode<rp>} : vector<2xbf16> -> i16(f8E8M0FNU)
  %5 = nvvm.convert.bf16x2.to.f8x2 %arg0 {rnd = #nvvm.fp_rnd_mode<rz>} : vector<2xbf16> -> i16(f8E8M0FNU)
  %6 = nvvm.convert.bf16x2.to.f8x2 %arg0 {rnd = #nvvm.fp_rnd_mode<rz>} : vector<2xbf16> -> vector<2xi8>(f8E8M0FNU)
  llvm.return
}

// CHECK-LABEL: define void @convert_f8x2_to_f16x2(
// CHECK: call <2 x half> @llvm.nvvm.e5m2x2.to.f16x2.rn(
llvm.func @convert_f8x2_to_f16x2(%arg0: vector<2xi8>) {
  %0 = nvvm.convert.f8x2.to.f16x2 %arg0 : vector<2xi8>(f8E5M2) -> vector<2xf16>
  %1 = nvvm.convert.f8x2.to.f16x2 %arg0 : vector<2xi8>(f8E4M3FN) -> vector<2xf16>
  %2 = nvvm.convert.f8x2.to.f16x2 %arg0 {relu = true} : vector<2xi8>(f8E4M3FN) -> vector<2xf16>
  %3 = nvvm.convert.f8x2.to.f16x2 %arg0 {relu = true} : vector<2xi8>(f8E5M2) -> vector<2xf16>
  llvm.return
}

// CHECK-LABEL: define void @convert_f8x2_to_bf16x2(
// CHECK: call <2 x bfloat> @llvm.nvvm.ue8m0x2.to.bf16x2(
llvm.func @convert_f8x2_to_bf16x2(%arg0: vector<2xi8>) {
  %0 = nvvm.convert.f8x2.to.bf16x2 %arg0 : vector<2xi8>(f8E8M0FNU) -> vector<2xbf16>
  llvm.return
}

// CHECK-LABEL: define void @convert_f6x2_to_f16x2(
// CHECK: call <2 x half> @llvm.nvvm.e2m3x2.to.f16x2.rn.relu(
llvm.func @convert_f6x2_to_f16x2(%arg0: vector<2xi8>) {
  %0 = nvvm.convert.f6x2.to.f16x2 %arg0 {relu = true} : vector<2xi8>(f6E2M3FN) -> vector<2xf16>
  %1 = nvvm.convert.f6x2.to.f16x2 %arg0 {relu = true} : vector<2xi8>(f6E3M2FN) -> vector<2xf16>
  llvm.return
}

// CHECK-LABEL: define void @convert_f4x2_to_f16x2(
// CHECK: call <2 x half> @llvm.nvvm.e2m1x2.to.f16x2.rn.relu(
llvm.func @convert_f4x2_to_f16x2(%arg0: i8) {
  %0 = nvvm.convert.f4x2.to.f16x2 %arg0 {relu = true} : i8(f4E2M1FN) -> vector<2xf16>
  %1 = nvvm.convert.f4x2.to.f16x2 %arg0 : i8(f4E2M1FN) -> vector<2xf16>
  llvm.return
}

// CHECK-LABEL: define void @convert_f32x2_to_bf16x2(
// CHECK: call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rz(
llvm.func @convert_f32x2_to_bf16x2(%arg0: f32) {
  %0 = nvvm.convert.f32x2.to.bf16x2 %arg0, %arg0 {rnd = #nvvm.fp_rnd_mode<rz>} : vector<2xbf16>
  %1 = nvvm.convert.f32x2.to.bf16x2 %arg0, %arg0 {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xbf16>
  %2 = nvvm.convert.f32x2.to.bf16x2 %arg0, %arg0 {rnd = #nvvm.fp_rnd_mode<rz>, sat = #nvvm.sat_mode<satfinite>} : vector<2xbf16>
  %3 = nvvm.convert.f32x2.to.bf16x2 %arg0, %arg0 {rnd = #nvvm.fp_rnd_mode<rz>} : vector<2xbf16>
  llvm.return
}

// CHECK-LABEL: define void @convert_f32x4_to_f8x4(
// CHECK: call <4 x i8> @llvm.nvvm.f32x4.to.e4m3x4.rs.relu.satfinite(
llvm.func @convert_f32x4_to_f8x4(%arg0: vector<4xf32>, %arg1: i32) {
  %0 = nvvm.convert.f32x4.to.f8x4 %arg0, %arg1 {relu = true} : vector<4xf32> -> vector<4xi8>(f8E4M3FN)
  %1 = nvvm.convert.f32x4.to.f8x4 %arg0, %arg1 {relu = true} : vector<4xf32> -> vector<4xi8>(f8E5M2)
  %2 = nvvm.convert.f32x4.to.f8x4 %arg0, %arg1 : vector<4xf32> -> vector<4xi8>(f8E4M3FN)
  %3 = nvvm.convert.f32x4.to.f8x4 %arg0, %arg1 : vector<4xf32> -> vector<4xi8>(f8E5M2)
  %4 = nvvm.convert.f32x4.to.f8x4 %arg0, %arg1 : vector<4xf32> -> vector<4xi8>(f8E4M3FN)
  %5 = nvvm.convert.f32x4.to.f8x4 %arg0, %arg1 : vector<4xf32> -> vector<4xi8>(f8E5M2)
  llvm.return
}

// CHECK-LABEL: define void @convert_f32x4_to_f6x4(
// CHECK: call <4 x i8> @llvm.nvvm.f32x4.to.e3m2x4.rs.relu.satfinite(
llvm.func @convert_f32x4_to_f6x4(%arg0: vector<4xf32>, %arg1: i32) {
  %0 = nvvm.convert.f32x4.to.f6x4 %arg0, %arg1 {relu = true} : vector<4xf32> -> vector<4xi8>(f6E3M2FN)
  %1 = nvvm.convert.f32x4.to.f6x4 %arg0, %arg1 : vector<4xf32> -> vector<4xi8>(f6E2M3FN)
  %2 = nvvm.convert.f32x4.to.f6x4 %arg0, %arg1 {relu = true} : vector<4xf32> -> vector<4xi8>(f6E2M3FN)
  llvm.return
}

// CHECK-LABEL: define void @convert_f32x4_to_f4x4(
// CHECK: call i16 @llvm.nvvm.f32x4.to.e2m1x4.rs.relu.satfinite(
llvm.func @convert_f32x4_to_f4x4(%arg0: vector<4xf32>, %arg1: i32) {
  %0 = nvvm.convert.f32x4.to.f4x4 %arg0, %arg1 {relu = true} : vector<4xf32> -> i16(f4E2M1FN)
  %1 = nvvm.convert.f32x4.to.f4x4 %arg0, %arg1 : vector<4xf32> -> i16(f4E2M1FN)
  llvm.return
}

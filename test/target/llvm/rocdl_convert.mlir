// The rocdl dialect, conversions of narrow floats: LLVM IR as upstream's translation prints it.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: grep -v "^; ModuleID\|^source_filename\|^!\|^$" %t.ll > %t.ours
// RUN: mlir-translate --mlir-to-llvmir %s | grep -v "^; ModuleID\|^source_filename\|^!\|^$" | diff - %t.ours
// RUN: FileCheck %s < %t.ll

// CHECK-LABEL: define void @cvt_pkrtz(
// CHECK: call <2 x half> @llvm.amdgcn.cvt.pkrtz(
llvm.func @cvt_pkrtz(%a: f32) {
  %r = rocdl.cvt.pkrtz %a, %a : vector<2xf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_f32_bf8(
// CHECK: call float @llvm.amdgcn.cvt.f32.bf8(
llvm.func @cvt_f32_bf8(%a: i32) {
  %r = rocdl.cvt.f32.bf8 %a[3] : f32
  llvm.return
}

// CHECK-LABEL: define void @cvt_f32_fp8(
// CHECK: call float @llvm.amdgcn.cvt.f32.fp8(
llvm.func @cvt_f32_fp8(%a: i32) {
  %r = rocdl.cvt.f32.fp8 %a[3] : f32
  llvm.return
}

// CHECK-LABEL: define void @cvt_pk_f32_bf8(
// CHECK: call <2 x float> @llvm.amdgcn.cvt.pk.f32.bf8(
llvm.func @cvt_pk_f32_bf8(%a: i32) {
  %r = rocdl.cvt.pk.f32.bf8 %a[true] : vector<2xf32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_pk_f32_fp8(
// CHECK: call <2 x float> @llvm.amdgcn.cvt.pk.f32.fp8(
llvm.func @cvt_pk_f32_fp8(%a: i32) {
  %r = rocdl.cvt.pk.f32.fp8 %a[true] : vector<2xf32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_pk_bf8_f32(
// CHECK: call i32 @llvm.amdgcn.cvt.pk.bf8.f32(
llvm.func @cvt_pk_bf8_f32(%a: f32, %b: f32, %o: i32) {
  %r = rocdl.cvt.pk.bf8.f32 %a, %b -> %o[true] : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_pk_fp8_f32(
// CHECK: call i32 @llvm.amdgcn.cvt.pk.fp8.f32(
llvm.func @cvt_pk_fp8_f32(%a: f32, %b: f32, %o: i32) {
  %r = rocdl.cvt.pk.fp8.f32 %a, %b -> %o[true] : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_sr_bf8_f32(
// CHECK: call i32 @llvm.amdgcn.cvt.sr.bf8.f32(
llvm.func @cvt_sr_bf8_f32(%a: f32, %b: i32, %o: i32) {
  %r = rocdl.cvt.sr.bf8.f32 %a, %b -> %o[2] : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_sr_fp8_f32(
// CHECK: call i32 @llvm.amdgcn.cvt.sr.fp8.f32(
llvm.func @cvt_sr_fp8_f32(%a: f32, %b: i32, %o: i32) {
  %r = rocdl.cvt.sr.fp8.f32 %a, %b -> %o[2] : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scale_pk16_bf16_bf6(
// CHECK: call <16 x bfloat> @llvm.amdgcn.cvt.scale.pk16.bf16.bf6(
llvm.func @cvt_scale_pk16_bf16_bf6(%a: vector<3xi32>, %i: i32) {
  %r = rocdl.cvt.scale.pk16.bf16.bf6 %a, %i[0] : vector<16xbf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scale_pk16_bf16_fp6(
// CHECK: call <16 x bfloat> @llvm.amdgcn.cvt.scale.pk16.bf16.fp6(
llvm.func @cvt_scale_pk16_bf16_fp6(%a: vector<3xi32>, %i: i32) {
  %r = rocdl.cvt.scale.pk16.bf16.fp6 %a, %i[0] : vector<16xbf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scale_pk16_f16_bf6(
// CHECK: call <16 x half> @llvm.amdgcn.cvt.scale.pk16.f16.bf6(
llvm.func @cvt_scale_pk16_f16_bf6(%a: vector<3xi32>, %i: i32) {
  %r = rocdl.cvt.scale.pk16.f16.bf6 %a, %i[0] : vector<16xf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scale_pk16_f16_fp6(
// CHECK: call <16 x half> @llvm.amdgcn.cvt.scale.pk16.f16.fp6(
llvm.func @cvt_scale_pk16_f16_fp6(%a: vector<3xi32>, %i: i32) {
  %r = rocdl.cvt.scale.pk16.f16.fp6 %a, %i[0] : vector<16xf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scale_pk16_f32_bf6(
// CHECK: call <16 x float> @llvm.amdgcn.cvt.scale.pk16.f32.bf6(
llvm.func @cvt_scale_pk16_f32_bf6(%a: vector<3xi32>, %i: i32) {
  %r = rocdl.cvt.scale.pk16.f32.bf6 %a, %i[0] : vector<16xf32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scale_pk16_f32_fp6(
// CHECK: call <16 x float> @llvm.amdgcn.cvt.scale.pk16.f32.fp6(
llvm.func @cvt_scale_pk16_f32_fp6(%a: vector<3xi32>, %i: i32) {
  %r = rocdl.cvt.scale.pk16.f32.fp6 %a, %i[0] : vector<16xf32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scale_pk8_bf16_bf8(
// CHECK: call <8 x bfloat> @llvm.amdgcn.cvt.scale.pk8.bf16.bf8(
llvm.func @cvt_scale_pk8_bf16_bf8(%a: vector<2xi32>, %i: i32) {
  %r = rocdl.cvt.scale.pk8.bf16.bf8 %a, %i[0] : vector<8xbf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scale_pk8_bf16_fp4(
// CHECK: call <8 x bfloat> @llvm.amdgcn.cvt.scale.pk8.bf16.fp4(
llvm.func @cvt_scale_pk8_bf16_fp4(%a: i32, %i: i32) {
  %r = rocdl.cvt.scale.pk8.bf16.fp4 %a, %i[0] : vector<8xbf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scale_pk8_bf16_fp8(
// CHECK: call <8 x bfloat> @llvm.amdgcn.cvt.scale.pk8.bf16.fp8(
llvm.func @cvt_scale_pk8_bf16_fp8(%a: vector<2xi32>, %i: i32) {
  %r = rocdl.cvt.scale.pk8.bf16.fp8 %a, %i[0] : vector<8xbf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scale_pk8_f16_bf8(
// CHECK: call <8 x half> @llvm.amdgcn.cvt.scale.pk8.f16.bf8(
llvm.func @cvt_scale_pk8_f16_bf8(%a: vector<2xi32>, %i: i32) {
  %r = rocdl.cvt.scale.pk8.f16.bf8 %a, %i[0] : vector<8xf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scale_pk8_f16_fp4(
// CHECK: call <8 x half> @llvm.amdgcn.cvt.scale.pk8.f16.fp4(
llvm.func @cvt_scale_pk8_f16_fp4(%a: i32, %i: i32) {
  %r = rocdl.cvt.scale.pk8.f16.fp4 %a, %i[0] : vector<8xf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scale_pk8_f16_fp8(
// CHECK: call <8 x half> @llvm.amdgcn.cvt.scale.pk8.f16.fp8(
llvm.func @cvt_scale_pk8_f16_fp8(%a: vector<2xi32>, %i: i32) {
  %r = rocdl.cvt.scale.pk8.f16.fp8 %a, %i[0] : vector<8xf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scale_pk8_f32_bf8(
// CHECK: call <8 x float> @llvm.amdgcn.cvt.scale.pk8.f32.bf8(
llvm.func @cvt_scale_pk8_f32_bf8(%a: vector<2xi32>, %i: i32) {
  %r = rocdl.cvt.scale.pk8.f32.bf8 %a, %i[0] : vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scale_pk8_f32_fp4(
// CHECK: call <8 x float> @llvm.amdgcn.cvt.scale.pk8.f32.fp4(
llvm.func @cvt_scale_pk8_f32_fp4(%a: i32, %i: i32) {
  %r = rocdl.cvt.scale.pk8.f32.fp4 %a, %i[0] : vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scale_pk8_f32_fp8(
// CHECK: call <8 x float> @llvm.amdgcn.cvt.scale.pk8.f32.fp8(
llvm.func @cvt_scale_pk8_f32_fp8(%a: vector<2xi32>, %i: i32) {
  %r = rocdl.cvt.scale.pk8.f32.fp8 %a, %i[0] : vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_2xpk16_bf6_f32(
// CHECK: call <6 x i32> @llvm.amdgcn.cvt.scalef32.2xpk16.bf6.f32(
llvm.func @cvt_scalef32_2xpk16_bf6_f32(%a: vector<16xf32>, %s: f32) {
  %r = rocdl.cvt.scalef32.2xpk16.bf6.f32 %a, %a, %s : vector<6xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_2xpk16_fp6_f32(
// CHECK: call <6 x i32> @llvm.amdgcn.cvt.scalef32.2xpk16.fp6.f32(
llvm.func @cvt_scalef32_2xpk16_fp6_f32(%a: vector<16xf32>, %s: f32) {
  %r = rocdl.cvt.scalef32.2xpk16.fp6.f32 %a, %a, %s : vector<6xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_f16_bf8(
// CHECK: call <2 x half> @llvm.amdgcn.cvt.scalef32.f16.bf8(
llvm.func @cvt_scalef32_f16_bf8(%a: i32, %s: f32, %o: vector<2xf16>) {
  %r = rocdl.cvt.scalef32.f16.bf8 %a[3], %s -> %o[true] : vector<2xf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_f16_fp8(
// CHECK: call <2 x half> @llvm.amdgcn.cvt.scalef32.f16.fp8(
llvm.func @cvt_scalef32_f16_fp8(%a: i32, %s: f32, %o: vector<2xf16>) {
  %r = rocdl.cvt.scalef32.f16.fp8 %a[3], %s -> %o[true] : vector<2xf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_f32_bf8(
// CHECK: call float @llvm.amdgcn.cvt.scalef32.f32.bf8(
llvm.func @cvt_scalef32_f32_bf8(%a: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.f32.bf8 %a[3], %s : f32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_f32_fp8(
// CHECK: call float @llvm.amdgcn.cvt.scalef32.f32.fp8(
llvm.func @cvt_scalef32_f32_fp8(%a: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.f32.fp8 %a[3], %s : f32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_bf16_fp4(
// CHECK: call <2 x bfloat> @llvm.amdgcn.cvt.scalef32.pk.bf16.fp4(
llvm.func @cvt_scalef32_pk_bf16_fp4(%a: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.pk.bf16.fp4 %a[3], %s : vector<2xbf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_f16_fp4(
// CHECK: call <2 x half> @llvm.amdgcn.cvt.scalef32.pk.f16.fp4(
llvm.func @cvt_scalef32_pk_f16_fp4(%a: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.pk.f16.fp4 %a[3], %s : vector<2xf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_f32_fp4(
// CHECK: call <2 x float> @llvm.amdgcn.cvt.scalef32.pk.f32.fp4(
llvm.func @cvt_scalef32_pk_f32_fp4(%a: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.pk.f32.fp4 %a[3], %s : vector<2xf32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_bf16_bf8(
// CHECK: call <2 x bfloat> @llvm.amdgcn.cvt.scalef32.pk.bf16.bf8(
llvm.func @cvt_scalef32_pk_bf16_bf8(%a: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.pk.bf16.bf8 %a[true], %s : vector<2xbf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_bf16_fp8(
// CHECK: call <2 x bfloat> @llvm.amdgcn.cvt.scalef32.pk.bf16.fp8(
llvm.func @cvt_scalef32_pk_bf16_fp8(%a: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.pk.bf16.fp8 %a[true], %s : vector<2xbf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_f16_bf8(
// CHECK: call <2 x half> @llvm.amdgcn.cvt.scalef32.pk.f16.bf8(
llvm.func @cvt_scalef32_pk_f16_bf8(%a: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.pk.f16.bf8 %a[true], %s : vector<2xf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_f16_fp8(
// CHECK: call <2 x half> @llvm.amdgcn.cvt.scalef32.pk.f16.fp8(
llvm.func @cvt_scalef32_pk_f16_fp8(%a: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.pk.f16.fp8 %a[true], %s : vector<2xf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_f32_bf8(
// CHECK: call <2 x float> @llvm.amdgcn.cvt.scalef32.pk.f32.bf8(
llvm.func @cvt_scalef32_pk_f32_bf8(%a: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.pk.f32.bf8 %a[true], %s : vector<2xf32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_f32_fp8(
// CHECK: call <2 x float> @llvm.amdgcn.cvt.scalef32.pk.f32.fp8(
llvm.func @cvt_scalef32_pk_f32_fp8(%a: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.pk.f32.fp8 %a[true], %s : vector<2xf32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk16_bf6_bf16(
// CHECK: call <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.bf6.bf16(
llvm.func @cvt_scalef32_pk16_bf6_bf16(%a: vector<16xbf16>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk16.bf6.bf16 %a, %s : vector<3xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk16_bf6_f16(
// CHECK: call <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.bf6.f16(
llvm.func @cvt_scalef32_pk16_bf6_f16(%a: vector<16xf16>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk16.bf6.f16 %a, %s : vector<3xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk16_bf6_f32(
// CHECK: call <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.bf6.f32(
llvm.func @cvt_scalef32_pk16_bf6_f32(%a: vector<16xf32>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk16.bf6.f32 %a, %s : vector<3xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk16_fp6_bf16(
// CHECK: call <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.fp6.bf16(
llvm.func @cvt_scalef32_pk16_fp6_bf16(%a: vector<16xbf16>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk16.fp6.bf16 %a, %s : vector<3xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk16_fp6_f16(
// CHECK: call <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.fp6.f16(
llvm.func @cvt_scalef32_pk16_fp6_f16(%a: vector<16xf16>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk16.fp6.f16 %a, %s : vector<3xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk16_fp6_f32(
// CHECK: call <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.fp6.f32(
llvm.func @cvt_scalef32_pk16_fp6_f32(%a: vector<16xf32>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk16.fp6.f32 %a, %s : vector<3xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk32_bf16_bf6(
// CHECK: call <32 x bfloat> @llvm.amdgcn.cvt.scalef32.pk32.bf16.bf6(
llvm.func @cvt_scalef32_pk32_bf16_bf6(%a: vector<6xi32>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk32.bf16.bf6 %a, %s : vector<32xbf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk32_bf16_fp6(
// CHECK: call <32 x bfloat> @llvm.amdgcn.cvt.scalef32.pk32.bf16.fp6(
llvm.func @cvt_scalef32_pk32_bf16_fp6(%a: vector<6xi32>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk32.bf16.fp6 %a, %s : vector<32xbf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk32_bf6_bf16(
// CHECK: call <6 x i32> @llvm.amdgcn.cvt.scalef32.pk32.bf6.bf16(
llvm.func @cvt_scalef32_pk32_bf6_bf16(%a: vector<32xbf16>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk32.bf6.bf16 %a, %s : vector<6xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk32_bf6_f16(
// CHECK: call <6 x i32> @llvm.amdgcn.cvt.scalef32.pk32.bf6.f16(
llvm.func @cvt_scalef32_pk32_bf6_f16(%a: vector<32xf16>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk32.bf6.f16 %a, %s : vector<6xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk32_f16_bf6(
// CHECK: call <32 x half> @llvm.amdgcn.cvt.scalef32.pk32.f16.bf6(
llvm.func @cvt_scalef32_pk32_f16_bf6(%a: vector<6xi32>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk32.f16.bf6 %a, %s : vector<32xf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk32_f16_fp6(
// CHECK: call <32 x half> @llvm.amdgcn.cvt.scalef32.pk32.f16.fp6(
llvm.func @cvt_scalef32_pk32_f16_fp6(%a: vector<6xi32>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk32.f16.fp6 %a, %s : vector<32xf16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk32_f32_bf6(
// CHECK: call <32 x float> @llvm.amdgcn.cvt.scalef32.pk32.f32.bf6(
llvm.func @cvt_scalef32_pk32_f32_bf6(%a: vector<6xi32>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk32.f32.bf6 %a, %s : vector<32xf32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk32_f32_fp6(
// CHECK: call <32 x float> @llvm.amdgcn.cvt.scalef32.pk32.f32.fp6(
llvm.func @cvt_scalef32_pk32_f32_fp6(%a: vector<6xi32>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk32.f32.fp6 %a, %s : vector<32xf32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk32_fp6_bf16(
// CHECK: call <6 x i32> @llvm.amdgcn.cvt.scalef32.pk32.fp6.bf16(
llvm.func @cvt_scalef32_pk32_fp6_bf16(%a: vector<32xbf16>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk32.fp6.bf16 %a, %s : vector<6xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk32_fp6_f16(
// CHECK: call <6 x i32> @llvm.amdgcn.cvt.scalef32.pk32.fp6.f16(
llvm.func @cvt_scalef32_pk32_fp6_f16(%a: vector<32xf16>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk32.fp6.f16 %a, %s : vector<6xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk8_bf8_bf16(
// CHECK: call <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.bf8.bf16(
llvm.func @cvt_scalef32_pk8_bf8_bf16(%a: vector<8xbf16>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk8.bf8.bf16 %a, %s : vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk8_bf8_f16(
// CHECK: call <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.bf8.f16(
llvm.func @cvt_scalef32_pk8_bf8_f16(%a: vector<8xf16>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk8.bf8.f16 %a, %s : vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk8_bf8_f32(
// CHECK: call <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.bf8.f32(
llvm.func @cvt_scalef32_pk8_bf8_f32(%a: vector<8xf32>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk8.bf8.f32 %a, %s : vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk8_fp4_bf16(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.pk8.fp4.bf16(
llvm.func @cvt_scalef32_pk8_fp4_bf16(%a: vector<8xbf16>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk8.fp4.bf16 %a, %s : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk8_fp4_f16(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.pk8.fp4.f16(
llvm.func @cvt_scalef32_pk8_fp4_f16(%a: vector<8xf16>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk8.fp4.f16 %a, %s : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk8_fp4_f32(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.pk8.fp4.f32(
llvm.func @cvt_scalef32_pk8_fp4_f32(%a: vector<8xf32>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk8.fp4.f32 %a, %s : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk8_fp8_bf16(
// CHECK: call <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.fp8.bf16(
llvm.func @cvt_scalef32_pk8_fp8_bf16(%a: vector<8xbf16>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk8.fp8.bf16 %a, %s : vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk8_fp8_f16(
// CHECK: call <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.fp8.f16(
llvm.func @cvt_scalef32_pk8_fp8_f16(%a: vector<8xf16>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk8.fp8.f16 %a, %s : vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk8_fp8_f32(
// CHECK: call <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.fp8.f32(
llvm.func @cvt_scalef32_pk8_fp8_f32(%a: vector<8xf32>, %s: f32) {
  %r = rocdl.cvt.scalef32.pk8.fp8.f32 %a, %s : vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_bf8_bf16(
// CHECK: call <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.bf8.bf16(
llvm.func @cvt_scalef32_pk_bf8_bf16(%a: vector<2xbf16>, %s: f32, %o: vector<2xi16>) {
  %r = rocdl.cvt.scalef32.pk.bf8.bf16 %a, %s -> %o[true] : vector<2xi16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_bf8_f16(
// CHECK: call <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.bf8.f16(
llvm.func @cvt_scalef32_pk_bf8_f16(%a: vector<2xf16>, %s: f32, %o: vector<2xi16>) {
  %r = rocdl.cvt.scalef32.pk.bf8.f16 %a, %s -> %o[true] : vector<2xi16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_fp8_bf16(
// CHECK: call <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.fp8.bf16(
llvm.func @cvt_scalef32_pk_fp8_bf16(%a: vector<2xbf16>, %s: f32, %o: vector<2xi16>) {
  %r = rocdl.cvt.scalef32.pk.fp8.bf16 %a, %s -> %o[true] : vector<2xi16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_fp8_f16(
// CHECK: call <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.fp8.f16(
llvm.func @cvt_scalef32_pk_fp8_f16(%a: vector<2xf16>, %s: f32, %o: vector<2xi16>) {
  %r = rocdl.cvt.scalef32.pk.fp8.f16 %a, %s -> %o[true] : vector<2xi16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_fp4_bf16(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.pk.fp4.bf16(
llvm.func @cvt_scalef32_pk_fp4_bf16(%a: vector<2xbf16>, %s: f32, %o: i32) {
  %r = rocdl.cvt.scalef32.pk.fp4.bf16 %a, %s -> %o[2] : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_fp4_f16(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.pk.fp4.f16(
llvm.func @cvt_scalef32_pk_fp4_f16(%a: vector<2xf16>, %s: f32, %o: i32) {
  %r = rocdl.cvt.scalef32.pk.fp4.f16 %a, %s -> %o[2] : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_bf8_f32(
// CHECK: call <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.bf8.f32(
llvm.func @cvt_scalef32_pk_bf8_f32(%a: f32, %s: f32, %o: vector<2xi16>) {
  %r = rocdl.cvt.scalef32.pk.bf8.f32 %a, %a, %s -> %o[true] : vector<2xi16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_fp8_f32(
// CHECK: call <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.fp8.f32(
llvm.func @cvt_scalef32_pk_fp8_f32(%a: f32, %s: f32, %o: vector<2xi16>) {
  %r = rocdl.cvt.scalef32.pk.fp8.f32 %a, %a, %s -> %o[true] : vector<2xi16>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_pk_fp4_f32(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.pk.fp4.f32(
llvm.func @cvt_scalef32_pk_fp4_f32(%a: f32, %s: f32, %o: i32) {
  %r = rocdl.cvt.scalef32.pk.fp4.f32 %a, %a, %s -> %o[2] : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_bf8_bf16(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.sr.bf8.bf16(
llvm.func @cvt_scalef32_sr_bf8_bf16(%a: bf16, %i: i32, %s: f32, %o: i32) {
  %r = rocdl.cvt.scalef32.sr.bf8.bf16 %a, %i, %s -> %o[2] : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_bf8_f16(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.sr.bf8.f16(
llvm.func @cvt_scalef32_sr_bf8_f16(%a: f16, %i: i32, %s: f32, %o: i32) {
  %r = rocdl.cvt.scalef32.sr.bf8.f16 %a, %i, %s -> %o[2] : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_bf8_f32(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.sr.bf8.f32(
llvm.func @cvt_scalef32_sr_bf8_f32(%a: f32, %i: i32, %s: f32, %o: i32) {
  %r = rocdl.cvt.scalef32.sr.bf8.f32 %a, %i, %s -> %o[2] : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_fp8_bf16(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.sr.fp8.bf16(
llvm.func @cvt_scalef32_sr_fp8_bf16(%a: bf16, %i: i32, %s: f32, %o: i32) {
  %r = rocdl.cvt.scalef32.sr.fp8.bf16 %a, %i, %s -> %o[2] : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_fp8_f16(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.sr.fp8.f16(
llvm.func @cvt_scalef32_sr_fp8_f16(%a: f16, %i: i32, %s: f32, %o: i32) {
  %r = rocdl.cvt.scalef32.sr.fp8.f16 %a, %i, %s -> %o[2] : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_fp8_f32(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.sr.fp8.f32(
llvm.func @cvt_scalef32_sr_fp8_f32(%a: f32, %i: i32, %s: f32, %o: i32) {
  %r = rocdl.cvt.scalef32.sr.fp8.f32 %a, %i, %s -> %o[2] : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk_fp4_bf16(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.sr.pk.fp4.bf16(
llvm.func @cvt_scalef32_sr_pk_fp4_bf16(%a: vector<2xbf16>, %i: i32, %s: f32, %o: i32) {
  %r = rocdl.cvt.scalef32.sr.pk.fp4.bf16 %a, %i, %s -> %o[2] : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk_fp4_f16(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.sr.pk.fp4.f16(
llvm.func @cvt_scalef32_sr_pk_fp4_f16(%a: vector<2xf16>, %i: i32, %s: f32, %o: i32) {
  %r = rocdl.cvt.scalef32.sr.pk.fp4.f16 %a, %i, %s -> %o[2] : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk_fp4_f32(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.sr.pk.fp4.f32(
llvm.func @cvt_scalef32_sr_pk_fp4_f32(%a: vector<2xf32>, %i: i32, %s: f32, %o: i32) {
  %r = rocdl.cvt.scalef32.sr.pk.fp4.f32 %a, %i, %s -> %o[2] : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk16_bf6_bf16(
// CHECK: call <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.bf6.bf16(
llvm.func @cvt_scalef32_sr_pk16_bf6_bf16(%a: vector<16xbf16>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk16.bf6.bf16 %a, %i, %s : vector<3xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk16_bf6_f16(
// CHECK: call <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.bf6.f16(
llvm.func @cvt_scalef32_sr_pk16_bf6_f16(%a: vector<16xf16>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk16.bf6.f16 %a, %i, %s : vector<3xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk16_bf6_f32(
// CHECK: call <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.bf6.f32(
llvm.func @cvt_scalef32_sr_pk16_bf6_f32(%a: vector<16xf32>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk16.bf6.f32 %a, %i, %s : vector<3xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk16_fp6_bf16(
// CHECK: call <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.fp6.bf16(
llvm.func @cvt_scalef32_sr_pk16_fp6_bf16(%a: vector<16xbf16>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk16.fp6.bf16 %a, %i, %s : vector<3xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk16_fp6_f16(
// CHECK: call <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.fp6.f16(
llvm.func @cvt_scalef32_sr_pk16_fp6_f16(%a: vector<16xf16>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk16.fp6.f16 %a, %i, %s : vector<3xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk16_fp6_f32(
// CHECK: call <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.fp6.f32(
llvm.func @cvt_scalef32_sr_pk16_fp6_f32(%a: vector<16xf32>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk16.fp6.f32 %a, %i, %s : vector<3xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk32_bf6_bf16(
// CHECK: call <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.bf6.bf16(
llvm.func @cvt_scalef32_sr_pk32_bf6_bf16(%a: vector<32xbf16>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk32.bf6.bf16 %a, %i, %s : vector<6xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk32_bf6_f16(
// CHECK: call <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.bf6.f16(
llvm.func @cvt_scalef32_sr_pk32_bf6_f16(%a: vector<32xf16>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk32.bf6.f16 %a, %i, %s : vector<6xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk32_bf6_f32(
// CHECK: call <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.bf6.f32(
llvm.func @cvt_scalef32_sr_pk32_bf6_f32(%a: vector<32xf32>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk32.bf6.f32 %a, %i, %s : vector<6xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk32_fp6_bf16(
// CHECK: call <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.fp6.bf16(
llvm.func @cvt_scalef32_sr_pk32_fp6_bf16(%a: vector<32xbf16>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk32.fp6.bf16 %a, %i, %s : vector<6xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk32_fp6_f16(
// CHECK: call <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.fp6.f16(
llvm.func @cvt_scalef32_sr_pk32_fp6_f16(%a: vector<32xf16>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk32.fp6.f16 %a, %i, %s : vector<6xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk32_fp6_f32(
// CHECK: call <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.fp6.f32(
llvm.func @cvt_scalef32_sr_pk32_fp6_f32(%a: vector<32xf32>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk32.fp6.f32 %a, %i, %s : vector<6xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk8_bf8_bf16(
// CHECK: call <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.bf8.bf16(
llvm.func @cvt_scalef32_sr_pk8_bf8_bf16(%a: vector<8xbf16>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk8.bf8.bf16 %a, %i, %s : vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk8_bf8_f16(
// CHECK: call <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.bf8.f16(
llvm.func @cvt_scalef32_sr_pk8_bf8_f16(%a: vector<8xf16>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk8.bf8.f16 %a, %i, %s : vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk8_bf8_f32(
// CHECK: call <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.bf8.f32(
llvm.func @cvt_scalef32_sr_pk8_bf8_f32(%a: vector<8xf32>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk8.bf8.f32 %a, %i, %s : vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk8_fp4_bf16(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.sr.pk8.fp4.bf16(
llvm.func @cvt_scalef32_sr_pk8_fp4_bf16(%a: vector<8xbf16>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk8.fp4.bf16 %a, %i, %s : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk8_fp4_f16(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.sr.pk8.fp4.f16(
llvm.func @cvt_scalef32_sr_pk8_fp4_f16(%a: vector<8xf16>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk8.fp4.f16 %a, %i, %s : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk8_fp4_f32(
// CHECK: call i32 @llvm.amdgcn.cvt.scalef32.sr.pk8.fp4.f32(
llvm.func @cvt_scalef32_sr_pk8_fp4_f32(%a: vector<8xf32>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk8.fp4.f32 %a, %i, %s : i32
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk8_fp8_bf16(
// CHECK: call <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.fp8.bf16(
llvm.func @cvt_scalef32_sr_pk8_fp8_bf16(%a: vector<8xbf16>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk8.fp8.bf16 %a, %i, %s : vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk8_fp8_f16(
// CHECK: call <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.fp8.f16(
llvm.func @cvt_scalef32_sr_pk8_fp8_f16(%a: vector<8xf16>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk8.fp8.f16 %a, %i, %s : vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @cvt_scalef32_sr_pk8_fp8_f32(
// CHECK: call <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.fp8.f32(
llvm.func @cvt_scalef32_sr_pk8_fp8_f32(%a: vector<8xf32>, %i: i32, %s: f32) {
  %r = rocdl.cvt.scalef32.sr.pk8.fp8.f32 %a, %i, %s : vector<2xi32>
  llvm.return
}

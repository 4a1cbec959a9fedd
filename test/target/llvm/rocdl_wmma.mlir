// The rocdl dialect, products of matrices, RDNA: LLVM IR as upstream's translation prints it.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: grep -v "^; ModuleID\|^source_filename\|^!\|^$" %t.ll > %t.ours
// RUN: mlir-translate --mlir-to-llvmir %s | grep -v "^; ModuleID\|^source_filename\|^!\|^$" | diff - %t.ours
// RUN: FileCheck %s < %t.ll

// CHECK-LABEL: define void @wmma_f32_16x16x16_f16(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(
llvm.func @wmma_f32_16x16x16_f16(%a: vector<16xf16>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x16.f16 %a, %a, %c : (vector<16xf16>, vector<16xf16>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f32_16x16x16_bf16(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(
llvm.func @wmma_f32_16x16x16_bf16(%a: vector<16xi16>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x16.bf16 %a, %a, %c : (vector<16xi16>, vector<16xi16>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f16_16x16x16_f16(
// CHECK: call <16 x half> @llvm.amdgcn.wmma.f16.16x16x16.f16.v16f16.v16f16(
llvm.func @wmma_f16_16x16x16_f16(%a: vector<16xf16>, %c: vector<16xf16>) {
  %r = rocdl.wmma.f16.16x16x16.f16 %a, %a, %c : (vector<16xf16>, vector<16xf16>, vector<16xf16>) -> vector<16xf16>
  llvm.return
}

// CHECK-LABEL: define void @wmma_bf16_16x16x16_bf16(
// CHECK: call <16 x i16> @llvm.amdgcn.wmma.bf16.16x16x16.bf16.v16i16.v16i16(
llvm.func @wmma_bf16_16x16x16_bf16(%a: vector<16xi16>, %c: vector<16xi16>) {
  %r = rocdl.wmma.bf16.16x16x16.bf16 %a, %a, %c : (vector<16xi16>, vector<16xi16>, vector<16xi16>) -> vector<16xi16>
  llvm.return
}

// CHECK-LABEL: define void @wmma_i32_16x16x16_iu8(
// CHECK: call <8 x i32> @llvm.amdgcn.wmma.i32.16x16x16.iu8.v8i32.v4i32(
llvm.func @wmma_i32_16x16x16_iu8(%a: vector<4xi32>, %c: vector<8xi32>) {
  %r = rocdl.wmma.i32.16x16x16.iu8 %a, %a, %c : (vector<4xi32>, vector<4xi32>, vector<8xi32>) -> vector<8xi32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_i32_16x16x16_iu4(
// CHECK: call <8 x i32> @llvm.amdgcn.wmma.i32.16x16x16.iu4.v8i32.v2i32(
llvm.func @wmma_i32_16x16x16_iu4(%a: vector<2xi32>, %c: vector<8xi32>) {
  %r = rocdl.wmma.i32.16x16x16.iu4 %a, %a, %c : (vector<2xi32>, vector<2xi32>, vector<8xi32>) -> vector<8xi32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f32_16x16x16_fp8_fp8(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.fp8.fp8.v8f32.v2i32(
llvm.func @wmma_f32_16x16x16_fp8_fp8(%a: vector<2xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x16.fp8_fp8 %a, %a, %c : (vector<2xi32>, vector<2xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f32_16x16x16_fp8_bf8(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.fp8.bf8.v8f32.v2i32(
llvm.func @wmma_f32_16x16x16_fp8_bf8(%a: vector<2xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x16.fp8_bf8 %a, %a, %c : (vector<2xi32>, vector<2xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f32_16x16x16_bf8_bf8(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf8.bf8.v8f32.v2i32(
llvm.func @wmma_f32_16x16x16_bf8_bf8(%a: vector<2xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x16.bf8_bf8 %a, %a, %c : (vector<2xi32>, vector<2xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f32_16x16x16_bf8_fp8(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf8.fp8.v8f32.v2i32(
llvm.func @wmma_f32_16x16x16_bf8_fp8(%a: vector<2xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x16.bf8_fp8 %a, %a, %c : (vector<2xi32>, vector<2xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_i32_16x16x32_iu4(
// CHECK: call <8 x i32> @llvm.amdgcn.wmma.i32.16x16x32.iu4.v8i32.v2i32(
llvm.func @wmma_i32_16x16x32_iu4(%a: vector<2xi32>, %c: vector<8xi32>) {
  %r = rocdl.wmma.i32.16x16x32.iu4 %a, %a, %c : (vector<2xi32>, vector<2xi32>, vector<8xi32>) -> vector<8xi32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f32_16x16x4_f32(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x4.f32.v8f32.v2f32(
llvm.func @wmma_f32_16x16x4_f32(%a: vector<2xf32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x4.f32 %a, %a, %c : (vector<2xf32>, vector<2xf32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f32_16x16x32_bf16(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x32.bf16.v8f32.v16bf16(
llvm.func @wmma_f32_16x16x32_bf16(%a: vector<16xbf16>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x32.bf16 %a, %a, %c : (vector<16xbf16>, vector<16xbf16>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f32_16x16x32_f16(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x32.f16.v8f32.v16f16(
llvm.func @wmma_f32_16x16x32_f16(%a: vector<16xf16>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x32.f16 %a, %a, %c : (vector<16xf16>, vector<16xf16>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f16_16x16x32_f16(
// CHECK: call <8 x half> @llvm.amdgcn.wmma.f16.16x16x32.f16.v8f16.v16f16(
llvm.func @wmma_f16_16x16x32_f16(%a: vector<16xf16>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x32.f16 %a, %a, %c : (vector<16xf16>, vector<16xf16>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: define void @wmma_bf16_16x16x32_bf16(
// CHECK: call <8 x bfloat> @llvm.amdgcn.wmma.bf16.16x16x32.bf16.v8bf16.v16bf16(
llvm.func @wmma_bf16_16x16x32_bf16(%a: vector<16xbf16>, %c: vector<8xbf16>) {
  %r = rocdl.wmma.bf16.16x16x32.bf16 %a, %a, %c : (vector<16xbf16>, vector<16xbf16>, vector<8xbf16>) -> vector<8xbf16>
  llvm.return
}

// CHECK-LABEL: define void @wmma_bf16f32_16x16x32_bf16(
// CHECK: call <8 x bfloat> @llvm.amdgcn.wmma.bf16f32.16x16x32.bf16.v8bf16.v16bf16.v8f32(
llvm.func @wmma_bf16f32_16x16x32_bf16(%a: vector<16xbf16>, %c: vector<8xf32>) {
  %r = rocdl.wmma.bf16f32.16x16x32.bf16 %a, %a, %c : (vector<16xbf16>, vector<16xbf16>, vector<8xf32>) -> vector<8xbf16>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f32_16x16x64_fp8_fp8(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x64.fp8.fp8.v8f32.v8i32(
llvm.func @wmma_f32_16x16x64_fp8_fp8(%a: vector<8xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x64.fp8_fp8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f32_16x16x64_fp8_bf8(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x64.fp8.bf8.v8f32.v8i32(
llvm.func @wmma_f32_16x16x64_fp8_bf8(%a: vector<8xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x64.fp8_bf8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f32_16x16x64_bf8_fp8(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x64.bf8.fp8.v8f32.v8i32(
llvm.func @wmma_f32_16x16x64_bf8_fp8(%a: vector<8xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x64.bf8_fp8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f32_16x16x64_bf8_bf8(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x64.bf8.bf8.v8f32.v8i32(
llvm.func @wmma_f32_16x16x64_bf8_bf8(%a: vector<8xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x64.bf8_bf8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f16_16x16x64_fp8_fp8(
// CHECK: call <8 x half> @llvm.amdgcn.wmma.f16.16x16x64.fp8.fp8.v8f16.v8i32(
llvm.func @wmma_f16_16x16x64_fp8_fp8(%a: vector<8xi32>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x64.fp8_fp8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f16_16x16x64_fp8_bf8(
// CHECK: call <8 x half> @llvm.amdgcn.wmma.f16.16x16x64.fp8.bf8.v8f16.v8i32(
llvm.func @wmma_f16_16x16x64_fp8_bf8(%a: vector<8xi32>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x64.fp8_bf8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f16_16x16x64_bf8_fp8(
// CHECK: call <8 x half> @llvm.amdgcn.wmma.f16.16x16x64.bf8.fp8.v8f16.v8i32(
llvm.func @wmma_f16_16x16x64_bf8_fp8(%a: vector<8xi32>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x64.bf8_fp8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f16_16x16x64_bf8_bf8(
// CHECK: call <8 x half> @llvm.amdgcn.wmma.f16.16x16x64.bf8.bf8.v8f16.v8i32(
llvm.func @wmma_f16_16x16x64_bf8_bf8(%a: vector<8xi32>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x64.bf8_bf8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f32_16x16x128_fp8_fp8(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.fp8.fp8.v8f32.v16i32(
llvm.func @wmma_f32_16x16x128_fp8_fp8(%a: vector<16xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x128.fp8_fp8 %a, %a, %c : (vector<16xi32>, vector<16xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f32_16x16x128_fp8_bf8(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.fp8.bf8.v8f32.v16i32(
llvm.func @wmma_f32_16x16x128_fp8_bf8(%a: vector<16xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x128.fp8_bf8 %a, %a, %c : (vector<16xi32>, vector<16xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f32_16x16x128_bf8_fp8(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.bf8.fp8.v8f32.v16i32(
llvm.func @wmma_f32_16x16x128_bf8_fp8(%a: vector<16xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x128.bf8_fp8 %a, %a, %c : (vector<16xi32>, vector<16xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f32_16x16x128_bf8_bf8(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.bf8.bf8.v8f32.v16i32(
llvm.func @wmma_f32_16x16x128_bf8_bf8(%a: vector<16xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x128.bf8_bf8 %a, %a, %c : (vector<16xi32>, vector<16xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f16_16x16x128_fp8_fp8(
// CHECK: call <8 x half> @llvm.amdgcn.wmma.f16.16x16x128.fp8.fp8.v8f16.v16i32(
llvm.func @wmma_f16_16x16x128_fp8_fp8(%a: vector<16xi32>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x128.fp8_fp8 %a, %a, %c : (vector<16xi32>, vector<16xi32>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f16_16x16x128_fp8_bf8(
// CHECK: call <8 x half> @llvm.amdgcn.wmma.f16.16x16x128.fp8.bf8.v8f16.v16i32(
llvm.func @wmma_f16_16x16x128_fp8_bf8(%a: vector<16xi32>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x128.fp8_bf8 %a, %a, %c : (vector<16xi32>, vector<16xi32>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f16_16x16x128_bf8_fp8(
// CHECK: call <8 x half> @llvm.amdgcn.wmma.f16.16x16x128.bf8.fp8.v8f16.v16i32(
llvm.func @wmma_f16_16x16x128_bf8_fp8(%a: vector<16xi32>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x128.bf8_fp8 %a, %a, %c : (vector<16xi32>, vector<16xi32>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: define void @wmma_f16_16x16x128_bf8_bf8(
// CHECK: call <8 x half> @llvm.amdgcn.wmma.f16.16x16x128.bf8.bf8.v8f16.v16i32(
llvm.func @wmma_f16_16x16x128_bf8_bf8(%a: vector<16xi32>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x128.bf8_bf8 %a, %a, %c : (vector<16xi32>, vector<16xi32>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: define void @wmma_i32_16x16x64_iu8(
// CHECK: call <8 x i32> @llvm.amdgcn.wmma.i32.16x16x64.iu8.v8i32.v8i32(
llvm.func @wmma_i32_16x16x64_iu8(%a: vector<8xi32>, %c: vector<8xi32>) {
  %r = rocdl.wmma.i32.16x16x64.iu8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_scale_f32_16x16x128_f8f6f4(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.scale.f32.16x16x128.f8f6f4.v8f32.v16i32.v16i32(
llvm.func @wmma_scale_f32_16x16x128_f8f6f4(%a: vector<16xi32>, %c: vector<8xf32>, %s: i32) {
  %r = rocdl.wmma.scale.f32.16x16x128.f8f6f4 %a, %a, %c, %s, %s : (vector<16xi32>, vector<16xi32>, vector<8xf32>, i32, i32) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_scale16_f32_16x16x128_f8f6f4(
// CHECK: call <8 x float> @llvm.amdgcn.wmma.scale16.f32.16x16x128.f8f6f4.v8f32.v16i32.v16i32(
llvm.func @wmma_scale16_f32_16x16x128_f8f6f4(%a: vector<16xi32>, %c: vector<8xf32>, %s: i64) {
  %r = rocdl.wmma.scale16.f32.16x16x128.f8f6f4 %a, %a, %c, %s, %s : (vector<16xi32>, vector<16xi32>, vector<8xf32>, i64, i64) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_scale_f32_32x16x128_f4(
// CHECK: call <16 x float> @llvm.amdgcn.wmma.scale.f32.32x16x128.f4.v16f32.v16i32.v16i32(
llvm.func @wmma_scale_f32_32x16x128_f4(%a: vector<16xi32>, %c: vector<16xf32>, %s: i32) {
  %r = rocdl.wmma.scale.f32.32x16x128.f4 %a, %a, %c, %s, %s : (vector<16xi32>, vector<16xi32>, vector<16xf32>, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: define void @wmma_scale16_f32_32x16x128_f4(
// CHECK: call <16 x float> @llvm.amdgcn.wmma.scale16.f32.32x16x128.f4.v16f32.v16i32.v16i32(
llvm.func @wmma_scale16_f32_32x16x128_f4(%a: vector<16xi32>, %c: vector<16xf32>, %s: i64) {
  %r = rocdl.wmma.scale16.f32.32x16x128.f4 %a, %a, %c, %s, %s : (vector<16xi32>, vector<16xi32>, vector<16xf32>, i64, i64) -> vector<16xf32>
  llvm.return
}

// Products of matrices, RDNA: syntax as upstream prints it, and back.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt --mlir-print-op-generic %s | tern-opt | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: llvm.func @wmma_f32_16x16x16_f16(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x16.f16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xf16>, vector<16xf16>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x16_f16(%a: vector<16xf16>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x16.f16 %a, %a, %c : (vector<16xf16>, vector<16xf16>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f32_16x16x16_bf16(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x16.bf16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xi16>, vector<16xi16>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x16_bf16(%a: vector<16xi16>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x16.bf16 %a, %a, %c : (vector<16xi16>, vector<16xi16>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f16_16x16x16_f16(
// CHECK: %{{.*}} = rocdl.wmma.f16.16x16x16.f16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xf16>, vector<16xf16>, vector<16xf16>) -> vector<16xf16>
llvm.func @wmma_f16_16x16x16_f16(%a: vector<16xf16>, %c: vector<16xf16>) {
  %r = rocdl.wmma.f16.16x16x16.f16 %a, %a, %c : (vector<16xf16>, vector<16xf16>, vector<16xf16>) -> vector<16xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_bf16_16x16x16_bf16(
// CHECK: %{{.*}} = rocdl.wmma.bf16.16x16x16.bf16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xi16>, vector<16xi16>, vector<16xi16>) -> vector<16xi16>
llvm.func @wmma_bf16_16x16x16_bf16(%a: vector<16xi16>, %c: vector<16xi16>) {
  %r = rocdl.wmma.bf16.16x16x16.bf16 %a, %a, %c : (vector<16xi16>, vector<16xi16>, vector<16xi16>) -> vector<16xi16>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_i32_16x16x16_iu8(
// CHECK: %{{.*}} = rocdl.wmma.i32.16x16x16.iu8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi32>, vector<4xi32>, vector<8xi32>) -> vector<8xi32>
llvm.func @wmma_i32_16x16x16_iu8(%a: vector<4xi32>, %c: vector<8xi32>) {
  %r = rocdl.wmma.i32.16x16x16.iu8 %a, %a, %c : (vector<4xi32>, vector<4xi32>, vector<8xi32>) -> vector<8xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_i32_16x16x16_iu4(
// CHECK: %{{.*}} = rocdl.wmma.i32.16x16x16.iu4 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi32>, vector<2xi32>, vector<8xi32>) -> vector<8xi32>
llvm.func @wmma_i32_16x16x16_iu4(%a: vector<2xi32>, %c: vector<8xi32>) {
  %r = rocdl.wmma.i32.16x16x16.iu4 %a, %a, %c : (vector<2xi32>, vector<2xi32>, vector<8xi32>) -> vector<8xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f32_16x16x16_fp8_fp8(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x16.fp8_fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi32>, vector<2xi32>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x16_fp8_fp8(%a: vector<2xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x16.fp8_fp8 %a, %a, %c : (vector<2xi32>, vector<2xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f32_16x16x16_fp8_bf8(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x16.fp8_bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi32>, vector<2xi32>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x16_fp8_bf8(%a: vector<2xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x16.fp8_bf8 %a, %a, %c : (vector<2xi32>, vector<2xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f32_16x16x16_bf8_bf8(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x16.bf8_bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi32>, vector<2xi32>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x16_bf8_bf8(%a: vector<2xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x16.bf8_bf8 %a, %a, %c : (vector<2xi32>, vector<2xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f32_16x16x16_bf8_fp8(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x16.bf8_fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi32>, vector<2xi32>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x16_bf8_fp8(%a: vector<2xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x16.bf8_fp8 %a, %a, %c : (vector<2xi32>, vector<2xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_i32_16x16x32_iu4(
// CHECK: %{{.*}} = rocdl.wmma.i32.16x16x32.iu4 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi32>, vector<2xi32>, vector<8xi32>) -> vector<8xi32>
llvm.func @wmma_i32_16x16x32_iu4(%a: vector<2xi32>, %c: vector<8xi32>) {
  %r = rocdl.wmma.i32.16x16x32.iu4 %a, %a, %c : (vector<2xi32>, vector<2xi32>, vector<8xi32>) -> vector<8xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f32_16x16x4_f32(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x4.f32 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xf32>, vector<2xf32>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x4_f32(%a: vector<2xf32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x4.f32 %a, %a, %c : (vector<2xf32>, vector<2xf32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f32_16x16x32_bf16(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x32.bf16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xbf16>, vector<16xbf16>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x32_bf16(%a: vector<16xbf16>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x32.bf16 %a, %a, %c : (vector<16xbf16>, vector<16xbf16>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f32_16x16x32_f16(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x32.f16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xf16>, vector<16xf16>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x32_f16(%a: vector<16xf16>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x32.f16 %a, %a, %c : (vector<16xf16>, vector<16xf16>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f16_16x16x32_f16(
// CHECK: %{{.*}} = rocdl.wmma.f16.16x16x32.f16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xf16>, vector<16xf16>, vector<8xf16>) -> vector<8xf16>
llvm.func @wmma_f16_16x16x32_f16(%a: vector<16xf16>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x32.f16 %a, %a, %c : (vector<16xf16>, vector<16xf16>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_bf16_16x16x32_bf16(
// CHECK: %{{.*}} = rocdl.wmma.bf16.16x16x32.bf16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xbf16>, vector<16xbf16>, vector<8xbf16>) -> vector<8xbf16>
llvm.func @wmma_bf16_16x16x32_bf16(%a: vector<16xbf16>, %c: vector<8xbf16>) {
  %r = rocdl.wmma.bf16.16x16x32.bf16 %a, %a, %c : (vector<16xbf16>, vector<16xbf16>, vector<8xbf16>) -> vector<8xbf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_bf16f32_16x16x32_bf16(
// CHECK: %{{.*}} = rocdl.wmma.bf16f32.16x16x32.bf16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xbf16>, vector<16xbf16>, vector<8xf32>) -> vector<8xbf16>
llvm.func @wmma_bf16f32_16x16x32_bf16(%a: vector<16xbf16>, %c: vector<8xf32>) {
  %r = rocdl.wmma.bf16f32.16x16x32.bf16 %a, %a, %c : (vector<16xbf16>, vector<16xbf16>, vector<8xf32>) -> vector<8xbf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f32_16x16x64_fp8_fp8(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x64.fp8_fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xi32>, vector<8xi32>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x64_fp8_fp8(%a: vector<8xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x64.fp8_fp8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f32_16x16x64_fp8_bf8(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x64.fp8_bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xi32>, vector<8xi32>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x64_fp8_bf8(%a: vector<8xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x64.fp8_bf8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f32_16x16x64_bf8_fp8(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x64.bf8_fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xi32>, vector<8xi32>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x64_bf8_fp8(%a: vector<8xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x64.bf8_fp8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f32_16x16x64_bf8_bf8(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x64.bf8_bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xi32>, vector<8xi32>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x64_bf8_bf8(%a: vector<8xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x64.bf8_bf8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f16_16x16x64_fp8_fp8(
// CHECK: %{{.*}} = rocdl.wmma.f16.16x16x64.fp8_fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xi32>, vector<8xi32>, vector<8xf16>) -> vector<8xf16>
llvm.func @wmma_f16_16x16x64_fp8_fp8(%a: vector<8xi32>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x64.fp8_fp8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f16_16x16x64_fp8_bf8(
// CHECK: %{{.*}} = rocdl.wmma.f16.16x16x64.fp8_bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xi32>, vector<8xi32>, vector<8xf16>) -> vector<8xf16>
llvm.func @wmma_f16_16x16x64_fp8_bf8(%a: vector<8xi32>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x64.fp8_bf8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f16_16x16x64_bf8_fp8(
// CHECK: %{{.*}} = rocdl.wmma.f16.16x16x64.bf8_fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xi32>, vector<8xi32>, vector<8xf16>) -> vector<8xf16>
llvm.func @wmma_f16_16x16x64_bf8_fp8(%a: vector<8xi32>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x64.bf8_fp8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f16_16x16x64_bf8_bf8(
// CHECK: %{{.*}} = rocdl.wmma.f16.16x16x64.bf8_bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xi32>, vector<8xi32>, vector<8xf16>) -> vector<8xf16>
llvm.func @wmma_f16_16x16x64_bf8_bf8(%a: vector<8xi32>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x64.bf8_bf8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f32_16x16x128_fp8_fp8(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x128.fp8_fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xi32>, vector<16xi32>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x128_fp8_fp8(%a: vector<16xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x128.fp8_fp8 %a, %a, %c : (vector<16xi32>, vector<16xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f32_16x16x128_fp8_bf8(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x128.fp8_bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xi32>, vector<16xi32>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x128_fp8_bf8(%a: vector<16xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x128.fp8_bf8 %a, %a, %c : (vector<16xi32>, vector<16xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f32_16x16x128_bf8_fp8(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x128.bf8_fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xi32>, vector<16xi32>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x128_bf8_fp8(%a: vector<16xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x128.bf8_fp8 %a, %a, %c : (vector<16xi32>, vector<16xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f32_16x16x128_bf8_bf8(
// CHECK: %{{.*}} = rocdl.wmma.f32.16x16x128.bf8_bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xi32>, vector<16xi32>, vector<8xf32>) -> vector<8xf32>
llvm.func @wmma_f32_16x16x128_bf8_bf8(%a: vector<16xi32>, %c: vector<8xf32>) {
  %r = rocdl.wmma.f32.16x16x128.bf8_bf8 %a, %a, %c : (vector<16xi32>, vector<16xi32>, vector<8xf32>) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f16_16x16x128_fp8_fp8(
// CHECK: %{{.*}} = rocdl.wmma.f16.16x16x128.fp8_fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xi32>, vector<16xi32>, vector<8xf16>) -> vector<8xf16>
llvm.func @wmma_f16_16x16x128_fp8_fp8(%a: vector<16xi32>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x128.fp8_fp8 %a, %a, %c : (vector<16xi32>, vector<16xi32>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f16_16x16x128_fp8_bf8(
// CHECK: %{{.*}} = rocdl.wmma.f16.16x16x128.fp8_bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xi32>, vector<16xi32>, vector<8xf16>) -> vector<8xf16>
llvm.func @wmma_f16_16x16x128_fp8_bf8(%a: vector<16xi32>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x128.fp8_bf8 %a, %a, %c : (vector<16xi32>, vector<16xi32>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f16_16x16x128_bf8_fp8(
// CHECK: %{{.*}} = rocdl.wmma.f16.16x16x128.bf8_fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xi32>, vector<16xi32>, vector<8xf16>) -> vector<8xf16>
llvm.func @wmma_f16_16x16x128_bf8_fp8(%a: vector<16xi32>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x128.bf8_fp8 %a, %a, %c : (vector<16xi32>, vector<16xi32>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_f16_16x16x128_bf8_bf8(
// CHECK: %{{.*}} = rocdl.wmma.f16.16x16x128.bf8_bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xi32>, vector<16xi32>, vector<8xf16>) -> vector<8xf16>
llvm.func @wmma_f16_16x16x128_bf8_bf8(%a: vector<16xi32>, %c: vector<8xf16>) {
  %r = rocdl.wmma.f16.16x16x128.bf8_bf8 %a, %a, %c : (vector<16xi32>, vector<16xi32>, vector<8xf16>) -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_i32_16x16x64_iu8(
// CHECK: %{{.*}} = rocdl.wmma.i32.16x16x64.iu8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xi32>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
llvm.func @wmma_i32_16x16x64_iu8(%a: vector<8xi32>, %c: vector<8xi32>) {
  %r = rocdl.wmma.i32.16x16x64.iu8 %a, %a, %c : (vector<8xi32>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_scale_f32_16x16x128_f8f6f4(
// CHECK: %{{.*}} = rocdl.wmma.scale.f32.16x16x128.f8f6f4 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xi32>, vector<16xi32>, vector<8xf32>, i32, i32) -> vector<8xf32>
llvm.func @wmma_scale_f32_16x16x128_f8f6f4(%a: vector<16xi32>, %c: vector<8xf32>, %s: i32) {
  %r = rocdl.wmma.scale.f32.16x16x128.f8f6f4 %a, %a, %c, %s, %s : (vector<16xi32>, vector<16xi32>, vector<8xf32>, i32, i32) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_scale16_f32_16x16x128_f8f6f4(
// CHECK: %{{.*}} = rocdl.wmma.scale16.f32.16x16x128.f8f6f4 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xi32>, vector<16xi32>, vector<8xf32>, i64, i64) -> vector<8xf32>
llvm.func @wmma_scale16_f32_16x16x128_f8f6f4(%a: vector<16xi32>, %c: vector<8xf32>, %s: i64) {
  %r = rocdl.wmma.scale16.f32.16x16x128.f8f6f4 %a, %a, %c, %s, %s : (vector<16xi32>, vector<16xi32>, vector<8xf32>, i64, i64) -> vector<8xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_scale_f32_32x16x128_f4(
// CHECK: %{{.*}} = rocdl.wmma.scale.f32.32x16x128.f4 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xi32>, vector<16xi32>, vector<16xf32>, i32, i32) -> vector<16xf32>
llvm.func @wmma_scale_f32_32x16x128_f4(%a: vector<16xi32>, %c: vector<16xf32>, %s: i32) {
  %r = rocdl.wmma.scale.f32.32x16x128.f4 %a, %a, %c, %s, %s : (vector<16xi32>, vector<16xi32>, vector<16xf32>, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @wmma_scale16_f32_32x16x128_f4(
// CHECK: %{{.*}} = rocdl.wmma.scale16.f32.32x16x128.f4 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<16xi32>, vector<16xi32>, vector<16xf32>, i64, i64) -> vector<16xf32>
llvm.func @wmma_scale16_f32_32x16x128_f4(%a: vector<16xi32>, %c: vector<16xf32>, %s: i64) {
  %r = rocdl.wmma.scale16.f32.32x16x128.f4 %a, %a, %c, %s, %s : (vector<16xi32>, vector<16xi32>, vector<16xf32>, i64, i64) -> vector<16xf32>
  llvm.return
}

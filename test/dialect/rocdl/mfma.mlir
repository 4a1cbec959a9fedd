// Products of matrices, CDNA: syntax as upstream prints it, and back.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt --mlir-print-op-generic %s | tern-opt | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: llvm.func @mfma_f32_32x32x1f32(
// CHECK: %{{.*}} = rocdl.mfma.f32.32x32x1f32 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (f32, f32, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
llvm.func @mfma_f32_32x32x1f32(%a: f32, %b: f32, %c: vector<32xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.32x32x1f32 %a, %b, %c, %i, %i, %i : (f32, f32, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_16x16x1f32(
// CHECK: %{{.*}} = rocdl.mfma.f32.16x16x1f32 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (f32, f32, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @mfma_f32_16x16x1f32(%a: f32, %b: f32, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.16x16x1f32 %a, %b, %c, %i, %i, %i : (f32, f32, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_4x4x1f32(
// CHECK: %{{.*}} = rocdl.mfma.f32.4x4x1f32 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @mfma_f32_4x4x1f32(%a: f32, %b: f32, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.4x4x1f32 %a, %b, %c, %i, %i, %i : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_32x32x2f32(
// CHECK: %{{.*}} = rocdl.mfma.f32.32x32x2f32 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (f32, f32, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @mfma_f32_32x32x2f32(%a: f32, %b: f32, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.32x32x2f32 %a, %b, %c, %i, %i, %i : (f32, f32, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_16x16x4f32(
// CHECK: %{{.*}} = rocdl.mfma.f32.16x16x4f32 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @mfma_f32_16x16x4f32(%a: f32, %b: f32, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.16x16x4f32 %a, %b, %c, %i, %i, %i : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_32x32x4f16(
// CHECK: %{{.*}} = rocdl.mfma.f32.32x32x4f16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xf16>, vector<4xf16>, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
llvm.func @mfma_f32_32x32x4f16(%a: vector<4xf16>, %b: vector<4xf16>, %c: vector<32xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.32x32x4f16 %a, %b, %c, %i, %i, %i : (vector<4xf16>, vector<4xf16>, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_16x16x4f16(
// CHECK: %{{.*}} = rocdl.mfma.f32.16x16x4f16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xf16>, vector<4xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @mfma_f32_16x16x4f16(%a: vector<4xf16>, %b: vector<4xf16>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.16x16x4f16 %a, %b, %c, %i, %i, %i : (vector<4xf16>, vector<4xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_4x4x4f16(
// CHECK: %{{.*}} = rocdl.mfma.f32.4x4x4f16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @mfma_f32_4x4x4f16(%a: vector<4xf16>, %b: vector<4xf16>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.4x4x4f16 %a, %b, %c, %i, %i, %i : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_32x32x8f16(
// CHECK: %{{.*}} = rocdl.mfma.f32.32x32x8f16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xf16>, vector<4xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @mfma_f32_32x32x8f16(%a: vector<4xf16>, %b: vector<4xf16>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.32x32x8f16 %a, %b, %c, %i, %i, %i : (vector<4xf16>, vector<4xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_16x16x16f16(
// CHECK: %{{.*}} = rocdl.mfma.f32.16x16x16f16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @mfma_f32_16x16x16f16(%a: vector<4xf16>, %b: vector<4xf16>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.16x16x16f16 %a, %b, %c, %i, %i, %i : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_i32_32x32x4i8(
// CHECK: %{{.*}} = rocdl.mfma.i32.32x32x4i8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i32, i32, vector<32xi32>, i32, i32, i32) -> vector<32xi32>
llvm.func @mfma_i32_32x32x4i8(%a: i32, %b: i32, %c: vector<32xi32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.i32.32x32x4i8 %a, %b, %c, %i, %i, %i : (i32, i32, vector<32xi32>, i32, i32, i32) -> vector<32xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_i32_16x16x4i8(
// CHECK: %{{.*}} = rocdl.mfma.i32.16x16x4i8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i32, i32, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
llvm.func @mfma_i32_16x16x4i8(%a: i32, %b: i32, %c: vector<16xi32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.i32.16x16x4i8 %a, %b, %c, %i, %i, %i : (i32, i32, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_i32_4x4x4i8(
// CHECK: %{{.*}} = rocdl.mfma.i32.4x4x4i8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i32, i32, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
llvm.func @mfma_i32_4x4x4i8(%a: i32, %b: i32, %c: vector<4xi32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.i32.4x4x4i8 %a, %b, %c, %i, %i, %i : (i32, i32, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_i32_32x32x8i8(
// CHECK: %{{.*}} = rocdl.mfma.i32.32x32x8i8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i32, i32, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
llvm.func @mfma_i32_32x32x8i8(%a: i32, %b: i32, %c: vector<16xi32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.i32.32x32x8i8 %a, %b, %c, %i, %i, %i : (i32, i32, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_i32_16x16x16i8(
// CHECK: %{{.*}} = rocdl.mfma.i32.16x16x16i8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i32, i32, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
llvm.func @mfma_i32_16x16x16i8(%a: i32, %b: i32, %c: vector<4xi32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.i32.16x16x16i8 %a, %b, %c, %i, %i, %i : (i32, i32, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_32x32x2bf16(
// CHECK: %{{.*}} = rocdl.mfma.f32.32x32x2bf16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi16>, vector<2xi16>, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
llvm.func @mfma_f32_32x32x2bf16(%a: vector<2xi16>, %b: vector<2xi16>, %c: vector<32xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.32x32x2bf16 %a, %b, %c, %i, %i, %i : (vector<2xi16>, vector<2xi16>, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_16x16x2bf16(
// CHECK: %{{.*}} = rocdl.mfma.f32.16x16x2bf16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi16>, vector<2xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @mfma_f32_16x16x2bf16(%a: vector<2xi16>, %b: vector<2xi16>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.16x16x2bf16 %a, %b, %c, %i, %i, %i : (vector<2xi16>, vector<2xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_4x4x2bf16(
// CHECK: %{{.*}} = rocdl.mfma.f32.4x4x2bf16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi16>, vector<2xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @mfma_f32_4x4x2bf16(%a: vector<2xi16>, %b: vector<2xi16>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.4x4x2bf16 %a, %b, %c, %i, %i, %i : (vector<2xi16>, vector<2xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_32x32x4bf16(
// CHECK: %{{.*}} = rocdl.mfma.f32.32x32x4bf16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi16>, vector<2xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @mfma_f32_32x32x4bf16(%a: vector<2xi16>, %b: vector<2xi16>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.32x32x4bf16 %a, %b, %c, %i, %i, %i : (vector<2xi16>, vector<2xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_16x16x8bf16(
// CHECK: %{{.*}} = rocdl.mfma.f32.16x16x8bf16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi16>, vector<2xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @mfma_f32_16x16x8bf16(%a: vector<2xi16>, %b: vector<2xi16>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.16x16x8bf16 %a, %b, %c, %i, %i, %i : (vector<2xi16>, vector<2xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_32x32x4bf16_1k(
// CHECK: %{{.*}} = rocdl.mfma.f32.32x32x4bf16.1k %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi16>, vector<4xi16>, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
llvm.func @mfma_f32_32x32x4bf16_1k(%a: vector<4xi16>, %b: vector<4xi16>, %c: vector<32xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.32x32x4bf16.1k %a, %b, %c, %i, %i, %i : (vector<4xi16>, vector<4xi16>, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_16x16x4bf16_1k(
// CHECK: %{{.*}} = rocdl.mfma.f32.16x16x4bf16.1k %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi16>, vector<4xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @mfma_f32_16x16x4bf16_1k(%a: vector<4xi16>, %b: vector<4xi16>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.16x16x4bf16.1k %a, %b, %c, %i, %i, %i : (vector<4xi16>, vector<4xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_4x4x4bf16_1k(
// CHECK: %{{.*}} = rocdl.mfma.f32.4x4x4bf16.1k %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi16>, vector<4xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @mfma_f32_4x4x4bf16_1k(%a: vector<4xi16>, %b: vector<4xi16>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.4x4x4bf16.1k %a, %b, %c, %i, %i, %i : (vector<4xi16>, vector<4xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_32x32x8bf16_1k(
// CHECK: %{{.*}} = rocdl.mfma.f32.32x32x8bf16.1k %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi16>, vector<4xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @mfma_f32_32x32x8bf16_1k(%a: vector<4xi16>, %b: vector<4xi16>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.32x32x8bf16.1k %a, %b, %c, %i, %i, %i : (vector<4xi16>, vector<4xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_16x16x16bf16_1k(
// CHECK: %{{.*}} = rocdl.mfma.f32.16x16x16bf16.1k %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi16>, vector<4xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @mfma_f32_16x16x16bf16_1k(%a: vector<4xi16>, %b: vector<4xi16>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.16x16x16bf16.1k %a, %b, %c, %i, %i, %i : (vector<4xi16>, vector<4xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f64_16x16x4f64(
// CHECK: %{{.*}} = rocdl.mfma.f64.16x16x4f64 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (f64, f64, vector<4xf64>, i32, i32, i32) -> vector<4xf64>
llvm.func @mfma_f64_16x16x4f64(%a: f64, %b: f64, %c: vector<4xf64>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f64.16x16x4f64 %a, %b, %c, %i, %i, %i : (f64, f64, vector<4xf64>, i32, i32, i32) -> vector<4xf64>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f64_4x4x4f64(
// CHECK: %{{.*}} = rocdl.mfma.f64.4x4x4f64 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (f64, f64, f64, i32, i32, i32) -> f64
llvm.func @mfma_f64_4x4x4f64(%a: f64, %b: f64, %c: f64) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f64.4x4x4f64 %a, %b, %c, %i, %i, %i : (f64, f64, f64, i32, i32, i32) -> f64
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_i32_16x16x32_i8(
// CHECK: %{{.*}} = rocdl.mfma.i32.16x16x32.i8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i64, i64, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
llvm.func @mfma_i32_16x16x32_i8(%a: i64, %b: i64, %c: vector<4xi32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.i32.16x16x32.i8 %a, %b, %c, %i, %i, %i : (i64, i64, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_i32_32x32x16_i8(
// CHECK: %{{.*}} = rocdl.mfma.i32.32x32x16.i8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i64, i64, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
llvm.func @mfma_i32_32x32x16_i8(%a: i64, %b: i64, %c: vector<16xi32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.i32.32x32x16.i8 %a, %b, %c, %i, %i, %i : (i64, i64, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_16x16x8_xf32(
// CHECK: %{{.*}} = rocdl.mfma.f32.16x16x8.xf32 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xf32>, vector<2xf32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @mfma_f32_16x16x8_xf32(%a: vector<2xf32>, %b: vector<2xf32>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.16x16x8.xf32 %a, %b, %c, %i, %i, %i : (vector<2xf32>, vector<2xf32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_32x32x4_xf32(
// CHECK: %{{.*}} = rocdl.mfma.f32.32x32x4.xf32 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xf32>, vector<2xf32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @mfma_f32_32x32x4_xf32(%a: vector<2xf32>, %b: vector<2xf32>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.32x32x4.xf32 %a, %b, %c, %i, %i, %i : (vector<2xf32>, vector<2xf32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_16x16x32_bf8_bf8(
// CHECK: %{{.*}} = rocdl.mfma.f32.16x16x32.bf8.bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @mfma_f32_16x16x32_bf8_bf8(%a: i64, %b: i64, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.16x16x32.bf8.bf8 %a, %b, %c, %i, %i, %i : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_16x16x32_bf8_fp8(
// CHECK: %{{.*}} = rocdl.mfma.f32.16x16x32.bf8.fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @mfma_f32_16x16x32_bf8_fp8(%a: i64, %b: i64, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.16x16x32.bf8.fp8 %a, %b, %c, %i, %i, %i : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_16x16x32_fp8_bf8(
// CHECK: %{{.*}} = rocdl.mfma.f32.16x16x32.fp8.bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @mfma_f32_16x16x32_fp8_bf8(%a: i64, %b: i64, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.16x16x32.fp8.bf8 %a, %b, %c, %i, %i, %i : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_16x16x32_fp8_fp8(
// CHECK: %{{.*}} = rocdl.mfma.f32.16x16x32.fp8.fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @mfma_f32_16x16x32_fp8_fp8(%a: i64, %b: i64, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.16x16x32.fp8.fp8 %a, %b, %c, %i, %i, %i : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_32x32x16_bf8_bf8(
// CHECK: %{{.*}} = rocdl.mfma.f32.32x32x16.bf8.bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @mfma_f32_32x32x16_bf8_bf8(%a: i64, %b: i64, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.32x32x16.bf8.bf8 %a, %b, %c, %i, %i, %i : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_32x32x16_bf8_fp8(
// CHECK: %{{.*}} = rocdl.mfma.f32.32x32x16.bf8.fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @mfma_f32_32x32x16_bf8_fp8(%a: i64, %b: i64, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.32x32x16.bf8.fp8 %a, %b, %c, %i, %i, %i : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_32x32x16_fp8_bf8(
// CHECK: %{{.*}} = rocdl.mfma.f32.32x32x16.fp8.bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @mfma_f32_32x32x16_fp8_bf8(%a: i64, %b: i64, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.32x32x16.fp8.bf8 %a, %b, %c, %i, %i, %i : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_32x32x16_fp8_fp8(
// CHECK: %{{.*}} = rocdl.mfma.f32.32x32x16.fp8.fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @mfma_f32_32x32x16_fp8_fp8(%a: i64, %b: i64, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.32x32x16.fp8.fp8 %a, %b, %c, %i, %i, %i : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_16x16x32_bf16(
// CHECK: %{{.*}} = rocdl.mfma.f32.16x16x32.bf16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xbf16>, vector<8xbf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @mfma_f32_16x16x32_bf16(%a: vector<8xbf16>, %b: vector<8xbf16>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.16x16x32.bf16 %a, %b, %c, %i, %i, %i : (vector<8xbf16>, vector<8xbf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_i32_16x16x64_i8(
// CHECK: %{{.*}} = rocdl.mfma.i32.16x16x64.i8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi32>, vector<4xi32>, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
llvm.func @mfma_i32_16x16x64_i8(%a: vector<4xi32>, %b: vector<4xi32>, %c: vector<4xi32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.i32.16x16x64.i8 %a, %b, %c, %i, %i, %i : (vector<4xi32>, vector<4xi32>, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_16x16x32_f16(
// CHECK: %{{.*}} = rocdl.mfma.f32.16x16x32.f16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xf16>, vector<8xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @mfma_f32_16x16x32_f16(%a: vector<8xf16>, %b: vector<8xf16>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.16x16x32.f16 %a, %b, %c, %i, %i, %i : (vector<8xf16>, vector<8xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_32x32x16_bf16(
// CHECK: %{{.*}} = rocdl.mfma.f32.32x32x16.bf16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xbf16>, vector<8xbf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @mfma_f32_32x32x16_bf16(%a: vector<8xbf16>, %b: vector<8xbf16>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.32x32x16.bf16 %a, %b, %c, %i, %i, %i : (vector<8xbf16>, vector<8xbf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_i32_32x32x32_i8(
// CHECK: %{{.*}} = rocdl.mfma.i32.32x32x32.i8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi32>, vector<4xi32>, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
llvm.func @mfma_i32_32x32x32_i8(%a: vector<4xi32>, %b: vector<4xi32>, %c: vector<16xi32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.i32.32x32x32.i8 %a, %b, %c, %i, %i, %i : (vector<4xi32>, vector<4xi32>, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_f32_32x32x16_f16(
// CHECK: %{{.*}} = rocdl.mfma.f32.32x32x16.f16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xf16>, vector<8xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @mfma_f32_32x32x16_f16(%a: vector<8xf16>, %b: vector<8xf16>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.f32.32x32x16.f16 %a, %b, %c, %i, %i, %i : (vector<8xf16>, vector<8xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_16x16x32_f16(
// CHECK: %{{.*}} = rocdl.smfmac.f32.16x16x32.f16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xf16>, vector<8xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @smfmac_f32_16x16x32_f16(%a: vector<4xf16>, %b: vector<8xf16>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.16x16x32.f16 %a, %b, %c, %i, %i, %i : (vector<4xf16>, vector<8xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_32x32x16_f16(
// CHECK: %{{.*}} = rocdl.smfmac.f32.32x32x16.f16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xf16>, vector<8xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @smfmac_f32_32x32x16_f16(%a: vector<4xf16>, %b: vector<8xf16>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.32x32x16.f16 %a, %b, %c, %i, %i, %i : (vector<4xf16>, vector<8xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_16x16x32_bf16(
// CHECK: %{{.*}} = rocdl.smfmac.f32.16x16x32.bf16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi16>, vector<8xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @smfmac_f32_16x16x32_bf16(%a: vector<4xi16>, %b: vector<8xi16>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.16x16x32.bf16 %a, %b, %c, %i, %i, %i : (vector<4xi16>, vector<8xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_32x32x16_bf16(
// CHECK: %{{.*}} = rocdl.smfmac.f32.32x32x16.bf16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi16>, vector<8xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @smfmac_f32_32x32x16_bf16(%a: vector<4xi16>, %b: vector<8xi16>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.32x32x16.bf16 %a, %b, %c, %i, %i, %i : (vector<4xi16>, vector<8xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_i32_16x16x64_i8(
// CHECK: %{{.*}} = rocdl.smfmac.i32.16x16x64.i8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi32>, vector<4xi32>, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
llvm.func @smfmac_i32_16x16x64_i8(%a: vector<2xi32>, %b: vector<4xi32>, %c: vector<4xi32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.i32.16x16x64.i8 %a, %b, %c, %i, %i, %i : (vector<2xi32>, vector<4xi32>, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_i32_32x32x32_i8(
// CHECK: %{{.*}} = rocdl.smfmac.i32.32x32x32.i8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi32>, vector<4xi32>, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
llvm.func @smfmac_i32_32x32x32_i8(%a: vector<2xi32>, %b: vector<4xi32>, %c: vector<16xi32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.i32.32x32x32.i8 %a, %b, %c, %i, %i, %i : (vector<2xi32>, vector<4xi32>, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_16x16x64_bf8_bf8(
// CHECK: %{{.*}} = rocdl.smfmac.f32.16x16x64.bf8.bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @smfmac_f32_16x16x64_bf8_bf8(%a: vector<2xi32>, %b: vector<4xi32>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.16x16x64.bf8.bf8 %a, %b, %c, %i, %i, %i : (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_16x16x64_bf8_fp8(
// CHECK: %{{.*}} = rocdl.smfmac.f32.16x16x64.bf8.fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @smfmac_f32_16x16x64_bf8_fp8(%a: vector<2xi32>, %b: vector<4xi32>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.16x16x64.bf8.fp8 %a, %b, %c, %i, %i, %i : (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_16x16x64_fp8_bf8(
// CHECK: %{{.*}} = rocdl.smfmac.f32.16x16x64.fp8.bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @smfmac_f32_16x16x64_fp8_bf8(%a: vector<2xi32>, %b: vector<4xi32>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.16x16x64.fp8.bf8 %a, %b, %c, %i, %i, %i : (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_16x16x64_fp8_fp8(
// CHECK: %{{.*}} = rocdl.smfmac.f32.16x16x64.fp8.fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @smfmac_f32_16x16x64_fp8_fp8(%a: vector<2xi32>, %b: vector<4xi32>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.16x16x64.fp8.fp8 %a, %b, %c, %i, %i, %i : (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_32x32x32_bf8_bf8(
// CHECK: %{{.*}} = rocdl.smfmac.f32.32x32x32.bf8.bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @smfmac_f32_32x32x32_bf8_bf8(%a: vector<2xi32>, %b: vector<4xi32>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.32x32x32.bf8.bf8 %a, %b, %c, %i, %i, %i : (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_32x32x32_bf8_fp8(
// CHECK: %{{.*}} = rocdl.smfmac.f32.32x32x32.bf8.fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @smfmac_f32_32x32x32_bf8_fp8(%a: vector<2xi32>, %b: vector<4xi32>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.32x32x32.bf8.fp8 %a, %b, %c, %i, %i, %i : (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_32x32x32_fp8_bf8(
// CHECK: %{{.*}} = rocdl.smfmac.f32.32x32x32.fp8.bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @smfmac_f32_32x32x32_fp8_bf8(%a: vector<2xi32>, %b: vector<4xi32>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.32x32x32.fp8.bf8 %a, %b, %c, %i, %i, %i : (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_32x32x32_fp8_fp8(
// CHECK: %{{.*}} = rocdl.smfmac.f32.32x32x32.fp8.fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @smfmac_f32_32x32x32_fp8_fp8(%a: vector<2xi32>, %b: vector<4xi32>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.32x32x32.fp8.fp8 %a, %b, %c, %i, %i, %i : (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_16x16x64_bf16(
// CHECK: %{{.*}} = rocdl.smfmac.f32.16x16x64.bf16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xbf16>, vector<16xbf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @smfmac_f32_16x16x64_bf16(%a: vector<8xbf16>, %b: vector<16xbf16>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.16x16x64.bf16 %a, %b, %c, %i, %i, %i : (vector<8xbf16>, vector<16xbf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_16x16x64_f16(
// CHECK: %{{.*}} = rocdl.smfmac.f32.16x16x64.f16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xf16>, vector<16xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @smfmac_f32_16x16x64_f16(%a: vector<8xf16>, %b: vector<16xf16>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.16x16x64.f16 %a, %b, %c, %i, %i, %i : (vector<8xf16>, vector<16xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_i32_16x16x128_i8(
// CHECK: %{{.*}} = rocdl.smfmac.i32.16x16x128.i8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi32>, vector<8xi32>, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
llvm.func @smfmac_i32_16x16x128_i8(%a: vector<4xi32>, %b: vector<8xi32>, %c: vector<4xi32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.i32.16x16x128.i8 %a, %b, %c, %i, %i, %i : (vector<4xi32>, vector<8xi32>, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_16x16x128_bf8_bf8(
// CHECK: %{{.*}} = rocdl.smfmac.f32.16x16x128.bf8.bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @smfmac_f32_16x16x128_bf8_bf8(%a: vector<4xi32>, %b: vector<8xi32>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.16x16x128.bf8.bf8 %a, %b, %c, %i, %i, %i : (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_16x16x128_bf8_fp8(
// CHECK: %{{.*}} = rocdl.smfmac.f32.16x16x128.bf8.fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @smfmac_f32_16x16x128_bf8_fp8(%a: vector<4xi32>, %b: vector<8xi32>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.16x16x128.bf8.fp8 %a, %b, %c, %i, %i, %i : (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_16x16x128_fp8_bf8(
// CHECK: %{{.*}} = rocdl.smfmac.f32.16x16x128.fp8.bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @smfmac_f32_16x16x128_fp8_bf8(%a: vector<4xi32>, %b: vector<8xi32>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.16x16x128.fp8.bf8 %a, %b, %c, %i, %i, %i : (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_16x16x128_fp8_fp8(
// CHECK: %{{.*}} = rocdl.smfmac.f32.16x16x128.fp8.fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
llvm.func @smfmac_f32_16x16x128_fp8_fp8(%a: vector<4xi32>, %b: vector<8xi32>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.16x16x128.fp8.fp8 %a, %b, %c, %i, %i, %i : (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_32x32x32_bf16(
// CHECK: %{{.*}} = rocdl.smfmac.f32.32x32x32.bf16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xbf16>, vector<16xbf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @smfmac_f32_32x32x32_bf16(%a: vector<8xbf16>, %b: vector<16xbf16>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.32x32x32.bf16 %a, %b, %c, %i, %i, %i : (vector<8xbf16>, vector<16xbf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_32x32x32_f16(
// CHECK: %{{.*}} = rocdl.smfmac.f32.32x32x32.f16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xf16>, vector<16xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @smfmac_f32_32x32x32_f16(%a: vector<8xf16>, %b: vector<16xf16>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.32x32x32.f16 %a, %b, %c, %i, %i, %i : (vector<8xf16>, vector<16xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_i32_32x32x64_i8(
// CHECK: %{{.*}} = rocdl.smfmac.i32.32x32x64.i8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi32>, vector<8xi32>, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
llvm.func @smfmac_i32_32x32x64_i8(%a: vector<4xi32>, %b: vector<8xi32>, %c: vector<16xi32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.i32.32x32x64.i8 %a, %b, %c, %i, %i, %i : (vector<4xi32>, vector<8xi32>, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_32x32x64_bf8_bf8(
// CHECK: %{{.*}} = rocdl.smfmac.f32.32x32x64.bf8.bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @smfmac_f32_32x32x64_bf8_bf8(%a: vector<4xi32>, %b: vector<8xi32>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.32x32x64.bf8.bf8 %a, %b, %c, %i, %i, %i : (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_32x32x64_bf8_fp8(
// CHECK: %{{.*}} = rocdl.smfmac.f32.32x32x64.bf8.fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @smfmac_f32_32x32x64_bf8_fp8(%a: vector<4xi32>, %b: vector<8xi32>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.32x32x64.bf8.fp8 %a, %b, %c, %i, %i, %i : (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_32x32x64_fp8_bf8(
// CHECK: %{{.*}} = rocdl.smfmac.f32.32x32x64.fp8.bf8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @smfmac_f32_32x32x64_fp8_bf8(%a: vector<4xi32>, %b: vector<8xi32>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.32x32x64.fp8.bf8 %a, %b, %c, %i, %i, %i : (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @smfmac_f32_32x32x64_fp8_fp8(
// CHECK: %{{.*}} = rocdl.smfmac.f32.32x32x64.fp8.fp8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
llvm.func @smfmac_f32_32x32x64_fp8_fp8(%a: vector<4xi32>, %b: vector<8xi32>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.smfmac.f32.32x32x64.fp8.fp8 %a, %b, %c, %i, %i, %i : (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_scale_f32_16x16x128_f8f6f4(
// CHECK: %{{.*}} = rocdl.mfma.scale.f32.16x16x128.f8f6f4 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32, i32, i32, i32) -> vector<4xf32>
llvm.func @mfma_scale_f32_16x16x128_f8f6f4(%a: vector<8xi32>, %c: vector<4xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.scale.f32.16x16x128.f8f6f4 %a, %a, %c, %i, %i, %i, %i, %i, %i : (vector<8xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @mfma_scale_f32_32x32x64_f8f6f4(
// CHECK: %{{.*}} = rocdl.mfma.scale.f32.32x32x64.f8f6f4 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (vector<8xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32, i32, i32, i32) -> vector<16xf32>
llvm.func @mfma_scale_f32_32x32x64_f8f6f4(%a: vector<8xi32>, %c: vector<16xf32>) {
  %i = llvm.mlir.constant(1 : i32) : i32
  %r = rocdl.mfma.scale.f32.32x32x64.f8f6f4 %a, %a, %c, %i, %i, %i, %i, %i, %i : (vector<8xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32, i32, i32, i32) -> vector<16xf32>
  llvm.return
}

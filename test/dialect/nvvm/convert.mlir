// Conversions among floats: pretty syntax as upstream prints it, and back.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt %t.mlir | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: llvm.func @convert_float_to_tf32(
// CHECK-NEXT: %{{.*}} = nvvm.convert.float.to.tf32 %{{[^ ,]+}} {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>}
llvm.func @convert_float_to_tf32(%a0: f32) {
  %r0 = "nvvm.convert.float.to.tf32"(%a0) <{rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>, relu = false}> : (f32) -> i32
  %r1 = "nvvm.convert.float.to.tf32"(%a0) <{rnd = #nvvm.fp_rnd_mode<rz>, sat = #nvvm.sat_mode<satfinite>, relu = true}> : (f32) -> i32
  %r2 = "nvvm.convert.float.to.tf32"(%a0) <{rnd = #nvvm.fp_rnd_mode<rna>}> : (f32) -> i32
  %r3 = "nvvm.convert.float.to.tf32"(%a0) <{rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>, relu = true}> : (f32) -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @convert_f32x2_to_f4x2(
// CHECK-NEXT: %{{.*}} = nvvm.convert.f32x2.to.f4x2 %{{[^ ,]+}}, %{{[^ ,]+}} : i8(f4E2M1FN)
llvm.func @convert_f32x2_to_f4x2(%a0: f32) {
  %r0 = "nvvm.convert.f32x2.to.f4x2"(%a0, %a0) <{dstTy = f4E2M1FN}> : (f32, f32) -> i8
  %r1 = "nvvm.convert.f32x2.to.f4x2"(%a0, %a0) <{relu = true, dstTy = f4E2M1FN}> : (f32, f32) -> i8
  %r2 = "nvvm.convert.f32x2.to.f4x2"(%a0, %a0) <{relu = false, dstTy = f4E2M1FN}> : (f32, f32) -> i8
  llvm.return
}

// CHECK-LABEL: llvm.func @convert_f32x2_to_f6x2(
// CHECK-NEXT: %{{.*}} = nvvm.convert.f32x2.to.f6x2 %{{[^ ,]+}}, %{{[^ ,]+}} : vector<2xi8>(f6E2M3FN)
llvm.func @convert_f32x2_to_f6x2(%a0: f32) {
  %r0 = "nvvm.convert.f32x2.to.f6x2"(%a0, %a0) <{dstTy = f6E2M3FN}> : (f32, f32) -> vector<2xi8>
  %r1 = "nvvm.convert.f32x2.to.f6x2"(%a0, %a0) <{dstTy = f6E2M3FN}> : (f32, f32) -> i16
  %r2 = "nvvm.convert.f32x2.to.f6x2"(%a0, %a0) <{relu = false, dstTy = f6E3M2FN}> : (f32, f32) -> i16
  %r3 = "nvvm.convert.f32x2.to.f6x2"(%a0, %a0) <{relu = true, dstTy = f6E3M2FN}> : (f32, f32) -> vector<2xi8>
  llvm.return
}

// CHECK-LABEL: llvm.func @convert_f32x2_to_f8x2(
// CHECK-NEXT: %{{.*}} = nvvm.convert.f32x2.to.f8x2 %{{[^ ,]+}}, %{{[^ ,]+}} {rnd = #nvvm.fp_rnd_mode<rz>} : vector<2xi8>(f8E8M0FNU)
llvm.func @convert_f32x2_to_f8x2(%a0: f32) {
  %r0 = "nvvm.convert.f32x2.to.f8x2"(%a0, %a0) <{rnd = #nvvm.fp_rnd_mode<rz>, dstTy = f8E8M0FNU}> : (f32, f32) -> vector<2xi8>
  %r1 = "nvvm.convert.f32x2.to.f8x2"(%a0, %a0) <{rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>, relu = true, dstTy = f8E4M3FN}> : (f32, f32) -> vector<2xi8>
  %r2 = "nvvm.convert.f32x2.to.f8x2"(%a0, %a0) <{rnd = #nvvm.fp_rnd_mode<rp>, sat = #nvvm.sat_mode<none>, dstTy = f8E8M0FNU}> : (f32, f32) -> i16
  llvm.return
}

// CHECK-LABEL: llvm.func @convert_f16x2_to_f8x2(
// CHECK-NEXT: %{{.*}} = nvvm.convert.f16x2.to.f8x2 %{{[^ ,]+}} : vector<2xf16> -> i16(f8E5M2)
llvm.func @convert_f16x2_to_f8x2(%a0: vector<2xf16>) {
  %r0 = "nvvm.convert.f16x2.to.f8x2"(%a0) <{dstTy = f8E5M2}> : (vector<2xf16>) -> i16
  %r1 = "nvvm.convert.f16x2.to.f8x2"(%a0) <{relu = true, dstTy = f8E5M2}> : (vector<2xf16>) -> vector<2xi8>
  %r2 = "nvvm.convert.f16x2.to.f8x2"(%a0) <{relu = true, dstTy = f8E4M3FN}> : (vector<2xf16>) -> vector<2xi8>
  %r3 = "nvvm.convert.f16x2.to.f8x2"(%a0) <{dstTy = f8E4M3FN}> : (vector<2xf16>) -> vector<2xi8>
  %r4 = "nvvm.convert.f16x2.to.f8x2"(%a0) <{dstTy = f8E5M2}> : (vector<2xf16>) -> vector<2xi8>
  llvm.return
}

// CHECK-LABEL: llvm.func @convert_bf16x2_to_f8x2(
// CHECK-NEXT: %{{.*}} = nvvm.convert.bf16x2.to.f8x2 %{{[^ ,]+}} {rnd = #nvvm.fp_rnd_mode<rz>} : vector<2xbf16> -> vector<2xi8>(f8E8M0FNU)
llvm.func @convert_bf16x2_to_f8x2(%a0: vector<2xbf16>) {
  %r0 = "nvvm.convert.bf16x2.to.f8x2"(%a0) <{rnd = #nvvm.fp_rnd_mode<rz>, sat = #nvvm.sat_mode<none>, dstTy = f8E8M0FNU}> : (vector<2xbf16>) -> vector<2xi8>
  %r1 = "nvvm.convert.bf16x2.to.f8x2"(%a0) <{rnd = #nvvm.fp_rnd_mode<rp>, sat = #nvvm.sat_mode<none>, dstTy = f8E8M0FNU}> : (vector<2xbf16>) -> i16
  %r2 = "nvvm.convert.bf16x2.to.f8x2"(%a0) <{rnd = #nvvm.fp_rnd_mode<rp>, dstTy = f8E8M0FNU}> : (vector<2xbf16>) -> vector<2xi8>
  %r3 = "nvvm.convert.bf16x2.to.f8x2"(%a0) <{rnd = #nvvm.fp_rnd_mode<rp>, sat = #nvvm.sat_mode<satfinite>, dstTy = f8E8M0FNU}> : (vector<2xbf16>) -> vector<2xi8>
  %r4 = "nvvm.convert.bf16x2.to.f8x2"(%a0) <{rnd = #nvvm.fp_rnd_mode<rp>, dstTy = f8E8M0FNU}> : (vector<2xbf16>) -> i16
  %r5 = "nvvm.convert.bf16x2.to.f8x2"(%a0) <{rnd = #nvvm.fp_rnd_mode<rz>, dstTy = f8E8M0FNU}> : (vector<2xbf16>) -> i16
  %r6 = "nvvm.convert.bf16x2.to.f8x2"(%a0) <{rnd = #nvvm.fp_rnd_mode<rz>, dstTy = f8E8M0FNU}> : (vector<2xbf16>) -> vector<2xi8>
  llvm.return
}

// CHECK-LABEL: llvm.func @convert_f8x2_to_f16x2(
// CHECK-NEXT: %{{.*}} = nvvm.convert.f8x2.to.f16x2 %{{[^ ,]+}} : vector<2xi8>(f8E5M2) -> vector<2xf16>
llvm.func @convert_f8x2_to_f16x2(%a0: vector<2xi8>) {
  %r0 = "nvvm.convert.f8x2.to.f16x2"(%a0) <{relu = false, srcType = f8E5M2}> : (vector<2xi8>) -> vector<2xf16>
  %r1 = "nvvm.convert.f8x2.to.f16x2"(%a0) <{relu = false, srcType = f8E4M3FN}> : (vector<2xi8>) -> vector<2xf16>
  %r2 = "nvvm.convert.f8x2.to.f16x2"(%a0) <{relu = true, srcType = f8E4M3FN}> : (vector<2xi8>) -> vector<2xf16>
  %r3 = "nvvm.convert.f8x2.to.f16x2"(%a0) <{relu = true, srcType = f8E5M2}> : (vector<2xi8>) -> vector<2xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @convert_f8x2_to_bf16x2(
// CHECK-NEXT: %{{.*}} = nvvm.convert.f8x2.to.bf16x2 %{{[^ ,]+}} : vector<2xi8>(f8E8M0FNU) -> vector<2xbf16>
llvm.func @convert_f8x2_to_bf16x2(%a0: vector<2xi8>) {
  %r0 = "nvvm.convert.f8x2.to.bf16x2"(%a0) <{srcType = f8E8M0FNU}> : (vector<2xi8>) -> vector<2xbf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @convert_f6x2_to_f16x2(
// CHECK-NEXT: %{{.*}} = nvvm.convert.f6x2.to.f16x2 %{{[^ ,]+}} {relu = true} : vector<2xi8>(f6E2M3FN) -> vector<2xf16>
llvm.func @convert_f6x2_to_f16x2(%a0: vector<2xi8>) {
  %r0 = "nvvm.convert.f6x2.to.f16x2"(%a0) <{relu = true, srcType = f6E2M3FN}> : (vector<2xi8>) -> vector<2xf16>
  %r1 = "nvvm.convert.f6x2.to.f16x2"(%a0) <{relu = true, srcType = f6E3M2FN}> : (vector<2xi8>) -> vector<2xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @convert_f4x2_to_f16x2(
// CHECK-NEXT: %{{.*}} = nvvm.convert.f4x2.to.f16x2 %{{[^ ,]+}} {relu = true} : i8(f4E2M1FN) -> vector<2xf16>
llvm.func @convert_f4x2_to_f16x2(%a0: i8) {
  %r0 = "nvvm.convert.f4x2.to.f16x2"(%a0) <{relu = true, srcType = f4E2M1FN}> : (i8) -> vector<2xf16>
  %r1 = "nvvm.convert.f4x2.to.f16x2"(%a0) <{relu = false, srcType = f4E2M1FN}> : (i8) -> vector<2xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @convert_f32x2_to_bf16x2(
// CHECK-NEXT: %{{.*}} = nvvm.convert.f32x2.to.bf16x2 %{{[^ ,]+}}, %{{[^ ,]+}} {rnd = #nvvm.fp_rnd_mode<rz>} : vector<2xbf16>
llvm.func @convert_f32x2_to_bf16x2(%a0: f32) {
  %r0 = "nvvm.convert.f32x2.to.bf16x2"(%a0, %a0) <{rnd = #nvvm.fp_rnd_mode<rz>, sat = #nvvm.sat_mode<none>, relu = false}> : (f32, f32) -> vector<2xbf16>
  %r1 = "nvvm.convert.f32x2.to.bf16x2"(%a0, %a0) <{rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<none>, relu = false}> : (f32, f32) -> vector<2xbf16>
  %r2 = "nvvm.convert.f32x2.to.bf16x2"(%a0, %a0) <{rnd = #nvvm.fp_rnd_mode<rz>, sat = #nvvm.sat_mode<satfinite>}> : (f32, f32) -> vector<2xbf16>
  %r3 = "nvvm.convert.f32x2.to.bf16x2"(%a0, %a0) <{rnd = #nvvm.fp_rnd_mode<rz>, relu = false}> : (f32, f32) -> vector<2xbf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @convert_f32x4_to_f8x4(
// CHECK-NEXT: %{{.*}} = nvvm.convert.f32x4.to.f8x4 %{{[^ ,]+}}, %{{[^ ,]+}} {relu = true} : vector<4xf32> -> vector<4xi8>(f8E4M3FN)
llvm.func @convert_f32x4_to_f8x4(%a0: vector<4xf32>, %a1: i32) {
  %r0 = "nvvm.convert.f32x4.to.f8x4"(%a0, %a1) <{relu = true, dstTy = f8E4M3FN}> : (vector<4xf32>, i32) -> vector<4xi8>
  %r1 = "nvvm.convert.f32x4.to.f8x4"(%a0, %a1) <{relu = true, dstTy = f8E5M2}> : (vector<4xf32>, i32) -> vector<4xi8>
  %r2 = "nvvm.convert.f32x4.to.f8x4"(%a0, %a1) <{dstTy = f8E4M3FN}> : (vector<4xf32>, i32) -> vector<4xi8>
  %r3 = "nvvm.convert.f32x4.to.f8x4"(%a0, %a1) <{relu = false, dstTy = f8E5M2}> : (vector<4xf32>, i32) -> vector<4xi8>
  %r4 = "nvvm.convert.f32x4.to.f8x4"(%a0, %a1) <{relu = false, dstTy = f8E4M3FN}> : (vector<4xf32>, i32) -> vector<4xi8>
  %r5 = "nvvm.convert.f32x4.to.f8x4"(%a0, %a1) <{dstTy = f8E5M2}> : (vector<4xf32>, i32) -> vector<4xi8>
  llvm.return
}

// CHECK-LABEL: llvm.func @convert_f32x4_to_f6x4(
// CHECK-NEXT: %{{.*}} = nvvm.convert.f32x4.to.f6x4 %{{[^ ,]+}}, %{{[^ ,]+}} {relu = true} : vector<4xf32> -> vector<4xi8>(f6E3M2FN)
llvm.func @convert_f32x4_to_f6x4(%a0: vector<4xf32>, %a1: i32) {
  %r0 = "nvvm.convert.f32x4.to.f6x4"(%a0, %a1) <{relu = true, dstTy = f6E3M2FN}> : (vector<4xf32>, i32) -> vector<4xi8>
  %r1 = "nvvm.convert.f32x4.to.f6x4"(%a0, %a1) <{dstTy = f6E2M3FN}> : (vector<4xf32>, i32) -> vector<4xi8>
  %r2 = "nvvm.convert.f32x4.to.f6x4"(%a0, %a1) <{relu = true, dstTy = f6E2M3FN}> : (vector<4xf32>, i32) -> vector<4xi8>
  llvm.return
}

// CHECK-LABEL: llvm.func @convert_f32x4_to_f4x4(
// CHECK-NEXT: %{{.*}} = nvvm.convert.f32x4.to.f4x4 %{{[^ ,]+}}, %{{[^ ,]+}} {relu = true} : vector<4xf32> -> i16(f4E2M1FN)
llvm.func @convert_f32x4_to_f4x4(%a0: vector<4xf32>, %a1: i32) {
  %r0 = "nvvm.convert.f32x4.to.f4x4"(%a0, %a1) <{relu = true, dstTy = f4E2M1FN}> : (vector<4xf32>, i32) -> i16
  %r1 = "nvvm.convert.f32x4.to.f4x4"(%a0, %a1) <{relu = false, dstTy = f4E2M1FN}> : (vector<4xf32>, i32) -> i16
  llvm.return
}

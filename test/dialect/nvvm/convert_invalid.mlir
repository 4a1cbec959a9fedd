// Conversions among floats: what is refused, with upstream's words.
// RUN: tern-opt --verify-diagnostics --split-input-file %s
// RUN: mlir-opt --verify-diagnostics --split-input-file %s

llvm.func @f(%a0: f32) {
  // expected-error @below {{Only {rn,rz,rna} rounding modes supported for ConvertFloatToTF32Op.}}
  %r0 = "nvvm.convert.float.to.tf32"(%a0) <{sat = #nvvm.sat_mode<satfinite>}> : (f32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: f32) {
  // expected-error @below {{'nvvm.convert.f32x2.to.f4x2' op Only 'f4E2M1FN' type is supported for conversions from f32x2 to f4x2.}}
  %r0 = "nvvm.convert.f32x2.to.f4x2"(%a0, %a0) <{relu = true, dstTy = f6E3M2FN}> : (f32, f32) -> i8
  llvm.return
}

// -----

llvm.func @f(%a0: f32) {
  // expected-error @below {{'nvvm.convert.f32x2.to.f6x2' op Only 'f6E2M3FN' and 'f6E3M2FN' types are supported for conversions from f32x2 to f6x2.}}
  %r0 = "nvvm.convert.f32x2.to.f6x2"(%a0, %a0) <{dstTy = f4E2M1FN}> : (f32, f32) -> vector<2xi8>
  llvm.return
}

// -----

llvm.func @f(%a0: f32) {
  // expected-error @below {{'nvvm.convert.f32x2.to.f8x2' op Only 'f8E4M3FN', 'f8E5M2', and 'f8E8M0FNU' types are supported for conversions from f32x2 to f8x2}}
  %r0 = "nvvm.convert.f32x2.to.f8x2"(%a0, %a0) <{rnd = #nvvm.fp_rnd_mode<rz>, sat = #nvvm.sat_mode<satfinite>, relu = false, dstTy = f6E3M2FN}> : (f32, f32) -> i16
  llvm.return
}

// -----

llvm.func @f(%a0: f32) {
  // expected-error @below {{'nvvm.convert.f32x2.to.f8x2' op Only RZ and RP rounding modes are supported for conversions from f32x2 to 'f8E8M0FNU' type}}
  %r0 = "nvvm.convert.f32x2.to.f8x2"(%a0, %a0) <{rnd = #nvvm.fp_rnd_mode<rna>, sat = #nvvm.sat_mode<satfinite>, dstTy = f8E8M0FNU}> : (f32, f32) -> i16
  llvm.return
}

// -----

llvm.func @f(%a0: f32) {
  // expected-error @below {{'nvvm.convert.f32x2.to.f8x2' op Only RN rounding mode is supported for conversions from f32x2 to 'f8E4M3FN' and 'f8E5M2' types}}
  %r0 = "nvvm.convert.f32x2.to.f8x2"(%a0, %a0) <{rnd = #nvvm.fp_rnd_mode<rp>, relu = false, dstTy = f8E5M2}> : (f32, f32) -> i16
  llvm.return
}

// -----

llvm.func @f(%a0: f32) {
  // expected-error @below {{'nvvm.convert.f32x2.to.f8x2' op Only SATFINITE saturation mode is supported for conversions from f32x2 to 'f8E4M3FN' and 'f8E5M2' types}}
  %r0 = "nvvm.convert.f32x2.to.f8x2"(%a0, %a0) <{rnd = #nvvm.fp_rnd_mode<rn>, dstTy = f8E5M2}> : (f32, f32) -> i16
  llvm.return
}

// -----

llvm.func @f(%a0: vector<2xf16>) {
  // expected-error @below {{'nvvm.convert.f16x2.to.f8x2' op Only 'f8E4M3FN' and 'f8E5M2' types are supported for conversions from f16x2 to f8x2.}}
  %r0 = "nvvm.convert.f16x2.to.f8x2"(%a0) <{dstTy = f4E2M1FN}> : (vector<2xf16>) -> i16
  llvm.return
}

// -----

llvm.func @f(%a0: vector<2xbf16>) {
  // expected-error @below {{'nvvm.convert.bf16x2.to.f8x2' op Only 'f8E8M0FNU' type is supported for conversions from bf16x2 to f8x2.}}
  %r0 = "nvvm.convert.bf16x2.to.f8x2"(%a0) <{sat = #nvvm.sat_mode<none>, dstTy = f8E4M3FN}> : (vector<2xbf16>) -> vector<2xi8>
  llvm.return
}

// -----

llvm.func @f(%a0: vector<2xbf16>) {
  // expected-error @below {{'nvvm.convert.bf16x2.to.f8x2' op Only RZ and RP rounding modes are supported for conversions from bf16x2 to f8x2.}}
  %r0 = "nvvm.convert.bf16x2.to.f8x2"(%a0) <{sat = #nvvm.sat_mode<none>, dstTy = f8E8M0FNU}> : (vector<2xbf16>) -> vector<2xi8>
  llvm.return
}

// -----

llvm.func @f(%a0: vector<2xi8>) {
  // expected-error @below {{'nvvm.convert.f8x2.to.f16x2' op Only 'f8E4M3FN' and 'f8E5M2' types are supported for conversions from f8x2 to f16x2.}}
  %r0 = "nvvm.convert.f8x2.to.f16x2"(%a0) <{relu = true, srcType = f4E2M1FN}> : (vector<2xi8>) -> vector<2xf16>
  llvm.return
}

// -----

llvm.func @f(%a0: vector<2xi8>) {
  // expected-error @below {{'nvvm.convert.f8x2.to.bf16x2' op Only 'f8E8M0FNU' type is supported for conversions from f8x2 to bf16x2.}}
  %r0 = "nvvm.convert.f8x2.to.bf16x2"(%a0) <{srcType = f8E5M2}> : (vector<2xi8>) -> vector<2xbf16>
  llvm.return
}

// -----

llvm.func @f(%a0: vector<2xi8>) {
  // expected-error @below {{'nvvm.convert.f6x2.to.f16x2' op Only 'f6E2M3FN' and 'f6E3M2FN' types are supported for conversions from f6x2 to f16x2.}}
  %r0 = "nvvm.convert.f6x2.to.f16x2"(%a0) <{relu = false, srcType = f8E8M0FNU}> : (vector<2xi8>) -> vector<2xf16>
  llvm.return
}

// -----

llvm.func @f(%a0: i8) {
  // expected-error @below {{'nvvm.convert.f4x2.to.f16x2' op Only 'f4E2M1FN' type is supported for conversions from f4x2 to f16x2.}}
  %r0 = "nvvm.convert.f4x2.to.f16x2"(%a0) <{relu = true, srcType = f8E4M3FN}> : (i8) -> vector<2xf16>
  llvm.return
}

// -----

llvm.func @f(%a0: f32) {
  // expected-error @below {{'nvvm.convert.f32x2.to.f16x2' op Only RN, RZ, and RS rounding modes are supported for conversions from f32x2 to f16x2.}}
  %r0 = "nvvm.convert.f32x2.to.f16x2"(%a0, %a0) <{relu = true}> : (f32, f32) -> vector<2xf16>
  llvm.return
}

// -----

llvm.func @f(%a0: f32) {
  // expected-error @below {{'nvvm.convert.f32x2.to.f16x2' op random_bits is required for RS rounding mode.}}
  %r0 = "nvvm.convert.f32x2.to.f16x2"(%a0, %a0) <{rnd = #nvvm.fp_rnd_mode<rs>, sat = #nvvm.sat_mode<satfinite>, relu = false}> : (f32, f32) -> vector<2xf16>
  llvm.return
}

// -----

llvm.func @f(%a0: f32, %a1: i32) {
  // expected-error @below {{'nvvm.convert.f32x2.to.f16x2' op random_bits not supported for RN and RZ rounding modes.}}
  %r0 = "nvvm.convert.f32x2.to.f16x2"(%a0, %a0, %a1) <{rnd = #nvvm.fp_rnd_mode<rz>, relu = true}> : (f32, f32, i32) -> vector<2xf16>
  llvm.return
}

// -----

llvm.func @f(%a0: f32) {
  // expected-error @below {{'nvvm.convert.f32x2.to.bf16x2' op random_bits is required for RS rounding mode.}}
  %r0 = "nvvm.convert.f32x2.to.bf16x2"(%a0, %a0) <{rnd = #nvvm.fp_rnd_mode<rs>, relu = true}> : (f32, f32) -> vector<2xbf16>
  llvm.return
}

// -----

llvm.func @f(%a0: f32, %a1: i32) {
  // expected-error @below {{'nvvm.convert.f32x2.to.bf16x2' op random_bits not supported for RN and RZ rounding modes.}}
  %r0 = "nvvm.convert.f32x2.to.bf16x2"(%a0, %a0, %a1) <{rnd = #nvvm.fp_rnd_mode<rz>, sat = #nvvm.sat_mode<satfinite>}> : (f32, f32, i32) -> vector<2xbf16>
  llvm.return
}

// -----

llvm.func @f(%a0: f32) {
  // expected-error @below {{'nvvm.convert.f32x2.to.bf16x2' op Only RN, RZ, and RS rounding modes are supported for conversions from f32x2 to bf16x2.}}
  %r0 = "nvvm.convert.f32x2.to.bf16x2"(%a0, %a0) <{rnd = #nvvm.fp_rnd_mode<rm>, sat = #nvvm.sat_mode<satfinite>, relu = false}> : (f32, f32) -> vector<2xbf16>
  llvm.return
}

// -----

llvm.func @f(%a0: vector<4xf32>, %a1: i32) {
  // expected-error @below {{'nvvm.convert.f32x4.to.f8x4' op Only 'f8E4M3FN' and 'f8E5M2' types are supported for conversions from f32x4 to f8x4.}}
  %r0 = "nvvm.convert.f32x4.to.f8x4"(%a0, %a1) <{relu = false, dstTy = f8E8M0FNU}> : (vector<4xf32>, i32) -> vector<4xi8>
  llvm.return
}

// -----

llvm.func @f(%a0: vector<4xf32>, %a1: i32) {
  // expected-error @below {{'nvvm.convert.f32x4.to.f6x4' op Only 'f6E2M3FN' and 'f6E3M2FN' types are supported for conversions from f32x4 to f6x4.}}
  %r0 = "nvvm.convert.f32x4.to.f6x4"(%a0, %a1) <{relu = false, dstTy = f4E2M1FN}> : (vector<4xf32>, i32) -> vector<4xi8>
  llvm.return
}

// -----

llvm.func @f(%a0: vector<4xf32>, %a1: i32) {
  // expected-error @below {{'nvvm.convert.f32x4.to.f4x4' op Only 'f4E2M1FN' type is supported for conversions from f32x4 to f4x4.}}
  %r0 = "nvvm.convert.f32x4.to.f4x4"(%a0, %a1) <{dstTy = f8E4M3FN}> : (vector<4xf32>, i32) -> i16
  llvm.return
}

// -----

llvm.func @f(%a: f32) {
  // expected-error @below {{Relu not supported with rna rounding mode.}}
  %0 = nvvm.convert.float.to.tf32 %a {rnd = #nvvm.fp_rnd_mode<rna>, relu = true}
  llvm.return
}

// -----

llvm.func @f(%a: f32) {
  // expected-error @below {{'nvvm.convert.f32x2.to.f8x2' op relu not supported for conversions to 'f8E8M0FNU' type}}
  %0 = nvvm.convert.f32x2.to.f8x2 %a, %a {relu = true, rnd = #nvvm.fp_rnd_mode<rz>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E8M0FNU)
  llvm.return
}

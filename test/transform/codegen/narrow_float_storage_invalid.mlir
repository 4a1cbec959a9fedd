// RUN: tern-opt %s --iree-codegen-convert-bf16-to-uint16-buffers --split-input-file --verify-diagnostics
// RUN: not tern-opt --convert-narrow-floats-to-integers=source-types=f32 %s --split-input-file 2>&1 | FileCheck %s

// CHECK: error: expected a float type of at most 16 bits but got 'f32'

func.func @refuses_arithmetic(%x: bf16) -> bf16 {
  // expected-error @+2 {{'arith.addf' op computes with a float type that is to become an integer type}}
  // expected-note @+1 {{run arith-emulate-unsupported-floats before}}
  %r = arith.addf %x, %x : bf16
  return %r : bf16
}

// -----

func.func @refuses_other_rounding(%x: f32) -> bf16 {
  // expected-error @+1 {{'arith.truncf' op cannot be done on integers: expected rounding to nearest even}}
  %r = arith.truncf %x toward_zero : f32 to bf16
  return %r : bf16
}

// -----

func.func @refuses_wide_formats(%x: bf16) -> f128 {
  // expected-error @+1 {{'arith.extf' op cannot be done on integers: expected f32 or f64 as the wider type but got f128}}
  %r = arith.extf %x : bf16 to f128
  return %r : f128
}

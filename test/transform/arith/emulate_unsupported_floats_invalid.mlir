// RUN: not tern-opt --arith-emulate-unsupported-floats="source-types=bf16 target-type=f99" %s 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not tern-opt --arith-emulate-unsupported-floats="source-types=i8" %s 2>&1 | FileCheck %s --check-prefix=SOURCE
// RUN: not tern-opt --arith-emulate-unsupported-floats="source-types=f64" %s 2>&1 | FileCheck %s --check-prefix=WIDE

// TARGET: error: could not map target type 'f99' to a known floating-point type
// SOURCE: error: could not map source type 'i8' to a known floating-point type
// WIDE: error: expected source type 'f64' to be narrower than target type 'f32'
func.func @f() {
  return
}

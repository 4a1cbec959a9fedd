// RUN: not tern-opt %s --split-input-file 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERROR --input-file=%t.err
// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: tern-opt %s --split-input-file --verify-diagnostics=only-expected
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

// CHECK: func.func @first
// CHECK: // ----{{-$}}
// CHECK: func.func @third
func.func @first() {
  return
}

// -----

// The lines are those of the whole file.
func.func @second() -> i32 {
  // ERROR: split.mlir:[[@LINE+2]]:10: error: use of undeclared SSA value name
  // expected-error @below {{use of undeclared SSA value name}}
  return %nothing : i32
}

// -----

func.func @third() {
  return
}

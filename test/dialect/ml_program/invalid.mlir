// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{immutable global must have an initial value}}
ml_program.global private @c : i32

// -----

ml_program.global private @c(4 : i32) : i32
func.func @f(%v: i32) {
  // expected-error@+1 {{cannot store to an immutable global @c}}
  ml_program.global_store @c = %v : i32
  return
}

// -----

ml_program.global private mutable @c(4 : i32) : i32
func.func @f() {
  // expected-error@+1 {{cannot load as const from mutable global @c}}
  %0 = ml_program.global_load_const @c : i32
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{undefined global: @c}}
  %0 = ml_program.global_load @c : i32
  return
}

// RUN: tern-opt %s --iree-import-ml-program --verify-diagnostics

ml_program.global private @c(dense<4> : tensor<4xi32>) : tensor<?xi32>
func.func @f() {
  // expected-error@+1 {{loads a global of type tensor<4xi32> as tensor<?xi32>}}
  %0 = ml_program.global_load_const @c : tensor<?xi32>
  return
}

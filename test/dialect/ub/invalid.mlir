// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: mlir-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @not_poison() {
  // expected-error@+1 {{attribute 'value' failed to satisfy constraint}}
  %0 = "ub.poison"() {value = 1 : i32} : () -> i32
  return
}

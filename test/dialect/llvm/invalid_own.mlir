// What upstream's tool passes over.
// RUN: tern-opt %s --split-input-file --verify-diagnostics

llvm.func @too_few_segments(%flag: i32) {
  // expected-error@+1 {{number of case operand segments (1) should match number of case destinations (2)}}
  "llvm.switch"(%flag)[^a, ^a, ^a] <{case_operand_segments = array<i32: 0>, case_values = dense<[1, 2]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  llvm.return
}

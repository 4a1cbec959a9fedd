// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: mlir-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error@+1 {{can only contain attributes with dialect-prefixed names, found: 'plain'}}
module attributes {plain} {
}

// -----

func.func @no_result(%x: i32) {
  // expected-error@+1 {{expected at least one result for cast operation}}
  "builtin.unrealized_conversion_cast"(%x) : (i32) -> ()
  return
}

// -----

func.func private @twice()
// expected-note@-1 {{see existing symbol definition here}}
// expected-error@+1 {{redefinition of symbol named 'twice'}}
func.func private @twice()

// -----

// expected-error@+1 {{missing ']' closing scalable dimension}}
func.func private @scalable_dimension_left_open(vector<[4xf32>)

// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: mlir-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @integer_operand(%x: i32, %y: index) {
  // expected-error@+1 {{'index.add' op operand #0 must be index, but got 'i32'}}
  %0 = "index.add"(%x, %y) : (i32, index) -> index
  return
}

// -----

func.func @cast_without_index(%x: i32) {
  // expected-error@+1 {{operand type 'i32' and result type 'i64' are cast incompatible}}
  %0 = index.casts %x : i32 to i64
  return
}

// -----

func.func @unsigned_cast_of_index(%x: index) {
  // expected-error@+1 {{operand type 'index' and result type 'index' are cast incompatible}}
  %0 = index.castu %x : index to index
  return
}


// RUN: tern-opt %s --canonicalize > %t.mlir
// RUN: mlir-opt %s --canonicalize | diff - %t.mlir
// RUN: tern-opt %t.mlir | diff %t.mlir -

// Folds that see the constants of nested groups, that change an op once, and that need no definition of the op.
func.func @folds(%arg0: i32) -> (i32, i32, i32, i32) {
  %0 = "test.constant"() {value = 5 : i32} : () -> i32
  %1 = "test.constant"() {value = 7 : i32} : () -> i32
  %2 = test.fold_with_fold_adaptor %0, [%1, %arg0], {(%0), (%1, %1)} {
    "test.made_up"() : () -> ()
  }
  %3 = "test.manual_cpp_op_with_fold"(%0) : (i32) -> i32
  %4 = "test.op_in_place_self_fold"() : () -> i32
  %5 = "test.dialect_canonicalizable"() : () -> i32
  return %2, %3, %4, %5 : i32, i32, i32, i32
}

// Nothing looks at what it allocates.
func.func @allocates() {
  %0 = "test.test_effects_result"() : () -> i32
  return
}

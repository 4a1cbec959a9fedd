// RUN: tern-opt %s -allow-unregistered-dialect --test-greedy-patterns > %t.mlir
// RUN: mlir-opt %s -allow-unregistered-dialect --test-greedy-patterns | diff - %t.mlir
// RUN: tern-opt %s -allow-unregistered-dialect --test-greedy-patterns=top-down=true > %t.down.mlir
// RUN: mlir-opt %s -allow-unregistered-dialect --test-greedy-patterns=top-down=true | diff - %t.down.mlir
// RUN: tern-opt %s -allow-unregistered-dialect --test-greedy-patterns=fold=false | FileCheck %s --check-prefix=NOFOLD
// RUN: tern-opt %s -allow-unregistered-dialect --test-greedy-patterns=cse-constants=false | FileCheck %s --check-prefix=KEEP
// RUN: tern-opt %s -allow-unregistered-dialect --test-greedy-patterns=max-iterations=1 | FileCheck %s --check-prefix=ONCE

func.func @made() -> i32 {
  %0 = arith.constant 42 : i32
  %1 = "test.op_in_place_fold_anchor"(%0) : (i32) -> i32
  return %1 : i32
}

func.func @at_start() -> (i32, i32) {
  %0 = "test.cast"() {test_fold_before_previously_folded_op} : () -> i32
  %1 = "test.cast"() {test_fold_before_previously_folded_op} : () -> i32
  return %0, %1 : i32, i32
}

func.func @commutative(%arg0: i32) -> i32 {
  %0 = arith.constant 43 : i32
  %1 = "test.op_commutative2"(%0, %arg0) : (i32, i32) -> i32
  %2 = "test.op_commutative2"(%1, %arg0) : (i32, i32) -> i32
  return %2 : i32
}

// ONCE-LABEL: func.func @in_place
func.func @in_place() {
  // ONCE: "test.any_attr_of_i32_str"() <{attr = 3 : i32}>
  "test.any_attr_of_i32_str"() {attr = 0 : i32} : () -> ()
  test.op_with_enum first tag 0 : i32
  test.op_with_enum first tag 2 : i32
  test.op_with_bit_enum <execute, write> tag 0 : i32
  test.op_with_bit_enum <write> tag 0 : i32
  "test.one_region_op"() ({
    %0 = "foo.maybe_eligible_op"() : () -> index
    "foo.yield"(%0) : (index) -> ()
  }) : () -> ()
  return
}

// NOFOLD-LABEL: func.func @constants
// NOFOLD: arith.addi
// KEEP-LABEL: func.func @constants
// KEEP-COUNT-2: arith.constant 1 : i32
func.func @constants() -> (i32, i32, i32) {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.addi %0, %1 : i32
  return %0, %1, %2 : i32, i32, i32
}

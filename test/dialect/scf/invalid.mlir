// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: mlir-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @for_bounds(%i: i32, %j: i64) {
  // expected-error@+1 {{failed to verify that all of {lowerBound, upperBound, step} have same type}}
  "scf.for"(%i, %j, %i) ({
  ^bb0(%a: i32):
    scf.yield
  }) : (i32, i64, i32) -> ()
  return
}

// -----

func.func @for_results(%i: index, %x: f32) {
  // expected-error@+1 {{mismatch in number of loop-carried values and defined values}}
  "scf.for"(%i, %i, %i, %x) ({
  ^bb0(%a: index, %b: f32):
    scf.yield %b : f32
  }) : (index, index, index, f32) -> ()
  return
}

// -----

func.func @for_variable(%i: index) {
  // expected-error@+1 {{expected induction variable to be same type as bounds and step}}
  "scf.for"(%i, %i, %i) ({
  ^bb0(%a: i32):
    scf.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @for_arguments(%i: index, %x: f32) {
  // expected-error@+1 {{different number of inits and region iter_args: 1 != 0}}
  %0 = "scf.for"(%i, %i, %i, %x) ({
  ^bb0(%a: index):
    scf.yield %x : f32
  }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @for_initial_type(%i: index, %x: f32) {
  // expected-error@+1 {{0-th init and 0-th region iter_arg have different type: 'f32' != 'f64'}}
  %0 = "scf.for"(%i, %i, %i, %x) ({
  ^bb0(%a: index, %b: f64):
    scf.yield %x : f32
  }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @for_yield_count(%i: index, %x: f32) {
  // expected-error@+1 {{region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = "scf.for"(%i, %i, %i, %x) ({
  ^bb0(%a: index, %b: f32):
    // expected-note@+1 {{region branch point}}
    scf.yield
  }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @for_yield_type(%i: index, %x: f32) {
  // expected-error@+1 {{0-th region iter_arg and 0-th yielded value have different type: 'f32' != 'index'}}
  %0 = "scf.for"(%i, %i, %i, %x) ({
  ^bb0(%a: index, %b: f32):
    scf.yield %i : index
  }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @if_without_else(%c: i1, %x: f32) {
  // expected-error@+1 {{must have an else block if defining values}}
  %0 = scf.if %c -> f32 {
    scf.yield %x : f32
  }
  return
}

// -----

func.func @if_yield_type(%c: i1, %x: f32) {
  // expected-error@+1 {{along control flow edge from Operation scf.yield to parent: successor operand type #0 'i1' should match successor input type #0 'f32'}}
  %0 = scf.if %c -> f32 {
    // expected-note@+1 {{region branch point}}
    scf.yield %c : i1
  } else {
    scf.yield %x : f32
  }
  return
}

// -----

func.func @if_yield_count(%c: i1, %x: f32) {
  // expected-error@+1 {{along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = scf.if %c -> f32 {
    scf.yield %x : f32
  } else {
    // expected-note@+1 {{region branch point}}
    scf.yield
  }
  return
}

// -----

func.func @while_result(%c: i1, %x: f32) {
  // expected-error@+1 {{along control flow edge from Operation scf.condition to parent: successor operand type #0 'f32' should match successor input type #0 'i32'}}
  %0 = scf.while (%a = %x) : (f32) -> i32 {
    // expected-note@+1 {{region branch point}}
    scf.condition(%c) %x : f32
  } do {
  ^bb0(%b: i32):
    scf.yield %x : f32
  }
  return
}

// -----

func.func @while_argument(%c: i1, %x: f32) {
  // expected-error@+1 {{along control flow edge from Operation scf.condition to Region #1: successor operand type #0 'f32' should match successor input type #0 'i32'}}
  %0 = scf.while (%a = %x) : (f32) -> f32 {
    // expected-note@+1 {{region branch point}}
    scf.condition(%c) %x : f32
  } do {
  ^bb0(%b: i32):
    scf.yield %x : f32
  }
  return
}

// -----

func.func @while_yield(%c: i1, %x: f32) {
  // expected-error@+1 {{along control flow edge from Operation scf.yield to Region #0: successor operand type #0 'i1' should match successor input type #0 'f32'}}
  %0 = scf.while (%a = %x) : (f32) -> f32 {
    scf.condition(%c) %x : f32
  } do {
  ^bb0(%b: f32):
    // expected-note@+1 {{region branch point}}
    scf.yield %c : i1
  }
  return
}

// -----

func.func @while_types(%c: i1, %x: f32) {
  // expected-error@+1 {{expected as many input types as operands (expected 1 got 0)}}
  scf.while (%a = %x) : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  return
}

// -----

func.func @switch_duplicate(%i: index) {
  // expected-error@+1 {{has duplicate case value: 1}}
  scf.index_switch %i
  case 1 {
    scf.yield
  }
  case 1 {
    scf.yield
  }
  default {
  }
  return
}

// -----

func.func @switch_count(%i: index) {
  // expected-error@+1 {{has 1 case regions but 2 case values}}
  "scf.index_switch"(%i) ({
    scf.yield
  }, {
    scf.yield
  }) {cases = array<i64: 1, 2>} : (index) -> ()
  return
}

// -----

func.func @switch_yield(%i: index, %x: i32) {
  // expected-error@+1 {{expected each region to return 1 values, but case region #0 returns 0}}
  %0 = scf.index_switch %i -> i32
  case 1 {
    // expected-note@+1 {{see yield operation here}}
    scf.yield
  }
  default {
    scf.yield %x : i32
  }
  return
}

// -----

func.func @switch_type(%i: index, %x: i32) {
  // expected-error@+1 {{expected result #0 of each region to be 'i32'}}
  %0 = scf.index_switch %i -> i32
  case 1 {
    scf.yield %x : i32
  }
  default {
    // expected-note@+1 {{default region returns 'index' here}}
    scf.yield %i : index
  }
  return
}

// -----

func.func @execute_region_empty() {
  // expected-error@+1 {{region needs to have at least one block}}
  "scf.execute_region"() ({
  }) : () -> ()
  return
}

// -----

func.func @execute_region_arguments() {
  // expected-error@+1 {{region cannot have any arguments}}
  "scf.execute_region"() ({
  ^bb0(%a: i32):
    scf.yield
  }) : () -> ()
  return
}

// -----

func.func @parallel_empty() {
  // expected-error@+1 {{needs at least one tuple element for lowerBound, upperBound and step}}
  scf.parallel () = () to () step () {
  }
  return
}

// -----

func.func @parallel_step(%i: index) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{constant step operand must be positive}}
  scf.parallel (%k) = (%i) to (%i) step (%zero) {
  }
  return
}

// -----

func.func @parallel_variables(%i: index) {
  // expected-error@+1 {{expects the same number of induction variables: 2 as bound and step values: 1}}
  "scf.parallel"(%i, %i, %i) ({
  ^bb0(%a: index, %b: index):
    scf.reduce
  }) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (index, index, index) -> ()
  return
}

// -----

func.func @parallel_reductions(%i: index, %x: f32) {
  // expected-error@+1 {{expects number of results: 1 to be the same as number of reductions: 0}}
  %0 = scf.parallel (%k) = (%i) to (%i) step (%i) init (%x) -> f32 {
    scf.reduce
  }
  return
}

// -----

func.func @parallel_reduced_type(%i: index, %x: f32, %y: i32) {
  %0 = scf.parallel (%k) = (%i) to (%i) step (%i) init (%x) -> f32 {
    // expected-error@+1 {{expects type of 0-th reduction operand: 'i32' to be the same as the 0-th result type: 'f32'}}
    scf.reduce(%y : i32) {
    ^bb0(%a: i32, %b: i32):
      scf.reduce.return %a : i32
    }
  }
  return
}

// -----

func.func @reduce_arguments(%i: index, %x: f32) {
  %0 = scf.parallel (%k) = (%i) to (%i) step (%i) init (%x) -> f32 {
    // expected-error@+1 {{expected two block arguments with type 'f32' in the 0-th reduction region}}
    scf.reduce(%x : f32) {
    ^bb0(%a: f32):
      scf.reduce.return %a : f32
    }
  }
  return
}

// -----

func.func @reduce_terminator(%i: index, %x: f32) {
  %0 = scf.parallel (%k) = (%i) to (%i) step (%i) init (%x) -> f32 {
    // expected-error@+1 {{reduction bodies must be terminated with an 'scf.reduce.return' op}}
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      "test.end"(%a) : (f32) -> ()
    }
  }
  return
}

// -----

func.func @reduce_return_type(%i: index, %x: f32) {
  %0 = scf.parallel (%k) = (%i) to (%i) step (%i) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      // expected-error@+1 {{must have type 'f32' (the type of the reduction inputs)}}
      scf.reduce.return %i : index
    }
  }
  return
}

// -----

func.func @yield_outside() {
  // expected-error@+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
  scf.yield
}

// -----

func.func @condition_outside(%c: i1) {
  // expected-error@+1 {{'scf.condition' op expects parent op 'scf.while'}}
  scf.condition(%c)
}

// -----

func.func @forall_results(%t: tensor<8xf32>) {
  // expected-error@+1 {{results}}
  "scf.forall"(%t) ({
  ^bb0(%i: index, %o: tensor<8xf32>):
    scf.forall.in_parallel {
    }
  }) {operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 8>,
      staticStep = array<i64: 1>} : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @forall_mapping(%n: index) {
  // expected-error@+1 {{mapping attribute size must match op rank}}
  scf.forall (%i, %j) in (%n, %n) {
  } {mapping = [#gpu.thread<x>]}
  return
}

// -----

func.func @forall_bounds() {
  // expected-error@+1 {{expected 1 dynamic upper bound values}}
  "scf.forall"() ({
  ^bb0(%i: index):
    scf.forall.in_parallel {
    }
  }) {operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0>,
      staticUpperBound = array<i64: -9223372036854775808>, staticStep = array<i64: 1>} : () -> ()
  return
}

// -----

func.func @forall_foreign_op(%n: index) {
  scf.forall (%i) in (%n) {
    // expected-error@+1 {{expected only}}
    scf.forall.in_parallel {
      "test.op"() : () -> ()
    }
  }
  return
}

// -----

func.func @for_carried(%i: index, %x: f32) {
  // expected-error@+1 {{mismatch in number of loop-carried values and defined values}}
  scf.for %k = %i to %i step %i iter_args(%a = %x) -> () {
  }
  return
}

// -----

func.func @result_of_another_type(%i: index, %x: f32) {
  // expected-error@+1 {{0-th region iter_arg and 0-th loop result have different type: 'f32' != 'f64'}}
  %r = "scf.for"(%i, %i, %i, %x) ({
  ^bb0(%k: index, %a: f32):
    scf.yield %a : f32
  }) : (index, index, index, f32) -> f64
  return
}

// -----

func.func @two_blocks(%c: i1) {
  // expected-error@+1 {{expects region #0 to have 0 or 1 blocks}}
  "scf.if"(%c) ({
    scf.yield
  ^bb1:
    scf.yield
  }, {}) : (i1) -> ()
  return
}

// -----

func.func @reduction_without_region(%i: index) {
  scf.parallel (%k) = (%i) to (%i) step (%i) {
    // expected-error@+1 {{expects number of reduction regions: 0 to be the same as number of reduction operands: 1}}
    scf.reduce(%i : index)
  }
  return
}

// -----

func.func @result_without_init(%i: index) {
  // expected-error@+1 {{custom op 'scf.parallel' number of operands and types do not match: got 0 operands and 1 types}}
  %r = scf.parallel (%k) = (%i) to (%i) step (%i) -> f32 {
  }
  return
}

// -----

func.func @two_upper_bounds(%i: index) {
  // expected-error@+1 {{custom op 'scf.parallel' expected 1 operands}}
  scf.parallel (%k) = (%i) to (%i, %i) step (%i) {
  }
  return
}

// -----

// An op judges how its blocks end before what they hold is looked at.
func.func @parallel_that_yields(%i: index) {
  // expected-error@+1 {{expects body to terminate with 'scf.reduce'}}
  scf.parallel (%k) = (%i) to (%i) step (%i) {
    // expected-note@+1 {{terminator here}}
    scf.yield %i : index
  }
  return
}

// -----

func.func @parallel_without_end(%i: index) {
  // expected-error@+1 {{expects body to terminate with 'scf.reduce'}}
  "scf.parallel"(%i, %i, %i) ({
  ^bb0(%k: index):
    // expected-note@+1 {{terminator here}}
    %x = arith.addi %k, %k : index
  }) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (index, index, index) -> ()
  return
}

// -----

func.func @switch_that_returns(%i: index) {
  // expected-error@+1 {{'scf.index_switch' op expected region to end with scf.yield, but got func.return}}
  "scf.index_switch"(%i) ({
    return
  }) {cases = array<i64>} : (index) -> ()
  return
}

// -----

func.func @shared_outputs(%i: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{number of operands and types do not match: got 1 operands and 2 types}}
  %r:2 = scf.forall (%k) in (%i) shared_outs(%o = %t) -> (tensor<4xf32>, tensor<4xf32>) {
  }
  return
}

// -----

func.func @starts_with_what_is_inside(%i: index) {
  // expected-error@+1 {{use of undeclared SSA value name}}
  %r = scf.for %k = %i to %i step %i iter_args(%x = %inner) -> f32 {
    %inner = "test.value"() : () -> f32
    scf.yield %inner : f32
  }
  return
}

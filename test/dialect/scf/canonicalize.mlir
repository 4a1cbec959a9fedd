// Canonicalization gives what upstream's gives.
// RUN: tern-opt --canonicalize --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --canonicalize --allow-unregistered-dialect %s | diff - %t.mlir

func.func @never(%x: f32, %lb: index) -> (f32, f32) {
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c4 to %c2 step %c1 iter_args(%a = %x) -> f32 {
    %s = "test.op"(%a, %i) : (f32, index) -> f32
    scf.yield %s : f32
  }
  %1 = scf.for %i = %lb to %lb step %c1 iter_args(%a = %x) -> f32 {
    %s = "test.op"(%a, %i) : (f32, index) -> f32
    scf.yield %s : f32
  }
  return %0, %1 : f32, f32
}

func.func @once(%x: f32, %lb: index) -> (f32, f32) {
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %0 = scf.for %i = %c2 to %c4 step %c10 iter_args(%a = %x) -> f32 {
    %s = "test.op"(%a, %i) : (f32, index) -> f32
    scf.yield %s : f32
  }
  %ub = arith.addi %lb, %c4 overflow<nsw> : index
  %1 = scf.for %i = %lb to %ub step %c10 iter_args(%a = %x) -> f32 {
    %s = "test.op"(%a, %i) : (f32, index) -> f32
    scf.yield %s : f32
  }
  return %0, %1 : f32, f32
}

func.func @carried(%n: index, %x: f32, %y: f32, %z: f32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %z, %d = %x) -> (f32, f32, f32, f32) {
    %s = "test.op"(%a, %b) : (f32, f32) -> f32
    %t = "test.op2"() : () -> f32
    scf.yield %s, %b, %z, %t : f32, f32, f32, f32
  }
  return %0#0, %0#1, %0#2 : f32, f32, f32
}

func.func @all_forwarded(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f32 {
    "test.use"(%a, %i) : (f32, index) -> ()
    scf.yield %a : f32
  } {test.note}
  return %0 : f32
}

func.func @outer_values(%x: f32, %y: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %x) -> f32 {
    scf.yield %y : f32
  }
  return %0 : f32
}

func.func @if_constant(%x: i32) -> (i32, i32) {
  %true = arith.constant true
  %false = arith.constant false
  %0 = scf.if %true -> i32 {
    %a = "test.a"() : () -> i32
    scf.yield %a : i32
  } else {
    scf.yield %x : i32
  }
  %1 = scf.if %false -> i32 {
    scf.yield %x : i32
  } else {
    %b = "test.b"() : () -> i32
    scf.yield %b : i32
  }
  scf.if %false {
    "test.c"() : () -> ()
  }
  return %0, %1 : i32, i32
}

func.func @if_select(%c: i1, %x: i32, %y: i32) -> (i32, i32, i32) {
  %0:3 = scf.if %c -> (i32, i32, i32) {
    %a = "test.a"() : () -> i32
    scf.yield %x, %a, %x : i32, i32, i32
  } else {
    %b = "test.b"() : () -> i32
    scf.yield %y, %b, %x : i32, i32, i32
  }
  return %0#0, %0#1, %0#2 : i32, i32, i32
}

func.func @if_unused(%c: i1) -> i32 {
  %0:2 = scf.if %c -> (i32, i32) {
    %a:2 = "test.a"() : () -> (i32, i32)
    scf.yield %a#0, %a#1 : i32, i32
  } else {
    %b:2 = "test.b"() : () -> (i32, i32)
    scf.yield %b#0, %b#1 : i32, i32
  }
  return %0#1 : i32
}

func.func @if_condition(%c: i1) -> (i1, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %0:2 = scf.if %c -> (i1, i1) {
    "test.a"(%c) : (i1) -> ()
    scf.yield %true, %false : i1, i1
  } else {
    "test.b"(%c) : (i1) -> ()
    scf.yield %false, %true : i1, i1
  }
  return %0#0, %0#1 : i1, i1
}

func.func @if_empty_else(%c: i1) {
  scf.if %c {
    "test.a"() : () -> ()
  } else {
  }
  return
}

func.func @if_not(%c: i1) {
  %true = arith.constant true
  %n = arith.xori %c, %true : i1
  scf.if %n {
    "test.a"() : () -> ()
  } else {
    "test.b"() : () -> ()
  }
  return
}

func.func @if_combine(%c: i1) -> (i32, i32) {
  %0 = scf.if %c -> i32 {
    %a = "test.a"() : () -> i32
    scf.yield %a : i32
  } else {
    %b = "test.b"() : () -> i32
    scf.yield %b : i32
  }
  %1 = scf.if %c -> i32 {
    %d = "test.c"(%0) : (i32) -> i32
    scf.yield %d : i32
  } else {
    %e = "test.d"(%0) : (i32) -> i32
    scf.yield %e : i32
  }
  return %0, %1 : i32, i32
}

func.func @if_combine_not(%c: i1) {
  %true = arith.constant true
  scf.if %c {
    "test.a"() : () -> ()
  }
  %n = arith.xori %c, %true : i1
  scf.if %n {
    "test.b"() : () -> ()
  }
  return
}

func.func @if_nested(%c: i1, %d: i1, %x: i32, %y: i32) -> i32 {
  scf.if %c {
    scf.if %d {
      "test.a"() : () -> ()
    }
  }
  %0 = scf.if %c -> i32 {
    %1 = scf.if %d -> i32 {
      %a = "test.a"() : () -> i32
      scf.yield %a : i32
    } else {
      scf.yield %x : i32
    }
    scf.yield %1 : i32
  } else {
    scf.yield %x : i32
  }
  return %0 : i32
}

func.func @while_condition(%x: i32) {
  scf.while : () -> () {
    %c = "test.condition"() : () -> i1
    scf.condition(%c)
  } do {
    scf.yield
  }
  %0 = scf.while (%a = %x) : (i32) -> i1 {
    %c = "test.condition"(%a) : (i32) -> i1
    scf.condition(%c) %c : i1
  } do {
  ^bb0(%b: i1):
    %n = "test.use"(%b) : (i1) -> i32
    scf.yield %n : i32
  }
  "test.use"(%0) : (i1) -> ()
  return
}

func.func @while_invariant(%x: i32, %y: i32) -> (i32, i32) {
  %0:2 = scf.while (%a = %x, %b = %y) : (i32, i32) -> (i32, i32) {
    %c = "test.condition"(%a, %b) : (i32, i32) -> i1
    scf.condition(%c) %a, %b : i32, i32
  } do {
  ^bb0(%a: i32, %b: i32):
    %n = "test.next"(%a) : (i32) -> i32
    scf.yield %n, %b : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

func.func @while_unused(%x: i32) -> i32 {
  %0:2 = scf.while (%a = %x) : (i32) -> (i32, i64) {
    %c = "test.condition"(%a) : (i32) -> i1
    %v = "test.value"() : () -> i64
    scf.condition(%c) %a, %v : i32, i64
  } do {
  ^bb0(%a: i32, %b: i64):
    %n = "test.next"(%a) : (i32) -> i32
    scf.yield %n : i32
  }
  return %0#0 : i32
}

func.func @while_unused_state(%x: i32) -> i32 {
  %0 = scf.while (%a = %x, %b = %x) : (i32, i32) -> i32 {
    %c = "test.condition"(%a) : (i32) -> i1
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%a: i32):
    %n:2 = "test.next"(%a) : (i32) -> (i32, i32)
    scf.yield %n#0, %n#1 : i32, i32
  }
  return %0 : i32
}

func.func @while_duplicates(%x: i32) -> (i32, i32) {
  %0:2 = scf.while (%a = %x) : (i32) -> (i32, i32) {
    %c = "test.condition"(%a) : (i32) -> i1
    %v = "test.value"(%a) : (i32) -> i32
    scf.condition(%c) %v, %v : i32, i32
  } do {
  ^bb0(%a: i32, %b: i32):
    %n = "test.next"(%a, %b) : (i32, i32) -> i32
    scf.yield %n : i32
  }
  return %0#0, %0#1 : i32, i32
}

func.func @while_compare(%x: i32, %m: i32) {
  %0 = scf.while (%a = %x) : (i32) -> i32 {
    %v = "test.value"(%a) : (i32) -> i32
    %c = arith.cmpi ne, %v, %m : i32
    scf.condition(%c) %v : i32
  } do {
  ^bb0(%b: i32):
    %p = arith.cmpi ne, %b, %m : i32
    %q = arith.cmpi eq, %b, %m : i32
    %n = "test.next"(%p, %q) : (i1, i1) -> i32
    scf.yield %n : i32
  }
  return
}

func.func @while_align(%x: i32, %y: f32) -> (f32, i32) {
  %0:2 = scf.while (%a = %x, %b = %y) : (i32, f32) -> (f32, i32) {
    %c = "test.condition"(%a, %b) : (i32, f32) -> i1
    scf.condition(%c) %b, %a : f32, i32
  } do {
  ^bb0(%b: f32, %a: i32):
    %n:2 = "test.next"(%a, %b) : (i32, f32) -> (i32, f32)
    scf.yield %n#0, %n#1 : i32, f32
  }
  return %0#0, %0#1 : f32, i32
}

func.func @parallel_dims(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i, %j, %k) = (%c0, %c1, %c0) to (%n, %c4, %c1) step (%c1, %c4, %c1) {
    "test.use"(%i, %j, %k) : (index, index, index) -> ()
  }
  scf.parallel (%i) = (%c4) to (%c0) step (%c1) {
    "test.never"(%i) : (index) -> ()
  }
  return
}

func.func @parallel_once(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.parallel (%i) = (%c0) to (%c1) step (%c1) init (%x) -> f32 {
    %v = "test.value"(%i) : (index) -> f32
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %0 : f32
}

func.func @parallel_nest(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%m) step (%c1) {
      "test.use"(%i, %j) : (index, index) -> ()
    }
  }
  return
}

func.func @parallel_dependent_nest(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%i) step (%c1) {
      "test.use"(%i, %j) : (index, index) -> ()
    }
  }
  return
}

func.func @forall_bounds(%n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.forall (%i, %j) = (%c0, %n) to (%c8, %c8) step (%c2, %c2) {
    "test.use"(%i, %j) : (index, index) -> ()
  }
  return
}

func.func @forall_dims(%n: index) {
  scf.forall (%i, %j) in (%n, 1) {
    "test.use"(%i, %j) : (index, index) -> ()
  }
  scf.forall (%i) in (0) {
    "test.never"(%i) : (index) -> ()
  }
  return
}

func.func @switch_constant(%x: i32) -> (i32, i32) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = scf.index_switch %c2 -> i32
  case 2 {
    %a = "test.a"() : () -> i32
    scf.yield %a : i32
  }
  default {
    scf.yield %x : i32
  }
  %1 = scf.index_switch %c3 -> i32
  case 2 {
    scf.yield %x : i32
  }
  default {
    %b = "test.b"() : () -> i32
    scf.yield %b : i32
  }
  return %0, %1 : i32, i32
}

func.func @execute_region(%c: i1) -> i32 {
  %0 = scf.execute_region -> i32 {
    %a = "test.a"() : () -> i32
    scf.yield %a : i32
  }
  %1 = scf.execute_region -> i32 {
    cf.cond_br %c, ^first, ^second
  ^first:
    %b = "test.b"() : () -> i32
    cf.br ^third(%b : i32)
  ^second:
    %d = "test.c"() : () -> i32
    cf.br ^third(%d : i32)
  ^third(%e: i32):
    scf.yield %e : i32
  }
  scf.execute_region no_inline {
    "test.d"() : () -> ()
    scf.yield
  }
  "test.use"(%1) : (i32) -> ()
  return %0 : i32
}

func.func @forall_once(%t: tensor<8xf32>, %s: tensor<1xf32>) -> tensor<8xf32> {
  %0 = scf.forall (%i) in (1) shared_outs(%o = %t) -> (tensor<8xf32>) {
    %v = "test.op"(%s, %i) : (tensor<1xf32>, index) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}

func.func @forall_outputs(%t: tensor<8xf32>, %u: tensor<8xf32>, %w: tensor<8xf32>, %s: tensor<1xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:3 = scf.forall (%i) in (%n) shared_outs(%o = %t, %p = %u, %q = %w) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    %v = "test.op"(%s, %i, %o, %p, %q) : (tensor<1xf32>, index, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
      tensor.parallel_insert_slice %v into %q[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}

func.func @carried_cast(%t: tensor<8xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.cast %t : tensor<8xf32> to tensor<?xf32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %d) -> (tensor<?xf32>) {
    %r = "test.op"(%a) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %r : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

func.func @unsigned_bounds(%x: f32) -> (f32, f32) {
  %a = arith.constant -10 : i8
  %b = arith.constant 10 : i8
  %c1 = arith.constant 100 : i8
  %0 = scf.for unsigned %i = %b to %a step %c1 iter_args(%v = %x) -> f32 : i8 {
    %s = "test.op"(%v, %i) : (f32, i8) -> f32
    scf.yield %s : f32
  }
  %1 = scf.for %i = %b to %a step %c1 iter_args(%v = %x) -> f32 : i8 {
    %s = "test.op"(%v, %i) : (f32, i8) -> f32
    scf.yield %s : f32
  }
  return %0, %1 : f32, f32
}

func.func @pure_dead(%n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %s = arith.addi %x, %x : i32
  }
  %c = arith.cmpi eq, %x, %x : i32
  %d = arith.cmpi sgt, %n, %c1 : index
  scf.if %d {
    %s = arith.addi %x, %x : i32
  }
  return
}

func.func @dead_results(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f32 {
    %s = arith.addf %a, %a : f32
    "test.effect"() : () -> ()
    scf.yield %s : f32
  }
  return
}

func.func @ifs_with_attributes(%c: i1) -> i32 {
  %0:2 = scf.if %c -> (i32, i32) {
    %a:2 = "test.a"() : () -> (i32, i32)
    scf.yield %a#0, %a#1 : i32, i32
  } else {
    %b:2 = "test.b"() : () -> (i32, i32)
    scf.yield %b#0, %b#1 : i32, i32
  } {test.note}
  return %0#1 : i32
}

func.func @combined_without_else(%c: i1) -> i32 {
  scf.if %c {
    "test.x"() : () -> ()
  }
  %0 = scf.if %c -> i32 {
    %a = "test.a"() : () -> i32
    scf.yield %a : i32
  } else {
    %b = "test.b"() : () -> i32
    scf.yield %b : i32
  }
  return %0 : i32
}

func.func @combined_not(%c: i1) -> (i32, i32) {
  %true = arith.constant true
  %n = arith.xori %c, %true : i1
  %0 = scf.if %n -> i32 {
    %a = "test.a"() : () -> i32
    scf.yield %a : i32
  } else {
    %b = "test.b"() : () -> i32
    scf.yield %b : i32
  }
  %1 = scf.if %c -> i32 {
    %a = "test.c"(%0) : (i32) -> i32
    scf.yield %a : i32
  } else {
    %b = "test.d"(%0) : (i32) -> i32
    scf.yield %b : i32
  }
  return %0, %1 : i32, i32
}

func.func @nested_with_select(%c: i1, %d: i1, %x: i32, %y: i32, %z: i32) -> (i32, i32) {
  %0:2 = scf.if %c -> (i32, i32) {
    %1 = scf.if %d -> i32 {
      %a = "test.a"() : () -> i32
      scf.yield %a : i32
    } else {
      scf.yield %x : i32
    }
    scf.yield %1, %z : i32, i32
  } else {
    scf.yield %x, %y : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

// --- what is carried ---

func.func @carries_a_constant(%lb: index, %ub: index, %step: index) {
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %lb to %ub step %step iter_args(%a = %zero) -> (i32) {
    "test.use"(%a) : (i32) -> ()
    %again = arith.constant 0 : i32
    scf.yield %again : i32
  }
  return
}

func.func @carries_the_same_twice(%lb: index, %ub: index, %step: index, %x: f32, %y: f32) -> (f32, f32, f32) {
  %r:3 = scf.for %i = %lb to %ub step %step iter_args(%a = %x, %b = %y, %c = %x) -> (f32, f32, f32) {
    %sum = arith.addf %a, %b : f32
    %same = arith.addf %c, %b : f32
    scf.yield %sum, %y, %same : f32, f32, f32
  }
  return %r#0, %r#1, %r#2 : f32, f32, f32
}

func.func @while_carries_the_same_twice(%x: i32) -> (i32, i32) {
  %r:2 = scf.while (%a = %x, %b = %x) : (i32, i32) -> (i32, i32) {
    %c = "test.condition"(%a, %b) : (i32, i32) -> i1
    scf.condition(%c) %a, %b : i32, i32
  } do {
  ^bb0(%a: i32, %b: i32):
    %next = "test.next"(%a) : (i32) -> i32
    scf.yield %next, %next : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @yields_what_is_outside(%x: memref<4xf32>) -> (memref<4xf32>, i32) {
  %r:2 = scf.execute_region -> (memref<4xf32>, i32) no_inline {
    %v = "test.value"() : () -> i32
    scf.yield %x, %v : memref<4xf32>, i32
  }
  return %r#0, %r#1 : memref<4xf32>, i32
}

func.func @cases_yield_the_same(%i: index, %x: f32) -> f32 {
  %r = scf.index_switch %i -> f32
  case 1 {
    "test.effect"() : () -> ()
    scf.yield %x : f32
  }
  default {
    scf.yield %x : f32
  }
  return %r : f32
}

func.func @conditional_before_condition(%x: i32) -> i32 {
  %r = scf.while (%a = %x) : (i32) -> i32 {
    %n = "test.next"(%a) : (i32) -> i32
    %c = "test.condition"() : () -> i1
    %v = scf.if %c -> (i32) {
      "test.use"(%n) : (i32) -> ()
      %w = "test.other"() : () -> i32
      scf.yield %w : i32
    } else {
      scf.yield %a : i32
    }
    scf.condition(%c) %v : i32
  } do {
  ^bb0(%v: i32):
    "test.use"(%v) : (i32) -> ()
    scf.yield %v : i32
  }
  return %r : i32
}

func.func @size_of_a_result(%t: tensor<?xf32>, %s: tensor<1xf32>, %n: index) -> index {
  %zero = arith.constant 0 : index
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  %d = tensor.dim %r, %zero : tensor<?xf32>
  return %d : index
}

func.func @output_is_a_cast(%t: tensor<8xf32>, %s: tensor<1xf32>) -> tensor<8xf32> {
  %cast = tensor.cast %t : tensor<8xf32> to tensor<?xf32>
  %r = scf.forall (%i) in (8) shared_outs(%o = %cast) -> (tensor<?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  %back = tensor.cast %r : tensor<?xf32> to tensor<8xf32>
  return %back : tensor<8xf32>
}

func.func @mapped_dimension_that_runs_once() {
  scf.forall (%i, %j) = (3, 0) to (4, 8) step (8, 1) {
    "test.use"(%i, %j) : (index, index) -> ()
  } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  return
}

func.func @step_of_nothing(%x: index) {
  scf.forall (%i) = (0) to (1) step (0) {
    "test.use"(%i) : (index) -> ()
  }
  return
}

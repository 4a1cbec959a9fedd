// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.upstream.mlir | diff %t.mlir -

func.func @for_loops(%lb: index, %ub: index, %step: index, %x: f32, %i: i32) -> f32 {
  scf.for %k = %lb to %ub step %step {
    "test.use"(%k) : (index) -> ()
  }
  scf.for %k = %i to %i step %i : i32 {
    "test.use"(%k) : (i32) -> ()
  }
  scf.for unsigned %k = %i to %i step %i : i32 {
    scf.for %l = %lb to %ub step %step {
    } {test.inner}
  } {test.outer = 1 : i32}
  %0 = scf.for %k = %lb to %ub step %step iter_args(%a = %x) -> f32 {
    %s = arith.addf %a, %a : f32
    scf.yield %s : f32
  }
  %1:2 = scf.for %k = %lb to %ub step %step iter_args(%a = %x, %b = %lb) -> (f32, index) {
    scf.yield %a, %k : f32, index
  }
  return %0 : f32
}

func.func @conditionals(%c: i1, %x: i32, %n: index) -> i32 {
  scf.if %c {
    "test.use"(%x) : (i32) -> ()
  }
  scf.if %c {
  } else {
    "test.use"(%x) : (i32) -> ()
  } {test.note}
  %0 = scf.if %c -> i32 {
    scf.yield %x : i32
  } else {
    %y = "test.value"() : () -> i32
    scf.yield %y : i32
  }
  %1:2 = scf.if %c -> (i32, index) {
    scf.yield %x, %n : i32, index
  } else {
    scf.yield %x, %n : i32, index
  }
  scf.index_switch %n
  default {
  }
  %2:2 = scf.index_switch %n {test.note} -> i32, index
  case 2 {
    scf.yield %x, %n : i32, index
  }
  case -5 {
    scf.yield %x, %n : i32, index
  }
  default {
    scf.yield %x, %n : i32, index
  }
  return %0 : i32
}

func.func @regions(%c: i1, %x: i32) {
  scf.execute_region {
    scf.yield
  }
  %0 = scf.execute_region -> i32 {
    cf.cond_br %c, ^first, ^second
  ^first:
    scf.yield %x : i32
  ^second:
    cf.br ^first
  }
  %1:2 = scf.execute_region -> (i32, i1) no_inline {
    scf.yield %x, %c : i32, i1
  } {test.note}
  return
}

func.func @while_loops(%x: i32, %y: f32) {
  scf.while : () -> () {
    %c = "test.value"() : () -> i1
    scf.condition(%c)
  } do {
    scf.yield
  }
  %0 = scf.while (%a = %x) : (i32) -> f32 {
    %c = "test.value"() : () -> i1
    scf.condition(%c) %y : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %x : i32
  }
  %1:2 = scf.while (%a = %x, %b = %y) : (i32, f32) -> (i32, f32) {
    %c = "test.value"() : () -> i1
    scf.condition(%c) {test.condition} %a, %b : i32, f32
  } do {
  ^bb0(%a: i32, %b: f32):
    scf.yield %a, %b : i32, f32
  } attributes {test.note}
  return
}

func.func @parallel_loops(%lb: index, %ub: index, %step: index, %x: f32, %i: i32) {
  scf.parallel (%k) = (%lb) to (%ub) step (%step) {
    "test.use"(%k) : (index) -> ()
  }
  %0 = scf.parallel (%k, %l) = (%lb, %lb) to (%ub, %ub) step (%step, %step) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  %1:2 = scf.parallel (%k) = (%lb) to (%ub) step (%step) init (%x, %i) -> (f32, i32) {
    scf.reduce(%x, %i : f32, i32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }, {
    ^bb0(%a: i32, %b: i32):
      scf.reduce.return %b : i32
    }
  } {test.note}
  return
}

func.func @forall_loops(%n: index, %t: tensor<8x8xf32>, %s: tensor<1x1xf32>) -> tensor<8x8xf32> {
  scf.forall (%i) in (%n) {
    "test.use"(%i) : (index) -> ()
  }
  scf.forall (%i, %j) = (0, %n) to (%n, 16) step (2, %n) {
  }
  %0 = scf.forall (%i, %j) in (8, 8) shared_outs(%o = %t) -> (tensor<8x8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, %j] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<8x8xf32>
    }
  } {test.note}
  return %0 : tensor<8x8xf32>
}

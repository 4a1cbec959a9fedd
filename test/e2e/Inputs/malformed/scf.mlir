// Examples of scf ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
%lb = "test.value"() : () -> index
%ub = "test.value"() : () -> index
%step = "test.value"() : () -> index
%x = "test.value"() : () -> f32
%r = scf.forx %i = %lb to %ub step %step iter_args(%acc = %x) -> (f32) {
  %sum = arith.addf %acc, %acc : f32
  scf.yield %sum : f32
}
// -----
%lb = "test.value"() : () -> index
%ub = "test.value"() : () -> index
%step = "test.value"() : () -> index
%x = "test.value"() : () -> f32
%r = scf.for %i = %lb to %ub step %step %step iter_args(%acc = %x) -> (f32) {
  %sum = arith.addf %acc, %acc : f32
  scf.yield %sum : f32
}
// -----
%lb = "test.value"() : () -> index
%ub = "test.value"() : () -> index
%step = "test.value"() : () -> index
%x = "test.value"() : () -> f32
%r = scf.for %i = %lb to %ub step %step iter_args(%acc =
// -----
%c = "test.value"() : () -> i1
%x = "test.value"() : () -> f32
%r = scf.if %c -> (f32) {
  scf.yield : %x f32
} else {
  %y = arith.negf %x : f32
  scf.yield %y : f32
}
// -----
%c = "test.value"() : () -> i1
%x = "test.value"() : () -> f32
%r = scf.if %c -> (f32) {
  scf.yield %x : f32
} else {
  %y = arith.negf %x : f32
  scf.yield %y : : f32
}
// -----
%c = "test.value"() : () -> i1
%x = "test.value"() : () -> f32
%r = scf.if %c -> (f32) {
  scf.yield %x : f32
} else {
  @x = arith.negf %x : f32
  scf.yield %y : f32
}
// -----
%x = "test.value"() : () -> i32
%r = scf.while (%s = %x) : (i32) -> i32 {
  %c = "test.value"() : () -> i1
  scf.condition(%c) %s :
// -----
%x = "test.value"() : () -> i32
%r = scf.whilex (%s = %x) : (i32) -> i32 {
  %c = "test.value"() : () -> i1
  scf.condition(%c) %s : i32
} do {
^bb0(%t: i32):
  scf.yield %t : i32
}
// -----
%x = "test.value"() : () -> i32
%r = scf.while (%s = %x) : (i32) -> i32 {
  %c = "test.value"() : () -> i1
  scf.condition(%c) %s : i32
} do {
^bb0(%t: i32):
  scf.yield % : i32
}
// -----
scf.while : () -> () {
  %c = "test.value"() : () -> i1
  scf.condition(%c %c)
} do {
  scf.yield
}
// -----
scf.while : () -> () {
  %c = "test.value"() : () -> i1
  scf.conditionx(%c)
} do {
  scf.yield
}
// -----
scf.while : () -> () {
  %c = "test.value"() : () -> i1
  scf.condition(%c)
} do
  scf.yield
}
// -----
%x = scf.execute_region -> i32 {
  %c = arith.constant 1 : i32
  scf.yield ^bb9 : i32
}
// -----
%x = scf.execute_region -> i32 {
  %c = arith.constant 1 : i32
  scf.yield %c : : i32
}
// -----
%x = scf.execute_region -> i32 {
  %c = arith.constant 1 : i32
  %c scf.yield : i32
}
// -----
%c = "test.value"() : () -> i1
%r = scf.execute_region -> i32 {
  cf.cond_br %c, ^bb1, ^bb1
^bb1:
  %x = arith.constant 1 : scf.yield
  i32 %x : i32
}
// -----
%c = "test.value"() : () -> i1
%r = scf.execute_region -> i32 {
  cf.cond_br %c, ^bb1, ^bb1
^bb1:
  %x = arith.constant 1 : i32
  scf.yield %x : i32
// -----
%c = "test.value"() : () -> i1
%r = scf.execute_region -> i32 {
  cf.cond_br %c, ^bb1, ^bb1
^bb1:
  %x = arith.constant 1.5 : i32
  scf.yield %x : i32
}
// -----
%i = "test.value"() : () -> index
%r = scf.index_switch %i -> i32
case 2 {
  %a = arith.constant 10 : i32
  scf.yield %a : !llvm.ptr
}
default {
  %b = arith.constant 20 : i32
  scf.yield %b : i32
}
// -----
%i = "test.value"() : () -> index
%r = scf.index_switch %i -> i32
case 2 {
  %a = arith.constant 10
// -----
%i = "test.value"() : () -> index
%r = scf.index_switchx %i -> i32
case 2 {
  %a = arith.constant 10 : i32
  scf.yield %a : i32
}
default {
  %b = arith.constant 20 : i32
  scf.yield %b : i32
}
// -----
%lb = "test.value"() : () -> index
%ub = "test.value"() : () -> index
%step = "test.value"() : () -> index
%x = "test.value"() : () -> f32
%r = scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%step, %step) init (%x) -> f32 {
  scf.reduce(%x : f32) {
  ^bb0(%a: f32 f32, %b: f32):
    %s = arith.addf %a, %b : f32
    scf.reduce.return %s : f32
  }
}
// -----
%lb = "test.value"() : () -> index
%ub = "test.value"() : () -> index
%step = "test.value"() : () -> index
%x = "test.value"() : () -> f32
%r = scf.parallelx (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%step, %step) init (%x) -> f32 {
  scf.reduce(%x : f32) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    scf.reduce.return %s : f32
  }
}
// -----
%lb = "test.value"() : () -> index
%ub = "test.value"() : () -> index
%step = "test.value"() : () -> index
%x = "test.value"() : () -> f32
%r = scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%step, %step) init (%x) -> f32 {
  scf.reduce(%x : f32) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a,  : f32
    scf.reduce.return %s : f32
  }
}
// -----
%lb = "test.value"() : () -> index
%ub = "test.value"() : () -> index
%step = "test.value"() : () -> index
scf.parallel (%i) = (%lb) to (%ub) step (%step) {
  scf.reducex
}
// -----
%lb = "test.value"() : () -> index
%ub = "test.value"() : () -> index
%step = "test.value"() : () -> index
scf.parallel (%i) = (%lb) to (%ub) step (%step) {
  }
scf.reduce
// -----
%lb = "test.value"() : () -> index
%ub = "test.value"() : () -> index
%step = "test.value"() : () -> index
scf.parallel (%i) = (%lb) to (%ub) step (%step) {

// -----
%lb = "test.value"() : () -> index
%ub = "test.value"() : () -> index
%step = "test.value"() : () -> index
%x = "test.value"() : () -> i32
%r = scf.parallel (%i) = (%lb) to (%ub) step (%step) init (%x) -> i32 {
  scf.reduce(%x : i32) {
  ^bb0(%a: i32, %b: i32):
    scf.reduce.return %nowhere : i32
  }
}
// -----
%lb = "test.value"() : () -> index
%ub = "test.value"() : () -> index
%step = "test.value"() : () -> index
%x = "test.value"() : () -> i32
%r = scf.parallel (%i) = (%lb) to (%ub) step (%step) init (%x) -> i32 {
  scf.reduce(%x : i32) {
  ^bb0(%a: i32, %b: i32):
    scf.reduce.returnx %a : i32
  }
}
// -----
%lb = "test.value"() : () -> index
%ub = "test.value"() : () -> index
%step = "test.value"() : () -> index
%x = "test.value"() : () -> i32
%r = scf.parallel (%i) = (%lb) to (%ub) step (%step) init (%x) -> i32 {
  scf.reduce(%x : i32) {
  ^bb0(%a: i32, %b: i32):
    scf.reduce.return %a  i32
  }
}
// -----
%t = "test.value"() : () -> tensor<8xf32>
%s = "test.value"() : () -> tensor<1xf32>
%r = scf.forallx (%i) in (8) shared_outs(%o = %t) -> (tensor<8xf32>) {
  scf.forall.in_parallel {
    tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
  }
}
// -----
%t = "test.value"() : () -> tensor<8xf32>
%s = "test.value"() : () -> tensor<1xf32>
%r = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8xf32>) {
  scf.forall.in_parallel {
    tensor.parallel_insert_slice %s into %nowhere[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
  }
}
// -----
%t = "test.value"() : () -> tensor<8xf32>
%s = "test.value"() : () -> tensor<1xf32>
%r = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8xf32>) {
  scf.forall.in_parallel {
    tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<1.5xf32>
  }
}
// -----
%n = "test.value"() : () -> none
scf.forall (%i) in (%n) {
}
// -----
%n = "test.value"() : () -> index
( scf.forall%i) in (%n) {
}

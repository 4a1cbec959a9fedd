// What is wrong in the structure of scripts.
// RUN: tern-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// expected-note@+1 {{symbol table operation}}
module {
  // expected-error@+1 {{expects the parent symbol table to have the 'transform.with_named_sequence' attribute}}
  transform.named_sequence @s(%a: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error@+1 {{argument #0 cannot be both readonly and consumed}}
  transform.named_sequence @s(%a: !transform.any_op {transform.readonly, transform.consumed}) {
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error@+1 {{must provide consumed/readonly status for arguments of external or called ops}}
  transform.named_sequence @s(!transform.any_op)
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error@+1 {{argument #0 is consumed in the body but is not marked as such}}
  transform.named_sequence @s(%a: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.generalize %a : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-warning@+1 {{op argument #0 is not consumed in the body but is marked as consumed}}
  transform.named_sequence @s(%a: !transform.any_op {transform.consumed}) {
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @s(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    // expected-error@+1 {{expected terminator to have as many operands as the parent op has results}}
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @s(%a: !transform.any_op {transform.readonly}) -> !transform.any_value {
    // expected-error@+1 {{the type of the terminator operand #0 must match the type of the corresponding parent op result (!transform.any_op vs !transform.any_value)}}
    transform.yield %a : !transform.any_op
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error@+1 {{'transform.named_sequence' op expects argument #0 to be a handle or a parameter but got i32}}
  transform.named_sequence @s(%a: i32) {
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error@+1 {{expected 'transform.yield' as terminator}}
  transform.named_sequence @s(%a: !transform.any_op {transform.readonly}) {
    // expected-note@+1 {{terminator}}
    "test.end"() : () -> ()
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error@+1 {{'transform.named_sequence' op expects transform ops in its body}}
  transform.named_sequence @s(%a: !transform.any_op {transform.readonly}) {
    // expected-note@+1 {{this is none: 'arith.constant'}}
    %c = arith.constant 1 : i32
    transform.yield
  }
}

// -----

// expected-error@+1 {{"transform.with_named_sequence" attribute can only be attached to operations with symbol tables}}
func.func @f() attributes {transform.with_named_sequence} {
  return
}

// -----

// expected-error@+1 {{"transform.target_tag" attribute must be a string}}
module attributes {transform.target_tag = 1} {
}

// -----

// expected-error@+1 {{unknown attribute: "transform.foo"}}
module attributes {transform.foo} {
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @s(%a: !transform.any_op {transform.readonly}) {
    // expected-error@+1 {{'transform.include' op does not reference a named transform sequence}}
    transform.include @none failures(propagate) (%a) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @t(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @s(%a: !transform.any_op {transform.readonly}, %v: !transform.any_value {transform.readonly}) {
    // expected-error@+1 {{'transform.include' op incorrect number of operands for callee}}
    transform.include @t failures(propagate) () : () -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @t(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @s(%a: !transform.any_op {transform.readonly}, %v: !transform.any_value {transform.readonly}) {
    // expected-error@+1 {{'transform.include' op operand type mismatch: expected operand type '!transform.any_op', but provided '!transform.any_value' for operand number 0}}
    %0 = transform.include @t failures(propagate) (%v) : (!transform.any_value) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @t(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @s(%a: !transform.any_op {transform.readonly}, %v: !transform.any_value {transform.readonly}) {
    // expected-error@+1 {{'transform.include' op incorrect number of results for callee}}
    transform.include @t failures(propagate) (%a) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @t(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @s(%a: !transform.any_op {transform.readonly}, %v: !transform.any_value {transform.readonly}) {
    // expected-error@+1 {{'transform.include' op type of result #0 must implement the type of the callee's result: '!transform.any_value' vs '!transform.any_op'}}
    %0 = transform.include @t failures(propagate) (%a) : (!transform.any_op) -> !transform.any_value
    transform.yield
  }
}

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.sequence' op expects types of operands to match types of entry block arguments}}
transform.sequence %h : !transform.any_op failures(propagate) {
^bb0(%a: !transform.op<"func.func">):
}

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.sequence' op expects the first entry block argument to be a handle to ops but got i32}}
transform.sequence failures(propagate) {
^bb0(%a: i32):
}

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.sequence' op expects entry block argument #1 to be a handle or a parameter but got i32}}
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op, %b: i32):
}

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.sequence' op expects the entry block to have at least one argument}}
transform.sequence failures(propagate) {
}

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.sequence' op expects types of the terminator operands to match types of the results}}
%0 = transform.sequence %h : !transform.any_op -> !transform.any_op failures(propagate) {
^bb0(%a: !transform.any_op):
}

// -----

// expected-note@+1 {{nested in this op}}
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op):
  // expected-error@+1 {{'transform.sequence' op expects operands to be provided for a nested op}}
  transform.sequence failures(propagate) {
  ^bb0(%b: !transform.any_op):
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op):
  // expected-error@+1 {{result #0 has more than one potential consumer}}
  %0 = transform.select "func.func" in %a : (!transform.any_op) -> !transform.any_op
  // expected-note@+1 {{used here as operand #0}}
  %1 = transform.structured.generalize %0 : (!transform.any_op) -> !transform.any_op
  // expected-note@+1 {{used here as operand #0}}
  %2 = transform.structured.generalize %0 : (!transform.any_op) -> !transform.any_op
}

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.foreach' op expects the same number of targets as the body has block arguments}}
transform.foreach %h : !transform.any_op {
^bb0(%a: !transform.any_op, %b: !transform.any_op):
}

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.foreach' op expects co-indexed targets and the body's block arguments to have the same op/value/param type}}
transform.foreach %h : !transform.any_op {
^bb0(%a: !transform.any_value):
}

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.foreach' op expects the same number of results as the yield terminator has operands}}
%0 = transform.foreach %h : !transform.any_op -> !transform.any_op {
^bb0(%a: !transform.any_op):
}

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.foreach' op expects co-indexed results and yield operands to have the same op/value/param type}}
%0 = transform.foreach %h : !transform.any_op -> !transform.any_value {
^bb0(%a: !transform.any_op):
  transform.yield %a : !transform.any_op
}

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.alternatives' op expects at least one region}}
"transform.alternatives"(%h) : (!transform.any_op) -> ()

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.alternatives' op expects the argument of region #0 to have the type of the scope}}
transform.alternatives %h : !transform.any_op {
^bb0(%a: !transform.op<"func.func">):
}

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.alternatives' op expects terminator operands to have the same type as results of the operation}}
%0 = transform.alternatives %h : !transform.any_op -> !transform.any_op {
^bb0(%a: !transform.any_op):
  // expected-note@+1 {{terminator of region #0}}
  transform.yield
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @s(%r: !transform.any_op {transform.consumed}) {
    // expected-error@+1 {{'transform.foreach_match' op unresolved matcher symbol @none}}
    %0 = transform.foreach_match in %r @none -> @none : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @s(%r: !transform.any_op {transform.consumed}) {
    // expected-error@+1 {{'transform.foreach_match' op unresolved action symbol @none}}
    %0 = transform.foreach_match in %r @m -> @none : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
  // expected-note@+1 {{the action}}
  transform.named_sequence @act() {
    transform.yield
  }
  transform.named_sequence @s(%r: !transform.any_op {transform.consumed}) {
    // expected-error@+1 {{'transform.foreach_match' op mismatching number or types of matcher results and action arguments between @m and @act}}
    %0 = transform.foreach_match in %r @m -> @act : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
  // expected-note@+1 {{the action}}
  transform.named_sequence @act(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @s(%r: !transform.any_op {transform.consumed}) {
    // expected-error@+1 {{'transform.foreach_match' op mismatching number of results of the op, 0, and of the action, 1}}
    %0 = transform.foreach_match in %r @m -> @act : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @two(%a: !transform.any_op {transform.readonly}, %b: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @act() {
    transform.yield
  }
  transform.named_sequence @s(%r: !transform.any_op {transform.consumed}) {
    // expected-error@+1 {{'transform.foreach_match' op expects matcher 0 to take 1 arguments but it takes 2}}
    %0 = transform.foreach_match in %r @two -> @act : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note@+1 {{symbol declaration}}
  transform.named_sequence @eats(!transform.any_op {transform.consumed})
  transform.named_sequence @s(%r: !transform.any_op {transform.consumed}) {
    // expected-error@+1 {{'transform.foreach_match' op 'transform.readonly' attribute expected for matcher operands}}
    %0 = transform.foreach_match in %r @eats -> @eats : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @changes(%a: !transform.any_op {transform.readonly}) {
    // expected-note@+1 {{non-match operation: 'transform.annotate'}}
    transform.annotate %a "x" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @s(%r: !transform.any_op {transform.consumed}) {
    // expected-error@+1 {{'transform.foreach_match' op expects only ops that do not change anything in the matcher}}
    %0 = transform.foreach_match in %r @changes -> @changes : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @s(%r: !transform.any_op {transform.consumed}) {
    // expected-error@+1 {{'transform.foreach_match' op expected the same number of matchers and actions}}
    %0 = "transform.foreach_match"(%r) {matchers = [@m], actions = []} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @s(%r: !transform.any_op {transform.consumed}) {
    // expected-error@+1 {{'transform.foreach_match' op expected at least one match/action pair}}
    %0 = "transform.foreach_match"(%r) {matchers = [], actions = []} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @s(%r: !transform.any_op {transform.consumed}) {
    // expected-error@+1 {{'transform.foreach_match' op expects symbol references as matchers and actions}}
    %0 = "transform.foreach_match"(%r) {matchers = [1], actions = [@s]} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @act(%a: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @s(%r: !transform.any_op {transform.consumed}) {
    // expected-warning@+1 {{matcher @m is used more than once, only the first match will apply}}
    %0 = transform.foreach_match in %r @m -> @act, @m -> @act : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @s(%r: !transform.any_op {transform.readonly}) {
    // expected-error@+1 {{'transform.collect_matching' op expected the matcher to yield as many values as op has results (2), got 1}}
    %0:2 = transform.collect_matching @m in %r : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @none() {
    transform.yield
  }
  transform.named_sequence @s(%r: !transform.any_op {transform.readonly}) {
    // expected-error@+1 {{'transform.collect_matching' op expected the matcher to take one operation handle argument}}
    transform.collect_matching @none in %r : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note@+1 {{--transform-infer-effects marks the arguments of this sequence}}
  transform.named_sequence @unmarked(%a: !transform.any_op) {
    transform.yield
  }
  transform.named_sequence @s(%a: !transform.any_op {transform.readonly}) {
    // expected-error@+1 {{'transform.include' op expects argument #0 of the sequence to be marked as consumed or read}}
    transform.include @unmarked failures(propagate) (%a) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.alternatives' op expects region #0 to have one block}}
"transform.alternatives"(%h) ({}) : (!transform.any_op) -> ()

// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect | FileCheck %s
// RUN: mlir-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect | FileCheck %s

// An op has one error: what is checked later may rely on what was wrong. Other ops have theirs.

// Types of operands, then of results.
func.func @types(%a: i32, %b: f32) {
  // expected-error@+1 {{'arith.addi' op operand #1 must be signless-integer-like, but got 'f32'}}
  %0 = "arith.addi"(%a, %b) : (i32, f32) -> f64
  return
}

// -----

// Numbers of operands before attributes and types.
func.func @counts(%a: f32) {
  // expected-error@+1 {{'arith.cmpi' op expected 2 operands, but found 1}}
  %0 = "arith.cmpi"(%a) : (f32) -> f32
  return
}

// -----

// The ops inside of an op that is wrong are not looked at.
func.func @inside(%a: i32) {
  // expected-error@+1 {{'scf.if' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "scf.if"(%a) ({
    %0 = "arith.addi"(%a) : (i32) -> i64
    "scf.yield"() : () -> ()
  }, {}) : (i32) -> ()
  return
}

// -----

// A block without a terminator is one whose ops are right.
func.func @terminator(%a: i32) {
  "test.region"() ({
    // expected-error@+1 {{'arith.addi' op expected 2 operands, but found 1}}
    %0 = "arith.addi"(%a) : (i32) -> i32
  ^bb1:
    "test.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @no_terminator(%a: i32) {
  "test.region"() ({
    // expected-error@+1 {{block with no terminator, has}}
    %0 = "arith.addi"(%a, %a) : (i32, i32) -> i32
  ^bb1:
    "test.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

// A kind of attribute that the syntax of an op does not take is an error of the parser.
func.func @string_for_symbol() {
  // expected-error@+1 {{custom op 'func.call' invalid kind of attribute specified}}
  func.call "callee"() : () -> ()
  return
}

// -----

func.func @string_for_number(%a: memref<4xf32>) {
  // expected-error@+1 {{custom op 'memref.assume_alignment' invalid kind of attribute specified}}
  %0 = memref.assume_alignment %a, "four" : memref<4xf32>
  return
}

// -----

// What is right is printed all the same.
// CHECK: func.func @printed
func.func @printed() {
  return
}

// Values, blocks and regions that are used where they are not there.
// RUN: not tern-opt %s --split-input-file -o /dev/null 2>&1 | FileCheck %s --strict-whitespace --implicit-check-not=error:

// A value that is never defined.
// CHECK: {{^}}{{.*}}values.mlir:[[@LINE+4]]:19: error: use of undeclared SSA value name '%x'
// CHECK-NEXT:{{^}}  %0 = arith.addi %x, %x : i32
// CHECK-NEXT:{{^}}                  ^{{$}}
func.func @f() {
  %0 = arith.addi %x, %x : i32
  return
}

// -----

// A name that is taken.
// CHECK: {{^}}{{.*}}values.mlir:[[@LINE+7]]:3: error: redefinition of SSA value '%a'
// CHECK-NEXT:{{^}}  %a = arith.constant 1 : i32
// CHECK-NEXT:{{^}}  ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}values.mlir:[[@LINE+3]]:14: note: previously defined here
// CHECK-NEXT:{{^}}func.func @f(%a: i32) {
// CHECK-NEXT:{{^}}             ^{{$}}
func.func @f(%a: i32) {
  %a = arith.constant 1 : i32
  return
}

// -----

// A result that the op does not have.
// CHECK: {{^}}{{.*}}values.mlir:[[@LINE+5]]:19: error: reference to invalid result number
// CHECK-NEXT:{{^}}  %1 = arith.addi %0#1, %a : i32
// CHECK-NEXT:{{^}}                  ^{{$}}
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %0#1, %a : i32
  return
}

// -----

// A use in front of the definition.
// CHECK: {{^}}{{.*}}values.mlir:[[@LINE+7]]:8: error: operand #0 does not dominate this use
// CHECK-NEXT:{{^}}  %0 = arith.addi %1, %a : i32
// CHECK-NEXT:{{^}}       ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}values.mlir:[[@LINE+5]]:8: note: operand defined here (op in the same block)
// CHECK-NEXT:{{^}}  %1 = arith.addi %a, %a : i32
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%a: i32) {
  %0 = arith.addi %1, %a : i32
  %1 = arith.addi %a, %a : i32
  return
}

// -----

// A use that the definition does not dominate.
// CHECK: {{^}}{{.*}}values.mlir:[[@LINE+12]]:3: error: operand #0 does not dominate this use
// CHECK-NEXT:{{^}}  return %0 : i32
// CHECK-NEXT:{{^}}  ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}values.mlir:[[@LINE+6]]:8: note: operand defined here (op in the same region)
// CHECK-NEXT:{{^}}  %0 = arith.addi %a, %a : i32
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^one, ^two
^one:
  %0 = arith.addi %a, %a : i32
  cf.br ^two
^two:
  return %0 : i32
}

// -----

// A value of another function.
// CHECK: {{^}}{{.*}}values.mlir:[[@LINE+7]]:10: error: use of undeclared SSA value name '%a'
// CHECK-NEXT:{{^}}  return %a : i32
// CHECK-NEXT:{{^}}         ^{{$}}
func.func @f(%a: i32) {
  return
}
func.func @g() -> i32 {
  return %a : i32
}

// -----

// A value that a region does not let out.
// CHECK: {{^}}{{.*}}values.mlir:[[@LINE+7]]:10: error: use of undeclared SSA value name '%0'
// CHECK-NEXT:{{^}}  return %0 : i32
// CHECK-NEXT:{{^}}         ^{{$}}
func.func @f(%c: i1, %a: i32) -> i32 {
  scf.if %c {
    %0 = arith.addi %a, %a : i32
  }
  return %0 : i32
}

// -----

// A block that is never defined.
// CHECK: {{^}}{{.*}}values.mlir:[[@LINE+4]]:9: error: reference to an undefined block
// CHECK-NEXT:{{^}}  cf.br ^nowhere
// CHECK-NEXT:{{^}}        ^{{$}}
func.func @f() {
  cf.br ^nowhere
}

// -----

// A label that is taken.
// CHECK: {{^}}{{.*}}values.mlir:[[@LINE+7]]:1: error: redefinition of block '^bb1'
// CHECK-NEXT:{{^}}^bb1:
// CHECK-NEXT:{{^}}^{{$}}
func.func @f() {
  cf.br ^bb1
^bb1:
  return
^bb1:
  return
}

// -----

// A branch that passes the wrong number of values.
// CHECK: {{^}}{{.*}}values.mlir:[[@LINE+4]]:3: error: branch has 2 operands for successor #0, but target block has 1
// CHECK-NEXT:{{^}}  cf.br ^bb1(%a, %a : i32, i32)
// CHECK-NEXT:{{^}}  ^{{$}}
func.func @f(%a: i32) {
  cf.br ^bb1(%a, %a : i32, i32)
^bb1(%b: i32):
  return
}

// -----

// A branch that passes a value of another type.
// CHECK: {{^}}{{.*}}values.mlir:[[@LINE+4]]:3: error: type mismatch for bb argument #0 of successor #0
// CHECK-NEXT:{{^}}  cf.br ^bb1(%a : i32)
// CHECK-NEXT:{{^}}  ^{{$}}
func.func @f(%a: i32) {
  cf.br ^bb1(%a : i32)
^bb1(%b: f32):
  return
}

// -----

// A branch to the entry block.
// CHECK: {{^}}{{.*}}values.mlir:[[@LINE+3]]:1: error: entry block of region may not have predecessors
// CHECK-NEXT:{{^}}func.func @f() {
// CHECK-NEXT:{{^}}^{{$}}
func.func @f() {
^bb0:
  cf.br ^bb0
}

// -----

// A block without a terminator.
// CHECK: {{^}}{{.*}}values.mlir:[[@LINE+4]]:8: error: block with no terminator, has %0 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32{{$}}
// CHECK-NEXT:{{^}}  %0 = arith.addi %a, %a : i32
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a : i32
}

// -----

// A terminator in the middle.
// CHECK: {{^}}{{.*}}values.mlir:[[@LINE+5]]:6: error: expected ':'
// CHECK-NEXT:{{^}}  %0 = arith.addi %a, %a : i32
// CHECK-NEXT:{{^}}     ^{{$}}
func.func @f(%a: i32) {
  return
  %0 = arith.addi %a, %a : i32
  return
}

// -----

// A loop that yields nothing for what it carries.
// CHECK: {{^}}{{.*}}values.mlir:[[@LINE+7]]:8: error: 'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs
// CHECK-NEXT:{{^}}  %0 = scf.for %i = %n to %n step %n iter_args(%s = %x) -> (f32) {
// CHECK-NEXT:{{^}}       ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}values.mlir:[[@LINE+5]]:5: note: region branch point
// CHECK-NEXT:{{^}}    scf.yield
// CHECK-NEXT:{{^}}    ^{{$}}
func.func @f(%n: index, %x: f32) {
  %0 = scf.for %i = %n to %n step %n iter_args(%s = %x) -> (f32) {
    scf.yield
  }
  return
}

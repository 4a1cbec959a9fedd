// Text that is no program: each error shows its place, the line and a caret.
// RUN: not tern-opt %s --split-input-file -o /dev/null 2>&1 | FileCheck %s --strict-whitespace --implicit-check-not=error:

// A character that begins no token.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+4]]:3: error: unexpected character
// CHECK-NEXT:{{^}}  $
// CHECK-NEXT:{{^}}  ^{{$}}
func.func @f() {
  $
  return
}

// -----

// A string that does not end.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+4]]:24: error: expected '"' in string literal
// CHECK-NEXT:{{^}}  "test.op() : () -> ()
// CHECK-NEXT:{{^}}                       ^{{$}}
func.func @f() {
  "test.op() : () -> ()
}

// -----

// An escape that there is none of.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+4]]:16: error: unknown escape in string literal
// CHECK-NEXT:{{^}}}) {test.a = "x\qz"} : () -> ()
// CHECK-NEXT:{{^}}               ^{{$}}
"builtin.module"() ({
}) {test.a = "x\qz"} : () -> ()

// -----

// A bracket that is never closed, at the end of the file.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+4]]:9: error: expected operation name in quotes
// CHECK-NEXT:{{^}}  return
// CHECK-NEXT:{{^}}        ^{{$}}
func.func @f() {
  return

// -----

// A bracket that closes nothing.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+5]]:2: error: expected operation name in quotes
// CHECK-NEXT:{{^}}}}
// CHECK-NEXT:{{^}} ^{{$}}
func.func @f() {
  return
}}

// -----

// An op without the type that its syntax asks for.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+4]]:25: error: expected ':'
// CHECK-NEXT:{{^}}  %b = arith.addi %a, %a
// CHECK-NEXT:{{^}}                        ^{{$}}
func.func @f(%a: i32) {
  %b = arith.addi %a, %a
  return
}

// -----

// A comma left out.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+4]]:22: error: expected ','
// CHECK-NEXT:{{^}}  %b = arith.addi %a %a : i32
// CHECK-NEXT:{{^}}                     ^{{$}}
func.func @f(%a: i32) {
  %b = arith.addi %a %a : i32
  return
}

// -----

// An op that its dialect does not have.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+4]]:3: error: custom op 'arith.add' is unknown
// CHECK-NEXT:{{^}}  arith.add %a, %a : i32
// CHECK-NEXT:{{^}}  ^{{$}}
func.func @f(%a: i32) {
  arith.add %a, %a : i32
  return
}

// -----

// A dialect that nobody registered.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+6]]:3: error: Dialect `toy' not found for custom op 'toy.print'
// CHECK-NEXT:{{^}}  toy.print
// CHECK-NEXT:{{^}}  ^{{$}}
// CHECK-NEXT: note: Available dialects: {{.*}}arith,{{.*}} vector,
// CHECK-NEXT:{{^}}  toy.print
func.func @f() {
  toy.print
  return
}

// -----

// The generic form without its function type.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+4]]:18: error: expected ':' followed by operation type
// CHECK-NEXT:{{^}}  "func.return"()
// CHECK-NEXT:{{^}}                 ^{{$}}
func.func @f() {
  "func.return"()
  return
}

// -----

// More names than results.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+4]]:3: error: operation defines 1 results but was provided 2 to bind
// CHECK-NEXT:{{^}}  %0, %1 = arith.addi %a, %a : i32
// CHECK-NEXT:{{^}}  ^{{$}}
func.func @f(%a: i32) {
  %0, %1 = arith.addi %a, %a : i32
  return
}

// -----

// An integer that does not fit its type.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+4]]:23: error: integer constant out of range for attribute
// CHECK-NEXT:{{^}}  %c = arith.constant 256 : i8
// CHECK-NEXT:{{^}}                      ^{{$}}
func.func @f() {
  %c = arith.constant 256 : i8
  return
}

// -----

// A word where an attribute belongs.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+3]]:37: error: expected attribute value
// CHECK-NEXT:{{^}}func.func @f() attributes {test.a = maybe} {
// CHECK-NEXT:{{^}}                                    ^{{$}}
func.func @f() attributes {test.a = maybe} {
  return
}

// -----

// An attribute given twice.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+4]]:23: error: duplicate key 'test.a' in dictionary attribute
// CHECK-NEXT:{{^}}}) {test.a = 1 : i32, test.a = 2 : i32} : () -> ()
// CHECK-NEXT:{{^}}                      ^{{$}}
"builtin.module"() ({
}) {test.a = 1 : i32, test.a = 2 : i32} : () -> ()

// -----

// An alias that is not defined.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+3]]:37: error: undefined symbol alias id 'nowhere'
// CHECK-NEXT:{{^}}func.func @f() attributes {test.a = #nowhere} {
// CHECK-NEXT:{{^}}                                    ^{{$}}
func.func @f() attributes {test.a = #nowhere} {
  return
}

// -----

// An affine map over a dimension that it does not declare.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+3]]:33: error: use of undeclared identifier
// CHECK-NEXT:{{^}}#map = affine_map<(d0) -> (d0 + d1)>
// CHECK-NEXT:{{^}}                                ^{{$}}
#map = affine_map<(d0) -> (d0 + d1)>

// -----

// An affine product that is not affine.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+3]]:35: error: non-affine expression: at least one of the multiply operands has to be either a constant or symbolic
// CHECK-NEXT:{{^}}#map = affine_map<(d0, d1) -> (d0 * d1)>
// CHECK-NEXT:{{^}}                                  ^{{$}}
#map = affine_map<(d0, d1) -> (d0 * d1)>

// -----

// A keyword of no case of an enum.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+4]]:19: error: expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]
// CHECK-NEXT:{{^}}  %0 = arith.cmpi less, %a, %a : i32
// CHECK-NEXT:{{^}}                  ^{{$}}
func.func @f(%a: i32) {
  %0 = arith.cmpi less, %a, %a : i32
  return
}

// -----

// Elements that make no rectangle.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+4]]:40: error: tensor literal is invalid; ranks are not consistent between elements
// CHECK-NEXT:{{^}}  %0 = arith.constant dense<{{\[\[}}1, 2], [3]]> : tensor<2x2xi32>
// CHECK-NEXT:{{^}}                                       ^{{$}}
func.func @f() {
  %0 = arith.constant dense<[[1, 2], [3]]> : tensor<2x2xi32>
  return
}

// -----

// Elements whose shape is not that of the type.
// CHECK: {{^}}{{.*}}syntax.mlir:[[@LINE+4]]:23: error: inferred shape of elements literal ([3]) does not match type ([2])
// CHECK-NEXT:{{^}}  %0 = arith.constant dense<[1, 2, 3]> : tensor<2xi32>
// CHECK-NEXT:{{^}}                      ^{{$}}
func.func @f() {
  %0 = arith.constant dense<[1, 2, 3]> : tensor<2xi32>
  return
}

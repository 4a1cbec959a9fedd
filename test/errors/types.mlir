// Types that do not exist, and values of the wrong type.
// RUN: not tern-opt %s --split-input-file -o /dev/null 2>&1 | FileCheck %s --strict-whitespace --implicit-check-not=error:

// A type that does not exist.
// CHECK: {{^}}{{.*}}types.mlir:[[@LINE+3]]:18: error: expected non-function type
// CHECK-NEXT:{{^}}func.func @f(%a: int32) {
// CHECK-NEXT:{{^}}                 ^{{$}}
func.func @f(%a: int32) {
  return
}

// -----

// A negative size.
// CHECK: {{^}}{{.*}}types.mlir:[[@LINE+3]]:25: error: expected non-function type
// CHECK-NEXT:{{^}}func.func @f(%a: tensor<-1xf32>) {
// CHECK-NEXT:{{^}}                        ^{{$}}
func.func @f(%a: tensor<-1xf32>) {
  return
}

// -----

// An element type that tensors cannot have.
// CHECK: {{^}}{{.*}}types.mlir:[[@LINE+3]]:27: error: invalid tensor element type: 'tuple<i32>'
// CHECK-NEXT:{{^}}func.func @f(%a: tensor<4xtuple<i32>>, %b: tensor<() -> ()>) {
// CHECK-NEXT:{{^}}                          ^{{$}}
func.func @f(%a: tensor<4xtuple<i32>>, %b: tensor<() -> ()>) {
  return
}

// -----

// A vector of unknown size.
// CHECK: {{^}}{{.*}}types.mlir:[[@LINE+3]]:25: error: expected static shape
// CHECK-NEXT:{{^}}func.func @f(%a: vector<?xf32>) {
// CHECK-NEXT:{{^}}                        ^{{$}}
func.func @f(%a: vector<?xf32>) {
  return
}

// -----

// An integer type that is too wide.
// CHECK: {{^}}{{.*}}types.mlir:[[@LINE+3]]:18: error: integer bitwidth is limited to 16777215 bits
// CHECK-NEXT:{{^}}func.func @f(%a: i99999999) {
// CHECK-NEXT:{{^}}                 ^{{$}}
func.func @f(%a: i99999999) {
  return
}

// -----

// A memref whose layout has another rank.
// CHECK: {{^}}{{.*}}types.mlir:[[@LINE+3]]:32: error: memref layout mismatch between rank and affine map: 1 != 2
// CHECK-NEXT:{{^}}func.func @f(%a: memref<4xf32, affine_map<(i, j) -> (i, j)>>) {
// CHECK-NEXT:{{^}}                               ^{{$}}
func.func @f(%a: memref<4xf32, affine_map<(i, j) -> (i, j)>>) {
  return
}

// -----

// A type alias that is not defined.
// CHECK: {{^}}{{.*}}types.mlir:[[@LINE+3]]:18: error: undefined symbol alias id 'row'
// CHECK-NEXT:{{^}}func.func @f(%a: !row) {
// CHECK-NEXT:{{^}}                 ^{{$}}
func.func @f(%a: !row) {
  return
}

// -----

// A type of a dialect that nobody registered.
// CHECK: {{^}}{{.*}}types.mlir:[[@LINE+3]]:18: error: type created with unregistered dialect 'toy'; if that is intended, use --allow-unregistered-dialect
// CHECK-NEXT:{{^}}func.func @f(%a: !toy.list<i32>) {
// CHECK-NEXT:{{^}}                 ^{{$}}
func.func @f(%a: !toy.list<i32>) {
  return
}

// -----

// A value that is used with another type than it has.
// CHECK: {{^}}{{.*}}types.mlir:[[@LINE+7]]:19: error: use of value '%a' expects different type than prior uses: 'f32' vs 'i32'
// CHECK-NEXT:{{^}}  %0 = arith.addf %a, %a : f32
// CHECK-NEXT:{{^}}                  ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}types.mlir:[[@LINE+3]]:14: note: prior use here
// CHECK-NEXT:{{^}}func.func @f(%a: i32) {
// CHECK-NEXT:{{^}}             ^{{$}}
func.func @f(%a: i32) {
  %0 = arith.addf %a, %a : f32
  return
}

// -----

// An op that takes integers, on floats.
// CHECK: {{^}}{{.*}}types.mlir:[[@LINE+4]]:8: error: 'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'
// CHECK-NEXT:{{^}}  %0 = arith.addi %a, %a : f32
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%a: f32) {
  %0 = arith.addi %a, %a : f32
  return
}

// -----

// A cast that makes nothing wider.
// CHECK: {{^}}{{.*}}types.mlir:[[@LINE+4]]:8: error: 'arith.extsi' op operand type 'i64' and result type 'i32' are cast incompatible
// CHECK-NEXT:{{^}}  %0 = arith.extsi %a : i64 to i32
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%a: i64) {
  %0 = arith.extsi %a : i64 to i32
  return
}

// -----

// Results that are not those of the function.
// CHECK: {{^}}{{.*}}types.mlir:[[@LINE+4]]:3: error: type of return operand 0 ('i32') doesn't match function result type ('f32') in function @f
// CHECK-NEXT:{{^}}  return %a : i32
// CHECK-NEXT:{{^}}  ^{{$}}
func.func @f(%a: i32) -> f32 {
  return %a : i32
}

// -----

// A call with arguments of other types.
// CHECK: {{^}}{{.*}}types.mlir:[[@LINE+5]]:3: error: 'func.call' op operand type mismatch: expected operand type 'f32', but provided 'i32' for operand number 0
// CHECK-NEXT:{{^}}  call @g(%a) : (i32) -> ()
// CHECK-NEXT:{{^}}  ^{{$}}
func.func private @g(f32)
func.func @f(%a: i32) {
  call @g(%a) : (i32) -> ()
  return
}

// -----

// An index into an array of another rank.
// CHECK: {{^}}{{.*}}types.mlir:[[@LINE+4]]:8: error: 'memref.load' op incorrect number of indices for load, expected 2 but got 1
// CHECK-NEXT:{{^}}  %0 = memref.load %m[%i] : memref<4x4xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%m: memref<4x4xf32>, %i: index) {
  %0 = memref.load %m[%i] : memref<4x4xf32>
  return
}

// One op held numbers, functions and complex numbers.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %t.mlir | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: func.func @constants
func @constants() -> f32 {
  // CHECK: %c3 = arith.constant 3 : index
  %0 = constant 3 : index
  // CHECK: %true = arith.constant true
  %1 = constant true
  // CHECK: %cst = arith.constant 1.000000e+00 : f32
  %2 = std.constant 1.0 : f32
  // CHECK: arith.constant dense<[1, 2]> : tensor<2xi32>
  %3 = constant dense<[1, 2]> : tensor<2xi32>
  // CHECK: arith.constant {test.note} 7 : i8
  %4 = constant {test.note} 7 : i8
  // CHECK: constant @constants : () -> f32
  %5 = constant @constants : () -> f32
  // CHECK: complex.constant [1.000000e-01 : f32, -1.000000e+00 : f32] : complex<f32>
  %6 = constant [0.1 : f32, -1.0 : f32] : complex<f32>
  // CHECK: arith.constant 4 : i32
  %7 = "std.constant"() {value = 4 : i32} : () -> i32
  // CHECK: constant @constants : () -> f32
  %8 = "std.constant"() {value = @constants} : () -> (() -> f32)
  // CHECK: complex.constant [1.000000e-01 : f32, -1.000000e+00 : f32] : complex<f32>
  %9 = "std.constant"() {value = [0.1 : f32, -1.0 : f32]} : () -> complex<f32>
  // CHECK: call_indirect %{{.*}}() : () -> f32
  %10 = call_indirect %5() : () -> f32
  return %10 : f32
}

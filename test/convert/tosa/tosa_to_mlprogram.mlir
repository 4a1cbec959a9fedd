// Variables become globals.
// RUN: tern-opt --allow-unregistered-dialect --tosa-to-mlprogram %s | FileCheck %s

// CHECK: ml_program.global private mutable @v(dense<1> : tensor<4xi32>) : tensor<4xi32>
tosa.variable @v = dense<1> : tensor<4xi32>
func.func @f() -> tensor<4xi32> {
  // CHECK: %[[X:.+]] = ml_program.global_load @v : tensor<4xi32>
  %0 = tosa.variable_read @v : tensor<4xi32>
  // CHECK: ml_program.global_store @v = %[[X]] : tensor<4xi32>
  tosa.variable_write @v, %0 : tensor<4xi32>
  return %0 : tensor<4xi32>
}

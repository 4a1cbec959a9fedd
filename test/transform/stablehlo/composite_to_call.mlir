// RUN: tern-opt %s --stablehlo-legalize-composite-to-call | FileCheck %s
// RUN: tern-opt %s --pass-pipeline='builtin.module(stablehlo-legalize-composite-to-call{except=my.op})' | FileCheck %s --check-prefix=KEPT

// CHECK-LABEL: func.func @calls
// CHECK-SAME: %[[A:[^:]*]]: tensor<4xf32>
// CHECK: %[[R:.*]] = call @my_op(%[[A]]) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: return %[[R]]
// KEPT-LABEL: func.func @calls
// KEPT: stablehlo.composite "my.op"
func.func @calls(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "my.op" %a {composite_attributes = {n = 1 : i32}, decomposition = @my_op} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// Regions are for those that know the name.

// CHECK-LABEL: func.func @region
// CHECK-NEXT: call @my_op
// CHECK-NEXT: return
func.func @region(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "my.other" %a ({
  ^bb0(%p: tensor<f32>):
    stablehlo.return %p : tensor<f32>
  }) {decomposition = @my_op} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @my_op(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// Control flow becomes scf.
// RUN: tern-opt --allow-unregistered-dialect --tosa-to-scf %s | FileCheck %s

// CHECK-LABEL: @choose
func.func @choose(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  // CHECK: %[[C:.+]] = tensor.extract %arg0[] : tensor<i1>
  // CHECK: scf.if %[[C]] -> (tensor<f32>)
  // CHECK: tosa.exp %arg1
  // CHECK: scf.yield
  // CHECK: else
  // CHECK: scf.yield %arg1
  %r = tosa.cond_if %c (%a = %x) : tensor<i1> (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>):
    %e = tosa.exp %a : (tensor<f32>) -> tensor<f32>
    tosa.yield %e : tensor<f32>
  } else {
  ^bb0(%a: tensor<f32>):
    tosa.yield %a : tensor<f32>
  }
  return %r : tensor<f32>
}

// CHECK-LABEL: @loop
func.func @loop(%x: tensor<i32>) -> tensor<i32> {
  // CHECK: scf.while (%[[A:.+]] = %arg0) : (tensor<i32>) -> tensor<i32>
  // CHECK: %[[P:.+]] = tensor.extract
  // CHECK: scf.condition(%[[P]]) %[[A]]
  // CHECK: scf.yield
  %r = tosa.while_loop (%a = %x) : (tensor<i32>) -> tensor<i32> {
    %c = tosa.greater %a, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%a: tensor<i32>):
    tosa.yield %a : tensor<i32>
  }
  return %r : tensor<i32>
}

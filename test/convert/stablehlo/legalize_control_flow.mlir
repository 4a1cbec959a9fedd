// RUN: tern-opt %s --iree-stablehlo-legalize-control-flow | FileCheck %s

// CHECK-LABEL: func.func @loops
// CHECK: scf.while (%[[I:.*]] = %{{.*}}, %[[X:.*]] = %{{.*}}) : (tensor<i32>, tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>)
// CHECK: %[[C:.*]] = stablehlo.compare
// CHECK: %[[P:.*]] = tensor.extract %[[C]][] : tensor<i1>
// CHECK: scf.condition(%[[P]]) %[[I]], %[[X]] : tensor<i32>, tensor<3xf32>
// CHECK: } do {
// CHECK: scf.yield %{{.*}}, %{{.*}} : tensor<i32>, tensor<3xf32>
func.func @loops(%n: tensor<i32>, %x: tensor<3xf32>) -> tensor<3xf32> {
  %0:2 = stablehlo.while(%i = %n, %s = %x) : tensor<i32>, tensor<3xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %t = stablehlo.add %s, %s : tensor<3xf32>
    stablehlo.return %i, %t : tensor<i32>, tensor<3xf32>
  }
  return %0#1 : tensor<3xf32>
}

// CHECK-LABEL: func.func @branches
// CHECK: %[[P:.*]] = tensor.extract %{{.*}}[] : tensor<i1>
// CHECK: scf.if %[[P]] -> (tensor<f32>)
// CHECK: } else {
func.func @branches(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}

// The last branch is the default: also for what is out of range.

// CHECK-LABEL: func.func @chooses
// CHECK: %[[N:.*]] = tensor.extract %{{.*}}[] : tensor<i32>
// CHECK: %[[I:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK: scf.index_switch %[[I]] -> tensor<f32>
// CHECK-NEXT: case 0 {
// CHECK: stablehlo.negate
// CHECK: case 1 {
// CHECK: stablehlo.sine
// CHECK: default {
// CHECK: stablehlo.cosine
func.func @chooses(%i: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    %1 = stablehlo.sine %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    %1 = stablehlo.cosine %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @nested
// CHECK: scf.if
// CHECK: scf.while
func.func @nested(%p: tensor<i1>) -> tensor<i1> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.while(%x = %p) : tensor<i1> cond {
      stablehlo.return %x : tensor<i1>
    } do {
      %2 = stablehlo.not %x : tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }
    stablehlo.return %1 : tensor<i1>
  }, {
    stablehlo.return %p : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return %0 : tensor<i1>
}

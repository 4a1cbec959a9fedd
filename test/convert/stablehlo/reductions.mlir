// RUN: tern-opt %s --stablehlo-legalize-to-linalg | FileCheck %s
// RUN: tern-opt %s --iree-stablehlo-legalize-control-flow --stablehlo-legalize-to-linalg | mlir-opt | FileCheck %s

// CHECK-DAG: #[[$IN:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @sums
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x3xf32>, %[[Z:[^:]*]]: tensor<f32>
// CHECK: %[[INIT:.*]] = tensor.extract %[[Z]][] : tensor<f32>
// CHECK: %[[FILLED:.*]] = linalg.fill ins(%[[INIT]] : f32)
// CHECK: linalg.generic {indexing_maps = [#[[$IN]], #[[$OUT]]], iterator_types = ["parallel", "reduction"]} ins(%[[X]] : {{.*}}) outs(%[[FILLED]] : {{.*}}) {
// CHECK: ^bb0(%[[E:.*]]: f32, %[[ACC:.*]]: f32):
// CHECK: arith.addf %[[ACC]], %[[E]] : f32
func.func @sums(%x: tensor<2x3xf32>, %z: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @finds_greatest
// CHECK: %{{.*}}:2 = linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<3x5xf32>, tensor<3x5xi32>)
// CHECK: %[[C:.*]] = arith.cmpf oge
// CHECK: %[[V:.*]] = arith.select %[[C]]
// CHECK: %[[I:.*]] = arith.select %[[C]]
// CHECK: linalg.yield %[[V]], %[[I]] : f32, i32
func.func @finds_greatest(%x: tensor<3x5xf32>, %i: tensor<3x5xi32>, %a: tensor<f32>, %b: tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %0:2 = stablehlo.reduce(%x init: %a), (%i init: %b) across dimensions = [1] : (tensor<3x5xf32>, tensor<3x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
   reducer(%p: tensor<f32>, %q: tensor<f32>) (%m: tensor<i32>, %n: tensor<i32>) {
    %c = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %c, %p, %q : tensor<i1>, tensor<f32>
    %k = stablehlo.select %c, %m, %n : tensor<i1>, tensor<i32>
    stablehlo.return %v, %k : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}

// Calls are followed, branches become scf on scalars, values from outside are read.

// CHECK-LABEL: func.func @follows_calls
// CHECK-SAME: %[[K:[^:]*]]: tensor<f32>)
// CHECK: linalg.generic
// CHECK: %[[FACTOR:.*]] = tensor.extract %[[K]][] : tensor<f32>
// CHECK: arith.mulf %{{.*}}, %[[FACTOR]]
// CHECK: scf.if %{{.*}} -> (f32)
func.func @follows_calls(%x: tensor<2x3xf32>, %z: tensor<f32>, %factor: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = stablehlo.multiply %b, %factor : tensor<f32>
    %2 = func.call @combine(%a, %1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0 : tensor<2xf32>
}
func.func private @combine(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %0 = "stablehlo.if"(%c) ({
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    stablehlo.return %a : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}

// A body that needs larger tensors runs in loops.

// CHECK-LABEL: func.func @reduces_in_body
// CHECK: scf.for
// CHECK: scf.for
// CHECK: tensor.extract %{{.*}} : tensor<3xi8>
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction"]
// CHECK: arith.maxui
// CHECK: tensor.insert %{{.*}} into %{{.*}} : tensor<3xi8>
func.func @reduces_in_body(%x: tensor<3x5xui8>, %z: tensor<ui8>) -> tensor<3xui8> {
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<3x5xui8>, tensor<ui8>) -> tensor<3xui8>
   reducer(%a: tensor<ui8>, %b: tensor<ui8>) {
    %1 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<ui8>) -> tensor<2xui8>
    %2 = stablehlo.reduce(%1 init: %b) applies stablehlo.maximum across dimensions = [0] : (tensor<2xui8>, tensor<ui8>) -> tensor<ui8>
    stablehlo.return %2 : tensor<ui8>
  }
  return %0 : tensor<3xui8>
}

// CHECK-LABEL: func.func @pools
// CHECK: %[[PADDED:.*]] = tensor.pad %{{.*}} low[0, 1, 0, 0]
// CHECK: %[[WINDOW:.*]] = tensor.empty() : tensor<2x3xf32>
// CHECK: linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%[[PADDED]], %[[WINDOW]] : {{.*}})
func.func @pools(%x: tensor<2x5x7x3xf32>, %z: tensor<f32>) -> tensor<2x5x3x3xf32> {
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 2, 3, 1>, window_strides = array<i64: 1, 1, 2, 1>, padding = dense<[[0, 0], [1, 0], [0, 0], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x5x7x3xf32>, tensor<f32>) -> tensor<2x5x3x3xf32>
  return %0 : tensor<2x5x3x3xf32>
}

// CHECK-LABEL: func.func @slides
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]
// CHECK: arith.mulf
func.func @slides(%x: tensor<5x7xf32>, %z: tensor<f32>) -> tensor<4x7xf32> {
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<5x7xf32>, tensor<f32>) -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}

// RUN: tern-opt %s --stablehlo-irregular-to-loops --split-input-file | FileCheck %s

func.func private @max(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.maximum %a, %b : tensor<f32>
  return %r : tensor<f32>
}

// Only the padding is computed.
// CHECK-LABEL: func.func @becomes_static
// CHECK-SAME: (%[[X:.*]]: tensor<?x8xf32>, %[[I:.*]]: tensor<f32>, %[[P:.*]]: tensor<2x2xi32>)
// CHECK: %[[L:.*]] = stablehlo.slice %[[P]] [0:2, 0:1]
// CHECK: %[[H:.*]] = stablehlo.slice %[[P]] [0:2, 1:2]
// CHECK: %[[B:.*]] = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
// CHECK: %[[W:.*]] = stablehlo.dynamic_pad %[[X]], %[[I]], %{{.*}}, %{{.*}}, %[[B]]
// CHECK: "stablehlo.reduce_window"(%[[W]], %[[I]])
// CHECK-SAME: window_dilations = array<i64: 1, 2>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>
// CHECK: stablehlo.maximum
func.func @becomes_static(%x: tensor<?x8xf32>, %i: tensor<f32>, %p: tensor<2x2xi32>) -> tensor<?x?xf32> {
  %w = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %s = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %b = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %d = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %w, %s, %b, %d, %p) {called_computations = [@max]} : (tensor<?x8xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.add %a, %b : tensor<f32>
  return %r : tensor<f32>
}

// A window of computed size along one dimension: the lines along the other one are independent. No loop is there for the dimension
// whose window is one element.
// CHECK-LABEL: func.func @slides
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>
// CHECK: scf.forall (%[[L:.*]]) in (%{{.*}})
// CHECK: scf.for
// CHECK: scf.for
// CHECK: tensor.extract %[[X]][%{{.*}}, %[[L]]]
// CHECK: arith.addf
// CHECK: tensor.parallel_insert_slice
// CHECK-NOT: scf.forall
func.func @slides(%x: tensor<?x?xf32>, %i: tensor<f32>, %n: tensor<1xi32>) -> tensor<?x?xf32> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %w = stablehlo.concatenate %n, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %s = stablehlo.constant dense<1> : tensor<2xi32>
  %p = stablehlo.constant dense<0> : tensor<2x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %w, %s, %s, %s, %p) {called_computations = [@sum]} : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func private @narrow_sum(%a: tensor<f16>, %b: tensor<f16>) -> tensor<f16> {
  %r = stablehlo.add %a, %b : tensor<f16>
  return %r : tensor<f16>
}

// Of f16 all sums are f32, in pieces of pieces; what a window comes to is rounded when it is stored.
// CHECK-LABEL: func.func @adds_up_in_f32
// CHECK: scf.forall
// CHECK: scf.for {{.*}} -> (tensor<?xf16>, f32)
// CHECK: scf.for {{.*}} -> (tensor<?xf16>, f32)
// CHECK: scf.for {{.*}} -> (f32)
// CHECK: scf.for {{.*}} -> (f32)
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK-NOT: arith.addf {{.*}} : f16
// CHECK: arith.truncf {{.*}} : f32 to f16
func.func @adds_up_in_f32(%x: tensor<?x?xf16>, %i: tensor<f16>, %n: tensor<1xi32>) -> tensor<?x?xf16> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %w = stablehlo.concatenate %n, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %s = stablehlo.constant dense<1> : tensor<2xi32>
  %p = stablehlo.constant dense<0> : tensor<2x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %w, %s, %s, %s, %p) {called_computations = [@narrow_sum]} : (tensor<?x?xf16>, tensor<f16>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf16>
  return %0 : tensor<?x?xf16>
}

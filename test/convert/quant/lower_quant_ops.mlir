// Casts become arithmetic, with a splat scale or with scales that a linalg.generic reads.
// RUN: tern-opt --lower-quant-ops %s | FileCheck %s

// CHECK-LABEL: func.func @dcast_scalar
// CHECK: %[[S:.*]] = quant.scast %{{.*}} : !quant.uniform<u8:f32, 2.000000e+00:10> to i8
// CHECK-DAG: %[[SCALE:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 10 : i8
// CHECK: %[[F:.*]] = arith.uitofp %[[S]] : i8 to f32
// CHECK: %[[Z:.*]] = arith.uitofp %[[ZERO]] : i8 to f32
// CHECK: %[[D:.*]] = arith.subf %[[F]], %[[Z]] : f32
// CHECK: arith.mulf %[[D]], %[[SCALE]] : f32
func.func @dcast_scalar(%q: !quant.uniform<u8:f32, 2.0:10>) -> f32 {
  %0 = quant.dcast %q : !quant.uniform<u8:f32, 2.0:10> to f32
  return %0 : f32
}

// Without a zero point nothing is added; limits are put on what is stored.
// CHECK-LABEL: func.func @qcast_bounds
// CHECK: %[[DIM:.*]] = tensor.dim %{{.*}}, %{{.*}} : tensor<?x3xf32>
// CHECK: %[[SCALE:.*]] = tensor.splat %{{.*}}[%[[DIM]]] : tensor<?x3xf32>
// CHECK: %[[DIV:.*]] = arith.divf %{{.*}}, %[[SCALE]] : tensor<?x3xf32>
// CHECK-NEXT: %[[INT:.*]] = arith.fptosi %[[DIV]] : tensor<?x3xf32> to tensor<?x3xi8>
// CHECK: %[[MAX:.*]] = arith.maxsi %[[INT]], %{{.*}} : tensor<?x3xi8>
// CHECK-NEXT: %[[MIN:.*]] = arith.minsi %[[MAX]], %{{.*}} : tensor<?x3xi8>
// CHECK-NEXT: quant.scast %[[MIN]] : tensor<?x3xi8> to tensor<?x3x!quant.uniform<i8<-8:7>:f32, 2.000000e+00>>
func.func @qcast_bounds(%x: tensor<?x3xf32>) -> tensor<?x3x!quant.uniform<i8<-8:7>:f32, 2.0>> {
  %0 = quant.qcast %x : tensor<?x3xf32> to tensor<?x3x!quant.uniform<i8<-8:7>:f32, 2.0>>
  return %0 : tensor<?x3x!quant.uniform<i8<-8:7>:f32, 2.0>>
}

// CHECK-LABEL: func.func @qcast_axis
// CHECK-DAG: arith.constant dense<[2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<3xf32>
// CHECK-DAG: arith.constant dense<[0, 0, 2]> : tensor<3xi8>
// CHECK: linalg.generic {indexing_maps = [#[[ID:.*]], #[[AXIS:.*]], #[[AXIS]], #[[ID]]], iterator_types = ["parallel", "parallel"]}
// CHECK: arith.divf
// CHECK: arith.uitofp
// CHECK: arith.addf
// CHECK: arith.fptoui
// CHECK: arith.maxui
// CHECK: arith.minui
func.func @qcast_axis(%x: tensor<?x3xf32>) -> tensor<?x3x!quant.uniform<u8<1:200>:f32:1, {2.0, 3.0, 4.0:2}>> {
  %0 = quant.qcast %x : tensor<?x3xf32> to tensor<?x3x!quant.uniform<u8<1:200>:f32:1, {2.0, 3.0, 4.0:2}>>
  return %0 : tensor<?x3x!quant.uniform<u8<1:200>:f32:1, {2.0, 3.0, 4.0:2}>>
}

// CHECK-LABEL: func.func @dcast_blocks
// CHECK-DAG: arith.constant dense<{{.*}}> : tensor<2x2xf32>
// CHECK-DAG: arith.constant dense<{{.*}}[0, 0], [0, 100]]> : tensor<2x2xi8>
// CHECK: linalg.generic
// CHECK: arith.sitofp
// CHECK: arith.subf
// CHECK: arith.mulf
func.func @dcast_blocks(%q: tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0, 2.0}, {3.0, 4.0:100}}>>) -> tensor<2x4xf32> {
  %0 = quant.dcast %q : tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0, 2.0}, {3.0, 4.0:100}}>> to tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

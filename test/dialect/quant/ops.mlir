// Types and casts of quantized numbers are read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect %t.generic.mlir | diff - %t.mlir

// CHECK-LABEL: func.func @types
func.func @types() {
  // CHECK: !quant.uniform<i8:f32, 2.000000e+00>
  "test.types"() : () -> !quant.uniform<i8:f32, 2.0>
  // CHECK: !quant.uniform<u8<1:250>:f32, 1.000000e-01:-3>
  "test.types"() : () -> !quant.uniform<u8<1:250>:f32, 0.1:-3>
  // The whole range is left out.
  // CHECK: !quant.uniform<i4:bf16, 0.0039215688600000003:2>
  "test.types"() : () -> !quant.uniform<i4<-8:7>:bf16, 0.00392156886:2>
  // CHECK: !quant.uniform<u16:f64, 1.000000e-10>
  "test.types"() : () -> !quant.uniform<ui16:f64, 1.0e-10>
  // CHECK: !quant.uniform<i8:f32, 3.000000e+00>
  "test.types"() : () -> !quant.uniform<si8:f32, 3.0>
  // CHECK: tensor<2x3x!quant.uniform<i8:f32:1, {2.000000e+00:10,3.000000e+00,1.500000e+00:-4}>>
  "test.types"() : () -> tensor<2x3x!quant.uniform<i8:f32:1, {2.0:10, 3.0, 1.5:-4}>>
  // CHECK: tensor<3x4x!quant.uniform<u8:f32:{0:1, 1:2}, {{[{][{]}}2.000000e+00:120, 3.000000e+00:127}, {4.000000e+00, 1.000000e-01}, {1.000000e+00, 1.000000e+00}}>>
  "test.types"() : () -> tensor<3x4x!quant.uniform<u8:f32:{0:1, 1:2}, {{2.0:120, 3.0:127}, {4.0, 0.1}, {1.0, 1.0}}>>
  // CHECK: tensor<6x2x!quant.uniform<i8:f32:{}, {{[{][{]}}1.000000e+00}}>>
  "test.types"() : () -> tensor<6x2x!quant.uniform<i8:f32:{}, {{1.0}}>>
  // CHECK: !quant.any<i8<-8:7>:f32>
  "test.types"() : () -> !quant.any<i8<-8:7>:f32>
  // CHECK: !quant.any<u7>
  "test.types"() : () -> !quant.any<u7>
  // CHECK: !quant.calibrated<f32<-0.998:1.232100e+00>>
  "test.types"() : () -> !quant.calibrated<f32<-0.998:1.2321>>
  // CHECK: tensor<*x!quant.uniform<i32:f32, 2.000000e+00>>
  "test.types"() : () -> tensor<*x!quant.uniform<i32:f32, 2.0>>
  return
}

// CHECK-LABEL: func.func @casts
func.func @casts(%f: f32, %t: tensor<?x3xf32>, %u: tensor<*xf32>, %i: tensor<2x4xi8>) {
  // CHECK: %[[Q:.*]] = quant.qcast %{{.*}} : f32 to !quant.uniform<i8:f32, 2.000000e+00:1>
  %0 = quant.qcast %f : f32 to !quant.uniform<i8:f32, 2.0:1>
  // CHECK: quant.scast %[[Q]] : !quant.uniform<i8:f32, 2.000000e+00:1> to i8
  %1 = quant.scast %0 : !quant.uniform<i8:f32, 2.0:1> to i8
  // CHECK: quant.qcast %{{.*}} : tensor<?x3xf32> to tensor<?x3x!quant.uniform<i8:f32:1,
  %2 = quant.qcast %t : tensor<?x3xf32> to tensor<?x3x!quant.uniform<i8:f32:1, {2.0, 3.0, 4.0}>>
  // CHECK: quant.qcast %{{.*}} : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32:1,
  %3 = quant.qcast %u : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32:1, {2.0, 3.0, 4.0}>>
  // CHECK: quant.dcast %{{.*}} : tensor<*x!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00,4.000000e+00}>> to tensor<*xf32>
  %4 = quant.dcast %3 : tensor<*x!quant.uniform<i8:f32:1, {2.0, 3.0, 4.0}>> to tensor<*xf32>
  // CHECK: quant.scast %{{.*}} : tensor<2x4xi8> to tensor<2x4x!quant.uniform<i8:f32:{0:2, 1:2},
  %5 = quant.scast %i : tensor<2x4xi8> to tensor<2x4x!quant.uniform<i8:f32:{0:2, 1:2}, {{1.0, 2.0}}>>
  return
}

// Types with scales in blocks that say no more than a simpler type does.
// RUN: tern-opt --allow-unregistered-dialect --normalize-quant-types %s | FileCheck %s
// RUN: tern-opt --allow-unregistered-dialect --normalize-quant-types %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --normalize-quant-types %s | diff - %t.mlir

// CHECK-LABEL: func.func @normalize
// CHECK-SAME: tensor<?x?x!quant.uniform<i8:f32, 2.000000e+00:3>>
// CHECK-SAME: tensor<?x?x!quant.uniform<u8<1:9>:f32:0, {2.000000e+00:12,3.000000e+00}>>
// CHECK-SAME: tensor<2x2x!quant.uniform<i8:f32:{0:1, 1:1}
func.func @normalize(%a: tensor<?x?x!quant.uniform<i8:f32:{0:1, 1:4}, {{2.0:3}}>>,
                     %b: tensor<?x?x!quant.uniform<u8<1:9>:f32:{0:1, 1:4}, {{2.0:12}, {3.0}}>>,
                     %c: tensor<2x2x!quant.uniform<i8:f32:{0:1, 1:1}, {{2.0, 3.0}, {1.0, 1.0}}>>) {
  // CHECK: "test.use"(%{{.*}}) : (tensor<?x?x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<?x?x!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00}>>
  %0 = "test.use"(%a) : (tensor<?x?x!quant.uniform<i8:f32:{0:1, 1:4}, {{2.0:3}}>>) -> tensor<?x?x!quant.uniform<i8:f32:{1:1}, {{2.0, 3.0}}>>
  return
}

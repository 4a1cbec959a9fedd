// RUN: tern-opt %s --stablehlo-legalize-to-linalg | FileCheck %s
// RUN: tern-opt %s --stablehlo-legalize-to-linalg | mlir-opt

// Each step is rounded to the element type, and is no addition whose order may be changed.
// CHECK-LABEL: func.func @rounds_each_step
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.*}} : tensor<2x32xbf16>)
// CHECK: ^bb0(%[[E:.*]]: bf16, %[[ACC:.*]]: bf16):
// CHECK-DAG: %[[A:.*]] = arith.extf %[[ACC]] : bf16 to f32
// CHECK-DAG: %[[B:.*]] = arith.extf %[[E]] : bf16 to f32
// CHECK: %[[S:.*]] = arith.addf %[[A]], %[[B]] : f32
// CHECK: %[[R:.*]] = arith.truncf %[[S]] : f32 to bf16
// CHECK: linalg.yield %[[R]] : bf16
// CHECK-NOT: linalg.generic
func.func @rounds_each_step(%x: tensor<2x32xbf16>, %z: tensor<bf16>) -> tensor<2xbf16> {
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x32xbf16>, tensor<bf16>) -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}

// Long dimensions go in windows of 32; 28 elements that change nothing are divided between both ends.
// CHECK-LABEL: func.func @makes_windows
// CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f16
// CHECK: %[[P:.*]] = tensor.pad %{{.*}} low[0, 14] high[0, 14]
// CHECK: tensor.yield %[[ONE]] : f16
// CHECK: } : tensor<5x100xf16> to tensor<5x128xf16>
// CHECK: %[[W:.*]] = tensor.expand_shape %[[P]] {{\[}}[0], [1, 2]] output_shape [5, 4, 32]
// CHECK: %[[F:.*]] = linalg.fill ins(%[[ONE]] : f16) outs(%{{.*}} : tensor<4xf16>)
// CHECK: %[[M:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "reduction"]} ins(%[[W]] : tensor<5x4x32xf16>) outs(%[[F]] : tensor<4xf16>)
// CHECK: arith.mulf
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%[[M]] : tensor<4xf16>) outs(%{{.*}} : tensor<f16>)
// CHECK: arith.mulf
func.func @makes_windows(%x: tensor<5x100xf16>, %z: tensor<f16>) -> tensor<f16> {
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.multiply across dimensions = [0, 1] : (tensor<5x100xf16>, tensor<f16>) -> tensor<f16>
  return %0 : tensor<f16>
}

// Maxima need no rounding, and sizes that are not known no windows.
// CHECK-LABEL: func.func @others
// CHECK: linalg.generic
// CHECK: arith.maximumf {{.*}} : bf16
// CHECK: linalg.generic
// CHECK: arith.addf {{.*}} : bf16
func.func @others(%x: tensor<64xbf16>, %y: tensor<?xbf16>, %z: tensor<bf16>) -> (tensor<bf16>, tensor<bf16>) {
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<64xbf16>, tensor<bf16>) -> tensor<bf16>
  %1 = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xbf16>, tensor<bf16>) -> tensor<bf16>
  return %0, %1 : tensor<bf16>, tensor<bf16>
}

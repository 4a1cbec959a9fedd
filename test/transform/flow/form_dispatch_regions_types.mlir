// RUN: tern-opt %s --iree-dispatch-creation-form-dispatch-regions=fuse-other-types=true | FileCheck %s
// RUN: tern-opt %s --iree-dispatch-creation-form-dispatch-regions | FileCheck %s --check-prefix=APART

// The sums of a product are of another type than what is made of them: one dispatch, where that is asked for.

// CHECK-LABEL: func.func @product
// CHECK: flow.dispatch.region
// CHECK: linalg.matmul
// CHECK: arith.truncf
// CHECK: flow.return %{{.+}} : tensor<64x64xf16>
// CHECK-NOT: flow.dispatch.region

// APART-LABEL: func.func @product
// APART: flow.dispatch.region
// APART: flow.return %{{.+}} : tensor<64x64xf32>
// APART: flow.dispatch.region
// APART: flow.return %{{.+}} : tensor<64x64xf16>
func.func @product(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<64x64xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = tensor.empty() : tensor<64x64xf16>
  %4 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<64x64xf32>) outs(%3 : tensor<64x64xf16>) {
  ^bb0(%x: f32, %old: f16):
    %y = arith.truncf %x : f32 to f16
    linalg.yield %y : f16
  } -> tensor<64x64xf16>
  return %4 : tensor<64x64xf16>
}

// A reduction that is no product keeps to its own type.

// CHECK-LABEL: func.func @sums
// CHECK: flow.dispatch.region
// CHECK: flow.return %{{.+}} : tensor<4x64xf32>
// CHECK: flow.dispatch.region
// CHECK: flow.return %{{.+}} : tensor<4x64xf16>
func.func @sums(%a: tensor<4x9x64xf32>) -> tensor<4x64xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<4x64xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<4x64xf32>) -> tensor<4x64xf32>
  %2 = linalg.reduce ins(%a : tensor<4x9x64xf32>) outs(%1 : tensor<4x64xf32>) dimensions = [1]
    (%in: f32, %init: f32) {
      %s = arith.addf %in, %init : f32
      linalg.yield %s : f32
    }
  %3 = tensor.empty() : tensor<4x64xf16>
  %4 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<4x64xf32>) outs(%3 : tensor<4x64xf16>) {
  ^bb0(%x: f32, %old: f16):
    %y = arith.truncf %x : f32 to f16
    linalg.yield %y : f16
  } -> tensor<4x64xf16>
  return %4 : tensor<4x64xf16>
}

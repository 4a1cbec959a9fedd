// RUN: tern-compile %s --iree-flow-split-reduction=4 --compile-to=flow | FileCheck %s --check-prefix=FLOW
// RUN: tern-compile %s --iree-flow-split-reduction=4 -o %t.tern
// RUN: tern-run %t.tern --input=16x4096xf32=1 | FileCheck %s
// RUN: tern-run %s --input=16x4096xf32=1 | FileCheck %s

// The partial sums are a dispatch of their own, and the result is the same.
// FLOW: flow.dispatch @{{.*}} {iree.fusion_boundary = "its partial results are combined by a dispatch of its own"} : (tensor<16x4x1024xf32>) -> tensor<4x16xf32>
// FLOW: flow.dispatch {{.*}} : (tensor<4x16xf32>) -> tensor<16xf32>
// CHECK: 16xf32=4096 4096
func.func @main(%x: tensor<16x4096xf32>) -> tensor<16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<16xf32>) -> tensor<16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<16x4096xf32>) outs(%init : tensor<16xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}

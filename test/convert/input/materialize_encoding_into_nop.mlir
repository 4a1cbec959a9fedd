// REQUIRES: lavapipe
// A product whose factors are padded to whole tiles and laid out, in the words of 2023, computes what a plain one does.
// RUN: tern-opt %s --iree-codegen-materialize-encoding-into-nop | FileCheck %s
// RUN: tern-run %s --input=2x3xf32=1,2,3,4,5,6 --input=3x2xf32=1,-1,0.5,2,3,0.25 --expected_output=2x2xf32=11,3.75,24.5,7.5
// RUN: %lavapipe tern-run %s --device=vulkan --input=2x3xf32=1,2,3,4,5,6 --input=3x2xf32=1,-1,0.5,2,3,0.25 --expected_output=2x2xf32=11,3.75,24.5,7.5

// CHECK-LABEL: func.func @product
// CHECK: %[[L:.*]]:2 = iree_encoding.upper_bound_tile_size tensor<2x3xf32, #{{.*}}> -> index, index
// CHECK: %[[A:.*]] = tensor.pad
// CHECK: %[[B:.*]] = tensor.pad
// CHECK: linalg.matmul ins(%[[A]], %[[B]] : tensor<?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NOT: set_encoding
// CHECK-NOT: #{{.*}}encoding
#up = affine_map<()[s0, s1] -> ((s1 ceildiv s0) * s0 - s1)>
#left = #iree_linalg_ext.encoding<user = MATMUL_F32F32F32, role = LHS>
#right = #iree_linalg_ext.encoding<user = MATMUL_F32F32F32, role = RHS>
#sums = #iree_linalg_ext.encoding<user = MATMUL_F32F32F32, role = RESULT>
func.func @product(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %l:2 = iree_linalg_ext.upper_bound_tile_size tensor<2x3xf32, #left> -> index, index
  %r:2 = iree_linalg_ext.upper_bound_tile_size tensor<3x2xf32, #right> -> index, index
  %m = affine.apply #up()[%l#0, %c2]
  %k = affine.apply #up()[%l#1, %c3]
  %n = affine.apply #up()[%r#1, %c2]
  %ap = tensor.pad %a low[0, 0] high[%m, %k] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<2x3xf32> to tensor<?x?xf32>
  %bp = tensor.pad %b low[0, 0] high[%k, %n] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<3x2xf32> to tensor<?x?xf32>
  %ae = iree_linalg_ext.set_encoding %ap : tensor<?x?xf32> -> tensor<?x?xf32, #left>
  %be = iree_linalg_ext.set_encoding %bp : tensor<?x?xf32> -> tensor<?x?xf32, #right>
  %rows = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%m, %c2]
  %columns = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%n, %c2]
  %e = tensor.empty(%rows, %columns) : tensor<?x?xf32, #sums>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32, #sums>) -> tensor<?x?xf32, #sums>
  %p = linalg.matmul ins(%ae, %be : tensor<?x?xf32, #left>, tensor<?x?xf32, #right>) outs(%f : tensor<?x?xf32, #sums>) -> tensor<?x?xf32, #sums>
  %u = iree_linalg_ext.unset_encoding %p : tensor<?x?xf32, #sums> -> tensor<?x?xf32>
  %s = tensor.extract_slice %u[0, 0] [2, 2] [1, 1] : tensor<?x?xf32> to tensor<2x2xf32>
  return %s : tensor<2x2xf32>
}

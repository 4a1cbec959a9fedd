// Ops that were in other dialects, and spellings of both sides of MLIR 22.

// RUN: tern-opt %s | FileCheck %s

func.func @moved(%x: tensor<4x4xi32>, %p: tensor<2x2x2x2xi32>, %f: tensor<4x4xf32>, %v: f32, %m: i1) {
  // CHECK: linalg.pack %arg0 inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %arg1
  %0 = tensor.pack %x inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %p : tensor<4x4xi32> -> tensor<2x2x2x2xi32>
  // CHECK: linalg.unpack %arg1 inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %arg0
  %1 = tensor.unpack %p inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %x : tensor<2x2x2x2xi32> -> tensor<4x4xi32>
  // CHECK: linalg.softmax dimension(1)
  %2 = iree_linalg_ext.softmax dimension(1) ins(%f : tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: iree_linalg_ext.map_load %arg2 into %arg2
  %3 = iree_linalg_ext.map_gather %f into %f {
  ^bb0(%i: index, %j: index):
    iree_linalg_ext.yield %j, %i, %v : index, index, f32
  } : tensor<4x4xf32> into tensor<4x4xf32> -> tensor<4x4xf32>
  // CHECK: iree_linalg_ext.map_store %arg2 into %arg2
  %4 = iree_linalg_ext.map_scatter %f into %f {
  ^bb0(%i: index, %j: index):
    iree_linalg_ext.yield %j, %i, %m : index, index, i1
  } : tensor<4x4xf32> into tensor<4x4xf32> -> tensor<4x4xf32>
  // CHECK: flow.tensor.dynamic_constant dense<1> : tensor<2xi32> -> tensor<?xi32>
  %5 = flow.tensor.constant dense<1> : tensor<2xi32> -> tensor<?xi32>
  // CHECK: flow.tensor.constant dense<1> : tensor<2xi32>
  %6 = flow.tensor.constant dense<1> : tensor<2xi32>
  // CHECK: linalg.elementwise kind=#linalg.elementwise_kind<add>
  %7 = linalg.elementwise <add> ins(%f, %f : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

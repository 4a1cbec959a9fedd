// Canonicalization gives what upstream's gives.
// RUN: tern-opt --canonicalize %s > %t.mlir
// RUN: mlir-opt --canonicalize %s | diff - %t.mlir

#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
func.func @identity_generic(%a: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @self_copy(%m: memref<4x8xf32>) {
  linalg.copy ins(%m : memref<4x8xf32>) outs(%m : memref<4x8xf32>)
  return
}
func.func @cast_into_matmul(%a: tensor<4x8xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.cast %a : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = linalg.matmul ins(%0, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func @memref_cast_into_fill(%m: memref<4x8xf32>, %f: f32) {
  %0 = memref.cast %m : memref<4x8xf32> to memref<?x?xf32>
  linalg.fill ins(%f : f32) outs(%0 : memref<?x?xf32>)
  return
}
func.func @zero_size(%m: memref<4x0xf32>, %f: f32) {
  linalg.fill ins(%f : f32) outs(%m : memref<4x0xf32>)
  return
}
func.func @transpose_twice(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%b : tensor<8x4xf32>) permutation = [1, 0]
  %1 = linalg.transpose ins(%0 : tensor<8x4xf32>) outs(%a : tensor<4x8xf32>) permutation = [1, 0]
  return %1 : tensor<4x8xf32>
}
func.func @broadcast_twice(%a: tensor<4xf32>, %b: tensor<4x8xf32>, %c: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %0 = linalg.broadcast ins(%a : tensor<4xf32>) outs(%b : tensor<4x8xf32>) dimensions = [1]
  %1 = linalg.broadcast ins(%0 : tensor<4x8xf32>) outs(%c : tensor<2x4x8xf32>) dimensions = [0]
  return %1 : tensor<2x4x8xf32>
}
func.func @fill_extract(%f: f32, %o: tensor<4x8xf32>, %i: index) -> f32 {
  %0 = linalg.fill ins(%f : f32) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = tensor.extract %0[%i, %i] : tensor<4x8xf32>
  return %1 : f32
}
func.func @fill_collapse(%f: f32, %o: tensor<4x8xf32>) -> tensor<32xf32> {
  %0 = linalg.fill ins(%f : f32) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  return %1 : tensor<32xf32>
}
func.func @fill_copy(%f: f32, %o: tensor<4x8xf32>, %p: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.fill ins(%f : f32) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.copy ins(%0 : tensor<4x8xf32>) outs(%p : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
func.func @index_of_unit(%o: tensor<1x8xindex>) -> tensor<1x8xindex> {
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<1x8xindex>) {
  ^bb0(%y: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.addi %i, %j : index
    linalg.yield %k : index
  } -> tensor<1x8xindex>
  return %0 : tensor<1x8xindex>
}
func.func @dead(%a: tensor<4x8xf32>) {
  %0 = linalg.exp ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @pack_unpack(%a: tensor<4x8xf32>, %b: tensor<2x4x2x2xf32>) -> tensor<4x8xf32> {
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %b : tensor<4x8xf32> -> tensor<2x4x2x2xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %a : tensor<2x4x2x2xf32> -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

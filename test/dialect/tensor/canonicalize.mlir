// Canonicalization gives what upstream's gives.
// RUN: tern-opt --canonicalize %s > %t.mlir
// RUN: mlir-opt --canonicalize %s | diff - %t.mlir

func.func @extract_const(%i: index) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %c = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %s = arith.constant dense<4.0> : tensor<3xf32>
  %0 = tensor.extract %c[%c1] : tensor<3xf32>
  %1 = tensor.extract %s[%i] : tensor<3xf32>
  return %0, %1 : f32, f32
}
func.func @extract_from_elements(%a: f32, %b: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = tensor.from_elements %a, %b : tensor<2xf32>
  %1 = tensor.extract %0[%c1] : tensor<2xf32>
  return %1 : f32
}
func.func @from_elements() -> tensor<2xi32> {
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  %0 = tensor.from_elements %a, %b : tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @slice_const(%t: tensor<4x8xf32>, %i: index) -> tensor<?x8xf32> {
  %c2 = arith.constant 2 : index
  %0 = tensor.extract_slice %t[%i, 0] [%c2, 8] [1, 1] : tensor<4x8xf32> to tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
func.func @slice_whole(%t: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tensor.extract_slice %t[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> to tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @slice_of_cast(%t: tensor<4x8xf32>, %i: index) -> tensor<2x2xf32> {
  %0 = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = tensor.extract_slice %0[%i, 0] [2, 2] [1, 1] : tensor<?x?xf32> to tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
func.func @insert_const(%t: tensor<4x8xf32>, %s: tensor<?x8xf32>, %i: index) -> tensor<4x8xf32> {
  %c2 = arith.constant 2 : index
  %0 = tensor.insert_slice %s into %t[%i, 0] [%c2, 8] [1, 1] : tensor<?x8xf32> into tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @insert_whole(%t: tensor<4x8xf32>, %s: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tensor.insert_slice %s into %t[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @insert_extracted(%t: tensor<4x8xf32>, %i: index) -> tensor<4x8xf32> {
  %0 = tensor.extract_slice %t[%i, 0] [2, 2] [1, 1] : tensor<4x8xf32> to tensor<2x2xf32>
  %1 = tensor.insert_slice %0 into %t[%i, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
func.func @casts(%t: tensor<4x8xf32>) -> tensor<4x?xf32> {
  %0 = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}
func.func @empty_const() -> tensor<?x4xf32> {
  %c2 = arith.constant 2 : index
  %0 = tensor.empty(%c2) : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @splat() -> tensor<4xf32> {
  %f = arith.constant 2.0 : f32
  %0 = tensor.splat %f : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @reshapes(%t: tensor<2x4x8xf32>) -> (tensor<64xf32>, tensor<2x4x8xf32>) {
  %0 = tensor.collapse_shape %t [[0, 1], [2]] : tensor<2x4x8xf32> into tensor<8x8xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  %2 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 4, 8] : tensor<8x8xf32> into tensor<2x4x8xf32>
  return %1, %2 : tensor<64xf32>, tensor<2x4x8xf32>
}
func.func @reshape_const() -> tensor<2x2xf32> {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = tensor.expand_shape %c [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
func.func @pad_const(%t: tensor<4x8xf32>, %f: f32) -> tensor<?x8xf32> {
  %c2 = arith.constant 2 : index
  %0 = tensor.pad %t low[%c2, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<4x8xf32> to tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
func.func @pad_zero(%t: tensor<4x8xf32>, %f: f32) -> tensor<4x8xf32> {
  %0 = tensor.pad %t low[0, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<4x8xf32> to tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @dim_of_linalg(%t: tensor<4x?xf32>, %o: tensor<4x?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %0 = linalg.exp ins(%t : tensor<4x?xf32>) outs(%o : tensor<4x?xf32>) -> tensor<4x?xf32>
  %1 = tensor.dim %0, %c1 : tensor<4x?xf32>
  return %1 : index
}
func.func @generate_const(%f: f32) -> tensor<?xf32> {
  %c2 = arith.constant 2 : index
  %0 = tensor.generate %c2 {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @concat_one(%t: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tensor.concat dim(0) %t : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

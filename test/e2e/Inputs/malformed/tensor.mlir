// Examples of tensor ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.bitcast %t : tensor<8x16xf32> to tensor<x16xi328>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.bitcast %t : tensor<8x16xf32> to tensor<8
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.bitcast %nowhere : tensor<8x16xf32> to tensor<8x16xi32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.cast %t : tensor<?x16xf32> to tensor<?x?xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.castx %t : tensor<8x16xf32> to tensor<?x?xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.cast %t : tensor<8x16xf32> to <tensor?x?xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.concat dim(0) %t, %nowhere : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.concat dim(0) %t, %t : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<0x1Gx16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.concat dim(0) %t, %t ( :tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.dimx %t, %i : tensor<8x16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.dim %t, : %i tensor<8x16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.dim %t, @x : tensor<8x16xf32>
// -----
%n = "test.value"() : () -> index
%r = tensor.empty(%nowhere) : tensor<?x4xf32>
// -----
%n = "test.value"() : () -> index
%r = tensor.empty(%n) : tensor tensor<?x4xf32>
// -----
%n = "test.value"() : () -> index
%r = tensor.emptyx(%n) : tensor<?x4xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.extractx %t[%i, %i] : tensor<8x16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.extract %t[%i %i, %i] : tensor<8x16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.extract %t[%i, %i] : tensor<99999999999999999999999x16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.extract_slice %t[%i, 0] [4, %i] [1, 1] : tensor<8x16xf32> to <tensor4x?xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.extract_slice %t[%i, 0] [4, %nowhere] [1, 1] : tensor<8x16xf32> to tensor<4x?xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.extract_slice %t[%i, 0] [4, , %i] [1, 1] : tensor<8x16xf32> to tensor<4x?xf32>
// -----
%a = "test.value"() : () -> f32
%r = tensor.from_elements %a, @x : tensor<2xf32>
// -----
%a = "test.value"() : () -> f32
%r = tensor.from_elements %a, %a : tensor tensor<2xf32>
// -----
%a = "test.value"() : () -> f32
%r = tensor.from_elements %a, %a : tensor<xf322>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%p = "test.value"() : () -> tensor<3x1xindex>
%r = tensor.gather %t[ [%p] gather_dims([0]) unique : (tensor<8x16xf32>, tensor<3x1xindex>) -> tensor<3x16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%p = "test.value"() : () -> tensor<3x1xindex>
%r = tensor.gather %t[%p] gather_dims([0]) unique : (tensor<8x16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%p = "test.value"() : () -> tensor<3x1xindex>
%r = tensor.gather %t[%nowhere] gather_dims([0]) unique : (tensor<8x16xf32>, tensor<3x1xindex>) -> tensor<3x16xf32>
// -----
%n = "test.value"() : () -> index
%a = "test.value"() : () -> f32
%r = tensor.generate %nowhere {
^bb0(%i: index, %j: index):
  tensor.yield %a : f32
} : tensor<?x16xf32>
// -----
%n = "test.value"() : () -> index
%a = "test.value"() : () -> f32
%r = tensor.generate %n {
^bb0(%i: !llvm.ptr, %j: index):
  tensor.yield %a : f32
} : tensor<?x16xf32>
// -----
%n = "test.value"() : () -> index
%a = "test.value"() : () -> f32
%r = tensor.generate %n {
^bb0(%i: index, %j: index):
  tensor.yield %a : f32
} : tensor<x16xf32?>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%v = "test.value"() : () -> f32
%r = tensor.insert %v into into %t[%i, %i] : tensor<8x16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%v = "test.value"() : () -> f32
%r = tensor.insertx %v into %t[%i, %i] : tensor<8x16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%v = "test.value"() : () -> f32
%r = tensor.insert %v into %t[, %i] : tensor<8x16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%s = "test.value"() : () -> tensor<4x?xf32>
%r = tensor.insert_slice %s into %t[%i, 0 0] [4, %i] [1, 1] : tensor<4x?xf32> into tensor<8x16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%s = "test.value"() : () -> tensor<4x?xf32>
%r = tensor.insert_slice %s into %t[%i, 0] [4, %i] [1, 1] : tensor<4x?xf32> into tensor8x16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%s = "test.value"() : () -> tensor<4x?xf32>
%r = tensor.insert_slicex %s into %t[%i, 0] [4, %i] [1, 1] : tensor<4x?xf32> into tensor<8x16xf32>
// -----
%t = "test.value"() : () -> tensor<*xf32>
%r = tensor.rank %t : tensor tensor<*xf32>
// -----
%t = "test.value"() : () -> tensor<*xf32>
%r = tensor.rank %t :
// -----
%t = "test.value"() : () -> tensor<*xf32>
%r = tensor.rankx %t : tensor<*xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%s = "test.value"() : () -> tensor<2xindex>
%r = tensor.reshape %t(%s) : (tensor<1.5x16xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%s = "test.value"() : () -> tensor<2xindex>
%r = tensor.reshape ^bb9(%s) : (tensor<8x16xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%s = "test.value"() : () -> tensor<2xindex>
%r = tensor.reshapex %t(%s) : (tensor<8x16xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.expand_shape %t [0], [1, 2]] output_shape [8, 4, 4] : tensor<8x16xf32> into tensor<8x4x4xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.expand_shapex %t [[0], [1, 2]] output_shape [8, 4, 4] : tensor<8x16xf32> into tensor<8x4x4xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.expand_shape %t [ [[0], [1, 2]] output_shape [8, 4, 4] : tensor<8x16xf32> into tensor<8x4x4xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.collapse_shape %t [0, 1]] : tensor<8x16xf32> into tensor<128xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.collapse_shapex %t [[0, 1]] : tensor<8x16xf32> into tensor<128xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = tensor.collapse_shape %t [[0, 1]] : tensor<8x16xf32> into tensor<0x1Gxf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%v = "test.value"() : () -> f32
%r = tensor.pad %t low[%i, 0] high[0, 1] {
^bb0(%a: f64, %b: index):
  tensor.yield %v : f32
} : tensor<8x16xf32> to tensor<?x17xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%v = "test.value"() : () -> f32
%r = tensor.pad %t low[%i, 0] high[0, 1] {
^bb0(%a: index, %b: index):
  tensor.yield %v %v : f32
} : tensor<8x16xf32> to tensor<?x17xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%v = "test.value"() : () -> f32
%r = tensor.pad %t low[%i, 0] high[0, 1] {
^bb0(%a: index
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = scf.forall (%a) in (2) shared_outs(%o = %t) -> (tensor<8x16xf32>) {
  scf.forall.in_parallel {
    tensor.parallel_insert_slice %t into %o[0, 0] [8, 16] [1, 1] : tensor<8x16xf32> into tensor<8x16xf32> >
  }
}
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = scf.forall (%a) in (2) shared_outs(%o = %t) -> (tensor<8x16xf32>) {
  scf.forall.in_parallel {
    tensor.parallel_insert_slice %t into %[0, 0] [8, 16] [1, 1] : tensor<8x16xf32> into tensor<8x16xf32>
  }
}
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%r = scf.forall (%a) in (2) shared_outs(%o = %t) -> (tensor<8x16xf32>) {
  scf.forall.in_parallel {
    tensor.parallel_insert_slice %t into %o[0, 0] [8, 1.5] [1, 1] : tensor<8x16xf32> into tensor<8x16xf32>
  }
}
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%p = "test.value"() : () -> tensor<3x1xindex>
%s = "test.value"() : () -> tensor<3x16xf32>
%r = tensor.scatter %s into %t[%p] scatter_dims([0]) unique : (tensor<3x16xf32>, tensor8x16xf32>, tensor<3x1xindex>) -> tensor<8x16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%p = "test.value"() : () -> tensor<3x1xindex>
%s = "test.value"() : () -> tensor<3x16xf32>
%r = tensor.scatter %s into %t[ [%p] scatter_dims([0]) unique : (tensor<3x16xf32>, tensor<8x16xf32>, tensor<3x1xindex>) -> tensor<8x16xf32>
// -----
%t = "test.value"() : () -> tensor<8x16xf32>
%i = "test.value"() : () -> index
%p = "test.value"() : () -> tensor<3x1xindex>
%s = "test.value"() : () -> tensor<3x16xf32>
%r = tensor.scatter ^bb9 into %t[%p] scatter_dims([0]) unique : (tensor<3x16xf32>, tensor<8x16xf32>, tensor<3x1xindex>) -> tensor<8x16xf32>
// -----
%v = "test.value"() : () -> f32
%n = "test.value"() : () -> index
%r = tensor.splat %v[%nowhere] : tensor<?x4xf32>
// -----
%v = "test.value"() : () -> f32
%n = "test.value"() : () -> index
%r = tensor.splat %v[%n: ] tensor<?x4xf32>
// -----
%v = "test.value"() : () -> f32
%n = "test.value"() : () -> index
%r = tensor.splat %v[%n] : : tensor<?x4xf32>
// -----
%a = "test.value"() : () -> f32
%r = tensor.generate {
^bb0(%i: index):
  tensor.yield tensor.yield %a : f32
} : tensor<16xf32>
// -----
%a = "test.value"() : () -> f32
%r = tensor.generate {
^bb0(%i: index):
  tensor.yield %a : }
f32 : tensor<16xf32>
// -----
%a = "test.value"() : () -> f32
%r = tensor.generate {
^bb0(%i: index):
  tensor.yield %a : f32
} : tensor<16xf32

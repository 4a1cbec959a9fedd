// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.upstream.mlir | diff %t.mlir -

func.func @f(%m: tensor<8x16xf32>, %i: index, %f: f32, %u: tensor<*xf32>, %s: tensor<2xindex>, %g: tensor<3x1xindex>, %d: tensor<?x16xf32>) {
  %0 = tensor.cast %m : tensor<8x16xf32> to tensor<?x?xf32>
  %1 = tensor.bitcast %m : tensor<8x16xf32> to tensor<8x16xi32>
  %2 = tensor.dim %m, %i : tensor<8x16xf32>
  %3 = tensor.rank %u : tensor<*xf32>
  %4 = tensor.empty(%i) : tensor<?x4xf32>
  %5 = tensor.extract %m[%i, %i] : tensor<8x16xf32>
  %6 = tensor.insert %f into %m[%i, %i] : tensor<8x16xf32>
  %7 = tensor.extract_slice %m[%i, 0][4, %i][1, 1] : tensor<8x16xf32> to tensor<4x?xf32>
  %8 = tensor.insert_slice %7 into %m[%i, 0][4, %i][1, 1] : tensor<4x?xf32> into tensor<8x16xf32>
  %9 = tensor.expand_shape %m [[0], [1, 2]] output_shape [8, 4, 4] : tensor<8x16xf32> into tensor<8x4x4xf32>
  %10 = tensor.collapse_shape %m [[0, 1]] : tensor<8x16xf32> into tensor<128xf32>
  %11 = tensor.reshape %m(%s) : (tensor<8x16xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %12 = tensor.pad %m low[%i, 0] high[0, 1] { ^bb0(%a: index, %b: index): tensor.yield %f : f32 } : tensor<8x16xf32> to tensor<?x17xf32>
  %13 = tensor.pad %m nofold low[0, 0] high[0, 0] { ^bb0(%a: index, %b: index): tensor.yield %f : f32 } {foo} : tensor<8x16xf32> to tensor<8x16xf32>
  %14 = tensor.generate %i { ^bb0(%a: index, %b: index): tensor.yield %f : f32 } : tensor<?x16xf32>
  %15 = tensor.from_elements %f, %f : tensor<2xf32>
  %16 = tensor.splat %f : tensor<8xf32>
  %17 = tensor.splat %f[%i] : tensor<?xf32>
  %18 = tensor.gather %m[%g] gather_dims([0]) unique : (tensor<8x16xf32>, tensor<3x1xindex>) -> tensor<3x16xf32>
  %19 = tensor.scatter %18 into %m[%g] scatter_dims([0]) unique : (tensor<3x16xf32>, tensor<8x16xf32>, tensor<3x1xindex>) -> tensor<8x16xf32>
  %20 = tensor.concat dim(0) %m, %m : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
  %21 = scf.forall (%a) in (2) shared_outs(%o = %m) -> (tensor<8x16xf32>) { scf.forall.in_parallel { tensor.parallel_insert_slice %m into %o[0, 0][8, 16][1, 1] : tensor<8x16xf32> into tensor<8x16xf32> } }
  return
}

func.func @dynamic(%t: tensor<?x?xf32>, %i: index, %u: tensor<*xf32>, %s: tensor<?xi32>) {
  %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [%i, 4, %i] : tensor<?x?xf32> into tensor<?x4x?xf32>
  %1 = tensor.collapse_shape %t [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %3 = tensor.reshape %u(%s) : (tensor<*xf32>, tensor<?xi32>) -> tensor<*xf32>
  %4 = tensor.cast %u : tensor<*xf32> to tensor<4x?xf32>
  %5 = tensor.extract_slice %t[0, %i] [1, 4] [%i, 2] : tensor<?x?xf32> to tensor<4xf32>
  %6 = tensor.insert_slice %5 into %t[0, %i] [1, 4] [%i, 2] : tensor<4xf32> into tensor<?x?xf32>
  %7 = tensor.empty() : tensor<4xf32>
  return
}

// RUN: tern-opt %s --pass-pipeline='builtin.module(iree-dispatch-creation-elementwise-op-fusion{machine=cuda})' --split-input-file | FileCheck %s --check-prefixes=CHECK,CUDA
// RUN: tern-opt %s --iree-dispatch-creation-elementwise-op-fusion --split-input-file | FileCheck %s --check-prefixes=CHECK,CPU
// RUN: not tern-opt %s --pass-pipeline='builtin.module(iree-dispatch-creation-elementwise-op-fusion{machine=abacus})' --split-input-file 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: error: no costs of fusion are known for the machine 'abacus'

#id = affine_map<(i, j) -> (i, j)>
#plane = affine_map<(b, i, j) -> (i, j)>
#all = affine_map<(b, i, j) -> (b, i, j)>
#sum = affine_map<(b, i, j) -> (b, i)>
// A causal mask is one comparison of counters, which every machine has at hand: both users compare for themselves.
// CHECK-LABEL: func.func @mask
// CHECK-NOT: tensor<64x64xi1>
// CHECK: linalg.generic {{.*}} "reduction"]
// CHECK: arith.cmpi sge
// CHECK: linalg.generic {{.*}} "parallel"]
// CHECK: arith.cmpi sge
func.func @mask(%x: tensor<8x64x64xf32>, %low: tensor<8x64xf32>) -> (tensor<8x64xf32>, tensor<8x64x64xf32>) {
  %e = tensor.empty() : tensor<64x64xi1>
  %f = tensor.empty() : tensor<8x64x64xf32>
  %zero = arith.constant 0.0 : f32
  %m = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<64x64xi1>) {
  ^bb0(%o: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %row = arith.index_cast %i : index to i32
    %column = arith.index_cast %j : index to i32
    %t = arith.cmpi sge, %row, %column : i32
    linalg.yield %t : i1
  } -> tensor<64x64xi1>
  %s = linalg.generic {indexing_maps = [#plane, #all, #sum], iterator_types = ["parallel", "parallel", "reduction"]} ins(%m, %x : tensor<64x64xi1>, tensor<8x64x64xf32>) outs(%low : tensor<8x64xf32>) {
  ^bb0(%a: i1, %b: f32, %o: f32):
    %t = arith.select %a, %b, %zero : f32
    %u = arith.maximumf %o, %t : f32
    linalg.yield %u : f32
  } -> tensor<8x64xf32>
  %r = linalg.generic {indexing_maps = [#plane, #all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%m, %x : tensor<64x64xi1>, tensor<8x64x64xf32>) outs(%f : tensor<8x64x64xf32>) {
  ^bb0(%a: i1, %b: f32, %o: f32):
    %t = arith.select %a, %b, %zero : f32
    linalg.yield %t : f32
  } -> tensor<8x64x64xf32>
  return %s, %r : tensor<8x64xf32>, tensor<8x64x64xf32>
}

// -----

#d = affine_map<(i) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// Five operations again for each of 64 columns: a GPU has them while it waits for memory, a processor has read the number by then.
// CHECK-LABEL: func.func @five_ops
// CHECK: linalg.generic
// CUDA-SAME: ["parallel", "parallel"]
// CPU-SAME: ["parallel"]
// CPU: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @five_ops(%x: tensor<8xf32>, %y: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %f = tensor.empty() : tensor<8x64xf32>
  %p = linalg.generic {indexing_maps = [#d, #d], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %0, %a : f32
    %2 = arith.mulf %1, %a : f32
    %3 = arith.subf %2, %0 : f32
    %4 = arith.maximumf %3, %1 : f32
    linalg.yield %4 : f32
  } -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#row, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %y : tensor<8xf32>, tensor<8x64xf32>) outs(%f : tensor<8x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.addf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

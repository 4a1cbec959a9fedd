// What is ours beyond upstream's default: no buffer may be needed, so producers of several users are fused too.

// RUN: tern-opt %s --linalg-fusion-of-tensor-ops | FileCheck %s
// RUN: tern-opt %s --linalg-fusion-of-tensor-ops | mlir-opt | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#column = affine_map<(d0, d1) -> (d0)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#one = affine_map<(d0) -> (d0)>

// Inside of a dispatch there is no buffer in which a result could wait for its second user: it is computed twice.

// CHECK-LABEL: func.func @duplicates_producer_of_two
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>)
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]] :
// CHECK: %[[X:.*]] = math.exp
// CHECK-NEXT: arith.negf %[[X]]
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[A]] :
// CHECK: %[[Y:.*]] = math.exp
// CHECK-NEXT: math.absf %[[Y]]
// CHECK-NOT: linalg.generic
// CHECK: return %[[R]], %[[S]]
func.func @duplicates_producer_of_two(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.exp %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.negf %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.absf %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @keeps_producer_that_is_returned
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>)
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]] :
// CHECK: math.exp
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[A]] :
// CHECK: math.exp
// CHECK-NEXT: arith.negf
// CHECK: return %[[R]], %[[S]]
func.func @keeps_producer_that_is_returned(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.exp %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.negf %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// The same tensor through the same map is one input.

// CHECK-LABEL: func.func @merges_equal_inputs
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[A]] : tensor<8xf32>) outs
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32,
// CHECK-NEXT: %[[Y:.*]] = math.exp %[[X]]
// CHECK-NEXT: arith.mulf %[[Y]], %[[Y]]
// CHECK-NOT: linalg.generic
func.func @merges_equal_inputs(%a: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.exp %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%0, %0 : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.mulf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @keeps_equal_tensors_under_two_maps
// CHECK-SAME: (%[[A:.*]]: tensor<4x4xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[A]] :
func.func @keeps_equal_tensors_under_two_maps(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @keeps_producer_that_reads_its_output
// CHECK: %[[S:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8xf32>)
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(%[[S]] :
// CHECK: arith.negf
func.func @keeps_producer_that_reads_its_output(%a: tensor<8xf32>, %i: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%i : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.negf %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @drops_what_is_not_used
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @drops_what_is_not_used(%a: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.exp %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.negf %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %a : tensor<8xf32>
}

// What ops on buffers read and write is not in their use-def chains.

// CHECK-LABEL: func.func @keeps_ops_on_buffers
// CHECK: linalg.generic {{.*}} ins(%[[A:.*]], %[[A]] : memref<8xf32>, memref<8xf32>)
func.func @keeps_ops_on_buffers(%a: memref<8xf32>, %b: memref<8xf32>) {
  linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]} ins(%a, %a : memref<8xf32>, memref<8xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}

// --- slices ---

// CHECK-LABEL: func.func @slices_inputs_instead
// CHECK-SAME: (%[[A:.*]]: tensor<8x20xf32>, %[[B:.*]]: tensor<20xf32>)
// CHECK-DAG: %[[X:.*]] = tensor.extract_slice %[[A]][1, 2] [3, 17] [2, 1] : tensor<8x20xf32> to tensor<3x17xf32>
// CHECK-DAG: %[[Y:.*]] = tensor.extract_slice %[[B]][2] [17] [1] : tensor<20xf32> to tensor<17xf32>
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[Y]] : tensor<3x17xf32>, tensor<17xf32>)
// CHECK-NOT: tensor.extract_slice
// CHECK: return %[[R]]
func.func @slices_inputs_instead(%a: tensor<8x20xf32>, %b: tensor<20xf32>) -> tensor<3x17xf32> {
  %e = tensor.empty() : tensor<8x20xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<8x20xf32>, tensor<20xf32>) outs(%e : tensor<8x20xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<8x20xf32>
  %1 = tensor.extract_slice %0[1, 2] [3, 17] [2, 1] : tensor<8x20xf32> to tensor<3x17xf32>
  return %1 : tensor<3x17xf32>
}

// CHECK-LABEL: func.func @fuses_across_slice
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>)
// CHECK: %[[X:.*]] = tensor.extract_slice %[[A]][4] [4] [1]
// CHECK: linalg.generic {{.*}} ins(%[[X]] :
// CHECK: %[[Y:.*]] = math.exp
// CHECK-NEXT: arith.negf %[[Y]]
// CHECK-NOT: linalg.generic
func.func @fuses_across_slice(%a: tensor<8xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %f = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.exp %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %1 = tensor.extract_slice %0[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%1 : tensor<4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.negf %x : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @keeps_slice_of_what_is_used_whole
// CHECK: %[[R:.*]] = linalg.generic
// CHECK: tensor.extract_slice %[[R]][4] [4] [1]
func.func @keeps_slice_of_what_is_used_whole(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.exp %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %1 = tensor.extract_slice %0[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %0, %1 : tensor<8xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @keeps_slice_of_reduction
// CHECK: %[[R:.*]] = linalg.generic
// CHECK: tensor.extract_slice %[[R]][4] [4] [1]
func.func @keeps_slice_of_reduction(%a: tensor<8x4xf32>, %i: tensor<8xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<8x4xf32>) outs(%i : tensor<8xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.addf %acc, %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %1 = tensor.extract_slice %0[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

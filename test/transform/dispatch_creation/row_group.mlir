// RUN: tern-opt %s --iree-dispatch-creation-form-dispatch-regions --split-input-file | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// A softmax is one dispatch: what each op needs of the others is in its row.
// CHECK-LABEL: func.func @softmax
// CHECK: flow.dispatch.region -> (tensor<8x16xf32>)
// CHECK-COUNT-4: linalg.generic
// CHECK: flow.return
// CHECK-NOT: flow.dispatch.region
func.func @softmax(%x: tensor<8x16xf32>, %min: tensor<8xf32>, %zero: tensor<8xf32>) -> tensor<8x16xf32> {
  %e = tensor.empty() : tensor<8x16xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x16xf32>) outs(%min : tensor<8xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.maximumf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<8x16xf32>, tensor<8xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.subf %p, %q : f32
    %u = math.exp %t : f32
    linalg.yield %u : f32
  } -> tensor<8x16xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%d : tensor<8x16xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%d, %s : tensor<8x16xf32>, tensor<8xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.divf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
// Rows, then columns: nothing is shared.
// CHECK-LABEL: func.func @rows_and_columns
// CHECK: "its user needs what other rows compute"
// CHECK: flow.dispatch.region
func.func @rows_and_columns(%x: tensor<8x8xf32>, %zero: tensor<8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s, %s : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%p: f32, %q: f32, %c: f32, %o: f32):
    %t = arith.divf %q, %c : f32
    linalg.yield %t : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @few_rows
// CHECK: "too little of one dispatch could go on at the same time"
// CHECK-LABEL: func.func @long_rows
// CHECK: "its rows are too long to be kept in a workgroup"
func.func @few_rows(%x: tensor<2x4096xf32>, %zero: tensor<2xf32>) -> tensor<2x4096xf32> {
  %e = tensor.empty() : tensor<2x4096xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x4096xf32>) outs(%zero : tensor<2xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<2x4096xf32>, tensor<2xf32>) outs(%e : tensor<2x4096xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.divf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<2x4096xf32>
  return %r : tensor<2x4096xf32>
}
func.func @long_rows(%x: tensor<8x50000xf32>, %zero: tensor<8xf32>) -> tensor<8x50000xf32> {
  %e = tensor.empty() : tensor<8x50000xf32>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x50000xf32>) outs(%e : tensor<8x50000xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = math.exp %p : f32
    linalg.yield %t : f32
  } -> tensor<8x50000xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%d : tensor<8x50000xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%d, %s : tensor<8x50000xf32>, tensor<8xf32>) outs(%e : tensor<8x50000xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.divf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<8x50000xf32>
  return %r : tensor<8x50000xf32>
}

// -----

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#reversed = affine_map<(d0, d1, d2) -> (d0, d1, -d2 + 2)>
#image = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2 + d4)>
#kernel = affine_map<(d0, d1, d2, d3, d4) -> (d3, d1, d4)>
#out = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>
// A sum over windows has more to share out than the rows of what it reads.
// CHECK-LABEL: func.func @convolution_of_reversed
// CHECK: flow.dispatch.region -> (tensor<16x8x3xf32>)
// CHECK: flow.dispatch.region -> (tensor<2x8x14xf32>)
func.func @convolution_of_reversed(%x: tensor<2x16x16xf32>, %w: tensor<16x8x3xf32>, %zero: tensor<2x8x14xf32>) -> tensor<2x8x14xf32> {
  %e = tensor.empty() : tensor<16x8x3xf32>
  %r = linalg.generic {indexing_maps = [#reversed, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%w : tensor<16x8x3xf32>) outs(%e : tensor<16x8x3xf32>) {
  ^bb0(%p: f32, %o: f32):
    linalg.yield %p : f32
  } -> tensor<16x8x3xf32>
  %y = linalg.generic {indexing_maps = [#image, #kernel, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %r : tensor<2x16x16xf32>, tensor<16x8x3xf32>) outs(%zero : tensor<2x8x14xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.mulf %p, %q : f32
    %u = arith.addf %o, %t : f32
    linalg.yield %u : f32
  } -> tensor<2x8x14xf32>
  return %y : tensor<2x8x14xf32>
}

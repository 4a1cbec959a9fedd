// Rows that a workgroup's memory does not hold stay in one dispatch if kernels need no memory for them: each op goes over
// the rows and one more loop, which is the innermost dimension wherever it is.
// RUN: tern-opt %s --split-input-file --iree-dispatch-creation-form-dispatch-regions=longest-row=1000000 | FileCheck %s
// RUN: tern-opt %s --split-input-file --iree-dispatch-creation-form-dispatch-regions | FileCheck %s --check-prefix=SHORT

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: @softmax
// CHECK-COUNT-1: flow.dispatch.region
// CHECK-NOT: flow.dispatch.region
// CHECK-LABEL: @crossed
// SHORT-LABEL: @softmax
// SHORT-COUNT-2: flow.dispatch.region
util.func public @softmax(%x: tensor<8x100000xf32>) -> tensor<8x100000xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e0 = tensor.empty() : tensor<8xf32>
  %e1 = tensor.empty() : tensor<8x100000xf32>
  %m0 = linalg.fill ins(%least : f32) outs(%e0 : tensor<8xf32>) -> tensor<8xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x100000xf32>) outs(%m0 : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.maximumf %b, %a : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<8x100000xf32>, tensor<8xf32>) outs(%e1 : tensor<8x100000xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.subf %a, %b : f32
    %2 = math.exp %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8x100000xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<8x100000xf32>) outs(%s0 : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.addf %b, %a : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %s : tensor<8x100000xf32>, tensor<8xf32>) outs(%e1 : tensor<8x100000xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.divf %a, %b : f32
    linalg.yield %1 : f32
  } -> tensor<8x100000xf32>
  util.return %y : tensor<8x100000xf32>
}

// The last op writes columns: not with those before it.

// CHECK: flow.dispatch.region
// CHECK: flow.dispatch.region
util.func public @crossed(%x: tensor<8x100000xf32>) -> tensor<100000x8xf32> {
  %e2 = tensor.empty() : tensor<100000x8xf32>
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e0 = tensor.empty() : tensor<8xf32>
  %e1 = tensor.empty() : tensor<8x100000xf32>
  %m0 = linalg.fill ins(%least : f32) outs(%e0 : tensor<8xf32>) -> tensor<8xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x100000xf32>) outs(%m0 : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.maximumf %b, %a : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<8x100000xf32>, tensor<8xf32>) outs(%e1 : tensor<8x100000xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.subf %a, %b : f32
    %2 = math.exp %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8x100000xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<8x100000xf32>) outs(%s0 : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.addf %b, %a : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} ins(%e, %s : tensor<8x100000xf32>, tensor<8xf32>) outs(%e2 : tensor<100000x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.divf %a, %b : f32
    linalg.yield %1 : f32
  } -> tensor<100000x8xf32>
  util.return %y : tensor<100000x8xf32>
}

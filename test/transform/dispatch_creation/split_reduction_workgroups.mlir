// Reductions of few results are split until four times as many workgroups are busy.
// RUN: tern-opt %s --split-input-file --iree-dispatch-creation-split-reduction-ops=workgroups=64 | FileCheck %s
// RUN: tern-opt %s --split-input-file --iree-dispatch-creation-split-reduction-ops | FileCheck %s --check-prefix=NONE
// NONE-NOT: tensor.expand_shape

// A workgroup takes a row: 32 of them become 256.

// CHECK-LABEL: func.func @rows
// CHECK: tensor.expand_shape %{{.+}} output_shape [32, 8, 125000] : tensor<32x1000000xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]}
func.func @rows(%x: tensor<32x1000000xf32>, %init: tensor<32xf32>) -> tensor<32xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<32x1000000xf32>) outs(%init : tensor<32xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  return %r : tensor<32xf32>
}

// -----

// Or eight columns side by side: 256 are 32 workgroups.

// CHECK-LABEL: func.func @columns
// CHECK: tensor.expand_shape %{{.+}} output_shape [8, 8192, 256] : tensor<65536x256xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction", "parallel"]}
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]}
func.func @columns(%x: tensor<65536x256xf32>, %init: tensor<256xf32>) -> tensor<256xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<65536x256xf32>) outs(%init : tensor<256xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<256xf32>
  return %r : tensor<256xf32>
}

// -----

// Parts of rows are multiples of 8 elements, for wide accesses; what is left comes first. (2000003 is a prime number.)

// CHECK-LABEL: func.func @odd
// CHECK: tensor.extract_slice %{{.+}}[1998848] [1155] [1]
// CHECK: tensor.expand_shape %{{.+}} output_shape [256, 7808]
func.func @odd(%x: tensor<2000003xf32>, %init: tensor<f32>) -> tensor<f32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<2000003xf32>) outs(%init : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// Enough results, too few elements, and sizes that are not known: not split.

// CHECK-LABEL: func.func @not_split
// CHECK-NOT: tensor.expand_shape
func.func @not_split(%x: tensor<64x100000xf32>, %y: tensor<4x10000xf32>, %z: tensor<?x1000000xf32>, %xi: tensor<64xf32>, %yi: tensor<4xf32>, %zi: tensor<?xf32>) -> (tensor<64xf32>, tensor<4xf32>, tensor<?xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x100000xf32>) outs(%xi : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%y : tensor<4x10000xf32>) outs(%yi : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%z : tensor<?x1000000xf32>) outs(%zi : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %0, %1, %2 : tensor<64xf32>, tensor<4xf32>, tensor<?xf32>
}

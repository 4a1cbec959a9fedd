// Where canonicalization does more than upstream's, which leaves this to a pass.
// RUN: tern-opt --canonicalize %s | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>

// An input that comes twice is read once, an input that is not read goes.
// CHECK-LABEL: func.func @reads_inputs_once(
// CHECK-SAME: %[[A:.*]]: tensor<4x8xf32>, %{{.*}}: tensor<4x8xf32>, %[[O:.*]]: tensor<4x8xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[A]] : tensor<4x8xf32>) outs(%[[O]] : tensor<4x8xf32>)
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: arith.addf %[[IN]], %[[IN]] : f32
func.func @reads_inputs_once(%a: tensor<4x8xf32>, %u: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %u, %a : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %w: f32):
    %s = arith.addf %x, %z : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// The only input that says how long the second loop is stays.
// CHECK-LABEL: func.func @keeps_input_that_gives_an_extent(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<8xf32>) outs(%{{.*}} : tensor<4xf32>)
func.func @keeps_input_that_gives_an_extent(%a: tensor<8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<8xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %y, %y : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// What is written is not what was read.
// CHECK-LABEL: @yields_captured
// CHECK: linalg.generic
func.func @yields_captured(%m: memref<4xf32>, %f: f32) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %f : f32
  }
  return
}

// RUN: tern-opt %s --iree-flow-take-host-scalars | FileCheck %s

// CHECK-LABEL: func.func @takes_sizes
// CHECK: %[[D:.*]] = tensor.dim
// CHECK: %[[N:.*]] = arith.index_cast %[[D]] : index to i32
// CHECK: linalg.generic
// CHECK: arith.sitofp %[[N]] : i32 to f32
func.func @takes_sizes(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %n = arith.index_cast %d : index to i32
  %s = tensor.from_elements %n : tensor<i32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x, %s : tensor<?xf32>, tensor<i32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: i32, %out: f32):
    %1 = arith.sitofp %b : i32 to f32
    %2 = arith.divf %a, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// What was read from a tensor would have to be waited for.
// CHECK-LABEL: func.func @keeps_data
// CHECK: ^bb0(%{{.*}}: f32, %[[B:.*]]: i32, %{{.*}}: f32):
// CHECK: arith.sitofp %[[B]]
func.func @keeps_data(%x: tensor<?xf32>, %t: tensor<4xi32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.extract %t[%c0] : tensor<4xi32>
  %s = tensor.from_elements %n : tensor<i32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x, %s : tensor<?xf32>, tensor<i32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: i32, %out: f32):
    %1 = arith.sitofp %b : i32 to f32
    %2 = arith.divf %a, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

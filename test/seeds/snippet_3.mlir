// Snippet 3 of the seed documents: element-wise operations as linalg on tensors.
// RUN: tern-opt --split-input-file %s > %t.mlir
// RUN: tern-opt --split-input-file %t.mlir | diff %t.mlir -
// RUN: tern-opt --split-input-file --mlir-print-op-generic %s | mlir-opt --split-input-file --allow-unregistered-dialect
// RUN: FileCheck %s < %t.mlir

// Documents 000, 002 and 003.

#map0 = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
func @main_ex_dispatch(%0: tensor<10x15xf32>, %1: tensor<10x15xf32>, %2: tensor<15xf32>) -> tensor<10x15xf32> {
%3 = linalg.generic
       {args_in = 2 : i64, args_out = 1 : i64,
        indexing_maps = [#map0, #map0, #map0],
        iterator_types = ["parallel", "parallel"]} %0, %1 {
     ^bb0(%arg0: f32, %arg1: f32):  // no predecessors
       %5 = addf %arg0, %arg1 : f32
       linalg.yield %5 : f32
     } : tensor<10x15xf32>, tensor<10x15xf32> -> tensor<10x15xf32>
%4 = linalg.generic
       {args_in = 1 : i64, args_out = 1 : i64,
        indexing_maps = [#map1, #map0],
        iterator_types = ["parallel", "parallel"]} %2 {
     ^bb0(%arg0: f32):  // no predecessors
       linalg.yield %arg0 : f32
     }: tensor<15xf32> -> tensor<10x15xf32>
%5 = linalg.generic
       {args_in = 2 : i64, args_out = 1 : i64,
        indexing_maps = [#map0, #map0, #map0],
        iterator_types = ["parallel", "parallel"]} %3, %4 {
     ^bb0(%arg0: f32, %arg1: f32):  // no predecessors
       %5 = mulf %arg0, %arg1 : f32
       linalg.yield %5 : f32
     }: tensor<10x15xf32>, tensor<10x15xf32> -> tensor<10x15xf32>
return %5 : tensor<10x15xf32>
}

// CHECK: #[[$ALL:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK: #[[$INNER:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @main_ex_dispatch(
// CHECK: %[[START:.*]] = tensor.empty() : tensor<10x15xf32>
// CHECK: %[[SUM:.*]] = linalg.generic {indexing_maps = [#[[$ALL]], #[[$ALL]], #[[$ALL]]], iterator_types = ["parallel", "parallel"]}
// CHECK-SAME: outs(%[[START]] : tensor<10x15xf32>)
// CHECK: arith.addf
// CHECK: %[[WIDE:.*]] = linalg.generic {indexing_maps = [#[[$INNER]], #[[$ALL]]],
// CHECK: linalg.yield %in : f32
// CHECK: %[[PRODUCT:.*]] = linalg.generic {{.*}} ins(%[[SUM]], %[[WIDE]] :
// CHECK: arith.mulf
// CHECK: return %[[PRODUCT]] : tensor<10x15xf32>
// -----

// Document 001.

#map0 = affine_map<(d0, d1) -> (d0, d1)>
func @main_ex_dispatch(%0: tensor<10x5xf32>, %1: tensor<10x5xf32>, %2: tensor<10x5xf32>) -> tensor<10x5xf32> {
%3 = linalg.generic
       {args_in = 2 : i64, args_out = 1 : i64,
        indexing_maps = [#map0, #map0, #map0],
        iterator_types = ["parallel", "parallel"]} %0, %1 {
     ^bb0(%arg0: f32, %arg1: f32):  // no predecessors
       %5 = addf %arg0, %arg1 : f32
       linalg.yield %5 : f32
     } : tensor<10x5xf32>, tensor<10x5xf32> -> tensor<10x5xf32>
%4 = linalg.generic
       {args_in = 2 : i64, args_out = 1 : i64,
        indexing_maps = [#map0, #map0, #map0],
        iterator_types = ["parallel", "parallel"]} %3, %2 {
     ^bb0(%arg0: f32, %arg1: f32):  // no predecessors
       %5 = mulf %arg0, %arg1 : f32
       linalg.yield %5 : f32
     }: tensor<10x5xf32>, tensor<10x5xf32> -> tensor<10x5xf32>
return %4 : tensor<10x5xf32>
}

// CHECK-LABEL: func.func @main_ex_dispatch(
// CHECK: %[[SUM:.*]] = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
// CHECK: arith.addf
// CHECK: %[[PRODUCT:.*]] = linalg.generic {{.*}} ins(%[[SUM]], %{{.*}} :
// CHECK: arith.mulf
// CHECK: return %[[PRODUCT]] : tensor<10x5xf32>

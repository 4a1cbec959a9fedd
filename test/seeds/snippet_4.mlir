// Snippet 4 of the seed documents: the element-wise operations fused.
// RUN: tern-opt --split-input-file %s > %t.mlir
// RUN: tern-opt --split-input-file %t.mlir | diff %t.mlir -
// RUN: tern-opt --split-input-file --mlir-print-op-generic %s | mlir-opt --split-input-file --allow-unregistered-dialect
// RUN: FileCheck %s < %t.mlir

// Documents 002 and 003.

#map0 = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
func @main_ex_dispatch(%0: tensor<10x15xf32>, %1: tensor<10x15xf32>, %2: tensor<15xf32>) -> tensor<10x15xf32> {
%3 = linalg.generic
       {args_in = 3 : i64, args_out = 1 : i64,
        indexing_maps = [#map0, #map0, #map1, #map0],
        iterator_types = ["parallel", "parallel"]} %0, %1, %2 {
     ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):  // no predecessors
       %4 = addf %arg0, %arg1 : f32
       %5 = mulf %4, %arg2 : f32
       linalg.yield %5 : f32
     }: tensor<10x15xf32>, tensor<10x15xf32>, tensor<15xf32> -> tensor<10x15xf32>
return %3 : tensor<10x15xf32>
}

// CHECK-LABEL: func.func @main_ex_dispatch(
// CHECK-NOT: tensor.dim
// CHECK: %[[START:.*]] = tensor.empty() : tensor<10x15xf32>
// CHECK: %[[FUSED:.*]] = linalg.generic {indexing_maps = [#map, #map, #map1, #map],
// CHECK-SAME: outs(%[[START]] : tensor<10x15xf32>)
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[SUM]],
// CHECK: linalg.yield %[[PRODUCT]] : f32
// CHECK: return %[[FUSED]] : tensor<10x15xf32>
// -----

// Document 001, whose dimension of 10 is printed as dynamic.

#map0 = affine_map<(d0, d1) -> (d0, d1)>
func @main_ex_dispatch(%0: tensor<?x5xf32>, %1: tensor<?x5xf32>, %2: tensor<?x5xf32>) -> tensor<?x5xf32> {
%3 = linalg.generic
       {args_in = 3 : i64, args_out = 1 : i64,
        indexing_maps = [#map0, #map0, #map0, #map0],
        iterator_types = ["parallel", "parallel"]} %0, %1, %2 {
     ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):  // no predecessors
       %4 = addf %arg0, %arg1 : f32
       %5 = mulf %4, %arg2 : f32
       linalg.yield %5 : f32
     }: tensor<?x5xf32>, tensor<?x5xf32>, tensor<?x5xf32> -> tensor<?x5xf32>
return %3 : tensor<?x5xf32>
}

// CHECK-LABEL: func.func @main_ex_dispatch(
// CHECK: %[[SIZE:.*]] = tensor.dim %arg0, %c0 : tensor<?x5xf32>
// CHECK: %[[START:.*]] = tensor.empty(%[[SIZE]]) : tensor<?x5xf32>
// CHECK: %[[FUSED:.*]] = linalg.generic {indexing_maps = [#map, #map, #map, #map],
// CHECK-SAME: outs(%[[START]] : tensor<?x5xf32>)
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[SUM]],
// CHECK: linalg.yield %[[PRODUCT]] : f32
// CHECK: return %[[FUSED]] : tensor<?x5xf32>
// -----

// Document 001 with the dimension that is meant.

#map0 = affine_map<(d0, d1) -> (d0, d1)>
func @main_ex_dispatch(%0: tensor<10x5xf32>, %1: tensor<10x5xf32>, %2: tensor<10x5xf32>) -> tensor<10x5xf32> {
%3 = linalg.generic
       {args_in = 3 : i64, args_out = 1 : i64,
        indexing_maps = [#map0, #map0, #map0, #map0],
        iterator_types = ["parallel", "parallel"]} %0, %1, %2 {
     ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):  // no predecessors
       %4 = addf %arg0, %arg1 : f32
       %5 = mulf %4, %arg2 : f32
       linalg.yield %5 : f32
     }: tensor<10x5xf32>, tensor<10x5xf32>, tensor<10x5xf32> -> tensor<10x5xf32>
return %3 : tensor<10x5xf32>
}

// CHECK-LABEL: func.func @main_ex_dispatch(
// CHECK-NOT: tensor.dim
// CHECK: %[[START:.*]] = tensor.empty() : tensor<10x5xf32>
// CHECK: %[[FUSED:.*]] = linalg.generic {indexing_maps = [#map, #map, #map, #map],
// CHECK-SAME: outs(%[[START]] : tensor<10x5xf32>)
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[SUM]],
// CHECK: linalg.yield %[[PRODUCT]] : f32
// CHECK: return %[[FUSED]] : tensor<10x5xf32>

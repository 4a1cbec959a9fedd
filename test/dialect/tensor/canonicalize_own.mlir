// Where canonicalization does more than upstream's.
// RUN: tern-opt --canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func @extracts_what_was_inserted(
// CHECK-SAME: %{{.*}}: tensor<4xf32>, %[[F:.*]]: f32
// CHECK-NEXT: return %[[F]]
func.func @extracts_what_was_inserted(%t: tensor<4xf32>, %f: f32, %i: index) -> f32 {
  %0 = tensor.insert %f into %t[%i] : tensor<4xf32>
  %1 = tensor.extract %0[%i] : tensor<4xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @keeps_extract_from_elsewhere(
// CHECK: tensor.insert
// CHECK: tensor.extract
func.func @keeps_extract_from_elsewhere(%t: tensor<4xf32>, %f: f32, %i: index, %j: index) -> f32 {
  %0 = tensor.insert %f into %t[%i] : tensor<4xf32>
  %1 = tensor.extract %0[%j] : tensor<4xf32>
  return %1 : f32
}

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

// An element goes into the tensor whose sizes are known.
// CHECK-LABEL: @insert_into_cast
// CHECK: %[[R:.*]] = tensor.insert %{{.*}} into %{{.*}} : tensor<4xf32>
// CHECK: tensor.cast %[[R]] : tensor<4xf32> to tensor<?xf32>
func.func @insert_into_cast(%t: tensor<4xf32>, %f: f32, %i: index) -> tensor<?xf32> {
  %c = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %0 = tensor.insert %f into %c[%i] : tensor<?xf32>
  return %0 : tensor<?xf32>
}

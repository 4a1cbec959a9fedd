// Canonical forms of tensor.pad.
// RUN: tern-opt --canonicalize --split-input-file %s | FileCheck %s

// CHECK-LABEL: @nothing_added
// CHECK-NEXT: %[[C:.*]] = tensor.cast %{{.*}} : tensor<?x4xf32> to tensor<3x4xf32>
// CHECK-NEXT: return %[[C]]
func.func @nothing_added(%t: tensor<?x4xf32>, %v: f32) -> tensor<3x4xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.pad %t low[%c0, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x4xf32> to tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: @kept_though_nothing_is_added
// CHECK: tensor.pad %{{.*}} nofold low[0, 0] high[0, 0]
func.func @kept_though_nothing_is_added(%t: tensor<?x4xf32>, %v: f32) -> tensor<3x4xf32> {
  %0 = tensor.pad %t nofold low[0, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x4xf32> to tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: @cast_behind
// CHECK: tensor.pad {{.*}} low[%{{.*}}, 1] high[0, %{{.*}}]
// CHECK: } : tensor<?x?xf32> to tensor<7x?xf32>
// CHECK-NEXT: return
func.func @cast_behind(%t: tensor<?x?xf32>, %v: f32, %n: index) -> tensor<7x?xf32> {
  %0 = tensor.pad %t low[%n, 1] high[0, %n] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<7x?xf32>
  return %1 : tensor<7x?xf32>
}

// -----

// Another use keeps the type.
// CHECK-LABEL: @cast_and_used_behind
// CHECK: } : tensor<?xf32> to tensor<?xf32>
// CHECK: tensor.cast
func.func @cast_and_used_behind(%t: tensor<?xf32>, %v: f32, %n: index) -> (tensor<7xf32>, tensor<?xf32>) {
  %0 = tensor.pad %t low[%n] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<7xf32>
  return %1, %0 : tensor<7xf32>, tensor<?xf32>
}

// -----

// CHECK: affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK-LABEL: @pads_of_one_value
// CHECK-SAME: %[[T:[^:]*]]: tensor<?x4xf32>, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK: %[[S:.*]] = affine.apply #{{.*}}()[%{{.*}}, %{{.*}}]
// CHECK: tensor.pad %[[T]] low[%[[S]], 3] high[5, %[[N]]]
// CHECK-NOT: tensor.pad
func.func @pads_of_one_value(%t: tensor<?x4xf32>, %m: index, %n: index, %v: f32) -> tensor<?x?xf32> {
  %0 = tensor.pad %t low[%m, 1] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x4xf32> to tensor<?x5xf32>
  %1 = tensor.pad %0 low[%n, 2] high[3, %n] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x5xf32> to tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: @pads_of_two_values
// CHECK-COUNT-2: tensor.pad
func.func @pads_of_two_values(%t: tensor<4xf32>, %v: f32, %w: f32) -> tensor<8xf32> {
  %0 = tensor.pad %t low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<6xf32>
  %1 = tensor.pad %0 low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %w : f32
  } : tensor<6xf32> to tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// Rows are cut and padded first, columns then.
// CHECK-LABEL: @padded_slices
// CHECK-SAME: %[[T:[^:]*]]: tensor<32x32xf32>, %[[R:[^:]*]]: index, %[[C:[^:]*]]: index
// CHECK: %[[S:.*]] = tensor.extract_slice %[[T]][8, 2] [%[[R]], %[[C]]] [1, 1] : tensor<32x32xf32> to tensor<?x?xf32>
// CHECK: tensor.pad %[[S]] nofold low[0, 0] high[%{{.*}}, %{{.*}}]
// CHECK-NOT: tensor.pad
func.func @padded_slices(%t: tensor<32x32xf32>, %r: index, %c: index, %pr: index, %pc: index) -> tensor<4x6xf32> {
  %z = arith.constant 0.0 : f32
  %0 = tensor.extract_slice %t[8, 0] [%r, 32] [1, 1] : tensor<32x32xf32> to tensor<?x32xf32>
  %1 = tensor.pad %0 low[0, 0] high[%pr, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x32xf32> to tensor<4x32xf32>
  %2 = tensor.extract_slice %1[0, 2] [4, %c] [1, 1] : tensor<4x32xf32> to tensor<4x?xf32>
  %3 = tensor.pad %2 nofold low[0, 0] high[0, %pc] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<4x?xf32> to tensor<4x6xf32>
  return %3 : tensor<4x6xf32>
}

// -----

// Some of what was padded is cut off again.
// CHECK-LABEL: @padded_slice_of_part
// CHECK-COUNT-2: tensor.pad
func.func @padded_slice_of_part(%t: tensor<32x32xf32>, %r: index, %c: index, %pr: index, %pc: index) -> tensor<3x6xf32> {
  %z = arith.constant 0.0 : f32
  %0 = tensor.extract_slice %t[8, 0] [%r, 32] [1, 1] : tensor<32x32xf32> to tensor<?x32xf32>
  %1 = tensor.pad %0 low[0, 0] high[%pr, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x32xf32> to tensor<4x32xf32>
  %2 = tensor.extract_slice %1[0, 2] [3, %c] [1, 1] : tensor<4x32xf32> to tensor<3x?xf32>
  %3 = tensor.pad %2 low[0, 0] high[0, %pc] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<3x?xf32> to tensor<3x6xf32>
  return %3 : tensor<3x6xf32>
}

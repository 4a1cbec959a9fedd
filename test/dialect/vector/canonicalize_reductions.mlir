// Reductions of single elements.
// RUN: tern-opt --canonicalize %s | FileCheck %s

// CHECK-LABEL: @one_element
// CHECK-SAME: (%[[V:[^:]*]]: vector<1xf32>, %[[A:[^:]*]]: f32, %[[Z:[^:]*]]: vector<f32>)
// CHECK: %[[E:.*]] = vector.extract %[[V]][0]
// CHECK: %[[S:.*]] = arith.addf %[[E]], %[[A]] fastmath<reassoc> : f32
// CHECK: %[[F:.*]] = vector.extract %[[Z]][]
// CHECK: return %[[S]], %[[F]]
func.func @one_element(%v: vector<1xf32>, %a: f32, %z: vector<f32>) -> (f32, f32) {
  %0 = vector.reduction <add>, %v, %a fastmath<reassoc> : vector<1xf32> into f32
  %1 = vector.reduction <maximumf>, %z : vector<f32> into f32
  return %0, %1 : f32, f32
}

// Where the mask is not set the accumulator stays; without one the op does.
// CHECK-LABEL: @one_masked_element
// CHECK-SAME: (%[[V:[^:]*]]: vector<1xi32>, %[[A:[^:]*]]: i32, %[[M:[^:]*]]: vector<1xi1>)
// CHECK: %[[B:.*]] = vector.extract %[[M]][0]
// CHECK: %[[E:.*]] = vector.extract %[[V]][0]
// CHECK: %[[X:.*]] = arith.xori %[[E]], %[[A]] : i32
// CHECK: arith.select %[[B]], %[[X]], %[[A]] : i32
// CHECK: vector.mask %[[M]] { vector.reduction
func.func @one_masked_element(%v: vector<1xi32>, %a: i32, %m: vector<1xi1>) -> (i32, i32) {
  %0 = vector.mask %m { vector.reduction <xor>, %v, %a : vector<1xi32> into i32 } : vector<1xi1> -> i32
  %1 = vector.mask %m { vector.reduction <xor>, %v : vector<1xi32> into i32 } : vector<1xi1> -> i32
  return %0, %1 : i32, i32
}

// CHECK-LABEL: @scalable
// CHECK: vector.reduction
func.func @scalable(%v: vector<[1]xf32>) -> f32 {
  %0 = vector.reduction <add>, %v : vector<[1]xf32> into f32
  return %0 : f32
}

// CHECK-LABEL: @unit_dimensions
// CHECK-SAME: (%[[V:[^:]*]]: vector<4x1x[2]xi32>, %[[A:[^:]*]]: vector<4x[2]xi32>, %[[W:[^:]*]]: vector<1x1xi32>, %[[B:[^:]*]]: i32)
// CHECK: %[[C:.*]] = vector.shape_cast %[[V]] : vector<4x1x[2]xi32> to vector<4x[2]xi32>
// CHECK: %[[R:.*]] = arith.minsi %[[A]], %[[C]] : vector<4x[2]xi32>
// CHECK: %[[E:.*]] = vector.extract %[[W]][0, 0]
// CHECK: %[[S:.*]] = arith.muli %[[B]], %[[E]] : i32
// CHECK: return %[[R]], %[[S]]
func.func @unit_dimensions(%v: vector<4x1x[2]xi32>, %a: vector<4x[2]xi32>, %w: vector<1x1xi32>, %b: i32) -> (vector<4x[2]xi32>, i32) {
  %0 = vector.multi_reduction <minsi>, %v, %a [1] : vector<4x1x[2]xi32> to vector<4x[2]xi32>
  %1 = vector.multi_reduction <mul>, %w, %b [0, 1] : vector<1x1xi32> to i32
  return %0, %1 : vector<4x[2]xi32>, i32
}

// CHECK-LABEL: @more_than_one
// CHECK: vector.multi_reduction
func.func @more_than_one(%v: vector<4x1xi32>, %b: i32) -> i32 {
  %0 = vector.multi_reduction <mul>, %v, %b [0, 1] : vector<4x1xi32> to i32
  return %0 : i32
}

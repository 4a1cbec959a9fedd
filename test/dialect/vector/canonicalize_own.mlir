// Masks and reductions of single elements: where canonicalization does more than upstream's, or leaves what would change results.
// RUN: tern-opt --canonicalize %s | FileCheck %s

// CHECK-LABEL: @all_lanes_of_scalable
// CHECK: %[[C:.*]] = arith.constant dense<true> : vector<2x[4]xi1>
// CHECK: return %[[C]]
func.func @all_lanes_of_scalable() -> vector<2x[4]xi1> {
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %v = vector.vscale
  %n = arith.muli %v, %c8 : index
  %0 = vector.create_mask %c2, %n : vector<2x[4]xi1>
  return %0 : vector<2x[4]xi1>
}

// Half of the lanes of a scalable dimension are no constant.
// CHECK-LABEL: @half_of_scalable
// CHECK: vector.create_mask
func.func @half_of_scalable() -> vector<[4]xi1> {
  %c2 = arith.constant 2 : index
  %v = vector.vscale
  %n = arith.muli %c2, %v : index
  %0 = vector.create_mask %n : vector<[4]xi1>
  return %0 : vector<[4]xi1>
}

// CHECK-LABEL: @transposed
// CHECK-SAME: (%[[A:[^:]*]]: index, %[[B:[^:]*]]: index)
// CHECK-DAG: vector.create_mask %[[B]], %[[A]] : vector<[3]x2xi1>
// CHECK-DAG: vector.constant_mask [2, 1] : vector<3x2xi1>
func.func @transposed(%a: index, %b: index) -> (vector<[3]x2xi1>, vector<3x2xi1>) {
  %0 = vector.create_mask %a, %b : vector<2x[3]xi1>
  %1 = vector.transpose %0, [1, 0] : vector<2x[3]xi1> to vector<[3]x2xi1>
  %2 = vector.constant_mask [1, 2] : vector<2x3xi1>
  %3 = vector.transpose %2, [1, 0] : vector<2x3xi1> to vector<3x2xi1>
  return %1, %3 : vector<[3]x2xi1>, vector<3x2xi1>
}

// CHECK-LABEL: @extracted
// CHECK-SAME: (%[[A:[^:]*]]: index
// CHECK-DAG: %[[FALSE:.*]] = arith.constant dense<false> : vector<8xi1>
// CHECK-DAG: %[[BIT:.*]] = arith.constant true
// CHECK: %[[M:.*]] = vector.create_mask %[[A]] : vector<8xi1>
// CHECK: %[[N:.*]] = vector.create_mask %[[A]] : vector<8xi1>
// CHECK: return %[[M]], %[[FALSE]], %[[N]], %[[BIT]]
func.func @extracted(%a: index, %i: index) -> (vector<8xi1>, vector<8xi1>, vector<8xi1>, i1) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %0 = vector.create_mask %c2, %a : vector<4x8xi1>
  %1 = vector.extract %0[1] : vector<8xi1> from vector<4x8xi1>
  %2 = vector.extract %0[2] : vector<8xi1> from vector<4x8xi1>
  %3 = vector.create_mask %c4, %a : vector<4x8xi1>
  %4 = vector.extract %3[%i] : vector<8xi1> from vector<4x8xi1>
  %5 = vector.constant_mask [2, 3] : vector<4x8xi1>
  %6 = vector.extract %5[1, 2] : i1 from vector<4x8xi1>
  return %1, %2, %4, %6 : vector<8xi1>, vector<8xi1>, vector<8xi1>, i1
}

// It is not known whether these lanes are set: their number or their place is not.
// CHECK-LABEL: @extracted_unknown
// CHECK-COUNT-3: vector.extract
func.func @extracted_unknown(%a: index, %i: index) -> (vector<8xi1>, vector<8xi1>, vector<8xi1>) {
  %c2 = arith.constant 2 : index
  %0 = vector.create_mask %c2, %a : vector<4x8xi1>
  %1 = vector.extract %0[%i] : vector<8xi1> from vector<4x8xi1>
  %2 = vector.create_mask %a, %a : vector<4x8xi1>
  %3 = vector.extract %2[1] : vector<8xi1> from vector<4x8xi1>
  %4 = vector.create_mask %c2, %a : vector<[2]x8xi1>
  %5 = vector.extract %4[%i] : vector<8xi1> from vector<[2]x8xi1>
  return %1, %3, %5 : vector<8xi1>, vector<8xi1>, vector<8xi1>
}

// CHECK-LABEL: @sliced
// CHECK-SAME: (%[[A:[^:]*]]: index, %[[B:[^:]*]]: index)
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[FALSE:.*]] = arith.constant dense<false> : vector<2x8xi1>
// CHECK-DAG: %[[K:.*]] = vector.constant_mask [1, 5] : vector<2x8xi1>
// CHECK-DAG: %[[S:.*]] = arith.subi %[[A]], %[[C1]] : index
// CHECK-DAG: %[[M:.*]] = vector.create_mask %[[S]], %[[B]] : vector<2x8xi1>
// CHECK: return %[[K]], %[[FALSE]], %[[M]]
func.func @sliced(%a: index, %b: index) -> (vector<2x8xi1>, vector<2x8xi1>, vector<2x8xi1>) {
  %0 = vector.constant_mask [2, 5] : vector<4x8xi1>
  %1 = vector.extract_strided_slice %0 {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xi1> to vector<2x8xi1>
  %2 = vector.extract_strided_slice %0 {offsets = [2], sizes = [2], strides = [1]} : vector<4x8xi1> to vector<2x8xi1>
  %3 = vector.create_mask %a, %b : vector<4x8xi1>
  %4 = vector.extract_strided_slice %3 {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xi1> to vector<2x8xi1>
  return %1, %2, %4 : vector<2x8xi1>, vector<2x8xi1>, vector<2x8xi1>
}

// CHECK-LABEL: @reshaped
// CHECK-SAME: (%[[A:[^:]*]]: index
// CHECK-DAG: %[[M:.*]] = vector.create_mask %[[A]] : vector<[4]xi1>
// CHECK-DAG: %[[K:.*]] = vector.constant_mask [2] : vector<4xi1>
// CHECK-DAG: %[[S:.*]] = vector.shape_cast %{{.*}} : vector<4x1xi1> to vector<4xi1>
// CHECK: return %[[M]], %[[K]], %[[S]]
func.func @reshaped(%a: index) -> (vector<[4]xi1>, vector<4xi1>, vector<4xi1>) {
  %c1 = arith.constant 1 : index
  %0 = vector.create_mask %a, %c1 : vector<[4]x1xi1>
  %1 = vector.shape_cast %0 : vector<[4]x1xi1> to vector<[4]xi1>
  %2 = vector.constant_mask [2, 1, 1] : vector<4x1x1xi1>
  %3 = vector.shape_cast %2 : vector<4x1x1xi1> to vector<4xi1>
  %4 = vector.create_mask %a, %a : vector<4x1xi1>
  %5 = vector.shape_cast %4 : vector<4x1xi1> to vector<4xi1>
  return %1, %3, %5 : vector<[4]xi1>, vector<4xi1>, vector<4xi1>
}

// CHECK-LABEL: @passed_through
// CHECK-SAME: (%[[V:[^:]*]]: vector<4xf32>, %[[M:[^:]*]]: vector<4xi1>, %[[P:[^:]*]]: vector<4xf32>)
// CHECK-NEXT: %[[S:.*]] = arith.select %[[M]], %[[V]], %[[P]]
// CHECK-NEXT: return %[[S]]
func.func @passed_through(%v: vector<4xf32>, %m: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.mask %m, %p { vector.yield %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0 : vector<4xf32>
}

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

// RUN: tern-opt %s --iree-convert-to-nvvm | FileCheck %s

// CHECK-LABEL: llvm.func internal @single(
// CHECK-SAME: %[[V:[a-z0-9]+]]: vector<4xf32>, %[[X:[a-z0-9]+]]: f32, %[[I:[a-z0-9]+]]: i64
// CHECK: %[[TWO:.+]] = llvm.mlir.constant(2 : i64) : i64
// CHECK: llvm.extractelement %[[V]][%[[TWO]] : i64] : vector<4xf32>
// CHECK: llvm.extractelement %[[V]][%[[I]] : i64] : vector<4xf32>
// CHECK: %[[ONE:.+]] = llvm.mlir.constant(1 : i64) : i64
// CHECK: llvm.insertelement %[[X]], %[[V]][%[[ONE]] : i64] : vector<4xf32>
// CHECK: llvm.insertelement %[[X]], %[[V]][%[[I]] : i64] : vector<4xf32>
func.func private @single(%v: vector<4xf32>, %x: f32, %i: index) -> vector<4xf32> {
  %0 = vector.extract %v[2] : f32 from vector<4xf32>
  %1 = vector.extract %v[%i] : f32 from vector<4xf32>
  %2 = vector.insert %x, %v[1] : f32 into vector<4xf32>
  %3 = vector.insert %x, %v[%i] : f32 into vector<4xf32>
  return %3 : vector<4xf32>
}

// CHECK-LABEL: llvm.func internal @elements(
// CHECK: %[[P:.+]] = llvm.mlir.poison : vector<2xi32>
// CHECK: %[[Q:.+]] = llvm.insertelement %{{.+}}, %[[P]][%{{.+}} : i64] : vector<2xi32>
// CHECK: %[[R:.+]] = llvm.insertelement %{{.+}}, %[[Q]][%{{.+}} : i64] : vector<2xi32>
// CHECK: llvm.extractelement %[[R]]
// CHECK: llvm.extractelement %[[R]]
// CHECK: llvm.bitcast %[[R]] : vector<2xi32> to vector<4xi16>
func.func private @elements(%x: i32, %y: i32) -> vector<4xi16> {
  %0 = vector.from_elements %x, %y : vector<2xi32>
  %1:2 = vector.to_elements %0 : vector<2xi32>
  %2 = vector.bitcast %0 : vector<2xi32> to vector<4xi16>
  %3 = vector.shape_cast %2 : vector<4xi16> to vector<4xi16>
  return %3 : vector<4xi16>
}

// CHECK-LABEL: llvm.func internal @several(
// CHECK-SAME: %[[V:[a-z0-9]+]]: vector<8xf32>, %[[W:[a-z0-9]+]]: vector<2xf32>
// CHECK: llvm.shufflevector %[[V]], %[[V]] [2, 3, 4]
// CHECK: %[[WIDE:.+]] = llvm.shufflevector %[[W]], %[[W]] [0, 1, -1, -1, -1, -1, -1, -1]
// CHECK: llvm.shufflevector %[[V]], %[[WIDE]] [0, 1, 2, 8, 9, 5, 6, 7]
// CHECK: llvm.shufflevector %[[W]], %[[W]] [0, 2, 1, 3]
// CHECK: llvm.shufflevector %[[V]], %[[V]] [0, 2, 4, 6]
// CHECK: llvm.shufflevector %[[V]], %[[V]] [1, 3, 5, 7]
// CHECK: llvm.shufflevector %[[V]], %[[V]] [7, 15, 0]
func.func private @several(%v: vector<8xf32>, %w: vector<2xf32>) -> vector<3xf32> {
  %0 = vector.extract_strided_slice %v {offsets = [2], sizes = [3], strides = [1]} : vector<8xf32> to vector<3xf32>
  %1 = vector.insert_strided_slice %w, %v {offsets = [3], strides = [1]} : vector<2xf32> into vector<8xf32>
  %2 = vector.interleave %w, %w : vector<2xf32> -> vector<4xf32>
  %3, %4 = vector.deinterleave %v : vector<8xf32> -> vector<4xf32>
  %5 = vector.shuffle %v, %v [7, 15, 0] : vector<8xf32>, vector<8xf32>
  return %5 : vector<3xf32>
}

// Operands of different lengths: lane by lane.

// CHECK-LABEL: llvm.func internal @mixed(
// CHECK-SAME: %[[V:[a-z0-9]+]]: vector<4xf32>, %[[W:[a-z0-9]+]]: vector<2xf32>
// CHECK: llvm.extractelement %[[W]]
// CHECK: llvm.extractelement %[[V]]
func.func private @mixed(%v: vector<4xf32>, %w: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.shuffle %v, %w [5, 3] : vector<4xf32>, vector<2xf32>
  return %0 : vector<2xf32>
}

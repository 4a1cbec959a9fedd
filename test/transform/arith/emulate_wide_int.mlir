// RUN: tern-opt --arith-emulate-wide-int="widest-int-supported=32" %s | FileCheck %s
// RUN: tern-opt --arith-emulate-wide-int="widest-int-supported=32" %s | mlir-opt | FileCheck %s
// RUN: mlir-opt --arith-emulate-wide-int="widest-int-supported=32" %s | FileCheck %s

// What upstream converts too: the same types and the same work, however the halves are cut and joined.

// CHECK-LABEL: func.func @sums(
// CHECK-SAME: %{{.*}}: vector<2xi32>, %{{.*}}: vector<2xi32>) -> vector<2xi32>
// CHECK: %[[LOW:.*]], %[[CARRY:.*]] = arith.addui_extended %{{.*}}, %{{.*}} : i32, i1
// CHECK: %[[ONE:.*]] = arith.extui %[[CARRY]] : i1 to i32
// CHECK-COUNT-2: arith.addi {{.*}} : i32
// CHECK: return %{{.*}} : vector<2xi32>
func.func @sums(%a: i64, %b: i64) -> i64 {
  %r = arith.addi %a, %b : i64
  return %r : i64
}

// CHECK-LABEL: func.func @products(
// CHECK: arith.mului_extended {{.*}} : i32
// CHECK-COUNT-2: arith.muli {{.*}} : i32
// CHECK-COUNT-2: arith.addi {{.*}} : i32
func.func @products(%a: i64, %b: i64) -> i64 {
  %r = arith.muli %a, %b : i64
  return %r : i64
}

// CHECK-LABEL: func.func @vectors(
// CHECK-SAME: %{{.*}}: vector<3x2xi32>) -> vector<3xi1>
// CHECK: arith.constant dense<{{\[\[}}1, 0], [-1, -1], [0, 1]]> : vector<3x2xi32>
// CHECK: vector.extract_strided_slice %{{.*}} {offsets = [0, 1], sizes = [3, 1], strides = [1, 1]} : vector<3x2xi32> to vector<3x1xi32>
// CHECK-DAG: arith.cmpi ult, {{.*}} : vector<3x1xi32>
// CHECK-DAG: arith.cmpi slt, {{.*}} : vector<3x1xi32>
// CHECK-DAG: arith.cmpi eq, {{.*}} : vector<3x1xi32>
// CHECK: %[[LESS:.*]] = arith.select
// CHECK: vector.shape_cast %[[LESS]] : vector<3x1xi1> to vector<3xi1>
func.func @vectors(%v: vector<3xi64>) -> vector<3xi1> {
  %k = arith.constant dense<[1, -1, 4294967296]> : vector<3xi64>
  %c = arith.cmpi slt, %v, %k : vector<3xi64>
  return %c : vector<3xi1>
}

// CHECK-LABEL: func.func @resized(
// CHECK-SAME: %{{.*}}: i16, %{{.*}}: i32, %{{.*}}: index) -> (vector<2xi32>, vector<2xi32>, vector<2xi32>, i8, i16, index)
// CHECK: arith.extsi %{{.*}} : i16 to i32
// CHECK: arith.index_cast %{{.*}} : index to i32
// CHECK: arith.trunci %{{.*}} : i16 to i8
// CHECK: arith.trunci %{{.*}} : i32 to i16
// CHECK: arith.index_cast %{{.*}} : i32 to index
func.func @resized(%a: i16, %b: i32, %i: index) -> (i64, i64, i64, i8, i16, index) {
  %0 = arith.extsi %a : i16 to i64
  %1 = arith.extui %b : i32 to i64
  %2 = arith.index_cast %i : index to i64
  %3 = arith.trunci %a : i16 to i8
  %4 = arith.trunci %2 : i64 to i16
  %5 = arith.index_cast %1 : i64 to index
  return %0, %1, %2, %3, %4, %5 : i64, i64, i64, i8, i16, index
}

// CHECK-LABEL: func.func @choices(
// CHECK-COUNT-2: arith.select %{{.*}}, %{{.*}}, %{{.*}} : i32
// CHECK: call @choices({{.*}}) : (i1, vector<2xi32>, vector<2xi32>) -> vector<2xi32>
func.func @choices(%c: i1, %a: i64, %b: i64) -> i64 {
  %r = arith.select %c, %a, %b : i64
  %s = func.call @choices(%c, %r, %b) : (i1, i64, i64) -> i64
  return %s : i64
}

// Numbers that the target has stay, and so do those in tensors.
// CHECK-LABEL: func.func @stays(
// CHECK-NEXT: arith.addi %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: arith.addi %{{.*}}, %{{.*}} : tensor<4xi64>
// CHECK-NEXT: return
func.func @stays(%a: i32, %b: tensor<4xi64>) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %b, %b : tensor<4xi64>
  return
}

// RUN: tern-opt --arith-emulate-narrow-int %s | FileCheck %s
// RUN: tern-opt --arith-emulate-narrow-int %s | mlir-opt | FileCheck %s
// RUN: tern-opt --arith-emulate-narrow-int="source-widths=8" %s | FileCheck %s --check-prefix=BYTES
// RUN: not tern-opt --arith-emulate-narrow-int="source-widths=8,24" %s 2>&1 | FileCheck %s --check-prefix=WIDTH

// WIDTH: error: expected 2 to 16 as the width of a narrow integer but got 24

// Each result is cut to its width; operands are extended as the op reads them.
// CHECK-LABEL: func.func @quotients(
// CHECK-SAME: %[[A:.*]]: i8, %[[B:.*]]: i8)
// CHECK-DAG: %[[X:.*]] = arith.extsi %[[A]] : i8 to i32
// CHECK-DAG: %[[Y:.*]] = arith.extsi %[[B]] : i8 to i32
// CHECK: %[[Q:.*]] = arith.divsi %[[X]], %[[Y]] : i32
// CHECK: %[[CUT:.*]] = arith.trunci %[[Q]] : i32 to i8
// CHECK: %[[AGAIN:.*]] = arith.extui %[[CUT]] : i8 to i32
// CHECK: arith.shrui %[[AGAIN]], %{{.*}} : i32
func.func @quotients(%a: i8, %b: i8) -> i8 {
  %q = arith.divsi %a, %b : i8
  %r = arith.shrui %q, %b : i8
  return %r : i8
}

// Promises about the narrow type are not kept for the wide one.
// CHECK-LABEL: func.func @sums(
// CHECK: arith.addi %{{.*}}, %{{.*}} : vector<4xi32>
// CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : vector<4xi32>
// BYTES-LABEL: func.func @sums(
// BYTES: arith.addi %{{.*}}, %{{.*}} overflow<nuw> : vector<4xi16>
func.func @sums(%a: vector<4xi16>, %b: vector<4xi16>) -> vector<4xi1> {
  %s = arith.addi %a, %b overflow<nuw> : vector<4xi16>
  %c = arith.cmpi ult, %s, %b : vector<4xi16>
  return %c : vector<4xi1>
}

// CHECK-LABEL: func.func @extended(
// CHECK: %[[P:.*]] = arith.muli %{{.*}}, %{{.*}} : i32
// CHECK: %[[HIGH:.*]] = arith.shrui %[[P]], %{{.*}} : i32
// CHECK-DAG: arith.trunci %[[P]] : i32 to i16
// CHECK-DAG: arith.trunci %[[HIGH]] : i32 to i16
// CHECK: arith.cmpi ne
func.func @extended(%a: i16, %b: i16) -> (i16, i16, i1) {
  %low, %high = arith.mulsi_extended %a, %b : i16
  %sum, %carry = arith.addui_extended %low, %b : i16, i1
  return %sum, %high, %carry : i16, i16, i1
}

// CHECK-LABEL: func.func @bits(
// CHECK: %[[ZEROS:.*]] = math.ctlz %{{.*}} : i32
// CHECK: arith.subi %[[ZEROS]], %{{.*}} : i32
// CHECK: %[[STOP:.*]] = arith.ori %{{.*}}, %{{.*}} : i32
// CHECK: math.cttz %[[STOP]] : i32
// CHECK: math.ctpop %{{.*}} : i32
// CHECK: %[[N:.*]] = arith.fptosi %{{.*}} : f32 to i32
// CHECK: arith.trunci %[[N]] : i32 to i8
func.func @bits(%a: i8) -> i8 {
  %0 = math.ctlz %a : i8
  %1 = math.cttz %0 : i8
  %2 = math.ctpop %1 : i8
  %f = arith.uitofp %2 : i8 to f32
  %r = arith.fptosi %f : f32 to i8
  return %r : i8
}

// What only moves or resizes stays.
// CHECK-LABEL: func.func @stays(
// CHECK-NEXT: arith.constant 7 : i8
// CHECK-NEXT: memref.load %{{.*}} : memref<4xi8>
// CHECK-NEXT: arith.select %{{.*}}, %{{.*}}, %{{.*}} : i8
// CHECK-NEXT: arith.extsi %{{.*}} : i8 to i16
// CHECK-NEXT: arith.bitcast %{{.*}} : i16 to f16
// CHECK-NEXT: return
func.func @stays(%m: memref<4xi8>, %i: index, %c: i1) -> f16 {
  %k = arith.constant 7 : i8
  %x = memref.load %m[%i] : memref<4xi8>
  %s = arith.select %c, %x, %k : i8
  %w = arith.extsi %s : i8 to i16
  %r = arith.bitcast %w : i16 to f16
  return %r : f16
}

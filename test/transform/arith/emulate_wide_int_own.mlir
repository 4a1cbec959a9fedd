// RUN: tern-opt --arith-emulate-wide-int %s | FileCheck %s
// RUN: tern-opt --arith-emulate-wide-int %s | mlir-opt --verify-diagnostics
// RUN: tern-opt --arith-emulate-wide-int="widest-int-supported=64" %s | FileCheck %s --check-prefix=NONE

// Beyond upstream: division, counts of bits, what loops carry, and conversions of floats that round once.

// Where i32 itself is emulated, powers of two are products.
// RUN: tern-opt --arith-emulate-wide-int="widest-int-supported=16" %S/../Inputs/wide_int_halves.mlir | mlir-opt \
// RUN:   | FileCheck %s --check-prefix=HALVES

// HALVES-LABEL: func.func @to_half(
// HALVES-SAME: vector<2xi16>
// HALVES: arith.uitofp %{{.*}} : i16 to f32
// HALVES-COUNT-6: arith.mulf %{{.*}}, %{{.*}} : f32
// HALVES: arith.truncf %{{.*}} : f32 to f16

// NONE-LABEL: func.func @quotients(
// NONE: arith.divsi %{{.*}}, %{{.*}} : i64

// CHECK-LABEL: func.func @quotients(
// CHECK: %[[STEPS:.*]] = arith.constant 64 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[STEPS]] step %{{.*}} iter_args({{.*}}) -> (i32, i32, i32, i32) {
// CHECK: arith.addui_extended
// CHECK: arith.select
// CHECK: scf.yield %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : i32, i32, i32, i32
func.func @quotients(%a: i64, %b: i64) -> i64 {
  %q = arith.divsi %a, %b : i64
  return %q : i64
}

// CHECK-LABEL: func.func @carried(
// CHECK: scf.for {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (vector<2xi32>) {
// CHECK: vector.extract %[[SUM]][0] : i32 from vector<2xi32>
// CHECK: scf.yield %{{.*}} : vector<2xi32>
func.func @carried(%n: index, %x: i64) -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%s = %x) -> (i64) {
    %t = arith.subi %s, %x : i64
    scf.yield %t : i64
  }
  return %r : i64
}

// CHECK-LABEL: func.func @floats(
// CHECK: math.ctlz %{{.*}} : i32
// CHECK: arith.uitofp %{{.*}} : i32 to f32
// CHECK: arith.bitcast %{{.*}} : i32 to f32
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK: arith.fptoui %{{.*}} : f32 to i32
func.func @floats(%x: i64) -> i64 {
  %f = arith.sitofp %x : i64 to f32
  %r = arith.fptosi %f : f32 to i64
  return %r : i64
}

// CHECK-LABEL: func.func @doubles(
// CHECK: %[[HIGH:.*]] = arith.uitofp %{{.*}} : i32 to f64
// CHECK: arith.mulf %[[HIGH]], %{{.*}} : f64
// CHECK: %[[ONE:.*]] = vector.from_elements %{{.*}} : vector<1xf64>
// CHECK: vector.bitcast %[[ONE]] : vector<1xf64> to vector<2xi32>
// CHECK: vector.bitcast %{{.*}} : vector<2xi32> to vector<1xf64>
func.func @doubles(%x: i64) -> f64 {
  %f = arith.uitofp %x : i64 to f64
  %b = arith.bitcast %f : f64 to i64
  %c = arith.xori %b, %x : i64
  %r = arith.bitcast %c : i64 to f64
  return %r : f64
}

// CHECK-LABEL: func.func @bits(
// CHECK-COUNT-2: math.ctlz %{{.*}} : i32
// CHECK-COUNT-2: math.cttz %{{.*}} : i32
// CHECK-COUNT-2: math.ctpop %{{.*}} : i32
// CHECK: arith.shrui
// CHECK: arith.cmpi uge
func.func @bits(%x: i64) -> i64 {
  %0 = math.ctlz %x : i64
  %1 = math.cttz %0 : i64
  %2 = math.ctpop %1 : i64
  %3 = math.absi %2 : i64
  %4 = arith.shrsi %3, %2 : i64
  return %4 : i64
}

// CHECK-LABEL: func.func @extended(
// CHECK-COUNT-4: arith.mului_extended %{{.*}}, %{{.*}} : i32
func.func @extended(%x: i64, %y: i64) -> (i64, i64, i1) {
  %low, %high = arith.mulsi_extended %x, %y : i64
  %sum, %carry = arith.addui_extended %low, %high : i64, i1
  return %sum, %high, %carry : i64, i64, i1
}

// Nothing is added for a high half that is known to be 0.
// CHECK-LABEL: func.func @short_numbers(
// CHECK: %[[LOW:.*]] = arith.extui %{{.*}} : i16 to i32
// CHECK: %[[X:.*]] = arith.uitofp %[[LOW]] : i32 to f64
// CHECK: %[[Y:.*]] = arith.uitofp %{{.*}} : i32 to f32
// CHECK: return %[[X]], %[[Y]] : f64, f32
func.func @short_numbers(%x: i16) -> (f64, f32) {
  %w = arith.extui %x : i16 to i64
  %f = arith.uitofp %w : i64 to f64
  %g = arith.uitofp %w : i64 to f32
  return %f, %g : f64, f32
}

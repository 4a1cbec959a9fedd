// RUN: tern-opt --math-expand-ops %s | FileCheck %s
// RUN: tern-opt --math-expand-ops=ops=rsqrt %s | FileCheck %s --check-prefix=ONE
// RUN: tern-opt --math-expand-ops %s | mlir-opt -o /dev/null

// CHECK-LABEL: func.func @squares_for_constants(
// CHECK: %[[X2:.*]] = arith.mulf %[[X:.*]], %[[X]] : f32
// CHECK: %[[X4:.*]] = arith.mulf %[[X2]], %[[X2]] : f32
// CHECK: %[[X5:.*]] = arith.mulf %[[X]], %[[X4]] : f32
// CHECK: %[[R:.*]] = arith.divf %{{.*}}, %[[X5]] : f32
// CHECK: return %[[R]]
// ONE-LABEL: func.func @squares_for_constants(
// ONE: math.fpowi
func.func @squares_for_constants(%x: f32) -> f32 {
  %n = arith.constant -5 : i32
  %r = math.fpowi %x, %n : f32, i32
  return %r : f32
}

// CHECK-LABEL: func.func @inverts_integers(
// CHECK-NOT: math.ipowi
// CHECK: arith.ori
func.func @inverts_integers(%x: i32, %n: i32) -> i32 {
  %r = math.ipowi %x, %n : i32
  return %r : i32
}

// The mantissas are divided, eight bits of the quotient a step.
// CHECK-LABEL: func.func @divides_mantissas(
// CHECK: arith.remui
// CHECK: scf.for
// CHECK: arith.shli
// CHECK: arith.remui
// CHECK-NOT: arith.remf
func.func @divides_mantissas(%x: f32, %y: f32) -> f32 {
  %r = arith.remf %x, %y : f32
  return %r : f32
}

// CHECK-LABEL: func.func @divides_lanes(
// CHECK-COUNT-2: scf.for
// CHECK: vector.from_elements {{.*}} : vector<2xf32>
func.func @divides_lanes(%x: vector<2xf32>, %y: vector<2xf32>) -> vector<2xf32> {
  %r = arith.remf %x, %y : vector<2xf32>
  return %r : vector<2xf32>
}

// CHECK-LABEL: func.func @expands_small_ones(
// CHECK: arith.maximumf
// CHECK: arith.minimumf
// CHECK: math.floor
// CHECK: math.sqrt
// CHECK: arith.divf
// ONE-LABEL: func.func @expands_small_ones(
// ONE: math.clampf
// ONE: math.ceil
// ONE-NOT: math.rsqrt
func.func @expands_small_ones(%x: f32, %y: f32, %z: f32) -> f32 {
  %a = math.clampf %x to [%y, %z] : f32
  %b = math.ceil %a : f32
  %c = math.rsqrt %b : f32
  return %c : f32
}

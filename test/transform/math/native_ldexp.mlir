// RUN: tern-opt %s --math-polynomial-approximation=native-ldexp | FileCheck %s
// RUN: tern-opt %s --math-polynomial-approximation=native-ldexp | mlir-opt -o /dev/null

// Exponentials of f32 end with one op that puts them on their exponent; those of f64, and of tensors, with two powers of two.

// CHECK-LABEL: func.func @exp(
// CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : f32 to i32
// CHECK: %[[MAGIC:.*]] = arith.bitcast %cst{{.*}} : f32 to i32
// CHECK: %[[N:.*]] = arith.subi %[[BITS]], %[[MAGIC]] : i32
// CHECK-NOT: arith.shli
// CHECK: llvm.intr.ldexp(%{{.*}}, %[[N]]) : (f32, i32) -> f32
func.func @exp(%x: f32) -> f32 {
  %r = math.exp %x : f32
  return %r : f32
}

// CHECK-LABEL: func.func @exp2(
// CHECK: llvm.call_intrinsic "llvm.ldexp.v16f32.v16i32"(%{{.*}}, %{{.*}}) : (vector<16xf32>, vector<16xi32>) -> vector<16xf32>
func.func @exp2(%x: vector<16xf32>) -> vector<16xf32> {
  %r = math.exp2 %x : vector<16xf32>
  return %r : vector<16xf32>
}

// CHECK-LABEL: func.func @others(
// CHECK-NOT: ldexp
// CHECK: return
func.func @others(%x: f64, %y: tensor<16xf32>) -> (f64, tensor<16xf32>) {
  %r = math.exp %x : f64
  %s = math.exp %y : tensor<16xf32>
  return %r, %s : f64, tensor<16xf32>
}

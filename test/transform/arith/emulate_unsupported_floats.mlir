// RUN: tern-opt --arith-emulate-unsupported-floats="source-types=bf16,f8E4M3FN target-type=f32" %s | FileCheck %s
// RUN: mlir-opt --arith-emulate-unsupported-floats="source-types=bf16,f8E4M3FN target-type=f32" %s | FileCheck %s

// CHECK-LABEL: func.func @rounds_each_step(
// CHECK-SAME: %[[A:.*]]: bf16, %[[B:.*]]: bf16)
// CHECK-DAG: %[[X:.*]] = arith.extf %[[A]]{{.*}} : bf16 to f32
// CHECK-DAG: %[[Y:.*]] = arith.extf %[[B]]{{.*}} : bf16 to f32
// CHECK: %[[SUM:.*]] = arith.addf %[[X]], %[[Y]] : f32
// CHECK: %[[ROUNDED:.*]] = arith.truncf %[[SUM]]{{.*}} : f32 to bf16
// CHECK: %[[WIDE:.*]] = arith.extf %[[ROUNDED]]{{.*}} : bf16 to f32
// CHECK: arith.mulf %[[WIDE]], %{{.*}} : f32
func.func @rounds_each_step(%a: bf16, %b: bf16) -> bf16 {
  %0 = arith.addf %a, %b : bf16
  %1 = arith.mulf %0, %b : bf16
  return %1 : bf16
}

// CHECK-LABEL: func.func @compares_wide(
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK: arith.select {{.*}} : vector<4xi1>, vector<4xf8E4M3FN>
func.func @compares_wide(%a: vector<4xf8E4M3FN>, %b: vector<4xf8E4M3FN>) -> vector<4xf8E4M3FN> {
  %c = arith.cmpf olt, %a, %b : vector<4xf8E4M3FN>
  %r = arith.select %c, %a, %b : vector<4xi1>, vector<4xf8E4M3FN>
  return %r : vector<4xf8E4M3FN>
}

// CHECK-LABEL: func.func @keeps_supported(
// CHECK: arith.addf %{{.*}}, %{{.*}} : f16
func.func @keeps_supported(%a: f16) -> f16 {
  %r = arith.addf %a, %a : f16
  return %r : f16
}

// CHECK-LABEL: func.func @widens_once_where_made(
// CHECK-SAME: %[[A:.*]]: bf16, %[[B:.*]]: bf16)
// CHECK-NEXT: %[[Y:.*]] = arith.extf %[[B]] fastmath<contract> : bf16 to f32
// CHECK-NEXT: %[[X:.*]] = arith.extf %[[A]] fastmath<contract> : bf16 to f32
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[X]], %[[Y]] : f32
// CHECK-NEXT: %[[ROUNDED:.*]] = arith.truncf %[[SUM]] fastmath<contract> : f32 to bf16
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[ROUNDED]] fastmath<contract> : bf16 to f32
// CHECK-NEXT: arith.cmpf olt, %[[WIDE]], %[[X]] : f32
// CHECK-NEXT: return %[[ROUNDED]]
func.func @widens_once_where_made(%a: bf16, %b: bf16) -> (bf16, i1) {
  %0 = arith.addf %a, %b : bf16
  %1 = arith.cmpf olt, %0, %a : bf16
  return %0, %1 : bf16, i1
}

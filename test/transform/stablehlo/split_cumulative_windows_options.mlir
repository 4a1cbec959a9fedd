// RUN: tern-opt %s --stablehlo-split-cumulative-windows=longest-window=32 | FileCheck %s
// RUN: tern-opt %s --stablehlo-split-cumulative-windows | FileCheck %s --check-prefix=WHOLE
// RUN: not tern-opt %s --stablehlo-split-cumulative-windows=longest-window=15 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: tern-compile %s --target=cpu --compile-to=input | FileCheck %s --check-prefix=CPU

// SHORT: error: {{.*}}option 'longest-window' must be at least 16

// The totals of 3 pieces are few enough.

// CHECK-LABEL: func.func @columns
// CHECK: stablehlo.reshape {{.*}} -> tensor<3x16x8xf32>
// CHECK: "stablehlo.reduce_window"({{.*}}window_dimensions = array<i64: 1, 16, 1>
// CHECK: "stablehlo.reduce_window"({{.*}}window_dimensions = array<i64: 3, 1>
// CHECK-NOT: stablehlo.reduce_window
// CHECK: return

// WHOLE-LABEL: func.func @columns
// WHOLE-NOT: stablehlo.reshape
// WHOLE: window_dimensions = array<i64: 48, 1>

// CPU-LABEL: @columns
// CPU: tensor<3x16x8xf32>
func.func @columns(%x: tensor<48x8xf32>) -> tensor<48x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 48, 1>, padding = dense<[[47, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<48x8xf32>, tensor<f32>) -> tensor<48x8xf32>
  return %r : tensor<48x8xf32>
}

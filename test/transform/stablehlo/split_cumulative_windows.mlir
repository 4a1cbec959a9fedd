// RUN: tern-opt %s --stablehlo-split-cumulative-windows --cse | FileCheck %s

// 1000 elements are 63 pieces of 16, the last of which is filled up; their sums are few enough.

// CHECK-LABEL: func.func @forward
// CHECK: %[[PAD:.*]] = stablehlo.pad %arg0, %[[ZERO:.*]], low = [0], high = [8], interior = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<1008xf32>
// CHECK: %[[PIECES:.*]] = stablehlo.reshape %[[PAD]] : (tensor<1008xf32>) -> tensor<63x16xf32>
// CHECK: %[[LOCAL:.*]] = "stablehlo.reduce_window"(%[[PIECES]], %[[ZERO]]) <{{.*}}padding = dense<{{\[\[}}0, 0], [15, 0]]> {{.*}}window_dimensions = array<i64: 1, 16>
// CHECK: %[[LAST:.*]] = stablehlo.slice %[[LOCAL]] [0:63, 15:16]
// CHECK: %[[SUMS:.*]] = stablehlo.reshape %[[LAST]] : (tensor<63x1xf32>) -> tensor<63xf32>
// CHECK: %[[TOTALS:.*]] = "stablehlo.reduce_window"(%[[SUMS]], %[[ZERO]]) <{{.*}}padding = dense<{{\[\[}}62, 0]]> {{.*}}window_dimensions = array<i64: 63>
// CHECK: %[[BEFORE:.*]] = stablehlo.pad %[[TOTALS]], %[[ZERO]], low = [1], high = [-1], interior = [0]
// CHECK: %[[ALL:.*]] = stablehlo.broadcast_in_dim %[[BEFORE]], dims = [0] : (tensor<63xf32>) -> tensor<63x16xf32>
// CHECK: %[[ADDED:.*]] = stablehlo.add %[[ALL]], %[[LOCAL]] : tensor<63x16xf32>
// CHECK: %[[FLAT:.*]] = stablehlo.reshape %[[ADDED]] : (tensor<63x16xf32>) -> tensor<1008xf32>
// CHECK: %[[RESULT:.*]] = stablehlo.pad %[[FLAT]], %[[ZERO]], low = [0], high = [-8], interior = [0]
// CHECK: return %[[RESULT]] : tensor<1000xf32>
func.func @forward(%x: tensor<1000xf32>) -> tensor<1000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1000>, padding = dense<[[999, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1000xf32>, tensor<f32>) -> tensor<1000xf32>
  return %r : tensor<1000xf32>
}

// Backwards, along another dimension than the last one; two levels.

// CHECK-LABEL: func.func @backward
// CHECK: stablehlo.pad %arg0, %{{.*}}, low = [0, 6, 0], high = [0, 0, 0]
// CHECK: "stablehlo.reduce_window"({{.*}}padding = dense<{{\[\[}}0, 0], [0, 0], [0, 15], [0, 0]]>
// CHECK: stablehlo.slice %{{.*}} [0:2, 0:313, 0:1, 0:3]
// CHECK: stablehlo.reshape {{.*}} -> tensor<2x20x16x3xf32>
// CHECK: stablehlo.pad {{.*}} low = [0, -1, 0], high = [0, 1, 0]
// CHECK: stablehlo.pad {{.*}} low = [0, -1, 0], high = [0, 1, 0]
// CHECK: stablehlo.maximum {{.*}} : tensor<2x313x16x3xf32>
func.func @backward(%x: tensor<2x5002x3xf32>, %least: tensor<f32>) -> tensor<2x5002x3xf32> {
  %r = "stablehlo.reduce_window"(%x, %least) <{window_dimensions = array<i64: 1, 5002, 1>, padding = dense<[[0, 0], [0, 5001], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %b, %a : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x5002x3xf32>, tensor<f32>) -> tensor<2x5002x3xf32>
  return %r : tensor<2x5002x3xf32>
}

// Each window starts with five, and each piece would.

// CHECK-LABEL: func.func @keeps_other_starts
// CHECK-NOT: stablehlo.reshape
// CHECK: return
func.func @keeps_other_starts(%x: tensor<1000xi32>) -> tensor<1000xi32> {
  %five = stablehlo.constant dense<5> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %five) <{window_dimensions = array<i64: 1000>, padding = dense<[[999, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<1000xi32>, tensor<i32>) -> tensor<1000xi32>
  return %r : tensor<1000xi32>
}

// CHECK-LABEL: func.func @keeps_short
// CHECK-NOT: stablehlo.reshape
// CHECK: return
func.func @keeps_short(%x: tensor<256xf32>) -> tensor<256xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 256>, padding = dense<[[255, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<256xf32>, tensor<f32>) -> tensor<256xf32>
  return %r : tensor<256xf32>
}

// A window of part of the line, and a body of several ops.

// CHECK-LABEL: func.func @keeps_others
// CHECK-NOT: stablehlo.reshape
// CHECK: return
func.func @keeps_others(%x: tensor<1000xf32>) -> (tensor<1000xf32>, tensor<1000xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 999>, padding = dense<[[998, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1000xf32>, tensor<f32>) -> tensor<1000xf32>
  %q = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1000>, padding = dense<[[999, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    %t = stablehlo.negate %s : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<1000xf32>, tensor<f32>) -> tensor<1000xf32>
  return %r, %q : tensor<1000xf32>, tensor<1000xf32>
}

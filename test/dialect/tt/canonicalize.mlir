// RUN: tern-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: tt.func @masks
tt.func @masks(%p: tensor<8x!tt.ptr<f32>>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %true = arith.constant dense<true> : tensor<8xi1>
  %false = arith.constant dense<false> : tensor<8xi1>
  // CHECK: %[[A:.*]] = tt.load %arg0 cacheModifier = cg : tensor<8x!tt.ptr<f32>>
  // CHECK: %[[B:.*]] = tt.load %arg0, %{{.*}} {isVolatile = true} : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.store %arg0, %arg1 evictionPolicy = evict_last : tensor<8x!tt.ptr<f32>>
  // CHECK-NOT: tt.store
  // CHECK: tt.return %[[A]], %arg1, %[[B]]
  %a = tt.load %p, %true, %x cacheModifier = cg : tensor<8x!tt.ptr<f32>>
  %b = tt.load %p, %false, %x : tensor<8x!tt.ptr<f32>>
  %c = tt.load %p, %false {isVolatile = true} : tensor<8x!tt.ptr<f32>>
  tt.store %p, %x, %true evictionPolicy = evict_last : tensor<8x!tt.ptr<f32>>
  tt.store %p, %x, %false : tensor<8x!tt.ptr<f32>>
  tt.return %a, %b, %c : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// A load that nobody uses goes, a volatile one stays.
// CHECK-LABEL: tt.func @unused
// CHECK-NEXT: tt.load %arg0 {isVolatile = true}
// CHECK-NEXT: tt.elementwise_inline_asm "b"
// CHECK-NEXT: tt.return
tt.func @unused(%p: !tt.ptr<f32>, %x: i32) {
  %a = tt.load %p : !tt.ptr<f32>
  %b = tt.load %p {isVolatile = true} : !tt.ptr<f32>
  %c = tt.elementwise_inline_asm "a" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : i32 -> i32
  %d = tt.elementwise_inline_asm "b" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : i32 -> i32
  tt.return
}

// CHECK-LABEL: tt.func @constants
// CHECK-DAG: %[[ONE:.*]] = arith.constant dense<7> : tensor<1xi32>
// CHECK-DAG: %[[WIDE:.*]] = arith.constant dense<2.500000e+00> : tensor<8x4xf32>
// CHECK-DAG: %[[PAIRS:.*]] = arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi32>
// CHECK-DAG: %[[COLUMN:.*]] = arith.constant dense<{{\[\[}}1], [2]]> : tensor<2x1xi32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<-0.000000e+00> : tensor<8xf16>
// CHECK-DAG: %[[X:.*]] = arith.constant 4.000000e+00 : f32
// CHECK: tt.return %[[ONE]], %[[WIDE]], %[[PAIRS]], %[[COLUMN]], %[[ZERO]], %[[X]]
tt.func @constants() -> (tensor<1xi32>, tensor<8x4xf32>, tensor<2x2xi32>, tensor<2x1xi32>, tensor<8xf16>, f32) {
  %one = tt.make_range {start = 7 : i32, end = 8 : i32} : tensor<1xi32>
  %f = arith.constant 2.5 : f32
  %s = tt.splat %f : f32 -> tensor<8xf32>
  %e = tt.expand_dims %s {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  %b = tt.broadcast %e : tensor<1x8xf32> -> tensor<4x8xf32>
  %t = tt.trans %b {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
  %list = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %pairs = tt.reshape %list : tensor<4xi32> -> tensor<2x2xi32>
  %two = arith.constant dense<[1, 2]> : tensor<2xi32>
  %column = tt.expand_dims %two {axis = 1 : i32} : tensor<2xi32> -> tensor<2x1xi32>
  %z = arith.constant dense<-0.0> : tensor<8xf32>
  %zero = tt.fp_to_fp %z, rounding = rtne : tensor<8xf32> -> tensor<8xf16>
  %u = arith.constant dense<4.0> : tensor<1xf32>
  %x = tt.unsplat %u : tensor<1xf32>
  tt.return %one, %t, %pairs, %column, %zero, %x : tensor<1xi32>, tensor<8x4xf32>, tensor<2x2xi32>, tensor<2x1xi32>, tensor<8xf16>, f32
}

// CHECK-LABEL: tt.func @nothing
// CHECK-NEXT: tt.return %arg0, %arg1, %arg2, %arg2, %arg2, %arg2
tt.func @nothing(%p: !tt.ptr<f32>, %b: !tt.ptr<tensor<8xf32>>, %x: tensor<8x1xf32>) -> (!tt.ptr<f32>, !tt.ptr<tensor<8xf32>>, tensor<8x1xf32>, tensor<8x1xf32>, tensor<8x1xf32>, tensor<8x1xf32>) {
  %c0 = arith.constant 0 : i32
  %0 = tt.addptr %p, %c0 : !tt.ptr<f32>, i32
  %1 = tt.advance %b, [%c0] : <tensor<8xf32>>
  %2 = tt.reshape %x : tensor<8x1xf32> -> tensor<8x1xf32>
  %3 = tt.broadcast %x : tensor<8x1xf32> -> tensor<8x1xf32>
  %4 = tt.trans %x {order = array<i32: 1, 0>} : tensor<8x1xf32> -> tensor<1x8xf32>
  %5 = tt.trans %4 {order = array<i32: 1, 0>} : tensor<1x8xf32> -> tensor<8x1xf32>
  %6 = tt.bitcast %x : tensor<8x1xf32> -> tensor<8x1xf32>
  tt.return %0, %1, %2, %3, %5, %6 : !tt.ptr<f32>, !tt.ptr<tensor<8xf32>>, tensor<8x1xf32>, tensor<8x1xf32>, tensor<8x1xf32>, tensor<8x1xf32>
}

// CHECK-LABEL: tt.func @chains
tt.func @chains(%f: f32, %x: tensor<8x1xf32>, %y: tensor<2x4x8xf32>, %z: tensor<1xf32>) -> (tensor<1x8xf32>, tensor<16xf32>, tensor<8x4xf32>, tensor<64xf32>, tensor<8x2x4xf32>, tensor<1x8xf32>) {
  // CHECK-DAG: %[[A:.*]] = tt.splat %arg0 : f32 -> tensor<1x8xf32>
  // CHECK-DAG: %[[B:.*]] = tt.splat %arg0 : f32 -> tensor<16xf32>
  // CHECK-DAG: %[[C:.*]] = tt.splat %arg0 : f32 -> tensor<8x4xf32>
  // CHECK-DAG: %[[D:.*]] = tt.reshape %arg2 allow_reorder : tensor<2x4x8xf32> -> tensor<64xf32>
  // CHECK-DAG: %[[E:.*]] = tt.trans %arg2 {order = array<i32: 2, 0, 1>} : tensor<2x4x8xf32> -> tensor<8x2x4xf32>
  // CHECK-DAG: %[[G:.*]] = tt.expand_dims %arg3 {axis = 0 : i32} : tensor<1xf32> -> tensor<1x1xf32>
  // CHECK-DAG: %[[H:.*]] = tt.broadcast %[[G]] : tensor<1x1xf32> -> tensor<1x8xf32>
  // CHECK: tt.return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]], %[[H]]
  %s = tt.splat %f : f32 -> tensor<8xf32>
  %a = tt.expand_dims %s {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  %t = tt.splat %f : f32 -> tensor<4x4xf32>
  %b = tt.reshape %t : tensor<4x4xf32> -> tensor<16xf32>
  %u = tt.splat %f : f32 -> tensor<8x1xf32>
  %c = tt.broadcast %u : tensor<8x1xf32> -> tensor<8x4xf32>
  %v = tt.reshape %y allow_reorder : tensor<2x4x8xf32> -> tensor<8x8xf32>
  %d = tt.reshape %v : tensor<8x8xf32> -> tensor<64xf32>
  %w = tt.trans %y {order = array<i32: 0, 2, 1>} : tensor<2x4x8xf32> -> tensor<2x8x4xf32>
  %e = tt.trans %w {order = array<i32: 1, 0, 2>} : tensor<2x8x4xf32> -> tensor<8x2x4xf32>
  %g = tt.broadcast %z : tensor<1xf32> -> tensor<8xf32>
  %h = tt.expand_dims %g {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  tt.return %a, %b, %c, %d, %e, %h : tensor<1x8xf32>, tensor<16xf32>, tensor<8x4xf32>, tensor<64xf32>, tensor<8x2x4xf32>, tensor<1x8xf32>
}

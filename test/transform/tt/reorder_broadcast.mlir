// Elementwise ops before splats and broadcasts, and those that cannot come before them.
// RUN: tern-opt %s --triton-reorder-broadcast | FileCheck %s

// CHECK-LABEL: @splats(
// CHECK: %[[SUM:.*]] = arith.addf %arg0, %arg1 fastmath<contract> : f32
// CHECK: %[[R:.*]] = tt.splat %[[SUM]] : f32 -> tensor<8x4xf32>
// CHECK: tt.return %[[R]]
tt.func @splats(%a: f32, %b: f32) -> tensor<8x4xf32> {
  %x = tt.splat %a : f32 -> tensor<8x4xf32>
  %y = tt.splat %b : f32 -> tensor<8x4xf32>
  %r = arith.addf %x, %y fastmath<contract> : tensor<8x4xf32>
  tt.return %r : tensor<8x4xf32>
}

// CHECK-LABEL: @splat_and_constant(
// CHECK: %[[C:.*]] = arith.constant 3 : i32
// CHECK: %[[P:.*]] = tt.addptr %arg0, %[[C]] : !tt.ptr<f32>, i32
// CHECK: tt.splat %[[P]] : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
tt.func @splat_and_constant(%p: !tt.ptr<f32>) -> tensor<8x!tt.ptr<f32>> {
  %c = arith.constant dense<3> : tensor<8xi32>
  %x = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %r = tt.addptr %x, %c : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  tt.return %r : tensor<8x!tt.ptr<f32>>
}

// CHECK-LABEL: @broadcasts(
// CHECK: %[[C:.*]] = arith.constant dense<1.000000e+00> : tensor<8x1xf32>
// CHECK: %[[S:.*]] = tt.splat %arg2 : f32 -> tensor<8x1xf32>
// CHECK: %[[M:.*]] = math.fma %arg0, %[[S]], %[[C]] : tensor<8x1xf32>
// CHECK: tt.broadcast %[[M]] : tensor<8x1xf32> -> tensor<8x4xf32>
// CHECK: %[[Q:.*]] = arith.divf %arg0, %arg1 : tensor<8x1xf32>
// CHECK: tt.broadcast %[[Q]]
tt.func @broadcasts(%a: tensor<8x1xf32>, %b: tensor<8x1xf32>, %s: f32) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %x = tt.broadcast %a : tensor<8x1xf32> -> tensor<8x4xf32>
  %y = tt.broadcast %b : tensor<8x1xf32> -> tensor<8x4xf32>
  %z = tt.splat %s : f32 -> tensor<8x4xf32>
  %c = arith.constant dense<1.0> : tensor<8x4xf32>
  %r = math.fma %x, %z, %c : tensor<8x4xf32>
  %q = arith.divf %x, %y : tensor<8x4xf32>
  tt.return %r, %q : tensor<8x4xf32>, tensor<8x4xf32>
}

// An op of another element type.
// CHECK-LABEL: @compares(
// CHECK: %[[C:.*]] = arith.cmpf olt, %arg0, %arg1 : tensor<1x4xf16>
// CHECK: tt.broadcast %[[C]] : tensor<1x4xi1> -> tensor<8x4xi1>
tt.func @compares(%a: tensor<1x4xf16>, %b: tensor<1x4xf16>) -> tensor<8x4xi1> {
  %x = tt.broadcast %a : tensor<1x4xf16> -> tensor<8x4xf16>
  %y = tt.broadcast %b : tensor<1x4xf16> -> tensor<8x4xf16>
  %r = arith.cmpf olt, %x, %y : tensor<8x4xf16>
  tt.return %r : tensor<8x4xi1>
}

// Two shapes; an operand that is anything; a call that may do anything.
// CHECK-LABEL: @keeps(
// CHECK: arith.addf %{{.*}} : tensor<8x4xf32>
// CHECK: arith.mulf %{{.*}} : tensor<8x4xf32>
// CHECK: tt.extern_elementwise %{{.*}} : (tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<8x4xf32>
tt.func @keeps(%a: tensor<8x1xf32>, %b: tensor<1x4xf32>, %c: tensor<8x4xf32>, %d: i1, %s: f32) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %x = tt.broadcast %a : tensor<8x1xf32> -> tensor<8x4xf32>
  %y = tt.broadcast %b : tensor<1x4xf32> -> tensor<8x4xf32>
  %z = tt.splat %s : f32 -> tensor<8x4xf32>
  %0 = arith.addf %x, %y : tensor<8x4xf32>
  %1 = arith.mulf %x, %c : tensor<8x4xf32>
  %2 = tt.extern_elementwise %z {libname = "", libpath = "", pure = false, symbol = "f"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %3 = arith.select %d, %x, %z : tensor<8x4xf32>
  tt.return %0, %1, %2, %3 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}

// Broadcasts go through expand_dims, also with encodings.
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#slice = #ttg.slice<{dim = 1, parent = #blocked}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @expands(
  // CHECK: %[[E:.*]] = tt.expand_dims %arg0 {axis = 1 : i32} : tensor<1xf32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<1x1xf32, #blocked>
  // CHECK: tt.broadcast %[[E]] : tensor<1x1xf32, #blocked> -> tensor<128x1xf32, #blocked>
  tt.func @expands(%a: tensor<1xf32, #slice>) -> tensor<128x1xf32, #blocked> {
    %x = tt.broadcast %a : tensor<1xf32, #slice> -> tensor<128xf32, #slice>
    %r = tt.expand_dims %x {axis = 1 : i32} : tensor<128xf32, #slice> -> tensor<128x1xf32, #blocked>
    tt.return %r : tensor<128x1xf32, #blocked>
  }
}

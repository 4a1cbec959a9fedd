// What one op computes of what several did, and the nearest cases that stay.
// RUN: tern-opt %s --triton-combine --split-input-file | FileCheck %s

// CHECK-LABEL: @adds_to_dot(
// CHECK-SAME: %[[A:.*]]: tensor<16x16xf16>, %[[B:.*]]: tensor<16x16xf16>, %[[C:.*]]: tensor<16x16xf32>
// CHECK-NOT: arith.addf
// CHECK: %[[D:.*]] = tt.dot %[[A]], %[[B]], %[[C]] :
// CHECK: tt.return %[[D]]
tt.func @adds_to_dot(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %d = tt.dot %a, %b, %zero : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %r = arith.addf %d, %c : tensor<16x16xf32>
  tt.return %r : tensor<16x16xf32>
}

// CHECK-LABEL: @adds_integers_to_dot(
// CHECK-NOT: arith.addi
// CHECK: tt.dot %{{.*}}, %{{.*}}, %arg1 :
tt.func @adds_integers_to_dot(%a: tensor<16x16xi8>, %c: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %zero = arith.constant dense<0> : tensor<16x16xi32>
  %d = tt.dot %a, %a, %zero : tensor<16x16xi8> * tensor<16x16xi8> -> tensor<16x16xi32>
  %r = arith.addi %c, %d : tensor<16x16xi32>
  tt.return %r : tensor<16x16xi32>
}

// Another user sees the product alone; few bits may not be used for the other addend; the sum is not of zero.
// CHECK-LABEL: @keeps_sums(
// CHECK-COUNT-3: arith.addf
tt.func @keeps_sums(%a: tensor<16x16xf16>, %x: tensor<16x16xf8E5M2>, %c: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %d = tt.dot %a, %a, %zero : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %r0 = arith.addf %d, %c : tensor<16x16xf32>
  %e = tt.dot %x, %x, %zero {maxNumImpreciseAcc = 32 : i32} : tensor<16x16xf8E5M2> * tensor<16x16xf8E5M2> -> tensor<16x16xf32>
  %r1 = arith.addf %e, %c : tensor<16x16xf32>
  %f = tt.dot %a, %a, %c : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %r2 = arith.addf %f, %c : tensor<16x16xf32>
  tt.return %d, %r0, %r1, %r2 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}

// -----

// Offsets of 64 bits are as wide as pointers. What is known of the outer pointers stays known.
// CHECK-LABEL: @adds_offsets(
// CHECK: %[[SUM:.*]] = arith.addi %arg1, %arg2 : tensor<8xi64>
// CHECK: tt.addptr %arg0, %[[SUM]] {tt.contiguity = dense<8> : tensor<1xi32>, tt.divisibility = dense<16> : tensor<1xi32>} :
tt.func @adds_offsets(%p: tensor<8x!tt.ptr<f32>>, %i: tensor<8xi64>, %j: tensor<8xi64>) -> tensor<8x!tt.ptr<f32>> {
  %q = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
  %r = tt.addptr %q, %j {tt.divisibility = dense<16> : tensor<1xi32>, tt.contiguity = dense<8> : tensor<1xi32>, tt.other} : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
  tt.return %r : tensor<8x!tt.ptr<f32>>
}

// CHECK-LABEL: @adds_small_constants(
// CHECK: %[[SUM:.*]] = arith.constant dense<12> : tensor<8xi32>
// CHECK: tt.addptr %arg0, %[[SUM]] :
tt.func @adds_small_constants(%p: tensor<8x!tt.ptr<f32>>) -> tensor<8x!tt.ptr<f32>> {
  %five = arith.constant 5 : i32
  %i = tt.splat %five : i32 -> tensor<8xi32>
  %j = arith.constant dense<7> : tensor<8xi32>
  %q = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %r = tt.addptr %q, %j : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  tt.return %r : tensor<8x!tt.ptr<f32>>
}

// The sums may overflow, or are not of one type.
// CHECK-LABEL: @keeps_offsets(
// CHECK-COUNT-6: tt.addptr
tt.func @keeps_offsets(%p: !tt.ptr<f32>, %i: i32, %j: i64) -> (!tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>) {
  %big = arith.constant 2147483647 : i32
  %one = arith.constant 1 : i32
  %0 = tt.addptr %p, %i : !tt.ptr<f32>, i32
  %1 = tt.addptr %0, %one : !tt.ptr<f32>, i32
  %2 = tt.addptr %p, %big : !tt.ptr<f32>, i32
  %3 = tt.addptr %2, %one : !tt.ptr<f32>, i32
  %4 = tt.addptr %p, %j : !tt.ptr<f32>, i64
  %5 = tt.addptr %4, %i : !tt.ptr<f32>, i32
  tt.return %1, %3, %5 : !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>
}

// -----

// CHECK-LABEL: @selects_by_load(
// CHECK-SAME: %[[P:.*]]: tensor<8x!tt.ptr<f32>>, %[[Y:.*]]: tensor<8xf32>, %[[C:.*]]: i1
// CHECK: %[[M:.*]] = tt.splat %[[C]]
// CHECK: tt.load %[[P]], %[[M]], %[[Y]] cacheModifier = cg
// CHECK-NOT: arith.select
tt.func @selects_by_load(%p: tensor<8x!tt.ptr<f32>>, %y: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %x = tt.load %p, %m cacheModifier = cg : tensor<8x!tt.ptr<f32>>
  %r = arith.select %c, %x, %y : tensor<8xf32>
  tt.return %r : tensor<8xf32>
}

// Another condition, and the load on the other side.
// CHECK-LABEL: @keeps_selects(
// CHECK-COUNT-2: arith.select
tt.func @keeps_selects(%p: tensor<8x!tt.ptr<f32>>, %y: tensor<8xf32>, %c: i1, %d: i1) -> (tensor<8xf32>, tensor<8xf32>) {
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %x = tt.load %p, %m : tensor<8x!tt.ptr<f32>>
  %r = arith.select %d, %x, %y : tensor<8xf32>
  %s = arith.select %c, %y, %x : tensor<8xf32>
  tt.return %r, %s : tensor<8xf32>, tensor<8xf32>
}

// -----

// CHECK-LABEL: @multiplies(
// CHECK-SAME: %[[X:.*]]: tensor<32x16xf32>, %[[Y:.*]]: tensor<16x64xf32>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<32x64xf32>
// CHECK: tt.dot %[[X]], %[[Y]], %[[ZERO]], inputPrecision = tf32 : tensor<32x16xf32> * tensor<16x64xf32> -> tensor<32x64xf32>
tt.func @multiplies(%x: tensor<32x16xf32>, %y: tensor<16x64xf32>) -> tensor<32x64xf32> {
  %0 = tt.expand_dims %x {axis = 2 : i32} : tensor<32x16xf32> -> tensor<32x16x1xf32>
  %1 = tt.broadcast %0 : tensor<32x16x1xf32> -> tensor<32x16x64xf32>
  %2 = tt.expand_dims %y {axis = 0 : i32} : tensor<16x64xf32> -> tensor<1x16x64xf32>
  %3 = tt.broadcast %2 : tensor<1x16x64xf32> -> tensor<32x16x64xf32>
  %4 = arith.mulf %1, %3 : tensor<32x16x64xf32>
  %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<32x16x64xf32>) -> tensor<32x64xf32>
  tt.return %5 : tensor<32x64xf32>
}

// A sum along another dimension, of too few columns, and no sum at all.
// CHECK-LABEL: @keeps_reductions(
// CHECK-NOT: tt.dot
// CHECK-COUNT-3: "tt.reduce"
// CHECK-NOT: tt.dot
tt.func @keeps_reductions(%x: tensor<32x16xf32>, %y: tensor<16x64xf32>, %z: tensor<16x8xf32>) -> (tensor<32x16xf32>, tensor<32x8xf32>, tensor<32x64xf32>) {
  %0 = tt.expand_dims %x {axis = 2 : i32} : tensor<32x16xf32> -> tensor<32x16x1xf32>
  %1 = tt.broadcast %0 : tensor<32x16x1xf32> -> tensor<32x16x64xf32>
  %2 = tt.expand_dims %y {axis = 0 : i32} : tensor<16x64xf32> -> tensor<1x16x64xf32>
  %3 = tt.broadcast %2 : tensor<1x16x64xf32> -> tensor<32x16x64xf32>
  %4 = arith.mulf %1, %3 : tensor<32x16x64xf32>
  %5 = "tt.reduce"(%4) <{axis = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<32x16x64xf32>) -> tensor<32x16xf32>
  %6 = tt.broadcast %0 : tensor<32x16x1xf32> -> tensor<32x16x8xf32>
  %7 = tt.expand_dims %z {axis = 0 : i32} : tensor<16x8xf32> -> tensor<1x16x8xf32>
  %8 = tt.broadcast %7 : tensor<1x16x8xf32> -> tensor<32x16x8xf32>
  %9 = arith.mulf %6, %8 : tensor<32x16x8xf32>
  %10 = "tt.reduce"(%9) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<32x16x8xf32>) -> tensor<32x8xf32>
  %11 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maximumf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<32x16x64xf32>) -> tensor<32x64xf32>
  tt.return %5, %10, %11 : tensor<32x16xf32>, tensor<32x8xf32>, tensor<32x64xf32>
}

// -----

// CHECK-LABEL: @relaxes_reshape(
// CHECK: tt.reshape %arg0 allow_reorder : tensor<8x4xi32> -> tensor<32xi32>
tt.func @relaxes_reshape(%x: tensor<8x4xi32>) -> tensor<16xi32> {
  %0 = tt.reshape %x : tensor<8x4xi32> -> tensor<32xi32>
  %1 = tt.histogram %0 : tensor<32xi32> -> tensor<16xi32>
  tt.return %1 : tensor<16xi32>
}

// CHECK-LABEL: @keeps_reshape(
// CHECK-NOT: allow_reorder
tt.func @keeps_reshape(%x: tensor<8x4xi32>) -> (tensor<16xi32>, tensor<32xi32>) {
  %0 = tt.reshape %x : tensor<8x4xi32> -> tensor<32xi32>
  %1 = tt.histogram %0 : tensor<32xi32> -> tensor<16xi32>
  tt.return %1, %0 : tensor<16xi32>, tensor<32xi32>
}

// CHECK-LABEL: @loads_fewer_dimensions(
// CHECK: tt.descriptor_load %arg0[%arg1, %arg1, %arg1] : !tt.tensordesc<tensor<1x8x4xf32>> -> tensor<8x4xf32>
// CHECK-NOT: tt.reshape
tt.func @loads_fewer_dimensions(%d: !tt.tensordesc<tensor<1x8x4xf32>>, %i: i32) -> tensor<8x4xf32> {
  %0 = tt.descriptor_load %d[%i, %i, %i] : !tt.tensordesc<tensor<1x8x4xf32>> -> tensor<1x8x4xf32>
  %1 = tt.reshape %0 : tensor<1x8x4xf32> -> tensor<8x4xf32>
  tt.return %1 : tensor<8x4xf32>
}

// CHECK-LABEL: @keeps_dimensions(
// CHECK: tt.reshape
tt.func @keeps_dimensions(%d: !tt.tensordesc<tensor<2x8x4xf32>>, %i: i32) -> tensor<16x4xf32> {
  %0 = tt.descriptor_load %d[%i, %i, %i] : !tt.tensordesc<tensor<2x8x4xf32>> -> tensor<2x8x4xf32>
  %1 = tt.reshape %0 : tensor<2x8x4xf32> -> tensor<16x4xf32>
  tt.return %1 : tensor<16x4xf32>
}

// Loads before loops, under a mask that says whether the loop runs.
// RUN: tern-opt %s --triton-licm | FileCheck %s

// CHECK-LABEL: @hoists(
// CHECK-SAME: %[[P:.*]]: tensor<8x!tt.ptr<f32>>, %[[Q:.*]]: !tt.ptr<f32>, %[[M:.*]]: tensor<8xi1>, %[[O:.*]]: tensor<8xf32>, %[[A:.*]]: i32, %[[B:.*]]: i32
// CHECK: %[[R0:.*]] = arith.cmpi slt, %[[A]], %[[B]] : i32
// CHECK: %[[S0:.*]] = tt.splat %[[R0]] : i1 -> tensor<8xi1>
// CHECK: %[[X:.*]] = tt.load %[[P]], %[[S0]] : tensor<8x!tt.ptr<f32>>
// CHECK: %[[R1:.*]] = arith.cmpi slt, %[[A]], %[[B]] : i32
// CHECK: %[[S1:.*]] = tt.splat %[[R1]]
// CHECK: %[[M1:.*]] = arith.andi %[[S1]], %[[M]]
// CHECK: %[[Y:.*]] = tt.load %[[P]], %[[M1]], %[[O]] cacheModifier = ca : tensor<8x!tt.ptr<f32>>
// CHECK: %[[SUM:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK: %[[R2:.*]] = arith.cmpi slt, %[[A]], %[[B]] : i32
// CHECK: tt.load %[[Q]], %[[R2]] : !tt.ptr<f32>
// CHECK: scf.for
// CHECK-NOT: tt.load
tt.func @hoists(%p: tensor<8x!tt.ptr<f32>>, %q: !tt.ptr<f32>, %m: tensor<8xi1>, %o: tensor<8xf32>, %a: i32, %b: i32, %init: tensor<8xf32>) -> tensor<8xf32> {
  %one = arith.constant 1 : i32
  %r = scf.for %i = %a to %b step %one iter_args(%acc = %init) -> (tensor<8xf32>) : i32 {
    %x = tt.load %p : tensor<8x!tt.ptr<f32>>
    %y = tt.load %p, %m, %o cacheModifier = ca : tensor<8x!tt.ptr<f32>>
    %sum = arith.addf %x, %y : tensor<8xf32>
    %s = tt.load %q : !tt.ptr<f32>
    %t = tt.splat %s : f32 -> tensor<8xf32>
    %u = arith.mulf %sum, %t : tensor<8xf32>
    %v = arith.addf %acc, %u : tensor<8xf32>
    scf.yield %v : tensor<8xf32>
  }
  tt.return %r : tensor<8xf32>
}

// Bounds without a sign are compared without one.
// CHECK-LABEL: @unsigned(
// CHECK: arith.cmpi ult
// CHECK: tt.load
// CHECK: scf.for unsigned
tt.func @unsigned(%p: !tt.ptr<f32>, %a: i32, %b: i32, %init: f32) -> f32 {
  %one = arith.constant 1 : i32
  %r = scf.for unsigned %i = %a to %b step %one iter_args(%acc = %init) -> (f32) : i32 {
    %x = tt.load %p : !tt.ptr<f32>
    %v = arith.addf %acc, %x : f32
    scf.yield %v : f32
  }
  tt.return %r : f32
}

// From an inner loop it leaves the outer one too.
// CHECK-LABEL: @nested(
// CHECK: %[[X:.*]] = tt.load %arg0, %{{.*}} : !tt.ptr<f32>
// CHECK: scf.for
// CHECK: scf.for
// CHECK: arith.addf %{{.*}}, %[[X]]
tt.func @nested(%p: !tt.ptr<f32>, %a: i32, %b: i32, %init: f32) -> f32 {
  %one = arith.constant 1 : i32
  %r = scf.for %i = %a to %b step %one iter_args(%acc = %init) -> (f32) : i32 {
    %s = scf.for %j = %a to %b step %one iter_args(%inner = %acc) -> (f32) : i32 {
      %x = tt.load %p : !tt.ptr<f32>
      %v = arith.addf %inner, %x : f32
      scf.yield %v : f32
    }
    scf.yield %s : f32
  }
  tt.return %r : f32
}

// The loop writes; the pointer is of the loop; the load is volatile; a block pointer takes no mask; another kind of loop.
// CHECK-LABEL: @keeps(
// CHECK: scf.for
// CHECK: tt.load
// CHECK: tt.store
// CHECK: scf.for
// CHECK: tt.addptr
// CHECK: tt.load
// CHECK: scf.for
// CHECK: tt.load %{{.*}} {isVolatile = true}
// CHECK: scf.for
// CHECK: tt.load %{{.*}} : !tt.ptr<tensor<8xf32>>
// CHECK: scf.while
// CHECK: tt.load
tt.func @keeps(%p: !tt.ptr<f32>, %q: !tt.ptr<tensor<8xf32>>, %a: i32, %b: i32, %f: f32, %init: tensor<8xf32>) -> (f32, f32, tensor<8xf32>, f32) {
  %one = arith.constant 1 : i32
  scf.for %i = %a to %b step %one : i32 {
    %x = tt.load %p : !tt.ptr<f32>
    tt.store %p, %x : !tt.ptr<f32>
  }
  %0 = scf.for %i = %a to %b step %one iter_args(%acc = %f) -> (f32) : i32 {
    %r = tt.addptr %p, %i : !tt.ptr<f32>, i32
    %x = tt.load %r : !tt.ptr<f32>
    scf.yield %x : f32
  }
  %1 = scf.for %i = %a to %b step %one iter_args(%acc = %f) -> (f32) : i32 {
    %x = tt.load %p {isVolatile = true} : !tt.ptr<f32>
    scf.yield %x : f32
  }
  %2 = scf.for %i = %a to %b step %one iter_args(%acc = %init) -> (tensor<8xf32>) : i32 {
    %x = tt.load %q : !tt.ptr<tensor<8xf32>>
    scf.yield %x : tensor<8xf32>
  }
  %3 = scf.while (%acc = %f) : (f32) -> f32 {
    %c = arith.cmpf olt, %acc, %f : f32
    scf.condition(%c) %acc : f32
  } do {
  ^bb0(%acc: f32):
    %x = tt.load %p : !tt.ptr<f32>
    scf.yield %x : f32
  }
  tt.return %0, %1, %2, %3 : f32, f32, tensor<8xf32>, f32
}

// What is pure leaves, with what is inside of it; assembly that may do anything stays.
// CHECK-LABEL: @pure(
// CHECK: "tt.reduce"
// CHECK: tt.elementwise_inline_asm "a"
// CHECK: scf.for
// CHECK-NEXT: tt.elementwise_inline_asm "b"
// CHECK-NOT: "tt.reduce"
tt.func @pure(%x: tensor<8xi32>, %n: i32) {
  %one = arith.constant 1 : i32
  scf.for %i = %n to %n step %one : i32 {
    %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %s = arith.divsi %a, %b : i32
      tt.reduce.return %s : i32
    }) : (tensor<8xi32>) -> i32
    %1 = tt.elementwise_inline_asm "a" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %0, %one : i32, i32 -> i32
    %2 = tt.elementwise_inline_asm "b" {constraints = "=r,r,r", packed_element = 1 : i32, pure = false} %1, %one : i32, i32 -> i32
  }
  tt.return
}

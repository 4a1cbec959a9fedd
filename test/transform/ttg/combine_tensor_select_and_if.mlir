// Selects of tensors that an scf.if with the same condition takes over, and those that it cannot.
// RUN: tern-opt %s --tritongpu-combine-tensor-select-and-if --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: @merges(
// CHECK-NOT: arith.select
// CHECK: %[[R:.*]]:3 = scf.if %arg2 -> (i32, tensor<8xf32>, tensor<8xf32>) {
// CHECK:   "some.op"() : () -> ()
// CHECK:   scf.yield %arg3, %arg0, %arg1 : i32, tensor<8xf32>, tensor<8xf32>
// CHECK: } else {
// CHECK:   scf.yield %arg4, %arg1, %arg0 : i32, tensor<8xf32>, tensor<8xf32>
// CHECK: tt.return %[[R]]#0, %[[R]]#1, %[[R]]#2
tt.func @merges(%x: tensor<8xf32>, %y: tensor<8xf32>, %c: i1, %i: i32, %j: i32) -> (i32, tensor<8xf32>, tensor<8xf32>) {
  %s = arith.select %c, %x, %y : tensor<8xf32>
  %t = arith.select %c, %y, %x : tensor<8xf32>
  %r = scf.if %c -> (i32) {
    "some.op"() : () -> ()
    scf.yield %i : i32
  } else {
    scf.yield %j : i32
  }
  tt.return %r, %s, %t : i32, tensor<8xf32>, tensor<8xf32>
}

// Without an else there is one; the first of two takes it.
// CHECK-LABEL: @makes_else(
// CHECK: %[[R:.*]] = scf.if %arg2 -> (tensor<8xf32>) {
// CHECK:   "first"() : () -> ()
// CHECK:   scf.yield %arg0 : tensor<8xf32>
// CHECK: } else {
// CHECK-NEXT: scf.yield %arg1 : tensor<8xf32>
// CHECK: scf.if %arg2 {
// CHECK: tt.return %[[R]]
tt.func @makes_else(%x: tensor<8xf32>, %y: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %s = arith.select %c, %x, %y : tensor<8xf32>
  scf.if %c {
    "first"() : () -> ()
  }
  scf.if %c {
    "second"() : () -> ()
  }
  tt.return %s : tensor<8xf32>
}

// Within the branches it is known what was selected.
// CHECK-LABEL: @uses_inside(
// CHECK: scf.if %arg2
// CHECK: "use"(%arg0)
// CHECK: else
// CHECK: scf.if %arg3
// CHECK: "use"(%arg1)
tt.func @uses_inside(%x: tensor<8xf32>, %y: tensor<8xf32>, %c: i1, %d: i1) -> tensor<8xf32> {
  %s = arith.select %c, %x, %y : tensor<8xf32>
  scf.if %c {
    "use"(%s) : (tensor<8xf32>) -> ()
  } else {
    scf.if %d {
      "use"(%s) : (tensor<8xf32>) -> ()
    }
  }
  tt.return %s : tensor<8xf32>
}

// A scalar; a use before the scf.if; a select behind it; one in another block; another condition.
// CHECK-LABEL: @keeps(
// CHECK-COUNT-5: arith.select
tt.func @keeps(%x: tensor<8xf32>, %y: tensor<8xf32>, %i: i32, %c: i1, %d: i1) -> (i32, tensor<8xf32>, tensor<8xf32>) {
  %s = arith.select %c, %i, %i : i32
  %t = arith.select %c, %x, %y : tensor<8xf32>
  "use"(%t) : (tensor<8xf32>) -> ()
  scf.if %c {
    "some.op"() : () -> ()
  }
  %u = arith.select %c, %x, %y : tensor<8xf32>
  %v = arith.select %d, %x, %y : tensor<8xf32>
  scf.if %d {
    %w = arith.select %c, %x, %v : tensor<8xf32>
    "use"(%w) : (tensor<8xf32>) -> ()
  }
  "use"(%v) : (tensor<8xf32>) -> ()
  %z = arith.select %c, %x, %y : tensor<8xf32>
  tt.return %s, %u, %z : i32, tensor<8xf32>, tensor<8xf32>
}

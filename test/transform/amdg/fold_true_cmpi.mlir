// RUN: tern-opt %s --allow-unregistered-dialect --tritonamdgpu-fold-true-cmpi | FileCheck %s

// CHECK-LABEL: @programs(
tt.func @programs(%n: i32) -> (i1, i1, i1) {
  // CHECK: %[[YES:.*]] = arith.constant true
  // CHECK: %[[MAYBE:.*]] = arith.cmpi slt
  // CHECK: %[[NOT:.*]] = arith.cmpi slt
  // CHECK: tt.return %[[YES]], %[[MAYBE]], %[[NOT]]
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %p = tt.get_program_id x : i32
  %yes = arith.cmpi sge, %p, %c0 : i32
  %maybe = arith.cmpi slt, %p, %n : i32
  %not = arith.cmpi slt, %p, %c0 : i32
  tt.return %yes, %maybe, %not : i1, i1, i1
}

// What is assumed holds, and what follows from it: 3 * 64 + 63 < 256.
// CHECK-LABEL: @assumed(
tt.func @assumed(%n: i32) -> (i1, i1) {
  // CHECK: arith.addi
  // CHECK-NEXT: %[[YES:.*]] = arith.constant true
  // CHECK-NEXT: %[[NO:.*]] = arith.cmpi ult
  // CHECK: tt.return %[[YES]], %[[NO]]
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %c63 = arith.constant 63 : i32
  %c64 = arith.constant 64 : i32
  %c255 = arith.constant 255 : i32
  %c256 = arith.constant 256 : i32
  %low = arith.cmpi sle, %c0, %n : i32
  llvm.intr.assume %low : i1
  %high = arith.cmpi slt, %n, %c4 : i32
  llvm.intr.assume %high : i1
  %m = arith.muli %n, %c64 : i32
  %s = arith.addi %m, %c63 : i32
  %yes = arith.cmpi ult, %s, %c256 : i32
  %no = arith.cmpi ult, %s, %c255 : i32
  tt.return %yes, %no : i1, i1
}

// Loops whose bounds are known: counters, and what each turn adds to.
// CHECK-LABEL: @loop(
tt.func @loop() {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %c9 = arith.constant 9 : i32
  %c10 = arith.constant 10 : i32
  %c19 = arith.constant 19 : i32
  %r = scf.for %i = %c0 to %c10 step %c2 iter_args(%x = %c10) -> (i32) : i32 {
    // CHECK: %[[YES:.*]] = arith.constant true
    // CHECK: %[[NO:.*]] = arith.cmpi slt
    // CHECK: %[[YES_TOO:.*]] = arith.constant true
    // CHECK: "test.use"(%[[YES]], %[[NO]], %[[YES_TOO]])
    %yes = arith.cmpi sle, %i, %c9 : i32
    %no = arith.cmpi slt, %i, %c9 : i32
    %too = arith.cmpi slt, %x, %c19 : i32
    "test.use"(%yes, %no, %too) : (i1, i1, i1) -> ()
    %next = arith.addi %x, %c2 : i32
    scf.yield %next : i32
  }
  tt.return
}

// What overflows may be anything, and tensors stay.
// CHECK-LABEL: @overflow(
tt.func @overflow() -> (i1, tensor<8xi1>) {
  // CHECK: arith.cmpi sge, %{{.*}} : i32
  // CHECK: arith.cmpi sge, %{{.*}} : tensor<8xi32>
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %z = arith.constant dense<0> : tensor<8xi32>
  %p = tt.get_program_id x : i32
  %m = arith.muli %p, %c2 : i32
  %maybe = arith.cmpi sge, %m, %c0 : i32
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %t = arith.cmpi sge, %r, %z : tensor<8xi32>
  tt.return %maybe, %t : i1, tensor<8xi1>
}

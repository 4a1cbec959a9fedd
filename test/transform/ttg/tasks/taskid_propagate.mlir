// RUN: tern-opt %s --split-input-file --allow-unregistered-dialect --nvgpu-test-taskid-propagate=num-warp-groups=2 | FileCheck %s
// RUN: tern-opt %s --split-input-file --allow-unregistered-dialect --nvgpu-test-taskid-propagate | FileCheck %s --check-prefix=NONE

// NONE-NOT: async_task_id

module {
  // Loops, their bounds and conditions are for all who have something inside; a carried number is for whom its result or use is. What an
  // op says stays, but for constants.
  // CHECK-LABEL: @loop
  // CHECK: arith.constant {async_task_id = array<i32: 0, 1, 2>} 0 : i32
  // CHECK: arith.constant {async_task_id = array<i32: 0, 1, 2>} 1 : i32
  // CHECK: arith.constant {async_task_id = array<i32: 0>} 7 : i32
  // CHECK: %{{.*}}:2 = scf.for
  // CHECK-NEXT: "fetch"(%{{.*}}) {async_task_id = array<i32: 0>}
  // CHECK-NEXT: arith.addi {{.*}} {async_task_id = array<i32: 0>}
  // CHECK-NEXT: arith.cmpi {{.*}} {async_task_id = array<i32: 1, 2>}
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: "use"({{.*}}) {async_task_id = array<i32: 1, 2>}
  // CHECK: } {async_task_id = array<i32: 1, 2>}
  // CHECK: arith.negf {{.*}} {async_task_id = array<i32: 2>}
  // CHECK: scf.yield {async_task_id = array<i32: 0, 2>}
  // CHECK-NEXT: } {async_task_id = array<i32: 0, 1, 2>}
  // CHECK: "keep"({{.*}}) {async_task_id = array<i32: 2>}
  tt.func @loop(%n: i32, %f: f32) {
    %c0 = arith.constant {async_task_id = array<i32: 9>} 0 : i32
    %c1 = arith.constant 1 : i32
    %c7 = arith.constant 7 : i32
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %g = %f) -> (i32, f32) : i32 {
      "fetch"(%a) {async_task_id = array<i32: 0>} : (i32) -> ()
      %b = arith.addi %a, %c7 : i32
      %k = arith.cmpi slt, %i, %c1 : i32
      scf.if %k {
        "use"(%i) {async_task_id = array<i32: 2, 1>} : (i32) -> ()
      }
      %h = arith.negf %g : f32
      scf.yield %b, %h : i32, f32
    }
    "keep"(%r#1) {async_task_id = array<i32: 2>} : (f32) -> ()
    tt.return
  }

  // A reduction's body is for whom its result is.
  // CHECK-LABEL: @reduction
  // CHECK: "tt.reduce"
  // CHECK: arith.addf {{.*}} {async_task_id = array<i32: 1>}
  // CHECK: tt.reduce.return {{.*}}async_task_id = array<i32: 1>
  // CHECK: {async_task_id = array<i32: 1>} : (tensor<8xf32>) -> f32
  tt.func @reduction(%x: tensor<8xf32>) {
    %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<8xf32>) -> f32
    "keep"(%s) {async_task_id = array<i32: 1>} : (f32) -> ()
    tt.return
  }
}

// RUN: tern-opt %s --iree-vm-conversion | FileCheck %s

// CHECK-LABEL: vm.func private @floats(%arg0: f32, %arg1: f64, %arg2: i32)
util.func private @floats(%a: f32, %b: f64, %n: i16) {
  // CHECK: vm.exp.f32 %arg0
  %0 = math.exp %a : f32
  // CHECK: vm.sqrt.f64 %arg1
  %1 = math.sqrt %b : f64
  // CHECK: vm.fma.f32 %arg0, %arg0, %arg0
  %2 = math.fma %a, %a, %a : f32
  // CHECK: vm.pow.f32 %arg0, %arg0
  %3 = math.powf %a, %a : f32
  // CHECK: vm.round.f64.even %arg1
  %4 = math.roundeven %b : f64
  // CHECK: vm.abs.f32 %arg0
  %5 = math.absf %a : f32
  // CHECK: vm.cmp.nan.f64 %arg1
  %6 = math.isnan %b : f64
  // CHECK: %[[POWER:.*]] = vm.ext.i16.i32.s %arg2
  // CHECK: %[[WIDE:.*]] = vm.ext.i32.i64.s %[[POWER]]
  // CHECK: vm.fpowi.f32 %arg0, %[[WIDE]]
  %7 = math.fpowi %a, %n : f32, i16
  util.return
}

// CHECK-LABEL: vm.func private @integers(%arg0: i32, %arg1: i64)
util.func private @integers(%a: i8, %b: i64) {
  // CHECK: %[[A:.*]] = vm.ext.i8.i32.s %arg0
  // CHECK: vm.abs.i32 %[[A]]
  %0 = math.absi %a : i8
  // CHECK: %[[B:.*]] = vm.ext.i8.i32.u %arg0
  // CHECK: %[[N:.*]] = vm.ctlz.i32 %[[B]]
  // CHECK: %[[REST:.*]] = vm.const.i32 24
  // CHECK: vm.sub.i32 %[[N]], %[[REST]]
  %1 = math.ctlz %a : i8
  // CHECK: vm.ctlz.i64 %arg1
  %2 = math.ctlz %b : i64
  util.return
}

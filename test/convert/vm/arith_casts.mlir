// RUN: tern-opt %s --iree-vm-conversion | FileCheck %s

// CHECK-LABEL: vm.func private @integers(%arg0: i32, %arg1: i32, %arg2: i64)
util.func private @integers(%a: i8, %b: i1, %c: i64) {
  // CHECK: vm.ext.i8.i32.s %arg0
  %0 = arith.extsi %a : i8 to i32
  // CHECK: %[[BYTE:.*]] = vm.ext.i8.i32.u %arg0
  // CHECK: vm.ext.i32.i64.u %[[BYTE]]
  %1 = arith.extui %a : i8 to i64
  // CHECK: %[[ZERO:.*]] = vm.const.i32.zero
  // CHECK: vm.sub.i32 %[[ZERO]], %arg1
  %2 = arith.extsi %b : i1 to i32
  // CHECK: vm.trunc.i64.i32 %arg2
  %3 = arith.trunci %c : i64 to i32
  // CHECK: %[[LOW:.*]] = vm.trunc.i64.i32 %arg2
  // CHECK: vm.trunc.i32.i8 %[[LOW]]
  %4 = arith.trunci %c : i64 to i8
  // CHECK: %[[WORD:.*]] = vm.trunc.i64.i32 %arg2
  // CHECK: %[[ONE:.*]] = vm.const.i32 1
  // CHECK: vm.and.i32 %[[WORD]], %[[ONE]]
  %5 = arith.trunci %c : i64 to i1
  util.return
}

// CHECK-LABEL: vm.func private @indices(%arg0: i64, %arg1: i32)
util.func private @indices(%i: index, %a: i32) -> i64 {
  // CHECK: vm.trunc.i64.i32 %arg0
  %0 = arith.index_cast %i : index to i32
  // CHECK: vm.ext.i32.i64.s %arg1
  %1 = arith.index_cast %a : i32 to index
  // CHECK: vm.ext.i32.i64.u %arg1
  %2 = arith.index_castui %a : i32 to index
  // CHECK: vm.return %arg0
  %3 = arith.index_cast %i : index to i64
  util.return %3 : i64
}

// CHECK-LABEL: vm.func private @floats(%arg0: i32, %arg1: i32, %arg2: f32, %arg3: f64)
util.func private @floats(%a: i16, %b: i32, %f: f32, %d: f64) {
  // CHECK: %[[A:.*]] = vm.ext.i16.i32.u %arg0
  // CHECK: vm.cast.ui32.f32 %[[A]]
  %0 = arith.uitofp %a : i16 to f32
  // CHECK: %[[B:.*]] = vm.ext.i32.i64.s %arg1
  // CHECK: vm.cast.si64.f64 %[[B]]
  %1 = arith.sitofp %b : i32 to f64
  // CHECK: vm.cast.f32.si64 %arg2
  %2 = arith.fptosi %f : f32 to i64
  // CHECK: %[[WIDE:.*]] = vm.cast.f64.ui64 %arg3
  // CHECK: vm.trunc.i64.i32 %[[WIDE]]
  %3 = arith.fptoui %d : f64 to i32
  // CHECK: %[[WORD:.*]] = vm.cast.f32.si32 %arg2
  // CHECK: vm.trunc.i32.i8 %[[WORD]]
  %4 = arith.fptosi %f : f32 to i8
  // CHECK: vm.ext.f32.f64 %arg2
  %5 = arith.extf %f : f32 to f64
  // CHECK: vm.trunc.f64.f32 %arg3
  %6 = arith.truncf %d : f64 to f32
  // CHECK: vm.bitcast.f32.i32 %arg2
  %7 = arith.bitcast %f : f32 to i32
  // CHECK: vm.bitcast.f64.i64 %arg3
  %8 = arith.bitcast %d : f64 to i64
  util.return
}

// RUN: tern-opt %s --iree-vm-conversion | FileCheck %s

// CHECK-LABEL: vm.func private @widths(%arg0: i32, %arg1: i64, %arg2: i64, %arg3: i32, %arg4: f32, %arg5: f64, %arg6: i32)
util.func private @widths(%a: i32, %b: i64, %c: index, %d: i1, %e: f32, %f: f64, %g: f16) {
  // CHECK: vm.add.i32 %arg0, %arg0
  %0 = arith.addi %a, %a : i32
  // CHECK: vm.mul.i64 %arg1, %arg1
  %1 = arith.muli %b, %b : i64
  // CHECK: vm.sub.i64 %arg2, %arg2
  %2 = arith.subi %c, %c : index
  // An i1 stays 0 or 1.
  // CHECK: %[[SUM:.*]] = vm.add.i32 %arg3, %arg3
  // CHECK: %[[ONE:.*]] = vm.const.i32 1
  // CHECK: vm.and.i32 %[[SUM]], %[[ONE]]
  %3 = arith.addi %d, %d : i1
  // CHECK: vm.xor.i32 %arg3, %arg3
  // CHECK-NOT: vm.and.i32
  %4 = arith.xori %d, %d : i1
  // CHECK: vm.add.f32 %arg4, %arg4
  %5 = arith.addf %e, %e : f32
  // CHECK: vm.rem.f64 %arg5, %arg5
  %6 = arith.remf %f, %f : f64
  // CHECK: vm.neg.f32 %arg4
  %7 = arith.negf %e : f32
  util.return
}

// Bits above the width are undefined: ops that look at them extend first.
// CHECK-LABEL: vm.func private @narrow(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32)
util.func private @narrow(%a: i8, %b: i16, %c: i5, %b2: i16) {
  // CHECK-NOT: vm.ext
  // CHECK: vm.add.i32 %arg0, %arg0
  %0 = arith.addi %a, %a : i8
  // CHECK: %[[A:.*]] = vm.ext.i8.i32.s %arg0
  // CHECK: %[[B:.*]] = vm.ext.i8.i32.s %arg0
  // CHECK: vm.div.i32.s %[[A]], %[[B]]
  %1 = arith.divsi %a, %a : i8
  // CHECK: %[[C:.*]] = vm.ext.i16.i32.u %arg1
  // CHECK: %[[D:.*]] = vm.ext.i16.i32.u %arg3
  // CHECK: vm.max.i32.u %[[C]], %[[D]]
  %2 = arith.maxui %b, %b2 : i16
  // CHECK: %[[AMOUNT:.*]] = vm.const.i32 27
  // CHECK: %[[HIGH:.*]] = vm.shl.i32 %arg2, %[[AMOUNT]]
  // CHECK: vm.shr.i32.s %[[HIGH]], %[[AMOUNT]]
  %3 = arith.cmpi slt, %c, %c : i5
  util.return
}

// CHECK-LABEL: vm.func private @shifts(%arg0: i64, %arg1: i32)
util.func private @shifts(%a: i64, %b: i8) {
  // CHECK: %[[AMOUNT:.*]] = vm.trunc.i64.i32 %arg0
  // CHECK: vm.shl.i64 %arg0, %[[AMOUNT]]
  %0 = arith.shli %a, %a : i64
  // CHECK: %[[VALUE:.*]] = vm.ext.i8.i32.s %arg1
  // CHECK: %[[BY:.*]] = vm.ext.i8.i32.u %arg1
  // CHECK: vm.shr.i32.s %[[VALUE]], %[[BY]]
  %1 = arith.shrsi %b, %b : i8
  util.return
}

// CHECK-LABEL: vm.func private @rounded(%arg0: i64, %arg1: i64)
util.func private @rounded(%a: index, %b: index) {
  // CHECK: %[[Q:.*]] = vm.div.i64.s %arg0, %arg1
  // CHECK: %[[R:.*]] = vm.rem.i64.s %arg0, %arg1
  // CHECK: %[[INEXACT:.*]] = vm.cmp.ne.i64 %[[R]]
  // CHECK: %[[SIGNS:.*]] = vm.xor.i64 %[[R]], %arg1
  // CHECK: %[[DIFFER:.*]] = vm.cmp.lt.i64.s %[[SIGNS]]
  // CHECK: %[[OFF:.*]] = vm.and.i32 %[[INEXACT]], %[[DIFFER]]
  // CHECK: %[[LESS:.*]] = vm.sub.i64 %[[Q]]
  // CHECK: vm.select.i64 %[[OFF]], %[[LESS]], %[[Q]]
  %0 = arith.floordivsi %a, %b : index
  // CHECK: vm.add.i64
  // CHECK: vm.select.i64
  %1 = arith.ceildivsi %a, %b : index
  // CHECK: vm.div.i64.u
  // CHECK: vm.select.i64
  %2 = arith.ceildivui %a, %b : index
  util.return
}

// CHECK-LABEL: vm.func private @extended(%arg0: i32)
util.func private @extended(%a: i32) {
  // CHECK: %[[SUM:.*]] = vm.add.i32 %arg0, %arg0
  // CHECK: vm.cmp.lt.i32.u %[[SUM]], %arg0
  %0, %1 = arith.addui_extended %a, %a : i32, i1
  // CHECK: vm.ext.i32.i64.s %arg0
  // CHECK: %[[P:.*]] = vm.mul.i64
  // CHECK: %[[H:.*]] = vm.shr.i64.s %[[P]]
  // CHECK: vm.trunc.i64.i32 %[[P]]
  // CHECK: vm.trunc.i64.i32 %[[H]]
  %2, %3 = arith.mulsi_extended %a, %a : i32
  util.return
}

// CHECK-LABEL: vm.func private @floats(%arg0: f32, %arg1: f32)
util.func private @floats(%a: f32, %b: f32) {
  // CHECK: vm.min.f32 %arg0, %arg1
  %0 = arith.minimumf %a, %b : f32
  // CHECK: %[[MAX:.*]] = vm.max.f32 %arg0, %arg1
  // CHECK: %[[NB:.*]] = vm.cmp.nan.f32 %arg1
  // CHECK: %[[OR:.*]] = vm.select.f32 %[[NB]], %arg0, %[[MAX]]
  // CHECK: %[[NA:.*]] = vm.cmp.nan.f32 %arg0
  // CHECK: vm.select.f32 %[[NA]], %arg1, %[[OR]]
  %1 = arith.maxnumf %a, %b : f32
  // CHECK: vm.cmp.lte.f32.o %arg0, %arg1
  %2 = arith.cmpf ole, %a, %b : f32
  // CHECK: vm.cmp.ne.f32.u %arg0, %arg1
  %3 = arith.cmpf une, %a, %b : f32
  // CHECK: vm.cmp.nan.f32 %arg0
  // CHECK: vm.cmp.nan.f32 %arg1
  // CHECK: %[[UNO:.*]] = vm.or.i32
  // CHECK: vm.xor.i32 %[[UNO]]
  %4 = arith.cmpf ord, %a, %b : f32
  // CHECK: vm.const.i32 1
  %5 = arith.cmpf true, %a, %b : f32
  util.return
}

// CHECK-LABEL: vm.func private @selects(%arg0: i32, %arg1: i64, %arg2: !vm.ref<!hal.buffer>, %arg3: i64, %arg4: !vm.ref<!hal.buffer>)
util.func private @selects(%c: i1, %i: index, %b: !hal.buffer, %j: index, %d: !hal.buffer) {
  // CHECK: vm.select.i64 %arg0, %arg1, %arg3
  %0 = arith.select %c, %i, %j : index
  // CHECK: vm.select.ref %arg0, %arg2, %arg4 : !vm.ref<!hal.buffer>
  %1 = arith.select %c, %b, %d : !hal.buffer
  util.return
}

// CHECK-LABEL: vm.func private @constants
util.func private @constants() {
  // CHECK: vm.const.i32.zero
  %0 = arith.constant false
  // CHECK: vm.const.i64 9
  %1 = arith.constant 9 : index
  // CHECK: vm.const.i32 -1
  %2 = arith.constant -1 : i8
  // CHECK: vm.const.f64 2.5
  %3 = arith.constant 2.5 : f64
  // CHECK: vm.const.f32.zero
  %4 = arith.constant 0.0 : f32
  // CHECK: vm.const.f32 -0.0
  %5 = arith.constant -0.0 : f32
  // The bits of a narrow float.
  // CHECK: vm.const.i32 15360
  %6 = arith.constant 1.0 : f16
  util.return
}

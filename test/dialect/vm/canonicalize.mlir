// RUN: tern-opt %s --canonicalize | FileCheck %s

vm.module @m {
  vm.import private @o.there()
  vm.import private optional @o.maybe()
  vm.import private @o.list(i32, i64 ...)
  vm.global.i32 private mutable @g : i32

  // CHECK-LABEL: vm.func @numbers
  vm.func @numbers() -> (i32, i32, i32, i64, i64, i32, f32, f64) {
    %c7 = vm.const.i32 7
    %c-2 = vm.const.i32 -2
    %w = vm.const.i64 -9
    %w2 = vm.const.i64 2
    // CHECK-DAG: %[[DIV:.*]] = vm.const.i32 -3
    %0 = vm.div.i32.s %c7, %c-2 : i32
    // CHECK-DAG: %[[REM:.*]] = vm.const.i32 1
    %1 = vm.rem.i32.s %c7, %c-2 : i32
    // CHECK-DAG: %[[SHR:.*]] = vm.const.i32 2147483647
    %c1 = vm.const.i32 1
    %2 = vm.shr.i32.u %c-2, %c1 : i32
    // CHECK-DAG: %[[WREM:.*]] = vm.const.i64 -1
    %3 = vm.rem.i64.s %w, %w2 : i64
    // CHECK-DAG: %[[MAX:.*]] = vm.const.i64 -9
    %4 = vm.max.i64.u %w, %w2 : i64
    // CHECK-DAG: %[[CTLZ:.*]] = vm.const.i32 29
    %5 = vm.ctlz.i32 %c7 : i32
    // CHECK-DAG: %[[F:.*]] = vm.const.f32 2.500000e+00
    %f5 = vm.const.f32 5.0
    %f2 = vm.const.f32 2.0
    %6 = vm.div.f32 %f5, %f2 : f32
    // CHECK-DAG: %[[D:.*]] = vm.const.f64 -9.000000e+00
    %7 = vm.cast.si64.f64 %w : i64 -> f64
    // CHECK: vm.return %[[DIV]], %[[REM]], %[[SHR]], %[[WREM]], %[[MAX]], %[[CTLZ]], %[[F]], %[[D]]
    vm.return %0, %1, %2, %3, %4, %5, %6, %7 : i32, i32, i32, i64, i64, i32, f32, f64
  }

  // Division by zero, and of the least number by -1, is left for the run.
  // CHECK-LABEL: vm.func @failing_divisions
  vm.func @failing_divisions() -> (i32, i32) {
    %c1 = vm.const.i32 1
    %zero = vm.const.i32.zero
    %least = vm.const.i32 -2147483648
    %c-1 = vm.const.i32 -1
    // CHECK: vm.div.i32.u
    %0 = vm.div.i32.u %c1, %zero : i32
    // CHECK: vm.div.i32.s
    %1 = vm.div.i32.s %least, %c-1 : i32
    vm.return %0, %1 : i32, i32
  }

  // CHECK-LABEL: vm.func @identities(%arg0: i32, %arg1: i64)
  vm.func @identities(%a: i32, %w: i64) -> (i32, i32, i64, i32) {
    %zero = vm.const.i32 0
    %one = vm.const.i64 1
    %0 = vm.add.i32 %a, %zero : i32
    %1 = vm.and.i32 %a, %a : i32
    %2 = vm.mul.i64 %w, %one : i64
    %3 = vm.cmp.lte.i32.s %a, %a : i32
    // CHECK: %[[ONE:.*]] = vm.const.i32 1
    // CHECK: vm.return %arg0, %arg0, %arg1, %[[ONE]]
    vm.return %0, %1, %2, %3 : i32, i32, i64, i32
  }

  // CHECK-LABEL: vm.func @casts
  vm.func @casts() -> (i32, i64, i32, i32, i32) {
    %c = vm.const.i32 384
    // CHECK-DAG: %[[EXT:.*]] = vm.const.i32 -128
    %0 = vm.ext.i8.i32.s %c : i32 -> i32
    // CHECK-DAG: %[[WIDE:.*]] = vm.const.i64 4294967295
    %m = vm.const.i32 -1
    %1 = vm.ext.i32.i64.u %m : i32 -> i64
    // CHECK-DAG: %[[CLAMPED:.*]] = vm.const.i32 2147483647
    %big = vm.const.f32 1.0e10
    %2 = vm.cast.f32.si32 %big : f32 -> i32
    // CHECK-DAG: %[[BITS:.*]] = vm.const.i32 1065353216
    %f = vm.const.f32 1.0
    %3 = vm.bitcast.f32.i32 %f : f32 -> i32
    // CHECK-DAG: %[[ZERO:.*]] = vm.const.i32.zero
    %nan = vm.const.f32 0x7FC00000
    %4 = vm.cast.f32.ui32 %nan : f32 -> i32
    // CHECK: vm.return %[[EXT]], %[[WIDE]], %[[CLAMPED]], %[[BITS]], %[[ZERO]]
    vm.return %0, %1, %2, %3, %4 : i32, i64, i32, i32, i32
  }

  // CHECK-LABEL: vm.func @comparisons
  vm.func @comparisons(%a: i32, %b: i32) -> (i32, i32, i32) {
    // CHECK-DAG: %[[ONE:.*]] = vm.const.i32 1
    %nan = vm.const.f32 0x7FC00000
    %one = vm.const.f32 1.0
    %0 = vm.cmp.lt.f32.u %nan, %one : f32
    // CHECK-DAG: %[[ZERO:.*]] = vm.const.i32.zero
    %1 = vm.cmp.eq.f32.o %nan, %one : f32
    // CHECK-DAG: %[[LESS:.*]] = vm.cmp.lt.i32.u %arg1, %arg0 : i32
    %2 = vm.cmp.gt.i32.u %a, %b : i32
    // CHECK: vm.return %[[ONE]], %[[ZERO]], %[[LESS]]
    vm.return %0, %1, %2 : i32, i32, i32
  }

  // CHECK-LABEL: vm.func @selections(%arg0: i32, %arg1: i32, %arg2: i32)
  vm.func @selections(%a: i32, %b: i32, %c: i32) -> (i32, i32, i32) {
    %one = vm.const.i32 1
    %nine = vm.const.i32 9
    %0 = vm.select.i32 %one, %a, %b : i32
    %1 = vm.switch.i32 %one[%a, %b] else %c : i32
    %2 = vm.switch.i32 %nine[%a, %b] else %c : i32
    // CHECK: vm.return %arg0, %arg1, %arg2
    vm.return %0, %1, %2 : i32, i32, i32
  }

  // CHECK-LABEL: vm.func @references(%arg0: !vm.buffer)
  vm.func @references(%b: !vm.buffer) -> (!vm.buffer, i32, i32) {
    %any = vm.cast.ref.any %b : !vm.buffer -> !vm.ref<?>
    %back = vm.cast.any.ref %any : !vm.ref<?> -> !vm.buffer
    %null = vm.const.ref.zero : !vm.buffer
    %0 = vm.cmp.nz.ref %null : !vm.buffer
    %1 = vm.cmp.eq.ref %b, %b : !vm.buffer
    // CHECK-DAG: %[[ZERO:.*]] = vm.const.i32.zero
    // CHECK-DAG: %[[ONE:.*]] = vm.const.i32 1
    // CHECK: vm.return %arg0, %[[ZERO]], %[[ONE]]
    vm.return %back, %0, %1 : !vm.buffer, i32, i32
  }

  // CHECK-LABEL: vm.func @globals(%arg0: i32)
  vm.func @globals(%a: i32) -> i32 {
    %p = vm.global.address @g : !util.ptr<i32>
    // CHECK: vm.global.store.i32 %arg0, @g
    vm.global.store.indirect.i32 %a, %p : i32 -> !util.ptr<i32>
    // CHECK: vm.global.load.i32 @g
    %0 = vm.global.load.indirect.i32 %p : !util.ptr<i32> -> i32
    vm.return %0 : i32
  }

  // CHECK-LABEL: vm.func @calls(%arg0: i32, %arg1: i64)
  vm.func @calls(%a: i32, %w: i64) -> (i32, i32) {
    // CHECK-DAG: %[[ONE:.*]] = vm.const.i32 1
    %0 = vm.import.resolved @o.there : i32
    // CHECK-DAG: %[[MAYBE:.*]] = vm.import.resolved @o.maybe
    %1 = vm.import.resolved @o.maybe : i32
    // CHECK: vm.call.variadic @o.list(%arg0, [%arg1])
    vm.call.variadic @o.list(%a, [%w]) : (i32, i64 ...)
    // CHECK: vm.return %[[ONE]], %[[MAYBE]]
    vm.return %0, %1 : i32, i32
  }

  // CHECK-LABEL: vm.func @checks(%arg0: i32, %arg1: i32, %arg2: !vm.buffer)
  vm.func @checks(%a: i32, %b: i32, %r: !vm.buffer) {
    // CHECK-DAG: %[[NINE:.*]] = vm.const.i32 9
    // CHECK: %[[NE:.*]] = vm.cmp.ne.i32 %arg0, %arg1
    // CHECK: vm.cond_fail %[[NE]], %[[NINE]], "must be equal"
    vm.check.eq %a, %b, "must be equal" : i32
    // CHECK: %[[NZ:.*]] = vm.cmp.nz.ref %arg2
    // CHECK: %[[ZERO:.*]] = vm.xor.i32 %[[NZ]]
    // CHECK: vm.cond_fail %[[ZERO]]
    vm.check.nz %r : !vm.buffer
    %no = vm.const.i32.zero
    // CHECK-NOT: "never"
    vm.cond_fail %no, %a, "never"
    vm.return
  }

  // CHECK-LABEL: vm.func @branches(%arg0: i32, %arg1: i32)
  // CHECK-NOT: vm.br
  // CHECK: vm.return %arg1
  vm.func @branches(%a: i32, %b: i32) -> i32 {
    %zero = vm.const.i32.zero
    vm.cond_br %zero, ^bb1(%a : i32), ^bb2
  ^bb1(%0: i32):
    vm.return %0 : i32
  ^bb2:
    vm.br ^bb1(%b : i32)
  }

  // CHECK-NOT: vm.initializer
  vm.initializer {
    vm.return
  }
}

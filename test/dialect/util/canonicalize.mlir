// RUN: tern-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: util.func public @casts
// CHECK-NEXT: util.return %arg0, %arg0
util.func public @casts(%b: !util.buffer) -> (!util.buffer, !util.buffer) {
  %o = util.cast %b : !util.buffer to !util.object
  %r = util.cast %o : !util.object to !util.buffer
  %s = util.cast %b : !util.buffer to !util.buffer
  util.return %r, %s : !util.buffer, !util.buffer
}

// CHECK-LABEL: util.func public @compare
// CHECK-DAG: %[[T:.*]] = arith.constant true
// CHECK-DAG: %[[F:.*]] = arith.constant false
// CHECK: util.return %[[T]], %[[F]]
util.func public @compare(%b: !util.buffer) -> (i1, i1) {
  %0 = util.cmp.eq %b, %b : !util.buffer
  %1 = util.cmp.ne %b, %b : !util.buffer
  util.return %0, %1 : i1, i1
}

// CHECK-LABEL: util.func public @switch
// CHECK: %[[KEPT:.*]] = util.switch i32 from [%arg0, %arg1] at %arg2 else %arg0 : i32
// CHECK: util.return %arg1, %arg0, %arg0, %[[KEPT]]
util.func public @switch(%a: i32, %b: i32, %i: index) -> (i32, i32, i32, i32) {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %0 = util.switch i32 from [%a, %b] at %c1 else %a : i32
  %1 = util.switch i32 from [%b, %b] at %c7 else %a : i32
  %2 = util.switch i32 from [%a, %a] at %i else %a : i32
  %3 = util.switch i32 from [%a, %b] at %i else %a : i32
  util.return %0, %1, %2, %3 : i32, i32, i32, i32
}

// CHECK-LABEL: util.func public @ranges
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[C9:.*]] = arith.constant 9 : index
// CHECK: %[[MAX:.*]] = util.range.max %arg0, %arg1 : index
// CHECK: util.return %[[C3]], %[[C9]], %arg0, %[[MAX]]
util.func public @ranges(%a: index, %b: index) -> (index, index, index, index) {
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %0 = util.range.min %c9, %c3 : index
  %1 = util.range.max %c9, %c3 : index
  %2 = util.range.min %a, %a : index
  %3 = util.range.max %a, %b, %a : index
  util.return %0, %1, %2, %3 : index, index, index, index
}

// CHECK-LABEL: util.func public @extents
// CHECK-DAG: %[[END0:.*]] = arith.addi %arg0, %arg1
// CHECK-DAG: %[[END1:.*]] = arith.addi %arg1, %arg0
// CHECK-DAG: %[[MIN:.*]] = util.range.min %arg0, %arg1
// CHECK: %[[MAX:.*]] = util.range.max
// CHECK: util.return %[[MIN]], %[[MAX]]
util.func public @extents(%a: index, %b: index) -> (index, index) {
  %min, %max = util.range.extents [%a for %b], [%b for %a] : index
  util.return %min, %max : index, index
}

// CHECK-LABEL: util.func public @align
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK: %[[A:.*]] = util.align %arg0, %[[C16]] : index
// CHECK: util.return %[[C64]], %arg0, %[[A]]
util.func public @align(%a: index) -> (index, index, index) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c49 = arith.constant 49 : index
  %0 = util.align %c49, %c16 : index
  %1 = util.align %a, %c1 : index
  %2 = util.align %a, %c16 : index
  %3 = util.align %2, %c8 : index
  util.return %0, %1, %3 : index, index, index
}

// CHECK-LABEL: util.func public @sizeof
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: util.return %[[C4]], %[[C1]]
util.func public @sizeof() -> (index, index) {
  %0 = util.sizeof f32
  %1 = util.sizeof i4
  util.return %0, %1 : index, index
}

// CHECK-LABEL: util.func public @assume
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[A:.*]] = util.assume.int %arg0<umax = 9> : index
// CHECK: util.return %arg0, %[[C8]], %[[A]]
util.func public @assume(%a: index) -> (index, index, index) {
  %0 = util.assume.int %a<> : index
  %1 = util.assume.int %a<umin = 8, umax = 8> : index
  %2 = util.assume.int %a<umax = 9> : index
  util.return %0, %1, %2 : index, index, index
}

// CHECK-LABEL: util.func public @unfoldable
// CHECK: %[[C:.*]] = arith.constant 5 : i32
// CHECK: %[[B:.*]] = util.optimization_barrier %[[C]] : i32
// CHECK: arith.addi %[[B]], %[[C]]
util.func public @unfoldable() -> i32 {
  %0 = util.unfoldable_constant 5 : i32
  %1 = arith.constant 5 : i32
  %2 = arith.addi %0, %1 : i32
  util.return %2 : i32
}

util.global private mutable @g : i32

// CHECK-LABEL: util.func public @globals
// CHECK-NEXT: %[[V:.*]] = util.global.load @g : i32
// CHECK-NEXT: util.global.store %arg0, @g : i32
// CHECK-NEXT: util.return %[[V]]
util.func public @globals(%v: i32) -> i32 {
  %same = util.global.load @g : i32
  util.global.store %same, @g : i32
  %p = util.global.address @g : !util.ptr<i32>
  %0 = util.global.load.indirect %p : !util.ptr<i32> -> i32
  util.global.store.indirect %v, %p : i32 -> !util.ptr<i32>
  util.return %0 : i32
}

// A store between the load and the store keeps both.
// CHECK-LABEL: util.func public @stored_between
// CHECK: util.global.load
// CHECK: util.global.store %arg0
// CHECK: util.global.store %g
util.func public @stored_between(%v: i32) {
  %old = util.global.load @g : i32
  util.global.store %v, @g : i32
  util.global.store %old, @g : i32
  util.return
}

// CHECK-NOT: util.initializer
util.initializer {
  util.return
}

// CHECK-LABEL: util.func public @buffers
// CHECK: %[[SUM:.*]] = arith.addi %arg2, %arg2
// CHECK: %[[SPAN:.*]] = util.buffer.subspan %arg0[%[[SUM]]] : !util.buffer{%arg1} -> !util.buffer{%arg2}
// CHECK: util.return %arg0, %[[SPAN]], %arg2
util.func public @buffers(%b: !util.buffer, %n: index, %m: index) -> (!util.buffer, !util.buffer, index) {
  %c0 = arith.constant 0 : index
  %0 = util.buffer.subspan %b[%c0] : !util.buffer{%n} -> !util.buffer{%n}
  %1 = util.buffer.subspan %b[%m] : !util.buffer{%n} -> !util.buffer{%n}
  %2 = util.buffer.subspan %1[%m] : !util.buffer{%n} -> !util.buffer{%m}
  %3 = util.buffer.size %2 : !util.buffer
  util.return %0, %2, %3 : !util.buffer, !util.buffer, index
}

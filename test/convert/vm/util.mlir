// RUN: tern-opt %s --iree-vm-conversion | FileCheck %s

// CHECK: module @program attributes {vm.toplevel}
// CHECK-NEXT: vm.module public @program {
module @program {
  // Imports come first.
  // CHECK-NEXT: vm.import private @other.call(i64) -> !vm.ref<!hal.buffer_view> attributes {nosideeffects}
  // CHECK-NEXT: vm.import private optional @custom.named(i32)

  // CHECK-NEXT: vm.global.i64 private mutable @index = 5 : i64
  util.global private mutable @index = 5 : index
  // CHECK-NEXT: vm.global.i32 private @flag = 1 : i32
  util.global private @flag = true
  // CHECK-NEXT: vm.global.f32 private @float = 2.5
  util.global private @float = 2.5 : f32
  // CHECK-NEXT: vm.global.ref private mutable @device : !vm.ref<!hal.device>
  util.global private mutable @device : !hal.device
  // CHECK-NEXT: vm.global.ref private @bytes : !vm.buffer
  util.global private @bytes : !util.buffer
  // CHECK-NEXT: vm.global.ref private @list : !vm.list<i8>
  util.global private @list : !util.list<i8>

  // CHECK-NEXT: vm.initializer {
  // CHECK-NEXT: vm.rodata.inline "name" <alignment = 32, mime_type = "text/plain"> : !vm.buffer = "text"
  // CHECK-NEXT: vm.global.store.ref %{{.*}}, @bytes : !vm.buffer
  util.initializer {
    %b = util.buffer.constant "name" {alignment = 32 : index, mime_type = "text/plain"} : !util.buffer = "text"
    util.global.store %b, @bytes : !util.buffer
    util.return
  }

  util.func private @other.call(%i: index) -> !hal.buffer_view attributes {nosideeffects}
  util.func private @named(%i: i8) attributes {vm.import.module = "custom", vm.import.optional}

  // CHECK-LABEL: vm.func private @run(%arg0: i64, %arg1: i32) -> !vm.ref<!hal.buffer_view>
  util.func public @run(%i: index, %n: i8) -> !hal.buffer_view attributes {iree.reflection = {iree.abi.declaration = "text"}} {
    // CHECK: vm.call @custom.named(%arg1) : (i32) -> ()
    util.call @named(%n) : (i8) -> ()
    // CHECK: %[[R:.*]] = vm.call @other.call(%arg0) {nosideeffects} : (i64) -> !vm.ref<!hal.buffer_view>
    %r = util.call @other.call(%i) : (index) -> !hal.buffer_view
    // CHECK: vm.call @local(%arg0) : (i64) -> i64
    %l = util.call @local(%i) : (index) -> index
    util.return %r : !hal.buffer_view
  }
  // CHECK: vm.export @run attributes {iree.reflection = {iree.abi.declaration = "text"}}

  // CHECK-LABEL: vm.func private @local(%arg0: i64) -> i64
  util.func private @local(%i: index) -> index {
    // CHECK: %[[G:.*]] = vm.global.load.i64 @index
    %g = util.global.load @index : index
    // CHECK: vm.global.store.i64 %arg0, @index
    util.global.store %i, @index : index
    // CHECK: %[[P:.*]] = vm.global.address @index : !util.ptr<i64>
    %p = util.global.address @index : !util.ptr<index>
    // CHECK: vm.global.load.indirect.i64 %[[P]] : !util.ptr<i64> -> i64
    %v = util.global.load.indirect %p : !util.ptr<index> -> index
    // CHECK: vm.global.store.indirect.i64 %arg0, %[[P]] : i64 -> !util.ptr<i64>
    util.global.store.indirect %i, %p : index -> !util.ptr<index>
    util.return %g : index
  }
  // CHECK-NOT: vm.export @local

  // CHECK-LABEL: vm.func private @values(%arg0: i64, %arg1: i64, %arg2: !vm.ref<!hal.buffer>)
  util.func private @values(%a: index, %b: index, %r: !hal.buffer) -> (index, index) {
    // CHECK: %[[NULL:.*]] = vm.const.ref.zero : !vm.ref<!hal.buffer>
    %null = util.null : !hal.buffer
    // CHECK: vm.cmp.ne.ref %arg2, %[[NULL]]
    %ne = util.cmp.ne %r, %null : !hal.buffer
    // CHECK: %[[ANY:.*]] = vm.cast.ref.any %arg2 : !vm.ref<!hal.buffer> -> !vm.ref<?>
    %any = util.cast %r : !hal.buffer to !util.object
    // CHECK: vm.cast.any.ref %[[ANY]] : !vm.ref<?> -> !vm.buffer
    %back = util.cast %any : !util.object to !util.buffer
    // CHECK: %[[ONE:.*]] = vm.const.i64 1
    // CHECK: %[[LAST:.*]] = vm.sub.i64 %arg1, %[[ONE]]
    // CHECK: %[[SUM:.*]] = vm.add.i64 %arg0, %[[LAST]]
    // CHECK: %[[MASK:.*]] = vm.not.i64 %[[LAST]]
    // CHECK: vm.and.i64 %[[SUM]], %[[MASK]]
    %al = util.align %a, %b : index
    // CHECK: %[[MIN:.*]] = vm.min.i64.u %arg0, %arg1
    // CHECK: vm.min.i64.u %[[MIN]], %arg0
    %min = util.range.min %a, %b, %a : index
    // CHECK: vm.max.i64.u %arg0, %arg1
    %max = util.range.max %a, %b : index
    // CHECK: vm.min.i64.u
    // CHECK: vm.max.i64.u
    %low, %high = util.range.extents [%a for %b], [%b for %a] : index
    // CHECK: vm.const.i64 2
    %size = util.sizeof f16
    // CHECK: %[[INDEX:.*]] = vm.trunc.i64.i32 %arg0
    // CHECK: vm.switch.i64 %[[INDEX]][%arg0, %arg1] else %arg1 : i64
    %sw = util.switch index from [%a, %b] at %a else %b : index
    // CHECK: %[[HIDDEN:.*]] = vm.optimization_barrier %arg0 : i64
    %h = util.optimization_barrier %a : index
    %as = util.assume.int %b<umin = 0, umax = 64> : index
    // CHECK: vm.return %[[HIDDEN]], %arg1
    util.return %h, %as : index, index
  }

  // CHECK-LABEL: vm.func private @failures(%arg0: i32)
  util.func private @failures(%s: i32) {
    // CHECK: vm.cond_fail %arg0, "no"
    util.status.check_ok %s, "no"
    // CHECK: vm.fail %{{.*}}, "never"
    util.unreachable "never"
  }
}

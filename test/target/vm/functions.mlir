// Functions as instructions: registers, moves on branches, last uses, discards.
// RUN: tern-translate %s --iree-vm-ir-to-bytecode-module -o %t.tern
// RUN: tern-translate %t.tern --tern-disassemble | FileCheck %s

// CHECK: module file version 3, 2 sections
// CHECK: program "program" bytecode 1.0
// CHECK: import 0 @o.plain "0iIfFr_rI" (i32, i64, f32, f64, !vm.buffer) -> (!vm.ref<!hal.fence>, i64)
// CHECK: import 1 optional @o.lists "0iCrDCiID_v" (i32, [!vm.list<?>]..., [i32, i64]...) -> ()
// CHECK: export 0 "run" function 1
// CHECK: initializer: function 6
// CHECK: value globals: 2
// CHECK: ref global 0 !vm.list<!vm.list<i8>>
// CHECK: rodata 0 "text" offset 0 size 5 alignment 1
// CHECK: rodata 1 "aligned" offset 64 size 8 alignment 64
vm.module public @program {
  vm.import private @o.plain(i32, i64, f32, f64, !vm.buffer) -> (!vm.ref<!hal.fence>, i64)
  vm.import private optional @o.lists(%a : i32, %b : !vm.list<?> ..., %c : tuple<i32, i64> ...)
  vm.global.i32 private mutable @count : i32
  vm.global.f64 private mutable @scale : f64
  vm.global.ref private mutable @lists : !vm.list<!vm.list<i8>>
  vm.rodata private @text <alignment = 1> "hello"
  vm.rodata private @aligned <alignment = 64> dense<[1, 2]> : tensor<2xi32>

  // CHECK-LABEL: function 0 @swap "0ii_ii"
  // CHECK-SAME: values 3
  // The values change places by way of a third register.
  // CHECK: vm.br ^[[LOOP:[0-9]+]]
  // CHECK: vm.cond_br %i0, ^[[LOOP]](%i1 -> %i2, %i0 -> %i1, %i2 -> %i0), ^
  vm.func private @swap(%a: i32, %b: i32) -> (i32, i32) {
    vm.br ^bb1(%a, %b : i32, i32)
  ^bb1(%x: i32, %y: i32):
    vm.cond_br %x, ^bb1(%y, %x : i32, i32), ^bb2
  ^bb2:
    vm.return %x, %y : i32, i32
  }

  // CHECK-LABEL: function 1 @calls "0iIfFr_v"
  vm.func private @calls(%a: i32, %b: i64, %c: f32, %d: f64, %e: !vm.buffer) {
    // The reference is moved out where it is used last, and what nobody wants is dropped.
    // CHECK: vm.call (%r1, %i4) = @o.plain, (%i0, %i1, %i2, %i3, %r0)
    // CHECK-NEXT: vm.discard.refs [%r1!]
    // CHECK-NEXT: vm.call (%r0, %i2) = @o.plain, (%i0, %i1, %i2, %i3, %r0!)
    %0:2 = vm.call @o.plain(%a, %b, %c, %d, %e) : (i32, i64, f32, f64, !vm.buffer) -> (!vm.ref<!hal.fence>, i64)
    %1:2 = vm.call @o.plain(%a, %b, %c, %d, %e) : (i32, i64, f32, f64, !vm.buffer) -> (!vm.ref<!hal.fence>, i64)
    // CHECK: vm.cmp.nz.ref %i{{[0-9]+}} = %r0!
    %2 = vm.cmp.nz.ref %1#0 : !vm.ref<!hal.fence>
    // CHECK: vm.global.load.ref %r0 = ref.0
    %l = vm.global.load.ref @lists : !vm.list<!vm.list<i8>>
    // CHECK: vm.list.get.ref %r0 = %r0!, %i{{[0-9]+}}, !vm.list<i8>
    %3 = vm.list.get.ref %l, %a : (!vm.list<!vm.list<i8>>, i32) -> !vm.list<i8>
    %any = vm.cast.ref.any %3 : !vm.list<i8> -> !vm.ref<?>
    // CHECK: vm.assign.ref %r0 = %r0!
    // CHECK: vm.cast.any.ref %r0 = %r0!, !vm.list<?>
    %4 = vm.cast.any.ref %any : !vm.ref<?> -> !vm.list<?>
    // CHECK: vm.call.variadic () = @o.lists, [2, 1], (%i{{[0-9]+}}, %r0, %r0!, %i{{[0-9]+}}, %i{{[0-9]+}})
    vm.call.variadic @o.lists(%a, [%4, %4], [(%2, %b)]) : (i32, !vm.list<?> ..., tuple<i32, i64> ...)
    // CHECK: vm.call.variadic () = @o.lists, [0, 0], (%i{{[0-9]+}})
    vm.call.variadic @o.lists(%a, [], []) : (i32, !vm.list<?> ..., tuple<i32, i64> ...)
    // CHECK: vm.return ()
    vm.return
  }

  // CHECK-LABEL: function 2 @constants
  vm.func private @constants() -> (i32, i64, f32, f64, !vm.buffer) {
    // CHECK: vm.const.i32 %i0 = -7
    %0 = vm.const.i32 -7
    // CHECK: vm.const.i64 %i1 = 81985529216486895
    %1 = vm.const.i64 81985529216486895
    // CHECK: vm.const.f32 %i2 = 0.100000001
    %2 = vm.const.f32 0.1
    // CHECK: vm.const.f64 %i3 = -2.5
    %3 = vm.const.f64 -2.5
    // CHECK: vm.const.ref.rodata %r0 = rodata.1
    %4 = vm.const.ref.rodata @aligned : !vm.buffer
    // CHECK: vm.return (%i0, %i1, %i2, %i3, %r0!)
    vm.return %0, %1, %2, %3, %4 : i32, i64, f32, f64, !vm.buffer
  }

  // CHECK-LABEL: function 3 @globals
  vm.func private @globals(%a: i32, %s: f64, %l: !vm.list<!vm.list<i8>>) -> (i32, !vm.list<!vm.list<i8>>) {
    // CHECK: vm.global.store.i32 value.0, %i0
    vm.global.store.i32 %a, @count : i32
    // CHECK: vm.global.store.f64 value.1, %i1
    vm.global.store.f64 %s, @scale : f64
    // CHECK: vm.global.store.ref ref.0, %r0!
    vm.global.store.ref %l, @lists : !vm.list<!vm.list<i8>>
    // CHECK: vm.global.address %i{{[0-9]+}} = value.0
    %p = vm.global.address @count : !util.ptr<i32>
    // CHECK: vm.global.store.indirect.i32 %[[P:i[0-9]+]], %i0
    vm.global.store.indirect.i32 %a, %p : i32 -> !util.ptr<i32>
    // CHECK: vm.global.load.indirect.i32 %i{{[0-9]+}} = %[[P]]
    %v = vm.global.load.indirect.i32 %p : !util.ptr<i32> -> i32
    // CHECK: vm.global.address.ref %[[Q:i[0-9]+]] = ref.0
    %q = vm.global.address @lists : !util.ptr<!vm.list<!vm.list<i8>>>
    // CHECK: vm.global.load.indirect.ref %r0 = %[[Q]], !vm.list<!vm.list<i8>>
    %r = vm.global.load.indirect.ref %q : !util.ptr<!vm.list<!vm.list<i8>>> -> !vm.list<!vm.list<i8>>
    vm.return %v, %r : i32, !vm.list<!vm.list<i8>>
  }

  // CHECK-LABEL: function 4 @control
  vm.func private @control(%a: i32, %b: i32, %r: !vm.buffer) {
    // a > b is b < a.
    // CHECK: vm.cmp.lt.i32.s %i{{[0-9]+}} = %i1, %i0
    %0 = vm.cmp.gt.i32.s %a, %b : i32
    // CHECK: vm.import.resolved %i{{[0-9]+}} = @o.lists
    %1 = vm.import.resolved @o.lists : i32
    // CHECK: vm.cond_fail %i{{[0-9]+}}, %i1, "a \22text\22"
    vm.cond_fail %0, %b, "a \22text\22"
    // CHECK: vm.print "values", (%i{{[0-9]+}} : i32, %r0! : !vm.buffer)
    vm.print "values"(%1, %r) : i32, !vm.buffer
    // CHECK: vm.switch.i32 %i{{[0-9]+}} = %i0, %i1, [%i0, %i1]
    %2 = vm.switch.i32 %a[%a, %b] else %b : i32
    // CHECK: vm.br_table %i{{[0-9]+}}, ^{{[0-9]+}}, [^{{[0-9]+}}(%i0 -> %i1), ^{{[0-9]+}}]
    vm.br_table %2 {
      default: ^bb1,
      0: ^bb2(%a : i32),
      1: ^bb1
    }
  ^bb1:
    // CHECK: vm.yield ^
    vm.yield ^bb2(%b : i32)
  ^bb2(%3: i32):
    // CHECK: vm.fail %i{{[0-9]+}}, ""
    vm.fail %3
  }

  // On the way where the reference is not needed it is dropped.
  // CHECK-LABEL: function 5 @unneeded
  // CHECK: vm.cond_br %i0, ^[[USE:[0-9]+]], ^[[DROP:[0-9]+]]
  // CHECK: ^[[USE]]:
  // CHECK-NEXT: vm.return (%r0!)
  // CHECK: ^[[DROP]]:
  // CHECK-NEXT: vm.discard.refs [%r0!]
  // CHECK-NEXT: vm.const.ref.zero
  vm.func private @unneeded(%a: i32, %r: !vm.buffer) -> !vm.buffer {
    vm.cond_br %a, ^bb1, ^bb2
  ^bb1:
    vm.return %r : !vm.buffer
  ^bb2:
    %null = vm.const.ref.zero : !vm.buffer
    vm.return %null : !vm.buffer
  }

  vm.func private @__init() {
    vm.return
  }
  vm.export @__init
  vm.export @calls as("run")
}
// CHECK: constants: 72 bytes

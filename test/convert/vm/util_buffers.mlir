// RUN: tern-opt %s --iree-vm-conversion | FileCheck %s

// CHECK-LABEL: vm.func private @lists(%arg0: !vm.list<?>, %arg1: i64, %arg2: i32)
util.func private @lists(%l: !util.list<?>, %i: index, %v: i32) {
  // CHECK: %[[SIZE:.*]] = vm.list.size %arg0
  // CHECK: %[[WIDE:.*]] = vm.ext.i32.i64.u %[[SIZE]]
  %s = util.list.size %l : !util.list<?>
  // CHECK: %[[AT:.*]] = vm.trunc.i64.i32 %arg1
  // CHECK: vm.list.get.i32 %arg0, %[[AT]]
  %0 = util.list.get %l[%i] : !util.list<?> -> i32
  // CHECK: vm.list.get.ref %arg0, %{{.*}} -> !vm.ref<!hal.buffer>
  %1 = util.list.get %l[%i] : !util.list<?> -> !hal.buffer
  // CHECK: vm.list.set.i32 %arg0, %{{.*}}, %arg2
  util.list.set %l[%i], %v : i32 -> !util.list<?>
  // CHECK: %[[NEW:.*]] = vm.trunc.i64.i32 %[[WIDE]]
  // CHECK: vm.list.resize %arg0, %[[NEW]]
  util.list.resize %l, %s : !util.list<?>
  // CHECK: vm.list.alloc %{{.*}} : (i32) -> !vm.list<f32>
  %2 = util.list.create %i : !util.list<f32>
  // CHECK: %[[TWO:.*]] = vm.const.i32 2
  // CHECK: %[[LIST:.*]] = vm.list.alloc %[[TWO]] : (i32) -> !vm.list<i32>
  // CHECK: vm.list.resize %[[LIST]], %[[TWO]]
  // CHECK: vm.list.set.i32 %[[LIST]], %{{.*}}, %arg2
  // CHECK: vm.list.set.i32 %[[LIST]], %{{.*}}, %arg2
  %3 = util.list.construct [%v : i32, %v : i32] : !util.list<i32>
  util.return
}

// CHECK-LABEL: vm.func private @buffers(%arg0: !vm.buffer, %arg1: i64, %arg2: i64)
util.func private @buffers(%b: !util.buffer, %n: index, %o: index) {
  // CHECK: vm.buffer.alloc %arg1, %{{.*}} : !vm.buffer
  %0 = util.buffer.alloc uninitialized {alignment = 64 : index} : !util.buffer{%n}
  // CHECK: vm.buffer.clone %arg0, %arg2, %arg1, %{{.*}} : !vm.buffer -> !vm.buffer
  %1 = util.buffer.slice %b[%o] : !util.buffer{%n} -> !util.buffer{%n}
  // CHECK: vm.buffer.copy %arg0, %arg2, %{{.*}}, %arg2, %arg1
  util.buffer.copy %b[%o], %1[%o], %n : !util.buffer{%n} -> !util.buffer{%n}
  // CHECK: vm.buffer.compare %arg0, %arg2, %arg0, %arg2, %arg1
  %2 = util.buffer.compare %b[%o], %b[%o], %n : !util.buffer{%n}, !util.buffer{%n}
  // CHECK: vm.buffer.hash %arg0, %arg2, %arg1
  %3 = util.buffer.hash %b[%o for %n] : !util.buffer{%n} -> i64
  // CHECK-NOT: dealloc
  util.buffer.dealloc %b : !util.buffer{%n}
  util.return
}

// Offsets in bytes become offsets in elements.
// CHECK-LABEL: vm.func private @accesses(%arg0: !vm.buffer, %arg1: i64, %arg2: i64, %arg3: f32, %arg4: i32, %arg5: i32)
util.func private @accesses(%b: !util.buffer, %n: index, %o: index, %f: f32, %bit: i4, %h: i16) {
  // CHECK: %[[FOUR:.*]] = vm.const.i64 4
  // CHECK: %[[AT:.*]] = vm.div.i64.s %arg2, %[[FOUR]]
  // CHECK: vm.buffer.load.f32 %arg0[%[[AT]]]
  %0 = util.buffer.load %b[%o for %n] : !util.buffer{%n} -> f32
  // CHECK: vm.buffer.load.i8.s %arg0[%arg2]
  %1 = util.buffer.load %b[%o for %n] : !util.buffer{%n} -> i8
  // CHECK: %[[BYTE:.*]] = vm.buffer.load.i8.u %arg0[%arg2]
  // CHECK: vm.and.i32 %[[BYTE]]
  %2 = util.buffer.load %b[%o for %n] : !util.buffer{%n} -> i1
  // CHECK: vm.buffer.load.i64 %arg0
  %3 = util.buffer.load %b[%o for %n] : !util.buffer{%n} -> index
  // CHECK: vm.buffer.store.f32 %arg3, %arg0
  util.buffer.store %f, %b[%o for %n] : f32 -> !util.buffer{%n}
  // Bits above a width that is no whole number of bytes are 0 in memory.
  // CHECK: vm.shl.i32 %arg4
  // CHECK: %[[LOW:.*]] = vm.shr.i32.u
  // CHECK: vm.buffer.store.i8 %[[LOW]], %arg0
  util.buffer.store %bit, %b[%o for %n] : i4 -> !util.buffer{%n}
  // CHECK: %[[START:.*]] = vm.div.i64.s %arg2
  // CHECK: %[[COUNT:.*]] = vm.div.i64.s %arg1
  // CHECK: vm.buffer.fill.i16 %arg0, %[[START]], %[[COUNT]], %arg5
  util.buffer.fill %h, %b[%o for %n] : i16 -> !util.buffer{%n}
  util.return
}

// RUN: tern-opt %s --iree-vm-conversion | FileCheck %s

// CHECK-LABEL: vm.module
// CHECK-DAG: vm.import private @hal.device.allocator(%device : !vm.ref<!hal.device>) -> !vm.ref<!hal.allocator> attributes {nosideeffects}
// CHECK-DAG: vm.import private @hal.fence.await(%timeout_millis : i32, %flags : i64, %fences : !vm.ref<!hal.fence> ...) -> i32 attributes {vm.yield}

// CHECK-LABEL: vm.func private @devices(%arg0: !vm.ref<!hal.device>, %arg1: i64)
util.func private @devices(%device: !hal.device, %i: index) {
  // CHECK: %[[COUNT:.*]] = vm.call @hal.devices.count() {nosideeffects} : () -> i32
  // CHECK: vm.ext.i32.i64.u %[[COUNT]]
  %n = hal.devices.count : index
  // CHECK: %[[I:.*]] = vm.trunc.i64.i32 %arg1
  // CHECK: vm.call @hal.devices.get(%[[I]])
  %d = hal.devices.get %i : !hal.device
  // CHECK: %[[ALLOCATOR:.*]] = vm.call @hal.device.allocator(%arg0)
  %a = hal.device.allocator<%device : !hal.device> : !hal.allocator
  // CHECK: %[[CATEGORY:.*]] = vm.rodata.inline : !vm.buffer = "category"
  // CHECK: %[[KEY:.*]] = vm.rodata.inline : !vm.buffer = "key"
  // CHECK: %[[Q:.*]]:2 = vm.call @hal.device.query.i64(%arg0, %[[CATEGORY]], %[[KEY]])
  // CHECK: %[[NZ:.*]] = vm.cmp.nz.i64 %[[Q]]#1
  // CHECK: vm.select.i32 %[[Q]]#0, %[[NZ]]
  %ok, %value = hal.device.query<%device : !hal.device> key("category" :: "key") : i1, i1 = false
  // CHECK: %[[Q2:.*]]:2 = vm.call @hal.device.query.i64
  // CHECK: vm.trunc.i64.i32 %[[Q2]]#1
  %ok2, %value2 = hal.device.query<%device : !hal.device> key("category" :: "key") : i1, i32
  util.return
}

// CHECK-LABEL: vm.func private @constants() -> (i32, i32, i32)
util.func private @constants() -> (i32, i32, i32) {
  // CHECK: vm.const.i32 553648160
  %0 = hal.element_type<f32> : i32
  // CHECK: vm.const.i32 1
  %1 = hal.encoding_type<dense_row_major> : i32
  // CHECK: vm.const.i32 48
  %2 = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
  util.return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: vm.func private @views(%arg0: !vm.ref<!hal.buffer>, %arg1: !vm.ref<!hal.buffer_view>, %arg2: i64, %arg3: i32)
util.func private @views(%b: !hal.buffer, %v: !hal.buffer_view, %n: index, %t: i32) {
  // CHECK: vm.call.variadic @hal.buffer_view.create(%arg0, %arg2, %arg2, %arg3, %arg3, [%arg2, %arg2]) {nosideeffects}
  %0 = hal.buffer_view.create buffer(%b : !hal.buffer)[%n, %n] shape([%n, %n]) type(%t) encoding(%t) : !hal.buffer_view
  // CHECK: %[[TEXT:.*]] = vm.rodata.inline : !vm.buffer = "input"
  // CHECK: vm.call.variadic @hal.buffer_view.assert(%arg1, %[[TEXT]], %arg3, %arg3, [])
  hal.buffer_view.assert<%v : !hal.buffer_view> message("input") shape([]) type(%t) encoding(%t)
  // CHECK: %[[AT:.*]] = vm.const.i32 1
  // CHECK: vm.call @hal.buffer_view.dim(%arg1, %[[AT]]) {nosideeffects} : (!vm.ref<!hal.buffer_view>, i32) -> i64
  %1 = hal.buffer_view.dim<%v : !hal.buffer_view>[1] : index
  // CHECK: %[[RANK:.*]] = vm.call @hal.buffer_view.rank(%arg1)
  // CHECK: vm.ext.i32.i64.u %[[RANK]]
  %2 = hal.buffer_view.rank<%v : !hal.buffer_view> : index
  // CHECK: vm.call.variadic @hal.buffer_view.trace(%{{.*}}, [%arg1])
  hal.buffer_view.trace "key" = %v : !hal.buffer_view
  util.return
}

// CHECK-LABEL: vm.func private @scalars(%arg0: !vm.ref<!hal.buffer>, %arg1: i64, %arg2: f64, %arg3: i32)
util.func private @scalars(%b: !hal.buffer, %o: index, %d: f64, %c: i1) {
  // CHECK: %[[FOUR:.*]] = vm.const.i32 4
  // CHECK: %[[BITS:.*]] = vm.call @hal.buffer.load(%arg0, %arg1, %[[FOUR]])
  // CHECK: vm.bitcast.i32.f32 %[[BITS]]
  %0 = hal.buffer.load<%b : !hal.buffer>[%o] : f32
  // CHECK: vm.call @hal.buffer.load(%arg0, %arg1
  // CHECK: %[[NEXT:.*]] = vm.add.i64 %arg1
  // CHECK: %[[HIGH:.*]] = vm.call @hal.buffer.load(%arg0, %[[NEXT]]
  // CHECK: vm.or.i64
  %1 = hal.buffer.load<%b : !hal.buffer>[%o] : i64
  // CHECK: %[[WIDE:.*]] = vm.bitcast.f64.i64 %arg2
  // CHECK: vm.call @hal.buffer.store(%{{.*}}, %arg0, %arg1
  // CHECK: vm.shr.i64.u %[[WIDE]]
  // CHECK: vm.call @hal.buffer.store
  hal.buffer.store<%b : !hal.buffer>[%o] value(%d : f64)
  // CHECK: %[[ONE:.*]] = vm.const.i32 1
  // CHECK: vm.call @hal.buffer.store(%arg3, %arg0, %arg1, %[[ONE]])
  hal.buffer.store<%b : !hal.buffer>[%o] value(%c : i1)
  util.return
}

// A buffer, or a slot of the binding table.
// CHECK-LABEL: vm.func private @commands(%arg0: !vm.ref<!hal.device>, %arg1: !vm.ref<!hal.command_buffer>, %arg2: !vm.ref<!hal.buffer>, %arg3: !vm.ref<!hal.executable>, %arg4: i64, %arg5: i32, %arg6: i64)
util.func private @commands(%device: !hal.device, %cmd: !hal.command_buffer, %b: !hal.buffer, %exe: !hal.executable, %n: index, %p: i8, %e: i64) {
  // CHECK: %[[MODE:.*]] = vm.const.i32 1
  // CHECK: %[[CATEGORY:.*]] = vm.const.i32 3
  // CHECK: %[[CAPACITY:.*]] = vm.trunc.i64.i32 %arg4
  // CHECK: vm.call @hal.command_buffer.create(%arg0, %[[MODE]], %[[CATEGORY]], %arg6, %[[CAPACITY]])
  %c = hal.command_buffer.create device(%device : !hal.device) mode(OneShot) categories("Transfer|Dispatch") affinity(%e) bindings(%n) : !hal.command_buffer
  // CHECK: %[[SLOT:.*]] = vm.const.i32.zero
  // CHECK: %[[BYTE:.*]] = vm.ext.i8.i32.u %arg5
  // CHECK: %[[PATTERN:.*]] = vm.ext.i32.i64.u %[[BYTE]]
  // CHECK: %[[LENGTH:.*]] = vm.const.i32 1
  // CHECK: vm.call @hal.command_buffer.fill_buffer(%arg1, %arg2, %arg4, %arg4, %[[SLOT]], %[[PATTERN]], %[[LENGTH]], %{{.*}})
  hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%b : !hal.buffer)[%n, %n] pattern(%p : i8) flags("None")
  // CHECK: %[[SOURCE:.*]] = vm.trunc.i64.i32 %arg4
  // CHECK: %[[NULL:.*]] = vm.const.ref.zero : !vm.ref<!hal.buffer>
  // CHECK: vm.call @hal.command_buffer.copy_buffer(%arg1, %[[SOURCE]], %{{.*}}, %[[NULL]], %arg4, %arg2, %arg4, %arg4, %{{.*}})
  hal.command_buffer.copy_buffer<%cmd : !hal.command_buffer> source(%n : index)[%n] target(%b : !hal.buffer)[%n] length(%n) flags("None")
  // CHECK: vm.call.variadic @hal.command_buffer.dispatch(%arg1, %arg3, %arg6, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, [], [(%{{.*}}, %{{.*}}, %arg2, %arg4, %arg4), (%{{.*}}, %{{.*}}, %{{.*}}, %arg4, %arg4)])
  hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%e] workgroups([%n, %n, %n]) bindings([
    (%b : !hal.buffer)[%n, %n],
    (%n : index)[%n, %n]
  ]) flags("None")
  // CHECK: vm.call @hal.command_buffer.finalize(%arg1)
  hal.command_buffer.finalize<%cmd : !hal.command_buffer>
  util.return
}

// CHECK-LABEL: vm.func private @fences(%arg0: !vm.ref<!hal.device>, %arg1: !vm.ref<!hal.fence>, %arg2: !vm.ref<!hal.command_buffer>, %arg3: i64)
util.func private @fences(%device: !hal.device, %f: !hal.fence, %cmd: !hal.command_buffer, %e: i64) -> i32 {
  // CHECK: %[[JOIN:.*]] = vm.call.variadic @hal.fence.join(%{{.*}}, [%arg1, %arg1])
  %j = hal.fence.join at([%f, %f]) flags("None") -> !hal.fence
  // CHECK: vm.call @hal.device.queue.execute(%arg0, %arg3, %arg1, %[[JOIN]], %arg2, %{{.*}})
  hal.device.queue.execute<%device : !hal.device> affinity(%e) wait(%f) signal(%j) commands(%cmd) flags("None")
  %t = arith.constant -1 : i32
  // CHECK: %[[STATUS:.*]] = vm.call.variadic @hal.fence.await(%{{.*}}, %{{.*}}, [%[[JOIN]]])
  %s = hal.fence.await until([%j]) timeout_millis(%t) flags("None") : i32
  // CHECK: vm.return %[[STATUS]]
  util.return %s : i32
}

// CHECK-NOT: hal.executable private
hal.executable private @kernels {
  hal.executable.binary public @cpu attributes {data = dense<7> : vector<16xi8>, format = "embedded-elf-x86_64"}
}

// CHECK-LABEL: vm.func private @executables(%arg0: !vm.ref<!hal.device>, %arg1: i64, %arg2: i32)
util.func private @executables(%device: !hal.device, %e: i64, %c: i32) {
  // CHECK-DAG: %[[DATA:.*]] = vm.rodata.inline "kernels_cpu" <alignment = 16, mime_type = "application/x-tern-executable"> : !vm.buffer = dense<7> : vector<16xi8>
  // CHECK-DAG: %[[FORMAT:.*]] = vm.rodata.inline : !vm.buffer = "embedded-elf-x86_64"
  // CHECK: %[[WORDS:.*]] = vm.buffer.alloc
  // CHECK: vm.buffer.store.i32 %arg2, %[[WORDS]]
  // CHECK: vm.call @hal.executable.create(%arg0, %arg1, %[[FORMAT]], %[[DATA]], %[[WORDS]])
  %x = hal.executable.create device(%device : !hal.device) affinity(%e) target(@kernels::@cpu) constants([%c]) : !hal.executable
  // CHECK: %[[NAME:.*]] = vm.rodata.inline : !vm.buffer = "entry"
  // CHECK: vm.call @hal.executable.lookup.function(%{{.*}}, %[[NAME]])
  %n = hal.executable.lookup.function target(%x : !hal.executable) function(@kernels::@cpu::@entry) : i64
  util.return
}

// RUN: tern-opt %s --iree-vm-conversion | FileCheck %s

// CHECK-LABEL: vm.func private @load(%arg0: !vm.ref<!hal.device>, %arg1: i64, %arg2: !vm.ref<!hal.fence>, %arg3: i64, %arg4: i64, %arg5: i32)
util.func private @load(%device: !hal.device, %q: i64, %fence: !hal.fence, %p: i64, %n: index, %t: i32) -> !hal.buffer {
  // CHECK: %[[SCOPE:.*]] = vm.rodata.inline : !vm.buffer = "scope"
  %scope = util.buffer.constant : !util.buffer = "scope"
  %a = util.buffer.constant : !util.buffer = "a"
  %b = util.buffer.constant : !util.buffer = "b"
  // CHECK: %[[TABLE:.*]], %[[DATA:.*]] = vm.rodata.table.inline i32 : !vm.buffer, !vm.buffer = ["a", "b"]
  // CHECK: %[[SPANS:.*]] = vm.buffer.alloc
  // CHECK: %[[AT:.*]] = vm.const.i64.zero
  // CHECK: vm.buffer.store.i64 %arg3, %[[SPANS]][%[[AT]]]
  // CHECK: %[[AT2:.*]] = vm.const.i64 2
  // CHECK: vm.buffer.store.i64 %arg4, %[[SPANS]][%[[AT2]]]
  // CHECK: %[[LIST:.*]] = vm.call @io_parameters.load(%arg0, %arg1, %arg2, %arg2, %[[SCOPE]], %arg1, %arg5, %arg5, %[[TABLE]], %[[DATA]], %[[SPANS]])
  // CHECK: vm.list.get.ref %[[LIST]]
  // CHECK: %[[SECOND:.*]] = vm.list.get.ref %[[LIST]]
  // CHECK: vm.return %[[SECOND]]
  %0, %1 = io_parameters.load<%device : !hal.device> affinity(%q) wait(%fence) signal(%fence) type(%t) usage(%t) {
    %scope::%a[%p] : !hal.buffer{%n},
    %scope::%b[%p] : !hal.buffer{%n}
  }
  util.return %1 : !hal.buffer
}

// CHECK-LABEL: vm.func private @transfers(%arg0: !vm.ref<!hal.device>, %arg1: i64, %arg2: !vm.ref<!hal.fence>, %arg3: i64, %arg4: !vm.ref<!hal.buffer>, %arg5: i64)
util.func private @transfers(%device: !hal.device, %q: i64, %fence: !hal.fence, %p: i64, %buffer: !hal.buffer, %n: index) {
  %a = util.buffer.constant : !util.buffer = "a"
  // CHECK: %[[NULL:.*]] = vm.const.ref.zero : !vm.buffer
  // CHECK: vm.call @io_parameters.gather(%arg0, %arg1, %arg2, %arg2, %[[NULL]], %arg4, %{{.*}}, %{{.*}}, %{{.*}})
  io_parameters.gather<%device : !hal.device> affinity(%q) wait(%fence) signal(%fence) {
    %a[%p] -> %buffer[%n for %n] : !hal.buffer
  }
  // CHECK: vm.call @io_parameters.scatter(%arg0, %arg1, %arg2, %arg2, %arg4, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
  io_parameters.scatter<%device : !hal.device> affinity(%q) wait(%fence) signal(%fence) {
    %buffer[%n for %n] : !hal.buffer -> %a[%p]
  }
  util.return
}

// RUN: tern-opt %s --pass-pipeline='builtin.module(vm.module(iree-vm-resolve-rodata-loads))' | FileCheck %s

// CHECK-LABEL: vm.module
vm.module public @m {
  // CHECK-NOT: @constant
  vm.global.ref private @constant : !vm.buffer
  // CHECK: vm.global.ref private mutable @changed : !vm.buffer
  vm.global.ref private mutable @changed : !vm.buffer
  vm.rodata private @d "text"
  vm.initializer {
    // CHECK: %[[D:.*]] = vm.const.ref.rodata @d
    %0 = vm.const.ref.rodata @d : !vm.buffer
    // CHECK-NEXT: vm.global.store.ref %[[D]], @changed
    vm.global.store.ref %0, @constant : !vm.buffer
    vm.global.store.ref %0, @changed : !vm.buffer
    vm.return
  }
  // CHECK-LABEL: vm.func @f(%arg0: !vm.buffer)
  vm.func @f(%b: !vm.buffer) -> (!vm.buffer, !vm.buffer) {
    // CHECK: %[[A:.*]] = vm.const.ref.rodata @d
    %0 = vm.global.load.ref @constant : !vm.buffer
    // CHECK: %[[B:.*]] = vm.global.load.ref @changed
    %1 = vm.global.load.ref @changed : !vm.buffer
    vm.global.store.ref %b, @changed : !vm.buffer
    // CHECK: vm.return %[[A]], %[[B]]
    vm.return %0, %1 : !vm.buffer, !vm.buffer
  }
}

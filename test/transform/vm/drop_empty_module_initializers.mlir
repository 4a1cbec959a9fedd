// RUN: tern-opt %s --pass-pipeline='builtin.module(vm.module(iree-vm-drop-empty-module-initializers))' | FileCheck %s

// CHECK-LABEL: vm.module
vm.module public @m {
  // CHECK-NOT: @__init
  vm.export @__init
  vm.func private @__init() {
    vm.return
  }
  // CHECK: vm.export @__deinit
  vm.export @__deinit
  // CHECK: vm.func private @__deinit
  vm.func private @__deinit() {
    %0 = vm.const.i32 1
    vm.fail %0
  }
}

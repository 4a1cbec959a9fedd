// RUN: tern-opt %s --pass-pipeline='builtin.module(vm.module(iree-vm-deduplicate-rodata))' | FileCheck %s

// CHECK-LABEL: vm.module
vm.module public @m {
  // CHECK: vm.rodata private @a <alignment = 128> dense<1> : tensor<4xi8>
  vm.rodata private @a dense<1> : tensor<4xi8>
  // CHECK-NOT: @b
  vm.rodata private @b <alignment = 128> dense<1> : tensor<4xi8>
  // CHECK: vm.rodata private @other dense<2> : tensor<4xi8>
  vm.rodata private @other dense<2> : tensor<4xi8>
  // What others can see keeps its name.
  // CHECK: vm.rodata public @seen dense<1> : tensor<4xi8>
  vm.rodata public @seen dense<1> : tensor<4xi8>
  vm.func @f() -> (!vm.buffer, !vm.buffer) {
    // CHECK: vm.const.ref.rodata @a
    %0 = vm.const.ref.rodata @a : !vm.buffer
    // CHECK: vm.const.ref.rodata @a
    %1 = vm.const.ref.rodata @b : !vm.buffer
    vm.return %0, %1 : !vm.buffer, !vm.buffer
  }
}

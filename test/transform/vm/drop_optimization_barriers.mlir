// RUN: tern-opt %s --pass-pipeline='builtin.module(vm.module(iree-vm-drop-optimization-barriers))' | FileCheck %s

vm.module public @m {
  // CHECK-LABEL: vm.func @f(%arg0: i32, %arg1: !vm.buffer)
  vm.func @f(%a: i32, %b: !vm.buffer) -> (i32, !vm.buffer) {
    // CHECK-NEXT: vm.return %arg0, %arg1
    %0:2 = vm.optimization_barrier %a, %b : i32, !vm.buffer
    vm.return %0#0, %0#1 : i32, !vm.buffer
  }
}

// RUN: tern-opt %s --pass-pipeline='builtin.module(vm.module(iree-vm-sink-defining-ops))' | FileCheck %s

vm.module public @m {
  vm.import private @o.f(i32)
  // CHECK-LABEL: vm.func @constants(%arg0: i32)
  vm.func @constants(%a: i32) -> i32 {
    %c7 = vm.const.i32 7
    %c8 = vm.const.i32 8
    // CHECK-NEXT: vm.call @o.f(%arg0)
    vm.call @o.f(%a) : (i32) -> ()
    // CHECK-NEXT: %[[C8:.*]] = vm.const.i32 8
    // CHECK-NEXT: vm.call @o.f(%[[C8]])
    vm.call @o.f(%c8) : (i32) -> ()
    // CHECK-NEXT: vm.cond_br %arg0, ^bb1, ^bb2
    vm.cond_br %a, ^bb1, ^bb2
  ^bb1:
    // CHECK: ^bb1:
    // CHECK-NEXT: %[[C7:.*]] = vm.const.i32 7
    // CHECK-NEXT: vm.return %[[C7]]
    vm.return %c7 : i32
  ^bb2:
    // CHECK: ^bb2:
    // CHECK-NEXT: %[[OTHER:.*]] = vm.const.i32 7
    // CHECK-NEXT: vm.return %[[OTHER]]
    vm.return %c7 : i32
  }

  // Moving an op whose operand ends with it would only make that one live longer.
  // CHECK-LABEL: vm.func @others(%arg0: i32, %arg1: i32)
  vm.func @others(%a: i32, %b: i32) -> i32 {
    // CHECK-NEXT: %[[KEPT:.*]] = vm.not.i32 %arg1
    %0 = vm.not.i32 %b : i32
    %1 = vm.not.i32 %a : i32
    // CHECK-NEXT: vm.call @o.f(%arg0)
    vm.call @o.f(%a) : (i32) -> ()
    // CHECK-NEXT: %[[MOVED:.*]] = vm.not.i32 %arg0
    // CHECK-NEXT: vm.add.i32 %[[KEPT]], %[[MOVED]]
    %2 = vm.add.i32 %0, %1 : i32
    vm.return %2 : i32
  }
}

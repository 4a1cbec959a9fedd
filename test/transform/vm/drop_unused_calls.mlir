// RUN: tern-opt %s --pass-pipeline='builtin.module(vm.module(iree-vm-drop-unused-calls))' | FileCheck %s

// CHECK-LABEL: vm.module
vm.module public @m {
  vm.import private @o.pure(i32) -> i32 attributes {nosideeffects}
  vm.import private @o.list(i32 ...) -> i32 attributes {nosideeffects}
  vm.import private @o.effect(i32) -> i32
  // CHECK-LABEL: vm.func @f
  vm.func @f(%a: i32) -> i32 {
    // What only a dropped call uses goes too.
    // CHECK-NEXT: %[[E:.*]] = vm.call @o.effect(%arg0)
    %0 = vm.call @o.pure(%a) : (i32) -> i32
    %1 = vm.call.variadic @o.list([%0]) : (i32 ...) -> i32
    %2 = vm.call @o.effect(%a) : (i32) -> i32
    // CHECK-NEXT: %[[P:.*]] = vm.call @o.pure(%arg0)
    %3 = vm.call @o.pure(%a) : (i32) -> i32
    // CHECK-NEXT: vm.return %[[P]]
    vm.return %3 : i32
  }
}

// RUN: tern-opt %s --pass-pipeline='builtin.module(vm.module(iree-vm-ordinal-allocation))' | FileCheck %s

// CHECK: vm.module public @m attributes {ordinal_counts = #vm.ordinal_counts<import_funcs = 2, export_funcs = 1, internal_funcs = 2, global_bytes = 16, global_refs = 1, rodatas = 1, rwdatas = 0>}
vm.module public @m {
  // CHECK: vm.import private @o.f() attributes {ordinal = 0 : i32}
  vm.import private @o.f()
  // CHECK: vm.import private @o.g() attributes {ordinal = 1 : i32}
  vm.import private @o.g()
  // CHECK: vm.global.i32 private @a <ordinal = 0> : i32
  vm.global.i32 private @a : i32
  // CHECK: vm.global.ref private @r <ordinal = 0> : !vm.buffer
  vm.global.ref private @r : !vm.buffer
  // CHECK: vm.global.f64 private @b <ordinal = 8> : f64
  vm.global.f64 private @b : f64
  // CHECK: vm.rodata private @d <ordinal = 0> "text"
  vm.rodata private @d "text"
  // CHECK: vm.func @f() attributes {ordinal = 0 : i32}
  vm.func @f() {
    vm.return
  }
  // CHECK: vm.func @g() attributes {ordinal = 1 : i32}
  vm.func @g() {
    vm.return
  }
  // CHECK: vm.export @f attributes {ordinal = 0 : i32}
  vm.export @f
}

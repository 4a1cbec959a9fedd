// RUN: tern-opt %s --pass-pipeline='builtin.module(vm.module(iree-vm-global-initialization))' --split-input-file --verify-diagnostics

vm.module public @initializer {
  // expected-error@+1 {{has the name of the module's own function but is none with a body}}
  vm.global.i32 private mutable @__init : i32
}

// -----

vm.module public @deinitializer {
  // expected-error@+1 {{has the name of the module's own function but is none with a body}}
  vm.global.i32 private mutable @__deinit : i32
}

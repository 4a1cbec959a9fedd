// RUN: tern-opt %s --pass-pipeline='builtin.module(vm.module(iree-vm-global-initialization))' --split-input-file | FileCheck %s

// CHECK-LABEL: vm.module public @m
vm.module public @m {
  // CHECK: vm.global.i32 private mutable @a : i32
  vm.global.i32 private @a = 4 : i32
  // CHECK: vm.global.i64 private @zero : i64
  vm.global.i64 private @zero = 0 : i64
  // CHECK: vm.global.ref private mutable @r : !vm.buffer
  vm.global.ref private @r : !vm.buffer
  // CHECK-NOT: vm.initializer
  vm.initializer {
    %0 = vm.const.ref.zero : !vm.buffer
    vm.global.store.ref %0, @r : !vm.buffer
    vm.return
  }
  vm.global.f64 private @b = 2.5 : f64
  vm.initializer {
    %0 = vm.global.load.i32 @a : i32
    vm.cond_br %0, ^bb1, ^bb2
  ^bb1:
    vm.return
  ^bb2:
    %1 = vm.const.i32 1
    vm.fail %1
  }
  vm.initializer {
    %0 = vm.global.load.f64 @b : f64
    vm.return
  }
  // CHECK: vm.export @__init
  // CHECK: vm.func private @__init() {
  // CHECK-NEXT: %[[A:.*]] = vm.const.i32 4
  // CHECK-NEXT: vm.global.store.i32 %[[A]], @a
  // CHECK-NEXT: %[[NULL:.*]] = vm.const.ref.zero
  // CHECK-NEXT: vm.global.store.ref %[[NULL]], @r
  // CHECK-NEXT: vm.const.f64 2.5
  // CHECK-NEXT: vm.global.store.f64 %{{.*}}, @b
  // CHECK-NEXT: vm.br ^bb1
  // CHECK-NEXT: ^bb1:
  // CHECK: vm.cond_br %{{.*}}, ^bb2, ^bb3
  // CHECK: ^bb2:
  // CHECK-NEXT: vm.br ^bb4
  // CHECK: ^bb3:
  // CHECK: vm.fail
  // CHECK-NEXT: ^bb4:
  // CHECK: vm.global.load.f64 @b
  // CHECK-NEXT: vm.return
  // CHECK: vm.export @__deinit
  // CHECK-NEXT: vm.func private @__deinit() {
  // CHECK-NEXT: vm.return
}

// -----

// What is there already goes on.
// CHECK-LABEL: vm.module public @again
vm.module public @again {
  vm.global.i32 private mutable @a = 4 : i32
  // CHECK: vm.func private @__init() {
  // CHECK: vm.const.i32 7
  // CHECK: vm.const.i32 4
  // CHECK: vm.return
  vm.func private @__init() {
    %0 = vm.const.i32 7
    vm.global.store.i32 %0, @a : i32
    vm.return
  }
  // CHECK: vm.export @__init
  vm.export @__init
}

// -----

// What a module brings itself goes first, however it ends.

// CHECK-LABEL: vm.module public @own
vm.module public @own {
  vm.global.i32 private @a = 4 : i32
  // CHECK: vm.func private @__init
  vm.func private @__init() {
    %0 = vm.const.i32 1
    // CHECK: vm.cond_br %{{.*}}, ^bb1, ^bb2
    vm.cond_br %0, ^bb1, ^bb2
  // CHECK: ^bb1:
  // CHECK-NEXT: vm.br ^bb3
  ^bb1:
    vm.return
  // CHECK: ^bb2:
  // CHECK-NEXT: vm.fail
  ^bb2:
    vm.fail %0
  // CHECK: ^bb3:
  // CHECK: vm.global.store.i32 %{{.*}}, @a
  // CHECK-NEXT: vm.return
  }
  // CHECK: vm.func private @__deinit
  // CHECK: vm.fail
  // CHECK-NEXT: ^bb1:
  // CHECK-NEXT: vm.return
  vm.func private @__deinit() {
    %0 = vm.const.i32 1
    vm.fail %0
  }
}

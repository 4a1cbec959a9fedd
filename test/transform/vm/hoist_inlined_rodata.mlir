// RUN: tern-opt %s --pass-pipeline='builtin.module(vm.module(iree-vm-hoist-inlined-rodata))' | FileCheck %s

// CHECK-LABEL: vm.module public @m
vm.module public @m {
  vm.rodata private @name "taken"
  // CHECK: vm.rodata private @name_0 <alignment = 64, mime_type = "x/y"> dense<1> : tensor<4xi8>
  // A text needs no alignment.
  // CHECK: vm.rodata private @_utf8_some_text <alignment = 1> "some text"
  // CHECK: vm.rodata private @_const dense<2.0
  // CHECK: vm.func @f
  vm.func @f() -> (!vm.buffer, !vm.buffer, !vm.buffer) {
    // CHECK: %[[A:.*]] = vm.const.ref.rodata @name_0
    %0 = vm.rodata.inline "name" <alignment = 64, mime_type = "x/y"> : !vm.buffer = dense<1> : tensor<4xi8>
    // CHECK: %[[B:.*]] = vm.const.ref.rodata @_utf8_some_text
    %1 = vm.rodata.inline : !vm.buffer = "some text"
    // CHECK: %[[C:.*]] = vm.const.ref.rodata @_const
    %2 = vm.rodata.inline : !vm.buffer = dense<2.0> : tensor<2xf32>
    // CHECK: vm.return %[[A]], %[[B]], %[[C]]
    vm.return %0, %1, %2 : !vm.buffer, !vm.buffer, !vm.buffer
  }

  // Offsets and sizes: 0 and 3, then, at the next multiple of 4, 4 and 2.
  // CHECK: vm.rodata private @offsets dense<[0, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0]> : tensor<16xi8>
  // CHECK: vm.rodata private @_table_data dense<[97, 98, 99, 0, 5, 6]> : tensor<6xi8>
  // CHECK: vm.func @tables
  vm.func @tables() {
    %t, %d = vm.rodata.table.inline i32 <table_name = "offsets", data_alignment = 4> : !vm.buffer, !vm.buffer = ["abc", dense<[5, 6]> : tensor<2xi8>]
    vm.return
  }
}

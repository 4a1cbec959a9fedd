// What has no instruction of its own is expanded, or refused.
// RUN: tern-translate %s --iree-vm-ir-to-bytecode-module -o %t.tern
// RUN: tern-translate %t.tern --tern-disassemble | FileCheck %s

// CHECK-LABEL: function 0 @f
// CHECK: vm.cmp.ne.i32
// CHECK: vm.cond_fail
// CHECK: vm.cmp.nz.ref
// CHECK: vm.xor.i32
// CHECK: vm.cond_fail %i{{.*}}, "null"
// CHECK: vm.return (%i0)
vm.module public @m {
  vm.func @f(%a: i32, %b: i32, %r: !vm.buffer) -> i32 {
    vm.check.eq %a, %b : i32
    vm.check.nz %r, "null" : !vm.buffer
    %0 = vm.optimization_barrier %a : i32
    vm.return %0 : i32
  }
}

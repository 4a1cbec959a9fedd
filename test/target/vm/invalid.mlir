// RUN: not tern-translate %s --iree-vm-ir-to-bytecode-module --split-input-file -o %t 2>&1 | FileCheck %s

// CHECK: error: {{.*}}holds no vm.module
// CHECK: note: run --iree-vm-transformation-pipeline before
module {
}

// -----

// CHECK: error: 'vm.global.i32' op has an initial value, which only code can give it
// CHECK: note: run --iree-vm-global-initialization before
vm.module @initial_value {
  vm.global.i32 private @a = 4 : i32
}

// -----

// CHECK: error: 'vm.initializer' op cannot be encoded: a module has one function that initializes it
// CHECK: note: run --iree-vm-global-initialization before
vm.module @initializer {
  vm.initializer {
    vm.return
  }
}

// -----

// CHECK: error: 'vm.func' op has no body; functions of others are imported
vm.module @declaration {
  vm.func private @f()
}

// -----

// CHECK: error: 'vm.rodata.inline' op has no instruction
// CHECK: note: run --iree-vm-transformation-pipeline before
vm.module @inline {
  vm.func @f() -> !vm.buffer {
    %0 = vm.rodata.inline : !vm.buffer = "text"
    vm.return %0 : !vm.buffer
  }
}

// -----

// CHECK: error: 'util.global' op cannot be encoded
vm.module @other {
  util.global private @g : i32
}

// RUN: tern-opt --split-input-file --verify-diagnostics --convert-gpu-to-nvvm %s
// RUN: not tern-opt --split-input-file "--convert-gpu-to-nvvm=has-redux=true allowed-dialects=func,gpu" %s 2>&1 | FileCheck %s

// CHECK: error: dialect does not implement ConvertToLLVMPatternInterface: gpu

gpu.module @needs_redux {
  func.func @f(%x: i32) -> i32 {
    // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_reduce' that was explicitly marked illegal}}
    %0 = gpu.subgroup_reduce add %x uniform : (i32) -> i32
    return %0 : i32
  }
}

// -----

gpu.module @no_such_matrix {
  func.func @f(%m: memref<32x32xf16>, %i: index) -> f16 {
    // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_mma_load_matrix' that was explicitly marked illegal}}
    %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x24xf16, "AOp">
    %1 = gpu.subgroup_mma_extract_thread_local %0[%i] : !gpu.mma_matrix<16x24xf16, "AOp"> -> f16
    return %1 : f16
  }
}

// -----

// Which elements a register holds is not said, so that they cannot be taken for those of another type.
gpu.module @conversion {
  gpu.func @f(%a: !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp"> {
    // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_mma_elementwise' that was explicitly marked illegal}}
    %0 = gpu.subgroup_mma_elementwise extf %a : (!gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.return %0 : !gpu.mma_matrix<16x16xf32, "COp">
  }
}

// -----

gpu.module @packed {
  gpu.func @f(%a: !gpu.mma_matrix<16x16xsi8, "AOp">) -> !gpu.mma_matrix<16x16xsi8, "AOp"> {
    // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_mma_elementwise' that was explicitly marked illegal}}
    %0 = gpu.subgroup_mma_elementwise addi %a, %a : (!gpu.mma_matrix<16x16xsi8, "AOp">, !gpu.mma_matrix<16x16xsi8, "AOp">) -> !gpu.mma_matrix<16x16xsi8, "AOp">
    gpu.return %0 : !gpu.mma_matrix<16x16xsi8, "AOp">
  }
}

// -----

gpu.module @aliasing {
  // expected-warning @+1 {{Cannot copy noalias with non-bare pointers.}}
  gpu.func @f(%a: memref<4xf32> {llvm.noalias}) {
    gpu.return
  }
}

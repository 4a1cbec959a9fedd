// RUN: tern-opt --split-input-file --verify-diagnostics --convert-gpu-to-rocdl %s
// RUN: not tern-opt --split-input-file "--convert-gpu-to-rocdl=chipset=gfz942" %s 2>&1 | FileCheck --check-prefix=CHIP %s
// RUN: not tern-opt --split-input-file "--convert-gpu-to-rocdl=runtime=Metal" %s 2>&1 | FileCheck --check-prefix=RUNTIME %s
// RUN: not tern-opt --split-input-file "--convert-gpu-to-rocdl=allowed-dialects=gpu" %s 2>&1 | FileCheck --check-prefix=DIALECT %s
// RUN: not tern-opt --split-input-file "--convert-gpu-to-rocdl=use-bare-ptr-memref-call-conv=true" %s 2>&1 | FileCheck --check-prefix=BARE %s

// CHIP: error: Invalid chipset name: gfz942
// RUNTIME: Metal
// DIALECT: error: dialect does not implement ConvertToLLVMPatternInterface: gpu

// No runtime has been chosen.
gpu.module @print {
  gpu.func @kernel(%x: i32) kernel {
    // expected-error @+1 {{failed to legalize operation 'gpu.printf'}}
    gpu.printf "%d", %x : i32
    gpu.return
  }
}

// -----

// Matrices of wmma have ops of their own here.
gpu.module @matrix {
  gpu.func @kernel(%m: memref<32x32xf16>, %i: index) {
    // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_mma_load_matrix'}}
    %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.subgroup_mma_store_matrix %0, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16>
    gpu.return
  }
}

// -----

// BARE: bare pointer
gpu.module @no_static_shape {
  gpu.func @kernel(%m: memref<?xf32>) kernel {
    gpu.return
  }
}

// The messages are upstream's, which says them twice, for scalars and for vectors; one comment stands for both.
// RUN: tern-opt %s --test-gpu-subgroup-reduce-lowering=expand-to-shuffles --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --test-gpu-subgroup-reduce-lowering=expand-to-shuffles --split-input-file --verify-diagnostics

gpu.module @kernels {
  gpu.func @too_large(%x: f32) -> f32 {
    // expected-error@+1 {{'gpu.subgroup_reduce' op cluster size 64 is greater than subgroup size 32}}
    %0 = gpu.subgroup_reduce add %x cluster(size = 64, stride = 2) : (f32) -> f32
    gpu.return %0 : f32
  }
}

// -----

gpu.module @kernels {
  gpu.func @too_far(%x: f32) -> f32 {
    // expected-error@+1 {{'gpu.subgroup_reduce' op cluster stride 32 is not less than subgroup size 32}}
    %0 = gpu.subgroup_reduce add %x cluster(size = 4, stride = 32) : (f32) -> f32
    gpu.return %0 : f32
  }
}

// RUN: tern-opt --split-input-file --verify-diagnostics --convert-gpu-to-spirv %s

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformShuffleRelative, Int64], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<subgroup_size = 32>>} {
  gpu.module @m {
    // expected-error @+2 {{failed to legalize operation 'gpu.func'}}
    // expected-remark @+1 {{match failure: missing 'spirv.entry_point_abi' attribute}}
    gpu.func @no_size(%x: f32) kernel {
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformShuffleRelative, Int64], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<subgroup_size = 32>>} {
  gpu.module @m {
    // expected-error @+2 {{failed to legalize operation 'gpu.func'}}
    // expected-remark @+1 {{match failure: missing 'spirv.interface_var_abi' attribute at argument 1}}
    gpu.func @half(%x: f32 {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0), StorageBuffer>}, %y: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 4, 1]>} {
      gpu.return
    }
  }
}

// -----

// Not a kernel.
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformShuffleRelative, Int64], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<subgroup_size = 32>>} {
  gpu.module @m {
    // expected-error @+1 {{failed to legalize operation 'gpu.func'}}
    gpu.func @device(%x: f32) {
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformShuffleRelative, Int64], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<subgroup_size = 32>>} {
  gpu.module @m {
    // expected-error @+2 {{has a signature that SPIR-V cannot have}}
    // expected-error @+1 {{failed to legalize operation 'gpu.func'}}
    gpu.func @tensor(%x: tensor<4xf32>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 4, 1]>} {
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformShuffleRelative, Int64], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<subgroup_size = 32>>} {
  gpu.module @m {
    gpu.func @too_narrow(%x: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 4, 1]>} {
      %w = arith.constant 16 : i32
      %o = arith.constant 8 : i32
      // expected-error @+2 {{'gpu.shuffle': its width is not the size of the target's subgroups}}
      // expected-error @+1 {{failed to legalize operation 'gpu.shuffle'}}
      %0, %p = gpu.shuffle xor %x, %o, %w : f32
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniformArithmetic], []>, #spirv.resource_limits<>>} {
  gpu.module @m {
    gpu.func @workgroup(%x: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      // expected-error @+3 {{failed to legalize operation 'gpu.all_reduce'}}
      // expected-note @+2 {{reduce over subgroups and through workgroup memory}}
      // expected-error @+1 {{reduces over a workgroup, which SPIR-V for Vulkan has no instruction for}}
      %0 = gpu.all_reduce add %x uniform {} : (f32) -> f32
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniformArithmetic, GroupNonUniformClustered], []>, #spirv.resource_limits<subgroup_size = 32>>} {
  gpu.module @m {
    gpu.func @of_bools(%x: i1) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_reduce'}}
      %0 = gpu.subgroup_reduce add %x : (i1) -> i1
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniformArithmetic, GroupNonUniformClustered], []>, #spirv.resource_limits<subgroup_size = 32>>} {
  gpu.module @m {
    gpu.func @scattered_clusters(%x: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_reduce'}}
      %0 = gpu.subgroup_reduce add %x cluster(size = 4, stride = 2) : (f32) -> f32
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.4, [Shader, GroupNonUniformRotateKHR], []>, #spirv.resource_limits<subgroup_size = 16>>} {
  gpu.module @m {
    gpu.func @too_wide(%x: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16, 1, 1]>} {
      // expected-error @+2 {{'gpu.rotate': its width exceeds the size of the target's subgroups}}
      // expected-error @+1 {{failed to legalize operation 'gpu.rotate'}}
      %0, %p = gpu.rotate %x, 4, 32 : f32
      gpu.return
    }
  }
}

// RUN: tern-opt --split-input-file "--convert-gpu-to-spirv=" %s > %t.ours
// RUN: mlir-opt --split-input-file "--convert-gpu-to-spirv=" %s --cse | sort > %t.theirs
// RUN: mlir-opt --split-input-file --cse %t.ours | sed "s/ {no_contraction}//" | sort | diff -b %t.theirs -
// RUN: tern-opt --split-input-file "--convert-gpu-to-spirv=use-64bit-index=true" %s > %t.ours
// RUN: mlir-opt --split-input-file "--convert-gpu-to-spirv=use-64bit-index=true" %s --cse | sort > %t.theirs
// RUN: mlir-opt --split-input-file --cse %t.ours | sed "s/ {no_contraction}//" | sort | diff -b %t.theirs -
// RUN: FileCheck %s < %t.ours

// A gpu.module for Vulkan becomes a spirv.module before it; the host's code and the gpu.module stay.

// CHECK-LABEL: module attributes
// CHECK: func.func @host
// CHECK: gpu.launch_func @kernels::@buffers
// CHECK: spirv.module @__spv__kernels Logical GLSL450
// CHECK: spirv.func @buffers
// CHECK-SAME: #spirv.interface_var_abi<(0, 0)>
// CHECK-SAME: #spirv.interface_var_abi<(0, 1), StorageBuffer>
// CHECK: gpu.module @kernels
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformShuffleRelative, Int64], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<subgroup_size = 32>>} {
  func.func @host(%m: memref<64xf32, #spirv.storage_class<StorageBuffer>>, %x: f32, %n: index) {
    gpu.launch_func @kernels::@buffers blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<64xf32, #spirv.storage_class<StorageBuffer>>, %x : f32)
    return
  }
  gpu.module @kernels {
    gpu.func @buffers(%m: memref<64xf32, #spirv.storage_class<StorageBuffer>>, %x: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 4, 1]>} {
      %t = gpu.thread_id x
      %v = memref.load %m[%t] : memref<64xf32, #spirv.storage_class<StorageBuffer>>
      gpu.barrier
      %s = arith.addf %v, %x fastmath<contract> : f32
      memref.store %s, %m[%t] : memref<64xf32, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}

// -----

// Given bindings stay as they are; what is outside of a gpu.module is not looked at.
// CHECK: spirv.module @__spv__given
// CHECK: spirv.func @k
// CHECK-SAME: #spirv.interface_var_abi<(1, 7)>
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformShuffleRelative, Int64], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<subgroup_size = 32>>} {
  func.func @others(%t: tensor<4xf32>) -> tensor<4xf32> {
    return %t : tensor<4xf32>
  }
  gpu.module @given {
    gpu.func @k(%m: memref<16xi32, #spirv.storage_class<Uniform>> {spirv.interface_var_abi = #spirv.interface_var_abi<(1, 7)>}) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 4, 1]>} {
      %l = gpu.subgroup_id : index
      %n = gpu.num_subgroups : index
      %s = gpu.subgroup_size : index
      %b = gpu.block_id z
      %g = gpu.grid_dim y
      %d = gpu.block_dim y
      %0 = arith.addi %l, %n : index
      %1 = arith.addi %s, %b : index
      %2 = arith.addi %g, %d : index
      %3 = arith.muli %0, %1 : index
      %4 = arith.muli %3, %2 : index
      %5 = arith.index_cast %4 : index to i32
      memref.store %5, %m[%0] : memref<16xi32, #spirv.storage_class<Uniform>>
      gpu.return
    }
  }
}

// -----

// CHECK: spirv.func @lanes
// CHECK: spirv.GroupNonUniformShuffleXor <Subgroup>
// CHECK: spirv.GroupNonUniformSMax <Subgroup> <Reduce>
// CHECK: spirv.GroupNonUniformFAdd <Subgroup> <Reduce>
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformShuffleRelative, Int64], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<subgroup_size = 32>>} {
  gpu.module @m {
    gpu.func @lanes(%x: f32, %i: i32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 4, 1]>} {
      %w = arith.constant 32 : i32
      %o = arith.constant 8 : i32
      %0, %p = gpu.shuffle xor %x, %o, %w : f32
      %1, %q = gpu.shuffle idx %x, %i, %w : f32
      %y = arith.addf %0, %1 : f32
      %3 = gpu.subgroup_reduce maxsi %i : (i32) -> i32
      %4 = gpu.subgroup_reduce add %y : (f32) -> f32
      gpu.return
    }
  }
}

// -----

// Of several targets the first of SPIR-V counts.
// CHECK: spirv.module @__spv__m Logical GLSL450
// CHECK-SAME: spirv.target_env = #spirv.target_env<#spirv.vce<v1.4, [Shader], [SPV_KHR_storage_buffer_storage_class]>
gpu.module @m [#nvvm.target, #spirv.target_env<#spirv.vce<v1.4, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>, #spirv.target_env<#spirv.vce<v1.0, [Kernel], []>, #spirv.resource_limits<>>] {
  gpu.func @f() kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 4, 1]>} {
    gpu.return
  }
}

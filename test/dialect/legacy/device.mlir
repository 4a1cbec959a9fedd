// gpu with its dimensions in quotes, and spv.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %t.mlir | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK: module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]>, NVIDIA:DiscreteGPU, #spirv.resource_limits<max_compute_workgroup_invocations = 1024, max_compute_workgroup_size = [1024 : i32, 1024 : i32, 64 : i32]>>}
module attributes {
  spv.target_env = #spv.target_env<#spv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]>, NVIDIA:DiscreteGPU,
    {max_compute_workgroup_invocations = 1024 : i32, max_compute_workgroup_size = dense<[1024, 1024, 64]> : vector<3xi32>,
     subgroup_size = 32 : i32, cooperative_matrix_properties_nv = []}>} {
  // CHECK: func.func @f(%arg0: memref<4xf32> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 1)>}, %arg1: f32 {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 2), StorageBuffer>})
  // CHECK-SAME: attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>}
  func @f(%m: memref<4xf32> {spv.interface_var_abi = {binding = 1 : i32, descriptor_set = 0 : i32}},
         %x: f32 {spv.interface_var_abi = {binding = 2 : i32, descriptor_set = 0 : i32, storage_class = 12 : i32}})
      attributes {spv.entry_point_abi = {local_size = dense<[8, 8, 1]> : vector<3xi32>}} {
    // CHECK: gpu.block_id x
    %0 = "gpu.block_id"() {dimension = "x"} : () -> index
    // CHECK: gpu.block_dim y
    %1 = "gpu.block_dim"() {dimension = "y"} : () -> index
    // CHECK: gpu.grid_dim z
    %2 = "gpu.grid_dim"() {dimension = "z"} : () -> index
    // CHECK: gpu.thread_id x
    %3 = "gpu.thread_id"() {dimension = "x"} : () -> index
    // CHECK: spirv.ControlBarrier <Workgroup>, <Device>, <Acquire|UniformMemory>
    spv.ControlBarrier "Workgroup", "Device", "Acquire|UniformMemory"
    // CHECK: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease>
    spv.ControlBarrier Workgroup, Workgroup, AcquireRelease
    // CHECK: spirv.MemoryBarrier <Device>, <Acquire|UniformMemory>
    spv.MemoryBarrier "Device", "Acquire|UniformMemory"
    return
  }
  // CHECK: func.func private @g() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>}
  func private @g() attributes {spv.entry_point_abi = #spv.entry_point_abi<local_size = dense<[32, 1, 1]> : vector<3xi32>>}
}

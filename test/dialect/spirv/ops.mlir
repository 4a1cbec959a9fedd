// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.upstream.mlir | diff %t.mlir -

module attributes {
  spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniform], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_16bit_storage]>, api=Vulkan, Intel:DiscreteGPU:123, #spirv.resource_limits<max_compute_workgroup_invocations = 256, min_subgroup_size = 4, max_compute_workgroup_size = [1, 2, 3]>>
} {
  func.func @barriers() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1], subgroup_size = 32>} {
    spirv.ControlBarrier <Workgroup>, <Device>, <Acquire|UniformMemory>
    spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory> {test.note}
    spirv.MemoryBarrier <Device>, <None>
    return
  }
  func.func private @attributes() attributes {
    test.a = #spirv.vce<v1.0, [], []>,
    test.b = #spirv.resource_limits<>,
    test.c = #spirv.resource_limits<max_compute_shared_memory_size = 16384, subgroup_size = 64, max_subgroup_size = 128>,
    test.d = #spirv.entry_point_abi<>,
    test.e2 = #spirv.entry_point_abi<workgroup_size = [8, 4]>,
    test.e = #spirv.entry_point_abi<subgroup_size = 4, target_width = 32>,
    test.f = #spirv.interface_var_abi<(0, 1), StorageBuffer>,
    test.g = #spirv.interface_var_abi<(3, 4)>,
    test.h = #spirv.target_env<#spirv.vce<v1.6, [Kernel], []>, NVIDIA, #spirv.resource_limits<>>,
    test.i = #spirv.target_env<#spirv.vce<v1.6, [Kernel], []>, api=OpenCL, #spirv.resource_limits<>>,
    test.j = #spirv.target_env<#spirv.vce<v1.6, [Kernel], []>, SwiftShader:CPU, #spirv.resource_limits<>>,
    test.k = #spirv.scope<Subgroup>,
    test.l = #spirv.memory_semantics<SequentiallyConsistent|ImageMemory|Volatile>,
    test.m = #spirv.storage_class<PushConstant>
  }
}

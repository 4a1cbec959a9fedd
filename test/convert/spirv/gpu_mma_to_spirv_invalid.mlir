// RUN: tern-opt %s --convert-to-spirv --split-input-file --verify-diagnostics

#env = #spirv.target_env<#spirv.vce<v1.6, [Shader, Float16, Int16, VulkanMemoryModel, CooperativeMatrixKHR],
  [SPV_KHR_storage_buffer_storage_class, SPV_KHR_cooperative_matrix]>, #spirv.resource_limits<>>

// The target has no 16-bit elements in buffers, only words of two.
module attributes {spirv.target_env = #env} {
  func.func @words() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    %c0 = arith.constant 0 : index
    %m = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    // expected-error @+2 {{accesses a matrix of 'f16' in memory that the target keeps as words of 'i32'}}
    // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_mma_load_matrix'}}
    %a = gpu.subgroup_mma_load_matrix %m[%c0, %c0] {leadDimension = 64 : index} : memref<64x64xf16> -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.subgroup_mma_store_matrix %a, %m[%c0, %c0] {leadDimension = 64 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<64x64xf16>
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read|Write"
  }
}

// -----

#env = #spirv.target_env<#spirv.vce<v1.6, [Shader, VulkanMemoryModel, CooperativeMatrixKHR],
  [SPV_KHR_storage_buffer_storage_class, SPV_KHR_cooperative_matrix]>, #spirv.resource_limits<>>
module attributes {spirv.target_env = #env} {
  func.func @maximum() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    %c0 = arith.constant 0 : index
    %m = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf32>
    %a = gpu.subgroup_mma_load_matrix %m[%c0, %c0] {leadDimension = 64 : index} : memref<64x64xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
    // expected-error @+2 {{is an operation that SPIR-V does not have for cooperative matrices}}
    // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_mma_elementwise'}}
    %b = gpu.subgroup_mma_elementwise maxf %a, %a : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %b, %m[%c0, %c0] {leadDimension = 64 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<64x64xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read|Write"
  }
}
// -----

#env = #spirv.target_env<#spirv.vce<v1.6, [Shader, VulkanMemoryModel, CooperativeMatrixKHR],
  [SPV_KHR_storage_buffer_storage_class, SPV_KHR_cooperative_matrix]>, #spirv.resource_limits<>>
module attributes {spirv.target_env = #env} {
  func.func @element() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    %c0 = arith.constant 0 : index
    %i = gpu.thread_id x
    %m = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf32>
    %a = gpu.subgroup_mma_load_matrix %m[%c0, %c0] {leadDimension = 64 : index} : memref<64x64xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
    // expected-error @+2 {{needs one constant index: SPIR-V takes elements by number}}
    // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_mma_extract_thread_local'}}
    %x = gpu.subgroup_mma_extract_thread_local %a[%i] : !gpu.mma_matrix<16x16xf32, "COp"> -> f32
    memref.store %x, %m[%i, %i] : memref<64x64xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read|Write"
  }
}

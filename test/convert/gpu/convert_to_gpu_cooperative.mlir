// Matrix products of f16 on cooperative matrices, from linalg to SPIR-V.
// RUN: tern-opt %s --iree-codegen-linalg-to-gpu-pipeline -o %t.gpu.mlir
// RUN: FileCheck %s --check-prefix=GPU < %t.gpu.mlir
// RUN: tern-opt %t.gpu.mlir --iree-codegen-gpu-to-spirv-pipeline -o %t.spirv.mlir
// RUN: FileCheck %s --check-prefix=SPIRV < %t.spirv.mlir
// RUN: tern-translate --serialize-spirv %t.spirv.mlir -o %t.spv
// RUN: tern-translate --deserialize-spirv %t.spv | FileCheck %s --check-prefix=BACK

// Eight subgroups have 64 x 64 of the result each, as sixteen fragments. The sums are f32 over all of the reduction; they
// are converted and stored once, and nothing of the fill is stored.

// GPU: func.func @main() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [256, 1, 1], subgroup_size = 32>}
// GPU: %[[ID:.*]] = gpu.subgroup_id : index
// GPU: %[[INIT:.*]] = gpu.subgroup_mma_constant_matrix %{{.*}} : !gpu.mma_matrix<16x16xf32, "COp">
// GPU-NOT: store_matrix
// GPU-NOT: barrier
// GPU: %[[R:.*]]:16 = scf.for %{{.*}} iter_args(%{{.*}} = %[[INIT]], {{.*}} -> (!gpu.mma_matrix<16x16xf32, "COp">,
// GPU-COUNT-2: vector.load {{.*}}, vector<8xf16>
// GPU: spirv.ControlBarrier
// GPU-NEXT: gpu.subgroup_mma_load_matrix %{{.*}} {leadDimension = 40 : index} {{.*}} "AOp">
// GPU: gpu.subgroup_mma_load_matrix %{{.*}} {leadDimension = 264 : index} {{.*}} "BOp">
// GPU-COUNT-32: gpu.subgroup_mma_compute
// GPU: spirv.ControlBarrier
// GPU: scf.yield
// GPU: gpu.subgroup_mma_elementwise truncf %[[R]]#0
// GPU-COUNT-16: gpu.subgroup_mma_store_matrix {{.*}} {leadDimension = 2048 : index}
// GPU-NOT: store

// Copies move 16 bytes at a time; matrices are read from the same vectors.

// SPIRV: spirv.module Logical Vulkan requires #spirv.vce<{{.*}}VulkanMemoryModel{{.*}}CooperativeMatrixKHR{{.*}}SPV_KHR_cooperative_matrix
// SPIRV: spirv.GlobalVariable @__workgroup_mem__0 : !spirv.ptr<!spirv.struct<(!spirv.array<640 x vector<4xi32>>)>, Workgroup>
// SPIRV: spirv.CompositeConstruct %{{.*}} : (f32) -> !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
// SPIRV: spirv.Load "StorageBuffer" %{{.*}} : vector<4xi32>
// SPIRV: spirv.Store "Workgroup" %{{.*}} ["NonPrivatePointer"] : vector<4xi32>
// SPIRV: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory|MakeAvailable|MakeVisible>
// SPIRV: spirv.KHR.CooperativeMatrixLoad %{{.*}}, %cst5_i32, <RowMajor>, <NonPrivatePointer> : !spirv.ptr<vector<4xi32>, Workgroup>, i32 -> !spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>
// SPIRV: spirv.KHR.CooperativeMatrixMulAdd {{.*}} -> !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
// SPIRV: spirv.FConvert %{{.*}} : !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc> to !spirv.coopmatrix<16x16xf16, Subgroup, MatrixAcc>
// SPIRV: spirv.KHR.CooperativeMatrixStore %{{.*}}, %{{.*}}, %cst2048_i32, <RowMajor> : !spirv.ptr<f16, StorageBuffer>

// BACK: spirv.module Logical Vulkan
// BACK-COUNT-32: spirv.KHR.CooperativeMatrixMulAdd

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.6, [Shader, Int64, Float64, Float16, Int8, Int16, StorageBuffer16BitAccess, StorageUniform16, StorageBuffer8BitAccess, GroupNonUniform, GroupNonUniformArithmetic, VulkanMemoryModel, CooperativeMatrixKHR], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_cooperative_matrix]>, api = Vulkan, NVIDIA:DiscreteGPU, #spirv.resource_limits<max_compute_shared_memory_size = 49152, max_compute_workgroup_invocations = 1024, max_compute_workgroup_size = [1024, 1024, 64], subgroup_size = 32, min_subgroup_size = 32, max_subgroup_size = 32, cooperative_matrix_properties_khr = [#spirv.coop_matrix_props_khr<m_size = 16, n_size = 16, k_size = 16, a_type = f16, b_type = f16, c_type = f16, result_type = f16, acc_sat = false, scope = <Subgroup>>, #spirv.coop_matrix_props_khr<m_size = 16, n_size = 16, k_size = 16, a_type = f16, b_type = f16, c_type = f32, result_type = f32, acc_sat = false, scope = <Subgroup>>]>>} {
func.func @main() {
  %c0 = arith.constant 0 : index
  %A = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<2048x2048xf16>
  %B = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<2048x2048xf16>
  %C = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<2048x2048xf16>
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<2048x2048xf16>)
  linalg.matmul ins(%A, %B : memref<2048x2048xf16>, memref<2048x2048xf16>) outs(%C : memref<2048x2048xf16>)
  return
}
hal.interface @io attributes {sym_visibility = "private"} {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
}
}

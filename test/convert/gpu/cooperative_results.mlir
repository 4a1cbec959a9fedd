// What becomes of the sums of cooperative matrices: conversions and element-wise ops on them, through workgroup memory.
// RUN: tern-opt %s --split-input-file --iree-codegen-linalg-to-gpu-pipeline | FileCheck %s --check-prefix=GPU
// RUN: tern-opt %s --split-input-file --iree-codegen-linalg-to-gpu-pipeline --gpu-check-workgroup-races -o /dev/null
// RUN: tern-opt %s --split-input-file --iree-codegen-linalg-to-spirv-pipeline -o %t.spirv.mlir
// RUN: FileCheck %s --check-prefix=SPIRV < %t.spirv.mlir
// RUN: tern-opt %t.spirv.mlir --split-input-file --mlir-print-op-generic | mlir-opt --split-input-file --allow-unregistered-dialect -o /dev/null

// A layer: the fill is what the sums begin with, and the last op works on them. Each of the eight subgroups has room for
// two fragments and takes turns with them; one barrier is enough for each. Results in bf16 are stored as integers.

// GPU-LABEL: func.func @layer() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [256, 1, 1], subgroup_size = 32>}
// GPU: %[[MEMORY:.*]] = memref.alloc() : memref<8x32x20xf32, 3>
// GPU: %[[ID:.*]] = gpu.subgroup_id
// GPU: gpu.subgroup_mma_constant_matrix %{{.*}} : !gpu.mma_matrix<16x16xf32, "COp">
// GPU: %[[R:.*]]:16 = scf.for
// GPU-NOT: gpu.barrier
// GPU: %[[LANE:.*]] = gpu.lane_id
// GPU: %[[ROW:.*]] = arith.divui %[[LANE]], %c4
// GPU: %[[COLUMN:.*]] = arith.muli %{{.*}}, %c4
// GPU: gpu.subgroup_mma_store_matrix %[[R]]#0, %[[MEMORY]][%[[ID]], %c0, %c0] {leadDimension = 20 : index}
// GPU-NEXT: spirv.ControlBarrier
// GPU-NEXT: %[[V:.*]] = vector.load %[[MEMORY]][%[[ID]], %[[ROW]], %[[COLUMN]]] : memref<8x32x20xf32, 3>, vector<4xf32>
// GPU: %[[X:.*]] = arith.truncf %[[V]] : vector<4xf32> to vector<4xbf16>
// GPU: %[[Y:.*]] = vector.load %{{.*}}[%{{.*}}] : memref<256xbf16, strided<[1], offset: ?>>, vector<4xbf16>
// GPU: %[[SUM:.*]] = arith.addf %[[X]], %[[Y]] : vector<4xbf16>
// GPU: %[[MAX:.*]] = arith.maximumf %[[SUM]]
// GPU: vector.store %[[MAX]], %{{.*}} : memref<128x256xbf16, strided<[2048, 1], offset: ?>>, vector<4xbf16>
// GPU: gpu.subgroup_mma_store_matrix %[[R]]#1, %[[MEMORY]][%[[ID]], %c16, %c0]
// GPU-COUNT-15: spirv.ControlBarrier
// GPU-NOT: {{gpu.barrier|spirv.ControlBarrier}}
// GPU: return

// SPIRV: spirv.GlobalVariable @[[MEMORY:.*]] : !spirv.ptr<!spirv.struct<(!spirv.array<1280 x vector<4xf32>>)>, Workgroup>
// SPIRV: spirv.func @layer
// SPIRV: spirv.KHR.CooperativeMatrixMulAdd {{.*}}coopmatrix<16x16xbf16, Subgroup, MatrixB>{{.*}} -> !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
// SPIRV: spirv.KHR.CooperativeMatrixStore %{{.*}}, %{{.*}}, %cst5_i32, <RowMajor>, <NonPrivatePointer> : !spirv.ptr<vector<4xf32>, Workgroup>
// SPIRV-NEXT: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory|MakeAvailable|MakeVisible>
// SPIRV: spirv.Load "Workgroup" %{{.*}} ["NonPrivatePointer"] : vector<4xf32>
// SPIRV: spirv.Store "StorageBuffer" %{{.*}} : vector<4xi16>
// SPIRV-NOT: spirv.KHR.CooperativeMatrixStore {{.*}}StorageBuffer
// SPIRV: spirv.EntryPoint "GLCompute" @layer

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.6, [Shader, Int64, Float64, Float16, Int8, Int16, StorageBuffer16BitAccess, StorageUniform16, StorageBuffer8BitAccess, GroupNonUniform, GroupNonUniformArithmetic, VulkanMemoryModel, CooperativeMatrixKHR, BFloat16TypeKHR, BFloat16CooperativeMatrixKHR], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_cooperative_matrix, SPV_KHR_bfloat16]>, api = Vulkan, NVIDIA:DiscreteGPU, #spirv.resource_limits<max_compute_shared_memory_size = 49152, max_compute_workgroup_invocations = 1024, max_compute_workgroup_size = [1024, 1024, 64], subgroup_size = 32, min_subgroup_size = 32, max_subgroup_size = 32, cooperative_matrix_properties_khr = [#spirv.coop_matrix_props_khr<m_size = 16, n_size = 16, k_size = 16, a_type = bf16, b_type = bf16, c_type = f32, result_type = f32, acc_sat = false, scope = <Subgroup>>, #spirv.coop_matrix_props_khr<m_size = 16, n_size = 16, k_size = 16, a_type = f16, b_type = f16, c_type = f32, result_type = f32, acc_sat = false, scope = <Subgroup>>]>>} {
func.func @layer() {
  %A = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<2048x2048xbf16>
  %B = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<2048x2048xbf16>
  %C = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<2048x2048xbf16>
  %zero = arith.constant 0.0 : bf16
  %bias = iree.placeholder for "interface buffer" {binding = @io::@arg2} : memref<2048xbf16>
  linalg.fill ins(%zero : bf16) outs(%C : memref<2048x2048xbf16>)
  linalg.matmul ins(%A, %B : memref<2048x2048xbf16>, memref<2048x2048xbf16>) outs(%C : memref<2048x2048xbf16>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%C, %bias : memref<2048x2048xbf16>, memref<2048xbf16>) outs(%C : memref<2048x2048xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %old: bf16):
    %sum = arith.addf %x, %y : bf16
    %positive = arith.maximumf %sum, %zero : bf16
    linalg.yield %positive : bf16
  }
  return
}
hal.interface @io attributes {sym_visibility = "private"} {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @arg2, set=0, binding=2, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=3, type="StorageBuffer", access="Read|Write"
  hal.interface.binding @ret1, set=0, binding=4, type="StorageBuffer", access="Write|Discard"
}
}

// -----

// Sums that begin with what is in a buffer of bf16 take the same way in the other direction.

// GPU-LABEL: func.func @add_to_buffer()
// GPU: %[[MEMORY:.*]] = memref.alloc() : memref<4x32x20xf32, 3>
// GPU: %[[OLD:.*]] = vector.load %{{.*}} vector<4xbf16>
// GPU: %[[WIDE:.*]] = arith.extf %[[OLD]] : vector<4xbf16> to vector<4xf32>
// GPU: vector.store %[[WIDE]], %[[MEMORY]]
// GPU: spirv.ControlBarrier
// GPU-NEXT: %[[INIT:.*]] = gpu.subgroup_mma_load_matrix %[[MEMORY]][%{{.*}}, %c0, %c0] {leadDimension = 20 : index} {{.*}} "COp">
// GPU-NEXT: spirv.ControlBarrier
// GPU: scf.for %{{.*}} iter_args(%{{.*}} = %[[INIT]])
// GPU-NOT: gpu.barrier
// GPU: gpu.subgroup_mma_store_matrix %{{.*}}, %[[MEMORY]]
// GPU: return

// What is written to another buffer is kept apart, and an op may follow another.

// GPU-LABEL: func.func @two_results()
// GPU: scf.for
// GPU-NOT: gpu.barrier
// GPU: %[[X:.*]] = arith.truncf %{{.*}} : vector<4xf32> to vector<4xf16>
// GPU: %[[MAX:.*]] = arith.maximumf %[[X]]
// GPU: %[[NEGATIVE:.*]] = arith.negf %[[MAX]]
// GPU: vector.store %[[MAX]], %[[C:.*]][
// GPU: vector.store %[[NEGATIVE]], %[[D:.*]][
// GPU-NOT: gpu.barrier
// GPU: return

// Elements that others have cannot be had in this way.

// GPU-LABEL: func.func @transposed()
// GPU: gpu.subgroup_mma_store_matrix {{.*}} memref<32x32xf16, strided<[64, 1], offset: ?>>
// GPU: gpu.barrier
// GPU: arith.maximumf
// GPU: return

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.6, [Shader, Int64, Float64, Float16, Int8, Int16, StorageBuffer16BitAccess, StorageUniform16, StorageBuffer8BitAccess, GroupNonUniform, GroupNonUniformArithmetic, VulkanMemoryModel, CooperativeMatrixKHR, BFloat16TypeKHR, BFloat16CooperativeMatrixKHR], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_cooperative_matrix, SPV_KHR_bfloat16]>, api = Vulkan, NVIDIA:DiscreteGPU, #spirv.resource_limits<max_compute_shared_memory_size = 49152, max_compute_workgroup_invocations = 1024, max_compute_workgroup_size = [1024, 1024, 64], subgroup_size = 32, min_subgroup_size = 32, max_subgroup_size = 32, cooperative_matrix_properties_khr = [#spirv.coop_matrix_props_khr<m_size = 16, n_size = 16, k_size = 16, a_type = bf16, b_type = bf16, c_type = f32, result_type = f32, acc_sat = false, scope = <Subgroup>>, #spirv.coop_matrix_props_khr<m_size = 16, n_size = 16, k_size = 16, a_type = f16, b_type = f16, c_type = f32, result_type = f32, acc_sat = false, scope = <Subgroup>>]>>} {
func.func @add_to_buffer() {
  %A = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xbf16>
  %B = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xbf16>
  %C = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xbf16>
  linalg.matmul ins(%A, %B : memref<64x64xbf16>, memref<64x64xbf16>) outs(%C : memref<64x64xbf16>)
  return
}
func.func @two_results() {
  %A = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
  %B = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
  %C = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
  %zero = arith.constant 0.0 : f16
  %D = iree.placeholder for "interface buffer" {binding = @io::@ret1} : memref<64x64xf16>
  linalg.fill ins(%zero : f16) outs(%C : memref<64x64xf16>)
  linalg.matmul ins(%A, %B : memref<64x64xf16>, memref<64x64xf16>) outs(%C : memref<64x64xf16>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%C : memref<64x64xf16>) outs(%C : memref<64x64xf16>) {
  ^bb0(%x: f16, %old: f16):
    %r = arith.maximumf %x, %zero : f16
    linalg.yield %r : f16
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%C : memref<64x64xf16>) outs(%D : memref<64x64xf16>) {
  ^bb0(%x: f16, %old: f16):
    %r = arith.negf %x : f16
    linalg.yield %r : f16
  }
  return
}
func.func @transposed() {
  %A = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
  %B = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
  %C = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
  %zero = arith.constant 0.0 : f16
  %D = iree.placeholder for "interface buffer" {binding = @io::@ret1} : memref<64x64xf16>
  linalg.fill ins(%zero : f16) outs(%C : memref<64x64xf16>)
  linalg.matmul ins(%A, %B : memref<64x64xf16>, memref<64x64xf16>) outs(%C : memref<64x64xf16>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%C : memref<64x64xf16>) outs(%D : memref<64x64xf16>) {
  ^bb0(%x: f16, %old: f16):
    %r = arith.maximumf %x, %zero : f16
    linalg.yield %r : f16
  }
  return
}
hal.interface @io attributes {sym_visibility = "private"} {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @arg2, set=0, binding=2, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=3, type="StorageBuffer", access="Read|Write"
  hal.interface.binding @ret1, set=0, binding=4, type="StorageBuffer", access="Write|Discard"
}
}

// -----

// No room: the epilogue of f16 goes through the buffer, and bf16 is not multiplied in matrices.

// GPU-LABEL: func.func @no_room_f16()
// GPU: gpu.subgroup_mma_compute
// GPU: gpu.barrier
// GPU: return
// GPU-LABEL: func.func @no_room_bf16()
// GPU-NOT: gpu.subgroup_mma
// GPU: return

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.6, [Shader, Int64, Float64, Float16, Int8, Int16, StorageBuffer16BitAccess, StorageUniform16, StorageBuffer8BitAccess, GroupNonUniform, GroupNonUniformArithmetic, VulkanMemoryModel, CooperativeMatrixKHR, BFloat16TypeKHR, BFloat16CooperativeMatrixKHR], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_cooperative_matrix, SPV_KHR_bfloat16]>, api = Vulkan, NVIDIA:DiscreteGPU, #spirv.resource_limits<max_compute_shared_memory_size = 1536, max_compute_workgroup_invocations = 1024, max_compute_workgroup_size = [1024, 1024, 64], subgroup_size = 32, min_subgroup_size = 32, max_subgroup_size = 32, cooperative_matrix_properties_khr = [#spirv.coop_matrix_props_khr<m_size = 16, n_size = 16, k_size = 16, a_type = bf16, b_type = bf16, c_type = f32, result_type = f32, acc_sat = false, scope = <Subgroup>>, #spirv.coop_matrix_props_khr<m_size = 16, n_size = 16, k_size = 16, a_type = f16, b_type = f16, c_type = f32, result_type = f32, acc_sat = false, scope = <Subgroup>>]>>} {
func.func @no_room_f16() {
  %A = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
  %B = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
  %C = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
  %zero = arith.constant 0.0 : f16
  %bias = iree.placeholder for "interface buffer" {binding = @io::@arg2} : memref<64xf16>
  linalg.fill ins(%zero : f16) outs(%C : memref<64x64xf16>)
  linalg.matmul ins(%A, %B : memref<64x64xf16>, memref<64x64xf16>) outs(%C : memref<64x64xf16>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%C, %bias : memref<64x64xf16>, memref<64xf16>) outs(%C : memref<64x64xf16>) {
  ^bb0(%x: f16, %y: f16, %old: f16):
    %sum = arith.addf %x, %y : f16
    %positive = arith.maximumf %sum, %zero : f16
    linalg.yield %positive : f16
  }
  return
}
func.func @no_room_bf16() {
  %A = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xbf16>
  %B = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xbf16>
  %C = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xbf16>
  %zero = arith.constant 0.0 : bf16
  %bias = iree.placeholder for "interface buffer" {binding = @io::@arg2} : memref<64xbf16>
  linalg.fill ins(%zero : bf16) outs(%C : memref<64x64xbf16>)
  linalg.matmul ins(%A, %B : memref<64x64xbf16>, memref<64x64xbf16>) outs(%C : memref<64x64xbf16>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%C, %bias : memref<64x64xbf16>, memref<64xbf16>) outs(%C : memref<64x64xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %old: bf16):
    %sum = arith.addf %x, %y : bf16
    %positive = arith.maximumf %sum, %zero : bf16
    linalg.yield %positive : bf16
  }
  return
}
hal.interface @io attributes {sym_visibility = "private"} {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @arg2, set=0, binding=2, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=3, type="StorageBuffer", access="Read|Write"
  hal.interface.binding @ret1, set=0, binding=4, type="StorageBuffer", access="Write|Discard"
}
}

// Decorations of values, cooperative matrices, replicated composites, and lines.
// RUN: tern-translate --serialize-spirv --spirv-debug-info %s -o %t.spv
// RUN: mlir-translate --deserialize-spirv %t.spv | FileCheck %s --check-prefix=THEIRS
// RUN: tern-translate --deserialize-spirv %t.spv | FileCheck %s
// RUN: tern-translate --deserialize-spirv --spirv-debug-info %t.spv | FileCheck %s --check-prefix=LINES
// RUN: tern-translate --deserialize-spirv %t.spv | mlir-opt -o %t.mlir

// THEIRS: spirv.func @f(%{{.*}}: !spirv.ptr<f32, StorageBuffer> {spirv.decoration = #spirv.decoration<Aliased>}, %{{.*}}: i32) "None"
// THEIRS: spirv.Load "StorageBuffer" %{{.*}} {cache_control_load_intel = [#spirv.cache_control_load_intel<cache_level = 0, load_cache_control = Uncached>, #spirv.cache_control_load_intel<cache_level = 1, load_cache_control = Cached>]} : f32
// THEIRS: {fp_fast_math_mode = #spirv.fastmath_mode<NotNaN|NSZ>} : f32
// THEIRS: spirv.KHR.CooperativeMatrixLoad %{{.*}}, %{{.*}}, <ColumnMajor>
spirv.module Logical GLSL450 requires #spirv.vce<v1.6, [Shader, Linkage, Kernel, CacheControlsINTEL, CooperativeMatrixKHR, ReplicatedCompositesEXT, Float16, VulkanMemoryModel], [SPV_KHR_cooperative_matrix, SPV_EXT_replicated_composites, SPV_INTEL_cache_controls, SPV_KHR_vulkan_memory_model]> {
  // CHECK: spirv.func @f(%{{.*}}: !spirv.ptr<f32, StorageBuffer> {spirv.decoration = #spirv.decoration<Aliased>}, %{{.*}}: i32) "None"
  spirv.func @f(%p: !spirv.ptr<f32, StorageBuffer> {spirv.decoration = #spirv.decoration<Aliased>}, %stride: i32) "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "f", linkage_type = <Export>>} {
    // CHECK: spirv.EXT.ConstantCompositeReplicate [2.000000e+00 : f32] : vector<4xf32>
    // CHECK: spirv.Load "StorageBuffer" %{{.*}} {cache_control_load_intel = [#spirv.cache_control_load_intel<cache_level = 0, load_cache_control = Uncached>, #spirv.cache_control_load_intel<cache_level = 1, load_cache_control = Cached>]} : f32
    // LINES: spirv.Load {{.*}} : f32 loc(#[[LOC:.*]])
    %0 = spirv.Load "StorageBuffer" %p {cache_control_load_intel = [#spirv.cache_control_load_intel<cache_level = 0, load_cache_control = Uncached>, #spirv.cache_control_load_intel<cache_level = 1, load_cache_control = Cached>]} : f32
    // CHECK: spirv.FAdd %{{.*}}, %{{.*}} {fp_fast_math_mode = #spirv.fastmath_mode<NotNaN|NSZ>} : f32
    %1 = spirv.FAdd %0, %0 {fp_fast_math_mode = #spirv.fastmath_mode<NotNaN|NSZ>} : f32
    %2 = spirv.EXT.ConstantCompositeReplicate [2.0 : f32] : vector<4xf32>
    %3 = spirv.FAdd %2, %2 : vector<4xf32>
    // CHECK: spirv.KHR.CooperativeMatrixLoad %{{.*}}, %{{.*}}, <ColumnMajor> : !spirv.ptr<f32, StorageBuffer>, i32 -> !spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>
    %4 = spirv.KHR.CooperativeMatrixLoad %p, %stride, <ColumnMajor> : !spirv.ptr<f32, StorageBuffer>, i32 -> !spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>
    // CHECK: spirv.KHR.CooperativeMatrixLength : !spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>
    %5 = spirv.KHR.CooperativeMatrixLength : !spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>
    spirv.Return
  }
}
// LINES: #[[LOC]] = loc("{{.*}}decorations.mlir":

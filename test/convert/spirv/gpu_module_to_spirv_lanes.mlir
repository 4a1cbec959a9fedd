// RUN: tern-opt --convert-gpu-to-spirv %s > %t.ours
// RUN: mlir-opt --convert-gpu-to-spirv %s --cse | sort > %t.theirs
// RUN: mlir-opt --cse %t.ours | sort | diff -b %t.theirs -
// RUN: FileCheck %s < %t.ours

// Whether another invocation was there is computed even if nothing asks.
// CHECK: spirv.func @validity
// CHECK: spirv.GroupNonUniformShuffleUp <Subgroup>
// CHECK: %[[LANE:.*]] = spirv.Load "Input" %{{.*}} : i32
// CHECK: %[[FROM:.*]] = spirv.ISub %[[LANE]], %{{.*}} : i32
// CHECK: spirv.SGreaterThanEqual %[[FROM]], %{{.*}} : i32
// CHECK: spirv.GroupNonUniformRotateKHR <Subgroup>
// CHECK: spirv.ULessThan
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.4, [Shader, GroupNonUniformShuffleRelative, GroupNonUniformRotateKHR], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<subgroup_size = 32>>} {
  gpu.module @m {
    gpu.func @validity(%x: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 4, 1]>} {
      %w = arith.constant 32 : i32
      %o = arith.constant 8 : i32
      %0, %p = gpu.shuffle up %x, %o, %w : f32
      %1, %q = gpu.rotate %x, 2, 16 : f32
      gpu.return
    }
  }
}

// Arguments become variables, the function an entry point.
// RUN: tern-opt --spirv-lower-abi-attrs --split-input-file %s | FileCheck %s

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @id built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.func @k(%x: f32 {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0), StorageBuffer>}, %p: !spirv.ptr<!spirv.struct<(!spirv.array<12 x vector<3xf32>>, i32)>, StorageBuffer> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 1)>}) "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1], subgroup_size = 8>} {
    %0 = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
    %1 = spirv.FAdd %x, %x : f32
    %c = spirv.Constant 1 : i32
    %q = spirv.AccessChain %p[%c] : !spirv.ptr<!spirv.struct<(!spirv.array<12 x vector<3xf32>>, i32)>, StorageBuffer>, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Return
  }
}
}

// CHECK: module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
// CHECK: spirv.module Logical GLSL450 {
// CHECK: spirv.GlobalVariable @id built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
// CHECK: spirv.GlobalVariable @k_arg_0 bind(0, 0) : !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>
// CHECK: spirv.GlobalVariable @k_arg_1 bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.array<12 x vector<3xf32>, stride=16> [0], i32 [192])>, StorageBuffer>
// CHECK: spirv.func @k() "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<subgroup_size = 8>} {
// CHECK: {{%.*}} = spirv.mlir.addressof @k_arg_0 : !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>
// CHECK: {{%.*}} = spirv.Constant 0 : i32
// CHECK: {{%.*}} = spirv.AccessChain {{%.*}}[{{%.*}}] : !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>, i32 -> !spirv.ptr<f32, StorageBuffer>
// CHECK: {{%.*}} = spirv.Load "StorageBuffer" {{%.*}} : f32
// CHECK: {{%.*}} = spirv.mlir.addressof @k_arg_1 : !spirv.ptr<!spirv.struct<(!spirv.array<12 x vector<3xf32>, stride=16> [0], i32 [192])>, StorageBuffer>
// CHECK: {{%.*}} = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
// CHECK: {{%.*}} = spirv.FAdd {{%.*}}, {{%.*}} : f32
// CHECK: {{%.*}} = spirv.Constant 1 : i32
// CHECK: {{%.*}} = spirv.AccessChain {{%.*}}[{{%.*}}] : !spirv.ptr<!spirv.struct<(!spirv.array<12 x vector<3xf32>, stride=16> [0], i32 [192])>, StorageBuffer>, i32 -> !spirv.ptr<i32, StorageBuffer>
// CHECK: spirv.Return
// CHECK: spirv.EntryPoint "GLCompute" @k, @id
// CHECK: spirv.ExecutionMode @k "LocalSize", 32, 1, 1

// -----

// An ABI whose fields all become modes is gone.
// CHECK-LABEL: spirv.module Physical64 OpenCL
// CHECK: spirv.GlobalVariable @[[ARG:whole_arg_0]] bind(0, 1)
// CHECK: spirv.func @whole() "None" {
// CHECK: spirv.EntryPoint "Kernel" @whole, @[[ARG]]
// CHECK: spirv.ExecutionMode @whole "LocalSize", 1, 2, 3
// CHECK: spirv.ExecutionMode @whole "SubgroupSize", 4
// CHECK: spirv.ExecutionMode @whole "SignedZeroInfNanPreserve", 32
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.6, [Kernel, SubgroupDispatch, SignedZeroInfNanPreserve], []>, #spirv.resource_limits<>>} {
spirv.module Physical64 OpenCL {
  spirv.func @whole(%p: !spirv.ptr<!spirv.struct<(f32 [0])>, CrossWorkgroup> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 1)>}) "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 2, 3], subgroup_size = 4, target_width = 32>} {
    spirv.Return
  }
}
}

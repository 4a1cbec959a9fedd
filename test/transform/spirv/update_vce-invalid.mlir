// What a target lacks is named.
// RUN: tern-opt --spirv-update-vce --split-input-file --verify-diagnostics %s

// expected-error @+1 {{missing 'spirv.target_env' attribute}}
spirv.module Logical GLSL450 {
  
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>} {
spirv.module Logical GLSL450 {
  spirv.func @f(%x: i32) "None" {
    // expected-error @+1 {{'spirv.GroupNonUniformIAdd' requires min version v1.3 but target environment allows up to v1.0}}
    %0 = spirv.GroupNonUniformIAdd <Subgroup> <Reduce> %x : i32 -> i32
    spirv.Return
  }
}
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>} {
spirv.module Logical GLSL450 {
  spirv.func @f(%x: i32) "None" {
    // expected-error @+1 {{'spirv.GroupNonUniformIAdd' requires at least one capability in [GroupNonUniformArithmetic, GroupNonUniformClustered, GroupNonUniformPartitionedNV] but none allowed in target environment}}
    %0 = spirv.GroupNonUniformIAdd <Subgroup> <Reduce> %x : i32 -> i32
    spirv.Return
  }
}
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>} {
spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.GlobalVariable' requires at least one extension in [SPV_KHR_storage_buffer_storage_class, SPV_KHR_variable_pointers] but none allowed in target environment}}
  spirv.GlobalVariable @v bind(0, 0) : !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>
}
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>} {
spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.GlobalVariable' requires at least one capability in [StorageBuffer16BitAccess] but none allowed in target environment}}
  spirv.GlobalVariable @v bind(0, 0) : !spirv.ptr<!spirv.struct<(f16 [0])>, StorageBuffer>
}
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>} {
spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.func' requires at least one capability in [Float64] but none allowed in target environment}}
  spirv.func @f(%x: f64) "None" {
    spirv.Return
  }
}
}

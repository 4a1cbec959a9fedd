// Entry points that cannot be made.
// RUN: tern-opt --spirv-lower-abi-attrs --split-input-file --verify-diagnostics %s

// expected-error @+1 {{missing 'spirv.target_env' attribute}}
spirv.module Logical GLSL450 {
  spirv.func @f() "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    spirv.Return
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Matrix], []>, #spirv.resource_limits<>>} {
spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.func' op could not select execution model based on 'spirv.target_env'}}
  spirv.func @f() "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    spirv.Return
  }
}
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>} {
spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.func' op argument #0 of an entry point needs a 'spirv.interface_var_abi' attribute}}
  spirv.func @f(%x: f32) "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    spirv.Return
  }
}
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>} {
spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.func' op argument #0 is a value, so its 'spirv.interface_var_abi' needs a storage class}}
  spirv.func @f(%x: f32 {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0)>}) "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    spirv.Return
  }
}
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>} {
spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.func' op argument #0 of type 'i1' has no layout in memory}}
  spirv.func @f(%x: i1 {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0), StorageBuffer>}) "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    spirv.Return
  }
}
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>} {
spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.func' op argument #0 of type '!spirv.ptr<f32, StorageBuffer>' has no layout in memory}}
  spirv.func @f(%x: !spirv.ptr<f32, StorageBuffer> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0)>}) "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    spirv.Return
  }
}
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>} {
spirv.module Logical GLSL450 {
  spirv.func @f(%x: !spirv.ptr<!spirv.struct<(!spirv.array<2 x f32>)>, StorageBuffer> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0)>}) "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    // expected-error @+1 {{'spirv.Load' op uses a composite of an entry point's argument that has no layout yet as a whole}}
    %0 = spirv.Load "StorageBuffer" %x : !spirv.struct<(!spirv.array<2 x f32>)>
    spirv.Return
  }
}
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>} {
spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.func' op an entry point cannot have a result}}
  spirv.func @f() -> i32 "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<>} {
    %0 = spirv.Constant 1 : i32
    spirv.ReturnValue %0 : i32
  }
}
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>} {
spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.func' op an entry point needs a body}}
  spirv.func @f() "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "f", linkage_type = <Import>>, spirv.entry_point_abi = #spirv.entry_point_abi<>}
}
}

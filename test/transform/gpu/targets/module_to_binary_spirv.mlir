// RUN: tern-opt %s --gpu-module-to-binary | FileCheck %s
// RUN: tern-opt %s --gpu-module-to-binary=format=isa | FileCheck %s --check-prefix=ISA

// The first word of SPIR-V.
// CHECK: gpu.binary @shader  [#gpu.object<#spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>, "\03\02#\07\00\00\01\00{{.*}}">]
// ISA: gpu.binary @shader  [#gpu.object<#spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>, assembly = "\03\02#\07
gpu.module @shader [#spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>] {
  spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
    // What is left of the gpu.func that it was says nothing.
    spirv.func @main() "None" attributes {workgroup_attributions = 0 : i64} {
      spirv.Return
    }
    spirv.EntryPoint "GLCompute" @main
    spirv.ExecutionMode @main "LocalSize", 1, 1, 1
  }
}

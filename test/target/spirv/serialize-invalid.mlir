// What has no binary form.
// RUN: tern-translate --serialize-spirv --split-input-file --verify-diagnostics %s

// expected-error @+1 {{expected one 'spirv.module' in it, but found 0}}
module {}

// -----

// expected-error @+1 {{has no version, capabilities and extensions: run --spirv-update-vce first}}
spirv.module Logical GLSL450 {}

// -----

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  // expected-error @+1 {{has the attribute 'shiny', which is no decoration of SPIR-V}}
  spirv.GlobalVariable @v {shiny} : !spirv.ptr<f32, Private>
}

// -----

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  // expected-error @+1 {{has the decoration Component with the value unit, which it cannot have}}
  spirv.GlobalVariable @v {component} : !spirv.ptr<f32, Private>
}

// -----

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  // expected-error @+1 {{has type !spirv.arm.tensor<4xf32>, which has no form in a SPIR-V binary}}
  spirv.GlobalVariable @v : !spirv.ptr<!spirv.arm.tensor<4xf32>, UniformConstant>
}

// -----

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  spirv.func @f(%c: i1, %a: i32, %b: i32) -> i32 "None" {
    // expected-error @+1 {{branches to one block by several ways with different operands, which OpPhi cannot tell apart}}
    spirv.BranchConditional %c, ^end(%a : i32), ^end(%b : i32)
  ^end(%v: i32):
    spirv.ReturnValue %v : i32
  }
}

// -----

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  spirv.func @f(%c: i1, %d: i1) "None" {
    spirv.BranchConditional %c, ^a, ^b
  ^a:
    // expected-error @+1 {{meets the ways of another branch in one block, which structured control flow cannot have}}
    spirv.BranchConditional %d, ^x, ^y
  ^x:
    spirv.Branch ^b
  ^y:
    spirv.Branch ^b
  ^b:
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  spirv.func @f(%p: !spirv.ptr<f32, Function>) "None" {
    // expected-error @+1 {{has 'MakePointerVisible', which takes an operand that is not there}}
    %0 = spirv.Load "Function" %p ["MakePointerVisible"] : f32
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  spirv.func @f() "None" {
    // expected-error @+1 {{has a constant of 70000 parts, but a SPIR-V instruction has room for}}
    %0 = spirv.Constant dense<1> : tensor<70000xi32> : !spirv.array<70000 x i32>
    spirv.Return
  }
}

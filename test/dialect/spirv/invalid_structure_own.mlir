// Structure that upstream does not look at: numbers of constants, and what merges give.
// RUN: tern-opt --split-input-file --verify-diagnostics %s

// expected-error @+1 {{'spirv.Constant' op result number of elements (2) does not match value number of elements (1)}}
%0 = spirv.Constant [1 : i32] : !spirv.array<2 x i32>

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    %0 = spirv.mlir.selection -> i32 {
      spirv.Branch ^bb1
    ^bb1:
      // expected-error @+1 {{'spirv.mlir.merge' op has 0 operands, but the op around it has 1 results}}
      spirv.mlir.merge
    }
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    %0 = spirv.mlir.selection -> i32 {
      %1 = spirv.Constant 1.0 : f32
      spirv.Branch ^bb1(%1 : f32)
    ^bb1(%2: f32):
      // expected-error @+1 {{'spirv.mlir.merge' op operand #0 has type 'f32', but the result of the op around it has type 'i32'}}
      spirv.mlir.merge %2 : f32
    }
    spirv.Return
  }
}

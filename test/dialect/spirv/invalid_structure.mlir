// Modules, functions, variables, constants, memory accesses and control flow that are wrong.
// RUN: tern-opt --split-input-file --verify-diagnostics %s

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.module' cannot contain external functions without 'Import' linkage_attributes (LinkageAttributes)}}
  spirv.func @f() "None"
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.module' can only contain spirv.* ops}}
  %0 = arith.constant 1 : i32
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    // expected-error @+1 {{functions in 'spirv.module' can only contain spirv.* ops}}
    %0 = arith.constant 1 : i32
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{function 'f' not found in 'spirv.module'}}
  spirv.EntryPoint "GLCompute" @f
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    spirv.Return
  }
  // expected-error @+1 {{expected spirv.GlobalVariable symbol reference instead of '@g'}}
  spirv.EntryPoint "GLCompute" @f, @g
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @f
  // expected-error @+1 {{duplicate of a previous EntryPointOp}}
  spirv.EntryPoint "GLCompute" @f
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() -> i32 "None" {
    // expected-error @+1 {{'spirv.Return' op cannot be used in functions returning value}}
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%x: i32) "None" {
    // expected-error @+1 {{'spirv.ReturnValue' op returns 1 value but enclosing function requires 0 results}}
    spirv.ReturnValue %x : i32
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%x: i32) -> f32 "None" {
    // expected-error @+1 {{'spirv.ReturnValue' op return value's type ('i32') mismatch with function's result type ('f32')}}
    spirv.ReturnValue %x : i32
  }
}

// -----

// expected-error @+1 {{'spirv.func' op cannot have more than one result}}
spirv.func @f() -> (f32, f32) "None"

// -----

// expected-error @+1 {{'spirv.Return' op failed to verify that op must appear in a function-like op's block}}
spirv.Return

// -----

func.func @f() {
  // expected-error @+1 {{'spirv.EntryPoint' op failed to verify that op must appear in a module-like op's block}}
  spirv.EntryPoint "GLCompute" @f
  return
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.GlobalVariable' op storage class cannot be 'Function'}}
  spirv.GlobalVariable @x : !spirv.ptr<f32, Function>
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{expected spirv.ptr type}}
  spirv.GlobalVariable @x : f32
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.GlobalVariable' op result must be of a !spv.ptr type}}
  "spirv.GlobalVariable"() {type = f32, sym_name = "x"} : () -> ()
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.GlobalVariable' op initializer must be result of a spirv.SpecConstant or spirv.SpecConstantCompositeOp op}}
  spirv.GlobalVariable @x initializer(@y) : !spirv.ptr<f32, Private>
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    // expected-error @+1 {{'spirv.mlir.addressof' op expected spirv.GlobalVariable symbol}}
    %0 = spirv.mlir.addressof @y : !spirv.ptr<f32, Private>
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.GlobalVariable @x : !spirv.ptr<f32, Private>
  spirv.func @f() "None" {
    // expected-error @+1 {{'spirv.mlir.addressof' op result type mismatch with the referenced global variable's type}}
    %0 = spirv.mlir.addressof @x : !spirv.ptr<i32, Private>
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    // expected-error @+1 {{'spirv.mlir.referenceof' op expected spirv.SpecConstant or spirv.SpecConstantComposite symbol}}
    %0 = spirv.mlir.referenceof @y : f32
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.SpecConstant @y = 1 : i32
  spirv.func @f() "None" {
    // expected-error @+1 {{'spirv.mlir.referenceof' op result type mismatch with the referenced specialization constant's type}}
    %0 = spirv.mlir.referenceof @y : f32
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.SpecConstant' op default value bitwidth disallowed}}
  spirv.SpecConstant @y = 1 : i4
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.SpecConstant' op default value can only be a bool, integer, or float scalar}}
  spirv.SpecConstant @y = dense<1> : vector<2xi32>
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.SpecConstant' op SpecId cannot be negative}}
  spirv.SpecConstant @y spec_id(-1) = 1 : i32
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.SpecConstantComposite' op has incorrect number of operands: expected 2, but provided 1}}
  spirv.SpecConstantComposite @y (@x) : vector<2xi32>
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.SpecConstantComposite' op result type must be a composite type, but provided 'i32'}}
  spirv.SpecConstantComposite @y (@x) : i32
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.SpecConstantComposite' op unsupported composite type '!spirv.coopmatrix<2x2xi32, Subgroup, MatrixA>'}}
  spirv.SpecConstantComposite @y (@x) : !spirv.coopmatrix<2x2xi32, Subgroup, MatrixA>
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.SpecConstantComposite' op unknown specialization constant '@x'}}
  spirv.SpecConstantComposite @y (@x, @x) : vector<2xi32>
}

// -----

spirv.module Logical GLSL450 {
  spirv.SpecConstant @x = 1 : i32
  // expected-error @+1 {{'spirv.SpecConstantComposite' op has incorrect types of operands: expected 'f32', but provided 'i32'}}
  spirv.SpecConstantComposite @y (@x, @x) : vector<2xf32>
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.EXT.SpecConstantCompositeReplicate' op result type must be a composite type, but provided 'f32'}}
  spirv.EXT.SpecConstantCompositeReplicate @y (@x) : f32
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.EXT.SpecConstantCompositeReplicate' op splat spec constant reference defining constituent not found}}
  spirv.EXT.SpecConstantCompositeReplicate @y (@x) : vector<2xf32>
}

// -----

spirv.module Logical GLSL450 {
  spirv.SpecConstant @x = 1 : i32
  // expected-error @+1 {{'spirv.EXT.SpecConstantCompositeReplicate' op constituent has incorrect type: expected 'f32', but provided 'i32'}}
  spirv.EXT.SpecConstantCompositeReplicate @y (@x) : vector<2xf32>
}

// -----

// expected-error @+1 {{expected value attribute type 'f32', but got: 'i32'}}
%0 = spirv.EXT.ConstantCompositeReplicate [1 : i32] : vector<2xf32>

// -----

// expected-error @+1 {{unknown value attribute type}}
%0 = spirv.EXT.ConstantCompositeReplicate [unit] : vector<2xf32>

// -----

// expected-error @+1 {{'spirv.Constant' op cannot have attribute: unit}}
%0 = spirv.Constant unit : i32

// -----

// expected-error @+1 {{'spirv.Constant' op must have spirv.array result type for array value}}
%0 = spirv.Constant [1 : i32] : i32

// -----

// expected-error @+1 {{'spirv.Constant' op result number of elements (2) does not match value number of elements (3)}}
%0 = spirv.Constant dense<1> : tensor<3xi32> : !spirv.array<2 x i32>

// -----

// expected-error @+1 {{'spirv.Constant' op result element type ('i32') does not match value element type ('i16')}}
%0 = spirv.Constant dense<1> : tensor<2xi16> : !spirv.array<2 x i32>

// -----

// expected-error @+1 {{'spirv.Constant' op result or element type ('i32') does not match value type ('tensor<2xi32>'), must be the same or spirv.array}}
%0 = spirv.Constant dense<1> : tensor<2xi32> : i32

// -----

// expected-error @+1 {{'spirv.Constant' op result type ('i32') does not match value type ('i16')}}
%0 = spirv.Constant [1 : i16, 1 : i16] : !spirv.array<2 x i32>

// -----

// expected-error @+1 {{'spirv.Constant' op only support nested array result type}}
%0 = spirv.Constant dense<1> : tensor<2xi32> : !spirv.array<2 x vector<2xi32>>

// -----

// expected-error @+1 {{'spirv.Constant' op result type ('f32') does not match value type ('i32')}}
%0 = "spirv.Constant"() {value = 1 : i32} : () -> f32

// -----

func.func @f() {
  %0 = spirv.Constant 1 : i32
  // expected-error @+1 {{'spirv.SpecConstantOperation' op invalid enclosed op}}
  %1 = spirv.SpecConstantOperation wraps "spirv.GL.SAbs"(%0) : (i32) -> i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'spirv.SpecConstantOperation' op invalid operand, must be defined by a constant operation}}
  %1 = spirv.SpecConstantOperation wraps "spirv.IAdd"(%x, %x) : (i32, i32) -> i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{expected 2 operand types but had 1}}
  %0 = spirv.SpecConstantOperation wraps "spirv.IAdd"(%x, %x) : (i32) -> i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{expected an enclosed op with one result}}
  spirv.SpecConstantOperation wraps "spirv.IAdd"(%x, %x) : (i32, i32) -> ()
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{expected ':'}}
  %0 = spirv.SpecConstantOperation wraps "spirv.IAdd"(%x, %x) 1 : (i32, i32) -> i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{invalid properties 1 : i64 for op spirv.IAdd: expected DictionaryAttr to set properties}}
  %0 = spirv.SpecConstantOperation wraps "spirv.IAdd"(%x, %x) <1> : (i32, i32) -> i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'spirv.SpecConstantOperation' op expected exactly 2 nested ops}}
  %0 = "spirv.SpecConstantOperation"() ({
    spirv.mlir.yield %x : i32
  }) : () -> i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'spirv.FunctionCall' op callee function 'x' not found in nearest symbol table}}
  %0 = spirv.FunctionCall @x(%x) : (i32) -> i32
  return
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%x: i32) "None" {
    // expected-error @+1 {{'spirv.FunctionCall' op has incorrect number of operands for callee: expected 1, but provided 2}}
    spirv.FunctionCall @f(%x, %x) : (i32, i32) -> ()
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%x: f32) "None" {
    %0 = spirv.Constant 0 : i32
    // expected-error @+1 {{'spirv.FunctionCall' op operand type mismatch: expected operand type 'f32', but provided 'i32' for operand number 0}}
    spirv.FunctionCall @f(%0) : (i32) -> ()
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%x: i32) "None" {
    // expected-error @+1 {{'spirv.FunctionCall' op has incorrect number of results has for callee: expected 0, but provided 1}}
    %0 = spirv.FunctionCall @f(%x) : (i32) -> i32
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%x: i32) -> i32 "None" {
    // expected-error @+1 {{'spirv.FunctionCall' op result type mismatch: expected 'i32', but provided 'f32'}}
    %0 = spirv.FunctionCall @f(%x) : (i32) -> f32
    spirv.ReturnValue %x : i32
  }
}

// -----

func.func @f() {
  // expected-error @+1 {{'spirv.mlir.merge' op expects parent op to be one of 'spirv.mlir.selection, spirv.mlir.loop'}}
  spirv.mlir.merge
}

// -----

spirv.func @f() "None" {
  // expected-error @+1 {{'spirv.Unreachable' op cannot be used in reachable block}}
  spirv.Unreachable
}

// -----

func.func @f() {
  // expected-error @+1 {{'spirv.Variable' op can only be used to model function-level variables. Use spirv.GlobalVariable for module-level variables.}}
  %0 = "spirv.Variable"() {storage_class = #spirv.storage_class<Private>} : () -> !spirv.ptr<f32, Private>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'spirv.Variable' op storage class must match result pointer's storage class}}
  %0 = "spirv.Variable"() {storage_class = #spirv.storage_class<Function>} : () -> !spirv.ptr<f32, Private>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'spirv.Variable' op initializer must be the result of a constant or spirv.GlobalVariable op}}
  %0 = spirv.Variable init(%x) : !spirv.ptr<f32, Function>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'spirv.Variable' op cannot have 'descriptor_set' attribute (only allowed in spirv.GlobalVariable)}}
  %0 = spirv.Variable bind(1, 2) : !spirv.ptr<f32, Function>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{expected spirv.ptr type}}
  %0 = spirv.Variable : f32
  return
}

// -----

func.func @f(%c: vector<2xi1>, %a: f32) {
  // expected-error @+1 {{'spirv.Select' op result expected to be of vector type when condition is of vector type}}
  %0 = spirv.Select %c, %a, %a : vector<2xi1>, f32
  return
}

// -----

func.func @f(%c: vector<2xi1>, %a: vector<3xf32>) {
  // expected-error @+1 {{'spirv.Select' op result should have the same number of elements as the condition when condition is of vector type}}
  %0 = spirv.Select %c, %a, %a : vector<2xi1>, vector<3xf32>
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'spirv.BranchConditional' op branch weights cannot both be zero}}
  spirv.BranchConditional %c [0, 0], ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'spirv.BranchConditional' op must have exactly two branch weights}}
  "spirv.BranchConditional"(%c)[^bb1, ^bb1] {branch_weights = [1 : i32], operandSegmentSizes = array<i32: 1, 0, 0>} : (i1) -> ()
^bb1:
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{expected a 32-bit integer but got 'true'}}
  spirv.BranchConditional %c [true, 0], ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{branch has 1 operands for successor #0, but target block has 0}}
  spirv.Switch %x : i32, [
    default: ^bb1(%x : i32)
  ]
^bb1:
  return
}

// -----

func.func @f(%a: !spirv.ptr<f32, Function>, %b: !spirv.ptr<i32, Function>) {
  // expected-error @+1 {{'spirv.CopyMemory' op both operands must be pointers to the same type}}
  "spirv.CopyMemory"(%a, %b) : (!spirv.ptr<f32, Function>, !spirv.ptr<i32, Function>) -> ()
  return
}

// -----

func.func @f(%a: !spirv.ptr<f32, Function>) {
  // expected-error @+1 {{'spirv.Load' op missing alignment value}}
  %0 = "spirv.Load"(%a) {memory_access = #spirv.memory_access<Aligned>} : (!spirv.ptr<f32, Function>) -> f32
  return
}

// -----

func.func @f(%a: !spirv.ptr<f32, Function>) {
  // expected-error @+1 {{'spirv.Load' op invalid alignment specification without aligned memory access specification}}
  %0 = "spirv.Load"(%a) {alignment = 4 : i32} : (!spirv.ptr<f32, Function>) -> f32
  return
}

// -----

func.func @f(%a: !spirv.ptr<f32, Function>) {
  // expected-error @+1 {{'spirv.Load' op invalid alignment specification with non-aligned memory access specification}}
  %0 = "spirv.Load"(%a) {memory_access = #spirv.memory_access<Volatile>, alignment = 4 : i32} : (!spirv.ptr<f32, Function>) -> f32
  return
}

// -----

func.func @f(%a: !spirv.ptr<f32, Function>) {
  // expected-error @+1 {{invalid storage_class attribute specification: "Nowhere"}}
  %0 = spirv.Load "Nowhere" %a : f32
  return
}

// -----

func.func @f(%p: !spirv.ptr<f32, Function>, %i: i32) {
  // expected-error @+1 {{'spirv.AccessChain' op cannot extract from non-composite type 'f32' with index 0}}
  %0 = spirv.AccessChain %p[%i] : !spirv.ptr<f32, Function>, i32 -> !spirv.ptr<f32, Function>
  return
}

// -----

func.func @f(%p: !spirv.ptr<!spirv.struct<(f32)>, Function>, %i: i32) {
  // expected-error @+1 {{'spirv.AccessChain' op index must be an integer spirv.Constant to access element of spirv.struct}}
  %0 = spirv.AccessChain %p[%i] : !spirv.ptr<!spirv.struct<(f32)>, Function>, i32 -> !spirv.ptr<f32, Function>
  return
}

// -----

func.func @f(%p: !spirv.ptr<!spirv.struct<(f32)>, Function>) {
  %i = spirv.Undef : i32
  // expected-error @+1 {{'spirv.AccessChain' op index must be an integer spirv.Constant to access element of spirv.struct, but provided spirv.Undef}}
  %0 = spirv.AccessChain %p[%i] : !spirv.ptr<!spirv.struct<(f32)>, Function>, i32 -> !spirv.ptr<f32, Function>
  return
}

// -----

func.func @f(%p: !spirv.ptr<!spirv.struct<(f32)>, Function>) {
  %i = spirv.Constant 1 : i32
  // expected-error @+1 {{'spirv.AccessChain' op index 1 out of bounds for '!spirv.struct<(f32)>'}}
  %0 = spirv.AccessChain %p[%i] : !spirv.ptr<!spirv.struct<(f32)>, Function>, i32 -> !spirv.ptr<f32, Function>
  return
}

// -----

func.func @f(%p: !spirv.ptr<!spirv.array<4 x f32>, Function>, %i: i32) {
  // expected-error @+1 {{'spirv.AccessChain' op invalid result type: expected '!spirv.ptr<f32, Function>', but provided '!spirv.ptr<i32, Function>'}}
  %0 = spirv.AccessChain %p[%i] : !spirv.ptr<!spirv.array<4 x f32>, Function>, i32 -> !spirv.ptr<i32, Function>
  return
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    // expected-error @+1 {{'spirv.mlir.selection' op last block must be the merge block with only one 'spirv.mlir.merge' op}}
    spirv.mlir.selection {
      spirv.Return
    }
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    // expected-error @+1 {{'spirv.mlir.selection' op must have a selection header block}}
    spirv.mlir.selection {
      spirv.mlir.merge
    }
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    // expected-error @+1 {{'spirv.mlir.selection' op should not have 'spirv.mlir.merge' op outside the merge block}}
    spirv.mlir.selection {
      spirv.mlir.merge
    ^bb1:
      spirv.mlir.merge
    }
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    // expected-error @+1 {{'spirv.mlir.loop' op must have an entry block branching to the loop header block}}
    spirv.mlir.loop {
      spirv.mlir.merge
    }
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    // expected-error @+1 {{'spirv.mlir.loop' op must have a loop header block branched from the entry block}}
    spirv.mlir.loop {
      spirv.Branch ^bb1
    ^bb1:
      spirv.mlir.merge
    }
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    // expected-error @+1 {{'spirv.mlir.loop' op entry block must only have one 'spirv.Branch' op to the second block}}
    spirv.mlir.loop {
      spirv.Branch ^bb2
    ^bb1:
      spirv.Branch ^bb2
    ^bb2:
      spirv.mlir.merge
    }
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    // expected-error @+1 {{'spirv.mlir.loop' op requires a loop continue block branching to the loop header block}}
    spirv.mlir.loop {
      spirv.Branch ^bb1
    ^bb1:
      spirv.Branch ^bb1
    ^bb2:
      spirv.mlir.merge
    }
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    // expected-error @+1 {{'spirv.mlir.loop' op second to last block must be the loop continue block that branches to the loop header block}}
    spirv.mlir.loop {
      spirv.Branch ^bb1
    ^bb1:
      spirv.Branch ^bb2
    ^bb2:
      spirv.Branch ^bb3
    ^bb3:
      spirv.mlir.merge
    }
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    // expected-error @+1 {{'spirv.mlir.loop' op can only have the entry and loop continue block branching to the loop header block}}
    spirv.mlir.loop {
      spirv.Branch ^bb1
    ^bb1:
      spirv.Branch ^bb2
    ^bb2:
      spirv.Branch ^bb1
    ^bb3:
      spirv.Branch ^bb1
    ^bb4:
      spirv.mlir.merge
    }
    spirv.Return
  }
}

// -----

// expected-error @+1 {{expected #spirv.vce but got '1 : i64'}}
spirv.module Logical GLSL450 requires 1 {
}

// -----

// expected-error @+1 {{invalid function_control attribute specification: "Nothing"}}
spirv.func @f() "Nothing"

// -----

// expected-error @+1 {{'spirv.module' op region #0 should have no arguments}}
"spirv.module"() <{addressing_model = #spirv.addressing_model<Logical>, memory_model = #spirv.memory_model<GLSL450>}> ({
^bb0(%x: i32):
}) : () -> ()

// -----

// expected-error @+1 {{'spirv.func' op requires attribute 'function_control'}}
"spirv.func"() <{function_type = () -> (), sym_name = "f"}> ({
  "spirv.Return"() : () -> ()
}) : () -> ()

// -----

spirv.func @f() "None" {
  // expected-error @+1 {{'spirv.mlir.loop' op requires attribute 'loop_control'}}
  "spirv.mlir.loop"() ({
  }) : () -> ()
  spirv.Return
}

// -----

spirv.func @f() "None" {
  // expected-error @+1 {{'spirv.mlir.selection' op requires attribute 'selection_control'}}
  "spirv.mlir.selection"() ({
  }) : () -> ()
  spirv.Return
}

// -----

spirv.func @f() "None" {
  %0 = spirv.Undef : i32
  // expected-error @+1 {{'spirv.SpecConstantOperation' op invalid operand, must be defined by a constant operation}}
  %1 = spirv.SpecConstantOperation wraps "spirv.IAdd"(%0, %0) : (i32, i32) -> i32
  spirv.Return
}

// -----

// expected-error @+1 {{invalid kind of attribute specified}}
spirv.SpecConstant @a spec_id("x") = 1 : i32

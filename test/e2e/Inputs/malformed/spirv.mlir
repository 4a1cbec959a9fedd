// Examples of spirv ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
spirv.module , Logical GLSL450 requires #spirv.vce<v1.0, [Shader]@m []> {
  spirv.func @f() "None" {
    spirv.Return
  }
}
// -----
spirv.module @m  GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  spirv.func @f() "None" {
    spirv.Return
  }
}
// -----
spirv.func @f(%x: i32) ->  "DontInline" {
  spirv.ReturnValue %x : i32
}
// -----
spirv.func spirv.func @f(%x: i32) -> i32 "DontInline" {
  spirv.ReturnValue %x : i32
}
// -----
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @b bind bind(0, 1) : !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>
  spirv.GlobalVariable @id built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
}
// -----
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @b bind(0, 1) : !spirv.ptr<!spirv.struct<f32 [0])>, StorageBuffer>
  spirv.GlobalVariable @id built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
}
// -----
spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    spirv.Return
  }

// -----
spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    spirv.Return
  }
   "GLCompute" @f
}
// -----
spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @f
  spirv.ExecutionMode
// -----
spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @f
  spirv.ExecutionMode @f "LocalSize" 8, 4, 1
}
// -----
%0 = spirv.Constant 42  i32
%1 = spirv.Constant dense<[1.0, 2.0]> : vector<2xf32>
%2 = spirv.Constant [1 : i32, 2 : i32] : !spirv.array<2 x i32>
// -----
42 = spirv.Constant %0 : i32
%1 = spirv.Constant dense<[1.0, 2.0]> : vector<2xf32>
%2 = spirv.Constant [1 : i32, 2 : i32] : !spirv.array<2 x i32>
// -----
spirv.module Logical GLSL450 {
  spirv.SpecConstant @a spec_id(5) = 4 : : i32
}
// -----
spirv.module Logical GLSL450 {
  spirv.SpecConstant @a (5) = 4 : i32
}
// -----
spirv.module Logical GLSL450 {
  spirv.SpecConstant @a = 4 : i32
  spirv.SpecConstantComposite @v <@a, @a) : vector(2xi32>
}
// -----
spirv.module Logical GLSL450 {
  spirv.SpecConstant @a = 4 : i32
  spirv.SpecConstantComposite @v @v (@a, @a) : vector<2xi32>
}
// -----
spirv.func @f() -> i32 "None" {
  %0 = spirv.Constant 1 : i32
  %1 = spirv.SpecConstantOperation ( "spirv.IAdd"wraps%0, %0) : (i32, i32) -> i32
  spirv.ReturnValue %1 : i32
}
// -----
spirv.func @f() -> i32 "None" {
  %0 = spirv.Constant 1 : i32
  %1 = spirv.SpecConstantOperation wraps "spirv.IAdd"(%0, %0) : (i32, i32) ->
// -----
%0 = = spirv.EXT.ConstantCompositeReplicate [1 : i32] : vector<4xi32>
// -----
%0 = spirv.EXT.ConstantCompositeReplicate [1 : i32]
// -----
spirv.module Logical GLSL450 {
  spirv.SpecConstant @a = 4 : i32
   @v (@a) : vector<2xi32>
}
// -----
spirv.module Logical GLSL450 {
  spirv.SpecConstant @a = 4 : i32
  spirv.EXT.SpecConstantCompositeReplicate @v (>) : vector<2xi32@a
}
// -----
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @v : !spirv.ptr<f32, Private>
  spirv.func @f() "None" {
    %0 = spirv.mlir.addressof @v : !spirv.ptr<f32
// -----
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @v : !spirv.ptr<f32, Private>
  spirv.func @f() "None" {
    %0 = spirv.mlir.addressof @v : <!spirv.ptrf32, Private>
    spirv.Return
  }
}
// -----
%0 = spirv.Undef
// -----
%0 = : spirv.Undef f32
// -----
%0 = spirv.Constant 1.0 : f32
%1 = spirv.Variable init(%0) : !spirv.ptr<f32, , Function>
// -----
%0 = spirv.Constant 1.0 : f32
%1 = spirv.Variable init(%0) : !spirv.ptr<f32, >
// -----
%0 = spirv.Variable : !spirv.ptr<f32, Function>
%1 = spirv.Load "Function" %0 %0 : f32
%2 = spirv.Load "Function" %0 ["Volatile|Aligned", 4] : f32
// -----
%0 = spirv.Variable : !spirv.ptr<f32, Function>
%1 =  "Function" %0 : f32
%2 = spirv.Load "Function" %0 ["Volatile|Aligned", 4] : f32
// -----
%0 = spirv.Constant 1.0 : f32
%1 = spirv.Variable : !spirv.ptr<f32, Function>
spirv.Store "Function" %1, %0 ["Aligned", 4] :
// -----
%0 = spirv.Constant 1.0 : f32
%1 = spirv.Variable : !spirv.ptr<f32, Function>
spirv.Store "Function" %1, %0 ["Aligned", , 4] : f32
// -----
%0 = spirv.Variable : !spirv.ptr<f32, Function>
%1 = spirv.Variable : !spirv.ptr<f32, Function>
spirv.CopyMemory "Function" "Function", %0 %1 ["Aligned", 4],  ["Volatile"] : f32
// -----
%0 = spirv.Variable : !spirv.ptr<f32, Function>
%1 = spirv.Variable : !spirv.ptr<f32, Function>
spirv.CopyMemory "Function" %0, "Function" %1 ["Aligned", 4],  ["Volatile"] :
// -----
%0 = spirv.Variable : !spirv.ptr<!spirv.array<4 x f32>, Function>
%1 = spirv.Constant 2 : i32
%2 = spirv.AccessChain %0[%1] : !spirv.ptr<!spirv.array<4 x f32>, Function>, i32 -> !spirv.ptr
// -----
%0 = spirv.Variable : !spirv.ptr<!spirv.array<4 x f32>, Function>
%1 = spirv.Constant 2 : i32
%2 = spirv.AccessChain %0[%1] : !spirv.ptr<<4 x f32>, Function>, i32 -> !spirv.ptr<f32, Function>
// -----
%0 = spirv.Variable : !spirv.ptr<!spirv.array<4 x f32>, Function>
%1 = spirv.Constant 2 : i64
%2 = spirv.PtrAccessChain %0[%1 %1] : !spirv.ptr<!spirv.array<4 x f32>, Function>, i64, i64 -> !spirv.ptr !spirv.ptr<f32, Function>
// -----
%0 = spirv.Variable : !spirv.ptr<!spirv.array<4 x f32>, Function>
%1 = spirv.Constant 2 : i64
%2 =
// -----
spirv.func @f(%x: i32) "None" {
  spirv.Branch ^bb1(%x  i32)
^bb1(%y: i32):
  spirv.Return
}
// -----
spirv.func @f(%x: i32) "None" {
  spirv.Branch ^bb1)%x : i32(
^bb1(%y: i32):
  spirv.Return
}
// -----
spirv.func @f(%c: i1, %x: i32) "None" {
  spirv.BranchConditional %c [5, 10], ^bb1( ^bb2,%x : i32)
^bb1:
  spirv.Return
^bb2(%y: i32):
  spirv.Return
}
// -----
spirv.func @f(%c: i1, %x: i32) "None" {
  spirv.BranchConditional %c [5, 10], ^bb1, ^bb2(%x : i32
// -----
spirv.func @f(%s: i32, %x: i32) "None" {

// -----
spirv.func @f(%s: i32, %x: i32) "None" {
  spirv.Switch %s  i32, [
    default: ^bb1,
    42: ^bb2(%x : i32)
  ]
^bb1:
  spirv.Return
^bb2(%y: i32):
  spirv.Return
}
// -----
spirv.func @f(%c: i1) "None" {
  spirv.mlir.loop control(Unroll)
// -----
spirv.func @f(%c: i1) "None" {
  control spirv.mlir.loop(Unroll) {
    spirv.Branch ^bb1
  ^bb1:
    spirv.BranchConditional %c, ^bb2, ^bb3
  ^bb2:
    spirv.Branch ^bb1
  ^bb3:
    spirv.mlir.merge
  }
  spirv.Return
}
// -----
spirv.func @f(%c: i1) "None" {
  spirv.mlir.selection control()Flatten {
    spirv.BranchConditional %c, ^bb1, ^bb2
  ^bb1:
    spirv.Branch ^bb2
  ^bb2:
    spirv.mlir.merge
  }
  spirv.Return
}
// -----
spirv.func @f(%c: i1) "None" {
  spirv.mlir.selection control
// -----
spirv.func @f(%c: i1) "None" {
  spirv.mlir.selection {
    spirv.BranchConditional %c, ^bb1, ^bb2
  ^bb1:
    spirv.Branch ^bb2
  ^bb2:

// -----
spirv.func @f
// -----
spirv.func @f @f() -> i32 "None" {
  %0 = spirv.Constant 1 : i32
  %1 = spirv.SpecConstantOperation wraps "spirv.IAdd"(%0, %0) : (i32, i32) -> i32
  spirv.ReturnValue %1 : i32
}
// -----
spirv.func @f() "None" {

// -----
spirv.module Logical GLSL450 {
  spirv.func @f(%x: i32) -> i32 "None" {
    spirv.ReturnValue %x : i32
  }
  spirv.func @g(%x: i32) -> i32 "None" {
    %0 = spirv.FunctionCall @f @f(%x) : (i32) -> i32
    spirv.ReturnValue %0 : i32
  }
}
// -----
spirv.module Logical GLSL450 {
  spirv.func @f(%x: i32) -> i32 "None" {
    spirv.ReturnValue %x : i32
  }
  spirv.func @g(%x: i32) -> i32 "None" {
    %0 = spirv.FunctionCall @f(%x: ) (i32) -> i32
    spirv.ReturnValue %0 : i32
  }
}
// -----
%c = "test.value"() : () -> i1
%a = "test.value"() : () -> f32
%0 =
// -----
%c = "test.value"() : () -> i1
%a = "test.value"() : () -> f32
%0 = spirv.Select %c, %a,  : i1, f32
// -----
spirv.ControlBarrier <Workgroup>
// -----
spirv.ControlBarrier <>>, <WorkgroupWorkgroup, <AcquireRelease|WorkgroupMemory>
// -----
spirv.MemoryBarrier <Device>, Acquire<|UniformMemory>
// -----
spirv.MemoryBarrier <Device>, <
// -----
%a = "test.value"() : () -> vector<4xf32>
%b = "test.value"() : () -> vector<4xf32>
%r = = spirv.FAdd %a, %b : vector<4xf32>
// -----
%a = "test.value"() : () -> vector<4xf32>
%b = "test.value"() : () -> vector<4xf32>
%r =  %a, %b : vector<4xf32>
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.IAddCarry %a, %b : !spirv.struct<(i32 i32, i32)>
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.IAddCarry , %b : !spirv.struct<(i32, i32)>
// -----
%a = "test.value"() : () -> vector<2xi32>
%b = "test.value"() : () -> vector<2xi32>
%r = spirv.ISubBorrow %a, %b : !spirv.struct<(vector<2xi32>, vector<2xi32)>
// -----
%a = "test.value"() : () -> vector<2xi32>
%b = "test.value"() : () -> vector<2xi32>
%r = spirv.ISubBorrow %a, %b %b : !spirv.struct<(vector<2xi32>, vector<2xi32>)>
// -----
%a = "test.value"() : () -> vector<4xf32>
%b = "test.value"() : () -> vector<4xf32>
%a = spirv.Dot %r, %b : vector<4xf32> -> f32
// -----
%a = "test.value"() : () -> vector<4xf32>
%b = "test.value"() : () -> vector<4xf32>
%r = spirv.Dot %a, %b : : vector<4xf32> -> f32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.SMulExtended %a, ( : !spirv.struct<%bi32, i32)>
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r =
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.UMulExtended %a, %b : !spirv.struct<(i32, i32)
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.UMulExtended %a, %b : !spirv.struct<(i32, i32) )>
// -----
%a = "test.value"() : () -> vector<4xf32>
%b = "test.value"() : () -> f32
%r = spirv.VectorTimesScalar %a, %b : (vector<4xf32>
// -----
%a = "test.value"() : () -> vector<4xf32>
%b = "test.value"() : () -> f32
%r = spirv.VectorTimesScalar %a, %b : (vector<4xf32>, , f32) -> vector<4xf32>
// -----
%p = "test.value"() : () -> !spirv.ptr<i32, StorageBuffer>
%v = "test.value"() : () -> i32
%r = spirv.AtomicAnd <Device> <None> %p, %v  !spirv.ptr<i32, StorageBuffer>
// -----
%p = "test.value"() : () -> !spirv.ptr<i32, StorageBuffer>
%v = "test.value"() : () -> i32
%r = = spirv.AtomicAnd <Device> <None> %p, %v : !spirv.ptr<i32, StorageBuffer>
// -----
%p = "test.value"() : () -> !spirv.ptr<i32, Workgroup>
%v = "test.value"() : () -> i32
%c = "test.value"() : () -> i32
%r = spirv.AtomicCompareExchange <Workgroup> < <Acquire> <None> %p, %v, %c : !spirv.ptr<i32, Workgroup>
// -----
%p = "test.value"() : () -> !spirv.ptr<i32, Workgroup>
%v = "test.value"() : () -> i32
%c = "test.value"() : () -> i32
%r = spirv.AtomicCompareExchange <Workgroup> <Acquire> <None> %p, , %c : !spirv.ptr<i32, Workgroup>
// -----
%a = "test.value"() : () -> i32
%r = spirv.BitCount spirv.BitCount %a : i32
// -----
%a = "test.value"() : () -> i32
%r = spirv.BitCount %a  i32
// -----
%a = "test.value"() : () -> vector<3xi32>
%b = "test.value"() : () -> vector<3xi32>
%o = "test.value"() : () -> i8
%c = "test.value"() : () -> i8
 = spirv.BitFieldInsert %a, %b, %o, %c : vector<3xi32>, i8, i8
// -----
%a = "test.value"() : () -> vector<3xi32>
%b = "test.value"() : () -> vector<3xi32>
%o = "test.value"() : () -> i8
%c = "test.value"() : () -> i8
%r = spirv.BitFieldInsert %a, %b, %o, %c : vector<3xi32>, i8,
// -----
%a = "test.value"() : () -> vector<2xf32>
%r = = spirv.Bitcast %a : vector<2xf32> to i64
// -----
%a = "test.value"() : () -> vector<2xf32>
%r = spirv.Bitcast %a : i64<2xf32> to vector
// -----
%f = "test.value"() : () -> !spirv.ptr<i8, UniformConstant>
%a = "test.value"() : () -> i32
%r = spirv.CL.printf %f %a : <i8, UniformConstant>, i32 -> i32
// -----
%f = "test.value"() : () -> !spirv.ptr<i8, UniformConstant>
%a = "test.value"() : () -> i32
%r = spirv.CL.printf %f %a : !spirv.ptr<i8, UniformConstant>
// -----
%a = "test.value"() : () -> vector<2xf32>
%b = "test.value"() : () -> f32
%r = spirv.CompositeConstruct %a, %b : (vector vector<2xf32>, f32) -> vector<3xf32>
// -----
%a = "test.value"() : () -> !spirv.array<4 x vector<4xf32>>
%r = spirv.CompositeExtract [%a1 : i32, 2 : i32] : !spirv.array<4 x vector<4xf32>>
// -----
%a = "test.value"() : () -> !spirv.array<4 x vector<4xf32>>
%r = spirv.CompositeExtract %a[1 : i32, 2 : i32] : !spirv.array< <4 x vector<4xf32>>
// -----
%a = "test.value"() : () -> !spirv.array<4 x f32>
%b = "test.value"() : () -> f32
%r = spirv.CompositeInsert %b, %a[1 : i32] : f32 into !spirv.array
// -----
%a = "test.value"() : () -> !spirv.array<4 x f32>
%b = "test.value"() : () -> f32
%r = spirv.CompositeInsert %b, %a[1 : i32 i32] : f32 into !spirv.array<4 x f32>
// -----
%a = "test.value"() : () -> vector<8xf32>
%i = "test.value"() : () -> i32
%r  spirv.VectorExtractDynamic %a[%i] : vector<8xf32>, i32
// -----
%a = "test.value"() : () -> vector<8xf32>
%i = "test.value"() : () -> i32
%r = spirv.VectorExtractDynamic %a[%i] : vector<8xf32
// -----
%a = "test.value"() : () -> vector<4xf32>
%s = "test.value"() : () -> f32
%i = "test.value"() : () -> i32
%r = spirv.VectorInsertDynamic %s, %a[]%i : vector<4xf32>, i32
// -----
%a = "test.value"() : () -> vector<4xf32>
%s = "test.value"() : () -> f32
%i = "test.value"() : () -> i32
%r = spirv.VectorInsertDynamic %s,
// -----
%a = "test.value"() : () -> vector<4xf32>
%b = "test.value"() : () -> vector<2xf32>
%r = spirv.VectorShuffle [1 : i32, 3 : i32, 5 : i32] %a, %b : vector<4xf32>, vector<2xf32> -> vector<>
// -----
%a = "test.value"() : () -> vector<4xf32>
%b = "test.value"() : () -> vector<2xf32>
%r = spirv.VectorShuffle [1 : i32, 3 : i32, 5 : i32] %a, %b : vector<4xf32
// -----
%r = spirv.KHR.CooperativeMatrixLength : !spirv.coopmatrix<16x8xf32, Subgroup Subgroup, MatrixA>
// -----
, = spirv.KHR.CooperativeMatrixLength : !spirv.coopmatrix<16x8xf32, Subgroup%r MatrixA>
// -----
%p = "test.value"() : () -> !spirv.ptr<f32, StorageBuffer>
%s = "test.value"() : () -> i32
%r = spirv.KHR.CooperativeMatrixLoad %p, f32, <RowMajor>, <Volatile> : !spirv.ptr<%s, StorageBuffer>, i32 -> !spirv.coopmatrix<16x8xf32, Subgroup, MatrixA>
// -----
%p = "test.value"() : () -> !spirv.ptr<f32, StorageBuffer>
%s = "test.value"() : () -> i32
%r = spirv.KHR.CooperativeMatrixLoad %p, %s, <RowMajor>, <Volatile> : !spirv.ptr<f32, StorageBuffer>, i32
// -----
%a = "test.value"() : () -> !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>
%b = "test.value"() : () -> !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB>
%c = "test.value"() : () -> !spirv.coopmatrix<8x4xi32, Subgroup, MatrixAcc>
%r = spirv.KHR.CooperativeMatrixMulAdd %a, %b, %c, <ASigned|AccSat> : : !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB> -> !spirv.coopmatrix<8x4xi32, Subgroup, MatrixAcc>
// -----
%a = "test.value"() : () -> !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>
%b = "test.value"() : () -> !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB>
%c = "test.value"() : () -> !spirv.coopmatrix<8x4xi32, Subgroup, MatrixAcc>
%r = spirv.KHR.CooperativeMatrixMulAdd %a, %b, %c, <ASigned|AccSat> : !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB> ->
// -----
%p = "test.value"() : () -> !spirv.ptr<f32, StorageBuffer>
%m = "test.value"() : () -> !spirv.coopmatrix<16x8xf32, Subgroup, MatrixA>
%s = "test.value"() : () -> i32
spirv.KHR.CooperativeMatrixStore %p, %m, %s, 16x8xf32ColumnMajor> : !spirv.ptr<f32, StorageBuffer>, !spirv.coopmatrix<<, Subgroup, MatrixA>, i32
// -----
%p = "test.value"() : () -> !spirv.ptr<f32, StorageBuffer>
%m = "test.value"() : () -> !spirv.coopmatrix<16x8xf32, Subgroup, MatrixA>
%s = "test.value"() : () -> i32
spirv.KHR.CooperativeMatrixStore %p, %m, %s, <ColumnMajor> : !spirv.ptr<f32, StorageBuffer>, !spirv.coopmatrix<16x8xf32, Subgroup, MatrixA
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.SDot %a, %b, <PackedVectorFormat4x8Bit> : i32 -> > i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = spirv.SDot %a, %b <PackedVectorFormat4x8Bit> : i32 -> i32
// -----
%a = "test.value"() : () -> vector<4xi8>
%b = "test.value"() : () -> vector<4xi8>
%c = "test.value"() : () -> i32
%r = spirv.SDotAccSat %a, %b, %c : vector<4xi8> -> i32 i32
// -----
%a = "test.value"() : () -> vector<4xi8>
%b = "test.value"() : () -> vector<4xi8>
%c = "test.value"() : () -> i32
%r = spirv.SDotAccSat %a, %b, %c : vector<> -> i32
// -----
%a = "test.value"() : () -> vector<3xf32>
%b = "test.value"() : () -> vector<3xf32>
%r = spirv.GL.Distance %a, %b : vector3xf32>, vector<3xf32> -> f32
// -----
%a = "test.value"() : () -> vector<3xf32>
%b = "test.value"() : () -> vector<3xf32>
%r = spirv.GL.Distance %a, %b : vector<3xf32>, vector<3xf32
// -----
%x = "test.value"() : () -> f32
%y = "test.value"() : () -> f32
%a = "test.value"() : () -> f32
%r = spirv.GL.FMix %x : f32, %y : f32, > : f32 -%a f32
// -----
%x = "test.value"() : () -> f32
%y = "test.value"() : () -> f32
%a = "test.value"() : () -> f32
%r = spirv.GL.FMix %x : f32, %y : f32,  : f32 -> f32
// -----
%a = "test.value"() : () -> f32
%r > spirv.GL.FrexpStruct %a : f32 -= !spirv.struct<(f32, i32)>
// -----
%a = "test.value"() : () -> f32
%r = spirv.GL.FrexpStruct %a : f32 - !spirv.struct<(f32, i32)>
// -----
%x = "test.value"() : () -> f32
%e = "test.value"() : () -> i32
%r = spirv.GL.Ldexp %x :
// -----
%x = "test.value"() : () -> f32
%e = "test.value"() : () -> i32
%r = spirv.GL.Ldexp  : f32, %e : i32 -> f32
// -----
%a = "test.value"() : () -> vector<3xf32>
%r = spirv.GL.Length %a : vector<3xf32>
// -----
%a = "test.value"() : () -> vector<3xf32>
> = spirv.GL.Length %a : vector<3xf32%r -> f32
// -----
spirv.module Logical Vulkan {
  spirv.ARM.Graph @graph:%arg0( !spirv.arm.tensor<14x19xi16>) -> !spirv.arm.tensor<14x19xi16> {
    spirv.ARM.GraphOutputs %arg0 : !spirv.arm.tensor<14x19xi16>
  }
}
// -----
spirv.module Logical Vulkan {
  spirv.ARM.Graph @graph(%arg0: !spirv.arm.tensor<14x19xi16>) ->
// -----
spirv.module Logical Vulkan {
  spirv.GlobalVariable @in bind(0, 0) : !spirv.ptr<!spirv.arm.tensor<14x19xi16>, UniformConstant>
  spirv.GlobalVariable @out bind(0, 1) : !spirv.ptr<!spirv.arm.tensor<14x19xi16>, UniformConstant>
  spirv.ARM.GraphEntryPoint @graph @graph, @in, @out
  spirv.ARM.Graph @graph(%arg0: !spirv.arm.tensor<14x19xi16>) -> !spirv.arm.tensor<14x19xi16> {
    spirv.ARM.GraphOutputs %arg0 : !spirv.arm.tensor<14x19xi16>
  }
}
// -----
spirv.module Logical Vulkan {
  spirv.GlobalVariable @in bind(0, 0) : !spirv.ptr<!spirv.arm.tensor<14x19xi16>, UniformConstant>
  spirv.GlobalVariable @out bind(0, 1) : !spirv.ptr<!spirv.arm.tensor<14x19xi16>, UniformConstant>
  spirv.ARM.GraphEntryPoint @graph,
// -----
%v = "test.value"() : () -> f32
%i = "test.value"() : () -> vector<3xi32>
%r = spirv.GroupBroadcast <Workgroup> %vvector %i : f32, ,<3xi32>
// -----
%v = "test.value"() : () -> f32
%i = "test.value"() : () -> vector<3xi32>
%r = spirv.GroupBroadcast <Workgroup> %v, %i : f32, <3xi32>
// -----
%p = "test.value"() : () -> !spirv.ptr<i32, StorageBuffer>
%v = "test.value"() : () -> i32
spirv.INTEL.SubgroupBlockWrite %p "StorageBuffer", %v : i32
// -----
%i = "test.value"() : () -> !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>
%c = "test.value"() : () -> vector<4xf32>
%d = "test.value"() : () -> f32
%r = spirv.ImageDrefGather %i, %c, %d ["NonPrivateTexel"] : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, vector<4xf32>,  -> vector<4xf32>
// -----
%i = "test.value"() : () -> !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>
%c = "test.value"() : () -> vector<4xf32>
%d = "test.value"() : () -> f32
%r = spirv.ImageDrefGather %i, %c, %d ["NonPrivateTexel"] : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8
// -----
%i = "test.value"() : () -> !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, R32f>
%c = "test.value"() : () -> vector<2xsi32>
%r = spirv.ImageFetch %i, %c : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, R32f>, vector<2xsi32> -> vector vector<4xf32>
// -----
%i = "test.value"() : () -> !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, R32f>
%c = "test.value"() : () -> vector<2xsi32>
%r = spirv.ImageFetch %i, %c : !spirv.image<>, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, R32ff32, vector<2xsi32> -> vector<4xf32>
// -----
%i = "test.value"() : () -> !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba16>
%c = "test.value"() : () -> vector<2xsi32>
%t = "test.value"() : () -> vector<4xf32>
spirv.ImageWrite spirv.ImageWrite %i, %c, %t : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba16>, vector<2xsi32>, vector<4xf32>
// -----
%i = "test.value"() : () -> !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba16>
%c = "test.value"() : () -> vector<2xsi32>
%t = "test.value"() : () -> vector<4xf32>
spirv.ImageWrite %i, %c, %t  !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba16>, vector<2xsi32>, vector<4xf32>
// -----
%a = "test.value"() : () -> vector<4xf32>
%b = "test.value"() : () -> vector<4xf32>
%r = spirv.FOrdEqual %a %a, %b : vector<4xf32>
// -----
%a = "test.value"() : () -> vector<4xf32>
%b = "test.value"() : () -> vector<4xf32>
%r = spirv.FOrdEqual
// -----
%p = "test.value"() : () -> i1
%r = spirv.GroupNonUniformAll Subgroup> %p : i1
// -----
%p = "test.value"() : () -> i1
%r = spirv.GroupNonUniformAll <Subgroup Subgroup> %p : i1
// -----
%v = "test.value"() : () -> f32
%r = spirv.GroupNonUniformAllEqual <Subgroup> > %v : f32, i1
// -----
%v = "test.value"() : () -> f32
%r = spirv.GroupNonUniformAllEqual <,> %v : f32Subgroup i1
// -----
%v = "test.value"() : () -> vector<4xi32>
%r
// -----
%v = "test.value"() : () -> vector<4xi32>
%r = spirv.GroupNonUniformBallotBitCount <Subgroup> <Reduce> %v : <4xi32> -> i32
// -----
%v = "test.value"() : () -> i32
%r = spirv.GroupNonUniformBitwiseAnd <Subgroup> <Reduce>
// -----
%v = "test.value"() : () -> f32
%d = "test.value"() : () -> i32
%r =
// -----
%v = "test.value"() : () -> f32
%d = "test.value"() : () -> i32
%r = : <Subgroup> %v %d spirv.GroupNonUniformQuadSwap f32, i32
// -----
%v = "test.value"() : () -> f32
%d = "test.value"() : () -> i32
%c = spirv.Constant 4 : i32
%r = spirv.GroupNonUniformRotateKHR <Subgroup %v, %d, cluster_size(%c) : f32, i32, i32 -> f32
// -----
%v = "test.value"() : () -> f32
%d = "test.value"() : () -> i32
%c = spirv.Constant 4 : i32
%r = spirv.GroupNonUniformRotateKHR <Subgroup> %v, %d, cluster_size(%c) : f32, i32, i32 i32 -> f32
// -----
%x = "test.value"() : () -> i32
%y = "test.value"() : () -> i32
%z = "test.value"() : () -> i32
spirv.EXT.EmitMeshTasks %x %y, %z : i32, i32, i32
// -----
%x = "test.value"() : () -> i32
%y = "test.value"() : () -> i32
%z = "test.value"() : () -> i32
spirv.EXT.EmitMeshTasks %x
// -----
spirv.INTEL.ControlBarrierArrive <Workgroup> <Device> <Acquire|UniformMemory
// -----
spirv.INTEL.ControlBarrierArrive |Workgroup> <Device> <Acquire<UniformMemory>
// -----
%c = "test.value"() : () -> i1
spirv.KHR.AssumeTrue
// -----
%c = "test.value"() : () -> i1
spirv.KHR.AssumeTrue spirv.KHR.AssumeTrue %c

// Sections, types, constants, variables, names and decorations.
// RUN: tern-translate --serialize-spirv %s -o %t.spv
// RUN: spirv-val --target-env vulkan1.2 %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --check-prefix=DIS
// RUN: mlir-translate --deserialize-spirv %t.spv | FileCheck %s --check-prefix=THEIRS
// RUN: tern-translate --test-spirv-roundtrip %s | FileCheck %s --check-prefix=BACK
// What upstream writes is read as well.
// RUN: mlir-translate --no-implicit-module --serialize-spirv %s -o %t.theirs.spv
// RUN: tern-translate --deserialize-spirv %t.theirs.spv | FileCheck %s --check-prefix=BACK

// DIS:      OpCapability Shader
// DIS-NEXT: OpCapability Float16
// DIS-NEXT: OpExtension "SPV_KHR_storage_buffer_storage_class"
// DIS-NEXT: OpExtInstImport "GLSL.std.450"
// DIS-NEXT: OpMemoryModel Logical GLSL450
// DIS-NEXT: OpEntryPoint GLCompute %main "main" %id
// DIS-NEXT: OpExecutionMode %main LocalSize 32 2 1
// DIS-DAG:  OpName %pair "pair"
// DIS-DAG:  OpDecorate %in Binding 1
// DIS-DAG:  OpDecorate %in DescriptorSet 2
// DIS-DAG:  OpDecorate %in NonWritable
// DIS-DAG:  OpDecorate %in Aliased
// DIS-DAG:  OpDecorate %id BuiltIn GlobalInvocationId
// DIS-DAG:  OpDecorate %factor SpecId 7
// DIS-DAG:  OpMemberDecorate %pair 1 Offset 16
// DIS-DAG:  OpDecorate %pair Block
// DIS-DAG:  OpDecorate %{{.*}} NoContraction
// DIS-NOT:  OpDecorate %pair Block
// DIS:      %factor = OpSpecConstant %uint 3
// DIS:      OpSpecConstantComposite %v2uint %factor %second
// DIS:      %start = OpVariable %{{.*}} Private %factor
// DIS:      OpSpecConstantOp %uint IAdd %factor
// DIS:      OpExtInst %float %{{.*}} Fma

// THEIRS:     spirv.GlobalVariable @in bind(2, 1) {aliased, non_writable}
// THEIRS:     spirv.SpecConstantComposite @both (@factor, @second) : vector<2xi32>
// THEIRS:     spirv.SpecConstantOperation wraps "spirv.IAdd"
// THEIRS:     spirv.Load "Workgroup" %{{.*}} ["Aligned", 4] : f32
// THEIRS:     spirv.ExecutionMode @main "LocalSize", 32, 2, 1

// BACK-LABEL: spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, Float16], [SPV_KHR_storage_buffer_storage_class]>
spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, Float16], [SPV_KHR_storage_buffer_storage_class]> {
  // BACK-DAG: spirv.GlobalVariable @in bind(2, 1) {aliased, non_writable} : !spirv.ptr<!spirv.struct<pair, (f32 [0], !spirv.rtarray<vector<4xf32>, stride=16> [16]), Block>, StorageBuffer>
  spirv.GlobalVariable @in bind(2, 1) {aliased, non_writable} : !spirv.ptr<!spirv.struct<pair, (f32 [0], !spirv.rtarray<vector<4xf32>, stride=16> [16])>, StorageBuffer>
  // BACK-DAG: spirv.GlobalVariable @id built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @id built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  // BACK-DAG: spirv.SpecConstant @factor spec_id(7) = 3 : i32
  // BACK-DAG: spirv.SpecConstant @second = 4 : i32
  spirv.SpecConstant @factor spec_id(7) = 3 : i32
  spirv.SpecConstant @second = 4 : i32
  spirv.SpecConstant @flag = true
  // BACK-DAG: spirv.SpecConstantComposite @both (@factor, @second) : vector<2xi32>
  spirv.SpecConstantComposite @both (@factor, @second) : vector<2xi32>
  // BACK-DAG: spirv.GlobalVariable @start initializer(@factor) : !spirv.ptr<i32, Private>
  spirv.GlobalVariable @start initializer(@factor) : !spirv.ptr<i32, Private>
  // BACK-DAG: spirv.GlobalVariable @tile : !spirv.ptr<!spirv.array<8 x !spirv.array<4 x f32>>, Workgroup>
  spirv.GlobalVariable @tile : !spirv.ptr<!spirv.array<8 x !spirv.array<4 x f32>>, Workgroup>

  // BACK-LABEL: spirv.func @helper
  // BACK-SAME: (%{{.*}}: f32, %{{.*}}: vector<2xf32>) -> f32 "Inline"
  spirv.func @helper(%x: f32, %v: vector<2xf32>) -> f32 "Inline" {
    // BACK: spirv.FMul %{{.*}}, %{{.*}} {no_contraction} : f32
    %0 = spirv.FMul %x, %x {no_contraction} : f32
    %1 = spirv.CompositeExtract %v[1 : i32] : vector<2xf32>
    // BACK: spirv.GL.Fma
    %2 = spirv.GL.Fma %0, %1, %x : f32
    spirv.ReturnValue %2 : f32
  }

  // BACK-LABEL: spirv.func @main() "None"
  spirv.func @main() "None" {
    %id = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
    %tile = spirv.mlir.addressof @tile : !spirv.ptr<!spirv.array<8 x !spirv.array<4 x f32>>, Workgroup>
    %c0 = spirv.Constant 0 : i32
    // BACK-DAG: spirv.Constant -1 : i32
    // BACK-DAG: spirv.Constant dense<[1.000000e+00, -2.000000e+00]> : vector<2xf32>
    // BACK-DAG: spirv.Constant 1.500000e+00 : f16
    %minus = spirv.Constant -1 : i32
    %vector = spirv.Constant dense<[1.0, -2.0]> : vector<2xf32>
    %half = spirv.Constant 1.5 : f16
    %true = spirv.Constant true
    %list = spirv.Constant [1.0 : f32, 2.0 : f32] : !spirv.array<2 x f32>
    %undefined = spirv.Undef : f32
    // BACK-DAG: spirv.mlir.referenceof @factor : i32
    %factor = spirv.mlir.referenceof @factor : i32
    // BACK-DAG: spirv.SpecConstantOperation wraps "spirv.IAdd"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
    %sum = spirv.SpecConstantOperation wraps "spirv.IAdd"(%factor, %c0) : (i32, i32) -> i32
    %variable = spirv.Variable : !spirv.ptr<f32, Function>
    %coordinates = spirv.Load "Input" %id : vector<3xi32>
    %x = spirv.CompositeExtract %coordinates[0 : i32] : vector<3xi32>
    // BACK: spirv.AccessChain %{{.*}}[%{{.*}}, %{{.*}}] : !spirv.ptr<!spirv.array<8 x !spirv.array<4 x f32>>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    %element = spirv.AccessChain %tile[%x, %sum] : !spirv.ptr<!spirv.array<8 x !spirv.array<4 x f32>>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    // BACK: spirv.Load "Workgroup" %{{.*}} ["Aligned", 4] : f32
    %value = spirv.Load "Workgroup" %element ["Aligned", 4] : f32
    // BACK: spirv.FunctionCall @helper(%{{.*}}, %{{.*}}) : (f32, vector<2xf32>) -> f32
    %called = spirv.FunctionCall @helper(%value, %vector) : (f32, vector<2xf32>) -> f32
    %picked = spirv.Select %true, %called, %undefined : i1, f32
    %part = spirv.CompositeExtract %list[1 : i32] : !spirv.array<2 x f32>
    %total = spirv.FAdd %picked, %part : f32
    %wide = spirv.FConvert %half : f16 to f32
    %more = spirv.FAdd %total, %wide : f32
    // BACK: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
    spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
    // BACK: spirv.Store "Function"
    spirv.Store "Function" %variable, %more : f32
    %loaded = spirv.Load "Function" %variable : f32
    spirv.Store "Workgroup" %element, %loaded : f32
    %shifted = spirv.IAdd %minus, %x : i32
    // BACK: spirv.Return
    spirv.Return
  }
  // BACK-DAG: spirv.EntryPoint "GLCompute" @main, @id
  // BACK-DAG: spirv.ExecutionMode @main "LocalSize", 32, 2, 1
  spirv.EntryPoint "GLCompute" @main, @id
  spirv.ExecutionMode @main "LocalSize", 32, 2, 1
}

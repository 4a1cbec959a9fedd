// Modules, functions, variables, constants, memory accesses and control flow keep their text.
// RUN: tern-opt --allow-unregistered-dialect %s | tern-opt --allow-unregistered-dialect | FileCheck %s

spirv.module @m Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> attributes {test.a = 1 : i32} {
  spirv.GlobalVariable @v0 : !spirv.ptr<f32, Private>
  spirv.GlobalVariable @v1 initializer(@sc3) : !spirv.ptr<f32, Private>
  spirv.GlobalVariable @v2 bind(0, 1) : !spirv.ptr<!spirv.struct<(f32)>, StorageBuffer>
  spirv.GlobalVariable @v3 built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @v4 bind(1, 2) {aliased, location = 3 : i32} : !spirv.ptr<!spirv.struct<(f32)>, StorageBuffer>
  spirv.GlobalVariable @v5 {location = 3 : i32} : !spirv.ptr<f32, Output>
  spirv.GlobalVariable @v6 {linkage_attributes = #spirv.linkage_attributes<linkage_name = "x", linkage_type = <Import>>} : !spirv.ptr<f32, Private>
  spirv.SpecConstant @sc1 = 4 : i32
  spirv.SpecConstant @sc2 spec_id(5) = true
  spirv.SpecConstant @sc3 spec_id(6) = 1.5 : f32
  spirv.SpecConstantComposite @scc (@sc1, @sc1) : vector<2xi32>
  spirv.EXT.SpecConstantCompositeReplicate @sccr (@sc1) : vector<2xi32>
  spirv.func @decl(i32) -> i32 "Pure" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "f", linkage_type = <Import>>}
  spirv.func @f(%a: i32 {test.x}, %b: !spirv.ptr<f32, Function>) -> (i32 {test.y}) "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "f", linkage_type = <Export>>} {
    %0 = spirv.Constant 1 : i32
    %1 = spirv.Constant true
    %2 = spirv.Constant dense<[1, 2]> : vector<2xi32>
    %3 = spirv.Constant [dense<1> : vector<2xi32>, dense<2> : vector<2xi32>] : !spirv.array<2 x vector<2xi32>>
    %5 = spirv.Constant 1.5 : f32
    %c2 = spirv.Constant 5 : i32
    %6 = spirv.EXT.ConstantCompositeReplicate [1 : i32] : vector<4xi32>
    %7 = spirv.mlir.addressof @v1 : !spirv.ptr<f32, Private>
    %8 = spirv.mlir.referenceof @sc1 : i32
    %9 = spirv.Variable : !spirv.ptr<f32, Function>
    %10 = spirv.Variable init(%5) {test.y = 1 : i32} : !spirv.ptr<f32, Function>
    %11 = spirv.Load "Function" %9 : f32
    %12 = spirv.Load "Function" %9 ["Volatile"] : f32
    %13 = spirv.Load "Function" %9 ["Aligned", 4] {test.y} : f32
    %14 = spirv.Load "Function" %9 ["Volatile|Aligned", 4] : f32
    spirv.Store "Function" %9, %11 : f32
    spirv.Store "Function" %9, %11 ["Aligned", 4] : f32
    spirv.CopyMemory "Function" %9, "Function" %10 : f32
    spirv.CopyMemory "Function" %9, "Function" %10 ["Aligned", 4] : f32
    spirv.CopyMemory "Function" %9, "Function" %10 ["Aligned", 4], ["Volatile"] : f32
    %15 = spirv.Undef : f32
    %16 = spirv.SpecConstantOperation wraps "spirv.IAdd"(%0, %8) : (i32, i32) -> i32
    spirv.mlir.selection {
      spirv.BranchConditional %1, ^bb1, ^bb2
    ^bb1:
      spirv.Branch ^bb2
    ^bb2:
      spirv.mlir.merge
    }
    %17 = spirv.mlir.selection control(Flatten) -> i32 {
      spirv.BranchConditional %1 [3, 4], ^bb1, ^bb2(%0 : i32)
    ^bb1:
      spirv.Branch ^bb2(%0: i32)
    ^bb2(%x: i32):
      spirv.mlir.merge %x : i32
    }
    spirv.mlir.loop control(Unroll) {
      spirv.Branch ^h
    ^h:
      spirv.BranchConditional %1, ^b, ^m
    ^b:
      spirv.Branch ^c
    ^c:
      spirv.Branch ^h
    ^m:
      spirv.mlir.merge
    }
    spirv.mlir.selection {
      spirv.Switch %0 : i32, [
        default: ^d(%0: i32),
        0: ^c1,
        -1: ^d(%0: i32)
      ]
    ^c1:
      spirv.Branch ^d(%0 : i32)
    ^d(%y: i32):
      spirv.Branch ^m
    ^m:
      spirv.mlir.merge
    }
    %18 = spirv.FunctionCall @decl(%0) : (i32) -> i32
    %19 = spirv.Select %1, %0, %0 : i1, i32
    spirv.ReturnValue %0 : i32
  }
  spirv.func @main() "None" {
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main, @v3, @v2
  spirv.ExecutionMode @main "LocalSize", 1, 1, 1
  spirv.ExecutionMode @main "ContractionOff"
}
spirv.module PhysicalStorageBuffer64 Vulkan {
}

// CHECK: spirv.module @m Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> attributes {test.a = 1 : i32} {
// CHECK: spirv.GlobalVariable @v0 : !spirv.ptr<f32, Private>
// CHECK: spirv.GlobalVariable @v1 initializer(@sc3) : !spirv.ptr<f32, Private>
// CHECK: spirv.GlobalVariable @v2 bind(0, 1) : !spirv.ptr<!spirv.struct<(f32)>, StorageBuffer>
// CHECK: spirv.GlobalVariable @v3 built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
// CHECK: spirv.GlobalVariable @v4 bind(1, 2) {aliased, location = 3 : i32} : !spirv.ptr<!spirv.struct<(f32)>, StorageBuffer>
// CHECK: spirv.GlobalVariable @v5 {location = 3 : i32} : !spirv.ptr<f32, Output>
// CHECK: spirv.GlobalVariable @v6 {linkage_attributes = #spirv.linkage_attributes<linkage_name = "x", linkage_type = <Import>>} : !spirv.ptr<f32, Private>
// CHECK: spirv.SpecConstant @sc1 = 4 : i32
// CHECK: spirv.SpecConstant @sc2 spec_id(5) = true
// CHECK: spirv.SpecConstant @sc3 spec_id(6) = 1.500000e+00 : f32
// CHECK: spirv.SpecConstantComposite @scc (@sc1, @sc1) : vector<2xi32>
// CHECK: spirv.EXT.SpecConstantCompositeReplicate @sccr (@sc1) : vector<2xi32>
// CHECK: spirv.func @decl(i32) -> i32 "Pure" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "f", linkage_type = <Import>>}
// CHECK: spirv.func @f({{%.*}}: i32 {test.x}, {{%.*}}: !spirv.ptr<f32, Function>) -> (i32 {test.y}) "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "f", linkage_type = <Export>>} {
// CHECK: {{%.*}} = spirv.Constant 1 : i32
// CHECK: {{%.*}} = spirv.Constant true
// CHECK: {{%.*}} = spirv.Constant dense<[1, 2]> : vector<2xi32>
// CHECK: {{%.*}} = spirv.Constant [dense<1> : vector<2xi32>, dense<2> : vector<2xi32>] : !spirv.array<2 x vector<2xi32>>
// CHECK: {{%.*}} = spirv.Constant 1.500000e+00 : f32
// CHECK: {{%.*}} = spirv.Constant 5 : i32
// CHECK: {{%.*}} = spirv.EXT.ConstantCompositeReplicate [1 : i32] : vector<4xi32>
// CHECK: {{%.*}} = spirv.mlir.addressof @v1 : !spirv.ptr<f32, Private>
// CHECK: {{%.*}} = spirv.mlir.referenceof @sc1 : i32
// CHECK: {{%.*}} = spirv.Variable : !spirv.ptr<f32, Function>
// CHECK: {{%.*}} = spirv.Variable init({{%.*}}) {test.y = 1 : i32} : !spirv.ptr<f32, Function>
// CHECK: {{%.*}} = spirv.Load "Function" {{%.*}} : f32
// CHECK: {{%.*}} = spirv.Load "Function" {{%.*}} ["Volatile"] : f32
// CHECK: {{%.*}} = spirv.Load "Function" {{%.*}} ["Aligned", 4] {test.y} : f32
// CHECK: {{%.*}} = spirv.Load "Function" {{%.*}} ["Volatile|Aligned", 4] : f32
// CHECK: spirv.Store "Function" {{%.*}}, {{%.*}} : f32
// CHECK: spirv.Store "Function" {{%.*}}, {{%.*}} ["Aligned", 4] : f32
// CHECK: spirv.CopyMemory "Function" {{%.*}}, "Function" {{%.*}} : f32
// CHECK: spirv.CopyMemory "Function" {{%.*}}, "Function" {{%.*}} ["Aligned", 4] : f32
// CHECK: spirv.CopyMemory "Function" {{%.*}}, "Function" {{%.*}} ["Aligned", 4], ["Volatile"] : f32
// CHECK: {{%.*}} = spirv.Undef : f32
// CHECK: {{%.*}} = spirv.SpecConstantOperation wraps "spirv.IAdd"({{%.*}}, {{%.*}}) : (i32, i32) -> i32
// CHECK: spirv.mlir.selection {
// CHECK: spirv.BranchConditional {{%.*}}, {{.*}}, {{.*}}
// CHECK: spirv.Branch {{.*}}
// CHECK: spirv.mlir.merge
// CHECK: {{%.*}} = spirv.mlir.selection control(Flatten) -> i32 {
// CHECK: spirv.BranchConditional {{%.*}} [3, 4], {{.*}}, {{.*}}({{%.*}} : i32)
// CHECK: spirv.Branch {{.*}}({{%.*}} : i32)
// CHECK: spirv.mlir.merge {{%.*}} : i32
// CHECK: spirv.mlir.loop control(Unroll) {
// CHECK: spirv.Branch {{.*}}
// CHECK: spirv.BranchConditional {{%.*}}, {{.*}}, {{.*}}
// CHECK: spirv.Branch {{.*}}
// CHECK: spirv.Branch {{.*}}
// CHECK: spirv.mlir.merge
// CHECK: spirv.mlir.selection {
// CHECK: spirv.Switch {{%.*}} : i32, [
// CHECK: default: {{.*}}({{%.*}} : i32),
// CHECK: 0: {{.*}},
// CHECK: 4294967295: {{.*}}({{%.*}} : i32)
// CHECK: ]
// CHECK: spirv.Branch {{.*}}({{%.*}} : i32)
// CHECK: spirv.Branch {{.*}}
// CHECK: spirv.mlir.merge
// CHECK: {{%.*}} = spirv.FunctionCall @decl({{%.*}}) : (i32) -> i32
// CHECK: {{%.*}} = spirv.Select {{%.*}}, {{%.*}}, {{%.*}} : i1, i32
// CHECK: spirv.ReturnValue {{%.*}} : i32
// CHECK: spirv.func @main() "None" {
// CHECK: spirv.Return
// CHECK: spirv.EntryPoint "GLCompute" @main, @v3, @v2
// CHECK: spirv.ExecutionMode @main "LocalSize", 1, 1, 1
// CHECK: spirv.ExecutionMode @main "ContractionOff"
// CHECK: spirv.module PhysicalStorageBuffer64 Vulkan {

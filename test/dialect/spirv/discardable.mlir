// Where attributes stand that are not of the op, and the type of a number that has none.
// RUN: tern-opt %s | FileCheck %s
// RUN: mlir-opt %s | FileCheck %s

// CHECK-LABEL: spirv.func @f
"spirv.func"() <{function_control = #spirv.function_control<None>, function_type = (!spirv.ptr<f32, Function>, f32, i32) -> (), sym_name = "f"}> ({
^bb0(%p: !spirv.ptr<f32, Function>, %x: f32, %i: i32):
  // CHECK: spirv.Store "Function" %{{.*}}, %{{.*}} ["Aligned", 4] : f32 {test.a}
  "spirv.Store"(%p, %x) <{alignment = 4 : i32, memory_access = #spirv.memory_access<Aligned>}> {test.a} : (!spirv.ptr<f32, Function>, f32) -> ()
  // CHECK: spirv.CopyMemory  "Function" %{{.*}}, "Function" %{{.*}} ["Volatile"],  ["Volatile"] {test.a} : f32
  spirv.CopyMemory "Function" %p, "Function" %p ["Volatile"] : f32 {test.a}
  // CHECK: spirv.IAddCarry  {test.a}%{{.*}}, %{{.*}} : !spirv.struct<(i32, i32)>
  %0 = spirv.IAddCarry {test.a} %i, %i : !spirv.struct<(i32, i32)>
  spirv.Return
}) : () -> ()

spirv.module Logical GLSL450 {
  // CHECK: spirv.SpecConstant @a spec_id(5) = 1 : i32
  "spirv.SpecConstant"() <{default_value = 1 : i32, sym_name = "a"}> {spec_id = 5 : i64} : () -> ()
}

// CHECK: {test.a = #spirv.entry_point_abi<workgroup_size = []>, test.b = #spirv.entry_point_abi<workgroup_size = [8, 4, 2, 1]>}
module attributes {test.a = #spirv.entry_point_abi<workgroup_size = []>, test.b = #spirv.entry_point_abi<workgroup_size = [8, 4, 2, 1]>} {}

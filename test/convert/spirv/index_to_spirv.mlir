// index ops become integer ops of the width of an index.
//
// RUN: tern-opt --convert-index-to-spirv %s | FileCheck %s
// RUN: tern-opt --convert-index-to-spirv %s | mlir-opt -o /dev/null

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int8, Int16, Int64, Float16, Float64], []>, #spirv.resource_limits<>>} {

// CHECK-LABEL: func.func @maps_ops(
// CHECK: %[[V0:.*]] = spirv.IAdd %{{.*}}, %{{.*}} : i32
// CHECK: %[[V1:.*]] = spirv.UDiv %[[V0]], %{{.*}} : i32
// CHECK: %[[V2:.*]] = spirv.GL.SMax %[[V1]], %{{.*}} : i32
// CHECK: spirv.ULessThan %[[V2]], %{{.*}} : i32
func.func @maps_ops(%a: index, %b: index) {
  %0 = index.add %a, %b
  %1 = index.divu %0, %b
  %2 = index.maxs %1, %b
  %3 = index.cmp ult(%2, %b)
  return
}

// CHECK-LABEL: func.func @rounds_and_signs(
// CHECK: %[[V0:.*]] = spirv.SDiv %{{.*}}, %{{.*}} : i32
// CHECK: %[[V1:.*]] = spirv.IMul %[[V0]], %{{.*}} : i32
// CHECK: %[[V2:.*]] = spirv.ISub %{{.*}}, %[[V1]] : i32
// CHECK: %[[V3:.*]] = spirv.Constant 0 : i32
// CHECK: %[[V4:.*]] = spirv.Constant 1 : i32
// CHECK: %[[V5:.*]] = spirv.INotEqual %[[V2]], %[[V3]] : i32
// CHECK: %[[V6:.*]] = spirv.BitwiseXor %[[V2]], %{{.*}} : i32
// CHECK: %[[V7:.*]] = spirv.SLessThan %[[V6]], %[[V3]] : i32
// CHECK: %[[V8:.*]] = spirv.LogicalAnd %[[V5]], %[[V7]] : i1
// CHECK: %[[V9:.*]] = spirv.ISub %[[V0]], %[[V4]] : i32
// CHECK: spirv.Select %[[V8]], %[[V9]], %[[V0]] : i1, i32
// CHECK: %[[V11:.*]] = spirv.GL.SAbs %{{.*}} : i32
// CHECK: %[[V12:.*]] = spirv.GL.SAbs %{{.*}} : i32
// CHECK: %[[V13:.*]] = spirv.UMod %[[V11]], %[[V12]] : i32
// CHECK: %[[V14:.*]] = spirv.SGreaterThanEqual %{{.*}}, %{{.*}} : i32
// CHECK: %[[V15:.*]] = spirv.SNegate %[[V13]] : i32
// CHECK: spirv.Select %[[V14]], %[[V13]], %[[V15]] : i1, i32
func.func @rounds_and_signs(%a: index, %b: index) {
  %0 = index.floordivs %a, %b
  %1 = index.rems %a, %b
  return
}

// CHECK-LABEL: func.func @casts(
// CHECK: spirv.SConvert %{{.*}} : i32 to i64
// CHECK: spirv.UConvert %{{.*}} : i64 to i32
func.func @casts(%a: index, %l: i64) {
  %0 = index.casts %a : index to i64
  %1 = index.castu %l : i64 to index
  return
}

// CHECK-LABEL: func.func @knows_constants(
// CHECK: spirv.Constant 32 : i32
// CHECK: spirv.Constant 42 : i32
// CHECK: spirv.Constant true
func.func @knows_constants() {
  %0 = index.sizeof
  %1 = index.constant 42
  %2 = index.bool.constant true
  return
}

}

// Each module gets what it needs.
// RUN: tern-opt --spirv-update-vce %s | FileCheck %s

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.6, [Shader, Float16, Int8, Int64, StorageBuffer16BitAccess, StorageBuffer8BitAccess, GroupNonUniformArithmetic, GroupNonUniformBallot, Matrix, DotProductInputAll, DotProductInput4x8BitPacked, DotProduct, CooperativeMatrixKHR], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_16bit_storage, SPV_KHR_8bit_storage, SPV_KHR_integer_dot_product, SPV_KHR_cooperative_matrix]>, #spirv.resource_limits<>>} {
spirv.module Logical GLSL450 {
  spirv.func @a(%x: f32) -> f32 "None" { %0 = spirv.FAdd %x, %x : f32 spirv.ReturnValue %0 : f32 }
}
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @v bind(0,0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f16, stride=2> [0])>, StorageBuffer>
  spirv.func @a(%x: i64) -> i64 "None" { spirv.ReturnValue %x : i64 }
}
spirv.module Logical GLSL450 {
  spirv.func @a(%x: i32) -> i32 "None" { %0 = spirv.GroupNonUniformIAdd <Subgroup> <Reduce> %x : i32 -> i32 spirv.ReturnValue %0 : i32 }
}
spirv.module Logical GLSL450 {
  spirv.func @a(%x: f32) -> f32 "None" { %0 = spirv.GL.Sin %x : f32 spirv.ReturnValue %0 : f32 }
}
spirv.module Logical GLSL450 {
  spirv.func @a(%x: i32) -> i32 "None" { %0 = spirv.SDot %x, %x, <PackedVectorFormat4x8Bit>: i32 -> i32 spirv.ReturnValue %0 : i32 }
}
}

// CHECK: module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.6, [Shader, Float16, Int8, Int64, StorageBuffer16BitAccess, StorageBuffer8BitAccess, GroupNonUniformArithmetic, GroupNonUniformBallot, Matrix, DotProductInputAll, DotProductInput4x8BitPacked, DotProduct, CooperativeMatrixKHR], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_16bit_storage, SPV_KHR_8bit_storage, SPV_KHR_integer_dot_product, SPV_KHR_cooperative_matrix]>, #spirv.resource_limits<>>} {
// CHECK: spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Matrix, Shader], []> {
// CHECK: spirv.func @a({{%.*}}: f32) -> f32 "None" {
// CHECK: {{%.*}} = spirv.FAdd {{%.*}}, {{%.*}} : f32
// CHECK: spirv.ReturnValue {{%.*}} : f32
// CHECK: spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Matrix, Shader, Int64, StorageBuffer16BitAccess], [SPV_KHR_16bit_storage, SPV_KHR_storage_buffer_storage_class]> {
// CHECK: spirv.GlobalVariable @v bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f16, stride=2> [0])>, StorageBuffer>
// CHECK: spirv.func @a({{%.*}}: i64) -> i64 "None" {
// CHECK: spirv.ReturnValue {{%.*}} : i64
// CHECK: spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Matrix, Shader, GroupNonUniform, GroupNonUniformArithmetic], []> {
// CHECK: spirv.func @a({{%.*}}: i32) -> i32 "None" {
// CHECK: {{%.*}} = spirv.GroupNonUniformIAdd <Subgroup> <Reduce> {{%.*}} : i32 -> i32
// CHECK: spirv.ReturnValue {{%.*}} : i32
// CHECK: spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Matrix, Shader], []> {
// CHECK: spirv.func @a({{%.*}}: f32) -> f32 "None" {
// CHECK: {{%.*}} = spirv.GL.Sin {{%.*}} : f32
// CHECK: spirv.ReturnValue {{%.*}} : f32
// CHECK: spirv.module Logical GLSL450 requires #spirv.vce<v1.6, [Matrix, Shader, DotProductInput4x8BitPacked, DotProduct], [SPV_KHR_integer_dot_product]> {
// CHECK: spirv.func @a({{%.*}}: i32) -> i32 "None" {
// CHECK: {{%.*}} = spirv.SDot {{%.*}}, {{%.*}}, <PackedVectorFormat4x8Bit> : i32 -> i32
// CHECK: spirv.ReturnValue {{%.*}} : i32

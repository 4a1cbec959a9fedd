// What is written, upstream's deserializer gives its structure back; and what that prints is written again.
// RUN: tern-translate --serialize-spirv %s -o %t.spv
// RUN: mlir-translate --deserialize-spirv %t.spv -o %t.theirs.mlir
// RUN: FileCheck %s --input-file=%t.theirs.mlir
// RUN: tern-translate --serialize-spirv %t.theirs.mlir -o %t.again.spv
// RUN: spirv-val --target-env spv1.3 %t.again.spv
// RUN: tern-translate --deserialize-spirv %t.again.spv | FileCheck %s

spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, Linkage], []> {
  // CHECK-LABEL: spirv.func @count
  // CHECK:         %[[R:.*]] = spirv.mlir.loop -> i32 {
  // CHECK:           spirv.BranchConditional %[[C:.*]], ^bb2, ^bb{{[45]}}
  // CHECK:           spirv.mlir.selection {
  // CHECK-NEXT:        spirv.BranchConditional %[[C]] [4, 5], ^bb1, ^bb2
  // CHECK:             spirv.mlir.merge
  // CHECK:           spirv.mlir.merge %{{.*}} : i32
  // CHECK:         spirv.ReturnValue %[[R]] : i32
  spirv.func @count(%n: i32) -> i32 "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "count", linkage_type = <Export>>} {
    %zero = spirv.Constant 0 : i32
    %one = spirv.Constant 1 : i32
    %variable = spirv.Variable : !spirv.ptr<i32, Function>
    %r = spirv.mlir.loop -> i32 {
      spirv.Branch ^header(%zero : i32)
    ^header(%i: i32):
      %c = spirv.SLessThan %i, %n : i32
      spirv.BranchConditional %c, ^body, ^merge
    ^body:
      spirv.mlir.selection {
        spirv.BranchConditional %c [4, 5], ^then, ^merge
      ^then:
        spirv.Store "Function" %variable, %i : i32
        spirv.Branch ^merge
      ^merge:
        spirv.mlir.merge
      }
      spirv.Branch ^continue
    ^continue:
      %j = spirv.IAdd %i, %one : i32
      spirv.Branch ^header(%j : i32)
    ^merge:
      spirv.mlir.merge %i : i32
    }
    spirv.ReturnValue %r : i32
  }
}

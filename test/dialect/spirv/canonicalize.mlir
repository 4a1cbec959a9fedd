// Chains, selections and constants.
// RUN: tern-opt --canonicalize %s | FileCheck %s

func.func @chains(%p: !spirv.ptr<!spirv.array<4 x !spirv.array<2 x f32>>, Function>, %i: i32, %j: i32) -> !spirv.ptr<f32, Function> {
  %0 = spirv.AccessChain %p[%i] : !spirv.ptr<!spirv.array<4 x !spirv.array<2 x f32>>, Function>, i32 -> !spirv.ptr<!spirv.array<2 x f32>, Function>
  %1 = spirv.AccessChain %0[%j] : !spirv.ptr<!spirv.array<2 x f32>, Function>, i32 -> !spirv.ptr<f32, Function>
  return %1 : !spirv.ptr<f32, Function>
}
func.func @selects(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
  %true = spirv.Constant true
  %0 = spirv.Select %true, %x, %y : i1, i32
  %1 = spirv.Select %c, %x, %x : i1, i32
  return %0, %1 : i32, i32
}
func.func @merges_stores(%c: i1, %x: i32, %y: i32, %p: !spirv.ptr<i32, StorageBuffer>) {
  spirv.mlir.selection {
    spirv.BranchConditional %c, ^bb1, ^bb2
  ^bb1:
    spirv.Store "StorageBuffer" %p, %x ["Aligned", 4] : i32
    spirv.Branch ^bb3
  ^bb2:
    spirv.Store "StorageBuffer" %p, %y ["Aligned", 4] : i32
    spirv.Branch ^bb3
  ^bb3:
    spirv.mlir.merge
  }
  return
}
func.func @keeps_stores_of_other_alignment(%c: i1, %x: i32, %y: i32, %p: !spirv.ptr<i32, StorageBuffer>) {
  spirv.mlir.selection {
    spirv.BranchConditional %c, ^bb1, ^bb2
  ^bb1:
    spirv.Store "StorageBuffer" %p, %x ["Aligned", 4] : i32
    spirv.Branch ^bb3
  ^bb2:
    spirv.Store "StorageBuffer" %p, %y ["Aligned", 8] : i32
    spirv.Branch ^bb3
  ^bb3:
    spirv.mlir.merge
  }
  return
}
func.func @drops_unused_load(%p: !spirv.ptr<i32, Function>) {
  %0 = spirv.Load "Function" %p : i32
  %1 = spirv.Load "Function" %p ["Volatile"] : i32
  return
}

// CHECK: func.func @chains({{%.*}}: !spirv.ptr<!spirv.array<4 x !spirv.array<2 x f32>>, Function>, {{%.*}}: i32, {{%.*}}: i32) -> !spirv.ptr<f32, Function> {
// CHECK-NEXT: {{%.*}} = spirv.AccessChain {{%.*}}[{{%.*}}, {{%.*}}] : !spirv.ptr<!spirv.array<4 x !spirv.array<2 x f32>>, Function>, i32, i32 -> !spirv.ptr<f32, Function>
// CHECK: return {{%.*}} : !spirv.ptr<f32, Function>
// CHECK: func.func @selects({{%.*}}: i1, %[[X:.*]]: i32, {{%.*}}: i32) -> (i32, i32) {
// CHECK-NEXT: return %[[X]], %[[X]] : i32, i32
// CHECK: func.func @merges_stores({{%.*}}: i1, {{%.*}}: i32, {{%.*}}: i32, {{%.*}}: !spirv.ptr<i32, StorageBuffer>) {
// CHECK-NEXT: {{%.*}} = spirv.Select {{%.*}}, {{%.*}}, {{%.*}} : i1, i32
// CHECK: spirv.Store "StorageBuffer" {{%.*}}, {{%.*}} ["Aligned", 4] : i32
// CHECK: return
// CHECK: func.func @keeps_stores_of_other_alignment({{%.*}}: i1, {{%.*}}: i32, {{%.*}}: i32, {{%.*}}: !spirv.ptr<i32, StorageBuffer>) {
// CHECK: spirv.mlir.selection {
// CHECK: spirv.BranchConditional {{%.*}}, {{.*}}, {{.*}}
// CHECK: spirv.Store "StorageBuffer" {{%.*}}, {{%.*}} ["Aligned", 4] : i32
// CHECK: spirv.Branch {{.*}}
// CHECK: spirv.Store "StorageBuffer" {{%.*}}, {{%.*}} ["Aligned", 8] : i32
// CHECK: spirv.Branch {{.*}}
// CHECK: spirv.mlir.merge
// CHECK: return
// CHECK: func.func @drops_unused_load({{%.*}}: !spirv.ptr<i32, Function>) {
// CHECK-NEXT: {{%.*}} = spirv.Load "Function" {{%.*}} ["Volatile"] : i32
// CHECK: return

// -----

// What a constant operation names is not computed here, not even with operands that are known.
// CHECK-LABEL: spirv.func @quoted
// CHECK: spirv.SpecConstantOperation wraps "spirv.IAdd"
spirv.module Logical GLSL450 {
  spirv.func @quoted() -> i32 "None" {
    %a = spirv.Constant 3 : i32
    %b = spirv.Constant 0 : i32
    %c = spirv.SpecConstantOperation wraps "spirv.IAdd"(%a, %b) : (i32, i32) -> i32
    spirv.ReturnValue %c : i32
  }
}

// Structured control flow to merge instructions and phis, and back.
// RUN: tern-translate --serialize-spirv %s -o %t.spv
// RUN: spirv-val --target-env spv1.3 %t.spv
// RUN: spirv-dis --no-indent %t.spv | FileCheck %s --check-prefix=DIS
// RUN: tern-translate --deserialize-spirv %t.spv | FileCheck %s --check-prefix=BACK
// RUN: tern-translate --deserialize-spirv --spirv-structurize-control-flow=false %t.spv | FileCheck %s --check-prefix=FLAT
// RUN: tern-translate --deserialize-spirv %t.spv | mlir-opt -o %t.mlir

spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, Linkage], []> {
  // DIS:      %elsewhere = OpFunction %void None
  // DIS-NEXT:  OpFunctionParameter
  // DIS-NEXT:  OpFunctionEnd
  // BACK:      spirv.func @elsewhere(i32) "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "elsewhere", linkage_type = <Import>>}
  spirv.func @elsewhere(i32) "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "elsewhere", linkage_type = <Import>>}

  // A value that a loop carries, and a loop's result that an outer loop carries.
  // DIS-LABEL: %nested = OpFunction
  // DIS:      %[[ENTRY:.*]] = OpLabel
  // DIS-NEXT: OpBranch %[[OUTER:.*]]
  // DIS-NEXT: %[[OUTER]] = OpLabel
  // DIS-NEXT: %[[I:.*]] = OpPhi %uint %uint_0 %[[ENTRY]] %[[NEXT:.*]] %[[CONTINUE:.*]]
  // DIS-NEXT: %[[SUM:.*]] = OpPhi %uint %uint_0 %[[ENTRY]] %[[INNER_SUM:.*]] %[[CONTINUE]]
  // DIS-NEXT: %[[C:.*]] = OpSLessThan %bool %[[I]]
  // DIS-NEXT: OpLoopMerge %[[MERGE:.*]] %[[CONTINUE]] Unroll
  // DIS-NEXT: OpBranchConditional %[[C]] %[[BODY:.*]] %[[MERGE]]
  // DIS-NEXT: %[[BODY]] = OpLabel
  // DIS-NEXT: OpBranch %[[INNER:.*]]
  // DIS-NEXT: %[[INNER]] = OpLabel
  // DIS-NEXT: OpPhi %uint %uint_0 %[[BODY]] %{{.*}} %[[INNER_CONTINUE:.*]]
  // DIS-NEXT: %[[INNER_SUM]] = OpPhi %uint %[[SUM]] %[[BODY]] %{{.*}} %[[INNER_CONTINUE]]
  // DIS:      OpLoopMerge %[[INNER_MERGE:.*]] %[[INNER_CONTINUE]] None
  // DIS:      %[[INNER_MERGE]] = OpLabel
  // DIS-NEXT: OpBranch %[[CONTINUE]]
  // DIS-NEXT: %[[CONTINUE]] = OpLabel
  // DIS-NEXT: %[[NEXT]] = OpIAdd %uint %[[I]]
  // DIS-NEXT: OpBranch %[[OUTER]]
  // DIS-NEXT: %[[MERGE]] = OpLabel
  // DIS-NEXT: OpReturnValue %[[SUM]]

  // BACK-LABEL: spirv.func @nested
  // BACK:         %[[R:.*]] = spirv.mlir.loop control(Unroll) -> i32 {
  // BACK-NEXT:      spirv.Branch ^bb1(%{{.*}}, %{{.*}} : i32, i32)
  // BACK-NEXT:    ^bb1(%[[BI:.*]]: i32, %[[BSUM:.*]]: i32):
  // BACK:           spirv.BranchConditional %{{.*}}, ^bb2, ^bb4
  // BACK:         ^bb2:
  // BACK-NEXT:      %[[BINNER:.*]] = spirv.mlir.loop -> i32 {
  // BACK-NEXT:        spirv.Branch ^bb1(%{{.*}}, %[[BSUM]] : i32, i32)
  // BACK:           }
  // BACK-NEXT:      spirv.Branch ^bb3
  // BACK:           spirv.Branch ^bb1(%{{.*}}, %[[BINNER]] : i32, i32)
  // BACK:           spirv.mlir.merge %[[BSUM]] : i32
  // BACK:         spirv.ReturnValue %[[R]] : i32
  // FLAT-LABEL: spirv.func @nested
  // FLAT-NOT:     spirv.mlir
  // FLAT:         spirv.Branch ^bb1(%{{.*}}, %{{.*}} : i32, i32)
  // FLAT:       ^bb1(%{{.*}}: i32, %{{.*}}: i32):
  // FLAT-NOT:     spirv.mlir
  // FLAT:         spirv.ReturnValue
  spirv.func @nested(%n: i32) -> i32 "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "nested", linkage_type = <Export>>} {
    %zero = spirv.Constant 0 : i32
    %one = spirv.Constant 1 : i32
    %r = spirv.mlir.loop control(Unroll) -> i32 {
      spirv.Branch ^header(%zero, %zero : i32, i32)
    ^header(%i: i32, %sum: i32):
      %c = spirv.SLessThan %i, %n : i32
      spirv.BranchConditional %c, ^body, ^merge
    ^body:
      %inner = spirv.mlir.loop -> i32 {
        spirv.Branch ^header(%zero, %sum : i32, i32)
      ^header(%k: i32, %s: i32):
        %d = spirv.SLessThan %k, %i : i32
        spirv.BranchConditional %d, ^body, ^merge
      ^body:
        %t = spirv.IAdd %s, %k : i32
        spirv.Branch ^continue
      ^continue:
        %l = spirv.IAdd %k, %one : i32
        spirv.Branch ^header(%l, %t : i32, i32)
      ^merge:
        spirv.mlir.merge %s : i32
      }
      spirv.Branch ^continue
    ^continue:
      %j = spirv.IAdd %i, %one : i32
      spirv.Branch ^header(%j, %inner : i32, i32)
    ^merge:
      spirv.mlir.merge %sum : i32
    }
    spirv.ReturnValue %r : i32
  }

  // Phis name the block of the binary that a branch ends up in: here the merge block of the selection before it.
  // DIS-LABEL: %choose = OpFunction
  // DIS:      OpSelectionMerge %[[M:.*]] Flatten
  // DIS-NEXT: OpBranchConditional %{{.*}} %[[A:.*]] %[[B:.*]] 7 3
  // DIS-NEXT: %[[A]] = OpLabel
  // DIS-NEXT: OpSelectionMerge %[[IM:.*]] None
  // DIS:      %[[IM]] = OpLabel
  // DIS-NEXT: OpBranch %[[M]]
  // DIS-NEXT: %[[B]] = OpLabel
  // DIS-NEXT: OpBranch %[[M]]
  // DIS-NEXT: %[[M]] = OpLabel
  // DIS-NEXT: %[[V:.*]] = OpPhi %uint %{{.*}} %[[IM]] %uint_1 %[[B]]
  // DIS-NEXT: OpReturnValue %[[V]]

  // BACK-LABEL: spirv.func @choose
  // BACK:         %[[R:.*]] = spirv.mlir.selection control(Flatten) -> i32 {
  // BACK-NEXT:      spirv.BranchConditional %{{.*}} [7, 3], ^bb1, ^bb2
  // BACK:           spirv.mlir.selection {
  // BACK:           spirv.Branch ^bb3(%{{.*}} : i32)
  // BACK:         ^bb3(%[[V:.*]]: i32):
  // BACK-NEXT:      spirv.mlir.merge %[[V]] : i32
  spirv.func @choose(%n: i32, %c: i1) -> i32 "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "choose", linkage_type = <Export>>} {
    %one = spirv.Constant 1 : i32
    %variable = spirv.Variable : !spirv.ptr<i32, Function>
    %r = spirv.mlir.selection control(Flatten) -> i32 {
      spirv.BranchConditional %c [7, 3], ^a, ^b
    ^a:
      spirv.mlir.selection {
        spirv.BranchConditional %c, ^then, ^merge
      ^then:
        spirv.Store "Function" %variable, %one : i32
        spirv.Branch ^merge
      ^merge:
        spirv.mlir.merge
      }
      spirv.Branch ^merge(%n : i32)
    ^b:
      spirv.Branch ^merge(%one : i32)
    ^merge(%v: i32):
      spirv.mlir.merge %v : i32
    }
    spirv.ReturnValue %r : i32
  }

  // DIS-LABEL: %pick = OpFunction
  // DIS:      OpSelectionMerge %[[M:.*]] None
  // DIS-NEXT: OpSwitch %{{.*}} %[[D:.*]] 0 %[[ZERO:.*]] 4294967295 %[[MINUS:.*]]
  // BACK-LABEL: spirv.func @pick
  // BACK:         spirv.Switch %{{.*}} : i32, [
  // BACK-NEXT:      default: ^bb1,
  // BACK-NEXT:      0: ^bb2,
  // BACK-NEXT:      4294967295: ^bb3
  spirv.func @pick(%n: i32) -> i32 "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "pick", linkage_type = <Export>>} {
    %one = spirv.Constant 1 : i32
    %r = spirv.mlir.selection -> i32 {
      spirv.Switch %n : i32, [
        default: ^other,
        0: ^zero,
        -1: ^minus
      ]
    ^other:
      spirv.Branch ^merge(%one : i32)
    ^zero:
      spirv.Branch ^minus
    ^minus:
      %t = spirv.IMul %n, %n : i32
      spirv.Branch ^merge(%t : i32)
    ^merge(%v: i32):
      spirv.mlir.merge %v : i32
    }
    spirv.ReturnValue %r : i32
  }

  // A loop that is left from inside of a selection, which therefore cannot be one of its own; the serializer finds its
  // merge block. The header holds a selection, so the loop merge gets a block of its own.
  // DIS-LABEL: %leave = OpFunction
  // DIS:      OpLoopMerge %[[M:.*]] %[[C:.*]] None
  // DIS-NEXT: OpBranch %[[BODY:.*]]
  // DIS-NEXT: %[[BODY]] = OpLabel
  // DIS-NEXT: OpSelectionMerge %[[IM:.*]] None
  // DIS:      %[[IM]] = OpLabel
  // DIS-NEXT: OpSelectionMerge %[[REST:.*]] None
  // DIS-NEXT: OpBranchConditional %{{.*}} %[[BREAK:.*]] %[[REST]]
  // DIS-NEXT: %[[BREAK]] = OpLabel
  // DIS-NEXT: OpBranch %[[M]]
  // BACK-LABEL: spirv.func @leave
  // BACK:         spirv.mlir.loop {
  // BACK:           spirv.BranchConditional %{{.*}}, ^bb3, ^bb4
  // BACK:         spirv.Return
  spirv.func @leave(%n: i32, %c: i1) "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "leave", linkage_type = <Export>>} {
    %variable = spirv.Variable : !spirv.ptr<i32, Function>
    spirv.mlir.loop {
      spirv.Branch ^header
    ^header:
      spirv.mlir.selection {
        spirv.BranchConditional %c, ^then, ^merge
      ^then:
        spirv.Store "Function" %variable, %n : i32
        spirv.Branch ^merge
      ^merge:
        spirv.mlir.merge
      }
      spirv.BranchConditional %c, ^leave, ^rest
    ^leave:
      spirv.Branch ^merge
    ^rest:
      spirv.Store "Function" %variable, %n : i32
      spirv.Branch ^continue
    ^continue:
      spirv.Branch ^header
    ^merge:
      spirv.mlir.merge
    }
    spirv.Return
  }

  // Without structure: the blocks' merge is found, doubled targets are one branch.
  // DIS-LABEL: %plain = OpFunction
  // DIS:      OpSelectionMerge %[[M:.*]] None
  // DIS-NEXT: OpBranchConditional %{{.*}} %[[A:.*]] %[[M]]
  // DIS-NEXT: %[[A]] = OpLabel
  // DIS-NEXT: OpBranch %[[M]]
  // DIS-NEXT: %[[M]] = OpLabel
  // DIS-NEXT: OpBranch %[[END:.*]]
  spirv.func @plain(%c: i1) "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "plain", linkage_type = <Export>>} {
    spirv.BranchConditional %c, ^a, ^b
  ^a:
    spirv.Branch ^b
  ^b:
    spirv.BranchConditional %c, ^end, ^end
  ^end:
    spirv.Return
  }
}

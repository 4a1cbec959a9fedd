// What keeps scripts from forming dispatches. The part that each run takes has the script and, as its first function, the payload.
// RUN: split-file %s %t
// RUN: not tern-opt --iree-flow-dispatch-with-transform-dialect %t/none.mlir 2>&1 | FileCheck %s --check-prefix=PATH
// RUN: not tern-opt --iree-flow-dispatch-with-transform-dialect="transform-spec-path=%t/payload.mlir" %t/payload.mlir 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not tern-opt --iree-flow-dispatch-with-transform-dialect="transform-spec-path=%t/outputs.mlir" %t/payload.mlir 2>&1 | FileCheck %s --check-prefix=OUTPUTS
// RUN: not tern-opt --iree-flow-dispatch-with-transform-dialect="transform-spec-path=%t/twice.mlir" %t/payload.mlir 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not tern-opt --iree-flow-dispatch-with-transform-dialect="transform-spec-path=%t/scalars.mlir" %t/payload.mlir 2>&1 | FileCheck %s --check-prefix=SCALARS
// RUN: not tern-opt --iree-flow-dispatch-with-transform-dialect="transform-spec-path=%t/kind.mlir" %t/payload.mlir 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not tern-opt --iree-flow-dispatch-with-transform-dialect="transform-spec-path=%t/region.mlir" %t/payload.mlir 2>&1 | FileCheck %s --check-prefix=REGION
// RUN: not tern-opt --iree-flow-dispatch-with-transform-dialect="transform-spec-path=%t/many.mlir" %t/payload.mlir 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not tern-opt --iree-flow-dispatch-with-transform-dialect="transform-spec-path=%t/order.mlir" %t/payload.mlir 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not tern-opt --iree-flow-dispatch-with-transform-dialect="transform-spec-path=%t/behind.mlir" %t/payload.mlir 2>&1 | FileCheck %s --check-prefix=BEHIND
// RUN: not tern-opt --iree-flow-dispatch-with-transform-dialect="transform-spec-path=%t/used.mlir" %t/payload.mlir 2>&1 | FileCheck %s --check-prefix=USED
// RUN: not tern-opt --iree-flow-dispatch-with-transform-dialect="transform-spec-path=%t/beside.mlir" %t/payload.mlir 2>&1 | FileCheck %s --check-prefix=BESIDE
// RUN: not tern-opt --iree-flow-dispatch-with-transform-dialect="transform-spec-path=%t/inside.mlir" %t/payload.mlir 2>&1 | FileCheck %s --check-prefix=INSIDE

//--- none.mlir
// PATH: error: 'builtin.module' op expects a transform script in the option 'transform-spec-path'
//--- payload.mlir
// ENTRY: error: could not find a nested named sequence with name: __transform_main
func.func @f(%a: tensor<4xf32>, %m: memref<4xf32>, %x: f32) -> tensor<4xf32> {
  %0 = arith.addf %x, %x : f32
  %1 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.log ins(%1 : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %3 = linalg.abs ins(%2 : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  scf.forall (%i) in (4) {
    memref.store %0, %m[%i] : memref<4xf32>
  }
  return %3 : tensor<4xf32>
}
//--- outputs.mlir
// OUTPUTS: error: failed to apply: it has no shared outputs
// OUTPUTS: note: attempted to apply to this op
transform.sequence failures(propagate) {
^bb0(%root: !transform.op<"func.func">):
  %0 = transform.structured.match ops{["scf.forall"]} in %root : (!transform.op<"func.func">) -> !transform.any_op
  %1 = transform.iree.forall_to_flow %0 : (!transform.any_op) -> !transform.any_op
}
//--- twice.mlir
// TWICE: error: failed to apply: it is in a dispatch already
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.iree.wrap_in_dispatch_region %0 : (!transform.any_op) -> !transform.any_op
  %2 = transform.iree.wrap_in_dispatch_region %0 : (!transform.any_op) -> !transform.any_op
}
//--- scalars.mlir
// SCALARS: error: failed to apply: its results are no tensors
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["arith.addf"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.iree.wrap_in_dispatch_region %0 : (!transform.any_op) -> !transform.any_op
}
//--- kind.mlir
// KIND: error: transform applied to the wrong op kind
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.iree.region_to_workgroups %0 : (!transform.any_op) -> !transform.any_op
}
//--- region.mlir
// REGION: error: expected 'dispatch.region' operand
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.iree.clone_preceding_op_into_dispatch_region %0 into %0 : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
//--- many.mlir
// MANY: error: requires exactly one target/dispatch region handle
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.merge_handles %0, %root : !transform.any_op
  %2 = transform.iree.clone_preceding_op_into_dispatch_region %0 into %1 : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
//--- order.mlir
// ORDER: error: failed to apply: expected that region op comes after it
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
  %2 = transform.iree.wrap_in_dispatch_region %0 : (!transform.any_op) -> !transform.any_op
  %3 = transform.iree.clone_preceding_op_into_dispatch_region %1 into %2 : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
//--- behind.mlir
// BEHIND: error: failed to apply: expected that region op comes first
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
  %2 = transform.iree.wrap_in_dispatch_region %1 : (!transform.any_op) -> !transform.any_op
  %3 = transform.iree.move_succeeding_op_into_dispatch_region %0 into %2 : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
//--- used.mlir
// USED: error: failed to apply: it is used before the dispatch region
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
  %2 = transform.iree.wrap_in_dispatch_region %1 : (!transform.any_op) -> !transform.any_op
  %3 = transform.iree.move_preceding_op_into_dispatch_region %0 into %2 : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
//--- beside.mlir
// BESIDE: error: failed to apply: it is not beside the dispatch region
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["memref.store"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
  %2 = transform.iree.wrap_in_dispatch_region %1 : (!transform.any_op) -> !transform.any_op
  %3 = transform.iree.clone_preceding_op_into_dispatch_region %0 into %2 : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
//--- inside.mlir
// INSIDE: error: failed to apply: it is in a dispatch already
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.tile_using_forall %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %1 = transform.iree.wrap_in_dispatch_region %l : (!transform.any_op) -> !transform.any_op
  %2 = transform.iree.forall_to_flow %l : (!transform.any_op) -> !transform.any_op
}

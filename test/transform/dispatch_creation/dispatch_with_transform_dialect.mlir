// Dispatches are formed as a script says, in a pass of its own and in programs, which compute the same then.
// RUN: tern-opt --iree-dispatch-creation-dispatch-with-transform-dialect="transform-spec-path=%S/../flow/Inputs/dispatch_forall.mlir" %s | FileCheck %s --check-prefix=FORALL
// RUN: tern-opt --iree-flow-dispatch-with-transform-dialect="transform-spec-path=%S/../flow/Inputs/dispatch_regions.mlir" %s | FileCheck %s --check-prefix=REGION
// RUN: tern-opt --iree-flow-dispatch-with-transform-dialect="transform-spec-path=%S/../flow/Inputs/dispatch_clones.mlir" %s | FileCheck %s --check-prefix=CLONE
// RUN: tern-opt --dump-pass-pipeline --iree-flow-transformation-pipeline="dispatch-use-transform-dialect=%S/../flow/Inputs/dispatch_forall.mlir" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: tern-compile %s --compile-to=flow --iree-flow-dispatch-use-transform-dialect=%S/../flow/Inputs/dispatch_regions.mlir | FileCheck %s --check-prefix=FLOW
// RUN: tern-compile %s -o %t.tern
// RUN: tern-run %t.tern --input=4x2xf32=1,2,3,4,5,6,7,8 --input=2x6xf32=0.1 --output=@%t.npy
// RUN: tern-compile %s --iree-flow-dispatch-use-transform-dialect=%S/../flow/Inputs/dispatch_forall.mlir -o %t.forall.tern
// RUN: tern-run %t.forall.tern --input=4x2xf32=1,2,3,4,5,6,7,8 --input=2x6xf32=0.1 --expected_output=@%t.npy
// RUN: tern-compile %s --iree-flow-dispatch-use-transform-dialect=%S/../flow/Inputs/dispatch_regions.mlir -o %t.regions.tern
// RUN: tern-run %t.regions.tern --input=4x2xf32=1,2,3,4,5,6,7,8 --input=2x6xf32=0.1 --expected_output=@%t.npy
// RUN: tern-compile %s --iree-flow-dispatch-use-transform-dialect=%S/../flow/Inputs/dispatch_clones.mlir -o %t.clones.tern
// RUN: tern-run %t.clones.tern --input=4x2xf32=1,2,3,4,5,6,7,8 --input=2x6xf32=0.1 --expected_output=@%t.npy

// PIPELINE: iree-dispatch-creation-dispatch-with-transform-dialect
// PIPELINE: iree-dispatch-creation-form-scalar-dispatches

// FLOW: flow.executable private
// FLOW-NOT: flow.executable private
// FLOW: util.func public @main

// FORALL: %[[D:[a-z0-9]+]] = flow.dispatch.workgroups(
// FORALL: scf.forall (%{{.*}}, %{{.*}}) in (2, 2)
// FORALL: linalg.fill
// FORALL: linalg.matmul
// FORALL: flow.return
// FORALL: linalg.exp ins(%[[D]] :

// REGION: %[[D:[a-z0-9]+]]{{(:2)?}} = flow.dispatch.workgroups(
// REGION: %[[F:[a-z0-9]+]] = linalg.fill
// REGION: %[[M:[a-z0-9]+]] = linalg.matmul {{.*}} outs(%[[F]] :
// REGION: %[[X:[a-z0-9]+]] = linalg.{{exp|generic}} {{.*}}%[[M]] :
// REGION: iree_tensor_ext.dispatch.tensor.store %[[X]]
// REGION: flow.return
// REGION: return %[[D]]

// CLONE: tensor.empty
// CLONE: %[[D:[a-z0-9]+]] = flow.dispatch.region
// CLONE-NEXT: %[[E:[a-z0-9]+]] = tensor.empty() {before}
// CLONE-NEXT: %[[F:[a-z0-9]+]] = linalg.fill {before} {{.*}} outs(%[[E]] :
// CLONE-NEXT: %[[M:[a-z0-9]+]] = linalg.matmul {{.*}} outs(%[[F]] :
// CLONE-NEXT: linalg.exp {behind} ins(%[[M]] :
// CLONE-NEXT: flow.return %[[M]]
// CLONE: linalg.exp ins(%[[D]] :
func.func @main(%a: tensor<4x2xf32>, %b: tensor<2x6xf32>) -> tensor<4x6xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %c = linalg.fill ins(%z : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %r = linalg.matmul ins(%a, %b : tensor<4x2xf32>, tensor<2x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  %s = linalg.exp ins(%r : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %s : tensor<4x6xf32>
}

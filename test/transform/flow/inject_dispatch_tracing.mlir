// RUN: tern-opt %S/Inputs/program.mlir --iree-flow-inject-dispatch-tracing | FileCheck %s

// CHECK: flow.tensor.trace "ex1::e1 inputs" = [%[[IN:.*]] : tensor<?xf32>{%[[N:.*]]}]
// CHECK-NEXT: %[[R:.*]] = flow.dispatch @ex1::@e1[%[[N]]](%[[IN]], %[[N]])
// CHECK-NEXT: flow.tensor.trace "ex1::e1 outputs" = [%[[R]] : tensor<?xf32>{%[[N]]}]
// CHECK-NEXT: flow.tensor.trace "ex0::e0 inputs"
// CHECK: flow.tensor.trace "ex0::e0 outputs"
// CHECK: flow.tensor.trace "ex0::e0 inputs"
// CHECK: flow.tensor.trace "ex0::e0 outputs"

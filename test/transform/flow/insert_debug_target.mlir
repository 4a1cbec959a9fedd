// RUN: tern-opt %S/Inputs/program.mlir --iree-flow-insert-debug-target-at-ordinal=break-debug-target=@main:1 | FileCheck %s --check-prefix=BREAK
// RUN: tern-opt %S/Inputs/program.mlir --iree-flow-insert-debug-target-at-symbol=break-debug-target=e0 | FileCheck %s --check-prefix=BREAK
// RUN: tern-opt %S/Inputs/program.mlir --iree-flow-insert-debug-target-at-ordinal=trace-debug-target=@main:0 | FileCheck %s --check-prefix=TRACE
// RUN: tern-opt %S/Inputs/program.mlir --iree-flow-insert-debug-target-at-symbol=trace-debug-target=ex0::e0 | FileCheck %s --check-prefix=ALL
// RUN: not tern-opt %S/Inputs/program.mlir --iree-flow-insert-debug-target-at-ordinal=break-debug-target=@main:7 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tern-opt %S/Inputs/program.mlir --iree-flow-insert-debug-target-at-symbol=trace-debug-target=e7 2>&1 | FileCheck %s --check-prefix=NONE-SYMBOL
// RUN: not tern-opt %S/Inputs/program.mlir --iree-flow-insert-debug-target-at-ordinal=break-debug-target=@main 2>&1 | FileCheck %s --check-prefix=WRONG

// BREAK: util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view) -> !hal.buffer_view
// BREAK: %[[R:.*]] = flow.dispatch @ex0::@e0
// BREAK: %[[V:.*]] = hal.tensor.export %[[R]] : tensor<4xf32> -> !hal.buffer_view
// BREAK-NEXT: util.return %[[V]] : !hal.buffer_view

// TRACE: flow.tensor.trace "ex1::e1::0 inputs" = [%[[IN:.*]] : tensor<?xf32>{%[[N:.*]]}]
// TRACE-NEXT: %[[R:.*]] = flow.dispatch @ex1::@e1[%[[N]]](%[[IN]], %[[N]])
// TRACE-NEXT: flow.tensor.trace "ex1::e1::0 outputs" = [%[[R]] : tensor<?xf32>{%[[N]]}]
// TRACE-NOT: flow.tensor.trace

// ALL: flow.dispatch @ex1::@e1
// ALL-NEXT: flow.tensor.trace "ex0::e0 inputs"
// ALL-NEXT: flow.dispatch @ex0::@e0
// ALL-NEXT: flow.tensor.trace "ex0::e0 outputs"
// ALL-NEXT: flow.tensor.trace "ex0::e0 inputs"
// ALL-NEXT: flow.dispatch @ex0::@e0
// ALL-NEXT: flow.tensor.trace "ex0::e0 outputs"

// NONE: error: 'builtin.module' op has no dispatch '@main:7' to break at
// NONE-SYMBOL: error: 'builtin.module' op has no dispatch 'e7' to trace
// WRONG: error: 'builtin.module' op cannot find the dispatch '@main', expected @function:ordinal

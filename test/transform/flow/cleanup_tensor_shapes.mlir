// RUN: tern-opt %s --iree-flow-cleanup-tensor-shapes | FileCheck %s

// CHECK-LABEL: func.func @ties
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>
func.func @ties(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = flow.tensor.tie_shape %x : tensor<?xf32>{%n}
  return %0 : tensor<?xf32>
}

// What is inside of a dispatch hands tensors on as they are.
// CHECK-LABEL: func.func @ties_in_a_dispatch
flow.executable private @ties_in_a_dispatch_ex {
  flow.executable.export public @ties_in_a_dispatch
  builtin.module {
    func.func @ties_in_a_dispatch(%n: index) {
      // CHECK: %[[EMPTY:.*]] = tensor.empty
      // CHECK-NEXT: "test.use"(%[[EMPTY]])
      %x = tensor.empty(%n) : tensor<?xf32>
      %0 = flow.tensor.tie_shape %x : tensor<?xf32>{%n}
      "test.use"(%0) : (tensor<?xf32>) -> ()
      return
    }
  }
}

// So does what kept a workspace, but no barrier that was written.
// CHECK-LABEL: func.func @workspaces
// CHECK-NOT: tern.workspace
// CHECK: util.optimization_barrier
// CHECK-NEXT: return
func.func @workspaces(%x: tensor<4xf32>) {
  %0 = util.optimization_barrier {tern.workspace} %x : tensor<4xf32>
  %1 = util.optimization_barrier %x : tensor<4xf32>
  return
}

// So does what made an operand of a number.
// CHECK-LABEL: func.func @operands
// CHECK: %[[WIDTH:.*]] = arith.constant 8 : index
// CHECK-NEXT: return %[[WIDTH]]
func.func @operands() -> index {
  %c8 = arith.constant 8 : index
  %0 = util.optimization_barrier {tern.operand} %c8 : index
  return %0 : index
}

// RUN: tern-opt %s --iree-flow-cleanup-tensor-shapes | FileCheck %s

// CHECK-LABEL: func.func @ties
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>
func.func @ties(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = flow.tensor.tie_shape %x : tensor<?xf32>{%n}
  return %0 : tensor<?xf32>
}

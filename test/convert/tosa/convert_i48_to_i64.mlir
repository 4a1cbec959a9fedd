// Integers of 48 bits become integers of 64.
// RUN: tern-opt --allow-unregistered-dialect --iree-tosa-converti48-to-i64 %s | FileCheck %s

// CHECK: func.func @f(%arg0: tensor<4xi64>) -> tensor<4xi64>
// CHECK: arith.constant dense<3> : tensor<4xi64>
// CHECK-NOT: i48
func.func @f(%x: tensor<4xi48>) -> tensor<4xi48> {
  %c = arith.constant dense<3> : tensor<4xi48>
  %0 = arith.addi %x, %c : tensor<4xi48>
  %1 = arith.extsi %0 : tensor<4xi48> to tensor<4xi64>
  %2 = arith.trunci %1 : tensor<4xi64> to tensor<4xi48>
  return %2 : tensor<4xi48>
}

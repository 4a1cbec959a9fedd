// Ops of other dialects stay where that is allowed, with casts between their types and VHLO's.
// RUN: tern-opt %s --stablehlo-legalize-to-vhlo=allow-other-dialects=true > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt %t.mlir --vhlo-legalize-to-stablehlo | FileCheck %s --check-prefix=BACK

// CHECK: %[[C:.*]] = arith.constant dense<1> : tensor<2xi32>
// CHECK: %[[V:.*]] = builtin.unrealized_conversion_cast %[[C]] : tensor<2xi32> to !vhlo.tensor_v1<2x!vhlo.i32_v1>
// CHECK: "vhlo.add_v1"(%arg0, %[[V]])
// BACK: %[[C:.*]] = arith.constant dense<1> : tensor<2xi32>
// BACK-NEXT: %[[S:.*]] = stablehlo.add %arg0, %[[C]] : tensor<2xi32>
// BACK-NEXT: return %[[S]] : tensor<2xi32>
func.func @main(%b: tensor<2xi32>) -> tensor<2xi32> {
  %c = arith.constant dense<1> : tensor<2xi32>
  %0 = stablehlo.add %b, %c : tensor<2xi32>
  return %0 : tensor<2xi32>
}

// Signs go from TOSA's integers, as upstream takes them.
// RUN: tern-opt --tosa-convert-integer-type-to-signless %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: mlir-opt --tosa-convert-integer-type-to-signless %s | diff - %t.mlir

// CHECK-LABEL: func.func @f(
// CHECK-SAME: tensor<1x4xi8>, %{{.*}}: tensor<?xi8>) -> (tensor<1x4xi8>, tensor<?xi8>)
func.func @f(%x: tensor<1x4xui8>, %y: tensor<?xsi8>) -> (tensor<1x4xui8>, tensor<?xsi8>) {
  // CHECK: tosa.maximum %{{.*}}, %{{.*}} : (tensor<1x4xi8>, tensor<1x4xi8>) -> tensor<1x4xi8>
  %0 = tosa.maximum %x, %x : (tensor<1x4xui8>, tensor<1x4xui8>) -> tensor<1x4xui8>
  return %0, %y : tensor<1x4xui8>, tensor<?xsi8>
}

// Callers see the types of the program with their signs, though it computes without.
// RUN: tern-compile %s -o %t.tern
// RUN: tern-run %t.tern --input=2xui8=200 --input=2xi8=-1 | FileCheck %s
// CHECK: 2xui32=200 200
// CHECK: 2xi16=-1 -1
func.func @main(%x: tensor<2xui8>, %y: tensor<2xi8>) -> (tensor<2xui32>, tensor<2xi16>) {
  %0 = stablehlo.convert %x : (tensor<2xui8>) -> tensor<2xui32>
  %1 = stablehlo.convert %y : (tensor<2xi8>) -> tensor<2xi16>
  return %0, %1 : tensor<2xui32>, tensor<2xi16>
}

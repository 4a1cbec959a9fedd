// Signs go; callers of public functions see what they were.
// RUN: tern-opt --allow-unregistered-dialect --iree-tosa-strip-signedness %s | FileCheck %s

// CHECK: func.func @f(%arg0: tensor<4xi8> {iree.abi.encoding = tensor<4xui8>}) -> (tensor<4xi8> {iree.abi.encoding = tensor<4xui8>})
// CHECK-NEXT: return %arg0 : tensor<4xi8>
func.func @f(%x: tensor<4xui8>) -> tensor<4xui8> {
  %0 = builtin.unrealized_conversion_cast %x : tensor<4xui8> to tensor<4xi8>
  %1 = builtin.unrealized_conversion_cast %0 : tensor<4xi8> to tensor<4xui8>
  return %1 : tensor<4xui8>
}

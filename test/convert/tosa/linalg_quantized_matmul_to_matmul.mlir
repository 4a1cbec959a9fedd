// A product with zero points is a product and corrections.
// RUN: tern-opt --allow-unregistered-dialect --iree-linalg-quantized-matmul-to-matmul %s | FileCheck %s

// CHECK: linalg.matmul
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]
// CHECK-NOT: quantized
func.func @f(%a: tensor<2x6xi8>, %b: tensor<6x4xi8>, %p: i32, %q: i32, %o: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = linalg.quantized_matmul ins(%a, %b, %p, %q : tensor<2x6xi8>, tensor<6x4xi8>, i32, i32) outs(%o : tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// Dispatches whose kernels are equal have one, which each launches with its own grid; one that is different stays.
// RUN: tern-compile %s -o %t.tern --target=ptx:sm_90a
// RUN: grep -a "\.entry" %t.tern | FileCheck %s

// CHECK: .entry main_dispatch_0_elementwise_4096_f32(
// CHECK-NEXT: .entry main_dispatch_2_elementwise_4096_f32(
// CHECK-NOT: .entry
func.func @main(%a: tensor<4096xf32>, %b: tensor<8192xf32>, %c: tensor<4096xf32>) -> (tensor<4096xf32>, tensor<8192xf32>, tensor<4096xf32>) {
  %0 = stablehlo.exponential %a : tensor<4096xf32>
  %1 = stablehlo.exponential %b : tensor<8192xf32>
  %2 = stablehlo.tanh %c : tensor<4096xf32>
  return %0, %1, %2 : tensor<4096xf32>, tensor<8192xf32>, tensor<4096xf32>
}

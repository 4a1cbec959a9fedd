// Profiles of a Vulkan device, whose queue writes time stamps.
// REQUIRES: lavapipe

// RUN: %lavapipe tern-run %s --device=vulkan --input=37x16xf32=1 --input=16x8xf32=2 --profile=%t.json --profile=%t.html \
// RUN:   --profile_calls=2 --peak_gflops=1 --peak_gbps=1 | FileCheck %s
// CHECK: @main on vulkan: {{[0-9.]+}} us a call
// CHECK: main_dispatch_{{.*}}matmul{{.*}} 1 {{.*}} f32
// RUN: python3 %S/Inputs/check_bench.py trace %t.json matmul=float_ops:9768,read_bytes:2880,written_bytes:1184
// RUN: python3 %S/Inputs/check_bench.py page %t.html matmul

func.func @main(%a: tensor<37x16xf32>, %b: tensor<16x8xf32>) -> tensor<37x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<37x16xf32>, tensor<16x8xf32>) -> tensor<37x8xf32>
  %1 = stablehlo.tanh %0 : tensor<37x8xf32>
  return %1 : tensor<37x8xf32>
}

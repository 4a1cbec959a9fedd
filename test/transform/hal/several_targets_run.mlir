// RUN: tern-compile %s --target=cpu,vulkan --iree-stream-optimize-bindings -o %t.tern
// RUN: tern-run %t.tern --input=4xf32=1,2,3,4 | FileCheck %s
// RUN: %lavapipe tern-run %t.tern --device=vulkan --input=4xf32=1,2,3,4 | FileCheck %s
// RUN: tern-compile %s --target=cpu,vulkan --compile-to=executable-targets | FileCheck %s --check-prefix=BOTH
// REQUIRES: lavapipe

// One module holds code for both devices; which of it is used is known when it runs.
// CHECK: 4xf32=2 4 6 8
// BOTH: hal.executable.variant public @{{.*}}embedded_elf
// BOTH: hal.executable.variant public @{{.*}}vulkan_spirv
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

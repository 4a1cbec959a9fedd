// What rounds a product's sums to fewer bits is one dispatch with it where the target is the CPU alone, whose workgroups keep the
// sums of their tile.

// RUN: tern-compile %s --compile-to=flow | FileCheck %s --check-prefix=CPU
// RUN: tern-compile %s --compile-to=flow --target=cpu,vulkan | FileCheck %s --check-prefix=BOTH

// CPU-COUNT-1: flow.executable.export
// CPU: linalg.matmul {{.*}} outs(%{{.*}} : tensor<64x64xf32>)
// CPU: arith.truncf
// CPU: dispatch.tensor.store {{.*}} tensor<64x64xbf16>
// CPU-NOT: flow.executable.export
// CPU: util.func public @main

// BOTH-COUNT-2: flow.executable.export
func.func @main(%a: tensor<64x512xbf16>, %b: tensor<512x64xbf16>) -> tensor<64x64xbf16> {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x512xbf16>, tensor<512x64xbf16>) -> tensor<64x64xbf16>
  return %r : tensor<64x64xbf16>
}

// mhlo when it was called xla_hlo, and executables when a variant was a target.
// RUN: tern-opt %s > %t.mlir
// RUN: tern-opt %t.mlir | diff %t.mlir -
// RUN: FileCheck %s < %t.mlir

// CHECK: hal.executable.variant @vulkan, target = "vulkan*" {
hal.executable.target @vulkan, filter="vulkan*" {
  module {
    // CHECK: func.func @f
    func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
      // CHECK: mhlo.add %arg0, %arg0 : tensor<4xf32>
      %0 = "xla_hlo.add"(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      // CHECK: mhlo.multiply %{{.*}}, %arg0 : tensor<4xf32>
      %1 = xla_hlo.multiply %0, %a : tensor<4xf32>
      return %1 : tensor<4xf32>
    }
  }
}

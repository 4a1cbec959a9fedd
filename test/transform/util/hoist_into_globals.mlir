// RUN: tern-opt %s --iree-util-hoist-into-globals | FileCheck %s
// RUN: tern-opt %s --iree-util-hoist-into-globals=marker=once | FileCheck %s --check-prefix=MARKED

// The transposed constant is computed when the program is loaded; what depends on the argument is not.

// CHECK: util.global private @[[G:.+]] : tensor<4x4xf32>
// CHECK: util.initializer {
// CHECK: %[[T:.+]] = linalg.transpose
// CHECK: util.global.store %[[T]], @[[G]]
// CHECK: util.func public @f(%[[X:.+]]: tensor<4x4xf32>)
// CHECK: %[[L:.+]] = util.global.load{{.*}} @[[G]]
// CHECK-NOT: linalg.transpose
// CHECK: linalg.add ins(%[[X]], %[[L]]
// CHECK: linalg.add ins(%[[X]], %[[X]]
util.func public @f(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %w = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %t = linalg.transpose ins(%w : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  %r = linalg.add ins(%x, %t : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = linalg.add ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  util.return %r, %s : tensor<4x4xf32>, tensor<4x4xf32>
}

// With a marker only what has it is hoisted.

// MARKED: util.global private @[[G:.+]] : tensor<2x3xf32>
// MARKED: util.initializer {
// MARKED: linalg.transpose
// MARKED: util.global.store
// MARKED-NOT: util.initializer
// MARKED-LABEL: util.func public @marked(
// CHECK-LABEL: util.func public @marked(
util.func public @marked(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %a = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %b = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]]> : tensor<3x2xf32>
  %e = tensor.empty() : tensor<2x3xf32>
  %t = linalg.transpose ins(%a : tensor<3x2xf32>) outs(%e : tensor<2x3xf32>) permutation = [1, 0] {once}
  %u = linalg.transpose ins(%b : tensor<3x2xf32>) outs(%e : tensor<2x3xf32>) permutation = [1, 0]
  %0 = linalg.add ins(%x, %t : tensor<2x3xf32>, tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = linalg.add ins(%0, %u : tensor<2x3xf32>, tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  util.return %1 : tensor<2x3xf32>
}

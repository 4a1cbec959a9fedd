// RUN: tern-opt %s --dump-pass-pipeline --iree-tosa-input-transformation-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: tern-opt %s --iree-tosa-input-transformation-pipeline | FileCheck %s

// What lowering to linalg leaves to arith and tensor goes in a second round.
// ORDER: tosa-to-scf,
// ORDER-NEXT: inline
// ORDER: tosa-make-broadcastable,
// ORDER-NEXT: tosa-to-arith{include-apply-rescale=false
// ORDER-NEXT: tosa-to-tensor,
// ORDER-NEXT: iree-tosa-to-linalg-ext,
// ORDER-NEXT: canonicalize
// ORDER: tosa-to-linalg-named{prefer-conv2d-kernel-layout-hwcf=true},
// ORDER-NEXT: tosa-to-linalg
// ORDER-NEXT: iree-tosa-converti48-to-i64,
// ORDER-NEXT: tosa-to-arith{include-apply-rescale=true
// ORDER-NEXT: tosa-to-tensor,
// ORDER-NEXT: canonicalize
// ORDER: iree-tosa-strip-signedness,
// ORDER-NEXT: canonicalize
// ORDER-NEXT: iree-linalg-quantized-matmul-to-matmul,
// ORDER-NEXT: iree-linalg-quantized-conv-to-conv,
// ORDER-NEXT: canonicalize
// ORDER: iree-tosa-verify-compiler-input-legality

// The convolution takes its filter as hwcf, the call is gone, and so is TOSA.
// CHECK-LABEL: func.func @main
// CHECK-NOT: call @
// CHECK-NOT: tosa.
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: tosa.
// CHECK: arith.maximumf
// CHECK-NOT: tosa.
// CHECK: return
func.func @main(%x: tensor<1x8x8x4xf32>, %f: tensor<16x3x3x4xf32>, %b: tensor<16xf32>, %y: tensor<1x6x6x16xf32>) -> tensor<1x6x6x16xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.conv2d %x, %f, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<16x3x3x4xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x16xf32>
  %1 = func.call @rest(%0, %y) : (tensor<1x6x6x16xf32>, tensor<1x6x6x16xf32>) -> tensor<1x6x6x16xf32>
  return %1 : tensor<1x6x6x16xf32>
}
func.func private @rest(%x: tensor<1x6x6x16xf32>, %y: tensor<1x6x6x16xf32>) -> tensor<1x6x6x16xf32> {
  %0 = tosa.add %x, %y : (tensor<1x6x6x16xf32>, tensor<1x6x6x16xf32>) -> tensor<1x6x6x16xf32>
  %1 = tosa.clamp %0 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x6x6x16xf32>) -> tensor<1x6x6x16xf32>
  return %1 : tensor<1x6x6x16xf32>
}

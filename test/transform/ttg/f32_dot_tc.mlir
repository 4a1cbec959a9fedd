// Products of f32 as sums of products of narrower numbers.
// RUN: tern-opt %s --tritongpu-F32DotTC=emu-tf32=true --canonicalize | FileCheck %s --check-prefixes=CHECK,TF32
// RUN: tern-opt %s --tritongpu-F32DotTC --canonicalize | FileCheck %s --check-prefixes=CHECK,NONE

// CHECK-LABEL: @tf32x3(
// TF32: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
// TF32: %[[A0:.*]] = tt.elementwise_inline_asm "cvt.rna.tf32.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %arg0
// TF32: %[[A1:.*]] = arith.subf %arg0, %[[A0]]
// TF32: %[[B0:.*]] = tt.elementwise_inline_asm "cvt.rna.tf32.f32 $0, $1;"
// TF32: %[[B1:.*]] = arith.subf %arg1, %[[B0]]
// TF32: %[[P:.*]] = tt.dot %[[A1]], %[[B0]], %[[ZERO]], inputPrecision = tf32 {maxNumImpreciseAcc = 4 : i32}
// TF32: %[[Q:.*]] = tt.dot %[[A0]], %[[B1]], %[[P]], inputPrecision = tf32
// TF32: %[[NAN:.*]] = arith.cmpf uno, %[[Q]], %[[Q]]
// TF32: %[[S:.*]] = arith.select %[[NAN]], %[[ZERO]], %[[Q]]
// TF32: %[[R:.*]] = tt.dot %[[A0]], %[[B0]], %[[S]], inputPrecision = tf32
// TF32: arith.addf %[[R]], %arg2
// NONE: tt.dot %arg0, %arg1, %arg2, inputPrecision = tf32x3
tt.func @tf32x3(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %d = tt.dot %a, %b, %c, inputPrecision = tf32x3 {maxNumImpreciseAcc = 4 : i32} : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  tt.return %d : tensor<16x16xf32>
}

// CHECK-LABEL: @bf16x3(
// CHECK: %[[A0:.*]] = arith.truncf %arg0 : tensor<16x16xf32> to tensor<16x16xbf16>
// CHECK: %[[W:.*]] = arith.extf %[[A0]] : tensor<16x16xbf16> to tensor<16x16xf32>
// CHECK: %[[D:.*]] = arith.subf %arg0, %[[W]]
// CHECK: %[[A1:.*]] = arith.truncf %[[D]]
// CHECK: %[[B0:.*]] = arith.truncf %arg1
// CHECK: %[[B1:.*]] = arith.truncf
// CHECK: %[[P:.*]] = tt.dot %[[A1]], %[[B0]], %{{.*}} : tensor<16x16xbf16> * tensor<16x16xbf16> -> tensor<16x16xf32>
// CHECK: %[[Q:.*]] = tt.dot %[[A0]], %[[B1]], %[[P]] :
// CHECK: %[[S:.*]] = arith.select
// CHECK: %[[R:.*]] = tt.dot %[[A0]], %[[B0]], %[[S]] :
// CHECK: arith.addf %[[R]], %arg2
tt.func @bf16x3(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %d = tt.dot %a, %b, %c, inputPrecision = bf16x3 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  tt.return %d : tensor<16x16xf32>
}

// CHECK-LABEL: @bf16x6(
// CHECK-COUNT-6: arith.truncf
// CHECK-COUNT-5: tt.dot
// CHECK: arith.select
// CHECK: tt.dot
// CHECK-NOT: tt.dot
// CHECK: arith.addf
tt.func @bf16x6(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %d = tt.dot %a, %b, %c, inputPrecision = bf16x6 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  tt.return %d : tensor<16x16xf32>
}

// Other numbers, and f32 that is multiplied as it is.
// CHECK-LABEL: @keeps(
// CHECK-COUNT-3: tt.dot
// CHECK-NOT: tt.dot
tt.func @keeps(%a: tensor<16x16xf16>, %b: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = tt.dot %a, %a, %c, inputPrecision = tf32x3 : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %1 = tt.dot %b, %b, %0 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  %2 = tt.dot %b, %b, %1, inputPrecision = tf32 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  tt.return %2 : tensor<16x16xf32>
}

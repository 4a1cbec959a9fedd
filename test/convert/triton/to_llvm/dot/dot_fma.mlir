// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm --verify-diagnostics | FileCheck %s

#f = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#fa = #ttg.dot_op<{opIdx = 0, parent = #f}>
#fb = #ttg.dot_op<{opIdx = 1, parent = #f}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32} {
  // Two rows of one column, two numbers deep: one product after the other.
  // CHECK-LABEL: llvm.func internal @f32
  // CHECK-DAG: %[[A00:.*]] = llvm.extractvalue %arg0[0]
  // CHECK-DAG: %[[A01:.*]] = llvm.extractvalue %arg0[1]
  // CHECK-DAG: %[[B0:.*]] = llvm.extractvalue %arg1[0]
  // CHECK-DAG: %[[B1:.*]] = llvm.extractvalue %arg1[1]
  // CHECK-DAG: %[[C0:.*]] = llvm.extractvalue %arg2[0]
  // CHECK: llvm.intr.fmuladd(%{{.*}}, %[[B0]], %[[C0]])
  // CHECK: llvm.intr.fmuladd(%{{.*}}, %[[B1]], %{{.*}})
  // CHECK-COUNT-2: llvm.intr.fmuladd
  // CHECK-NOT: llvm.intr.fmuladd
  // CHECK: llvm.return
  tt.func private @f32(%a: tensor<16x2xf32, #fa>, %b: tensor<2x4xf32, #fb>, %c: tensor<16x4xf32, #f>) -> tensor<16x4xf32, #f> {
    %0 = tt.dot %a, %b, %c : tensor<16x2xf32, #fa> * tensor<2x4xf32, #fb> -> tensor<16x4xf32, #f>
    tt.return %0 : tensor<16x4xf32, #f>
  }

  // CHECK-LABEL: llvm.func internal @wider_sums
  // CHECK: llvm.sext %{{.*}} : i8 to i32
  // CHECK: llvm.mul
  // CHECK: llvm.add
  // CHECK: llvm.fpext %{{.*}} : f16 to f32
  // CHECK: llvm.intr.fmuladd
  tt.func private @wider_sums(%a: tensor<16x2xi8, #fa>, %b: tensor<2x4xi8, #fb>, %c: tensor<16x4xi32, #f>,
                              %x: tensor<16x2xf16, #fa>, %y: tensor<2x4xf16, #fb>, %z: tensor<16x4xf32, #f>)
      -> (tensor<16x4xi32, #f>, tensor<16x4xf32, #f>) {
    %0 = tt.dot %a, %b, %c : tensor<16x2xi8, #fa> * tensor<2x4xi8, #fb> -> tensor<16x4xi32, #f>
    %1 = tt.dot %x, %y, %z : tensor<16x2xf16, #fa> * tensor<2x4xf16, #fb> -> tensor<16x4xf32, #f>
    tt.return %0, %1 : tensor<16x4xi32, #f>, tensor<16x4xf32, #f>
  }
}

// -----

// A batch of two.
#f = #ttg.blocked<{sizePerThread = [2, 1, 1], threadsPerWarp = [1, 8, 4], warpsPerCTA = [1, 1, 1], order = [2, 1, 0]}>
#fa = #ttg.dot_op<{opIdx = 0, parent = #f}>
#fb = #ttg.dot_op<{opIdx = 1, parent = #f}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32} {
  // CHECK-LABEL: llvm.func internal @batch
  // CHECK-COUNT-8: llvm.intr.fmuladd
  // CHECK-NOT: llvm.intr.fmuladd
  // CHECK: llvm.return
  tt.func private @batch(%a: tensor<2x8x4xf32, #fa>, %b: tensor<2x4x4xf32, #fb>, %c: tensor<2x8x4xf32, #f>) -> tensor<2x8x4xf32, #f> {
    %0 = tt.dot %a, %b, %c : tensor<2x8x4xf32, #fa> * tensor<2x4x4xf32, #fb> -> tensor<2x8x4xf32, #f>
    tt.return %0 : tensor<2x8x4xf32, #f>
  }
}

// -----

#f = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#fa = #ttg.dot_op<{opIdx = 0, parent = #f}>
#fb = #ttg.dot_op<{opIdx = 1, parent = #f}>
module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @f8(%a: tensor<16x2xf8E5M2, #fa>, %b: tensor<2x4xf8E5M2, #fb>, %c: tensor<16x4xf32, #f>) -> tensor<16x4xf32, #f> {
    // expected-error @+3 {{'tt.dot' op multiplies 'f8E5M2' for sums of 'f32', which threads cannot without tensor cores}}
    // expected-note @+2 {{convert the operands to f16 or f32 before}}
    // expected-error @+1 {{failed to legalize operation 'tt.dot'}}
    %0 = tt.dot %a, %b, %c : tensor<16x2xf8E5M2, #fa> * tensor<2x4xf8E5M2, #fb> -> tensor<16x4xf32, #f>
    tt.return %0 : tensor<16x4xf32, #f>
  }
}

// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm --verify-diagnostics | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=90 --verify-diagnostics | FileCheck %s --check-prefixes=CHECK,SM90

#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32} {
  // Pairs by an instruction; else the bits moved to those of f32, and scaled by what the exponents differ in: 2 to the 120.
  // CHECK-LABEL: llvm.func internal @widen
  // SM80: %[[MOVED:.*]] = llvm.shl %{{.*}}, %{{.*}} : i32
  // SM80: llvm.mlir.constant(2071986176 : i32)
  // SM80: llvm.fmul
  // SM80: llvm.icmp "eq"
  // SM80: llvm.select
  // SM80: "cvt.rn.f16.f32 $0, $1;", "=h,r"
  // SM90: llvm.bitcast %{{.*}} : vector<2xi8> to i16
  // SM90: "cvt.rn.f16x2.e4m3x2 $0, $1;", "=r,h" %{{.*}} : (i16) -> vector<2xf16>
  // SM90-NOT: inline_asm
  // CHECK: llvm.return
  tt.func private @widen(%x: tensor<64xf8E4M3FN, #b>) -> tensor<64xf16, #b> {
    %0 = tt.fp_to_fp %x : tensor<64xf8E4M3FN, #b> -> tensor<64xf16, #b>
    tt.return %0 : tensor<64xf16, #b>
  }

  // To bf16 by a product, which knows neither infinity nor NaN: their exponent is set.
  // CHECK-LABEL: llvm.func internal @widen_e5m2
  // SM80-NOT: bf16x2
  // SM90: %[[PRODUCT:.*]] = llvm.inline_asm {{.*}}"mul.rn.bf16x2 $0, $1, $2;", "=r,r,r"
  // SM90: %[[EXPONENT:.*]] = llvm.mul
  // SM90: llvm.or %[[PRODUCT]], %[[EXPONENT]]
  // SM90-NOT: inline_asm
  // CHECK: llvm.return
  tt.func private @widen_e5m2(%x: tensor<64xf8E5M2, #b>) -> tensor<64xbf16, #b> {
    %0 = tt.fp_to_fp %x : tensor<64xf8E5M2, #b> -> tensor<64xbf16, #b>
    tt.return %0 : tensor<64xbf16, #b>
  }

  // CHECK-LABEL: llvm.func internal @narrow
  // SM80: llvm.intr.umin
  // SM80-NOT: cvt
  // SM90: "cvt.rn.satfinite.e5m2x2.f32  $0, $2, $1; \0A", "=h,r,r" %{{.*}}, %{{.*}} : (i32, i32) -> vector<2xi8>
  // SM90: "cvt.rn.satfinite.e4m3x2.f16x2 $0, $1;", "=h,r" %{{.*}} : (i32) -> vector<2xi8>
  // CHECK: llvm.return
  tt.func private @narrow(%x: tensor<64xf32, #b>, %y: tensor<64xf16, #b>) -> (tensor<64xf8E5M2, #b>, tensor<64xf8E4M3FN, #b>) {
    %0 = tt.fp_to_fp %x, rounding = rtne : tensor<64xf32, #b> -> tensor<64xf8E5M2, #b>
    %1 = tt.fp_to_fp %y, rounding = rtne : tensor<64xf16, #b> -> tensor<64xf8E4M3FN, #b>
    tt.return %0, %1 : tensor<64xf8E5M2, #b>, tensor<64xf8E4M3FN, #b>
  }

  // No instruction rounds these toward zero, or knows these formats.
  // CHECK-LABEL: llvm.func internal @by_arithmetic
  // CHECK: llvm.call_intrinsic "llvm.nvvm.add.rz.f"
  // CHECK: llvm.mlir.constant(128 : i32)
  // CHECK: llvm.fadd
  // CHECK-NOT: cvt.rn.satfinite
  // CHECK: llvm.return
  tt.func private @by_arithmetic(%x: f32) -> (f8E5M2, f8E4M3FNUZ) {
    %0 = tt.fp_to_fp %x, rounding = rtz : f32 -> f8E5M2
    %1 = tt.fp_to_fp %x, rounding = rtne : f32 -> f8E4M3FNUZ
    tt.return %0, %1 : f8E5M2, f8E4M3FNUZ
  }

  // CHECK-LABEL: llvm.func internal @others
  // CHECK: "cvt.rn.f16.f32 $0, $1;", "=h,r" %arg0
  // CHECK: "cvt.rz.f16.f32 $0, $1;", "=h,r" %arg0
  // CHECK: llvm.call_intrinsic "llvm.nvvm.f2bf16.rn"(%arg0)
  // CHECK: llvm.call_intrinsic "llvm.nvvm.f2bf16.rz"(%arg0)
  // CHECK: llvm.fpext %arg0 : f32 to f64
  // CHECK: llvm.fptrunc %arg1 : f64 to f32
  tt.func private @others(%x: f32, %y: f64) -> (f16, f16, bf16, bf16, f64, f32) {
    %0 = tt.fp_to_fp %x, rounding = rtne : f32 -> f16
    %1 = tt.fp_to_fp %x, rounding = rtz : f32 -> f16
    %2 = tt.fp_to_fp %x, rounding = rtne : f32 -> bf16
    %3 = tt.fp_to_fp %x, rounding = rtz : f32 -> bf16
    %4 = tt.fp_to_fp %x : f32 -> f64
    %5 = tt.fp_to_fp %y, rounding = rtne : f64 -> f32
    tt.return %0, %1, %2, %3, %4, %5 : f16, f16, bf16, bf16, f64, f32
  }

  // f64 is rounded once: what the first step cuts off leaves its last bit odd.
  // CHECK-LABEL: llvm.func internal @once
  // CHECK: %[[CUT:.*]] = llvm.call_intrinsic "llvm.nvvm.d2f.rz"(%arg0)
  // CHECK: %[[BACK:.*]] = llvm.fpext %[[CUT]]
  // CHECK: llvm.fcmp "une" %[[BACK]], %arg0
  // CHECK: "cvt.rn.f16.f32 $0, $1;"
  tt.func private @once(%x: f64) -> f16 {
    %0 = tt.fp_to_fp %x, rounding = rtne : f64 -> f16
    tt.return %0 : f16
  }
}

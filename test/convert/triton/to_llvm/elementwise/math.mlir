// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-DAG: llvm.func @__nv_expf(f32) -> f32
  // CHECK-DAG: llvm.func @__nv_exp(f64) -> f64

  // The chip has powers of two of f32; what is narrower goes by the library's function of f32.
  // CHECK-LABEL: llvm.func internal @exponentials
  // CHECK: %[[LOG:.*]] = llvm.mlir.constant(1.44269502 : f32)
  // CHECK: %[[POWER:.*]] = llvm.fmul %{{.*}}, %[[LOG]]
  // CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.f"(%[[POWER]])
  // CHECK: llvm.fpext %{{.*}} : f16 to f32
  // CHECK: llvm.call @__nv_expf
  // CHECK: llvm.fptrunc %{{.*}} : f32 to f16
  // CHECK: llvm.call @__nv_exp(
  tt.func private @exponentials(%x: tensor<128xf32, #b>, %y: tensor<128xf16, #b>, %z: f64) -> (tensor<128xf32, #b>, tensor<128xf16, #b>, f64) {
    %0 = math.exp %x : tensor<128xf32, #b>
    %1 = math.exp %y : tensor<128xf16, #b>
    %2 = math.exp %z : f64
    tt.return %0, %1, %2 : tensor<128xf32, #b>, tensor<128xf16, #b>, f64
  }

  // CHECK-LABEL: llvm.func internal @others
  // CHECK: llvm.call @__nv_sinf
  // CHECK: llvm.intr.fma
  // CHECK: llvm.intr.fabs
  // CHECK: %[[MASK:.*]] = llvm.mlir.constant(127 : i8)
  // CHECK: llvm.and %{{.*}}, %[[MASK]] : i8
  tt.func private @others(%x: f32, %y: f8E5M2) -> (f32, f8E5M2) {
    %0 = math.sin %x : f32
    %1 = math.fma %0, %x, %x : f32
    %2 = math.absf %1 : f32
    %3 = math.absf %y : f8E5M2
    tt.return %2, %3 : f32, f8E5M2
  }

  // A test of the library gives an int.
  // CHECK-LABEL: llvm.func internal @tests
  // CHECK: %[[INT:.*]] = llvm.call @__nv_isinff(%arg0) : (f32) -> i32
  // CHECK: llvm.icmp "ne" %[[INT]]
  tt.func private @tests(%x: f32) -> i1 {
    %0 = math.isinf %x : f32
    tt.return %0 : i1
  }
}

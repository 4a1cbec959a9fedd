// RUN: tern-opt %s --convert-libdevice-to-nvvm | FileCheck %s

llvm.func @__nv_rsqrtf(f32) -> f32
llvm.func @__nv_fast_powf(f32, f32) -> f32
llvm.func @__nv_fsqrt_rn(f32) -> f32
llvm.func @__nv_logf(f32) -> f32
llvm.func @__nv_tanhf(f32) -> f32
llvm.func @__nv_powf(f32, f32) -> f32
llvm.func @__nv_powif(f32, i32) -> f32
llvm.func @__nv_log(f64) -> f64
llvm.func @__nv_exp2f(%x: f32) -> f32 {
  llvm.return %x : f32
}

// CHECK-LABEL: llvm.func @instructions(
// CHECK-SAME: %[[X:.*]]: f32, %[[Y:.*]]: f32
llvm.func @instructions(%x: f32, %y: f32) -> f32 {
  // CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.ftz.f"(%[[X]]) : (f32) -> f32
  %0 = llvm.call @__nv_rsqrtf(%x) : (f32) -> f32
  // CHECK: %[[L:.*]] = llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"(%[[R]]) : (f32) -> f32
  // CHECK: %[[P:.*]] = llvm.fmul %[[L]], %[[Y]] : f32
  // CHECK: %[[E:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"(%[[P]]) : (f32) -> f32
  %1 = llvm.call @__nv_fast_powf(%0, %y) : (f32, f32) -> f32
  // What says how it rounds is exact.
  // CHECK: llvm.call_intrinsic "llvm.nvvm.sqrt.rn.f"(%[[E]]) : (f32) -> f32
  %2 = llvm.call @__nv_fsqrt_rn(%1) : (f32) -> f32
  llvm.return %2 : f32
}

// CHECK-LABEL: llvm.func @logarithm(
// CHECK-SAME: %[[X:.*]]: f32
llvm.func @logarithm(%x: f32) -> f32 {
  // Subnormal numbers are scaled, the exponent is taken off, a polynomial is evaluated by fused multiply-adds.
  // CHECK: %[[TINY:.*]] = llvm.fcmp "olt" %[[X]], %{{.*}} : f32
  // CHECK: %[[S:.*]] = llvm.select %[[TINY]], %{{.*}}, %[[X]] : i1, f32
  // CHECK: %[[B:.*]] = llvm.bitcast %[[S]] : f32 to i32
  // CHECK: llvm.sub %[[B]], %{{.*}} : i32
  // CHECK: llvm.sitofp %{{.*}} : i32 to f32
  // CHECK-COUNT-11: llvm.intr.fma(
  // CHECK: %[[ODD:.*]] = llvm.icmp "uge" %[[B]], %{{.*}} : i32
  // CHECK: llvm.select %[[ODD]],
  // CHECK: %[[ZERO:.*]] = llvm.fcmp "oeq" %[[S]],
  // CHECK: %[[RESULT:.*]] = llvm.select %[[ZERO]],
  // CHECK: llvm.return %[[RESULT]]
  %0 = llvm.call @__nv_logf(%x) : (f32) -> f32
  llvm.return %0 : f32
}

// CHECK-LABEL: llvm.func @tangent(
// CHECK-NOT: llvm.fdiv
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"
// CHECK: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
// CHECK: llvm.intr.copysign
llvm.func @tangent(%x: f32) -> f32 {
  %0 = llvm.call @__nv_tanhf(%x) : (f32) -> f32
  llvm.return %0 : f32
}

// Powers of small whole numbers are products; others are computed.
// CHECK-LABEL: llvm.func @powers(
// CHECK-SAME: %[[X:.*]]: f32
llvm.func @powers(%x: f32) -> f32 {
  %two = llvm.mlir.constant(2.0 : f32) : f32
  %three = llvm.mlir.constant(3 : i32) : i32
  %half = llvm.mlir.constant(0.5 : f32) : f32
  // CHECK: %[[A:.*]] = llvm.fmul %[[X]], %[[X]] : f32
  %0 = llvm.call @__nv_powf(%x, %two) : (f32, f32) -> f32
  // CHECK: %[[B:.*]] = llvm.fmul %[[A]], %[[A]] : f32
  // CHECK: %[[C:.*]] = llvm.fmul %[[B]], %[[A]] : f32
  %1 = llvm.call @__nv_powif(%0, %three) : (f32, i32) -> f32
  // CHECK: llvm.intr.fabs(%[[C]])
  // CHECK: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
  // CHECK: llvm.intr.rint
  %2 = llvm.call @__nv_powf(%1, %half) : (f32, f32) -> f32
  llvm.return %2 : f32
}

// Other types, and functions that the module defines, stay calls.
// CHECK-LABEL: llvm.func @others(
llvm.func @others(%x: f32, %y: f64) -> f64 {
  // CHECK: llvm.call @__nv_exp2f(
  %0 = llvm.call @__nv_exp2f(%x) : (f32) -> f32
  // CHECK: llvm.call @__nv_log(
  %1 = llvm.call @__nv_log(%y) : (f64) -> f64
  llvm.return %1 : f64
}

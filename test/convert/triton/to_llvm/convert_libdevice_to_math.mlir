// RUN: tern-opt %s --split-input-file --convert-libdevice-to-math --verify-diagnostics | FileCheck %s

llvm.func @__nv_expf(f32) -> f32
llvm.func @__nv_exp(f64) -> f64
llvm.func @__nv_fmodf(f32, f32) -> f32
llvm.func @__nv_isnanf(f32) -> i32
llvm.func @__nv_umulhi(i32, i32) -> i32
llvm.func @__nv_exp10f(f32) -> f32
llvm.func @__nv_sinf(%x: f32) -> f32 {
  llvm.return %x : f32
}
llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32

// CHECK-LABEL: llvm.func @calls(
// CHECK-SAME: %[[X:.*]]: f32, %[[Y:.*]]: f64, %[[I:.*]]: i32, %[[C:.*]]: i1
llvm.func @calls(%x: f32, %y: f64, %i: i32, %c: i1) -> f32 {
  // CHECK: %[[E:.*]] = math.exp %[[X]] : f32
  %0 = llvm.call @__nv_expf(%x) : (f32) -> f32
  // CHECK: math.exp %[[Y]] : f64
  %1 = llvm.call @__nv_exp(%y) : (f64) -> f64
  // CHECK: %[[R:.*]] = arith.remf %[[E]], %[[X]] : f32
  %2 = llvm.call @__nv_fmodf(%0, %x) : (f32, f32) -> f32
  // CHECK: %[[N:.*]] = arith.cmpf uno, %[[R]], %[[R]] : f32
  // CHECK: arith.extui %[[N]] : i1 to i32
  %3 = llvm.call @__nv_isnanf(%2) : (f32) -> i32
  // CHECK: arith.muli %{{.*}} : i64
  // CHECK: arith.shrui %{{.*}} : i64
  // CHECK: arith.trunci %{{.*}} : i64 to i32
  %4 = llvm.call @__nv_umulhi(%3, %i) : (i32, i32) -> i32
  llvm.cond_br %c, ^then, ^done(%2 : f32)
^then:
  // In other blocks, too.
  // CHECK: ^bb1:
  // CHECK: %[[TEN:.*]] = arith.constant 1.000000e+01 : f32
  // CHECK: math.powf %[[TEN]], %[[R]] : f32
  %5 = llvm.call @__nv_exp10f(%2) : (f32) -> f32
  // A function that the module defines stays a call.
  // CHECK: llvm.call @__nv_sinf(
  %6 = llvm.call @__nv_sinf(%5) : (f32) -> f32
  llvm.br ^done(%6 : f32)
^done(%r: f32):
  llvm.return %r : f32
}

// -----

// Processors call the C library for these; GPUs have formulas, those of f32 in f64.
llvm.func @__nv_tgammaf(f32) -> f32
llvm.func @__nv_lgamma(f64) -> f64
llvm.func @__nv_j0f(f32) -> f32
llvm.func @__nv_y1(f64) -> f64
llvm.func @__nv_remainderf(f32, f32) -> f32
llvm.func @__nv_nextafter(f64, f64) -> f64
llvm.func @__nv_scalbnf(f32, i32) -> f32

// CHECK-LABEL: llvm.func @rare(
// CHECK-NOT: llvm.call
llvm.func @rare(%x: f32, %y: f64, %i: i32) -> f32 {
  // CHECK: arith.extf %{{.*}} : f32 to f64
  // CHECK: math.powf %{{.*}} : f64
  // CHECK: arith.truncf %{{.*}} : f64 to f32
  %0 = llvm.call @__nv_tgammaf(%x) : (f32) -> f32
  %1 = llvm.call @__nv_lgamma(%y) : (f64) -> f64
  // CHECK: math.cos %{{.*}} : f64
  %2 = llvm.call @__nv_j0f(%0) : (f32) -> f32
  %3 = llvm.call @__nv_y1(%1) : (f64) -> f64
  // CHECK: arith.remf %{{.*}} : f32
  %4 = llvm.call @__nv_remainderf(%2, %x) : (f32, f32) -> f32
  %5 = llvm.call @__nv_nextafter(%3, %y) : (f64, f64) -> f64
  // CHECK: arith.shli %{{.*}} : i64
  %6 = llvm.call @__nv_scalbnf(%4, %i) : (f32, i32) -> f32
  llvm.return %6 : f32
}

// -----

llvm.func @__nv_made_up(f32) -> f32

llvm.func @unknown(%x: f32) -> f32 {
  // expected-error @+2 {{'llvm.call' op calls '__nv_made_up', which libdevice may have, but is not known here}}
  // expected-note @+1 {{define the function in the module}}
  %0 = llvm.call @__nv_made_up(%x) : (f32) -> f32
  llvm.return %0 : f32
}

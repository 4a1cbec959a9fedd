// RUN: tern-opt %s --split-input-file --llvm-define-libdevice --verify-diagnostics | FileCheck %s

// CHECK: llvm.func internal @__nv_expf(%[[X:.*]]: f32) -> f32 attributes {always_inline} {
// CHECK: %[[Y:.*]] = math.exp %[[X]] : f32
// CHECK: llvm.return %[[Y]] : f32
llvm.func @__nv_expf(f32) -> f32
// CHECK: llvm.func internal @__nv_exp(%{{.*}}: f64) -> f64
// CHECK: math.exp %{{.*}} : f64
llvm.func @__nv_exp(f64) -> f64
// The longer name is not the shorter one of f32.
// CHECK: llvm.func internal @__nv_erfcf
// CHECK: math.erfc %{{.*}} : f32
llvm.func @__nv_erfcf(f32) -> f32
// CHECK: llvm.func internal @__nv_fmodf
// CHECK: arith.remf %{{.*}}, %{{.*}} : f32
llvm.func @__nv_fmodf(f32, f32) -> f32

// CHECK: llvm.func internal @__nv_isnanf
// CHECK: %[[TEST:.*]] = math.isnan
// CHECK: arith.extui %[[TEST]] : i1 to i32
llvm.func @__nv_isnanf(f32) -> i32
// CHECK: llvm.func internal @__nv_umulhi
// CHECK: llvm.zext %{{.*}} : i32 to i64
// CHECK: %[[PRODUCT:.*]] = llvm.mul
// CHECK: %[[BITS:.*]] = llvm.mlir.constant(32 : i64)
// CHECK: llvm.lshr %[[PRODUCT]], %[[BITS]]
// CHECK: llvm.trunc
llvm.func @__nv_umulhi(i32, i32) -> i32
// CHECK: llvm.func internal @__nv_float2int_rz
// CHECK: arith.fptosi %{{.*}} : f32 to i32
llvm.func @__nv_float2int_rz(f32) -> i32

// What is defined, or of no such library, stays.
// CHECK: llvm.func @__nv_sinf(%arg0: f32) -> f32 {
llvm.func @__nv_sinf(%x: f32) -> f32 {
  llvm.return %x : f32
}
// CHECK: llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32

// -----

// expected-error @+2 {{'llvm.func' op declares '__nv_made_up', which libdevice may have, but is not known here}}
// expected-note @+1 {{define the function in the module, or link a libdevice that has it}}
llvm.func @__nv_made_up(f32) -> f32

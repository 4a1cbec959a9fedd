// RUN: tern-opt %s --convert-triton-to-loops --cse | FileCheck %s

// Functions are ops, formulas, or calls of the C library for each element.

// CHECK: llvm.func @lgammaf(f32) -> f32
// CHECK-LABEL: llvm.func @functions
// CHECK: math.rsqrt %{{.*}} : vector<16xf32>
// CHECK: math.powf %{{.*}}, %{{.*}} : vector<16xf32>
// CHECK-COUNT-16: llvm.call @lgammaf
tt.func public @functions(%p: !tt.ptr<f32>) {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %a = tt.splat %p : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %b = tt.addptr %a, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %x = tt.load %b : tensor<16x!tt.ptr<f32>>
  %y = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_rsqrtf"} : (tensor<16xf32>) -> tensor<16xf32>
  %z = tt.extern_elementwise %y {libname = "", libpath = "", pure = true, symbol = "__nv_exp10f"} : (tensor<16xf32>) -> tensor<16xf32>
  %w = tt.extern_elementwise %z {libname = "", libpath = "", pure = true, symbol = "__nv_lgammaf"} : (tensor<16xf32>) -> tensor<16xf32>
  tt.store %b, %w : tensor<16x!tt.ptr<f32>>
  tt.return
}

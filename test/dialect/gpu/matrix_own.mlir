// What upstream does not have: bf16, and a conversion to a narrower type.
// RUN: tern-opt %s | tern-opt | FileCheck %s

// CHECK-LABEL: func.func @convert
// CHECK: gpu.subgroup_mma_elementwise  truncf %{{.*}} : (!gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xbf16, "COp">
func.func @convert(%m: !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xbf16, "COp"> {
  %r = gpu.subgroup_mma_elementwise truncf %m : (!gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xbf16, "COp">
  return %r : !gpu.mma_matrix<16x16xbf16, "COp">
}

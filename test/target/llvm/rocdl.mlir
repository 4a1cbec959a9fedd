// RUN: tern-translate %s --mlir-to-llvmir | FileCheck %s
// RUN: mlir-translate %s --mlir-to-llvmir | FileCheck %s

// CHECK: define amdgpu_kernel void @plain(float %0) #[[PLAIN:[0-9]+]] {
llvm.func @plain(%a: f32) attributes {rocdl.kernel} {
  llvm.return
}

// CHECK: define amdgpu_kernel void @all() #[[ALL:[0-9]+]] !reqd_work_group_size ![[SIZE:[0-9]+]] {
llvm.func @all() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 16, 4, 2>, rocdl.max_flat_work_group_size = 128 : index, rocdl.waves_per_eu = 2 : i32, rocdl.unsafe_fp_atomics = true, rocdl.uniform_work_group_size = false} {
  llvm.return
}

// CHECK: define amdgpu_kernel void @flat() #[[FLAT:[0-9]+]] {
llvm.func @flat() attributes {rocdl.kernel, rocdl.flat_work_group_size = "64,128"} {
  llvm.return
}

// A function that kernels call.
// CHECK: define void @device() {
llvm.func @device() {
  llvm.return
}

// CHECK-DAG: attributes #[[PLAIN]] = { "amdgpu-flat-work-group-size"="1,256" "uniform-work-group-size"="true" }
// CHECK-DAG: attributes #[[ALL]] = { "amdgpu-flat-work-group-size"="1,128" "amdgpu-unsafe-fp-atomics"="true" "amdgpu-waves-per-eu"="2" "uniform-work-group-size"="false" }
// CHECK-DAG: attributes #[[FLAT]] = { "amdgpu-flat-work-group-size"="64,128" "uniform-work-group-size"="true" }
// CHECK-DAG: ![[SIZE]] = !{i32 16, i32 4, i32 2}

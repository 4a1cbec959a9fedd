// RUN: tern-opt %s --spirv-attach-target | FileCheck %s
// RUN: tern-opt %s --spirv-attach-target="ver=v1.3 caps=Kernel,Addresses,NoSuchThing exts=SPV_KHR_16bit_storage client_api=OpenCL vendor=Intel device_type=DiscreteGPU device_id=3" | mlir-opt | FileCheck %s --check-prefix=ALL
// RUN: tern-opt %s --spirv-attach-target="vendor=AMD device_type=CPU" | FileCheck %s --check-prefix=DEVICE
// RUN: not tern-opt %s --spirv-attach-target=ver=v9 2>&1 | FileCheck %s --check-prefix=VERSION
// RUN: not tern-opt %s --spirv-attach-target=vendor=nobody 2>&1 | FileCheck %s --check-prefix=VENDOR

// VERSION: error: option 'ver': 'v9' is no case of spirv.version
// VENDOR: error: option 'vendor': 'nobody' is no case of spirv.vendor
module attributes {gpu.container_module} {
  // CHECK: gpu.module @a [#spirv.target_env<#spirv.vce<v1.0, [], []>, #spirv.resource_limits<>>] {
  // ALL: gpu.module @a [#spirv.target_env<#spirv.vce<v1.3, [Kernel, Addresses], [SPV_KHR_16bit_storage]>, api=OpenCL, Intel:DiscreteGPU:3, #spirv.resource_limits<>>] {
  // DEVICE: gpu.module @a [#spirv.target_env<#spirv.vce<v1.0, [], []>, AMD:CPU, #spirv.resource_limits<>>] {
  gpu.module @a {
  }
}

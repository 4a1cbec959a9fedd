// RUN: not tern-opt %s --pass-pipeline="builtin.module(iree-hal-assign-target-devices{targetDevices=#hal})" 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not tern-opt %s --pass-pipeline="builtin.module(iree-hal-assign-legacy-target-devices{targetBackends=llvm-cpu,metal-spirv})" 2>&1 | FileCheck %s --check-prefix=BACKEND

// DEVICE: error: 'builtin.module' op cannot be compiled for the device '#hal'
// BACKEND: error: 'builtin.module' op cannot be compiled by the backend 'metal-spirv'
// BACKEND: note: the backends are llvm-cpu, vulkan-spirv and cuda
module {
}

// One device that is whichever of the backends' devices is there first.
// RUN: tern-opt %s --pass-pipeline="builtin.module(iree-hal-assign-legacy-target-devices{targetBackends=cpu,vulkan-spirv})" | FileCheck %s

// CHECK: #[[$EXECUTABLE_TARGET_EMBEDDED_ELF_X86_64:.+]] = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64">
// CHECK-NEXT: #[[$EXECUTABLE_TARGET_VULKAN_SPIRV_FB:.+]] = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
// CHECK-NEXT: #[[$DEVICE_TARGET_LOCAL:.+]] = #hal.device.target<"local", [#[[$EXECUTABLE_TARGET_EMBEDDED_ELF_X86_64]]]> : !hal.device
// CHECK-NEXT: #[[$DEVICE_TARGET_VULKAN:.+]] = #hal.device.target<"vulkan", [#[[$EXECUTABLE_TARGET_VULKAN_SPIRV_FB]]]> : !hal.device
// CHECK-NEXT: module @program attributes {hal.device.targets = [#hal.device.select<[#[[$DEVICE_TARGET_LOCAL]], #[[$DEVICE_TARGET_VULKAN]]]> : !hal.device]} {
module @program {
}

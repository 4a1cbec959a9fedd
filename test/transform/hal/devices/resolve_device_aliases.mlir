// Aliases become targets. A number and a configuration are kept.
// RUN: tern-opt %s --iree-hal-resolve-device-aliases | FileCheck %s

// CHECK: #[[$EXECUTABLE_TARGET_EMBEDDED_ELF_X86_64:.+]] = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64">
// CHECK-NEXT: #[[$EXECUTABLE_TARGET_VULKAN_SPIRV_FB:.+]] = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
// CHECK-NEXT: #[[$DEVICE_TARGET_LOCAL:.+]] = #hal.device.target<"local", [#[[$EXECUTABLE_TARGET_EMBEDDED_ELF_X86_64]]]> : !hal.device
// CHECK-NEXT: #[[$DEVICE_TARGET_LOCAL_2_:.+]] = #hal.device.target<"local", {note = "x", ordinal = 2 : index}, [#[[$EXECUTABLE_TARGET_EMBEDDED_ELF_X86_64]]]> : !hal.device
// CHECK-NEXT: #[[$DEVICE_TARGET_VULKAN:.+]] = #hal.device.target<"vulkan", [#[[$EXECUTABLE_TARGET_VULKAN_SPIRV_FB]]]> : !hal.device
// CHECK-LABEL: util.global private @cpu
// CHECK-SAME: = #[[$DEVICE_TARGET_LOCAL]]
// CHECK-LABEL: util.global private @second
// CHECK-SAME: = #[[$DEVICE_TARGET_LOCAL_2_]]
// CHECK-LABEL: util.global private @any
// CHECK-SAME: = #hal.device.select<[#[[$DEVICE_TARGET_VULKAN]], #hal.device.fallback<@cpu> : !hal.device]> : !hal.device
util.global private @cpu = #hal.device.alias<"local"> : !hal.device
util.global private @second = #hal.device.alias<"local"[2], {note = "x"}> : !hal.device
util.global private @any = #hal.device.select<[#hal.device.alias<"vulkan"> : !hal.device, #hal.device.fallback<@cpu> : !hal.device]> : !hal.device

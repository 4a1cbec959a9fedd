// Devices by name: those at a quoted comma are alternatives for one. A module that has devices keeps them.
// RUN: tern-opt %s --pass-pipeline="builtin.module(iree-hal-assign-target-devices{targetDevices=local,\"vulkan,local\"})" --split-input-file | FileCheck %s

// CHECK: module @none attributes {hal.device.targets = [#hal.device.alias<"local"> : !hal.device, #hal.device.select<[#hal.device.alias<"vulkan"> : !hal.device, #hal.device.alias<"local"> : !hal.device]> : !hal.device]} {
module @none {
}

// -----

// CHECK: module @has attributes {hal.device.targets = [#hal.device.alias<"vulkan"> : !hal.device]} {
module @has attributes {hal.device.targets = [#hal.device.alias<"vulkan"> : !hal.device]} {
}

// -----

// CHECK: module @global {
// CHECK-LABEL: util.global private @device
// CHECK-SAME: = #hal.device.alias<"vulkan"> : !hal.device
module @global {
  util.global private @device = #hal.device.alias<"vulkan"> : !hal.device
}

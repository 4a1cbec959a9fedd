// Devices become globals, and the module's ops run on the first of them unless they say otherwise.
// RUN: tern-opt %s --iree-hal-materialize-target-devices --split-input-file | FileCheck %s

// CHECK: module attributes {stream.affinity.default = #hal.device.affinity<@__device_0>} {
// CHECK-LABEL: util.global private @__device_0
// CHECK-SAME: = #hal.device.alias<"local"> : !hal.device
// CHECK-LABEL: util.global private @__device_1
// CHECK-SAME: = #hal.device.select<[#hal.device.alias<"vulkan"> : !hal.device, #hal.device.alias<"local"> : !hal.device]> : !hal.device
// CHECK-LABEL: util.global private @state
// CHECK-SAME: : i32
// CHECK-LABEL: util.func public @f
// CHECK-SAME: () {
// CHECK-NEXT: util.return
module attributes {hal.device.targets = [#hal.device.alias<"local"> : !hal.device, [#hal.device.alias<"vulkan"> : !hal.device, #hal.device.alias<"local"> : !hal.device]]} {
  util.global private @state : i32
  util.func public @f() {
    util.return
  }
}

// -----

// Names of devices may be the program's own.
// CHECK: module attributes {hal.device.default = @cpu, stream.affinity.default = #hal.device.affinity<@cpu>} {
// CHECK-LABEL: util.global private @cpu
// CHECK-SAME: = #hal.device.alias<"local"> : !hal.device
module attributes {hal.device.targets = {cpu = #hal.device.alias<"local"> : !hal.device}, hal.device.default = @cpu} {
}

// -----

// A device that the program declares is the default one.
// CHECK: #[[$DEVICE_TARGET_LOCAL:.+]] = #hal.device.target<"local"> : !hal.device
// CHECK-NEXT: module attributes {stream.affinity.default = #hal.device.affinity<@mine>} {
// CHECK-LABEL: util.global private @mine
// CHECK-SAME: = #[[$DEVICE_TARGET_LOCAL]]
module {
  util.global private @mine = #hal.device.target<"local"> : !hal.device
}

// -----

// No device: nothing to do.
// CHECK-LABEL: util.func public @g
// CHECK-SAME: () {
// CHECK-NEXT: util.return
module {
  util.func public @g() {
    util.return
  }
}

// The number of a device may be any that is not negative.
// RUN: tern-opt %s | tern-opt | FileCheck %s
// RUN: tern-opt %s --iree-hal-resolve-device-aliases | FileCheck %s --check-prefix=RESOLVED

// CHECK: util.global private @last = #hal.device.alias<"local"[9223372036854775807]> : !hal.device
// RESOLVED-DAG: #hal.device.target<"local", {ordinal = 9223372036854775807 : index}
util.global private @last = #hal.device.alias<"local"[9223372036854775807]> : !hal.device
// CHECK: util.global private @first = #hal.device.alias<"local"[0]> : !hal.device
// RESOLVED-DAG: #hal.device.target<"local", {ordinal = 0 : index}
util.global private @first = #hal.device.alias<"local"[0]> : !hal.device

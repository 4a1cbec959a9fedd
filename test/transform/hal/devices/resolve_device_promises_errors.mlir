// RUN: tern-opt %s --iree-hal-resolve-device-promises --verify-diagnostics

// expected-error @+1 {{'builtin.module' op was promised the device '@gone', which was not declared}}
module attributes {stream.affinity = #hal.device.promise<@gone>} {
}

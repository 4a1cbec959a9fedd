// RUN: tern-opt %s --iree-hal-initialize-devices --verify-diagnostics

// expected-error @+1 {{'util.global' op is initialized with #hal.device.alias<"local"> : !hal.device, which no device is found by}}
util.global private @device = #hal.device.alias<"local"> : !hal.device

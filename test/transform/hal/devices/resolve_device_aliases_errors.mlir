// RUN: tern-opt %s --iree-hal-resolve-device-aliases --verify-diagnostics

// expected-error @+2 {{'util.global' op has the device alias 'abacus', which is unknown}}
// expected-note @+1 {{the aliases are local, vulkan and cuda}}
util.global private @device = #hal.device.alias<"abacus"> : !hal.device

// RUN: tern-opt %s --iree-hal-verify-devices --split-input-file --verify-diagnostics

util.global private @cpu = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "embedded-elf-x86_64">]> : !hal.device
util.global private @other = #hal.device.fallback<@cpu> : !hal.device
util.global private @third = #hal.device.ordinal<0> : !hal.device

// -----

// expected-error @+2 {{'util.global' op is a device 'local' that takes no executables}}
// expected-note @+1 {{name at least one #hal.executable.target}}
util.global private @cpu = #hal.device.target<"local"> : !hal.device

// -----

// expected-error @+4 {{'util.global' op needs the backend 'metal-spirv', which this compiler does not have}}
// expected-note @+3 {{there is llvm-cpu}}
// expected-note @+2 {{there is vulkan-spirv}}
// expected-note @+1 {{there is cuda}}
util.global private @gpu = #hal.device.select<[#hal.device.target<"metal", [#hal.executable.target<"metal-spirv", "metal-msl-fb">]> : !hal.device]> : !hal.device

// -----

// expected-error @+1 {{'util.global' op is a device of no known target: #hal.device.alias<"local"> : !hal.device}}
util.global private @cpu = #hal.device.alias<"local"> : !hal.device

// RUN: tern-opt %s --iree-hal-materialize-target-devices --split-input-file --verify-diagnostics
// RUN: not tern-opt %s --pass-pipeline="builtin.module(iree-hal-materialize-target-devices{defaultDevice=gpu})" --split-input-file 2>&1 | FileCheck %s
// CHECK: error: 'builtin.module' op has no device 'gpu' to be the default

// expected-error @+1 {{'builtin.module' op has 4 : i64 in 'hal.device.targets', which is no device}}
module attributes {hal.device.targets = [4]} {
}

// -----

// expected-error @+1 {{'builtin.module' op has 5 : i64 in 'hal.device.targets', which is no device}}
module attributes {hal.device.targets = [[#hal.device.alias<"local"> : !hal.device, 5]]} {
}

// -----

// expected-error @+1 {{'builtin.module' op expects 'hal.device.targets' to be an array or a dictionary but got "local"}}
module attributes {hal.device.targets = "local"} {
}

// -----

// expected-error @+1 {{'builtin.module' op has a symbol '@cpu' already, which its device was to have}}
module attributes {hal.device.targets = {cpu = #hal.device.alias<"local"> : !hal.device}} {
  util.global private @cpu : i32
}

// -----

module attributes {hal.device.targets = [#hal.device.alias<"local"> : !hal.device]} {
}

// RUN: tern-opt %s --iree-hal-materialize-resource-caches --split-input-file --verify-diagnostics

util.func public @argument(%device: !hal.device) -> !hal.executable {
  // expected-error @+1 {{'hal.executable.lookup' op looks an executable up for a device that is no global}}
  %0 = hal.executable.lookup device(%device : !hal.device) executable(@exe) : !hal.executable
  util.return %0 : !hal.executable
}

// -----

util.global private @device : !hal.device
util.func public @unknown() -> !hal.executable {
  %device = util.global.load immutable @device : !hal.device
  // expected-error @+1 {{'hal.executable.lookup' op looks up '@exe', which is no executable with variants}}
  %0 = hal.executable.lookup device(%device : !hal.device) executable(@exe) : !hal.executable
  util.return %0 : !hal.executable
}

// -----

util.global private @device : !hal.device
hal.executable private @exe {
  hal.executable.variant public @a target(<"llvm-cpu", "format-a">) {
    // expected-error @+1 {{'hal.executable.condition' op is expected to have one block}}
    hal.executable.condition(%device: !hal.device) -> i1 {
      %true = arith.constant true
      cf.br ^bb1
    ^bb1:
      hal.return %true : i1
    }
  }
}
util.func public @blocks() -> !hal.executable {
  %device = util.global.load immutable @device : !hal.device
  %0 = hal.executable.lookup device(%device : !hal.device) executable(@exe) : !hal.executable
  util.return %0 : !hal.executable
}

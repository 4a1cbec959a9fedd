// RUN: tern-opt %s --iree-vm-conversion --split-input-file --verify-diagnostics

// expected-error@+2 {{failed to legalize operation 'util.func'}}
// expected-error@+1 {{'util.func' op has a signature that the machine cannot have: (tensor<4xf32>) -> ()}}
util.func private @tensors(%a: tensor<4xf32>) {
  util.return
}

// -----

util.func private @narrow_floats(%a: f16) {
  // expected-error@+1 {{failed to legalize operation 'arith.addf'}}
  %0 = arith.addf %a, %a : f16
  util.return
}

// -----

util.func private @long_integers() {
  // expected-error@+1 {{failed to legalize operation 'arith.constant'}}
  %0 = arith.constant 1 : i128
  util.return
}

// -----

// expected-error@+2 {{'vm.import' op is a function without a body}}
// expected-note@+1 {{functions of other modules are named @module.function, or say `vm.import.module`}}
util.func private @nowhere(%a: i32)

// -----

// expected-error@+2 {{failed to legalize operation 'util.global'}}
// expected-error@+1 {{'util.global' op has type tensor<4xf32>, which the machine cannot hold}}
util.global private @tensor : tensor<4xf32>

// -----

util.func private @no_binary(%d: !hal.device, %e: i64) {
  // expected-error@+3 {{failed to legalize operation 'hal.executable.create'}}
  // expected-error@+2 {{'hal.executable.create' op names @kernels::@cpu, which is no hal.executable.binary}}
  // expected-note@+1 {{run --iree-hal-serialize-all-executables before}}
  %x = hal.executable.create device(%d : !hal.device) affinity(%e) target(@kernels::@cpu) : !hal.executable
  util.return
}

// -----

// expected-error@+2 {{failed to legalize operation 'util.global'}}
// expected-error@+1 {{'util.global' op has the initial value #util.byte_pattern<1> : !util.buffer, which the machine has no constant for}}
util.global private @pattern = #util.byte_pattern<1> : !util.buffer

// -----

util.func private @key(%device: !hal.device, %q: i64, %fence: !hal.fence, %p: i64, %buffer: !hal.buffer, %n: index, %key: !util.buffer) {
  // expected-error@+2 {{failed to legalize operation 'io_parameters.gather'}}
  // expected-error@+1 {{'io_parameters.gather' op has a key that is no constant}}
  io_parameters.gather<%device : !hal.device> affinity(%q) wait(%fence) signal(%fence) {
    %key[%p] -> %buffer[%n for %n] : !hal.buffer
  }
  util.return
}

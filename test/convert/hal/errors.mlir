// RUN: tern-opt %s --iree-hal-conversion --split-input-file --verify-diagnostics

util.func public @no_device(%n: index) -> !stream.resource<transient> {
  // expected-error @+2 {{'stream.resource.alloc' op needs a device, and the program has none}}
  // expected-note @+1 {{name devices by iree-hal-assign-target-devices or the attribute 'hal.device.targets'}}
  %0 = stream.resource.alloc uninitialized : !stream.resource<transient>{%n}
  util.return %0 : !stream.resource<transient>
}

// -----

util.global private @device : !hal.device
util.func public @left(%r: !stream.resource<*>, %n: index) -> !stream.resource<*> {
  // expected-error @+1 {{'stream.async.clone' op cannot be converted to hal}}
  %0 = stream.async.clone %r : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
  util.return %0 : !stream.resource<*>
}

// -----

util.global private @device : !hal.device
stream.executable private @ex {
  stream.executable.export public @d
}
util.func public @entry(%t: !stream.timepoint, %r: !stream.resource<external>, %n: index) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %0 = stream.cmd.execute await(%t) => with(%r as %x: !stream.resource<external>{%n}) {
    // expected-error @+2 {{'stream.cmd.dispatch' op names no entry point of a variant, as @executable::@variant::@export does}}
    // expected-note @+1 {{iree-hal-materialize-interfaces makes variants}}
    stream.cmd.dispatch @ex::@d {
      rw %x[%c0 for %n] : !stream.resource<external>{%n}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}

// -----

util.global private @device : !hal.device
hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    hal.executable.export public @d ordinal(0) layout(#hal.pipeline.layout<constants = 1, bindings = []>)
  }
}
util.func public @operand(%t: !stream.timepoint, %r: !stream.resource<external>, %n: index, %x: f32) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %0 = stream.cmd.execute await(%t) => with(%r as %y: !stream.resource<external>{%n}) {
    // expected-error @+1 {{'stream.cmd.dispatch' op hands over f32, expected i32 only}}
    stream.cmd.dispatch @exe::@v::@d(%x : f32) {
      rw %y[%c0 for %n] : !stream.resource<external>{%n}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}

// -----

util.global private @device : !hal.device
util.func public @import(%x: !util.buffer, %n: index) -> !stream.resource<external> {
  // expected-error @+1 {{'stream.tensor.import' op imports !util.buffer, which is no buffer}}
  %0 = stream.tensor.import %x : !util.buffer -> tensor<4xf32> in !stream.resource<external>{%n}
  util.return %0 : !stream.resource<external>
}

// -----

util.global private @device : !hal.device
util.func public @export(%x: !stream.resource<external>, %n: index) -> !util.buffer {
  // expected-error @+1 {{'stream.tensor.export' op exports !util.buffer, which is no buffer}}
  %0 = stream.tensor.export %x : tensor<4xf32> in !stream.resource<external>{%n} -> !util.buffer
  util.return %0 : !util.buffer
}

// -----

util.global private @device : !hal.device
util.func public @type(%x: !stream.resource<external>, %n: index) -> !hal.buffer_view {
  // expected-error @+1 {{'stream.tensor.export' op cannot hand a value of type tensor<4xi7> to the caller}}
  %0 = stream.tensor.export %x : tensor<4xi7> in !stream.resource<external>{%n} -> !hal.buffer_view
  util.return %0 : !hal.buffer_view
}

// -----

util.global private @device : !hal.device
util.func public @context() -> i32 {
  // expected-error @+1 {{'stream.context.resolve' op asks for i32, which no device gives}}
  %0 = stream.context.resolve : i32
  util.return %0 : i32
}

// -----

util.global private @device : !hal.device
util.func public @fence(%x: !util.buffer) -> !stream.timepoint {
  // expected-error @+1 {{'stream.timepoint.import' op imports something else than one !hal.fence}}
  %0 = stream.timepoint.import %x : (!util.buffer) => !stream.timepoint
  util.return %0 : !stream.timepoint
}

// -----

util.global private @device : !hal.device
util.func public @fence(%x: !stream.timepoint) -> !util.buffer {
  // expected-error @+1 {{'stream.timepoint.export' op exports something else than one !hal.fence}}
  %0 = stream.timepoint.export %x => (!util.buffer)
  util.return %0 : !util.buffer
}

// -----

util.global private @device : !hal.device
util.func public @fence(%x: !stream.timepoint, %y: !util.buffer) {
  // expected-error @+1 {{'stream.timepoint.chain_external' op chains something else than one !hal.fence}}
  stream.timepoint.chain_external %x => (%y : !util.buffer)
  util.return
}

// -----

util.global private @device : !hal.device
util.func public @collective(%ch: !stream.channel, %r: !stream.resource<external>, %n: index) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %0 = stream.cmd.execute with(%r as %x: !stream.resource<external>{%n}) {
    // expected-error @+1 {{'stream.cmd.collective' op expects 2 resources but got 1}}
    stream.cmd.collective<all_reduce with sum : f32>[%n] channel(%ch) {
      ro %x[%c0 for %n] : !stream.resource<external>{%n}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}

// -----

#layout = #hal.pipeline.layout<constants = 1, bindings = []>
util.global private @device : !hal.device
hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) objects([#hal.executable.object<{path = "f.o"}>]) {
    // expected-note @+1 {{numbers are words of 32 bits}}
    hal.executable.export public @d ordinal(0) layout(#layout)
  }
}
util.func public @words() -> !stream.timepoint {
  %0 = stream.cmd.execute with() {
    // expected-error @+1 {{'stream.cmd.dispatch' op hands over 0 words and 0 bindings, but the layout of its kernel has 1 and 0}}
    stream.cmd.dispatch @exe::@v::@d {
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}

// -----

#layout = #hal.pipeline.layout<bindings = []>
util.global private @device : !hal.device
hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) objects([#hal.executable.object<{path = "f.o"}>]) {
    hal.executable.export public @d ordinal(0) layout(#layout) count(%device: !hal.device, %x: index) -> (index, index, index) {
      hal.return %x, %x, %x : index, index, index
    }
  }
  hal.executable.variant public @w target(<"cuda", "f">) {
    hal.executable.export public @d ordinal(0) layout(#layout)
    builtin.module {
    }
  }
}
util.func public @kinds(%n: index) -> !stream.timepoint {
  %0 = stream.cmd.execute with() {
    // expected-error @+2 {{'stream.cmd.dispatch' op runs one of several variants, of which some compute their grids here and others in their code}}
    // expected-note @+1 {{give each of them code of the same kind}}
    stream.cmd.dispatch {@exe::@v::@d, @exe::@w::@d}[%n] {
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}

// -----

#layout = #hal.pipeline.layout<bindings = []>
util.global private @device : !hal.device
hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) objects([#hal.executable.object<{path = "f.o"}>]) {
    hal.executable.export public @d ordinal(0) layout(#layout) count(%device: !hal.device, %x: index) -> (index, index, index) {
      hal.return %x, %x, %x : index, index, index
    }
  }
}
util.func public @workload() -> !stream.timepoint {
  %0 = stream.cmd.execute with() {
    // expected-error @+1 {{'stream.cmd.dispatch' op has a workload of 0 numbers, of which its export takes more}}
    stream.cmd.dispatch @exe::@v::@d {
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}

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

// RUN: tern-opt %s --iree-hal-resolve-export-ordinals --verify-diagnostics

util.func public @number() -> index {
  // expected-error @+1 {{'hal.executable.export.ordinal' op names @exe::@v::@g, which is no export with a number}}
  %0 = hal.executable.export.ordinal target(@exe::@v::@g) : index
  util.return %0 : index
}

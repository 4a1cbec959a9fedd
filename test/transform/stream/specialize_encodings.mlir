// RUN: tern-opt %s --split-input-file --iree-stream-specialize-encodings --verify-diagnostics

util.func private @plain() -> index {
  %0 = stream.tensor.sizeof tensor<4xf32> : index
  util.return %0 : index
}

// -----

util.func private @encoded() -> index {
  // expected-error@+1 {{asks for the encoding tensor<4xf32, 1 : i32>, which no target lays out}}
  %0 = stream.tensor.sizeof tensor<4xf32, 1 : i32> : index
  util.return %0 : index
}

// -----

// Those of dispatch operands too.

util.func private @dispatch(%x: !stream.resource<*>, %n: index) -> !stream.resource<*> {
  // expected-error@+1 {{asks for the encoding tensor<4xf32, 1 : i32>, which no target lays out}}
  %0 = stream.tensor.dispatch @e::@f(%x) : (tensor<4xf32, 1 : i32> in !stream.resource<*>{%n}) -> tensor<4xf32> in !stream.resource<*>{%n}
  util.return %0 : !stream.resource<*>
}
stream.executable private @e {
  stream.executable.export public @f
}

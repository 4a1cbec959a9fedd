// RUN: tern-opt %s --split-input-file --iree-stream-encode-host-tensors --verify-diagnostics

util.func private @encoded(%d: index) -> index {
  // expected-error@+1 {{has a value with the encoding 1 : i32, which no target lays out}}
  %0 = stream.tensor.sizeof tensor<4xf32, 1 : i32> : index
  util.return %0 : index
}

// -----

util.func private @element() -> index {
  // expected-error@+1 {{has elements of type i256, which have no layout in memory}}
  %0 = stream.tensor.sizeof tensor<4xi256> : index
  util.return %0 : index
}

// -----

util.func private @large() -> index {
  // expected-error@+1 {{has a value of type tensor<4294967296x4294967296xf32>, which does not fit in 64 bits of address}}
  %0 = stream.tensor.sizeof tensor<4294967296x4294967296xf32> : index
  util.return %0 : index
}

// -----

util.func private @rectangle(%x: !stream.resource<*>, %n: index, %m: index) -> !stream.resource<*> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  // expected-error@+2 {{touches a rectangle of tensor<4x8xf32> that is no single run of bytes}}
  // expected-note@+1 {{a dispatch has to do this; flow.tensor.slice and flow.tensor.update are for runs of bytes}}
  %0 = stream.tensor.slice %x[%c0, %c0 for %c2, %c2] : tensor<4x8xf32> in !stream.resource<*>{%n} -> tensor<2x2xf32> in !stream.resource<*>{%m}
  util.return %0 : !stream.resource<*>
}

// -----

util.func private @pattern(%n: index, %v: i128) -> !stream.resource<*> {
  // expected-error@+1 {{fills memory with a value of type i128, which has more than 64 bits or no layout in memory}}
  %0 = stream.tensor.splat %v : i128 -> tensor<4xi128> in !stream.resource<*>{%n}
  util.return %0 : !stream.resource<*>
}

// -----

util.func private @load(%x: !stream.resource<staging>, %n: index) -> complex<f32> {
  // expected-error@+1 {{loads a value of type complex<f32>, which the host cannot hold}}
  %0 = stream.tensor.load %x[] : tensor<complex<f32>> in !stream.resource<staging>{%n} -> complex<f32>
  util.return %0 : complex<f32>
}

// -----

util.func private @store(%x: !stream.resource<staging>, %n: index, %v: complex<f32>) -> !stream.resource<staging> {
  // expected-error@+1 {{stores a value of type complex<f32>, which the host cannot hold}}
  %0 = stream.tensor.store %v, %x[] : complex<f32> -> tensor<complex<f32>> in %x as !stream.resource<staging>{%n}
  util.return %0 : !stream.resource<staging>
}

// -----

util.func private @encode(%x: !stream.resource<*>, %n: index) -> !stream.resource<*> {
  // expected-error@+1 {{changes the encoding from tensor<4xf32> to tensor<4xf32, 1 : i32>, which no target does}}
  %0 = stream.tensor.encode %x : tensor<4xf32> in !stream.resource<*>{%n} -> tensor<4xf32, 1 : i32> in !stream.resource<*>{%n}
  util.return %0 : !stream.resource<*>
}

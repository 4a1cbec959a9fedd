// RUN: tern-opt %s --iree-flow-export-benchmark-funcs --verify-diagnostics

// expected-error@+2 {{cannot be benchmarked: there are no values for argument #0 of type tensor<?xf32>}}
// expected-note@+1 {{arguments are made for numbers and for tensors of static shape}}
util.func public @main(%v: !hal.buffer_view) {
  %n = hal.buffer_view.dim<%v : !hal.buffer_view>[0] : index
  %t = hal.tensor.import %v "input0" : !hal.buffer_view -> tensor<?xf32>{%n}
  util.return
}

// RUN: tern-opt %s --split-input-file --verify-diagnostics

util.func public @scopes(%d: !hal.device, %q: i64, %f: !hal.fence, %a: !util.buffer, %b: !util.buffer, %o: i64, %t: i32, %n: index) {
  %0:2 = io_parameters.load<%d : !hal.device> affinity(%q) wait(%f) signal(%f) type(%t) usage(%t) {
    %a::%b[%o] : !hal.buffer{%n},
    // expected-error @+1 {{each parameter of an op has to be of the same scope}}
    %b::%b[%o] : !hal.buffer{%n}
  }
  util.return
}

// -----

util.func public @buffers(%d: !hal.device, %q: i64, %f: !hal.fence, %a: !util.buffer, %b: !hal.buffer, %c: !hal.buffer, %o: i64, %n: index) {
  io_parameters.gather<%d : !hal.device> affinity(%q) wait(%f) signal(%f) {
    %a[%o] -> %b[%n for %n] : !hal.buffer,
    // expected-error @+1 {{each range of an op has to be of the same buffer}}
    %a[%o] -> %c[%n for %n] : !hal.buffer
  }
  util.return
}

// -----

util.func public @counts(%d: !hal.device, %q: i64, %f: !hal.fence, %a: !util.buffer, %o: i64, %t: i32, %n: index) {
  // expected-error @+1 {{'io_parameters.load' op needs a key, an offset and a length for each of its 1 results}}
  %0 = "io_parameters.load"(%d, %q, %f, %f, %a, %o, %o, %t, %t, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 2, 1, 1, 1>}> : (!hal.device, i64, !hal.fence, !hal.fence, !util.buffer, i64, i64, i32, i32, index) -> !hal.buffer
  util.return
}

// -----

util.func public @transfers(%d: !hal.device, %q: i64, %f: !hal.fence, %a: !util.buffer, %o: i64, %b: !hal.buffer, %n: index) {
  // expected-error @+1 {{'io_parameters.gather' op needs an offset on both sides and a length for each of its 1 keys}}
  "io_parameters.gather"(%d, %q, %f, %f, %a, %o, %b, %n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 1, 1, 2, 1>}> : (!hal.device, i64, !hal.fence, !hal.fence, !util.buffer, i64, !hal.buffer, index, index, index) -> ()
  util.return
}

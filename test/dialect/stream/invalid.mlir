// RUN: tern-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{unknown lifetime 'forever', expected *, external, staging, transient, variable or constant}}
util.func private @lifetime(%r: !stream.resource<forever>)

// -----

// expected-error @+1 {{unknown key 'size' of #stream.resource_config}}
module attributes {stream.resources = #stream.resource_config<{size = 4}>} {}

// -----

// expected-error @+1 {{expected a positive number}}
module attributes {stream.resources = #stream.resource_config<{max_buffer_range = 0}>} {}

// -----

// expected-error @+1 {{expected favor-debug, favor-min-peak-memory or favor-max-concurrency}}
module attributes {stream.partitioning = #stream.partitioning_config<favor-luck>} {}

// -----

// expected-error @+1 {{expected `: type` behind #stream.parameter.named}}
module attributes {stream.p = #stream.parameter.named<"key">} {}

// -----

// expected-error @+1 {{unknown kind 'gossip' of a collective operation}}
module attributes {stream.c = #stream.collective<gossip : f32>} {}

// -----

util.func private @staging(%r: !stream.resource<staging>, %n: index) {
  // expected-error @+1 {{operand #0 must be resource or external resource or transient resource or variable resource or constant resource, but got '!stream.resource<staging>'}}
  %0 = stream.async.clone %r : !stream.resource<staging>{%n} -> !stream.resource<transient>{%n}
  util.return
}

// -----

util.func private @encoding_dims(%n: index) {
  // expected-error @+1 {{has encoding tensor<?x?xf32> with 2 dynamic dimensions but 1 sizes of dimensions}}
  %0 = stream.tensor.sizeof tensor<?x?xf32>{%n} : index
  util.return
}

// -----

util.func private @slice_rank(%r: !stream.resource<*>, %n: index) {
  // expected-error @+1 {{has 1 start_indices for the encoding tensor<4x4xf32> of rank 2}}
  %0 = stream.tensor.slice %r[%n for %n] : tensor<4x4xf32> in !stream.resource<*>{%n} -> tensor<4xf32> in !stream.resource<*>{%n}
  util.return
}

// -----

util.func private @slice_of_number(%r: !stream.resource<*>, %n: index) {
  // expected-error @+1 {{needs the type of a ranked tensor as its encoding}}
  %0 = stream.tensor.slice %r[%n for %n] : f32 in !stream.resource<*>{%n} -> tensor<4xf32> in !stream.resource<*>{%n}
  util.return
}

// -----

util.func private @pack_intervals(%n: index) {
  // expected-error @+1 {{requires a [first, last] interval for each slice}}
  %0:2 = "stream.resource.pack"(%n) <{lifetime_intervals = [0 : index], operandSegmentSizes = array<i32: 0, 1>}> : (index) -> (index, index)
  util.return
}

// -----

util.func private @pack_sizes(%n: index) {
  // expected-error @+1 {{requires a size for each slice}}
  %0:2 = "stream.resource.pack"() <{lifetime_intervals = [0 : index, 1 : index], operandSegmentSizes = array<i32: 0, 0>}> : () -> (index, index)
  util.return
}

// -----

util.func private @constants(%n: index) {
  // expected-error @+1 {{makes constant and variable resources only, not !stream.resource<transient>}}
  %0, %1 = stream.resource.constants :
    !stream.resource<transient>{%n} = dense<1> : tensor<4xi8>
    => !stream.timepoint
  util.return
}

// -----

util.func private @await_type(%r: !stream.resource<transient>, %n: index, %t: !stream.timepoint) {
  // expected-error @+1 {{expects result 0 to be of its resource's type !stream.resource<transient>}}
  %0 = "stream.timepoint.await"(%r, %n, %t) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!stream.resource<transient>, index, !stream.timepoint) -> !stream.resource<external>
  util.return
}

// -----

util.func private @capture(%r: !stream.resource<transient>, %n: index, %x: i32) {
  %t = stream.cmd.execute with() {
    // expected-error @+1 {{uses a resource from outside of the region of 'stream.cmd.execute'}}
    stream.cmd.fill %x, %r[%n for %n] : i32 -> !stream.resource<transient>{%n}
  } => !stream.timepoint
  util.return
}

// -----

util.func private @yield_count(%n: index, %x: i32) {
  %0, %t = stream.async.execute with() -> !stream.resource<transient>{%n} {
    // expected-error @+1 {{yields 0 resources where 1 are results}}
    stream.yield
  } => !stream.timepoint
  util.return
}

// -----

util.func private @yield_type(%r: !stream.resource<external>, %n: index) {
  %0, %t = stream.async.execute with(%r as %a: !stream.resource<external>{%n}) -> !stream.resource<transient>{%n} {
    // expected-error @+1 {{yields !stream.resource<external> where the result is !stream.resource<transient>}}
    stream.yield %a : !stream.resource<external>{%n}
  } => !stream.timepoint
  util.return
}

// -----

util.func private @tie(%r: !stream.resource<*>, %s: !stream.resource<*>, %n: index) {
  // expected-error @+1 {{tied operand not found for result reference}}
  %0 = stream.async.dispatch @e::@f(%r[%n to %n for %n]) : (!stream.resource<*>{%n}) -> %s{%n}
  util.return
}

// -----

util.func private @missing(%r: !stream.resource<*>, %n: index) {
  // expected-error @+1 {{undefined entry point: @e::@f}}
  %0 = stream.async.dispatch @e::@f(%r[%n to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
  util.return
}

// -----

stream.executable private @e {
  // expected-note @+1 {{the entry point is declared here}}
  stream.executable.export public @f workgroups(%a: index) -> (index, index, index) {
    stream.return %a, %a, %a : index, index, index
  }
  builtin.module {
    func.func @f(%a: !stream.binding) {
      return
    }
  }
}
util.func private @workload(%r: !stream.resource<*>, %n: index) {
  // expected-error @+1 {{workload mismatch; entry point expects 1 arguments but dispatch provides 2}}
  %0 = stream.async.dispatch @e::@f[%n, %n](%r[%n to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
  util.return
}

// -----

stream.executable private @e {
  stream.executable.export public @f
  builtin.module {
    // expected-note @+1 {{the function is defined here}}
    func.func @f(%a: !stream.binding, %b: !stream.binding) {
      return
    }
  }
}
util.func private @bindings(%r: !stream.resource<transient>, %n: index) {
  %t = stream.cmd.execute with(%r as %a: !stream.resource<transient>{%n}) {
    // expected-error @+1 {{function type mismatch; expected 1 binding arguments on exported function, but has 2}}
    stream.cmd.dispatch @e::@f {
      ro %a[%n for %n] : !stream.resource<transient>{%n}
    }
  } => !stream.timepoint
  util.return
}

// -----

stream.executable private @e {
  // expected-error @+1 {{workgroup count region must return the XYZ dimension counts}}
  stream.executable.export public @f workgroups(%a: index) -> (index, index) {
    stream.return %a, %a : index, index
  }
}

// -----

util.func private @dimension() {
  // expected-error @+1 {{dimension value 3 out of range, expected 0, 1 or 2}}
  %0 = stream.dispatch.workgroup.id[3] : index
  util.return
}

// -----

util.func private @subspan(%b: !stream.binding, %n: index) {
  // expected-error @+1 {{has result memref<?x?xf32> with 2 dynamic dimensions but 1 sizes of dimensions}}
  %0 = stream.binding.subspan %b[%n] : !stream.binding -> memref<?x?xf32>{%n}
  util.return
}

// -----

util.func private @ranges(%r: !stream.resource<*>, %n: index) {
  // expected-error @+1 {{has 1 resources among its operands but 0 sizes}}
  %0 = "stream.async.call"(%r) <{callee = @f, operandSegmentSizes = array<i32: 1, 0, 0, 0, 0, 0>}> : (!stream.resource<*>) -> i32
  util.return
}

// -----

util.func private @callee() {
  // expected-error @+1 {{undefined external call: @f}}
  stream.async.call @f() : () -> ()
  util.return
}

// -----

util.func private @scope(%r: !stream.resource<transient>, %n: index, %s: !util.buffer, %k: !util.buffer, %o: i64) {
  %0 = stream.cmd.parameter.gather {
    %s::%k[%o] -> %r[%n for %n] : !stream.resource<transient>{%n},
    // expected-error @+1 {{each parameter of an op has to be of the same scope}}
    %k::%k[%o] -> %r[%n for %n] : !stream.resource<transient>{%n}
  } => !stream.timepoint
  util.return
}

// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

util.func private @f(%t: tensor<?xf32>, %n: index) {
  // expected-error@+1 {{expected 1 sizes for tensor<?xf32> but got 2}}
  %0 = flow.dispatch @e::@f(%t) : (tensor<?xf32>{%n, %n}) -> ()
  util.return
}

// -----

util.func private @f(%t: tensor<?xf32>) {
  // expected-error@+1 {{expects 1 dynamic dimensions in 'source_dims' but got 0}}
  %0 = flow.tensor.reshape %t : tensor<?xf32> -> tensor<4xf32>
  util.return
}

// -----

util.func private @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{expects as many elements but got tensor<4xf32> and tensor<5xf32>}}
  %0 = flow.tensor.reshape %t : tensor<4xf32> -> tensor<5xf32>
  util.return
}

// -----

util.func private @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{expects elements of one type but got tensor<4xf32> and tensor<4xi32>}}
  %0 = flow.tensor.reshape %t : tensor<4xf32> -> tensor<4xi32>
  util.return
}

// -----

util.func private @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{expects as many bits but got tensor<4xf32> and tensor<4xi16>}}
  %0 = flow.tensor.bitcast %t : tensor<4xf32> -> tensor<4xi16>
  util.return
}

// -----

util.func private @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{expects types that differ in their encoding only but got tensor<4xf32> and tensor<5xf32>}}
  %0 = flow.tensor.encode %t : tensor<4xf32> -> tensor<5xf32>
  util.return
}

// -----

util.func private @f(%t: tensor<4x4xf32>, %i: index) {
  // expected-error@+1 {{expects 2 values in 'indices' but got 1}}
  %0 = flow.tensor.load %t[%i] : tensor<4x4xf32>
  util.return
}

// -----

util.func private @f(%t: tensor<4x4xf32>, %i: index) {
  // expected-error@+1 {{expects tensors of one rank and element type but got tensor<4x4xf32> and tensor<4xf32>}}
  %0 = flow.tensor.slice %t[%i, %i for %i, %i] : tensor<4x4xf32> -> tensor<4xf32>
  util.return
}

// -----

// expected-error@+1 {{cannot give dense<1> : tensor<2xi32> as tensor<3xi32>}}
%0 = flow.tensor.dynamic_constant dense<1> : tensor<2xi32> -> tensor<3xi32>

// -----

// expected-error@+1 {{dimension 3 out of bounds of dispatch dimensions; expected [0, 3)}}
%0 = flow.dispatch.workgroup.id[3] : index

// -----

util.func private @f(%t: tensor<4xf32>) {
  %0 = flow.dispatch.region -> (tensor<4xf32>) {
    // expected-error@+1 {{does not give the results of its flow.dispatch.region}}
    flow.return
  }
  util.return
}

// -----

util.func private @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{expects a body without arguments}}
  %0 = "flow.dispatch.region"() ({
  ^bb0(%a: i32):
    flow.return %t : tensor<4xf32>
  }, {
  }) {operandSegmentSizes = array<i32: 0, 0>} : () -> tensor<4xf32>
  util.return
}

// -----

util.func private @f(%n: index) {
  // expected-error@+1 {{expects one argument of its workgroup count for each of 1 workload values but got 2}}
  flow.dispatch.region[%n] -> () {
    flow.return
  } count(%a: index, %b: index) -> (index, index, index) {
    flow.return %a, %a, %a : index, index, index
  }
  util.return
}

// -----

util.func private @f(%n: index) {
  flow.dispatch.region[%n] -> () {
    flow.return
  } count(%a: index) -> (index, index, index) {
    // expected-error@+1 {{expects the workgroup count as three values of type index}}
    flow.return %a : index
  }
  util.return
}

// -----

util.func private @f(%n: index) {
  flow.dispatch.region[%n] -> () {
    flow.return
  // expected-error@+1 {{expected the workgroup count as (index, index, index)}}
  } count(%a: index) -> index {
    flow.return %a : index
  }
  util.return
}

// -----

util.func private @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{expects 2 arguments of its body (arguments, and results that are not tied) but got 1}}
  %0 = flow.dispatch.workgroups(%t) : (tensor<4xf32>) -> tensor<4xf32> =
      (%a: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>) {
    flow.return
  }
  util.return
}

// -----

util.func private @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{expects a dispatch tensor in its body for tensor<4xf32> but got tensor<4xf32>}}
  flow.dispatch.workgroups(%t) : (tensor<4xf32>) -> () =
      (%a: tensor<4xf32>) {
    flow.return
  }
  util.return
}

// -----

util.func private @f(%n: i32) {
  // expected-error@+1 {{expects a body argument of type i32 but got i64}}
  flow.dispatch.workgroups(%n) : (i32) -> () =
      (%a: i64) {
    flow.return
  }
  util.return
}

// -----

util.func private @f(%t: tensor<4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{tied operand '%u' is no argument of the op}}
  %0 = flow.dispatch @e::@f(%t) : (tensor<4xf32>) -> %u
  util.return
}

// -----

util.func private @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{dispatches @e::@f, which is not defined}}
  %0 = flow.dispatch @e::@f(%t) : (tensor<4xf32>) -> tensor<4xf32>
  util.return
}

// -----

flow.executable private @e {
  flow.executable.export public @f workgroups(%a: index) -> (index, index, index) {
    flow.return %a, %a, %a : index, index, index
  }
}
util.func private @f() {
  // expected-error@+1 {{gives a workload of 0 values to @e::@f, which takes 1}}
  flow.dispatch @e::@f() : () -> ()
  util.return
}

// -----

flow.executable private @e {
  // expected-error@+1 {{exports @g, which its module does not define}}
  flow.executable.export public @g
  builtin.module {
  }
}

// -----

// expected-error@+1 {{expects at most one builtin.module but got 2}}
flow.executable private @e {
  builtin.module {
  }
  builtin.module {
  }
}

// -----

// expected-error@+1 {{expects at least one entry point}}
"flow.dispatch"() {entry_points = [], operandSegmentSizes = array<i32: 0, 0, 0, 0>} : () -> ()

// -----

// expected-error@+1 {{expects symbols as entry points but got [3]}}
"flow.dispatch"() {entry_points = [3], operandSegmentSizes = array<i32: 0, 0, 0, 0>} : () -> ()

// -----

// expected-error@+1 {{may be an import only, without a body}}
flow.func private @f() {
  "test.end"() : () -> ()
}

// -----

util.func private @g()
util.func private @f() {
  // expected-error@+1 {{'g' does not reference a valid streamable function}}
  flow.call @g() : () -> ()
  util.return
}

// -----

flow.func private @g(%a: i32)
util.func private @f() {
  // expected-error@+1 {{does not match the type of @g, which is (i32) -> ()}}
  flow.call @g() : () -> ()
  util.return
}

// -----

// expected-error@+1 {{expected `: type` behind #flow.parameter.named}}
"test.op"() {a = #flow.parameter.named<"x">} : () -> ()

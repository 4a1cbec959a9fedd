// RUN: tern-opt %s --split-input-file --iree-stream-pack-constants | FileCheck %s

// Constants share a buffer, aligned; equal ones are stored once. Mapped, or else read.

// CHECK: #[[$DATA:.+]] = #util.composite<72xi8, [
// CHECK-NEXT: dense<[1, 2, 3]> : tensor<3xi32>,
// CHECK-NEXT: dense<0> : vector<52xi8>,
// CHECK-NEXT: dense<[4, 5]> : tensor<2xi32>
// CHECK-NEXT: ]>
// CHECK-LABEL: @constants
// CHECK-DAG: %[[C8:.+]] = arith.constant 8 : index
// CHECK: %[[NOW:.+]] = stream.timepoint.immediate
// CHECK: %[[B:.+]] = util.buffer.constant {{.*}} : !util.buffer = #[[$DATA]]
// CHECK: %[[N:.+]] = arith.constant 72 : index
// CHECK: %[[OK:.+]], %[[M:.+]] = stream.resource.try_map %[[B]][%{{.+}}] : !util.buffer -> i1, !stream.resource<constant>{%[[N]]}
// CHECK: %[[S:.+]]:2 = scf.if %[[OK]] -> (!stream.timepoint, !stream.resource<constant>) {
// CHECK-NEXT: scf.yield %[[NOW]], %[[M]]
// CHECK-NEXT: } else {
// CHECK: %[[A:.+]] = stream.resource.alloc uninitialized : !stream.resource<constant>{%[[N]]}
// CHECK: %[[F:.+]] = stream.file.constant %[[B]][%{{.+}} for %[[N]]]
// CHECK: %[[T:.+]] = stream.file.read await(%[[NOW]]) => %[[F]][%{{.+}}], %[[A]][%{{.+}}], %[[N]]
// CHECK: scf.yield %[[T]], %[[A]]
// CHECK: %[[ZERO:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[R0:.+]] = stream.resource.subview %[[S]]#1[%[[ZERO]]] : !stream.resource<constant>{%[[N]]}
// CHECK: %[[C64:.+]] = arith.constant 64 : index
// CHECK-NEXT: %[[R1:.+]] = stream.resource.subview %[[S]]#1[%[[C64]]] : !stream.resource<constant>{%[[N]]} -> !stream.resource<constant>{%[[C8]]}
// CHECK: %[[ZERO2:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[R2:.+]] = stream.resource.subview %[[S]]#1[%[[ZERO2]]]
// CHECK: util.return %[[R0]], %[[R1]], %[[R2]], %[[S]]#0
util.func public @constants() -> (!stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.timepoint) {
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %r:3, %t = stream.resource.constants :
    !stream.resource<constant>{%c12} = dense<[1, 2, 3]> : tensor<3xi32>,
    !stream.resource<constant>{%c8} = dense<[4, 5]> : tensor<2xi32>,
    !stream.resource<constant>{%c12} = dense<[[1, 2, 3]]> : tensor<1x3xi32>
    => !stream.timepoint
  util.return %r#0, %r#1, %r#2, %t : !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.timepoint
}

// -----

// Variables have memory of their own, even if they start equal.

// CHECK: #[[$DATA:.+]] = #util.composite<72xi8, [
// CHECK-COUNT-2: dense<[1, 2]> : tensor<2xi32>
// CHECK-LABEL: @variables
// CHECK-NOT: stream.resource.try_map
// CHECK: %[[A:.+]] = stream.resource.alloc uninitialized : !stream.resource<variable>
// CHECK: %[[T:.+]] = stream.file.read
// CHECK: %[[R0:.+]] = stream.resource.subview %[[A]]
// CHECK: %[[R1:.+]] = stream.resource.subview %[[A]]
// CHECK: util.return %[[R0]], %[[R1]], %[[T]]
util.func public @variables() -> (!stream.resource<variable>, !stream.resource<variable>, !stream.timepoint) {
  %c8 = arith.constant 8 : index
  %r:2, %t = stream.resource.constants :
    !stream.resource<variable>{%c8} = dense<[1, 2]> : tensor<2xi32>,
    !stream.resource<variable>{%c8} = dense<[1, 2]> : tensor<2xi32>
    => !stream.timepoint
  util.return %r#0, %r#1, %t : !stream.resource<variable>, !stream.resource<variable>, !stream.timepoint
}

// -----

// A long splat is not stored: the device fills it. Short ones, and patterns of eight bytes, are.

// CHECK: #[[$DATA:.+]] = #util.composite<{{[0-9]+}}xi8, [
// CHECK-NEXT: dense<1.000000e+00> : tensor<4xf32>,
// CHECK: dense<1.500000e+00> : tensor<512xf64>
// CHECK-LABEL: @splats
// CHECK: scf.if
// CHECK: stream.resource.alloc
// CHECK: %[[A:.+]] = stream.resource.alloc uninitialized : !stream.resource<constant>{%[[N:.+]]}
// CHECK: %[[ONE:.+]] = arith.constant 1065353216 : i32
// CHECK: %[[T:.+]] = stream.cmd.execute once await(%{{.+}}) => with(%[[A]] as %[[B:.+]]: !stream.resource<constant>{%[[N]]}) {
// CHECK-NEXT: stream.cmd.fill %[[ONE]], %[[B]][%{{.+}} for %{{.+}}] : i32
// CHECK: stream.resource.subview %[[A]]
// CHECK: stream.timepoint.join max(%{{.+}}, %[[T]])
util.func public @splats() -> (!stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.timepoint) {
  %c16 = arith.constant 16 : index
  %c4096 = arith.constant 4096 : index
  %r:3, %t = stream.resource.constants :
    !stream.resource<constant>{%c16} = dense<1.0> : tensor<4xf32>,
    !stream.resource<constant>{%c4096} = dense<1.0> : tensor<1024xf32>,
    !stream.resource<constant>{%c4096} = dense<1.5> : tensor<512xf64>
    => !stream.timepoint
  util.return %r#0, %r#1, %r#2, %t : !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.timepoint
}

// -----

// Parameters in unified memory are used where they are; one batch for each scope.

// CHECK-LABEL: @loaded
// CHECK: %[[R:.+]]:2, %[[T:.+]] = stream.cmd.parameter.load await(%{{.+}}) => {
// CHECK-NEXT: %[[SCOPE:[^:]+]]::%{{.+}}[%{{.+}}] : !stream.resource<constant>{%{{.+}}},
// CHECK-NEXT: %[[SCOPE]]::%{{.+}}[%{{.+}}] : !stream.resource<constant>{%{{.+}}}
// CHECK-NEXT: } => !stream.timepoint
// CHECK: stream.cmd.parameter.load
// CHECK: stream.timepoint.join
#config = #stream.resource_config<{
  max_allocation_size = 1073741824,
  min_buffer_offset_alignment = 16,
  max_buffer_range = 1073741824,
  min_buffer_range_alignment = 16,
  index_bits = 32,
  alias_mutable_bindings = false,
  memory_model = unified
}>
util.func public @loaded() -> (!stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.timepoint) attributes {stream.resources = #config} {
  %c8 = arith.constant 8 : index
  %r:3, %t = stream.resource.constants :
    !stream.resource<constant>{%c8} = #stream.parameter.named<"a"::"x"> : vector<8xi8>,
    !stream.resource<constant>{%c8} = #stream.parameter.named<"b"::"y"> : vector<8xi8>,
    !stream.resource<constant>{%c8} = #stream.parameter.named<"a"::"z"> : vector<8xi8>
    => !stream.timepoint
  util.return %r#0, %r#1, %r#2, %t : !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.timepoint
}

// -----

// Elsewhere they are gathered into one allocation.

// CHECK-LABEL: @gathered
// CHECK: %[[A:.+]] = stream.resource.alloc uninitialized : !stream.resource<constant>
// CHECK: %[[T:.+]] = stream.cmd.parameter.gather await(%{{.+}}) => {
// CHECK-COUNT-2: -> %[[A]][%
// CHECK: } => !stream.timepoint
// CHECK-COUNT-2: stream.resource.subview %[[A]]
#config = #stream.resource_config<{
  max_allocation_size = 1073741824,
  min_buffer_offset_alignment = 16,
  max_buffer_range = 1073741824,
  min_buffer_range_alignment = 16,
  index_bits = 32,
  alias_mutable_bindings = false,
  memory_model = discrete
}>
util.func public @gathered() -> (!stream.resource<constant>, !stream.resource<constant>, !stream.timepoint) attributes {stream.resources = #config} {
  %c8 = arith.constant 8 : index
  %r:2, %t = stream.resource.constants :
    !stream.resource<constant>{%c8} = #stream.parameter.named<"a"::"x"> : vector<8xi8>,
    !stream.resource<constant>{%c8} = #stream.parameter.named<"a"::"y"> : vector<8xi8>
    => !stream.timepoint
  util.return %r#0, %r#1, %t : !stream.resource<constant>, !stream.resource<constant>, !stream.timepoint
}

// -----

// Large parameters are loaded on their own in any memory; the others are gathered.

// CHECK-LABEL: util.func private @large_parameters
util.func private @large_parameters() {
  %c8 = arith.constant 8 : index
  %c65536 = arith.constant 65536 : index
  // CHECK: %[[L:.+]], %[[T:.+]] = stream.cmd.parameter.load await(%{{.+}}) => {
  // CHECK-NEXT: ::%{{.+}}[%{{.+}}] : !stream.resource<constant>{%{{.+}}}
  // CHECK-NEXT: } => !stream.timepoint
  // CHECK: stream.cmd.parameter.gather await(%{{.+}}) => {
  // CHECK-COUNT-2: !stream.resource<constant>
  // CHECK: } => !stream.timepoint
  %0:3, %timepoint = stream.resource.constants :
    !stream.resource<constant>{%c8} = #stream.parameter.named<"a"::"x"> : vector<8xi8>,
    !stream.resource<constant>{%c65536} = #stream.parameter.named<"a"::"y"> : vector<65536xi8>,
    !stream.resource<constant>{%c8} = #stream.parameter.named<"a"::"z"> : vector<8xi8>
    => !stream.timepoint
  util.optimization_barrier %0#0 : !stream.resource<constant>
  util.optimization_barrier %0#1 : !stream.resource<constant>
  util.optimization_barrier %0#2 : !stream.resource<constant>
  util.optimization_barrier %timepoint : !stream.timepoint
  util.return
}

// Each op is read, printed, and read again from both forms.
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s > %t.generic.mlir
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %t.generic.mlir | diff %t.mlir -

// CHECK: flow.dispatch.region[%{{.*}}] -> (tensor<?xf32>{%{{.*}}}) {
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%r = flow.dispatch.region[%n] -> (tensor<?xf32>{%n}) {
  flow.return %t : tensor<?xf32>
} count(%a: index) -> (index, index, index) {
  flow.return %a, %a, %a : index, index, index
}

// -----

// CHECK: flow.dispatch.workgroups[%{{.*}}](%{{.*}}, %{{.*}}) : (tensor<?xf32>{%{{.*}}}, index) -> %{{.*}}{%{{.*}}} =
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%r = flow.dispatch.workgroups[%n](%t, %n) : (tensor<?xf32>{%n}, index) -> %t{%n} =
    (%a: !iree_tensor_ext.dispatch.tensor<readwrite:tensor<?xf32>>, %b: index) {
  flow.return
} count(%a: index) -> (index, index, index) {
  flow.return %a, %a, %a : index, index, index
}

// -----

// CHECK: flow.dispatch.workgroup.id[0] : index
%r = flow.dispatch.workgroup.id[0] : index

// -----

// CHECK: flow.dispatch.workgroup.count[0] : index
%r = flow.dispatch.workgroup.count[0] : index

// -----

// CHECK: flow.dispatch.workgroup.size[0] : index
%r = flow.dispatch.workgroup.size[0] : index

// -----

// CHECK: flow.dispatch.tie_shape %{{.*}} : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>{%{{.*}}}
%t = "test.value"() : () -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>
%n = "test.value"() : () -> index
%r = flow.dispatch.tie_shape %t : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>{%n}

// -----

// CHECK: flow.executable private @e {
flow.executable private @e {
  flow.executable.export public @f
  builtin.module {
    func.func @f() {
      return
    }
  }
}

// -----

// CHECK: flow.executable.export public @f workgroups(%{{.*}}: index) -> (index, index, index) {
flow.executable private @e {
  flow.executable.export public @f workgroups(%a: index) -> (index, index, index) {
    flow.return %a, %a, %a : index, index, index
  }
  builtin.module {
    func.func @f() {
      return
    }
  }
}

// -----

// CHECK: flow.dispatch @e::@f[%{{.*}}](%{{.*}}, %{{.*}}) : (tensor<?xf32>{%{{.*}}}, index) -> %{{.*}}{%{{.*}}}
flow.executable private @e {
  flow.executable.export public @f workgroups(%a: index) -> (index, index, index) {
    flow.return %a, %a, %a : index, index, index
  }
  builtin.module {
    func.func @f(%a: !iree_tensor_ext.dispatch.tensor<readwrite:tensor<?xf32>>, %n: index) {
      return
    }
  }
}
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%r = flow.dispatch @e::@f[%n](%t, %n) : (tensor<?xf32>{%n}, index) -> %t{%n}

// -----

// CHECK: flow.func private @m.f(%{{.*}}: tensor<?xf32>, %{{.*}}: index) -> %{{.*}}
flow.func private @m.f(%arg0: tensor<?xf32>, %arg1: index) -> %arg0

// -----

// CHECK: flow.call @m.f(%{{.*}}) : (tensor<?xf32>{%{{.*}}}) -> tensor<?xf32>{%{{.*}}}
flow.func private @m.f(%arg0: tensor<?xf32>) -> tensor<?xf32>
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%r = flow.call @m.f(%t) : (tensor<?xf32>{%n}) -> tensor<?xf32>{%n}

// -----

// CHECK: flow.tensor.constant dense<1.000000e+00> : tensor<2x2xf32>
%r = flow.tensor.constant dense<1.0> : tensor<2x2xf32>

// -----

// CHECK: flow.tensor.dynamic_constant dense<1.000000e+00> : tensor<2x2xf32> -> tensor<2x?xf32>
%r = flow.tensor.dynamic_constant dense<1.0> : tensor<2x2xf32> -> tensor<2x?xf32>

// -----

// CHECK: flow.tensor.tie_shape %{{.*}} : tensor<?xf32>{%{{.*}}}
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%r = flow.tensor.tie_shape %t : tensor<?xf32>{%n}

// -----

// CHECK: flow.tensor.reshape %{{.*}} : tensor<?x4xf32>{%{{.*}}} -> tensor<4x?xf32>{%{{.*}}}
%t = "test.value"() : () -> tensor<?x4xf32>
%n = "test.value"() : () -> index
%r = flow.tensor.reshape %t : tensor<?x4xf32>{%n} -> tensor<4x?xf32>{%n}

// -----

// CHECK: flow.tensor.bitcast %{{.*}} : tensor<4xf32> -> tensor<8xi16>
%t = "test.value"() : () -> tensor<4xf32>
%r = flow.tensor.bitcast %t : tensor<4xf32> -> tensor<8xi16>

// -----

// CHECK: flow.tensor.load %{{.*}}[%{{.*}}, %{{.*}}] : tensor<?x4xf32>{%{{.*}}}
%t = "test.value"() : () -> tensor<?x4xf32>
%n = "test.value"() : () -> index
%r = flow.tensor.load %t[%n, %n] : tensor<?x4xf32>{%n}

// -----

// CHECK: flow.tensor.store %{{.*}}, %{{.*}}[%{{.*}}] : tensor<4xf32>
%t = "test.value"() : () -> tensor<4xf32>
%i = "test.value"() : () -> index
%v = "test.value"() : () -> f32
%r = flow.tensor.store %v, %t[%i] : tensor<4xf32>

// -----

// CHECK: flow.tensor.alloca : tensor<?xf32>{%{{.*}}}
%n = "test.value"() : () -> index
%r = flow.tensor.alloca : tensor<?xf32>{%n}

// -----

// CHECK: flow.tensor.empty : tensor<?xf32>{%{{.*}}}
%n = "test.value"() : () -> index
%r = flow.tensor.empty : tensor<?xf32>{%n}

// -----

// CHECK: flow.tensor.splat %{{.*}} : tensor<?xf32>{%{{.*}}}
%v = "test.value"() : () -> f32
%n = "test.value"() : () -> index
%r = flow.tensor.splat %v : tensor<?xf32>{%n}

// -----

// CHECK: flow.tensor.clone %{{.*}} : tensor<?xf32>{%{{.*}}}
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%r = flow.tensor.clone %t : tensor<?xf32>{%n}

// -----

// CHECK: flow.tensor.barrier %{{.*}} : tensor<4xf32> on "device"
%t = "test.value"() : () -> tensor<4xf32>
%r = flow.tensor.barrier %t : tensor<4xf32> on "device"

// -----

// CHECK: flow.tensor.transfer %{{.*}} : tensor<4xf32> to "device"
%t = "test.value"() : () -> tensor<4xf32>
%r = flow.tensor.transfer %t : tensor<4xf32> to "device"

// -----

// CHECK: flow.tensor.encode %{{.*}} : tensor<4xf32> -> tensor<4xf32, "packed">
%t = "test.value"() : () -> tensor<4xf32>
%r = flow.tensor.encode %t : tensor<4xf32> -> tensor<4xf32, "packed">

// -----

// CHECK: flow.tensor.slice %{{.*}}[%{{.*}}, %{{.*}} for %{{.*}}, %{{.*}}] : tensor<?x4xf32>{%{{.*}}} -> tensor<?x2xf32>{%{{.*}}}
%t = "test.value"() : () -> tensor<?x4xf32>
%n = "test.value"() : () -> index
%r = flow.tensor.slice %t[%n, %n for %n, %n] : tensor<?x4xf32>{%n} -> tensor<?x2xf32>{%n}

// -----

// CHECK: flow.tensor.update %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : tensor<2x2xf32> -> %{{.*}} as tensor<?x4xf32>{%{{.*}}}
%t = "test.value"() : () -> tensor<?x4xf32>
%u = "test.value"() : () -> tensor<2x2xf32>
%n = "test.value"() : () -> index
%r = flow.tensor.update %u, %t[%n, %n] : tensor<2x2xf32> -> %t as tensor<?x4xf32>{%n}

// -----

// CHECK: flow.tensor.trace "key" = [%{{.*}} : tensor<?xf32>{%{{.*}}}, %{{.*}} : tensor<?xf32>{%{{.*}}}]
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
flow.tensor.trace "key" = [%t : tensor<?xf32>{%n}, %t : tensor<?xf32>{%n}]

// -----

// CHECK: flow.channel.default : !flow.channel
%r = flow.channel.default : !flow.channel

// -----

// CHECK: flow.channel.split %{{.*}}, %{{.*}}, %{{.*}} : !flow.channel -> !flow.channel
%ch = "test.value"() : () -> !flow.channel
%i = "test.value"() : () -> index
%r = flow.channel.split %ch, %i, %i : !flow.channel -> !flow.channel

// -----

// CHECK: flow.channel.rank %{{.*}} : index
%ch = "test.value"() : () -> !flow.channel
%r = flow.channel.rank %ch : index

// -----

// CHECK: flow.channel.count %{{.*}} : index
%ch = "test.value"() : () -> !flow.channel
%r = flow.channel.count %ch : index

// -----

// CHECK: flow.collective.all_gather f32, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>, !flow.channel) -> %{{.*}} as tensor<4xf32>
%ch = "test.value"() : () -> !flow.channel
%t = "test.value"() : () -> tensor<4xf32>
%r = flow.collective.all_gather f32, %t, %t, %ch : (tensor<4xf32>, tensor<4xf32>, !flow.channel) -> %t as tensor<4xf32>

// -----

// CHECK: flow.collective.all_reduce sum, f32, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>, !flow.channel) -> %{{.*}} as tensor<4xf32>
%ch = "test.value"() : () -> !flow.channel
%t = "test.value"() : () -> tensor<4xf32>
%r = flow.collective.all_reduce sum, f32, %t, %t, %ch : (tensor<4xf32>, tensor<4xf32>, !flow.channel) -> %t as tensor<4xf32>

// -----

// CHECK: flow.collective.all_to_all f32, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>, !flow.channel) -> %{{.*}} as tensor<4xf32>
%ch = "test.value"() : () -> !flow.channel
%t = "test.value"() : () -> tensor<4xf32>
%r = flow.collective.all_to_all f32, %t, %t, %ch : (tensor<4xf32>, tensor<4xf32>, !flow.channel) -> %t as tensor<4xf32>

// -----

// CHECK: flow.collective.reduce_scatter sum, f32, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>, !flow.channel) -> %{{.*}} as tensor<4xf32>
%ch = "test.value"() : () -> !flow.channel
%t = "test.value"() : () -> tensor<4xf32>
%r = flow.collective.reduce_scatter sum, f32, %t, %t, %ch : (tensor<4xf32>, tensor<4xf32>, !flow.channel) -> %t as tensor<4xf32>

// -----

// CHECK: flow.collective.send_recv f32, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>, !flow.channel, index, index) -> %{{.*}} as tensor<4xf32>
%ch = "test.value"() : () -> !flow.channel
%t = "test.value"() : () -> tensor<4xf32>
%i = "test.value"() : () -> index
%r = flow.collective.send_recv f32, %t, %t, %ch, %i, %i : (tensor<4xf32>, tensor<4xf32>, !flow.channel, index, index) -> %t as tensor<4xf32>

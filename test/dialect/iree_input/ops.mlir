// Each op is read, printed, and read again from both forms.
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s > %t.generic.mlir
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %t.generic.mlir | diff %t.mlir -

// CHECK: iree_input.null : !iree_input.variant
%r = iree_input.null : !iree_input.variant

// -----

// CHECK: iree_input.tensor.export %{{.*}} : tensor<?xf32>{%{{.*}}} -> !iree_input.buffer_view
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%r = iree_input.tensor.export %t : tensor<?xf32>{%n} -> !iree_input.buffer_view

// -----

// CHECK: iree_input.tensor.import %{{.*}} : !iree_input.buffer_view -> tensor<?xf32>{%{{.*}}}
%v = "test.value"() : () -> !iree_input.buffer_view
%n = "test.value"() : () -> index
%r = iree_input.tensor.import %v : !iree_input.buffer_view -> tensor<?xf32>{%n}

// -----

// CHECK: iree_input.global private mutable @g = 4 : i32
iree_input.global private mutable @g = 4 : i32

// -----

// CHECK: iree_input.global.address @g : <i32>
iree_input.global private @g : i32
%r = iree_input.global.address @g : !iree_input.ptr<i32>

// -----

// CHECK: iree_input.global.load @g : i32
iree_input.global private @g : i32
%r = iree_input.global.load @g : i32

// -----

// CHECK: iree_input.global.load.indirect %{{.*}} : <i32> -> i32
%p = "test.value"() : () -> !iree_input.ptr<i32>
%r = iree_input.global.load.indirect %p : !iree_input.ptr<i32> -> i32

// -----

// CHECK: iree_input.global.store %{{.*}}, @g : i32
iree_input.global private mutable @g : i32
%v = "test.value"() : () -> i32
iree_input.global.store %v, @g : i32

// -----

// CHECK: iree_input.global.store.indirect %{{.*}}, %{{.*}} : i32 -> <i32>
%p = "test.value"() : () -> !iree_input.ptr<i32>
%v = "test.value"() : () -> i32
iree_input.global.store.indirect %v, %p : i32 -> !iree_input.ptr<i32>

// -----

// CHECK: iree_input.buffer.subspan<%{{.*}} : !iree_input.buffer>[%{{.*}}, %{{.*}}] : !iree_input.buffer
%b = "test.value"() : () -> !iree_input.buffer
%n = "test.value"() : () -> index
%r = iree_input.buffer.subspan<%b : !iree_input.buffer>[%n, %n] : !iree_input.buffer

// -----

// CHECK: iree_input.buffer_view.create buffer(%{{.*}} : !iree_input.buffer)[%{{.*}}, %{{.*}}] shape([%{{.*}}, %{{.*}}]) type(%{{.*}}) encoding(%{{.*}}) : !iree_input.buffer_view
%b = "test.value"() : () -> !iree_input.buffer
%n = "test.value"() : () -> index
%k = "test.value"() : () -> i32
%r = iree_input.buffer_view.create buffer(%b : !iree_input.buffer)[%n, %n] shape([%n, %n]) type(%k) encoding(%k) : !iree_input.buffer_view

// -----

// CHECK: iree_input.buffer_view.rank %{{.*}} : index
%v = "test.value"() : () -> !iree_input.buffer_view
%n = "test.value"() : () -> index
%r = iree_input.buffer_view.rank %v : index

// -----

// CHECK: iree_input.buffer_view.dim %{{.*}}, 0 : index
%v = "test.value"() : () -> !iree_input.buffer_view
%n = "test.value"() : () -> index
%r = iree_input.buffer_view.dim %v, 0 : index

// -----

// CHECK: iree_input.byte_buffer.constant : !iree_input.byte_buffer = "text"
%r = iree_input.byte_buffer.constant : !iree_input.byte_buffer = "text"

// -----

// CHECK: iree_input.list.create %{{.*}} : <i32>
%l = "test.value"() : () -> !iree_input.list<!iree_input.variant>
%i = "test.value"() : () -> index
%r = iree_input.list.create %i : !iree_input.list<i32>

// -----

// CHECK: iree_input.list.size %{{.*}} : <!iree_input.variant>
%l = "test.value"() : () -> !iree_input.list<!iree_input.variant>
%i = "test.value"() : () -> index
%r = iree_input.list.size %l : !iree_input.list<!iree_input.variant>

// -----

// CHECK: iree_input.list.resize %{{.*}}, %{{.*}} : <!iree_input.variant>
%l = "test.value"() : () -> !iree_input.list<!iree_input.variant>
%i = "test.value"() : () -> index
iree_input.list.resize %l, %i : !iree_input.list<!iree_input.variant>

// -----

// CHECK: iree_input.list.get %{{.*}}[%{{.*}}] : <!iree_input.variant> -> i32
%l = "test.value"() : () -> !iree_input.list<!iree_input.variant>
%i = "test.value"() : () -> index
%r = iree_input.list.get %l[%i] : !iree_input.list<!iree_input.variant> -> i32

// -----

// CHECK: iree_input.list.set %{{.*}}[%{{.*}}], %{{.*}} : <!iree_input.variant>, index
%l = "test.value"() : () -> !iree_input.list<!iree_input.variant>
%i = "test.value"() : () -> index
iree_input.list.set %l[%i], %i : !iree_input.list<!iree_input.variant>, index

// -----

// CHECK: iree_input.tensor.reshape %{{.*}} : tensor<?xf32>{%{{.*}}} -> tensor<?x1xf32>{%{{.*}}}
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%r = iree_input.tensor.reshape %t : tensor<?xf32>{%n} -> tensor<?x1xf32>{%n}

// -----

// CHECK: iree_input.tensor.bitcast %{{.*}} : tensor<?xf32>{%{{.*}}} -> tensor<?xi32>{%{{.*}}}
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%r = iree_input.tensor.bitcast %t : tensor<?xf32>{%n} -> tensor<?xi32>{%n}

// -----

// CHECK: iree_input.tensor.load %{{.*}}[%{{.*}}] : tensor<?xf32>{%{{.*}}}
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%r = iree_input.tensor.load %t[%n] : tensor<?xf32>{%n}

// -----

// CHECK: iree_input.tensor.store %{{.*}}, %{{.*}}[%{{.*}}] : tensor<?xf32>{%{{.*}}}
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%v = "test.value"() : () -> f32
%r = iree_input.tensor.store %v, %t[%n] : tensor<?xf32>{%n}

// -----

// CHECK: iree_input.tensor.splat %{{.*}} : tensor<?xf32>{%{{.*}}}
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%v = "test.value"() : () -> f32
%r = iree_input.tensor.splat %v : tensor<?xf32>{%n}

// -----

// CHECK: iree_input.tensor.clone %{{.*}} : tensor<?xf32>{%{{.*}}}
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%r = iree_input.tensor.clone %t : tensor<?xf32>{%n}

// -----

// CHECK: iree_input.tensor.slice %{{.*}}[%{{.*}} for %{{.*}}] : tensor<?xf32>{%{{.*}}} -> tensor<?xf32>{%{{.*}}}
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%r = iree_input.tensor.slice %t[%n for %n] : tensor<?xf32>{%n} -> tensor<?xf32>{%n}

// -----

// CHECK: iree_input.tensor.update %{{.*}}, %{{.*}}[%{{.*}}] : tensor<4xf32> -> %{{.*}} as tensor<?xf32>{%{{.*}}}
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%u = "test.value"() : () -> tensor<4xf32>
%r = iree_input.tensor.update %u, %t[%n] : tensor<4xf32> -> %t as tensor<?xf32>{%n}

// -----

// CHECK: iree_input.tensor.trace "key" %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>
%t = "test.value"() : () -> tensor<4xf32>
iree_input.tensor.trace "key" %t, %t : tensor<4xf32>, tensor<4xf32>

// -----

// CHECK: iree_input.optimization_barrier %{{.*}} : tensor<4xf32>
%t = "test.value"() : () -> tensor<4xf32>
%r = iree_input.optimization_barrier %t : tensor<4xf32>

// -----

// CHECK: iree_input.dispatch @e::@f[%{{.*}}](%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
iree_input.executable.source private @e attributes {objects = #iree_input.executable.objects<{}>} {
  iree_input.executable.export public @f ordinal(0) layout(#iree_input.pipeline.layout<push_constants = 0, sets = [<0, bindings = [<0, storage_buffer, ReadOnly>, <1, storage_buffer>]>]>)
}
%t = "test.value"() : () -> tensor<4xf32>
%n = "test.value"() : () -> index
%r = iree_input.dispatch @e::@f[%n](%t) : (tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: iree_input.executable.source private @e attributes {objects = #iree_input.executable.objects<{}>} {
iree_input.executable.source private @e attributes {objects = #iree_input.executable.objects<{}>} {
}

// -----

// CHECK: iree_input.executable.export public @f ordinal(0) layout(#iree_input.pipeline.layout<push_constants = 0, sets = []>) attributes {workgroup_size = [1 : index, 1 : index, 1 : index]}
iree_input.executable.source private @e {
  iree_input.executable.export public @f ordinal(0) layout(#iree_input.pipeline.layout<push_constants = 0, sets = []>) attributes {workgroup_size = [1 : index, 1 : index, 1 : index]}
}

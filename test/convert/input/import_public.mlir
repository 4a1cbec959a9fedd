// RUN: tern-opt %s --split-input-file --iree-import-public | FileCheck %s

// CHECK-LABEL: util.func public @main(%arg0: tensor<4xf32> {iree.abi.output = 0 : index, jax.name = "x"}) -> (tensor<4xf32> {jax.result_info = "y"})
// CHECK-SAME: attributes {iree.reflection = {a = "b"}, nosideeffects, vm.version = 3 : i64} {
// CHECK: util.call @helper(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: util.return
func.func @main(%a: tensor<4xf32> {jax.name = "x", tf.aliasing_output = 0 : i32}) -> (tensor<4xf32> {jax.result_info = "y"})
    attributes {iree.reflection = {a = "b"}, nosideeffects, vm.version = 3 : i64, foo.unknown} {
  %0 = call @helper(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK: util.func private @helper(%arg0: tensor<4xf32>) -> tensor<4xf32> attributes {inlining_policy = #util.inline.never}
func.func private @helper(%a: tensor<4xf32>) -> tensor<4xf32> attributes {noinline} {
  return %a : tensor<4xf32>
}
// CHECK: util.func private @m.import(%arg0: tensor<4xf32>) -> i32
func.func private @m.import(tensor<4xf32>) -> i32

// -----

// Device code is left alone.
// CHECK: flow.executable private @e
// CHECK: func.func @f()
// CHECK-NEXT: return
flow.executable private @e {
  builtin.module {
    func.func @f() {
      return
    }
  }
}

// -----

// Types are replaced wherever they stand: signatures, block arguments, regions, results of foreign ops.
// CHECK-LABEL: util.func public @types(%arg0: !hal.buffer, %arg1: !hal.buffer_view, %arg2: !util.list<?>, %arg3: !util.ptr<!hal.buffer_view>, %arg4: !util.buffer, %arg5: i1) -> !hal.buffer_view
func.func @types(%a: !iree_input.buffer, %b: !iree_input.buffer_view, %c: !iree_input.list<!iree_input.variant>,
                 %d: !iree_input.ptr<!iree_input.buffer_view>, %e: !iree_input.byte_buffer, %f: i1) -> !iree_input.buffer_view {
  // CHECK: %[[S:.*]] = arith.select %arg5, %arg1, %arg1 : !hal.buffer_view
  %0 = arith.select %f, %b, %b : !iree_input.buffer_view
  // CHECK: scf.if %arg5 -> (!hal.buffer_view)
  %1 = scf.if %f -> (!iree_input.buffer_view) {
    scf.yield %0 : !iree_input.buffer_view
  } else {
    scf.yield %b : !iree_input.buffer_view
  }
  // CHECK: cf.br ^bb1(%{{.*}} : !hal.buffer_view)
  cf.br ^bb1(%1 : !iree_input.buffer_view)
// CHECK: ^bb1(%{{.*}}: !hal.buffer_view):
^bb1(%x: !iree_input.buffer_view):
  return %x : !iree_input.buffer_view
}

// -----

// CHECK-LABEL: util.func public @one_to_one
func.func @one_to_one(%buffer: !iree_input.buffer, %view: !iree_input.buffer_view, %list: !iree_input.list<!iree_input.variant>,
                      %t: tensor<?xf32>, %n: index, %k: i32, %v: f32) {
  // CHECK: util.null : !util.variant
  %null = iree_input.null : !iree_input.variant
  // CHECK: hal.buffer.subspan<%arg0 : !hal.buffer>[%arg4, %arg4] : !hal.buffer
  %0 = iree_input.buffer.subspan<%buffer : !iree_input.buffer>[%n, %n] : !iree_input.buffer
  // CHECK: hal.buffer_view.create buffer(%arg0 : !hal.buffer)[%arg4, %arg4] shape([%arg4]) type(%arg5) encoding(%arg5) : !hal.buffer_view
  %1 = iree_input.buffer_view.create buffer(%buffer : !iree_input.buffer)[%n, %n] shape([%n]) type(%k) encoding(%k) : !iree_input.buffer_view
  // CHECK: hal.buffer_view.rank<%arg1 : !hal.buffer_view> : index
  %2 = iree_input.buffer_view.rank %view : index
  // CHECK: hal.buffer_view.dim<%arg1 : !hal.buffer_view>[0] : index
  %3 = iree_input.buffer_view.dim %view, 0 : index
  // CHECK: util.buffer.constant "n" : !util.buffer = "text"
  %4 = iree_input.byte_buffer.constant "n" : !iree_input.byte_buffer = "text"
  // CHECK: util.list.create %arg4 : !util.list<?>
  %5 = iree_input.list.create %n : !iree_input.list<!iree_input.variant>
  // CHECK: util.list.size %arg2 : !util.list<?>
  %6 = iree_input.list.size %list : !iree_input.list<!iree_input.variant>
  // CHECK: util.list.resize %arg2, %arg4 : !util.list<?>
  iree_input.list.resize %list, %n : !iree_input.list<!iree_input.variant>
  // CHECK: util.list.get %arg2[%arg4] : !util.list<?> -> i32
  %7 = iree_input.list.get %list[%n] : !iree_input.list<!iree_input.variant> -> i32
  // CHECK: util.list.set %arg2[%arg4], %arg5 : i32 -> !util.list<?>
  iree_input.list.set %list[%n], %k : !iree_input.list<!iree_input.variant>, i32
  // CHECK: flow.tensor.reshape %arg3 : tensor<?xf32>{%arg4} -> tensor<1x?xf32>{%arg4}
  %8 = iree_input.tensor.reshape %t : tensor<?xf32>{%n} -> tensor<1x?xf32>{%n}
  // CHECK: flow.tensor.bitcast %arg3 : tensor<?xf32>{%arg4} -> tensor<?xi32>{%arg4}
  %9 = iree_input.tensor.bitcast %t : tensor<?xf32>{%n} -> tensor<?xi32>{%n}
  // CHECK: flow.tensor.load %arg3[%arg4] : tensor<?xf32>{%arg4}
  %10 = iree_input.tensor.load %t[%n] : tensor<?xf32>{%n}
  // CHECK: flow.tensor.store %arg6, %arg3[%arg4] : tensor<?xf32>{%arg4}
  %11 = iree_input.tensor.store %v, %t[%n] : tensor<?xf32>{%n}
  // CHECK: flow.tensor.splat %arg6 : tensor<?xf32>{%arg4}
  %12 = iree_input.tensor.splat %v : tensor<?xf32>{%n}
  // CHECK: flow.tensor.clone %arg3 : tensor<?xf32>{%arg4}
  %13 = iree_input.tensor.clone %t : tensor<?xf32>{%n}
  // CHECK: flow.tensor.slice %arg3[%arg4 for %arg4] : tensor<?xf32>{%arg4} -> tensor<?xf32>{%arg4}
  %14 = iree_input.tensor.slice %t[%n for %n] : tensor<?xf32>{%n} -> tensor<?xf32>{%n}
  // CHECK: flow.tensor.update %{{.*}}, %arg3[%arg4] : tensor<?xf32>{%arg4} -> %arg3 as tensor<?xf32>{%arg4}
  %15 = iree_input.tensor.update %14, %t[%n] : tensor<?xf32>{%n} -> %t as tensor<?xf32>{%n}
  // CHECK: %[[D:.*]] = tensor.dim %arg3
  // CHECK: flow.tensor.trace "key" = [%arg3 : tensor<?xf32>{%[[D]]}]
  iree_input.tensor.trace "key" %t : tensor<?xf32>
  // CHECK: util.optimization_barrier %arg3 : tensor<?xf32>
  %16 = iree_input.optimization_barrier %t : tensor<?xf32>
  return
}

// -----

// Sizes that are left out are those of the view or the tensor.
// CHECK-LABEL: util.func public @tensors
// CHECK: hal.tensor.import %arg0 : !hal.buffer_view -> tensor<?x3xf32>{%arg1}
// CHECK: %[[D:.*]] = hal.buffer_view.dim<%arg0 : !hal.buffer_view>[0] : index
// CHECK: %[[T:.*]] = hal.tensor.import %arg0 : !hal.buffer_view -> tensor<?x3xf32>{%[[D]]}
// CHECK: hal.tensor.export %[[T]] : tensor<?x3xf32>{%arg1} -> !hal.buffer_view
// CHECK: %[[E:.*]] = tensor.dim %[[T]], %c0
// CHECK: hal.tensor.export %[[T]] : tensor<?x3xf32>{%[[E]]} -> !hal.buffer_view
func.func @tensors(%v: !iree_input.buffer_view, %n: index) {
  %0 = iree_input.tensor.import %v : !iree_input.buffer_view -> tensor<?x3xf32>{%n}
  %1 = iree_input.tensor.import %v : !iree_input.buffer_view -> tensor<?x3xf32>
  %2 = iree_input.tensor.export %1 : tensor<?x3xf32>{%n} -> !iree_input.buffer_view
  %3 = iree_input.tensor.export %1 : tensor<?x3xf32> -> !iree_input.buffer_view
  return
}

// -----

// CHECK: util.global public mutable @a = 50 : i32
iree_input.global mutable @a = 50 : i32
// CHECK: util.global private @b : tensor<4xi32>
// CHECK-NEXT: util.initializer {
// CHECK-NEXT: %[[V:.*]] = util.call @make() : () -> tensor<4xi32>
// CHECK-NEXT: util.global.store %[[V]], @b : tensor<4xi32>
// CHECK-NEXT: util.return
iree_input.global private @b initializer(@make) : tensor<4xi32>
func.func private @make() -> tensor<4xi32>
// CHECK-LABEL: util.func public @globals
func.func @globals(%v: i32) -> tensor<4xi32> {
  // CHECK: util.global.load @b : tensor<4xi32>
  %0 = iree_input.global.load @b : tensor<4xi32>
  // CHECK: util.global.store %arg0, @a : i32
  iree_input.global.store %v, @a : i32
  // CHECK: %[[P:.*]] = util.global.address @a : !util.ptr<i32>
  %p = iree_input.global.address @a : !iree_input.ptr<i32>
  // CHECK: util.global.load.indirect %[[P]] : !util.ptr<i32> -> i32
  %1 = iree_input.global.load.indirect %p : !iree_input.ptr<i32> -> i32
  // CHECK: util.global.store.indirect %arg0, %[[P]] : i32 -> !util.ptr<i32>
  iree_input.global.store.indirect %v, %p : i32 -> !iree_input.ptr<i32>
  return %0 : tensor<4xi32>
}

// -----

// CHECK: #[[LAYOUT:.*]] = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer>]>
// CHECK: hal.executable.source private @e attributes {objects = #hal.executable.objects<{#{{.*}} = [#hal.executable.object<{path = "a.o"}>]}>} {
// CHECK: hal.executable.export public @f ordinal(2) layout(#[[LAYOUT]]) <workgroup_size = [4 : index, 1 : index, 1 : index]>
iree_input.executable.source private @e attributes {objects = #iree_input.executable.objects<{
      #iree_input.executable.target<"cuda", "cuda-nvptx-fb"> = [#iree_input.executable.object<{path = "a.o"}>]}>} {
  iree_input.executable.export public @f ordinal(2) layout(#iree_input.pipeline.layout<push_constants = 1, sets = [
      <0, bindings = [<0, storage_buffer, ReadOnly>, <1, storage_buffer>]>]>)
      attributes {workgroup_size = [4 : index, 1 : index, 1 : index]}
}
// CHECK: flow.dispatch @e::@f[%arg1](%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @call(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %0 = iree_input.dispatch @e::@f[%n](%t) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

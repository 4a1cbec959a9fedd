// RUN: tern-opt --iree-stream-conversion --split-input-file %s | FileCheck %s

// A static tensor's size is what its type says, a dynamic one's goes with it.

// CHECK-LABEL: util.func public @dispatches(
// CHECK-SAME: %[[ARG:.*]]: !stream.resource<*>, %[[ARG_SIZE:.*]]: index, %[[D:.*]]: index) -> (!stream.resource<*>, index, !stream.resource<*>, index)
util.func public @dispatches(%t: tensor<?x4xf32>, %d: index) -> (tensor<?x4xf32>, tensor<4xf32>) {
  // CHECK: %[[N:.*]] = stream.tensor.sizeof tensor<4xf32> : index
  // CHECK: %[[R:.*]]:2 = stream.tensor.dispatch @e::@f[%[[D]]](%[[ARG]], %[[D]]) {stream.note = 1 : i32} : (tensor<?x4xf32>{%[[D]]} in !stream.resource<*>{%[[ARG_SIZE]]}, index) -> (tensor<?x4xf32>{%[[D]]} in %[[ARG]]{%[[ARG_SIZE]]}, tensor<4xf32> in !stream.resource<*>{%[[N]]})
  %0:2 = flow.dispatch @e::@f[%d](%t, %d) {stream.note = 1 : i32} : (tensor<?x4xf32>{%d}, index) -> (%t{%d}, tensor<4xf32>)
  // CHECK: util.return %[[R]]#0, %[[ARG_SIZE]], %[[R]]#1, %[[N]]
  util.return %0#0, %0#1 : tensor<?x4xf32>, tensor<4xf32>
}

// CHECK: stream.executable private @e {
// CHECK: stream.executable.export public @f workgroups(%[[W:.*]]: index) -> (index, index, index) {
// CHECK: stream.return %[[W]], %[[W]], %[[W]] : index, index, index
flow.executable private @e {
  flow.executable.export public @f workgroups(%w: index) -> (index, index, index) {
    flow.return %w, %w, %w : index, index, index
  }
  builtin.module {
    // CHECK: func.func @f(%[[A:.*]]: !stream.binding, %[[M:.*]]: index, %[[B:.*]]: !stream.binding)
    // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
    // CHECK-DAG: %[[TB:.*]] = stream.binding.subspan %[[B]][%[[C0]]] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>>
    // CHECK-DAG: %[[TA:.*]] = stream.binding.subspan %[[A]][%[[C0]]] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<readwrite:tensor<?x4xf32>>{%[[M]]}
    func.func @f(%a: !iree_tensor_ext.dispatch.tensor<readwrite:tensor<?x4xf32>>, %m: index, %b: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>>) {
      %0 = flow.dispatch.tie_shape %a : !iree_tensor_ext.dispatch.tensor<readwrite:tensor<?x4xf32>>{%m}
      // CHECK: stream.dispatch.workgroup.id[1] : index
      %i = flow.dispatch.workgroup.id[1] : index
      // CHECK: %[[L:.*]] = iree_tensor_ext.dispatch.tensor.load %[[TA]]
      %1 = iree_tensor_ext.dispatch.tensor.load %0, offsets = [%i, 0], sizes = [1, 4], strides = [1, 1] : !iree_tensor_ext.dispatch.tensor<readwrite:tensor<?x4xf32>>{%m} -> tensor<4xf32>
      // CHECK: iree_tensor_ext.dispatch.tensor.store %[[L]], %[[TB]]
      iree_tensor_ext.dispatch.tensor.store %1, %b, offsets = [0], sizes = [4], strides = [1] : tensor<4xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>>
      return
    }
  }
}

// -----

// CHECK-LABEL: util.func public @tensors
// CHECK-SAME: %[[D:.*]]: index, %[[I:.*]]: index, %[[X:.*]]: f32
util.func public @tensors(%d: index, %i: index, %x: f32) -> f32 {
  // CHECK: %[[N0:.*]] = stream.tensor.sizeof tensor<?x2xf32>{%[[D]]} : index
  // CHECK: %[[EMPTY:.*]] = stream.tensor.empty : tensor<?x2xf32>{%[[D]]} in !stream.resource<*>{%[[N0]]}
  %0 = flow.tensor.empty : tensor<?x2xf32>{%d}
  // CHECK: %[[SPLAT:.*]] = stream.tensor.splat %[[X]] : f32 -> tensor<2xf32> in !stream.resource<*>{%[[N1:.*]]}
  %1 = flow.tensor.splat %x : tensor<2xf32>
  // CHECK: %[[CST:.*]] = stream.tensor.constant : tensor<2xf32> in !stream.resource<constant> = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  // CHECK: %[[N2:.*]] = stream.resource.size %[[CST]]
  // CHECK: %[[C:.*]] = stream.async.transfer %[[CST]] : !stream.resource<constant>{%[[N2]]} -> !stream.resource<*>{%[[N2]]}
  %2 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: %[[CLONE:.*]] = stream.tensor.clone %[[C]] : tensor<2xf32> in !stream.resource<*>{%[[N2]]} -> tensor<2xf32> in !stream.resource<*>{%[[N2]]}
  %3 = flow.tensor.clone %2 : tensor<2xf32>
  // CHECK: %[[RESHAPE:.*]] = stream.tensor.clone %[[CLONE]] : tensor<2xf32> in !stream.resource<*>{%[[N2]]} -> tensor<1x2xf32> in
  %4 = flow.tensor.reshape %3 : tensor<2xf32> -> tensor<1x2xf32>
  // CHECK: %[[UPDATE:.*]] = stream.tensor.update %[[RESHAPE]], %[[EMPTY]][%[[I]], %[[I]]] : tensor<1x2xf32> in !stream.resource<*>{%{{.*}}} -> tensor<?x2xf32>{%[[D]]} in %[[EMPTY]] as !stream.resource<*>{%[[N0]]}
  %5 = flow.tensor.update %4, %0[%i, %i] : tensor<1x2xf32> -> %0 as tensor<?x2xf32>{%d}
  // CHECK: %[[STORE:.*]] = stream.tensor.fill %[[X]], %[[UPDATE]][%[[I]], %[[I]] for %[[ONE:.*]], %[[ONE]]] : f32 -> tensor<?x2xf32>{%[[D]]} in %[[UPDATE]] as
  %6 = flow.tensor.store %x, %5[%i, %i] : tensor<?x2xf32>{%d}
  // CHECK: %[[SLICE:.*]] = stream.tensor.slice %[[STORE]][%[[I]], %[[I]] for %[[I]], %[[I]]] : tensor<?x2xf32>{%[[D]]} in {{.*}} -> tensor<1x2xf32> in
  %7 = flow.tensor.slice %6[%i, %i for %i, %i] : tensor<?x2xf32>{%d} -> tensor<1x2xf32>
  // The host reads one element of a copy.
  // CHECK: %[[PART:.*]] = stream.tensor.slice %[[SLICE]][%[[I]], %[[I]] for %{{.*}}, %{{.*}}] : tensor<1x2xf32> in {{.*}} -> tensor<1x1xf32> in
  // CHECK: %[[STAGED:.*]] = stream.async.transfer %[[PART]] : !stream.resource<*>{%{{.*}}} -> !stream.resource<staging>
  // CHECK: %[[V:.*]] = stream.tensor.load %[[STAGED]][%[[Z:.*]], %[[Z]]] : tensor<1x1xf32> in !stream.resource<staging>
  %8 = flow.tensor.load %7[%i, %i] : tensor<1x2xf32>
  // CHECK: stream.async.alloca : !stream.resource<*>
  %9 = flow.tensor.alloca : tensor<4xf32>
  // CHECK: %[[TRACED:.*]] = stream.async.transfer %[[SPLAT]] : !stream.resource<*>{%[[N1]]} -> !stream.resource<staging>{%[[N1]]}
  // CHECK: stream.tensor.trace "here" = [
  // CHECK-NEXT: %[[TRACED]] : tensor<2xf32> in !stream.resource<staging>{%[[N1]]}
  flow.tensor.trace "here" = [%1 : tensor<2xf32>]
  // CHECK: util.return %[[V]] : f32
  util.return %8 : f32
}

// -----

// CHECK-LABEL: @boundary
// CHECK-SAME: %[[VIEW:.*]]: !hal.buffer_view, %[[WAIT:.*]]: !hal.fence, %[[D:.*]]: index, %[[SIGNAL:.*]]: !hal.fence
util.func public @boundary(%view: !hal.buffer_view, %wait: !hal.fence, %d: index, %signal: !hal.fence) -> !hal.buffer_view {
  // CHECK-DAG: %[[TYPE:.*]] = hal.element_type<f16> : i32
  // CHECK-DAG: %[[ENCODING:.*]] = hal.encoding_type<dense_row_major> : i32
  // CHECK: hal.buffer_view.assert<%[[VIEW]] : !hal.buffer_view> message("in") shape([%[[D]], %{{.*}}]) type(%[[TYPE]]) encoding(%[[ENCODING]])
  // CHECK: %[[N:.*]] = stream.tensor.sizeof tensor<?x4xf16>{%[[D]]} : index
  // CHECK: %[[IN:.*]] = stream.tensor.import consume %[[VIEW]] : !hal.buffer_view -> tensor<?x4xf16>{%[[D]]} in !stream.resource<external>{%[[N]]}
  // CHECK: %[[T:.*]] = stream.timepoint.import %[[WAIT]] : (!hal.fence) => !stream.timepoint
  // CHECK: %[[READY:.*]] = stream.timepoint.await %[[T]] => %[[IN]] : !stream.resource<external>{%[[N]]}
  // CHECK: %[[CAST:.*]] = stream.async.cast %[[READY]] : !stream.resource<external>{%[[N]]} -> !stream.resource<*>{%[[N]]}
  %0 = hal.tensor.import wait(%wait) => consume %view "in" : !hal.buffer_view -> tensor<?x4xf16>{%d}
  // CHECK: %[[B:.*]], %[[DONE:.*]] = stream.timepoint.barrier %[[CAST]] : !stream.resource<*>{%[[N]]} => !stream.timepoint
  // CHECK: stream.timepoint.chain_external %[[DONE]] => (%[[SIGNAL]] : !hal.fence)
  %1 = hal.tensor.barrier join(%0 : tensor<?x4xf16>) => %signal : !hal.fence
  // CHECK: %[[OUT:.*]] = stream.async.cast %[[B]] : !stream.resource<*>{%[[N]]} -> !stream.resource<external>{%[[N]]}
  // CHECK: stream.tensor.export %[[OUT]] : tensor<?x4xf16>{%[[D]]} in !stream.resource<external>{%[[N]]} -> !hal.buffer_view
  %2 = hal.tensor.export %1 "out" : tensor<?x4xf16>{%d} -> !hal.buffer_view
  util.return %2 : !hal.buffer_view
}

// The result is computed into what the caller gave.
// CHECK-LABEL: @alias
// CHECK-SAME: %[[T:.*]]: !stream.resource<*>, %{{.*}}: index, %[[STORAGE:.*]]: !hal.buffer
util.func public @alias(%t: tensor<4xi8>, %storage: !hal.buffer) -> tensor<4xi8> {
  // CHECK: %[[S:.*]] = stream.tensor.import consume %[[STORAGE]] : !hal.buffer -> tensor<4xi8> in !stream.resource<external>
  // CHECK: %[[U:.*]] = stream.async.update %[[T]], %[[S]][%{{.*}} to %{{.*}}] : !stream.resource<*>{{.*}} -> %[[S]] as !stream.resource<external>
  // CHECK: %[[P:.*]] = stream.async.slice %[[U]]
  // CHECK: %[[R:.*]] = stream.async.transfer %[[P]] : !stream.resource<external>{{.*}} -> !stream.resource<*>
  %0 = hal.tensor.alias %t : tensor<4xi8> to %storage : !hal.buffer
  // CHECK: util.return %[[R]]
  util.return %0 : tensor<4xi8>
}

// -----

// CHECK: util.global private @weights : !stream.resource<constant>
// CHECK: util.global private @weights__size : index
// CHECK: util.initializer {
// CHECK: %[[C:.*]] = stream.tensor.constant : tensor<2xi32> in !stream.resource<constant> = dense<[1, 2]> : tensor<2xi32>
// CHECK: %[[N:.*]] = stream.resource.size %[[C]]
// CHECK: util.global.store %[[C]], @weights : !stream.resource<constant>
// CHECK: util.global.store %[[N]], @weights__size : index
util.global private @weights = dense<[1, 2]> : tensor<2xi32>
// CHECK: util.global private mutable @state : !stream.resource<variable>
// CHECK: util.global private mutable @state__size : index
// CHECK: stream.tensor.empty : tensor<4xf32> in !stream.resource<variable>
util.global private mutable @state = #util.uninitialized : tensor<4xf32>
// CHECK: util.global private mutable @any : !stream.resource<variable>
// CHECK-NOT: util.initializer
util.global private mutable @any : tensor<?xf32>

// CHECK-LABEL: @globals
util.func public @globals() -> tensor<2xi32> {
  // CHECK: %[[W:.*]] = util.global.load immutable @weights : !stream.resource<constant>
  // CHECK: %[[WN:.*]] = stream.tensor.sizeof tensor<2xi32> : index
  // CHECK: %[[R:.*]] = stream.async.transfer %[[W]] : !stream.resource<constant>{%[[WN]]} -> !stream.resource<*>{%[[WN]]}
  %0 = util.global.load immutable @weights : tensor<2xi32>
  // CHECK: %[[A:.*]] = util.global.load @any : !stream.resource<variable>
  // CHECK: %[[AN:.*]] = util.global.load @any__size : index
  // CHECK: %[[AR:.*]] = stream.async.transfer %[[A]] : !stream.resource<variable>{%[[AN]]} -> !stream.resource<*>{%[[AN]]}
  %1 = util.global.load @any : tensor<?xf32>
  // CHECK: %[[V:.*]] = stream.async.transfer %[[AR]] : !stream.resource<*>{%[[AN]]} -> !stream.resource<variable>{%[[AN]]}
  // CHECK: util.global.store %[[V]], @any : !stream.resource<variable>
  // CHECK: util.global.store %[[AN]], @any__size : index
  util.global.store %1, @any : tensor<?xf32>
  // CHECK: util.return %[[R]], %[[WN]]
  util.return %0 : tensor<2xi32>
}

// -----

// CHECK-LABEL: @control_flow
// CHECK-SAME: %[[T:.*]]: !stream.resource<*>, %[[N:.*]]: index, %[[C:.*]]: i1, %[[I:.*]]: index
util.func public @control_flow(%t: tensor<?xf32>, %c: i1, %i: index) -> tensor<?xf32> {
  // CHECK: %[[S:.*]] = arith.select %[[C]], %[[T]], %[[T]] : !stream.resource<*>
  %0 = arith.select %c, %t, %t : tensor<?xf32>
  // CHECK: %[[IF:.*]]:2 = scf.if %[[C]] -> (!stream.resource<*>, index) {
  // CHECK-NEXT: scf.yield %[[S]], %[[N]] : !stream.resource<*>, index
  %1 = scf.if %c -> (tensor<?xf32>) {
    scf.yield %0 : tensor<?xf32>
  } else {
    scf.yield %t : tensor<?xf32>
  }
  // CHECK: %[[FOR:.*]]:2 = scf.for %{{.*}} = %[[I]] to %[[I]] step %[[I]] iter_args(%[[A:.*]] = %[[IF]]#0, %[[AN:.*]] = %[[IF]]#1) -> (!stream.resource<*>, index) {
  // CHECK-NEXT: scf.yield %[[A]], %[[AN]] : !stream.resource<*>, index
  %2 = scf.for %k = %i to %i step %i iter_args(%a = %1) -> (tensor<?xf32>) {
    scf.yield %a : tensor<?xf32>
  }
  // CHECK: %[[WHILE:.*]]:2 = scf.while (%[[B:.*]] = %[[FOR]]#0, %[[BN:.*]] = %[[FOR]]#1) : (!stream.resource<*>, index) -> (!stream.resource<*>, index) {
  // CHECK-NEXT: scf.condition(%[[C]]) %[[B]], %[[BN]] : !stream.resource<*>, index
  // CHECK: ^bb0(%[[D:.*]]: !stream.resource<*>, %[[DN:.*]]: index):
  // CHECK-NEXT: scf.yield %[[D]], %[[DN]] : !stream.resource<*>, index
  %3 = scf.while (%b = %2) : (tensor<?xf32>) -> tensor<?xf32> {
    scf.condition(%c) %b : tensor<?xf32>
  } do {
  ^bb0(%d: tensor<?xf32>):
    scf.yield %d : tensor<?xf32>
  }
  // CHECK: %[[OB:.*]] = util.optimization_barrier %[[WHILE]]#0 : !stream.resource<*>
  %4 = util.optimization_barrier %3 : tensor<?xf32>
  // CHECK: cf.cond_br %[[C]], ^bb1(%[[OB]], %[[WHILE]]#1 : !stream.resource<*>, index), ^bb2(%[[I]], %[[T]], %[[N]] : index, !stream.resource<*>, index)
  cf.cond_br %c, ^bb1(%4 : tensor<?xf32>), ^bb2(%i, %t : index, tensor<?xf32>)
// CHECK: ^bb1(%[[X:.*]]: !stream.resource<*>, %[[XN:.*]]: index):
^bb1(%x: tensor<?xf32>):
  // CHECK: %[[CALL:.*]]:2 = util.call @callee(%[[I]], %[[X]], %[[XN]]) : (index, !stream.resource<*>, index) -> (%[[X]], index)
  %5 = util.call @callee(%i, %x) : (index, tensor<?xf32>) -> %x
  // CHECK: cf.br ^bb2(%[[I]], %[[CALL]]#0, %[[CALL]]#1 : index, !stream.resource<*>, index)
  cf.br ^bb2(%i, %5 : index, tensor<?xf32>)
// CHECK: ^bb2(%{{.*}}: index, %[[Y:.*]]: !stream.resource<*>, %[[YN:.*]]: index):
^bb2(%j: index, %y: tensor<?xf32>):
  // CHECK: util.return %[[Y]], %[[YN]] : !stream.resource<*>, index
  util.return %y : tensor<?xf32>
}
// CHECK: util.func private @callee(%[[J:.*]]: index, %[[P:.*]]: !stream.resource<*>, %[[PN:.*]]: index) -> (%[[P]], index)
util.func private @callee(%i: index, %t: tensor<?xf32>) -> %t {
  util.return %t : tensor<?xf32>
}

// -----

// A function that became one of llvm is left as it is.

// CHECK-LABEL: stream.executable private @converted
// CHECK: llvm.func @entry(%{{.*}}: i64)
flow.executable private @converted {
  flow.executable.export public @entry
  builtin.module {
    llvm.func @entry(%a: i64) {
      llvm.return
    }
  }
}

// RUN: tern-opt %s --split-input-file --iree-stream-materialize-builtins --cse | FileCheck %s

// Queues fill with 32 bits at most.

// CHECK-LABEL: @__builtin_splat_i64
// CHECK-LABEL: @__builtin_splat_i64
// CHECK: %[[V0:.+]], %[[V1:.+]], %[[V2:.+]] = iree_tensor_ext.dispatch.workgroup_count_from_slice(%[[A0:.+]])
// CHECK-NEXT: stream.return %[[V0]], %[[V1]], %[[V2]] : index, index, index
// CHECK: builtin.module {
// CHECK-NEXT: func.func @__builtin_splat_i64(%[[A0]]: i64, %[[A1:.+]]: index, %[[A2:.+]]: !stream.binding) {
// CHECK: %[[V6:.+]] = iree_tensor_ext.dispatch.workload.ordinal %[[A1]], 0 : index
// CHECK-NEXT: %[[V7:.+]] = stream.binding.subspan %[[A2]][%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xi64>>{%[[V6]]}
// CHECK-NEXT: %[[V8:.+]] = tensor.empty(%[[V6]]) : tensor<?xi64>
// CHECK-NEXT: %[[V9:.+]] = linalg.fill ins(%[[A0]] : i64) outs(%[[V8]] : tensor<?xi64>) -> tensor<?xi64>
// CHECK-NEXT: iree_tensor_ext.dispatch.tensor.store %[[V9]], %[[V7]], offsets = [0], sizes = [%[[V6]]], strides = [1] : tensor<?xi64> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xi64>>{%[[V6]]}
// CHECK-NEXT: return
// CHECK-LABEL: @splat
// CHECK-SAME: (%[[A0:.+]]: i64, %[[A1:.+]]: index) -> !stream.resource<*>
// CHECK: %[[V2:.+]] = arith.divui %[[A1]], %c8 : index
// CHECK-NEXT: %[[V3:.+]] = stream.async.dispatch on(#hal.device.affinity<@device>) @__builtin_splat_i64::@__builtin_splat_i64[%[[V2]]](%[[A0]], %[[V2]]) : (i64, index) -> !stream.resource<*>{%[[A1]]}
// CHECK-NEXT: util.return %[[V3]] : !stream.resource<*>
util.func private @splat(%v: i64, %n: index) -> !stream.resource<*> {
  %0 = stream.async.splat on(#hal.device.affinity<@device>) %v : i64 -> !stream.resource<*>{%n}
  util.return %0 : !stream.resource<*>
}
util.global private @device : !hal.device

// -----

// All of the target is bound, whatever the offset: bindings must begin at multiples that a target chooses.

// CHECK-LABEL: @__builtin_fill_i64
// CHECK: func.func @__builtin_fill_i64(%[[V:.+]]: i64, %[[COUNT:.+]]: index, %[[TOTAL:.+]]: index, %[[START:.+]]: index, %[[OUT:.+]]: !stream.binding) {
// CHECK: %[[N:.+]] = iree_tensor_ext.dispatch.workload.ordinal %[[COUNT]], 0 : index
// CHECK-NEXT: %[[T:.+]] = iree_tensor_ext.dispatch.workload.ordinal %[[TOTAL]], 1 : index
// CHECK-NEXT: %[[B:.+]] = stream.binding.subspan %[[OUT]][%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<readwrite:tensor<?xi64>>{%[[T]]}
// CHECK-NEXT: %[[E:.+]] = tensor.empty(%[[N]]) : tensor<?xi64>
// CHECK-NEXT: %[[F:.+]] = linalg.fill ins(%[[V]] : i64) outs(%[[E]] : tensor<?xi64>) -> tensor<?xi64>
// CHECK-NEXT: iree_tensor_ext.dispatch.tensor.store %[[F]], %[[B]], offsets = [%[[START]]], sizes = [%[[N]]], strides = [1] : tensor<?xi64> -> !iree_tensor_ext.dispatch.tensor<readwrite:tensor<?xi64>>{%[[T]]}
// CHECK-NEXT: return
// CHECK-LABEL: util.func private @fill
// CHECK-SAME: (%[[A0:.+]]: i64, %[[A1:.+]]: !stream.resource<*>, %[[A2:.+]]: index, %[[A3:.+]]: index, %[[A4:.+]]: index, %[[A5:.+]]: index) -> !stream.resource<*>
// CHECK-DAG: %[[N:.+]] = arith.divui %[[A5]], %c8 : index
// CHECK-DAG: %[[T:.+]] = arith.divui %[[A2]], %c8 : index
// CHECK-DAG: %[[S:.+]] = arith.divui %[[A3]], %c8 : index
// CHECK: %[[R:.+]] = stream.async.dispatch @__builtin_fill_i64::@__builtin_fill_i64[%[[N]], %[[T]]](%[[A1]][%c0 to %[[A2]] for %[[A2]]], %[[A0]], %[[N]], %[[T]], %[[S]]) : (!stream.resource<*>{%[[A2]]}, i64, index, index, index) -> %[[A1]]{%[[A2]]}
// CHECK-NEXT: util.return %[[R]] : !stream.resource<*>
util.func private @fill(%v: i64, %x: !stream.resource<*>, %n: index, %a: index, %b: index, %l: index) -> !stream.resource<*> {
  %0 = stream.async.fill %v, %x[%a to %b for %l] : i64 -> %x as !stream.resource<*>{%n}
  util.return %0 : !stream.resource<*>
}

// -----

// One number takes two fills.

// CHECK-LABEL: @one
// CHECK-SAME: (%[[V:.+]]: i64, %[[X:.+]]: !stream.resource<*>)
// CHECK: %[[LOW:.+]] = arith.trunci %[[V]] : i64 to i32
// CHECK: %[[A:.+]] = stream.async.fill %[[LOW]], %[[X]][%c8 to %c12 for %c4] : i32 -> %[[X]] as !stream.resource<*>{%c24}
// CHECK: %[[SHIFTED:.+]] = arith.shrui %[[V]], %c32_i64 : i64
// CHECK: %[[HIGH:.+]] = arith.trunci %[[SHIFTED]] : i64 to i32
// CHECK: %[[B:.+]] = stream.async.fill %[[HIGH]], %[[A]][%c12 to %c16 for %c4] : i32 -> %[[A]] as !stream.resource<*>{%c24}
// CHECK: util.return %[[B]]
util.func private @one(%v: i64, %x: !stream.resource<*>) -> !stream.resource<*> {
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %0 = stream.async.fill %v, %x[%c8 to %c16 for %c8] : i64 -> %x as !stream.resource<*>{%c24}
  util.return %0 : !stream.resource<*>
}

// -----

// Twice the same half is a fill of the half.

// CHECK-LABEL: @halves
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<*>, %[[A1:.+]]: index) -> (!stream.resource<*>, !stream.resource<*>)
// CHECK: %[[V2:.+]] = stream.async.splat %c7_i32 : i32 -> !stream.resource<*>{%[[A1]]}
// CHECK-NEXT: %[[V3:.+]] = stream.async.fill %c7_i32, %[[A0]][%c0 to %[[A1]] for %[[A1]]] : i32 -> %[[A0]] as !stream.resource<*>{%[[A1]]}
// CHECK-NEXT: util.return %[[V2]], %[[V3]] : !stream.resource<*>, !stream.resource<*>
util.func private @halves(%x: !stream.resource<*>, %n: index) -> (!stream.resource<*>, !stream.resource<*>) {
  %v = arith.constant 0x0000000700000007 : i64
  %c0 = arith.constant 0 : index
  %0 = stream.async.splat %v : i64 -> !stream.resource<*>{%n}
  %1 = stream.async.fill %v, %x[%c0 to %n for %n] : i64 -> %x as !stream.resource<*>{%n}
  util.return %0, %1 : !stream.resource<*>, !stream.resource<*>
}

// -----

// CHECK-LABEL: @narrow
// CHECK-SAME: (%[[A0:.+]]: i32, %[[A1:.+]]: index) -> !stream.resource<*>
// CHECK: %[[V2:.+]] = stream.async.splat %[[A0]] : i32 -> !stream.resource<*>{%[[A1]]}
// CHECK-NEXT: util.return %[[V2]] : !stream.resource<*>
util.func private @narrow(%v: i32, %n: index) -> !stream.resource<*> {
  %0 = stream.async.splat %v : i32 -> !stream.resource<*>{%n}
  util.return %0 : !stream.resource<*>
}

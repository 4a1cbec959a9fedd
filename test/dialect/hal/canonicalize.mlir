// What canonicalize makes of the ops.
// RUN: tern-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: util.func public @round_trip(
// CHECK-SAME: %[[VIEW:.*]]: !hal.buffer_view, %[[T:.*]]: tensor<4xf32>)
util.func public @round_trip(%view: !hal.buffer_view, %t: tensor<4xf32>) -> (tensor<4xf32>, !hal.buffer_view, tensor<4xi32>) {
  %0 = hal.tensor.export %t : tensor<4xf32> -> !hal.buffer_view
  %1 = hal.tensor.import %0 : !hal.buffer_view -> tensor<4xf32>
  %2 = hal.tensor.import %view : !hal.buffer_view -> tensor<4xf32>
  %3 = hal.tensor.export %2 : tensor<4xf32> -> !hal.buffer_view
  // Bits of another type are no round trip.
  // CHECK: %[[E:.*]] = hal.tensor.export %[[T]]
  // CHECK: %[[I:.*]] = hal.tensor.import %[[E]] : !hal.buffer_view -> tensor<4xi32>
  %4 = hal.tensor.import %0 : !hal.buffer_view -> tensor<4xi32>
  // CHECK: util.return %[[T]], %[[VIEW]], %[[I]]
  util.return %1, %3, %4 : tensor<4xf32>, !hal.buffer_view, tensor<4xi32>
}

// What was consumed may be overwritten: then the view is not the tensor any more.
// CHECK-LABEL: util.func public @consumed(
// CHECK-SAME: %[[VIEW:.*]]: !hal.buffer_view
util.func public @consumed(%view: !hal.buffer_view) -> !hal.buffer_view {
  // CHECK: %[[T:.*]] = hal.tensor.import consume %[[VIEW]]
  // CHECK: %[[E:.*]] = hal.tensor.export %[[T]]
  // CHECK: util.return %[[E]]
  %0 = hal.tensor.import consume %view : !hal.buffer_view -> tensor<4xf32>
  %1 = hal.tensor.export %0 : tensor<4xf32> -> !hal.buffer_view
  util.return %1 : !hal.buffer_view
}

// CHECK-LABEL: util.func public @subspans(
// CHECK-SAME: %[[B:.*]]: !hal.buffer, %[[N:.*]]: index, %[[D:.*]]: !hal.device, %[[C:.*]]: !hal.command_buffer
util.func public @subspans(%b: !hal.buffer, %n: index, %d: !hal.device, %cmd: !hal.command_buffer, %type: i32) -> (!hal.buffer_view, !hal.buffer, !hal.buffer) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  // CHECK-DAG: %[[SUM:.*]] = arith.addi %[[N]], %c4
  %0 = hal.buffer.subspan<%b : !hal.buffer>[%n, %c8] : !hal.buffer
  // CHECK-DAG: hal.command_buffer.copy_buffer<%[[C]] : !hal.command_buffer> source(%[[B]] : !hal.buffer)[%{{.*}}] target(%[[B]] : !hal.buffer)[%c8] length(%c4)
  hal.command_buffer.copy_buffer<%cmd : !hal.command_buffer> source(%0 : !hal.buffer)[%c4] target(%b : !hal.buffer)[%c8] length(%c4) flags("None")
  // CHECK: %[[VIEW:.*]] = hal.buffer_view.create buffer(%[[B]] : !hal.buffer)[%{{.*}}, %c4] shape([%c4])
  %view = hal.buffer_view.create buffer(%0 : !hal.buffer)[%c4, %c4] shape([%c4]) type(%type) encoding(%type) : !hal.buffer_view
  // CHECK: %[[S:.*]] = hal.buffer.subspan<%[[B]] : !hal.buffer>[%{{.*}}, %c4]
  %1 = hal.buffer.subspan<%0 : !hal.buffer>[%c4, %c4] : !hal.buffer
  // The whole of a buffer is the buffer.
  // CHECK-NEXT: %[[ALL:.*]] = hal.buffer.subspan<%[[B]] : !hal.buffer>[%[[N]], %c8]
  %2 = hal.buffer.subspan<%0 : !hal.buffer>[%c0, %c8] : !hal.buffer
  // CHECK: util.return %[[VIEW]], %[[S]], %[[ALL]]
  util.return %view, %1, %2 : !hal.buffer_view, !hal.buffer, !hal.buffer
}

// CHECK-LABEL: util.func public @view_parts(
// CHECK-SAME: %[[B:.*]]: !hal.buffer, %[[N:.*]]: index, %[[T:.*]]: i32, %[[E:.*]]: i32)
util.func public @view_parts(%b: !hal.buffer, %n: index, %t: i32, %e: i32) -> (!hal.buffer, index, index, i32, i32) {
  %c0 = arith.constant 0 : index
  %view = hal.buffer_view.create buffer(%b : !hal.buffer)[%c0, %n] shape([%n, %c0]) type(%t) encoding(%e) : !hal.buffer_view
  // CHECK-DAG: %[[RANK:.*]] = arith.constant 2 : index
  // CHECK-DAG: %[[S:.*]] = hal.buffer.subspan<%[[B]] : !hal.buffer>[%c0, %[[N]]]
  %buffer = hal.buffer_view.buffer<%view : !hal.buffer_view> : !hal.buffer
  %rank = hal.buffer_view.rank<%view : !hal.buffer_view> : index
  %dim = hal.buffer_view.dim<%view : !hal.buffer_view>[0] : index
  %type = hal.buffer_view.element_type<%view : !hal.buffer_view> : i32
  %encoding = hal.buffer_view.encoding_type<%view : !hal.buffer_view> : i32
  // CHECK: util.return %[[S]], %[[RANK]], %[[N]], %[[T]], %[[E]]
  util.return %buffer, %rank, %dim, %type, %encoding : !hal.buffer, index, index, i32, i32
}

// CHECK-LABEL: util.func public @fences(
// CHECK-SAME: %[[A:.*]]: !hal.fence, %[[B:.*]]: !hal.fence, %[[D:.*]]: !hal.device
util.func public @fences(%a: !hal.fence, %b: !hal.fence, %d: !hal.device, %q: i64) -> (!hal.fence, !hal.fence, !hal.fence, i32) {
  %null = util.null : !hal.fence
  %i32 = arith.constant -1 : i32
  // CHECK-DAG: %[[OK:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[NULL:.*]] = util.null : !hal.fence
  // CHECK-DAG: %[[J:.*]] = hal.fence.join at([%[[A]], %[[B]]])
  %0 = hal.fence.join at([%a, %b, %a, %null]) flags("None") -> !hal.fence
  %1 = hal.fence.join at([%a, %null]) flags("None") -> !hal.fence
  %2 = hal.fence.join at([%null]) flags("None") -> !hal.fence
  // Nobody looks at this one.
  // CHECK-NOT: hal.fence.create
  // CHECK-NOT: hal.fence.signal
  %3 = hal.fence.create device(%d : !hal.device) flags("None") : !hal.fence
  hal.fence.signal<%3 : !hal.fence>
  hal.device.queue.barrier<%d : !hal.device> affinity(%q) wait(%null) signal(%null) flags("None")
  %status = hal.fence.await until([%null]) timeout_millis(%i32) flags("None") : i32
  // CHECK: util.return %[[J]], %[[A]], %[[NULL]], %[[OK]]
  util.return %0, %1, %2, %status : !hal.fence, !hal.fence, !hal.fence, i32
}

// CHECK-LABEL: util.func public @await(
// CHECK-SAME: %[[A:.*]]: !hal.fence
util.func public @await(%a: !hal.fence, %ms: i32) -> i32 {
  // CHECK: %[[S:.*]] = hal.fence.await until([%[[A]]]) timeout_millis
  %null = util.null : !hal.fence
  %status = hal.fence.await until([%a, %null, %a]) timeout_millis(%ms) flags("None") : i32
  util.return %status : i32
}

// CHECK-LABEL: util.func public @select_one(
// CHECK-SAME: %[[D:.*]]: !hal.device, %[[Q:.*]]: i64
util.func public @select_one(%d: !hal.device, %q: i64, %i: i32) -> (!hal.device, i64) {
  // CHECK-NEXT: util.return %[[D]], %[[Q]]
  %0, %1 = hal.allocator.select from([(%d, %q : !hal.device, i64)]) type(%i) usage(%i) : !hal.device, i64
  util.return %0, %1 : !hal.device, i64
}

// CHECK-LABEL: util.func public @properties()
util.func public @properties() -> (i32, i32) {
  // CHECK-DAG: %[[T:.*]] = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
  // CHECK-DAG: %[[U:.*]] = hal.buffer_usage<{{.*}}> : i32
  %0, %1 = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@d>) lifetime(transient) : i32, i32
  // CHECK: util.return %[[T]], %[[U]]
  util.return %0, %1 : i32, i32
}

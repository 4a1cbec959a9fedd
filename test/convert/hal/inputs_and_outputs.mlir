// What the caller hands over and gets back, files and traces.
// RUN: tern-opt %s --iree-hal-conversion | FileCheck %s

// CHECK: #[[$EXECUTABLE_TARGET_F:.+]] = #hal.executable.target<"llvm-cpu", "f">
// CHECK-NEXT: #[[$DEVICE_TARGET_LOCAL:.+]] = #hal.device.target<"local", [#[[$EXECUTABLE_TARGET_F]]]> : !hal.device
// CHECK-LABEL: util.global private @device
// CHECK-SAME: = #[[$DEVICE_TARGET_LOCAL]]
// CHECK-LABEL: util.func public @import
// CHECK-SAME: (%[[ARG0:.+]]: !hal.buffer_view, %[[ARG1:.+]]: !hal.buffer, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index) -> (!hal.buffer, !hal.buffer) {
// CHECK-NEXT: %[[BUFFER:.+]] = hal.buffer_view.buffer<%[[ARG0]] : !hal.buffer_view> : !hal.buffer
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[ALLOCATOR:.+]] = hal.device.allocator<%[[DEVICE]] : !hal.device> : !hal.allocator
// CHECK-NEXT: hal.buffer.assert<%[[BUFFER]] : !hal.buffer> message("tensor") allocator(%[[ALLOCATOR]] : !hal.allocator) minimum_length(%[[ARG3]]) type(DeviceVisible) usage("TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage")
// CHECK-NEXT: %[[DEVICE_0:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[ALLOCATOR_1:.+]] = hal.device.allocator<%[[DEVICE_0]] : !hal.device> : !hal.allocator
// CHECK-NEXT: hal.buffer.assert<%[[ARG1]] : !hal.buffer> message("tensor") allocator(%[[ALLOCATOR_1]] : !hal.allocator) minimum_length(%[[ARG3]]) type(DeviceVisible) usage("TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage")
// CHECK-NEXT: util.return %[[BUFFER]], %[[ARG1]] : !hal.buffer, !hal.buffer
// CHECK-LABEL: util.func public @export
// CHECK-SAME: (%[[ARG0:.+]]: !hal.buffer, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index) -> (!hal.buffer_view, !hal.buffer) {
// CHECK-NEXT: %[[ELEMENT_TYPE_F32:.+]] = hal.element_type<f32> : i32
// CHECK-NEXT: %[[DENSE_ROW_MAJOR:.+]] = hal.encoding_type<dense_row_major> : i32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[VIEW:.+]] = hal.buffer_view.create buffer(%[[ARG0]] : !hal.buffer)[%[[C0]], %[[ARG2]]] shape([%[[ARG1]], %[[C4]]]) type(%[[ELEMENT_TYPE_F32]]) encoding(%[[DENSE_ROW_MAJOR]]) : !hal.buffer_view
// CHECK-NEXT: util.return %[[VIEW]], %[[ARG0]] : !hal.buffer_view, !hal.buffer
// CHECK-LABEL: util.func public @files
// CHECK-SAME: (%[[ARG0:.+]]: !util.buffer, %[[ARG1:.+]]: !hal.buffer, %[[ARG2:.+]]: index, %[[ARG3:.+]]: i64, %[[ARG4:.+]]: !hal.fence) -> !hal.fence {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[MEMORY_FILE:.+]] = hal.ex.file.from_memory device(%[[DEVICE]] : !hal.device) affinity(%[[C_1_I64]]) access(Read) buffer(%[[ARG0]] : !util.buffer)[%[[C0]] for %[[ARG2]]] flags(%[[C0_I32]]) : !hal.file
// CHECK-NEXT: %[[DEVICE_0:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64_1:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[FENCE:.+]] = hal.fence.create device(%[[DEVICE_0]] : !hal.device) flags("None") : !hal.fence
// CHECK-NEXT: hal.device.queue.read<%[[DEVICE_0]] : !hal.device> affinity(%[[C_1_I64_1]]) wait(%[[ARG4]]) signal(%[[FENCE]]) source(%[[MEMORY_FILE]] : !hal.file)[%[[ARG3]]] target(%[[ARG1]] : !hal.buffer)[%[[C0]]] length(%[[ARG2]]) flags("None")
// CHECK-NEXT: %[[DEVICE_2:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64_3:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[FENCE_4:.+]] = hal.fence.create device(%[[DEVICE_2]] : !hal.device) flags("None") : !hal.fence
// CHECK-NEXT: hal.device.queue.write<%[[DEVICE_2]] : !hal.device> affinity(%[[C_1_I64_3]]) wait(%[[FENCE]]) signal(%[[FENCE_4]]) source(%[[ARG1]] : !hal.buffer)[%[[C0]]] target(%[[MEMORY_FILE]] : !hal.file)[%[[ARG3]]] length(%[[ARG2]]) flags("None")
// CHECK-NEXT: util.return %[[FENCE_4]] : !hal.fence
// CHECK-LABEL: util.func public @trace
// CHECK-SAME: (%[[ARG0:.+]]: !hal.buffer, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index) {
// CHECK-NEXT: %[[ELEMENT_TYPE_F32:.+]] = hal.element_type<f32> : i32
// CHECK-NEXT: %[[DENSE_ROW_MAJOR:.+]] = hal.encoding_type<dense_row_major> : i32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[VIEW:.+]] = hal.buffer_view.create buffer(%[[ARG0]] : !hal.buffer)[%[[C0]], %[[ARG2]]] shape([%[[ARG1]], %[[C4]]]) type(%[[ELEMENT_TYPE_F32]]) encoding(%[[DENSE_ROW_MAJOR]]) : !hal.buffer_view
// CHECK-NEXT: hal.buffer_view.trace "values" = %[[VIEW]] : !hal.buffer_view
// CHECK-NEXT: util.return
// CHECK-LABEL: util.func public @context
// CHECK-SAME: () -> (!hal.device, !hal.allocator, i64) {
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[DEVICE_0:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[ALLOCATOR:.+]] = hal.device.allocator<%[[DEVICE_0]] : !hal.device> : !hal.allocator
// CHECK-NEXT: util.return %[[DEVICE]], %[[ALLOCATOR]], %[[C_1_I64]] : !hal.device, !hal.allocator, i64
util.global private @device = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "f">]> : !hal.device
util.func public @import(%view: !hal.buffer_view, %buffer: !hal.buffer, %d: index, %n: index) -> (!stream.resource<external>, !stream.resource<external>) {
  %0 = stream.tensor.import %view : !hal.buffer_view -> tensor<?x4xf32>{%d} in !stream.resource<external>{%n}
  %1 = stream.tensor.import %buffer : !hal.buffer -> tensor<4xi8> in !stream.resource<external>{%n}
  util.return %0, %1 : !stream.resource<external>, !stream.resource<external>
}
util.func public @export(%r: !stream.resource<external>, %d: index, %n: index) -> (!hal.buffer_view, !hal.buffer) {
  %0 = stream.tensor.export %r : tensor<?x4xf32>{%d} in !stream.resource<external>{%n} -> !hal.buffer_view
  %1 = stream.tensor.export %r : tensor<4xi8> in !stream.resource<external>{%n} -> !hal.buffer
  util.return %0, %1 : !hal.buffer_view, !hal.buffer
}
util.func public @files(%b: !util.buffer, %r: !stream.resource<variable>, %n: index, %o: i64, %t: !stream.timepoint) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %f = stream.file.constant %b[%c0 for %n] : !util.buffer{%n} -> !stream.file
  %0 = stream.file.read await(%t) => %f[%o], %r[%c0], %n : !stream.file -> !stream.resource<variable>{%n} => !stream.timepoint
  %1 = stream.file.write await(%0) => %r[%c0], %f[%o], %n : !stream.resource<variable>{%n} -> !stream.file => !stream.timepoint
  util.return %1 : !stream.timepoint
}
util.func public @trace(%r: !stream.resource<staging>, %d: index, %n: index) {
  stream.tensor.trace "values" = [
    %r : tensor<?x4xf32>{%d} in !stream.resource<staging>{%n}
  ]
  util.return
}
util.func public @context() -> (!hal.device, !hal.allocator, i64) {
  %0, %1 = stream.context.resolve on(#hal.device.affinity<@device>) : !hal.device, i64
  %2 = stream.context.resolve on(#hal.device.affinity<@device>) : !hal.allocator
  util.return %0, %2, %1 : !hal.device, !hal.allocator, i64
}

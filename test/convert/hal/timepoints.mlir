// Timepoints are fences.
// RUN: tern-opt %s --iree-hal-conversion | FileCheck %s

// CHECK: #[[$EXECUTABLE_TARGET_F:.+]] = #hal.executable.target<"llvm-cpu", "f">
// CHECK-NEXT: #[[$DEVICE_TARGET_LOCAL:.+]] = #hal.device.target<"local", [#[[$EXECUTABLE_TARGET_F]]]> : !hal.device
// CHECK-LABEL: util.global private @device
// CHECK-SAME: = #[[$DEVICE_TARGET_LOCAL]]
// CHECK-LABEL: util.func public @immediate
// CHECK-SAME: () -> !hal.fence {
// CHECK-NEXT: %[[V0:.+]] = util.null : !hal.fence
// CHECK-NEXT: util.return %[[V0]] : !hal.fence
// CHECK-LABEL: util.func public @join
// CHECK-SAME: (%[[ARG0:.+]]: !hal.fence, %[[ARG1:.+]]: !hal.fence) -> !hal.fence {
// CHECK-NEXT: %[[FENCE:.+]] = hal.fence.join at([%[[ARG0]], %[[ARG1]]]) flags("None") -> !hal.fence
// CHECK-NEXT: util.return %[[FENCE]] : !hal.fence
// CHECK-LABEL: util.func public @barrier
// CHECK-SAME: (%[[ARG0:.+]]: !hal.buffer, %[[ARG1:.+]]: index, %[[ARG2:.+]]: !hal.fence) -> !hal.buffer {
// CHECK-NEXT: %[[V0:.+]] = util.null : !hal.fence
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: hal.device.queue.barrier<%[[DEVICE]] : !hal.device> affinity(%[[C_1_I64]]) wait(%[[V0]]) signal(%[[ARG2]]) flags("None")
// CHECK-NEXT: util.return %[[ARG0]] : !hal.buffer
// CHECK-LABEL: util.func public @await
// CHECK-SAME: (%[[ARG0:.+]]: !hal.fence, %[[ARG1:.+]]: !hal.buffer, %[[ARG2:.+]]: index) -> !hal.buffer {
// CHECK-NEXT: %[[C_1_I32:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[STATUS:.+]] = hal.fence.await until([%[[ARG0]]]) timeout_millis(%[[C_1_I32]]) flags("None") : i32
// CHECK-NEXT: util.status.check_ok %[[STATUS]], "failed to wait on timepoint"
// CHECK-NEXT: util.return %[[ARG1]] : !hal.buffer
// CHECK-LABEL: util.func public @fences
// CHECK-SAME: (%[[ARG0:.+]]: !hal.fence) -> !hal.fence {
// CHECK-NEXT: util.return %[[ARG0]] : !hal.fence
// CHECK-LABEL: util.func public @given
// CHECK-SAME: (%[[ARG0:.+]]: !hal.fence, %[[ARG1:.+]]: !hal.buffer, %[[ARG2:.+]]: index, %[[ARG3:.+]]: !hal.fence, %[[ARG4:.+]]: i32) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[CMD:.+]] = hal.command_buffer.create device(%[[DEVICE]] : !hal.device) mode(OneShot) categories(Transfer) affinity(%[[C_1_I64]]) : !hal.command_buffer
// CHECK-NEXT: hal.command_buffer.fill_buffer<%[[CMD]] : !hal.command_buffer> target(%[[ARG1]] : !hal.buffer)[%[[C0]], %[[ARG2]]] pattern(%[[ARG4]] : i32) flags("None")
// CHECK-NEXT: hal.command_buffer.finalize<%[[CMD]] : !hal.command_buffer>
// CHECK-NEXT: hal.device.queue.execute<%[[DEVICE]] : !hal.device> affinity(%[[C_1_I64]]) wait(%[[ARG0]]) signal(%[[ARG3]]) commands(%[[CMD]]) flags("None")
// CHECK-NEXT: util.return
util.global private @device = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "f">]> : !hal.device
util.func public @immediate() -> !stream.timepoint {
  %0 = stream.timepoint.immediate => !stream.timepoint
  util.return %0 : !stream.timepoint
}
util.func public @join(%a: !stream.timepoint, %b: !stream.timepoint) -> !stream.timepoint {
  %0 = stream.timepoint.join max(%a, %b) => !stream.timepoint
  util.return %0 : !stream.timepoint
}
util.func public @barrier(%r: !stream.resource<external>, %n: index, %s: !hal.fence) -> !stream.resource<external> {
  %0, %1 = stream.timepoint.barrier %r : !stream.resource<external>{%n} => !stream.timepoint
  stream.timepoint.chain_external %1 => (%s : !hal.fence)
  util.return %0 : !stream.resource<external>
}
util.func public @await(%t: !stream.timepoint, %r: !stream.resource<external>, %n: index) -> !stream.resource<external> {
  %0 = stream.timepoint.await %t => %r : !stream.resource<external>{%n}
  util.return %0 : !stream.resource<external>
}
util.func public @fences(%f: !hal.fence) -> !hal.fence {
  %0 = stream.timepoint.import on(#hal.device.affinity<@device>) %f : (!hal.fence) => !stream.timepoint
  %1 = stream.timepoint.export %0 => (!hal.fence)
  util.return %1 : !hal.fence
}
// The fence that the caller gave is signaled by the execution itself.
util.func public @given(%t: !stream.timepoint, %r: !stream.resource<external>, %n: index, %s: !hal.fence, %i: i32) {
  %c0 = arith.constant 0 : index
  %0 = stream.cmd.execute await(%t) => with(%r as %x: !stream.resource<external>{%n}) {
    stream.cmd.fill %i, %x[%c0 for %n] : i32 -> !stream.resource<external>{%n}
  } => !stream.timepoint
  stream.timepoint.chain_external %0 => (%s : !hal.fence)
  util.return
}

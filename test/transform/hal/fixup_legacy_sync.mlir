// Queue operations of devices without fences wait on the host, and their command buffers may run while they are recorded.
// RUN: tern-opt %s --iree-hal-fixup-legacy-sync --split-input-file | FileCheck %s

// CHECK: #[[$DEVICE_TARGET_LOCAL:.+]] = #hal.device.target<"local", {legacy_sync}> : !hal.device
// CHECK-LABEL: util.global private @device
// CHECK-SAME: = #[[$DEVICE_TARGET_LOCAL]]
// CHECK-LABEL: util.func public @main
// CHECK-SAME: (%[[ARG0:.+]]: !hal.fence, %[[ARG1:.+]]: !hal.fence) {
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[CMD:.+]] = hal.command_buffer.create device(%[[DEVICE]] : !hal.device) mode("OneShot|AllowInlineExecution") categories(Dispatch) affinity(%[[C_1_I64]]) : !hal.command_buffer
// CHECK-NEXT: hal.command_buffer.finalize<%[[CMD]] : !hal.command_buffer>
// CHECK-NEXT: %[[C_1_I32:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[STATUS:.+]] = hal.fence.await until([%[[ARG0]]]) timeout_millis(%[[C_1_I32]]) flags("None") : i32
// CHECK-NEXT: util.status.check_ok %[[STATUS]], "failed to wait on timepoint"
// CHECK-NEXT: %[[V0:.+]] = util.null : !hal.fence
// CHECK-NEXT: hal.device.queue.execute<%[[DEVICE]] : !hal.device> affinity(%[[C_1_I64]]) wait(%[[V0]]) signal(%[[ARG1]]) commands(%[[CMD]]) flags("None")
// CHECK-NEXT: %[[C_1_I32_0:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[STATUS_1:.+]] = hal.fence.await until([%[[ARG1]]]) timeout_millis(%[[C_1_I32_0]]) flags("None") : i32
// CHECK-NEXT: util.status.check_ok %[[STATUS_1]], "failed to wait on timepoint"
// CHECK-NEXT: util.return
util.global private @device = #hal.device.target<"local", {legacy_sync}> : !hal.device
util.func public @main(%wait: !hal.fence, %signal: !hal.fence) {
  %device = util.global.load immutable @device : !hal.device
  %any = arith.constant -1 : i64
  %c0 = arith.constant 0 : index
  %cmd = hal.command_buffer.create device(%device : !hal.device) mode(OneShot) categories(Dispatch) affinity(%any) : !hal.command_buffer
  hal.command_buffer.finalize<%cmd : !hal.command_buffer>
  hal.device.queue.execute<%device : !hal.device> affinity(%any) wait(%wait) signal(%signal) commands(%cmd) flags("None")
  util.return
}

// -----

// No device of that kind.
// CHECK: #[[$DEVICE_TARGET_LOCAL:.+]] = #hal.device.target<"local"> : !hal.device
// CHECK-LABEL: util.global private @device
// CHECK-SAME: = #[[$DEVICE_TARGET_LOCAL]]
// CHECK-LABEL: util.func public @alone
// CHECK-SAME: (%[[ARG0:.+]]: !hal.fence, %[[ARG1:.+]]: !hal.fence) {
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: hal.device.queue.barrier<%[[DEVICE]] : !hal.device> affinity(%[[C_1_I64]]) wait(%[[ARG0]]) signal(%[[ARG1]]) flags("None")
// CHECK-NEXT: util.return
util.global private @device = #hal.device.target<"local"> : !hal.device
util.func public @alone(%wait: !hal.fence, %signal: !hal.fence) {
  %device = util.global.load immutable @device : !hal.device
  %any = arith.constant -1 : i64
  hal.device.queue.barrier<%device : !hal.device> affinity(%any) wait(%wait) signal(%signal) flags("None")
  util.return
}

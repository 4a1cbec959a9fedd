// Parameters are read and written by io_parameters ops.
// RUN: tern-opt %s --iree-hal-conversion | FileCheck %s

// CHECK: #[[$DEVICE_TARGET_LOCAL:.+]] = #hal.device.target<"local", {ukernel_provider = "x"}> : !hal.device
// CHECK-LABEL: util.global private @device
// CHECK-SAME: = #[[$DEVICE_TARGET_LOCAL]]
// CHECK-LABEL: util.func public @p
// CHECK-SAME: (%[[ARG0:.+]]: !hal.fence) -> (!hal.buffer, !hal.fence) attributes {stream.affinity = #hal.device.affinity<@device>} {
// CHECK-NEXT: %[[C50_I64:.+]] = arith.constant 50 : i64
// CHECK-NEXT: %[[C51_I64:.+]] = arith.constant 51 : i64
// CHECK-NEXT: %[[C100:.+]] = arith.constant 100 : index
// CHECK-NEXT: %[[C101:.+]] = arith.constant 101 : index
// CHECK-NEXT: %[[BUFFER_CST:.+]] = util.buffer.constant : !util.buffer = "key"
// CHECK-NEXT: %[[BUFFER_CST_0:.+]] = util.buffer.constant : !util.buffer = "scope"
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[FENCE:.+]] = hal.fence.create device(%[[DEVICE]] : !hal.device) flags("None") : !hal.fence
// CHECK-NEXT: %[[MEMORY_TYPE:.+]] = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
// CHECK-NEXT: %[[BUFFER_USAGE:.+]] = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage|SharingImmutable"> : i32
// CHECK-NEXT: %[[V0:.+]]:2 = io_parameters.load<%[[DEVICE]] : !hal.device> affinity(%[[C_1_I64]]) wait(%[[ARG0]]) signal(%[[FENCE]]) type(%[[MEMORY_TYPE]]) usage(%[[BUFFER_USAGE]]) {
// CHECK-NEXT: %[[BUFFER_CST_0]]::%[[BUFFER_CST]][%[[C50_I64]]] : !hal.buffer{%[[C100]]},
// CHECK-NEXT: %[[BUFFER_CST_0]]::%[[BUFFER_CST]][%[[C51_I64]]] : !hal.buffer{%[[C101]]}
// CHECK: util.return %[[V0]]#0, %[[FENCE]] : !hal.buffer, !hal.fence
// CHECK-LABEL: util.func public @noscope
// CHECK-SAME: (%[[ARG0:.+]]: !hal.fence) -> (!hal.buffer, !hal.fence) attributes {stream.affinity = #hal.device.affinity<@device>} {
// CHECK-NEXT: %[[C50_I64:.+]] = arith.constant 50 : i64
// CHECK-NEXT: %[[C100:.+]] = arith.constant 100 : index
// CHECK-NEXT: %[[BUFFER_CST:.+]] = util.buffer.constant : !util.buffer = "key"
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[FENCE:.+]] = hal.fence.create device(%[[DEVICE]] : !hal.device) flags("None") : !hal.fence
// CHECK-NEXT: %[[MEMORY_TYPE:.+]] = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
// CHECK-NEXT: %[[BUFFER_USAGE:.+]] = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage|SharingImmutable"> : i32
// CHECK-NEXT: %[[V0:.+]] = io_parameters.load<%[[DEVICE]] : !hal.device> affinity(%[[C_1_I64]]) wait(%[[ARG0]]) signal(%[[FENCE]]) type(%[[MEMORY_TYPE]]) usage(%[[BUFFER_USAGE]]) {
// CHECK-NEXT: %[[BUFFER_CST]][%[[C50_I64]]] : !hal.buffer{%[[C100]]}
// CHECK: util.return %[[V0]], %[[FENCE]] : !hal.buffer, !hal.fence
// CHECK-LABEL: util.func public @g
// CHECK-SAME: (%[[ARG0:.+]]: !hal.fence, %[[ARG1:.+]]: !hal.buffer, %[[ARG2:.+]]: index) -> !hal.fence attributes {stream.affinity = #hal.device.affinity<@device>} {
// CHECK-NEXT: %[[C50_I64:.+]] = arith.constant 50 : i64
// CHECK-NEXT: %[[C51_I64:.+]] = arith.constant 51 : i64
// CHECK-NEXT: %[[C100:.+]] = arith.constant 100 : index
// CHECK-NEXT: %[[C200:.+]] = arith.constant 200 : index
// CHECK-NEXT: %[[C101:.+]] = arith.constant 101 : index
// CHECK-NEXT: %[[BUFFER_CST:.+]] = util.buffer.constant : !util.buffer = "key"
// CHECK-NEXT: %[[BUFFER_CST_0:.+]] = util.buffer.constant : !util.buffer = "scope"
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[FENCE:.+]] = hal.fence.create device(%[[DEVICE]] : !hal.device) flags("None") : !hal.fence
// CHECK-NEXT: io_parameters.gather<%[[DEVICE]] : !hal.device> affinity(%[[C_1_I64]]) wait(%[[ARG0]]) signal(%[[FENCE]]) {
// CHECK-NEXT: %[[BUFFER_CST_0]]::%[[BUFFER_CST]][%[[C50_I64]]] -> %[[ARG1]][%[[C100]] for %[[C200]]] : !hal.buffer,
// CHECK-NEXT: %[[BUFFER_CST_0]]::%[[BUFFER_CST]][%[[C51_I64]]] -> %[[ARG1]][%[[C101]] for %[[C200]]] : !hal.buffer
// CHECK: %[[DEVICE_1:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64_2:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[FENCE_3:.+]] = hal.fence.create device(%[[DEVICE_1]] : !hal.device) flags("None") : !hal.fence
// CHECK-NEXT: io_parameters.scatter<%[[DEVICE_1]] : !hal.device> affinity(%[[C_1_I64_2]]) wait(%[[FENCE]]) signal(%[[FENCE_3]]) {
// CHECK-NEXT: %[[ARG1]][%[[C100]] for %[[C200]]] : !hal.buffer -> %[[BUFFER_CST_0]]::%[[BUFFER_CST]][%[[C50_I64]]],
// CHECK-NEXT: %[[ARG1]][%[[C101]] for %[[C200]]] : !hal.buffer -> %[[BUFFER_CST_0]]::%[[BUFFER_CST]][%[[C51_I64]]]
// CHECK: %[[DEVICE_4:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64_5:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[FENCE_6:.+]] = hal.fence.create device(%[[DEVICE_4]] : !hal.device) flags("None") : !hal.fence
// CHECK-NEXT: io_parameters.gather<%[[DEVICE_4]] : !hal.device> affinity(%[[C_1_I64_5]]) wait(%[[FENCE_3]]) signal(%[[FENCE_6]]) {
// CHECK-NEXT: %[[BUFFER_CST_0]]::%[[BUFFER_CST]][%[[C50_I64]]] -> %[[ARG1]][%[[C100]] for %[[C200]]] : !hal.buffer
// CHECK: %[[DEVICE_7:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64_8:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[FENCE_9:.+]] = hal.fence.create device(%[[DEVICE_7]] : !hal.device) flags("None") : !hal.fence
// CHECK-NEXT: io_parameters.scatter<%[[DEVICE_7]] : !hal.device> affinity(%[[C_1_I64_8]]) wait(%[[FENCE_6]]) signal(%[[FENCE_9]]) {
// CHECK-NEXT: %[[ARG1]][%[[C100]] for %[[C200]]] : !hal.buffer -> %[[BUFFER_CST_0]]::%[[BUFFER_CST]][%[[C50_I64]]]
// CHECK: util.return %[[FENCE_9]] : !hal.fence
#device_target_local = #hal.device.target<"local", {ukernel_provider = "x"}> : !hal.device
util.global private @device = #device_target_local
util.func public @p(%wait: !stream.timepoint) -> (!stream.resource<constant>, !stream.timepoint) attributes {stream.affinity = #hal.device.affinity<@device>} {
  %c50_i64 = arith.constant 50 : i64
  %c51_i64 = arith.constant 51 : i64
  %c100 = arith.constant 100 : index
  %c101 = arith.constant 101 : index
  %key = util.buffer.constant : !util.buffer = "key"
  %scope = util.buffer.constant : !util.buffer = "scope"
  %r:2, %t = stream.cmd.parameter.load on(#hal.device.affinity<@device>) await(%wait) => {
    %scope::%key[%c50_i64] : !stream.resource<constant>{%c100},
    %scope::%key[%c51_i64] : !stream.resource<constant>{%c101}
  } => !stream.timepoint
  util.return %r#0, %t : !stream.resource<constant>, !stream.timepoint
}
util.func public @noscope(%wait: !stream.timepoint) -> (!stream.resource<constant>, !stream.timepoint) attributes {stream.affinity = #hal.device.affinity<@device>} {
  %c50_i64 = arith.constant 50 : i64
  %c100 = arith.constant 100 : index
  %key = util.buffer.constant : !util.buffer = "key"
  %r, %t = stream.cmd.parameter.load  on(#hal.device.affinity<@device>) await(%wait) => {
    %key[%c50_i64] : !stream.resource<constant>{%c100}
  } => !stream.timepoint
  util.return %r, %t : !stream.resource<constant>, !stream.timepoint
}
util.func public @g(%wait: !stream.timepoint, %target: !stream.resource<transient>, %n: index) -> !stream.timepoint attributes {stream.affinity = #hal.device.affinity<@device>} {
  %c50_i64 = arith.constant 50 : i64
  %c51_i64 = arith.constant 51 : i64
  %c100 = arith.constant 100 : index
  %c200 = arith.constant 200 : index
  %c101 = arith.constant 101 : index
  %key = util.buffer.constant : !util.buffer = "key"
  %scope = util.buffer.constant : !util.buffer = "scope"
  %t = stream.cmd.parameter.gather on(#hal.device.affinity<@device>)  await(%wait) => {
    %scope::%key[%c50_i64] -> %target[%c100 for %c200] : !stream.resource<transient>{%n},
    %scope::%key[%c51_i64] -> %target[%c101 for %c200] : !stream.resource<transient>{%n}
  } => !stream.timepoint
  %t2 = stream.cmd.parameter.scatter on(#hal.device.affinity<@device>) await(%t) => {
    %target[%c100 for %c200] : !stream.resource<transient>{%n} -> %scope::%key[%c50_i64],
    %target[%c101 for %c200] : !stream.resource<transient>{%n} -> %scope::%key[%c51_i64]
  } => !stream.timepoint
  %t3 = stream.cmd.parameter.read on(#hal.device.affinity<@device>) await(%t2) => %scope::%key[%c50_i64] -> %target[%c100 for %c200] : !stream.resource<transient>{%n} => !stream.timepoint
  %t4 = stream.cmd.parameter.write on(#hal.device.affinity<@device>) await(%t3) => %target[%c100 for %c200] : !stream.resource<transient>{%n} -> %scope::%key[%c50_i64] => !stream.timepoint
  util.return %t4 : !stream.timepoint
}

// A choice among devices of globals is made when the module is loaded; another one stays.
// RUN: tern-opt %s --iree-hal-memoize-device-selection | FileCheck %s

// CHECK-LABEL: util.global private @a
// CHECK-SAME: : !hal.device
// CHECK-LABEL: util.global private @b
// CHECK-SAME: : !hal.device
// CHECK-LABEL: util.func private @__main_memoize_apply
// CHECK-SAME: () -> (!hal.device, i64) attributes {inlining_policy = #util.inline.never} {
// CHECK-NEXT: %[[A:.+]] = util.global.load immutable @a : !hal.device
// CHECK-NEXT: %[[B:.+]] = util.global.load immutable @b : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[MEMORY_TYPE:.+]] = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
// CHECK-NEXT: %[[BUFFER_USAGE:.+]] = hal.buffer_usage<TransferSource> : i32
// CHECK-NEXT: %[[DEVICE:.+]], %[[QUEUE_AFFINITY:.+]] = hal.allocator.select from([
// CHECK-NEXT: (%[[A]], %[[C_1_I64]] : !hal.device, i64),
// CHECK-NEXT: (%[[B]], %[[C_1_I64]] : !hal.device, i64)
// CHECK-NEXT: ]) type(%[[MEMORY_TYPE]]) usage(%[[BUFFER_USAGE]]) : !hal.device, i64
// CHECK-NEXT: util.return %[[DEVICE]], %[[QUEUE_AFFINITY]] : !hal.device, i64
// CHECK-LABEL: util.global private @__main_memoize_result
// CHECK-SAME: : !hal.device
// CHECK-LABEL: util.global private @__main_memoize_result_1
// CHECK-SAME: : i64
// CHECK-NEXT: util.initializer {
// CHECK-NEXT: %[[V0:.+]]:2 = util.call @__main_memoize_apply() : () -> (!hal.device, i64)
// CHECK-NEXT: util.global.store %[[V0]]#0, @__main_memoize_result : !hal.device
// CHECK-NEXT: util.global.store %[[V0]]#1, @__main_memoize_result_1 : i64
// CHECK-NEXT: util.return
// CHECK-LABEL: util.func public @main
// CHECK-SAME: (%[[ARG0:.+]]: !hal.device) -> (!hal.device, i64, !hal.device) {
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[MEMORY_TYPE:.+]] = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
// CHECK-NEXT: %[[BUFFER_USAGE:.+]] = hal.buffer_usage<TransferSource> : i32
// CHECK-NEXT: %[[A:.+]] = util.global.load immutable @a : !hal.device
// CHECK-NEXT: %[[B:.+]] = util.global.load immutable @b : !hal.device
// CHECK-NEXT: %[[__MAIN_MEMOIZE_RESULT:.+]] = util.global.load immutable @__main_memoize_result : !hal.device
// CHECK-NEXT: %[[__MAIN_MEMOIZE_RESULT_1:.+]] = util.global.load immutable @__main_memoize_result_1 : i64
// CHECK-NEXT: %[[DEVICE:.+]], %[[QUEUE_AFFINITY:.+]] = hal.allocator.select from([
// CHECK-NEXT: (%[[A]], %[[C_1_I64]] : !hal.device, i64),
// CHECK-NEXT: (%[[ARG0]], %[[C_1_I64]] : !hal.device, i64)
// CHECK-NEXT: ]) type(%[[MEMORY_TYPE]]) usage(%[[BUFFER_USAGE]]) : !hal.device, i64
// CHECK-NEXT: util.return %[[__MAIN_MEMOIZE_RESULT]], %[[__MAIN_MEMOIZE_RESULT_1]], %[[DEVICE]] : !hal.device, i64, !hal.device
util.global private @a : !hal.device
util.global private @b : !hal.device
util.func public @main(%c: !hal.device) -> (!hal.device, i64, !hal.device) {
  %any = arith.constant -1 : i64
  %types = hal.memory_type<DeviceLocal> : i32
  %usage = hal.buffer_usage<TransferSource> : i32
  %a = util.global.load immutable @a : !hal.device
  %b = util.global.load immutable @b : !hal.device
  %0, %1 = hal.allocator.select from([(%a, %any : !hal.device, i64), (%b, %any : !hal.device, i64)]) type(%types) usage(%usage) : !hal.device, i64
  %2, %3 = hal.allocator.select from([(%a, %any : !hal.device, i64), (%c, %any : !hal.device, i64)]) type(%types) usage(%usage) : !hal.device, i64
  util.return %0, %1, %2 : !hal.device, i64, !hal.device
}

// Regions of constants and globals that are set for good are run when the module is loaded; others in place.
// RUN: tern-opt %s --iree-hal-outline-memoize-regions | FileCheck %s

// CHECK-LABEL: util.global private @device
// CHECK-SAME: : !hal.device
// CHECK-LABEL: util.global private @state
// CHECK-SAME: = 4 : index
// CHECK-LABEL: util.func private @__main_memoize_apply
// CHECK-SAME: () -> index attributes {inlining_policy = #util.inline.never} {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[STATE:.+]] = util.global.load immutable @state : index
// CHECK-NEXT: %[[V0:.+]] = arith.addi %[[STATE]], %[[C2]] : index
// CHECK-NEXT: util.return %[[V0]] : index
// CHECK-LABEL: util.global private @__main_memoize_result
// CHECK-SAME: : index
// CHECK-NEXT: util.initializer {
// CHECK-NEXT: %[[V0:.+]] = util.call @__main_memoize_apply() : () -> index
// CHECK-NEXT: util.global.store %[[V0]], @__main_memoize_result : index
// CHECK-NEXT: util.return
// CHECK-LABEL: util.func public @main
// CHECK-SAME: (%[[ARG0:.+]]: index) -> (index, index) {
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[__MAIN_MEMOIZE_RESULT:.+]] = util.global.load immutable @__main_memoize_result : index
// CHECK-NEXT: %[[V0:.+]] = arith.addi %[[ARG0]], %[[C2]] : index
// CHECK-NEXT: util.return %[[__MAIN_MEMOIZE_RESULT]], %[[V0]] : index, index
util.global private @device : !hal.device
util.global private @state = 4 : index
util.func public @main(%n: index) -> (index, index) {
  %device = util.global.load immutable @device : !hal.device
  %any = arith.constant -1 : i64
  %c2 = arith.constant 2 : index
  %0 = hal.device.memoize<%device : !hal.device> affinity(%any) -> index {
    %state = util.global.load immutable @state : index
    %1 = arith.addi %state, %c2 : index
    hal.return %1 : index
  }
  %2 = hal.device.memoize<%device : !hal.device> affinity(%any) -> index {
    %3 = arith.addi %n, %c2 : index
    hal.return %3 : index
  }
  util.return %0, %2 : index, index
}

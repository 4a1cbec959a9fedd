// Promised devices become affinities once they are declared, wherever the promise stands.
// RUN: tern-opt %s --iree-hal-resolve-device-promises | FileCheck %s

// CHECK: module attributes {stream.affinity = #hal.device.affinity<@device, [1, 2]>} {
// CHECK-LABEL: util.global private @device
// CHECK-SAME: : !hal.device
// CHECK-LABEL: util.func public @f
// CHECK-SAME: (%[[ARG0:.+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %[[V0:.+]] = flow.tensor.transfer %[[ARG0]] : tensor<4xf32> to #hal.device.affinity<@device>
// CHECK-NEXT: util.return {list = [#hal.device.affinity<@device>]} %[[V0]] : tensor<4xf32>
module attributes {stream.affinity = #hal.device.promise<@device, [1, 2]>} {
  util.global private @device : !hal.device
  util.func public @f(%t: tensor<4xf32>) -> tensor<4xf32> {
    %0 = flow.tensor.transfer %t : tensor<4xf32> to #hal.device.promise<@device>
    util.return {list = [#hal.device.promise<@device>]} %0 : tensor<4xf32>
  }
}

// An op of 2023-24 that upstream does not have any more.
// RUN: tern-opt --allow-unregistered-dialect %s | tern-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: tosa.fully_connected
%a = "test.value"() : () -> tensor<4x8xf32>
%w = "test.value"() : () -> tensor<3x8xf32>
%b = "test.value"() : () -> tensor<3xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.fully_connected %a, %w, %b, %z, %z : (tensor<4x8xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x3xf32>

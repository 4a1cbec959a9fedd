// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 enable-source-remat=true" | FileCheck %s

// Ops of other dialects keep their types: a cast is left before those that take tensors, a conversion behind those that make some.
// CHECK-LABEL: @strangers
tt.func @strangers(%f: f32) {
  // CHECK: %[[X:.*]] = tt.splat %{{.*}} : f32 -> tensor<128xf32, #blocked>
  %x = tt.splat %f : f32 -> tensor<128xf32>
  // CHECK: %[[C:.*]] = builtin.unrealized_conversion_cast %[[X]] : tensor<128xf32, #blocked> to tensor<128xf32>
  // CHECK: %[[Y:.*]] = "test.op"(%[[C]]) : (tensor<128xf32>) -> tensor<128xf32>
  %y = "test.op"(%x) : (tensor<128xf32>) -> tensor<128xf32>
  // CHECK: %[[E:.*]] = ttg.convert_layout %[[Y]] : tensor<128xf32> -> tensor<128xf32, #blocked>
  // CHECK: math.exp %[[E]] : tensor<128xf32, #blocked>
  %z = math.exp %y : tensor<128xf32>
  tt.return
}

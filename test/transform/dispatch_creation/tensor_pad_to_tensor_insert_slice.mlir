// RUN: tern-opt %s --iree-dispatch-creation-tensor-pad-to-tensor-insert-slice | FileCheck %s
// RUN: tern-opt %s --iree-dispatch-creation-tensor-pad-to-tensor-insert-slice=skip-one-linalg-use-case | FileCheck %s --check-prefix=SKIP
// RUN: tern-opt %s --iree-dispatch-creation-tensor-pad-to-tensor-insert-slice=skip-windows | FileCheck %s --check-prefix=WINDOWS

// CHECK-LABEL: func.func @constant_value
// CHECK: %[[C:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[E:.*]] = tensor.empty() : tensor<7x9xf32>
// CHECK: %[[F:.*]] = linalg.fill ins(%[[C]] : f32) outs(%[[E]] : tensor<7x9xf32>)
// CHECK: %[[R:.*]] = tensor.insert_slice %arg0 into %[[F]][1, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<7x9xf32>
// CHECK: return %[[R]]
// SKIP-LABEL: func.func @constant_value
// SKIP: linalg.fill
func.func @constant_value(%a: tensor<4x8xf32>) -> tensor<7x9xf32> {
  %0 = tensor.pad %a low[1, 0] high[2, 1] {
  ^bb0(%i: index, %j: index):
    %c = arith.constant 1.0 : f32
    tensor.yield %c : f32
  } : tensor<4x8xf32> to tensor<7x9xf32>
  return %0 : tensor<7x9xf32>
}

// CHECK-LABEL: func.func @dynamic
// CHECK: %[[D:.*]] = tensor.dim %arg0, %c1
// CHECK: %[[S0:.*]] = arith.addi %[[D]], %arg1
// CHECK: %[[S:.*]] = arith.addi %[[S0]], %c3
// CHECK: tensor.empty(%[[S]]) : tensor<7x?xf32>
// CHECK: linalg.fill ins(%arg2 : f32)
// CHECK: tensor.insert_slice %arg0 into %{{.*}}[1, %arg1] [4, %{{.*}}] [1, 1]
func.func @dynamic(%a: tensor<4x?xf32>, %n: index, %v: f32) -> tensor<7x?xf32> {
  %0 = tensor.pad %a low[1, %n] high[2, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<4x?xf32> to tensor<7x?xf32>
  return %0 : tensor<7x?xf32>
}

// A value that depends on the position stays.
// CHECK-LABEL: func.func @by_position
// CHECK: tensor.pad
func.func @by_position(%a: tensor<4xindex>) -> tensor<5xindex> {
  %0 = tensor.pad %a low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<4xindex> to tensor<5xindex>
  return %0 : tensor<5xindex>
}

// CHECK-LABEL: func.func @one_user
// CHECK-NOT: tensor.pad
// SKIP-LABEL: func.func @one_user
// SKIP: tensor.pad
// WINDOWS-LABEL: func.func @one_user
// WINDOWS-NOT: tensor.pad
func.func @one_user(%a: tensor<4x4xf32>, %b: tensor<5x4xf32>, %o: tensor<4x4xf32>, %v: f32) -> tensor<4x4xf32> {
  %0 = tensor.pad %a low[0, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<4x4xf32> to tensor<4x5xf32>
  %1 = linalg.matmul ins(%0, %b : tensor<4x5xf32>, tensor<5x4xf32>) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @window
// CHECK-NOT: tensor.pad
// WINDOWS-LABEL: func.func @window
// WINDOWS: tensor.pad
// WINDOWS-NEXT: ^bb0
// WINDOWS: linalg.depthwise_conv_2d_nhwc_hwc
func.func @window(%a: tensor<1x8x8x300xf32>, %w: tensor<3x3x300xf32>, %o: tensor<1x8x8x300xf32>, %v: f32) -> tensor<1x8x8x300xf32> {
  %0 = tensor.pad %a low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %y: index, %x: index, %c: index):
    tensor.yield %v : f32
  } : tensor<1x8x8x300xf32> to tensor<1x10x10x300xf32>
  %1 = linalg.depthwise_conv_2d_nhwc_hwc ins(%0, %w : tensor<1x10x10x300xf32>, tensor<3x3x300xf32>) outs(%o : tensor<1x8x8x300xf32>) -> tensor<1x8x8x300xf32>
  return %1 : tensor<1x8x8x300xf32>
}

// What is read for one pixel is too much, or is not known.
// WINDOWS-LABEL: func.func @large_window
// WINDOWS-NOT: tensor.pad
func.func @large_window(%a: tensor<1x64x64x300xf32>, %w: tensor<33x33x300xf32>, %o: tensor<1x33x33x300xf32>, %b: tensor<1x?x8x300xf32>,
                        %u: tensor<3x3x300xf32>, %p: tensor<1x?x8x300xf32>, %v: f32) -> (tensor<1x33x33x300xf32>, tensor<1x?x8x300xf32>) {
  %0 = tensor.pad %a low[0, 1, 1, 0] high[0, 0, 0, 0] {
  ^bb0(%n: index, %y: index, %x: index, %c: index):
    tensor.yield %v : f32
  } : tensor<1x64x64x300xf32> to tensor<1x65x65x300xf32>
  %1 = linalg.depthwise_conv_2d_nhwc_hwc ins(%0, %w : tensor<1x65x65x300xf32>, tensor<33x33x300xf32>) outs(%o : tensor<1x33x33x300xf32>) -> tensor<1x33x33x300xf32>
  %2 = tensor.pad %b low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %y: index, %x: index, %c: index):
    tensor.yield %v : f32
  } : tensor<1x?x8x300xf32> to tensor<1x?x10x300xf32>
  %3 = linalg.depthwise_conv_2d_nhwc_hwc ins(%2, %u : tensor<1x?x10x300xf32>, tensor<3x3x300xf32>) outs(%p : tensor<1x?x8x300xf32>) -> tensor<1x?x8x300xf32>
  return %1, %3 : tensor<1x33x33x300xf32>, tensor<1x?x8x300xf32>
}

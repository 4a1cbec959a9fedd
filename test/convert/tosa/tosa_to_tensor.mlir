// Data movement becomes ops of tensor.
// RUN: tern-opt --allow-unregistered-dialect --tosa-to-tensor %s | FileCheck %s

// CHECK-LABEL: @f
func.func @f(%x: tensor<6x2xf32>) -> (tensor<2x2xf32>, tensor<12xf32>, tensor<12x2xf32>, tensor<7x2xf32>) {
  %s = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %n = tosa.const_shape {values = dense<[2, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %f = tosa.const_shape {values = dense<12> : tensor<1xindex>} : () -> !tosa.shape<1>
  %p = tosa.const_shape {values = dense<[1, 0, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %c = arith.constant dense<2.0> : tensor<1xf32>
  // CHECK: tensor.extract_slice %arg0[1, 0] [2, 2] [1, 1]
  %0 = tosa.slice %x, %s, %n : (tensor<6x2xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x2xf32>
  // CHECK: tensor.collapse_shape %arg0
  %1 = tosa.reshape %x, %f : (tensor<6x2xf32>, !tosa.shape<1>) -> tensor<12xf32>
  // CHECK: tensor.insert_slice %arg0
  // CHECK: tensor.insert_slice %arg0
  %2 = tosa.concat %x, %x {axis = 0 : i32} : (tensor<6x2xf32>, tensor<6x2xf32>) -> tensor<12x2xf32>
  // CHECK: tensor.pad %arg0 low[1, 0] high[0, 0]
  %3 = tosa.pad %x, %p, %c : (tensor<6x2xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<7x2xf32>
  // CHECK-NOT: tosa
  return %0, %1, %2, %3 : tensor<2x2xf32>, tensor<12xf32>, tensor<12x2xf32>, tensor<7x2xf32>
}

// C37. What cannot be converted makes the pass fail.
// RUN: not tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" 2>&1 | FileCheck %s

// CHECK: error: failed to legalize operation 'arith.constant'
tt.func @f() {
  %0 = arith.constant dense<1.0> : tensor<f32>
  tt.return
}

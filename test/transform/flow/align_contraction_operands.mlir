// RUN: tern-opt %s --iree-flow-align-contraction-operands=chip=sm_90a --split-input-file | FileCheck %s
// RUN: tern-opt %s --iree-flow-align-contraction-operands --split-input-file | FileCheck %s --check-prefix=NONE

// NONE-NOT: util.optimization_barrier

// CHECK-LABEL: func.func @odd
// CHECK-SAME: %[[A:.*]]: tensor<1023x1024xf16>, %[[B:.*]]: tensor<1024x1025xf16>
func.func @odd(%a: tensor<1023x1024xf16>, %b: tensor<1024x1025xf16>, %c: tensor<1023x1025xf16>) -> (tensor<1023x1025xf16>, tensor<1023x1025xf16>) {
  // CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<1024x1032xf16>
  // CHECK: %[[ZEROS:.*]] = linalg.fill ins(%{{.*}} : f16) outs(%[[EMPTY]] : tensor<1024x1032xf16>)
  // CHECK: %[[WIDE:.*]] = tensor.insert_slice %[[B]] into %[[ZEROS]][0, 0] [1024, 1025] [1, 1]
  // CHECK: %[[KEPT:.*]] = util.optimization_barrier %[[WIDE]]
  // CHECK: %[[ROWS:.*]] = tensor.extract_slice %[[KEPT]][0, 0] [1024, 1025] [1, 1]
  // CHECK: linalg.matmul ins(%[[A]], %[[ROWS]] :
  %0 = linalg.matmul ins(%a, %b : tensor<1023x1024xf16>, tensor<1024x1025xf16>) outs(%c : tensor<1023x1025xf16>) -> tensor<1023x1025xf16>
  // One copy serves both.
  // CHECK-NOT: util.optimization_barrier
  // CHECK: linalg.matmul ins(%[[A]], %[[ROWS]] :
  %1 = linalg.matmul ins(%a, %b : tensor<1023x1024xf16>, tensor<1024x1025xf16>) outs(%0 : tensor<1023x1025xf16>) -> tensor<1023x1025xf16>
  return %0, %1 : tensor<1023x1025xf16>, tensor<1023x1025xf16>
}

// -----

// f32 goes to matrix instructions only where it may be rounded to tf32.

// CHECK-LABEL: func.func @tf32
// CHECK-COUNT-1: util.optimization_barrier %{{.*}} : tensor<1024x1028xf32>
// CHECK-NOT: util.optimization_barrier
func.func @tf32(%a: tensor<1023x1024xf32>, %b: tensor<1024x1025xf32>, %c: tensor<1023x1025xf32>) -> (tensor<1023x1025xf32>, tensor<1023x1025xf32>) {
  %0 = linalg.matmul {tern.allow_tf32} ins(%a, %b : tensor<1023x1024xf32>, tensor<1024x1025xf32>) outs(%c : tensor<1023x1025xf32>) -> tensor<1023x1025xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<1023x1024xf32>, tensor<1024x1025xf32>) outs(%c : tensor<1023x1025xf32>) -> tensor<1023x1025xf32>
  return %0, %1 : tensor<1023x1025xf32>, tensor<1023x1025xf32>
}

// -----

// Too few rows, or too little in all; rows that are where they should be; sizes that nobody knows.

// CHECK-LABEL: func.func @fine
// CHECK-NOT: util.optimization_barrier
func.func @fine(%a: tensor<16x8193xf16>, %b: tensor<8193x8193xf16>, %c: tensor<16x8193xf16>, %d: tensor<511x511xf16>, %e: tensor<2048x2048xf16>, %f: tensor<?x2049xf16>, %g: tensor<2049x2048xf16>, %h: tensor<?x2048xf16>)
    -> (tensor<16x8193xf16>, tensor<511x511xf16>, tensor<2048x2048xf16>, tensor<?x2048xf16>) {
  %0 = linalg.matmul ins(%a, %b : tensor<16x8193xf16>, tensor<8193x8193xf16>) outs(%c : tensor<16x8193xf16>) -> tensor<16x8193xf16>
  %1 = linalg.matmul ins(%d, %d : tensor<511x511xf16>, tensor<511x511xf16>) outs(%d : tensor<511x511xf16>) -> tensor<511x511xf16>
  %2 = linalg.matmul ins(%e, %e : tensor<2048x2048xf16>, tensor<2048x2048xf16>) outs(%e : tensor<2048x2048xf16>) -> tensor<2048x2048xf16>
  %3 = linalg.matmul ins(%f, %g : tensor<?x2049xf16>, tensor<2049x2048xf16>) outs(%h : tensor<?x2048xf16>) -> tensor<?x2048xf16>
  return %0, %1, %2, %3 : tensor<16x8193xf16>, tensor<511x511xf16>, tensor<2048x2048xf16>, tensor<?x2048xf16>
}

// -----

// More products than an integer holds.

// CHECK-LABEL: func.func @huge
// CHECK-COUNT-2: util.optimization_barrier %{{.*}} : tensor<4294967297x4294967304xf16>
func.func @huge(%a: tensor<4294967297x4294967297xf16>, %b: tensor<4294967297x4294967297xf16>, %c: tensor<4294967297x4294967297xf16>) -> tensor<4294967297x4294967297xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<4294967297x4294967297xf16>, tensor<4294967297x4294967297xf16>) outs(%c : tensor<4294967297x4294967297xf16>) -> tensor<4294967297x4294967297xf16>
  return %0 : tensor<4294967297x4294967297xf16>
}

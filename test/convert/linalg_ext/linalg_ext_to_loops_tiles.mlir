// RUN: tern-opt --iree-linalg-ext-to-loops=tiles --cse %s | FileCheck %s
// RUN: tern-compile %s --target=vulkan --compile-to=flow | FileCheck %s --check-prefix=GPU
// RUN: tern-compile %s --target=cpu --compile-to=flow | FileCheck %s --check-prefix=CPU

// Workgroups sort tiles of lines, and their invocations chunks of these. So are programs for GPUs compiled, and not those for processors.
// CHECK-LABEL: func.func @sort
// CHECK: scf.forall ({{.*}}) in (8, 1)
// CHECK: scf.forall ({{.*}}) in (64)
// CHECK: arith.cmpf olt
// CHECK: scf.forall ({{.*}}) in (64)
// GPU-LABEL: func.func @sort_dispatch_0
// GPU: scf.forall ({{.*}}) in (8)
// GPU: scf.forall ({{.*}}) in (64)
// CPU-LABEL: func.func @sort_dispatch_0
// CPU: scf.forall ({{.*}}) in (8)
// CPU-NOT: scf.forall (
// CPU: return
func.func @sort(%o: tensor<8x400xf32>) -> tensor<8x400xf32> {
  %r = iree_linalg_ext.sort dimension(1) outs(%o : tensor<8x400xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<8x400xf32>
  return %r : tensor<8x400xf32>
}

// An inclusive scan by an op with a neutral element: the last partial results are a part of the result.
// CHECK-LABEL: func.func @sums
// CHECK: arith.constant -0.000000e+00 : f32
// CHECK: %[[R:.*]] = scf.forall ({{.*}}) in (4, 1)
// CHECK: scf.forall ({{.*}}) in (256)
// CHECK: %[[LAST:.*]] = tensor.extract_slice %[[R]][0, 399] [4, 1] [1, 1] : tensor<4x400xf32> to tensor<4xf32>
// CHECK: return %[[R]], %[[LAST]]
func.func @sums(%x: tensor<4x400xf32>, %s: tensor<4xf32>) -> (tensor<4x400xf32>, tensor<4xf32>) {
  %o = tensor.empty() : tensor<4x400xf32>
  %r:2 = iree_linalg_ext.scan dimension(1) inclusive(true) ins(%x : tensor<4x400xf32>) outs(%o, %s : tensor<4x400xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    iree_linalg_ext.yield %c : f32
  } -> tensor<4x400xf32>, tensor<4xf32>
  return %r#0, %r#1 : tensor<4x400xf32>, tensor<4xf32>
}

// One invocation goes through a line if there is none, or a start value.
// CHECK-LABEL: func.func @others
// CHECK: scf.forall ({{.*}}) in (4)
// CHECK-NOT: scf.forall ({{.*}}) in (256)
// CHECK: scf.forall ({{.*}}) in (4)
// CHECK-NOT: scf.forall ({{.*}}) in (256)
// CHECK: return
func.func @others(%x: tensor<4x400xf32>, %s: tensor<4xf32>) -> (tensor<4x400xf32>, tensor<4x400xf32>) {
  %o = tensor.empty() : tensor<4x400xf32>
  %r:2 = iree_linalg_ext.scan dimension(1) inclusive(false) ins(%x : tensor<4x400xf32>) outs(%o, %s : tensor<4x400xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    iree_linalg_ext.yield %c : f32
  } -> tensor<4x400xf32>, tensor<4xf32>
  %q:2 = iree_linalg_ext.scan dimension(1) inclusive(true) ins(%x : tensor<4x400xf32>) outs(%o, %s : tensor<4x400xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.subf %a, %b : f32
    iree_linalg_ext.yield %c : f32
  } -> tensor<4x400xf32>, tensor<4xf32>
  return %r#0, %q#0 : tensor<4x400xf32>, tensor<4x400xf32>
}

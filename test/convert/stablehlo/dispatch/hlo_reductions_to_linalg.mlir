// Dots and reductions become linalg on tensors where something can be fused into them.
// RUN: tern-opt %s --hlo-to-linalg-on-tensors --hlo-reductions-to-linalg-on-tensors --linalg-fusion-of-tensor-ops \
// RUN:   --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --hlo-to-linalg-on-tensors --hlo-reductions-to-linalg-on-tensors=recomputations=16 \
// RUN:   --linalg-fusion-of-tensor-ops --canonicalize --cse | FileCheck %s --check-prefix=LIMIT
// Nothing needs a buffer, and nothing is copied.
// RUN: tern-opt %s --hlo-to-linalg-pipeline | FileCheck %s --check-prefix=BUFFERS

// BUFFERS-NOT: memref.alloc
// BUFFERS-NOT: memref.copy
// BUFFERS-NOT: linalg.copy
// BUFFERS-NOT: linalg.transpose

// CHECK-DAG: #[[$MK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$KN:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[$MN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[$KM:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[$NK:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>

// CHECK-LABEL: func.func @elementwise_into_dot
// CHECK: %[[A:.*]] = hal.interface.load.tensor @io::@a
// CHECK: %[[B:.*]] = hal.interface.load.tensor @io::@b
// CHECK: %[[F:.*]] = linalg.fill
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$MK]], #[[$KN]], #[[$MN]]], {{.*}} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[F]] :
// CHECK: %[[N:.*]] = arith.negf %in
// CHECK: arith.mulf %[[N]],
// CHECK-NOT: linalg.generic
// CHECK: hal.interface.store.tensor
// LIMIT-LABEL: func.func @elementwise_into_dot
// LIMIT: mhlo.dot
func.func @elementwise_into_dot() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<9x24xf32>
  %b = hal.interface.load.tensor @io::@b, offset = %c0 : tensor<24x35xf32>
  %n = "mhlo.negate"(%a) : (tensor<9x24xf32>) -> tensor<9x24xf32>
  %r = "mhlo.dot"(%n, %b) : (tensor<9x24xf32>, tensor<24x35xf32>) -> tensor<9x35xf32>
  hal.interface.store.tensor %r, @io::@r, offset = %c0 : tensor<9x35xf32>
  return
}

// Each element of the operand is read three times.

// LIMIT-LABEL: func.func @elementwise_into_narrow_dot
// LIMIT-NOT: mhlo.dot
// LIMIT: linalg.generic
// LIMIT-NOT: linalg.generic
// LIMIT: hal.interface.store.tensor
func.func @elementwise_into_narrow_dot() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@c, offset = %c0 : tensor<9x24xf32>
  %b = hal.interface.load.tensor @io::@d, offset = %c0 : tensor<24x3xf32>
  %n = "mhlo.negate"(%a) : (tensor<9x24xf32>) -> tensor<9x24xf32>
  %r = "mhlo.dot"(%n, %b) : (tensor<9x24xf32>, tensor<24x3xf32>) -> tensor<9x3xf32>
  hal.interface.store.tensor %r, @io::@s, offset = %c0 : tensor<9x3xf32>
  return
}

// CHECK-LABEL: func.func @transposes_into_dot
// CHECK: linalg.generic {indexing_maps = [#[[$KM]], #[[$NK]], #[[$MN]]]
// CHECK-NOT: linalg.generic
// CHECK: hal.interface.store.tensor
// LIMIT-LABEL: func.func @transposes_into_dot
// LIMIT-NOT: mhlo.dot
// LIMIT: hal.interface.store.tensor
func.func @transposes_into_dot() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@e, offset = %c0 : tensor<24x9xf32>
  %b = hal.interface.load.tensor @io::@f, offset = %c0 : tensor<35x24xf32>
  %at = "mhlo.transpose"(%a) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<24x9xf32>) -> tensor<9x24xf32>
  %bt = "mhlo.transpose"(%b) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<35x24xf32>) -> tensor<24x35xf32>
  %r = "mhlo.dot"(%at, %bt) : (tensor<9x24xf32>, tensor<24x35xf32>) -> tensor<9x35xf32>
  hal.interface.store.tensor %r, @io::@t, offset = %c0 : tensor<9x35xf32>
  return
}

// The factors change places, so that rows of the result are rows of the first.

// CHECK-LABEL: func.func @dot_into_transpose
// CHECK: %[[A:.*]] = hal.interface.load.tensor @io::@a
// CHECK: %[[B:.*]] = hal.interface.load.tensor @io::@b
// CHECK: linalg.generic {indexing_maps = [#[[$KM]], #[[$NK]], #[[$MN]]], {{.*}} ins(%[[B]], %[[A]] :
// CHECK-NOT: linalg.generic
// CHECK: hal.interface.store.tensor
func.func @dot_into_transpose() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<9x24xf32>
  %b = hal.interface.load.tensor @io::@b, offset = %c0 : tensor<24x35xf32>
  %d = "mhlo.dot"(%a, %b) : (tensor<9x24xf32>, tensor<24x35xf32>) -> tensor<9x35xf32>
  %r = "mhlo.transpose"(%d) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<9x35xf32>) -> tensor<35x9xf32>
  hal.interface.store.tensor %r, @io::@u, offset = %c0 : tensor<35x9xf32>
  return
}

// CHECK-LABEL: func.func @elementwise_into_reduce
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK: %[[N:.*]] = arith.negf %in
// CHECK: arith.addf %out, %[[N]]
// CHECK-NOT: linalg.generic
// CHECK: hal.interface.store.tensor
func.func @elementwise_into_reduce() {
  %c0 = arith.constant 0 : index
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %a = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<9x24xf32>
  %n = "mhlo.negate"(%a) : (tensor<9x24xf32>) -> tensor<9x24xf32>
  %r = "mhlo.reduce"(%n, %zero) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = mhlo.add %p, %q : tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = dense<[1]> : tensor<1xi64>} : (tensor<9x24xf32>, tensor<f32>) -> tensor<9xf32>
  hal.interface.store.tensor %r, @io::@v, offset = %c0 : tensor<9xf32>
  return
}

// What is in memory is left to named ops, also where it was computed.

// CHECK-LABEL: func.func @stored_operand
// CHECK: %[[N:.*]] = linalg.generic
// CHECK: mhlo.dot %[[N]],
func.func @stored_operand() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<9x24xf32>
  %b = hal.interface.load.tensor @io::@b, offset = %c0 : tensor<24x35xf32>
  %n = "mhlo.negate"(%a) : (tensor<9x24xf32>) -> tensor<9x24xf32>
  %r = "mhlo.dot"(%n, %b) : (tensor<9x24xf32>, tensor<24x35xf32>) -> tensor<9x35xf32>
  hal.interface.store.tensor %n, @io::@w, offset = %c0 : tensor<9x24xf32>
  hal.interface.store.tensor %r, @io::@r, offset = %c0 : tensor<9x35xf32>
  return
}

// Sizes are asked of what is loaded.

// CHECK-LABEL: func.func @dynamic
// CHECK: %[[M:.*]] = hal.interface.load.constant
// CHECK: tensor.empty(%[[M]]) : tensor<?x35xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK-NOT: tensor.dim
func.func @dynamic() {
  %c0 = arith.constant 0 : index
  %m = hal.interface.load.constant offset = 0 : index
  %a = hal.interface.load.tensor @io::@x, offset = %c0 : tensor<?x24xf32>{%m}
  %b = hal.interface.load.tensor @io::@b, offset = %c0 : tensor<24x35xf32>
  %n = "mhlo.negate"(%a) : (tensor<?x24xf32>) -> tensor<?x24xf32>
  %r = "mhlo.dot"(%n, %b) : (tensor<?x24xf32>, tensor<24x35xf32>) -> tensor<?x35xf32>
  hal.interface.store.tensor %r, @io::@y, offset = %c0 : tensor<?x35xf32>{%m}
  return
}

hal.interface private @io {
  hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
  hal.interface.binding @c, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
  hal.interface.binding @d, set = 0, binding = 3, type = "StorageBuffer", access = "Read"
  hal.interface.binding @e, set = 0, binding = 4, type = "StorageBuffer", access = "Read"
  hal.interface.binding @f, set = 0, binding = 5, type = "StorageBuffer", access = "Read"
  hal.interface.binding @x, set = 0, binding = 6, type = "StorageBuffer", access = "Read"
  hal.interface.binding @r, set = 0, binding = 7, type = "StorageBuffer", access = "Write|Discard"
  hal.interface.binding @s, set = 0, binding = 8, type = "StorageBuffer", access = "Write|Discard"
  hal.interface.binding @t, set = 0, binding = 9, type = "StorageBuffer", access = "Write|Discard"
  hal.interface.binding @u, set = 0, binding = 10, type = "StorageBuffer", access = "Write|Discard"
  hal.interface.binding @v, set = 0, binding = 11, type = "StorageBuffer", access = "Write|Discard"
  hal.interface.binding @w, set = 0, binding = 12, type = "StorageBuffer", access = "Write|Discard"
  hal.interface.binding @y, set = 0, binding = 13, type = "StorageBuffer", access = "Write|Discard"
}

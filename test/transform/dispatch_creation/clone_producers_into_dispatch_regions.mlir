// RUN: tern-opt %s --iree-dispatch-creation-clone-producers-into-dispatch-regions --allow-unregistered-dialect | FileCheck %s

#id = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @clone
// CHECK-SAME: %[[X:.*]]: tensor<8x4xf32>, %[[I:.*]]: index
func.func @clone(%x: tensor<8x4xf32>, %i: index) -> tensor<4xf32> {
  // A large constant is passed, and a dispatch is not run twice.
  // CHECK-NEXT: %[[BIG:.*]] = arith.constant dense<[3.820
  // CHECK-NEXT: %[[Y:.*]] = "test.value"
  // CHECK-NEXT: flow.dispatch.region
  // CHECK-DAG: arith.constant dense<2.000000e+00> : tensor<4xf32>
  // CHECK-DAG: arith.constant 1.000000e+00 : f32
  // CHECK-DAG: %[[E:.*]] = tensor.empty()
  // CHECK-DAG: linalg.fill ins(%{{.*}} : f32) outs(%[[E]]
  // CHECK-DAG: tensor.extract_slice %[[X]][%[[I]], 0]
  // CHECK: linalg.generic
  // CHECK-SAME: %[[BIG]]
  // CHECK-SAME: %[[Y]]
  %one = arith.constant 1.0 : f32
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %big = arith.constant dense<"0x000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F00010203"> : tensor<37xf32>
  %y = "test.value"() : () -> tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
  %r = flow.dispatch.region -> (tensor<4xf32>) {
    %0 = linalg.generic {indexing_maps = [#id, affine_map<(d0) -> (d0 + 1)>, #id, #id, #id], iterator_types = ["parallel"]} ins(%s, %big, %y, %two : tensor<4xf32>, tensor<37xf32>, tensor<4xf32>, tensor<4xf32>) outs(%f : tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32, %t: f32, %d: f32):
      %1 = arith.addf %a, %b : f32
      %2 = arith.addf %1, %c : f32
      %3 = arith.addf %2, %t : f32
      %4 = arith.addf %3, %d : f32
      linalg.yield %4 : f32
    } -> tensor<4xf32>
    flow.return %0 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Complex numbers are read where they are needed: a dispatch takes none as operands.
// CHECK-LABEL: func.func @complex_element
// CHECK-NEXT: flow.dispatch.region
// CHECK-NEXT: tensor.empty
// CHECK-NEXT: %[[V:.*]] = tensor.extract %{{.*}}[] : tensor<complex<f32>>
// CHECK-NEXT: linalg.fill ins(%[[V]] : complex<f32>)
func.func @complex_element(%x: tensor<complex<f32>>) -> tensor<4xcomplex<f32>> {
  %e = tensor.empty() : tensor<4xcomplex<f32>>
  %v = tensor.extract %x[] : tensor<complex<f32>>
  %r = flow.dispatch.region -> (tensor<4xcomplex<f32>>) {
    %0 = linalg.fill ins(%v : complex<f32>) outs(%e : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    flow.return %0 : tensor<4xcomplex<f32>>
  }
  return %r : tensor<4xcomplex<f32>>
}

// What attention reads is in memory; scalars and slices are cloned.
// CHECK-LABEL: @attention
// CHECK-SAME: (%[[X:.+]]: tensor<2x8x4xf32>, %{{.+}}: f32)
// CHECK: %[[K:.+]] = linalg.fill
// CHECK: flow.dispatch.region
// CHECK-NOT: linalg.fill
// CHECK-DAG: %[[S:.+]] = arith.constant 5.000000e-01 : f32
// CHECK-DAG: %[[Q:.+]] = tensor.extract_slice %[[X]]
// CHECK: iree_linalg_ext.attention ins(%[[Q]], %[[K]], %[[K]], %[[S]] :
func.func @attention(%x: tensor<2x8x4xf32>, %f: f32) -> tensor<2x6x4xf32> {
  %s = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<2x6x4xf32>
  %k = linalg.fill ins(%f : f32) outs(%e : tensor<2x6x4xf32>) -> tensor<2x6x4xf32>
  %q = tensor.extract_slice %x[0, 1, 0] [2, 6, 4] [1, 1, 1] : tensor<2x8x4xf32> to tensor<2x6x4xf32>
  %r = flow.dispatch.region -> (tensor<2x6x4xf32>) {
    %a = iree_linalg_ext.attention ins(%q, %k, %k, %s : tensor<2x6x4xf32>, tensor<2x6x4xf32>, tensor<2x6x4xf32>, f32) outs(%e : tensor<2x6x4xf32>) {
    ^bb0(%y: f32):
      iree_linalg_ext.yield %y : f32
    } -> tensor<2x6x4xf32>
    flow.return %a : tensor<2x6x4xf32>
  }
  return %r : tensor<2x6x4xf32>
}

// What says how panels are read is part of the dispatch; the same without its attribute is not.
// CHECK-LABEL: @unpacking
// CHECK-SAME: (%[[P:.+]]: tensor<2x4x8xf32>,
// CHECK: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: flow.dispatch.region
// CHECK: linalg.generic {{.*}} ins(%[[P]] :
// CHECK: linalg.matmul
func.func @unpacking(%p: tensor<2x4x8xf32>, %x: tensor<3x4xf32>, %o: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<4x16xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<2x4x8xf32>) outs(%e : tensor<4x16xf32>) attrs = {tern.unpacking} {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4x16xf32>
  %v = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<2x4x8xf32>) outs(%e : tensor<4x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4x16xf32>
  %r = flow.dispatch.region -> (tensor<3x16xf32>) {
    %0 = linalg.matmul ins(%x, %w : tensor<3x4xf32>, tensor<4x16xf32>) outs(%o : tensor<3x16xf32>) -> tensor<3x16xf32>
    %1 = linalg.matmul ins(%x, %v : tensor<3x4xf32>, tensor<4x16xf32>) outs(%0 : tensor<3x16xf32>) -> tensor<3x16xf32>
    flow.return %1 : tensor<3x16xf32>
  }
  return %r : tensor<3x16xf32>
}

// Iterations of an scf.forall go on from memory that a command fills; what they read of it is made in the region.
// CHECK-LABEL: @shared_output
// CHECK: %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : tensor<512xf32>
// CHECK: flow.dispatch.region
// CHECK: %[[ONE:.+]] = arith.constant dense<0.000000e+00> : tensor<512xf32>
// CHECK: scf.forall {{.*}} shared_outs(%{{.*}} = %[[ZERO]])
// CHECK: tensor.extract %[[ONE]]
func.func @shared_output() -> tensor<512xf32> {
  %zero = arith.constant dense<0.0> : tensor<512xf32>
  %r = flow.dispatch.region -> (tensor<512xf32>) {
    %0 = scf.forall (%i) in (512) shared_outs(%o = %zero) -> (tensor<512xf32>) {
      %p = tensor.extract_slice %o[%i] [1] [1] : tensor<512xf32> to tensor<1xf32>
      %c = arith.constant 0 : index
      %v = tensor.extract %zero[%i] : tensor<512xf32>
      %q = tensor.insert %v into %p[%c] : tensor<1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %q into %o[%i] [1] [1] : tensor<1xf32> into tensor<512xf32>
      }
    }
    flow.return %0 : tensor<512xf32>
  }
  return %r : tensor<512xf32>
}

// A product is told where its operand begins. What lies in one piece at a place that the host computes is passed; what bindings cannot
// begin at, and what is read element by element, is cloned.
// CHECK-LABEL: func.func @operands
// CHECK-SAME: %[[X:.*]]: tensor<8x4x16xf32>, %[[Y:.*]]: tensor<8x4x3xf32>, %{{.*}}: tensor<16x5xf32>, %{{.*}}: tensor<3x5xf32>, %[[I:.*]]: index
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][%[[I]], 0, 0]
// CHECK: flow.dispatch.region
// CHECK-NOT: tensor.extract_slice
// CHECK: linalg.matmul ins(%[[S]],
// CHECK: flow.dispatch.region
// CHECK: %[[T:.*]] = tensor.extract_slice %[[Y]][%[[I]], 0, 0]
// CHECK: linalg.matmul ins(%[[T]],
// CHECK: flow.dispatch.region
// CHECK: tensor.extract_slice %[[X]][%[[I]], 0, 0]
// CHECK: linalg.exp
func.func @operands(%x: tensor<8x4x16xf32>, %y: tensor<8x4x3xf32>, %w: tensor<16x5xf32>, %v: tensor<3x5xf32>, %i: index) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x16xf32>) {
  %s = tensor.extract_slice %x[%i, 0, 0] [1, 4, 16] [1, 1, 1] : tensor<8x4x16xf32> to tensor<4x16xf32>
  %t = tensor.extract_slice %y[%i, 0, 0] [1, 4, 3] [1, 1, 1] : tensor<8x4x3xf32> to tensor<4x3xf32>
  %e = tensor.empty() : tensor<4x5xf32>
  %f = tensor.empty() : tensor<4x16xf32>
  %r = flow.dispatch.region -> (tensor<4x5xf32>) {
    %0 = linalg.matmul ins(%s, %w : tensor<4x16xf32>, tensor<16x5xf32>) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
    flow.return %0 : tensor<4x5xf32>
  }
  %q = flow.dispatch.region -> (tensor<4x5xf32>) {
    %0 = linalg.matmul ins(%t, %v : tensor<4x3xf32>, tensor<3x5xf32>) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
    flow.return %0 : tensor<4x5xf32>
  }
  %p = flow.dispatch.region -> (tensor<4x16xf32>) {
    %0 = linalg.exp ins(%s : tensor<4x16xf32>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
    flow.return %0 : tensor<4x16xf32>
  }
  return %r, %q, %p : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x16xf32>
}

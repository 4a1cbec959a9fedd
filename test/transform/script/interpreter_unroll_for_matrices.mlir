// RUN: tern-opt --split-input-file --transform-interpreter %s > %t.ours
// RUN: mlir-opt --split-input-file --transform-interpreter %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// transform.apply_patterns.gpu.unroll_vectors_subgroup_mma: products of the size of matrix units, and the transfers and
// elementwise ops around them.

// CHECK-LABEL: func.func @product
// CHECK-COUNT-4: vector.transfer_read {{.+}}, vector<16x8xf16>
// CHECK-COUNT-2: vector.transfer_read {{.+}}, vector<8x16xf16>
// CHECK-COUNT-4: vector.contract {{.+}} : vector<16x8xf16>, vector<8x16xf16> into vector<16x16xf32>
// CHECK-COUNT-2: arith.addf {{.+}} : vector<16x16xf32>
// CHECK-COUNT-2: vector.transfer_write {{.+}} : vector<16x16xf32>
func.func @product(%a: memref<64x64xf16>, %b: memref<64x64xf16>, %c: memref<64x64xf32>, %i: index, %j: index, %acc: vector<32x16xf32>, %bias: vector<32x16xf32>) {
  %zero = arith.constant 0.0 : f16
  %x = vector.transfer_read %a[%i, %j], %zero {in_bounds = [true, true]} : memref<64x64xf16>, vector<32x16xf16>
  %y = vector.transfer_read %b[%j, %i], %zero {in_bounds = [true, true]} : memref<64x64xf16>, vector<16x16xf16>
  %p = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %acc : vector<32x16xf16>, vector<16x16xf16> into vector<32x16xf32>
  %s = arith.addf %p, %bias : vector<32x16xf32>
  vector.transfer_write %s, %c[%i, %j] {in_bounds = [true, true]} : vector<32x16xf32>, memref<64x64xf32>
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.gpu.unroll_vectors_subgroup_mma [16, 16, 8]
    } : !transform.any_op
    transform.yield
  }
}

// -----

// A batch, factors in f16 that are extended, transposed reads, tensors.
// CHECK-LABEL: func.func @batch
// CHECK: arith.extf {{.+}} : vector<1x8x4xf16> to vector<1x8x4xf32>
// CHECK: vector.contract {{.+}} into vector<1x8x8xf32>
// CHECK: vector.transfer_write {{.+}} : vector<1x8x8xf32>, tensor<4x64x64xf32>
func.func @batch(%a: tensor<4x64x64xf16>, %b: tensor<4x64x64xf16>, %c: tensor<4x64x64xf32>, %i: index, %j: index) -> tensor<4x64x64xf32> {
  %zero = arith.constant 0.0 : f16
  %acc = arith.constant dense<0.0> : vector<2x16x8xf32>
  %x = vector.transfer_read %a[%i, %j, %i], %zero {in_bounds = [true, true, true]} : tensor<4x64x64xf16>, vector<2x16x8xf16>
  %y = vector.transfer_read %b[%i, %j, %i], %zero {in_bounds = [true, true, true], permutation_map = affine_map<(d0, d1, d2) -> (d0, d2, d1)>} : tensor<4x64x64xf16>, vector<2x8x8xf16>
  %xe = arith.extf %x : vector<2x16x8xf16> to vector<2x16x8xf32>
  %ye = arith.extf %y : vector<2x8x8xf16> to vector<2x8x8xf32>
  %p = vector.contract {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %xe, %ye, %acc : vector<2x16x8xf32>, vector<2x8x8xf32> into vector<2x16x8xf32>
  %r = vector.transfer_write %p, %c[%i, %j, %i] {in_bounds = [true, true, true]} : vector<2x16x8xf32>, tensor<4x64x64xf32>
  return %r : tensor<4x64x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.gpu.unroll_vectors_subgroup_mma [8, 8, 4]
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Sizes that do not divide, masks, other uses: nothing is cut.
// CHECK-LABEL: func.func @whole
// CHECK-NOT: strided_slice
func.func @whole(%a: memref<64x64xf32>, %i: index, %m: vector<16x16xi1>, %acc: vector<15x16xf32>, %x: vector<15x8xf32>, %y: vector<8x16xf32>) -> (vector<15x16xf32>, vector<16x16xf32>, vector<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %acc : vector<15x8xf32>, vector<8x16xf32> into vector<15x16xf32>
  %r = vector.transfer_read %a[%i, %i], %zero, %m {in_bounds = [true, true]} : memref<64x64xf32>, vector<16x16xf32>
  vector.transfer_write %r, %a[%i, %i], %m {in_bounds = [true, true]} : vector<16x16xf32>, memref<64x64xf32>
  %q = vector.transfer_read %a[%i, %i], %zero {in_bounds = [true]} : memref<64x64xf32>, vector<16xf32>
  return %p, %r, %q : vector<15x16xf32>, vector<16x16xf32>, vector<16xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.gpu.unroll_vectors_subgroup_mma [8, 8, 8]
    } : !transform.any_op
    transform.yield
  }
}

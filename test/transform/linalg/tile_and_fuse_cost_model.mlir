// What the cost model chooses, by kind, shape and target.
// RUN: tern-opt %s --linalg-tile-and-fuse --cse --split-input-file | FileCheck %s

#big = #spirv.target_env<#spirv.vce<v1.5, [Shader], []>, api=Vulkan, #spirv.resource_limits<
  max_compute_shared_memory_size = 49152, max_compute_workgroup_invocations = 1024,
  max_compute_workgroup_size = [1024, 1024, 64], subgroup_size = 32>>
module attributes {spirv.target_env = #big} {
  // CHECK-LABEL: func.func @large_product(
  // CHECK-SAME: workgroup_size = [16, 16, 1]
  // CHECK: lowering_config = {padding = 4 : i64, promote, tile_sizes = {{\[\[}}128, 128, 0], [], [8, 8, 0], [0, 0, 32]], workgroup_size = [16, 16, 1]}
  func.func @large_product(%a: memref<1024x1024xf32>, %b: memref<1024x1024xf32>, %c: memref<1024x1024xf32>) {
    linalg.matmul ins(%a, %b : memref<1024x1024xf32>, memref<1024x1024xf32>) outs(%c : memref<1024x1024xf32>)
    return
  }

  // Smaller tiles keep more of the device busy.

  // CHECK-LABEL: func.func @medium_product(
  // CHECK: lowering_config = {padding = 4 : i64, promote, tile_sizes = {{\[\[}}64, 64, 0], [], [4, 4, 0], [0, 0, 16]], workgroup_size = [16, 16, 1]}
  func.func @medium_product(%a: memref<512x512xf32>, %b: memref<512x512xf32>, %c: memref<512x512xf32>) {
    linalg.matmul ins(%a, %b : memref<512x512xf32>, memref<512x512xf32>) outs(%c : memref<512x512xf32>)
    return
  }

  // A depth that divides the extent; one batch per tile.

  // CHECK-LABEL: func.func @batches(
  // CHECK: scf.parallel (%{{.*}}, %{{.*}}, %{{.*}}) = (%c0, %c0, %c0) to (%c16, %c64, %c64) step (%c1, %c32, %c32)
  // CHECK: scf.for %{{.*}} = %c0 to %c40 step %c20
  func.func @batches(%a: memref<16x64x40xf32>, %b: memref<16x40x64xf32>, %c: memref<16x64x64xf32>) {
    linalg.batch_matmul ins(%a, %b : memref<16x64x40xf32>, memref<16x40x64xf32>) outs(%c : memref<16x64x64xf32>)
    return
  }

  // A product with a vector has nothing to reuse: it is a reduction of rows.

  // CHECK-LABEL: func.func @matrix_times_vector(
  // CHECK-SAME: workgroup_size = [256, 1, 1]
  // CHECK: scf.parallel (%{{.*}}) = (%c0) to (%c512) step (%c1)
  // CHECK: linalg.matvec {{.*}}lowering_config = {distribute_reduction, tile_sizes = {{\[\[}}1, 0]], workgroup_size = [256, 1, 1]}
  func.func @matrix_times_vector(%a: memref<512x4096xf32>, %b: memref<4096xf32>, %c: memref<512xf32>) {
    linalg.matvec ins(%a, %b : memref<512x4096xf32>, memref<4096xf32>) outs(%c : memref<512xf32>)
    return
  }

  // CHECK-LABEL: func.func @elementwise(
  // CHECK-SAME: workgroup_size = [256, 1, 1]
  func.func @elementwise(%a: memref<512xf32>, %b: memref<512xf32>) {
    linalg.exp ins(%a : memref<512xf32>) outs(%b : memref<512xf32>)
    return
  }
}

// -----

// The defaults of #spirv.resource_limits: 128 invocations.

// CHECK-LABEL: func.func @small_target(
// CHECK: lowering_config = {padding = 4 : i64, promote, tile_sizes = {{\[\[}}64, 64, 0], [], [8, 4, 0], [0, 0, 16]], workgroup_size = [16, 8, 1]}
func.func @small_target(%a: memref<1024x1024xf32>, %b: memref<1024x1024xf32>, %c: memref<1024x1024xf32>) {
  linalg.matmul ins(%a, %b : memref<1024x1024xf32>, memref<1024x1024xf32>) outs(%c : memref<1024x1024xf32>)
  return
}

// The output's innermost dimension goes to x, also where the first input gives it.

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (n, m)>
// CHECK-LABEL: func.func @transposed_output(
// CHECK: scf.parallel (%[[N:.*]], %[[M:.*]]) = (%c0, %c0) to (%c8, %c512)
// CHECK: memref.subview %arg2[0, %[[M]]] [8,
func.func @transposed_output(%a: memref<512x64xf32>, %b: memref<8x64xf32>, %c: memref<8x512xf32>) {
  linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<512x64xf32>, memref<8x64xf32>) outs(%c : memref<8x512xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  }
  return
}

// CHECK-LABEL: func.func @row_without_parallel_loops(
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%c1) step (%c1) {
// CHECK-NEXT: linalg.dot {{.*}}distribute_reduction
func.func @row_without_parallel_loops(%a: memref<100xf32>, %b: memref<100xf32>, %c: memref<f32>) {
  linalg.dot ins(%a, %b : memref<100xf32>, memref<100xf32>) outs(%c : memref<f32>)
  return
}

// Neighbouring invocations have neighbouring columns.

#two = affine_map<(i, j) -> (i, j)>
#one = affine_map<(i, j) -> (j)>
// CHECK-LABEL: func.func @column_reduction(
// CHECK-SAME: workgroup_size = [128, 1, 1]
// CHECK: scf.parallel (%[[J:.*]]) = (%c0) to (%c1024) step (%c128) {
// CHECK-NOT: distribute_reduction
func.func @column_reduction(%a: memref<64x1024xf32>, %o: memref<1024xf32>) {
  linalg.generic {indexing_maps = [#two, #one], iterator_types = ["reduction", "parallel"]}
      ins(%a : memref<64x1024xf32>) outs(%o : memref<1024xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}

// Windows: x along the channels, y along the row, the window in one invocation.

// CHECK-LABEL: func.func @convolution(
// CHECK-SAME: workgroup_size = [8, 16, 1]
// CHECK: scf.parallel (%{{.*}}, %[[Y:.*]], %[[X:.*]], %{{.*}}) = (%c0, %c0, %c0, %c0) to (%c2, %c7, %c9, %c5) step (%c1, %c1, %c16, %c8)
// CHECK: %[[ROW:.*]] = arith.muli %[[Y]], %c2
// CHECK: memref.subview %arg0[%{{.*}}, %[[ROW]], 0, 0] [1, 3, 19, 3]
// CHECK: linalg.conv_2d_nhwc_hwcf {__internal_linalg_transform__ = "workgroup"
func.func @convolution(%a: memref<2x15x19x3xf32>, %b: memref<3x3x3x5xf32>, %c: memref<2x7x9x5xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%a, %b : memref<2x15x19x3xf32>, memref<3x3x3x5xf32>) outs(%c : memref<2x7x9x5xf32>)
  return
}

// CHECK-LABEL: func.func @pooling(
// CHECK: scf.parallel
// CHECK: linalg.fill {__internal_linalg_transform__ = "workgroup"
// CHECK: linalg.pooling_nhwc_max {__internal_linalg_transform__ = "workgroup"
func.func @pooling(%a: memref<2x15x19x3xf32>, %w: memref<3x3xf32>, %c: memref<2x13x17x3xf32>) {
  %low = arith.constant 0xFF800000 : f32
  linalg.fill ins(%low : f32) outs(%c : memref<2x13x17x3xf32>)
  linalg.pooling_nhwc_max {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%a, %w : memref<2x15x19x3xf32>, memref<3x3xf32>) outs(%c : memref<2x13x17x3xf32>)
  return
}

// -----

// Cooperative matrices where the target has the element types and the tiles divide the extents: fragments of 16x16x16,
// subgroups of 64x64.

#matrices = #spirv.target_env<#spirv.vce<v1.5, [Shader], []>, api=Vulkan, #spirv.resource_limits<
  max_compute_shared_memory_size = 49152, max_compute_workgroup_invocations = 1024,
  max_compute_workgroup_size = [1024, 1024, 64], subgroup_size = 32,
  cooperative_matrix_properties_khr = [#spirv.coop_matrix_props_khr<m_size = 16, n_size = 16, k_size = 16, a_type = f16,
    b_type = f16, c_type = f32, result_type = f32, acc_sat = false, scope = <Subgroup>>]>>
module attributes {spirv.target_env = #matrices} {
  // CHECK-LABEL: func.func @half_product(
  // CHECK-SAME: workgroup_size = [256, 1, 1], subgroup_size = 32
  // CHECK: lowering_config = {fragment = [16, 16, 16], padding = 8 : i64, promote, tile_sizes = {{\[\[}}128, 256, 0], [64, 64, 0], [], [0, 0, 32]], workgroup_size = [256, 1, 1]}
  func.func @half_product(%a: memref<4096x4096xf16>, %b: memref<4096x4096xf16>, %c: memref<4096x4096xf32>) {
    linalg.matmul ins(%a, %b : memref<4096x4096xf16>, memref<4096x4096xf16>) outs(%c : memref<4096x4096xf32>)
    return
  }

  // CHECK-LABEL: func.func @ragged_half_product(
  // CHECK-NOT: fragment
  func.func @ragged_half_product(%a: memref<4001x4096xf16>, %b: memref<4096x4096xf16>, %c: memref<4001x4096xf32>) {
    linalg.matmul ins(%a, %b : memref<4001x4096xf16>, memref<4096x4096xf16>) outs(%c : memref<4001x4096xf32>)
    return
  }

  // Sums in f32 make the better half.
  // CHECK-LABEL: func.func @half_result(
  // CHECK: lowering_config = {fragment = [16, 16, 16]
  func.func @half_result(%a: memref<4096x4096xf16>, %b: memref<4096x4096xf16>, %c: memref<4096x4096xf16>) {
    linalg.matmul ins(%a, %b : memref<4096x4096xf16>, memref<4096x4096xf16>) outs(%c : memref<4096x4096xf16>)
    return
  }

  // CHECK-LABEL: func.func @bfloat(
  // CHECK-NOT: fragment
  func.func @bfloat(%a: memref<4096x4096xbf16>, %b: memref<4096x4096xbf16>, %c: memref<4096x4096xf32>) {
    linalg.matmul ins(%a, %b : memref<4096x4096xbf16>, memref<4096x4096xbf16>) outs(%c : memref<4096x4096xf32>)
    return
  }
}

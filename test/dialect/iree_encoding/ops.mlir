// RUN: tern-opt %s | tern-opt | FileCheck %s
// RUN: tern-opt %s --emit-bytecode | tern-opt | FileCheck %s

// CHECK: #[[$OLD:.*]] = #iree_encoding.encoding<operand_index = 2 : index, op_type = matmul, element_types = [i8, i8, i32]>
// CHECK: #[[$LIST:.*]] = #iree_encoding.encoding<operand_index = 0 : index, op_type = matmul, element_types = [bf16, bf16, f32]>
// CHECK: #[[$ALL:.*]] = #iree_encoding.encoding<operand_index = 1 : index, op_type = matmul, element_types = [f32, f32, f32], original_type = tensor<5x6xf32>, matmul_narrow_M = 3 : index, matmul_narrow_N = 4 : index, user_indexing_maps = [#map], bcast_map = #map, round_dims_to = array<i64: 8, 8>, iteration_sizes = [?, 128, ?], layouts = [1]>
#all = #iree_encoding.encoding<layouts = [1], operand_index = 1 : index, op_type = matmul, iteration_sizes = [?, 128, ?], element_types = [f32, f32, f32], original_type = tensor<5x6xf32>, matmul_narrow_N = 4 : index, matmul_narrow_M = 3 : index, user_indexing_maps = [affine_map<(d) -> (d)>], bcast_map = affine_map<(d) -> (d)>, round_dims_to = array<i64: 8, 8>>
#old = #iree_linalg_ext.encoding<user = BATCH_MATMUL_I8I8I32, role = RESULT>
#list = #iree_linalg_ext.encoding<user = MATMUL, role = LHS, elementTypes = [bf16, bf16, f32]>

// CHECK-LABEL: func.func @layouts(
func.func @layouts(%t: tensor<4x?xf32>, %n: index) -> tensor<4x?xf32> {
  // CHECK: %[[E:.*]] = iree_encoding.set_encoding %{{.*}} encoding_dims{%{{.*}}} : tensor<4x?xf32> -> tensor<4x?xf32, #[[$ALL]]>
  %e = iree_encoding.set_encoding %t encoding_dims{%n} : tensor<4x?xf32> -> tensor<4x?xf32, #all>
  // CHECK: iree_encoding.unset_encoding %[[E]] encoding_dims{%{{.*}}} : tensor<4x?xf32, #[[$ALL]]> -> tensor<4x?xf32>{%{{.*}}}
  %u = iree_encoding.unset_encoding %e encoding_dims{%n} : tensor<4x?xf32, #all> -> tensor<4x?xf32>{%n}
  // CHECK: iree_encoding.unset_encoding %[[E]] : tensor<4x?xf32, #[[$ALL]]> -> tensor<4x?xf32>
  %v = iree_linalg_ext.unset_encoding %e : tensor<4x?xf32, #all> -> tensor<4x?xf32>
  // CHECK: iree_encoding.upper_bound_tile_size tensor<2x4x?xi32, #[[$OLD]]> -> index, index, index
  %s:3 = iree_linalg_ext.upper_bound_tile_size tensor<2x4x?xi32, #old> -> index, index, index
  // CHECK: iree_encoding.upper_bound_tile_size tensor<4x?xbf16, #[[$LIST]]> -> index, index
  %r:2 = iree_encoding.upper_bound_tile_size tensor<4x?xbf16, #list> -> index, index
  return %u : tensor<4x?xf32>
}

// Others keep their text.
// CHECK-LABEL: func.func @others(
// CHECK-SAME: tensor<8xi1, #iree_encoding.packed_storage>, %{{.*}}: tensor<8xf32, #iree_encoding.testing<[#iree_encoding.specialized<12 : i64>]>>, %{{.*}}: tensor<8xf32, #iree_encoding.identity>
func.func @others(%a: tensor<8xi1, #iree_encoding.packed_storage>, %b: tensor<8xf32, #iree_encoding.testing<[#iree_encoding.specialized<12 : i64>]>>, %c: tensor<8xf32, #iree_encoding.identity>) {
  return
}

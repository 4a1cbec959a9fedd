// Types and attributes keep their text.
// RUN: tern-opt --allow-unregistered-dialect %s | tern-opt --allow-unregistered-dialect | FileCheck %s

func.func private @struct(!spirv.struct<(f32 [0, NonWritable], i32 [4]), Block>, !spirv.struct<()>, !spirv.struct<Empty, ()>)
func.func private @recursive(!spirv.struct<Node, (f32 [0], !spirv.ptr<!spirv.struct<Node>, StorageBuffer> [8]), Block>)
func.func private @decorations(!spirv.struct<(!spirv.matrix<3 x vector<3xf32>> [0, ColMajor, MatrixStride=16])>)
func.func private @arrays(!spirv.array<4 x f32, stride=4>, !spirv.rtarray<f32, stride=4>, !spirv.rtarray<f32>)
func.func private @tensors(!spirv.arm.tensor<2x3xf32>, !spirv.arm.tensor<?x?xf32>, !spirv.arm.tensor<*xf32>)
func.func private @matrices(!spirv.coopmatrix<16x8xf16, Subgroup, MatrixA>, !spirv.matrix<2 x vector<4xf16>>)
func.func private @images(!spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rgba32f>>)
func.func private @attrs() attributes {test.a = #spirv.coop_matrix_props_khr<m_size = 16, n_size = 8, k_size = 16, a_type = f16, b_type = f16, c_type = f32, result_type = f32, acc_sat = false, scope = <Subgroup>>, test.b = #spirv.cache_control_load_intel<cache_level = 0, load_cache_control = Uncached>, test.c = #spirv.coop_matrix_props_nv<m_size = 16, n_size = 8, k_size = 16, a_type = f16, b_type = f16, c_type = f32, result_type = f32, scope = <Subgroup>>}

// CHECK: func.func private @struct(!spirv.struct<(f32 [0, NonWritable], i32 [4]), Block>, !spirv.struct<()>, !spirv.struct<Empty, ()>)
// CHECK: func.func private @recursive(!spirv.struct<Node, (f32 [0], !spirv.ptr<!spirv.struct<Node>, StorageBuffer> [8]), Block>)
// CHECK: func.func private @decorations(!spirv.struct<(!spirv.matrix<3 x vector<3xf32>> [0, ColMajor, MatrixStride=16])>)
// CHECK: func.func private @arrays(!spirv.array<4 x f32, stride=4>, !spirv.rtarray<f32, stride=4>, !spirv.rtarray<f32>)
// CHECK: func.func private @tensors(!spirv.arm.tensor<2x3xf32>, !spirv.arm.tensor<?x?xf32>, !spirv.arm.tensor<*xf32>)
// CHECK: func.func private @matrices(!spirv.coopmatrix<16x8xf16, Subgroup, MatrixA>, !spirv.matrix<2 x vector<4xf16>>)
// CHECK: func.func private @images(!spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rgba32f>>)
// CHECK: func.func private @attrs() attributes {test.a = #spirv.coop_matrix_props_khr<m_size = 16, n_size = 8, k_size = 16, a_type = f16, b_type = f16, c_type = f32, result_type = f32, acc_sat = false, scope = <Subgroup>>, test.b = #spirv.cache_control_load_intel<cache_level = 0, load_cache_control = Uncached>, test.c = #spirv.coop_matrix_props_nv<m_size = 16, n_size = 8, k_size = 16, a_type = f16, b_type = f16, c_type = f32, result_type = f32, scope = <Subgroup>>}

// Ops become ops of today's VHLO, with all that StableHLO leaves out spelled out.
// RUN: tern-opt %s --stablehlo-legalize-to-vhlo | FileCheck %s
// There and back again is where it began.
// RUN: tern-opt %s > %t.mlir
// RUN: tern-opt %s --stablehlo-legalize-to-vhlo --vhlo-legalize-to-stablehlo | diff %t.mlir -

// CHECK-LABEL: vhlo.func_v1 @elementwise(
// CHECK-SAME: %arg0: !vhlo.tensor_v1<?x2x!vhlo.f32_v1, #vhlo.type_extensions_v1<bounds = [4, ?]>>) -> (!vhlo.tensor_v1<?x2x!vhlo.f32_v1, #vhlo.type_extensions_v1<bounds = [4, ?]>>) {
// CHECK: "vhlo.tanh_v2"(%arg0) <{result_accuracy = #vhlo.result_accuracy_v1<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 0, mode = #vhlo<result_accuracy_mode_v1 DEFAULT>>}>
// CHECK: "vhlo.exponential_v2"({{.*}}) <{result_accuracy = #vhlo.result_accuracy_v1<atol = 1.500000e+00, rtol = 0.000000e+00, ulps = 3, mode = #vhlo<result_accuracy_mode_v1 TOLERANCE>>}>
// CHECK: "vhlo.return_v1"
// CHECK: } {arg_attrs = #vhlo.array_v1<[#vhlo.dict_v1<{#vhlo.string_v1<"jax.n"> = #vhlo.integer_v1<3 : i32>, #vhlo.string_v1<"mhlo.sharding"> = #vhlo.string_v1<"{replicated}">}>]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"private">}
func.func private @elementwise(%x: tensor<?x2xf32, #stablehlo.bounds<4, ?>> {jax.n = 3 : i32, mhlo.sharding = "{replicated}"}) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>> {
  %0 = stablehlo.tanh %x : tensor<?x2xf32, #stablehlo.bounds<4, ?>>
  %1 = stablehlo.exponential %0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.5, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<?x2xf32, #stablehlo.bounds<4, ?>>
  return %1 : tensor<?x2xf32, #stablehlo.bounds<4, ?>>
}

// CHECK-LABEL: vhlo.func_v1 @parts
// CHECK: "vhlo.dot_general_v2"(%arg0, %arg0) <{accumulation_type = #vhlo.type_v1<!vhlo.none_v1>, allow_imprecise_accumulation = #vhlo.type_v1<!vhlo.none_v1>, lhs_batching_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>
// CHECK-SAME: lhs_contracting_dimensions = #vhlo.tensor_v1<dense<1> : tensor<1xi64>>
// CHECK-SAME: precision_config = #vhlo.array_v1<[#vhlo<precision_v1 DEFAULT>, #vhlo<precision_v1 DEFAULT>]>
// CHECK: "vhlo.dot_general_v2"
// CHECK-SAME: allow_imprecise_accumulation = #vhlo.bool_v1<false>
// CHECK-SAME: lhs_component_count = #vhlo.integer_v1<1 : i64>
// CHECK-SAME: lhs_precision_type = #vhlo.type_v1<!vhlo.tf31_v1>
// CHECK: "vhlo.convolution_v1"
// CHECK-SAME: input_batch_dimension = #vhlo.integer_v1<0 : i64>
// CHECK-SAME: padding = #vhlo.tensor_v1<dense<0> : tensor<2x2xi64>>
// CHECK-SAME: window_reversal = #vhlo.tensor_v1<dense<false> : tensor<2xi1>>, window_strides = #vhlo.tensor_v1<dense<1> : tensor<2xi64>>
// CHECK: "vhlo.gather_v2"
// CHECK-SAME: indices_are_sorted = #vhlo.bool_v1<false>, offset_dims = #vhlo.tensor_v1<dense<1> : tensor<1xi64>>, operand_batching_dims = #vhlo.tensor_v1<dense<> : tensor<0xi64>>
func.func @parts(%a: tensor<2x2xf32>, %x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x2xf32>, %i: tensor<3x1xi32>) -> tensor<3x2xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x6x6x2xf32>
  %3 = "stablehlo.gather"(%0, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<2x2xf32>, tensor<3x1xi32>) -> tensor<3x2xf32>
  return %3 : tensor<3x2xf32>
}

// CHECK-LABEL: vhlo.func_v1 @calls
// CHECK: "vhlo.custom_call_v2"(%arg0) <{api_version = #vhlo<api_version_v1 API_VERSION_TYPED_FFI>, backend_config = #vhlo.dict_v1<{#vhlo.string_v1<"n"> = #vhlo.integer_v1<1 : i32>}>, call_target_name = #vhlo.string_v1<"f">, called_computations = #vhlo.array_v1<[#vhlo.string_v1<"elementwise">]>
// CHECK-SAME: result_tilings = #vhlo.array_v1<[]>
// CHECK: "vhlo.call_v1"({{.*}}) <{callee = #vhlo.string_v1<"calls">}>
// CHECK: "vhlo.all_reduce_v2"
// CHECK-SAME: channel_id = #vhlo.integer_v1<3 : i64>
// CHECK-SAME: use_global_device_ids = #vhlo.bool_v1<true>
// CHECK: "vhlo.compare_v1"
// CHECK-SAME: compare_type = #vhlo<comparison_type_v1 NOTYPE>, comparison_direction = #vhlo<comparison_direction_v1 LT>
func.func @calls(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.custom_call @f(%x) {api_version = 4 : i32, backend_config = {n = 1 : i32}, called_computations = [@elementwise]} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = call @calls(%0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %3 = stablehlo.compare LT, %2, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
  return %2 : tensor<2x2xf32>
}

// What could be folded is kept.
// CHECK-LABEL: vhlo.func_v1 @foldable
// CHECK: "vhlo.reshape_v1"
// CHECK: "vhlo.transpose_v1"
func.func @foldable(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.transpose %0, dims = [0] : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: vhlo.func_v1 @types
// CHECK-SAME: !vhlo.token_v1, %arg1: !vhlo.tuple_v1<!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.tuple_v1<>>, %arg2: !vhlo.tensor_v1<!vhlo.complex_v1<!vhlo.f64_v1>>
// CHECK-SAME: !vhlo.tensor_v1<4x!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 5.000000e-01:3, -128:127, 1>>
// CHECK-SAME: !vhlo.tensor_v1<2x!vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0, [5.000000e-01, 2.500000e-01], [0, 4], 0:127, 0>>
func.func @types(%a: !stablehlo.token, %b: tuple<tensor<f32>, tuple<>>, %c: tensor<complex<f64>>, %d: tensor<2xindex>, %e: memref<2x3xf32>, %f: tensor<*xf32>,
    %g: tensor<4x!quant.uniform<i8:f32, 0.5:3>>, %h: tensor<2x!quant.uniform<u8<0:127>:f32:0, {0.5, 0.25:4}>>) {
  return
}

// CHECK-LABEL: vhlo.func_v1 @rooted
// CHECK: "vhlo.collective_reduce_v1"(%{{.*}}, %{{.*}}) <{channel_id = #vhlo.integer_v1<1 : i64>, has_dynamic_root = #vhlo.bool_v1<true>, replica_groups = #vhlo.tensor_v1<dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>>, use_global_device_ids = #vhlo.bool_v1<false>}>
// CHECK: "vhlo.collective_broadcast_v2"(%{{.*}}, %{{.*}}, %{{.*}}) <{channel_id = #vhlo.integer_v1<0 : i64>, has_dynamic_root = #vhlo.bool_v1<true>
// CHECK: "vhlo.compare_v1"(%{{.*}}, %{{.*}}) <{compare_type = #vhlo<comparison_type_v1 WEAKORDER>
// CHECK: "vhlo.dynamic_conv_v2"
func.func @rooted(%x: tensor<4xf32>, %y: tensor<2xi32>, %one: tensor<1xi32>, %root: tensor<2xi32>, %z: tensor<1x8x2xf32>, %k: tensor<3x2x4xf32>, %p: tensor<1x2xi64>) {
  %0 = "stablehlo.collective_reduce"(%x, %one) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %4 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  %1:2 = "stablehlo.collective_broadcast"(%x, %y, %root) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<4xf32>, tensor<2xi32>)
  %2 = stablehlo.compare LT, %x, %x, WEAKORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = stablehlo.dynamic_conv(%z, %k, %p) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return
}

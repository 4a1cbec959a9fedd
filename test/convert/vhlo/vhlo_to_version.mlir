// Downwards, an op is what it was in the older version; upwards it gets what it learned.
// RUN: tern-opt %s --vhlo-to-version=target=0.9.0 > %t.old.mlir
// RUN: FileCheck %s --check-prefix=OLD < %t.old.mlir
// RUN: tern-opt %t.old.mlir --vhlo-to-version=target=1.22.0 | FileCheck %s --check-prefix=NEW
// An op changes in the version that its row says; patches are not looked at.
// RUN: tern-opt %s --vhlo-to-version=target=1.5.7 | FileCheck %s --check-prefix=MIDDLE
// Up from anywhere gives the same.
// RUN: tern-opt %s > %t.mlir
// RUN: tern-opt %s --vhlo-to-version=target=1.5.0 --vhlo-to-version=target=0.9.0 | diff %t.old.mlir -
// RUN: tern-opt %t.old.mlir --vhlo-to-version=target=1.0.0 --vhlo-to-version=target=1.22.0 | diff %t.mlir -

// OLD-LABEL: @changed
// NEW-LABEL: @changed
// MIDDLE-LABEL: @changed
vhlo.func_v1 @changed(%a: !vhlo.tensor_v1<4x!vhlo.f32_v1>, %i: !vhlo.tensor_v1<1x8x8x4x!vhlo.f32_v1>, %t: !vhlo.token_v1) -> () {
  // OLD: "vhlo.all_gather_v1"(%arg0) <{
  // NEW: "vhlo.all_gather_v2"(%arg0) <{
  // MIDDLE: "vhlo.all_gather_v2"(%arg0) <{
  %0 = "vhlo.all_gather_v2"(%a) <{all_gather_dim = #vhlo.integer_v1<0 : i64>, channel_id = #vhlo.integer_v1<0 : i64>, replica_groups = #vhlo.tensor_v1<dense<0> : tensor<1x1xi64>>, use_global_device_ids = #vhlo.bool_v1<false>}> : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
  // OLD: "vhlo.all_reduce_v1"
  // OLD-NEXT: ^bb0
  // NEW: "vhlo.all_reduce_v2"
  // NEW-NEXT: ^bb0
  %1 = "vhlo.all_reduce_v2"(%0) <{channel_id = #vhlo.integer_v1<0 : i64>, replica_groups = #vhlo.tensor_v1<dense<0> : tensor<1x1xi64>>, use_global_device_ids = #vhlo.bool_v1<false>}> ({
  ^bb0(%x: !vhlo.tensor_v1<!vhlo.f32_v1>, %y: !vhlo.tensor_v1<!vhlo.f32_v1>):
    "vhlo.return_v1"(%x) : (!vhlo.tensor_v1<!vhlo.f32_v1>) -> ()
  }) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
  // OLD: "vhlo.custom_call_v1"(%{{[0-9]+}}) <{api_version = #vhlo<api_version_v1 API_VERSION_ORIGINAL>, backend_config = #vhlo.string_v1<"">
  // OLD-NOT: result_tilings
  // OLD-SAME: test.kept = #vhlo.bool_v1<true>
  // NEW: "vhlo.custom_call_v2"
  // NEW-SAME: result_tilings = #vhlo.array_v1<[]>
  // NEW-SAME: test.kept = #vhlo.bool_v1<true>
  %2 = "vhlo.custom_call_v2"(%1) <{api_version = #vhlo<api_version_v1 API_VERSION_ORIGINAL>, backend_config = #vhlo.string_v1<"">, call_target_name = #vhlo.string_v1<"f">, called_computations = #vhlo.array_v1<[]>, has_side_effect = #vhlo.bool_v1<false>, operand_layouts = #vhlo.array_v1<[]>, output_operand_aliases = #vhlo.array_v1<[]>, result_layouts = #vhlo.array_v1<[]>, result_tilings = #vhlo.array_v1<[]>}> {test.kept = #vhlo.bool_v1<true>} : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
  // OLD: "vhlo.dot_general_v1"
  // OLD-NOT: lhs_precision_type
  // MIDDLE: "vhlo.dot_general_v1"
  // NEW: "vhlo.dot_general_v2"
  // NEW-SAME: lhs_precision_type = #vhlo.type_v1<!vhlo.none_v1>
  %3 = "vhlo.dot_general_v2"(%2, %2) <{accumulation_type = #vhlo.type_v1<!vhlo.none_v1>, allow_imprecise_accumulation = #vhlo.type_v1<!vhlo.none_v1>, lhs_batching_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, lhs_component_count = #vhlo.type_v1<!vhlo.none_v1>, lhs_contracting_dimensions = #vhlo.tensor_v1<dense<0> : tensor<1xi64>>, lhs_precision_type = #vhlo.type_v1<!vhlo.none_v1>, num_primitive_operations = #vhlo.type_v1<!vhlo.none_v1>, precision_config = #vhlo.array_v1<[]>, rhs_batching_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, rhs_component_count = #vhlo.type_v1<!vhlo.none_v1>, rhs_contracting_dimensions = #vhlo.tensor_v1<dense<0> : tensor<1xi64>>, rhs_precision_type = #vhlo.type_v1<!vhlo.none_v1>}> : (!vhlo.tensor_v1<4x!vhlo.f32_v1>, !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<!vhlo.f32_v1>
  // The padding of dynamic_conv was an attribute too, which nobody read.
  // OLD: "vhlo.dynamic_conv_v1"
  // OLD-SAME: padding = #vhlo.tensor_v1<dense<0> : tensor<2x2xi64>>
  // NEW: "vhlo.dynamic_conv_v2"
  // NEW-NOT: padding =
  // NEW: "vhlo.tanh_v2"
  %p = "vhlo.constant_v1"() <{value = #vhlo.tensor_v1<dense<0> : tensor<2x2xi32>>}> : () -> !vhlo.tensor_v1<2x2x!vhlo.i32_v1>
  %4 = "vhlo.dynamic_conv_v2"(%i, %i, %p) <{batch_group_count = #vhlo.integer_v1<1 : i64>, feature_group_count = #vhlo.integer_v1<1 : i64>, input_batch_dimension = #vhlo.integer_v1<0 : i64>, input_feature_dimension = #vhlo.integer_v1<3 : i64>, input_spatial_dimensions = #vhlo.tensor_v1<dense<[1, 2]> : tensor<2xi64>>, kernel_input_feature_dimension = #vhlo.integer_v1<2 : i64>, kernel_output_feature_dimension = #vhlo.integer_v1<3 : i64>, kernel_spatial_dimensions = #vhlo.tensor_v1<dense<[0, 1]> : tensor<2xi64>>, lhs_dilation = #vhlo.tensor_v1<dense<1> : tensor<2xi64>>, output_batch_dimension = #vhlo.integer_v1<0 : i64>, output_feature_dimension = #vhlo.integer_v1<3 : i64>, output_spatial_dimensions = #vhlo.tensor_v1<dense<[1, 2]> : tensor<2xi64>>, precision_config = #vhlo.array_v1<[]>, rhs_dilation = #vhlo.tensor_v1<dense<1> : tensor<2xi64>>, window_reversal = #vhlo.tensor_v1<dense<false> : tensor<2xi1>>, window_strides = #vhlo.tensor_v1<dense<1> : tensor<2xi64>>}> : (!vhlo.tensor_v1<1x8x8x4x!vhlo.f32_v1>, !vhlo.tensor_v1<1x8x8x4x!vhlo.f32_v1>, !vhlo.tensor_v1<2x2x!vhlo.i32_v1>) -> !vhlo.tensor_v1<1x?x?x4x!vhlo.f32_v1>
  // OLD: "vhlo.tanh_v1"(%{{[0-9]+}}) :
  // MIDDLE: "vhlo.tanh_v1"
  %5 = "vhlo.tanh_v2"(%2) <{result_accuracy = #vhlo.result_accuracy_v1<atol = 0.0, rtol = 0.0, ulps = 0, mode = #vhlo<result_accuracy_mode_v1 DEFAULT>>}> : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
  // OLD: "vhlo.send_v1"
  // NEW: "vhlo.send_v2"
  // NEW-SAME: source_target_pairs = #vhlo.tensor_v1<dense<> : tensor<0xi64>>
  %6 = "vhlo.send_v2"(%5, %t) <{channel_id = #vhlo.integer_v1<0 : i64>, channel_type = #vhlo.integer_v1<1 : i64>, is_host_transfer = #vhlo.bool_v1<false>, source_target_pairs = #vhlo.tensor_v1<dense<> : tensor<0xi64>>}> : (!vhlo.tensor_v1<4x!vhlo.f32_v1>, !vhlo.token_v1) -> !vhlo.token_v1
  "vhlo.return_v1"() : () -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}

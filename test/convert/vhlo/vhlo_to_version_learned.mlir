// Ops that learned something without a new name.
// RUN: split-file %s %t
// RUN: not tern-opt %t/f8.mlir --vhlo-to-version=target=1.20.0 2>&1 | FileCheck %s --check-prefix=F8
// RUN: tern-opt %t/f8.mlir --vhlo-to-version=target=1.21.0 | FileCheck %s --check-prefix=F8-OK
// RUN: not tern-opt %t/mixed.mlir --vhlo-to-version=target=1.19.0 2>&1 | FileCheck %s --check-prefix=MIXED
// RUN: tern-opt %t/mixed.mlir --vhlo-to-version=target=1.20.0 | FileCheck %s --check-prefix=MIXED-OK
// RUN: not tern-opt %t/future.mlir --vhlo-to-version=target=1.16.0 2>&1 | FileCheck %s --check-prefix=FUTURE
// RUN: not tern-opt %t/future.mlir --vhlo-to-version=target=1.14.0 2>&1 | FileCheck %s --check-prefix=FUTURE-TYPE
// RUN: tern-opt %t/future.mlir --vhlo-to-version=target=1.17.0 | FileCheck %s --check-prefix=FUTURE-OK
// RUN: not tern-opt %t/reduce.mlir --vhlo-to-version=target=0.16.0 2>&1 | FileCheck %s --check-prefix=REDUCE
// RUN: tern-opt %t/reduce.mlir --vhlo-to-version=target=0.17.0 | FileCheck %s --check-prefix=REDUCE-OK
// The target has to be a version that there is.
// RUN: not tern-opt %t/reduce.mlir --vhlo-to-version 2>&1 | FileCheck %s --check-prefix=NO-TARGET
// RUN: not tern-opt %t/reduce.mlir --vhlo-to-version=target=1.9 2>&1 | FileCheck %s --check-prefix=NO-VERSION
// RUN: not tern-opt %t/reduce.mlir --vhlo-to-version=target=0.8.9 2>&1 | FileCheck %s --check-prefix=TOO-OLD
// RUN: not tern-opt %t/reduce.mlir --vhlo-to-version=target=1.23.0 2>&1 | FileCheck %s --check-prefix=TOO-NEW
// An old op that today's version does not have goes up by itself, one that has no successor does not.
// RUN: not tern-opt %t/old.mlir --vhlo-legalize-to-stablehlo 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: tern-opt %t/old.mlir --vhlo-to-version=target=1.22.0 --vhlo-legalize-to-stablehlo | FileCheck %s --check-prefix=OLD-OK

// F8: error: failed to legalize operation 'vhlo.dot_general_v2' that was explicitly marked illegal
// F8: note: an algorithm of several f8 products is there from 1.21.0 on
// F8: error: failed to convert VHLO to v1.20.0
// F8-OK: vhlo.dot_general_v2
// MIXED: note: a pair of operands of two types is there from 1.20.0 on
// MIXED-OK: vhlo.convolution_v1
// FUTURE: note: a future of a custom call is there from 1.17.0 on
// FUTURE-TYPE: note: !vhlo.future_v1<!vhlo.f32_v1> is there from 1.15.0 on
// FUTURE-OK: vhlo.custom_call_v1
// REDUCE: note: a result of another type is there from 0.17.0 on
// REDUCE-OK: vhlo.reduce_v1
// NO-TARGET: error: No target version specified.
// NO-TARGET: Target version must be of the form `#.#.#`.
// NO-VERSION: error: Invalid target version argument '1.9'
// TOO-OLD: error: target version 0.8.9 is less than minimum supported 0.9.0
// TOO-NEW: error: target version 1.23.0 is greater than current version 1.22.0
// OLD: error: failed to legalize operation 'vhlo.log_v1' that was explicitly marked illegal
// OLD-OK: stablehlo.log %arg0 : tensor<4xf32>

//--- f8.mlir
vhlo.func_v1 @f(%a: !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> () {
  %1 = "vhlo.dot_general_v2"(%a, %a) <{accumulation_type = #vhlo.type_v1<!vhlo.f32_v1>, allow_imprecise_accumulation = #vhlo.bool_v1<false>, lhs_batching_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, lhs_component_count = #vhlo.integer_v1<1 : i64>, lhs_contracting_dimensions = #vhlo.tensor_v1<dense<0> : tensor<1xi64>>, lhs_precision_type = #vhlo.type_v1<!vhlo.f8E4M3FN_v1>, num_primitive_operations = #vhlo.integer_v1<3 : i64>, precision_config = #vhlo.array_v1<[]>, rhs_batching_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, rhs_component_count = #vhlo.integer_v1<1 : i64>, rhs_contracting_dimensions = #vhlo.tensor_v1<dense<0> : tensor<1xi64>>, rhs_precision_type = #vhlo.type_v1<!vhlo.f8E4M3FN_v1>}> : (!vhlo.tensor_v1<4x!vhlo.f32_v1>, !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<!vhlo.f32_v1>
  "vhlo.return_v1"() : () -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}

//--- mixed.mlir
vhlo.func_v1 @f(%a: !vhlo.tensor_v1<1x4x!vhlo.f8E4M3FN_v1>, %b: !vhlo.tensor_v1<4x2x!vhlo.f8E5M2_v1>) -> () {
  %1 = "vhlo.convolution_v1"(%a, %b) <{batch_group_count = #vhlo.integer_v1<1 : i64>, feature_group_count = #vhlo.integer_v1<1 : i64>, input_batch_dimension = #vhlo.integer_v1<0 : i64>, input_feature_dimension = #vhlo.integer_v1<1 : i64>, input_spatial_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, kernel_input_feature_dimension = #vhlo.integer_v1<0 : i64>, kernel_output_feature_dimension = #vhlo.integer_v1<1 : i64>, kernel_spatial_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, lhs_dilation = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, output_batch_dimension = #vhlo.integer_v1<0 : i64>, output_feature_dimension = #vhlo.integer_v1<1 : i64>, output_spatial_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, padding = #vhlo.tensor_v1<dense<> : tensor<0x2xi64>>, precision_config = #vhlo.array_v1<[]>, rhs_dilation = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, window_reversal = #vhlo.tensor_v1<dense<> : tensor<0xi1>>, window_strides = #vhlo.tensor_v1<dense<> : tensor<0xi64>>}> : (!vhlo.tensor_v1<1x4x!vhlo.f8E4M3FN_v1>, !vhlo.tensor_v1<4x2x!vhlo.f8E5M2_v1>) -> !vhlo.tensor_v1<1x2x!vhlo.f32_v1>
  "vhlo.return_v1"() : () -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}

//--- future.mlir
vhlo.func_v1 @f(%a: !vhlo.future_v1<!vhlo.f32_v1>) -> () {
  "vhlo.custom_call_v1"(%a) <{api_version = #vhlo<api_version_v1 API_VERSION_ORIGINAL>, backend_config = #vhlo.string_v1<"">, call_target_name = #vhlo.string_v1<"f">, called_computations = #vhlo.array_v1<[]>, has_side_effect = #vhlo.bool_v1<false>, operand_layouts = #vhlo.array_v1<[]>, output_operand_aliases = #vhlo.array_v1<[]>, result_layouts = #vhlo.array_v1<[]>}> : (!vhlo.future_v1<!vhlo.f32_v1>) -> ()
  "vhlo.return_v1"() : () -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}

//--- reduce.mlir
vhlo.func_v1 @f(%a: !vhlo.tensor_v1<4x!vhlo.f32_v1>, %b: !vhlo.tensor_v1<!vhlo.f32_v1>) -> () {
  %1 = "vhlo.reduce_v1"(%a, %b) <{dimensions = #vhlo.tensor_v1<dense<0> : tensor<1xi64>>}> ({
    "vhlo.return_v1"() : () -> ()
  }) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>, !vhlo.tensor_v1<!vhlo.f32_v1>) -> !vhlo.tensor_v1<!vhlo.f64_v1>
  "vhlo.return_v1"() : () -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}

//--- old.mlir
vhlo.func_v1 @f(%a: !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<4x!vhlo.f32_v1>) {
  %1 = "vhlo.log_v1"(%a) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
  "vhlo.return_v1"(%1) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}

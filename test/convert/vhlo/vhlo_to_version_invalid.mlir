// What a version does not have is refused, and the note says since when it is there.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --vhlo-to-version=target=1.2.0

// expected-error@+1 {{failed to convert VHLO to v1.2.0}}
module {
  %0 = "test.value"() : () -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
  // expected-error@+2 {{failed to legalize operation 'vhlo.tan_v2' that was explicitly marked illegal}}
  // expected-note@+1 {{the op is there from 1.4.0 on}}
  %1 = "vhlo.tan_v2"(%0) <{result_accuracy = #vhlo.result_accuracy_v1<atol = 0.0, rtol = 0.0, ulps = 0, mode = #vhlo<result_accuracy_mode_v1 DEFAULT>>}> : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
}

// -----

// expected-error@+1 {{failed to convert VHLO to v1.2.0}}
module {
  %0 = "test.value"() : () -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
  // expected-error@+2 {{failed to legalize operation 'vhlo.exponential_v2' that was explicitly marked illegal}}
  // expected-note@+1 {{the op has a 'result_accuracy' that it had not before}}
  %1 = "vhlo.exponential_v2"(%0) <{result_accuracy = #vhlo.result_accuracy_v1<atol = 0.0, rtol = 0.0, ulps = 3, mode = #vhlo<result_accuracy_mode_v1 TOLERANCE>>}> : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
}

// -----

// expected-error@+1 {{failed to convert VHLO to v1.2.0}}
module {
  %0 = "test.value"() : () -> !vhlo.tensor_v1<4x!vhlo.f8E4M3_v1>
  // expected-error@+2 {{failed to legalize operation 'vhlo.abs_v1' that was explicitly marked illegal}}
  // expected-note@+1 {{!vhlo.f8E4M3_v1 is there from 1.7.0 on}}
  %1 = "vhlo.abs_v1"(%0) : (!vhlo.tensor_v1<4x!vhlo.f8E4M3_v1>) -> !vhlo.tensor_v1<4x!vhlo.f8E4M3_v1>
}

// -----

// expected-error@+1 {{failed to convert VHLO to v1.2.0}}
module {
  %0 = "test.value"() : () -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
  // expected-error@+2 {{failed to legalize operation 'vhlo.compare_v1' that was explicitly marked illegal}}
  // expected-note@+1 {{#vhlo<comparison_type_v1 WEAKORDER> is there from 1.22.0 on}}
  %1 = "vhlo.compare_v1"(%0, %0) <{compare_type = #vhlo<comparison_type_v1 WEAKORDER>, comparison_direction = #vhlo<comparison_direction_v1 LT>}> : (!vhlo.tensor_v1<4x!vhlo.f32_v1>, !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.bool_v1>
}

// -----

// expected-error@+1 {{failed to convert VHLO to v1.2.0}}
module {
  %0 = "test.value"() : () -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
  // expected-error@+2 {{failed to legalize operation 'vhlo.custom_call_v2' that was explicitly marked illegal}}
  // expected-note@+1 {{a dictionary or typed interface of a custom call is there from 1.3.0 on}}
  %1 = "vhlo.custom_call_v2"(%0) <{api_version = #vhlo<api_version_v1 API_VERSION_TYPED_FFI>, backend_config = #vhlo.dict_v1<{}>, call_target_name = #vhlo.string_v1<"f">, called_computations = #vhlo.array_v1<[]>, has_side_effect = #vhlo.bool_v1<false>, operand_layouts = #vhlo.array_v1<[]>, output_operand_aliases = #vhlo.array_v1<[]>, result_layouts = #vhlo.array_v1<[]>, result_tilings = #vhlo.array_v1<[]>}> : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
}

// -----

// expected-error@+1 {{failed to convert VHLO to v1.2.0}}
module {
  %0 = "test.value"() : () -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
  // expected-error@+2 {{failed to legalize operation 'vhlo.all_gather_v2' that was explicitly marked illegal}}
  // expected-note@+1 {{the op had one operand and one result before}}
  %1:2 = "vhlo.all_gather_v2"(%0, %0) <{all_gather_dim = #vhlo.integer_v1<0 : i64>, channel_id = #vhlo.integer_v1<0 : i64>, replica_groups = #vhlo.tensor_v1<dense<0> : tensor<1x1xi64>>, use_global_device_ids = #vhlo.bool_v1<false>}> : (!vhlo.tensor_v1<4x!vhlo.f32_v1>, !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<4x!vhlo.f32_v1>, !vhlo.tensor_v1<4x!vhlo.f32_v1>)
}

// -----

// expected-error@+1 {{failed to convert VHLO to v1.2.0}}
module {
  %0 = "test.value"() : () -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
  // expected-error@+2 {{failed to legalize operation 'vhlo.composite_v2' that was explicitly marked illegal}}
  // expected-note@+1 {{the op had no regions before}}
  %1 = "vhlo.composite_v2"(%0) <{composite_attributes = #vhlo.dict_v1<{}>, decomposition = #vhlo.string_v1<"f">, name = #vhlo.string_v1<"f">, version = #vhlo.integer_v1<0 : i32>}> ({
    "vhlo.return_v1"() : () -> ()
  }) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
}

// -----

// expected-error@+1 {{failed to convert VHLO to v1.2.0}}
module {
  %0 = "test.value"() : () -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
  // expected-error@+2 {{failed to legalize operation 'vhlo.dot_general_v2' that was explicitly marked illegal}}
  // expected-note@+1 {{the op has a 'lhs_precision_type' that it had not before}}
  %1 = "vhlo.dot_general_v2"(%0, %0) <{accumulation_type = #vhlo.type_v1<!vhlo.f32_v1>, allow_imprecise_accumulation = #vhlo.bool_v1<false>, lhs_batching_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, lhs_component_count = #vhlo.integer_v1<1 : i64>, lhs_contracting_dimensions = #vhlo.tensor_v1<dense<0> : tensor<1xi64>>, lhs_precision_type = #vhlo.type_v1<!vhlo.f8E4M3FN_v1>, num_primitive_operations = #vhlo.integer_v1<3 : i64>, precision_config = #vhlo.array_v1<[]>, rhs_batching_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, rhs_component_count = #vhlo.integer_v1<1 : i64>, rhs_contracting_dimensions = #vhlo.tensor_v1<dense<0> : tensor<1xi64>>, rhs_precision_type = #vhlo.type_v1<!vhlo.f8E4M3FN_v1>}> : (!vhlo.tensor_v1<4x!vhlo.f32_v1>, !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<!vhlo.f32_v1>
}

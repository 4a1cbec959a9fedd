// What VHLO can say and StableHLO cannot.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --vhlo-legalize-to-stablehlo --allow-unregistered-dialect

%0 = "test.value"() : () -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
// expected-error@+2 {{failed to legalize operation 'vhlo.tanh_v1' that was explicitly marked illegal}}
// expected-note@+1 {{the op has no form in StableHLO}}
%1 = "vhlo.tanh_v1"(%0) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>

// -----

%0 = "test.value"() : () -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
// expected-error@+2 {{failed to legalize operation 'vhlo.abs_v1' that was explicitly marked illegal}}
// expected-note@+1 {{the type '!vhlo.witness_v1' has no form in StableHLO}}
%1 = "vhlo.abs_v1"(%0) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.witness_v1

// -----

%0 = "test.value"() : () -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
// expected-error@+2 {{failed to legalize operation 'vhlo.abs_v1' that was explicitly marked illegal}}
// expected-note@+1 {{the attribute 'a' has no form in StableHLO: #vhlo.dict_v1<{#vhlo.bool_v1<true> = #vhlo.bool_v1<true>}>}}
%1 = "vhlo.abs_v1"(%0) {a = #vhlo.dict_v1<{#vhlo.bool_v1<true> = #vhlo.bool_v1<true>}>} : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>

// -----

%0 = "test.value"() : () -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
// expected-error@+2 {{failed to legalize operation 'vhlo.abs_v1' that was explicitly marked illegal}}
// expected-note@+1 {{the attribute 'a' has no form in StableHLO}}
%1 = "vhlo.abs_v1"(%0) {a = #vhlo.dict_v1<{#vhlo.string_v1<"k"> = #vhlo.bool_v1<true>, #vhlo.string_v1<"k"> = #vhlo.bool_v1<true>}>} : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>

// -----

%0 = "test.value"() : () -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
// expected-error@+2 {{failed to legalize operation 'vhlo.collective_permute_v1' that was explicitly marked illegal}}
// expected-note@+1 {{the attribute 'channel_id' has no form in StableHLO: #vhlo.bool_v1<true>}}
%1 = "vhlo.collective_permute_v1"(%0) <{channel_id = #vhlo.bool_v1<true>, source_target_pairs = #vhlo.tensor_v1<dense<[[0, 1]]> : tensor<1x2xi64>>}> : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>

// -----

%0 = "test.value"() : () -> !vhlo.tensor_v1<4x!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0.5:300, -128:127, 1>>
// expected-error@+2 {{failed to legalize operation 'vhlo.reshape_v1' that was explicitly marked illegal}}
// expected-note@+1 {{the type '!vhlo.tensor_v1<4x!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 5.000000e-01:300, -128:127, 1>>' has no form in StableHLO}}
%1 = "vhlo.reshape_v1"(%0) : (!vhlo.tensor_v1<4x!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0.5:300, -128:127, 1>>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>

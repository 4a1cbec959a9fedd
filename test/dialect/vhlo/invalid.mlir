// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error@+1 {{expected VHLO type, found 'f32'}}
"test.op"() {a = !vhlo.tensor_v1<2xf32>} : () -> ()

// -----

// expected-error@+1 {{expected VHLO attribute, found 1 : i32}}
"test.op"() {a = !vhlo.tensor_v1<2x!vhlo.f32_v1, 1 : i32>} : () -> ()

// -----

// expected-error@+1 {{unknown type 'f31_v1' in dialect 'vhlo'}}
"test.op"() {a = !vhlo.f31_v1} : () -> ()

// -----

// expected-error@+1 {{expected as many zero points as scales, found 1 and 2}}
"test.op"() {a = !vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0, [0.5, 0.25], [0], -127:127, 1>} : () -> ()

// -----

// expected-error@+1 {{expected VHLO type, found 'i32'}}
"test.op"() {a = #vhlo.type_v1<i32>} : () -> ()

// -----

// expected-error@+1 {{expected VHLO attribute as key, found "x"}}
"test.op"() {a = #vhlo.dict_v1<{"x" = #vhlo.bool_v1<true>}>} : () -> ()

// -----

// expected-error@+1 {{expected 'true' or 'false'}}
"test.op"() {a = #vhlo.bool_v1<1>} : () -> ()

// -----

// expected-error@+1 {{1.000000e+00 : f32 does not fit in 'vhlo.integer_v1'}}
"test.op"() {a = #vhlo.integer_v1<1.0 : f32>} : () -> ()

// -----

// expected-error@+1 {{1 : i7 does not fit in 'vhlo.integer_v1'}}
"test.op"() {a = #vhlo.integer_v1<1 : i7>} : () -> ()

// -----

// expected-error@+1 {{expected a floating-point type of VHLO, found 'f32'}}
"test.op"() {a = #vhlo.float_v1<1.0 : f32>} : () -> ()

// -----

// expected-error@+1 {{expected VHLO attribute, found 1 : i64}}
"test.op"() {a = #vhlo.mesh_v1<axes = 1>} : () -> ()

// -----

%0 = "test.value"() : () -> !vhlo.f32_v1
// expected-error@+1 {{requires attribute 'result_accuracy'}}
%1 = "vhlo.tanh_v2"(%0) : (!vhlo.f32_v1) -> !vhlo.f32_v1

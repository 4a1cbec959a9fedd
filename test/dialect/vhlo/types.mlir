// Types and attributes are read and written in upstream's spelling, as text and as bytecode.
// RUN: tern-opt %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt %t.mlir | diff %t.mlir -
// RUN: tern-opt --emit-bytecode %s -o %t.mlir.bc
// RUN: tern-opt %t.mlir.bc | diff %t.mlir -

// CHECK-LABEL: @scalars
// CHECK-SAME: !vhlo.bool_v1, %{{[^:]*}}: !vhlo.i2_v1, %{{[^:]*}}: !vhlo.i4_v1, %{{[^:]*}}: !vhlo.i8_v1
// CHECK-SAME: !vhlo.ui64_v1
// CHECK-SAME: !vhlo.tf31_v1
vhlo.func_v1 @scalars(%0: !vhlo.bool_v1, %1: !vhlo.i2_v1, %2: !vhlo.i4_v1, %3: !vhlo.i8_v1, %4: !vhlo.i16_v1,
    %5: !vhlo.i32_v1, %6: !vhlo.i64_v1, %7: !vhlo.ui2_v1, %8: !vhlo.ui4_v1, %9: !vhlo.ui8_v1, %10: !vhlo.ui16_v1,
    %11: !vhlo.ui32_v1, %12: !vhlo.ui64_v1, %13: !vhlo.bf16_v1, %14: !vhlo.f16_v1, %15: !vhlo.f32_v1,
    %16: !vhlo.f64_v1, %17: !vhlo.tf31_v1, %18: !vhlo.f8E3M4_v1, %19: !vhlo.f8E4M3_v1, %20: !vhlo.f8E4M3FN_v1,
    %21: !vhlo.f8E5M2_v1, %22: !vhlo.f8E4M3FNUZ_v1, %23: !vhlo.f8E5M2FNUZ_v1, %24: !vhlo.f8E4M3B11FNUZ_v1,
    %25: !vhlo.f8E8M0FNU_v1, %26: !vhlo.f4E2M1FN_v1, %27: !vhlo.f6E2M3FN_v1, %28: !vhlo.f6E3M2FN_v1,
    %29: !vhlo.index_v1, %30: !vhlo.none_v1, %31: !vhlo.token_v1, %32: !vhlo.witness_v1) -> () {
  "vhlo.return_v1"() : () -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}

// CHECK-LABEL: @compound
// CHECK-SAME: %arg0: !vhlo.tensor_v1<!vhlo.f32_v1>
// CHECK-SAME: %arg1: !vhlo.tensor_v1<2x?x!vhlo.complex_v1<!vhlo.f64_v1>>
// CHECK-SAME: %arg2: !vhlo.tensor_v1<?x3x!vhlo.f32_v1, #vhlo.type_extensions_v1<bounds = [4, ?]>>
// CHECK-SAME: %arg3: !vhlo.unranked_tensor_v1<!vhlo.i8_v1>
// CHECK-SAME: %arg4: !vhlo.tuple_v1<!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.tuple_v1<>>
// CHECK-SAME: %arg5: !vhlo.buffer_v1<2x3x!vhlo.f32_v1>
// CHECK-SAME: %arg6: !vhlo.future_v1<!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.tensor_v1<2x!vhlo.bool_v1>>
// CHECK-SAME: %arg7: !vhlo.tensor_v1<2x!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 5.000000e-01:3, -128:127, 1>>
// CHECK-SAME: %arg8: !vhlo.tensor_v1<2x!vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0, [5.000000e-01, 2.500000e-01], [0, -4], -127:127, 1>>
// CHECK-SAME: %arg9: !vhlo.func_v1<(()) -> ()>
// CHECK-SAME: %arg10: !vhlo.func_v1<(!vhlo.f32_v1) -> !vhlo.i32_v1, !vhlo.bool_v1>
// CHECK-SAME: -> (!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.token_v1)
vhlo.func_v1 @compound(%a: !vhlo.tensor_v1<!vhlo.f32_v1>, %b: !vhlo.tensor_v1<2x?x!vhlo.complex_v1<!vhlo.f64_v1>>,
    %c: !vhlo.tensor_v1<?x3x!vhlo.f32_v1, #vhlo.type_extensions_v1<bounds = [4, ?]>>,
    %d: !vhlo.unranked_tensor_v1<!vhlo.i8_v1>,
    %e: !vhlo.tuple_v1<!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.tuple_v1<>>, %f: !vhlo.buffer_v1<2x3x!vhlo.f32_v1>,
    %g: !vhlo.future_v1<!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.tensor_v1<2x!vhlo.bool_v1>>,
    %h: !vhlo.tensor_v1<2x!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0.5:3, -128:127, 1>>,
    %i: !vhlo.tensor_v1<2x!vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0, [0.5, 0.25], [0, -4], -127:127, 1>>,
    %j: !vhlo.func_v1<(()) -> ()>, %k: !vhlo.func_v1<(!vhlo.f32_v1) -> !vhlo.i32_v1, !vhlo.bool_v1>)
    -> (!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.token_v1) {
  %t = "vhlo.create_token_v1"() : () -> !vhlo.token_v1
  "vhlo.return_v1"(%a, %t) : (!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.token_v1) -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}

// CHECK-LABEL: @attributes
// CHECK: a = #vhlo.array_v1<[#vhlo.bool_v1<true>, #vhlo.bool_v1<false>]>
// CHECK-SAME: alias = #vhlo.output_operand_alias_v1<outputTupleIndices = [], operandIndex = 0, operandTupleIndices = [1, 2]>
// CHECK-SAME: d = #vhlo.dict_v1<{#vhlo.string_v1<"x"> = #vhlo.integer_v1<-1 : i32>, #vhlo.string_v1<"y\0A\22"> = #vhlo.float_v1<1.500000e+00 : !vhlo.f32_v1>}>
// CHECK-SAME: e = #vhlo<comparison_type_v1 WEAKORDER>
// CHECK-SAME: empty = #vhlo.dict_v1<{}>
// CHECK-SAME: g = #vhlo.replica_group_mesh_axes_v1<mesh = #vhlo.mesh_v1<axes = #vhlo.array_v1<[#vhlo.mesh_axis_v1<name = #vhlo.string_v1<"x">, size = 2>]>>, axes = #vhlo.array_v1<[#vhlo.axis_ref_v1<name = #vhlo.string_v1<"x">, sub_axis_info = #vhlo.sub_axis_info_v1<pre_size = 1, size = 2>>, #vhlo.axis_ref_v1<name = #vhlo.string_v1<"y">>]>>
// CHECK-SAME: i = #vhlo.integer_v1<7 : index>
// CHECK-SAME: m = #vhlo.mesh_v1<axes = #vhlo.array_v1<[]>, device_ids = #vhlo.tensor_v1<dense<[0, 1]> : tensor<2xi64>>>
// CHECK-SAME: r = #vhlo.result_accuracy_v1<atol = 1.500000e+00, rtol = 0.000000e+00, ulps = 3, mode = #vhlo<result_accuracy_mode_v1 TOLERANCE>>
// CHECK-SAME: t = #vhlo.tensor_v1<dense<[true, false, true, true, true, true, true, true, true]> : tensor<9xi1>>
// CHECK-SAME: u = #vhlo.tensor_v1<dense<true> : tensor<3xi1>>
// CHECK-SAME: v = #vhlo.tensor_v1<dense<false> : tensor<30xi1>>
// CHECK-SAME: w = #vhlo.tensor_v1<dense<[-1, 7, -8]> : tensor<3xi4>>
// CHECK-SAME: x = #vhlo.tensor_v1<dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>>
// CHECK-SAME: y = #vhlo.type_v1<!vhlo.tensor_v1<2x!vhlo.f32_v1>>
vhlo.func_v1 @attributes() -> () {
  "vhlo.return_v1"() : () -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">,
   a = #vhlo.array_v1<[#vhlo.bool_v1<true>, #vhlo.bool_v1<false>]>,
   alias = #vhlo.output_operand_alias_v1<outputTupleIndices = [], operandIndex = 0, operandTupleIndices = [1, 2]>,
   d = #vhlo.dict_v1<{#vhlo.string_v1<"x"> = #vhlo.integer_v1<-1 : i32>, #vhlo.string_v1<"y\0A\22"> = #vhlo.float_v1<1.5 : !vhlo.f32_v1>}>,
   e = #vhlo<comparison_type_v1 WEAKORDER>, empty = #vhlo.dict_v1<{}>,
   g = #vhlo.replica_group_mesh_axes_v1<mesh = #vhlo.mesh_v1<axes = #vhlo.array_v1<[#vhlo.mesh_axis_v1<name = #vhlo.string_v1<"x">, size = 2>]>>, axes = #vhlo.array_v1<[#vhlo.axis_ref_v1<name = #vhlo.string_v1<"x">, sub_axis_info = #vhlo.sub_axis_info_v1<pre_size = 1, size = 2>>, #vhlo.axis_ref_v1<name = #vhlo.string_v1<"y">>]>>,
   i = #vhlo.integer_v1<7 : index>,
   m = #vhlo.mesh_v1<axes = #vhlo.array_v1<[]>, device_ids = #vhlo.tensor_v1<dense<[0, 1]> : tensor<2xi64>>>,
   r = #vhlo.result_accuracy_v1<atol = 1.5, rtol = 0.0, ulps = 3, mode = #vhlo<result_accuracy_mode_v1 TOLERANCE>>,
   t = #vhlo.tensor_v1<dense<[true, false, true, true, true, true, true, true, true]> : tensor<9xi1>>,
   u = #vhlo.tensor_v1<dense<true> : tensor<3xi1>>, v = #vhlo.tensor_v1<dense<false> : tensor<30xi1>>,
   w = #vhlo.tensor_v1<dense<[-1, 7, -8]> : tensor<3xi4>>,
   x = #vhlo.tensor_v1<dense<(1.0, 2.0)> : tensor<complex<f32>>>, y = #vhlo.type_v1<!vhlo.tensor_v1<2x!vhlo.f32_v1>>}

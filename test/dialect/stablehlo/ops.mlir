// What is pretty stays pretty, and the generic form means the same.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s | tern-opt --allow-unregistered-dialect | diff %t.mlir -

// CHECK-LABEL: func.func @one_type(
func.func @one_type(%a: tensor<4xf32>, %i: tensor<4xi32>, %d: tensor<?xf32>) {
  // CHECK: stablehlo.abs %{{.*}} : tensor<4xf32>
  %0 = stablehlo.abs %a : tensor<4xf32>
  // CHECK: stablehlo.tanh %{{.*}} : tensor<4xf32>
  %1 = stablehlo.tanh %a : tensor<4xf32>
  // CHECK: stablehlo.exponential %{{.*}} {result_accuracy = #stablehlo.result_accuracy<ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  %2 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  // CHECK: stablehlo.add %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  %3 = stablehlo.add %a, %d : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  // CHECK: stablehlo.shift_right_logical %{{.*}}, %{{.*}} : tensor<4xi32>
  %4 = "stablehlo.shift_right_logical"(%i, %i) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xf32>
  %5 = stablehlo.clamp %a, %a, %a : tensor<4xf32>
  // CHECK: stablehlo.reduce_precision %{{.*}}, format = e5m10 : tensor<4xf32>
  %6 = stablehlo.reduce_precision %a, format = e5m10 : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @several_types(
func.func @several_types(%a: tensor<4xf32>, %c: tensor<4xcomplex<f32>>, %p: tensor<i1>) {
  // CHECK: stablehlo.abs %{{.*}} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %0 = stablehlo.abs %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: stablehlo.complex %{{.*}}, %{{.*}} : tensor<4xcomplex<f32>>
  %1 = stablehlo.complex %a, %a : tensor<4xcomplex<f32>>
  // CHECK: stablehlo.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xbf16>
  %2 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xbf16>
  // CHECK: stablehlo.compare GE, %{{.*}}, %{{.*}}, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = "stablehlo.compare"(%a, %a) {comparison_direction = #stablehlo<comparison_direction GE>, compare_type = #stablehlo<comparison_type TOTALORDER>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<4xf32>
  %4 = stablehlo.select %p, %a, %a : tensor<i1>, tensor<4xf32>
  // CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<4xf32>) -> tensor<4x4xi8>
  %5 = stablehlo.bitcast_convert %a : (tensor<4xf32>) -> tensor<4x4xi8>
  return
}

// CHECK-LABEL: func.func @constants(
func.func @constants() {
  // CHECK: %cst = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
  %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
  // CHECK: %c = stablehlo.constant {name = "x"} dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.constant {name = "x"} dense<[1, 2]> : tensor<2xi32>
  // CHECK: stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>
  %2 = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xui64>
  %3 = stablehlo.iota dim = 1 : tensor<2x3xui64>
  return
}

// CHECK-LABEL: func.func @movement(
func.func @movement(%a: tensor<2x8xf32>, %p: tensor<f32>, %i: tensor<i32>, %s: tensor<f32>) {
  // CHECK: stablehlo.slice %{{.*}} [0:2, 1:7:2] : (tensor<2x8xf32>) -> tensor<2x3xf32>
  %0 = stablehlo.slice %a [0:2, 1:7:2] : (tensor<2x8xf32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.slice %{{.*}} [] : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.slice %s [] : (tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.pad %{{.*}}, %{{.*}}, low = [0, -1], high = [1, 0], interior = [0, 1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<3x14xf32>
  %2 = stablehlo.pad %a, %p, low = [0, -1], high = [1, 0], interior = [0, 1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<3x14xf32>
  // CHECK: stablehlo.dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, sizes = [1, 8] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  %3 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 8] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  // CHECK: stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 1 : (tensor<2x8xf32>, tensor<2x3xf32>) -> tensor<2x11xf32>
  %4 = stablehlo.concatenate %a, %0, dim = 1 : (tensor<2x8xf32>, tensor<2x3xf32>) -> tensor<2x11xf32>
  // CHECK: stablehlo.broadcast %{{.*}}, sizes = [3] : (tensor<2x8xf32>) -> tensor<3x2x8xf32>
  %5 = stablehlo.broadcast %a, sizes = [3] : (tensor<2x8xf32>) -> tensor<3x2x8xf32>
  // The elements of lists of earlier years become arrays.
  // CHECK: stablehlo.transpose %{{.*}}, dims = [1, 0] : (tensor<2x8xf32>) -> tensor<8x2xf32>
  %6 = "stablehlo.transpose"(%a) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<2x8xf32>) -> tensor<8x2xf32>
  return
}

// CHECK-LABEL: func.func @contractions(
func.func @contractions(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %x: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x16xf32>) {
  // CHECK: stablehlo.dot %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x3x4xf32>
  %2 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x3x4xf32>
  // CHECK: stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  %3 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  // CHECK: window = {stride = [2, 1], pad = {{\[}}[1, 1], [0, 2]], rhs_dilate = [2, 1], reverse = [true, false]}
  %4 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, f, 0, 1], window = {reverse = [1, 0], stride = [2, 1], pad = [[1, 1], [0, 2]], rhs_dilate = [2, 1]} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x16x3x8xf32>
  // CHECK: stablehlo.einsum %{{.*}}, %{{.*}}, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %5 = stablehlo.einsum %a, %b, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @reductions(
func.func @reductions(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] {tag = 1 : i32} : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1] {tag = 1 : i32} : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  // A body that is not one commutative op is written out.
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) across dimensions = [1]
  // CHECK-NEXT: reducer(%[[E:.*]]: tensor<f32>, %[[A:.*]]: tensor<f32>) {
  // CHECK-NEXT: stablehlo.subtract %[[E]], %[[A]]
  %1 = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%e: tensor<f32>, %a: tensor<f32>):
    %2 = stablehlo.subtract %e, %a : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @others(
func.func private @same(tensor<f32>) -> tensor<f32>
func.func @others(%a: tensor<f32>, %t: tuple<tensor<f32>, tensor<2xi32>>, %s: tensor<2xui64>, %e: tensor<?x4xf32, #stablehlo.bounds<8, ?>>) {
  // CHECK: stablehlo.custom_call @target(%{{.*}}) {api_version = 4 : i32, backend_config = {n = 1 : i64}} : (tensor<f32>) -> tensor<f32>
  %0 = stablehlo.custom_call @target(%a) {api_version = 4 : i32, backend_config = {n = 1 : i64}} : (tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.get_tuple_element %{{.*}}[1] : (tuple<tensor<f32>, tensor<2xi32>>) -> tensor<2xi32>
  %1 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<f32>, tensor<2xi32>>) -> tensor<2xi32>
  // CHECK: stablehlo.tuple %{{.*}}, %{{.*}} : tuple<tensor<f32>, tensor<2xi32>>
  %2 = stablehlo.tuple %a, %1 : tuple<tensor<f32>, tensor<2xi32>>
  // CHECK: stablehlo.rng_bit_generator %{{.*}}, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
  %3, %4 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
  // CHECK: stablehlo.optimization_barrier %{{.*}}, %{{.*}} : tensor<f32>, tensor<2xi32>
  %5:2 = stablehlo.optimization_barrier %a, %1 : tensor<f32>, tensor<2xi32>
  // CHECK: stablehlo.optimization_barrier()
  stablehlo.optimization_barrier()
  // CHECK: stablehlo.composite "my.op" %{{.*}} {composite_attributes = {n = 1 : i32}, decomposition = @same} : (tensor<f32>) -> tensor<f32>
  %6 = stablehlo.composite "my.op" %a {composite_attributes = {n = 1 : i32}, decomposition = @same} : (tensor<f32>) -> tensor<f32>
  // CHECK: %[[T:.*]] = stablehlo.create_token : !stablehlo.token
  %7 = stablehlo.create_token : !stablehlo.token
  // CHECK: stablehlo.after_all %[[T]], %[[T]] : !stablehlo.token
  %8 = stablehlo.after_all %7, %7 : !stablehlo.token
  // CHECK: tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  %9 = stablehlo.negate %e : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  return
}

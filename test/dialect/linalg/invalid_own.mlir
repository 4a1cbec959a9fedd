// What is refused with words of our own, or where upstream does not look.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @matmul_attribute_occurs_more_than_once_in_the(%c: tensor<?x6xf32>, %m: memref<?x6xf32>, %s: f32) {
  // expected-error@+1 {{attribute 'indexing_maps' occurs more than once in the attribute list}}
  linalg.matmul {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>]} ins(%c, %c: tensor<?x6xf32>, tensor<?x6xf32>) outs(%c: tensor<?x6xf32>) -> tensor<?x6xf32>
  return
}

// -----

func.func @pooling_nhwc_max_attribute_failed_to_satisfy_constraint_bit_signless(%a: tensor<1x8x8x4xf32>, %k: tensor<3x3xf32>, %o: tensor<1x6x6x4xf32>) {
  // expected-error@+1 {{'linalg.pooling_nhwc_max' op attribute 'strides' failed to satisfy constraint: 64-bit signless int elements attribute of shape [2]}}
  %0 = linalg.pooling_nhwc_max {strides = dense<1> : tensor<3xi64>} ins(%a, %k: tensor<1x8x8x4xf32>, tensor<3x3xf32>) outs(%o: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

#a = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @matmul_expected_indexing_map_to_have_dim_s(%x: tensor<4x4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.matmul' op expected indexing_map #1 to have 4 dim(s) to match the number of loops}}
  linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %x: tensor<4x4xf32>, tensor<4x4xf32>) outs(%x: tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @max_custom_op_unsupported_non_numeric_type(%c: tensor<4xf32>, %d: tensor<4xi1>, %e: tensor<4xcomplex<f32>>, %i: tensor<4xi32>) {
  // expected-error@+1 {{custom op 'linalg.max' unsupported non numeric type}}
  %7 = linalg.max ins(%e, %e: tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%d: tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @add_custom_op_cannot_build_binary_linalg_operation(%c: tensor<4x!made_up.x>) {
  // expected-error@+1 {{custom op 'linalg.add' Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got '!made_up.x' and '!made_up.x'}}
  %7 = linalg.add ins(%c, %c: tensor<4x!made_up.x>, tensor<4x!made_up.x>) outs(%c: tensor<4x!made_up.x>) -> tensor<4x!made_up.x>
  return
}

// -----

func.func @elementwise_custom_op_unsupported_operation_unsigned_max_not(%d: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{custom op 'linalg.elementwise' unsupported operation: unsigned max not on uint}}
  %7 = linalg.elementwise kind=#linalg.elementwise_kind<max_unsigned> ins(%d, %d: tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%d: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  // expected-error@+1 {{custom op 'linalg.elementwise' unable to parse elemwise op}}
  return
}

// -----

func.func @powf_custom_op_unsupported_non_numeric_type(%d: tensor<4xi32>) {
  // expected-error@+1 {{custom op 'linalg.powf' unsupported non numeric type}}
  %7 = linalg.powf ins(%d, %d: tensor<4xi32>, tensor<4xi32>) outs(%d: tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @max_custom_op_unsupported_non_numeric_type(%d: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{custom op 'linalg.max' unsupported non numeric type}}
  %7 = linalg.max ins(%d, %d: tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%d: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

  // expected-error@+1 {{'linalg.matmul' op expects 2 inputs and 1 output, but got 0 and 0}}
"linalg.matmul"() <{operandSegmentSizes = array<i32: 0, 0>}> ({}) : () -> ()

// -----

  // expected-error@+1 {{'linalg.matmul' op requires dense i32 array attribute 'operandSegmentSizes'}}
"linalg.matmul"() ({}) : () -> ()

// -----

  // expected-error@+1 {{'linalg.reduce' op expects at least one input}}
"linalg.reduce"() <{dimensions = array<i64: 5>}> ({^bb0: "linalg.yield"() : () -> ()}) : () -> ()

// -----

%a = "test.v"() : () -> tensor<*xf32>
  // expected-error@+1 {{'linalg.matmul' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
"linalg.matmul"(%a, %a, %a) <{operandSegmentSizes = array<i32: 2, 1>}> ({^bb0(%x: f32): "linalg.yield"() : () -> ()}) : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> ()

// -----

%a = "test.v"() : () -> tensor<4xf32>
  // expected-error@+1 {{'linalg.contract' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
"linalg.contract"(%a, %a, %a) <{operandSegmentSizes = array<i32: 2, 1>, indexing_maps = [affine_map<(d0)->(d0)>]}> ({^bb0(%x: f32): "linalg.yield"() : () -> ()}) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()

// -----

%a = "test.v"() : () -> tensor<4xf32>
  // expected-error@+1 {{'linalg.elementwise' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
"linalg.elementwise"(%a, %a) <{operandSegmentSizes = array<i32: 1, 1>, kind = #linalg.elementwise_kind<add>, indexing_maps = [affine_map<(d0)->(d0)>]}> ({^bb0(%x: f32): "linalg.yield"() : () -> ()}) : (tensor<4xf32>, tensor<4xf32>) -> ()

// -----

%a = "test.v"() : () -> tensor<4xf32>
  // expected-error@+1 {{invalid negative tile factor}}
%r = "linalg.pack"(%a, %a) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, inner_dims_pos = array<i64: 9>, static_inner_tiles = array<i64: -1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

// -----

%a = "test.v"() : () -> f32
  // expected-error@+1 {{'linalg.fill' op operand #1 must be variadic of shaped of any type values, but got 'f32'}}
linalg.fill ins(%a : f32) outs(%a : f32)

// -----

func.func @elementwise_without_such_a_kind(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'linalg.elementwise' has no kind 'cube'}}
  %0 = linalg.elementwise <cube> ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @no_operands(%a: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.transpose' op expected 2 operands, but found 0}}
  linalg.transpose permutation = [0]
  return
}

// -----

func.func @payload(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected bare identifier or keyword}}
  %0 = linalg.map { "f" } ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>)
  return
}

// -----

func.func @strides(%a: memref<1x8x8x4xf32>, %f: memref<3x3x4xf32>, %o: memref<1x6x6x4xf32>) {
  // expected-error@+1 {{Invalid attribute `strides` in property conversion: dense<1.000000e+00> : tensor<2xf32>}}
  linalg.depthwise_conv_2d_nhwc_hwc <{strides = dense<1.0> : tensor<2xf32>}> ins(%a, %f : memref<1x8x8x4xf32>, memref<3x3x4xf32>) outs(%o : memref<1x6x6x4xf32>)
  return
}

// -----

func.func @bools(%a: tensor<4xi1>) {
  // expected-error@+1 {{unsupported operation: unsigned max not on uint}}
  %0 = linalg.pooling_nwc_max_unsigned ins(%a, %a : tensor<4xi1>, tensor<4xi1>) outs(%a : tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @maps(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>, %c: tensor<2x3x5xf32>) {
  // expected-error@+1 {{'linalg.batch_matmul' op Indexing_map attribute must have 3 affine maps.}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>]
      ins(%a, %b : tensor<2x3x4xf32>, tensor<2x4x5xf32>) outs(%c : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @elementwise_kind_in_an_attribute(%a: tensor<4xf32>) {
  // expected-error@+3 {{expected ::mlir::linalg::ElementwiseKind to be one of: exp, log, abs}}
  // expected-error@+2 {{failed to parse ElementwiseKindAttr parameter 'value' which is to be a `::mlir::linalg::ElementwiseKind`}}
  // expected-error@+1 {{custom op 'linalg.elementwise' expected operation 'kind' attribute}}
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<cube> ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @elementwise_without_inputs(%a: tensor<4xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> outs(%a : tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+2 {{[parseNamedStructuredOpRegion] ods-gen generated region expects 2 args, got 1}}
  // expected-error@+1 {{custom op 'linalg.elementwise' unable to parse elemwise op}}
  return
}

// -----

// What is inside of an op is wrong first, and the op is not judged by it.
func.func @yields_too_much(%a: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    // expected-error@+1 {{'linalg.yield' op expected number of yield values (2) to match the number of inits / outs operands of the enclosing LinalgOp (1)}}
    linalg.yield %x, %y : f32, f32
  }
  return
}

// -----

// Without an end, a block is described by its last op, on lines of its own if it takes several.
func.func @loop_at_the_end(%a: index) {
  // expected-error-re@+1 {{block with no terminator, has {{.*}}"scf.for"(%arg0, %arg0, %arg0) ({}}
  scf.for %i = %a to %a step %a {
  }
}

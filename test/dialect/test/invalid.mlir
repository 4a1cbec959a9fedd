// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{attribute 'attr' failed to satisfy constraint: 32-bit signless integer attribute or string attribute}}
"test.any_attr_of_i32_str"() {attr = 5 : i64} : () -> ()

// -----

// expected-error@+1 {{'attr' attribute should have trait 'TestAttrTrait'}}
"test.attr_with_trait"() {attr = 0 : i32} : () -> ()

// -----

// expected-error@+1 {{result type should have trait 'TestTypeTrait'}}
%0 = "test.result_type_with_trait"() : () -> i32

// -----

// expected-error@+1 {{invalid to use 'test.invalid_attr'}}
"test.made_up"() {test.invalid_attr} : () -> ()

// -----

// expected-error@+1 {{region #0 failed to verify constraint: region with 1 blocks}}
"test.single_no_terminator_custom_asm_op"() ({}) : () -> ()

// -----

// expected-error@+1 {{region #0 ('region') failed to verify constraint: region with 1 blocks}}
"test.affine_scope"() ({}) : () -> ()

// -----

// expected-error@+1 {{failed to verify 'param': 16-bit signless integer or 32-bit signless integer}}
"test.made_up"() {a = !test.type_verification<i8>} : () -> ()

// -----

// What is wrong with an enum's case comes first, then, at what follows it, the attribute.
// expected-error@+2 {{expected test::TestEnum to be one of: first, second, third}}
// expected-error@+1 {{failed to parse TestEnumAttr parameter 'value' which is to be a `test::TestEnum`}}
"test.made_up"() {a = #test<enum tenth>} : () -> ()

// -----

// expected-error@+2 {{expected valid keyword or string}}
// expected-error@+1 {{failed to parse TestEnumAttr parameter 'value'}}
test.op_with_enum 3

// -----

// expected-error@+2 {{custom op 'test.op_with_bit_enum' expected one of [read, write, execute] for a test bit enum, got: append}}
// expected-error@+1 {{failed to parse TestBitEnumAttr parameter 'value' which is to be a `test::TestBitEnum`}}
test.op_with_bit_enum <append>

// -----

// expected-error@+2 {{expected keyword for a test bit enum}}
// expected-error@+1 {{failed to parse TestBitEnumAttr parameter 'value'}}
"test.made_up"() {a = #test.bit_enum<1>} : () -> ()

// -----

// expected-error@+1 {{expected 1 or more operands, but found 0}}
"test.same_operand_shape"() : () -> ()

// -----

func.func @no_result(%arg0: tensor<2xf32>) {
  // expected-error@+1 {{expected 1 or more results}}
  "test.same_operand_and_result_element_type"(%arg0) : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @sizes(%arg0: i32) {
  // expected-error@+1 {{operand count (2) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  "test.attr_sized_operands"(%arg0, %arg0) {operandSegmentSizes = array<i32: 1, 1>} : (i32, i32) -> ()
  return
}

// -----

// expected-error@+1 {{TestSymbolRefAttr::verifySymbolUses: '@none' does not reference a valid symbol}}
"test.made_up"() {test.symbol = #test.symbol_ref_attr<@none>} : () -> ()

// -----

// What an op is asked before its regions, and after.
%0 = arith.constant 1 : i32
// expected-remark@+2 {{success run of verifier}}
// expected-remark@+1 {{success run of region verifier}}
"test.verifiers"(%0) ({
  %1 = arith.constant 2 : index
}) : (i32) -> ()

// -----

// expected-error@+1 {{attribute 'f32attr' failed to satisfy constraint: f32 dense array attribute whose value is positive}}
"test.confined_strictly_positive_attr"() {i8attr = array<i8: 2>, i16attr = array<i16: 20>, i32attr = array<i32: 1>,
  i64attr = array<i64: 1>, f32attr = array<f32: 0.0>, f64attr = array<f64: 2.25>, emptyattr = array<i16>} : () -> ()

// -----

// expected-error@+2 {{expected valid keyword}}
// expected-error@+1 {{expected a parameter name in struct}}
"test.made_up"() {a = #test.custom_struct<1>} : () -> ()

// -----

// expected-error@+1 {{duplicate or unknown struct parameter name: value}}
"test.made_up"() {a = #test.custom_struct<value = 1, value = 2>} : () -> ()

// -----

// expected-error@+1 {{struct is missing required parameter: value}}
"test.made_up"() {a = #test.custom_struct<type_str = "s">} : () -> ()

// -----

// expected-error@+2 {{invalid kind of attribute specified}}
// expected-error@+1 {{failed to parse TestOpAsmAttrInterfaceAttr parameter 'value' which is to be a `mlir::StringAttr`}}
"test.made_up"() {a = #test.op_asm_attr_interface<value = 3>} : () -> ()

// -----

// expected-error@+1 {{unknown float type, expected 'float', 'double' or 'fp80'}}
"test.made_up"() {a = #test.custom_float<"half" : 1.0>} : () -> ()

// -----

// expected-error@+1 {{expected floating point literal}}
"test.made_up"() {a = #test.custom_float<"float" : "x">} : () -> ()

// -----

// expected-error@+2 {{integer value too large}}
// expected-error@+1 {{failed to parse TestArrayOfInts parameter 'value' which is to be a `::llvm::ArrayRef<int32_t>`}}
"test.made_up"() {a = #test.array_of_ints[5000000000]} : () -> ()

// -----

// expected-error@+1 {{expected 2 attribute arguments, but had 1}}
"test.made_up"() {a = #test.dynamic_pair<i32>} : () -> ()

// -----

// expected-error@+1 {{expected 0 type arguments, but had 1}}
"test.made_up"() : () -> !test.dynamic_singleton<i32>

// -----

// expected-error@+1 {{'test.dynamic_one_operand_two_results' op expected 1 operand, but had 0}}
"test.dynamic_one_operand_two_results"() : () -> ()

// -----

%0 = arith.constant 0 : i1
// expected-error@+1 {{'test.dynamic_one_operand_two_results' op expected 2 results, but had 1}}
%1 = "test.dynamic_one_operand_two_results"(%0) : (i1) -> i1

// -----

// expected-error@+1 {{expected a single result, no operands and no regions}}
"test_dyn.one_result"() : () -> ()

// -----

// expected-error@+1 {{invalid to use 'test.invalid_attr'}}
func.func private @result() -> (i32 {test.invalid_attr})

// -----

// expected-error@+1 {{custom op 'test.parse_b64' }}
test.parse_b64 "a"

// -----

// expected-error@+1 {{custom op 'test.parse_b64' }}
test.parse_b64 "a=bc"

// -----

// expected-error@+1 {{'test.symbol_with_result' op symbols must not have results}}
%0 = "test.symbol_with_result"() <{sym_name = "name"}> : () -> i32

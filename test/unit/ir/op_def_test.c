// Rows: compiling them, the constraints they name, default values, and what is said of wrong ones.

#include "ir/op_def.h"

#include "ir_test_dialect.h"

static void compiles_a_row(void **state) {
  fixture_t *f = *state;
  const tern_op_def_t *def = tern_op_def_of(f->context, T(SEGMENTS));
  assert_ptr_equal(def, tern_op_def_get(f->context, TERN_STR("t.segments")));
  assert_int_equal(def->operand_count, 4);
  assert_int_equal(def->operands[0].arity, TERN_ARITY_ONE);
  assert_int_equal(def->operands[1].arity, TERN_ARITY_VARIADIC);
  assert_int_equal(def->operands[2].arity, TERN_ARITY_OPTIONAL);
  assert_ptr_equal(def->operands[0].constraint->buildable, f->index);
  assert_true(tern_op_def_has_trait(def, TERN_TRAIT_ATTR_SIZED_OPERAND_SEGMENTS));
  assert_int_equal(def->operand_segments_slot, tern_op_def_slot(def, TERN_STR("operandSegmentSizes")));
  assert_int_equal(def->result_segments_slot, -1);
  def = tern_op_def_of(f->context, T(COMPARE));
  assert_int_equal(def->type_rule_count, 2);
  assert_int_equal(def->type_rules[1].target, 2);
  assert_int_equal(def->type_rules[1].transform, TERN_TRANSFORM_I1_LIKE);
  def = tern_op_def_of(f->context, T(YIELD));
  assert_int_equal(def->parent_count, 2);
  assert_string_equal(def->parents[1]->data, "t.isolated");
  def = tern_op_def_of(f->context, T(LOOP));
  assert_true(tern_op_def_has_trait(def, TERN_TRAIT_SINGLE_BLOCK));
  assert_int_equal(def->regions[0].max_blocks, 1);
}

static const tern_op_row_t late_rows[] = {{.name = "late.op"}};
static const tern_dialect_t late_dialect = {.name = "late", .ops = late_rows, .op_count = 1};

static void makes_unregistered_definitions(void **state) {
  fixture_t *f = *state;
  const tern_op_def_t *def = tern_op_def_get(f->context, TERN_STR("late.op"));
  assert_null(def->row);
  assert_null(def->dialect);
  assert_ptr_equal(tern_op_def_get(f->context, TERN_STR("late.op")), def);
  assert_ptr_equal(tern_op_def_get(f->context, TERN_STR("t.unknown"))->dialect, &t_dialect);
  tern_context_register_dialect(f->context, &late_dialect);
  assert_ptr_equal(tern_op_def_get(f->context, TERN_STR("late.op"))->row, late_rows);
}

static void refuses_wrong_rows(void **state) {
  fixture_t *f = *state;
  static const struct {
    tern_op_row_t row;
    const char *message;
  } cases[] = {
      {{.operands = "a"}, "expected `name: Constraint` but got 'a'"},
      {{.operands = "a b: I32"}, "not a name: 'a b'"},
      {{.operands = "a: NoSuchType"}, "unknown type constraint 'NoSuchType'"},
      {{.operands = "a: TensorOf<I32"}, "expected '>' at ''"},
      {{.operands = "a: I32 x"}, "expected the end of the constraint at 'x'"},
      {{.operands = "a: I32, a: I32"}, "doubled name 'a'"},
      {{.operands = "a: MemRefRankOf<AnyType>"}, "the constraint needs more number arguments"},
      {{.operands = "a: I32<3>"}, "the constraint takes no arguments"},
      {{.operands = "a: t.no_type"}, "the dialect 't' has no type 't.no_type'"},
      {{.operands = "a: VariadicOfVariadic<I32>"}, "expected the name of an attribute of sizes in"},
      {{.operands = "a: VariadicOfVariadic<I32, sizes>"}, "no attribute of the name 'sizes'"},
      {{.attrs = "a: NoSuchAttr"}, "unknown attribute constraint 'NoSuchAttr'"},
      {{.attrs = "a: I32Attr, a: I32Attr"}, "doubled name 'a'"},
      {{.attrs = "a: Enum<t.no_enum>"}, "unknown enum 't.no_enum'"},
      {{.attrs = "a: Default<I32Attr>"}, "expected a default value in 'Default<I32Attr>'"},
      {{.attrs = "a: Default<I32Attr, x>"}, "not a default value: 'x'"},
      {{.attrs = "a: Default<I32Attr, 1.5>"}, "expected an integer but got '1.5'"},
      {{.attrs = "a: Default<Enum<t.kind>, quick>"}, "unknown case 'quick'"},
      {{.attrs = "a: Default<StrAttr, \"x>"}, "unterminated string in a default value"},
      {{.attrs = "a: Default<Min<I32Attr, 3>, 1>"}, "the default value is not what the attribute may be"},
      {{.attrs = "a: Min<I32Attr>"}, "the constraint has a wrong number of number arguments"},
      {{.regions = "a: HugeRegion"}, "unknown region constraint 'HugeRegion'"},
      {{.regions = "a: VariadicRegion, b: AnyRegion"}, "only the last region may be variadic, not 'a'"},
      {{.successors = "a: Somewhere"}, "unknown successor constraint 'Somewhere'"},
      {{.successors = "a: VariadicSuccessor, b: AnySuccessor"}, "only the last successor may be variadic, not 'a'"},
      {{.operands = "a: I32", .types = "a"}, "expected `name = rule` but got 'a'"},
      {{.operands = "a: I32", .types = "a = same"}, "expected `rule(name)` but got 'same'"},
      {{.operands = "a: I32", .types = "a = alike(a)"}, "unknown type rule 'alike'"},
      {{.operands = "a: I32", .types = "a = same(b)"}, "no operand or result of the name 'b'"},
      {{.traits = TERN_TRAIT_SYMBOL}, "a symbol needs the attribute 'sym_name'"},
      {{.traits = TERN_TRAIT_FUNCTION_LIKE}, "a function needs the attribute 'function_type'"},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    tern_op_row_t row = cases[i].row;
    row.name = "t.wrong";
    tern_op_def_t def;
    const char *message = "";
    bool is_right = tern_op_def_compile(f->context, &t_dialect, &row, &def, &message);
    if (is_right || !strstr(message, cases[i].message)) {
      fail_msg("case %zu: expected '%s' but got '%s'", i, cases[i].message, is_right ? "no error" : message);
    }
  }
  static const tern_op_row_t wrong = {.name = "t.wrong", .operands = "a"};
  assert_null(tern_op_def_of(f->context, &wrong));
  assert_non_null(strstr(messages(f), "error: the row of op 't.wrong' does not compile: expected `name: Constraint`"));
}

static const tern_attr_t *default_of(fixture_t *f, const char *attrs) {
  tern_op_row_t row = {.name = "t.default", .attrs = attrs};
  tern_op_def_t def;
  const char *message = NULL;
  if (!tern_op_def_compile(f->context, &t_dialect, &row, &def, &message)) fail_msg("%s: %s", attrs, message);
  assert_true(def.attrs[0].has_default);
  return def.attrs[0].default_value;
}

static void reads_default_values(void **state) {
  fixture_t *f = *state;
  tern_context_t *context = f->context;
  assert_ptr_equal(default_of(f, "a: Default<I64Attr, -5>"), tern_integer_attr_get(tern_i_type_get(context, 64), -5));
  assert_ptr_equal(default_of(f, "a: Default<IndexAttr, 0x10>"), tern_integer_attr_get(f->index, 16));
  assert_ptr_equal(default_of(f, "a: Default<BoolAttr, true>"), tern_bool_attr_get(context, true));
  assert_ptr_equal(default_of(f, "a: Default<F32Attr, 0.5>"), tern_float_attr_get(f->f32, 0.5));
  assert_ptr_equal(default_of(f, "a: Default<F32Attr, 2>"), tern_float_attr_get(f->f32, 2));
  assert_ptr_equal(default_of(f, "a: Default<AnyAttr, 3 : i32>"), tern_integer_attr_get(f->i32, 3));
  assert_ptr_equal(default_of(f, "a: Default<StrAttr, \"a, \\\"b\\\">\">"),
                   tern_string_attr_get(context, TERN_STR("a, \"b\">")));
  assert_ptr_equal(default_of(f, "a: Default<Enum<t.mode>, fast>"), tern_enum_attr_get(context, &t_enums[1], 1));
  assert_ptr_equal(default_of(f, "a: Default<Enum<t.kind>, safe>"), tern_integer_attr_get(f->i32, 2));
  assert_ptr_equal(default_of(f, "a: Default<t.mode, Mode::safe>"), tern_enum_attr_get(context, &t_enums[1], 2));
  assert_ptr_equal(default_of(f, "a: Default<ArrayAttr, []>"), tern_array_attr_get(context, NULL, 0));
  assert_ptr_equal(default_of(f, "a: Default<DictionaryAttr, {}>"), tern_dictionary_attr_get(context, NULL, 0));
  assert_ptr_equal(default_of(f, "a: Default<DenseI64ArrayAttr, {}>"), tern_dense_i64_array_attr_get(context, NULL, 0));
  assert_ptr_equal(default_of(f, "a: Default<DenseI32ArrayAttr, {1, -2}>"),
                   tern_dense_i32_array_attr_get(context, (int32_t[]){1, -2}, 2));
  assert_ptr_equal(default_of(f, "a: Default<UnitAttr, unit>"), tern_unit_attr_get(context));
  assert_ptr_equal(default_of(f, "a: Default<AnyAttr, #t.mode<fast>>"), tern_enum_attr_get(context, &t_enums[1], 1));
  assert_ptr_equal(default_of(f, "a: Default<t.unit, #t.unit>"), tern_dialect_attr_get(context, &t_attrs[0], NULL, 0));
  const tern_attr_t *list = default_of(f, "a: Default<I64ArrayAttr, [1, 2]>");
  assert_int_equal(tern_int_list_attr_at(list, 1), 2);
}

typedef struct type_case {
  const char *constraint, *description;
  const tern_type_t *right[3], *wrong[3];
} type_case_t;

static void check_type_cases(tern_context_t *context, const type_case_t *cases, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const char *message = NULL;
    const tern_type_constraint_t *constraint =
        tern_type_constraint_get(context, tern_str_from_cstr(cases[i].constraint), &message);
    if (!constraint) fail_msg("%s: %s", cases[i].constraint, message);
    assert_string_equal(constraint->description, cases[i].description);
    for (size_t j = 0; j < 3; ++j) {
      if (cases[i].right[j] && !constraint->is_satisfied(cases[i].right[j], constraint)) {
        fail_msg("%s should hold for %s", cases[i].constraint, tern_type_text(cases[i].right[j]));
      }
      if (cases[i].wrong[j] && constraint->is_satisfied(cases[i].wrong[j], constraint)) {
        fail_msg("%s should not hold for %s", cases[i].constraint, tern_type_text(cases[i].wrong[j]));
      }
    }
  }
}
#define CHECK_TYPE_CASES(cases) check_type_cases(f->context, cases, sizeof(cases) / sizeof(cases[0]))

static void checks_type_constraints(void **state) {
  fixture_t *f = *state;
  int64_t dims[] = {4, TERN_DYNAMIC};
  const tern_type_t *i32 = f->i32, *f32 = f->f32, *index = f->index;
  const tern_type_t *tensor = tern_tensor_type_get(f32, dims, 2, NULL),
                    *any_tensor = tern_unranked_tensor_type_get(i32);
  const tern_type_t *memref = tern_memref_type_get(f32, dims, 1, NULL, NULL);
  const tern_type_t *vector = tern_vector_type_get(i32, dims, 1, 0);
  const tern_type_t *flat = tern_vector_type_get(f32, NULL, 0, 0),
                    *si8 = tern_integer_type_get(f->context, 8, TERN_SIGNED);
  const tern_type_t *tuple = tern_tuple_type_get(f->context, TERN_TYPES(i32, f32));
  const type_case_t cases[] = {
      {"AnyType", "any type", {i32, tensor, tuple}, {0}},
      {"I32", "32-bit signless integer", {i32}, {si8, index, f32}},
      {"AnyInteger", "integer", {i32, si8}, {index, vector}},
      {"SI<8>", "8-bit signed integer", {si8}, {i32}},
      {"AnyIntOfWidths<8, 32>", "8/32-bit integer", {i32, si8}, {f->i1}},
      {"FloatOfWidths<16, 32>", "16/32-bit float", {f32}, {i32}},
      {"SignlessIntegerLike", "signless-integer", {i32, vector, any_tensor}, {si8, index, tensor}},
      {"SignlessIntegerOrIndexLike", "signless-integer-like", {i32, index, vector}, {f32, memref}},
      {"FloatLike", "floating-point-like", {f32, tensor, flat}, {i32, memref, vector}},
      {"SignlessIntegerOrFloatLike",
       "signless-integer-like or floating-point-like",
       {i32, f32, tensor},
       {index, memref, tuple}},
      {"I32 | F32", "32-bit signless integer or 32-bit float", {i32, f32}, {index}},
      {"AnyTypeOf<[Index, AnyMemRef]>", "index or memref of any type values", {index, memref}, {i32}},
  };
  CHECK_TYPE_CASES(cases);
}

static void checks_constraints_of_types_with_elements(void **state) {
  fixture_t *f = *state;
  int64_t dims[] = {4, TERN_DYNAMIC};
  const tern_type_t *i32 = f->i32, *f32 = f->f32, *index = f->index;
  const tern_type_t *tensor = tern_tensor_type_get(f32, dims, 2, NULL),
                    *any_tensor = tern_unranked_tensor_type_get(i32);
  const tern_type_t *memref = tern_memref_type_get(f32, dims, 1, NULL, NULL);
  const tern_type_t *vector = tern_vector_type_get(i32, dims, 1, 0), *scalable = tern_vector_type_get(i32, dims, 1, 1);
  const tern_type_t *flat = tern_vector_type_get(f32, NULL, 0, 0);
  const tern_type_t *complex_type = tern_complex_type_get(f32);
  const tern_type_t *tuple = tern_tuple_type_get(f->context, TERN_TYPES(i32, f32));
  const type_case_t cases[] = {
      {"MemRefOf<[F32, I32]>",
       "memref of 32-bit float or 32-bit signless integer values",
       {memref},
       {tern_unranked_memref_type_get(f32, NULL), tensor}},
      {"MemRefRankOf<[AnyType], [1, 2]>", "1D/2D memref of any type values", {memref}, {tensor}},
      {"AnyRankedTensor", "ranked tensor of any type values", {tensor}, {any_tensor, memref}},
      {"AnyTensor", "tensor of any type values", {tensor, any_tensor}, {vector}},
      {"AnyStaticShapeTensor", "statically shaped tensor of any type values", {0}, {tensor, any_tensor}},
      {"AnyStridedMemRef", "strided memref of any type values", {memref}, {tensor}},
      {"AnyVectorOfNonZeroRank", "vector of any type values", {vector, scalable}, {flat, tensor}},
      {"AnyVectorOfAnyRank", "vector of any type values", {vector, scalable, flat}, {i32}},
      {"AnyScalableVectorOfAnyRank", "scalable vector of any type values", {scalable}, {vector, flat}},
      {"VectorOfLengthAndType<[4], [I32]>",
       "vector of 32-bit signless integer values of length 4",
       {vector},
       {flat, tensor}},
      {"VectorOfRankAndType<1, AnyType>", "vector of any type values of ranks 1", {vector}, {flat}},
      {"AnyShaped", "shaped of any type values", {tensor, memref, vector}, {i32, tuple}},
      {"Complex<F32>", "complex type with 32-bit float elements", {complex_type}, {f32}},
      {"TupleOf<I32 | F32>",
       "tuple with any combination of 32-bit signless integer or 32-bit float values",
       {tuple},
       {i32}},
      {"FunctionType",
       "function type",
       {tern_function_type_get(f->context, (tern_types_t){0}, (tern_types_t){0})},
       {i32}},
      {"ShapedTypeWithNthDimOfSize<0, [4, 8]>", " with dim 0 having a size of {4, 8}", {tensor, vector}, {flat, i32}},
      {"LLVM_ScalarOrVectorOf<AnySignlessInteger>",
       "signless integer or LLVM dialect-compatible vector of signless integer",
       {i32, vector},
       {f32, index}},
  };
  CHECK_TYPE_CASES(cases);
}

typedef struct attr_case {
  const char *constraint, *description;
  const tern_attr_t *right[2], *wrong[2];
} attr_case_t;

static void check_attr_cases(tern_context_t *context, const attr_case_t *cases, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const char *message = NULL;
    const tern_attr_constraint_t *constraint =
        tern_attr_constraint_get(context, tern_str_from_cstr(cases[i].constraint), &message);
    if (!constraint) fail_msg("%s: %s", cases[i].constraint, message);
    assert_string_equal(constraint->description, cases[i].description);
    for (size_t j = 0; j < 2; ++j) {
      if (cases[i].right[j] && !constraint->is_satisfied(cases[i].right[j], constraint)) {
        fail_msg("%s should hold for %s", cases[i].constraint, tern_attr_text(cases[i].right[j]));
      }
      if (cases[i].wrong[j] && constraint->is_satisfied(cases[i].wrong[j], constraint)) {
        fail_msg("%s should not hold for %s", cases[i].constraint, tern_attr_text(cases[i].wrong[j]));
      }
    }
  }
}

static void checks_attr_constraints(void **state) {
  fixture_t *f = *state;
  tern_context_t *context = f->context;
  const tern_attr_t *one = tern_integer_attr_get(f->i32, 1), *minus = tern_integer_attr_get(f->i32, -1);
  const tern_attr_t *word = tern_string_attr_get(context, TERN_STR("x")), *truth = tern_bool_attr_get(context, true);
  const tern_attr_t *up = tern_dense_i64_array_attr_get(context, (int64_t[]){1, 2}, 2);
  const tern_attr_t *down = tern_dense_i64_array_attr_get(context, (int64_t[]){2, -1}, 2);
  const tern_attr_t *words = tern_array_attr_get(context, &word, 1), *ones = tern_array_attr_get(context, &one, 1);
  const tern_attr_t *ref = tern_flat_symbol_ref_attr_get(context, TERN_STR("x"));
  const tern_attr_t *path = tern_symbol_ref_attr_get(context, (tern_str_t[]){TERN_STR("x"), TERN_STR("y")}, 2);
  const tern_attr_t *fast = tern_enum_attr_get(context, &t_enums[1], 1);
  int64_t dim = 2;
  const tern_type_t *two = tern_tensor_type_get(tern_i_type_get(context, 64), &dim, 1, NULL);
  const attr_case_t cases[] = {
      {"AnyAttr", "any attribute", {one, word}, {0}},
      {"I32Attr", "32-bit signless integer attribute", {one, minus}, {truth, word}},
      {"BoolAttr", "bool attribute", {truth}, {one}},
      {"Min<I32Attr, 0>", "32-bit signless integer attribute whose minimum value is 0", {one}, {minus, word}},
      {"ConfinedAttr<I32Attr, [IntMinValue<-1>, IntMaxValue<0>]>",
       "32-bit signless integer attribute whose minimum value is -1 whose maximum value is 0",
       {minus},
       {one, truth}},
      {"OneOf<I32Attr, 1, 3>", "32-bit signless integer attribute whose value is one of {1, 3}", {one}, {minus}},
      {"ConfinedAttr<I32Attr, [IntPositivePowerOf2]>",
       "32-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
       {one},
       {minus}},
      {"StrAttr", "string attribute", {word}, {one}},
      {"StrArrayAttr", "string array attribute", {words}, {ones, word}},
      {"TypedArrayAttr<StrAttr>", "array of string attribute", {words}, {ones}},
      {"Count<ArrayAttr, 1>", "array attribute with exactly 1 elements", {ones, words}, {word}},
      {"SymbolRefAttr", "symbol reference attribute", {ref, path}, {word}},
      {"FlatSymbolRefAttr", "flat symbol reference attribute", {ref}, {path, word}},
      {"DenseI64ArrayAttr", "i64 dense array attribute", {up, down}, {ones, one}},
      {"ConfinedAttr<DenseI64ArrayAttr, [DenseArrayStrictlySorted<DenseI64ArrayAttr>]>",
       "i64 dense array attribute should be in increasing order",
       {up},
       {down, ones}},
      {"IntArrayNthElemEq<I32ArrayAttr, 0, 1>",
       "32-bit integer array attribute whose 0-th element must be 1",
       {ones},
       {words, up}},
      {"Enum<t.mode>", "t.mode attribute", {fast}, {one}},
      {"t.mode", "t.mode", {fast}, {one}},
      {"Enum<t.kind>", "allowed 32-bit signless integer cases: 0, 1, 2", {one}, {minus, truth}},
      {"TypeAttrOf<FunctionType>", "type attribute of function type", {0}, {tern_type_attr_get(f->i32), one}},
      {"TypeAttr", "any type attribute", {tern_type_attr_get(f->i32)}, {one}},
      {"RankedI64ElementsAttr<[2]>",
       "64-bit signless int elements attribute of shape [2]",
       {tern_dense_elements_attr_get_i64(two, (int64_t[]){1, 2}, 2)},
       {up, one}},
      {"UnitAttr", "unit attribute", {tern_unit_attr_get(context)}, {truth}},
      {"StrAttr | I32Attr", "string attribute or 32-bit signless integer attribute", {one, word}, {truth}},
      {"TypedAttrInterface", "TypedAttr instance", {one}, {words, ref}},
  };
  check_attr_cases(context, cases, sizeof(cases) / sizeof(cases[0]));
}

static void transforms_types(void **state) {
  fixture_t *f = *state;
  int64_t dims[] = {2, 3}, six = 6;
  const tern_type_t *tensor = tern_tensor_type_get(f->f32, dims, 2, NULL);
  assert_ptr_equal(tern_type_transform_apply(TERN_TRANSFORM_ELEMENT, tensor), f->f32);
  assert_null(tern_type_transform_apply(TERN_TRANSFORM_ELEMENT, f->f32));
  assert_ptr_equal(tern_type_transform_apply(TERN_TRANSFORM_I1_LIKE, f->f32), f->i1);
  assert_ptr_equal(tern_type_transform_apply(TERN_TRANSFORM_I1_LIKE, tensor),
                   tern_tensor_type_get(f->i1, dims, 2, NULL));
  assert_ptr_equal(tern_type_transform_apply(TERN_TRANSFORM_INDEX_LIKE, tensor),
                   tern_tensor_type_get(f->index, dims, 2, NULL));
  assert_ptr_equal(tern_type_transform_apply(TERN_TRANSFORM_FLOAT_OF_COMPLEX, tern_complex_type_get(f->f32)), f->f32);
  assert_null(tern_type_transform_apply(TERN_TRANSFORM_FLOAT_OF_COMPLEX, f->f32));
  assert_ptr_equal(tern_type_transform_apply(TERN_TRANSFORM_SHAPE_ELEMENT_VECTOR, tensor),
                   tern_vector_type_get(f->f32, &six, 1, 0));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      fixture_test(compiles_a_row),          fixture_test(makes_unregistered_definitions),
      fixture_test(refuses_wrong_rows),      fixture_test(reads_default_values),
      fixture_test(checks_type_constraints), fixture_test(checks_constraints_of_types_with_elements),
      fixture_test(checks_attr_constraints), fixture_test(transforms_types),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

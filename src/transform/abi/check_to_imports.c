// --iree-check-to-imports: expectations of tests, and custom calls, become calls of functions that the runtime provides.
//
//   check.expect_eq(%a, %b) : tensor<4xi32>
//       ->
//   %0 = hal.tensor.export %a : tensor<4xi32> -> !hal.buffer_view
//   %1 = hal.tensor.export %b : tensor<4xi32> -> !hal.buffer_view
//   util.call @check.expect_eq(%0, %1) : (!hal.buffer_view, !hal.buffer_view) -> ()
//
// `_const` forms compare with a constant tensor. `stablehlo.custom_call @check.expect_close(%actual, %expected)` of StableHLO's
// own tests is @check.expect_close with the bounds in ulp. Any other custom_call @name calls the import @custom.name, with
// buffer views for tensors. Element types with a sign are exported as such, though the program computes without.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/builtin/builtin.h"
#include "dialect/check/check.h"
#include "dialect/hal/hal.h"
#include "dialect/stablehlo/stablehlo.h"
#include "dialect/tensor/tensor.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef TERN_VEC(tern_value_t *) value_list_t;
typedef TERN_VEC(const tern_type_t *) type_list_t;

// --- types without signs ---

static const tern_type_t *signless_element(const tern_type_t *element) {
  if (element->kind == TERN_TYPE_INTEGER) return tern_i_type_get(element->context, tern_integer_type_width(element));
  return element;
}

static const tern_type_t *signless(const tern_type_t *type) {
  if (type->kind != TERN_TYPE_TENSOR) return signless_element(type);
  return tern_type_with_element(type, signless_element(tern_type_element(type)));
}

// The value as the program computes with it: behind casts that only change signs.
static tern_value_t *look_through(tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  while (op && tern_op_is(op, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST)) && op->operand_count == 1 &&
         signless(tern_op_operand(op, 0)->type) == signless(value->type)) {
    value = tern_op_operand(op, 0);
    op = tern_value_defining_op(value);
  }
  return value;
}

static tern_value_t *cast_to(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (value->type == type) return value;
  return tern_build_value(b, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(type));
}

// --- tensors and buffer views ---

static tern_value_t *export_value(tern_builder_t *b, tern_value_t *value) {
  const tern_type_t *encoding = value->type;
  value = look_through(value);
  if (encoding->kind != TERN_TYPE_TENSOR) return cast_to(b, value, signless(encoding));
  value = cast_to(b, value, signless(encoding));
  value_list_t operands = {0};
  tern_vec_push(&operands, value);
  for (size_t i = 0; i < tern_type_rank(value->type); ++i) {
    if (tern_type_dim(value->type, i) != TERN_DYNAMIC) continue;
    tern_value_t *index = tern_build_index(b, (int64_t)i);
    tern_vec_push(&operands, tern_build_value(b, TERN_TENSOR(DIM), .operands = TERN_VALUES(value, index),
                                              .types = TERN_TYPES(index->type)));
  }
  tern_value_t *view = tern_build_value(b, TERN_HAL(TENSOR_EXPORT), .operands = {operands.values, operands.count},
                                        .types = TERN_TYPES(tern_hal_type(b->context, TERN_HAL_BUFFER_VIEW_TYPE)),
                                        .attrs = TERN_ATTRS({"source_encoding", tern_type_attr_get(encoding)}));
  tern_vec_deinitialize(&operands);
  return view;
}

static tern_value_t *import_value(tern_builder_t *b, tern_value_t *value, const tern_type_t *encoding) {
  if (encoding->kind != TERN_TYPE_TENSOR) return cast_to(b, value, encoding);
  const tern_type_t *type = signless(encoding), *index = tern_index_type_get(b->context);
  value_list_t operands = {0};
  tern_vec_push(&operands, value);
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    if (tern_type_dim(type, i) != TERN_DYNAMIC) continue;
    tern_vec_push(
        &operands,
        tern_build_value(b, TERN_HAL(BUFFER_VIEW_DIM), .operands = TERN_VALUES(value), .types = TERN_TYPES(index),
                         .attrs = TERN_ATTRS({"index", tern_integer_attr_get(index, (int64_t)i)})));
  }
  int32_t segments[] = {1, (int32_t)operands.count - 1, 0};
  tern_value_t *tensor = tern_build_value(b, TERN_HAL(TENSOR_IMPORT), .operands = {operands.values, operands.count},
                                          .types = TERN_TYPES(type), .segments = segments,
                                          .attrs = TERN_ATTRS({"target_encoding", tern_type_attr_get(encoding)}));
  tern_vec_deinitialize(&operands);
  return cast_to(b, tensor, encoding);
}

// --- calls ---

// The import's declaration at the end of the module, made once. False if it is there with another type.
static bool declare(tern_op_t *user, tern_str_t name, const tern_type_t *type) {
  tern_op_t *module = tern_symbol_table_around(user), *found = tern_symbol_lookup_in(module, name);
  if (found) {
    const tern_attr_t *other = tern_op_attr(found, "function_type");
    return (other && tern_type_attr_value(other) == type) ||
           tern_op_error(user, "calls @%.*s as %s, but it is declared otherwise", (int)name.size, name.data,
                         tern_type_text(type));
  }
  tern_builder_t b = tern_builder_at_end(tern_op_body(module, 0), user->loc);
  tern_build(&b, TERN_UTIL(FUNC), .regions = 1,
             .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(b.context, name)},
                                 {"function_type", tern_type_attr_get(type)},
                                 {"sym_visibility", tern_string_attr_get(b.context, TERN_STR("private"))}));
  return true;
}

// Calls the import `name`; NULL after an error.
static tern_op_t *build_call(tern_builder_t *b, tern_op_t *user, tern_str_t name, const value_list_t *operands,
                             const type_list_t *results) {
  type_list_t inputs = {0};
  for (size_t i = 0; i < operands->count; ++i) tern_vec_push(&inputs, operands->values[i]->type);
  tern_types_t types = {results->values, results->count};
  const tern_type_t *type = tern_function_type_get(b->context, (tern_types_t){inputs.values, inputs.count}, types);
  tern_vec_deinitialize(&inputs);
  if (!declare(user, name, type)) return NULL;
  return tern_build(b, TERN_UTIL(CALL), .operands = {operands->values, operands->count}, .types = types,
                    .attrs = TERN_ATTRS({"callee", tern_flat_symbol_ref_attr_get(b->context, name)}));
}

static tern_value_t *build_float(tern_builder_t *b, const tern_attr_t *attr, double otherwise) {
  double value = tern_attr_is_float(attr) ? tern_float_attr_value(attr) : otherwise;
  return tern_build_constant(b, tern_float_attr_get(tern_float_type_get(b->context, TERN_TYPE_F32), value));
}

static tern_value_t *build_i64(tern_builder_t *b, const tern_attr_t *attr, int64_t otherwise) {
  int64_t value = tern_attr_is_integer(attr) ? tern_integer_attr_value(attr) : otherwise;
  return tern_build_constant(b, tern_integer_attr_get(tern_i_type_get(b->context, 64), value));
}

// The constant of a `_const` form, without signs.
static tern_value_t *build_expected(tern_builder_t *b, const tern_attr_t *value) {
  const tern_type_t *type = tern_attr_type(value), *plain = signless(type);
  const tern_attr_t *attr = value;
  if (plain != type && value->kind == TERN_ATTR_DENSE_ELEMENTS) {
    attr = tern_dense_elements_attr_retype(value, plain);
  }
  tern_value_t *constant = tern_build_value(b, TERN_ARITH(CONSTANT), .types = TERN_TYPES(tern_attr_type(attr)),
                                            .attrs = TERN_ATTRS({"value", attr}));
  return cast_to(b, constant, type);
}

// A number as i32: 0 or not.
static tern_value_t *build_truth(tern_builder_t *b, tern_value_t *value) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  value = look_through(value);
  uint32_t width = tern_integer_type_width(value->type);
  if (width == 32) return value;
  if (width < 32)
    return tern_build_value(b, TERN_ARITH(EXTUI), .operands = TERN_VALUES(value), .types = TERN_TYPES(i32));
  tern_value_t *zero = tern_build_constant(b, tern_integer_attr_get(value->type, 0));
  const tern_enum_row_t *predicates = tern_context_find_enum(b->context, TERN_STR("arith.cmpi_predicate"));
  int64_t ne = 0;
  tern_enum_case_value(predicates, TERN_STR("ne"), &ne);
  value = tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(value, zero),
                           .attrs = TERN_ATTRS({"predicate", tern_enum_attr_get(b->context, predicates, ne)}));
  return tern_build_value(b, TERN_ARITH(EXTUI), .operands = TERN_VALUES(value), .types = TERN_TYPES(i32));
}

// --- check ops ---

static bool convert_check(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  value_list_t operands = {0};
  type_list_t none = {0};
  bool is_scalar = tern_op_is(op, TERN_CHECK(EXPECT_TRUE)) || tern_op_is(op, TERN_CHECK(EXPECT_FALSE));
  bool is_almost = tern_op_is(op, TERN_CHECK(EXPECT_ALMOST_EQ)) || tern_op_is(op, TERN_CHECK(EXPECT_ALMOST_EQ_CONST));
  const tern_attr_t *value = tern_op_attr(op, "value");
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    tern_vec_push(&operands, is_scalar ? build_truth(&b, operand) : export_value(&b, operand));
  }
  if (value) tern_vec_push(&operands, export_value(&b, build_expected(&b, value)));
  if (is_almost) {
    const tern_attr_t *tolerance = tern_op_attr(op, "tolerance");  // of StableHLO's op, in the generic form
    tern_vec_push(&operands, build_float(&b, tolerance ? tolerance : tern_op_attr(op, "atol"), 1e-4));
    tern_vec_push(&operands, build_float(&b, tern_op_attr(op, "rtol"), 0.0));
  } else if (tern_op_is(op, TERN_CHECK(EXPECT_CLOSE))) {
    tern_vec_push(&operands, build_i64(&b, tern_op_attr(op, "min_ulp_difference"), 0));
    tern_vec_push(&operands, build_i64(&b, tern_op_attr(op, "max_ulp_difference"), 3));
  }
  tern_str_t name = tern_op_name(op);
  if (tern_str_ends_with(name, TERN_STR("_const"))) name.size -= strlen("_const");
  bool is_right = build_call(&b, op, name, &operands, &none) != NULL;
  tern_vec_deinitialize(&operands);
  if (is_right) tern_op_destroy(op);
  return is_right;
}

// --- custom calls ---

// An attribute of the call, or of one of its dictionaries.
static const tern_attr_t *call_attr(const tern_op_t *op, const char *name) {
  static const char *const places[] = {"backend_config", "mhlo.backend_config", "mhlo.attributes"};
  const tern_attr_t *attr = tern_op_attr(op, name);
  for (size_t i = 0; !attr && i < sizeof places / sizeof places[0]; ++i) {
    const tern_attr_t *config = tern_op_attr(op, places[i]);
    if (config && config->kind == TERN_ATTR_DICTIONARY)
      attr = tern_dictionary_attr_lookup(config, tern_str_from_cstr(name));
  }
  return attr;
}

// What a custom call of a test compares with, where it is an attribute.
static const tern_attr_t *expected_attr(const tern_op_t *op) {
  const tern_attr_t *value = call_attr(op, "value");
  return value ? value : call_attr(op, "expected");
}

static bool convert_expectation(tern_op_t *op, tern_str_t name) {
  tern_builder_t b = tern_builder_before(op);
  bool is_const = tern_str_ends_with(name, TERN_STR("_const"));
  if (is_const) name.size -= strlen("_const");
  size_t wanted = is_const || tern_str_equal_cstr(name, "check.expect_all_true") ? 1 : 2;
  bool is_scalar = tern_str_equal_cstr(name, "check.expect_true") || tern_str_equal_cstr(name, "check.expect_false");
  if (is_scalar) wanted = 1;
  const tern_attr_t *expected = is_const ? expected_attr(op) : NULL;
  if (is_const && !expected && op->operand_count == 2) wanted = 2;
  if (op->operand_count != wanted) {
    return tern_op_error(op, "calls @%.*s with %u operands, expected %zu", (int)name.size, name.data, op->operand_count,
                         wanted);
  }
  value_list_t operands = {0};
  type_list_t none = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&operands, export_value(&b, tern_op_operand(op, i)));
  if (is_scalar) name = TERN_STR("check.expect_all_true");
  if (expected) tern_vec_push(&operands, export_value(&b, build_expected(&b, expected)));
  if (tern_str_equal_cstr(name, "check.expect_close")) {
    tern_vec_push(&operands, build_i64(&b, call_attr(op, "min_ulp_difference"), 0));
    tern_vec_push(&operands, build_i64(&b, call_attr(op, "max_ulp_difference"), 3));
  } else if (tern_str_equal_cstr(name, "check.expect_almost_eq")) {
    const tern_attr_t *tolerance = call_attr(op, "tolerance");
    if (!tolerance) tolerance = call_attr(op, "atol");
    tern_vec_push(&operands, build_float(&b, tolerance, 1e-3));
    tern_vec_push(&operands, build_float(&b, call_attr(op, "rtol"), 0.0));
  }
  bool is_right = build_call(&b, op, name, &operands, &none) != NULL;
  tern_vec_deinitialize(&operands);
  if (is_right) tern_op_destroy(op);
  return is_right;
}

static bool convert_custom_call(tern_op_t *op) {
  const tern_attr_t *target = tern_op_attr(op, "call_target_name");
  if (!tern_attr_is_string(target)) return tern_op_error(op, "expects the name of what it calls");
  tern_str_t name = tern_string_attr_value(target);
  static const char *const expectations[] = {
      "check.expect_all_true", "check.expect_almost_eq", "check.expect_almost_eq_const", "check.expect_close",
      "check.expect_eq",       "check.expect_eq_const",  "check.expect_false",           "check.expect_true"};
  for (size_t i = 0; i < sizeof expectations / sizeof expectations[0]; ++i) {
    if (tern_str_equal_cstr(name, expectations[i])) return convert_expectation(op, name);
  }
  tern_builder_t b = tern_builder_before(op);
  value_list_t operands = {0};
  type_list_t types = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&operands, export_value(&b, tern_op_operand(op, i)));
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = op->results[i].type;
    bool is_view = type->kind == TERN_TYPE_TENSOR;
    tern_vec_push(&types, is_view ? tern_hal_type(b.context, TERN_HAL_BUFFER_VIEW_TYPE) : signless(type));
  }
  tern_string_builder_t text = {0};
  tern_string_builder_append_cstr(&text, "custom.");
  tern_string_builder_append(&text, name);
  tern_op_t *call = build_call(&b, op, tern_string_builder_view(&text), &operands, &types);
  tern_string_builder_deinitialize(&text);
  for (size_t i = 0; call && i < op->result_count; ++i) {
    tern_value_t *value = import_value(&b, tern_op_result(call, i), op->results[i].type);
    tern_value_replace_all_uses(tern_op_result(op, i), value);
  }
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  if (call) tern_op_destroy(op);
  return call != NULL;
}

static bool is_custom_call(const tern_op_t *op) {
  return tern_str_equal_cstr(tern_op_name(op), "stablehlo.custom_call") ||
         tern_str_equal_cstr(tern_op_name(op), "mhlo.custom_call");
}

static bool is_wanted(const tern_op_t *op) { return op->def->dialect == &tern_check_dialect || is_custom_call(op); }

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  bool is_right = true;
  tern_op_list_t ops = tern_op_collect(module, TERN_PREORDER, is_wanted);
  for (size_t i = 0; i < ops.count; ++i) {
    is_right &= is_custom_call(ops.values[i]) ? convert_custom_call(ops.values[i]) : convert_check(ops.values[i]);
  }
  tern_vec_deinitialize(&ops);
  return is_right;
}

const tern_pass_def_t tern_check_to_imports_pass = {
    .flag = "iree-check-to-imports",
    .name = "CheckToImportsPass",
    .anchor = "builtin.module",
    .summary = "Turn check ops and custom calls into calls of the runtime",
    .dialects = (const tern_dialect_t *const[]){&tern_hal_dialect, &tern_util_dialect, &tern_tensor_dialect,
                                                &tern_arith_dialect, NULL},
    .run = run,
};

// arith: the table of ops, enums, verifiers and the hand-written syntax of select.

#include "dialect/arith/arith.h"

#include <inttypes.h>
#include <stdio.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/arith/arith_hooks.h"
#include "dialect/common/fold_elements.h"
#include "dialect/ub/ub.h"

// --- constants ---

static bool verify_constant(const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  const tern_attr_t *value = tern_op_attr(op, "value");
  if (tern_attr_type(value) != type)
    return tern_op_error(op, "failed to verify that all of {value, result} have same type");
  if (tern_type_is_integer(type) && !tern_type_is_signless(type))
    return tern_op_error(op, "integer return type must be signless");
  switch (value->kind) {
    case TERN_ATTR_INTEGER:
    case TERN_ATTR_FLOAT:
    case TERN_ATTR_DENSE_ELEMENTS:
    case TERN_ATTR_DENSE_STRINGS:
    case TERN_ATTR_DENSE_RESOURCE:
    case TERN_ATTR_SPARSE_ELEMENTS: break;
    default: return tern_op_error(op, "value must be an integer, float, or elements attribute");
  }
  bool is_splat = tern_attr_is_splat(value);
  if (type->kind == TERN_TYPE_VECTOR && tern_vector_type_scalable_mask(type) != 0 && !is_splat)
    return tern_op_error(op,
                         "intializing scalable vectors with elements attribute is not supported unless it's a vector "
                         "splat");
  return true;
}

static bool infer_constant(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types) {
  (void)context;
  const tern_attr_t *value = NULL;
  for (size_t i = 0; i < state->attrs.count && !value; i++)
    if (strcmp(state->attrs.values[i].name, "value") == 0) value = state->attrs.values[i].attr;
  if (!value) value = tern_dictionary_attr_lookup(state->dictionary, TERN_STR("value"));
  const tern_type_t *type = value ? tern_attr_type(value) : NULL;
  if (!type) return tern_emit_error(state->loc, "'arith.constant' op requires a typed attribute 'value'");
  out_types[0] = type;
  return true;
}

// %true, %false, %c42, %c42_i32, %cst.
static bool name_constant(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  const tern_attr_t *value = tern_op_attr(op, "value");
  const tern_type_t *type = op->results[0].type;
  if (!value || value->kind != TERN_ATTR_INTEGER) {
    snprintf(out_name, size, "cst");
    return true;
  }
  uint32_t width = tern_type_bit_width(type);
  if (tern_type_is_integer(type) && width == 1) {
    snprintf(out_name, size, "%s", tern_integer_attr_value(value) ? "true" : "false");
    return true;
  }
  // The number as it is printed, without its type: it may have any width.
  const char *text = tern_attr_text(value);
  int digit_count = (int)strcspn(text, " ");
  if (tern_type_is_integer(type)) {
    snprintf(out_name, size, "c%.*s_%s", digit_count, text, tern_type_text(type));
  } else {
    snprintf(out_name, size, "c%.*s", digit_count, text);
  }
  return true;
}

// A multiple of vector.vscale is called %c4_vscale. The op is told by name: vector is above arith.
static bool name_muli(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  if (!tern_type_is_index(op->results[0].type)) return false;
  for (size_t i = 0; i < 2; i++) {
    int64_t base;
    tern_op_t *scale = tern_value_defining_op(tern_op_operand(op, 1 - i));
    if (!scale || !tern_str_equal(tern_op_name(scale), TERN_STR("vector.vscale"))) continue;
    if (!tern_value_constant_int(tern_op_operand(op, i), &base)) continue;
    snprintf(out_name, size, "c%" PRId64 "_vscale", base);
    return true;
  }
  return false;
}

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  if (tern_attr_is_poison(value)) return tern_ub_dialect.materialize_constant(context, value, type, loc);
  if (tern_attr_type(value) != type) return NULL;
  const tern_type_t *element = tern_type_is_shaped(type) ? tern_type_element(type) : type;
  if (tern_type_is_integer(element) && !tern_type_is_signless(element)) return NULL;
  switch (value->kind) {
    case TERN_ATTR_INTEGER:
    case TERN_ATTR_FLOAT:
    case TERN_ATTR_DENSE_ELEMENTS:
    case TERN_ATTR_DENSE_STRINGS:
    case TERN_ATTR_DENSE_RESOURCE:
    case TERN_ATTR_SPARSE_ELEMENTS: break;
    default: return NULL;
  }
  tern_op_state_t state = {.def = tern_op_def_of(context, TERN_ARITH(CONSTANT)),
                           .loc = loc,
                           .result_types = TERN_TYPES(type),
                           .attrs = TERN_ATTRS({"value", value})};
  return tern_op_create(context, &state);
}

// --- addui_extended ---

// The carry's type is no rule of the verifier: a bool of any shape goes with scalars of the same number of elements.
static bool infer_addui_extended(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types) {
  (void)context;
  out_types[0] = state->operands.values[0]->type;
  out_types[1] = tern_type_transform_apply(TERN_TRANSFORM_I1_LIKE, out_types[0]);
  return true;
}

// --- casts ---

// Ranked tensors with different encodings, or shapes that cannot be the same, do not cast.
static bool are_shapes_castable(const tern_type_t *in, const tern_type_t *out) {
  if (!tern_type_is_shaped(in) || !tern_type_is_shaped(out)) return tern_type_is_shaped(in) == tern_type_is_shaped(out);
  if (in->kind == TERN_TYPE_TENSOR && out->kind == TERN_TYPE_TENSOR &&
      tern_tensor_type_encoding(in) != tern_tensor_type_encoding(out))
    return false;
  if (!tern_type_is_ranked(in) || !tern_type_is_ranked(out)) return true;
  if (tern_type_rank(in) != tern_type_rank(out)) return false;
  for (size_t i = 0; i < tern_type_rank(in); i++) {
    int64_t a = tern_type_dim(in, i), b = tern_type_dim(out, i);
    if (a != b && a != TERN_DYNAMIC && b != TERN_DYNAMIC) return false;
  }
  return true;
}

static bool refuse_cast(const tern_op_t *op) {
  const tern_type_t *in = tern_op_operand(op, 0)->type, *out = op->results[0].type;
  if (op->operand_count == 1)
    return tern_op_error(op, "operand type '%s' and result type '%s' are cast incompatible", tern_type_text(in),
                         tern_type_text(out));
  return tern_op_error(op, "operand types '%s', '%s' and result type '%s' are cast incompatible", tern_type_text(in),
                       tern_type_text(tern_op_operand(op, 1)->type), tern_type_text(out));
}

static bool verify_cast(const tern_op_t *op) {
  return are_shapes_castable(tern_op_operand(op, 0)->type, op->results[0].type) || refuse_cast(op);
}

static bool verify_width_change(const tern_op_t *op, bool to_wider) {
  if (!verify_cast(op)) return false;
  uint32_t in = tern_type_bit_width(tern_type_element(tern_op_operand(op, 0)->type));
  uint32_t out = tern_type_bit_width(tern_type_element(op->results[0].type));
  return (to_wider ? out > in : out < in) || refuse_cast(op);
}
static bool verify_extension(const tern_op_t *op) { return verify_width_change(op, true); }
static bool verify_truncation(const tern_op_t *op) { return verify_width_change(op, false); }

static bool verify_index_cast(const tern_op_t *op) {
  if (!verify_cast(op)) return false;
  const tern_type_t *in = tern_type_element(tern_op_operand(op, 0)->type);
  const tern_type_t *out = tern_type_element(op->results[0].type);
  return tern_type_is_index(in) != tern_type_is_index(out) || refuse_cast(op);
}

static bool verify_bitcast(const tern_op_t *op) {
  if (!verify_cast(op)) return false;
  uint32_t in = tern_type_bit_width(tern_type_element(tern_op_operand(op, 0)->type));
  uint32_t out = tern_type_bit_width(tern_type_element(op->results[0].type));
  return in == out || refuse_cast(op);
}

// --- select ---

// `%c, %a, %b : type`, or `: condition-type, type` where the condition is shaped.
static bool parse_select(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t operands[3];
  for (size_t i = 0; i < 3; i++) {
    if (i > 0 && !tern_parse_token(parser, ",")) return false;
    if (!tern_parse_operand(parser, &operands[i])) return false;
  }
  const tern_type_t *condition = tern_i_type_get(tern_parser_context(parser), 1), *type;
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type)) return false;
  if (tern_parse_optional_token(parser, ",")) {
    condition = type;
    type = tern_parse_type(parser);
    if (!type) return false;
  }
  if (!tern_op_resolve_operand(parser, op, operands[0], condition) ||
      !tern_op_resolve_operand(parser, op, operands[1], type) ||
      !tern_op_resolve_operand(parser, op, operands[2], type))
    return false;
  tern_op_add_result_type(parser, op, type);
  return true;
}

static void print_select(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_operands(printer, op, 0, op->operand_count);
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_text(printer, " : ");
  const tern_type_t *condition = tern_op_operand(op, 0)->type;
  if (tern_type_is_shaped(condition)) {
    tern_printer_type(printer, condition);
    tern_printer_text(printer, ", ");
  }
  tern_printer_type(printer, op->results[0].type);
}

static bool verify_select(const tern_op_t *op) {
  const tern_type_t *condition = tern_op_operand(op, 0)->type, *type = op->results[0].type;
  if (tern_type_is_i(condition, 1)) return true;
  if (type->kind != TERN_TYPE_VECTOR && type->kind != TERN_TYPE_TENSOR && type->kind != TERN_TYPE_UNRANKED_TENSOR)
    return tern_op_error(op, "expected condition to be a signless i1, but got '%s'", tern_type_text(condition));
  const tern_type_t *expected = tern_type_with_element(type, tern_i_type_get(type->context, 1));
  return condition == expected ||
         tern_op_error(op,
                       "expected condition type to have the same shape as the result type, expected '%s', but got "
                       "'%s'",
                       tern_type_text(expected), tern_type_text(condition));
}

// --- building and asking ---

tern_cmpi_predicate_t tern_cmpi_predicate_invert(tern_cmpi_predicate_t predicate) {
  static const tern_cmpi_predicate_t table[] = {[TERN_CMPI_EQ] = TERN_CMPI_NE,   [TERN_CMPI_NE] = TERN_CMPI_EQ,
                                                [TERN_CMPI_SLT] = TERN_CMPI_SGE, [TERN_CMPI_SLE] = TERN_CMPI_SGT,
                                                [TERN_CMPI_SGT] = TERN_CMPI_SLE, [TERN_CMPI_SGE] = TERN_CMPI_SLT,
                                                [TERN_CMPI_ULT] = TERN_CMPI_UGE, [TERN_CMPI_ULE] = TERN_CMPI_UGT,
                                                [TERN_CMPI_UGT] = TERN_CMPI_ULE, [TERN_CMPI_UGE] = TERN_CMPI_ULT};
  return table[predicate];
}

tern_cmpi_predicate_t tern_cmpi_predicate_swap(tern_cmpi_predicate_t predicate) {
  static const tern_cmpi_predicate_t table[] = {[TERN_CMPI_EQ] = TERN_CMPI_EQ,   [TERN_CMPI_NE] = TERN_CMPI_NE,
                                                [TERN_CMPI_SLT] = TERN_CMPI_SGT, [TERN_CMPI_SLE] = TERN_CMPI_SGE,
                                                [TERN_CMPI_SGT] = TERN_CMPI_SLT, [TERN_CMPI_SGE] = TERN_CMPI_SLE,
                                                [TERN_CMPI_ULT] = TERN_CMPI_UGT, [TERN_CMPI_ULE] = TERN_CMPI_UGE,
                                                [TERN_CMPI_UGT] = TERN_CMPI_ULT, [TERN_CMPI_UGE] = TERN_CMPI_ULE};
  return table[predicate];
}

tern_value_t *tern_arith_constant(tern_builder_t *builder, const tern_attr_t *value) {
  return tern_build_value(builder, TERN_ARITH(CONSTANT), .types = TERN_TYPES(tern_attr_type(value)),
                          .attrs = TERN_ATTRS({"value", value}));
}

tern_value_t *tern_arith_constant_index(tern_builder_t *builder, int64_t value) {
  return tern_arith_constant(builder, tern_integer_attr_get(tern_index_type_get(builder->context), value));
}

tern_value_t *tern_arith_constant_int(tern_builder_t *builder, const tern_type_t *type, int64_t value) {
  if (!tern_type_is_shaped(type)) return tern_arith_constant(builder, tern_integer_attr_get(type, value));
  const tern_attr_t *element = tern_integer_attr_get(tern_type_element(type), value);
  return tern_arith_constant(builder, tern_dense_elements_attr_get_splat(type, element));
}

tern_value_t *tern_arith_constant_float(tern_builder_t *builder, const tern_type_t *type, double value) {
  if (!tern_type_is_shaped(type)) return tern_arith_constant(builder, tern_float_attr_get(type, value));
  const tern_attr_t *element = tern_float_attr_get(tern_type_element(type), value);
  return tern_arith_constant(builder, tern_dense_elements_attr_get_splat(type, element));
}

tern_value_t *tern_arith_constant_bool(tern_builder_t *builder, bool value) {
  return tern_arith_constant(builder, tern_bool_attr_get(builder->context, value));
}

const tern_attr_t *tern_arith_zero_attr(const tern_type_t *type) { return tern_attr_zero(type); }

tern_value_t *tern_arith_cmpi(tern_builder_t *builder, tern_cmpi_predicate_t predicate, tern_value_t *lhs,
                              tern_value_t *rhs) {
  const tern_attr_t *attr = tern_enum_attr_get(builder->context, TERN_ARITH_ENUM(CMPI_PREDICATE), predicate);
  return tern_build_value(builder, TERN_ARITH(CMPI), .operands = TERN_VALUES(lhs, rhs),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

tern_value_t *tern_arith_cmpf(tern_builder_t *builder, tern_cmpf_predicate_t predicate, tern_value_t *lhs,
                              tern_value_t *rhs) {
  const tern_attr_t *attr = tern_enum_attr_get(builder->context, TERN_ARITH_ENUM(CMPF_PREDICATE), predicate);
  return tern_build_value(builder, TERN_ARITH(CMPF), .operands = TERN_VALUES(lhs, rhs),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

bool tern_value_constant_int(const tern_value_t *value, int64_t *out_value) {
  tern_uint128_t bits;
  uint32_t width;
  if (!tern_attr_int_bits(tern_value_constant(value), &bits, &width)) return false;
  *out_value = (int64_t)tern_bits_sign_extend(bits, width);
  return true;
}

// --- the table ---

#define CASES(...)                                  \
  .cases = (const tern_enum_case_t[]){__VA_ARGS__}, \
  .case_count = sizeof((tern_enum_case_t[]){__VA_ARGS__}) / sizeof(tern_enum_case_t)

const tern_enum_row_t tern_arith_enums[] = {
    [TERN_ARITH_ENUM_CMPI_PREDICATE] = {.name = "arith.cmpi_predicate",
                                        .storage_width = 64,
                                        CASES({"eq", TERN_CMPI_EQ}, {"ne", TERN_CMPI_NE}, {"slt", TERN_CMPI_SLT},
                                              {"sle", TERN_CMPI_SLE}, {"sgt", TERN_CMPI_SGT}, {"sge", TERN_CMPI_SGE},
                                              {"ult", TERN_CMPI_ULT}, {"ule", TERN_CMPI_ULE}, {"ugt", TERN_CMPI_UGT},
                                              {"uge", TERN_CMPI_UGE})},
    [TERN_ARITH_ENUM_CMPF_PREDICATE] = {.name = "arith.cmpf_predicate",
                                        .storage_width = 64,
                                        CASES({"false", TERN_CMPF_FALSE}, {"oeq", TERN_CMPF_OEQ},
                                              {"ogt", TERN_CMPF_OGT}, {"oge", TERN_CMPF_OGE}, {"olt", TERN_CMPF_OLT},
                                              {"ole", TERN_CMPF_OLE}, {"one", TERN_CMPF_ONE}, {"ord", TERN_CMPF_ORD},
                                              {"ueq", TERN_CMPF_UEQ}, {"ugt", TERN_CMPF_UGT}, {"uge", TERN_CMPF_UGE},
                                              {"ult", TERN_CMPF_ULT}, {"ule", TERN_CMPF_ULE}, {"une", TERN_CMPF_UNE},
                                              {"uno", TERN_CMPF_UNO}, {"true", TERN_CMPF_TRUE})},
    // Groups come before their members: what covers most is printed first.
    [TERN_ARITH_ENUM_FASTMATH] = {.name = "arith.fastmath",
                                  .attr_name = "arith.fastmath",
                                  .storage_width = 32,
                                  .is_bit_enum = true,
                                  .bit_separator = ",",
                                  CASES({"none", 0}, {"fast", TERN_FASTMATH_FAST}, {"reassoc", TERN_FASTMATH_REASSOC},
                                        {"nnan", TERN_FASTMATH_NNAN}, {"ninf", TERN_FASTMATH_NINF},
                                        {"nsz", TERN_FASTMATH_NSZ}, {"arcp", TERN_FASTMATH_ARCP},
                                        {"contract", TERN_FASTMATH_CONTRACT}, {"afn", TERN_FASTMATH_AFN})},
    [TERN_ARITH_ENUM_OVERFLOW] = {.name = "arith.overflow",
                                  .attr_name = "arith.overflow",
                                  .storage_width = 32,
                                  .is_bit_enum = true,
                                  .bit_separator = ", ",
                                  CASES({"none", 0}, {"nsw", TERN_OVERFLOW_NSW}, {"nuw", TERN_OVERFLOW_NUW})},
    [TERN_ARITH_ENUM_ROUNDING_MODE] = {.name = "arith.rounding_mode",
                                       .storage_width = 32,
                                       CASES({"to_nearest_even", 0}, {"downward", 1}, {"upward", 2}, {"toward_zero", 3},
                                             {"to_nearest_away", 4})},
    [TERN_ARITH_ENUM_ATOMIC_RMW_KIND] = {.name = "arith.atomic_rmw_kind",
                                         .storage_width = 64,
                                         CASES({"addf", 0}, {"addi", 1}, {"andi", 2}, {"assign", 3}, {"maximumf", 4},
                                               {"maxnumf", 5}, {"maxs", 6}, {"maxu", 7}, {"minimumf", 8},
                                               {"minnumf", 9}, {"mins", 10}, {"minu", 11}, {"mulf", 12}, {"muli", 13},
                                               {"ori", 14}, {"xori", 15})},
};

const tern_op_row_t tern_arith_ops[] = {
#define OP(ID, NAME, ...) [TERN_ARITH_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/arith/arith_ops.def"
#undef OP
};

const tern_dialect_t tern_arith_dialect = {
    .name = "arith",
    .summary = "Integer and floating-point arithmetic on scalars, vectors and tensors",
    .ops = tern_arith_ops,
    .op_count = TERN_ARITH_OP_COUNT,
    .enums = tern_arith_enums,
    .enum_count = TERN_ARITH_ENUM_COUNT,
    .materialize_constant = materialize_constant,
};

tern_op_t *tern_arith_fused_product(const tern_op_t *op, size_t *out_addend) {
  if (!tern_op_is(op, TERN_ARITH(ADDF))) return NULL;
  for (size_t i = 0; i < 2; ++i) {
    tern_op_t *product = tern_value_defining_op(tern_op_operand(op, i));
    const tern_value_t *addend = tern_op_operand(op, 1 - i);
    if (product && product->block == op->block && tern_op_is(product, TERN_ARITH(MULF)) &&
        tern_value_has_one_use(tern_op_result(product, 0)) && addend->is_block_argument) {
      *out_addend = 1 - i;
      return product;
    }
  }
  return NULL;
}

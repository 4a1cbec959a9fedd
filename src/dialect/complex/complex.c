// complex: the table of ops, their folds, and the number attribute.

#include "dialect/complex/complex.h"

#include <math.h>
#include <stdio.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/arith/arith.h"
#include "dialect/common/fold_elements.h"
#include "ir/diagnostic.h"
#include "rewrite/rewriter.h"

#define FOLD(NAME) \
  static tern_fold_status_t NAME(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out)

static tern_value_t *operand_of(const tern_op_t *op, size_t index) { return tern_op_operand(op, index); }

static tern_op_t *op_of(const tern_value_t *value, const tern_op_row_t *row) {
  tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, row) ? op : NULL;
}

// --- constants ---

static bool is_number(const tern_attr_t *attr) {
  return attr->kind == TERN_ATTR_FLOAT || attr->kind == TERN_ATTR_INTEGER;
}

static bool verify_constant(const tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  if (tern_array_attr_count(value) != 2)
    return tern_op_error(op, "requires 'value' to be a complex constant, represented as array of two values");
  const tern_attr_t *re = tern_array_attr_at(value, 0), *im = tern_array_attr_at(value, 1);
  if (!is_number(re) || !is_number(im))
    return tern_op_error(op, "requires attribute's elements to be float or integer attributes");
  const tern_type_t *element = tern_type_element(op->results[0].type);
  return (tern_attr_type(re) == element && tern_attr_type(im) == element) ||
         tern_op_error(op,
                       "requires attribute's element types ('%s', '%s') to match the element type of the op's return "
                       "type ('%s')",
                       tern_type_text(tern_attr_type(re)), tern_type_text(tern_attr_type(im)), tern_type_text(element));
}

FOLD(fold_constant) {
  (void)operands;
  out[0].attr = tern_op_attr(op, "value");
  return TERN_FOLD_REPLACED;
}

static bool name_constant(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)op;
  (void)index;
  snprintf(out_name, size, "cst");
  return true;
}

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  if (type->kind != TERN_TYPE_COMPLEX) return tern_arith_dialect.materialize_constant(context, value, type, loc);
  if (value->kind != TERN_ATTR_ARRAY || tern_array_attr_count(value) != 2) return NULL;
  for (size_t i = 0; i < 2; i++) {
    const tern_attr_t *part = tern_array_attr_at(value, i);
    if (!is_number(part) || tern_attr_type(part) != tern_type_element(type)) return NULL;
  }
  tern_op_state_t state = {.def = tern_op_def_of(context, TERN_COMPLEX(CONSTANT)),
                           .loc = loc,
                           .result_types = TERN_TYPES(type),
                           .attrs = TERN_ATTRS({"value", value})};
  return tern_op_create(context, &state);
}

// Attributes are unique, which finds numbers of types wider than double too.
static bool is_part(const tern_attr_t *part, double value) {
  return part->kind == TERN_ATTR_FLOAT && part == tern_float_attr_get(tern_attr_type(part), value);
}

// Is it the constant re + 0i?
static bool is_real_constant(const tern_attr_t *attr, double re) {
  if (!attr || attr->kind != TERN_ATTR_ARRAY || tern_array_attr_count(attr) != 2) return false;
  const tern_attr_t *real = tern_array_attr_at(attr, 0), *imaginary = tern_array_attr_at(attr, 1);
  return (is_part(real, re) || (re == 0 && is_part(real, -0.0))) &&
         (is_part(imaginary, 0.0) || is_part(imaginary, -0.0));
}

// --- arithmetic ---

FOLD(fold_add) {
  tern_op_t *sub = op_of(operand_of(op, 0), TERN_COMPLEX(SUB));
  if (sub && operand_of(sub, 1) == operand_of(op, 1)) return tern_fold_to_value(out, operand_of(sub, 0));
  sub = op_of(operand_of(op, 1), TERN_COMPLEX(SUB));
  if (sub && operand_of(sub, 1) == operand_of(op, 0)) return tern_fold_to_value(out, operand_of(sub, 0));
  return is_real_constant(operands[1], 0) ? tern_fold_to_value(out, operand_of(op, 0)) : TERN_FOLD_FAILED;
}

FOLD(fold_sub) {
  tern_op_t *add = op_of(operand_of(op, 0), TERN_COMPLEX(ADD));
  if (add && operand_of(add, 1) == operand_of(op, 1)) return tern_fold_to_value(out, operand_of(add, 0));
  return is_real_constant(operands[1], 0) ? tern_fold_to_value(out, operand_of(op, 0)) : TERN_FOLD_FAILED;
}

FOLD(fold_mul) {
  return is_real_constant(operands[1], 1) ? tern_fold_to_value(out, operand_of(op, 0)) : TERN_FOLD_FAILED;
}
FOLD(fold_div) {
  return is_real_constant(operands[1], 1) ? tern_fold_to_value(out, operand_of(op, 0)) : TERN_FOLD_FAILED;
}

// Functions that undo each other: outer(inner(x)) is x.
static tern_fold_status_t fold_inverse(tern_op_t *op, const tern_op_row_t *inverse, tern_fold_result_t *out) {
  tern_op_t *inner = op_of(operand_of(op, 0), inverse);
  return tern_fold_to_value(out, inner ? operand_of(inner, 0) : NULL);
}

FOLD(fold_neg) { return (void)operands, fold_inverse(op, TERN_COMPLEX(NEG), out); }
FOLD(fold_conj) { return (void)operands, fold_inverse(op, TERN_COMPLEX(CONJ), out); }
FOLD(fold_log) { return (void)operands, fold_inverse(op, TERN_COMPLEX(EXP), out); }
FOLD(fold_exp) { return (void)operands, fold_inverse(op, TERN_COMPLEX(LOG), out); }

// --- parts ---

FOLD(fold_create) {
  (void)operands;
  tern_op_t *re = op_of(operand_of(op, 0), TERN_COMPLEX(RE)), *im = op_of(operand_of(op, 1), TERN_COMPLEX(IM));
  bool is_whole = re && im && operand_of(re, 0) == operand_of(im, 0);
  return tern_fold_to_value(out, is_whole ? operand_of(re, 0) : NULL);
}

static tern_fold_status_t fold_part(tern_op_t *op, const tern_attr_t *operand, size_t index, tern_fold_result_t *out) {
  if (operand && operand->kind == TERN_ATTR_ARRAY && tern_array_attr_count(operand) == 2) {
    out[0].attr = tern_array_attr_at(operand, index);
    return TERN_FOLD_REPLACED;
  }
  tern_op_t *create = op_of(operand_of(op, 0), TERN_COMPLEX(CREATE));
  return tern_fold_to_value(out, create ? operand_of(create, index) : NULL);
}

FOLD(fold_re) { return fold_part(op, operands[0], 0, out); }
FOLD(fold_im) { return fold_part(op, operands[0], 1, out); }

// re(neg(create(a, b))) is -a; im likewise.
static bool canonicalize_part(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *negation = op_of(operand_of(op, 0), TERN_COMPLEX(NEG));
  tern_op_t *create = negation ? op_of(operand_of(negation, 0), TERN_COMPLEX(CREATE)) : NULL;
  if (!create) return false;
  size_t index = tern_op_is(op, TERN_COMPLEX(IM)) ? 1 : 0;
  tern_build_args_t args = {.operands = TERN_VALUES(operand_of(create, index)),
                            .types = TERN_TYPES(op->results[0].type)};
  tern_rewriter_replace_with(rewriter, op, TERN_ARITH(NEGF), &args);
  return true;
}

// --- bitcast ---

static bool is_scalar(const tern_type_t *type) { return tern_type_is_integer(type) || tern_type_is_float(type); }

static bool verify_bitcast(const tern_op_t *op) {
  const tern_type_t *in = operand_of(op, 0)->type, *out = op->results[0].type;
  if (in == out) return true;
  bool in_complex = in->kind == TERN_TYPE_COMPLEX, out_complex = out->kind == TERN_TYPE_COMPLEX;
  if (!is_scalar(in) && !in_complex) return tern_op_error(op, "operand must be int/float/complex");
  if (!is_scalar(out) && !out_complex) return tern_op_error(op, "result must be int/float/complex");
  if (in_complex == out_complex) return tern_op_error(op, "requires that either input or output has a complex type");
  const tern_type_t *complex = in_complex ? in : out, *scalar = in_complex ? out : in;
  return 2 * tern_type_bit_width(tern_type_element(complex)) == tern_type_bit_width(scalar) ||
         tern_op_error(op, "casting bitwidths do not match");
}

FOLD(fold_bitcast) {
  (void)operands;
  return tern_fold_to_value(out, operand_of(op, 0)->type == op->results[0].type ? operand_of(op, 0) : NULL);
}

// arith.bitcast of the scalar that a complex number was cast to: the dialect of complex numbers has the better cast.
static bool take_over_cast(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (operand_of(op, 0)->type->kind != TERN_TYPE_COMPLEX) return false;
  tern_value_for_each_use(&op->results[0], use) {
    tern_op_t *user = use->owner;
    if (!tern_op_is(user, TERN_ARITH(BITCAST)) || tern_type_is_shaped(user->results[0].type)) continue;
    tern_build_args_t args = {.operands = TERN_VALUES(operand_of(op, 0)), .types = TERN_TYPES(user->results[0].type)};
    tern_rewriter_replace_with(rewriter, user, TERN_COMPLEX(BITCAST), &args);
    return true;
  }
  return false;
}

// A cast of a cast is one cast, of arith if no complex number is left.
static bool canonicalize_bitcast(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *inner = op_of(operand_of(op, 0), TERN_COMPLEX(BITCAST));
  if (!inner) inner = op_of(operand_of(op, 0), TERN_ARITH(BITCAST));
  if (!inner) return take_over_cast(op, rewriter);
  tern_value_t *source = operand_of(inner, 0);
  const tern_type_t *type = op->results[0].type;
  bool is_complex = type->kind == TERN_TYPE_COMPLEX || source->type->kind == TERN_TYPE_COMPLEX;
  tern_build_args_t args = {.operands = TERN_VALUES(source), .types = TERN_TYPES(type)};
  tern_rewriter_replace_with(rewriter, op, is_complex ? TERN_COMPLEX(BITCAST) : TERN_ARITH(BITCAST), &args);
  return true;
}

// --- #complex.number ---

// `<:f32 1.0, 2.0> : complex<f32>`
static const tern_attr_t *parse_number(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  double values[2];
  const tern_attr_t *parts[2];
  if (!tern_parse_token(parser, "<") || !tern_parse_token(parser, ":")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *element = tern_parse_type(parser);
  if (!element) return NULL;
  if (!tern_type_is_float(element)) {
    tern_parser_error_at(parser, pos, "element type of the complex attribute must be float like type, but got '%s'",
                         tern_type_text(element));
    return NULL;
  }
  if (!tern_parse_float(parser, &values[0]) || !tern_parse_token(parser, ",") ||
      !tern_parse_float(parser, &values[1]) || !tern_parse_token(parser, ">"))
    return NULL;
  for (size_t i = 0; i < 2; i++) parts[i] = tern_float_attr_get(element, values[i]);
  // The type may have been said again behind it.
  const tern_type_t *complex = tern_complex_type_get(element);
  if (type && type != complex) {
    tern_parser_error_at(parser, pos, "type doesn't match the type of the complex number: '%s', but expected '%s'",
                         tern_type_text(type), tern_type_text(complex));
    return NULL;
  }
  const uint64_t params[] = {(uint64_t)(uintptr_t)complex, (uint64_t)(uintptr_t)parts[0],
                             (uint64_t)(uintptr_t)parts[1]};
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, 3);
}

static void print_number(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_text(printer, "<:");
  tern_printer_type(printer, tern_type_element((const tern_type_t *)(uintptr_t)attr->params[0]));
  for (size_t i = 1; i < 3; i++) {
    tern_printer_text(printer, i > 1 ? ", " : " ");
    tern_printer_attr_without_type(printer, (const tern_attr_t *)(uintptr_t)attr->params[i]);
  }
  tern_printer_text(printer, "> : ");
  tern_printer_type(printer, (const tern_type_t *)(uintptr_t)attr->params[0]);
}

const tern_attr_row_t tern_complex_attrs[] = {
    {.name = "complex.number", .summary = "A complex number", .parse = parse_number, .print = print_number}};

// --- the table ---

const tern_op_row_t tern_complex_ops[] = {
#define OP(ID, NAME, ...) [TERN_COMPLEX_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/complex/complex_ops.def"
#undef OP
};

const tern_dialect_t tern_complex_dialect = {
    .name = "complex",
    .summary = "Complex numbers",
    .ops = tern_complex_ops,
    .op_count = TERN_COMPLEX_OP_COUNT,
    .attrs = tern_complex_attrs,
    .attr_count = 1,
    .materialize_constant = materialize_constant,
};

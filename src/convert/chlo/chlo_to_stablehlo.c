// --iree-stablehlo-legalize-chlo: ops that broadcast, constants, compositions and special functions of chlo become
// StableHLO (upstream: ChloLegalizeToStablehloPass). chlo.top_k is left.
//
//   %0 = chlo.broadcast_add %a, %b : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// becomes
//   %c = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
//   %0 = stablehlo.add %c, %b : tensor<2x4xf32>
//
// Where sizes are known at run time only, the result's shape is computed from the operands' and given to
// dynamic_broadcast_in_dim. Functions of floats narrower than f32 are computed in f32.

#include <math.h>

#include "convert/chlo/math.h"
#include "convert/chlo/structure.h"
#include "convert/stablehlo/tensor_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/chlo/chlo.h"
#include "dialect/stablehlo/stablehlo.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

static tern_value_t *operand(const tern_op_t *op, size_t index) { return tern_op_operand(op, index); }

// --- broadcasting ---

// Which dimension of the result dimension `dim` of `value` is.
static size_t target_dim(const tern_op_t *op, const tern_value_t *value, size_t dim) {
  size_t rank = tern_type_rank(op->results[0].type), own = tern_type_rank(value->type);
  const tern_attr_t *dims = tern_op_attr(op, "broadcast_dimensions");
  return dims && own < rank ? (size_t)tern_int_list_attr_at(dims, dim) : rank - own + dim;
}

// The size of a dimension of the result: that of an operand which is not 1.
static tern_extent_t build_size(tern_builder_t *b, const tern_op_t *op, size_t result_dim) {
  tern_extent_t size = tern_extent_of(tern_type_dim(op->results[0].type, result_dim));
  if (size.constant != TERN_DYNAMIC) return size;
  bool is_found = false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = operand(op, i);
    for (size_t d = 0; d < tern_type_rank(value->type); ++d) {
      if (target_dim(op, value, d) != result_dim) continue;
      tern_extent_t own = tern_build_dim(b, value, d);
      if (!own.value && own.constant == 1) continue;
      if (!is_found) {
        size = own;
      } else if (size.value) {
        // Of two unknown sizes one may be 1.
        const tern_attr_t *equal = tern_integer_attr_get(tern_i_type_get(b->context, 64), TERN_CMPI_EQ);
        tern_value_t *other = tern_build_extent(b, own);
        tern_value_t *is_one = tern_build_value(
            b, TERN_ARITH(CMPI), .operands = TERN_VALUES(size.value, tern_build_index(b, 1)),
            .types = TERN_TYPES(tern_i_type_get(b->context, 1)), .attrs = TERN_ATTRS({"predicate", equal}));
        size.value = tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_one, other, size.value),
                                      .types = TERN_TYPES(other->type));
      }
      is_found = true;
    }
  }
  return is_found ? size : tern_extent_of(1);
}

static tern_value_t *build_shape(tern_builder_t *b, const tern_op_t *op) {
  tern_value_t *sizes[MAX_RANK];
  int64_t rank = (int64_t)tern_type_rank(op->results[0].type);
  for (int64_t i = 0; i < rank; ++i) sizes[i] = tern_build_extent(b, build_size(b, op, (size_t)i));
  const tern_type_t *type = tern_tensor_type_get(tern_index_type_get(b->context), &rank, 1, NULL);
  return tern_build_value(b, TERN_TENSOR(FROM_ELEMENTS), .operands = {sizes, (size_t)rank}, .types = TERN_TYPES(type));
}

static tern_value_t *build_broadcast(tern_builder_t *b, const tern_op_t *op, tern_value_t *value,
                                     tern_value_t **inout_shape) {
  const tern_type_t *type = tern_type_with_element(op->results[0].type, tern_type_element(value->type));
  size_t own = tern_type_rank(value->type);
  int64_t dims[MAX_RANK];
  if (value->type == type && tern_type_has_static_shape(type)) return value;
  for (size_t i = 0; i < own; ++i) dims[i] = (int64_t)target_dim(op, value, i);
  tern_named_attr_t attr = {"broadcast_dimensions", tern_dense_i64_array_attr_get(b->context, dims, own)};
  if (tern_type_has_static_shape(type)) {
    return tern_build_value(b, TERN_STABLEHLO(BROADCAST_IN_DIM), .operands = TERN_VALUES(value),
                            .types = TERN_TYPES(type), .attrs = {&attr, 1});
  }
  if (!*inout_shape) *inout_shape = build_shape(b, op);
  return tern_build_value(b, TERN_STABLEHLO(DYNAMIC_BROADCAST_IN_DIM), .operands = TERN_VALUES(value, *inout_shape),
                          .types = TERN_TYPES(type), .attrs = {&attr, 1});
}

static tern_value_t *rewrite_broadcasting(tern_builder_t *b, const tern_op_t *op, const tern_op_row_t *row) {
  tern_value_t *shape = NULL, *operands[2];
  for (size_t i = 0; i < 2; ++i) operands[i] = build_broadcast(b, op, operand(op, i), &shape);
  return tern_build_value(b, row, .operands = {operands, 2}, .types = TERN_TYPES(op->results[0].type));
}

// --- constants and compositions ---

static tern_value_t *build_constant(tern_builder_t *b, const tern_attr_t *value) {
  return tern_build_value(b, TERN_STABLEHLO(CONSTANT), .types = TERN_TYPES(tern_attr_type(value)),
                          .attrs = TERN_ATTRS({"value", value}));
}

static tern_value_t *rewrite_constant(tern_builder_t *b, const tern_op_t *op) {
  return build_constant(b, tern_op_attr(op, "value"));
}

static tern_value_t *rewrite_constant_like(tern_builder_t *b, const tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  tern_chlo_math_t m = {.b = b, .like = operand(op, 0)};
  return tern_chlo_constant(&m, tern_type_element(op->results[0].type), value);
}

static tern_value_t *unary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, const tern_type_t *type) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

static tern_value_t *rewrite_conj(tern_builder_t *b, const tern_op_t *op) {
  tern_value_t *x = operand(op, 0);
  const tern_type_t *element = tern_type_element(x->type);
  if (element->kind != TERN_TYPE_COMPLEX) return x;
  const tern_type_t *part = tern_type_with_element(x->type, tern_type_element(element));
  tern_value_t *imaginary = unary(b, TERN_STABLEHLO(NEGATE), unary(b, TERN_STABLEHLO(IMAG), x, part), part);
  return tern_build_value(b, TERN_STABLEHLO(COMPLEX),
                          .operands = TERN_VALUES(unary(b, TERN_STABLEHLO(REAL), x, part), imaginary),
                          .types = TERN_TYPES(x->type));
}

static tern_value_t *rewrite_square(tern_builder_t *b, const tern_op_t *op) {
  tern_value_t *x = operand(op, 0);
  return tern_build_value(b, TERN_STABLEHLO(MULTIPLY), .operands = TERN_VALUES(x, x), .types = TERN_TYPES(x->type));
}

static tern_value_t *rewrite_tan(tern_builder_t *b, const tern_op_t *op) {
  return unary(b, TERN_STABLEHLO(TAN), operand(op, 0), operand(op, 0)->type);
}

static tern_value_t *build_is_equal(tern_builder_t *b, tern_value_t *x, double value) {
  tern_chlo_math_t m = {.b = b, .like = x};
  return tern_chlo_compare_number(&m, x, TERN_CHLO_EQ, value);
}

static tern_value_t *rewrite_is_inf(tern_builder_t *b, const tern_op_t *op) {
  tern_value_t *x = operand(op, 0);
  return build_is_equal(b, unary(b, TERN_STABLEHLO(ABS), x, x->type), INFINITY);
}

static tern_value_t *rewrite_is_pos_inf(tern_builder_t *b, const tern_op_t *op) {
  return build_is_equal(b, operand(op, 0), INFINITY);
}

static tern_value_t *rewrite_is_neg_inf(tern_builder_t *b, const tern_op_t *op) {
  return build_is_equal(b, operand(op, 0), -INFINITY);
}

// The float next to x in the direction of y: the next pattern of bits, read as a number with sign and magnitude.
static tern_value_t *rewrite_next_after(tern_builder_t *b, const tern_op_t *op) {
  tern_chlo_math_t math = {.b = b, .like = operand(op, 0)}, *m = &math;
  tern_value_t *x = operand(op, 0), *y = operand(op, 1);
  const tern_type_t *element = tern_type_element(x->type);
  uint32_t width = tern_type_bit_width(element);
  const tern_type_t *bits = tern_i_type_get(b->context, width);
  int64_t sign = width == 64 ? INT64_MIN : -(INT64_C(1) << (width - 1));
  tern_value_t *zero = tern_chlo_constant(m, bits, tern_integer_attr_get(bits, 0));
  tern_value_t *one = tern_chlo_constant(m, bits, tern_integer_attr_get(bits, 1));
  tern_value_t *minus_one = tern_chlo_constant(m, bits, tern_integer_attr_get(bits, -1));
  tern_value_t *sign_mask = tern_chlo_constant(m, bits, tern_integer_attr_get(bits, sign));
  tern_value_t *size_mask = tern_chlo_constant(m, bits, tern_integer_attr_get(bits, ~sign));
  tern_value_t *x_bits = tern_chlo_bitcast(m, x, bits), *y_bits = tern_chlo_bitcast(m, y, bits);
  tern_value_t *x_size = AND(x_bits, size_mask), *y_size = AND(y_bits, size_mask), *y_sign = AND(y_bits, sign_mask);

  tern_value_t *is_inwards = OR(COMPARE(x_size, GT, y_size), COMPARE(AND(x_bits, sign_mask), NE, y_sign));
  tern_value_t *result = ADD(x_bits, SELECT(is_inwards, minus_one, one));
  // From zero to the smallest number with the sign of y.
  result = SELECT(COMPARE(x_size, EQ, zero), OR(y_sign, one), result);
  result = SELECT(COMPARE(x, EQ, y), y_bits, result);
  tern_value_t *is_nan = OR(COMPARE(x, NE, x), COMPARE(y, NE, y));
  return SELECT(is_nan, NUMBER(NAN), tern_chlo_bitcast(m, result, element));
}

static tern_value_t *rewrite_broadcast_compare(tern_builder_t *b, const tern_op_t *op) {
  tern_value_t *shape = NULL;
  tern_value_t *lhs = build_broadcast(b, op, operand(op, 0), &shape);
  tern_value_t *rhs = build_broadcast(b, op, operand(op, 1), &shape);
  const tern_attr_t *type = tern_op_attr(op, "compare_type");
  tern_chlo_math_t m = {.b = b, .like = lhs};
  return tern_chlo_build_compare(&m, lhs, rhs, tern_enum_attr_value(tern_op_attr(op, "comparison_direction")),
                                 type ? tern_enum_attr_value(type) : -1);
}

static tern_value_t *rewrite_broadcast_select(tern_builder_t *b, const tern_op_t *op) {
  tern_value_t *shape = NULL, *operands[3];
  for (size_t i = 0; i < 3; ++i) operands[i] = build_broadcast(b, op, operand(op, i), &shape);
  return tern_build_value(b, TERN_STABLEHLO(SELECT), .operands = {operands, 3},
                          .types = TERN_TYPES(op->results[0].type));
}

// --- special functions ---

// One of the functions of chlo_math.h. Floats narrower than f32 go through it.
static tern_value_t *rewrite_function(tern_builder_t *b, const tern_op_t *op, tern_chlo_function_t function) {
  tern_value_t *operands[2];
  const tern_type_t *written = tern_type_element(operand(op, 0)->type);
  tern_chlo_math_t m = {.b = b,
                        .like = operand(op, 0),
                        .is_double = written->kind == TERN_TYPE_F64,
                        .is_narrow = tern_type_bit_width(written) <= 16};
  const tern_type_t *element = m.is_double ? written : tern_float_type_get(b->context, TERN_TYPE_F32);
  for (size_t i = 0; i < op->operand_count; ++i) operands[i] = tern_chlo_convert(&m, operand(op, i), element);
  m.like = operands[0];
  return tern_chlo_convert(&m, function(&m, operands), written);
}

static tern_value_t *rewrite_complex_function(tern_builder_t *b, const tern_op_t *op,
                                              tern_chlo_complex_function_t function) {
  tern_value_t *z = operand(op, 0);
  const tern_type_t *element = tern_type_element(tern_type_element(z->type));
  const tern_type_t *type = tern_type_with_element(z->type, element);
  tern_value_t *re = unary(b, TERN_STABLEHLO(REAL), z, type), *im = unary(b, TERN_STABLEHLO(IMAG), z, type);
  tern_chlo_math_t m = {.b = b, .like = re, .is_double = element->kind == TERN_TYPE_F64};
  tern_chlo_complex_t result = function(&m, (tern_chlo_complex_t){re, im});
  return tern_build_value(b, TERN_STABLEHLO(COMPLEX), .operands = TERN_VALUES(result.re, result.im),
                          .types = TERN_TYPES(z->type));
}

// --- the pass ---

// What becomes of an op: one of the members says it.
static const struct rule {
  const tern_op_row_t *row;
  const tern_op_row_t *broadcasting;  // the op behind the broadcasts
  tern_value_t *(*rewrite)(tern_builder_t *b, const tern_op_t *op);
  tern_chlo_function_t function;
  tern_chlo_complex_function_t complex_function;
} rules[] = {
    {TERN_CHLO(BROADCAST_ADD), .broadcasting = TERN_STABLEHLO(ADD)},
    {TERN_CHLO(BROADCAST_AND), .broadcasting = TERN_STABLEHLO(AND)},
    {TERN_CHLO(BROADCAST_ATAN2), .broadcasting = TERN_STABLEHLO(ATAN2)},
    {TERN_CHLO(BROADCAST_DIVIDE), .broadcasting = TERN_STABLEHLO(DIVIDE)},
    {TERN_CHLO(BROADCAST_MAXIMUM), .broadcasting = TERN_STABLEHLO(MAXIMUM)},
    {TERN_CHLO(BROADCAST_MINIMUM), .broadcasting = TERN_STABLEHLO(MINIMUM)},
    {TERN_CHLO(BROADCAST_MULTIPLY), .broadcasting = TERN_STABLEHLO(MULTIPLY)},
    {TERN_CHLO(BROADCAST_NEXT_AFTER), .broadcasting = TERN_CHLO(NEXT_AFTER)},
    {TERN_CHLO(BROADCAST_OR), .broadcasting = TERN_STABLEHLO(OR)},
    {TERN_CHLO(BROADCAST_POLYGAMMA), .broadcasting = TERN_CHLO(POLYGAMMA)},
    {TERN_CHLO(BROADCAST_POWER), .broadcasting = TERN_STABLEHLO(POWER)},
    {TERN_CHLO(BROADCAST_REMAINDER), .broadcasting = TERN_STABLEHLO(REMAINDER)},
    {TERN_CHLO(BROADCAST_SHIFT_LEFT), .broadcasting = TERN_STABLEHLO(SHIFT_LEFT)},
    {TERN_CHLO(BROADCAST_SHIFT_RIGHT_ARITHMETIC), .broadcasting = TERN_STABLEHLO(SHIFT_RIGHT_ARITHMETIC)},
    {TERN_CHLO(BROADCAST_SHIFT_RIGHT_LOGICAL), .broadcasting = TERN_STABLEHLO(SHIFT_RIGHT_LOGICAL)},
    {TERN_CHLO(BROADCAST_SUBTRACT), .broadcasting = TERN_STABLEHLO(SUBTRACT)},
    {TERN_CHLO(BROADCAST_XOR), .broadcasting = TERN_STABLEHLO(XOR)},
    {TERN_CHLO(BROADCAST_ZETA), .broadcasting = TERN_CHLO(ZETA)},
    {TERN_CHLO(CONJ), .rewrite = rewrite_conj},
    {TERN_CHLO(CONSTANT), .rewrite = rewrite_constant},
    {TERN_CHLO(CONSTANT_LIKE), .rewrite = rewrite_constant_like},
    {TERN_CHLO(IS_INF), .rewrite = rewrite_is_inf},
    {TERN_CHLO(IS_NEG_INF), .rewrite = rewrite_is_neg_inf},
    {TERN_CHLO(IS_POS_INF), .rewrite = rewrite_is_pos_inf},
    {TERN_CHLO(MULHI), .rewrite = tern_chlo_build_mulhi},
    {TERN_CHLO(RAGGED_DOT), .rewrite = tern_chlo_build_ragged_dot},
    {TERN_CHLO(SQUARE), .rewrite = rewrite_square},
    {TERN_CHLO(TAN), .rewrite = rewrite_tan},
    {TERN_CHLO(ACOS), .function = tern_chlo_build_acos, .complex_function = tern_chlo_build_complex_acos},
    {TERN_CHLO(ACOSH), .function = tern_chlo_build_acosh, .complex_function = tern_chlo_build_complex_acosh},
    {TERN_CHLO(ASIN), .function = tern_chlo_build_asin, .complex_function = tern_chlo_build_complex_asin},
    {TERN_CHLO(ASINH), .function = tern_chlo_build_asinh, .complex_function = tern_chlo_build_complex_asinh},
    {TERN_CHLO(ATAN), .function = tern_chlo_build_atan, .complex_function = tern_chlo_build_complex_atan},
    {TERN_CHLO(ATANH), .function = tern_chlo_build_atanh, .complex_function = tern_chlo_build_complex_atanh},
    {TERN_CHLO(COSH), .function = tern_chlo_build_cosh, .complex_function = tern_chlo_build_complex_cosh},
    {TERN_CHLO(SINH), .function = tern_chlo_build_sinh, .complex_function = tern_chlo_build_complex_sinh},
    {TERN_CHLO(ASIN_ACOS_KERNEL), .complex_function = tern_chlo_build_complex_kernel},
    {TERN_CHLO(BESSEL_I1E), .function = tern_chlo_build_bessel_i1e},
    {TERN_CHLO(DIGAMMA), .function = tern_chlo_build_digamma},
    {TERN_CHLO(ERF), .function = tern_chlo_build_erf},
    {TERN_CHLO(ERFC), .function = tern_chlo_build_erfc},
    {TERN_CHLO(ERF_INV), .function = tern_chlo_build_erf_inv},
    {TERN_CHLO(LGAMMA), .function = tern_chlo_build_lgamma},
    {TERN_CHLO(POLYGAMMA), .function = tern_chlo_build_polygamma},
    {TERN_CHLO(ZETA), .function = tern_chlo_build_zeta},
    {TERN_CHLO(NEXT_AFTER), .rewrite = rewrite_next_after},
    {TERN_CHLO(BROADCAST_COMPARE), .rewrite = rewrite_broadcast_compare},
    {TERN_CHLO(BROADCAST_COMPLEX), .broadcasting = TERN_STABLEHLO(COMPLEX)},
    {TERN_CHLO(BROADCAST_SELECT), .rewrite = rewrite_broadcast_select},
};

static const struct rule *find_rule(const tern_op_t *op) {
  if (op->def->dialect != &tern_chlo_dialect) return NULL;
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i) {
    if (rules[i].row == op->def->row) return &rules[i];
  }
  return NULL;
}

static bool is_ranked(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (operand(op, i)->type->kind != TERN_TYPE_TENSOR) return false;
  }
  const tern_type_t *type = op->results[0].type;
  return type->kind == TERN_TYPE_TENSOR && tern_type_rank(type) <= MAX_RANK;
}

static bool can_rewrite(const tern_op_t *op) {
  const struct rule *rule = find_rule(op);
  if (!rule || !is_ranked(op)) return false;
  if (!rule->function && !rule->complex_function) return true;
  bool is_complex = tern_type_element(operand(op, 0)->type)->kind == TERN_TYPE_COMPLEX;
  return is_complex ? rule->complex_function != NULL : rule->function != NULL;
}

static tern_value_t *rewrite(tern_builder_t *b, const tern_op_t *op) {
  const struct rule *rule = find_rule(op);
  if (rule->rewrite) return rule->rewrite(b, op);
  if (rule->broadcasting) return rewrite_broadcasting(b, op, rule->broadcasting);
  bool is_complex = tern_type_element(operand(op, 0)->type)->kind == TERN_TYPE_COMPLEX;
  return is_complex ? rewrite_complex_function(b, op, rule->complex_function) : rewrite_function(b, op, rule->function);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, can_rewrite);
  tern_op_list_t scans = tern_op_collect_row(root, TERN_PREORDER, TERN_CHLO(SCAN));
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    tern_builder_t b = tern_builder_before(op);
    tern_value_t *result = rewrite(&b, op);
    if (!result) continue;
    // What is behind a broadcast may be an op of chlo again.
    tern_op_t *made = tern_value_defining_op(result);
    if (made && can_rewrite(made)) tern_vec_push(&ops, made);
    tern_value_replace_all_uses(tern_op_result(op, 0), result);
    tern_op_destroy(op);
  }
  // Bodies are copied, so those of inner scans have to be loops already.
  for (size_t i = 0; i < scans.count; ++i) tern_chlo_rewrite_scan(scans.values[scans.count - 1 - i]);
  tern_vec_deinitialize(&ops);
  tern_vec_deinitialize(&scans);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_stablehlo_dialect, &tern_tensor_dialect, &tern_arith_dialect,
                                                 NULL};

const tern_pass_def_t tern_chlo_to_stablehlo_pass = {
    .name = "ChloLegalizeToStablehloPass",
    .flag = "iree-stablehlo-legalize-chlo",
    .alias = "chlo-legalize-to-stablehlo",
    .summary = "Convert chlo ops that broadcast, compositions and special functions to StableHLO",
    .dialects = dialects,
    .run = run,
};

// --iree-stablehlo-legalize-chlo: ops that broadcast, constants and plain compositions of chlo become StableHLO
// (upstream: ChloLegalizeToStablehloPass). Special functions, which need series of their own, are left.
//
//   %0 = chlo.broadcast_add %a, %b : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// becomes
//   %c = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
//   %0 = stablehlo.add %c, %b : tensor<2x4xf32>
//
// Where sizes are known at run time only, the result's shape is computed from the operands' and given to
// dynamic_broadcast_in_dim.

#include <math.h>

#include "base/vec.h"
#include "convert/stablehlo/tensor_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/chlo/chlo.h"
#include "dialect/stablehlo/stablehlo.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
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

// A tensor like `like` with one value everywhere.
static tern_value_t *build_constant_like(tern_builder_t *b, tern_value_t *like, const tern_attr_t *value) {
  const tern_type_t *type = like->type, *scalar = tern_type_with_shape(type, NULL, 0);
  if (tern_type_has_static_shape(type)) return build_constant(b, tern_dense_elements_attr_get_splat(type, value));
  tern_value_t *sizes[MAX_RANK];
  int64_t rank = (int64_t)tern_type_rank(type);
  for (int64_t i = 0; i < rank; ++i) sizes[i] = tern_build_extent(b, tern_build_dim(b, like, (size_t)i));
  const tern_type_t *list = tern_tensor_type_get(tern_index_type_get(b->context), &rank, 1, NULL);
  tern_value_t *shape =
      tern_build_value(b, TERN_TENSOR(FROM_ELEMENTS), .operands = {sizes, (size_t)rank}, .types = TERN_TYPES(list));
  tern_value_t *constant = build_constant(b, tern_dense_elements_attr_get_splat(scalar, value));
  return tern_build_value(
      b, TERN_STABLEHLO(DYNAMIC_BROADCAST_IN_DIM), .operands = TERN_VALUES(constant, shape), .types = TERN_TYPES(type),
      .attrs = TERN_ATTRS({"broadcast_dimensions", tern_dense_i64_array_attr_get(b->context, NULL, 0)}));
}

static tern_value_t *rewrite_constant_like(tern_builder_t *b, const tern_op_t *op) {
  return build_constant_like(b, operand(op, 0), tern_op_attr(op, "value"));
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

static tern_value_t *build_is_equal(tern_builder_t *b, const tern_op_t *op, tern_value_t *x, double value) {
  const tern_attr_t *number = tern_float_attr_get(tern_type_element(x->type), value);
  const tern_enum_row_t *row = NULL;
  for (size_t i = 0; i < tern_stablehlo_dialect.enum_count; ++i) {
    if (tern_str_equal_cstr(tern_str_from_cstr(tern_stablehlo_dialect.enums[i].name),
                            "stablehlo.comparison_direction")) {
      row = &tern_stablehlo_dialect.enums[i];
    }
  }
  int64_t equal = 0;
  if (row) tern_enum_case_value(row, TERN_STR("EQ"), &equal);
  return tern_build_value(b, TERN_STABLEHLO(COMPARE), .operands = TERN_VALUES(x, build_constant_like(b, x, number)),
                          .types = TERN_TYPES(op->results[0].type),
                          .attrs = TERN_ATTRS({"comparison_direction", tern_enum_attr_get(b->context, row, equal)}));
}

static tern_value_t *rewrite_is_inf(tern_builder_t *b, const tern_op_t *op) {
  tern_value_t *x = operand(op, 0);
  return build_is_equal(b, op, unary(b, TERN_STABLEHLO(ABS), x, x->type), INFINITY);
}

static tern_value_t *rewrite_is_pos_inf(tern_builder_t *b, const tern_op_t *op) {
  return build_is_equal(b, op, operand(op, 0), INFINITY);
}

static tern_value_t *rewrite_is_neg_inf(tern_builder_t *b, const tern_op_t *op) {
  return build_is_equal(b, op, operand(op, 0), -INFINITY);
}

// --- the pass ---

static const struct rule {
  const tern_op_row_t *row;
  const tern_op_row_t *broadcasting;  // the op behind the broadcasts, or
  tern_value_t *(*rewrite)(tern_builder_t *b, const tern_op_t *op);
} rules[] = {
    {TERN_CHLO(BROADCAST_ADD), TERN_STABLEHLO(ADD), NULL},
    {TERN_CHLO(BROADCAST_AND), TERN_STABLEHLO(AND), NULL},
    {TERN_CHLO(BROADCAST_ATAN2), TERN_STABLEHLO(ATAN2), NULL},
    {TERN_CHLO(BROADCAST_DIVIDE), TERN_STABLEHLO(DIVIDE), NULL},
    {TERN_CHLO(BROADCAST_MAXIMUM), TERN_STABLEHLO(MAXIMUM), NULL},
    {TERN_CHLO(BROADCAST_MINIMUM), TERN_STABLEHLO(MINIMUM), NULL},
    {TERN_CHLO(BROADCAST_MULTIPLY), TERN_STABLEHLO(MULTIPLY), NULL},
    {TERN_CHLO(BROADCAST_NEXT_AFTER), TERN_CHLO(NEXT_AFTER), NULL},
    {TERN_CHLO(BROADCAST_OR), TERN_STABLEHLO(OR), NULL},
    {TERN_CHLO(BROADCAST_POLYGAMMA), TERN_CHLO(POLYGAMMA), NULL},
    {TERN_CHLO(BROADCAST_POWER), TERN_STABLEHLO(POWER), NULL},
    {TERN_CHLO(BROADCAST_REMAINDER), TERN_STABLEHLO(REMAINDER), NULL},
    {TERN_CHLO(BROADCAST_SHIFT_LEFT), TERN_STABLEHLO(SHIFT_LEFT), NULL},
    {TERN_CHLO(BROADCAST_SHIFT_RIGHT_ARITHMETIC), TERN_STABLEHLO(SHIFT_RIGHT_ARITHMETIC), NULL},
    {TERN_CHLO(BROADCAST_SHIFT_RIGHT_LOGICAL), TERN_STABLEHLO(SHIFT_RIGHT_LOGICAL), NULL},
    {TERN_CHLO(BROADCAST_SUBTRACT), TERN_STABLEHLO(SUBTRACT), NULL},
    {TERN_CHLO(BROADCAST_XOR), TERN_STABLEHLO(XOR), NULL},
    {TERN_CHLO(BROADCAST_ZETA), TERN_CHLO(ZETA), NULL},
    {TERN_CHLO(CONJ), NULL, rewrite_conj},
    {TERN_CHLO(CONSTANT), NULL, rewrite_constant},
    {TERN_CHLO(CONSTANT_LIKE), NULL, rewrite_constant_like},
    {TERN_CHLO(IS_INF), NULL, rewrite_is_inf},
    {TERN_CHLO(IS_NEG_INF), NULL, rewrite_is_neg_inf},
    {TERN_CHLO(IS_POS_INF), NULL, rewrite_is_pos_inf},
    {TERN_CHLO(SQUARE), NULL, rewrite_square},
    {TERN_CHLO(TAN), NULL, rewrite_tan},
};

static const struct rule *find_rule(const tern_op_t *op) {
  if (op->def->dialect != &tern_chlo_dialect) return NULL;
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i) {
    if (rules[i].row == op->def->row) return &rules[i];
  }
  return NULL;
}

typedef TERN_VEC(tern_op_t *) op_list_t;

static bool is_ranked(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (operand(op, i)->type->kind != TERN_TYPE_TENSOR) return false;
  }
  const tern_type_t *type = op->results[0].type;
  return type->kind == TERN_TYPE_TENSOR && tern_type_rank(type) <= MAX_RANK;
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  if (find_rule(op) && is_ranked(op)) tern_vec_push((op_list_t *)user, op);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  op_list_t ops = {0};
  tern_op_walk_pre(root, collect, &ops);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    const struct rule *rule = find_rule(op);
    tern_builder_t b = tern_builder_before(op);
    tern_value_t *result = rule->rewrite ? rule->rewrite(&b, op) : rewrite_broadcasting(&b, op, rule->broadcasting);
    tern_value_replace_all_uses(tern_op_result(op, 0), result);
    tern_op_destroy(op);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_stablehlo_dialect, &tern_tensor_dialect, &tern_arith_dialect,
                                                 NULL};

const tern_pass_def_t tern_chlo_to_stablehlo_pass = {
    .name = "ChloLegalizeToStablehloPass",
    .flag = "iree-stablehlo-legalize-chlo",
    .alias = "chlo-legalize-to-stablehlo",
    .summary = "Convert chlo ops that broadcast or are plain compositions to StableHLO",
    .dialects = dialects,
    .run = run,
};

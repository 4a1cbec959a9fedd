// tt: folds (upstream: Ops.cpp), and what ops do to memory.

#include <math.h>

#include "dialect/common/fold_elements.h"
#include "dialect/tt/hooks.h"
#include "rewrite/rewriter.h"

#define FOLD(NAME)                                                                          \
  tern_fold_status_t tern_tt_fold_##NAME(tern_op_t *op, const tern_attr_t *const *operands, \
                                         tern_fold_result_t *out_results)

static tern_value_t *source(const tern_op_t *op) { return tern_op_operand(op, 0); }
static const tern_type_t *result_type(const tern_op_t *op) { return op->results[0].type; }
static bool keeps_type(const tern_op_t *op) { return source(op)->type == result_type(op); }

// The constant's element in another shape; all elements if it has as many and is no splat. NULL if that is not known.
static const tern_attr_t *in_shape(const tern_attr_t *value, const tern_type_t *type, bool allows_elements) {
  if (tern_attr_is_splat(value)) return tern_dense_elements_attr_get(type, tern_dense_elements_attr_data(value), true);
  if (!allows_elements || !value || value->kind != TERN_ATTR_DENSE_ELEMENTS) return NULL;
  return tern_dense_elements_attr_reshape(value, type);
}

FOLD(bitcast) {
  (void)operands;
  return keeps_type(op) ? tern_fold_to_value(out_results, source(op)) : TERN_FOLD_FAILED;
}

// Zeros of either sign have the same value in all formats; others are left to those who know how to round.
FOLD(fp_to_fp) {
  if (keeps_type(op)) return tern_fold_to_value(out_results, source(op));
  double value;
  if (!operands[0] || !tern_attr_float_scalar(operands[0], &value) || value != 0) return TERN_FOLD_FAILED;
  const tern_type_t *type = result_type(op), *element = type->kind == TERN_TYPE_TENSOR ? tern_type_element(type) : type;
  const tern_attr_t *zero = tern_float_attr_get(element, signbit(value) ? -0.0 : 0.0);
  return tern_fold_to_attr(out_results, element == type ? zero : tern_dense_elements_attr_get_splat(type, zero));
}

FOLD(addptr) {
  return operands[1] && tern_attr_is_int_value(operands[1], 0) ? tern_fold_to_value(out_results, source(op))
                                                               : TERN_FOLD_FAILED;
}

FOLD(advance) {
  for (size_t i = 1; i < op->operand_count; ++i) {
    if (!operands[i] || !tern_attr_is_int_value(operands[i], 0)) return TERN_FOLD_FAILED;
  }
  return tern_fold_to_value(out_results, source(op));
}

FOLD(splat) {
  const tern_attr_t *value = operands[0];
  if (!tern_attr_is_integer(value) && !tern_attr_is_float(value)) return TERN_FOLD_FAILED;
  return tern_fold_to_attr(out_results, tern_dense_elements_attr_get_splat(result_type(op), value));
}

FOLD(unsplat) {
  (void)op;
  return tern_attr_is_splat(operands[0]) ? tern_fold_to_attr(out_results, tern_dense_elements_attr_at(operands[0], 0))
                                         : TERN_FOLD_FAILED;
}

FOLD(expand_dims) { return tern_fold_to_attr(out_results, in_shape(operands[0], result_type(op), true)); }

FOLD(reshape) {
  if (keeps_type(op) && !tern_op_attr(op, "allow_reorder")) return tern_fold_to_value(out_results, source(op));
  return tern_fold_to_attr(out_results, in_shape(operands[0], result_type(op), true));
}

FOLD(broadcast) {
  if (keeps_type(op)) return tern_fold_to_value(out_results, source(op));
  return tern_fold_to_attr(out_results, in_shape(operands[0], result_type(op), false));
}

FOLD(trans) {
  const tern_attr_t *order = tern_op_attr(op, "order");
  size_t rank = tern_int_list_attr_count(order);
  bool is_identity = true;
  for (size_t d = 0; d < rank; ++d) is_identity &= tern_int_list_attr_at(order, d) == (int64_t)d;
  if (is_identity && keeps_type(op)) return tern_fold_to_value(out_results, source(op));
  const tern_op_t *inner = tern_value_defined_by(source(op), TERN_TT(TRANS));
  if (inner) {
    const tern_attr_t *first = tern_op_attr(inner, "order");
    int32_t joined[32];
    if (rank > sizeof(joined) / sizeof(joined[0])) return TERN_FOLD_FAILED;
    for (size_t d = 0; d < rank; ++d)
      joined[d] = (int32_t)tern_int_list_attr_at(first, (size_t)tern_int_list_attr_at(order, d));
    tern_op_set_attr(op, "order", tern_dense_i32_array_attr_get(tern_op_context(op), joined, rank));
    tern_op_set_operand(op, 0, source(inner));
    return TERN_FOLD_IN_PLACE;
  }
  return tern_fold_to_attr(out_results, in_shape(operands[0], result_type(op), false));
}

FOLD(make_range) {
  (void)operands;
  const tern_attr_t *start = tern_op_attr(op, "start");
  if (tern_integer_attr_value(start) + 1 != tern_integer_attr_value(tern_op_attr(op, "end"))) return TERN_FOLD_FAILED;
  return tern_fold_to_attr(out_results, tern_dense_elements_attr_get_splat(result_type(op), start));
}

// --- effects ---

// Reading a volatile place may change what is read next.
tern_traits_t tern_tt_load_effects(const tern_op_t *op) {
  const tern_attr_t *is_volatile = tern_op_attr(op, "isVolatile");
  bool is_last = is_volatile && tern_integer_attr_value(is_volatile);
  return is_last ? TERN_TRAIT_MEM_READ | TERN_TRAIT_MEM_WRITE : TERN_TRAIT_MEM_READ;
}

tern_traits_t tern_tt_pure_effects(const tern_op_t *op) {
  const tern_attr_t *pure = tern_op_attr(op, "pure");
  return pure && tern_integer_attr_value(pure) ? 0 : TERN_TRAIT_MEM_READ | TERN_TRAIT_MEM_WRITE;
}

tern_speculatability_t tern_tt_pure_speculatability(const tern_op_t *op) {
  return tern_tt_pure_effects(op) == 0 ? TERN_SPECULATABLE : TERN_NOT_SPECULATABLE;
}

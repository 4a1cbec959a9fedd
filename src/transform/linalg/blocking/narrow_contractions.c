// Which products of narrow numbers units for tiles and dot products can do.

#include "transform/linalg/blocking/narrow_contractions.h"

#include "dialect/arith/arith.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"

// How the body widens input `position`: the op, if it is one and is all that is done.
static const tern_op_t *find_widening(const tern_op_t *op, size_t position) {
  const tern_value_t *arg = tern_linalg_body(op)->args[position];
  if (!tern_value_has_one_use(arg)) return NULL;
  const tern_op_t *user = arg->first_use->owner;
  bool is_widening =
      tern_op_is(user, TERN_ARITH(EXTF)) || tern_op_is(user, TERN_ARITH(EXTSI)) || tern_op_is(user, TERN_ARITH(EXTUI));
  return is_widening ? user : NULL;
}

static bool find_elements(tern_narrow_contraction_t *out) {
  const tern_op_t *op = out->loops.op;
  out->element = tern_type_element(tern_op_operand(op, 0)->type);
  out->sum = tern_type_element(tern_op_operand(op, 2)->type);
  if (tern_type_element(tern_op_operand(op, 1)->type) != out->element) return false;
  bool is_bf16 = out->element->kind == TERN_TYPE_BF16 && out->sum->kind == TERN_TYPE_F32;
  bool is_i8 = tern_type_is_i(out->element, 8) && tern_type_is_i(out->sum, 32);
  if (!is_bf16 && !is_i8) return false;
  for (size_t i = 0; i < 2; ++i) {
    const tern_op_t *widening = find_widening(op, i);
    if (!widening || tern_op_result(widening, 0)->type != out->sum) return false;
    out->is_unsigned[i] = tern_op_is(widening, TERN_ARITH(EXTUI));
  }
  return true;
}

static bool has_neighbours(const tern_type_t *type) {
  int64_t strides[TERN_LINALG_MAX_LOOPS], offset;
  size_t rank = tern_type_rank(type);
  return type->kind == TERN_TYPE_MEMREF && rank > 0 && rank <= TERN_LINALG_MAX_LOOPS &&
         tern_memref_type_strides(type, strides, &offset) && strides[rank - 1] == 1;
}

static bool find_layout(const tern_narrow_contraction_t *product) {
  const tern_contraction_loops_t *loops = &product->loops;
  const tern_op_t *op = loops->op;
  for (size_t i = 0; i < 3; ++i) {
    if (!has_neighbours(tern_op_operand(op, i)->type)) return false;
  }
  return tern_contraction_has_rows_along(op, 2, loops->rows) &&
         (tern_contraction_is_innermost(op, product->left, loops->depth) ||
          tern_contraction_is_innermost(op, product->left, loops->rows)) &&
         (tern_contraction_is_innermost(op, product->right, loops->depth) ||
          tern_contraction_is_innermost(op, product->right, loops->columns));
}

bool tern_narrow_contraction_find(tern_op_t *op, tern_narrow_contraction_t *out) {
  *out = (tern_narrow_contraction_t){0};
  if (!tern_contraction_loops_find(op, &out->loops) || !out->loops.has_rows || !find_elements(out)) return false;
  out->right = out->loops.wide;
  out->left = 1 - out->loops.wide;
  return find_layout(out);
}

tern_op_t *tern_narrow_contraction_find_zeros(const tern_narrow_contraction_t *product) {
  tern_op_t *fill = tern_contraction_find_fill(&product->loops);
  const tern_attr_t *value = fill ? tern_value_constant(tern_linalg_input(fill, 0)) : NULL;
  if (!value) return NULL;
  bool is_zero = tern_attr_is_float(value)     ? tern_float_attr_value(value) == 0
                 : tern_attr_is_integer(value) ? tern_integer_attr_value(value) == 0
                                               : false;
  return is_zero ? fill : NULL;
}

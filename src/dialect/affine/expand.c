// Affine expressions and index ops as arith ops.

#include "dialect/affine/expand.h"

#include "dialect/affine/affine.h"
#include "dialect/affine/index_basis.h"
#include "dialect/arith/arith.h"
#include "ir/diagnostic.h"

typedef tern_builder_t *builder_t;

static tern_value_t *build(builder_t b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs));
}

// With overflow flags.
static tern_value_t *build_bounded(builder_t b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs,
                                   int64_t flags) {
  tern_value_t *value = build(b, row, lhs, rhs);
  tern_op_set_attr(tern_value_defining_op(value), "overflowFlags",
                   tern_enum_attr_get(b->context, TERN_ARITH_ENUM(OVERFLOW), flags));
  return value;
}

static tern_value_t *build_select(builder_t b, tern_value_t *condition, tern_value_t *yes, tern_value_t *no) {
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, yes, no));
}

// --- expressions ---

// a mod b: the remainder, plus b where it is negative.
static tern_value_t *build_mod(builder_t b, tern_value_t *lhs, tern_value_t *rhs) {
  tern_value_t *remainder = build(b, TERN_ARITH(REMSI), lhs, rhs), *zero = tern_arith_constant_index(b, 0);
  tern_value_t *is_negative = tern_arith_cmpi(b, TERN_CMPI_SLT, remainder, zero);
  return build_select(b, is_negative, build(b, TERN_ARITH(ADDI), remainder, rhs), remainder);
}

// a floordiv b with one division: of a, or of -a - 1 if a is negative, and back.
static tern_value_t *build_floor(builder_t b, tern_value_t *lhs, tern_value_t *rhs) {
  tern_value_t *zero = tern_arith_constant_index(b, 0), *minus_one = tern_arith_constant_index(b, -1);
  tern_value_t *is_negative = tern_arith_cmpi(b, TERN_CMPI_SLT, lhs, zero);
  tern_value_t *mirrored = build(b, TERN_ARITH(SUBI), minus_one, lhs);
  tern_value_t *dividend = build_select(b, is_negative, mirrored, lhs);
  tern_value_t *quotient = build(b, TERN_ARITH(DIVSI), dividend, rhs);
  return build_select(b, is_negative, build(b, TERN_ARITH(SUBI), minus_one, quotient), quotient);
}

// a ceildiv b with one division: of a - 1, or of -a if a is not positive, and back.
static tern_value_t *build_ceil(builder_t b, tern_value_t *lhs, tern_value_t *rhs) {
  tern_value_t *zero = tern_arith_constant_index(b, 0), *one = tern_arith_constant_index(b, 1);
  tern_value_t *is_low = tern_arith_cmpi(b, TERN_CMPI_SLE, lhs, zero);
  tern_value_t *negated = build(b, TERN_ARITH(SUBI), zero, lhs);
  tern_value_t *before = build(b, TERN_ARITH(SUBI), lhs, one);
  tern_value_t *dividend = build_select(b, is_low, negated, before);
  tern_value_t *quotient = build(b, TERN_ARITH(DIVSI), dividend, rhs);
  tern_value_t *low = build(b, TERN_ARITH(SUBI), zero, quotient);
  return build_select(b, is_low, low, build(b, TERN_ARITH(ADDI), quotient, one));
}

tern_value_t *tern_affine_expand_expr(tern_builder_t *builder, const tern_affine_expr_t *expr,
                                      tern_value_t *const *dims, tern_value_t *const *symbols) {
  switch (expr->kind) {
    case TERN_AFFINE_CONSTANT: return tern_arith_constant_index(builder, expr->value);
    case TERN_AFFINE_DIM: return dims[expr->value];
    case TERN_AFFINE_SYMBOL: return symbols[expr->value];
    default: break;
  }
  bool divides = expr->kind != TERN_AFFINE_ADD && expr->kind != TERN_AFFINE_MUL;
  if (divides && tern_affine_expr_is_constant(expr->rhs) && expr->rhs->value <= 0) {
    tern_emit_error(builder->loc, "%s by non-positive value is not supported",
                    expr->kind == TERN_AFFINE_MOD ? "modulo" : "division");
    return NULL;
  }
  tern_value_t *lhs = tern_affine_expand_expr(builder, expr->lhs, dims, symbols);
  tern_value_t *rhs = lhs ? tern_affine_expand_expr(builder, expr->rhs, dims, symbols) : NULL;
  if (!rhs) return NULL;
  switch (expr->kind) {
    case TERN_AFFINE_ADD: return build(builder, TERN_ARITH(ADDI), lhs, rhs);
    case TERN_AFFINE_MUL: return build_bounded(builder, TERN_ARITH(MULI), lhs, rhs, TERN_OVERFLOW_NSW);
    case TERN_AFFINE_MOD: return build_mod(builder, lhs, rhs);
    case TERN_AFFINE_FLOORDIV: return build_floor(builder, lhs, rhs);
    default: return build_ceil(builder, lhs, rhs);
  }
}

bool tern_affine_expand_map(tern_builder_t *builder, const tern_affine_map_t *map, tern_value_t *const *values,
                            tern_value_t **out_results) {
  for (size_t i = 0; i < map->result_count; ++i) {
    out_results[i] = tern_affine_expand_expr(builder, map->results[i], values, values + map->dim_count);
    if (!out_results[i]) return false;
  }
  return true;
}

// --- index ops ---

typedef TERN_VEC(tern_value_t *) value_list_t;

// The products of all sizes from each one on, last one first. The basis has no outer bound.
static void build_strides(builder_t b, const tern_affine_basis_t *basis, int64_t flags, value_list_t *out_strides) {
  tern_value_t *dynamic = NULL;
  int64_t number = 1;
  for (size_t i = basis->count; i > 0; --i) {
    const tern_mixed_index_t *entry = &basis->values[i - 1];
    if (entry->value != TERN_DYNAMIC) {
      number = (int64_t)((uint64_t)number * (uint64_t)entry->value);
    } else {
      dynamic = dynamic ? build_bounded(b, TERN_ARITH(MULI), dynamic, entry->dynamic, flags) : entry->dynamic;
    }
    tern_value_t *stride = dynamic;
    if (!dynamic || number != 1) {
      stride = tern_arith_constant_index(b, number);
      if (dynamic) stride = build_bounded(b, TERN_ARITH(MULI), dynamic, stride, flags);
    }
    tern_vec_push(out_strides, stride);
  }
}

// index mod stride, where what is added to a negative remainder cannot overflow.
static tern_value_t *build_rest(builder_t b, tern_value_t *index, tern_value_t *stride, tern_value_t *zero) {
  tern_value_t *remainder = build(b, TERN_ARITH(REMSI), index, stride);
  tern_value_t *is_negative = tern_arith_cmpi(b, TERN_CMPI_SLT, remainder, zero);
  tern_value_t *wrapped = build_bounded(b, TERN_ARITH(ADDI), remainder, stride, TERN_OVERFLOW_NSW);
  return build_select(b, is_negative, wrapped, remainder);
}

void tern_affine_expand_delinearize(tern_builder_t *builder, const tern_op_t *op, tern_value_t **out_results) {
  tern_value_t *index = tern_op_operand(op, 0);
  tern_affine_basis_t basis = {0};
  value_list_t strides = {0};
  if (op->result_count <= 1) {
    if (op->result_count) out_results[0] = index;
    return;
  }
  tern_affine_basis_read(op, true, &basis);
  build_strides(builder, &basis, TERN_OVERFLOW_NSW | TERN_OVERFLOW_NUW, &strides);
  tern_value_t *zero = tern_arith_constant_index(builder, 0);
  size_t last = strides.count;
  out_results[0] = build(builder, TERN_ARITH(FLOORDIVSI), index, strides.values[last - 1]);
  for (size_t i = 1; i <= last; ++i) {
    tern_value_t *rest = build_rest(builder, index, strides.values[last - i], zero);
    out_results[i] = i == last ? rest : build(builder, TERN_ARITH(DIVSI), rest, strides.values[last - i - 1]);
  }
  tern_vec_deinitialize(&basis);
  tern_vec_deinitialize(&strides);
}

// How many loops around `op`, from the innermost on, `value` does not change in.
static size_t count_invariant_loops(const tern_op_t *op, const tern_value_t *value) {
  size_t count = 0;
  for (const tern_op_t *parent = tern_op_parent(op); parent; parent = tern_op_parent(parent)) {
    if (!tern_op_has_trait(parent, TERN_TRAIT_LOOP_LIKE)) continue;
    if (!tern_value_is_defined_outside(value, parent)) break;
    ++count;
  }
  return count;
}

typedef struct addend {
  tern_value_t *value;
  size_t invariant_loops;
} addend_t;

tern_value_t *tern_affine_expand_linearize(tern_builder_t *builder, const tern_op_t *op) {
  size_t count = tern_affine_index_count(op);
  tern_affine_basis_t basis = {0};
  value_list_t strides = {0};
  TERN_VEC(addend_t) addends = {0};
  if (!count) return tern_arith_constant_index(builder, 0);
  int64_t flags = TERN_OVERFLOW_NSW | (tern_affine_is_disjoint(op) ? TERN_OVERFLOW_NUW : 0);
  tern_affine_basis_read(op, true, &basis);
  build_strides(builder, &basis, flags, &strides);
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *index = tern_op_operand(op, i);
    size_t loops = count_invariant_loops(op, index), place = addends.count;
    if (i + 1 < count) {
      index = build_bounded(builder, TERN_ARITH(MULI), index, strides.values[strides.count - 1 - i], TERN_OVERFLOW_NSW);
    }
    // Stable: those of larger strides first.
    tern_vec_push(&addends, (addend_t){0});
    for (; place > 0 && addends.values[place - 1].invariant_loops < loops; --place) {
      addends.values[place] = addends.values[place - 1];
    }
    addends.values[place] = (addend_t){index, loops};
  }
  tern_value_t *sum = addends.values[0].value;
  for (size_t i = 1; i < count; ++i) {
    sum = build_bounded(builder, TERN_ARITH(ADDI), sum, addends.values[i].value, TERN_OVERFLOW_NSW);
  }
  tern_vec_deinitialize(&basis);
  tern_vec_deinitialize(&strides);
  tern_vec_deinitialize(&addends);
  return sum;
}

// vector.outerproduct row by row, and vector.contract of the shapes of matrix products as outer products, dot products
// or element-wise arithmetic (upstream: LowerVectorContract).

#include "dialect/vector/lower/product.h"

#include <stdlib.h>

#include "base/arena.h"

void read_contraction(tern_op_t *op, contraction_t *out) {
  tern_op_t *around = tern_vector_mask_around(op);
  *out = (contraction_t){.op = op,
                         .root = around ? around : op,
                         .lhs = tern_op_operand(op, 0),
                         .rhs = tern_op_operand(op, 1),
                         .acc = tern_op_operand(op, 2),
                         .mask = around ? tern_op_operand(around, 0) : NULL,
                         .iterators = tern_op_attr(op, "iterator_types"),
                         .kind = tern_enum_attr_value(tern_op_attr(op, "kind"))};
  const tern_attr_t *maps = tern_op_attr(op, "indexing_maps");
  for (size_t i = 0; i < 3; ++i) out->maps[i] = tern_affine_map_attr_value(tern_array_attr_at(maps, i));
  out->loop_count = tern_array_attr_count(out->iterators);
}

int64_t result_of_loop(const tern_affine_map_t *map, size_t loop) {
  for (size_t i = 0; i < map->result_count; ++i) {
    if (tern_affine_expr_is_dim(map->results[i], loop)) return (int64_t)i;
  }
  return -1;
}

tern_value_t *make_multiply_combine(tern_builder_t *b, tern_value_t *x, tern_value_t *y, tern_value_t *acc,
                                    int64_t kind, tern_value_t *mask) {
  bool is_float = tern_type_is_float(tern_vector_element_or_self(x->type));
  if (!tern_vector_combiner(kind, is_float)) return NULL;
  if (is_float && acc && acc->type->kind == TERN_TYPE_VECTOR && kind == TERN_VECTOR_KIND_ADD) {
    tern_value_t *sum = tern_build_value(b, TERN_VECTOR(FMA), .operands = TERN_VALUES(x, y, acc));
    return tern_vector_make_masked(b, mask, sum, acc);
  }
  tern_value_t *product = tern_vector_make_arith(b, is_float ? TERN_ARITH(MULF) : TERN_ARITH(MULI), x, y);
  return acc ? tern_vector_make_combined(b, kind, product, acc, NULL, mask) : product;
}

// --- outer product ---

static bool lower_outerproduct(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *lhs = tern_op_operand(op, 0), *rhs = tern_op_operand(op, 1);
  tern_value_t *acc = op->operand_count > 2 ? tern_op_operand(op, 2) : NULL;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  int64_t kind = tern_enum_attr_value(tern_op_attr(op, "kind"));
  tern_op_t *around = tern_vector_mask_around(op), *root = around ? around : op;
  tern_value_t *mask = around ? tern_op_operand(around, 0) : NULL;
  if (!tern_vector_combiner(kind, tern_type_is_float(tern_type_element(type)))) return false;
  if (rhs->type->kind == TERN_TYPE_VECTOR && tern_vector_dim_is_scalable(type, 0)) return false;
  tern_builder_set_before(b, root);
  if (rhs->type->kind != TERN_TYPE_VECTOR) {
    tern_value_t *filled = tern_vector_make_broadcast(b, lhs->type, rhs);
    return replace_by(rewriter, root, make_multiply_combine(b, lhs, filled, acc, kind, mask));
  }
  tern_value_t *result = tern_vector_make_zeros(b, type);
  for (int64_t i = 0; i < tern_type_dim(type, 0); ++i) {
    tern_value_t *filled = tern_vector_make_broadcast(b, rhs->type, tern_vector_make_extract_at(b, lhs, i));
    tern_value_t *row_acc = acc ? tern_vector_make_extract_at(b, acc, i) : NULL;
    tern_value_t *row_mask = mask ? tern_vector_make_extract_at(b, mask, i) : NULL;
    tern_value_t *row = make_multiply_combine(b, filled, rhs, row_acc, kind, row_mask);
    result = tern_vector_make_insert_at(b, row, result, i);
  }
  return replace_by(rewriter, root, result);
}

const tern_pattern_t tern_vector_outerproduct_patterns[] = {
    {"outerproduct", TERN_VECTOR(OUTERPRODUCT), 1, lower_outerproduct},
    {0},
};

// --- layouts ---

// Layouts are written as letters: the loops of a matrix product are m, n and k, those of a product with a vector m and k.
// Is the contraction of this layout?
static bool has_layout(const contraction_t *c, const char *loops, const char *lhs, const char *rhs, const char *acc) {
  const char *texts[] = {lhs, rhs, acc};
  for (size_t i = 0; i < 3; ++i) {
    size_t count = 0;
    for (; texts[i][count]; ++count) {
      size_t loop = 0;
      while (loops[loop] != texts[i][count]) ++loop;
      if (count >= c->maps[i]->result_count || !tern_affine_expr_is_dim(c->maps[i]->results[count], loop)) return false;
    }
    if (count != c->maps[i]->result_count) return false;
  }
  return true;
}

static bool has_iterators(const contraction_t *c, const char *kinds) {
  size_t count = 0;
  for (; kinds[count]; ++count) {
    if (count >= c->loop_count || is_reduction(c, count) != (kinds[count] == 'r')) return false;
  }
  return count == c->loop_count;
}

// --- by outer products ---

static tern_value_t *promote(tern_builder_t *b, tern_value_t *value, const tern_type_t *element) {
  const tern_type_t *from = tern_vector_element_or_self(value->type);
  if (from == element) return value;
  const tern_type_t *type =
      value->type->kind == TERN_TYPE_VECTOR ? tern_type_with_element(value->type, element) : element;
  const tern_op_row_t *row = tern_type_is_float(element) ? TERN_ARITH(EXTF) : TERN_ARITH(EXTSI);
  return tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

// The reduced dimension is the outermost one of both operands and of the mask.
static tern_value_t *sum_outer_products(tern_builder_t *b, const contraction_t *c, tern_value_t *lhs, tern_value_t *rhs,
                                        tern_value_t *mask) {
  tern_value_t *result = c->acc;
  const tern_type_t *element = tern_type_element(result->type);
  for (int64_t k = 0; k < tern_type_dim(lhs->type, 0); ++k) {
    tern_value_t *x = tern_vector_make_extract_at(b, lhs, k), *y = tern_vector_make_extract_at(b, rhs, k);
    x = promote(b, x, element);
    y = promote(b, y, element);
    tern_value_t *row_mask = mask ? tern_vector_make_extract_at(b, mask, k) : NULL;
    tern_op_t *product = tern_build(b, TERN_VECTOR(OUTERPRODUCT), .operands = TERN_VALUES(x, y, result),
                                    .types = TERN_TYPES(result->type),
                                    .attrs = TERN_ATTRS({"kind", tern_vector_kind_attr(b->context, c->kind)}));
    result = tern_op_result(tern_vector_wrap_in_mask(b, product, row_mask), 0);
  }
  return result;
}

// Which operands are transposed so that the reduced dimension is outermost, and which operand is the left one.
static const struct outer_layout {
  const char *iterators, *loops, *lhs, *rhs, *acc;
  char order[3];  // operands in the order in which they are transposed: 'l', 'r'
  bool is_swapped;
  bool transposes_mask;
} outer_layouts[] = {
    {"ppr", "mnk", "mk", "kn", "mn", "l", false, true}, {"ppr", "mnk", "mk", "nk", "mn", "lr", false, true},
    {"ppr", "mnk", "km", "kn", "mn", "", false, true},  {"ppr", "mnk", "km", "nk", "mn", "r", false, true},
    {"ppr", "mnk", "mk", "kn", "nm", "l", true, true},  {"ppr", "mnk", "mk", "nk", "nm", "rl", true, true},
    {"ppr", "mnk", "km", "kn", "nm", "", true, true},   {"ppr", "mnk", "km", "nk", "nm", "r", true, true},
    {"pr", "mk", "mk", "k", "m", "l", false, true},     {"pr", "mk", "km", "k", "m", "", false, true},
    {"pr", "mk", "k", "mk", "m", "r", true, true},      {"pr", "mk", "k", "km", "m", "", true, true},
    {"rp", "km", "mk", "k", "m", "l", false, false},    {"rp", "km", "km", "k", "m", "", false, false},
    {"rp", "km", "k", "mk", "m", "r", true, false},     {"rp", "km", "k", "km", "m", "", true, false},
};

tern_value_t *contract_by_outer_products(tern_builder_t *b, const contraction_t *c) {
  for (size_t i = 0; i < sizeof outer_layouts / sizeof outer_layouts[0]; ++i) {
    const struct outer_layout *row = &outer_layouts[i];
    if (!has_iterators(c, row->iterators) || !has_layout(c, row->loops, row->lhs, row->rhs, row->acc)) continue;
    size_t reduced = row->lhs[0] == 'k' ? 0 : 1;
    if (tern_vector_dim_is_scalable(c->lhs->type, reduced)) return NULL;
    // An outer product has scalable rows only in scalable columns.
    const tern_type_t *result = c->acc->type;
    if (tern_type_rank(result) == 2 && tern_vector_type_scalable_mask(result) == 1) return NULL;
    tern_value_t *lhs = c->lhs, *rhs = c->rhs, *mask = c->mask;
    for (const char *which = row->order; *which; ++which) {
      tern_value_t **factor = *which == 'l' ? &lhs : &rhs;
      *factor = tern_vector_make_swap(b, *factor);
    }
    if (mask && row->transposes_mask) {
      mask = c->loop_count == 3 ? tern_vector_make_transpose(b, mask, (int64_t[]){2, 0, 1})
                                : tern_vector_make_swap(b, mask);
    }
    return sum_outer_products(b, c, row->is_swapped ? rhs : lhs, row->is_swapped ? lhs : rhs, mask);
  }
  return NULL;
}

// --- by dot products ---

// The reduced dimension is made the innermost one of both operands.
static const struct dot_layout {
  const char *iterators, *loops, *lhs, *rhs, *acc;
  char order[3];
  bool is_swapped;
} dot_layouts[] = {
    {"ppr", "mnk", "mk", "kn", "mn", "r", false},  {"ppr", "mnk", "mk", "nk", "mn", "", false},
    {"ppr", "mnk", "km", "kn", "mn", "lr", false}, {"ppr", "mnk", "km", "nk", "mn", "l", false},
    {"ppr", "mnk", "mk", "kn", "nm", "r", true},   {"ppr", "mnk", "mk", "nk", "nm", "", true},
    {"ppr", "mnk", "km", "kn", "nm", "rl", true},  {"ppr", "mnk", "km", "nk", "nm", "l", true},
    {"pr", "mk", "mk", "k", "m", "", false},       {"pr", "mk", "km", "k", "m", "l", false},
    {"pr", "mk", "k", "mk", "m", "", true},        {"pr", "mk", "k", "km", "m", "r", true},
};

static tern_value_t *make_dots(tern_builder_t *b, const contraction_t *c, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_type_t *type = tern_op_result(c->op, 0)->type, *element = tern_type_element(type);
  bool is_int = tern_type_is_integer(element);
  size_t rank = tern_type_rank(type);
  int64_t columns = rank == 1 ? 1 : tern_type_dim(type, 1);
  tern_value_t *result = tern_vector_make_zeros(b, type);
  tern_value_t **factors =
      tern_malloc((size_t)(columns + 1) * sizeof *factors);  // the columns, made with the first row
  for (int64_t r = 0; r < tern_type_dim(type, 0); ++r) {
    tern_value_t *x = tern_vector_make_extract_at(b, lhs, r);
    for (int64_t column = 0; column < columns; ++column) {
      if (r == 0) factors[column] = rank == 1 ? rhs : tern_vector_make_extract_at(b, rhs, column);
      tern_value_t *product =
          tern_vector_make_arith(b, is_int ? TERN_ARITH(MULI) : TERN_ARITH(MULF), x, factors[column]);
      tern_value_t *sum =
          tern_build_value(b, TERN_VECTOR(REDUCTION), .operands = TERN_VALUES(product), .types = TERN_TYPES(element),
                           .attrs = TERN_ATTRS({"kind", tern_vector_kind_attr(b->context, TERN_VECTOR_KIND_ADD)}));
      result = tern_vector_make_insert(b, sum, result, (int64_t[]){r, column}, rank);
    }
  }
  free(factors);
  return tern_vector_make_arith(b, is_int ? TERN_ARITH(ADDI) : TERN_ARITH(ADDF), result, c->acc);
}

tern_value_t *contract_by_dots(tern_builder_t *b, const contraction_t *c) {
  if (c->mask) return NULL;
  for (size_t i = 0; i < sizeof dot_layouts / sizeof dot_layouts[0]; ++i) {
    const struct dot_layout *row = &dot_layouts[i];
    if (!has_iterators(c, row->iterators) || !has_layout(c, row->loops, row->lhs, row->rhs, row->acc)) continue;
    // Rows are counted, which scalable ones cannot be.
    if (is_scalable(tern_op_result(c->op, 0)->type)) return NULL;
    tern_value_t *lhs = c->lhs, *rhs = c->rhs;
    for (const char *which = row->order; *which; ++which) {
      tern_value_t **factor = *which == 'l' ? &lhs : &rhs;
      *factor = tern_vector_make_swap(b, *factor);
    }
    return make_dots(b, c, row->is_swapped ? rhs : lhs, row->is_swapped ? lhs : rhs);
  }
  return NULL;
}

// --- by element-wise arithmetic ---

// One operand with the loops of the accumulator: what it lacks is broadcast, then the reduced dimensions, all of one
// element, come first and are taken off.
static tern_value_t *spread_factor(tern_builder_t *b, const contraction_t *c, size_t which) {
  const tern_affine_map_t *map = c->maps[which], *acc = c->maps[2];
  tern_value_t *value = which == 0 ? c->lhs : c->rhs;
  const tern_type_t *type = value->type, *result = tern_op_result(c->op, 0)->type;
  size_t rank = tern_type_rank(type), added = 0, next = 0, reduced = 0;
  int64_t dims[2 * TERN_VECTOR_MAX_RANK], permutation[2 * TERN_VECTOR_MAX_RANK];
  for (size_t i = 0; i < acc->result_count; ++i) {
    if (result_of_loop(map, (size_t)acc->results[i]->value) < 0) dims[added++] = tern_type_dim(result, i);
  }
  for (size_t i = 0; i < rank; ++i) dims[added + i] = tern_type_dim(type, i);
  for (size_t i = 0; i < rank; ++i) {
    if (is_reduction(c, (size_t)map->results[i]->value)) permutation[reduced++] = (int64_t)(added + i);
  }
  for (size_t i = 0; i < acc->result_count; ++i) {
    int64_t place = result_of_loop(map, (size_t)acc->results[i]->value);
    permutation[reduced + i] = place < 0 ? (int64_t)next++ : (int64_t)added + place;
  }
  if (added)
    value = tern_vector_make_broadcast(b, tern_vector_of(tern_type_element(type), dims, added + rank, 0), value);
  return tern_vector_make_transpose(b, value, permutation);
}

tern_value_t *contract_by_arith(tern_builder_t *b, const contraction_t *c) {
  static const int64_t zeros[TERN_VECTOR_MAX_RANK];
  tern_value_t *sources[] = {c->lhs, c->rhs}, *factors[2];
  size_t reduced[2] = {0};
  if (c->mask || c->loop_count > TERN_VECTOR_MAX_RANK) return NULL;
  for (size_t f = 0; f < 2; ++f) {
    for (size_t i = 0; i < c->maps[f]->result_count; ++i) {
      if (!is_reduction(c, (size_t)c->maps[f]->results[i]->value)) continue;
      if (tern_type_dim(sources[f]->type, i) != 1) return NULL;
      ++reduced[f];
    }
  }
  bool is_float = tern_type_is_float(tern_type_element(c->lhs->type));
  if (!tern_vector_combiner(c->kind, is_float)) return NULL;
  for (size_t f = 0; f < 2; ++f) {
    if (is_scalable(sources[f]->type)) return NULL;
  }
  for (size_t f = 0; f < 2; ++f) factors[f] = spread_factor(b, c, f);
  for (size_t f = 0; f < 2; ++f) factors[f] = tern_vector_make_extract(b, factors[f], zeros, reduced[f]);
  return make_multiply_combine(b, factors[0], factors[1], c->acc, c->kind, NULL);
}

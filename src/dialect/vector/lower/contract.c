// vector.contract in general: one loop less at a time, down to products and reductions of one dimension (upstream:
// LowerVectorContract's ContractionOpLowering).

#include "dialect/vector/lower/product.h"

// --- one loop less ---

static const tern_affine_map_t *without_loop(const tern_affine_map_t *map, size_t loop, tern_context_t *context) {
  const tern_affine_expr_t *results[TERN_VECTOR_MAX_RANK];
  size_t count = 0;
  for (size_t i = 0; i < map->result_count; ++i) {
    size_t position = (size_t)map->results[i]->value;
    if (position != loop) results[count++] = tern_affine_dim(context, position < loop ? position : position - 1);
  }
  return tern_affine_map_get(context, map->dim_count - 1, 0, results, count);
}

// The slice of `value` at `position` of dimension `dim`; -1: the value does not have the loop.
static tern_value_t *load_slice(tern_builder_t *b, tern_value_t *value, int64_t dim, int64_t position) {
  if (dim < 0) return value;
  if (dim == 0) return tern_vector_make_extract_at(b, value, position);
  const tern_type_t *type = tern_vector_without_dim(value->type, (size_t)dim);
  tern_value_t *result = tern_vector_make_zeros(b, type);
  for (int64_t d = 0; d < tern_type_dim(type, 0); ++d) {
    tern_value_t *part = tern_vector_make_extract_at(b, value, d);
    part = load_slice(b, part, dim - 1, position);
    result = tern_vector_make_insert_at(b, part, result, d);
  }
  return result;
}

static tern_value_t *store_slice(tern_builder_t *b, tern_value_t *slice, tern_value_t *into, int64_t dim,
                                 int64_t position) {
  if (dim < 0) return slice;
  if (dim == 0) return tern_vector_make_insert_at(b, slice, into, position);
  tern_value_t *result = into;
  for (int64_t d = 0; d < tern_type_dim(into->type, 0); ++d) {
    tern_value_t *old = tern_vector_make_extract_at(b, result, d);
    tern_value_t *part = tern_vector_make_extract_at(b, slice, d);
    part = store_slice(b, part, old, dim - 1, position);
    result = tern_vector_make_insert_at(b, part, result, d);
  }
  return result;
}

// The attributes of the contraction without a loop.
typedef struct low_attrs {
  const tern_attr_t *maps, *iterators;
} low_attrs_t;

static low_attrs_t make_low_attrs(const contraction_t *c, size_t loop, tern_context_t *context) {
  const tern_attr_t *maps[3], *iterators[TERN_VECTOR_MAX_RANK];
  size_t count = 0;
  for (size_t i = 0; i < 3; ++i) maps[i] = tern_affine_map_attr_get(without_loop(c->maps[i], loop, context));
  for (size_t i = 0; i < c->loop_count; ++i) {
    if (i != loop) iterators[count++] = tern_array_attr_at(c->iterators, i);
  }
  return (low_attrs_t){tern_array_attr_get(context, maps, 3), tern_array_attr_get(context, iterators, count)};
}

static tern_value_t *make_low_contraction(tern_builder_t *b, const low_attrs_t *attrs, tern_value_t *lhs,
                                          tern_value_t *rhs, tern_value_t *acc, tern_value_t *mask) {
  tern_op_t *op =
      tern_build(b, TERN_VECTOR(CONTRACT), .operands = TERN_VALUES(lhs, rhs, acc), .types = TERN_TYPES(acc->type),
                 .attrs = TERN_ATTRS({"indexing_maps", attrs->maps}, {"iterator_types", attrs->iterators},
                                     {"kind", tern_vector_kind_attr(b->context, TERN_VECTOR_KIND_ADD)}));
  return tern_op_result(tern_vector_wrap_in_mask(b, op, mask), 0);
}

// `lhs_dim` or `rhs_dim` may be -1: that operand does not have the loop.
static tern_value_t *unroll_parallel(tern_builder_t *b, const contraction_t *c, int64_t lhs_dim, int64_t rhs_dim) {
  tern_value_t *counted = lhs_dim >= 0 ? c->lhs : c->rhs;
  size_t counted_dim = (size_t)(lhs_dim >= 0 ? lhs_dim : rhs_dim);
  size_t loop = (size_t)c->maps[lhs_dim >= 0 ? 0 : 1]->results[counted_dim]->value;
  if (tern_vector_dim_is_scalable(counted->type, counted_dim)) return NULL;
  int64_t size = tern_type_dim(counted->type, counted_dim), acc_dim = result_of_loop(c->maps[2], loop);
  // A reduced loop that only one operand has may come here: it can be left out if it runs once.
  if ((acc_dim < 0 && size != 1) || c->acc->type->kind != TERN_TYPE_VECTOR) return NULL;
  low_attrs_t attrs = make_low_attrs(c, loop, b->context);
  tern_value_t *result = tern_vector_make_zeros(b, c->acc->type);
  for (int64_t d = 0; d < size; ++d) {
    tern_value_t *lhs = load_slice(b, c->lhs, lhs_dim, d), *rhs = load_slice(b, c->rhs, rhs_dim, d);
    tern_value_t *acc = load_slice(b, c->acc, acc_dim, d);
    tern_value_t *mask = c->mask ? load_slice(b, c->mask, (int64_t)loop, d) : NULL;
    tern_value_t *low = make_low_contraction(b, &attrs, lhs, rhs, acc, mask);
    result = store_slice(b, low, result, acc_dim, d);
  }
  return result;
}

// All loops are reduced: the first of them.
static tern_value_t *unroll_reduction(tern_builder_t *b, const contraction_t *c) {
  int64_t lhs_dim = result_of_loop(c->maps[0], 0), rhs_dim = result_of_loop(c->maps[1], 0);
  if (c->acc->type->kind == TERN_TYPE_VECTOR || lhs_dim < 0 || rhs_dim < 0) return NULL;
  int64_t size = tern_type_dim(c->lhs->type, (size_t)lhs_dim);
  if (size != tern_type_dim(c->rhs->type, (size_t)rhs_dim)) return NULL;
  if (tern_type_rank(c->lhs->type) == 1) {
    if (tern_type_rank(c->rhs->type) != 1) return NULL;
    bool is_int = tern_type_is_integer(c->acc->type);
    tern_value_t *product = tern_vector_make_arith(b, is_int ? TERN_ARITH(MULI) : TERN_ARITH(MULF), c->lhs, c->rhs);
    tern_op_t *sum = tern_build(b, TERN_VECTOR(REDUCTION), .operands = TERN_VALUES(product, c->acc),
                                .types = TERN_TYPES(c->acc->type),
                                .attrs = TERN_ATTRS({"kind", tern_vector_kind_attr(b->context, TERN_VECTOR_KIND_ADD)}));
    return tern_op_result(tern_vector_wrap_in_mask(b, sum, c->mask), 0);
  }
  if (tern_vector_dim_is_scalable(c->lhs->type, (size_t)lhs_dim)) return NULL;
  low_attrs_t attrs = make_low_attrs(c, 0, b->context);
  tern_value_t *result = c->acc;
  for (int64_t d = 0; d < size; ++d) {
    tern_value_t *lhs = load_slice(b, c->lhs, lhs_dim, d), *rhs = load_slice(b, c->rhs, rhs_dim, d);
    tern_value_t *mask = c->mask ? load_slice(b, c->mask, 0, d) : NULL;
    result = make_low_contraction(b, &attrs, lhs, rhs, result, mask);
  }
  return result;
}

static tern_value_t *unroll_one_loop(tern_builder_t *b, const contraction_t *c) {
  // A batch dimension: both operands and the accumulator have it.
  for (size_t i = 0; i < c->loop_count; ++i) {
    int64_t lhs = result_of_loop(c->maps[0], i), rhs = result_of_loop(c->maps[1], i);
    if (lhs >= 0 && rhs >= 0 && result_of_loop(c->maps[2], i) >= 0) return unroll_parallel(b, c, lhs, rhs);
  }
  bool has_contraction = false;
  for (size_t f = 0; f < 2; ++f) {
    for (size_t i = 0; i < c->maps[f]->result_count; ++i) {
      size_t loop = (size_t)c->maps[f]->results[i]->value;
      bool is_contracted = is_reduction(c, loop) && result_of_loop(c->maps[1 - f], loop) >= 0;
      has_contraction |= is_contracted;
      if (!is_contracted) return unroll_parallel(b, c, f == 0 ? (int64_t)i : -1, f == 0 ? -1 : (int64_t)i);
    }
  }
  return has_contraction ? unroll_reduction(b, c) : NULL;
}

static bool lower_contract(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  const tern_vector_lowering_options_t *options = user;
  tern_builder_t *b = &rewriter->builder;
  contraction_t c;
  read_contraction(op, &c);
  const tern_type_t *element = tern_vector_element_or_self(c.acc->type);
  if (tern_type_element(c.lhs->type) != element || tern_type_element(c.rhs->type) != element) return false;
  if (c.kind != TERN_VECTOR_KIND_ADD || c.loop_count > TERN_VECTOR_MAX_RANK) return false;
  tern_builder_set_before(b, c.root);
  tern_value_t *value = NULL;
  switch (options->contract) {
    case TERN_VECTOR_CONTRACT_OUTER_PRODUCT: value = contract_by_outer_products(b, &c); break;
    case TERN_VECTOR_CONTRACT_DOT: value = contract_by_dots(b, &c); break;
    case TERN_VECTOR_CONTRACT_PARALLEL_ARITH: value = contract_by_arith(b, &c); break;
    default: break;
  }
  if (!value) value = unroll_one_loop(b, &c);
  return value && replace_by(rewriter, c.root, value);
}

// Outer products also of other kinds, and of narrower operands.
static bool lower_contract_to_outer_products(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  const tern_vector_lowering_options_t *options = user;
  contraction_t c;
  read_contraction(op, &c);
  if (options->contract != TERN_VECTOR_CONTRACT_OUTER_PRODUCT) return false;
  tern_builder_set_before(&rewriter->builder, c.root);
  tern_value_t *value = contract_by_outer_products(&rewriter->builder, &c);
  return value && replace_by(rewriter, c.root, value);
}

const tern_pattern_t tern_vector_contract_patterns[] = {
    {"contract", TERN_VECTOR(CONTRACT), 1, lower_contract},
    {"contract-to-outer-products", TERN_VECTOR(CONTRACT), 1, lower_contract_to_outer_products},
    {0},
};

// Transfers whose permutation maps are no minor identities: dimensions are put in order by a transpose, those that are
// broadcast are read once (upstream: LowerVectorTransfer's populateVectorTransferPermutationMapLoweringPatterns).

#include "dialect/vector/lower/replace.h"
#include "dialect/vector/vector_hooks.h"

// --- maps ---

// The place of each result in the order of the source's innermost dimensions; broadcasts go where nothing else is. False:
// the results are no such dimensions.
static bool find_permutation(const tern_affine_map_t *map, size_t *out_permutation) {
  size_t dims = map->dim_count, count = map->result_count;
  size_t start = count < dims ? dims - count : 0, leading = count > dims ? count - dims : 0;
  uint64_t found = 0, broadcasts = 0;
  for (size_t i = 0; i < count; ++i) {
    const tern_affine_expr_t *expr = map->results[i];
    if (tern_affine_expr_is_constant(expr)) {
      if (expr->value != 0) return false;
      broadcasts |= UINT64_C(1) << i;
    } else {
      if (expr->kind != TERN_AFFINE_DIM || (size_t)expr->value < start) return false;
      out_permutation[i] = (size_t)expr->value - start + leading;
      found |= UINT64_C(1) << out_permutation[i];
    }
  }
  for (size_t i = 0, place = 0; i < count; ++i) {
    if (!(broadcasts >> i & 1)) continue;
    while (found >> place & 1) ++place;
    out_permutation[i] = place++;
  }
  return true;
}

static bool is_identity(const size_t *permutation, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (permutation[i] != i) return false;
  }
  return true;
}

static bool is_minor_identity(const tern_affine_map_t *map, size_t first, bool allows_broadcast) {
  size_t count = map->result_count - first;
  if (map->dim_count < count) return false;
  for (size_t i = 0; i < count; ++i) {
    const tern_affine_expr_t *expr = map->results[first + i];
    bool is_broadcast = tern_affine_expr_is_constant(expr) && expr->value == 0;
    if (is_broadcast && allows_broadcast) continue;
    if (!tern_affine_expr_is_dim(expr, map->dim_count - count + i)) return false;
  }
  return true;
}

// --- transfers like one that is there ---

// What a new transfer has: the other operands are those of the old one.
typedef struct form {
  const tern_type_t *type;  // of a read
  tern_value_t *value;      // of a write
  const tern_affine_map_t *map;
  tern_value_t *mask;  // may be NULL
  const tern_attr_t *in_bounds;
} form_t;

static tern_op_t *make_transfer(tern_builder_t *b, const tern_op_t *op, const form_t *form) {
  tern_value_t *operands[TERN_VECTOR_MAX_RANK + 4];
  size_t start, count, next = 0;
  bool is_read = form->type != NULL;
  tern_op_operands_named(op, "indices", &start, &count);
  if (!is_read) operands[next++] = form->value;
  operands[next++] = tern_op_operand_named(op, "base");
  for (size_t i = 0; i < count; ++i) operands[next++] = tern_op_operand(op, start + i);
  if (is_read) operands[next++] = tern_op_operand_named(op, "padding");
  if (form->mask) operands[next++] = form->mask;
  int32_t segments[] = {1, is_read ? (int32_t)count : 1, is_read ? 1 : (int32_t)count, form->mask ? 1 : 0};
  const tern_type_t *type = is_read ? form->type : op->result_count ? tern_op_result(op, 0)->type : NULL;
  return tern_build(
      b, is_read ? TERN_VECTOR(TRANSFER_READ) : TERN_VECTOR(TRANSFER_WRITE), .operands = {operands, next},
      .types = {&type, type ? 1 : 0},
      .attrs = TERN_ATTRS({"permutation_map", tern_affine_map_attr_get(form->map)}, {"in_bounds", form->in_bounds}),
      .segments = segments);
}

// Can the patterns take it at all?
static bool is_supported(const tern_op_t *op, const tern_affine_map_t *map) {
  size_t start, count;
  tern_op_operands_named(op, "indices", &start, &count);
  return map->result_count > 0 && map->result_count <= TERN_VECTOR_MAX_RANK && count <= TERN_VECTOR_MAX_RANK &&
         !tern_vector_mask_around(op);
}

static const tern_affine_map_t *map_of(const tern_op_t *op) {
  return tern_affine_map_attr_value(tern_op_attr(op, "permutation_map"));
}

static const tern_attr_t *permute_bounds(const tern_op_t *op, const size_t *permutation, size_t count) {
  const tern_attr_t *bounds = tern_op_attr(op, "in_bounds"), *flags[TERN_VECTOR_MAX_RANK];
  for (size_t i = 0; i < count; ++i) flags[permutation[i]] = tern_array_attr_at(bounds, i);
  return tern_array_attr_get(tern_op_context(op), flags, count);
}

// --- patterns ---

static bool lower_read_permutation(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_affine_map_t *map = map_of(op);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  size_t permutation[TERN_VECTOR_MAX_RANK], count = map->result_count;
  if (!is_supported(op, map) || !find_permutation(map, permutation) || is_identity(permutation, count)) return false;
  const tern_affine_expr_t *results[TERN_VECTOR_MAX_RANK];
  int64_t dims[TERN_VECTOR_MAX_RANK], order[TERN_VECTOR_MAX_RANK];
  uint64_t scalable = 0;
  for (size_t i = 0; i < count; ++i) {
    size_t place = permutation[i];
    results[place] = map->results[i];
    dims[place] = tern_type_dim(type, i);
    if (tern_vector_dim_is_scalable(type, i)) scalable |= UINT64_C(1) << place;
    order[i] = (int64_t)place;
  }
  form_t form = {
      .type = tern_vector_of(tern_type_element(type), dims, count, scalable),
      .map = tern_affine_map_get(b->context, map->dim_count, 0, results, count),
      .mask = tern_op_operand_named(op, "mask"),
      .in_bounds = permute_bounds(op, permutation, count),
  };
  tern_value_t *read = tern_op_result(make_transfer(b, op, &form), 0);
  return replace_by(rewriter, op, tern_vector_make_transpose(b, read, order));
}

static bool replace_write(tern_rewriter_t *rewriter, tern_op_t *op, tern_op_t *made) {
  if (made->result_count) return replace_by(rewriter, op, tern_op_result(made, 0));
  tern_rewriter_erase(rewriter, op);
  return true;
}

static bool lower_write_permutation(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_affine_map_t *map = map_of(op);
  size_t permutation[TERN_VECTOR_MAX_RANK], count = map->result_count;
  if (!is_supported(op, map) || is_minor_identity(map, 0, false) || !find_permutation(map, permutation)) return false;
  // The vector's dimensions in the order of the source's.
  int64_t order[TERN_VECTOR_MAX_RANK];
  size_t next = 0;
  for (size_t d = 0; d < map->dim_count; ++d) {
    for (size_t i = 0; i < count; ++i) {
      if (tern_affine_expr_is_dim(map->results[i], d)) order[next++] = (int64_t)i;
    }
  }
  if (next != count) return false;
  form_t form = {
      .value = tern_vector_make_transpose(b, tern_op_operand_named(op, "valueToStore"), order),
      .map = tern_vector_minor_identity(b->context, map->dim_count, count),
      .mask = tern_op_operand_named(op, "mask"),
      .in_bounds = permute_bounds(op, permutation, count),
  };
  return replace_write(rewriter, op, make_transfer(b, op, &form));
}

// Unit dimensions in front of a vector.
static tern_value_t *add_outer_dims(tern_builder_t *b, tern_value_t *value, size_t added) {
  const tern_type_t *type = value->type;
  int64_t dims[2 * TERN_VECTOR_MAX_RANK];
  size_t rank = tern_type_rank(type);
  for (size_t i = 0; i < added; ++i) dims[i] = 1;
  for (size_t i = 0; i < rank; ++i) dims[added + i] = tern_type_dim(type, i);
  const tern_type_t *longer =
      tern_vector_of(tern_type_element(type), dims, added + rank, tern_vector_type_scalable_mask(type) << added);
  return tern_vector_make_broadcast(b, longer, value);
}

// A write that leaves out dimensions between others: they are written with one element each.
static bool lower_write_gaps(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_affine_map_t *map = map_of(op);
  size_t permutation[TERN_VECTOR_MAX_RANK], count = map->result_count, added = 0;
  if (!is_supported(op, map) || map->dim_count > TERN_VECTOR_MAX_RANK || find_permutation(map, permutation))
    return false;
  const tern_affine_expr_t *results[2 * TERN_VECTOR_MAX_RANK];
  const tern_attr_t *flags[2 * TERN_VECTOR_MAX_RANK];
  bool is_inside = false;
  for (size_t d = 0; d < map->dim_count; ++d) {
    bool is_written = false;
    for (size_t i = 0; i < count; ++i) is_written |= tern_affine_expr_is_dim(map->results[i], d);
    is_inside |= is_written;
    if (is_written || !is_inside) continue;
    flags[added] = tern_bool_attr_get(b->context, true);
    results[added++] = tern_affine_dim(b->context, d);
  }
  for (size_t i = 0; i < count; ++i) {
    if (map->results[i]->kind != TERN_AFFINE_DIM) return false;
    results[added + i] = map->results[i];
    flags[added + i] = tern_array_attr_at(tern_op_attr(op, "in_bounds"), i);
  }
  tern_value_t *mask = tern_op_operand_named(op, "mask");
  form_t form = {
      .value = add_outer_dims(b, tern_op_operand_named(op, "valueToStore"), added),
      .map = tern_affine_map_get(b->context, map->dim_count, 0, results, added + count),
      .in_bounds = tern_array_attr_get(b->context, flags, added + count),
  };
  if (mask) {
    size_t rank = tern_type_rank(mask->type);
    int64_t order[2 * TERN_VECTOR_MAX_RANK];
    for (size_t i = 0; i < rank + added; ++i) order[i] = (int64_t)(i < rank ? added + i : i - rank);
    form.mask = tern_vector_make_transpose(b, add_outer_dims(b, mask, added), order);
  }
  return replace_write(rewriter, op, make_transfer(b, op, &form));
}

// Outermost dimensions that are broadcast are not read.
static bool reduce_read_rank(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_affine_map_t *map = map_of(op);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  size_t leading = 0, count = map->result_count;
  while (leading < count && tern_affine_expr_is_constant(map->results[leading]) && map->results[leading]->value == 0) {
    ++leading;
  }
  if (leading == 0 || !is_supported(op, map) || !is_minor_identity(map, leading, true)) return false;
  const tern_attr_t *bounds = tern_op_attr(op, "in_bounds"), *flags[TERN_VECTOR_MAX_RANK];
  for (size_t i = leading; i < count; ++i) flags[i - leading] = tern_array_attr_at(bounds, i);
  form_t form = {
      .type = tern_vector_of(tern_type_element(type), tern_type_dims(type) + leading, tern_type_rank(type) - leading,
                             tern_vector_type_scalable_mask(type) >> leading),
      .map = tern_affine_map_get(b->context, map->dim_count, 0, map->results + leading, count - leading),
      .mask = tern_op_operand_named(op, "mask"),
      .in_bounds = tern_array_attr_get(b->context, flags, count - leading),
  };
  tern_value_t *read = tern_op_result(make_transfer(b, op, &form), 0);
  return replace_by(rewriter, op, tern_vector_make_broadcast(b, type, read));
}

const tern_pattern_t tern_vector_permutation_map_patterns[] = {
    {"transfer-read-permutation", TERN_VECTOR(TRANSFER_READ), 1, lower_read_permutation},
    {"transfer-write-permutation", TERN_VECTOR(TRANSFER_WRITE), 1, lower_write_permutation},
    {"transfer-read-reduce-rank", TERN_VECTOR(TRANSFER_READ), 1, reduce_read_rank},
    {"transfer-write-non-permutation", TERN_VECTOR(TRANSFER_WRITE), 1, lower_write_gaps},
    {0},
};

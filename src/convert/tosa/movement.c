// TOSA ops that move elements, as linalg: transpose, reverse, tile, gather.

#include "convert/tosa/lowering.h"

#define MAX_RANK TERN_TOSA_MAX_RANK

static bool lower_transpose(tern_tosa_lowering_t *l) {
  tern_builder_t *b = l->b;
  size_t rank = tern_type_rank(l->types[0]);
  int64_t perms[MAX_RANK], dims[MAX_RANK];
  tern_extent_t sizes[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    perms[i] = tern_tosa_entry(l->op, "perms", i, (int64_t)i);
    sizes[i] = tern_build_dim(b, l->operands[0], (size_t)perms[i]);
    dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
  }
  const tern_type_t *type = tern_type_with_shape(l->types[0], dims, rank);
  tern_value_t *empty = tern_build_empty(b, type, sizes);
  tern_op_t *op = tern_linalg_build_named(
      b, TERN_LINALG(TRANSPOSE), TERN_TYPES(type), TERN_VALUES(l->operands[0]), TERN_VALUES(empty),
      TERN_ATTRS({"permutation", tern_dense_i64_array_attr_get(b->context, perms, rank)}));
  l->results[0] = tern_op_result(op, 0);
  return true;
}

// What the body of reverse and gather reads from.
typedef struct reading {
  tern_value_t *source;
  size_t rank, axis;
  tern_value_t *last;  // index of the last element along the axis
} reading_t;

static void fill_with_reversed(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)body;
  const reading_t *r = user;
  tern_value_t *indices[MAX_RANK];
  for (size_t i = 0; i < r->rank; ++i) indices[i] = tern_linalg_build_index(b, i);
  indices[r->axis] = tern_build_index_sub(b, r->last, indices[r->axis]);
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_extract(b, r->source, (tern_values_t){indices, r->rank})));
}

static bool lower_reverse(tern_tosa_lowering_t *l) {
  tern_builder_t *b = l->b;
  tern_value_t *source = l->operands[0];
  size_t rank = tern_type_rank(source->type), axis = (size_t)tern_tosa_int(l->op, "axis", 0);
  tern_extent_t sizes[MAX_RANK];
  tern_build_dims(b, source, sizes);
  tern_value_t *empty = tern_build_empty(b, source->type, sizes);
  if (!sizes[axis].value) {
    // A known size: an affine map.
    const tern_affine_expr_t *exprs[MAX_RANK];
    for (size_t i = 0; i < rank; ++i) exprs[i] = tern_affine_dim(b->context, i);
    exprs[axis] = tern_affine_add(tern_affine_mul(exprs[axis], tern_affine_constant(b->context, -1)),
                                  tern_affine_constant(b->context, sizes[axis].constant - 1));
    l->results[0] = tern_build_moved(b, source, tern_affine_map_get(b->context, rank, 0, exprs, rank), empty);
    return true;
  }
  reading_t reading = {source, rank, axis, tern_build_extent(b, tern_extent_sub(b, sizes[axis], tern_extent_of(1)))};
  const tern_affine_map_t *maps[] = {tern_affine_map_identity(b->context, rank)};
  tern_op_t *op =
      tern_build_tensor_generic(b, (tern_values_t){0}, TERN_VALUES(empty), maps, rank, 0, fill_with_reversed, &reading);
  l->results[0] = tern_op_result(op, 0);
  return true;
}

// [a, b] becomes [times, a, times, b] by repetition, then [times * a, times * b].
static bool lower_tile(tern_tosa_lowering_t *l) {
  tern_builder_t *b = l->b;
  tern_value_t *source = l->operands[0];
  const tern_type_t *type = source->type;
  size_t rank = tern_type_rank(type), ends[MAX_RANK];
  int64_t times[MAX_RANK], dims[2 * MAX_RANK], joined[MAX_RANK];
  tern_extent_t sizes[2 * MAX_RANK];
  if (!tern_tosa_read_shape(l, 1, times, rank)) return false;
  if (2 * rank > MAX_RANK) return tern_op_error(l->op, "has more than %d dimensions", MAX_RANK / 2);
  const tern_affine_expr_t *exprs[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    if (times[i] < 0) {
      if (tern_type_dim(l->types[0], i) == TERN_DYNAMIC || tern_type_dim(type, i) == TERN_DYNAMIC) {
        return tern_op_error(l->op, "expects to know how often dimension %zu is repeated", i);
      }
      times[i] = tern_type_dim(l->types[0], i) / tern_type_dim(type, i);
    }
    sizes[2 * i] = tern_extent_of(times[i]);
    sizes[2 * i + 1] = tern_build_dim(b, source, i);
    dims[2 * i] = times[i];
    dims[2 * i + 1] = tern_type_dim(type, i);
    joined[i] = dims[2 * i + 1] == TERN_DYNAMIC ? TERN_DYNAMIC : dims[2 * i + 1] * times[i];
    ends[i] = 2 * i + 2;
    exprs[i] = tern_affine_dim(b->context, 2 * i + 1);
  }
  tern_value_t *empty = tern_build_empty(b, tern_type_with_shape(type, dims, 2 * rank), sizes);
  tern_value_t *moved = tern_build_moved(b, source, tern_affine_map_get(b->context, 2 * rank, 0, exprs, rank), empty);
  l->results[0] = rank ? tern_build_collapse(b, moved, tern_type_with_shape(type, joined, rank), ends) : moved;
  return true;
}

// output[n, w, c] = values[n, indices[n, w], c]
static void fill_with_gathered(tern_builder_t *b, tern_block_t *body, void *user) {
  tern_value_t *values = user, *index = body->args[0];
  index = tern_tosa_build_cast(b, TERN_ARITH(INDEX_CAST), index, tern_index_type_get(b->context));
  tern_value_t *place[] = {tern_linalg_build_index(b, 0), index, tern_linalg_build_index(b, 2)};
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_extract(b, values, (tern_values_t){place, 3})));
}

static bool lower_gather(tern_tosa_lowering_t *l) {
  tern_builder_t *b = l->b;
  tern_value_t *values = l->operands[0], *indices = l->operands[1];
  tern_extent_t sizes[3] = {tern_build_dim(b, indices, 0), tern_build_dim(b, indices, 1), tern_build_dim(b, values, 2)};
  const int64_t dims[] = {tern_type_dim(indices->type, 0), tern_type_dim(indices->type, 1),
                          tern_type_dim(values->type, 2)};
  tern_value_t *empty = tern_build_empty(b, tern_type_with_shape(values->type, dims, 3), sizes);
  const tern_affine_expr_t *exprs[] = {tern_affine_dim(b->context, 0), tern_affine_dim(b->context, 1)};
  const tern_affine_map_t *maps[] = {tern_affine_map_get(b->context, 3, 0, exprs, 2),
                                     tern_affine_map_identity(b->context, 3)};
  tern_op_t *op =
      tern_build_tensor_generic(b, TERN_VALUES(indices), TERN_VALUES(empty), maps, 3, 0, fill_with_gathered, values);
  l->results[0] = tern_op_result(op, 0);
  return true;
}

const tern_tosa_lowering_row_t tern_tosa_movement_lowerings[] = {
    {TERN_TOSA(GATHER), lower_gather},
    {TERN_TOSA(REVERSE), lower_reverse},
    {TERN_TOSA(TILE), lower_tile},
    {TERN_TOSA(TRANSPOSE), lower_transpose},
    {NULL, NULL},
};

// Vector code cut into pieces of the size that matrix units take (upstream: VectorUnroll with the shapes of
// ApplyUnrollVectorsSubgroupMmaOp).
//
//   %d = vector.contract %a, %b, %c : vector<16x16xf32>, vector<16x16xf32> into vector<16x16xf32>      // [16, 16, 8]
// becomes
//   %a0 = vector.extract_strided_slice %a [0, 0], %b0 = vector.extract_strided_slice %b [0, 0]
//   %d0 = vector.contract %a0, %b0, %c : vector<16x8xf32>, vector<8x16xf32> into vector<16x16xf32>
//   %a1 = vector.extract_strided_slice %a [0, 8], %b1 = vector.extract_strided_slice %b [8, 0]
//   %d = vector.contract %a1, %b1, %d0
//
// A read that all its users take slices of one type of is made in such pieces, and so are elementwise ops.

#include "transform/gpu/unroll_for_matrices.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "dialect/affine/affine.h"
#include "dialect/vector/build.h"
#include "rewrite/greedy.h"

typedef struct sizes {
  int64_t m, n, k;
} sizes_t;

// --- tiles ---

// Pieces of a box, in the order of `order`, whose last dimension goes fastest.
typedef struct tiles {
  size_t rank;
  int64_t box[TERN_VECTOR_MAX_RANK], tile[TERN_VECTOR_MAX_RANK], offsets[TERN_VECTOR_MAX_RANK];
  size_t order[TERN_VECTOR_MAX_RANK];
} tiles_t;

static void set_box(tiles_t *t, const tern_type_t *vector) {
  t->rank = tern_type_rank(vector);
  for (size_t i = 0; i < t->rank; ++i) {
    t->box[i] = tern_type_dim(vector, i);
    t->offsets[i] = 0;
    t->order[i] = i;
  }
}

// The two last dimensions of a tile; those before are 1.
static void set_tile(tiles_t *t, int64_t rows, int64_t columns) {
  for (size_t i = 0; i + 2 < t->rank; ++i) t->tile[i] = 1;
  t->tile[t->rank - 2] = rows;
  t->tile[t->rank - 1] = columns;
}

// Do the tiles fill the box, and are there several?
static bool is_divided(const tiles_t *t) {
  bool is_whole = true;
  for (size_t i = 0; i < t->rank; ++i) {
    if (t->tile[i] <= 0 || t->box[i] % t->tile[i] != 0) return false;
    is_whole = is_whole && t->box[i] == t->tile[i];
  }
  return !is_whole;
}

static bool next_tile(tiles_t *t) {
  for (size_t i = t->rank; i-- > 0;) {
    size_t dim = t->order[i];
    if ((t->offsets[dim] += t->tile[dim]) < t->box[dim]) return true;
    t->offsets[dim] = 0;
  }
  return false;
}

// The tile's shape as that of all slices that are taken of the op's result. False: there are others, or none.
static bool take_tile_of_users(tiles_t *t, const tern_op_t *op, bool *out_has_others) {
  const tern_type_t *slice = NULL;
  *out_has_others = false;
  tern_value_for_each_use(tern_op_result(op, 0), use) {
    const tern_type_t *type =
        tern_op_is(use->owner, TERN_VECTOR(EXTRACT_STRIDED_SLICE)) ? tern_op_result(use->owner, 0)->type : NULL;
    if (!type || (slice && slice != type)) {
      *out_has_others = true;
      return false;
    }
    slice = type;
  }
  if (!slice) return false;
  for (size_t i = 0; i < t->rank; ++i) t->tile[i] = tern_type_dim(slice, i);
  return true;
}

static tern_value_t *take(tern_builder_t *b, const tiles_t *t, tern_value_t *vector) {
  return tern_vector_make_extract_slice(b, vector, t->offsets, t->tile, t->rank);
}

static tern_value_t *put(tern_builder_t *b, const tiles_t *t, tern_value_t *piece, tern_value_t *into) {
  return tern_vector_make_insert_slice(b, piece, into, t->offsets, t->rank);
}

static const tern_type_t *tile_type(const tiles_t *t, const tern_type_t *vector) {
  return tern_vector_of(tern_type_element(vector), t->tile, t->rank, 0);
}

static bool can_cut(const tern_type_t *type) {
  return type->kind == TERN_TYPE_VECTOR && tern_type_rank(type) >= 2 && tern_type_rank(type) <= TERN_VECTOR_MAX_RANK &&
         tern_vector_type_scalable_mask(type) == 0;
}

// --- transfers ---

// Indices of a transfer moved by the tile's offsets, among a copy of its operands.
static void move_indices(tern_builder_t *b, const tern_op_t *op, const tiles_t *t, tern_value_t **operands) {
  const tern_affine_map_t *map = tern_affine_map_attr_value(tern_op_attr(op, "permutation_map"));
  size_t start, count;
  tern_op_operands_named(op, "indices", &start, &count);
  for (size_t i = 0; i < map->result_count; ++i) {
    if (tern_affine_expr_is_constant(map->results[i])) continue;  // a broadcast
    size_t index = start + (size_t)map->results[i]->value;
    const tern_affine_expr_t *sum =
        tern_affine_add(tern_affine_dim(b->context, 0), tern_affine_constant(b->context, t->offsets[i]));
    const tern_affine_map_t *moved = tern_affine_map_get(b->context, 1, 0, &sum, 1);
    if (t->offsets[i] == 0) continue;
    operands[index] = tern_build_value(b, TERN_AFFINE(APPLY), .operands = TERN_VALUES(tern_op_operand(op, index)),
                                       .types = TERN_TYPES(tern_index_type_get(b->context)),
                                       .attrs = TERN_ATTRS({"map", tern_affine_map_attr_get(moved)}));
  }
}

// A copy of the transfer of one tile. `vector` and `base`: what takes the place of these operands, or NULL.
static tern_op_t *copy_transfer(tern_builder_t *b, const tern_op_t *op, const tiles_t *t, tern_value_t *vector,
                                tern_value_t *base) {
  tern_value_t *operands[TERN_VECTOR_MAX_RANK + 4];
  for (size_t i = 0; i < op->operand_count; ++i) operands[i] = tern_op_operand(op, i);
  if (vector) operands[0] = vector;
  if (base) operands[1] = base;
  move_indices(b, op, t, operands);
  const tern_type_t *type = NULL;
  if (!vector) type = tile_type(t, tern_op_result(op, 0)->type);
  if (vector && op->result_count) type = tern_op_result(op, 0)->type;
  tern_map_t mapping = {0};
  tern_op_t *copy = tern_builder_clone(b, op, &mapping);
  tern_map_deinitialize(&mapping);
  tern_op_set_operands(copy, (tern_values_t){operands, op->operand_count});
  if (type) tern_op_result(copy, 0)->type = type;
  return copy;
}

static bool can_cut_transfer(const tern_op_t *op, const tern_type_t *type) {
  return can_cut(type) && !tern_op_operand_named(op, "mask") && !tern_vector_mask_around(op) &&
         op->operand_count <= TERN_VECTOR_MAX_RANK + 4;
}

static bool unroll_read(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  tiles_t t;
  bool has_others;
  if (!can_cut_transfer(op, type)) return false;
  set_box(&t, type);
  if (!take_tile_of_users(&t, op, &has_others) || !is_divided(&t)) return false;
  tern_value_t *result = tern_vector_make_zeros(b, type);
  do {
    tern_op_t *piece = copy_transfer(b, op, &t, NULL, NULL);
    result = put(b, &t, tern_op_result(piece, 0), result);
  } while (next_tile(&t));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

static bool unroll_write(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  const sizes_t *sizes = user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *vector = tern_op_operand(op, 0), *base = NULL;
  tiles_t t;
  if (!can_cut_transfer(op, vector->type)) return false;
  set_box(&t, vector->type);
  set_tile(&t, sizes->m, sizes->n);
  if (!is_divided(&t)) return false;
  do {
    tern_op_t *piece = copy_transfer(b, op, &t, take(b, &t, vector), base);
    if (piece->result_count) base = tern_op_result(piece, 0);  // a tensor: the next one changes that
  } while (next_tile(&t));
  if (base) {
    tern_rewriter_replace(rewriter, op, TERN_VALUES(base));
  } else {
    tern_rewriter_erase(rewriter, op);
  }
  return true;
}

// --- contractions ---

// Sums so far, by their place in the result.
typedef struct sums {
  tern_value_t **values;
  int64_t (*offsets)[TERN_VECTOR_MAX_RANK];
  size_t count;
} sums_t;

static bool uses_loop(const tern_affine_map_t *map, size_t loop) {
  for (size_t i = 0; i < map->result_count; ++i) {
    if ((size_t)map->results[i]->value == loop) return true;
  }
  return false;
}

// Reductions outermost, then what the left operand is used along, then the others.
static void order_loops(tiles_t *t, const tern_attr_t *iterators, const tern_affine_map_t *lhs) {
  size_t count = 0;
  for (int turn = 0; turn < 3; ++turn) {
    for (size_t i = 0; i < t->rank; ++i) {
      bool is_reduction = tern_enum_attr_value(tern_array_attr_at(iterators, i)) == 1;
      int wanted = is_reduction ? 0 : uses_loop(lhs, i) ? 1 : 2;
      if (wanted == turn) t->order[count++] = i;
    }
  }
}

// The part of the loops' tile that an operand has.
static void project(const tiles_t *loops, const tern_affine_map_t *map, const tern_type_t *vector, tiles_t *out) {
  set_box(out, vector);
  for (size_t i = 0; i < map->result_count; ++i) {
    size_t loop = (size_t)map->results[i]->value;
    out->tile[i] = loops->tile[loop];
    out->offsets[i] = loops->offsets[loop];
  }
}

static size_t find_sum(const sums_t *sums, const tiles_t *place) {
  size_t i = 0;
  while (i < sums->count && memcmp(sums->offsets[i], place->offsets, place->rank * sizeof(int64_t)) != 0) ++i;
  return i;
}

static void unroll_product(tern_op_t *op, tern_builder_t *b, tiles_t *loops, const tern_affine_map_t *const maps[3],
                           sums_t *sums) {
  do {
    tern_value_t *operands[3];
    tiles_t place;
    size_t known = 0;
    for (size_t i = 0; i < 3; ++i) {
      tern_value_t *operand = tern_op_operand(op, i);
      project(loops, maps[i], operand->type, &place);
      if (i == 2) known = find_sum(sums, &place);
      bool is_known = i == 2 && known < sums->count;
      operands[i] = is_known ? sums->values[known] : take(b, &place, operand);
    }
    tern_map_t mapping = {0};
    tern_op_t *piece = tern_builder_clone(b, op, &mapping);
    tern_map_deinitialize(&mapping);
    tern_op_set_operands(piece, (tern_values_t){operands, 3});
    tern_op_result(piece, 0)->type = tile_type(&place, tern_op_result(op, 0)->type);
    sums->values[known] = tern_op_result(piece, 0);
    memcpy(sums->offsets[known], place.offsets, sizeof place.offsets);
    if (known == sums->count) ++sums->count;
  } while (next_tile(loops));
}

static bool unroll_contract(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  const sizes_t *sizes = user;
  tern_builder_t *b = &rewriter->builder;
  const tern_attr_t *iterators = tern_op_attr(op, "iterator_types"), *list = tern_op_attr(op, "indexing_maps");
  const tern_affine_map_t *maps[3];
  const tern_type_t *type = tern_op_result(op, 0)->type;
  tiles_t loops = {.rank = tern_array_attr_count(iterators)};
  if (loops.rank < 3 || loops.rank > TERN_VECTOR_MAX_RANK || tern_vector_mask_around(op)) return false;
  for (size_t i = 0; i < 3; ++i) {
    const tern_type_t *operand = tern_op_operand(op, i)->type;
    maps[i] = tern_affine_map_attr_value(tern_array_attr_at(list, i));
    if (operand->kind != TERN_TYPE_VECTOR || tern_vector_type_scalable_mask(operand) != 0) return false;
    for (size_t r = 0; r < maps[i]->result_count; ++r) {
      loops.box[(size_t)maps[i]->results[r]->value] = tern_type_dim(operand, r);
    }
  }
  set_tile(&loops, sizes->m, sizes->n);
  for (size_t i = 0; i + 3 < loops.rank; ++i) loops.tile[i] = 1;
  loops.tile[loops.rank - 3] = sizes->m;
  loops.tile[loops.rank - 2] = sizes->n;
  loops.tile[loops.rank - 1] = sizes->k;
  if (!is_divided(&loops)) return false;
  order_loops(&loops, iterators, maps[0]);
  size_t count = 1;
  for (size_t i = 0; i < loops.rank; ++i) count *= (size_t)(loops.box[i] / loops.tile[i]);
  sums_t sums = {.values = tern_malloc(count * sizeof *sums.values),
                 .offsets = tern_malloc(count * sizeof *sums.offsets)};
  unroll_product(op, b, &loops, maps, &sums);
  tern_value_t *result = tern_vector_make_zeros(b, type);
  for (size_t i = 0; i < sums.count; ++i) {
    result = tern_vector_make_insert_slice(b, sums.values[i], result, sums.offsets[i], tern_type_rank(type));
  }
  free(sums.values);
  free(sums.offsets);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

// --- elementwise ops ---

static bool unroll_elementwise(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  const sizes_t *sizes = user;
  tern_builder_t *b = &rewriter->builder;
  if (!tern_op_has_trait(op, TERN_TRAIT_ELEMENTWISE) || op->result_count != 1) return false;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  tiles_t t;
  bool has_others;
  if (!can_cut(type)) return false;
  set_box(&t, type);
  if (!take_tile_of_users(&t, op, &has_others)) {
    if (has_others) return false;
    set_tile(&t, sizes->m, sizes->n);
  }
  if (!is_divided(&t)) return false;
  tern_value_t **operands = tern_malloc((op->operand_count + 1) * sizeof *operands);
  tern_value_t *result = tern_vector_make_zeros(b, type);
  do {
    for (size_t i = 0; i < op->operand_count; ++i) {
      tern_value_t *operand = tern_op_operand(op, i);
      operands[i] = operand->type->kind == TERN_TYPE_VECTOR ? take(b, &t, operand) : operand;
    }
    tern_map_t mapping = {0};
    tern_op_t *piece = tern_builder_clone(b, op, &mapping);
    tern_map_deinitialize(&mapping);
    tern_op_set_operands(piece, (tern_values_t){operands, op->operand_count});
    tern_op_result(piece, 0)->type = tile_type(&t, type);
    result = put(b, &t, tern_op_result(piece, 0), result);
  } while (next_tile(&t));
  free(operands);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

// --- slices of what was put together ---

static bool same_list(const tern_op_t *x, const tern_op_t *y, const char *name) {
  return tern_op_attr(x, name) == tern_op_attr(y, name);
}

// Do the slices that are taken and put lie apart along a dimension?
static bool is_apart(const tern_op_t *take, const tern_op_t *put) {
  const tern_attr_t *at = tern_op_attr(take, "offsets"), *sizes = tern_op_attr(take, "sizes");
  const tern_attr_t *put_at = tern_op_attr(put, "offsets");
  for (size_t i = 0; i < tern_array_attr_count(at); ++i) {
    int64_t start = tern_integer_attr_value(tern_array_attr_at(at, i));
    int64_t end = start + tern_integer_attr_value(tern_array_attr_at(sizes, i));
    int64_t put_start = tern_integer_attr_value(tern_array_attr_at(put_at, i));
    int64_t put_end = put_start + tern_type_dim(tern_op_operand(put, 0)->type, i);
    if (end <= put_start || put_end <= start) return true;
  }
  return false;
}

// A slice of a vector into which it was put before, behind others that lie apart.
static bool forward_slice(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  for (tern_value_t *source = tern_op_operand(op, 0);;) {
    const tern_op_t *put = tern_value_defining_op(source);
    if (!put || !tern_op_is(put, TERN_VECTOR(INSERT_STRIDED_SLICE))) return false;
    tern_value_t *piece = tern_op_operand(put, 0);
    if (tern_type_rank(piece->type) != tern_type_rank(type) || !same_list(op, put, "strides")) return false;
    if (piece->type == type && same_list(op, put, "offsets")) {
      tern_rewriter_replace(rewriter, op, TERN_VALUES(piece));
      return true;
    }
    if (!is_apart(op, put)) return false;
    source = tern_op_operand(put, 1);
  }
}

bool tern_gpu_unroll_for_matrices(tern_op_t *op, int64_t m, int64_t n, int64_t k, int64_t max_iterations) {
  static const tern_pattern_t patterns[] = {
      {"unroll-read", TERN_VECTOR(TRANSFER_READ), 1, unroll_read},
      {"unroll-write", TERN_VECTOR(TRANSFER_WRITE), 1, unroll_write},
      {"unroll-contract", TERN_VECTOR(CONTRACT), 1, unroll_contract},
      {"unroll-elementwise", NULL, 1, unroll_elementwise},
      {"forward-slice", TERN_VECTOR(EXTRACT_STRIDED_SLICE), 2, forward_slice},
  };
  sizes_t sizes = {m, n, k};
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.max_iterations = max_iterations;
  return tern_apply_patterns_greedily(op, patterns, sizeof patterns / sizeof patterns[0], &sizes, &options, NULL);
}

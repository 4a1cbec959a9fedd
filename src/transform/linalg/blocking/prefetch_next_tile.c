// --linalg-prefetch-next-tile: rows that several ops of a tile read come from memory with the first of them; with the last one
// those of the next tile do, while it computes.
//
//   %rows = memref.subview %x[%i, 0] [8, 1024] [1, 1]
//   linalg.generic ins(%rows) outs(%sums)           // sums of rows
//   linalg.generic ins(%rows, %sums) outs(%y) {     // what is made of them
//     ...
// becomes
//   %next = memref.subview %x[min(%i + 8, 4088), 0] [8, 1024] [1, 1]
//   linalg.generic ins(%rows) outs(%sums)
//   linalg.generic ins(%rows, %sums) outs(%y) {
//     memref.prefetch %next[row, column]
//     ...
//
// The processor's own prefetchers follow what is read, so they rest while rows are read from the cache. The next tile in memory
// is mostly the next one of the thread, too: threads take chunks that follow each other. What takes more than half of the nearest
// cache is left alone, and so are tiles that are cut from several dimensions, or without dimensions of what they
// are cut from, and slices whose sizes nobody knows.

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/build_subview.h"
#include "dialect/memref/memref.h"
#include "pass/pass.h"

enum {
  MOST_BYTES = 32 * 1024,
  // Of 0 to 3: the second cache.
  LOCALITY = 2,
};

// The slice that follows `view` along the only dimension in which slices differ, or the last one there is. NULL: none is known.
static tern_value_t *build_next(tern_builder_t *b, const tern_op_t *view) {
  tern_slice_t slice;
  tern_value_t *source = tern_op_operand(view, 0), *offsets[TERN_LINALG_MAX_LOOPS], *sizes[TERN_LINALG_MAX_LOOPS];
  size_t rank = tern_type_rank(source->type), moving = rank;
  if (rank > TERN_LINALG_MAX_LOOPS || rank != tern_type_rank(tern_op_result(view, 0)->type) ||
      !tern_slice_read(view, &slice)) {
    return NULL;
  }
  for (size_t d = 0; d < rank; ++d) {
    int64_t offset, size, stride;
    if (!tern_mixed_constant(slice.sizes[d], &size) || !tern_mixed_constant(slice.strides[d], &stride) || stride != 1) {
      return NULL;
    }
    if (tern_mixed_constant(slice.offsets[d], &offset)) continue;
    int64_t extent = tern_type_dim(source->type, d);
    if (moving < rank || extent == TERN_DYNAMIC || extent < size) return NULL;
    moving = d;
  }
  if (moving == rank) return NULL;
  for (size_t d = 0; d < rank; ++d) {
    offsets[d] = tern_mixed_build(b, slice.offsets[d]);
    sizes[d] = tern_mixed_build(b, slice.sizes[d]);
  }
  tern_value_t *after = tern_build_index_add(b, offsets[moving], sizes[moving]);
  tern_value_t *last = tern_build_index(b, tern_type_dim(source->type, moving) - slice.sizes[moving].value);
  offsets[moving] = tern_build_index_min(b, after, last);
  return tern_build_subview(b, source, offsets, sizes);
}

static void prefetch(tern_op_t *op, size_t position, tern_value_t *next) {
  tern_builder_t b = tern_builder_before(tern_linalg_body(op)->first_op);
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  tern_value_t *operands[TERN_LINALG_MAX_LOOPS + 1] = {next};
  for (size_t d = 0; d < map->result_count; ++d) {
    operands[1 + d] = tern_linalg_build_index(&b, (size_t)map->results[d]->value);
  }
  tern_memref_build_prefetch(&b, (tern_values_t){operands, 1 + map->result_count}, LOCALITY);
}

// Its elements are those of `op`'s output, in the same order, and an earlier op of the tile reads all of them; no later one does.
static bool is_read_again(const tern_op_t *op, size_t position) {
  const tern_value_t *rows = tern_linalg_input(op, position);
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  bool is_first = true;
  if (!tern_linalg_is_all_parallel(op) || map->result_count != tern_linalg_loop_count(op) ||
      !tern_affine_map_is_identity(map)) {
    return false;
  }
  tern_value_for_each_use(rows, use) {
    const tern_op_t *other = use->owner;
    if (other == op) continue;
    if (!tern_is_linalg(other) || other->block != op->block || tern_op_is_before(op, other)) return false;
    is_first = false;
  }
  return !is_first;
}

static bool is_small(const tern_type_t *type) {
  int64_t bytes = (int64_t)tern_dense_element_size(tern_type_element(type));
  return tern_type_has_static_shape(type) && tern_type_element_count(type) <= MOST_BYTES / bytes;
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || op->result_count) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    const tern_op_t *view = tern_value_defining_op(tern_linalg_input(op, i));
    if (!view || !tern_op_is(view, TERN_MEMREF(SUBVIEW)) || !is_small(tern_op_result(view, 0)->type) ||
        !is_read_again(op, i)) {
      continue;
    }
    const tern_op_t *memory = tern_value_defining_op(tern_op_operand(view, 0));
    if (memory && tern_op_is(memory, TERN_MEMREF(ALLOCA))) continue;
    tern_builder_t b = tern_builder_before(op);
    tern_value_t *next = build_next(&b, view);
    if (!next) continue;
    prefetch(op, i, next);
    tern_pass_count(user, 0, 1);
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_walk_post(root, visit, pass);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_memref_dialect, NULL};

const tern_pass_def_t tern_linalg_prefetch_next_tile_pass = {
    .flag = "linalg-prefetch-next-tile",
    .name = "LinalgPrefetchNextTile",
    .summary = "Prefetch the rows of the next tile while those of this one are used for the last time",
    .description =
        "Rows of a larger buffer that several ops of a tile read are prefetched for the next tile by the last of these "
        "ops.",
    .dialects = dialects,
    .statistics = (const char *const[]){"num-prefetched - Number of views that are prefetched", NULL},
    .needs = TERN_FORM_NO_TENSORS,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};

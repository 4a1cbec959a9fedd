// --iree-linalg-ext-tile-attention: attention on buffers goes through blocks of rows and of keys, with scores that
// never leave the nearest caches.
//
//   iree_linalg_ext.attention ins(%Q, %K, %V, %scale : memref<8x512x64xf32>, ...) outs(%O : memref<8x512x64xf32>)
// becomes
//   scf.forall (%b, %chunk) in (8, 2) {
//     (O = 0, maxima = -inf, sums = 0)
//     scf.for %k = %c0 to %c512 step %c256 {
//       copy K[%b, %k] [256, 64] to panels of 64 keys, transposed
//       scf.for %i = %first to %last step %c64 {
//         scores = Q[%b, %i] [64, 64] times the panels
//         (some rows at a time: m = max(old m, scores), c = exp(old m - m), P = exp(scores - m), l = l * c + sum of P,
//         O = O * c)
//         O[%b, %i] [64, 64] += P V[%b, %k] [256, 64]
//       }
//     }
//     O = O / l
//   }
//
// Where all keys are one block nothing has to be put right: then m and l are those of the block, and O is what P V is.
// A maximum of -inf counts as 0 in differences until a greater one is found, so that rows of which nothing counts are
// NaN, as softmax has them, and only those. What is NaN or +inf stays NaN whatever follows.
//
// The pieces are linalg ops on memory that blocks share; the passes behind this one make register tiles of them. A
// workgroup has many rows, because it copies the keys for itself.
//
// Sources: Milakov, Gimelshein: Online normalizer calculation for softmax, 2018; Dao: FlashAttention-2, 2023.

#include <math.h>

#include "convert/linalg_ext/attention_sizes.h"
#include "convert/stablehlo/loop_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/linalg/linalg.h"
#include "dialect/math/math.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/op_list.h"
#include "pass/pass.h"

// Rows whose softmax is computed while their scores are in the first cache.
#define SOFTMAX_BYTES (16 * 1024)

// Memory, and which of the op's loops its dims go along.
typedef struct part {
  tern_value_t *memory;
  size_t loops[3], rank;
} part_t;

// Where a loop begins, and how far it goes.
typedef struct range {
  size_t loop;
  tern_value_t *offset;
  tern_value_t *size;
} range_t;

// A block of rows and one of keys. Rows are counted from the start of the chunk, too.
typedef struct block {
  tern_value_t *row, *chunk_row, *key;
  int64_t rows, keys;
} block_t;

// --- parts of memory ---

static tern_value_t *index_of(const tern_tiled_attention_t *a, int64_t value) { return tern_build_index(a->b, value); }

// The box of `memory`; dims that are dropped have size 1.
static tern_value_t *build_view(const tern_tiled_attention_t *a, tern_value_t *memory, tern_value_t *const *offsets,
                                tern_value_t *const *sizes, const bool *is_dropped) {
  size_t rank = tern_type_rank(memory->type), kept = 0;
  int64_t starts[TERN_INDEX_LIST_MAX], extents[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX];
  int64_t shape[TERN_INDEX_LIST_MAX];
  tern_slice_t slice = {.count = rank};
  for (size_t d = 0; d < rank; ++d) {
    slice.offsets[d] = tern_mixed_of(offsets[d]);
    slice.sizes[d] = tern_mixed_of(sizes[d]);
    slice.strides[d] = tern_mixed_static(1);
    if (!is_dropped[d]) shape[kept++] = slice.sizes[d].value;
  }
  tern_slice_statics(&slice, starts, extents, strides);
  const tern_type_t *type =
      kept == rank ? tern_memref_subview_type(memory->type, starts, extents, strides)
                   : tern_memref_rank_reduced_subview_type(memory->type, starts, extents, strides, shape, kept);
  return tern_op_result(tern_slice_build(a->b, TERN_MEMREF(SUBVIEW), type, TERN_VALUES(memory), &slice), 0);
}

// The part of an operand at the present place of the outer loops. Loops that no range names are taken whole.
static part_t build_operand(const tern_tiled_attention_t *a, tern_value_t *memory, const tern_affine_map_t *map,
                            const range_t *ranges, size_t range_count) {
  tern_value_t *offsets[TERN_LINALG_EXT_MAX_LOOPS], *sizes[TERN_LINALG_EXT_MAX_LOOPS];
  bool is_dropped[TERN_LINALG_EXT_MAX_LOOPS];
  part_t part = {0};
  for (size_t d = 0; d < map->result_count; ++d) {
    size_t loop = (size_t)map->results[d]->value;
    is_dropped[d] = a->outer[loop] != NULL;
    offsets[d] = is_dropped[d] ? a->outer[loop] : index_of(a, 0);
    sizes[d] = index_of(a, is_dropped[d] ? 1 : a->loops.extents[loop]);
    for (size_t r = 0; r < range_count; ++r) {
      if (ranges[r].loop != loop) continue;
      offsets[d] = ranges[r].offset;
      sizes[d] = ranges[r].size;
    }
    if (!is_dropped[d]) part.loops[part.rank++] = loop;
  }
  part.memory = build_view(a, memory, offsets, sizes, is_dropped);
  return part;
}

// The part of temporary memory that the ranges are; with a `panel` that is the place of its first dim, which is left
// out.
static part_t build_local(const tern_tiled_attention_t *a, tern_value_t *memory, tern_value_t *panel,
                          const range_t *ranges, size_t count) {
  tern_value_t *offsets[3] = {panel}, *sizes[3] = {panel ? index_of(a, 1) : NULL};
  bool is_dropped[3] = {panel != NULL};
  part_t part = {.rank = count};
  for (size_t r = 0, d = panel ? 1 : 0; r < count; ++r, ++d) {
    offsets[d] = ranges[r].offset;
    sizes[d] = ranges[r].size;
    part.loops[r] = ranges[r].loop;
  }
  part.memory = build_view(a, memory, offsets, sizes, is_dropped);
  return part;
}

// Calls `build` for pieces of `step` of something that goes up to `extent`: in a loop, and for the rest.
typedef void (*build_piece_t)(tern_tiled_attention_t *a, const block_t *block, tern_value_t *number, int64_t size);
static void build_pieces(tern_tiled_attention_t *a, const block_t *block, int64_t extent, int64_t step,
                         build_piece_t build) {
  int64_t whole = extent / step;
  tern_value_t *number = index_of(a, 0);
  tern_op_t *loop = NULL;
  if (whole > 1) {
    loop = tern_build_scf_for(a->b, number, index_of(a, whole), index_of(a, 1), (tern_values_t){0});
    number = tern_scf_for_iv(loop);
  }
  if (whole > 0) build(a, block, number, step);
  if (loop) tern_build_scf_for_end(a->b, loop, (tern_values_t){0});
  if (extent % step) build(a, block, index_of(a, whole), extent % step);
}

// --- ops ---

// A generic op: its loops are those of the output, then those that only inputs have, which are summed over.
static void build_generic(tern_tiled_attention_t *a, const part_t *inputs, size_t count, const part_t *output,
                          tern_linalg_body_fn_t fill) {
  size_t loops[6], loop_count = 0;
  tern_iterator_t iterators[6];
  const tern_affine_map_t *maps[4];
  tern_value_t *values[4];
  for (size_t p = 0; p <= count; ++p) {
    const part_t *part = p == 0 ? output : &inputs[p - 1];
    for (size_t d = 0; d < part->rank; ++d) {
      size_t known = 0;
      while (known < loop_count && loops[known] != part->loops[d]) ++known;
      if (known < loop_count) continue;
      iterators[loop_count] = p == 0 ? TERN_ITERATOR_PARALLEL : TERN_ITERATOR_REDUCTION;
      loops[loop_count++] = part->loops[d];
    }
  }
  for (size_t p = 0; p <= count; ++p) {
    const part_t *part = p == count ? output : &inputs[p];
    size_t places[3];
    for (size_t d = 0; d < part->rank; ++d) {
      for (size_t l = 0; l < loop_count; ++l) {
        if (loops[l] == part->loops[d]) places[d] = l;
      }
    }
    maps[p] = tern_affine_map_select(a->b->context, loop_count, places, part->rank);
    values[p] = part->memory;
  }
  tern_linalg_build_generic(a->b, (tern_types_t){0}, (tern_values_t){values, count}, TERN_VALUES(output->memory), maps,
                            iterators, loop_count, fill, a);
}

static void build_fill(tern_tiled_attention_t *a, tern_value_t *memory, double number) {
  tern_value_t *value = tern_build_number(a->b, a->element, number);
  tern_linalg_build_named(a->b, TERN_LINALG(FILL), (tern_types_t){0}, TERN_VALUES(value), TERN_VALUES(memory),
                          (tern_named_attrs_t){0});
}

// Of the difference from a maximum.
static tern_value_t *build_exp(tern_builder_t *b, tern_value_t *x) {
  return tern_build_value(b, TERN_MATH(EXP), .operands = TERN_VALUES(x),
                          .attrs = TERN_ATTRS({TERN_MATH_NOT_POSITIVE, tern_unit_attr_get(b->context)}));
}

static void fill_product(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_value_t *product = tern_build_binary(b, TERN_ARITH(MULF), body->args[0], body->args[1]);
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_binary(b, TERN_ARITH(ADDF), body->args[2], product)));
}

// Is there more to do to scores than the scale and the mask?
static bool has_region(const tern_tiled_attention_t *a) {
  const tern_block_t *region = a->op->regions[0].first_block;
  return region && tern_op_operand(region->last_op, 0) != region->args[0];
}

// Positions in loops of the attention, as those in the loops of a block of scores and where it begins.
static void place_indices(tern_block_t *body, const tern_tiled_attention_t *a) {
  tern_block_for_each_op_safe(body, op) {
    if (!tern_op_is(op, TERN_IREE_LINALG_EXT(INDEX))) continue;
    tern_builder_t b = tern_builder_before(op);
    size_t loop = (size_t)tern_integer_attr_value(tern_op_attr(op, "dim"));
    tern_value_t *index = a->outer[loop];
    if (!index) {
      index = tern_linalg_build_index(&b, loop == a->loops.rows ? 0 : 1);
      index = tern_build_index_add(&b, index, loop == a->loops.rows ? a->first_row : a->first_key);
    }
    tern_value_replace_all_uses(tern_op_result(op, 0), index);
    tern_op_destroy(op);
  }
}

// What the softmax is of: of an element of a block of scores.
static tern_value_t *build_score(tern_builder_t *b, const tern_tiled_attention_t *a, tern_value_t *product,
                                 tern_value_t *mask) {
  tern_value_t *score = a->scale ? tern_build_binary(b, TERN_ARITH(MULF), product, a->scale) : product;
  if (has_region(a)) {
    tern_builder_clone_body(b, a->op->regions[0].first_block, &score, &score);
    place_indices(b->block, a);
  }
  return mask ? tern_build_binary(b, TERN_ARITH(ADDF), score, mask) : score;
}

// ins(scores, mask) outs(max). What is NaN makes the sums NaN.
static void fill_max(tern_builder_t *b, tern_block_t *body, void *user) {
  tern_value_t *max = body->args[body->arg_count - 1];
  tern_value_t *score = build_score(b, user, body->args[0], body->arg_count == 3 ? body->args[1] : NULL);
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_binary(b, TERN_ARITH(MAXNUMF), max, score)));
}

// ins(base, mask) outs(scores)
static void fill_weight(tern_builder_t *b, tern_block_t *body, void *user) {
  tern_value_t *product = body->args[body->arg_count - 1];
  const tern_tiled_attention_t *a = user;
  tern_value_t *difference;
  if (a->scale && !has_region(a) && body->arg_count == 2) {
    tern_value_t *minus_base = tern_build_value(b, TERN_ARITH(NEGF), .operands = TERN_VALUES(body->args[0]));
    difference = tern_build_value(b, TERN_MATH(FMA), .operands = TERN_VALUES(product, a->scale, minus_base));
  } else {
    tern_value_t *score = build_score(b, a, product, body->arg_count == 3 ? body->args[1] : NULL);
    difference = tern_build_binary(b, TERN_ARITH(SUBF), score, body->args[0]);
  }
  tern_build_linalg_yield(b, TERN_VALUES(build_exp(b, difference)));
}

static void fill_sum(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_binary(b, TERN_ARITH(ADDF), body->args[1], body->args[0])));
}

// ins(max) outs(base): what scores are compared with.
static void fill_base(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  const tern_type_t *type = body->args[0]->type;
  const tern_attr_t *predicate = tern_integer_attr_get(tern_i_type_get(b->context, 64), TERN_CMPF_OEQ);
  tern_value_t *least = tern_build_number(b, type, -INFINITY), *zero = tern_build_number(b, type, 0);
  tern_value_t *is_least = tern_build_value(b, TERN_ARITH(CMPF), .operands = TERN_VALUES(body->args[0], least),
                                            .attrs = TERN_ATTRS({"predicate", predicate}));
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_select(b, is_least, zero, body->args[0])));
}

// ins(base) outs(correction), which is the old maximum before.
static void fill_correction(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_value_t *difference = tern_build_binary(b, TERN_ARITH(SUBF), body->args[1], body->args[0]);
  tern_build_linalg_yield(b, TERN_VALUES(build_exp(b, difference)));
}

static void fill_scaled(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_binary(b, TERN_ARITH(MULF), body->args[1], body->args[0])));
}

// outs(sum). A sum of weights is 1 at least, if it is a number.
static void fill_reciprocal(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_value_t *one = tern_build_number(b, body->args[0]->type, 1);
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_binary(b, TERN_ARITH(DIVF), one, body->args[0])));
}

// --- the steps of a block ---

static void copy_keys(tern_tiled_attention_t *a, const block_t *block, tern_value_t *number, int64_t size) {
  tern_value_t *zero = index_of(a, 0), *width = index_of(a, size);
  tern_value_t *first = tern_build_index_mul(a->b, number, index_of(a, a->panel));
  range_t from = {a->loops.keys, tern_build_index_add(a->b, block->key, first), width};
  range_t to[] = {{a->loops.depth, zero, index_of(a, a->loops.extents[a->loops.depth])}, {a->loops.keys, zero, width}};
  part_t source = build_operand(a, tern_linalg_ext_input(a->op, 1), a->maps.key, &from, 1);
  part_t target = build_local(a, a->key_panels, number, to, 2);
  build_generic(a, &source, 1, &target, tern_linalg_fill_copy);
}

static part_t build_values(const tern_tiled_attention_t *a, const block_t *block, tern_value_t *number,
                           tern_value_t *width) {
  range_t ranges[] = {{a->loops.keys, block->key, index_of(a, block->keys)},
                      {a->loops.columns, tern_build_index_mul(a->b, number, index_of(a, a->panel)), width}};
  return build_operand(a, tern_linalg_ext_input(a->op, 2), a->maps.value, ranges, 2);
}

static part_t build_value_panel(const tern_tiled_attention_t *a, const block_t *block, tern_value_t *number,
                                tern_value_t *width) {
  tern_value_t *zero = index_of(a, 0);
  range_t ranges[] = {{a->loops.keys, zero, index_of(a, block->keys)}, {a->loops.columns, zero, width}};
  return build_local(a, a->value_panels, number, ranges, 2);
}

static void copy_values(tern_tiled_attention_t *a, const block_t *block, tern_value_t *number, int64_t size) {
  tern_value_t *width = index_of(a, size);
  part_t source = build_values(a, block, number, width), target = build_value_panel(a, block, number, width);
  build_generic(a, &source, 1, &target, tern_linalg_fill_copy);
}

static range_t rows_of(const tern_tiled_attention_t *a, tern_value_t *first, int64_t count) {
  return (range_t){a->loops.rows, first, index_of(a, count)};
}

static part_t build_output(const tern_tiled_attention_t *a, tern_value_t *row, tern_value_t *rows, tern_value_t *column,
                           tern_value_t *columns) {
  range_t ranges[] = {{a->loops.rows, row, rows}, {a->loops.columns, column, columns}};
  return build_operand(a, tern_linalg_ext_output(a->op, 0), a->maps.output, ranges, column ? 2 : 1);
}

// The queries of the block, or their copy.
static part_t build_queries(const tern_tiled_attention_t *a, const block_t *block, bool are_copies) {
  range_t rows = rows_of(a, block->row, block->rows);
  if (!are_copies) return build_operand(a, tern_linalg_ext_input(a->op, 0), a->maps.query, &rows, 1);
  range_t ranges[] = {rows_of(a, index_of(a, 0), block->rows),
                      {a->loops.depth, index_of(a, 0), index_of(a, a->loops.extents[a->loops.depth])}};
  return build_local(a, a->queries, NULL, ranges, 2);
}

static void build_scores(tern_tiled_attention_t *a, const block_t *block, tern_value_t *number, int64_t size) {
  tern_value_t *zero = index_of(a, 0), *width = index_of(a, size);
  tern_value_t *first = tern_build_index_mul(a->b, number, index_of(a, a->panel));
  range_t panel[] = {{a->loops.depth, zero, index_of(a, a->loops.extents[a->loops.depth])},
                     {a->loops.keys, zero, width}};
  range_t place[] = {rows_of(a, zero, block->rows), {a->loops.keys, first, width}};
  part_t inputs[] = {build_queries(a, block, a->queries), build_local(a, a->key_panels, number, panel, 2)};
  part_t scores = build_local(a, a->scores, NULL, place, 2);
  build_fill(a, scores.memory, 0);
  build_generic(a, inputs, 2, &scores, fill_product);
}

static void build_sums(tern_tiled_attention_t *a, const block_t *block, tern_value_t *number, int64_t size) {
  tern_value_t *zero = index_of(a, 0), *width = index_of(a, size);
  tern_value_t *first = tern_build_index_mul(a->b, number, index_of(a, a->panel));
  range_t weights[] = {rows_of(a, zero, block->rows), {a->loops.keys, zero, index_of(a, block->keys)}};
  part_t inputs[] = {build_local(a, a->scores, NULL, weights, 2), a->value_panels
                                                                      ? build_value_panel(a, block, number, width)
                                                                      : build_values(a, block, number, width)};
  part_t output = build_output(a, block->row, index_of(a, block->rows), first, width);
  if (!a->is_online) build_fill(a, output.memory, 0);
  build_generic(a, inputs, 2, &output, fill_product);
}

static int64_t softmax_rows(const tern_tiled_attention_t *a) {
  int64_t rows = SOFTMAX_BYTES / (a->keys * a->bytes);
  return rows < 1 ? 1 : rows;
}

// The softmax of `count` rows of the block, as far as these keys tell.
static void build_softmax(tern_tiled_attention_t *a, const block_t *block, tern_value_t *number, int64_t count) {
  tern_value_t *first = tern_build_index_mul(a->b, number, index_of(a, softmax_rows(a)));
  tern_value_t *row = tern_build_index_add(a->b, block->row, first);
  range_t in_chunk = rows_of(a, tern_build_index_add(a->b, block->chunk_row, first), count);
  range_t keys = {a->loops.keys, index_of(a, 0), index_of(a, block->keys)};
  range_t in_scores[] = {rows_of(a, first, count), keys};
  range_t in_mask[] = {rows_of(a, row, count), {a->loops.keys, block->key, keys.size}};
  part_t scores = build_local(a, a->scores, NULL, in_scores, 2), max = build_local(a, a->max, NULL, &in_chunk, 1);
  part_t sum = build_local(a, a->sum, NULL, &in_chunk, 1), base = max, correction, mask, inputs[2];
  size_t mask_count = a->maps.mask_value ? 1 : 0;
  a->first_row = row;
  a->first_key = block->key;
  if (mask_count) mask = build_operand(a, a->maps.mask_value, a->maps.mask, in_mask, 2);
  if (a->is_online) {
    base = build_local(a, a->base, NULL, &in_chunk, 1);
    correction = build_local(a, a->correction, NULL, &in_chunk, 1);
    build_generic(a, &max, 1, &correction, tern_linalg_fill_copy);
  } else {
    build_fill(a, max.memory, -INFINITY);
  }
  inputs[0] = scores;
  if (mask_count) inputs[1] = mask;
  build_generic(a, inputs, 1 + mask_count, &max, fill_max);
  if (a->is_online) build_generic(a, &max, 1, &base, fill_base);
  inputs[0] = base;
  build_generic(a, inputs, 1 + mask_count, &scores, fill_weight);
  if (a->is_online) {
    part_t output = build_output(a, row, index_of(a, count), NULL, NULL);
    build_generic(a, &base, 1, &correction, fill_correction);
    build_generic(a, &correction, 1, &sum, fill_scaled);
    build_generic(a, &correction, 1, &output, fill_scaled);
  } else {
    build_fill(a, sum.memory, 0);
  }
  build_generic(a, &scores, 1, &sum, fill_sum);
}

static void divide(tern_tiled_attention_t *a, tern_value_t *row, tern_value_t *chunk_row, tern_value_t *rows) {
  range_t range = {a->loops.rows, chunk_row, rows};
  part_t sum = build_local(a, a->sum, NULL, &range, 1), output = build_output(a, row, rows, NULL, NULL);
  build_generic(a, NULL, 0, &sum, fill_reciprocal);
  build_generic(a, &sum, 1, &output, fill_scaled);
}

static void build_block(tern_tiled_attention_t *a, const block_t *block) {
  if (a->queries) {
    part_t source = build_queries(a, block, false), target = build_queries(a, block, true);
    build_generic(a, &source, 1, &target, tern_linalg_fill_copy);
  }
  build_pieces(a, block, block->keys, a->panel, build_scores);
  build_pieces(a, block, block->rows, softmax_rows(a), build_softmax);
  build_pieces(a, block, a->loops.extents[a->loops.columns], a->panel, build_sums);
  if (!a->is_online) divide(a, block->row, block->chunk_row, index_of(a, block->rows));
}

// --- the loops ---

// Blocks of `rows` rows from `first` on, as far as the chunk goes.
static void build_rows(tern_tiled_attention_t *a, tern_value_t *chunk, tern_value_t *first, tern_value_t *end,
                       int64_t rows, block_t block) {
  tern_op_t *loop = tern_build_scf_for(a->b, first, end, index_of(a, a->rows), (tern_values_t){0});
  block.row = tern_scf_for_iv(loop);
  block.chunk_row = tern_build_index_sub(a->b, block.row, chunk);
  block.rows = rows;
  build_block(a, &block);
  tern_build_scf_for_end(a->b, loop, (tern_values_t){0});
}

// All rows of the chunk, with so many keys.
static void build_keys(tern_tiled_attention_t *a, tern_value_t *chunk, tern_value_t *key, int64_t keys) {
  int64_t extent = a->loops.extents[a->loops.rows], rest = extent % a->rows;
  block_t block = {.key = key, .keys = keys};
  build_pieces(a, &block, keys, a->panel, copy_keys);
  if (a->value_panels) build_pieces(a, &block, a->loops.extents[a->loops.columns], a->panel, copy_values);
  tern_value_t *whole = index_of(a, extent - rest);
  tern_value_t *end = tern_build_index_add(a->b, chunk, index_of(a, a->chunk));
  if (extent > rest) build_rows(a, chunk, chunk, tern_build_index_min(a->b, end, whole), a->rows, block);
  // Only the last chunk gets there.
  if (rest) build_rows(a, chunk, whole, tern_build_index_min(a->b, end, index_of(a, extent)), rest, block);
}

static void build_chunk(tern_tiled_attention_t *a, tern_value_t *chunk) {
  int64_t extent = a->loops.extents[a->loops.keys], rest = extent % a->keys;
  if (!a->is_online) {
    build_keys(a, chunk, index_of(a, 0), extent);
    return;
  }
  tern_value_t *left = tern_build_index_sub(a->b, index_of(a, a->loops.extents[a->loops.rows]), chunk);
  tern_value_t *rows = tern_build_index_min(a->b, index_of(a, a->chunk), left), *zero = index_of(a, 0);
  build_fill(a, a->max, -INFINITY);
  build_fill(a, a->sum, 0);
  build_fill(a, build_output(a, chunk, rows, NULL, NULL).memory, 0);
  tern_op_t *loop =
      tern_build_scf_for(a->b, zero, index_of(a, extent - rest), index_of(a, a->keys), (tern_values_t){0});
  build_keys(a, chunk, tern_scf_for_iv(loop), a->keys);
  tern_build_scf_for_end(a->b, loop, (tern_values_t){0});
  if (rest) build_keys(a, chunk, index_of(a, extent - rest), rest);
  divide(a, chunk, zero, rows);
}

// --- sizes ---
// --- the pass ---

// The number scores are multiplied by; NULL: 1.
static tern_value_t *build_scale(tern_tiled_attention_t *a) {
  tern_value_t *scale = a->maps.scale;
  if (!scale) return tern_build_number(a->b, a->element, 1 / sqrt((double)a->loops.extents[a->loops.depth]));
  if (scale->type->kind == TERN_TYPE_MEMREF) {
    return tern_build_value(a->b, TERN_MEMREF(LOAD), .operands = TERN_VALUES(scale), .types = TERN_TYPES(a->element));
  }
  const tern_attr_t *constant = tern_value_constant(scale);
  return constant && tern_attr_is_float(constant) && tern_float_attr_value(constant) == 1 ? NULL : scale;
}

static bool tile(tern_op_t *op, const tern_attention_machine_t *machine) {
  tern_builder_t b = tern_builder_before(op);
  tern_tiled_attention_t a = {.b = &b, .op = op};
  if (tern_linalg_ext_output(op, 0)->type->kind != TERN_TYPE_MEMREF ||
      !tern_linalg_ext_find_attention_loops(op, &a.loops) || !tern_linalg_ext_read_attention(op, &a.maps)) {
    return false;
  }
  a.element = tern_type_element(tern_linalg_ext_input(op, 0)->type);
  tern_attention_choose_sizes(&a, machine);
  a.scale = build_scale(&a);
  tern_attention_build_memories(&a);
  tern_extent_t ends[TERN_LINALG_EXT_MAX_LOOPS + 1];
  size_t count = a.loops.outer_count;
  for (size_t i = 0; i < count; ++i) ends[i] = tern_extent_of(a.loops.extents[a.loops.outer[i]]);
  ends[count] = tern_extent_of((a.loops.extents[a.loops.rows] + a.chunk - 1) / a.chunk);
  tern_forall_t forall;
  tern_forall_open(&b, ends, count + 1, (tern_values_t){0}, &forall);
  for (size_t i = 0; i < count; ++i) a.outer[a.loops.outer[i]] = forall.ivs[i];
  build_chunk(&a, tern_build_index_mul(&b, forall.ivs[count], index_of(&a, a.chunk)));
  tern_forall_close(&b, &forall, NULL, NULL, NULL);
  tern_op_destroy(op);
  return true;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  const tern_attention_machine_t machine = {.vector_bytes = tern_pass_int(pass, "vector-bytes"),
                                            .panel_vectors = tern_pass_int(pass, "panel-vectors"),
                                            .keys = tern_pass_int(pass, "keys"),
                                            .rows = tern_pass_int(pass, "rows"),
                                            .chunk = tern_pass_int(pass, "chunk")};
  bool is_right = machine.vector_bytes >= 8 && machine.panel_vectors > 0 && machine.keys >= 16 &&
                  machine.keys <= 1024 && machine.rows > 0 && machine.rows <= 1024 && machine.chunk > 0 &&
                  machine.chunk <= 4096;
  if (!is_right) {
    return tern_op_error(root,
                         "options must be positive: 'vector-bytes' at least 8, 'keys' from 16 to 1024, 'rows' at most "
                         "1024, 'chunk' at most 4096");
  }
  tern_op_list_t ops = tern_op_collect_row(root, TERN_POSTORDER, TERN_IREE_LINALG_EXT(ATTENTION));
  for (size_t i = 0; i < ops.count; ++i) {
    if (tile(ops.values[i], &machine)) tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {
    {"vector-bytes", TERN_OPTION_INT, "64", "Bytes of a vector register", NULL},
    {"panel-vectors", TERN_OPTION_INT, "4", "Vectors that a panel is wide", NULL},
    {"keys", TERN_OPTION_INT, "512", "Keys of a block, at most; a multiple of 16", NULL},
    {"rows", TERN_OPTION_INT, "96", "Rows of a block, at most", NULL},
    {"chunk", TERN_OPTION_INT, "1024", "Rows of a workgroup, at most", NULL},
};

const tern_pass_def_t tern_iree_linalg_ext_tile_attention_pass = {
    .name = "TileAttention",
    .flag = "iree-linalg-ext-tile-attention",
    .summary = "Take the rows and keys of attention on buffers block by block",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_linalg_dialect, &tern_math_dialect,
                                                &tern_memref_dialect, &tern_scf_dialect, NULL},
    .statistics = (const char *const[]){"num-tiled - ops that became loops over blocks", NULL},
    .run = run,
};

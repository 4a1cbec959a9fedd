// The program of attention: a tile of queries, with all keys that count for them.
//
//   m = -inf; l = 0; sums = 0
//   for tiles of keys:
//     s = q k^T                            what the softmax is of: scores.c
//     n = max(m, rows of s);  p = exp2(s - n);  c = exp2(m - n)
//     l = l c + rows of p;    sums = sums c + p v;  m = n
//   out = sums / l
//
// A maximum of -inf counts as 0 in differences, so that rows are NaN whose scores are all -inf, as softmax has them, and only those.
// Tiles of keys of which nothing counts are left out, and those of which all counts are in a loop of their own.
//
// A kernel that lags multiplies the weights of the tile before with their values while it computes those of the next. What a product
// still reads or adds to is touched by the next iteration only, so that whatever orders instructions cannot wait for it before:
//
//   s = q k[first]^T;  p, c, m, l = ...
//   for further tiles of keys:
//     sums = sums c
//     s = q k^T;  sums = sums + p v[the tile before]          both begin, and the second goes on until the next iteration
//     n = max(m, rows of s);  p = exp2(s - n);  c = exp2(m - n) ...
//   sums = sums c + p v[the last tile]
//
// Sources: Dao, FlashAttention-2, 2023; Shah et al., FlashAttention-3, 2024.

#include <math.h>

#include "convert/linalg_ext/attention_to_triton/kernel.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/math/math.h"
#include "dialect/scf/build.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"

#define LOG2_E 1.44269504088896340736

typedef tern_attention_kernel_t kernel_t;
typedef tern_attention_tiles_t tiles_t;

// What a loop over keys carries.
typedef struct state {
  tern_value_t *max, *sum, *sums;
  tern_value_t *weights,
      *correction;  // of a kernel that lags: of the tile before, and what sums are to be multiplied by first
} state_t;

// --- ops ---

const tern_type_t *tern_attention_tensor(const tern_type_t *element, const int64_t *dims, size_t rank) {
  return tern_tensor_type_get(element, dims, rank, NULL);
}

tern_value_t *tern_attention_i32(tern_builder_t *b, int64_t value) {
  return tern_arith_constant_int(b, tern_i_type_get(b->context, 32), value);
}

tern_value_t *tern_attention_cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x,
                                  const tern_type_t *type) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

tern_value_t *tern_attention_join(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x, y), .types = TERN_TYPES(x->type));
}

tern_value_t *tern_attention_select(tern_builder_t *b, tern_value_t *condition, tern_value_t *yes, tern_value_t *no) {
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, yes, no),
                          .types = TERN_TYPES(yes->type));
}

// A vector as a matrix of one row, or of one column.
static tern_value_t *expand(tern_builder_t *b, tern_value_t *x, bool is_row) {
  int64_t dims[] = {tern_type_dim(x->type, 0), 1};
  if (is_row) dims[1] = dims[0], dims[0] = 1;
  const tern_attr_t *axis = tern_integer_attr_get(tern_i_type_get(b->context, 32), is_row ? 0 : 1);
  return tern_build_value(b, TERN_TT(EXPAND_DIMS), .operands = TERN_VALUES(x),
                          .types = TERN_TYPES(tern_attention_tensor(tern_type_element(x->type), dims, 2)),
                          .attrs = TERN_ATTRS({"axis", axis}));
}

static tern_value_t *add(kernel_t *k, tern_value_t *x, tern_value_t *y) {
  return tern_attention_join(k->b, TERN_ARITH(ADDI), x, y);
}

static tern_value_t *multiply(kernel_t *k, tern_value_t *x, int64_t y) {
  return tern_attention_join(k->b, TERN_ARITH(MULI), x, tern_arith_constant_int(k->b, x->type, y));
}

static tern_value_t *least(kernel_t *k, tern_value_t *x, tern_value_t *y) {
  return tern_attention_join(k->b, TERN_ARITH(MINSI), x, y);
}

static tern_value_t *greatest(kernel_t *k, tern_value_t *x, tern_value_t *y) {
  return tern_attention_join(k->b, TERN_ARITH(MAXSI), x, y);
}

static const tern_type_t *f32_tensor(kernel_t *k, const int64_t *dims, size_t rank) {
  return tern_attention_tensor(tern_float_type_get(k->b->context, TERN_TYPE_F32), dims, rank);
}

tern_value_t *tern_attention_spread(kernel_t *k, tern_value_t *x) {
  const int64_t dims[] = {k->config.rows, k->config.keys};
  return tern_attention_cast(k->b, TERN_TT(SPLAT), x, tern_attention_tensor(x->type, dims, 2));
}

tern_value_t *tern_attention_places(kernel_t *k, bool is_of_keys) {
  tern_builder_t *b = k->b;
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  int64_t count = is_of_keys ? k->config.keys : k->config.rows;
  const tern_type_t *type = tern_attention_tensor(i32, &count, 1);
  tern_value_t *range = tern_build_value(
      b, TERN_TT(MAKE_RANGE), .types = TERN_TYPES(type),
      .attrs = TERN_ATTRS({"start", tern_integer_attr_get(i32, 0)}, {"end", tern_integer_attr_get(i32, count)}));
  tern_value_t *first = tern_attention_cast(b, TERN_TT(SPLAT), is_of_keys ? k->first_key : k->first_row, type);
  return expand(b, add(k, first, range), is_of_keys);
}

tern_value_t *tern_attention_base(kernel_t *k, const tern_attention_operand_t *operand) {
  tern_builder_t *b = k->b;
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  tern_value_t *pointer = k->pointers[operand->binding];
  const tern_type_t *type = tern_tt_pointer_get(operand->element, TERN_TT_GLOBAL_SPACE);
  if (pointer->type != type) pointer = tern_attention_cast(b, TERN_TT(BITCAST), pointer, type);
  tern_value_t *offset = operand->offset ? tern_arith_constant_int(b, i64, operand->offset) : NULL;
  for (size_t i = 0; i < operand->outer_count; ++i) {
    size_t loop = operand->outer[i];
    tern_value_t *place = tern_attention_cast(b, TERN_ARITH(EXTSI), k->places[loop], i64);
    tern_value_t *distance = multiply(k, place, operand->strides[loop]);
    offset = offset ? add(k, offset, distance) : distance;
  }
  return offset ? tern_attention_join(b, TERN_TT(ADDPTR), pointer, offset) : pointer;
}

// --- tiles in memory ---

const tern_type_t *tern_attention_descriptor_type(const kernel_t *k, const tiles_t *tiles) {
  int64_t dims[TERN_LINALG_EXT_MAX_LOOPS + 2];
  size_t rank = k->uses_tensor_maps ? tiles->operand.outer_count : 0;
  for (size_t d = 0; d < rank; ++d) dims[d] = 1;
  dims[rank++] = tiles->block[0];
  dims[rank++] = tiles->block[1];
  const tern_type_t *block = tern_attention_tensor(tiles->operand.element, dims, rank);
  return tern_dialect_type_get(k->b->context, &tern_tt_types[TERN_TT_TYPE_TENSORDESC],
                               &(uint64_t){(uint64_t)(uintptr_t)block}, 1);
}

// Descriptors of arrays that there are no tensor maps for.
static void build_descriptors(kernel_t *k) {
  enum { TILES = 4, RANK = 2 };
  tiles_t *tiles[TILES] = {&k->query, &k->key, &k->value, &k->output};
  const tern_type_t *i64 = tern_i_type_get(k->b->context, 64);
  for (size_t i = 0; i < TILES && !k->uses_tensor_maps; ++i) {
    int64_t sizes[TERN_LINALG_EXT_MAX_LOOPS + RANK], strides[TERN_LINALG_EXT_MAX_LOOPS + RANK];
    size_t outer = tern_attention_array(tiles[i], &k->config.loops, sizes, strides) - RANK;
    tern_value_t *operands[1 + 2 * RANK] = {tern_attention_base(k, &tiles[i]->operand)};
    for (size_t d = 0; d < RANK; ++d) {
      operands[1 + d] = tern_attention_i32(k->b, sizes[outer + d]);
      operands[1 + RANK + d] = tern_arith_constant_int(k->b, i64, strides[outer + d]);
    }
    tiles[i]->access = tern_build_value(k->b, TERN_TT(MAKE_TENSOR_DESCRIPTOR), .operands = {operands, 1 + 2 * RANK},
                                        .types = TERN_TYPES(tern_attention_descriptor_type(k, tiles[i])),
                                        .segments = (const int32_t[]){1, RANK, RANK});
  }
}

static tern_value_t *turn(kernel_t *k, tern_value_t *x) {
  const int64_t dims[] = {tern_type_dim(x->type, 1), tern_type_dim(x->type, 0)};
  const int32_t order[] = {1, 0};
  return tern_build_value(k->b, TERN_TT(TRANS), .operands = TERN_VALUES(x),
                          .types = TERN_TYPES(tern_attention_tensor(tern_type_element(x->type), dims, 2)),
                          .attrs = TERN_ATTRS({"order", tern_dense_i32_array_attr_get(k->b->context, order, 2)}));
}

static size_t find_indices(kernel_t *k, const tiles_t *tiles, tern_value_t **out) {
  size_t count = 0;
  const tern_attention_loops_t *loops = &k->config.loops;
  size_t outer = k->uses_tensor_maps ? tiles->operand.outer_count : 0;
  for (size_t i = 0; i < outer; ++i) out[count++] = k->places[tiles->operand.outer[i]];
  for (size_t i = 0; i < 2; ++i) {
    size_t loop = tiles->loops[i];
    bool is_row = loop != TERN_ATTENTION_NO_LOOP && loop == loops->rows;
    out[count++] = is_row ? k->first_row : loop == loops->keys ? k->first_key : tern_attention_i32(k->b, 0);
  }
  return count;
}

static tern_value_t *read_tile(kernel_t *k, const tiles_t *tiles) {
  tern_value_t *operands[TERN_LINALG_EXT_MAX_LOOPS + 3] = {tiles->access};
  size_t count = 1 + find_indices(k, tiles, operands + 1);
  tern_value_t *x =
      tern_build_value(k->b, TERN_TT(DESCRIPTOR_LOAD), .operands = {operands, count},
                       .types = TERN_TYPES(tern_attention_tensor(tiles->operand.element, tiles->block, 2)));
  return x;
}

// As the pair of loops that the tiles were asked for has it, or the other way round.
static tern_value_t *read_pair(kernel_t *k, const tiles_t *tiles, bool is_turned) {
  tern_value_t *x = read_tile(k, tiles);
  return tiles->is_turned != is_turned ? turn(k, x) : x;
}

static void write_tile(kernel_t *k, const tiles_t *tiles, tern_value_t *x) {
  tern_value_t *operands[TERN_LINALG_EXT_MAX_LOOPS + 4] = {tiles->access, tiles->is_turned ? turn(k, x) : x};
  size_t count = 2 + find_indices(k, tiles, operands + 2);
  tern_build(k->b, TERN_TT(DESCRIPTOR_STORE), .operands = {operands, count});
}

// --- a tile of keys ---

static tern_value_t *multiply_matrices(kernel_t *k, tern_value_t *x, tern_value_t *y, tern_value_t *sums) {
  return tern_build_value(k->b, TERN_TT(DOT), .operands = TERN_VALUES(x, y, sums), .types = TERN_TYPES(sums->type));
}

static tern_value_t *reduce_rows(kernel_t *k, tern_value_t *x, const tern_op_row_t *row) {
  const tern_type_t *i32 = tern_i_type_get(k->b->context, 32), *element = tern_type_element(x->type);
  tern_op_t *op = tern_build(k->b, TERN_TT(REDUCE), .operands = TERN_VALUES(x),
                             .types = TERN_TYPES(f32_tensor(k, &k->config.rows, 1)), .regions = 1,
                             .attrs = TERN_ATTRS({"axis", tern_integer_attr_get(i32, 1)}));
  tern_builder_t body = *k->b;
  tern_block_t *block = tern_builder_add_block(&body, &op->regions[0], TERN_TYPES(element, element));
  tern_value_t *combined = tern_attention_join(&body, row, block->args[0], block->args[1]);
  tern_build(&body, TERN_TT(REDUCE_RETURN), .operands = TERN_VALUES(combined));
  return tern_op_result(op, 0);
}

// A number for each row, as a tensor of so many columns.
static tern_value_t *spread_rows(kernel_t *k, tern_value_t *x, int64_t columns) {
  const int64_t dims[] = {k->config.rows, columns};
  return tern_attention_cast(k->b, TERN_TT(BROADCAST), expand(k->b, x, false), f32_tensor(k, dims, 2));
}

static tern_value_t *scale_numbers(kernel_t *k, tern_value_t *x, double factor) {
  return tern_attention_join(k->b, TERN_ARITH(MULF), x, tern_build_number(k->b, x->type, factor));
}

// 2 to the power of x, which is in the kernel's measure.
static tern_value_t *build_power(kernel_t *k, tern_value_t *x) {
  if (k->measure == TERN_ATTENTION_NATURAL) x = scale_numbers(k, x, LOG2_E);
  return tern_build_value(k->b, TERN_MATH(EXP2), .operands = TERN_VALUES(x), .types = TERN_TYPES(x->type));
}

// What scores are compared with.
static tern_value_t *build_base(kernel_t *k, tern_value_t *max) {
  tern_value_t *infinity = tern_build_number(k->b, max->type, -INFINITY), *zero = tern_build_number(k->b, max->type, 0);
  return tern_attention_select(k->b, tern_arith_cmpf(k->b, TERN_CMPF_OEQ, max, infinity), zero, max);
}

static tern_value_t *multiply_keys(kernel_t *k, tern_value_t *query) {
  const int64_t dims[] = {k->config.rows, k->config.keys};
  tern_value_t *zeros = tern_build_number(k->b, f32_tensor(k, dims, 2), 0);
  return multiply_matrices(k, query, read_pair(k, &k->key, true), zeros);
}

// Adds the values from `first_key` on, times their weights.
static void add_values(kernel_t *k, tern_value_t *first_key, tern_value_t *weights, state_t *s) {
  tern_value_t *present = k->first_key;
  k->first_key = first_key;
  tern_value_t *values = read_pair(k, &k->value, false);
  k->first_key = present;
  s->sums = multiply_matrices(k, weights, values, s->sums);
}

static tern_value_t *narrow_weights(kernel_t *k, tern_value_t *weights) {
  return tern_attention_cast(k->b, TERN_ARITH(TRUNCF), weights,
                             tern_type_with_element(weights->type, k->value.operand.element));
}

// The weights of the tile, as f32. Gives what sums before it are to be multiplied by, too.
static tern_value_t *build_weights(kernel_t *k, tern_value_t *products, bool is_masked, state_t *s,
                                   tern_value_t **out_correction) {
  tern_builder_t *b = k->b;
  tern_value_t *scores = tern_attention_build_scores(k, products, is_masked);
  tern_value_t *max = reduce_rows(k, scores, TERN_ARITH(MAXNUMF));
  if (k->measure == TERN_ATTENTION_PRODUCTS) {
    max = scale_numbers(k, max, k->scale_constant * LOG2_E);
    scores = scale_numbers(k, scores, k->scale_constant * LOG2_E);
  }
  max = tern_attention_join(b, TERN_ARITH(MAXNUMF), s->max, max);
  tern_value_t *base = build_base(k, max);
  tern_value_t *difference = tern_attention_join(b, TERN_ARITH(SUBF), scores, spread_rows(k, base, k->config.keys));
  tern_value_t *weights = build_power(k, difference);
  *out_correction = build_power(k, tern_attention_join(b, TERN_ARITH(SUBF), s->max, base));
  tern_value_t *sum = tern_attention_join(b, TERN_ARITH(MULF), s->sum, *out_correction);
  s->sum = tern_attention_join(b, TERN_ARITH(ADDF), sum, reduce_rows(k, weights, TERN_ARITH(ADDF)));
  s->max = max;
  return weights;
}

static void correct_sums(kernel_t *k, tern_value_t *correction, state_t *s) {
  s->sums = tern_attention_join(k->b, TERN_ARITH(MULF), s->sums, spread_rows(k, correction, k->config.columns));
}

static void build_step(kernel_t *k, tern_value_t *query, bool is_masked, state_t *s) {
  if (!k->config.lags) {
    tern_value_t *weights = build_weights(k, multiply_keys(k, query), is_masked, s, &s->correction);
    correct_sums(k, s->correction, s);
    add_values(k, k->first_key, narrow_weights(k, weights), s);
    return;
  }
  // What products read and add to is there before the first of them begins.
  tern_value_t *weights = narrow_weights(k, s->weights);
  correct_sums(k, s->correction, s);
  tern_value_t *size = tern_attention_i32(k->b, k->config.keys), *products = multiply_keys(k, query);
  add_values(k, tern_attention_join(k->b, TERN_ARITH(SUBI), k->first_key, size), weights, s);
  s->weights = build_weights(k, products, is_masked, s, &s->correction);
}

static void build_loop(kernel_t *k, tern_value_t *query, tern_value_t *first, tern_value_t *end, bool is_masked,
                       state_t *s) {
  int64_t from, to;
  bool is_empty = tern_value_constant_int(first, &from) && tern_value_constant_int(end, &to) && from >= to;
  size_t count = k->config.lags ? 5 : 3;
  if (is_empty) return;
  tern_value_t *carried[] = {s->max, s->sum, s->sums, s->weights, s->correction};
  tern_op_t *loop =
      tern_build_scf_for(k->b, first, end, tern_attention_i32(k->b, k->config.keys), (tern_values_t){carried, count});
  for (size_t i = 0; i < count; ++i) carried[i] = tern_scf_for_carried(loop, i);
  *s = (state_t){carried[0], carried[1], carried[2], carried[3], carried[4]};
  k->first_key = tern_scf_for_iv(loop);
  build_step(k, query, is_masked, s);
  tern_value_t *next[] = {s->max, s->sum, s->sums, s->weights, s->correction};
  tern_build_scf_for_end(k->b, loop, (tern_values_t){next, count});
  if (k->config.lags) tern_op_set_attr(loop, TERN_TTG_LATE_WAITS, tern_unit_attr_get(k->b->context));
  for (size_t i = 0; i < count; ++i) carried[i] = tern_op_result(loop, i);
  *s = (state_t){carried[0], carried[1], carried[2], carried[3], carried[4]};
}

// --- which keys ---

// Keys from `first` on; of them those from `all_first` to before `all_end` count for all rows of the tile, if they are at all.
typedef struct keys {
  tern_value_t *first, *all_first, *all_end, *end;
} keys_t;

// x, rounded down or up to a multiple of a tile of keys. Not negative.
static tern_value_t *round_to_tiles(kernel_t *k, tern_value_t *x, bool is_up) {
  int64_t size = k->config.keys;
  if (is_up) x = add(k, x, tern_attention_i32(k->b, size - 1));
  x = greatest(k, x, tern_attention_i32(k->b, 0));
  return tern_attention_join(k->b, TERN_ARITH(SUBI), x,
                             tern_attention_join(k->b, TERN_ARITH(REMSI), x, tern_attention_i32(k->b, size)));
}

static keys_t find_keys(kernel_t *k) {
  const tern_attention_window_t *w = &k->window;
  int64_t extent = k->config.loops.extents[k->config.loops.keys], size = k->config.keys;
  tern_builder_t *b = k->b;
  if (!k->has_window) {
    tern_value_t *zero = tern_attention_i32(b, 0);
    return (keys_t){zero, zero, tern_attention_i32(b, extent / size * size), tern_attention_i32(b, extent)};
  }
  if (w->last < extent - 1) extent = w->last + 1;
  keys_t keys = {.end = tern_attention_i32(b, extent), .first = tern_attention_i32(b, w->first)};
  keys.all_first = keys.first;
  keys.all_end = keys.end;
  if (w->most < INT32_MAX) {
    tern_value_t *end = add(k, k->first_row, tern_attention_i32(b, w->most + 1));
    keys.all_end = least(k, keys.all_end, end);
    keys.end = least(k, keys.end, add(k, end, tern_attention_i32(b, k->config.rows - 1)));
  }
  if (w->least > -INT32_MAX) {
    tern_value_t *first = add(k, k->first_row, tern_attention_i32(b, w->least));
    keys.first = greatest(k, keys.first, first);
    keys.all_first = greatest(k, keys.all_first, add(k, first, tern_attention_i32(b, k->config.rows - 1)));
  }
  keys.first = round_to_tiles(k, keys.first, false);
  keys.all_first = least(k, greatest(k, round_to_tiles(k, keys.all_first, true), keys.first), keys.end);
  keys.all_end = greatest(k, round_to_tiles(k, keys.all_end, false), keys.all_first);
  return keys;
}

// --- the program ---

static int64_t tile_count(const kernel_t *k) {
  size_t rows = k->config.loops.rows;
  int64_t extent = rows == TERN_ATTENTION_NO_LOOP ? 1 : k->config.loops.extents[rows];
  return (extent + k->config.rows - 1) / k->config.rows;
}

// Programs that follow one another have the same keys. Those with many keys of them come first.
static void find_places(kernel_t *k) {
  tern_builder_t *b = k->b;
  const tern_attention_loops_t *loops = &k->config.loops;
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  tern_value_t *rest =
      tern_build_value(b, TERN_TT(GET_PROGRAM_ID), .types = TERN_TYPES(i32),
                       .attrs = TERN_ATTRS({"axis", tern_enum_attr_get(b->context, TERN_TT_ENUM(PROGRAM_DIM), 0)}));
  int64_t count = tile_count(k);
  tern_value_t *size = tern_attention_i32(b, count);
  tern_value_t *tile = tern_attention_join(b, TERN_ARITH(REMSI), rest, size);
  rest = tern_attention_join(b, TERN_ARITH(DIVSI), rest, size);
  if (k->has_window && k->window.most < INT32_MAX)
    tile = tern_attention_join(b, TERN_ARITH(SUBI), tern_attention_i32(b, count - 1), tile);
  k->first_row = multiply(k, tile, k->config.rows);
  for (size_t i = loops->outer_count; i-- > 0;) {
    size = tern_attention_i32(b, loops->extents[loops->outer[i]]);
    k->places[loops->outer[i]] = i ? tern_attention_join(b, TERN_ARITH(REMSI), rest, size) : rest;
    if (i) rest = tern_attention_join(b, TERN_ARITH(DIVSI), rest, size);
  }
}

static void read_scale(kernel_t *k) {
  if (!k->has_scale_in_memory) return;
  const tern_type_t *f32 = tern_float_type_get(k->b->context, TERN_TYPE_F32);
  k->scale_value = tern_build_value(k->b, TERN_TT(LOAD), .operands = TERN_VALUES(tern_attention_base(k, &k->scale)),
                                    .types = TERN_TYPES(k->scale.element), .segments = (const int32_t[]){1, 0, 0});
  if (k->scale.element != f32) k->scale_value = tern_attention_cast(k->b, TERN_ARITH(EXTF), k->scale_value, f32);
}

// All tiles of keys but the first, whose weights there are; at the end the values of the last.
static void build_lagging_loops(kernel_t *k, tern_value_t *query, keys_t keys, state_t *s) {
  tern_value_t *size = tern_attention_i32(k->b, k->config.keys), *second = add(k, keys.first, size);
  bool is_masked = k->has_window || k->config.loops.extents[k->config.loops.keys] < k->config.keys;
  k->first_key = keys.first;
  s->weights = build_weights(k, multiply_keys(k, query), is_masked, s, &s->correction);
  bool has_masked_start = keys.first != keys.all_first;
  keys.end = greatest(k, keys.end, second);
  keys.all_first = greatest(k, keys.all_first, second);
  keys.all_end = greatest(k, keys.all_end, keys.all_first);
  if (has_masked_start) build_loop(k, query, second, keys.all_first, true, s);
  build_loop(k, query, keys.all_first, keys.all_end, false, s);
  build_loop(k, query, keys.all_end, keys.end, true, s);
  // Tiles follow one another from the first on.
  tern_value_t *last = add(k, keys.end, tern_attention_i32(k->b, k->config.keys - 1));
  last = tern_attention_join(k->b, TERN_ARITH(SUBI), last, keys.first);
  last = tern_attention_join(k->b, TERN_ARITH(DIVSI), last, size);
  last = multiply(k, tern_attention_join(k->b, TERN_ARITH(SUBI), last, tern_attention_i32(k->b, 1)), k->config.keys);
  correct_sums(k, s->correction, s);
  add_values(k, add(k, keys.first, last), narrow_weights(k, s->weights), s);
}

static void build_loops(kernel_t *k, tern_value_t *query, keys_t keys, state_t *s) {
  if (keys.first != keys.all_first) build_loop(k, query, keys.first, keys.all_first, true, s);
  build_loop(k, query, keys.all_first, keys.all_end, false, s);
  build_loop(k, query, keys.all_end, keys.end, true, s);
}

void tern_attention_build_program(kernel_t *k) {
  tern_builder_t *b = k->b;
  const int64_t dims[] = {k->config.rows, k->config.columns};
  find_places(k);
  build_descriptors(k);
  read_scale(k);
  const tern_type_t *rows = f32_tensor(k, dims, 1), *all = f32_tensor(k, dims, 2);
  state_t state = {.max = tern_build_number(b, rows, -INFINITY),
                   .sum = tern_build_number(b, rows, 0),
                   .sums = tern_build_number(b, all, 0)};
  tern_value_t *query = read_pair(k, &k->query, false);
  keys_t keys = find_keys(k);
  if (k->config.lags)
    build_lagging_loops(k, query, keys, &state);
  else
    build_loops(k, query, keys, &state);
  tern_value_t *result =
      tern_attention_join(b, TERN_ARITH(DIVF), state.sums, spread_rows(k, state.sum, k->config.columns));
  const tern_type_t *type = tern_type_with_element(result->type, k->output.operand.element);
  if (result->type != type) result = tern_attention_cast(b, TERN_ARITH(TRUNCF), result, type);
  write_tile(k, &k->output, result);
  tern_build(b, TERN_TT(RETURN));
}

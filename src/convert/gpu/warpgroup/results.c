// What a warp group does with the sums of a tile: element-wise ops and stores, from the registers.
//
// Of each 64 rows a warp has 16; of those a thread has two, eight apart or (tern_warpgroup_has_neighbour_rows) neighbours,
// and in each two neighbours of every eight columns.

#include "convert/gpu/kernel.h"
#include "convert/gpu/warpgroup/warpgroup.h"
#include "convert/llvm/lowering.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/vector/vector.h"

enum { WARP_SIZE = 32, WARP_ROWS = 16, HALF_ROWS = 8, COLUMN_STEP = 8, QUAD = 4 };

typedef struct writer {
  tern_builder_t *b;
  const tern_warpgroup_plan_t *plan;
  const tern_warpgroup_result_t *result;
  tern_value_t *column;                // of the first pair of a thread, in the tile
  tern_value_t *quad_column;           // of its elements after an exchange in the first QUAD steps
  tern_value_t *is_odd, *is_upper;     // of the threads that share a row
  bool has_all_rows, has_all_columns;  // no tile is cut
  bool is_exchanged
      [TERN_GPU_PRODUCT_MAX_OUTPUTS];  // outputs whose elements go from thread to thread before they are stored
} writer_t;

static tern_value_t *number(const writer_t *w, int64_t value) { return tern_build_index(w->b, value); }

static tern_value_t *compute(const writer_t *w, const tern_op_row_t *row, tern_value_t *lhs, int64_t rhs) {
  return tern_build_value(w->b, row, .operands = TERN_VALUES(lhs, number(w, rhs)));
}

static tern_value_t *add(const writer_t *w, tern_value_t *lhs, int64_t rhs) {
  return tern_build_index_add(w->b, lhs, number(w, rhs));
}

// --- elements ---

static void set_indices(const writer_t *w, tern_value_t *row, tern_value_t *column, tern_value_t **out_indices) {
  size_t rank = 0;
  if (w->plan->product.has_batch) out_indices[rank++] = w->result->batch;
  bool is_exchanged = w->plan->product.is_exchanged;
  out_indices[rank++] = is_exchanged ? column : row;
  out_indices[rank++] = is_exchanged ? row : column;
}

static void store(const writer_t *w, size_t output, tern_value_t *row, tern_value_t *column, tern_value_t *value) {
  tern_value_t *indices[TERN_GPU_PRODUCT_MAX_RANK];
  set_indices(w, row, column, indices);
  tern_gpu_product_build_store(w->b, &w->plan->product, output, indices, value);
}

// Is there such an element? NULL: always.
static tern_value_t *build_guard(const writer_t *w, tern_value_t *row, tern_value_t *column) {
  tern_value_t *guard = w->has_all_rows ? NULL : tern_gpu_build_less(w->b, row, w->result->extent_m);
  if (w->has_all_columns) return guard;
  return tern_gpu_build_and(w->b, guard, tern_gpu_build_less(w->b, column, w->result->extent_n));
}

// `lanes` sums from `position` on, `distance` apart: one, or a pair.
static tern_value_t *sums_at(const writer_t *w, tern_value_t *sums, int64_t position, int64_t distance, int64_t lanes) {
  tern_value_t *elements[2];
  for (int64_t i = 0; i < lanes; ++i) {
    const int64_t at = position + i * distance;
    elements[i] = tern_llvm_make_extract(w->b, sums, &at, 1);
  }
  if (lanes == 1) return elements[0];
  const tern_type_t *type = tern_vector_type_get(elements[0]->type, &lanes, 1, 0);
  return tern_build_value(w->b, TERN_VECTOR(FROM_ELEMENTS), .operands = {elements, (size_t)lanes},
                          .types = TERN_TYPES(type));
}

// --- stores of pairs ---

// The pair at `position` of the sums, or its elements one by one.
static void write_pair(const writer_t *w, tern_value_t *sums, int64_t position, tern_value_t *row,
                       tern_value_t *column) {
  const tern_gpu_product_t *product = &w->plan->product;
  int64_t lanes = w->plan->lanes;
  for (int64_t i = 0; i < 2; i += lanes) {
    tern_value_t *indices[TERN_GPU_PRODUCT_MAX_RANK], *values[TERN_GPU_PRODUCT_MAX_OUTPUTS], *at = add(w, column, i);
    tern_value_t *guard = build_guard(w, row, at);
    tern_op_t *if_op = guard ? tern_gpu_build_if(w->b, guard, (tern_types_t){0}) : NULL;
    set_indices(w, row, at, indices);
    tern_value_t *sum = sums_at(w, sums, position + i, 1, lanes);
    tern_gpu_product_build_results(w->b, product, lanes, indices, sum, values);
    for (size_t k = 0; k < product->output_count; ++k) store(w, k, row, at, values[k]);
    if (if_op) tern_gpu_build_if_end(w->b, if_op, (tern_values_t){0});
  }
}

// What two neighbouring rows have in the column of the sum at `position`.
static void write_row_pair(const writer_t *w, tern_value_t *sums, int64_t position, tern_value_t *row,
                           tern_value_t *column) {
  const tern_gpu_product_t *product = &w->plan->product;
  tern_value_t *indices[TERN_GPU_PRODUCT_MAX_RANK], *values[TERN_GPU_PRODUCT_MAX_OUTPUTS];
  tern_value_t *guard = build_guard(w, row, column), *sum = sums_at(w, sums, position, 2, 2);
  tern_op_t *if_op = guard ? tern_gpu_build_if(w->b, guard, (tern_types_t){0}) : NULL;
  set_indices(w, row, column, indices);
  tern_gpu_product_build_results(w->b, product, 2, indices, sum, values);
  for (size_t k = 0; k < product->output_count; ++k) store(w, k, row, column, values[k]);
  if (if_op) tern_gpu_build_if_end(w->b, if_op, (tern_values_t){0});
}

// --- stores of 16 bytes ---

// Pairs of 16-bit elements are words. Of QUAD steps each of the four threads that share a row has a word; after two
// exchanges it has the four words of one step, which are neighbours.

static tern_value_t *select_value(const writer_t *w, tern_value_t *condition, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(w->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, x, y),
                          .types = TERN_TYPES(x->type));
}

static tern_value_t *build_shuffle(const writer_t *w, tern_value_t *word, int64_t distance) {
  const tern_type_t *i32 = word->type;
  tern_value_t *numbers[3];
  const int64_t values[] = {-1, distance, WARP_SIZE - 1};
  for (size_t i = 0; i < 3; ++i) numbers[i] = tern_llvm_build_int(w->b, i32, values[i]);
  const tern_attr_t *kind = tern_enum_attr_get(w->b->context, TERN_NVVM_ENUM(SHFL_KIND), TERN_NVVM_SHFL_KIND_BFLY);
  return tern_build_value(w->b, TERN_NVVM(SHFL_SYNC), .types = TERN_TYPES(i32),
                          .operands = TERN_VALUES(numbers[0], word, numbers[1], numbers[2]),
                          .attrs = TERN_ATTRS({"kind", kind}));
}

// Words x and y of a thread and of the one at `distance`: the lower one keeps its x and gets the other's as y.
static void exchange(const writer_t *w, tern_value_t *is_upper, int64_t distance, tern_value_t **x, tern_value_t **y) {
  tern_value_t *got = build_shuffle(w, select_value(w, is_upper, *x, *y), distance);
  tern_value_t *first = select_value(w, is_upper, got, *x);
  *y = select_value(w, is_upper, *y, got);
  *x = first;
}

static tern_value_t *build_exchanged(const writer_t *w, tern_value_t *const *pairs) {
  tern_value_t *words[QUAD];
  const tern_type_t *i32 = tern_i_type_get(w->b->context, 32), *element = tern_type_element(pairs[0]->type);
  for (size_t i = 0; i < QUAD; ++i) words[i] = tern_llvm_make(w->b, TERN_LLVM(BITCAST), i32, TERN_VALUES(pairs[i]));
  exchange(w, w->is_odd, 1, &words[0], &words[1]);
  exchange(w, w->is_odd, 1, &words[2], &words[3]);
  exchange(w, w->is_upper, 2, &words[0], &words[2]);
  exchange(w, w->is_upper, 2, &words[1], &words[3]);
  const tern_type_t *four = tern_vector_type_get(i32, &(int64_t){QUAD}, 1, 0);
  const tern_type_t *eight = tern_vector_type_get(element, &(int64_t){2 * QUAD}, 1, 0);
  tern_value_t *vector =
      tern_build_value(w->b, TERN_VECTOR(FROM_ELEMENTS), .operands = {words, QUAD}, .types = TERN_TYPES(four));
  return tern_build_value(w->b, TERN_VECTOR(BITCAST), .operands = TERN_VALUES(vector), .types = TERN_TYPES(eight));
}

// What is to be stored of the pair at `position`. All threads of a warp come here: those whose elements are beyond the
// edge read nothing and have zeros.
static void build_values(const writer_t *w, tern_value_t *sums, int64_t position, tern_value_t *row,
                         tern_value_t *column, tern_value_t **out_values) {
  const tern_gpu_product_t *product = &w->plan->product;
  const tern_type_t *types[TERN_GPU_PRODUCT_MAX_OUTPUTS];
  tern_value_t *indices[TERN_GPU_PRODUCT_MAX_RANK], *guard = NULL, *sum = sums_at(w, sums, position, 1, 2);
  set_indices(w, row, column, indices);
  if (product->consumer_count > 0) guard = build_guard(w, row, column);
  if (!guard) {
    tern_gpu_product_build_results(w->b, product, 2, indices, sum, out_values);
    return;
  }
  for (size_t i = 0; i < product->output_count; ++i) {
    types[i] = tern_vector_type_get(tern_type_element(product->outputs[i]->type), &(int64_t){2}, 1, 0);
  }
  tern_op_t *if_op = tern_gpu_build_if(w->b, guard, (tern_types_t){types, product->output_count});
  tern_gpu_product_build_results(w->b, product, 2, indices, sum, out_values);
  tern_gpu_build_else(w->b, if_op, (tern_values_t){out_values, product->output_count});
  for (size_t i = 0; i < product->output_count; ++i) out_values[i] = tern_build_number(w->b, types[i], 0);
  tern_gpu_build_if_end(w->b, if_op, (tern_values_t){out_values, product->output_count});
  for (size_t i = 0; i < product->output_count; ++i) out_values[i] = tern_op_result(if_op, i);
}

// QUAD steps of the two rows that a thread has of a piece of 64.
typedef struct block {
  tern_value_t *rows[2];
  int64_t first;  // column step
  tern_value_t *values[2][QUAD][TERN_GPU_PRODUCT_MAX_OUTPUTS];
} block_t;

static void build_block(const writer_t *w, tern_value_t *sums, block_t *block) {
  for (int64_t i = 0; i < QUAD; ++i) {
    tern_value_t *column = add(w, w->column, (block->first + i) * COLUMN_STEP);
    for (int64_t half = 0; half < 2; ++half) {
      build_values(w, sums, 4 * (block->first + i) + 2 * half, block->rows[half], column, block->values[half][i]);
    }
  }
}

static void store_guarded(const writer_t *w, size_t output, tern_value_t *row, tern_value_t *column,
                          tern_value_t *value) {
  tern_value_t *guard = build_guard(w, row, column);
  tern_op_t *if_op = guard ? tern_gpu_build_if(w->b, guard, (tern_types_t){0}) : NULL;
  store(w, output, row, column, value);
  if (if_op) tern_gpu_build_if_end(w->b, if_op, (tern_values_t){0});
}

static void store_block(const writer_t *w, const block_t *block) {
  for (size_t k = 0; k < w->plan->product.output_count; ++k) {
    for (int64_t half = 0; half < 2 && !w->plan->product.is_temporary[k]; ++half) {
      tern_value_t *pairs[QUAD], *row = block->rows[half];
      for (size_t i = 0; i < QUAD; ++i) pairs[i] = block->values[half][i][k];
      if (w->is_exchanged[k]) {
        tern_value_t *column = add(w, w->quad_column, block->first * COLUMN_STEP);
        store_guarded(w, k, row, column, build_exchanged(w, pairs));
        continue;
      }
      for (int64_t i = 0; i < QUAD; ++i) {
        store_guarded(w, k, row, add(w, w->column, (block->first + i) * COLUMN_STEP), pairs[i]);
      }
    }
  }
}

// A block's inputs are loaded before the one before it is stored: what is loaded might be what is stored, for all that
// the processor's compiler knows, and it would wait.
static void write_blocks(const writer_t *w, tern_value_t *sums, tern_value_t *const *rows) {
  block_t blocks[2];
  int64_t count = w->plan->tile.n / (QUAD * COLUMN_STEP);
  for (int64_t i = 0; i <= count; ++i) {
    block_t *block = &blocks[i % 2];
    *block = (block_t){.rows = {rows[0], rows[1]}, .first = i * QUAD};
    if (i < count) build_block(w, sums, block);
    if (i > 0) store_block(w, &blocks[(i - 1) % 2]);
  }
}

// Outputs of 16 bits whose rows begin at multiples of 16 bytes. False: there are none.
static bool choose_exchanges(writer_t *w) {
  const tern_warpgroup_plan_t *plan = w->plan;
  bool is_any = false;
  if (plan->lanes != 2 || plan->has_row_pairs || plan->tile.n % (QUAD * COLUMN_STEP) != 0 ||
      plan->product.n % COLUMN_STEP != 0)
    return false;
  for (size_t i = 0; i < plan->product.output_count; ++i) {
    const tern_value_t *output = plan->product.outputs[i];
    w->is_exchanged[i] = !plan->product.is_temporary[i] && tern_type_bit_width(tern_type_element(output->type)) == 16 &&
                         tern_gpu_base_alignment(output) % COLUMN_STEP == 0;
    is_any |= w->is_exchanged[i];
  }
  return is_any;
}

// --- the tile ---

static tern_value_t *is_set(const writer_t *w, tern_value_t *value, int64_t bit) {
  return tern_arith_cmpi(w->b, TERN_CMPI_NE, compute(w, TERN_ARITH(ANDI), value, bit), number(w, 0));
}

void tern_warpgroup_emit_results(tern_builder_t *builder, const tern_warpgroup_plan_t *plan,
                                 const tern_warpgroup_result_t *result) {
  const tern_warpgroup_tile_t *tile = &plan->tile;
  writer_t w = {.b = builder, .plan = plan, .result = result};
  w.has_all_rows = plan->product.m != TERN_DYNAMIC && plan->product.m % tile->m == 0;
  w.has_all_columns = plan->product.n % tile->n == 0;
  tern_value_t *lane = compute(&w, TERN_ARITH(REMUI), result->thread, WARP_SIZE);
  tern_value_t *warp = compute(&w, TERN_ARITH(DIVUI), result->thread, WARP_SIZE);
  tern_value_t *in_quad = compute(&w, TERN_ARITH(REMUI), lane, QUAD);
  bool are_neighbours = tern_warpgroup_has_neighbour_rows(plan);
  int64_t half_rows = are_neighbours ? 1 : HALF_ROWS;
  tern_value_t *row = compute(&w, TERN_ARITH(DIVUI), lane, QUAD);
  if (are_neighbours) row = tern_build_index_mul(builder, row, number(&w, 2));
  row = tern_build_index_add(builder, tern_build_index_mul(builder, warp, number(&w, WARP_ROWS)), row);
  row = tern_build_index_add(builder, result->row, row);
  w.column = tern_build_index_add(builder, result->column, tern_build_index_mul(builder, in_quad, number(&w, 2)));
  bool exchanges = choose_exchanges(&w);
  if (exchanges) {
    tern_value_t *offset = tern_build_index_mul(builder, in_quad, number(&w, COLUMN_STEP));
    w.quad_column = tern_build_index_add(builder, result->column, offset);
    w.is_odd = is_set(&w, in_quad, 1);
    w.is_upper = is_set(&w, in_quad, 2);
  }
  int64_t row_tiles = tile->m / tile->consumers / TERN_WARPGROUP_ROWS;
  for (int64_t i = 0; i < row_tiles; ++i) {
    tern_value_t *rows[2];
    for (int64_t half = 0; half < 2; ++half) rows[half] = add(&w, row, i * TERN_WARPGROUP_ROWS + half * half_rows);
    if (exchanges) {
      write_blocks(&w, result->sums[i], rows);
      continue;
    }
    for (int64_t j = 0; j < tile->n / COLUMN_STEP; ++j) {
      for (int64_t half = 0; half < 2; ++half) {
        if (plan->has_row_pairs && plan->lanes == 2) {
          write_row_pair(&w, result->sums[i], 4 * j + half, rows[0], add(&w, w.column, j * COLUMN_STEP + half));
          continue;
        }
        write_pair(&w, result->sums[i], 4 * j + 2 * half, rows[half], add(&w, w.column, j * COLUMN_STEP));
      }
    }
  }
}

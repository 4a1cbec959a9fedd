// What a warp group does with the sums of a tile: element-wise ops and stores, from the registers.
//
// Of each 64 rows a warp has 16; of those a thread has two, eight apart or (tern_warpgroup_has_neighbour_rows) neighbours,
// and in each two neighbours of every eight columns: units of sums (convert/gpu/matrix_sums.h).

#include "convert/gpu/warpgroup/results.h"
#include "analysis/gpu/tile_choices.h"
#include "analysis/layout/fragments.h"
#include "convert/gpu/kernel.h"
#include "convert/llvm/lowering.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/vector/vector.h"

enum { PAIR = 2, BLOCK_UNITS = TERN_GPU_WIDE_SUMS / PAIR };

typedef tern_warpgroup_writer_t writer_t;

static tern_value_t *number(const writer_t *w, int64_t value) { return tern_build_index(w->b, value); }

static tern_value_t *compute(const writer_t *w, const tern_op_row_t *row, tern_value_t *lhs, int64_t rhs) {
  return tern_build_value(w->b, row, .operands = TERN_VALUES(lhs, number(w, rhs)));
}

static tern_value_t *build_column(const writer_t *w, int64_t unit, int64_t element) {
  return tern_gpu_build_place(&w->places, "dim1", TERN_GPU_NUMBERS({"unit", unit}, {"element", element}));
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

tern_value_t *tern_warpgroup_sums_at(const writer_t *w, tern_value_t *sums, int64_t position, int64_t distance,
                                     int64_t lanes) {
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

// The pair at `position` of the sums, or its elements one by one; `unit`: of its row.
static void write_pair(const writer_t *w, tern_value_t *sums, int64_t position, tern_value_t *row, int64_t unit) {
  const tern_gpu_product_t *product = &w->plan->product;
  int64_t lanes = w->plan->lanes;
  for (int64_t i = 0; i < 2; i += lanes) {
    tern_value_t *indices[TERN_GPU_PRODUCT_MAX_RANK], *values[TERN_GPU_PRODUCT_MAX_OUTPUTS],
        *at = build_column(w, unit, i);
    tern_value_t *guard = build_guard(w, row, at);
    tern_op_t *if_op = guard ? tern_gpu_build_if(w->b, guard, (tern_types_t){0}) : NULL;
    set_indices(w, row, at, indices);
    tern_value_t *sum = tern_warpgroup_sums_at(w, sums, position + i, 1, lanes);
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
  tern_value_t *guard = build_guard(w, row, column), *sum = tern_warpgroup_sums_at(w, sums, position, 2, 2);
  tern_op_t *if_op = guard ? tern_gpu_build_if(w->b, guard, (tern_types_t){0}) : NULL;
  set_indices(w, row, column, indices);
  tern_gpu_product_build_results(w->b, product, 2, indices, sum, values);
  for (size_t k = 0; k < product->output_count; ++k) store(w, k, row, column, values[k]);
  if (if_op) tern_gpu_build_if_end(w->b, if_op, (tern_values_t){0});
}

// --- stores of 16 bytes ---

// Pairs of 16-bit elements are words, of which each lane gets those of neighbours.
static tern_value_t *build_exchanged(const writer_t *w, tern_value_t *const *pairs) {
  tern_value_t *words[TERN_GPU_WIDE_SUMS];
  const int64_t count = w->wide.units, elements = TERN_GPU_WIDE_SUMS;
  const tern_type_t *i32 = tern_i_type_get(w->b->context, 32), *element = tern_type_element(pairs[0]->type);
  for (int64_t i = 0; i < count; ++i) words[i] = tern_llvm_make(w->b, TERN_LLVM(BITCAST), i32, TERN_VALUES(pairs[i]));
  tern_gpu_build_wide_sums(w->b, &w->wide, w->lane, words);
  tern_value_t *vector = tern_build_value(w->b, TERN_VECTOR(FROM_ELEMENTS), .operands = {words, (size_t)count},
                                          .types = TERN_TYPES(tern_vector_type_get(i32, &count, 1, 0)));
  return tern_build_value(w->b, TERN_VECTOR(BITCAST), .operands = TERN_VALUES(vector),
                          .types = TERN_TYPES(tern_vector_type_get(element, &elements, 1, 0)));
}

void tern_warpgroup_build_values(const writer_t *w, tern_value_t *sum, tern_value_t *row, tern_value_t *column,
                                 tern_value_t **out_values) {
  const tern_gpu_product_t *product = &w->plan->product;
  const tern_type_t *types[TERN_GPU_PRODUCT_MAX_OUTPUTS];
  tern_value_t *indices[TERN_GPU_PRODUCT_MAX_RANK], *guard = NULL;
  int64_t lanes = w->plan->lanes;
  set_indices(w, row, column, indices);
  if (product->consumer_count > 0) guard = build_guard(w, row, column);
  if (!guard) {
    tern_gpu_product_build_results(w->b, product, lanes, indices, sum, out_values);
    return;
  }
  for (size_t i = 0; i < product->output_count; ++i) {
    types[i] = tern_type_element(product->outputs[i]->type);
    if (lanes > 1) types[i] = tern_vector_type_get(types[i], &lanes, 1, 0);
  }
  tern_op_t *if_op = tern_gpu_build_if(w->b, guard, (tern_types_t){types, product->output_count});
  tern_gpu_product_build_results(w->b, product, lanes, indices, sum, out_values);
  tern_gpu_build_else(w->b, if_op, (tern_values_t){out_values, product->output_count});
  for (size_t i = 0; i < product->output_count; ++i) out_values[i] = tern_build_number(w->b, types[i], 0);
  tern_gpu_build_if_end(w->b, if_op, (tern_values_t){out_values, product->output_count});
  for (size_t i = 0; i < product->output_count; ++i) out_values[i] = tern_op_result(if_op, i);
}

// Units of the two rows that a thread has of a piece of 64, which become one each.
typedef struct block {
  tern_value_t *rows[2];
  int64_t first;  // unit
  tern_value_t *values[2][TERN_GPU_WIDE_SUMS][TERN_GPU_PRODUCT_MAX_OUTPUTS];
} block_t;

static void build_block(const writer_t *w, tern_value_t *sums, block_t *block) {
  for (int64_t i = 0; i < w->wide.units; ++i) {
    tern_value_t *column = build_column(w, block->first + i, 0);
    for (int64_t half = 0; half < 2; ++half) {
      tern_value_t *pair = tern_warpgroup_sums_at(w, sums, 4 * (block->first + i) + 2 * half, 1, PAIR);
      tern_warpgroup_build_values(w, pair, block->rows[half], column, block->values[half][i]);
    }
  }
}

void tern_warpgroup_store(const writer_t *w, size_t output, tern_value_t *row, tern_value_t *column,
                          tern_value_t *value) {
  tern_value_t *guard = build_guard(w, row, column);
  tern_op_t *if_op = guard ? tern_gpu_build_if(w->b, guard, (tern_types_t){0}) : NULL;
  store(w, output, row, column, value);
  if (if_op) tern_gpu_build_if_end(w->b, if_op, (tern_values_t){0});
}

static void store_block(const writer_t *w, const block_t *block) {
  int64_t units = w->wide.units;
  for (size_t k = 0; k < w->plan->product.output_count; ++k) {
    for (int64_t half = 0; half < 2 && !w->plan->product.is_temporary[k]; ++half) {
      tern_value_t *pairs[TERN_GPU_WIDE_SUMS], *row = block->rows[half];
      for (int64_t i = 0; i < units; ++i) pairs[i] = block->values[half][i][k];
      if (w->is_exchanged[k]) {
        tern_value_t *column =
            tern_gpu_build_place(&w->wide_places, "dim1", TERN_GPU_NUMBERS({"unit", block->first / units}));
        tern_warpgroup_store(w, k, row, column, build_exchanged(w, pairs));
        continue;
      }
      for (int64_t i = 0; i < units; ++i) {
        tern_warpgroup_store(w, k, row, build_column(w, block->first + i, 0), pairs[i]);
      }
    }
  }
}

// A block's inputs are loaded before the one before it is stored: what is loaded might be what is stored, for all that
// the processor's compiler knows, and it would wait.
static void write_blocks(const writer_t *w, tern_value_t *sums, tern_value_t *const *rows) {
  block_t blocks[2];
  int64_t count = w->plan->tile.n / (w->wide.units * COLUMN_STEP);
  for (int64_t i = 0; i <= count; ++i) {
    block_t *block = &blocks[i % 2];
    *block = (block_t){.rows = {rows[0], rows[1]}, .first = i * w->wide.units};
    if (i < count) build_block(w, sums, block);
    if (i > 0) store_block(w, &blocks[(i - 1) % 2]);
  }
}

// Outputs of 16 bits whose rows begin at multiples of 16 bytes. False: there are none.
static bool choose_exchanges(writer_t *w, const tern_layout_t *sums) {
  const tern_warpgroup_plan_t *plan = w->plan;
  bool is_any = false;
  if (plan->lanes != PAIR || plan->has_row_pairs || plan->product.n % TERN_GPU_WIDE_SUMS != 0) return false;
  if (!tern_gpu_choose_wide_sums(sums, 16, &w->wide) || plan->tile.n % (w->wide.units * COLUMN_STEP) != 0) return false;
  for (size_t i = 0; i < plan->product.output_count; ++i) {
    const tern_value_t *output = plan->product.outputs[i];
    w->is_exchanged[i] = !plan->product.is_temporary[i] && tern_type_bit_width(tern_type_element(output->type)) == 16 &&
                         tern_gpu_base_alignment(output) % TERN_GPU_WIDE_SUMS == 0;
    is_any |= w->is_exchanged[i];
  }
  return is_any;
}

// Pairs whose element-wise ops may read memory are written in blocks as well: one after the other, each would wait for
// what it reads.
static bool choose_blocks(writer_t *w) {
  const tern_warpgroup_plan_t *plan = w->plan;
  if (plan->lanes != PAIR || plan->has_row_pairs || plan->product.consumer_count == 0) return false;
  w->wide.units = BLOCK_UNITS;
  while (plan->tile.n % (w->wide.units * COLUMN_STEP) != 0) w->wide.units /= 2;
  return true;
}

// --- the tile ---

// Where the sums of `pieces` instructions below each other are. Where the first factor came with its rows in another order
// (registers.c), so did the sums.
static tern_layout_t find_sums(const writer_t *w, int64_t pieces) {
  tern_layout_t fragment = tern_fragment_layout(TERN_FRAGMENT_WGMMA_M64N8_D);
  if (tern_warpgroup_has_neighbour_rows(w->plan)) {
    tern_layout_t order = tern_warpgroup_row_order();
    fragment = tern_layout_compose(&fragment, &order);
  }
  return tern_gpu_matrix_sums(&fragment, w->columns, pieces);
}

static tern_gpu_places_t build_places(const writer_t *w, const tern_layout_t *sums) {
  tern_value_t *warp = compute(w, TERN_ARITH(DIVUI), w->result->thread, WARP_SIZE);
  tern_gpu_places_t places =
      tern_gpu_build_places(w->b, sums, TERN_GPU_INPUTS({TERN_LAYOUT_LANE, w->lane}, {TERN_LAYOUT_WARP, warp}));
  tern_gpu_places_begin_at(&places, "dim0", w->result->row);
  tern_gpu_places_begin_at(&places, "dim1", w->result->column);
  return places;
}

static void write_units(const writer_t *w, tern_value_t *sums, tern_value_t *const *rows) {
  for (int64_t j = 0; j < w->plan->tile.n / COLUMN_STEP; ++j) {
    for (int64_t half = 0; half < 2; ++half) {
      if (w->plan->has_row_pairs && w->plan->lanes == PAIR) {
        write_row_pair(w, sums, 4 * j + half, rows[0], build_column(w, j, half));
      } else {
        write_pair(w, sums, 4 * j + 2 * half, rows[half], j);
      }
    }
  }
}

void tern_warpgroup_emit_results(tern_builder_t *builder, const tern_warpgroup_plan_t *plan,
                                 const tern_warpgroup_result_t *result) {
  const tern_warpgroup_tile_t *tile = &plan->tile;
  int64_t pieces = tile->m / tile->consumers / TERN_WARPGROUP_ROWS;
  writer_t w = {.b = builder, .plan = plan, .result = result};
  w.has_all_rows = plan->product.m != TERN_DYNAMIC && plan->product.m % tile->m == 0;
  w.has_all_columns = plan->product.n % tile->n == 0;
  w.lane = compute(&w, TERN_ARITH(REMUI), result->thread, WARP_SIZE);
  w.columns = tern_gpu_round_up_to_power(tile->n / COLUMN_STEP, tile->n);
  tern_layout_t sums = find_sums(&w, pieces);
  w.places = build_places(&w, &sums);
  if (plan->stages_results) {
    tern_warpgroup_write_staged(&w, &sums, pieces);
    return;
  }
  bool exchanges = choose_exchanges(&w, &sums);
  if (exchanges) w.wide_places = build_places(&w, &w.wide.sums);
  bool is_in_blocks = exchanges || choose_blocks(&w);
  for (int64_t i = 0; i < pieces; ++i) {
    tern_value_t *rows[2];
    for (int64_t half = 0; half < 2; ++half) {
      rows[half] = tern_gpu_build_place(&w.places, "dim0", TERN_GPU_NUMBERS({"unit", (2 * i + half) * w.columns}));
    }
    if (is_in_blocks) {
      write_blocks(&w, result->sums[i], rows);
    } else {
      write_units(&w, result->sums[i], rows);
    }
  }
}

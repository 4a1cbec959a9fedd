// Sums that are stored by whole rows, for results whose rows are no whole vectors: a warp puts eight rows of 64 columns into
// workgroup memory, from where it takes each row with all of its lanes side by side. What it stores at once is then one line of memory,
// wherever it begins, and so is what element-wise ops read; a lane's own sums would be a few bytes of eight lines.

#include "analysis/gpu/tile_warpgroup.h"
#include "convert/gpu/warpgroup/results.h"
#include "convert/llvm/lowering.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/memref/memref.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/vector/vector.h"

enum {
  ROWS = 8,
  COLUMNS = 64,
  PAIR = 2,
  UNITS = COLUMNS / COLUMN_STEP,
  LANES_OF_ROW = 4,
  WARPS = TERN_WARPGROUP_THREADS / WARP_SIZE,
  VECTOR_BYTES = 16,
};

bool tern_warpgroup_stages_results(const tern_warpgroup_plan_t *plan) {
  const tern_gpu_product_t *product = &plan->product;
  if (product->is_exchanged) return false;
  if (plan->lanes == 1) return true;
  bool has_halves = false;
  for (size_t i = 0; i < product->output_count; ++i) {
    has_halves |= !product->is_temporary[i] && tern_type_bit_width(tern_type_element(product->outputs[i]->type)) == 16;
  }
  return has_halves && product->n % TERN_GPU_WIDE_SUMS != 0;
}

tern_value_t *tern_warpgroup_build_staging(tern_builder_t *b, const tern_warpgroup_plan_t *plan) {
  const tern_type_t *i64 = tern_i_type_get(b->context, 64), *f32 = tern_float_type_get(b->context, TERN_TYPE_F32);
  const int64_t dims[] = {plan->tile.consumers * WARPS, ROWS, TERN_WARPGROUP_STAGING_PITCH};
  const tern_type_t *type = tern_memref_type_get(f32, dims, 3, NULL, tern_integer_attr_get(i64, TERN_NVVM_SHARED));
  return tern_build_value(b, TERN_MEMREF(ALLOC), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"alignment", tern_integer_attr_get(i64, VECTOR_BYTES)}),
                          .segments = (int32_t[]){0, 0});
}

static void wait_for_warp(const tern_warpgroup_writer_t *w) {
  tern_value_t *all = tern_llvm_build_int(w->b, tern_i_type_get(w->b->context, 32), -1);
  tern_build(w->b, TERN_NVVM(BAR_WARP_SYNC), .operands = TERN_VALUES(all));
}

// What a warp does with a block of its rows and columns.
typedef struct stager {
  const tern_warpgroup_writer_t *w;
  tern_gpu_places_t own;   // columns of a lane's sums in a block
  tern_gpu_places_t rows;  // of the warp's rows in the result
  tern_value_t *own_row;
  int64_t lanes;  // elements that are taken at once
} stager_t;

static void put_block(const stager_t *s, tern_value_t *sums, int64_t half, int64_t block) {
  const tern_warpgroup_writer_t *w = s->w;
  for (int64_t unit = 0; unit < UNITS; ++unit) {
    tern_value_t *column = tern_gpu_build_place(&s->own, "dim1", TERN_GPU_NUMBERS({"unit", unit}));
    tern_value_t *pair = tern_warpgroup_sums_at(w, sums, 4 * (block * UNITS + unit) + PAIR * half, 1, PAIR);
    tern_build(w->b, TERN_VECTOR(STORE),
               .operands = TERN_VALUES(pair, w->result->staging, w->result->slot, s->own_row, column));
  }
}

static tern_value_t *take(const stager_t *s, int64_t row, tern_value_t *column) {
  const tern_warpgroup_writer_t *w = s->w;
  const tern_type_t *type = tern_type_element(w->result->staging->type);
  if (s->lanes > 1) type = tern_vector_type_get(type, &s->lanes, 1, 0);
  return tern_build_value(
      w->b, s->lanes == 1 ? TERN_MEMREF(LOAD) : TERN_VECTOR(LOAD), .types = TERN_TYPES(type),
      .operands = TERN_VALUES(w->result->staging, w->result->slot, tern_build_index(w->b, row), column));
}

// All that the element-wise ops read of the rows is read before the first result is stored: the processor's compiler does not
// know that these are other places.
static void take_block(const stager_t *s, int64_t unit, int64_t block) {
  const tern_warpgroup_writer_t *w = s->w;
  int64_t count = COLUMNS / (WARP_SIZE * s->lanes);
  tern_value_t *values[ROWS][2][TERN_GPU_PRODUCT_MAX_OUTPUTS], *rows[ROWS], *columns[2];
  tern_value_t *first = tern_build_index_add(w->b, w->result->column, tern_build_index(w->b, block * COLUMNS));
  for (int64_t row = 0; row < ROWS; ++row) {
    rows[row] = tern_gpu_build_place(&s->rows, "dim0",
                                     TERN_GPU_NUMBERS({"unit", unit}, {TERN_LAYOUT_LANE, row * LANES_OF_ROW}));
    for (int64_t i = 0; i < count; ++i) {
      tern_value_t *column = tern_build_index_mul(w->b, w->lane, tern_build_index(w->b, s->lanes));
      column = tern_build_index_add(w->b, column, tern_build_index(w->b, i * WARP_SIZE));
      columns[i] = tern_build_index_add(w->b, first, column);
      tern_warpgroup_build_values(w, take(s, row, column), rows[row], columns[i], values[row][i]);
    }
  }
  for (int64_t row = 0; row < ROWS; ++row) {
    for (int64_t i = 0; i < count; ++i) {
      for (size_t k = 0; k < w->plan->product.output_count; ++k) {
        if (w->plan->product.is_temporary[k]) continue;
        tern_warpgroup_store(w, k, rows[row], columns[i], values[row][i][k]);
      }
    }
  }
}

void tern_warpgroup_write_staged(const tern_warpgroup_writer_t *w, const tern_layout_t *sums, int64_t pieces) {
  tern_value_t *warp_size = tern_build_index(w->b, WARP_SIZE), *thread = w->result->thread;
  tern_value_t *warp = tern_build_value(w->b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(thread, warp_size));
  stager_t s = {.w = w, .lanes = w->plan->lanes};
  s.own = tern_gpu_build_places(w->b, sums, TERN_GPU_INPUTS({TERN_LAYOUT_LANE, w->lane}));
  s.rows = tern_gpu_build_places(w->b, sums, TERN_GPU_INPUTS({TERN_LAYOUT_WARP, warp}));
  tern_gpu_places_begin_at(&s.rows, "dim0", w->result->row);
  s.own_row =
      tern_build_value(w->b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(w->lane, tern_build_index(w->b, LANES_OF_ROW)));
  for (int64_t i = 0; i < pieces; ++i) {
    for (int64_t half = 0; half < 2; ++half) {
      for (int64_t block = 0; block < w->plan->tile.n / COLUMNS; ++block) {
        put_block(&s, w->result->sums[i], half, block);
        wait_for_warp(w);
        take_block(&s, (2 * i + half) * w->columns, block);
        wait_for_warp(w);
      }
    }
  }
}

// Fragments and their products, for --gpu-pipeline-matmul: what a warp does with a tile in shared memory.
//
// One mma.sync takes 32 bytes of each line along k: 16 rows of A, 8 columns of B. ldmatrix fetches four blocks of
// eight lines by 16 bytes at once, which are one fragment of A or two of B; blocks whose lines run along m or n are
// transposed on the way.

#include <stdio.h>

#include "convert/gpu/mma/mma.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/llvm/llvm.h"
#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/vector/vector.h"

enum { STEP_BYTES = 32, FRAGMENT_ROWS = 16, FRAGMENT_COLUMNS = 8, GROUP_BYTES = 16 };

const tern_type_t *tern_matmul_token_type(tern_context_t *context) {
  return tern_dialect_type_get(context, &tern_nvgpu_types[TERN_NVGPU_TYPE_DEVICE_ASYNC_TOKEN], NULL, 0);
}

static tern_value_t *build(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, int64_t y) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x, tern_build_index(b, y)));
}

static const tern_type_t *vector_of(const tern_type_t *element, int64_t rows, int64_t columns) {
  const int64_t dims[] = {rows, columns};
  return rows ? tern_vector_type_get(element, dims, 2, 0) : tern_vector_type_get(element, dims + 1, 1, 0);
}

// vector.extract at static positions.
static tern_value_t *build_extract(tern_builder_t *b, tern_value_t *vector, const int64_t *positions, size_t count) {
  const tern_type_t *type = vector->type, *element = tern_type_element(type);
  if (count < tern_type_rank(type)) element = vector_of(element, 0, tern_type_dim(type, 1));
  return tern_build_value(
      b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(vector), .types = TERN_TYPES(element),
      .attrs = TERN_ATTRS({"static_position", tern_dense_i64_array_attr_get(b->context, positions, count)}));
}

tern_value_t *tern_matmul_build_row(tern_builder_t *b, tern_value_t *vector, int64_t row) {
  return build_extract(b, vector, &row, 1);
}

static tern_value_t *build_with_row(tern_builder_t *b, tern_value_t *vector, tern_value_t *value, int64_t row) {
  return tern_build_value(b, TERN_VECTOR(INSERT), .operands = TERN_VALUES(value, vector),
                          .types = TERN_TYPES(vector->type),
                          .attrs = TERN_ATTRS({"static_position", tern_dense_i64_array_attr_get(b->context, &row, 1)}));
}

static const tern_type_t *factor_element(const tern_matmul_kernel_t *kernel, size_t which) {
  return tern_type_element(kernel->tiles[which].memory->type);
}

// --- places ---

static bool is_fma(const tern_matmul_kernel_t *kernel) { return kernel->matmul->number == TERN_MATMUL_F32; }

int64_t tern_matmul_step_count(const tern_matmul_t *matmul) {
  if (matmul->number == TERN_MATMUL_F32) return matmul->config.tile[2] * matmul->bytes / GROUP_BYTES;
  return matmul->config.tile[2] * matmul->bytes / STEP_BYTES / matmul->config.warps[2];
}

// Lane's line and group of 16 bytes in the four blocks that one ldmatrix fetches at `first` (line of m or n) and
// `step`.
static tern_value_t *build_fragment_place(tern_matmul_kernel_t *kernel, size_t which, tern_value_t *first,
                                          tern_value_t *step) {
  tern_builder_t *b = kernel->b;
  const tern_matmul_tile_t *tile = &kernel->tiles[which];
  int64_t bytes = kernel->matmul->bytes, per_group = GROUP_BYTES / bytes;
  tern_value_t *lane = kernel->lane;
  tern_value_t *low = build(b, TERN_ARITH(REMUI), lane, 8), *high = build(b, TERN_ARITH(DIVUI), lane, 16);
  tern_value_t *middle = build(b, TERN_ARITH(REMUI), build(b, TERN_ARITH(DIVUI), lane, 8), 2);
  // A: blocks go down the rows, then along k. B: along k, then along the columns.
  tern_value_t *across = which == 0 ? middle : high, *deep = which == 0 ? high : middle;
  tern_value_t *line, *chunk;
  if (tile->is_deep) {
    line = tern_build_index_add(b, low, build(b, TERN_ARITH(MULI), across, 8));
    line = tern_build_index_add(b, line, first);
    chunk = tern_build_index_add(b, build(b, TERN_ARITH(MULI), step, 2), deep);
  } else {
    line = tern_build_index_add(b, low, build(b, TERN_ARITH(MULI), deep, 8));
    line = tern_build_index_add(b, line, build(b, TERN_ARITH(MULI), step, STEP_BYTES / bytes));
    chunk = tern_build_index_add(b, build(b, TERN_ARITH(DIVUI), first, per_group), across);
  }
  // Lines are counted from multiples of eight: only the lane's own bits take part in the exchange.
  tern_value_t *own_line = low;
  chunk = tern_matmul_build_swizzle(b, tile, bytes, own_line, chunk);
  tern_value_t *place = tern_build_index_mul(b, line, tern_build_index(b, tile->columns));
  return tern_build_index_add(b, place, tern_build_index_mul(b, chunk, tern_build_index(b, per_group)));
}

void tern_matmul_prepare_products(tern_matmul_kernel_t *kernel) {
  tern_builder_t *b = kernel->b;
  const tern_mma_config_t *config = &kernel->matmul->config;
  tern_value_t *warps[] = {kernel->warp_m, kernel->warp_n};
  if (is_fma(kernel)) return;
  for (size_t which = 0; which < 2; ++which) {
    int64_t own = config->tile[which] / config->warps[which];
    tern_value_t *base = tern_build_index_mul(b, warps[which], tern_build_index(b, own));
    for (int64_t step = 0; step < tern_matmul_step_count(kernel->matmul); ++step) {
      tern_value_t *number = tern_build_index_add(b, kernel->warp_k, tern_build_index(b, step * config->warps[2]));
      for (int64_t i = 0; i < own / FRAGMENT_ROWS; ++i) {
        tern_value_t *first = tern_build_index_add(b, base, tern_build_index(b, i * FRAGMENT_ROWS));
        kernel->places[which][step][i] = build_fragment_place(kernel, which, first, number);
      }
    }
  }
}

// --- fragments ---

static tern_value_t *build_ldmatrix(tern_matmul_kernel_t *kernel, size_t which, tern_value_t *place) {
  tern_builder_t *b = kernel->b;
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  return tern_build_value(
      b, TERN_NVGPU(LDMATRIX), .operands = TERN_VALUES(kernel->tiles[which].memory, place),
      .types = TERN_TYPES(vector_of(factor_element(kernel, which), 4, 4 / kernel->matmul->bytes)),
      .attrs = TERN_ATTRS({"transpose", tern_bool_attr_get(b->context, !kernel->tiles[which].is_deep)},
                          {"numTiles", tern_integer_attr_get(i32, 4)}));
}

// Where the lane's element of the four blocks' number `block` is: blocks of 8 lines of m or n by 4 of k, in the order
// that ldmatrix has. Elements of 32 bits are not transposed by it, so that lines along m or n are read one by one.
static tern_value_t *build_word_place(tern_matmul_kernel_t *kernel, size_t which, int64_t step, int64_t i,
                                      int64_t block) {
  tern_builder_t *b = kernel->b;
  const tern_matmul_tile_t *tile = &kernel->tiles[which];
  const tern_mma_config_t *config = &kernel->matmul->config;
  const int64_t depth = STEP_BYTES / 4, halves = config->tile[which] / config->warps[which] / 4;
  int64_t across = which == 0 ? block % 2 : block / 2, deep = which == 0 ? block / 2 : block % 2;
  tern_value_t *lane = kernel->lane, *warp = which == 0 ? kernel->warp_m : kernel->warp_n;
  tern_value_t *k = tern_build_index_add(b, build(b, TERN_ARITH(REMUI), lane, 4), tern_build_index(b, 4 * deep));
  tern_value_t *column = build(b, TERN_ARITH(DIVUI), lane, 4);
  tern_value_t *chunk =
      tern_build_index_add(b, build(b, TERN_ARITH(DIVUI), column, 4), build(b, TERN_ARITH(MULI), warp, halves));
  chunk = tern_build_index_add(b, chunk, tern_build_index(b, 4 * (i % 2) + 2 * across));
  chunk = tern_matmul_build_swizzle(b, tile, 4, k, chunk);
  tern_value_t *line = tern_build_index_add(b, k, build(b, TERN_ARITH(MULI), kernel->warp_k, depth));
  tern_value_t *place = tern_build_index_mul(b, line, tern_build_index(b, tile->columns));
  place = tern_build_index_add(b, place, build(b, TERN_ARITH(MULI), chunk, 4));
  place = tern_build_index_add(b, place, build(b, TERN_ARITH(REMUI), column, 4));
  // The exchange looks at three bits of the group's number: what is beyond them is added.
  int64_t rest = step * config->warps[2] * depth * tile->columns + i / 2 * 2 * FRAGMENT_ROWS;
  return tern_build_index_add(b, place, tern_build_index(b, rest));
}

// Four blocks for fragments number `i` of 16 lines of m or n.
static tern_value_t *build_blocks(tern_matmul_kernel_t *kernel, size_t which, int64_t step, int64_t i,
                                  tern_value_t *stage) {
  tern_builder_t *b = kernel->b;
  if (kernel->matmul->bytes < 4 || kernel->tiles[which].is_deep) {
    return build_ldmatrix(kernel, which, tern_build_index_add(b, kernel->places[which][step][i], stage));
  }
  const tern_type_t *element = factor_element(kernel, which);
  tern_value_t *blocks = tern_build_number(b, vector_of(element, 4, 1), 0);
  for (int64_t block = 0; block < 4; ++block) {
    tern_value_t *place = tern_build_index_add(b, build_word_place(kernel, which, step, i, block), stage);
    tern_value_t *word =
        tern_build_value(b, TERN_MEMREF(LOAD), .operands = TERN_VALUES(kernel->tiles[which].memory, place),
                         .types = TERN_TYPES(element));
    tern_value_t *row = tern_build_value(b, TERN_VECTOR(FROM_ELEMENTS), .operands = TERN_VALUES(word),
                                         .types = TERN_TYPES(vector_of(element, 0, 1)));
    blocks = build_with_row(b, blocks, row, block);
  }
  return blocks;
}

size_t tern_matmul_build_fragments(tern_matmul_kernel_t *kernel, tern_value_t *const stages[2], int64_t step,
                                   tern_value_t **out) {
  tern_builder_t *b = kernel->b;
  size_t count = 0;
  if (is_fma(kernel)) return tern_matmul_fma_build_fragments(kernel, stages, step, out);
  for (int64_t i = 0; i < kernel->fragments_m; ++i) out[count++] = build_blocks(kernel, 0, step, i, stages[0]);
  const tern_type_t *type = vector_of(factor_element(kernel, 1), 2, 4 / kernel->matmul->bytes);
  for (int64_t j = 0; j < kernel->fragments_n; j += 2) {
    tern_value_t *both = build_blocks(kernel, 1, step, j / 2, stages[1]);
    for (int64_t half = 0; half < 2; ++half) {
      tern_value_t *fragment = tern_build_number(b, type, 0);
      for (int64_t r = 0; r < 2; ++r) {
        fragment = build_with_row(b, fragment, tern_matmul_build_row(b, both, 2 * half + r), r);
      }
      out[count++] = fragment;
    }
  }
  return count;
}

// --- products ---

// The instruction for f8, which the dialects have no op for: on the words of the fragments.
static tern_value_t *build_f8_product(tern_matmul_kernel_t *kernel, tern_value_t *x, tern_value_t *y,
                                      tern_value_t *sum) {
  tern_builder_t *b = kernel->b;
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *f32 = kernel->matmul->accumulator;
  const tern_type_t *members[] = {f32, f32, f32, f32};
  tern_value_t *operands[10];
  size_t count = 0;
  for (int64_t i = 0; i < 6; ++i) {
    tern_value_t *row = tern_matmul_build_row(b, i < 4 ? x : y, i < 4 ? i : i - 4);
    tern_value_t *word = tern_build_value(b, TERN_VECTOR(BITCAST), .operands = TERN_VALUES(row),
                                          .types = TERN_TYPES(vector_of(i32, 0, 1)));
    operands[count++] = build_extract(b, word, (int64_t[]){0}, 1);
  }
  for (int64_t i = 0; i < 4; ++i) operands[count++] = build_extract(b, sum, (int64_t[]){i / 2, i % 2}, 2);
  char text[160];
  snprintf(text, sizeof text,
           "mma.sync.aligned.m16n8k32.row.col.f32.%s.%s.f32 {$0,$1,$2,$3},{$4,$5,$6,$7},{$8,$9},{$0,$1,$2,$3};",
           kernel->matmul->f8_types[0], kernel->matmul->f8_types[1]);
  const tern_named_attr_t attrs[] = {
      {"asm_string", tern_string_attr_get(b->context, tern_str_from_cstr(text))},
      {"constraints", tern_string_attr_get(b->context, TERN_STR("=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"))},
      {"asm_dialect", tern_enum_attr_get(b->context, TERN_LLVM_ENUM(ASM_DIALECT), 0)},
  };
  tern_value_t *result = tern_build_value(
      b, TERN_LLVM(INLINE_ASM), .operands = {operands, count},
      .types = TERN_TYPES(tern_llvm_struct_type(b->context, (tern_types_t){members, 4}, false)), .attrs = {attrs, 3});
  for (int64_t row = 0; row < 2; ++row) {
    tern_value_t *parts[2];
    for (int64_t i = 0; i < 2; ++i) {
      const int64_t position = 2 * row + i;
      parts[i] =
          tern_build_value(b, TERN_LLVM(EXTRACTVALUE), .operands = TERN_VALUES(result), .types = TERN_TYPES(f32),
                           .attrs = TERN_ATTRS({"position", tern_dense_i64_array_attr_get(b->context, &position, 1)}));
    }
    tern_value_t *pair = tern_build_value(b, TERN_VECTOR(FROM_ELEMENTS), .operands = {parts, 2},
                                          .types = TERN_TYPES(vector_of(f32, 0, 2)));
    sum = build_with_row(b, sum, pair, row);
  }
  return sum;
}

static tern_value_t *build_product(tern_matmul_kernel_t *kernel, tern_value_t *x, tern_value_t *y, tern_value_t *sum) {
  tern_builder_t *b = kernel->b;
  if (kernel->matmul->number == TERN_MATMUL_F8) return build_f8_product(kernel, x, y, sum);
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  const tern_attr_t *shape[] = {tern_integer_attr_get(i64, FRAGMENT_ROWS), tern_integer_attr_get(i64, FRAGMENT_COLUMNS),
                                tern_integer_attr_get(i64, STEP_BYTES / kernel->matmul->bytes)};
  const tern_named_attr_t attrs[] = {{"mmaShape", tern_array_attr_get(b->context, shape, 3)},
                                     {"tf32Enabled", tern_unit_attr_get(b->context)}};
  return tern_build_value(b, TERN_NVGPU(MMA_SYNC), .operands = TERN_VALUES(x, y, sum), .types = TERN_TYPES(sum->type),
                          .attrs = {attrs, kernel->matmul->number == TERN_MATMUL_TF32 ? 2 : 1});
}

size_t tern_matmul_build_zeros(tern_matmul_kernel_t *kernel, tern_value_t **out_sums) {
  if (is_fma(kernel)) return tern_matmul_fma_build_zeros(kernel, out_sums);
  const tern_type_t *type = vector_of(kernel->matmul->accumulator, 2, 2);
  size_t count = (size_t)(kernel->fragments_m * kernel->fragments_n);
  tern_value_t *zeros = tern_build_number(kernel->b, type, 0);
  for (size_t i = 0; i < count; ++i) out_sums[i] = zeros;
  return count;
}

void tern_matmul_build_products(tern_matmul_kernel_t *kernel, tern_value_t *const *fragments, tern_value_t **sums) {
  if (is_fma(kernel)) {
    tern_matmul_fma_build_products(kernel, fragments, sums);
    return;
  }
  for (int64_t i = 0; i < kernel->fragments_m; ++i) {
    for (int64_t k = 0; k < kernel->fragments_n; ++k) {
      // To and fro, so that each product shares a fragment with the one before it.
      int64_t j = i % 2 ? kernel->fragments_n - 1 - k : k;
      tern_value_t **sum = &sums[i * kernel->fragments_n + j];
      *sum = build_product(kernel, fragments[i], fragments[kernel->fragments_m + j], *sum);
    }
  }
}

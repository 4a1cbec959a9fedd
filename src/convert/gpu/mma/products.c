// Fragments and their products, for --gpu-pipeline-matmul: what a warp does with a tile in shared memory.
//
// One mma.sync takes 32 bytes of each line along k: 16 rows of A, 8 columns of B. ldmatrix fetches four blocks of
// eight lines by 16 bytes at once, which are one fragment of A or two of B; blocks whose lines run along m or n are
// transposed on the way.

#include <stdio.h>

#include "analysis/layout/fragments.h"
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

// The operands' rows of the table of fragments, by bytes of an element.
static tern_fragment_t find_fragment(const tern_matmul_t *matmul, size_t which) {
  static const tern_fragment_t rows[][2] = {[1] = {TERN_FRAGMENT_MMA_M16N8K32_A8, TERN_FRAGMENT_MMA_M16N8K32_B8},
                                            [2] = {TERN_FRAGMENT_MMA_M16N8K16_A16, TERN_FRAGMENT_MMA_M16N8K16_B16},
                                            [4] = {TERN_FRAGMENT_MMA_M16N8K8_A32, TERN_FRAGMENT_MMA_M16N8K8_B32}};
  return rows[matmul->bytes][which];
}

// What the warps load, four matrices at a time, in the whole tile: by address where ldmatrix can do it, else by register.
// Those of B are two fragments side by side.
static tern_layout_t find_loads(tern_matmul_kernel_t *kernel, size_t which) {
  const tern_matmul_t *matmul = kernel->matmul;
  if (is_fma(kernel)) return tern_matmul_fma_loads(kernel, which);
  const int64_t *warps = matmul->config.warps, own_size = matmul->config.tile[which] / warps[which];
  size_t deep = tern_matmul_deep_dim(which), along = kernel->tiles[which].is_deep ? deep : 1 - deep;
  const char *own_dim = tern_layout_dim_name(1 - deep), *deep_dim = tern_layout_dim_name(deep);
  tern_layout_t fragment = tern_fragment_layout(find_fragment(matmul, which));
  fragment = tern_layout_cover(&fragment, TERN_LAYOUT_REGISTER, own_dim, FRAGMENT_ROWS);
  tern_layout_t loads =
      tern_fragment_addresses(&fragment, along, (size_t)(8 * matmul->bytes), &kernel->is_transposed[which]);
  if (loads.error) loads = fragment;
  return TERN_LAYOUT_EXTEND(&loads, {"fragment", own_size / FRAGMENT_ROWS, own_dim}, {"warp", warps[which], own_dim},
                            {"warp_k", warps[2], deep_dim}, {"step", tern_matmul_step_count(matmul), deep_dim});
}

void tern_matmul_prepare_products(tern_matmul_kernel_t *kernel) {
  tern_value_t *warps[] = {kernel->warp_m, kernel->warp_n};
  for (size_t which = 0; which < 2; ++which) {
    tern_layout_t loads = find_loads(kernel, which);
    tern_layout_t memory = tern_matmul_tile_layout(kernel->matmul, which, &kernel->tiles[which]);
    loads = tern_layout_invert_and_compose(&loads, &memory);
    kernel->factors[which] = tern_gpu_build_places(
        kernel->b, &loads,
        TERN_GPU_INPUTS({TERN_LAYOUT_LANE, kernel->lane}, {"warp", warps[which]}, {"warp_k", kernel->warp_k}));
  }
}

// Where the lane's load number `i` of a step is; `reg`: which element of it, if it loads them one by one.
static tern_value_t *build_place(tern_matmul_kernel_t *kernel, size_t which, int64_t step, int64_t i, int64_t reg,
                                 tern_value_t *stage) {
  tern_value_t *place =
      tern_gpu_build_place(&kernel->factors[which], TERN_LAYOUT_OFFSET,
                           TERN_GPU_NUMBERS({"step", step}, {"fragment", i}, {TERN_LAYOUT_REGISTER, reg}));
  return tern_build_index_add(kernel->b, place, stage);
}

// --- fragments ---

static tern_value_t *build_ldmatrix(tern_matmul_kernel_t *kernel, size_t which, tern_value_t *place) {
  tern_builder_t *b = kernel->b;
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  return tern_build_value(
      b, TERN_NVGPU(LDMATRIX), .operands = TERN_VALUES(kernel->tiles[which].memory, place),
      .types = TERN_TYPES(vector_of(factor_element(kernel, which), 4, 4 / kernel->matmul->bytes)),
      .attrs = TERN_ATTRS({"transpose", tern_bool_attr_get(b->context, kernel->is_transposed[which])},
                          {"numTiles", tern_integer_attr_get(i32, 4)}));
}

// Four blocks for fragments number `i` of 16 lines of m or n.
static tern_value_t *build_blocks(tern_matmul_kernel_t *kernel, size_t which, int64_t step, int64_t i,
                                  tern_value_t *stage) {
  tern_builder_t *b = kernel->b;
  if (tern_layout_find(&kernel->factors[which].layout.ins, TERN_LAYOUT_REGISTER) ==
      kernel->factors[which].layout.ins.count) {
    return build_ldmatrix(kernel, which, build_place(kernel, which, step, i, 0, stage));
  }
  const tern_type_t *element = factor_element(kernel, which);
  tern_value_t *blocks = tern_build_number(b, vector_of(element, 4, 1), 0);
  for (int64_t block = 0; block < 4; ++block) {
    tern_value_t *place = build_place(kernel, which, step, i, block, stage);
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

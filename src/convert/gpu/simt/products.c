// Products of --gpu-simt-matmul: what a thread reads of the tiles in shared memory, and adds to its sums. f32 by
// fused multiply-adds of vectors; f64 on tensor cores, a warp together: 8 x 8 sums and four depths at a time, of which
// a thread has one element of A, one of B and two sums side by side. From sm_90 on it is two such squares below each
// other and twice the depth, which go twice as fast.

#include "analysis/gpu/tile_choices.h"
#include "analysis/layout/fragments.h"
#include "convert/gpu/simt/simt.h"
#include "dialect/arith/index_math.h"
#include "dialect/llvm/llvm.h"
#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/vector/vector.h"

enum { MMA_M = 8, MMA_N = 8, MMA_K = 4, MAX_PARTS = 2 };

static const tern_type_t *vector_type(const tern_simt_matmul_t *matmul) {
  return tern_vector_type_get(matmul->element, &matmul->lanes, 1, 0);
}

// Registers of a warp's matrix: one row of so many elements.
static const tern_type_t *register_type(const tern_simt_matmul_t *matmul, int64_t count) {
  const int64_t shape[] = {1, count};
  return tern_vector_type_get(matmul->element, shape, 2, 0);
}

// Elements of A for each row, and of B for each column, in one step.
static int64_t count_parts(const tern_simt_matmul_t *matmul) {
  return matmul->has_tensor_cores && matmul->limits.machine->has_deep_mma_f64 ? MAX_PARTS : 1;
}

const tern_type_t *tern_simt_sum_type(const tern_simt_matmul_t *matmul) {
  bool is_register = matmul->has_tensor_cores && count_parts(matmul) == 1;
  return is_register ? register_type(matmul, matmul->lanes) : vector_type(matmul);
}

int64_t tern_simt_depth_step(const tern_simt_matmul_t *matmul) {
  return matmul->has_tensor_cores ? MMA_K * count_parts(matmul) : 1;
}

// A deep A would need too many registers for it.
bool tern_simt_loads_ahead(const tern_simt_matmul_t *matmul) {
  return matmul->config.loads_ahead && (matmul->has_tensor_cores || !matmul->factors[0].is_deep);
}

// --- fragments ---

static int64_t up(int64_t count) { return tern_gpu_round_up_to_power(count, count); }

// By fused multiply-adds: lanes have vectors beside each other, and vectors of rows below each other where A's lines run along
// its rows.
tern_layout_t tern_simt_sums_layout(const tern_simt_kernel_t *kernel) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  const int64_t *lanes = matmul->config.lanes, rows = up(kernel->rows), vectors = up(kernel->vectors);
  if (matmul->has_tensor_cores) {
    tern_layout_t sums = tern_fragment_layout(TERN_FRAGMENT_MMA_M8N8K4_D64);
    sums = tern_layout_rename_in(&sums, TERN_LAYOUT_REGISTER, "element");
    return TERN_LAYOUT_EXTEND(&sums, {"vector", vectors, "dim1"}, {"row", rows, "dim0"});
  }
  int64_t together = matmul->factors[0].is_deep ? 1 : matmul->lanes;
  return TERN_LAYOUT_EXTEND(NULL, {"element", matmul->lanes, "dim1"}, {TERN_LAYOUT_LANE, lanes[1], "dim1"},
                            {"vector", vectors, "dim1"}, {"row", together, "dim0"},
                            {TERN_LAYOUT_LANE, lanes[0], "dim0"},
                            {"row", rows > together ? rows / together : 1, "dim0"});
}

tern_layout_t tern_simt_factor_layout(const tern_simt_kernel_t *kernel, size_t f) {
  static const tern_fragment_t rows[][2] = {
      {TERN_FRAGMENT_MMA_M8N8K4_A64, TERN_FRAGMENT_MMA_M8N8K4_B64},
      {TERN_FRAGMENT_MMA_M16N8K8_A64, TERN_FRAGMENT_MMA_M16N8K8_B64},
  };
  const tern_simt_matmul_t *matmul = kernel->matmul;
  const char *own_dim = tern_layout_dim_name(f), *number = f == 0 ? "row" : "vector";
  if (!matmul->has_tensor_cores) {
    tern_layout_t sums = tern_simt_sums_layout(kernel);
    return tern_layout_sublayout(&sums, TERN_LAYOUT_NAMES(TERN_LAYOUT_LANE, number), TERN_LAYOUT_NAMES(own_dim));
  }
  // The instruction's registers are rows (of A), then parts along the depth.
  bool has_parts = count_parts(matmul) > 1;
  tern_layout_t fragment = tern_fragment_layout(rows[has_parts][f]);
  const size_t own_bits = has_parts && f == 0;
  tern_layout_dims_t ins = {0};
  tern_layout_append_dim(&ins, number, own_bits);
  tern_layout_append_dim(&ins, "part", has_parts);
  tern_layout_append_dim(&ins, TERN_LAYOUT_LANE, tern_layout_bits(&fragment.ins, TERN_LAYOUT_LANE));
  fragment = tern_layout_reshape_ins(&fragment, &ins);
  int64_t count = up(f == 0 ? kernel->rows : kernel->vectors) >> own_bits;
  return TERN_LAYOUT_EXTEND(&fragment, {number, count, own_dim});
}

static tern_value_t *scaled(tern_builder_t *b, tern_value_t *value, int64_t factor) {
  return tern_build_index_mul(b, value, tern_build_index(b, factor));
}

tern_value_t *tern_simt_build_base(tern_simt_kernel_t *kernel, size_t f, tern_value_t *stage) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  const tern_simt_factor_t *factor = &matmul->factors[f];
  tern_builder_t *b = kernel->b;
  int64_t depth = matmul->config.tile[2] / matmul->config.warps[2];
  int64_t line_stride = factor->is_deep ? factor->pitch : 1, depth_stride = factor->is_deep ? 1 : factor->pitch;
  const char *own_dim = tern_layout_dim_name(f), *deep_dim = tern_layout_dim_name(1 - f);
  const tern_gpu_places_t *places = &kernel->factors[f];
  tern_value_t *base = scaled(b, tern_gpu_build_place(places, own_dim, (tern_gpu_numbers_t){0}), line_stride);
  if (matmul->has_tensor_cores) {
    tern_value_t *at = tern_gpu_build_place(places, deep_dim, (tern_gpu_numbers_t){0});
    base = tern_build_index_add(b, base, scaled(b, at, depth_stride));
  }
  base = tern_build_index_add(b, base, tern_build_index(b, kernel->tile_offsets[f]));
  if (kernel->slice) base = tern_build_index_add(b, base, scaled(b, kernel->slice, depth * depth_stride));
  return tern_build_index_add(b, base, scaled(b, stage, tern_simt_stage_elements(matmul, f)));
}

// Row or vector number `i` of the thread, and part number `part` along the depth.
static tern_value_t *load(tern_simt_kernel_t *kernel, size_t f, tern_value_t *const bases[2], int64_t i, int64_t part,
                          int64_t depth) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  const tern_simt_factor_t *factor = &matmul->factors[f];
  const tern_gpu_numbers_t own = TERN_GPU_NUMBERS({f == 0 ? "row" : "vector", i}, {"part", part});
  tern_builder_t *b = kernel->b;
  int64_t line = tern_gpu_place_distance(&kernel->factors[f], tern_layout_dim_name(f), own);
  if (matmul->has_tensor_cores) {
    depth += tern_gpu_place_distance(&kernel->factors[f], tern_layout_dim_name(1 - f), own);
  }
  int64_t distance = factor->is_deep ? line * factor->pitch + depth : depth * factor->pitch + line;
  tern_value_t *place = tern_build_index_add(b, bases[f], tern_build_index(b, distance));
  const tern_op_row_t *row = matmul->has_tensor_cores ? TERN_MEMREF(LOAD) : TERN_VECTOR(LOAD);
  const tern_type_t *type = matmul->has_tensor_cores ? matmul->element : vector_type(matmul);
  return tern_build_value(b, row, .operands = TERN_VALUES(kernel->tiles[f], place), .types = TERN_TYPES(type));
}

void tern_simt_load_fragment(tern_simt_kernel_t *kernel, tern_value_t *const bases[2], int64_t depth,
                             tern_simt_fragment_t *out) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  bool is_deep = matmul->factors[0].is_deep && !matmul->has_tensor_cores;
  int64_t step = is_deep || matmul->has_tensor_cores ? 1 : matmul->lanes, parts = count_parts(matmul);
  for (int64_t i = 0; i < kernel->rows && (!is_deep || depth % matmul->lanes == 0); i += step) {
    for (int64_t part = 0; part < parts; ++part) {
      out->rows[i * parts + part] = load(kernel, 0, bases, i, part, depth);
    }
  }
  for (int64_t j = 0; j < kernel->vectors; ++j) {
    for (int64_t part = 0; part < parts; ++part) {
      out->columns[j * parts + part] = load(kernel, 1, bases, j, part, depth);
    }
  }
}

// --- products ---

tern_value_t *tern_simt_build_lane(tern_builder_t *b, tern_value_t *vector, int64_t lane) {
  const int64_t position[] = {0, lane};
  bool is_register = tern_type_rank(vector->type) == 2;
  const tern_attr_t *at =
      tern_dense_i64_array_attr_get(b->context, is_register ? position : &lane, is_register ? 2 : 1);
  return tern_build_value(b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(vector),
                          .types = TERN_TYPES(tern_type_element(vector->type)),
                          .attrs = TERN_ATTRS({"static_position", at}));
}

static tern_value_t *build_insert(tern_builder_t *b, tern_value_t *value, tern_value_t *into, int64_t lane) {
  const int64_t position[] = {0, lane};
  bool is_register = tern_type_rank(into->type) == 2;
  const tern_attr_t *at =
      tern_dense_i64_array_attr_get(b->context, is_register ? position : &lane, is_register ? 2 : 1);
  return tern_build_value(b, TERN_VECTOR(INSERT), .operands = TERN_VALUES(value, into), .types = TERN_TYPES(into->type),
                          .attrs = TERN_ATTRS({"static_position", at}));
}

tern_value_t *tern_simt_build_finished(tern_simt_kernel_t *kernel, tern_value_t *sum) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  if (sum->type == vector_type(matmul)) return sum;
  tern_value_t *vector = tern_build_number(kernel->b, vector_type(matmul), 0);
  for (int64_t lane = 0; lane < matmul->lanes; ++lane) {
    vector = build_insert(kernel->b, tern_simt_build_lane(kernel->b, sum, lane), vector, lane);
  }
  return vector;
}

static tern_value_t *build_register(tern_simt_kernel_t *kernel, tern_value_t *element) {
  tern_value_t *zero = tern_build_number(kernel->b, register_type(kernel->matmul, 1), 0);
  return build_insert(kernel->b, element, zero, 0);
}

static void build_matrix_products(tern_simt_kernel_t *kernel, const tern_simt_fragment_t *fragment,
                                  tern_value_t **sums) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  tern_builder_t *b = kernel->b;
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  const tern_attr_t *shape[] = {tern_integer_attr_get(i64, MMA_M), tern_integer_attr_get(i64, MMA_N),
                                tern_integer_attr_get(i64, MMA_K)};
  tern_value_t *columns[TERN_SIMT_MAX_VECTORS];
  for (int64_t j = 0; j < kernel->vectors; ++j) columns[j] = build_register(kernel, fragment->columns[j]);
  for (int64_t i = 0; i < kernel->rows; ++i) {
    tern_value_t *row = build_register(kernel, fragment->rows[i]);
    for (int64_t j = 0; j < kernel->vectors; ++j) {
      tern_value_t **sum = &sums[i * kernel->vectors + j];
      *sum = tern_build_value(b, TERN_NVGPU(MMA_SYNC), .operands = TERN_VALUES(row, columns[j], *sum),
                              .types = TERN_TYPES(register_type(matmul, matmul->lanes)),
                              .attrs = TERN_ATTRS({"mmaShape", tern_array_attr_get(b->context, shape, 3)}));
    }
  }
}

// Sums of rows `i` and the one behind it, eight below, with vector `j` of columns.
static void build_tall_product(tern_simt_kernel_t *kernel, const tern_simt_fragment_t *fragment, int64_t i, int64_t j,
                               tern_value_t **sums) {
  tern_builder_t *b = kernel->b;
  const tern_type_t *f64 = kernel->matmul->element, *members[] = {f64, f64, f64, f64};
  tern_value_t *pair[] = {sums[i * kernel->vectors + j], sums[(i + 1) * kernel->vectors + j]}, *operands[10];
  size_t count = 0;
  for (size_t part = 0; part < MAX_PARTS; ++part) {
    for (size_t row = 0; row < 2; ++row) operands[count++] = fragment->rows[((size_t)i + row) * MAX_PARTS + part];
  }
  for (size_t part = 0; part < MAX_PARTS; ++part) operands[count++] = fragment->columns[(size_t)j * MAX_PARTS + part];
  for (size_t s = 0; s < 4; ++s) operands[count++] = tern_simt_build_lane(b, pair[s / 2], (int64_t)s % 2);
  const int32_t segments[] = {(int32_t)count, 0};
  tern_value_t *results = tern_build_value(
      b, TERN_LLVM(CALL_INTRINSIC), .operands = {operands, count}, .segments = segments,
      .types = TERN_TYPES(tern_llvm_struct_type(b->context, (tern_types_t){members, 4}, false)),
      .attrs = TERN_ATTRS({"op_bundle_sizes", tern_dense_i32_array_attr_get(b->context, NULL, 0)},
                          {"intrin", tern_string_attr_get(b->context, TERN_STR("llvm.nvvm.mma.m16n8k8.row.col.f64"))}));
  for (int64_t s = 0; s < 4; ++s) {
    const tern_attr_t *at = tern_dense_i64_array_attr_get(b->context, &s, 1);
    tern_value_t *member = tern_build_value(b, TERN_LLVM(EXTRACTVALUE), .operands = TERN_VALUES(results),
                                            .types = TERN_TYPES(f64), .attrs = TERN_ATTRS({"position", at}));
    pair[s / 2] = build_insert(b, member, pair[s / 2], s % 2);
  }
  for (int64_t row = 0; row < 2; ++row) sums[(i + row) * kernel->vectors + j] = pair[row];
}

// Neighbours in the order of products share a factor: the columns go to and fro.
void tern_simt_build_products(tern_simt_kernel_t *kernel, const tern_simt_fragment_t *fragment, int64_t depth,
                              tern_value_t **sums) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  tern_builder_t *b = kernel->b;
  int64_t lanes = matmul->lanes;
  if (matmul->has_tensor_cores && count_parts(matmul) == 1) {
    build_matrix_products(kernel, fragment, sums);
    return;
  }
  for (int64_t i = 0; matmul->has_tensor_cores && i < kernel->rows; i += 2) {
    for (int64_t j = 0; j < kernel->vectors; ++j) build_tall_product(kernel, fragment, i, j, sums);
  }
  if (matmul->has_tensor_cores) return;
  for (int64_t i = 0; i < kernel->rows; ++i) {
    tern_value_t *scalar = matmul->factors[0].is_deep
                               ? tern_simt_build_lane(b, fragment->rows[i], depth % lanes)
                               : tern_simt_build_lane(b, fragment->rows[i / lanes * lanes], i % lanes);
    tern_value_t *left = tern_build_value(b, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(scalar),
                                          .types = TERN_TYPES(vector_type(matmul)));
    for (int64_t n = 0; n < kernel->vectors; ++n) {
      int64_t j = i % 2 ? kernel->vectors - 1 - n : n;
      tern_value_t **sum = &sums[i * kernel->vectors + j];
      *sum = tern_build_value(b, TERN_VECTOR(FMA), .operands = TERN_VALUES(left, fragment->columns[j], *sum));
    }
  }
}

// Products in full f32 for --gpu-pipeline-matmul, where a convolution is one or sizes are only known when it runs:
// by fused multiply-adds on what the same copies bring to shared memory.
//
// The lanes of a warp are 8 x 4: each has every eighth row and, four by four, every fourth column of the warp's part.
// A step is four elements along k. A factor whose lines run along k gives a lane four of k at once for each of its
// rows (or columns); one whose lines run across gives four rows (or columns) at once for each k.

#include "convert/gpu/mma/mma.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/vector/vector.h"

enum { LANES_M = 8, LANES_N = 4, QUAD = 4 };

typedef tern_matmul_kernel_t kernel_t;

static int64_t own_size(const kernel_t *kernel, size_t which) {
  const tern_mma_config_t *config = &kernel->matmul->config;
  return config->tile[which] / config->warps[which];
}
static int64_t row_count(const kernel_t *kernel) { return own_size(kernel, 0) / LANES_M; }
static int64_t column_count(const kernel_t *kernel) { return own_size(kernel, 1) / LANES_N; }
static int64_t own_count(const kernel_t *kernel, size_t which) {
  return which == 0 ? row_count(kernel) : column_count(kernel);
}

static const tern_type_t *quad_type(const kernel_t *kernel) {
  const int64_t lanes = QUAD;
  return tern_vector_type_get(kernel->matmul->accumulator, &lanes, 1, 0);
}

static tern_value_t *build_element(tern_builder_t *b, tern_value_t *vector, int64_t lane) {
  return tern_build_value(
      b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(vector), .types = TERN_TYPES(tern_type_element(vector->type)),
      .attrs = TERN_ATTRS({"static_position", tern_dense_i64_array_attr_get(b->context, &lane, 1)}));
}

bool tern_matmul_fma_allows(const tern_mma_config_t *config, const tern_matmul_tile_t tiles[2]) {
  bool has_quads = tiles[0].is_deep || config->tile[0] / config->warps[0] >= LANES_M * QUAD;
  return has_quads && config->warps[2] == 1;
}

// --- places ---

// What lanes load of a factor in the whole tile, four neighbours at once: along k of each "fragment" of theirs (a row or
// column), or four of these at each depth. Of A all lanes of a row load the same, of B all of a column.
tern_layout_t tern_matmul_fma_loads(const kernel_t *kernel, size_t which) {
  const tern_matmul_t *matmul = kernel->matmul;
  size_t deep = tern_matmul_deep_dim(which);
  const char *own_dim = tern_layout_dim_name(1 - deep), *deep_dim = tern_layout_dim_name(deep);
  bool is_deep = kernel->tiles[which].is_deep;
  int64_t own = own_count(kernel, which), warps = matmul->config.warps[which], depth = matmul->config.tile[2];
  if (is_deep) {
    return TERN_LAYOUT_EXTEND(NULL, {TERN_LAYOUT_LANE, LANES_N, which ? own_dim : NULL},
                              {TERN_LAYOUT_LANE, LANES_M, which ? NULL : own_dim}, {"fragment", own, own_dim},
                              {"warp", warps, own_dim}, {"element", QUAD, deep_dim}, {"step", depth / QUAD, deep_dim});
  }
  return TERN_LAYOUT_EXTEND(NULL, {"element", QUAD, own_dim}, {TERN_LAYOUT_LANE, LANES_N, which ? own_dim : NULL},
                            {TERN_LAYOUT_LANE, LANES_M, which ? NULL : own_dim}, {"fragment", own / QUAD, own_dim},
                            {"warp", warps, own_dim}, {"step", depth, deep_dim});
}

tern_layout_t tern_matmul_fma_sums(const kernel_t *kernel) {
  bool has_columns = !kernel->tiles[1].is_deep, has_rows = !kernel->tiles[0].is_deep;
  int64_t quads = column_count(kernel) / QUAD, together = has_rows ? QUAD : 1;
  const tern_layout_line_t element = {"element", QUAD, "dim1"}, lane = {TERN_LAYOUT_LANE, LANES_N, "dim1"};
  return TERN_LAYOUT_EXTEND(NULL, has_columns ? element : lane, has_columns ? lane : element, {"unit", quads, "dim1"},
                            {"unit", together, "dim0"}, {TERN_LAYOUT_LANE, LANES_M, "dim0"},
                            {"unit", row_count(kernel) / together, "dim0"});
}

// --- fragments ---

static tern_value_t *build_load(kernel_t *kernel, size_t which, int64_t step, int64_t i, tern_value_t *stage) {
  tern_builder_t *b = kernel->b;
  tern_value_t *place = tern_gpu_build_place(&kernel->factors[which], TERN_LAYOUT_OFFSET,
                                             TERN_GPU_NUMBERS({"step", step}, {"fragment", i}));
  return tern_build_value(b, TERN_VECTOR(LOAD), .types = TERN_TYPES(quad_type(kernel)),
                          .operands = TERN_VALUES(kernel->tiles[which].memory, tern_build_index_add(b, place, stage)));
}

// The vectors of one factor for a step: of each row (or column) along k, or of each k along rows (or columns).
static size_t load_factor(kernel_t *kernel, size_t which, tern_value_t *stage, int64_t step, tern_value_t **out) {
  int64_t own = own_count(kernel, which);
  size_t count = 0;
  if (kernel->tiles[which].is_deep) {
    for (int64_t i = 0; i < own; ++i) {
      out[count++] = build_load(kernel, which, step, i, stage);
    }
    return count;
  }
  for (int64_t k = 0; k < QUAD; ++k) {
    for (int64_t i = 0; i < own / QUAD; ++i) {
      out[count++] = build_load(kernel, which, step * QUAD + k, i, stage);
    }
  }
  return count;
}

size_t tern_matmul_fma_build_fragments(kernel_t *kernel, tern_value_t *const stages[2], int64_t step,
                                       tern_value_t **out) {
  size_t count = load_factor(kernel, 0, stages[0], step, out);
  return count + load_factor(kernel, 1, stages[1], step, out + count);
}

// Element number `i` of the lane's rows (or columns) at the step's `k`.
static tern_value_t *build_factor(kernel_t *kernel, size_t which, tern_value_t *const *vectors, int64_t i, int64_t k) {
  if (kernel->tiles[which].is_deep) return build_element(kernel->b, vectors[i], k);
  int64_t own = own_count(kernel, which);
  return build_element(kernel->b, vectors[k * (own / QUAD) + i / QUAD], i % QUAD);
}

// Four columns at the step's `k`.
static tern_value_t *build_columns(kernel_t *kernel, tern_value_t *const *vectors, int64_t j, int64_t k) {
  if (!kernel->tiles[1].is_deep) return vectors[k * (column_count(kernel) / QUAD) + j];
  tern_value_t *elements[QUAD];
  for (int64_t e = 0; e < QUAD; ++e) elements[e] = build_element(kernel->b, vectors[QUAD * j + e], k);
  return tern_build_value(kernel->b, TERN_VECTOR(FROM_ELEMENTS), .operands = {elements, QUAD},
                          .types = TERN_TYPES(quad_type(kernel)));
}

// --- products ---

size_t tern_matmul_fma_build_zeros(kernel_t *kernel, tern_value_t **out_sums) {
  size_t count = (size_t)(row_count(kernel) * column_count(kernel) / QUAD);
  tern_value_t *zeros = tern_build_number(kernel->b, quad_type(kernel), 0);
  for (size_t i = 0; i < count; ++i) out_sums[i] = zeros;
  return count;
}

void tern_matmul_fma_build_products(kernel_t *kernel, tern_value_t *const *fragments, tern_value_t **sums) {
  tern_builder_t *b = kernel->b;
  int64_t rows = row_count(kernel), quads = column_count(kernel) / QUAD;
  // As many vectors whichever way the lines run.
  tern_value_t *const *right = fragments + rows;
  for (int64_t k = 0; k < QUAD; ++k) {
    tern_value_t *columns[TERN_MATMUL_MAX_FACTORS];
    for (int64_t j = 0; j < quads; ++j) columns[j] = build_columns(kernel, right, j, k);
    for (int64_t i = 0; i < rows; ++i) {
      tern_value_t *factor = build_factor(kernel, 0, fragments, i, k);
      factor = tern_build_value(b, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(factor),
                                .types = TERN_TYPES(quad_type(kernel)));
      for (int64_t j = 0; j < quads; ++j) {
        tern_value_t **sum = &sums[i * quads + j];
        *sum = tern_build_value(b, TERN_VECTOR(FMA), .operands = TERN_VALUES(factor, columns[j], *sum));
      }
    }
  }
}

// --- where sums are ---

int64_t tern_matmul_fma_unit_count(const kernel_t *kernel) { return row_count(kernel) * column_count(kernel) / QUAD; }

size_t tern_matmul_fma_place_unit(kernel_t *kernel, tern_value_t *unit, tern_value_t *sum, tern_matmul_unit_t *out) {
  tern_gpu_places_t places = tern_matmul_build_sum_places(kernel, unit);
  // Where the lines of B run along k columns are not neighbours.
  bool is_whole = !kernel->tiles[1].is_deep;
  size_t count = is_whole ? 1 : QUAD;
  for (size_t i = 0; i < count; ++i) {
    tern_gpu_numbers_t number = TERN_GPU_NUMBERS({"element", (int64_t)i});
    out[i] = (tern_matmul_unit_t){tern_gpu_build_place(&places, "dim0", number),
                                  tern_gpu_build_place(&places, "dim1", number),
                                  is_whole ? sum : build_element(kernel->b, sum, (int64_t)i)};
  }
  return count;
}

void tern_matmul_fma_build_results(kernel_t *kernel, tern_value_t *const *sums) {
  int64_t quads = column_count(kernel) / QUAD;
  for (int64_t i = 0; i < row_count(kernel); ++i) {
    tern_matmul_unit_t units[TERN_MATMUL_MAX_FACTORS * QUAD];
    size_t count = 0;
    for (int64_t j = 0; j < quads; ++j) {
      tern_value_t *unit = tern_build_index(kernel->b, i * quads + j);
      count += tern_matmul_fma_place_unit(kernel, unit, sums[i * quads + j], units + count);
    }
    tern_matmul_build_row_results(kernel, units, count);
  }
}

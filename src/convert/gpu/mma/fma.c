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

enum { LANES_M = 8, LANES_N = 4, QUAD = 4, GROUPS_OF_LINE = 8 };

typedef tern_matmul_kernel_t kernel_t;

static tern_value_t *build(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, int64_t y) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x, tern_build_index(b, y)));
}

static int64_t own_size(const kernel_t *kernel, size_t which) {
  const tern_mma_config_t *config = &kernel->matmul->config;
  return config->tile[which] / config->warps[which];
}
static int64_t row_count(const kernel_t *kernel) { return own_size(kernel, 0) / LANES_M; }
static int64_t column_count(const kernel_t *kernel) { return own_size(kernel, 1) / LANES_N; }

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

// Bits of a line's number that its groups of four change places by; see tern_matmul_build_swizzle.
static int64_t exchange_of(const tern_matmul_tile_t *tile, int64_t line) {
  int64_t groups = tile->columns / QUAD;
  if (groups >= GROUPS_OF_LINE) return line % GROUPS_OF_LINE;
  return groups > 1 ? line / (GROUPS_OF_LINE / groups) % groups : 0;
}

// The lane's place along the factor's own dimension, and where the warp's part begins.
static tern_value_t *lane_of(kernel_t *kernel, size_t which) {
  return which == 0 ? build(kernel->b, TERN_ARITH(DIVUI), kernel->lane, LANES_N)
                    : build(kernel->b, TERN_ARITH(REMUI), kernel->lane, LANES_N);
}

static tern_value_t *start_of(kernel_t *kernel, size_t which) {
  tern_value_t *warp = which == 0 ? kernel->warp_m : kernel->warp_n;
  return tern_build_index_mul(kernel->b, warp, tern_build_index(kernel->b, own_size(kernel, which)));
}

// Four of k at `step`, of row or column number `i` of the lane.
static tern_value_t *build_deep_place(kernel_t *kernel, size_t which, int64_t step, int64_t i) {
  tern_builder_t *b = kernel->b;
  const tern_matmul_tile_t *tile = &kernel->tiles[which];
  int64_t lanes = which == 0 ? LANES_M : LANES_N;
  tern_value_t *line = tern_build_index_add(b, start_of(kernel, which), lane_of(kernel, which));
  line = tern_build_index_add(b, line, tern_build_index(b, i * lanes));
  tern_value_t *chunk = tern_matmul_build_swizzle(b, tile, 4, line, tern_build_index(b, step));
  tern_value_t *place = tern_build_index_mul(b, line, tern_build_index(b, tile->columns));
  return tern_build_index_add(b, place, build(b, TERN_ARITH(MULI), chunk, QUAD));
}

// Four rows or columns, number `i` of the lane, at `depth` of k. What differs between depths is little: the lane's
// number is smaller than some of the bits that change, and where the warp's part begins at multiples of the others
// they are constants.
static tern_value_t *build_flat_place(kernel_t *kernel, size_t which, int64_t depth, int64_t i) {
  tern_builder_t *b = kernel->b;
  const tern_matmul_tile_t *tile = &kernel->tiles[which];
  int64_t lanes = which == 0 ? LANES_M : LANES_N, bits = exchange_of(tile, depth), high = bits - bits % lanes;
  tern_value_t *low = build(b, TERN_ARITH(XORI), lane_of(kernel, which), bits % lanes),
               *start = start_of(kernel, which);
  tern_value_t *place = build(b, TERN_ARITH(MULI), low, QUAD);
  if (own_size(kernel, which) % (GROUPS_OF_LINE * QUAD) == 0) {
    high ^= i * lanes;
  } else {
    tern_value_t *group =
        tern_build_index_add(b, build(b, TERN_ARITH(DIVUI), start, QUAD), tern_build_index(b, i * lanes));
    start = build(b, TERN_ARITH(MULI), build(b, TERN_ARITH(XORI), group, high), QUAD);
    high = 0;
  }
  place = tern_build_index_add(b, place, start);
  return tern_build_index_add(b, place, tern_build_index(b, high * QUAD + depth * tile->columns));
}

// --- fragments ---

static tern_value_t *build_load(kernel_t *kernel, size_t which, tern_value_t *place, tern_value_t *stage) {
  tern_builder_t *b = kernel->b;
  return tern_build_value(b, TERN_VECTOR(LOAD), .types = TERN_TYPES(quad_type(kernel)),
                          .operands = TERN_VALUES(kernel->tiles[which].memory, tern_build_index_add(b, place, stage)));
}

// The vectors of one factor for a step: of each row (or column) along k, or of each k along rows (or columns).
static size_t load_factor(kernel_t *kernel, size_t which, tern_value_t *stage, int64_t step, tern_value_t **out) {
  int64_t own = which == 0 ? row_count(kernel) : column_count(kernel);
  size_t count = 0;
  if (kernel->tiles[which].is_deep) {
    for (int64_t i = 0; i < own; ++i) {
      out[count++] = build_load(kernel, which, build_deep_place(kernel, which, step, i), stage);
    }
    return count;
  }
  for (int64_t k = 0; k < QUAD; ++k) {
    for (int64_t i = 0; i < own / QUAD; ++i) {
      out[count++] = build_load(kernel, which, build_flat_place(kernel, which, step * QUAD + k, i), stage);
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
  int64_t own = which == 0 ? row_count(kernel) : column_count(kernel);
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

// Row number `i` of the lane in the warp's part.
static tern_value_t *build_row(kernel_t *kernel, tern_value_t *i) {
  tern_builder_t *b = kernel->b;
  tern_value_t *lane = lane_of(kernel, 0);
  if (kernel->tiles[0].is_deep) return tern_build_index_add(b, lane, build(b, TERN_ARITH(MULI), i, LANES_M));
  tern_value_t *low, *high = tern_matmul_build_split(b, i, tern_build_index(b, QUAD), true, &low);
  tern_value_t *row = tern_build_index_add(b, build(b, TERN_ARITH(MULI), lane, QUAD), low);
  return tern_build_index_add(b, row, build(b, TERN_ARITH(MULI), high, LANES_M * QUAD));
}

// Four columns, number `j` of the lane: neighbours, or where the lines of B run along k each by itself.
static size_t place_columns(kernel_t *kernel, tern_value_t *row, tern_value_t *j, tern_value_t *sum,
                            tern_matmul_unit_t *out) {
  tern_builder_t *b = kernel->b;
  tern_value_t *lane = lane_of(kernel, 1), *first = build(b, TERN_ARITH(MULI), j, LANES_N * QUAD);
  if (!kernel->tiles[1].is_deep) {
    tern_value_t *column = tern_build_index_add(b, build(b, TERN_ARITH(MULI), lane, QUAD), first);
    out[0] = (tern_matmul_unit_t){row, column, sum};
    return 1;
  }
  for (int64_t e = 0; e < QUAD; ++e) {
    tern_value_t *column =
        tern_build_index_add(b, tern_build_index_add(b, lane, first), tern_build_index(b, e * LANES_N));
    out[e] = (tern_matmul_unit_t){row, column, build_element(b, sum, e)};
  }
  return QUAD;
}

int64_t tern_matmul_fma_unit_count(const kernel_t *kernel) { return row_count(kernel) * column_count(kernel) / QUAD; }

size_t tern_matmul_fma_place_unit(kernel_t *kernel, tern_value_t *unit, tern_value_t *sum, tern_matmul_unit_t *out) {
  tern_value_t *j, *quads = tern_build_index(kernel->b, column_count(kernel) / QUAD);
  tern_value_t *i = tern_matmul_build_split(kernel->b, unit, quads, true, &j);
  return place_columns(kernel, build_row(kernel, i), j, sum, out);
}

void tern_matmul_fma_build_results(kernel_t *kernel, tern_value_t *const *sums) {
  int64_t quads = column_count(kernel) / QUAD;
  for (int64_t i = 0; i < row_count(kernel); ++i) {
    tern_matmul_unit_t units[TERN_MATMUL_MAX_FACTORS * QUAD];
    tern_value_t *row = build_row(kernel, tern_build_index(kernel->b, i));
    size_t count = 0;
    for (int64_t j = 0; j < quads; ++j) {
      count += place_columns(kernel, row, tern_build_index(kernel->b, j), sums[i * quads + j], units + count);
    }
    tern_matmul_build_row_results(kernel, row, units, count);
  }
}

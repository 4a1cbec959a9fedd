// Sums of --gpu-pipeline-matmul that several warps have parts of: warps along k of one block, and the blocks of a
// cluster that share the reduction. Each puts its part into shared memory; behind a barrier each takes an equal share
// of the units and adds up what all have there (convert/gpu/cluster.h).

#include "convert/gpu/cluster.h"
#include "convert/gpu/mma/mma.h"
#include "dialect/arith/index_math.h"

enum { WARP = 32, PAIR = 2, QUAD = 4 };

static tern_value_t *build_scaled(tern_builder_t *b, tern_value_t *value, int64_t factor) {
  return tern_build_index_mul(b, value, tern_build_index(b, factor));
}

static bool is_fma(const tern_matmul_kernel_t *kernel) { return kernel->matmul->number == TERN_MATMUL_F32; }

// Of a warp.
static int64_t count_units(const tern_matmul_kernel_t *kernel) {
  return is_fma(kernel) ? tern_matmul_fma_unit_count(kernel) : 2 * kernel->fragments_m * kernel->fragments_n;
}

static tern_gpu_shared_sums_t begin(tern_matmul_kernel_t *kernel) {
  tern_builder_t *b = kernel->b;
  const tern_matmul_t *matmul = kernel->matmul;
  const int64_t *warps = matmul->config.warps, width = is_fma(kernel) ? QUAD : PAIR;
  const int64_t part = count_units(kernel) * WARP * width;  // of a warp
  tern_gpu_shared_sums_t sums = {.unit = tern_vector_type_get(matmul->accumulator, &width, 1, 0),
                                 .distance = WARP * width,
                                 .layers = warps[2],
                                 .layer_size = warps[0] * warps[1] * part,
                                 .blocks = matmul->config.split};
  sums.memory = tern_gpu_build_shared_memory(b, matmul->accumulator, sums.layers * sums.layer_size);
  tern_value_t *warp = tern_build_index_add(b, build_scaled(b, kernel->warp_m, warps[1]), kernel->warp_n);
  sums.own = tern_build_index_add(b, build_scaled(b, warp, part), build_scaled(b, kernel->lane, width));
  return sums;
}

size_t tern_matmul_build_exchange(tern_matmul_kernel_t *kernel, tern_value_t *const *sums, tern_matmul_unit_t *out) {
  tern_builder_t *b = kernel->b;
  const tern_mma_config_t *config = &kernel->matmul->config;
  tern_value_t *units[2 * TERN_MATMUL_MAX_FRAGMENTS];
  int64_t unit_count = count_units(kernel), columns = kernel->fragments_n;
  for (int64_t u = 0; u < unit_count; ++u) {
    int64_t i = u / columns, j = u % columns;
    units[u] = is_fma(kernel) ? sums[u] : tern_matmul_build_row(b, sums[i / 2 * columns + j], i % 2);
  }
  tern_gpu_shared_sums_t shared = begin(kernel);
  tern_gpu_build_shared_sums_put(b, &shared, kernel->warp_k, (tern_values_t){units, (size_t)unit_count});
  tern_gpu_build_shared_sums_meet(b, &shared);
  int64_t share = unit_count / (config->split * config->warps[2]);
  tern_value_t *first = tern_build_index_add(b, build_scaled(b, kernel->block_k, config->warps[2]), kernel->warp_k);
  first = build_scaled(b, first, share);
  size_t count = 0;
  for (int64_t u = 0; u < share; ++u) {
    tern_value_t *unit = tern_build_index_add(b, first, tern_build_index(b, u));
    tern_value_t *sum = tern_gpu_build_shared_sums_get(b, &shared, unit);
    if (is_fma(kernel)) {
      count += tern_matmul_fma_place_unit(kernel, unit, sum, out + count);
      continue;
    }
    tern_gpu_places_t places = tern_matmul_build_sum_places(kernel, unit);
    out[count++] = (tern_matmul_unit_t){tern_gpu_build_place(&places, "dim0", (tern_gpu_numbers_t){0}),
                                        tern_gpu_build_place(&places, "dim1", (tern_gpu_numbers_t){0}), sum};
  }
  return count;
}

// What becomes of the sums of --gpu-simt-matmul: those of slices are added, element-wise ops are done on them in
// registers, and what is beyond the result is not stored.

#include "convert/gpu/cluster.h"
#include "convert/gpu/simt/simt.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/linalg/linalg.h"
#include "dialect/vector/vector.h"

static const tern_type_t *vector_type(const tern_simt_matmul_t *matmul) {
  return tern_vector_type_get(matmul->element, &matmul->lanes, 1, 0);
}

// --- one vector of the result ---

// Positions of the result's dimensions.
static void set_positions(const tern_simt_kernel_t *kernel, tern_value_t *row, tern_value_t *column,
                          tern_value_t **out_positions) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  const tern_affine_map_t *map = tern_linalg_indexing_map(matmul->around.op, 2);
  for (size_t d = 0; d < map->result_count; ++d) {
    size_t loop = (size_t)map->results[d]->value;
    out_positions[d] = loop == matmul->m_loop ? row : column;
    for (size_t i = 0; i < matmul->batch_count; ++i) {
      if (loop == matmul->batch_loops[i]) out_positions[d] = kernel->batch[i];
    }
  }
}

// The vector as a whole, or its elements as far as there are columns for them.
static void build_vector(tern_simt_kernel_t *kernel, tern_value_t *sums, tern_value_t *row, tern_value_t *column,
                         int64_t lanes) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  tern_builder_t *b = kernel->b;
  tern_value_t *positions[TERN_LINALG_MAX_LOOPS];
  bool is_cut = matmul->extents[1] % matmul->config.tile[1] != 0;
  int64_t parts = matmul->lanes / lanes;
  for (int64_t part = 0; part < parts; ++part) {
    tern_value_t *at = tern_build_index_add(b, column, tern_build_index(b, part));
    tern_value_t *limit = tern_build_index(b, matmul->extents[1]);
    tern_op_t *if_op = is_cut ? tern_gpu_build_if(b, tern_gpu_build_less(b, at, limit), (tern_types_t){0}) : NULL;
    tern_value_t *value = lanes > 1 ? sums : tern_simt_build_lane(b, sums, part);
    set_positions(kernel, row, at, positions);
    tern_lone_contraction_store(b, &matmul->around, value, positions);
    if (if_op) tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
  }
}

// Row number `i` of the thread.
static void build_row(tern_simt_kernel_t *kernel, tern_value_t *const *sums, tern_value_t *i, tern_value_t *initial,
                      int64_t lanes) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  tern_builder_t *b = kernel->b;
  tern_gpu_places_t places = kernel->sums;
  tern_gpu_places_set(&places, "row", i);
  tern_value_t *row = tern_gpu_build_place(&places, "dim0", (tern_gpu_numbers_t){0});
  bool is_cut = matmul->extents[0] % matmul->config.tile[0] != 0;
  tern_value_t *limit = tern_build_index(b, matmul->extents[0]);
  tern_op_t *if_op = is_cut ? tern_gpu_build_if(b, tern_gpu_build_less(b, row, limit), (tern_types_t){0}) : NULL;
  for (int64_t j = 0; j < kernel->vectors; ++j) {
    tern_value_t *value = sums[j];
    if (initial) value = tern_build_value(b, TERN_ARITH(ADDF), .operands = TERN_VALUES(initial, value));
    build_vector(kernel, value, row, tern_gpu_build_place(&places, "dim1", TERN_GPU_NUMBERS({"vector", j})), lanes);
  }
  if (if_op) tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
}

// --- slices ---

// Sums of the slices behind the first go through shared memory, a vector of each thread beside that of the next; the
// first slice adds them in order. Ends within the scf.if of the first slice.
static tern_op_t *build_slice_sums(tern_simt_kernel_t *kernel, tern_value_t **sums) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  tern_builder_t *b = kernel->b;
  int64_t slices = matmul->config.warps[2], threads = tern_simt_threads(&matmul->config) / slices;
  int64_t count = kernel->rows * kernel->vectors, elements = (slices - 1) * count * threads * matmul->lanes;
  tern_value_t *memory = tern_gpu_build_shared_memory(b, matmul->element, elements);
  tern_value_t *zero = tern_build_index(b, 0);
  tern_value_t *own = tern_build_index_mul(b, kernel->slice_thread, tern_build_index(b, matmul->lanes));
  tern_op_t *if_op = tern_gpu_build_if(b, tern_gpu_build_less(b, zero, kernel->slice), (tern_types_t){0});
  tern_value_t *before = tern_build_index_sub(b, kernel->slice, tern_build_index(b, 1));
  tern_value_t *place = tern_build_index_mul(b, before, tern_build_index(b, count * threads * matmul->lanes));
  place = tern_build_index_add(b, place, own);
  for (int64_t i = 0; i < count; ++i) {
    tern_value_t *at = tern_build_index_add(b, place, tern_build_index(b, i * threads * matmul->lanes));
    tern_build(b, TERN_VECTOR(STORE), .operands = TERN_VALUES(sums[i], memory, at));
  }
  tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
  tern_build(b, TERN_GPU(BARRIER), .regions = 0);
  if_op = tern_gpu_build_if(b, tern_gpu_build_less(b, kernel->slice, tern_build_index(b, 1)), (tern_types_t){0});
  for (int64_t slice = 1; slice < slices; ++slice) {
    for (int64_t i = 0; i < count; ++i) {
      int64_t far = ((slice - 1) * count + i) * threads * matmul->lanes;
      tern_value_t *at = tern_build_index_add(b, own, tern_build_index(b, far));
      tern_value_t *other = tern_build_value(b, TERN_VECTOR(LOAD), .operands = TERN_VALUES(memory, at),
                                             .types = TERN_TYPES(vector_type(matmul)));
      sums[i] = tern_build_value(b, TERN_ARITH(ADDF), .operands = TERN_VALUES(sums[i], other));
    }
  }
  return if_op;
}

// --- clusters ---

// The blocks of a cluster put their sums where the tiles were; each adds up a share of every thread's rows and stores it. A
// block's memory is gone when it ends, which others may still read.
static void build_cluster_results(tern_simt_kernel_t *kernel, tern_value_t **sums, tern_value_t *initial,
                                  int64_t lanes) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  tern_builder_t *b = kernel->b;
  int64_t share = kernel->rows / matmul->config.split;
  tern_gpu_shared_sums_t shared = {
      .memory = kernel->tiles[0],
      .unit = vector_type(matmul),
      .own = tern_build_index_mul(b, kernel->thread, tern_build_index(b, matmul->lanes)),
      .distance = tern_simt_threads(&matmul->config) * matmul->lanes,
      .layers = 1,
      .blocks = matmul->config.split,
  };
  tern_build(b, TERN_GPU(BARRIER), .regions = 0);
  tern_gpu_build_shared_sums_put(b, &shared, NULL, (tern_values_t){sums, (size_t)(kernel->rows * kernel->vectors)});
  tern_gpu_build_shared_sums_meet(b, &shared);
  tern_value_t *first = tern_build_index_mul(b, kernel->rank, tern_build_index(b, share));
  for (int64_t r = 0; r < share; ++r) {
    tern_value_t *i = tern_build_index_add(b, first, tern_build_index(b, r));
    tern_value_t *unit = tern_build_index_mul(b, i, tern_build_index(b, kernel->vectors));
    tern_value_t *totals[TERN_SIMT_MAX_VECTORS];
    for (int64_t j = 0; j < kernel->vectors; ++j) {
      totals[j] = tern_gpu_build_shared_sums_get(b, &shared, tern_build_index_add(b, unit, tern_build_index(b, j)));
    }
    build_row(kernel, totals, i, initial, lanes);
  }
  tern_gpu_build_cluster_barrier(b);
}

// --- all of it ---

void tern_simt_build_start(tern_simt_kernel_t *kernel, tern_value_t **out_sums) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  tern_value_t *zero = tern_build_number(kernel->b, tern_simt_sum_type(matmul), 0);
  for (int64_t i = 0; i < kernel->rows * kernel->vectors; ++i) out_sums[i] = zero;
}

void tern_simt_build_results(tern_simt_kernel_t *kernel, tern_value_t **sums) {
  for (int64_t i = 0; i < kernel->rows * kernel->vectors; ++i) sums[i] = tern_simt_build_finished(kernel, sums[i]);
  tern_op_t *if_op = kernel->slice ? build_slice_sums(kernel, sums) : NULL;
  tern_value_t *initial =
      tern_lone_contraction_initial(kernel->b, &kernel->matmul->around, vector_type(kernel->matmul));
  int64_t lanes = tern_lone_contraction_lanes(&kernel->matmul->around, kernel->matmul->lanes);
  if (kernel->rank) {
    build_cluster_results(kernel, sums, initial, lanes);
    return;
  }
  for (int64_t i = 0; i < kernel->rows; ++i) {
    build_row(kernel, sums + i * kernel->vectors, tern_build_index(kernel->b, i), initial, lanes);
  }
  if (if_op) tern_gpu_build_if_end(kernel->b, if_op, (tern_values_t){0});
}

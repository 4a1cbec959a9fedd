// Sums of --nvgpu-pipeline-matmul that several warps have parts of: warps along k of one block, and the blocks of a
// cluster that share the reduction. Each puts its part into shared memory; behind a barrier each takes an equal share
// of the places and adds up what all have there, always in the same order, so that results do not depend on who comes
// first. Blocks read each other's memory by mapa and loads from the cluster's address space.

#include "convert/gpu/mma/mma.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/llvm/llvm.h"
#include "dialect/memref/memref.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/vector/vector.h"

enum { WARP = 32, PAIR = 2, QUAD = 4, SHARED_SPACE = 3, CLUSTER_SPACE = 7 };

typedef struct exchange {
  tern_matmul_kernel_t *kernel;
  tern_builder_t *b;
  bool is_fma;
  int64_t width;  // neighbours in a unit: PAIR, or QUAD of fused multiply-adds
  const tern_type_t *type;
  tern_value_t *memory;
  tern_value_t *own;                            // of the lane in its warp's part of the layer
  int64_t units, layer;                         // of a warp; elements of all warps with one place along k
  tern_value_t *blocks[TERN_MATMUL_MAX_SPLIT];  // addresses of the parts of a cluster's blocks, of the lane
} exchange_t;

void tern_matmul_build_cluster_barrier(tern_builder_t *b) {
  const tern_named_attr_t aligned = {"aligned", tern_unit_attr_get(b->context)};
  tern_build(b, TERN_NVVM(CLUSTER_ARRIVE), .operands = {0}, .attrs = {&aligned, 1});
  tern_build(b, TERN_NVVM(CLUSTER_WAIT), .operands = {0}, .attrs = {&aligned, 1});
}

static tern_value_t *build_scaled(exchange_t *e, tern_value_t *value, int64_t factor) {
  return tern_build_index_mul(e->b, value, tern_build_index(e->b, factor));
}

static tern_value_t *build_cast(exchange_t *e, const tern_op_row_t *row, tern_value_t *value, const tern_type_t *type) {
  return tern_build_value(e->b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

static exchange_t begin(tern_matmul_kernel_t *kernel) {
  tern_builder_t *b = kernel->b;
  const tern_matmul_t *matmul = kernel->matmul;
  const int64_t *warps = matmul->config.warps;
  exchange_t e = {.kernel = kernel, .b = b, .is_fma = matmul->number == TERN_MATMUL_F32};
  e.width = e.is_fma ? QUAD : PAIR;
  e.type = tern_vector_type_get(matmul->accumulator, &e.width, 1, 0);
  e.units = e.is_fma ? tern_matmul_fma_unit_count(kernel) : 2 * kernel->fragments_m * kernel->fragments_n;
  e.layer = warps[0] * warps[1] * e.units * WARP * e.width;
  const int64_t size = warps[2] * e.layer;
  const tern_attr_t *space = tern_integer_attr_get(tern_i_type_get(b->context, 64), SHARED_SPACE);
  e.memory = tern_build_value(b, TERN_MEMREF(ALLOC),
                              .types = TERN_TYPES(tern_memref_type_get(matmul->accumulator, &size, 1, NULL, space)),
                              .segments = (int32_t[]){0, 0});
  tern_value_t *warp = tern_build_index_add(b, build_scaled(&e, kernel->warp_m, warps[1]), kernel->warp_n);
  e.own = tern_build_index_add(b, build_scaled(&e, warp, e.units * WARP * e.width),
                               build_scaled(&e, kernel->lane, e.width));
  return e;
}

static void store_parts(exchange_t *e, tern_value_t *const *sums) {
  tern_value_t *place = tern_build_index_add(e->b, e->own, build_scaled(e, e->kernel->warp_k, e->layer));
  for (int64_t u = 0; u < e->units; ++u) {
    int64_t columns = e->kernel->fragments_n, i = u / columns, j = u % columns;
    tern_value_t *unit = e->is_fma ? sums[u] : tern_matmul_build_row(e->b, sums[i / 2 * columns + j], i % 2);
    tern_value_t *at = tern_build_index_add(e->b, place, tern_build_index(e->b, u * WARP * e->width));
    tern_build(e->b, TERN_VECTOR(STORE), .operands = TERN_VALUES(unit, e->memory, at));
  }
}

static void find_blocks(exchange_t *e, int64_t count) {
  tern_context_t *context = e->b->context;
  const tern_type_t *i32 = tern_i_type_get(context, 32), *i64 = tern_i_type_get(context, 64);
  tern_value_t *address =
      tern_build_value(e->b, TERN_MEMREF(EXTRACT_ALIGNED_POINTER_AS_INDEX), .operands = TERN_VALUES(e->memory),
                       .types = TERN_TYPES(tern_index_type_get(context)));
  address = tern_build_index_add(e->b, address, build_scaled(e, e->own, 4));
  address = build_cast(e, TERN_ARITH(INDEX_CASTUI), address, i64);
  address = build_cast(e, TERN_LLVM(INTTOPTR), address, tern_llvm_ptr_type(context, SHARED_SPACE));
  for (int64_t block = 0; block < count; ++block) {
    tern_value_t *rank = tern_build_constant(e->b, tern_integer_attr_get(i32, block));
    e->blocks[block] = tern_build_value(e->b, TERN_NVVM(MAPA), .operands = TERN_VALUES(address, rank),
                                        .types = TERN_TYPES(tern_llvm_ptr_type(context, CLUSTER_SPACE)));
  }
}

// What the warp number `layer` along k of a block has at `place` of the lane's part.
static tern_value_t *load_part(exchange_t *e, int64_t block, int64_t layer, tern_value_t *place) {
  tern_builder_t *b = e->b;
  place = tern_build_index_add(b, place, tern_build_index(b, layer * e->layer));
  if (e->kernel->matmul->config.split == 1) {
    return tern_build_value(b, TERN_VECTOR(LOAD),
                            .operands = TERN_VALUES(e->memory, tern_build_index_add(b, e->own, place)),
                            .types = TERN_TYPES(e->type));
  }
  const int32_t dynamic = INT32_MIN;
  tern_value_t *offset = build_cast(e, TERN_ARITH(INDEX_CASTUI), place, tern_i_type_get(b->context, 64));
  tern_value_t *address = tern_build_value(
      b, TERN_LLVM(GETELEMENTPTR), .operands = TERN_VALUES(e->blocks[block], offset),
      .types = TERN_TYPES(e->blocks[block]->type),
      .attrs = TERN_ATTRS({"rawConstantIndices", tern_dense_i32_array_attr_get(b->context, &dynamic, 1)},
                          {"elem_type", tern_type_attr_get(e->kernel->matmul->accumulator)}));
  return tern_build_value(
      b, TERN_LLVM(LOAD), .operands = TERN_VALUES(address), .types = TERN_TYPES(e->type),
      .attrs = TERN_ATTRS({"alignment", tern_integer_attr_get(tern_i_type_get(b->context, 64), 4 * e->width)}));
}

size_t tern_matmul_build_exchange(tern_matmul_kernel_t *kernel, tern_value_t *const *sums, tern_matmul_unit_t *out) {
  tern_builder_t *b = kernel->b;
  const tern_mma_config_t *config = &kernel->matmul->config;
  bool is_float = tern_type_is_float(kernel->matmul->accumulator);
  exchange_t e = begin(kernel);
  store_parts(&e, sums);
  if (config->split > 1) {
    tern_matmul_build_cluster_barrier(b);
    find_blocks(&e, config->split);
  } else {
    tern_build(b, TERN_GPU(BARRIER), .regions = 0);
  }
  int64_t share = e.units / (config->split * config->warps[2]);
  tern_value_t *first = tern_build_index_add(b, build_scaled(&e, kernel->block_k, config->warps[2]), kernel->warp_k);
  first = build_scaled(&e, first, share);
  size_t count = 0;
  for (int64_t u = 0; u < share; ++u) {
    tern_value_t *unit = tern_build_index_add(b, first, tern_build_index(b, u)), *sum = NULL;
    tern_value_t *place = build_scaled(&e, unit, WARP * e.width);
    for (int64_t block = 0; block < config->split; ++block) {
      for (int64_t layer = 0; layer < config->warps[2]; ++layer) {
        tern_value_t *part = load_part(&e, block, layer, place);
        const tern_op_row_t *add = is_float ? TERN_ARITH(ADDF) : TERN_ARITH(ADDI);
        sum = sum ? tern_build_value(b, add, .operands = TERN_VALUES(sum, part)) : part;
      }
    }
    if (e.is_fma) {
      count += tern_matmul_fma_place_unit(kernel, unit, sum, out + count);
      continue;
    }
    tern_gpu_places_t places = tern_matmul_build_sum_places(kernel, unit);
    out[count++] = (tern_matmul_unit_t){tern_gpu_build_place(&places, "dim0", (tern_gpu_numbers_t){0}),
                                        tern_gpu_build_place(&places, "dim1", (tern_gpu_numbers_t){0}), sum};
  }
  return count;
}

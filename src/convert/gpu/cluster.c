// See cluster.h. Addresses of other workgroups are made by mapa, and accessed in the cluster's address space.

#include "convert/gpu/cluster.h"

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/llvm/llvm.h"
#include "dialect/memref/memref.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/vector/vector.h"

enum { MAX_ACCESS_BYTES = 16 };

void tern_gpu_build_cluster_arrive(tern_builder_t *b) {
  tern_build(b, TERN_NVVM(CLUSTER_ARRIVE), .attrs = TERN_ATTRS({"aligned", tern_unit_attr_get(b->context)}));
}

void tern_gpu_build_cluster_wait(tern_builder_t *b) {
  tern_build(b, TERN_NVVM(CLUSTER_WAIT), .attrs = TERN_ATTRS({"aligned", tern_unit_attr_get(b->context)}));
}

void tern_gpu_build_cluster_barrier(tern_builder_t *b) {
  tern_gpu_build_cluster_arrive(b);
  tern_gpu_build_cluster_wait(b);
}

// --- memory ---

tern_value_t *tern_gpu_build_shared_memory(tern_builder_t *b, const tern_type_t *element, int64_t count) {
  const tern_attr_t *space = tern_integer_attr_get(tern_i_type_get(b->context, 64), TERN_NVVM_SHARED);
  return tern_build_value(b, TERN_MEMREF(ALLOC), .segments = (const int32_t[]){0, 0},
                          .types = TERN_TYPES(tern_memref_type_get(element, &count, 1, NULL, space)));
}

static tern_value_t *build_cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *value,
                                const tern_type_t *type) {
  return tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

static int64_t bytes_of(const tern_type_t *type) {
  int64_t bytes = tern_type_bit_width(type->kind == TERN_TYPE_VECTOR ? tern_type_element(type) : type) / 8;
  return type->kind == TERN_TYPE_VECTOR ? bytes * tern_type_dim(type, 0) : bytes;
}

static const tern_attr_t *alignment_of(tern_builder_t *b, const tern_type_t *type) {
  int64_t bytes = bytes_of(type);
  return tern_integer_attr_get(tern_i_type_get(b->context, 64), bytes < MAX_ACCESS_BYTES ? bytes : MAX_ACCESS_BYTES);
}

tern_value_t *tern_gpu_build_shared_address(tern_builder_t *b, tern_value_t *memory, tern_value_t *place) {
  int64_t bytes = bytes_of(tern_type_element(memory->type));
  tern_value_t *address =
      build_cast(b, TERN_MEMREF(EXTRACT_ALIGNED_POINTER_AS_INDEX), memory, tern_index_type_get(b->context));
  address = tern_build_index_add(b, address, tern_build_index_mul(b, place, tern_build_index(b, bytes)));
  address = build_cast(b, TERN_ARITH(INDEX_CASTUI), address, tern_i_type_get(b->context, 64));
  return build_cast(b, TERN_LLVM(INTTOPTR), address, tern_llvm_ptr_type(b->context, TERN_NVVM_SHARED));
}

tern_value_t *tern_gpu_build_cluster_address(tern_builder_t *b, tern_value_t *address, int64_t rank) {
  tern_value_t *block = tern_build_constant(b, tern_integer_attr_get(tern_i_type_get(b->context, 32), rank));
  return tern_build_value(b, TERN_NVVM(MAPA), .operands = TERN_VALUES(address, block),
                          .types = TERN_TYPES(tern_llvm_ptr_type(b->context, TERN_NVVM_SHARED_CLUSTER)));
}

void tern_gpu_build_cluster_store(tern_builder_t *b, tern_value_t *value, tern_value_t *address) {
  tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(value, address),
             .attrs = TERN_ATTRS({"alignment", alignment_of(b, value->type)}));
}

// `place` elements behind an address.
static tern_value_t *build_cluster_load(tern_builder_t *b, tern_value_t *address, tern_value_t *place,
                                        const tern_type_t *type) {
  const int32_t dynamic = INT32_MIN;
  tern_value_t *offset = build_cast(b, TERN_ARITH(INDEX_CASTUI), place, tern_i_type_get(b->context, 64));
  address = tern_build_value(
      b, TERN_LLVM(GETELEMENTPTR), .operands = TERN_VALUES(address, offset), .types = TERN_TYPES(address->type),
      .attrs = TERN_ATTRS({"rawConstantIndices", tern_dense_i32_array_attr_get(b->context, &dynamic, 1)},
                          {"elem_type", tern_type_attr_get(tern_type_element(type))}));
  return tern_build_value(b, TERN_LLVM(LOAD), .operands = TERN_VALUES(address), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"alignment", alignment_of(b, type)}));
}

// --- sums ---

static tern_value_t *build_scaled(tern_builder_t *b, tern_value_t *value, int64_t factor) {
  return tern_build_index_mul(b, value, tern_build_index(b, factor));
}

void tern_gpu_build_shared_sums_put(tern_builder_t *b, const tern_gpu_shared_sums_t *sums, tern_value_t *layer,
                                    tern_values_t values) {
  tern_value_t *place = sums->own;
  if (layer) place = tern_build_index_add(b, place, build_scaled(b, layer, sums->layer_size));
  for (size_t i = 0; i < values.count; ++i) {
    tern_value_t *at = tern_build_index_add(b, place, tern_build_index(b, (int64_t)i * sums->distance));
    tern_build(b, TERN_VECTOR(STORE), .operands = TERN_VALUES(values.values[i], sums->memory, at));
  }
}

void tern_gpu_build_shared_sums_meet(tern_builder_t *b, tern_gpu_shared_sums_t *sums) {
  if (sums->blocks == 1) {
    tern_build(b, TERN_GPU(BARRIER), .regions = 0);
    return;
  }
  tern_gpu_build_cluster_barrier(b);
  tern_value_t *address = tern_gpu_build_shared_address(b, sums->memory, sums->own);
  for (int64_t rank = 0; rank < sums->blocks; ++rank) {
    sums->addresses[rank] = tern_gpu_build_cluster_address(b, address, rank);
  }
}

static tern_value_t *load_part(tern_builder_t *b, const tern_gpu_shared_sums_t *sums, int64_t rank,
                               tern_value_t *place) {
  if (sums->blocks > 1) return build_cluster_load(b, sums->addresses[rank], place, sums->unit);
  return tern_build_value(b, TERN_VECTOR(LOAD), .types = TERN_TYPES(sums->unit),
                          .operands = TERN_VALUES(sums->memory, tern_build_index_add(b, sums->own, place)));
}

tern_value_t *tern_gpu_build_shared_sums_get(tern_builder_t *b, const tern_gpu_shared_sums_t *sums,
                                             tern_value_t *number) {
  bool is_float = tern_type_is_float(tern_type_element(sums->unit));
  tern_value_t *first = build_scaled(b, number, sums->distance), *sum = NULL;
  for (int64_t rank = 0; rank < sums->blocks; ++rank) {
    for (int64_t layer = 0; layer < sums->layers; ++layer) {
      tern_value_t *place = tern_build_index_add(b, first, tern_build_index(b, layer * sums->layer_size));
      tern_value_t *part = load_part(b, sums, rank, place);
      sum =
          sum ? tern_build_value(b, is_float ? TERN_ARITH(ADDF) : TERN_ARITH(ADDI), .operands = TERN_VALUES(sum, part))
              : part;
    }
  }
  return sum;
}

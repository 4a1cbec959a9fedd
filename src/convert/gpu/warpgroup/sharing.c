// A tile whose depth the workgroups of a cluster share: each has sums of its part of k. All but the first write theirs
// to workgroup memory of the first and arrive at a barrier there; the first waits for all, adds them to its own, in
// their order, and goes on alone.
//
// One tile is all that a cluster does, so that memory and barrier are used once.

#include "convert/gpu/kernel.h"
#include "convert/gpu/warpgroup/warpgroup.h"
#include "convert/llvm/lowering.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/vector/vector.h"

enum { SUMS_TOGETHER = 4, VECTOR_BYTES = 16, TICKS = 10000000 };

static tern_value_t *number(tern_builder_t *b, int64_t value) { return tern_build_index(b, value); }

static int64_t count_threads(const tern_warpgroup_plan_t *plan) {
  return plan->tile.consumers * TERN_WARPGROUP_THREADS;
}

static int64_t count_pieces(const tern_warpgroup_plan_t *plan) {
  return plan->tile.m / plan->tile.consumers / TERN_WARPGROUP_ROWS;
}

// Vectors of SUMS_TOGETHER sums that a thread has.
static int64_t count_vectors(const tern_warpgroup_plan_t *plan) {
  return count_pieces(plan) * plan->tile.n / 2 / SUMS_TOGETHER;
}

void tern_warpgroup_build_sharing(tern_builder_t *b, const tern_warpgroup_plan_t *plan,
                                  tern_warpgroup_sharing_t *out_sharing) {
  const tern_type_t *i64 = tern_i_type_get(b->context, 64), *f32 = tern_float_type_get(b->context, TERN_TYPE_F32);
  const int64_t dims[] = {plan->tile.split - 1, count_vectors(plan), count_threads(plan), SUMS_TOGETHER};
  const tern_type_t *type = tern_memref_type_get(f32, dims, 4, NULL, tern_integer_attr_get(i64, TERN_NVVM_SHARED));
  out_sharing->memory = tern_build_value(b, TERN_MEMREF(ALLOC), .types = TERN_TYPES(type),
                                         .attrs = TERN_ATTRS({"alignment", tern_integer_attr_get(i64, VECTOR_BYTES)}),
                                         .segments = (int32_t[]){0, 0});
  out_sharing->barrier = tern_warpgroup_build_barriers(b, 1);
}

void tern_warpgroup_initialize_sharing(tern_builder_t *b, const tern_warpgroup_plan_t *plan,
                                       const tern_warpgroup_sharing_t *sharing) {
  tern_value_t *arrivals = number(b, (plan->tile.split - 1) * count_threads(plan));
  tern_build(b, TERN_NVGPU(MBARRIER_INIT), .operands = TERN_VALUES(sharing->barrier, arrivals, number(b, 0)));
}

void tern_warpgroup_wait_for_cluster(tern_builder_t *b) {
  const tern_attr_t *unit = tern_unit_attr_get(b->context);
  tern_build(b, TERN_NVVM(CLUSTER_ARRIVE), .attrs = TERN_ATTRS({"aligned", unit}));
  tern_build(b, TERN_NVVM(CLUSTER_WAIT), .attrs = TERN_ATTRS({"aligned", unit}));
}

// --- the others ---

// An address of this workgroup's memory, in the first one of the cluster.
static tern_value_t *build_remote(tern_builder_t *b, tern_value_t *address) {
  const tern_type_t *shared = tern_llvm_ptr_type(b->context, TERN_NVVM_SHARED);
  tern_value_t *pointer = tern_llvm_make(b, TERN_LLVM(INTTOPTR), shared, TERN_VALUES(address));
  tern_value_t *first = tern_llvm_build_int(b, tern_i_type_get(b->context, 32), 0);
  return tern_build_value(b, TERN_NVVM(MAPA), .operands = TERN_VALUES(pointer, first),
                          .types = TERN_TYPES(tern_llvm_ptr_type(b->context, TERN_NVVM_SHARED_CLUSTER)));
}

static tern_value_t *build_word(tern_builder_t *b, tern_value_t *index) {
  return tern_build_value(b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(index),
                          .types = TERN_TYPES(tern_i_type_get(b->context, 64)));
}

static tern_value_t *vector_at(tern_builder_t *b, const tern_warpgroup_plan_t *plan, tern_value_t *const *sums,
                               int64_t vector) {
  int64_t each = plan->tile.n / 2 / SUMS_TOGETHER;
  tern_value_t *elements[SUMS_TOGETHER];
  for (int64_t i = 0; i < SUMS_TOGETHER; ++i) {
    const int64_t position = vector % each * SUMS_TOGETHER + i;
    elements[i] = tern_llvm_make_extract(b, sums[vector / each], &position, 1);
  }
  const tern_type_t *type = tern_vector_type_get(elements[0]->type, &(int64_t){SUMS_TOGETHER}, 1, 0);
  return tern_build_value(b, TERN_VECTOR(FROM_ELEMENTS), .operands = {elements, SUMS_TOGETHER},
                          .types = TERN_TYPES(type));
}

static void send(tern_builder_t *b, const tern_warpgroup_plan_t *plan, const tern_warpgroup_sharing_t *sharing,
                 tern_value_t *rank, tern_value_t *thread, tern_value_t *const *sums) {
  const tern_type_t *i64 = tern_i_type_get(b->context, 64), *byte = tern_i_type_get(b->context, 8);
  const tern_type_t *remote = tern_llvm_ptr_type(b->context, TERN_NVVM_SHARED_CLUSTER);
  int64_t row = count_threads(plan) * VECTOR_BYTES;
  tern_value_t *start =
      tern_build_value(b, TERN_MEMREF(EXTRACT_ALIGNED_POINTER_AS_INDEX), .operands = TERN_VALUES(sharing->memory),
                       .types = TERN_TYPES(tern_index_type_get(b->context)));
  tern_value_t *part = tern_build_index_sub(b, rank, number(b, 1));
  start = tern_build_index_add(b, start, tern_build_index_mul(b, part, number(b, row * count_vectors(plan))));
  start = tern_build_index_add(b, start, tern_build_index_mul(b, thread, number(b, VECTOR_BYTES)));
  tern_value_t *base = build_remote(b, build_word(b, start));
  for (int64_t i = 0; i < count_vectors(plan); ++i) {
    tern_value_t *offset = tern_llvm_build_int(b, i64, i * row);
    tern_value_t *address = tern_llvm_make_gep(b, remote, byte, base, TERN_VALUES(offset), 0);
    tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(vector_at(b, plan, sums, i), address),
               .attrs = TERN_ATTRS({"alignment", tern_integer_attr_get(i64, VECTOR_BYTES)}));
  }
  tern_value_t *barrier = tern_build_value(b, TERN_NVGPU(MBARRIER_GET), .types = TERN_TYPES(i64),
                                           .operands = TERN_VALUES(sharing->barrier, number(b, 0)));
  tern_build(b, TERN_NVVM(MBARRIER_ARRIVE), .operands = TERN_VALUES(build_remote(b, barrier)), .types = {0},
             .attrs = TERN_ATTRS(
                 {"scope", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_MEM_SCOPE, TERN_NVVM_MEM_SCOPE_CLUSTER)}));
}

// --- the first one ---

static void receive(tern_builder_t *b, const tern_warpgroup_plan_t *plan, const tern_warpgroup_sharing_t *sharing,
                    tern_value_t *thread, tern_value_t **sums) {
  const tern_type_t *f32 = tern_float_type_get(b->context, TERN_TYPE_F32);
  const tern_type_t *type = tern_vector_type_get(f32, &(int64_t){SUMS_TOGETHER}, 1, 0);
  int64_t each = plan->tile.n / 2 / SUMS_TOGETHER;
  tern_value_t *zero = number(b, 0);
  tern_value_t *parity = tern_build_constant(b, tern_integer_attr_get(tern_i_type_get(b->context, 1), 0));
  tern_build(b, TERN_NVGPU(MBARRIER_TRY_WAIT_PARITY),
             .operands = TERN_VALUES(sharing->barrier, parity, number(b, TICKS), zero));
  // The wait orders what this workgroup does.
  tern_build(b, TERN_NVVM(FENCE_SC_CLUSTER), .operands = {0});
  tern_value_t *results[TERN_WARPGROUP_MAX_PIECES];
  for (int64_t i = 0; i < count_pieces(plan); ++i) results[i] = tern_llvm_make_poison(b, sums[i]->type);
  for (int64_t i = 0; i < count_vectors(plan); ++i) {
    tern_value_t *total = vector_at(b, plan, sums, i);
    for (int64_t part = 0; part < plan->tile.split - 1; ++part) {
      tern_value_t *other =
          tern_build_value(b, TERN_VECTOR(LOAD), .types = TERN_TYPES(type),
                           .operands = TERN_VALUES(sharing->memory, number(b, part), number(b, i), thread, zero));
      total = tern_build_value(b, TERN_ARITH(ADDF), .operands = TERN_VALUES(total, other));
    }
    for (int64_t k = 0; k < SUMS_TOGETHER; ++k) {
      const int64_t position = i % each * SUMS_TOGETHER + k;
      tern_value_t *lane = tern_llvm_build_int(b, tern_i_type_get(b->context, 32), k);
      tern_value_t *element = tern_llvm_make(b, TERN_LLVM(EXTRACTELEMENT), f32, TERN_VALUES(total, lane));
      results[i / each] = tern_llvm_make_insert(b, results[i / each], element, &position, 1);
    }
  }
  for (int64_t i = 0; i < count_pieces(plan); ++i) sums[i] = results[i];
}

tern_op_t *tern_warpgroup_share(tern_builder_t *b, const tern_warpgroup_plan_t *plan,
                                const tern_warpgroup_sharing_t *sharing, tern_value_t *rank, tern_value_t *thread,
                                tern_value_t **sums) {
  tern_op_t *if_op = tern_gpu_build_if(b, tern_arith_cmpi(b, TERN_CMPI_NE, rank, number(b, 0)), (tern_types_t){0});
  send(b, plan, sharing, rank, thread, sums);
  tern_gpu_build_else(b, if_op, (tern_values_t){0});
  receive(b, plan, sharing, thread, sums);
  return if_op;
}

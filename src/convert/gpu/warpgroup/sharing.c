// A tile whose depth the workgroups of a cluster share: each has sums of its part of k. All but the first write theirs
// to workgroup memory of the first and arrive at a barrier there; the first waits for all, adds them to its own, in
// their order, and goes on alone.
//
// One tile is all that a cluster does, so that memory and barrier are used once.

#include "convert/gpu/cluster.h"
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

// --- the others ---

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
  const tern_type_t *i64 = tern_i_type_get(b->context, 64), *shared = tern_llvm_ptr_type(b->context, TERN_NVVM_SHARED);
  const tern_type_t *remote = tern_llvm_ptr_type(b->context, TERN_NVVM_SHARED_CLUSTER);
  int64_t row = count_threads(plan) * SUMS_TOGETHER;
  tern_value_t *part = tern_build_index_sub(b, rank, number(b, 1));
  tern_value_t *place = tern_build_index_mul(b, part, number(b, row * count_vectors(plan)));
  place = tern_build_index_add(b, place, tern_build_index_mul(b, thread, number(b, SUMS_TOGETHER)));
  tern_value_t *base = tern_gpu_build_cluster_address(b, tern_gpu_build_shared_address(b, sharing->memory, place), 0);
  const tern_type_t *element = tern_type_element(sharing->memory->type);
  for (int64_t i = 0; i < count_vectors(plan); ++i) {
    tern_value_t *offset = tern_llvm_build_int(b, i64, i * row);
    tern_value_t *address = tern_llvm_make_gep(b, remote, element, base, TERN_VALUES(offset), 0);
    tern_gpu_build_cluster_store(b, vector_at(b, plan, sums, i), address);
  }
  tern_value_t *barrier = tern_build_value(b, TERN_NVGPU(MBARRIER_GET), .types = TERN_TYPES(i64),
                                           .operands = TERN_VALUES(sharing->barrier, number(b, 0)));
  barrier = tern_llvm_make(b, TERN_LLVM(INTTOPTR), shared, TERN_VALUES(barrier));
  barrier = tern_gpu_build_cluster_address(b, barrier, 0);
  tern_build(b, TERN_NVVM(MBARRIER_ARRIVE), .operands = TERN_VALUES(barrier), .types = {0},
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

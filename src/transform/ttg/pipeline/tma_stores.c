// See parts.h (upstream: TMAStoresPipeline.cpp).
//
//   scf.for ... {                                     %m = ttg.local_alloc
//     tt.descriptor_store %d[%i], %x                  scf.for ... {
//   }                                                   ttng.async_tma_store_wait {pendings = 0}
//                                                =>     ttg.local_store %x, %m
//                                                       ttng.fence_async_shared
//                                                       ttng.async_tma_copy_local_to_global %d[%i] %m
//                                                     }
//                                                     ttng.async_tma_store_wait {pendings = 0}
//                                                     ttg.local_dealloc %m
//
// Each store waits for the one before, which nobody else does: stores of tensors that look alike share their memory.

#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "transform/ttg/pipeline/parts.h"
#include "transform/ttng/tma_copies.h"

static bool is_store(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(DESCRIPTOR_STORE)) || tern_op_is(op, TERN_TT(DESCRIPTOR_REDUCE)) ||
         tern_op_is(op, TERN_TT(DESCRIPTOR_SCATTER));
}

// Loops inside have their own turn.
static tern_walk_result_t list_store(tern_op_t *op, void *user) {
  tern_op_list_t *stores = user;
  if (tern_op_is(op, TERN_SCF(FOR))) return TERN_WALK_SKIP;
  if (is_store(op) && tern_tma_memory_encoding(op)) tern_vec_push(stores, op);
  return TERN_WALK_ADVANCE;
}

static const tern_type_t *stored_type(const tern_op_t *store) { return tern_op_operand_named(store, "src")->type; }

static bool look_alike(const tern_type_t *a, const tern_type_t *b) {
  if (tern_type_element(a) != tern_type_element(b) || tern_type_rank(a) != tern_type_rank(b)) return false;
  for (size_t d = 0; d < tern_type_rank(a); ++d) {
    if (tern_type_dim(a, d) != tern_type_dim(b, d)) return false;
  }
  return true;
}

static tern_value_t *allocate(tern_op_t *loop, const tern_op_t *store) {
  const tern_type_t *tensor = stored_type(store);
  tern_builder_t b = tern_builder_before(loop);
  b.loc = store->loc;
  tern_memdesc_t memory = {.element = tern_type_element(tensor),
                           .encoding = tern_tma_memory_encoding(store),
                           .memory_space = tern_ttg_shared_memory_get(b.context),
                           .is_mutable = true,
                           .rank = tern_type_rank(tensor),
                           .dims = tern_type_dims(tensor),
                           .alloc_rank = tern_type_rank(tensor),
                           .alloc_dims = tern_type_dims(tensor)};
  return tern_build_value(&b, TERN_TTG(LOCAL_ALLOC), .types = TERN_TYPES(tern_memdesc_get(&memory)));
}

static void build_store_wait(tern_builder_t *b) {
  const tern_attr_t *none = tern_integer_attr_get(tern_i_type_get(b->context, 32), 0);
  tern_build(b, TERN_TTNG(ASYNC_TMA_STORE_WAIT), .attrs = TERN_ATTRS({"pendings", none}));
}

static void lower_store(tern_op_t *store, tern_value_t *memory) {
  tern_builder_t b = tern_builder_before(store);
  build_store_wait(&b);
  tern_build(&b, TERN_TTG(LOCAL_STORE), .operands = TERN_VALUES(tern_op_operand_named(store, "src"), memory));
  tern_build(&b, TERN_TTNG(FENCE_ASYNC_SHARED),
             .attrs = TERN_ATTRS({"bCluster", tern_bool_attr_get(b.context, false)}));
  tern_tma_build_write(&b, store, memory);
  tern_op_destroy(store);
}

// Made on the device, rather than an argument of the kernel.
static bool is_made_here(const tern_op_t *store) {
  const tern_value_t *descriptor = tern_op_operand(store, 0);
  const tern_op_t *parent = descriptor->is_block_argument ? tern_block_parent_op(descriptor->owner) : NULL;
  return !parent || !tern_op_is(parent, TERN_TT(FUNC));
}

void tern_pipeline_lower_stores(tern_op_t *loop) {
  tern_op_list_t stores = {0};
  tern_block_for_each_op(tern_op_body(loop, 0), op) tern_op_walk_pre(op, list_store, &stores);
  tern_ttg_value_list_t memories = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  bool makes_descriptors = false;
  for (size_t i = 0; i < stores.count; ++i) {
    tern_op_t *store = stores.values[i];
    size_t k = 0;
    while (k < types.count && !look_alike(types.values[k], stored_type(store))) ++k;
    if (k == types.count) {
      tern_vec_push(&types, stored_type(store));
      tern_vec_push(&memories, allocate(loop, store));
    }
    makes_descriptors |= is_made_here(store);
    lower_store(store, memories.values[k]);
  }
  tern_builder_t b = tern_builder_after(loop);
  if (stores.count > 0) build_store_wait(&b);
  for (size_t i = 0; i < memories.count; ++i)
    tern_build(&b, TERN_TTG(LOCAL_DEALLOC), .operands = TERN_VALUES(memories.values[i]));
  // A copy may read its tensor map while the next descriptor is made.
  tern_ttg_schedule_t schedule = {.loop = loop};
  if (makes_descriptors) tern_pipeline_buffer_descriptors(&schedule, 2);
  tern_ttg_schedule_deinitialize(&schedule);
  tern_vec_deinitialize(&stores);
  tern_vec_deinitialize(&memories);
  tern_vec_deinitialize(&types);
}

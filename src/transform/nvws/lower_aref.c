// --nvws-lower-aref: arefs as buffers and barriers (upstream's pass of the name).
//
//   %b, %t = nvws.aref.put.enter %a[%s, %p]       ttng.wait_barrier %empty[%s], %p
//   nvws.descriptor_load %d[%i] 2048 %b           ttng.barrier_expect %full[%s], 2048
//   nvws.aref.put.exit %a[%s], %t [tma_load]  =>  ttng.async_tma_copy_global_to_local %d[%i] %buffer[%s], %full[%s]
//   %c, %u = nvws.aref.get.enter %a[%s, %p]       ttng.wait_barrier %full[%s], %p
//   ...                                           ...
//   nvws.aref.get.exit %a[%s], %u [none]          ttng.arrive_barrier %empty[%s], 1
//
// Each place of a ring has a barrier that is complete when the place is full, and one for empty. Before that, arefs that are waited for
// together become one, those that TMA fills get `num-stages` places, and --nvws-assign-stage-phase says which place is meant.
//
// The proxies of copies and of products see shared memory by a way of their own, so a fence stands between them and ordinary accesses.

#include <inttypes.h>

#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "dialect/ub/ub.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/nvws/arefs.h"
#include "transform/nvws/combine_arefs.h"
#include "transform/ttg/warp_specialize/partitions.h"
#include "transform/ttng/barriers.h"

enum { LOOP_CONTROLS = 3 };

typedef struct aref {
  tern_op_t *create;
  tern_value_t *empty, *full;  // rings of barriers
  tern_op_list_t users;
  tern_op_list_t products;  // of tensor memory, which read what is filled
} aref_t;

// --- what an exit waits for ---

static size_t kind_count(const tern_op_t *exit) { return tern_array_attr_count(tern_op_attr(exit, "async_ops")); }

static int64_t kind_at(const tern_op_t *exit, size_t index) {
  return tern_enum_attr_value(tern_array_attr_at(tern_op_attr(exit, "async_ops"), index));
}

static bool has_kind(const tern_op_t *exit, int64_t kind) {
  for (size_t i = 0; i < kind_count(exit); ++i) {
    if (kind_at(exit, i) == kind) return true;
  }
  return false;
}

// Has some user of the aref, made from `row`, this kind of work?
static bool has_user_of_kind(const aref_t *aref, const tern_op_row_t *row, int64_t kind) {
  for (size_t i = 0; i < aref->users.count; ++i) {
    if (tern_op_is(aref->users.values[i], row) && has_kind(aref->users.values[i], kind)) return true;
  }
  return false;
}

static bool is_supported(const tern_op_t *exit, int64_t kind) {
  if (kind == TERN_NVWS_ASYNC_NONE || kind == TERN_NVWS_ASYNC_TC5MMA) return true;
  return tern_op_is(exit, TERN_NVWS(AREF_PUT_EXIT)) ? kind == TERN_NVWS_ASYNC_TMA_LOAD : kind == TERN_NVWS_ASYNC_WGMMA;
}

static bool check_exit(const tern_op_t *exit) {
  for (size_t i = 0; i < kind_count(exit); ++i) {
    if (is_supported(exit, kind_at(exit, i))) continue;
    tern_op_error(exit, "has work of kind '%s', of which it is not known how a barrier hears",
                  tern_enum_case_name(TERN_NVWS_ENUM(ASYNC_OP), kind_at(exit, i)));
    tern_emit_note(exit->loc, "puts may wait for none, tc5mma and tma_load, gets for none, tc5mma and wgmma");
    return false;
  }
  return true;
}

// --- where new ops belong ---

// Ops that are made for `op` are for whom it is, and are scheduled with it.
static tern_op_t *belong_to(const tern_op_t *op, tern_op_t *made) {
  static const char *const names[] = {"loop.stage", "loop.cluster"};
  int64_t tag;
  if (!tern_partitions_known(op)) return made;
  tern_partitions_set(made, tern_partitions_of(op));
  if (tern_partitions_tag(op, &tag)) tern_partitions_set_tag(made, tag);
  for (size_t i = 0; i < 2 && tern_op_attr(op, names[0]) && tern_op_attr(op, names[1]); ++i)
    tern_op_set_attr(made, names[i], tern_op_attr(op, names[i]));
  return made;
}

// Place `stage` of a ring.
static tern_value_t *view_for(const tern_op_t *op, tern_builder_t *b, tern_value_t *ring, tern_value_t *stage) {
  tern_memdesc_t memory = tern_memdesc_read(tern_nvws_buffer_of_ring(ring->type));
  memory.alloc_dims = memory.dims;
  memory.alloc_rank = memory.rank;
  tern_op_t *made = tern_build(b, TERN_TTG(MEMDESC_INDEX), .operands = TERN_VALUES(ring, stage),
                               .types = TERN_TYPES(tern_memdesc_get(&memory)));
  return tern_op_result(belong_to(op, made), 0);
}

static void wait_for(const tern_op_t *op, tern_builder_t *b, tern_value_t *barrier) {
  tern_value_t *phase = tern_op_operand_named(op, "phase");
  belong_to(op, tern_build(b, TERN_TTNG(WAIT_BARRIER), .operands = TERN_VALUES(barrier, phase), .types = {0},
                           .segments = (int32_t[]){1, 1, 0, 0}));
}

static tern_value_t *stage_of(const tern_op_t *op) { return tern_op_operand_named(op, "stage"); }

// --- barriers ---

// Exits arrive once for each partition that has some, and for each kind of its work.
static int64_t arrivals_of(const aref_t *aref, const tern_op_row_t *row) {
  tern_partitions_t seen = 0;
  int64_t count = 0;
  for (size_t i = aref->users.count; i-- > 0;) {
    const tern_op_t *exit = aref->users.values[i];
    if (!tern_op_is(exit, row) || !tern_partitions_known(exit) || seen & tern_partitions_of(exit)) continue;
    seen |= tern_partitions_of(exit);
    count += (int64_t)kind_count(exit);
  }
  return count ? count : 1;
}

static tern_value_t *constant_view(tern_builder_t *b, tern_value_t *ring, int64_t index) {
  tern_value_t *number = tern_arith_constant_int(b, tern_i_type_get(b->context, 32), index);
  tern_memdesc_t memory = tern_memdesc_read(tern_nvws_buffer_of_ring(ring->type));
  memory.alloc_dims = memory.dims;
  memory.alloc_rank = memory.rank;
  return tern_build_value(b, TERN_TTG(MEMDESC_INDEX), .operands = TERN_VALUES(ring, number),
                          .types = TERN_TYPES(tern_memdesc_get(&memory)));
}

// A ring of barriers that is made at `before` and given back at `behind`.
static tern_value_t *make_barriers(tern_builder_t *before, tern_builder_t *behind, int64_t depth, int64_t count) {
  tern_value_t *ring = tern_ttng_allocate_barriers(before, depth);
  const tern_type_t *i32 = tern_i_type_get(before->context, 32);
  for (int64_t i = 0; i < depth; ++i) {
    tern_build(before, TERN_TTNG(INIT_BARRIER), .operands = TERN_VALUES(constant_view(before, ring, i)), .types = {0},
               .attrs = TERN_ATTRS({"count", tern_integer_attr_get(i32, count)}));
  }
  for (int64_t i = 0; i < depth; ++i) {
    tern_build(behind, TERN_TTNG(INVAL_BARRIER), .operands = TERN_VALUES(constant_view(behind, ring, i)), .types = {0});
  }
  tern_build(behind, TERN_TTG(LOCAL_DEALLOC), .operands = TERN_VALUES(ring), .types = {0});
  return ring;
}

static tern_op_t *ancestor_in(const tern_block_t *block, tern_op_t *op) {
  while (op && op->block != block) op = tern_op_parent(op);
  return op;
}

static void make_rings(aref_t *aref) {
  tern_op_t *create = aref->create, *last = create;
  for (size_t i = 0; i < aref->users.count; ++i) {
    tern_op_t *user = ancestor_in(create->block, aref->users.values[i]);
    if (user && tern_op_is_before(last, user)) last = user;
  }
  int64_t depth = tern_nvws_depth(tern_op_operand(create, 0)->type);
  tern_builder_t before = tern_builder_before(create), behind = tern_builder_after(last);
  behind.loc = create->loc;
  aref->empty = make_barriers(&before, &behind, depth, arrivals_of(aref, TERN_NVWS(AREF_GET_EXIT)));
  aref->full = make_barriers(&before, &behind, depth, arrivals_of(aref, TERN_NVWS(AREF_PUT_EXIT)));
}

// --- buffers ---

static bool is_scales(const tern_value_t *buffer) {
  tern_memdesc_t memory = tern_memdesc_read(buffer->type);
  return tern_attr_is_ttng(memory.encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_SCALES_ENCODING);
}

static bool is_view(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTG(MEMDESC_INDEX)) || tern_op_is(op, TERN_TTG(MEMDESC_SUBSLICE)) ||
         tern_op_is(op, TERN_TTG(MEMDESC_TRANS)) || tern_op_is(op, TERN_TTG(MEMDESC_RESHAPE)) ||
         tern_op_is(op, TERN_TTG(MEMDESC_REINTERPRET)) || tern_op_is(op, TERN_TTNG(TMEM_SUBSLICE));
}

// Readers had a buffer that nobody may write; the ring's may be written, and so may views of it.
static void make_mutable(tern_value_t *value) {
  tern_value_for_each_use(value, use) {
    if (!is_view(use->owner)) continue;
    tern_value_t *result = tern_op_result(use->owner, 0);
    tern_memdesc_t memory = tern_memdesc_read(result->type);
    memory.is_mutable = true;
    memory.alloc_dims = memory.dims;
    memory.alloc_rank = memory.rank;
    result->type = tern_memdesc_get(&memory);
    make_mutable(result);
  }
}

static void replace_buffers(const aref_t *aref, tern_op_t *op, tern_builder_t *b) {
  tern_value_t *stage = stage_of(op);
  for (size_t i = 0; i < aref->create->operand_count; ++i) {
    tern_value_t *ring = tern_op_operand(aref->create, i);
    if (!tern_value_has_uses(tern_op_result(op, i))) continue;
    tern_value_t *view = is_scales(ring) ? ring : view_for(op, b, ring, stage);
    tern_value_replace_all_uses(tern_op_result(op, i), view);
    if (tern_op_is(op, TERN_NVWS(AREF_GET_ENTER))) make_mutable(view);
  }
}

// --- loads ---

static bool is_load(const tern_op_t *op) {
  return tern_op_is(op, TERN_NVWS(DESCRIPTOR_LOAD)) || tern_op_is(op, TERN_NVWS(DESCRIPTOR_GATHER));
}

// Numbers of 4 bits lie in 16 bytes of shared memory, and are counted in bytes of 8.
static tern_value_t *last_coordinate(const tern_op_t *load, tern_builder_t *b, tern_value_t *index) {
  const tern_type_t *block = tern_tt_type_inside(tern_op_operand(load, 0)->type);
  const tern_attr_t *encoding = tern_tensor_type_encoding(block);
  bool is_padded =
      tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVMMA_SHARED) && tern_ttg_number(encoding, TERN_TTG_FIELD_FP4_PADDED);
  if (!is_padded) return index;
  tern_value_t *two = tern_arith_constant_int(b, tern_i_type_get(b->context, 32), 2);
  belong_to(load, tern_value_defining_op(two));
  tern_op_t *product = tern_build(b, TERN_ARITH(MULI), .operands = TERN_VALUES(index, two));
  return tern_op_result(belong_to(load, product), 0);
}

static void lower_load(tern_op_t *load, tern_value_t *barrier, tern_value_t *always) {
  tern_builder_t b = tern_builder_before(load);
  TERN_VEC(tern_value_t *) operands = {0};
  size_t count = load->operand_count;
  bool is_gather = tern_op_is(load, TERN_NVWS(DESCRIPTOR_GATHER));
  for (size_t i = 0; i + 1 < count; ++i) {
    tern_value_t *value = tern_op_operand(load, i);
    bool is_last = !is_gather && i > 0 && i + 2 == count;
    tern_vec_push(&operands, is_last ? last_coordinate(load, &b, value) : value);
  }
  tern_vec_push(&operands, barrier);
  tern_vec_push(&operands, tern_op_operand(load, count - 1));
  tern_vec_push(&operands, always);
  const tern_op_row_t *row = is_gather ? TERN_TTNG(ASYNC_TMA_GATHER) : TERN_TTNG(ASYNC_TMA_COPY_GLOBAL_TO_LOCAL);
  belong_to(load, tern_build(&b, row, .operands = {operands.values, operands.count}, .types = {0}));
  tern_vec_deinitialize(&operands);
  tern_op_destroy(load);
}

// The loads into the buffers of an enter, whose bytes the barrier is told.
static void lower_loads(const aref_t *aref, tern_op_t *enter, tern_builder_t *b) {
  tern_op_list_t loads = {0};
  int64_t bytes = 0;
  tern_value_t *barrier = view_for(enter, b, aref->full, stage_of(enter));
  for (size_t i = 0; i + 1 < enter->result_count; ++i) {
    for (tern_operand_t *use = tern_op_result(enter, i)->first_use; use; use = use->next) {
      if (!is_load(use->owner)) continue;
      tern_vec_push(&loads, use->owner);
      bytes += tern_integer_attr_value(tern_op_attr(use->owner, "txCount"));
    }
  }
  if (loads.count > 0) {
    tern_value_t *always = tern_arith_constant_bool(b, true);
    belong_to(enter, tern_value_defining_op(always));
    const tern_attr_t *size = tern_integer_attr_get(tern_i_type_get(b->context, 32), bytes);
    belong_to(enter, tern_build(b, TERN_TTNG(BARRIER_EXPECT), .operands = TERN_VALUES(barrier, always), .types = {0},
                                .attrs = TERN_ATTRS({"size", size})));
    for (size_t i = 0; i < loads.count; ++i) lower_load(loads.values[i], barrier, always);
  }
  tern_vec_deinitialize(&loads);
}

// --- products that need not be waited for ---

static bool is_product(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTNG(TC_GEN5_MMA)) || tern_op_is(op, TERN_TTNG(TC_GEN5_MMA_SCALED));
}

static void find_products(const tern_value_t *value, tern_op_list_t *products) {
  tern_value_for_each_use(value, use) {
    if (is_product(use->owner)) tern_vec_push(products, use->owner);
    if (is_view(use->owner)) find_products(tern_op_result(use->owner, 0), products);
  }
}

// Those of the default partition are not divided from the rest.
static void find_readers(aref_t *aref) {
  for (size_t i = 0; i < aref->users.count; ++i) {
    const tern_op_t *op = aref->users.values[i];
    if (!tern_op_is(op, TERN_NVWS(AREF_GET_ENTER))) continue;
    tern_partitions_t set = tern_partitions_of(op);
    if (set && tern_partitions_first(set) == 0) continue;
    for (size_t k = 0; k + 1 < op->result_count; ++k) find_products(tern_op_result(op, k), &aref->products);
  }
}

// Are scales there before the product of an iteration, without waiting for the one before?
static bool can_run_ahead(const tern_value_t *scales, const tern_op_t *loop) {
  if (!loop || tern_value_is_defined_outside(scales, loop)) return true;
  tern_memdesc_t memory = tern_memdesc_read(scales->type);
  const tern_op_t *op = tern_value_defining_op(scales);
  while (op && (tern_op_is(op, TERN_TTG(MEMDESC_TRANS)) || tern_op_is(op, TERN_TTG(MEMDESC_RESHAPE))))
    op = tern_value_defining_op(tern_op_operand(op, 0));
  return tern_ttg_is_shared(memory.encoding) && op && tern_nvws_has_stage(op);
}

static void set_asynchronous(tern_op_t *product) {
  bool is_async = true;
  if (tern_op_is(product, TERN_TTNG(TC_GEN5_MMA_SCALED))) {
    const tern_op_t *loop = tern_op_parent_of(product, TERN_SCF(FOR));
    is_async = can_run_ahead(tern_op_operand_named(product, "a_scale"), loop) &&
               can_run_ahead(tern_op_operand_named(product, "b_scale"), loop);
  }
  tern_op_set_attr(product, "is_async", is_async ? tern_unit_attr_get(tern_op_context(product)) : NULL);
}

// --- the ops of an aref ---

static tern_op_t *exit_of(const tern_op_t *enter) {
  tern_value_for_each_use(tern_nvws_token_of(enter), use) {
    if (tern_op_is(use->owner, TERN_NVWS(AREF_PUT_EXIT))) return use->owner;
  }
  return NULL;
}

static void lower_put_enter(const aref_t *aref, tern_op_t *op) {
  tern_builder_t b = tern_builder_after(op);
  const tern_op_t *exit = exit_of(op);
  wait_for(op, &b, view_for(op, &b, aref->empty, stage_of(op)));
  tern_builder_t behind_views = b;
  if (exit && has_kind(exit, TERN_NVWS_ASYNC_TMA_LOAD)) {
    tern_op_t *mark = b.before ? b.before->prev : b.block->last_op;
    lower_loads(aref, op, &b);
    tern_builder_set_after(&behind_views, mark);
    for (size_t i = 0; i < aref->products.count; ++i) set_asynchronous(aref->products.values[i]);
  }
  behind_views.loc = op->loc;
  replace_buffers(aref, op, &behind_views);
}

static void lower_get_enter(const aref_t *aref, tern_op_t *op) {
  tern_builder_t b = tern_builder_after(op);
  wait_for(op, &b, view_for(op, &b, aref->full, stage_of(op)));
  replace_buffers(aref, op, &b);
}

static void lower_buffer(const aref_t *aref, tern_op_t *op) {
  tern_builder_t b = tern_builder_after(op);
  replace_buffers(aref, op, &b);
}

static bool is_in_tensor_memory(const aref_t *aref) {
  tern_memdesc_t memory = tern_memdesc_read(tern_op_operand(aref->create, 0)->type);
  return tern_ttng_is_tensor_memory(memory.encoding);
}

static void fence(const tern_op_t *op, tern_builder_t *b) {
  belong_to(op, tern_build(b, TERN_TTNG(FENCE_ASYNC_SHARED), .types = {0},
                           .attrs = TERN_ATTRS({"bCluster", tern_bool_attr_get(b->context, false)})));
}

// Tells `ring` that the work is done, or will be. TMA tells it by itself.
static void arrive(const tern_op_t *op, tern_builder_t *b, tern_value_t *ring) {
  bool is_told_by_copy = has_kind(op, TERN_NVWS_ASYNC_TMA_LOAD) && kind_count(op) == 1;
  if (is_told_by_copy) return;
  tern_value_t *barrier = view_for(op, b, ring, stage_of(op));
  const tern_attr_t *one = tern_integer_attr_get(tern_i_type_get(b->context, 32), 1);
  for (size_t i = 0; i < kind_count(op); ++i) {
    int64_t kind = kind_at(op, i);
    if (kind == TERN_NVWS_ASYNC_NONE || kind == TERN_NVWS_ASYNC_WGMMA)
      belong_to(op, tern_build(b, TERN_TTNG(ARRIVE_BARRIER), .operands = TERN_VALUES(barrier), .types = {0},
                               .attrs = TERN_ATTRS({"count", one})));
    if (kind == TERN_NVWS_ASYNC_TC5MMA)
      belong_to(op, tern_build(b, TERN_TTNG(TC_GEN5_COMMIT), .operands = TERN_VALUES(barrier), .types = {0}));
  }
}

static void lower_put_exit(const aref_t *aref, tern_op_t *op) {
  tern_builder_t b = tern_builder_after(op);
  bool is_ordinary = has_kind(op, TERN_NVWS_ASYNC_NONE) && !is_in_tensor_memory(aref);
  if (is_ordinary && has_user_of_kind(aref, TERN_NVWS(AREF_GET_EXIT), TERN_NVWS_ASYNC_TC5MMA)) fence(op, &b);
  arrive(op, &b, aref->full);
}

static void lower_get_exit(const aref_t *aref, tern_op_t *op) {
  tern_builder_t b = tern_builder_after(op);
  bool is_ordinary = has_kind(op, TERN_NVWS_ASYNC_NONE);
  if (is_ordinary && has_user_of_kind(aref, TERN_NVWS(AREF_PUT_EXIT), TERN_NVWS_ASYNC_TMA_LOAD)) fence(op, &b);
  arrive(op, &b, aref->empty);
}

static const struct {
  const tern_op_row_t *row;
  void (*lower)(const aref_t *aref, tern_op_t *op);
} lowerings[] = {
    {TERN_NVWS(AREF_PUT_ENTER), lower_put_enter}, {TERN_NVWS(AREF_GET_ENTER), lower_get_enter},
    {TERN_NVWS(AREF_PUT_EXIT), lower_put_exit},   {TERN_NVWS(AREF_GET_EXIT), lower_get_exit},
    {TERN_NVWS(AREF_BUFFER), lower_buffer},
};

static void lower_users(const aref_t *aref) {
  for (size_t i = 0; i < aref->users.count; ++i) {
    for (size_t k = 0; k < sizeof lowerings / sizeof lowerings[0]; ++k) {
      if (tern_op_is(aref->users.values[i], lowerings[k].row)) lowerings[k].lower(aref, aref->users.values[i]);
    }
  }
}

// Tokens mean nothing any more.
static void erase_users(const aref_t *aref) {
  tern_builder_t b = tern_builder_before(aref->create);
  tern_value_t *nothing = NULL;
  for (size_t i = 0; i < aref->users.count; ++i) {
    tern_op_t *op = aref->users.values[i];
    if (!tern_op_is(op, TERN_NVWS(AREF_PUT_ENTER)) && !tern_op_is(op, TERN_NVWS(AREF_GET_ENTER))) continue;
    tern_value_t *token = tern_nvws_token_of(op);
    if (!nothing) nothing = tern_build_value(&b, TERN_UB(POISON), .types = TERN_TYPES(token->type));
    tern_value_replace_all_uses(token, nothing);
  }
  for (size_t i = aref->users.count; i-- > 0;) tern_op_destroy(aref->users.values[i]);
  tern_op_destroy(aref->create);
}

static void lower_aref(tern_op_t *create) {
  aref_t aref = {.create = create};
  for (tern_operand_t *use = tern_op_result(create, 0)->first_use; use; use = use->next)
    tern_vec_push(&aref.users, use->owner);
  make_rings(&aref);
  find_readers(&aref);
  lower_users(&aref);
  erase_users(&aref);
  tern_vec_deinitialize(&aref.users);
  tern_vec_deinitialize(&aref.products);
}

// --- the pass ---

static bool check_create(const tern_op_t *create) {
  if (create->operand_count == 0) return tern_op_error(create, "has no buffers");
  tern_value_for_each_use(tern_op_result(create, 0), use) {
    const tern_op_t *op = use->owner;
    bool is_exit = tern_op_is(op, TERN_NVWS(AREF_PUT_EXIT)) || tern_op_is(op, TERN_NVWS(AREF_GET_EXIT));
    if (!tern_nvws_has_stage(op)) return tern_op_error(op, "uses an aref, but neither puts nor gets");
    if (is_exit && !check_exit(op)) return false;
    if (tern_partitions_count(tern_partitions_of(op)) > 1)
      return tern_op_error(op, "is for several partitions, but only one may put or get");
  }
  return true;
}

// Values that mean nothing are for no partition: they stand where the function begins.
static void hoist_poison(tern_op_t *op) {
  tern_op_t *function = tern_op_parent_of(op, TERN_TT(FUNC));
  tern_op_t *first = function ? tern_op_body(function, 0)->first_op : op;
  if (first != op) tern_op_move_before(op, first);
}

static bool is_specialized_loop(const tern_op_t *op) {
  return tern_op_is(op, TERN_SCF(FOR)) && tern_op_attr(op, "tt.warp_specialize");
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  extern const tern_pass_def_t tern_nvws_assign_stage_phase_pass;
  int64_t depth = tern_pass_int(pass, "num-stages");
  if (depth < 1)
    return tern_emit_error(module->loc, "'nvws-lower-aref' takes 1 or more as 'num-stages', but got %" PRId64, depth);
  tern_op_list_t creates = tern_op_collect_row(module, TERN_POSTORDER, TERN_NVWS(AREF_CREATE));
  bool is_right = true;
  for (size_t i = 0; i < creates.count && is_right; ++i) is_right = check_create(creates.values[i]);
  tern_vec_deinitialize(&creates);
  if (!is_right) return false;
  tern_op_visit(module, TERN_POSTORDER, is_specialized_loop, tern_nvws_combine_arefs);
  tern_nvws_deepen_arefs(module, depth);
  if (!tern_nvws_assign_stage_phase_pass.run(module, pass)) return false;
  tern_op_visit_row(module, TERN_POSTORDER, TERN_NVWS(AREF_CREATE), lower_aref);
  tern_op_visit_row(module, TERN_POSTORDER, TERN_UB(POISON), hoist_poison);
  return true;
}

static const tern_option_def_t options[] = {
    {"num-stages", TERN_OPTION_INT, "3", "Places of rings that TMA fills", NULL},
};

const tern_pass_def_t tern_nvws_lower_aref_pass = {
    .flag = "nvws-lower-aref",
    .name = "NVWSLowerAref",
    .anchor = "builtin.module",
    .summary = "Make buffers and barriers of arefs",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_ttg_dialect, &tern_ttng_dialect,
                                                &tern_ub_dialect, NULL},
    .run = run,
};

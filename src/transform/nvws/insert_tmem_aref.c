// --nvws-insert-tmem-aref: tensor memory that goes from one partition of a loop to another goes through an aref (upstream's pass of the
// name).
//
//   %v = ttng.tc_gen5_mma ..., %m[%t]  {partition 1}      %b = nvws.aref.buffer %aref, %t           {partition 1}
//   %x, %w = ttng.tmem_load %m[%v]     {partition 0}      ttng.tc_gen5_mma ..., %b
//                                                         nvws.aref.put.exit %aref, %t [tc5mma]
//                                                  =>     %c, %u = nvws.aref.get.enter %aref        {partition 0}
//                                                         %d = nvws.aref.buffer %aref, %u
//                                                         %x = ttng.tmem_load %d
//                                                         nvws.aref.get.exit %aref, %u [none]
//
// One partition puts, another one gets, and the memory goes forth and back between them, in the order that its tokens say. Where sums
// begin anew while the last ones may still be read there are two buffers. Memory that one partition has alone stays as it is.
// Conditionals that get and put in the middle become three, so that each partition has its own.

#include "base/vec.h"
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
#include "transform/nvws/schedules.h"
#include "transform/nvws/tmem_chain.h"
#include "transform/ttg/warp_specialize/accumulators.h"

enum { MAX_GROUPS = 10 };

// Who holds the memory now, and how it goes on.
typedef struct holding {
  tern_value_t *aref, *memory, *poison;
  tern_value_t *token, *buffer;  // of the enter; buffer NULL: not asked for yet
  bool gets;                     // what was entered last, or is entered next
  tern_tmem_owner_t owner;
  int64_t kind;  // of the last use
} holding_t;

static const tern_type_t *token_type(tern_context_t *context) {
  return tern_dialect_type_get(context, &tern_ttg_types[TERN_TTG_TYPE_ASYNC_TOKEN], NULL, 0);
}

static const tern_type_t *buffer_type(const holding_t *h) {
  return tern_nvws_buffer_of_ring(tern_op_operand(tern_value_defining_op(h->aref), 0)->type);
}

// Ops outside of the loop that is divided say by its tag which one they belong to.
static tern_op_t *place_for(tern_op_t *op, tern_tmem_owner_t owner, tern_nvws_schedule_t when) {
  if (!owner.is_known) return op;
  tern_nvws_place_in(op, tern_partitions_one(owner.partition), when);
  const tern_op_t *loop = tern_op_parent(op);
  int64_t tag;
  while (loop && !(tern_op_is(loop, TERN_SCF(FOR)) && tern_partitions_tag(loop, &tag))) loop = tern_op_parent(loop);
  if (!loop) tern_partitions_set_tag(op, owner.tag);
  return op;
}

// --- enters, exits and buffers ---

static void acquire(holding_t *h, tern_builder_t *b, tern_tmem_owner_t owner, tern_nvws_schedule_t when) {
  const tern_op_row_t *row = h->gets ? TERN_NVWS(AREF_GET_ENTER) : TERN_NVWS(AREF_PUT_ENTER);
  tern_op_t *enter = tern_build(b, row, .operands = TERN_VALUES(h->aref), .segments = (int32_t[]){1, 0, 0},
                                .types = TERN_TYPES(buffer_type(h), token_type(b->context)));
  h->token = tern_nvws_token_of(place_for(enter, owner, when));
  h->owner = owner;
  h->buffer = NULL;
}

static void release(holding_t *h, tern_builder_t *b, tern_nvws_schedule_t when) {
  const tern_op_row_t *row = h->gets ? TERN_NVWS(AREF_GET_EXIT) : TERN_NVWS(AREF_PUT_EXIT);
  const tern_attr_t *kind = tern_enum_attr_get(b->context, TERN_NVWS_ENUM(ASYNC_OP), h->kind);
  const tern_attr_t *kinds = tern_array_attr_get(b->context, &kind, 1);
  place_for(tern_build(b, row, .operands = TERN_VALUES(h->aref, h->token), .types = {0},
                       .attrs = TERN_ATTRS({"async_ops", kinds})),
            h->owner, when);
  h->gets = !h->gets;
}

static tern_value_t *buffer_for(holding_t *h, tern_builder_t *b, tern_tmem_owner_t owner, const tern_op_t *user) {
  if (h->buffer) return h->buffer;
  b->loc = user->loc;
  tern_op_t *view = tern_build(b, TERN_NVWS(AREF_BUFFER), .operands = TERN_VALUES(h->aref, h->token),
                               .types = TERN_TYPES(buffer_type(h)));
  return h->buffer = tern_op_result(place_for(view, owner, tern_nvws_schedule_of(user)), 0);
}

// --- uses ---

static void drop_operand(tern_op_t *op, const char *name) {
  size_t start, count, group_start, group_count, groups = op->def->operand_count;
  int32_t sizes[MAX_GROUPS];
  tern_op_operands_named(op, name, &start, &count);
  if (!count) return;
  for (size_t i = 0; i < groups; ++i) {
    tern_op_operand_group(op, i, &group_start, &group_count);
    sizes[i] = group_start == start && group_count == 1 ? 0 : (int32_t)group_count;
  }
  tern_op_erase_operands(op, start, 1);
  if (op->def->operand_segments_slot >= 0) tern_op_set_segment_sizes(op, sizes, groups);
}

static bool is_mma(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTNG(TC_GEN5_MMA)) || tern_op_is(op, TERN_TTNG(TC_GEN5_MMA_SCALED));
}

// The use goes to the buffer. Its token orders nothing any more.
static void rewrite_access(holding_t *h, const tern_tmem_use_t *use) {
  tern_op_t *op = use->op;
  tern_builder_t b = tern_builder_before(op);
  bool are_sums = !is_mma(op) || tern_op_operand_named(op, "d") == h->memory;
  h->kind = is_mma(op) ? TERN_NVWS_ASYNC_TC5MMA : TERN_NVWS_ASYNC_NONE;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_op_operand(op, i) == h->memory) tern_op_set_operand(op, i, buffer_for(h, &b, use->owner, op));
  }
  if (are_sums) drop_operand(op, is_mma(op) ? "acc_dep" : "dep");
  tern_value_t *last = op->result_count ? tern_op_result(op, op->result_count - 1) : NULL;
  if (are_sums && last && last->type == token_type(b.context)) tern_value_replace_all_uses(last, h->poison);
}

// The memory goes from whoever had it to whose the use is: behind the last use, or where the part begins.
static void change_owner(holding_t *h, const tern_tmem_use_t *use) {
  const tern_tmem_use_t *before = use->previous ? use->previous : use->first;
  tern_builder_t b =
      use->previous ? tern_builder_after(before->op) : tern_builder_at_start(use->op->block, before->op->loc);
  bool has_schedule = use->previous && use->owner.is_known;
  b.loc = before->op->loc;
  release(h, &b, has_schedule ? tern_nvws_schedule_of(before->op) : TERN_NVWS_NO_SCHEDULE);
  bool is_yield = tern_op_is(use->op, TERN_SCF(YIELD));
  const tern_op_t *like = is_yield ? use->first->op : use->op;
  tern_builder_set_before(&b, use->op);
  b.loc = like->loc;
  acquire(h, &b, use->owner, tern_nvws_schedule_of(like));
}

static const tern_tmem_use_t *rewrite_uses(holding_t *h, const tern_tmem_use_t *use, tern_tmem_owner_t owner);

static void rewrite_parts(holding_t *h, const tern_tmem_use_t *use) {
  for (size_t i = 0; i < use->part_count; ++i) {
    holding_t inner = *h;
    if (use->has_token) {
      inner.token = tern_op_body(use->op, 0)->args[use->result + 1];
      inner.buffer = NULL;
    }
    rewrite_uses(&inner, use->parts[i], use->owner);
    h->kind = inner.kind;
    h->owner = inner.owner;
  }
  if (use->has_token) tern_op_set_operand(use->op, use->token, h->token);
  h->token = tern_op_result(use->op, use->result);
  h->buffer = NULL;
}

// `owner` has the memory before the first of the uses. Gives the last one.
static const tern_tmem_use_t *rewrite_uses(holding_t *h, const tern_tmem_use_t *use, tern_tmem_owner_t owner) {
  for (;; use = use->next) {
    // Nobody waits where the partitions begin: all of them do.
    if (owner.is_known && !tern_tmem_same_owner(use->owner, owner)) change_owner(h, use);
    if (use->part_count)
      rewrite_parts(h, use);
    else if (tern_op_is(use->op, TERN_SCF(YIELD)))
      tern_op_set_operand(use->op, use->token, h->token);
    else
      rewrite_access(h, use);
    owner = use->owner;
    if (!use->next) return use;
  }
}

// --- one allocation ---

static tern_op_t *specialized_loop_around(const tern_op_t *op) {
  tern_op_t *loop = tern_op_parent_of(op, TERN_SCF(FOR));
  while (loop && !tern_op_attr(loop, "tt.warp_specialize")) loop = tern_op_parent_of(loop, TERN_SCF(FOR));
  return loop;
}

static bool may_have_two_buffers(const tern_op_t *alloc) {
  bool has_products = false;
  tern_value_for_each_use(tern_op_result(alloc, 0), use) {
    const tern_op_t *loop = tern_op_parent(use->owner);
    if (!is_mma(use->owner) || !tern_op_is(loop, TERN_SCF(FOR))) continue;
    has_products = true;
    if (tern_tmem_sums_are_changed(use->owner, loop) || !tern_tmem_sums_begin_anew(use->owner, loop) ||
        tern_op_attr(loop, "tt.disallow_acc_multi_buffer"))
      return false;
  }
  return has_products;
}

static holding_t make_aref(tern_op_t *alloc, tern_op_t *before) {
  tern_builder_t b = tern_builder_before(before);
  b.loc = alloc->loc;
  holding_t h = {.memory = tern_op_result(alloc, 0)};
  const tern_type_t *ring = tern_nvws_ring_of(h.memory->type, may_have_two_buffers(alloc) ? 2 : 1);
  tern_value_t *buffers = tern_build_value(&b, TERN_TTNG(TMEM_ALLOC), .types = TERN_TYPES(ring));
  const tern_type_t *type = tern_nvws_aref_get(b.context, TERN_TYPES(ring));
  h.aref = tern_build_value(&b, TERN_NVWS(AREF_CREATE), .operands = TERN_VALUES(buffers), .types = TERN_TYPES(type));
  h.poison = tern_build_value(&b, TERN_UB(POISON), .types = TERN_TYPES(token_type(b.context)));
  return h;
}

// The memory is had where it was allocated, and filled with what it was filled with.
static void begin(holding_t *h, const tern_tmem_use_t *root, tern_tmem_owner_t owner) {
  tern_op_t *alloc = root->op;
  tern_nvws_schedule_t when = tern_nvws_schedule_of(alloc);
  tern_builder_t b = tern_builder_before(alloc);
  acquire(h, &b, owner, when);
  // The function's own warps leave it to the first partition to say that they are done: it begins when they are.
  for (const tern_tmem_use_t *use = root->next; use && !h->owner.is_known; use = use->next) h->owner = use->owner;
  if (!alloc->operand_count) return;
  tern_value_t *buffer = buffer_for(h, &b, owner, alloc);
  h->kind = TERN_NVWS_ASYNC_NONE;
  tern_op_t *yes =
      tern_build(&b, TERN_ARITH(CONSTANT), .attrs = TERN_ATTRS({"value", tern_bool_attr_get(b.context, true)}));
  place_for(yes, owner, when);
  place_for(tern_build(&b, TERN_TTNG(TMEM_STORE), .types = {0},
                       .operands = TERN_VALUES(buffer, tern_op_operand(alloc, 0), tern_op_result(yes, 0))),
            owner, when);
}

// Gives the memory back behind its last use. Who puts may wait for somebody to get, in an outer loop: another partition does.
static void end(holding_t *h, const tern_tmem_chain_t *chain, const tern_tmem_use_t *last, bool is_in_loop) {
  tern_op_t *op = last->op;
  const tern_block_t *block = tern_value_defining_op(h->aref)->block;
  while (!is_in_loop && op && op->block != block) op = tern_op_parent(op);
  // In a function of several blocks the memory may have come from another one.
  if (!op) op = last->op;
  tern_builder_t b = tern_builder_after(op);
  b.loc = last->op->loc;
  release(h, &b, tern_nvws_schedule_of(last->op));
  if (!h->gets) return;
  bool has_function;
  tern_tmem_owners_t owners = tern_tmem_chain_owners(chain, &has_function);
  tern_tmem_owner_t other = {0};
  for (size_t i = 0; i < owners.count && !other.is_known; ++i) {
    if (!tern_tmem_same_owner(owners.values[i], h->owner)) other = owners.values[i];
  }
  tern_vec_deinitialize(&owners);
  acquire(h, &b, other, TERN_NVWS_NO_SCHEDULE);
  release(h, &b, TERN_NVWS_NO_SCHEDULE);
}

static void insert(const tern_tmem_chain_t *chain) {
  const tern_tmem_use_t *root = chain->root;
  tern_op_t *alloc = root->op, *loop = specialized_loop_around(alloc);
  tern_tmem_owner_t owner = alloc->operand_count || !loop ? root->owner : root->next->owner;
  holding_t h = make_aref(alloc, loop ? loop : alloc);
  begin(&h, root, owner);
  const tern_tmem_use_t *last = rewrite_uses(&h, root->next, owner);
  end(&h, chain, last, loop != NULL);
  if (tern_op_has_no_uses(alloc)) tern_op_destroy(alloc);
}

// --- conditionals ---

static bool gets_and_puts(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_SCF(IF)) || tern_region_is_empty(&op->regions[1])) return false;
  const tern_op_t *first = tern_op_body(op, 0)->first_op, *last = tern_op_body(op, 0)->last_op->prev;
  return last && tern_op_is(first, TERN_NVWS(AREF_PUT_EXIT)) && tern_op_is(last, TERN_NVWS(AREF_PUT_ENTER));
}

// A conditional beside `branch`, under its condition, that runs `moved` for the partition that has it.
static tern_op_t *split_off(const tern_op_t *branch, tern_builder_t *b, tern_op_t *moved, tern_types_t results) {
  tern_op_t *made = tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(tern_op_operand(branch, 0)), .types = results,
                               .dictionary = tern_op_attr_dictionary(branch), .regions = 2);
  tern_builder_t inner = tern_builder_at_end(tern_region_add_block(&made->regions[0]), branch->loc);
  tern_op_remove(moved);
  tern_builder_insert(&inner, moved);
  if (!results.count) tern_build(&inner, TERN_SCF(YIELD), .types = {0});
  return made;
}

// What was put before, by the same partition, is in stage 1 of its loop.
static void finish_split(tern_op_t *made, tern_partitions_t set) {
  tern_partitions_t outputs[] = {set};
  tern_op_set_attr(made, "loop.stage", tern_integer_attr_get(tern_i_type_get(tern_op_context(made), 32), 1));
  tern_partitions_set(made, set);
  tern_partitions_set_outputs(made, outputs, made->result_count);
}

static void split(tern_op_t *branch) {
  tern_builder_t b = tern_builder_before(branch);
  tern_op_t *yields[] = {tern_op_body(branch, 0)->last_op, tern_op_body(branch, 1)->last_op};
  tern_op_t *exit = tern_op_body(branch, 0)->first_op, *enter = yields[0]->prev;
  tern_value_t *token = tern_nvws_token_of(enter);
  tern_partitions_t puts = tern_partitions_of(exit), middle = 0;
  size_t place = 0;
  while (tern_op_operand(yields[0], place) != token) ++place;
  tern_value_t *poison = tern_build_value(&b, TERN_UB(POISON), .types = TERN_TYPES(token->type));
  finish_split(split_off(branch, &b, exit, (tern_types_t){0}), puts);
  tern_builder_set_after(&b, branch);
  tern_op_t *made = split_off(branch, &b, enter, TERN_TYPES(token->type));
  tern_builder_t inner = tern_builder_at_end(tern_op_body(made, 0), branch->loc);
  tern_build(&inner, TERN_SCF(YIELD), .operands = TERN_VALUES(token), .types = {0});
  tern_builder_set_end(&inner, tern_region_add_block(&made->regions[1]));
  tern_build(&inner, TERN_SCF(YIELD), .operands = TERN_VALUES(tern_op_operand(yields[1], place)), .types = {0});
  tern_value_replace_all_uses(tern_op_result(branch, place), tern_op_result(made, 0));
  for (size_t i = 0; i < 2; ++i) tern_op_set_operand(yields[i], place, poison);
  finish_split(made, puts);
  tern_partitions_t *outputs = tern_calloc(branch->result_count, sizeof *outputs);
  tern_partitions_t all = tern_partitions_of(branch);
  middle = all & ~puts ? all & ~puts : all;
  for (size_t i = 0; i < branch->result_count; ++i) outputs[i] = middle;
  tern_partitions_set(branch, middle);
  tern_partitions_set_outputs(branch, outputs, branch->result_count);
  free(outputs);
}

// --- the pass ---

static bool belongs_to_partition(const tern_op_t *alloc) {
  tern_value_for_each_use(tern_op_result(alloc, 0), use) {
    if (tern_partitions_known(use->owner)) return true;
  }
  return tern_partitions_known(alloc);
}

// Nobody else may hold memory that two hand to each other. False after an error.
static bool check_chain(const tern_tmem_chain_t *chain, bool is_chain, bool *out_is_shared) {
  *out_is_shared = false;
  if (!is_chain) {
    tern_op_error(chain->culprit, "%s", chain->problem);
    tern_emit_note(chain->root->op->loc,
                   "the tensor memory is allocated here; each use of it needs the token of the one before");
    return false;
  }
  bool has_function;
  tern_tmem_owners_t owners = tern_tmem_chain_owners(chain, &has_function);
  size_t count = owners.count;
  tern_vec_deinitialize(&owners);
  *out_is_shared = count + has_function > 1;
  if (count <= 2) return true;
  tern_op_error(chain->root->op, "goes from one to another of %zu partitions, but at most two are supported", count);
  return false;
}

typedef TERN_VEC(tern_tmem_chain_t) chains_t;

static bool collect_chains(const tern_op_list_t *allocs, chains_t *shared) {
  for (size_t i = 0; i < allocs->count; ++i) {
    if (!belongs_to_partition(allocs->values[i])) continue;
    tern_tmem_chain_t chain = {0};
    bool is_chain = tern_tmem_chain_build(&chain, allocs->values[i]), is_shared;
    bool is_right = check_chain(&chain, is_chain, &is_shared);
    if (is_right && is_shared)
      tern_vec_push(shared, chain);
    else
      tern_tmem_chain_deinitialize(&chain);
    if (!is_right) return false;
  }
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t allocs = tern_op_collect_row(module, TERN_POSTORDER, TERN_TTNG(TMEM_ALLOC));
  chains_t chains = {0};
  bool is_right = collect_chains(&allocs, &chains);
  for (size_t i = 0; i < chains.count; ++i) {
    if (is_right) insert(&chains.values[i]);
    tern_tmem_chain_deinitialize(&chains.values[i]);
  }
  if (is_right) tern_op_visit(module, TERN_POSTORDER, gets_and_puts, split);
  tern_vec_deinitialize(&chains);
  tern_vec_deinitialize(&allocs);
  return is_right;
}

const tern_pass_def_t tern_nvws_insert_tmem_aref_pass = {
    .flag = "nvws-insert-tmem-aref",
    .name = "NVWSInsertTmemAref",
    .anchor = "builtin.module",
    .summary = "Let partitions hand tensor memory to each other through arefs",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_nvws_dialect, &tern_scf_dialect,
                                                &tern_ttng_dialect, &tern_ub_dialect, NULL},
    .run = run,
};

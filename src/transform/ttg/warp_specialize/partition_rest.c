// The ops of a divided loop that no partition has yet, at any depth, and who has the results of loops and conditionals (upstream:
// assignRegionBodyPartition, assignMissingPartitions and assignRegionOpPartitions in PartitionScheduling.cpp).
//
// An op inside of another one is for whoever has that. Other ops are computed by all who use them, numbers that nobody uses by all who
// have what they are of. What has an effect is never done by more than one.

#include "base/arena.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"
#include "transform/ttg/warp_specialize/scheduling.h"

enum { CONTROLS = 3 };  // operands of scf.for in front of what it carries

static bool is_divided(const tern_op_t *op) { return tern_op_is(op, TERN_SCF(FOR)) || tern_op_is(op, TERN_SCF(IF)); }

// The op that stays in one piece and that `op` is, or is in.
static tern_op_t *whole_of(const tern_op_t *loop, tern_op_t *op) {
  tern_op_t *whole = op;
  for (; op && op != loop; op = tern_op_parent(op)) {
    if (!is_divided(op)) whole = op;
  }
  return whole;
}

// --- ops inside of others ---

static void inherit(tern_op_t *loop, bool also_loops) {
  tern_op_list_t ops = tern_op_collect(loop, TERN_PREORDER, NULL);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    bool is_skipped = op == loop || tern_op_is(op, TERN_SCF(YIELD)) || (!also_loops && tern_op_is(op, TERN_SCF(FOR)));
    if (is_skipped || tern_partitions_known(op)) continue;
    const tern_op_t *around = tern_op_parent(op);
    while (around != loop && !tern_partitions_known(around)) around = tern_op_parent(around);
    if (around != loop) tern_partitions_set(op, tern_partitions_of(around));
  }
  tern_vec_deinitialize(&ops);
}

// Who has a conditional is who has something in it.
static void clear_partition(tern_op_t *branch) { tern_op_set_attr(branch, "ttg.partition", NULL); }

// --- tensor memory ---

static bool is_mover(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTNG(TMEM_LOAD)) || tern_op_is(op, TERN_TTNG(TMEM_STORE));
}

// All loads and stores of sums are for one partition.
static void assign_movers(tern_op_t *alloc) {
  tern_partitions_t set = 0;
  for (size_t pass = 0; pass < 2; ++pass) {
    tern_value_for_each_use(tern_op_result(alloc, 0), use) {
      if (!is_mover(use->owner)) continue;
      if (pass == 0 && (!set || tern_op_is(use->owner, TERN_TTNG(TMEM_LOAD))) && tern_partitions_known(use->owner))
        set = tern_partitions_of(use->owner);
      if (pass == 1 && set && !tern_partitions_known(use->owner))
        tern_partitions_set(use->owner, tern_partitions_one(tern_partitions_first(set)));
    }
  }
}

// --- ops that stay in one piece: sets that grow until nothing changes ---

typedef struct entry {
  tern_op_t *op;
  tern_partitions_t set;
  bool is_open;         // the set may grow
  tern_op_list_t next;  // the ops whose sets it takes in
} entry_t;

typedef struct growth {
  const tern_op_t *loop;
  TERN_VEC(entry_t) entries;
  tern_map_t places;  // op -> place among the entries, plus one
} growth_t;

static entry_t *entry_of(const growth_t *g, const tern_op_t *op) {
  size_t place = (size_t)(uintptr_t)tern_map_get(&g->places, op);
  return place ? &g->entries.values[place - 1] : NULL;
}

static tern_walk_result_t add_entry(tern_op_t *op, void *user) {
  growth_t *g = user;
  if (is_divided(op)) return TERN_WALK_ADVANCE;
  tern_vec_push(&g->entries, (entry_t){.op = op, .set = tern_partitions_of(op)});
  tern_map_set(&g->places, op, (void *)(uintptr_t)g->entries.count);
  return TERN_WALK_SKIP;
}

// Of an op that is divided: who has something in it.
static tern_partitions_t set_of(const growth_t *g, const tern_op_t *op) {
  const entry_t *entry = entry_of(g, op);
  tern_partitions_t set = entry ? entry->set : 0;
  for (size_t r = 0; !entry && r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      tern_block_for_each_op(block, inner) {
        if (inner != block->last_op) set |= set_of(g, inner);
      }
    }
  }
  return set;
}

// Ops that read the value, also where loops and conditionals hand it on.
static void find_readers(const growth_t *g, const tern_value_t *value, tern_op_list_t *readers, tern_map_t *seen) {
  if (!tern_map_set(seen, value, (void *)value)) return;
  tern_value_for_each_use(value, use) {
    tern_op_t *op = whole_of(g->loop, use->owner), *holder = NULL;
    size_t place = tern_operand_index(use);
    if (tern_op_is(op, TERN_SCF(YIELD))) {
      holder = tern_op_parent(op);
    } else if (tern_op_is(op, TERN_SCF(FOR)) && place >= CONTROLS) {
      holder = op;
      place -= CONTROLS;
    }
    if (!holder) tern_vec_push(readers, op);
    if (holder && tern_op_is(holder, TERN_SCF(FOR)))
      find_readers(g, tern_op_body(holder, 0)->args[place + 1], readers, seen);
    if (holder && holder != g->loop) find_readers(g, tern_op_result(holder, place), readers, seen);
  }
}

static void open_for_readers(growth_t *g, entry_t *entry) {
  if (tern_partitions_known(entry->op) || tern_op_is(entry->op, TERN_SCF(YIELD))) return;
  tern_map_t seen = {0};
  entry->is_open = true;
  for (size_t i = 0; i < entry->op->result_count; ++i)
    find_readers(g, tern_op_result(entry->op, i), &entry->next, &seen);
  tern_map_deinitialize(&seen);
}

static bool is_end(const tern_op_t *op) {
  return tern_op_is(op, TERN_SCF(YIELD)) || tern_op_is(op, TERN_TT(REDUCE_RETURN));
}

static void open_for_sources(growth_t *g, entry_t *entry) {
  (void)g;
  if (tern_partitions_known(entry->op) || is_end(entry->op)) return;
  for (size_t i = 0; i < entry->op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(entry->op, i)->type;
    if (!tern_type_is_integer(type) && !tern_type_is_float(type)) return;
  }
  entry->is_open = true;
  for (size_t i = 0; i < entry->op->operand_count; ++i) {
    tern_op_t *source = tern_value_defining_op(tern_op_operand(entry->op, i));
    if (source) tern_vec_push(&entry->next, source);
  }
}

// Doing it twice would be seen, as of atomic ops. Descriptors are made in memory of their own.
static bool has_effect(const tern_op_t *op) {
  return op->def->dialect == &tern_tt_dialect && !tern_op_is(op, TERN_TT(MAKE_TENSOR_DESCRIPTOR)) &&
         (tern_op_effects(op) & TERN_TRAIT_MEM_WRITE) != 0;
}

static void settle(growth_t *g, void (*open)(growth_t *, entry_t *)) {
  for (size_t i = 0; i < g->entries.count; ++i) open(g, &g->entries.values[i]);
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    // Sets mostly come from what is below.
    for (size_t i = g->entries.count; i-- > 0;) {
      entry_t *entry = &g->entries.values[i];
      tern_partitions_t set = entry->set;
      for (size_t k = 0; k < entry->next.count; ++k) set |= set_of(g, entry->next.values[k]);
      if (set && has_effect(entry->op)) set = tern_partitions_one(tern_partitions_first(set));
      is_changed = is_changed || (entry->is_open && set != entry->set);
      if (entry->is_open) entry->set = set;
    }
  }
  for (size_t i = 0; i < g->entries.count; ++i) {
    entry_t *entry = &g->entries.values[i];
    if (entry->set) tern_partitions_set(entry->op, entry->set);
    entry->is_open = false;
    tern_vec_deinitialize(&entry->next);
  }
}

// What nobody uses, and is of nothing that a partition has, is the function's own warps'.
static void open_rest(growth_t *g, entry_t *entry) {
  bool is_rest = !tern_partitions_known(entry->op) && !is_end(entry->op) && entry->op->result_count > 0;
  if (is_rest) entry->set = tern_partitions_one(0);
  (void)g;
}

static void assign_missing(tern_op_t *loop) {
  tern_op_list_t allocs = tern_op_collect_row(loop, TERN_POSTORDER, TERN_TTNG(TMEM_ALLOC));
  for (size_t i = 0; i < allocs.count; ++i) assign_movers(allocs.values[i]);
  tern_vec_deinitialize(&allocs);
  growth_t g = {.loop = loop};
  tern_op_walk_pre(loop, add_entry, &g);
  settle(&g, open_for_readers);
  settle(&g, open_for_sources);
  settle(&g, open_rest);
  settle(&g, open_for_readers);
  tern_vec_deinitialize(&g.entries);
  tern_map_deinitialize(&g.places);
}

// --- ops with regions ---

static tern_partitions_t assign_block(tern_block_t *block);

static bool is_token(const tern_value_t *value) { return tern_type_is_ttg(value->type, TERN_TTG_TYPE_ASYNC_TOKEN); }

// Who has what a block hands on as number `index`. A token that a loop carries is whoever's who waits for it.
static tern_partitions_t set_of_yielded(const tern_block_t *block, size_t index) {
  const tern_value_t *value = tern_op_operand(block->last_op, index);
  const tern_op_t *op = tern_value_defining_op(value), *around = tern_block_parent_op(block);
  if (tern_op_is(around, TERN_SCF(FOR)) && is_token(value) && tern_value_has_uses(block->args[index + 1])) {
    op = block->args[index + 1]->first_use->owner;
    value = op->result_count ? tern_op_result(op, 0) : NULL;
  }
  if (!op) return 0;
  if (tern_partitions_known(op)) return value ? tern_partitions_of_result(op, value->index) : tern_partitions_of(op);
  tern_partitions_t set = 0;
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_for_each_use(tern_op_result(op, i), use) {
      const tern_op_t *user = use->owner;
      while (user && user->block != block) user = tern_op_parent(user);
      if (user) set |= tern_partitions_of(user);
    }
  }
  return set;
}

static tern_partitions_t set_results(tern_op_t *op, tern_partitions_t set, const tern_partitions_t *results) {
  for (size_t i = 0; i < op->result_count; ++i) set |= results[i];
  tern_partitions_set(op, set);
  bool has_list = is_divided(op) || tern_op_is(op, TERN_TT(REDUCE));
  tern_partitions_set_outputs(op, results, has_list ? op->result_count : 0);
  return set;
}

static bool is_made_in(const tern_value_t *value, const tern_block_t *block) {
  const tern_op_t *op = tern_value_defining_op(value);
  while (op && op->block != block) op = tern_op_parent(op);
  return op != NULL;
}

// Of the two that may hand on a result: the one that makes it. A token that one branch makes is the other one's, who waits for it.
static tern_partitions_t choose(const tern_op_t *branch, size_t index) {
  const tern_block_t *blocks[] = {tern_op_body(branch, 0), tern_op_body(branch, 1)};
  tern_partitions_t sets[] = {set_of_yielded(blocks[0], index), set_of_yielded(blocks[1], index)};
  const tern_value_t *first = tern_op_operand(blocks[0]->last_op, index);
  const tern_value_t *second = tern_op_operand(blocks[1]->last_op, index);
  if (is_token(first)) return sets[is_made_in(first, blocks[0]) ? 1 : 0];
  const tern_op_t *maker = tern_value_defining_op(first), *other = tern_value_defining_op(second);
  if (maker && maker->block == blocks[0]) return sets[0];
  if (other && other->block == blocks[1]) return sets[1];
  return sets[0] ? sets[0] : sets[1];
}

static tern_partitions_t assign_holder(tern_op_t *op) {
  tern_partitions_t set = 0, *results = tern_calloc(op->result_count + 1, sizeof *results);
  for (size_t r = 0; is_divided(op) && r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) set |= assign_block(block);
  }
  if (!is_divided(op)) set = tern_partitions_of(op);
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_op_is(op, TERN_SCF(IF)))
      results[i] = choose(op, i);
    else
      results[i] = is_divided(op) ? set_of_yielded(tern_op_body(op, 0), i) : set;
  }
  set = set_results(op, set, results);
  free(results);
  return set;
}

static tern_partitions_t assign_block(tern_block_t *block) {
  tern_partitions_t set = 0;
  tern_block_for_each_op(block, op) {
    if (op == block->last_op) break;
    set |= op->region_count ? assign_holder(op) : tern_partitions_of(op);
  }
  return set;
}

// --- the end ---

// Ops without results or operands of the loop, such as assumptions, are for whoever has the op around them.
static tern_walk_result_t inherit_last(tern_op_t *op, void *user) {
  bool is_open = op != user && !op->result_count && !op->region_count && !tern_partitions_known(op) && !is_end(op);
  if (!is_open) return TERN_WALK_ADVANCE;
  tern_partitions_t set = tern_partitions_of(tern_op_parent(op));
  bool writes = op->def->row && (tern_op_effects(op) & TERN_TRAIT_MEM_WRITE) != 0;
  if (set) tern_partitions_set(op, writes ? tern_partitions_one(tern_partitions_first(set)) : set);
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t check(tern_op_t *op, void *user) {
  if (op == user || is_end(op)) return TERN_WALK_ADVANCE;
  if (!tern_partitions_known(op)) {
    tern_op_error(op, "is of use to no partition");
    tern_emit_note(((const tern_op_t *)user)->loc, "the loop that is divided is here; take tt.warp_specialize away");
    return TERN_WALK_INTERRUPT;
  }
  bool may_be_copied = !op->region_count || is_divided(op) || tern_op_would_be_trivially_dead(op);
  if (may_be_copied || tern_partitions_count(tern_partitions_of(op)) == 1) return TERN_WALK_ADVANCE;
  tern_op_error(op, "is for several partitions");
  tern_emit_note(op->loc, "only scf.for and scf.if can be divided");
  return TERN_WALK_INTERRUPT;
}

bool tern_partitioning_finish(tern_partitioning_t *p) {
  inherit(p->loop, false);
  tern_op_visit_row(p->loop, TERN_PREORDER, TERN_SCF(IF), clear_partition);
  assign_missing(p->loop);
  inherit(p->loop, true);
  assign_holder(p->loop);
  tern_op_walk_pre(p->loop, inherit_last, p->loop);
  return tern_op_walk_pre(p->loop, check, p->loop) != TERN_WALK_INTERRUPT;
}

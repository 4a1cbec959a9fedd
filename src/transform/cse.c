// --cse: an op that computes what another one before it computes is replaced by it.
//
//   %0 = arith.addi %x, %y : i32             %0 = arith.addi %x, %y : i32
//   %1 = arith.addi %y, %x : i32       ->    "use"(%0, %0)
//   "use"(%0, %1)
//
// Source: upstream's CSE. Known ops are kept in a table whose entries go away at the end of their region; in regions
// with several blocks an entry counts only where it dominates. Ops without effects match anywhere; ops that only read
// match in their block if nothing in between writes. Ops whose regions have several blocks are left alone.

#include "transform/cse.h"

#include "base/map.h"
#include "base/vec.h"
#include "ir/dominance.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "pass/pass_output.h"
#include "transform/op_equivalence.h"

enum { STATISTIC_CSE, STATISTIC_DCE };

// A known op. Lives in the pass's scratch arena.
typedef struct known_op {
  struct known_op *next;  // an older one with the same hash
  tern_op_t *op;
} known_op_t;

// The table of known ops, with a log by which a scope's entries are taken back.
typedef struct known_table {
  tern_map_t chains;  // hash -> known_op_t
  TERN_VEC(const void *) log;
} known_table_t;

// How far the way from a reading op was looked at, and whether something wrote there.
typedef struct scan {
  tern_op_t *reached;
  bool has_write;
} scan_t;

typedef struct cse {
  tern_pass_t *pass;
  tern_dominance_t *dominance;
  tern_map_t scans;     // reading op -> scan_t; of one block
  tern_op_list_t dead;  // erased at the end: the table may still point at them
} cse_t;

static const void *hash_key(const tern_op_t *op) { return (const void *)(uintptr_t)(tern_op_equivalence_hash(op) | 1); }

static void insert_known(cse_t *cse, known_table_t *table, tern_op_t *op, const void *key) {
  known_op_t *entry = tern_arena_alloc(tern_pass_scratch(cse->pass), sizeof(*entry));
  *entry = (known_op_t){tern_map_get(&table->chains, key), op};
  tern_map_set(&table->chains, key, entry);
  tern_vec_push(&table->log, key);
}

static void leave_scope(known_table_t *table, size_t mark) {
  while (table->log.count > mark) {
    const void *key = table->log.values[--table->log.count];
    known_op_t *entry = tern_map_get(&table->chains, key);
    if (entry->next) {
      tern_map_set(&table->chains, key, entry->next);
    } else {
      tern_map_remove(&table->chains, key);
    }
  }
}

// The op around `op` (or itself) that lies in `region`; NULL if there is none.
static const tern_op_t *ancestor_in_region(const tern_op_t *op, const tern_region_t *region) {
  while (op && op->block && op->block->parent != region) op = tern_op_parent(op);
  return op && op->block ? op : NULL;
}

// An entry is of an open scope, so its region is around `op`; only other blocks of that region have to be asked.
static bool reaches(const cse_t *cse, const tern_op_t *known, const tern_op_t *op) {
  const tern_op_t *place = ancestor_in_region(op, known->block->parent);
  if (!place) return false;
  return place->block == known->block || tern_dominance_block_dominates(cse->dominance, known->block, place->block);
}

static tern_op_t *find_known(const cse_t *cse, const known_table_t *table, const tern_op_t *op, const void *key) {
  for (known_op_t *entry = tern_map_get(&table->chains, key); entry; entry = entry->next) {
    if (tern_op_is_equivalent(entry->op, op) && reaches(cse, entry->op, op)) return entry->op;
  }
  return NULL;
}

static bool is_known(const known_table_t *table, const tern_op_t *op) {
  for (known_op_t *entry = tern_map_get(&table->chains, hash_key(op)); entry; entry = entry->next) {
    if (tern_op_is_equivalent(entry->op, op)) return true;
  }
  return false;
}

// Does anything between two ops of one block write? Continues where the last question about `from` ended.
static bool has_write_between(cse_t *cse, tern_op_t *from, const tern_op_t *to) {
  scan_t *scan = tern_map_get(&cse->scans, from);
  if (!scan) {
    scan = tern_arena_alloc_zeroed(tern_pass_scratch(cse->pass), sizeof(*scan));
    scan->reached = from->next;
    tern_map_set(&cse->scans, from, scan);
  }
  while (!scan->has_write && scan->reached && scan->reached != to) {
    scan->has_write = (tern_op_effects(scan->reached) & (TERN_TRAIT_MEM_WRITE | TERN_TRAIT_MEM_FREE)) != 0;
    scan->reached = scan->reached->next;
  }
  return scan->has_write;
}

static void replace(cse_t *cse, const known_table_t *table, tern_op_t *op, tern_op_t *known, bool has_dominance) {
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    if (has_dominance) {
      tern_value_replace_all_uses(result, tern_op_result(known, i));
      continue;
    }
    // Where uses may come first, users that are in the table already must stay as they are.
    for (tern_operand_t *use = result->first_use, *next; use; use = next) {
      next = use->next;
      if (!is_known(table, use->owner)) tern_operand_set(use, tern_op_result(known, i));
    }
  }
  if (tern_op_has_no_uses(op)) tern_vec_push(&cse->dead, op);
  if (known->loc->kind == TERN_ATTR_LOC_UNKNOWN) known->loc = op->loc;
  tern_pass_count(cse->pass, STATISTIC_CSE, 1);
}

static bool has_simple_regions(const tern_op_t *op) {
  for (size_t i = 0; i < op->region_count; ++i) {
    if (op->regions[i].first_block != op->regions[i].last_block) return false;
  }
  return true;
}

static void simplify_op(cse_t *cse, known_table_t *table, tern_op_t *op, bool has_dominance) {
  if (tern_op_has_trait(op, TERN_TRAIT_TERMINATOR)) return;
  if (tern_op_is_trivially_dead(op)) {
    tern_vec_push(&cse->dead, op);
    tern_pass_count(cse->pass, STATISTIC_DCE, 1);
    return;
  }
  if (!op->def->row || !has_simple_regions(op)) return;
  tern_traits_t effects = tern_op_effects(op);
  if (effects && effects != TERN_TRAIT_MEM_READ) return;
  const void *key = hash_key(op);
  tern_op_t *known = find_known(cse, table, op, key);
  if (known && effects) {
    if (known->block != op->block || has_write_between(cse, known, op)) known = NULL;
  }
  if (known) {
    replace(cse, table, op, known, has_dominance);
  } else {
    insert_known(cse, table, op, key);
  }
}

static void simplify_region(cse_t *cse, known_table_t *table, tern_region_t *region);

static void simplify_block(cse_t *cse, known_table_t *table, tern_block_t *block, bool has_dominance) {
  tern_block_for_each_op(block, op) {
    if (op->region_count && !tern_op_has_trait(op, TERN_TRAIT_QUOTED_BODY)) {
      // What an isolated op holds cannot use what is known outside.
      known_table_t own_table = {0};
      bool is_isolated = !op->def->row || tern_op_has_trait(op, TERN_TRAIT_ISOLATED_FROM_ABOVE);
      for (size_t i = 0; i < op->region_count; ++i) {
        simplify_region(cse, is_isolated ? &own_table : table, &op->regions[i]);
      }
      tern_map_deinitialize(&own_table.chains);
      tern_vec_deinitialize(&own_table.log);
    }
    simplify_op(cse, table, op, has_dominance);
  }
  tern_map_clear(&cse->scans);
}

// Blocks so that each comes after those that dominate it (reverse post-order); unreachable ones are left out.
typedef TERN_VEC(tern_block_t *) block_list_t;

typedef struct visit {
  tern_block_t *block;
  size_t next_successor;
} visit_t;

static void list_blocks(tern_region_t *region, block_list_t *out_post_order) {
  tern_map_t seen = {0};
  TERN_VEC(visit_t) stack = {0};
  tern_map_set(&seen, region->first_block, region);
  tern_vec_push(&stack, (visit_t){region->first_block, 0});
  while (stack.count) {
    visit_t *top = &stack.values[stack.count - 1];
    const tern_op_t *last = top->block->last_op;
    if (last && top->next_successor < last->successor_count) {
      tern_block_t *successor = last->successors[top->next_successor++].block;
      if (tern_map_set(&seen, successor, region)) tern_vec_push(&stack, (visit_t){successor, 0});
      continue;
    }
    tern_vec_push(out_post_order, top->block);
    --stack.count;
  }
  tern_vec_deinitialize(&stack);
  tern_map_deinitialize(&seen);
}

static void simplify_region(cse_t *cse, known_table_t *table, tern_region_t *region) {
  if (!region->first_block) return;
  bool has_dominance = region->parent->def->row && !tern_op_has_trait(region->parent, TERN_TRAIT_GRAPH_REGION);
  size_t mark = table->log.count;
  if (region->first_block == region->last_block) {
    simplify_block(cse, table, region->first_block, has_dominance);
  } else if (has_dominance) {
    block_list_t blocks = {0};
    list_blocks(region, &blocks);
    while (blocks.count) simplify_block(cse, table, blocks.values[--blocks.count], true);
    tern_vec_deinitialize(&blocks);
  }
  leave_scope(table, mark);
}

void tern_eliminate_common_subexpressions(tern_op_t *op, tern_pass_t *pass) {
  tern_timer_t *timer = tern_timer_nest(tern_pass_timer(pass), "(A) DominanceInfo");
  tern_timer_start(timer);
  cse_t cse = {.pass = pass, .dominance = tern_dominance_create()};
  tern_timer_stop(timer);
  known_table_t table = {0};
  for (size_t i = 0; i < op->region_count; ++i) simplify_region(&cse, &table, &op->regions[i]);
  // Ops inside of a dead op were listed before it.
  for (size_t i = 0; i < cse.dead.count; ++i) tern_op_destroy(cse.dead.values[i]);
  tern_map_deinitialize(&table.chains);
  tern_vec_deinitialize(&table.log);
  tern_map_deinitialize(&cse.scans);
  tern_vec_deinitialize(&cse.dead);
  tern_dominance_destroy(cse.dominance);
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_eliminate_common_subexpressions(op, pass);
  return true;
}

static const char *const statistics[] = {
    "num-cse'd - Number of operations CSE'd",
    "num-dce'd - Number of operations DCE'd",
    NULL,
};

const tern_pass_def_t tern_cse_pass = {
    .flag = "cse",
    .name = "CSE",
    .summary = "Compute what is computed twice once",
    .description =
        "Replaces an operation by an equivalent one that dominates it, and erases operations without uses. "
        "Operations that only read memory are unified within a block if nothing in between writes.",
    .statistics = statistics,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};

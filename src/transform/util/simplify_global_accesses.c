// --iree-util-simplify-global-accesses: loads see the stores before them, and stores that nobody sees go.
//
//   %0 = util.global.load @a                   // %x stands for %1
//   util.global.store %x, @a            ->     util.global.store %y, @a
//   %1 = util.global.load @a
//   util.global.store %y, @a
//
// Source: upstream's pass of the same name. Within a block, the value of a global is known from the last load or store of
// it until something is met that may access globals. Loads of globals that do not change any more move to the entry of
// the function, one for each. Upstream also moves other loads up and stores down; as accesses of globals hold nothing
// apart when execution is scheduled, they stay where they are here.

#include "base/map.h"
#include "base/vec.h"
#include "dialect/util/util.h"
#include "pass/pass.h"

typedef struct known {
  tern_value_t *value;  // what the global holds
  tern_op_t *store;     // the last store, if nobody can have seen its value yet
} known_t;

typedef struct block_state {
  tern_arena_t *arena;
  tern_pass_t *pass;
  tern_map_t globals;  // reference -> known_t
} block_state_t;

static known_t *known_of(block_state_t *state, const tern_attr_t *global) {
  known_t *known = tern_map_get(&state->globals, global);
  if (!known) {
    known = tern_arena_alloc_zeroed(state->arena, sizeof(*known));
    tern_map_set(&state->globals, global, known);
  }
  return known;
}

static tern_walk_result_t find_access(tern_op_t *op, void *user) {
  (void)user;
  bool is_access = tern_op_is(op, TERN_UTIL(GLOBAL_LOAD)) || tern_op_is(op, TERN_UTIL(GLOBAL_STORE));
  bool is_opaque = op->region_count == 0 && (!op->def->row || tern_op_has_trait(op, TERN_TRAIT_CALL_LIKE) ||
                                             tern_op_is(op, TERN_UTIL(GLOBAL_LOAD_INDIRECT)) ||
                                             tern_op_is(op, TERN_UTIL(GLOBAL_STORE_INDIRECT)));
  return is_access || is_opaque ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

// May the op load or store globals, itself or in its regions?
static bool may_access_globals(tern_op_t *op) {
  if (op->region_count > 0) return tern_op_walk_pre(op, find_access, NULL) == TERN_WALK_INTERRUPT;
  return find_access(op, NULL) == TERN_WALK_INTERRUPT;
}

static void simplify_load(block_state_t *state, tern_op_t *op) {
  known_t *known = known_of(state, tern_op_attr(op, "global"));
  tern_value_t *result = tern_op_result(op, 0);
  if (known->value && known->value->type == result->type) {
    tern_value_replace_all_uses(result, known->value);
    tern_op_destroy(op);
    tern_pass_count(state->pass, 0, 1);
    return;
  }
  known->value = result;
  known->store = NULL;
}

static void simplify_store(block_state_t *state, tern_op_t *op) {
  known_t *known = known_of(state, tern_op_attr(op, "global"));
  if (known->value == tern_op_operand(op, 0)) {
    tern_op_destroy(op);  // it holds that already
    tern_pass_count(state->pass, 1, 1);
    return;
  }
  if (known->store) {
    tern_op_destroy(known->store);
    tern_pass_count(state->pass, 1, 1);
  }
  known->value = tern_op_operand(op, 0);
  known->store = op;
}

static void simplify_block(tern_block_t *block, tern_pass_t *pass) {
  block_state_t state = {.arena = tern_pass_scratch(pass), .pass = pass};
  tern_block_for_each_op_safe(block, op) {
    if (tern_op_is(op, TERN_UTIL(GLOBAL_LOAD))) {
      simplify_load(&state, op);
    } else if (tern_op_is(op, TERN_UTIL(GLOBAL_STORE))) {
      simplify_store(&state, op);
    } else if (may_access_globals(op)) {
      tern_map_clear(&state.globals);
    }
  }
  tern_map_deinitialize(&state.globals);
}

// --- loads of what does not change ---

typedef struct hoist {
  tern_block_t *entry;
  tern_op_t *last;   // behind which the next load goes; NULL: first in the block
  tern_map_t loads;  // reference -> the load in the entry
} hoist_t;

static tern_walk_result_t hoist_load(tern_op_t *op, void *user) {
  hoist_t *hoist = user;
  if (!tern_op_is(op, TERN_UTIL(GLOBAL_LOAD)) || !tern_op_attr(op, "is_immutable")) return TERN_WALK_ADVANCE;
  const tern_attr_t *global = tern_op_attr(op, "global");
  tern_op_t *first = tern_map_get(&hoist->loads, global);
  if (first && tern_op_result(first, 0)->type == tern_op_result(op, 0)->type) {
    tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_result(first, 0));
    tern_op_destroy(op);
    return TERN_WALK_ADVANCE;
  }
  if (op->block != hoist->entry) {
    tern_op_remove(op);
    tern_op_insert(op, hoist->entry, hoist->last ? hoist->last->next : hoist->entry->first_op);
    hoist->last = op;
  }
  tern_map_set(&hoist->loads, global, op);
  return TERN_WALK_ADVANCE;
}

// Loads of the entry block come first, so that those of other blocks can use them: they are moved to its start.
static void hoist_loads(tern_op_t *function) {
  hoist_t hoist = {.entry = tern_op_body(function, 0)};
  tern_block_for_each_op_safe(hoist.entry, op) {
    if (!tern_op_is(op, TERN_UTIL(GLOBAL_LOAD)) || !tern_op_attr(op, "is_immutable")) continue;
    tern_op_t *before = hoist.last ? hoist.last->next : hoist.entry->first_op;
    if (op != before) tern_op_move_before(op, before);
    hoist.last = op;
  }
  tern_op_walk_post(function, hoist_load, &hoist);
  tern_map_deinitialize(&hoist.loads);
}

// --- functions ---

static void simplify_region(tern_region_t *region, tern_pass_t *pass) {
  tern_region_for_each_block(region, block) {
    simplify_block(block, pass);
    tern_block_for_each_op(block, op) {
      for (size_t i = 0; i < op->region_count; ++i) simplify_region(&op->regions[i], pass);
    }
  }
}

static void simplify_function(tern_op_t *op, tern_pass_t *pass) {
  if (tern_region_is_empty(&op->regions[0])) return;
  // While initializers run, what does not change later may not be there yet.
  if (!tern_op_is(op, TERN_UTIL(INITIALIZER))) hoist_loads(op);
  simplify_region(&op->regions[0], pass);
}

static bool is_function(const tern_op_t *op) {
  return tern_op_is(op, TERN_UTIL(FUNC)) || tern_op_is(op, TERN_UTIL(INITIALIZER));
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  if (is_function(op)) {
    simplify_function(op, pass);
  } else if (op->region_count == 1 && !tern_region_is_empty(&op->regions[0])) {
    tern_block_for_each_op(tern_op_body(op, 0), inner) {
      if (is_function(inner)) simplify_function(inner, pass);
    }
  }
  return true;
}

const tern_pass_def_t tern_util_simplify_global_accesses_pass = {
    .flag = "iree-util-simplify-global-accesses",
    .name = "SimplifyGlobalAccessesPass",
    .summary = "Read globals as early as possible, and write them as late as possible",
    .description =
        "Within a block, loads take what was loaded or stored before, and stores that are overwritten unseen are "
        "erased. Loads of immutable globals move to the start of the function.",
    .statistics =
        (const char *const[]){"num-loads - Number of loads replaced", "num-stores - Number of stores erased", NULL},
    .run = run,
};

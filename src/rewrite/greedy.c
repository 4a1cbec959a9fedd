// The greedy driver (upstream: GreedyPatternRewriteDriver). One iteration puts every op on a worklist, unifies the
// constants on the way, works the list off, and simplifies the control flow; iterations go on until one changes
// nothing. Whoever is made or changed comes back onto the list with the ops around it; whoever loses a user, too.

#include "rewrite/greedy.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/map.h"
#include "ir/op_list.h"
#include "rewrite/constant_scope.h"
#include "rewrite/fold.h"

#define INLINE_COUNT 16

// The patterns that apply to the ops of one definition, the best first.
typedef struct pattern_list {
  const tern_pattern_t **values;
  size_t count;
  bool has_canonicalizer;
} pattern_list_t;

typedef struct driver {
  tern_listener_t listener;  // first
  tern_rewriter_t rewriter;
  tern_op_t *root;
  const tern_greedy_options_t *options;
  const tern_pattern_t *patterns;
  size_t pattern_count;
  void *user;
  tern_arena_t arena;
  tern_map_t lists_by_def;  // tern_op_def_t -> pattern_list_t
  tern_op_list_t worklist;  // a stack; NULL where an op was taken out; ops know their places
  const tern_op_t *dying;   // the op that is being erased, with all inside; else NULL
} driver_t;

// --- worklist ---

// The place in an op may be left from another list: it counts only if the op is there (Briggs and Torczon's sparse sets).
static bool is_on_list(const driver_t *driver, const tern_op_t *op) {
  return op->list_place < driver->worklist.count && driver->worklist.values[op->list_place] == op;
}

static void push_one(driver_t *driver, tern_op_t *op) {
  if (is_on_list(driver, op)) return;
  if (driver->dying && tern_op_is_within(op, driver->dying)) return;
  op->list_place = (uint32_t)driver->worklist.count;
  tern_vec_push(&driver->worklist, op);
}

static tern_op_t *pop(driver_t *driver) {
  while (driver->worklist.count) {
    tern_op_t *op = driver->worklist.values[--driver->worklist.count];
    if (op) return op;
  }
  return NULL;
}

static void take_out(driver_t *driver, const tern_op_t *op) {
  if (is_on_list(driver, op)) driver->worklist.values[op->list_place] = NULL;
}

static void reverse_worklist(driver_t *driver) {
  tern_op_t **values = driver->worklist.values;
  for (size_t i = 0, j = driver->worklist.count; i + 1 < j; ++i) {
    tern_op_t *op = values[i];
    values[i] = values[--j];
    values[j] = op;
  }
  for (size_t i = 0; i < driver->worklist.count; ++i) {
    if (values[i]) values[i]->list_place = (uint32_t)i;
  }
}

// Puts `op` and the ops around it, up to the root, onto the list. Ops outside of the root are left alone.
static void push(driver_t *driver, tern_op_t *op) {
  tern_op_t *outer = op;
  while (outer && outer != driver->root) outer = tern_op_parent(outer);
  if (!outer) return;
  for (; op != driver->root; op = tern_op_parent(op)) push_one(driver, op);
}

// Once `op` is gone its operands have a user less: with none or one left there may be more to do. Looks at most at a
// few uses of each operand.
static void push_operand_definitions(driver_t *driver, const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    tern_op_t *definition = value ? tern_value_defining_op(value) : NULL;
    if (!definition) continue;
    const tern_op_t *other_user = NULL;
    bool has_many_users = false;
    tern_value_for_each_use(value, use) {
      if (use->owner == op || use->owner == other_user) continue;
      if (other_user) {
        has_many_users = true;
        break;
      }
      other_user = use->owner;
    }
    if (!has_many_users) push(driver, definition);
  }
}

static void hear_touched(tern_listener_t *listener, tern_op_t *op) { push((driver_t *)listener, op); }

static void hear_erased(tern_listener_t *listener, tern_op_t *op) {
  driver_t *driver = (driver_t *)listener;
  push_operand_definitions(driver, op);
  take_out(driver, op);
  if (op == driver->dying) driver->dying = NULL;
}

static void hear_erase_started(tern_listener_t *listener, tern_op_t *op) { ((driver_t *)listener)->dying = op; }

// --- patterns ---

static bool is_listed(const tern_pattern_labels_t *labels, const char *label) {
  for (size_t i = 0; i < labels->count; ++i) {
    if (tern_str_equal_cstr(labels->values[i], label)) return true;
  }
  return false;
}

static bool is_enabled(const tern_greedy_options_t *options, const char *label) {
  if (!label) label = "";
  if (is_listed(&options->disabled, label)) return false;
  return options->enabled.count == 0 || is_listed(&options->enabled, label);
}

// Before `b` in the order of trials: higher benefit; patterns of the op before those of any op; table order.
static bool goes_before(const tern_pattern_t *a, const tern_pattern_t *b) {
  if (a->benefit != b->benefit) return a->benefit > b->benefit;
  return a->row && !b->row;
}

static const pattern_list_t *patterns_of(driver_t *driver, const tern_op_def_t *def) {
  pattern_list_t *list = tern_map_get(&driver->lists_by_def, def);
  if (list) return list;
  list = tern_arena_alloc_zeroed(&driver->arena, sizeof(*list));
  list->values = tern_arena_alloc_array(&driver->arena, driver->pattern_count + 1, sizeof(list->values[0]));
  for (size_t i = 0; i < driver->pattern_count; ++i) {
    const tern_pattern_t *pattern = &driver->patterns[i];
    if ((pattern->row && pattern->row != def->row) || !is_enabled(driver->options, pattern->name)) continue;
    size_t place = list->count++;
    for (; place > 0 && goes_before(pattern, list->values[place - 1]); --place) {
      list->values[place] = list->values[place - 1];
    }
    list->values[place] = pattern;
  }
  list->has_canonicalizer = driver->options->use_canonicalizers && def->row && def->row->canonicalize &&
                            is_enabled(driver->options, def->row->name);
  tern_map_set(&driver->lists_by_def, def, list);
  return list;
}

static bool apply_patterns(driver_t *driver, tern_op_t *op) {
  const pattern_list_t *list = patterns_of(driver, op->def);
  for (size_t i = 0; i < list->count; ++i) {
    tern_builder_set_before(&driver->rewriter.builder, op);
    if (list->values[i]->rewrite(op, &driver->rewriter, driver->user)) return true;
  }
  if (!list->has_canonicalizer) return false;
  tern_builder_set_before(&driver->rewriter.builder, op);
  return op->def->row->canonicalize(op, &driver->rewriter);
}

// --- iterations ---

// Folds `op`. True if it was changed or replaced.
static bool fold(driver_t *driver, tern_op_t *op) {
  tern_value_t *inline_values[INLINE_COUNT];
  tern_value_t **values = inline_values;
  if (op->result_count > INLINE_COUNT) values = tern_malloc(op->result_count * sizeof(tern_value_t *));
  tern_builder_set_before(&driver->rewriter.builder, op);
  tern_fold_status_t status = tern_fold_op(op, &driver->rewriter.builder, values);
  if (status == TERN_FOLD_IN_PLACE) push(driver, op);
  if (status == TERN_FOLD_REPLACED) {
    tern_rewriter_replace(&driver->rewriter, op, (tern_values_t){values, op->result_count});
  }
  if (values != inline_values) free(values);
  return status != TERN_FOLD_FAILED;
}

static bool work_off_list(driver_t *driver) {
  bool is_changed = false;
  int64_t rewrite_count = 0;
  while (driver->options->max_rewrites < 0 || rewrite_count < driver->options->max_rewrites) {
    tern_op_t *op = pop(driver);
    if (!op) break;
    if (tern_op_is_trivially_dead(op)) {
      tern_rewriter_erase(&driver->rewriter, op);
      is_changed = true;
      continue;
    }
    tern_op_t *parent = tern_op_parent(op);
    if (parent && tern_op_has_trait(parent, TERN_TRAIT_QUOTED_BODY)) continue;
    if (driver->options->fold && fold(driver, op)) {
      is_changed = true;
      continue;
    }
    if (apply_patterns(driver, op)) {
      is_changed = true;
      ++rewrite_count;
    }
  }
  return is_changed;
}

// What the walk that fills the worklist needs.
typedef struct seeding {
  driver_t *driver;
  tern_constant_scopes_t scopes;
  bool has_erased;  // unreachable blocks
} seeding_t;

// True if `op` is (or was) a constant that the scopes took care of by replacing it. A constant without uses is left to
// the list, where it dies.
static bool seed_op(seeding_t *seeding, tern_op_t *op) {
  driver_t *driver = seeding->driver;
  bool unifies = driver->options->fold && !driver->options->keeps_constants;
  if (unifies && tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE) && op->result_count == 1) {
    const tern_attr_t *value = tern_value_constant(tern_op_result(op, 0));
    if (value && !tern_constant_scopes_insert(&seeding->scopes, &driver->rewriter, op, value)) return false;
  }
  // The ops around it are on the list before it in the one order, after it in the other.
  if (driver->options->top_down) {
    push_one(driver, op);
  } else {
    push(driver, op);
  }
  return true;
}

// Upstream's walks, with the next op taken before the visit, since constants move to the front or go away. Unreachable
// blocks go on the way: ops in them may use their own results, and patterns would go round and round.
static void seed_pre_order(seeding_t *seeding, tern_op_t *parent) {
  for (size_t i = 0; i < parent->region_count; ++i) {
    seeding->has_erased |= tern_erase_unreachable_in_region(&parent->regions[i]);
    tern_region_for_each_block(&parent->regions[i], block) {
      tern_block_for_each_op_safe(block, op) {
        if (seed_op(seeding, op)) seed_pre_order(seeding, op);
      }
    }
  }
}

static void seed_post_order(seeding_t *seeding, tern_op_t *parent) {
  for (size_t i = 0; i < parent->region_count; ++i) {
    seeding->has_erased |= tern_erase_unreachable_in_region(&parent->regions[i]);
    tern_region_for_each_block(&parent->regions[i], block) {
      tern_block_for_each_op_safe(block, op) {
        seed_post_order(seeding, op);
        seed_op(seeding, op);
      }
    }
  }
}

static bool seed_worklist(driver_t *driver) {
  driver->worklist.count = 0;
  seeding_t seeding = {.driver = driver};
  tern_constant_scopes_initialize(&seeding.scopes);
  if (driver->options->top_down) {
    seed_pre_order(&seeding, driver->root);
    reverse_worklist(driver);
  } else {
    seed_post_order(&seeding, driver->root);
  }
  bool is_changed = seeding.scopes.is_changed || seeding.has_erased;
  tern_constant_scopes_deinitialize(&seeding.scopes);
  return is_changed;
}

bool tern_apply_patterns_greedily(tern_op_t *op, const tern_pattern_t *patterns, size_t pattern_count, void *user,
                                  const tern_greedy_options_t *options, bool *out_changed) {
  driver_t driver = {
      .listener = {.op_inserted = hear_touched,
                   .op_modified = hear_touched,
                   .op_erased = hear_erased,
                   .erase_started = hear_erase_started},
      .root = op,
      .options = options,
      .patterns = patterns,
      .pattern_count = pattern_count,
      .user = user,
  };
  driver.rewriter.builder = (tern_builder_t){.context = tern_op_context(op), .loc = op->loc};
  driver.rewriter.builder.listener = &driver.listener;
  tern_arena_initialize(&driver.arena);

  bool is_changed = false, goes_on = true;
  for (int64_t i = 0; goes_on && (options->max_iterations < 0 || i < options->max_iterations); ++i) {
    is_changed |= seed_worklist(&driver);
    goes_on = work_off_list(&driver);
    if (options->region_simplify) {
      goes_on |= options->merge_blocks ? tern_simplify_regions_aggressively(op) : tern_simplify_regions(op);
    }
    is_changed |= goes_on;
  }

  tern_arena_deinitialize(&driver.arena);
  tern_map_deinitialize(&driver.lists_by_def);
  tern_vec_deinitialize(&driver.worklist);
  if (out_changed) *out_changed = is_changed;
  return !goes_on;
}

// --iree-stream-elide-async-copies: removes copies of values that nobody looks at any more (upstream:
// ElideAsyncCopies.cpp).
//
//   %c = stream.async.clone %0                           (%0 is memory of its own, and this is its last use)
//   %1 = stream.async.fill %x, %c[...] -> %c as ...  ->  %1 = stream.async.fill %x, %0[...] -> %0 as ...
//
//   %s = stream.async.slice %0[%a to %b]                 (%0 is never written in place)
//   stream.async.dispatch @e::@f(%s[%c0 to %n for %n])   ->   stream.async.dispatch @e::@f(%0[%a to %b for %n])
//
// Whole-program: arguments of functions, branches and loops own their memory if every value that is passed to them does.
// A variable that is loaded, changed and stored back is changed in place, if nothing in between may see it.

#include "analysis/stream/ownership.h"
#include "dialect/stream/stream.h"
#include "dialect/util/util.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "transform/stream/async_slices.h"

typedef struct copies {
  tern_op_list_t clones;
  tern_op_list_t slices;
} copies_t;

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  copies_t *copies = user;
  if (tern_op_is(op, TERN_STREAM(EXECUTABLE))) return TERN_WALK_SKIP;
  if (tern_op_is(op, TERN_STREAM(ASYNC_CLONE))) tern_vec_push(&copies->clones, op);
  if (tern_op_is(op, TERN_STREAM(ASYNC_SLICE))) tern_vec_push(&copies->slices, op);
  return TERN_WALK_ADVANCE;
}

// --- variables that are changed in place ---

// The last version that writes in place make of the value, each in the block of `home`; NULL if a version has other uses
// than the next write.
static const tern_value_t *follow_writes(const tern_value_t *value, const tern_block_t *home) {
  for (;;) {
    if (!tern_value_has_one_use(value)) return value;
    const tern_operand_t *use = value->first_use;
    const tern_op_t *op = use->owner;
    size_t index = tern_operand_index(use);
    if (op->block != home || !tern_stream_writes_operand(op, index)) return value;
    for (size_t i = 0; i < op->result_count; ++i) {
      if (tern_stream_tied_operand(op, i) == (int64_t)index) value = &op->results[i];
    }
  }
}

static tern_op_t *find_store(const tern_value_t *value, const tern_attr_t *global, const tern_block_t *home) {
  tern_value_for_each_use(value, use) {
    tern_op_t *op = use->owner;
    if (op->block == home && tern_op_is(op, TERN_UTIL(GLOBAL_STORE)) && tern_op_attr(op, "global") == global) return op;
  }
  return NULL;
}

typedef struct seen {
  const tern_attr_t *global;
  bool may_see;
} seen_t;

static tern_walk_result_t look(tern_op_t *op, void *user) {
  seen_t *seen = user;
  bool is_call = tern_op_has_trait(op, TERN_TRAIT_CALL_LIKE);
  bool is_access = (tern_op_is(op, TERN_UTIL(GLOBAL_LOAD)) || tern_op_is(op, TERN_UTIL(GLOBAL_STORE))) &&
                   tern_op_attr(op, "global") == seen->global;
  bool is_indirect =
      tern_op_is(op, TERN_UTIL(GLOBAL_LOAD_INDIRECT)) || tern_op_is(op, TERN_UTIL(GLOBAL_STORE_INDIRECT));
  if (is_call || is_access || is_indirect) seen->may_see = true;
  return seen->may_see ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

// Does an op from `first` to before `end` look at the variable, other than `load`?
static bool may_see(tern_op_t *first, const tern_op_t *end, const tern_op_t *load, const tern_attr_t *global) {
  seen_t seen = {global, false};
  for (tern_op_t *op = first; op && op != end && !seen.may_see; op = op->next) {
    if (op != load) tern_op_walk_pre(op, look, &seen);
  }
  return seen.may_see;
}

// The last op of the block that uses the value; NULL: it has uses in other blocks.
static tern_op_t *last_user(const tern_value_t *value, const tern_block_t *home) {
  tern_op_t *last = NULL;
  tern_value_for_each_use(value, use) {
    if (use->owner->block != home) return NULL;
    if (!last || tern_op_is_before(last, use->owner)) last = use->owner;
  }
  return last;
}

// Is everybody who reads the variable done before it may be written again? Readers of one call are, if their results are
// returned, or if they come before the store, which waits for them. Results that only other variables get are not.
typedef struct readers {
  const tern_attr_t *global;
  bool loads, stores, stores_others;
} readers_t;

static tern_walk_result_t find_accesses(tern_op_t *op, void *user) {
  readers_t *readers = user;
  bool is_store = tern_op_is(op, TERN_UTIL(GLOBAL_STORE));
  if (!is_store && !tern_op_is(op, TERN_UTIL(GLOBAL_LOAD))) return TERN_WALK_ADVANCE;
  bool is_same = tern_op_attr(op, "global") == readers->global;
  if (is_same) *(is_store ? &readers->stores : &readers->loads) = true;
  if (!is_same && is_store) readers->stores_others |= tern_type_is_stream_resource(tern_op_operand(op, 0)->type);
  return TERN_WALK_ADVANCE;
}

static bool are_readers_known(const tern_op_t *load) {
  tern_op_t *module = tern_op_parent(tern_block_parent_op(load->block));
  const tern_block_t *body = module ? tern_op_body(module, 0) : NULL;
  for (tern_op_t *op = body ? body->first_op : NULL; op; op = op->next) {
    if (!tern_op_is(op, TERN_UTIL(FUNC))) continue;
    readers_t readers = {.global = tern_op_attr(load, "global")};
    tern_op_walk_pre(op, find_accesses, &readers);
    if (readers.loads && !readers.stores && readers.stores_others) return false;
  }
  return body != NULL;
}

// May `clone` go, which copies a variable as it was loaded? If what is made of the copy is stored to the variable in this
// block, and nothing from the load to the store looks at the variable, nor has an earlier load of it uses left. Then the
// store moves behind the readers of what it stores, so that it waits for them.
static bool prepare_variable_update(const tern_op_t *clone) {
  const tern_value_t *source = tern_op_operand(clone, 0);
  const tern_block_t *home = clone->block;
  const tern_op_t *load = tern_value_defining_op(source);
  if (!load || !tern_op_is(load, TERN_UTIL(GLOBAL_LOAD)) || load->block != home) return false;
  if (!tern_stream_is_last_use(&clone->operands[0])) return false;
  const tern_attr_t *global = tern_op_attr(load, "global");
  const tern_value_t *last = follow_writes(&clone->results[0], home);
  tern_op_t *store = last == &clone->results[0] ? NULL : find_store(last, global, home);
  tern_op_t *user = store ? last_user(last, home) : NULL;
  // From the start of the block: an earlier load of the variable might have uses behind the write. The block is run from
  // its start with no older load around if it is a function's entry.
  bool is_alone = user && tern_block_is_entry(home) && tern_op_is(tern_block_parent_op(home), TERN_UTIL(FUNC)) &&
                  !may_see(home->first_op, store, load, global) && !may_see(store->next, user->next, NULL, global);
  if (!is_alone || !are_readers_known(load)) return false;
  if (user != store) tern_op_move_before(store, user->next);
  return true;
}

// Ops of a function that is called may see what its callers have loaded before.
static bool is_called(const tern_stream_ownership_t *ownership, const tern_op_t *op) {
  return tern_map_get(&ownership->flow.calls, tern_block_parent_op(op->block)) != NULL;
}

static bool elide_clone(tern_stream_ownership_t *ownership, tern_op_t *clone) {
  tern_value_t *source = tern_op_operand(clone, 0);
  if (source->type != clone->results[0].type) return false;
  bool is_needless = tern_stream_owns_memory(ownership, source) && tern_stream_is_last_use(&clone->operands[0]);
  if (!is_needless && (is_called(ownership, clone) || !prepare_variable_update(clone))) return false;
  tern_map_remove(&ownership->owned, &clone->results[0]);
  tern_value_replace_all_uses(&clone->results[0], source);
  tern_op_destroy(clone);
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  copies_t copies = {0};
  tern_map_t only_read = {0};
  size_t count = 0;
  tern_op_walk_pre(module, collect, &copies);
  // Slices first: a clone may only go if nothing reads its source later.
  for (size_t i = 0; i < copies.slices.count; ++i) {
    count += tern_stream_elide_slice(copies.slices.values[i], &only_read);
  }
  tern_map_deinitialize(&only_read);
  for (size_t i = 0; i < copies.slices.count; ++i) {
    if (!tern_value_has_uses(&copies.slices.values[i]->results[0])) tern_op_destroy(copies.slices.values[i]);
  }
  tern_stream_ownership_t ownership;
  tern_stream_ownership_initialize(&ownership, module);
  for (size_t i = 0; i < copies.clones.count; ++i) count += elide_clone(&ownership, copies.clones.values[i]);
  tern_stream_ownership_deinitialize(&ownership);
  tern_vec_deinitialize(&copies.clones);
  tern_vec_deinitialize(&copies.slices);
  tern_pass_count(pass, 0, count);
  return true;
}

const tern_pass_def_t tern_stream_elide_async_copies_pass = {
    .flag = "iree-stream-elide-async-copies",
    .name = "ElideAsyncCopies",
    .anchor = "builtin.module",
    .summary = "Removes copies of values that nobody looks at any more",
    .statistics = (const char *const[]){"elided - copies that were removed", NULL},
    .dialects = (const tern_dialect_t *const[]){&tern_stream_dialect, NULL},
    .run = run,
};

// --async-runtime-ref-counting: references are counted by where values are used for the last time (upstream:
// AsyncRuntimeRefCounting.cpp).

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/cf/cf.h"
#include "dialect/func/func.h"
#include "pass/pass.h"
#include "transform/async/reference_counts.h"

// Where a value is alive, and where each block uses it last. Blocks are numbered in their `scratch`.
typedef struct life {
  tern_value_t *value;
  tern_region_t *region;
  TERN_VEC(tern_block_t *) blocks;
  tern_op_t **last_uses;  // NULL: the block does not use it
  bool *is_live_in;
} life_t;

static bool is_live_out(const life_t *life, const tern_block_t *block) {
  const tern_op_t *end = block->last_op;
  for (size_t i = 0; end && i < end->successor_count; ++i) {
    if (life->is_live_in[end->successors[i].block->scratch]) return true;
  }
  return false;
}

static void find_life(life_t *life, tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  const tern_block_t *home = op ? op->block : tern_value_arg_block(value);
  life->value = value;
  life->region = home->parent;
  life->blocks.count = 0;
  tern_region_for_each_block(life->region, block) {
    block->scratch = (uint32_t)life->blocks.count;
    tern_vec_push(&life->blocks, block);
  }
  size_t count = life->blocks.count;
  life->last_uses = tern_calloc(count, sizeof *life->last_uses);
  life->is_live_in = tern_calloc(count, sizeof *life->is_live_in);
  tern_value_for_each_use(value, use) {
    tern_op_t *user = tern_async_op_in_region(use->owner, life->region);
    tern_op_t **last = &life->last_uses[user->block->scratch];
    if (!*last || tern_op_is_before(*last, user)) *last = user;
  }
  for (bool changes = true; changes;) {
    changes = false;
    for (size_t i = count; i-- > 0;) {
      const tern_block_t *block = life->blocks.values[i];
      if (life->is_live_in[i] || block == home || !(life->last_uses[i] || is_live_out(life, block))) continue;
      life->is_live_in[i] = changes = true;
    }
  }
}

static void free_life(life_t *life) {
  free(life->last_uses);
  free(life->is_live_in);
}

// Functions give what they return to their callers.
static bool drop_after_last_uses(const life_t *life) {
  for (size_t i = 0; i < life->blocks.count; ++i) {
    tern_op_t *last = life->last_uses[i];
    if (!last || is_live_out(life, life->blocks.values[i]) || tern_op_has_trait(last, TERN_TRAIT_RETURN_LIKE)) continue;
    if (tern_op_has_trait(last, TERN_TRAIT_TERMINATOR)) {
      return tern_emit_error(last->loc, "async reference counting can't handle terminators that are not ReturnLike");
    }
    tern_builder_t b = tern_builder_after(last);
    tern_async_count(&b, life->value, -1);
  }
  return true;
}

// A function drops what it is given.
static void add_before_calls(tern_value_t *value) {
  tern_value_for_each_use(value, use) {
    if (!tern_op_is(use->owner, TERN_FUNC(CALL))) continue;
    tern_builder_t b = tern_builder_before(use->owner);
    tern_async_count(&b, value, 1);
  }
}

static bool has_other_predecessor(const tern_block_t *block, const tern_block_t *known) {
  for (const tern_successor_t *use = block->first_use; use; use = use->next) {
    if (use->owner->block != known) return true;
  }
  return false;
}

// On the way from `block` to `target`, in a block of its own if others come there too.
static void drop_on_edge(const life_t *life, tern_block_t *block, tern_block_t *target) {
  tern_op_t *end = block->last_op;
  tern_block_t *place = target;
  if (has_other_predecessor(target, block)) {
    place = tern_block_create(tern_op_context(end));
    tern_block_insert(place, life->region, target);
    tern_builder_t b = tern_builder_at_end(place, tern_value_loc(life->value));
    tern_build(&b, TERN_CF(BR), .successors = (tern_block_t *[]){target}, .successor_count = 1);
    for (size_t i = 0; i < end->successor_count; ++i) {
      if (end->successors[i].block == target) tern_successor_set(&end->successors[i], place);
    }
  }
  tern_builder_t b = tern_builder_at_start(place, tern_value_loc(life->value));
  tern_async_count(&b, life->value, -1);
}

// Where only some of the blocks that follow use the value. Suspended coroutines go on in the end, so nothing is dropped
// where they are left.
static bool drop_where_ways_part(const life_t *life) {
  for (size_t i = 0; i < life->blocks.count; ++i) {
    tern_block_t *block = life->blocks.values[i];
    tern_op_t *end = block->last_op;
    if (!is_live_out(life, block) || tern_op_is(end, TERN_ASYNC(CORO_SUSPEND))) continue;
    TERN_VEC(tern_block_t *) dead = {0};
    bool has_args = false;
    for (size_t k = 0; k < end->successor_count; ++k) {
      tern_block_t *target = end->successors[k].block;
      bool is_known = life->is_live_in[target->scratch];
      for (size_t j = 0; j < dead.count; ++j) is_known = is_known || dead.values[j] == target;
      if (is_known) continue;
      tern_vec_push(&dead, target);
      has_args = has_args || target->arg_count > 0;
    }
    for (size_t k = 0; !has_args && k < dead.count; ++k) drop_on_edge(life, block, dead.values[k]);
    tern_vec_deinitialize(&dead);
    if (has_args) {
      return tern_op_error(end, "successor have different `liveIn` property of the reference counted value");
    }
  }
  return true;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_async_value_list_t values = {0};
  life_t life = {0};
  bool is_right = tern_async_lowered_values(op, &values);
  for (size_t i = 0; is_right && i < values.count; ++i) {
    if (tern_async_drop_if_unused(values.values[i])) continue;
    find_life(&life, values.values[i]);
    is_right = drop_after_last_uses(&life);
    if (is_right) add_before_calls(life.value);
    is_right = is_right && drop_where_ways_part(&life);
    free_life(&life);
  }
  tern_vec_deinitialize(&life.blocks);
  tern_vec_deinitialize(&values);
  return is_right;
}

static const tern_dialect_t *const dialects[] = {&tern_async_dialect, &tern_cf_dialect, NULL};

const tern_pass_def_t tern_async_runtime_ref_counting_pass = {
    .flag = "async-runtime-ref-counting",
    .name = "AsyncRuntimeRefCountingPass",
    .summary = "Count references of async values by what uses them last",
    .description =
        "Each value is made with one reference. It is dropped after the last use, and on ways that do not come "
        "to a use; calls take a reference along. Tasks have to be lowered before.",
    .dialects = dialects,
    .run = run,
};

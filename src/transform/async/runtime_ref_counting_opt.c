// --async-runtime-ref-counting-opt: references that are added and dropped again without need (upstream:
// AsyncRuntimeRefCountingOpt.cpp).

#include <stdlib.h>

#include "base/map.h"
#include "dialect/func/func.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/async/reference_counts.h"

// The users of a value in the blocks of its region and inside of what they hold.
static void list_users(const tern_value_t *value, tern_op_list_t *users) {
  const tern_op_t *op = tern_value_defining_op(value);
  const tern_region_t *region = (op ? op->block : tern_value_arg_block(value))->parent;
  users->count = 0;
  tern_value_for_each_use(value, use) {
    tern_op_t *user = use->owner;
    for (; user->block->parent != region; user = tern_op_parent(user)) tern_vec_push(users, user);
    tern_vec_push(users, user);
  }
}

// A function drops what it is given: what follows a call lives on the reference that was added before it.
static bool has_use_after_call(const tern_op_list_t *users, const tern_op_t *add, const tern_op_t *drop) {
  const tern_op_t *first_call = NULL, *last_other = NULL;
  for (size_t i = 0; i < users->count; ++i) {
    const tern_op_t *user = users->values[i];
    if (user->block != add->block || !tern_op_is_before(add, user) || !tern_op_is_before(user, drop)) continue;
    bool is_call = tern_op_is(user, TERN_FUNC(CALL));
    if (is_call && (!first_call || tern_op_is_before(user, first_call))) first_call = user;
    if (!is_call && (!last_other || tern_op_is_before(last_other, user))) last_other = user;
  }
  return first_call && last_other && tern_op_is_before(first_call, last_other);
}

// By blocks, in each from the first to the last.
static int compare(const void *a, const void *b) {
  const tern_op_t *left = *(tern_op_t *const *)a, *right = *(tern_op_t *const *)b;
  if (left == right) return 0;
  if (left->block != right->block) return (uintptr_t)left->block < (uintptr_t)right->block ? -1 : 1;
  return tern_op_is_before(left, right) ? -1 : 1;
}

static void find_pairs(tern_op_list_t *users, tern_op_list_t *gone, tern_map_t *taken) {
  if (users->count) qsort(users->values, users->count, sizeof *users->values, compare);
  for (size_t i = 0; i < users->count; ++i) {
    tern_op_t *add = users->values[i];
    if (!tern_op_is(add, TERN_ASYNC(RUNTIME_ADD_REF))) continue;
    for (size_t k = i + 1; k < users->count && users->values[k]->block == add->block; ++k) {
      tern_op_t *drop = users->values[k];
      if (!tern_op_is(drop, TERN_ASYNC(RUNTIME_DROP_REF)) || tern_map_contains(taken, drop)) continue;
      if (tern_op_attr(drop, "count") != tern_op_attr(add, "count") || has_use_after_call(users, add, drop)) continue;
      tern_map_set(taken, drop, add);
      tern_vec_push(gone, add);
      tern_vec_push(gone, drop);
      break;
    }
  }
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_async_value_list_t values = tern_async_counted_values(op);
  tern_op_list_t users = {0}, gone = {0};
  tern_map_t taken = {0};
  for (size_t i = 0; i < values.count; ++i) {
    list_users(values.values[i], &users);
    find_pairs(&users, &gone, &taken);
  }
  for (size_t i = 0; i < gone.count; ++i) tern_op_destroy(gone.values[i]);
  tern_map_deinitialize(&taken);
  tern_vec_deinitialize(&gone);
  tern_vec_deinitialize(&users);
  tern_vec_deinitialize(&values);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_async_dialect, NULL};

const tern_pass_def_t tern_async_runtime_ref_counting_opt_pass = {
    .flag = "async-runtime-ref-counting-opt",
    .name = "AsyncRuntimeRefCountingOptPass",
    .summary =
        "Optimize automatic reference counting operations for the Async runtime by removing redundant operations",
    .description =
        "A reference that is added and dropped in one block goes, unless a call takes one between them and the "
        "value is used behind the call.",
    .dialects = dialects,
    .run = run,
};

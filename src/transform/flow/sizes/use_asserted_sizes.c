// --iree-flow-use-asserted-sizes: sizes that the program says are equal are one value.
//
//   %a = tensor.dim %x, %c0                                    %a = tensor.dim %x, %c0
//   %b = tensor.dim %y, %c0                                    %b = tensor.dim %y, %c0
//   "use"(%b)                                                  %0 = arith.cmpi eq, %a, %b : index
//   %0 = arith.cmpi eq, %a, %b : index             ->          cf.assert %0, "sizes differ"
//   cf.assert %0, "sizes differ"                               "use"(%a)
//   "use"(%b)                                                  "use"(%a)
//
// This is ours. Ops can share loops only where their sizes are known to be equal, and programs of dynamic shapes begin with
// assertions of that. What an assertion needs moves to the start of its block with it, if that is sizes and arithmetic. Sizes as
// i32, which those of StableHLO are, are as good as indices: an i32 that is made an index again is the size that it was.

#include "dialect/arith/arith.h"
#include "dialect/cf/cf.h"
#include "dialect/hal/hal.h"
#include "dialect/tensor/tensor.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/dispatch_creation/dispatch_region.h"

static bool is_index_cast(const tern_op_t *op) {
  return op && (tern_op_is(op, TERN_ARITH(INDEX_CAST)) || tern_op_is(op, TERN_ARITH(INDEX_CASTUI)));
}

// The size of a dimension that a number is, as it is or as an integer; NULL if it is none.
static tern_value_t *size_of(tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  while (op && (is_index_cast(op) || tern_op_is(op, TERN_ARITH(EXTSI)))) {
    value = tern_op_operand(op, 0);
    op = tern_value_defining_op(value);
  }
  bool is_size = op && (tern_op_is(op, TERN_TENSOR(DIM)) || tern_op_is(op, TERN_HAL(BUFFER_VIEW_DIM)));
  return is_size ? value : NULL;
}

// --- casts ---

static bool is_wanted(const tern_op_t *op) {
  bool is_wanted = tern_op_is(op, TERN_CF(ASSERT)) || (is_index_cast(op) && tern_type_is_index(op->results[0].type));
  return is_wanted && !tern_is_in_dispatch(op);
}

static void drop_casts(tern_op_t *op) {
  tern_value_t *size = size_of(&op->results[0]);
  if (!size) return;
  tern_value_replace_all_uses(&op->results[0], size);
  tern_op_destroy(op);
}

// --- assertions ---

// Can `value` be computed at the start of `block`?
static bool can_hoist(const tern_value_t *value, const tern_block_t *block) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op || op->block != block) return true;
  if (tern_op_effects(op) != 0 || op->region_count != 0) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!can_hoist(tern_op_operand(op, i), block)) return false;
  }
  return true;
}

// Moves the op, behind what it needs, in front of `*place`, which is the first op that was not moved.
static void hoist(tern_op_t *op, tern_op_t **place) {
  if (op != *place && tern_op_is_before(op, *place)) return;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_op_t *needed = tern_value_defining_op(tern_op_operand(op, i));
    if (needed && needed->block == op->block) hoist(needed, place);
  }
  if (op == *place) {
    *place = op->next;
  } else {
    tern_op_move_before(op, *place);
  }
}

// The op of `block` that `op` is, or is in; NULL if it is elsewhere.
static tern_op_t *ancestor_in(tern_op_t *op, const tern_block_t *block) {
  while (op && op->block != block) op = tern_op_parent(op);
  return op;
}

static void replace_behind(tern_op_t *assertion, tern_value_t *size, tern_value_t *equal) {
  tern_op_list_t users = {0};
  tern_value_for_each_use(size, use) {
    tern_op_t *user = ancestor_in(use->owner, assertion->block);
    if (user && user != assertion && tern_op_is_before(assertion, user)) tern_vec_push(&users, use->owner);
  }
  for (size_t i = 0; i < users.count; ++i) {
    for (size_t j = 0; j < users.values[i]->operand_count; ++j) {
      if (tern_op_operand(users.values[i], j) == size) tern_op_set_operand(users.values[i], j, equal);
    }
  }
  tern_vec_deinitialize(&users);
}

// True if two sizes became one.
static bool use_assertion(tern_op_t *assertion) {
  const tern_op_t *compared = tern_value_defining_op(tern_op_operand(assertion, 0));
  if (!compared || !tern_op_is(compared, TERN_ARITH(CMPI)) ||
      tern_enum_attr_value(tern_op_attr(compared, "predicate")) != TERN_CMPI_EQ)
    return false;
  tern_value_t *x = size_of(tern_op_operand(compared, 0)), *y = size_of(tern_op_operand(compared, 1));
  if (!x || !y || x == y) return false;
  const tern_op_t *first = tern_value_defining_op(x), *second = tern_value_defining_op(y);
  if (first->block != assertion->block || second->block != assertion->block) return false;
  bool is_first = first == second ? x->index < y->index : tern_op_is_before(first, second);
  replace_behind(assertion, is_first ? y : x, is_first ? x : y);
  return true;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_block_t *block = NULL;
  tern_op_t *place = NULL;
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_wanted);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    if (!tern_op_is(op, TERN_CF(ASSERT))) continue;
    if (op->block != block) place = op->block->first_op;
    block = op->block;
    if (can_hoist(tern_op_operand(op, 0), block)) hoist(op, &place);
    if (use_assertion(op)) tern_pass_count(pass, 0, 1);
  }
  for (size_t i = 0; i < ops.count; ++i) {
    if (!tern_op_is(ops.values[i], TERN_CF(ASSERT))) drop_casts(ops.values[i]);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_use_asserted_sizes_pass = {
    .flag = "iree-flow-use-asserted-sizes",
    .name = "UseAssertedSizesPass",
    .summary = "Make one value of sizes that the program asserts to be equal",
    .statistics = (const char *const[]){"num-equal - sizes that became another one", NULL},
    .run = run,
};

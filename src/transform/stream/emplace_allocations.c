// --iree-stream-emplace-allocations: dispatches write their results where they are wanted (upstream:
// EmplaceAllocations.cpp).
//
//   %0 = stream.async.dispatch @e::@f(%a[...]) -> type{%n}
//   %1 = stream.async.update %0, %t[%o to %e] : type{%n} -> %t as type{%m}
// becomes
//   %1 = stream.async.dispatch @e::@f(%a[...], %t[%o to %e for %n]) -> %t{%m}
//
// The result's binding becomes an operand that stands last, so that the order of bindings stays: only the first result
// that is not tied is placed. The target has to be there before the dispatch, have no other use than the update, and its
// range has to start where a binding may start.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/stream/stream.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef TERN_VEC(tern_value_t *) value_list_t;

static tern_value_t *named(const tern_op_t *op, const char *name) { return tern_op_operand_named(op, name); }

// May the value be had before `op`, by moving pure ops of its block in front of it? Index arithmetic is shallow.
static bool is_movable_before(const tern_value_t *value, const tern_op_t *op, size_t depth) {
  const tern_op_t *def = tern_value_defining_op(value);
  if (tern_value_block(value) != op->block) return true;  // of a block around: it dominates the update, thus this block
  if (!def || tern_op_is_before(def, op)) return true;
  if (depth == 0 || def == op || def->region_count || !tern_op_has_trait(def, TERN_TRAIT_PURE)) return false;
  for (size_t i = 0; i < def->operand_count; ++i) {
    if (!is_movable_before(tern_op_operand(def, i), op, depth - 1)) return false;
  }
  return true;
}

static void move_before(tern_value_t *value, tern_op_t *op) {
  tern_op_t *def = tern_value_defining_op(value);
  if (!def || def->block != op->block || tern_op_is_before(def, op)) return;
  for (size_t i = 0; i < def->operand_count; ++i) move_before(tern_op_operand(def, i), op);
  tern_op_move_before(def, op);
}

// A target that only makes memory may come earlier too.
static bool is_target_available(const tern_value_t *target, const tern_op_t *dispatch) {
  const tern_op_t *def = tern_value_defining_op(target);
  if (tern_value_block(target) != dispatch->block || !def || tern_op_is_before(def, dispatch)) return true;
  bool is_plain = tern_op_is(def, TERN_STREAM(ASYNC_ALLOCA)) || tern_op_is(def, TERN_STREAM(ASYNC_SPLAT));
  if (!is_plain) return false;
  for (size_t i = 0; i < def->operand_count; ++i) {
    if (!is_movable_before(tern_op_operand(def, i), dispatch, 8)) return false;
  }
  return true;
}

static void make_target_available(tern_value_t *target, tern_op_t *dispatch) {
  tern_op_t *def = tern_value_defining_op(target);
  if (!def || def->block != dispatch->block || tern_op_is_before(def, dispatch)) return;
  for (size_t i = 0; i < def->operand_count; ++i) move_before(tern_op_operand(def, i), dispatch);
  tern_op_move_before(def, dispatch);
}

// The only use of the result, if it is the update's value.
static tern_op_t *find_update(const tern_value_t *result) {
  if (!tern_value_has_one_use(result)) return NULL;
  tern_op_t *op = result->first_use->owner;
  if (!tern_op_is(op, TERN_STREAM(ASYNC_UPDATE)) || named(op, "update") != result) return NULL;
  return named(op, "target") != result ? op : NULL;
}

static bool is_aligned(const tern_op_t *update) {
  int64_t offset, alignment = tern_stream_resource_config_lookup(update).min_buffer_offset_alignment;
  return tern_index_constant(named(update, "target_offset"), &offset) && offset % alignment == 0;
}

static bool may_emplace(const tern_op_t *dispatch, const tern_value_t *result, const tern_op_t *update) {
  const tern_value_t *target = named(update, "target");
  if (update->block != dispatch->block || !tern_value_has_one_use(target) || !is_aligned(update)) return false;
  if (tern_op_attr(update, "affinity") != tern_op_attr(dispatch, "affinity")) return false;
  (void)result;
  return is_target_available(target, dispatch) && is_movable_before(named(update, "target_size"), dispatch, 8) &&
         is_movable_before(named(update, "target_end"), dispatch, 8) &&
         is_movable_before(named(update, "target_offset"), dispatch, 8);
}

// The operands of the dispatch with the target's range behind the others. `place` is the result's position among sizes.
static tern_op_t *build_dispatch(tern_op_t *dispatch, size_t result, const tern_op_t *update) {
  enum { GROUPS = 7 };
  tern_value_t *const range[GROUPS] = {NULL,
                                       named(update, "target"),
                                       named(update, "target_size"),
                                       named(update, "target_offset"),
                                       named(update, "target_end"),
                                       named(update, "update_size"),
                                       NULL};
  value_list_t operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  TERN_VEC(const tern_attr_t *) ties = {0};
  int32_t segments[GROUPS];
  int64_t position = 0;
  for (size_t i = 0; i < GROUPS; ++i) {
    size_t start, count;
    tern_op_operand_group(dispatch, i, &start, &count);
    if (i == 1) position = (int64_t)count;
    for (size_t k = 0; k < count; ++k) {
      bool is_size = i == GROUPS - 1 && k == result;
      tern_vec_push(&operands, is_size ? named(update, "target_size") : tern_op_operand(dispatch, start + k));
    }
    if (range[i]) tern_vec_push(&operands, range[i]);
    segments[i] = (int32_t)count + (range[i] != NULL);
  }
  const tern_attr_t *old = tern_op_attr(dispatch, "tied_operands");
  const tern_type_t *index = tern_index_type_get(tern_op_context(dispatch));
  for (size_t i = 0; i < dispatch->result_count; ++i) {
    int64_t tie = i < tern_int_list_attr_count(old) ? tern_int_list_attr_at(old, i) : -1;
    tern_vec_push(&types, i == result ? range[1]->type : dispatch->results[i].type);
    tern_vec_push(&ties, tern_integer_attr_get(index, i == result ? position : tie));
  }
  tern_builder_t builder = tern_builder_before(dispatch);
  tern_op_t *made =
      tern_build(&builder, TERN_STREAM(ASYNC_DISPATCH), .operands = {operands.values, operands.count},
                 .types = {types.values, types.count}, .segments = segments, .dictionary = dispatch->attrs);
  static const char *const kept[] = {"entry_points", "affinity"};
  for (size_t i = 0; i < 2; ++i) {
    if (tern_op_attr(dispatch, kept[i])) tern_op_set_attr(made, kept[i], tern_op_attr(dispatch, kept[i]));
  }
  tern_op_set_attr(made, "tied_operands", tern_array_attr_get(tern_op_context(dispatch), ties.values, ties.count));
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&ties);
  return made;
}

static bool emplace(tern_op_t *dispatch) {
  size_t result = 0;
  while (result < dispatch->result_count && tern_stream_tied_operand(dispatch, result) >= 0) ++result;
  if (result == dispatch->result_count) return false;
  tern_op_t *update = find_update(&dispatch->results[result]);
  if (!update || !may_emplace(dispatch, &dispatch->results[result], update)) return false;
  make_target_available(named(update, "target"), dispatch);
  move_before(named(update, "target_size"), dispatch);
  move_before(named(update, "target_offset"), dispatch);
  move_before(named(update, "target_end"), dispatch);
  tern_op_t *made = build_dispatch(dispatch, result, update);
  tern_value_replace_all_uses(&update->results[0], &made->results[result]);
  tern_op_destroy(update);
  for (size_t i = 0; i < dispatch->result_count; ++i) {
    if (i != result) tern_value_replace_all_uses(&dispatch->results[i], &made->results[i]);
  }
  tern_op_destroy(dispatch);
  return true;
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  tern_op_list_t *dispatches = user;
  if (tern_op_is(op, TERN_STREAM(EXECUTABLE))) return TERN_WALK_SKIP;
  if (tern_op_is(op, TERN_STREAM(ASYNC_DISPATCH))) tern_vec_push(dispatches, op);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_op_list_t dispatches = {0};
  tern_op_walk_pre(op, collect, &dispatches);
  for (size_t i = 0; i < dispatches.count; ++i) {
    if (emplace(dispatches.values[i])) tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&dispatches);
  return true;
}

const tern_pass_def_t tern_stream_emplace_allocations_pass = {
    .flag = "iree-stream-emplace-allocations",
    .name = "EmplaceAllocations",
    .summary = "Lets dispatches write their results where they are wanted",
    .statistics = (const char *const[]){"emplaced - results that are written in place", NULL},
    .dialects = (const tern_dialect_t *const[]){&tern_stream_dialect, &tern_arith_dialect, NULL},
    .run = run,
};

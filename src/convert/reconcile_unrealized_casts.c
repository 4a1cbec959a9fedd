// --reconcile-unrealized-casts: casts that come back to the types they started from go, with those that only
// dead casts use (upstream: ReconcileUnrealizedCasts).

#include "base/map.h"
#include "ir/op_def.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static bool is_cast(const tern_op_t *op) {
  return op && tern_str_equal_cstr(tern_op_name(op), "builtin.unrealized_conversion_cast");
}

// The cast whose results, all and in order, are the inputs of `cast`; NULL if there is none.
static tern_op_t *find_input_cast(const tern_op_t *cast) {
  if (cast->operand_count == 0) return NULL;
  tern_op_t *input = tern_value_defining_op(tern_op_operand(cast, 0));
  if (!is_cast(input) || input->result_count != cast->operand_count) return NULL;
  for (size_t i = 0; i < cast->operand_count; ++i) {
    if (tern_op_operand(cast, i) != tern_op_result(input, i)) return NULL;
  }
  return input;
}

static bool has_result_types(const tern_op_t *cast, const tern_op_t *source) {
  if (cast->result_count != source->operand_count) return false;
  for (size_t i = 0; i < cast->result_count; ++i) {
    if (tern_op_result(cast, i)->type != tern_op_operand(source, i)->type) return false;
  }
  return true;
}

static bool uses_results_of(const tern_op_t *source, const tern_op_t *cast) {
  for (size_t i = 0; i < source->operand_count; ++i) {
    if (tern_value_defining_op(tern_op_operand(source, i)) == cast) return true;
  }
  return false;
}

static void bypass(tern_op_t *cast) {
  tern_map_t seen = {0};  // in unreachable code casts may go round in circles
  for (tern_op_t *source = cast; source && tern_map_set(&seen, source, source); source = find_input_cast(source)) {
    if (!has_result_types(cast, source)) continue;
    if (uses_results_of(source, cast)) break;
    for (size_t i = 0; i < cast->result_count; ++i) {
      tern_value_replace_all_uses(tern_op_result(cast, i), tern_op_operand(source, i));
    }
    break;
  }
  tern_map_deinitialize(&seen);
}

// Marks a cast that is used, and the casts that it uses.
static void mark_live(tern_op_t *cast, tern_map_t *live) {
  tern_op_list_t worklist = {0};
  tern_vec_push(&worklist, cast);
  while (worklist.count > 0) {
    tern_op_t *op = worklist.values[--worklist.count];
    if (!tern_map_set(live, op, op)) continue;
    for (size_t i = 0; i < op->operand_count; ++i) {
      tern_op_t *definition = tern_value_defining_op(tern_op_operand(op, i));
      if (is_cast(definition)) tern_vec_push(&worklist, definition);
    }
  }
  tern_vec_deinitialize(&worklist);
}

static bool has_other_user(const tern_op_t *cast) {
  for (size_t i = 0; i < cast->result_count; ++i) {
    tern_value_for_each_use(tern_op_result(cast, i), use) {
      if (!is_cast(use->owner)) return true;
    }
  }
  return false;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_map_t live = {0};
  tern_op_list_t casts = tern_op_collect(root, TERN_POSTORDER, is_cast);
  for (size_t i = casts.count; i-- > 0;) bypass(casts.values[i]);
  for (size_t i = 0; i < casts.count; ++i) {
    if (has_other_user(casts.values[i])) mark_live(casts.values[i], &live);
  }
  for (size_t i = 0; i < casts.count; ++i) {
    if (!tern_map_contains(&live, casts.values[i])) tern_op_drop_all_uses_of_operands(casts.values[i]);
  }
  for (size_t i = 0; i < casts.count; ++i) {
    if (!tern_map_contains(&live, casts.values[i])) tern_op_destroy(casts.values[i]);
  }
  tern_map_deinitialize(&live);
  tern_vec_deinitialize(&casts);
  return true;
}

const tern_pass_def_t tern_reconcile_unrealized_casts_pass = {
    .flag = "reconcile-unrealized-casts",
    .name = "ReconcileUnrealizedCastsPass",
    .summary = "Remove casts between types that other casts undo",
    .description =
        "Looks through chains of casts for one that started from the types it is needed in. What stays is needed by "
        "something, and no error.",
    .run = run,
};

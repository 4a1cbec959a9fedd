// --test-single-fold: folds each op once, constants first in their regions. It is there to test folds alone, without patterns.
//
// Source: upstream's pass of the same name. Ops are visited from the last to the first, so that what an op uses is folded after
// it and no fold sees the outcome of another.

#include <stdlib.h>

#include "base/arena.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/constant_scope.h"
#include "rewrite/fold.h"

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  tern_vec_push((tern_op_list_t *)user, op);
  return TERN_WALK_ADVANCE;
}

// What the op's results are; false if it does not fold, or was changed in place.
static bool fold(tern_op_t *op, tern_constant_scopes_t *scopes, int64_t max_iterations, tern_value_t **out_values) {
  const tern_attr_t *constant = NULL;
  if (tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE) && op->result_count == 1)
    constant = tern_value_constant(tern_op_result(op, 0));
  tern_fold_result_t *results = tern_malloc((op->result_count + 1) * sizeof *results);
  bool is_folded = true;
  if (constant) {
    results[0] = (tern_fold_result_t){.attr = constant};
  } else {
    tern_fold_status_t status = TERN_FOLD_IN_PLACE;
    for (int64_t i = 0; i < max_iterations && status == TERN_FOLD_IN_PLACE; ++i)
      status = tern_fold_compute(op, results);
    is_folded = status == TERN_FOLD_REPLACED;
  }
  for (size_t i = 0; i < op->result_count && is_folded; ++i) {
    out_values[i] = results[i].value;
    if (results[i].attr)
      out_values[i] =
          tern_constant_scopes_get(scopes, op->block, op->def->dialect, results[i].attr, op->results[i].type);
    is_folded = out_values[i] != NULL;
    // A constant that is used again comes before those that were made since.
    tern_op_t *made = results[i].attr && is_folded ? tern_value_defining_op(out_values[i]) : NULL;
    if (made && made->block == op->block && made != op && op->block->first_op != made)
      tern_op_move_before(made, op->block->first_op);
  }
  free(results);
  return is_folded && op->result_count > 0;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  int64_t max_iterations = tern_pass_int(pass, "max-iterations");
  tern_op_list_t ops = {0};
  tern_constant_scopes_t scopes = {0};
  tern_constant_scopes_initialize(&scopes);
  for (size_t i = 0; i < root->region_count; ++i) {
    tern_region_for_each_block(&root->regions[i], block) {
      tern_block_for_each_op(block, op) tern_op_walk_pre(op, collect, &ops);
    }
  }
  for (size_t i = ops.count; i-- > 0;) {
    tern_op_t *op = ops.values[i];
    tern_value_t **values = tern_malloc((op->result_count + 1) * sizeof *values);
    if (fold(op, &scopes, max_iterations, values)) {
      for (size_t j = 0; j < op->result_count; ++j) tern_value_replace_all_uses(tern_op_result(op, j), values[j]);
      tern_op_destroy(op);
    }
    free(values);
  }
  for (size_t i = 0; i < scopes.owned.entry_count; ++i) {
    tern_op_t *constant = scopes.owned.entries[i].value;
    if (scopes.owned.entries[i].key && tern_op_has_no_uses(constant)) tern_op_destroy(constant);
  }
  tern_constant_scopes_deinitialize(&scopes);
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {
    {"max-iterations", TERN_OPTION_INT, "1", "How often an op is folded while that changes it in place", NULL},
};

const tern_pass_def_t tern_test_single_fold_pass = {
    .flag = "test-single-fold",
    .summary = "Test single-pass operation folding",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};

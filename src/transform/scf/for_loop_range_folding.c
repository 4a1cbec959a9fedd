// --scf-for-loop-range-folding: what the body adds to the induction variable, or multiplies it by, goes into the bounds.
//
//   scf.for %i = %lb to %ub step %s {          %0 = %lb + %x, %1 = %ub + %x
//     %j = arith.addi %i, %x            ->     scf.for %j = %0 to %1 step %s {
//     use(%j)                                    use(%j)
//
// Source: upstream's pass of the same name. The sum or product has to be the only use of the variable, and its other operand
// the same in all iterations.

#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

// The op that the range can take over, or NULL.
static tern_op_t *find_foldable(const tern_op_t *loop) {
  const tern_value_t *iv = tern_op_body(loop, 0)->args[0];
  if (!tern_value_has_one_use(iv)) return NULL;
  tern_op_t *user = iv->first_use->owner;
  if (!tern_op_is(user, TERN_ARITH(ADDI)) && !tern_op_is(user, TERN_ARITH(MULI))) return NULL;
  for (size_t i = 0; i < 2; ++i) {
    const tern_value_t *value = tern_op_operand(user, i);
    if (value != iv && !tern_value_is_defined_outside(value, loop)) return NULL;
  }
  return user;
}

static void fold_into_range(tern_op_t *loop, tern_op_t *user) {
  tern_builder_t b = tern_builder_before(loop);
  tern_value_t *iv = tern_op_body(loop, 0)->args[0], *folded[3];
  size_t count = tern_op_is(user, TERN_ARITH(MULI)) ? 3 : 2;
  for (size_t i = 0; i < count; ++i) {
    tern_map_t mapping = {0};
    tern_map_set(&mapping, iv, tern_op_operand(loop, i));
    folded[i] = tern_op_result(tern_builder_clone(&b, user, &mapping), 0);
    tern_map_deinitialize(&mapping);
  }
  for (size_t i = 0; i < count; ++i) tern_op_set_operand(loop, i, folded[i]);
  tern_value_replace_all_uses(tern_op_result(user, 0), iv);
  tern_op_destroy(user);
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  (void)user;
  if (!tern_op_is(op, TERN_SCF(FOR))) return TERN_WALK_ADVANCE;
  for (tern_op_t *next; (next = find_foldable(op));) fold_into_range(op, next);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_post(root, visit, NULL);
  return true;
}

const tern_pass_def_t tern_scf_for_loop_range_folding_pass = {
    .flag = "scf-for-loop-range-folding",
    .name = "SCFForLoopRangeFolding",
    .summary = "Let bounds and step of a loop take what is added to its counter or multiplied with it",
    .run = run,
};

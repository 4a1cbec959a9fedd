// See parts.h (upstream: updateWaits and combineRedundantWaitOps).

#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/ttg/ttg.h"
#include "ir/op_def.h"
#include "transform/ttg/pipeline/parts.h"

// --- how many groups came after ---

static int64_t count_groups(const tern_op_t *from, const tern_op_t *to) {
  int64_t count = 0;
  for (const tern_op_t *op = from; op && op != to; op = op->next) count += tern_op_is(op, TERN_TTG(ASYNC_COMMIT_GROUP));
  return count;
}

// The least number of groups that are begun on a way from the one that `token` is of to `op`, given that `least` is known and
// `before` were begun behind `op`. Where a token comes from is not known everywhere: nothing may be left then.
static int64_t least_groups(const tern_value_t *token, const tern_op_t *op, int64_t before, int64_t least) {
  const tern_op_t *maker = tern_value_defining_op(token);
  if (maker && maker->block == op->block) {
    before += count_groups(maker->next, op);
    return before < least ? before : least;
  }
  const tern_op_t *loop = maker ? NULL : tern_block_parent_op(tern_value_arg_block(token));
  if (!loop || !tern_op_is(loop, TERN_SCF(FOR)) || token->index == 0) return 0;
  const tern_block_t *body = tern_op_body(loop, 0);
  before += count_groups(body->first_op, op);
  if (before >= least) return least;
  least = least_groups(tern_op_operand(loop, 2 + token->index), loop, before, least);
  return least_groups(tern_op_operand(body->last_op, token->index - 1), body->last_op, before, least);
}

static int64_t groups_after(const tern_op_t *wait) {
  if (wait->operand_count != 1) return 0;
  const tern_value_t *token = tern_op_operand(wait, 0);
  const tern_block_t *block = tern_value_block(token);
  // The wait may be inside of what comes behind its group: what is begun in there is not counted.
  const tern_op_t *op = wait;
  while (op && op->block->parent != block->parent) op = tern_op_parent(op);
  return op ? least_groups(token, op, 0, INT64_MAX) : 0;
}

// --- one wait for several ---

static bool may_branch(const tern_op_t *op) { return (op->def->traits & TERN_TRAIT_REGION_BRANCH) != 0; }

static void set_count(tern_op_t *wait, int64_t count) {
  tern_op_set_attr(wait, "num", tern_integer_attr_get(tern_i_type_get(tern_op_context(wait), 32), count));
}

// Waits behind it, as long as no group is begun in between: it waits for what they wait for.
static void combine(tern_op_t *wait) {
  int64_t least = tern_integer_attr_value(tern_op_attr(wait, "num"));
  for (tern_op_t *op = wait->next, *next; op && !may_branch(op) && !tern_op_is(op, TERN_TTG(ASYNC_COMMIT_GROUP));
       op = next) {
    next = op->next;
    if (!tern_op_is(op, TERN_TTG(ASYNC_WAIT))) continue;
    int64_t count = tern_integer_attr_value(tern_op_attr(op, "num"));
    if (count < least) least = count;
    bool dominates = true;
    for (size_t i = 0; i < op->operand_count; ++i) {
      const tern_op_t *maker = tern_value_defining_op(tern_op_operand(op, i));
      dominates &= !maker || maker->block != wait->block || tern_op_is_before(maker, wait);
    }
    if (!dominates) break;
    for (size_t i = 0; i < op->operand_count; ++i)
      tern_op_insert_operands(wait, wait->operand_count, TERN_VALUES(tern_op_operand(op, i)));
    tern_value_replace_all_uses(&op->results[0], &wait->results[0]);
    tern_op_destroy(op);
  }
  set_count(wait, least);
}

void tern_pipeline_combine_waits(tern_op_t *module) {
  tern_op_list_t waits = tern_op_collect_row(module, TERN_POSTORDER, TERN_TTG(ASYNC_WAIT));
  // The last one first: what it takes away comes behind it.
  for (size_t i = waits.count; i-- > 0;) combine(waits.values[i]);
  tern_vec_deinitialize(&waits);
}

void tern_pipeline_update_waits(tern_op_t *module) {
  tern_op_list_t waits = tern_op_collect_row(module, TERN_POSTORDER, TERN_TTG(ASYNC_WAIT));
  for (size_t i = 0; i < waits.count; ++i) set_count(waits.values[i], groups_after(waits.values[i]));
  tern_vec_deinitialize(&waits);
  tern_pipeline_combine_waits(module);
}

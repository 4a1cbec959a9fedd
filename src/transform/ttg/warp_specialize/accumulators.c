// See accumulators.h (upstream: MMAv5PipelineUtility.cpp).

#include "transform/ttg/warp_specialize/accumulators.h"

#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/ttng/ttng.h"

typedef TERN_VEC(tern_value_t *) values_t;

typedef struct flow {
  const tern_op_t *loop;
  const tern_value_t *sums;
  tern_map_t seen;
  values_t read, changed;  // still to follow: what was read of the sums, and what was computed of that
} flow_t;

static bool is_store(const flow_t *flow, const tern_op_t *op) {
  return tern_op_is(op, TERN_TTNG(TMEM_STORE)) && tern_op_operand_named(op, "dst") == flow->sums &&
         tern_op_is_within(op, flow->loop);
}

// Where a yield hands the value on to, if that is in the loop.
static tern_value_t *handed_on(const flow_t *flow, const tern_operand_t *use) {
  tern_op_t *around = tern_op_parent(use->owner);
  if (tern_op_is(around, TERN_SCF(IF))) return tern_op_result(around, tern_operand_index(use));
  return around == flow->loop ? tern_op_body(around, 0)->args[tern_operand_index(use) + 1] : NULL;
}

// Follows the values of `queue`. With `finds_stores` true is the answer where one is stored as sums.
static bool follow(flow_t *flow, values_t *queue, bool finds_stores) {
  while (queue->count) {
    tern_value_t *value = queue->values[--queue->count];
    if (!tern_map_set(&flow->seen, value, value)) continue;
    tern_value_for_each_use(value, use) {
      if (is_store(flow, use->owner)) {
        if (finds_stores) return true;
      } else if (tern_op_is(use->owner, TERN_SCF(YIELD))) {
        tern_value_t *next = handed_on(flow, use);
        if (next) tern_vec_push(queue, next);
      } else {
        for (size_t i = 0; i < use->owner->result_count; ++i)
          tern_vec_push(&flow->changed, tern_op_result(use->owner, i));
      }
    }
  }
  return false;
}

bool tern_tmem_sums_are_changed(const tern_op_t *mma, const tern_op_t *loop) {
  const tern_value_t *sums = tern_op_operand_named(mma, "d");
  // Memory that is made in the loop, or is a part of some, may be changed in ways that are not looked for.
  if (!tern_value_defined_by(sums, TERN_TTNG(TMEM_ALLOC)) || !tern_value_is_defined_outside(sums, loop)) return true;
  flow_t flow = {.loop = loop, .sums = sums};
  tern_value_for_each_use(sums, use) {
    if (tern_op_is(use->owner, TERN_TTNG(TMEM_LOAD)) && tern_op_is_within(use->owner, loop))
      tern_vec_push(&flow.read, tern_op_result(use->owner, 0));
  }
  follow(&flow, &flow.read, false);
  bool is_changed = follow(&flow, &flow.changed, true);
  tern_map_deinitialize(&flow.seen);
  tern_vec_deinitialize(&flow.read);
  tern_vec_deinitialize(&flow.changed);
  return is_changed;
}

static bool is_false(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defined_by(value, TERN_ARITH(CONSTANT));
  const tern_attr_t *attr = op ? tern_op_attr(op, "value") : NULL;
  return tern_attr_is_integer(attr) && tern_integer_attr_value(attr) == 0;
}

// May the product leave its sums out in some iteration? A flag that the loop computes may say so.
static bool flag_may_be_false(const tern_op_t *mma, const tern_op_t *loop) {
  const tern_value_t *flag = tern_op_operand_named(mma, "useD");
  const tern_block_t *body = tern_op_body(loop, 0);
  if (is_false(flag)) return true;
  for (size_t i = 0; tern_value_arg_block(flag) == body && flag->index > 0 && i <= loop->result_count; ++i)
    flag = tern_op_operand(body->last_op, flag->index - 1);
  const tern_op_t *op = tern_value_defining_op(flag);
  return op && tern_op_is_within(op, loop);
}

bool tern_tmem_sums_begin_anew(const tern_op_t *mma, const tern_op_t *loop) {
  if (flag_may_be_false(mma, loop)) return true;
  const tern_value_t *sums = tern_op_operand_named(mma, "d");
  if (!tern_value_defined_by(sums, TERN_TTNG(TMEM_ALLOC)) || !tern_value_is_defined_outside(sums, loop)) return false;
  const flow_t flow = {.loop = loop, .sums = sums};
  tern_value_for_each_use(sums, use) {
    if (is_store(&flow, use->owner)) return true;
  }
  return false;
}

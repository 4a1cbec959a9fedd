// --transform-infer-effects: marks the arguments of named sequences with what their bodies do to them,
// `transform.consumed` or `transform.readonly`.
//
// Source: upstream's InferEffectsPass.

#include "base/vec.h"
#include "dialect/transform/transform.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

static const tern_attr_t *infer_mark(const tern_op_t *sequence, size_t index, const tern_attr_t *attrs) {
  tern_context_t *context = tern_op_context(sequence);
  bool is_consumed = false;
  tern_value_for_each_use(tern_op_body(sequence, 0)->args[index], use) {
    is_consumed |= tern_transform_consumes(use->owner, tern_operand_index(use));
  }
  const char *mark = is_consumed ? TERN_TRANSFORM_CONSUMED : TERN_TRANSFORM_READONLY;
  return tern_dictionary_attr_with(context, attrs, tern_str_from_cstr(mark), tern_unit_attr_get(context));
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_TRANSFORM(NAMED_SEQUENCE))) return TERN_WALK_ADVANCE;
  const tern_block_t *body = tern_op_body(op, 0);
  if (!body) {
    // Without a body there is nothing to see; the marks have been verified to be there.
    return TERN_WALK_SKIP;
  }
  (void)user;
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *old = tern_op_attr(op, "arg_attrs");
  TERN_VEC(const tern_attr_t *) marks = {0};
  for (size_t i = 0; i < body->arg_count; ++i) {
    const tern_attr_t *attrs = old ? tern_array_attr_at(old, i) : tern_dictionary_attr_get(context, NULL, 0);
    bool is_marked = tern_dictionary_attr_lookup(attrs, TERN_STR(TERN_TRANSFORM_CONSUMED)) ||
                     tern_dictionary_attr_lookup(attrs, TERN_STR(TERN_TRANSFORM_READONLY));
    tern_vec_push(&marks, is_marked ? attrs : infer_mark(op, i, attrs));
  }
  if (marks.count) tern_op_set_attr(op, "arg_attrs", tern_array_attr_get(context, marks.values, marks.count));
  tern_vec_deinitialize(&marks);
  return TERN_WALK_SKIP;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_pre(op, visit, NULL);
  return true;
}

const tern_pass_def_t tern_transform_infer_effects_pass = {
    .flag = "transform-infer-effects",
    .name = "InferEffectsPass",
    .summary = "Mark arguments of named sequences as consumed or read",
    .run = run,
};

// --test-print-alignment: says of each result of an op in tt.func what is known of it (analysis/triton/axis_info.h), as remarks.
//
// Source: upstream's pass of the same name.

#include "analysis/triton/axis_info.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

static tern_walk_result_t remark(tern_op_t *op, void *user) {
  const tern_axis_infos_t *infos = user;
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_axis_info_t info = tern_axis_info_of(infos, tern_op_result(op, i));
    tern_string_builder_t text = {0};
    tern_axis_info_append_text(&text, &info);
    tern_emit_remark(op->loc, "%s => %s", tern_op_text(op), text.data);
    tern_string_builder_deinitialize(&text);
  }
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_TT(FUNC))) return TERN_WALK_ADVANCE;
  tern_op_walk_pre(op, remark, user);
  return TERN_WALK_SKIP;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_axis_infos_t *infos = tern_axis_infos_create(module);
  tern_op_walk_pre(module, visit, infos);
  tern_axis_infos_destroy(infos);
  return true;
}

const tern_pass_def_t tern_test_print_alignment_pass = {
    .flag = "test-print-alignment",
    .name = "TestAxisInfoPass",
    .anchor = "builtin.module",
    .summary = "Say what is known of the numbers in tensors",
    .run = run,
};

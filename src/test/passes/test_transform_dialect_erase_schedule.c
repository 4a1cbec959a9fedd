// --test-transform-dialect-erase-schedule: erases scripts, so that only their payload is left (upstream's test pass of the
// name).

#include "dialect/transform/transform.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  bool is_script = tern_op_is(op, TERN_TRANSFORM(NAMED_SEQUENCE)) || tern_op_is(op, TERN_TRANSFORM(SEQUENCE)) ||
                   tern_op_is(op, TERN_TRANSFORM(ALTERNATIVES));
  if (is_script) tern_vec_push((tern_op_list_t *)user, op);
  return is_script ? TERN_WALK_SKIP : TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t scripts = {0};
  tern_op_walk_pre(op, collect, &scripts);
  for (size_t i = 0; i < scripts.count; ++i) {
    if (scripts.values[i] != op) tern_op_destroy(scripts.values[i]);
  }
  tern_vec_deinitialize(&scripts);
  return true;
}

const tern_pass_def_t tern_test_transform_dialect_erase_schedule_pass = {
    .flag = "test-transform-dialect-erase-schedule",
    .name = "TestTransformDialectEraseSchedulePass",
    .summary = "Erase transform scripts",
    .run = run,
};

// --iree-util-fixed-point-iterator{pipeline=builtin.module(...)}: runs a pipeline until none of its passes changes anything.
//
// Source: upstream's pass of the same name. Passes say that they changed the op by an attribute on it
// (transform/util/fixed_point.h); those that say nothing, such as canonicalize, count as having changed nothing.

#include "pass/pass.h"
#include "transform/hal/translate.h"
#include "transform/util/fixed_point.h"

static bool run(tern_op_t *op, tern_pass_t *pass) {
  const tern_type_t *index = tern_index_type_get(tern_op_context(op));
  int64_t limit = tern_pass_int(pass, "max-iterations");
  bool is_ok = true, has_changed = true;
  for (int64_t i = 0; i < limit && is_ok && has_changed; ++i) {
    tern_op_set_attr(op, TERN_FIXED_POINT_ITERATION, tern_integer_attr_get(index, i));
    tern_op_set_attr(op, TERN_FIXED_POINT_MODIFIED, NULL);
    is_ok = tern_hal_run_pipeline(op, tern_pass_string(pass, "pipeline"));
    has_changed = tern_op_attr(op, TERN_FIXED_POINT_MODIFIED) != NULL;
    tern_pass_count(pass, 0, 1);
  }
  tern_op_set_attr(op, TERN_FIXED_POINT_ITERATION, NULL);
  tern_op_set_attr(op, TERN_FIXED_POINT_MODIFIED, NULL);
  // What did not come to rest within the limit is right all the same.
  return is_ok;
}

static const tern_option_def_t options[] = {
    {"pipeline", TERN_OPTION_STRING, NULL, "The passes, as builtin.module(...)", NULL},
    {"max-iterations", TERN_OPTION_INT, "10", "How often at the most", NULL},
};

const tern_pass_def_t tern_fixed_point_iterator_pass = {
    .flag = "iree-util-fixed-point-iterator",
    .name = "FixedPointIteratorPass",
    .summary = "Run passes again until they change nothing",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .statistics = (const char *const[]){"num-iterations - Number of times that the pipeline ran", NULL},
    .run = run,
};

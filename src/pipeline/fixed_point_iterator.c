// --iree-util-fixed-point-iterator{pipeline=builtin.module(...)}: runs a pipeline until none of its passes changes anything.
//
// Source: upstream's pass of the same name. Passes say that they changed the op by an attribute on it
// (transform/util/fixed_point.h); those that say nothing, such as canonicalize, count as having changed nothing.

#include "pass/pass_manager.h"
#include "pipeline/registry.h"
#include "transform/util/fixed_point.h"

static bool run_once(tern_op_t *op, tern_pass_t *pass) {
  tern_str_t name = tern_op_name(op);
  tern_string_builder_t anchor = {0};
  tern_string_builder_append(&anchor, name);
  tern_pass_manager_t *manager =
      tern_pass_manager_create(tern_op_context(op), &tern_all_passes, tern_string_builder_view(&anchor).data);
  tern_pass_options_t options = {0};
  bool is_ok = tern_pass_manager_parse(manager, tern_pass_string(pass, "pipeline")) &&
               tern_pass_manager_run(manager, op, &options);
  tern_pass_manager_destroy(manager);
  tern_string_builder_deinitialize(&anchor);
  return is_ok;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  const tern_type_t *index = tern_index_type_get(tern_op_context(op));
  int64_t limit = tern_pass_int(pass, "max-iterations");
  bool is_ok = true, has_changed = true;
  for (int64_t i = 0; i < limit && is_ok && has_changed; ++i) {
    tern_op_set_attr(op, TERN_FIXED_POINT_ITERATION, tern_integer_attr_get(index, i));
    tern_op_set_attr(op, TERN_FIXED_POINT_MODIFIED, NULL);
    is_ok = run_once(op, pass);
    has_changed = tern_op_attr(op, TERN_FIXED_POINT_MODIFIED) != NULL;
    tern_pass_count(pass, 0, 1);
  }
  tern_op_set_attr(op, TERN_FIXED_POINT_ITERATION, NULL);
  tern_op_set_attr(op, TERN_FIXED_POINT_MODIFIED, NULL);
  // What did not come to rest within the limit is right all the same.
  return is_ok;
}

static const tern_option_def_t options[] = {
    {"pipeline", TERN_OPTION_STRING, NULL, "Pipeline to run to a fixed point", NULL},
    {"max-iterations", TERN_OPTION_INT, "10", "Maximum number of iterations", NULL},
};

const tern_pass_def_t tern_fixed_point_iterator_pass = {
    .flag = "iree-util-fixed-point-iterator",
    .name = "FixedPointIteratorPass",
    .summary = "Iterates a sub-pipeline to a fixed point",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .statistics = (const char *const[]){"num-iterations - Number of times that the pipeline ran", NULL},
    .run = run,
};

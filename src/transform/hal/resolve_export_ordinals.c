// --iree-hal-resolve-export-ordinals: the numbers of exports in place of their names.
//
//   %0 = hal.executable.export.ordinal target(@exe::@variant::@f) : index
//   %0 = arith.constant 3 : index
//
// hal.executable.lookup.function, which has the same number as i64, is resolved as well.
//
// Source: upstream's ResolveExportOrdinalsPass.

#include "dialect/arith/arith.h"
#include "dialect/hal/hal.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef struct state {
  const tern_op_t *module;
  bool is_right;
} state_t;

static tern_walk_result_t resolve(tern_op_t *op, void *user) {
  state_t *state = user;
  bool is_lookup = tern_op_is(op, TERN_HAL(EXECUTABLE_LOOKUP_FUNCTION));
  if (!is_lookup && !tern_op_is(op, TERN_HAL(EXECUTABLE_EXPORT_ORDINAL))) return TERN_WALK_ADVANCE;
  const tern_attr_t *entry_point = tern_op_attr(op, "entry_point");
  const tern_op_t *export = tern_hal_find_export(op, entry_point);
  const tern_attr_t *ordinal = export ? tern_op_attr(export, "ordinal") : NULL;
  if (!ordinal) {
    state->is_right = tern_op_error(op, "names %s, which is no export with a number", tern_attr_text(entry_point));
    return TERN_WALK_ADVANCE;
  }
  tern_builder_t builder = tern_builder_before(op);
  const tern_attr_t *value = tern_integer_attr_get(tern_op_result(op, 0)->type, tern_integer_attr_value(ordinal));
  tern_value_t *constant = tern_build_value(&builder, TERN_ARITH(CONSTANT), .attrs = TERN_ATTRS({"value", value}));
  tern_value_replace_all_uses(tern_op_result(op, 0), constant);
  tern_op_destroy(op);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  state_t state = {module, true};
  tern_op_walk_post(module, resolve, &state);
  return state.is_right;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_hal_dialect, NULL};

const tern_pass_def_t tern_hal_resolve_export_ordinals_pass = {
    .flag = "iree-hal-resolve-export-ordinals",
    .anchor = "builtin.module",
    .summary = "Put the numbers of exports in place of their names",
    .dialects = dialects,
    .run = run,
};

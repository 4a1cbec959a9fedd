// --iree-dispatch-creation-dispatch-with-transform-dialect: forms dispatches as a transform script says; what it leaves over
// is for the passes that follow.
//
// Source: IREE's DispatchWithTransformDialect. The script is a file with a named sequence @__transform_main, or of the older
// form, an outermost transform.sequence; it is run on each function.

#include "dialect/flow/flow.h"
#include "dialect/transform/transform.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "transform/script/library.h"
#include "transform/script/script.h"

static tern_op_t *find_entry(tern_op_t *module) {
  tern_op_t *entry = tern_script_find_entry(module, NULL, TERN_STR("__transform_main"));
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!entry && tern_op_is(op, TERN_TRANSFORM(SEQUENCE))) entry = op;
  }
  return entry;
}

static bool run_on_functions(tern_op_t *root, tern_op_t *entry, tern_op_t *module, tern_pass_t *pass) {
  tern_block_t *body = tern_op_body(root, 0);
  tern_op_list_t functions = {0};
  if (body) {
    tern_block_for_each_op(body, op) {
      bool has_body = tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE) && tern_op_body(op, 0);
      if (has_body && !tern_is_transform(op)) tern_vec_push(&functions, op);
    }
  }
  bool is_right = true;
  for (size_t i = 0; i < functions.count && is_right; ++i) {
    tern_script_t script;
    tern_script_initialize(&script, functions.values[i], pass);
    script.library = module;
    is_right = tern_script_run_entry(&script, entry, NULL, 0);
    tern_script_deinitialize(&script);
  }
  tern_vec_deinitialize(&functions);
  return is_right;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_str_t path = tern_pass_string(pass, "transform-spec-path");
  if (!path.size) {
    tern_op_error(root, "expects a transform script in the option 'transform-spec-path'");
    return false;
  }
  tern_op_t *module = tern_script_read_module(tern_op_context(root), root->loc, path);
  if (!module) return false;
  tern_op_t *entry = find_entry(module);
  bool is_right =
      entry ? run_on_functions(root, entry, module, pass)
            : tern_emit_error(module->loc, "could not find a nested named sequence with name: __transform_main");
  tern_op_destroy(module);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"transform-spec-path", TERN_OPTION_STRING, NULL, "File with the script", NULL},
};

const tern_pass_def_t tern_dispatch_with_transform_dialect_pass = {
    .flag = "iree-dispatch-creation-dispatch-with-transform-dialect",
    .alias = "iree-flow-dispatch-with-transform-dialect",
    .name = "DispatchWithTransformDialectPass",
    .summary = "Form dispatches as a transform script says",
    .options = options,
    .option_count = 1,
    .dialects = (const tern_dialect_t *const[]){&tern_transform_dialect, &tern_flow_dialect, NULL},
    .run = run,
};

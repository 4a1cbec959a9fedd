// Lone dispatches that are better compiled as programs.

#include "base/map.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "pass/pass_manager.h"
#include "pipeline/compiler.h"
#include "pipeline/dispatch/dispatch_stages.h"
#include "pipeline/registry.h"
#include "tern/program.h"

static bool run_part(tern_op_t *module, tern_dispatch_part_t part) {
  static const tern_dispatch_values_t nothing;
  tern_string_builder_t text = {0};
  tern_dispatch_stages_expand(part, &nothing, &text);
  tern_pass_manager_t *manager = tern_pass_manager_create(tern_op_context(module), &tern_all_passes, "builtin.module");
  bool is_right = tern_pass_manager_parse(manager, tern_string_builder_view(&text)) &&
                  tern_pass_manager_run(manager, module, &(tern_pass_options_t){.verify_each = false});
  tern_pass_manager_destroy(manager);
  tern_string_builder_deinitialize(&text);
  return is_right;
}

// Would the part succeed? On a copy.
static bool would_take(tern_op_t *module, tern_dispatch_part_t part) {
  tern_map_t mapping = {0};
  tern_op_t *copy = tern_op_clone(module, &mapping);
  bool is_right = run_part(copy, part);
  tern_map_deinitialize(&mapping);
  tern_op_destroy(copy);
  return is_right;
}

bool tern_compiler_make_program(tern_compiler_t *compiler) {
  tern_op_t *module = tern_compiler_module(compiler);
  if (!module || tern_compiler_holds_program(compiler)) return false;
  // What is wrong with the dispatch will be told by those who compile it.
  tern_diagnostics_t *diagnostics = tern_context_diagnostics(tern_op_context(module)), kept = *diagnostics;
  diagnostics->handler = NULL;
  bool is_made = !would_take(module, TERN_DISPATCH_LONE_WITH_FEW_RECOMPUTATIONS) &&
                 run_part(module, TERN_DISPATCH_LONE_TO_PROGRAM);
  *diagnostics = kept;
  return is_made;
}

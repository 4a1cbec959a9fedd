// --iree-vm-drop-empty-module-initializers: @__init and @__deinit go if they only return, with their exports.

#include "dialect/vm/vm.h"
#include "ir/symbol.h"
#include "pass/pass.h"

static void drop(tern_op_t *module, const char *name) {
  tern_op_t *function = tern_symbol_lookup_in(module, tern_str_from_cstr(name));
  if (!function || !tern_op_is(function, TERN_VM(FUNC))) return;
  const tern_block_t *entry = tern_op_body(function, 0);
  if (!entry || entry->next || !entry->first_op || !tern_op_is(entry->first_op, TERN_VM(RETURN))) return;
  tern_block_for_each_op_safe(tern_op_body(module, 0), op) {
    bool is_export = tern_op_is(op, TERN_VM(EXPORT)) &&
                     tern_str_equal_cstr(tern_symbol_ref_attr_at(tern_op_attr(op, "function_ref"), 0), name);
    if (is_export) tern_op_destroy(op);
  }
  tern_op_destroy(function);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  drop(module, "__init");
  drop(module, "__deinit");
  return true;
}

const tern_pass_def_t tern_vm_drop_empty_module_initializers_pass = {
    .name = "DropEmptyModuleInitializersPass",
    .flag = "iree-vm-drop-empty-module-initializers",
    .anchor = "vm.module",
    .summary = "Drops initializers of the module that do nothing",
    .run = run,
};

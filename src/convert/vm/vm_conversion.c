// --iree-vm-conversion: the host program becomes a vm.module.
//
//   util.global private @g : index                          vm.module public @module {
//   util.func public @f(%b: !hal.buffer) -> index {           vm.global.i64 private @g : i64
//     %n = hal.buffer.length<%b : ...> : index         ==>     vm.import private @hal.buffer.length(...) -> i64
//     util.return %n : index                                  vm.func private @f(%b: !vm.ref<!hal.buffer>) -> i64 { ... }
//   }                                                         vm.export @f
//                                                           }
//
// Executables that are binaries by now become constants where they are loaded, and go. Structured control flow must be
// branches already. An op that nothing converts is an error.

#include "base/vec.h"
#include "convert/vm/to_vm.h"
#include "dialect/builtin/builtin.h"
#include "dialect/hal/hal.h"
#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pass/pass.h"

static int convert_type(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  (void)user;
  const tern_type_t *converted = tern_vm_convert_type(type);
  if (!converted) return -1;
  out_types[(*out_count)++] = converted;
  return 1;
}

// What is between the old and the new types disappears with the last op that needs it.
static bool is_legal(const tern_op_t *op, void *user) {
  (void)op;
  (void)user;
  return false;
}

// --- before: everything moves into a vm.module ---

static tern_op_t *wrap(tern_op_t *program) {
  tern_context_t *context = tern_op_context(program);
  tern_block_t *body = tern_op_body(program, 0);
  const tern_attr_t *name = tern_op_attr(program, "sym_name");
  if (!tern_attr_is_string(name)) name = tern_string_attr_get(context, TERN_STR("module"));
  tern_builder_t b = tern_builder_at_end(body, program->loc);
  tern_op_t *module = tern_build(
      &b, TERN_VM(MODULE), .regions = 1,
      .attrs = TERN_ATTRS({"sym_name", name}, {"sym_visibility", tern_string_attr_get(context, TERN_STR("public"))}));
  tern_block_t *inner = tern_region_add_block(&module->regions[0]);
  while (body->first_op != module) {
    tern_op_t *op = body->first_op;
    tern_op_remove(op);
    tern_op_insert(op, inner, NULL);
  }
  tern_builder_set_end(&b, inner);
  tern_build(&b, TERN_VM(MODULE_TERMINATOR), 0);
  return module;
}

// --- after ---

static bool erase_executables(tern_op_t *module) {
  tern_block_for_each_op_safe(tern_op_body(module, 0), op) {
    if (tern_op_is(op, TERN_HAL(EXECUTABLE))) tern_op_destroy(op);
  }
  return true;
}

// Imports first, in the order of their names' first calls; an initializer or function may use what comes later anyway.
static void move_imports(tern_op_t *module) {
  tern_block_t *body = tern_op_body(module, 0);
  tern_op_t *before = body->first_op;
  while (before && tern_op_is(before, TERN_VM(IMPORT))) before = before->next;
  tern_block_for_each_op_safe(body, op) {
    if (op == before || !before || !tern_op_is(op, TERN_VM(IMPORT))) continue;
    if (tern_op_is_before(before, op)) tern_op_move_before(op, before);
  }
}

// A call that has no effect says so itself: the import may have been converted after it.
static tern_walk_result_t resolve_call(tern_op_t *op, void *user) {
  tern_op_t *module = user;
  if (!tern_op_is(op, TERN_VM(CALL))) return TERN_WALK_ADVANCE;
  const tern_attr_t *ref = tern_op_attr(op, "callee");
  const tern_op_t *callee = tern_symbol_lookup_in(module, tern_symbol_ref_attr_at(ref, 0));
  if (callee && tern_op_attr(callee, "nosideeffects")) {
    tern_op_set_attr(op, "nosideeffects", tern_unit_attr_get(tern_op_context(op)));
  }
  return TERN_WALK_ADVANCE;
}

static bool check_imports(tern_op_t *module) {
  bool is_right = true;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!tern_op_is(op, TERN_VM(IMPORT))) continue;
    tern_str_t name = tern_symbol_name(op);
    if (tern_str_find_char(name, '.') < name.size) continue;
    is_right = tern_op_error(op, "is a function without a body");
    tern_emit_note(op->loc, "functions of other modules are named @module.function, or say `vm.import.module`");
  }
  return is_right;
}

// Gives declarations with the attribute `vm.import.module` their full name, before anything is converted.
static void rename_declarations(tern_op_t *program) {
  tern_block_for_each_op(tern_op_body(program, 0), op) {
    const tern_attr_t *module = tern_op_is(op, TERN_UTIL(FUNC)) ? tern_op_attr(op, "vm.import.module") : NULL;
    if (!tern_attr_is_string(module) || !tern_region_is_empty(&op->regions[0])) continue;
    tern_string_builder_t name = {0};
    tern_str_t prefix = tern_string_attr_value(module), old_name = tern_symbol_name(op);
    tern_string_builder_append_format(&name, "%.*s.%.*s", (int)prefix.size, prefix.data, (int)old_name.size,
                                      old_name.data);
    tern_symbol_replace_uses(program, old_name, tern_string_builder_view(&name));
    tern_symbol_set_name(op, tern_string_builder_view(&name));
    tern_op_set_attr(op, "vm.import.module", NULL);
    tern_string_builder_deinitialize(&name);
  }
}

static const tern_conversion_pattern_t *const tables[] = {
    tern_arith_to_vm_patterns, tern_arith_cast_to_vm_patterns,  tern_math_to_vm_patterns,
    tern_cf_to_vm_patterns,    tern_util_to_vm_patterns,        tern_util_value_to_vm_patterns,
    tern_hal_to_vm_patterns,   tern_util_buffer_to_vm_patterns, tern_io_parameters_to_vm_patterns,
};

static bool run(tern_op_t *program, tern_pass_t *pass) {
  (void)pass;
  tern_block_t *body = tern_op_body(program, 0);
  tern_block_for_each_op(body, op) {
    if (tern_op_is(op, TERN_VM(MODULE))) return true;  // it is one already
  }
  rename_declarations(program);
  tern_op_t *module = wrap(program);
  TERN_VEC(tern_conversion_pattern_t) patterns = {0};
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; ++i) {
    for (const tern_conversion_pattern_t *p = tables[i]; p->name; ++p) tern_vec_push(&patterns, *p);
  }
  const tern_legality_entry_t entries[] = {
      {.dialect = "vm", .legality = TERN_LEGAL},
      {.row = TERN_HAL(EXECUTABLE), .legality = TERN_LEGAL, .is_recursively_legal = true},
  };
  tern_conversion_target_t target = {
      .entries = entries, .entry_count = sizeof entries / sizeof entries[0], .is_unknown_legal = is_legal};
  const tern_type_rule_fn_t rule = convert_type;
  tern_type_converter_t converter = {.rules = &rule, .rule_count = 1};
  tern_vm_conversion_t state = {.module = module};
  bool is_right = tern_apply_full_conversion(module, &target, patterns.values, patterns.count, &converter, &state);
  tern_vec_deinitialize(&patterns);
  if (!is_right) return false;
  erase_executables(module);
  move_imports(module);
  tern_op_walk_pre(module, resolve_call, module);
  tern_op_set_attr(program, "vm.toplevel", tern_unit_attr_get(tern_op_context(program)));
  return check_imports(module);
}

const tern_pass_def_t tern_vm_conversion_pass = {
    .name = "ConversionPass",
    .flag = "iree-vm-conversion",
    .anchor = "builtin.module",
    .summary = "Converts the host program to the vm dialect",
    .dialects = (const tern_dialect_t *const[]){&tern_vm_dialect, NULL},
    .run = run,
};

// --iree-hal-link-all-executables: executables for the same targets become one.
//
//   hal.executable private @a { hal.executable.variant @v target(T) { export @f ordinal(0) ; builtin.module { @f } } }
//   hal.executable private @b { hal.executable.variant @v target(T) { export @g ordinal(0) ; builtin.module { @g } } }
//
//   hal.executable private @module_linked {
//     hal.executable.variant @v target(T) { export @f ordinal(0) ; export @g ordinal(1) ; builtin.module { @f, @g } } }
//
// Code generation has costs of its own for each executable, and so has loading one; this runs before executables are
// translated. Linked are private executables whose variants all belong to backends that can link, have a module, no
// object files, no condition and no constants, and are for the same list of targets. References to exports are
// renamed. Symbols inside of the modules that are in each other's way get other names.
//
// Source: upstream's LinkAllExecutablesPass and linkExecutablesInto().

#include "base/map.h"
#include "dialect/builtin/builtin.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "transform/hal/executables.h"
#include "transform/hal/translate.h"

typedef struct group {
  tern_op_list_t executables;
} group_t;

typedef TERN_VEC(group_t) group_list_t;

// --- what may be linked ---

static bool can_link_variant(const tern_op_t *variant) {
  if (!tern_hal_is_variant(variant) || !tern_hal_inner_module(variant)) return false;
  if (tern_op_attr(variant, "objects") || tern_op_attr(variant, TERN_HAL_BINARY_ATTR)) return false;
  const tern_hal_backend_t *backend =
      tern_hal_backend_find(tern_hal_executable_target_backend(tern_op_attr(variant, "target")));
  if (!backend || !backend->can_link) return false;
  tern_block_for_each_op(tern_op_body(variant, 0), op) {
    if (tern_op_is(op, TERN_HAL(EXECUTABLE_CONDITION)) || tern_op_is(op, TERN_HAL(EXECUTABLE_CONSTANT_BLOCK))) {
      return false;
    }
    if (tern_op_is(op, TERN_HAL(EXECUTABLE_EXPORT)) && tern_op_attr(op, "condition_fallback")) return false;
  }
  return true;
}

static bool can_link(const tern_op_t *executable) {
  if (tern_symbol_visibility(executable) != TERN_PRIVATE) return false;
  bool has_variants = false;
  tern_block_for_each_op(tern_op_body(executable, 0), op) {
    if (tern_op_is(op, TERN_HAL(EXECUTABLE_END))) continue;
    if (!can_link_variant(op)) return false;
    has_variants = true;
  }
  return has_variants;
}

static bool have_same_targets(const tern_op_t *a, const tern_op_t *b) {
  const tern_op_t *left = tern_op_body(a, 0)->first_op, *right = tern_op_body(b, 0)->first_op;
  while (left && right && tern_hal_is_variant(left) && tern_hal_is_variant(right)) {
    if (tern_op_attr(left, "target") != tern_op_attr(right, "target")) return false;
    left = left->next;
    right = right->next;
  }
  return (!left || !tern_hal_is_variant(left)) && (!right || !tern_hal_is_variant(right));
}

static void add_to_group(group_list_t *groups, tern_op_t *executable) {
  for (size_t i = 0; i < groups->count; ++i) {
    if (!have_same_targets(groups->values[i].executables.values[0], executable)) continue;
    tern_vec_push(&groups->values[i].executables, executable);
    return;
  }
  tern_vec_push(groups, (group_t){0});
  tern_vec_push(&groups->values[groups->count - 1].executables, executable);
}

// --- linking ---

typedef struct linker {
  tern_context_t *context;
  tern_map_t refs;  // @executable::@variant::@export -> the same in the linked executable
} linker_t;

// Gives symbols of `inner` names that neither `target` nor the exports of `exports_of` have. What the exports refer to is
// renamed with them.
static void move_module(tern_op_t *inner, tern_op_t *target) {
  tern_block_t *body = tern_op_body(target, 0);
  tern_block_for_each_op_safe(tern_op_body(inner, 0), op) {
    tern_str_t name = tern_symbol_name(op);
    if (name.size && tern_symbol_lookup_in(target, name)) {
      tern_string_builder_t fresh = {0};
      for (int i = 0;; ++i) {
        fresh.size = 0;
        tern_string_builder_append_format(&fresh, "%.*s_%d", (int)name.size, name.data, i);
        tern_str_t view = tern_string_builder_view(&fresh);
        if (tern_symbol_lookup_in(target, view) || tern_symbol_lookup_in(inner, view)) continue;
        tern_str_t old_name = tern_ident_str(tern_ident_get(tern_op_context(op), name));
        tern_symbol_set_name(op, view);
        tern_symbol_replace_uses(inner, old_name, view);
        break;
      }
      tern_string_builder_deinitialize(&fresh);
    }
  }
  // Renamed as a whole first, so that what refers to each other moves together.
  tern_block_for_each_op_safe(tern_op_body(inner, 0), moved) {
    tern_op_remove(moved);
    tern_op_insert(moved, body, NULL);
  }
}

static size_t count_exports(const tern_op_t *variant) {
  size_t count = 0;
  tern_block_for_each_op(tern_op_body(variant, 0), op) count += tern_op_is(op, TERN_HAL(EXECUTABLE_EXPORT));
  return count;
}

static const tern_attr_t *make_ref(const linker_t *linker, const tern_op_t *variant, tern_str_t export) {
  const tern_str_t path[] = {tern_symbol_name(tern_op_parent(variant)), tern_symbol_name(variant), export};
  return tern_symbol_ref_attr_get(linker->context, path, 3);
}

// The function of an export, which has its name.
static tern_op_t *function_of(const tern_op_t *variant, const tern_op_t *export) {
  return tern_symbol_lookup_in(tern_hal_inner_module(variant), tern_symbol_name(export));
}

// Moves all of `source` to the end of `target`, both variants.
static void link_variant(linker_t *linker, tern_op_t *source, tern_op_t *target) {
  tern_op_t *inner = tern_hal_inner_module(source), *target_inner = tern_hal_inner_module(target);
  tern_op_list_t exports = {0}, functions = {0};
  tern_hal_attr_list_t old_refs = {0};
  tern_hal_collect_ops(source, TERN_HAL(EXECUTABLE_EXPORT), &exports);
  for (size_t i = 0; i < exports.count; ++i) {
    tern_vec_push(&functions, function_of(source, exports.values[i]));
    tern_vec_push(&old_refs, make_ref(linker, source, tern_symbol_name(exports.values[i])));
  }
  size_t base = count_exports(target);
  move_module(inner, target_inner);
  for (size_t i = 0; i < exports.count; ++i) {
    tern_op_t *export = exports.values[i];
    if (functions.values[i]) tern_symbol_set_name(export, tern_symbol_name(functions.values[i]));
    tern_op_set_attr(export, "ordinal",
                     tern_integer_attr_get(tern_index_type_get(linker->context), (int64_t)(base + i)));
    tern_op_remove(export);
    tern_op_insert(export, tern_op_body(target, 0), target_inner);
    tern_map_set(&linker->refs, old_refs.values[i],
                 (void *)(uintptr_t)make_ref(linker, target, tern_symbol_name(export)));
  }
  tern_vec_deinitialize(&exports);
  tern_vec_deinitialize(&functions);
  tern_vec_deinitialize(&old_refs);
}

static tern_op_t *add_variant(const tern_op_t *like, tern_op_t *executable) {
  tern_builder_t builder = tern_builder_at_end(tern_op_body(executable, 0), like->loc);
  tern_op_t *variant = tern_build(
      &builder, TERN_HAL(EXECUTABLE_VARIANT), .regions = 1,
      .attrs = TERN_ATTRS({"sym_name", tern_op_attr(like, "sym_name")}, {"target", tern_op_attr(like, "target")}));
  tern_op_set_attr(variant, "sym_visibility", tern_op_attr(like, "sym_visibility"));
  variant->attrs = like->attrs;
  tern_builder_set_end(&builder, tern_region_add_block(&variant->regions[0]));
  tern_op_t *inner = tern_build(&builder, TERN_BUILTIN(MODULE), .regions = 1);
  inner->attrs = tern_hal_inner_module(like)->attrs;
  tern_region_add_block(&inner->regions[0]);
  return variant;
}

static void name_linked(tern_op_t *module, size_t number, tern_string_builder_t *out) {
  tern_str_t name = tern_symbol_name(module);
  do {
    out->size = 0;
    tern_string_builder_append_format(out, "%.*s_linked", (int)(name.size ? name.size : 6),
                                      name.size ? name.data : "module");
    if (number) tern_string_builder_append_format(out, "_%zu", number);
    ++number;
  } while (tern_symbol_lookup_in(module, tern_string_builder_view(out)));
}

static void link_group(linker_t *linker, tern_op_t *module, const tern_op_list_t *executables) {
  tern_op_t *first = executables->values[0];
  tern_string_builder_t name = {0};
  name_linked(module, 0, &name);
  tern_builder_t builder = tern_builder_before(first);
  tern_op_t *linked = tern_build(
      &builder, TERN_HAL(EXECUTABLE), .regions = 1,
      .attrs = TERN_ATTRS({"sym_visibility", tern_string_attr_get(linker->context, TERN_STR("private"))},
                          {"sym_name", tern_string_attr_get(linker->context, tern_string_builder_view(&name))}));
  tern_string_builder_deinitialize(&name);
  tern_region_add_block(&linked->regions[0]);
  tern_block_for_each_op(tern_op_body(first, 0), variant) {
    if (tern_hal_is_variant(variant)) add_variant(variant, linked);
  }
  for (size_t i = 0; i < executables->count; ++i) {
    tern_op_t *target = tern_op_body(linked, 0)->first_op;
    tern_block_for_each_op(tern_op_body(executables->values[i], 0), variant) {
      if (!tern_hal_is_variant(variant)) continue;
      link_variant(linker, variant, target);
      target = target->next;
    }
  }
  for (size_t i = 0; i < executables->count; ++i) tern_op_destroy(executables->values[i]);
}

static const tern_attr_t *rename_ref(const tern_attr_t *ref, void *user) {
  const linker_t *linker = user;
  const tern_attr_t *renamed = tern_map_get(&linker->refs, ref);
  return renamed ? renamed : ref;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  linker_t linker = {.context = tern_op_context(module)};
  tern_op_list_t executables = {0};
  group_list_t groups = {0};
  tern_hal_collect_ops(module, TERN_HAL(EXECUTABLE), &executables);
  for (size_t i = 0; i < executables.count; ++i) {
    if (can_link(executables.values[i])) add_to_group(&groups, executables.values[i]);
  }
  for (size_t i = 0; i < groups.count; ++i) {
    if (groups.values[i].executables.count > 1) link_group(&linker, module, &groups.values[i].executables);
    tern_vec_deinitialize(&groups.values[i].executables);
  }
  tern_hal_rewrite_entry_points(module, rename_ref, &linker);
  tern_map_deinitialize(&linker.refs);
  tern_vec_deinitialize(&groups);
  tern_vec_deinitialize(&executables);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_hal_dialect, NULL};

const tern_pass_def_t tern_hal_link_executables_pass = {
    .flag = "iree-hal-link-all-executables",
    .alias = "iree-hal-link-executables",
    .anchor = "builtin.module",
    .summary = "Make executables for the same targets one",
    .dialects = dialects,
    .run = run,
};

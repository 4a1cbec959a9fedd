// --iree-util-fold-globals: globals that always hold one value become that value.
//
//   util.global private mutable @a : i32         util.global private @b : i32  (set by an initializer only)
//   util.initializer { store 5, @a }       ->    // loads of @a are the constant 5
//   util.global private mutable @b : i32
//
// Source: upstream's pass of the same name. Until nothing changes: what is always stored as one constant becomes the
// initial value; a global that only ever gets another one's value is that one; what only initializers store does not
// change; constants are put in place of loads; equal constants are one global; what nobody loads goes. Accesses to a
// global whose address is taken, or that is public, stay.

#include "analysis/global_table.h"
#include "dialect/util/util.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/fold.h"
#include "transform/util/fixed_point.h"

static const tern_attr_t *initial_value(const tern_global_t *global) {
  return tern_op_attr(global->op, "initial_value");
}

static bool is_mutable(const tern_global_t *global) { return tern_op_attr(global->op, "is_mutable") != NULL; }

// The constant that all stores and the initial value agree on. What is stored while the program runs may be preceded by
// a load, which sees the initial value.
static bool inline_constant_store(tern_global_t *global) {
  if (!tern_global_is_closed(global) || global->stores.count == 0) return false;
  const tern_attr_t *value = initial_value(global);
  if (!value && global->is_stored_at_runtime) return false;
  for (size_t i = 0; i < global->stores.count; ++i) {
    const tern_attr_t *stored = tern_value_constant(tern_op_operand(global->stores.values[i], 0));
    if (!stored || (value && value != stored)) return false;
    value = stored;
  }
  const tern_type_t *type = tern_attr_type(value);
  if (type ? type != tern_util_global_type(global->op) : value->kind != TERN_ATTR_DIALECT) return false;
  tern_op_set_attr(global->op, "initial_value", value);
  tern_global_table_erase_stores(global);
  return true;
}

// A global that holds what another one holds at the time of the store. Only where neither changes after initialization is
// that the same at the time of a load.
static bool forward_chained(tern_global_table_t *table, tern_global_t *global) {
  if (!tern_global_is_closed(global) || global->stores.count == 0 || initial_value(global)) return false;
  tern_global_t *source = NULL;
  for (size_t i = 0; i < global->stores.count; ++i) {
    const tern_op_t *load = tern_value_defining_op(tern_op_operand(global->stores.values[i], 0));
    tern_global_t *loaded = load && tern_op_is(load, TERN_UTIL(GLOBAL_LOAD)) ? tern_global_table_of(table, load) : NULL;
    if (!loaded || (source && loaded != source)) return false;
    source = loaded;
  }
  bool is_stable = source != global && !source->is_indirect && !source->is_stored_at_runtime &&
                   !global->is_stored_at_runtime && tern_symbol_visibility(source->op) == TERN_PRIVATE;
  if (!is_stable || tern_util_global_type(source->op) != tern_util_global_type(global->op)) return false;
  tern_global_table_erase_stores(global);
  tern_global_table_redirect(global, source);
  tern_global_table_erase(global);
  return true;
}

static bool make_immutable(tern_global_t *global) {
  if (!tern_global_is_closed(global) || global->is_stored_at_runtime) return false;
  bool has_changed = is_mutable(global);
  tern_op_set_attr(global->op, "is_mutable", NULL);
  const tern_attr_t *unit = tern_unit_attr_get(tern_op_context(global->op));
  for (size_t i = 0; i < global->loads.count; ++i) {
    tern_op_t *load = global->loads.values[i];
    // While initializers run it may still change.
    if (tern_op_parent_of(load, TERN_UTIL(INITIALIZER)) || tern_op_attr(load, "is_immutable")) continue;
    tern_op_set_attr(load, "is_immutable", unit);
    has_changed = true;
  }
  return has_changed;
}

// Constants are only kept as globals for a reason: their type means an object, or somebody said that they must be.
static bool may_inline(const tern_global_t *global) {
  const tern_type_t *type = tern_util_global_type(global->op);
  const tern_attr_t *attrs = global->op->attrs;
  if (tern_op_attr(global->op, "inlining_policy")) return false;
  if (type->kind == TERN_TYPE_DIALECT && strcmp(type->row->name, "stream.timepoint") != 0) return false;
  for (size_t i = 0; i < tern_dictionary_attr_count(attrs); ++i) {
    if (!tern_str_starts_with(tern_ident_str(tern_dictionary_attr_name(attrs, i)), TERN_STR("util."))) return false;
  }
  return true;
}

static bool inline_constant_loads(tern_global_t *global) {
  const tern_attr_t *value = initial_value(global);
  if (global->is_indirect || global->stores.count > 0 || is_mutable(global) || !value || !may_inline(global)) {
    return false;
  }
  size_t kept = 0;
  for (size_t i = 0; i < global->loads.count; ++i) {
    tern_op_t *load = global->loads.values[i];
    tern_builder_t builder = tern_builder_before(load);
    const tern_type_t *type = tern_op_result(load, 0)->type;
    const tern_dialect_t *dialect =
        type->kind == TERN_TYPE_DIALECT
            ? tern_context_find_dialect(builder.context, tern_str_make(type->row->name, strcspn(type->row->name, ".")))
            : NULL;
    tern_value_t *constant = tern_materialize_constant(&builder, dialect, value, type);
    if (!constant) {
      global->loads.values[kept++] = load;
      continue;
    }
    tern_value_replace_all_uses(tern_op_result(load, 0), constant);
    tern_op_destroy(load);
  }
  bool has_changed = kept < global->loads.count;
  global->loads.count = kept;
  if (kept == 0 && tern_symbol_visibility(global->op) == TERN_PRIVATE) {
    tern_global_table_erase(global);
    return true;
  }
  return has_changed;
}

// Devices are named by affinities, which are attributes that do not show what they name.
static bool is_device(const tern_global_t *global) {
  const tern_type_t *type = tern_util_global_type(global->op);
  return type->kind == TERN_TYPE_DIALECT && strcmp(type->row->name, "hal.device") == 0;
}

static bool erase_unused(tern_global_t *global) {
  if (!tern_global_is_closed(global) || global->loads.count > 0 || is_device(global)) return false;
  tern_global_table_erase(global);
  return true;
}

// Equal constants are one global, the first.
static bool merge_constants(tern_global_table_t *table) {
  tern_context_t *context = tern_op_context(table->module);
  tern_map_t first = {0};  // (value, type, attributes) -> place, plus one
  bool has_changed = false;
  for (size_t i = 0; i < table->globals.count; ++i) {
    tern_global_t *global = &table->globals.values[i];
    if (!tern_global_is_closed(global) || global->stores.count > 0 || is_mutable(global)) continue;
    if (!initial_value(global) || tern_op_attr(global->op, "inlining_policy")) continue;
    const tern_attr_t *attrs = global->op->attrs ? global->op->attrs : tern_dictionary_attr_get(context, NULL, 0);
    const tern_attr_t *parts[] = {initial_value(global), tern_op_attr(global->op, "type"), attrs};
    const tern_attr_t *key = tern_array_attr_get(context, parts, 3);
    size_t place = (size_t)(uintptr_t)tern_map_get(&first, key);
    if (!place) {
      tern_map_set(&first, key, (void *)(uintptr_t)(i + 1));
      continue;
    }
    tern_global_table_redirect(global, &table->globals.values[place - 1]);
    tern_global_table_erase(global);
    has_changed = true;
  }
  tern_map_deinitialize(&first);
  return has_changed;
}

static bool fold_once(tern_op_t *module) {
  tern_global_table_t table;
  tern_global_table_build(module, &table);
  bool has_changed = false;
  for (size_t i = 0; i < table.globals.count; ++i) {
    tern_global_t *global = &table.globals.values[i];
    has_changed |= inline_constant_store(global);
    if (forward_chained(&table, global)) {
      has_changed = true;
      continue;
    }
    has_changed |= make_immutable(global);
    if (inline_constant_loads(global)) has_changed = true;
    if (global->op && erase_unused(global)) has_changed = true;
  }
  has_changed |= merge_constants(&table);
  tern_global_table_deinitialize(&table);
  return has_changed;
}

static int64_t count_globals(tern_op_t *module) {
  int64_t count = 0;
  tern_block_for_each_op(tern_op_body(module, 0), op) count += tern_op_is(op, TERN_UTIL(GLOBAL));
  return count;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_pass_count(pass, 0, count_globals(module));
  bool has_changed = false;
  for (int i = 0; i < 10 && fold_once(module); ++i) has_changed = true;
  if (has_changed) tern_fixed_point_signal(module);
  tern_pass_count(pass, 1, count_globals(module));
  return true;
}

const tern_pass_def_t tern_util_fold_globals_pass = {
    .flag = "iree-util-fold-globals",
    .name = "FoldGlobalsPass",
    .anchor = "builtin.module",
    .summary = "Let globals of one value be one, and put constants in their place",
    .description =
        "Globals that hold one constant are replaced by it, those that nobody changes after initialization "
        "become immutable, equal constants become one, and those that nobody loads are erased.",
    .statistics = (const char *const[]){"before-folding - Number of util.global ops before folding",
                                        "after-folding - Number of util.global ops after folding", NULL},
    .run = run,
};

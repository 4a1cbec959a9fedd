// --iree-hal-materialize-interfaces: executables get a variant for each target, and their functions an interface.
//
//   stream.executable private @exe {
//     stream.executable.export public @f workgroups(...) -> (...) {...}
//     builtin.module {
//       func.func @f(%arg0: !stream.binding, %n: i32) {
//         %0 = stream.binding.subspan %arg0[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<...>
//
//   hal.executable private @exe {
//     hal.executable.variant public @embedded_elf_x86_64 target(<...>) {
//       hal.executable.export public @f ordinal(0) layout(#hal.pipeline.layout<constants = 1, bindings = [...]>) count(...)
//       builtin.module {
//         func.func @f() {
//           %n = hal.interface.constant.load layout(...) ordinal(0) : i32
//           %0 = hal.interface.binding.subspan layout(...) binding(0) offset(%c0) : !iree_tensor_ext.dispatch.tensor<...>
//
// Arguments of type i32 become constants, bindings become bindings, both in order. A binding is read only if every dispatch
// only reads it. Dispatches name the exports of all variants afterwards: @exe::@embedded_elf_x86_64::@f. A
// hal.executable.source, which says its interface itself, is expanded to variants only.
//
// An executable is made for the targets of those devices that its dispatches run on. One whose code is in object files keeps its variants
// for these.
//
// Source: upstream's MaterializeInterfacesPass and BindingLayoutAnalysis.

#include "analysis/hal_devices.h"
#include "base/map.h"
#include "dialect/builtin/builtin.h"
#include "dialect/func/func.h"
#include "dialect/iree_tensor_ext/iree_tensor_ext.h"
#include "dialect/stream/stream.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"

typedef struct state {
  tern_context_t *context;
  tern_op_t *module;
  tern_op_list_t dispatches;  // of the executable that is converted
} state_t;

// The dispatches of each executable, whose number would make a product with that of the executables.
typedef struct dispatch_index {
  tern_map_t by_name;  // StringAttr -> tern_op_list_t, in `arena`
  tern_arena_t *arena;
} dispatch_index_t;

static const tern_attr_t *name_key(const tern_op_t *op, tern_str_t name) {
  return tern_string_attr_get(tern_op_context(op), name);
}

static tern_walk_result_t collect_dispatch(tern_op_t *op, void *user) {
  dispatch_index_t *index = user;
  if (!tern_op_is(op, TERN_STREAM(CMD_DISPATCH))) return TERN_WALK_ADVANCE;
  const tern_attr_t *refs = tern_op_attr(op, "entry_points");
  for (size_t i = 0; i < tern_array_attr_count(refs); ++i) {
    const tern_attr_t *key = name_key(op, tern_symbol_ref_attr_at(tern_array_attr_at(refs, i), 0));
    tern_op_list_t *list = tern_map_get(&index->by_name, key);
    if (!list) {
      list = tern_arena_alloc_zeroed(index->arena, sizeof *list);
      tern_map_set(&index->by_name, key, list);
    }
    if (list->count == 0 || list->values[list->count - 1] != op) tern_vec_push(list, op);
  }
  return TERN_WALK_ADVANCE;
}

static const tern_attr_t *make_ref(tern_context_t *context, const tern_op_t *executable, const tern_op_t *variant,
                                   tern_str_t name) {
  const tern_str_t path[] = {tern_symbol_name(executable), tern_symbol_name(variant), name};
  return tern_symbol_ref_attr_get(context, path, 3);
}

// --- the interface of an entry point ---

static bool is_binding(const tern_value_t *arg) { return tern_type_is_stream_binding(arg->type); }

static bool verify_args(const tern_op_t *function) {
  const tern_block_t *entry = tern_op_body(function, 0);
  for (size_t i = 0; entry && i < entry->arg_count; ++i) {
    if (is_binding(entry->args[i]) || tern_type_is_i(entry->args[i]->type, 32)) continue;
    tern_op_error(function, "has an argument %zu of type %s, which cannot be handed to a dispatch", i,
                  tern_type_text(entry->args[i]->type));
    tern_emit_note(function->loc,
                   "only !stream.binding and i32 can; iree-stream-pack-dispatch-operands makes i32 of others");
    return false;
  }
  return true;
}

static bool names_export(const tern_attr_t *ref, const tern_op_t *executable, tern_str_t export) {
  return ref->kind == TERN_ATTR_SYMBOL_REF && tern_symbol_ref_attr_count(ref) == 2 &&
         tern_str_equal(tern_symbol_ref_attr_at(ref, 0), tern_symbol_name(executable)) &&
         tern_str_equal(tern_symbol_ref_attr_at(ref, 1), export);
}

static bool dispatches_export(const tern_op_t *dispatch, const tern_op_t *executable, tern_str_t export) {
  const tern_attr_t *refs = tern_op_attr(dispatch, "entry_points");
  for (size_t i = 0; i < tern_array_attr_count(refs); ++i) {
    if (names_export(tern_array_attr_at(refs, i), executable, export)) return true;
  }
  return false;
}

// Without a dispatch the types in the function say whether a binding is only read.
static bool is_read_only_inside(const tern_value_t *binding) {
  tern_value_for_each_use(binding, use) {
    const tern_type_t *type = use->owner->result_count ? tern_op_result(use->owner, 0)->type : NULL;
    if (!type || type->kind != TERN_TYPE_DIALECT || !tern_type_is_dispatch_tensor(type) ||
        tern_dispatch_tensor_type_access(type) != TERN_TENSOR_READ_ONLY) {
      return false;
    }
  }
  return true;
}

static bool is_read_only(const state_t *state, const tern_op_t *executable, tern_str_t export, size_t binding,
                         const tern_value_t *arg) {
  bool is_used = false;
  for (size_t i = 0; i < state->dispatches.count; ++i) {
    const tern_op_t *dispatch = state->dispatches.values[i];
    if (!dispatches_export(dispatch, executable, export)) continue;
    const tern_attr_t *accesses = tern_op_attr(dispatch, "resource_accesses");
    is_used = true;
    if (binding >= tern_int_list_attr_count(accesses) ||
        tern_int_list_attr_at(accesses, binding) & TERN_STREAM_ACCESS_WRITE) {
      return false;
    }
  }
  return is_used || is_read_only_inside(arg);
}

// What dispatches say of an export that has no function here.
static const tern_attr_t *make_external_layout(const state_t *state, const tern_op_t *executable, tern_str_t export) {
  for (size_t i = 0; i < state->dispatches.count; ++i) {
    const tern_op_t *dispatch = state->dispatches.values[i];
    if (!dispatches_export(dispatch, executable, export)) continue;
    size_t start, constants, resources;
    tern_op_operands_named(dispatch, "uniform_operands", &start, &constants);
    tern_op_operands_named(dispatch, "resources", &start, &resources);
    const tern_attr_t *accesses = tern_op_attr(dispatch, "resource_accesses");
    tern_hal_attr_list_t bindings = {0};
    for (size_t j = 0; j < resources; ++j) {
      bool is_written = tern_int_list_attr_at(accesses, j) & TERN_STREAM_ACCESS_WRITE;
      tern_vec_push(&bindings, tern_hal_pipeline_binding_get(state->context, TERN_HAL_DESCRIPTOR_STORAGE_BUFFER,
                                                             is_written ? 0 : TERN_HAL_DESCRIPTOR_READ_ONLY));
    }
    const tern_attr_t *layout =
        tern_hal_pipeline_layout_get(state->context, (int64_t)constants, -1, bindings.values, bindings.count);
    tern_vec_deinitialize(&bindings);
    return layout;
  }
  return tern_hal_pipeline_layout_get(state->context, 0, -1, NULL, 0);
}

static const tern_attr_t *make_layout(const state_t *state, const tern_op_t *executable, const tern_op_t *export,
                                      const tern_op_t *function) {
  const tern_attr_t *forced = tern_op_attr(export, "hal.interface.layout");
  tern_str_t name = tern_symbol_name(export);
  if (tern_attr_is_hal(forced, TERN_HAL_ATTR_PIPELINE_LAYOUT)) return forced;
  if (!function) return make_external_layout(state, executable, name);
  const tern_block_t *entry = tern_op_body(function, 0);
  tern_hal_attr_list_t bindings = {0};
  int64_t constants = 0;
  for (size_t i = 0; entry && i < entry->arg_count; ++i) {
    if (!is_binding(entry->args[i])) {
      ++constants;
      continue;
    }
    bool reads = is_read_only(state, executable, name, bindings.count, entry->args[i]);
    tern_vec_push(&bindings, tern_hal_pipeline_binding_get(state->context, TERN_HAL_DESCRIPTOR_STORAGE_BUFFER,
                                                           reads ? TERN_HAL_DESCRIPTOR_READ_ONLY : 0));
  }
  const tern_attr_t *layout =
      tern_hal_pipeline_layout_get(state->context, constants, -1, bindings.values, bindings.count);
  tern_vec_deinitialize(&bindings);
  return layout;
}

// --- the function ---

static const tern_attr_t *arg_attr(const tern_op_t *function, size_t index, const char *name) {
  const tern_attr_t *list = tern_op_attr(function, "arg_attrs");
  if (!list || index >= tern_array_attr_count(list)) return NULL;
  return tern_dictionary_attr_lookup(tern_array_attr_at(list, index), tern_str_from_cstr(name));
}

// An op with those of `attrs` whose value is not NULL.
static tern_op_t *build_with_given(tern_builder_t *builder, const tern_op_row_t *row, tern_values_t operands,
                                   const int32_t *segments, const tern_type_t *type, const tern_named_attr_t *attrs,
                                   size_t count) {
  tern_named_attr_t given[8];
  size_t given_count = 0;
  for (size_t i = 0; i < count; ++i) {
    if (attrs[i].attr) given[given_count++] = attrs[i];
  }
  return tern_build(builder, row, .operands = operands, .types = TERN_TYPES(type), .attrs = {given, given_count},
                    .segments = segments);
}

static void convert_subspan(tern_op_t *op, const tern_attr_t *layout, int64_t binding, const tern_attr_t *alignment) {
  tern_context_t *context = tern_op_context(op);
  tern_builder_t builder = tern_builder_before(op);
  int64_t flags = tern_hal_pipeline_binding_flags(tern_hal_pipeline_layout_binding(layout, (size_t)binding));
  TERN_VEC(tern_value_t *) operands = {0};
  for (size_t i = 1; i < op->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
  const tern_named_attr_t attrs[] = {
      {"layout", layout},
      {"binding", tern_integer_attr_get(tern_index_type_get(context), binding)},
      {"alignment", alignment},
      {"descriptor_flags", flags ? tern_enum_attr_get(context, TERN_HAL_ENUM(DESCRIPTOR_FLAGS), flags) : NULL}};
  tern_op_t *span =
      build_with_given(&builder, TERN_HAL(INTERFACE_BINDING_SUBSPAN), (tern_values_t){operands.values, operands.count},
                       (const int32_t[]){1, (int32_t)operands.count - 1}, tern_op_result(op, 0)->type, attrs, 4);
  tern_vec_deinitialize(&operands);
  tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_result(span, 0));
  tern_op_destroy(op);
}

static bool convert_binding(const tern_op_t *function, tern_value_t *arg, const tern_attr_t *layout, int64_t binding) {
  const tern_attr_t *alignment = arg_attr(function, arg->index, "stream.alignment");
  while (arg->first_use) {
    tern_op_t *user = arg->first_use->owner;
    if (!tern_op_is(user, TERN_STREAM(BINDING_SUBSPAN))) {
      return tern_op_error(user, "uses a binding, which only stream.binding.subspan may do");
    }
    convert_subspan(user, layout, binding, alignment);
  }
  return true;
}

static void convert_constant(const tern_op_t *function, tern_builder_t *builder, tern_value_t *arg,
                             const tern_attr_t *layout, int64_t ordinal) {
  const tern_named_attr_t attrs[] = {{"layout", layout},
                                     {"ordinal", tern_integer_attr_get(tern_index_type_get(builder->context), ordinal)},
                                     {"alignment", arg_attr(function, arg->index, "stream.alignment")},
                                     {"values", arg_attr(function, arg->index, "stream.values")}};
  tern_op_t *load =
      build_with_given(builder, TERN_HAL(INTERFACE_CONSTANT_LOAD), (tern_values_t){0}, NULL, arg->type, attrs, 4);
  tern_value_replace_all_uses(arg, tern_op_result(load, 0));
}

static tern_walk_result_t convert_info_op(tern_op_t *op, void *user) {
  static const tern_op_row_t *const rows[][2] = {
      {TERN_STREAM(DISPATCH_WORKGROUP_ID), TERN_HAL(INTERFACE_WORKGROUP_ID)},
      {TERN_STREAM(DISPATCH_WORKGROUP_COUNT), TERN_HAL(INTERFACE_WORKGROUP_COUNT)},
      {TERN_STREAM(DISPATCH_WORKGROUP_SIZE), TERN_HAL(INTERFACE_WORKGROUP_SIZE)}};
  (void)user;
  for (size_t i = 0; i < 3; ++i) {
    if (!tern_op_is(op, rows[i][0])) continue;
    tern_builder_t builder = tern_builder_before(op);
    tern_value_t *value = tern_build_value(&builder, rows[i][1], .types = TERN_TYPES(tern_op_result(op, 0)->type),
                                           .attrs = TERN_ATTRS({"dimension", tern_op_attr(op, "dimension")}));
    tern_value_replace_all_uses(tern_op_result(op, 0), value);
    tern_op_destroy(op);
    break;
  }
  return TERN_WALK_ADVANCE;
}

static bool convert_function(tern_op_t *function, const tern_attr_t *layout) {
  tern_context_t *context = tern_op_context(function);
  tern_block_t *entry = tern_op_body(function, 0);
  if (!entry) return true;
  tern_builder_t builder = tern_builder_at_start(entry, function->loc);
  int64_t constants = 0, bindings = 0;
  for (size_t i = 0; i < entry->arg_count; ++i) {
    if (!is_binding(entry->args[i])) convert_constant(function, &builder, entry->args[i], layout, constants++);
  }
  for (size_t i = 0; i < entry->arg_count; ++i) {
    if (is_binding(entry->args[i]) && !convert_binding(function, entry->args[i], layout, bindings++)) return false;
  }
  while (entry->arg_count) tern_block_erase_arg(entry, entry->arg_count - 1);
  const tern_type_t *type = tern_function_type_get(context, (tern_types_t){0}, (tern_types_t){0});
  tern_op_set_attr(function, "function_type", tern_type_attr_get(type));
  tern_op_set_attr(function, "arg_attrs", NULL);
  tern_op_walk_post(function, convert_info_op, NULL);
  return true;
}

// --- exports ---

// The region that computes the grid, with the device as its first argument.
static void copy_count_region(const tern_op_t *source, tern_op_t *target) {
  tern_region_t *region = &target->regions[0];
  tern_map_t mapping = {0};
  tern_region_clone_into(&source->regions[0], region, &mapping);
  tern_map_deinitialize(&mapping);
  tern_block_t *entry = region->first_block;
  if (!entry) return;
  tern_block_insert_arg(entry, 0, tern_hal_type(tern_op_context(target), TERN_HAL_DEVICE_TYPE), target->loc);
  tern_op_t *last = entry->last_op;
  if (!last || !tern_op_is(last, TERN_STREAM(RETURN))) return;
  tern_builder_t builder = tern_builder_before(last);
  TERN_VEC(tern_value_t *) values = {0};
  for (size_t i = 0; i < last->operand_count; ++i) tern_vec_push(&values, tern_op_operand(last, i));
  tern_build(&builder, TERN_HAL(RETURN), .operands = {values.values, values.count});
  tern_vec_deinitialize(&values);
  tern_op_destroy(last);
}

static bool add_export(const state_t *state, const tern_op_t *source, const tern_op_t *export, tern_op_t *variant,
                       int64_t ordinal) {
  tern_op_t *inner = tern_hal_inner_module(variant);
  tern_str_t name = tern_symbol_ref_attr_at(tern_op_attr(export, "function_ref"), 0);
  tern_op_t *function = inner ? tern_symbol_lookup_in(inner, name) : NULL;
  if (inner && (!function || !tern_op_has_trait(function, TERN_TRAIT_FUNCTION_LIKE))) {
    return tern_op_error(export, "names the function '@%.*s', which its executable does not have", (int)name.size,
                         name.data);
  }
  if (function && !verify_args(function)) return false;
  const tern_attr_t *layout = make_layout(state, source, export, function);
  tern_builder_t builder = tern_builder_at_end(tern_op_body(variant, 0), export->loc);
  if (inner) tern_builder_set_before(&builder, inner);
  tern_op_t *target =
      tern_build(&builder, TERN_HAL(EXECUTABLE_EXPORT), .regions = 2,
                 .attrs = TERN_ATTRS({"sym_visibility", tern_string_attr_get(state->context, TERN_STR("public"))},
                                     {"sym_name", tern_string_attr_get(state->context, name)},
                                     {"ordinal", tern_integer_attr_get(tern_index_type_get(state->context), ordinal)},
                                     {"layout", layout}));
  copy_count_region(export, target);
  return !function || convert_function(function, layout);
}

// --- variants ---

static tern_op_t *add_variant(const state_t *state, tern_op_t *executable, const tern_attr_t *target) {
  tern_block_t *body = tern_op_body(executable, 0);
  tern_builder_t builder = tern_builder_at_end(body, executable->loc);
  tern_op_t *variant = tern_build(
      &builder, TERN_HAL(EXECUTABLE_VARIANT), .regions = 1,
      .attrs = TERN_ATTRS({"sym_visibility", tern_string_attr_get(state->context, TERN_STR("public"))},
                          {"sym_name", tern_string_attr_get(state->context, tern_hal_executable_target_symbol(target))},
                          {"target", target}));
  tern_region_add_block(&variant->regions[0]);
  // Targets that differ only in their configuration.
  tern_string_builder_t name = {0};
  for (int i = 0; tern_symbol_lookup_in(executable, tern_symbol_name(variant)) != variant; ++i) {
    tern_str_t stem = tern_hal_executable_target_symbol(target);
    name.size = 0;
    tern_string_builder_append_format(&name, "%.*s_%d", (int)stem.size, stem.data, i);
    tern_symbol_set_name(variant, tern_string_builder_view(&name));
  }
  tern_string_builder_deinitialize(&name);
  return variant;
}

// The objects that an executable has for a target.
static void add_objects(const tern_attr_t *objects, tern_op_t *variant) {
  if (!tern_attr_is_hal(objects, TERN_HAL_ATTR_EXECUTABLE_OBJECTS)) return;
  const tern_attr_t *targets = tern_hal_attr_at(objects, 0);
  for (size_t i = 0; i < tern_array_attr_count(targets); ++i) {
    if (!tern_hal_executable_target_is_generic_of(tern_array_attr_at(targets, i), tern_op_attr(variant, "target"))) {
      continue;
    }
    tern_op_set_attr(variant, "objects", tern_array_attr_at(tern_hal_attr_at(objects, 1), i));
    return;
  }
}

static tern_op_t *add_executable(tern_op_t *source) {
  tern_builder_t builder = tern_builder_before(source);
  const tern_attr_t *visibility = tern_op_attr(source, "sym_visibility");
  tern_op_t *executable = tern_build(&builder, TERN_HAL(EXECUTABLE), .regions = 1,
                                     .attrs = TERN_ATTRS({"sym_name", tern_op_attr(source, "sym_name")}));
  if (visibility) tern_op_set_attr(executable, "sym_visibility", visibility);
  tern_region_add_block(&executable->regions[0]);
  return executable;
}

// Names the exports of all variants where `source`'s were named.
static void update_dispatches(const state_t *state, const tern_op_t *source, const tern_op_t *executable) {
  for (size_t i = 0; i < state->dispatches.count; ++i) {
    tern_op_t *dispatch = state->dispatches.values[i];
    const tern_attr_t *refs = tern_op_attr(dispatch, "entry_points");
    tern_hal_attr_list_t list = {0};
    for (size_t j = 0; j < tern_array_attr_count(refs); ++j) {
      const tern_attr_t *ref = tern_array_attr_at(refs, j);
      bool is_ours = tern_symbol_ref_attr_count(ref) == 2 &&
                     tern_str_equal(tern_symbol_ref_attr_at(ref, 0), tern_symbol_name(source));
      if (!is_ours) {
        tern_vec_push(&list, ref);
        continue;
      }
      tern_block_for_each_op(tern_op_body(executable, 0), variant) {
        tern_vec_push(&list, make_ref(state->context, executable, variant, tern_symbol_ref_attr_at(ref, 1)));
      }
    }
    tern_op_set_attr(dispatch, "entry_points", tern_array_attr_get(state->context, list.values, list.count));
    tern_vec_deinitialize(&list);
  }
}

static tern_op_t *find_inner_module(const tern_op_t *source) {
  tern_block_for_each_op(tern_op_body(source, 0), op) {
    if (tern_op_is(op, TERN_BUILTIN(MODULE))) return op;
  }
  return NULL;
}

static void replace_entry_point(tern_op_t *dispatch, const tern_attr_t *old_ref, const tern_attr_t *new_ref) {
  const tern_attr_t *refs = tern_op_attr(dispatch, "entry_points");
  tern_hal_attr_list_t list = {0};
  for (size_t i = 0; i < tern_array_attr_count(refs); ++i) {
    const tern_attr_t *ref = tern_array_attr_at(refs, i);
    tern_vec_push(&list, ref == old_ref ? new_ref : ref);
  }
  tern_op_set_attr(dispatch, "entry_points", tern_array_attr_get(tern_op_context(dispatch), list.values, list.count));
  tern_vec_deinitialize(&list);
}

// Exports are called as their functions from now on.
static void rename_exports(const state_t *state, const tern_op_t *source) {
  tern_block_for_each_op(tern_op_body(source, 0), op) {
    if (!tern_op_is(op, TERN_STREAM(EXECUTABLE_EXPORT))) continue;
    tern_str_t name = tern_symbol_name(op), function = tern_symbol_ref_attr_at(tern_op_attr(op, "function_ref"), 0);
    if (tern_str_equal(name, function)) continue;
    const tern_str_t old_path[] = {tern_symbol_name(source), name}, new_path[] = {tern_symbol_name(source), function};
    const tern_attr_t *old_ref = tern_symbol_ref_attr_get(state->context, old_path, 2);
    const tern_attr_t *new_ref = tern_symbol_ref_attr_get(state->context, new_path, 2);
    for (size_t i = 0; i < state->dispatches.count; ++i) {
      replace_entry_point(state->dispatches.values[i], old_ref, new_ref);
    }
  }
}

static bool names_executable(const tern_op_t *dispatch, const tern_op_t *executable) {
  const tern_attr_t *refs = tern_op_attr(dispatch, "entry_points");
  for (size_t i = 0; i < tern_array_attr_count(refs); ++i) {
    tern_str_t root = tern_symbol_ref_attr_at(tern_array_attr_at(refs, i), 0);
    if (tern_str_equal(root, tern_symbol_name(executable))) return true;
  }
  return false;
}

// The targets of the devices that an executable is dispatched on: all if it is not dispatched at all.
static void collect_targets(const state_t *state, const tern_op_t *source, tern_hal_attr_list_t *out_targets) {
  for (size_t i = 0; i < state->dispatches.count; ++i) {
    const tern_op_t *dispatch = state->dispatches.values[i];
    if (!names_executable(dispatch, source)) continue;
    tern_str_t device = tern_hal_affinity_device_name(tern_hal_affinity_of(dispatch));
    const tern_op_t *global = device.size ? tern_symbol_lookup_in(state->module, device) : NULL;
    if (global) tern_hal_collect_executable_targets_of(state->module, global, out_targets);
  }
  if (!out_targets->count) tern_hal_collect_executable_targets(state->module, out_targets);
}

static bool convert_executable(const state_t *state, tern_op_t *source, const tern_hal_attr_list_t *targets) {
  const tern_op_t *inner = find_inner_module(source);
  tern_op_t *executable = add_executable(source);
  for (size_t i = 0; i < targets->count; ++i) {
    tern_op_t *variant = add_variant(state, executable, targets->values[i]);
    add_objects(tern_op_attr(source, "hal.executable.objects"), variant);
    if (inner) tern_op_insert(tern_op_clone(inner, NULL), tern_op_body(variant, 0), NULL);
    int64_t ordinal = 0;
    tern_block_for_each_op(tern_op_body(source, 0), op) {
      if (!tern_op_is(op, TERN_STREAM(EXECUTABLE_EXPORT))) continue;
      if (!add_export(state, source, op, variant, ordinal++)) return false;
    }
  }
  rename_exports(state, source);
  update_dispatches(state, source, executable);
  tern_op_destroy(source);
  return true;
}

static void expand_source(const state_t *state, tern_op_t *source, const tern_hal_attr_list_t *targets) {
  tern_op_t *executable = add_executable(source);
  for (size_t i = 0; i < targets->count; ++i) {
    tern_op_t *variant = add_variant(state, executable, targets->values[i]);
    add_objects(tern_op_attr(source, "objects"), variant);
    tern_block_for_each_op(tern_op_body(source, 0), op) {
      if (tern_op_is(op, TERN_HAL(EXECUTABLE_SOURCE_END))) continue;
      tern_op_insert(tern_op_clone(op, NULL), tern_op_body(variant, 0), NULL);
    }
  }
  update_dispatches(state, source, executable);
  tern_op_destroy(source);
}

static bool run_on(const state_t *state, tern_op_t *source) {
  tern_hal_attr_list_t targets = {0};
  collect_targets(state, source, &targets);
  bool is_right = true;
  if (!targets.count) {
    is_right = tern_op_error(state->module, "has executables but no device to run them");
    tern_emit_note(state->module->loc,
                   "name devices by iree-hal-assign-target-devices or the attribute 'hal.device.targets'");
  } else if (tern_op_is(source, TERN_HAL(EXECUTABLE_SOURCE))) {
    expand_source(state, source, &targets);
  } else {
    is_right = convert_executable(state, source, &targets);
  }
  tern_vec_deinitialize(&targets);
  return is_right;
}

// --- code that somebody else wrote ---

static bool is_for(const tern_op_t *variant, const tern_attr_t *target) {
  const tern_attr_t *own = tern_op_attr(variant, "target");
  return tern_str_equal(tern_hal_executable_target_backend(own), tern_hal_executable_target_backend(target)) &&
         tern_str_equal(tern_hal_executable_target_format(own), tern_hal_executable_target_format(target));
}

static bool has_variant_for(const tern_op_t *executable, const tern_attr_t *target) {
  tern_block_for_each_op(tern_op_body(executable, 0), op) {
    if (tern_op_is(op, TERN_HAL(EXECUTABLE_VARIANT)) && is_for(op, target)) return true;
  }
  return false;
}

static void drop_entry_points(tern_op_t *dispatch, const tern_op_t *executable, const tern_op_t *variant) {
  const tern_attr_t *refs = tern_op_attr(dispatch, "entry_points");
  tern_hal_attr_list_t list = {0};
  for (size_t i = 0; i < tern_array_attr_count(refs); ++i) {
    const tern_attr_t *ref = tern_array_attr_at(refs, i);
    bool is_dropped = tern_str_equal(tern_symbol_ref_attr_at(ref, 0), tern_symbol_name(executable)) &&
                      tern_str_equal(tern_symbol_ref_attr_at(ref, 1), tern_symbol_name(variant));
    if (!is_dropped) tern_vec_push(&list, ref);
  }
  tern_op_set_attr(dispatch, "entry_points", tern_array_attr_get(tern_op_context(dispatch), list.values, list.count));
  tern_vec_deinitialize(&list);
}

// Variants for what is not compiled for: their object files need not be there.
static void drop_others(const state_t *state, tern_op_t *executable, const tern_hal_attr_list_t *targets) {
  tern_block_for_each_op_safe(tern_op_body(executable, 0), op) {
    bool is_wanted = !tern_op_is(op, TERN_HAL(EXECUTABLE_VARIANT));
    for (size_t i = 0; i < targets->count && !is_wanted; ++i) is_wanted = is_for(op, targets->values[i]);
    if (is_wanted) continue;
    for (size_t i = 0; i < state->dispatches.count; ++i) drop_entry_points(state->dispatches.values[i], executable, op);
    tern_op_destroy(op);
  }
}

static bool is_external(const tern_op_t *executable) {
  tern_block_for_each_op(tern_op_body(executable, 0), op) {
    if (tern_op_is(op, TERN_HAL(EXECUTABLE_VARIANT)) && tern_op_attr(op, "objects")) return true;
  }
  return false;
}

// Keeps what is for the devices at hand. Nobody generates what is missing.
static bool take_external(const state_t *state, tern_op_t *executable) {
  tern_hal_attr_list_t targets = {0};
  bool is_right = true;
  collect_targets(state, executable, &targets);
  for (size_t i = 0; i < targets.count && is_right; ++i) {
    if (has_variant_for(executable, targets.values[i])) continue;
    tern_str_t backend = tern_hal_executable_target_backend(targets.values[i]);
    tern_str_t format = tern_hal_executable_target_format(targets.values[i]);
    tern_op_error(executable,
                  "has no object file for #hal.executable.target<\"%.*s\", \"%.*s\">, which its device may be",
                  (int)backend.size, backend.data, (int)format.size, format.data);
    tern_emit_note(executable->loc, "add one, or compile for other targets only");
    is_right = false;
  }
  if (is_right && targets.count) drop_others(state, executable, &targets);
  tern_vec_deinitialize(&targets);
  return is_right;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  dispatch_index_t index = {.arena = tern_pass_scratch(pass)};
  bool is_right = true;
  tern_op_walk_pre(module, collect_dispatch, &index);
  tern_block_for_each_op_safe(tern_op_body(module, 0), op) {
    bool is_given = tern_op_is(op, TERN_HAL(EXECUTABLE)) && is_external(op);
    if (!is_given && !tern_op_is(op, TERN_HAL(EXECUTABLE_SOURCE)) && !tern_op_is(op, TERN_STREAM(EXECUTABLE))) continue;
    state_t state = {.context = tern_op_context(module), .module = module};
    const tern_op_list_t *dispatches = tern_map_get(&index.by_name, name_key(op, tern_symbol_name(op)));
    if (dispatches) state.dispatches = *dispatches;
    if (!(is_given ? take_external(&state, op) : run_on(&state, op))) {
      is_right = false;
      break;
    }
  }
  for (size_t i = 0; i < index.by_name.entry_count; ++i) {
    tern_vec_deinitialize((tern_op_list_t *)index.by_name.entries[i].value);
  }
  tern_map_deinitialize(&index.by_name);
  return is_right;
}

static const tern_dialect_t *const dialects[] = {&tern_hal_dialect, NULL};

const tern_pass_def_t tern_hal_materialize_interfaces_pass = {
    .flag = "iree-hal-materialize-interfaces",
    .anchor = "builtin.module",
    .summary = "Give executables a variant for each target, and their functions an interface",
    .dialects = dialects,
    .run = run,
};

// --iree-flow-outline-dispatch-externs: dispatches of code in object files become executables and flow.dispatch.
//
//   %0 = hal.dispatch.extern "f"(%t) : (tensor<4xf32>) -> %t count(...) {...} layout(#l) objects({#target = [#object]})
//       ->
//   hal.executable private @extern_dispatch {
//     hal.executable.variant public @target target(#target) objects([#object]) {
//       hal.executable.export public @f layout(#l) count(...) {...}
//     }
//   }
//   %0 = flow.dispatch @extern_dispatch::@target::@f(%t) : (tensor<4xf32>) -> %t
//
// Source: IREE's OutlineDispatchExterns. One variant for each target; the dispatch names them all.

#include "base/vec.h"
#include "dialect/flow/flow.h"
#include "dialect/hal/hal.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef TERN_VEC(tern_value_t *) value_list_t;
typedef TERN_VEC(const tern_type_t *) type_list_t;
typedef TERN_VEC(const tern_attr_t *) attr_list_t;

// A name for the target that is not taken in the executable.
static const tern_attr_t *variant_name(tern_op_t *executable, const tern_attr_t *target, size_t index) {
  tern_context_t *context = tern_op_context(executable);
  tern_str_t stem = tern_hal_executable_target_symbol(target);
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, stem);
  if (tern_symbol_lookup_in(executable, stem)) tern_string_builder_append_format(&text, "_%zu", index);
  const tern_attr_t *name = tern_string_attr_get(context, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  return name;
}

static void copy_attr(const tern_op_t *from, tern_op_t *to, const char *name) {
  if (tern_op_attr(from, name)) tern_op_set_attr(to, name, tern_op_attr(from, name));
}

// The variant for target `index`; returns the symbol of its export.
static const tern_attr_t *build_variant(tern_builder_t *b, tern_op_t *op, tern_op_t *executable, size_t index) {
  tern_context_t *context = b->context;
  const tern_attr_t *target = tern_array_attr_at(tern_op_attr(op, "targets"), index);
  const tern_attr_t *ordinals = tern_op_attr(op, "target_ordinals"), *ordinal = NULL;
  const tern_attr_t *objects = tern_array_attr_at(tern_op_attr(op, "target_objects"), index);
  const tern_attr_t *name = variant_name(executable, target, index), *export_name = tern_op_attr(op, "export");
  if (index < tern_array_attr_count(ordinals)) ordinal = tern_array_attr_at(ordinals, index);
  tern_op_t *variant =
      tern_build(b, TERN_HAL(EXECUTABLE_VARIANT), .regions = 1,
                 .attrs = TERN_ATTRS({"sym_name", name}, {"target", target}, {"objects", objects},
                                     {"sym_visibility", tern_string_attr_get(context, TERN_STR("public"))}));
  tern_builder_t inner = *b;
  tern_builder_add_block(&inner, &variant->regions[0], (tern_types_t){0});
  size_t region = index + 1;
  if (region < op->region_count && !tern_region_is_empty(&op->regions[region])) {
    const tern_type_t *type = tern_function_type_get(context, TERN_TYPES(tern_hal_type(context, TERN_HAL_DEVICE_TYPE)),
                                                     TERN_TYPES(tern_i_type_get(context, 1)));
    tern_op_t *condition = tern_build(&inner, TERN_HAL(EXECUTABLE_CONDITION), .regions = 1,
                                      .attrs = TERN_ATTRS({"function_type", tern_type_attr_get(type)}));
    tern_map_t mapping = {0};
    tern_region_clone_into(&op->regions[region], &condition->regions[0], &mapping);
    tern_map_deinitialize(&mapping);
  }
  tern_op_t *export_op =
      tern_build(&inner, TERN_HAL(EXECUTABLE_EXPORT), .regions = 2,
                 .attrs = TERN_ATTRS({"sym_name", export_name}, {"layout", tern_op_attr(op, "layout")},
                                     {"sym_visibility", tern_string_attr_get(context, TERN_STR("public"))}));
  if (tern_attr_is_integer(ordinal)) tern_op_set_attr(export_op, "ordinal", ordinal);
  copy_attr(op, export_op, "workgroup_size");
  copy_attr(op, export_op, "subgroup_size");
  copy_attr(op, export_op, "workgroup_local_memory");
  tern_map_t mapping = {0};
  tern_region_clone_into(&op->regions[0], &export_op->regions[0], &mapping);
  tern_map_deinitialize(&mapping);
  tern_str_t path[] = {tern_symbol_name(executable), tern_string_attr_value(name), tern_string_attr_value(export_name)};
  return tern_symbol_ref_attr_get(context, path, 3);
}

static void outline(tern_op_t *module, tern_op_t *op, size_t ordinal) {
  tern_op_t *function = op;
  while (tern_op_parent(function) != module) function = tern_op_parent(function);
  tern_builder_t b = tern_builder_before(function);
  b.loc = op->loc;
  tern_string_builder_t text = {0};
  tern_string_builder_append_cstr(&text, "extern_dispatch");
  while (tern_symbol_lookup_in(module, tern_string_builder_view(&text))) {
    text.size = 0;
    tern_string_builder_append_format(&text, "extern_dispatch_%zu", ordinal++);
  }
  tern_op_t *executable =
      tern_build(&b, TERN_HAL(EXECUTABLE), .regions = 1,
                 .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(b.context, tern_string_builder_view(&text))},
                                     {"sym_visibility", tern_string_attr_get(b.context, TERN_STR("private"))}));
  tern_string_builder_deinitialize(&text);
  tern_builder_t inner = b;
  tern_builder_add_block(&inner, &executable->regions[0], (tern_types_t){0});
  attr_list_t entries = {0};
  for (size_t i = 0; i < tern_array_attr_count(tern_op_attr(op, "targets")); ++i) {
    tern_vec_push(&entries, build_variant(&inner, op, executable, i));
  }
  value_list_t operands = {0};
  type_list_t types = {0};
  int32_t segments[4];
  const tern_attr_t *sizes = tern_op_attr(op, "operandSegmentSizes");
  for (size_t i = 0; i < 4; ++i) segments[i] = (int32_t)tern_int_list_attr_at(sizes, i);
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&types, op->results[i].type);
  tern_builder_t at = tern_builder_before(op);
  tern_op_t *dispatch =
      tern_build(&at, TERN_FLOW(DISPATCH), .operands = {operands.values, operands.count},
                 .types = {types.values, types.count}, .segments = segments,
                 .attrs = TERN_ATTRS({"entry_points", tern_array_attr_get(b.context, entries.values, entries.count)}));
  copy_attr(op, dispatch, "tied_operands");
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), tern_op_result(dispatch, i));
  }
  tern_op_destroy(op);
  tern_vec_deinitialize(&entries);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = tern_op_collect_row(module, TERN_PREORDER, TERN_HAL(DISPATCH_EXTERN));
  for (size_t i = 0; i < ops.count; ++i) outline(module, ops.values[i], i);
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_outline_dispatch_externs_pass = {
    .flag = "iree-flow-outline-dispatch-externs",
    .name = "OutlineDispatchExternsPass",
    .anchor = "builtin.module",
    .summary = "Outline dispatches of object files into executables",
    .dialects = (const tern_dialect_t *const[]){&tern_flow_dialect, &tern_hal_dialect, NULL},
    .run = run,
};

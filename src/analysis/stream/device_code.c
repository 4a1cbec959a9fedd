#include "analysis/stream/device_code.h"

#include "dialect/func/func.h"
#include "ir/symbol.h"

static tern_walk_result_t add_export(tern_op_t *op, void *user) {
  tern_stream_entries_t *entries = user;
  if (!tern_op_is(op, TERN_STREAM(EXECUTABLE_EXPORT))) return TERN_WALK_ADVANCE;
  tern_op_t *executable = tern_op_parent(op);
  tern_block_for_each_op(tern_op_body(executable, 0), inner) {
    if (inner == op || inner->region_count == 0 || !tern_op_has_trait(inner, TERN_TRAIT_SYMBOL_TABLE)) continue;
    tern_op_t *function = tern_symbol_lookup_ref_in(inner, tern_op_attr(op, "function_ref"));
    if (!function || !tern_op_is(function, TERN_FUNC(FUNC)) || tern_region_is_empty(&function->regions[0])) continue;
    if (tern_map_contains(&entries->by_function, function)) continue;
    tern_vec_push(&entries->list, (tern_stream_entry_t){.exported = op, .function = function, .is_alone = true});
    tern_map_set(&entries->by_function, function, (void *)(uintptr_t)entries->list.count);
  }
  return TERN_WALK_SKIP;
}

typedef struct dispatch_walk {
  tern_stream_entries_t *entries;
  tern_symbol_table_t symbols;  // of the module
  tern_map_t functions;         // reference -> func.func
} dispatch_walk_t;

static tern_op_t *function_of(dispatch_walk_t *walk, const tern_attr_t *reference) {
  if (tern_map_contains(&walk->functions, reference)) return tern_map_get(&walk->functions, reference);
  tern_op_t *exported = tern_symbol_table_lookup_ref(&walk->symbols, reference), *function = NULL;
  tern_op_t *executable = exported ? tern_op_parent(exported) : NULL;
  if (exported && tern_op_is(exported, TERN_STREAM(EXECUTABLE_EXPORT))) {
    tern_block_for_each_op(tern_op_body(executable, 0), inner) {
      if (!tern_op_has_trait(inner, TERN_TRAIT_SYMBOL_TABLE)) continue;
      function = tern_symbol_lookup_ref_in(inner, tern_op_attr(exported, "function_ref"));
    }
  }
  tern_map_set(&walk->functions, reference, function);
  return function;
}

static tern_walk_result_t add_dispatch(tern_op_t *op, void *user) {
  dispatch_walk_t *walk = user;
  if (tern_op_is(op, TERN_STREAM(EXECUTABLE))) return TERN_WALK_SKIP;
  if (!tern_op_is(op, TERN_STREAM(CMD_DISPATCH))) return TERN_WALK_ADVANCE;
  const tern_attr_t *references = tern_op_attr(op, "entry_points");
  for (size_t i = 0; i < tern_array_attr_count(references); ++i) {
    tern_op_t *function = function_of(walk, tern_array_attr_at(references, i));
    size_t number = function ? (size_t)(uintptr_t)tern_map_get(&walk->entries->by_function, function) : 0;
    if (number == 0) continue;
    tern_stream_entry_t *entry = &walk->entries->list.values[number - 1];
    tern_vec_push(&entry->dispatches, op);
    entry->is_alone &= tern_array_attr_count(references) == 1;
  }
  return TERN_WALK_ADVANCE;
}

void tern_stream_entries_find(tern_op_t *module, tern_stream_entries_t *out_entries) {
  *out_entries = (tern_stream_entries_t){0};
  tern_op_walk_pre(module, add_export, out_entries);
  dispatch_walk_t walk = {.entries = out_entries};
  tern_symbol_table_initialize(&walk.symbols, module);
  tern_op_walk_pre(module, add_dispatch, &walk);
  tern_symbol_table_deinitialize(&walk.symbols);
  tern_map_deinitialize(&walk.functions);
}

void tern_stream_entries_deinitialize(tern_stream_entries_t *entries) {
  for (size_t i = 0; i < entries->list.count; ++i) tern_vec_deinitialize(&entries->list.values[i].dispatches);
  tern_vec_deinitialize(&entries->list);
  tern_map_deinitialize(&entries->by_function);
}

static size_t args_of_kind(const tern_op_t *function, bool is_binding, uint32_t *out_args) {
  const tern_block_t *entry = tern_op_body(function, 0);
  size_t count = 0;
  for (uint32_t i = 0; i < entry->arg_count; ++i) {
    if (tern_type_is_stream_binding(entry->args[i]->type) == is_binding) out_args[count++] = i;
  }
  return count;
}

size_t tern_stream_operand_args(const tern_op_t *function, uint32_t *out_args) {
  return args_of_kind(function, false, out_args);
}

size_t tern_stream_binding_args(const tern_op_t *function, uint32_t *out_args) {
  return args_of_kind(function, true, out_args);
}

void tern_stream_set_operand_group(tern_op_t *op, const char *name, tern_value_t *const *values, size_t count) {
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(int32_t) segments = {0};
  for (size_t g = 0; g < op->def->operand_count; ++g) {
    size_t start, old_count;
    tern_op_operand_group(op, g, &start, &old_count);
    bool is_replaced = strcmp(op->def->operands[g].name->data, name) == 0;
    size_t new_count = is_replaced ? count : old_count;
    for (size_t i = 0; i < new_count; ++i) {
      tern_vec_push(&operands, is_replaced ? values[i] : tern_op_operand(op, start + i));
    }
    tern_vec_push(&segments, (int32_t)new_count);
  }
  tern_op_set_operands(op, (tern_values_t){operands.values, operands.count});
  if (op->def->operand_segments_slot >= 0) tern_op_set_segment_sizes(op, segments.values, segments.count);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&segments);
}

void tern_stream_update_signature(tern_op_t *function, const tern_attr_t *const *arg_attrs) {
  const tern_block_t *entry = tern_op_body(function, 0);
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
  tern_context_t *context = tern_op_context(function);
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < entry->arg_count; ++i) tern_vec_push(&types, entry->args[i]->type);
  type = tern_function_type_get(context, (tern_types_t){types.values, types.count}, tern_function_type_results(type));
  tern_op_set_attr(function, "function_type", tern_type_attr_get(type));
  tern_vec_deinitialize(&types);
  TERN_VEC(const tern_attr_t *) attrs = {0};
  bool has_any = false;
  for (size_t i = 0; arg_attrs && i < entry->arg_count; ++i) {
    has_any |= tern_dictionary_attr_count(arg_attrs[i]) > 0;
    tern_vec_push(&attrs, arg_attrs[i] ? arg_attrs[i] : tern_dictionary_attr_get(context, NULL, 0));
  }
  tern_op_set_attr(function, "arg_attrs", has_any ? tern_array_attr_get(context, attrs.values, attrs.count) : NULL);
  tern_vec_deinitialize(&attrs);
}

const tern_attr_t *tern_stream_arg_attrs(const tern_op_t *function, size_t index) {
  const tern_attr_t *list = tern_op_attr(function, "arg_attrs");
  return list && index < tern_array_attr_count(list) ? tern_array_attr_at(list, index) : NULL;
}

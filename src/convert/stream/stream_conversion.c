// --iree-stream-conversion: tensors of the host program become resources with sizes (upstream:
// Stream/Transforms/ConvertToStream.cpp and Stream/Conversion).
//
//   %1 = flow.dispatch @e::@f(%0) : (tensor<?xf32>{%d}) -> tensor<?xf32>{%d}
// becomes
//   %n = stream.tensor.sizeof tensor<?xf32>{%d} : index
//   %1 = stream.tensor.dispatch @e::@f(%0) : (tensor<?xf32>{%d} in !stream.resource<*>{%m})
//            -> tensor<?xf32>{%d} in !stream.resource<*>{%n}
//
// Upstream uses the dialect conversion with 1:N types. Here each op is visited once and rewritten at once: every op that
// may hold a tensor has a rule, and an op without one is an error that names it.

#include "convert/stream/stream_conversion.h"

#include "dialect/builtin/builtin.h"
#include "dialect/flow/flow.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

// --- the map ---

tern_sized_value_t tern_stream_converted(const tern_stream_conversion_t *conversion, const tern_value_t *tensor) {
  const tern_sized_value_t *found = tern_map_get(&conversion->values, tensor);
  return found ? *found : (tern_sized_value_t){0};
}

void tern_stream_bind(tern_stream_conversion_t *conversion, const tern_value_t *tensor, tern_value_t *resource,
                      tern_value_t *size) {
  tern_sized_value_t *entry = tern_arena_alloc(conversion->arena, sizeof *entry);
  *entry = (tern_sized_value_t){resource, size};
  tern_map_set(&conversion->values, tensor, entry);
}

void tern_stream_bind_passed(tern_stream_conversion_t *conversion, const tern_value_t *tensor, tern_value_t *resource,
                             tern_value_t *size) {
  bool is_static = tern_type_is_ranked(tensor->type) && tern_type_has_static_shape(tensor->type);
  if (is_static) size = tern_stream_sizeof(conversion, tensor->type, TERN_NO_VALUES, NULL);
  tern_stream_bind(conversion, tensor, resource, size);
}

void tern_stream_retire(tern_stream_conversion_t *conversion, tern_op_t *op) { tern_vec_push(&conversion->dead, op); }

void tern_stream_append_operands(const tern_stream_conversion_t *conversion, const tern_op_t *op, size_t start,
                                 size_t count, tern_value_list_t *list) {
  for (size_t i = start; i < start + count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    if (!tern_is_tensor(operand->type)) {
      tern_vec_push(list, operand);
      continue;
    }
    tern_sized_value_t value = tern_stream_converted(conversion, operand);
    tern_vec_push(list, value.resource);
    tern_vec_push(list, value.size);
  }
}

void tern_stream_append_type(const tern_stream_conversion_t *conversion, const tern_type_t *type,
                             tern_type_list_vec_t *list) {
  bool is_tensor = tern_is_tensor(type);
  tern_vec_push(list, is_tensor ? tern_unknown_resource(conversion) : type);
  if (is_tensor) tern_vec_push(list, tern_index_type_get(conversion->context));
}

// --- building ---

tern_values_t tern_stream_group(tern_stream_conversion_t *conversion, const tern_op_t *op, const char *name) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  if (!count) return TERN_NO_VALUES;
  tern_value_t **values = tern_arena_alloc(conversion->arena, count * sizeof *values);
  for (size_t i = 0; i < count; ++i) values[i] = tern_op_operand(op, start + i);
  return (tern_values_t){values, count};
}

tern_op_t *tern_stream_build(tern_stream_conversion_t *conversion, const tern_op_row_t *row,
                             const tern_stream_groups_t *groups, tern_types_t types, tern_named_attrs_t attrs) {
  int32_t segments[16];
  tern_value_list_t operands = {0};
  TERN_VEC(tern_named_attr_t) given = {0};
  for (size_t i = 0; i < groups->count; ++i) {
    segments[i] = (int32_t)groups->values[i].count;
    for (size_t k = 0; k < groups->values[i].count; ++k) tern_vec_push(&operands, groups->values[i].values[k]);
  }
  for (size_t i = 0; i < attrs.count; ++i) {
    if (attrs.values[i].attr) tern_vec_push(&given, attrs.values[i]);
  }
  bool has_segments = (row->traits & TERN_TRAIT_ATTR_SIZED_OPERAND_SEGMENTS) != 0;
  tern_op_t *op = tern_build(&conversion->builder, row, .operands = {operands.values, operands.count}, .types = types,
                             .attrs = {given.values, given.count}, .segments = has_segments ? segments : NULL);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&given);
  return op;
}

const tern_attr_t *tern_stream_op_affinity(const tern_op_t *op) {
  const tern_attr_t *affinity = NULL;
  if (tern_op_def_slot(op->def, TERN_STR("affinity")) >= 0) affinity = tern_op_attr(op, "affinity");
  return affinity ? affinity : tern_op_attr(op, "stream.affinity");
}

tern_value_t *tern_stream_sizeof(tern_stream_conversion_t *conversion, const tern_type_t *type, tern_values_t dims,
                                 const tern_attr_t *affinity) {
  tern_op_t *op = tern_stream_build(conversion, TERN_STREAM(TENSOR_SIZEOF), TERN_GROUPS(dims),
                                    TERN_TYPES(tern_index_type_get(conversion->context)),
                                    TERN_ATTRS({"encoding", tern_type_attr_get(type)}, {"affinity", affinity}));
  return tern_op_result(op, 0);
}

tern_value_t *tern_stream_transfer(tern_stream_conversion_t *conversion, tern_value_t *source, tern_value_t *size,
                                   tern_stream_lifetime_t lifetime, const tern_attr_t *affinity) {
  const tern_type_t *type = tern_stream_resource_type_get(conversion->context, lifetime);
  tern_op_t *op =
      tern_stream_build(conversion, TERN_STREAM(ASYNC_TRANSFER), TERN_GROUPS(TERN_VALUES(source, size, size)),
                        TERN_TYPES(type), TERN_ATTRS({"source_affinity", affinity}, {"result_affinity", affinity}));
  return tern_op_result(op, 0);
}

tern_value_t *tern_stream_cast(tern_stream_conversion_t *conversion, tern_value_t *source, tern_value_t *size,
                               tern_stream_lifetime_t lifetime, const tern_attr_t *affinity) {
  const tern_type_t *type = tern_stream_resource_type_get(conversion->context, lifetime);
  tern_op_t *op = tern_stream_build(conversion, TERN_STREAM(ASYNC_CAST), TERN_GROUPS(TERN_VALUES(source, size, size)),
                                    TERN_TYPES(type), TERN_ATTRS({"affinity", affinity}));
  return tern_op_result(op, 0);
}

tern_sized_value_t tern_stream_build_constant(tern_stream_conversion_t *conversion, const tern_attr_t *value,
                                              const tern_type_t *type, tern_stream_lifetime_t lifetime,
                                              const tern_attr_t *affinity) {
  const tern_type_t *resource = tern_stream_resource_type_get(conversion->context, lifetime);
  tern_value_t *constant = tern_op_result(
      tern_stream_build(
          conversion, TERN_STREAM(TENSOR_CONSTANT), TERN_GROUPS(TERN_NO_VALUES), TERN_TYPES(resource),
          TERN_ATTRS({"value", value}, {"result_encoding", tern_type_attr_get(type)}, {"affinity", affinity})),
      0);
  tern_value_t *size =
      tern_build_value(&conversion->builder, TERN_STREAM(RESOURCE_SIZE), .operands = TERN_VALUES(constant),
                       .types = TERN_TYPES(tern_index_type_get(conversion->context)));
  return (tern_sized_value_t){constant, size};
}

// --- visiting ---

static const tern_stream_rule_t *const tables[] = {tern_structure_to_stream_rules, tern_util_to_stream_rules,
                                                   tern_flow_to_stream_rules, tern_hal_to_stream_rules};

static const tern_stream_rule_t *find_rule(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; ++i) {
    for (const tern_stream_rule_t *rule = tables[i]; rule->row; ++rule) {
      if (tern_op_is(op, rule->row)) return rule;
    }
  }
  return NULL;
}

static const tern_type_t *find_tensor(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_is_tensor(tern_op_operand(op, i)->type)) return tern_op_operand(op, i)->type;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_is_tensor(op->results[i].type)) return op->results[i].type;
  }
  return NULL;
}

static bool convert_op(tern_stream_conversion_t *conversion, tern_op_t *op) {
  const tern_stream_rule_t *rule = find_rule(op);
  conversion->builder = tern_builder_before(op);
  if (rule) return rule->convert(conversion, op);
  const tern_type_t *tensor = find_tensor(op);
  if (tensor) {
    tern_op_error(op, "cannot be part of the host program: it works on %s, which only dispatches do",
                  tern_type_text(tensor));
    tern_emit_note(op->loc, "the passes of iree-flow-transformation-pipeline move work on tensors into dispatches");
    return false;
  }
  for (size_t i = 0; i < op->region_count; ++i) {
    if (!tern_stream_convert_region(conversion, &op->regions[i])) return false;
  }
  return true;
}

// A tensor argument becomes two arguments at its place; the old one stays behind them until all uses are converted.
static void convert_arguments(tern_stream_conversion_t *conversion, tern_block_t *block) {
  conversion->builder = tern_builder_at_start(block, tern_block_parent_op(block)->loc);
  for (size_t i = 0; i < block->arg_count; ++i) {
    tern_value_t *arg = block->args[i];
    if (!tern_is_tensor(arg->type)) continue;
    const tern_attr_t *loc = arg->arg_loc;
    tern_value_t *resource = tern_block_insert_arg(block, i, tern_unknown_resource(conversion), loc);
    tern_value_t *size = tern_block_insert_arg(block, i + 1, tern_index_type_get(conversion->context), loc);
    tern_stream_bind_passed(conversion, arg, resource, size);
    i += 2;
  }
}

static bool is_visited(const tern_map_t *visited, const tern_block_t *block) {
  return tern_map_contains(visited, block);
}

// In reverse postorder a block comes after all blocks that dominate it.
static bool convert_blocks(tern_stream_conversion_t *conversion, tern_region_t *region) {
  tern_map_t order = {0}, finished = {0};
  TERN_VEC(tern_block_t *) stack = {0};
  TERN_VEC(tern_block_t *) postorder = {0};
  tern_vec_push(&stack, region->first_block);
  // Without recursion: a block is finished when it is on top again after its successors.
  while (stack.count) {
    tern_block_t *block = stack.values[stack.count - 1];
    if (!is_visited(&order, block)) {
      tern_map_set(&order, block, block);
      const tern_op_t *end = block->last_op;
      for (size_t i = 0; end && i < end->successor_count; ++i) {
        if (!is_visited(&order, end->successors[i].block)) tern_vec_push(&stack, end->successors[i].block);
      }
      continue;
    }
    --stack.count;
    if (tern_map_set(&finished, block, block)) tern_vec_push(&postorder, block);
  }
  // Blocks that nothing reaches go first or last alike.
  tern_region_for_each_block(region, block) {
    if (!is_visited(&order, block)) tern_vec_push(&postorder, block);
  }
  bool is_ok = true;
  for (size_t i = postorder.count; i-- > 0 && is_ok;) {
    tern_block_for_each_op_safe(postorder.values[i], op) {
      is_ok = convert_op(conversion, op);
      if (!is_ok) break;
    }
  }
  tern_map_deinitialize(&order);
  tern_map_deinitialize(&finished);
  tern_vec_deinitialize(&stack);
  tern_vec_deinitialize(&postorder);
  return is_ok;
}

bool tern_stream_convert_region(tern_stream_conversion_t *conversion, tern_region_t *region) {
  if (tern_region_is_empty(region)) return true;
  tern_region_for_each_block(region, block) convert_arguments(conversion, block);
  return convert_blocks(conversion, region);
}

// --- the end: what was converted goes ---

static void erase_tensor_arguments(tern_region_t *region);

static tern_walk_result_t erase_arguments_inside(tern_op_t *op, void *user) {
  (void)user;
  for (size_t i = 0; i < op->region_count; ++i) erase_tensor_arguments(&op->regions[i]);
  return TERN_WALK_ADVANCE;
}

static void erase_tensor_arguments(tern_region_t *region) {
  tern_region_for_each_block(region, block) {
    for (size_t i = block->arg_count; i-- > 0;) {
      if (tern_is_tensor(block->args[i]->type) && !tern_value_has_uses(block->args[i])) tern_block_erase_arg(block, i);
    }
  }
}

static void finish(tern_stream_conversion_t *conversion) {
  for (size_t i = 0; i < conversion->dead.count; ++i) tern_op_drop_all_uses_of_operands(conversion->dead.values[i]);
  for (size_t i = conversion->dead.count; i-- > 0;) tern_op_destroy(conversion->dead.values[i]);
  conversion->dead.count = 0;
}

static bool convert_top_level(tern_stream_conversion_t *conversion, tern_op_t *op) {
  conversion->builder = tern_builder_before(op);
  if (tern_op_is(op, TERN_UTIL(FUNC))) return tern_stream_convert_function(conversion, op);
  if (tern_op_is(op, TERN_UTIL(INITIALIZER))) return tern_stream_convert_region(conversion, &op->regions[0]);
  if (tern_op_is(op, TERN_UTIL(GLOBAL))) return tern_stream_convert_global(conversion, op);
  if (tern_op_is(op, TERN_FLOW(EXECUTABLE))) return tern_stream_convert_executable(conversion, op);
  if (tern_op_is(op, TERN_FLOW(FUNC))) return tern_stream_convert_flow_func(conversion, op);
  // A module inside: its own functions.
  if (tern_op_is(op, TERN_BUILTIN(MODULE)) && tern_op_body(op, 0)) {
    tern_block_for_each_op_safe(tern_op_body(op, 0), inner) {
      if (!convert_top_level(conversion, inner)) return false;
    }
  }
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_context_t *context = tern_op_context(module);
  tern_stream_conversion_t conversion = {.context = context, .arena = tern_pass_scratch(pass)};
  bool is_ok = true;
  tern_block_t *body = tern_op_body(module, 0);
  // Functions read the types of globals as they were.
  for (int globals = 0; globals < 2 && body && is_ok; ++globals) {
    tern_block_for_each_op_safe(body, op) {
      if (tern_op_is(op, TERN_UTIL(GLOBAL)) != (globals == 1)) continue;
      is_ok = convert_top_level(&conversion, op);
      if (!is_ok) break;
    }
  }
  if (is_ok) {
    finish(&conversion);
    tern_op_walk_pre(module, erase_arguments_inside, NULL);
  }
  tern_map_deinitialize(&conversion.values);
  tern_vec_deinitialize(&conversion.dead);
  return is_ok;
}

const tern_pass_def_t tern_stream_conversion_pass = {
    .flag = "iree-stream-conversion",
    .name = "ConvertToStream",
    .anchor = "builtin.module",
    .summary = "Makes resources with sizes of the host program's tensors",
    .description =
        "Functions, calls, branches, loops and globals pass a resource and its size where they passed a tensor. "
        "An op on tensors that is no dispatch and no op of flow, hal.tensor or util is an error.",
    .dialects = (const tern_dialect_t *const[]){&tern_stream_dialect, &tern_arith_dialect, NULL},
    .run = run,
};

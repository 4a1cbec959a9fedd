// stream to hal: commands, recorded into command buffers.

#include "base/vec.h"
#include "convert/hal/hal_conversion.h"
#include "dialect/arith/arith.h"
#include "dialect/stream/stream.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

typedef TERN_VEC(tern_value_t *) value_vec_t;

// --- what a region of commands does ---

static tern_walk_result_t note_category(tern_op_t *op, void *user) {
  int64_t *categories = user;
  if (tern_op_is(op, TERN_STREAM(CMD_DISPATCH)) || tern_op_is(op, TERN_STREAM(CMD_COLLECTIVE))) {
    *categories |= TERN_HAL_CATEGORY_DISPATCH;
  } else if (tern_op_is(op, TERN_STREAM(CMD_FILL)) || tern_op_is(op, TERN_STREAM(CMD_COPY))) {
    *categories |= TERN_HAL_CATEGORY_TRANSFER;
  } else if (tern_op_is(op, TERN_STREAM(CMD_CALL))) {
    *categories |= TERN_HAL_CATEGORY_DISPATCH | TERN_HAL_CATEGORY_TRANSFER;
  }
  return TERN_WALK_ADVANCE;
}

static void build_barrier(tern_hal_conversion_t *conversion) {
  int64_t before = TERN_HAL_STAGE_DISPATCH | TERN_HAL_STAGE_TRANSFER | TERN_HAL_STAGE_COMMAND_RETIRE;
  int64_t after = TERN_HAL_STAGE_COMMAND_ISSUE | TERN_HAL_STAGE_DISPATCH | TERN_HAL_STAGE_TRANSFER;
  tern_build(&conversion->builder, TERN_HAL(COMMAND_BUFFER_EXECUTION_BARRIER),
             .operands = TERN_VALUES(conversion->command_buffer),
             .attrs = TERN_ATTRS({"source_stage_mask", TERN_HAL_ENUM_VALUE(conversion, EXECUTION_STAGE, before)},
                                 {"target_stage_mask", TERN_HAL_ENUM_VALUE(conversion, EXECUTION_STAGE, after)},
                                 {"flags", TERN_HAL_ENUM_VALUE(conversion, EXECUTION_BARRIER_FLAGS, 0)}));
}

// Ops that are commands, or hold some: those between which an order matters.
static bool is_command(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {
      TERN_STREAM(CMD_FILL), TERN_STREAM(CMD_COPY),   TERN_STREAM(CMD_COLLECTIVE), TERN_STREAM(CMD_DISPATCH),
      TERN_STREAM(CMD_CALL), TERN_STREAM(CMD_SERIAL), TERN_STREAM(CMD_CONCURRENT)};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

// Moves the ops of a region's only block before `op`, with barriers between commands if they are serial, and converts them.
static bool inline_commands(tern_hal_conversion_t *conversion, tern_op_t *op, bool is_serial) {
  tern_block_t *body = tern_op_body(op, 0);
  bool has_command = false;
  while (body && body->first_op) {
    tern_op_t *inner = body->first_op;
    if (tern_op_is(inner, TERN_STREAM(YIELD))) {
      tern_op_destroy(inner);
      continue;
    }
    if (is_command(inner)) {
      conversion->builder = tern_builder_before(op);
      if (is_serial && has_command) build_barrier(conversion);
      has_command = true;
    }
    tern_op_remove(inner);
    tern_op_insert(inner, op->block, op);
    if (!tern_hal_convert_op(conversion, inner)) return false;
  }
  conversion->builder = tern_builder_before(op);
  return true;
}

// --- stream.cmd.execute ---

static tern_value_t *create_command_buffer(tern_hal_conversion_t *conversion, tern_op_t *op, tern_value_t *device,
                                           tern_value_t *queues) {
  int64_t categories = 0, modes = TERN_HAL_MODE_ONE_SHOT;
  tern_op_walk_pre(op, note_category, &categories);
  // With nothing to wait for, the commands may be run as they are recorded.
  if (!tern_op_operand_named(op, "await_timepoint")) modes |= TERN_HAL_MODE_ALLOW_INLINE_EXECUTION;
  return tern_build_value(
      &conversion->builder, TERN_HAL(COMMAND_BUFFER_CREATE), .operands = TERN_VALUES(device, queues),
      .types = TERN_TYPES(tern_hal_type(conversion->context, TERN_HAL_COMMAND_BUFFER_TYPE)),
      .attrs = TERN_ATTRS({"modes", TERN_HAL_ENUM_VALUE(conversion, COMMAND_BUFFER_MODE, modes)},
                          {"command_categories", TERN_HAL_ENUM_VALUE(conversion, COMMAND_CATEGORY, categories)}));
}

static bool convert_execute(tern_hal_conversion_t *conversion, tern_op_t *op) {
  tern_value_t *device = tern_hal_build_device(conversion, op);
  if (!device) return false;
  tern_value_t *queues = tern_hal_build_queues(conversion, op);
  tern_value_t *commands = conversion->command_buffer = create_command_buffer(conversion, op, device, queues);
  tern_block_t *body = tern_op_body(op, 0);
  size_t start, count;
  tern_op_operands_named(op, "resource_operands", &start, &count);
  for (size_t i = 0; body && i < body->arg_count && i < count; ++i) {
    tern_value_replace_all_uses(body->args[i], tern_op_operand(op, start + i));
  }
  bool is_right = inline_commands(conversion, op, true);
  conversion->command_buffer = NULL;
  if (!is_right) return false;
  tern_build(&conversion->builder, TERN_HAL(COMMAND_BUFFER_FINALIZE), .operands = TERN_VALUES(commands));
  tern_value_t *wait = tern_hal_build_wait_fence(conversion, tern_op_operand_named(op, "await_timepoint"));
  tern_value_t *signal = tern_hal_build_signal_fence(conversion, device, tern_op_result(op, 0));
  tern_build(&conversion->builder, TERN_HAL(DEVICE_QUEUE_EXECUTE),
             .operands = TERN_VALUES(device, queues, wait, signal, commands),
             .attrs = TERN_ATTRS({"flags", TERN_HAL_ENUM_VALUE(conversion, EXECUTE_FLAGS, 0)}));
  tern_value_replace_all_uses(tern_op_result(op, 0), signal);
  return true;
}

static bool convert_serial(tern_hal_conversion_t *conversion, tern_op_t *op) {
  return inline_commands(conversion, op, true);
}

static bool convert_concurrent(tern_hal_conversion_t *conversion, tern_op_t *op) {
  return inline_commands(conversion, op, false);
}

// --- commands ---

// Flushes, invalidations and discards say nothing to devices that see each other's memory.
static bool convert_hint(tern_hal_conversion_t *conversion, tern_op_t *op) {
  (void)conversion, (void)op;
  return true;
}

static bool convert_fill(tern_hal_conversion_t *conversion, tern_op_t *op) {
  tern_build(&conversion->builder, TERN_HAL(COMMAND_BUFFER_FILL_BUFFER),
             .operands = TERN_VALUES(conversion->command_buffer, tern_op_operand_named(op, "target"),
                                     tern_op_operand_named(op, "target_offset"),
                                     tern_op_operand_named(op, "target_length"), tern_op_operand_named(op, "value")),
             .attrs = TERN_ATTRS({"flags", TERN_HAL_ENUM_VALUE(conversion, FILL_FLAGS, 0)}));
  return true;
}

static bool convert_copy(tern_hal_conversion_t *conversion, tern_op_t *op) {
  tern_build(&conversion->builder, TERN_HAL(COMMAND_BUFFER_COPY_BUFFER),
             .operands = TERN_VALUES(conversion->command_buffer, tern_op_operand_named(op, "source"),
                                     tern_op_operand_named(op, "source_offset"), tern_op_operand_named(op, "target"),
                                     tern_op_operand_named(op, "target_offset"), tern_op_operand_named(op, "length")),
             .attrs = TERN_ATTRS({"flags", TERN_HAL_ENUM_VALUE(conversion, COPY_FLAGS, 0)}));
  return true;
}

// --- dispatches ---

// Variants of one executable have the same exports with the same numbers, so any of the entry points will do.
static const tern_attr_t *entry_point_of(const tern_op_t *op) {
  const tern_attr_t *refs = tern_op_attr(op, "entry_points");
  const tern_attr_t *ref = tern_array_attr_count(refs) ? tern_array_attr_at(refs, 0) : NULL;
  if (ref && tern_symbol_ref_attr_count(ref) == 3) return ref;
  tern_op_error(op, "names no entry point of a variant, as @executable::@variant::@export does");
  tern_emit_note(op->loc, "iree-hal-materialize-interfaces makes variants");
  return NULL;
}

static void append_group(const tern_op_t *op, const char *name, value_vec_t *list, int32_t *out_count) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  for (size_t i = 0; i < count; ++i) tern_vec_push(list, tern_op_operand(op, start + i));
  *out_count = (int32_t)count;
}

// The export of code that somebody else wrote, which computes its grid on the host; NULL: the code knows its grid.
static const tern_op_t *counting_export_of(const tern_op_t *op, const tern_attr_t *entry_point) {
  const tern_op_t *export_op = tern_hal_find_export(op, entry_point);
  bool is_external = export_op && tern_op_attr(tern_op_parent(export_op), "objects");
  return is_external && !tern_region_is_empty(&export_op->regions[0]) ? export_op : NULL;
}

// What somebody else wrote relies on the layout that the export says.
static bool check_layout(const tern_op_t *op, const tern_attr_t *entry_point) {
  const tern_op_t *export_op = tern_hal_find_export(op, entry_point);
  if (!export_op || !tern_op_attr(tern_op_parent(export_op), "objects")) return true;
  const tern_attr_t *layout = tern_op_attr(export_op, "layout"), *accesses = tern_op_attr(op, "resource_accesses");
  size_t start, constants, bindings;
  tern_op_operands_named(op, "uniform_operands", &start, &constants);
  tern_op_operands_named(op, "resources", &start, &bindings);
  if (constants != (size_t)tern_hal_pipeline_layout_constants(layout) ||
      bindings != tern_hal_pipeline_layout_binding_count(layout)) {
    tern_op_error(op, "hands over %zu words and %zu bindings, but the layout of its kernel has %lld and %zu", constants,
                  bindings, (long long)tern_hal_pipeline_layout_constants(layout),
                  tern_hal_pipeline_layout_binding_count(layout));
    tern_emit_note(
        export_op->loc,
        "numbers are words of 32 bits, two for those of 64; tensors are bindings, inputs before results that "
        "are not tied to one");
    return false;
  }
  for (size_t i = 0; i < bindings; ++i) {
    int64_t flags = tern_hal_pipeline_binding_flags(tern_hal_pipeline_layout_binding(layout, i));
    bool is_written = tern_int_list_attr_at(accesses, i) & TERN_STREAM_ACCESS_WRITE;
    if (is_written && (flags & TERN_HAL_DESCRIPTOR_READ_ONLY)) {
      return tern_op_error(op, "expects binding %zu to be written, but the layout of its kernel says ReadOnly", i);
    }
  }
  return true;
}

// Puts a copy of the region that computes the grid here.
static bool inline_count(tern_hal_conversion_t *conversion, const tern_op_t *op, const tern_op_t *export_op,
                         tern_value_t *device, tern_value_t *out_grid[3]) {
  tern_map_t mapping = {0};
  const tern_block_t *body = export_op->regions[0].first_block;
  size_t start, count, next = 0;
  tern_op_operands_named(op, "workload", &start, &count);
  for (size_t i = 0; i < body->arg_count; ++i) {
    bool is_device = tern_type_is_hal(body->args[i]->type, TERN_HAL_DEVICE_TYPE);
    if (!is_device && next == count) {
      tern_map_deinitialize(&mapping);
      return tern_op_error(op, "has a workload of %zu numbers, of which its export takes more", count);
    }
    tern_map_set(&mapping, body->args[i], is_device ? device : tern_op_operand(op, start + next++));
  }
  tern_block_for_each_op(body, inner) {
    if (!tern_op_is(inner, TERN_HAL(RETURN))) {
      tern_builder_clone(&conversion->builder, inner, &mapping);
      continue;
    }
    for (size_t i = 0; i < 3; ++i) {
      tern_value_t *mapped = tern_map_get(&mapping, tern_op_operand(inner, i));
      out_grid[i] = mapped ? mapped : tern_op_operand(inner, i);
    }
  }
  tern_map_deinitialize(&mapping);
  return true;
}

// The grid of a dispatch: three zeros ask for that of the code itself. So where nothing is to be done one of the numbers is not 0.
static bool build_grid(tern_hal_conversion_t *conversion, const tern_op_t *op, const tern_attr_t *entry_point,
                       tern_value_t *device, tern_value_t *out_grid[3]) {
  const tern_attr_t *refs = tern_op_attr(op, "entry_points");
  const tern_op_t *export_op = counting_export_of(op, entry_point);
  tern_value_t *zero = tern_hal_build_index(conversion, 0);
  for (size_t i = 0; i < tern_array_attr_count(refs); ++i) {
    if (!check_layout(op, tern_array_attr_at(refs, i))) return false;
    if (!counting_export_of(op, tern_array_attr_at(refs, i)) == !export_op) continue;
    tern_op_error(op, "runs one of several variants, of which some compute their grids here and others in their code");
    tern_emit_note(op->loc, "give each of them code of the same kind: generated, or in an object file");
    return false;
  }
  for (size_t i = 0; i < 3; ++i) out_grid[i] = zero;
  if (!export_op) return true;
  if (!inline_count(conversion, op, export_op, device, out_grid)) return false;
  const tern_attr_t *equal = tern_integer_attr_get(tern_i_type_get(conversion->context, 64), TERN_CMPI_EQ);
  tern_value_t *is_nothing =
      tern_build_value(&conversion->builder, TERN_ARITH(CMPI), .operands = TERN_VALUES(out_grid[0], zero),
                       .attrs = TERN_ATTRS({"predicate", equal}));
  tern_value_t *one = tern_hal_build_index(conversion, 1);
  out_grid[2] =
      tern_build_value(&conversion->builder, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_nothing, one, out_grid[2]));
  return true;
}

static bool convert_dispatch(tern_hal_conversion_t *conversion, tern_op_t *op) {
  const tern_attr_t *entry_point = entry_point_of(op);
  tern_value_t *device = entry_point ? tern_hal_build_device(conversion, op) : NULL;
  if (!device) return false;
  tern_builder_t *builder = &conversion->builder;
  tern_context_t *context = conversion->context;
  tern_value_t *executable = tern_build_value(
      builder, TERN_HAL(EXECUTABLE_LOOKUP), .operands = TERN_VALUES(device),
      .types = TERN_TYPES(tern_hal_type(context, TERN_HAL_EXECUTABLE_TYPE)),
      .attrs =
          TERN_ATTRS({"executable", tern_flat_symbol_ref_attr_get(context, tern_symbol_ref_attr_at(entry_point, 0))}));
  tern_value_t *ordinal =
      tern_build_value(builder, TERN_HAL(EXECUTABLE_EXPORT_ORDINAL), .types = TERN_TYPES(tern_index_type_get(context)),
                       .attrs = TERN_ATTRS({"entry_point", entry_point}));
  ordinal = tern_build_value(builder, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(ordinal),
                             .types = TERN_TYPES(tern_i_type_get(context, 64)));
  tern_value_t *grid[3];
  if (!build_grid(conversion, op, entry_point, device, grid)) return false;
  value_vec_t operands = {0};
  tern_value_t *const head[] = {conversion->command_buffer, executable, ordinal, grid[0], grid[1], grid[2]};
  for (size_t i = 0; i < 6; ++i) tern_vec_push(&operands, head[i]);
  int32_t segments[] = {1, 1, 1, 1, 1, 1, 0, 0, 0, 0};
  append_group(op, "uniform_operands", &operands, &segments[6]);
  append_group(op, "resources", &operands, &segments[7]);
  append_group(op, "resource_offsets", &operands, &segments[8]);
  append_group(op, "resource_lengths", &operands, &segments[9]);
  bool is_right = true;
  for (int32_t i = 0; i < segments[6] && is_right; ++i) {
    const tern_type_t *type = operands.values[6 + i]->type;
    is_right = tern_type_is_i(type, 32) || tern_op_error(op, "hands over %s, expected i32 only", tern_type_text(type));
  }
  if (is_right) {
    tern_build(builder, TERN_HAL(COMMAND_BUFFER_DISPATCH), .operands = {operands.values, operands.count},
               .segments = segments,
               .attrs = TERN_ATTRS({"flags", TERN_HAL_ENUM_VALUE(conversion, DISPATCH_FLAGS, 0)}));
  }
  tern_vec_deinitialize(&operands);
  return is_right;
}

// --- collectives ---

static bool convert_collective(tern_hal_conversion_t *conversion, tern_op_t *op) {
  const tern_attr_t *source = tern_op_attr(op, "op");
  // hal's attribute tells a reduction that is none from one that is not given.
  const uint64_t params[] = {source->params[0], source->params[1] ? source->params[1] + 1 : 0, source->params[2]};
  const tern_attr_t *kind = tern_dialect_attr_get(conversion->context, TERN_HAL_ATTR(COLLECTIVE), params, 3);
  enum { SEND = 6, RECEIVE = 7 };
  size_t resources, count, offsets, lengths, ignored;
  tern_op_operands_named(op, "resources", &resources, &count);
  tern_op_operands_named(op, "resource_offsets", &offsets, &ignored);
  tern_op_operands_named(op, "resource_lengths", &lengths, &ignored);
  bool has_send = source->params[0] != RECEIVE, has_receive = source->params[0] != SEND;
  if (count != (size_t)has_send + has_receive) {
    return tern_op_error(op, "expects %d resources but got %zu", has_send + has_receive, count);
  }
  tern_value_t *param = tern_op_operand_named(op, "param");
  value_vec_t operands = {0};
  tern_vec_push(&operands, conversion->command_buffer);
  tern_vec_push(&operands, tern_op_operand_named(op, "channel"));
  tern_vec_push(&operands, tern_op_operand_named(op, "element_count"));
  if (param) tern_vec_push(&operands, param);
  for (size_t i = 0; i < count; ++i) {
    tern_vec_push(&operands, tern_op_operand(op, resources + i));
    tern_vec_push(&operands, tern_op_operand(op, offsets + i));
    tern_vec_push(&operands, tern_op_operand(op, lengths + i));
  }
  const int32_t segments[] = {1,        1,        1,           param != NULL, has_send,
                              has_send, has_send, has_receive, has_receive,   has_receive};
  tern_build(&conversion->builder, TERN_HAL(COMMAND_BUFFER_COLLECTIVE), .operands = {operands.values, operands.count},
             .segments = segments, .attrs = TERN_ATTRS({"op", kind}));
  tern_vec_deinitialize(&operands);
  return true;
}

// --- host functions as commands ---

static bool is_buffer(const tern_value_t *value) {
  return tern_type_is_stream_resource(value->type) || tern_type_is_hal(value->type, TERN_HAL_BUFFER_TYPE);
}

// The declaration: the command buffer comes first; a resource is a slot of the binding table (0, for there is none), a
// buffer, an offset and a length.
static bool convert_func(tern_hal_conversion_t *conversion, tern_op_t *op) {
  tern_context_t *context = conversion->context;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  size_t input_count = 0;
  TERN_VEC(const tern_type_t *) types = {0};
  tern_vec_push(&types, tern_hal_type(context, TERN_HAL_COMMAND_BUFFER_TYPE));
  for (size_t i = 0; i < type->param_count - 1; ++i) {
    const tern_type_t *part = (const tern_type_t *)(uintptr_t)type->params[1 + i];
    if (i == (size_t)type->params[0]) input_count = types.count;
    if (!input_count && tern_type_is_stream_resource(part)) tern_vec_push(&types, tern_index_type_get(context));
    tern_vec_push(&types, part);
  }
  if (!input_count) input_count = types.count;
  const tern_type_t *converted =
      tern_function_type_get(context, (tern_types_t){types.values, input_count},
                             (tern_types_t){types.values + input_count, types.count - input_count});
  tern_vec_deinitialize(&types);
  tern_op_t *function = tern_build(&conversion->builder, TERN_UTIL(FUNC), .regions = 1,
                                   .attrs = TERN_ATTRS({"sym_name", tern_op_attr(op, "sym_name")},
                                                       {"function_type", tern_type_attr_get(converted)}));
  tern_op_set_attr(function, "sym_visibility", tern_op_attr(op, "sym_visibility"));
  return true;
}

static bool convert_call(tern_hal_conversion_t *conversion, tern_op_t *op) {
  size_t start, count, offsets, lengths, ignored, next = 0;
  tern_op_operands_named(op, "resource_operands", &start, &count);
  tern_op_operands_named(op, "resource_operand_offsets", &offsets, &ignored);
  tern_op_operands_named(op, "resource_operand_lengths", &lengths, &ignored);
  value_vec_t operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  tern_vec_push(&operands, conversion->command_buffer);
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *operand = tern_op_operand(op, start + i);
    if (is_buffer(operand)) tern_vec_push(&operands, tern_hal_build_index(conversion, 0));
    tern_vec_push(&operands, operand);
    if (!is_buffer(operand)) continue;
    tern_vec_push(&operands, tern_op_operand(op, offsets + next));
    tern_vec_push(&operands, tern_op_operand(op, lengths + next));
    ++next;
  }
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&types, tern_op_result(op, i)->type);
  tern_op_t *call =
      tern_build(&conversion->builder, TERN_UTIL(CALL), .operands = {operands.values, operands.count},
                 .types = {types.values, types.count}, .attrs = TERN_ATTRS({"callee", tern_op_attr(op, "callee")}));
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), tern_op_result(call, i));
  }
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return true;
}

const tern_hal_rule_t tern_hal_command_rules[] = {
    {TERN_STREAM(CMD_EXECUTE), convert_execute},
    {TERN_STREAM(CMD_SERIAL), convert_serial},
    {TERN_STREAM(CMD_CONCURRENT), convert_concurrent},
    {TERN_STREAM(CMD_FLUSH), convert_hint},
    {TERN_STREAM(CMD_INVALIDATE), convert_hint},
    {TERN_STREAM(CMD_DISCARD), convert_hint},
    {TERN_STREAM(CMD_FILL), convert_fill},
    {TERN_STREAM(CMD_COPY), convert_copy},
    {TERN_STREAM(CMD_DISPATCH), convert_dispatch},
    {TERN_STREAM(CMD_COLLECTIVE), convert_collective},
    {TERN_STREAM(CMD_FUNC), convert_func},
    {TERN_STREAM(CMD_CALL), convert_call},
};
const size_t tern_hal_command_rule_count = sizeof tern_hal_command_rules / sizeof tern_hal_command_rules[0];

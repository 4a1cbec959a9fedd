// hal to vm: nearly every op becomes the call of an import of the same name (base/hal_imports.def). A recipe says what the
// arguments are made of; the ops that need more have a function.
//
//   recipe   arguments of the import, separated by spaces
//   x        the operand x; of another width than the argument, it is extended with zeros, or truncated
//   ?x       the same, 0 where an optional operand is absent
//   @x       the number of attribute x
//   "x       a buffer with the text of attribute x
//   #n       the number n
//   S:x B:x  of an operand that is a slot or a buffer: the slot (0 for a buffer), the buffer (null for a slot)
//   P:x L:x  of a pattern: its bits, its length in bytes
//   [x]      a segment: all operands of group x; [x,y]: of several groups together, where each item is one of the above

#include "dialect/hal/hal.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/vec.h"
#include "convert/vm/to_vm.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

typedef struct hal_row {
  const tern_op_row_t *row;
  const char *recipe;
} hal_row_t;

#define QUEUE "device queue_affinity wait_fence signal_fence "
#define BINDINGS "[#0,S:binding_buffers,B:binding_buffers,binding_offsets,binding_lengths]"
static const hal_row_t rows[] = {
    {TERN_HAL(EX_FILE_FROM_MEMORY), "device queue_affinity @access buffer offset length flags"},
    {TERN_HAL(ALLOCATOR_ALLOCATE), "allocator queue_affinity memory_types buffer_usage result_size"},
    {TERN_HAL(ALLOCATOR_SELECT), "memory_types buffer_usage #0 [devices,queue_affinities]"},
    {TERN_HAL(BUFFER_ASSERT), "buffer \"message allocator minimum_length @memory_types @buffer_usage"},
    {TERN_HAL(BUFFER_ALLOCATION_PRESERVE), "buffer"},
    {TERN_HAL(BUFFER_ALLOCATION_DISCARD), "buffer"},
    {TERN_HAL(BUFFER_ALLOCATION_IS_TERMINAL), "buffer"},
    {TERN_HAL(BUFFER_SUBSPAN), "source_buffer source_offset length"},
    {TERN_HAL(BUFFER_LENGTH), "buffer"},
    {TERN_HAL(BUFFER_VIEW_CREATE), "source_buffer source_offset source_length element_type encoding_type [shape]"},
    {TERN_HAL(BUFFER_VIEW_ASSERT), "buffer_view \"message element_type encoding_type [shape]"},
    {TERN_HAL(BUFFER_VIEW_BUFFER), "buffer_view"},
    {TERN_HAL(BUFFER_VIEW_ELEMENT_TYPE), "buffer_view"},
    {TERN_HAL(BUFFER_VIEW_ENCODING_TYPE), "buffer_view"},
    {TERN_HAL(BUFFER_VIEW_RANK), "buffer_view"},
    {TERN_HAL(BUFFER_VIEW_DIM), "buffer_view @index"},
    {TERN_HAL(BUFFER_VIEW_TRACE), "\"key [operands]"},
    {TERN_HAL(CHANNEL_CREATE), "device queue_affinity @flags id group rank count"},
    {TERN_HAL(CHANNEL_SPLIT), "channel color key @flags"},
    {TERN_HAL(CHANNEL_RANK_AND_COUNT), "channel"},
    {TERN_HAL(COMMAND_BUFFER_CREATE), "device @modes @command_categories queue_affinity ?binding_capacity"},
    {TERN_HAL(COMMAND_BUFFER_FINALIZE), "command_buffer"},
    {TERN_HAL(COMMAND_BUFFER_BEGIN_DEBUG_GROUP), "command_buffer \"label"},
    {TERN_HAL(COMMAND_BUFFER_END_DEBUG_GROUP), "command_buffer"},
    {TERN_HAL(COMMAND_BUFFER_EXECUTION_BARRIER), "command_buffer @source_stage_mask @target_stage_mask @flags"},
    {TERN_HAL(COMMAND_BUFFER_FLUSH_BUFFER), "command_buffer S:target_buffer B:target_buffer target_offset length"},
    {TERN_HAL(COMMAND_BUFFER_INVALIDATE_BUFFER), "command_buffer S:target_buffer B:target_buffer target_offset length"},
    {TERN_HAL(COMMAND_BUFFER_FILL_BUFFER),
     "command_buffer B:target_buffer target_offset length S:target_buffer P:pattern L:pattern @flags"},
    {TERN_HAL(COMMAND_BUFFER_UPDATE_BUFFER),
     "command_buffer source_buffer source_offset B:target_buffer target_offset length S:target_buffer @flags"},
    {TERN_HAL(COMMAND_BUFFER_COPY_BUFFER),
     "command_buffer S:source_buffer S:target_buffer B:source_buffer source_offset "
     "B:target_buffer target_offset length @flags"},
    {TERN_HAL(COMMAND_BUFFER_DISPATCH),
     "command_buffer executable entry_point workgroup_x workgroup_y workgroup_z @flags "
     "[constants] " BINDINGS},
    {TERN_HAL(COMMAND_BUFFER_DISPATCH_INDIRECT),
     "command_buffer executable entry_point S:workgroups_buffer "
     "B:workgroups_buffer workgroups_offset @flags [constants] " BINDINGS},
    {TERN_HAL(DEVICE_ALLOCATOR), "device"},
    {TERN_HAL(DEVICE_QUEUE_ALLOCA), QUEUE "pool memory_types buffer_usage result_size @flags"},
    {TERN_HAL(DEVICE_QUEUE_DEALLOCA), QUEUE "buffer @flags"},
    {TERN_HAL(DEVICE_QUEUE_FILL), QUEUE "target_buffer target_offset length P:pattern L:pattern @flags"},
    {TERN_HAL(DEVICE_QUEUE_UPDATE), QUEUE "source_buffer source_offset target_buffer target_offset length @flags"},
    {TERN_HAL(DEVICE_QUEUE_COPY), QUEUE "source_buffer source_offset target_buffer target_offset length @flags"},
    {TERN_HAL(DEVICE_QUEUE_READ), QUEUE "source_file source_offset target_buffer target_offset length @flags"},
    {TERN_HAL(DEVICE_QUEUE_WRITE), QUEUE "source_buffer source_offset target_file target_offset length @flags"},
    {TERN_HAL(DEVICE_QUEUE_BARRIER), QUEUE "@flags"},
    {TERN_HAL(DEVICE_QUEUE_EXECUTE), QUEUE "command_buffer @flags"},
    {TERN_HAL(DEVICE_QUEUE_EXECUTE_INDIRECT),
     QUEUE "command_buffer @flags [binding_buffers,binding_offsets,binding_lengths]"},
    {TERN_HAL(DEVICE_QUEUE_FLUSH), "device queue_affinity"},
    {TERN_HAL(DEVICES_COUNT), ""},
    {TERN_HAL(DEVICES_GET), "index"},
    {TERN_HAL(FENCE_CREATE), "device @flags"},
    {TERN_HAL(FENCE_JOIN), "@flags [fences]"},
    {TERN_HAL(FENCE_QUERY), "fence"},
    {TERN_HAL(FENCE_SIGNAL), "fence"},
    {TERN_HAL(FENCE_FAIL), "fence status"},
    {TERN_HAL(FENCE_AWAIT), "timeout_millis @flags [fences]"},
};

static const hal_row_t *find_row(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i].row)) return &rows[i];
  }
  return NULL;
}

// --- arguments ---

// A call under construction.
typedef struct call {
  tern_builder_t *b;
  const tern_op_t *op;     // of hal
  tern_values_t operands;  // converted
  tern_op_t *import;
  TERN_VEC(tern_value_t *) values;
  TERN_VEC(int16_t) sizes;  // of segments
  bool is_right;
} call_t;

// The operand group's range.
static void find_group(const call_t *call, tern_str_t name, size_t *out_start, size_t *out_count) {
  char text[64];
  snprintf(text, sizeof text, "%.*s", (int)name.size, name.data);
  tern_op_operands_named(call->op, text, out_start, out_count);
}

static tern_value_t *convert_number(call_t *call, size_t operand, const tern_type_t *type) {
  tern_value_t *value = call->operands.values[operand];
  const tern_type_t *own = tern_op_operand(call->op, operand)->type;
  if (!tern_type_is_integer(type) || !tern_type_is_int_or_index(own)) return value;
  if (!tern_type_is_index(own) && tern_integer_type_width(own) < tern_integer_type_width(type)) {
    value = tern_vm_extend(call->b, value, own, false);
  }
  return tern_vm_resize(call->b, value, type, false);
}

static bool is_slot(const call_t *call, size_t operand) {
  return tern_type_is_index(tern_op_operand(call->op, operand)->type);
}

static const tern_attr_t *attr_of(const call_t *call, tern_str_t name) { return tern_op_attr_str(call->op, name); }

// One value of the recipe, for repetition `index` of a segment (0 outside of them), as `type`.
static tern_value_t *make_value(call_t *call, tern_str_t item, size_t index, const tern_type_t *type) {
  size_t start, count;
  char kind = item.data[0];
  if (kind == '#') return tern_vm_build_int(call->b, type, strtoll(item.data + 1, NULL, 10));
  if (kind == '@') {
    const tern_attr_t *attr = attr_of(call, tern_str_drop(item, 1));
    int64_t number = !attr                          ? 0
                     : attr->kind == TERN_ATTR_ENUM ? tern_enum_attr_value(attr)
                                                    : tern_integer_attr_value(attr);
    return tern_vm_build_int(call->b, type, number);
  }
  if (kind == '"') return tern_vm_build_text(call->b, tern_string_attr_value(attr_of(call, tern_str_drop(item, 1))));
  bool is_optional = kind == '?', has_prefix = item.size > 2 && item.data[1] == ':';
  find_group(call, tern_str_drop(item, is_optional ? 1 : has_prefix ? 2 : 0), &start, &count);
  if (is_optional && count == 0) return tern_vm_build_int(call->b, type, 0);
  size_t operand = start + index;
  if (!has_prefix) return convert_number(call, operand, type);
  const tern_type_t *own = tern_op_operand(call->op, operand)->type;
  switch (kind) {
    case 'S': return is_slot(call, operand) ? convert_number(call, operand, type) : tern_vm_build_int(call->b, type, 0);
    case 'B': return is_slot(call, operand) ? tern_vm_build_null(call->b, type) : call->operands.values[operand];
    case 'L': return tern_vm_build_int(call->b, type, tern_type_bit_width(own) / 8);
    default: return convert_number(call, operand, type);  // P
  }
}

static void push_value(call_t *call, tern_str_t item, size_t index, const tern_type_t *type) {
  tern_value_t *value = make_value(call, item, index, type);
  // A reference of any kind may be handed to one of a kind.
  if (value->type != type) call->is_right = false;
  tern_vec_push(&call->values, value);
}

// Repetitions of a segment: those of its first operand group.
static size_t count_repetitions(const call_t *call, tern_str_t items) {
  while (items.size > 0) {
    tern_str_t item = tern_str_split(&items, ',');
    if (item.data[0] == '#') continue;
    size_t start, count;
    bool has_prefix = item.size > 2 && item.data[1] == ':';
    find_group(call, tern_str_drop(item, has_prefix ? 2 : 0), &start, &count);
    return count;
  }
  return 0;
}

static void push_segment(call_t *call, tern_str_t items, const tern_type_t *type) {
  size_t count = count_repetitions(call, items);
  for (size_t i = 0; i < count; ++i) {
    tern_str_t rest = items;
    for (size_t part = 0; rest.size > 0; ++part) {
      tern_str_t item = tern_str_split(&rest, ',');
      push_value(call, item, i, type->kind == TERN_TYPE_TUPLE ? tern_tuple_type_elements(type).values[part] : type);
    }
  }
  if (count > INT16_MAX) call->is_right = tern_op_error(call->op, "has more than %d values in a list", INT16_MAX);
  tern_vec_push(&call->sizes, (int16_t)count);
}

static void push_arguments(call_t *call, const char *recipe) {
  tern_types_t inputs = tern_function_type_inputs(tern_vm_func_type(call->import));
  tern_str_t rest = tern_str_from_cstr(recipe);
  for (size_t i = 0; i < inputs.count; ++i) {
    tern_str_t item = tern_str_split(&rest, ' ');
    if (item.data[0] == '[') {
      push_segment(call, tern_str_make(item.data + 1, item.size - 2), inputs.values[i]);
    } else {
      push_value(call, item, 0, inputs.values[i]);
      tern_vec_push(&call->sizes, -1);
    }
  }
}

// --- the call ---

static tern_op_t *build_call(call_t *call) {
  tern_context_t *context = call->b->context;
  const tern_type_t *type = tern_vm_func_type(call->import);
  tern_types_t inputs = tern_function_type_inputs(type);
  const tern_attr_t *callee = tern_flat_symbol_ref_attr_get(context, tern_symbol_name(call->import)), *attrs = NULL;
  if (tern_op_attr(call->import, "nosideeffects")) {
    attrs = tern_dictionary_attr_with(context, NULL, TERN_STR("nosideeffects"), tern_unit_attr_get(context));
  }
  tern_values_t values = {call->values.values, call->values.count};
  if (!tern_vm_import_is_variadic(call->import)) {
    return tern_build(call->b, TERN_VM(CALL), .operands = values, .types = tern_function_type_results(type),
                      .dictionary = attrs, .attrs = TERN_ATTRS({"callee", callee}));
  }
  TERN_VEC(const tern_attr_t *) types = {0};
  for (size_t i = 0; i < inputs.count; ++i) tern_vec_push(&types, tern_type_attr_get(inputs.values[i]));
  const int64_t dim = (int64_t)inputs.count;
  const tern_type_t *vector = tern_vector_type_get(tern_i_type_get(context, 16), &dim, 1, 0);
  const tern_attr_t *sizes = tern_dense_elements_attr_get(vector, call->sizes.values, false);
  tern_op_t *op =
      tern_build(call->b, TERN_VM(CALL_VARIADIC), .operands = values, .types = tern_function_type_results(type),
                 .dictionary = attrs,
                 .attrs = TERN_ATTRS({"callee", callee}, {"segment_sizes", sizes},
                                     {"segment_types", tern_array_attr_get(context, types.values, types.count)}));
  tern_vec_deinitialize(&types);
  return op;
}

// Starts a call of the import that is named as the op.
static bool start_call(call_t *call, tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion,
                       const char *name) {
  const tern_vm_conversion_t *state = conversion->user;
  *call = (call_t){.b = &conversion->rewriter.builder, .op = op, .operands = operands, .is_right = true};
  call->import = tern_vm_import_get(state->module, name, op->loc);
  return call->import != NULL;
}

static void end_call(call_t *call) {
  tern_vec_deinitialize(&call->values);
  tern_vec_deinitialize(&call->sizes);
}

// Results as the types that hold what the op's results are.
static void replace_by_call(tern_conversion_t *conversion, tern_op_t *op, tern_op_t *made) {
  tern_builder_t *b = &conversion->rewriter.builder;
  TERN_VEC(tern_value_t *) results = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *value = tern_op_result(made, i);
    const tern_type_t *type = tern_vm_convert_type(op->results[i].type);
    if (tern_type_is_integer(value->type)) value = tern_vm_resize(b, value, type, false);
    tern_vec_push(&results, value);
  }
  tern_conversion_replace(conversion, op, (tern_values_t){results.values, results.count});
  tern_vec_deinitialize(&results);
}

static bool convert_by_recipe(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const hal_row_t *row = find_row(op);
  call_t call;
  if (!row || !start_call(&call, op, operands, conversion, row->row->name)) return false;
  push_arguments(&call, row->recipe);
  bool is_right = call.is_right;
  if (is_right) replace_by_call(conversion, op, build_call(&call));
  end_call(&call);
  return is_right;
}

// --- ops with more than a call ---

static tern_op_t *build_plain_call(call_t *call, tern_values_t values) {
  for (size_t i = 0; i < values.count; ++i) tern_vec_push(&call->values, values.values[i]);
  tern_op_t *made = build_call(call);
  end_call(call);
  return made;
}

// A null buffer says that the memory could not be imported.
static bool convert_import(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  call_t call;
  if (!start_call(&call, op, operands, conversion, op->def->row->name)) return false;
  push_arguments(&call, "allocator #1 queue_affinity memory_types buffer_usage source offset length");
  tern_value_t *buffer = tern_op_result(build_call(&call), 0);
  const tern_type_t *i32 = tern_i_type_get(call.b->context, 32);
  tern_value_t *did_import = tern_vm_build(call.b, TERN_VM_CMP_NZ_REF, i32, TERN_VALUES(buffer));
  end_call(&call);
  tern_conversion_replace(conversion, op, TERN_VALUES(did_import, buffer));
  return true;
}

// The machine's query gives an i64; a default stands in where the key is unknown.
static bool convert_query(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = op->results[1].type, *held = tern_vm_convert_type(type);
  const tern_attr_t *otherwise = tern_op_attr(op, "default_value");
  call_t call;
  if (!tern_type_is_int_or_index(type) || !held || (otherwise && !tern_attr_is_integer(otherwise)) ||
      !start_call(&call, op, operands, conversion, "hal.device.query.i64")) {
    return false;
  }
  push_arguments(&call, "device \"category \"key");
  tern_op_t *made = build_call(&call);
  end_call(&call);
  tern_value_t *ok = tern_op_result(made, 0), *value = tern_op_result(made, 1);
  bool is_bool = tern_type_is_i(type, 1);
  value = is_bool ? tern_vm_build(call.b, TERN_VM_CMP_NZ_I64, held, TERN_VALUES(value))
                  : tern_vm_resize(call.b, value, held, false);
  if (otherwise) {
    tern_value_t *no = tern_vm_build_int(call.b, held, tern_integer_attr_value(otherwise));
    int id = tern_integer_type_width(held) == 64 ? TERN_VM_SELECT_I64 : TERN_VM_SELECT_I32;
    value = tern_vm_build(call.b, id, held, TERN_VALUES(ok, value, no));
    ok = tern_vm_build_i32(call.b, 1);
  }
  tern_conversion_replace(conversion, op, TERN_VALUES(ok, value));
  return true;
}

// --- loads and stores: up to 32 bits a call ---

static tern_value_t *build_load(call_t *call, tern_value_t *buffer, tern_value_t *offset, int64_t size) {
  tern_value_t *length = tern_vm_build_i32(call->b, size);
  call->values.count = 0;
  tern_vec_push(&call->values, buffer);
  tern_vec_push(&call->values, offset);
  tern_vec_push(&call->values, length);
  return tern_op_result(build_call(call), 0);
}

static tern_value_t *add_offset(tern_builder_t *b, tern_value_t *offset, int64_t bytes) {
  return tern_vm_build(b, TERN_VM_ADD_I64, offset->type, TERN_VALUES(offset, tern_vm_build_i64(b, bytes)));
}

// Bytes of a scalar that memory and registers can hold; 0: none.
static int64_t scalar_size(const tern_type_t *type) {
  bool is_scalar = tern_type_is_int_or_index(type) || tern_type_is_float(type);
  if (!is_scalar || !tern_vm_convert_type(type)) return 0;
  return tern_type_is_index(type) ? 8 : (int64_t)tern_dense_element_size(type);
}

static bool convert_buffer_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = op->results[0].type;
  int64_t size = scalar_size(type);
  call_t call;
  if (size == 0 || !start_call(&call, op, operands, conversion, op->def->row->name)) return false;
  tern_builder_t *b = call.b;
  const tern_type_t *i64 = tern_i_type_get(b->context, 64), *held = tern_vm_convert_type(type);
  tern_value_t *buffer = operands.values[0], *offset = operands.values[1];
  tern_value_t *value = build_load(&call, buffer, offset, size < 4 ? size : 4);
  if (size == 8) {
    tern_value_t *high = build_load(&call, buffer, add_offset(b, offset, 4), 4);
    high = tern_vm_resize(b, high, i64, false);
    high = tern_vm_build(b, TERN_VM_SHL_I64, i64, TERN_VALUES(high, tern_vm_build_i32(b, 32)));
    value = tern_vm_build(b, TERN_VM_OR_I64, i64, TERN_VALUES(tern_vm_resize(b, value, i64, false), high));
  }
  if (held->kind == TERN_TYPE_F32) value = tern_vm_build(b, TERN_VM_BITCAST_I32_F32, held, TERN_VALUES(value));
  if (held->kind == TERN_TYPE_F64) value = tern_vm_build(b, TERN_VM_BITCAST_I64_F64, held, TERN_VALUES(value));
  if (tern_type_is_i(type, 1)) {
    value = tern_vm_build(b, TERN_VM_AND_I32, held, TERN_VALUES(value, tern_vm_build_i32(b, 1)));
  }
  end_call(&call);
  return tern_conversion_replace_value(conversion, op, value);
}

static void build_store(call_t *call, tern_value_t *value, tern_value_t *buffer, tern_value_t *offset, int64_t size) {
  tern_value_t *length = tern_vm_build_i32(call->b, size);
  call->values.count = 0;
  tern_vec_push(&call->values, value);
  tern_vec_push(&call->values, buffer);
  tern_vec_push(&call->values, offset);
  tern_vec_push(&call->values, length);
  build_call(call);
}

static bool convert_buffer_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  int64_t size = scalar_size(type);
  call_t call;
  if (size == 0 || !start_call(&call, op, operands, conversion, op->def->row->name)) return false;
  tern_builder_t *b = call.b;
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *i64 = tern_i_type_get(b->context, 64);
  tern_value_t *value = operands.values[0], *buffer = operands.values[1], *offset = operands.values[2];
  bool is_odd = tern_type_is_integer(type) && tern_integer_type_width(type) % 8 != 0;
  if (is_odd) value = tern_vm_extend(b, value, type, false);
  if (type->kind == TERN_TYPE_F32) value = tern_vm_build(b, TERN_VM_BITCAST_F32_I32, i32, TERN_VALUES(value));
  if (type->kind == TERN_TYPE_F64) value = tern_vm_build(b, TERN_VM_BITCAST_F64_I64, i64, TERN_VALUES(value));
  build_store(&call, tern_vm_resize(b, value, i32, false), buffer, offset, size < 4 ? size : 4);
  if (size == 8) {
    tern_value_t *high = tern_vm_build(b, TERN_VM_SHR_I64_U, i64, TERN_VALUES(value, tern_vm_build_i32(b, 32)));
    build_store(&call, tern_vm_resize(b, high, i32, false), buffer, add_offset(b, offset, 4), 4);
  }
  end_call(&call);
  tern_conversion_erase(conversion, op);
  return true;
}

// --- numbers ---

static bool replace_by_number(tern_op_t *op, tern_conversion_t *conversion, int64_t number) {
  return tern_conversion_replace_value(conversion, op, tern_vm_build_i32(&conversion->rewriter.builder, number));
}
static bool convert_memory_type(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  return replace_by_number(op, conversion, tern_enum_attr_value(tern_op_attr(op, "type")));
}
static bool convert_buffer_usage(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  return replace_by_number(op, conversion, tern_enum_attr_value(tern_op_attr(op, "usage")));
}
static bool convert_element_type(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "type"));
  int32_t number = tern_hal_element_type_value(type);
  (void)operands;
  if (number == 0) return false;
  return replace_by_number(op, conversion, number);
}
static bool convert_encoding_type(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  return replace_by_number(op, conversion, tern_hal_encoding_type_value(tern_op_attr(op, "encoding")));
}

// --- executables ---

static const tern_op_t *find_binary(const tern_op_t *module, const tern_attr_t *ref) {
  const tern_op_t *binary = tern_symbol_lookup_ref_in(module, ref);
  return binary && tern_op_is(binary, TERN_HAL(EXECUTABLE_BINARY)) ? binary : NULL;
}

// The words of the constants as a buffer; null if there are none.
static tern_value_t *build_constants(tern_builder_t *b, tern_values_t constants) {
  const tern_type_t *type = tern_vm_buffer_type_get(b->context);
  if (constants.count == 0) return tern_vm_build_null(b, type);
  tern_value_t *size = tern_vm_build_i64(b, 4 * (int64_t)constants.count), *alignment = tern_vm_build_i32(b, 16);
  tern_value_t *buffer = tern_vm_build(b, TERN_VM_BUFFER_ALLOC, type, TERN_VALUES(size, alignment));
  for (size_t i = 0; i < constants.count; ++i) {
    tern_value_t *offset = tern_vm_build_i64(b, (int64_t)i);
    tern_build(b, TERN_VM(BUFFER_STORE_I32), .operands = TERN_VALUES(buffer, offset, constants.values[i]));
  }
  return buffer;
}

static tern_value_t *build_binary(tern_builder_t *b, const tern_op_t *binary, const tern_attr_t *ref) {
  tern_string_builder_t name = {0};
  for (size_t i = 0; i < tern_symbol_ref_attr_count(ref); ++i) {
    tern_str_t part = tern_symbol_ref_attr_at(ref, i);
    tern_string_builder_append_format(&name, "%s%.*s", i ? "_" : "", (int)part.size, part.data);
  }
  const tern_attr_t *mime_type = tern_op_attr(binary, "mime_type");
  if (!mime_type) mime_type = tern_string_attr_get(b->context, TERN_STR("application/x-tern-executable"));
  tern_value_t *data =
      tern_build_value(b, TERN_VM(RODATA_INLINE), .types = TERN_TYPES(tern_vm_buffer_type_get(b->context)),
                       .attrs = TERN_ATTRS({"name", tern_string_attr_get(b->context, tern_string_builder_view(&name))},
                                           {"value", tern_op_attr(binary, "data")},
                                           {"alignment", tern_integer_attr_get(tern_i_type_get(b->context, 64), 16)},
                                           {"mime_type", mime_type}));
  tern_string_builder_deinitialize(&name);
  return data;
}

static bool convert_executable_create(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_vm_conversion_t *state = conversion->user;
  const tern_attr_t *ref = tern_op_attr(op, "executable_target");
  const tern_op_t *binary = find_binary(state->module, ref);
  call_t call;
  if (!binary) {
    tern_op_error(op, "names %s, which is no hal.executable.binary", tern_attr_text(ref));
    tern_emit_note(op->loc, "run --iree-hal-serialize-all-executables before");
    return false;
  }
  if (!start_call(&call, op, operands, conversion, op->def->row->name)) return false;
  tern_builder_t *b = call.b;
  tern_value_t *data = build_binary(b, binary, ref);
  tern_value_t *format = tern_vm_build_text(b, tern_string_attr_value(tern_op_attr(binary, "format")));
  tern_value_t *constants = build_constants(b, (tern_values_t){operands.values + 2, operands.count - 2});
  tern_op_t *made =
      build_plain_call(&call, TERN_VALUES(operands.values[0], operands.values[1], format, data, constants));
  replace_by_call(conversion, op, made);
  return true;
}

static bool convert_lookup_function(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_attr_t *ref = tern_op_attr(op, "entry_point");
  call_t call;
  if (!start_call(&call, op, operands, conversion, op->def->row->name)) return false;
  tern_value_t *name = tern_vm_build_text(call.b, tern_symbol_ref_attr_at(ref, tern_symbol_ref_attr_count(ref) - 1));
  replace_by_call(conversion, op, build_plain_call(&call, TERN_VALUES(operands.values[0], name)));
  return true;
}

#define PATTERN(ID, REWRITE) {#ID, TERN_HAL(ID), 1, REWRITE}
#define CALL(ID) {#ID, TERN_HAL(ID), 1, convert_by_recipe}
const tern_conversion_pattern_t tern_hal_to_vm_patterns[] = {
    CALL(EX_FILE_FROM_MEMORY),
    CALL(ALLOCATOR_ALLOCATE),
    CALL(ALLOCATOR_SELECT),
    CALL(BUFFER_ASSERT),
    CALL(BUFFER_ALLOCATION_PRESERVE),
    CALL(BUFFER_ALLOCATION_DISCARD),
    CALL(BUFFER_ALLOCATION_IS_TERMINAL),
    CALL(BUFFER_SUBSPAN),
    CALL(BUFFER_LENGTH),
    CALL(BUFFER_VIEW_CREATE),
    CALL(BUFFER_VIEW_ASSERT),
    CALL(BUFFER_VIEW_BUFFER),
    CALL(BUFFER_VIEW_ELEMENT_TYPE),
    CALL(BUFFER_VIEW_ENCODING_TYPE),
    CALL(BUFFER_VIEW_RANK),
    CALL(BUFFER_VIEW_DIM),
    CALL(BUFFER_VIEW_TRACE),
    CALL(CHANNEL_CREATE),
    CALL(CHANNEL_SPLIT),
    CALL(CHANNEL_RANK_AND_COUNT),
    CALL(COMMAND_BUFFER_CREATE),
    CALL(COMMAND_BUFFER_FINALIZE),
    CALL(COMMAND_BUFFER_BEGIN_DEBUG_GROUP),
    CALL(COMMAND_BUFFER_END_DEBUG_GROUP),
    CALL(COMMAND_BUFFER_EXECUTION_BARRIER),
    CALL(COMMAND_BUFFER_FLUSH_BUFFER),
    CALL(COMMAND_BUFFER_INVALIDATE_BUFFER),
    CALL(COMMAND_BUFFER_FILL_BUFFER),
    CALL(COMMAND_BUFFER_UPDATE_BUFFER),
    CALL(COMMAND_BUFFER_COPY_BUFFER),
    CALL(COMMAND_BUFFER_DISPATCH),
    CALL(COMMAND_BUFFER_DISPATCH_INDIRECT),
    CALL(DEVICE_ALLOCATOR),
    CALL(DEVICE_QUEUE_ALLOCA),
    CALL(DEVICE_QUEUE_DEALLOCA),
    CALL(DEVICE_QUEUE_FILL),
    CALL(DEVICE_QUEUE_UPDATE),
    CALL(DEVICE_QUEUE_COPY),
    CALL(DEVICE_QUEUE_READ),
    CALL(DEVICE_QUEUE_WRITE),
    CALL(DEVICE_QUEUE_BARRIER),
    CALL(DEVICE_QUEUE_EXECUTE),
    CALL(DEVICE_QUEUE_EXECUTE_INDIRECT),
    CALL(DEVICE_QUEUE_FLUSH),
    CALL(DEVICES_COUNT),
    CALL(DEVICES_GET),
    CALL(FENCE_CREATE),
    CALL(FENCE_JOIN),
    CALL(FENCE_QUERY),
    CALL(FENCE_SIGNAL),
    CALL(FENCE_FAIL),
    CALL(FENCE_AWAIT),
    PATTERN(ALLOCATOR_IMPORT, convert_import),
    PATTERN(DEVICE_QUERY, convert_query),
    PATTERN(BUFFER_LOAD, convert_buffer_load),
    PATTERN(BUFFER_STORE, convert_buffer_store),
    PATTERN(MEMORY_TYPE, convert_memory_type),
    PATTERN(BUFFER_USAGE, convert_buffer_usage),
    PATTERN(ELEMENT_TYPE, convert_element_type),
    PATTERN(ENCODING_TYPE, convert_encoding_type),
    PATTERN(EXECUTABLE_CREATE, convert_executable_create),
    PATTERN(EXECUTABLE_LOOKUP_FUNCTION, convert_lookup_function),
    {0},
};

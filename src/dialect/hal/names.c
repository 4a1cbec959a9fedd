// hal: names of results, as upstream suggests them.

#include <stdio.h>

#include "asm/printer.h"
#include "dialect/hal/hal.h"
#include "dialect/hal/hooks.h"

typedef struct result_names {
  const tern_op_row_t *row;
  const char *names[3];
} result_names_t;

static const result_names_t fixed_names[] = {
    {TERN_HAL(EX_FILE_FROM_MEMORY), {"memory_file"}},
    {TERN_HAL(MEMORY_TYPE), {"memory_type"}},
    {TERN_HAL(BUFFER_USAGE), {"buffer_usage"}},
    {TERN_HAL(ALLOCATOR_ALLOCATE), {"buffer"}},
    {TERN_HAL(ALLOCATOR_IMPORT), {"did_import", "mapped"}},
    {TERN_HAL(ALLOCATOR_SELECT), {"device", "queue_affinity"}},
    {TERN_HAL(ALLOCATOR_RESOLVE_MEMORY_PROPERTIES), {"memory_types", "buffer_usage"}},
    {TERN_HAL(BUFFER_ALLOCATION_DISCARD), {"was_terminal"}},
    {TERN_HAL(BUFFER_ALLOCATION_IS_TERMINAL), {"is_terminal"}},
    {TERN_HAL(BUFFER_SUBSPAN), {"buffer"}},
    {TERN_HAL(BUFFER_LENGTH), {"length"}},
    {TERN_HAL(BUFFER_VIEW_CREATE), {"view"}},
    {TERN_HAL(BUFFER_VIEW_BUFFER), {"buffer"}},
    {TERN_HAL(CHANNEL_CREATE), {"channel"}},
    {TERN_HAL(CHANNEL_SPLIT), {"channel"}},
    {TERN_HAL(CHANNEL_RANK_AND_COUNT), {"ccl_rank", "ccl_count"}},
    {TERN_HAL(COMMAND_BUFFER_CREATE), {"cmd"}},
    {TERN_HAL(DEVICE_ALLOCATOR), {"allocator"}},
    {TERN_HAL(DEVICE_QUERY), {"ok", "value"}},
    {TERN_HAL(DEVICE_QUEUE_ALLOCA), {"transient_buffer"}},
    {TERN_HAL(DEVICES_COUNT), {"device_count"}},
    {TERN_HAL(EXECUTABLE_CREATE), {"executable"}},
    {TERN_HAL(EXECUTABLE_LOOKUP), {"exe"}},
    {TERN_HAL(EXECUTABLE_LOOKUP_FUNCTION), {"function_id"}},
    {TERN_HAL(EXECUTABLE_EXPORT_ORDINAL), {"ordinal"}},
    {TERN_HAL(EXECUTABLE_CALCULATE_WORKGROUPS), {"workgroup_x", "workgroup_y", "workgroup_z"}},
    {TERN_HAL(FENCE_CREATE), {"fence"}},
    {TERN_HAL(FENCE_JOIN), {"fence"}},
    {TERN_HAL(FENCE_AWAIT), {"status"}},
};

static bool copy_name(const char *name, char *out_name, size_t size) {
  if (!name || strlen(name) >= size) return false;
  memcpy(out_name, name, strlen(name) + 1);
  return true;
}

// %element_type_f32; what cannot stand in a name is written as its code, as upstream's printer does.
static bool name_element_type(const tern_op_t *op, char *out_name, size_t size) {
  const tern_attr_t *type = tern_op_attr(op, "type");
  if (!type || type->kind != TERN_ATTR_TYPE) return false;
  tern_string_builder_t text = {0}, name = {0};
  tern_print_type(tern_type_attr_value(type), &text);
  tern_string_builder_append_cstr(&name, "element_type_");
  for (size_t i = 0; i < text.size; ++i) {
    char c = text.data[i];
    bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (is_word) {
      tern_string_builder_append_char(&name, c);
    } else {
      tern_string_builder_append_format(&name, "%02X", (unsigned char)c);
    }
  }
  bool is_named = copy_name(name.data, out_name, size);
  tern_string_builder_deinitialize(&text);
  tern_string_builder_deinitialize(&name);
  return is_named;
}

static bool name_resolved(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  const tern_type_t *type = tern_op_result(op, index)->type;
  if (tern_type_is_hal(type, TERN_HAL_DEVICE_TYPE)) return copy_name("device", out_name, size);
  if (tern_type_is_hal(type, TERN_HAL_ALLOCATOR_TYPE)) return copy_name("allocator", out_name, size);
  return copy_name("queue_affinity", out_name, size);
}

static bool name_device(const tern_op_t *op, char *out_name, size_t size) {
  const tern_attr_t *index = tern_value_constant(tern_op_operand(op, 0));
  if (!tern_attr_is_integer(index)) return copy_name("device_n", out_name, size);
  int length = snprintf(out_name, size, "device_%lld", (long long)tern_integer_attr_value(index));
  return length > 0 && (size_t)length < size;
}

// %workgroup_id_x
static bool name_grid_query(const tern_op_t *op, char *out_name, size_t size) {
  const tern_attr_t *dimension = tern_op_attr(op, "dimension");
  int64_t number = tern_attr_is_integer(dimension) ? tern_integer_attr_value(dimension) : -1;
  if (number < 0 || number > 2) return false;
  const char *what = tern_op_is(op, TERN_HAL(INTERFACE_WORKGROUP_ID))      ? "id"
                     : tern_op_is(op, TERN_HAL(INTERFACE_WORKGROUP_COUNT)) ? "count"
                                                                           : "size";
  int length = snprintf(out_name, size, "workgroup_%s_%c", what, "xyz"[number]);
  return length > 0 && (size_t)length < size;
}

bool tern_hal_name_result(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  for (size_t i = 0; i < sizeof fixed_names / sizeof fixed_names[0]; ++i) {
    if (!tern_op_is(op, fixed_names[i].row)) continue;
    return index < 3 && copy_name(fixed_names[i].names[index], out_name, size);
  }
  if (tern_op_is(op, TERN_HAL(ELEMENT_TYPE))) return name_element_type(op, out_name, size);
  if (tern_op_is(op, TERN_HAL(ENCODING_TYPE))) {
    return !tern_op_attr(op, "encoding") && copy_name("dense_row_major", out_name, size);
  }
  if (tern_op_is(op, TERN_HAL(DEVICE_RESOLVE))) return name_resolved(op, index, out_name, size);
  if (tern_op_is(op, TERN_HAL(DEVICES_GET))) return name_device(op, out_name, size);
  return name_grid_query(op, out_name, size);
}

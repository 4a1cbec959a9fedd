// Between a tensor's struct and its elements, and between a descriptor's struct and its fields; see to_llvm.h (upstream:
// packLLElements, unpackLLElements, SharedMemoryObject).

#include <assert.h>

#include "convert/triton/to_llvm/to_llvm.h"

// The members of a struct that was made by a chain of insertions, without an op. False: it was not, or not all are known.
static bool find_members(tern_value_t *value, tern_value_t **members, size_t count) {
  size_t known = 0;
  for (size_t i = 0; i < count; ++i) members[i] = NULL;
  for (tern_op_t *op; known < count; value = tern_op_operand(op, 0)) {
    op = tern_value_defined_by(value, TERN_LLVM(INSERTVALUE));
    if (!op) return false;
    const tern_attr_t *position = tern_op_attr(op, "position");
    if (tern_dense_array_attr_count(position) != 1) return false;
    tern_value_t **member = &members[tern_dense_array_attr_int(position, 0)];
    if (*member) continue;  // replaced by what was inserted later
    *member = tern_op_operand(op, 1);
    ++known;
  }
  return true;
}

tern_values_t tern_triton_unpack(tern_conversion_t *conversion, tern_value_t *value) {
  tern_builder_t *b = tern_triton_builder(conversion);
  bool is_struct = tern_type_is_llvm(value->type, TERN_LLVM_STRUCT);
  size_t count = is_struct ? tern_llvm_struct_elements(value->type).count : 1;
  tern_value_t **members = tern_triton_room(conversion, count);
  if (!is_struct) {
    members[0] = value;
  } else if (!find_members(value, members, count)) {
    for (size_t i = 0; i < count; ++i) {
      int64_t position = (int64_t)i;
      members[i] = tern_llvm_make_extract(b, value, &position, 1);
    }
  }
  return (tern_values_t){members, count};
}

static tern_value_t *pack_struct(tern_builder_t *b, const tern_type_t *type, tern_values_t values) {
  assert(tern_llvm_struct_elements(type).count == values.count && "a struct has a value for each member");
  tern_value_t *packed = tern_emit_undef(b, type);
  for (size_t i = 0; i < values.count; ++i) packed = tern_emit_insert(b, packed, values.values[i], (int64_t)i);
  return packed;
}

tern_value_t *tern_triton_pack(tern_conversion_t *conversion, const tern_type_t *type, tern_values_t values) {
  const tern_type_t *lowered = tern_triton_lower_type(conversion, type);
  if (tern_type_is_llvm(lowered, TERN_LLVM_STRUCT))
    return pack_struct(tern_triton_builder(conversion), lowered, values);
  assert(values.count == 1 && "a scalar is one value");
  return values.values[0];
}

bool tern_triton_replace(tern_conversion_t *conversion, tern_op_t *op, tern_values_t values) {
  tern_value_t *packed = tern_triton_pack(conversion, tern_op_result(op, 0)->type, values);
  return tern_conversion_replace_value(conversion, op, packed);
}

tern_triton_memory_t tern_triton_unpack_memory(tern_conversion_t *conversion, tern_value_t *value) {
  tern_values_t fields = tern_triton_unpack(conversion, value);
  return (tern_triton_memory_t){fields.values[0], {fields.values + 1, fields.count - 1}};
}

tern_value_t *tern_triton_pack_memory(tern_conversion_t *conversion, const tern_type_t *type,
                                      const tern_triton_memory_t *memory) {
  tern_value_t **fields = tern_triton_room(conversion, memory->offsets.count + 1);
  fields[0] = memory->base;
  for (size_t d = 0; d < memory->offsets.count; ++d) fields[d + 1] = memory->offsets.values[d];
  return tern_triton_pack(conversion, type, (tern_values_t){fields, memory->offsets.count + 1});
}

// Between a tensor's struct and its elements, and between a descriptor's struct and its fields; see to_llvm.h (upstream:
// packLLElements, unpackLLElements, SharedMemoryObject).

#include <assert.h>

#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/builtin/builtin.h"
#include "ir/op_list.h"

// The op that stands for a struct of these members; NULL: `value` comes from elsewhere.
static tern_op_t *find_pack(const tern_value_t *value) {
  tern_op_t *op = tern_value_defined_by(value, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST));
  if (!op || op->result_count != 1 || !tern_type_is_llvm(value->type, TERN_LLVM_STRUCT)) return NULL;
  tern_types_t types = tern_llvm_struct_elements(value->type);
  bool is_pack = types.count == op->operand_count;
  for (size_t i = 0; i < types.count && is_pack; ++i) is_pack = tern_op_operand(op, i)->type == types.values[i];
  return is_pack ? op : NULL;
}

// The members of a struct that was made by a chain of insertions, without an op. False: it was not, or not all are known.
static bool find_members(tern_value_t *value, tern_value_t **members, size_t count) {
  const tern_op_t *pack = find_pack(value);
  for (size_t i = 0; pack && i < count; ++i) members[i] = tern_op_operand(pack, i);
  if (pack) return true;
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

// One op until all is converted: most structs are read back by what follows, and then nobody needs them.
static tern_value_t *pack_struct(tern_builder_t *b, const tern_type_t *type, tern_values_t values) {
  assert(tern_llvm_struct_elements(type).count == values.count && "a struct has a value for each member");
  if (!values.count) return tern_emit_undef(b, type);
  return tern_build_value(b, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), .operands = values, .types = TERN_TYPES(type));
}

static void expand_pack(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *packed = tern_emit_undef(&b, op->results[0].type);
  for (size_t i = 0; i < op->operand_count; ++i)
    packed = tern_emit_insert(&b, packed, tern_op_operand(op, i), (int64_t)i);
  tern_value_replace_all_uses(&op->results[0], packed);
}

void tern_triton_expand_packs(tern_op_t *module, bool drops_unused) {
  tern_op_list_t casts = tern_op_collect_row(module, TERN_POSTORDER, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST));
  // Those that use others come after them.
  for (size_t i = casts.count; i-- > 0;) {
    tern_op_t *op = casts.values[i];
    if (op->result_count != 1 || !find_pack(&op->results[0])) continue;
    if (!drops_unused || tern_value_has_uses(&op->results[0])) expand_pack(op);
    tern_op_destroy(op);
  }
  tern_vec_deinitialize(&casts);
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

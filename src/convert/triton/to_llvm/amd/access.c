// See access.h.

#include "convert/triton/to_llvm/amd/access.h"

#include "dialect/tt/tt.h"

enum { MAX_BITS = 128 };

tern_values_t tern_triton_operand_values(tern_conversion_t *conversion, const tern_op_t *op, tern_values_t operands,
                                         const char *name) {
  size_t start, count;
  (void)tern_op_find_operands(op, name, &start, &count);
  return count ? tern_triton_unpack(conversion, operands.values[start]) : (tern_values_t){0};
}

size_t tern_triton_access_width(tern_conversion_t *conversion, const tern_op_t *op, const tern_type_t *element,
                                bool has_mask, size_t count) {
  tern_triton_access_t known = tern_triton_access_of(conversion, op);
  const tern_type_t *type = tern_triton_byte_type(tern_triton_builder(conversion), element);
  int64_t width = has_mask && known.mask < known.vector ? known.mask : known.vector;
  if (width > (int64_t)count) width = (int64_t)count;
  while (width > 1 && width * (int64_t)tern_type_bit_width(type) > MAX_BITS) width /= 2;
  return (size_t)width;
}

const tern_type_t *tern_triton_byte_type(tern_builder_t *b, const tern_type_t *element) {
  if (tern_type_is_llvm(element, TERN_LLVM_PTR)) return tern_emit_i(b, 64);
  return tern_type_bit_width(element) < 8 ? tern_emit_i(b, 8) : element;
}

const tern_type_t *tern_triton_group_type(tern_builder_t *b, const tern_type_t *element, size_t count) {
  const tern_type_t *type = tern_triton_byte_type(b, element);
  return count == 1 ? type : tern_emit_vector_of(type, (int64_t)count);
}

static tern_value_t *to_memory(tern_builder_t *b, tern_value_t *value) {
  const tern_type_t *type = tern_triton_byte_type(b, value->type);
  bool is_narrow = tern_type_is_integer(value->type) && type != value->type;
  return is_narrow ? tern_emit_resize(b, value, 8) : tern_emit_bitcast(b, value, type);
}

tern_value_t *tern_triton_pack_group(tern_builder_t *b, tern_value_t *const *values, size_t count) {
  tern_value_t *elements[MAX_BITS / 8];
  for (size_t i = 0; i < count; ++i) elements[i] = to_memory(b, values[i]);
  return count == 1 ? elements[0] : tern_emit_vector(b, elements, count);
}

void tern_triton_unpack_group(tern_builder_t *b, tern_value_t *group, const tern_type_t *element, size_t count,
                              tern_value_t **out_values) {
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *value = count == 1 ? group : tern_emit_element(b, group, (int64_t)i);
    bool is_narrow = tern_type_is_integer(element) && element != value->type;
    out_values[i] =
        is_narrow ? tern_emit_resize(b, value, tern_integer_type_width(element)) : tern_emit_bitcast(b, value, element);
  }
}

int64_t tern_triton_enum_of(const tern_op_t *op, const char *name) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr ? tern_enum_attr_value(attr) : 0;
}

uint64_t tern_triton_repeated_registers(const tern_type_t *type) {
  if (type->kind != TERN_TYPE_TENSOR) return 0;
  tern_layout_t layout = tern_ttg_type_layout(type);
  uint64_t masks[TERN_LAYOUT_MAX_DIMS];
  size_t in = tern_layout_find(&layout.ins, TERN_LAYOUT_REGISTER);
  tern_layout_free_masks(&layout, masks);
  return in < layout.ins.count ? masks[in] : 0;
}

const char *tern_triton_amd_scope(const tern_op_t *op) {
  const char *scope =
      tern_enum_case_name(TERN_TT_ENUM(MEM_SYNC_SCOPE), tern_enum_attr_value(tern_op_attr(op, "scope")));
  if (strcmp(scope, "gpu") == 0) return "agent";
  return strcmp(scope, "cta") == 0 ? "workgroup" : "";
}

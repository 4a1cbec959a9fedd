// util's lists and buffers to vm. Offsets of vm's accesses count elements, those of util bytes.

#include "base/vec.h"
#include "convert/vm/to_vm.h"
#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static tern_value_t *to_i32(tern_builder_t *b, tern_value_t *value) {
  return tern_vm_resize(b, value, tern_i_type_get(b->context, 32), false);
}

// --- lists ---

static bool convert_list_create(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = tern_vm_convert_type(op->results[0].type);
  if (!type) return false;
  tern_value_t *capacity = operands.count ? to_i32(b, operands.values[0]) : tern_vm_build_i32(b, 0);
  return tern_conversion_replace_value(conversion, op,
                                       tern_vm_build(b, TERN_VM_LIST_ALLOC, type, TERN_VALUES(capacity)));
}

static int list_set_id(const tern_type_t *type) {
  return tern_vm_by_type(type, (const int[]){TERN_VM_LIST_SET_I32, TERN_VM_LIST_SET_I64, TERN_VM_LIST_SET_F32,
                                             TERN_VM_LIST_SET_F64, TERN_VM_LIST_SET_REF});
}

static bool convert_list_construct(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = tern_vm_convert_type(op->results[0].type);
  if (!type) return false;
  for (size_t i = 0; i < operands.count; ++i) {
    if (list_set_id(operands.values[i]->type) < 0) return false;
  }
  tern_value_t *count = tern_vm_build_i32(b, (int64_t)operands.count);
  tern_value_t *list = tern_vm_build(b, TERN_VM_LIST_ALLOC, type, TERN_VALUES(count));
  tern_build(b, TERN_VM(LIST_RESIZE), .operands = TERN_VALUES(list, count));
  for (size_t i = 0; i < operands.count; ++i) {
    tern_value_t *index = tern_vm_build_i32(b, (int64_t)i);
    tern_build(b, &tern_vm_ops[list_set_id(operands.values[i]->type)],
               .operands = TERN_VALUES(list, index, operands.values[i]));
  }
  return tern_conversion_replace_value(conversion, op, list);
}

static bool convert_list_size(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  tern_value_t *size = tern_vm_build(b, TERN_VM_LIST_SIZE, tern_i_type_get(b->context, 32), operands);
  return tern_conversion_replace_value(conversion, op, tern_vm_resize(b, size, tern_i_type_get(b->context, 64), false));
}

static bool convert_list_resize(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  tern_value_t *size = to_i32(b, operands.values[1]);
  tern_build(b, TERN_VM(LIST_RESIZE), .operands = TERN_VALUES(operands.values[0], size));
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_list_get(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const int ids[5] = {TERN_VM_LIST_GET_I32, TERN_VM_LIST_GET_I64, TERN_VM_LIST_GET_F32, TERN_VM_LIST_GET_F64,
                             TERN_VM_LIST_GET_REF};
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = tern_vm_convert_type(op->results[0].type);
  if (!type || tern_vm_by_type(type, ids) < 0) return false;
  tern_value_t *index = to_i32(b, operands.values[1]);
  return tern_conversion_replace_value(
      conversion, op, tern_vm_build(b, tern_vm_by_type(type, ids), type, TERN_VALUES(operands.values[0], index)));
}

static bool convert_list_set(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  int id = list_set_id(operands.values[2]->type);
  if (id < 0) return false;
  tern_value_t *index = to_i32(b, operands.values[1]);
  tern_build(b, &tern_vm_ops[id], .operands = TERN_VALUES(operands.values[0], index, operands.values[2]));
  tern_conversion_erase(conversion, op);
  return true;
}

// --- buffers ---

#define DEFAULT_ALIGNMENT 16

static int64_t alignment_of(const tern_op_t *op) {
  const tern_attr_t *alignment = tern_op_attr(op, "alignment");
  return alignment ? tern_integer_attr_value(alignment) : DEFAULT_ALIGNMENT;
}

static bool convert_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  (void)operands;
  if (tern_vm_constant_size(tern_op_attr(op, "value")) < 0) return false;
  tern_value_t *value =
      tern_build_value(b, TERN_VM(RODATA_INLINE), .types = TERN_TYPES(tern_vm_buffer_type_get(b->context)),
                       .attrs = TERN_ATTRS({"value", tern_op_attr(op, "value")}));
  tern_op_t *data = tern_value_defining_op(value);
  const tern_attr_t *name = tern_op_attr(op, "name"), *mime_type = tern_op_attr(op, "mime_type");
  if (name) tern_op_set_attr(data, "name", name);
  if (mime_type) tern_op_set_attr(data, "mime_type", mime_type);
  if (tern_op_attr(op, "alignment")) {
    tern_op_set_attr(data, "alignment", tern_integer_attr_get(tern_i_type_get(b->context, 64), alignment_of(op)));
  }
  return tern_conversion_replace_value(conversion, op, value);
}

static bool convert_alloc(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  tern_value_t *alignment = tern_vm_build_i32(b, alignment_of(op));
  return tern_conversion_replace_value(conversion, op,
                                       tern_vm_build(b, TERN_VM_BUFFER_ALLOC, tern_vm_buffer_type_get(b->context),
                                                     TERN_VALUES(operands.values[0], alignment)));
}

static bool convert_dealloc(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_conversion_erase(conversion, op);  // references are counted
  return true;
}

static bool convert_slice(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  tern_value_t *alignment = tern_vm_build_i32(b, alignment_of(op));
  tern_value_t *const *values = operands.values;
  return tern_conversion_replace_value(conversion, op,
                                       tern_vm_build(b, TERN_VM_BUFFER_CLONE, tern_vm_buffer_type_get(b->context),
                                                     TERN_VALUES(values[0], values[2], values[3], alignment)));
}

static bool convert_size(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  return tern_conversion_replace_value(
      conversion, op, tern_vm_build(b, TERN_VM_BUFFER_LENGTH, tern_i_type_get(b->context, 64), operands));
}

static bool convert_copy(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_value_t *const *values = operands.values;
  tern_build(&conversion->rewriter.builder, TERN_VM(BUFFER_COPY),
             .operands = TERN_VALUES(values[0], values[2], values[3], values[5], values[6]));
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_compare(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  tern_value_t *const *values = operands.values;
  return tern_conversion_replace_value(
      conversion, op,
      tern_vm_build(b, TERN_VM_BUFFER_COMPARE, tern_i_type_get(b->context, 32),
                    TERN_VALUES(values[0], values[2], values[3], values[5], values[6])));
}

static bool convert_hash(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  tern_value_t *const *values = operands.values;
  return tern_conversion_replace_value(conversion, op,
                                       tern_vm_build(b, TERN_VM_BUFFER_HASH, tern_i_type_get(b->context, 64),
                                                     TERN_VALUES(values[0], values[2], values[3])));
}

// How an element is accessed: floats of 32 and 64 bits as such, everything else as an integer of its bytes.
typedef struct access {
  int fill, load_signed, load_unsigned, store;
} access_t;

static bool find_access(const tern_type_t *type, access_t *out, int64_t *out_size) {
  if (!tern_vm_convert_type(type) || type->kind == TERN_TYPE_DIALECT) return false;
  *out_size = tern_type_is_index(type) ? 8 : (int64_t)tern_dense_element_size(type);
  if (type->kind == TERN_TYPE_F32) {
    *out =
        (access_t){TERN_VM_BUFFER_FILL_F32, TERN_VM_BUFFER_LOAD_F32, TERN_VM_BUFFER_LOAD_F32, TERN_VM_BUFFER_STORE_F32};
  } else if (type->kind == TERN_TYPE_F64) {
    *out =
        (access_t){TERN_VM_BUFFER_FILL_F64, TERN_VM_BUFFER_LOAD_F64, TERN_VM_BUFFER_LOAD_F64, TERN_VM_BUFFER_STORE_F64};
  } else if (*out_size == 1) {
    *out =
        (access_t){TERN_VM_BUFFER_FILL_I8, TERN_VM_BUFFER_LOAD_I8_S, TERN_VM_BUFFER_LOAD_I8_U, TERN_VM_BUFFER_STORE_I8};
  } else if (*out_size == 2) {
    *out = (access_t){TERN_VM_BUFFER_FILL_I16, TERN_VM_BUFFER_LOAD_I16_S, TERN_VM_BUFFER_LOAD_I16_U,
                      TERN_VM_BUFFER_STORE_I16};
  } else if (*out_size == 4) {
    *out =
        (access_t){TERN_VM_BUFFER_FILL_I32, TERN_VM_BUFFER_LOAD_I32, TERN_VM_BUFFER_LOAD_I32, TERN_VM_BUFFER_STORE_I32};
  } else {
    *out =
        (access_t){TERN_VM_BUFFER_FILL_I64, TERN_VM_BUFFER_LOAD_I64, TERN_VM_BUFFER_LOAD_I64, TERN_VM_BUFFER_STORE_I64};
  }
  return true;
}

static tern_value_t *to_elements(tern_builder_t *b, tern_value_t *bytes, int64_t size) {
  if (size == 1) return bytes;
  return tern_vm_build(b, TERN_VM_DIV_I64_S, bytes->type, TERN_VALUES(bytes, tern_vm_build_i64(b, size)));
}

// Bits of memory above a narrow integer's width are 0.
static tern_value_t *stored_value(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  bool is_odd = tern_type_is_integer(type) && tern_integer_type_width(type) % 8 != 0;
  return is_odd ? tern_vm_extend(b, value, type, false) : value;
}

static bool convert_fill(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  access_t access;
  int64_t size;
  if (!find_access(type, &access, &size)) return false;
  tern_value_t *offset = to_elements(b, operands.values[3], size), *length = to_elements(b, operands.values[4], size);
  tern_value_t *value = stored_value(b, operands.values[0], type);
  tern_build(b, &tern_vm_ops[access.fill], .operands = TERN_VALUES(operands.values[1], offset, length, value));
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = op->results[0].type;
  access_t access;
  int64_t size;
  if (!find_access(type, &access, &size)) return false;
  bool is_signed = tern_type_is_integer(type) && tern_integer_type_width(type) >= 8;
  tern_value_t *offset = to_elements(b, operands.values[2], size);
  tern_value_t *value = tern_vm_build(b, is_signed ? access.load_signed : access.load_unsigned,
                                      tern_vm_convert_type(type), TERN_VALUES(operands.values[0], offset));
  if (tern_type_is_i(type, 1)) {
    value = tern_vm_build(b, TERN_VM_AND_I32, value->type, TERN_VALUES(value, tern_vm_build_i32(b, 1)));
  }
  return tern_conversion_replace_value(conversion, op, value);
}

static bool convert_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  access_t access;
  int64_t size;
  if (!find_access(type, &access, &size)) return false;
  tern_value_t *offset = to_elements(b, operands.values[3], size);
  tern_value_t *value = stored_value(b, operands.values[0], type);
  tern_build(b, &tern_vm_ops[access.store], .operands = TERN_VALUES(operands.values[1], offset, value));
  tern_conversion_erase(conversion, op);
  return true;
}

#define PATTERN(ID, REWRITE) {#ID, TERN_UTIL(ID), 1, REWRITE}
const tern_conversion_pattern_t tern_util_buffer_to_vm_patterns[] = {
    PATTERN(LIST_CREATE, convert_list_create),  PATTERN(LIST_CONSTRUCT, convert_list_construct),
    PATTERN(LIST_SIZE, convert_list_size),      PATTERN(LIST_RESIZE, convert_list_resize),
    PATTERN(LIST_GET, convert_list_get),        PATTERN(LIST_SET, convert_list_set),
    PATTERN(BUFFER_CONSTANT, convert_constant), PATTERN(BUFFER_ALLOC, convert_alloc),
    PATTERN(BUFFER_DEALLOC, convert_dealloc),   PATTERN(BUFFER_SLICE, convert_slice),
    PATTERN(BUFFER_SIZE, convert_size),         PATTERN(BUFFER_COPY, convert_copy),
    PATTERN(BUFFER_COMPARE, convert_compare),   PATTERN(BUFFER_HASH, convert_hash),
    PATTERN(BUFFER_FILL, convert_fill),         PATTERN(BUFFER_LOAD, convert_load),
    PATTERN(BUFFER_STORE, convert_store),       {0},
};

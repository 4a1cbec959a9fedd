// Serializes types. Scalars, vectors and pointers that come out the same are one type, as SPIR-V asks for; structs and
// arrays, which decorations may tell apart, are one if the IR's types are.

#include "ir/diagnostic.h"
#include "target/spirv/serialize_private.h"

static uint32_t refuse_type(const tern_op_t *op, const tern_type_t *type) {
  tern_op_error(op, "has type %s, which has no form in a SPIR-V binary", tern_type_text(type));
  return 0;
}

#define UNIQUE(s, op, opcode, ...)                                             \
  tern_spirv_emit_unique((s), (op), (opcode), (const uint32_t[]){__VA_ARGS__}, \
                         sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), 0)

static uint32_t scalar_type_id(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type) {
  switch (type->kind) {
    case TERN_TYPE_NONE: return tern_spirv_emit_unique(s, op, TERN_SPIRV_OPCODE_TYPEVOID, NULL, 0, 0);
    case TERN_TYPE_INTEGER: {
      uint32_t width = tern_integer_type_width(type);
      if (width == 1) return tern_spirv_emit_unique(s, op, TERN_SPIRV_OPCODE_TYPEBOOL, NULL, 0, 0);
      if (width != 8 && width != 16 && width != 32 && width != 64) return refuse_type(op, type);
      return UNIQUE(s, op, TERN_SPIRV_OPCODE_TYPEINT, width, tern_integer_type_signedness(type) == TERN_SIGNED);
    }
    case TERN_TYPE_F16: return UNIQUE(s, op, TERN_SPIRV_OPCODE_TYPEFLOAT, 16);
    case TERN_TYPE_F32: return UNIQUE(s, op, TERN_SPIRV_OPCODE_TYPEFLOAT, 32);
    case TERN_TYPE_F64: return UNIQUE(s, op, TERN_SPIRV_OPCODE_TYPEFLOAT, 64);
    case TERN_TYPE_BF16: return UNIQUE(s, op, TERN_SPIRV_OPCODE_TYPEFLOAT, 16, TERN_SPIRV_FPENCODING_BFLOAT16KHR);
    default: return refuse_type(op, type);
  }
}

static uint32_t function_type_id(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type) {
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  const tern_type_t *result = results.count ? results.values[0] : tern_none_type_get(s->context);
  tern_spirv_words_t words = {0};
  uint32_t id = tern_spirv_type_id(s, op, result);
  tern_spirv_words_push(&words, id);
  for (size_t i = 0; id && i < inputs.count; ++i) {
    id = tern_spirv_type_id(s, op, inputs.values[i]);
    tern_spirv_words_push(&words, id);
  }
  if (id) id = tern_spirv_emit_unique(s, op, TERN_SPIRV_OPCODE_TYPEFUNCTION, words.values, words.count, 0);
  tern_spirv_words_deinitialize(&words);
  return id;
}

static uint32_t array_type_id(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type) {
  bool is_sized = tern_type_is_spirv_array(type);
  uint32_t element = tern_spirv_type_id(s, op, tern_spirv_element_type(type));
  uint32_t count = element && is_sized ? tern_spirv_i32_constant_id(s, op, tern_spirv_array_count(type)) : 0;
  if (!element || (is_sized && !count)) return 0;
  uint32_t id = tern_spirv_new_id(s);
  if (is_sized) {
    TERN_SPIRV_EMIT(op, &s->globals, TERN_SPIRV_OPCODE_TYPEARRAY, id, element, count);
  } else {
    TERN_SPIRV_EMIT(op, &s->globals, TERN_SPIRV_OPCODE_TYPERUNTIMEARRAY, id, element);
  }
  uint32_t stride = tern_spirv_array_stride(type);
  if (stride) tern_spirv_emit_decoration(s, id, TERN_SPIRV_DECORATION_ARRAYSTRIDE, &stride, 1);
  return id;
}

// --- structs and pointers ---

static bool literal_of(const tern_attr_t *value, uint32_t *out_literal) {
  if (!value || value->kind == TERN_ATTR_UNIT) return false;
  *out_literal = (uint32_t)tern_enum_attr_value(value);
  return true;
}

static void decorate_struct(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type, uint32_t id) {
  for (size_t i = 0; tern_spirv_struct_has_offsets(type) && i < tern_spirv_struct_member_count(type); ++i) {
    TERN_SPIRV_EMIT(op, &s->decorations, TERN_SPIRV_OPCODE_MEMBERDECORATE, id, (uint32_t)i,
                    TERN_SPIRV_DECORATION_OFFSET, tern_spirv_struct_offset(type, i));
  }
  uint32_t literal;
  for (size_t i = 0; i < tern_spirv_struct_member_decoration_count(type); ++i) {
    tern_spirv_type_decoration_t decoration = tern_spirv_struct_member_decoration(type, i);
    if (literal_of(decoration.value, &literal)) {
      TERN_SPIRV_EMIT(op, &s->decorations, TERN_SPIRV_OPCODE_MEMBERDECORATE, id, decoration.member,
                      decoration.decoration, literal);
    } else {
      TERN_SPIRV_EMIT(op, &s->decorations, TERN_SPIRV_OPCODE_MEMBERDECORATE, id, decoration.member,
                      decoration.decoration);
    }
  }
  for (size_t i = 0; i < tern_spirv_struct_decoration_count(type); ++i) {
    tern_spirv_type_decoration_t decoration = tern_spirv_struct_decoration(type, i);
    bool has_literal = literal_of(decoration.value, &literal);
    tern_spirv_emit_decoration(s, id, decoration.decoration, &literal, has_literal);
  }
}

// Defines the pointers to `type` that its own members are made of.
static void define_forward_pointers(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type,
                                    uint32_t id) {
  size_t kept = 0;
  for (size_t i = 0; i < s->forward_pointers.count; ++i) {
    const tern_type_t *pointer = s->forward_pointers.values[i];
    if (tern_spirv_pointer_pointee(pointer) == type) {
      TERN_SPIRV_EMIT(op, &s->globals, TERN_SPIRV_OPCODE_TYPEPOINTER, tern_spirv_id_get(&s->types, pointer),
                      tern_spirv_pointer_storage_class(pointer), id);
    } else {
      s->forward_pointers.values[kept++] = pointer;
    }
  }
  s->forward_pointers.count = kept;
}

static uint32_t struct_type_id(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type) {
  if (!tern_spirv_struct_has_body(type) || tern_map_contains(&s->in_progress, type)) return refuse_type(op, type);
  tern_map_set(&s->in_progress, type, NULL);
  tern_spirv_words_t words = {0};
  tern_spirv_words_push(&words, tern_spirv_new_id(s));
  bool is_ok = true;
  for (size_t i = 0; is_ok && i < tern_spirv_struct_member_count(type); ++i) {
    uint32_t member = tern_spirv_type_id(s, op, tern_spirv_struct_member(type, i));
    tern_spirv_words_push(&words, member);
    is_ok = member != 0;
  }
  uint32_t id = words.values[0];
  is_ok = is_ok && tern_spirv_emit(op, &s->globals, TERN_SPIRV_OPCODE_TYPESTRUCT, words.values, words.count);
  tern_spirv_words_deinitialize(&words);
  tern_map_remove(&s->in_progress, type);
  if (!is_ok) return 0;
  define_forward_pointers(s, op, type, id);
  const tern_ident_t *identifier = tern_spirv_struct_identifier(type);
  if (identifier) tern_spirv_emit_name(s, id, tern_ident_str(identifier));
  decorate_struct(s, op, type, id);
  return id;
}

// What stands in these storage classes is an interface block, and is marked as one.
static bool is_interface(uint32_t storage_class) {
  return storage_class == TERN_SPIRV_STORAGECLASS_STORAGEBUFFER || storage_class == TERN_SPIRV_STORAGECLASS_UNIFORM ||
         storage_class == TERN_SPIRV_STORAGECLASS_PUSHCONSTANT ||
         storage_class == TERN_SPIRV_STORAGECLASS_PHYSICALSTORAGEBUFFER;
}

static void mark_block(tern_spirv_serializer_t *s, const tern_type_t *type, uint32_t storage_class) {
  // Descriptor arrays hold blocks.
  while (tern_type_is_spirv_array(type) || tern_type_is_spirv_runtime_array(type)) type = tern_spirv_element_type(type);
  if (!tern_type_is_spirv_struct(type) || !is_interface(storage_class)) return;
  for (size_t i = 0; i < tern_spirv_struct_decoration_count(type); ++i) {
    uint32_t decoration = tern_spirv_struct_decoration(type, i).decoration;
    if (decoration == TERN_SPIRV_DECORATION_BLOCK || decoration == TERN_SPIRV_DECORATION_BUFFERBLOCK) return;
  }
  uint32_t id = tern_spirv_id_get(&s->types, type);
  if (!tern_map_set(&s->blocks, type, NULL)) return;
  tern_spirv_emit_decoration(s, id, TERN_SPIRV_DECORATION_BLOCK, NULL, 0);
}

static uint32_t pointer_type_id(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type) {
  const tern_type_t *pointee = tern_spirv_pointer_pointee(type);
  uint32_t storage_class = tern_spirv_pointer_storage_class(type);
  if (tern_map_contains(&s->in_progress, pointee)) {
    uint32_t id = tern_spirv_new_id(s);
    TERN_SPIRV_EMIT(op, &s->globals, TERN_SPIRV_OPCODE_TYPEFORWARDPOINTER, id, storage_class);
    tern_vec_push(&s->forward_pointers, type);
    return id;
  }
  uint32_t element = tern_spirv_type_id(s, op, pointee);
  if (!element) return 0;
  mark_block(s, pointee, storage_class);
  uint32_t id = tern_spirv_id_get(&s->types, type);  // the pointee may have needed it
  return id ? id : UNIQUE(s, op, TERN_SPIRV_OPCODE_TYPEPOINTER, storage_class, element);
}

// --- others ---

static uint32_t coop_matrix_type_id(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type) {
  const uint32_t properties[] = {tern_spirv_coop_matrix_scope(type), tern_spirv_coop_matrix_rows(type),
                                 tern_spirv_coop_matrix_columns(type), tern_spirv_coop_matrix_use(type)};
  uint32_t words[5] = {tern_spirv_type_id(s, op, tern_spirv_element_type(type))};
  if (!words[0]) return 0;
  for (size_t i = 0; i < 4; ++i) {
    words[1 + i] = tern_spirv_i32_constant_id(s, op, properties[i]);
    if (!words[1 + i]) return 0;
  }
  return tern_spirv_emit_unique(s, op, TERN_SPIRV_OPCODE_TYPECOOPERATIVEMATRIXKHR, words, 5, 0);
}

static uint32_t image_type_id(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type) {
  uint32_t words[7] = {tern_spirv_type_id(s, op, tern_spirv_element_type(type))};
  if (!words[0]) return 0;
  for (size_t i = 0; i < 6; ++i) words[1 + i] = tern_spirv_image_property(type, i);
  return tern_spirv_emit_unique(s, op, TERN_SPIRV_OPCODE_TYPEIMAGE, words, 7, 0);
}

static uint32_t wrapped_type_id(tern_spirv_serializer_t *s, const tern_op_t *op, uint32_t opcode,
                                const tern_type_t *inner) {
  uint32_t id = tern_spirv_type_id(s, op, inner);
  return id ? tern_spirv_emit_unique(s, op, opcode, &id, 1, 0) : 0;
}

static uint32_t counted_type_id(tern_spirv_serializer_t *s, const tern_op_t *op, uint32_t opcode,
                                const tern_type_t *element, uint32_t count) {
  uint32_t id = tern_spirv_type_id(s, op, element);
  return id ? UNIQUE(s, op, opcode, id, count) : 0;
}

static uint32_t dialect_type_id(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type) {
  if (tern_type_is_spirv_pointer(type)) return pointer_type_id(s, op, type);
  if (tern_type_is_spirv_array(type) || tern_type_is_spirv_runtime_array(type)) return array_type_id(s, op, type);
  if (tern_type_is_spirv_struct(type)) return struct_type_id(s, op, type);
  if (tern_type_is_spirv_coop_matrix(type)) return coop_matrix_type_id(s, op, type);
  if (tern_type_is_spirv(type, TERN_SPIRV_TYPE_IMAGE)) return image_type_id(s, op, type);
  if (tern_type_is_spirv(type, TERN_SPIRV_TYPE_SAMPLED_IMAGE)) {
    return wrapped_type_id(s, op, TERN_SPIRV_OPCODE_TYPESAMPLEDIMAGE, tern_spirv_sampled_image_image(type));
  }
  if (tern_type_is_spirv(type, TERN_SPIRV_TYPE_MATRIX)) {
    return counted_type_id(s, op, TERN_SPIRV_OPCODE_TYPEMATRIX, tern_spirv_element_type(type),
                           tern_spirv_matrix_column_count(type));
  }
  return refuse_type(op, type);
}

uint32_t tern_spirv_type_id(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type) {
  uint32_t id = tern_spirv_id_get(&s->types, type);
  if (id) return id;
  if (type->kind == TERN_TYPE_FUNCTION) {
    id = function_type_id(s, op, type);
  } else if (type->kind == TERN_TYPE_DIALECT) {
    id = dialect_type_id(s, op, type);
  } else if (type->kind == TERN_TYPE_VECTOR) {
    bool is_plain = tern_type_rank(type) == 1 && !tern_vector_type_scalable_mask(type);
    if (!is_plain) return refuse_type(op, type);
    id =
        counted_type_id(s, op, TERN_SPIRV_OPCODE_TYPEVECTOR, tern_type_element(type), (uint32_t)tern_type_dim(type, 0));
  } else {
    id = scalar_type_id(s, op, type);
  }
  if (id) tern_spirv_id_set(&s->types, type, id);
  return id;
}

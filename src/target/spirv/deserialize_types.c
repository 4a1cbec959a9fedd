// Deserializes types, and the decorations that shape them.

#include "ir/context.h"
#include "target/spirv/deserialize_private.h"

// What OpType* instructions make: the type, or NULL after an error. `*inout_depth` is raised to that of the parts.
typedef const tern_type_t *(*make_type_t)(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry,
                                          uint32_t *inout_depth);

static const tern_type_t *refuse(tern_spirv_deserializer_t *d, const char *what) {
  tern_spirv_error(d, "%s: %s", d->instruction->name, what);
  return NULL;
}

static uint32_t operand(const tern_spirv_deserializer_t *d, size_t index) { return d->operands[index]; }

static const tern_type_t *part(tern_spirv_deserializer_t *d, size_t index, uint32_t *inout_depth) {
  return tern_spirv_type_of_id(d, operand(d, index), inout_depth);
}

// --- scalars and vectors ---

static const tern_type_t *make_void(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry, uint32_t *inout_depth) {
  (void)entry, (void)inout_depth;
  return tern_none_type_get(d->context);
}

static const tern_type_t *make_bool(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry, uint32_t *inout_depth) {
  (void)entry, (void)inout_depth;
  return tern_i_type_get(d->context, 1);
}

static const tern_type_t *make_int(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry, uint32_t *inout_depth) {
  (void)entry, (void)inout_depth;
  uint32_t width = operand(d, 1), sign = operand(d, 2);
  if (width != 8 && width != 16 && width != 32 && width != 64) return refuse(d, "the width is not 8, 16, 32 or 64");
  if (sign > 1) return refuse(d, "the signedness is not 0 or 1");
  // Signless is what SPIR-V's unsigned types are in the IR.
  return tern_integer_type_get(d->context, width, sign ? TERN_SIGNED : TERN_SIGNLESS);
}

static const tern_type_t *make_float(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry,
                                     uint32_t *inout_depth) {
  (void)entry, (void)inout_depth;
  uint32_t width = operand(d, 1);
  if (d->operand_count > 2) {
    bool is_bf16 = width == 16 && operand(d, 2) == TERN_SPIRV_FPENCODING_BFLOAT16KHR;
    return is_bf16 ? tern_float_type_get(d->context, TERN_TYPE_BF16) : refuse(d, "the encoding is not known");
  }
  if (width != 16 && width != 32 && width != 64) return refuse(d, "the width is not 16, 32 or 64");
  return tern_float_type_get(d->context, width == 16 ? TERN_TYPE_F16 : width == 32 ? TERN_TYPE_F32 : TERN_TYPE_F64);
}

static const tern_type_t *make_vector(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry,
                                      uint32_t *inout_depth) {
  (void)entry;
  const tern_type_t *element = part(d, 1, inout_depth);
  int64_t count = operand(d, 2);
  if (!element) return NULL;
  if (!tern_spirv_type_is_scalar(element)) return refuse(d, "the component type is no scalar");
  bool is_known = (count >= 2 && count <= 4) || count == 8 || count == 16;
  return is_known ? tern_vector_type_get(element, &count, 1, 0) : refuse(d, "the count is not 2, 3, 4, 8 or 16");
}

static const tern_type_t *make_matrix(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry,
                                      uint32_t *inout_depth) {
  (void)entry;
  const tern_type_t *column = part(d, 1, inout_depth);
  uint32_t count = operand(d, 2);
  if (!column) return NULL;
  if (column->kind != TERN_TYPE_VECTOR || !tern_type_is_float(tern_type_element(column))) {
    return refuse(d, "the column type is no vector of floats");
  }
  return count >= 2 && count <= 4 ? tern_spirv_matrix_type_get(column, count) : refuse(d, "the count is not 2, 3 or 4");
}

// --- aggregates ---

// The literal of a decoration of the id itself, 0 if it has none.
static uint32_t decoration_literal(const tern_spirv_id_entry_t *entry, uint32_t decoration) {
  for (const tern_spirv_note_t *note = entry->notes; note; note = note->next) {
    if (note->member == UINT32_MAX && note->decoration == decoration && note->count) return note->words[0];
  }
  return 0;
}

static bool is_value_type(const tern_type_t *type) {
  return type->kind != TERN_TYPE_NONE && type->kind != TERN_TYPE_FUNCTION;
}

static const tern_type_t *make_array(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry,
                                     uint32_t *inout_depth) {
  const tern_type_t *element = part(d, 1, inout_depth);
  int64_t count;
  if (!element) return NULL;
  if (!is_value_type(element)) return refuse(d, "the element type is one of no values");
  const tern_spirv_id_entry_t *length = tern_spirv_id_entry(d, operand(d, 2));
  if (length && length->kind == TERN_SPIRV_ID_SPEC_CONSTANT) {
    return refuse(d, "a length that is a specialization constant has no form in the IR");
  }
  if (!tern_spirv_integer_of_id(d, operand(d, 2), &count)) return NULL;
  if (count <= 0 || count > UINT32_MAX) return refuse(d, "the length is not between 1 and 2^32 - 1");
  return tern_spirv_array_type_get(element, (uint32_t)count,
                                   decoration_literal(entry, TERN_SPIRV_DECORATION_ARRAYSTRIDE));
}

static const tern_type_t *make_runtime_array(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry,
                                             uint32_t *inout_depth) {
  const tern_type_t *element = part(d, 1, inout_depth);
  if (!element) return NULL;
  if (!is_value_type(element)) return refuse(d, "the element type is one of no values");
  return tern_spirv_runtime_array_type_get(element, decoration_literal(entry, TERN_SPIRV_DECORATION_ARRAYSTRIDE));
}

typedef struct struct_parts {
  TERN_VEC(const tern_type_t *) members;
  TERN_VEC(uint32_t) offsets;
  TERN_VEC(tern_spirv_type_decoration_t) member_decorations, decorations;
} struct_parts_t;

// Decorations of structs that the IR keeps: those that are known by name.
static bool add_struct_note(tern_spirv_deserializer_t *d, const tern_spirv_note_t *note, struct_parts_t *parts,
                            size_t *inout_offsets) {
  const tern_spirv_enumerant_t *known = tern_spirv_enumerant_of_value(TERN_SPIRV_KIND_DECORATION, note->decoration);
  if (!known || known->is_hidden) {
    return tern_spirv_error_at(d, note->position, "decoration %u of a struct is not known", note->decoration);
  }
  if (note->member != UINT32_MAX && note->member >= parts->members.count) {
    return tern_spirv_error_at(d, note->position, "the struct has no member %u", note->member);
  }
  if (note->decoration == TERN_SPIRV_DECORATION_OFFSET && note->member != UINT32_MAX) {
    if (!note->count) return tern_spirv_error_at(d, note->position, "an offset is missing");
    if (parts->offsets.values[note->member] == UINT32_MAX) ++*inout_offsets;
    parts->offsets.values[note->member] = note->words[0];
    return true;
  }
  if (note->count > 1) return tern_spirv_error_at(d, note->position, "%s on a struct is not known", known->name);
  const tern_attr_t *value = note->count ? tern_integer_attr_get(tern_i_type_get(d->context, 32), note->words[0])
                                         : tern_unit_attr_get(d->context);
  tern_spirv_type_decoration_t decoration = {note->member, note->decoration, value};
  if (note->member == UINT32_MAX) {
    tern_vec_push(&parts->decorations, decoration);
  } else {
    tern_vec_push(&parts->member_decorations, decoration);
  }
  return true;
}

// Types print their name without quotes, so it is made of letters, digits, `_`, `.` and `$`.
static void append_identifier(tern_spirv_id_entry_t *entry, tern_string_builder_t *out_text) {
  tern_str_t name = tern_ident_str(entry->name);
  for (size_t i = 0; i < name.size; ++i) {
    char c = name.data[i];
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    bool is_inner = (c >= '0' && c <= '9') || c == '.' || c == '$';
    if (i == 0 && !is_letter) tern_string_builder_append_char(out_text, '_');
    tern_string_builder_append_char(out_text, is_letter || is_inner ? c : '_');
  }
}

// A struct by name. The name gets a number if the context knows another struct by it.
static const tern_type_t *make_identified(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry,
                                          const tern_spirv_struct_body_t *body) {
  tern_string_builder_t name = {0};
  append_identifier(entry, &name);
  const tern_type_t *type = entry->type;  // it may have been pointed to
  if (!type) type = tern_spirv_identified_struct_type_get(d->context, tern_string_builder_view(&name));
  while (!tern_spirv_struct_type_set_body(type, body)) {
    tern_string_builder_append_format(&name, "_%u", entry->id);
    type = tern_spirv_identified_struct_type_get(d->context, tern_string_builder_view(&name));
  }
  tern_string_builder_deinitialize(&name);
  return type;
}

static bool collect_struct(tern_spirv_deserializer_t *d, const tern_spirv_id_entry_t *entry, struct_parts_t *parts,
                           uint32_t *inout_depth, bool *out_has_offsets) {
  for (size_t i = 1; i < d->operand_count; ++i) {
    const tern_type_t *member = part(d, i, inout_depth);
    if (!member) return false;
    if (!is_value_type(member)) return refuse(d, "a member's type is one of no values") != NULL;
    tern_vec_push(&parts->members, member);
    tern_vec_push(&parts->offsets, UINT32_MAX);
  }
  size_t offset_count = 0;
  for (const tern_spirv_note_t *note = entry->notes; note; note = note->next) {
    if (!add_struct_note(d, note, parts, &offset_count)) return false;
  }
  *out_has_offsets = offset_count > 0;
  if (offset_count && offset_count < parts->members.count) {
    return refuse(d, "some members have an offset and some have none") != NULL;
  }
  return true;
}

static const tern_type_t *make_struct(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry,
                                      uint32_t *inout_depth) {
  struct_parts_t parts = {0};
  bool has_offsets = false;
  const tern_type_t *type = NULL;
  if (collect_struct(d, entry, &parts, inout_depth, &has_offsets)) {
    const tern_spirv_struct_body_t body = {.members = {parts.members.values, parts.members.count},
                                           .offsets = has_offsets ? parts.offsets.values : NULL,
                                           .member_decorations = parts.member_decorations.values,
                                           .member_decoration_count = parts.member_decorations.count,
                                           .decorations = parts.decorations.values,
                                           .decoration_count = parts.decorations.count};
    bool has_name = entry->name && entry->name->size;
    type = has_name ? make_identified(d, entry, &body) : tern_spirv_struct_type_get(d->context, &body);
  }
  tern_vec_deinitialize(&parts.members);
  tern_vec_deinitialize(&parts.offsets);
  tern_vec_deinitialize(&parts.member_decorations);
  tern_vec_deinitialize(&parts.decorations);
  return type;
}

// --- pointers ---

static bool is_storage_class(uint32_t value) {
  return tern_enum_case_name(TERN_SPIRV_ENUM(STORAGE_CLASS), value) != NULL;
}

static const tern_type_t *make_pointer(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry,
                                       uint32_t *inout_depth) {
  (void)entry;
  if (!is_storage_class(operand(d, 1))) return refuse(d, "the storage class is not known");
  const tern_type_t *pointee = part(d, 2, inout_depth);
  if (!pointee) return NULL;
  if (!is_value_type(pointee)) return refuse(d, "the pointee is a type of no values");
  return tern_spirv_pointer_type_get(pointee, operand(d, 1));
}

static const tern_type_t *make_function(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry,
                                        uint32_t *inout_depth) {
  (void)entry;
  TERN_VEC(const tern_type_t *) inputs = {0};
  const tern_type_t *result = part(d, 1, inout_depth), *type = NULL, *input = result;
  for (size_t i = 2; input && i < d->operand_count; ++i) {
    input = part(d, i, inout_depth);
    if (input && !is_value_type(input)) input = refuse(d, "a parameter's type is one of no values");
    if (input) tern_vec_push(&inputs, input);
  }
  if (input) {
    bool is_void = result->kind == TERN_TYPE_NONE;
    type = tern_function_type_get(d->context, (tern_types_t){inputs.values, inputs.count},
                                  is_void ? (tern_types_t){0} : TERN_TYPES(result));
  }
  tern_vec_deinitialize(&inputs);
  return type;
}

// --- others ---

static const tern_type_t *make_image(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry,
                                     uint32_t *inout_depth) {
  (void)entry;
  const tern_type_t *element = part(d, 1, inout_depth);
  if (!element) return NULL;
  const uint32_t *values = d->operands + 2;
  bool is_known = tern_enum_case_name(TERN_SPIRV_ENUM(DIM), values[0]) && values[1] <= 2 && values[2] <= 1 &&
                  values[3] <= 1 && values[4] <= 2 && tern_enum_case_name(TERN_SPIRV_ENUM(IMAGE_FORMAT), values[5]);
  if (!is_known) return refuse(d, "a property has a value that is not known");
  return tern_spirv_image_type_get(element, values[0], values[1], values[2], values[3], values[4], values[5]);
}

static const tern_type_t *make_sampled_image(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry,
                                             uint32_t *inout_depth) {
  (void)entry;
  const tern_type_t *image = part(d, 1, inout_depth);
  if (!image) return NULL;
  bool is_image = tern_type_is_spirv(image, TERN_SPIRV_TYPE_IMAGE);
  return is_image ? tern_spirv_sampled_image_type_get(image) : refuse(d, "the operand is no image type");
}

static const tern_type_t *make_coop_matrix(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry,
                                           uint32_t *inout_depth) {
  (void)entry;
  const tern_type_t *element = part(d, 1, inout_depth);
  int64_t values[4];
  if (!element) return NULL;
  if (!tern_spirv_type_is_scalar(element)) return refuse(d, "the component type is no scalar");
  for (size_t i = 0; i < 4; ++i) {
    if (!tern_spirv_integer_of_id(d, operand(d, 2 + i), &values[i])) return NULL;
  }
  bool is_known = tern_enum_case_name(TERN_SPIRV_ENUM(SCOPE), values[0]) && values[1] > 0 && values[1] <= INT32_MAX &&
                  values[2] > 0 && values[2] <= INT32_MAX &&
                  tern_enum_case_name(TERN_SPIRV_ENUM(COOP_MATRIX_USE_KHR), values[3]);
  if (!is_known) return refuse(d, "a property has a value that is not known");
  return tern_spirv_coop_matrix_type_get(element, (uint32_t)values[1], (uint32_t)values[2], (uint32_t)values[0],
                                         (uint32_t)values[3]);
}

static const struct {
  uint16_t opcode;
  uint8_t min_operands, max_operands;
  make_type_t make;
} makers[] = {
    {TERN_SPIRV_OPCODE_TYPEVOID, 1, 1, make_void},
    {TERN_SPIRV_OPCODE_TYPEBOOL, 1, 1, make_bool},
    {TERN_SPIRV_OPCODE_TYPEINT, 3, 3, make_int},
    {TERN_SPIRV_OPCODE_TYPEFLOAT, 2, 3, make_float},
    {TERN_SPIRV_OPCODE_TYPEVECTOR, 3, 3, make_vector},
    {TERN_SPIRV_OPCODE_TYPEMATRIX, 3, 3, make_matrix},
    {TERN_SPIRV_OPCODE_TYPEARRAY, 3, 3, make_array},
    {TERN_SPIRV_OPCODE_TYPERUNTIMEARRAY, 2, 2, make_runtime_array},
    {TERN_SPIRV_OPCODE_TYPESTRUCT, 1, UINT8_MAX, make_struct},
    {TERN_SPIRV_OPCODE_TYPEPOINTER, 3, 3, make_pointer},
    {TERN_SPIRV_OPCODE_TYPEFUNCTION, 2, UINT8_MAX, make_function},
    {TERN_SPIRV_OPCODE_TYPEIMAGE, 8, 9, make_image},
    {TERN_SPIRV_OPCODE_TYPESAMPLEDIMAGE, 2, 2, make_sampled_image},
    {TERN_SPIRV_OPCODE_TYPECOOPERATIVEMATRIXKHR, 6, 6, make_coop_matrix},
};

// Says that a pointer type comes later: the struct that it points to is made by its name now.
static bool read_forward_pointer(tern_spirv_deserializer_t *d) {
  if (d->operand_count != 2) return tern_spirv_error(d, "OpTypeForwardPointer takes 2 operand words");
  tern_spirv_id_entry_t *entry = tern_spirv_id_entry(d, d->operands[0]);
  if (!entry) return false;
  if (entry->kind != TERN_SPIRV_ID_UNKNOWN) return tern_spirv_error(d, "id %u is defined already", d->operands[0]);
  if (!is_storage_class(d->operands[1])) return tern_spirv_error(d, "storage class %u is not known", d->operands[1]);
  // Find the definition to learn what it points to.
  for (size_t at = d->position + 3; at < d->word_count && d->words[at] >> 16; at += d->words[at] >> 16) {
    bool is_definition = d->words[at] == (UINT32_C(4) << 16 | TERN_SPIRV_OPCODE_TYPEPOINTER) &&
                         d->word_count - at >= 4 && d->words[at + 1] == entry->id;
    if (!is_definition) continue;
    tern_spirv_id_entry_t *pointee = tern_spirv_id_entry(d, d->words[at + 3]);
    if (!pointee) return false;
    bool has_name = pointee->name && pointee->name->size;
    if (!has_name) return tern_spirv_error(d, "a pointer to a struct without a name cannot come before it");
    if (pointee->kind == TERN_SPIRV_ID_UNKNOWN && !pointee->type) {
      tern_string_builder_t name = {0};
      append_identifier(pointee, &name);
      pointee->type = tern_spirv_identified_struct_type_get(d->context, tern_string_builder_view(&name));
      if (tern_spirv_struct_has_body(pointee->type)) {
        tern_string_builder_append_format(&name, "_%u", pointee->id);
        pointee->type = tern_spirv_identified_struct_type_get(d->context, tern_string_builder_view(&name));
      }
      tern_string_builder_deinitialize(&name);
    }
    if (!pointee->type) return tern_spirv_error(d, "id %u is no type", pointee->id);
    entry->kind = TERN_SPIRV_ID_TYPE;
    entry->is_forward = true;
    entry->type = tern_spirv_pointer_type_get(pointee->type, d->operands[1]);
    return true;
  }
  return tern_spirv_error(d, "pointer type %u is never defined", d->operands[0]);
}

static bool define_type(tern_spirv_deserializer_t *d, make_type_t make) {
  tern_spirv_id_entry_t *entry = tern_spirv_id_entry(d, d->operands[0]);
  if (!entry) return false;
  if (entry->is_forward && make == make_pointer) {
    entry->is_forward = false;
    const tern_type_t *type = make(d, entry, &(uint32_t){0});
    return type && (type == entry->type || tern_spirv_error(d, "the pointer is not what its forward declaration says"));
  }
  if (entry->kind != TERN_SPIRV_ID_UNKNOWN) {
    return tern_spirv_error(d, "id %u is defined a second time, after word %zu", entry->id, entry->position);
  }
  uint32_t depth = 0;
  const tern_type_t *type = make(d, entry, &depth);
  if (!type) return false;
  if (++depth > TERN_SPIRV_MAX_TYPE_DEPTH) {
    return tern_spirv_error(d, "types are nested more than %d deep", TERN_SPIRV_MAX_TYPE_DEPTH);
  }
  entry->kind = TERN_SPIRV_ID_TYPE;
  entry->position = d->position;
  entry->type = type;
  entry->depth = depth;
  return true;
}

bool tern_spirv_read_type(tern_spirv_deserializer_t *d) {
  if (d->instruction->opcode == TERN_SPIRV_OPCODE_TYPEFORWARDPOINTER) return read_forward_pointer(d);
  for (size_t i = 0; i < sizeof(makers) / sizeof(makers[0]); ++i) {
    if (makers[i].opcode != d->instruction->opcode) continue;
    bool fits = d->operand_count >= makers[i].min_operands &&
                (d->operand_count <= makers[i].max_operands || makers[i].max_operands == UINT8_MAX);
    if (!fits) return tern_spirv_error(d, "%s has %zu operand words", d->instruction->name, d->operand_count);
    return define_type(d, makers[i].make);
  }
  return tern_spirv_error(d, "%s (opcode %u) is not a type that the dialect has", d->instruction->name,
                          (unsigned)d->instruction->opcode);
}

// Serializes what a module holds beside functions: variables and specialization constants; and decorations, which are
// attributes named like them (`non_writable`, `binding`) on what they decorate.

#include "ir/diagnostic.h"
#include "target/spirv/serialize_private.h"

// --- decorations ---

void tern_spirv_emit_decoration(tern_spirv_serializer_t *s, uint32_t id, uint32_t decoration, const uint32_t *literals,
                                size_t count) {
  tern_spirv_words_push(&s->decorations, (uint32_t)(3 + count) << 16 | TERN_SPIRV_OPCODE_DECORATE);
  tern_spirv_words_push(&s->decorations, id);
  tern_spirv_words_push(&s->decorations, decoration);
  for (size_t i = 0; i < count; ++i) tern_spirv_words_push(&s->decorations, literals[i]);
}

static bool push_decoration_literals(const tern_attr_t *attr, const tern_spirv_enumerant_t *decoration,
                                     tern_spirv_words_t *words) {
  const tern_spirv_kind_t *parameters = decoration->parameters;
  size_t count = decoration->parameter_count;
  if (attr->kind == TERN_ATTR_UNIT) return count == 0;
  if (tern_attr_is_spirv(attr, TERN_SPIRV_ATTR_LINKAGE_ATTRIBUTES)) {
    if (decoration->value != TERN_SPIRV_DECORATION_LINKAGEATTRIBUTES) return false;
    tern_spirv_words_push_string(words, tern_spirv_linkage_name(attr));
    tern_spirv_words_push(words, tern_spirv_linkage_type(attr));
    return true;
  }
  if (tern_attr_is_spirv(attr, TERN_SPIRV_ATTR_CACHE_CONTROL_LOAD_INTEL) ||
      tern_attr_is_spirv(attr, TERN_SPIRV_ATTR_CACHE_CONTROL_STORE_INTEL)) {  // level and control
    for (size_t i = 0; i < attr->param_count; ++i) tern_spirv_words_push(words, (uint32_t)attr->params[i]);
    return attr->param_count == count;
  }
  if (count != 1) return false;
  if (tern_attr_is_integer(attr) || attr->kind == TERN_ATTR_ENUM) {
    tern_spirv_words_push(words, (uint32_t)tern_enum_attr_value(attr));
    return true;
  }
  if (!tern_attr_is_string(attr)) return false;
  if (parameters[0] == TERN_SPIRV_KIND_LITERALSTRING) {
    tern_spirv_words_push_string(words, tern_string_attr_value(attr));
    return true;
  }
  const tern_spirv_enumerant_t *value = tern_spirv_enumerant_named(parameters[0], tern_string_attr_value(attr));
  if (value) tern_spirv_words_push(words, value->value);
  return value != NULL;
}

static bool serialize_decoration(tern_spirv_serializer_t *s, const tern_op_t *op, uint32_t id,
                                 const tern_spirv_enumerant_t *decoration, const tern_attr_t *attr) {
  tern_spirv_words_t words = {0};
  bool is_ok = push_decoration_literals(attr, decoration, &words);
  if (!is_ok) {
    tern_op_error(op, "has the decoration %s with the value %s, which it cannot have", decoration->name,
                  tern_attr_text(attr));
  } else if (words.count + 3 > TERN_SPIRV_MAX_INSTRUCTION_WORDS) {
    is_ok = tern_op_error(op, "has a value of the decoration %s that is too long", decoration->name);
  } else {
    tern_spirv_emit_decoration(s, id, decoration->value, words.values, words.count);
  }
  tern_spirv_words_deinitialize(&words);
  return is_ok;
}

bool tern_spirv_serialize_decoration(tern_spirv_serializer_t *s, const tern_op_t *op, uint32_t id, tern_str_t name,
                                     const tern_attr_t *attr) {
  uint32_t number;
  if (!tern_spirv_decoration_of_attr(name, &number)) {
    return tern_op_error(op, "has the attribute '%.*s', which is no decoration of SPIR-V", (int)name.size, name.data);
  }
  const tern_spirv_enumerant_t *decoration = tern_spirv_enumerant_of_value(TERN_SPIRV_KIND_DECORATION, number);
  if (attr->kind != TERN_ATTR_ARRAY) return serialize_decoration(s, op, id, decoration, attr);
  for (size_t i = 0; i < tern_array_attr_count(attr); ++i) {
    if (!serialize_decoration(s, op, id, decoration, tern_array_attr_at(attr, i))) return false;
  }
  return true;
}

bool tern_spirv_serialize_decorations(tern_spirv_serializer_t *s, const tern_op_t *op, uint32_t id) {
  for (size_t i = 0; i < tern_dictionary_attr_count(op->attrs); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(op->attrs, i));
    // Attributes of dialects say nothing about the binary.
    if (tern_str_find_char(name, '.') < name.size) continue;
    // A function that was a gpu.func has kept the number of its buffers.
    if (tern_op_is(op, TERN_SPIRV(FUNC)) && tern_str_equal_cstr(name, "workgroup_attributions")) continue;
    if (!tern_spirv_serialize_decoration(s, op, id, name, tern_dictionary_attr_at(op->attrs, i))) return false;
  }
  return true;
}

static bool serialize_inherent_decorations(tern_spirv_serializer_t *s, const tern_op_t *op, uint32_t id) {
  static const char *const names[] = {"location", "binding", "descriptor_set", "built_in", "linkage_attributes"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    const tern_attr_t *attr = tern_op_attr(op, names[i]);
    if (attr && !tern_spirv_serialize_decoration(s, op, id, tern_str_from_cstr(names[i]), attr)) return false;
  }
  return true;
}

// --- variables and constants ---

static bool serialize_variable(tern_spirv_serializer_t *s, tern_op_t *op, uint32_t id) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "type"));
  if (!tern_type_is_spirv_pointer(type))
    return tern_op_error(op, "is of %s, which is no pointer", tern_type_text(type));
  const tern_attr_t *initializer = tern_op_attr(op, "initializer");
  uint32_t words[4] = {tern_spirv_type_id(s, op, type), id, tern_spirv_pointer_storage_class(type)};
  if (!words[0]) return false;
  if (initializer) words[3] = tern_spirv_symbol_id(s, op, tern_symbol_ref_attr_at(initializer, 0));
  if (initializer && !words[3]) return false;
  return tern_spirv_emit(op, &s->globals, TERN_SPIRV_OPCODE_VARIABLE, words, initializer ? 4 : 3) &&
         serialize_inherent_decorations(s, op, id);
}

static bool serialize_composite(tern_spirv_serializer_t *s, tern_op_t *op, uint32_t id) {
  const tern_attr_t *constituents = tern_op_attr(op, "constituents");
  tern_spirv_words_t words = {0};
  uint32_t type = tern_spirv_type_id(s, op, tern_type_attr_value(tern_op_attr(op, "type")));
  tern_spirv_words_push(&words, type);
  tern_spirv_words_push(&words, id);
  bool is_ok = type != 0;
  for (size_t i = 0; is_ok && i < tern_array_attr_count(constituents); ++i) {
    uint32_t part = tern_spirv_symbol_id(s, op, tern_symbol_ref_attr_at(tern_array_attr_at(constituents, i), 0));
    tern_spirv_words_push(&words, part);
    is_ok = part != 0;
  }
  is_ok = is_ok && tern_spirv_emit(op, &s->globals, TERN_SPIRV_OPCODE_SPECCONSTANTCOMPOSITE, words.values, words.count);
  tern_spirv_words_deinitialize(&words);
  return is_ok;
}

static bool serialize_replicated(tern_spirv_serializer_t *s, tern_op_t *op, uint32_t id) {
  uint32_t type = tern_spirv_type_id(s, op, tern_type_attr_value(tern_op_attr(op, "type")));
  uint32_t part = type ? tern_spirv_symbol_id(s, op, tern_symbol_ref_attr_at(tern_op_attr(op, "constituent"), 0)) : 0;
  return part && TERN_SPIRV_EMIT(op, &s->globals, TERN_SPIRV_OPCODE_SPECCONSTANTCOMPOSITEREPLICATEEXT, type, id, part);
}

static bool serialize_spec_constant(tern_spirv_serializer_t *s, tern_op_t *op, uint32_t id) {
  const tern_attr_t *value = tern_op_attr(op, "default_value");
  const tern_type_t *type = tern_attr_type(value);
  if (!type) return tern_op_error(op, "has a value without a type");
  return tern_spirv_emit_scalar(s, op, type, value, true, id) != 0;
}

static const struct {
  int op;
  bool (*serialize)(tern_spirv_serializer_t *s, tern_op_t *op, uint32_t id);
} globals[] = {
    {TERN_SPIRV_GLOBALVARIABLE, serialize_variable},
    {TERN_SPIRV_SPECCONSTANT, serialize_spec_constant},
    {TERN_SPIRV_SPECCONSTANTCOMPOSITE, serialize_composite},
    {TERN_SPIRV_EXT_SPECCONSTANTCOMPOSITEREPLICATE, serialize_replicated},
};
enum { GLOBAL_COUNT = sizeof(globals) / sizeof(globals[0]) };

bool tern_spirv_is_global(const tern_op_t *op) {
  for (size_t i = 0; i < GLOBAL_COUNT; ++i) {
    if (tern_op_is(op, &tern_spirv_ops[globals[i].op])) return true;
  }
  return false;
}

bool tern_spirv_serialize_global(tern_spirv_serializer_t *s, tern_op_t *op, uint32_t id) {
  if (tern_map_contains(&s->in_progress, op)) return tern_op_error(op, "is made of itself");
  tern_map_set(&s->in_progress, op, NULL);
  bool is_ok = false;
  for (size_t i = 0; i < GLOBAL_COUNT; ++i) {
    if (tern_op_is(op, &tern_spirv_ops[globals[i].op])) is_ok = globals[i].serialize(s, op, id);
  }
  tern_map_remove(&s->in_progress, op);
  if (!is_ok || !tern_spirv_serialize_decorations(s, op, id)) return false;
  tern_spirv_emit_name(s, id, tern_symbol_name(op));
  return true;
}

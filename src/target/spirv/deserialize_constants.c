// Deserializes constants, specialization constants and global variables, and decorations as attributes.

#include <stdlib.h>

#include "base/arena.h"
#include "ir/context.h"
#include "target/spirv/deserialize_private.h"

// --- decorations ---

bool tern_spirv_add_note(tern_spirv_deserializer_t *d, uint32_t id, uint32_t member, uint32_t decoration,
                         const uint32_t *words, size_t count) {
  tern_spirv_id_entry_t *entry = tern_spirv_id_entry(d, id);
  if (!entry) return false;
  if (entry->kind == TERN_SPIRV_ID_TYPE) return tern_spirv_error(d, "id %u is decorated after its definition", id);
  // Groups could make more notes than the binary has words for.
  if (++d->note_count > 4 * d->word_count + 1024) return tern_spirv_error(d, "groups make too many decorations");
  tern_spirv_note_t *note = tern_arena_alloc(&d->arena, sizeof(*note));
  *note = (tern_spirv_note_t){
      .position = d->position, .member = member, .decoration = decoration, .words = words, .count = count};
  *entry->last_note = note;
  entry->last_note = &note->next;
  return true;
}

bool tern_spirv_copy_notes(tern_spirv_deserializer_t *d, const tern_spirv_id_entry_t *group, uint32_t target,
                           uint32_t member) {
  for (const tern_spirv_note_t *note = group->notes; note; note = note->next) {
    if (note->member != UINT32_MAX) continue;
    if (target == group->id) return tern_spirv_error(d, "group %u decorates itself", target);
    if (!tern_spirv_add_note(d, target, member, note->decoration, note->words, note->count)) return false;
  }
  return true;
}

static const tern_attr_t *read_linkage(tern_spirv_deserializer_t *d, const tern_spirv_note_t *note) {
  tern_string_builder_t name = {0};
  const uint32_t *operands = d->operands;
  size_t operand_count = d->operand_count, index = 0;
  d->operands = note->words;
  d->operand_count = note->count;
  const tern_attr_t *attr = NULL;
  if (tern_spirv_read_string(d, &index, &name)) {
    bool is_ok = index + 1 == note->count && tern_enum_case_name(TERN_SPIRV_ENUM(LINKAGE_TYPE), note->words[index]);
    if (is_ok) {
      attr = tern_spirv_linkage_attributes_get(d->context, tern_string_builder_view(&name), note->words[index]);
    } else {
      tern_spirv_error_at(d, note->position, "a linkage type that is not known");
    }
  }
  d->operands = operands;
  d->operand_count = operand_count;
  tern_string_builder_deinitialize(&name);
  return attr;
}

// The value of a decoration as an attribute; NULL after an error.
static const tern_attr_t *read_decoration_value(tern_spirv_deserializer_t *d, const tern_spirv_note_t *note,
                                                const tern_spirv_enumerant_t *decoration) {
  if (note->decoration == TERN_SPIRV_DECORATION_LINKAGEATTRIBUTES) return read_linkage(d, note);
  if (note->count != decoration->parameter_count || note->count > 1) {
    tern_spirv_error_at(d, note->position, "decoration %s with %zu operand words", decoration->name, note->count);
    return NULL;
  }
  if (note->count == 0) return tern_unit_attr_get(d->context);
  uint32_t value = note->words[0];
  tern_spirv_kind_t kind = decoration->parameters[0];
  const tern_enum_row_t *row = kind == TERN_SPIRV_KIND_FPFASTMATHMODE   ? TERN_SPIRV_ENUM(FASTMATH_MODE)
                               : kind == TERN_SPIRV_KIND_FPROUNDINGMODE ? TERN_SPIRV_ENUM(FP_ROUNDING_MODE)
                                                                        : NULL;
  bool is_id = tern_spirv_kind(kind)->category == TERN_SPIRV_ID;
  bool is_known = !is_id && (!row || tern_enum_value_text(d->context, row, value));
  const tern_spirv_enumerant_t *built_in = NULL;
  if (kind == TERN_SPIRV_KIND_BUILTIN) {
    built_in = tern_spirv_enumerant_of_value(kind, value);
    is_known = built_in && !built_in->is_hidden;
  }
  if (!is_known) {
    tern_spirv_error_at(d, note->position, "decoration %s with the value %u, which is not known", decoration->name,
                        value);
    return NULL;
  }
  if (row) return tern_enum_attr_get(d->context, row, value);
  if (built_in) return tern_string_attr_get(d->context, tern_str_from_cstr(built_in->name));
  return tern_integer_attr_get(tern_i_type_get(d->context, 32), (int32_t)value);
}

// Cache controls come several times, each for a level: they are a list.
static const tern_attr_t *add_cache_control(tern_spirv_deserializer_t *d, const tern_spirv_note_t *note,
                                            const tern_attr_t *list) {
  bool is_load = note->decoration == TERN_SPIRV_DECORATION_CACHECONTROLLOADINTEL;
  const tern_enum_row_t *row = is_load ? TERN_SPIRV_ENUM(LOAD_CACHE_CONTROL) : TERN_SPIRV_ENUM(STORE_CACHE_CONTROL);
  if (note->count != 2 || !tern_enum_case_name(row, note->words[1])) {
    tern_spirv_error_at(d, note->position, "a cache control that is not known");
    return NULL;
  }
  const uint64_t params[] = {note->words[0], note->words[1]};
  TERN_VEC(const tern_attr_t *) controls = {0};
  for (size_t i = 0; list && i < tern_array_attr_count(list); ++i)
    tern_vec_push(&controls, tern_array_attr_at(list, i));
  tern_vec_push(&controls, tern_dialect_attr_get(d->context,
                                                 is_load ? TERN_SPIRV_ATTR(CACHE_CONTROL_LOAD_INTEL)
                                                         : TERN_SPIRV_ATTR(CACHE_CONTROL_STORE_INTEL),
                                                 params, 2));
  const tern_attr_t *attr = tern_array_attr_get(d->context, controls.values, controls.count);
  tern_vec_deinitialize(&controls);
  return attr;
}

static bool is_cache_control(uint32_t decoration) {
  return decoration == TERN_SPIRV_DECORATION_CACHECONTROLLOADINTEL ||
         decoration == TERN_SPIRV_DECORATION_CACHECONTROLSTOREINTEL;
}

bool tern_spirv_apply_decorations(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry, tern_op_t *op) {
  for (const tern_spirv_note_t *note = entry->notes; note; note = note->next) {
    const tern_spirv_enumerant_t *decoration =
        tern_spirv_enumerant_of_value(TERN_SPIRV_KIND_DECORATION, note->decoration);
    if (!decoration || decoration->is_hidden || note->member != UINT32_MAX) {
      return tern_spirv_error_at(d, note->position, "decoration %u (%s) of id %u is not known", note->decoration,
                                 decoration ? decoration->name : "without a name", entry->id);
    }
    tern_string_builder_t name = {0};
    tern_spirv_decoration_attr_name(decoration->name, &name);
    tern_str_t attr_name = tern_string_builder_view(&name);
    const tern_attr_t *value = is_cache_control(note->decoration)
                                   ? add_cache_control(d, note, tern_op_attr_str(op, attr_name))
                                   : read_decoration_value(d, note, decoration);
    if (value) tern_op_set_attr_str(op, attr_name, value);
    tern_string_builder_deinitialize(&name);
    if (!value) return false;
  }
  return true;
}

// --- scalars ---

static const tern_attr_t *scalar_of_words(tern_spirv_deserializer_t *d, const tern_type_t *type) {
  uint32_t width = tern_type_bit_width(type);
  size_t count = width > 32 ? 2 : 1;
  bool is_number = (tern_type_is_integer(type) && width > 1) || tern_type_is_float(type);
  if (!is_number || d->operand_count != 2 + count) {
    tern_spirv_error(d, "%s with %zu operand words is no constant of its type", d->instruction->name, d->operand_count);
    return NULL;
  }
  uint64_t bits = d->operands[2];
  if (count == 2) bits |= (uint64_t)d->operands[3] << 32;
  if (tern_type_is_integer(type)) return tern_integer_attr_get(type, (int64_t)bits);
  if (width == 16) bits &= 0xffff;
  return tern_float_attr_get_bits(type, &bits);
}

static const tern_attr_t *scalar_of_instruction(tern_spirv_deserializer_t *d, const tern_type_t *type) {
  uint32_t opcode = d->instruction->opcode;
  bool is_true = opcode == TERN_SPIRV_OPCODE_CONSTANTTRUE || opcode == TERN_SPIRV_OPCODE_SPECCONSTANTTRUE;
  bool is_false = opcode == TERN_SPIRV_OPCODE_CONSTANTFALSE || opcode == TERN_SPIRV_OPCODE_SPECCONSTANTFALSE;
  if (!is_true && !is_false) return scalar_of_words(d, type);
  if (tern_type_is_i(type, 1) && d->operand_count == 2) return tern_bool_attr_get(d->context, is_true);
  tern_spirv_error(d, "%s is no constant of its type", d->instruction->name);
  return NULL;
}

// The zero of a type; NULL if it has none that the IR can say.
static const tern_attr_t *zero_of(tern_spirv_deserializer_t *d, const tern_type_t *type) {
  enum { MAX_PARTS = 4096 };
  static const uint64_t zero[2];
  if (tern_type_is_integer(type)) return tern_integer_attr_get(type, 0);
  if (tern_type_is_float(type)) return tern_float_attr_get_bits(type, zero);
  if (type->kind == TERN_TYPE_VECTOR) return tern_dense_elements_attr_get(type, zero, true);
  if (tern_type_is_spirv_array(type) && tern_spirv_type_is_scalar(tern_spirv_element_type(type))) {
    int64_t count = tern_spirv_array_count(type);
    const tern_type_t *shape = tern_tensor_type_get(tern_spirv_element_type(type), &count, 1, NULL);
    return tern_dense_elements_attr_get(shape, zero, true);
  }
  size_t count = tern_spirv_composite_count(type);
  if (!count || count > MAX_PARTS) return NULL;
  TERN_VEC(const tern_attr_t *) parts = {0};
  const tern_attr_t *part = NULL;
  bool is_struct = tern_type_is_spirv_struct(type);
  for (size_t i = 0; i < count; ++i) {
    if (i == 0 || is_struct) part = zero_of(d, tern_spirv_composite_part(type, i));
    if (!part) break;
    tern_vec_push(&parts, part);
  }
  const tern_attr_t *attr = part ? tern_array_attr_get(d->context, parts.values, parts.count) : NULL;
  tern_vec_deinitialize(&parts);
  return attr;
}

// --- composites ---

// A vector's constant from those of its components.
static const tern_attr_t *dense_of(const tern_type_t *type, const tern_attr_t *const *parts, size_t count) {
  enum { MAX_LANES = 16 };
  size_t size = tern_dense_element_size(tern_type_element(type));
  uint8_t bytes[MAX_LANES * sizeof(uint64_t)];
  for (size_t i = 0; i < count; ++i) memcpy(bytes + i * size, &parts[i]->params[1], size);
  return tern_dense_elements_attr_get(type, bytes, false);
}

static const tern_attr_t *composite_attr(tern_spirv_deserializer_t *d, const tern_type_t *type,
                                         const tern_attr_t *const *parts, size_t count) {
  if (type->kind == TERN_TYPE_VECTOR) return dense_of(type, parts, count);
  return tern_array_attr_get(d->context, parts, count);
}

static bool collect_parts(tern_spirv_deserializer_t *d, const tern_type_t *type, const tern_attr_t **out_parts) {
  for (size_t i = 2; i < d->operand_count; ++i) {
    const tern_spirv_id_entry_t *part = tern_spirv_id_entry(d, d->operands[i]);
    if (!part) return false;
    if (part->kind != TERN_SPIRV_ID_CONSTANT) return tern_spirv_error(d, "id %u is no constant", d->operands[i]);
    const tern_type_t *expected =
        tern_type_is_spirv_coop_matrix(type) ? tern_spirv_element_type(type) : tern_spirv_composite_part(type, i - 2);
    if (part->type != expected) {
      return tern_spirv_error(d, "constant %u is not of the type of part %zu", d->operands[i], i - 2);
    }
    out_parts[i - 2] = part->attr;
  }
  return true;
}

static const tern_attr_t *read_composite(tern_spirv_deserializer_t *d, const tern_type_t *type) {
  size_t count = tern_type_is_spirv_coop_matrix(type) ? 1 : tern_spirv_composite_count(type);
  if (!count || count != d->operand_count - 2) {
    tern_spirv_error(d, "%s has %zu parts, but its type has %zu", d->instruction->name, d->operand_count - 2, count);
    return NULL;
  }
  const tern_attr_t **parts = tern_realloc_array(NULL, count, sizeof(*parts));
  const tern_attr_t *attr = collect_parts(d, type, parts) ? composite_attr(d, type, parts, count) : NULL;
  free(parts);
  return attr;
}

// --- specialization constants ---

static bool read_spec_composite(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry) {
  const tern_ident_t *symbol = tern_spirv_symbol_of(d, entry, "spirv_spec_const");
  TERN_VEC(const tern_attr_t *) parts = {0};
  bool is_ok = true;
  for (size_t i = 2; is_ok && i < d->operand_count; ++i) {
    const tern_spirv_id_entry_t *part = tern_spirv_id_entry(d, d->operands[i]);
    is_ok = part && part->kind == TERN_SPIRV_ID_SPEC_CONSTANT;
    if (part && !is_ok) tern_spirv_error(d, "id %u is no specialization constant", d->operands[i]);
    if (is_ok) tern_vec_push(&parts, tern_spirv_symbol_ref(d, part->symbol));
  }
  bool is_replicated = d->instruction->opcode == TERN_SPIRV_OPCODE_SPECCONSTANTCOMPOSITEREPLICATEEXT;
  if (is_ok && is_replicated && parts.count != 1) is_ok = tern_spirv_error(d, "a composite takes one part to repeat");
  if (is_ok) {
    const tern_named_attr_t attrs[] = {
        {"type", tern_type_attr_get(entry->type)},
        {"sym_name", tern_string_attr_get(d->context, tern_ident_str(symbol))},
        {is_replicated ? "constituent" : "constituents",
         is_replicated ? parts.values[0] : tern_array_attr_get(d->context, parts.values, parts.count)},
    };
    entry->op = tern_spirv_add_global(
        d, is_replicated ? TERN_SPIRV(EXT_SPECCONSTANTCOMPOSITEREPLICATE) : TERN_SPIRV(SPECCONSTANTCOMPOSITE), attrs,
        3);
    is_ok = tern_spirv_apply_decorations(d, entry, entry->op);
  }
  tern_vec_deinitialize(&parts);
  return is_ok;
}

static bool read_spec_scalar(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry) {
  const tern_attr_t *value = scalar_of_instruction(d, entry->type);
  if (!value) return false;
  const tern_ident_t *symbol = tern_spirv_symbol_of(d, entry, "spirv_spec_const");
  const tern_named_attr_t attrs[] = {
      {"sym_name", tern_string_attr_get(d->context, tern_ident_str(symbol))},
      {"default_value", value},
  };
  entry->op = tern_spirv_add_global(d, TERN_SPIRV(SPECCONSTANT), attrs, 2);
  return tern_spirv_apply_decorations(d, entry, entry->op);
}

// How deep operations on specialization constants stand in each other.
static bool read_spec_operation(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry) {
  uint32_t depth = 0;
  for (size_t i = 3; i < d->operand_count; ++i) {
    const tern_spirv_id_entry_t *operand = tern_map_get(&d->ids, (const void *)(uintptr_t)d->operands[i]);
    bool is_nested = operand && operand->kind == TERN_SPIRV_ID_SPEC_OPERATION && operand != entry;
    if (is_nested && operand->depth > depth) depth = operand->depth;
  }
  if (d->operand_count < 3) return tern_spirv_error(d, "OpSpecConstantOp has no operation");
  entry->depth = depth + 1;
  return entry->depth <= TERN_SPIRV_MAX_OPERATION_DEPTH ||
         tern_spirv_error(d, "operations are nested more than %d deep", TERN_SPIRV_MAX_OPERATION_DEPTH);
}

// --- dispatch ---

static bool read_plain(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry) {
  switch (d->instruction->opcode) {
    case TERN_SPIRV_OPCODE_CONSTANTCOMPOSITE: entry->attr = read_composite(d, entry->type); break;
    case TERN_SPIRV_OPCODE_CONSTANTNULL:
      entry->attr = zero_of(d, entry->type);
      if (!entry->attr) return tern_spirv_error(d, "the zero of this type has no form in the IR");
      break;
    default: entry->attr = scalar_of_instruction(d, entry->type);
  }
  return entry->attr != NULL;
}

static bool read_replicated(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry) {
  const tern_spirv_id_entry_t *part = d->operand_count == 3 ? tern_spirv_id_entry(d, d->operands[2]) : NULL;
  bool is_ok = part && part->kind == TERN_SPIRV_ID_CONSTANT;
  if (!is_ok) return tern_spirv_error(d, "%s takes one constant", d->instruction->name);
  entry->attr = part->attr;
  return true;
}

static tern_spirv_id_kind_t kind_of(const tern_spirv_instruction_t *instruction) {
  switch (instruction->opcode) {
    case TERN_SPIRV_OPCODE_UNDEF: return TERN_SPIRV_ID_UNDEFINED;
    case TERN_SPIRV_OPCODE_SPECCONSTANTOP: return TERN_SPIRV_ID_SPEC_OPERATION;
    case TERN_SPIRV_OPCODE_CONSTANTCOMPOSITEREPLICATEEXT: return TERN_SPIRV_ID_REPLICATED;
    case TERN_SPIRV_OPCODE_SPECCONSTANT:
    case TERN_SPIRV_OPCODE_SPECCONSTANTTRUE:
    case TERN_SPIRV_OPCODE_SPECCONSTANTFALSE:
    case TERN_SPIRV_OPCODE_SPECCONSTANTCOMPOSITE:
    case TERN_SPIRV_OPCODE_SPECCONSTANTCOMPOSITEREPLICATEEXT: return TERN_SPIRV_ID_SPEC_CONSTANT;
    case TERN_SPIRV_OPCODE_CONSTANT:
    case TERN_SPIRV_OPCODE_CONSTANTTRUE:
    case TERN_SPIRV_OPCODE_CONSTANTFALSE:
    case TERN_SPIRV_OPCODE_CONSTANTNULL:
    case TERN_SPIRV_OPCODE_CONSTANTCOMPOSITE: return TERN_SPIRV_ID_CONSTANT;
    default: return TERN_SPIRV_ID_UNKNOWN;
  }
}

bool tern_spirv_read_constant(tern_spirv_deserializer_t *d) {
  uint32_t opcode = d->instruction->opcode;
  tern_spirv_id_kind_t kind = kind_of(d->instruction);
  if (kind == TERN_SPIRV_ID_UNKNOWN) {
    return tern_spirv_error(d, "%s (opcode %u) is not supported", d->instruction->name, (unsigned)opcode);
  }
  if (d->operand_count < 2) return tern_spirv_error(d, "%s has no type and result", d->instruction->name);
  const tern_type_t *type = tern_spirv_type_of_id(d, d->operands[0], NULL);
  tern_spirv_id_entry_t *entry = type ? tern_spirv_id_entry(d, d->operands[1]) : NULL;
  if (!entry) return false;
  if (!tern_spirv_type_is_valid(type)) return tern_spirv_error(d, "%s of a type of no values", d->instruction->name);
  // Defined at the end: what is made of itself is made of something unknown.
  if (entry->kind != TERN_SPIRV_ID_UNKNOWN) return tern_spirv_define(d, entry->id, kind) != NULL;
  entry->type = type;
  bool is_composite = opcode == TERN_SPIRV_OPCODE_SPECCONSTANTCOMPOSITE ||
                      opcode == TERN_SPIRV_OPCODE_SPECCONSTANTCOMPOSITEREPLICATEEXT;
  bool is_ok = true;
  switch (kind) {
    case TERN_SPIRV_ID_CONSTANT: is_ok = read_plain(d, entry); break;
    case TERN_SPIRV_ID_REPLICATED: is_ok = read_replicated(d, entry); break;
    case TERN_SPIRV_ID_SPEC_OPERATION: is_ok = read_spec_operation(d, entry); break;
    case TERN_SPIRV_ID_SPEC_CONSTANT:
      is_ok = is_composite ? read_spec_composite(d, entry) : read_spec_scalar(d, entry);
      break;
    default: break;
  }
  return is_ok && tern_spirv_define(d, entry->id, kind) != NULL;
}

// --- variables ---

// What initializes a variable is a symbol in the IR: a plain constant becomes one that is never specialized.
static const tern_ident_t *initializer_symbol(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry) {
  if (entry->kind == TERN_SPIRV_ID_VARIABLE || entry->kind == TERN_SPIRV_ID_SPEC_CONSTANT) return entry->symbol;
  bool is_scalar =
      entry->kind == TERN_SPIRV_ID_CONSTANT && (tern_attr_is_integer(entry->attr) || tern_attr_is_float(entry->attr));
  if (!is_scalar) {
    tern_spirv_error(d, "initializer %u is no variable, specialization constant or scalar", entry->id);
    return NULL;
  }
  if (entry->symbol) return entry->symbol;
  const tern_ident_t *symbol = tern_spirv_symbol_of(d, entry, "spirv_const");
  const tern_named_attr_t attrs[] = {
      {"sym_name", tern_string_attr_get(d->context, tern_ident_str(symbol))},
      {"default_value", entry->attr},
  };
  tern_spirv_add_global(d, TERN_SPIRV(SPECCONSTANT), attrs, 2);
  return symbol;
}

bool tern_spirv_read_global_variable(tern_spirv_deserializer_t *d) {
  const tern_type_t *type = tern_spirv_type_of_id(d, d->operands[0], NULL);
  if (!type) return false;
  bool is_pointer = tern_type_is_spirv_pointer(type) && tern_spirv_pointer_storage_class(type) == d->operands[2];
  if (!is_pointer) return tern_spirv_error(d, "the variable's type is no pointer of its storage class");
  if (d->operand_count > 4) return tern_spirv_error(d, "OpVariable has %zu operand words", d->operand_count);
  tern_spirv_id_entry_t *initializer = d->operand_count > 3 ? tern_spirv_id_entry(d, d->operands[3]) : NULL;
  if (d->operand_count > 3 && !initializer) return false;
  const tern_ident_t *from = initializer ? initializer_symbol(d, initializer) : NULL;
  if (initializer && !from) return false;
  tern_spirv_id_entry_t *entry = tern_spirv_define(d, d->operands[1], TERN_SPIRV_ID_VARIABLE);
  if (!entry) return false;
  const tern_ident_t *symbol = tern_spirv_symbol_of(d, entry, "spirv_var");
  entry->type = type;
  const tern_named_attr_t attrs[] = {
      {"type", tern_type_attr_get(type)},
      {"sym_name", tern_string_attr_get(d->context, tern_ident_str(symbol))},
      {"initializer", from ? tern_spirv_symbol_ref(d, from) : NULL},
  };
  entry->op = tern_spirv_add_global(d, TERN_SPIRV(GLOBALVARIABLE), attrs, from ? 3 : 2);
  return tern_spirv_apply_decorations(d, entry, entry->op);
}

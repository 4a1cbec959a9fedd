// Deserializes the instructions of functions that their grammar describes, and the values that they use.

#include <stdlib.h>

#include "base/arena.h"
#include "ir/context.h"
#include "target/spirv/deserialize_private.h"

// --- decoders ---

static const tern_spirv_decoder_t *make_decoder(tern_spirv_deserializer_t *d, const void *key, uint32_t opcode,
                                                const char *op_name) {
  tern_spirv_decoder_t *decoder = tern_arena_alloc_zeroed(&d->arena, sizeof(*decoder));
  decoder->opcode = (uint16_t)opcode;
  tern_str_t name = tern_str_from_cstr(op_name);
  const tern_op_def_t *def = tern_context_find_op(d->context, name) ? tern_op_def_get(d->context, name) : NULL;
  if (def && tern_spirv_encoding_of(def, &decoder->encoding)) decoder->def = def;
  tern_map_set(&d->decoders, key, decoder);
  return decoder;
}

const tern_spirv_decoder_t *tern_spirv_decoder_of(tern_spirv_deserializer_t *d,
                                                  const tern_spirv_instruction_t *instruction) {
  const void *key = (const void *)(uintptr_t)(instruction->opcode + 1u);
  const tern_spirv_decoder_t *found = tern_map_get(&d->decoders, key);
  if (found) return found;
  tern_string_builder_t name = {0};
  bool is_known = tern_spirv_op_name_of(d->context, instruction->name, &name);
  found = make_decoder(d, key, instruction->opcode, is_known ? name.data : "");
  tern_string_builder_deinitialize(&name);
  return found;
}

static const tern_spirv_decoder_t *ext_decoder(tern_spirv_deserializer_t *d, uint32_t set, uint32_t number) {
  const tern_spirv_ext_instruction_t *instruction =
      tern_spirv_ext_instruction_of_number((tern_spirv_ext_set_t)set, number);
  if (!instruction) return NULL;
  const void *key = (const void *)((uintptr_t)(set + 1) << 32 | number);
  const tern_spirv_decoder_t *found = tern_map_get(&d->decoders, key);
  if (found) return found;
  tern_string_builder_t name = {0};
  tern_string_builder_append_format(&name, "spirv.%s.%s", set == TERN_SPIRV_EXT_SET_GLSL ? "GL" : "CL",
                                    instruction->name);
  found = make_decoder(d, key, TERN_SPIRV_OPCODE_EXTINST, name.data);
  tern_string_builder_deinitialize(&name);
  return found;
}

// --- values ---

// Puts an op that gives a global to the function behind those made before.
static void insert_global_use(tern_spirv_deserializer_t *d, const tern_spirv_id_entry_t *entry, tern_op_t *op) {
  tern_block_t *entry_block = d->function->regions[0].first_block;
  tern_op_insert(op, entry_block, d->last_constant ? d->last_constant->next : entry_block->first_op);
  d->last_constant = op;
  tern_vec_push(&d->global_uses, (tern_spirv_global_use_t){.position = entry->position, .op = op});
}

static int compare_positions(const void *left, const void *right) {
  size_t a = ((const tern_spirv_global_use_t *)left)->position, b = ((const tern_spirv_global_use_t *)right)->position;
  return (a > b) - (a < b);
}

// In the order of the definitions: a binary that was read and is written again stays as it was.
void tern_spirv_sort_global_uses(tern_spirv_deserializer_t *d) {
  size_t count = d->global_uses.count;
  tern_op_t *behind = d->last_constant ? d->last_constant->next : NULL;
  if (count && behind) {
    qsort(d->global_uses.values, count, sizeof *d->global_uses.values, compare_positions);
    for (size_t i = 0; i < count; ++i) tern_op_move_before(d->global_uses.values[i].op, behind);
    d->last_constant = d->global_uses.values[count - 1].op;
  }
  d->global_uses.count = 0;
}

// Makes the op that gives a global to the function.
static tern_value_t *materialize(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry, const tern_op_row_t *row,
                                 tern_named_attr_t attr) {
  tern_op_state_t state = {.def = tern_op_def_of(d->context, row),
                           .loc = d->loc,
                           .result_types = TERN_TYPES(entry->type),
                           .attrs = {&attr, attr.attr ? 1 : 0}};
  tern_op_t *op = tern_op_create(d->context, &state);
  insert_global_use(d, entry, op);
  entry->function = d->function_number;
  entry->value = tern_op_result(op, 0);
  return entry->value;
}

static tern_value_t *materialize_operation(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry);

static tern_value_t *global_value(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry) {
  switch (entry->kind) {
    case TERN_SPIRV_ID_CONSTANT:
      return materialize(d, entry, TERN_SPIRV(CONSTANT), (tern_named_attr_t){"value", entry->attr});
    case TERN_SPIRV_ID_REPLICATED:
      return materialize(d, entry, TERN_SPIRV(EXT_CONSTANTCOMPOSITEREPLICATE),
                         (tern_named_attr_t){"value", entry->attr});
    case TERN_SPIRV_ID_UNDEFINED: return materialize(d, entry, TERN_SPIRV(UNDEF), (tern_named_attr_t){0});
    case TERN_SPIRV_ID_VARIABLE:
      return materialize(d, entry, TERN_SPIRV(MLIR_ADDRESSOF),
                         (tern_named_attr_t){"variable", tern_spirv_symbol_ref(d, entry->symbol)});
    case TERN_SPIRV_ID_SPEC_CONSTANT:
      return materialize(d, entry, TERN_SPIRV(MLIR_REFERENCEOF),
                         (tern_named_attr_t){"spec_const", tern_spirv_symbol_ref(d, entry->symbol)});
    case TERN_SPIRV_ID_SPEC_OPERATION: return materialize_operation(d, entry);
    default: return NULL;
  }
}

tern_value_t *tern_spirv_value_of_id(tern_spirv_deserializer_t *d, uint32_t id) {
  tern_spirv_id_entry_t *entry = tern_spirv_id_entry(d, id);
  if (!entry) return NULL;
  if (entry->value && entry->function == d->function_number) return entry->value;
  tern_value_t *value = global_value(d, entry);
  if (value) return value;
  if (entry->kind == TERN_SPIRV_ID_UNKNOWN) {
    tern_spirv_error(d, "id %u is used before it is defined", id);
  } else if (entry->kind == TERN_SPIRV_ID_VALUE) {
    tern_spirv_error(d, "id %u is a value of another function", id);
  } else if (entry->kind != TERN_SPIRV_ID_SPEC_OPERATION) {
    tern_spirv_error(d, "id %u is no value", id);
  }
  return NULL;
}

// --- operands ---

// An op under construction.
typedef struct builder {
  TERN_VEC(tern_value_t *) operands;
  TERN_VEC(tern_named_attr_t) attrs;
  int32_t segments[TERN_SPIRV_MAX_STEPS];
  const uint32_t *words;
  size_t count, index;  // words, and the next one
} builder_t;

static bool add_value(tern_spirv_deserializer_t *d, builder_t *b, size_t group) {
  tern_value_t *value = tern_spirv_value_of_id(d, b->words[b->index++]);
  if (!value) return false;
  tern_vec_push(&b->operands, value);
  ++b->segments[group];
  return true;
}

static void add_attr(builder_t *b, const tern_op_def_t *def, size_t slot, const tern_attr_t *attr) {
  tern_vec_push(&b->attrs, (tern_named_attr_t){def->attrs[slot].name->data, attr});
}

static bool decode_values(tern_spirv_deserializer_t *d, builder_t *b, const tern_spirv_step_t *step) {
  size_t wanted = step->quantifier == TERN_SPIRV_MANY ? b->count - b->index : 1;
  for (size_t i = 0; i < wanted && b->index < b->count; ++i) {
    if (!add_value(d, b, step->index)) return false;
  }
  return true;
}

static bool decode_literals(tern_spirv_deserializer_t *d, builder_t *b, const tern_op_def_t *def,
                            const tern_spirv_step_t *step) {
  const tern_type_t *i32 = tern_i_type_get(d->context, 32);
  const char *shape = def->attrs[step->index].constraint->shape;
  if (step->quantifier != TERN_SPIRV_MANY && shape && strcmp(shape, "int") == 0) {
    add_attr(b, def, step->index, tern_integer_attr_get(i32, (int32_t)b->words[b->index++]));
    return true;
  }
  TERN_VEC(const tern_attr_t *) values = {0};
  for (; b->index < b->count; ++b->index) {
    tern_vec_push(&values, tern_integer_attr_get(i32, (int32_t)b->words[b->index]));
  }
  add_attr(b, def, step->index, tern_array_attr_get(d->context, values.values, values.count));
  tern_vec_deinitialize(&values);
  return true;
}

// What the enumerants of an enum bring along, bit by bit from the lowest.
static bool decode_parameters(tern_spirv_deserializer_t *d, builder_t *b, const tern_op_def_t *def,
                              const tern_spirv_step_t *step, uint32_t value) {
  bool is_bits = tern_spirv_kind(step->operand_kind)->category == TERN_SPIRV_BIT_ENUM;
  for (uint32_t rest = is_bits ? value : 1; rest; rest &= rest - 1) {
    const tern_spirv_enumerant_t *enumerant =
        tern_spirv_enumerant_of_value(step->operand_kind, is_bits ? rest & -rest : value);
    for (size_t i = 0; enumerant && i < enumerant->parameter_count; ++i) {
      bool is_literal = tern_spirv_kind(enumerant->parameters[i])->category == TERN_SPIRV_LITERAL;
      if (b->index == b->count) return tern_spirv_error(d, "%s takes an operand that is not there", enumerant->name);
      if (is_literal ? step->literal_parameters < 0 : step->value_parameters < 0) {
        return tern_spirv_error(d, "%s has no form in the IR", enumerant->name);
      }
      if (!is_literal) {
        if (!add_value(d, b, (size_t)step->value_parameters)) return false;
        continue;
      }
      const tern_type_t *i32 = tern_i_type_get(d->context, 32);
      const tern_attr_t *literal = tern_integer_attr_get(i32, (int32_t)b->words[b->index++]);
      add_attr(b, def, (size_t)step->literal_parameters, literal);
    }
  }
  return true;
}

static bool decode_enum(tern_spirv_deserializer_t *d, builder_t *b, const tern_op_def_t *def,
                        const tern_spirv_step_t *step) {
  uint32_t value = b->words[b->index++];
  const tern_enum_row_t *row = def->attrs[step->index].constraint->enum_row;
  if (!tern_enum_value_text(d->context, row, value)) {
    return tern_spirv_error(d, "%s: %u is no %s that is known", d->instruction->name, value,
                            tern_spirv_kind(step->operand_kind)->name);
  }
  add_attr(b, def, step->index, tern_enum_attr_get(d->context, row, value));
  return decode_parameters(d, b, def, step, value);
}

static bool decode_constant(tern_spirv_deserializer_t *d, builder_t *b, const tern_op_def_t *def,
                            const tern_spirv_step_t *step) {
  int64_t value;
  const tern_enum_row_t *row = def->attrs[step->index].constraint->enum_row;
  if (!tern_spirv_integer_of_id(d, b->words[b->index++], &value)) return false;
  if (value < 0 || value > UINT32_MAX || !tern_enum_value_text(d->context, row, value)) {
    return tern_spirv_error(d, "%s: %lld is no %s that is known", d->instruction->name, (long long)value,
                            row->name + 6);
  }
  add_attr(b, def, step->index, tern_enum_attr_get(d->context, row, value));
  return true;
}

static bool decode_step(tern_spirv_deserializer_t *d, builder_t *b, const tern_op_def_t *def,
                        const tern_spirv_step_t *step, const tern_type_t *result_type) {
  if (b->index == b->count) {
    return step->quantifier != TERN_SPIRV_ONE ||
           tern_spirv_error(d, "%s has too few operand words", d->instruction->name);
  }
  switch ((tern_spirv_step_kind_t)step->kind) {
    case TERN_SPIRV_STEP_VALUES: return decode_values(d, b, step);
    case TERN_SPIRV_STEP_LITERALS: return decode_literals(d, b, def, step);
    case TERN_SPIRV_STEP_ENUM: return decode_enum(d, b, def, step);
    case TERN_SPIRV_STEP_CONSTANT: return decode_constant(d, b, def, step);
    case TERN_SPIRV_STEP_TYPE: {
      const tern_type_t *type = tern_spirv_type_of_id(d, b->words[b->index++], NULL);
      if (type) add_attr(b, def, step->index, tern_type_attr_get(type));
      return type != NULL;
    }
    case TERN_SPIRV_STEP_STORAGE_CLASS: {
      bool is_same = tern_type_is_spirv_pointer(result_type) &&
                     tern_spirv_pointer_storage_class(result_type) == b->words[b->index++];
      return is_same || tern_spirv_error(d, "the storage class is not that of the result");
    }
  }
  return false;
}

// Groups that the row asks for must be there, each as often as it says.
static bool check_groups(tern_spirv_deserializer_t *d, const builder_t *b, const tern_op_def_t *def) {
  for (size_t i = 0; i < def->operand_count; ++i) {
    tern_arity_t arity = def->operands[i].arity;
    bool fits = arity == TERN_ARITY_ONE        ? b->segments[i] == 1
                : arity == TERN_ARITY_OPTIONAL ? b->segments[i] <= 1
                                               : true;
    if (!fits) return tern_spirv_error(d, "%s has no operand '%s'", d->instruction->name, def->operands[i].name->data);
  }
  return true;
}

static tern_op_t *create(tern_spirv_deserializer_t *d, const builder_t *b, const tern_op_def_t *def,
                         tern_block_t *block, const tern_type_t *result_type) {
  tern_op_state_t state = {.def = def,
                           .loc = d->loc,
                           .operands = {b->operands.values, b->operands.count},
                           .attrs = {b->attrs.values, b->attrs.count},
                           .result_types = {&result_type, result_type ? 1 : 0}};
  tern_op_t *op = tern_op_create(d->context, &state);
  if (def->operand_segments_slot >= 0) tern_op_set_segment_sizes(op, b->segments, def->operand_count);
  tern_op_insert(op, block, NULL);
  return op;
}

// --- signedness ---
//
// Instructions take signed and unsigned integers alike, where ops want all of one type. Casts of bits come in between.

static bool differ_in_sign(const tern_type_t *a, const tern_type_t *b) {
  if (a == b || a->kind != b->kind) return false;
  if (a->kind == TERN_TYPE_VECTOR)
    return tern_type_with_element(a, tern_type_element(b)) == b &&
           differ_in_sign(tern_type_element(a), tern_type_element(b));
  return tern_type_is_integer(a) && tern_integer_type_width(a) == tern_integer_type_width(b);
}

static tern_value_t *cast_value(tern_spirv_deserializer_t *d, tern_value_t *value, const tern_type_t *type,
                                tern_block_t *block, tern_op_t *before) {
  tern_op_state_t state = {.def = tern_op_def_of(d->context, TERN_SPIRV(BITCAST)),
                           .loc = d->loc,
                           .operands = TERN_VALUES(value),
                           .result_types = TERN_TYPES(type)};
  tern_op_t *cast = tern_op_create(d->context, &state);
  tern_op_insert(cast, block, before);
  return tern_op_result(cast, 0);
}

static void cast_operand(tern_spirv_deserializer_t *d, tern_op_t *op, size_t index, const tern_type_t *type) {
  tern_value_t *value = tern_op_operand(op, index);
  if (!differ_in_sign(value->type, type)) return;
  tern_op_set_operand(op, index, cast_value(d, value, type, op->block, op));
}

// The type without a sign if the row takes that one and not `type`; else `type`.
static const tern_type_t *type_for(const tern_value_def_t *def, const tern_type_t *type) {
  const tern_type_t *element = type->kind == TERN_TYPE_VECTOR ? tern_type_element(type) : type;
  if (!tern_type_is_integer(element) || tern_integer_type_signedness(element) == TERN_SIGNLESS) return type;
  const tern_type_t *plain =
      tern_type_with_element(type, tern_i_type_get(type->context, tern_integer_type_width(element)));
  bool is_better =
      !def->constraint->is_satisfied(type, def->constraint) && def->constraint->is_satisfied(plain, def->constraint);
  return is_better ? plain : type;
}

// The operand that is all of a group of the row; false if the group is another one.
static bool single_operand(const tern_op_t *op, size_t group, size_t *out_index) {
  size_t count;
  if (group >= op->def->operand_count) return false;
  tern_op_operand_group(op, group, out_index, &count);
  return count == 1;
}

static void cast_by_rule(tern_spirv_deserializer_t *d, tern_op_t *op, const tern_type_rule_t *rule) {
  size_t target, source, groups = op->def->operand_count;
  if (rule->transform != TERN_TRANSFORM_SAME) return;
  bool has_target = single_operand(op, rule->target, &target), has_source = single_operand(op, rule->source, &source);
  const tern_type_t *result = op->result_count ? op->results[0].type : NULL;
  if (has_target && has_source) {
    cast_operand(d, op, target, tern_op_operand(op, source)->type);
  } else if (has_target && rule->source == groups && result) {
    cast_operand(d, op, target, result);
  } else if (has_source && rule->target == groups && result) {
    cast_operand(d, op, source, result);
  }
}

static void even_signs(tern_spirv_deserializer_t *d, tern_op_t *op) {
  for (size_t i = 0; i < op->def->operand_count; ++i) {
    size_t start, count;
    tern_op_operand_group(op, i, &start, &count);
    for (size_t k = start; k < start + count; ++k) {
      cast_operand(d, op, k, type_for(&op->def->operands[i], tern_op_operand(op, k)->type));
    }
  }
  bool has_result = tern_op_has_trait(op, TERN_TRAIT_SAME_OPERANDS_AND_RESULT_TYPE) && op->result_count == 1;
  if (has_result || tern_op_has_trait(op, TERN_TRAIT_SAME_TYPE_OPERANDS)) {
    const tern_type_t *type = has_result          ? op->results[0].type
                              : op->operand_count ? tern_op_operand(op, 0)->type
                                                  : NULL;
    for (size_t i = 0; i < op->operand_count; ++i) cast_operand(d, op, i, type);
  }
  // Rules that name the result first: they say what rules between operands start from.
  for (size_t pass = 0; pass < 2; ++pass) {
    for (size_t i = 0; i < op->def->type_rule_count; ++i) {
      const tern_type_rule_t *rule = &op->def->type_rules[i];
      bool names_result = rule->target >= op->def->operand_count || rule->source >= op->def->operand_count;
      if (names_result == (pass == 0)) cast_by_rule(d, op, rule);
    }
  }
}

tern_op_t *tern_spirv_decode(tern_spirv_deserializer_t *d, const tern_spirv_decoder_t *decoder, tern_block_t *block,
                             const tern_type_t *result_type, const uint32_t *words, size_t count) {
  builder_t b = {.words = words, .count = count};
  const tern_op_def_t *def = decoder->def;
  bool is_ok = true;
  for (size_t i = 0; is_ok && i < decoder->encoding.step_count; ++i) {
    is_ok = decode_step(d, &b, def, &decoder->encoding.steps[i], result_type);
  }
  if (is_ok && b.index < count) {
    is_ok = tern_spirv_error(d, "%s has %zu operand words too many", d->instruction->name, count - b.index);
  }
  is_ok = is_ok && check_groups(d, &b, def);
  tern_op_t *op = is_ok ? create(d, &b, def, block, result_type) : NULL;
  tern_vec_deinitialize(&b.operands);
  tern_vec_deinitialize(&b.attrs);
  return op;
}

// --- instructions ---

// The op of OpSpecConstantOp stands in a region of its own; what it needs is made before.
static tern_value_t *materialize_operation(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry) {
  const uint32_t *words = d->words + entry->position;
  const tern_spirv_instruction_t *instruction = tern_spirv_instruction_of_opcode(words[3]);
  const tern_spirv_decoder_t *decoder = instruction ? tern_spirv_decoder_of(d, instruction) : NULL;
  if (!decoder || !decoder->def || !decoder->encoding.has_result) {
    tern_spirv_error_at(d, entry->position, "opcode %u is no operation on specialization constants that is known",
                        words[3]);
    return NULL;
  }
  tern_block_t *block = tern_block_create(d->context);
  tern_op_t *inner = tern_spirv_decode(d, decoder, block, entry->type, words + 4, (words[0] >> 16) - 4);
  if (!inner) {
    tern_block_destroy(block, d->context);
    return NULL;
  }
  tern_op_state_t yield = {.def = tern_op_def_of(d->context, TERN_SPIRV(MLIR_YIELD)),
                           .loc = d->loc,
                           .operands = TERN_VALUES(tern_op_result(inner, 0))};
  tern_op_insert(tern_op_create(d->context, &yield), block, NULL);
  tern_op_state_t state = {.def = tern_op_def_of(d->context, TERN_SPIRV(SPECCONSTANTOPERATION)),
                           .loc = d->loc,
                           .result_types = TERN_TYPES(entry->type),
                           .region_count = 1};
  tern_op_t *op = tern_op_create(d->context, &state);
  tern_block_insert(block, &op->regions[0], NULL);
  insert_global_use(d, entry, op);
  entry->function = d->function_number;
  entry->value = tern_op_result(op, 0);
  return tern_spirv_apply_decorations(d, entry, op) ? entry->value : NULL;
}

// Result type and result id in front of the operands.
static bool read_result(tern_spirv_deserializer_t *d, const tern_spirv_encoding_t *encoding,
                        const tern_type_t **out_type, tern_spirv_id_entry_t **out_entry, size_t *out_count) {
  *out_count = (size_t)encoding->has_result_type + encoding->has_result;
  *out_type = NULL;
  *out_entry = NULL;
  if (d->operand_count < *out_count) return tern_spirv_error(d, "%s has no type and result", d->instruction->name);
  if (encoding->has_result_type) {
    *out_type = tern_spirv_type_of_id(d, d->operands[0], NULL);
    if (!*out_type) return false;
    if (!tern_spirv_type_is_valid(*out_type)) {
      return tern_spirv_error(d, "%s: the result is of a type of no values", d->instruction->name);
    }
  }
  if (encoding->has_result) *out_entry = tern_spirv_define(d, d->operands[*out_count - 1], TERN_SPIRV_ID_VALUE);
  return !encoding->has_result || *out_entry;
}

static bool read_by(tern_spirv_deserializer_t *d, const tern_spirv_decoder_t *decoder, size_t skipped) {
  const tern_type_t *type;
  tern_spirv_id_entry_t *entry;
  size_t count;
  if (!read_result(d, &decoder->encoding, &type, &entry, &count)) return false;
  count += skipped;
  const tern_type_t *op_type = type && decoder->def->result_count ? type_for(&decoder->def->results[0], type) : type;
  tern_op_t *op = tern_spirv_decode(d, decoder, d->block, op_type, d->operands + count, d->operand_count - count);
  if (!op) return false;
  even_signs(d, op);
  if (tern_op_has_trait(op, TERN_TRAIT_TERMINATOR)) d->block = NULL;
  if (!entry) return true;
  entry->type = type;
  entry->value = tern_op_result(op, 0);
  if (op_type != type) entry->value = cast_value(d, entry->value, type, d->block, NULL);
  entry->function = d->function_number;
  if (d->options->debug_info && entry->name) op->loc = tern_name_loc_get(tern_ident_str(entry->name), op->loc);
  return tern_spirv_apply_decorations(d, entry, op);
}

static bool read_extended(tern_spirv_deserializer_t *d) {
  if (d->operand_count < 4) return tern_spirv_error(d, "OpExtInst has %zu operand words", d->operand_count);
  const tern_spirv_id_entry_t *set = tern_spirv_id_entry(d, d->operands[2]);
  if (!set) return false;
  if (set->kind != TERN_SPIRV_ID_EXT_SET) {
    return tern_spirv_error(d, "id %u is no set of extended instructions", d->operands[2]);
  }
  if (set->number == UINT32_MAX) return true;  // means nothing, by its set's name
  if (!d->function) return tern_spirv_error(d, "OpExtInst stands outside of a function");
  const tern_spirv_decoder_t *decoder = ext_decoder(d, set->number, d->operands[3]);
  const char *set_name = tern_spirv_ext_set_name((tern_spirv_ext_set_t)set->number);
  if (!decoder) return tern_spirv_error(d, "%s has no instruction %u", set_name, d->operands[3]);
  if (!decoder->def) {
    const tern_spirv_ext_instruction_t *instruction =
        tern_spirv_ext_instruction_of_number((tern_spirv_ext_set_t)set->number, d->operands[3]);
    return tern_spirv_error(d, "%s of %s (instruction %u) is not supported", instruction->name, set_name,
                            d->operands[3]);
  }
  return read_by(d, decoder, 2);
}

bool tern_spirv_read_encoded(tern_spirv_deserializer_t *d) {
  if (d->instruction->opcode == TERN_SPIRV_OPCODE_EXTINST) return read_extended(d);
  const tern_spirv_decoder_t *decoder = tern_spirv_decoder_of(d, d->instruction);
  if (!decoder->def) {
    return tern_spirv_error(d, "%s (opcode %u) is not supported", d->instruction->name,
                            (unsigned)d->instruction->opcode);
  }
  return read_by(d, decoder, 0);
}

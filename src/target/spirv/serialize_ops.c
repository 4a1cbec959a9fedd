// Serializes functions and the ops in them, other than control flow.

#include "ir/context.h"
#include "ir/diagnostic.h"
#include "target/spirv/serialize_private.h"

// Stands in the cache of encodings for ops that have none.
static const tern_spirv_encoding_t no_encoding;

const tern_spirv_encoding_t *tern_spirv_serializer_encoding(tern_spirv_serializer_t *s, const tern_op_t *op) {
  const tern_spirv_encoding_t *found = tern_map_get(&s->encodings, op->def);
  if (!found) {
    tern_spirv_encoding_t *encoding = tern_arena_alloc_zeroed(&s->arena, sizeof(*encoding));
    found = tern_spirv_encoding_of(op->def, encoding) ? encoding : &no_encoding;
    tern_map_set(&s->encodings, op->def, (void *)(uintptr_t)found);
  }
  return found == &no_encoding ? NULL : found;
}

// --- values ---

static uint32_t undefined_id(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type) {
  uint32_t id = tern_spirv_id_get(&s->undefined, type);
  if (id) return id;
  uint32_t type_id = tern_spirv_type_id(s, op, type);
  if (!type_id) return 0;
  id = tern_spirv_id_or_new(s, &s->undefined, type);
  TERN_SPIRV_EMIT(op, &s->globals, TERN_SPIRV_OPCODE_UNDEF, type_id, id);
  return id;
}

// Ops that are no instructions of a function: their result is something global. 0: `op` is another, or an error.
static bool is_global_value(const tern_op_t *op) {
  return tern_op_is(op, TERN_SPIRV(CONSTANT)) || tern_op_is(op, TERN_SPIRV(MLIR_ADDRESSOF)) ||
         tern_op_is(op, TERN_SPIRV(MLIR_REFERENCEOF)) || tern_op_is(op, TERN_SPIRV(UNDEF)) ||
         tern_op_is(op, TERN_SPIRV(EXT_CONSTANTCOMPOSITEREPLICATE));
}

static uint32_t global_value_id(tern_spirv_serializer_t *s, const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  if (tern_op_is(op, TERN_SPIRV(CONSTANT))) return tern_spirv_constant_id(s, op, type, tern_op_attr(op, "value"));
  if (tern_op_is(op, TERN_SPIRV(UNDEF))) return undefined_id(s, op, type);
  if (tern_op_is(op, TERN_SPIRV(EXT_CONSTANTCOMPOSITEREPLICATE))) return tern_spirv_replicated_id(s, op);
  const char *name = tern_op_is(op, TERN_SPIRV(MLIR_ADDRESSOF)) ? "variable" : "spec_const";
  return tern_spirv_symbol_id(s, op, tern_symbol_ref_attr_at(tern_op_attr(op, name), 0));
}

uint32_t tern_spirv_value_id(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_value_t *value) {
  uint32_t id = tern_spirv_id_get(&s->values, value);
  if (id) return id;
  const tern_op_t *definition = tern_value_defining_op(value);
  if (definition && is_global_value(definition)) {
    id = global_value_id(s, definition);
    if (id) tern_spirv_id_set(&s->values, value, id);
    return id;
  }
  bool is_structured = definition && (tern_op_is(definition, TERN_SPIRV(MLIR_LOOP)) ||
                                      tern_op_is(definition, TERN_SPIRV(MLIR_SELECTION)));
  if (is_structured) {
    // What the region yields is the value itself: the merge block dominates what comes after.
    const tern_op_t *merge = definition->regions[0].last_block ? definition->regions[0].last_block->last_op : NULL;
    if (merge && value->index < merge->operand_count) {
      return tern_spirv_value_id(s, op, tern_op_operand(merge, value->index));
    }
    tern_op_error(op, "uses what no spirv.mlir.merge yields");
    return 0;
  }
  // Only what an OpPhi names is asked for before it is defined.
  return tern_spirv_id_or_new(s, &s->values, value);
}

static void emit_value_name(tern_spirv_serializer_t *s, const tern_attr_t *loc, uint32_t id) {
  if (!loc || loc->kind != TERN_ATTR_LOC_NAME) return;
  tern_spirv_emit_name(s, id, tern_ident_str((const tern_ident_t *)(uintptr_t)loc->params[0]));
}

// --- encoded operands ---

static bool push_values(tern_spirv_serializer_t *s, const tern_op_t *op, size_t group, tern_spirv_words_t *out_words) {
  size_t start, count;
  tern_op_operand_group(op, group, &start, &count);
  for (size_t i = 0; i < count; ++i) {
    uint32_t id = tern_spirv_value_id(s, op, tern_op_operand(op, start + i));
    if (!id) return false;
    tern_spirv_words_push(out_words, id);
  }
  return true;
}

// An enum and the operands that its enumerants bring along, bit by bit from the lowest.
static bool push_enum(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_spirv_step_t *step,
                      tern_spirv_words_t *out_words) {
  const tern_attr_t *attr = op->slots[step->index];
  bool has_values = false;
  size_t start = 0, count = 0;
  if (step->value_parameters >= 0) {
    tern_op_operand_group(op, (size_t)step->value_parameters, &start, &count);
    has_values = count > 0;
  }
  const tern_attr_t *literal = step->literal_parameters >= 0 ? op->slots[step->literal_parameters] : NULL;
  if (!attr) return !has_values || tern_op_error(op, "has operands of an attribute that is not there");
  uint32_t value = (uint32_t)tern_enum_attr_value(attr);
  tern_spirv_words_push(out_words, value);
  bool is_bits = tern_spirv_kind(step->operand_kind)->category == TERN_SPIRV_BIT_ENUM;
  size_t used = 0;
  for (uint32_t rest = is_bits ? value : 1; rest; rest &= rest - 1) {
    uint32_t bit = is_bits ? rest & -rest : value;
    const tern_spirv_enumerant_t *enumerant = tern_spirv_enumerant_of_value(step->operand_kind, bit);
    for (size_t i = 0; enumerant && i < enumerant->parameter_count; ++i) {
      bool is_literal = tern_spirv_kind(enumerant->parameters[i])->category == TERN_SPIRV_LITERAL;
      if (is_literal ? !literal : used == count) {
        return tern_op_error(op, "has '%s', which takes an operand that is not there", enumerant->name);
      }
      uint32_t word = is_literal ? (uint32_t)tern_integer_attr_value(literal)
                                 : tern_spirv_value_id(s, op, tern_op_operand(op, start + used++));
      if (!word && !is_literal) return false;
      tern_spirv_words_push(out_words, word);
    }
  }
  return used == count || tern_op_error(op, "has more operands than its '%s' takes", tern_attr_text(attr));
}

static bool push_literals(const tern_op_t *op, const tern_spirv_step_t *step, tern_spirv_words_t *out_words) {
  const tern_attr_t *attr = op->slots[step->index];
  if (!attr) return true;
  if (tern_attr_is_integer(attr)) {
    tern_spirv_words_push(out_words, (uint32_t)tern_integer_attr_value(attr));
    return true;
  }
  for (size_t i = 0; i < tern_int_list_attr_count(attr); ++i) {
    tern_spirv_words_push(out_words, (uint32_t)tern_int_list_attr_at(attr, i));
  }
  return true;
}

static bool push_id(uint32_t id, tern_spirv_words_t *out_words) {
  tern_spirv_words_push(out_words, id);
  return id != 0;
}

static bool push_step(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_spirv_step_t *step,
                      tern_spirv_words_t *out_words) {
  const tern_attr_t *attr = step->kind == TERN_SPIRV_STEP_VALUES || step->kind == TERN_SPIRV_STEP_STORAGE_CLASS
                                ? NULL
                                : op->slots[step->index];
  switch ((tern_spirv_step_kind_t)step->kind) {
    case TERN_SPIRV_STEP_VALUES: return push_values(s, op, step->index, out_words);
    case TERN_SPIRV_STEP_ENUM: return push_enum(s, op, step, out_words);
    case TERN_SPIRV_STEP_LITERALS: return push_literals(op, step, out_words);
    case TERN_SPIRV_STEP_CONSTANT:
      return !attr || push_id(tern_spirv_i32_constant_id(s, op, (uint32_t)tern_enum_attr_value(attr)), out_words);
    case TERN_SPIRV_STEP_TYPE:
      return !attr || push_id(tern_spirv_type_id(s, op, tern_type_attr_value(attr)), out_words);
    case TERN_SPIRV_STEP_STORAGE_CLASS: {
      const tern_type_t *type = op->results[0].type;
      if (!tern_type_is_spirv_pointer(type)) return tern_op_error(op, "gives no pointer");
      tern_spirv_words_push(out_words, tern_spirv_pointer_storage_class(type));
      return true;
    }
  }
  return false;
}

bool tern_spirv_encode_operands(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_spirv_encoding_t *encoding,
                                tern_spirv_words_t *out_words) {
  for (size_t i = 0; i < encoding->step_count; ++i) {
    if (!push_step(s, op, &encoding->steps[i], out_words)) return false;
  }
  return true;
}

// --- ops ---

static uint32_t ext_set_id(tern_spirv_serializer_t *s, tern_spirv_ext_set_t set) {
  if (s->ext_set_ids[set]) return s->ext_set_ids[set];
  s->ext_set_ids[set] = tern_spirv_new_id(s);
  size_t start = s->ext_imports.count;
  tern_spirv_words_push(&s->ext_imports, 0);
  tern_spirv_words_push(&s->ext_imports, s->ext_set_ids[set]);
  tern_spirv_words_push_string(&s->ext_imports, tern_str_from_cstr(tern_spirv_ext_set_name(set)));
  s->ext_imports.values[start] = (uint32_t)(s->ext_imports.count - start) << 16 | TERN_SPIRV_OPCODE_EXTINSTIMPORT;
  return s->ext_set_ids[set];
}

static bool serialize_encoded(tern_spirv_serializer_t *s, tern_op_t *op, const tern_spirv_encoding_t *encoding) {
  tern_spirv_words_t words = {0};
  bool is_ok = true;
  uint32_t id = 0;
  if (encoding->has_result_type) {
    uint32_t type = tern_spirv_type_id(s, op, op->results[0].type);
    tern_spirv_words_push(&words, type);
    is_ok = type != 0;
  }
  if (encoding->has_result) {
    id = tern_spirv_value_id(s, op, tern_op_result(op, 0));
    tern_spirv_words_push(&words, id);
  }
  if (encoding->is_extended) {
    tern_spirv_words_push(&words, ext_set_id(s, encoding->set));
    tern_spirv_words_push(&words, encoding->number);
  }
  is_ok = is_ok && tern_spirv_encode_operands(s, op, encoding, &words);
  // Variables of a function stand at its head.
  bool is_variable = encoding->opcode == TERN_SPIRV_OPCODE_VARIABLE;
  if (is_ok && !is_variable) tern_spirv_emit_line(s, op);
  is_ok = is_ok &&
          tern_spirv_emit(op, is_variable ? &s->variables : &s->body, encoding->opcode, words.values, words.count) &&
          (!id || tern_spirv_serialize_decorations(s, op, id));
  tern_spirv_words_deinitialize(&words);
  if (is_ok && id) emit_value_name(s, op->loc, id);
  return is_ok;
}

static bool serialize_call(tern_spirv_serializer_t *s, tern_op_t *op) {
  tern_spirv_words_t words = {0};
  const tern_type_t *type = op->result_count ? op->results[0].type : tern_none_type_get(s->context);
  uint32_t type_id = tern_spirv_type_id(s, op, type);
  uint32_t callee = tern_spirv_symbol_id(s, op, tern_symbol_ref_attr_at(tern_op_attr(op, "callee"), 0));
  uint32_t id = op->result_count ? tern_spirv_value_id(s, op, tern_op_result(op, 0)) : tern_spirv_new_id(s);
  const uint32_t head[] = {type_id, id, callee};
  for (size_t i = 0; i < 3; ++i) tern_spirv_words_push(&words, head[i]);
  bool is_ok = type_id && callee;
  for (size_t i = 0; is_ok && i < op->operand_count; ++i) {
    is_ok = push_id(tern_spirv_value_id(s, op, tern_op_operand(op, i)), &words);
  }
  if (is_ok) tern_spirv_emit_line(s, op);
  is_ok = is_ok && tern_spirv_emit(op, &s->body, TERN_SPIRV_OPCODE_FUNCTIONCALL, words.values, words.count) &&
          tern_spirv_serialize_decorations(s, op, id);
  tern_spirv_words_deinitialize(&words);
  return is_ok;
}

// The instruction of a spirv.SpecConstantOperation stands in OpSpecConstantOp, by its opcode, among the globals.
static bool serialize_spec_operation(tern_spirv_serializer_t *s, tern_op_t *op) {
  tern_op_t *inner = tern_op_body(op, 0) ? tern_op_body(op, 0)->first_op : NULL;
  const tern_spirv_encoding_t *encoding = inner ? tern_spirv_serializer_encoding(s, inner) : NULL;
  if (!encoding || encoding->is_extended) return tern_op_error(op, "holds no op that OpSpecConstantOp may have");
  tern_spirv_words_t words = {0};
  uint32_t type = tern_spirv_type_id(s, op, op->results[0].type);
  uint32_t id = tern_spirv_value_id(s, op, tern_op_result(op, 0));
  const uint32_t head[] = {type, id, encoding->opcode};
  for (size_t i = 0; i < 3; ++i) tern_spirv_words_push(&words, head[i]);
  bool is_ok = type && tern_spirv_encode_operands(s, inner, encoding, &words) &&
               tern_spirv_emit(op, &s->globals, TERN_SPIRV_OPCODE_SPECCONSTANTOP, words.values, words.count) &&
               tern_spirv_serialize_decorations(s, op, id);
  tern_spirv_words_deinitialize(&words);
  return is_ok;
}

bool tern_spirv_serialize_op(tern_spirv_serializer_t *s, tern_op_t *op) {
  if (is_global_value(op)) return tern_spirv_value_id(s, op, tern_op_result(op, 0)) != 0;
  if (tern_op_is(op, TERN_SPIRV(FUNCTIONCALL))) return serialize_call(s, op);
  if (tern_op_is(op, TERN_SPIRV(SPECCONSTANTOPERATION))) return serialize_spec_operation(s, op);
  const tern_spirv_encoding_t *encoding = tern_spirv_serializer_encoding(s, op);
  if (!encoding) return tern_op_error(op, "has no form in a SPIR-V binary");
  return serialize_encoded(s, op, encoding);
}

// --- functions ---

static bool serialize_arguments(tern_spirv_serializer_t *s, tern_op_t *op, tern_spirv_words_t *out_words) {
  tern_types_t inputs = tern_function_type_inputs(tern_type_attr_value(tern_op_attr(op, "function_type")));
  const tern_attr_t *arg_attrs = tern_op_attr(op, "arg_attrs");
  tern_block_t *entry = tern_op_body(op, 0);
  for (size_t i = 0; i < inputs.count; ++i) {
    uint32_t type = tern_spirv_type_id(s, op, inputs.values[i]);
    uint32_t id = entry ? tern_spirv_value_id(s, op, entry->args[i]) : tern_spirv_new_id(s);
    if (!type) return false;
    TERN_SPIRV_EMIT(op, out_words, TERN_SPIRV_OPCODE_FUNCTIONPARAMETER, type, id);
    if (entry) emit_value_name(s, entry->args[i]->arg_loc, id);
    const tern_attr_t *attrs = arg_attrs ? tern_array_attr_at(arg_attrs, i) : NULL;
    for (size_t k = 0; k < tern_dictionary_attr_count(attrs); ++k) {
      tern_str_t name = tern_ident_str(tern_dictionary_attr_name(attrs, k));
      const tern_attr_t *value = tern_dictionary_attr_at(attrs, k);
      // An argument's decoration is named `spirv.decoration`, with the decoration as its value.
      if (tern_str_equal(name, TERN_STR("spirv.decoration")) && value->kind == TERN_ATTR_ENUM) {
        tern_spirv_emit_decoration(s, id, (uint32_t)tern_enum_attr_value(value), NULL, 0);
      }
    }
  }
  return true;
}

bool tern_spirv_serialize_function(tern_spirv_serializer_t *s, tern_op_t *op) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  tern_types_t results = tern_function_type_results(type);
  uint32_t id = tern_spirv_symbol_id(s, op, tern_symbol_name(op));
  uint32_t type_id = tern_spirv_type_id(s, op, type);
  if (!type_id) return false;
  uint32_t result = tern_spirv_type_id(s, op, results.count ? results.values[0] : tern_none_type_get(s->context));
  tern_spirv_emit_name(s, id, tern_symbol_name(op));
  bool is_declaration = tern_region_is_empty(&op->regions[0]);
  tern_spirv_words_t *section = is_declaration ? &s->declarations : &s->functions;
  uint32_t control = (uint32_t)tern_enum_attr_value(tern_op_attr(op, "function_control"));
  TERN_SPIRV_EMIT(op, section, TERN_SPIRV_OPCODE_FUNCTION, result, id, control, type_id);
  if (!serialize_arguments(s, op, section)) return false;
  if (!is_declaration && !tern_spirv_serialize_body(s, &op->regions[0])) return false;
  tern_spirv_emit(op, section, TERN_SPIRV_OPCODE_FUNCTIONEND, NULL, 0);
  const tern_attr_t *linkage = tern_op_attr(op, "linkage_attributes");
  if (linkage && !tern_spirv_serialize_decoration(s, op, id, TERN_STR("linkage_attributes"), linkage)) return false;
  return tern_spirv_serialize_decorations(s, op, id);
}

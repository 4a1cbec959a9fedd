// How an op of the dialect and an instruction of the binary go together: by name, and by lining up the operands and
// attributes of the row with the operands of the grammar.

#include "target/spirv/encoding.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/vec.h"
#include "ir/context.h"

// --- words ---

void tern_spirv_words_deinitialize(tern_spirv_words_t *words) { tern_vec_deinitialize(words); }

void tern_spirv_words_push(tern_spirv_words_t *words, uint32_t word) { tern_vec_push(words, word); }

void tern_spirv_words_append(tern_spirv_words_t *words, const tern_spirv_words_t *others) {
  if (!others->count) return;
  tern_vec_reserve(words, words->count + others->count);
  memcpy(&words->values[words->count], others->values, others->count * sizeof(uint32_t));
  words->count += others->count;
}

void tern_spirv_words_push_string(tern_spirv_words_t *words, tern_str_t text) {
  for (size_t i = 0; i <= text.size; i += 4) {
    uint32_t word = 0;
    for (size_t k = 0; k < 4 && i + k < text.size; ++k) word |= (uint32_t)(uint8_t)text.data[i + k] << (8 * k);
    tern_spirv_words_push(words, word);
  }
}

// --- names ---

// Vendors that are in front of an op's name and behind an instruction's.
static const char *const vendors[] = {"KHR", "EXT", "INTEL", "NV", "AMD", "ARM"};
enum { VENDOR_COUNT = sizeof(vendors) / sizeof(vendors[0]) };

// "KHR.GroupFMul" to "GroupFMulKHR"; another name is as it is.
static void instruction_name(tern_str_t op_name, tern_string_builder_t *out_name) {
  size_t dot = tern_str_find_char(op_name, '.');
  if (dot < op_name.size) tern_string_builder_append(out_name, tern_str_drop(op_name, dot + 1));
  tern_string_builder_append(out_name, tern_str_make(op_name.data, dot));
}

static bool has_op(tern_context_t *context, const tern_string_builder_t *name) {
  return tern_context_find_op(context, tern_string_builder_view(name)) != NULL;
}

bool tern_spirv_op_name_of(tern_context_t *context, const char *instruction, tern_string_builder_t *out_name) {
  tern_str_t name = tern_str_drop(tern_str_from_cstr(instruction), 2);
  tern_string_builder_append_cstr(out_name, "spirv.");
  tern_string_builder_append(out_name, name);
  if (has_op(context, out_name)) return true;
  for (size_t i = 0; i < VENDOR_COUNT; ++i) {
    tern_str_t vendor = tern_str_from_cstr(vendors[i]);
    if (!tern_str_ends_with(name, vendor)) continue;
    out_name->size = 0;
    tern_string_builder_append_format(out_name, "spirv.%s.%.*s", vendors[i], (int)(name.size - vendor.size), name.data);
    return has_op(context, out_name);
  }
  return false;
}

// Decorations that do not follow the rule of words: a capital begins a word, others in a row belong to it.
static const struct {
  const char *decoration, *attr_name;
} odd_decorations[] = {
    {"FPFastMathMode", "fp_fast_math_mode"},
    {"FPRoundingMode", "fp_rounding_mode"},
    {"CacheControlLoadINTEL", "cache_control_load_intel"},
    {"CacheControlStoreINTEL", "cache_control_store_intel"},
};
enum { ODD_DECORATION_COUNT = sizeof(odd_decorations) / sizeof(odd_decorations[0]) };

void tern_spirv_decoration_attr_name(const char *decoration, tern_string_builder_t *out_name) {
  for (size_t i = 0; i < ODD_DECORATION_COUNT; ++i) {
    if (strcmp(decoration, odd_decorations[i].decoration) != 0) continue;
    tern_string_builder_append_cstr(out_name, odd_decorations[i].attr_name);
    return;
  }
  for (const char *c = decoration; *c; ++c) {
    bool begins = isupper((unsigned char)*c) && c > decoration &&
                  (!isupper((unsigned char)c[-1]) || islower((unsigned char)c[1]));
    if (begins) tern_string_builder_append_char(out_name, '_');
    tern_string_builder_append_char(out_name, (char)tolower((unsigned char)*c));
  }
}

bool tern_spirv_decoration_of_attr(tern_str_t attr_name, uint32_t *out_decoration) {
  const tern_spirv_kind_def_t *kind = tern_spirv_kind(TERN_SPIRV_KIND_DECORATION);
  tern_string_builder_t name = {0};
  bool is_found = false;
  for (size_t i = 0; i < kind->enumerant_count && !is_found; ++i) {
    name.size = 0;
    tern_spirv_decoration_attr_name(kind->enumerants[i].name, &name);
    is_found = tern_str_equal(attr_name, tern_string_builder_view(&name));
    if (is_found) *out_decoration = kind->enumerants[i].value;
  }
  tern_string_builder_deinitialize(&name);
  return is_found;
}

// --- plans ---

// Where lining up a row with the grammar has got to.
typedef struct cursor {
  const tern_op_def_t *def;
  size_t group, slot;
  tern_spirv_encoding_t *encoding;
} cursor_t;

// Segment sizes and the attributes of arguments have no place in an instruction.
static void skip_structural_slots(cursor_t *cursor) {
  while (cursor->slot < cursor->def->attr_count && ((int)cursor->slot == cursor->def->operand_segments_slot ||
                                                    (int)cursor->slot == cursor->def->result_segments_slot)) {
    ++cursor->slot;
  }
}

static const tern_attr_def_t *next_attr(cursor_t *cursor) {
  skip_structural_slots(cursor);
  return cursor->slot < cursor->def->attr_count ? &cursor->def->attrs[cursor->slot] : NULL;
}

static bool is_enum(const tern_attr_def_t *attr) { return attr && attr->constraint->enum_row != NULL; }
static bool is_shape(const tern_attr_def_t *attr, const char *shape) {
  return attr && attr->constraint->shape && strcmp(attr->constraint->shape, shape) == 0;
}

static tern_spirv_step_t *add_step(cursor_t *cursor, tern_spirv_step_kind_t kind,
                                   const tern_spirv_operand_def_t *operand, size_t index) {
  tern_spirv_encoding_t *encoding = cursor->encoding;
  if (encoding->step_count == TERN_SPIRV_MAX_STEPS) return NULL;
  tern_spirv_step_t *step = &encoding->steps[encoding->step_count++];
  *step = (tern_spirv_step_t){.kind = (uint8_t)kind,
                              .quantifier = operand->quantifier,
                              .operand_kind = operand->kind,
                              .index = (uint8_t)index,
                              .literal_parameters = -1,
                              .value_parameters = -1};
  return step;
}

static bool add_id_step(cursor_t *cursor, const tern_spirv_operand_def_t *operand) {
  const tern_attr_def_t *attr = next_attr(cursor);
  bool is_constant_kind =
      operand->kind == TERN_SPIRV_KIND_IDSCOPE || operand->kind == TERN_SPIRV_KIND_IDMEMORYSEMANTICS;
  // Cooperative matrices name their layout by an id, and ask for the length of a type.
  bool is_layout = strstr(operand->name, "Layout") != NULL;
  if ((is_constant_kind || is_layout) && is_enum(attr)) {
    return add_step(cursor, TERN_SPIRV_STEP_CONSTANT, operand, cursor->slot++) != NULL;
  }
  if (is_shape(attr, "type")) return add_step(cursor, TERN_SPIRV_STEP_TYPE, operand, cursor->slot++) != NULL;
  if (cursor->group == cursor->def->operand_count) return operand->quantifier != TERN_SPIRV_ONE;
  return add_step(cursor, TERN_SPIRV_STEP_VALUES, operand, cursor->group++) != NULL;
}

static bool add_enum_step(cursor_t *cursor, const tern_spirv_operand_def_t *operand) {
  const tern_attr_def_t *attr = next_attr(cursor);
  if (!is_enum(attr)) {
    bool is_storage_class = operand->kind == TERN_SPIRV_KIND_STORAGECLASS && cursor->def->result_count == 1;
    if (is_storage_class) return add_step(cursor, TERN_SPIRV_STEP_STORAGE_CLASS, operand, 0) != NULL;
    return operand->quantifier != TERN_SPIRV_ONE;
  }
  tern_spirv_step_t *step = add_step(cursor, TERN_SPIRV_STEP_ENUM, operand, cursor->slot++);
  if (!step) return false;
  if (operand->kind == TERN_SPIRV_KIND_MEMORYACCESS && is_shape(next_attr(cursor), "int")) {
    step->literal_parameters = (int8_t)cursor->slot++;
  }
  if (operand->kind == TERN_SPIRV_KIND_IMAGEOPERANDS && cursor->group < cursor->def->operand_count) {
    step->value_parameters = (int8_t)cursor->group++;
  }
  return true;
}

static bool add_operand_step(cursor_t *cursor, const tern_spirv_operand_def_t *operand) {
  switch (tern_spirv_kind(operand->kind)->category) {
    case TERN_SPIRV_ID: return add_id_step(cursor, operand);
    case TERN_SPIRV_BIT_ENUM:
    case TERN_SPIRV_VALUE_ENUM: return add_enum_step(cursor, operand);
    case TERN_SPIRV_LITERAL:
      if (!next_attr(cursor)) return operand->quantifier != TERN_SPIRV_ONE;
      return add_step(cursor, TERN_SPIRV_STEP_LITERALS, operand, cursor->slot++) != NULL;
    case TERN_SPIRV_COMPOSITE: break;
  }
  return false;
}

static bool add_steps(cursor_t *cursor, const tern_spirv_operand_def_t *operands, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (!add_operand_step(cursor, &operands[i])) return false;
  }
  return cursor->group == cursor->def->operand_count && !next_attr(cursor);
}

static bool plan_extended(const tern_op_def_t *def, tern_spirv_ext_set_t set, tern_str_t name,
                          tern_spirv_encoding_t *out_encoding) {
  const tern_spirv_ext_instruction_t *instruction = tern_spirv_ext_instruction_named(set, name);
  if (!instruction) return false;
  *out_encoding = (tern_spirv_encoding_t){.opcode = TERN_SPIRV_OPCODE_EXTINST,
                                          .is_extended = true,
                                          .set = set,
                                          .number = instruction->number,
                                          .has_result_type = true,
                                          .has_result = true};
  return add_steps(&(cursor_t){.def = def, .encoding = out_encoding}, instruction->operands,
                   instruction->operand_count);
}

// Ops whose instruction has their name, but not their operands: the serializer has code for them.
static bool is_structural(tern_str_t name) {
  static const char *const names[] = {"Constant",
                                      "SpecConstant",
                                      "SpecConstantComposite",
                                      "EntryPoint",
                                      "ExecutionMode",
                                      "FunctionCall",
                                      "Branch",
                                      "BranchConditional",
                                      "Switch",
                                      "Undef",
                                      "EXT.ConstantCompositeReplicate",
                                      "EXT.SpecConstantCompositeReplicate"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    if (tern_str_equal_cstr(name, names[i])) return true;
  }
  return false;
}

bool tern_spirv_encoding_of(const tern_op_def_t *def, tern_spirv_encoding_t *out_encoding) {
  tern_str_t name = tern_ident_str(def->name), prefix = TERN_STR("spirv.");
  if (!tern_str_starts_with(name, prefix)) return false;
  name = tern_str_drop(name, prefix.size);
  if (is_structural(name)) return false;
  if (tern_str_starts_with(name, TERN_STR("GL."))) {
    return plan_extended(def, TERN_SPIRV_EXT_SET_GLSL, tern_str_drop(name, 3), out_encoding);
  }
  if (tern_str_starts_with(name, TERN_STR("CL."))) {
    return plan_extended(def, TERN_SPIRV_EXT_SET_OPENCL, tern_str_drop(name, 3), out_encoding);
  }
  tern_string_builder_t full_name = {0};
  instruction_name(name, &full_name);
  const tern_spirv_instruction_t *instruction = tern_spirv_instruction_named(tern_string_builder_view(&full_name));
  tern_string_builder_deinitialize(&full_name);
  if (!instruction || instruction->has_result != (def->result_count == 1)) return false;
  *out_encoding = (tern_spirv_encoding_t){.opcode = instruction->opcode,
                                          .has_result_type = instruction->has_result_type,
                                          .has_result = instruction->has_result};
  return add_steps(&(cursor_t){.def = def, .encoding = out_encoding}, instruction->operands,
                   instruction->operand_count);
}

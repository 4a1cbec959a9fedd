// Deserializes a SPIR-V binary: header, sections, names. Types, constants, decorations, ops and functions are in the files
// beside; control flow gets its structure in deserialize_structurize.c.
//
// The input is hostile: every count is checked against the words that are left, ids against the bound, nesting against a
// limit, and nothing is allocated by a number that the binary gives.

#include <stdarg.h>
#include <stdlib.h>

#include "base/arena.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "target/spirv/deserialize_private.h"

bool tern_spirv_error_at(tern_spirv_deserializer_t *d, size_t position, const char *format, ...) {
  if (d->has_error) return false;  // what follows from an error is none of its own
  d->has_error = true;
  tern_string_builder_t text = {0};
  va_list args;
  va_start(args, format);
  tern_string_builder_append_vformat(&text, format, args);
  va_end(args);
  const tern_attr_t *loc = tern_file_loc_get(d->context, tern_str_from_cstr(d->name), 0, 0);
  tern_emit_error(loc, "word %zu: %s", position, text.data);
  tern_string_builder_deinitialize(&text);
  return false;
}

// --- ids ---

tern_spirv_id_entry_t *tern_spirv_id_entry(tern_spirv_deserializer_t *d, uint32_t id) {
  if (id == 0 || id >= d->bound) {
    tern_spirv_error(d, "id %u is not between 0 and the bound %u", id, d->bound);
    return NULL;
  }
  const void *key = (const void *)(uintptr_t)id;
  tern_spirv_id_entry_t *entry = tern_map_get(&d->ids, key);
  if (entry) return entry;
  entry = tern_arena_alloc_zeroed(&d->arena, sizeof(*entry));
  entry->id = id;
  entry->last_note = &entry->notes;
  tern_map_set(&d->ids, key, entry);
  return entry;
}

tern_spirv_id_entry_t *tern_spirv_define(tern_spirv_deserializer_t *d, uint32_t id, tern_spirv_id_kind_t kind) {
  tern_spirv_id_entry_t *entry = tern_spirv_id_entry(d, id);
  if (!entry) return NULL;
  if (entry->kind != TERN_SPIRV_ID_UNKNOWN) {
    tern_spirv_error(d, "id %u is defined a second time, after word %zu", id, entry->position);
    return NULL;
  }
  entry->kind = kind;
  entry->position = d->position;
  return entry;
}

const tern_type_t *tern_spirv_type_of_id(tern_spirv_deserializer_t *d, uint32_t id, uint32_t *inout_depth) {
  tern_spirv_id_entry_t *entry = tern_spirv_id_entry(d, id);
  if (!entry) return NULL;
  if (entry->kind != TERN_SPIRV_ID_TYPE || !entry->type) {
    tern_spirv_error(d, "id %u is no type", id);
    return NULL;
  }
  if (inout_depth && entry->depth > *inout_depth) *inout_depth = entry->depth;
  return entry->type;
}

bool tern_spirv_integer_of_id(tern_spirv_deserializer_t *d, uint32_t id, int64_t *out_value) {
  tern_spirv_id_entry_t *entry = tern_spirv_id_entry(d, id);
  if (!entry) return false;
  if (entry->kind != TERN_SPIRV_ID_CONSTANT || !tern_attr_is_integer(entry->attr)) {
    return tern_spirv_error(d, "id %u is no integer constant", id);
  }
  *out_value = tern_integer_attr_value(entry->attr);
  return true;
}

bool tern_spirv_read_string(tern_spirv_deserializer_t *d, size_t *inout_index, tern_string_builder_t *out_text) {
  for (size_t i = *inout_index; i < d->operand_count; ++i) {
    for (size_t k = 0; k < 4; ++k) {
      char c = (char)(d->operands[i] >> (8 * k));
      if (!c) {
        *inout_index = i + 1;
        return true;
      }
      tern_string_builder_append_char(out_text, c);
    }
  }
  return tern_spirv_error(d, "a string has no end");
}

static const tern_ident_t *read_ident(tern_spirv_deserializer_t *d, size_t *inout_index) {
  tern_string_builder_t text = {0};
  const tern_ident_t *ident = NULL;
  if (tern_spirv_read_string(d, inout_index, &text))
    ident = tern_ident_get(d->context, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  return ident;
}

const tern_ident_t *tern_spirv_symbol_of(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry,
                                         const char *prefix) {
  if (entry->symbol) return entry->symbol;
  tern_string_builder_t text = {0};
  if (entry->name && entry->name->size) {
    tern_string_builder_append(&text, tern_ident_str(entry->name));
  } else {
    tern_string_builder_append_format(&text, "%s_%u", prefix, entry->id);
  }
  const tern_ident_t *symbol = tern_ident_get(d->context, tern_string_builder_view(&text));
  while (!tern_map_set(&d->symbols, symbol, entry)) {
    tern_string_builder_append_format(&text, "_%u", entry->id);
    symbol = tern_ident_get(d->context, tern_string_builder_view(&text));
  }
  tern_string_builder_deinitialize(&text);
  entry->symbol = symbol;
  return symbol;
}

const tern_attr_t *tern_spirv_symbol_ref(tern_spirv_deserializer_t *d, const tern_ident_t *symbol) {
  return tern_flat_symbol_ref_attr_get(d->context, tern_ident_str(symbol));
}

tern_op_t *tern_spirv_add_global(tern_spirv_deserializer_t *d, const tern_op_row_t *row, const tern_named_attr_t *attrs,
                                 size_t count) {
  tern_op_state_t state = {
      .def = tern_op_def_of(d->context, row), .loc = d->loc, .attrs = {attrs, count}, .region_count = 0};
  state.region_count = state.def->region_count;
  tern_op_t *op = tern_op_create(d->context, &state);
  tern_op_insert(op, d->module->regions[0].first_block, NULL);
  return op;
}

// --- preamble ---

static bool read_capability(tern_spirv_deserializer_t *d) {
  const tern_spirv_enumerant_t *capability = tern_spirv_enumerant_of_value(TERN_SPIRV_KIND_CAPABILITY, d->operands[0]);
  if (!capability || capability->is_hidden) {
    return tern_spirv_error(d, "capability %u (%s) is not known", d->operands[0],
                            capability ? capability->name : "without a name");
  }
  tern_vec_push(&d->capabilities, d->operands[0]);
  return true;
}

static bool read_extension(tern_spirv_deserializer_t *d) {
  size_t index = 0;
  const tern_ident_t *name = read_ident(d, &index);
  uint32_t extension;
  if (!name) return false;
  // Extensions that are about the binary alone leave no trace in the IR.
  if (tern_str_equal(tern_ident_str(name), TERN_STR("SPV_KHR_non_semantic_info"))) return true;
  if (!tern_spirv_extension_named(tern_ident_str(name), &extension)) {
    return tern_spirv_error(d, "extension '%s' is not known", name->data);
  }
  tern_vec_push(&d->extensions, extension);
  return true;
}

static bool read_ext_import(tern_spirv_deserializer_t *d) {
  size_t index = 1;
  const tern_ident_t *name = read_ident(d, &index);
  tern_spirv_id_entry_t *entry = name ? tern_spirv_define(d, d->operands[0], TERN_SPIRV_ID_EXT_SET) : NULL;
  if (!entry) return false;
  tern_spirv_ext_set_t set;
  if (tern_spirv_ext_set_named(tern_ident_str(name), &set)) {
    entry->number = (uint32_t)set;
    return true;
  }
  entry->number = UINT32_MAX;
  bool is_meaningless = tern_str_starts_with(tern_ident_str(name), TERN_STR("NonSemantic."));
  return is_meaningless || tern_spirv_error(d, "instruction set '%s' is not known", name->data);
}

static bool read_memory_model(tern_spirv_deserializer_t *d) {
  const struct {
    const char *name;
    tern_spirv_enum_t row;
  } parts[] = {{"addressing_model", TERN_SPIRV_ENUM_ADDRESSING_MODEL}, {"memory_model", TERN_SPIRV_ENUM_MEMORY_MODEL}};
  if (d->has_memory_model) return tern_spirv_error(d, "a second memory model");
  for (size_t i = 0; i < 2; ++i) {
    const tern_enum_row_t *row = &tern_spirv_enums[parts[i].row];
    if (!tern_enum_case_name(row, d->operands[i])) {
      return tern_spirv_error(d, "%u is no %s that is known", d->operands[i], row->name + 6);
    }
    tern_op_set_attr(d->module, parts[i].name, tern_enum_attr_get(d->context, row, d->operands[i]));
  }
  d->has_memory_model = true;
  return true;
}

static bool read_name(tern_spirv_deserializer_t *d) {
  size_t index = 1;
  const tern_ident_t *name = read_ident(d, &index);
  tern_spirv_id_entry_t *entry = name ? tern_spirv_id_entry(d, d->operands[0]) : NULL;
  if (!entry) return false;
  entry->name = name;
  return true;
}

static bool read_debug_string(tern_spirv_deserializer_t *d) {
  size_t index = 1;
  const tern_ident_t *text = read_ident(d, &index);
  tern_spirv_id_entry_t *entry = text ? tern_spirv_define(d, d->operands[0], TERN_SPIRV_ID_STRING) : NULL;
  if (!entry) return false;
  entry->name = text;
  return true;
}

static bool read_line(tern_spirv_deserializer_t *d) {
  tern_spirv_id_entry_t *entry = tern_spirv_id_entry(d, d->operands[0]);
  if (!entry) return false;
  if (entry->kind != TERN_SPIRV_ID_STRING) return tern_spirv_error(d, "id %u is no file name", d->operands[0]);
  if (d->options->debug_info) {
    d->loc = tern_file_loc_get_ident(d->context, entry->name, d->operands[1], d->operands[2]);
  }
  return true;
}

static bool skip(tern_spirv_deserializer_t *d) {
  (void)d;
  return true;
}

// --- decorations ---

static bool read_decoration(tern_spirv_deserializer_t *d) {
  return tern_spirv_add_note(d, d->operands[0], UINT32_MAX, d->operands[1], d->operands + 2, d->operand_count - 2);
}

static bool read_member_decoration(tern_spirv_deserializer_t *d) {
  if (d->operands[1] == UINT32_MAX) return tern_spirv_error(d, "there is no member %u", d->operands[1]);
  return tern_spirv_add_note(d, d->operands[0], d->operands[1], d->operands[2], d->operands + 3, d->operand_count - 3);
}

static bool read_group(tern_spirv_deserializer_t *d) {
  return tern_spirv_define(d, d->operands[0], TERN_SPIRV_ID_GROUP) != NULL;
}

static bool read_group_decoration(tern_spirv_deserializer_t *d) {
  bool has_members = d->instruction->opcode == TERN_SPIRV_OPCODE_GROUPMEMBERDECORATE;
  tern_spirv_id_entry_t *group = tern_spirv_id_entry(d, d->operands[0]);
  if (!group) return false;
  if (group->kind != TERN_SPIRV_ID_GROUP) return tern_spirv_error(d, "id %u is no decoration group", d->operands[0]);
  if (has_members && d->operand_count % 2 == 0) return tern_spirv_error(d, "a target has no member");
  for (size_t i = 1; i < d->operand_count; i += has_members ? 2 : 1) {
    uint32_t member = has_members ? d->operands[i + 1] : UINT32_MAX;
    if (!tern_spirv_copy_notes(d, group, d->operands[i], member)) return false;
  }
  return true;
}

// --- entry points: read when all functions are known ---

static bool note_entry_point(tern_spirv_deserializer_t *d) {
  tern_vec_push(&d->entry_points, d->position);
  if (d->instruction->opcode != TERN_SPIRV_OPCODE_ENTRYPOINT) return true;
  size_t index = 2;
  const tern_ident_t *name = read_ident(d, &index);
  tern_spirv_id_entry_t *entry = name ? tern_spirv_id_entry(d, d->operands[1]) : NULL;
  if (!entry) return false;
  // In the IR the function's own name is that of the entry point.
  bool is_free = !entry->symbol && tern_map_set(&d->symbols, name, entry);
  if (!is_free && entry->symbol != name) {
    return tern_spirv_error(d, "entry point '%s' has the function or the name of another one", name->data);
  }
  entry->symbol = name;
  return true;
}

static const tern_attr_t *function_ref(tern_spirv_deserializer_t *d, uint32_t id) {
  tern_spirv_id_entry_t *entry = tern_spirv_id_entry(d, id);
  if (!entry) return NULL;
  if (entry->kind == TERN_SPIRV_ID_FUNCTION) return tern_spirv_symbol_ref(d, entry->symbol);
  tern_spirv_error(d, "id %u is no function", id);
  return NULL;
}

static bool read_entry_point(tern_spirv_deserializer_t *d) {
  size_t index = 2;
  const tern_ident_t *name = read_ident(d, &index);
  const tern_enum_row_t *row = TERN_SPIRV_ENUM(EXECUTION_MODEL);
  if (!name) return false;
  if (!tern_enum_case_name(row, d->operands[0])) {
    return tern_spirv_error(d, "%u is no execution model that is known", d->operands[0]);
  }
  const tern_attr_t *function = function_ref(d, d->operands[1]);
  TERN_VEC(const tern_attr_t *) interface = {0};
  bool is_ok = function != NULL;
  for (; is_ok && index < d->operand_count; ++index) {
    tern_spirv_id_entry_t *entry = tern_spirv_id_entry(d, d->operands[index]);
    is_ok = entry && entry->kind == TERN_SPIRV_ID_VARIABLE;
    if (entry && !is_ok) tern_spirv_error(d, "id %u is no global variable", d->operands[index]);
    if (is_ok) tern_vec_push(&interface, tern_spirv_symbol_ref(d, entry->symbol));
  }
  if (is_ok) {
    const tern_named_attr_t attrs[] = {
        {"execution_model", tern_enum_attr_get(d->context, row, d->operands[0])},
        {"fn", function},
        {"interface", tern_array_attr_get(d->context, interface.values, interface.count)},
    };
    tern_spirv_add_global(d, TERN_SPIRV(ENTRYPOINT), attrs, 3);
  }
  tern_vec_deinitialize(&interface);
  return is_ok;
}

static bool read_execution_mode(tern_spirv_deserializer_t *d) {
  const tern_enum_row_t *row = TERN_SPIRV_ENUM(EXECUTION_MODE);
  if (!tern_enum_case_name(row, d->operands[1])) {
    return tern_spirv_error(d, "%u is no execution mode that is known", d->operands[1]);
  }
  const tern_attr_t *function = function_ref(d, d->operands[0]);
  const tern_type_t *i32 = tern_i_type_get(d->context, 32);
  bool has_ids = d->instruction->opcode == TERN_SPIRV_OPCODE_EXECUTIONMODEID;
  TERN_VEC(const tern_attr_t *) values = {0};
  bool is_ok = function != NULL;
  for (size_t i = 2; is_ok && i < d->operand_count; ++i) {
    int64_t value = (int32_t)d->operands[i];
    is_ok = !has_ids || tern_spirv_integer_of_id(d, d->operands[i], &value);
    if (is_ok) tern_vec_push(&values, tern_integer_attr_get(i32, value));
  }
  if (is_ok) {
    const tern_named_attr_t attrs[] = {
        {"fn", function},
        {"execution_mode", tern_enum_attr_get(d->context, row, d->operands[1])},
        {"values", tern_array_attr_get(d->context, values.values, values.count)},
    };
    tern_spirv_add_global(d, TERN_SPIRV(EXECUTIONMODE), attrs, 3);
  }
  tern_vec_deinitialize(&values);
  return is_ok;
}

// --- instructions ---

// Instructions outside of functions, and how many operand words each has at least.
static const struct {
  uint16_t opcode;
  uint8_t min_operands;
  bool is_anywhere;  // in functions too
  bool (*read)(tern_spirv_deserializer_t *d);
} readers[] = {
    {TERN_SPIRV_OPCODE_NOP, 0, true, skip},
    {TERN_SPIRV_OPCODE_SOURCECONTINUED, 0, false, skip},
    {TERN_SPIRV_OPCODE_SOURCE, 0, false, skip},
    {TERN_SPIRV_OPCODE_SOURCEEXTENSION, 0, false, skip},
    {TERN_SPIRV_OPCODE_MODULEPROCESSED, 0, false, skip},
    {TERN_SPIRV_OPCODE_MEMBERNAME, 0, false, skip},
    {TERN_SPIRV_OPCODE_DECORATESTRING, 0, false, skip},  // reflection only
    {TERN_SPIRV_OPCODE_MEMBERDECORATESTRING, 0, false, skip},
    {TERN_SPIRV_OPCODE_NAME, 2, false, read_name},
    {TERN_SPIRV_OPCODE_STRING, 2, false, read_debug_string},
    {TERN_SPIRV_OPCODE_LINE, 3, true, read_line},
    {TERN_SPIRV_OPCODE_NOLINE, 0, true, skip},
    {TERN_SPIRV_OPCODE_CAPABILITY, 1, false, read_capability},
    {TERN_SPIRV_OPCODE_EXTENSION, 1, false, read_extension},
    {TERN_SPIRV_OPCODE_EXTINSTIMPORT, 2, false, read_ext_import},
    {TERN_SPIRV_OPCODE_MEMORYMODEL, 2, false, read_memory_model},
    {TERN_SPIRV_OPCODE_ENTRYPOINT, 3, false, note_entry_point},
    {TERN_SPIRV_OPCODE_EXECUTIONMODE, 2, false, note_entry_point},
    {TERN_SPIRV_OPCODE_EXECUTIONMODEID, 2, false, note_entry_point},
    {TERN_SPIRV_OPCODE_DECORATE, 2, false, read_decoration},
    {TERN_SPIRV_OPCODE_MEMBERDECORATE, 3, false, read_member_decoration},
    {TERN_SPIRV_OPCODE_DECORATIONGROUP, 1, false, read_group},
    {TERN_SPIRV_OPCODE_GROUPDECORATE, 1, false, read_group_decoration},
    {TERN_SPIRV_OPCODE_GROUPMEMBERDECORATE, 1, false, read_group_decoration},
    {TERN_SPIRV_OPCODE_FUNCTION, 4, false, tern_spirv_begin_function},
    {TERN_SPIRV_OPCODE_VARIABLE, 3, false, tern_spirv_read_global_variable},
};

static bool is_constant_instruction(const tern_spirv_instruction_t *instruction) {
  return strncmp(instruction->name, "OpConstant", 10) == 0 || strncmp(instruction->name, "OpSpecConstant", 14) == 0 ||
         instruction->opcode == TERN_SPIRV_OPCODE_UNDEF;
}

static bool read_instruction(tern_spirv_deserializer_t *d) {
  const tern_spirv_instruction_t *instruction = d->instruction;
  for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); ++i) {
    if (readers[i].opcode != instruction->opcode || (d->function && !readers[i].is_anywhere)) continue;
    if (d->operand_count < readers[i].min_operands) {
      return tern_spirv_error(d, "%s has %zu operand words, but it takes at least %u", instruction->name,
                              d->operand_count, (unsigned)readers[i].min_operands);
    }
    return readers[i].read(d);
  }
  if (d->function) return tern_spirv_read_in_function(d);
  if (strncmp(instruction->name, "OpType", 6) == 0) return tern_spirv_read_type(d);
  if (is_constant_instruction(instruction)) return tern_spirv_read_constant(d);
  if (instruction->opcode == TERN_SPIRV_OPCODE_EXTINST) return tern_spirv_read_encoded(d);
  return tern_spirv_error(d, "%s stands outside of a function", instruction->name);
}

// Makes the instruction at `position` the current one.
static bool fetch(tern_spirv_deserializer_t *d, size_t position) {
  uint32_t word = d->words[position];
  size_t count = word >> 16;
  d->position = position;
  if (count == 0) return tern_spirv_error(d, "an instruction of no words");
  if (count > d->word_count - position) {
    return tern_spirv_error(d, "an instruction of %zu words, but %zu are left", count, d->word_count - position);
  }
  d->operands = d->words + position + 1;
  d->operand_count = count - 1;
  d->instruction = tern_spirv_instruction_of_opcode(word & 0xffff);
  return d->instruction != NULL || tern_spirv_error(d, "opcode %u is not known", word & 0xffff);
}

static void locate(tern_spirv_deserializer_t *d) {
  if (d->options->debug_info) return;
  d->loc = tern_file_loc_get(d->context, tern_str_from_cstr(d->name), (uint32_t)d->position, 0);
}

static bool read_instructions(tern_spirv_deserializer_t *d) {
  for (size_t position = TERN_SPIRV_HEADER_WORDS; position < d->word_count; position += d->operand_count + 1) {
    if (!fetch(d, position)) return false;
    locate(d);
    if (!read_instruction(d)) return false;
  }
  d->position = d->word_count;
  if (d->function) return tern_spirv_error(d, "the last function has no end");
  if (!d->has_memory_model) return tern_spirv_error(d, "the module has no OpMemoryModel");
  for (size_t i = 0; i < d->entry_points.count; ++i) {
    if (!fetch(d, d->entry_points.values[i])) return false;
    locate(d);
    bool is_entry = d->instruction->opcode == TERN_SPIRV_OPCODE_ENTRYPOINT;
    if (!(is_entry ? read_entry_point(d) : read_execution_mode(d))) return false;
  }
  return true;
}

// Functions that are called, and types that are pointed to, may come after what names them; but they must come.
static bool check_definitions(tern_spirv_deserializer_t *d) {
  for (size_t i = 0; i < d->ids.entry_count; ++i) {
    const tern_spirv_id_entry_t *entry = d->ids.entries[i].value;
    if (entry->kind == TERN_SPIRV_ID_UNKNOWN && entry->symbol) {
      return tern_spirv_error_at(d, entry->position, "id %u is no function", entry->id);
    }
  }
  return true;
}

// --- header ---

static bool read_header(tern_spirv_deserializer_t *d) {
  if (d->word_count < TERN_SPIRV_HEADER_WORDS) {
    return tern_spirv_error_at(d, 0, "a binary of %zu words has no room for a header", d->word_count);
  }
  if (d->words[0] != TERN_SPIRV_MAGIC) {
    return tern_spirv_error_at(d, 0, "the magic number is 0x%08x, but that of SPIR-V is 0x%08x", d->words[0],
                               TERN_SPIRV_MAGIC);
  }
  uint32_t major = d->words[1] >> 16 & 0xff, minor = d->words[1] >> 8 & 0xff;
  if (major != 1 || !tern_enum_case_name(TERN_SPIRV_ENUM(VERSION), minor)) {
    return tern_spirv_error_at(d, 1, "version %u.%u is not known", major, minor);
  }
  d->version = minor;
  d->bound = d->words[3];
  if (d->bound == 0) return tern_spirv_error_at(d, 3, "the bound of ids is 0");
  if (d->words[4] != 0) return tern_spirv_error_at(d, 4, "the schema is %u, but only 0 is known", d->words[4]);
  return true;
}

static void make_module(tern_spirv_deserializer_t *d) {
  tern_op_state_t state = {.def = tern_op_def_of(d->context, TERN_SPIRV(MODULE)),
                           .loc = tern_file_loc_get(d->context, tern_str_from_cstr(d->name), 0, 0),
                           .region_count = 1};
  d->loc = state.loc;
  d->module = tern_op_create(d->context, &state);
  tern_region_add_block(&d->module->regions[0]);
}

static bool read_module(tern_spirv_deserializer_t *d) {
  if (!read_header(d)) return false;
  make_module(d);
  if (!read_instructions(d) || !check_definitions(d)) return false;
  tern_op_set_attr(d->module, "vce_triple",
                   tern_spirv_vce_get(d->context, d->version, d->capabilities.values, d->capabilities.count,
                                      d->extensions.values, d->extensions.count));
  return true;
}

static void deinitialize(tern_spirv_deserializer_t *d) {
  tern_map_t *maps[] = {&d->ids, &d->decoders, &d->symbols, &d->entry_names};
  for (size_t i = 0; i < sizeof(maps) / sizeof(maps[0]); ++i) tern_map_deinitialize(maps[i]);
  tern_vec_deinitialize(&d->capabilities);
  tern_vec_deinitialize(&d->extensions);
  tern_vec_deinitialize(&d->entry_points);
  tern_vec_deinitialize(&d->constructs);
  for (size_t i = 0; i < d->phis.count; ++i) tern_map_deinitialize(&d->phis.values[i].values);
  tern_vec_deinitialize(&d->phis);
  tern_vec_deinitialize(&d->global_uses);
  tern_arena_deinitialize(&d->arena);
}

tern_op_t *tern_spirv_deserialize(tern_context_t *context, const uint32_t *words, size_t word_count, const char *name,
                                  const tern_spirv_deserialize_options_t *options) {
  tern_spirv_deserializer_t d = {
      .context = context, .name = name, .options = options, .words = words, .word_count = word_count};
  tern_arena_initialize(&d.arena);
  if (word_count && words[0] == __builtin_bswap32(TERN_SPIRV_MAGIC)) {
    uint32_t *swapped = tern_arena_alloc_array(&d.arena, word_count, sizeof(uint32_t));
    for (size_t i = 0; i < word_count; ++i) swapped[i] = __builtin_bswap32(words[i]);
    d.words = swapped;
  }
  bool is_ok = read_module(&d);
  deinitialize(&d);
  if (is_ok) return d.module;
  // What was made is not whole: operands may be missing. The context frees it.
  return NULL;
}

// Serializes a spirv.module: sections, symbols, names and lines. Types, constants, globals, ops and control flow are in
// the files beside.
//
// Types, constants and variables are emitted when their id is first asked for, so that each comes after what it needs.
// Equal types and constants have one id.

#include <stdlib.h>

#include "base/arena.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "target/spirv/serialize_private.h"

// The generator's number in the header: none is registered for tern, so it is that of "unknown".
enum { GENERATOR = 0 };

uint32_t tern_spirv_id_or_new(tern_spirv_serializer_t *s, tern_map_t *map, const void *key) {
  uint32_t id = tern_spirv_id_get(map, key);
  if (id) return id;
  id = tern_spirv_new_id(s);
  tern_spirv_id_set(map, key, id);
  return id;
}

// --- instructions ---

bool tern_spirv_emit(const tern_op_t *op, tern_spirv_words_t *section, uint32_t opcode, const uint32_t *operands,
                     size_t count) {
  if (count + 1 > TERN_SPIRV_MAX_INSTRUCTION_WORDS) {
    return tern_op_error(op, "takes an instruction of %zu words, but SPIR-V has room for %d", count + 1,
                         TERN_SPIRV_MAX_INSTRUCTION_WORDS);
  }
  tern_spirv_words_push(section, (uint32_t)(count + 1) << 16 | opcode);
  for (size_t i = 0; i < count; ++i) tern_spirv_words_push(section, operands[i]);
  return true;
}

uint32_t tern_spirv_emit_unique(tern_spirv_serializer_t *s, const tern_op_t *op, uint32_t opcode,
                                const uint32_t *operands, size_t count, size_t result_place) {
  TERN_VEC(uint32_t) key = {0};
  tern_vec_push(&key, opcode);
  for (size_t i = 0; i < count; ++i) tern_vec_push(&key, operands[i]);
  const tern_ident_t *blob =
      tern_ident_get(s->context, tern_str_make((const char *)key.values, key.count * sizeof(uint32_t)));
  uint32_t id = tern_spirv_id_get(&s->unique, blob);
  if (!id) {
    id = tern_spirv_new_id(s);
    tern_vec_push(&key, 0);
    for (size_t i = key.count - 1; i > result_place; --i) key.values[i] = key.values[i - 1];
    for (size_t i = 0; i < result_place; ++i) key.values[i] = operands[i];
    key.values[result_place] = id;
    for (size_t i = result_place; i < count; ++i) key.values[i + 1] = operands[i];
    if (tern_spirv_emit(op, &s->globals, opcode, key.values, count + 1)) {
      tern_spirv_id_set(&s->unique, blob, id);
    } else {
      id = 0;
    }
  }
  tern_vec_deinitialize(&key);
  return id;
}

void tern_spirv_emit_name(tern_spirv_serializer_t *s, uint32_t id, tern_str_t name) {
  enum { MAX_NAME = 4 * 60000 };
  if (!s->options.emit_symbol_names || !name.size || name.size > MAX_NAME) return;
  size_t start = s->names.count;
  tern_spirv_words_push(&s->names, 0);
  tern_spirv_words_push(&s->names, id);
  tern_spirv_words_push_string(&s->names, name);
  s->names.values[start] = (uint32_t)(s->names.count - start) << 16 | TERN_SPIRV_OPCODE_NAME;
}

static uint32_t file_id(tern_spirv_serializer_t *s, const tern_ident_t *name) {
  uint32_t id = tern_spirv_id_get(&s->files, name);
  if (id) return id;
  id = tern_spirv_id_or_new(s, &s->files, name);
  size_t start = s->debug_strings.count;
  tern_spirv_words_push(&s->debug_strings, 0);
  tern_spirv_words_push(&s->debug_strings, id);
  tern_spirv_words_push_string(&s->debug_strings, tern_ident_str(name));
  s->debug_strings.values[start] = (uint32_t)(s->debug_strings.count - start) << 16 | TERN_SPIRV_OPCODE_STRING;
  return id;
}

void tern_spirv_emit_line(tern_spirv_serializer_t *s, const tern_op_t *op) {
  if (!s->options.emit_debug_lines) return;
  const tern_attr_t *loc = tern_loc_find_file(op->loc);
  if (!loc || loc == s->current_line) return;
  s->current_line = loc;
  uint32_t file = file_id(s, (const tern_ident_t *)(uintptr_t)loc->params[0]);
  TERN_SPIRV_EMIT(op, &s->body, TERN_SPIRV_OPCODE_LINE, file, (uint32_t)loc->params[1], (uint32_t)loc->params[2]);
}

// --- symbols ---

uint32_t tern_spirv_symbol_id(tern_spirv_serializer_t *s, const tern_op_t *op, tern_str_t name) {
  tern_op_t *target = tern_symbol_table_lookup(&s->symbol_table, name);
  if (!target) {
    tern_op_error(op, "names '%.*s', which the module does not define", (int)name.size, name.data);
    return 0;
  }
  uint32_t id = tern_spirv_id_get(&s->symbols, target);
  if (id) return id;
  id = tern_spirv_id_or_new(s, &s->symbols, target);
  if (!tern_spirv_is_global(target)) return id;
  return tern_spirv_serialize_global(s, target, id) ? id : 0;
}

// --- sections ---

static bool serialize_capabilities(tern_spirv_serializer_t *s) {
  const tern_attr_t *vce = tern_op_attr(s->module, "vce_triple");
  if (!tern_attr_is_spirv(vce, TERN_SPIRV_ATTR_VCE)) {
    return tern_op_error(s->module, "has no version, capabilities and extensions: run --spirv-update-vce first");
  }
  s->structures_control_flow = false;
  for (size_t i = 0; i < tern_spirv_vce_capability_count(vce); ++i) {
    uint32_t capability = tern_spirv_vce_capability(vce, i);
    TERN_SPIRV_EMIT(s->module, &s->capabilities, TERN_SPIRV_OPCODE_CAPABILITY, capability);
    s->structures_control_flow |= capability == TERN_SPIRV_CAPABILITY_SHADER ||
                                  tern_spirv_capability_implies(capability, TERN_SPIRV_CAPABILITY_SHADER);
  }
  for (size_t i = 0; i < tern_spirv_vce_extension_count(vce); ++i) {
    size_t start = s->extensions.count;
    tern_spirv_words_push(&s->extensions, 0);
    const char *name = tern_spirv_extension_name(tern_spirv_vce_extension(vce, i));
    tern_spirv_words_push_string(&s->extensions, tern_str_from_cstr(name));
    s->extensions.values[start] = (uint32_t)(s->extensions.count - start) << 16 | TERN_SPIRV_OPCODE_EXTENSION;
  }
  return true;
}

static bool serialize_entry_point(tern_spirv_serializer_t *s, tern_op_t *op) {
  tern_spirv_words_t words = {0};
  tern_spirv_words_push(&words, (uint32_t)tern_enum_attr_value(tern_op_attr(op, "execution_model")));
  tern_str_t name = tern_symbol_ref_attr_at(tern_op_attr(op, "fn"), 0);
  uint32_t id = tern_spirv_symbol_id(s, op, name);
  bool is_ok = id != 0;
  tern_spirv_words_push(&words, id);
  tern_spirv_words_push_string(&words, name);
  const tern_attr_t *interface = tern_op_attr(op, "interface");
  for (size_t i = 0; is_ok && interface && i < tern_array_attr_count(interface); ++i) {
    id = tern_spirv_symbol_id(s, op, tern_symbol_ref_attr_at(tern_array_attr_at(interface, i), 0));
    is_ok = id != 0;
    tern_spirv_words_push(&words, id);
  }
  is_ok = is_ok && tern_spirv_emit(op, &s->entry_points, TERN_SPIRV_OPCODE_ENTRYPOINT, words.values, words.count);
  tern_spirv_words_deinitialize(&words);
  return is_ok;
}

// Modes whose operands are ids of constants.
static bool takes_ids(const tern_spirv_enumerant_t *mode) {
  return mode && mode->parameter_count && tern_spirv_kind(mode->parameters[0])->category == TERN_SPIRV_ID;
}

static bool serialize_execution_mode(tern_spirv_serializer_t *s, tern_op_t *op) {
  uint32_t mode = (uint32_t)tern_enum_attr_value(tern_op_attr(op, "execution_mode"));
  uint32_t function = tern_spirv_symbol_id(s, op, tern_symbol_ref_attr_at(tern_op_attr(op, "fn"), 0));
  bool uses_ids = takes_ids(tern_spirv_enumerant_of_value(TERN_SPIRV_KIND_EXECUTIONMODE, mode));
  const tern_attr_t *values = tern_op_attr(op, "values");
  tern_spirv_words_t words = {0};
  tern_spirv_words_push(&words, function);
  tern_spirv_words_push(&words, mode);
  bool is_ok = function != 0;
  for (size_t i = 0; is_ok && i < tern_int_list_attr_count(values); ++i) {
    uint32_t value = (uint32_t)tern_int_list_attr_at(values, i);
    if (uses_ids) value = tern_spirv_i32_constant_id(s, op, value);
    is_ok = !uses_ids || value;
    tern_spirv_words_push(&words, value);
  }
  uint32_t opcode = uses_ids ? TERN_SPIRV_OPCODE_EXECUTIONMODEID : TERN_SPIRV_OPCODE_EXECUTIONMODE;
  is_ok = is_ok && tern_spirv_emit(op, &s->execution_modes, opcode, words.values, words.count);
  tern_spirv_words_deinitialize(&words);
  return is_ok;
}

static bool serialize_module_op(tern_spirv_serializer_t *s, tern_op_t *op) {
  if (tern_op_is(op, TERN_SPIRV(FUNC))) return tern_spirv_serialize_function(s, op);
  if (tern_op_is(op, TERN_SPIRV(ENTRYPOINT))) return serialize_entry_point(s, op);
  if (tern_op_is(op, TERN_SPIRV(EXECUTIONMODE))) return serialize_execution_mode(s, op);
  if (tern_spirv_is_global(op)) return tern_spirv_symbol_id(s, op, tern_symbol_name(op)) != 0;
  return tern_op_error(op, "has no form in a SPIR-V binary");
}

static bool serialize_sections(tern_spirv_serializer_t *s) {
  tern_op_t *module = s->module;
  if (!serialize_capabilities(s)) return false;
  TERN_SPIRV_EMIT(module, &s->memory_model, TERN_SPIRV_OPCODE_MEMORYMODEL,
                  (uint32_t)tern_enum_attr_value(tern_op_attr(module, "addressing_model")),
                  (uint32_t)tern_enum_attr_value(tern_op_attr(module, "memory_model")));
  bool is_ok = true;
  tern_block_t *body = tern_op_body(module, 0);
  for (tern_op_t *op = body ? body->first_op : NULL; op; op = op->next) is_ok = serialize_module_op(s, op) && is_ok;
  return is_ok;
}

static void append_sections(tern_spirv_serializer_t *s, tern_spirv_words_t *out_words) {
  uint32_t version = tern_spirv_vce_version(tern_op_attr(s->module, "vce_triple"));
  const uint32_t header[TERN_SPIRV_HEADER_WORDS] = {TERN_SPIRV_MAGIC, 1u << 16 | version << 8, GENERATOR, s->next_id,
                                                    0};
  for (size_t i = 0; i < TERN_SPIRV_HEADER_WORDS; ++i) tern_spirv_words_push(out_words, header[i]);
  if (s->debug_strings.count) {
    TERN_SPIRV_EMIT(s->module, &s->debug_strings, TERN_SPIRV_OPCODE_SOURCE, TERN_SPIRV_SOURCELANGUAGE_UNKNOWN, 0);
  }
  const tern_spirv_words_t *sections[] = {&s->capabilities, &s->extensions,      &s->ext_imports,   &s->memory_model,
                                          &s->entry_points, &s->execution_modes, &s->debug_strings, &s->names,
                                          &s->decorations,  &s->globals,         &s->declarations,  &s->functions};
  for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); ++i) tern_spirv_words_append(out_words, sections[i]);
}

static void deinitialize(tern_spirv_serializer_t *s) {
  tern_spirv_words_t *lists[] = {
      &s->capabilities,    &s->extensions,    &s->ext_imports, &s->memory_model, &s->entry_points,
      &s->execution_modes, &s->debug_strings, &s->names,       &s->decorations,  &s->globals,
      &s->declarations,    &s->functions,     &s->variables,   &s->body};
  for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); ++i) tern_spirv_words_deinitialize(lists[i]);
  tern_map_t *maps[] = {&s->values, &s->labels,    &s->types,       &s->symbols,       &s->unique, &s->undefined,
                        &s->files,  &s->encodings, &s->in_progress, &s->branch_labels, &s->blocks, &s->used_merges};
  for (size_t i = 0; i < sizeof(maps) / sizeof(maps[0]); ++i) tern_map_deinitialize(maps[i]);
  tern_vec_deinitialize(&s->phi_fixups);
  tern_vec_deinitialize(&s->dead_labels);
  tern_vec_deinitialize(&s->forward_pointers);
  tern_symbol_table_deinitialize(&s->symbol_table);
  tern_arena_deinitialize(&s->arena);
}

bool tern_spirv_serialize(tern_op_t *spirv_module, const tern_spirv_serialize_options_t *options,
                          tern_spirv_words_t *out_words) {
  tern_spirv_serializer_t s = {
      .context = tern_op_context(spirv_module), .module = spirv_module, .options = *options, .next_id = 1};
  tern_arena_initialize(&s.arena);
  tern_symbol_table_initialize(&s.symbol_table, spirv_module);
  bool is_ok = serialize_sections(&s);
  if (is_ok) append_sections(&s, out_words);
  deinitialize(&s);
  return is_ok;
}

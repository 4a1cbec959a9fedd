// Reading a file: its header, its sections, and the tables of strings, dialects and op names.

#include "bytecode/reader.h"

#include <inttypes.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "bytecode/bytecode.h"

typedef struct sections {
  tern_str_t bytes[TERN_SECTION_COUNT];
  bool is_there[TERN_SECTION_COUNT];
} sections_t;

static const char *const section_names[TERN_SECTION_COUNT] = {
    [TERN_SECTION_STRINGS] = "String (0)",
    [TERN_SECTION_DIALECTS] = "Dialect (1)",
    [TERN_SECTION_ATTRS_AND_TYPES] = "AttrType (2)",
    [TERN_SECTION_ATTR_AND_TYPE_OFFSETS] = "AttrTypeOffset (3)",
    [TERN_SECTION_IR] = "IR (4)",
    [TERN_SECTION_RESOURCES] = "Resource (5)",
    [TERN_SECTION_RESOURCE_OFFSETS] = "ResourceOffset (6)",
    [TERN_SECTION_DIALECT_VERSION] = "DialectVersions (7)",
    [TERN_SECTION_PROPERTIES] = "Properties (8)",
};

// --- diagnostics ---

// Stands between what emits and the handler: an error is followed by a note that says who wrote the file, as upstream
// has it, behind the notes that belong to the error.
typedef struct producer_note {
  tern_bytecode_file_t *file;
  tern_diagnostic_handler_t handler;
  void *user;
  bool is_due;
} producer_note_t;

static void emit_producer_note(producer_note_t *note) {
  if (!note->is_due) return;
  note->is_due = false;
  const tern_bytecode_file_t *file = note->file;
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "in bytecode version %" PRIu64 " produced by: %.*s", file->version,
                                    (int)file->producer.size, file->producer.data);
  const tern_diagnostic_t diagnostic = {.severity = TERN_NOTE, .loc = file->loc, .message = text.data};
  if (note->handler) note->handler(&diagnostic, note->user);
  tern_string_builder_deinitialize(&text);
}

static void forward_diagnostic(const tern_diagnostic_t *diagnostic, void *user) {
  producer_note_t *note = user;
  if (diagnostic->severity != TERN_NOTE) emit_producer_note(note);
  if (note->handler) note->handler(diagnostic, note->user);
  if (diagnostic->severity == TERN_ERROR) note->is_due = true;
}

// --- header and sections ---

static bool read_header(tern_decoder_t *decoder) {
  tern_bytecode_file_t *file = decoder->file;
  tern_str_t magic;
  if (!tern_decode_bytes(decoder, 4, &magic)) return false;
  if (!tern_is_bytecode(magic))
    return tern_decoder_error(decoder, "expected MLIR's bytecode, which begins with ML\\EFR");
  if (!tern_decode_varint(decoder, &file->version)) return false;
  if (file->version > TERN_BYTECODE_VERSION) {
    return tern_decoder_error(decoder, "bytecode version %" PRIu64 " is newer than the current version %d",
                              file->version, TERN_BYTECODE_VERSION);
  }
  return tern_decode_c_string(decoder, &file->producer);
}

static bool is_required(size_t section, uint64_t version) {
  return section <= TERN_SECTION_IR || (section == TERN_SECTION_PROPERTIES && version >= TERN_BYTECODE_HAS_PROPERTIES);
}

static bool read_sections(tern_decoder_t *decoder, sections_t *out_sections) {
  while (tern_decoder_remaining(decoder)) {
    tern_bytecode_section_t id;
    tern_str_t bytes;
    if (!tern_decode_section(decoder, &id, &bytes)) return false;
    if (out_sections->is_there[id]) {
      return tern_decoder_error(decoder, "duplicate top-level section: %s", section_names[id]);
    }
    out_sections->is_there[id] = true;
    out_sections->bytes[id] = bytes;
  }
  for (size_t i = 0; i < TERN_SECTION_COUNT; ++i) {
    if (!out_sections->is_there[i] && is_required(i, decoder->file->version)) {
      return tern_decoder_error(decoder, "missing data for top-level section: %s", section_names[i]);
    }
  }
  bool has_resources = out_sections->is_there[TERN_SECTION_RESOURCES];
  if (has_resources != out_sections->is_there[TERN_SECTION_RESOURCE_OFFSETS]) {
    return tern_decoder_error(decoder, has_resources
                                           ? "expected resource offset section when resource section is present"
                                           : "unexpected resource offset section when resource section is not present");
  }
  return true;
}

// --- strings and properties ---

// The sizes stand in reverse order, so that the end of the section gives the place of each.
static bool read_strings(tern_bytecode_file_t *file, tern_str_t bytes) {
  tern_decoder_t decoder = tern_decoder_of(file, bytes);
  uint64_t count;
  if (!tern_decode_varint(&decoder, &count)) return false;
  // A string has at least its size, so that there are no more strings than bytes.
  if (count > tern_decoder_remaining(&decoder)) {
    return tern_decoder_error(&decoder, "attempting to parse a byte at the end of the bytecode");
  }
  file->string_count = (size_t)count;
  file->strings = tern_arena_alloc_array(&file->arena, file->string_count, sizeof(file->strings[0]));
  size_t end = bytes.size;
  for (size_t i = file->string_count; i-- > 0;) {
    uint64_t size;
    if (!tern_decode_varint(&decoder, &size)) return false;
    if (size > end) return tern_decoder_error(&decoder, "string size exceeds the available data size");
    end -= (size_t)size;
    file->strings[i] = tern_str_make(bytes.data + end, (size_t)size);
  }
  if (decoder.cursor != (const uint8_t *)bytes.data + end) {
    return tern_decoder_error(&decoder, "unexpected trailing data between the offsets for strings and their data");
  }
  for (size_t i = 0; i < file->string_count; ++i) {
    tern_str_t *string = &file->strings[i];
    bool is_ended = string->size && !string->data[string->size - 1];
    if (!is_ended) return tern_decoder_error(&decoder, "string %zu does not end in a NUL", i);
    --string->size;
  }
  return true;
}

static bool read_property_table(tern_bytecode_file_t *file, tern_str_t bytes) {
  if (!bytes.size) return true;
  tern_decoder_t decoder = tern_decoder_of(file, bytes);
  if (!tern_decode_count_of(&decoder, "properties", 1, &file->property_count)) return false;
  file->properties = tern_arena_alloc_array(&file->arena, file->property_count, sizeof(file->properties[0]));
  for (size_t i = 0; i < file->property_count; ++i) {
    if (!tern_decode_blob(&decoder, &file->properties[i])) return false;
  }
  if (!tern_decoder_remaining(&decoder)) return true;
  return tern_decoder_error(&decoder, "unexpected trailing bytes after the properties");
}

// --- dialects ---

const tern_dialect_encoding_t *tern_dialect_encoding_of(const tern_context_t *context, tern_str_t dialect) {
  if (tern_str_equal_cstr(dialect, "builtin")) return &tern_builtin_encoding;
  const tern_dialect_t *found = tern_context_find_dialect(context, dialect);
  return found ? found->encoding : NULL;
}

static bool read_version(tern_decoder_t *decoder, tern_file_dialect_t *dialect) {
  if (!dialect->encoding || !dialect->encoding->read_version) {
    return tern_decoder_error(decoder, "dialect '%.*s' has no versions here, but the file gives one",
                              (int)dialect->name.size, dialect->name.data);
  }
  tern_decoder_t nested = tern_decoder_of(decoder->file, dialect->version_bytes);
  if (!dialect->encoding->read_version(&nested, &dialect->version)) return false;
  if (tern_decoder_remaining(&nested)) {
    return tern_decoder_error(&nested, "unexpected trailing bytes after the version of dialect '%.*s'",
                              (int)dialect->name.size, dialect->name.data);
  }
  dialect->has_version = true;
  return true;
}

bool tern_file_dialect_load(tern_decoder_t *decoder, tern_file_dialect_t *dialect) {
  if (dialect->is_loaded) return true;
  tern_context_t *context = decoder->file->context;
  dialect->dialect = tern_context_find_dialect(context, dialect->name);
  dialect->encoding = tern_dialect_encoding_of(context, dialect->name);
  if (!dialect->dialect && !dialect->encoding && !tern_context_allows_unregistered(context)) {
    tern_decoder_error(decoder, "dialect '%.*s' is unknown", (int)dialect->name.size, dialect->name.data);
    tern_emit_note(decoder->file->loc, "if that is intended, use --allow-unregistered-dialect");
    return false;
  }
  // What the version of a dialect means that nobody knows, nobody knows either.
  bool is_known = dialect->dialect || dialect->encoding;
  if (is_known && dialect->version_bytes.size && !read_version(decoder, dialect)) return false;
  dialect->is_loaded = true;
  return true;
}

bool tern_decoder_dialect_version(tern_decoder_t *decoder, const char *name, tern_dialect_version_t *out_version) {
  tern_bytecode_file_t *file = decoder->file;
  for (size_t i = 0; i < file->dialect_count; ++i) {
    tern_file_dialect_t *dialect = &file->dialects[i];
    if (!tern_str_equal_cstr(dialect->name, name)) continue;
    if (!tern_file_dialect_load(decoder, dialect) || !dialect->has_version) return false;
    *out_version = dialect->version;
    return true;
  }
  return false;
}

bool tern_decode_group(tern_decoder_t *decoder, tern_group_entry_fn_t read_entry, void *user) {
  size_t dialect, count;
  if (!tern_decode_index(decoder, decoder->file->dialect_count, "dialect", &dialect)) return false;
  if (!tern_decode_count(decoder, &count)) return false;
  for (size_t i = 0; i < count; ++i) {
    if (!read_entry(decoder, &decoder->file->dialects[dialect], user)) return false;
  }
  return true;
}

static bool has_nul(tern_str_t text) { return memchr(text.data, 0, text.size) != NULL; }

static bool read_op_name(tern_decoder_t *decoder, tern_file_dialect_t *dialect, void *user) {
  (void)user;
  tern_bytecode_file_t *file = decoder->file;
  tern_file_op_name_t name = {.dialect = dialect, .was_registered = true};
  if (file->version < TERN_BYTECODE_HAS_PROPERTIES) {
    if (!tern_decode_string(decoder, &name.name)) return false;
  } else {
    uint64_t index;
    if (!tern_decode_varint_with_flag(decoder, &index, &name.was_registered)) return false;
    if (!tern_decode_string_at(decoder, index, &name.name)) return false;
  }
  if (has_nul(name.name)) return tern_decoder_error(decoder, "the name of an operation has a NUL in it");
  tern_vec_push(&file->op_names, name);
  return true;
}

static bool read_dialect(tern_decoder_t *decoder, tern_file_dialect_t *dialect) {
  *dialect = (tern_file_dialect_t){.dialect = NULL};
  uint64_t index;
  bool has_version = false;
  if (decoder->file->version < TERN_BYTECODE_HAS_DIALECT_VERSIONS) {
    if (!tern_decode_varint(decoder, &index)) return false;
  } else if (!tern_decode_varint_with_flag(decoder, &index, &has_version)) {
    return false;
  }
  if (!tern_decode_string_at(decoder, index, &dialect->name)) return false;
  if (!dialect->name.size || has_nul(dialect->name)) {
    return tern_decoder_error(decoder, "string %" PRIu64 " cannot be the name of a dialect", index);
  }
  if (!has_version) return true;
  tern_bytecode_section_t id;
  if (!tern_decode_section(decoder, &id, &dialect->version_bytes)) return false;
  if (id == TERN_SECTION_DIALECT_VERSION) return true;
  return tern_decoder_error(decoder, "expected dialect version section, but found %s", section_names[id]);
}

static bool read_dialects(tern_bytecode_file_t *file, tern_str_t bytes) {
  tern_decoder_t decoder = tern_decoder_of(file, bytes);
  size_t count;
  if (!tern_decode_count_of(&decoder, "dialects", 1, &count)) return false;
  file->dialects = tern_arena_alloc_array(&file->arena, count, sizeof(file->dialects[0]));
  for (; file->dialect_count < count; ++file->dialect_count) {
    if (!read_dialect(&decoder, &file->dialects[file->dialect_count])) return false;
  }
  // How many names there are is only said to make room for them.
  size_t name_count;
  bool has_name_count = file->version >= TERN_BYTECODE_HAS_OPTIONAL_LOCATIONS;
  if (has_name_count && !tern_decode_count_of(&decoder, "operation names", 1, &name_count)) return false;
  while (tern_decoder_remaining(&decoder)) {
    if (!tern_decode_group(&decoder, read_op_name, NULL)) return false;
  }
  return true;
}

// --- a file ---

static bool upgrade(tern_bytecode_file_t *file, tern_op_t *root) {
  for (size_t i = 0; i < file->dialect_count; ++i) {
    const tern_file_dialect_t *dialect = &file->dialects[i];
    if (dialect->has_version && dialect->encoding->upgrade && !dialect->encoding->upgrade(root, &dialect->version)) {
      return false;
    }
  }
  return true;
}

static bool read_contents(tern_bytecode_file_t *file, tern_decoder_t *decoder, tern_op_t *wrapper) {
  sections_t sections = {0};
  const tern_str_t *bytes = sections.bytes;
  return read_sections(decoder, &sections) && read_strings(file, bytes[TERN_SECTION_STRINGS]) &&
         read_property_table(file, bytes[TERN_SECTION_PROPERTIES]) &&
         read_dialects(file, bytes[TERN_SECTION_DIALECTS]) &&
         (!sections.is_there[TERN_SECTION_RESOURCES] ||
          tern_file_read_resources(file, bytes[TERN_SECTION_RESOURCES], bytes[TERN_SECTION_RESOURCE_OFFSETS])) &&
         tern_file_read_entry_tables(file, bytes[TERN_SECTION_ATTRS_AND_TYPES],
                                     bytes[TERN_SECTION_ATTR_AND_TYPE_OFFSETS]) &&
         tern_file_read_ir(file, bytes[TERN_SECTION_IR], tern_op_body(wrapper, 0)) &&
         tern_file_apply_use_orders(file, wrapper) && upgrade(file, wrapper);
}

static tern_op_t *make_wrapper(const tern_bytecode_file_t *file) {
  tern_context_t *context = file->context;
  tern_op_t *wrapper = tern_op_create(context, &(tern_op_state_t){
                                                   .def = tern_op_def_get(context, TERN_STR("builtin.module")),
                                                   .loc = file->loc,
                                                   .region_count = 1,
                                               });
  tern_region_add_block(&wrapper->regions[0]);
  return wrapper;
}

// The wrapper itself, or the only module in it.
static tern_op_t *unwrap(tern_op_t *wrapper) {
  tern_op_t *only = tern_op_body(wrapper, 0)->first_op;
  if (!only || only->next || !tern_str_equal_cstr(tern_op_name(only), "builtin.module")) return wrapper;
  tern_op_remove(only);
  tern_op_destroy(wrapper);
  return only;
}

static void deinitialize(tern_bytecode_file_t *file) {
  tern_vec_deinitialize(&file->op_names);
  tern_vec_deinitialize(&file->resources);
  tern_vec_deinitialize(&file->use_orders);
  tern_arena_deinitialize(&file->scratch);
  tern_arena_deinitialize(&file->arena);
}

tern_op_t *tern_bytecode_read(tern_context_t *context, tern_str_t name, tern_str_t bytes) {
  tern_bytecode_file_t file = {
      .context = context,
      .loc = tern_file_loc_get(context, name, 0, 0),
      .begin = (const uint8_t *)bytes.data,
      .end = (const uint8_t *)bytes.data + bytes.size,
      .attrs.what = "Attribute",
      .types.what = "Type",
  };
  tern_arena_initialize(&file.arena);
  tern_arena_initialize(&file.scratch);
  tern_diagnostics_set_printers(context, tern_print_type, tern_print_attr);
  tern_decoder_t decoder = tern_decoder_of(&file, bytes);
  tern_op_t *wrapper = make_wrapper(&file);
  bool is_ok = read_header(&decoder);
  if (is_ok) {
    const tern_diagnostics_t *diagnostics = tern_context_diagnostics(context);
    producer_note_t note = {.file = &file, .handler = diagnostics->handler, .user = diagnostics->user};
    tern_diagnostics_set_handler(context, forward_diagnostic, &note);
    is_ok = read_contents(&file, &decoder, wrapper);
    emit_producer_note(&note);
    tern_diagnostics_set_handler(context, note.handler, note.user);
  }
  if (!is_ok) tern_op_destroy(wrapper);
  deinitialize(&file);
  return is_ok ? unwrap(wrapper) : NULL;
}

tern_op_t *tern_read_module(tern_context_t *context, tern_str_t name, tern_str_t bytes) {
  return tern_is_bytecode(bytes) ? tern_bytecode_read(context, name, bytes) : tern_parse_module(context, name, bytes);
}

// Writing a file: its header, its tables, and the sections around them.

#include "bytecode/writer.h"

#include <stdlib.h>

#include "asm/printer.h"
#include "asm/resource.h"

// --- tables ---

// Writes (dialect, count, entries) for each run of entries of one dialect.
static void write_groups(tern_bytecode_writer_t *writer, tern_emitter_t *out, const tern_numbering_t *numbering,
                         void (*write_entry)(tern_bytecode_writer_t *writer, tern_emitter_t *out,
                                             const tern_numbered_t *entry, void *user),
                         void *user) {
  size_t count = numbering->entries.count;
  tern_numbered_t *const *entries = numbering->entries.values;
  for (size_t begin = 0, end; begin < count; begin = end) {
    for (end = begin + 1; end < count && entries[end]->dialect == entries[begin]->dialect;) ++end;
    tern_emit_varint(out, entries[begin]->dialect);
    tern_emit_varint(out, end - begin);
    for (size_t i = begin; i < end; ++i) write_entry(writer, out, entries[i], user);
  }
}

static void write_op_name(tern_bytecode_writer_t *writer, tern_emitter_t *out, const tern_numbered_t *entry,
                          void *user) {
  (void)user;
  const tern_op_def_t *def = entry->object;
  tern_str_t name = tern_ident_str(def->name);
  size_t dot = tern_str_find_char(name, '.');
  uint64_t string = tern_writer_string(writer, tern_str_drop(name, dot < name.size ? dot + 1 : dot));
  if (writer->version >= TERN_BYTECODE_HAS_PROPERTIES) string = string << 1 | (def->row != NULL);
  tern_emit_varint(out, string);
}

static void write_dialects(tern_bytecode_writer_t *writer, tern_emitter_t *out) {
  tern_emitter_t section = {0};
  tern_emit_varint(&section, writer->dialects.count);
  for (size_t i = 0; i < writer->dialects.count; ++i) {
    const tern_numbered_dialect_t *dialect = &writer->dialects.values[i];
    uint64_t name = tern_writer_string(writer, dialect->name);
    if (writer->version < TERN_BYTECODE_HAS_DIALECT_VERSIONS) {
      tern_emit_varint(&section, name);
      continue;
    }
    tern_emitter_t version = {0};
    tern_encoder_t encoder = {.writer = writer, .out = &version};
    if (dialect->encoding && dialect->encoding->write_version) dialect->encoding->write_version(&encoder, writer->root);
    bool has_version = version.bytes.count != 0;
    tern_emit_varint(&section, name << 1 | has_version);
    if (has_version) tern_emit_section(&section, TERN_SECTION_DIALECT_VERSION, &version);
    tern_emitter_deinitialize(&version);
  }
  if (writer->version >= TERN_BYTECODE_HAS_OPTIONAL_LOCATIONS) {
    tern_emit_varint(&section, writer->op_names.entries.count);
  }
  write_groups(writer, &section, &writer->op_names, write_op_name, NULL);
  tern_emit_section(out, TERN_SECTION_DIALECTS, &section);
}

static void write_text(tern_emitter_t *out, const tern_string_builder_t *text) {
  tern_emit_bytes(out, text->data, text->size);
  tern_emit_byte(out, 0);
}

// Writes an entry's encoding to `contents`, and its size to `out`.
static void write_entry(tern_bytecode_writer_t *writer, tern_emitter_t *out, const tern_numbered_t *entry,
                        tern_emitter_t *contents, bool is_type) {
  size_t begin = contents->bytes.count;
  tern_encoder_t encoder = {.writer = writer, .out = contents};
  const tern_dialect_encoding_t *encoding = writer->dialects.values[entry->dialect].encoding;
  bool is_encoded = encoding && (is_type ? encoding->write_type && encoding->write_type(&encoder, entry->object)
                                         : encoding->write_attr && encoding->write_attr(&encoder, entry->object));
  if (!is_encoded) {
    tern_string_builder_t text = {0};
    if (is_type) {
      tern_print_type(entry->object, &text);
    } else {
      tern_print_attr(entry->object, &text);
    }
    write_text(contents, &text);
    tern_string_builder_deinitialize(&text);
  }
  tern_emit_varint(out, (uint64_t)(contents->bytes.count - begin) << 1 | is_encoded);
}

static void write_attr(tern_bytecode_writer_t *writer, tern_emitter_t *out, const tern_numbered_t *entry, void *user) {
  write_entry(writer, out, entry, user, false);
}

static void write_type(tern_bytecode_writer_t *writer, tern_emitter_t *out, const tern_numbered_t *entry, void *user) {
  write_entry(writer, out, entry, user, true);
}

static void write_attrs_and_types(tern_bytecode_writer_t *writer, tern_emitter_t *out) {
  tern_emitter_t offsets = {0}, contents = {0};
  tern_emit_varint(&offsets, writer->attrs.entries.count);
  tern_emit_varint(&offsets, writer->types.entries.count);
  write_groups(writer, &offsets, &writer->attrs, write_attr, &contents);
  write_groups(writer, &offsets, &writer->types, write_type, &contents);
  tern_emit_section(out, TERN_SECTION_ATTR_AND_TYPE_OFFSETS, &offsets);
  tern_emit_section(out, TERN_SECTION_ATTRS_AND_TYPES, &contents);
}

// --- resources ---

typedef struct resource_sections {
  tern_emitter_t offsets, contents;
} resource_sections_t;

// `resource` is NULL for a key that has no data.
static void write_resource(tern_bytecode_writer_t *writer, resource_sections_t *sections, tern_str_t key,
                           const tern_resource_t *resource) {
  tern_emitter_t *contents = &sections->contents;
  size_t begin = contents->bytes.count;
  uint8_t kind = TERN_ENTRY_BLOB;
  if (resource && resource->kind == TERN_RESOURCE_BOOL) kind = TERN_ENTRY_BOOL;
  if (resource && resource->kind == TERN_RESOURCE_STRING) kind = TERN_ENTRY_STRING;
  if (resource && !writer->options->elide_resources) {
    if (kind == TERN_ENTRY_BLOB) {
      tern_emit_varint(contents, resource->alignment);
      tern_emit_varint(contents, resource->blob->size);
      tern_emit_padding(contents, resource->alignment);
      tern_emit_bytes(contents, tern_blob_data(writer->context, resource->blob), resource->blob->size);
    } else if (kind == TERN_ENTRY_BOOL) {
      tern_emit_byte(contents, resource->value);
    } else {
      tern_emit_varint(contents, tern_writer_string(writer, resource->data));
    }
  }
  tern_emit_varint(&sections->offsets, tern_writer_string(writer, key));
  tern_emit_varint(&sections->offsets, contents->bytes.count - begin);
  tern_emit_byte(&sections->offsets, kind);
}

// Entries of the external group whose first entry is at `first`.
static size_t external_group_size(const tern_context_t *context, size_t first) {
  const tern_ident_t *group = tern_resource_at(context, first)->group;
  size_t size = 0;
  for (size_t i = 0; i < tern_resource_count(context); ++i) {
    const tern_resource_t *resource = tern_resource_at(context, i);
    if (!resource->is_external || resource->group != group) continue;
    if (i < first) return 0;
    ++size;
  }
  return size;
}

static void write_external_resources(tern_bytecode_writer_t *writer, resource_sections_t *sections) {
  tern_context_t *context = writer->context;
  size_t count = tern_resource_count(context), group_count = 0;
  for (size_t i = 0; i < count; ++i) {
    group_count += tern_resource_at(context, i)->is_external && external_group_size(context, i);
  }
  tern_emit_varint(&sections->offsets, group_count);
  for (size_t i = 0; i < count; ++i) {
    const tern_resource_t *first = tern_resource_at(context, i);
    size_t size = first->is_external ? external_group_size(context, i) : 0;
    if (!size) continue;
    tern_emit_varint(&sections->offsets, tern_writer_string(writer, tern_ident_str(first->group)));
    tern_emit_varint(&sections->offsets, size);
    for (size_t j = i; j < count; ++j) {
      const tern_resource_t *resource = tern_resource_at(context, j);
      if (!resource->is_external || resource->group != first->group) continue;
      write_resource(writer, sections, tern_ident_str(resource->key), resource);
    }
  }
}

static void write_resources(tern_bytecode_writer_t *writer, tern_emitter_t *out) {
  resource_sections_t sections = {.offsets = {.alignment = 0}};
  write_external_resources(writer, &sections);
  for (size_t i = 0; i < writer->dialects.count; ++i) {
    const tern_numbered_dialect_t *dialect = &writer->dialects.values[i];
    if (!dialect->resources.entry_count) continue;
    tern_emit_varint(&sections.offsets, i);
    tern_emit_varint(&sections.offsets, dialect->resources.entry_count);
    for (size_t j = 0; j < dialect->resources.entry_count; ++j) {
      tern_str_t key = tern_ident_str(dialect->resources.entries[j].key);
      write_resource(writer, &sections, key, tern_resource_find(writer->context, false, dialect->name, key));
    }
  }
  tern_emit_section(out, TERN_SECTION_RESOURCE_OFFSETS, &sections.offsets);
  tern_emit_section(out, TERN_SECTION_RESOURCES, &sections.contents);
}

// --- strings and properties ---

static void write_strings(tern_bytecode_writer_t *writer, tern_emitter_t *out) {
  tern_emitter_t section = {0};
  size_t count = writer->strings.count;
  tern_emit_varint(&section, count);
  for (size_t i = count; i-- > 0;) tern_emit_varint(&section, writer->strings.values[i].size + 1);
  for (size_t i = 0; i < count; ++i) {
    tern_emit_bytes(&section, writer->strings.values[i].data, writer->strings.values[i].size);
    tern_emit_byte(&section, 0);
  }
  tern_emit_section(out, TERN_SECTION_STRINGS, &section);
}

static void write_property_table(tern_bytecode_writer_t *writer, tern_emitter_t *out) {
  tern_emitter_t section = {0};
  tern_emit_varint(&section, writer->properties.count);
  for (size_t i = 0; i < writer->properties.count; ++i) {
    tern_emit_varint(&section, writer->properties.values[i].size);
    tern_emit_bytes(&section, writer->properties.values[i].data, writer->properties.values[i].size);
  }
  tern_emit_section(out, TERN_SECTION_PROPERTIES, &section);
}

// --- a file ---

static void write_file(tern_bytecode_writer_t *writer, tern_emitter_t *out) {
  const char *producer = writer->options->producer ? writer->options->producer : "tern";
  tern_emit_bytes(out, "ML\xefR", 4);
  tern_emit_varint(out, writer->version);
  tern_emit_bytes(out, producer, strlen(producer) + 1);
  write_dialects(writer, out);
  write_attrs_and_types(writer, out);
  tern_writer_write_ir(writer, out);
  write_resources(writer, out);
  write_strings(writer, out);
  if (writer->version >= TERN_BYTECODE_HAS_PROPERTIES) write_property_table(writer, out);
}

static void deinitialize_numbering(tern_numbering_t *numbering) {
  for (size_t i = 0; i < numbering->entries.count; ++i) free(numbering->entries.values[i]);
  tern_vec_deinitialize(&numbering->entries);
  tern_map_deinitialize(&numbering->by_object);
}

static void deinitialize(tern_bytecode_writer_t *writer) {
  for (size_t i = 0; i < writer->dialects.count; ++i) {
    tern_map_deinitialize(&writer->dialects.values[i].resources);
  }
  tern_vec_deinitialize(&writer->dialects);
  deinitialize_numbering(&writer->attrs);
  deinitialize_numbering(&writer->types);
  deinitialize_numbering(&writer->op_names);
  tern_map_t *maps[] = {
      &writer->dialect_indices, &writer->values,        &writer->blocks,         &writer->ops,
      &writer->bound_ops,       &writer->region_values, &writer->string_indices, &writer->property_indices,
  };
  for (size_t i = 0; i < sizeof maps / sizeof maps[0]; ++i) tern_map_deinitialize(maps[i]);
  tern_vec_deinitialize(&writer->strings);
  tern_vec_deinitialize(&writer->properties);
}

bool tern_bytecode_write(tern_op_t *op, const tern_bytecode_options_t *options, tern_string_builder_t *out) {
  if (options->version < 0 || options->version > TERN_BYTECODE_VERSION) {
    return tern_emit_error(op->loc, "unsupported version requested %lld, must be in range [0, %d]",
                           (long long)options->version, TERN_BYTECODE_VERSION);
  }
  tern_bytecode_writer_t writer = {
      .context = tern_op_context(op),
      .root = op,
      .options = options,
      .version = (uint64_t)options->version,
  };
  tern_emitter_t file = {0};
  tern_writer_number_all(&writer);
  write_file(&writer, &file);
  tern_string_builder_append(out, tern_str_make((const char *)file.bytes.values, file.bytes.count));
  tern_emitter_deinitialize(&file);
  deinitialize(&writer);
  return true;
}

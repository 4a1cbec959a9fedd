// Attributes and types of a file: a table of where each lies, and reading one when something asks for it.
//
// Entries refer to each other by index, so one that is asked for may ask for others. What refers to itself, and what is
// nested too deep, is refused.

#include <inttypes.h>

#include "asm/parser.h"
#include "bytecode/reader.h"

// The table being filled.
typedef struct table_state {
  tern_file_entries_t *entries;
  size_t next;
  tern_str_t bytes;  // of the entries that are left
} table_state_t;

static bool read_table_entry(tern_decoder_t *decoder, tern_file_dialect_t *dialect, void *user) {
  table_state_t *state = user;
  if (state->next == state->entries->count) {
    return tern_decoder_error(decoder, "there are more entries than the %zu %ss that were announced",
                              state->entries->count, state->entries->what);
  }
  uint64_t size;
  bool is_encoded;
  if (!tern_decode_varint_with_flag(decoder, &size, &is_encoded)) return false;
  if (size > state->bytes.size) {
    return tern_decoder_error(decoder, "Attribute or Type entry offset points past the end of section");
  }
  state->entries->values[state->next++] = (tern_file_entry_t){
      .dialect = dialect, .bytes = tern_str_make(state->bytes.data, (size_t)size), .is_encoded = is_encoded};
  state->bytes = tern_str_drop(state->bytes, (size_t)size);
  return true;
}

static bool read_table(tern_decoder_t *decoder, tern_file_entries_t *entries, tern_str_t *inout_bytes) {
  table_state_t state = {.entries = entries, .bytes = *inout_bytes};
  entries->values = tern_arena_alloc_array(&decoder->file->arena, entries->count, sizeof(entries->values[0]));
  while (state.next < entries->count) {
    if (!tern_decode_group(decoder, read_table_entry, &state)) return false;
  }
  *inout_bytes = state.bytes;
  return true;
}

bool tern_file_read_entry_tables(tern_bytecode_file_t *file, tern_str_t bytes, tern_str_t offsets) {
  tern_decoder_t decoder = tern_decoder_of(file, offsets);
  size_t attr_count, type_count;
  if (!tern_decode_count_of(&decoder, "attributes", 1, &attr_count)) return false;
  if (!tern_decode_count_of(&decoder, "types", 1, &type_count)) return false;
  file->attrs.count = attr_count;
  file->types.count = type_count;
  if (!read_table(&decoder, &file->attrs, &bytes) || !read_table(&decoder, &file->types, &bytes)) return false;
  if (!tern_decoder_remaining(&decoder)) return true;
  return tern_decoder_error(&decoder, "unexpected trailing data in the Attribute/Type offset section");
}

// --- an entry ---

static const void *read_text(tern_decoder_t *decoder, bool is_attr) {
  tern_str_t text;
  if (!tern_decode_c_string(decoder, &text)) return NULL;
  tern_context_t *context = decoder->file->context;
  return is_attr ? (const void *)tern_parse_attr_text(context, text) : tern_parse_type_text(context, text);
}

static const void *read_encoded(tern_decoder_t *decoder, tern_file_dialect_t *dialect, bool is_attr) {
  if (!tern_file_dialect_load(decoder, dialect)) return NULL;
  const tern_dialect_encoding_t *encoding = dialect->encoding;
  if (!encoding || (is_attr ? !encoding->read_attr : !encoding->read_type)) {
    tern_decoder_error(decoder, "dialect '%.*s' has no encoding of %s in bytecode", (int)dialect->name.size,
                       dialect->name.data, is_attr ? "attributes" : "types");
    return NULL;
  }
  return is_attr ? (const void *)encoding->read_attr(decoder) : encoding->read_type(decoder);
}

static const void *read_entry(tern_bytecode_file_t *file, tern_file_entry_t *entry, bool is_attr, uint64_t index) {
  const char *what = is_attr ? "attribute" : "type";
  tern_decoder_t decoder = tern_decoder_of(file, entry->bytes);
  if (entry->state == TERN_ENTRY_READING) {
    return tern_decoder_error(&decoder, "%s %" PRIu64 " refers to itself", what, index), NULL;
  }
  if (file->depth == TERN_BYTECODE_MAX_DEPTH) {
    tern_decoder_error(&decoder, "types and attributes are nested more than %d levels deep", TERN_BYTECODE_MAX_DEPTH);
    return NULL;
  }
  entry->state = TERN_ENTRY_READING;
  tern_arena_mark_t mark = tern_arena_mark(&file->scratch);
  const void *object =
      entry->is_encoded ? read_encoded(&decoder, entry->dialect, is_attr) : read_text(&decoder, is_attr);
  tern_arena_rewind(&file->scratch, mark);
  if (!object) return NULL;
  if (tern_decoder_remaining(&decoder)) {
    return tern_decoder_error(&decoder, "unexpected trailing bytes after %s %" PRIu64, what, index), NULL;
  }
  entry->state = TERN_ENTRY_READ;
  return object;
}

static const void *entry_at(tern_bytecode_file_t *file, tern_file_entries_t *entries, uint64_t index) {
  if (index >= entries->count) {
    tern_emit_error(file->loc, "invalid %s index: %" PRIu64 " of %zu", entries->what, index, entries->count);
    return NULL;
  }
  tern_file_entry_t *entry = &entries->values[index];
  if (!entry->object) {
    uint32_t siblings_depth = file->child_depth;
    file->child_depth = 0;
    ++file->depth;
    entry->object = read_entry(file, entry, entries == &file->attrs, index);
    --file->depth;
    entry->depth = file->child_depth + 1;
    file->child_depth = siblings_depth;
    if (!entry->object) return NULL;
  }
  if (entry->depth > TERN_BYTECODE_MAX_DEPTH) {
    tern_emit_error(file->loc, "types and attributes are nested more than %d levels deep", TERN_BYTECODE_MAX_DEPTH);
    return NULL;
  }
  if (file->child_depth < entry->depth) file->child_depth = entry->depth;
  return entry->object;
}

const tern_attr_t *tern_file_attr_at(tern_bytecode_file_t *file, uint64_t index) {
  return entry_at(file, &file->attrs, index);
}

const tern_type_t *tern_file_type_at(tern_bytecode_file_t *file, uint64_t index) {
  return entry_at(file, &file->types, index);
}

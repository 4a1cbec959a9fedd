// Reading primitives: bytes, numbers, strings, sections, references to entries.

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "bytecode/reader.h"

tern_decoder_t tern_decoder_of(tern_bytecode_file_t *file, tern_str_t bytes) {
  const uint8_t *begin = (const uint8_t *)bytes.data;
  return (tern_decoder_t){.file = file, .cursor = begin, .end = begin + bytes.size};
}

tern_context_t *tern_decoder_context(const tern_decoder_t *decoder) { return decoder->file->context; }

uint64_t tern_decoder_bytecode_version(const tern_decoder_t *decoder) { return decoder->file->version; }

size_t tern_decoder_remaining(const tern_decoder_t *decoder) { return (size_t)(decoder->end - decoder->cursor); }

void *tern_decoder_alloc(tern_decoder_t *decoder, size_t size) {
  return tern_arena_alloc(&decoder->file->scratch, size);
}

bool tern_decoder_error(tern_decoder_t *decoder, const char *format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  tern_emit_error(decoder->file->loc, "%s", text);
  tern_emit_note(decoder->file->loc, "at byte %zu of %zu", (size_t)(decoder->cursor - decoder->file->begin),
                 (size_t)(decoder->file->end - decoder->file->begin));
  return false;
}

// --- bytes and numbers ---

bool tern_decode_byte(tern_decoder_t *decoder, uint8_t *out_value) {
  if (decoder->cursor == decoder->end)
    return tern_decoder_error(decoder, "attempting to parse a byte at the end of the bytecode"), false;
  *out_value = *decoder->cursor++;
  return true;
}

bool tern_decode_bool(tern_decoder_t *decoder, bool *out_value) {
  uint8_t byte;
  if (!tern_decode_byte(decoder, &byte)) return false;
  if (byte > 1) return tern_decoder_error(decoder, "expected 0 or 1 for a boolean, but found %u", byte), false;
  *out_value = byte != 0;
  return true;
}

bool tern_decode_bytes(tern_decoder_t *decoder, uint64_t size, tern_str_t *out_bytes) {
  size_t remaining = tern_decoder_remaining(decoder);
  if (size > remaining) {
    return tern_decoder_error(decoder, "expected %" PRIu64 " bytes, but only %zu remain", size, remaining), false;
  }
  *out_bytes = tern_str_make((const char *)decoder->cursor, (size_t)size);
  decoder->cursor += size;
  return true;
}

// The zeros at the low end of the first byte say how many bytes follow; eight of them, that all eight of the value do.
bool tern_decode_varint(tern_decoder_t *decoder, uint64_t *out_value) {
  uint8_t first;
  if (!tern_decode_byte(decoder, &first)) return false;
  if (first & 1) {
    *out_value = first >> 1;
    return true;
  }
  unsigned more = first ? (unsigned)__builtin_ctz(first) : 8;
  tern_str_t bytes;
  if (!tern_decode_bytes(decoder, more, &bytes)) return false;
  uint64_t value = 0;
  memcpy(&value, bytes.data, more);  // little-endian
  *out_value = more >= 7 ? value : value << (7 - more) | first >> (more + 1);
  return true;
}

bool tern_decode_signed_varint(tern_decoder_t *decoder, int64_t *out_value) {
  uint64_t value;
  if (!tern_decode_varint(decoder, &value)) return false;
  *out_value = (int64_t)((value >> 1) ^ (0 - (value & 1)));
  return true;
}

bool tern_decode_varint_with_flag(tern_decoder_t *decoder, uint64_t *out_value, bool *out_flag) {
  if (!tern_decode_varint(decoder, out_value)) return false;
  *out_flag = *out_value & 1;
  *out_value >>= 1;
  return true;
}

bool tern_decode_count_of(tern_decoder_t *decoder, const char *what, size_t size, size_t *out_count) {
  uint64_t count;
  if (!tern_decode_varint(decoder, &count)) return false;
  size_t remaining = tern_decoder_remaining(decoder);
  if (count > remaining / size) {
    return tern_decoder_error(decoder, "%" PRIu64 " %s are announced, but only %zu bytes remain", count, what,
                              remaining),
           false;
  }
  *out_count = (size_t)count;
  return true;
}

bool tern_decode_count(tern_decoder_t *decoder, size_t *out_count) {
  return tern_decode_count_of(decoder, "elements", 1, out_count);
}

// Up to 8 bits are a byte, up to 64 a signed number; wider ones are as many words as are not zero at the top.
bool tern_decode_words(tern_decoder_t *decoder, uint32_t width, uint64_t *out_words) {
  if (width <= 8) {
    uint8_t byte;
    if (!tern_decode_byte(decoder, &byte)) return false;
    if (width) out_words[0] = byte;
    return true;
  }
  size_t word_count = 1, room = ((size_t)width + 63) / 64;
  if (width > 64) {
    if (!tern_decode_count(decoder, &word_count)) return false;
    if (word_count > room) {
      return tern_decoder_error(decoder, "an integer of %u bits cannot have %zu words", width, word_count), false;
    }
  }
  memset(out_words, 0, room * sizeof(out_words[0]));
  for (size_t i = 0; i < word_count; ++i) {
    int64_t word;
    if (!tern_decode_signed_varint(decoder, &word)) return false;
    out_words[i] = (uint64_t)word;
  }
  return true;
}

// --- strings ---

bool tern_decode_c_string(tern_decoder_t *decoder, tern_str_t *out_text) {
  const uint8_t *nul = memchr(decoder->cursor, 0, tern_decoder_remaining(decoder));
  if (!nul) return tern_decoder_error(decoder, "malformed null-terminated string, no null character found"), false;
  *out_text = tern_str_make((const char *)decoder->cursor, (size_t)(nul - decoder->cursor));
  decoder->cursor = nul + 1;
  return true;
}

bool tern_decode_index(tern_decoder_t *decoder, size_t count, const char *what, size_t *out_index) {
  uint64_t index;
  if (!tern_decode_varint(decoder, &index)) return false;
  if (index >= count)
    return tern_decoder_error(decoder, "invalid %s index: %" PRIu64 " of %zu", what, index, count), false;
  *out_index = (size_t)index;
  return true;
}

bool tern_decode_string_at(tern_decoder_t *decoder, uint64_t index, tern_str_t *out_text) {
  const tern_bytecode_file_t *file = decoder->file;
  if (index >= file->string_count) {
    return tern_decoder_error(decoder, "invalid string index: %" PRIu64 " of %zu", index, file->string_count), false;
  }
  *out_text = file->strings[index];
  return true;
}

bool tern_decode_string(tern_decoder_t *decoder, tern_str_t *out_text) {
  uint64_t index;
  return tern_decode_varint(decoder, &index) && tern_decode_string_at(decoder, index, out_text);
}

bool tern_decode_blob(tern_decoder_t *decoder, tern_str_t *out_bytes) {
  uint64_t size;
  return tern_decode_varint(decoder, &size) && tern_decode_bytes(decoder, size, out_bytes);
}

// --- sections ---

bool tern_decode_padding(tern_decoder_t *decoder, uint64_t alignment) {
  if (!alignment || (alignment & (alignment - 1))) {
    return tern_decoder_error(decoder, "expected a power of two for an alignment, but found %" PRIu64, alignment),
           false;
  }
  while ((uint64_t)(decoder->cursor - decoder->file->begin) & (alignment - 1)) {
    uint8_t byte;
    if (!tern_decode_byte(decoder, &byte)) return false;
    if (byte != TERN_BYTECODE_PADDING) {
      return tern_decoder_error(decoder, "expected alignment byte (0xCB), but got: '0x%02X'", byte), false;
    }
  }
  return true;
}

bool tern_decode_section(tern_decoder_t *decoder, tern_bytecode_section_t *out_id, tern_str_t *out_bytes) {
  uint8_t id;
  uint64_t size, alignment;
  if (!tern_decode_byte(decoder, &id) || !tern_decode_varint(decoder, &size)) return false;
  bool is_aligned = id & TERN_BYTECODE_SECTION_ALIGNED;
  id &= (uint8_t)~TERN_BYTECODE_SECTION_ALIGNED;
  if (id >= TERN_SECTION_COUNT) return tern_decoder_error(decoder, "invalid section ID: %u", id), false;
  if (is_aligned && (!tern_decode_varint(decoder, &alignment) || !tern_decode_padding(decoder, alignment))) {
    return false;
  }
  *out_id = (tern_bytecode_section_t)id;
  return tern_decode_bytes(decoder, size, out_bytes);
}

// --- references ---

bool tern_decode_attr(tern_decoder_t *decoder, const tern_attr_t **out_attr) {
  uint64_t index;
  if (!tern_decode_varint(decoder, &index)) return false;
  *out_attr = tern_file_attr_at(decoder->file, index);
  return *out_attr != NULL;
}

bool tern_decode_attr_of_kind(tern_decoder_t *decoder, tern_attr_kind_t kind, const tern_attr_t **out_attr) {
  // The classes that upstream's readers ask for.
  static const char *const classes[] = {
      [TERN_ATTR_INTEGER] = "IntegerAttr",
      [TERN_ATTR_FLOAT] = "FloatAttr",
      [TERN_ATTR_STRING] = "StringAttr",
      [TERN_ATTR_ARRAY] = "ArrayAttr",
      [TERN_ATTR_DICTIONARY] = "DictionaryAttr",
      [TERN_ATTR_TYPE] = "TypeAttr",
      [TERN_ATTR_UNIT] = "UnitAttr",
      [TERN_ATTR_SYMBOL_REF] = "SymbolRefAttr",
      [TERN_ATTR_DENSE_ARRAY] = "DenseArrayAttr",
      [TERN_ATTR_DENSE_ELEMENTS] = "DenseElementsAttr",
      [TERN_ATTR_DENSE_STRINGS] = "DenseStringElementsAttr",
      [TERN_ATTR_DISTINCT] = "DistinctAttr",
  };
  if (!tern_decode_attr(decoder, out_attr)) return false;
  if ((*out_attr)->kind == kind) return true;
  bool is_named = (size_t)kind < sizeof classes / sizeof classes[0] && classes[kind];
  return tern_decoder_error(decoder, "expected attribute of type: mlir::%s, but got: %s",
                            is_named ? classes[kind] : "Attribute", tern_attr_text(*out_attr)),
         false;
}

bool tern_decode_optional_attr(tern_decoder_t *decoder, const tern_attr_t **out_attr) {
  uint64_t index;
  bool is_there;
  *out_attr = NULL;
  if (!tern_decode_varint_with_flag(decoder, &index, &is_there)) return false;
  if (!is_there) return true;
  *out_attr = tern_file_attr_at(decoder->file, index);
  return *out_attr != NULL;
}

bool tern_decode_type(tern_decoder_t *decoder, const tern_type_t **out_type) {
  uint64_t index;
  if (!tern_decode_varint(decoder, &index)) return false;
  *out_type = tern_file_type_at(decoder->file, index);
  return *out_type != NULL;
}

bool tern_decode_resource(tern_decoder_t *decoder, tern_str_t *out_key) {
  size_t index;
  if (!tern_decode_index(decoder, decoder->file->resources.count, "resource handle", &index)) return false;
  *out_key = decoder->file->resources.values[index];
  return true;
}

bool tern_decode_attrs(tern_decoder_t *decoder, const tern_attr_t *const **out_attrs, size_t *out_count) {
  if (!tern_decode_count(decoder, out_count)) return false;
  const tern_attr_t **attrs = tern_decoder_alloc(decoder, *out_count * sizeof(*attrs));
  for (size_t i = 0; i < *out_count; ++i) {
    if (!tern_decode_attr(decoder, &attrs[i])) return false;
  }
  *out_attrs = attrs;
  return true;
}

bool tern_decode_types(tern_decoder_t *decoder, tern_types_t *out_types) {
  size_t count;
  if (!tern_decode_count(decoder, &count)) return false;
  const tern_type_t **types = tern_decoder_alloc(decoder, count * sizeof(*types));
  for (size_t i = 0; i < count; ++i) {
    if (!tern_decode_type(decoder, &types[i])) return false;
  }
  *out_types = (tern_types_t){types, count};
  return true;
}

bool tern_decode_signed_varints(tern_decoder_t *decoder, const int64_t **out_values, size_t *out_count) {
  if (!tern_decode_count(decoder, out_count)) return false;
  int64_t *values = tern_decoder_alloc(decoder, *out_count * sizeof(*values));
  for (size_t i = 0; i < *out_count; ++i) {
    if (!tern_decode_signed_varint(decoder, &values[i])) return false;
  }
  *out_values = values;
  return true;
}

// The safetensors format.
//
//   bytes   content
//   8       size of the header, little-endian
//   ...     header: JSON, {"key": {"dtype": "F32", "shape": [2, 3], "data_offsets": [begin, end]}, ...}, with texts of the
//           user's under "__metadata__"; spaces may follow
//   ...     the elements: little-endian, row-major; offsets count from here, and leave no byte out
//
// Source: https://github.com/huggingface/safetensors, README.

#include <stdlib.h>

#include "base/no_memory.h"
#include "base/parameter_archive.h"
#include "base/vec.h"

enum {
  PREFIX_SIZE = 8,
  HEADER_SIZE_MAX = 100000000,  // bytes, the format's own limit
  DEPTH_MAX = 32,               // of values that are skipped
  RANK_MAX = 64,
};

// Types of elements by name, with their bits, and MLIR's name for those that take whole bytes.
static const struct {
  char name[13];
  uint8_t width;
  const char *element;
  uint8_t type;  // tern_element_type_t
} types[] = {
    {"BOOL", 8, "i1", TERN_ELEMENT_TYPE_I1},
    {"F4", 4, NULL, TERN_ELEMENT_TYPE_F4E2M1FN},
    {"F6_E2M3", 6, NULL, TERN_ELEMENT_TYPE_F6E2M3FN},
    {"F6_E3M2", 6, NULL, TERN_ELEMENT_TYPE_F6E3M2FN},
    {"U8", 8, "ui8", TERN_ELEMENT_TYPE_UI8},
    {"I8", 8, "i8", TERN_ELEMENT_TYPE_SI8},
    {"F8_E5M2", 8, "f8E5M2", TERN_ELEMENT_TYPE_F8E5M2},
    {"F8_E4M3", 8, "f8E4M3FN", TERN_ELEMENT_TYPE_F8E4M3FN},
    {"F8_E8M0", 8, "f8E8M0FNU", TERN_ELEMENT_TYPE_F8E8M0FNU},
    {"F8_E4M3FNUZ", 8, "f8E4M3FNUZ", TERN_ELEMENT_TYPE_F8E4M3FNUZ},
    {"F8_E5M2FNUZ", 8, "f8E5M2FNUZ", TERN_ELEMENT_TYPE_F8E5M2FNUZ},
    {"I16", 16, "i16", TERN_ELEMENT_TYPE_SI16},
    {"U16", 16, "ui16", TERN_ELEMENT_TYPE_UI16},
    {"F16", 16, "f16", TERN_ELEMENT_TYPE_F16},
    {"BF16", 16, "bf16", TERN_ELEMENT_TYPE_BF16},
    {"I32", 32, "i32", TERN_ELEMENT_TYPE_SI32},
    {"U32", 32, "ui32", TERN_ELEMENT_TYPE_UI32},
    {"F32", 32, "f32", TERN_ELEMENT_TYPE_F32},
    {"C64", 64, "complex<f32>", TERN_ELEMENT_TYPE_COMPLEX_F32},
    {"F64", 64, "f64", TERN_ELEMENT_TYPE_F64},
    {"I64", 64, "i64", TERN_ELEMENT_TYPE_SI64},
    {"U64", 64, "ui64", TERN_ELEMENT_TYPE_UI64},
};

enum { TYPE_COUNT = sizeof(types) / sizeof(types[0]) };

const char *tern_safetensors_type_name(const char *element) {
  const char *wanted = strcmp(element, "index") == 0 ? "i64" : element;
  if (wanted[0] == 's' && wanted[1] == 'i') ++wanted;
  for (size_t i = 0; i < TYPE_COUNT; ++i) {
    if (types[i].element && strcmp(types[i].element, wanted) == 0) return types[i].name;
  }
  return NULL;
}

const char *tern_safetensors_element(const char *type_name) {
  for (size_t i = 0; i < TYPE_COUNT; ++i) {
    if (strcmp(types[i].name, type_name) == 0) return types[i].element;
  }
  return NULL;
}

//---- JSON ----

typedef struct reader {
  const char *name;   // of the file
  tern_str_t bytes;   // of the file
  size_t position;    // next byte
  size_t header_end;  // offset of the data
  tern_arena_t *arena;
  tern_archive_entries_t *entries;
} reader_t;

static tern_status_t fail_at(const reader_t *reader, size_t position, const char *what) {
  return tern_status_make(TERN_INVALID_ARGUMENT, "'%s': byte %zu: %s", reader->name, position, what);
}

static tern_status_t fail(const reader_t *reader, const char *what) { return fail_at(reader, reader->position, what); }

// The next byte that is no white space, or 0 at the end.
static char peek(reader_t *reader) {
  for (; reader->position < reader->header_end; ++reader->position) {
    char c = reader->bytes.data[reader->position];
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return c;
  }
  return '\0';
}

static bool consume(reader_t *reader, char c) {
  if (peek(reader) != c) return false;
  ++reader->position;
  return true;
}

static tern_status_t read_hex(reader_t *reader, uint32_t *out_value) {
  *out_value = 0;
  for (int i = 0; i < 4; ++i, ++reader->position) {
    char c = reader->position < reader->header_end ? reader->bytes.data[reader->position] : '\0';
    bool is_digit = c >= '0' && c <= '9', is_lower = c >= 'a' && c <= 'f', is_upper = c >= 'A' && c <= 'F';
    if (!is_digit && !is_lower && !is_upper) return fail(reader, "expected four hexadecimal digits after \\u");
    *out_value = *out_value * 16 + (uint32_t)(is_digit ? c - '0' : (c | 0x20) - 'a' + 10);
  }
  return tern_ok();
}

static size_t put_utf8(uint32_t code, char *out) {
  static const uint8_t leads[] = {0, 0xc0, 0xe0, 0xf0};
  size_t more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  for (size_t i = more; i > 0; --i, code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
  out[0] = (char)(leads[more] | code);
  return more + 1;
}

// Behind `\u`. Two of these may make one character.
static tern_status_t read_code(reader_t *reader, uint32_t *out_code) {
  uint32_t low;
  TERN_RETURN_IF_ERROR(read_hex(reader, out_code));
  if (*out_code < 0xd800 || *out_code > 0xdfff) return tern_ok();
  const char *next = reader->bytes.data + reader->position;
  if (*out_code > 0xdbff || reader->header_end - reader->position < 2 || next[0] != '\\' || next[1] != 'u') {
    return fail(reader, "half of a surrogate pair");
  }
  reader->position += 2;
  TERN_RETURN_IF_ERROR(read_hex(reader, &low));
  if (low < 0xdc00 || low > 0xdfff) return fail(reader, "half of a surrogate pair");
  *out_code = 0x10000 + ((*out_code - 0xd800) << 10) + (low - 0xdc00);
  return tern_ok();
}

// Behind a backslash; writes what it stands for.
static tern_status_t read_escape(reader_t *reader, char *out, size_t *out_size) {
  static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  char c = reader->position < reader->header_end ? reader->bytes.data[reader->position] : '\0';
  const char *found = c ? strchr(escapes, c) : NULL;
  *out_size = 1;
  if (found) {
    ++reader->position;
    *out = meanings[found - escapes];
    return tern_ok();
  }
  if (c != 'u') return fail(reader, "unknown escape in a string");
  ++reader->position;
  uint32_t code;
  TERN_RETURN_IF_ERROR(read_code(reader, &code));
  *out_size = put_utf8(code, out);
  return tern_ok();
}

// Reads a string. It is borrowed from the file, or lies in the arena if it has escapes.
static tern_status_t read_string(reader_t *reader, tern_str_t *out_string) {
  if (!consume(reader, '"')) return fail(reader, "expected a string in the header");
  const char *data = reader->bytes.data;
  size_t start = reader->position, end = start;
  bool has_escapes = false;
  for (; end < reader->header_end && data[end] != '"'; ++end) {
    if ((unsigned char)data[end] < 0x20) return fail_at(reader, end, "a control character in a string");
    if (data[end] != '\\') continue;
    has_escapes = true;
    ++end;
  }
  if (end >= reader->header_end) return fail_at(reader, start - 1, "unterminated string in the header");
  *out_string = tern_str_make(data + start, end - start);
  if (has_escapes) {
    char *text = tern_arena_try_alloc(reader->arena, end - start);
    if (!text) return tern_no_memory("the table of an archive");
    size_t size = 0, added;
    while (reader->position < end) {
      text[size] = data[reader->position++];
      added = 1;
      if (text[size] == '\\') TERN_RETURN_IF_ERROR(read_escape(reader, text + size, &added));
      size += added;
    }
    *out_string = tern_str_make(text, size);
  }
  reader->position = end + 1;
  return tern_ok();
}

// Reads a number that counts something: without sign, fraction and exponent.
static tern_status_t read_count(reader_t *reader, uint64_t *out_value) {
  char c = peek(reader);
  size_t start = reader->position;
  bool is_overflow = false;
  for (*out_value = 0; c >= '0' && c <= '9'; ++reader->position) {
    is_overflow |= __builtin_mul_overflow(*out_value, 10, out_value);
    is_overflow |= __builtin_add_overflow(*out_value, (uint64_t)(c - '0'), out_value);
    c = reader->position + 1 < reader->header_end ? reader->bytes.data[reader->position + 1] : '\0';
  }
  if (reader->position == start || c == '.' || c == 'e' || c == 'E') return fail(reader, "expected a whole number");
  return is_overflow ? fail_at(reader, start, "the number overflows 64 bits") : tern_ok();
}

// Reads `[1, 2, ...]`, `capacity` numbers at most.
static tern_status_t read_counts(reader_t *reader, uint64_t *values, size_t capacity, size_t *out_count) {
  *out_count = 0;
  if (!consume(reader, '[')) return fail(reader, "expected a list of numbers");
  if (consume(reader, ']')) return tern_ok();
  do {
    if (*out_count == capacity) return fail(reader, "more numbers than there may be");
    TERN_RETURN_IF_ERROR(read_count(reader, &values[(*out_count)++]));
  } while (consume(reader, ','));
  return consume(reader, ']') ? tern_ok() : fail(reader, "expected ',' or ']' in a list");
}

// Skips a value that is of no interest here.
static tern_status_t skip_value(reader_t *reader, int depth) {
  tern_str_t text;
  char c = peek(reader), close = c == '{' ? '}' : ']';
  if (depth > DEPTH_MAX) return fail(reader, "values are nested too deeply");
  if (c == '"') return read_string(reader, &text);
  if (c == '{' || c == '[') {
    ++reader->position;
    if (consume(reader, close)) return tern_ok();
    do {
      if (c == '{') {
        TERN_RETURN_IF_ERROR(read_string(reader, &text));
        if (!consume(reader, ':')) return fail(reader, "expected ':' after a key of the header");
      }
      TERN_RETURN_IF_ERROR(skip_value(reader, depth + 1));
    } while (consume(reader, ','));
    return consume(reader, close) ? tern_ok() : fail(reader, "expected ',' or the end of a value");
  }
  // A number or a word.
  static const char letters[] = "+-.0123456789Eaeflnrstu";
  size_t start = reader->position;
  while (reader->position < reader->header_end && reader->bytes.data[reader->position] &&
         strchr(letters, reader->bytes.data[reader->position])) {
    ++reader->position;
  }
  return reader->position > start ? tern_ok() : fail(reader, "expected a value in the header");
}

//---- Entries ----

typedef struct description {
  tern_str_t type;
  uint64_t dims[RANK_MAX], offsets[2];
  size_t rank, offset_count;
  bool has_type, has_shape, has_offsets;
} description_t;

static tern_status_t read_member(reader_t *reader, description_t *description) {
  tern_str_t key;
  peek(reader);
  size_t start = reader->position;
  TERN_RETURN_IF_ERROR(read_string(reader, &key));
  if (!consume(reader, ':')) return fail(reader, "expected ':' after a key of the header");
  bool is_type = tern_str_equal_cstr(key, "dtype"), is_shape = tern_str_equal_cstr(key, "shape");
  bool is_offsets = tern_str_equal_cstr(key, "data_offsets");
  if ((is_type && description->has_type) || (is_shape && description->has_shape) ||
      (is_offsets && description->has_offsets)) {
    return fail_at(reader, start, "a key is there twice");
  }
  description->has_type |= is_type;
  description->has_shape |= is_shape;
  description->has_offsets |= is_offsets;
  if (is_type) return read_string(reader, &description->type);
  if (is_shape) return read_counts(reader, description->dims, RANK_MAX, &description->rank);
  if (is_offsets) return read_counts(reader, description->offsets, 2, &description->offset_count);
  return skip_value(reader, 0);
}

// The bytes that type and shape ask for, and the type.
static tern_status_t measure(const reader_t *reader, size_t start, const description_t *description, uint64_t *out_size,
                             size_t *out_type) {
  size_t type = 0;
  while (type < TYPE_COUNT && !tern_str_equal_cstr(description->type, types[type].name)) ++type;
  if (type == TYPE_COUNT) return fail_at(reader, start, "a 'dtype' that is not known");
  *out_type = type;
  uint64_t bits = types[type].width;
  bool is_overflow = false, is_empty = false;
  for (size_t i = 0; i < description->rank; ++i) {
    is_empty |= description->dims[i] == 0;
    is_overflow |= __builtin_mul_overflow(bits, description->dims[i], &bits);
  }
  *out_size = is_empty ? 0 : bits / 8;
  if (is_overflow && !is_empty) return fail_at(reader, start, "the size of the array overflows");
  return bits % 8 && !is_empty ? fail_at(reader, start, "the array ends within a byte") : tern_ok();
}

static tern_status_t read_entry(reader_t *reader) {
  tern_str_t key;
  peek(reader);
  size_t start = reader->position;
  TERN_RETURN_IF_ERROR(read_string(reader, &key));
  if (!consume(reader, ':')) return fail(reader, "expected ':' after a key of the header");
  if (tern_str_equal_cstr(key, "__metadata__")) return skip_value(reader, 0);
  description_t description = {0};
  if (!consume(reader, '{')) return fail(reader, "expected '{' after the name of a parameter");
  if (!consume(reader, '}')) {
    do {
      TERN_RETURN_IF_ERROR(read_member(reader, &description));
    } while (consume(reader, ','));
    if (!consume(reader, '}')) return fail(reader, "expected ',' or '}' in the description of a parameter");
  }
  if (!description.has_type || !description.has_shape || description.offset_count != 2) {
    return fail_at(reader, start, "a parameter needs 'dtype', 'shape' and two 'data_offsets'");
  }
  uint64_t size = 0, available = reader->bytes.size - reader->header_end;
  size_t type = 0;
  TERN_RETURN_IF_ERROR(measure(reader, start, &description, &size, &type));
  if (description.offsets[0] > description.offsets[1] || description.offsets[1] > available) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "'%s': byte %zu: a parameter from %llu to %llu of %llu bytes of data", reader->name, start,
                            (unsigned long long)description.offsets[0], (unsigned long long)description.offsets[1],
                            (unsigned long long)available);
  }
  if (description.offsets[1] - description.offsets[0] != size) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "'%s': byte %zu: 'dtype' and 'shape' ask for %llu bytes, but 'data_offsets' hold %llu",
                            reader->name, start, (unsigned long long)size,
                            (unsigned long long)(description.offsets[1] - description.offsets[0]));
  }
  const char *data = reader->bytes.data + reader->header_end + description.offsets[0];
  int64_t *dims = tern_arena_try_alloc_zeroed(reader->arena, description.rank + 1, sizeof(*dims));
  if (!dims) return tern_no_memory("the table of an archive");
  for (size_t i = 0; i < description.rank; ++i) {
    if (description.dims[i] > INT64_MAX) return fail_at(reader, start, "a size in 'shape' overflows");
    dims[i] = (int64_t)description.dims[i];
  }
  const tern_archive_entry_t entry = {.key = key,
                                      .data = (const unsigned char *)data,
                                      .size = (size_t)size,
                                      .type_name = types[type].name,
                                      .element_type = (tern_element_type_t)types[type].type,
                                      .dims = dims,
                                      .rank = (uint32_t)description.rank};
  return tern_vec_try_push(reader->entries, entry) ? tern_ok() : tern_no_memory("the table of an archive");
}

// The header is JSON behind its size.
bool tern_safetensors_has_header(tern_str_t bytes) {
  return bytes.size > PREFIX_SIZE && bytes.data[PREFIX_SIZE] == '{';
}

tern_status_t tern_safetensors_read(const char *name, tern_str_t bytes, tern_arena_t *arena,
                                    tern_archive_entries_t *out_entries) {
  reader_t reader = {.name = name, .bytes = bytes, .arena = arena, .entries = out_entries};
  if (bytes.size < PREFIX_SIZE) return fail_at(&reader, bytes.size, "truncated size of the header");
  uint64_t header_size = 0, used = 0;
  for (size_t i = PREFIX_SIZE; i-- > 0;) header_size = header_size << 8 | (unsigned char)bytes.data[i];
  if (header_size > HEADER_SIZE_MAX) return fail_at(&reader, 0, "a header of more than 100000000 bytes");
  if (header_size > bytes.size - PREFIX_SIZE) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "'%s': byte 0: truncated header: expected %llu bytes but got %zu",
                            name, (unsigned long long)header_size, bytes.size - PREFIX_SIZE);
  }
  reader.position = PREFIX_SIZE;
  reader.header_end = PREFIX_SIZE + (size_t)header_size;
  size_t first = out_entries->count;
  if (!header_size || bytes.data[PREFIX_SIZE] != '{') return fail(&reader, "expected '{' at the start of the header");
  ++reader.position;
  if (!consume(&reader, '}')) {
    do {
      TERN_RETURN_IF_ERROR(read_entry(&reader));
    } while (consume(&reader, ','));
    if (!consume(&reader, '}')) return fail(&reader, "expected ',' or '}' in the header");
  }
  if (peek(&reader) || reader.position != reader.header_end) return fail(&reader, "text after the header's '}'");
  for (size_t i = first; i < out_entries->count; ++i) used += out_entries->values[i].size;
  TERN_RETURN_IF_ERROR(tern_archive_check(name, out_entries, false));
  if (used == bytes.size - reader.header_end) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "'%s': byte %zu: %zu bytes of data, of which parameters use %llu",
                          name, reader.header_end, bytes.size - reader.header_end, (unsigned long long)used);
}

//---- Writing ----

static void append_json_string(tern_str_t text, tern_string_builder_t *out) {
  tern_string_builder_append_char(out, '"');
  for (size_t i = 0; i < text.size; ++i) {
    unsigned char c = (unsigned char)text.data[i];
    if (c < 0x20) {
      tern_string_builder_append_format(out, "\\u%04x", c);
      continue;
    }
    if (c == '"' || c == '\\') tern_string_builder_append_char(out, '\\');
    tern_string_builder_append_char(out, (char)c);
  }
  tern_string_builder_append_char(out, '"');
}

static void append_description(const tern_archive_entry_t *entry, uint64_t offset, tern_string_builder_t *out) {
  append_json_string(entry->key, out);
  tern_string_builder_append_format(out, ":{\"dtype\":\"%s\",\"shape\":[", entry->type_name ? entry->type_name : "U8");
  if (!entry->type_name) tern_string_builder_append_format(out, "%zu", entry->size);
  for (uint32_t i = 0; entry->type_name && i < entry->rank; ++i) {
    tern_string_builder_append_format(out, "%s%lld", i ? "," : "", (long long)entry->dims[i]);
  }
  tern_string_builder_append_format(out, "],\"data_offsets\":[%llu,%llu]}", (unsigned long long)offset,
                                    (unsigned long long)(offset + entry->size));
}

static bool is_round(const tern_archive_entry_t *entry) { return entry->size % TERN_ARCHIVE_ALIGNMENT == 0; }

void tern_safetensors_write(const tern_archive_entries_t *entries, tern_string_builder_t *out_bytes) {
  tern_string_builder_t header = {0};
  uint64_t offset = 0;
  tern_string_builder_append_char(&header, '{');
  for (size_t i = 0; i < 2 * entries->count; ++i) {
    const tern_archive_entry_t *entry = &entries->values[i % entries->count];
    if (is_round(entry) != (i < entries->count)) continue;
    if (header.size > 1) tern_string_builder_append_char(&header, ',');
    append_description(entry, offset, &header);
    offset += entry->size;
  }
  tern_string_builder_append_char(&header, '}');
  while ((PREFIX_SIZE + header.size) % TERN_ARCHIVE_ALIGNMENT) tern_string_builder_append_char(&header, ' ');
  for (size_t i = 0; i < PREFIX_SIZE; ++i) {
    tern_string_builder_append_char(out_bytes, (char)((uint64_t)header.size >> 8 * i));
  }
  tern_string_builder_append(out_bytes, tern_string_builder_view(&header));
  tern_string_builder_deinitialize(&header);
  for (size_t i = 0; i < 2 * entries->count; ++i) {
    const tern_archive_entry_t *entry = &entries->values[i % entries->count];
    if (is_round(entry) != (i < entries->count)) continue;
    size_t piece = entry->pattern_size ? entry->pattern_size : entry->size;
    for (size_t done = 0; done < entry->size; done += piece) {
      tern_string_builder_append(out_bytes, tern_str_make((const char *)entry->data, piece));
    }
  }
}

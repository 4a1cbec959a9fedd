// IREE's parameter archive, version 0.0.
//
//   bytes   content
//   88      header: magic "IRPA", version, its size, offset of the next header (0: none), flags, number of entries, and
//           three ranges (offset, length): of entries, of names, of data
//   ...     entries, each at a multiple of 16 from the start of their range: size, type, flags, ranges of the name and of
//           the user's text in the range of names, alignment; then what the type asks for
//
// All numbers are little-endian, packed; all offsets of a header count from it, so that archives can be joined to one file.
// Source: the comments of IREE's schema of parameter archives.

#include "base/no_memory.h"
#include "base/parameter_archive.h"
#include "base/vec.h"

enum {
  MAGIC = 0x41505249,
  HEADER_ALIGNMENT = 16,
  ENTRY_ALIGNMENT = 16,
  HEADER_PREFIX_SIZE = 32,
  HEADER_SIZE = 88,
  ENTRY_HEADER_SIZE = 60,
  DATA_ENTRY_SIZE = ENTRY_HEADER_SIZE + 16,
  PATTERN_SIZE_MAX = 16,
  SPLAT_ENTRY_SIZE = ENTRY_HEADER_SIZE + 8 + PATTERN_SIZE_MAX + 1,
  // Types of entries.
  SKIP = 0,
  SPLAT = 1,
  DATA = 2,
  EXTERNAL = 3,
};

typedef struct range {
  uint64_t offset, size;
} range_t;

typedef struct reader {
  const char *name;
  tern_str_t bytes;
  tern_archive_entries_t *entries;
  // Of the archive that is being read; ranges count from the start of the file.
  range_t names, data;
} reader_t;

static uint64_t load(const reader_t *reader, uint64_t offset, size_t size) {
  uint64_t value = 0;
  for (size_t i = size; i-- > 0;) value = value << 8 | (unsigned char)reader->bytes.data[offset + i];
  return value;
}

static tern_status_t fail_at(const reader_t *reader, uint64_t offset, const char *what) {
  return tern_status_make(TERN_INVALID_ARGUMENT, "'%s': byte %llu: %s", reader->name, (unsigned long long)offset, what);
}

// Reads the range at `offset`, which must lie within `whole`, from whose start it counts.
static tern_status_t read_range(const reader_t *reader, uint64_t offset, range_t whole, const char *what,
                                range_t *out_range) {
  *out_range = (range_t){load(reader, offset, 8), load(reader, offset + 8, 8)};
  if (out_range->size == 0) out_range->offset = 0;  // of nothing, no place matters
  if (out_range->offset > whole.size || out_range->size > whole.size - out_range->offset) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "'%s': byte %llu: %s is %llu bytes at %llu of %llu bytes",
                            reader->name, (unsigned long long)offset, what, (unsigned long long)out_range->size,
                            (unsigned long long)out_range->offset, (unsigned long long)whole.size);
  }
  out_range->offset += whole.offset;
  return tern_ok();
}

static tern_status_t read_data(const reader_t *reader, uint64_t at, tern_archive_entry_t *out_entry) {
  range_t range;
  TERN_RETURN_IF_ERROR(read_range(reader, at + ENTRY_HEADER_SIZE, reader->data, "the data of an entry", &range));
  out_entry->data = (const unsigned char *)reader->bytes.data + range.offset;
  out_entry->size = (size_t)range.size;
  return tern_ok();
}

static tern_status_t read_splat(const reader_t *reader, uint64_t at, tern_archive_entry_t *out_entry) {
  uint64_t size = load(reader, at + ENTRY_HEADER_SIZE, 8);
  uint64_t pattern_size = load(reader, at + ENTRY_HEADER_SIZE + 8 + PATTERN_SIZE_MAX, 1);
  bool is_power = pattern_size && !(pattern_size & (pattern_size - 1));
  if (!is_power || pattern_size > PATTERN_SIZE_MAX || size % pattern_size || size > SIZE_MAX) {
    return fail_at(reader, at, "a pattern that is not of 1, 2, 4, 8 or 16 bytes, or does not divide its entry");
  }
  out_entry->data = (const unsigned char *)reader->bytes.data + at + ENTRY_HEADER_SIZE + 8;
  out_entry->size = (size_t)size;
  out_entry->pattern_size = (size_t)pattern_size;
  return tern_ok();
}

// Reads the entry at `at`, of which `available` bytes are there.
static tern_status_t read_entry(reader_t *reader, uint64_t at, uint64_t available, uint64_t *out_size) {
  if (available < ENTRY_HEADER_SIZE) return fail_at(reader, at, "a truncated entry");
  uint64_t size = load(reader, at, 8), type = load(reader, at + 8, 4);
  *out_size = size;
  if (size < ENTRY_HEADER_SIZE || size > available) return fail_at(reader, at, "an entry with a wrong size");
  if (type == SKIP) return tern_ok();
  if (type == EXTERNAL) {
    return tern_status_make(TERN_UNSUPPORTED, "'%s': byte %llu: an entry whose data is in another file", reader->name,
                            (unsigned long long)at);
  }
  if (type > EXTERNAL) return fail_at(reader, at + 8, "an entry of an unknown type");
  if (size < (type == DATA ? DATA_ENTRY_SIZE : SPLAT_ENTRY_SIZE)) {
    return fail_at(reader, at, "an entry with a wrong size");
  }
  range_t name;
  tern_archive_entry_t entry = {0};
  TERN_RETURN_IF_ERROR(read_range(reader, at + 20, reader->names, "the name of an entry", &name));
  entry.key = tern_str_make(reader->bytes.data + name.offset, (size_t)name.size);
  TERN_RETURN_IF_ERROR(type == DATA ? read_data(reader, at, &entry) : read_splat(reader, at, &entry));
  return tern_vec_try_push(reader->entries, entry) ? tern_ok() : tern_no_memory("the table of an archive");
}

static tern_status_t read_archive(reader_t *reader, uint64_t base) {
  range_t whole = {base, reader->bytes.size - base}, rows;
  uint64_t count = load(reader, base + 32, 8);
  TERN_RETURN_IF_ERROR(read_range(reader, base + 40, whole, "the table of entries", &rows));
  TERN_RETURN_IF_ERROR(read_range(reader, base + 56, whole, "the table of names", &reader->names));
  TERN_RETURN_IF_ERROR(read_range(reader, base + 72, whole, "the data", &reader->data));
  if (count > rows.size / ENTRY_HEADER_SIZE)
    return fail_at(reader, base + 32, "more entries than fit into their table");
  uint64_t done = 0;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t size = 0;
    TERN_RETURN_IF_ERROR(read_entry(reader, rows.offset + done, rows.size - done, &size));
    done += size;
    uint64_t padding = (ENTRY_ALIGNMENT - done % ENTRY_ALIGNMENT) % ENTRY_ALIGNMENT;
    done += padding < rows.size - done ? padding : rows.size - done;
  }
  return tern_ok();
}

bool tern_irpa_has_magic(tern_str_t bytes) { return bytes.size >= 4 && memcmp(bytes.data, "IRPA", 4) == 0; }

tern_status_t tern_irpa_read(const char *name, tern_str_t bytes, tern_arena_t *arena,
                             tern_archive_entries_t *out_entries) {
  (void)arena;
  reader_t reader = {.name = name, .bytes = bytes, .entries = out_entries};
  uint64_t base = 0, next;
  do {
    if (bytes.size - base < HEADER_PREFIX_SIZE) return fail_at(&reader, base, "a truncated header");
    if (load(&reader, base, 4) != MAGIC) return fail_at(&reader, base, "no header of an archive: wrong magic");
    uint64_t major = load(&reader, base + 4, 2);
    if (major != 0) {
      return tern_status_make(TERN_UNSUPPORTED, "'%s': byte %llu: .irpa version %llu is not supported, only 0", name,
                              (unsigned long long)base + 4, (unsigned long long)major);
    }
    if (load(&reader, base + 8, 8) < HEADER_SIZE || bytes.size - base < HEADER_SIZE) {
      return fail_at(&reader, base, "a truncated header");
    }
    TERN_RETURN_IF_ERROR(read_archive(&reader, base));
    // Always forwards, so that this ends.
    next = load(&reader, base + 16, 8);
    if (next % HEADER_ALIGNMENT || next > bytes.size - base) {
      return fail_at(&reader, base + 16, "the next header is outside of the file, or misaligned");
    }
    base += next;
  } while (next);
  return tern_archive_check(name, out_entries, true);
}

//---- Writing ----

static void append(tern_string_builder_t *out, uint64_t value, size_t size) {
  for (size_t i = 0; i < size; ++i, value = i < 8 ? value >> 8 : 0) {
    tern_string_builder_append_char(out, (char)value);
  }
}

static void append_padding(tern_string_builder_t *out, size_t start, size_t alignment) {
  while ((out->size - start) % alignment) tern_string_builder_append_char(out, '\0');
}

static uint64_t align(uint64_t value, uint64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

static uint64_t entry_size(const tern_archive_entry_t *entry) {
  return entry->pattern_size ? SPLAT_ENTRY_SIZE : DATA_ENTRY_SIZE;
}

static void append_entry(const tern_archive_entry_t *entry, uint64_t name, uint64_t data, tern_string_builder_t *out) {
  append(out, entry_size(entry), 8);
  append(out, entry->pattern_size ? SPLAT : DATA, 4);
  append(out, 0, 8);  // flags
  append(out, name, 8);
  append(out, entry->key.size, 8);
  append(out, 0, 16);  // no text of the user's
  append(out, entry->pattern_size ? 0 : TERN_ARCHIVE_ALIGNMENT, 8);
  if (!entry->pattern_size) append(out, data, 8);
  append(out, entry->size, 8);
  for (size_t i = 0; entry->pattern_size && i < PATTERN_SIZE_MAX; ++i) {
    append(out, i < entry->pattern_size ? entry->data[i] : 0, 1);
  }
  if (entry->pattern_size) append(out, entry->pattern_size, 1);
}

void tern_irpa_write(const tern_archive_entries_t *entries, tern_string_builder_t *out_bytes) {
  size_t start = out_bytes->size;
  uint64_t rows_size = 0, names_size = 0, data_size = 0;
  for (size_t i = 0; i < entries->count; ++i) {
    const tern_archive_entry_t *entry = &entries->values[i];
    rows_size = align(rows_size, ENTRY_ALIGNMENT) + entry_size(entry);
    names_size += entry->key.size;
    if (!entry->pattern_size) data_size = align(data_size, TERN_ARCHIVE_ALIGNMENT) + entry->size;
  }
  uint64_t rows = align(HEADER_SIZE, ENTRY_ALIGNMENT), names = rows + rows_size;
  uint64_t data = names + names_size;
  if (data_size) data = align(data, TERN_ARCHIVE_ALIGNMENT);
  append(out_bytes, MAGIC, 4);
  append(out_bytes, 0, 4);  // version
  append(out_bytes, HEADER_SIZE, 8);
  append(out_bytes, 0, 16);  // no next header, no flags
  const uint64_t words[] = {entries->count, rows, rows_size, names, names_size, data, data_size};
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) append(out_bytes, words[i], 8);
  uint64_t name_offset = 0, data_offset = 0;
  for (size_t i = 0; i < entries->count; ++i) {
    const tern_archive_entry_t *entry = &entries->values[i];
    append_padding(out_bytes, start, ENTRY_ALIGNMENT);
    append_entry(entry, name_offset, data_offset, out_bytes);
    name_offset += entry->key.size;
    if (!entry->pattern_size) data_offset = align(data_offset + entry->size, TERN_ARCHIVE_ALIGNMENT);
  }
  for (size_t i = 0; i < entries->count; ++i) tern_string_builder_append(out_bytes, entries->values[i].key);
  for (size_t i = 0; i < entries->count; ++i) {
    const tern_archive_entry_t *entry = &entries->values[i];
    if (entry->pattern_size) continue;
    append_padding(out_bytes, start, TERN_ARCHIVE_ALIGNMENT);
    tern_string_builder_append(out_bytes, tern_str_make((const char *)entry->data, entry->size));
  }
}

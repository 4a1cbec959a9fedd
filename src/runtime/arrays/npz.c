// The .npz format of numpy: a zip archive of .npy files. What numpy.savez() stores uncompressed is used where it lies.
//
// The directory at the end of the file says where entries are; their own headers only say how long they are themselves.
// Source: PKWARE's APPNOTE.TXT 6.3.10, with the 64-bit sizes that numpy asks for.

#include "base/no_memory.h"
#include "base/vec.h"
#include "runtime/arrays/npy.h"
#include "runtime/parameters/parameters.h"

enum {
  END_SIZE = 22,
  END_COMMENT_MAX = 65535,
  END64_LOCATOR_SIZE = 20,
  END64_SIZE = 56,
  ROW_SIZE = 46,
  LOCAL_HEADER_SIZE = 30,
  EXTRA_HEADER_SIZE = 4,
  EXTRA_64 = 1,  // sizes of 64 bits
  FLAG_ENCRYPTED = 1,
};

static const char end_magic[] = "PK\5\6", end64_magic[] = "PK\6\6", end64_locator_magic[] = "PK\6\7";
static const char row_magic[] = "PK\1\2", local_magic[] = "PK\3\4";

// Archives of zip begin with an entry, or, if they are empty, with the end of the directory.
bool tern_npz_has_magic(tern_str_t bytes) {
  return bytes.size >= 4 && (memcmp(bytes.data, local_magic, 4) == 0 || memcmp(bytes.data, end_magic, 4) == 0);
}

typedef struct reader {
  const char *name;
  tern_str_t bytes;
} reader_t;

static uint64_t load(const reader_t *reader, size_t offset, size_t size) {
  uint64_t value = 0;
  for (size_t i = size; i-- > 0;) value = value << 8 | (unsigned char)reader->bytes.data[offset + i];
  return value;
}

static tern_status_t fail_at(const reader_t *reader, uint64_t offset, tern_status_code_t code, const char *what) {
  return tern_status_make(code, "'%s': byte %llu: %s", reader->name, (unsigned long long)offset, what);
}

// Do `size` bytes lie at `offset`, and begin with `magic`?
static bool is_record(const reader_t *reader, uint64_t offset, uint64_t size, const char *magic) {
  return offset <= reader->bytes.size && size <= reader->bytes.size - offset &&
         memcmp(reader->bytes.data + offset, magic, 4) == 0;
}

typedef struct directory {
  uint64_t offset, size, count;
} directory_t;

static tern_status_t find_directory(const reader_t *reader, directory_t *out_directory) {
  size_t size = reader->bytes.size, end = size;
  for (size_t back = END_SIZE; back <= size && back <= END_SIZE + END_COMMENT_MAX && end == size; ++back) {
    bool is_end = is_record(reader, size - back, END_SIZE, end_magic);
    if (is_end && load(reader, size - back + 20, 2) == back - END_SIZE) end = size - back;
  }
  if (end == size) {
    return fail_at(reader, size, TERN_INVALID_ARGUMENT, "the directory is missing: a truncated file");
  }
  *out_directory = (directory_t){load(reader, end + 16, 4), load(reader, end + 12, 4), load(reader, end + 10, 2)};
  uint64_t disks = load(reader, end + 4, 4);
  if (end >= END64_LOCATOR_SIZE &&
      is_record(reader, end - END64_LOCATOR_SIZE, END64_LOCATOR_SIZE, end64_locator_magic)) {
    uint64_t at = load(reader, end - END64_LOCATOR_SIZE + 8, 8);
    if (!is_record(reader, at, END64_SIZE, end64_magic)) {
      return fail_at(reader, end - END64_LOCATOR_SIZE, TERN_INVALID_ARGUMENT, "the end of the directory is not there");
    }
    *out_directory = (directory_t){load(reader, at + 48, 8), load(reader, at + 40, 8), load(reader, at + 32, 8)};
    disks = load(reader, at + 16, 8);
  }
  if (disks) return fail_at(reader, end, TERN_UNSUPPORTED, "an archive of several files");
  if (out_directory->offset > size || out_directory->size > size - out_directory->offset ||
      out_directory->count > out_directory->size / ROW_SIZE) {
    return fail_at(reader, end, TERN_INVALID_ARGUMENT, "the directory is outside of the file, or too small");
  }
  return tern_ok();
}

// A row of the directory.
typedef struct row {
  size_t at;  // offset of the row
  tern_str_t name;
  uint64_t method, flags, packed_size, size, offset;
} row_t;

// Takes what does not fit into 32 bits from the extra fields of the row, in the order in which the format lists it.
static tern_status_t read_wide_sizes(const reader_t *reader, size_t at, size_t end, row_t *row) {
  while (end - at >= EXTRA_HEADER_SIZE) {
    uint64_t kind = load(reader, at, 2), size = load(reader, at + 2, 2);
    at += EXTRA_HEADER_SIZE;
    if (size > end - at) return fail_at(reader, at, TERN_INVALID_ARGUMENT, "an extra field is longer than its row");
    uint64_t *const values[] = {&row->size, &row->packed_size, &row->offset};
    size_t next = at;
    for (size_t i = 0; kind == EXTRA_64 && i < 3; ++i) {
      if (*values[i] != UINT32_MAX) continue;
      if (at + size - next < 8) return fail_at(reader, at, TERN_INVALID_ARGUMENT, "a size of 64 bits is missing");
      *values[i] = load(reader, next, 8);
      next += 8;
    }
    if (kind == EXTRA_64) return tern_ok();
    at += (size_t)size;
  }
  return tern_ok();
}

// Reads the row at `*inout_at`, which ends before `end`.
static tern_status_t read_row(const reader_t *reader, size_t end, size_t *inout_at, row_t *out_row) {
  size_t at = *inout_at;
  if (end - at < ROW_SIZE || !is_record(reader, at, ROW_SIZE, row_magic)) {
    return fail_at(reader, at, TERN_INVALID_ARGUMENT, "expected a row of the directory");
  }
  size_t name_size = (size_t)load(reader, at + 28, 2), extra_size = (size_t)load(reader, at + 30, 2);
  size_t comment_size = (size_t)load(reader, at + 32, 2);
  if (name_size + extra_size + comment_size > end - at - ROW_SIZE) {
    return fail_at(reader, at, TERN_INVALID_ARGUMENT, "a truncated row of the directory");
  }
  *out_row = (row_t){.at = at,
                     .name = tern_str_make(reader->bytes.data + at + ROW_SIZE, name_size),
                     .flags = load(reader, at + 8, 2),
                     .method = load(reader, at + 10, 2),
                     .packed_size = load(reader, at + 20, 4),
                     .size = load(reader, at + 24, 4),
                     .offset = load(reader, at + 42, 4)};
  size_t extra = at + ROW_SIZE + name_size;
  *inout_at = extra + extra_size + comment_size;
  return read_wide_sizes(reader, extra, extra + extra_size, out_row);
}

// Finds the bytes of the row's entry.
static tern_status_t find_file(const reader_t *reader, const row_t *row, tern_archive_entry_t *out_entry) {
  if (row->flags & FLAG_ENCRYPTED) return fail_at(reader, row->at, TERN_UNSUPPORTED, "an encrypted entry");
  if (row->method != 0) {
    return tern_status_make(TERN_UNSUPPORTED,
                            "'%s': byte %zu: entry '%.*s' is compressed (method %llu), so its bytes cannot be mapped; "
                            "numpy.savez() stores arrays as they are",
                            reader->name, row->at, (int)(row->name.size < 100 ? row->name.size : 100), row->name.data,
                            (unsigned long long)row->method);
  }
  if (row->packed_size != row->size) {
    return fail_at(reader, row->at, TERN_INVALID_ARGUMENT, "a stored entry with two sizes");
  }
  if (!is_record(reader, row->offset, LOCAL_HEADER_SIZE, local_magic)) {
    return fail_at(reader, row->at + 42, TERN_INVALID_ARGUMENT, "there is no entry where the directory has one");
  }
  size_t at = (size_t)row->offset;
  uint64_t start = at + LOCAL_HEADER_SIZE + load(reader, at + 26, 2) + load(reader, at + 28, 2);
  if (start > reader->bytes.size || row->size > reader->bytes.size - start) {
    return fail_at(reader, row->at, TERN_INVALID_ARGUMENT, "an entry that ends behind the file");
  }
  out_entry->data = (const unsigned char *)reader->bytes.data + start;
  out_entry->size = (size_t)row->size;
  return tern_ok();
}

tern_status_t tern_npz_list(const char *name, tern_str_t bytes, tern_archive_entries_t *out_entries) {
  reader_t reader = {name, bytes};
  directory_t directory = {0};
  TERN_RETURN_IF_ERROR(find_directory(&reader, &directory));
  size_t at = (size_t)directory.offset, end = at + (size_t)directory.size;
  for (uint64_t i = 0; i < directory.count; ++i) {
    row_t row;
    TERN_RETURN_IF_ERROR(read_row(&reader, end, &at, &row));
    if (!tern_str_ends_with(row.name, TERN_STR(".npy"))) {
      return fail_at(&reader, row.at, TERN_UNSUPPORTED, "an entry that is no .npy file");
    }
    tern_archive_entry_t entry = {.key = tern_str_make(row.name.data, row.name.size - 4)};
    TERN_RETURN_IF_ERROR(find_file(&reader, &row, &entry));
    if (!tern_vec_try_push(out_entries, entry)) return tern_no_memory("names of arrays");
  }
  return tern_archive_check(name, out_entries, false);
}

// The elements of the array in the bytes of a file.
static tern_status_t locate_array(const reader_t *reader, tern_arena_t *arena, tern_archive_entry_t *entry) {
  size_t start = (size_t)((const char *)entry->data - reader->bytes.data);
  tern_npy_place_t place;
  tern_status_t status = tern_npy_locate(reader->name, reader->bytes, start, entry->size, &place);
  if (!tern_status_is_ok(status)) {
    return tern_status_make(status.code, "%s (in entry '%.*s', which starts at byte %zu)", status.message,
                            (int)(entry->key.size < 100 ? entry->key.size : 100), entry->key.data, start);
  }
  entry->data = (const unsigned char *)reader->bytes.data + place.offset;
  entry->size = place.size;
  entry->element_type = place.element_type;
  entry->rank = place.rank;
  entry->is_column_major = place.is_column_major;
  entry->dims = tern_arena_try_copy(arena, place.dims, place.rank * sizeof(*place.dims));
  if (!entry->dims) return tern_no_memory("the shape of an array");
  return tern_ok();
}

tern_status_t tern_npz_read(const char *name, tern_str_t bytes, tern_arena_t *arena,
                            tern_archive_entries_t *out_entries) {
  reader_t reader = {name, bytes};
  tern_archive_entries_t files = {0};
  tern_status_t status = tern_npz_list(name, bytes, &files);
  for (size_t i = 0; i < files.count && tern_status_is_ok(status); ++i) {
    status = locate_array(&reader, arena, &files.values[i]);
    if (!tern_vec_try_push(out_entries, files.values[i])) status = tern_no_memory("names of arrays");
  }
  free(files.values);
  return status;
}

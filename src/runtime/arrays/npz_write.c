// Writing .npz files: a zip archive of .npy files that are stored as they are, one after the other, each behind a header of its
// own; then the directory, a row for each file; then where the directory is.
//
// All sizes and offsets are written in 64 bits, whatever they are, so that there is one form: the fields of 32 bits say so.
// Source: PKWARE's APPNOTE.TXT 6.3.10.

#include "base/file.h"
#include "runtime/arrays/archive.h"
#include "runtime/arrays/npy.h"

enum {
  VERSION_64 = 45,        // of the format: with sizes of 64 bits
  FLAG_UTF8 = 1 << 11,    // of names
  DATE = 1 << 5 | 1,      // 1980-01-01, the first that there is: files do not depend on when they were written
  EXTRA_64 = 1,           // an extra field with sizes of 64 bits
  EXTRA_LOCAL_SIZE = 16,  // bytes behind its head: both sizes
  EXTRA_ROW_SIZE = 24,    // and the offset of the file
  END64_SIZE = 56,
};

static void put(tern_string_builder_t *out, uint64_t value, size_t size) {
  for (size_t i = 0; i < size; ++i) tern_string_builder_append_char(out, (char)(value >> 8 * i));
}

// The checksum of zip: CRC-32 with the polynomial of Ethernet, its lowest bit first.
static uint32_t checksum(tern_str_t bytes) {
  uint32_t table[256], sum = UINT32_MAX;
  for (uint32_t i = 0; i < 256; ++i) {
    table[i] = i;
    for (int bit = 0; bit < 8; ++bit) table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320u : 0);
  }
  for (size_t i = 0; i < bytes.size; ++i) sum = sum >> 8 ^ table[(sum ^ (unsigned char)bytes.data[i]) & 0xff];
  return ~sum;
}

// A file in the archive.
typedef struct row {
  const char *name;  // without the ending
  uint32_t checksum;
  uint64_t size, offset;  // bytes
} row_t;

// What both kinds of headers have in common, up to the name.
static void put_description(tern_string_builder_t *out, const row_t *row, uint16_t extra_size) {
  put(out, VERSION_64, 2);
  put(out, FLAG_UTF8, 2);
  put(out, 0, 2);  // method: stored
  put(out, 0, 2);  // time
  put(out, DATE, 2);
  put(out, row->checksum, 4);
  put(out, UINT32_MAX, 4);
  put(out, UINT32_MAX, 4);
  put(out, strlen(row->name) + 4, 2);
  put(out, extra_size + 4u, 2);
}

static void put_name_and_sizes(tern_string_builder_t *out, const row_t *row, uint16_t extra_size) {
  tern_string_builder_append_format(out, "%s.npy", row->name);
  put(out, EXTRA_64, 2);
  put(out, extra_size, 2);
  put(out, row->size, 8);
  put(out, row->size, 8);
}

static void put_local_header(tern_string_builder_t *out, const row_t *row) {
  tern_string_builder_append(out, TERN_STR("PK\3\4"));
  put_description(out, row, EXTRA_LOCAL_SIZE);
  put_name_and_sizes(out, row, EXTRA_LOCAL_SIZE);
}

static void put_row(tern_string_builder_t *out, const row_t *row) {
  tern_string_builder_append(out, TERN_STR("PK\1\2"));
  put(out, VERSION_64, 2);  // of the writer
  put_description(out, row, EXTRA_ROW_SIZE);
  put(out, 0, 2);           // comment
  put(out, 0, 2);           // disk
  put(out, 0, 2 + 4);       // attributes
  put(out, UINT32_MAX, 4);  // offset
  put_name_and_sizes(out, row, EXTRA_ROW_SIZE);
  put(out, row->offset, 8);
}

static void put_end(tern_string_builder_t *out, uint64_t count, uint64_t offset) {
  uint64_t size = out->size;
  tern_string_builder_append(out, TERN_STR("PK\6\6"));
  put(out, END64_SIZE - 12, 8);  // of what follows
  put(out, VERSION_64, 2);
  put(out, VERSION_64, 2);
  put(out, 0, 4 + 4);  // disks
  put(out, count, 8);
  put(out, count, 8);
  put(out, size, 8);
  put(out, offset, 8);
  tern_string_builder_append(out, TERN_STR("PK\6\7"));
  put(out, 0, 4);
  put(out, offset + size, 8);
  put(out, 1, 4);  // disks in all
  tern_string_builder_append(out, TERN_STR("PK\5\6"));
  put(out, 0, 2 + 2);
  put(out, UINT16_MAX, 2);
  put(out, UINT16_MAX, 2);
  put(out, UINT32_MAX, 4);
  put(out, UINT32_MAX, 4);
  put(out, 0, 2);  // comment
}

// Writes one file and adds its row to the directory.
static tern_status_t write_file(tern_file_writer_t *writer, const char *name, const tern_tensor_t *tensor,
                                uint64_t *inout_offset, tern_string_builder_t *directory) {
  if (strlen(name) > UINT16_MAX - 4) return tern_status_make(TERN_OUT_OF_RANGE, "a name of more than 65531 bytes");
  tern_string_builder_t file = {0}, header = {0};
  tern_status_t status = tern_npy_append(tensor, &file);
  if (tern_status_is_ok(status)) {
    row_t row = {name, checksum(tern_string_builder_view(&file)), file.size, *inout_offset};
    put_local_header(&header, &row);
    put_row(directory, &row);
    *inout_offset += header.size + file.size;
    status = tern_file_writer_append(writer, tern_string_builder_view(&header));
  }
  if (tern_status_is_ok(status)) status = tern_file_writer_append(writer, tern_string_builder_view(&file));
  tern_string_builder_deinitialize(&file);
  tern_string_builder_deinitialize(&header);
  return status;
}

tern_status_t tern_npz_write(const char *path, const char *const *names, const tern_tensor_t *tensors, size_t count) {
  tern_file_writer_t writer;
  TERN_RETURN_IF_ERROR(tern_file_writer_open(&writer, path));
  tern_string_builder_t directory = {0};
  uint64_t offset = 0;
  tern_status_t status = tern_ok();
  for (size_t i = 0; i < count && tern_status_is_ok(status); ++i) {
    status = write_file(&writer, names[i], &tensors[i], &offset, &directory);
    if (!tern_status_is_ok(status))
      status = tern_status_make(status.code, "array '%.100s': %s", names[i], status.message);
  }
  put_end(&directory, count, offset);
  if (tern_status_is_ok(status)) status = tern_file_writer_append(&writer, tern_string_builder_view(&directory));
  tern_status_t closed = tern_file_writer_close(&writer, tern_status_is_ok(status));
  tern_string_builder_deinitialize(&directory);
  return tern_status_is_ok(status) ? closed : status;
}

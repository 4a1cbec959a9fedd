// Entries of the folder.

#include "runtime/hal/packed_cache.h"

#include "base/small.h"

#if !TERN_SMALL

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/checksum.h"
#include "base/file.h"
#include "runtime/drivers/cpu/cpu_device.h"

enum {
  HEADER_SIZE = 4096,    // a page, so that panels begin with one
  PIECE_SIZE = 4 << 20,  // bytes of panels that have a checksum of their own
  KEY_SIZE_MAX = HEADER_SIZE - 64,
};

typedef struct header {
  char magic[8];
  uint64_t size, checksum;
  uint64_t key_size;
  char key[KEY_SIZE_MAX];
} header_t;

static const char magic[8] = {'T', 'E', 'R', 'N', 'P', 'N', 'L', '1'};

typedef struct entry {
  char *path;  // owned
  tern_str_t key;
  size_t size;  // of the panels
  tern_thread_pool_t *pool;
} entry_t;

//---- Checksums ----

typedef struct sums {
  const char *data;
  size_t size;
  uint64_t *values;
} sums_t;

static void add_up(void *user_data, uint64_t begin, uint64_t end) {
  const sums_t *sums = user_data;
  for (uint64_t i = begin; i < end; ++i) {
    size_t offset = (size_t)i * PIECE_SIZE, rest = sums->size - offset;
    sums->values[i] = tern_checksum(sums->data + offset, rest < PIECE_SIZE ? rest : PIECE_SIZE);
  }
}

// False without memory.
static bool compute_checksum(const entry_t *entry, const char *data, uint64_t *out_checksum) {
  uint64_t count = (entry->size + PIECE_SIZE - 1) / PIECE_SIZE;
  sums_t sums = {data, entry->size, malloc((size_t)count * sizeof(uint64_t))};
  if (!sums.values) return false;
  tern_thread_pool_run(entry->pool, count, add_up, &sums);
  *out_checksum = tern_checksum(sums.values, (size_t)count * sizeof(uint64_t));
  free(sums.values);
  return true;
}

//---- Entries ----

static bool describe(const tern_expected_parameter_t *expected, const tern_parameters_t *archive,
                     const tern_parameter_t *parameter, tern_string_builder_t *out) {
  if (!archive->identity) return false;
  tern_string_builder_append_format(out, "%s at %lld, %zu bytes of %d%s", archive->identity,
                                    (long long)((const char *)parameter->data - archive->mapping), parameter->size,
                                    (int)expected->element_type, parameter->is_column_major ? " by columns" : "");
  for (uint32_t i = 0; i < expected->rank; ++i) {
    tern_string_builder_append_format(out, " %lld", (long long)expected->dims[i]);
  }
  tern_string_builder_append_format(out, ": %lld by %lld%s", (long long)expected->width, (long long)expected->group,
                                    expected->is_transposed ? " transposed" : "");
  return out->size <= KEY_SIZE_MAX;
}

static bool is_header_right(const entry_t *entry, const header_t *header) {
  return memcmp(header->magic, magic, sizeof(magic)) == 0 && header->size == entry->size &&
         header->key_size == entry->key.size && memcmp(header->key, entry->key.data, entry->key.size) == 0;
}

// Maps an entry that is there and right.
static char *map_entry(const entry_t *entry) {
  void *data;
  size_t size;
  if (!tern_status_is_ok(tern_file_map(entry->path, false, &data, &size, NULL))) return NULL;
  uint64_t checksum;
  if (size == HEADER_SIZE + entry->size && is_header_right(entry, data) &&
      compute_checksum(entry, (char *)data + HEADER_SIZE, &checksum) &&
      checksum == ((const header_t *)data)->checksum) {
    return data;
  }
  tern_file_unmap(data, size);
  return NULL;
}

// Room for an entry in a file that has no name yet, which is there before it is written to: a disk that is full would else be
// found out by a signal.
static char *map_room(const entry_t *entry, tern_file_writer_t *writer) {
  tern_file_make_folder_of(entry->path);
  if (!tern_status_is_ok(tern_file_writer_open(writer, entry->path))) return NULL;
  off_t size = (off_t)(HEADER_SIZE + entry->size);
  void *data = posix_fallocate(writer->descriptor, 0, size) == 0
                   ? mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, writer->descriptor, 0)
                   : MAP_FAILED;
  if (data != MAP_FAILED) return data;
  (void)tern_file_writer_close(writer, false);
  return NULL;
}

static bool write_header(const entry_t *entry, char *data) {
  header_t *header = (header_t *)data;
  memcpy(header->magic, magic, sizeof(magic));
  header->size = entry->size;
  header->key_size = entry->key.size;
  memcpy(header->key, entry->key.data, entry->key.size);
  return compute_checksum(entry, data + HEADER_SIZE, &header->checksum);
}

static void unmap_entry(void *user_data, void *data) {
  tern_file_unmap((char *)data - HEADER_SIZE, (size_t)(uintptr_t)user_data);
}

static tern_status_t make_entry(const entry_t *entry, const tern_expected_parameter_t *expected,
                                const tern_parameters_t *archive, const tern_parameter_t *parameter,
                                tern_device_t *device, char **out_data) {
  tern_file_writer_t writer;
  char *data = map_room(entry, &writer);
  if (!data) return tern_ok();
  tern_status_t status = tern_expected_parameter_pack(expected, archive, parameter, device, data + HEADER_SIZE);
  bool is_whole = tern_status_is_ok(status) && write_header(entry, data);
  // Panels are used even if nobody will find them again.
  tern_status_t closed = tern_file_writer_close(&writer, is_whole);
  (void)closed;
  if (tern_status_is_ok(status)) {
    mprotect(data, HEADER_SIZE + entry->size, PROT_READ);
    *out_data = data;
  } else {
    tern_file_unmap(data, HEADER_SIZE + entry->size);
  }
  return status;
}

tern_status_t tern_packed_cache_load(const tern_session_t *session, const tern_expected_parameter_t *expected,
                                     const tern_parameters_t *archive, const tern_parameter_t *parameter,
                                     tern_device_t *device, tern_hal_buffer_t **out_buffer) {
  *out_buffer = NULL;
  if (!session->cache_folder || strcmp(tern_device_driver_name(device), "cpu") != 0) return tern_ok();
  tern_string_builder_t key = {0}, path = {0};
  tern_status_t status = tern_ok();
  if (describe(expected, archive, parameter, &key)) {
    tern_string_builder_append_format(&path, "%s/%016llx.panels", session->cache_folder,
                                      (unsigned long long)tern_checksum(key.data, key.size));
    entry_t entry = {.path = path.data,
                     .key = tern_string_builder_view(&key),
                     .size = tern_expected_parameter_packed_size(expected),
                     .pool = ((tern_cpu_device_t *)device)->pool};
    char *data = map_entry(&entry);
    if (!data) status = make_entry(&entry, expected, archive, parameter, device, &data);
    if (data) {
      status = tern_hal_buffer_import(device, data + HEADER_SIZE, entry.size, unmap_entry,
                                      (void *)(uintptr_t)(HEADER_SIZE + entry.size), out_buffer);
    }
  }
  tern_string_builder_deinitialize(&key);
  tern_string_builder_deinitialize(&path);
  return status;
}

#endif  // !TERN_SMALL

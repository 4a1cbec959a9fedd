// Entries of the cache: a header, and the bytes.

#include "pipeline/dispatch/executable_cache.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>

#include "base/checksum.h"
#include "base/file.h"
#include "base/tiles.h"
#include "target/library_part.h"
#include "target/llvm_loader.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum { VERSION = 1 };

typedef struct header {
  char magic[8];
  uint64_t hash[2];  // of the key, in case that the file was renamed
  uint64_t size, checksum;
} header_t;

static const char magic[8] = {'T', 'E', 'R', 'N', 'K', 'E', 'E', 'P'};

// --- what is in every key ---

// A library is what it was as long as its size and its time of writing are.
static void describe_file(const char *path, tern_string_builder_t *out) {
  struct stat info = {0};
  if (path) stat(path, &info);
  tern_string_builder_append_format(out, "%lld %lld.%09ld\n", (long long)info.st_size, (long long)info.st_mtim.tv_sec,
                                    info.st_mtim.tv_nsec);
}

// LLVM's own library is of a version that the build of the part that loads it decides.
static void describe_build(tern_string_builder_t *out) {
  char *own = tern_library_own_path(), *llvm = tern_llvm_path();
  tern_string_builder_append_format(out, "cache %d\n", VERSION);
  describe_file(own, out);
  describe_file(llvm, out);
  free(own);
  free(llvm);
}

// What LLVM tells processors apart by. It is not asked: it takes longer to load than all else that is done for a hit.
static void describe_machine(tern_string_builder_t *out) {
#if defined(__x86_64__)
  static const unsigned leaves[][2] = {{0, 0},    {1, 0},    {7, 0},    {7, 1},          {0xd, 1},       {0x14, 0},
                                       {0x19, 0}, {0x1e, 1}, {0x24, 0}, {0x80000001, 0}, {0x80000008, 0}};
  for (size_t i = 0; i < sizeof leaves / sizeof leaves[0]; ++i) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    __get_cpuid_count(leaves[i][0], leaves[i][1], &a, &b, &c, &d);
    // Tells which of the processors this is.
    if (leaves[i][0] == 1) b = 0;
    tern_string_builder_append_format(out, "%x %x %x %x\n", a, b, c, d);
  }
#else
  char *file = NULL;
  size_t size = 0;
  if (tern_status_is_ok(tern_file_read("/proc/cpuinfo", &file, &size))) {
    tern_string_builder_append(out, tern_str_make(file, size));
  }
  free(file);
#endif
  // Of this machine's features these are used if the operating system lets the process.
  tern_string_builder_append_format(out, "tiles %d\n", tern_tiles_request());
  tern_string_builder_append_format(out, "%lx %lx\n", getauxval(AT_HWCAP), getauxval(AT_HWCAP2));
}

// --- entries ---

void tern_cache_entry_initialize(tern_cache_entry_t *out_entry, tern_str_t folder, tern_str_t key) {
  tern_string_builder_t whole = {0}, path = {0};
  describe_build(&whole);
  describe_machine(&whole);
  tern_string_builder_append(&whole, key);
  for (uint64_t i = 0; i < 2; ++i) out_entry->hash[i] = tern_hash_bytes(whole.data, whole.size, i);
  tern_string_builder_append(&path, folder);
  tern_string_builder_append_format(&path, "/%016llx%016llx.executable", (unsigned long long)out_entry->hash[0],
                                    (unsigned long long)out_entry->hash[1]);
  out_entry->path = tern_string_builder_take(&path);
  tern_string_builder_deinitialize(&whole);
}

void tern_cache_entry_deinitialize(tern_cache_entry_t *entry) {
  free(entry->path);
  entry->path = NULL;
}

static header_t make_header(const tern_cache_entry_t *entry, tern_str_t data) {
  header_t header = {.size = data.size, .checksum = tern_checksum(data.data, data.size)};
  memcpy(header.magic, magic, sizeof header.magic);
  memcpy(header.hash, entry->hash, sizeof header.hash);
  return header;
}

bool tern_cache_entry_read(const tern_cache_entry_t *entry, tern_string_builder_t *out_data) {
  char *file = NULL;
  size_t size = 0;
  if (!tern_status_is_ok(tern_file_read(entry->path, &file, &size))) return false;
  bool is_right = size > sizeof(header_t);
  if (is_right) {
    tern_str_t data = tern_str_make(file + sizeof(header_t), size - sizeof(header_t));
    const header_t expected = make_header(entry, data);
    is_right = memcmp(file, &expected, sizeof expected) == 0;
    if (is_right) tern_string_builder_append(out_data, data);
  }
  free(file);
  return is_right;
}

tern_status_t tern_cache_entry_write(const tern_cache_entry_t *entry, tern_str_t data) {
  const header_t header = make_header(entry, data);
  tern_file_writer_t writer;
  tern_file_make_folder_of(entry->path);
  TERN_RETURN_IF_ERROR(tern_file_writer_open(&writer, entry->path));
  tern_status_t status = tern_file_writer_append(&writer, tern_str_make((const char *)&header, sizeof header));
  if (tern_status_is_ok(status)) status = tern_file_writer_append(&writer, data);
  tern_status_t close_status = tern_file_writer_close(&writer, tern_status_is_ok(status));
  return tern_status_is_ok(status) ? close_status : status;
}

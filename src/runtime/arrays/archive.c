// Reading archives of arrays. The names are looked up first, and arrays are read one by one, so that those of a large file are
// in memory once.

#include "runtime/arrays/archive.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/no_memory.h"
#include "base/vec.h"
#include "runtime/arrays/npy.h"
#include "runtime/element.h"
#include "runtime/parameters/parameters.h"

enum { BEGINNING_SIZE = 9 };  // bytes: the size of a safetensors header, and its first character

tern_array_archive_kind_t tern_array_archive_kind_of(const char *path) {
  struct stat info;
  if (stat(path, &info) != 0) return TERN_ARRAY_ARCHIVE_NONE;
  if (S_ISDIR(info.st_mode)) return TERN_ARRAY_ARCHIVE_FOLDER;
  if (!S_ISREG(info.st_mode)) return TERN_ARRAY_ARCHIVE_NONE;
  char beginning[BEGINNING_SIZE];
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return TERN_ARRAY_ARCHIVE_NONE;
  ssize_t size = read(descriptor, beginning, sizeof(beginning));
  close(descriptor);
  tern_str_t bytes = tern_str_make(beginning, size > 0 ? (size_t)size : 0);
  if (tern_npy_has_magic(bytes)) return TERN_ARRAY_ARCHIVE_NONE;
  if (tern_npz_has_magic(bytes)) return TERN_ARRAY_ARCHIVE_NPZ;
  return tern_safetensors_has_header(bytes) ? TERN_ARRAY_ARCHIVE_SAFETENSORS : TERN_ARRAY_ARCHIVE_NONE;
}

//---- Folders ----

static tern_status_t fail_system(const char *verb, const char *path) {
  char buffer[256];
  return tern_status_make(TERN_IO_ERROR, "cannot %s '%s': %s", verb, path, strerror_r(errno, buffer, sizeof(buffer)));
}

static tern_status_t list_file(tern_array_archive_t *archive, const char *file) {
  tern_str_t name = tern_str_from_cstr(file);
  if (name.data[0] == '.') return tern_ok();  // nobody puts arrays there
  if (!tern_str_ends_with(name, TERN_STR(".npy"))) {
    return tern_status_make(TERN_UNSUPPORTED, "'%s': '%.100s' is no .npy file: a folder of arrays holds nothing else",
                            archive->path, file);
  }
  size_t size = name.size - 4;
  const char *key = tern_arena_try_copy(&archive->arena, name.data, size);
  bool has_memory =
      key && tern_vec_try_push(&archive->entries, (tern_archive_entry_t){.key = tern_str_make(key, size)});
  return has_memory ? tern_ok() : tern_no_memory("names of arrays");
}

static tern_status_t open_folder(tern_array_archive_t *archive) {
  DIR *folder = opendir(archive->path);
  if (!folder) return fail_system("read", archive->path);
  tern_status_t status = tern_ok();
  struct dirent *row;
  while (tern_status_is_ok(status) && (row = readdir(folder))) status = list_file(archive, row->d_name);
  closedir(folder);
  // Sorts, so that what is told of does not depend on the folder's order.
  return tern_status_is_ok(status) ? tern_archive_check(archive->path, &archive->entries, true) : status;
}

static tern_status_t load_from_folder(const tern_array_archive_t *archive, const tern_archive_entry_t *entry,
                                      tern_element_type_t hint, tern_tensor_t *out_tensor) {
  tern_string_builder_t path = {0};
  tern_string_builder_append_format(&path, "%s/%.*s.npy", archive->path, (int)entry->key.size, entry->key.data);
  char *data = NULL;
  size_t size = 0;
  tern_status_t status = tern_file_read(path.data, &data, &size);
  if (tern_status_is_ok(status)) {
    status = tern_npy_parse_with_hint(path.data, tern_str_make(data, size), hint, out_tensor);
  }
  free(data);
  tern_string_builder_deinitialize(&path);
  return status;
}

//---- Files ----

static tern_status_t load_from_npz(const tern_array_archive_t *archive, const tern_archive_entry_t *entry,
                                   tern_element_type_t hint, tern_tensor_t *out_tensor) {
  tern_str_t bytes = tern_str_make((const char *)entry->data, entry->size);
  tern_string_builder_t name = {0};
  tern_string_builder_append_format(&name, "%s/%.*s.npy", archive->path, (int)entry->key.size, entry->key.data);
  tern_status_t status = tern_npy_parse_with_hint(name.data, bytes, hint, out_tensor);
  tern_string_builder_deinitialize(&name);
  return status;
}

// Integers of 2 and 4 bits have no name in the format: they are bytes.
static tern_element_type_t choose_type(tern_element_type_t stored, tern_element_type_t hint) {
  tern_element_class_t wanted = tern_element_type_class(hint);
  bool is_byte = stored == TERN_ELEMENT_TYPE_I8 || stored == TERN_ELEMENT_TYPE_UI8;
  bool is_integer = wanted == TERN_ELEMENT_CLASS_SIGNLESS || wanted == TERN_ELEMENT_CLASS_SIGNED ||
                    wanted == TERN_ELEMENT_CLASS_UNSIGNED;
  uint32_t width = tern_element_type_bit_width(hint);
  return is_byte && is_integer && width > 1 && width < 8 ? hint : stored;
}

static tern_status_t load_from_safetensors(const tern_array_archive_t *archive, const tern_archive_entry_t *entry,
                                           tern_element_type_t hint, tern_tensor_t *out_tensor) {
  const char *element = tern_safetensors_element(entry->type_name);
  if (!element) {
    return tern_status_make(TERN_UNSUPPORTED,
                            "'%s': array '%.*s' has packed elements of type %s; arrays have a byte for each",
                            archive->path, (int)entry->key.size, entry->key.data, entry->type_name);
  }
  tern_element_type_t stored = tern_element_type_from_name(element, strlen(element));
  tern_element_type_t type = choose_type(stored, hint);
  TERN_RETURN_IF_ERROR(tern_tensor_initialize(type, entry->rank, entry->dims, out_tensor));
  memcpy(out_tensor->data, entry->data, out_tensor->data_size);
  tern_status_t status =
      tern_element_narrow(type, tern_element_type_class(stored), out_tensor->data, out_tensor->element_count);
  if (tern_status_is_ok(status)) return status;
  tern_tensor_deinitialize(out_tensor);
  return tern_status_make(status.code, "'%s': array '%.*s': %s", archive->path, (int)entry->key.size, entry->key.data,
                          status.message);
}

//---- Archives ----

tern_status_t tern_array_archive_open(const char *path, tern_array_archive_kind_t kind,
                                      tern_array_archive_t *out_archive) {
  *out_archive = (tern_array_archive_t){.path = path, .kind = kind};
  tern_arena_initialize(&out_archive->arena);
  if (kind == TERN_ARRAY_ARCHIVE_FOLDER) return open_folder(out_archive);
  TERN_RETURN_IF_ERROR(tern_file_map(path, false, &out_archive->data, &out_archive->size, NULL));
  tern_str_t bytes = tern_str_make(out_archive->data, out_archive->size);
  return kind == TERN_ARRAY_ARCHIVE_NPZ
             ? tern_npz_list(path, bytes, &out_archive->entries)
             : tern_safetensors_read(path, bytes, &out_archive->arena, &out_archive->entries);
}

void tern_array_archive_close(tern_array_archive_t *archive) {
  if (archive->data) tern_file_unmap(archive->data, archive->size);
  free(archive->entries.values);
  tern_arena_deinitialize(&archive->arena);
  *archive = (tern_array_archive_t){0};
}

tern_status_t tern_array_archive_load(const tern_array_archive_t *archive, size_t index, tern_element_type_t hint,
                                      tern_tensor_t *out_tensor) {
  *out_tensor = (tern_tensor_t){0};
  const tern_archive_entry_t *entry = &archive->entries.values[index];
  switch (archive->kind) {
    case TERN_ARRAY_ARCHIVE_FOLDER: return load_from_folder(archive, entry, hint, out_tensor);
    case TERN_ARRAY_ARCHIVE_NPZ: return load_from_npz(archive, entry, hint, out_tensor);
    default: return load_from_safetensors(archive, entry, hint, out_tensor);
  }
}

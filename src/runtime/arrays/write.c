// Writing archives of arrays.

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/no_memory.h"
#include "base/vec.h"
#include "runtime/arrays/archive.h"

tern_array_archive_kind_t tern_array_archive_kind_for(const char *path) {
  tern_str_t text = tern_str_from_cstr(path);
  struct stat info;
  if (tern_str_ends_with(text, TERN_STR("/")) || (stat(path, &info) == 0 && S_ISDIR(info.st_mode))) {
    return TERN_ARRAY_ARCHIVE_FOLDER;
  }
  if (tern_str_ends_with(text, TERN_STR(".npz"))) return TERN_ARRAY_ARCHIVE_NPZ;
  return tern_str_ends_with(text, TERN_STR(".safetensors")) ? TERN_ARRAY_ARCHIVE_SAFETENSORS : TERN_ARRAY_ARCHIVE_NONE;
}

//---- Folders ----

static tern_status_t write_to_folder(const char *path, const char *const *names, const tern_tensor_t *tensors,
                                     size_t count) {
  if (mkdir(path, 0777) != 0 && errno != EEXIST) {
    char buffer[256];
    return tern_status_make(TERN_IO_ERROR, "cannot make folder '%s': %s", path,
                            strerror_r(errno, buffer, sizeof(buffer)));
  }
  tern_status_t status = tern_ok();
  for (size_t i = 0; i < count && tern_status_is_ok(status); ++i) {
    tern_string_builder_t file = {0};
    tern_string_builder_append_format(&file, "%s/%s.npy", path, names[i]);
    bool is_name = names[i][0] != '.' && !strchr(names[i], '/');
    status = is_name ? tern_tensor_write_npy(&tensors[i], file.data)
                     : tern_status_make(TERN_INVALID_ARGUMENT,
                                        "array '%.100s' has no name that a file can have: write a "
                                        ".npz file instead",
                                        names[i]);
    tern_string_builder_deinitialize(&file);
  }
  return status;
}

//---- safetensors ----

// The type of the format for elements of `type`, and whether their sign is to be put above them: integers of 2 and 4 bits are
// written as bytes.
static const char *find_type_name(tern_element_type_t type, bool *out_is_narrow) {
  uint32_t width = tern_element_type_bit_width(type);
  tern_element_class_t element_class = tern_element_type_class(type);
  bool is_unsigned = element_class == TERN_ELEMENT_CLASS_UNSIGNED;
  bool is_integer =
      is_unsigned || element_class == TERN_ELEMENT_CLASS_SIGNLESS || element_class == TERN_ELEMENT_CLASS_SIGNED;
  *out_is_narrow = is_integer && width > 1 && width < 8;
  if (*out_is_narrow) return is_unsigned ? "U8" : "I8";
  return tern_safetensors_type_name(tern_element_type_name(type));
}

// The elements with their signs above them, owned by the caller.
static unsigned char *extend_signs(const tern_tensor_t *tensor) {
  unsigned char *bytes = malloc(tensor->data_size + 1);
  bool is_unsigned = tern_element_type_class(tensor->element_type) == TERN_ELEMENT_CLASS_UNSIGNED;
  unsigned sign = is_unsigned ? 0 : 1u << (tern_element_type_bit_width(tensor->element_type) - 1);
  const unsigned char *data = tensor->data;
  for (size_t i = 0; bytes && i < tensor->data_size; ++i) bytes[i] = (unsigned char)((data[i] ^ sign) - sign);
  return bytes;
}

static tern_status_t write_safetensors(const char *path, const char *const *names, const tern_tensor_t *tensors,
                                       size_t count) {
  tern_archive_entries_t entries = {0};
  TERN_VEC(unsigned char *) copies = {0};
  tern_status_t status = tern_ok();
  for (size_t i = 0; i < count && tern_status_is_ok(status); ++i) {
    const tern_tensor_t *tensor = &tensors[i];
    bool is_narrow;
    tern_archive_entry_t entry = {.key = tern_str_from_cstr(names[i]),
                                  .data = tensor->data,
                                  .size = tensor->data_size,
                                  .type_name = find_type_name(tensor->element_type, &is_narrow),
                                  .dims = tensor->dims,
                                  .rank = tensor->rank};
    if (is_narrow) {
      unsigned char *copy = extend_signs(tensor);
      entry.data = copy;
      if (!copy || !tern_vec_try_push(&copies, copy)) {
        free(copy);
        status = tern_status_make(TERN_OUT_OF_MEMORY, "no memory for array '%.100s'", names[i]);
      }
    } else if (!entry.type_name) {
      status =
          tern_status_make(TERN_UNSUPPORTED,
                           "array '%.100s': a .safetensors file cannot hold elements of type %s: write a .npz file "
                           "instead",
                           names[i], tern_element_type_name(tensor->element_type));
    }
    if (tern_status_is_ok(status) && !tern_vec_try_push(&entries, entry)) status = tern_no_memory("names of arrays");
  }
  tern_string_builder_t bytes = {0};
  if (tern_status_is_ok(status)) {
    tern_safetensors_write(&entries, &bytes);
    status = tern_file_write(path, tern_string_builder_view(&bytes));
  }
  tern_string_builder_deinitialize(&bytes);
  for (size_t i = 0; i < copies.count; ++i) free(copies.values[i]);
  tern_vec_deinitialize(&copies);
  free(entries.values);
  return status;
}

tern_status_t tern_array_archive_write(const char *path, const char *const *names, const tern_tensor_t *tensors,
                                       size_t count) {
  switch (tern_array_archive_kind_for(path)) {
    case TERN_ARRAY_ARCHIVE_FOLDER: return write_to_folder(path, names, tensors, count);
    case TERN_ARRAY_ARCHIVE_NPZ: return tern_npz_write(path, names, tensors, count);
    case TERN_ARRAY_ARCHIVE_SAFETENSORS: return write_safetensors(path, names, tensors, count);
    default: return tern_status_make(TERN_INVALID_ARGUMENT, "'%s' ends in none of .npz, .safetensors and /", path);
  }
}

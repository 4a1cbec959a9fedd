// Arrays with names, all in one place: .npz and .safetensors files, and folders of .npy files.

#ifndef TERN_RUNTIME_ARRAYS_ARCHIVE_H_
#define TERN_RUNTIME_ARRAYS_ARCHIVE_H_

#include "base/parameter_archive.h"
#include "tern/tensor.h"

typedef enum tern_array_archive_kind_t {
  TERN_ARRAY_ARCHIVE_NONE,  // something else, such as one .npy file
  TERN_ARRAY_ARCHIVE_FOLDER,
  TERN_ARRAY_ARCHIVE_NPZ,
  TERN_ARRAY_ARCHIVE_SAFETENSORS,
} tern_array_archive_kind_t;

// An archive that is being read. Thread-compatible.
typedef struct tern_array_archive_t {
  const char *path;  // borrowed
  tern_array_archive_kind_t kind;
  void *data;   // of a file, mapped
  size_t size;  // bytes
  tern_arena_t arena;
  // Arrays by name. Of a .npz file with the bytes of their .npy files, of a .safetensors file with their elements, of a
  // folder without anything.
  tern_archive_entries_t entries;
} tern_array_archive_t;

// What is at `path`, by what the file begins with. A pipe is none: its bytes are there once.
tern_array_archive_kind_t tern_array_archive_kind_of(const char *path);
// Opens an archive of `kind`; tern_array_archive_close() it, also after a failure. Errors: those of tern_arrays_bind().
tern_status_t tern_array_archive_open(const char *path, tern_array_archive_kind_t kind,
                                      tern_array_archive_t *out_archive);
void tern_array_archive_close(tern_array_archive_t *archive);
// Reads the `index`-th array. `hint` is as for tern_npy_parse_with_hint().
tern_status_t tern_array_archive_load(const tern_array_archive_t *archive, size_t index, tern_element_type_t hint,
                                      tern_tensor_t *out_tensor);

// What a new archive at `path` is to be, by how the path ends, or by the folder that is there.
tern_array_archive_kind_t tern_array_archive_kind_for(const char *path);
// Writes `count` arrays under names that differ from each other.
tern_status_t tern_array_archive_write(const char *path, const char *const *names, const tern_tensor_t *tensors,
                                       size_t count);
// The .npz file alone.
tern_status_t tern_npz_write(const char *path, const char *const *names, const tern_tensor_t *tensors, size_t count);

#endif  // TERN_RUNTIME_ARRAYS_ARCHIVE_H_

// What archives of parameters are made of.

#ifndef TERN_RUNTIME_PARAMETERS_PARAMETERS_H_
#define TERN_RUNTIME_PARAMETERS_PARAMETERS_H_

#include "base/parameter_archive.h"
#include "base/small.h"
#include "runtime/resource.h"
#include "tern/parameters.h"

struct tern_parameters_t {
  tern_resource_t resource;
  tern_parameter_t *rows;  // owned, by key
  size_t count;
  bool is_writable;
  tern_parameters_release_fn_t release;  // may be NULL
  void *user_data;
#if !TERN_SMALL
  char *name;  // owned; of the file, for messages; NULL: none
  // Of a file that is mapped: where, and what tells its contents from any other's. Its pages may be given back to the system at
  // any time, as they are read again where they are used again.
  char *mapping;
  size_t mapping_size;
  char *identity;  // owned
#endif
};

// Gives the pages of a mapped file with these bytes back; pages that a part of them shares with others too. Bytes of other
// archives (`parameters` may be NULL) stay.
void tern_parameters_drop_pages(const tern_parameters_t *parameters, const void *data, size_t size);

// Checks that a parameter is the array that a program means: of this type and shape if the archive says what it is, else of
// the size. Errors: TERN_INVALID_ARGUMENT, with what was expected and what is there.
tern_status_t tern_parameter_check(const tern_parameter_t *parameter, tern_element_type_t element_type, uint32_t rank,
                                   const int64_t *dims);

// Reads the entries of a .npz file, as the readers of base/parameter_archive.h. Errors: theirs, and TERN_UNSUPPORTED for
// what cannot be used where it lies.
tern_status_t tern_npz_read(const char *name, tern_str_t bytes, tern_arena_t *arena,
                            tern_archive_entries_t *out_entries);

bool tern_npz_has_magic(tern_str_t bytes);
// Finds the .npy files in a .npz file: entries are their bytes, as they lie there, by the name of the array. Errors: as for
// tern_npz_read(), but for what is in the .npy files.
tern_status_t tern_npz_list(const char *name, tern_str_t bytes, tern_archive_entries_t *out_entries);

#endif  // TERN_RUNTIME_PARAMETERS_PARAMETERS_H_

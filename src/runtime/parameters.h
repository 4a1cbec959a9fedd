// What archives of parameters are made of.

#ifndef TERN_RUNTIME_PARAMETERS_H_
#define TERN_RUNTIME_PARAMETERS_H_

#include "base/parameter_archive.h"
#include "runtime/resource.h"
#include "tern/parameters.h"

struct tern_parameters_t {
  tern_resource_t resource;
  tern_parameter_t *rows;  // owned, by key
  size_t count;
  bool is_writable;
  tern_parameters_release_fn_t release;  // may be NULL
  void *user_data;
};

// Reads the entries of a .npz file, as the readers of base/parameter_archive.h. Errors: theirs, and TERN_UNSUPPORTED for
// what cannot be used where it lies.
tern_status_t tern_npz_read(const char *name, tern_str_t bytes, tern_arena_t *arena,
                            tern_archive_entries_t *out_entries);

#endif  // TERN_RUNTIME_PARAMETERS_H_

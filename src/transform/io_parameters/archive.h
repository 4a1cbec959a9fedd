// Archives of parameters for passes: which file stands for which scope.

#ifndef TERN_TRANSFORM_IO_PARAMETERS_ARCHIVE_H_
#define TERN_TRANSFORM_IO_PARAMETERS_ARCHIVE_H_

#include "base/parameter_archive.h"
#include "ir/op.h"

// `[scope=]path`, cut at the first `=`.
typedef struct tern_archive_path_t {
  tern_str_t scope;  // data is NULL if there is none
  char *path;        // owned
} tern_archive_path_t;

tern_archive_path_t tern_archive_path_parse(tern_str_t text);
// The bytes of a parameter of `type` in an archive; -1 if they are not known.
int64_t tern_parameter_size(const tern_type_t *type);
// Writes the entries to a file, whose ending says how: .safetensors, else .irpa. False after an error at `loc`.
bool tern_archive_write(const char *path, const tern_archive_entries_t *entries, const tern_attr_t *loc);

#endif  // TERN_TRANSFORM_IO_PARAMETERS_ARCHIVE_H_

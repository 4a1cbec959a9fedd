// Parts of tern that are libraries of their own, opened when they are first needed.

#ifndef TERN_TARGET_LIBRARY_PART_H_
#define TERN_TARGET_LIBRARY_PART_H_

#include <stddef.h>

#include "tern/status.h"

// A part: the file it is in, and the function of it that gives its table.
typedef struct tern_library_part {
  const char *file_name;  // "libtern-llvm.so"
  const char *getter;     // of the type `const void *(void)`
  // Of the table where it is read. The table begins with its size where it was compiled, as a size_t, and one of another
  // size is refused.
  size_t table_size;
} tern_library_part_t;

// Gives the table of a part. The file is looked for beside libtern, then in the loader's own path; it stays loaded until the
// process ends. Thread-safe.
// Errors: TERN_NOT_FOUND if it cannot be opened; TERN_FAILED_PRECONDITION if it belongs to another build of tern.
tern_status_t tern_library_part_load(const tern_library_part_t *part, const void **out_table);

// The file that would be loaded first, whether it is there or not; the caller's (free()). NULL if nobody can tell.
char *tern_library_part_path(const tern_library_part_t *part);

#endif  // TERN_TARGET_LIBRARY_PART_H_

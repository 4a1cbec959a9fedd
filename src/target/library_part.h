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

// The file that tells this build from others: libtern, also for the tools that have it inside, or such a tool that is alone. The
// caller's (free()); NULL if nobody can tell.
char *tern_library_own_path(void);

// The file of the program that runs. The caller's (free()); NULL if nobody can tell.
char *tern_library_program_path(void);

// The path of a file that belongs to libtern: beside it, or in the folder of libraries that belongs to a tool's. Where there is
// none, the path that was looked at first. The caller's (free()); NULL if nobody can tell.
char *tern_library_find(const char *file_name);

// Gives the table of a part. The file is looked for as by tern_library_find(), then in the loader's own path; it stays loaded
// until the process ends. Thread-safe.
// Errors: TERN_NOT_FOUND if it cannot be opened; TERN_FAILED_PRECONDITION if it belongs to another build of tern.
tern_status_t tern_library_part_load(const tern_library_part_t *part, const void **out_table);

// The file that would be loaded first, whether it is there or not; the caller's (free()). NULL if nobody can tell.
char *tern_library_part_path(const tern_library_part_t *part);

#endif  // TERN_TARGET_LIBRARY_PART_H_

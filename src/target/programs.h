// Programs of a GPU's vendor: where they are, and running them.

#ifndef TERN_TARGET_PROGRAMS_H_
#define TERN_TARGET_PROGRAMS_H_

#include <stdbool.h>

#include "tern/status.h"

// The path DIRECTORY/FOLDER/NAME where it is a program that can be run, in memory to be freed; NULL otherwise, and where the
// directory is empty or NULL.
char *tern_program_in(const char *directory, const char *folder, const char *name);
// The same of the first directory in PATH that has it.
char *tern_program_in_path(const char *name);

// The CUDA toolkit: `option` unless it is NULL or empty, else what CUDA_ROOT, CUDA_HOME or CUDA_PATH says, else where the
// toolkit is usually installed. Borrowed.
const char *tern_cuda_toolkit(const char *option);
// A program of the toolkit: in `option` (may be NULL or empty), in the toolkit that the environment names, in PATH, and, if
// the environment names none, where the toolkit is usually installed. To be freed; NULL if it is nowhere.
char *tern_cuda_program_find(const char *option, const char *name);

// Runs words[0] with the arguments behind it, up to a NULL, and waits; what it writes goes to the file at `log_path`.
// Errors: TERN_INTERNAL if it cannot be run.
tern_status_t tern_program_run(char *const *words, const char *log_path, bool *out_has_succeeded);

#endif  // TERN_TARGET_PROGRAMS_H_

// Programs of others (clang, a GPU vendor's assembler): where they are, and running them. No other part of the compiler starts
// processes.

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

// How a process ended: of its own accord, or by a signal (0: none).
typedef struct tern_program_end {
  int exit_status, signal;
} tern_program_end_t;

// Starts the program at the path words[0] with the arguments behind it, up to a NULL. What it writes to standard output and to
// standard error goes to the files of these paths (which may be the same), and where they are NULL to ours. Each process that was
// started has to be waited for with tern_program_finish(). Errors: TERN_INTERNAL if it cannot be run.
tern_status_t tern_program_start(char *const *words, const char *output_path, const char *error_path, int *out_process);
// Waits for its end. `program` is what messages call it.
tern_status_t tern_program_finish(const char *program, int process, tern_program_end_t *out_end);

// Both: starts, and waits; all that it writes goes to the file at `log_path`.
tern_status_t tern_program_run(char *const *words, const char *log_path, bool *out_has_succeeded);

#endif  // TERN_TARGET_PROGRAMS_H_

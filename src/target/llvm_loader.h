// Loads the part of tern that knows LLVM (libtern-llvm.so) when machine code or LLVM IR is first asked for.

#ifndef TERN_TARGET_LLVM_LOADER_H_
#define TERN_TARGET_LLVM_LOADER_H_

#include "target/llvm/backend.h"

// Gives the back end's table. The part is looked for beside libtern, then in the loader's own path; it stays loaded
// until the process ends. Thread-safe.
// Errors: TERN_NOT_FOUND if it cannot be opened; TERN_FAILED_PRECONDITION if it belongs to another build of tern.
tern_status_t tern_llvm_load(const tern_llvm_backend_t **out_backend);

// The file that would be loaded first, whether it is there or not; the caller's (free()). NULL if nobody can tell.
char *tern_llvm_path(void);

#endif  // TERN_TARGET_LLVM_LOADER_H_

// Loads the part of tern that knows LLVM (libtern-llvm.so) when machine code or LLVM IR is first asked for.
//
// There are two of them. libtern-llvm.so has in it what of LLVM makes code for this machine and for NVIDIA's GPUs, and is
// loaded in a millisecond or two. libtern-llvm-all.so takes other processors from the library of LLVM,
// whose tables alone cost ten times that. Both are made of the same sources. Where tern is built without
// LLVM's archives, the first does it all with LLVM's library, and there is no second.

#ifndef TERN_TARGET_LLVM_LOADER_H_
#define TERN_TARGET_LLVM_LOADER_H_

#include "target/llvm/backend.h"

// Gives the back end's table of the part for this machine and for NVIDIA's GPUs. It is looked for beside libtern, then in the
// loader's own path; it stays loaded until the process ends. Thread-safe.
// Errors: TERN_NOT_FOUND if it cannot be opened; TERN_FAILED_PRECONDITION if it belongs to another build of tern.
tern_status_t tern_llvm_load(const tern_llvm_backend_t **out_backend);

// The same, of the part that can do what `options` ask for with `module`.
tern_status_t tern_llvm_load_for(const tern_op_t *module, const tern_llvm_options_t *options,
                                 const tern_llvm_backend_t **out_backend);
// The same, for who knows no module yet: what says no triple is for this machine. It may be NULL.
tern_status_t tern_llvm_load_target(const char *triple, const tern_llvm_backend_t **out_backend);

// Loading beside other work, where there is a second processor.
typedef struct tern_llvm_loading tern_llvm_loading_t;
// Begins to load the part for the triple of `options`, and to warm it up for code as it is asked for there. The texts in
// them stay until the end. Never NULL.
tern_llvm_loading_t *tern_llvm_loading_begin(const tern_llvm_options_t *options, tern_llvm_output_t output);
// Waits until the part is loaded, as tern_llvm_load() has it.
tern_status_t tern_llvm_loading_wait(tern_llvm_loading_t *loading, const tern_llvm_backend_t **out_backend);
// Waits for the rest, and frees it. NULL is ignored.
void tern_llvm_loading_end(tern_llvm_loading_t *loading);

// The file of tern_llvm_load() that would be loaded first, whether it is there or not; the caller's (free()). NULL if nobody can tell.
char *tern_llvm_path(void);

#endif  // TERN_TARGET_LLVM_LOADER_H_

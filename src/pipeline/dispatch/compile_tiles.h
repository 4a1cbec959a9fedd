// Kernels of tt in the module of a dispatch for CUDA (convert/triton/dispatch.h): by Triton's pipelines to the llvm dialect.

#ifndef TERN_PIPELINE_DISPATCH_COMPILE_TILES_H_
#define TERN_PIPELINE_DISPATCH_COMPILE_TILES_H_

#include "base/vec.h"
#include "pipeline/dispatch/compilation.h"

// The version of PTX (times ten) that these kernels are written in for a processor.
unsigned tern_tiles_ptx_version(const tern_machine_t *target);

typedef TERN_VEC(tern_op_t *) tern_tiles_t;

// Takes the inner modules out of the compilation's module, and the functions that stand for their kernels: to each inner module goes
// what is known of its function. The passes for other kernels see none of them.
void tern_tiles_detach(const tern_compilation_t *compilation, tern_tiles_t *out_tiles);
// Lowers the inner modules, and moves what they have become into the compilation's module, behind its other kernels. What could not be
// lowered is freed. `status` is that of the other kernels: nothing is done, and it is returned, if that is an error.
tern_status_t tern_tiles_lower(const tern_compilation_t *compilation, const tern_machine_t *target,
                               tern_status_t status, tern_tiles_t *tiles);

#endif  // TERN_PIPELINE_DISPATCH_COMPILE_TILES_H_

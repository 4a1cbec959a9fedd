// libtern, which is opened when something is compiled for the first time.

#ifndef TERN_PJRT_COMPILER_H_
#define TERN_PJRT_COMPILER_H_

#include "pjrt/client.h"
#include "pjrt/executable/compile_options.h"
#include "tern/program.h"

// Compiles a program, StableHLO or VHLO as text or bytecode, for the client's devices. `*out_data` holds `*out_size` bytes of a module
// file, owned by the caller (free()), and `*out_cost` says what a call costs.
PJRT_Error *tern_pjrt_compile(const PJRT_Client *client, const compile_options_t *options, const char *code,
                              size_t code_size, char **out_data, size_t *out_size, tern_program_cost_t *out_cost);

#endif  // TERN_PJRT_COMPILER_H_

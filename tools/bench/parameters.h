// Archives of parameters, as the command line names them.

#ifndef TERN_TOOLS_BENCH_PARAMETERS_H_
#define TERN_TOOLS_BENCH_PARAMETERS_H_

#include "tern/session.h"

// Loads `[SCOPE=]FILE`. The scope is to be deinitialized, also after an error.
tern_status_t bench_scope_load(const char *text, bool is_writable, tern_parameter_scope_t *out_scope);
void bench_scope_deinitialize(tern_parameter_scope_t *scope);

#endif  // TERN_TOOLS_BENCH_PARAMETERS_H_

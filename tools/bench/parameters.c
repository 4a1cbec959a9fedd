// Loading of archives of parameters.

#include "parameters.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

tern_status_t bench_scope_load(const char *text, bool is_writable, tern_parameter_scope_t *out_scope) {
  const char *separator = strchr(text, '=');
  tern_parameters_t *parameters = NULL;
  *out_scope = (tern_parameter_scope_t){.name = copy_text(text, separator ? (size_t)(separator - text) : 0)};
  tern_status_t status = tern_parameters_load_file(separator ? separator + 1 : text, is_writable, &parameters);
  out_scope->parameters = parameters;
  return status;
}

void bench_scope_deinitialize(tern_parameter_scope_t *scope) {
  tern_parameters_release((tern_parameters_t *)scope->parameters);
  free((char *)(uintptr_t)scope->name);
}

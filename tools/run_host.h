// Host programs in tern-run: functions on memrefs and numbers that launch kernels of the gpu dialect.

#ifndef TERN_TOOLS_RUN_HOST_H_
#define TERN_TOOLS_RUN_HOST_H_

#include <stdbool.h>

#include "tern/host.h"
#include "tern/module.h"
#include "tern/tensor.h"

// The function of this name (NULL: the only one, or main). NULL after an error was told.
const tern_host_signature_t *choose_host_function(const tern_host_program_t *program, const char *name);
// What the function takes, and behind it what comes out: its results, and then its arguments that are memrefs. To be freed with
// free(); NULL after an error was told.
tern_parameter_info_t *describe_host_function(const tern_host_signature_t *function);
// Calls a function with a tensor for each of its arguments, which keep what the function leaves in them. `*out_outputs` has a
// tensor for each result, and then one for each argument that is a memref, to be freed with free_host_outputs().
bool run_host_function(const tern_host_program_t *program, const tern_host_signature_t *function,
                       const tern_tensor_t *inputs, tern_tensor_t **out_outputs, size_t *out_output_count);
void free_host_outputs(tern_tensor_t *outputs, size_t count);
// Prints the only result as --entry-point-result=TYPE asks for (void, i32, i64 or f32); false after an error was told.
bool print_host_result(const tern_host_signature_t *function, const char *type, const tern_tensor_t *outputs);

#endif  // TERN_TOOLS_RUN_HOST_H_

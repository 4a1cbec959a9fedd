// What the passes share that attach targets to gpu.modules.

#ifndef TERN_TRANSFORM_GPU_ATTACH_TARGET_H_
#define TERN_TRANSFORM_GPU_ATTACH_TARGET_H_

#include "pass/pass.h"

// Appends `target` to the targets of the gpu.modules right inside `op` in whose names the pass's option `module`, a regular
// expression, is found; all of them if it is empty. A target that follows its like is not added.
void tern_gpu_attach_target(tern_op_t *op, const tern_pass_t *pass, const tern_attr_t *target);

// A list option as an array of strings, NULL if it is empty.
const tern_attr_t *tern_gpu_list_option(tern_context_t *context, const tern_pass_t *pass, const char *option);
// A command line as an array of its words, NULL if there are none. Quotes and backslashes are as a shell has them.
const tern_attr_t *tern_gpu_command_words(tern_context_t *context, tern_str_t text);

// A flag of a target, by the option that sets it.
typedef struct tern_gpu_flag {
  const char *option, *name;
  bool is_negated;  // set where the option is false
} tern_gpu_flag_t;
// The flags that are set and, if there are any, the words of a command line under the name `words_name`, as a dictionary;
// NULL if it would be empty.
const tern_attr_t *tern_gpu_flags(tern_context_t *context, const tern_pass_t *pass, const tern_gpu_flag_t *flags,
                                  size_t count, const char *words_name, const tern_attr_t *words);

#endif  // TERN_TRANSFORM_GPU_ATTACH_TARGET_H_

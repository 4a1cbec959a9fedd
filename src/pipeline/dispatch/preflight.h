// What a target cannot take, found before anything is lowered.

#ifndef TERN_PIPELINE_DISPATCH_PREFLIGHT_H_
#define TERN_PIPELINE_DISPATCH_PREFLIGHT_H_

#include "ir/op.h"

// Reports every op and type of the program that one of the targets ("cpu,vulkan"; NULL: "cpu") cannot take, as errors at
// their own places. `target_env`: the Vulkan device, as in tern_compile_options_t. False if there are any.
bool tern_preflight(tern_op_t *module, const char *targets, const char *target_env);

#endif  // TERN_PIPELINE_DISPATCH_PREFLIGHT_H_

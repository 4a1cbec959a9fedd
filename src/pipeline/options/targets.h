// Targets and devices as options name them.

#ifndef TERN_PIPELINE_OPTIONS_TARGETS_H_
#define TERN_PIPELINE_OPTIONS_TARGETS_H_

#include "base/string.h"
#include "ir/types_fwd.h"
#include "tern/status.h"

// Bits of targets.
enum {
  TERN_TARGET_BIT_CPU = 1,
  TERN_TARGET_BIT_VULKAN = 2,
  TERN_TARGET_BIT_CUDA = 4,
};

// The target of a name: "cpu", "local" or "llvm-cpu"; "vulkan" or "vulkan-spirv"; "cuda". 0: unknown.
unsigned tern_target_of_name(tern_str_t name);
// Of a list of names with commas.
unsigned tern_targets_of_names(const char *list);
// "cpu", of the lowest bit.
const char *tern_target_name(unsigned targets);

// Appends the short names, with commas.
void tern_targets_append_names(unsigned targets, tern_string_builder_t *out_names);
// Those of the devices that a module itself says, as attribute or globals; 0: none.
unsigned tern_targets_of_module(const tern_op_t *module);

// Reads a list of targets, "cpu,vulkan", or with `context` one of devices, "vulkan[0],#hal.device.target<...>". Appends the
// short names, with commas, to `out_names`. TERN_INVALID_ARGUMENT for a name that is unknown or given twice.
tern_status_t tern_targets_read(const char *text, tern_context_t *context, tern_string_builder_t *out_names,
                                unsigned *out_targets);

#endif  // TERN_PIPELINE_OPTIONS_TARGETS_H_

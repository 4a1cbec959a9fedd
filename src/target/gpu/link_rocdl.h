// Objects for AMD's GPUs as the code objects that a runtime loads.

#ifndef TERN_TARGET_GPU_LINK_ROCDL_H_
#define TERN_TARGET_GPU_LINK_ROCDL_H_

#include "base/string.h"
#include "ir/op_def.h"

// Links a relocatable object, which is replaced, by ld.lld: of the toolkit (empty: none is named), of the one that the environment
// names, or in PATH. False after an error at `loc`.
bool tern_gpu_link_rocdl(const tern_attr_t *loc, tern_str_t toolkit, tern_string_builder_t *bytes);

#endif  // TERN_TARGET_GPU_LINK_ROCDL_H_

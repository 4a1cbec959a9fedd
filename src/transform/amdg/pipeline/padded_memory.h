// Memory with gaps, for copies that write straight to it.

#ifndef TERN_TRANSFORM_AMDG_PIPELINE_PADDED_MEMORY_H_
#define TERN_TRANSFORM_AMDG_PIPELINE_PADDED_MEMORY_H_

#include "analysis/machine/machine.h"
#include "dialect/ttg/ttg.h"

// For a tensor that lies in global memory along dimension `first` and is read as `operand`, a dot_op encoding. NULL: the GPU or the
// operand wants none.
const tern_attr_t *tern_amd_padded_memory(const tern_machine_t *machine, const tern_attr_t *operand,
                                          const tern_type_t *tensor, size_t first);

#endif  // TERN_TRANSFORM_AMDG_PIPELINE_PADDED_MEMORY_H_

// The parts of the way of a dispatch, as rows (pipeline/stages/dispatch.def), and the values that these refer to.

#ifndef TERN_PIPELINE_DISPATCH_DISPATCH_STAGES_H_
#define TERN_PIPELINE_DISPATCH_DISPATCH_STAGES_H_

#include "analysis/machine/machine.h"
#include "pass/stages.h"

typedef enum tern_dispatch_part {
  TERN_DISPATCH_LONE_TO_LINALG,
  TERN_DISPATCH_PROGRAM_TO_LINALG,
  TERN_DISPATCH_TO_GPU,
  TERN_DISPATCH_CPU_TO_LLVM,
  TERN_DISPATCH_VULKAN_TO_SPIRV,
  TERN_DISPATCH_CUDA_TO_NVVM,
  TERN_DISPATCH_LONE_WITH_FEW_RECOMPUTATIONS,
  TERN_DISPATCH_LONE_TO_PROGRAM,
  TERN_DISPATCH_TILES_TO_TTIR,
  TERN_DISPATCH_TILES_TO_TTGIR,
  TERN_DISPATCH_TILES_TO_NVVM,
} tern_dispatch_part_t;

// Zero and NULL where a part asks for nothing of it.
typedef struct tern_dispatch_values {
  tern_machine_t machine;
  const char *tuning;  // file of tile sizes that were measured
  bool explains_tuning;
  const char *target_attributes;                      // that the module gets, as text
  const char *unsupported_floats, *unsupported_ints;  // types that the target has no arithmetic for, with commas
  // Of kernels that are written as tiles, as the pipelines for Triton's kernels have them.
  int64_t capability, num_warps, num_stages, ptx_version, shared_memory;
  bool rewrites_descriptors;
} tern_dispatch_values_t;

// What the part leads to, as stages are called (tern/compile.h).
const char *tern_dispatch_part_name(tern_dispatch_part_t part);
// Appends the textual pipeline of the part.
void tern_dispatch_stages_expand(tern_dispatch_part_t part, const tern_dispatch_values_t *values,
                                 tern_string_builder_t *out);

#endif  // TERN_PIPELINE_DISPATCH_DISPATCH_STAGES_H_

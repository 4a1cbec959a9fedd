// What the conversion of kernels to the rocdl dialect is made of, for --convert-gpu-to-rocdl.

#ifndef TERN_CONVERT_GPU_TO_LLVM_ROCDL_GPU_TO_ROCDL_H_
#define TERN_CONVERT_GPU_TO_LLVM_ROCDL_GPU_TO_ROCDL_H_

#include "analysis/machine/machine.h"
#include "convert/gpu_to_llvm/common/common.h"

typedef struct tern_rocdl_lowering {
  tern_gpu_lowering_t gpu;  // first
  tern_machine_t machine;
} tern_rocdl_lowering_t;

extern const tern_gpu_device_t tern_gpu_amd;

// gpu.shuffles of whole waves by a constant distance, as instructions that need no number of the lane.
void tern_rocdl_promote_shuffles(tern_op_t *module, const tern_machine_t *machine);

// Tables, each ended by a row with a NULL `rewrite`. All are run with a tern_rocdl_lowering_t of `tern_gpu_amd`.
extern const tern_conversion_pattern_t tern_rocdl_gpu_patterns[];
extern const tern_conversion_pattern_t tern_rocdl_hip_patterns[];   // gpu.printf
extern const tern_conversion_pattern_t tern_rocdl_lane_patterns[];  // gpu_to_rocdl_lanes.c: shuffles, ids of lanes
// gpu_to_rocdl_math.c: math.clampf, from gfx9 on
extern const tern_conversion_pattern_t tern_rocdl_clamp_patterns[];
// functions of ROCm's device library, come with tern_gpu_add_library_patterns.
extern const tern_gpu_library_call_t tern_rocdl_library_calls[];

#endif  // TERN_CONVERT_GPU_TO_LLVM_ROCDL_GPU_TO_ROCDL_H_

// From PTX to what NVIDIA's driver loads, with the programs of the CUDA toolkit. Private to src/target/gpu.

#ifndef TERN_TARGET_GPU_CUDA_TOOLS_H_
#define TERN_TARGET_GPU_CUDA_TOOLS_H_

#include "dialect/nvvm/nvvm.h"
#include "transform/gpu/targets/serialize.h"

// Assembles PTX: machine code for the target's chip, and for `how->format` fatbin a fat binary of it and the PTX. False after
// an error at the module.
bool tern_cuda_assemble(const tern_op_t *module, const tern_nvvm_target_t *target, const tern_gpu_serialization_t *how,
                        tern_str_t ptx, tern_string_builder_t *out);

#endif  // TERN_TARGET_GPU_CUDA_TOOLS_H_

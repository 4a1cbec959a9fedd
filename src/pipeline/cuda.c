// The ready-made pipelines of CUDA: behind the gpu level, and for whole host programs.

#include "pass/stages.h"
#include "pipeline/stages/narrow_floats.h"

#include "pipeline/stages/cuda.def"

const tern_pipeline_def_t tern_gpu_to_nvvm_pipeline = {
    .flag = "iree-codegen-gpu-to-nvvm-pipeline",
    .summary = "Lower kernels at the gpu level to the llvm and nvvm dialects",
    .stages = gpu_to_nvvm,
};

static const tern_option_def_t options[] = {
    {"index-bitwidth", TERN_OPTION_INT, "64", "Bits of index in host code", NULL},
    {"cubin-triple", TERN_OPTION_STRING, "nvptx64-nvidia-cuda", "The triple that kernels are compiled for", NULL},
    {"cubin-chip", TERN_OPTION_STRING, "sm_50", "The GPU that kernels are compiled for", NULL},
    {"cubin-features", TERN_OPTION_STRING, "+ptx60", "The version of PTX, such as +ptx80", NULL},
    {"cubin-format", TERN_OPTION_STRING, "fatbin", "What a gpu.binary holds of a kernel: llvm, isa, bin or fatbin",
     NULL},
    {"opt-level", TERN_OPTION_INT, "2", "LLVM's optimization level for kernels", NULL},
    {"ptxas-cmd-options", TERN_OPTION_STRING, NULL, "Arguments for ptxas and fatbinary", NULL},
    {"kernel-bare-ptr-calling-convention", TERN_OPTION_BOOL, "false", "Kernels take memrefs as one pointer each", NULL},
    {"host-bare-ptr-calling-convention", TERN_OPTION_BOOL, "false",
     "Functions of the host take memrefs as one pointer each", NULL},
    {"allow-pattern-rollback", TERN_OPTION_BOOL, "true",
     "Taken for upstream's sake; conversions here can always be taken back", NULL},
};

const tern_pipeline_def_t tern_gpu_lower_to_nvvm_pipeline = {
    .flag = "gpu-lower-to-nvvm-pipeline",
    .summary =
        "Lower arith, memref, scf, vector, gpu and nvgpu to NVVM: kernels to the target asked for (fatbin by default), "
        "then the host code",
    .stages = gpu_lower_to_nvvm,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
};

static const tern_option_def_t triton_options[] = {
    {"compute-capability", TERN_OPTION_INT, "90", "What the GPU is capable of: 90 is sm_90a", NULL},
    {"ptx-version", TERN_OPTION_INT, "80", "Version of PTX that may be used: 83 is 8.3", NULL},
};

const tern_pipeline_def_t tern_triton_gpu_to_nvvm_pipeline = {
    .flag = "triton-gpu-to-nvvm-pipeline",
    .summary = "Lower Triton's programs from ttg to the llvm and nvvm dialects",
    .stages = triton_gpu_to_nvvm,
    .options = triton_options,
    .option_count = sizeof triton_options / sizeof triton_options[0],
};

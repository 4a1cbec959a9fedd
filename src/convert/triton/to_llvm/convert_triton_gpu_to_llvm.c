// --convert-triton-gpu-to-llvm: programs of ttg as programs of a thread, in the llvm and nvvm dialects (upstream:
// ConvertTritonGPUToLLVM of Triton 3.6). to_llvm.h says how patterns are made.
//
//   %a = arith.addf %x, %y : tensor<256xf32, #blocked>    // two registers of each of 128 threads
// becomes
//   %a0 = llvm.fadd %x0, %y0 : f32
//   %a1 = llvm.fadd %x1, %y1 : f32
//
// Structured control flow goes before (--convert-scf-to-cf), and so does the allocation of shared memory.

#include "convert/triton/to_llvm/lower_module.h"
#include "dialect/nvvm/nvvm.h"
#include "pass/pass.h"

enum { HAS_LDMATRIX = 75, HAS_STMATRIX = 90 };

static const tern_conversion_pattern_t *const tables[] = {tern_triton_load_store_patterns,
                                                          tern_triton_atomic_patterns,
                                                          tern_triton_dot_patterns,
                                                          tern_triton_async_copy_patterns,
                                                          tern_triton_wgmma_patterns,
                                                          tern_triton_fence_patterns,
                                                          tern_triton_tma_patterns,
                                                          tern_triton_rows_patterns,
                                                          tern_triton_tensormap_patterns,
                                                          tern_triton_barrier_patterns,
                                                          NULL};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  int64_t capability = tern_pass_int(pass, "compute-capability");
  const tern_triton_setup_t setup = {.target = &tern_triton_nvidia,
                                     .capability = capability,
                                     .ptx_version = tern_pass_int(pass, "ptx-version"),
                                     .dialect = "nvvm",
                                     .other_dialect = "rocdl",
                                     .tables = tables,
                                     .allocation = {.tiles = {.is_exact = true,
                                                              .has_load_matrix = capability >= HAS_LDMATRIX,
                                                              .has_store_matrix = capability >= HAS_STMATRIX},
                                                    .scratch = -1},
                                     .filter = tern_membar_filter_nvidia};
  return tern_triton_lower_module(module, &setup);
}

static const tern_option_def_t options[] = {
    {.name = "compute-capability",
     .kind = TERN_OPTION_INT,
     .default_text = "80",
     .help = "What the GPU is capable of: 90 is sm_90"},
    {.name = "ptx-version",
     .kind = TERN_OPTION_INT,
     .default_text = "80",
     .help = "Version of PTX that may be used: 83 is 8.3"},
};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, &tern_nvvm_dialect, NULL};

const tern_pass_def_t tern_convert_triton_gpu_to_llvm_pass = {
    .flag = "convert-triton-gpu-to-llvm",
    .name = "ConvertTritonGPUToLLVM",
    .anchor = "builtin.module",
    .summary = "Put programs of ttg in terms of llvm and nvvm, for a thread",
    .description =
        "Each tensor becomes a struct of the elements that a thread has of it. Kernels get two arguments more, for "
        "memory that the launch brings; other functions also get where their shared memory begins.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};

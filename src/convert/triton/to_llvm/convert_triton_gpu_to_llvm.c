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
#include "dialect/builtin/builtin.h"
#include "dialect/nvg/nvg.h"
#include "dialect/nvvm/nvvm.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"

enum { HAS_LDMATRIX = 75, HAS_STMATRIX = 90 };

static const tern_conversion_pattern_t *const tables[] = {
    tern_triton_load_store_patterns, tern_triton_atomic_patterns,         tern_triton_dot_patterns,
    tern_triton_async_copy_patterns, tern_triton_wgmma_patterns,          tern_triton_fence_patterns,
    tern_triton_tma_patterns,        tern_triton_rows_patterns,           tern_triton_tensormap_patterns,
    tern_triton_barrier_patterns,    tern_triton_tensor_pointer_patterns, NULL};

// As the option says, or else the module: 90 of "cuda:90".
static int64_t capability_of(const tern_op_t *module, const tern_pass_t *pass) {
  int64_t number;
  bool is_given = tern_pass_is_given(pass, "compute-capability");
  return !is_given && tern_ttg_cuda_capability(module, &number) ? number : tern_pass_int(pass, "compute-capability");
}

static bool run_on_module(tern_op_t *module, const tern_pass_t *pass) {
  int64_t capability = capability_of(module, pass);
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
                                     .filter = tern_membar_filter_nvidia,
                                     .drops_unused_structs = tern_pass_bool(pass, "drop-unused-structs")};
  return tern_triton_lower_module(module, &setup);
}

// A module that says how many warps its programs have is converted as a whole; otherwise each that it holds.
static bool run(tern_op_t *module, tern_pass_t *pass) {
  if (tern_ttg_lookup_num_warps(module) > 0) return run_on_module(module, pass);
  tern_op_list_t modules = tern_op_collect_row(module, TERN_POSTORDER, TERN_BUILTIN(MODULE));
  bool is_converted = true, is_any = false;
  for (size_t i = 0; i < modules.count && is_converted; ++i) {
    if (tern_ttg_lookup_num_warps(modules.values[i]) <= 0) continue;
    is_any = true;
    is_converted = run_on_module(modules.values[i], pass);
  }
  tern_vec_deinitialize(&modules);
  if (is_any) return is_converted;
  tern_op_error(module, "has no attribute 'ttg.num-warps'");
  tern_emit_note(module->loc, "run --convert-triton-to-tritongpu first, or say how many warps a block has");
  return false;
}

static const tern_option_def_t options[] = {
    {.name = "compute-capability",
     .kind = TERN_OPTION_INT,
     .default_text = "80",
     .help = "What the GPU is capable of: 90 is sm_90; where it is not given the module's ttg.target may say it"},
    {.name = "ptx-version",
     .kind = TERN_OPTION_INT,
     .default_text = "80",
     .help = "Version of PTX that may be used: 83 is 8.3"},
    {.name = "drop-unused-structs",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Leave out structs of tensors that nobody reads as such, which are most"},
};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, &tern_nvg_dialect, &tern_nvvm_dialect, NULL};

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

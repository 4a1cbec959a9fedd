// --convert-triton-amdgpu-to-llvm: programs of ttg as programs of a thread, in the llvm and rocdl dialects (upstream: the same, of Triton
// 3.6).
//
//   %a = arith.addf %x, %y : tensor<256xf32, #blocked>    // four registers of each of 64 threads
// becomes
//   %a0 = llvm.fadd %x0, %y0 : f32    and so on
//
// It is the conversion of --convert-triton-gpu-to-llvm, but for what AMD's GPUs do in another way (target_amd.c and the other files of
// this folder). Refused are GPUs that it knows nothing of, and more shared memory than a workgroup has.

#include "convert/triton/to_llvm/lower_module.h"
#include "dialect/rocdl/rocdl.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

static const tern_conversion_pattern_t *const tables[] = {
    tern_triton_amd_load_store_patterns, tern_triton_amd_atomic_patterns,
    tern_triton_amd_buffer_patterns,     tern_triton_amd_math_patterns,
    tern_triton_amd_dot_patterns,        tern_triton_amd_slice_patterns,
    tern_triton_amd_schedule_patterns,   NULL};

static bool check_memory(tern_op_t *module, const tern_machine_t *chip, tern_str_t arch) {
  const tern_attr_t *attr = tern_op_attr(module, "ttg.shared");
  int64_t bytes = tern_attr_is_integer(attr) ? tern_integer_attr_value(attr) : 0;
  if (bytes <= chip->local_memory_size) return true;
  tern_op_error(module, "needs %lld bytes of shared memory, but a workgroup of %.*s has %lld", (long long)bytes,
                (int)arch.size, arch.data, (long long)chip->local_memory_size);
  tern_emit_note(module->loc, "take smaller blocks, or fewer stages");
  return false;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_str_t arch = tern_pass_string(pass, "arch");
  tern_triton_setup_t setup = {.target = &tern_triton_amd,
                               .flushes = tern_pass_bool(pass, "ftz"),
                               .dialect = "rocdl",
                               .other_dialect = "nvvm",
                               .tables = tables,
                               .allocation = {.scratch = -1},
                               .filter = tern_membar_filter_amd};
  if (!tern_machine_read_amd(arch, &setup.chip) || setup.chip.family == TERN_AMD_OTHER) {
    tern_emit_error(module->loc, "unsupported target: '%.*s'", (int)arch.size, arch.data);
    tern_emit_note(module->loc, "the option 'arch' names a GPU, such as gfx942 or gfx1100");
    return false;
  }
  return check_memory(module, &setup.chip, arch) && tern_triton_lower_module(module, &setup);
}

static const tern_option_def_t options[] = {
    {.name = "arch", .kind = TERN_OPTION_STRING, .default_text = "", .help = "The GPU, such as gfx942"},
    {.name = "ftz",
     .kind = TERN_OPTION_BOOL,
     .default_text = "true",
     .help = "Functions of f32 may take subnormal numbers for zero"},
};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, &tern_rocdl_dialect, NULL};

const tern_pass_def_t tern_convert_triton_amdgpu_to_llvm_pass = {
    .flag = "convert-triton-amdgpu-to-llvm",
    .name = "ConvertTritonAMDGPUToLLVM",
    .anchor = "builtin.module",
    .summary = "Put programs of ttg in terms of llvm and rocdl, for a thread",
    .description =
        "Each tensor becomes a struct of the elements that a thread has of it. Kernels get two arguments more, for "
        "memory that the launch brings; other functions also get where their shared memory begins.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};

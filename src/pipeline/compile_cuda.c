// Compilation for CUDA: kernels at the gpu level, of which the tables are read, then the llvm and nvvm dialects, and PTX.

#include <stdlib.h>
#include <string.h>

#include "analysis/gpu_tile_config.h"
#include "asm/parser.h"
#include "convert/hal_abi.h"
#include "convert/llvm/kernel/kernel.h"
#include "dialect/nvvm/nvvm.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pipeline/compilation.h"
#include "pipeline/cuda_image.h"
#include "pipeline/cuda_targets.h"
#include "pipeline/kernel_tables.h"
#include "target/llvm_loader.h"
#include "target/module/module_writer.h"

#define TARGET_ENV "spirv.target_env"

static tern_status_t find_target(const tern_compilation_t *c, const tern_cuda_target_t **out_target) {
  *out_target = tern_cuda_target_find(c->options->cuda_chip);
  if (*out_target) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT,
                          "'%s' names no processor of CUDA that is known; sm_80, sm_90 and sm_90a are some of them",
                          c->options->cuda_chip);
}

// Modules of several entry points have one interface, which has more bindings than some of their kernels.
static void note_arguments(const tern_compilation_t *c, const tern_entry_point_t *entry) {
  const int64_t counts[] = {entry->binding_count, entry->push_constant_count};
  for (uint32_t i = 0; i < entry->kernel_count; ++i) {
    tern_op_t *kernel = tern_symbol_lookup_in(c->module, tern_str_from_cstr(entry->kernels[i].name));
    if (kernel)
      tern_op_set_attr(kernel, TERN_KERNEL_ARGUMENTS_ATTR, tern_dense_i64_array_attr_get(c->context, counts, 2));
  }
}

static tern_status_t lower(tern_compilation_t *c, const tern_cuda_target_t *target, tern_kernels_t *kernels) {
  if (!tern_op_attr(c->module, TARGET_ENV)) {
    tern_op_set_attr(c->module, TARGET_ENV, tern_parse_attr_text(c->context, tern_str_from_cstr(target->env)));
  }
  tern_nvvm_target_t processor = tern_nvvm_target_default();
  processor.chip = tern_str_from_cstr(target->chip);
  tern_op_set_attr(c->module, TERN_GPU_CUDA_TARGET, tern_nvvm_target_get(c->module->loc, &processor));
  TERN_RETURN_IF_ERROR(tern_compilation_run(c, "iree-codegen-linalg-to-gpu-pipeline"));
  tern_compilation_show_ir(c, "gpu");
  if (!tern_kernel_tables_read(c, kernels)) {
    return tern_status_make(TERN_INVALID_IR, "the dispatch could not be compiled");
  }
  for (size_t i = 0; i < kernels->info.entry_point_count; ++i) note_arguments(c, &kernels->info.entry_points[i]);
  TERN_RETURN_IF_ERROR(tern_compilation_run(c, "iree-codegen-gpu-to-nvvm-pipeline"));
  tern_compilation_show_ir(c, "nvvm");
  return tern_ok();
}

// The interface has told what it knows.
static void erase_interface(tern_op_t *module) {
  tern_op_t *interface = tern_hal_module_interface(module);
  if (interface) tern_op_destroy(interface);
}

// What the module was lowered to, and what of it the code does not say.
typedef struct lowered {
  const tern_cuda_target_t *target;
  tern_cuda_launches_t launches;  // in the arena of the kernels
} lowered_t;

static tern_status_t emit_code(tern_compilation_t *c, tern_kernels_t *kernels, tern_llvm_output_t output,
                               lowered_t *out_lowered, tern_llvm_buffer_t *out_buffer) {
  const tern_llvm_backend_t *backend;
  TERN_RETURN_IF_ERROR(find_target(c, &out_lowered->target));
  TERN_RETURN_IF_ERROR(tern_llvm_load(&backend));
  TERN_RETURN_IF_ERROR(lower(c, out_lowered->target, kernels));
  if (!tern_cuda_launches_read(c->module, &kernels->info, &kernels->arena, &out_lowered->launches)) {
    return tern_status_make(TERN_INVALID_IR, "the dispatch could not be compiled");
  }
  erase_interface(c->module);
  tern_llvm_options_t options = {.triple = "nvptx64-nvidia-cuda",
                                 .cpu = out_lowered->target->chip,
                                 .features = out_lowered->target->features,
                                 .passes = c->options->llvm_passes};
  if (c->options->stage) {
    tern_llvm_buffer_t text = {0};
    TERN_RETURN_IF_ERROR(backend->compile(c->module, &options, TERN_LLVM_IR, &text));
    tern_compilation_show(c, "llvm-ir", text.data);
    free(text.data);
  }
  return backend->compile(c->module, &options, output, out_buffer);
}

// The code of an executable: PTX, or an image of it where launches of its kernels need more than that says.
static tern_status_t make_code(tern_compilation_t *c, tern_kernels_t *kernels, char **out_data, size_t *out_size) {
  lowered_t lowered;
  tern_llvm_buffer_t ptx = {0};
  TERN_RETURN_IF_ERROR(emit_code(c, kernels, TERN_LLVM_ASSEMBLY, &lowered, &ptx));
  if (lowered.launches.count == 0) {
    *out_data = ptx.data;
    *out_size = ptx.size;
    return tern_ok();
  }
  tern_cuda_image_module_t module = {.kind = TERN_CUDA_MODULE_PTX, .code = tern_str_make(ptx.data, ptx.size)};
  tern_cuda_image_read_chip(lowered.target->chip, &module.architecture, &module.suffix);
  tern_string_builder_t image = {0};
  tern_cuda_image_write(&module, 1, lowered.launches.kernels, lowered.launches.count, &image);
  free(ptx.data);
  *out_size = tern_string_builder_view(&image).size;
  *out_data = tern_string_builder_take(&image);
  return tern_ok();
}

static tern_status_t compile(tern_compilation_t *c, tern_kernels_t *kernels) {
  kernels->format = "cuda-nvptx-fb";
  return make_code(c, kernels, &kernels->code, &kernels->code_size);
}

static tern_status_t emit_module(tern_compilation_t *c, tern_kernels_t *kernels, char **out_data, size_t *out_size) {
  char *code = NULL;
  size_t code_size = 0;
  TERN_RETURN_IF_ERROR(make_code(c, kernels, &code, &code_size));
  tern_module_executable_t executable = {.target = "cuda",
                                         .format = "cuda-nvptx-fb",
                                         .entry_points = kernels->info.entry_points,
                                         .entry_point_count = kernels->info.entry_point_count,
                                         .code = code,
                                         .code_size = code_size};
  tern_string_builder_t text = {0};
  tern_module_write(&executable, 1, &text);
  free(code);
  *out_size = tern_string_builder_view(&text).size;
  *out_data = tern_string_builder_take(&text);
  return tern_ok();
}

static tern_status_t emit(tern_compilation_t *c, tern_kernels_t *kernels, tern_artifact_t artifact, char **out_data,
                          size_t *out_size) {
  static const tern_llvm_output_t outputs[] = {
      [TERN_ARTIFACT_ASSEMBLY] = TERN_LLVM_ASSEMBLY,
      [TERN_ARTIFACT_LLVM_IR] = TERN_LLVM_IR,
      [TERN_ARTIFACT_BITCODE] = TERN_LLVM_BITCODE,
  };
  if (c->is_program) return make_code(c, kernels, out_data, out_size);
  if (artifact == TERN_ARTIFACT_MODULE) return emit_module(c, kernels, out_data, out_size);
  if (artifact == TERN_ARTIFACT_OBJECT || artifact == TERN_ARTIFACT_SPIRV) {
    return tern_status_make(TERN_UNSUPPORTED,
                            "the target cuda makes PTX (.ptx), LLVM IR, bitcode and modules (.tern) only");
  }
  lowered_t lowered;
  tern_llvm_buffer_t code = {0};
  TERN_RETURN_IF_ERROR(emit_code(c, kernels, outputs[artifact], &lowered, &code));
  *out_data = code.data;
  *out_size = code.size;
  return tern_ok();
}

const tern_compile_target_t tern_compile_target_cuda = {
    .names = {"cuda", "cuda-nvptx"},
    .compile = compile,
    .emit = emit,
};

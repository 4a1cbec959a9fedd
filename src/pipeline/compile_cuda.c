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
#include "target/ptx/ptx.h"

#define TARGET_ENV "spirv.target_env"

enum { MAX_CHIPS = 16 };

// The processors that code is wanted for.
typedef struct chips {
  const tern_cuda_target_t *targets[MAX_CHIPS];
  size_t count;
} chips_t;

static tern_status_t find_chips(const tern_compilation_t *c, chips_t *out_chips) {
  *out_chips = (chips_t){0};
  tern_str_t rest = tern_str_from_cstr(c->options->cuda_chip ? c->options->cuda_chip : "");
  do {
    tern_str_t name = tern_str_trim(tern_str_split(&rest, ','));
    const tern_cuda_target_t *target = tern_cuda_target_find(name);
    if (!target) {
      return tern_status_make(
          TERN_INVALID_ARGUMENT,
          "'%.*s' names no processor of CUDA that is known; sm_80, sm_90 and sm_90a are some of them", (int)name.size,
          name.data);
    }
    for (size_t i = 0; i < out_chips->count; ++i) {
      if (out_chips->targets[i] != target) continue;
      return tern_status_make(TERN_INVALID_ARGUMENT, "the processor %s is named twice", target->chip);
    }
    if (out_chips->count == MAX_CHIPS) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "more than %d processors of CUDA at a time", MAX_CHIPS);
    }
    out_chips->targets[out_chips->count++] = target;
  } while (rest.size > 0);
  return tern_ok();
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

// What a module is for one processor.
typedef struct variant {
  const tern_cuda_target_t *target;
  tern_cuda_launches_t launches;      // what its code does not say; in the arena of the kernels
  tern_llvm_buffer_t code, cubin;     // owned; cubin: machine code, if that is wanted
  const tern_kernel_info_t **tables;  // of each entry point, in the arena of the kernels
  uint32_t *table_sizes;
} variant_t;

static void release_variants(variant_t *variants, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    free(variants[i].code.data);
    free(variants[i].cubin.data);
  }
}

// Lowers the compilation's module for the variant's processor and emits it.
static tern_status_t emit_code(tern_compilation_t *c, tern_kernels_t *kernels, tern_llvm_output_t output,
                               variant_t *variant) {
  const tern_llvm_backend_t *backend;
  TERN_RETURN_IF_ERROR(tern_llvm_load(&backend));
  TERN_RETURN_IF_ERROR(lower(c, variant->target, kernels));
  if (!tern_cuda_launches_read(c->module, &kernels->info, &kernels->arena, &variant->launches)) {
    return tern_status_make(TERN_INVALID_IR, "the dispatch could not be compiled");
  }
  erase_interface(c->module);
  tern_llvm_options_t options = {
      .triple = "nvptx64-nvidia-cuda", .cpu = variant->target->chip, .passes = c->options->llvm_passes};
  if (c->options->stage) {
    tern_llvm_buffer_t text = {0};
    TERN_RETURN_IF_ERROR(backend->compile(c->module, &options, TERN_LLVM_IR, &text));
    tern_compilation_show(c, "llvm-ir", text.data);
    free(text.data);
  }
  return backend->compile(c->module, &options, output, &variant->code);
}

static tern_status_t assemble(const variant_t *variant, tern_llvm_buffer_t *out_cubin) {
  enum { LEVEL = 3 };
  const tern_ptx_options_t options = {.chip = variant->target->chip, .level = LEVEL};
  return tern_ptx_assemble(tern_str_make(variant->code.data, variant->code.size), &options, out_cubin, NULL);
}

// --- executables ---

// Keeps the tables of kernels that were read for a variant.
static void keep_tables(tern_kernels_t *kernels, variant_t *variant) {
  size_t count = kernels->info.entry_point_count;
  variant->tables = tern_arena_alloc_zeroed(&kernels->arena, (count + 1) * sizeof *variant->tables);
  variant->table_sizes = tern_arena_alloc_zeroed(&kernels->arena, (count + 1) * sizeof *variant->table_sizes);
  for (size_t i = 0; i < count; ++i) {
    variant->tables[i] = kernels->info.entry_points[i].kernels;
    variant->table_sizes[i] = kernels->info.entry_points[i].kernel_count;
  }
}

// Each entry point gets the kernels of all variants.
static void join_tables(tern_kernels_t *kernels, const variant_t *variants, size_t count) {
  for (size_t i = 0; i < kernels->info.entry_point_count; ++i) {
    uint32_t total = 0;
    for (size_t v = 0; v < count; ++v) total += variants[v].table_sizes[i];
    tern_kernel_info_t *table = tern_arena_alloc_zeroed(&kernels->arena, (total + 1) * sizeof *table);
    kernels->info.entry_points[i].kernels = table;
    kernels->info.entry_points[i].kernel_count = total;
    for (size_t v = 0; v < count; ++v) {
      for (uint32_t k = 0; k < variants[v].table_sizes[i]; ++k) {
        *table = variants[v].tables[i][k];
        table++->flags |= (uint32_t)(v + 1) << TERN_KERNEL_VARIANT_SHIFT;
      }
    }
  }
}

static void write_image(variant_t *variants, size_t count, tern_arena_t *arena, tern_string_builder_t *out) {
  tern_cuda_image_module_t modules[2 * MAX_CHIPS];
  size_t module_count = 0, kernel_count = 0, used = 0;
  for (size_t v = 0; v < count; ++v) kernel_count += variants[v].launches.count;
  tern_cuda_image_kernel_t *rows = tern_arena_alloc_zeroed(arena, (kernel_count + 1) * sizeof *rows);
  for (size_t v = 0; v < count; ++v) {
    tern_cuda_image_module_t module = {.kind = TERN_CUDA_MODULE_PTX,
                                       .variant = (uint32_t)v,
                                       .code = tern_str_make(variants[v].code.data, variants[v].code.size)};
    tern_cuda_image_read_chip(variants[v].target->chip, &module.architecture, &module.suffix);
    modules[module_count++] = module;
    module.kind = TERN_CUDA_MODULE_CUBIN;
    module.code = tern_str_make(variants[v].cubin.data, variants[v].cubin.size);
    if (module.code.size) modules[module_count++] = module;
    for (size_t k = 0; k < variants[v].launches.count; ++k) {
      rows[used] = variants[v].launches.kernels[k];
      rows[used++].variant = (uint32_t)v;
    }
  }
  tern_cuda_image_write(modules, module_count, rows, kernel_count, out);
}

// Compiles for one of several processors: all but the last get a copy of the module.
static tern_status_t make_variant(tern_compilation_t *c, tern_kernels_t *kernels, bool is_last, variant_t *variant) {
  tern_compilation_t own = *c;
  if (!is_last) {
    tern_map_t mapping = {0};
    own.module = tern_op_clone(c->module, &mapping);
    tern_map_deinitialize(&mapping);
    if (c->module->block) tern_op_insert(own.module, c->module->block, c->module);
  }
  tern_status_t status = emit_code(&own, kernels, TERN_LLVM_ASSEMBLY, variant);
  if (!is_last) tern_op_destroy(own.module);
  keep_tables(kernels, variant);
  if (tern_status_is_ok(status) && c->options->cuda_embeds_cubin) status = assemble(variant, &variant->cubin);
  return status;
}

// The code of an executable: PTX where that says all, an image otherwise.
static tern_status_t make_code(tern_compilation_t *c, tern_kernels_t *kernels, char **out_data, size_t *out_size) {
  chips_t chips;
  variant_t variants[MAX_CHIPS] = {0};
  TERN_RETURN_IF_ERROR(find_chips(c, &chips));
  tern_status_t status = tern_ok();
  for (size_t v = 0; v < chips.count && tern_status_is_ok(status); ++v) {
    variants[v].target = chips.targets[v];
    status = make_variant(c, kernels, v + 1 == chips.count, &variants[v]);
  }
  if (!tern_status_is_ok(status)) return release_variants(variants, chips.count), status;
  if (chips.count > 1) join_tables(kernels, variants, chips.count);
  if (chips.count == 1 && variants[0].launches.count == 0 && !variants[0].cubin.size) {
    *out_data = variants[0].code.data;
    *out_size = variants[0].code.size;
    return status;
  }
  tern_string_builder_t image = {0};
  write_image(variants, chips.count, &kernels->arena, &image);
  release_variants(variants, chips.count);
  *out_size = tern_string_builder_view(&image).size;
  *out_data = tern_string_builder_take(&image);
  return status;
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

// What only one processor can have: text and machine code as they are.
static tern_status_t emit_alone(tern_compilation_t *c, tern_kernels_t *kernels, tern_artifact_t artifact,
                                tern_llvm_buffer_t *out_code) {
  static const tern_llvm_output_t outputs[] = {
      [TERN_ARTIFACT_OBJECT] = TERN_LLVM_ASSEMBLY,
      [TERN_ARTIFACT_ASSEMBLY] = TERN_LLVM_ASSEMBLY,
      [TERN_ARTIFACT_LLVM_IR] = TERN_LLVM_IR,
      [TERN_ARTIFACT_BITCODE] = TERN_LLVM_BITCODE,
  };
  chips_t chips;
  TERN_RETURN_IF_ERROR(find_chips(c, &chips));
  if (chips.count > 1) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "only a module (.tern) can hold code for several processors; name one with --cuda-target");
  }
  variant_t variant = {.target = chips.targets[0]};
  tern_status_t status = emit_code(c, kernels, outputs[artifact], &variant);
  if (!tern_status_is_ok(status) || artifact != TERN_ARTIFACT_OBJECT) return *out_code = variant.code, status;
  status = assemble(&variant, out_code);
  free(variant.code.data);
  return status;
}

static tern_status_t emit(tern_compilation_t *c, tern_kernels_t *kernels, tern_artifact_t artifact, char **out_data,
                          size_t *out_size) {
  if (c->is_program) return make_code(c, kernels, out_data, out_size);
  if (artifact == TERN_ARTIFACT_MODULE) return emit_module(c, kernels, out_data, out_size);
  if (artifact == TERN_ARTIFACT_SPIRV) {
    return tern_status_make(
        TERN_UNSUPPORTED,
        "the target cuda makes PTX (.ptx), machine code (.cubin), LLVM IR, bitcode and modules (.tern) only");
  }
  tern_llvm_buffer_t code = {0};
  TERN_RETURN_IF_ERROR(emit_alone(c, kernels, artifact, &code));
  *out_data = code.data;
  *out_size = code.size;
  return tern_ok();
}

const tern_compile_target_t tern_compile_target_cuda = {
    .names = {"cuda", "cuda-nvptx"},
    .compile = compile,
    .emit = emit,
};

// Compilation for CUDA: kernels at the gpu level, of which the tables are read, then the llvm and nvvm dialects, and PTX.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/gpu/tile_config.h"
#include "convert/hal/abi.h"
#include "convert/llvm/kernel/kernel.h"
#include "dialect/nvvm/nvvm.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pipeline/dispatch/compilation.h"
#include "pipeline/dispatch/compile_tiles.h"
#include "pipeline/dispatch/kernel_tables.h"
#include "pipeline/targets/cuda_image.h"
#include "pipeline/targets/cuda_targets.h"
#include "target/llvm_loader.h"
#include "target/module/module_writer.h"
#include "target/programs.h"
#include "target/ptx/ptx.h"

#define TARGET_ENV "spirv.target_env"

enum { MAX_CHIPS = 16 };

// The processors that code is wanted for. An entry `sm_80` is a variant, with PTX for it and, if that is wanted, machine code.
// `compute_80,sm_86,sm_90` is one variant, too: PTX for the first, which is the virtual architecture, and machine code that is made
// of it for the others, as by nvcc's -gencode arch=compute_80,code=[compute_80,sm_86,sm_90].
typedef struct chips {
  const tern_machine_t *targets[MAX_CHIPS];
  const tern_machine_t *reals[MAX_CHIPS];  // to assemble for, those of one variant after those of another
  size_t real_counts[MAX_CHIPS];
  bool is_virtual[MAX_CHIPS];
  bool is_optional[MAX_CHIPS];  // is the machine code?
  size_t count, real_count;
} chips_t;

static tern_status_t refuse_chip(tern_str_t name) {
  return tern_status_make(
      TERN_INVALID_ARGUMENT,
      "'%.*s' names no processor of CUDA that is known; sm_80, sm_90, sm_90a and compute_80 are some of them",
      (int)name.size, name.data);
}

// Does the processor run PTX for the virtual architecture?
static bool runs(const tern_machine_t *real, const tern_machine_t *virtual) {
  return virtual->has_specifics ? real == virtual : virtual->architecture <= real->architecture;
}

static tern_status_t add_real(chips_t *chips, const tern_machine_t *target) {
  size_t last = chips->count - 1;
  if (!runs(target, chips->targets[last])) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "%s does not run PTX for compute_%s", target->name,
                            chips->targets[last]->name + strlen("sm_"));
  }
  chips->reals[chips->real_count++] = target;
  ++chips->real_counts[last];
  return tern_ok();
}

static tern_status_t add_chip(chips_t *chips, tern_str_t name) {
  bool is_virtual = tern_str_starts_with(name, TERN_STR("compute_"));
  const tern_machine_t *target = tern_machine_find_cuda(name);
  if (!target) return refuse_chip(name);
  for (size_t i = 0; i < chips->count; ++i) {
    if (chips->targets[i] == target && chips->is_virtual[i] == is_virtual) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "the processor %.*s is named twice", (int)name.size, name.data);
    }
  }
  for (size_t i = 0; i < chips->real_count && !is_virtual; ++i) {
    if (chips->reals[i] != target) continue;
    return tern_status_make(TERN_INVALID_ARGUMENT, "the processor %s is named twice", target->name);
  }
  if (chips->count == MAX_CHIPS || chips->real_count == MAX_CHIPS) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "more than %d processors of CUDA at a time", MAX_CHIPS);
  }
  if (!is_virtual && chips->count && chips->is_virtual[chips->count - 1]) return add_real(chips, target);
  chips->is_virtual[chips->count] = is_virtual;
  chips->targets[chips->count++] = target;
  return tern_ok();
}

// Is machine code to be made where nobody said so? Who runs the code at once leaves it to the driver, which keeps what it has
// compiled. Without a name there is no processor that the code is for.
static bool has_assembler(const tern_compilation_t *c) {
  char *path = c->options->cuda_chip && *c->options->cuda_chip ? tern_cuda_program_find(NULL, "ptxas") : NULL;
  free(path);
  return path != NULL;
}

static tern_status_t find_chips(const tern_compilation_t *c, bool is_kept, chips_t *out_chips) {
  *out_chips = (chips_t){0};
  tern_str_t rest = tern_str_from_cstr(c->options->cuda_chip ? c->options->cuda_chip : "");
  const bool is_asked = c->options->cuda_cubin == TERN_CUDA_CUBIN_ALWAYS;
  const bool is_default = is_kept && c->options->cuda_cubin == TERN_CUDA_CUBIN_DEFAULT && has_assembler(c);
  bool has_plain = false;
  do {
    TERN_RETURN_IF_ERROR(add_chip(out_chips, tern_str_trim(tern_str_split(&rest, ','))));
    size_t last = out_chips->count - 1;
    bool is_plain = !out_chips->is_virtual[last];
    has_plain |= is_plain;
    if (!is_plain || !(is_asked || is_default)) continue;
    out_chips->is_optional[last] = !is_asked;
    if (out_chips->real_count == MAX_CHIPS) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "more than %d processors of CUDA at a time", MAX_CHIPS);
    }
    TERN_RETURN_IF_ERROR(add_real(out_chips, out_chips->targets[last]));
  } while (rest.size > 0);
  if (is_asked && !has_plain) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "--cuda-embed-cubin is for processors alone; behind compute_NN name those to assemble for");
  }
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

static tern_status_t lower(tern_compilation_t *c, const tern_machine_t *target, tern_kernels_t *kernels,
                           bool *out_has_tiles) {
  tern_string_builder_t attributes = {0};
  // The program's own target environment goes before that of the processor.
  if (!tern_op_attr(c->module, TARGET_ENV)) {
    tern_string_builder_append_format(&attributes, TARGET_ENV " = %s, ", tern_cuda_target_env());
  }
  tern_string_builder_append_format(&attributes, TERN_GPU_CUDA_TARGET " = #nvvm.target<chip = \"%s\">", target->name);
  tern_dispatch_values_t values = {.target_attributes = attributes.data};
  tern_status_t status = tern_compilation_run(c, TERN_DISPATCH_TO_GPU, &values);
  tern_string_builder_deinitialize(&attributes);
  TERN_RETURN_IF_ERROR(status);
  tern_compilation_show_ir(c, "gpu");
  if (!tern_kernel_tables_read(c, kernels)) {
    return tern_status_make(TERN_INVALID_IR, "the dispatch could not be compiled");
  }
  for (size_t i = 0; i < kernels->info.entry_point_count; ++i) note_arguments(c, &kernels->info.entry_points[i]);
  tern_tiles_t tiles = {0};
  tern_tiles_detach(c, &tiles);
  *out_has_tiles = tiles.count > 0;
  tern_status_t lowered = tern_compilation_run(c, TERN_DISPATCH_CUDA_TO_NVVM, NULL);
  TERN_RETURN_IF_ERROR(tern_tiles_lower(c, target, lowered, &tiles));
  tern_kernel_tables_follow(c, kernels);
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
  const tern_machine_t *target;
  tern_cuda_launches_t launches;       // what its code does not say; in the arena of the kernels
  const tern_machine_t *const *reals;  // in the order of `cubins`
  size_t real_count;
  bool is_optional;                            // the machine code
  tern_llvm_buffer_t code, cubins[MAX_CHIPS];  // owned; cubins: machine code for each of the others
  const tern_kernel_info_t **tables;           // of each entry point, in the arena of the kernels
  uint32_t *table_sizes;
} variant_t;

static void release_variants(variant_t *variants, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    free(variants[i].code.data);
    for (size_t k = 0; k < variants[i].real_count; ++k) free(variants[i].cubins[k].data);
  }
}

// Lowers the compilation's module for the variant's processor and emits it.
static tern_status_t emit_code(tern_compilation_t *c, tern_kernels_t *kernels, tern_llvm_output_t output,
                               variant_t *variant) {
  const tern_llvm_backend_t *backend;
  TERN_RETURN_IF_ERROR(tern_llvm_load(&backend));
  bool has_tiles = false;
  TERN_RETURN_IF_ERROR(lower(c, variant->target, kernels, &has_tiles));
  if (!tern_cuda_launches_read(c->module, &kernels->info, &kernels->arena, &variant->launches)) {
    return tern_status_make(TERN_INVALID_IR, "the dispatch could not be compiled");
  }
  erase_interface(c->module);
  char features[16];
  snprintf(features, sizeof features, "+ptx%u", tern_tiles_ptx_version(variant->target));
  tern_llvm_options_t options = {.triple = "nvptx64-nvidia-cuda",
                                 .cpu = variant->target->name,
                                 .features = has_tiles ? features : NULL,
                                 .passes = c->options->llvm_passes};
  if (c->options->stage) {
    tern_llvm_buffer_t text = {0};
    TERN_RETURN_IF_ERROR(backend->compile(c->module, &options, TERN_LLVM_IR, &text));
    tern_compilation_show(c, "llvm-ir", text.data);
    free(text.data);
  }
  return backend->compile(c->module, &options, output, &variant->code);
}

static tern_status_t assemble(const variant_t *variant, const char *chip, tern_llvm_buffer_t *out_cubin) {
  enum { LEVEL = 3 };
  const tern_ptx_options_t options = {.chip = chip, .level = LEVEL, .is_of_many = true};
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
    tern_cuda_image_read_chip(variants[v].target->name, &module.architecture, &module.suffix);
    modules[module_count++] = module;
    module.kind = TERN_CUDA_MODULE_CUBIN;
    for (size_t k = 0; k < variants[v].real_count; ++k) {
      module.code = tern_str_make(variants[v].cubins[k].data, variants[v].cubins[k].size);
      tern_cuda_image_read_chip(variants[v].reals[k]->name, &module.architecture, &module.suffix);
      modules[module_count++] = module;
    }
    for (size_t k = 0; k < variants[v].launches.count; ++k) {
      rows[used] = variants[v].launches.kernels[k];
      rows[used++].variant = (uint32_t)v;
    }
  }
  tern_cuda_image_write(modules, module_count, rows, kernel_count, out);
}

// Compiles for one of several processors: all but the last get a copy of the module.
static tern_status_t make_variant(tern_compilation_t *c, tern_kernels_t *kernels, bool is_only, bool is_last,
                                  variant_t *variant) {
  tern_compilation_t own = *c;
  if (!is_only) tern_compilation_name_processor(&own, variant->target->name, &kernels->arena);
  if (!is_last) {
    tern_map_t mapping = {0};
    own.module = tern_op_clone(c->module, &mapping);
    tern_map_deinitialize(&mapping);
    if (c->module->block) tern_op_insert(own.module, c->module->block, c->module);
  }
  tern_status_t status = emit_code(&own, kernels, TERN_LLVM_ASSEMBLY, variant);
  if (!is_last) tern_op_destroy(own.module);
  keep_tables(kernels, variant);
  for (size_t k = 0; k < variant->real_count && tern_status_is_ok(status); ++k) {
    status = assemble(variant, variant->reals[k]->name, &variant->cubins[k]);
    if (tern_status_is_ok(status) || !variant->is_optional) continue;
    tern_emit_warning(c->module->loc, "the module has no machine code for %s: %s", variant->reals[k]->name,
                      status.message);
    tern_emit_note(
        c->module->loc,
        "the driver compiles its PTX when it is loaded; --cuda-embed-cubin=false asks for no more than that");
    variant->real_count = k;
    status = tern_ok();
  }
  return status;
}

// The code of an executable: PTX where that says all, an image otherwise.
// `is_kept`: it goes into a file.
static tern_status_t make_code(tern_compilation_t *c, tern_kernels_t *kernels, bool is_kept, char **out_data,
                               size_t *out_size) {
  chips_t chips;
  variant_t variants[MAX_CHIPS] = {0};
  TERN_RETURN_IF_ERROR(find_chips(c, is_kept, &chips));
  tern_status_t status = tern_ok();
  const tern_machine_t *const *reals = chips.reals;
  for (size_t v = 0; v < chips.count && tern_status_is_ok(status); ++v) {
    variants[v].target = chips.targets[v];
    variants[v].reals = reals;
    variants[v].real_count = chips.real_counts[v];
    variants[v].is_optional = chips.is_optional[v];
    reals += chips.real_counts[v];
    status = make_variant(c, kernels, chips.count == 1, v + 1 == chips.count, &variants[v]);
  }
  if (!tern_status_is_ok(status)) return release_variants(variants, chips.count), status;
  if (chips.count > 1) join_tables(kernels, variants, chips.count);
  if (chips.count == 1 && variants[0].launches.count == 0 && !variants[0].real_count) {
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
  return make_code(c, kernels, false, &kernels->code, &kernels->code_size);
}

static tern_status_t emit_module(tern_compilation_t *c, tern_kernels_t *kernels, char **out_data, size_t *out_size) {
  char *code = NULL;
  size_t code_size = 0;
  TERN_RETURN_IF_ERROR(make_code(c, kernels, true, &code, &code_size));
  tern_module_executable_t executable = {.target = "cuda",
                                         .format = "cuda-nvptx-fb",
                                         .entry_points = kernels->info.entry_points,
                                         .entry_point_count = kernels->info.entry_point_count,
                                         .code = code,
                                         .code_size = code_size,
                                         .costs = kernels->info.costs};
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
  TERN_RETURN_IF_ERROR(find_chips(c, false, &chips));
  if (chips.count > 1) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "only a module (.tern) can hold code for several processors; name one with --cuda-target");
  }
  bool is_cubin = artifact == TERN_ARTIFACT_OBJECT;
  if (is_cubin ? chips.real_count > 1 || (chips.is_virtual[0] && !chips.real_count) : chips.real_count > 0) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            is_cubin
                                ? "machine code is for one processor; name it as sm_90, or compute_80,sm_90"
                                : "machine code goes into a module (.tern) or a cubin; name PTX's compute_NN alone");
  }
  variant_t variant = {.target = chips.targets[0]};
  tern_status_t status = emit_code(c, kernels, outputs[artifact], &variant);
  if (!tern_status_is_ok(status) || !is_cubin) return *out_code = variant.code, status;
  status = assemble(&variant, (chips.real_count ? chips.reals[0] : chips.targets[0])->name, out_code);
  free(variant.code.data);
  return status;
}

static tern_status_t emit(tern_compilation_t *c, tern_kernels_t *kernels, tern_artifact_t artifact, char **out_data,
                          size_t *out_size) {
  if (c->is_program) return make_code(c, kernels, true, out_data, out_size);
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

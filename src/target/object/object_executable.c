#include "target/object/object_executable.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "dialect/hal/hal.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "target/module/module_writer.h"
#include "target/object/exports.h"
#include "target/ptx/cuda_image.h"
#include "target/ptx/ptx.h"

enum { MAX_CHIPS = 16 };

static uint32_t number_of(const tern_attr_t *attr) {
  return tern_attr_is_integer(attr) ? (uint32_t)tern_integer_attr_value(attr) : 0;
}

static tern_object_kernel_t kernel_of(const tern_op_t *export_op) {
  const tern_attr_t *layout = tern_op_attr(export_op, "layout"), *size = tern_op_attr(export_op, "workgroup_size");
  tern_object_kernel_t kernel = {.export_op = export_op,
                                 .name = tern_symbol_name(export_op),
                                 .binding_count = tern_hal_pipeline_layout_binding_count(layout),
                                 .constant_count = (size_t)tern_hal_pipeline_layout_constants(layout),
                                 .shared_size = number_of(tern_op_attr(export_op, "workgroup_local_memory"))};
  for (size_t i = 0; size && i < 3 && i < tern_array_attr_count(size); ++i) {
    kernel.workgroup_size[i] = number_of(tern_array_attr_at(size, i));
  }
  return kernel;
}

static char *copy_text(tern_str_t text, tern_arena_t *arena) {
  char *copy = tern_arena_alloc_zeroed(arena, text.size + 1);
  if (text.size) memcpy(copy, text.data, text.size);
  return copy;
}

// The grid as a program of constants; one workgroup where the host computes it.
static void set_grid(const tern_object_kernel_t *kernel, tern_arena_t *arena, tern_kernel_info_t *info) {
  enum { WORDS = 3 * 3 + 3 };
  uint32_t *words = tern_arena_alloc_zeroed(arena, WORDS * sizeof *words);
  for (uint32_t i = 0; i < 3; ++i) {
    words[3 * i] = TERN_GRID_CONSTANT;
    words[3 * i + 1] = kernel->has_grid ? kernel->grid[i] : 1;
    words[9 + i] = i;
  }
  info->grid_program = words;
  info->grid_program_size = WORDS;
}

// Who says how many workgroups there are?
static bool check_grid(const tern_object_t *object, const tern_object_kernel_t *kernel, bool needs_one) {
  bool has_region = !tern_region_is_empty(&kernel->export_op->regions[0]);
  int name_size = (int)kernel->name.size;
  if (has_region && kernel->has_grid) {
    tern_emit_warning(kernel->export_op->loc,
                      "'%.*s_workgroup_count' in '%.*s' is not used: the dispatch computes its grid itself", name_size,
                      kernel->name.data, (int)object->path.size, object->path.data);
  }
  if (has_region || kernel->has_grid || !needs_one) return true;
  tern_op_error(kernel->export_op, "has a kernel in '%.*s', and nobody says how many workgroups it takes",
                (int)object->path.size, object->path.data);
  tern_emit_note(kernel->export_op->loc,
                 "put three constants '%.*s_workgroup_count' into the file, or write a hal.dispatch.extern, which "
                 "computes them; docs/custom_kernels.md shows both",
                 name_size, kernel->name.data);
  return false;
}

static bool fill_kernel(const tern_object_t *object, const tern_object_kernel_t *kernel, tern_arena_t *arena,
                        tern_entry_point_t *entry) {
  tern_kernel_info_t *info = tern_arena_alloc_zeroed(arena, sizeof *info);
  info->name = entry->name;
  info->subgroup_size = number_of(tern_op_attr(kernel->export_op, "subgroup_size"));
  for (size_t i = 0; i < 3; ++i) info->workgroup_size[i] = kernel->workgroup_size[i];
  if (!info->workgroup_size[0] || !info->workgroup_size[1] || !info->workgroup_size[2]) {
    tern_op_error(kernel->export_op, "has a kernel in '%.*s', and nobody says how large its workgroups are",
                  (int)object->path.size, object->path.data);
    tern_emit_note(kernel->export_op->loc, "give PTX a .reqntid, or the hal.dispatch.extern a workgroup_size");
    return false;
  }
  set_grid(kernel, arena, info);
  entry->kernels = info;
  entry->kernel_count = 1;
  return true;
}

static bool fill_entry(const tern_object_t *object, const tern_object_reader_t *reader, tern_arena_t *arena,
                       tern_object_kernel_t *kernel, tern_entry_point_t *entry) {
  if (!reader->check(object, kernel)) return false;
  bool is_for_host = reader == &tern_object_reader_cpu;
  tern_binding_info_t *bindings = tern_export_bindings_make(kernel->export_op, arena);
  for (size_t i = 0; i < kernel->binding_count; ++i) {
    const tern_attr_t *binding = tern_hal_pipeline_layout_binding(tern_op_attr(kernel->export_op, "layout"), i);
    bool is_read_only = tern_hal_pipeline_binding_flags(binding) & TERN_HAL_DESCRIPTOR_READ_ONLY;
    bindings[i].access = TERN_BINDING_ACCESS_READ | (is_read_only ? 0 : TERN_BINDING_ACCESS_WRITE);
  }
  *entry = (tern_entry_point_t){.name = copy_text(kernel->name, arena),
                                .push_constant_count = (uint32_t)kernel->constant_count,
                                .binding_count = (uint32_t)kernel->binding_count,
                                .bindings = bindings};
  return check_grid(object, kernel, !is_for_host) && (is_for_host || fill_kernel(object, kernel, arena, entry));
}

// --- code ---

// The next processor that machine code is wanted for: each with `embeds_cubin`, else those behind a virtual one. Empty at the end.
static tern_str_t next_real(tern_str_t *inout_chips, bool embeds_cubin, bool *inout_is_virtual) {
  while (inout_chips->size) {
    tern_str_t chip = tern_str_trim(tern_str_split(inout_chips, ','));
    bool is_virtual = tern_str_starts_with(chip, TERN_STR("compute_"));
    *inout_is_virtual |= is_virtual;
    if (!is_virtual && (embeds_cubin || *inout_is_virtual)) return chip;
  }
  return (tern_str_t){0};
}

// PTX with machine code beside it.
static bool add_cubins(const tern_op_t *variant, const tern_object_t *object, bool embeds_cubin, tern_arena_t *arena,
                       tern_cuda_image_module_t *modules, size_t *inout_count) {
  enum { LEVEL = 3 };
  tern_str_t rest = tern_str_from_cstr(object->target->chips), real;
  bool is_virtual = false;
  while (*inout_count < MAX_CHIPS + 1 && (real = next_real(&rest, embeds_cubin, &is_virtual)).size) {
    char *chip = copy_text(real, arena);
    tern_llvm_buffer_t cubin = {0};
    const tern_ptx_options_t options = {.chip = chip, .level = LEVEL};
    tern_status_t status = tern_ptx_assemble(object->code, &options, &cubin, NULL);
    if (!tern_status_is_ok(status)) {
      return tern_op_error(variant, "has code in '%.*s' that cannot be assembled: %s", (int)object->path.size,
                           object->path.data, status.message);
    }
    tern_cuda_image_module_t module = {.kind = TERN_CUDA_MODULE_CUBIN};
    module.code = tern_str_make(tern_arena_copy(arena, cubin.data, cubin.size), cubin.size);
    tern_cuda_image_read_chip(chip, &module.architecture, &module.suffix);
    modules[(*inout_count)++] = module;
    free(cubin.data);
  }
  return true;
}

// The code as the runtime takes it: an image where a launch needs more than the code says.
static bool write_code(const tern_op_t *variant, const tern_object_t *object, const tern_object_reader_t *reader,
                       const tern_object_options_t *options, const tern_object_kernel_t *kernels, size_t count,
                       tern_arena_t *arena, tern_string_builder_t *out) {
  tern_str_t chips = tern_str_from_cstr(object->target->chips);
  bool is_ptx = reader == &tern_object_reader_ptx, is_virtual = false;
  bool has_reals = is_ptx && count && next_real(&chips, options->embeds_cubin, &is_virtual).size,
       needs_image = has_reals;
  tern_cuda_image_kernel_t *rows = tern_arena_alloc_zeroed(arena, (count + 1) * sizeof *rows);
  for (size_t i = 0; i < count; ++i) {
    rows[i] = (tern_cuda_image_kernel_t){.name = kernels[i].name, .shared_size = kernels[i].shared_size};
    needs_image |= kernels[i].shared_size != 0 && strcmp(reader->backend, "cuda") == 0;
  }
  if (!needs_image) return tern_string_builder_append(out, object->code), true;
  tern_cuda_image_module_t modules[MAX_CHIPS + 1] = {{.kind = is_ptx ? TERN_CUDA_MODULE_PTX : TERN_CUDA_MODULE_CUBIN,
                                                      .architecture = kernels[0].architecture,
                                                      .suffix = kernels[0].suffix,
                                                      .code = object->code}};
  size_t module_count = 1;
  if (has_reals && !add_cubins(variant, object, options->embeds_cubin, arena, modules, &module_count)) return false;
  tern_cuda_image_write(modules, module_count, rows, count, out);
  return true;
}

static bool write(tern_op_t *variant, const tern_object_t *object, const tern_object_reader_t *reader,
                  const tern_object_options_t *options, const tern_export_list_t *exports, tern_arena_t *arena,
                  tern_string_builder_t *out) {
  tern_entry_point_t *entries = tern_arena_alloc_zeroed(arena, (exports->count + 1) * sizeof *entries);
  tern_object_kernel_t *kernels = tern_arena_alloc_zeroed(arena, (exports->count + 1) * sizeof *kernels);
  for (size_t i = 0; i < exports->count; ++i) {
    kernels[i] = kernel_of(exports->values[i]);
    if (!fill_entry(object, reader, arena, &kernels[i], &entries[i])) return false;
  }
  tern_string_builder_t code = {0};
  bool is_right = write_code(variant, object, reader, options, kernels, exports->count, arena, &code);
  tern_module_executable_t executable = {.target = options->target,
                                         .format = options->format,
                                         .entry_points = entries,
                                         .entry_point_count = exports->count,
                                         .code = code.data,
                                         .code_size = code.size};
  if (is_right) tern_module_write_executable(&executable, out);
  tern_string_builder_deinitialize(&code);
  return is_right;
}

bool tern_object_executable_write(tern_op_t *variant, const tern_object_t *object, const tern_object_options_t *options,
                                  tern_string_builder_t *out) {
  const tern_object_reader_t *reader = tern_object_reader_find(object->code);
  tern_str_t backend = tern_hal_executable_target_backend(tern_op_attr(variant, "target"));
  if (!reader || !tern_str_equal_cstr(backend, reader->backend)) {
    tern_op_error(variant, "cannot use '%.*s', which is %s", (int)object->path.size, object->path.data,
                  reader ? reader->name : "no form of code that is known");
    tern_emit_note(variant->loc,
                   "llvm-cpu takes a relocatable ELF object, vulkan-spirv SPIR-V, cuda PTX, a cubin or a "
                   "fatbin");
    return false;
  }
  tern_arena_t arena;
  tern_export_list_t exports = {0};
  tern_arena_initialize(&arena);
  tern_exports_collect(variant, &exports);
  bool is_right = write(variant, object, reader, options, &exports, &arena, out);
  tern_vec_deinitialize(&exports);
  tern_arena_deinitialize(&arena);
  return is_right;
}

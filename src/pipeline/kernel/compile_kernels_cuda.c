// Kernels of Triton for CUDA: programs become blocks of warps, whose registers the passes on ttg deal out, and PTX.

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/machine/machine.h"
#include "ir/symbol.h"
#include "pipeline/kernel/compile_kernels.h"
#include "target/ptx/cuda_image.h"
#include "target/ptx/ptx.h"

#include "pipeline/stages/kernel_cuda.def"

enum {
  WARP_SIZE = 32,
  PTX_VERSION = 83,  // that code is written in, unless the processor asks for a later one
};

typedef struct values {
  int64_t num_warps, num_stages, num_ctas, capability, ptx_version;
} values_t;
#define NUMBER(NAME, MEMBER) {NAME, TERN_OPTION_INT, .offset = offsetof(values_t, MEMBER)}
static const tern_stage_value_t stage_values[] = {NUMBER("num-warps", num_warps), NUMBER("num-stages", num_stages),
                                                  NUMBER("num-ctas", num_ctas), NUMBER("capability", capability),
                                                  NUMBER("ptx-version", ptx_version)};

static tern_status_t find_chip(const tern_compile_options_t *options, const tern_machine_t **out_target) {
  const char *name = options->cuda_chip ? options->cuda_chip : "";
  if (strchr(name, ',') || strncmp(name, "compute_", strlen("compute_")) == 0 || options->cuda_embeds_cubin) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "kernels of Triton are compiled for one processor, such as sm_90a, not for '%s'", name);
  }
  *out_target = tern_machine_find_cuda(tern_str_from_cstr(name));
  if (*out_target) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT,
                          "'%s' names no processor of CUDA that is known; sm_80, sm_90 and sm_90a are some of them",
                          name);
}

static tern_status_t lower(const tern_kernel_compilation_t *c, const values_t *values) {
  const tern_stage_scope_t scope = {
      .values = stage_values, .value_count = sizeof stage_values / sizeof stage_values[0], .user = values};
  TERN_RETURN_IF_ERROR(tern_kernel_lower(c, kernel_to_ttir, &scope, "ttir"));
  TERN_RETURN_IF_ERROR(tern_kernel_lower(c, kernel_to_ttgir, &scope, "ttgir"));
  return tern_kernel_lower(c, kernel_to_nvvm, &scope, "nvvm");
}

// --- launches ---

static int64_t number_of(const tern_op_t *op, const char *name, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr && attr->kind == TERN_ATTR_INTEGER ? tern_integer_attr_value(attr) : otherwise;
}

// Reads what the passes wrote down. The rows of the image say what launches ask for.
static tern_cuda_image_kernel_t *read_launches(const tern_kernel_compilation_t *c, const values_t *values,
                                               tern_kernel_list_t *list) {
  const tern_op_t *module = c->module;
  int64_t warps = number_of(module, "ttg.total-num-warps", number_of(module, "ttg.num-warps", values->num_warps));
  tern_cuda_image_kernel_t *rows = tern_arena_alloc_zeroed(c->arena, (list->count + 1) * sizeof *rows);
  for (size_t i = 0; i < list->count; ++i) {
    tern_kernel_info_t *info = tern_arena_alloc_zeroed(c->arena, sizeof *info);
    *info = (tern_kernel_info_t){.name = list->entries[i].name,
                                 .workgroup_size = {(uint32_t)(warps * WARP_SIZE), 1, 1},
                                 .subgroup_size = WARP_SIZE};
    list->entries[i].kernels = info;
    list->entries[i].kernel_count = 1;
    list->signatures[i].scratch_size = (uint32_t)number_of(module, "ttg.global_scratch_memory_size", 0);
    list->signatures[i].scratch_alignment = (uint32_t)number_of(module, "ttg.global_scratch_memory_alignment", 1);
    rows[i] = (tern_cuda_image_kernel_t){.name = tern_str_from_cstr(info->name),
                                         .shared_size = (uint32_t)number_of(module, "ttg.shared", 0)};
    if (values->num_ctas == 1) continue;
    rows[i].cluster[0] = (uint32_t)values->num_ctas;
    rows[i].cluster[1] = rows[i].cluster[2] = 1;
  }
  return rows;
}

static tern_status_t check_shared(const tern_machine_t *target, const tern_cuda_image_kernel_t *rows, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (rows[i].shared_size <= (uint64_t)target->dynamic_shared_memory_size) continue;
    return tern_status_make(TERN_UNSUPPORTED, "kernel '%.*s' needs %u bytes of shared memory, a block of %s has %lld",
                            (int)rows[i].name.size, rows[i].name.data, rows[i].shared_size, target->name,
                            (long long)target->dynamic_shared_memory_size);
  }
  return tern_ok();
}

// --- code ---

// What saves more registers and instructions than it takes time: sums of addresses share what is the same in them, loops leave
// what does not change to the block before, and addresses that all move by the same step become one that moves.
static const char llvm_passes[] =
    "function(early-cse,simplifycfg,reassociate,loop-mssa(loop-rotate,licm),instcombine<no-verify-fixpoint>,loop-reduce,early-cse)";

static tern_status_t emit(const tern_kernel_compilation_t *c, const tern_machine_t *target, const values_t *values,
                          tern_llvm_buffer_t *out_code) {
  static const tern_llvm_output_t outputs[] = {
      [TERN_ARTIFACT_OBJECT] = TERN_LLVM_ASSEMBLY, [TERN_ARTIFACT_ASSEMBLY] = TERN_LLVM_ASSEMBLY,
      [TERN_ARTIFACT_LLVM_IR] = TERN_LLVM_IR,      [TERN_ARTIFACT_BITCODE] = TERN_LLVM_BITCODE,
      [TERN_ARTIFACT_MODULE] = TERN_LLVM_ASSEMBLY,
  };
  char features[16];
  snprintf(features, sizeof features, "+ptx%d", (int)values->ptx_version);
  const tern_llvm_options_t llvm = {.triple = "nvptx64-nvidia-cuda",
                                    .cpu = target->name,
                                    .features = features,
                                    .passes = c->options->llvm_passes ? c->options->llvm_passes : llvm_passes};
  TERN_RETURN_IF_ERROR(c->backend->compile(c->module, &llvm, outputs[c->artifact], out_code));
  if (c->artifact != TERN_ARTIFACT_OBJECT) return tern_ok();
  enum { LEVEL = 3 };
  const tern_ptx_options_t options = {.chip = target->name, .level = LEVEL};
  tern_llvm_buffer_t cubin = {0};
  tern_status_t status = tern_ptx_assemble(tern_str_make(out_code->data, out_code->size), &options, &cubin, NULL);
  free(out_code->data);
  *out_code = cubin;
  return status;
}

static void write_image(const tern_machine_t *target, tern_str_t code, const tern_cuda_image_kernel_t *rows,
                        size_t count, tern_string_builder_t *out) {
  tern_cuda_image_module_t module = {.kind = TERN_CUDA_MODULE_PTX, .code = code};
  tern_cuda_image_read_chip(target->name, &module.architecture, &module.suffix);
  tern_cuda_image_write(&module, 1, rows, count, out);
}

tern_status_t tern_kernels_for_cuda(const tern_kernel_compilation_t *c, tern_compiled_kernels_t *out) {
  const tern_machine_t *target;
  tern_llvm_buffer_t code = {0};
  if (c->artifact == TERN_ARTIFACT_SPIRV) {
    return tern_status_make(TERN_UNSUPPORTED, "kernels for CUDA are modules, PTX, cubins or LLVM IR");
  }
  TERN_RETURN_IF_ERROR(find_chip(c->options, &target));
  unsigned least = tern_ptx_version_of_chip(target->name);
  const values_t values = {.num_warps = c->launch->num_warps,
                           .num_stages = c->launch->num_stages,
                           .num_ctas = c->launch->num_ctas,
                           .capability = (int64_t)target->architecture,
                           .ptx_version = least > PTX_VERSION ? least : PTX_VERSION};
  tern_kernel_list_t list = tern_kernel_list_read(c, true);
  TERN_RETURN_IF_ERROR(lower(c, &values));
  const tern_cuda_image_kernel_t *rows = read_launches(c, &values, &list);
  TERN_RETURN_IF_ERROR(check_shared(target, rows, list.count));
  TERN_RETURN_IF_ERROR(emit(c, target, &values, &code));
  out->executable = (tern_module_executable_t){.format = "cuda-nvptx-fb",
                                               .entry_points = list.entries,
                                               .entry_point_count = list.count,
                                               .signatures = list.signatures};
  tern_str_t text = tern_str_make(code.data, code.size);
  if (c->artifact == TERN_ARTIFACT_MODULE) {
    write_image(target, text, rows, list.count, &out->code);
  } else {
    tern_string_builder_append(&out->code, text);
  }
  free(code.data);
  return tern_ok();
}

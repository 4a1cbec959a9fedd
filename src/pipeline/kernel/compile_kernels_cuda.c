// Kernels of Triton for CUDA: programs become blocks of warps, whose registers the passes on ttg deal out, and PTX.

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/machine/machine.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pipeline/kernel/compile_kernels.h"
#include "target/llvm_loader.h"
#include "target/ptx/cuda_image.h"
#include "target/ptx/ptx.h"
#include "transform/ttng/descriptors.h"

#include "pipeline/stages/kernel_cuda.def"

enum {
  WARP_SIZE = 32,
  HAS_TENSOR_MAPS = 90,
  HAS_CLUSTERS = 90,
  HAS_GATHERS = 100,  // by tensor maps
  PTX_VERSION = 83,   // that code is written in, unless the processor asks for a later one
};

typedef struct values {
  int64_t num_warps, num_stages, num_ctas, capability, ptx_version, shared_memory;
  bool rewrites_descriptors;  // to pointers
} values_t;
#define NUMBER(NAME, MEMBER) {NAME, TERN_OPTION_INT, .offset = offsetof(values_t, MEMBER)}
static const tern_stage_value_t stage_values[] = {
    NUMBER("num-warps", num_warps),
    NUMBER("num-stages", num_stages),
    NUMBER("num-ctas", num_ctas),
    NUMBER("capability", capability),
    NUMBER("ptx-version", ptx_version),
    NUMBER("shared-memory", shared_memory),
    {"rewrites-descriptors", TERN_OPTION_BOOL, .offset = offsetof(values_t, rewrites_descriptors)}};

static tern_status_t find_chip(const tern_compile_options_t *options, const tern_machine_t **out_target) {
  const char *name = options->cuda_chip ? options->cuda_chip : "";
  if (strchr(name, ',') || strncmp(name, "compute_", strlen("compute_")) == 0) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "kernels of Triton are compiled for one processor, such as sm_90a, not for '%s'", name);
  }
  *out_target = tern_machine_find_cuda(tern_str_from_cstr(name));
  if (*out_target) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT,
                          "'%s' names no processor of CUDA that is known; sm_80, sm_90 and sm_90a are some of them",
                          name);
}

// --- descriptors ---

static tern_walk_result_t find_rows(tern_op_t *op, void *user) {
  (void)user;
  bool is_found = tern_op_is(op, TERN_TT(DESCRIPTOR_GATHER)) || tern_op_is(op, TERN_TT(DESCRIPTOR_SCATTER));
  return is_found ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

// Chips before Hopper have no tensor maps, and Hopper's copy no rows by their numbers.
static bool rewrites_descriptors(tern_op_t *module, int64_t capability) {
  if (capability < HAS_TENSOR_MAPS) return true;
  return capability < HAS_GATHERS && tern_op_walk_pre(module, find_rows, NULL) == TERN_WALK_INTERRUPT;
}

// How the passes have dealt the blocks of a kernel's descriptors to shared memory is how their tensor maps are made.
static bool read_descriptors(const tern_op_t *kernel, const tern_kernel_signature_t *signature) {
  const tern_block_t *entry = tern_op_body(kernel, 0);
  for (size_t i = 0; i < signature->argument_count; ++i) {
    // The list is this compilation's, and not handed out yet.
    tern_kernel_argument_t *argument = (tern_kernel_argument_t *)(uintptr_t)&signature->arguments[i];
    tern_tensormap_t map;
    const char *error;
    if (argument->kind != TERN_KERNEL_ARGUMENT_DESCRIPTOR) continue;
    if (!tern_tensormap_of(entry->args[i]->type, &map, &error)) {
      tern_op_error(kernel, "%s, argument %zu", error, i);
      tern_emit_note(kernel->loc, "launches make tensor maps of descriptors that are arguments");
      return false;
    }
    for (size_t d = 0; d < argument->rank; ++d) argument->block[d] = (uint32_t)map.box[d];
    argument->swizzle = (uint32_t)map.swizzle;
  }
  return true;
}

static void take_descriptors_apart(const tern_kernel_signature_t *signature) {
  for (size_t i = 0; i < signature->argument_count; ++i) {
    tern_kernel_argument_t *argument = (tern_kernel_argument_t *)(uintptr_t)&signature->arguments[i];
    if (argument->kind == TERN_KERNEL_ARGUMENT_DESCRIPTOR) argument->swizzle = TERN_KERNEL_WITHOUT_TENSOR_MAP;
  }
}

// After the passes on ttg, whose kernels are those of `list` in their order.
static bool describe_descriptors(const tern_kernel_compilation_t *c, const values_t *values,
                                 const tern_kernel_list_t *list) {
  size_t count = 0;
  tern_block_for_each_op(tern_op_body(c->module, 0), op) {
    if (!tern_op_is(op, TERN_TT(FUNC)) || tern_symbol_visibility(op) != TERN_PUBLIC) continue;
    const tern_kernel_signature_t *signature = &list->signatures[count++];
    if (values->rewrites_descriptors)
      take_descriptors_apart(signature);
    else if (!read_descriptors(op, signature))
      return false;
  }
  return true;
}

static tern_status_t lower(const tern_kernel_compilation_t *c, const values_t *values, const tern_kernel_list_t *list) {
  const tern_stage_scope_t scope = {
      .values = stage_values, .value_count = sizeof stage_values / sizeof stage_values[0], .user = values};
  TERN_RETURN_IF_ERROR(tern_kernel_lower(c, kernel_to_ttir, &scope, "ttir"));
  if (c->launch->maxnreg) {
    const tern_type_t *i32 = tern_i_type_get(tern_op_context(c->module), 32);
    tern_op_set_attr(c->module, "ttg.maxnreg", tern_integer_attr_get(i32, c->launch->maxnreg));
  }
  TERN_RETURN_IF_ERROR(tern_kernel_lower(c, kernel_to_ttgir, &scope, "ttgir"));
  if (!describe_descriptors(c, values, list))
    return tern_status_make(TERN_INVALID_IR, "the kernels could not be compiled");
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

// --- code ---

// What saves more registers and instructions than it takes time: sums of addresses share what is the same in them, loops leave
// what does not change to the block before, and addresses that all move by the same step become one that moves. What is computed
// twice is left to the passes of code generation, which look for it three times.
static const char llvm_passes[] =
    "function(simplifycfg,reassociate,loop-mssa(loop-rotate,licm),instcombine<no-verify-fixpoint>,loop-reduce,separate-"
    "const-offset-from-gep,div-rem-pairs,early-cse)";

static const tern_llvm_output_t outputs[] = {
    [TERN_ARTIFACT_OBJECT] = TERN_LLVM_ASSEMBLY, [TERN_ARTIFACT_ASSEMBLY] = TERN_LLVM_ASSEMBLY,
    [TERN_ARTIFACT_LLVM_IR] = TERN_LLVM_IR,      [TERN_ARTIFACT_BITCODE] = TERN_LLVM_BITCODE,
    [TERN_ARTIFACT_MODULE] = TERN_LLVM_ASSEMBLY,
};

static tern_status_t emit(const tern_kernel_compilation_t *c, tern_llvm_loading_t *loading,
                          const tern_llvm_options_t *llvm, tern_llvm_buffer_t *out_code) {
  const tern_llvm_backend_t *backend;
  TERN_RETURN_IF_ERROR(tern_llvm_loading_wait(loading, &backend));
  TERN_RETURN_IF_ERROR(backend->compile(c->module, llvm, outputs[c->artifact], out_code));
  if (c->artifact != TERN_ARTIFACT_OBJECT) return tern_ok();
  enum { LEVEL = 3 };
  const char *const verbose = "-v";
  const tern_ptx_options_t options = {
      .chip = llvm->cpu, .level = LEVEL, .assembler_options = &verbose, .assembler_option_count = 1};
  tern_llvm_buffer_t cubin = {0};
  char *log = NULL;
  tern_status_t status = tern_ptx_assemble(tern_str_make(out_code->data, out_code->size), &options, &cubin, &log);
  tern_kernels_warn_of_spills(c->module, log);
  free(log);
  free(out_code->data);
  *out_code = cubin;
  return status;
}

// Lowers and emits the kernels of `list`, while LLVM is loaded by another thread.
static tern_status_t make_code(const tern_kernel_compilation_t *c, const tern_machine_t *target, const values_t *values,
                               tern_kernel_list_t *list, const tern_cuda_image_kernel_t **out_rows,
                               tern_llvm_buffer_t *out_code) {
  char features[16];
  snprintf(features, sizeof features, "+ptx%d", (int)values->ptx_version);
  const tern_llvm_options_t llvm = {.triple = "nvptx64-nvidia-cuda",
                                    .cpu = target->name,
                                    .features = features,
                                    .writes_ptx = !c->options->llvm_passes,
                                    .passes = c->options->llvm_passes ? c->options->llvm_passes : llvm_passes};
  tern_llvm_loading_t *loading = tern_llvm_loading_begin(&llvm, outputs[c->artifact]);
  tern_status_t status = lower(c, values, list);
  if (tern_status_is_ok(status)) *out_rows = read_launches(c, values, list);
  if (tern_status_is_ok(status)) status = emit(c, loading, &llvm, out_code);
  tern_llvm_loading_end(loading);
  return status;
}

static void write_image(const tern_machine_t *target, tern_str_t code, const tern_cuda_image_kernel_t *rows,
                        size_t count, tern_string_builder_t *out) {
  tern_cuda_image_module_t module = {.kind = TERN_CUDA_MODULE_PTX, .code = code};
  tern_cuda_image_read_chip(target->name, &module.architecture, &module.suffix);
  tern_cuda_image_write(&module, 1, rows, count, out);
}

// The same with machine code beside the PTX.
static tern_status_t write_image_with_cubin(const tern_machine_t *target, tern_str_t code,
                                            const tern_cuda_image_kernel_t *rows, size_t count,
                                            tern_string_builder_t *out) {
  enum { LEVEL = 3 };
  const tern_ptx_options_t options = {.chip = target->name, .level = LEVEL};
  tern_llvm_buffer_t cubin = {0};
  TERN_RETURN_IF_ERROR(tern_ptx_assemble(code, &options, &cubin, NULL));
  tern_cuda_image_module_t modules[] = {
      {.kind = TERN_CUDA_MODULE_PTX, .code = code},
      {.kind = TERN_CUDA_MODULE_CUBIN, .code = tern_str_make(cubin.data, cubin.size)}};
  for (size_t i = 0; i < 2; ++i) tern_cuda_image_read_chip(target->name, &modules[i].architecture, &modules[i].suffix);
  tern_cuda_image_write(modules, 2, rows, count, out);
  free(cubin.data);
  return tern_ok();
}

tern_status_t tern_kernels_for_cuda(const tern_kernel_compilation_t *c, tern_compiled_kernels_t *out) {
  const tern_machine_t *target;
  tern_llvm_buffer_t code = {0};
  if (c->artifact == TERN_ARTIFACT_SPIRV) {
    return tern_status_make(TERN_UNSUPPORTED, "kernels for CUDA are modules, PTX, cubins or LLVM IR");
  }
  if (c->options->cuda_cubin == TERN_CUDA_CUBIN_ALWAYS && c->artifact != TERN_ARTIFACT_MODULE) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "--cuda-embed-cubin puts machine code into a module (.tern), which this is none");
  }
  TERN_RETURN_IF_ERROR(find_chip(c->options, &target));
  if (c->launch->num_ctas > 1 && target->architecture < HAS_CLUSTERS) {
    return tern_status_make(TERN_UNSUPPORTED, "num-ctas is %lld, but %s has no clusters, which sm_90 and later have",
                            (long long)c->launch->num_ctas, target->name);
  }
  unsigned least = tern_ptx_version_of_chip(target->name);
  const values_t values = {.num_warps = c->launch->num_warps,
                           .num_stages = c->launch->num_stages,
                           .num_ctas = c->launch->num_ctas,
                           .capability = (int64_t)target->architecture,
                           .ptx_version = least > PTX_VERSION ? least : PTX_VERSION,
                           .shared_memory = (int64_t)target->dynamic_shared_memory_size,
                           .rewrites_descriptors = rewrites_descriptors(c->module, (int64_t)target->architecture)};
  tern_kernel_list_t list = c->list;
  const tern_cuda_image_kernel_t *rows;
  TERN_RETURN_IF_ERROR(make_code(c, target, &values, &list, &rows, &code));
  out->executable = (tern_module_executable_t){.format = "cuda-nvptx-fb",
                                               .entry_points = list.entries,
                                               .entry_point_count = list.count,
                                               .signatures = list.signatures};
  tern_str_t text = tern_str_make(code.data, code.size);
  tern_status_t status = tern_ok();
  if (c->options->cuda_cubin == TERN_CUDA_CUBIN_ALWAYS) {
    status = write_image_with_cubin(target, text, rows, list.count, &out->code);
  } else if (c->artifact == TERN_ARTIFACT_MODULE) {
    write_image(target, text, rows, list.count, &out->code);
  } else {
    tern_string_builder_append(&out->code, text);
  }
  free(code.data);
  return status;
}

// Kernels of Triton for AMD's GPUs: programs become blocks of waves, whose registers the passes on ttg deal out, and code of LLVM.

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/machine/machine.h"
#include "asm/parser.h"
#include "dialect/llvm/llvm.h"
#include "ir/symbol.h"
#include "pipeline/kernel/compile_kernels.h"
#include "rewrite/builder.h"
#include "target/gpu/link_rocdl.h"
#include "target/llvm_loader.h"

#include "pipeline/stages/kernel_hip.def"

enum { MAX_THREADS = 1024 };  // of a workgroup

typedef struct values {
  int64_t num_warps, num_stages, num_ctas;
  const char *arch;
} values_t;
#define VALUE(NAME, KIND, MEMBER) {NAME, KIND, .offset = offsetof(values_t, MEMBER)}
static const tern_stage_value_t stage_values[] = {
    VALUE("num-warps", TERN_OPTION_INT, num_warps), VALUE("num-stages", TERN_OPTION_INT, num_stages),
    VALUE("num-ctas", TERN_OPTION_INT, num_ctas), VALUE("arch", TERN_OPTION_STRING, arch)};

static tern_status_t lower(const tern_kernel_compilation_t *c, const values_t *values) {
  const tern_stage_scope_t scope = {
      .values = stage_values, .value_count = sizeof stage_values / sizeof stage_values[0], .user = values};
  TERN_RETURN_IF_ERROR(tern_kernel_lower(c, kernel_to_amd_ttir, &scope, "ttir"));
  TERN_RETURN_IF_ERROR(tern_kernel_lower(c, kernel_to_amd_ttgir, &scope, "ttgir"));
  return tern_kernel_lower(c, kernel_to_rocdl, &scope, "rocdl");
}

static int64_t number_of(const tern_op_t *op, const char *name, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr && attr->kind == TERN_ATTR_INTEGER ? tern_integer_attr_value(attr) : otherwise;
}

// Shared memory gets its size, so that the code object says it and a launch need not.
static void fix_shared_memory(tern_op_t *module) {
  tern_context_t *context = tern_op_context(module);
  tern_op_t *memory = tern_symbol_lookup_in(module, TERN_STR("global_smem"));
  int64_t size = number_of(module, "ttg.shared", 0);
  if (!memory || size == 0) return;
  const tern_type_t *array = tern_llvm_array_type(tern_i_type_get(context, 8), (uint64_t)size);
  tern_op_set_attr(memory, "global_type", tern_type_attr_get(array));
  tern_op_set_attr(memory, "linkage", tern_enum_attr_get(context, TERN_LLVM_ENUM(LINKAGE), TERN_LLVM_LINKAGE_INTERNAL));
}

// The version of code objects that loaders and linkers of all ROCm since 4.1 know.
static void set_version(tern_op_t *module) {
  tern_builder_t b = tern_builder_at_start(tern_op_body(module, 0), module->loc);
  const tern_attr_t *flag = tern_parse_attr_text(
      b.context, TERN_STR("#llvm.mlir.module_flag<error, \"amdhsa_code_object_version\", 400 : i32>"));
  tern_build(&b, TERN_LLVM(MODULE_FLAGS), .attrs = TERN_ATTRS({"flags", tern_array_attr_get(b.context, &flag, 1)}));
}

// Reads what the passes wrote down.
static void read_launches(const tern_kernel_compilation_t *c, const values_t *values, int64_t lanes,
                          tern_kernel_list_t *list) {
  const tern_op_t *module = c->module;
  int64_t warps = number_of(module, "ttg.total-num-warps", number_of(module, "ttg.num-warps", values->num_warps));
  for (size_t i = 0; i < list->count; ++i) {
    tern_kernel_info_t *info = tern_arena_alloc_zeroed(c->arena, sizeof *info);
    *info = (tern_kernel_info_t){.name = list->entries[i].name,
                                 .workgroup_size = {(uint32_t)(warps * lanes), 1, 1},
                                 .subgroup_size = (uint32_t)lanes};
    list->entries[i].kernels = info;
    list->entries[i].kernel_count = 1;
    list->signatures[i].scratch_size = (uint32_t)number_of(module, "ttg.global_scratch_memory_size", 0);
    list->signatures[i].scratch_alignment = (uint32_t)number_of(module, "ttg.global_scratch_memory_alignment", 1);
  }
}

// Functions of ROCm's device library, which prints and assertions call, are in no code object of ours.
static tern_status_t check_calls(const tern_op_t *module) {
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!tern_op_is(op, TERN_LLVM(FUNC)) || !tern_region_is_empty(&op->regions[0])) continue;
    tern_str_t name = tern_symbol_name(op);
    if (!tern_str_starts_with(name, TERN_STR("__ockl_"))) continue;
    return tern_status_make(
        TERN_UNSUPPORTED,
        "kernels that print or assert call '%.*s' of ROCm's device library, which has to be linked: "
        "compile to an object (.o), and link it with ockl.bc by the tools of ROCm",
        (int)name.size, name.data);
  }
  return tern_ok();
}

static const tern_llvm_output_t outputs[] = {
    [TERN_ARTIFACT_OBJECT] = TERN_LLVM_OBJECT, [TERN_ARTIFACT_ASSEMBLY] = TERN_LLVM_ASSEMBLY,
    [TERN_ARTIFACT_LLVM_IR] = TERN_LLVM_IR,    [TERN_ARTIFACT_BITCODE] = TERN_LLVM_BITCODE,
    [TERN_ARTIFACT_MODULE] = TERN_LLVM_OBJECT, [TERN_ARTIFACT_CODE_OBJECT] = TERN_LLVM_OBJECT,
};

static tern_status_t emit(const tern_kernel_compilation_t *c, tern_llvm_loading_t *loading,
                          const tern_llvm_options_t *llvm, tern_string_builder_t *out) {
  bool is_linked = c->artifact == TERN_ARTIFACT_MODULE || c->artifact == TERN_ARTIFACT_CODE_OBJECT;
  const tern_llvm_backend_t *backend;
  tern_llvm_buffer_t code = {0};
  if (is_linked) TERN_RETURN_IF_ERROR(check_calls(c->module));
  TERN_RETURN_IF_ERROR(tern_llvm_loading_wait(loading, &backend));
  TERN_RETURN_IF_ERROR(backend->compile(c->module, llvm, outputs[c->artifact], &code));
  tern_string_builder_append(out, tern_str_make(code.data, code.size));
  free(code.data);
  if (!is_linked || tern_gpu_link_rocdl(c->module->loc, (tern_str_t){0}, out)) return tern_ok();
  return tern_status_make(TERN_INVALID_IR, "the code could not be linked");
}

// Lowers and emits the kernels of `list`, while LLVM is loaded by another thread.
static tern_status_t make_code(const tern_kernel_compilation_t *c, const values_t *values, int64_t lanes,
                               tern_kernel_list_t *list, tern_string_builder_t *out) {
  // Halves of registers have no names of their own: as upstream asks of gfx11.
  const char *features = strncmp(values->arch, "gfx11", 5) == 0 ? "-real-true16" : "";
  const char *passes = c->options->llvm_passes ? c->options->llvm_passes : "default<O2>";
  const tern_llvm_options_t llvm = {
      .triple = "amdgcn-amd-amdhsa", .cpu = values->arch, .features = features, .passes = passes};
  tern_llvm_loading_t *loading = tern_llvm_loading_begin(&llvm, outputs[c->artifact]);
  tern_status_t status = lower(c, values);
  if (tern_status_is_ok(status)) {
    read_launches(c, values, lanes, list);
    fix_shared_memory(c->module);
    set_version(c->module);
    status = emit(c, loading, &llvm, out);
  }
  tern_llvm_loading_end(loading);
  return status;
}

static tern_status_t find_chip(tern_str_t name, tern_machine_t *out_chip) {
  if (name.size == 0)
    return tern_status_make(TERN_INVALID_ARGUMENT, "hip is named without a GPU: hip:gfx942 is one with it");
  if (tern_machine_read_amd(name, out_chip) && out_chip->family != TERN_AMD_OTHER) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT,
                          "'%.*s' names no GPU of AMD that kernels of Triton are compiled for; hip:gfx90a, hip:gfx942, "
                          "hip:gfx950 and hip:gfx1100 are some of them",
                          (int)name.size, name.data);
}

// Do the chip's workgroups have so many waves, and its clusters so many workgroups?
static tern_status_t check_launch(const tern_kernel_compilation_t *c, const tern_machine_t *chip) {
  long long lanes = (long long)tern_amd_wave(chip->family), warps = (long long)c->launch->num_warps;
  if (warps * lanes > MAX_THREADS) {
    return tern_status_make(TERN_UNSUPPORTED, "num-warps is %lld, but a workgroup of %.*s has up to %lld waves of %lld",
                            warps, (int)c->processor.size, c->processor.data, MAX_THREADS / lanes, lanes);
  }
  if (c->launch->num_ctas == 1 || chip->family == TERN_AMD_GFX1250) return tern_ok();
  return tern_status_make(TERN_UNSUPPORTED, "num-ctas is %lld, but %.*s has no clusters, which gfx1250 has",
                          (long long)c->launch->num_ctas, (int)c->processor.size, c->processor.data);
}

static char *copy_text(tern_arena_t *arena, tern_str_t text) {
  char *copy = tern_arena_alloc_zeroed(arena, text.size + 1);
  memcpy(copy, text.data, text.size);
  return copy;
}

tern_status_t tern_kernels_for_hip(const tern_kernel_compilation_t *c, tern_compiled_kernels_t *out) {
  tern_machine_t chip;
  if (c->artifact == TERN_ARTIFACT_SPIRV) {
    return tern_status_make(TERN_UNSUPPORTED, "kernels for AMD's GPUs are modules, objects, assembly or LLVM IR");
  }
  TERN_RETURN_IF_ERROR(find_chip(c->processor, &chip));
  TERN_RETURN_IF_ERROR(check_launch(c, &chip));
  const values_t values = {.num_warps = c->launch->num_warps,
                           .num_stages = c->launch->num_stages,
                           .num_ctas = c->launch->num_ctas,
                           .arch = copy_text(c->arena, c->processor)};
  tern_kernel_list_t list = c->list;
  TERN_RETURN_IF_ERROR(make_code(c, &values, tern_amd_wave(chip.family), &list, &out->code));
  out->executable = (tern_module_executable_t){.format = "rocm-hsaco-fb",
                                               .entry_points = list.entries,
                                               .entry_point_count = list.count,
                                               .signatures = list.signatures};
  return tern_ok();
}

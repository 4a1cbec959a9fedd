// Kernels of Triton for processors: loops over vectors, one function for each kernel that runs one program of a grid.

#include <stddef.h>
#include <stdlib.h>

#include "dialect/tt/tt.h"
#include "ir/context.h"
#include "pipeline/kernel/compile_kernels.h"
#include "pipeline/targets/cpu_targets.h"
#include "target/llvm_loader.h"

#include "pipeline/stages/narrow_floats.h"

#include "pipeline/stages/kernel_cpu.def"

typedef struct values {
  bool has_ldexp;
} values_t;
static const tern_stage_value_t stage_values[] = {
    {"native-ldexp", TERN_OPTION_BOOL, .offset = offsetof(values_t, has_ldexp)}};

static const tern_option_def_t pipeline_options[] = {
    {"native-ldexp", TERN_OPTION_BOOL, "false", "The processor scales f32 by powers of two", NULL},
};

const tern_pipeline_def_t tern_triton_to_llvmcpu_pipeline = {
    .flag = "triton-to-llvmcpu-pipeline",
    .summary = "Lower kernels of Triton to functions of the llvm dialect that run one program on a processor",
    .stages = kernel_to_cpu,
    .options = pipeline_options,
    .option_count = sizeof pipeline_options / sizeof pipeline_options[0],
};

// Functions that are to be calls on GPUs are part of their kernels here, whose code is small beside that of 32 lanes.
static void allow_inlining(tern_op_t *module) {
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    bool is_kept = tern_op_is(op, TERN_TT(FUNC)) && tern_op_attr(op, "noinline");
    if (is_kept) tern_op_set_attr(op, "noinline", tern_bool_attr_get(tern_op_context(op), false));
  }
}

static tern_status_t lower(const tern_kernel_compilation_t *c, const tern_cpu_target_t *target) {
  const values_t values = {.has_ldexp = tern_machine_has_ldexp(&target->machine)};
  allow_inlining(c->module);
  const tern_stage_scope_t scope = {
      .values = stage_values, .value_count = sizeof stage_values / sizeof stage_values[0], .user = &values};
  return tern_kernel_lower(c, kernel_to_cpu, &scope, "llvm");
}

static tern_status_t emit(const tern_kernel_compilation_t *c, const tern_llvm_backend_t *backend,
                          const tern_cpu_target_t *target, tern_string_builder_t *out) {
  static const tern_llvm_output_t outputs[] = {
      [TERN_ARTIFACT_OBJECT] = TERN_LLVM_OBJECT, [TERN_ARTIFACT_ASSEMBLY] = TERN_LLVM_ASSEMBLY,
      [TERN_ARTIFACT_LLVM_IR] = TERN_LLVM_IR,    [TERN_ARTIFACT_BITCODE] = TERN_LLVM_BITCODE,
      [TERN_ARTIFACT_MODULE] = TERN_LLVM_OBJECT,
  };
  tern_llvm_buffer_t buffer = {0};
  const tern_llvm_options_t llvm = {.triple = c->options->triple,
                                    .cpu = target->cpu,
                                    .features = target->features,
                                    .passes = c->options->llvm_passes,
                                    .level = 2};
  TERN_RETURN_IF_ERROR(backend->compile(c->module, &llvm, outputs[c->artifact], &buffer));
  tern_str_t code = tern_str_make(buffer.data, buffer.size);
  if (c->artifact == TERN_ARTIFACT_MODULE) {
    const tern_cpu_image_object_t object = {
        .name = target->name, .needs = target->needs, .need_count = target->need_count, .code = code};
    tern_cpu_image_write(&object, 1, out);
  } else {
    tern_string_builder_append(out, code);
  }
  free(buffer.data);
  return tern_ok();
}

tern_status_t tern_kernels_for_cpu(const tern_kernel_compilation_t *c, tern_compiled_kernels_t *out) {
  tern_cpu_targets_t targets;
  const tern_llvm_backend_t *backend;
  if (c->artifact == TERN_ARTIFACT_SPIRV) {
    return tern_status_make(TERN_UNSUPPORTED, "kernels for processors are modules, objects, assembly or LLVM IR");
  }
  TERN_RETURN_IF_ERROR(tern_llvm_load_target(c->options->triple, &backend));
  TERN_RETURN_IF_ERROR(tern_cpu_targets_read(c->options, backend, c->arena, &targets));
  if (targets.count != 1) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "kernels of Triton are compiled for one processor, not several");
  }
  const tern_kernel_list_t list = c->list;
  TERN_RETURN_IF_ERROR(lower(c, &targets.values[0]));
  out->executable = (tern_module_executable_t){.format = tern_cpu_object_format(c->options->triple),
                                               .entry_points = list.entries,
                                               .entry_point_count = list.count,
                                               .signatures = list.signatures};
  return emit(c, backend, &targets.values[0], &out->code);
}

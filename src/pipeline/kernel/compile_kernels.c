// Kernels of Triton as module files: lowered by ready-made passes, translated by LLVM, and wrapped with what launches need to know.

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "asm/printer.h"
#include "dialect/llvm/llvm.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pass/stages.h"
#include "pipeline/compiler.h"
#include "pipeline/dispatch/dispatch_info.h"
#include "pipeline/stages/narrow_floats.h"
#include "pipeline/targets/cpu_targets.h"
#include "target/llvm_loader.h"
#include "target/module/module_writer.h"
#include "tern/compile_kernels.h"
#include "tern/kernel.h"

#include "pipeline/stages/kernel.def"

static bool is_kernel(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(FUNC)) && !tern_region_is_empty(&op->regions[0]);
}

bool tern_compiler_holds_kernels(const tern_compiler_t *compiler) {
  tern_op_t *module = tern_compiler_module(compiler);
  tern_block_t *body = module ? tern_op_body(module, 0) : NULL;
  if (!body) return false;
  tern_block_for_each_op(body, op) {
    if (is_kernel(op)) return true;
  }
  return false;
}

// --- options ---

static bool is_power_of_two(int64_t value) { return value > 0 && (value & (value - 1)) == 0; }

static tern_status_t check_launch(const tern_kernel_options_t *launch) {
  const struct {
    const char *name, *range;
    int64_t value, most;
    bool wants_power;
  } numbers[] = {
      {"num-warps", "a power of two up to 32", launch->num_warps, 32, true},
      {"num-stages", "a number from 1 on", launch->num_stages, INT64_MAX, false},
      {"num-ctas", "a power of two up to 16", launch->num_ctas, 16, true},
      {"maxnreg", "a number from 1 to 255", launch->maxnreg, 255, false},
  };
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
    int64_t value = numbers[i].value;
    if (value == 0) continue;
    bool is_right = value > 0 && value <= numbers[i].most && (!numbers[i].wants_power || is_power_of_two(value));
    if (is_right) continue;
    return tern_status_make(TERN_INVALID_ARGUMENT, "%s is %lld, and has to be %s", numbers[i].name, (long long)value,
                            numbers[i].range);
  }
  return tern_ok();
}

static const tern_compile_options_t no_options;
static const tern_kernel_options_t no_launch;

static tern_status_t check(const tern_compiler_t *compiler, const tern_compile_options_t *options,
                           const tern_kernel_options_t *launch) {
  if (options->target && strcmp(options->target, "cpu") != 0) {
    return tern_status_make(TERN_UNSUPPORTED, "kernels of Triton are compiled for cpu, not for '%s'", options->target);
  }
  TERN_RETURN_IF_ERROR(check_launch(launch));
  return tern_compiler_module(compiler) ? tern_ok() : tern_status_make(TERN_FAILED_PRECONDITION, "no module is loaded");
}

// --- lowering ---

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

static tern_status_t lower(tern_compiler_t *compiler, const tern_compile_options_t *options,
                           const tern_cpu_target_t *target) {
  tern_string_builder_t text = {0};
  allow_inlining(tern_compiler_module(compiler));
  tern_string_builder_append_format(&text, "builtin.module(%s{native-ldexp=%s})", tern_triton_to_llvmcpu_pipeline.flag,
                                    tern_machine_has_ldexp(&target->machine) ? "true" : "false");
  if (options->pipeline) options->pipeline("llvm", text.data, options->pipeline_user);
  tern_status_t status = tern_compiler_run(compiler, text.data);
  tern_string_builder_deinitialize(&text);
  if (!tern_status_is_ok(status) || !options->stage) return status;
  tern_print_op(tern_compiler_module(compiler), &TERN_PRINT_DEFAULT, &text);
  options->stage("llvm", text.data ? text.data : "", options->user);
  tern_string_builder_deinitialize(&text);
  return status;
}

// --- the module file ---

// What a launch must know of a kernel.
static void describe_argument(const tern_type_t *type, tern_kernel_argument_t *out) {
  bool is_pointer = tern_type_is_tt(type, TERN_TT_TYPE_PTR),
       is_descriptor = tern_type_is_tt(type, TERN_TT_TYPE_TENSORDESC);
  const tern_type_t *inside = is_pointer || is_descriptor ? tern_tt_type_inside(type) : type;
  *out = (tern_kernel_argument_t){.divisibility = 1,
                                  .element_type = tern_dispatch_element_type(tern_type_element(inside))};
  out->kind = is_pointer      ? TERN_KERNEL_ARGUMENT_POINTER
              : is_descriptor ? TERN_KERNEL_ARGUMENT_DESCRIPTOR
                              : TERN_KERNEL_ARGUMENT_NUMBER;
  if (!is_descriptor) return;
  out->rank = (uint32_t)tern_type_rank(inside);
  for (size_t d = 0; d < out->rank; ++d) out->block[d] = (uint32_t)tern_type_dim(inside, d);
}

static void describe(tern_op_t *function, tern_arena_t *arena, tern_entry_point_t *out,
                     tern_kernel_signature_t *out_signature) {
  tern_types_t inputs = tern_function_type_inputs(tern_type_attr_value(tern_op_attr(function, "tern.kernel")));
  tern_kernel_argument_t *arguments = tern_arena_alloc_zeroed(arena, (inputs.count + 1) * sizeof *arguments);
  for (size_t i = 0; i < inputs.count; ++i) describe_argument(inputs.values[i], &arguments[i]);
  *out_signature = (tern_kernel_signature_t){
      .arguments = arguments, .argument_count = (uint32_t)inputs.count, .scratch_alignment = 1};
  tern_str_t name = tern_symbol_name(function);
  char *text = tern_arena_alloc_zeroed(arena, name.size + 1);
  memcpy(text, name.data, name.size);
  *out = (tern_entry_point_t){.name = text};
}

static void write_module(tern_op_t *module, const tern_cpu_target_t *target, const char *format, tern_arena_t *arena,
                         const tern_llvm_buffer_t *object, char **out_data, size_t *out_size) {
  size_t count = 0;
  tern_block_for_each_op(tern_op_body(module, 0), op) count += tern_op_attr(op, "tern.kernel") != NULL;
  tern_entry_point_t *entries = tern_arena_alloc_zeroed(arena, (count + 1) * sizeof *entries);
  tern_kernel_signature_t *signatures = tern_arena_alloc_zeroed(arena, (count + 1) * sizeof *signatures);
  count = 0;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (tern_op_attr(op, "tern.kernel")) describe(op, arena, &entries[count], &signatures[count]), ++count;
  }
  const tern_cpu_image_object_t code = {.name = target->name,
                                        .needs = target->needs,
                                        .need_count = target->need_count,
                                        .code = tern_str_make(object->data, object->size)};
  tern_string_builder_t image = {0}, file = {0};
  tern_cpu_image_write(&code, 1, &image);
  const tern_module_executable_t executable = {.target = "cpu",
                                               .format = format,
                                               .entry_points = entries,
                                               .entry_point_count = count,
                                               .code = image.data,
                                               .code_size = image.size,
                                               .signatures = signatures};
  tern_module_write(&executable, 1, &file);
  tern_string_builder_deinitialize(&image);
  *out_size = file.size;
  *out_data = tern_string_builder_take(&file);
}

static tern_status_t compile(tern_compiler_t *compiler, const tern_compile_options_t *options,
                             const tern_llvm_backend_t *backend, tern_arena_t *arena, char **out_data,
                             size_t *out_size) {
  tern_cpu_targets_t targets;
  tern_llvm_buffer_t object = {0};
  TERN_RETURN_IF_ERROR(tern_cpu_targets_read(options, backend, arena, &targets));
  if (targets.count != 1) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "kernels of Triton are compiled for one processor, not several");
  }
  const tern_cpu_target_t *target = &targets.values[0];
  TERN_RETURN_IF_ERROR(lower(compiler, options, target));
  const tern_llvm_options_t llvm = {.triple = options->triple,
                                    .cpu = target->cpu,
                                    .features = target->features,
                                    .passes = options->llvm_passes,
                                    .level = 2};
  tern_op_t *module = tern_compiler_module(compiler);
  TERN_RETURN_IF_ERROR(backend->compile(module, &llvm, TERN_LLVM_OBJECT, &object));
  write_module(module, target, tern_cpu_object_format(options->triple), arena, &object, out_data, out_size);
  free(object.data);
  return tern_ok();
}

tern_status_t tern_compiler_compile_kernels(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                            const tern_kernel_options_t *launch, char **out_data, size_t *out_size) {
  const tern_llvm_backend_t *backend;
  *out_data = NULL;
  *out_size = 0;
  if (!options) options = &no_options;
  TERN_RETURN_IF_ERROR(check(compiler, options, launch ? launch : &no_launch));
  TERN_RETURN_IF_ERROR(tern_llvm_load(&backend));
  tern_arena_t arena;
  tern_arena_initialize(&arena);
  tern_status_t status = compile(compiler, options, backend, &arena, out_data, out_size);
  tern_arena_deinitialize(&arena);
  return status;
}

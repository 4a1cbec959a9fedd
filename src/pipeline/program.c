// Whole programs: the ready-made pipelines one after the other, from the input dialect to a module file.

#include "tern/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/hal_devices.h"
#include "asm/printer.h"
#include "convert/hal/abi.h"
#include "dialect/arith/index_math.h"
#include "dialect/flow/flow.h"
#include "dialect/hal/hal.h"
#include "dialect/stream/stream.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pass/pass_manager.h"
#include "pipeline/compiler.h"
#include "pipeline/dispatch/preflight.h"
#include "pipeline/driver/portable_artifact.h"
#include "pipeline/driver/translate_executable.h"
#include "pipeline/explain/explanation.h"
#include "pipeline/options/heeded.h"
#include "pipeline/options/targets.h"
#include "pipeline/program_options.h"
#include "pipeline/registry.h"
#include "pipeline/targets/cpu_targets.h"
#include "target/llvm_loader.h"
#include "target/vm/vm_module_writer.h"
#include "transform/hal/translate.h"

// --- phases ---

typedef struct phase {
  const char *name;
  const char *summary;
  // Appends the passes of the phase to a pipeline on the module.
  void (*append)(const tern_program_options_t *options, const tern_op_t *module, tern_string_builder_t *out);
} phase_t;

static tern_walk_result_t find_input(tern_op_t *op, void *user) {
  tern_str_t name = tern_op_name(op);
  const char **input = user;
  if (tern_str_starts_with(name, TERN_STR("stablehlo.")) || tern_str_starts_with(name, TERN_STR("mhlo.")) ||
      tern_str_starts_with(name, TERN_STR("chlo.")) || tern_str_starts_with(name, TERN_STR("vhlo."))) {
    return *input = "stablehlo", TERN_WALK_INTERRUPT;
  } else if (tern_str_starts_with(name, TERN_STR("tosa."))) {
    return *input = "tosa", TERN_WALK_INTERRUPT;
  } else if (tern_op_is(op, TERN_UTIL(UNFOLDABLE_CONSTANT)) || tern_str_starts_with(name, TERN_STR("check."))) {
    // Tests of StableHLO have signed types, which its pipeline strips; ops of TOSA may still follow.
    for (size_t i = 0; i < op->operand_count + op->result_count; ++i) {
      const tern_type_t *type =
          i < op->operand_count ? tern_op_operand(op, i)->type : op->results[i - op->operand_count].type;
      const tern_type_t *element = tern_type_is_shaped(type) ? tern_type_element(type) : type;
      if (tern_type_is_integer(element) && tern_integer_type_signedness(element) != TERN_SIGNLESS) *input = "stablehlo";
    }
  }
  return TERN_WALK_ADVANCE;
}

static bool is_only_target(const tern_program_options_t *o, const char *name) { return strcmp(o->targets, name) == 0; }

static void append_input(const tern_program_options_t *o, const tern_op_t *module, tern_string_builder_t *out) {
  const char *input = o->input_type && strcmp(o->input_type, "auto") != 0 ? o->input_type : NULL;
  if (!input) tern_op_walk_pre((tern_op_t *)module, find_input, &input);
  // What torch-mlir hands over is linalg and tm_tensor, which the common part knows.
  if (input && strcmp(input, "none") != 0 && strcmp(input, "tm_tensor") != 0) {
    // Threads go through rows one element after the other, where invocations of a GPU share them, and have fewer operations to spend
    // on fewer passes through memory.
    bool is_for_cpu = strcmp(input, "stablehlo") == 0 && is_only_target(o, "cpu");
    tern_string_builder_append_format(out, "iree-%s-input-transformation-pipeline%s,", input,
                                      is_for_cpu ? "{rows-as-loops=true longest-window=32}" : "");
  }
  tern_string_builder_append_cstr(out, "iree-common-input-transformation-pipeline");
}

static void append_abi(const tern_program_options_t *o, const tern_op_t *module, tern_string_builder_t *out) {
  (void)module;
  tern_string_builder_append_format(out, "iree-check-to-imports,iree-abi-transformation-pipeline{invocation-model=%s}",
                                    o->invocation_model ? o->invocation_model : "sync");
}

// Appends ` name="value"`, if there is a value. A list is given as several values.
static void append_texts(const char *name, const char *value, bool is_list, tern_string_builder_t *out) {
  tern_str_t rest = tern_str_from_cstr(value);
  while (rest.size) {
    tern_str_t item = is_list ? tern_str_split(&rest, ',') : rest;
    char quote = memchr(item.data, '"', item.size) ? '\'' : '"';
    tern_string_builder_append_format(out, " %s=%c%.*s%c", name, quote, (int)item.size, item.data, quote);
    if (!is_list) return;
  }
}

static void append_preprocessing(const tern_program_options_t *o, const tern_op_t *module, tern_string_builder_t *out) {
  (void)module;
  size_t start = out->size;
  if (o->import_parameters) {
    tern_string_builder_append_cstr(out, "iree-io-import-parameters{");
    append_texts("paths", o->import_parameters, true, out);
    append_texts("keys", o->import_parameter_keys, true, out);
    tern_string_builder_append_format(out, " maximum-size=%lld},", (long long)o->import_parameter_size_max);
  }
  if (o->pipeline_options) tern_string_builder_append_format(out, "%s,", o->pipeline_options);
  if (o->export_parameters) {
    tern_string_builder_append_cstr(out, "iree-io-export-parameters{");
    append_texts("path", o->export_parameters, false, out);
    tern_string_builder_append_format(out, " minimum-size=%lld},",
                                      (long long)(o->export_parameter_size_min ? o->export_parameter_size_min : 256));
  }
  if (o->splat_parameters) {
    tern_string_builder_append_cstr(out, "iree-io-generate-splat-parameter-archive{");
    append_texts("path", o->splat_parameters, false, out);
    tern_string_builder_append_cstr(out, "},");
  }
  // Without the last comma.
  if (out->size > start) out->data[--out->size] = '\0';
}

static void append_pipeline(const tern_program_options_t *o, const char *flag, tern_string_builder_t *out) {
  tern_string_builder_append_format(out, "%s{", flag);
  tern_program_switches_append(o, flag, out);
  tern_string_builder_append_cstr(out, "}");
}

// Is the program compiled for a processor of CUDA with clusters: sm_90 or later?
static bool has_clusters(const tern_op_t *module) {
  const tern_attr_t *options = tern_op_attr(module, "tern.compile_options");
  const tern_attr_t *chip = options ? tern_dictionary_attr_lookup(options, TERN_STR("cuda_chip")) : NULL;
  if (!tern_attr_is_string(chip)) return false;
  // Of several the first, which may be virtual.
  tern_str_t rest = tern_string_attr_value(chip);
  tern_str_split(&rest, '_');
  return rest.size && atoi(rest.data) >= 90;
}

static tern_walk_result_t find_narrow_constant(tern_op_t *op, void *user) {
  bool *is_found = user;
  bool is_value = tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE) || tern_op_is(op, TERN_UTIL(GLOBAL_LOAD));
  if (op->result_count != 1 || !is_value) return TERN_WALK_ADVANCE;
  const tern_type_t *type = op->results[0].type;
  if (type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) != 2) return TERN_WALK_ADVANCE;
  const tern_type_t *element = tern_type_element(type);
  *is_found = element->kind == TERN_TYPE_BF16 || tern_type_is_i(element, 8);
  return *is_found ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

// What all processors that code is wanted for multiply in tiles. It takes LLVM to know this one, so it is asked only where it matters.
static void append_tiles(const tern_program_options_t *o, tern_op_t *module, tern_string_builder_t *out) {
  const tern_llvm_backend_t *backend;
  tern_arena_t arena;
  tern_cpu_targets_t targets;
  bool is_found = false;
  tern_op_walk_pre(module, find_narrow_constant, &is_found);
  if (!is_found || !tern_status_is_ok(tern_llvm_load(&backend))) return;
  tern_arena_initialize(&arena);
  bool has_bf16 = tern_status_is_ok(tern_cpu_targets_read(&o->target, backend, &arena, &targets)), has_int8 = has_bf16;
  for (size_t i = 0; has_bf16 && i < targets.count; ++i) has_bf16 = targets.values[i].machine.has_amx_bf16;
  for (size_t i = 0; has_int8 && i < targets.count; ++i) has_int8 = targets.values[i].machine.has_amx_int8;
  tern_arena_deinitialize(&arena);
  if (has_bf16) tern_string_builder_append_cstr(out, " amx-bf16=true");
  if (has_int8) tern_string_builder_append_cstr(out, " amx-int8=true");
}

static void append_flow(const tern_program_options_t *o, const tern_op_t *module, tern_string_builder_t *out) {
  // One workgroup, which is what a reduction gets on GPUs, goes through this many elements in a reasonable time.
  bool has_gpu = strstr(o->targets, "vulkan") || strstr(o->targets, "cuda");
  tern_string_builder_append_format(out, "iree-flow-transformation-pipeline{long-reduction=%d", has_gpu ? 1 << 20 : 0);
  // Half of a large processor reads as fast as memory is; workgroups that share a row in a cluster count eightfold.
  if (strstr(o->targets, "cuda")) {
    tern_string_builder_append_format(out, " workgroups=%d", has_clusters(module) ? 8 : 64);
  }
  // Kernels for matrix instructions keep sums in registers until all is done with them, and those for rows what is in a row.
  // Workgroups of the CPU keep the sums of their tile in the cache.
  bool is_for_cuda = is_only_target(o, "cuda"), is_for_cpu = is_only_target(o, "cpu");
  if (is_for_cuda || is_for_cpu) tern_string_builder_append_cstr(out, " fuse-other-types=true");
  if (is_for_cpu)
    tern_string_builder_append_cstr(out,
                                    " raise-attention=true fuse-padding-into-windows=true"
                                    " pack-constant-operands=true");
  if (is_for_cpu) append_tiles(o, (tern_op_t *)module, out);
  if (is_for_cuda) tern_string_builder_append_format(out, " longest-row=%d", 1 << 20);
  tern_program_switches_append(o, "iree-flow-transformation-pipeline", out);
  tern_string_builder_append_cstr(out, "}");
}

static void append_stream(const tern_program_options_t *o, const tern_op_t *module, tern_string_builder_t *out) {
  (void)module;
  append_pipeline(o, "iree-stream-transformation-pipeline", out);
}

static void append_hal(const tern_program_options_t *o, const char *from, const char *to, tern_string_builder_t *out) {
  tern_string_builder_append_format(out, "iree-hal-transformation-pipeline{targets=%s", o->targets);
  if (from) tern_string_builder_append_format(out, " compile-from=%s", from);
  if (to) tern_string_builder_append_format(out, " compile-to=%s", to);
  if (o->explain) tern_string_builder_append_cstr(out, " measure-translation-time=true");
  if (o->compile_budget) {
    tern_string_builder_append_format(out, " compile-budget=%lld", (long long)o->compile_budget);
  }
  if (o->cache_dir) append_texts("cache-dir", o->cache_dir, false, out);
  // Unless somebody wants to know about the code before the end.
  bool is_whole = !o->compile_to || strcmp(o->compile_to, "end") == 0;
  if (is_whole && !o->explain && !o->target.stage) {
    tern_string_builder_append_cstr(out, " defer-code-generation=true");
  }
  tern_program_switches_append(o, "iree-hal-transformation-pipeline", out);
  tern_string_builder_append_cstr(out, "}");
}

static void append_sources(const tern_program_options_t *o, const tern_op_t *module, tern_string_builder_t *out) {
  (void)module;
  append_hal(o, NULL, "executable-sources", out);
}

static void append_configurations(const tern_program_options_t *o, const tern_op_t *module,
                                  tern_string_builder_t *out) {
  (void)module;
  append_hal(o, "executable-sources", "executable-configurations", out);
}

static void append_targets(const tern_program_options_t *o, const tern_op_t *module, tern_string_builder_t *out) {
  (void)module;
  append_hal(o, "executable-configurations", "executable-targets", out);
}

static void append_rest_of_hal(const tern_program_options_t *o, const tern_op_t *module, tern_string_builder_t *out) {
  (void)module;
  append_hal(o, "executable-targets", NULL, out);
}

static void append_vm(const tern_program_options_t *o, const tern_op_t *module, tern_string_builder_t *out) {
  (void)o, (void)module;
  tern_string_builder_append_cstr(out, "iree-vm-transformation-pipeline");
}

static const phase_t phases[] = {
    {"input", "linalg on tensors", append_input},
    {"abi", "exported functions take and give buffer views", append_abi},
    {"preprocessing", "passes of the user's own", append_preprocessing},
    {"flow", "dispatches and the host program that connects them", append_flow},
    {"stream", "scheduled commands on planned memory", append_stream},
    {"executable-sources", "executables with a variant for each target", append_sources},
    {"executable-configurations", "configured executables", append_configurations},
    {"executable-targets", "translated executables", append_targets},
    {"hal", "devices, command buffers and binaries", append_rest_of_hal},
    {"vm", "the host program in the vm dialect", append_vm},
};
// Executables are translated before the phase of this number.
enum { PHASE_COUNT = sizeof phases / sizeof phases[0], FIRST_TRANSLATED = 8 };

const char *tern_program_phase_at(size_t index, const char **out_summary) {
  if (index >= PHASE_COUNT) return NULL;
  if (out_summary) *out_summary = phases[index].summary;
  return phases[index].name;
}

// The place of the phase called `name`; `missing` if there is no name.
static tern_status_t find_phase(const char *name, size_t missing, size_t *out_index) {
  *out_index = missing;
  if (!name || strcmp(name, "end") == 0) return tern_ok();
  for (size_t i = 0; i < PHASE_COUNT; ++i) {
    if (strcmp(phases[i].name, name) == 0) return *out_index = i + 1, tern_ok();
  }
  return tern_status_make(TERN_INVALID_ARGUMENT, "'%s' is no phase of compilation", name);
}

// --- what is a program ---

static tern_walk_result_t find_dispatch(tern_op_t *op, void *user) {
  bool *is_found = user;
  // Today's hal.executable is a part of a program; a variant of 2020 with a pattern for its target is a lone dispatch.
  *is_found |= tern_op_is(op, TERN_HAL(INTERFACE)) || tern_op_is(op, TERN_HAL(INTERFACE_LOAD_TENSOR)) ||
               tern_op_is(op, TERN_HAL(INTERFACE_BINDING_SUBSPAN));
  return *is_found ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

// Ops of the host's side.
static tern_walk_result_t find_host_op(tern_op_t *op, void *user) {
  bool *is_found = user;
  tern_str_t name = tern_op_name(op);
  *is_found |= tern_str_starts_with(name, TERN_STR("util.func")) || tern_str_starts_with(name, TERN_STR("flow.")) ||
               tern_str_starts_with(name, TERN_STR("stream.")) || tern_str_starts_with(name, TERN_STR("vm."));
  return *is_found ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

bool tern_compiler_holds_program(const tern_compiler_t *compiler) {
  tern_op_t *module = tern_compiler_module(compiler);
  bool is_dispatch = false, has_host_op = false;
  if (!module) return false;
  tern_op_walk_pre(module, find_dispatch, &is_dispatch);
  tern_op_walk_pre(module, find_host_op, &has_host_op);
  return !is_dispatch || has_host_op;
}

// --- compilation ---

static void show_ir(const tern_program_options_t *o, const char *stage, tern_op_t *module) {
  if (!o->target.stage) return;
  tern_string_builder_t text = {0};
  tern_print_op(module, &TERN_PRINT_DEFAULT, &text);
  o->target.stage(stage, text.data ? text.data : "", o->target.user);
  tern_string_builder_deinitialize(&text);
}

static tern_status_t run_phase(tern_context_t *context, tern_op_t *module, const phase_t *phase,
                               const tern_program_options_t *o, tern_explanation_t *explanation) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_cstr(&text, "builtin.module(");
  phase->append(o, module, &text);
  tern_string_builder_append_cstr(&text, ")");
  tern_pass_manager_t *manager = tern_pass_manager_create(context, &tern_all_passes, "builtin.module");
  tern_pass_options_t options = {.verify_each = false,
                                 .may_move_ops = true,
                                 .timing = explanation && o->explains_all,
                                 .report = tern_explanation_hold,
                                 .user = explanation};
  bool is_right = tern_pass_manager_parse(manager, tern_string_builder_view(&text)) &&
                  tern_pass_manager_run(manager, module, &options);
  tern_pass_manager_destroy(manager);
  tern_string_builder_deinitialize(&text);
  return is_right ? tern_ok() : tern_status_make(TERN_INVALID_IR, "the program could not be compiled");
}

static tern_status_t run_phases(tern_context_t *context, tern_op_t *module, size_t from, size_t to,
                                const tern_program_options_t *o, tern_explanation_t *explanation, tern_sink_t *sink) {
  for (size_t i = from; i < to && i < PHASE_COUNT; ++i) {
    uint64_t start = tern_timer_now();
    TERN_RETURN_IF_ERROR(run_phase(context, module, &phases[i], o, explanation));
    uint64_t end = tern_timer_now();
    show_ir(o, phases[i].name, module);
    tern_explanation_add_phase(explanation, phases[i].name, module, end - start);
  }
  if (to > PHASE_COUNT) return tern_vm_module_write(module, sink);
  tern_string_builder_t text = {0};
  tern_print_op(module, &TERN_PRINT_DEFAULT, &text);
  tern_sink_append(sink, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  return sink->status;
}

static const tern_program_options_t default_options;

// The short names of what is compiled for. A module that says its devices keeps them, and what is asked for has to agree.
static tern_status_t read_targets(const tern_program_options_t *o, tern_op_t *module, unsigned *out_targets,
                                  tern_string_builder_t *out_names) {
  unsigned own = tern_targets_of_module(module);
  if (!o->targets && !o->devices) {
    *out_targets = own ? own : TERN_TARGET_BIT_CPU;
    return tern_targets_append_names(*out_targets, out_names), tern_ok();
  }
  TERN_RETURN_IF_ERROR(tern_targets_read(o->devices ? o->devices : o->targets,
                                         o->devices ? tern_op_context(module) : NULL, out_names, out_targets));
  if (!own || own == *out_targets) return tern_ok();
  tern_string_builder_t names = {0};
  tern_targets_append_names(own, &names);
  tern_op_error(module, "says itself that it is for %s, but is to be compiled for %s", names.data, out_names->data);
  tern_emit_note(module->loc, "leave --target out, or 'hal.device.targets'");
  tern_string_builder_deinitialize(&names);
  return tern_status_make(TERN_INVALID_IR, "the program is for other devices");
}

static tern_status_t compile(tern_compiler_t *compiler, const tern_program_options_t *o, size_t from, size_t to,
                             tern_sink_t *sink) {
  tern_op_t *module = tern_compiler_module(compiler);
  if (from == 0) TERN_RETURN_IF_ERROR(tern_upgrade_portable_artifact(module));
  if (from == 0 && !tern_preflight(module, o->targets, o->target.target_env)) {
    return tern_status_make(TERN_INVALID_IR, "the program has ops or types that a target cannot take");
  }
  tern_explanation_t *explanation = tern_explanation_create(tern_compiler_context(compiler), o);
  tern_translation_set_options(module, &o->target, explanation && o->explains_all);
  tern_status_t status = run_phases(tern_compiler_context(compiler), module, from, to, o, explanation, sink);
  tern_explanation_finish(explanation, tern_status_is_ok(status), sink->size);
  return status;
}

// With `options` checked, and short names of its targets.
static tern_status_t compile_checked(tern_compiler_t *compiler, const tern_program_options_t *options, size_t from,
                                     size_t to, tern_sink_t *sink) {
  tern_string_builder_t names = {0};
  unsigned targets;
  tern_status_t status = read_targets(options, tern_compiler_module(compiler), &targets, &names);
  // What was compiled already takes nothing more.
  bool is_open = from < FIRST_TRANSLATED;
  if (tern_status_is_ok(status) && is_open) status = tern_target_options_check(&options->target, targets);
  if (tern_status_is_ok(status) && options->devices) {
    tern_op_t *module = tern_compiler_module(compiler);
    const tern_attr_t *device = tern_hal_device_parse(tern_op_context(module), tern_str_from_cstr(options->devices));
    tern_op_set_attr(module, "hal.device.targets", tern_array_attr_get(tern_op_context(module), &device, 1));
  }
  if (tern_status_is_ok(status)) {
    tern_program_options_t own = *options;
    own.targets = names.data;
    // The program's own target environment goes before that of the options, as it does for lone dispatches.
    const tern_attr_t *env = tern_op_attr(tern_compiler_module(compiler), "spirv.target_env");
    tern_string_builder_t text = {0};
    if (env) tern_print_attr(env, &text);
    if (env) own.target.target_env = text.data;
    status = compile(compiler, &own, from, to, sink);
    tern_string_builder_deinitialize(&text);
  }
  tern_string_builder_deinitialize(&names);
  return status;
}

static tern_status_t compile_to_sink(tern_compiler_t *compiler, const tern_program_options_t *options,
                                     tern_sink_t *sink) {
  const tern_program_options_t *o = options ? options : &default_options;
  if (!tern_compiler_module(compiler)) return tern_status_make(TERN_FAILED_PRECONDITION, "nothing is loaded");
  size_t from, to;
  TERN_RETURN_IF_ERROR(tern_program_switches_check(o));
  TERN_RETURN_IF_ERROR(find_phase(o->compile_from, 0, &from));
  TERN_RETURN_IF_ERROR(find_phase(o->compile_to, PHASE_COUNT + 1, &to));
  TERN_RETURN_IF_ERROR(tern_program_options_check(o, from, to));
  return compile_checked(compiler, o, from, to, sink);
}

tern_status_t tern_compiler_compile_program(tern_compiler_t *compiler, const tern_program_options_t *options,
                                            char **out_data, size_t *out_size) {
  *out_data = NULL;
  *out_size = 0;
  tern_string_builder_t bytes = {0};
  tern_string_sink_t sink = tern_string_sink(&bytes);
  tern_status_t status = compile_to_sink(compiler, options, &sink.sink);
  if (!tern_status_is_ok(status)) return tern_string_builder_deinitialize(&bytes), status;
  *out_size = tern_string_builder_view(&bytes).size;
  *out_data = tern_string_builder_take(&bytes);
  return tern_ok();
}

tern_status_t tern_compiler_compile_program_to_file(tern_compiler_t *compiler, const tern_program_options_t *options,
                                                    const char *path) {
  tern_file_writer_t writer;
  TERN_RETURN_IF_ERROR(tern_file_writer_open(&writer, path));
  tern_file_sink_t sink = tern_file_sink(&writer);
  tern_status_t status = compile_to_sink(compiler, options, &sink.sink);
  tern_status_t close_status = tern_file_writer_close(&writer, tern_status_is_ok(status));
  return tern_status_is_ok(status) ? close_status : status;
}

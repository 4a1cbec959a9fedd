// Whole programs: the ready-made pipelines one after the other, from the input dialect to a module file.

#include "tern/program.h"

#include <stddef.h>
#include <string.h>

#include "analysis/hal_devices.h"
#include "analysis/machine/machine.h"
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
#include "pass/stages.h"
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

#include "pipeline/stages/program.def"

// --- phases ---

// What the rows of phases refer to.
typedef struct program_values {
  tern_program_options_t o;
  tern_op_t *module;
  const char *input;    // NULL: nothing to convert
  const char *machine;  // that costs of fusion are estimated for
  const char *attention_chip;
  bool is_stablehlo, walks_rows, shares_lines, raises_for_gpu, only_cpu, only_cuda, adds_in_any_order, amx_bf16,
      amx_int8, explains;
  bool defers_code;
  int64_t atomic_bits, long_reduction, workgroups, longest_row;
} program_values_t;

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

static void find_input_dialect(program_values_t *v) {
  const char *type = v->o.input_type, *input = type && strcmp(type, "auto") != 0 ? type : NULL;
  if (!input) tern_op_walk_pre(v->module, find_input, &input);
  bool is_other = input && strcmp(input, "none") != 0 && strcmp(input, "tm_tensor") != 0;
  v->input = is_other ? input : NULL;
  v->is_stablehlo = is_other && strcmp(input, "stablehlo") == 0;
  v->walks_rows = v->is_stablehlo && v->only_cpu;
  // A processor in the list would go through the updates faster without sorting them. Not every device of Vulkan's has atomics of 64
  // bits, or of floats.
  unsigned targets = tern_targets_of_names(v->o.targets);
  if (targets && !(targets & TERN_TARGET_BIT_CPU)) v->atomic_bits = v->only_cuda ? 64 : 32;
  v->adds_in_any_order = v->only_cuda && v->o.allow_nondeterminism;
}

// The GPU of CUDA that the program is compiled for: of several the first, which may be virtual.
static const tern_machine_t *find_gpu(const tern_op_t *module) {
  const tern_attr_t *options = tern_op_attr(module, "tern.compile_options");
  const tern_attr_t *chip = options ? tern_dictionary_attr_lookup(options, TERN_STR("cuda_chip")) : NULL;
  tern_str_t rest = tern_attr_is_string(chip) ? tern_string_attr_value(chip) : TERN_STR("");
  const tern_machine_t *machine = tern_machine_find_cuda(tern_str_trim(tern_str_split(&rest, ',')));
  // What is not known is refused when its code is wanted.
  return machine ? machine : tern_machine_find_cuda(TERN_STR(""));
}

// Attention becomes a kernel where all GPUs that the program is compiled for have what it takes.
static const char *find_attention_chip(const tern_op_t *module) {
  const tern_attr_t *options = tern_op_attr(module, "tern.compile_options");
  const tern_attr_t *chip = options ? tern_dictionary_attr_lookup(options, TERN_STR("cuda_chip")) : NULL;
  tern_str_t rest = tern_attr_is_string(chip) ? tern_string_attr_value(chip) : TERN_STR("");
  const char *name = NULL;
  do {
    const tern_machine_t *machine = tern_machine_find_cuda(tern_str_trim(tern_str_split(&rest, ',')));
    if (!machine || !machine->has_mma) return NULL;
    if (!name) name = machine->name;
  } while (rest.size > 0);
  return name;
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
static void find_tiles(program_values_t *v) {
  const tern_llvm_backend_t *backend;
  tern_arena_t arena;
  tern_cpu_targets_t targets;
  bool is_found = false;
  tern_op_walk_pre(v->module, find_narrow_constant, &is_found);
  if (!is_found || !tern_status_is_ok(tern_llvm_load(&backend))) return;
  tern_arena_initialize(&arena);
  v->amx_bf16 = v->amx_int8 = tern_status_is_ok(tern_cpu_targets_read(&v->o.target, backend, &arena, &targets));
  for (size_t i = 0; v->amx_bf16 && i < targets.count; ++i) v->amx_bf16 = targets.values[i].machine.has_amx_bf16;
  for (size_t i = 0; v->amx_int8 && i < targets.count; ++i) v->amx_int8 = targets.values[i].machine.has_amx_int8;
  tern_arena_deinitialize(&arena);
}

// What follows from the machines, of which dispatches have to suit all.
static void choose_dispatches(program_values_t *v) {
  unsigned targets = tern_targets_of_names(v->o.targets);
  // What loses nothing on the machine with the most strands loses nothing on the others.
  v->machine = targets & TERN_TARGET_BIT_CUDA ? "cuda" : targets & TERN_TARGET_BIT_VULKAN ? "vulkan" : "cpu";
  if (targets & TERN_TARGET_BIT_VULKAN) v->long_reduction = tern_machine_of_vulkan(NULL).long_reduction;
  if (targets & TERN_TARGET_BIT_CUDA) {
    const tern_machine_t *gpu = find_gpu(v->module);
    v->long_reduction = gpu->long_reduction;
    v->workgroups = gpu->busy_workgroups / (gpu->cluster_size ? gpu->cluster_size : 1);
    if (v->only_cuda) v->longest_row = gpu->longest_row;
    if (v->only_cuda) v->attention_chip = find_attention_chip(v->module);
    v->raises_for_gpu = v->attention_chip != NULL;
  }
  v->shares_lines = !v->only_cpu;
  if (v->only_cpu) find_tiles(v);
}

#define MEMBER(member) .offset = offsetof(program_values_t, member)
static void write_flow_switches(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_program_switches_append(&((const program_values_t *)scope->user)->o, "iree-flow-transformation-pipeline", out);
}
static void write_stream_switches(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_program_switches_append(&((const program_values_t *)scope->user)->o, "iree-stream-transformation-pipeline", out);
}
static void write_hal_switches(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_program_switches_append(&((const program_values_t *)scope->user)->o, "iree-hal-transformation-pipeline", out);
}

// What the module was told of its targets, as annotate-module takes it. Apostrophes are written as codes, since they end the
// text of an option.
static void write_target_attributes(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  static const char *const names[] = {"tern.compile_options", "hal.device.targets"};
  const tern_op_t *module = ((const program_values_t *)scope->user)->module;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    const tern_attr_t *attr = tern_op_attr(module, names[i]);
    if (!attr) continue;
    tern_string_builder_append_format(out, "%s%s = ", out->size ? ", " : "", names[i]);
    for (const char *at = tern_attr_text(attr); *at; ++at) {
      tern_string_builder_append(out, *at == '\'' ? TERN_STR("\\27") : tern_str_make(at, 1));
    }
  }
}

static const tern_stage_value_t values[] = {
    {"target-attributes", TERN_OPTION_STRING, .write = write_target_attributes},
    {"input", TERN_OPTION_STRING, MEMBER(input)},
    {"is-stablehlo", TERN_OPTION_BOOL, MEMBER(is_stablehlo)},
    {"machine", TERN_OPTION_STRING, MEMBER(machine)},
    {"walks-rows", TERN_OPTION_BOOL, MEMBER(walks_rows)},
    {"adds-in-any-order", TERN_OPTION_BOOL, MEMBER(adds_in_any_order)},
    {"atomic-bits", TERN_OPTION_INT, MEMBER(atomic_bits)},
    {"invocation-model", TERN_OPTION_STRING, MEMBER(o.invocation_model)},
    {"import-parameters", TERN_OPTION_STRING_LIST, MEMBER(o.import_parameters)},
    {"import-parameter-keys", TERN_OPTION_STRING_LIST, MEMBER(o.import_parameter_keys)},
    {"import-parameter-size-max", TERN_OPTION_INT, MEMBER(o.import_parameter_size_max)},
    {"pipeline-options", TERN_OPTION_STRING, MEMBER(o.pipeline_options)},
    {"export-parameters", TERN_OPTION_STRING, MEMBER(o.export_parameters)},
    {"export-parameter-size-min", TERN_OPTION_INT, MEMBER(o.export_parameter_size_min)},
    {"splat-parameters", TERN_OPTION_STRING, MEMBER(o.splat_parameters)},
    {"shares-lines", TERN_OPTION_BOOL, MEMBER(shares_lines)},
    {"only-cpu", TERN_OPTION_BOOL, MEMBER(only_cpu)},
    {"only-cuda", TERN_OPTION_BOOL, MEMBER(only_cuda)},
    {"raises-for-gpu", TERN_OPTION_BOOL, MEMBER(raises_for_gpu)},
    {"attention-chip", TERN_OPTION_STRING, MEMBER(attention_chip)},
    {"long-reduction", TERN_OPTION_INT, MEMBER(long_reduction)},
    {"workgroups", TERN_OPTION_INT, MEMBER(workgroups)},
    {"longest-row", TERN_OPTION_INT, MEMBER(longest_row)},
    {"amx-bf16", TERN_OPTION_BOOL, MEMBER(amx_bf16)},
    {"amx-int8", TERN_OPTION_BOOL, MEMBER(amx_int8)},
    {"targets", TERN_OPTION_STRING_LIST, MEMBER(o.targets)},
    {"explains", TERN_OPTION_BOOL, MEMBER(explains)},
    {"compile-budget", TERN_OPTION_INT, MEMBER(o.compile_budget)},
    {"cache-dir", TERN_OPTION_STRING, MEMBER(o.cache_dir)},
    {"defers-code", TERN_OPTION_BOOL, MEMBER(defers_code)},
    {"flow-switches", TERN_OPTION_STRING, .write = write_flow_switches},
    {"stream-switches", TERN_OPTION_STRING, .write = write_stream_switches},
    {"hal-switches", TERN_OPTION_STRING, .write = write_hal_switches},
};

static program_values_t read_values(const tern_program_options_t *o, tern_op_t *module) {
  bool is_whole = !o->compile_to || strcmp(o->compile_to, "end") == 0;
  unsigned targets = tern_targets_of_names(o->targets);
  program_values_t v = {.o = *o,
                        .module = module,
                        .only_cpu = targets == TERN_TARGET_BIT_CPU,
                        .only_cuda = targets == TERN_TARGET_BIT_CUDA,
                        .explains = o->explain != NULL,
                        .defers_code = is_whole && !o->explain && !o->target.stage && !o->target.pipeline};
  if (!v.o.export_parameter_size_min) v.o.export_parameter_size_min = 256;
  return v;
}

typedef struct phase {
  const char *name;
  const char *summary;
  const tern_stage_t *stages;
  void (*prepare)(program_values_t *values);  // looks at the module as it is before the phase; or NULL
} phase_t;

static const phase_t phases[] = {
    {"input", "linalg on tensors", input, find_input_dialect},
    {"abi", "exported functions take and give buffer views", abi, NULL},
    {"preprocessing", "passes of the user's own", preprocessing, NULL},
    {"flow", "dispatches and the host program that connects them", flow, choose_dispatches},
    {"stream", "scheduled commands on planned memory", stream, NULL},
    {"executable-sources", "executables with a variant for each target", executable_sources, NULL},
    {"executable-configurations", "configured executables", executable_configurations, NULL},
    {"executable-targets", "translated executables", executable_targets, NULL},
    {"hal", "devices, command buffers and binaries", hal, NULL},
    {"vm", "the host program in the vm dialect", vm, NULL},
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

static void tell(const tern_program_options_t *o, const char *phase, const tern_pass_manager_t *manager) {
  if (!o->target.pipeline || tern_pass_manager_size(manager) == 0) return;
  tern_string_builder_t text = {0};
  tern_pass_manager_print_given(manager, &text);
  o->target.pipeline(phase, text.data, o->target.pipeline_user);
  tern_string_builder_deinitialize(&text);
}

static tern_status_t run_phase(tern_context_t *context, tern_op_t *module, const phase_t *phase,
                               const tern_program_options_t *o, tern_explanation_t *explanation) {
  program_values_t program = read_values(o, module);
  if (phase->prepare) phase->prepare(&program);
  tern_stage_scope_t scope = {.values = values, .value_count = sizeof values / sizeof values[0], .user = &program};
  tern_string_builder_t text = {0};
  tern_stages_expand(phase->stages, &scope, &text);
  tern_pass_manager_t *manager = tern_pass_manager_create(context, &tern_all_passes, "builtin.module");
  tern_pass_options_t options = {.verify_each = false,
                                 .may_move_ops = true,
                                 .timing = explanation && o->explains_all,
                                 .report = tern_explanation_hold,
                                 .user = explanation};
  bool is_right = tern_pass_manager_parse(manager, tern_string_builder_view(&text));
  if (is_right) tell(o, phase->name, manager);
  is_right = is_right && tern_pass_manager_run(manager, module, &options);
  tern_pass_manager_destroy(manager);
  tern_string_builder_deinitialize(&text);
  return is_right ? tern_ok() : tern_status_make(TERN_INVALID_IR, "the program could not be compiled");
}

static tern_status_t run_phases(tern_context_t *context, tern_op_t *module, size_t from, size_t to,
                                const tern_program_options_t *o, tern_explanation_t *explanation, tern_sink_t *sink) {
  // Whoever asks is told what the module was given before the first phase, too.
  static const phase_t annotation_phase = {"attributes", "", annotation, NULL};
  if (o->target.pipeline) TERN_RETURN_IF_ERROR(run_phase(context, module, &annotation_phase, o, NULL));
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

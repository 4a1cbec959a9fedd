// tern-run: compiles a program or a dispatch in memory, or loads a module, and runs it on arrays.
//
//   tern-run model.mlir --input=@x.npy --output=@y.npy
//   tern-run tests.mlir --check
//   tern-run matmul.mlir --device=vulkan --input=@a.npy --input=24x16xf32=1 --output=@c.npy

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/bench.h"
#include "bench/parameters.h"
#include "common/heap.h"
#include "common/memory.h"
#include "run_arguments.h"
#include "run_host.h"
#include "run_kernel.h"
#include "run_values.h"
#include "tern/compile.h"
#include "tern/compile_kernels.h"
#include "tern/kernel.h"
#include "tern/module.h"
#include "tern/program.h"
#include "tern/run.h"
#include "tern/session.h"

const char tool_name[] = "tern-run";

// What is run: options that it does not heed are refused.
enum {
  SOURCE_PROGRAM = 1,
  SOURCE_DISPATCH = 2,
  MODULE_PROGRAM = 4,
  MODULE_DISPATCH = 8,
  TESTS = 16,
  SOURCE_HOST = 32,
  SOURCE_KERNEL = 64,
  MODULE_KERNEL = 128
};

static bool check_heeded(const arguments_t *arguments, unsigned kind, const char *what) {
  const unsigned source = SOURCE_PROGRAM | SOURCE_DISPATCH, program = SOURCE_PROGRAM | MODULE_PROGRAM;
  const unsigned kernel = SOURCE_KERNEL | MODULE_KERNEL;
  const unsigned dispatch = SOURCE_DISPATCH | MODULE_DISPATCH, all = program | dispatch | SOURCE_HOST | kernel;
  const struct {
    const char *name;
    bool is_given;
    unsigned kinds;
  } options[] = {
      {"--vulkan-target", arguments->vulkan_target, source},
      {"--input-type", arguments->input_type, SOURCE_PROGRAM},
      {"--allow-nondeterminism", arguments->allow_nondeterminism, SOURCE_PROGRAM},
      {"--cache-dir", arguments->cache_dir, program},
      {"--interpret", arguments->interpreter_order, SOURCE_DISPATCH | SOURCE_KERNEL},
      {"--dump-stages", arguments->dump_stages, source | SOURCE_KERNEL},
      {"--cpu-variant", arguments->cpu_variant, MODULE_PROGRAM | MODULE_DISPATCH},
      {"--parameters", arguments->parameters.count > 0, program},
      {"--push_constant", arguments->push_constant_count > 0, dispatch},
      {"--entry-point-result", arguments->result_type, SOURCE_HOST},
      {"--function", arguments->function, all},
      {"--input", arguments->inputs.count > 0, all},
      {"--output", arguments->outputs.count > 0, all},
      {"--expected_output", arguments->expected.count > 0, all & ~kernel},
      {"--grid", arguments->grid, kernel},
      {"--num-warps", arguments->launch.num_warps, kernel},
      {"--num-stages", arguments->launch.num_stages, kernel},
      {"--num-ctas", arguments->launch.num_ctas, kernel},
      {"--maxnreg", arguments->launch.maxnreg, kernel},
  };
  bool runs_tests = kind & TESTS;
  for (size_t i = 0; i < sizeof options / sizeof options[0]; ++i) {
    bool is_heeded = (options[i].kinds & kind & all) && !(runs_tests && options[i].kinds == all);
    if (!options[i].is_given || is_heeded) continue;
    return complain("error: %s means nothing for %s", options[i].name, what);
  }
  bool has_threads = arguments->thread_count || arguments->cpu_ids || arguments->numa_nodes;
  bool is_cpu = !arguments->device || strncmp(arguments->device, "cpu", 3) == 0;
  if (has_threads && (kind & SOURCE_HOST)) return fail("threads are a device's, and a host program runs on one", NULL);
  if (has_threads && !is_cpu) return fail("threads and their places are the cpu device's", arguments->device);
  if (arguments->tolerance >= 0 && arguments->expected.count == 0) {
    return fail("--expected_tolerance needs --expected_output", NULL);
  }
  return true;
}

// --- callbacks ---

static void show_diagnostic(const tern_compiler_diagnostic_t *diagnostic, void *user) {
  (void)user;
  fputs(diagnostic->text, stderr);
}

static void show_stage(const char *stage, const char *text, void *user) {
  (void)user;
  fprintf(stderr, "// -----// %s //----- //\n%s\n", stage, text);
}

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

// --- running ---

// The main thread is one of those that run kernels. Not before, so that compilation has all processors.
static bool take_place(const tern_device_t *device) {
  tern_status_t status = tern_device_pin_thread(device);
  return tern_status_is_ok(status) || report(status);
}

static bool find_entry_point(const arguments_t *arguments, const tern_executable_t *executable, size_t *out_ordinal) {
  size_t count = tern_executable_entry_point_count(executable);
  if (arguments->function) {
    const char *name = arguments->function[0] == '@' ? arguments->function + 1 : arguments->function;
    tern_status_t status = tern_executable_find(executable, name, out_ordinal);
    return tern_status_is_ok(status) || report(status);
  }
  *out_ordinal = 0;
  return count == 1 || fail("there are several entry points; choose one with --function=NAME", NULL);
}

static bool run_entry_point(const arguments_t *arguments, tern_device_t *device, tern_executable_t *executable,
                            size_t ordinal) {
  const tern_entry_point_t *entry = tern_executable_entry_point_at(executable, ordinal);
  tern_parameter_info_t *input_infos = NULL, *output_infos = NULL;
  tern_tensor_t *inputs = NULL, *outputs = NULL;
  size_t input_count = 0, output_count = 0;
  tern_status_t status = tern_entry_point_inputs(entry, &input_infos, &input_count);
  if (tern_status_is_ok(status)) status = tern_entry_point_outputs(entry, &output_infos, &output_count);
  bool is_right =
      tern_status_is_ok(status) ? read_inputs(arguments, input_infos, input_count, &inputs) : report(status);
  if (is_right) {
    tern_run_params_t run_params = {inputs, input_count, arguments->push_constants, arguments->push_constant_count};
    double start = now_ms();
    status = tern_run_entry_point(device, executable, ordinal, &run_params, &outputs, &output_count);
    if (arguments->show_time) fprintf(stderr, "run: %.3f ms\n", now_ms() - start);
    is_right =
        tern_status_is_ok(status) ? give_outputs(arguments, output_infos, outputs, output_count) : report(status);
  }
  tern_run_free_outputs(outputs, output_count);
  free_inputs(inputs, input_count);
  free(input_infos);
  free(output_infos);
  return is_right;
}

static bool run(const arguments_t *arguments, tern_device_t *device, const tern_executable_params_t *params) {
  tern_executable_t *executable = NULL;
  if (!take_place(device)) return false;
  tern_status_t status = tern_executable_create(device, params, &executable);
  size_t ordinal;
  bool is_right = tern_status_is_ok(status) ? find_entry_point(arguments, executable, &ordinal) : report(status);
  if (is_right) is_right = run_entry_point(arguments, device, executable, ordinal);
  if (executable) tern_executable_release(executable);
  return is_right;
}

// --- programs ---

static bool is_writable(const arguments_t *arguments, const char *parameters) {
  const option_list_t *list = &arguments->writable_parameters;
  for (size_t i = 0; i < list->count; ++i) {
    if (list->values[i] == parameters) return true;
  }
  return false;
}

static tern_status_t create_session(const arguments_t *arguments, tern_module_t *module, tern_device_t *device,
                                    tern_session_t **out_session) {
  size_t count = 0;
  tern_parameter_scope_t *scopes = allocate(arguments->parameters.count, sizeof *scopes);
  tern_instance_t *instance = NULL;
  tern_status_t status = tern_instance_create(NULL, &instance);
  while (tern_status_is_ok(status) && count < arguments->parameters.count) {
    const char *text = arguments->parameters.values[count];
    status = bench_scope_load(text, is_writable(arguments, text), &scopes[count]);
    ++count;
  }
  if (tern_status_is_ok(status)) {
    tern_session_params_t params = {.modules = &module,
                                    .module_count = 1,
                                    .devices = &device,
                                    .device_count = 1,
                                    .parameter_scopes = scopes,
                                    .parameter_scope_count = count,
                                    .cache_folder = arguments->cache_dir};
    status = tern_session_create(instance, &params, out_session);
  }
  for (size_t i = 0; i < count; ++i) bench_scope_deinitialize(&scopes[i]);
  free(scopes);
  if (instance) tern_instance_release(instance);
  return status;
}

static bool show_failures(const tern_session_t *session, size_t first) {
  size_t count = tern_session_failure_count(session);
  const char *message;
  for (size_t i = first; (message = tern_session_failure_at(session, i)); ++i) {
    fail(message, NULL);
  }
  return count == first;
}

// NULL after an error.
static const tern_function_info_t *choose_function(const arguments_t *arguments, const tern_module_t *module) {
  size_t count = tern_module_function_count(module), index = 0;
  const char *name = arguments->function;
  if (name) {
    tern_status_t status = tern_module_find_function(module, name[0] == '@' ? name + 1 : name, &index);
    return tern_status_is_ok(status) ? tern_module_function_at(module, index) : (report(status), NULL);
  }
  for (size_t i = 0; i < count; ++i) {
    const tern_function_info_t *function = tern_module_function_at(module, i);
    if (count == 1 || strcmp(function->name, "main") == 0) return function;
  }
  if (count == 0) return fail("there is no public function to run", NULL), NULL;
  return fail("there are several functions; choose one with --function=NAME", NULL), NULL;
}

static bool run_function(const arguments_t *arguments, const tern_module_t *module, tern_session_t *session) {
  tern_tensor_t *inputs = NULL, *outputs = NULL;
  size_t output_count = 0;
  const tern_function_info_t *function = choose_function(arguments, module);
  if (!function || !read_inputs(arguments, function->arguments, function->argument_count, &inputs)) return false;
  double start = now_ms();
  tern_status_t status =
      tern_session_run(session, function->name, inputs, function->argument_count, &outputs, &output_count);
  if (arguments->show_time) fprintf(stderr, "run: %.3f ms\n", now_ms() - start);
  bool is_right =
      tern_status_is_ok(status) ? give_outputs(arguments, function->results, outputs, output_count) : report(status);
  if (outputs) tern_session_free_outputs(outputs, output_count);
  free_inputs(inputs, function->argument_count);
  return is_right & show_failures(session, 0);
}

typedef struct tally {
  size_t passed, failed;
} tally_t;

// Each function without arguments is a test.
static void run_tests(const tern_module_t *module, tern_session_t *session, tally_t *tally) {
  const tern_function_info_t *function;
  for (size_t i = 0; (function = tern_module_function_at(module, i)); ++i) {
    if (function->argument_count > 0 || function->is_async) continue;
    tern_tensor_t *outputs = NULL;
    size_t output_count = 0, failures = tern_session_failure_count(session);
    tern_status_t status = tern_session_run(session, function->name, NULL, 0, &outputs, &output_count);
    bool is_right = tern_status_is_ok(status) || report(status);
    is_right &= show_failures(session, failures);
    if (outputs) tern_session_free_outputs(outputs, output_count);
    printf("[%s] %s\n", is_right ? "PASSED" : "FAILED", function->name);
    is_right ? ++tally->passed : ++tally->failed;
  }
}

// Runs the chosen function of a module, or, with a tally, all tests.
static bool run_program(const arguments_t *arguments, tern_module_t *module, tern_device_t *device, tally_t *tally) {
  tern_session_t *session = NULL;
  if (!take_place(device)) return false;
  tern_status_t status = create_session(arguments, module, device, &session);
  if (!tern_status_is_ok(status)) return report(status);
  bool is_right = true;
  if (tally) {
    run_tests(module, session, tally);
  } else {
    is_right = run_function(arguments, module, session);
  }
  tern_session_release(session);
  return is_right;
}

static bool run_module(const arguments_t *arguments, tern_device_t *device, tally_t *tally) {
  tern_module_t *module;
  tern_executable_params_t params;
  tern_status_t status = tern_module_load_file(arguments->file, &module);
  if (!tern_status_is_ok(status)) return report(status);
  bool is_right;
  if (!tally && tern_module_holds_kernels(module)) {
    is_right = check_heeded(arguments, MODULE_KERNEL, "a compiled kernel") && run_kernel(arguments, device, module);
  } else if (tern_module_function_count(module) > 0) {
    is_right = check_heeded(arguments, MODULE_PROGRAM | (tally ? TESTS : 0), tally ? "tests" : "a compiled program") &&
               run_program(arguments, module, device, tally);
  } else if (tally) {
    is_right = fail("a compiled dispatch has no tests", arguments->file);
  } else if (!check_heeded(arguments, MODULE_DISPATCH, "a compiled dispatch")) {
    is_right = false;
  } else {
    status = tern_module_executable_for(module, tern_device_driver_name(device), &params);
    is_right = tern_status_is_ok(status) ? run(arguments, device, &params) : fail(arguments->file, status.message);
  }
  tern_module_release(module);
  return is_right;
}

// --- compiling ---

static tern_compile_options_t target_options(const arguments_t *arguments, tern_device_t *device,
                                             char **out_target_env) {
  bool interprets = arguments->interpreter_order != NULL;
  tern_compile_options_t options = {.target = interprets ? "interpreter" : tern_device_driver_name(device),
                                    .target_env = arguments->vulkan_target,
                                    .interpreter_order = arguments->interpreter_order,
                                    .stage = arguments->dump_stages ? show_stage : NULL};
  int64_t architecture;
  if (tern_status_is_ok(tern_device_query(device, TERN_DEVICE_PROPERTY_ARCHITECTURE, &architecture))) {
    options.cuda_chip = tern_cuda_target_for(architecture);
    // The driver keeps what it has compiled, as a cache of ours does with all.
    if (!arguments->cache_dir) options.cuda_cubin = TERN_CUDA_CUBIN_NEVER;
  }
  *out_target_env = NULL;
  if (!options.target_env && !interprets && tern_status_is_ok(tern_device_target_env(device, out_target_env))) {
    options.target_env = *out_target_env;
  }
  return options;
}

// Compiles the loaded program to a module; NULL after an error.
static tern_module_t *compile_program(const arguments_t *arguments, tern_compiler_t *compiler, tern_device_t *device) {
  char *target_env, *data = NULL;
  size_t size = 0;
  tern_module_t *module = NULL;
  double start = now_ms();
  tern_compile_options_t target = target_options(arguments, device, &target_env);
  tern_program_options_t options = {.targets = target.target,
                                    .input_type = arguments->input_type,
                                    .cache_dir = arguments->cache_dir,
                                    .allow_nondeterminism = arguments->allow_nondeterminism,
                                    .target = target};
  tern_status_t status = tern_compiler_compile_program(compiler, &options, &data, &size);
  if (tern_status_is_ok(status)) status = tern_module_load(data, size, &module);
  if (!tern_status_is_ok(status) && status.code != TERN_INVALID_IR) report(status);
  if (module && arguments->show_time) fprintf(stderr, "compile: %.3f ms\n", now_ms() - start);
  free(data);
  free(target_env);
  return module;
}

static void show_compile_time(const tern_kernels_t *kernels, double ms) {
  size_t entry_count, kernel_count = 0;
  const tern_entry_point_t *entries = tern_kernels_entry_points(kernels, &entry_count);
  for (size_t i = 0; i < entry_count; ++i) kernel_count += entries[i].kernel_count ? entries[i].kernel_count : 1;
  fprintf(stderr, "compile: %.3f ms, %zu %s\n", ms, kernel_count, kernel_count == 1 ? "kernel" : "kernels");
}

// Compiles the loaded dispatch for the device; NULL after an error.
static tern_kernels_t *compile_dispatch(const arguments_t *arguments, tern_compiler_t *compiler,
                                        tern_device_t *device) {
  tern_kernels_t *kernels = NULL;
  char *target_env;
  double start = now_ms();
  tern_compile_options_t options = target_options(arguments, device, &target_env);
  tern_status_t status = tern_compiler_compile(compiler, &options, &kernels);
  // Diagnostics have said what is wrong with the program.
  if (!tern_status_is_ok(status) && status.code != TERN_INVALID_IR) report(status);
  free(target_env);
  if (kernels && arguments->show_time) show_compile_time(kernels, now_ms() - start);
  return kernels;
}

static bool run_dispatch(const arguments_t *arguments, tern_compiler_t *compiler, tern_device_t *device) {
  tern_kernels_t *kernels = compile_dispatch(arguments, compiler, device);
  if (!kernels) return false;
  tern_executable_params_t params = tern_kernels_executable_params(kernels);
  bool is_right = run(arguments, device, &params);
  tern_status_t idle = tern_device_wait_idle(device);
  if (!tern_status_is_ok(idle)) is_right = report(idle);
  tern_kernels_destroy(kernels);
  return is_right;
}

// Outputs are the results, and then what the arguments that are memrefs hold in the end.
static bool call_host_function(const arguments_t *arguments, const tern_host_program_t *program) {
  const tern_host_signature_t *function = choose_host_function(program, arguments->function);
  tern_parameter_info_t *infos = function ? describe_host_function(function) : NULL;
  tern_tensor_t *inputs = NULL, *outputs = NULL;
  size_t output_count = 0;
  bool is_right = infos && read_inputs(arguments, infos, function->argument_count, &inputs);
  double start = now_ms();
  is_right = is_right && run_host_function(program, function, inputs, &outputs, &output_count);
  if (is_right && arguments->show_time) fprintf(stderr, "run: %.3f ms\n", now_ms() - start);
  if (is_right && arguments->result_type) {
    is_right = print_host_result(function, arguments->result_type, outputs);
  } else if (is_right) {
    is_right = give_outputs(arguments, infos + function->argument_count, outputs, output_count);
  }
  free_host_outputs(outputs, output_count);
  free_inputs(inputs, function ? function->argument_count : 0);
  free(infos);
  return is_right;
}

static bool run_host(const arguments_t *arguments, tern_compiler_t *compiler, tern_device_t *device) {
  char *target_env;
  double start = now_ms();
  tern_host_program_t *program = NULL;
  tern_compile_options_t options = target_options(arguments, device, &target_env);
  tern_status_t status = tern_host_program_create(compiler, &options, &program);
  if (!tern_status_is_ok(status) && status.code != TERN_INVALID_IR) report(status);
  if (program && arguments->show_time) fprintf(stderr, "compile: %.3f ms\n", now_ms() - start);
  bool is_right = program && call_host_function(arguments, program);
  tern_host_program_destroy(program);
  free(target_env);
  return is_right;
}

static bool run_kernel_source(const arguments_t *arguments, tern_compiler_t *compiler, tern_device_t *device) {
  if (arguments->interpreter_order) return interpret_kernel(arguments, compiler);
  char *target_env;
  const tern_compile_options_t options = target_options(arguments, device, &target_env);
  tern_module_t *module = compile_kernels(arguments, compiler, &options);
  bool is_right = module && run_kernel(arguments, device, module);
  free(target_env);
  tern_module_release(module);
  return is_right;
}

static bool run_source(const arguments_t *arguments, tern_device_t *device) {
  heap_take_large_pages();
  tern_compiler_t *compiler;
  tern_status_t status = tern_compiler_create(&compiler);
  if (!tern_status_is_ok(status)) return report(status);
  tern_compiler_set_diagnostic_handler(compiler, show_diagnostic, NULL);
  status = tern_compiler_load_file(compiler, arguments->file);
  bool is_right = tern_status_is_ok(status);
  if (!is_right && status.code != TERN_INVALID_IR) report(status);
  if (is_right && (arguments->result_type || tern_compiler_holds_host_program(compiler))) {
    is_right = check_heeded(arguments, SOURCE_HOST, "a host program") && run_host(arguments, compiler, device);
    tern_compiler_destroy(compiler);
    return is_right;
  }
  if (is_right && tern_compiler_holds_kernels(compiler)) {
    is_right =
        check_heeded(arguments, SOURCE_KERNEL, "a kernel of Triton") && run_kernel_source(arguments, compiler, device);
    tern_compiler_destroy(compiler);
    return is_right;
  }
  // The interpreter runs the kernels of one dispatch, and only a dispatch takes push constants.
  bool is_for_dispatch = arguments->interpreter_order || arguments->push_constant_count > 0;
  if (is_right && !is_for_dispatch) tern_compiler_make_program(compiler);
  bool is_program = is_right && tern_compiler_holds_program(compiler);
  if (is_right) {
    is_right = is_program ? check_heeded(arguments, SOURCE_PROGRAM, "a program")
                          : check_heeded(arguments, SOURCE_DISPATCH, "a lone dispatch");
  }
  if (is_right && is_program) {
    tern_module_t *module = compile_program(arguments, compiler, device);
    is_right = module && run_program(arguments, module, device, NULL);
    tern_module_release(module);
  } else if (is_right) {
    is_right = run_dispatch(arguments, compiler, device);
  }
  tern_compiler_destroy(compiler);
  return is_right;
}

// --- tests ---

// One chunk of the file; what is before it is blank, so that lines keep their numbers.
static void check_chunk(const arguments_t *arguments, tern_device_t *device, char *text, size_t start, size_t end,
                        tally_t *tally) {
  tern_compiler_t *compiler;
  tern_status_t status = tern_compiler_create(&compiler);
  if (!tern_status_is_ok(status)) {
    report(status);
    ++tally->failed;
    return;
  }
  for (size_t i = 0; i < start; ++i) {
    if (text[i] != '\n') text[i] = ' ';
  }
  tern_compiler_set_diagnostic_handler(compiler, show_diagnostic, NULL);
  status = tern_compiler_load_text(compiler, arguments->file, text, end);
  tern_module_t *module = NULL;
  if (tern_status_is_ok(status)) module = compile_program(arguments, compiler, device);
  if (!module || !run_program(arguments, module, device, tally)) ++tally->failed;
  tern_module_release(module);
  tern_compiler_destroy(compiler);
}

static bool check_source(const arguments_t *arguments, tern_device_t *device, tally_t *tally) {
  size_t size;
  char *text;
  tern_status_t status = tern_source_read(arguments->file, &text, &size);
  if (!tern_status_is_ok(status)) return report(status);
  for (size_t start = 0; start <= size;) {
    const char *separator = strstr(text + start, "\n// -----");
    size_t end = separator ? (size_t)(separator - text) + 1 : size;
    bool is_blank = strspn(text + start, " \t\r\n") >= end - start;
    if (!is_blank) check_chunk(arguments, device, text, start, end, tally);
    const char *line_end = separator ? strchr(separator + 1, '\n') : NULL;
    start = line_end ? (size_t)(line_end - text) : size + 1;
  }
  free(text);
  return true;
}

static bool is_module(const char *path) {
  size_t size = strlen(path);
  return size > 5 && strcmp(path + size - 5, ".tern") == 0;
}

// With validation layers on, a message of theirs is a failure.
static bool check_validation(const tern_device_t *device) {
  int64_t count = 0;
  char *message = NULL;
  tern_status_t status = tern_device_query(device, TERN_DEVICE_PROPERTY_VALIDATION_MESSAGE_COUNT, &count);
  if (!tern_status_is_ok(status) || count == 0) return true;
  status = tern_device_validation_message(device, &message);
  complain("error: %lld messages of the validation layers, the last: %s", (long long)count,
           tern_status_is_ok(status) ? message : "");
  free(message);
  return false;
}

static bool run_file(const arguments_t *arguments) {
  tern_device_t *device = NULL;
  tern_device_options_t options = {.thread_count = (uint32_t)arguments->thread_count,
                                   .cpu_variant = arguments->cpu_variant,
                                   .cpu_ids = arguments->cpu_ids,
                                   .numa_nodes = arguments->numa_nodes};
  tern_status_t status = tern_device_create(arguments->device ? arguments->device : "cpu", &options, &device);
  if (!tern_status_is_ok(status)) return report(status);
  tally_t tally = {0};
  bool is_right;
  if (is_module(arguments->file)) {
    is_right = run_module(arguments, device, arguments->check ? &tally : NULL);
  } else {
    is_right = arguments->check
                   ? check_heeded(arguments, SOURCE_PROGRAM | TESTS, "tests") && check_source(arguments, device, &tally)
                   : run_source(arguments, device);
  }
  if (is_right && arguments->check) {
    printf("%zu passed, %zu failed\n", tally.passed, tally.failed);
    is_right = tally.failed == 0 && (tally.passed > 0 || fail("there are no functions without arguments", NULL));
  }
  is_right = is_right && check_validation(device);
  tern_device_release(device);
  return is_right;
}

static bool list_devices(void) {
  char *text;
  tern_status_t status = tern_device_list(NULL, &text);
  if (!tern_status_is_ok(status)) return report(status);
  fputs(text, stdout);
  free(text);
  return true;
}

static bool run_as_told(const arguments_t *arguments) {
  if (arguments->list_devices) return list_devices();
  return arguments->file ? run_file(arguments) : fail("no file is given; see --help", NULL);
}

int main(int argc, char **argv) {
  if (bench_is_asked_for(argc, argv)) return bench_main(argc, argv);
  arguments_t arguments;
  option_outcome_t outcome = read_arguments(argc, argv, &arguments);
  bool is_right =
      outcome == OPTIONS_ANSWERED ? fflush(stdout) == 0 : outcome == OPTIONS_READ && run_as_told(&arguments);
  arguments_deinitialize(&arguments);
  return is_right ? 0 : 1;
}

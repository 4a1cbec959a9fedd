// tern-run: compiles a program or a dispatch in memory, or loads a module, and runs it on arrays.
//
//   tern-run model.mlir --input=@x.npy --output=@y.npy
//   tern-run tests.mlir --check
//   tern-run matmul.mlir --device=vulkan --input=@a.npy --input=24x16xf32=1 --output=@c.npy

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tern/compile.h"
#include "tern/module.h"
#include "tern/program.h"
#include "tern/run.h"
#include "tern/session.h"

static const char help[] =
    "usage: tern-run FILE [options]\n"
    "\n"
    "Compiles the program or the lone dispatch in FILE, or loads the module FILE (.tern), and runs one of its "
    "functions on a\n"
    "device.\n"
    "\n"
    "  --device=URI              device to run on: cpu (default), vulkan, cuda, or cuda:N for the N-th\n"
    "  --list-devices            print the devices with their limits and features, and end\n"
    "  --vulkan-target=TARGET    compile for this and not for the device at hand; see tern-compile --help\n"
    "  --check                   run all functions without arguments as tests, each chunk between `// -----` lines on "
    "its\n"
    "                            own; they tell of failures through check.expect_* and custom calls of @check.*\n"
    "  --input-type=TYPE         dialect of a program: auto (default), stablehlo, tosa or none\n"
    "  --function=NAME           function to run; default: the only one, or main\n"
    "  --input=VALUE             value of the next argument, or of the next binding that a dispatch reads:\n"
    "                            2x3xf32=1,2,3,4,5,6  or  @file.npy  or  2x3xf32=0 (repeated)\n"
    "  --output=@FILE.npy        write the next output to a file; outputs without one are printed\n"
    "  --expected_output=VALUE   compare the next output with a value; (ignored) skips one\n"
    "  --expected_tolerance=T    largest absolute and relative difference of floating-point elements\n"
    "  --parameters=[SCOPE=]FILE parameters of a program: a .safetensors, .npz or .irpa file (repeated)\n"
    "  --writable-parameters=[SCOPE=]FILE  the same, where what the program writes goes to the file\n"
    "  --push_constant=N         value of the next push constant; sizes of dynamic dimensions follow from inputs\n"
    "  --interpret[=ORDER]       run the kernels of the vulkan target on the cpu, one op at a time, and watch for data "
    "races;\n"
    "                            ORDER of invocations: forward (default), reverse, round-robin or random:SEED\n"
    "  --threads=N               threads of the cpu device; 0: one per processor (default)\n"
    "  --cpu-ids=LIST            pin the main and each other thread to the next processor of a list such as 0-3,8, "
    "which\n"
    "                            is as many threads by default\n"
    "  --numa-nodes=LIST         pin them to the processors of NUMA nodes: a list, all or current\n"
    "  --cache-dir=DIR           keep a program's compiled executables in DIR, and take what is there from there\n"
    "  --cpu-variant=NAME        of modules with code for several processors, run that for NAME; default: the best\n"
    "  --dump-stages             print the IR of every stage to standard error\n"
    "  --time                    print how many kernels there are, and how long compilation and the run took, to "
    "standard error\n"
    "  --max-elements=N          print at most N elements of an output (default 1024; 0: all)\n"
    "  --help                    print this\n"
    "\n"
    "Exit status: 0 for a right result, 1 for anything else.\n";

#define MAX_VALUES 64

typedef struct arguments {
  const char *file;
  const char *device;
  const char *vulkan_target;
  const char *interpreter_order;  // NULL: kernels are compiled
  const char *function;
  const char *input_type;
  const char *cpu_variant;
  const char *cpu_ids;
  const char *numa_nodes;
  const char *cache_dir;
  const char *inputs[MAX_VALUES];
  const char *outputs[MAX_VALUES];
  const char *expected[MAX_VALUES];
  size_t input_count, output_count, expected_count;
  const char *parameters[MAX_VALUES];
  bool is_parameter_writable[MAX_VALUES];
  size_t parameter_count;
  uint32_t push_constants[MAX_VALUES];
  size_t push_constant_count;
  double tolerance;  // negative: the default of the type
  uint32_t thread_count;
  size_t max_elements;
  bool dump_stages, show_time, list_devices, check, show_help;
} arguments_t;

static bool fail(const char *message, const char *detail) {
  fprintf(stderr, "tern-run: error: %s%s%s\n", message, detail ? ": " : "", detail ? detail : "");
  return false;
}

static bool report(tern_status_t status) {
  return fail(status.message ? status.message : tern_status_code_name(status.code), NULL);
}

// --- arguments ---

static const char *value_of(const char *argument, const char *name) {
  size_t size = strlen(name);
  while (*argument == '-') ++argument;
  return strncmp(argument, name, size) == 0 && argument[size] == '=' ? argument + size + 1 : NULL;
}

static bool parse_number(const char *text, unsigned long long limit, unsigned long long *out_value) {
  char *end;
  errno = 0;
  *out_value = strtoull(text, &end, 0);
  return errno == 0 && *text && *text != '-' && *end == 0 && *out_value <= limit;
}

static bool push(const char **values, size_t *count, const char *value) {
  if (*count == MAX_VALUES) return fail("too many values", value);
  values[(*count)++] = value;
  return true;
}

static bool parse_argument(const char *argument, arguments_t *out) {
  const char *value;
  unsigned long long number;
  if (argument[0] != '-' || argument[1] == 0) {
    if (out->file) return fail("more than one file", argument);
    out->file = argument;
    return true;
  }
  if ((value = value_of(argument, "input"))) return push(out->inputs, &out->input_count, value);
  if ((value = value_of(argument, "output"))) return push(out->outputs, &out->output_count, value);
  if ((value = value_of(argument, "expected_output"))) return push(out->expected, &out->expected_count, value);
  bool is_writable = (value = value_of(argument, "writable-parameters")) != NULL;
  if (is_writable || (value = value_of(argument, "parameters"))) {
    if (out->parameter_count < MAX_VALUES) out->is_parameter_writable[out->parameter_count] = is_writable;
    return push(out->parameters, &out->parameter_count, value);
  }
  if ((value = value_of(argument, "device"))) return out->device = value, true;
  if ((value = value_of(argument, "vulkan-target")) || (value = value_of(argument, "iree-vulkan-target"))) {
    return out->vulkan_target = value, true;
  }
  if ((value = value_of(argument, "interpret"))) return out->interpreter_order = value, true;
  if ((value = value_of(argument, "function"))) return out->function = value, true;
  if ((value = value_of(argument, "cache-dir"))) return out->cache_dir = value, true;
  if ((value = value_of(argument, "cpu-variant"))) return out->cpu_variant = value, true;
  if ((value = value_of(argument, "input-type")) || (value = value_of(argument, "iree-input-type"))) {
    return out->input_type = value, true;
  }
  if ((value = value_of(argument, "expected_tolerance"))) {
    char *end;
    out->tolerance = strtod(value, &end);
    return (*value && !*end && out->tolerance >= 0) || fail("a tolerance is a number of at least 0", value);
  }
  if ((value = value_of(argument, "push_constant"))) {
    if (!parse_number(value, UINT32_MAX, &number)) return fail("a push constant is a 32-bit number", value);
    if (out->push_constant_count == MAX_VALUES) return fail("too many push constants", NULL);
    out->push_constants[out->push_constant_count++] = (uint32_t)number;
    return true;
  }
  if ((value = value_of(argument, "cpu-ids")) || (value = value_of(argument, "task_topology_cpu_ids"))) {
    return out->cpu_ids = value, true;
  }
  if ((value = value_of(argument, "numa-nodes")) || (value = value_of(argument, "task_topology_nodes"))) {
    return out->numa_nodes = value, true;
  }
  if ((value = value_of(argument, "threads")) || (value = value_of(argument, "task_topology_group_count"))) {
    if (!parse_number(value, 1024, &number)) return fail("--threads takes a number up to 1024", value);
    return out->thread_count = (uint32_t)number, true;
  }
  if ((value = value_of(argument, "max-elements"))) {
    if (!parse_number(value, SIZE_MAX, &number)) return fail("--max-elements takes a number", value);
    return out->max_elements = (size_t)number, true;
  }
  while (*argument == '-') ++argument;
  if (strcmp(argument, "interpret") == 0) return out->interpreter_order = "forward", true;
  if (strcmp(argument, "dump-stages") == 0) return out->dump_stages = true;
  if (strcmp(argument, "list-devices") == 0 || strcmp(argument, "list_devices") == 0) return out->list_devices = true;
  if (strcmp(argument, "time") == 0) return out->show_time = true;
  if (strcmp(argument, "check") == 0) return out->check = true;
  if (strcmp(argument, "help") == 0 || strcmp(argument, "h") == 0) return out->show_help = true;
  return fail("unknown option; see --help", argument);
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

static bool parse_inputs(const arguments_t *arguments, tern_tensor_t *out_inputs, size_t *out_count) {
  for (size_t i = 0; i < arguments->input_count; ++i) {
    const char *text = arguments->inputs[i];
    size_t column = 0;
    tern_status_t status = tern_tensor_parse(text, strlen(text), &column, &out_inputs[i]);
    if (!tern_status_is_ok(status)) {
      if (column == 0) return report(status);
      fprintf(stderr, "--input:%zu:%zu: error: %s\n%s\n%*s^\n", i + 1, column, status.message, text, (int)column - 1,
              "");
      return false;
    }
    *out_count = i + 1;
  }
  return true;
}

static bool check_output(const arguments_t *arguments, size_t index, const tern_tensor_t *output) {
  const char *text = arguments->expected[index];
  if (strcmp(text, "(ignored)") == 0) return true;
  tern_tensor_t expected = {0};
  tern_status_t status = tern_tensor_parse(text, strlen(text), NULL, &expected);
  if (!tern_status_is_ok(status)) return report(status);
  tern_tolerance_t tolerance = tern_tolerance_default(output->element_type);
  if (arguments->tolerance >= 0) tolerance.absolute = tolerance.relative = arguments->tolerance;
  char *message = NULL;
  bool is_equal = tern_tensor_compare(output, &expected, &tolerance, NULL, &message);
  if (!is_equal) fprintf(stderr, "tern-run: error: output %zu differs: %s\n", index, message ? message : "");
  free(message);
  tern_tensor_deinitialize(&expected);
  return is_equal;
}

static bool give_output(const arguments_t *arguments, size_t index, const tern_tensor_t *output) {
  const char *path = index < arguments->output_count ? arguments->outputs[index] : NULL;
  if (path && strcmp(path, "-") != 0) {
    tern_status_t status = tern_tensor_write_npy(output, *path == '@' ? path + 1 : path);
    return tern_status_is_ok(status) || report(status);
  }
  if (index < arguments->expected_count && !path) return true;
  char *text;
  tern_status_t status = tern_tensor_format(output, arguments->max_elements, &text);
  if (!tern_status_is_ok(status)) return report(status);
  puts(text);
  free(text);
  return true;
}

static bool give_outputs(const arguments_t *arguments, const tern_tensor_t *outputs, size_t count) {
  bool is_right = true;
  if (arguments->expected_count > count) return fail("there are more expected outputs than outputs", NULL);
  if (arguments->output_count > count) return fail("there are more output files than outputs", NULL);
  for (size_t i = 0; i < count; ++i) {
    is_right &= give_output(arguments, i, &outputs[i]);
    if (i < arguments->expected_count) is_right &= check_output(arguments, i, &outputs[i]);
  }
  if (is_right && arguments->expected_count) puts("[SUCCESS] all outputs are as expected");
  return is_right;
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

static bool run(const arguments_t *arguments, tern_device_t *device, const tern_executable_params_t *params) {
  tern_tensor_t inputs[MAX_VALUES] = {0}, *outputs = NULL;
  size_t input_count = 0, output_count = 0, ordinal;
  tern_executable_t *executable = NULL;
  bool is_right = take_place(device) && parse_inputs(arguments, inputs, &input_count);
  tern_status_t status = is_right ? tern_executable_create(device, params, &executable) : tern_ok();
  if (!tern_status_is_ok(status)) is_right = report(status);
  if (is_right) is_right = find_entry_point(arguments, executable, &ordinal);
  if (is_right) {
    tern_run_params_t run_params = {inputs, input_count, arguments->push_constants, arguments->push_constant_count};
    double start = now_ms();
    status = tern_run_entry_point(device, executable, ordinal, &run_params, &outputs, &output_count);
    if (arguments->show_time) fprintf(stderr, "run: %.3f ms\n", now_ms() - start);
    is_right = tern_status_is_ok(status) ? give_outputs(arguments, outputs, output_count) : report(status);
  }
  tern_run_free_outputs(outputs, output_count);
  for (size_t i = 0; i < input_count; ++i) tern_tensor_deinitialize(&inputs[i]);
  if (executable) tern_executable_release(executable);
  return is_right;
}

// --- programs ---

// An archive of parameters, and the scope before its name.
typedef struct archive {
  char *name;  // owned
  tern_parameters_t *parameters;
} archive_t;

// Loads `[SCOPE=]FILE`.
static tern_status_t load_archive(const char *text, bool is_writable, archive_t *out_archive) {
  const char *separator = strchr(text, '=');
  out_archive->name = strndup(text, separator ? (size_t)(separator - text) : 0);
  return tern_parameters_load_file(separator ? separator + 1 : text, is_writable, &out_archive->parameters);
}

static tern_status_t create_session(const arguments_t *arguments, tern_module_t *module, tern_device_t *device,
                                    tern_session_t **out_session) {
  archive_t archives[MAX_VALUES] = {0};
  tern_parameter_scope_t scopes[MAX_VALUES] = {0};
  size_t count = 0;
  tern_instance_t *instance = NULL;
  tern_status_t status = tern_instance_create(NULL, &instance);
  while (tern_status_is_ok(status) && count < arguments->parameter_count) {
    status = load_archive(arguments->parameters[count], arguments->is_parameter_writable[count], &archives[count]);
    scopes[count] = (tern_parameter_scope_t){archives[count].name, archives[count].parameters};
    ++count;
  }
  if (tern_status_is_ok(status)) {
    tern_session_params_t params = {.modules = &module,
                                    .module_count = 1,
                                    .devices = &device,
                                    .device_count = 1,
                                    .parameter_scopes = scopes,
                                    .parameter_scope_count = count};
    status = tern_session_create(instance, &params, out_session);
  }
  for (size_t i = 0; i < count; ++i) {
    tern_parameters_release(archives[i].parameters);
    free(archives[i].name);
  }
  if (instance) tern_instance_release(instance);
  return status;
}

static bool show_failures(const tern_session_t *session, size_t first) {
  size_t count = tern_session_failure_count(session);
  const char *message;
  for (size_t i = first; (message = tern_session_failure_at(session, i)); ++i) {
    fprintf(stderr, "tern-run: error: %s\n", message);
  }
  return count == first;
}

static const char *choose_function(const arguments_t *arguments, const tern_module_t *module) {
  if (arguments->function) return arguments->function[0] == '@' ? arguments->function + 1 : arguments->function;
  size_t count = tern_module_function_count(module);
  for (size_t i = 0; i < count; ++i) {
    const char *name = tern_module_function_at(module, i)->name;
    if (count == 1 || strcmp(name, "main") == 0) return name;
  }
  if (count == 0) return fail("there is no public function to run", NULL), NULL;
  return fail("there are several functions; choose one with --function=NAME", NULL), NULL;
}

static bool run_function(const arguments_t *arguments, const tern_module_t *module, tern_session_t *session) {
  tern_tensor_t inputs[MAX_VALUES] = {0}, *outputs = NULL;
  size_t input_count = 0, output_count = 0;
  const char *function = choose_function(arguments, module);
  bool is_right = function && parse_inputs(arguments, inputs, &input_count);
  if (is_right) {
    double start = now_ms();
    tern_status_t status = tern_session_run(session, function, inputs, input_count, &outputs, &output_count);
    if (arguments->show_time) fprintf(stderr, "run: %.3f ms\n", now_ms() - start);
    is_right = tern_status_is_ok(status) ? give_outputs(arguments, outputs, output_count) : report(status);
  }
  if (outputs) tern_session_free_outputs(outputs, output_count);
  for (size_t i = 0; i < input_count; ++i) tern_tensor_deinitialize(&inputs[i]);
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
  if (!tern_status_is_ok(status)) return fail(arguments->file, status.message);
  bool is_right;
  if (tern_module_function_count(module) > 0) {
    is_right = run_program(arguments, module, device, tally);
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

static bool run_source(const arguments_t *arguments, tern_device_t *device) {
  tern_compiler_t *compiler;
  tern_status_t status = tern_compiler_create(&compiler);
  if (!tern_status_is_ok(status)) return report(status);
  tern_compiler_set_diagnostic_handler(compiler, show_diagnostic, NULL);
  status = tern_compiler_load_file(compiler, arguments->file);
  bool is_right = tern_status_is_ok(status);
  if (!is_right && status.code != TERN_INVALID_IR) report(status);
  if (is_right && tern_compiler_holds_program(compiler)) {
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

static char *read_file(const char *path, size_t *out_size) {
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  size_t size = 0, capacity = 0;
  while (file) {
    if (capacity - size < 4096) {
      capacity = 2 * capacity + 65536;
      char *larger = realloc(text, capacity);
      if (!larger) break;
      text = larger;
    }
    size_t count = fread(text + size, 1, capacity - size - 1, file);
    size += count;
    if (count == 0) break;
  }
  if (file) fclose(file);
  if (text) text[size] = 0;
  *out_size = size;
  return file ? text : NULL;
}

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
  char *text = read_file(arguments->file, &size);
  if (!text) return fail(arguments->file, strerror(errno));
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
  fprintf(stderr, "tern-run: error: %lld messages of the validation layers, the last: %s\n", (long long)count,
          tern_status_is_ok(status) ? message : "");
  free(message);
  return false;
}

static bool run_file(const arguments_t *arguments) {
  tern_device_t *device = NULL;
  tern_device_options_t options = {.thread_count = arguments->thread_count,
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
    is_right = arguments->check ? check_source(arguments, device, &tally) : run_source(arguments, device);
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

int main(int argc, char **argv) {
  arguments_t arguments = {.tolerance = -1, .max_elements = 1024};
  for (int i = 1; i < argc; ++i) {
    if (!parse_argument(argv[i], &arguments)) return 1;
  }
  if (arguments.show_help) return fputs(help, stdout) < 0;
  if (arguments.list_devices) return list_devices() ? 0 : 1;
  if (!arguments.file) return fail("no file is given; see --help", NULL), 1;
  return run_file(&arguments) ? 0 : 1;
}

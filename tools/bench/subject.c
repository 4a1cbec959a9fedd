// Compiling, loading and calling.

#include "subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/messages.h"
#include "parameters.h"
#include "tern/module.h"
#include "tern/profile.h"
#include "tern/program.h"
#include "tern/run.h"

static double seconds_since(uint64_t start) { return (double)(tern_profile_now() - start) * 1e-9; }

//---- Compiling ----

tern_compile_options_t bench_target_options(const bench_options_t *options, tern_device_t *device,
                                            char **out_target_env) {
  tern_compile_options_t target = {.target = tern_device_driver_name(device), .target_env = options->vulkan_target};
  int64_t architecture;
  if (tern_status_is_ok(tern_device_query(device, TERN_DEVICE_PROPERTY_ARCHITECTURE, &architecture))) {
    target.cuda_chip = tern_cuda_target_for(architecture);
    // The driver keeps what it has compiled, as a cache of ours does with all.
    if (!options->cache_dir) target.cuda_cubin = TERN_CUDA_CUBIN_NEVER;
  }
  *out_target_env = NULL;
  if (!target.target_env && tern_status_is_ok(tern_device_target_env(device, out_target_env))) {
    target.target_env = *out_target_env;
  }
  return target;
}

static void show_diagnostic(const tern_compiler_diagnostic_t *diagnostic, void *user) {
  (void)user;
  fputs(diagnostic->text, stderr);
}

static tern_status_t compile_program(bench_subject_t *subject, tern_compiler_t *compiler,
                                     const tern_compile_options_t *target) {
  tern_program_options_t options = {.targets = target->target,
                                    .input_type = subject->options->input_type,
                                    .cache_dir = subject->options->cache_dir,
                                    .target = *target};
  char *data = NULL;
  size_t size = 0;
  tern_status_t status = tern_compiler_compile_program(compiler, &options, &data, &size);
  if (tern_status_is_ok(status)) status = tern_module_load(data, size, &subject->module);
  free(data);
  return status;
}

static bool compile(bench_subject_t *subject) {
  tern_compiler_t *compiler;
  uint64_t start = tern_profile_now();
  if (!report(tern_compiler_create(&compiler))) return false;
  tern_compiler_set_diagnostic_handler(compiler, show_diagnostic, NULL);
  char *target_env = NULL;
  tern_compile_options_t target = bench_target_options(subject->options, subject->device, &target_env);
  tern_status_t status = tern_compiler_load_file(compiler, subject->options->file);
  if (tern_status_is_ok(status) && tern_compiler_holds_program(compiler)) {
    status = compile_program(subject, compiler, &target);
  } else if (tern_status_is_ok(status)) {
    status = tern_compiler_compile(compiler, &target, &subject->kernels);
    if (tern_status_is_ok(status)) subject->executable_params = tern_kernels_executable_params(subject->kernels);
    subject->is_dispatch = true;
  }
  free(target_env);
  tern_compiler_destroy(compiler);
  subject->compile_seconds = seconds_since(start);
  // Diagnostics have said what is wrong with the program.
  return status.code == TERN_INVALID_IR ? false : report(status);
}

static bool load(bench_subject_t *subject) {
  tern_status_t status = tern_module_load_file(subject->options->file, &subject->module);
  if (tern_status_is_ok(status) && tern_module_function_count(subject->module) == 0) {
    subject->is_dispatch = true;
    status = tern_module_executable_for(subject->module, tern_device_driver_name(subject->device),
                                        &subject->executable_params);
  }
  return report(status);
}

bool bench_subject_open(const bench_options_t *options, bench_subject_t *out_subject) {
  *out_subject = (bench_subject_t){.options = options};
  tern_device_options_t device = {.thread_count = (uint32_t)options->thread_count,
                                  .cpu_variant = options->cpu_variant,
                                  .cpu_ids = options->cpu_ids,
                                  .numa_nodes = options->numa_nodes};
  const char *ending = strrchr(options->file, '.');
  tern_status_t status = tern_device_create(options->device ? options->device : "cpu", &device, &out_subject->device);
  return report(status) && (ending && strcmp(ending, ".tern") == 0 ? load(out_subject) : compile(out_subject));
}

void bench_subject_close(bench_subject_t *subject) {
  tern_kernels_destroy(subject->kernels);
  tern_module_release(subject->module);
  tern_device_release(subject->device);
}

//---- Sessions ----

static bool parse_inputs(bench_session_t *session) {
  const bench_options_t *options = session->subject->options;
  for (size_t i = 0; i < options->inputs.count; ++i) {
    const char *text = options->inputs.values[i];
    size_t column = 0;
    tern_status_t status = tern_tensor_parse(text, strlen(text), &column, &session->inputs[i]);
    if (tern_status_is_ok(status)) continue;
    if (column == 0) return report(status);
    fprintf(stderr, "--input:%zu:%zu: error: %s\n%s\n%*s^\n", i + 1, column, status.message, text, (int)column - 1, "");
    return false;
  }
  for (size_t i = 0; i < options->push_constants.count; ++i) {
    char *end;
    unsigned long value = strtoul(options->push_constants.values[i], &end, 0);
    if (*end || value > UINT32_MAX)
      return fail("a push constant is a 32-bit number", options->push_constants.values[i]);
    session->push_constants[i] = (uint32_t)value;
  }
  return true;
}

static tern_status_t create_session(const bench_subject_t *subject, tern_session_t **out_session) {
  const option_list_t *archives = &subject->options->parameters;
  tern_parameter_scope_t scopes[BENCH_MAX_VALUES] = {0};
  tern_instance_t *instance = NULL;
  size_t count = 0;
  tern_status_t status = tern_instance_create(NULL, &instance);
  while (tern_status_is_ok(status) && count < archives->count) {
    status = bench_scope_load(archives->values[count], false, &scopes[count]);
    ++count;
  }
  if (tern_status_is_ok(status)) {
    tern_session_params_t params = {.modules = &subject->module,
                                    .module_count = 1,
                                    .devices = &subject->device,
                                    .device_count = 1,
                                    .parameter_scopes = scopes,
                                    .parameter_scope_count = count};
    status = tern_session_create(instance, &params, out_session);
  }
  for (size_t i = 0; i < count; ++i) bench_scope_deinitialize(&scopes[i]);
  if (instance) tern_instance_release(instance);
  return status;
}

bool bench_session_open(const bench_subject_t *subject, bench_session_t *out_session) {
  *out_session = (bench_session_t){.subject = subject};
  if (!parse_inputs(out_session)) return false;
  if (!report(tern_device_pin_thread(subject->device))) return false;
  uint64_t start = tern_profile_now();
  tern_status_t status;
  if (subject->is_dispatch) {
    status = tern_executable_create(subject->device, &subject->executable_params, &out_session->executable);
  } else {
    status = create_session(subject, &out_session->session);
  }
  out_session->load_seconds = seconds_since(start);
  return report(status);
}

void bench_session_close(bench_session_t *session) {
  if (session->session) tern_session_release(session->session);
  tern_executable_release(session->executable);
  for (size_t i = 0; i < BENCH_MAX_VALUES; ++i) tern_tensor_deinitialize(&session->inputs[i]);
}

//---- Functions ----

static bool is_asked_for(const bench_options_t *options, const char *name, size_t argument_count, bool is_dispatch) {
  const char *asked = options->function;
  if (asked) return strcmp(asked + (*asked == '@'), name) == 0;
  return is_dispatch || argument_count == options->inputs.count;
}

const char *bench_session_function(const bench_session_t *session, size_t index) {
  const bench_subject_t *subject = session->subject;
  const tern_entry_point_t *entry;
  const tern_function_info_t *function;
  for (size_t i = 0; subject->is_dispatch && (entry = tern_executable_entry_point_at(session->executable, i)); ++i) {
    if (is_asked_for(subject->options, entry->name, 0, true) && index-- == 0) return entry->name;
  }
  for (size_t i = 0; !subject->is_dispatch && (function = tern_module_function_at(subject->module, i)); ++i) {
    bool is_found = is_asked_for(subject->options, function->name, function->argument_count, false);
    if (is_found && index-- == 0) return function->name;
  }
  return NULL;
}

static tern_status_t prepare(bench_session_t *session, const char *name, tern_call_t **out_call) {
  const bench_options_t *options = session->subject->options;
  TERN_RETURN_IF_ERROR(tern_call_create(session->session, name, out_call));
  const tern_function_info_t *function = tern_call_function(*out_call);
  if (function->argument_count != options->inputs.count) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "function '%s' takes %u arguments but got %zu; give each with --input", name,
                            function->argument_count, options->inputs.count);
  }
  for (size_t i = 0; i < options->inputs.count; ++i) {
    TERN_RETURN_IF_ERROR(tern_call_set_tensor(*out_call, i, &session->inputs[i]));
  }
  return tern_ok();
}

bool bench_call_open(bench_session_t *session, const char *name, bench_call_t *out_call) {
  const bench_subject_t *subject = session->subject;
  *out_call = (bench_call_t){.session = session, .name = name};
  if (subject->is_dispatch) {
    return report(tern_executable_find(session->executable, name, &out_call->ordinal));
  }
  size_t index;
  if (!report(tern_module_find_function(subject->module, name, &index))) return false;
  out_call->is_async = tern_module_function_at(subject->module, index)->is_async;
  size_t count = out_call->is_async ? (size_t)subject->options->batch_concurrency : 1;
  out_call->calls = allocate(count, sizeof(tern_call_t *));
  for (size_t i = 0; i < count; ++i) {
    ++out_call->call_count;
    if (!report(prepare(session, name, &out_call->calls[i]))) return false;
  }
  return true;
}

static tern_status_t run_dispatch(const bench_call_t *call) {
  const bench_session_t *session = call->session;
  const bench_options_t *options = session->subject->options;
  tern_tensor_t *outputs = NULL;
  size_t output_count = 0;
  tern_run_params_t params = {session->inputs, options->inputs.count, session->push_constants,
                              options->push_constants.count};
  tern_status_t status = tern_run_entry_point(session->subject->device, session->executable, call->ordinal, &params,
                                              &outputs, &output_count);
  tern_run_free_outputs(outputs, output_count);
  return status;
}

// Rounds of calls at the same time.
static tern_status_t run_rounds(const bench_call_t *call) {
  uint64_t batch_size = call->session->subject->options->batch_size;
  for (uint64_t done = 0; done < batch_size; done += call->call_count) {
    tern_status_t status = tern_ok();
    size_t begun = 0;
    for (; begun < call->call_count && tern_status_is_ok(status); ++begun) {
      status = tern_call_submit(call->calls[begun], NULL, NULL);
    }
    for (size_t i = 0; i < begun; ++i) {
      tern_status_t of_call = tern_call_wait(call->calls[i]);
      if (tern_status_is_ok(status)) status = of_call;
    }
    TERN_RETURN_IF_ERROR(status);
  }
  return tern_ok();
}

bool bench_call_run(bench_call_t *call) {
  tern_status_t status;
  if (call->session->subject->is_dispatch) {
    status = run_dispatch(call);
  } else {
    status = call->is_async ? run_rounds(call) : tern_call_invoke(call->calls[0]);
  }
  return report(status);
}

void bench_call_close(bench_call_t *call) {
  for (size_t i = 0; i < call->call_count; ++i) tern_call_destroy(call->calls[i]);
  free(call->calls);
}

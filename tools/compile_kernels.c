// Kernels of Triton: each is compiled to a module by a thread, and the modules become one, or an object file with a header.

#include "compile_kernels.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/files.h"
#include "common/memory.h"
#include "common/messages.h"
#include "compile_endings.h"
#include "compile_list.h"
#include "tern/compiler.h"

enum { THREADS_MAX = 64 };

void show_diagnostic(const tern_compiler_diagnostic_t *diagnostic, void *user) {
  (void)user;
  fputs(diagnostic->text, stderr);
}

// --- loading ---

static tern_status_t load(const kernel_unit_t *unit, const char *file, const tern_compile_options_t *options,
                          tern_compiler_diagnostic_fn_t handler, void *user, tern_compiler_t **out_compiler) {
  tern_compiler_t *compiler = NULL;
  tern_status_t status = tern_compiler_create(&compiler);
  if (tern_status_is_ok(status)) {
    tern_compiler_set_diagnostic_handler(compiler, handler, user);
    status = load_source(compiler, file, options, &unit->source);
  }
  if (!tern_status_is_ok(status)) {
    tern_compiler_destroy(compiler);
    compiler = NULL;
  }
  *out_compiler = compiler;
  return status;
}

tern_compiler_t *load_unit(const kernel_unit_t *unit, const char *file, const tern_compile_options_t *options) {
  tern_compiler_t *compiler;
  tern_status_t status = load(unit, file, options, show_diagnostic, NULL, &compiler);
  if (!compiler && status.code != TERN_INVALID_IR) fail(status.message, NULL);
  return compiler;
}

// --- one kernel ---

typedef struct job {
  const kernel_unit_t *unit;
  tern_compiler_t *compiler;  // of what is loaded already, or NULL; borrowed
  char *told;                 // diagnostics, and the error; owned
  char *data;                 // the artifact; owned
  size_t size;
  char *function;  // for the header; owned
  size_t argument_count;
  bool is_right;
} job_t;

typedef struct work {
  const kernel_request_t *request;
  const tern_compile_options_t *options;
  tern_artifact_t artifact;
  const char *library;  // for headers; NULL: there is none
  job_t *jobs;
  size_t count, next;
} work_t;

static void tell(job_t *job, const char *text) {
  size_t size = job->told ? strlen(job->told) : 0;
  job->told = reallocate(job->told, size + strlen(text) + 1, 1);
  strcpy(job->told + size, text);
}

static void keep_diagnostic(const tern_compiler_diagnostic_t *diagnostic, void *user) { tell(user, diagnostic->text); }

// The function of the variant with the most arguments.
static tern_status_t describe(const work_t *work, job_t *job, const tern_compiler_t *compiler) {
  const kernel_unit_t *unit = job->unit;
  const tern_kernel_function_options_t options = {.library = work->library,
                                                  .grid = unit->grid,
                                                  .constants = unit->source.constants.values,
                                                  .constant_count = unit->source.constants.count};
  char *text;
  size_t count;
  tern_status_t status = tern_compiler_kernel_function(compiler, &options, &text, &count);
  if (!tern_status_is_ok(status)) return status;
  if (job->function && count <= job->argument_count) {
    free(text);
    return status;
  }
  free(job->function);
  job->function = text;
  job->argument_count = count;
  return status;
}

static tern_status_t prepare(const work_t *work, job_t *job, tern_compiler_t *compiler) {
  if (job->unit->out_name) TERN_RETURN_IF_ERROR(tern_compiler_rename_kernel(compiler, job->unit->out_name));
  return work->library ? describe(work, job, compiler) : tern_ok();
}

static tern_status_t compile_job(const work_t *work, job_t *job) {
  const kernel_unit_t *unit = job->unit;
  size_t count = 0, most = unit->variants.count + 1;
  tern_compiler_t **compilers = allocate(most, sizeof *compilers);
  tern_status_t status = tern_ok();
  while (count < most && tern_status_is_ok(status)) {
    compilers[count] = count == 0 ? job->compiler : NULL;
    if (!compilers[count]) {
      const char *file = count ? unit->variants.values[count - 1] : unit->file;
      status = load(unit, file, work->options, keep_diagnostic, job, &compilers[count]);
    }
    if (tern_status_is_ok(status)) status = prepare(work, job, compilers[count++]);
  }
  if (tern_status_is_ok(status)) {
    status = tern_compiler_emit_kernel_variants(compilers, count, work->options, &unit->launch, work->artifact,
                                                &job->data, &job->size);
  }
  while (count-- > 0) {
    if (compilers[count] != job->compiler) tern_compiler_destroy(compilers[count]);
  }
  free(compilers);
  return status;
}

static void *work_through(void *user) {
  work_t *work = user;
  for (size_t i; (i = __atomic_fetch_add(&work->next, 1, __ATOMIC_RELAXED)) < work->count;) {
    job_t *job = &work->jobs[i];
    tern_status_t status = compile_job(work, job);
    job->is_right = tern_status_is_ok(status);
    if (job->is_right || status.code == TERN_INVALID_IR) continue;
    tell(job, tool_name);
    tell(job, ": error: ");
    tell(job, status.message);
    tell(job, "\n");
  }
  return NULL;
}

// Compiles all jobs, and tells what they have to say in their order.
static bool run_jobs(work_t *work) {
  pthread_t threads[THREADS_MAX];
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  size_t wanted = processors > 1 ? (size_t)processors : 1, started = 0;
  if (wanted > work->count) wanted = work->count;
  if (wanted > THREADS_MAX) wanted = THREADS_MAX;
  while (started + 1 < wanted && pthread_create(&threads[started], NULL, work_through, work) == 0) ++started;
  work_through(work);
  while (started > 0) pthread_join(threads[--started], NULL);
  bool is_right = true;
  for (size_t i = 0; i < work->count; ++i) {
    if (work->jobs[i].told) fputs(work->jobs[i].told, stderr);
    is_right &= work->jobs[i].is_right;
  }
  return is_right;
}

// --- object files ---

// `NAME` of folder/NAME.o, as C has names; owned.
static char *library_name(const char *output) {
  const char *slash = strrchr(output, '/'), *base = slash ? slash + 1 : output, *dot = strrchr(base, '.');
  size_t size = dot ? (size_t)(dot - base) : strlen(base);
  char *name = allocate(size + 2, 1);
  snprintf(name, size + 2, "%s%.*s", isdigit((unsigned char)*base) ? "_" : "", (int)size, base);
  for (char *at = name; *at; ++at) *at = isalnum((unsigned char)*at) ? *at : '_';
  return name;
}

// Functions of one kernel each, of its variants that with the most arguments.
static char *join_functions(const work_t *work) {
  size_t size = 1;
  for (size_t i = 0; i < work->count; ++i) size += strlen(work->jobs[i].function);
  char *text = allocate(size, 1), *end = text;
  for (size_t i = 0; i < work->count; ++i) {
    const job_t *job = &work->jobs[i];
    bool is_best = true;
    for (size_t k = 0; k < work->count && is_best; ++k) {
      const job_t *other = &work->jobs[k];
      bool is_same = k != i && job->unit->out_name && other->unit->out_name &&
                     strcmp(job->unit->out_name, other->unit->out_name) == 0;
      is_best = !is_same || other->argument_count < job->argument_count ||
                (other->argument_count == job->argument_count && k > i);
    }
    if (is_best) end += sprintf(end, "%s", job->function);
  }
  return text;
}

static bool write_object(const work_t *work, const char *module, size_t size) {
  const char *output = work->request->output, *dot = strrchr(output, '.');
  char *object = NULL, *text = NULL, *functions = join_functions(work);
  char *path = work->request->header ? copy_text(work->request->header, strlen(work->request->header))
                                     : allocate(strlen(output) + 3, 1);
  if (!work->request->header) sprintf(path, "%.*s.h", (int)(dot - output), output);
  size_t object_size;
  tern_status_t status = tern_kernel_module_embed(module, size, work->library, work->options, &object, &object_size);
  if (tern_status_is_ok(status)) status = tern_kernel_library_header(work->library, functions, &text);
  bool is_right = report(status) && write_file(output, object, object_size) && write_file(path, text, strlen(text));
  free(object);
  free(text);
  free(functions);
  free(path);
  return is_right;
}

// --- what is written ---

static bool write_output(const work_t *work) {
  const kernel_request_t *request = work->request;
  char *joined = NULL;
  const char **modules = allocate(work->count, sizeof *modules);
  size_t *sizes = allocate(work->count, sizeof *sizes), size;
  for (size_t i = 0; i < work->count; ++i) {
    modules[i] = work->jobs[i].data;
    sizes[i] = work->jobs[i].size;
  }
  bool is_module = work->artifact == TERN_ARTIFACT_MODULE, is_right = true;
  if (is_module) is_right = report(tern_kernel_modules_join(modules, sizes, work->count, &joined, &size));
  if (is_right && work->library) {
    is_right = write_object(work, joined, size);
  } else if (is_right) {
    is_right = write_file(request->output, is_module ? joined : modules[0], is_module ? size : sizes[0]);
  }
  free(joined);
  free(modules);
  free(sizes);
  return is_right;
}

static bool compile_units(const kernel_request_t *request, const kernel_unit_t *units, size_t count,
                          tern_compiler_t *first) {
  const ending_t *ending = find_ending(request->output);
  tern_compile_options_t options = *request->options;
  work_t work = {.request = request, .options = &options, .count = count};
  if (!ending) return false;
  bool is_for_amd = options.target && fits_target(options.target, "hip") && !is_target(options.target, "cpu") &&
                    !is_target(options.target, "cuda") && !strchr(options.target, ',');
  bool is_object = ending->artifact == TERN_ARTIFACT_OBJECT && strcmp(request->output, "-") != 0 &&
                   (!ending->target || strcmp(ending->target, "cpu") == 0) && !is_for_amd;
  work.artifact = is_object ? TERN_ARTIFACT_MODULE : ending->artifact;
  if (request->header && !is_object) return fail("only an object file of kernels has a header", request->header);
  if (count > 1 && work.artifact != TERN_ARTIFACT_MODULE)
    return fail("several kernels are compiled to a module (.tern) or an object file (.o)", request->output);
  if (work.artifact != TERN_ARTIFACT_MODULE && !choose_target(request->devices, request->output, ending, &options))
    return false;
  char *library = is_object ? library_name(request->output) : NULL;
  work.library = library;
  work.jobs = allocate(count, sizeof *work.jobs);
  for (size_t i = 0; i < count; ++i) work.jobs[i].unit = &units[i];
  work.jobs[0].compiler = first;
  bool is_right = run_jobs(&work) && (request->is_printed || write_output(&work));
  for (size_t i = 0; i < count; ++i) {
    free(work.jobs[i].told);
    free(work.jobs[i].data);
    free(work.jobs[i].function);
  }
  free(work.jobs);
  free(library);
  return is_right;
}

bool compile_kernel(const kernel_request_t *request, const kernel_unit_t *unit, tern_compiler_t *compiler) {
  return compile_units(request, unit, 1, compiler);
}

bool compile_configurations(const kernel_request_t *request, const kernel_unit_t *unit) {
  unit_list_t units = {0};
  bool is_right = unit_list_add_configurations(&units, unit, request->options) &&
                  compile_units(request, units.values, units.count, NULL);
  unit_list_free(&units);
  return is_right;
}

bool compile_kernel_list(const kernel_request_t *request, const char *list) {
  unit_list_t units = {0};
  bool is_right = unit_list_read(&units, list) && unit_list_configure(&units, request->options) &&
                  compile_units(request, units.values, units.count, NULL);
  unit_list_free(&units);
  return is_right;
}

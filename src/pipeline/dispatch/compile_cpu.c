// Compilation for the CPU: the llvm dialect, and what target/llvm makes of it.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "convert/hal/abi.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pipeline/dispatch/compilation.h"
#include "pipeline/targets/cpu_targets.h"
#include "target/llvm_loader.h"
#include "target/module/module_writer.h"

static tern_status_t lower(const tern_compilation_t *c, const tern_cpu_target_t *target, tern_dispatch_info_t *info) {
  tern_block_for_each_op(tern_op_body(c->module, 0), op) {
    if (!tern_hal_schedule(op)) continue;
    tern_op_error(op, "was split into kernels, which the target cpu does not run in a row");
    return tern_status_make(TERN_INVALID_IR, "the dispatch could not be compiled");
  }
  tern_dispatch_values_t values = {
      .machine = target->machine, .tuning = c->options->tuning_file, .explains_tuning = c->explains};
  TERN_RETURN_IF_ERROR(tern_compilation_run(c, TERN_DISPATCH_CPU_TO_LLVM, &values));
  tern_compilation_show_ir(c, "llvm");
  // Entry points that were distributed have a function for their grid.
  for (size_t i = 0; i < info->entry_point_count; ++i) {
    char name[512];
    snprintf(name, sizeof name, "%s_workgroup_count", info->entry_points[i].name);
    if (tern_symbol_lookup_in(c->module, tern_str_from_cstr(name))) {
      // Any address but NULL: the header and the JIT put the real one in its place.
      info->entry_points[i].workgroup_count = (tern_workgroup_count_fn_t)(uintptr_t)1;
    }
  }
  // What is left beside the llvm dialect has told all it knows.
  tern_op_t *interface = tern_hal_module_interface(c->module);
  if (interface) tern_op_destroy(interface);
  return tern_ok();
}

static tern_status_t translate_begin(const tern_compilation_t *c, const tern_llvm_backend_t *backend,
                                     const tern_cpu_target_t *target, tern_llvm_output_t output,
                                     tern_llvm_budget_t *budget, tern_llvm_job_t **out_job) {
  tern_llvm_options_t options = {.triple = c->options->triple,
                                 .cpu = target->cpu,
                                 .features = target->features,
                                 .passes = c->options->llvm_passes,
                                 .is_program = c->is_program,
                                 .budget = budget};
  if (c->options->stage) {
    tern_llvm_buffer_t text = {0};
    TERN_RETURN_IF_ERROR(backend->compile(c->module, &options, TERN_LLVM_IR, &text));
    tern_compilation_show(c, "llvm-ir", text.data);
    free(text.data);
  }
  *out_job = backend->compile_begin(c->module, &options, output);
  return tern_ok();
}

// Code for one or several processors, under way.
typedef struct job {
  const tern_llvm_backend_t *backend;
  tern_cpu_targets_t targets;  // in the arena of the kernels
  tern_llvm_job_t *jobs[TERN_CPU_TARGETS_MAX];
  size_t count;                     // of jobs
  bool is_image;                    // is the code put into one?
  const tern_kernels_t *module_of;  // whose tables go into a module with it; NULL: the code is all
  const char *format;               // of the objects, as the runtime names it
} job_t;

// Lowers for one of several processors, and begins the translation: all but the last get a copy of the module.
static tern_status_t begin_target(const tern_compilation_t *c, tern_kernels_t *kernels, tern_llvm_output_t output,
                                  tern_llvm_budget_t *budget, job_t *job) {
  const tern_cpu_target_t *target = &job->targets.values[job->count];
  bool is_last = job->count + 1 == job->targets.count;
  tern_compilation_t own = *c;
  if (job->targets.count > 1) tern_compilation_name_processor(&own, target->name, &kernels->arena);
  if (!is_last) {
    tern_map_t mapping = {0};
    own.module = tern_op_clone(c->module, &mapping);
    tern_map_deinitialize(&mapping);
    if (c->module->block) tern_op_insert(own.module, c->module->block, c->module);
  }
  tern_status_t status = lower(&own, target, &kernels->info);
  if (tern_status_is_ok(status)) {
    status = translate_begin(&own, job->backend, target, output, budget, &job->jobs[job->count]);
  }
  if (tern_status_is_ok(status)) ++job->count;
  if (!is_last) tern_op_destroy(own.module);
  return status;
}

// Waits for all jobs; the code of each goes to `out_buffers`.
static tern_status_t finish_jobs(job_t *job, tern_llvm_buffer_t out_buffers[TERN_CPU_TARGETS_MAX]) {
  tern_status_t status = tern_ok();
  for (size_t i = 0; i < job->count; ++i) {
    tern_status_t of_job = job->backend->compile_finish(job->jobs[i], &out_buffers[i]);
    if (tern_status_is_ok(status)) status = of_job;
  }
  return status;
}

static void free_buffers(tern_llvm_buffer_t *buffers, size_t count) {
  for (size_t i = 0; i < count; ++i) free(buffers[i].data);
}

// Says what a budget meant.
static void note_budget(const tern_compilation_t *c, const tern_llvm_budget_t *total, tern_kernels_t *kernels) {
  bool fits = total->estimate <= (double)c->budget;
  if (total->reduced_count == 0 && fits) return;
  char rest[64] = "";
  if (!fits) snprintf(rest, sizeof rest, ", and still about %.0f ms", total->estimate);
  snprintf(kernels->note, sizeof kernels->note, "%zu of %zu functions without optimizations, for %lld ms%s",
           total->reduced_count, total->kernel_count, (long long)c->budget, rest);
}

static tern_status_t emit_begin(tern_compilation_t *c, tern_kernels_t *kernels, tern_artifact_t artifact,
                                void **out_job) {
  static const tern_llvm_output_t outputs[] = {
      [TERN_ARTIFACT_OBJECT] = TERN_LLVM_OBJECT, [TERN_ARTIFACT_ASSEMBLY] = TERN_LLVM_ASSEMBLY,
      [TERN_ARTIFACT_LLVM_IR] = TERN_LLVM_IR,    [TERN_ARTIFACT_BITCODE] = TERN_LLVM_BITCODE,
      [TERN_ARTIFACT_MODULE] = TERN_LLVM_OBJECT,
  };
  if (artifact == TERN_ARTIFACT_SPIRV) {
    return tern_status_make(
        TERN_UNSUPPORTED,
        "the target cpu makes objects (.o), assembly (.s), LLVM IR (.ll), bitcode (.bc) and modules "
        "(.tern) only");
  }
  bool is_module = artifact == TERN_ARTIFACT_MODULE;
  job_t job = {.is_image = is_module || (c->is_program && artifact == TERN_ARTIFACT_OBJECT),
               .module_of = is_module ? kernels : NULL,
               .format = tern_cpu_object_format(c->options->triple)};
  TERN_RETURN_IF_ERROR(tern_llvm_load_target(c->options->triple, &job.backend));
  TERN_RETURN_IF_ERROR(tern_cpu_targets_read(c->options, job.backend, &kernels->arena, &job.targets));
  if (job.targets.count > 1 && !job.is_image) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "only a module (.tern) can hold code for several processors; name one with --target-cpu");
  }
  tern_status_t status = tern_ok();
  tern_llvm_budget_t total = {0};
  while (job.count < job.targets.count && tern_status_is_ok(status)) {
    tern_llvm_budget_t budget = {.limit = (double)c->budget / (double)job.targets.count};
    status = begin_target(c, kernels, outputs[artifact], c->budget ? &budget : NULL, &job);
    total.kernel_count += budget.kernel_count;
    total.reduced_count += budget.reduced_count;
    total.estimate += budget.estimate;
  }
  note_budget(c, &total, kernels);
  if (tern_status_is_ok(status)) {
    *out_job = tern_malloc(sizeof job);
    memcpy(*out_job, &job, sizeof job);
    return status;
  }
  tern_llvm_buffer_t buffers[TERN_CPU_TARGETS_MAX] = {0};
  tern_status_t of_jobs = finish_jobs(&job, buffers);
  (void)of_jobs;  // what came first is told
  free_buffers(buffers, job.count);
  return status;
}

static void write_image(const job_t *job, const tern_llvm_buffer_t *buffers, char **out_data, size_t *out_size) {
  tern_cpu_image_object_t objects[TERN_CPU_TARGETS_MAX];
  tern_string_builder_t image = {0};
  for (size_t i = 0; i < job->count; ++i) {
    const tern_cpu_target_t *target = &job->targets.values[i];
    objects[i] = (tern_cpu_image_object_t){.name = target->name,
                                           .needs = target->needs,
                                           .need_count = target->need_count,
                                           .code = tern_str_make(buffers[i].data, buffers[i].size)};
  }
  tern_cpu_image_write(objects, job->count, &image);
  *out_size = image.size;
  *out_data = tern_string_builder_take(&image);
}

// A module file around the code.
static void wrap(const job_t *job, char **inout_data, size_t *inout_size) {
  tern_module_executable_t executable = {.target = "cpu",
                                         .format = job->format,
                                         .entry_points = job->module_of->info.entry_points,
                                         .entry_point_count = job->module_of->info.entry_point_count,
                                         .code = *inout_data,
                                         .code_size = *inout_size};
  tern_string_builder_t module = {0};
  tern_module_write(&executable, 1, &module);
  free(*inout_data);
  *inout_size = module.size;
  *inout_data = tern_string_builder_take(&module);
}

static tern_status_t emit_finish(void *user, char **out_data, size_t *out_size) {
  job_t *job = user;
  tern_llvm_buffer_t buffers[TERN_CPU_TARGETS_MAX] = {0};
  tern_status_t status = finish_jobs(job, buffers);
  if (tern_status_is_ok(status) && job->is_image) {
    write_image(job, buffers, out_data, out_size);
    if (job->module_of) wrap(job, out_data, out_size);
  } else if (tern_status_is_ok(status)) {
    *out_data = buffers[0].data;
    *out_size = buffers[0].size;
    buffers[0].data = NULL;
  }
  free_buffers(buffers, job->count);
  free(job);
  return status;
}

static tern_status_t emit(tern_compilation_t *c, tern_kernels_t *kernels, tern_artifact_t artifact, char **out_data,
                          size_t *out_size) {
  void *job;
  TERN_RETURN_IF_ERROR(emit_begin(c, kernels, artifact, &job));
  return emit_finish(job, out_data, out_size);
}

// Code that was linked into this process.
typedef struct linked {
  const tern_llvm_backend_t *backend;
  tern_llvm_jit_t *jit;
} linked_t;

static void release(void *state) {
  linked_t *linked = state;
  linked->backend->jit_destroy(linked->jit);
  free(linked);
}

static tern_status_t link_entry_points(const linked_t *linked, tern_kernels_t *kernels) {
  for (size_t i = 0; i < kernels->info.entry_point_count; ++i) {
    tern_entry_point_t *entry = &kernels->info.entry_points[i];
    char name[512];
    void *address = NULL;
    TERN_RETURN_IF_ERROR(linked->backend->jit_lookup(linked->jit, entry->name, &address));
    memcpy(&entry->fn, &address, sizeof address);
    if (!entry->workgroup_count) continue;
    snprintf(name, sizeof name, "%s_workgroup_count", entry->name);
    TERN_RETURN_IF_ERROR(linked->backend->jit_lookup(linked->jit, name, &address));
    memcpy(&entry->workgroup_count, &address, sizeof address);
  }
  return tern_ok();
}

static tern_status_t compile(tern_compilation_t *c, tern_kernels_t *kernels) {
  const tern_llvm_backend_t *backend;
  tern_llvm_buffer_t object = {0};
  tern_cpu_targets_t targets;
  TERN_RETURN_IF_ERROR(tern_llvm_load_target(c->options->triple, &backend));
  TERN_RETURN_IF_ERROR(tern_cpu_targets_read(c->options, backend, &kernels->arena, &targets));
  if (targets.count > 1) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "kernels for this process are for one processor, not several");
  }
  TERN_RETURN_IF_ERROR(lower(c, &targets.values[0], &kernels->info));
  tern_llvm_job_t *job;
  TERN_RETURN_IF_ERROR(translate_begin(c, backend, &targets.values[0], TERN_LLVM_OBJECT, NULL, &job));
  TERN_RETURN_IF_ERROR(backend->compile_finish(job, &object));
  linked_t *linked = tern_malloc(sizeof *linked);
  *linked = (linked_t){.backend = backend};
  kernels->state = linked;
  kernels->release = release;
  kernels->format = "entry-points";
  tern_status_t status = backend->jit_create(&linked->jit);
  if (tern_status_is_ok(status)) status = backend->jit_add_object(linked->jit, object.data, object.size);
  free(object.data);
  return tern_status_is_ok(status) ? link_entry_points(linked, kernels) : status;
}

const tern_compile_target_t tern_compile_target_cpu = {
    .names = {"cpu", "llvm-cpu", "dylib-llvm-aot"},
    .compile = compile,
    .emit = emit,
    .emit_begin = emit_begin,
    .emit_finish = emit_finish,
};

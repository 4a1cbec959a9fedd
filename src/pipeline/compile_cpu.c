// Compilation for the CPU: the llvm dialect, and what target/llvm makes of it.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "convert/hal_abi.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pipeline/compilation.h"
#include "target/llvm_loader.h"

static bool contains(const char *text, const char *part) { return text && strstr(text, part) != NULL; }

// Bytes of a vector register that the code may use.
static int vector_bytes(const tern_compilation_t *c, const tern_llvm_backend_t *backend) {
  const tern_compile_options_t *o = c->options;
  bool is_host = !o->cpu && !o->features && !o->triple;
  char *of_host = is_host ? backend->host_features() : NULL;
  const char *features = is_host ? of_host : o->features;
  bool has_512 = contains(features, "+avx512f") || contains(o->cpu, "avx512") || contains(o->cpu, "x86-64-v4");
  bool has_256 = contains(features, "+avx2") || contains(o->cpu, "x86-64-v3");
  free(of_host);
  return has_512 ? 64 : has_256 ? 32 : 16;
}

static tern_status_t lower(const tern_compilation_t *c, const tern_llvm_backend_t *backend,
                           tern_dispatch_info_t *info) {
  tern_block_for_each_op(tern_op_body(c->module, 0), op) {
    if (!tern_hal_schedule(op)) continue;
    tern_op_error(op, "was split into kernels, which the target cpu does not run in a row");
    return tern_status_make(TERN_INVALID_IR, "the dispatch could not be compiled");
  }
  char text[96];
  snprintf(text, sizeof text, "iree-codegen-linalg-to-llvm-pipeline{vector-bytes=%d}", vector_bytes(c, backend));
  TERN_RETURN_IF_ERROR(tern_compilation_run(c, text));
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
                                     tern_llvm_output_t output, tern_llvm_job_t **out_job) {
  tern_llvm_options_t options = {.triple = c->options->triple,
                                 .cpu = c->options->cpu,
                                 .features = c->options->features,
                                 .passes = c->options->llvm_passes,
                                 .is_program = c->is_program};
  if (c->options->stage) {
    tern_llvm_buffer_t text = {0};
    TERN_RETURN_IF_ERROR(backend->compile(c->module, &options, TERN_LLVM_IR, &text));
    tern_compilation_show(c, "llvm-ir", text.data);
    free(text.data);
  }
  *out_job = backend->compile_begin(c->module, &options, output);
  return tern_ok();
}

static tern_status_t emit_begin(tern_compilation_t *c, tern_kernels_t *kernels, tern_artifact_t artifact,
                                void **out_job) {
  static const tern_llvm_output_t outputs[] = {
      [TERN_ARTIFACT_OBJECT] = TERN_LLVM_OBJECT,
      [TERN_ARTIFACT_ASSEMBLY] = TERN_LLVM_ASSEMBLY,
      [TERN_ARTIFACT_LLVM_IR] = TERN_LLVM_IR,
      [TERN_ARTIFACT_BITCODE] = TERN_LLVM_BITCODE,
  };
  if ((size_t)artifact >= sizeof outputs / sizeof outputs[0]) {
    return tern_status_make(TERN_UNSUPPORTED, "the target cpu makes objects, assembly, LLVM IR and bitcode only");
  }
  const tern_llvm_backend_t *backend;
  tern_llvm_job_t *job;
  TERN_RETURN_IF_ERROR(tern_llvm_load(&backend));
  TERN_RETURN_IF_ERROR(lower(c, backend, &kernels->info));
  TERN_RETURN_IF_ERROR(translate_begin(c, backend, outputs[artifact], &job));
  *out_job = job;
  return tern_ok();
}

static tern_status_t emit_finish(void *job, char **out_data, size_t *out_size) {
  const tern_llvm_backend_t *backend;
  tern_llvm_buffer_t buffer = {0};
  TERN_RETURN_IF_ERROR(tern_llvm_load(&backend));
  TERN_RETURN_IF_ERROR(backend->compile_finish(job, &buffer));
  *out_data = buffer.data;
  *out_size = buffer.size;
  return tern_ok();
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
  TERN_RETURN_IF_ERROR(tern_llvm_load(&backend));
  TERN_RETURN_IF_ERROR(lower(c, backend, &kernels->info));
  tern_llvm_job_t *job;
  TERN_RETURN_IF_ERROR(translate_begin(c, backend, TERN_LLVM_OBJECT, &job));
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
    .names = {"cpu", "llvm-cpu"},
    .compile = compile,
    .emit = emit,
    .emit_begin = emit_begin,
    .emit_finish = emit_finish,
};

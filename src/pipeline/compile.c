// Compilation of a dispatch for the CPU, step by step over the ready-made pipelines.

#include "tern/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/printer.h"
#include "base/vec.h"
#include "convert/hal_abi.h"
#include "dialect/builtin/builtin.h"
#include "dialect/func/func.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pass/pass_manager.h"
#include "pipeline/compiler.h"
#include "pipeline/dispatch_info.h"
#include "pipeline/registry.h"
#include "target/llvm_loader.h"

struct tern_kernels_t {
  const tern_llvm_backend_t *backend;
  tern_llvm_jit_t *jit;
  tern_arena_t arena;  // holds the tables
  tern_dispatch_info_t info;
};

typedef struct compilation {
  tern_context_t *context;
  tern_op_t *module;  // the dispatch's own module
  const tern_compile_options_t *options;
  const tern_llvm_backend_t *backend;
} compilation_t;

// --- the dispatch ---

// Names that a variant's pattern may select. The front half of the pipeline is common to all of them.
static const char *const target_names[] = {"cpu",          "llvm-cpu", "dylib-llvm-aot", "vulkan",
                                           "vulkan-spirv", "cuda",     "opencl"};

static bool check_pattern(const tern_op_t *variant) {
  tern_str_t pattern = tern_string_attr_value(tern_op_attr(variant, "target"));
  for (size_t i = 0; i < sizeof target_names / sizeof target_names[0]; ++i) {
    if (tern_hal_target_matches(pattern, tern_str_from_cstr(target_names[i]))) return true;
  }
  tern_op_error(variant, "selects no target with the pattern \"%.*s\"", (int)pattern.size, pattern.data);
  tern_emit_note(variant->loc, "targets are cpu, llvm-cpu, vulkan-spirv, cuda and opencl; '*' stands for any text");
  return false;
}

typedef TERN_VEC(tern_op_t *) op_list_t;

static tern_walk_result_t collect_variants(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_HAL(EXECUTABLE_VARIANT))) return TERN_WALK_ADVANCE;
  tern_vec_push((op_list_t *)user, op);
  return TERN_WALK_SKIP;
}

// The module inside the variant, or the module itself if there is no variant. NULL after an error.
static tern_op_t *find_dispatch(tern_op_t *root) {
  op_list_t variants = {0};
  tern_op_walk_pre(root, collect_variants, &variants);
  tern_op_t *module = root;
  if (variants.count > 1) {
    tern_op_error(variants.values[1], "is a second dispatch in one file");
    tern_emit_note(variants.values[0]->loc, "the first is here; compile them from files of their own");
    module = NULL;
  } else if (variants.count == 1) {
    module = check_pattern(variants.values[0]) ? tern_op_body(variants.values[0], 0)->first_op : NULL;
    while (module && !tern_op_is(module, TERN_BUILTIN(MODULE))) module = module->next;
  }
  tern_vec_deinitialize(&variants);
  if (!module) return NULL;
  tern_block_t *body = tern_op_body(module, 0);
  for (tern_op_t *op = body ? body->first_op : NULL; op; op = op->next) {
    if (tern_hal_is_entry_point(op)) return module;
  }
  tern_op_error(module, "has no entry point");
  tern_emit_note(module->loc, "a function with a body that is not private is one");
  return NULL;
}

// --- steps ---

static void show_stage(const compilation_t *c, const char *stage, const char *text) {
  if (c->options->stage) c->options->stage(stage, text, c->options->user);
}

static void show_ir(const compilation_t *c, const char *stage) {
  if (!c->options->stage) return;
  tern_string_builder_t text = {0};
  tern_print_op(c->module, &TERN_PRINT_DEFAULT, &text);
  show_stage(c, stage, text.data ? text.data : "");
  tern_string_builder_deinitialize(&text);
}

static tern_status_t run_pipeline(const compilation_t *c, const char *text) {
  tern_pass_manager_t *manager = tern_pass_manager_create(c->context, &tern_all_passes, "builtin.module");
  tern_pass_options_t options = {.verify_each = false};
  bool is_right =
      tern_pass_manager_parse(manager, tern_str_from_cstr(text)) && tern_pass_manager_run(manager, c->module, &options);
  tern_pass_manager_destroy(manager);
  return is_right ? tern_ok() : tern_status_make(TERN_INVALID_IR, "the dispatch could not be compiled");
}

static bool contains(const char *text, const char *part) { return text && strstr(text, part) != NULL; }

// Bytes of a vector register that the code may use.
static int vector_bytes(const compilation_t *c) {
  const tern_compile_options_t *o = c->options;
  bool is_host = !o->cpu && !o->features && !o->triple;
  char *of_host = is_host ? c->backend->host_features() : NULL;
  const char *features = is_host ? of_host : o->features;
  bool has_512 = contains(features, "+avx512f") || contains(o->cpu, "avx512") || contains(o->cpu, "x86-64-v4");
  bool has_256 = contains(features, "+avx2") || contains(o->cpu, "x86-64-v3");
  free(of_host);
  return has_512 ? 64 : has_256 ? 32 : 16;
}

// Lowers the module to the llvm dialect and reads what callers must know of it on the way.
static tern_status_t lower(compilation_t *c, tern_arena_t *arena, tern_dispatch_info_t *out_info) {
  show_ir(c, "input");
  // Before a pass may find that something is never used: callers pass what the program asks for.
  if (!tern_dispatch_info_read(c->module, arena, out_info)) {
    return tern_status_make(TERN_INVALID_IR, "the interface of the dispatch could not be read");
  }
  TERN_RETURN_IF_ERROR(run_pipeline(c, "hlo-to-linalg-pipeline"));
  show_ir(c, "linalg-on-buffers");
  char text[96];
  snprintf(text, sizeof text, "iree-codegen-linalg-to-llvm-pipeline{vector-bytes=%d}", vector_bytes(c));
  TERN_RETURN_IF_ERROR(run_pipeline(c, text));
  show_ir(c, "llvm");
  // Entry points that were distributed have a function for their grid.
  for (size_t i = 0; i < out_info->entry_point_count; ++i) {
    char name[512];
    snprintf(name, sizeof name, "%s_workgroup_count", out_info->entry_points[i].name);
    if (tern_symbol_lookup_in(c->module, tern_str_from_cstr(name))) {
      // Any address but NULL: the header and the JIT put the real one in its place.
      out_info->entry_points[i].workgroup_count = (tern_workgroup_count_fn_t)(uintptr_t)1;
    }
  }
  // What is left beside the llvm dialect has told all it knows.
  tern_op_t *interface = tern_hal_module_interface(c->module);
  if (interface) tern_op_destroy(interface);
  return tern_ok();
}

static const tern_compile_options_t default_options;

static tern_status_t begin(tern_compiler_t *compiler, const tern_compile_options_t *options, compilation_t *out) {
  *out = (compilation_t){.options = options ? options : &default_options};
  const char *target = out->options->target;
  if (target && strcmp(target, "cpu") != 0 && strcmp(target, "llvm-cpu") != 0) {
    return tern_status_make(TERN_UNSUPPORTED, "unknown target '%s': this build compiles for cpu", target);
  }
  tern_op_t *root = tern_compiler_module(compiler);
  if (!root) return tern_status_make(TERN_FAILED_PRECONDITION, "nothing is loaded");
  out->context = tern_compiler_context(compiler);
  out->module = find_dispatch(root);
  if (!out->module) return tern_status_make(TERN_INVALID_IR, "the file holds no dispatch that can be compiled");
  return tern_llvm_load(&out->backend);
}

static tern_status_t emit(const compilation_t *c, tern_llvm_output_t output, tern_llvm_buffer_t *out_buffer) {
  tern_llvm_options_t options = {.triple = c->options->triple,
                                 .cpu = c->options->cpu,
                                 .features = c->options->features,
                                 .passes = c->options->llvm_passes};
  if (c->options->stage) {
    tern_llvm_buffer_t text = {0};
    TERN_RETURN_IF_ERROR(c->backend->compile(c->module, &options, TERN_LLVM_IR, &text));
    show_stage(c, "llvm-ir", text.data);
    free(text.data);
  }
  return c->backend->compile(c->module, &options, output, out_buffer);
}

// --- the API ---

tern_status_t tern_compiler_emit(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                 tern_artifact_t artifact, const char *header_name, char **out_data, size_t *out_size,
                                 char **out_header) {
  static const tern_llvm_output_t outputs[] = {
      [TERN_ARTIFACT_OBJECT] = TERN_LLVM_OBJECT,
      [TERN_ARTIFACT_ASSEMBLY] = TERN_LLVM_ASSEMBLY,
      [TERN_ARTIFACT_LLVM_IR] = TERN_LLVM_IR,
      [TERN_ARTIFACT_BITCODE] = TERN_LLVM_BITCODE,
  };
  *out_data = NULL;
  *out_size = 0;
  if (out_header) *out_header = NULL;
  compilation_t c;
  TERN_RETURN_IF_ERROR(begin(compiler, options, &c));
  tern_arena_t arena;
  tern_dispatch_info_t info;
  tern_arena_initialize(&arena);
  tern_status_t status = lower(&c, &arena, &info);
  tern_llvm_buffer_t buffer = {0};
  if (tern_status_is_ok(status)) status = emit(&c, outputs[artifact], &buffer);
  if (tern_status_is_ok(status) && out_header) {
    tern_string_builder_t header = {0};
    tern_dispatch_info_write_header(&info, header_name ? header_name : "kernels.h", &header);
    *out_header = tern_string_builder_take(&header);
  }
  if (tern_status_is_ok(status)) {
    *out_data = buffer.data;
    *out_size = buffer.size;
  }
  tern_arena_deinitialize(&arena);
  return status;
}

static tern_status_t link_kernels(const compilation_t *c, tern_kernels_t *kernels) {
  tern_llvm_buffer_t object = {0};
  TERN_RETURN_IF_ERROR(emit(c, TERN_LLVM_OBJECT, &object));
  tern_status_t status = c->backend->jit_create(&kernels->jit);
  if (tern_status_is_ok(status)) status = c->backend->jit_add_object(kernels->jit, object.data, object.size);
  free(object.data);
  for (size_t i = 0; tern_status_is_ok(status) && i < kernels->info.entry_point_count; ++i) {
    tern_entry_point_t *entry = &kernels->info.entry_points[i];
    char name[512];
    void *address = NULL;
    status = c->backend->jit_lookup(kernels->jit, entry->name, &address);
    memcpy(&entry->fn, &address, sizeof address);
    if (!tern_status_is_ok(status) || !entry->workgroup_count) continue;
    snprintf(name, sizeof name, "%s_workgroup_count", entry->name);
    status = c->backend->jit_lookup(kernels->jit, name, &address);
    memcpy(&entry->workgroup_count, &address, sizeof address);
  }
  return status;
}

tern_status_t tern_compiler_compile(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                    tern_kernels_t **out_kernels) {
  *out_kernels = NULL;
  compilation_t c;
  TERN_RETURN_IF_ERROR(begin(compiler, options, &c));
  tern_kernels_t *kernels = tern_malloc(sizeof *kernels);
  *kernels = (tern_kernels_t){.backend = c.backend};
  tern_arena_initialize(&kernels->arena);
  tern_status_t status = lower(&c, &kernels->arena, &kernels->info);
  if (tern_status_is_ok(status)) status = link_kernels(&c, kernels);
  if (tern_status_is_ok(status)) {
    *out_kernels = kernels;
  } else {
    tern_kernels_destroy(kernels);
  }
  return status;
}

const tern_entry_point_t *tern_kernels_entry_points(const tern_kernels_t *kernels, size_t *out_count) {
  *out_count = kernels->info.entry_point_count;
  return kernels->info.entry_points;
}

void tern_kernels_destroy(tern_kernels_t *kernels) {
  if (!kernels) return;
  kernels->backend->jit_destroy(kernels->jit);
  tern_arena_deinitialize(&kernels->arena);
  free(kernels);
}

// Compilation of a dispatch, step by step over the ready-made pipelines: what is common to all targets.

#include "tern/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/printer.h"
#include "base/vec.h"
#include "convert/hal/abi.h"
#include "dialect/builtin/builtin.h"
#include "dialect/func/func.h"
#include "ir/diagnostic.h"
#include "pass/pass_manager.h"
#include "pipeline/compiler.h"
#include "pipeline/cost/dispatch_cost.h"
#include "pipeline/dispatch/compilation.h"
#include "pipeline/options/heeded.h"
#include "pipeline/options/targets.h"
#include "pipeline/registry.h"

static const tern_compile_target_t *const targets[] = {&tern_compile_target_cpu, &tern_compile_target_vulkan,
                                                       &tern_compile_target_cuda, &tern_compile_target_interpreter};
#define TARGET_COUNT (sizeof targets / sizeof targets[0])

// --- the dispatch ---

// Dispatches of 2020 are all "vulkan*", the only target that there was, so this pattern selects what is asked for. Another one is a
// choice: it selects by the names of targets, and what is asked for has to be among these.
static bool selects(tern_str_t pattern, const tern_compile_target_t *target) {
  if (tern_hal_target_matches(pattern, TERN_STR("vulkan")) ||
      tern_hal_target_matches(pattern, TERN_STR("vulkan-spirv"))) {
    return true;
  }
  for (size_t i = 0; i < TERN_TARGET_NAME_COUNT && target->names[i]; ++i) {
    if (tern_hal_target_matches(pattern, tern_str_from_cstr(target->names[i]))) return true;
  }
  return false;
}

static bool refuse_pattern(const tern_op_t *variant, tern_str_t pattern) {
  for (size_t t = 0; t < TARGET_COUNT; ++t) {
    const tern_compile_target_t *other = targets[t];
    if (!selects(pattern, other)) continue;
    tern_op_error(variant, "is for the targets \"%.*s\", and not for the one that is asked for", (int)pattern.size,
                  pattern.data);
    tern_emit_note(variant->loc, "compile it for %s, or write \"*\" for any target", other->names[0]);
    return false;
  }
  tern_op_error(variant, "selects no target with the pattern \"%.*s\"", (int)pattern.size, pattern.data);
  tern_emit_note(variant->loc, "targets are cpu, llvm-cpu, vulkan-spirv and cuda; '*' stands for any text");
  return false;
}

typedef TERN_VEC(tern_op_t *) op_list_t;

static tern_walk_result_t collect_variants(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_HAL(EXECUTABLE_VARIANT))) return TERN_WALK_ADVANCE;
  tern_vec_push((op_list_t *)user, op);
  return TERN_WALK_SKIP;
}

static bool is_target_of(const tern_op_t *variant, const tern_compile_target_t *target) {
  tern_str_t backend = tern_hal_executable_target_backend(tern_op_attr(variant, "target"));
  for (size_t i = 0; i < TERN_TARGET_NAME_COUNT && target->names[i]; ++i) {
    if (tern_str_equal_cstr(backend, target->names[i])) return true;
  }
  return false;
}

// Of the variants of an executable that is part of a whole program, the one for the target.
static tern_op_t *find_variant(const op_list_t *variants, const tern_compile_target_t *target) {
  for (size_t i = 0; i < variants->count; ++i) {
    if (is_target_of(variants->values[i], target)) return tern_hal_inner_module(variants->values[i]);
  }
  tern_op_error(variants->values[0], "is for another target, and there is none for %s", target->names[0]);
  return NULL;
}

// The module inside the variant, or the module itself if there is no variant. NULL after an error.
static tern_op_t *find_dispatch(tern_op_t *root, const tern_compile_target_t *target) {
  op_list_t variants = {0};
  tern_op_walk_pre(root, collect_variants, &variants);
  tern_op_t *module = root;
  if (variants.count > 0 && tern_hal_is_variant(variants.values[0])) {
    module = find_variant(&variants, target);
  } else if (variants.count > 1) {
    tern_op_error(variants.values[1], "is a second dispatch in one file");
    tern_emit_note(variants.values[0]->loc, "the first is here; compile them from files of their own");
    module = NULL;
  } else if (variants.count == 1) {
    tern_str_t pattern = tern_string_attr_value(tern_op_attr(variants.values[0], "target"));
    bool is_selected = selects(pattern, target) || refuse_pattern(variants.values[0], pattern);
    module = is_selected ? tern_op_body(variants.values[0], 0)->first_op : NULL;
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

void tern_compilation_show(const tern_compilation_t *c, const char *stage, const char *text) {
  if (!c->options->stage) return;
  tern_string_builder_t name = {0};
  if (c->stage_prefix) tern_string_builder_append_format(&name, "%s.", c->stage_prefix);
  tern_string_builder_append_cstr(&name, stage);
  c->options->stage(name.data, text, c->options->user);
  tern_string_builder_deinitialize(&name);
}

void tern_compilation_show_ir(const tern_compilation_t *c, const char *stage) {
  if (!c->options->stage) return;
  tern_string_builder_t text = {0};
  tern_print_op(c->module, &TERN_PRINT_DEFAULT, &text);
  tern_compilation_show(c, stage, text.data ? text.data : "");
  tern_string_builder_deinitialize(&text);
}

void tern_compilation_name_processor(tern_compilation_t *c, const char *processor, tern_arena_t *arena) {
  const char *before = c->stage_prefix ? c->stage_prefix : "";
  size_t size = strlen(before) + 1 + strlen(processor) + 1;
  char *prefix = tern_arena_alloc(arena, size);
  snprintf(prefix, size, "%s%s%s", before, *before ? "." : "", processor);
  c->stage_prefix = prefix;
}

// Stages that lie in the middle of a pipeline: beside a pass that runs once, on the whole module.
typedef struct stage_row {
  const char *flag, *stage;
} stage_row_t;

static void show_stage_at(const stage_row_t *rows, size_t count, const char *flag, const tern_compilation_t *c) {
  for (size_t i = 0; i < count; ++i) {
    if (strcmp(flag, rows[i].flag) == 0) tern_compilation_show_ir(c, rows[i].stage);
  }
}

static bool show_stage_before(tern_op_t *root, const char *flag, tern_str_t pipeline, void *user) {
  static const stage_row_t rows[] = {{"hlo-to-linalg-on-buffers", "linalg-on-tensors"}};
  (void)root;
  (void)pipeline;
  show_stage_at(rows, sizeof rows / sizeof rows[0], flag, user);
  return true;
}

static bool show_stage_behind(tern_op_t *root, const char *flag, bool is_ok, void *user) {
  static const stage_row_t rows[] = {
      {"iree-llvmcpu-check-ir-before-llvm-conversion", "loops"},
      {"linalg-promote-subviews", "tiles"},
  };
  (void)root;
  if (is_ok) show_stage_at(rows, sizeof rows / sizeof rows[0], flag, user);
  return is_ok;
}

// Opens a nested pipeline for each op around the dispatch's module, from the outermost on. Returns how many there are.
static size_t append_anchors(const tern_op_t *op, tern_string_builder_t *out) {
  if (!op) return 0;
  size_t count = append_anchors(tern_op_parent(op), out);
  tern_str_t name = tern_op_name(op);
  tern_string_builder_append_format(out, "%.*s(", (int)name.size, name.data);
  return count + 1;
}

static void tell(const tern_compilation_t *c, tern_dispatch_part_t part, const tern_pass_manager_t *manager) {
  tern_string_builder_t text = {0};
  size_t count = append_anchors(tern_op_parent(c->module), &text);
  tern_pass_manager_print_given(manager, &text);
  while (count-- > 0) tern_string_builder_append_char(&text, ')');
  c->options->pipeline(tern_dispatch_part_name(part), text.data, c->options->pipeline_user);
  tern_string_builder_deinitialize(&text);
}

tern_status_t tern_compilation_run(const tern_compilation_t *c, tern_dispatch_part_t part,
                                   const tern_dispatch_values_t *values) {
  static const tern_dispatch_values_t nothing;
  tern_string_builder_t text = {0};
  tern_dispatch_stages_expand(part, values ? values : &nothing, &text);
  tern_pass_manager_t *manager = tern_pass_manager_create(c->context, &tern_all_passes, "builtin.module");
  tern_pass_watch_t watch = {show_stage_before, show_stage_behind, (void *)(uintptr_t)c};
  tern_pass_options_t options = {.verify_each = false, .watch = c->options->stage ? &watch : NULL};
  bool is_right = tern_pass_manager_parse(manager, tern_string_builder_view(&text));
  if (is_right && c->options->pipeline) tell(c, part, manager);
  is_right = is_right && tern_pass_manager_run(manager, c->module, &options);
  tern_pass_manager_destroy(manager);
  tern_string_builder_deinitialize(&text);
  return is_right ? tern_ok() : tern_status_make(TERN_INVALID_IR, "the dispatch could not be compiled");
}

// --- dispatches of whole programs ---

static tern_walk_result_t find_layout(tern_op_t *op, void *user) {
  (void)user;
  bool is_found =
      tern_op_is(op, TERN_HAL(INTERFACE_BINDING_SUBSPAN)) || tern_op_is(op, TERN_HAL(INTERFACE_CONSTANT_LOAD));
  return is_found ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

bool tern_compilation_is_of_program(tern_op_t *module) {
  return tern_op_walk_pre(module, find_layout, NULL) == TERN_WALK_INTERRUPT;
}

tern_status_t tern_compilation_bufferize(const tern_compilation_t *c, tern_kernels_t *kernels) {
  if (!tern_dispatch_info_read(c->module, &kernels->arena, &kernels->info)) {
    return tern_status_make(TERN_INVALID_IR, "the interface of the dispatch could not be read");
  }
  TERN_RETURN_IF_ERROR(tern_compilation_run(c, TERN_DISPATCH_PROGRAM_TO_LINALG, NULL));
  tern_dispatch_costs_read(c->module, &kernels->arena, &kernels->info);
  tern_compilation_show_ir(c, "linalg-on-buffers");
  return tern_ok();
}

// The target that a lone dispatch has for an artifact if none is asked for: what its pattern selects, of several the first that
// makes such an artifact.
static const tern_compile_target_t *default_target(tern_op_t *root, tern_artifact_t artifact) {
  static const tern_compile_target_t *const for_gpus[] = {&tern_compile_target_vulkan, &tern_compile_target_cuda,
                                                          &tern_compile_target_cpu};
  static const tern_compile_target_t *const for_hosts[] = {&tern_compile_target_cpu, &tern_compile_target_cuda,
                                                           &tern_compile_target_vulkan};
  bool is_for_gpu = artifact == TERN_ARTIFACT_SPIRV || artifact == TERN_ARTIFACT_MODULE;
  const tern_compile_target_t *const *order = is_for_gpu ? for_gpus : for_hosts;
  op_list_t variants = {0};
  tern_op_walk_pre(root, collect_variants, &variants);
  const tern_compile_target_t *chosen = order[0];
  if (variants.count && !tern_hal_is_variant(variants.values[0])) {
    tern_str_t pattern = tern_string_attr_value(tern_op_attr(variants.values[0], "target"));
    for (size_t i = 3; i-- > 0;) {
      if (selects(pattern, order[i])) chosen = order[i];
    }
  }
  tern_vec_deinitialize(&variants);
  return chosen;
}

static tern_status_t find_target(const char *name, tern_op_t *root, tern_artifact_t artifact,
                                 const tern_compile_target_t **out_target) {
  *out_target = targets[0];
  if (!name) return *out_target = default_target(root, artifact), tern_ok();
  for (size_t t = 0; t < TARGET_COUNT; ++t) {
    for (size_t i = 0; i < TERN_TARGET_NAME_COUNT && targets[t]->names[i]; ++i) {
      if (strcmp(targets[t]->names[i], name) != 0) continue;
      *out_target = targets[t];
      return tern_ok();
    }
  }
  return tern_status_make(TERN_UNSUPPORTED,
                          "unknown target '%s': this build compiles for cpu, vulkan, cuda and interpreter", name);
}

static const tern_compile_options_t default_options;

// The common half: finds the dispatch, reads what callers must know of it, and lowers it to linalg on buffers.
static tern_status_t begin(tern_compiler_t *compiler, const tern_compile_options_t *options, tern_artifact_t artifact,
                           tern_compilation_t *out, tern_kernels_t *out_kernels,
                           const tern_compile_target_t **out_target) {
  *out = (tern_compilation_t){.options = options ? options : &default_options};
  tern_op_t *root = tern_compiler_module(compiler);
  if (!root) return tern_status_make(TERN_FAILED_PRECONDITION, "nothing is loaded");
  TERN_RETURN_IF_ERROR(find_target(out->options->target, root, artifact, out_target));
  bool interprets = *out_target == &tern_compile_target_interpreter;  // kernels of vulkan
  unsigned targets =
      interprets ? TERN_TARGET_BIT_VULKAN : tern_target_of_name(tern_str_from_cstr((*out_target)->names[0]));
  TERN_RETURN_IF_ERROR(tern_target_options_check(out->options, targets));
  out_kernels->target = (*out_target)->names[0];
  out->compiler = compiler;
  out->context = tern_compiler_context(compiler);
  out->module = find_dispatch(root, *out_target);
  if (!out->module) return tern_status_make(TERN_INVALID_IR, "the file holds no dispatch that can be compiled");
  tern_compilation_show_ir(out, "input");
  if (tern_compilation_is_of_program(out->module)) return tern_compilation_bufferize(out, out_kernels);
  // Before a pass may find that something is never used: callers pass what the program asks for.
  if (!tern_dispatch_info_read(out->module, &out_kernels->arena, &out_kernels->info)) {
    return tern_status_make(TERN_INVALID_IR, "the interface of the dispatch could not be read");
  }
  if ((*out_target)->is_lowered && (*out_target)->is_lowered(out->module)) return tern_ok();
  TERN_RETURN_IF_ERROR(tern_compilation_run(out, TERN_DISPATCH_LONE_TO_LINALG, NULL));
  tern_dispatch_costs_read(out->module, &out_kernels->arena, &out_kernels->info);
  tern_compilation_show_ir(out, "linalg-on-buffers");
  return tern_ok();
}

// --- the API ---

tern_kernels_t *tern_kernels_create(void) {
  tern_kernels_t *kernels = tern_malloc(sizeof *kernels);
  *kernels = (tern_kernels_t){0};
  tern_arena_initialize(&kernels->arena);
  return kernels;
}

tern_status_t tern_compiler_emit(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                 tern_artifact_t artifact, const char *header_name, char **out_data, size_t *out_size,
                                 char **out_header) {
  *out_data = NULL;
  *out_size = 0;
  if (out_header) *out_header = NULL;
  if (options && options->cuda_cubin == TERN_CUDA_CUBIN_ALWAYS && artifact != TERN_ARTIFACT_MODULE) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "--cuda-embed-cubin puts machine code into a module (.tern), which this is none");
  }
  tern_compilation_t c;
  const tern_compile_target_t *target;
  tern_kernels_t *kernels = tern_kernels_create();
  tern_status_t status = begin(compiler, options, artifact, &c, kernels, &target);
  if (tern_status_is_ok(status)) status = target->emit(&c, kernels, artifact, out_data, out_size);
  if (tern_status_is_ok(status) && out_header) {
    tern_string_builder_t header = {0};
    tern_dispatch_info_write_header(&kernels->info, header_name ? header_name : "kernels.h", &header);
    *out_header = tern_string_builder_take(&header);
  }
  tern_kernels_destroy(kernels);
  return status;
}

tern_status_t tern_compiler_compile(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                    tern_kernels_t **out_kernels) {
  *out_kernels = NULL;
  tern_compilation_t c;
  const tern_compile_target_t *target;
  tern_kernels_t *kernels = tern_kernels_create();
  tern_status_t status = begin(compiler, options, TERN_ARTIFACT_OBJECT, &c, kernels, &target);
  if (tern_status_is_ok(status)) status = target->compile(&c, kernels);
  if (tern_status_is_ok(status)) {
    *out_kernels = kernels;
  } else {
    tern_kernels_destroy(kernels);
  }
  return status;
}

tern_executable_params_t tern_kernels_executable_params(const tern_kernels_t *kernels) {
  return (tern_executable_params_t){.format = kernels->format,
                                    .data = kernels->code,
                                    .data_size = kernels->code_size,
                                    .entry_points = kernels->info.entry_points,
                                    .entry_point_count = kernels->info.entry_point_count,
                                    .costs = kernels->info.costs};
}

const tern_entry_point_t *tern_kernels_entry_points(const tern_kernels_t *kernels, size_t *out_count) {
  *out_count = kernels->info.entry_point_count;
  return kernels->info.entry_points;
}

void tern_kernels_destroy(tern_kernels_t *kernels) {
  if (!kernels) return;
  if (kernels->release) kernels->release(kernels->state);
  tern_arena_deinitialize(&kernels->arena);
  free(kernels->code);
  free(kernels);
}

// Compilation for the interpreter: the pipeline of the Vulkan target up to the gpu level, and entry points for the CPU device
// that run it one op at a time. A module whose entry points are at the gpu level already is taken as it is.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "asm/parser.h"
#include "convert/hal/abi.h"
#include "dialect/spirv/spirv.h"
#include "interpreter/interpreter.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pipeline/compiler.h"
#include "pipeline/dispatch/compilation.h"
#include "pipeline/targets/vulkan_targets.h"

#define TARGET_ENV "spirv.target_env"
#define SCHEDULE "hal.entry_point_schedule"
#define ENTRY_POINT_ABI "spirv.entry_point_abi"

typedef struct kernel {
  tern_interpreter_program_t *program;
  tern_interpreter_program_t *grid;  // NULL: one workgroup
} kernel_t;

typedef struct entry {
  struct state *state;
  kernel_t *kernels;
  size_t kernel_count;
} entry_t;

typedef struct state {
  tern_compiler_t *compiler;  // holds the kernels' IR
  tern_interpreter_order_t order;
  mtx_t mutex;  // one run at a time: diagnostics are the context's
  entry_t *entries;
  size_t entry_count;
} state_t;

static void release(void *user) {
  state_t *state = user;
  for (size_t e = 0; e < state->entry_count; ++e) {
    for (size_t k = 0; k < state->entries[e].kernel_count; ++k) {
      tern_interpreter_program_destroy(state->entries[e].kernels[k].program);
      tern_interpreter_program_destroy(state->entries[e].kernels[k].grid);
    }
    free(state->entries[e].kernels);
  }
  free(state->entries);
  mtx_destroy(&state->mutex);
  tern_compiler_destroy(state->compiler);
  free(state);
}

// --- running ---

static bool run_kernel(const kernel_t *kernel, tern_interpreter_dispatch_t *dispatch) {
  int64_t count[3] = {1, 1, 1};
  if (kernel->grid && !tern_interpreter_evaluate(kernel->grid, dispatch, count, 3)) return false;
  for (size_t d = 0; d < 3; ++d) {
    if (count[d] <= 0) return true;
    dispatch->workgroup_count[d] = count[d] > UINT32_MAX ? UINT32_MAX : (uint32_t)count[d];
  }
  return tern_interpreter_run(kernel->program, dispatch);
}

// Is given the whole dispatch as one workgroup.
static int32_t run_entry(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
  const entry_t *entry = params->data;
  if (x || y || z) return 0;
  tern_interpreter_dispatch_t dispatch = {.push_constants = params->push_constants,
                                          .push_constant_count = params->push_constant_count,
                                          .bindings = params->bindings,
                                          .binding_sizes = params->binding_sizes,
                                          .binding_count = params->binding_count,
                                          .order = entry->state->order};
  mtx_lock(&entry->state->mutex);
  bool is_right = true;
  for (size_t k = 0; k < entry->kernel_count && is_right; ++k) is_right = run_kernel(&entry->kernels[k], &dispatch);
  mtx_unlock(&entry->state->mutex);
  return is_right ? 0 : 1;
}

// --- compilation ---

static tern_status_t invalid(void) { return tern_status_make(TERN_INVALID_IR, "the dispatch could not be compiled"); }

static bool is_at_gpu_level(const tern_op_t *module) {
  bool is_any = false;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!tern_hal_is_entry_point(op)) continue;
    if (!tern_op_attr(op, ENTRY_POINT_ABI) && !tern_op_attr(op, SCHEDULE)) return false;
    is_any = true;
  }
  return is_any;
}

static tern_status_t lower(const tern_compilation_t *c) {
  if (is_at_gpu_level(c->module)) return tern_ok();
  tern_string_builder_t attributes = {0};
  if (!tern_op_attr(c->module, TARGET_ENV)) {
    const char *text = tern_vulkan_target_env(c->options->target_env);
    if (!text) text = c->options->target_env;
    const tern_attr_t *env = text[0] == '#' ? tern_parse_attr_text(c->context, tern_str_from_cstr(text)) : NULL;
    if (!tern_attr_is_spirv(env, TERN_SPIRV_ATTR_TARGET_ENV)) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "'%s' is no Vulkan target and no #spirv.target_env attribute",
                              text);
    }
    tern_string_builder_append_format(&attributes, TARGET_ENV " = %s", text);
  }
  tern_dispatch_values_t values = {.target_attributes = attributes.data};
  tern_status_t status = tern_compilation_run(c, TERN_DISPATCH_TO_GPU, &values);
  tern_string_builder_deinitialize(&attributes);
  return status;
}

static bool create_kernel(tern_op_t *module, tern_str_t name, kernel_t *out) {
  tern_op_t *func = tern_symbol_lookup_in(module, name);
  if (!func) return tern_op_error(module, "has no kernel @%.*s", (int)name.size, name.data);
  char grid_name[512];
  snprintf(grid_name, sizeof grid_name, "%.*s_workgroup_count", (int)name.size, name.data);
  tern_op_t *grid = tern_symbol_lookup_in(module, tern_str_from_cstr(grid_name));
  out->program = tern_interpreter_program_create(func);
  out->grid = out->program && grid ? tern_interpreter_program_create(grid) : NULL;
  return out->program && (!grid || out->grid);
}

static bool create_entry(tern_op_t *module, const char *name, entry_t *out) {
  tern_op_t *func = tern_symbol_lookup_in(module, tern_str_from_cstr(name));
  const tern_attr_t *schedule = func ? tern_hal_schedule(func) : NULL;
  out->kernel_count = schedule ? tern_array_attr_count(schedule) : 1;
  out->kernels = memset(tern_realloc_array(NULL, out->kernel_count + 1, sizeof *out->kernels), 0,
                        (out->kernel_count + 1) * sizeof *out->kernels);
  for (size_t k = 0; k < out->kernel_count; ++k) {
    tern_str_t kernel =
        schedule ? tern_symbol_ref_attr_at(tern_array_attr_at(schedule, k), 0) : tern_str_from_cstr(name);
    if (!create_kernel(module, kernel, &out->kernels[k])) return false;
  }
  return true;
}

static tern_status_t compile(tern_compilation_t *c, tern_kernels_t *kernels) {
  state_t *state = memset(tern_malloc(sizeof *state), 0, sizeof *state);
  mtx_init(&state->mutex, mtx_plain);
  kernels->state = state;
  kernels->release = release;
  kernels->format = "entry-points";
  const char *order = c->options->interpreter_order ? c->options->interpreter_order : "forward";
  if (!tern_interpreter_order_parse(order, &state->order)) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "'%s' is no order: expected forward, reverse, round-robin or random:SEED", order);
  }
  TERN_RETURN_IF_ERROR(lower(c));
  tern_compilation_show_ir(c, "gpu");
  state->compiler = tern_compiler_split(c->compiler, c->module);
  if (!state->compiler) return invalid();
  size_t count = kernels->info.entry_point_count;
  state->entries =
      memset(tern_realloc_array(NULL, count + 1, sizeof *state->entries), 0, (count + 1) * sizeof *state->entries);
  state->entry_count = count;
  for (size_t i = 0; i < count; ++i) {
    tern_entry_point_t *entry = &kernels->info.entry_points[i];
    state->entries[i].state = state;
    if (!create_entry(tern_compiler_module(state->compiler), entry->name, &state->entries[i])) return invalid();
    entry->fn = run_entry;
    entry->data = &state->entries[i];
  }
  return tern_ok();
}

static tern_status_t emit(tern_compilation_t *c, tern_kernels_t *kernels, tern_artifact_t artifact, char **out_data,
                          size_t *out_size) {
  (void)c, (void)kernels, (void)artifact, (void)out_data, (void)out_size;
  return tern_status_make(TERN_UNSUPPORTED, "the target interpreter runs kernels in this process and makes no files");
}

const tern_compile_target_t tern_compile_target_interpreter = {
    .names = {"interpreter"},
    .compile = compile,
    .emit = emit,
    .is_lowered = is_at_gpu_level,
};

// What is noted of a program while it is compiled.

#include "pipeline/explain/explanation.h"

#include <stdlib.h>

#include "convert/hal/abi.h"
#include "dialect/arith/index_math.h"
#include "dialect/flow/flow.h"
#include "dialect/hal/hal.h"
#include "dialect/stream/stream.h"
#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/symbol.h"
#include "transform/hal/translate.h"

//---- What is held back ----

static void hold(tern_explanation_t *e, const tern_attr_t *loc, tern_severity_t severity, tern_str_t text) {
  char *copy = tern_arena_alloc(&e->arena, text.size + 1);
  memcpy(copy, text.data, text.size);
  copy[text.size] = 0;
  tern_vec_push(&e->held, (tern_held_text_t){loc, severity, copy});
}

// Remarks, and the notes behind them, wait for the screen; the rest goes where it went.
static void hold_remark(const tern_diagnostic_t *diagnostic, void *user) {
  tern_explanation_t *e = user;
  if (diagnostic->severity != TERN_NOTE) e->holds_notes = diagnostic->severity == TERN_REMARK;
  if (e->holds_notes) {
    hold(e, diagnostic->loc, diagnostic->severity, tern_str_from_cstr(diagnostic->message));
  } else if (e->handler) {
    e->handler(diagnostic, e->handler_user);
  }
}

void tern_explanation_hold(tern_str_t text, void *explanation) { hold(explanation, NULL, TERN_NOTE, text); }

static void tell_held(const tern_explanation_t *e) {
  for (size_t i = 0; i < e->held.count; ++i) {
    const tern_held_text_t *held = &e->held.values[i];
    tern_diagnostic_t diagnostic = {held->severity, held->loc, held->text};
    if (!held->loc) {
      e->options->explain(held->text, e->options->explain_user);
    } else if (e->handler) {
      e->handler(&diagnostic, e->handler_user);
    }
  }
}

//---- Phases ----

static tern_walk_result_t explain_dispatch(tern_op_t *op, void *user) {
  size_t *count = user;
  if (!tern_op_is(op, TERN_FLOW(DISPATCH))) return TERN_WALK_ADVANCE;
  const tern_attr_t *ref = tern_array_attr_at(tern_op_attr(op, "entry_points"), 0);
  const tern_attr_t *boundary = tern_op_attr(op, "iree.fusion_boundary");
  tern_str_t name = tern_symbol_ref_attr_at(ref, tern_symbol_ref_attr_count(ref) - 1);
  tern_str_t why = boundary ? tern_string_attr_value(boundary) : TERN_STR("it was written so");
  tern_emit_remark(op->loc, "dispatch %zu is @%.*s; it ends here because %.*s", (*count)++, (int)name.size, name.data,
                   (int)why.size, why.data);
  return TERN_WALK_ADVANCE;
}

// Keeps a line for the screen, and for what is behind it.
static const char *keep_line(tern_explanation_t *e, tern_string_builder_t *text) {
  const char *line = tern_arena_copy(&e->arena, text->data, text->size + 1);
  if (e->options->explains_all) {
    tern_string_builder_append_char(text, '\n');
    hold(e, NULL, TERN_NOTE, tern_string_builder_view(text));
  }
  tern_string_builder_deinitialize(text);
  return line;
}

// Bytes of the allocations that a function makes, of those that end in it, and how many have a size that is not known.
typedef struct allocations_t {
  int64_t bytes, temporary_bytes, open_count;
} allocations_t;

static tern_walk_result_t add_allocation(tern_op_t *op, void *user) {
  allocations_t *allocations = user;
  int64_t size;
  if (!tern_op_is(op, TERN_STREAM(RESOURCE_ALLOCA))) return TERN_WALK_ADVANCE;
  size_t start, count;
  tern_op_operands_named(op, "storage_size", &start, &count);
  if (count == 0 || !tern_index_constant(tern_op_operand(op, start), &size)) {
    return allocations->open_count++, TERN_WALK_ADVANCE;
  }
  allocations->bytes += size;
  if (tern_stream_resource_type_lifetime(op->results[0].type) == TERN_STREAM_LIFETIME_TRANSIENT)
    allocations->temporary_bytes += size;
  return TERN_WALK_ADVANCE;
}

static void explain_memory(tern_explanation_t *e, tern_op_t *module) {
  tern_block_for_each_op(tern_op_body(module, 0), function) {
    if (!tern_op_has_trait(function, TERN_TRAIT_FUNCTION_LIKE) || tern_region_is_empty(&function->regions[0])) continue;
    allocations_t allocations = {0};
    tern_op_walk_pre(function, add_allocation, &allocations);
    if (!tern_op_is(function, TERN_UTIL(INITIALIZER))) e->temporary_bytes += allocations.temporary_bytes;
    e->has_open_allocations |= allocations.open_count > 0;
    tern_str_t name = tern_symbol_name(function);
    tern_string_builder_t text = {0};
    if (name.size) tern_string_builder_append_format(&text, "@%.*s", (int)name.size, name.data);
    if (!name.size) tern_string_builder_append_cstr(&text, "loading");
    tern_string_builder_append_format(&text, " allocates %lld bytes, at most all at one time",
                                      (long long)allocations.bytes);
    if (allocations.open_count > 0) {
      tern_string_builder_append_format(&text, ", and %lld allocations whose size its arguments decide",
                                        (long long)allocations.open_count);
    }
    const char *line = keep_line(e, &text);
    if (allocations.bytes || allocations.open_count) tern_vec_push(&e->memory, line);
  }
}

// One line for each executable and target: how many kernels, how large, how long it took to compile.
static tern_walk_result_t explain_executable(tern_op_t *op, void *user) {
  tern_explanation_t *e = user;
  const tern_attr_t *time = tern_op_attr(op, TERN_HAL_TRANSLATION_TIME_ATTR);
  if (!time || !tern_op_is(op, TERN_HAL(EXECUTABLE_VARIANT))) return TERN_WALK_ADVANCE;
  size_t kernels = 0;
  tern_block_for_each_op(tern_op_body(op, 0), inner) kernels += tern_op_is(inner, TERN_HAL(EXECUTABLE_EXPORT));
  const tern_attr_t *data = tern_op_attr(op, TERN_HAL_BINARY_ATTR);
  tern_str_t name = tern_symbol_name(tern_op_parent(op)), target = tern_symbol_name(op);
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "executable @%.*s for %.*s: %zu kernels, %zu bytes, compiled in %.1f ms",
                                    (int)name.size, name.data, (int)target.size, target.data, kernels,
                                    data ? tern_dense_elements_attr_count(data) : 0,
                                    (double)tern_integer_attr_value(time) / 1000);
  const tern_attr_t *note = tern_op_attr(op, TERN_HAL_TRANSLATION_NOTE_ATTR);
  if (note) tern_string_builder_append_cstr(&text, "; ");
  if (note) tern_string_builder_append(&text, tern_string_attr_value(note));
  tern_vec_push(&e->executables, keep_line(e, &text));
  tern_op_set_attr(op, TERN_HAL_TRANSLATION_TIME_ATTR, NULL);
  tern_op_set_attr(op, TERN_HAL_TRANSLATION_NOTE_ATTR, NULL);
  return TERN_WALK_SKIP;
}

void tern_explanation_add_phase(tern_explanation_t *e, const char *phase, tern_op_t *module, uint64_t nanoseconds) {
  size_t count = 0;
  if (!e) return;
  tern_vec_push(&e->phases, (tern_explained_phase_t){phase, nanoseconds});
  if (strcmp(phase, "flow") == 0) {
    tern_explanation_add_dispatches(e, module);
    if (e->options->explains_all) tern_op_walk_pre(module, explain_dispatch, &count);
  }
  if (strcmp(phase, "stream") == 0) explain_memory(e, module);
  if (strcmp(phase, "executable-targets") == 0) tern_op_walk_pre(module, explain_executable, e);
}

//---- Explanations ----

tern_explanation_t *tern_explanation_create(tern_context_t *context, const tern_program_options_t *options) {
  if (!options->explain && !options->cost) return NULL;
  tern_explanation_t *e = tern_malloc(sizeof *e);
  const tern_diagnostics_t *diagnostics = tern_context_diagnostics(context);
  *e = (tern_explanation_t){
      .options = options, .context = context, .handler = diagnostics->handler, .handler_user = diagnostics->user};
  tern_arena_initialize(&e->arena);
  if (options->explain) tern_diagnostics_set_handler(context, hold_remark, e);
  return e;
}

static void read_cost(const tern_explanation_t *e, tern_program_cost_t *cost) {
  *cost = (tern_program_cost_t){.temporary_bytes = e->temporary_bytes, .is_lower_bound = e->has_open_allocations};
  for (size_t i = 0; i < e->kernels.count; ++i) {
    const tern_explained_kernel_t *kernel = &e->kernels.values[i];
    double times = (double)kernel->dispatch_count;
    cost->operations += kernel->operations * times;
    cost->transcendentals += kernel->transcendentals * times;
    cost->bytes += kernel->bytes * times;
    cost->is_lower_bound |= kernel->is_in_loop || kernel->has_open_size || kernel->has_more;
  }
}

void tern_explanation_finish(tern_explanation_t *e, bool is_compiled, size_t module_size) {
  if (!e) return;
  tern_diagnostics_set_handler(e->context, e->handler, e->handler_user);
  if (is_compiled && e->options->cost) read_cost(e, e->options->cost);
  if (is_compiled && e->options->explain) {
    tern_string_builder_t text = {0};
    tern_explanation_print_screen(e, module_size, &text);
    e->options->explain(text.data, e->options->explain_user);
    tern_string_builder_deinitialize(&text);
  }
  tell_held(e);
  tern_vec_deinitialize(&e->kernels);
  tern_vec_deinitialize(&e->boundaries);
  tern_vec_deinitialize(&e->phases);
  tern_vec_deinitialize(&e->memory);
  tern_vec_deinitialize(&e->executables);
  tern_vec_deinitialize(&e->held);
  tern_arena_deinitialize(&e->arena);
  free(e);
}

// Checks and reductions around passes, as the pass manager's watch.

#include "pipeline/driver/guard.h"

#include <stdlib.h>

#include "ir/diagnostic.h"
#include "pipeline/driver/reduce.h"

struct tern_guard {
  tern_guard_options_t options;
  tern_pass_watch_t watch;
  tern_check_t *check;  // made at the first pass
  bool found_change;
  // For reductions:
  tern_op_t *before;  // a copy of the IR before the pass; owned
  char *pipeline;     // that runs the pass alone; owned
};

static tern_reduction_t reduction_of(const tern_guard_t *guard) {
  return (tern_reduction_t){.path = guard->options.reduce_path,
                            .pipeline = tern_str_from_cstr(guard->pipeline),
                            .verify_each = guard->options.verify_each,
                            .checks = guard->options.checks,
                            .check = guard->options.check};
}

static void forget(tern_guard_t *guard) {
  if (guard->before) tern_op_destroy(guard->before);
  free(guard->pipeline);
  guard->before = NULL;
  guard->pipeline = NULL;
}

// Keeps what a reduction would start from. A pass that crashes is found here, in another process, because behind it there
// is nobody left to tell.
static bool prepare_reduction(tern_guard_t *guard, tern_op_t *root, const char *flag, tern_str_t pipeline) {
  tern_string_builder_t text = {0};
  forget(guard);
  tern_string_builder_append(&text, pipeline);
  guard->pipeline = tern_string_builder_take(&text);
  guard->before = tern_op_clone(root, NULL);
  tern_reduction_t reduction = reduction_of(guard);
  reduction.checks = false;
  if (tern_reduction_try(&reduction, root) != TERN_FAILURE_CRASH) return true;
  tern_emit_error(root->loc, "pass '%s' crashes", flag);
  tern_reduce(&reduction, guard->before);
  return false;
}

static bool before_pass(tern_op_t *root, const char *flag, tern_str_t pipeline, void *user) {
  tern_guard_t *guard = user;
  if (guard->options.checks && !guard->check) {
    guard->check = tern_check_create(&guard->options.check);
    if (!tern_check_begin(guard->check, root)) return false;
  }
  return !guard->options.reduce_path || prepare_reduction(guard, root, flag, pipeline);
}

static bool after_pass(tern_op_t *root, const char *flag, bool is_ok, void *user) {
  tern_guard_t *guard = user;
  if (is_ok && guard->check) {
    is_ok = tern_check_after(guard->check, root, flag);
    guard->found_change = !is_ok;
  }
  if (!is_ok && guard->before) {
    tern_reduction_t reduction = reduction_of(guard);
    reduction.checks = guard->found_change;
    tern_reduce(&reduction, guard->before);
  }
  forget(guard);
  return is_ok;
}

tern_guard_t *tern_guard_create(const tern_guard_options_t *options) {
  tern_guard_t *guard = tern_malloc(sizeof *guard);
  *guard = (tern_guard_t){.options = *options, .watch = {before_pass, after_pass, guard}};
  return guard;
}

void tern_guard_destroy(tern_guard_t *guard) {
  if (!guard) return;
  forget(guard);
  tern_check_destroy(guard->check);
  free(guard);
}

const tern_pass_watch_t *tern_guard_watch(const tern_guard_t *guard) { return guard ? &guard->watch : NULL; }
bool tern_guard_has_checked(const tern_guard_t *guard) { return guard->check != NULL; }
bool tern_guard_found_change(const tern_guard_t *guard) { return guard->found_change; }

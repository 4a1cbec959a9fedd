// Checks around passes, as the pass manager's watch.

#include "pipeline/guard.h"

#include <stdlib.h>

struct tern_guard {
  tern_guard_options_t options;
  tern_pass_watch_t watch;
  tern_check_t *check;  // made at the first pass
};

static void before_pass(tern_op_t *root, const char *flag, tern_str_t pipeline, void *user) {
  (void)flag, (void)pipeline;
  tern_guard_t *guard = user;
  if (!guard->options.checks || guard->check) return;
  guard->check = tern_check_create(&guard->options.check);
  tern_check_begin(guard->check, root);
}

static bool after_pass(tern_op_t *root, const char *flag, bool is_ok, void *user) {
  tern_guard_t *guard = user;
  return is_ok && (!guard->check || tern_check_after(guard->check, root, flag));
}

tern_guard_t *tern_guard_create(const tern_guard_options_t *options) {
  tern_guard_t *guard = tern_malloc(sizeof *guard);
  *guard = (tern_guard_t){.options = *options, .watch = {before_pass, after_pass, guard}};
  return guard;
}

void tern_guard_destroy(tern_guard_t *guard) {
  if (!guard) return;
  tern_check_destroy(guard->check);
  free(guard);
}

const tern_pass_watch_t *tern_guard_watch(const tern_guard_t *guard) { return guard ? &guard->watch : NULL; }

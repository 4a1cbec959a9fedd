// What tern-opt does around each pass: `--check-each` and `--reduce-on-failure`.

#ifndef TERN_PIPELINE_DRIVER_GUARD_H_
#define TERN_PIPELINE_DRIVER_GUARD_H_

#include "pass/pass_manager.h"
#include "pipeline/driver/check_each.h"

typedef struct tern_guard_options {
  bool checks;
  tern_check_options_t check;  // if it does
  const char *reduce_path;     // where a failure is written, reduced; or NULL
  bool verify_each;
} tern_guard_options_t;

typedef struct tern_guard tern_guard_t;

tern_guard_t *tern_guard_create(const tern_guard_options_t *options);
void tern_guard_destroy(tern_guard_t *guard);
// For tern_pass_options_t; lives as long as the guard. A NULL guard watches nothing.
const tern_pass_watch_t *tern_guard_watch(const tern_guard_t *guard);
// Was there a pass to check?
bool tern_guard_has_checked(const tern_guard_t *guard);
// Did a check find that a pass changed what a function computes?
bool tern_guard_found_change(const tern_guard_t *guard);

#endif  // TERN_PIPELINE_DRIVER_GUARD_H_

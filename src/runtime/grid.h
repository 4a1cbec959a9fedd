// Grid programs (tern/dispatch.h): checking and running them.

#ifndef TERN_RUNTIME_GRID_H_
#define TERN_RUNTIME_GRID_H_

#include "tern/dispatch.h"
#include "tern/status.h"

// Checks that a program of `size` words is well formed and reads no push constant from `push_constant_count` on.
// Errors: TERN_INVALID_ARGUMENT.
tern_status_t tern_grid_check(const uint32_t *program, size_t size, size_t push_constant_count);
// The same of a program that gives `result_count` values, such as a cost program.
tern_status_t tern_grid_check_results(const uint32_t *program, size_t size, size_t result_count,
                                      size_t push_constant_count);

// Runs a checked program. Counts below 0 become 0.
// Errors: TERN_OUT_OF_RANGE for a division by zero or a count above UINT32_MAX; arithmetic wraps.
tern_status_t tern_grid_evaluate(const uint32_t *program, size_t size, const uint32_t *push_constants,
                                 size_t push_constant_count, uint32_t out_count[3]);
// Runs a program that gives `result_count` values, and that tern_grid_check_results() passed.
// Errors: TERN_OUT_OF_RANGE for a division by zero; arithmetic wraps.
tern_status_t tern_grid_evaluate_results(const uint32_t *program, size_t size, const uint32_t *push_constants,
                                         size_t result_count, int64_t *out_values);

#endif  // TERN_RUNTIME_GRID_H_

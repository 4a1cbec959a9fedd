// What the decorators triton.autotune and triton.heuristics say of a kernel: constants, and how it is launched.

#ifndef TERN_FRONTEND_TRITON_EVALUATE_CONFIGURATION_H_
#define TERN_FRONTEND_TRITON_EVALUATE_CONFIGURATION_H_

#include "frontend/triton/evaluate/generator.h"

typedef struct tl_configuration {
  tl_scope_t constants;  // besides those that were given
  tl_scope_t launch;     // num_warps, num_stages, num_ctas, maxnreg, as far as they are said
} tl_configuration_t;

typedef struct tl_configurations {
  tl_configuration_t *values;
  size_t count, capacity;
} tl_configurations_t;

// The configurations that do not contradict the constants that are given: at least one, or false after an error. A kernel without these
// decorators, and one whose constants are all given, has one, which may say nothing. Freed by tern_vec_deinitialize().
bool tl_configure(tl_program_t *program, const tl_function_t *kernel, const tl_scope_t *given,
                  tl_configurations_t *out);

// As options of tern-compile: "--constexpr=BLOCK=64 --num-warps=4".
void tl_print_configuration(const tl_configuration_t *configuration, tern_string_builder_t *out);

#endif  // TERN_FRONTEND_TRITON_EVALUATE_CONFIGURATION_H_

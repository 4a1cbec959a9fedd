// A launch of a kernel of Triton by the reference interpreter: every program of a grid, one after another.

#ifndef TERN_INTERPRETER_TRITON_LAUNCH_H_
#define TERN_INTERPRETER_TRITON_LAUNCH_H_

#include "interpreter/reference/reference.h"

// An argument: an array that a pointer or a descriptor is of, or a number in its low bits.
typedef struct tern_triton_argument {
  bool is_array;
  void *data;      // borrowed; programs write to it
  size_t size;     // in bytes
  size_t same_as;  // the argument whose array it is: its own number, but for an array that is passed again
  const int64_t *dims, *strides;  // of a descriptor; borrowed
  bool fills_with_nan;
  uint64_t word;
} tern_triton_argument_t;

typedef struct tern_triton_launch tern_triton_launch_t;

// Runs `kernel` (tt.func, below the root of `reference`) on as many arguments as it has parameters; see
// tern_triton_can_launch(). After it the arrays hold what programs wrote, also if one of them ended early.
// `out_race` (may be NULL) gets a sentence on the first two programs that race, and the op of the second, or NULL; its text is
// to be freed.
tern_reference_outcome_t tern_triton_launch(tern_reference_t *reference, tern_op_t *kernel, const uint32_t grid[3],
                                            const tern_triton_argument_t *arguments, size_t argument_count,
                                            char **out_race, const tern_op_t **out_race_op);
// Runs a kernel's programs of a grid of 2 x 2 on values that were made before; what they race on is not looked at.
tern_reference_outcome_t tern_triton_run_small_grid(tern_reference_t *reference, tern_op_t *kernel,
                                                    datum_t *const *values);
// False if a parameter is neither a pointer, nor a descriptor, nor a number; `*out_index` is which.
bool tern_triton_can_launch(const tern_op_t *kernel, size_t *out_index);

#endif  // TERN_INTERPRETER_TRITON_LAUNCH_H_

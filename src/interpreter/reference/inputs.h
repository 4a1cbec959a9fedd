// Inputs that are made from a seed, and what a run of a function on them gave: the experiment that checks of passes repeat.

#ifndef TERN_INTERPRETER_REFERENCE_INPUTS_H_
#define TERN_INTERPRETER_REFERENCE_INPUTS_H_

#include "interpreter/reference/reference.h"

// Zero-initialise, then fill in what differs.
typedef struct tern_reference_inputs {
  uint64_t seed;
  uint32_t number;  // which inputs: 0 and 2 are tame, 1 and 3 hold extreme values too, and so on
  int64_t size;     // of dynamic dimensions; 0: small numbers from the seed
  uint64_t steps;   // of a run; 0: the default
  bool is_kernel;   // of Triton: see tern_reference_try()
} tern_reference_inputs_t;

// Contents of an argument of `type`: an array, also for memrefs and for pointers of kernels, which point to one. NULL: nothing can be made for the type.
// `argument` is its position; the same position, seed and number give the same contents.
datum_t *tern_reference_make_input(const tern_type_t *type, const tern_reference_inputs_t *inputs, size_t argument);

// What a run gave.
typedef struct tern_reference_result {
  tern_reference_outcome_t outcome;
  bool is_doubtful;        // see tern_reference_is_doubtful()
  char *message;           // of an outcome that is not DONE; owned
  const tern_op_t *place;  // where it ended, or NULL
  datum_t **values;        // results as arrays, memrefs as their contents; owned
  size_t value_count;
  datum_t **contents;  // what is in the memory of each argument in the end; NULL for what has none; owned
  size_t argument_count;
  char *output;  // what was printed; owned
} tern_reference_result_t;

// Runs `function`, a func.func below `root`, or all programs of a small grid of a tt.func, on inputs. Arguments are made for `types`, which are the function's own or
// those that it had before it was transformed: a tensor where it takes a memref now becomes the memref's contents. The
// observer may be NULL.
void tern_reference_try(tern_op_t *root, tern_op_t *function, tern_types_t types, const tern_reference_inputs_t *inputs,
                        tern_reference_observer_t observer, void *user, tern_reference_result_t *out_result);
void tern_reference_result_deinitialize(tern_reference_result_t *result);

// Where two arrays differ first: integers by their bits, floats by more than they may (see inputs.c), NaN from what is
// none. What is poison in `before` may be anything. Returns -1 if they agree; their sizes are the same.
int64_t tern_reference_find_difference(const datum_t *before, const datum_t *after);

#endif  // TERN_INTERPRETER_REFERENCE_INPUTS_H_

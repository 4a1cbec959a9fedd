// `--reduce-on-failure`: what makes a pass fail, crash or miscompile, made small and written to a file that can be replayed.

#ifndef TERN_PIPELINE_DRIVER_REDUCE_H_
#define TERN_PIPELINE_DRIVER_REDUCE_H_

#include "pipeline/driver/guard.h"

typedef enum tern_failure {
  TERN_FAILURE_NONE,
  TERN_FAILURE_ERROR,    // the pass fails, or what it leaves does not verify
  TERN_FAILURE_CHANGE,   // a function computes something else
  TERN_FAILURE_CRASH,    // the process ends by a signal
  TERN_FAILURE_TIMEOUT,  // it takes longer than an attempt may
} tern_failure_t;

typedef struct tern_reduction {
  const char *path;     // of the file
  tern_str_t pipeline;  // runs the pass alone on the root
  bool verify_each;
  bool checks;
  tern_check_options_t check;
} tern_reduction_t;

// Runs the pipeline on `root` in a process of its own, and tells how that ends; `root` stays as it is.
tern_failure_t tern_reduction_try(const tern_reduction_t *reduction, tern_op_t *root);
// Makes `root`, on which the pipeline fails, as small as a bounded number of attempts can while it fails in the same way, and
// writes the file. What became of it is a note behind the error that was emitted. `root` itself stays as it is.
void tern_reduce(const tern_reduction_t *reduction, tern_op_t *root);

// --- edits ---

typedef enum tern_edit_result { TERN_EDIT_DONE, TERN_EDIT_NOTHING, TERN_EDIT_END } tern_edit_result_t;

// A way to make IR smaller: does it to places `first` to `first + count`, in a fixed order of places. END: there is no
// place `first`. The IR that is left may be wrong.
typedef struct tern_edit {
  const char *name;
  tern_edit_result_t (*apply)(tern_op_t *root, size_t first, size_t count);
  bool takes_many;  // several places at once may be worth an attempt
} tern_edit_t;
extern const tern_edit_t tern_edits[];
extern const size_t tern_edit_count;
size_t tern_edit_size_of(tern_op_t *root);  // ops below it

#endif  // TERN_PIPELINE_DRIVER_REDUCE_H_

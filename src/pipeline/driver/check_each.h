// `--check-each`: runs functions before and after every pass and compares what they compute.

#ifndef TERN_PIPELINE_DRIVER_CHECK_EACH_H_
#define TERN_PIPELINE_DRIVER_CHECK_EACH_H_

#include "pass/pass_manager.h"

typedef struct tern_check_options {
  uint64_t seed;
  uint32_t input_count;  // sets of inputs for each function, 1 or more
  int64_t size;          // of dynamic dimensions; 0: small numbers from the seed
} tern_check_options_t;
#define TERN_CHECK_DEFAULT_INPUTS 4

typedef struct tern_check tern_check_t;

tern_check_t *tern_check_create(const tern_check_options_t *options);
void tern_check_destroy(tern_check_t *check);
// Looks at the IR below `root` as it is before the first pass: runs each public func.func that has a body. Functions that
// cannot be run are named in warnings, and not looked at again. False after an error: none can be run.
bool tern_check_begin(tern_check_t *check, tern_op_t *root);
// Behind a pass. False after an error: a function computes something else.
bool tern_check_after(tern_check_t *check, tern_op_t *root, const char *flag);
// The IR as it was when it was last looked at; borrowed.
const tern_op_t *tern_check_last_ir(const tern_check_t *check);

#endif  // TERN_PIPELINE_DRIVER_CHECK_EACH_H_

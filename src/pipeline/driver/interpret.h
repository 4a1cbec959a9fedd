// Running one function in the reference interpreter, for `--interpret`.

#ifndef TERN_PIPELINE_DRIVER_INTERPRET_H_
#define TERN_PIPELINE_DRIVER_INTERPRET_H_

#include "interpreter/reference/inputs.h"

// Runs the function `name` of `root` on inputs made from a seed, and writes what it printed and gave. False after an error.
bool tern_interpret(tern_op_t *root, tern_str_t name, const tern_reference_inputs_t *inputs,
                    tern_string_builder_t *out);
#endif  // TERN_PIPELINE_DRIVER_INTERPRET_H_

// What goes into a function of tern-run, and what comes out of it.

#ifndef TERN_TOOLS_RUN_VALUES_H_
#define TERN_TOOLS_RUN_VALUES_H_

#include "run_arguments.h"
#include "tern/arrays.h"
#include "tern/tensor.h"

// Reads a value for each of `count` arguments or bindings. `*out_inputs` is to be freed with free_inputs(), and NULL after an
// error was told.
bool read_inputs(const arguments_t *arguments, const tern_parameter_info_t *infos, size_t count,
                 tern_tensor_t **out_inputs);
void free_inputs(tern_tensor_t *inputs, size_t count);

// Prints an array as a line of text, however many elements `arguments` want to see.
bool print_output(const arguments_t *arguments, const tern_tensor_t *output);

// Writes, prints and compares outputs, as the command line asks for.
bool give_outputs(const arguments_t *arguments, const tern_parameter_info_t *infos, const tern_tensor_t *outputs,
                  size_t count);

#endif  // TERN_TOOLS_RUN_VALUES_H_

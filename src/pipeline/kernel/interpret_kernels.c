// Kernels of Triton by the definitions of their ops: arguments described from the IR, and launches of the reference interpreter.

#include <stdlib.h>
#include <string.h>

#include "dialect/tt/tt.h"
#include "interpreter/triton/launch.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pipeline/kernel/compile_kernels.h"
#include "tern/interpret_kernels.h"

// Private functions, and those that return something, are called by kernels, and are none.
static bool is_kernel(const tern_op_t *op) {
  bool is_function = tern_op_is(op, TERN_TT(FUNC)) && !tern_region_is_empty(&op->regions[0]);
  if (!is_function || tern_symbol_visibility(op) != TERN_PUBLIC) return false;
  return tern_function_type_result_count(tern_type_attr_value(tern_op_attr(op, "function_type"))) == 0;
}

static tern_status_t find_kernel(const tern_compiler_t *compiler, const char *name, tern_op_t **out) {
  tern_op_t *module = tern_compiler_module(compiler);
  tern_block_t *body = module ? tern_op_body(module, 0) : NULL;
  size_t count = 0;
  *out = NULL;
  if (!body) return tern_status_make(TERN_FAILED_PRECONDITION, "no module is loaded");
  tern_block_for_each_op(body, op) {
    if (!is_kernel(op)) continue;
    ++count;
    if (!name || tern_str_equal(tern_symbol_name(op), tern_str_make(name, strlen(name)))) *out = op;
  }
  if (!name && count > 1) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "there are %zu kernels, and none is named", count);
  }
  return *out ? tern_ok() : tern_status_make(TERN_NOT_FOUND, "there is no kernel '%.200s'", name ? name : "");
}

tern_status_t tern_compiler_describe_kernel(const tern_compiler_t *compiler, const char *name, char **out_name,
                                            tern_kernel_argument_t **out_arguments, size_t *out_count) {
  tern_op_t *kernel;
  size_t refused;
  *out_name = NULL;
  *out_arguments = NULL;
  *out_count = 0;
  TERN_RETURN_IF_ERROR(find_kernel(compiler, name, &kernel));
  tern_types_t inputs = tern_function_type_inputs(tern_type_attr_value(tern_op_attr(kernel, "function_type")));
  if (!tern_triton_can_launch(kernel, &refused)) {
    tern_op_error(kernel, "takes as argument %zu what no launch passes to the interpreter", refused);
    return tern_status_make(TERN_INVALID_IR, "kernels take pointers, descriptors and numbers");
  }
  tern_kernel_argument_t *arguments = tern_realloc_array(NULL, inputs.count + 1, sizeof *arguments);
  for (size_t k = 0; k < inputs.count; ++k) arguments[k] = tern_kernel_describe_argument(inputs.values[k]);
  tern_str_t symbol = tern_symbol_name(kernel);
  *out_name = memcpy(tern_malloc(symbol.size + 1), symbol.data, symbol.size);
  (*out_name)[symbol.size] = '\0';
  *out_arguments = arguments;
  *out_count = inputs.count;
  return tern_ok();
}

// A failure at the op where it is, with where that is called from in the note of its location.
static tern_status_t report(const tern_reference_t *reference, tern_op_t *kernel, tern_reference_outcome_t outcome) {
  const tern_op_t *place = tern_reference_place(reference);
  tern_op_error(place ? place : kernel, "%s", tern_reference_message(reference));
  if (outcome == TERN_REFERENCE_ABORTED) return tern_status_make(TERN_FAILED_PRECONDITION, "an assertion failed");
  return tern_status_make(TERN_INVALID_IR, "the kernel was not run to its end");
}

tern_status_t tern_compiler_interpret_kernel(tern_compiler_t *compiler, const char *name, const uint32_t grid[3],
                                             const tern_kernel_value_t *values, size_t count, char **out_text) {
  tern_op_t *kernel;
  char *race = NULL;
  const tern_op_t *race_op = NULL;
  *out_text = NULL;
  TERN_RETURN_IF_ERROR(find_kernel(compiler, name, &kernel));
  tern_types_t inputs = tern_function_type_inputs(tern_type_attr_value(tern_op_attr(kernel, "function_type")));
  uint64_t programs = (uint64_t)grid[0] * grid[1];
  bool is_empty = grid[0] == 0 || grid[1] == 0 || grid[2] == 0;
  if (count != inputs.count || is_empty || programs > INT32_MAX || programs * grid[2] > INT32_MAX) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "a launch of other arguments, or of an empty or huge grid");
  }
  tern_triton_argument_t *arguments = tern_realloc_array(NULL, count + 1, sizeof *arguments);
  for (size_t k = 0; k < count; ++k) {
    bool is_descriptor = tern_type_is_tt(inputs.values[k], TERN_TT_TYPE_TENSORDESC);
    arguments[k] = (tern_triton_argument_t){
        .is_array = is_descriptor || tern_type_is_tt(inputs.values[k], TERN_TT_TYPE_PTR),
        .data = values[k].data,
        .size = values[k].size,
        .same_as = values[k].same_as,
        .dims = values[k].tensor ? values[k].tensor->dims : NULL,
        .strides = values[k].tensor ? values[k].tensor->strides : NULL,
        .fills_with_nan = values[k].tensor && values[k].tensor->fills_with_nan,
        .word = values[k].bits,
    };
  }
  tern_reference_t *reference = tern_reference_create(tern_compiler_module(compiler));
  tern_reference_outcome_t outcome = tern_triton_launch(reference, kernel, grid, arguments, count, &race, &race_op);
  tern_status_t status = outcome == TERN_REFERENCE_DONE ? tern_ok() : report(reference, kernel, outcome);
  if (race && tern_status_is_ok(status)) {
    tern_op_error(race_op, "races: %s", race);
    tern_emit_note(race_op->loc, "programs of a grid run in any order: let one write, or use atomic ops");
    status = tern_status_make(TERN_INVALID_IR, "programs race");
  }
  tern_str_t output = tern_reference_output(reference);
  *out_text = memcpy(tern_malloc(output.size + 1), output.size ? output.data : "", output.size);
  (*out_text)[output.size] = '\0';
  tern_reference_destroy(reference);
  free(race);
  free(arguments);
  return status;
}

// --iree-flow-align-parameters: parameters that an op reads again and again are to lie as vectors want them.
//
//   util.global private @w = #flow.parameter.named<"model"::"w"> : tensor<1024x1024xf32>
// becomes, if a product of many rows loads it,
//   util.global private @w = #flow.parameter.named<"model"::"w", {tern.alignment = 64 : i64}> : tensor<1024x1024xf32>
//
// Code for processors takes elements wherever they begin, so the runtime can use a file in place. Vectors that lie across two lines of
// the cache cost twice, though: a product that reads each of them for many rows took a fifth longer. Such parameters are copied
// if their file has them elsewhere. What is read about once waits for memory, and that does not care.
//
// --iree-io-expect-parameters tells the runtime.

#include "dialect/flow/flow.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/type_inference.h"
#include "dialect/stream/stream.h"
#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "transform/linalg/blocking/unpacked_buffer.h"

enum { ALIGNMENT = 64 };  // bytes, of a line and of the widest vectors

// Iterations of all loops; very many where nobody knows.
static int64_t count_iterations(const tern_op_t *op) {
  int64_t ranges[TERN_LINALG_MAX_LOOPS], count = 1;
  if (!tern_linalg_static_loop_ranges(op, ranges)) return INT64_MAX;
  for (size_t i = 0; i < tern_linalg_loop_count(op); ++i) {
    if (ranges[i] == TERN_DYNAMIC) return INT64_MAX;
    count = tern_saturated_mul(count, ranges[i]);
  }
  return count;
}

// The global whose value, a whole parameter, is the operand; NULL if it is something else.
static tern_op_t *find_parameter(const tern_value_t *value) {
  const tern_op_t *load = tern_value_defining_op(value);
  if (!load || !tern_op_is(load, TERN_UTIL(GLOBAL_LOAD))) return NULL;
  tern_op_t *global = tern_symbol_lookup_nearest(load, tern_op_attr(load, "global"));
  const tern_attr_t *parameter =
      global && tern_op_is(global, TERN_UTIL(GLOBAL)) ? tern_op_attr(global, "initial_value") : NULL;
  bool is_whole = parameter && tern_attr_is_flow_parameter(parameter) && !tern_stream_parameter_attr_config(parameter);
  return is_whole ? global : NULL;
}

static void align(tern_op_t *global) {
  const tern_attr_t *parameter = tern_op_attr(global, "initial_value");
  tern_context_t *context = parameter->context;
  tern_named_attr_t config[] = {
      {TERN_PARAMETER_ALIGNMENT, tern_integer_attr_get(tern_i_type_get(context, 64), ALIGNMENT)}};
  tern_op_set_attr(global, "initial_value",
                   tern_flow_parameter_attr_get(
                       tern_stream_parameter_attr_type(parameter), tern_stream_parameter_attr_scope(parameter),
                       tern_stream_parameter_attr_key(parameter), tern_dictionary_attr_get(context, config, 1)));
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  tern_op_list_t *globals = user;
  if (!tern_is_linalg(op) || !tern_linalg_has_tensor_semantics(op)) return TERN_WALK_ADVANCE;
  int64_t iterations = count_iterations(op);
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    const tern_value_t *value = tern_linalg_input(op, i);
    tern_op_t *global = find_parameter(value);
    if (!global || !tern_type_has_static_shape(value->type)) continue;
    if (iterations / 2 >= tern_type_element_count(value->type)) tern_vec_push(globals, global);
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t globals = {0};
  int64_t count = 0;
  tern_op_walk_pre(root, collect, &globals);
  for (size_t i = 0; i < globals.count; ++i) {
    // Several ops may read one.
    if (tern_stream_parameter_attr_config(tern_op_attr(globals.values[i], "initial_value"))) continue;
    align(globals.values[i]);
    ++count;
  }
  tern_pass_count(pass, 0, count);
  tern_vec_deinitialize(&globals);
  return true;
}

const tern_pass_def_t tern_align_parameters_pass = {
    .flag = "iree-flow-align-parameters",
    .name = "AlignParametersPass",
    .summary = "Ask for parameters that are read again and again to be aligned",
    .statistics = (const char *const[]){"num-aligned - parameters that are to be aligned", NULL},
    .run = run,
};

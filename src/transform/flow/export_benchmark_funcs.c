// --iree-flow-export-benchmark-funcs: for each entry point a function without arguments that calls it.
//
//   util.func public @main(%a: !hal.buffer_view) -> !hal.buffer_view { %t = hal.tensor.import %a : ... -> tensor<4xf32> ... }
//       ->
//   util.func private @main(...)
//   util.global private @main_benchmark_arg0 : !hal.buffer_view      and an initializer that fills it
//   util.func public @main_benchmark() { loads the globals, calls @main, keeps the results from being removed }
//
// Source: IREE's ExportBenchmarkFuncs. Arguments are zeros of the shape that the entry point imports them with; a shape that
// is not static is refused. A fence to wait for is null; one to signal is made, and waited for.

#include "base/vec.h"
#include "dialect/arith/index_math.h"
#include "dialect/flow/flow.h"
#include "dialect/hal/hal.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef TERN_VEC(tern_value_t *) value_list_t;

// --- values to call with ---

static const tern_attr_t *zero_of(const tern_type_t *type) {
  if (tern_type_is_float(type)) return tern_float_attr_get(type, 0.0);
  if (tern_type_is_int_or_index(type)) return tern_integer_attr_get(type, 0);
  return NULL;
}

static tern_value_t *build_zeros(tern_builder_t *b, const tern_type_t *type) {
  const tern_type_t *element = tern_type_element(type);
  const tern_attr_t *zero = zero_of(element);
  if (!zero) return tern_build_value(b, TERN_FLOW(TENSOR_EMPTY), .types = TERN_TYPES(type));
  return tern_build_value(b, TERN_FLOW(TENSOR_SPLAT), .operands = TERN_VALUES(tern_build_constant(b, zero)),
                          .types = TERN_TYPES(type));
}

// The type that an argument is imported with; NULL if it is not imported.
static const tern_op_t *find_import(const tern_value_t *arg) {
  tern_value_for_each_use(arg, use) {
    if (tern_op_is(use->owner, TERN_HAL(TENSOR_IMPORT))) return use->owner;
  }
  return NULL;
}

// Builds the value at `b`; NULL after an error.
static tern_value_t *build_argument(tern_builder_t *b, const tern_op_t *function, size_t index) {
  const tern_value_t *arg = tern_op_body(function, 0)->args[index];
  const tern_attr_t *zero = zero_of(arg->type);
  if (zero) return tern_build_constant(b, zero);
  const tern_op_t *import = find_import(arg);
  const tern_type_t *type = import ? import->results[0].type : arg->type;
  bool is_static = type->kind == TERN_TYPE_TENSOR && tern_type_has_static_shape(type);
  if (!is_static) {
    tern_op_error(function, "cannot be benchmarked: there are no values for argument #%zu of type %s", index,
                  tern_type_text(type));
    tern_emit_note(function->loc, "arguments are made for numbers and for tensors of static shape");
    return NULL;
  }
  tern_value_t *tensor = build_zeros(b, type);
  if (!import) return tensor;
  return tern_build_value(b, TERN_HAL(TENSOR_EXPORT), .operands = TERN_VALUES(tensor), .types = TERN_TYPES(arg->type),
                          .attrs = TERN_ATTRS({"source_encoding", tern_op_attr(import, "target_encoding")}));
}

static tern_value_t *build_barrier(tern_builder_t *b, tern_value_t *value) {
  return tern_build_value(b, TERN_UTIL(OPTIMIZATION_BARRIER), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(value->type));
}

// A global that an initializer fills. NULL after an error.
static tern_op_t *build_argument_global(tern_builder_t *b, const tern_op_t *function, size_t index) {
  tern_context_t *context = b->context;
  const tern_type_t *type = tern_op_body(function, 0)->args[index]->type;
  const tern_type_t *nothing = tern_function_type_get(context, (tern_types_t){0}, (tern_types_t){0});
  tern_str_t name = tern_symbol_name(function);
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "%.*s_benchmark_arg%zu", (int)name.size, name.data, index);
  tern_op_t *global = tern_build(
      b, TERN_UTIL(GLOBAL),
      .attrs = TERN_ATTRS(
          {"sym_visibility", tern_string_attr_get(context, TERN_STR("private"))},
          {"sym_name", tern_string_attr_get(context, tern_string_builder_view(&text))},
          {"type", tern_type_attr_get(type)},
          {"inlining_policy", tern_dialect_attr_get(context, &tern_util_attrs[TERN_UTIL_ATTR_INLINE_NEVER], NULL, 0)}));
  tern_string_builder_deinitialize(&text);
  tern_op_t *initializer = tern_build(b, TERN_UTIL(INITIALIZER), .regions = 1,
                                      .attrs = TERN_ATTRS({"function_type", tern_type_attr_get(nothing)}));
  tern_builder_t inner = *b;
  tern_builder_add_block(&inner, &initializer->regions[0], (tern_types_t){0});
  tern_value_t *value = build_argument(&inner, function, index);
  if (!value) return NULL;
  tern_build(&inner, TERN_UTIL(GLOBAL_STORE), .operands = TERN_VALUES(build_barrier(&inner, value)),
             .attrs = TERN_ATTRS({"global", tern_flat_symbol_ref_attr_get(context, tern_symbol_name(global))}));
  tern_build(&inner, TERN_UTIL(RETURN));
  return global;
}

// --- the function ---

static tern_value_t *build_fence(tern_builder_t *b) {
  tern_value_t *device = tern_build_value(b, TERN_HAL(DEVICES_GET), .operands = TERN_VALUES(tern_build_index(b, 0)),
                                          .types = TERN_TYPES(tern_hal_type(b->context, TERN_HAL_DEVICE_TYPE)));
  return tern_build_value(
      b, TERN_HAL(FENCE_CREATE), .operands = TERN_VALUES(device),
      .types = TERN_TYPES(tern_hal_type(b->context, TERN_HAL_FENCE_TYPE)),
      .attrs = TERN_ATTRS({"flags", tern_enum_attr_get(b->context, TERN_HAL_ENUM(FENCE_FLAGS), 0)}));
}

static void build_wait(tern_builder_t *b, tern_value_t *fence) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  tern_value_t *forever = tern_build_constant(b, tern_integer_attr_get(i32, -1));
  tern_value_t *status =
      tern_build_value(b, TERN_HAL(FENCE_AWAIT), .operands = TERN_VALUES(forever, fence), .types = TERN_TYPES(i32),
                       .attrs = TERN_ATTRS({"flags", tern_enum_attr_get(b->context, TERN_HAL_ENUM(WAIT_FLAGS), 0)}));
  tern_build(b, TERN_UTIL(STATUS_CHECK_OK), .operands = TERN_VALUES(status),
             .attrs = TERN_ATTRS({"message", tern_string_attr_get(b->context, TERN_STR("the call failed"))}));
}

static tern_op_t *build_function(tern_builder_t *b, tern_str_t name) {
  tern_context_t *context = b->context;
  const tern_type_t *nothing = tern_function_type_get(context, (tern_types_t){0}, (tern_types_t){0});
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, name);
  tern_string_builder_append_cstr(&text, "_benchmark");
  const tern_attr_t *kind = tern_string_attr_get(context, TERN_STR("entry"));
  const tern_attr_t *reflection = tern_dictionary_attr_with(context, NULL, TERN_STR("iree.benchmark"), kind);
  tern_op_t *function =
      tern_build(b, TERN_UTIL(FUNC), .regions = 1,
                 .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, tern_string_builder_view(&text))},
                                     {"function_type", tern_type_attr_get(nothing)},
                                     {"sym_visibility", tern_string_attr_get(context, TERN_STR("public"))},
                                     {"iree.abi.stub", tern_unit_attr_get(context)}, {"iree.reflection", reflection}));
  tern_string_builder_deinitialize(&text);
  return function;
}

static bool export_function(tern_op_t *op) {
  tern_context_t *context = tern_op_context(op);
  const tern_type_t *type = tern_util_func_type(op);
  tern_types_t inputs = tern_function_type_inputs(type);
  tern_op_list_t globals = {0};
  bool is_right = true;
  tern_builder_t b = tern_builder_after(op);
  for (size_t i = 0; is_right && i < inputs.count; ++i) {
    bool is_fence = tern_type_is_hal(inputs.values[i], TERN_HAL_FENCE_TYPE);
    tern_op_t *global = is_fence ? NULL : build_argument_global(&b, op, i);
    is_right = is_fence || global;
    tern_vec_push(&globals, global);
  }
  if (is_right) {
    value_list_t operands = {0};
    tern_value_t *signal = NULL;
    tern_op_t *function = build_function(&b, tern_symbol_name(op));
    tern_builder_t inner = b;
    tern_builder_add_block(&inner, &function->regions[0], (tern_types_t){0});
    for (size_t i = 0; i < inputs.count; ++i) {
      tern_value_t *value;
      if (globals.values[i]) {
        value = tern_build_value(
            &inner, TERN_UTIL(GLOBAL_LOAD), .types = TERN_TYPES(inputs.values[i]),
            .attrs =
                TERN_ATTRS({"global", tern_flat_symbol_ref_attr_get(context, tern_symbol_name(globals.values[i]))}));
      } else if (i + 1 == inputs.count) {
        value = signal = build_fence(&inner);
      } else {
        value = tern_build_value(&inner, TERN_UTIL(NULL), .types = TERN_TYPES(inputs.values[i]));
      }
      tern_vec_push(&operands, value);
    }
    tern_op_t *call =
        tern_build(&inner, TERN_UTIL(CALL), .operands = {operands.values, operands.count},
                   .types = tern_function_type_results(type),
                   .attrs = TERN_ATTRS({"callee", tern_flat_symbol_ref_attr_get(context, tern_symbol_name(op))}));
    if (signal) build_wait(&inner, signal);
    for (size_t i = 0; i < call->result_count; ++i) build_barrier(&inner, tern_op_result(call, i));
    tern_build(&inner, TERN_UTIL(RETURN));
    tern_vec_deinitialize(&operands);
    tern_symbol_set_visibility(op, TERN_PRIVATE);
    tern_op_set_attr(op, "inlining_policy",
                     tern_dialect_attr_get(context, &tern_util_attrs[TERN_UTIL_ATTR_INLINE_NEVER], NULL, 0));
  }
  tern_vec_deinitialize(&globals);
  return is_right;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t functions = {0};
  bool is_right = true;
  tern_block_t *body = tern_op_body(module, 0);
  tern_block_for_each_op(body, op) {
    bool is_entry = tern_op_is(op, TERN_UTIL(FUNC)) && !tern_region_is_empty(&op->regions[0]) &&
                    tern_symbol_visibility(op) == TERN_PUBLIC;
    if (is_entry) tern_vec_push(&functions, op);
  }
  for (size_t i = 0; i < functions.count; ++i) is_right &= export_function(functions.values[i]);
  tern_vec_deinitialize(&functions);
  return is_right;
}

const tern_pass_def_t tern_export_benchmark_funcs_pass = {
    .flag = "iree-flow-export-benchmark-funcs",
    .alias = "iree-flow-export-benchmark-funcs-pass",
    .name = "ExportBenchmarkFuncsPass",
    .anchor = "builtin.module",
    .summary = "Export functions without arguments that call the entry points",
    .dialects = (const tern_dialect_t *const[]){&tern_flow_dialect, &tern_hal_dialect, &tern_util_dialect, NULL},
    .run = run,
};

// --iree-abi-wrap-entry-points: what is called from outside takes and gives scalars and !hal.buffer_view only.
//
//   util.func public @main(%a: tensor<?xf32>) -> tensor<?xf32> { ... }
//       ->
//   util.func public @main(%a: !hal.buffer_view) -> !hal.buffer_view attributes {iree.abi.stub, iree.reflection = {..}} {
//     %d = hal.buffer_view.dim<%a : !hal.buffer_view>[0] : index
//     %0 = hal.tensor.import %a "input0" : !hal.buffer_view -> tensor<?xf32>{%d}
//     %1 = util.call @_main(%0) : (tensor<?xf32>) -> tensor<?xf32>
//     ...
//     %2 = hal.tensor.export %1 "output0" : tensor<?xf32>{%n} -> !hal.buffer_view
//     util.return %2 : !hal.buffer_view
//   }
//   util.func private @_main(%a: tensor<?xf32>) -> tensor<?xf32> { ... }
//
// Source: upstream's ABI::WrapEntryPoints. With the model `coarse-fences` a function takes two more arguments, a fence that its
// inputs wait for and one that it signals when its outputs are there. Imports (functions without body) are wrapped the other
// way round. Attributes of arguments and results:
//
//   iree.abi.name = "x"               what the argument is called
//   iree.abi.encoding = tensor<..>    the type that the caller sees (ui32 for a program that computes on i32)
//   iree.abi.output = 0 : index       the argument's memory is to hold this result
//   iree.abi.transients               the argument's memory is for what lives between
//   iree.abi.affinity = #..           the device that the tensor is on
//
// A function with `iree.abi.stub` follows the ABI already.

#include "base/vec.h"
#include "dialect/arith/index_math.h"
#include "dialect/hal/hal.h"
#include "dialect/tensor/tensor.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef TERN_VEC(tern_value_t *) value_list_t;
typedef TERN_VEC(const tern_type_t *) type_list_t;
typedef TERN_VEC(const tern_attr_t *) attr_list_t;

typedef struct wrapping {
  tern_op_t *module;
  bool is_async;
  tern_context_t *context;
} wrapping_t;

// --- attributes of arguments and results ---

static const tern_attr_t *dict_at(const tern_op_t *op, const char *list_name, size_t index) {
  const tern_attr_t *list = tern_op_attr(op, list_name);
  if (!list || list->kind != TERN_ATTR_ARRAY || index >= tern_array_attr_count(list)) return NULL;
  return tern_array_attr_at(list, index);
}

static const tern_attr_t *value_attr(const tern_op_t *op, const char *list_name, size_t index, const char *name) {
  return tern_dictionary_attr_lookup(dict_at(op, list_name, index), tern_str_from_cstr(name));
}

static bool is_abi_attr(tern_str_t name) {
  static const char *const names[] = {"iree.abi.affinity", "iree.abi.encoding", "iree.abi.output",
                                      "iree.abi.transients"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (tern_str_equal_cstr(name, names[i])) return true;
  }
  return false;
}

// The list without what the wrapper has made use of; NULL if nothing is left.
static const tern_attr_t *strip_attrs(tern_context_t *context, const tern_attr_t *list, size_t extra) {
  if (!list || list->kind != TERN_ATTR_ARRAY) return NULL;
  attr_list_t dicts = {0};
  bool is_any = false;
  for (size_t i = 0; i < tern_array_attr_count(list); ++i) {
    const tern_attr_t *dict = tern_array_attr_at(list, i), *kept = dict;
    for (size_t j = 0; j < tern_dictionary_attr_count(dict); ++j) {
      tern_str_t name = tern_ident_str(tern_dictionary_attr_name(dict, j));
      if (is_abi_attr(name)) kept = tern_dictionary_attr_with(context, kept, name, NULL);
    }
    is_any |= tern_dictionary_attr_count(kept) > 0;
    tern_vec_push(&dicts, kept ? kept : tern_dictionary_attr_get(context, NULL, 0));
  }
  for (size_t i = 0; i < extra; ++i) tern_vec_push(&dicts, tern_dictionary_attr_get(context, NULL, 0));
  const tern_attr_t *stripped = is_any ? tern_array_attr_get(context, dicts.values, dicts.count) : NULL;
  tern_vec_deinitialize(&dicts);
  return stripped;
}

// --- types ---

static bool is_tensor(const tern_type_t *type) { return type->kind == TERN_TYPE_TENSOR; }

static bool check_type(const tern_op_t *op, const tern_type_t *type) {
  bool is_right =
      is_tensor(type) || tern_type_is_int_or_index(type) || tern_type_is_float(type) || type->kind == TERN_TYPE_DIALECT;
  if (is_right) return true;
  tern_op_error(op, "cannot be called from outside with a value of type %s", tern_type_text(type));
  tern_emit_note(op->loc, "use numbers, ranked tensors and references");
  return false;
}

static bool check_signature(const tern_op_t *op) {
  const tern_type_t *type = tern_util_func_type(op);
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  for (size_t i = 0; i < inputs.count; ++i) {
    if (!check_type(op, inputs.values[i])) return false;
    const tern_attr_t *output = value_attr(op, "arg_attrs", i, "iree.abi.output");
    if (!output) continue;
    int64_t index = tern_attr_is_integer(output) ? tern_integer_attr_value(output) : -1;
    if (index < 0 || (size_t)index >= results.count || !is_tensor(results.values[index])) {
      return tern_op_error(op, "has argument #%zu as storage of result %s, which is no tensor result of the function",
                           i, tern_attr_text(output));
    }
  }
  for (size_t i = 0; i < results.count; ++i) {
    if (!check_type(op, results.values[i])) return false;
  }
  return true;
}

static const tern_type_t *outside_type(const wrapping_t *wrapping, const tern_type_t *type) {
  return is_tensor(type) ? tern_hal_type(wrapping->context, TERN_HAL_BUFFER_VIEW_TYPE) : type;
}

static const tern_type_t *wrapped_type(const wrapping_t *wrapping, const tern_type_t *type) {
  type_list_t inputs = {0}, results = {0};
  tern_types_t old_inputs = tern_function_type_inputs(type), old_results = tern_function_type_results(type);
  for (size_t i = 0; i < old_inputs.count; ++i) tern_vec_push(&inputs, outside_type(wrapping, old_inputs.values[i]));
  for (size_t i = 0; i < 2 && wrapping->is_async; ++i) {
    tern_vec_push(&inputs, tern_hal_type(wrapping->context, TERN_HAL_FENCE_TYPE));
  }
  for (size_t i = 0; i < old_results.count; ++i) tern_vec_push(&results, outside_type(wrapping, old_results.values[i]));
  const tern_type_t *made = tern_function_type_get(wrapping->context, (tern_types_t){inputs.values, inputs.count},
                                                   (tern_types_t){results.values, results.count});
  tern_vec_deinitialize(&inputs);
  tern_vec_deinitialize(&results);
  return made;
}

// --- what the caller is told ---

static void append_attr(tern_string_builder_t *text, const tern_attr_t *attr) {
  tern_string_builder_append_cstr(text, tern_attr_text(attr));
}

static void append_values(const tern_op_t *op, tern_types_t types, bool is_input, tern_string_builder_t *text) {
  const char *list_name = is_input ? "arg_attrs" : "res_attrs";
  tern_string_builder_append_char(text, '(');
  for (size_t i = 0; i < types.count; ++i) {
    const tern_attr_t *dict = dict_at(op, list_name, i), *name = value_attr(op, list_name, i, "iree.abi.name");
    const char *separator = " {";
    if (i) tern_string_builder_append_cstr(text, ", ");
    tern_string_builder_append_char(text, '%');
    if (tern_attr_is_string(name)) {
      tern_string_builder_append(text, tern_string_attr_value(name));
    } else {
      tern_string_builder_append_format(text, "%s%zu", is_input ? "input" : "output", i);
    }
    tern_string_builder_append_format(text, ": %s", tern_type_text(types.values[i]));
    for (size_t j = 0; j < tern_dictionary_attr_count(dict); ++j) {
      tern_str_t key = tern_ident_str(tern_dictionary_attr_name(dict, j));
      if (tern_str_equal_cstr(key, "iree.abi.name")) continue;
      tern_string_builder_append_format(text, "%s%.*s = ", separator, (int)key.size, key.data);
      append_attr(text, tern_dictionary_attr_at(dict, j));
      separator = ", ";
    }
    if (separator[0] == ',') tern_string_builder_append_char(text, '}');
  }
  tern_string_builder_append_char(text, ')');
}

// iree.reflection: the function's own entries, the declaration, the model if it is not the plain one.
static const tern_attr_t *build_reflection(const wrapping_t *wrapping, const tern_op_t *op, tern_str_t name) {
  const tern_type_t *type = tern_util_func_type(op);
  const tern_attr_t *reflection = tern_op_attr(op, "iree.reflection");
  const tern_attr_t *declaration = tern_op_attr(op, "iree.abi.declaration");
  if (!declaration) {
    tern_string_builder_t text = {0};
    tern_string_builder_append_format(&text, "%s func @%.*s", wrapping->is_async ? "async" : "sync", (int)name.size,
                                      name.data);
    append_values(op, tern_function_type_inputs(type), true, &text);
    tern_string_builder_append_cstr(&text, " -> ");
    append_values(op, tern_function_type_results(type), false, &text);
    declaration = tern_string_attr_get(wrapping->context, tern_string_builder_view(&text));
    tern_string_builder_deinitialize(&text);
  }
  reflection = tern_dictionary_attr_with(wrapping->context, reflection, TERN_STR("iree.abi.declaration"), declaration);
  if (!wrapping->is_async) return reflection;
  return tern_dictionary_attr_with(wrapping->context, reflection, TERN_STR("iree.abi.model"),
                                   tern_string_attr_get(wrapping->context, TERN_STR("coarse-fences")));
}

// --- parts of wrappers ---

// The sizes of a tensor, by tensor.dim.
static void push_tensor_dims(tern_builder_t *b, tern_value_t *tensor, value_list_t *values) {
  for (size_t i = 0; i < tern_type_rank(tensor->type); ++i) {
    if (tern_type_dim(tensor->type, i) != TERN_DYNAMIC) continue;
    tern_value_t *index = tern_build_index(b, (int64_t)i);
    tern_vec_push(values, tern_build_value(b, TERN_TENSOR(DIM), .operands = TERN_VALUES(tensor, index),
                                           .types = TERN_TYPES(index->type)));
  }
}

static tern_value_t *build_import(tern_builder_t *b, tern_value_t *source, const tern_type_t *type,
                                  const tern_attr_t *encoding, const tern_attr_t *name, const tern_attr_t *affinity,
                                  tern_value_t *fence, bool is_consumed) {
  value_list_t operands = {0};
  const tern_type_t *index = tern_index_type_get(b->context);
  tern_vec_push(&operands, source);
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    if (tern_type_dim(type, i) != TERN_DYNAMIC) continue;
    tern_vec_push(
        &operands,
        tern_build_value(b, TERN_HAL(BUFFER_VIEW_DIM), .operands = TERN_VALUES(source), .types = TERN_TYPES(index),
                         .attrs = TERN_ATTRS({"index", tern_integer_attr_get(index, (int64_t)i)})));
  }
  int32_t segments[] = {1, (int32_t)operands.count - 1, fence != NULL};
  if (fence) tern_vec_push(&operands, fence);
  tern_op_t *op = tern_build(b, TERN_HAL(TENSOR_IMPORT), .operands = {operands.values, operands.count},
                             .types = TERN_TYPES(type), .segments = segments,
                             .attrs = TERN_ATTRS({"target_encoding", encoding ? encoding : tern_type_attr_get(type)}));
  if (name) tern_op_set_attr(op, "name", name);
  if (affinity) tern_op_set_attr(op, "affinity", affinity);
  if (is_consumed) tern_op_set_attr(op, "consume", tern_unit_attr_get(b->context));
  tern_vec_deinitialize(&operands);
  return tern_op_result(op, 0);
}

static tern_value_t *build_export(tern_builder_t *b, tern_value_t *tensor, tern_values_t dims,
                                  const tern_attr_t *encoding, const tern_attr_t *name, const tern_attr_t *affinity) {
  value_list_t operands = {0};
  tern_vec_push(&operands, tensor);
  for (size_t i = 0; i < dims.count; ++i) tern_vec_push(&operands, dims.values[i]);
  tern_op_t *op =
      tern_build(b, TERN_HAL(TENSOR_EXPORT), .operands = {operands.values, operands.count},
                 .types = TERN_TYPES(tern_hal_type(b->context, TERN_HAL_BUFFER_VIEW_TYPE)),
                 .attrs = TERN_ATTRS({"source_encoding", encoding ? encoding : tern_type_attr_get(tensor->type)}));
  if (name) tern_op_set_attr(op, "name", name);
  if (affinity) tern_op_set_attr(op, "affinity", affinity);
  tern_vec_deinitialize(&operands);
  return tern_op_result(op, 0);
}

// The tensors of `values` behind a barrier that signals the fence, in place; without tensors the fence is signaled at once.
static void build_barrier(tern_builder_t *b, value_list_t *values, tern_value_t *fence) {
  value_list_t operands = {0};
  type_list_t types = {0};
  for (size_t i = 0; i < values->count; ++i) {
    if (!is_tensor(values->values[i]->type)) continue;
    tern_vec_push(&operands, values->values[i]);
    tern_vec_push(&types, values->values[i]->type);
  }
  if (operands.count) {
    tern_vec_push(&operands, fence);
    tern_op_t *barrier = tern_build(b, TERN_HAL(TENSOR_BARRIER), .operands = {operands.values, operands.count},
                                    .types = {types.values, types.count});
    size_t next = 0;
    for (size_t i = 0; i < values->count; ++i) {
      if (is_tensor(values->values[i]->type)) values->values[i] = tern_op_result(barrier, next++);
    }
  } else {
    tern_build(b, TERN_HAL(FENCE_SIGNAL), .operands = TERN_VALUES(fence));
  }
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
}

static const tern_attr_t *value_name(const wrapping_t *wrapping, const tern_op_t *op, bool is_input, size_t index) {
  const tern_attr_t *name = value_attr(op, is_input ? "arg_attrs" : "res_attrs", index, "iree.abi.name");
  if (tern_attr_is_string(name)) return name;
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "%s%zu", is_input ? "input" : "output", index);
  name = tern_string_attr_get(wrapping->context, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  return name;
}

// Private, under another name: `_name`, by which everybody inside calls it from now on.
static void rename_inner(const wrapping_t *wrapping, tern_op_t *op) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_char(&text, '_');
  tern_string_builder_append(&text, tern_symbol_name(op));
  while (tern_symbol_lookup_in(wrapping->module, tern_string_builder_view(&text))) {
    tern_string_builder_append_char(&text, '_');
  }
  tern_str_t name = tern_string_attr_value(tern_string_attr_get(wrapping->context, tern_string_builder_view(&text)));
  tern_string_builder_deinitialize(&text);
  tern_symbol_replace_uses(wrapping->module, tern_symbol_name(op), name);
  tern_symbol_set_name(op, name);
}

static tern_op_t *build_function(tern_builder_t *b, tern_str_t name, const tern_type_t *type, const char *visibility) {
  tern_context_t *context = b->context;
  return tern_build(b, TERN_UTIL(FUNC), .regions = 1,
                    .attrs = TERN_ATTRS(
                        {"sym_name", tern_string_attr_get(context, name)}, {"function_type", tern_type_attr_get(type)},
                        {"sym_visibility", tern_string_attr_get(context, tern_str_from_cstr(visibility))}));
}

static tern_op_t *build_call(tern_builder_t *b, tern_str_t callee, tern_values_t operands, tern_types_t types) {
  return tern_build(b, TERN_UTIL(CALL), .operands = operands, .types = types,
                    .attrs = TERN_ATTRS({"callee", tern_flat_symbol_ref_attr_get(b->context, callee)}));
}

// --- exports ---

static void push_arguments(const wrapping_t *wrapping, tern_builder_t *b, const tern_op_t *op, tern_block_t *body,
                           value_list_t *operands) {
  tern_types_t inputs = tern_function_type_inputs(tern_util_func_type(op));
  tern_value_t *wait = wrapping->is_async ? body->args[inputs.count] : NULL;
  for (size_t i = 0; i < inputs.count; ++i) {
    tern_value_t *arg = body->args[i];
    if (is_tensor(inputs.values[i])) {
      bool is_consumed = value_attr(op, "arg_attrs", i, "iree.abi.output") != NULL;
      arg = build_import(b, arg, inputs.values[i], value_attr(op, "arg_attrs", i, "iree.abi.encoding"),
                         value_name(wrapping, op, true, i), value_attr(op, "arg_attrs", i, "iree.abi.affinity"), wait,
                         is_consumed);
    }
    tern_vec_push(operands, arg);
  }
}

// What lives between the inputs and the outputs, in the caller's storage.
static void place_transients(tern_builder_t *b, const tern_op_t *op, tern_block_t *body, value_list_t *results) {
  size_t count = tern_function_type_input_count(tern_util_func_type(op));
  for (size_t i = 0; i < count; ++i) {
    if (!value_attr(op, "arg_attrs", i, "iree.abi.transients")) continue;
    for (size_t j = 0; j < results->count; ++j) {
      tern_value_t *tensor = results->values[j];
      if (!is_tensor(tensor->type)) continue;
      value_list_t operands = {0};
      tern_vec_push(&operands, tensor);
      push_tensor_dims(b, tensor, &operands);
      tern_vec_push(&operands, body->args[i]);
      results->values[j] =
          tern_build_value(b, TERN_HAL(TENSOR_TRANSIENTS), .operands = {operands.values, operands.count},
                           .types = TERN_TYPES(tensor->type));
      tern_vec_deinitialize(&operands);
    }
  }
}

// Results that are to be in an argument's storage.
static void place_outputs(const wrapping_t *wrapping, tern_builder_t *b, const tern_op_t *op, tern_block_t *body,
                          value_list_t *results) {
  size_t count = tern_function_type_input_count(tern_util_func_type(op));
  for (size_t i = 0; i < count; ++i) {
    const tern_attr_t *output = value_attr(op, "arg_attrs", i, "iree.abi.output");
    if (!output) continue;
    size_t index = (size_t)tern_integer_attr_value(output);
    tern_value_t *tensor = results->values[index];
    value_list_t operands = {0};
    tern_vec_push(&operands, tensor);
    push_tensor_dims(b, tensor, &operands);
    int32_t segments[] = {1, (int32_t)operands.count - 1, 1, wrapping->is_async};
    tern_vec_push(&operands, body->args[i]);
    if (wrapping->is_async) tern_vec_push(&operands, body->args[count]);
    results->values[index] = tern_build_value(b, TERN_HAL(TENSOR_ALIAS), .operands = {operands.values, operands.count},
                                              .types = TERN_TYPES(tensor->type), .segments = segments);
    tern_vec_deinitialize(&operands);
  }
}

static bool wrap_export(const wrapping_t *wrapping, tern_op_t *op) {
  tern_context_t *context = wrapping->context;
  if (!check_signature(op)) return false;
  const tern_type_t *type = tern_util_func_type(op);
  tern_str_t name = tern_symbol_name(op);
  rename_inner(wrapping, op);
  tern_symbol_set_visibility(op, TERN_PRIVATE);
  tern_builder_t b = tern_builder_before(op);
  const tern_type_t *outside = wrapped_type(wrapping, type);
  tern_op_t *wrapper = build_function(&b, name, outside, "public");
  size_t extra = wrapping->is_async ? 2 : 0;
  tern_op_set_attr(wrapper, "arg_attrs", strip_attrs(context, tern_op_attr(op, "arg_attrs"), extra));
  tern_op_set_attr(wrapper, "res_attrs", strip_attrs(context, tern_op_attr(op, "res_attrs"), 0));
  tern_op_set_attr(wrapper, "iree.abi.stub", tern_unit_attr_get(context));
  tern_op_set_attr(wrapper, "iree.reflection", build_reflection(wrapping, op, name));
  tern_op_set_attr(op, "iree.reflection", NULL);

  tern_builder_add_block(&b, &wrapper->regions[0], tern_function_type_inputs(outside));
  tern_block_t *body = tern_op_body(wrapper, 0);
  value_list_t operands = {0}, results = {0};
  push_arguments(wrapping, &b, op, body, &operands);
  tern_op_t *call = build_call(&b, tern_symbol_name(op), (tern_values_t){operands.values, operands.count},
                               tern_function_type_results(type));
  for (size_t i = 0; i < call->result_count; ++i) tern_vec_push(&results, tern_op_result(call, i));
  place_transients(&b, op, body, &results);
  place_outputs(wrapping, &b, op, body, &results);
  if (wrapping->is_async) build_barrier(&b, &results, body->args[operands.count + 1]);
  for (size_t i = 0; i < results.count; ++i) {
    if (!is_tensor(results.values[i]->type)) continue;
    value_list_t dims = {0};
    push_tensor_dims(&b, results.values[i], &dims);
    results.values[i] =
        build_export(&b, results.values[i], (tern_values_t){dims.values, dims.count},
                     value_attr(op, "res_attrs", i, "iree.abi.encoding"), value_name(wrapping, op, false, i),
                     value_attr(op, "res_attrs", i, "iree.abi.affinity"));
    tern_vec_deinitialize(&dims);
  }
  tern_build(&b, TERN_UTIL(RETURN), .operands = {results.values, results.count});
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&results);
  tern_op_set_attr(op, "arg_attrs", strip_attrs(context, tern_op_attr(op, "arg_attrs"), 0));
  tern_op_set_attr(op, "res_attrs", strip_attrs(context, tern_op_attr(op, "res_attrs"), 0));
  return true;
}

// --- imports ---

static tern_value_t *build_fence(tern_builder_t *b, tern_value_t *device) {
  return tern_build_value(
      b, TERN_HAL(FENCE_CREATE), .operands = TERN_VALUES(device),
      .types = TERN_TYPES(tern_hal_type(b->context, TERN_HAL_FENCE_TYPE)),
      .attrs = TERN_ATTRS({"flags", tern_enum_attr_get(b->context, TERN_HAL_ENUM(FENCE_FLAGS), 0)}));
}

static bool has_tensors(const tern_type_t *type) {
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  for (size_t i = 0; i < inputs.count; ++i) {
    if (is_tensor(inputs.values[i])) return true;
  }
  for (size_t i = 0; i < results.count; ++i) {
    if (is_tensor(results.values[i])) return true;
  }
  return false;
}

// The import keeps its name; what calls it calls a function that exports the arguments and imports the results.
static bool wrap_import(const wrapping_t *wrapping, tern_op_t *op) {
  tern_context_t *context = wrapping->context;
  const tern_type_t *type = tern_util_func_type(op);
  if (!check_signature(op)) return false;
  tern_str_t name = tern_symbol_name(op);
  tern_builder_t b = tern_builder_before(op);
  const tern_type_t *outside = wrapped_type(wrapping, type);
  rename_inner(wrapping, op);
  tern_op_t *import = build_function(&b, name, outside, "private");
  tern_op_set_attr(import, "iree.abi.stub", tern_unit_attr_get(context));
  for (size_t i = 0; i < tern_dictionary_attr_count(op->attrs); ++i) {
    tern_op_set_attr_str(import, tern_ident_str(tern_dictionary_attr_name(op->attrs, i)),
                         tern_dictionary_attr_at(op->attrs, i));
  }
  while (tern_dictionary_attr_count(op->attrs)) {
    tern_op_set_attr_str(op, tern_ident_str(tern_dictionary_attr_name(op->attrs, 0)), NULL);
  }

  tern_builder_add_block(&b, &op->regions[0], tern_function_type_inputs(type));
  tern_block_t *body = tern_op_body(op, 0);
  value_list_t operands = {0}, results = {0};
  for (size_t i = 0; i < body->arg_count; ++i) tern_vec_push(&operands, body->args[i]);
  tern_value_t *signal = NULL;
  if (wrapping->is_async) {
    tern_value_t *device = tern_build_value(&b, TERN_HAL(DEVICES_GET), .operands = TERN_VALUES(tern_build_index(&b, 0)),
                                            .types = TERN_TYPES(tern_hal_type(context, TERN_HAL_DEVICE_TYPE)));
    tern_value_t *wait = build_fence(&b, device);
    build_barrier(&b, &operands, wait);
    signal = build_fence(&b, device);
    tern_vec_push(&operands, wait);
    tern_vec_push(&operands, signal);
  }
  for (size_t i = 0; i < body->arg_count; ++i) {
    if (!is_tensor(operands.values[i]->type)) continue;
    value_list_t dims = {0};
    push_tensor_dims(&b, operands.values[i], &dims);
    operands.values[i] = build_export(&b, operands.values[i], (tern_values_t){dims.values, dims.count},
                                      value_attr(op, "arg_attrs", i, "iree.abi.encoding"), NULL,
                                      value_attr(op, "arg_attrs", i, "iree.abi.affinity"));
    tern_vec_deinitialize(&dims);
  }
  tern_op_t *call =
      build_call(&b, name, (tern_values_t){operands.values, operands.count}, tern_function_type_results(outside));
  tern_types_t types = tern_function_type_results(type);
  for (size_t i = 0; i < types.count; ++i) {
    tern_value_t *value = tern_op_result(call, i);
    if (is_tensor(types.values[i])) {
      value = build_import(&b, value, types.values[i], value_attr(op, "res_attrs", i, "iree.abi.encoding"), NULL,
                           value_attr(op, "res_attrs", i, "iree.abi.affinity"), signal, false);
    }
    tern_vec_push(&results, value);
  }
  tern_build(&b, TERN_UTIL(RETURN), .operands = {results.values, results.count});
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&results);
  tern_op_set_attr(op, "arg_attrs", strip_attrs(context, tern_op_attr(op, "arg_attrs"), 0));
  tern_op_set_attr(op, "res_attrs", strip_attrs(context, tern_op_attr(op, "res_attrs"), 0));
  return true;
}

// --- all functions ---

static bool run(tern_op_t *module, tern_pass_t *pass) {
  wrapping_t wrapping = {.module = module, .context = tern_op_context(module)};
  wrapping.is_async = tern_str_equal_cstr(tern_pass_string(pass, "invocation-model"), "coarse-fences");
  tern_op_list_t exports = {0}, imports = {0};
  tern_block_t *body = tern_op_body(module, 0);
  tern_block_for_each_op(body, op) {
    if (!tern_op_is(op, TERN_UTIL(FUNC)) || tern_op_attr(op, "iree.abi.stub")) continue;
    bool is_import = tern_region_is_empty(&op->regions[0]);
    if (is_import && has_tensors(tern_util_func_type(op))) tern_vec_push(&imports, op);
    if (!is_import && tern_symbol_visibility(op) == TERN_PUBLIC) tern_vec_push(&exports, op);
  }
  bool is_right = true;
  for (size_t i = 0; is_right && i < imports.count; ++i) is_right = wrap_import(&wrapping, imports.values[i]);
  for (size_t i = 0; is_right && i < exports.count; ++i) is_right = wrap_export(&wrapping, exports.values[i]);
  tern_vec_deinitialize(&exports);
  tern_vec_deinitialize(&imports);
  return is_right;
}

static const char *const models[] = {"sync", "coarse-fences", NULL};

static const tern_option_def_t options[] = {
    {"invocation-model", TERN_OPTION_STRING, "sync",
     "How calls are ordered with each other: sync, or coarse-fences (a fence to wait for and one to signal)", models},
};

const tern_pass_def_t tern_wrap_entry_points_pass = {
    .flag = "iree-abi-wrap-entry-points",
    .name = "WrapEntryPointsPass",
    .anchor = "builtin.module",
    .summary = "Wrap entry points in functions of the native ABI",
    .options = options,
    .option_count = 1,
    .dialects = (const tern_dialect_t *const[]){&tern_hal_dialect, &tern_util_dialect, &tern_tensor_dialect, NULL},
    .run = run,
};

// Traces and breaks at dispatches; see the header. Source: IREE's InsertDebugTargetAt... and InjectDispatchTracing.

#include "transform/flow/debug_target.h"

#include "base/vec.h"
#include "dialect/flow/flow.h"
#include "dialect/hal/hal.h"
#include "dialect/tensor/tensor.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "rewrite/builder.h"

typedef TERN_VEC(tern_value_t *) value_list_t;
typedef TERN_VEC(const tern_type_t *) type_list_t;
void tern_dispatch_name(const tern_op_t *dispatch, tern_string_builder_t *out) {
  const tern_attr_t *entry = tern_array_attr_at(tern_op_attr(dispatch, "entry_points"), 0);
  for (size_t i = 0; i < tern_symbol_ref_attr_count(entry); ++i) {
    if (i) tern_string_builder_append_cstr(out, "::");
    tern_string_builder_append(out, tern_symbol_ref_attr_at(entry, i));
  }
}

// --- traces ---

// Appends a tensor to `tensors` and the sizes of its dynamic dimensions, as far as the dispatch knows, to `dims`.
static void push_operand(const tern_op_t *dispatch, size_t index, value_list_t *tensors, value_list_t *dims) {
  size_t start, count;
  if (tern_op_operand(dispatch, index)->type->kind != TERN_TYPE_TENSOR) return;
  if (!tern_flow_operand_dims(dispatch, index, &start, &count)) return;
  tern_vec_push(tensors, tern_op_operand(dispatch, index));
  for (size_t i = 0; i < count; ++i) tern_vec_push(dims, tern_op_operand(dispatch, start + i));
}

static void push_result(tern_op_t *dispatch, size_t index, value_list_t *tensors, value_list_t *dims) {
  size_t start, count;
  if (!tern_flow_result_dims(dispatch, index, &start, &count)) return;
  tern_vec_push(tensors, tern_op_result(dispatch, index));
  for (size_t i = 0; i < count; ++i) tern_vec_push(dims, tern_op_operand(dispatch, start + i));
}

static void build_trace(tern_builder_t *b, tern_str_t key, const char *what, value_list_t *tensors,
                        value_list_t *dims) {
  if (tensors->count) {
    tern_string_builder_t text = {0};
    tern_string_builder_append_format(&text, "%.*s %s", (int)key.size, key.data, what);
    int32_t segments[] = {(int32_t)tensors->count, (int32_t)dims->count};
    for (size_t i = 0; i < dims->count; ++i) tern_vec_push(tensors, dims->values[i]);
    tern_build(b, TERN_FLOW(TENSOR_TRACE), .operands = {tensors->values, tensors->count}, .segments = segments,
               .attrs = TERN_ATTRS({"key", tern_string_attr_get(b->context, tern_string_builder_view(&text))}));
    tern_string_builder_deinitialize(&text);
  }
  tensors->count = dims->count = 0;
}

void tern_dispatch_trace(tern_op_t *dispatch, tern_str_t key) {
  size_t start, count;
  value_list_t tensors = {0}, dims = {0};
  tern_op_operands_named(dispatch, "arguments", &start, &count);
  for (size_t i = 0; i < count; ++i) push_operand(dispatch, start + i, &tensors, &dims);
  tern_builder_t b = tern_builder_before(dispatch);
  build_trace(&b, key, "inputs", &tensors, &dims);
  for (size_t i = 0; i < dispatch->result_count; ++i) push_result(dispatch, i, &tensors, &dims);
  b = tern_builder_after(dispatch);
  build_trace(&b, key, "outputs", &tensors, &dims);
  tern_vec_deinitialize(&tensors);
  tern_vec_deinitialize(&dims);
}

// --- breaks ---

typedef struct caller_search {
  const tern_op_t *function;
  bool is_called;
} caller_search_t;

static void note_use(tern_op_t *user_op, const tern_attr_t *ref, void *user) {
  caller_search_t *search = user;
  if (tern_symbol_lookup_nearest(user_op, ref) == search->function) search->is_called = true;
}

bool tern_dispatch_break(tern_op_t *dispatch) {
  tern_op_t *function = tern_op_parent(dispatch), *end = tern_block_terminator(dispatch->block);
  if (!tern_op_is(function, TERN_UTIL(FUNC)) || !end || !tern_op_is(end, TERN_UTIL(RETURN))) {
    return tern_op_error(dispatch, "cannot be broken at: it is inside of control flow");
  }
  caller_search_t search = {.function = function};
  tern_symbol_for_each_use(tern_op_parent(function), note_use, &search);
  if (search.is_called)
    return tern_op_error(dispatch, "cannot be broken at: the function around it is called by others");
  value_list_t results = {0};
  type_list_t types = {0};
  tern_builder_t b = tern_builder_before(end);
  for (size_t i = 0; i < dispatch->result_count; ++i) {
    tern_value_t *value = tern_op_result(dispatch, i);
    value_list_t operands = {0}, dims = {0};
    push_result(dispatch, i, &operands, &dims);
    if (operands.count) {
      for (size_t j = 0; j < dims.count; ++j) tern_vec_push(&operands, dims.values[j]);
      value = tern_build_value(&b, TERN_HAL(TENSOR_EXPORT), .operands = {operands.values, operands.count},
                               .types = TERN_TYPES(tern_hal_type(b.context, TERN_HAL_BUFFER_VIEW_TYPE)),
                               .attrs = TERN_ATTRS({"source_encoding", tern_type_attr_get(value->type)}));
    }
    tern_vec_deinitialize(&operands);
    tern_vec_deinitialize(&dims);
    tern_vec_push(&results, value);
    tern_vec_push(&types, value->type);
  }
  tern_op_set_operands(end, (tern_values_t){results.values, results.count});
  const tern_type_t *type = tern_function_type_get(b.context, tern_function_type_inputs(tern_util_func_type(function)),
                                                   (tern_types_t){types.values, types.count});
  tern_op_set_attr(function, "function_type", tern_type_attr_get(type));
  tern_op_set_attr(function, "res_attrs", NULL);
  tern_op_set_attr(function, "tied_operands", NULL);
  tern_vec_deinitialize(&results);
  tern_vec_deinitialize(&types);
  return true;
}

// --- dispatches ---

bool tern_for_each_dispatch(tern_op_t *module, tern_dispatch_fn_t callback, void *user) {
  bool is_right = true;
  tern_block_t *body = tern_op_body(module, 0);
  tern_block_for_each_op(body, function) {
    if (!tern_op_has_trait(function, TERN_TRAIT_FUNCTION_LIKE)) continue;
    tern_op_list_t dispatches = tern_op_collect_row(function, TERN_PREORDER, TERN_FLOW(DISPATCH));
    for (size_t i = 0; is_right && i < dispatches.count; ++i) {
      tern_dispatch_site_t site = {.dispatch = dispatches.values[i], .function = function, .ordinal = i};
      is_right = callback(&site, user);
    }
    tern_vec_deinitialize(&dispatches);
  }
  return is_right;
}

// --iree-abi-convert-streamable-ops: imports that may run in a stream of dispatches become flow.func, their calls flow.call.
//
//   util.func private @m.f(%a: tensor<?xf32>, %n: index) -> (tensor<?xf32> {iree.abi.dims = [1]}) attributes
//       {iree.abi.streamable}
//   %0 = util.call @m.f(%a, %n) : (tensor<?xf32>, index) -> tensor<?xf32>
//       ->
//   flow.func private @m.f(%a: tensor<?xf32>, %n: index) -> tensor<?xf32>
//   %0 = flow.call @m.f(%a, %n) : (tensor<?xf32>{%d}, index) -> tensor<?xf32>{%n}
//
// Source: upstream's ABI::ConvertStreamableOps. The sizes of a result have to be known before the call: they are arguments
// (`iree.abi.dims` on the result), those of the argument it is tied to, or computed by a function with the same arguments
// (`iree.abi.result_dims` on the function), which gives the sizes of all results.

#include "base/vec.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/shaped_syntax.h"
#include "dialect/flow/flow.h"
#include "dialect/tensor/tensor.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef TERN_VEC(tern_value_t *) value_list_t;
typedef TERN_VEC(const tern_type_t *) type_list_t;

static const tern_attr_t *result_attr(const tern_op_t *function, size_t index, const char *name) {
  const tern_attr_t *list = tern_op_attr(function, "res_attrs");
  if (!list || list->kind != TERN_ATTR_ARRAY || index >= tern_array_attr_count(list)) return NULL;
  return tern_dictionary_attr_lookup(tern_array_attr_at(list, index), tern_str_from_cstr(name));
}

// The argument that a result is tied to, or -1.
static int64_t tied_argument(const tern_op_t *function, size_t index) {
  const tern_attr_t *tied = result_attr(function, index, "iree.abi.tied");
  return tern_attr_is_integer(tied) ? tern_integer_attr_value(tied) : tern_tied_operand(function, index);
}

// Are the sizes of all results known before a call?
static bool check_results(const tern_op_t *function) {
  const tern_type_t *type = tern_util_func_type(function);
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  if (tern_op_attr(function, "iree.abi.result_dims")) return true;
  for (size_t i = 0; i < results.count; ++i) {
    size_t wanted = tern_shaped_size_count(results.values[i]);
    const tern_attr_t *dims = result_attr(function, i, "iree.abi.dims");
    int64_t tied = tied_argument(function, i);
    if (tied >= (int64_t)inputs.count)
      return tern_op_error(function, "ties result #%zu to argument #%lld, which it does not have", i, (long long)tied);
    bool is_known = !wanted || (tied >= 0 && inputs.values[tied] == results.values[i]);
    if (!is_known && dims && dims->kind == TERN_ATTR_ARRAY && tern_array_attr_count(dims) == wanted) {
      is_known = true;
      for (size_t j = 0; is_known && j < wanted; ++j) {
        const tern_attr_t *dim = tern_array_attr_at(dims, j);
        int64_t position = tern_attr_is_integer(dim) ? tern_integer_attr_value(dim) : -1;
        is_known = position >= 0 && (size_t)position < inputs.count && tern_type_is_index(inputs.values[position]);
      }
    }
    if (is_known) continue;
    tern_op_error(function, "missing dynamic dimensions on result %zu", i);
    tern_emit_note(function->loc,
                   "provide them by iree.abi.dims, by an argument of the same type that the result is tied to, "
                   "or by a function (iree.abi.result_dims) that computes them");
    return false;
  }
  return true;
}

static void push_dims(tern_builder_t *b, tern_value_t *tensor, value_list_t *values) {
  if (tensor->type->kind != TERN_TYPE_TENSOR) return;
  for (size_t i = 0; i < tern_type_rank(tensor->type); ++i) {
    if (tern_type_dim(tensor->type, i) != TERN_DYNAMIC) continue;
    tern_value_t *index = tern_build_index(b, (int64_t)i);
    tern_vec_push(values, tern_build_value(b, TERN_TENSOR(DIM), .operands = TERN_VALUES(tensor, index),
                                           .types = TERN_TYPES(index->type)));
  }
}

static void push_result_dims(tern_builder_t *b, const tern_op_t *call, const tern_op_t *function,
                             value_list_t *values) {
  const tern_attr_t *calculation = tern_op_attr(function, "iree.abi.result_dims");
  tern_types_t results = tern_function_type_results(tern_util_func_type(function));
  if (calculation) {
    value_list_t operands = {0};
    type_list_t types = {0};
    for (size_t i = 0; i < call->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(call, i));
    for (size_t i = 0; i < results.count; ++i) {
      for (size_t j = 0; j < tern_shaped_size_count(results.values[i]); ++j) {
        tern_vec_push(&types, tern_index_type_get(b->context));
      }
    }
    tern_op_t *sizes = tern_build(b, TERN_UTIL(CALL), .operands = {operands.values, operands.count},
                                  .types = {types.values, types.count}, .attrs = TERN_ATTRS({"callee", calculation}));
    for (size_t i = 0; i < sizes->result_count; ++i) tern_vec_push(values, tern_op_result(sizes, i));
    tern_vec_deinitialize(&operands);
    tern_vec_deinitialize(&types);
    return;
  }
  for (size_t i = 0; i < results.count; ++i) {
    const tern_attr_t *dims = result_attr(function, i, "iree.abi.dims");
    int64_t tied = tied_argument(function, i);
    size_t count = tern_shaped_size_count(results.values[i]);
    if (!count) continue;
    if (!dims) push_dims(b, tern_op_operand(call, (size_t)tied), values);
    for (size_t j = 0; dims && j < count; ++j) {
      size_t position = (size_t)tern_integer_attr_value(tern_array_attr_at(dims, j));
      tern_vec_push(values, tern_op_operand(call, position));
    }
  }
}

static const tern_attr_t *tied_attr(const tern_op_t *function) {
  TERN_VEC(int64_t) tied = {0};
  size_t count = tern_function_type_result_count(tern_util_func_type(function));
  for (size_t i = 0; i < count; ++i) tern_vec_push(&tied, tied_argument(function, i));
  const tern_attr_t *attr = tern_tied_attr_get(tern_op_context(function), tied.values, tied.count);
  tern_vec_deinitialize(&tied);
  return attr;
}

static void convert_call(tern_op_t *call, const tern_op_t *function) {
  tern_builder_t b = tern_builder_before(call);
  value_list_t operands = {0};
  type_list_t types = {0};
  for (size_t i = 0; i < call->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(call, i));
  for (size_t i = 0; i < call->operand_count; ++i) push_dims(&b, tern_op_operand(call, i), &operands);
  int32_t segments[] = {(int32_t)call->operand_count, (int32_t)operands.count - (int32_t)call->operand_count, 0};
  push_result_dims(&b, call, function, &operands);
  segments[2] = (int32_t)operands.count - segments[0] - segments[1];
  for (size_t i = 0; i < call->result_count; ++i) tern_vec_push(&types, call->results[i].type);
  tern_op_t *made = tern_build(&b, TERN_FLOW(CALL), .operands = {operands.values, operands.count},
                               .types = {types.values, types.count}, .segments = segments,
                               .attrs = TERN_ATTRS({"callee", tern_op_attr(call, "callee")}));
  tern_op_set_attr(made, "tied_operands", tied_attr(function));
  for (size_t i = 0; i < call->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(call, i), tern_op_result(made, i));
  }
  tern_op_destroy(call);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
}

static const char *const consumed[] = {"iree.abi.dims", "iree.abi.tied"};

// Lists of attributes without those that were made use of.
static const tern_attr_t *strip(const tern_attr_t *list) {
  if (!list || list->kind != TERN_ATTR_ARRAY) return NULL;
  TERN_VEC(const tern_attr_t *) dicts = {0};
  bool is_any = false;
  for (size_t i = 0; i < tern_array_attr_count(list); ++i) {
    const tern_attr_t *dict = tern_array_attr_at(list, i);
    for (size_t j = 0; j < sizeof consumed / sizeof consumed[0]; ++j) {
      if (!tern_dictionary_attr_lookup(dict, tern_str_from_cstr(consumed[j]))) continue;
      dict = tern_dictionary_attr_with(list->context, dict, tern_str_from_cstr(consumed[j]), NULL);
    }
    is_any |= tern_dictionary_attr_count(dict) > 0;
    tern_vec_push(&dicts, dict ? dict : tern_dictionary_attr_get(list->context, NULL, 0));
  }
  const tern_attr_t *made = is_any ? tern_array_attr_get(list->context, dicts.values, dicts.count) : NULL;
  tern_vec_deinitialize(&dicts);
  return made;
}

static void convert_function(tern_op_t *function) {
  tern_builder_t b = tern_builder_before(function);
  tern_op_t *made = tern_build(&b, TERN_FLOW(FUNC), .regions = 1,
                               .attrs = TERN_ATTRS({"sym_name", tern_op_attr(function, "sym_name")},
                                                   {"function_type", tern_op_attr(function, "function_type")},
                                                   {"sym_visibility", tern_op_attr(function, "sym_visibility")}));
  tern_op_set_attr(made, "tied_operands", tied_attr(function));
  tern_op_set_attr(made, "arg_attrs", strip(tern_op_attr(function, "arg_attrs")));
  tern_op_set_attr(made, "res_attrs", strip(tern_op_attr(function, "res_attrs")));
  for (size_t i = 0; i < tern_dictionary_attr_count(function->attrs); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(function->attrs, i));
    if (tern_str_equal_cstr(name, "iree.abi.streamable") || tern_str_equal_cstr(name, "iree.abi.result_dims")) continue;
    tern_op_set_attr_str(made, name, tern_dictionary_attr_at(function->attrs, i));
  }
  tern_op_destroy(function);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t functions = {0}, calls = {0};
  tern_block_t *body = tern_op_body(module, 0);
  bool is_right = true;
  tern_block_for_each_op(body, op) {
    if (!tern_op_is(op, TERN_UTIL(FUNC)) || !tern_op_attr(op, "iree.abi.streamable")) continue;
    tern_vec_push(&functions, op);
    if (!tern_region_is_empty(&op->regions[0])) {
      is_right = tern_op_error(op, "is streamable, which only imports can be");
    } else {
      is_right &= check_results(op);
    }
  }
  if (functions.count && is_right) calls = tern_op_collect_row(module, TERN_PREORDER, TERN_UTIL(CALL));
  for (size_t i = 0; i < calls.count; ++i) {
    tern_op_t *callee = tern_symbol_lookup_nearest(calls.values[i], tern_op_attr(calls.values[i], "callee"));
    if (callee && tern_op_attr(callee, "iree.abi.streamable")) convert_call(calls.values[i], callee);
  }
  for (size_t i = 0; is_right && i < functions.count; ++i) convert_function(functions.values[i]);
  tern_vec_deinitialize(&functions);
  tern_vec_deinitialize(&calls);
  return is_right;
}

const tern_pass_def_t tern_convert_streamable_ops_pass = {
    .flag = "iree-abi-convert-streamable-ops",
    .name = "ConvertStreamableOpsPass",
    .anchor = "builtin.module",
    .summary = "Turn streamable imports and their calls into flow.func and flow.call",
    .dialects = (const tern_dialect_t *const[]){&tern_flow_dialect, &tern_tensor_dialect, NULL},
    .run = run,
};

// --buffer-results-to-out-params: functions write their results into buffers that the caller gives them.
//
//   func.func private @f() -> memref<4xf32>   ->   func.func private @f(%out: memref<4xf32>)
//   %r = call @f()                                 %r = memref.alloc(); call @f(%r)
//
// Source: upstream's pass of this name.

#include "base/map.h"
#include "base/vec.h"
#include "dialect/func/func.h"
#include "dialect/memref/memref.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"

typedef TERN_VEC(const tern_attr_t *) attr_list_t;
typedef TERN_VEC(const tern_type_t *) type_list_t;
typedef TERN_VEC(tern_value_t *) value_list_t;

typedef struct options {
  bool marks_results, hoists_static, hoists_dynamic, takes_public;
} options_t;

// The arguments that the sizes of a result's allocation come from, where it was hoisted.
typedef struct sizes {
  const tern_op_t *function;
  size_t result;  // among those of memref type
  TERN_VEC(size_t) arguments;
} sizes_t;
typedef TERN_VEC(sizes_t) size_table_t;

static bool is_buffer(const tern_type_t *type) { return type->kind == TERN_TYPE_MEMREF; }

static bool is_changed(const tern_op_t *function, const options_t *options) {
  return tern_op_is(function, TERN_FUNC(FUNC)) && !tern_func_is_external(function) &&
         (options->takes_public || tern_symbol_visibility(function) != TERN_PUBLIC);
}

// A layout that the caller can allocate for: none, or one that says nothing.
static bool has_supported_layout(const tern_type_t *type) {
  int64_t strides[TERN_MEMREF_MAX_RANK], offset;
  if (tern_memref_has_identity_layout(type)) return true;
  if (tern_type_rank(type) > TERN_MEMREF_MAX_RANK || !tern_memref_type_strides(type, strides, &offset)) return false;
  for (size_t i = 0; i < tern_type_rank(type); ++i)
    if (strides[i] != TERN_DYNAMIC) return false;
  return offset == TERN_DYNAMIC;
}

// --- functions ---

// Attributes of arguments and results, as a list of dictionaries; NULL if all are empty.
static const tern_attr_t *list_or_null(tern_context_t *context, const attr_list_t *list) {
  bool is_empty = true;
  for (size_t i = 0; i < list->count; ++i) is_empty &= tern_dictionary_attr_count(list->values[i]) == 0;
  return is_empty ? NULL : tern_array_attr_get(context, list->values, list->count);
}

// Moves the results of memref type behind the arguments.
static bool change_signature(tern_op_t *function, const options_t *options) {
  tern_context_t *context = tern_op_context(function);
  tern_types_t inputs = tern_function_type_inputs(tern_func_type(function));
  tern_types_t results = tern_function_type_results(tern_func_type(function));
  const tern_attr_t *none = tern_dictionary_attr_get(context, NULL, 0);
  attr_list_t arg_attrs = {0}, result_attrs = {0};
  type_list_t new_inputs = {0}, new_results = {0};
  bool is_right = true;
  for (size_t i = 0; i < inputs.count; ++i) {
    const tern_attr_t *attrs = tern_func_arg_attrs(function, i);
    tern_vec_push(&new_inputs, inputs.values[i]);
    tern_vec_push(&arg_attrs, attrs ? attrs : none);
  }
  for (size_t i = 0; i < results.count && is_right; ++i) {
    const tern_attr_t *attrs = tern_func_result_attrs(function, i);
    if (!attrs) attrs = none;
    if (!is_buffer(results.values[i])) {
      tern_vec_push(&new_results, results.values[i]);
      tern_vec_push(&result_attrs, attrs);
      continue;
    }
    if (!has_supported_layout(results.values[i]))
      is_right = tern_emit_error(function->loc, "cannot create out param for result with unsupported layout");
    if (options->marks_results)
      attrs = tern_dictionary_attr_with(context, attrs, TERN_STR("bufferize.result"), tern_unit_attr_get(context));
    tern_vec_push(&new_inputs, results.values[i]);
    tern_vec_push(&arg_attrs, attrs);
    tern_block_add_arg(tern_func_body(function), results.values[i], function->loc);
  }
  const tern_type_t *type = tern_function_type_get(context, (tern_types_t){new_inputs.values, new_inputs.count},
                                                   (tern_types_t){new_results.values, new_results.count});
  tern_op_set_attr(function, "function_type", tern_type_attr_get(type));
  tern_op_set_attr(function, "arg_attrs", list_or_null(context, &arg_attrs));
  tern_op_set_attr(function, "res_attrs", list_or_null(context, &result_attrs));
  tern_vec_deinitialize(&arg_attrs);
  tern_vec_deinitialize(&result_attrs);
  tern_vec_deinitialize(&new_inputs);
  tern_vec_deinitialize(&new_results);
  return is_right;
}

// The arguments of the function that are the sizes of `alloc`. Empty if one is computed.
static void read_sizes(tern_op_t *function, const tern_op_t *alloc, sizes_t *out_sizes) {
  for (size_t i = 0; i < alloc->operand_count; ++i) {
    const tern_value_t *size = tern_op_operand(alloc, i);
    if (!tern_type_is_index(size->type)) continue;
    if (!size->is_block_argument || tern_value_arg_block(size) != tern_func_body(function)) {
      out_sizes->arguments.count = 0;
      return;
    }
    tern_vec_push(&out_sizes->arguments, size->index);
  }
}

static void change_return(tern_op_t *function, tern_op_t *op, size_t first_out, const options_t *options,
                          size_table_t *table) {
  tern_builder_t b = tern_builder_before(op);
  value_list_t kept = {0};
  size_t next = 0;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    if (!is_buffer(value->type)) {
      tern_vec_push(&kept, value);
      continue;
    }
    tern_value_t *out = tern_func_body(function)->args[first_out + next];
    tern_op_t *maker = tern_value_defining_op(value);
    bool is_static = tern_type_has_static_shape(value->type);
    bool is_alloc = maker && tern_op_is(maker, TERN_MEMREF(ALLOC));
    if (is_alloc && (is_static ? options->hoists_static : options->hoists_dynamic)) {
      sizes_t sizes = {.function = function, .result = next};
      read_sizes(function, maker, &sizes);
      tern_vec_push(table, sizes);
      tern_value_replace_all_uses(value, out);
      tern_op_destroy(maker);
    } else {
      tern_build(&b, TERN_MEMREF(COPY), .operands = TERN_VALUES(value, out));
    }
    ++next;
  }
  tern_build(&b, TERN_FUNC(RETURN), .operands = {kept.values, kept.count});
  tern_op_destroy(op);
  tern_vec_deinitialize(&kept);
}

static bool change_function(tern_op_t *function, const options_t *options, size_table_t *table) {
  size_t first_out = tern_function_type_inputs(tern_func_type(function)).count;
  if (!change_signature(function, options)) return false;
  tern_region_for_each_block(&function->regions[0], block) {
    if (block->last_op && tern_op_is(block->last_op, TERN_FUNC(RETURN)))
      change_return(function, block->last_op, first_out, options, table);
  }
  return true;
}

// --- calls ---

// Memory for one result; NULL after an error.
static tern_value_t *build_out(tern_builder_t *b, tern_op_t *call, const tern_op_t *function, const tern_type_t *type,
                               size_t result, const size_table_t *table) {
  value_list_t sizes = {0};
  for (size_t i = 0; i < table->count; ++i) {
    if (table->values[i].function != function || table->values[i].result != result) continue;
    for (size_t k = 0; k < table->values[i].arguments.count; ++k)
      tern_vec_push(&sizes, tern_op_operand(call, table->values[i].arguments.values[k]));
    break;
  }
  tern_value_t *out = NULL;
  if (sizes.count == tern_type_dynamic_dim_count(type)) {
    const tern_type_t *plain = tern_memref_type_get(tern_type_element(type), tern_type_dims(type), tern_type_rank(type),
                                                    NULL, tern_memref_type_memory_space(type));
    out = tern_memref_build_alloc(b, plain, (tern_values_t){sizes.values, sizes.count});
    if (plain != type && !tern_memref_has_identity_layout(type))
      out = tern_build_value(b, TERN_MEMREF(CAST), .operands = TERN_VALUES(out), .types = TERN_TYPES(type));
  } else {
    tern_emit_error(call->loc, "cannot create out param for dynamically shaped result");
  }
  tern_vec_deinitialize(&sizes);
  return out;
}

static bool change_call(tern_op_t *call, const tern_op_t *function, const size_table_t *table) {
  tern_builder_t b = tern_builder_before(call);
  value_list_t operands = {0};
  type_list_t types = {0};
  bool is_right = true;
  size_t next = 0;
  for (size_t i = 0; i < call->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(call, i));
  for (size_t i = 0; i < call->result_count && is_right; ++i) {
    tern_value_t *result = tern_op_result(call, i);
    if (!is_buffer(result->type)) {
      tern_vec_push(&types, result->type);
      continue;
    }
    tern_value_t *out = build_out(&b, call, function, result->type, next++, table);
    is_right = out != NULL;
    if (!is_right) break;
    tern_value_replace_all_uses(result, out);
    tern_vec_push(&operands, out);
  }
  if (is_right) {
    const tern_attr_t *callee = tern_op_attr(call, "callee");
    tern_op_t *made = tern_build(&b, TERN_FUNC(CALL), .operands = {operands.values, operands.count},
                                 .types = {types.values, types.count}, .attrs = TERN_ATTRS({"callee", callee}));
    for (size_t i = 0, kept = 0; i < call->result_count; ++i)
      if (!is_buffer(call->results[i].type))
        tern_value_replace_all_uses(tern_op_result(call, i), tern_op_result(made, kept++));
    tern_op_destroy(call);
  }
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return is_right;
}

// --- the module ---

static bool run(tern_op_t *module, tern_pass_t *pass) {
  const options_t options = {.marks_results = tern_pass_bool(pass, "add-result-attr"),
                             .hoists_static = tern_pass_bool(pass, "hoist-static-allocs"),
                             .hoists_dynamic = tern_pass_bool(pass, "hoist-dynamic-allocs"),
                             .takes_public = tern_pass_bool(pass, "modify-public-functions")};
  size_table_t table = {0};
  bool is_right = true;
  tern_block_t *body = tern_op_body(module, 0);
  if (body) {
    tern_block_for_each_op(body, op) is_right =
        is_right && (!is_changed(op, &options) || change_function(op, &options, &table));
  }
  tern_op_list_t calls = tern_op_collect_row(module, TERN_PREORDER, TERN_FUNC(CALL));
  bool is_body_right = is_right;
  for (size_t i = 0; is_body_right && i < calls.count; ++i) {
    const tern_op_t *callee = tern_symbol_lookup_nearest(calls.values[i], tern_op_attr(calls.values[i], "callee"));
    if (callee && is_changed(callee, &options)) is_right &= change_call(calls.values[i], callee, &table);
  }
  for (size_t i = 0; i < table.count; ++i) tern_vec_deinitialize(&table.values[i].arguments);
  tern_vec_deinitialize(&table);
  tern_vec_deinitialize(&calls);
  return is_right;
}

static const tern_option_def_t pass_options[] = {
    {"add-result-attr", TERN_OPTION_BOOL, "false", "Mark the new arguments with `bufferize.result`", NULL},
    {"hoist-static-allocs", TERN_OPTION_BOOL, "false", "Let the caller allocate what is of static size", NULL},
    {"hoist-dynamic-allocs", TERN_OPTION_BOOL, "false", "Let the caller allocate what is of a size that it knows",
     NULL},
    {"modify-public-functions", TERN_OPTION_BOOL, "false", "Change public functions, too", NULL},
};

static const tern_dialect_t *const dialects[] = {&tern_memref_dialect, NULL};

const tern_pass_def_t tern_buffer_results_to_out_params_pass = {
    .flag = "buffer-results-to-out-params",
    .name = "BufferResultsToOutParamsPass",
    .summary = "Hand results that are memrefs to the caller by an argument each",
    .options = pass_options,
    .option_count = sizeof(pass_options) / sizeof(pass_options[0]),
    .dialects = dialects,
    .run = run,
};

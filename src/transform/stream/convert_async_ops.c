// Async ops outside of execution regions, as ops on allocated memory.

#include "base/vec.h"
#include "transform/stream/allocation.h"

// --- parameters ---

typedef TERN_VEC(tern_value_t *) value_vec_t;

// The same op on memory: without the ends of ranges, and with its resource in place of its first result.
typedef struct parameter_row {
  const tern_op_row_t *async, *cmd;
  const char *dropped;   // operands that the command does not have; NULL: none
  const char *resource;  // what the first result is; NULL: the command makes it
} parameter_row_t;

static const parameter_row_t parameter_rows[] = {
    {TERN_STREAM(ASYNC_PARAMETER_LOAD), TERN_STREAM(CMD_PARAMETER_LOAD), NULL, NULL},
    {TERN_STREAM(ASYNC_PARAMETER_READ), TERN_STREAM(CMD_PARAMETER_READ), "target_end", "target"},
    {TERN_STREAM(ASYNC_PARAMETER_WRITE), TERN_STREAM(CMD_PARAMETER_WRITE), "source_end", "source"},
    {TERN_STREAM(ASYNC_PARAMETER_GATHER), TERN_STREAM(CMD_PARAMETER_GATHER), "target_ends", "target"},
    {TERN_STREAM(ASYNC_PARAMETER_SCATTER), TERN_STREAM(CMD_PARAMETER_SCATTER), "source_ends", "source"},
};

static void convert_parameter_op(tern_op_t *op, const parameter_row_t *row) {
  tern_builder_t builder = tern_builder_before(op);
  value_vec_t operands = {0};
  int32_t segments[16];
  size_t segment_count = 0;
  for (size_t g = 0; g < op->def->operand_count; ++g) {
    size_t start, count;
    tern_op_operand_group(op, g, &start, &count);
    if (row->dropped && strcmp(op->def->operands[g].name->data, row->dropped) == 0) continue;
    for (size_t i = 0; i < count; ++i) tern_vec_push(&operands, tern_op_operand(op, start + i));
    segments[segment_count++] = (int32_t)count;
  }
  const tern_type_t *types[] = {tern_op_result(op, 0)->type, tern_op_result(op, 1)->type};
  tern_op_t *command = tern_build(&builder, row->cmd, .operands = {operands.values, operands.count},
                                  .types = {row->resource ? types + 1 : types, row->resource ? 1 : 2},
                                  .segments = segments, .dictionary = op->attrs);
  const tern_attr_t *affinity = tern_op_attr(op, "affinity");
  if (affinity) tern_op_set_attr(command, "affinity", affinity);
  tern_value_t *resource = row->resource ? tern_op_operand_named(op, row->resource) : tern_op_result(command, 0);
  tern_value_replace_all_uses(tern_op_result(op, 0), resource);
  tern_value_replace_all_uses(tern_op_result(op, 1), tern_op_result(command, command->result_count - 1));
  tern_op_destroy(op);
  tern_vec_deinitialize(&operands);
}

void tern_stream_convert_parameter_op(tern_op_t *op) {
  for (size_t i = 0; i < sizeof(parameter_rows) / sizeof(parameter_rows[0]); ++i) {
    if (tern_op_is(op, parameter_rows[i].async)) {
      convert_parameter_op(op, &parameter_rows[i]);
      return;
    }
  }
}

// --- functions ---

typedef struct signature {
  TERN_VEC(const tern_type_t *) types;
  TERN_VEC(const tern_attr_t *) attrs;
} signature_t;

static void add_type(signature_t *signature, const tern_type_t *type, const tern_attr_t *attr) {
  tern_vec_push(&signature->types, type);
  tern_vec_push(&signature->attrs, attr ? attr : tern_dictionary_attr_get(type->context, NULL, 0));
}

// A resource comes with its offset and length.
static void add_argument(signature_t *signature, const tern_type_t *type, const tern_attr_t *attr) {
  add_type(signature, type, attr);
  if (!tern_type_is_stream_resource(type)) return;
  add_type(signature, tern_index_type_get(type->context), NULL);
  add_type(signature, tern_index_type_get(type->context), NULL);
}

static const tern_attr_t *attr_at(const tern_op_t *op, const char *name, size_t index) {
  const tern_attr_t *list = tern_op_attr(op, name);
  return list && index < tern_array_attr_count(list) ? tern_array_attr_at(list, index) : NULL;
}

static void set_attrs(tern_op_t *op, const char *name, const tern_op_t *old, const signature_t *signature) {
  if (!tern_op_attr(old, name)) return;
  tern_op_set_attr(op, name, tern_array_attr_get(tern_op_context(op), signature->attrs.values, signature->attrs.count));
}

void tern_stream_convert_async_func(tern_op_t *function) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
  const tern_attr_t *ties = tern_op_attr(function, "tied_operands");
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  signature_t arguments = {0}, returns = {0};
  for (size_t i = 0; i < inputs.count; ++i) {
    add_argument(&arguments, inputs.values[i], attr_at(function, "arg_attrs", i));
  }
  for (size_t i = 0; i < results.count; ++i) {
    const tern_attr_t *attr = attr_at(function, "res_attrs", i);
    bool is_tied = i < tern_int_list_attr_count(ties) && tern_int_list_attr_at(ties, i) >= 0;
    if (!tern_type_is_stream_resource(results.values[i])) {
      add_type(&returns, results.values[i], attr);
    } else if (!is_tied) {
      add_argument(&arguments, results.values[i], attr);
    }
  }
  tern_context_t *context = tern_op_context(function);
  const tern_type_t *new_type =
      tern_function_type_get(context, (tern_types_t){arguments.types.values, arguments.types.count},
                             (tern_types_t){returns.types.values, returns.types.count});
  tern_builder_t builder = tern_builder_before(function);
  tern_op_t *command = tern_build(&builder, TERN_STREAM(CMD_FUNC), .regions = 1, .dictionary = function->attrs,
                                  .attrs = TERN_ATTRS({"sym_name", tern_op_attr(function, "sym_name")},
                                                      {"function_type", tern_type_attr_get(new_type)}));
  tern_op_set_attr(command, "sym_visibility", tern_op_attr(function, "sym_visibility"));
  set_attrs(command, "arg_attrs", function, &arguments);
  set_attrs(command, "res_attrs", function, &returns);
  tern_vec_deinitialize(&arguments.types);
  tern_vec_deinitialize(&arguments.attrs);
  tern_vec_deinitialize(&returns.types);
  tern_vec_deinitialize(&returns.attrs);
  tern_op_destroy(function);
}

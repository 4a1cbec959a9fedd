// The conversion to stream: control flow, calls and functions, which only pass tensors on.

#include "convert/stream/stream_conversion.h"
#include "dialect/cf/cf.h"
#include "dialect/scf/scf.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "rewrite/branch.h"

static bool has_tensors(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_is_tensor(tern_op_operand(op, i)->type)) return true;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_is_tensor(op->results[i].type)) return true;
  }
  return false;
}

static bool convert_regions(tern_stream_conversion_t *conversion, tern_op_t *op) {
  for (size_t i = 0; i < op->region_count; ++i) {
    if (!tern_stream_convert_region(conversion, &op->regions[i])) return false;
  }
  return true;
}

// Results of `op` are results of `made`, where a tensor is two.
static void bind_results(tern_stream_conversion_t *conversion, tern_op_t *op, tern_op_t *made) {
  size_t next = 0;
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_is_tensor(op->results[i].type)) {
      tern_stream_bind_passed(conversion, &op->results[i], &made->results[next], &made->results[next + 1]);
      next += 2;
    } else {
      tern_value_replace_all_uses(&op->results[i], &made->results[next++]);
    }
  }
  tern_stream_retire(conversion, op);
}

// The positions that tied operands have once tensors are two values: `attr` for `results`, positions among `inputs`.
static const tern_attr_t *expand_ties(tern_stream_conversion_t *conversion, const tern_attr_t *attr,
                                      tern_types_t inputs, tern_types_t results) {
  if (!attr) return NULL;
  TERN_VEC(int64_t) ties = {0};
  for (size_t i = 0; i < results.count; ++i) {
    int64_t tie = i < tern_int_list_attr_count(attr) ? tern_int_list_attr_at(attr, i) : -1, place = 0;
    for (int64_t k = 0; k < tie && (size_t)k < inputs.count; ++k) place += tern_is_tensor(inputs.values[k]) ? 2 : 1;
    tern_vec_push(&ties, tie < 0 ? -1 : place);
    if (tern_is_tensor(results.values[i])) tern_vec_push(&ties, -1);
  }
  TERN_VEC(const tern_attr_t *) attrs = {0};
  for (size_t i = 0; i < ties.count; ++i) {
    tern_vec_push(&attrs, tern_integer_attr_get(tern_index_type_get(conversion->context), ties.values[i]));
  }
  const tern_attr_t *expanded = tern_array_attr_get(conversion->context, attrs.values, attrs.count);
  tern_vec_deinitialize(&ties);
  tern_vec_deinitialize(&attrs);
  return expanded;
}

// Attributes of arguments or results: a tensor's stay with its resource, its size has none.
static const tern_attr_t *expand_attrs(tern_stream_conversion_t *conversion, const tern_attr_t *attr,
                                       tern_types_t types) {
  if (!attr) return NULL;
  TERN_VEC(const tern_attr_t *) attrs = {0};
  for (size_t i = 0; i < types.count && i < tern_array_attr_count(attr); ++i) {
    tern_vec_push(&attrs, tern_array_attr_at(attr, i));
    if (tern_is_tensor(types.values[i])) tern_vec_push(&attrs, tern_dictionary_attr_get(conversion->context, NULL, 0));
  }
  const tern_attr_t *expanded = tern_array_attr_get(conversion->context, attrs.values, attrs.count);
  tern_vec_deinitialize(&attrs);
  return expanded;
}

static const tern_type_t *expand_function_type(tern_stream_conversion_t *conversion, const tern_type_t *type) {
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  tern_type_list_vec_t new_inputs = {0}, new_results = {0};
  for (size_t i = 0; i < inputs.count; ++i) tern_stream_append_type(conversion, inputs.values[i], &new_inputs);
  for (size_t i = 0; i < results.count; ++i) tern_stream_append_type(conversion, results.values[i], &new_results);
  const tern_type_t *expanded =
      tern_function_type_get(conversion->context, (tern_types_t){new_inputs.values, new_inputs.count},
                             (tern_types_t){new_results.values, new_results.count});
  tern_vec_deinitialize(&new_inputs);
  tern_vec_deinitialize(&new_results);
  return expanded;
}

bool tern_stream_convert_function(tern_stream_conversion_t *conversion, tern_op_t *function) {
  const tern_type_t *type = tern_util_func_type(function);
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  tern_op_set_attr(function, "tied_operands",
                   expand_ties(conversion, tern_op_attr(function, "tied_operands"), inputs, results));
  tern_op_set_attr(function, "arg_attrs", expand_attrs(conversion, tern_op_attr(function, "arg_attrs"), inputs));
  tern_op_set_attr(function, "res_attrs", expand_attrs(conversion, tern_op_attr(function, "res_attrs"), results));
  tern_op_set_attr(function, "function_type", tern_type_attr_get(expand_function_type(conversion, type)));
  return tern_stream_convert_region(conversion, &function->regions[0]);
}

// An op like `op` with other operands and results; regions and successors move over. Operand segments are the caller's.
static tern_op_t *rebuild(tern_stream_conversion_t *conversion, tern_op_t *op, const tern_value_list_t *operands) {
  tern_type_list_vec_t types = {0};
  for (size_t i = 0; i < op->result_count; ++i) tern_stream_append_type(conversion, op->results[i].type, &types);
  tern_op_t *made = tern_build(&conversion->builder, op->def->row, .operands = {operands->values, operands->count},
                               .types = {types.values, types.count}, .dictionary = tern_op_attr_dictionary(op),
                               .regions = op->region_count);
  for (size_t i = 0; i < op->region_count; ++i) tern_region_take_blocks(&made->regions[i], &op->regions[i]);
  tern_vec_deinitialize(&types);
  return made;
}

// Calls, loops, conditionals, and what ends them.
static bool convert_op_with_values(tern_stream_conversion_t *conversion, tern_op_t *op) {
  if (!has_tensors(op)) return convert_regions(conversion, op);
  tern_value_list_t operands = {0};
  tern_stream_append_operands(conversion, op, 0, op->operand_count, &operands);
  if (op->result_count == 0 && op->region_count == 0) {
    // In place: the op ends a block.
    tern_op_set_operands(op, (tern_values_t){operands.values, operands.count});
    tern_vec_deinitialize(&operands);
    return true;
  }
  tern_op_t *made = rebuild(conversion, op, &operands);
  tern_vec_deinitialize(&operands);
  bool is_ok = convert_regions(conversion, made);
  conversion->builder = tern_builder_before(op);
  bind_results(conversion, op, made);
  return is_ok;
}

static bool convert_call(tern_stream_conversion_t *conversion, tern_op_t *op) {
  tern_type_list_vec_t inputs = {0}, results = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&inputs, tern_op_operand(op, i)->type);
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&results, op->results[i].type);
  const tern_types_t input_types = {inputs.values, inputs.count}, result_types = {results.values, results.count};
  const tern_attr_t *ties = expand_ties(conversion, tern_op_attr(op, "tied_operands"), input_types, result_types);
  tern_op_set_attr(op, "tied_operands", ties);
  tern_op_set_attr(op, "arg_attrs", expand_attrs(conversion, tern_op_attr(op, "arg_attrs"), input_types));
  tern_op_set_attr(op, "res_attrs", expand_attrs(conversion, tern_op_attr(op, "res_attrs"), result_types));
  tern_vec_deinitialize(&inputs);
  tern_vec_deinitialize(&results);
  return convert_op_with_values(conversion, op);
}

static bool convert_branch(tern_stream_conversion_t *conversion, tern_op_t *op) {
  if (!has_tensors(op)) return true;
  for (size_t i = 0; i < op->successor_count; ++i) {
    size_t start, count;
    if (!tern_branch_successor_operands(op, i, &start, &count)) {
      return tern_op_error(op, "passes tensors to successor %zu in a way that is not known", i);
    }
    tern_value_list_t operands = {0};
    tern_stream_append_operands(conversion, op, start, count, &operands);
    tern_branch_set_successor_operands(op, i, (tern_values_t){operands.values, operands.count});
    tern_vec_deinitialize(&operands);
  }
  return true;
}

static bool convert_select(tern_stream_conversion_t *conversion, tern_op_t *op) {
  if (!has_tensors(op)) return true;
  tern_value_t *condition = tern_op_operand(op, 0);
  if (tern_is_tensor(condition->type)) {
    return tern_op_error(op, "selects by elements, which only dispatches do");
  }
  tern_sized_value_t yes = tern_stream_converted(conversion, tern_op_operand(op, 1));
  tern_sized_value_t no = tern_stream_converted(conversion, tern_op_operand(op, 2));
  tern_value_t *resource = tern_build_value(&conversion->builder, TERN_ARITH(SELECT),
                                            .operands = TERN_VALUES(condition, yes.resource, no.resource),
                                            .types = TERN_TYPES(yes.resource->type));
  tern_value_t *size = yes.size;
  if (yes.size != no.size) {
    size = tern_build_value(&conversion->builder, TERN_ARITH(SELECT),
                            .operands = TERN_VALUES(condition, yes.size, no.size), .types = TERN_TYPES(yes.size->type));
  }
  tern_stream_bind(conversion, &op->results[0], resource, size);
  tern_stream_retire(conversion, op);
  return true;
}

// What the compiler may not see through are the bytes; sizes go around.
static bool convert_barrier(tern_stream_conversion_t *conversion, tern_op_t *op) {
  if (!has_tensors(op)) return true;
  tern_value_list_t operands = {0};
  tern_type_list_vec_t types = {0};
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    if (tern_is_tensor(operand->type)) operand = tern_stream_converted(conversion, operand).resource;
    tern_vec_push(&operands, operand);
    tern_vec_push(&types, operand->type);
  }
  tern_op_t *made = tern_build(&conversion->builder, TERN_UTIL(OPTIMIZATION_BARRIER),
                               .operands = {operands.values, operands.count}, .types = {types.values, types.count});
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_is_tensor(op->results[i].type)) {
      tern_stream_bind(conversion, &op->results[i], &made->results[i],
                       tern_stream_converted(conversion, tern_op_operand(op, i)).size);
    } else {
      tern_value_replace_all_uses(&op->results[i], &made->results[i]);
    }
  }
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  tern_stream_retire(conversion, op);
  return true;
}

// scf.parallel and scf.forall do not run on the host.
static bool refuse(tern_stream_conversion_t *conversion, tern_op_t *op) {
  if (!has_tensors(op)) return convert_regions(conversion, op);
  return tern_op_error(op, "carries tensors in parallel, which only dispatches do");
}

const tern_stream_rule_t tern_structure_to_stream_rules[] = {
    {TERN_UTIL(CALL), convert_call},
    {TERN_UTIL(RETURN), convert_op_with_values},
    {TERN_UTIL(OPTIMIZATION_BARRIER), convert_barrier},
    {TERN_ARITH(SELECT), convert_select},
    {TERN_CF(BR), convert_branch},
    {TERN_CF(COND_BR), convert_branch},
    {TERN_CF(SWITCH), convert_branch},
    {TERN_SCF(FOR), convert_op_with_values},
    {TERN_SCF(IF), convert_op_with_values},
    {TERN_SCF(WHILE), convert_op_with_values},
    {TERN_SCF(INDEX_SWITCH), convert_op_with_values},
    {TERN_SCF(EXECUTE_REGION), convert_op_with_values},
    {TERN_SCF(CONDITION), convert_op_with_values},
    {TERN_SCF(YIELD), convert_op_with_values},
    {TERN_SCF(PARALLEL), refuse},
    {TERN_SCF(FORALL), refuse},
    {0},
};

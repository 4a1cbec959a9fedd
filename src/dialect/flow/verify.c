// Verifiers of flow ops.

#include <inttypes.h>

#include "dialect/builtin/builtin.h"
#include "dialect/common/shaped_syntax.h"
#include "dialect/flow/hooks.h"
#include "dialect/iree_tensor_ext/iree_tensor_ext.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

// --- dimensions ---

static bool check_count(const tern_op_t *op, const char *group, size_t expected) {
  size_t start, count;
  tern_op_operands_named(op, group, &start, &count);
  return count == expected ||
         tern_op_error(op, "expects %zu dynamic dimensions in '%s' but got %zu", expected, group, count);
}

static size_t size_count_of_operands(const tern_op_t *op, const char *group) {
  size_t start, count, total = 0;
  tern_op_operands_named(op, group, &start, &count);
  for (size_t i = 0; i < count; ++i) total += tern_shaped_size_count(tern_op_operand(op, start + i)->type);
  return total;
}

static size_t size_count_of_results(const tern_op_t *op) {
  size_t total = 0;
  for (size_t i = 0; i < op->result_count; ++i) total += tern_shaped_size_count(op->results[i].type);
  return total;
}

bool tern_flow_verify_dims(const tern_op_t *op) {
  const char *group = op->def->operands[op->def->operand_count - 1].name->data;
  return check_count(op, group, size_count_of_results(op));
}

static bool verify_source_and_result(const tern_op_t *op) {
  return check_count(op, "source_dims", size_count_of_operands(op, "source")) &&
         check_count(op, "result_dims", size_count_of_results(op));
}

bool tern_flow_verify_reshape(const tern_op_t *op) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  if (!verify_source_and_result(op)) return false;
  if (tern_type_element(from) != tern_type_element(to)) {
    return tern_op_error(op, "expects elements of one type but got %s and %s", tern_type_text(from),
                         tern_type_text(to));
  }
  int64_t a = tern_type_element_count(from), b = tern_type_element_count(to);
  return a == b || a == TERN_DYNAMIC || b == TERN_DYNAMIC ||
         tern_op_error(op, "expects as many elements but got %s and %s", tern_type_text(from), tern_type_text(to));
}

bool tern_flow_verify_bitcast(const tern_op_t *op) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  if (!verify_source_and_result(op)) return false;
  int64_t a = tern_type_element_count(from), b = tern_type_element_count(to);
  int64_t a_bits = tern_type_bit_width(tern_type_element(from)), b_bits = tern_type_bit_width(tern_type_element(to));
  if (a == TERN_DYNAMIC || b == TERN_DYNAMIC || !a_bits || !b_bits) return true;
  return a * a_bits == b * b_bits ||
         tern_op_error(op, "expects as many bits but got %s and %s", tern_type_text(from), tern_type_text(to));
}

bool tern_flow_verify_encode(const tern_op_t *op) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  if (!check_count(op, "operand_dims", size_count_of_operands(op, "operand"))) return false;
  if (!check_count(op, "result_dims", size_count_of_results(op))) return false;
  return tern_tensor_type_get(tern_type_element(from), tern_type_dims(from), tern_type_rank(from), NULL) ==
             tern_tensor_type_get(tern_type_element(to), tern_type_dims(to), tern_type_rank(to), NULL) ||
         tern_op_error(op, "expects types that differ in their encoding only but got %s and %s", tern_type_text(from),
                       tern_type_text(to));
}

static bool check_indices(const tern_op_t *op, const char *group, const tern_type_t *type) {
  size_t start, count;
  tern_op_operands_named(op, group, &start, &count);
  return count == tern_type_rank(type) ||
         tern_op_error(op, "expects %zu values in '%s' but got %zu", tern_type_rank(type), group, count);
}

bool tern_flow_verify_load(const tern_op_t *op) {
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  return check_count(op, "source_dims", tern_shaped_size_count(type)) && check_indices(op, "indices", type);
}

bool tern_flow_verify_store(const tern_op_t *op) {
  const tern_type_t *type = tern_op_operand(op, 1)->type;
  return check_count(op, "target_dims", tern_shaped_size_count(type)) && check_indices(op, "indices", type);
}

static bool check_alike(const tern_op_t *op, const tern_type_t *a, const tern_type_t *b) {
  return (tern_type_rank(a) == tern_type_rank(b) && tern_type_element(a) == tern_type_element(b)) ||
         tern_op_error(op, "expects tensors of one rank and element type but got %s and %s", tern_type_text(a),
                       tern_type_text(b));
}

bool tern_flow_verify_slice(const tern_op_t *op) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  return verify_source_and_result(op) && check_alike(op, from, to) && check_indices(op, "start_indices", from) &&
         check_indices(op, "lengths", from);
}

bool tern_flow_verify_update(const tern_op_t *op) {
  const tern_type_t *target = op->results[0].type, *update = tern_op_operand_named(op, "update")->type;
  return check_count(op, "target_dims", tern_shaped_size_count(target)) &&
         check_count(op, "update_dims", tern_shaped_size_count(update)) && check_alike(op, update, target) &&
         check_indices(op, "start_indices", target);
}

bool tern_flow_verify_trace(const tern_op_t *op) {
  return check_count(op, "value_dims", size_count_of_operands(op, "values"));
}

bool tern_flow_verify_constant(const tern_op_t *op) {
  const tern_type_t *value = tern_attr_type(tern_op_attr(op, "value")), *type = op->results[0].type;
  bool fits = value && value->kind == TERN_TYPE_TENSOR && tern_type_rank(value) == tern_type_rank(type) &&
              tern_type_element(value) == tern_type_element(type);
  for (size_t i = 0; fits && i < tern_type_rank(type); ++i) {
    fits = tern_type_dim(type, i) == TERN_DYNAMIC || tern_type_dim(type, i) == tern_type_dim(value, i);
  }
  return fits ||
         tern_op_error(op, "cannot give %s as %s", tern_attr_text(tern_op_attr(op, "value")), tern_type_text(type));
}

// --- regions ---

bool tern_flow_verify_workgroup_info(const tern_op_t *op) {
  int64_t dimension = tern_integer_attr_value(tern_op_attr(op, "dimension"));
  return (dimension >= 0 && dimension <= 2) ||
         tern_op_error(op, "dimension %" PRId64 " out of bounds of dispatch dimensions; expected [0, 3)", dimension);
}

// The region that computes the grid: index arguments (as many as the workload), three index results.
static bool verify_count_region(const tern_op_t *op, const tern_region_t *region, size_t workload_count) {
  const tern_block_t *entry = region->first_block;
  if (!entry) return true;
  if (workload_count != SIZE_MAX && entry->arg_count != workload_count) {
    return tern_op_error(op, "expects one argument of its workgroup count for each of %zu workload values but got %u",
                         workload_count, entry->arg_count);
  }
  for (size_t i = 0; i < entry->arg_count; ++i) {
    if (!tern_type_is_index(entry->args[i]->type)) return tern_op_error(op, "expects workload values of type index");
  }
  for (const tern_block_t *block = entry; block; block = block->next) {
    const tern_op_t *end = block->last_op;
    if (!end || !tern_op_is(end, TERN_FLOW(RETURN))) continue;
    bool is_right = end->operand_count == 3;
    for (size_t i = 0; is_right && i < 3; ++i) is_right = tern_type_is_index(tern_op_operand(end, i)->type);
    if (!is_right) return tern_op_error(end, "expects the workgroup count as three values of type index");
  }
  return true;
}

bool tern_flow_verify_region(const tern_op_t *op) {
  if (!check_count(op, "result_dims", size_count_of_results(op))) return false;
  const tern_block_t *entry = tern_op_body(op, 0);
  if (!entry) return tern_op_error(op, "expects a body");
  return entry->arg_count == 0 || tern_op_error(op, "expects a body without arguments");
}

bool tern_flow_verify_region_body(const tern_op_t *op) {
  size_t start, count;
  tern_op_operands_named(op, "workload", &start, &count);
  for (const tern_block_t *block = tern_op_body(op, 0); block; block = block->next) {
    const tern_op_t *end = block->last_op;
    if (!end || !tern_op_is(end, TERN_FLOW(RETURN))) continue;
    bool is_right = end->operand_count == op->result_count;
    for (size_t i = 0; is_right && i < op->result_count; ++i) {
      is_right = tern_op_operand(end, i)->type == op->results[i].type;
    }
    if (!is_right) return tern_op_error(end, "does not give the results of its flow.dispatch.region");
  }
  return verify_count_region(op, &op->regions[1], count);
}

// A tensor outside is a dispatch tensor inside.
static bool verify_body_arg(const tern_op_t *op, const tern_type_t *outside, const tern_type_t *inside) {
  if (outside->kind != TERN_TYPE_TENSOR) {
    return inside == outside || tern_op_error(op, "expects a body argument of type %s but got %s",
                                              tern_type_text(outside), tern_type_text(inside));
  }
  return tern_type_is_dispatch_tensor(inside) ||
         tern_op_error(op, "expects a dispatch tensor in its body for %s but got %s", tern_type_text(outside),
                       tern_type_text(inside));
}

bool tern_flow_verify_workgroups(const tern_op_t *op) {
  size_t start, count, workload_start, workload_count;
  tern_op_operands_named(op, "arguments", &start, &count);
  tern_op_operands_named(op, "workload", &workload_start, &workload_count);
  if (!check_count(op, "argument_dims", size_count_of_operands(op, "arguments")) ||
      !check_count(op, "result_dims", size_count_of_results(op)) ||
      !tern_tied_operands_verify(op, op->result_count, count)) {
    return false;
  }
  const tern_block_t *body = tern_op_body(op, 0);
  if (!body) return tern_op_error(op, "expects a body");
  size_t expected = count;
  for (size_t i = 0; i < op->result_count; ++i) expected += tern_tied_operand(op, i) < 0;
  if (body->arg_count != expected) {
    return tern_op_error(op, "expects %zu arguments of its body (arguments, and results that are not tied) but got %u",
                         expected, body->arg_count);
  }
  for (size_t i = 0; i < count; ++i) {
    if (!verify_body_arg(op, tern_op_operand(op, start + i)->type, body->args[i]->type)) return false;
  }
  size_t next = count;
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_tied_operand(op, i) < 0 && !verify_body_arg(op, op->results[i].type, body->args[next++]->type))
      return false;
  }
  return verify_count_region(op, &op->regions[1], workload_count);
}

// --- executables and dispatches ---

bool tern_flow_verify_executable(const tern_op_t *op) {
  size_t modules = 0;
  const tern_block_t *body = tern_op_body(op, 0);
  if (body) {
    tern_block_for_each_op(body, inner) modules += tern_op_is(inner, TERN_BUILTIN(MODULE));
  }
  return modules <= 1 || tern_op_error(op, "expects at most one builtin.module but got %zu", modules);
}

bool tern_flow_verify_export(const tern_op_t *op) {
  if (!verify_count_region(op, &op->regions[0], SIZE_MAX)) return false;
  if (tern_flow_export_function(op) || !tern_op_parent(op) || !tern_flow_executable_module(tern_op_parent(op)))
    return true;
  tern_str_t name = tern_symbol_ref_attr_at(tern_op_attr(op, "function_ref"), 0);
  return tern_op_error(op, "exports @%.*s, which its module does not define", (int)name.size, name.data);
}

bool tern_flow_verify_dispatch(const tern_op_t *op) {
  const tern_attr_t *entries = tern_op_attr(op, "entry_points");
  size_t start, count;
  tern_op_operands_named(op, "arguments", &start, &count);
  if (!tern_array_attr_count(entries)) return tern_op_error(op, "expects at least one entry point");
  for (size_t i = 0; i < tern_array_attr_count(entries); ++i) {
    if (tern_array_attr_at(entries, i)->kind == TERN_ATTR_SYMBOL_REF) continue;
    return tern_op_error(op, "expects symbols as entry points but got %s", tern_attr_text(entries));
  }
  return check_count(op, "argument_dims", size_count_of_operands(op, "arguments")) &&
         check_count(op, "result_dims", size_count_of_results(op)) &&
         tern_tied_operands_verify(op, op->result_count, count);
}

bool tern_flow_verify_dispatch_uses(const tern_op_t *op) {
  const tern_attr_t *entries = tern_op_attr(op, "entry_points");
  size_t start, count;
  tern_op_operands_named(op, "workload", &start, &count);
  for (size_t i = 0; i < tern_array_attr_count(entries); ++i) {
    const tern_attr_t *entry = tern_array_attr_at(entries, i);
    const tern_op_t *found = tern_symbol_lookup_nearest(op, entry);
    if (!found) return tern_op_error(op, "dispatches %s, which is not defined", tern_attr_text(entry));
    if (!tern_op_is(found, TERN_FLOW(EXECUTABLE_EXPORT))) continue;
    const tern_block_t *region = tern_op_body(found, 0);
    if (!region || region->arg_count == count) continue;
    return tern_op_error(op, "gives a workload of %zu values to %s, which takes %u", count, tern_attr_text(entry),
                         region->arg_count);
  }
  return true;
}

// --- functions ---

bool tern_flow_verify_func(const tern_op_t *op) {
  const tern_type_t *type = tern_util_func_type(op);
  if (!tern_region_is_empty(&op->regions[0])) return tern_op_error(op, "may be an import only, without a body");
  return tern_tied_operands_verify(op, tern_function_type_result_count(type), tern_function_type_input_count(type));
}

bool tern_flow_verify_call(const tern_op_t *op) {
  size_t start, count;
  tern_op_operands_named(op, "arguments", &start, &count);
  return check_count(op, "argument_dims", size_count_of_operands(op, "arguments")) &&
         check_count(op, "result_dims", size_count_of_results(op)) &&
         tern_tied_operands_verify(op, op->result_count, count);
}

bool tern_flow_verify_call_uses(const tern_op_t *op) {
  const tern_attr_t *callee = tern_op_attr(op, "callee");
  const tern_op_t *function = tern_symbol_lookup_nearest(op, callee);
  tern_str_t name = tern_symbol_ref_attr_at(callee, 0);
  if (!function || !tern_op_is(function, TERN_FLOW(FUNC))) {
    return tern_op_error(op, "'%.*s' does not reference a valid streamable function", (int)name.size, name.data);
  }
  const tern_type_t *type = tern_util_func_type(function);
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  size_t start, count;
  tern_op_operands_named(op, "arguments", &start, &count);
  bool is_match = inputs.count == count && results.count == op->result_count;
  for (size_t i = 0; is_match && i < count; ++i) is_match = tern_op_operand(op, start + i)->type == inputs.values[i];
  for (size_t i = 0; is_match && i < results.count; ++i) is_match = op->results[i].type == results.values[i];
  return is_match || tern_op_error(op, "does not match the type of @%.*s, which is %s", (int)name.size, name.data,
                                   tern_type_text(type));
}

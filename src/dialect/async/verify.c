// async: what its ops ask of each other's types.

#include "dialect/async/async.h"
#include "dialect/async/hooks.h"
#include "dialect/func/func.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

// Do `types` hold what is inside of the values `wrapped`?
static bool match_unwrapped(const tern_op_t *op, const tern_type_t *const *wrapped, size_t count) {
  if (op->operand_count != count) return false;
  for (size_t i = 0; i < count; ++i) {
    if (tern_op_operand(op, i)->type != tern_async_value_type(wrapped[i])) return false;
  }
  return true;
}

// What a value holds; a token, or any other type, is itself.
static const tern_type_t *unwrap(const tern_type_t *type) {
  const tern_type_t *value = tern_async_value_type(type);
  return value ? value : type;
}

// A way that values go: from operands of `from` to results of the op, or to arguments of its body.
typedef struct edge {
  const char *text;
  const tern_op_t *from;
  size_t first_operand, operand_count, input_count;
  const tern_type_t *(*input)(const tern_op_t *op, size_t index);
} edge_t;

static const tern_type_t *body_input(const tern_op_t *op, size_t index) {
  return tern_op_body(op, 0)->args[index]->type;
}

static const tern_type_t *result_input(const tern_op_t *op, size_t index) {
  return tern_op_result(op, index + 1)->type;
}

static bool verify_edge(const tern_op_t *op, const edge_t *edge) {
  bool is_right = edge->operand_count == edge->input_count;
  if (!is_right) {
    tern_op_error(
        op,
        "along control flow edge from %s: region branch point has %zu operands, but region successor needs %zu "
        "inputs",
        edge->text, edge->operand_count, edge->input_count);
  }
  for (size_t i = 0; is_right && i < edge->operand_count; ++i) {
    const tern_type_t *operand = tern_op_operand(edge->from, edge->first_operand + i)->type;
    const tern_type_t *input = edge->input(op, i);
    is_right = unwrap(operand) == unwrap(input);
    if (is_right) continue;
    tern_op_error(op,
                  "along control flow edge from %s: successor operand type #%zu '%s' should match successor input type "
                  "#%zu '%s'",
                  edge->text, i, tern_type_text(operand), i, tern_type_text(input));
  }
  if (!is_right) tern_emit_note(edge->from->loc, "region branch point");
  return is_right;
}

bool tern_async_verify_execute(const tern_op_t *op) {
  size_t token_count, operand_count;
  const tern_block_t *body = tern_op_body(op, 0);
  const tern_op_t *yield = tern_block_terminator(body);
  tern_async_execute_groups(op, &token_count, &operand_count);
  edge_t entry = {"parent to Region #0", op, token_count, operand_count, body->arg_count, body_input};
  if (!verify_edge(op, &entry)) return false;
  if (!yield || !tern_op_is(yield, TERN_ASYNC(YIELD))) return true;
  edge_t exit = {"Operation async.yield to parent", yield, 0, yield->operand_count, op->result_count - 1, result_input};
  return verify_edge(op, &exit);
}

bool tern_async_verify_func(const tern_op_t *op) {
  tern_types_t results = tern_function_type_results(tern_func_type(op));
  if (results.count == 0) return tern_op_error(op, "result is expected to be at least of size 1, but got 0");
  for (size_t i = 0; i < results.count; ++i) {
    bool is_token = tern_type_is_async(results.values[i], TERN_ASYNC_TYPE_TOKEN);
    if (!is_token && !tern_async_value_type(results.values[i])) {
      return tern_op_error(op, "result type must be async value type or async token type, but got '%s'",
                           tern_type_text(results.values[i]));
    }
    if (is_token && i) {
      return tern_op_error(
          op, " results' (optional) async token type is expected to appear as the 1st return value, but got %zu",
          i + 1);
    }
  }
  const tern_attr_t *visibility = tern_op_attr(op, "sym_visibility");
  if (tern_func_is_external(op) &&
      (!tern_attr_is_string(visibility) || tern_str_equal(tern_string_attr_value(visibility), TERN_STR("public")))) {
    return tern_op_error(op, "symbol declaration cannot have public visibility");
  }
  return true;
}

static void append_type(tern_string_builder_t *text, size_t index, const tern_type_t *type) {
  tern_string_builder_append_format(text, "%s'%s'", index ? ", " : "", tern_type_text(type));
}

static void note_results(const tern_op_t *call, tern_types_t expected) {
  tern_string_builder_t own = {0}, declared = {0};
  for (size_t i = 0; i < call->result_count; ++i) append_type(&own, i, tern_op_result(call, i)->type);
  for (size_t i = 0; i < expected.count; ++i) append_type(&declared, i, expected.values[i]);
  tern_str_t own_text = tern_string_builder_view(&own), declared_text = tern_string_builder_view(&declared);
  tern_emit_note(call->loc, "      op result types: %.*s", (int)own_text.size, own_text.data);
  tern_emit_note(call->loc, "function result types: %.*s", (int)declared_text.size, declared_text.data);
  tern_string_builder_deinitialize(&own);
  tern_string_builder_deinitialize(&declared);
}

bool tern_async_verify_call_uses(const tern_op_t *op) {
  const tern_attr_t *callee = tern_op_attr(op, "callee");
  const tern_op_t *function = tern_symbol_lookup_nearest(op, callee);
  if (!function || !tern_op_is(function, TERN_ASYNC(FUNC))) {
    tern_str_t name = tern_symbol_ref_attr_at(callee, 0);
    return tern_op_error(op, "'%.*s' does not reference a valid async function", (int)name.size, name.data);
  }
  tern_types_t inputs = tern_function_type_inputs(tern_func_type(function));
  tern_types_t results = tern_function_type_results(tern_func_type(function));
  if (inputs.count != op->operand_count) return tern_op_error(op, "incorrect number of operands for callee");
  for (size_t i = 0; i < inputs.count; ++i) {
    if (tern_op_operand(op, i)->type == inputs.values[i]) continue;
    return tern_op_error(op,
                         "operand type mismatch: expected operand type '%s', but provided '%s' for operand number %zu",
                         tern_type_text(inputs.values[i]), tern_type_text(tern_op_operand(op, i)->type), i);
  }
  if (results.count != op->result_count) return tern_op_error(op, "incorrect number of results for callee");
  for (size_t i = 0; i < results.count; ++i) {
    if (tern_op_result(op, i)->type == results.values[i]) continue;
    tern_op_error(op, "result type mismatch at index %zu", i);
    note_results(op, results);
    return false;
  }
  return true;
}

bool tern_async_verify_return(const tern_op_t *op) {
  tern_types_t results = tern_function_type_results(tern_func_type(tern_op_parent(op)));
  size_t skipped = results.count && tern_type_is_async(results.values[0], TERN_ASYNC_TYPE_TOKEN) ? 1 : 0;
  return match_unwrapped(op, results.values + skipped, results.count - skipped) ||
         tern_op_error(op, "operand types do not match the types returned from the parent FuncOp");
}

bool tern_async_verify_await(const tern_op_t *op) {
  const tern_type_t *value = tern_async_value_type(tern_op_operand(op, 0)->type);
  if (!value) return op->result_count == 0 || tern_op_error(op, "awaiting on a token must have empty result");
  if (op->result_count == 0) {
    return tern_op_error(op, "awaiting on a value must have one result, of type '%s'", tern_type_text(value));
  }
  return tern_op_result(op, 0)->type == value ||
         tern_op_error(op, "result type '%s' does not match async value type '%s'",
                       tern_type_text(tern_op_result(op, 0)->type), tern_type_text(value));
}

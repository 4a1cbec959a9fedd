// Verifiers and effects of util ops.

#include <inttypes.h>

#include "dialect/common/shaped_syntax.h"
#include "dialect/util/hooks.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

bool tern_util_verify_switch(const tern_op_t *op) {
  for (size_t i = 1; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (type != op->results[0].type) {
      return tern_op_error(op, "expects values of the result's type %s but got %s", tern_type_text(op->results[0].type),
                           tern_type_text(type));
    }
  }
  return true;
}

bool tern_util_verify_assume_int(const tern_op_t *op) {
  const tern_attr_t *rows = tern_op_attr(op, "assumptions");
  if (tern_array_attr_count(rows) != op->operand_count) {
    return tern_op_error(op, "expected %" PRIu32 " assumption rows to match number of operands", op->operand_count);
  }
  size_t most = 0;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_attr_t *row = tern_array_attr_at(rows, i);
    if (row->kind != TERN_ATTR_ARRAY)
      return tern_op_error(op, "expects arrays of assumptions but got %s", tern_attr_text(row));
    size_t count = tern_array_attr_count(row);
    for (size_t j = 0; j < count; ++j) {
      if (tern_attr_is_util(tern_array_attr_at(row, j), TERN_UTIL_ATTR_INT_ASSUMPTION)) continue;
      return tern_op_error(op, "expects arrays of assumptions but got %s", tern_attr_text(row));
    }
    if (count > 1 && most > 1 && count != most) {
      return tern_op_error(op, "expected operand #%zu to have %zu assumptions but it has %zu", i, most, count);
    }
    if (count > most) most = count;
  }
  if (op->result_count != op->operand_count) {
    return tern_op_error(op, "expects as many results as operands");
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (op->results[i].type != tern_op_operand(op, i)->type)
      return tern_op_error(op, "expects results of the operands' types");
  }
  return true;
}

bool tern_util_verify_barrier(const tern_op_t *op) {
  if (op->operand_count != op->result_count) {
    return tern_op_error(op, "must have same number of operands and results");
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (op->results[i].type == tern_op_operand(op, i)->type) continue;
    return tern_op_error(op, "must have same operand and result types, but they differ at index %zu", i);
  }
  return true;
}

// --- functions ---

bool tern_util_verify_func(const tern_op_t *op) {
  const tern_type_t *type = tern_util_func_type(op);
  tern_types_t inputs = tern_function_type_inputs(type);
  if (!tern_tied_operands_verify(op, tern_function_type_result_count(type), inputs.count)) return false;
  const tern_block_t *entry = tern_op_body(op, 0);
  if (!entry) {
    return tern_symbol_visibility(op) != TERN_PUBLIC ||
           tern_op_error(op, "declares an import, which has to be private");
  }
  if (entry->arg_count != inputs.count) {
    return tern_op_error(op, "entry block must have %zu arguments to match function signature", inputs.count);
  }
  for (size_t i = 0; i < inputs.count; ++i) {
    if (entry->args[i]->type == inputs.values[i]) continue;
    return tern_op_error(op,
                         "type of entry block argument #%zu('%s') must match the type of the corresponding argument in "
                         "function signature('%s')",
                         i, tern_type_text(entry->args[i]->type), tern_type_text(inputs.values[i]));
  }
  return true;
}

bool tern_util_verify_call(const tern_op_t *op) {
  return tern_tied_operands_verify(op, op->result_count, op->operand_count);
}

bool tern_util_verify_call_uses(const tern_op_t *op) {
  const tern_attr_t *callee = tern_op_attr(op, "callee");
  const tern_op_t *function = tern_symbol_lookup_nearest(op, callee);
  tern_str_t name = tern_symbol_ref_attr_at(callee, 0);
  if (!function || !tern_op_has_trait(function, TERN_TRAIT_FUNCTION_LIKE)) {
    return tern_op_error(op, "'%.*s' does not reference a valid function", (int)name.size, name.data);
  }
  const tern_type_t *type = tern_util_func_type(function);
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  bool is_match = inputs.count == op->operand_count && results.count == op->result_count;
  for (size_t i = 0; is_match && i < inputs.count; ++i) is_match = tern_op_operand(op, i)->type == inputs.values[i];
  for (size_t i = 0; is_match && i < results.count; ++i) is_match = op->results[i].type == results.values[i];
  return is_match || tern_op_error(op, "does not match the type of @%.*s, which is %s", (int)name.size, name.data,
                                   tern_type_text(type));
}

bool tern_util_verify_return(const tern_op_t *op) {
  const tern_op_t *function = tern_op_parent(op);
  if (tern_op_is(function, TERN_UTIL(INITIALIZER))) {
    return op->operand_count == 0 || tern_op_error(op, "returns values from an initializer");
  }
  tern_types_t results = tern_function_type_results(tern_util_func_type(function));
  bool is_match = results.count == op->operand_count;
  for (size_t i = 0; is_match && i < results.count; ++i) is_match = tern_op_operand(op, i)->type == results.values[i];
  return is_match || tern_op_error(op, "does not return what the function does, whose type is %s",
                                   tern_type_text(tern_util_func_type(function)));
}

// --- globals ---

bool tern_util_verify_global(const tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "initial_value");
  const tern_type_t *type = value ? tern_attr_type(value) : NULL;
  return !type || type == tern_util_global_type(op) ||
         tern_op_error(op, "has type %s but initial value %s", tern_type_text(tern_util_global_type(op)),
                       tern_attr_text(value));
}

// The global; NULL after an error.
static const tern_op_t *find_global(const tern_op_t *op) {
  const tern_op_t *global = tern_util_global_of(op);
  tern_str_t name = tern_symbol_ref_attr_at(tern_op_attr(op, "global"), 0);
  if (!global) tern_op_error(op, "references global @%.*s, which is not defined", (int)name.size, name.data);
  return global;
}

static bool verify_type(const tern_op_t *op, const tern_op_t *global, const tern_type_t *type) {
  const tern_type_t *expected = tern_util_global_type(global);
  return type == expected ||
         (type->kind == TERN_TYPE_TENSOR && expected->kind == TERN_TYPE_TENSOR &&
          tern_type_element(type) == tern_type_element(expected)) ||
         tern_op_error(op, "uses a global of type %s as %s", tern_type_text(expected), tern_type_text(type));
}

bool tern_util_verify_global_address(const tern_op_t *op) {
  const tern_op_t *global = find_global(op);
  return global && verify_type(op, global, tern_util_type_target(op->results[0].type));
}

bool tern_util_verify_global_load(const tern_op_t *op) {
  const tern_op_t *global = find_global(op);
  return global && verify_type(op, global, op->results[0].type);
}

bool tern_util_verify_global_store(const tern_op_t *op) {
  const tern_op_t *global = find_global(op);
  if (!global || !verify_type(op, global, tern_op_operand(op, 0)->type)) return false;
  bool is_initializer = tern_op_parent_of(op, TERN_UTIL(INITIALIZER)) != NULL;
  if (tern_op_attr(global, "is_mutable") || is_initializer) return true;
  tern_str_t name = tern_symbol_name(global);
  return tern_op_error(op, "stores to @%.*s, which is not mutable", (int)name.size, name.data);
}

static bool verify_pointee(const tern_op_t *op, const tern_type_t *ptr, const tern_type_t *type) {
  const tern_type_t *target = tern_util_type_target(ptr);
  return target == type || tern_type_is_util(target, TERN_UTIL_TYPE_VARIANT) ||
         tern_op_error(op, "uses %s for a value of type %s", tern_type_text(ptr), tern_type_text(type));
}

bool tern_util_verify_global_load_indirect(const tern_op_t *op) {
  return verify_pointee(op, tern_op_operand(op, 0)->type, op->results[0].type);
}

bool tern_util_verify_global_store_indirect(const tern_op_t *op) {
  return verify_pointee(op, tern_op_operand(op, 1)->type, tern_op_operand(op, 0)->type);
}

// A load of what nobody stores to depends on nothing; an initializer may be the one that stores, so there it reads.
tern_traits_t tern_util_global_load_effects(const tern_op_t *op) {
  return tern_op_attr(op, "is_immutable") ? 0 : TERN_TRAIT_MEM_READ;
}

// --- lists and buffers ---

static bool verify_element(const tern_op_t *op, const tern_type_t *list, const tern_type_t *type) {
  const tern_type_t *element = tern_util_type_target(list);
  bool is_any = tern_type_is_util(element, TERN_UTIL_TYPE_VARIANT) || tern_type_is_util(type, TERN_UTIL_TYPE_VARIANT) ||
                tern_type_is_util(element, TERN_UTIL_TYPE_OBJECT);
  return is_any || element == type ||
         tern_op_error(op, "has an element of type %s in %s", tern_type_text(type), tern_type_text(list));
}

bool tern_util_verify_list_get(const tern_op_t *op) {
  return verify_element(op, tern_op_operand(op, 0)->type, op->results[0].type);
}

bool tern_util_verify_list_set(const tern_op_t *op) {
  return verify_element(op, tern_op_operand(op, 0)->type, tern_op_operand(op, 2)->type);
}

bool tern_util_verify_buffer_constant(const tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  const tern_attr_t *alignment = tern_op_attr(op, "alignment");
  if (alignment) {
    int64_t bytes = tern_integer_attr_value(alignment);
    if (bytes <= 0 || (bytes & (bytes - 1))) return tern_op_error(op, "expects an alignment that is a power of two");
  }
  switch (value->kind) {
    case TERN_ATTR_STRING:
    case TERN_ATTR_INTEGER:
    case TERN_ATTR_FLOAT:
    case TERN_ATTR_DENSE_ELEMENTS:
    case TERN_ATTR_DENSE_RESOURCE:
    case TERN_ATTR_DIALECT: return true;
    default: return tern_op_error(op, "has a value without bytes: %s", tern_attr_text(value));
  }
}

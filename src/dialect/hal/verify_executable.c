// hal: what has to hold inside of an executable.

#include "dialect/builtin/builtin.h"
#include "dialect/hal/hal.h"
#include "dialect/hal/hooks.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

static size_t count_ops(const tern_op_t *op, const tern_op_row_t *row) {
  size_t count = 0;
  tern_block_t *body = tern_op_body(op, 0);
  if (!body) return 0;
  tern_block_for_each_op(body, inner) count += tern_op_is(inner, row);
  return count;
}

bool tern_hal_is_variant(const tern_op_t *op) {
  return tern_op_is(op, TERN_HAL(EXECUTABLE_VARIANT)) &&
         tern_attr_is_hal(tern_op_attr(op, "target"), TERN_HAL_ATTR_EXECUTABLE_TARGET);
}

tern_op_t *tern_hal_inner_module(const tern_op_t *op) {
  tern_block_t *body = tern_op_body(op, 0);
  if (!body) return NULL;
  tern_block_for_each_op(body, inner) {
    if (tern_op_is(inner, TERN_BUILTIN(MODULE))) return inner;
  }
  return NULL;
}

tern_op_t *tern_hal_find_export(const tern_op_t *from, const tern_attr_t *entry_point) {
  tern_op_t *op = tern_symbol_lookup_nearest(from, entry_point);
  for (const tern_op_t *table = from; !op && table; table = tern_op_parent(table)) {
    if (tern_op_has_trait(table, TERN_TRAIT_SYMBOL_TABLE)) op = tern_symbol_lookup_ref_in(table, entry_point);
  }
  return op && tern_op_is(op, TERN_HAL(EXECUTABLE_EXPORT)) ? op : NULL;
}

bool tern_hal_verify_conditions(const tern_op_t *op) {
  return count_ops(op, TERN_HAL(EXECUTABLE_CONDITION)) <= 1 ||
         tern_op_error(op, "has more than one hal.executable.condition");
}

bool tern_hal_verify_variant(const tern_op_t *op) {
  size_t modules = count_ops(op, TERN_BUILTIN(MODULE));
  if (!tern_hal_is_variant(op)) {
    return modules == 1 || tern_op_error(op, "expects exactly one builtin.module in its body but got %zu", modules);
  }
  if (!tern_op_attr(op, "sym_name")) return tern_op_error(op, "with a #hal.executable.target needs a name");
  if (modules > 1) return tern_op_error(op, "expects at most one builtin.module in its body but got %zu", modules);
  return tern_hal_verify_conditions(op);
}

// --- regions with a device ---

static bool is_device(const tern_value_t *arg) { return tern_type_is_hal(arg->type, TERN_HAL_DEVICE_TYPE); }

static bool verify_condition_region(const tern_op_t *op, const tern_region_t *region) {
  const tern_block_t *entry = region->first_block;
  if (!entry) return true;
  if (entry->arg_count != 1 || !is_device(entry->args[0])) {
    return tern_op_error(op, "needs a condition region that takes a !hal.device and nothing else");
  }
  tern_region_for_each_block(region, block) {
    const tern_op_t *last = block->last_op;
    if (!last || !tern_op_is(last, TERN_HAL(RETURN))) continue;
    if (last->operand_count != 1 || !tern_type_is_i(tern_op_operand(last, 0)->type, 1)) {
      return tern_op_error(last, "ends a condition region, which returns one i1");
    }
  }
  return true;
}

static bool verify_fallback(const tern_op_t *op) {
  const tern_attr_t *name = tern_op_attr(op, "condition_fallback");
  if (tern_region_is_empty(&op->regions[1])) {
    return !name || tern_op_error(op, "has a fallback but no condition");
  }
  if (!name) return tern_op_error(op, "has a condition but no fallback");
  const tern_op_t *parent = tern_op_parent(op);
  tern_op_t *fallback = parent ? tern_symbol_lookup_in(parent, tern_symbol_ref_attr_at(name, 0)) : NULL;
  if (!fallback || !tern_op_is(fallback, TERN_HAL(EXECUTABLE_EXPORT))) {
    return tern_op_error(op, "has the fallback %s, which is no export beside it", tern_attr_text(name));
  }
  if (tern_op_attr(fallback, "layout") != tern_op_attr(op, "layout")) {
    tern_op_error(op, "has another layout than its fallback %s", tern_attr_text(name));
    tern_emit_note(fallback->loc, "the fallback has the layout %s", tern_attr_text(tern_op_attr(fallback, "layout")));
    return false;
  }
  return true;
}

bool tern_hal_verify_export(const tern_op_t *op) {
  if (!verify_condition_region(op, &op->regions[1]) || !verify_fallback(op)) return false;
  const tern_block_t *body = tern_op_body(op, 0);
  if (!body) return true;
  if (body->next) return tern_op_error(op, "expects a workgroup count region of one block");
  bool is_right = body->arg_count > 0 && is_device(body->args[0]);
  for (size_t i = 1; i < body->arg_count; ++i) is_right = is_right && tern_type_is_index(body->args[i]->type);
  if (!is_right) {
    return tern_op_error(op, "expects a workgroup count region that takes a !hal.device and the workload as index");
  }
  const tern_op_t *last = body->last_op;
  return (last && tern_op_is(last, TERN_HAL(RETURN)) && last->operand_count == 3) ||
         tern_op_error(op, "expects a workgroup count region that returns three numbers");
}

bool tern_hal_verify_condition(const tern_op_t *op) { return verify_condition_region(op, &op->regions[0]); }

bool tern_hal_verify_constant_block(const tern_op_t *op) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  size_t input_count = (size_t)type->params[0], result_count = type->param_count - 1 - input_count;
  if (input_count > 1 ||
      (input_count == 1 && !tern_type_is_hal((const tern_type_t *)(uintptr_t)type->params[1], TERN_HAL_DEVICE_TYPE))) {
    return tern_op_error(op, "takes a !hal.device or nothing, but got %s", tern_type_text(type));
  }
  for (size_t i = 0; i < result_count; ++i) {
    const tern_type_t *result = (const tern_type_t *)(uintptr_t)type->params[1 + input_count + i];
    if (!tern_type_is_i(result, 32)) {
      return tern_op_error(op, "returns i32 only, but result %zu is %s", i, tern_type_text(result));
    }
  }
  size_t keys = tern_array_attr_count(tern_op_attr(op, "keys"));
  return keys == result_count || tern_op_error(op, "has %zu keys for %zu results", keys, result_count);
}

// --- hal.dispatch.extern ---

static size_t count_dynamic_dims(const tern_type_t *type) {
  return tern_type_is_ranked(type) ? tern_type_dynamic_dim_count(type) : 0;
}

static bool verify_io_type(const tern_op_t *op, const tern_type_t *type) {
  return !tern_type_is_shaped(type) || !tern_type_is_index(tern_type_element(type)) ||
         tern_op_error(op, "takes %s, but index has no size that host and device agree on", tern_type_text(type));
}

bool tern_hal_verify_dispatch_extern(const tern_op_t *op) {
  size_t start, count, dims_start, dims, needed = 0, workload;
  tern_op_operands_named(op, "arguments", &start, &count);
  tern_op_operands_named(op, "argument_dims", &dims_start, &dims);
  for (size_t i = start; i < start + count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (!verify_io_type(op, type)) return false;
    needed += count_dynamic_dims(type);
  }
  if (dims != needed)
    return tern_op_error(op, "expects %zu dynamic dimensions of its arguments but got %zu", needed, dims);
  tern_op_operands_named(op, "result_dims", &dims_start, &dims);
  needed = 0;
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    if (!verify_io_type(op, type)) return false;
    needed += count_dynamic_dims(type);
  }
  if (dims != needed)
    return tern_op_error(op, "expects %zu dynamic dimensions of its results but got %zu", needed, dims);
  size_t targets = tern_array_attr_count(tern_op_attr(op, "targets"));
  if (targets != tern_array_attr_count(tern_op_attr(op, "target_objects")) ||
      targets != tern_array_attr_count(tern_op_attr(op, "target_ordinals")) || targets + 1 != op->region_count) {
    return tern_op_error(op, "expects objects, an ordinal and a region for each of its %zu targets", targets);
  }
  for (size_t i = 1; i < op->region_count; ++i) {
    if (!verify_condition_region(op, &op->regions[i])) return false;
  }
  const tern_block_t *body = tern_op_body(op, 0);
  tern_op_operands_named(op, "workload", &start, &workload);
  size_t args = 0;
  for (size_t i = 0; body && i < body->arg_count; ++i) args += !is_device(body->args[i]);
  return !body || args == workload ||
         tern_op_error(op, "has a workload of %zu numbers, but its region takes %zu", workload, args);
}

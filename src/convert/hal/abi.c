// Facts about a dispatch module that every back end and the object writer agree on.

#include "convert/hal/abi.h"

#include "dialect/func/func.h"
#include "dialect/llvm/llvm.h"
#include "ir/symbol.h"

tern_op_t *tern_hal_module_interface(const tern_op_t *module) {
  tern_block_t *body = tern_op_body(module, 0);
  if (!body) return NULL;
  tern_block_for_each_op(body, op) {
    if (tern_op_is(op, TERN_HAL(INTERFACE))) return op;
  }
  return NULL;
}

static int64_t number_of(const tern_op_t *binding, const char *name) {
  return tern_integer_attr_value(tern_op_attr(binding, name));
}

static bool comes_before(const tern_op_t *a, const tern_op_t *b) {
  int64_t set_a = number_of(a, "set"), set_b = number_of(b, "set");
  return set_a != set_b ? set_a < set_b : number_of(a, "binding") < number_of(b, "binding");
}

size_t tern_hal_binding_ordinal(const tern_op_t *binding) {
  size_t ordinal = 0;
  tern_block_for_each_op(binding->block, other) ordinal += comes_before(other, binding);
  return ordinal;
}

size_t tern_hal_interface_binding_count(const tern_op_t *interface) {
  size_t count = 0;
  tern_block_t *body = tern_op_body(interface, 0);
  if (!body) return 0;
  tern_block_for_each_op(body, op)++ count;
  return count;
}

tern_op_t *tern_hal_interface_binding(const tern_op_t *interface, size_t ordinal) {
  tern_block_t *body = tern_op_body(interface, 0);
  if (!body) return NULL;
  tern_block_for_each_op(body, op) {
    if (tern_hal_binding_ordinal(op) == ordinal) return op;
  }
  return NULL;
}

static tern_walk_result_t find_last_word(tern_op_t *op, void *user) {
  size_t *count = user;
  if (!tern_op_is(op, TERN_HAL(INTERFACE_LOAD_CONSTANT))) return TERN_WALK_ADVANCE;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  bool is_wide = !tern_type_is_index(type) && tern_type_bit_width(type) == 64;
  size_t end = (size_t)number_of(op, "offset") + (is_wide ? 2 : 1);
  if (end > *count) *count = end;
  return TERN_WALK_ADVANCE;
}

size_t tern_hal_push_constant_count(const tern_op_t *module) {
  tern_op_t *interface = tern_hal_module_interface(module);
  const tern_attr_t *declared = interface ? tern_op_attr(interface, "push_constants") : NULL;
  size_t count = declared ? (size_t)tern_integer_attr_value(declared) : 0;
  tern_op_walk_pre((tern_op_t *)module, find_last_word, &count);
  return count;
}

bool tern_hal_is_entry_point(const tern_op_t *func) {
  if (tern_op_is(func, TERN_LLVM(FUNC))) {
    return tern_op_attr(func, "hal.entry_point") != NULL && !tern_region_is_empty(&func->regions[0]);
  }
  return tern_op_is(func, TERN_FUNC(FUNC)) && tern_symbol_visibility(func) == TERN_PUBLIC &&
         !tern_region_is_empty(&func->regions[0]);
}

const tern_attr_t *tern_hal_schedule(const tern_op_t *func) {
  const tern_attr_t *schedule = tern_op_attr(func, "hal.entry_point_schedule");
  if (!schedule || schedule->kind != TERN_ATTR_ARRAY || !tern_op_is(func, TERN_FUNC(FUNC))) return NULL;
  for (size_t i = 0; i < tern_array_attr_count(schedule); ++i) {
    if (tern_array_attr_at(schedule, i)->kind != TERN_ATTR_SYMBOL_REF) return NULL;
  }
  return schedule;
}

static bool is_scheduled(const tern_op_t *func) {
  tern_str_t name = tern_symbol_name(func);
  tern_block_for_each_op(func->block, op) {
    const tern_attr_t *schedule = tern_hal_schedule(op);
    size_t count = schedule ? tern_array_attr_count(schedule) : 0;
    for (size_t i = 0; i < count; ++i) {
      if (tern_str_equal(tern_symbol_ref_attr_at(tern_array_attr_at(schedule, i), 0), name)) return true;
    }
  }
  return false;
}

bool tern_hal_is_run_by_host(const tern_op_t *func) {
  return tern_hal_schedule(func) || (tern_hal_is_entry_point(func) && !is_scheduled(func));
}

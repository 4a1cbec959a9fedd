// hal: what has to hold for the ops of the host program and of the interface.

#include "dialect/hal/hal.h"
#include "dialect/hal/hooks.h"
#include "ir/diagnostic.h"
#include "tern/dispatch.h"

// --- hal.return ---

bool tern_hal_verify_return(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  if (!parent) return true;
  if (tern_op_is(parent, TERN_HAL(DEVICE_MEMOIZE))) {
    if (op->operand_count != parent->result_count) {
      return tern_op_error(op, "returns %u values, but 'hal.device.memoize' has %u results", op->operand_count,
                           parent->result_count);
    }
    for (size_t i = 0; i < op->operand_count; ++i) {
      if (tern_op_operand(op, i)->type == tern_op_result(parent, i)->type) continue;
      return tern_op_error(op, "returns %s as value %zu, but the result is %s",
                           tern_type_text(tern_op_operand(op, i)->type), i,
                           tern_type_text(tern_op_result(parent, i)->type));
    }
    return true;
  }
  const tern_attr_t *attr = tern_op_attr(parent, "function_type");
  if (!attr || attr->kind != TERN_ATTR_TYPE || tern_type_attr_value(attr)->kind != TERN_TYPE_FUNCTION) return true;
  const tern_type_t *type = tern_type_attr_value(attr);
  size_t first = 1 + (size_t)type->params[0], expected = type->param_count - first;
  if (op->operand_count != expected) {
    return tern_op_error(op, "returns %u values, but its parent's signature has %zu", op->operand_count, expected);
  }
  for (size_t i = 0; i < expected; ++i) {
    const tern_type_t *wanted = (const tern_type_t *)(uintptr_t)type->params[first + i];
    if (tern_op_operand(op, i)->type == wanted) continue;
    return tern_op_error(op, "returns %s as value %zu, but its parent's signature has %s",
                         tern_type_text(tern_op_operand(op, i)->type), i, tern_type_text(wanted));
  }
  return true;
}

// --- tensors ---

static bool verify_dims(const tern_op_t *op, const char *group, const tern_type_t *type) {
  size_t start, count, expected = tern_type_is_ranked(type) ? tern_type_dynamic_dim_count(type) : 0;
  tern_op_operands_named(op, group, &start, &count);
  return count == expected || tern_op_error(op, "expects %zu dynamic dimension sizes for %s but got %zu", expected,
                                            tern_type_text(type), count);
}

static bool verify_encoding(const tern_op_t *op, const char *name, const tern_type_t *storage) {
  const tern_type_t *encoding = tern_type_attr_value(tern_op_attr(op, name));
  if (!tern_type_is_ranked(encoding) || !tern_type_is_ranked(storage)) return true;
  return tern_type_dynamic_dim_count(encoding) == tern_type_dynamic_dim_count(storage) ||
         tern_op_error(op, "has the encoding %s for %s, which has another number of dynamic dimensions",
                       tern_type_text(encoding), tern_type_text(storage));
}

bool tern_hal_verify_tensor_import(const tern_op_t *op) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  return verify_dims(op, "target_dims", type) && verify_encoding(op, "target_encoding", type);
}

bool tern_hal_verify_tensor_export(const tern_op_t *op) {
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  return verify_dims(op, "source_dims", type) && verify_encoding(op, "source_encoding", type);
}

bool tern_hal_verify_source_dims(const tern_op_t *op) {
  return verify_dims(op, "source_dims", tern_op_operand(op, 0)->type);
}

// --- numbers of types ---

// The type's code in tern/dispatch.h, TERN_ELEMENT_TYPE_NONE if it has none.
static tern_element_type_t element_code(const tern_type_t *type) {
  uint32_t width = tern_type_bit_width(type);
  if (tern_type_is_index(type)) return TERN_ELEMENT_TYPE_INDEX;
  if (tern_type_is_float(type)) {
    return (tern_element_type_t)(TERN_ELEMENT_TYPE_F4E2M1FN + (type->kind - TERN_TYPE_F4E2M1FN));
  }
  if (tern_type_is_integer(type)) {
    static const uint32_t widths[] = {1, 2, 4, 8, 16, 32, 64};
    static const tern_element_type_t first[] = {TERN_ELEMENT_TYPE_I1, TERN_ELEMENT_TYPE_SI2 - 1,
                                                TERN_ELEMENT_TYPE_UI2 - 1};
    if (width == 1) return TERN_ELEMENT_TYPE_I1;
    for (size_t i = 1; i < sizeof widths / sizeof widths[0]; ++i) {
      if (widths[i] == width) return (tern_element_type_t)(first[tern_integer_type_signedness(type)] + i);
    }
    return TERN_ELEMENT_TYPE_NONE;
  }
  if (type->kind != TERN_TYPE_COMPLEX) return TERN_ELEMENT_TYPE_NONE;
  switch (tern_type_element(type)->kind) {
    case TERN_TYPE_BF16: return TERN_ELEMENT_TYPE_COMPLEX_BF16;
    case TERN_TYPE_F16: return TERN_ELEMENT_TYPE_COMPLEX_F16;
    case TERN_TYPE_F32: return TERN_ELEMENT_TYPE_COMPLEX_F32;
    case TERN_TYPE_F64: return TERN_ELEMENT_TYPE_COMPLEX_F64;
    default: return TERN_ELEMENT_TYPE_NONE;
  }
}

int32_t tern_hal_element_type_value(const tern_type_t *type) {
  switch (element_code(type)) {
#define HAL_ELEMENT(NAME, NUMBER) \
  case TERN_ELEMENT_TYPE_##NAME: return (int32_t)(NUMBER);
#include "base/hal_element_types.def"
#undef HAL_ELEMENT
    default: return 0;
  }
}

int32_t tern_hal_encoding_type_value(const tern_attr_t *encoding) { return encoding ? 0 : 1; }

bool tern_hal_verify_element_type(const tern_op_t *op) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "type"));
  return tern_hal_element_type_value(type) ||
         tern_op_error(op, "has no number for the element type %s", tern_type_text(type));
}

bool tern_hal_verify_encoding_type(const tern_op_t *op) {
  return tern_hal_encoding_type_value(tern_op_attr(op, "encoding")) ||
         tern_op_error(op, "has no number for the encoding %s", tern_attr_text(tern_op_attr(op, "encoding")));
}

// --- commands and queues ---

bool tern_hal_verify_bindings(const tern_op_t *op) {
  size_t start, buffers, offsets, lengths;
  tern_op_operands_named(op, "binding_buffers", &start, &buffers);
  tern_op_operands_named(op, "binding_offsets", &start, &offsets);
  tern_op_operands_named(op, "binding_lengths", &start, &lengths);
  return (buffers == offsets && buffers == lengths) ||
         tern_op_error(op, "has %zu buffers with %zu offsets and %zu lengths", buffers, offsets, lengths);
}

bool tern_hal_verify_device_query(const tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "default_value");
  const tern_type_t *type = tern_op_result(op, 1)->type;
  return !value || tern_attr_type(value) == type ||
         tern_op_error(op, "has a default %s for a value of %s", tern_attr_text(value), tern_type_text(type));
}

bool tern_hal_verify_queue_fences(const tern_op_t *op) {
  const tern_value_t *wait = tern_op_operand_named(op, "wait_fence");
  if (wait != tern_op_operand_named(op, "signal_fence")) return true;
  const tern_op_t *definition = tern_value_defining_op(wait);
  return (definition && tern_str_equal_cstr(tern_op_name(definition), "util.null")) ||
         tern_op_error(op, "waits for the fence that it signals");
}

// --- the interface ---

bool tern_hal_verify_constant_load(const tern_op_t *op) {
  int64_t ordinal = tern_integer_attr_value(tern_op_attr(op, "ordinal"));
  int64_t count = tern_hal_pipeline_layout_constants(tern_op_attr(op, "layout"));
  return (ordinal >= 0 && ordinal < count) ||
         tern_op_error(op, "loads constant %lld of a layout that has %lld", (long long)ordinal, (long long)count);
}

bool tern_hal_verify_binding_subspan(const tern_op_t *op) {
  const tern_attr_t *layout = tern_op_attr(op, "layout");
  const tern_type_t *type = tern_op_result(op, 0)->type;
  int64_t binding = tern_integer_attr_value(tern_op_attr(op, "binding"));
  if (tern_type_is_ranked(type) && !verify_dims(op, "dynamic_dims", type)) return false;
  return (binding >= 0 && (size_t)binding < tern_hal_pipeline_layout_binding_count(layout)) ||
         tern_op_error(op, "names binding %lld of a layout that has %zu", (long long)binding,
                       tern_hal_pipeline_layout_binding_count(layout));
}

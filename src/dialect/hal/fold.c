// hal: folds.

#include "dialect/hal/hal.h"
#include "dialect/hal/hooks.h"
#include "ir/context.h"

#define FOLD(name)                                                                           \
  tern_fold_status_t tern_hal_fold_##name(tern_op_t *op, const tern_attr_t *const *operands, \
                                          tern_fold_result_t *out_results)

static const tern_op_t *defined_by(const tern_value_t *value, const tern_op_row_t *row) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, row) ? op : NULL;
}

// import(export(x)) is x, where nothing has to be waited for and nothing is handed over.
FOLD(tensor_import) {
  (void)operands;
  const tern_op_t *source = defined_by(tern_op_operand(op, 0), TERN_HAL(TENSOR_EXPORT));
  if (!source || tern_op_operand_named(op, "wait_fence")) return TERN_FOLD_FAILED;
  tern_value_t *tensor = tern_op_operand(source, 0);
  if (tensor->type != tern_op_result(op, 0)->type ||
      tern_op_attr(op, "target_encoding") != tern_op_attr(source, "source_encoding")) {
    return TERN_FOLD_FAILED;
  }
  return tern_fold_to_value(out_results, tensor);
}

// The memory of an import that consumes may have another tensor by now: the buffer is no longer what was imported.
FOLD(tensor_export) {
  (void)operands;
  const tern_op_t *source = defined_by(tern_op_operand(op, 0), TERN_HAL(TENSOR_IMPORT));
  // Memory that was given away may hold something else by the time that the result is looked at.
  if (!source || tern_op_operand_named(source, "wait_fence") || tern_op_attr(source, "consume"))
    return TERN_FOLD_FAILED;
  tern_value_t *buffer = tern_op_operand(source, 0);
  if (buffer->type != tern_op_result(op, 0)->type ||
      tern_op_attr(op, "source_encoding") != tern_op_attr(source, "target_encoding")) {
    return TERN_FOLD_FAILED;
  }
  return tern_fold_to_value(out_results, buffer);
}

// The whole of a buffer whose length is known to be just that.
FOLD(buffer_subspan) {
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_op_t *length = defined_by(tern_op_operand(op, 2), TERN_HAL(BUFFER_LENGTH));
  bool is_from_start = tern_attr_is_integer(operands[1]) && tern_integer_attr_value(operands[1]) == 0;
  if (!is_from_start || !length || tern_op_operand(length, 0) != source) return TERN_FOLD_FAILED;
  return tern_fold_to_value(out_results, source);
}

FOLD(buffer_length) {
  (void)operands;
  const tern_op_t *span = defined_by(tern_op_operand(op, 0), TERN_HAL(BUFFER_SUBSPAN));
  return span ? tern_fold_to_value(out_results, tern_op_operand(span, 2)) : TERN_FOLD_FAILED;
}

// What a view was made with.
FOLD(buffer_view_query) {
  (void)operands;
  const tern_op_t *view = defined_by(tern_op_operand(op, 0), TERN_HAL(BUFFER_VIEW_CREATE));
  if (!view) return TERN_FOLD_FAILED;
  size_t start, count;
  tern_op_operands_named(view, "shape", &start, &count);
  if (tern_op_is(op, TERN_HAL(BUFFER_VIEW_ELEMENT_TYPE))) {
    return tern_fold_to_value(out_results, tern_op_operand_named(view, "element_type"));
  }
  if (tern_op_is(op, TERN_HAL(BUFFER_VIEW_ENCODING_TYPE))) {
    return tern_fold_to_value(out_results, tern_op_operand_named(view, "encoding_type"));
  }
  if (tern_op_is(op, TERN_HAL(BUFFER_VIEW_RANK))) {
    out_results[0].attr = tern_integer_attr_get(tern_index_type_get(tern_op_context(op)), (int64_t)count);
    return TERN_FOLD_REPLACED;
  }
  int64_t index = tern_integer_attr_value(tern_op_attr(op, "index"));
  if (index < 0 || (size_t)index >= count) return TERN_FOLD_FAILED;
  return tern_fold_to_value(out_results, tern_op_operand(view, start + (size_t)index));
}

FOLD(command_buffer_device) {
  (void)operands;
  const tern_op_t *buffer = defined_by(tern_op_operand(op, 0), TERN_HAL(COMMAND_BUFFER_CREATE));
  return buffer ? tern_fold_to_value(out_results, tern_op_operand_named(buffer, "device")) : TERN_FOLD_FAILED;
}

// A join of one fence is that fence.
FOLD(fence_join) {
  (void)operands;
  return op->operand_count == 1 ? tern_fold_to_value(out_results, tern_op_operand(op, 0)) : TERN_FOLD_FAILED;
}

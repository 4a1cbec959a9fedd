// What the folds of spirv's ops share. Private to src/dialect/spirv.

#ifndef TERN_DIALECT_SPIRV_FOLD_H_
#define TERN_DIALECT_SPIRV_FOLD_H_

#include "dialect/spirv/row_hooks.h"

// Answers of a fold with one result; NULL: it failed.
static inline tern_fold_status_t tern_spirv_fold_to_value(tern_fold_result_t *out, tern_value_t *value) {
  if (!value) return TERN_FOLD_FAILED;
  out[0] = (tern_fold_result_t){.value = value};
  return TERN_FOLD_REPLACED;
}
static inline tern_fold_status_t tern_spirv_fold_to_attr(tern_fold_result_t *out, const tern_attr_t *attr) {
  if (!attr) return TERN_FOLD_FAILED;
  out[0] = (tern_fold_result_t){.attr = attr};
  return TERN_FOLD_REPLACED;
}
// The op that defines `value` if it is made from `row`, else NULL.
static inline tern_op_t *tern_spirv_value_op_of(const tern_value_t *value, const tern_op_row_t *row) {
  tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, row) ? op : NULL;
}

#endif  // TERN_DIALECT_SPIRV_FOLD_H_

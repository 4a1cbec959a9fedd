// Which operands of an op are the dynamic dimensions of its tensors: groups are recognised by their names, which all
// dialects of the host program share.

#include <string.h>

#include "dialect/common/shaped_syntax.h"
#include "dialect/flow/flow.h"
#include "dialect/tensor/tensor.h"

static size_t find_group(const tern_op_t *op, const char *name) {
  for (size_t group = 0; group < op->def->operand_count; ++group) {
    if (strcmp(op->def->operands[group].name->data, name) == 0) return group;
  }
  return SIZE_MAX;
}

// The sizes of value number `index` of a list of values, whose sizes are `group`, one behind the other.
static bool take_from(const tern_op_t *op, const char *group_name, size_t before, const tern_type_t *type,
                      size_t *out_start, size_t *out_count) {
  size_t group = find_group(op, group_name), start, count, wanted = tern_shaped_size_count(type);
  if (group == SIZE_MAX) return false;
  tern_op_operand_group(op, group, &start, &count);
  if (before + wanted > count) return false;
  *out_start = start + before;
  *out_count = wanted;
  return true;
}

bool tern_flow_result_dims(const tern_op_t *op, size_t index, size_t *out_start, size_t *out_count) {
  static const char *const groups[] = {"result_dims",  "target_dims",   "dynamic_dims",
                                       "operand_dims", "argument_dims", "dynamicSizes"};
  const tern_type_t *type = op->results[index].type;
  *out_start = *out_count = 0;
  if (type->kind != TERN_TYPE_TENSOR) return false;
  if (tern_type_has_static_shape(type)) return true;
  if (!op->def->row) return false;
  size_t before = 0;
  for (size_t i = 0; i < index; ++i) before += tern_shaped_size_count(op->results[i].type);
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; ++i) {
    // Where the op has a group of its own for results, the others are of operands.
    if (i > 0 && find_group(op, "result_dims") != SIZE_MAX) return false;
    if (take_from(op, groups[i], before, type, out_start, out_count)) return true;
  }
  return false;
}

bool tern_flow_operand_dims(const tern_op_t *op, size_t index, size_t *out_start, size_t *out_count) {
  const tern_type_t *type = tern_op_operand(op, index)->type;
  *out_start = *out_count = 0;
  if (type->kind != TERN_TYPE_TENSOR && tern_shaped_size_count(type) == 0) return false;
  if (tern_shaped_size_count(type) == 0) return true;
  if (!op->def->row) return false;
  size_t group = 0, start, count;
  for (; group < op->def->operand_count; ++group) {
    tern_op_operand_group(op, group, &start, &count);
    if (index >= start && index < start + count) break;
  }
  if (group == op->def->operand_count) return false;
  size_t before = 0;
  for (size_t i = start; i < index; ++i) before += tern_shaped_size_count(tern_op_operand(op, i)->type);
  static const struct {
    const char *values, *sizes;
  } pairs[] = {{"arguments", "argument_dims"}, {"source", "source_dims"},   {"target", "target_dims"},
               {"update", "update_dims"},      {"operand", "operand_dims"}, {"operand", "dynamic_dims"},
               {"operand", "argument_dims"},   {"values", "value_dims"},    {"source", "result_dims"}};
  const char *name = op->def->operands[group].name->data;
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
    if (strcmp(name, pairs[i].values) == 0 && take_from(op, pairs[i].sizes, before, type, out_start, out_count)) {
      return true;
    }
  }
  return false;
}

// Which of the dynamic dimensions dimension `dim` is.
static size_t dynamic_index(const tern_type_t *type, size_t dim) {
  size_t index = 0;
  for (size_t i = 0; i < dim; ++i) index += tern_type_dim(type, i) == TERN_DYNAMIC;
  return index;
}

tern_value_t *tern_flow_known_dim(const tern_value_t *tensor, size_t dim) {
  size_t start, count, index = dynamic_index(tensor->type, dim);
  const tern_op_t *op = tern_value_defining_op(tensor);
  if (op && tern_flow_result_dims(op, tensor->index, &start, &count) && index < count) {
    return tern_op_operand(op, start + index);
  }
  return NULL;
}

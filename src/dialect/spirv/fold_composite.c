// spirv: folds that look through bit casts and composites.

#include "dialect/common/fold_elements.h"
#include "dialect/spirv/row_hooks.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/types.h"
#include "ir/context.h"

tern_fold_status_t tern_spirv_fold_bitcast(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out) {
  (void)operands;
  tern_value_t *input = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  if (input->type == type) return tern_fold_to_value(out, input);
  tern_op_t *inner = tern_value_defined_by(input, TERN_SPIRV(BITCAST));
  if (!inner) return TERN_FOLD_FAILED;
  tern_value_t *source = tern_op_operand(inner, 0);
  if (source->type == type) return tern_fold_to_value(out, source);
  tern_op_set_operand(op, 0, source);
  return TERN_FOLD_IN_PLACE;
}

// --- CompositeExtract ---

static int64_t index_at(const tern_attr_t *indices, size_t i) {
  return tern_integer_attr_value(tern_array_attr_at(indices, i));
}

// How many of the first indices are the same.
static size_t common_prefix(const tern_attr_t *a, const tern_attr_t *b) {
  size_t count_a = tern_array_attr_count(a), count_b = tern_array_attr_count(b), i = 0;
  while (i < count_a && i < count_b && index_at(a, i) == index_at(b, i)) ++i;
  return i;
}

// Element `index` of a vector constant, as a constant.
static const tern_attr_t *vector_constant_at(const tern_attr_t *constant, int64_t index) {
  const tern_type_t *type = tern_attr_type(constant);
  tern_uint128_t bits;
  if (!type || type->kind != TERN_TYPE_VECTOR || index < 0 || index >= tern_type_element_count(type)) return NULL;
  if (!tern_attr_element_bits(constant, (size_t)index, &bits)) return NULL;
  return tern_attr_from_bits(tern_type_element(type), bits);
}

// The part of a constant that the indices from `start` on lead to, or NULL.
static const tern_attr_t *constant_part(const tern_attr_t *constant, const tern_attr_t *indices, size_t start) {
  size_t count = tern_array_attr_count(indices);
  while (constant && start < count && constant->kind == TERN_ATTR_ARRAY) {
    int64_t index = index_at(indices, start++);
    bool is_there = index >= 0 && (size_t)index < tern_array_attr_count(constant);
    constant = is_there ? tern_array_attr_at(constant, (size_t)index) : NULL;
  }
  if (!constant || start == count) return constant;
  return start + 1 == count ? vector_constant_at(constant, index_at(indices, start)) : NULL;
}

tern_fold_status_t tern_spirv_fold_composite_extract(tern_op_t *op, const tern_attr_t *const *operands,
                                                     tern_fold_result_t *out) {
  const tern_attr_t *indices = tern_op_attr(op, "indices");
  size_t count = tern_array_attr_count(indices);
  tern_value_t *composite = tern_op_operand(op, 0);
  tern_op_t *insert;
  // An insertion elsewhere does not matter; one of a part of what is extracted (or around it) ends the search.
  while ((insert = tern_value_defined_by(composite, TERN_SPIRV(COMPOSITEINSERT)))) {
    const tern_attr_t *at = tern_op_attr(insert, "indices");
    size_t same = common_prefix(indices, at);
    if (same == count && same == tern_array_attr_count(at)) {
      return tern_fold_to_value(out, tern_op_operand(insert, 0));
    }
    if (same == count || same == tern_array_attr_count(at)) return TERN_FOLD_FAILED;
    composite = tern_op_operand(insert, 1);
  }
  tern_op_t *construct = tern_value_defined_by(composite, TERN_SPIRV(COMPOSITECONSTRUCT));
  if (construct && count == 1 && construct->operand_count == tern_spirv_composite_count(composite->type)) {
    int64_t index = index_at(indices, 0);
    if (index >= 0 && index < construct->operand_count) {
      return tern_fold_to_value(out, tern_op_operand(construct, (size_t)index));
    }
  }
  const tern_attr_t *constant = composite == tern_op_operand(op, 0) ? operands[0] : tern_value_constant(composite);
  return tern_fold_to_attr(out, constant ? constant_part(constant, indices, 0) : NULL);
}

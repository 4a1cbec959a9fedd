// Folds of affine.delinearize_index and affine.linearize_index, and the basis that both have.

#include "dialect/affine/affine.h"
#include "dialect/affine/hooks.h"
#include "dialect/affine/index_basis.h"

// --- the basis ---

static bool is_linearize(const tern_op_t *op) { return tern_op_is(op, TERN_AFFINE(LINEARIZE_INDEX)); }

size_t tern_affine_index_count(const tern_op_t *op) {
  size_t start, count;
  if (!is_linearize(op)) return op->result_count;
  tern_op_operands_named(op, "multi_index", &start, &count);
  return count;
}

bool tern_affine_has_outer_bound(const tern_op_t *op) {
  return tern_int_list_attr_count(tern_op_attr(op, "static_basis")) == tern_affine_index_count(op);
}

void tern_affine_basis_read(const tern_op_t *op, bool skips_outer, tern_affine_basis_t *out_basis) {
  const tern_attr_t *sizes = tern_op_attr(op, "static_basis");
  size_t start, count;
  tern_op_operands_named(op, "dynamic_basis", &start, &count);
  bool skips = skips_outer && tern_affine_has_outer_bound(op);
  for (size_t i = 0; i < tern_int_list_attr_count(sizes); ++i) {
    int64_t size = tern_int_list_attr_at(sizes, i);
    tern_mixed_index_t entry =
        size == TERN_DYNAMIC ? tern_mixed_dynamic(tern_op_operand(op, start++)) : tern_mixed_static(size);
    if (i > 0 || !skips) tern_vec_push(out_basis, entry);
  }
}

bool tern_affine_is_disjoint(const tern_op_t *op) {
  const tern_attr_t *attr = tern_op_attr(op, "disjoint");
  return attr && (attr->kind == TERN_ATTR_UNIT || tern_integer_attr_value(attr));
}

// --- building ---

// Entries split into the array and the operands.
typedef struct split_basis {
  TERN_VEC(int64_t) sizes;
  TERN_VEC(tern_value_t *) values;
} split_basis_t;

static void split(const tern_affine_basis_t *basis, size_t start, size_t count, split_basis_t *out_split) {
  for (size_t i = start; i < start + count; ++i) {
    tern_vec_push(&out_split->sizes, basis->values[i].value);
    if (basis->values[i].value == TERN_DYNAMIC) tern_vec_push(&out_split->values, basis->values[i].dynamic);
  }
}

static void deinitialize_split(split_basis_t *split) {
  tern_vec_deinitialize(&split->sizes);
  tern_vec_deinitialize(&split->values);
}

tern_op_t *tern_affine_build_delinearize(tern_builder_t *builder, tern_value_t *index, const tern_affine_basis_t *basis,
                                         size_t start, size_t count, size_t index_count) {
  split_basis_t parts = {0};
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  split(basis, start, count, &parts);
  tern_vec_push(&operands, index);
  for (size_t i = 0; i < parts.values.count; ++i) tern_vec_push(&operands, parts.values.values[i]);
  for (size_t i = 0; i < index_count; ++i) tern_vec_push(&types, index->type);
  const tern_attr_t *sizes = tern_dense_i64_array_attr_get(builder->context, parts.sizes.values, count);
  tern_op_t *op = tern_build(builder, TERN_AFFINE(DELINEARIZE_INDEX), .operands = {operands.values, operands.count},
                             .types = {types.values, types.count}, .attrs = TERN_ATTRS({"static_basis", sizes}));
  deinitialize_split(&parts);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return op;
}

tern_value_t *tern_affine_build_linearize(tern_builder_t *builder, tern_values_t indices,
                                          const tern_affine_basis_t *basis, size_t start, size_t count,
                                          bool is_disjoint) {
  split_basis_t parts = {0};
  TERN_VEC(tern_value_t *) operands = {0};
  split(basis, start, count, &parts);
  for (size_t i = 0; i < indices.count; ++i) tern_vec_push(&operands, indices.values[i]);
  for (size_t i = 0; i < parts.values.count; ++i) tern_vec_push(&operands, parts.values.values[i]);
  const tern_attr_t *sizes = tern_dense_i64_array_attr_get(builder->context, parts.sizes.values, count);
  const int32_t segments[] = {(int32_t)indices.count, (int32_t)parts.values.count};
  tern_op_t *op = tern_build(builder, TERN_AFFINE(LINEARIZE_INDEX), .operands = {operands.values, operands.count},
                             .types = TERN_TYPES(tern_index_type_get(builder->context)),
                             .attrs = TERN_ATTRS({"static_basis", sizes}), .segments = segments);
  if (is_disjoint) tern_op_set_attr(op, "disjoint", tern_unit_attr_get(builder->context));
  deinitialize_split(&parts);
  tern_vec_deinitialize(&operands);
  return tern_op_result(op, 0);
}

// --- folds ---

// Constants in the basis become numbers.
static bool fold_basis(tern_op_t *op) {
  tern_affine_basis_t basis = {0};
  split_basis_t parts = {0};
  bool is_changed = false;
  tern_affine_basis_read(op, false, &basis);
  for (size_t i = 0; i < basis.count; ++i) {
    tern_mixed_index_t *entry = &basis.values[i];
    int64_t value;
    if (entry->value != TERN_DYNAMIC || !tern_mixed_constant(*entry, &value)) continue;
    // delinearize_index takes positive sizes only: what is undefined stays as it is.
    if (value == TERN_DYNAMIC || (value <= 0 && !is_linearize(op))) continue;
    *entry = tern_mixed_static(value);
    is_changed = true;
  }
  if (is_changed) {
    size_t start, count;
    tern_op_operands_named(op, "dynamic_basis", &start, &count);
    split(&basis, 0, basis.count, &parts);
    tern_op_erase_operands(op, start, count);
    tern_op_insert_operands(op, start, (tern_values_t){parts.values.values, parts.values.count});
    if (is_linearize(op)) {
      tern_op_set_segment_sizes(op, (const int32_t[]){(int32_t)start, (int32_t)parts.values.count}, 2);
    }
    tern_op_set_attr(op, "static_basis",
                     tern_dense_i64_array_attr_get(tern_op_context(op), parts.sizes.values, parts.sizes.count));
  }
  tern_vec_deinitialize(&basis);
  deinitialize_split(&parts);
  return is_changed;
}

tern_fold_status_t tern_affine_fold_delinearize_index(tern_op_t *op, const tern_attr_t *const *operands,
                                                      tern_fold_result_t *out_results) {
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  const tern_attr_t *sizes = tern_op_attr(op, "static_basis");
  if (fold_basis(op)) return TERN_FOLD_IN_PLACE;
  if (op->result_count == 1) {
    out_results[0].value = tern_op_operand(op, 0);
    return TERN_FOLD_REPLACED;
  }
  if (op->result_count == 0 || op->operand_count > 1 || !tern_attr_is_integer(operands[0])) return TERN_FOLD_FAILED;
  int64_t rest = tern_integer_attr_value(operands[0]);
  size_t skipped = tern_int_list_attr_count(sizes) - (op->result_count - 1);
  for (size_t i = op->result_count - 1; i > 0; --i) {
    int64_t size = tern_int_list_attr_at(sizes, skipped + i - 1), digit = rest % size;
    rest /= size;
    if (digit < 0) {
      digit += size;
      --rest;
    }
    out_results[i].attr = tern_integer_attr_get(type, digit);
  }
  out_results[0].attr = tern_integer_attr_get(type, rest);
  return TERN_FOLD_REPLACED;
}

tern_fold_status_t tern_affine_fold_linearize_index(tern_op_t *op, const tern_attr_t *const *operands,
                                                    tern_fold_result_t *out_results) {
  const tern_attr_t *sizes = tern_op_attr(op, "static_basis");
  size_t count = tern_affine_index_count(op);
  if (fold_basis(op)) return TERN_FOLD_IN_PLACE;
  if (count == 1) {
    out_results[0].value = tern_op_operand(op, 0);
    return TERN_FOLD_REPLACED;
  }
  if (op->operand_count > count) return TERN_FOLD_FAILED;
  uint64_t sum = 0, stride = 1;
  size_t skipped = count ? tern_int_list_attr_count(sizes) - (count - 1) : 0;
  for (size_t i = count; i > 0; --i) {
    if (!tern_attr_is_integer(operands[i - 1])) return TERN_FOLD_FAILED;
    sum += (uint64_t)tern_integer_attr_value(operands[i - 1]) * stride;
    if (i > 1) stride *= (uint64_t)tern_int_list_attr_at(sizes, skipped + i - 2);
  }
  out_results[0].attr = tern_integer_attr_get(op->results[0].type, (int64_t)sum);
  return TERN_FOLD_REPLACED;
}

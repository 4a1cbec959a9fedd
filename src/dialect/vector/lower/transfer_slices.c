// Transfers slice by slice along the first dimension of their vector: what all ways of taking them apart share.

#include "dialect/affine/apply.h"
#include "dialect/arith/arith.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "dialect/vector/lower/to_scf.h"

bool tern_transfer_read_op(tern_op_t *op, tern_transfer_t *out) {
  bool is_read = tern_op_is(op, TERN_VECTOR(TRANSFER_READ));
  *out = (tern_transfer_t){.op = op,
                           .is_read = is_read,
                           .base = tern_op_operand_named(op, "base"),
                           .vector = is_read ? NULL : tern_op_operand_named(op, "valueToStore"),
                           .padding = is_read ? tern_op_operand_named(op, "padding") : NULL,
                           .mask = tern_op_operand_named(op, "mask"),
                           .map = tern_affine_map_attr_value(tern_op_attr(op, "permutation_map"))};
  out->type = is_read ? tern_op_result(op, 0)->type : out->vector->type;
  out->is_tensor = out->base->type->kind == TERN_TYPE_TENSOR;
  tern_op_operands_named(op, "indices", &out->index_start, &out->index_count);
  return out->map->result_count > 0 && out->index_count <= TERN_VECTOR_MAX_RANK &&
         tern_type_rank(out->type) <= TERN_VECTOR_MAX_RANK && !tern_vector_mask_around(op);
}

bool tern_transfer_is_unpackable(const tern_transfer_t *t, const tern_vector_lowering_options_t *options) {
  if (tern_type_rank(t->type) <= options->target_rank || tern_vector_dim_is_scalable(t->type, 0)) return false;
  if (t->is_tensor && !options->lowers_tensor_transfers) return false;
  return tern_type_element(t->type) == tern_type_element(t->base->type);
}

// An index plus the number of the slice.
static tern_value_t *add_iv(tern_builder_t *b, tern_value_t *index, tern_value_t *iv) {
  const tern_affine_expr_t *sum = tern_affine_add(tern_affine_dim(b->context, 0), tern_affine_dim(b->context, 1));
  return tern_affine_build_apply_of_dims(b, sum, TERN_VALUES(index, iv));
}

void tern_transfer_slice_indices(tern_builder_t *b, const tern_transfer_t *t, tern_value_t *iv,
                                 tern_value_t **out_indices) {
  for (size_t i = 0; i < t->index_count; ++i) out_indices[i] = tern_transfer_index(t, i);
  if (tern_transfer_is_broadcast(t)) return;
  size_t dim = (size_t)t->map->results[0]->value;
  out_indices[dim] = add_iv(b, out_indices[dim], iv);
}

tern_op_t *tern_transfer_make_slice(tern_builder_t *b, const tern_transfer_t *t, const tern_type_t *type,
                                    tern_value_t *vector, tern_value_t *base, tern_value_t *const *indices,
                                    tern_value_t *mask) {
  tern_value_t *operands[TERN_VECTOR_MAX_RANK + 4];
  const tern_attr_t *bounds = tern_op_attr(t->op, "in_bounds"), *flags[TERN_VECTOR_MAX_RANK];
  size_t next = 0, rank = t->map->result_count - 1;
  if (!t->is_read) operands[next++] = vector;
  operands[next++] = base;
  for (size_t i = 0; i < t->index_count; ++i) operands[next++] = indices[i];
  if (t->is_read) operands[next++] = t->padding;
  if (mask) operands[next++] = mask;
  for (size_t i = 0; i < rank; ++i) flags[i] = tern_array_attr_at(bounds, i + 1);
  int32_t count = (int32_t)t->index_count;
  int32_t segments[] = {1, t->is_read ? count : 1, t->is_read ? 1 : count, mask ? 1 : 0};
  const tern_affine_map_t *map = tern_affine_map_get(b->context, t->map->dim_count, 0, t->map->results + 1, rank);
  if (!t->is_read && t->is_tensor) type = base->type;
  return tern_build(b, t->is_read ? TERN_VECTOR(TRANSFER_READ) : TERN_VECTOR(TRANSFER_WRITE),
                    .operands = {operands, next}, .types = {&type, type ? 1 : 0},
                    .attrs = TERN_ATTRS({"permutation_map", tern_affine_map_attr_get(map)},
                                        {"in_bounds", tern_array_attr_get(b->context, flags, rank)}),
                    .segments = segments);
}

// --- bounds and masks ---

static tern_value_t *make_dim(tern_builder_t *b, tern_value_t *source, size_t dim) {
  int64_t size = tern_type_dim(source->type, dim);
  if (size != TERN_DYNAMIC) return tern_vector_make_index(b, size);
  const tern_op_row_t *row = source->type->kind == TERN_TYPE_MEMREF ? TERN_MEMREF(DIM) : TERN_TENSOR(DIM);
  tern_value_t *number = tern_vector_make_index(b, (int64_t)dim);
  return tern_build_value(b, row, .operands = TERN_VALUES(source, number));
}

static tern_value_t *make_condition(tern_builder_t *b, const tern_transfer_t *t, tern_value_t *iv) {
  tern_value_t *condition = NULL;
  bool is_in_bounds = tern_integer_attr_value(tern_array_attr_at(tern_op_attr(t->op, "in_bounds"), 0)) != 0;
  if (tern_transfer_is_broadcast(t)) return NULL;
  if (!is_in_bounds) {
    size_t dim = (size_t)t->map->results[0]->value;
    tern_value_t *size = make_dim(b, t->base, dim);
    tern_value_t *index = add_iv(b, tern_transfer_index(t, dim), iv);
    const tern_attr_t *sgt = tern_enum_attr_get(b->context, TERN_ARITH_ENUM(CMPI_PREDICATE), TERN_CMPI_SGT);
    condition = tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(size, index),
                                 .attrs = TERN_ATTRS({"predicate", sgt}));
  }
  if (!t->mask || tern_type_rank(t->mask->type) != 1) return condition;
  tern_value_t *is_set = tern_vector_make_dynamic_extract(b, t->mask, iv);
  return condition ? tern_vector_make_arith(b, TERN_ARITH(ANDI), condition, is_set) : is_set;
}

tern_transfer_check_t tern_transfer_check_begin(tern_builder_t *b, const tern_transfer_t *t, tern_value_t *iv,
                                                const tern_type_t *type) {
  tern_transfer_check_t check = {.type = type};
  tern_value_t *condition = make_condition(b, t, iv);
  if (!condition) return check;
  check.choice = tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(condition), .types = {&type, type ? 1 : 0});
  tern_builder_add_block(b, &check.choice->regions[0], (tern_types_t){0});
  return check;
}

static void yield(tern_builder_t *b, const tern_transfer_check_t *check, tern_value_t *value) {
  tern_build(b, TERN_SCF(YIELD), .operands = {&value, check->type ? 1 : 0});
}

void tern_transfer_check_otherwise(tern_builder_t *b, const tern_transfer_check_t *check, tern_value_t *value) {
  yield(b, check, value);
  tern_builder_add_block(b, &check->choice->regions[1], (tern_types_t){0});
}

tern_value_t *tern_transfer_check_end(tern_builder_t *b, const tern_transfer_check_t *check, tern_value_t *value) {
  yield(b, check, value);
  tern_builder_set_after(b, check->choice);
  return check->type ? tern_op_result(check->choice, 0) : NULL;
}

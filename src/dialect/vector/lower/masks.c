// Masks: the ops that make them, transfers out of bounds as masked transfers, and vector.mask around ops that take a
// mask themselves (upstream: LowerVectorMask, VectorTransforms' mask materialization).

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/memref/memref.h"
#include "dialect/tensor/tensor.h"
#include "dialect/vector/lower/replace.h"
#include "dialect/vector/vector_hooks.h"

static tern_value_t *compare_less(tern_builder_t *b, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_attr_t *slt = tern_enum_attr_get(b->context, TERN_ARITH_ENUM(CMPI_PREDICATE), TERN_CMPI_SLT);
  return tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(lhs, rhs),
                          .attrs = TERN_ATTRS({"predicate", slt}));
}

// --- create_mask and constant_mask ---

// One dimension less: the rows below the first size are the mask of the other sizes, the others are empty.
static bool lower_create_mask(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  size_t rank = tern_type_rank(type);
  if (rank <= 1 || rank > TERN_VECTOR_MAX_RANK || tern_vector_dim_is_scalable(type, 0)) return false;
  const tern_type_t *row = tern_vector_without_dim(type, 0);
  tern_value_t *sizes[TERN_VECTOR_MAX_RANK];
  for (size_t i = 1; i < rank; ++i) sizes[i - 1] = tern_op_operand(op, i);
  tern_value_t *set =
      tern_build_value(b, TERN_VECTOR(CREATE_MASK), .operands = {sizes, rank - 1}, .types = TERN_TYPES(row));
  tern_value_t *empty = tern_vector_make_zeros(b, row), *result = tern_vector_make_zeros(b, type);
  for (int64_t i = 0; i < tern_type_dim(type, 0); ++i) {
    tern_value_t *is_set = compare_less(b, tern_vector_make_index(b, i), tern_op_operand(op, 0));
    tern_value_t *part = tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_set, set, empty));
    result = tern_vector_make_insert_at(b, part, result, i);
  }
  return replace_by(rewriter, op, result);
}

// The first `count` lanes of a mask of at most one dimension.
static const tern_attr_t *lanes_attr(const tern_type_t *type, int64_t count) {
  int64_t size = tern_type_rank(type) == 0 ? 1 : tern_type_dim(type, 0);
  if (count == 0 || count == size) {
    return tern_dense_elements_attr_get_splat(type, tern_bool_attr_get(type->context, count != 0));
  }
  int64_t *lanes = tern_malloc((size_t)(size + 1) * sizeof *lanes);
  for (int64_t i = 0; i < size; ++i) lanes[i] = i < count;
  const tern_attr_t *attr = tern_dense_elements_attr_get_i64(type, lanes, (size_t)size);
  free(lanes);
  return attr;
}

static bool lower_constant_mask(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  const tern_attr_t *sizes = tern_op_attr(op, "mask_dim_sizes");
  int64_t first = tern_dense_array_attr_int(sizes, 0);
  size_t rank = tern_type_rank(type);
  if (rank <= 1) return replace_by(rewriter, op, tern_vector_make_constant(b, type, lanes_attr(type, first)));
  if (tern_vector_dim_is_scalable(type, 0) || rank > TERN_VECTOR_MAX_RANK) return false;
  int64_t rest[TERN_VECTOR_MAX_RANK];
  for (size_t i = 1; i < rank; ++i) rest[i - 1] = tern_dense_array_attr_int(sizes, i);
  const tern_attr_t *attr = tern_dense_i64_array_attr_get(b->context, rest, rank - 1);
  tern_value_t *row =
      tern_build_value(b, TERN_VECTOR(CONSTANT_MASK), .types = TERN_TYPES(tern_vector_without_dim(type, 0)),
                       .attrs = TERN_ATTRS({"mask_dim_sizes", attr}));
  tern_value_t *result = tern_vector_make_zeros(b, type);
  for (int64_t i = 0; i < first; ++i) result = tern_vector_make_insert_at(b, row, result, i);
  return replace_by(rewriter, op, result);
}

const tern_pattern_t tern_vector_mask_op_patterns[] = {
    {"create-mask", TERN_VECTOR(CREATE_MASK), 1, lower_create_mask},
    {"constant-mask", TERN_VECTOR(CONSTANT_MASK), 1, lower_constant_mask},
    {0},
};

// --- materialization ---

// Lane numbers, less than the size that is on. 32 bits hold a lane's number, if the options say so.
static bool lower_create_mask_lanes(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  const tern_vector_lowering_options_t *options = user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (tern_type_rank(type) > 1 || is_scalable(type)) return false;
  const tern_type_t *element = tern_i_type_get(b->context, options->force_32bit_indices ? 32 : 64);
  const tern_type_t *lanes = tern_type_with_element(type, element);
  tern_value_t *numbers =
      tern_type_rank(type) == 0 ? tern_vector_make_zeros(b, lanes) : tern_vector_make_numbers(b, lanes);
  tern_value_t *size = tern_build_value(b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(tern_op_operand(op, 0)),
                                        .types = TERN_TYPES(element));
  return replace_by(rewriter, op, compare_less(b, numbers, tern_vector_make_broadcast(b, lanes, size)));
}

static tern_value_t *make_dim(tern_builder_t *b, tern_value_t *source, size_t dim) {
  int64_t size = tern_type_dim(source->type, dim);
  if (size != TERN_DYNAMIC) return tern_vector_make_index(b, size);
  const tern_op_row_t *row = source->type->kind == TERN_TYPE_MEMREF ? TERN_MEMREF(DIM) : TERN_TENSOR(DIM);
  tern_value_t *number = tern_vector_make_index(b, (int64_t)dim);
  return tern_build_value(b, row, .operands = TERN_VALUES(source, number));
}

static bool has_out_of_bounds(const tern_op_t *op) {
  const tern_attr_t *bounds = tern_op_attr(op, "in_bounds");
  for (size_t i = 0; i < tern_array_attr_count(bounds); ++i) {
    if (!tern_integer_attr_value(tern_array_attr_at(bounds, i))) return true;
  }
  return false;
}

// A transfer that may leave the bounds gets the mask of what is inside.
static bool materialize_transfer_mask(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  bool is_read = tern_op_is(op, TERN_VECTOR(TRANSFER_READ));
  const tern_type_t *vector = is_read ? tern_op_result(op, 0)->type : tern_op_operand(op, 0)->type;
  size_t start, count;
  tern_op_operands_named(op, "indices", &start, &count);
  if (!has_out_of_bounds(op) || tern_type_rank(vector) > 1 || count == 0 || tern_vector_mask_around(op)) return false;
  tern_value_t *base = tern_op_operand_named(op, "base"), *given = tern_op_operand_named(op, "mask");
  tern_value_t *size = make_dim(b, base, count - 1);
  tern_value_t *left = tern_vector_make_arith(b, TERN_ARITH(SUBI), size, tern_op_operand(op, start + count - 1));
  const tern_type_t *mask_type = tern_type_with_element(vector, tern_i_type_get(b->context, 1));
  tern_value_t *mask =
      tern_build_value(b, TERN_VECTOR(CREATE_MASK), .operands = TERN_VALUES(left), .types = TERN_TYPES(mask_type));
  if (given) {
    mask = tern_vector_make_arith(b, TERN_ARITH(ANDI), mask, given);
    tern_op_set_operand(op, op->operand_count - 1, mask);
  } else {
    tern_op_insert_operands(op, op->operand_count, TERN_VALUES(mask));
    int32_t segments[] = {1, is_read ? (int32_t)count : 1, is_read ? 1 : (int32_t)count, 1};
    tern_op_set_segment_sizes(op, segments, 4);
  }
  const tern_attr_t *is_in = tern_bool_attr_get(b->context, true);
  tern_op_set_attr(op, "in_bounds", tern_array_attr_get(b->context, &is_in, 1));
  tern_rewriter_modified(rewriter, op);
  return true;
}

static bool is_splat_of(const tern_value_t *value, bool expected) {
  const tern_attr_t *attr = tern_value_constant(value);
  if (!attr || attr->kind != TERN_ATTR_DENSE_ELEMENTS || !tern_dense_elements_attr_is_splat(attr)) return false;
  return (tern_integer_attr_value(tern_dense_elements_attr_at(attr, 0)) != 0) == expected;
}

// A choice between a set and a clear mask of one lane is its condition.
static bool fold_select_of_mask(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_value_t *condition = tern_op_operand(op, 0);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (type->kind != TERN_TYPE_VECTOR || !tern_type_is_i(tern_type_element(type), 1)) return false;
  if (condition->type->kind == TERN_TYPE_VECTOR || tern_type_rank(type) != 1 || is_scalable(type)) return false;
  if (tern_type_dim(type, 0) != 1 || !is_splat_of(tern_op_operand(op, 1), true)) return false;
  if (!is_splat_of(tern_op_operand(op, 2), false)) return false;
  return replace_by(rewriter, op, tern_vector_make_broadcast(&rewriter->builder, type, condition));
}

const tern_pattern_t tern_vector_mask_materialization_patterns[] = {
    {"create-mask-lanes", TERN_VECTOR(CREATE_MASK), 1, lower_create_mask_lanes},
    {"materialize-transfer-read-mask", TERN_VECTOR(TRANSFER_READ), 1, materialize_transfer_mask},
    {"materialize-transfer-write-mask", TERN_VECTOR(TRANSFER_WRITE), 1, materialize_transfer_mask},
    {"fold-i1-select", TERN_ARITH(SELECT), 1, fold_select_of_mask},
    {0},
};

// --- vector.mask around ops that take a mask ---

// The masked op, if it is of this kind and has no mask of its own.
static tern_op_t *masked_op(const tern_op_t *op, const tern_op_row_t *row) {
  tern_op_t *inner = tern_op_body(op, 0)->first_op;
  return inner && tern_op_is(inner, row) ? inner : NULL;
}

static bool lower_masked_transfer(tern_op_t *op, tern_op_t *inner, tern_rewriter_t *rewriter) {
  tern_builder_t *b = &rewriter->builder;
  bool is_read = tern_op_is(inner, TERN_VECTOR(TRANSFER_READ));
  // A vector to pass through is no padding.
  if ((is_read && op->operand_count > 1) || inner->operand_count >= TERN_VECTOR_MAX_RANK) return false;
  tern_value_t *operands[TERN_VECTOR_MAX_RANK];
  size_t start, count, kept = inner->operand_count - (tern_op_operand_named(inner, "mask") ? 1 : 0);
  for (size_t i = 0; i < kept; ++i) operands[i] = tern_op_operand(inner, i);
  operands[kept] = tern_op_operand(op, 0);
  tern_op_operands_named(inner, "indices", &start, &count);
  int32_t segments[] = {1, is_read ? (int32_t)count : 1, is_read ? 1 : (int32_t)count, 1};
  const tern_type_t *type = inner->result_count ? tern_op_result(inner, 0)->type : NULL;
  tern_op_t *made = tern_build(b, is_read ? TERN_VECTOR(TRANSFER_READ) : TERN_VECTOR(TRANSFER_WRITE),
                               .operands = {operands, kept + 1}, .types = {&type, inner->result_count},
                               .attrs = TERN_ATTRS({"permutation_map", tern_op_attr(inner, "permutation_map")},
                                                   {"in_bounds", tern_op_attr(inner, "in_bounds")}),
                               .segments = segments);
  if (made->result_count) return replace_by(rewriter, op, tern_op_result(made, 0));
  tern_rewriter_erase(rewriter, op);
  return true;
}

static bool lower_masked_transfer_read(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *inner = masked_op(op, TERN_VECTOR(TRANSFER_READ));
  return inner && lower_masked_transfer(op, inner, rewriter);
}

static bool lower_masked_transfer_write(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *inner = masked_op(op, TERN_VECTOR(TRANSFER_WRITE));
  return inner && lower_masked_transfer(op, inner, rewriter);
}

static bool lower_masked_gather(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_op_t *inner = masked_op(op, TERN_VECTOR(GATHER));
  if (!inner || inner->operand_count > TERN_VECTOR_MAX_RANK) return false;
  const tern_type_t *type = tern_op_result(inner, 0)->type;
  tern_value_t *operands[TERN_VECTOR_MAX_RANK];
  size_t count = inner->operand_count;
  tern_value_t *rest = op->operand_count > 1 ? tern_op_operand(op, 1) : tern_vector_make_zeros(b, type);
  for (size_t i = 0; i < count; ++i) operands[i] = tern_op_operand(inner, i);
  operands[count - 2] = tern_op_operand(op, 0);
  operands[count - 1] = rest;
  return replace_by(rewriter, op,
                    tern_build_value(b, TERN_VECTOR(GATHER), .operands = {operands, count}, .types = TERN_TYPES(type)));
}

const tern_pattern_t tern_vector_masked_transfer_patterns[] = {
    {"masked-transfer-read", TERN_VECTOR(MASK), 1, lower_masked_transfer_read},
    {"masked-transfer-write", TERN_VECTOR(MASK), 1, lower_masked_transfer_write},
    {"masked-gather", TERN_VECTOR(MASK), 1, lower_masked_gather},
    {0},
};

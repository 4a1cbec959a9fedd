// vector: reductions of single elements (upstream: ElideSingleElementReduction, ElideUnitDimsInMultiDimReduction).

#include "dialect/vector/build.h"
#include "dialect/vector/vector_hooks.h"

static bool is_unit(const tern_type_t *type, size_t dim) {
  return tern_type_dim(type, dim) == 1 && !tern_vector_dim_is_scalable(type, dim);
}

// The only element of a vector.
static tern_value_t *element_of(tern_builder_t *builder, tern_value_t *vector) {
  static const int64_t zeros[32] = {0};
  return tern_vector_make_extract(builder, vector, zeros, tern_type_rank(vector->type));
}

// Puts the reduced element in the place of `target`: the reduction, or the vector.mask with this mask around it.
static bool reduce_element(tern_op_t *op, tern_op_t *target, tern_value_t *mask, tern_rewriter_t *rewriter) {
  tern_value_t *source = tern_op_operand(op, 0), *acc = tern_op_operand_named(op, "acc");
  if (tern_type_rank(source->type) > 0 && !is_unit(source->type, 0)) return false;
  tern_builder_t *builder = &rewriter->builder;
  tern_builder_set_before(builder, target);
  tern_value_t *lane = mask ? element_of(builder, mask) : NULL, *value = element_of(builder, source);
  if (acc)
    value = tern_vector_make_combined(builder, tern_enum_attr_value(tern_op_attr(op, "kind")), value, acc,
                                      tern_op_attr(op, "fastmath"), lane);
  tern_rewriter_replace(rewriter, target, TERN_VALUES(value));
  return true;
}

bool tern_vector_canonicalize_reduction(tern_op_t *op, tern_rewriter_t *rewriter) {
  return !tern_vector_mask_around(op) && reduce_element(op, op, NULL, rewriter);
}

// Where the mask is not set the accumulator stays; without one there would be nothing to take in its place.
bool tern_vector_unmask_reduction(tern_op_t *mask_op, tern_rewriter_t *rewriter) {
  tern_op_t *op = tern_op_body(mask_op, 0)->first_op;
  if (!op || !tern_op_is(op, TERN_VECTOR(REDUCTION)) || !tern_op_operand_named(op, "acc") ||
      mask_op->operand_count > 1 || mask_op->result_count != 1)
    return false;
  return reduce_element(op, mask_op, tern_op_operand(mask_op, 0), rewriter);
}

// Where all dimensions that are combined have one element, the accumulator is all there is to combine.
bool tern_vector_canonicalize_multi_reduction(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *source = tern_op_operand(op, 0), *acc = tern_op_operand(op, 1);
  const tern_attr_t *dims = tern_op_attr(op, "reduction_dims");
  size_t count = tern_dense_array_attr_count(dims);
  if (count == 0 || tern_type_rank(source->type) > 32 || tern_vector_mask_around(op)) return false;
  for (size_t i = 0; i < count; i++)
    if (!is_unit(source->type, (size_t)tern_dense_array_attr_int(dims, i))) return false;
  tern_builder_t *builder = &rewriter->builder;
  tern_builder_set_before(builder, op);
  const tern_type_t *type = op->results[0].type;
  tern_value_t *value =
      type->kind == TERN_TYPE_VECTOR ? tern_vector_make_shape_cast(builder, type, source) : element_of(builder, source);
  value = tern_vector_make_combined(builder, tern_enum_attr_value(tern_op_attr(op, "kind")), acc, value, NULL, NULL);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  return true;
}

// tensor: values of tensor type: their shapes, slices, elements and reshapes.

#ifndef TERN_DIALECT_TENSOR_TENSOR_H_
#define TERN_DIALECT_TENSOR_TENSOR_H_

#include "dialect/common/dynamic_index_list.h"
#include "ir/op_def.h"
#include "rewrite/rewriter.h"

enum {
#define OP(ID, ...) TERN_TENSOR_##ID,
#include "dialect/tensor/tensor_ops.def"
#undef OP
  TERN_TENSOR_OP_COUNT
};

extern const tern_op_row_t tern_tensor_ops[];
extern const tern_dialect_t tern_tensor_dialect;

#define TERN_TENSOR(ID) (&tern_tensor_ops[TERN_TENSOR_##ID])

// May a tensor.cast go between the types?
bool tern_tensor_are_cast_compatible(const tern_type_t *a, const tern_type_t *b);
// The source of `value`'s tensor.cast, if the cast only forgets static dimensions of a ranked tensor; else NULL
// (upstream: tensor::canFoldIntoConsumerOp).
tern_value_t *tern_tensor_foldable_cast_source(const tern_value_t *value);
// Does `to` know every size that `from` knows? Both are ranked tensors, or it does not.
bool tern_tensor_keeps_sizes(const tern_type_t *from, const tern_type_t *to);
// The operand that a value, if it is the result of an op in destination style, is made of: of its type, save for casts.
tern_value_t *tern_tensor_destination_of(const tern_value_t *value);
// Gives an op in destination style the sources of those casts, and casts its results back. The first results are what
// becomes of the `output_count` operands from `first_output` on that are tensors (upstream: FoldTensorCastProducerOp).
bool tern_tensor_fold_cast_operands(tern_op_t *op, tern_rewriter_t *rewriter, size_t first_output, size_t output_count);
// Type of a collapse_shape; the reassociation fits the source.
const tern_type_t *tern_tensor_collapsed_type(const tern_type_t *source, const tern_attr_t *reassociation);
// The constant or outside value that a tensor.pad fills with everywhere; NULL if its body computes something
// (upstream: PadOp::getConstantPaddingValue).
tern_value_t *tern_tensor_pad_value(const tern_op_t *pad);

// --- building ---

// tensor.empty; `dynamic_sizes` has one value for each dynamic dimension.
tern_value_t *tern_tensor_build_empty(tern_builder_t *builder, const tern_type_t *type, tern_values_t dynamic_sizes);
// tensor.extract_slice whose result has the slice's sizes.
tern_value_t *tern_tensor_build_extract_slice(tern_builder_t *builder, tern_value_t *source, const tern_slice_t *slice);
tern_value_t *tern_tensor_build_insert_slice(tern_builder_t *builder, tern_value_t *source, tern_value_t *dest,
                                             const tern_slice_t *slice);
// tensor.dim, or a constant where the type knows it.
tern_value_t *tern_tensor_build_dim(tern_builder_t *builder, tern_value_t *source, size_t dim);
// tensor.cast, or `value` itself if it has the type.
tern_value_t *tern_tensor_build_cast(tern_builder_t *builder, tern_value_t *value, const tern_type_t *type);

#endif  // TERN_DIALECT_TENSOR_TENSOR_H_

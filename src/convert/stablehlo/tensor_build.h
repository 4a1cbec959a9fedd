// Short builders for what lowerings to linalg on tensors are made of: sizes, empty and filled tensors, slices with sizes
// known at compile time or not, elements, reshapes, generic ops.

#ifndef TERN_CONVERT_STABLEHLO_TENSOR_BUILD_H_
#define TERN_CONVERT_STABLEHLO_TENSOR_BUILD_H_

#include "dialect/linalg/structured.h"
#include "rewrite/builder.h"

// No tensor of a lowering has more dimensions than linalg has loops.
#define TERN_HLO_MAX_LOOPS TERN_LINALG_MAX_LOOPS

// A number that is known now (`value` NULL), or an index computed at run time.
typedef struct tern_extent {
  int64_t constant;
  tern_value_t *value;
} tern_extent_t;
static inline tern_extent_t tern_extent_of(int64_t constant) { return (tern_extent_t){constant, NULL}; }
// Constants among index values become known numbers.
tern_extent_t tern_extent_of_value(tern_value_t *index);
tern_value_t *tern_build_extent(tern_builder_t *b, tern_extent_t extent);
// A list of extents as an array of those that are known now; the others go behind the `*inout_count` operands that are
// there, and `out_segment` gets how many they are.
const tern_attr_t *tern_extents_split(tern_builder_t *b, const tern_extent_t *extents, size_t count,
                                      tern_value_t **operands, size_t *inout_count, int32_t *out_segment);
tern_extent_t tern_extent_add(tern_builder_t *b, tern_extent_t lhs, tern_extent_t rhs);
tern_extent_t tern_extent_sub(tern_builder_t *b, tern_extent_t lhs, tern_extent_t rhs);
tern_extent_t tern_extent_mul(tern_builder_t *b, tern_extent_t lhs, tern_extent_t rhs);

// --- sizes ---
// tensor.dim, or what the type says.
tern_extent_t tern_build_dim(tern_builder_t *b, tern_value_t *tensor, size_t dim);
void tern_build_dims(tern_builder_t *b, tern_value_t *tensor, tern_extent_t *out_sizes);

// --- tensors ---
// tensor.empty; `sizes` has one entry for each dimension (only dynamic ones are looked at; NULL if there are none).
tern_value_t *tern_build_empty(tern_builder_t *b, const tern_type_t *type, const tern_extent_t *sizes);
tern_value_t *tern_build_fill(tern_builder_t *b, tern_value_t *scalar, tern_value_t *tensor);
// A tensor of one value everywhere.
tern_value_t *tern_build_filled(tern_builder_t *b, const tern_type_t *type, const tern_extent_t *sizes,
                                tern_value_t *scalar);
// A constant scalar from an attribute as tern_dense_elements_attr_at gives it: signs are dropped, complex numbers come as
// lists of two.
tern_value_t *tern_build_scalar_constant(tern_builder_t *b, const tern_type_t *element, const tern_attr_t *value);
// The number 0 (or another small one) of an integer, float or complex type.
tern_value_t *tern_build_scalar_number(tern_builder_t *b, const tern_type_t *element, double value);

// --- elements ---
tern_value_t *tern_build_extract(tern_builder_t *b, tern_value_t *tensor, tern_values_t indices);
// The element of a tensor that has only one.
tern_value_t *tern_build_only_element(tern_builder_t *b, tern_value_t *tensor);
// The element at a known place of a tensor of one dimension.
tern_value_t *tern_build_element_at(tern_builder_t *b, tern_value_t *tensor, int64_t position);
// tensor.from_elements of rank 0.
tern_value_t *tern_build_scalar_tensor(tern_builder_t *b, tern_value_t *scalar);
// An integer as an index; it is taken as unsigned if `element` (as written) is.
tern_value_t *tern_build_index_from(tern_builder_t *b, tern_value_t *integer, const tern_type_t *element);
// An index as an integer or float of any type.
tern_value_t *tern_build_number_from_index(tern_builder_t *b, tern_value_t *index, const tern_type_t *type);
// min(max(index, 0), limit); unsigned indices are never negative. Integers too large for an index count as large.
tern_value_t *tern_build_clamped_index(tern_builder_t *b, tern_value_t *integer, const tern_type_t *element,
                                       tern_extent_t limit);

// --- slices ---
tern_value_t *tern_build_extract_slice(tern_builder_t *b, tern_value_t *source, const tern_type_t *type,
                                       const tern_extent_t *offsets, const tern_extent_t *sizes,
                                       const tern_extent_t *strides);
tern_value_t *tern_build_insert_slice(tern_builder_t *b, tern_value_t *source, tern_value_t *target,
                                      const tern_extent_t *offsets, const tern_extent_t *sizes,
                                      const tern_extent_t *strides);
// tensor.pad with one value; amounts are not negative.
tern_value_t *tern_build_pad(tern_builder_t *b, tern_value_t *source, const tern_type_t *type, const tern_extent_t *low,
                             const tern_extent_t *high, tern_value_t *value);
// Padding of any sign, also between elements, as stablehlo.pad has it. `type` is the result's.
tern_value_t *tern_build_edge_padding(tern_builder_t *b, tern_value_t *source, const tern_type_t *type,
                                      const int64_t *low, const int64_t *high, const int64_t *interior,
                                      tern_value_t *value);
// The same type through tensor.cast, if it is not the same already.
tern_value_t *tern_build_tensor_cast(tern_builder_t *b, tern_value_t *tensor, const tern_type_t *type);

// --- shapes ---
// Joins or splits: `ends[i]` is where group i ends in the finer shape.
tern_value_t *tern_build_collapse(tern_builder_t *b, tern_value_t *tensor, const tern_type_t *type, const size_t *ends);
tern_value_t *tern_build_expand(tern_builder_t *b, tern_value_t *tensor, const tern_type_t *type, const size_t *ends,
                                const tern_extent_t *sizes);
// Any shape of as many elements, by tensor.expand_shape and collapse_shape. `sizes` of the result where it is dynamic.
tern_value_t *tern_build_reshape(tern_builder_t *b, tern_value_t *tensor, const tern_type_t *type,
                                 const tern_extent_t *sizes);
// Splits dimension `dim` into (`outer`, rest).
tern_value_t *tern_build_split_dim(tern_builder_t *b, tern_value_t *tensor, size_t dim, int64_t outer);
// Joins dimensions `dim` and `dim` + 1.
tern_value_t *tern_build_join_dims(tern_builder_t *b, tern_value_t *tensor, size_t dim);

// --- generic ops ---
// linalg.generic on tensors with parallel loops first and `reductions` reduction loops last.
tern_op_t *tern_build_tensor_generic(tern_builder_t *b, tern_values_t inputs, tern_values_t outputs,
                                     const tern_affine_map_t *const *maps, size_t parallels, size_t reductions,
                                     tern_linalg_body_fn_t fill_body, void *user);
void tern_build_linalg_yield(tern_builder_t *b, tern_values_t values);
// A generic op that writes each element of the result once, from the input's element at `map`.
tern_value_t *tern_build_moved(tern_builder_t *b, tern_value_t *input, const tern_affine_map_t *map,
                               tern_value_t *output);

#endif  // TERN_CONVERT_STABLEHLO_TENSOR_BUILD_H_

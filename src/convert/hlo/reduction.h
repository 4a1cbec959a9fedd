// HLO ops that need reduction iterators, as linalg on buffers.

#ifndef TERN_CONVERT_HLO_REDUCTION_H_
#define TERN_CONVERT_HLO_REDUCTION_H_

#include "dialect/stablehlo/stablehlo.h"
#include "rewrite/builder.h"

// What the op works on. `inputs` are the memrefs of its operands in order; an operand that is an initial value is the
// scalar itself. `outputs` are the memrefs of its results.
typedef struct tern_hlo_site {
  tern_builder_t *b;
  tern_op_t *op;
  tern_value_t *const *inputs;
  tern_value_t *const *outputs;
} tern_hlo_site_t;

typedef struct tern_hlo_reduction {
  tern_hlo_t id;
  size_t (*scalar_start)(const tern_op_t *op);  // operands from here on are initial values
  bool (*match)(const tern_op_t *op);           // false after an error
  void (*build)(const tern_hlo_site_t *site);
  // The same on tensors, as one linalg.generic on a filled tensor.empty, so that element-wise ops can be fused into it; its
  // results go to `out_results`. `order` says which dimension of the op's result each of the new result's is; NULL: the
  // same. NULL: there is no such form.
  void (*build_on_tensors)(tern_builder_t *b, tern_op_t *op, const size_t *order, tern_value_t **out_results);
} tern_hlo_reduction_t;

// The row for `op`; NULL if it is no such op.
const tern_hlo_reduction_t *tern_hlo_find_reduction(const tern_op_t *op);

// Shared by the files that implement the rows.
bool tern_hlo_match_dot(const tern_op_t *op);
void tern_hlo_build_dot(const tern_hlo_site_t *site);
void tern_hlo_build_dot_on_tensors(tern_builder_t *b, tern_op_t *op, const size_t *order, tern_value_t **out_results);
// The product of those dimensions of operand `index` of a dot that the result has too. The operand's shape is static.
int64_t tern_hlo_dot_count_kept(const tern_op_t *op, size_t index);
bool tern_hlo_match_convolution(const tern_op_t *op);
void tern_hlo_build_convolution(const tern_hlo_site_t *site);
bool tern_hlo_match_reduce(const tern_op_t *op);
void tern_hlo_build_reduce(const tern_hlo_site_t *site);
void tern_hlo_build_reduce_on_tensors(tern_builder_t *b, tern_op_t *op, const size_t *order,
                                      tern_value_t **out_results);
bool tern_hlo_match_reduce_window(const tern_op_t *op);
void tern_hlo_build_reduce_window(const tern_hlo_site_t *site);

// linalg.fill of a buffer.
void tern_hlo_build_fill(tern_builder_t *b, tern_value_t *value, tern_value_t *buffer);
// A new tensor full of `value`; `sizes` gives its dynamic dimensions in order.
tern_value_t *tern_hlo_build_filled_tensor(tern_builder_t *b, tern_value_t *value, const tern_type_t *type,
                                           tern_values_t sizes);
// The size of a dimension, asked of what was there before any op that is to be fused.
tern_value_t *tern_hlo_build_size(tern_builder_t *b, tern_value_t *tensor, size_t dim);
// acc + lhs * rhs in the type of `acc`, with sign-extending casts; booleans as or and and. Yields it.
void tern_hlo_yield_multiply_add(tern_builder_t *b, tern_value_t *lhs, tern_value_t *rhs, tern_value_t *acc);
// Element `index` of a list attribute, or `otherwise` if the attribute is absent.
int64_t tern_hlo_list_at(const tern_op_t *op, const char *name, size_t index, int64_t otherwise);

// One dimension of a window over a padded and dilated input: reads input element (out * stride + window * dilation - low)
// / base_dilation if that divides and lies inside.
typedef struct tern_window_dim {
  int64_t size, stride, low, high, base_dilation, dilation, input_size, output_size;
} tern_window_dim_t;
// No read of the window falls outside of the input or between its elements.
bool tern_window_dim_is_inside(const tern_window_dim_t *dim);
// The index expression of such a dimension.
const tern_affine_expr_t *tern_window_dim_expr(const tern_window_dim_t *dim, const tern_affine_expr_t *out,
                                               const tern_affine_expr_t *window);
// Builds the guarded index: `*inout_inside` (NULL at first) is and-ed with "the read is inside", and the result is a valid
// index only where it is true.
tern_value_t *tern_window_dim_index(tern_builder_t *b, const tern_window_dim_t *dim, tern_value_t *out,
                                    tern_value_t *window, tern_value_t **inout_inside);
// `inside ? memory[indices] : otherwise`; a plain load where `inside` is NULL.
tern_value_t *tern_build_guarded_load(tern_builder_t *b, tern_value_t *inside, tern_value_t *memory,
                                      tern_value_t *const *indices, tern_value_t *otherwise);
// A memref that only gives loops their extents: iree.placeholder for "shape".
tern_value_t *tern_build_shape_placeholder(tern_builder_t *b, const int64_t *dims, size_t rank,
                                           const tern_type_t *element);

#endif  // TERN_CONVERT_HLO_REDUCTION_H_

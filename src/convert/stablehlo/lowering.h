// What the files of the StableHLO-to-linalg conversion share: a lowering is a function for one op, found by a table.

#ifndef TERN_CONVERT_STABLEHLO_LOWERING_H_
#define TERN_CONVERT_STABLEHLO_LOWERING_H_

#include "convert/stablehlo/tensor_build.h"
#include "dialect/stablehlo/stablehlo.h"
#include "rewrite/conversion.h"

// One op to lower. `op` is as it was written, with its signs; operands and types are without.
typedef struct tern_hlo_lowering {
  tern_builder_t *b;
  tern_op_t *op;
  tern_values_t operands;
  const tern_type_t *const *types;  // of the results
  tern_value_t **results;           // to be filled
  tern_conversion_t *conversion;    // NULL for an op of a lone dispatch (convert/stablehlo/dispatch/)
  // A lone dispatch has no memory but that of its results: sums have the element type of the result, not a wider one.
  bool sums_in_result;
} tern_hlo_lowering_t;

// False after an error.
typedef bool (*tern_hlo_lower_fn_t)(tern_hlo_lowering_t *l);

typedef struct tern_hlo_lowering_row {
  tern_hlo_t id;
  tern_hlo_lower_fn_t lower;
} tern_hlo_lowering_row_t;

// The tables, each ended by a row without a function.
extern const tern_hlo_lowering_row_t tern_hlo_movement_lowerings[];
extern const tern_hlo_lowering_row_t tern_hlo_slice_lowerings[];
extern const tern_hlo_lowering_row_t tern_hlo_product_lowerings[];
extern const tern_hlo_lowering_row_t tern_hlo_reduction_lowerings[];
extern const tern_hlo_lowering_row_t tern_hlo_gather_lowerings[];
extern const tern_hlo_lowering_row_t tern_hlo_dynamic_lowerings[];
extern const tern_hlo_lowering_row_t tern_hlo_random_lowerings[];
extern const tern_hlo_lowering_row_t tern_hlo_einsum_lowerings[];
extern const tern_hlo_lowering_row_t tern_hlo_batch_norm_lowerings[];
extern const tern_hlo_lowering_row_t tern_hlo_process_lowerings[];
bool tern_hlo_lower_elementwise(tern_hlo_lowering_t *l);
// Of the custom calls that are shape assertions: see tern_hlo_is_shape_assertion.
extern const tern_hlo_lowering_row_t tern_hlo_shape_assertion_lowerings[];
// Of --stablehlo-irregular-to-loops.
extern const tern_hlo_lowering_row_t tern_hlo_scatter_lowerings[];
extern const tern_hlo_lowering_row_t tern_hlo_sort_lowerings[];
// Of a sort, with many invocations to a line where that can be done.
bool tern_hlo_lower_sort_in_tiles(tern_hlo_lowering_t *l);
extern const tern_hlo_lowering_row_t tern_hlo_fft_lowerings[];
extern const tern_hlo_lowering_row_t tern_hlo_linear_algebra_lowerings[];

// The row for `op` in one of the tables, or NULL.
tern_hlo_lower_fn_t tern_hlo_find_lowering(const tern_hlo_lowering_row_t *const *tables, size_t table_count,
                                           const tern_op_t *op);
// The lowering of --stablehlo-legalize-to-linalg for `op`, or NULL.
tern_hlo_lower_fn_t tern_hlo_lowering_to_linalg(const tern_op_t *op);
// Lowers `op` with `lower` and replaces it. False after an error, or if there is no lowering for such an op.
bool tern_hlo_run_lowering(tern_hlo_lower_fn_t lower, tern_op_t *op, tern_values_t operands,
                           tern_conversion_t *conversion);
// What stands for `value` by now; it itself where nothing is being converted.
static inline tern_value_t *tern_hlo_remapped(tern_conversion_t *conversion, tern_value_t *value) {
  return conversion ? tern_conversion_remapped(conversion, value) : value;
}

// --- attributes ---
// Element `index` of a list attribute, or `otherwise` if the attribute is absent.
int64_t tern_hlo_list_entry(const tern_op_t *op, const char *name, size_t index, int64_t otherwise);
int64_t tern_hlo_int_entry(const tern_op_t *op, const char *name, int64_t otherwise);
static inline const tern_type_t *tern_hlo_written_element(const tern_op_t *op, size_t operand) {
  return tern_type_element(tern_op_operand(op, operand)->type);
}

// `value`, which was converted, as a value of the type that it was written with: for ops that are yet to be converted.
tern_value_t *tern_hlo_build_written(tern_builder_t *b, tern_value_t *value, const tern_type_t *type);

// Is a size known to be 0?
bool tern_hlo_has_no_elements(const tern_type_t *type);
// The results are the operands from `first` on, as they are: for tensors without elements.
bool tern_hlo_keep_operands(tern_hlo_lowering_t *l, size_t first);

// --- bodies: regions on tensors of rank 0, as code on scalars (body.c) ---
typedef struct tern_hlo_body {
  const tern_region_t *region;
  tern_conversion_t *conversion;  // for values from outside of the region
} tern_hlo_body_t;
// Can all that the region does be said on scalars?
bool tern_hlo_body_is_scalar(const tern_hlo_body_t *body);
// Can one op of a region?
bool tern_hlo_op_is_scalar(const tern_op_t *op);
// Builds it at `b`: `args` are the scalars for the region's arguments. What cannot be said on scalars is built on tensors of
// rank 0, so it must not be in the body of a linalg op.
void tern_hlo_build_body(tern_builder_t *b, const tern_hlo_body_t *body, tern_value_t *const *args,
                         tern_value_t **out_results, size_t result_count);

// arith.addf or mulf for a body that adds up or multiplies its two arguments and does nothing else, and what is neutral to it; NULL for
// other bodies (narrow_sum.c).
const tern_op_row_t *tern_hlo_sum_or_product(const tern_region_t *region, double *out_identity);

// --- products (product.c) ---
// A body of linalg ops: out + lhs * rhs in the element type of out. `user` is a tern_hlo_product_t.
typedef struct tern_hlo_product {
  const tern_type_t *lhs, *rhs;  // element types as written
} tern_hlo_product_t;
void tern_hlo_fill_with_product(tern_builder_t *b, tern_block_t *body, void *user);
// Of an op, function or module: f32 may be multiplied as tf32; `false` on an op: it may not (docs/gpu.md).
#define TERN_HLO_ALLOW_TF32 "tern.allow_tf32"
// A tensor of floats rounded to the element type of `type`, if it has another one.
tern_value_t *tern_hlo_build_rounded(tern_builder_t *b, tern_value_t *tensor, const tern_type_t *type);

// out + the element, likewise; `written` is the element's type.
void tern_hlo_fill_with_sum(tern_builder_t *b, tern_block_t *body, const tern_type_t *written);
// The type that the sums of a result with elements of this type are computed in.
const tern_type_t *tern_hlo_accumulator_of(const tern_hlo_lowering_t *l, const tern_type_t *element);

// Is it a custom_call @shape_assertion, which is known here, and not a call of a function from outside?
bool tern_hlo_is_shape_assertion(const tern_op_t *op);

// Ops with files of their own.
bool tern_hlo_lower_convolution(tern_hlo_lowering_t *l);
bool tern_hlo_lower_dynamic_conv(tern_hlo_lowering_t *l);
bool tern_hlo_lower_reduce_window(tern_hlo_lowering_t *l);
// A reduce of narrow floats by additions or multiplications. False, with nothing built, if it is no such.
bool tern_hlo_lower_narrow_sum(tern_hlo_lowering_t *l);

// A tensor type without #stablehlo.bounds; others stay.
const tern_type_t *tern_hlo_unbounded_type(const tern_type_t *type);
// A type without signs and bounds; NULL for a token.
const tern_type_t *tern_hlo_signless_type(const tern_type_t *type);
// The same as a rule of type converters.
int tern_hlo_signless_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count);
// An attribute that has such a type, converted with its contents; others are returned as they are.
const tern_attr_t *tern_hlo_signless_attr(const tern_attr_t *attr);

#endif  // TERN_CONVERT_STABLEHLO_LOWERING_H_

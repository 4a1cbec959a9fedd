// What the files of the TOSA lowerings share: a lowering is a function for one op, found by a table.

#ifndef TERN_CONVERT_TOSA_LOWERING_H_
#define TERN_CONVERT_TOSA_LOWERING_H_

#include "convert/stablehlo/loop_build.h"
#include "convert/stablehlo/tensor_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/math/math.h"
#include "dialect/tensor/tensor.h"
#include "dialect/tosa/tosa.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

#define TERN_TOSA_MAX_RANK TERN_HLO_MAX_LOOPS

// One op to lower. Operands and types are without signs; `op` is as it was written.
typedef struct tern_tosa_lowering {
  tern_builder_t *b;
  tern_op_t *op;
  tern_value_t **operands;
  const tern_type_t *types[2];  // of the results
  tern_value_t *results[2];     // to be filled
  const void *options;          // of the pass
} tern_tosa_lowering_t;

// False after an error; a result that is left NULL says that the op stays.
typedef bool (*tern_tosa_lower_fn_t)(tern_tosa_lowering_t *l);

typedef struct tern_tosa_lowering_row {
  const tern_op_row_t *row;
  tern_tosa_lower_fn_t lower;
} tern_tosa_lowering_row_t;

// Each ended by a row without a function.
extern const tern_tosa_lowering_row_t tern_tosa_elementwise_lowerings[];
extern const tern_tosa_lowering_row_t tern_tosa_reduction_lowerings[];
extern const tern_tosa_lowering_row_t tern_tosa_movement_lowerings[];
extern const tern_tosa_lowering_row_t tern_tosa_resize_lowerings[];
extern const tern_tosa_lowering_row_t tern_tosa_fft_lowerings[];
extern const tern_tosa_lowering_row_t tern_tosa_convolution_lowerings[];
extern const tern_tosa_lowering_row_t tern_tosa_product_lowerings[];
extern const tern_tosa_lowering_row_t tern_tosa_pool_lowerings[];

// Lowers every op inside of `root` that has a row in one of `tables` (NULL-terminated). Constants and shapes that are not
// used any more go. False after an error.
bool tern_tosa_lower_all(tern_op_t *root, const tern_tosa_lowering_row_t *const *tables, const void *options);

// --- types ---
// The same type (of an element or a tensor) without a sign.
const tern_type_t *tern_tosa_signless(const tern_type_t *type);
// As it was written.
static inline const tern_type_t *tern_tosa_written_element(const tern_op_t *op, size_t operand) {
  return tern_type_element(tern_op_operand(op, operand)->type);
}
static inline bool tern_tosa_is_unsigned(const tern_type_t *element) {
  return tern_type_is_integer(element) && tern_integer_type_signedness(element) == TERN_UNSIGNED;
}
// The limits of an integer type of at most 64 bits.
int64_t tern_tosa_lowest(const tern_type_t *element, bool is_unsigned);
int64_t tern_tosa_highest(const tern_type_t *element, bool is_unsigned);
// The attribute of the lowest number: minus infinity for floats.
const tern_attr_t *tern_tosa_lowest_attr(const tern_type_t *element, bool is_unsigned);
const tern_attr_t *tern_tosa_highest_attr(const tern_type_t *element, bool is_unsigned);

// --- attributes and operands ---
static inline int64_t tern_tosa_entry(const tern_op_t *op, const char *name, size_t index, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr && index < tern_int_list_attr_count(attr) ? tern_int_list_attr_at(attr, index) : otherwise;
}
// The dimensions that a shape operand means; false after an error, if it is no constant.
bool tern_tosa_read_shape(const tern_tosa_lowering_t *l, size_t operand, int64_t *out_values, size_t count);
// The zero point at an operand as a scalar of `type`, sign- or zero-extended; NULL if it is known to be 0.
tern_value_t *tern_tosa_build_zero_point(tern_tosa_lowering_t *l, size_t operand, const tern_type_t *type,
                                         bool is_unsigned);

// --- scalars ---
tern_value_t *tern_tosa_build_unary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x);
tern_value_t *tern_tosa_build_cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x,
                                   const tern_type_t *type);
tern_value_t *tern_tosa_build_cmpf(tern_builder_t *b, tern_cmpf_predicate_t predicate, tern_value_t *x,
                                   tern_value_t *y);
tern_value_t *tern_tosa_build_int(tern_builder_t *b, const tern_type_t *type, int64_t value);
// An integer as one of another width.
tern_value_t *tern_tosa_build_resized(tern_builder_t *b, tern_value_t *x, const tern_type_t *type, bool is_unsigned);
// min(max(x, low), high) of signed integers.
tern_value_t *tern_tosa_build_clipped(tern_builder_t *b, tern_value_t *x, int64_t low, int64_t high);
// A number of any type as one of another (tosa.cast).
tern_value_t *tern_tosa_build_converted(tern_builder_t *b, tern_value_t *x, const tern_type_t *from,
                                        const tern_type_t *to);
tern_value_t *tern_tosa_build_apply_scale(tern_builder_t *b, tern_value_t *value, tern_value_t *multiplier,
                                          tern_value_t *shift, int64_t rounding_mode);
// The greater or the lesser; floats as the NaN mode says.
tern_value_t *tern_tosa_build_extreme(tern_builder_t *b, bool is_greater, bool ignores_nan, bool is_unsigned,
                                      tern_value_t *x, tern_value_t *y);

// --- tensors ---
// Sums of floats of 16 bits and fewer are computed in f32.
const tern_type_t *tern_tosa_accumulator_of(const tern_type_t *element);
// The tensor with elements of another type, by a generic op; the same value if it has them.
tern_value_t *tern_tosa_build_tensor_converted(tern_builder_t *b, tern_value_t *tensor, const tern_type_t *element);
// The sizes of an element-wise op's result by its first `operands` operands; those that may have to be repeated at run time are
// replaced by what does so.
void tern_tosa_build_broadcast(tern_tosa_lowering_t *l, size_t operands, tern_extent_t *out_sizes);
// A bias of one or of `channels` elements, repeated at run time if it is not known which.
tern_value_t *tern_tosa_build_repeated_bias(tern_builder_t *b, tern_value_t *bias, tern_extent_t channels);
// The tensor of `sizes` that repeats `bias` along all dimensions but the last.
tern_value_t *tern_tosa_build_broadcast_bias(tern_builder_t *b, tern_value_t *bias, const tern_type_t *type,
                                             const tern_extent_t *sizes);

#endif  // TERN_CONVERT_TOSA_LOWERING_H_

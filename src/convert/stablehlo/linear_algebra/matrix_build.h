// Builders for algorithms on the matrices of a batch: numbers that are real or complex, and the loop over the batch.

#ifndef TERN_CONVERT_STABLEHLO_LINEAR_ALGEBRA_MATRIX_BUILD_H_
#define TERN_CONVERT_STABLEHLO_LINEAR_ALGEBRA_MATRIX_BUILD_H_

#include "convert/stablehlo/loop_build.h"
#include "convert/stablehlo/lowering.h"

// --- numbers ---
typedef struct tern_numbers {
  tern_builder_t *b;
  const tern_type_t *type, *real;  // the real type is that of magnitudes
  tern_number_ops_t ops, real_ops;
} tern_numbers_t;
tern_numbers_t tern_numbers_of(tern_builder_t *b, const tern_type_t *type);

static inline tern_value_t *tern_num_add(const tern_numbers_t *n, tern_value_t *x, tern_value_t *y) {
  return tern_build_binary(n->b, n->ops.add, x, y);
}
static inline tern_value_t *tern_num_sub(const tern_numbers_t *n, tern_value_t *x, tern_value_t *y) {
  return tern_build_binary(n->b, n->ops.sub, x, y);
}
static inline tern_value_t *tern_num_mul(const tern_numbers_t *n, tern_value_t *x, tern_value_t *y) {
  return tern_build_binary(n->b, n->ops.mul, x, y);
}
static inline tern_value_t *tern_num_div(const tern_numbers_t *n, tern_value_t *x, tern_value_t *y) {
  return tern_build_binary(n->b, n->ops.div, x, y);
}
static inline tern_value_t *tern_num_conj(const tern_numbers_t *n, tern_value_t *x) {
  return tern_build_conjugate(n->b, x);
}
// The numbers as those of their real type, for the same functions.
tern_numbers_t tern_real_numbers(const tern_numbers_t *n);
tern_value_t *tern_num_constant(const tern_numbers_t *n, double value);
tern_value_t *tern_num_real_part(const tern_numbers_t *n, tern_value_t *x);
// 0 of a real number.
tern_value_t *tern_num_imaginary_part(const tern_numbers_t *n, tern_value_t *x);
tern_value_t *tern_num_from_parts(const tern_numbers_t *n, tern_value_t *real, tern_value_t *imaginary);
tern_value_t *tern_num_from_real(const tern_numbers_t *n, tern_value_t *real);
// |x|^2, of the real type.
tern_value_t *tern_num_square(const tern_numbers_t *n, tern_value_t *x);
// What numbers of a type are computed in: f32 for floats of less than 32 bits, whose sums would lose most of what is added.
const tern_type_t *tern_num_computed_in(const tern_type_t *type);
// A number as one of that type, and one of it as a number of `type`.
tern_value_t *tern_num_widen(tern_builder_t *b, tern_value_t *x);
tern_value_t *tern_num_narrow(tern_builder_t *b, tern_value_t *x, const tern_type_t *type);
// sum + x y and sum - x y, rounded once if they are real.
tern_value_t *tern_num_add_product(const tern_numbers_t *n, tern_value_t *sum, tern_value_t *x, tern_value_t *y);
tern_value_t *tern_num_sub_product(const tern_numbers_t *n, tern_value_t *sum, tern_value_t *x, tern_value_t *y);
// 1 / x.
tern_value_t *tern_num_reciprocal(const tern_numbers_t *n, tern_value_t *x);
// x / y from the reciprocal of y.
tern_value_t *tern_num_divide_by(const tern_numbers_t *n, tern_value_t *x, tern_value_t *y, tern_value_t *reciprocal);
// An op of the math dialect on one float.
tern_value_t *tern_build_math(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x);
// arith.cmpf; `predicate` is a TERN_CMPF_*.
tern_value_t *tern_build_compared_floats(tern_builder_t *b, int64_t predicate, tern_value_t *x, tern_value_t *y);
// An index as an i32.
tern_value_t *tern_build_i32_of(tern_builder_t *b, tern_value_t *index);

// --- batches ---
// Results and scratch matrices.
enum { TERN_MAX_BATCH_STATE = 10 };
typedef struct tern_batch {
  tern_hlo_lowering_t *l;
  tern_numbers_t numbers;  // of the first operand's elements
  size_t rank;             // batch dimensions
  size_t first, count;     // results that the state starts with
  size_t state_count;      // with the scratch matrices
  tern_forall_t forall;
  tern_part_t parts[TERN_MAX_BATCH_STATE];
  tern_value_t *state[TERN_MAX_BATCH_STATE];  // their parts of the batch, to be carried by loops
} tern_batch_t;
// Opens the loop over the batch dimensions of operand 0, all but two, for `count` results from `first` on; the state is tensors
// without contents. False after an error.
bool tern_batch_open(tern_hlo_lowering_t *l, size_t first, size_t count, tern_batch_t *out_batch);
// The same with matrices of these sizes behind the results in the state, which are dropped in the end.
bool tern_batch_open_with_scratch(tern_hlo_lowering_t *l, size_t first, size_t count, const tern_extent_t (*scratch)[2],
                                  size_t scratch_count, tern_batch_t *out_batch);
// Rows (0) or columns (1) of the matrices that a tensor holds; 0 if it holds none.
tern_extent_t tern_matrix_extent(tern_builder_t *b, tern_value_t *tensor, size_t dim);
// Makes results of zeros where there is nothing to compute: the first operand has no elements.
bool tern_batch_is_empty(tern_hlo_lowering_t *l);
// Closes it: the state becomes the results.
void tern_batch_close(tern_batch_t *batch);
// The element of an operand's part, which is a matrix (`column` not NULL) or a vector.
tern_value_t *tern_batch_read(const tern_batch_t *batch, size_t operand, tern_value_t *row, tern_value_t *column);
tern_extent_t tern_batch_extent(const tern_batch_t *batch, size_t operand, size_t dim);
tern_extent_t tern_smaller_extent(tern_builder_t *b, tern_extent_t x, tern_extent_t y);

// --- matrices of the state ---
static inline tern_value_t *tern_matrix_get(const tern_numbers_t *n, tern_value_t *matrix, tern_value_t *row,
                                            tern_value_t *column) {
  return tern_build_extract(n->b, matrix, TERN_VALUES(row, column));
}
static inline void tern_matrix_set(const tern_numbers_t *n, tern_value_t **matrix, tern_value_t *row,
                                   tern_value_t *column, tern_value_t *value) {
  *matrix = tern_build_insert(n->b, value, *matrix, TERN_VALUES(row, column));
}
// Sets every element of a tensor of the state, as it is when the batch is opened, to what `element` makes for its place.
typedef tern_value_t *(*tern_element_fn_t)(const tern_batch_t *batch, tern_value_t *const *place, void *user);
void tern_batch_fill(const tern_batch_t *batch, tern_value_t **tensor, tern_element_fn_t element, void *user);
// Elements for tern_batch_fill: zeros (`user` is their type), the identity matrix, a matrix operand (`user` is its size_t number).
tern_value_t *tern_element_zero(const tern_batch_t *batch, tern_value_t *const *place, void *user);
tern_value_t *tern_element_identity(const tern_batch_t *batch, tern_value_t *const *place, void *user);
tern_value_t *tern_element_operand(const tern_batch_t *batch, tern_value_t *const *place, void *user);

#endif  // TERN_CONVERT_STABLEHLO_LINEAR_ALGEBRA_MATRIX_BUILD_H_

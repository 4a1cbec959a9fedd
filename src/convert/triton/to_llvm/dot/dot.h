// Products of matrices: where a thread's elements of an operand are, for the files that write them.

#ifndef TERN_CONVERT_TRITON_TO_LLVM_DOT_DOT_H_
#define TERN_CONVERT_TRITON_TO_LLVM_DOT_DOT_H_

#include "convert/triton/to_llvm/to_llvm.h"

enum { TERN_TRITON_DOT_BATCH, TERN_TRITON_DOT_ROWS, TERN_TRITON_DOT_COLUMNS, TERN_TRITON_DOT_AXES };

// A matrix, or a batch of them, as a thread has it: the coordinates of its elements where lane and warp are zero, which say how
// the elements lie to each other; the thread's own are further by the same everywhere.
typedef struct tern_triton_matrix {
  int64_t *places[TERN_TRITON_DOT_AXES];  // the coordinates along each axis, ascending, each once
  size_t counts[TERN_TRITON_DOT_AXES];
  tern_value_t **elements;  // by position in these three, columns the fastest; NULL: the thread has it not
} tern_triton_matrix_t;

// Reads the elements of a tensor of two or three dimensions. False: its layout is not of that form.
bool tern_triton_read_matrix(tern_conversion_t *conversion, const tern_type_t *type, tern_values_t elements,
                             tern_triton_matrix_t *out_matrix);
static inline tern_value_t **tern_triton_matrix_at(const tern_triton_matrix_t *matrix, size_t batch, size_t row,
                                                   size_t column) {
  size_t rows = matrix->counts[TERN_TRITON_DOT_ROWS], columns = matrix->counts[TERN_TRITON_DOT_COLUMNS];
  return &matrix->elements[(batch * rows + row) * columns + column];
}
// The elements of the tensor's registers, once those of the matrix were replaced.
tern_values_t tern_triton_write_matrix(tern_conversion_t *conversion, const tern_type_t *type,
                                       const tern_triton_matrix_t *matrix);

// dot_mma.c, dot_fma.c: tt.dot and tt.dot_scaled with operands that are dealt to tensor cores, and tt.dot with any.
bool tern_triton_lower_dot_mma(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);
bool tern_triton_lower_dot_scaled(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);
bool tern_triton_lower_dot_fma(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);

#endif  // TERN_CONVERT_TRITON_TO_LLVM_DOT_DOT_H_

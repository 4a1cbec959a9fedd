// LU and QR factorizations, as loops; they come as calls of LAPACK's functions (lapack_calls.c), whose conventions are kept.
//
// Sources: Golub and Van Loan, Matrix Computations, 3.4 (Gaussian elimination with partial pivoting) and 5.2 (Householder QR);
// the reflectors H = I - tau v v* are scaled as those of LAPACK, with v[0] = 1 not stored.

#include "convert/stablehlo/linear_algebra/lapack_calls.h"
#include "convert/stablehlo/linear_algebra/matrix_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/math/math.h"
#include "dialect/scf/build.h"
#include "ir/context.h"

// --- LU ---

typedef struct elimination {
  const tern_numbers_t *n;
  tern_value_t *rows, *columns, *one;  // indices
} elimination_t;

// The magnitude that pivots are chosen by: |re| + |im|, as LAPACK has it.
static tern_value_t *build_magnitude(const tern_numbers_t *n, tern_value_t *x) {
  tern_value_t *real = tern_build_math(n->b, TERN_MATH(ABSF), tern_num_real_part(n, x));
  if (n->type == n->real) return real;
  tern_value_t *imaginary = tern_build_math(n->b, TERN_MATH(ABSF), tern_num_imaginary_part(n, x));
  return tern_build_binary(n->b, n->real_ops.add, real, imaginary);
}

// The row at or below `k` whose element in column k is the largest.
static tern_value_t *build_pivot_row(const elimination_t *e, tern_value_t *matrix, tern_value_t *k,
                                     tern_value_t **out_magnitude) {
  tern_builder_t *b = e->n->b;
  tern_value_t *first = build_magnitude(e->n, tern_matrix_get(e->n, matrix, k, k));
  tern_value_t *best[] = {k, first};
  tern_op_t *loop = tern_loop_open(b, tern_build_index_add(b, k, e->one), e->rows, e->one, best, 2);
  tern_value_t *i = tern_scf_for_iv(loop);
  tern_value_t *magnitude = build_magnitude(e->n, tern_matrix_get(e->n, matrix, i, k));
  tern_value_t *is_larger = tern_build_compared_floats(b, TERN_CMPF_OGT, magnitude, best[1]);
  best[0] = tern_build_select(b, is_larger, i, best[0]);
  best[1] = tern_build_select(b, is_larger, magnitude, best[1]);
  tern_loop_close(b, loop, best, 2);
  *out_magnitude = best[1];
  return best[0];
}

static void build_row_swap(const elimination_t *e, tern_value_t **matrix, tern_value_t *p, tern_value_t *q) {
  tern_builder_t *b = e->n->b;
  tern_op_t *loop = tern_loop_open(b, tern_build_index(b, 0), e->columns, e->one, matrix, 1);
  tern_value_t *j = tern_scf_for_iv(loop);
  tern_value_t *x = tern_matrix_get(e->n, *matrix, p, j), *y = tern_matrix_get(e->n, *matrix, q, j);
  tern_matrix_set(e->n, matrix, p, j, y);
  tern_matrix_set(e->n, matrix, q, j, x);
  tern_loop_close(b, loop, matrix, 1);
}

// Takes multiples of row k from those below it; the factors stay where zeros would be.
static void build_elimination(const elimination_t *e, tern_value_t **matrix, tern_value_t *k,
                              tern_value_t *is_regular) {
  tern_builder_t *b = e->n->b;
  tern_value_t *next = tern_build_index_add(b, k, e->one);
  tern_op_t *guard = tern_guard_open(b, is_regular, matrix, 1);
  tern_value_t *pivot = tern_matrix_get(e->n, *matrix, k, k);
  tern_op_t *rows = tern_loop_open(b, next, e->rows, e->one, matrix, 1);
  tern_value_t *i = tern_scf_for_iv(rows);
  tern_value_t *factor = tern_num_div(e->n, tern_matrix_get(e->n, *matrix, i, k), pivot);
  tern_matrix_set(e->n, matrix, i, k, factor);
  tern_op_t *columns = tern_loop_open(b, next, e->columns, e->one, matrix, 1);
  tern_value_t *j = tern_scf_for_iv(columns);
  tern_value_t *element = tern_matrix_get(e->n, *matrix, i, j), *above = tern_matrix_get(e->n, *matrix, k, j);
  tern_matrix_set(e->n, matrix, i, j, tern_num_sub_product(e->n, element, factor, above));
  tern_loop_close(b, columns, matrix, 1);
  tern_loop_close(b, rows, matrix, 1);
  tern_guard_close(b, guard, matrix, 1);
}

// What the call tells of singular matrices: the first column without a pivot, counted from 1.
static void build_info(const elimination_t *e, tern_value_t **info, tern_value_t *k, tern_value_t *is_singular) {
  tern_builder_t *b = e->n->b;
  tern_value_t *known = tern_build_extract(b, *info, (tern_values_t){0}), *none = tern_build_number(b, known->type, 0);
  tern_value_t *is_first = tern_build_compared(b, TERN_CMPI_EQ, known, none);
  tern_value_t *is_news = tern_build_binary(b, TERN_ARITH(ANDI), is_singular, is_first);
  tern_value_t *column = tern_build_i32_of(b, tern_build_index_add(b, k, e->one));
  *info = tern_build_insert(b, tern_build_select(b, is_news, column, known), *info, (tern_values_t){0});
}

static tern_value_t *build_row_number(const tern_batch_t *batch, tern_value_t *const *place, void *user) {
  (void)user;
  return tern_build_i32_of(batch->l->b, place[0]);
}

static void build_entry_swap(tern_builder_t *b, tern_value_t **vector, tern_value_t *p, tern_value_t *q) {
  tern_value_t *x = tern_build_extract(b, *vector, TERN_VALUES(p)), *y = tern_build_extract(b, *vector, TERN_VALUES(q));
  *vector = tern_build_insert(b, y, *vector, TERN_VALUES(p));
  *vector = tern_build_insert(b, x, *vector, TERN_VALUES(q));
}

// The third result is the info of LAPACK, whose pivots count from 1, or the permutation of the rows.
static bool lower_lu(tern_hlo_lowering_t *l, bool has_info) {
  tern_batch_t batch;
  if (!tern_lapack_has_shape(l, 1, 3)) return false;
  if (tern_batch_is_empty(l)) return true;
  if (!tern_batch_open(l, 0, 3, &batch)) return false;
  tern_builder_t *b = l->b;
  const tern_numbers_t *n = &batch.numbers;
  tern_extent_t rows = tern_batch_extent(&batch, 0, 0), columns = tern_batch_extent(&batch, 0, 1);
  elimination_t e = {n, tern_build_extent(b, rows), tern_build_extent(b, columns), tern_build_index(b, 1)};
  size_t operand = 0;
  tern_batch_fill(&batch, &batch.state[0], tern_element_operand, &operand);
  tern_batch_fill(&batch, &batch.state[2], has_info ? tern_element_zero : build_row_number,
                  (void *)tern_type_element(l->types[2]));
  tern_value_t *steps = tern_build_extent(b, tern_smaller_extent(b, rows, columns)), *zero = tern_build_index(b, 0);
  tern_op_t *loop = tern_loop_open(b, zero, steps, e.one, batch.state, 3);
  tern_value_t *k = tern_scf_for_iv(loop), *magnitude;
  tern_value_t *pivot = build_pivot_row(&e, batch.state[0], k, &magnitude);
  tern_value_t *number = tern_build_i32_of(b, has_info ? tern_build_index_add(b, pivot, e.one) : pivot);
  batch.state[1] = tern_build_insert(b, number, batch.state[1], TERN_VALUES(k));
  build_row_swap(&e, &batch.state[0], k, pivot);
  tern_value_t *none = tern_build_number(b, n->real, 0);
  tern_value_t *is_singular = tern_build_compared_floats(b, TERN_CMPF_OEQ, magnitude, none);
  tern_value_t *is_regular = tern_build_compared_floats(b, TERN_CMPF_UNE, magnitude, none);
  if (has_info) {
    build_info(&e, &batch.state[2], k, is_singular);
  } else {
    build_entry_swap(b, &batch.state[2], k, pivot);
  }
  build_elimination(&e, &batch.state[0], k, is_regular);
  tern_loop_close(b, loop, batch.state, 3);
  tern_batch_close(&batch);
  return true;
}

bool tern_lapack_getrf(tern_hlo_lowering_t *l) { return lower_lu(l, true); }
bool tern_lu_decomposition(tern_hlo_lowering_t *l) { return lower_lu(l, false); }

// --- QR ---

typedef struct reflection {
  const tern_numbers_t *n;
  tern_value_t *rows, *columns, *one;  // indices
} reflection_t;

// The sum of conj(M[i, k]) M[i, j] over rows below row k.
static tern_value_t *build_column_product(const reflection_t *r, tern_value_t *matrix, tern_value_t *k,
                                          tern_value_t *j) {
  tern_builder_t *b = r->n->b;
  tern_value_t *sum = tern_num_constant(r->n, 0);
  tern_op_t *loop = tern_loop_open(b, tern_build_index_add(b, k, r->one), r->rows, r->one, &sum, 1);
  tern_value_t *i = tern_scf_for_iv(loop);
  tern_value_t *left = tern_num_conj(r->n, tern_matrix_get(r->n, matrix, i, k));
  sum = tern_num_add_product(r->n, sum, left, tern_matrix_get(r->n, matrix, i, j));
  tern_loop_close(b, loop, &sum, 1);
  return sum;
}

// Applies I - tau v v* to the columns behind k, where v is 1 and what column k has below row k.
static void build_reflection(const reflection_t *r, tern_value_t **matrix, tern_value_t *k, tern_value_t *tau) {
  tern_builder_t *b = r->n->b;
  tern_value_t *next = tern_build_index_add(b, k, r->one);
  tern_op_t *columns = tern_loop_open(b, next, r->columns, r->one, matrix, 1);
  tern_value_t *j = tern_scf_for_iv(columns);
  tern_value_t *first = tern_matrix_get(r->n, *matrix, k, j);
  tern_value_t *product = tern_num_add(r->n, first, build_column_product(r, *matrix, k, j));
  product = tern_num_mul(r->n, product, tau);
  tern_matrix_set(r->n, matrix, k, j, tern_num_sub(r->n, first, product));
  tern_op_t *rows = tern_loop_open(b, next, r->rows, r->one, matrix, 1);
  tern_value_t *i = tern_scf_for_iv(rows);
  tern_value_t *element = tern_matrix_get(r->n, *matrix, i, j), *reflector = tern_matrix_get(r->n, *matrix, i, k);
  tern_matrix_set(r->n, matrix, i, j, tern_num_sub_product(r->n, element, reflector, product));
  tern_loop_close(b, rows, matrix, 1);
  tern_loop_close(b, columns, matrix, 1);
}

// Multiplies what column k has in rows from `first` to `end`.
static void build_column_scaling(const reflection_t *r, tern_value_t **matrix, tern_value_t *k, tern_value_t *first,
                                 tern_value_t *end, tern_value_t *factor) {
  tern_op_t *rows = tern_loop_open(r->n->b, first, end, r->one, matrix, 1);
  tern_value_t *i = tern_scf_for_iv(rows);
  tern_matrix_set(r->n, matrix, i, k, tern_num_mul(r->n, tern_matrix_get(r->n, *matrix, i, k), factor));
  tern_loop_close(r->n->b, rows, matrix, 1);
}

// The reflector that leaves nothing of column k below row k: it is stored there, and tau is returned.
static tern_value_t *build_reflector(const reflection_t *r, tern_value_t **matrix, tern_value_t *k) {
  const tern_numbers_t *n = r->n;
  tern_numbers_t reals = tern_real_numbers(n);
  tern_builder_t *b = n->b;
  tern_value_t *below = tern_num_real_part(n, build_column_product(r, *matrix, k, k));
  tern_value_t *alpha = tern_matrix_get(n, *matrix, k, k);
  tern_value_t *real = tern_num_real_part(n, alpha), *imaginary = tern_num_imaginary_part(n, alpha);
  tern_value_t *zero = tern_num_constant(&reals, 0), *one = tern_num_constant(n, 1);
  tern_value_t *rest = tern_num_add(&reals, below, tern_num_mul(&reals, imaginary, imaginary));
  tern_value_t *is_done = tern_build_compared_floats(b, TERN_CMPF_OEQ, rest, zero);
  tern_value_t *norm = tern_num_add(&reals, rest, tern_num_mul(&reals, real, real));
  norm = tern_build_math(b, TERN_MATH(SQRT), norm);
  tern_value_t *beta = tern_num_sub(&reals, zero, tern_build_binary(b, TERN_MATH(COPYSIGN), norm, real));
  tern_value_t *tau_real = tern_num_div(&reals, tern_num_sub(&reals, beta, real), beta);
  tern_value_t *tau_imaginary = tern_num_div(&reals, tern_num_sub(&reals, zero, imaginary), beta);
  tern_value_t *tau = tern_num_from_parts(n, tau_real, tau_imaginary), *none = tern_num_constant(n, 0);
  tau = tern_build_select(b, is_done, none, tau);
  tern_value_t *corner = tern_num_from_real(n, beta);
  tern_value_t *divisor = tern_build_select(b, is_done, one, tern_num_sub(n, alpha, corner));
  tern_matrix_set(n, matrix, k, k, tern_build_select(b, is_done, alpha, corner));
  tern_value_t *next = tern_build_index_add(b, k, r->one);
  build_column_scaling(r, matrix, k, next, r->rows, tern_num_div(n, one, divisor));
  return tau;
}

bool tern_lapack_geqrf(tern_hlo_lowering_t *l) {
  tern_batch_t batch;
  if (!tern_lapack_has_shape(l, 1, 2)) return false;
  if (tern_batch_is_empty(l)) return true;
  if (!tern_batch_open(l, 0, 2, &batch)) return false;
  tern_builder_t *b = l->b;
  const tern_numbers_t *n = &batch.numbers;
  tern_extent_t rows = tern_batch_extent(&batch, 0, 0), columns = tern_batch_extent(&batch, 0, 1);
  reflection_t r = {n, tern_build_extent(b, rows), tern_build_extent(b, columns), tern_build_index(b, 1)};
  size_t operand = 0;
  tern_batch_fill(&batch, &batch.state[0], tern_element_operand, &operand);
  tern_value_t *steps = tern_build_extent(b, tern_smaller_extent(b, rows, columns)), *zero = tern_build_index(b, 0);
  tern_op_t *loop = tern_loop_open(b, zero, steps, r.one, batch.state, 2);
  tern_value_t *k = tern_scf_for_iv(loop);
  tern_value_t *tau = build_reflector(&r, &batch.state[0], k);
  batch.state[1] = tern_build_insert(b, tau, batch.state[1], TERN_VALUES(k));
  build_reflection(&r, &batch.state[0], k, tern_num_conj(n, tau));
  tern_loop_close(b, loop, batch.state, 2);
  tern_batch_close(&batch);
  return true;
}

// The reflectors as they are stored; behind them the identity matrix.
static tern_value_t *build_first_columns(const tern_batch_t *batch, tern_value_t *const *place, void *user) {
  tern_builder_t *b = batch->l->b;
  tern_value_t *is_stored = tern_build_compared(b, TERN_CMPI_SLT, place[1], user);
  tern_value_t *stored = tern_batch_read(batch, 0, place[0], place[1]);
  return tern_build_select(b, is_stored, stored, tern_element_identity(batch, place, NULL));
}

// The product of the reflectors, from the last to the first.
bool tern_lapack_orgqr(tern_hlo_lowering_t *l) {
  tern_batch_t batch;
  if (!tern_lapack_has_shape(l, 2, 1)) return false;
  if (tern_batch_is_empty(l)) return true;
  if (!tern_batch_open(l, 0, 1, &batch)) return false;
  tern_builder_t *b = l->b;
  const tern_numbers_t *n = &batch.numbers;
  tern_extent_t rows = tern_batch_extent(&batch, 0, 0), columns = tern_batch_extent(&batch, 0, 1);
  tern_extent_t least = tern_smaller_extent(b, rows, columns);
  tern_value_t *steps = tern_build_extent(b, tern_smaller_extent(b, tern_batch_extent(&batch, 1, 0), least));
  reflection_t r = {n, tern_build_extent(b, rows), tern_build_extent(b, columns), tern_build_index(b, 1)};
  tern_batch_fill(&batch, &batch.state[0], build_first_columns, steps);
  tern_value_t *last = tern_build_index_sub(b, steps, r.one);
  tern_value_t *zero = tern_build_index(b, 0), *none = tern_num_constant(n, 0);
  tern_op_t *loop = tern_loop_open(b, zero, steps, r.one, batch.state, 1);
  tern_value_t *k = tern_build_index_sub(b, last, tern_scf_for_iv(loop));
  tern_value_t *tau = tern_batch_read(&batch, 1, k, NULL);
  build_reflection(&r, &batch.state[0], k, tau);
  tern_value_t *next = tern_build_index_add(b, k, r.one);
  build_column_scaling(&r, &batch.state[0], k, next, r.rows, tern_num_sub(n, none, tau));
  tern_matrix_set(n, &batch.state[0], k, k, tern_num_sub(n, tern_num_constant(n, 1), tau));
  tern_op_t *above = tern_loop_open(b, zero, k, r.one, batch.state, 1);
  tern_matrix_set(n, &batch.state[0], tern_scf_for_iv(above), k, none);
  tern_loop_close(b, above, batch.state, 1);
  tern_loop_close(b, loop, batch.state, 1);
  tern_batch_close(&batch);
  return true;
}

// Eigenvalues of Hermitian matrices and singular values, as loops; they come as calls of LAPACK's functions (lapack_calls.c).
//
// Sources: Golub and Van Loan, Matrix Computations, 8.5 (Jacobi methods) and 8.6.3 (one-sided Jacobi, after Hestenes). Both turn
// pairs of columns until they are orthogonal; complex numbers bring a phase along. What eigenvectors have free (signs,
// phases, bases of equal eigenvalues) differs from LAPACK's choice.

#include "convert/stablehlo/linear_algebra/lapack_calls.h"
#include "convert/stablehlo/linear_algebra/matrix_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/math/math.h"
#include "dialect/scf/build.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

enum { MAX_SWEEPS = 30 };

typedef struct jacobi {
  const tern_numbers_t *n;
  tern_numbers_t reals;
  tern_value_t *rows, *columns, *zero, *one;  // indices; the sizes are those of the matrix that is turned
} jacobi_t;

static jacobi_t start(const tern_numbers_t *n, tern_extent_t rows, tern_extent_t columns) {
  jacobi_t j = {.n = n, .reals = tern_real_numbers(n)};
  j.rows = tern_build_extent(n->b, rows);
  j.columns = tern_build_extent(n->b, columns);
  j.zero = tern_build_index(n->b, 0);
  j.one = tern_build_index(n->b, 1);
  return j;
}

static double epsilon_of(const tern_type_t *real) { return tern_type_bit_width(real) == 64 ? 0x1p-53 : 0x1p-24; }

// --- rotations ---

// [c f; -conj(f) c], with a real c that is kept as what it is less than 1: small angles are most of the work, and change what
// they turn by few digits only, so that only those are rounded.
typedef struct rotation {
  tern_value_t *h, *f;  // numbers: h = 1 - c = |f|^2 / (1 + c)
  tern_value_t *shift;  // what the larger diagonal element gains: real
} rotation_t;

// The rotation that makes [alpha gamma; conj(gamma) beta] diagonal; `square` is |gamma|^2, not 0.
static rotation_t build_rotation(const jacobi_t *j, tern_value_t *alpha, tern_value_t *beta, tern_value_t *gamma,
                                 tern_value_t *square) {
  tern_builder_t *b = j->n->b;
  const tern_numbers_t *r = &j->reals;
  tern_value_t *one = tern_num_constant(r, 1), *size = tern_build_math(b, TERN_MATH(SQRT), square);
  tern_value_t *zeta = tern_num_div(r, tern_num_sub(r, beta, alpha), tern_num_add(r, size, size));
  tern_value_t *root = tern_num_add(r, one, tern_num_mul(r, zeta, zeta));
  root = tern_build_math(b, TERN_MATH(SQRT), root);
  tern_value_t *magnitude = tern_build_math(b, TERN_MATH(ABSF), zeta);
  tern_value_t *sign = tern_build_binary(b, TERN_MATH(COPYSIGN), one, zeta);
  tern_value_t *t = tern_num_div(r, sign, tern_num_add(r, magnitude, root));
  tern_value_t *length = tern_num_add(r, one, tern_num_mul(r, t, t));
  tern_value_t *c = tern_num_div(r, one, tern_build_math(b, TERN_MATH(SQRT), length));
  tern_value_t *s = tern_num_mul(r, c, t), *h = tern_num_div(r, tern_num_mul(r, s, s), tern_num_add(r, one, c));
  tern_value_t *scale = tern_num_from_real(j->n, tern_num_div(r, s, size));
  return (rotation_t){tern_num_from_real(j->n, h), tern_num_mul(j->n, gamma, scale), tern_num_mul(r, t, size)};
}

// Turns columns p and q, or rows by the adjoint: x - (g y + h x) and y + (f x - h y).
static void build_turn(const jacobi_t *j, tern_value_t **matrix, tern_value_t *count, tern_value_t *p, tern_value_t *q,
                       const rotation_t *rotation, bool is_row) {
  const tern_numbers_t *n = j->n;
  tern_value_t *adjoint = tern_num_conj(n, rotation->f);
  tern_value_t *f = is_row ? adjoint : rotation->f, *g = is_row ? rotation->f : adjoint;
  tern_op_t *loop = tern_loop_open(n->b, j->zero, count, j->one, matrix, 1);
  tern_value_t *k = tern_scf_for_iv(loop);
  tern_value_t *row[] = {is_row ? p : k, is_row ? q : k}, *column[] = {is_row ? k : p, is_row ? k : q};
  tern_value_t *x = tern_matrix_get(n, *matrix, row[0], column[0]);
  tern_value_t *y = tern_matrix_get(n, *matrix, row[1], column[1]);
  tern_value_t *less = tern_num_add_product(n, tern_num_mul(n, rotation->h, x), g, y);
  tern_value_t *more = tern_num_sub_product(n, tern_num_mul(n, f, x), rotation->h, y);
  tern_matrix_set(n, matrix, row[0], column[0], tern_num_sub(n, x, less));
  tern_matrix_set(n, matrix, row[1], column[1], tern_num_add(n, y, more));
  tern_loop_close(n->b, loop, matrix, 1);
}

// Makes the columns p and q of the problem orthogonal if they are not, and counts that in `state[2]`.
typedef void (*turn_fn_t)(const jacobi_t *j, tern_value_t **state, tern_value_t *p, tern_value_t *q, void *user);

// Sweeps over all pairs of columns until nothing is left to turn. `state` is two matrices.
static void build_sweeps(const jacobi_t *j, tern_value_t **state, turn_fn_t turn, void *user) {
  tern_builder_t *b = j->n->b;
  tern_value_t *carried[] = {state[0], state[1], j->one, j->zero}, *limit = tern_build_index(b, MAX_SWEEPS);
  tern_op_t *loop = tern_while_open(b, carried, 4);
  tern_value_t *has_turned = tern_build_compared(b, TERN_CMPI_NE, carried[2], j->zero);
  tern_value_t *may_go_on = tern_build_compared(b, TERN_CMPI_SLT, carried[3], limit);
  tern_while_enter_body(b, loop, tern_build_binary(b, TERN_ARITH(ANDI), has_turned, may_go_on), carried, 4);
  carried[2] = j->zero;
  tern_op_t *first = tern_loop_open(b, j->zero, j->columns, j->one, carried, 3);
  tern_value_t *p = tern_scf_for_iv(first);
  tern_op_t *second = tern_loop_open(b, tern_build_index_add(b, p, j->one), j->columns, j->one, carried, 3);
  turn(j, carried, p, tern_scf_for_iv(second), user);
  tern_loop_close(b, second, carried, 3);
  tern_loop_close(b, first, carried, 3);
  carried[3] = tern_build_index_add(b, carried[3], j->one);
  tern_while_close(b, loop, carried, 4);
  state[0] = carried[0];
  state[1] = carried[1];
}

// --- order ---

static void build_column_swap(const jacobi_t *j, tern_value_t **matrix, tern_value_t *rows, tern_value_t *p,
                              tern_value_t *q) {
  tern_builder_t *b = j->n->b;
  tern_op_t *loop = tern_loop_open(b, j->zero, rows, j->one, matrix, 1);
  tern_value_t *i = tern_scf_for_iv(loop);
  tern_value_t *x = tern_matrix_get(j->n, *matrix, i, p), *y = tern_matrix_get(j->n, *matrix, i, q);
  tern_matrix_set(j->n, matrix, i, p, y);
  tern_matrix_set(j->n, matrix, i, q, x);
  tern_loop_close(b, loop, matrix, 1);
}

// Sorts the values in `state[0]`, and the columns of the matrices behind it, by selection.
static void build_order(const jacobi_t *j, tern_value_t **state, size_t count, tern_value_t *const *rows,
                        int64_t predicate) {
  tern_builder_t *b = j->n->b;
  tern_op_t *loop = tern_loop_open(b, j->zero, j->columns, j->one, state, count);
  tern_value_t *i = tern_scf_for_iv(loop), *first = tern_build_extract(b, state[0], TERN_VALUES(i));
  tern_value_t *best[] = {i, first};
  tern_op_t *search = tern_loop_open(b, tern_build_index_add(b, i, j->one), j->columns, j->one, best, 2);
  tern_value_t *k = tern_scf_for_iv(search), *value = tern_build_extract(b, state[0], TERN_VALUES(k));
  tern_value_t *is_better = tern_build_compared_floats(b, predicate, value, best[1]);
  best[0] = tern_build_select(b, is_better, k, best[0]);
  best[1] = tern_build_select(b, is_better, value, best[1]);
  tern_loop_close(b, search, best, 2);
  state[0] = tern_build_insert(b, first, state[0], TERN_VALUES(best[0]));
  state[0] = tern_build_insert(b, best[1], state[0], TERN_VALUES(i));
  for (size_t m = 1; m < count; ++m) build_column_swap(j, &state[m], rows[m], i, best[0]);
  tern_loop_close(b, loop, state, count);
}

// --- eigenvalues ---

// The matrix whose one triangle is given.
static tern_value_t *build_hermitian_element(const tern_batch_t *batch, tern_value_t *const *place, void *user) {
  const tern_numbers_t *n = &batch->numbers;
  int64_t predicate = *(bool *)user ? TERN_CMPI_SLT : TERN_CMPI_SGT;
  tern_value_t *is_other = tern_build_compared(n->b, predicate, place[0], place[1]);
  tern_value_t *row = tern_build_select(n->b, is_other, place[1], place[0]);
  tern_value_t *column = tern_build_select(n->b, is_other, place[0], place[1]);
  tern_value_t *element = tern_batch_read(batch, 0, row, column), *adjoint = tern_num_conj(n, element);
  return adjoint == element ? element : tern_build_select(n->b, is_other, adjoint, element);
}

// The sum of the squares of column p from row 0 on, or of all columns.
static tern_value_t *build_square_sum(const jacobi_t *j, tern_value_t *matrix, tern_value_t *p) {
  tern_builder_t *b = j->n->b;
  tern_value_t *sum = tern_num_constant(&j->reals, 0);
  tern_op_t *rows = tern_loop_open(b, j->zero, j->rows, j->one, &sum, 1);
  tern_op_t *columns = p ? NULL : tern_loop_open(b, j->zero, j->columns, j->one, &sum, 1);
  tern_value_t *i = tern_scf_for_iv(rows), *k = p ? p : tern_scf_for_iv(columns);
  sum = tern_num_add(&j->reals, sum, tern_num_square(j->n, tern_matrix_get(j->n, matrix, i, k)));
  if (columns) tern_loop_close(b, columns, &sum, 1);
  tern_loop_close(b, rows, &sum, 1);
  return sum;
}

// `user` is the square of what counts as 0. `state` is the matrix that becomes diagonal, and the vectors.
static void turn_eigenvectors(const jacobi_t *j, tern_value_t **state, tern_value_t *p, tern_value_t *q, void *user) {
  const tern_numbers_t *n = j->n;
  tern_value_t *gamma = tern_matrix_get(n, state[0], p, q), *square = tern_num_square(n, gamma);
  tern_value_t *is_left = tern_build_compared_floats(n->b, TERN_CMPF_OGT, square, user);
  tern_op_t *guard = tern_guard_open(n->b, is_left, state, 3);
  tern_value_t *alpha = tern_num_real_part(n, tern_matrix_get(n, state[0], p, p));
  tern_value_t *beta = tern_num_real_part(n, tern_matrix_get(n, state[0], q, q)), *none = tern_num_constant(n, 0);
  rotation_t rotation = build_rotation(j, alpha, beta, gamma, square);
  build_turn(j, &state[0], j->rows, p, q, &rotation, false);
  build_turn(j, &state[0], j->rows, p, q, &rotation, true);
  build_turn(j, &state[1], j->rows, p, q, &rotation, false);
  tern_value_t *less = tern_num_sub(&j->reals, alpha, rotation.shift);
  tern_value_t *more = tern_num_add(&j->reals, beta, rotation.shift);
  tern_matrix_set(n, &state[0], p, p, tern_num_from_real(n, less));
  tern_matrix_set(n, &state[0], q, q, tern_num_from_real(n, more));
  tern_matrix_set(n, &state[0], p, q, none);
  tern_matrix_set(n, &state[0], q, p, none);
  state[2] = tern_build_index_add(n->b, state[2], j->one);
  tern_guard_close(n->b, guard, state, 3);
}

static tern_value_t *build_diagonal_element(const tern_batch_t *batch, tern_value_t *const *place, void *user) {
  return tern_num_real_part(&batch->numbers, tern_matrix_get(&batch->numbers, user, place[0], place[0]));
}

bool tern_lapack_syevd(tern_hlo_lowering_t *l) {
  tern_batch_t batch;
  size_t count = l->op->result_count;
  if (!tern_lapack_has_shape(l, 1, count == 2 ? 2 : 3)) return false;
  if (tern_batch_is_empty(l)) return true;
  tern_extent_t size = tern_matrix_extent(l->b, l->operands.values[0], 0);
  tern_extent_t scratch[1][2] = {{size, size}};
  if (!tern_batch_open_with_scratch(l, 0, count, scratch, 1, &batch)) return false;
  const tern_numbers_t *n = &batch.numbers;
  jacobi_t j = start(n, size, size);
  bool is_lower = tern_lapack_option(l->op, "uplo", 'L') == 'L';
  tern_value_t *state[] = {batch.state[count], batch.state[0]};
  tern_batch_fill(&batch, &state[0], build_hermitian_element, &is_lower);
  tern_batch_fill(&batch, &state[1], tern_element_identity, NULL);
  tern_value_t *unit = tern_num_constant(&j.reals, epsilon_of(n->real) * epsilon_of(n->real));
  tern_value_t *limit = tern_num_mul(&j.reals, unit, build_square_sum(&j, state[0], NULL));
  build_sweeps(&j, state, turn_eigenvectors, limit);
  tern_batch_fill(&batch, &batch.state[1], build_diagonal_element, state[0]);
  tern_value_t *sorted[] = {batch.state[1], state[1]}, *rows[] = {NULL, j.rows};
  build_order(&j, sorted, 2, rows, TERN_CMPF_OLT);
  batch.state[1] = sorted[0];
  batch.state[0] = sorted[1];
  batch.state[count] = state[0];
  if (count == 3) {
    tern_batch_fill(&batch, &batch.state[2], tern_element_zero, (void *)tern_type_element(l->types[2]));
  }
  tern_batch_close(&batch);
  return true;
}

// --- singular values ---

// The sum of conj(M[i, p]) M[i, q].
static tern_value_t *build_column_product(const jacobi_t *j, tern_value_t *matrix, tern_value_t *p, tern_value_t *q) {
  const tern_numbers_t *n = j->n;
  tern_value_t *sum = tern_num_constant(n, 0);
  tern_op_t *loop = tern_loop_open(n->b, j->zero, j->rows, j->one, &sum, 1);
  tern_value_t *i = tern_scf_for_iv(loop), *left = tern_num_conj(n, tern_matrix_get(n, matrix, i, p));
  sum = tern_num_add(n, sum, tern_num_mul(n, left, tern_matrix_get(n, matrix, i, q)));
  tern_loop_close(n->b, loop, &sum, 1);
  return sum;
}

// `state` is the matrix whose columns become orthogonal, and what it was multiplied by.
static void turn_columns(const jacobi_t *j, tern_value_t **state, tern_value_t *p, tern_value_t *q, void *user) {
  (void)user;
  const tern_numbers_t *n = j->n;
  tern_value_t *alpha = build_square_sum(j, state[0], p), *beta = build_square_sum(j, state[0], q);
  tern_value_t *gamma = build_column_product(j, state[0], p, q), *square = tern_num_square(n, gamma);
  double epsilon = 4 * epsilon_of(n->real);
  tern_value_t *unit = tern_num_constant(&j->reals, epsilon * epsilon);
  tern_value_t *limit = tern_num_mul(&j->reals, tern_num_mul(&j->reals, alpha, unit), beta);
  tern_value_t *is_left = tern_build_compared_floats(n->b, TERN_CMPF_OGT, square, limit);
  tern_op_t *guard = tern_guard_open(n->b, is_left, state, 3);
  rotation_t rotation = build_rotation(j, alpha, beta, gamma, square);
  build_turn(j, &state[0], j->rows, p, q, &rotation, false);
  build_turn(j, &state[1], j->columns, p, q, &rotation, false);
  state[2] = tern_build_index_add(n->b, state[2], j->one);
  tern_guard_close(n->b, guard, state, 3);
}

// The operand, or its adjoint if it has more columns than rows.
static tern_value_t *build_tall_element(const tern_batch_t *batch, tern_value_t *const *place, void *user) {
  if (!*(bool *)user) return tern_batch_read(batch, 0, place[0], place[1]);
  return tern_num_conj(&batch->numbers, tern_batch_read(batch, 0, place[1], place[0]));
}

static tern_value_t *build_norm_element(const tern_batch_t *batch, tern_value_t *const *place, void *user) {
  void *const *context = user;
  return tern_build_math(batch->l->b, TERN_MATH(SQRT), build_square_sum(context[0], context[1], place[0]));
}

// Singular vectors of values that are not 0; other columns are 0. `user` is a basis_t.
typedef struct basis {
  const jacobi_t *j;
  tern_value_t *matrix, *values;
} basis_t;

static tern_value_t *build_is_regular(const basis_t *basis, tern_value_t *column, tern_value_t **out_value,
                                      tern_value_t **out_column) {
  const jacobi_t *j = basis->j;
  tern_builder_t *b = j->n->b;
  tern_value_t *last = tern_build_index_sub(b, j->columns, j->one);
  *out_column = tern_build_binary(b, TERN_ARITH(MINSI), column, last);
  *out_value = tern_build_extract(b, basis->values, TERN_VALUES(*out_column));
  tern_value_t *largest = tern_build_extract(b, basis->values, TERN_VALUES(j->zero));
  tern_value_t *limit = tern_num_mul(&j->reals, largest, tern_num_constant(&j->reals, epsilon_of(j->n->real)));
  tern_value_t *is_large = tern_build_compared_floats(b, TERN_CMPF_OGT, *out_value, limit);
  tern_value_t *is_there = tern_build_compared(b, TERN_CMPI_SLT, column, j->columns);
  return tern_build_binary(b, TERN_ARITH(ANDI), is_large, is_there);
}

static tern_value_t *build_left_element(const tern_batch_t *batch, tern_value_t *const *place, void *user) {
  const basis_t *basis = user;
  const tern_numbers_t *n = &batch->numbers;
  tern_value_t *value, *column, *is_regular = build_is_regular(basis, place[1], &value, &column);
  tern_value_t *one = tern_num_constant(&basis->j->reals, 1), *none = tern_num_constant(n, 0);
  tern_value_t *divisor = tern_num_from_real(n, tern_build_select(n->b, is_regular, value, one));
  tern_value_t *element = tern_num_div(n, tern_matrix_get(n, basis->matrix, place[0], column), divisor);
  return tern_build_select(n->b, is_regular, element, none);
}

// The row of the unit vector that is farthest from the columns so far.
static tern_value_t *build_farthest_row(const jacobi_t *j, tern_value_t *left, tern_value_t *columns) {
  tern_builder_t *b = j->n->b;
  tern_value_t *best[] = {j->zero, tern_num_constant(&j->reals, 2)};
  tern_op_t *rows = tern_loop_open(b, j->zero, j->rows, j->one, best, 2);
  tern_value_t *i = tern_scf_for_iv(rows), *sum = tern_num_constant(&j->reals, 0);
  tern_op_t *loop = tern_loop_open(b, j->zero, columns, j->one, &sum, 1);
  tern_value_t *element = tern_matrix_get(j->n, left, i, tern_scf_for_iv(loop));
  sum = tern_num_add(&j->reals, sum, tern_num_square(j->n, element));
  tern_loop_close(b, loop, &sum, 1);
  tern_value_t *is_farther = tern_build_compared_floats(b, TERN_CMPF_OLT, sum, best[1]);
  best[0] = tern_build_select(b, is_farther, i, best[0]);
  best[1] = tern_build_select(b, is_farther, sum, best[1]);
  tern_loop_close(b, rows, best, 2);
  return best[0];
}

// Takes from column `c` what lies along the other columns.
static void build_orthogonalization(const jacobi_t *j, tern_value_t **left, tern_value_t *columns, tern_value_t *c) {
  const tern_numbers_t *n = j->n;
  tern_op_t *others = tern_loop_open(n->b, j->zero, columns, j->one, left, 1);
  tern_value_t *k = tern_scf_for_iv(others), *none = tern_num_constant(n, 0);
  tern_value_t *is_other = tern_build_compared(n->b, TERN_CMPI_NE, k, c);
  tern_value_t *part = tern_build_select(n->b, is_other, build_column_product(j, *left, k, c), none);
  tern_op_t *rows = tern_loop_open(n->b, j->zero, j->rows, j->one, left, 1);
  tern_value_t *i = tern_scf_for_iv(rows);
  tern_value_t *change = tern_num_mul(n, tern_matrix_get(n, *left, i, k), part);
  tern_matrix_set(n, left, i, c, tern_num_sub(n, tern_matrix_get(n, *left, i, c), change));
  tern_loop_close(n->b, rows, left, 1);
  tern_loop_close(n->b, others, left, 1);
}

// Columns that are 0 become unit vectors, orthogonal to all others: Gram and Schmidt's method, twice.
static void build_completion(const basis_t *basis, tern_value_t **left, tern_extent_t count) {
  const jacobi_t *j = basis->j;
  const tern_numbers_t *n = j->n;
  tern_builder_t *b = n->b;
  tern_value_t *columns = tern_build_extent(b, count);
  tern_op_t *loop = tern_loop_open(b, j->zero, columns, j->one, left, 1);
  tern_value_t *c = tern_scf_for_iv(loop), *value, *column;
  tern_value_t *is_regular = build_is_regular(basis, c, &value, &column), *one = tern_num_constant(n, 1);
  tern_value_t *is_missing =
      tern_build_compared(b, TERN_CMPI_EQ, is_regular, tern_build_number(b, is_regular->type, 0));
  tern_op_t *guard = tern_guard_open(b, is_missing, left, 1);
  tern_value_t *row = build_farthest_row(j, *left, columns);
  tern_matrix_set(n, left, row, c, one);
  for (int pass = 0; pass < 2; ++pass) build_orthogonalization(j, left, columns, c);
  tern_value_t *norm = tern_build_math(b, TERN_MATH(SQRT), build_square_sum(j, *left, c));
  tern_value_t *divisor = tern_num_from_real(n, norm);
  tern_op_t *rows = tern_loop_open(b, j->zero, j->rows, j->one, left, 1);
  tern_value_t *i = tern_scf_for_iv(rows);
  tern_matrix_set(n, left, i, c, tern_num_div(n, tern_matrix_get(n, *left, i, c), divisor));
  tern_loop_close(b, rows, left, 1);
  tern_loop_close(b, guard, left, 1);
  tern_loop_close(b, loop, left, 1);
}

static tern_value_t *build_element_of(const tern_batch_t *batch, tern_value_t *const *place, void *user) {
  return tern_matrix_get(&batch->numbers, user, place[0], place[1]);
}

static tern_value_t *build_adjoint_element_of(const tern_batch_t *batch, tern_value_t *const *place, void *user) {
  return tern_num_conj(&batch->numbers, tern_matrix_get(&batch->numbers, user, place[1], place[0]));
}

// U and V* from the left and right vectors of the matrix that was turned.
static void build_vectors(tern_batch_t *batch, const jacobi_t *j, tern_value_t *const *sorted, tern_value_t **left,
                          tern_extent_t left_count, bool is_wide) {
  basis_t basis = {j, sorted[1], sorted[0]};
  tern_batch_fill(batch, left, build_left_element, &basis);
  build_completion(&basis, left, left_count);
  tern_batch_fill(batch, &batch->state[2], build_element_of, is_wide ? sorted[2] : *left);
  tern_batch_fill(batch, &batch->state[3], build_adjoint_element_of, is_wide ? *left : sorted[2]);
}

enum { SVD_RESULTS = 5 };

// `scratch` is sizes of the matrix that is turned, of what it is multiplied by, and of the left vectors.
static bool open_svd(tern_hlo_lowering_t *l, tern_extent_t (*scratch)[2], bool is_wide, tern_batch_t *out_batch) {
  tern_value_t *a = l->operands.values[0];
  const tern_type_t *left = l->types[is_wide ? 3 : 2];
  size_t rank = tern_type_rank(left);
  if (rank < 2) return tern_op_error(l->op, "has singular vectors that are no matrices");
  scratch[0][0] = tern_matrix_extent(l->b, a, is_wide ? 1 : 0);
  scratch[0][1] = scratch[1][0] = scratch[1][1] = tern_matrix_extent(l->b, a, is_wide ? 0 : 1);
  scratch[2][0] = tern_extent_of(tern_type_dim(left, rank - (is_wide ? 1 : 2)));
  scratch[2][1] = tern_extent_of(tern_type_dim(left, rank - (is_wide ? 2 : 1)));
  return tern_batch_open_with_scratch(l, 0, SVD_RESULTS, scratch, 3, out_batch);
}

bool tern_lapack_gesdd(tern_hlo_lowering_t *l) {
  tern_batch_t batch;
  if (!tern_lapack_has_shape(l, 1, SVD_RESULTS)) return false;
  if (tern_batch_is_empty(l)) return true;
  tern_value_t *a = l->operands.values[0];
  tern_extent_t rows = tern_matrix_extent(l->b, a, 0), columns = tern_matrix_extent(l->b, a, 1), scratch[3][2];
  if (rows.value || columns.value) {
    tern_op_error(l->op, "has singular values of %s, whose rows and columns must be known", tern_type_text(a->type));
    tern_emit_note(l->op->loc, "only the dimensions of the batch may be dynamic");
    return false;
  }
  bool is_wide = rows.constant < columns.constant;
  if (!open_svd(l, scratch, is_wide, &batch)) return false;
  const tern_numbers_t *n = &batch.numbers;
  jacobi_t j = start(n, scratch[0][0], scratch[0][1]);
  tern_value_t **state = batch.state + SVD_RESULTS;
  tern_batch_fill(&batch, &state[0], build_tall_element, &is_wide);
  tern_batch_fill(&batch, &state[1], tern_element_identity, NULL);
  build_sweeps(&j, state, turn_columns, NULL);
  const void *context[] = {&j, state[0]};
  tern_batch_fill(&batch, &batch.state[1], build_norm_element, context);
  tern_value_t *sorted[] = {batch.state[1], state[0], state[1]}, *heights[] = {NULL, j.rows, j.columns};
  build_order(&j, sorted, 3, heights, TERN_CMPF_OGT);
  if (tern_lapack_option(l->op, "mode", 'A') == 'N') {
    for (size_t i = 2; i < 4; ++i) {
      tern_batch_fill(&batch, &batch.state[i], tern_element_zero, (void *)n->type);
    }
  } else {
    build_vectors(&batch, &j, sorted, &state[2], scratch[2][1], is_wide);
  }
  batch.state[1] = sorted[0];
  state[0] = sorted[1];
  state[1] = sorted[2];
  tern_batch_fill(&batch, &batch.state[0], tern_element_zero, (void *)n->type);
  tern_batch_fill(&batch, &batch.state[4], tern_element_zero, (void *)tern_type_element(l->types[4]));
  tern_batch_close(&batch);
  return true;
}

// cholesky and triangular_solve, as loops; also as calls of LAPACK's functions (lapack_calls.h).
//
// Matrices of a batch, and the right-hand sides of a system, are independent; a decomposition is column by column
// (Cholesky-Crout), a solution is substitution. Floats of less than 32 bits are computed with as f32.

#include "convert/stablehlo/linear_algebra/lapack_calls.h"
#include "convert/stablehlo/linear_algebra/matrix_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/math/math.h"
#include "dialect/scf/build.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

static bool read_flag(const tern_op_t *op, const char *name) { return tern_hlo_int_entry(op, name, 0) != 0; }

// The element (row, column) of a matrix whose batch dimensions are at `batch`, as a number to compute with.
static tern_value_t *build_matrix_read(tern_builder_t *b, tern_value_t *tensor, tern_value_t *const *batch,
                                       tern_value_t *row, tern_value_t *column) {
  tern_value_t *indices[MAX_RANK];
  size_t rank = tern_type_rank(tensor->type);
  for (size_t i = 0; i + 2 < rank; ++i) indices[i] = batch[i];
  indices[rank - 2] = row;
  indices[rank - 1] = column;
  return tern_num_widen(b, tern_build_extract(b, tensor, (tern_values_t){indices, rank}));
}

// What was computed, as a tensor of `element`: `state` itself unless it is wider.
static tern_value_t *build_narrowed(tern_builder_t *b, tern_value_t *state, const tern_type_t *element,
                                    const tern_part_t *part) {
  if (tern_type_element(state->type) == element) return state;
  tern_value_t *narrowed = tern_build_empty_part(b, element, part);
  tern_extent_t sizes[MAX_RANK];
  size_t rank = 0;
  for (size_t d = 0; d < part->rank; ++d) {
    if (!part->is_dropped[d]) sizes[rank++] = part->sizes[d];
  }
  tern_loop_nest_t nest;
  tern_loop_nest_open(b, sizes, rank, &narrowed, 1, &nest);
  tern_values_t place = {nest.ivs, rank};
  tern_value_t *value = tern_num_narrow(b, tern_build_extract(b, state, place), element);
  narrowed = tern_build_insert(b, value, narrowed, place);
  tern_loop_nest_close(b, &nest, &narrowed, 1);
  return narrowed;
}

// --- cholesky ---

// The matrix is read and the factor is kept as if it were the lower one, L with A = L L*. The upper one is L*.
typedef struct cholesky {
  tern_value_t *a;
  tern_value_t *const *batch;
  bool is_lower;
  tern_numbers_t n;
  tern_value_t *size, *zero, *one;  // indices
} cholesky_t;

static tern_value_t *build_input(tern_builder_t *b, const cholesky_t *c, tern_value_t *i, tern_value_t *j) {
  return c->is_lower ? build_matrix_read(b, c->a, c->batch, i, j)
                     : tern_build_conjugate(b, build_matrix_read(b, c->a, c->batch, j, i));
}

static tern_value_t *build_factor_read(tern_builder_t *b, const cholesky_t *c, tern_value_t *factor, tern_value_t *i,
                                       tern_value_t *j) {
  return c->is_lower ? tern_build_extract(b, factor, TERN_VALUES(i, j))
                     : tern_build_conjugate(b, tern_build_extract(b, factor, TERN_VALUES(j, i)));
}

static tern_value_t *build_factor_write(tern_builder_t *b, const cholesky_t *c, tern_value_t *value,
                                        tern_value_t *factor, tern_value_t *i, tern_value_t *j) {
  return c->is_lower ? tern_build_insert(b, value, factor, TERN_VALUES(i, j))
                     : tern_build_insert(b, tern_build_conjugate(b, value), factor, TERN_VALUES(j, i));
}

// A[i, j] less the product of the rows i and j of the factor so far. The product is summed up on its own, as by LAPACK: what
// is left of a nearly singular matrix has few digits, and they depend on the order of additions.
static tern_value_t *build_rest(tern_builder_t *b, const cholesky_t *c, tern_value_t *factor, tern_value_t *i,
                                tern_value_t *j) {
  tern_value_t *sum = tern_num_constant(&c->n, 0);
  tern_op_t *loop = tern_loop_open(b, c->zero, j, c->one, &sum, 1);
  tern_value_t *k = tern_scf_for_iv(loop);
  tern_value_t *rhs = tern_build_conjugate(b, build_factor_read(b, c, factor, j, k));
  sum = tern_num_add_product(&c->n, sum, build_factor_read(b, c, factor, i, k), rhs);
  tern_loop_close(b, loop, &sum, 1);
  return tern_num_sub(&c->n, build_input(b, c, i, j), sum);
}

// The diagonal is real, whatever its type.
static void build_factorization(tern_builder_t *b, const cholesky_t *c, tern_value_t **state) {
  tern_numbers_t reals = tern_real_numbers(&c->n);
  tern_op_t *columns = tern_loop_open(b, c->zero, c->size, c->one, state, 1);
  tern_value_t *j = tern_scf_for_iv(columns);
  tern_value_t *root = tern_num_real_part(&c->n, build_rest(b, c, state[0], j, j));
  root = tern_build_math(b, TERN_MATH(SQRT), root);
  tern_value_t *reciprocal = tern_num_reciprocal(&reals, root);
  state[0] = build_factor_write(b, c, tern_num_from_real(&c->n, root), state[0], j, j);
  tern_op_t *rows = tern_loop_open(b, tern_build_index_add(b, j, c->one), c->size, c->one, state, 1);
  tern_value_t *i = tern_scf_for_iv(rows);
  tern_value_t *rest = build_rest(b, c, state[0], i, j);
  tern_value_t *real = tern_num_divide_by(&reals, tern_num_real_part(&c->n, rest), root, reciprocal);
  tern_value_t *imaginary = tern_num_imaginary_part(&c->n, rest);
  if (c->n.type != c->n.real) imaginary = tern_num_divide_by(&reals, imaginary, root, reciprocal);
  state[0] = build_factor_write(b, c, tern_num_from_parts(&c->n, real, imaginary), state[0], i, j);
  tern_loop_close(b, rows, state, 1);
  tern_loop_close(b, columns, state, 1);
}

// What is on the other side of the diagonal is zero, or stays.
static bool build_cholesky(tern_hlo_lowering_t *l, bool is_lower, bool keeps_rest) {
  tern_builder_t *b = l->b;
  tern_value_t *a = l->operands.values[0];
  const tern_type_t *element = tern_type_element(a->type), *type = tern_num_computed_in(element);
  size_t rank = tern_type_rank(a->type);
  if (tern_hlo_has_no_elements(a->type)) return tern_hlo_keep_operands(l, 0);
  tern_part_t part;
  tern_part_of_all(b, a, &part);
  tern_value_t *output = tern_build_empty(b, l->types[0], part.sizes);
  tern_forall_t forall;
  tern_forall_open(b, part.sizes, rank - 2, TERN_VALUES(output), &forall);
  for (size_t d = 0; d + 2 < rank; ++d) tern_part_drop(&part, d, forall.ivs[d]);
  cholesky_t c = {.a = a,
                  .batch = forall.ivs,
                  .is_lower = is_lower,
                  .n = tern_numbers_of(b, type),
                  .size = tern_build_extent(b, part.sizes[rank - 1]),
                  .zero = tern_build_index(b, 0),
                  .one = tern_build_index(b, 1)};
  tern_value_t *state = tern_build_empty_part(b, type, &part);
  tern_loop_nest_t nest;
  tern_loop_nest_open(b, &part.sizes[rank - 2], 2, &state, 1, &nest);
  tern_value_t *rest =
      keeps_rest ? build_matrix_read(b, a, forall.ivs, nest.ivs[0], nest.ivs[1]) : tern_build_scalar_number(b, type, 0);
  state = tern_build_insert(b, rest, state, (tern_values_t){nest.ivs, 2});
  tern_loop_nest_close(b, &nest, &state, 1);
  build_factorization(b, &c, &state);
  state = build_narrowed(b, state, element, &part);
  const tern_part_t *parts = &part;
  tern_forall_close(b, &forall, &state, &parts, l->results);
  return true;
}

static bool lower_cholesky(tern_hlo_lowering_t *l) { return build_cholesky(l, read_flag(l->op, "lower"), false); }

// The first diagonal element of the factor that is not positive, counted from 1; 0 if there is none.
static tern_value_t *build_failure(const tern_batch_t *batch, tern_value_t *factor) {
  tern_builder_t *b = batch->l->b;
  const tern_numbers_t *n = &batch->numbers;
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  tern_value_t *info = tern_build_number(b, i32, 0), *size = tern_build_extent(b, tern_batch_extent(batch, 0, 0));
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1);
  tern_op_t *loop = tern_loop_open(b, zero, size, one, &info, 1);
  tern_value_t *k = tern_scf_for_iv(loop), *place[MAX_RANK];
  for (size_t d = 0; d < batch->rank; ++d) place[d] = batch->forall.ivs[d];
  place[batch->rank] = place[batch->rank + 1] = k;
  tern_value_t *root = tern_num_real_part(n, tern_build_extract(b, factor, (tern_values_t){place, batch->rank + 2}));
  tern_value_t *nothing = tern_build_number(b, n->real, 0);
  tern_value_t *is_none = tern_build_compared_floats(b, TERN_CMPF_ULE, root, nothing);
  tern_value_t *is_first = tern_build_compared(b, TERN_CMPI_EQ, info, tern_build_number(b, i32, 0));
  tern_value_t *column = tern_build_i32_of(b, tern_build_index_add(b, k, one));
  info = tern_build_select(b, tern_build_binary(b, TERN_ARITH(ANDI), is_none, is_first), column, info);
  tern_loop_close(b, loop, &info, 1);
  return info;
}

bool tern_lapack_potrf(tern_hlo_lowering_t *l) {
  bool is_lower = tern_lapack_option(l->op, "uplo", 'L') == 'L';
  if (!tern_lapack_has_shape(l, 1, 2)) return false;
  if (tern_batch_is_empty(l)) return true;
  if (!build_cholesky(l, is_lower, true)) return false;
  tern_batch_t batch;
  if (!tern_batch_open(l, 1, 1, &batch)) return false;
  batch.state[0] = tern_build_insert(l->b, build_failure(&batch, l->results[0]), batch.state[0], (tern_values_t){0});
  tern_batch_close(&batch);
  return true;
}

// --- triangular_solve ---

// The values of the transpose enumeration.
enum { TRANSPOSE_INVALID, NO_TRANSPOSE, TRANSPOSE, ADJOINT };

// Real coefficients are taken in groups of this many, as by LAPACK's kernels: the products with what is known from the groups
// before are summed up first, then those with what is known of the group itself. Results of ill-conditioned systems depend on
// that order in their last digits.
enum { GROUP = 4 };

// M x = y for one column x; M is op(a), or for x op(a) = y the transpose of that.
typedef struct substitution {
  tern_value_t *a;
  tern_value_t *const *batch;
  bool is_swapped, is_conjugated, is_forward, has_unit_diagonal;
  tern_numbers_t n;
  tern_value_t *size, *zero, *one;
} substitution_t;

static tern_value_t *build_coefficient(tern_builder_t *b, const substitution_t *s, tern_value_t *i, tern_value_t *k) {
  tern_value_t *element = build_matrix_read(b, s->a, s->batch, s->is_swapped ? k : i, s->is_swapped ? i : k);
  return s->is_conjugated ? tern_build_conjugate(b, element) : element;
}

// The row that is solved for in a step.
static tern_value_t *build_row_of(tern_builder_t *b, const substitution_t *s, tern_value_t *step) {
  if (s->is_forward) return step;
  return tern_build_index_sub(b, tern_build_index_sub(b, s->size, s->one), step);
}

// `sum` with M[i, k] x[k] added or subtracted for the rows k of the steps from `first` to `end`.
static tern_value_t *build_products(tern_builder_t *b, const substitution_t *s, tern_value_t *sum, tern_value_t *i,
                                    tern_value_t *first, tern_value_t *end, tern_value_t *x, bool is_added) {
  tern_op_t *loop = tern_loop_open(b, first, end, s->one, &sum, 1);
  tern_value_t *k = build_row_of(b, s, tern_scf_for_iv(loop));
  tern_value_t *coefficient = build_coefficient(b, s, i, k), *known = tern_build_extract(b, x, TERN_VALUES(k));
  sum = is_added ? tern_num_add_product(&s->n, sum, coefficient, known)
                 : tern_num_sub_product(&s->n, sum, coefficient, known);
  tern_loop_close(b, loop, &sum, 1);
  return sum;
}

// `place` is that of the element of b to solve for, but for its dimension `dim`.
static void build_substitution(tern_builder_t *b, const substitution_t *s, tern_value_t *rhs, tern_value_t **place,
                               size_t dim, tern_value_t **state) {
  tern_op_t *rows = tern_loop_open(b, s->zero, s->size, s->one, state, 1);
  tern_value_t *step = tern_scf_for_iv(rows), *i = build_row_of(b, s, step);
  place[dim] = i;
  tern_value_t *sum = tern_build_extract(b, rhs, (tern_values_t){place, tern_type_rank(rhs->type)});
  sum = tern_num_widen(b, sum);
  tern_value_t *first = s->zero;
  if (s->n.type == s->n.real) {
    tern_value_t *rest = tern_build_binary(b, TERN_ARITH(REMUI), step, tern_build_index(b, GROUP));
    first = tern_build_index_sub(b, step, rest);
    tern_value_t *before = build_products(b, s, tern_num_constant(&s->n, 0), i, s->zero, first, state[0], true);
    sum = tern_num_sub(&s->n, sum, before);
  }
  sum = build_products(b, s, sum, i, first, step, state[0], false);
  if (!s->has_unit_diagonal) {
    tern_value_t *pivot = build_coefficient(b, s, i, i);
    sum = tern_num_divide_by(&s->n, sum, pivot, tern_num_reciprocal(&s->n, pivot));
  }
  state[0] = tern_build_insert(b, sum, state[0], TERN_VALUES(i));
  tern_loop_close(b, rows, state, 1);
}

typedef struct triangle {
  bool is_left, is_lower, has_unit_diagonal;
  int64_t transpose;
} triangle_t;

static bool build_triangular_solve(tern_hlo_lowering_t *l, const triangle_t *t) {
  tern_builder_t *b = l->b;
  tern_value_t *rhs = l->operands.values[1];
  const tern_type_t *element = tern_type_element(rhs->type), *type = tern_num_computed_in(element);
  size_t rank = tern_type_rank(rhs->type);
  if (tern_hlo_has_no_elements(rhs->type)) return tern_hlo_keep_operands(l, 1);
  bool is_transposed = t->transpose == TRANSPOSE || t->transpose == ADJOINT;
  size_t dim = t->is_left ? rank - 2 : rank - 1, other = t->is_left ? rank - 1 : rank - 2;
  tern_part_t part;
  tern_part_of_all(b, rhs, &part);
  tern_extent_t ends[MAX_RANK];
  for (size_t d = 0; d + 2 < rank; ++d) ends[d] = part.sizes[d];
  ends[rank - 2] = part.sizes[other];
  tern_value_t *output = tern_build_empty(b, l->types[0], part.sizes), *place[MAX_RANK];
  tern_forall_t forall;
  tern_forall_open(b, ends, rank - 1, TERN_VALUES(output), &forall);
  for (size_t d = 0; d + 1 < rank; ++d) {
    size_t target = d + 2 < rank ? d : other;
    tern_part_drop(&part, target, forall.ivs[d]);
    place[target] = forall.ivs[d];
  }
  substitution_t s = {.a = l->operands.values[0],
                      .batch = forall.ivs,
                      .is_swapped = is_transposed == t->is_left,
                      .is_conjugated = t->transpose == ADJOINT,
                      .is_forward = t->is_lower == (is_transposed != t->is_left),
                      .has_unit_diagonal = t->has_unit_diagonal,
                      .n = tern_numbers_of(b, type),
                      .size = tern_build_extent(b, part.sizes[dim]),
                      .zero = tern_build_index(b, 0),
                      .one = tern_build_index(b, 1)};
  tern_value_t *state = tern_build_empty_part(b, type, &part);
  build_substitution(b, &s, rhs, place, dim, &state);
  state = build_narrowed(b, state, element, &part);
  const tern_part_t *parts = &part;
  tern_forall_close(b, &forall, &state, &parts, l->results);
  return true;
}

static bool lower_triangular_solve(tern_hlo_lowering_t *l) {
  triangle_t t = {.is_left = read_flag(l->op, "left_side"),
                  .is_lower = read_flag(l->op, "lower"),
                  .has_unit_diagonal = read_flag(l->op, "unit_diagonal"),
                  .transpose = tern_enum_attr_value(tern_op_attr(l->op, "transpose_a"))};
  return build_triangular_solve(l, &t);
}

bool tern_lapack_trsm(tern_hlo_lowering_t *l) {
  if (!tern_lapack_has_shape(l, 2, 1)) return false;
  int transpose = tern_lapack_option(l->op, "trans_x", 'N');
  triangle_t t = {.is_left = tern_lapack_option(l->op, "side", 'L') == 'L',
                  .is_lower = tern_lapack_option(l->op, "uplo", 'L') == 'L',
                  .has_unit_diagonal = tern_lapack_option(l->op, "diag", 'N') == 'U',
                  .transpose = transpose == 'T'   ? TRANSPOSE
                               : transpose == 'C' ? ADJOINT
                                                  : NO_TRANSPOSE};
  return build_triangular_solve(l, &t);
}

const tern_hlo_lowering_row_t tern_hlo_linear_algebra_lowerings[] = {
    {TERN_HLO_CHOLESKY, lower_cholesky},
    {TERN_HLO_TRIANGULAR_SOLVE, lower_triangular_solve},
    {TERN_HLO_NONE, NULL},
};

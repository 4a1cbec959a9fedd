// cholesky and triangular_solve, as loops; also as calls of LAPACK's functions (lapack_calls.h).
//
// Matrices of a batch, and the right-hand sides of a system, are independent; a decomposition is column by column
// (Cholesky-Crout), a solution is substitution.

#include "convert/stablehlo/lapack_calls.h"
#include "convert/stablehlo/matrix_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/complex/complex.h"
#include "dialect/math/math.h"
#include "dialect/scf/build.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

static bool read_flag(const tern_op_t *op, const char *name) { return tern_hlo_int_entry(op, name, 0) != 0; }

// The element (row, column) of a matrix whose batch dimensions are at `batch`.
static tern_value_t *build_matrix_read(tern_builder_t *b, tern_value_t *tensor, tern_value_t *const *batch,
                                       tern_value_t *row, tern_value_t *column) {
  tern_value_t *indices[MAX_RANK];
  size_t rank = tern_type_rank(tensor->type);
  for (size_t i = 0; i + 2 < rank; ++i) indices[i] = batch[i];
  indices[rank - 2] = row;
  indices[rank - 1] = column;
  return tern_build_extract(b, tensor, (tern_values_t){indices, rank});
}

// --- cholesky ---

// The matrix is read and the factor is kept as if it were the lower one, L with A = L L*. The upper one is L*.
typedef struct cholesky {
  tern_value_t *a;
  tern_value_t *const *batch;
  bool is_lower;
  tern_number_ops_t ops;
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

// A[i, j] less the product of the rows i and j of the factor so far.
static tern_value_t *build_rest(tern_builder_t *b, const cholesky_t *c, tern_value_t *factor, tern_value_t *i,
                                tern_value_t *j) {
  tern_value_t *sum = build_input(b, c, i, j);
  tern_op_t *loop = tern_loop_open(b, c->zero, j, c->one, &sum, 1);
  tern_value_t *k = tern_scf_for_iv(loop);
  tern_value_t *rhs = tern_build_conjugate(b, build_factor_read(b, c, factor, j, k));
  tern_value_t *product = tern_build_binary(b, c->ops.mul, build_factor_read(b, c, factor, i, k), rhs);
  sum = tern_build_binary(b, c->ops.sub, sum, product);
  tern_loop_close(b, loop, &sum, 1);
  return sum;
}

// The root of a number that is real, whatever its type.
static tern_value_t *build_root(tern_builder_t *b, tern_value_t *x) {
  if (x->type->kind != TERN_TYPE_COMPLEX) {
    return tern_build_value(b, TERN_MATH(SQRT), .operands = TERN_VALUES(x), .types = TERN_TYPES(x->type));
  }
  tern_value_t *real = tern_build_value(b, TERN_COMPLEX(RE), .operands = TERN_VALUES(x));
  real = tern_build_value(b, TERN_MATH(SQRT), .operands = TERN_VALUES(real), .types = TERN_TYPES(real->type));
  return tern_build_value(b, TERN_COMPLEX(CREATE), .operands = TERN_VALUES(real, tern_build_number(b, real->type, 0)),
                          .types = TERN_TYPES(x->type));
}

static void build_factorization(tern_builder_t *b, const cholesky_t *c, tern_value_t **state) {
  tern_op_t *columns = tern_loop_open(b, c->zero, c->size, c->one, state, 1);
  tern_value_t *j = tern_scf_for_iv(columns);
  tern_value_t *root = build_root(b, build_rest(b, c, state[0], j, j));
  state[0] = build_factor_write(b, c, root, state[0], j, j);
  tern_op_t *rows = tern_loop_open(b, tern_build_index_add(b, j, c->one), c->size, c->one, state, 1);
  tern_value_t *i = tern_scf_for_iv(rows);
  tern_value_t *element = tern_build_binary(b, c->ops.div, build_rest(b, c, state[0], i, j), root);
  state[0] = build_factor_write(b, c, element, state[0], i, j);
  tern_loop_close(b, rows, state, 1);
  tern_loop_close(b, columns, state, 1);
}

// What is on the other side of the diagonal is zero, or stays.
static bool build_cholesky(tern_hlo_lowering_t *l, bool is_lower, bool keeps_rest) {
  tern_builder_t *b = l->b;
  tern_value_t *a = l->operands.values[0];
  const tern_type_t *element = tern_type_element(a->type);
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
                  .ops = tern_number_ops_of(element),
                  .size = tern_build_extent(b, part.sizes[rank - 1]),
                  .zero = tern_build_index(b, 0),
                  .one = tern_build_index(b, 1)};
  tern_value_t *state = tern_build_empty_part(b, element, &part);
  tern_loop_nest_t nest;
  tern_loop_nest_open(b, &part.sizes[rank - 2], 2, &state, 1, &nest);
  tern_value_t *rest = keeps_rest ? build_matrix_read(b, a, forall.ivs, nest.ivs[0], nest.ivs[1])
                                  : tern_build_scalar_number(b, element, 0);
  state = tern_build_insert(b, rest, state, (tern_values_t){nest.ivs, 2});
  tern_loop_nest_close(b, &nest, &state, 1);
  build_factorization(b, &c, &state);
  const tern_part_t *parts = &part;
  tern_forall_close(b, &forall, &state, &parts, l->results);
  return true;
}

static bool lower_cholesky(tern_hlo_lowering_t *l) { return build_cholesky(l, read_flag(l->op, "lower"), false); }

// The first diagonal element of the factor that is no number, counted from 1; 0 if there is none.
static tern_value_t *build_failure(const tern_batch_t *batch, tern_value_t *factor) {
  tern_builder_t *b = batch->l->b;
  const tern_numbers_t *n = &batch->numbers;
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  tern_value_t *info = tern_build_number(b, i32, 0), *size = tern_build_index(b, tern_batch_extent(batch, 0, 0));
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1);
  tern_op_t *loop = tern_loop_open(b, zero, size, one, &info, 1);
  tern_value_t *k = tern_scf_for_iv(loop), *place[MAX_RANK];
  for (size_t d = 0; d < batch->rank; ++d) place[d] = batch->forall.ivs[d];
  place[batch->rank] = place[batch->rank + 1] = k;
  tern_value_t *root = tern_num_real_part(n, tern_build_extract(b, factor, (tern_values_t){place, batch->rank + 2}));
  tern_value_t *is_none = tern_build_compared_floats(b, TERN_CMPF_UNO, root, root);
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

// M x = y for one column x; M is op(a), or for x op(a) = y the transpose of that.
typedef struct substitution {
  tern_value_t *a;
  tern_value_t *const *batch;
  bool is_swapped, is_conjugated, is_forward, has_unit_diagonal;
  tern_number_ops_t ops;
  tern_value_t *size, *zero, *one;
} substitution_t;

static tern_value_t *build_coefficient(tern_builder_t *b, const substitution_t *s, tern_value_t *i, tern_value_t *k) {
  tern_value_t *element = build_matrix_read(b, s->a, s->batch, s->is_swapped ? k : i, s->is_swapped ? i : k);
  return s->is_conjugated ? tern_build_conjugate(b, element) : element;
}

// `place` is that of the element of b to solve for, but for its dimension `dim`.
static void build_substitution(tern_builder_t *b, const substitution_t *s, tern_value_t *rhs, tern_value_t **place,
                               size_t dim, tern_value_t **state) {
  tern_op_t *rows = tern_loop_open(b, s->zero, s->size, s->one, state, 1);
  tern_value_t *i = tern_scf_for_iv(rows);
  if (!s->is_forward) i = tern_build_index_sub(b, tern_build_index_sub(b, s->size, s->one), i);
  place[dim] = i;
  tern_value_t *sum = tern_build_extract(b, rhs, (tern_values_t){place, tern_type_rank(rhs->type)});
  tern_value_t *first = s->is_forward ? s->zero : tern_build_index_add(b, i, s->one);
  tern_op_t *known = tern_loop_open(b, first, s->is_forward ? i : s->size, s->one, &sum, 1);
  tern_value_t *k = tern_scf_for_iv(known);
  tern_value_t *product =
      tern_build_binary(b, s->ops.mul, build_coefficient(b, s, i, k), tern_build_extract(b, state[0], TERN_VALUES(k)));
  sum = tern_build_binary(b, s->ops.sub, sum, product);
  tern_loop_close(b, known, &sum, 1);
  if (!s->has_unit_diagonal) sum = tern_build_binary(b, s->ops.div, sum, build_coefficient(b, s, i, i));
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
  const tern_type_t *element = tern_type_element(rhs->type);
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
                      .ops = tern_number_ops_of(element),
                      .size = tern_build_extent(b, part.sizes[dim]),
                      .zero = tern_build_index(b, 0),
                      .one = tern_build_index(b, 1)};
  tern_value_t *state = tern_build_empty_part(b, element, &part);
  build_substitution(b, &s, rhs, place, dim, &state);
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

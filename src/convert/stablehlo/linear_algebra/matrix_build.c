// Builders for algorithms on the matrices of a batch.

#include "convert/stablehlo/linear_algebra/matrix_build.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/complex/complex.h"
#include "dialect/math/math.h"
#include "dialect/scf/build.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// --- numbers ---

tern_numbers_t tern_numbers_of(tern_builder_t *b, const tern_type_t *type) {
  const tern_type_t *real = type->kind == TERN_TYPE_COMPLEX ? tern_type_element(type) : type;
  return (tern_numbers_t){b, type, real, tern_number_ops_of(type), tern_number_ops_of(real)};
}

tern_numbers_t tern_real_numbers(const tern_numbers_t *n) { return tern_numbers_of(n->b, n->real); }

static bool is_complex(const tern_numbers_t *n) { return n->type != n->real; }

tern_value_t *tern_num_constant(const tern_numbers_t *n, double value) {
  return tern_build_scalar_number(n->b, n->type, value);
}

tern_value_t *tern_num_real_part(const tern_numbers_t *n, tern_value_t *x) {
  return is_complex(n) ? tern_build_value(n->b, TERN_COMPLEX(RE), .operands = TERN_VALUES(x)) : x;
}

tern_value_t *tern_num_imaginary_part(const tern_numbers_t *n, tern_value_t *x) {
  return is_complex(n) ? tern_build_value(n->b, TERN_COMPLEX(IM), .operands = TERN_VALUES(x))
                       : tern_build_number(n->b, n->real, 0);
}

tern_value_t *tern_num_from_parts(const tern_numbers_t *n, tern_value_t *real, tern_value_t *imaginary) {
  if (!is_complex(n)) return real;
  return tern_build_value(n->b, TERN_COMPLEX(CREATE), .operands = TERN_VALUES(real, imaginary),
                          .types = TERN_TYPES(n->type));
}

tern_value_t *tern_num_from_real(const tern_numbers_t *n, tern_value_t *real) {
  return is_complex(n) ? tern_num_from_parts(n, real, tern_build_number(n->b, n->real, 0)) : real;
}

tern_value_t *tern_num_square(const tern_numbers_t *n, tern_value_t *x) {
  tern_value_t *real = tern_num_real_part(n, x);
  tern_value_t *square = tern_build_binary(n->b, n->real_ops.mul, real, real);
  if (!is_complex(n)) return square;
  tern_value_t *imaginary = tern_num_imaginary_part(n, x);
  return tern_build_binary(n->b, n->real_ops.add, square,
                           tern_build_binary(n->b, n->real_ops.mul, imaginary, imaginary));
}

tern_value_t *tern_build_math(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(x->type));
}

const tern_type_t *tern_num_computed_in(const tern_type_t *type) {
  bool is_narrow = tern_type_is_float(type) && tern_type_bit_width(type) < 32;
  return is_narrow ? tern_float_type_get(type->context, TERN_TYPE_F32) : type;
}

tern_value_t *tern_num_widen(tern_builder_t *b, tern_value_t *x) {
  const tern_type_t *type = tern_num_computed_in(x->type);
  if (type == x->type) return x;
  return tern_build_value(b, TERN_ARITH(EXTF), .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

tern_value_t *tern_num_narrow(tern_builder_t *b, tern_value_t *x, const tern_type_t *type) {
  if (type == x->type) return x;
  return tern_build_value(b, TERN_ARITH(TRUNCF), .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

static tern_value_t *build_fused(tern_builder_t *b, tern_value_t *x, tern_value_t *y, tern_value_t *sum) {
  return tern_build_value(b, TERN_MATH(FMA), .operands = TERN_VALUES(x, y, sum), .types = TERN_TYPES(sum->type));
}

static tern_value_t *build_negative(tern_builder_t *b, tern_value_t *x) {
  return tern_build_math(b, TERN_ARITH(NEGF), x);
}

tern_value_t *tern_num_add_product(const tern_numbers_t *n, tern_value_t *sum, tern_value_t *x, tern_value_t *y) {
  return is_complex(n) ? tern_num_add(n, sum, tern_num_mul(n, x, y)) : build_fused(n->b, x, y, sum);
}

tern_value_t *tern_num_sub_product(const tern_numbers_t *n, tern_value_t *sum, tern_value_t *x, tern_value_t *y) {
  return is_complex(n) ? tern_num_sub(n, sum, tern_num_mul(n, x, y))
                       : build_fused(n->b, build_negative(n->b, x), y, sum);
}

// By the larger part l and the smaller one s: with r = s / l and d = 1 / (l (1 + r^2)) the parts are d and r d.
static tern_value_t *build_complex_reciprocal(const tern_numbers_t *n, tern_value_t *x) {
  tern_builder_t *b = n->b;
  tern_numbers_t reals = tern_real_numbers(n);
  tern_value_t *real = tern_num_real_part(n, x), *imaginary = tern_num_imaginary_part(n, x);
  tern_value_t *real_size = tern_build_math(b, TERN_MATH(ABSF), real);
  tern_value_t *imaginary_size = tern_build_math(b, TERN_MATH(ABSF), imaginary);
  tern_value_t *is_real_larger = tern_build_compared_floats(b, TERN_CMPF_OGE, real_size, imaginary_size);
  tern_value_t *large = tern_build_select(b, is_real_larger, real, imaginary);
  tern_value_t *small = tern_build_select(b, is_real_larger, imaginary, real);
  tern_value_t *one = tern_num_constant(&reals, 1), *ratio = tern_num_div(&reals, small, large);
  tern_value_t *growth = tern_num_add(&reals, one, tern_num_mul(&reals, ratio, ratio));
  tern_value_t *first = tern_num_div(&reals, one, tern_num_mul(&reals, large, growth));
  tern_value_t *second = tern_num_mul(&reals, ratio, first);
  real = tern_build_select(b, is_real_larger, first, second);
  imaginary = tern_build_select(b, is_real_larger, second, first);
  return tern_num_from_parts(n, real, build_negative(b, imaginary));
}

tern_value_t *tern_num_reciprocal(const tern_numbers_t *n, tern_value_t *x) {
  return is_complex(n) ? build_complex_reciprocal(n, x) : tern_num_div(n, tern_num_constant(n, 1), x);
}

// The smallest of the normal numbers.
static double smallest_of(const tern_type_t *real) { return real->kind == TERN_TYPE_F64 ? DBL_MIN : FLT_MIN; }

// The product with the reciprocal, but the quotient where that is exact, or the reciprocal has lost digits.
tern_value_t *tern_num_divide_by(const tern_numbers_t *n, tern_value_t *x, tern_value_t *y, tern_value_t *reciprocal) {
  tern_builder_t *b = n->b;
  if (is_complex(n)) return tern_num_mul(n, x, reciprocal);
  tern_value_t *quotient = tern_num_div(n, x, y), *size = tern_build_math(b, TERN_MATH(ABSF), reciprocal);
  tern_value_t *rest = tern_num_sub_product(n, x, quotient, y);
  tern_value_t *is_exact = tern_build_compared_floats(b, TERN_CMPF_OEQ, rest, tern_num_constant(n, 0));
  tern_value_t *least = tern_num_constant(n, smallest_of(n->real)), *infinity = tern_num_constant(n, INFINITY);
  tern_value_t *is_small = tern_build_compared_floats(b, TERN_CMPF_OLT, size, least);
  tern_value_t *is_huge = tern_build_compared_floats(b, TERN_CMPF_OEQ, size, infinity);
  tern_value_t *is_better = tern_build_binary(b, TERN_ARITH(ORI), is_small, is_huge);
  is_better = tern_build_binary(b, TERN_ARITH(ORI), is_better, is_exact);
  return tern_build_select(b, is_better, quotient, tern_num_mul(n, x, reciprocal));
}

tern_value_t *tern_build_compared_floats(tern_builder_t *b, int64_t predicate, tern_value_t *x, tern_value_t *y) {
  const tern_attr_t *attr = tern_integer_attr_get(tern_i_type_get(b->context, 64), predicate);
  return tern_build_value(b, TERN_ARITH(CMPF), .operands = TERN_VALUES(x, y),
                          .types = TERN_TYPES(tern_i_type_get(b->context, 1)),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

tern_value_t *tern_build_i32_of(tern_builder_t *b, tern_value_t *index) {
  return tern_build_number_from_index(b, index, tern_i_type_get(b->context, 32));
}

// --- batches ---

// Do all results and operands start with the batch dimensions, as far as that is known?
static bool has_batch_shapes(const tern_batch_t *batch) {
  const tern_hlo_lowering_t *l = batch->l;
  const tern_type_t *first = l->operands.values[0]->type;
  const tern_attr_t *shapes = tern_op_attr(l->op, "indices_of_shape_operands");
  size_t operand_count = l->operands.count - (shapes ? tern_int_list_attr_count(shapes) : 0);
  for (size_t i = 0; i < l->op->result_count + operand_count; ++i) {
    bool is_result = i < l->op->result_count;
    const tern_type_t *type = is_result ? l->types[i] : l->operands.values[i - l->op->result_count]->type;
    if (type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) < batch->rank) return false;
    for (size_t d = 0; d < batch->rank; ++d) {
      int64_t size = tern_type_dim(type, d), batch_size = tern_type_dim(first, d);
      if (size != TERN_DYNAMIC && batch_size != TERN_DYNAMIC && size != batch_size) return false;
    }
    if (is_result && !shapes && !tern_type_has_static_shape(type)) return false;
  }
  return true;
}

// The sizes of a result: those of the batch, and behind them what its type says, else what the operand for its shape says.
static void build_result_sizes(const tern_batch_t *batch, size_t result, const tern_extent_t *batch_sizes,
                               tern_extent_t *out_sizes) {
  const tern_hlo_lowering_t *l = batch->l;
  const tern_type_t *type = l->types[result];
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    int64_t size = tern_type_dim(type, d);
    out_sizes[d] = d < batch->rank ? batch_sizes[d] : tern_extent_of(size);
    if (d < batch->rank || size != TERN_DYNAMIC) continue;
    size_t operand = l->operands.count - l->op->result_count + result;
    tern_value_t *entry = tern_build_element_at(l->b, l->operands.values[operand], (int64_t)d);
    out_sizes[d] = tern_extent_of_value(tern_build_index_from(l->b, entry, tern_hlo_written_element(l->op, operand)));
  }
}

bool tern_batch_open(tern_hlo_lowering_t *l, size_t first, size_t count, tern_batch_t *out_batch) {
  return tern_batch_open_with_scratch(l, first, count, NULL, 0, out_batch);
}

bool tern_batch_open_with_scratch(tern_hlo_lowering_t *l, size_t first, size_t count, const tern_extent_t (*scratch)[2],
                                  size_t scratch_count, tern_batch_t *out_batch) {
  tern_builder_t *b = l->b;
  const tern_type_t *type = l->operands.values[0]->type;
  *out_batch = (tern_batch_t){.l = l,
                              .numbers = tern_numbers_of(b, tern_type_element(type)),
                              .first = first,
                              .count = count,
                              .state_count = count + scratch_count};
  if (tern_type_rank(type) < 2 || !tern_type_is_float(out_batch->numbers.real)) {
    return tern_op_error(l->op, "is no call of this function: its first operand must be matrices of floats");
  }
  out_batch->rank = tern_type_rank(type) - 2;
  if (!has_batch_shapes(out_batch)) {
    return tern_op_error(l->op,
                         "needs tensors of known shape, or whose shape is an operand, with the same batch dimensions");
  }
  tern_extent_t sizes[MAX_RANK];
  tern_value_t *outputs[TERN_MAX_BATCH_STATE];
  tern_build_dims(b, l->operands.values[0], sizes);
  for (size_t i = 0; i < out_batch->state_count; ++i) {
    tern_part_t *part = &out_batch->parts[i];
    *part = (tern_part_t){.rank = i < count ? tern_type_rank(l->types[first + i]) : out_batch->rank + 2};
    if (i < count) {
      build_result_sizes(out_batch, first + i, sizes, part->sizes);
      outputs[i] = tern_build_empty(b, l->types[first + i], part->sizes);
    } else {
      for (size_t d = 0; d < out_batch->rank; ++d) part->sizes[d] = sizes[d];
      memcpy(part->sizes + out_batch->rank, scratch[i - count], sizeof *scratch);
      outputs[i] = tern_build_empty_part(b, out_batch->numbers.type, part);
    }
  }
  tern_forall_open(b, sizes, out_batch->rank, (tern_values_t){outputs, out_batch->state_count}, &out_batch->forall);
  for (size_t i = 0; i < out_batch->state_count; ++i) {
    tern_part_t *part = &out_batch->parts[i];
    for (size_t d = 0; d < out_batch->rank; ++d) tern_part_drop(part, d, out_batch->forall.ivs[d]);
    out_batch->state[i] = tern_build_part(b, out_batch->forall.outputs[i], part);
  }
  return true;
}

void tern_batch_close(tern_batch_t *batch) {
  const tern_part_t *parts[TERN_MAX_BATCH_STATE];
  tern_value_t *results[TERN_MAX_BATCH_STATE];
  for (size_t i = 0; i < TERN_MAX_BATCH_STATE; ++i) parts[i] = &batch->parts[i];
  tern_forall_close(batch->l->b, &batch->forall, batch->state, parts, results);
  for (size_t i = 0; i < batch->count; ++i) batch->l->results[batch->first + i] = results[i];
  for (size_t i = 0; i < batch->state_count; ++i) tern_keep_workspace(batch->l->b, results[i], &batch->parts[i]);
}

tern_extent_t tern_matrix_extent(tern_builder_t *b, tern_value_t *tensor, size_t dim) {
  size_t rank = tern_type_rank(tensor->type);
  return rank < 2 ? tern_extent_of(0) : tern_build_dim(b, tensor, rank - 2 + dim);
}

tern_extent_t tern_smaller_extent(tern_builder_t *b, tern_extent_t x, tern_extent_t y) {
  if (!x.value && !y.value) return x.constant < y.constant ? x : y;
  return tern_extent_of_value(tern_build_index_min(b, tern_build_extent(b, x), tern_build_extent(b, y)));
}

bool tern_batch_is_empty(tern_hlo_lowering_t *l) {
  if (!tern_hlo_has_no_elements(l->operands.values[0]->type)) return false;
  for (size_t i = 0; i < l->op->result_count; ++i) {
    tern_value_t *zero = tern_build_scalar_number(l->b, tern_type_element(l->types[i]), 0);
    l->results[i] = tern_build_filled(l->b, l->types[i], NULL, zero);
  }
  return true;
}

tern_value_t *tern_batch_read(const tern_batch_t *batch, size_t operand, tern_value_t *row, tern_value_t *column) {
  tern_value_t *place[MAX_RANK];
  size_t rank = batch->rank;
  for (size_t d = 0; d < rank; ++d) place[d] = batch->forall.ivs[d];
  place[rank++] = row;
  if (column) place[rank++] = column;
  return tern_build_extract(batch->l->b, batch->l->operands.values[operand], (tern_values_t){place, rank});
}

tern_extent_t tern_batch_extent(const tern_batch_t *batch, size_t operand, size_t dim) {
  return tern_build_dim(batch->l->b, batch->l->operands.values[operand], batch->rank + dim);
}

// --- matrices ---

// The sizes of a tensor of the state, as a batch has it when it is opened.
static size_t read_state_sizes(const tern_batch_t *batch, const tern_value_t *tensor, tern_extent_t *out_sizes) {
  size_t rank = 0;
  for (size_t i = 0; i < batch->state_count; ++i) {
    if (batch->state[i] != tensor) continue;
    for (size_t d = batch->rank; d < batch->parts[i].rank; ++d) out_sizes[rank++] = batch->parts[i].sizes[d];
    break;
  }
  return rank;
}

void tern_batch_fill(const tern_batch_t *batch, tern_value_t **tensor, tern_element_fn_t element, void *user) {
  tern_builder_t *b = batch->l->b;
  tern_extent_t ends[MAX_RANK];
  size_t rank = read_state_sizes(batch, *tensor, ends);
  tern_loop_nest_t nest;
  tern_loop_nest_open(b, ends, rank, tensor, 1, &nest);
  tern_value_t *value = element(batch, nest.ivs, user);
  *tensor = tern_build_insert(b, value, *tensor, (tern_values_t){nest.ivs, rank});
  tern_loop_nest_close(b, &nest, tensor, 1);
}

tern_value_t *tern_element_zero(const tern_batch_t *batch, tern_value_t *const *place, void *user) {
  (void)place;
  return tern_build_scalar_number(batch->l->b, user, 0);
}

tern_value_t *tern_element_identity(const tern_batch_t *batch, tern_value_t *const *place, void *user) {
  (void)user;
  const tern_numbers_t *n = &batch->numbers;
  tern_value_t *is_diagonal = tern_build_compared(n->b, TERN_CMPI_EQ, place[0], place[1]);
  tern_value_t *one = tern_num_constant(n, 1), *zero = tern_num_constant(n, 0);
  return tern_build_select(n->b, is_diagonal, one, zero);
}

tern_value_t *tern_element_operand(const tern_batch_t *batch, tern_value_t *const *place, void *user) {
  return tern_batch_read(batch, *(size_t *)user, place[0], place[1]);
}

// TOSA reductions and argmax as linalg.generic; the axis comes back as a dimension of 1.

#include <math.h>

#include "convert/tosa/lowering.h"

#define MAX_RANK TERN_TOSA_MAX_RANK

typedef struct reduction {
  int id;
  bool ignores_nan, is_unsigned;
  size_t axis_loop;  // of argmax
} reduction_t;

static tern_value_t *build_step(tern_builder_t *b, const reduction_t *r, tern_value_t *x, tern_value_t *total) {
  bool is_float = tern_type_is_float(total->type);
  switch (r->id) {
    case TERN_TOSA_REDUCE_ALL: return tern_build_binary(b, TERN_ARITH(ANDI), x, total);
    case TERN_TOSA_REDUCE_ANY: return tern_build_binary(b, TERN_ARITH(ORI), x, total);
    case TERN_TOSA_REDUCE_MAX: return tern_tosa_build_extreme(b, true, r->ignores_nan, r->is_unsigned, x, total);
    case TERN_TOSA_REDUCE_MIN: return tern_tosa_build_extreme(b, false, r->ignores_nan, r->is_unsigned, x, total);
    case TERN_TOSA_REDUCE_PRODUCT:
      return tern_build_binary(b, is_float ? TERN_ARITH(MULF) : TERN_ARITH(MULI), x, total);
    default: return tern_build_binary(b, is_float ? TERN_ARITH(ADDF) : TERN_ARITH(ADDI), x, total);
  }
}

static void fill_with_step(tern_builder_t *b, tern_block_t *body, void *user) {
  tern_value_t *x = body->args[0], *total = body->args[1];
  if (tern_type_is_float(x->type)) x = tern_tosa_build_converted(b, x, x->type, total->type);
  tern_build_linalg_yield(b, TERN_VALUES(build_step(b, user, x, total)));
}

// Where NaN is ignored, the maximum of nothing but NaN is NaN: that is where it starts.
static const tern_attr_t *start_of(const reduction_t *r, const tern_type_t *element) {
  bool is_float = tern_type_is_float(element);
  bool is_extreme = r->id == TERN_TOSA_REDUCE_MAX || r->id == TERN_TOSA_REDUCE_MIN;
  if (is_extreme && is_float && r->ignores_nan) return tern_float_attr_get(element, NAN);
  switch (r->id) {
    case TERN_TOSA_REDUCE_MAX: return tern_tosa_lowest_attr(element, r->is_unsigned);
    case TERN_TOSA_REDUCE_MIN: return tern_tosa_highest_attr(element, r->is_unsigned);
    case TERN_TOSA_REDUCE_ALL: return tern_integer_attr_get(element, 1);
    case TERN_TOSA_REDUCE_PRODUCT:
      return is_float ? tern_float_attr_get(element, 1) : tern_integer_attr_get(element, 1);
    default: return is_float ? tern_float_attr_get(element, 0) : tern_integer_attr_get(element, 0);
  }
}

// Sizes of `source` without the axis.
static const tern_type_t *drop_axis(tern_builder_t *b, tern_value_t *source, size_t axis, const tern_type_t *element,
                                    tern_extent_t *out_sizes) {
  size_t rank = tern_type_rank(source->type), count = 0;
  int64_t dims[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    if (i == axis) continue;
    out_sizes[count] = tern_build_dim(b, source, i);
    dims[count++] = tern_type_dim(source->type, i);
  }
  return tern_tensor_type_get(element, dims, count, NULL);
}

// Loops are the dimensions that stay, then the axis.
static void make_maps(tern_context_t *context, size_t rank, size_t axis, const tern_affine_map_t **out_source,
                      const tern_affine_map_t **out_result) {
  const tern_affine_expr_t *exprs[MAX_RANK] = {0};
  for (size_t i = 0; i < rank; ++i) exprs[i] = tern_affine_dim(context, i == axis ? rank - 1 : i > axis ? i - 1 : i);
  *out_source = tern_affine_map_get(context, rank, 0, exprs, rank);
  for (size_t i = 0; i + 1 < rank; ++i) exprs[i] = tern_affine_dim(context, i);
  *out_result = tern_affine_map_get(context, rank, 0, exprs, rank - 1);
}

static bool lower_reduce(tern_tosa_lowering_t *l) {
  tern_builder_t *b = l->b;
  tern_value_t *source = l->operands[0];
  const tern_type_t *element = tern_type_element(source->type);
  size_t rank = tern_type_rank(source->type), axis = (size_t)tern_tosa_int(l->op, "axis", 0);
  reduction_t r = {tern_tosa_id(l->op), tern_tosa_ignores_nan(l->op),
                   tern_tosa_is_unsigned(tern_tosa_written_element(l->op, 0)), 0};
  bool is_sum = r.id == TERN_TOSA_REDUCE_SUM || r.id == TERN_TOSA_REDUCE_PRODUCT;
  const tern_type_t *total = is_sum ? tern_tosa_accumulator_of(element) : element;
  tern_extent_t sizes[MAX_RANK];
  const tern_type_t *type = drop_axis(b, source, axis, total, sizes);
  tern_value_t *start = tern_build_filled(b, type, sizes, tern_build_constant(b, start_of(&r, total)));
  const tern_affine_map_t *maps[2];
  make_maps(b->context, rank, axis, &maps[0], &maps[1]);
  tern_op_t *op =
      tern_build_tensor_generic(b, TERN_VALUES(source), TERN_VALUES(start), maps, rank - 1, 1, fill_with_step, &r);
  tern_value_t *result = tern_tosa_build_tensor_converted(b, tern_op_result(op, 0), element);
  // The axis comes back.
  int64_t dims[MAX_RANK];
  tern_extent_t result_sizes[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    result_sizes[i] = i == axis ? tern_extent_of(1) : sizes[i > axis ? i - 1 : i];
    dims[i] = i == axis ? 1 : tern_type_dim(source->type, i);
  }
  l->results[0] = tern_build_reshape(b, result, tern_type_with_shape(source->type, dims, rank), result_sizes);
  return true;
}

// The order of the loop does not matter: of equal elements the one with the lesser index stays, NaN is the greatest.
static void fill_with_argmax(tern_builder_t *b, tern_block_t *body, void *user) {
  const reduction_t *r = user;
  tern_value_t *x = body->args[0], *best_index = body->args[1], *best = body->args[2], *is_better, *is_same;
  tern_value_t *index = tern_linalg_build_index(b, r->axis_loop);
  index = tern_tosa_build_cast(b, TERN_ARITH(INDEX_CAST), index, best_index->type);
  if (tern_type_is_float(x->type)) {
    is_better = tern_tosa_build_cmpf(b, TERN_CMPF_OGT, x, best);
    is_same = tern_tosa_build_cmpf(b, TERN_CMPF_OEQ, x, best);
    if (!r->ignores_nan) {
      tern_value_t *is_nan = tern_tosa_build_cmpf(b, TERN_CMPF_UNO, x, x);
      tern_value_t *best_is_nan = tern_tosa_build_cmpf(b, TERN_CMPF_UNO, best, best);
      tern_value_t *best_is_number = tern_tosa_build_cmpf(b, TERN_CMPF_ORD, best, best);
      is_better = tern_build_binary(b, TERN_ARITH(ORI), is_better,
                                    tern_build_binary(b, TERN_ARITH(ANDI), is_nan, best_is_number));
      is_same =
          tern_build_binary(b, TERN_ARITH(ORI), is_same, tern_build_binary(b, TERN_ARITH(ANDI), is_nan, best_is_nan));
    }
  } else {
    is_better = tern_build_compared(b, r->is_unsigned ? TERN_CMPI_UGT : TERN_CMPI_SGT, x, best);
    is_same = tern_build_compared(b, TERN_CMPI_EQ, x, best);
  }
  tern_value_t *is_first = tern_build_compared(b, TERN_CMPI_SLT, index, best_index);
  is_better =
      tern_build_binary(b, TERN_ARITH(ORI), is_better, tern_build_binary(b, TERN_ARITH(ANDI), is_same, is_first));
  tern_build_linalg_yield(
      b, TERN_VALUES(tern_build_select(b, is_better, index, best_index), tern_build_select(b, is_better, x, best)));
}

static bool lower_argmax(tern_tosa_lowering_t *l) {
  tern_builder_t *b = l->b;
  tern_value_t *source = l->operands[0];
  const tern_type_t *element = tern_type_element(source->type);
  size_t rank = tern_type_rank(source->type), axis = (size_t)tern_tosa_int(l->op, "axis", 0);
  bool is_unsigned = tern_tosa_is_unsigned(tern_tosa_written_element(l->op, 0));
  reduction_t r = {TERN_TOSA_ARGMAX, tern_tosa_ignores_nan(l->op), is_unsigned, rank - 1};
  tern_extent_t sizes[MAX_RANK];
  const tern_type_t *index_element = tern_type_element(l->types[0]);
  const tern_type_t *best_type = drop_axis(b, source, axis, element, sizes);
  const tern_type_t *index_type = tern_type_with_element(best_type, index_element);
  tern_value_t *indices = tern_build_filled(b, index_type, sizes, tern_tosa_build_int(b, index_element, 0));
  tern_value_t *best =
      tern_build_filled(b, best_type, sizes, tern_build_constant(b, tern_tosa_lowest_attr(element, is_unsigned)));
  const tern_affine_map_t *maps[3];
  make_maps(b->context, rank, axis, &maps[0], &maps[1]);
  maps[2] = maps[1];
  tern_op_t *op = tern_build_tensor_generic(b, TERN_VALUES(source), TERN_VALUES(indices, best), maps, rank - 1, 1,
                                            fill_with_argmax, &r);
  l->results[0] = tern_op_result(op, 0);
  return true;
}

const tern_tosa_lowering_row_t tern_tosa_reduction_lowerings[] = {
    {TERN_TOSA(ARGMAX), lower_argmax},     {TERN_TOSA(REDUCE_ALL), lower_reduce},
    {TERN_TOSA(REDUCE_ANY), lower_reduce}, {TERN_TOSA(REDUCE_MAX), lower_reduce},
    {TERN_TOSA(REDUCE_MIN), lower_reduce}, {TERN_TOSA(REDUCE_PRODUCT), lower_reduce},
    {TERN_TOSA(REDUCE_SUM), lower_reduce}, {NULL, NULL},
};

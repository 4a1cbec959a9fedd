// --tosa-to-tensor: slice, pad, reshape and concat become ops of the tensor dialect (upstream: TosaToTensor).
//
//   %0 = tosa.slice %x, %start, %size : (tensor<6xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
// becomes
//   %0 = tensor.extract_slice %x[1] [2] [1] : tensor<6xf32> to tensor<2xf32>
//
// Shapes have to be constants. A reshape is a tensor.collapse_shape, a tensor.expand_shape, or both.

#include "convert/tosa/lowering.h"
#include "dialect/builtin/builtin.h"
#include "pass/pass.h"

#define MAX_RANK TERN_TOSA_MAX_RANK

static bool lower_slice(tern_tosa_lowering_t *l) {
  const tern_type_t *type = l->operands[0]->type;
  size_t rank = tern_type_rank(type);
  int64_t starts[MAX_RANK], lengths[MAX_RANK], dims[MAX_RANK];
  tern_extent_t offsets[MAX_RANK], sizes[MAX_RANK], strides[MAX_RANK];
  if (!tern_tosa_read_shape(l, 1, starts, rank) || !tern_tosa_read_shape(l, 2, lengths, rank)) return false;
  for (size_t i = 0; i < rank; ++i) {
    offsets[i] = tern_extent_of(starts[i]);
    strides[i] = tern_extent_of(1);
    // -1: up to the end.
    sizes[i] = lengths[i] >= 0 ? tern_extent_of(lengths[i])
                               : tern_extent_sub(l->b, tern_build_dim(l->b, l->operands[0], i), offsets[i]);
    dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
  }
  l->results[0] =
      tern_build_extract_slice(l->b, l->operands[0], tern_type_with_shape(type, dims, rank), offsets, sizes, strides);
  return true;
}

// Padding that was a tensor computed at run time, as TOSA had it until 2024; NULL: it is a shape.
static tern_value_t *run_time_padding(const tern_op_t *op) {
  const tern_op_t *cast = tern_value_defining_op(tern_op_operand(op, 1));
  if (!cast || !tern_op_is(cast, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST)) || cast->operand_count != 1) return NULL;
  tern_value_t *padding = tern_op_operand(cast, 0);
  return padding->type->kind == TERN_TYPE_TENSOR ? padding : NULL;
}

static tern_value_t *build_pad_value(tern_tosa_lowering_t *l) {
  const tern_type_t *element = tern_type_element(l->operands[0]->type);
  const tern_attr_t *constant = tern_value_constant(tern_op_operand(l->op, 2));
  return constant && constant->kind == TERN_ATTR_DENSE_ELEMENTS
             ? tern_build_scalar_constant(l->b, element, tern_dense_elements_attr_at(constant, 0))
             : tern_build_only_element(l->b, l->operands[2]);
}

// The amounts are [rank, 2] or in one list. What is known of the result's sizes is in its type.
static bool lower_run_time_pad(tern_tosa_lowering_t *l, tern_value_t *padding) {
  const tern_type_t *type = l->operands[0]->type, *element = tern_type_element(padding->type);
  size_t rank = tern_type_rank(type);
  int64_t dims[MAX_RANK];
  tern_extent_t amounts[2][MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    dims[i] = TERN_DYNAMIC;
    for (size_t side = 0; side < 2; ++side) {
      tern_value_t *place[2] = {tern_build_index(l->b, (int64_t)i), tern_build_index(l->b, (int64_t)side)};
      bool is_list = tern_type_rank(padding->type) == 1;
      if (is_list) place[0] = tern_build_index(l->b, (int64_t)(2 * i + side));
      tern_value_t *amount = tern_build_extract(l->b, padding, (tern_values_t){place, is_list ? 1 : 2});
      amounts[side][i] = tern_extent_of_value(tern_build_index_from(l->b, amount, element));
    }
  }
  l->results[0] = tern_build_pad(l->b, l->operands[0], tern_type_with_shape(type, dims, rank), amounts[0], amounts[1],
                                 build_pad_value(l));
  return true;
}

static bool lower_pad(tern_tosa_lowering_t *l) {
  const tern_type_t *type = l->operands[0]->type;
  size_t rank = tern_type_rank(type);
  int64_t amounts[2 * MAX_RANK], dims[MAX_RANK];
  tern_extent_t low[MAX_RANK], high[MAX_RANK];
  tern_value_t *padding = run_time_padding(l->op);
  if (padding) return lower_run_time_pad(l, padding);
  if (!tern_tosa_read_shape(l, 1, amounts, 2 * rank)) return false;
  bool is_padded = false;
  for (size_t i = 0; i < rank; ++i) {
    if (amounts[2 * i] < 0 || amounts[2 * i + 1] < 0)
      return tern_op_error(l->op, "expects padding that is not negative");
    low[i] = tern_extent_of(amounts[2 * i]);
    high[i] = tern_extent_of(amounts[2 * i + 1]);
    is_padded |= amounts[2 * i] || amounts[2 * i + 1];
    int64_t dim = tern_type_dim(type, i);
    dims[i] = dim == TERN_DYNAMIC ? dim : dim + low[i].constant + high[i].constant;
  }
  l->results[0] = l->operands[0];
  if (!is_padded) return true;
  l->results[0] =
      tern_build_pad(l->b, l->operands[0], tern_type_with_shape(type, dims, rank), low, high, build_pad_value(l));
  return true;
}

// One dimension may be -1: what is left. The type of the result says which are known.
static bool lower_reshape(tern_tosa_lowering_t *l) {
  tern_builder_t *b = l->b;
  const tern_type_t *type = l->types[0], *from = l->operands[0]->type;
  size_t rank = tern_type_rank(type), open = rank;
  int64_t dims[MAX_RANK], known = 1;
  tern_extent_t sizes[MAX_RANK];
  if (!tern_tosa_read_shape(l, 1, dims, rank)) return false;
  for (size_t i = 0; i < rank; ++i) {
    if (tern_type_dim(type, i) != TERN_DYNAMIC) dims[i] = tern_type_dim(type, i);
    if (dims[i] < 0 && open != rank) return tern_op_error(l->op, "expects at most one dimension that is left open");
    if (dims[i] < 0) {
      open = i;
    } else {
      known *= dims[i];
    }
    sizes[i] = tern_extent_of(dims[i]);
  }
  if (open != rank) {
    int64_t count = tern_type_element_count(from);
    if (count != TERN_DYNAMIC && known > 0) {
      dims[open] = count / known;
      sizes[open] = tern_extent_of(dims[open]);
    } else {
      tern_extent_t all = tern_extent_of(1);
      for (size_t i = 0; i < tern_type_rank(from); ++i)
        all = tern_extent_mul(b, all, tern_build_dim(b, l->operands[0], i));
      tern_value_t *left =
          tern_build_value(b, TERN_ARITH(DIVSI),
                           .operands = TERN_VALUES(tern_build_extent(b, all), tern_build_index(b, known ? known : 1)));
      dims[open] = TERN_DYNAMIC;
      sizes[open] = (tern_extent_t){0, left};
    }
  }
  l->results[0] = tern_build_reshape(b, l->operands[0], tern_type_with_shape(type, dims, rank), sizes);
  return true;
}

static bool lower_concat(tern_tosa_lowering_t *l) {
  tern_builder_t *b = l->b;
  size_t count = l->op->operand_count, rank = tern_type_rank(l->types[0]);
  size_t axis = (size_t)tern_tosa_int(l->op, "axis", 0);
  tern_extent_t offsets[MAX_RANK], sizes[MAX_RANK], strides[MAX_RANK];
  int64_t dims[MAX_RANK];
  tern_build_dims(b, l->operands[0], sizes);
  for (size_t i = 1; i < count; ++i)
    sizes[axis] = tern_extent_add(b, sizes[axis], tern_build_dim(b, l->operands[i], axis));
  for (size_t i = 0; i < rank; ++i) {
    offsets[i] = tern_extent_of(0);
    strides[i] = tern_extent_of(1);
    dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
  }
  tern_value_t *result =
      count > 1 ? tern_build_empty(b, tern_type_with_shape(l->types[0], dims, rank), sizes) : l->operands[0];
  for (size_t i = 0; count > 1 && i < count; ++i) {
    tern_build_dims(b, l->operands[i], sizes);
    result = tern_build_insert_slice(b, l->operands[i], result, offsets, sizes, strides);
    offsets[axis] = tern_extent_add(b, offsets[axis], sizes[axis]);
  }
  l->results[0] = result;
  return true;
}

static const tern_tosa_lowering_row_t lowerings[] = {
    {TERN_TOSA(CONCAT), lower_concat},
    {TERN_TOSA(PAD), lower_pad},
    {TERN_TOSA(RESHAPE), lower_reshape},
    {TERN_TOSA(SLICE), lower_slice},
    {NULL, NULL},
};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  static const tern_tosa_lowering_row_t *const tables[] = {lowerings, NULL};
  return tern_tosa_lower_all(op, tables, NULL);
}

const tern_pass_def_t tern_tosa_to_tensor_pass = {
    .flag = "tosa-to-tensor",
    .name = "TosaToTensor",
    .summary = "Lower TOSA's slice, pad, reshape and concat to the tensor dialect",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_tensor_dialect, NULL},
    .run = run,
};

// What the conversions of reduction-like HLO ops share, and the table of them.

#include "convert/hlo/reduction.h"

#include <string.h>

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/iree/iree.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"

int64_t tern_hlo_list_at(const tern_op_t *op, const char *name, size_t index, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr && index < tern_int_list_attr_count(attr) ? tern_int_list_attr_at(attr, index) : otherwise;
}

void tern_hlo_build_fill(tern_builder_t *b, tern_value_t *value, tern_value_t *buffer) {
  tern_linalg_build_named(b, TERN_LINALG(FILL), (tern_types_t){0}, TERN_VALUES(value), TERN_VALUES(buffer),
                          (tern_named_attrs_t){0});
}

tern_value_t *tern_hlo_build_filled_tensor(tern_builder_t *b, tern_value_t *value, const tern_type_t *type,
                                           tern_values_t sizes) {
  tern_value_t *empty = tern_build_value(b, TERN_TENSOR(EMPTY), .operands = sizes, .types = TERN_TYPES(type));
  return tern_op_result(tern_linalg_build_named(b, TERN_LINALG(FILL), TERN_TYPES(type), TERN_VALUES(value),
                                                TERN_VALUES(empty), (tern_named_attrs_t){0}),
                        0);
}

tern_value_t *tern_hlo_build_size(tern_builder_t *b, tern_value_t *tensor, size_t dim) {
  for (tern_op_t *op; (op = tern_value_defining_op(tensor)) && tern_is_linalg(op);) {
    tensor = tern_linalg_output(op, tensor->index);
  }
  return tern_tensor_build_dim(b, tensor, dim);
}

static tern_value_t *extend(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (value->type == type) return value;
  bool is_float = tern_type_is_float(type), is_from_float = tern_type_is_float(value->type);
  uint32_t from = tern_type_bit_width(value->type), to = tern_type_bit_width(type);
  const tern_op_row_t *row = !is_float        ? (from < to ? TERN_ARITH(EXTSI) : TERN_ARITH(TRUNCI))
                             : !is_from_float ? TERN_ARITH(SITOFP)
                             : from < to      ? TERN_ARITH(EXTF)
                                              : TERN_ARITH(TRUNCF);
  return tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

void tern_hlo_yield_multiply_add(tern_builder_t *b, tern_value_t *lhs, tern_value_t *rhs, tern_value_t *acc) {
  const tern_type_t *type = acc->type;
  bool is_float = tern_type_is_float(type), is_bool = tern_type_is_i(type, 1);
  tern_value_t *factors[] = {extend(b, lhs, type), extend(b, rhs, type)};
  const tern_op_row_t *mul = is_float ? TERN_ARITH(MULF) : is_bool ? TERN_ARITH(ANDI) : TERN_ARITH(MULI);
  const tern_op_row_t *add = is_float ? TERN_ARITH(ADDF) : is_bool ? TERN_ARITH(ORI) : TERN_ARITH(ADDI);
  tern_value_t *product = tern_build_value(b, mul, .operands = {factors, 2});
  tern_value_t *sum = tern_build_value(b, add, .operands = TERN_VALUES(acc, product));
  tern_build(b, TERN_LINALG(YIELD), .operands = TERN_VALUES(sum));
}

// --- windows ---

bool tern_window_dim_is_inside(const tern_window_dim_t *dim) {
  int64_t last = (dim->output_size - 1) * dim->stride + (dim->size - 1) * dim->dilation - dim->low;
  return dim->base_dilation == 1 && dim->low <= 0 && last < dim->input_size;
}

const tern_affine_expr_t *tern_window_dim_expr(const tern_window_dim_t *dim, const tern_affine_expr_t *out,
                                               const tern_affine_expr_t *window) {
  tern_context_t *context = out->context;
  const tern_affine_expr_t *start = tern_affine_mul(out, tern_affine_constant(context, dim->stride));
  const tern_affine_expr_t *step = tern_affine_mul(window, tern_affine_constant(context, dim->dilation));
  return tern_affine_add(tern_affine_add(start, step), tern_affine_constant(context, -dim->low));
}

static tern_value_t *compare(tern_builder_t *b, int64_t predicate, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_attr_t *attr = tern_integer_attr_get(tern_i_type_get(b->context, 64), predicate);
  return tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(lhs, rhs),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

static void and_into(tern_builder_t *b, tern_value_t **inout_inside, tern_value_t *condition) {
  *inout_inside = *inout_inside
                      ? tern_build_value(b, TERN_ARITH(ANDI), .operands = TERN_VALUES(*inout_inside, condition))
                      : condition;
}

tern_value_t *tern_window_dim_index(tern_builder_t *b, const tern_window_dim_t *dim, tern_value_t *out,
                                    tern_value_t *window, tern_value_t **inout_inside) {
  tern_value_t *start = tern_build_index_mul(b, out, tern_build_index(b, dim->stride));
  tern_value_t *step = tern_build_index_mul(b, window, tern_build_index(b, dim->dilation));
  tern_value_t *index = tern_build_index_add(b, tern_build_index_add(b, start, step), tern_build_index(b, -dim->low));
  if (tern_window_dim_is_inside(dim)) return index;
  if (dim->base_dilation != 1) {
    tern_value_t *base = tern_build_index(b, dim->base_dilation);
    tern_value_t *rest = tern_build_value(b, TERN_ARITH(REMSI), .operands = TERN_VALUES(index, base));
    and_into(b, inout_inside, compare(b, TERN_CMPI_EQ, rest, tern_build_index(b, 0)));
    index = tern_build_value(b, TERN_ARITH(FLOORDIVSI), .operands = TERN_VALUES(index, base));
  }
  // One unsigned comparison covers both ends.
  and_into(b, inout_inside, compare(b, TERN_CMPI_ULT, index, tern_build_index(b, dim->input_size)));
  return index;
}

tern_value_t *tern_build_guarded_load(tern_builder_t *b, tern_value_t *inside, tern_value_t *memory,
                                      tern_value_t *const *indices, tern_value_t *otherwise) {
  size_t rank = tern_type_rank(memory->type);
  const tern_type_t *element = tern_type_element(memory->type);
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS] = {memory};
  for (size_t i = 0; i < rank; ++i) operands[1 + i] = indices[i];
  if (!inside) {
    return tern_build_value(b, TERN_MEMREF(LOAD), .operands = {operands, 1 + rank}, .types = TERN_TYPES(element));
  }
  tern_op_t *if_op =
      tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(inside), .types = TERN_TYPES(element), .regions = 2);
  tern_builder_t inner = *b;
  tern_builder_add_block(&inner, &if_op->regions[0], (tern_types_t){0});
  tern_value_t *loaded =
      tern_build_value(&inner, TERN_MEMREF(LOAD), .operands = {operands, 1 + rank}, .types = TERN_TYPES(element));
  tern_build(&inner, TERN_SCF(YIELD), .operands = TERN_VALUES(loaded));
  tern_builder_add_block(&inner, &if_op->regions[1], (tern_types_t){0});
  tern_build(&inner, TERN_SCF(YIELD), .operands = TERN_VALUES(otherwise));
  return tern_op_result(if_op, 0);
}

tern_value_t *tern_build_shape_placeholder(tern_builder_t *b, const int64_t *dims, size_t rank,
                                           const tern_type_t *element) {
  const tern_attr_t *purpose = tern_string_attr_get(b->context, TERN_STR("shape"));
  return tern_build_value(b, TERN_IREE(PLACEHOLDER), .attrs = TERN_ATTRS({"purpose", purpose}),
                          .types = TERN_TYPES(tern_memref_type_get(element, dims, rank, NULL, NULL)),
                          .segments = (int32_t[]){0, 0});
}

// --- the table ---

static size_t no_scalars(const tern_op_t *op) { return op->operand_count; }
static size_t second_half(const tern_op_t *op) { return op->operand_count / 2; }

static const tern_hlo_reduction_t reductions[] = {
    {TERN_HLO_DOT, no_scalars, tern_hlo_match_dot, tern_hlo_build_dot, tern_hlo_build_dot_on_tensors},
    {TERN_HLO_DOT_GENERAL, no_scalars, tern_hlo_match_dot, tern_hlo_build_dot, tern_hlo_build_dot_on_tensors},
    {TERN_HLO_CONVOLUTION, no_scalars, tern_hlo_match_convolution, tern_hlo_build_convolution, NULL},
    {TERN_HLO_REDUCE, second_half, tern_hlo_match_reduce, tern_hlo_build_reduce, tern_hlo_build_reduce_on_tensors},
    {TERN_HLO_REDUCE_WINDOW, second_half, tern_hlo_match_reduce_window, tern_hlo_build_reduce_window, NULL},
};

const tern_hlo_reduction_t *tern_hlo_find_reduction(const tern_op_t *op) {
  tern_hlo_t id = tern_hlo_id(op);
  for (size_t i = 0; id != TERN_HLO_NONE && i < sizeof reductions / sizeof reductions[0]; ++i) {
    if (reductions[i].id == id) return &reductions[i];
  }
  return NULL;
}

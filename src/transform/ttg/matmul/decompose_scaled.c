// See decompose_scaled.h.
//
// A scale is the exponent of a power of two, 255 is NaN: shifted to where the exponents of bf16 are it is that power of two; for f16
// it goes through f32, which has as large ones. 32 neighbours along the depth share a scale, so scales get a dimension of 32 behind
// theirs, which is then taken together with the depth.

#include "transform/ttg/matmul/decompose_scaled.h"

#include "analysis/triton/encoding_flow.h"
#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "transform/ttg/coalescing.h"

enum { MAX_RANK = TERN_TTG_MAX_RANK, GROUP = 32, NAN_SCALE = 0xff };

typedef struct scaled {
  tern_builder_t *b;
  tern_op_t *op;
  const tern_type_t *compute;  // f16 or bf16
} scaled_t;

static const tern_type_t *with_element(const tern_value_t *value, const tern_type_t *element) {
  return tern_type_with_element(value->type, element);
}

static tern_value_t *cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *value,
                          const tern_type_t *element) {
  return tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(with_element(value, element)));
}

static tern_value_t *transpose(tern_builder_t *b, tern_value_t *value, const int32_t *order, size_t rank) {
  const char *error;
  int64_t dims[MAX_RANK + 1];
  const tern_attr_t *list = tern_dense_i32_array_attr_get(b->context, order, rank);
  for (size_t d = 0; d < rank; ++d) dims[d] = tern_type_dim(value->type, (size_t)order[d]);
  const tern_attr_t *encoding =
      tern_ttg_infer_trans(tern_ttg_value_encoding(value), tern_type_dims(value->type), list, &error);
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(value->type), dims, rank, encoding);
  return tern_build_value(b, TERN_TT(TRANS), .operands = TERN_VALUES(value), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"order", list}));
}

// The power of two, as a number to compute with.
static tern_value_t *scale_to_float(const scaled_t *s, tern_value_t *scale) {
  bool is_half = s->compute->kind == TERN_TYPE_F16;
  const tern_type_t *wide = is_half ? tern_float_type_get(s->b->context, TERN_TYPE_F32) : s->compute;
  const tern_type_t *bits = tern_i_type_get(s->b->context, tern_type_bit_width(wide));
  tern_value_t *number = cast(s->b, TERN_ARITH(EXTUI), scale, bits);
  // The exponent's place is that of the mantissa's bits.
  tern_value_t *places =
      tern_build_value(s->b, TERN_ARITH(CONSTANT), .types = TERN_TYPES(bits),
                       .attrs = TERN_ATTRS({"value", tern_integer_attr_get(bits, is_half ? 23 : 7)}));
  tern_value_t *shift =
      tern_build_value(s->b, TERN_TT(SPLAT), .operands = TERN_VALUES(places), .types = TERN_TYPES(number->type));
  number = tern_build_value(s->b, TERN_ARITH(SHLI), .operands = TERN_VALUES(number, shift));
  number = cast(s->b, TERN_TT(BITCAST), number, wide);
  return is_half ? cast(s->b, TERN_ARITH(TRUNCF), number, s->compute) : number;
}

// Each scale for all of its group along dimension `dim`.
static tern_value_t *spread(const scaled_t *s, tern_value_t *scale, size_t dim) {
  const char *error;
  const tern_type_t *type = scale->type, *element = tern_type_element(type);
  size_t rank = tern_type_rank(type);
  int64_t dims[MAX_RANK + 1];
  int32_t order[MAX_RANK + 1];
  for (size_t d = 0; d < rank; ++d) dims[d] = tern_type_dim(type, d);
  dims[rank] = 1;
  const tern_attr_t *encoding = tern_ttg_default_encoding(s->b->context, dims, rank + 1, tern_ttg_machine_of(s->op));
  scale = tern_ttg_build_convert(s->b, scale, tern_ttg_infer_reduce(encoding, rank));
  const tern_attr_t *axis = tern_integer_attr_get(tern_i_type_get(s->b->context, 32), (int64_t)rank);
  scale =
      tern_build_value(s->b, TERN_TT(EXPAND_DIMS), .operands = TERN_VALUES(scale), .attrs = TERN_ATTRS({"axis", axis}),
                       .types = TERN_TYPES(tern_tensor_type_get(element, dims, rank + 1, encoding)));
  dims[rank] = GROUP;
  scale = tern_build_value(s->b, TERN_TT(BROADCAST), .operands = TERN_VALUES(scale),
                           .types = TERN_TYPES(tern_tensor_type_get(element, dims, rank + 1, encoding)));
  for (size_t i = 0; i <= rank; ++i) order[i] = (int32_t)(i <= dim ? i : i == dim + 1 ? rank : i - 1);
  scale = transpose(s->b, scale, order, rank + 1);
  dims[dim] *= GROUP;
  encoding = tern_ttg_infer_reshape(tern_ttg_value_encoding(scale), tern_type_dims(scale->type), dims, rank, &error);
  return tern_build_value(s->b, TERN_TT(RESHAPE), .operands = TERN_VALUES(scale),
                          .types = TERN_TYPES(tern_tensor_type_get(element, dims, rank, encoding)));
}

// NaN where the scale is.
static tern_value_t *mask_nan(const scaled_t *s, tern_value_t *number, tern_value_t *scale, size_t dim) {
  const tern_type_t *type = scale->type;
  const tern_attr_t *nan_scale =
      tern_dense_elements_attr_get_splat(type, tern_integer_attr_get(tern_type_element(type), NAN_SCALE));
  tern_value_t *other = tern_build_value(s->b, TERN_ARITH(CONSTANT), .types = TERN_TYPES(type),
                                         .attrs = TERN_ATTRS({"value", nan_scale}));
  const tern_type_t *i64 = tern_i_type_get(s->b->context, 64);
  tern_value_t *is_nan = tern_build_value(s->b, TERN_ARITH(CMPI), .operands = TERN_VALUES(scale, other),
                                          .attrs = TERN_ATTRS({"predicate", tern_integer_attr_get(i64, TERN_CMPI_EQ)}));
  is_nan = tern_ttg_build_convert(s->b, spread(s, is_nan, dim), tern_ttg_value_encoding(number));
  const uint64_t bits = s->compute->kind == TERN_TYPE_F16 ? 0x7e00 : 0x7fc0;
  const tern_attr_t *nan =
      tern_dense_elements_attr_get_splat(number->type, tern_float_attr_get_bits(s->compute, &bits));
  tern_value_t *nans = tern_build_value(s->b, TERN_ARITH(CONSTANT), .types = TERN_TYPES(number->type),
                                        .attrs = TERN_ATTRS({"value", nan}));
  return tern_build_value(s->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_nan, nans, number));
}

static bool is_fp4(const tern_op_t *op, const char *attr) {
  return tern_enum_attr_value(tern_op_attr(op, attr)) == TERN_TT_E2M1;
}

// Pairs of 4 bits along the depth, as numbers.
static tern_value_t *unpack(const scaled_t *s, tern_value_t *value, size_t depth) {
  const char *error;
  int64_t dims[MAX_RANK];
  size_t rank = tern_type_rank(value->type);
  for (size_t d = 0; d < rank; ++d) dims[d] = tern_type_dim(value->type, d) * (d == depth ? 2 : 1);
  const tern_attr_t *encoding =
      tern_ttg_infer_fp4_result(tern_ttg_value_encoding(value), tern_type_dims(value->type), depth, &error);
  const tern_attr_t *axis = tern_integer_attr_get(tern_i_type_get(s->b->context, 32), (int64_t)depth);
  return tern_build_value(s->b, TERN_TTG(FP4_TO_FP), .operands = TERN_VALUES(value),
                          .attrs = TERN_ATTRS({"axis", axis}),
                          .types = TERN_TYPES(tern_tensor_type_get(s->compute, dims, rank, encoding)));
}

// The format of 8-bit numbers that come as i8; NULL: they are no such.
static const tern_type_t *format_of_bytes(const tern_op_t *op, size_t index) {
  const tern_value_t *value = tern_op_operand_named(op, index ? "b" : "a");
  int64_t format = tern_enum_attr_value(tern_op_attr(op, index ? "b_elem_type" : "a_elem_type"));
  if (!tern_type_is_i(tern_type_element(value->type), 8)) return NULL;
  if (format == TERN_TT_E4M3) return tern_float_type_get(tern_op_context(op), TERN_TYPE_F8E4M3FN);
  return format == TERN_TT_E5M2 ? tern_float_type_get(tern_op_context(op), TERN_TYPE_F8E5M2) : NULL;
}

// Operand `index` as an operand of tt.dot.
static tern_value_t *scale_operand(const scaled_t *s, size_t index) {
  tern_value_t *value = tern_op_operand_named(s->op, index ? "b" : "a");
  tern_value_t *scale = tern_op_operand_named(s->op, index ? "b_scale" : "a_scale");
  size_t rank = tern_type_rank(value->type), depth = index ? rank - 2 : rank - 1;
  bool is_packed = is_fp4(s->op, index ? "b_elem_type" : "a_elem_type");
  const tern_type_t *format = format_of_bytes(s->op, index);
  if (format) value = cast(s->b, TERN_TT(BITCAST), value, format);
  value = is_packed ? unpack(s, value, depth) : cast(s->b, TERN_TT(FP_TO_FP), value, s->compute);
  if (scale) {
    int32_t order[MAX_RANK];
    for (size_t d = 0; d < rank; ++d) order[d] = (int32_t)(d + 2 < rank ? d : d + 2 == rank ? rank - 1 : rank - 2);
    // Scales of the second operand come turned.
    if (index) scale = transpose(s->b, scale, order, rank);
    tern_value_t *factor =
        tern_ttg_build_convert(s->b, spread(s, scale_to_float(s, scale), depth), tern_ttg_value_encoding(value));
    value = tern_build_value(s->b, TERN_ARITH(MULF), .operands = TERN_VALUES(value, factor));
    const tern_attr_t *is_fast = tern_op_attr(s->op, "fastMath");
    if (!is_fast || !tern_integer_attr_value(is_fast)) value = mask_nan(s, value, scale, depth);
  }
  const tern_attr_t *sums = tern_ttg_value_encoding(tern_op_result(s->op, 0));
  return tern_ttg_build_convert(
      s->b, value,
      tern_ttg_encoding_get(
          s->b->context, TERN_TTG_ATTR_DOT_OP,
          TERN_TTG_VALUES({TERN_TTG_FIELD_OP_IDX, index}, {TERN_TTG_FIELD_PARENT, (uint64_t)(uintptr_t)sums})));
}

static bool is_packed_along_depth(const tern_op_t *op, const char *attr) {
  const tern_attr_t *flag = tern_op_attr(op, attr);
  return !flag || tern_integer_attr_value(flag);
}

// Can the operand be made numbers of 16 bits? What has six bits has no type.
static bool has_numbers(const tern_op_t *op, size_t index) {
  int64_t format = tern_enum_attr_value(tern_op_attr(op, index ? "b_elem_type" : "a_elem_type"));
  return format != TERN_TT_E2M3 && format != TERN_TT_E3M2;
}

bool tern_ttg_decompose_scaled(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_attr_t *encoding = tern_ttg_value_encoding(tern_op_result(op, 0));
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED) || tern_type_rank(op->results[0].type) + 1 > MAX_RANK ||
      !is_packed_along_depth(op, "lhs_k_pack") || !is_packed_along_depth(op, "rhs_k_pack") || !has_numbers(op, 0) ||
      !has_numbers(op, 1)) {
    return false;
  }
  tern_builder_t *b = &rewriter->builder;
  bool is_half = tern_enum_attr_value(tern_op_attr(op, "a_elem_type")) == TERN_TT_FP16 ||
                 tern_enum_attr_value(tern_op_attr(op, "b_elem_type")) == TERN_TT_FP16;
  scaled_t s = {b, op, tern_float_type_get(b->context, is_half ? TERN_TYPE_F16 : TERN_TYPE_BF16)};
  tern_value_t *x = scale_operand(&s, 0), *y = scale_operand(&s, 1), *c = tern_op_operand_named(op, "c");
  tern_value_t *sums =
      tern_build_value(b, TERN_TT(DOT), .operands = TERN_VALUES(x, y, c), .types = TERN_TYPES(c->type));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(sums));
  return true;
}

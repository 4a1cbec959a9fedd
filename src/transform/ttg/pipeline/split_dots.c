// See parts.h (upstream: splitRSDot of WGMMAPipeline.cpp).
//
//   %d = ttng.warp_group_dot %a, %m, %c       %r = tt.reshape %a : 64x32 -> 64x2x16
//                                             %t = tt.trans %r : 64x2x16 -> 64x16x2
//                                        =>   %x, %y = tt.split %t
//                                             %s = ttng.warp_group_dot %x, %m[0:16, :], %c
//                                             %d = ttng.warp_group_dot %y, %m[16:32, :], %s
//
// While one part is multiplied, the registers of another may be written. A part is as deep as one instruction.

#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "transform/ttg/pipeline/parts.h"

static const tern_type_t *tensor_like(const tern_type_t *type, const int64_t *dims, size_t rank,
                                      const tern_attr_t *encoding) {
  return tern_tensor_type_get(tern_type_element(type), dims, rank, encoding);
}

// Of a power of two.
static size_t log2_of(int64_t count) { return (size_t)__builtin_ctzll((unsigned long long)count); }

typedef TERN_VEC(tern_value_t *) value_list_t;

// Each value is one of a last dimension of 2, of which the values are made in turn.
static bool split_values(tern_builder_t *b, value_list_t *values) {
  value_list_t halves = {0};
  bool is_ok = true;
  for (size_t i = 0; i < values->count && is_ok; ++i) {
    const tern_type_t *type = values->values[i]->type;
    const char *error;
    const tern_attr_t *encoding = tern_ttg_infer_split(tern_tensor_type_encoding(type), tern_type_dims(type), &error);
    is_ok = encoding != NULL;
    if (!is_ok) break;
    const tern_type_t *part = tensor_like(type, tern_type_dims(type), tern_type_rank(type) - 1, encoding);
    tern_op_t *split =
        tern_build(b, TERN_TT(SPLIT), .operands = TERN_VALUES(values->values[i]), .types = TERN_TYPES(part, part));
    for (size_t k = 0; k < 2; ++k) tern_vec_push(&halves, &split->results[k]);
  }
  tern_vec_deinitialize(values);
  *values = halves;
  return is_ok;
}

// The parts of the left operand along its depth. False: its encoding cannot be followed.
static bool split_left(tern_builder_t *b, tern_value_t *value, int64_t depth, value_list_t *out_parts) {
  const tern_type_t *type = value->type;
  const tern_attr_t *encoding = tern_tensor_type_encoding(type);
  size_t bits = log2_of(tern_type_dim(type, 1) / depth), rank = bits + 2;
  int64_t parted[TERN_LAYOUT_MAX_DIMS], turned[TERN_LAYOUT_MAX_DIMS];
  int32_t order[TERN_LAYOUT_MAX_DIMS];
  const char *error;
  if (rank > TERN_LAYOUT_MAX_DIMS) return false;
  // The rows, a dimension of 2 for each bit of a part's number, the part; then these bits, the last one first, behind it.
  for (size_t d = 0; d < rank; ++d) {
    parted[d] = d == 0 ? tern_type_dim(type, 0) : d + 1 == rank ? depth : 2;
    order[d] = (int32_t)(d == 0 ? 0 : rank - d);
    turned[d] = d == 0 ? parted[0] : d == 1 ? depth : 2;
  }
  const tern_attr_t *order_attr = tern_dense_i32_array_attr_get(b->context, order, rank);
  const tern_attr_t *reshaped = tern_ttg_infer_reshape(encoding, tern_type_dims(type), parted, rank, &error);
  const tern_attr_t *transposed = reshaped ? tern_ttg_infer_trans(reshaped, parted, order_attr, &error) : NULL;
  if (!transposed) return false;
  value = tern_build_value(b, TERN_TT(RESHAPE), .operands = TERN_VALUES(value),
                           .types = TERN_TYPES(tensor_like(type, parted, rank, reshaped)));
  value = tern_build_value(b, TERN_TT(TRANS), .operands = TERN_VALUES(value),
                           .types = TERN_TYPES(tensor_like(type, turned, rank, transposed)),
                           .attrs = TERN_ATTRS({"order", order_attr}));
  tern_vec_push(out_parts, value);
  for (size_t i = 0; i < bits; ++i) {
    if (!split_values(b, out_parts)) return false;
  }
  const tern_type_t *part = tensor_like(type, (const int64_t[]){parted[0], depth}, 2, encoding);
  for (size_t i = 0; i < out_parts->count; ++i) {
    out_parts->values[i] = tern_build_value(b, TERN_TTG(CONVERT_LAYOUT), .operands = TERN_VALUES(out_parts->values[i]),
                                            .types = TERN_TYPES(part));
  }
  return true;
}

static tern_value_t *slice_right(tern_builder_t *b, tern_value_t *memory, int64_t half, int64_t index) {
  tern_memdesc_t desc = tern_memdesc_read(memory->type);
  const int64_t dims[] = {half, desc.dims[1]};
  const int32_t offsets[] = {(int32_t)(index * half), 0};
  desc.dims = dims;
  desc.is_mutable = false;
  return tern_build_value(b, TERN_TTG(MEMDESC_SUBSLICE), .operands = TERN_VALUES(memory),
                          .types = TERN_TYPES(tern_memdesc_get(&desc)),
                          .attrs = TERN_ATTRS({"offsets", tern_dense_i32_array_attr_get(b->context, offsets, 2)}));
}

// Sums of fewer bits are made full after as many terms; each part takes its own of these. A number that no depth reaches stands for
// never.
static int64_t take_terms(int64_t *left, int64_t depth) {
  int64_t taken = *left < depth ? *left : depth;
  *left -= taken;
  return taken == depth ? (int64_t)1 << 30 : taken;
}

static void build_parts(tern_op_t *dot, const value_list_t *lefts, int64_t depth, tern_op_list_t *out_parts) {
  tern_builder_t b = tern_builder_before(dot);
  int64_t terms = tern_integer_attr_value(tern_op_attr(dot, "maxNumImpreciseAcc"));
  tern_value_t *memory = tern_op_operand(dot, 1), *sum = tern_op_operand(dot, 2);
  value_list_t rights = {0};
  for (size_t i = 0; i < lefts->count; ++i) tern_vec_push(&rights, slice_right(&b, memory, depth, (int64_t)i));
  for (size_t i = 0; i < lefts->count; ++i) {
    // Whether there are sums to begin with is for the first one.
    tern_value_t *use = i > 0 ? tern_arith_constant_bool(&b, true) : tern_op_operand_named(dot, "useC");
    tern_value_t *operands[] = {lefts->values[i], rights.values[i], sum, use};
    const tern_attr_t *taken = tern_integer_attr_get(tern_i_type_get(b.context, 32), take_terms(&terms, depth));
    tern_op_t *part = tern_build(
        &b, TERN_TTNG(WARP_GROUP_DOT), .operands = {operands, use ? 4 : 3}, .types = TERN_TYPES(dot->results[0].type),
        .attrs = TERN_ATTRS({"inputPrecision", tern_op_attr(dot, "inputPrecision")}, {"maxNumImpreciseAcc", taken},
                            {"isAsync", tern_op_attr(dot, "isAsync")}));
    sum = &part->results[0];
    tern_vec_push(out_parts, part);
  }
  tern_value_replace_all_uses(&dot->results[0], sum);
  tern_op_destroy(dot);
  tern_vec_deinitialize(&rights);
}

static bool split_dot(tern_op_t *dot, tern_op_list_t *out_parts) {
  tern_value_t *a = tern_op_operand(dot, 0);
  if (a->type->kind != TERN_TYPE_TENSOR || tern_type_rank(a->type) != 2) return false;
  int64_t depth = tern_ttg_at(tern_tensor_type_encoding(dot->results[0].type), TERN_TTG_FIELD_INSTR_SHAPE, 2);
  if (tern_type_dim(a->type, 1) <= depth) return false;
  tern_builder_t b = tern_builder_before(dot);
  value_list_t lefts = {0};
  bool is_split = split_left(&b, a, depth, &lefts);
  if (is_split) build_parts(dot, &lefts, depth, out_parts);
  tern_vec_deinitialize(&lefts);
  return is_split;
}

void tern_pipeline_split_dots(tern_op_list_t *dots) {
  tern_op_list_t parts = {0};
  for (size_t i = 0; i < dots->count; ++i) {
    if (!split_dot(dots->values[i], &parts)) tern_vec_push(&parts, dots->values[i]);
  }
  tern_vec_deinitialize(dots);
  *dots = parts;
}

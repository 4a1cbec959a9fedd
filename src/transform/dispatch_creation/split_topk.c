// Splitting iree_linalg_ext.topk (upstream: splitReduction of LinalgExt).
//
//   %r:2 = topk dimension(1) ins(%x : tensor<2x100xf32>) outs(%v, %i : tensor<2x3xf32>, tensor<2x3xi32>)
//
//   %x' = tensor.expand_shape %x : tensor<2x10x10xf32>
//   %p:2 = topk dimension(2) ins(%x') outs(%lowest, %last : tensor<2x10x3xf32>, tensor<2x10x3xi32>)
//   %n = linalg.generic outs(%p#1) { index + 10 * part }
//   %r:2 = topk dimension(1) ins(%p#0 as tensor<2x30xf32>, %n as tensor<2x30xi32>) outs(%v, %i)
//
// The parts start from the value that comes last in the order of the comparator, which has to be known for it.

#include "transform/dispatch_creation/split_topk.h"

#include <math.h>

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "rewrite/builder.h"

enum { MAX_RANK = TERN_LINALG_MAX_LOOPS };

typedef struct topk {
  tern_op_t *op;
  tern_value_t *values, *indices;  // inputs; the indices may be NULL
  tern_value_t *out_values, *out_indices;
  size_t dim;
  int64_t ratio, part, k;  // a part's elements, and how many of them are kept
  bool finds_largest;
} topk_t;

// --- which ops ---

// Do the largest elements come first? False if the comparator is no plain comparison.
static bool read_comparator(const tern_op_t *op, bool *out_finds_largest) {
  tern_block_t *body = tern_op_body(op, 0);
  tern_op_t *compare = tern_value_defining_op(tern_op_operand(body->last_op, 0));
  if (!compare || tern_op_operand(compare, 0) != body->args[0] || tern_op_operand(compare, 1) != body->args[1]) {
    return false;
  }
  int64_t predicate = tern_integer_attr_value(tern_op_attr(compare, "predicate"));
  if (tern_op_is(compare, TERN_ARITH(CMPF))) {
    bool is_greater = predicate == TERN_CMPF_OGT || predicate == TERN_CMPF_OGE || predicate == TERN_CMPF_UGT ||
                      predicate == TERN_CMPF_UGE;
    bool is_less = predicate == TERN_CMPF_OLT || predicate == TERN_CMPF_OLE || predicate == TERN_CMPF_ULT ||
                   predicate == TERN_CMPF_ULE;
    return *out_finds_largest = is_greater, is_greater || is_less;
  }
  if (!tern_op_is(compare, TERN_ARITH(CMPI))) return false;
  bool is_greater = predicate == TERN_CMPI_SGT || predicate == TERN_CMPI_SGE;
  return *out_finds_largest = is_greater, is_greater || predicate == TERN_CMPI_SLT || predicate == TERN_CMPI_SLE;
}

static bool find_split(tern_op_t *op, int64_t ratio, bool is_first, topk_t *out) {
  size_t start, count;
  *out = (topk_t){.op = op, .ratio = ratio, .dim = (size_t)tern_integer_attr_value(tern_op_attr(op, "dimension"))};
  tern_op_operands_named(op, "inputs", &start, &count);
  if (count == 0 || op->result_count != 2 || ratio <= 1) return false;
  out->values = tern_op_operand(op, start);
  out->indices = count > 1 ? tern_op_operand(op, start + 1) : NULL;
  tern_op_operands_named(op, "outputs", &start, &count);
  out->out_values = tern_op_operand(op, start);
  out->out_indices = tern_op_operand(op, start + 1);
  const tern_type_t *type = out->values->type;
  int64_t extent = tern_type_dims(type)[out->dim];
  out->k = tern_type_dims(out->out_values->type)[out->dim];
  // Indices that are given may be of any order; those of parts are made here.
  if ((out->indices && is_first) || extent == TERN_DYNAMIC || out->k == TERN_DYNAMIC || extent % ratio != 0)
    return false;
  out->part = extent / ratio;
  return tern_type_rank(type) + 1 <= MAX_RANK && read_comparator(op, &out->finds_largest);
}

// --- pieces ---

static const tern_attr_t *reassociation(tern_context_t *context, size_t rank, size_t split) {
  const tern_attr_t *groups[MAX_RANK];
  const tern_type_t *i64 = tern_i_type_get(context, 64);
  for (size_t d = 0, next = 0; d < rank; ++d) {
    const tern_attr_t *members[2] = {tern_integer_attr_get(i64, (int64_t)next++)};
    if (d == split) members[1] = tern_integer_attr_get(i64, (int64_t)next++);
    groups[d] = tern_array_attr_get(context, members, d == split ? 2 : 1);
  }
  return tern_array_attr_get(context, groups, rank);
}

// `type` with dim `dim` as two: parts, and `inner` elements.
static const tern_type_t *expanded_type(const topk_t *t, const tern_type_t *type, int64_t inner) {
  int64_t dims[MAX_RANK];
  size_t count = 0;
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    dims[count++] = d == t->dim ? t->ratio : tern_type_dims(type)[d];
    if (d == t->dim) dims[count++] = inner;
  }
  return tern_tensor_type_get(tern_type_element(type), dims, count, NULL);
}

// The dynamic sizes of the input, whose searched dim is static.
static size_t collect_sizes(tern_builder_t *b, const topk_t *t, tern_value_t **out_sizes) {
  size_t count = 0;
  for (size_t d = 0; d < tern_type_rank(t->values->type); ++d) {
    if (tern_type_dims(t->values->type)[d] == TERN_DYNAMIC) {
      out_sizes[count++] = tern_tensor_build_dim(b, t->values, d);
    }
  }
  return count;
}

static tern_value_t *expand(tern_builder_t *b, const topk_t *t, tern_value_t *value) {
  const tern_type_t *type = expanded_type(t, value->type, t->part);
  tern_value_t *operands[1 + MAX_RANK] = {value};
  size_t count = collect_sizes(b, t, operands + 1);
  const tern_attr_t *shape = tern_dense_i64_array_attr_get(b->context, tern_type_dims(type), tern_type_rank(type));
  return tern_build_value(
      b, TERN_TENSOR(EXPAND_SHAPE), .operands = {operands, 1 + count}, .types = TERN_TYPES(type),
      .attrs = TERN_ATTRS({"reassociation", reassociation(b->context, tern_type_rank(value->type), t->dim)},
                          {"static_output_shape", shape}));
}

static tern_value_t *collapse(tern_builder_t *b, const topk_t *t, tern_value_t *value) {
  int64_t dims[MAX_RANK];
  size_t rank = tern_type_rank(value->type) - 1;
  for (size_t d = 0; d < rank; ++d) {
    dims[d] = d == t->dim ? t->ratio * t->k : tern_type_dims(value->type)[d > t->dim ? d + 1 : d];
  }
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(value->type), dims, rank, NULL);
  return tern_build_value(b, TERN_TENSOR(COLLAPSE_SHAPE), .operands = TERN_VALUES(value), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"reassociation", reassociation(b->context, rank, t->dim)}));
}

// The value that comes last in the order: nothing is kept before it.
static tern_value_t *build_last(tern_builder_t *b, const tern_type_t *type, bool is_lowest) {
  if (tern_type_is_float(type)) return tern_build_number(b, type, is_lowest ? -INFINITY : INFINITY);
  int64_t highest = (int64_t)((UINT64_C(1) << (tern_integer_type_width(type) - 1)) - 1);
  return tern_build_constant(b, tern_integer_attr_get(type, is_lowest ? -highest - 1 : highest));
}

static tern_value_t *build_filled(tern_builder_t *b, const topk_t *t, const tern_type_t *like, bool is_lowest) {
  const tern_type_t *type = expanded_type(t, like, t->k);
  tern_value_t *sizes[MAX_RANK];
  size_t count = collect_sizes(b, t, sizes);
  tern_value_t *empty = tern_tensor_build_empty(b, type, (tern_values_t){sizes, count});
  tern_value_t *last = build_last(b, tern_type_element(type), is_lowest);
  return tern_op_result(tern_linalg_build_named(b, TERN_LINALG(FILL), TERN_TYPES(type), TERN_VALUES(last),
                                                TERN_VALUES(empty), (tern_named_attrs_t){0}),
                        0);
}

static tern_op_t *build_topk(tern_builder_t *b, const topk_t *t, tern_value_t *const *inputs, size_t input_count,
                             tern_value_t *const *outputs, size_t dim) {
  tern_value_t *operands[4];
  for (size_t i = 0; i < input_count; ++i) operands[i] = inputs[i];
  for (size_t i = 0; i < 2; ++i) operands[input_count + i] = outputs[i];
  const tern_attr_t *number = tern_integer_attr_get(tern_i_type_get(b->context, 64), (int64_t)dim);
  tern_op_t *op = tern_build(b, TERN_IREE_LINALG_EXT(TOPK), .operands = {operands, input_count + 2},
                             .types = TERN_TYPES(outputs[0]->type, outputs[1]->type),
                             .segments = (const int32_t[]){(int32_t)input_count, 2}, .regions = 1,
                             .attrs = TERN_ATTRS({"dimension", number}));
  tern_map_t mapping = {0};
  tern_region_clone_into(&t->op->regions[0], &op->regions[0], &mapping);
  tern_map_deinitialize(&mapping);
  return op;
}

// A tern_linalg_body_fn_t: the index in the part becomes one in the whole.
static void add_offset(tern_builder_t *b, tern_block_t *body, void *user) {
  const topk_t *t = user;
  const tern_type_t *type = body->args[0]->type;
  tern_value_t *part = tern_build_value(b, TERN_ARITH(INDEX_CAST), .types = TERN_TYPES(type),
                                        .operands = TERN_VALUES(tern_linalg_build_index(b, (size_t)t->dim)));
  tern_value_t *size = tern_build_constant(b, tern_integer_attr_get(type, t->part));
  tern_value_t *offset = tern_build_value(b, TERN_ARITH(MULI), .operands = TERN_VALUES(size, part));
  tern_value_t *sum = tern_build_value(b, TERN_ARITH(ADDI), .operands = TERN_VALUES(offset, body->args[0]));
  tern_build(b, TERN_LINALG(YIELD), .operands = TERN_VALUES(sum));
}

static tern_value_t *offset_indices(tern_builder_t *b, topk_t *t, tern_value_t *indices) {
  size_t rank = tern_type_rank(indices->type);
  const tern_affine_map_t *map = tern_affine_map_identity(b->context, rank);
  tern_iterator_t iterators[MAX_RANK];
  for (size_t d = 0; d < rank; ++d) iterators[d] = TERN_ITERATOR_PARALLEL;
  return tern_op_result(tern_linalg_build_generic(b, TERN_TYPES(indices->type), (tern_values_t){0},
                                                  TERN_VALUES(indices), &map, iterators, rank, add_offset, t),
                        0);
}

// The op that searches the results of the parts; NULL: `op` cannot be split.
static tern_op_t *split(tern_op_t *op, int64_t ratio, bool is_first) {
  topk_t t;
  if (!find_split(op, ratio, is_first, &t)) return NULL;
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *inputs[2] = {expand(&b, &t, t.values), t.indices ? expand(&b, &t, t.indices) : NULL};
  tern_value_t *outputs[2] = {build_filled(&b, &t, t.out_values->type, t.finds_largest),
                              build_filled(&b, &t, t.out_indices->type, false)};
  tern_op_t *parts = build_topk(&b, &t, inputs, t.indices ? 2 : 1, outputs, t.dim + 1);
  tern_value_t *indices = tern_op_result(parts, 1);
  if (!t.indices) indices = offset_indices(&b, &t, indices);
  tern_value_t *found[2] = {collapse(&b, &t, tern_op_result(parts, 0)), collapse(&b, &t, indices)};
  tern_value_t *wanted[2] = {t.out_values, t.out_indices};
  tern_op_t *whole = build_topk(&b, &t, found, 2, wanted, t.dim);
  for (size_t i = 0; i < 2; ++i) tern_value_replace_all_uses(tern_op_result(op, i), tern_op_result(whole, i));
  tern_op_destroy(op);
  return whole;
}

size_t tern_split_topk(tern_op_t *root, const int64_t *ratios, size_t ratio_count) {
  size_t splits = 0;
  tern_op_list_t ops = tern_op_collect_row(root, TERN_PREORDER, TERN_IREE_LINALG_EXT(TOPK));
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    for (size_t depth = 0; depth < ratio_count && op; ++depth) {
      op = split(op, ratios[depth], depth == 0);
      splits += op != NULL;
    }
  }
  tern_vec_deinitialize(&ops);
  return splits;
}

// --hlo-to-linalg-on-tensors: element-wise, broadcast and data-movement ops become linalg on tensors
// (upstream of the seed documents: HLOToLinalgPass).
//
//   %3 = "mhlo.add"(%0, %1) : (tensor<10x15xf32>, tensor<10x15xf32>) -> tensor<10x15xf32>
// becomes
//   %e = tensor.empty() : tensor<10x15xf32>
//   %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
//          ins(%0, %1 : ...) outs(%e : ...) { ^bb0(%a: f32, %b: f32, %out: f32): %s = arith.addf %a, %b ... }
//
// Ops that would need a reduction iterator (dot, dot_general, reduce, convolution, reduce_window) stay: on tensors there is
// no good place for their initial value, so --hlo-to-linalg-on-buffers takes them. Broadcasts, transposes and
// reversals are a generic that yields its input, with the movement in the indexing map: so element-wise fusion composes
// them. Reshapes are tensor.collapse_shape and tensor.expand_shape, slices tensor.extract_slice. Padding and concatenation are insertions into a
// tensor.empty, which become writes to parts of the result's buffer.
//
// An op whose element type has no scalar code is refused by name, and nothing is changed then.

#include <string.h>

#include "convert/hlo/scalar.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/func/func.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/rewriter.h"

#define MAX_RANK TERN_LINALG_MAX_LOOPS

static const tern_type_t *result_type(const tern_op_t *op) { return tern_op_result(op, 0)->type; }
static const tern_type_t *operand_type(const tern_op_t *op, size_t index) { return tern_op_operand(op, index)->type; }

static int64_t list_at(const tern_op_t *op, const char *name, size_t index, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr && index < tern_int_list_attr_count(attr) ? tern_int_list_attr_at(attr, index) : otherwise;
}

// --- tensors to write to ---

static tern_value_t *build_dim(tern_builder_t *b, tern_value_t *tensor, size_t dim) {
  int64_t size = tern_type_dim(tensor->type, dim);
  if (size != TERN_DYNAMIC) return tern_build_index(b, size);
  return tern_build_value(b, TERN_TENSOR(DIM), .operands = TERN_VALUES(tensor, tern_build_index(b, (int64_t)dim)));
}

// tensor.empty of `type`; `sizes[i]` gives dimension i where it is dynamic.
static tern_value_t *build_empty(tern_builder_t *b, const tern_type_t *type, tern_value_t *const *sizes) {
  tern_value_t *dynamic[MAX_RANK];
  size_t count = 0;
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    if (tern_type_dim(type, i) == TERN_DYNAMIC) dynamic[count++] = sizes[i];
  }
  return tern_build_value(b, TERN_TENSOR(EMPTY), .operands = {dynamic, count}, .types = TERN_TYPES(type));
}

// Sizes of the result of an op whose result dimension i is dimension `source[i]` of `tensor` (or static).
static void build_sizes_like(tern_builder_t *b, const tern_type_t *type, tern_value_t *tensor, const size_t *source,
                             tern_value_t **out_sizes) {
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    out_sizes[i] = tern_type_dim(type, i) == TERN_DYNAMIC ? build_dim(b, tensor, source ? source[i] : i) : NULL;
  }
}

// --- generic ops ---

static void fill_iterators(tern_iterator_t *iterators, size_t count) {
  for (size_t i = 0; i < count; ++i) iterators[i] = TERN_ITERATOR_PARALLEL;
}

static void yield_values(tern_builder_t *b, tern_value_t *value) {
  tern_build(b, TERN_LINALG(YIELD), .operands = TERN_VALUES(value));
}

static void fill_with_input(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  yield_values(b, body->args[0]);
}

static void fill_with_scalar_op(tern_builder_t *b, tern_block_t *body, void *user) {
  const tern_op_t *op = user;
  yield_values(b, tern_hlo_build_scalar(b, op, tern_type_element(result_type(op)), body->args));
}

// A generic that moves elements: reads the operand through `input_map`, writes each element of the result once.
static tern_value_t *build_movement(tern_builder_t *b, tern_value_t *input, const tern_affine_map_t *input_map,
                                    tern_value_t *output) {
  size_t rank = tern_type_rank(output->type);
  const tern_affine_map_t *maps[] = {input_map, tern_affine_map_identity(b->context, rank)};
  tern_iterator_t iterators[MAX_RANK];
  fill_iterators(iterators, rank);
  tern_op_t *generic = tern_linalg_build_generic(b, TERN_TYPES(output->type), TERN_VALUES(input), TERN_VALUES(output),
                                                 maps, iterators, rank, fill_with_input, NULL);
  return tern_op_result(generic, 0);
}

// --- element-wise ---

static bool match_elementwise(const tern_op_t *op) {
  const char *reason;
  if (!tern_hlo_scalar_is_supported(op, &reason)) return tern_op_error(op, "%s", reason);
  return true;
}

// An operand of the result's shape that gives the sizes of dynamic dimensions. select's predicate and clamp's bounds may
// be scalars.
static tern_value_t *shape_operand(const tern_op_t *op) {
  size_t rank = tern_type_rank(result_type(op));
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_type_rank(operand_type(op, i)) == rank) return tern_op_operand(op, i);
  }
  return tern_op_operand(op, 0);
}

static tern_value_t *rewrite_elementwise(tern_builder_t *b, tern_op_t *op) {
  const tern_type_t *type = result_type(op);
  size_t rank = tern_type_rank(type);
  tern_value_t *sizes[MAX_RANK];
  build_sizes_like(b, type, shape_operand(op), NULL, sizes);
  tern_value_t *empty = build_empty(b, type, sizes);
  const tern_affine_map_t *maps[4];
  tern_value_t *inputs[3];
  for (size_t i = 0; i < op->operand_count; ++i) {
    inputs[i] = tern_op_operand(op, i);
    maps[i] = tern_type_rank(inputs[i]->type) == rank ? tern_affine_map_identity(b->context, rank)
                                                      : tern_affine_map_get(b->context, rank, 0, NULL, 0);
  }
  maps[op->operand_count] = tern_affine_map_identity(b->context, rank);
  tern_iterator_t iterators[MAX_RANK];
  fill_iterators(iterators, rank);
  tern_op_t *generic = tern_linalg_build_generic(b, TERN_TYPES(type), (tern_values_t){inputs, op->operand_count},
                                                 TERN_VALUES(empty), maps, iterators, rank, fill_with_scalar_op, op);
  return tern_op_result(generic, 0);
}

// --- broadcasts and movements ---

static bool match_ranked(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (operand_type(op, i)->kind != TERN_TYPE_TENSOR) return tern_op_error(op, "needs ranked tensors");
  }
  return result_type(op)->kind == TERN_TYPE_TENSOR || tern_op_error(op, "needs ranked tensors");
}

// mhlo.broadcast puts new dimensions in front; their sizes follow from the types.
static bool match_broadcast(const tern_op_t *op) {
  if (!match_ranked(op)) return false;
  const tern_type_t *type = result_type(op);
  for (size_t i = 0; i < tern_type_rank(type) - tern_type_rank(operand_type(op, 0)); ++i) {
    if (tern_type_dim(type, i) == TERN_DYNAMIC) return tern_op_error(op, "has result dimension %zu of unknown size", i);
  }
  return true;
}

static tern_value_t *rewrite_broadcast(tern_builder_t *b, tern_op_t *op) {
  const tern_type_t *type = result_type(op);
  size_t rank = tern_type_rank(type), operand_rank = tern_type_rank(operand_type(op, 0)), added = rank - operand_rank;
  size_t positions[MAX_RANK], source[MAX_RANK] = {0};
  for (size_t i = 0; i < operand_rank; ++i) {
    positions[i] = added + i;
    source[added + i] = i;
  }
  tern_value_t *sizes[MAX_RANK];
  build_sizes_like(b, type, tern_op_operand(op, 0), source, sizes);
  return build_movement(b, tern_op_operand(op, 0), tern_affine_map_select(b->context, rank, positions, operand_rank),
                        build_empty(b, type, sizes));
}

// Operand dimension i goes to result dimension dims[i]; a dimension of size 1 is repeated.
static bool match_broadcast_in_dim(const tern_op_t *op) {
  if (!match_ranked(op)) return false;
  const tern_type_t *from = operand_type(op, 0), *to = result_type(op);
  for (size_t i = 0; i < tern_type_rank(to); ++i) {
    if (tern_type_dim(to, i) != TERN_DYNAMIC) continue;
    bool is_known = false;
    for (size_t d = 0; d < tern_type_rank(from); ++d) {
      is_known |= list_at(op, "broadcast_dimensions", d, -1) == (int64_t)i && tern_type_dim(from, d) == TERN_DYNAMIC;
    }
    if (!is_known) return tern_op_error(op, "has result dimension %zu of unknown size", i);
  }
  return true;
}

static tern_value_t *rewrite_broadcast_in_dim(tern_builder_t *b, tern_op_t *op) {
  const tern_type_t *type = result_type(op), *from = operand_type(op, 0);
  size_t rank = tern_type_rank(type), source[MAX_RANK] = {0};
  const tern_affine_expr_t *exprs[MAX_RANK];
  for (size_t i = 0; i < tern_type_rank(from); ++i) {
    size_t target = (size_t)list_at(op, "broadcast_dimensions", i, (int64_t)i);
    bool is_repeated = tern_type_dim(from, i) == 1 && tern_type_dim(type, target) != 1;
    exprs[i] = is_repeated ? tern_affine_constant(b->context, 0) : tern_affine_dim(b->context, target);
    source[target] = i;
  }
  tern_value_t *sizes[MAX_RANK];
  build_sizes_like(b, type, tern_op_operand(op, 0), source, sizes);
  return build_movement(b, tern_op_operand(op, 0),
                        tern_affine_map_get(b->context, rank, 0, exprs, tern_type_rank(from)),
                        build_empty(b, type, sizes));
}

static tern_value_t *rewrite_transpose(tern_builder_t *b, tern_op_t *op) {
  const tern_type_t *type = result_type(op);
  size_t rank = tern_type_rank(type), positions[MAX_RANK], source[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    source[i] = (size_t)list_at(op, "permutation", i, (int64_t)i);
    positions[source[i]] = i;
  }
  tern_value_t *sizes[MAX_RANK];
  build_sizes_like(b, type, tern_op_operand(op, 0), source, sizes);
  return build_movement(b, tern_op_operand(op, 0), tern_affine_map_select(b->context, rank, positions, rank),
                        build_empty(b, type, sizes));
}

static bool match_static(const tern_op_t *op) {
  if (!match_ranked(op)) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!tern_type_has_static_shape(operand_type(op, i))) return tern_op_error(op, "needs static shapes");
  }
  return tern_type_has_static_shape(result_type(op)) || tern_op_error(op, "needs static shapes");
}

static tern_value_t *rewrite_reverse(tern_builder_t *b, tern_op_t *op) {
  const tern_type_t *type = result_type(op);
  size_t rank = tern_type_rank(type);
  const tern_affine_expr_t *exprs[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) exprs[i] = tern_affine_dim(b->context, i);
  const tern_attr_t *dims = tern_op_attr(op, "dimensions");
  for (size_t i = 0; i < tern_int_list_attr_count(dims); ++i) {
    size_t dim = (size_t)tern_int_list_attr_at(dims, i);
    exprs[dim] = tern_affine_add(tern_affine_mul(exprs[dim], tern_affine_constant(b->context, -1)),
                                 tern_affine_constant(b->context, tern_type_dim(type, dim) - 1));
  }
  return build_movement(b, tern_op_operand(op, 0), tern_affine_map_get(b->context, rank, 0, exprs, rank),
                        build_empty(b, type, NULL));
}

static tern_value_t *build_extract_slice(tern_builder_t *b, tern_value_t *source, const tern_type_t *type,
                                         const int64_t *offsets, const int64_t *strides) {
  size_t rank = tern_type_rank(type);
  tern_named_attr_t attrs[] = {
      {"static_offsets", tern_dense_i64_array_attr_get(b->context, offsets, rank)},
      {"static_sizes", tern_dense_i64_array_attr_get(b->context, tern_type_dims(type), rank)},
      {"static_strides", tern_dense_i64_array_attr_get(b->context, strides, rank)},
  };
  return tern_build_value(b, TERN_TENSOR(EXTRACT_SLICE), .operands = TERN_VALUES(source), .types = TERN_TYPES(type),
                          .attrs = {attrs, 3}, .segments = (int32_t[]){1, 0, 0, 0});
}

static tern_value_t *rewrite_slice(tern_builder_t *b, tern_op_t *op) {
  int64_t offsets[MAX_RANK], strides[MAX_RANK];
  for (size_t i = 0; i < tern_type_rank(result_type(op)); ++i) {
    offsets[i] = list_at(op, "start_indices", i, 0);
    strides[i] = list_at(op, "strides", i, 1);
  }
  return build_extract_slice(b, tern_op_operand(op, 0), result_type(op), offsets, strides);
}

// --- reshape ---

// Groups dimensions of `from` and `to` with equal products; true if one of the two is a refinement of the other (each group
// has one dimension on the coarser side).
static bool find_reassociation(const tern_type_t *fine, const tern_type_t *coarse, size_t *out_group_ends) {
  size_t f = 0;
  for (size_t c = 0; c < tern_type_rank(coarse); ++c) {
    int64_t product = 1;
    size_t start = f;
    while (f < tern_type_rank(fine) && (product < tern_type_dim(coarse, c) || f == start)) {
      product *= tern_type_dim(fine, f++);
    }
    if (product != tern_type_dim(coarse, c) || f == start) return false;
    // Ones go to the group before them, but the last groups need a dimension each.
    while (f < tern_type_rank(fine) && tern_type_dim(fine, f) == 1 &&
           tern_type_rank(fine) - f > tern_type_rank(coarse) - c - 1) {
      ++f;
    }
    out_group_ends[c] = f;
  }
  return f == tern_type_rank(fine);
}

static const tern_attr_t *build_reassociation(tern_context_t *context, const size_t *ends, size_t count) {
  const tern_attr_t *groups[MAX_RANK], *members[MAX_RANK];
  const tern_type_t *i64 = tern_i_type_get(context, 64);
  for (size_t g = 0, start = 0; g < count; start = ends[g++]) {
    for (size_t i = start; i < ends[g]; ++i) members[i - start] = tern_integer_attr_get(i64, (int64_t)i);
    groups[g] = tern_array_attr_get(context, members, ends[g] - start);
  }
  return tern_array_attr_get(context, groups, count);
}

static tern_value_t *build_collapse(tern_builder_t *b, tern_value_t *value, const tern_type_t *to, const size_t *ends) {
  const tern_attr_t *groups = build_reassociation(b->context, ends, tern_type_rank(to));
  return tern_build_value(b, TERN_TENSOR(COLLAPSE_SHAPE), .operands = TERN_VALUES(value), .types = TERN_TYPES(to),
                          .attrs = TERN_ATTRS({"reassociation", groups}));
}

static tern_value_t *build_expand(tern_builder_t *b, tern_value_t *value, const tern_type_t *to, const size_t *ends) {
  const tern_attr_t *groups = build_reassociation(b->context, ends, tern_type_rank(value->type));
  const tern_attr_t *shape = tern_dense_i64_array_attr_get(b->context, tern_type_dims(to), tern_type_rank(to));
  return tern_build_value(b, TERN_TENSOR(EXPAND_SHAPE), .operands = TERN_VALUES(value), .types = TERN_TYPES(to),
                          .attrs = TERN_ATTRS({"reassociation", groups}, {"static_output_shape", shape}));
}

static tern_value_t *rewrite_reshape(tern_builder_t *b, tern_op_t *op) {
  tern_value_t *value = tern_op_operand(op, 0);
  const tern_type_t *from = value->type, *to = result_type(op);
  size_t ends[MAX_RANK];
  if (from == to) return value;
  // A shape with a 0 in it says nothing about groups; through one dimension all shapes meet.
  bool is_empty = tern_type_element_count(from) == 0;
  if (!is_empty && tern_type_rank(to) < tern_type_rank(from) && find_reassociation(from, to, ends)) {
    return build_collapse(b, value, to, ends);
  }
  if (!is_empty && tern_type_rank(to) > tern_type_rank(from) && find_reassociation(to, from, ends)) {
    return build_expand(b, value, to, ends);
  }
  int64_t count = tern_type_element_count(from);
  const tern_type_t *flat = tern_tensor_type_get(tern_type_element(from), &count, 1, NULL);
  if (from != flat) {
    ends[0] = tern_type_rank(from);
    value = tern_type_rank(from) ? build_collapse(b, value, flat, ends) : build_expand(b, value, flat, ends);
  }
  if (to == flat) return value;
  ends[0] = tern_type_rank(to);
  return tern_type_rank(to) ? build_expand(b, value, to, ends) : build_collapse(b, value, to, ends);
}

// --- padding, concatenation, iota, constants ---

static tern_value_t *build_insert(tern_builder_t *b, tern_value_t *source, tern_value_t *target, const int64_t *offsets,
                                  const int64_t *strides) {
  size_t rank = tern_type_rank(target->type);
  tern_named_attr_t attrs[] = {
      {"static_offsets", tern_dense_i64_array_attr_get(b->context, offsets, rank)},
      {"static_sizes", tern_dense_i64_array_attr_get(b->context, tern_type_dims(source->type), rank)},
      {"static_strides", tern_dense_i64_array_attr_get(b->context, strides, rank)},
  };
  return tern_build_value(b, TERN_TENSOR(INSERT_SLICE), .operands = TERN_VALUES(source, target),
                          .types = TERN_TYPES(target->type), .attrs = {attrs, 3},
                          .segments = (int32_t[]){1, 1, 0, 0, 0});
}

// Negative padding cuts: the part of the operand that lands inside the result, given per dimension as start and count.
static void find_visible_part(const tern_op_t *op, size_t dim, int64_t *out_start, int64_t *out_count,
                              int64_t *out_offset) {
  int64_t low = list_at(op, "edge_padding_low", dim, 0), step = list_at(op, "interior_padding", dim, 0) + 1;
  int64_t size = tern_type_dim(operand_type(op, 0), dim), wanted = tern_type_dim(result_type(op), dim);
  int64_t start = low < 0 ? (-low + step - 1) / step : 0;
  int64_t offset = low + start * step;
  int64_t fitting = wanted > offset ? (wanted - offset + step - 1) / step : 0;
  *out_start = start;
  *out_count = start >= size ? 0 : size - start < fitting ? size - start : fitting;
  *out_offset = *out_count ? offset : 0;
}

static tern_value_t *build_scalar(tern_builder_t *b, tern_value_t *tensor) {
  return tern_build_value(b, TERN_TENSOR(EXTRACT), .operands = TERN_VALUES(tensor),
                          .types = TERN_TYPES(tern_type_element(tensor->type)));
}

static tern_value_t *rewrite_pad(tern_builder_t *b, tern_op_t *op) {
  const tern_type_t *type = result_type(op);
  size_t rank = tern_type_rank(type);
  int64_t offsets[MAX_RANK], strides[MAX_RANK], counts[MAX_RANK], starts[MAX_RANK], ones[MAX_RANK];
  bool is_cut = false;
  for (size_t i = 0; i < rank; ++i) {
    find_visible_part(op, i, &starts[i], &counts[i], &offsets[i]);
    strides[i] = list_at(op, "interior_padding", i, 0) + 1;
    ones[i] = 1;
    is_cut |= counts[i] != tern_type_dim(operand_type(op, 0), i);
  }
  tern_value_t *source = tern_op_operand(op, 0);
  if (is_cut) {
    const tern_type_t *part = tern_tensor_type_get(tern_type_element(type), counts, rank, NULL);
    source = build_extract_slice(b, source, part, starts, ones);
  }
  tern_value_t *empty = build_empty(b, type, NULL), *value = build_scalar(b, tern_op_operand(op, 1));
  tern_op_t *fill = tern_linalg_build_named(b, TERN_LINALG(FILL), TERN_TYPES(type), TERN_VALUES(value),
                                            TERN_VALUES(empty), (tern_named_attrs_t){0});
  return build_insert(b, source, tern_op_result(fill, 0), offsets, strides);
}

static tern_value_t *rewrite_concatenate(tern_builder_t *b, tern_op_t *op) {
  const tern_type_t *type = result_type(op);
  size_t dim = (size_t)tern_integer_attr_value(tern_op_attr(op, "dimension"));
  int64_t offsets[MAX_RANK] = {0}, strides[MAX_RANK];
  for (size_t i = 0; i < tern_type_rank(type); ++i) strides[i] = 1;
  tern_value_t *result = build_empty(b, type, NULL);
  for (size_t i = 0; i < op->operand_count; ++i) {
    result = build_insert(b, tern_op_operand(op, i), result, offsets, strides);
    offsets[dim] += tern_type_dim(operand_type(op, i), dim);
  }
  return result;
}

static void fill_with_iota(tern_builder_t *b, tern_block_t *body, void *user) {
  const tern_op_t *op = user;
  const tern_type_t *element = body->args[0]->type;
  tern_value_t *value = tern_linalg_build_index(b, (size_t)tern_integer_attr_value(tern_op_attr(op, "iota_dimension")));
  // Large enough for any extent, then narrowed as integers wrap.
  bool is_float = tern_type_is_float(element);
  const tern_type_t *integer = is_float ? tern_i_type_get(b->context, 64) : element;
  value = tern_build_value(b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(value), .types = TERN_TYPES(integer));
  if (is_float) {
    value = tern_build_value(b, TERN_ARITH(SITOFP), .operands = TERN_VALUES(value), .types = TERN_TYPES(element));
  }
  yield_values(b, value);
}

static bool match_iota(const tern_op_t *op) {
  const tern_type_t *element = tern_type_element(result_type(op));
  return match_static(op) && (tern_type_is_signless(element) || tern_type_is_float(element) ||
                              tern_op_error(op, "is not defined for its element type"));
}

static tern_value_t *rewrite_iota(tern_builder_t *b, tern_op_t *op) {
  const tern_type_t *type = result_type(op);
  size_t rank = tern_type_rank(type);
  const tern_affine_map_t *identity = tern_affine_map_identity(b->context, rank);
  tern_iterator_t iterators[MAX_RANK];
  fill_iterators(iterators, rank);
  tern_op_t *generic =
      tern_linalg_build_generic(b, TERN_TYPES(type), (tern_values_t){0}, TERN_VALUES(build_empty(b, type, NULL)),
                                &identity, iterators, rank, fill_with_iota, op);
  return tern_op_result(generic, 0);
}

static tern_value_t *rewrite_constant(tern_builder_t *b, tern_op_t *op) {
  return tern_build_constant(b, tern_op_attr(op, "value"));
}

// --- the pass ---

static const struct rule {
  tern_hlo_t id;
  bool (*match)(const tern_op_t *op);  // false after an error
  tern_value_t *(*rewrite)(tern_builder_t *b, tern_op_t *op);
} rules[] = {
    {TERN_HLO_BROADCAST, match_broadcast, rewrite_broadcast},
    {TERN_HLO_BROADCAST_IN_DIM, match_broadcast_in_dim, rewrite_broadcast_in_dim},
    {TERN_HLO_TRANSPOSE, match_ranked, rewrite_transpose},
    {TERN_HLO_REVERSE, match_static, rewrite_reverse},
    {TERN_HLO_SLICE, match_static, rewrite_slice},
    {TERN_HLO_RESHAPE, match_static, rewrite_reshape},
    {TERN_HLO_PAD, match_static, rewrite_pad},
    {TERN_HLO_CONCATENATE, match_static, rewrite_concatenate},
    {TERN_HLO_IOTA, match_iota, rewrite_iota},
    {TERN_HLO_CONSTANT, match_ranked, rewrite_constant},
};

static const struct rule elementwise_rule = {TERN_HLO_NONE, match_elementwise, rewrite_elementwise};

static const struct rule *find_rule(const tern_op_t *op) {
  tern_hlo_t id = tern_hlo_id(op);
  if (id == TERN_HLO_NONE) return NULL;
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i) {
    if (rules[i].id == id) return &rules[i];
  }
  return tern_hlo_is_elementwise(op) ? &elementwise_rule : NULL;
}

// Ops inside of a reduction's region are that op's business.
static tern_walk_result_t collect(tern_op_t *op, void *user) {
  if (find_rule(op)) tern_vec_push((tern_op_list_t *)user, op);
  return tern_hlo_id(op) == TERN_HLO_NONE ? TERN_WALK_ADVANCE : TERN_WALK_SKIP;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = {0};
  tern_op_walk_pre(root, collect, &ops);
  bool is_right = true;
  for (size_t i = 0; i < ops.count; ++i) is_right &= find_rule(ops.values[i])->match(ops.values[i]);
  for (size_t i = 0; is_right && i < ops.count; ++i) {
    tern_builder_t b = tern_builder_before(ops.values[i]);
    tern_value_t *result = find_rule(ops.values[i])->rewrite(&b, ops.values[i]);
    tern_value_replace_all_uses(tern_op_result(ops.values[i], 0), result);
    tern_op_destroy(ops.values[i]);
  }
  tern_vec_deinitialize(&ops);
  return is_right;
}

const tern_pass_def_t tern_hlo_to_linalg_on_tensors_pass = {
    .name = "HLOToLinalgOnTensorsPass",
    .flag = "hlo-to-linalg-on-tensors",
    .summary = "Convert element-wise, broadcast and data-movement HLO ops to linalg on tensors",
    .description = "Ops that need a reduction iterator are left to --hlo-to-linalg-on-buffers.",
    .run = run,
};

// Canonical forms of tensor ops (upstream: the canonicalization patterns of TensorOps.cpp, and FillOp's that start at a
// tensor op); those of slices and pads are in canonicalize_slice.c.

#include <stdlib.h>

#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/bufferization/bufferization.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/common/reassociation.h"
#include "dialect/common/reshape_chain.h"
#include "dialect/linalg/linalg.h"
#include "dialect/tensor/hooks.h"
#include "dialect/tensor/tensor.h"
#include "rewrite/rewriter.h"

bool tern_tensor_replace_with_cast(tern_op_t *op, tern_rewriter_t *rewriter, tern_value_t *value) {
  value = tern_tensor_build_cast(&rewriter->builder, value, op->results[0].type);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  return true;
}

static bool take_operand(tern_op_t *op, tern_rewriter_t *rewriter, size_t position, tern_value_t *value) {
  tern_op_set_operand(op, position, value);
  tern_rewriter_modified(rewriter, op);
  return true;
}

tern_value_t *tern_tensor_foldable_cast_source(const tern_value_t *value) {
  tern_op_t *cast = tern_value_defined_by(value, TERN_TENSOR(CAST));
  if (!cast) return NULL;
  tern_value_t *source = tern_op_operand(cast, 0);
  const tern_type_t *from = source->type, *to = value->type;
  if (from == to || from->kind != TERN_TYPE_TENSOR || to->kind != TERN_TYPE_TENSOR) return NULL;
  if (tern_type_rank(from) != tern_type_rank(to) || tern_tensor_type_encoding(from) != tern_tensor_type_encoding(to))
    return NULL;
  for (size_t i = 0; i < tern_type_rank(from); i++)
    if (tern_type_dim(from, i) == TERN_DYNAMIC && tern_type_dim(to, i) != TERN_DYNAMIC) return NULL;
  return source;
}

bool tern_tensor_fold_cast_operands(tern_op_t *op, tern_rewriter_t *rewriter, size_t first_output,
                                    size_t output_count) {
  bool has_cast = false;
  for (size_t i = 0; i < op->operand_count; i++)
    has_cast |= tern_tensor_foldable_cast_source(tern_op_operand(op, i)) != NULL;
  if (!has_cast) return false;
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *copy = tern_op_clone(op, NULL);
  size_t result = 0;
  for (size_t i = 0; i < op->operand_count; i++) {
    tern_value_t *source = tern_tensor_foldable_cast_source(tern_op_operand(op, i));
    if (source) tern_op_set_operand(copy, i, source);
    bool has_result = i >= first_output && i < first_output + output_count &&
                      tern_op_operand(op, i)->type->kind == TERN_TYPE_TENSOR && result < op->result_count;
    if (has_result) copy->results[result++].type = tern_op_operand(copy, i)->type;
  }
  tern_builder_insert(&rewriter->builder, copy);
  TERN_VEC(tern_value_t *) results = {0};
  for (size_t i = 0; i < op->result_count; i++)
    tern_vec_push(&results, tern_tensor_build_cast(&rewriter->builder, tern_op_result(copy, i), op->results[i].type));
  tern_rewriter_replace(rewriter, op, (tern_values_t){results.values, results.count});
  tern_vec_deinitialize(&results);
  return true;
}

// --- casts ---

// Does the middle type of a chain of casts check nothing that the ends do not?
static bool is_middle_idle(const tern_type_t *first, const tern_type_t *middle, const tern_type_t *last) {
  if (!tern_tensor_are_cast_compatible(first, last)) return false;
  if (middle->kind != TERN_TYPE_TENSOR) return true;
  for (size_t i = 0; i < tern_type_rank(middle); i++) {
    if (tern_type_dim(middle, i) == TERN_DYNAMIC) continue;
    bool is_first = first->kind == TERN_TYPE_TENSOR && tern_type_dim(first, i) != TERN_DYNAMIC;
    bool is_last = last->kind == TERN_TYPE_TENSOR && tern_type_dim(last, i) != TERN_DYNAMIC;
    if (!is_first && !is_last) return false;
  }
  return true;
}

// An empty tensor may as well have the sizes that it is cast to.
static bool cast_empty(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *empty = tern_value_defined_by(tern_op_operand(op, 0), TERN_TENSOR(EMPTY));
  const tern_type_t *type = op->results[0].type;
  if (!empty || !tern_tensor_keeps_sizes(empty->results[0].type, type)) return false;
  tern_value_t *sizes[TERN_INDEX_LIST_MAX];
  size_t rank = tern_type_rank(type), count = 0, next = 0;
  if (rank > TERN_INDEX_LIST_MAX) return false;
  for (size_t i = 0; i < rank; i++) {
    if (tern_type_dim(empty->results[0].type, i) != TERN_DYNAMIC) continue;
    tern_value_t *size = tern_op_operand(empty, next++);
    if (tern_type_dim(type, i) == TERN_DYNAMIC) sizes[count++] = size;
  }
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *made = tern_tensor_build_empty(&rewriter->builder, type, (tern_values_t){sizes, count});
  tern_rewriter_replace(rewriter, op, TERN_VALUES(made));
  return true;
}

bool tern_tensor_canonicalize_cast(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  tern_op_t *inner = tern_value_defined_by(source, TERN_TENSOR(CAST));
  if (inner && is_middle_idle(tern_op_operand(inner, 0)->type, source->type, type))
    return take_operand(op, rewriter, 0, tern_op_operand(inner, 0));
  return tern_tensor_fold_cast_into_slice(op, rewriter) || tern_tensor_fold_cast_into_pad(op, rewriter) ||
         cast_empty(op, rewriter) || tern_linalg_fold_cast_of_result(op, rewriter);
}

bool tern_tensor_canonicalize_bitcast(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *inner = tern_value_defined_by(tern_op_operand(op, 0), TERN_TENSOR(BITCAST));
  return inner && take_operand(op, rewriter, 0, tern_op_operand(inner, 0));
}

bool tern_tensor_keeps_sizes(const tern_type_t *from, const tern_type_t *to) {
  if (from->kind != TERN_TYPE_TENSOR || to->kind != TERN_TYPE_TENSOR) return false;
  for (size_t i = 0; i < tern_type_rank(from); i++)
    if (tern_type_dim(from, i) != TERN_DYNAMIC && tern_type_dim(to, i) == TERN_DYNAMIC) return false;
  return true;
}

// What the operands of a concatenation say of its sizes together.
static const tern_type_t *joined_type(const tern_op_t *op, size_t dim) {
  int64_t dims[TERN_INDEX_LIST_MAX];
  size_t rank = tern_type_rank(op->results[0].type);
  for (size_t i = 0; i < rank; i++) dims[i] = i == dim ? 0 : TERN_DYNAMIC;
  for (size_t k = 0; k < op->operand_count; k++) {
    const tern_type_t *type = tern_op_operand(op, k)->type;
    for (size_t i = 0; i < rank; i++) {
      int64_t size = tern_type_dim(type, i);
      if (i != dim && size != TERN_DYNAMIC) dims[i] = size;
      if (i == dim) dims[i] = dims[i] == TERN_DYNAMIC || size == TERN_DYNAMIC ? TERN_DYNAMIC : dims[i] + size;
    }
  }
  return tern_tensor_type_get(tern_type_element(op->results[0].type), dims, rank, NULL);
}

bool tern_tensor_canonicalize_concat(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_type_t *type = op->results[0].type;
  size_t dim = (size_t)tern_integer_attr_value(tern_op_attr(op, "dim")), rank = tern_type_rank(type);
  tern_builder_set_before(&rewriter->builder, op);
  if (op->operand_count == 1) return tern_tensor_replace_with_cast(op, rewriter, tern_op_operand(op, 0));
  if (tern_linalg_fold_concat_of_fills(op, rewriter)) return true;
  if (rank > TERN_INDEX_LIST_MAX || tern_tensor_type_encoding(type)) return false;
  const tern_type_t *joined = joined_type(op, dim);
  bool is_changed = false;
  for (size_t k = 0; k < op->operand_count; k++) {
    int64_t dims[TERN_INDEX_LIST_MAX];
    tern_value_t *operand = tern_op_operand(op, k);
    for (size_t i = 0; i < rank; i++) dims[i] = tern_type_dim(i == dim ? operand->type : joined, i);
    const tern_type_t *known = tern_type_with_shape(operand->type, dims, rank);
    if (tern_tensor_keeps_sizes(known, operand->type)) continue;
    tern_op_set_operand(op, k, tern_tensor_build_cast(&rewriter->builder, operand, known));
    is_changed = true;
  }
  if (is_changed) {
    tern_rewriter_modified(rewriter, op);
    return true;
  }
  if (tern_tensor_keeps_sizes(joined, type) || !tern_tensor_are_cast_compatible(joined, type)) return false;
  tern_op_t *made = tern_op_clone(op, NULL);
  made->results[0].type = joined;
  tern_builder_insert(&rewriter->builder, made);
  return tern_tensor_replace_with_cast(op, rewriter, tern_op_result(made, 0));
}

// --- sizes ---

tern_value_t *tern_tensor_destination_of(const tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  if (op && tern_is_linalg(op) && tern_linalg_output_count(op) == op->result_count)
    return tern_linalg_output(op, value->index);
  if (op && (tern_op_is(op, TERN_TENSOR(INSERT_SLICE)) || tern_op_is(op, TERN_TENSOR(INSERT))))
    return tern_op_operand(op, 1);
  return NULL;
}

// The size of what was reshaped is an element of the tensor that says so.
static bool read_reshaped_dim(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *reshape = tern_value_defined_by(tern_op_operand(op, 0), TERN_TENSOR(RESHAPE));
  if (!reshape) return false;
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *size = tern_build_value(&rewriter->builder, TERN_TENSOR(EXTRACT),
                                        .operands = TERN_VALUES(tern_op_operand(reshape, 1), tern_op_operand(op, 1)));
  if (size->type != op->results[0].type)
    size = tern_build_value(&rewriter->builder, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(size),
                            .types = TERN_TYPES(op->results[0].type));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(size));
  return true;
}

bool tern_tensor_canonicalize_dim(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *source = tern_op_operand(op, 0);
  tern_op_t *cast = tern_value_defined_by(source, TERN_TENSOR(CAST));
  if (cast && tern_op_operand(cast, 0)->type->kind == TERN_TYPE_TENSOR)
    return take_operand(op, rewriter, 0, tern_op_operand(cast, 0));
  if (tern_bufferization_simplify_tensor_dim(op, rewriter) || read_reshaped_dim(op, rewriter)) return true;
  tern_value_t *destination = tern_tensor_destination_of(source);
  return destination && take_operand(op, rewriter, 0, destination);
}

bool tern_tensor_canonicalize_empty(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *operands[TERN_INDEX_LIST_MAX];
  size_t count;
  const tern_type_t *type = tern_index_list_staticize(op->results[0].type, op, 0, operands, &count);
  if (!type) return false;
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *made = tern_tensor_build_empty(&rewriter->builder, type, (tern_values_t){operands, count});
  return tern_tensor_replace_with_cast(op, rewriter, made);
}

bool tern_tensor_canonicalize_generate(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *operands[TERN_INDEX_LIST_MAX];
  size_t count;
  const tern_type_t *type = tern_index_list_staticize(op->results[0].type, op, 0, operands, &count);
  if (!type) return false;
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *made = tern_build(&rewriter->builder, TERN_TENSOR(GENERATE), .operands = {operands, count},
                               .types = TERN_TYPES(type), .regions = 1);
  tern_region_take_blocks(&made->regions[0], &op->regions[0]);
  return tern_tensor_replace_with_cast(op, rewriter, tern_op_result(made, 0));
}

// --- elements ---

// An element that a region computes is computed where it is wanted; that of cast numbers is cast.
static bool compute_element(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *maker = tern_value_defining_op(tern_op_operand(op, 0));
  if (!maker) return false;
  tern_builder_set_before(&rewriter->builder, op);
  if (tern_op_is(maker, TERN_ARITH(INDEX_CAST))) {
    tern_value_t *operands[1 + TERN_INDEX_LIST_MAX] = {tern_op_operand(maker, 0)};
    if (op->operand_count > 1 + TERN_INDEX_LIST_MAX) return false;
    for (size_t i = 1; i < op->operand_count; i++) operands[i] = tern_op_operand(op, i);
    tern_value_t *element =
        tern_build_value(&rewriter->builder, TERN_TENSOR(EXTRACT), .operands = {operands, op->operand_count});
    tern_value_t *cast = tern_build_value(&rewriter->builder, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(element),
                                          .types = TERN_TYPES(op->results[0].type));
    tern_rewriter_replace(rewriter, op, TERN_VALUES(cast));
    return true;
  }
  if (!tern_op_is(maker, TERN_TENSOR(GENERATE)) || !tern_op_would_be_trivially_dead(maker)) return false;
  tern_block_t *body = tern_op_body(maker, 0);
  tern_map_t values = {0};
  for (size_t i = 0; i < body->arg_count; i++) tern_map_set(&values, body->args[i], tern_op_operand(op, 1 + i));
  tern_block_for_each_op(body, inner) {
    if (inner != body->last_op) tern_builder_clone(&rewriter->builder, inner, &values);
  }
  tern_value_t *yielded = tern_op_operand(body->last_op, 0), *element = tern_map_get(&values, yielded);
  tern_map_deinitialize(&values);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(element ? element : yielded));
  return true;
}

bool tern_tensor_canonicalize_extract(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *tensor = tern_op_operand(op, 0);
  tern_op_t *cast = tern_value_defined_by(tensor, TERN_TENSOR(CAST));
  if (cast && tern_op_operand(cast, 0)->type->kind == TERN_TYPE_TENSOR)
    return take_operand(op, rewriter, 0, tern_op_operand(cast, 0));
  tern_op_t *fill = tern_value_defined_by(tensor, TERN_LINALG(FILL));
  if (!fill) return compute_element(op, rewriter);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_operand(fill, 0)));
  return true;
}

// --- reshapes ---

// A reshape of a filled tensor is a filled tensor; the fill's destination is reshaped instead.
static bool reshape_fill(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *fill = tern_value_defined_by(tern_op_operand(op, 0), TERN_LINALG(FILL));
  if (!fill) return false;
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *copy = tern_op_clone(op, NULL);
  tern_op_set_operand(copy, 0, tern_op_operand(fill, 1));
  tern_builder_insert(&rewriter->builder, copy);
  tern_op_t *made = tern_linalg_build_named(&rewriter->builder, TERN_LINALG(FILL), TERN_TYPES(op->results[0].type),
                                            TERN_VALUES(tern_op_operand(fill, 0)), TERN_VALUES(tern_op_result(copy, 0)),
                                            (tern_named_attrs_t){0});
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_result(made, 0)));
  return true;
}

static const tern_reshape_rows_t reshape_rows = {TERN_TENSOR(EXPAND_SHAPE), TERN_TENSOR(COLLAPSE_SHAPE),
                                                 TERN_TENSOR(CAST)};

// A splat of another shape, and elements in the order they have.
static bool reshape_elements(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *maker = tern_value_defining_op(tern_op_operand(op, 0));
  const tern_type_t *type = op->results[0].type;
  bool is_splat = maker && tern_op_is(maker, TERN_TENSOR(SPLAT));
  if (!is_splat && !(maker && tern_op_is(maker, TERN_TENSOR(FROM_ELEMENTS)))) return false;
  if (!tern_type_has_static_shape(type) || !tern_type_has_static_shape(maker->results[0].type)) return false;
  TERN_VEC(tern_value_t *) elements = {0};
  for (size_t i = 0; i < maker->operand_count; i++) tern_vec_push(&elements, tern_op_operand(maker, i));
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *made = tern_build_value(&rewriter->builder, maker->def->row,
                                        .operands = {elements.values, elements.count}, .types = TERN_TYPES(type));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(made));
  tern_vec_deinitialize(&elements);
  return true;
}

bool tern_tensor_canonicalize_collapse_shape(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *groups = tern_op_attr(op, "reassociation");
  tern_op_t *inner = tern_value_defined_by(tern_op_operand(op, 0), TERN_TENSOR(COLLAPSE_SHAPE));
  if (inner) {
    groups = tern_reassociation_compose(tern_op_attr(inner, "reassociation"), groups);
    if (!groups) return false;
    tern_op_set_attr(op, "reassociation", groups);
    return take_operand(op, rewriter, 0, tern_op_operand(inner, 0));
  }
  if (reshape_fill(op, rewriter) || reshape_elements(op, rewriter) || tern_reshape_compose(op, rewriter, &reshape_rows))
    return true;
  tern_value_t *source = tern_tensor_foldable_cast_source(tern_op_operand(op, 0));
  const tern_type_t *type = source ? tern_tensor_collapsed_type(source->type, groups) : NULL;
  if (!type) return false;
  if (type == op->results[0].type) return take_operand(op, rewriter, 0, source);
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *made =
      tern_build_value(&rewriter->builder, TERN_TENSOR(COLLAPSE_SHAPE), .operands = TERN_VALUES(source),
                       .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"reassociation", groups}));
  return tern_tensor_replace_with_cast(op, rewriter, made);
}

// An element goes into the tensor of known sizes, so that it can be inserted in place.
bool tern_tensor_canonicalize_insert(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *source = tern_tensor_foldable_cast_source(tern_op_operand(op, 1));
  if (!source) return false;
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *operands[2 + TERN_INDEX_LIST_MAX] = {tern_op_operand(op, 0), source};
  if (op->operand_count > 2 + TERN_INDEX_LIST_MAX) return false;
  for (size_t i = 2; i < op->operand_count; ++i) operands[i] = tern_op_operand(op, i);
  tern_value_t *made = tern_build_value(&rewriter->builder, TERN_TENSOR(INSERT),
                                        .operands = {operands, op->operand_count}, .types = TERN_TYPES(source->type));
  return tern_tensor_replace_with_cast(op, rewriter, made);
}

// Sizes of an expansion that are constants, where the source is known to be of static size, become part of its type; the
// source is cast to what it then has to be.
static bool expand_before_cast(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *groups = tern_op_attr(op, "reassociation");
  const tern_type_t *type = op->results[0].type;
  tern_value_t *source = tern_op_operand(op, 0), *known = tern_tensor_foldable_cast_source(source);
  tern_mixed_index_t shape[TERN_INDEX_LIST_MAX];
  int64_t dims[TERN_INDEX_LIST_MAX];
  size_t rank = tern_type_rank(type), next = 0, count = 1;
  if (!known || !tern_index_list_read(op, "output_shape", "static_output_shape", shape, TERN_INDEX_LIST_MAX))
    return false;
  tern_value_t *operands[1 + TERN_INDEX_LIST_MAX];
  for (size_t g = 0; g < tern_array_attr_count(groups); g++) {
    bool is_static = tern_type_dim(known->type, g) != TERN_DYNAMIC;
    for (size_t i = 0; i < tern_int_list_attr_count(tern_array_attr_at(groups, g)); i++, next++) {
      dims[next] = tern_type_dim(type, next);
      if (dims[next] != TERN_DYNAMIC || (is_static && tern_mixed_constant(shape[next], &dims[next]))) continue;
      dims[next] = TERN_DYNAMIC;
      operands[count++] = shape[next].dynamic;
    }
  }
  if (count == op->operand_count) return false;
  const tern_type_t *expanded = tern_type_with_shape(type, dims, rank);
  const tern_type_t *collapsed = tern_tensor_collapsed_type(expanded, groups);
  if (!collapsed || !tern_tensor_are_cast_compatible(source->type, collapsed)) return false;
  tern_builder_set_before(&rewriter->builder, op);
  operands[0] = tern_tensor_build_cast(&rewriter->builder, source, collapsed);
  const tern_attr_t *statics = tern_dense_i64_array_attr_get(tern_op_context(op), dims, rank);
  tern_value_t *made = tern_build_value(
      &rewriter->builder, TERN_TENSOR(EXPAND_SHAPE), .operands = {operands, count}, .types = TERN_TYPES(expanded),
      .attrs = TERN_ATTRS({"reassociation", groups}, {"static_output_shape", statics}));
  return tern_tensor_replace_with_cast(op, rewriter, made);
}

bool tern_tensor_canonicalize_expand_shape(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *inner = tern_value_defined_by(tern_op_operand(op, 0), TERN_TENSOR(EXPAND_SHAPE));
  if (!inner)
    return reshape_fill(op, rewriter) || reshape_elements(op, rewriter) ||
           tern_reshape_compose(op, rewriter, &reshape_rows) || expand_before_cast(op, rewriter);
  // Seen from the result, the groups of `op` are collapsed first.
  const tern_attr_t *groups =
      tern_reassociation_compose(tern_op_attr(op, "reassociation"), tern_op_attr(inner, "reassociation"));
  if (!groups) return false;
  tern_op_set_attr(op, "reassociation", groups);
  return take_operand(op, rewriter, 0, tern_op_operand(inner, 0));
}

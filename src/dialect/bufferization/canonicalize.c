// Folds and canonical forms of bufferization's ops (upstream: the patterns of BufferizationOps.cpp); dealloc's are in
// canonicalize_dealloc.c.

#include "dialect/arith/index_math.h"
#include "dialect/bufferization/bufferization.h"
#include "dialect/bufferization/hooks.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/memref/memref.h"
#include "dialect/tensor/tensor.h"
#include "rewrite/rewriter.h"

static tern_op_t *maker_of(const tern_value_t *value, const tern_op_row_t *row) {
  tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, row) ? op : NULL;
}

// --- alloc_tensor ---

// Sizes that are constants become part of the type.
bool tern_bufferization_canonicalize_alloc_tensor(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_type_t *type = op->results[0].type;
  int64_t dims[TERN_INDEX_LIST_MAX], size;
  tern_value_t *rest[TERN_INDEX_LIST_MAX];
  size_t count = 0, next = 0;
  if (tern_op_operand_named(op, "copy") || !tern_type_is_ranked(type) || tern_type_rank(type) > TERN_INDEX_LIST_MAX)
    return false;
  for (size_t i = 0; i < tern_type_rank(type); i++) {
    dims[i] = tern_type_dim(type, i);
    if (dims[i] != TERN_DYNAMIC) continue;
    tern_value_t *operand = tern_op_operand(op, next++);
    if (tern_index_constant(operand, &size) && size >= 0) {
      dims[i] = size;
    } else {
      rest[count++] = operand;
    }
  }
  if (count == next) return false;
  const int32_t segments[] = {(int32_t)count, 0, 0};
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *made = tern_build_value(&rewriter->builder, TERN_BUFFERIZATION(ALLOC_TENSOR), .operands = {rest, count},
                                        .types = TERN_TYPES(tern_type_with_shape(type, dims, tern_type_rank(type))),
                                        .segments = segments);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_tensor_build_cast(&rewriter->builder, made, type)));
  return true;
}

// The size of dimension `dim` of what alloc_tensor makes: an operand, or that of what it copies.
static tern_value_t *allocated_size(tern_builder_t *builder, tern_op_t *alloc, size_t dim) {
  tern_value_t *copy = tern_op_operand_named(alloc, "copy");
  if (copy) return tern_tensor_build_dim(builder, copy, dim);
  size_t position = 0;
  for (size_t i = 0; i < dim; i++) position += tern_type_dim(alloc->results[0].type, i) == TERN_DYNAMIC;
  return tern_op_operand(alloc, position);
}

// tensor.dim of what comes out of a buffer, or of alloc_tensor.
bool tern_bufferization_simplify_tensor_dim(tern_op_t *dim, tern_rewriter_t *rewriter) {
  tern_value_t *source = tern_op_operand(dim, 0), *index = tern_op_operand(dim, 1);
  tern_op_t *to_tensor = maker_of(source, TERN_BUFFERIZATION(TO_TENSOR));
  tern_builder_set_before(&rewriter->builder, dim);
  if (to_tensor) {
    tern_value_t *made = tern_build_value(&rewriter->builder, TERN_MEMREF(DIM),
                                          .operands = TERN_VALUES(tern_op_operand(to_tensor, 0), index));
    tern_rewriter_replace(rewriter, dim, TERN_VALUES(made));
    return true;
  }
  tern_op_t *alloc = maker_of(source, TERN_BUFFERIZATION(ALLOC_TENSOR));
  int64_t position;
  if (!alloc || source->type->kind != TERN_TYPE_TENSOR || !tern_index_constant(index, &position)) return false;
  if (position < 0 || position >= (int64_t)tern_type_rank(source->type)) return false;
  if (tern_type_dim(source->type, (size_t)position) != TERN_DYNAMIC) return false;
  tern_rewriter_replace(rewriter, dim, TERN_VALUES(allocated_size(&rewriter->builder, alloc, (size_t)position)));
  return true;
}

// --- what reads the buffer of a tensor may read the tensor ---

bool tern_bufferization_simplify_memref_dim(tern_op_t *dim, tern_rewriter_t *rewriter) {
  tern_op_t *to_buffer = maker_of(tern_op_operand(dim, 0), TERN_BUFFERIZATION(TO_BUFFER));
  if (!to_buffer) return false;
  tern_builder_set_before(&rewriter->builder, dim);
  tern_value_t *made =
      tern_build_value(&rewriter->builder, TERN_TENSOR(DIM),
                       .operands = TERN_VALUES(tern_op_operand(to_buffer, 0), tern_op_operand(dim, 1)));
  tern_rewriter_replace(rewriter, dim, TERN_VALUES(made));
  return true;
}

bool tern_bufferization_simplify_load(tern_op_t *load, tern_rewriter_t *rewriter) {
  tern_op_t *to_buffer = maker_of(tern_op_operand(load, 0), TERN_BUFFERIZATION(TO_BUFFER));
  tern_value_t *operands[1 + TERN_MEMREF_MAX_RANK];
  if (!to_buffer || load->operand_count > 1 + TERN_MEMREF_MAX_RANK) return false;
  operands[0] = tern_op_operand(to_buffer, 0);
  if (operands[0]->type->kind != TERN_TYPE_TENSOR) return false;
  for (size_t i = 1; i < load->operand_count; i++) operands[i] = tern_op_operand(load, i);
  tern_builder_set_before(&rewriter->builder, load);
  tern_value_t *made =
      tern_build_value(&rewriter->builder, TERN_TENSOR(EXTRACT), .operands = {operands, load->operand_count});
  tern_rewriter_replace(rewriter, load, TERN_VALUES(made));
  return true;
}

// --- clone ---

tern_fold_status_t tern_bufferization_fold_clone(tern_op_t *op, const tern_attr_t *const *operands,
                                                 tern_fold_result_t *out_results) {
  (void)operands, (void)out_results;
  return tern_memref_fold_cast_operands(op, NULL) ? TERN_FOLD_IN_PLACE : TERN_FOLD_FAILED;
}

// The one op that frees `value`: false if there are several, or one that gives other memory for it. `*out_free` is NULL if there is none.
static bool find_free(const tern_value_t *value, tern_op_t **out_free) {
  *out_free = NULL;
  tern_value_for_each_use(value, use) {
    if (!tern_op_has_trait(use->owner, TERN_TRAIT_MEM_FREE)) continue;
    if (*out_free || use->owner->result_count > 0) return false;
    *out_free = use->owner;
  }
  return true;
}

// The memory that views of views are of.
static tern_value_t *viewed_memory(tern_value_t *value) {
  for (;;) {
    tern_op_t *op = tern_value_defining_op(value);
    if (!op || !tern_op_has_trait(op, TERN_TRAIT_VIEW_LIKE) || value->index != 0) return value;
    value = tern_op_operand(op, 0);
  }
}

// May what lies between `op` and `last`, in one block, free anything?
static bool may_free_between(const tern_op_t *op, const tern_op_t *last) {
  for (const tern_op_t *between = op->next; between != last; between = between->next)
    if (!between || tern_op_has_trait(between, TERN_TRAIT_MEM_FREE)) return true;
  return false;
}

// A clone lives as long as its source, or the source dies here: then one buffer does for both.
bool tern_bufferization_canonicalize_clone(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *source = tern_op_operand(op, 0), *clone = tern_op_result(op, 0);
  tern_op_t *clone_free, *source_free;
  if (!tern_value_has_uses(clone)) {
    tern_rewriter_erase(rewriter, op);
    return true;
  }
  if (source->type != clone->type && !tern_memref_are_cast_compatible(source->type, clone->type)) return false;
  if (!find_free(clone, &clone_free) || !find_free(viewed_memory(source), &source_free)) return false;
  if (clone_free && source_free && clone_free->block == source_free->block) return false;
  tern_op_t *idle = NULL;
  if (clone_free && clone_free->block == op->block) {
    idle = clone_free;
  } else if (source_free && source_free->block == op->block) {
    idle = source_free;
  }
  if (!idle || may_free_between(op, idle)) return false;
  tern_builder_set_before(&rewriter->builder, op);
  if (source->type != clone->type)
    source = tern_build_value(&rewriter->builder, TERN_MEMREF(CAST), .operands = TERN_VALUES(source),
                              .types = TERN_TYPES(clone->type));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(source));
  tern_rewriter_erase(rewriter, idle);
  return true;
}

// --- to_tensor, to_buffer ---

// Nothing can have changed the buffer between the two ops.
tern_fold_status_t tern_bufferization_fold_to_tensor(tern_op_t *op, const tern_attr_t *const *operands,
                                                     tern_fold_result_t *out_results) {
  (void)operands;
  tern_op_t *to_buffer = maker_of(tern_op_operand(op, 0), TERN_BUFFERIZATION(TO_BUFFER));
  if (!to_buffer || to_buffer->next != op || tern_op_operand(to_buffer, 0)->type != op->results[0].type)
    return TERN_FOLD_FAILED;
  out_results[0].value = tern_op_operand(to_buffer, 0);
  return TERN_FOLD_REPLACED;
}

tern_fold_status_t tern_bufferization_fold_to_buffer(tern_op_t *op, const tern_attr_t *const *operands,
                                                     tern_fold_result_t *out_results) {
  (void)operands;
  tern_op_t *to_tensor = maker_of(tern_op_operand(op, 0), TERN_BUFFERIZATION(TO_TENSOR));
  if (!to_tensor || tern_op_operand(to_tensor, 0)->type != op->results[0].type) return TERN_FOLD_FAILED;
  out_results[0].value = tern_op_operand(to_tensor, 0);
  return TERN_FOLD_REPLACED;
}

// Is a cast right whatever the offset and strides are at run time?
static bool is_cast_safe(const tern_type_t *from, const tern_type_t *to) {
  int64_t from_strides[TERN_MEMREF_MAX_RANK], to_strides[TERN_MEMREF_MAX_RANK], from_offset, to_offset;
  if (tern_type_rank(from) > TERN_MEMREF_MAX_RANK || !tern_memref_are_cast_compatible(from, to)) return false;
  if (!tern_memref_type_strides(from, from_strides, &from_offset) ||
      !tern_memref_type_strides(to, to_strides, &to_offset))
    return false;
  if (from_offset == TERN_DYNAMIC && to_offset != TERN_DYNAMIC) return false;
  for (size_t i = 0; i < tern_type_rank(from); i++)
    if (from_strides[i] == TERN_DYNAMIC && to_strides[i] != TERN_DYNAMIC) return false;
  return true;
}

tern_value_t *tern_bufferization_cast_or_copy(tern_builder_t *builder, tern_value_t *buffer, const tern_type_t *type,
                                              const tern_attr_t *alignment) {
  const tern_type_t *from = buffer->type;
  if (from == type) return buffer;
  if (from->kind == TERN_TYPE_UNRANKED_MEMREF && type->kind == TERN_TYPE_MEMREF) return NULL;
  bool is_cast = type->kind == TERN_TYPE_UNRANKED_MEMREF || is_cast_safe(from, type);
  if (is_cast)
    return tern_build_value(builder, TERN_MEMREF(CAST), .operands = TERN_VALUES(buffer), .types = TERN_TYPES(type));
  if (tern_type_element(from) != tern_type_element(type) || tern_type_rank(from) != tern_type_rank(type)) return NULL;
  tern_value_t *sizes[TERN_MEMREF_MAX_RANK];
  size_t count = 0;
  for (size_t i = 0; i < tern_type_rank(type); i++)
    if (tern_type_dim(type, i) == TERN_DYNAMIC)
      sizes[count++] = tern_build_value(builder, TERN_MEMREF(DIM),
                                        .operands = TERN_VALUES(buffer, tern_build_index(builder, (int64_t)i)));
  tern_value_t *copy = tern_memref_build_alloc(builder, type, (tern_values_t){sizes, count});
  if (alignment) tern_op_set_attr(tern_value_defining_op(copy), "alignment", alignment);
  tern_build(builder, TERN_MEMREF(COPY), .operands = TERN_VALUES(buffer, copy));
  return copy;
}

bool tern_bufferization_canonicalize_to_buffer(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *tensor = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *cast = maker_of(tensor, TERN_TENSOR(CAST));
  if (cast && tern_op_operand(cast, 0)->type->kind == TERN_TYPE_TENSOR) {
    tern_value_t *source = tern_op_operand(cast, 0);
    const tern_attr_t *layout = type->kind == TERN_TYPE_MEMREF ? tern_memref_type_layout(type) : NULL;
    const tern_type_t *source_type =
        tern_memref_type_get(tern_type_element(source->type), tern_type_dims(source->type),
                             tern_type_rank(source->type), layout, tern_memref_type_memory_space(type));
    tern_op_t *made = tern_build(&rewriter->builder, TERN_BUFFERIZATION(TO_BUFFER), .operands = TERN_VALUES(source),
                                 .types = TERN_TYPES(source_type));
    tern_op_set_attr(made, "read_only", tern_op_attr(op, "read_only"));
    tern_value_t *buffer =
        tern_build_value(&rewriter->builder, TERN_MEMREF(CAST), .operands = TERN_VALUES(tern_op_result(made, 0)),
                         .types = TERN_TYPES(type));
    tern_rewriter_replace(rewriter, op, TERN_VALUES(buffer));
    return true;
  }
  tern_op_t *to_tensor = maker_of(tensor, TERN_BUFFERIZATION(TO_TENSOR));
  if (!to_tensor) return false;
  tern_value_t *buffer = tern_bufferization_cast_or_copy(&rewriter->builder, tern_op_operand(to_tensor, 0), type, NULL);
  if (!buffer) return false;
  tern_rewriter_replace(rewriter, op, TERN_VALUES(buffer));
  return true;
}

// Canonical forms of memref ops (upstream: the canonicalization patterns of MemRefOps.cpp).

#include <stdlib.h>

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/bufferization/bufferization.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/common/reassociation.h"
#include "dialect/common/reshape_chain.h"
#include "dialect/memref/hooks.h"
#include "dialect/memref/memref.h"
#include "ir/op_list.h"
#include "rewrite/rewriter.h"

// Replaces `op` by `value`, cast to its type if that differs.
static bool replace_with_cast(tern_op_t *op, tern_rewriter_t *rewriter, tern_value_t *value) {
  const tern_type_t *type = op->results[0].type;
  if (value->type != type)
    value = tern_build_value(&rewriter->builder, TERN_MEMREF(CAST), .operands = TERN_VALUES(value),
                             .types = TERN_TYPES(type));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  return true;
}

// --- dim, load ---

// Is `value` there where `op` stands, as far as can be seen without dominance: before it in its block, or around it?
static bool is_there_before(const tern_value_t *value, const tern_op_t *op) {
  const tern_block_t *block = tern_value_block(value);
  if (block == op->block) {
    const tern_op_t *maker = tern_value_defining_op(value);
    return !maker || tern_op_is_before(maker, op);
  }
  const tern_op_t *around = tern_block_parent_op(block);
  return around && tern_op_is_within(op, around) && around != tern_op_parent(op);
}

// The size of what was reshaped is read right behind the reshape: later the shape may have been written.
static bool read_reshaped_dim(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *reshape = tern_value_defining_op(tern_op_operand(op, 0));
  tern_value_t *index = tern_op_operand(op, 1);
  if (!reshape || !tern_op_is(reshape, TERN_MEMREF(RESHAPE)) || !is_there_before(index, reshape)) return false;
  tern_builder_set_after(&rewriter->builder, reshape);
  tern_value_t *size = tern_build_value(&rewriter->builder, TERN_MEMREF(LOAD),
                                        .operands = TERN_VALUES(tern_op_operand(reshape, 1), index));
  if (size->type != op->results[0].type)
    size = tern_build_value(&rewriter->builder, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(size),
                            .types = TERN_TYPES(op->results[0].type));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(size));
  return true;
}

bool tern_memref_canonicalize_dim(tern_op_t *op, tern_rewriter_t *rewriter) {
  return tern_bufferization_simplify_memref_dim(op, rewriter) || read_reshaped_dim(op, rewriter);
}

bool tern_memref_canonicalize_load(tern_op_t *op, tern_rewriter_t *rewriter) {
  return tern_bufferization_simplify_load(op, rewriter);
}

// --- allocations ---

// Memory that is only written or freed is not needed.
static bool erase_dead_allocation(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *memory = tern_op_result(op, 0);
  tern_value_for_each_use(memory, use) {
    const tern_op_t *user = use->owner;
    bool is_write = tern_op_is(user, TERN_MEMREF(STORE)) && tern_operand_index(use) == 1;
    if (!is_write && !tern_op_is(user, TERN_MEMREF(DEALLOC))) return false;
  }
  while (memory->first_use) tern_rewriter_erase(rewriter, memory->first_use->owner);
  tern_rewriter_erase(rewriter, op);
  return true;
}

bool tern_memref_canonicalize_realloc(tern_op_t *op, tern_rewriter_t *rewriter) {
  return erase_dead_allocation(op, rewriter);
}

bool tern_memref_canonicalize_allocation(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (erase_dead_allocation(op, rewriter)) return true;
  tern_value_t *operands[2 * TERN_MEMREF_MAX_RANK];
  size_t size_count, start, symbol_count;
  tern_op_operand_group(op, 1, &start, &symbol_count);
  if (symbol_count > TERN_MEMREF_MAX_RANK) return false;
  const tern_type_t *type = tern_index_list_staticize(op->results[0].type, op, 0, operands, &size_count);
  if (!type) return false;
  for (size_t i = 0; i < symbol_count; i++) operands[size_count + i] = tern_op_operand(op, start + i);
  const int32_t segments[] = {(int32_t)size_count, (int32_t)symbol_count};
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *made = tern_build(&rewriter->builder, op->def->row, .operands = {operands, size_count + symbol_count},
                               .types = TERN_TYPES(type), .segments = segments);
  tern_op_set_attr(made, "alignment", tern_op_attr(op, "alignment"));
  made->attrs = op->attrs;
  return replace_with_cast(op, rewriter, tern_op_result(made, 0));
}

// May the op take stack memory of the scope around it?
static tern_walk_result_t find_stack_allocation(tern_op_t *op, void *user) {
  bool *out_found = user;
  bool is_unknown = !op->def->row || tern_op_has_trait(op, TERN_TRAIT_CALL_LIKE);
  *out_found |= is_unknown || tern_op_is(op, TERN_MEMREF(ALLOCA));
  if (*out_found) return TERN_WALK_INTERRUPT;
  return tern_op_has_trait(op, TERN_TRAIT_ALLOCATION_SCOPE) ? TERN_WALK_SKIP : TERN_WALK_ADVANCE;
}

// Is `op` the last of its block but for the end, in a region of one block? Memory that outlives it is not held longer.
static bool is_last(const tern_op_t *op) {
  const tern_region_t *region = op->block ? op->block->parent : NULL;
  return region && op->next && op->next == op->block->last_op && region->first_block == region->last_block;
}

static bool inline_scope(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_block_t *body = tern_op_body(op, 0);
  bool has_allocation = false;
  tern_block_for_each_op(body, inner) tern_op_walk_pre(inner, find_stack_allocation, &has_allocation);
  const tern_op_t *parent = tern_op_parent(op);
  if (has_allocation && (!parent || !tern_op_has_trait(parent, TERN_TRAIT_ALLOCATION_SCOPE) || !is_last(op)))
    return false;
  tern_op_t *last = body->last_op;
  TERN_VEC(tern_value_t *) values = {0};
  for (size_t i = 0; i < last->operand_count; i++) tern_vec_push(&values, tern_op_operand(last, i));
  tern_rewriter_erase(rewriter, last);
  tern_rewriter_inline_block_before(rewriter, body, op, (tern_values_t){0});
  tern_rewriter_replace(rewriter, op, (tern_values_t){values.values, values.count});
  tern_vec_deinitialize(&values);
  return true;
}

// The outermost op around `op` that is in a scope without being one; all in between end with what `op` is in.
static tern_op_t *outermost_in_scope(const tern_op_t *op) {
  tern_op_t *around = tern_op_parent(op);
  if (!around || tern_op_has_trait(around, TERN_TRAIT_ALLOCATION_SCOPE) || !is_last(op)) return NULL;
  while (around && is_last(around)) {
    tern_op_t *next = tern_op_parent(around);
    if (next && tern_op_has_trait(next, TERN_TRAIT_ALLOCATION_SCOPE)) return around;
    around = next;
  }
  return NULL;
}

typedef struct hoist {
  tern_op_t *before;
  tern_rewriter_t *rewriter;
  tern_op_list_t found;
} hoist_t;

static tern_walk_result_t find_movable_allocation(tern_op_t *op, void *user) {
  hoist_t *hoist = user;
  if (!tern_op_is(op, TERN_MEMREF(ALLOCA))) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->operand_count; i++)
    if (!tern_value_is_defined_outside(tern_op_operand(op, i), hoist->before)) return TERN_WALK_ADVANCE;
  tern_vec_push(&hoist->found, op);
  return TERN_WALK_ADVANCE;
}

// What the scope allocates may as well be allocated in the scope around, if both end together.
static bool hoist_allocations(tern_op_t *op, tern_rewriter_t *rewriter) {
  hoist_t hoist = {.before = outermost_in_scope(op), .rewriter = rewriter};
  if (!hoist.before) return false;
  tern_op_walk_pre(op, find_movable_allocation, &hoist);
  tern_builder_set_before(&rewriter->builder, hoist.before);
  for (size_t i = 0; i < hoist.found.count; i++) {
    tern_op_t *made = tern_builder_clone(&rewriter->builder, hoist.found.values[i], NULL);
    tern_rewriter_replace(rewriter, hoist.found.values[i], TERN_VALUES(tern_op_result(made, 0)));
  }
  bool is_changed = hoist.found.count > 0;
  tern_vec_deinitialize(&hoist.found);
  return is_changed;
}

bool tern_memref_canonicalize_alloca_scope(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_block_t *body = tern_op_body(op, 0);
  if (!body || body->next || !body->last_op || !tern_op_is(body->last_op, TERN_MEMREF(ALLOCA_SCOPE_RETURN)))
    return false;
  return inline_scope(op, rewriter) || hoist_allocations(op, rewriter);
}

// --- copy ---

bool tern_memref_canonicalize_copy(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool is_idle = tern_op_operand(op, 0) == tern_op_operand(op, 1);
  for (size_t i = 0; i < 2; i++) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    for (size_t dim = 0; type->kind == TERN_TYPE_MEMREF && dim < tern_type_rank(type); dim++)
      is_idle |= tern_type_dim(type, dim) == 0;
  }
  if (is_idle) tern_rewriter_erase(rewriter, op);
  return is_idle;
}

// --- subview, reinterpret_cast ---

// The type of the subview of `source` with the dims left out that `op` leaves out.
static const tern_type_t *canonical_subview_type(const tern_op_t *op, const tern_type_t *source,
                                                 const tern_slice_t *slice) {
  int64_t offsets[TERN_INDEX_LIST_MAX], sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX];
  bool is_dropped[TERN_MEMREF_MAX_RANK];
  tern_slice_t before;
  if (!tern_slice_read(op, &before)) return NULL;
  tern_slice_statics(&before, NULL, sizes, NULL);
  if (!tern_memref_reduced_dims(tern_op_operand(op, 0)->type, sizes, op->results[0].type, is_dropped)) return NULL;
  tern_slice_statics(slice, offsets, sizes, strides);
  const tern_type_t *full = tern_memref_subview_type(source, offsets, sizes, strides);
  if (!full) return NULL;
  int64_t full_strides[TERN_MEMREF_MAX_RANK], offset, dims[TERN_MEMREF_MAX_RANK], kept[TERN_MEMREF_MAX_RANK];
  size_t rank = 0;
  tern_memref_type_strides(full, full_strides, &offset);
  for (size_t i = 0; i < slice->count; i++) {
    if (is_dropped[i]) continue;
    dims[rank] = tern_type_dim(full, i);
    kept[rank++] = full_strides[i];
  }
  const tern_attr_t *layout = tern_strided_layout_attr_get(source->context, offset, kept, rank);
  return tern_memref_type_get(tern_type_element(source), dims, rank, layout, tern_memref_type_memory_space(source));
}

bool tern_memref_canonicalize_subview(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_slice_t slice;
  tern_value_t *source = tern_op_operand(op, 0);
  if (!tern_slice_read(op, &slice)) return false;
  bool is_changed = tern_slice_fold_constants(&slice);
  tern_value_t *cast_source = is_changed ? NULL : tern_memref_foldable_cast_source(source);
  tern_builder_set_before(&rewriter->builder, op);
  if (!is_changed && !cast_source) {
    // The whole of a static buffer, with a layout that spells the same strides.
    if (!tern_slice_is_whole(&slice, source->type) || tern_type_rank(op->results[0].type) != slice.count) return false;
    if (!tern_memref_are_cast_compatible(source->type, op->results[0].type)) return false;
    return replace_with_cast(op, rewriter, source);
  }
  if (cast_source) source = cast_source;
  if (!tern_slice_may_be_within(&slice, source->type)) return false;
  const tern_type_t *type = canonical_subview_type(op, source->type, &slice);
  if (!type || (type != op->results[0].type && !tern_memref_are_cast_compatible(type, op->results[0].type)))
    return false;
  tern_op_t *made = tern_slice_build(&rewriter->builder, TERN_MEMREF(SUBVIEW), type, TERN_VALUES(source), &slice);
  return replace_with_cast(op, rewriter, tern_op_result(made, 0));
}

// Is the entry result `index` of the metadata, or the number that is known of it?
static bool is_described(tern_mixed_index_t entry, const tern_op_t *metadata, size_t index, int64_t known) {
  int64_t value;
  if (tern_mixed_constant(entry, &value)) return known != TERN_DYNAMIC && value == known;
  return entry.dynamic == tern_op_result(metadata, index) && known == TERN_DYNAMIC;
}

// A buffer taken to pieces and put together again is the buffer; else only its base matters.
static bool look_through_metadata(tern_op_t *op, tern_rewriter_t *rewriter, tern_mixed_index_t offset,
                                  const tern_mixed_index_t *sizes, const tern_mixed_index_t *strides) {
  tern_op_t *metadata = tern_value_defining_op(tern_op_operand(op, 0));
  if (!metadata || !tern_op_is(metadata, TERN_MEMREF(EXTRACT_STRIDED_METADATA))) return false;
  tern_value_t *source = tern_op_operand(metadata, 0);
  size_t rank = tern_type_rank(source->type);
  int64_t known_strides[TERN_MEMREF_MAX_RANK], known_offset;
  bool is_same = rank == tern_type_rank(op->results[0].type) && rank <= TERN_MEMREF_MAX_RANK &&
                 tern_memref_type_strides(source->type, known_strides, &known_offset) &&
                 is_described(offset, metadata, 1, known_offset);
  for (size_t i = 0; is_same && i < rank; i++)
    is_same = is_described(sizes[i], metadata, 2 + i, tern_type_dim(source->type, i)) &&
              is_described(strides[i], metadata, 2 + rank + i, known_strides[i]);
  if (is_same &&
      (source->type == op->results[0].type || tern_memref_are_cast_compatible(source->type, op->results[0].type))) {
    tern_builder_set_before(&rewriter->builder, op);
    return replace_with_cast(op, rewriter, source);
  }
  tern_op_set_operand(op, 0, source);
  tern_rewriter_modified(rewriter, op);
  return true;
}

bool tern_memref_canonicalize_reinterpret_cast(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_type_t *type = op->results[0].type;
  size_t rank = tern_type_rank(type);
  tern_mixed_index_t offset, sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX];
  if (!tern_index_list_read(op, "offsets", "static_offsets", &offset, 1) ||
      !tern_index_list_read(op, "sizes", "static_sizes", sizes, TERN_INDEX_LIST_MAX) ||
      !tern_index_list_read(op, "strides", "static_strides", strides, TERN_INDEX_LIST_MAX))
    return false;
  if (look_through_metadata(op, rewriter, offset, sizes, strides)) return true;
  if (tern_index_list_is_folded(op, "offsets") && tern_index_list_is_folded(op, "sizes") &&
      tern_index_list_is_folded(op, "strides"))
    return false;
  tern_context_t *context = tern_op_context(op);
  int64_t static_sizes[TERN_INDEX_LIST_MAX], static_strides[TERN_INDEX_LIST_MAX], static_offset = offset.value;
  tern_value_t *operands[2 + 2 * TERN_INDEX_LIST_MAX];
  int32_t segments[4] = {1, 0, 0, 0};
  size_t count = 0;
  operands[count++] = tern_op_operand(op, 0);
  if (!tern_mixed_constant(offset, &static_offset) || static_offset < 0) {
    static_offset = TERN_DYNAMIC;
    operands[count++] = offset.dynamic;
    segments[1]++;
  }
  for (size_t i = 0; i < rank; i++) {
    if (tern_mixed_constant(sizes[i], &static_sizes[i]) && static_sizes[i] >= 0) continue;
    static_sizes[i] = TERN_DYNAMIC;
    operands[count++] = sizes[i].dynamic;
    segments[2]++;
  }
  for (size_t i = 0; i < rank; i++) {
    if (tern_mixed_constant(strides[i], &static_strides[i])) continue;
    static_strides[i] = TERN_DYNAMIC;
    operands[count++] = strides[i].dynamic;
    segments[3]++;
  }
  if (count == op->operand_count) return false;
  const tern_attr_t *layout = tern_strided_layout_attr_get(context, static_offset, static_strides, rank);
  const tern_type_t *made_type =
      tern_memref_type_get(tern_type_element(type), static_sizes, rank, layout, tern_memref_type_memory_space(type));
  if (made_type != type && !tern_memref_are_cast_compatible(made_type, type)) return false;
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *made =
      tern_build(&rewriter->builder, TERN_MEMREF(REINTERPRET_CAST), .operands = {operands, count},
                 .types = TERN_TYPES(made_type), .segments = segments,
                 .attrs = TERN_ATTRS({"static_offsets", tern_dense_i64_array_attr_get(context, &static_offset, 1)},
                                     {"static_sizes", tern_dense_i64_array_attr_get(context, static_sizes, rank)},
                                     {"static_strides", tern_dense_i64_array_attr_get(context, static_strides, rank)}));
  return replace_with_cast(op, rewriter, tern_op_result(made, 0));
}

// --- reshapes ---

// Both ends and the middle of a chain must be laid out plainly; a chain back to the rank it had is a cast.
static bool compose_reshapes(tern_op_t *op, tern_rewriter_t *rewriter) {
  static const tern_reshape_rows_t rows = {TERN_MEMREF(EXPAND_SHAPE), TERN_MEMREF(COLLAPSE_SHAPE), TERN_MEMREF(CAST)};
  tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  if (!inner || inner->operand_count == 0) return false;
  bool is_plain = tern_memref_has_identity_layout(tern_op_operand(op, 0)->type) &&
                  tern_op_operand(inner, 0)->type->kind == TERN_TYPE_MEMREF &&
                  tern_memref_has_identity_layout(tern_op_operand(inner, 0)->type) &&
                  tern_memref_has_identity_layout(op->results[0].type);
  return is_plain && tern_reshape_compose(op, rewriter, &rows);
}

// The cast in front of an expansion goes behind it, with the sizes that are constants in the type.
static bool expand_before_cast(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *source = tern_memref_foldable_cast_source(tern_op_operand(op, 0));
  const tern_attr_t *groups = tern_op_attr(op, "reassociation");
  tern_mixed_index_t shape[TERN_MEMREF_MAX_RANK];
  int64_t dims[TERN_MEMREF_MAX_RANK];
  size_t rank = tern_type_rank(op->results[0].type), next = 0, count = 1;
  if (!source || !tern_index_list_read(op, "output_shape", "static_output_shape", shape, TERN_MEMREF_MAX_RANK))
    return false;
  tern_value_t *operands[1 + TERN_MEMREF_MAX_RANK] = {source};
  for (size_t i = 0; i < rank; i++) {
    if (tern_mixed_constant(shape[i], &dims[i])) continue;
    dims[i] = TERN_DYNAMIC;
    operands[count++] = shape[i].dynamic;
  }
  for (size_t g = 0; g < tern_array_attr_count(groups); g++) {
    bool is_dynamic = false;
    for (size_t i = 0; i < tern_int_list_attr_count(tern_array_attr_at(groups, g)); i++)
      is_dynamic |= dims[next++] == TERN_DYNAMIC;
    if (is_dynamic != (tern_type_dim(source->type, g) == TERN_DYNAMIC)) return false;
  }
  const tern_type_t *type = tern_memref_expanded_type(source->type, dims, rank, groups);
  if (!type || (type != op->results[0].type && !tern_memref_are_cast_compatible(type, op->results[0].type)))
    return false;
  tern_builder_set_before(&rewriter->builder, op);
  const tern_attr_t *statics = tern_dense_i64_array_attr_get(tern_op_context(op), dims, rank);
  tern_value_t *made = tern_build_value(
      &rewriter->builder, TERN_MEMREF(EXPAND_SHAPE), .operands = {operands, count}, .types = TERN_TYPES(type),
      .attrs = TERN_ATTRS({"reassociation", groups}, {"static_output_shape", statics}));
  return replace_with_cast(op, rewriter, made);
}

bool tern_memref_canonicalize_collapse_shape(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *source = tern_op_operand(op, 0);
  tern_op_t *inner = tern_value_defining_op(source);
  const tern_attr_t *groups = tern_op_attr(op, "reassociation");
  tern_builder_set_before(&rewriter->builder, op);
  if (inner && tern_op_is(inner, TERN_MEMREF(COLLAPSE_SHAPE))) {
    groups = tern_reassociation_compose(tern_op_attr(inner, "reassociation"), groups);
    tern_value_t *origin = tern_op_operand(inner, 0);
    if (!groups || tern_memref_collapsed_type(origin->type, groups) != op->results[0].type) return false;
    tern_op_set_operand(op, 0, origin);
    tern_op_set_attr(op, "reassociation", groups);
    tern_rewriter_modified(rewriter, op);
    return true;
  }
  if (compose_reshapes(op, rewriter)) return true;
  tern_value_t *cast_source = tern_memref_foldable_cast_source(source);
  const tern_type_t *type = cast_source ? tern_memref_collapsed_type(cast_source->type, groups) : NULL;
  if (!type || (type != op->results[0].type && !tern_memref_are_cast_compatible(type, op->results[0].type)))
    return false;
  tern_value_t *made =
      tern_build_value(&rewriter->builder, TERN_MEMREF(COLLAPSE_SHAPE), .operands = TERN_VALUES(cast_source),
                       .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"reassociation", groups}));
  return replace_with_cast(op, rewriter, made);
}

bool tern_memref_canonicalize_expand_shape(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  if (!inner || !tern_op_is(inner, TERN_MEMREF(EXPAND_SHAPE)))
    return compose_reshapes(op, rewriter) || expand_before_cast(op, rewriter);
  // Seen from the result, the groups of `op` are collapsed first.
  const tern_attr_t *groups =
      tern_reassociation_compose(tern_op_attr(op, "reassociation"), tern_op_attr(inner, "reassociation"));
  if (!groups) return false;
  const tern_type_t *type = op->results[0].type;
  tern_value_t *origin = tern_op_operand(inner, 0);
  if (tern_memref_expanded_type(origin->type, tern_type_dims(type), tern_type_rank(type), groups) != type) return false;
  tern_op_set_operand(op, 0, origin);
  tern_op_set_attr(op, "reassociation", groups);
  tern_rewriter_modified(rewriter, op);
  return true;
}

// --- view ---

bool tern_memref_canonicalize_view(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *operands[2 + TERN_MEMREF_MAX_RANK];
  size_t count;
  const tern_type_t *type = tern_index_list_staticize(op->results[0].type, op, 2, &operands[2], &count);
  if (!type) return false;
  operands[0] = tern_op_operand(op, 0);
  operands[1] = tern_op_operand(op, 1);
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *made = tern_build_value(&rewriter->builder, TERN_MEMREF(VIEW), .operands = {operands, 2 + count},
                                        .types = TERN_TYPES(type));
  return replace_with_cast(op, rewriter, made);
}

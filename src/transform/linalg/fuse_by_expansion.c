// Moving reshapes out of the way of fusion: the generic op beside a reshape is expanded to the reshape's finer dimensions
// (upstream: fusion by expansion in ElementwiseOpFusion.cpp).
//
//   %c = tensor.collapse_shape %x [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
//   %r = linalg.generic ins(%c, %y : tensor<32xf32>, tensor<32xf32>) ...
// becomes
//   %y2 = tensor.expand_shape %y [[0, 1]] ...
//   %e = linalg.generic ins(%x, %y2 : tensor<4x8xf32>, tensor<4x8xf32>) ...
//   %r = tensor.collapse_shape %e [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
//
// Refuses ops with reductions, with linalg.index, with maps that are more than picks of loops, and dynamic shapes.

#include <string.h>

#include "base/map.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "transform/linalg/fuse_elementwise.h"

#define MAX_LOOPS TERN_LINALG_MAX_LOOPS

// Loop `l` of the old op becomes loops starts[l] .. starts[l] + counts[l] - 1 with these extents.
typedef struct expansion {
  size_t starts[MAX_LOOPS], counts[MAX_LOOPS];
  int64_t extents[MAX_LOOPS];
  size_t loop_count;
} expansion_t;

static bool can_expand(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || !tern_linalg_has_tensor_semantics(op) ||
      !tern_linalg_is_all_parallel(op) || tern_linalg_body_has_index(op)) {
    return false;
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (!tern_affine_map_is_projected_permutation(tern_linalg_indexing_map(op, i), true)) return false;
    if (type->kind == TERN_TYPE_TENSOR && !tern_type_has_static_shape(type)) return false;
  }
  return true;
}

// Expands the loops that operand `position` runs over: its dimension g gets the sizes of `fine` in group g.
static bool make_expansion(const tern_op_t *op, size_t position, const tern_attr_t *groups, const tern_type_t *fine,
                           expansion_t *out) {
  int64_t ranges[MAX_LOOPS];
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  const tern_attr_t *group_of[MAX_LOOPS] = {0};
  if (!tern_linalg_static_loop_ranges(op, ranges) || tern_array_attr_count(groups) != map->result_count) return false;
  for (size_t g = 0; g < map->result_count; ++g) group_of[map->results[g]->value] = tern_array_attr_at(groups, g);
  *out = (expansion_t){0};
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    size_t count = group_of[loop] ? tern_int_list_attr_count(group_of[loop]) : 1;
    if (out->loop_count + count > MAX_LOOPS) return false;
    out->starts[loop] = out->loop_count;
    out->counts[loop] = count;
    for (size_t i = 0; i < count; ++i) {
      out->extents[out->loop_count++] =
          group_of[loop] ? tern_type_dim(fine, (size_t)tern_int_list_attr_at(group_of[loop], i)) : ranges[loop];
    }
  }
  // Reshapes of a single element have no loops to expand.
  return out->loop_count > tern_linalg_loop_count(op);
}

// The expanded form of operand `position`: its map, its groups, its type.
typedef struct expanded {
  const tern_affine_map_t *map;
  const tern_attr_t *groups;
  const tern_type_t *type;
  bool is_same;
} expanded_t;

static expanded_t expand_operand(const tern_op_t *op, size_t position, const expansion_t *expansion) {
  tern_context_t *context = tern_op_context(op);
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  const tern_type_t *type = tern_op_operand(op, position)->type, *i64 = tern_i_type_get(context, 64);
  size_t positions[MAX_LOOPS], rank = 0;
  int64_t dims[MAX_LOOPS];
  const tern_attr_t *groups[MAX_LOOPS], *members[MAX_LOOPS];
  for (size_t r = 0; r < map->result_count; ++r) {
    size_t loop = (size_t)map->results[r]->value, count = expansion->counts[loop];
    for (size_t i = 0; i < count; ++i) {
      members[i] = tern_integer_attr_get(i64, (int64_t)rank);
      dims[rank] = expansion->extents[expansion->starts[loop] + i];
      positions[rank++] = expansion->starts[loop] + i;
    }
    groups[r] = tern_array_attr_get(context, members, count);
  }
  return (expanded_t){tern_affine_map_select(context, expansion->loop_count, positions, rank),
                      tern_array_attr_get(context, groups, map->result_count),
                      type->kind == TERN_TYPE_TENSOR ? tern_type_with_shape(type, dims, rank) : type,
                      rank == map->result_count};
}

static tern_value_t *build_expand(tern_builder_t *b, tern_value_t *value, const expanded_t *expanded) {
  const tern_type_t *type = expanded->type;
  const tern_attr_t *shape = tern_dense_i64_array_attr_get(b->context, tern_type_dims(type), tern_type_rank(type));
  tern_op_t *source = tern_value_defining_op(value);
  if (source && tern_op_is(source, TERN_TENSOR(EMPTY))) {
    return tern_build_value(b, TERN_TENSOR(EMPTY), .types = TERN_TYPES(type));
  }
  if (source && tern_op_is(source, TERN_TENSOR(COLLAPSE_SHAPE)) && tern_op_operand(source, 0)->type == type &&
      tern_op_attr(source, "reassociation") == expanded->groups) {
    return tern_op_operand(source, 0);
  }
  return tern_build_value(b, TERN_TENSOR(EXPAND_SHAPE), .operands = TERN_VALUES(value), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"reassociation", expanded->groups}, {"static_output_shape", shape}));
}

static void clone_body(tern_builder_t *b, tern_block_t *body, void *user) {
  tern_block_t *source = user;
  tern_map_t values = {0};
  for (size_t i = 0; i < source->arg_count; ++i) tern_map_set(&values, source->args[i], body->args[i]);
  tern_block_for_each_op(source, op) tern_builder_clone(b, op, &values);
  tern_map_deinitialize(&values);
}

// Makes the expanded op before `op` and collapses its results back for `op`'s users. Erases `op`.
static tern_op_t *expand_op(tern_op_t *op, const expansion_t *expansion) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *operands[MAX_LOOPS];
  const tern_affine_map_t *maps[MAX_LOOPS];
  const tern_type_t *types[MAX_LOOPS];
  tern_iterator_t iterators[MAX_LOOPS];
  expanded_t of_results[MAX_LOOPS];
  size_t inputs = tern_linalg_input_count(op);
  for (size_t i = 0; i < op->operand_count; ++i) {
    expanded_t expanded = expand_operand(op, i, expansion);
    maps[i] = expanded.map;
    operands[i] = expanded.is_same ? tern_op_operand(op, i) : build_expand(&b, tern_op_operand(op, i), &expanded);
    if (i >= inputs) {
      of_results[i - inputs] = expanded;
      types[i - inputs] = expanded.type;
    }
  }
  for (size_t i = 0; i < expansion->loop_count; ++i) iterators[i] = TERN_ITERATOR_PARALLEL;
  tern_op_t *fine =
      tern_linalg_build_generic(&b, (tern_types_t){types, op->result_count}, (tern_values_t){operands, inputs},
                                (tern_values_t){operands + inputs, op->operand_count - inputs}, maps, iterators,
                                expansion->loop_count, clone_body, tern_linalg_body(op));
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(fine, i);
    if (!of_results[i].is_same) {
      result = tern_build_value(&b, TERN_TENSOR(COLLAPSE_SHAPE), .operands = TERN_VALUES(result),
                                .types = TERN_TYPES(tern_op_result(op, i)->type),
                                .attrs = TERN_ATTRS({"reassociation", of_results[i].groups}));
    }
    tern_value_replace_all_uses(tern_op_result(op, i), result);
  }
  tern_op_destroy(op);
  return fine;
}

tern_op_t *tern_fuse_collapsed_input(tern_op_t *consumer, size_t index) {
  tern_op_t *collapse = tern_value_defining_op(tern_linalg_input(consumer, index));
  expansion_t expansion;
  if (!collapse || !tern_op_is(collapse, TERN_TENSOR(COLLAPSE_SHAPE)) || !can_expand(consumer)) return NULL;
  // Only worth it in front of a producer that can then be fused, or that shares a dispatch with what follows.
  tern_op_t *source = tern_value_defining_op(tern_op_operand(collapse, 0));
  if (!source || !tern_is_linalg(source)) return NULL;
  const tern_type_t *fine = tern_op_operand(collapse, 0)->type;
  if (!tern_type_has_static_shape(fine) ||
      !make_expansion(consumer, index, tern_op_attr(collapse, "reassociation"), fine, &expansion)) {
    return NULL;
  }
  return expand_op(consumer, &expansion);
}

tern_op_t *tern_fuse_expanded_result(tern_op_t *expand) {
  tern_value_t *source = tern_op_operand(expand, 0);
  tern_op_t *producer = tern_value_defining_op(source);
  expansion_t expansion;
  if (!producer || !can_expand(producer) || !tern_value_has_one_use(source) || producer->result_count != 1) return NULL;
  // Only worth it where a consumer can then be fused.
  bool has_consumer = false;
  tern_value_for_each_use(tern_op_result(expand, 0), use) has_consumer |= tern_op_is(use->owner, TERN_LINALG(GENERIC));
  const tern_type_t *fine = tern_op_result(expand, 0)->type;
  if (!has_consumer || !tern_type_has_static_shape(fine) ||
      !make_expansion(producer, tern_linalg_output_position(producer, 0), tern_op_attr(expand, "reassociation"), fine,
                      &expansion)) {
    return NULL;
  }
  tern_op_t *fine_op = expand_op(producer, &expansion);
  // The expand of the collapse that expand_op left is the fine result itself.
  tern_op_t *collapse = tern_value_defining_op(tern_op_operand(expand, 0));
  tern_value_replace_all_uses(tern_op_result(expand, 0), tern_op_result(fine_op, 0));
  tern_op_destroy(expand);
  if (tern_op_has_no_uses(collapse)) tern_op_destroy(collapse);
  return fine_op;
}

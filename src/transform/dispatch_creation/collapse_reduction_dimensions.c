// --iree-dispatch-creation-collapse-reduction-dimensions: several reduction loops of an op become one.
//
//   (d0, d1, d2) -> (d0, d1, d2), (d0)                            (d0, d1) -> (d0, d1), (d0)
//     iterators [parallel, reduction, reduction]           ->       iterators [parallel, reduction]
//     ins(%x : tensor<2x64x128xf32>)                                ins(%x' : tensor<2x8192xf32>)
//
// Source: IREE's pass of that name (CollapseDims in 2023). For targets that take one reduction loop. All reduction loops of an
// op have to lie side by side, in order, in each operand that has one of them; the operands are reshaped, which costs nothing.
// Ops in dispatches, and ops whose bodies ask for the position, are left alone.

#include "base/vec.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/dispatch_creation/dispatch_region.h"

enum { MAX_RANK = TERN_LINALG_MAX_LOOPS };

// The reduction loops in order.
static size_t collect_reductions(const tern_op_t *op, size_t *out_loops) {
  size_t count = 0;
  for (size_t l = 0; l < tern_linalg_loop_count(op); ++l) {
    if (tern_linalg_iterator(op, l) == TERN_ITERATOR_REDUCTION) out_loops[count++] = l;
  }
  return count;
}

// Has the map all loops, one behind the other, or none? `*out_first`: where they start, or the number of results.
static bool has_side_by_side(const tern_affine_map_t *map, const size_t *loops, size_t count, size_t *out_first) {
  size_t first = map->result_count;
  if (!tern_affine_map_is_projected_permutation(map, false)) return false;
  for (size_t d = 0; d < map->result_count; ++d) {
    for (size_t i = 0; i < count; ++i) {
      if (!tern_affine_expr_is_dim(map->results[d], loops[i])) continue;
      if (i == 0) first = d;
      if (first == map->result_count || d != first + i) return false;
    }
  }
  *out_first = first;
  return first == map->result_count || first + count <= map->result_count;
}

static bool can_collapse(const tern_op_t *op) {
  size_t loops[MAX_RANK], first;
  if (!tern_is_linalg(op) || !tern_linalg_has_tensor_semantics(op) || op->result_count == 0 ||
      tern_linalg_body_has_index(op) || tern_is_in_dispatch(op)) {
    return false;
  }
  size_t count = collect_reductions(op, loops);
  if (count < 2) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!has_side_by_side(tern_linalg_indexing_map(op, i), loops, count, &first)) return false;
  }
  return true;
}

// The operand with dims `first` to `first + count - 1` as one.
static tern_value_t *collapse_operand(tern_builder_t *b, tern_value_t *value, size_t first, size_t count) {
  size_t rank = tern_type_rank(value->type), groups = 0;
  if (first >= rank) return value;
  const tern_attr_t *list[MAX_RANK], *members[MAX_RANK];
  int64_t dims[MAX_RANK];
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  for (size_t d = 0; d < rank; ++groups) {
    size_t size = d == first ? count : 1;
    dims[groups] = 1;
    for (size_t i = 0; i < size; ++i, ++d) {
      int64_t dim = tern_type_dims(value->type)[d];
      bool is_dynamic = dim == TERN_DYNAMIC || dims[groups] == TERN_DYNAMIC;
      dims[groups] = is_dynamic ? TERN_DYNAMIC : dims[groups] * dim;
      members[i] = tern_integer_attr_get(i64, (int64_t)d);
    }
    list[groups] = tern_array_attr_get(b->context, members, size);
  }
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(value->type), dims, groups, NULL);
  return tern_build_value(b, TERN_TENSOR(COLLAPSE_SHAPE), .operands = TERN_VALUES(value), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"reassociation", tern_array_attr_get(b->context, list, groups)}));
}

// The map without the dims behind `first` that are collapsed, over the new loops.
static const tern_affine_map_t *collapse_map(const tern_affine_map_t *map, size_t first, size_t count,
                                             const size_t *numbers, size_t loops) {
  const tern_affine_expr_t *results[MAX_RANK];
  size_t result_count = 0;
  for (size_t d = 0; d < map->result_count; ++d) {
    if (d > first && d < first + count) continue;
    results[result_count++] = tern_affine_dim(map->context, numbers[map->results[d]->value]);
  }
  return tern_affine_map_get(map->context, loops, 0, results, result_count);
}

static void collapse(tern_op_t *op) {
  size_t reductions[MAX_RANK], numbers[MAX_RANK], first, loops = 0;
  tern_iterator_t iterators[MAX_RANK];
  size_t count = collect_reductions(op, reductions), inputs = tern_linalg_input_count(op);
  for (size_t l = 0; l < tern_linalg_loop_count(op); ++l) {
    tern_iterator_t iterator = tern_linalg_iterator(op, l);
    bool is_behind = iterator == TERN_ITERATOR_REDUCTION && l != reductions[0];
    numbers[l] = is_behind ? numbers[reductions[0]] : loops;
    if (!is_behind) iterators[loops++] = iterator;
  }
  tern_builder_t b = tern_builder_before(op);
  TERN_VEC(const tern_affine_map_t *) maps = {0};
  TERN_VEC(tern_value_t *) values = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    has_side_by_side(map, reductions, count, &first);
    tern_value_t *value = tern_op_operand(op, i);
    if (value->type->kind == TERN_TYPE_TENSOR) value = collapse_operand(&b, value, first, count);
    tern_vec_push(&values, value);
    tern_vec_push(&maps, collapse_map(map, first, count, numbers, loops));
    if (i >= inputs) tern_vec_push(&types, values.values[i]->type);
  }
  tern_op_t *collapsed =
      tern_linalg_build_generic(&b, (tern_types_t){types.values, types.count}, (tern_values_t){values.values, inputs},
                                (tern_values_t){values.values + inputs, values.count - inputs}, maps.values, iterators,
                                loops, tern_linalg_clone_body, op);
  collapsed->attrs = op->attrs;
  for (size_t r = 0; r < op->result_count; ++r) {
    tern_value_replace_all_uses(tern_op_result(op, r), tern_op_result(collapsed, r));
  }
  tern_op_destroy(op);
  tern_vec_deinitialize(&maps);
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&types);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_pass_count(pass, 0, (int64_t)tern_op_visit(root, TERN_PREORDER, can_collapse, collapse));
  return true;
}

const tern_pass_def_t tern_collapse_reduction_dimensions_pass = {
    .flag = "iree-dispatch-creation-collapse-reduction-dimensions",
    .alias = "iree-flow-collapse-reduction-dims",
    .name = "CollapseReductionDimensionsPass",
    .summary = "Make one loop of several reduction loops",
    .statistics = (const char *const[]){"num-collapsed - ops whose loops were collapsed", NULL},
    .dialects = (const tern_dialect_t *const[]){&tern_linalg_dialect, &tern_tensor_dialect, NULL},
    .run = run,
};

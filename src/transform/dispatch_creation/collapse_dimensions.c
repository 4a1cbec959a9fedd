// --iree-dispatch-creation-collapse-dimensions: neighbouring loops of a dispatch that always go together become one.
//
//   (d0, d1, d2) -> (d0, d1, d2), (d2)                          (d0, d1) -> (d0, d1), (d1)
//     ins(%x : tensor<2x64x128xf32>, %b : tensor<128xf32>)  ->    ins(%x' : tensor<128x128xf32>, %b : tensor<128xf32>)
//
// Source: IREE's pass of that name. Two loops go together if every operand has either both of them, one right behind the other,
// or neither. Values that ops of the region hand to each other must be collapsed in the same way on both sides, so what one
// of them cannot collapse stays apart in the others. What comes from outside is reshaped outside, which costs nothing.
// Loops of unknown extent, and ops whose bodies ask for the position, are left alone.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/flow/flow.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

enum { MAX_LOOPS = TERN_LINALG_MAX_LOOPS, NONE = -1 };

// A structured op of the region.
typedef struct member {
  tern_op_t *op;
  int next[MAX_LOOPS];  // the loop that goes together with this one, right behind it; NONE
  int64_t extents[MAX_LOOPS];
} member_t;

typedef TERN_VEC(member_t) member_list_t;

// --- loops that go together ---

static int position_of(const tern_affine_map_t *map, size_t loop) {
  for (size_t i = 0; i < map->result_count; ++i) {
    if (tern_affine_expr_is_dim(map->results[i], loop)) return (int)i;
  }
  return NONE;
}

static bool goes_together_in(const tern_affine_map_t *map, size_t a, size_t b) {
  for (size_t i = 0; i < map->result_count; ++i) {
    const tern_affine_expr_t *expr = map->results[i];
    if (expr->kind == TERN_AFFINE_DIM) continue;
    if (tern_affine_expr_uses_dim(expr, a) || tern_affine_expr_uses_dim(expr, b)) return false;
  }
  int at_a = position_of(map, a), at_b = position_of(map, b);
  return at_a == NONE ? at_b == NONE : at_b == at_a + 1;
}

static bool go_together(const member_t *member, size_t a, size_t b) {
  const tern_op_t *op = member->op;
  if (member->extents[a] == TERN_DYNAMIC || member->extents[b] == TERN_DYNAMIC ||
      tern_linalg_iterator(op, a) != tern_linalg_iterator(op, b)) {
    return false;
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!goes_together_in(tern_linalg_indexing_map(op, i), a, b)) return false;
  }
  return true;
}

static bool find_member(tern_op_t *op, member_t *out) {
  *out = (member_t){.op = op};
  for (size_t l = 0; l < MAX_LOOPS; ++l) out->next[l] = NONE;
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || !tern_linalg_has_tensor_semantics(op) ||
      tern_linalg_body_has_index(op) || !tern_linalg_static_loop_ranges(op, out->extents)) {
    return false;
  }
  size_t loops = tern_linalg_loop_count(op);
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    for (size_t d = 0; d + 1 < map->result_count; ++d) {
      if (map->results[d]->kind != TERN_AFFINE_DIM || map->results[d + 1]->kind != TERN_AFFINE_DIM) continue;
      size_t a = (size_t)map->results[d]->value, b = (size_t)map->results[d + 1]->value;
      if (a < loops && b < loops && out->next[a] == NONE && go_together(out, a, b)) out->next[a] = (int)b;
    }
  }
  return true;
}

static member_t *member_of(const member_list_t *members, const tern_op_t *op) {
  for (size_t i = 0; i < members->count; ++i) {
    if (members->values[i].op == op) return &members->values[i];
  }
  return NULL;
}

// Are dims `d` and `d + 1` of operand `index` of a member one?
static bool is_joined(const member_t *member, size_t index, size_t d) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(member->op, index);
  const tern_affine_expr_t *a = map->results[d], *b = map->results[d + 1];
  return a->kind == TERN_AFFINE_DIM && b->kind == TERN_AFFINE_DIM && member->next[a->value] == (int)b->value;
}

static bool split(member_t *member, size_t index, size_t d) {
  if (!is_joined(member, index, d)) return false;
  member->next[tern_linalg_indexing_map(member->op, index)->results[d]->value] = NONE;
  return true;
}

// Can be made anew in any shape.
static bool is_flexible(const tern_op_t *op) {
  return tern_op_is(op, TERN_TENSOR(EMPTY)) || tern_op_is(op, TERN_LINALG(FILL)) ||
         tern_op_is(op, TERN_ARITH(CONSTANT));
}

// Both sides of a value have to see it in the same shape.
static bool agree_on(member_list_t *members, const tern_op_t *region, tern_value_t *value, member_t *producer,
                     size_t out) {
  bool is_changed = false;
  if (value->type->kind != TERN_TYPE_TENSOR) return false;
  tern_value_for_each_use(value, use) {
    if (!tern_op_is_within(use->owner, region) || tern_op_is(use->owner, TERN_FLOW(RETURN))) continue;
    member_t *user = member_of(members, use->owner);
    size_t index = tern_operand_index(use);
    for (size_t d = 0; d + 1 < tern_type_rank(value->type); ++d) {
      bool here = producer && is_joined(producer, out, d), there = user && is_joined(user, index, d);
      if (here && !there) is_changed |= split(producer, out, d);
      if (there && !here) is_changed |= split(user, index, d);
    }
  }
  return is_changed;
}

static void agree(member_list_t *members, const tern_op_t *region) {
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    tern_block_for_each_op(tern_op_body(region, 0), op) {
      if (is_flexible(op)) continue;
      member_t *producer = member_of(members, op);
      for (size_t r = 0; r < op->result_count; ++r) {
        size_t out = producer ? tern_linalg_output_position(op, r) : 0;
        is_changed |= agree_on(members, region, tern_op_result(op, r), producer, out);
      }
    }
  }
}

// --- shapes ---

// Groups of the dims of operand `index`: first dim of each group, and the collapsed type.
static const tern_type_t *collapsed_type(const member_t *member, size_t index, const tern_type_t *type,
                                         const tern_attr_t **out_groups) {
  tern_context_t *context = type->context;
  const tern_attr_t *groups[MAX_LOOPS], *dims_of_group[MAX_LOOPS];
  int64_t dims[MAX_LOOPS];
  size_t count = 0, members = 0;
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    bool starts = d == 0 || !is_joined(member, index, d - 1);
    if (starts && d > 0) groups[count++] = tern_array_attr_get(context, dims_of_group, members);
    if (starts) members = 0;
    int64_t size = tern_type_dims(type)[d];
    bool is_open = !starts && (size == TERN_DYNAMIC || dims[count] == TERN_DYNAMIC);
    dims[count] = starts ? size : is_open ? TERN_DYNAMIC : dims[count] * size;
    dims_of_group[members++] = tern_integer_attr_get(tern_i_type_get(context, 64), (int64_t)d);
  }
  if (tern_type_rank(type) > 0) groups[count++] = tern_array_attr_get(context, dims_of_group, members);
  *out_groups = tern_array_attr_get(context, groups, count);
  return tern_tensor_type_get(tern_type_element(type), dims, count, NULL);
}

static tern_value_t *build_collapse(tern_builder_t *b, tern_value_t *value, const tern_type_t *type,
                                    const tern_attr_t *groups) {
  return tern_build_value(b, TERN_TENSOR(COLLAPSE_SHAPE), .operands = TERN_VALUES(value), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"reassociation", groups}));
}

static tern_value_t *build_empty(tern_builder_t *b, tern_op_t *empty, const tern_type_t *type) {
  tern_value_t *sizes[MAX_LOOPS];
  for (size_t i = 0; i < empty->operand_count; ++i) sizes[i] = tern_op_operand(empty, i);
  return tern_tensor_build_empty(b, type, (tern_values_t){sizes, empty->operand_count});
}

// The operand in the collapsed shape. Reshapes of what comes from outside go outside.
static tern_value_t *collapse_operand(tern_op_t *region, const member_t *member, size_t index) {
  tern_value_t *value = tern_op_operand(member->op, index);
  const tern_attr_t *groups;
  if (value->type->kind != TERN_TYPE_TENSOR) return value;
  // The member before has collapsed it already.
  if (tern_type_rank(value->type) < tern_linalg_indexing_map(member->op, index)->result_count) return value;
  const tern_type_t *type = collapsed_type(member, index, value->type, &groups);
  if (type == value->type) return value;
  tern_op_t *op = tern_value_defining_op(value);
  bool is_inside = op && tern_op_is_within(op, region);
  tern_builder_t b = tern_builder_before(is_inside ? member->op : region);
  if (is_inside && tern_op_is(op, TERN_TENSOR(EMPTY))) return build_empty(&b, op, type);
  if (is_inside && tern_op_is(op, TERN_LINALG(FILL))) {
    tern_op_t *empty = tern_value_defining_op(tern_linalg_output(op, 0));
    tern_value_t *target = empty && tern_op_is(empty, TERN_TENSOR(EMPTY))
                               ? build_empty(&b, empty, type)
                               : build_collapse(&b, tern_linalg_output(op, 0), type, groups);
    tern_op_t *fill =
        tern_linalg_build_named(&b, TERN_LINALG(FILL), TERN_TYPES(type), TERN_VALUES(tern_linalg_input(op, 0)),
                                TERN_VALUES(target), (tern_named_attrs_t){0});
    return tern_op_result(fill, 0);
  }
  return build_collapse(&b, value, type, groups);
}

// --- the op ---

// New numbers of the loops; those behind another one of their group get none.
static size_t number_loops(const member_t *member, int *numbers) {
  size_t loops = tern_linalg_loop_count(member->op), count = 0;
  bool is_behind[MAX_LOOPS] = {0};
  for (size_t l = 0; l < loops; ++l) {
    if (member->next[l] != NONE) is_behind[member->next[l]] = true;
  }
  for (size_t l = 0; l < loops; ++l) numbers[l] = is_behind[l] ? NONE : (int)count++;
  return count;
}

static const tern_affine_map_t *collapse_map(const member_t *member, size_t index, const int *numbers, size_t loops) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(member->op, index);
  const tern_affine_expr_t *dims[MAX_LOOPS], *results[MAX_LOOPS];
  size_t count = 0, old_loops = tern_linalg_loop_count(member->op);
  for (size_t l = 0; l < old_loops; ++l)
    dims[l] = tern_affine_dim(map->context, numbers[l] == NONE ? 0 : (size_t)numbers[l]);
  for (size_t d = 0; d < map->result_count; ++d) {
    if (d > 0 && is_joined(member, index, d - 1)) continue;
    results[count++] = tern_affine_expr_replace(map->results[d], dims, old_loops, NULL, 0);
  }
  return tern_affine_map_get(map->context, loops, 0, results, count);
}

static tern_op_t *collapse(tern_op_t *region, const member_t *member) {
  tern_op_t *op = member->op;
  int numbers[MAX_LOOPS];
  size_t loops = number_loops(member, numbers), inputs = tern_linalg_input_count(op);
  tern_iterator_t iterators[MAX_LOOPS];
  for (size_t l = 0; l < tern_linalg_loop_count(op); ++l) {
    if (numbers[l] != NONE) iterators[numbers[l]] = tern_linalg_iterator(op, l);
  }
  TERN_VEC(const tern_affine_map_t *) maps = {0};
  TERN_VEC(tern_value_t *) values = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_vec_push(&values, collapse_operand(region, member, i));
    tern_vec_push(&maps, collapse_map(member, i, numbers, loops));
    if (i >= inputs) tern_vec_push(&types, values.values[i]->type);
  }
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *collapsed =
      tern_linalg_build_generic(&b, (tern_types_t){types.values, types.count}, (tern_values_t){values.values, inputs},
                                (tern_values_t){values.values + inputs, values.count - inputs}, maps.values, iterators,
                                loops, tern_linalg_clone_body, op);
  collapsed->attrs = op->attrs;
  tern_vec_deinitialize(&maps);
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&types);
  return collapsed;
}

// Results of the region that are collapsed now get their shape back outside.
static void expand_result(tern_op_t *region, size_t index, const tern_type_t *type, const tern_attr_t *groups) {
  tern_value_t *result = tern_op_result(region, index);
  const tern_type_t *old_type = result->type;
  result->type = type;
  tern_builder_t b = tern_builder_after(region);
  const tern_attr_t *sizes =
      tern_dense_i64_array_attr_get(b.context, tern_type_dims(old_type), tern_type_rank(old_type));
  size_t start, count, first = 0;
  tern_op_operands_named(region, "result_dims", &start, &count);
  for (size_t i = 0; i < index; ++i) {
    const tern_type_t *before = region->results[i].type;
    for (size_t d = 0; d < tern_type_rank(before); ++d) first += tern_type_dims(before)[d] == TERN_DYNAMIC;
  }
  tern_value_t *operands[1 + MAX_LOOPS] = {result};
  size_t operand_count = 1;
  for (size_t d = 0; d < tern_type_rank(old_type); ++d) {
    if (tern_type_dims(old_type)[d] == TERN_DYNAMIC) {
      operands[operand_count++] = tern_op_operand(region, start + first++);
    }
  }
  tern_value_t *expanded = tern_build_value(
      &b, TERN_TENSOR(EXPAND_SHAPE), .operands = {(tern_value_t *[]){NULL}, 0}, .types = TERN_TYPES(old_type),
      .attrs = TERN_ATTRS({"reassociation", groups}, {"static_output_shape", sizes}));
  tern_value_replace_all_uses(result, expanded);
  tern_op_set_operands(tern_value_defining_op(expanded), (tern_values_t){operands, operand_count});
}

static void replace_results(tern_op_t *region, const member_t *member, tern_op_t *collapsed) {
  tern_op_t *op = member->op;
  for (size_t r = 0; r < op->result_count; ++r) {
    tern_value_t *old_value = tern_op_result(op, r), *value = tern_op_result(collapsed, r);
    if (old_value->type != value->type) {
      const tern_attr_t *groups;
      const tern_type_t *type = collapsed_type(member, tern_linalg_output_position(op, r), old_value->type, &groups);
      const tern_op_t *end = tern_op_body(region, 0)->last_op;
      for (size_t i = 0; i < end->operand_count; ++i) {
        if (tern_op_operand(end, i) == old_value) expand_result(region, i, type, groups);
      }
    }
    tern_value_replace_all_uses(old_value, value);
  }
  tern_op_destroy(op);
}

static bool has_joined_loops(const member_t *member) {
  for (size_t l = 0; l < tern_linalg_loop_count(member->op); ++l) {
    if (member->next[l] != NONE) return true;
  }
  return false;
}

static void erase_dead(tern_block_t *body) {
  for (tern_op_t *op = body->last_op, *prev; op; op = prev) {
    prev = op->prev;
    if (tern_op_is_trivially_dead(op)) tern_op_destroy(op);
  }
}

static void collapse_region(tern_op_t *region) {
  member_list_t members = {0};
  tern_block_for_each_op(tern_op_body(region, 0), op) {
    member_t member;
    if (find_member(op, &member)) tern_vec_push(&members, member);
  }
  agree(&members, region);
  // In order: what a member takes from another one is collapsed by then, in the shape that both agreed on.
  for (size_t i = 0; i < members.count; ++i) {
    if (!has_joined_loops(&members.values[i])) continue;
    replace_results(region, &members.values[i], collapse(region, &members.values[i]));
  }
  erase_dead(tern_op_body(region, 0));
  tern_vec_deinitialize(&members);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_visit_row(root, TERN_PREORDER, TERN_FLOW(DISPATCH_REGION), collapse_region);
  return true;
}

const tern_pass_def_t tern_collapse_dimensions_pass = {
    .flag = "iree-dispatch-creation-collapse-dimensions",
    .alias = "iree-flow-collapse-dimensions",
    .name = "CollapseDimensionsPass",
    .summary = "Collapse loops of dispatch regions that always go together",
    .run = run,
};

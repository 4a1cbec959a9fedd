// Groups of structured ops that share a kernel.

#include "transform/codegen/dispatch_group.h"

#include "dialect/iree/iree.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "ir/op_list.h"
#include "transform/linalg/tile_structured.h"

// One touch of memory by an op.
typedef struct access {
  tern_value_t *view;            // NULL: memory that is not known
  const tern_affine_map_t *map;  // from the op's loops; NULL: any element
  bool is_write;
} access_t;

typedef TERN_VEC(access_t) access_list_t;
// --- memory ---

// The memory that `value` views: an allocation, an argument or a placeholder.
static tern_value_t *memory_of(tern_value_t *value) {
  for (;;) {
    tern_op_t *op = tern_value_defining_op(value);
    if (!op || !tern_op_has_trait(op, TERN_TRAIT_VIEW_LIKE) || op->operand_count == 0) return value;
    value = tern_op_operand(op, 0);
  }
}

static const tern_attr_t *binding_of(const tern_value_t *memory) {
  tern_op_t *op = tern_value_defining_op(memory);
  return op && tern_op_is(op, TERN_IREE(PLACEHOLDER)) ? tern_op_attr(op, "binding") : NULL;
}

// A placeholder that only gives loops their extents.
static bool is_shape_only(const tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, TERN_IREE(PLACEHOLDER)) && !tern_op_attr(op, "binding");
}

bool tern_memories_may_overlap(tern_value_t *a, tern_value_t *b) {
  tern_value_t *first = memory_of(a), *second = memory_of(b);
  if (first == second) return true;
  const tern_attr_t *first_binding = binding_of(first), *second_binding = binding_of(second);
  return first_binding && first_binding == second_binding;
}

// Both values are computed the same way.
static bool is_same_value(const tern_value_t *a, const tern_value_t *b) {
  if (a == b) return true;
  tern_op_t *first = tern_value_defining_op(a), *second = tern_value_defining_op(b);
  if (!first || !second || first->def != second->def || a->type != b->type || a->index != b->index) return false;
  if (first->region_count || first->operand_count != second->operand_count || tern_op_effects(first) != 0) return false;
  if (tern_op_attr_dictionary(first) != tern_op_attr_dictionary(second)) return false;
  for (size_t i = 0; i < first->operand_count; ++i) {
    if (!is_same_value(tern_op_operand(first, i), tern_op_operand(second, i))) return false;
  }
  return true;
}

// Two static boxes of one memref that have no element in common.
static bool are_disjoint(const tern_value_t *a, const tern_value_t *b) {
  tern_op_t *first = tern_value_defining_op(a), *second = tern_value_defining_op(b);
  if (!first || !second || !tern_op_is(first, TERN_MEMREF(SUBVIEW)) || !tern_op_is(second, TERN_MEMREF(SUBVIEW))) {
    return false;
  }
  if (!is_same_value(tern_op_operand(first, 0), tern_op_operand(second, 0))) return false;
  tern_op_t *ops[] = {first, second};
  for (size_t d = 0; d < tern_type_rank(tern_op_operand(first, 0)->type); ++d) {
    int64_t low[2], high[2];
    bool is_static = true;
    for (size_t i = 0; i < 2; ++i) {
      int64_t size = tern_int_list_attr_at(tern_op_attr(ops[i], "static_sizes"), d);
      int64_t stride = tern_int_list_attr_at(tern_op_attr(ops[i], "static_strides"), d);
      low[i] = tern_int_list_attr_at(tern_op_attr(ops[i], "static_offsets"), d);
      is_static &= low[i] != TERN_DYNAMIC && size != TERN_DYNAMIC && stride != TERN_DYNAMIC && stride > 0;
      is_static = is_static && !__builtin_mul_overflow(size - 1, stride, &high[i]) &&
                  !__builtin_add_overflow(low[i], high[i], &high[i]);
    }
    if (is_static && (high[0] < low[1] || high[1] < low[0])) return true;
  }
  return false;
}

// --- accesses ---

static tern_walk_result_t collect_inner_access(tern_op_t *op, void *user) {
  access_list_t *accesses = user;
  tern_traits_t effects = tern_op_has_trait(op, TERN_TRAIT_RECURSIVE_MEMORY_EFFECTS) ? 0 : tern_op_effects(op);
  if (effects == 0) return TERN_WALK_ADVANCE;
  bool is_write = (effects & ~(tern_traits_t)TERN_TRAIT_MEM_READ) != 0, is_known = false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_op_operand(op, i)->type->kind != TERN_TYPE_MEMREF) continue;
    is_known = true;
    tern_vec_push(accesses, (access_t){tern_op_operand(op, i), NULL, is_write});
  }
  if (!is_known) tern_vec_push(accesses, (access_t){NULL, NULL, is_write});
  return TERN_WALK_ADVANCE;
}

// Everything that `op` reads and writes.
static void collect_accesses(tern_op_t *op, access_list_t *accesses) {
  if (!tern_is_linalg(op)) {
    tern_op_walk_pre(op, collect_inner_access, accesses);
    return;
  }
  size_t inputs = tern_linalg_input_count(op);
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *view = tern_op_operand(op, i);
    if (view->type->kind != TERN_TYPE_MEMREF || is_shape_only(view)) continue;
    tern_vec_push(accesses, (access_t){view, tern_linalg_indexing_map(op, i), i >= inputs});
  }
  tern_block_for_each_op(tern_linalg_body(op), inner) tern_op_walk_pre(inner, collect_inner_access, accesses);
}

static bool is_conflict(const access_t *a, const access_t *b) {
  if (!a->is_write && !b->is_write) return false;
  if (!a->view || !b->view) return true;
  return tern_memories_may_overlap(a->view, b->view) && !are_disjoint(a->view, b->view);
}

static bool are_dependent(tern_op_t *first, tern_op_t *second) {
  access_list_t a = {0}, b = {0};
  collect_accesses(first, &a);
  collect_accesses(second, &b);
  bool is_dependent = false;
  for (size_t i = 0; i < a.count; ++i) {
    for (size_t j = 0; j < b.count; ++j) is_dependent |= is_conflict(&a.values[i], &b.values[j]);
  }
  tern_vec_deinitialize(&a);
  tern_vec_deinitialize(&b);
  return is_dependent;
}

// --- members of one root ---

static bool has_reduction(const tern_op_t *op) { return tern_is_linalg(op) && !tern_linalg_is_all_parallel(op); }

// The root's parallel loops may be distributed to workgroups: slices exist, and each output element is written by one tile.
static bool is_tileable_root(const tern_op_t *op) {
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  if (!tern_linalg_can_slice(op) || !tern_linalg_static_loop_ranges(op, ranges)) return false;
  size_t parallel = tern_linalg_count_iterators(op, TERN_ITERATOR_PARALLEL);
  for (size_t i = 0; i < tern_linalg_output_count(op); ++i) {
    const tern_affine_map_t *map = tern_linalg_output_map(op, i);
    if (!tern_affine_map_is_projected_permutation(map, true) || map->result_count != parallel) return false;
    for (size_t r = 0; r < map->result_count; ++r) {
      if (tern_linalg_iterator(op, (size_t)map->results[r]->value) != TERN_ITERATOR_PARALLEL) return false;
    }
  }
  return true;
}

static bool is_plain_map(const tern_affine_map_t *map) {
  return map && tern_affine_map_is_projected_permutation(map, false);
}

// Loops of `member` that index the same dimension of the same view as a loop of `other` run with the same loop of the
// root. False if that contradicts what is known.
static bool link_loops(tern_dispatch_member_t *member, const tern_dispatch_member_t *other) {
  access_list_t own = {0}, others = {0};
  collect_accesses(member->op, &own);
  collect_accesses(other->op, &others);
  bool is_right = true;
  for (size_t i = 0; i < own.count; ++i) {
    for (size_t j = 0; j < others.count; ++j) {
      const access_t *a = &own.values[i], *b = &others.values[j];
      if (!is_plain_map(a->map) || !is_plain_map(b->map) || !is_same_value(a->view, b->view)) continue;
      if (!a->is_write && !b->is_write) continue;
      for (size_t r = 0; r < a->map->result_count; ++r) {
        size_t *loop = &member->root_loops[a->map->results[r]->value];
        size_t known = other->root_loops[b->map->results[r]->value];
        is_right &= known != TERN_NO_LOOP && (*loop == TERN_NO_LOOP || *loop == known);
        *loop = known;
      }
    }
  }
  tern_vec_deinitialize(&own);
  tern_vec_deinitialize(&others);
  return is_right;
}

// Every loop of the member runs with a parallel loop of the root of the same extent, and every one of those is taken.
static bool is_linked(const tern_dispatch_member_t *member, const tern_op_t *root) {
  int64_t ranges[TERN_LINALG_MAX_LOOPS], root_ranges[TERN_LINALG_MAX_LOOPS];
  size_t loops = tern_linalg_loop_count(member->op);
  if (loops != tern_linalg_count_iterators(root, TERN_ITERATOR_PARALLEL)) return false;
  if (!tern_linalg_static_loop_ranges(member->op, ranges) || !tern_linalg_static_loop_ranges(root, root_ranges)) {
    return false;
  }
  bool is_taken[TERN_LINALG_MAX_LOOPS] = {false};
  for (size_t loop = 0; loop < loops; ++loop) {
    size_t with = member->root_loops[loop];
    if (with == TERN_NO_LOOP || is_taken[with] || ranges[loop] != root_ranges[with]) return false;
    is_taken[with] = true;
  }
  return true;
}

// Two accesses that conflict stay within one tile: the same element in the same iteration of all tiled loops.
static bool is_within_tile(const tern_dispatch_member_t *x, const access_t *a, const tern_dispatch_member_t *y,
                           const access_t *b, size_t tiled_loops) {
  if (!a->view || !b->view || !is_same_value(a->view, b->view)) return false;
  if (!a->map || !b->map || !tern_affine_map_is_projected_permutation(a->map, true) ||
      !tern_affine_map_is_projected_permutation(b->map, true) || a->map->result_count != tiled_loops) {
    return false;
  }
  for (size_t r = 0; r < a->map->result_count; ++r) {
    size_t first = x->root_loops[a->map->results[r]->value], second = y->root_loops[b->map->results[r]->value];
    if (first == TERN_NO_LOOP || first != second) return false;
  }
  return true;
}

static bool stay_within_tiles(const tern_dispatch_member_t *x, const tern_dispatch_member_t *y, size_t tiled_loops) {
  access_list_t own = {0}, others = {0};
  collect_accesses(x->op, &own);
  collect_accesses(y->op, &others);
  bool is_right = true;
  for (size_t i = 0; i < own.count; ++i) {
    for (size_t j = 0; j < others.count; ++j) {
      const access_t *a = &own.values[i], *b = &others.values[j];
      if (is_conflict(a, b)) is_right &= is_within_tile(x, a, y, b, tiled_loops);
    }
  }
  tern_vec_deinitialize(&own);
  tern_vec_deinitialize(&others);
  return is_right;
}

static tern_dispatch_member_t make_member(tern_op_t *op, bool is_root) {
  tern_dispatch_member_t member = {.op = op};
  for (size_t loop = 0; loop < TERN_LINALG_MAX_LOOPS; ++loop) member.root_loops[loop] = TERN_NO_LOOP;
  for (size_t loop = 0; is_root && loop < tern_linalg_loop_count(op); ++loop) {
    if (tern_linalg_iterator(op, loop) == TERN_ITERATOR_PARALLEL) member.root_loops[loop] = loop;
  }
  return member;
}

// Links every member to the root, through each other.
static bool link_members(tern_dispatch_group_t *group) {
  tern_op_t *root = group->members.values[group->root].op;
  TERN_VEC(size_t) linked = {0};
  TERN_VEC(bool) is_done = {0};
  tern_vec_push(&linked, group->root);
  for (size_t i = 0; i < group->members.count; ++i) tern_vec_push(&is_done, i == group->root);
  for (size_t next = 0; next < linked.count; ++next) {
    for (size_t i = 0; i < group->members.count; ++i) {
      tern_dispatch_member_t *member = &group->members.values[i];
      if (is_done.values[i] || !link_loops(member, &group->members.values[linked.values[next]])) continue;
      if (!is_linked(member, root)) continue;
      is_done.values[i] = true;
      tern_vec_push(&linked, i);
    }
  }
  bool are_all_linked = linked.count == group->members.count;
  tern_vec_deinitialize(&linked);
  tern_vec_deinitialize(&is_done);
  return are_all_linked;
}

// Makes a group of `ops` if they can share a kernel.
static bool make_group(tern_op_t *const *ops, size_t count, bool fuse, tern_dispatch_group_t *out_group) {
  tern_dispatch_group_t group = {.root = TERN_NO_LOOP};
  bool is_right = true;
  for (size_t i = 0; i < count; ++i) {
    bool is_root = has_reduction(ops[i]);
    is_right &= !is_root || group.root == TERN_NO_LOOP;
    if (is_root) group.root = i;
    tern_vec_push(&group.members, make_member(ops[i], is_root));
    is_right &= count == 1 || (tern_is_linalg(ops[i]) && (is_root || tern_linalg_is_all_parallel(ops[i])));
  }
  if (group.root == TERN_NO_LOOP || !fuse) {
    for (size_t i = 0; i < count && is_right; ++i) {
      for (size_t j = 0; j < i; ++j) is_right &= !are_dependent(ops[i], ops[j]);
    }
    is_right &= count == 1 || group.root == TERN_NO_LOOP;
  }
  if (is_right && group.root != TERN_NO_LOOP) {
    tern_op_t *root = ops[group.root];
    size_t tiled_loops = tern_linalg_count_iterators(root, TERN_ITERATOR_PARALLEL);
    group.can_tile = is_tileable_root(root);
    for (size_t i = 0; i < count; ++i) group.can_tile &= tern_linalg_can_slice(ops[i]);
    group.can_tile = group.can_tile && link_members(&group);
    for (size_t i = 0; i < count && group.can_tile; ++i) {
      for (size_t j = 0; j <= i && group.can_tile; ++j) {
        group.can_tile = stay_within_tiles(&group.members.values[i], &group.members.values[j], tiled_loops);
      }
    }
    is_right = count == 1 || group.can_tile;
  }
  if (is_right) {
    *out_group = group;
  } else {
    tern_vec_deinitialize(&group.members);
  }
  return is_right;
}

// --- the function ---

static tern_walk_result_t find_nested(tern_op_t *op, void *user) {
  return tern_is_linalg(op) ? (*(bool *)user = true, TERN_WALK_INTERRUPT) : TERN_WALK_ADVANCE;
}

// The ops that touch memory, in order. False if the function is not a straight line.
static bool collect_ops(tern_op_t *func, tern_op_list_t *out_ops) {
  if (tern_region_is_empty(&func->regions[0]) || func->regions[0].first_block != func->regions[0].last_block) {
    return false;
  }
  bool has_linalg = false;
  tern_block_for_each_op(tern_op_body(func, 0), op) {
    if (tern_op_has_trait(op, TERN_TRAIT_TERMINATOR)) continue;
    if (tern_is_linalg(op)) {
      if (!tern_linalg_has_buffer_semantics(op)) return false;
      has_linalg = true;
      tern_vec_push(out_ops, op);
      continue;
    }
    bool is_nested = false;
    if (op->region_count) tern_op_walk_pre(op, find_nested, &is_nested);
    if (is_nested) return false;
    tern_traits_t effects = tern_op_effects(op);
    bool only_makes = (effects & ~(tern_traits_t)TERN_TRAIT_MEM_ALLOC) == 0;
    bool only_reads = op->result_count && (effects & ~(tern_traits_t)TERN_TRAIT_MEM_READ) == 0;
    if (!only_makes && !only_reads && !tern_op_is(op, TERN_MEMREF(DEALLOC))) tern_vec_push(out_ops, op);
  }
  return has_linalg;
}

// Moves each initialiser right before the first op that depends on it, so that it stands beside its root.
static void sink_initialisers(tern_op_list_t *ops) {
  for (size_t i = ops->count; i-- > 0;) {
    tern_op_t *op = ops->values[i];
    if (!tern_is_linalg(op) || !tern_linalg_is_all_parallel(op)) continue;
    size_t next = i + 1;
    while (next < ops->count && !are_dependent(op, ops->values[next])) ++next;
    if (next == ops->count || !has_reduction(ops->values[next])) continue;
    for (size_t p = i; p + 1 < next; ++p) ops->values[p] = ops->values[p + 1];
    ops->values[next - 1] = op;
  }
}

bool tern_dispatch_groups_find(tern_op_t *func, bool fuse, tern_dispatch_groups_t *out_groups) {
  tern_op_list_t ops = {0};
  *out_groups = (tern_dispatch_groups_t){0};
  bool is_straight = collect_ops(func, &ops);
  if (is_straight) sink_initialisers(&ops);
  size_t start = 0;
  while (is_straight && start < ops.count) {
    // The longest group from `start` on, unless its tail would rather go with the op behind it.
    tern_dispatch_group_t group, longer;
    size_t end = start + 1;
    (void)make_group(ops.values + start, 1, fuse, &group);
    while (end < ops.count && make_group(ops.values + start, end + 1 - start, fuse, &longer)) {
      tern_vec_deinitialize(&group.members);
      group = longer;
      ++end;
    }
    size_t split = end;
    for (size_t s = start + 1;
         group.root == TERN_NO_LOOP && end < ops.count && has_reduction(ops.values[end]) && s < end; ++s) {
      if (!make_group(ops.values + s, end + 1 - s, fuse, &longer)) continue;
      tern_vec_deinitialize(&longer.members);
      split = s;
      break;
    }
    if (split != end) {
      tern_vec_deinitialize(&group.members);
      (void)make_group(ops.values + start, split - start, fuse, &group);
    }
    tern_vec_push(&out_groups->groups, group);
    start = split;
  }
  tern_vec_deinitialize(&ops);
  return is_straight;
}

void tern_dispatch_groups_deinitialize(tern_dispatch_groups_t *groups) {
  for (size_t i = 0; i < groups->groups.count; ++i) tern_vec_deinitialize(&groups->groups.values[i].members);
  tern_vec_deinitialize(&groups->groups);
}

size_t tern_dispatch_groups_index_of(const tern_dispatch_groups_t *groups, const tern_op_t *op) {
  for (size_t g = 0; g < groups->groups.count; ++g) {
    for (size_t m = 0; m < groups->groups.values[g].members.count; ++m) {
      if (groups->groups.values[g].members.values[m].op == op) return g;
    }
  }
  return TERN_NO_LOOP;
}

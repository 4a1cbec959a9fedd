// --iree-dispatch-creation-interchange-generic-ops: reductions become the innermost loops of linalg.generic.
//
//   (d0, d1) -> (d1), iterators [reduction, parallel]   ->   (d0, d1) -> (d0), iterators [parallel, reduction]
//
// Source: IREE's InterchangeGenericOps (TransposeGenericOps today). Later passes distribute the outer loops to workgroups and
// keep the inner ones in one, which wants reductions last. Parallel loops stay in their order; reductions run in the order of
// the dimensions of the first input that has them, so that its memory is read as it lies.

#include "base/vec.h"
#include "dialect/linalg/linalg.h"
#include "ir/affine.h"
#include "ir/context.h"
#include "pass/pass.h"
#include "transform/dispatch_creation/interchange.h"

static tern_walk_result_t renumber_index(tern_op_t *op, void *user) {
  const size_t *places = user;
  if (tern_is_linalg(op)) return TERN_WALK_SKIP;
  if (!tern_op_is(op, TERN_LINALG(INDEX))) return TERN_WALK_ADVANCE;
  const tern_attr_t *dim = tern_op_attr(op, "dim");
  int64_t place = (int64_t)places[tern_integer_attr_value(dim)];
  tern_op_set_attr(op, "dim", tern_integer_attr_get(tern_attr_type(dim), place));
  return TERN_WALK_ADVANCE;
}

void tern_linalg_interchange(tern_op_t *op, const size_t *order) {
  tern_context_t *context = tern_op_context(op);
  size_t count = tern_linalg_loop_count(op), places[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < count; ++i) places[order[i]] = i;
  const tern_affine_map_t *renumbering = tern_affine_map_select(context, count, places, count);
  TERN_VEC(const tern_attr_t *) maps = {0}, iterators = {0};
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    tern_vec_push(&maps, tern_affine_map_attr_get(tern_affine_map_compose(map, renumbering)));
  }
  const tern_attr_t *old = tern_op_attr(op, "iterator_types");
  for (size_t i = 0; i < count; ++i) tern_vec_push(&iterators, tern_array_attr_at(old, order[i]));
  tern_op_set_attr(op, "indexing_maps", tern_array_attr_get(context, maps.values, maps.count));
  tern_op_set_attr(op, "iterator_types", tern_array_attr_get(context, iterators.values, iterators.count));
  tern_block_t *body = tern_linalg_body(op);
  tern_block_for_each_op(body, inner) tern_op_walk_pre(inner, renumber_index, places);
  tern_vec_deinitialize(&maps);
  tern_vec_deinitialize(&iterators);
}

typedef struct loop_order {
  size_t loops[TERN_LINALG_MAX_LOOPS], count;
} loop_order_t;

static void append_once(loop_order_t *order, size_t loop) {
  for (size_t i = 0; i < order->count; ++i) {
    if (order->loops[i] == loop) return;
  }
  order->loops[order->count++] = loop;
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  (void)user;
  if (!tern_op_is(op, TERN_LINALG(GENERIC))) return TERN_WALK_ADVANCE;
  loop_order_t loops = {.count = 0};
  size_t count = tern_linalg_loop_count(op), *order = loops.loops;
  for (size_t i = 0; i < count; ++i) {
    if (tern_linalg_iterator(op, i) == TERN_ITERATOR_PARALLEL) append_once(&loops, i);
  }
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    for (size_t j = 0; j < map->result_count; ++j) {
      if (map->results[j]->kind == TERN_AFFINE_DIM) append_once(&loops, (size_t)map->results[j]->value);
    }
  }
  for (size_t i = 0; i < count; ++i) append_once(&loops, i);
  bool is_changed = false;
  for (size_t i = 0; i < count; ++i) is_changed |= order[i] != i;
  if (is_changed) tern_linalg_interchange(op, order);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_pre(root, visit, NULL);
  return true;
}

const tern_pass_def_t tern_interchange_generic_ops_pass = {
    .flag = "iree-dispatch-creation-interchange-generic-ops",
    .alias = "iree-flow-interchange-generic-ops",
    .name = "InterchangeGenericOpsPass",
    .summary = "Make reductions the innermost loops of linalg.generic",
    .run = run,
};

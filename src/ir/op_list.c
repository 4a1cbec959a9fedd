// Lists of ops, gathered by walks.

#include "ir/op_list.h"

typedef struct collector {
  tern_op_predicate_t is_wanted;  // NULL: the row decides
  const tern_op_row_t *row;       // NULL: any
  tern_walk_result_t then;        // after a wanted op
  tern_op_list_t ops;
} collector_t;

static tern_walk_result_t add_wanted(tern_op_t *op, void *user) {
  collector_t *collector = user;
  bool is_wanted = collector->is_wanted ? collector->is_wanted(op) : !collector->row || tern_op_is(op, collector->row);
  if (!is_wanted) return TERN_WALK_ADVANCE;
  tern_vec_push(&collector->ops, op);
  return collector->then;
}

static tern_op_list_t collect(tern_op_t *root, tern_op_order_t order, collector_t collector) {
  collector.then = order == TERN_OUTERMOST ? TERN_WALK_SKIP : TERN_WALK_ADVANCE;
  (order == TERN_POSTORDER ? tern_op_walk_post : tern_op_walk_pre)(root, add_wanted, &collector);
  return collector.ops;
}

tern_op_list_t tern_op_collect(tern_op_t *root, tern_op_order_t order, tern_op_predicate_t is_wanted) {
  return collect(root, order, (collector_t){.is_wanted = is_wanted});
}

tern_op_list_t tern_op_collect_row(tern_op_t *root, tern_op_order_t order, const tern_op_row_t *row) {
  return collect(root, order, (collector_t){.row = row});
}

static size_t visit_all(tern_op_list_t ops, void (*visit)(tern_op_t *op)) {
  size_t count = ops.count;
  for (size_t i = 0; i < count; ++i) visit(ops.values[i]);
  tern_vec_deinitialize(&ops);
  return count;
}

size_t tern_op_visit(tern_op_t *root, tern_op_order_t order, tern_op_predicate_t is_wanted,
                     void (*visit)(tern_op_t *op)) {
  return visit_all(tern_op_collect(root, order, is_wanted), visit);
}

size_t tern_op_visit_row(tern_op_t *root, tern_op_order_t order, const tern_op_row_t *row,
                         void (*visit)(tern_op_t *op)) {
  return visit_all(tern_op_collect_row(root, order, row), visit);
}

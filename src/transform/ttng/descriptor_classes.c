// Descriptors that are one another; see descriptor_classes.h. Classes are trees of positions (union-find).

#include "transform/ttng/descriptor_classes.h"

#include "analysis/region_flow.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "rewrite/branch.h"

typedef tern_descriptor_classes_t classes_t;

static bool is_descriptor(const tern_value_t *value) { return tern_type_is_tt(value->type, TERN_TT_TYPE_TENSORDESC); }

static size_t root_of(classes_t *classes, size_t position) {
  while (classes->parents.values[position] != position) position = classes->parents.values[position];
  return position;
}

static size_t position_of(classes_t *classes, const tern_value_t *value) {
  size_t known = (size_t)(uintptr_t)tern_map_get(&classes->positions, value);
  if (known) return known - 1;
  size_t position = classes->values.count;
  tern_vec_push(&classes->values, (tern_value_t *)(uintptr_t)value);
  tern_vec_push(&classes->parents, position);
  tern_map_set(&classes->positions, value, (void *)(uintptr_t)(position + 1));
  return position;
}

size_t tern_descriptor_class_of(classes_t *classes, const tern_value_t *descriptor) {
  return root_of(classes, position_of(classes, descriptor));
}

// The one that was met first stands for both.
static void join(classes_t *classes, const tern_value_t *x, const tern_value_t *y) {
  if (!is_descriptor(x) || !is_descriptor(y)) return;
  size_t of_x = tern_descriptor_class_of(classes, x), of_y = tern_descriptor_class_of(classes, y);
  if (of_x < of_y) {
    classes->parents.values[of_y] = of_x;
  } else {
    classes->parents.values[of_x] = of_y;
  }
}

// --- who passes what on to whom ---

// `from` has the operands, `op` the regions and results.
typedef struct passing {
  classes_t *classes;
  const tern_op_t *op, *from;
} passing_t;

static void pass_edge(const tern_region_edge_t *edge, void *user) {
  const passing_t *passing = user;
  const tern_block_t *block = edge->region >= 0 ? tern_op_body(passing->op, (size_t)edge->region) : NULL;
  for (size_t i = 0; i < edge->operand_count; ++i) {
    const tern_value_t *from = tern_op_operand(passing->from, edge->operand_start + i);
    size_t input = edge->input_start + i;
    if (edge->region < 0) {
      join(passing->classes, from, &passing->op->results[input]);
    } else if (block) {
      join(passing->classes, from, block->args[input]);
    }
  }
}

static void pass_regions(classes_t *classes, const tern_op_t *op) {
  const tern_attr_t *constants[256] = {NULL};
  const tern_op_t *parent = tern_op_parent(op);
  if (op->operand_count > 256) return;
  passing_t enters = {classes, op, op}, leaves = {classes, parent, op};
  if (op->region_count && tern_region_flow_is_known(op)) tern_region_flow_enter(op, constants, pass_edge, &enters);
  bool is_end = parent && tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) && !op->successor_count;
  if (is_end && tern_region_flow_is_known(parent)) tern_region_flow_leave(op, constants, pass_edge, &leaves);
}

static void pass_branches(classes_t *classes, const tern_op_t *op) {
  for (size_t i = 0; i < op->successor_count; ++i) {
    size_t start, count;
    if (!tern_branch_successor_operands(op, i, &start, &count)) continue;
    for (size_t k = 0; k < count; ++k) join(classes, tern_op_operand(op, start + k), op->successors[i].block->args[k]);
  }
}

static void pass_partitions(classes_t *classes, const tern_op_t *op) {
  const tern_op_t *holder = op->regions[1].first_block ? op->regions[1].first_block->first_op : NULL;
  for (size_t i = 0; holder && i < holder->region_count; ++i) {
    const tern_block_t *entry = holder->regions[i].first_block;
    for (size_t k = 0; entry && k < op->operand_count; ++k) join(classes, tern_op_operand(op, k), entry->args[k]);
  }
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  classes_t *classes = user;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (is_descriptor(tern_op_operand(op, i))) position_of(classes, tern_op_operand(op, i));
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (is_descriptor(&op->results[i])) position_of(classes, &op->results[i]);
  }
  pass_regions(classes, op);
  pass_branches(classes, op);
  if (tern_op_is(op, TERN_TTG(WARP_SPECIALIZE))) pass_partitions(classes, op);
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      for (size_t i = 0; i < block->arg_count; ++i) {
        if (is_descriptor(block->args[i])) position_of(classes, block->args[i]);
      }
    }
  }
  return TERN_WALK_ADVANCE;
}

void tern_descriptor_classes_find(tern_op_t *function, classes_t *out) {
  *out = (classes_t){.positions = {0}};
  tern_op_walk_pre(function, visit, out);
}

void tern_descriptor_classes_deinitialize(classes_t *classes) {
  tern_vec_deinitialize(&classes->values);
  tern_vec_deinitialize(&classes->parents);
  tern_map_deinitialize(&classes->positions);
}

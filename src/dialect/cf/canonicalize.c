// Canonicalization of branches (upstream: ControlFlowOps.cpp): constant conditions, blocks that only branch on, blocks
// with one predecessor, and what a branch on the way already decided.

#include <stdlib.h>

#include "base/arena.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/cf/cf_hooks.h"
#include "dialect/common/fold_elements.h"
#include "dialect/ub/ub.h"

// --- edges ---

tern_cf_edge_t tern_cf_edge_of(const tern_op_t *op, size_t index) {
  size_t start = 0, count = op->operand_count;
  if (tern_op_is(op, TERN_CF(COND_BR))) {
    tern_op_operand_group(op, 1 + index, &start, &count);
  } else if (tern_op_is(op, TERN_CF(SWITCH))) {
    tern_op_operand_group(op, 1, &start, &count);
    const tern_attr_t *sizes = tern_op_attr(op, "case_operand_segments");
    for (size_t i = 0; i < index; i++) {
      start += count;
      count = (size_t)tern_dense_array_attr_int(sizes, i);
    }
  }
  tern_cf_edge_t edge = {.block = op->successors[index].block, .operand_count = count};
  edge.operands = tern_realloc_array(NULL, count + 1, sizeof(*edge.operands));
  for (size_t i = 0; i < count; i++) edge.operands[i] = tern_op_operand(op, start + i);
  return edge;
}

void tern_cf_edge_deinitialize(tern_cf_edge_t *edge) { free(edge->operands); }

bool tern_cf_edges_equal(const tern_cf_edge_t *a, const tern_cf_edge_t *b) {
  if (a->block != b->block || a->operand_count != b->operand_count) return false;
  for (size_t i = 0; i < a->operand_count; i++)
    if (a->operands[i] != b->operands[i]) return false;
  return true;
}

// Where `block` goes on to if it ends in an unconditional branch, else NULL.
static tern_block_t *next_block(const tern_block_t *block) {
  const tern_op_t *last = block->last_op;
  return last && tern_op_is(last, TERN_CF(BR)) ? last->successors[0].block : NULL;
}

// Do unconditional branches lead from `block` around without an end? (Floyd: the faster of two walkers meets the other.)
static bool is_on_cycle(tern_block_t *block) {
  tern_block_t *slow = block, *fast = next_block(block);
  while (fast && fast != slow) {
    slow = next_block(slow);
    fast = next_block(fast);
    if (fast) fast = next_block(fast);
  }
  return fast != NULL;
}

bool tern_cf_edge_collapse(tern_cf_edge_t *edge) {
  tern_block_t *block = edge->block;
  tern_op_t *branch = block->first_op;
  if (!branch || branch->next || !tern_op_is(branch, TERN_CF(BR))) return false;
  tern_block_t *target = branch->successors[0].block;
  if (is_on_cycle(block)) return false;  // an endless loop stays
  for (size_t i = 0; i < block->arg_count; i++)
    tern_value_for_each_use(block->args[i], use) if (use->owner != branch) return false;
  size_t count = branch->operand_count;
  tern_value_t **operands = tern_realloc_array(NULL, count + 1, sizeof(*operands));
  for (size_t i = 0; i < count; i++) {
    tern_value_t *value = tern_op_operand(branch, i);
    operands[i] = tern_value_arg_block(value) == block ? edge->operands[value->index] : value;
  }
  free(edge->operands);
  *edge = (tern_cf_edge_t){target, operands, count};
  return true;
}

void tern_cf_replace_with_branch(tern_op_t *op, tern_rewriter_t *rewriter, const tern_cf_edge_t *edge) {
  tern_build_args_t args = {.operands = {edge->operands, edge->operand_count},
                            .successors = (tern_block_t *[]){edge->block},
                            .successor_count = 1};
  tern_rewriter_replace_with(rewriter, op, TERN_CF(BR), &args);
}

tern_block_t *tern_cf_predecessor(const tern_block_t *block, bool is_single_edge) {
  if (!block->first_use || (is_single_edge && block->first_use->next)) return NULL;
  tern_block_t *only = block->first_use->owner->block;
  for (const tern_successor_t *use = block->first_use; use; use = use->next)
    if (use->owner->block != only) return NULL;
  return only;
}

// --- br ---

bool tern_cf_canonicalize_br(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_block_t *target = op->successors[0].block, *block = op->block;
  if (target == block) return false;
  if (tern_cf_predecessor(target, true) && !tern_block_is_entry(target)) {
    // The only way there: the blocks are one.
    tern_cf_edge_t edge = tern_cf_edge_of(op, 0);
    tern_rewriter_erase(rewriter, op);
    tern_rewriter_merge_block_end(rewriter, target, block, (tern_values_t){edge.operands, edge.operand_count});
    tern_cf_edge_deinitialize(&edge);
    return true;
  }
  tern_cf_edge_t edge = tern_cf_edge_of(op, 0);
  bool is_changed = tern_cf_edge_collapse(&edge);
  if (is_changed) tern_cf_replace_with_branch(op, rewriter, &edge);
  tern_cf_edge_deinitialize(&edge);
  return is_changed;
}

// --- cond_br ---

static void replace_with_cond_br(tern_op_t *op, tern_rewriter_t *rewriter, const tern_cf_edge_t *edges) {
  TERN_VEC(tern_value_t *) operands = {0};
  tern_vec_push(&operands, tern_op_operand(op, 0));
  for (size_t i = 0; i < 2; i++)
    for (size_t j = 0; j < edges[i].operand_count; j++) tern_vec_push(&operands, edges[i].operands[j]);
  const tern_attr_t *weights = tern_op_attr(op, "branch_weights");
  tern_build_args_t args = {
      .operands = {operands.values, operands.count},
      .attrs = {(const tern_named_attr_t[]){{"branch_weights", weights}}, weights ? 1 : 0},
      .successors = (tern_block_t *[]){edges[0].block, edges[1].block},
      .successor_count = 2,
      .segments = (const int32_t[]){1, (int32_t)edges[0].operand_count, (int32_t)edges[1].operand_count}};
  tern_rewriter_replace_with(rewriter, op, TERN_CF(COND_BR), &args);
  tern_vec_deinitialize(&operands);
}

// Both ways to one block: a branch, with selects for the operands that differ if this is its only predecessor.
static bool merge_equal_targets(tern_op_t *op, tern_rewriter_t *rewriter, tern_cf_edge_t *edges) {
  if (edges[0].block != edges[1].block) return false;
  bool is_same = tern_cf_edges_equal(&edges[0], &edges[1]);
  if (!is_same && tern_cf_predecessor(edges[0].block, false) != op->block) return false;
  tern_value_t *condition = tern_op_operand(op, 0);
  for (size_t i = 0; !is_same && i < edges[0].operand_count; i++) {
    if (edges[0].operands[i] == edges[1].operands[i]) continue;
    edges[0].operands[i] =
        tern_build_value(&rewriter->builder, TERN_ARITH(SELECT),
                         .operands = TERN_VALUES(condition, edges[0].operands[i], edges[1].operands[i]),
                         .types = TERN_TYPES(edges[0].operands[i]->type));
  }
  tern_cf_replace_with_branch(op, rewriter, &edges[0]);
  return true;
}

// Which way the only predecessor's cond_br on the same condition came here: 0 or 1, or -1.
static int decided_way(const tern_op_t *op) {
  tern_block_t *predecessor = tern_cf_predecessor(op->block, true);
  tern_op_t *branch = predecessor ? tern_block_terminator(predecessor) : NULL;
  if (!branch || branch == op || !tern_op_is(branch, TERN_CF(COND_BR))) return -1;
  if (tern_op_operand(branch, 0) != tern_op_operand(op, 0)) return -1;
  return branch->successors[0].block == op->block ? 0 : 1;
}

// In a block that only one way leads to, the condition is known.
static bool propagate_condition(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *condition = tern_op_operand(op, 0);
  bool is_changed = false;
  for (size_t way = 0; way < 2; way++) {
    tern_block_t *target = op->successors[way].block;
    if (!tern_cf_predecessor(target, true)) continue;
    tern_value_t *constant = NULL;
    for (tern_operand_t *use = condition->first_use, *next; use; use = next) {
      next = use->next;
      if (use->owner->block != target) continue;
      if (!constant) constant = tern_arith_constant_bool(&rewriter->builder, way == 0);
      tern_operand_set(use, constant);
      tern_rewriter_modified(rewriter, use->owner);
      is_changed = true;
    }
  }
  return is_changed;
}

static bool is_never_reached(const tern_block_t *block) {
  const tern_op_t *op = block->first_op;
  return op && !op->next && tern_op_is(op, TERN_UB(UNREACHABLE));
}

// Nobody goes where ub.unreachable is all there is: the way that is left, or -1.
static int only_way_left(const tern_op_t *op) {
  if (is_never_reached(op->successors[0].block)) return 1;
  return is_never_reached(op->successors[1].block) ? 0 : -1;
}

bool tern_cf_canonicalize_cond_br(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_cf_edge_t edges[2] = {tern_cf_edge_of(op, 0), tern_cf_edge_of(op, 1)};
  const tern_attr_t *condition = tern_value_constant(tern_op_operand(op, 0));
  int way = tern_attr_is_int_value(condition, 1) ? 0 : tern_attr_is_int_value(condition, 0) ? 1 : decided_way(op);
  bool is_changed = true;
  if (way >= 0) {
    tern_cf_replace_with_branch(op, rewriter, &edges[way]);
  } else {
    bool is_first = tern_cf_edge_collapse(&edges[0]), is_second = tern_cf_edge_collapse(&edges[1]);
    if (is_first || is_second) {
      replace_with_cond_br(op, rewriter, edges);
    } else {
      is_changed = merge_equal_targets(op, rewriter, edges) || propagate_condition(op, rewriter);
      way = is_changed ? -1 : only_way_left(op);
      if (way >= 0) tern_cf_replace_with_branch(op, rewriter, &edges[way]);
      is_changed |= way >= 0;
    }
  }
  tern_cf_edge_deinitialize(&edges[0]);
  tern_cf_edge_deinitialize(&edges[1]);
  return is_changed;
}

// --- switch ---

// A switch taken apart: edge 0 is the default, edge i + 1 that of case i.
typedef struct switch_parts {
  tern_cf_edge_t *edges;   // owned
  tern_uint128_t *values;  // owned, one for each case
  size_t case_count;
} switch_parts_t;

static switch_parts_t take_apart(const tern_op_t *op) {
  switch_parts_t parts = {.case_count = op->successor_count - (size_t)1};
  parts.edges = tern_realloc_array(NULL, parts.case_count + 1, sizeof(*parts.edges));
  parts.values = tern_realloc_array(NULL, parts.case_count + 1, sizeof(*parts.values));
  for (size_t i = 0; i <= parts.case_count; i++) parts.edges[i] = tern_cf_edge_of(op, i);
  const tern_attr_t *values = tern_op_attr(op, "case_values");
  for (size_t i = 0; i < parts.case_count; i++) tern_attr_element_bits(values, i, &parts.values[i]);
  return parts;
}

static void free_parts(switch_parts_t *parts) {
  for (size_t i = 0; i <= parts->case_count; i++) tern_cf_edge_deinitialize(&parts->edges[i]);
  free(parts->edges);
  free(parts->values);
}

static void drop_case(switch_parts_t *parts, size_t index) {
  tern_cf_edge_deinitialize(&parts->edges[index + 1]);
  for (size_t i = index; i + 1 < parts->case_count; i++) {
    parts->edges[i + 1] = parts->edges[i + 2];
    parts->values[i] = parts->values[i + 1];
  }
  parts->case_count--;
}

// The edge that a flag of this value takes.
static const tern_cf_edge_t *edge_for_value(const switch_parts_t *parts, tern_uint128_t value) {
  for (size_t i = 0; i < parts->case_count; i++)
    if (parts->values[i] == value) return &parts->edges[i + 1];
  return &parts->edges[0];
}

static const tern_attr_t *make_case_values(const tern_type_t *flag, const switch_parts_t *parts) {
  size_t size = tern_dense_element_size(flag);
  uint8_t *data = tern_realloc_array(NULL, parts->case_count, size);
  for (size_t i = 0; i < parts->case_count; i++) {
    tern_int128_t value = tern_bits_sign_extend(parts->values[i], tern_type_bit_width(flag));
    memset(data + i * size, value < 0 ? 0xff : 0, size);
    memcpy(data + i * size, &value, size < sizeof(value) ? size : sizeof(value));
    if (tern_type_bit_width(flag) == 1) data[i * size] &= 1;
  }
  const tern_type_t *type = tern_vector_type_get(flag, (const int64_t[]){(int64_t)parts->case_count}, 1, 0);
  const tern_attr_t *attr = tern_dense_elements_attr_get(type, data, false);
  free(data);
  return attr;
}

static void replace_with_switch(tern_op_t *op, tern_rewriter_t *rewriter, const switch_parts_t *parts) {
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(tern_block_t *) blocks = {0};
  TERN_VEC(int32_t) sizes = {0};
  tern_vec_push(&operands, tern_op_operand(op, 0));
  for (size_t i = 0; i <= parts->case_count; i++) {
    const tern_cf_edge_t *edge = &parts->edges[i];
    for (size_t j = 0; j < edge->operand_count; j++) tern_vec_push(&operands, edge->operands[j]);
    tern_vec_push(&blocks, edge->block);
    tern_vec_push(&sizes, (int32_t)edge->operand_count);
  }
  int32_t default_count = sizes.values[0];
  tern_named_attr_t attrs[2] = {
      {"case_operand_segments",
       tern_dense_i32_array_attr_get(rewriter->builder.context, sizes.values + 1, parts->case_count)}};
  if (parts->case_count)
    attrs[1] = (tern_named_attr_t){"case_values", make_case_values(tern_op_operand(op, 0)->type, parts)};
  tern_build_args_t args = {
      .operands = {operands.values, operands.count},
      .attrs = {attrs, parts->case_count ? 2 : 1},
      .successors = blocks.values,
      .successor_count = blocks.count,
      .segments = (const int32_t[]){1, default_count, (int32_t)operands.count - 1 - default_count}};
  tern_rewriter_replace_with(rewriter, op, TERN_CF(SWITCH), &args);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&blocks);
  tern_vec_deinitialize(&sizes);
}

// What the only predecessor, a switch on the same flag, says about the flag here. True if something was changed.
static bool use_predecessor(tern_op_t *op, tern_rewriter_t *rewriter, switch_parts_t *parts) {
  tern_block_t *predecessor = tern_cf_predecessor(op->block, true);
  tern_op_t *before = predecessor ? tern_block_terminator(predecessor) : NULL;
  if (!before || before == op || !tern_op_is(before, TERN_CF(SWITCH)) ||
      tern_op_operand(before, 0) != tern_op_operand(op, 0))
    return false;
  switch_parts_t known = take_apart(before);
  bool is_changed = false;
  if (known.edges[0].block != op->block) {
    // Came by one case: the flag has its value.
    size_t i = 0;
    while (known.edges[i + 1].block != op->block) i++;
    tern_cf_replace_with_branch(op, rewriter, edge_for_value(parts, known.values[i]));
    is_changed = true;
  } else {
    // Came by the default: the flag has none of the values.
    for (size_t i = parts->case_count; i-- > 0;) {
      if (edge_for_value(&known, parts->values[i]) == &known.edges[0]) continue;
      drop_case(parts, i);
      is_changed = true;
    }
    if (is_changed) replace_with_switch(op, rewriter, parts);
  }
  free_parts(&known);
  return is_changed;
}

static bool simplify_switch(tern_op_t *op, tern_rewriter_t *rewriter, switch_parts_t *parts) {
  const tern_attr_t *flag = tern_value_constant(tern_op_operand(op, 0));
  tern_uint128_t value;
  uint32_t width;
  if (parts->case_count == 0) {
    tern_cf_replace_with_branch(op, rewriter, &parts->edges[0]);
    return true;
  }
  if (tern_attr_int_bits(flag, &value, &width)) {
    tern_cf_replace_with_branch(op, rewriter, edge_for_value(parts, value));
    return true;
  }
  bool is_changed = false;
  for (size_t i = parts->case_count; i-- > 0;) {
    if (!tern_cf_edges_equal(&parts->edges[i + 1], &parts->edges[0])) continue;
    drop_case(parts, i);
    is_changed = true;
  }
  for (size_t i = 0; i <= parts->case_count; i++) is_changed |= tern_cf_edge_collapse(&parts->edges[i]);
  if (!is_changed) return use_predecessor(op, rewriter, parts);
  replace_with_switch(op, rewriter, parts);
  return true;
}

bool tern_cf_canonicalize_switch(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (tern_type_bit_width(tern_op_operand(op, 0)->type) > 128) return false;
  switch_parts_t parts = take_apart(op);
  bool is_changed = simplify_switch(op, rewriter, &parts);
  free_parts(&parts);
  return is_changed;
}

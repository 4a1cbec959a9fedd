// What goes on among processes, for a program that is the only one: one replica, one partition. Collectives over a group of
// one give their operands; ids are 0. Tokens and barriers order what is in order already.

#include "analysis/mesh_groups.h"
#include "convert/stablehlo/lowering.h"
#include "dialect/arith/index_math.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static bool lower_to_operands(tern_hlo_lowering_t *l) {
  for (size_t i = 0; i < l->op->result_count; ++i) l->results[i] = l->types[i] ? l->operands.values[i] : NULL;
  return true;
}

// Groups of one member each. Without groups, or with an empty one, all processes are a group: that is the one process.
static bool has_lone_groups(const tern_op_t *op) {
  const tern_attr_t *groups = tern_op_attr(op, "replica_groups");
  if (tern_hlo_is_mesh_attr(groups, "replica_group_mesh_axes")) {
    groups = tern_hlo_flat_groups(op);
    if (!groups) return false;
  }
  const tern_type_t *type = groups ? tern_attr_type(groups) : NULL;
  return !type || tern_type_rank(type) != 2 || tern_type_dim(type, 1) <= 1;
}

// A reduction may be computed in a wider type, which the only value is converted to.
static tern_value_t *widen(tern_hlo_lowering_t *l, size_t index) {
  const tern_type_t *from = tern_op_operand(l->op, index)->type, *to = l->op->results[index].type;
  tern_value_t *value = tern_hlo_build_written(l->b, l->operands.values[index], from);
  value = tern_build_value(l->b, TERN_STABLEHLO(CONVERT), .operands = TERN_VALUES(value), .types = TERN_TYPES(to));
  return tern_hlo_build_written(l->b, value, l->types[index]);
}

static bool lower_collective(tern_hlo_lowering_t *l) {
  if (!has_lone_groups(l->op)) return tern_op_error(l->op, "needs several processes; programs run as one");
  for (size_t i = 0; i < l->op->result_count; ++i) {
    const tern_type_t *from = tern_op_operand(l->op, i)->type, *to = l->op->results[i].type;
    l->results[i] = l->operands.values[i];
    if (from == to) continue;
    if (tern_type_with_element(from, tern_type_element(to)) != to) {
      return tern_op_error(l->op, "changes shapes, which one process does not");
    }
    l->results[i] = widen(l, i);
  }
  return true;
}

// Who is sent nothing has zeros.
static bool lower_collective_permute(tern_hlo_lowering_t *l) {
  const tern_attr_t *pairs = tern_op_attr(l->op, "source_target_pairs");
  bool is_sent = false;
  for (size_t i = 0; i + 1 < tern_int_list_attr_count(pairs); i += 2) {
    int64_t source = tern_int_list_attr_at(pairs, i), target = tern_int_list_attr_at(pairs, i + 1);
    if (source || target) return tern_op_error(l->op, "needs several processes; programs run as one");
    is_sent = true;
  }
  if (is_sent) return lower_to_operands(l);
  tern_extent_t sizes[TERN_HLO_MAX_LOOPS];
  tern_build_dims(l->b, l->operands.values[0], sizes);
  tern_value_t *zero = tern_build_scalar_number(l->b, tern_type_element(l->types[0]), 0);
  l->results[0] = tern_build_filled(l->b, l->types[0], sizes, zero);
  return true;
}

static bool lower_id(tern_hlo_lowering_t *l) {
  const tern_attr_t *zero = tern_integer_attr_get(tern_type_element(l->types[0]), 0);
  l->results[0] = tern_build_constant(l->b, tern_dense_elements_attr_get_splat(l->types[0], zero));
  return true;
}

// Tokens are gone: see tern_hlo_signless_type.
static bool lower_token(tern_hlo_lowering_t *l) {
  l->results[0] = NULL;
  return true;
}

static bool lower_add_dependency(tern_hlo_lowering_t *l) {
  l->results[0] = l->types[0] ? l->operands.values[0] : NULL;
  return true;
}

const tern_hlo_lowering_row_t tern_hlo_process_lowerings[] = {
    {TERN_HLO_ADD_DEPENDENCY, lower_add_dependency},
    {TERN_HLO_AFTER_ALL, lower_token},
    {TERN_HLO_ALL_GATHER, lower_collective},
    {TERN_HLO_ALL_REDUCE, lower_collective},
    {TERN_HLO_ALL_TO_ALL, lower_collective},
    {TERN_HLO_COLLECTIVE_BROADCAST, lower_collective},
    {TERN_HLO_COLLECTIVE_PERMUTE, lower_collective_permute},
    {TERN_HLO_COLLECTIVE_REDUCE, lower_collective},
    {TERN_HLO_CREATE_TOKEN, lower_token},
    {TERN_HLO_CROSS_REPLICA_SUM, lower_collective},
    {TERN_HLO_DOMAIN, lower_to_operands},
    {TERN_HLO_OPTIMIZATION_BARRIER, lower_to_operands},
    {TERN_HLO_PARTITION_ID, lower_id},
    {TERN_HLO_REDUCE_SCATTER, lower_collective},
    {TERN_HLO_REPLICA_ID, lower_id},
    {TERN_HLO_NONE, NULL},
};

// Attributes of partitions; see partitions.h (upstream: Partition.cpp).

#include "transform/ttg/warp_specialize/partitions.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "dialect/scf/scf.h"
#include "dialect/ub/ub.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"

static const char sets_name[] = "ttg.partition", outputs_name[] = "ttg.partition.outputs";
static const char stages_name[] = "ttg.partition.stages", tag_name[] = "ttg.warp_specialize.tag";
enum { LOOP_CONTROLS = 3 };  // operands of scf.for in front of what it carries

// --- of an op ---

static bool is_list(const tern_attr_t *attr) { return attr && attr->kind == TERN_ATTR_DENSE_ARRAY; }

bool tern_partitions_known(const tern_op_t *op) { return op && is_list(tern_op_attr(op, sets_name)); }

static tern_partitions_t read_set(const tern_attr_t *list) {
  tern_partitions_t set = 0;
  for (size_t i = 0; is_list(list) && i < tern_dense_array_attr_count(list); ++i) {
    int64_t id = tern_dense_array_attr_int(list, i);
    if (id >= 0 && id < TERN_MAX_PARTITIONS) set |= tern_partitions_one((size_t)id);
  }
  return set;
}

static const tern_attr_t *make_list(tern_context_t *context, tern_partitions_t set) {
  int32_t ids[TERN_MAX_PARTITIONS];
  size_t count = 0;
  tern_partitions_for_each(set, id) ids[count++] = (int32_t)id;
  return tern_dense_i32_array_attr_get(context, ids, count);
}

tern_partitions_t tern_partitions_of(const tern_op_t *op) { return read_set(tern_op_attr(op, sets_name)); }

tern_partitions_t tern_partitions_of_result(const tern_op_t *op, size_t index) {
  const tern_attr_t *outputs = tern_op_attr(op, outputs_name);
  if (!outputs || outputs->kind != TERN_ATTR_ARRAY || index >= tern_array_attr_count(outputs))
    return tern_partitions_of(op);
  return read_set(tern_array_attr_at(outputs, index));
}

tern_partitions_t tern_partitions_of_value(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  if (op) return tern_partitions_of_result(op, value->index);
  const tern_op_t *loop = tern_block_parent_op(tern_value_arg_block(value));
  bool is_carried = loop && tern_op_is(loop, TERN_SCF(FOR)) && value->index > 0;
  return is_carried ? tern_partitions_of_result(loop, value->index - 1) : 0;
}

tern_partitions_t tern_partitions_of_use(const tern_operand_t *use) {
  const tern_op_t *owner = use->owner;
  size_t index = tern_operand_index(use);
  if (tern_op_is(owner, TERN_SCF(YIELD))) return tern_partitions_of_result(tern_op_parent(owner), index);
  if (tern_op_is(owner, TERN_SCF(FOR)) && index >= LOOP_CONTROLS)
    return tern_partitions_of_result(owner, index - LOOP_CONTROLS);
  return tern_partitions_of(owner);
}

void tern_partitions_set(tern_op_t *op, tern_partitions_t set) {
  const tern_attr_t *list = set ? make_list(tern_op_context(op), set) : NULL;
  tern_op_set_attr(op, sets_name, list);
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      if (block->last_op) tern_op_set_attr(block->last_op, sets_name, list);
    }
  }
}

void tern_partitions_set_outputs(tern_op_t *op, const tern_partitions_t *sets, size_t count) {
  const tern_attr_t **lists = tern_malloc((count + 1) * sizeof *lists);
  for (size_t i = 0; i < count; ++i) lists[i] = make_list(tern_op_context(op), sets[i]);
  tern_op_set_attr(op, outputs_name, count ? tern_array_attr_get(tern_op_context(op), lists, count) : NULL);
  free(lists);
}

// --- of a loop ---

bool tern_partitions_tag(const tern_op_t *op, int64_t *out_tag) {
  const tern_attr_t *tag = tern_op_attr(op, tag_name);
  if (!tern_attr_is_integer(tag)) return false;
  *out_tag = tern_integer_attr_value(tag);
  return true;
}

void tern_partitions_set_tag(tern_op_t *op, int64_t tag) {
  tern_op_set_attr(op, tag_name, tern_integer_attr_get(tern_i_type_get(tern_op_context(op), 32), tag));
}

bool tern_partitions_check_stages(const tern_op_t *loop) {
  const tern_attr_t *stages = tern_op_attr(loop, stages_name);
  for (size_t i = 0; i < tern_array_attr_count(stages); ++i) {
    const tern_attr_t *stage = tern_array_attr_at(stages, i);
    if (tern_attr_is_integer(stage) && tern_integer_attr_value(stage) >= 0) continue;
    return tern_emit_error(loop->loc, "partition stages attribute '%s' has invalid element %s", stages_name,
                           tern_attr_text(stage));
  }
  size_t count = tern_array_attr_count(stages);
  return count <= TERN_MAX_PARTITIONS ||
         tern_op_error(loop, "has %zu partitions, but at most %d are supported", count, TERN_MAX_PARTITIONS);
}

// Every op of a loop is for some partition, but for its end and for values that mean nothing.
static bool check_op(const tern_op_t *op, size_t count) {
  if (tern_op_is(op, TERN_SCF(YIELD)) || tern_op_is(op, TERN_UB(POISON))) return true;
  const tern_attr_t *list = tern_op_attr(op, sets_name);
  if (!is_list(list)) return tern_op_error(op, "does not have expected attribute %s", sets_name);
  for (size_t i = 0; i < tern_dense_array_attr_count(list); ++i) {
    int64_t id = tern_dense_array_attr_int(list, i);
    if (id < 0 || id >= (int64_t)count) return tern_emit_error(op->loc, "invalid partition index %" PRId64, id);
  }
  return true;
}

static bool check_block(const tern_block_t *block, size_t count) {
  tern_block_for_each_op(block, op) {
    if (!check_op(op, count)) return false;
    bool is_divided = tern_op_is(op, TERN_SCF(FOR)) || tern_op_is(op, TERN_SCF(IF));
    for (size_t r = 0; is_divided && r < op->region_count; ++r) {
      const tern_block_t *inner = op->regions[r].first_block;
      if (inner && !check_block(inner, count)) return false;
    }
  }
  return true;
}

bool tern_partitions_read_loop(const tern_op_t *loop, size_t *out_count) {
  const tern_attr_t *stages = tern_op_attr(loop, stages_name);
  int64_t tag;
  if (!stages || stages->kind != TERN_ATTR_ARRAY || !tern_partitions_tag(loop, &tag))
    return tern_op_error(loop, "needs the attributes '%s' and '%s'", stages_name, tag_name);
  *out_count = tern_array_attr_count(stages);
  return tern_partitions_check_stages(loop) && check_op(loop, *out_count) &&
         check_block(tern_op_body(loop, 0), *out_count);
}

static tern_walk_result_t clear_op(tern_op_t *op, void *user) {
  (void)user;
  static const char *const names[] = {sets_name, outputs_name, stages_name, tag_name};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (tern_op_attr(op, names[i])) tern_op_set_attr(op, names[i], NULL);
  }
  return TERN_WALK_ADVANCE;
}

void tern_partitions_clear(tern_op_t *op) { tern_op_walk_pre(op, clear_op, NULL); }

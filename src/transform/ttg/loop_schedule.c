// See loop_schedule.h (upstream: Pipeliner/Schedule.cpp).

#include "transform/ttg/loop_schedule.h"

#include "base/arena.h"
#include "dialect/gpu/gpu.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "ir/op_list.h"

// --- clusters ---

static tern_ttg_cluster_t *insert_cluster(tern_ttg_schedule_t *schedule, size_t place) {
  tern_ttg_cluster_t *cluster = tern_malloc(sizeof *cluster);
  tern_vec_push(&schedule->clusters, cluster);
  for (size_t i = schedule->clusters.count - 1; i > place; --i)
    schedule->clusters.values[i] = schedule->clusters.values[i - 1];
  schedule->clusters.values[place] = cluster;
  for (size_t i = place; i < schedule->clusters.count; ++i) schedule->clusters.values[i]->place = (int64_t)i;
  return cluster;
}

tern_ttg_cluster_t *tern_ttg_cluster_at_front(tern_ttg_schedule_t *schedule) { return insert_cluster(schedule, 0); }

tern_ttg_cluster_t *tern_ttg_cluster_at_back(tern_ttg_schedule_t *schedule) {
  return insert_cluster(schedule, schedule->clusters.count);
}

tern_ttg_cluster_t *tern_ttg_cluster_before(tern_ttg_schedule_t *schedule, const tern_ttg_cluster_t *cluster) {
  return insert_cluster(schedule, (size_t)cluster->place);
}

void tern_ttg_schedule_deinitialize(tern_ttg_schedule_t *schedule) {
  for (size_t i = 0; i < schedule->clusters.count; ++i) free(schedule->clusters.values[i]);
  for (size_t i = 0; i < schedule->entries.entry_count; ++i) free(schedule->entries.entries[i].value);
  tern_vec_deinitialize(&schedule->clusters);
  tern_map_deinitialize(&schedule->entries);
}

// --- entries ---

const tern_ttg_scheduled_t *tern_ttg_schedule_find(const tern_ttg_schedule_t *schedule, const tern_op_t *op) {
  return tern_map_get(&schedule->entries, op);
}

void tern_ttg_schedule_set(tern_ttg_schedule_t *schedule, tern_op_t *op, int64_t stage, tern_ttg_cluster_t *cluster) {
  tern_ttg_scheduled_t *entry = tern_map_get(&schedule->entries, op);
  if (!entry) {
    entry = tern_malloc(sizeof *entry);
    tern_map_set(&schedule->entries, op, entry);
  }
  *entry = (tern_ttg_scheduled_t){op, stage, cluster};
  if (stage >= schedule->stage_count) schedule->stage_count = stage + 1;
}

bool tern_ttg_schedule_add(tern_ttg_schedule_t *schedule, tern_op_t *op, int64_t stage, tern_ttg_cluster_t *cluster) {
  if (tern_map_contains(&schedule->entries, op)) return false;
  tern_ttg_schedule_set(schedule, op, stage, cluster);
  return true;
}

tern_ttg_cluster_t *tern_ttg_cluster_split_before(tern_ttg_schedule_t *schedule, const tern_op_t *op) {
  tern_ttg_cluster_t *cluster = tern_ttg_schedule_find(schedule, op)->cluster, *front = NULL;
  for (tern_op_t *other = tern_op_body(schedule->loop, 0)->first_op; other && other != op; other = other->next) {
    const tern_ttg_scheduled_t *entry = tern_ttg_schedule_find(schedule, other);
    if (!entry || entry->cluster != cluster) continue;
    if (!front) front = tern_ttg_cluster_before(schedule, cluster);
    tern_ttg_schedule_set(schedule, other, entry->stage, front);
  }
  return tern_ttg_cluster_before(schedule, cluster);
}

void tern_ttg_schedule_remove(tern_ttg_schedule_t *schedule, const tern_op_t *op) {
  free(tern_map_get(&schedule->entries, op));
  tern_map_remove(&schedule->entries, op);
}

// Does the op come here from nowhere or from later?
static bool move_earlier(tern_ttg_schedule_t *schedule, tern_op_t *op, int64_t stage, tern_ttg_cluster_t *cluster) {
  const tern_ttg_scheduled_t *entry = tern_ttg_schedule_find(schedule, op);
  bool is_earlier = !entry || stage < entry->stage || (stage == entry->stage && cluster->place < entry->cluster->place);
  if (is_earlier) tern_ttg_schedule_set(schedule, op, stage, cluster);
  return is_earlier;
}

typedef struct operand_walk {
  const tern_op_t *op;
  tern_map_t seen;
  tern_ttg_value_list_t values;
} operand_walk_t;

static tern_walk_result_t list_outside(tern_op_t *op, void *user) {
  operand_walk_t *walk = user;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    if (!tern_value_is_defined_outside(value, walk->op) || !tern_map_set(&walk->seen, value, value)) continue;
    tern_vec_push(&walk->values, value);
  }
  return TERN_WALK_ADVANCE;
}

tern_ttg_value_list_t tern_ttg_outside_operands(tern_op_t *op) {
  operand_walk_t walk = {.op = op};
  tern_op_walk_post(op, list_outside, &walk);
  tern_map_deinitialize(&walk.seen);
  return walk.values;
}

// The op of the body that `value` comes from: the one that makes it or, of a carried value, the one that made it in the
// iteration before. NULL: none does.
static tern_op_t *source_of(const tern_op_t *loop, tern_value_t *value, bool through_iterations) {
  const tern_block_t *body = tern_op_body(loop, 0);
  // Values that only change places are handed around at most as often as there are some.
  for (size_t i = 0; value->is_block_argument && i <= loop->result_count; ++i) {
    if (!through_iterations || value->owner != body || value->index == 0) return NULL;
    value = tern_op_operand(body->last_op, value->index - 1);
  }
  tern_op_t *op = tern_value_defining_op(value);
  return op && op->block == body ? op : NULL;
}

void tern_ttg_schedule_dependencies(tern_ttg_schedule_t *schedule, tern_op_t *op, int64_t stage,
                                    tern_ttg_cluster_t *cluster, bool through_iterations) {
  tern_op_list_t queue = {0};
  tern_vec_push(&queue, op);
  while (queue.count > 0) {
    tern_ttg_value_list_t values = tern_ttg_outside_operands(queue.values[--queue.count]);
    for (size_t i = 0; i < values.count; ++i) {
      tern_op_t *source = source_of(schedule->loop, values.values[i], through_iterations);
      if (source && move_earlier(schedule, source, stage, cluster)) tern_vec_push(&queue, source);
    }
    tern_vec_deinitialize(&values);
  }
  tern_vec_deinitialize(&queue);
}

tern_ttg_scheduled_list_t tern_ttg_schedule_in_order(const tern_ttg_schedule_t *schedule) {
  tern_ttg_scheduled_list_t list = {0};
  for (size_t i = 0; i < schedule->clusters.count; ++i) {
    tern_block_for_each_op(tern_op_body(schedule->loop, 0), op) {
      const tern_ttg_scheduled_t *entry = tern_ttg_schedule_find(schedule, op);
      if (entry && entry->cluster == schedule->clusters.values[i]) tern_vec_push(&list, *entry);
    }
  }
  return list;
}

void tern_ttg_schedule_operands(tern_ttg_schedule_t *schedule) {
  tern_ttg_scheduled_list_t list = tern_ttg_schedule_in_order(schedule);
  int64_t stage_count = schedule->stage_count;
  for (int64_t stage = 0; stage < stage_count; ++stage) {
    for (size_t i = 0; i < list.count; ++i) {
      const tern_ttg_scheduled_t *entry = &list.values[i];
      if (entry->stage == stage) tern_ttg_schedule_dependencies(schedule, entry->op, stage, entry->cluster, false);
    }
  }
  tern_vec_deinitialize(&list);
}

// --- what is left ---

void tern_ttg_schedule_carried(tern_ttg_schedule_t *schedule) {
  const tern_block_t *body = tern_op_body(schedule->loop, 0);
  int64_t last = schedule->stage_count - 1;
  tern_map_t before = {0};  // cluster -> the one for what it needs of the iteration before
  tern_block_for_each_op(body, op) {
    const tern_ttg_scheduled_t *entry = tern_ttg_schedule_find(schedule, op);
    if (!entry || entry->stage == last || op == body->last_op) continue;
    int64_t stage = entry->stage;
    tern_ttg_cluster_t *cluster = entry->cluster;
    tern_ttg_value_list_t values = tern_ttg_outside_operands(op);
    for (size_t i = 0; i < values.count; ++i) {
      const tern_value_t *value = values.values[i];
      if (!value->is_block_argument || value->owner != body || value->index == 0) continue;
      tern_op_t *source = tern_value_defining_op(tern_op_operand(body->last_op, value->index - 1));
      if (!source || tern_ttg_schedule_find(schedule, source)) continue;
      bool is_load = tern_op_is(source, TERN_TT(LOAD));
      tern_ttg_cluster_t *target = is_load ? cluster : tern_map_get(&before, cluster);
      if (!target) {
        target = tern_ttg_cluster_before(schedule, cluster);
        tern_map_set(&before, cluster, target);
      }
      tern_ttg_schedule_add(schedule, source, is_load ? stage : stage + 1, target);
      tern_ttg_schedule_dependencies(schedule, source, is_load ? stage : stage + 1, target, true);
    }
    tern_vec_deinitialize(&values);
  }
  tern_map_deinitialize(&before);
}

void tern_ttg_schedule_rest(tern_ttg_schedule_t *schedule, tern_ttg_cluster_t *after) {
  const tern_block_t *body = tern_op_body(schedule->loop, 0);
  int64_t last = schedule->stage_count - 1;
  tern_map_t rest = {0};  // op -> its cluster
  tern_op_list_t queue = {0};
  tern_block_for_each_op(body, op) {
    const tern_ttg_scheduled_t *entry = tern_ttg_schedule_find(schedule, op);
    if (op == body->last_op) break;
    if (!entry) tern_map_set(&rest, op, after);
    if (entry && entry->stage == last) tern_vec_push(&queue, op);
  }
  while (queue.count > 0) {
    tern_op_t *op = queue.values[--queue.count];
    const tern_ttg_scheduled_t *entry = tern_ttg_schedule_find(schedule, op);
    tern_ttg_cluster_t *cluster = entry ? entry->cluster : tern_map_get(&rest, op);
    for (size_t i = 0; i < op->result_count; ++i) {
      tern_value_for_each_use(&op->results[i], use) {
        const tern_ttg_cluster_t *other = tern_map_get(&rest, use->owner);
        if (!other || other->place >= cluster->place) continue;
        tern_map_set(&rest, use->owner, cluster);
        tern_vec_push(&queue, use->owner);
      }
    }
  }
  for (size_t i = 0; i < rest.entry_count; ++i) {
    tern_ttg_schedule_set(schedule, (tern_op_t *)(uintptr_t)rest.entries[i].key, last, rest.entries[i].value);
  }
  tern_vec_deinitialize(&queue);
  tern_map_deinitialize(&rest);
}

// --- attributes ---

static const tern_attr_t *i32_attr(const tern_op_t *op, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(tern_op_context(op), 32), value);
}

void tern_ttg_schedule_write(const tern_ttg_schedule_t *schedule) {
  tern_ttg_scheduled_list_t list = tern_ttg_schedule_in_order(schedule);
  for (size_t i = 0; i < list.count; ++i) {
    tern_op_set_attr(list.values[i].op, "loop.stage", i32_attr(schedule->loop, list.values[i].stage));
    tern_op_set_attr(list.values[i].op, "loop.cluster", i32_attr(schedule->loop, list.values[i].cluster->place));
  }
  tern_vec_deinitialize(&list);
  const tern_attr_t *old = tern_op_attr(schedule->loop, "tt.scheduled_max_stage");
  int64_t last = schedule->stage_count - 1;
  if (tern_attr_is_integer(old) && tern_integer_attr_value(old) > last) last = tern_integer_attr_value(old);
  tern_op_set_attr(schedule->loop, "tt.scheduled_max_stage", i32_attr(schedule->loop, last));
}

// Clusters are counted from the first one that an op is in.
bool tern_ttg_schedule_read(tern_ttg_schedule_t *schedule) {
  const tern_attr_t *last = tern_op_attr(schedule->loop, "tt.scheduled_max_stage");
  if (!tern_attr_is_integer(last)) return false;
  schedule->stage_count = tern_integer_attr_value(last) + 1;
  int64_t least = INT64_MAX, greatest = INT64_MIN;
  for (int pass = 0; pass < 2; ++pass) {
    tern_block_for_each_op(tern_op_body(schedule->loop, 0), op) {
      const tern_attr_t *stage = tern_op_attr(op, "loop.stage"), *cluster = tern_op_attr(op, "loop.cluster");
      if (!tern_attr_is_integer(stage) || !tern_attr_is_integer(cluster)) continue;
      int64_t place = tern_integer_attr_value(cluster);
      if (pass == 0) {
        least = place < least ? place : least;
        greatest = place > greatest ? place : greatest;
        continue;
      }
      tern_ttg_schedule_set(schedule, op, tern_integer_attr_value(stage), schedule->clusters.values[place - least]);
    }
    // More clusters than ops that are in them would be, are a mistake.
    for (int64_t i = least; pass == 0 && i <= greatest; ++i) {
      if (schedule->clusters.count > UINT16_MAX) return false;
      tern_ttg_cluster_at_back(schedule);
    }
  }
  return true;
}

// --- loops ---

bool tern_ttg_loop_can_be_pipelined(const tern_op_t *loop) {
  const tern_block_t *body = tern_op_body(loop, 0);
  for (size_t i = 0; i < body->last_op->operand_count; ++i) {
    if (tern_op_operand(body->last_op, i)->is_block_argument) return false;
  }
  tern_block_for_each_op(body, op) {
    if (tern_op_is(op, TERN_SCF(FOR)) || tern_op_is(op, TERN_SCF(WHILE))) return false;
  }
  return true;
}

static tern_walk_result_t find_barrier(tern_op_t *op, void *user) {
  (void)user;
  return tern_op_is(op, TERN_GPU(BARRIER)) ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

bool tern_ttg_loop_has_barrier(tern_op_t *loop) {
  return tern_op_walk_pre(loop, find_barrier, NULL) == TERN_WALK_INTERRUPT;
}

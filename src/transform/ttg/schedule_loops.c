// --tritongpu-schedule-loops: deals the ops of a loop to stages, so that what takes long is begun early enough.
//
//   %x = tt.load %p {tt.latency = 2 : i32}      {loop.cluster = 2 : i32, loop.stage = 0 : i32}
//   %d = tt.dot %x, ...                         {loop.cluster = 0 : i32, loop.stage = 2 : i32}
//                                               } {tt.scheduled_max_stage = 2 : i32}
//
// An op is in the stage that is as far from the last one as the latencies on the longest way from it to the end of the body are.
// Later stages come first in the order, so that an iteration's results are out of the way when the next ones begin. Then
// come, step by step: conditionals at the beginning and the end; what scheduled ops need, with them; what they need of the
// iteration before, a stage later; and the rest in the last stage.
//
// Source: upstream's pass of the same name (Pipeliner/ScheduleLoops.cpp).

#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/ttg/loop_schedule.h"

// Numbers of ops, plus one.
static void set_number(tern_map_t *map, const tern_op_t *op, int64_t number) {
  tern_map_set(map, op, (void *)(intptr_t)(number + 1));
}
static bool get_number(const tern_map_t *map, const tern_op_t *op, int64_t *out_number) {
  intptr_t number = (intptr_t)tern_map_get(map, op);
  *out_number = number - 1;
  return number != 0;
}

static tern_op_t *ancestor_in(const tern_block_t *block, tern_op_t *op) {
  while (op && op->block != block) op = tern_op_parent(op);
  return op;
}

// --- ops by their latencies ---

// Of the ops that take some, and of all that wait for them: how far each is from the end of the body.
static void find_distances(const tern_op_t *loop, const tern_map_t *latencies, tern_map_t *out_distances) {
  const tern_block_t *body = tern_op_body(loop, 0);
  tern_map_t reached = {0};
  tern_block_for_each_op(body, op) {
    if (op == body->last_op) break;
    if (!tern_map_contains(latencies, op) && !tern_map_contains(&reached, op)) continue;
    tern_map_set(&reached, op, op);
    for (size_t i = 0; i < op->result_count; ++i) {
      tern_value_for_each_use(&op->results[i], use) {
        tern_op_t *user = ancestor_in(body, use->owner);
        if (user && user != body->last_op) tern_map_set(&reached, user, user);
      }
    }
  }
  for (tern_op_t *op = body->last_op; op; op = op->prev) {
    if (!tern_map_contains(&reached, op)) continue;
    int64_t latency = 0, farthest = 0, distance;
    get_number(latencies, op, &latency);
    for (size_t i = 0; i < op->result_count; ++i) {
      tern_value_for_each_use(&op->results[i], use) {
        tern_op_t *user = ancestor_in(body, use->owner);
        if (user && get_number(out_distances, user, &distance) && distance > farthest) farthest = distance;
      }
    }
    set_number(out_distances, op, (tern_map_contains(latencies, op) ? latency : 0) + farthest);
  }
  tern_map_deinitialize(&reached);
}

// Does an op that has a stage need what `branch` gives, however indirectly?
static bool is_needed_by_staged(tern_op_t *branch, const tern_map_t *stages) {
  tern_op_list_t queue = {0};
  tern_map_t seen = {0};
  bool is_needed = false;
  tern_vec_push(&queue, branch);
  for (size_t next = 0; next < queue.count && !is_needed; ++next) {
    tern_op_t *op = queue.values[next];
    is_needed = op != branch && tern_map_contains(stages, op);
    for (size_t r = 0; r < op->region_count; ++r) {
      tern_region_for_each_block(&op->regions[r], block) {
        tern_block_for_each_op(block, inner) {
          if (tern_map_set(&seen, inner, inner)) tern_vec_push(&queue, inner);
        }
      }
    }
    for (size_t i = 0; i < op->result_count; ++i) {
      tern_value_for_each_use(&op->results[i], use) {
        if (tern_map_set(&seen, use->owner, use->owner)) tern_vec_push(&queue, use->owner);
      }
    }
  }
  tern_vec_deinitialize(&queue);
  tern_map_deinitialize(&seen);
  return is_needed;
}

static void schedule_by_latency(tern_ttg_schedule_t *schedule, const tern_map_t *latencies) {
  tern_map_t distances = {0};
  find_distances(schedule->loop, latencies, &distances);
  int64_t longest = 0, distance, last = 0;
  for (size_t i = 0; i < distances.entry_count; ++i) {
    get_number(&distances, distances.entries[i].key, &distance);
    if (distance > longest) longest = distance;
  }
  for (size_t i = 0; i < distances.entry_count; ++i) {
    get_number(&distances, distances.entries[i].key, &distance);
    if (longest - distance > last) last = longest - distance;
  }
  schedule->stage_count = last + 1;
  for (int64_t i = 0; i <= last; ++i) tern_ttg_cluster_at_back(schedule);
  tern_block_for_each_op(tern_op_body(schedule->loop, 0), op) {
    if (!get_number(&distances, op, &distance)) continue;
    int64_t stage = longest - distance;
    tern_ttg_schedule_set(schedule, op, stage, schedule->clusters.values[last - stage]);
  }
  // Conditionals come as late as they can, unless somebody waits for them.
  tern_ttg_cluster_t *end = tern_ttg_cluster_at_back(schedule);
  tern_block_for_each_op(tern_op_body(schedule->loop, 0), op) {
    if (!tern_op_is(op, TERN_SCF(IF)) || !get_number(&distances, op, &distance)) continue;
    if (tern_map_contains(latencies, op) || is_needed_by_staged(op, &distances)) continue;
    tern_ttg_schedule_set(schedule, op, longest - distance, end);
  }
  tern_map_deinitialize(&distances);
}

// --- a schedule that is there ---

// What takes long, in loops whose parts run on warps of their own.
static bool is_slow(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {TERN_TT(LOAD),
                                              TERN_TT(DESCRIPTOR_LOAD),
                                              TERN_TT(DESCRIPTOR_GATHER),
                                              TERN_TTG(LOCAL_STORE),
                                              TERN_TTG(LOCAL_LOAD),
                                              TERN_TTG(ASYNC_COPY_GLOBAL_TO_LOCAL),
                                              TERN_TTNG(TMEM_LOAD),
                                              TERN_TTNG(TMEM_STORE),
                                              TERN_TTNG(ASYNC_TMA_COPY_GLOBAL_TO_LOCAL),
                                              TERN_TTNG(ASYNC_TMA_GATHER),
                                              TERN_TTNG(TC_GEN5_MMA),
                                              TERN_TTNG(TC_GEN5_MMA_SCALED),
                                              TERN_TTNG(WAIT_BARRIER),
                                              TERN_TTNG(ARRIVE_BARRIER)};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

// Are the slow ops in several stages?
static bool has_slow_stages(const tern_ttg_schedule_t *schedule) {
  int64_t stage = -1;
  tern_block_for_each_op(tern_op_body(schedule->loop, 0), op) {
    const tern_ttg_scheduled_t *entry = is_slow(op) ? tern_ttg_schedule_find(schedule, op) : NULL;
    if (entry && stage >= 0 && entry->stage != stage) return true;
    if (entry) stage = entry->stage;
  }
  return false;
}

// Stages before the first one in use are left out.
static void drop_unused_stages(tern_ttg_schedule_t *schedule) {
  int64_t least = INT64_MAX, greatest = 0;
  for (int pass = 0; pass < 2; ++pass) {
    for (size_t i = 0; i < schedule->entries.entry_count; ++i) {
      tern_ttg_scheduled_t *entry = schedule->entries.entries[i].value;
      if (pass == 1) {
        entry->stage -= least;
        continue;
      }
      if (entry->stage < least) least = entry->stage;
      if (entry->stage > greatest) greatest = entry->stage;
    }
  }
  schedule->stage_count = greatest - least + 1;
}

// A loop that was a part of one with more stages is scheduled again where it waits for nothing.
static void take_existing(tern_ttg_schedule_t *schedule) {
  if (!tern_op_attr(schedule->loop, "tt.warp_specialize") || !tern_ttg_schedule_read(schedule)) return;
  if (schedule->entries.live_count == 0) return;
  if (has_slow_stages(schedule)) {
    drop_unused_stages(schedule);
    return;
  }
  tern_op_t *loop = schedule->loop, *end = tern_op_body(loop, 0)->last_op;
  tern_ttg_schedule_deinitialize(schedule);
  *schedule = (tern_ttg_schedule_t){.loop = loop, .stage_count = 1};
  tern_ttg_cluster_t *cluster = tern_ttg_cluster_at_front(schedule);
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    if (op != end) tern_ttg_schedule_set(schedule, op, 0, cluster);
  }
}

static void schedule_first_ops(tern_ttg_schedule_t *schedule, const tern_map_t *latencies) {
  if (!tern_ttg_loop_can_be_pipelined(schedule->loop) || tern_ttg_loop_has_barrier(schedule->loop)) return;
  tern_block_for_each_op(tern_op_body(schedule->loop, 0), op) {
    if (!tern_map_contains(latencies, op)) continue;
    schedule_by_latency(schedule, latencies);
    return;
  }
  take_existing(schedule);
}

// --- conditionals ---

// Appends the conditionals that `op` needs, through values alone, in the loop and before it.
static void find_needed_branches(tern_op_t *op, tern_op_list_t *out_branches) {
  tern_op_list_t queue = {0};
  tern_map_t seen = {0};
  tern_vec_push(&queue, op);
  while (queue.count > 0) {
    tern_ttg_value_list_t values = tern_ttg_outside_operands(queue.values[--queue.count]);
    for (size_t i = 0; i < values.count; ++i) {
      tern_op_t *source = tern_value_defining_op(values.values[i]);
      if (!source || !tern_map_set(&seen, source, source)) continue;
      tern_vec_push(&queue, source);
      if (tern_op_is(source, TERN_SCF(IF))) tern_vec_push(out_branches, source);
    }
    tern_vec_deinitialize(&values);
  }
  tern_vec_deinitialize(&queue);
  tern_map_deinitialize(&seen);
}

// Those that scheduled ops need come first, others last. Returns the cluster behind the first ones.
static tern_ttg_cluster_t *schedule_branches(tern_ttg_schedule_t *schedule) {
  tern_ttg_cluster_t *after = schedule->clusters.values[0];
  tern_ttg_scheduled_list_t list = tern_ttg_schedule_in_order(schedule);
  tern_map_t needed = {0};
  for (int64_t stage = 0; stage < schedule->stage_count; ++stage) {
    for (size_t i = 0; i < list.count; ++i) {
      if (list.values[i].stage != stage) continue;
      tern_op_list_t branches = {0};
      find_needed_branches(list.values[i].op, &branches);
      for (size_t k = 0; k < branches.count; ++k) {
        if (!tern_map_contains(&needed, branches.values[k])) set_number(&needed, branches.values[k], stage);
      }
      tern_vec_deinitialize(&branches);
    }
  }
  tern_vec_deinitialize(&list);
  int64_t last = schedule->stage_count - 1, stage;
  tern_ttg_cluster_t *first = needed.live_count > 0 ? tern_ttg_cluster_at_front(schedule) : NULL;
  tern_ttg_cluster_t *end = tern_ttg_cluster_at_back(schedule);
  tern_block_for_each_op(tern_op_body(schedule->loop, 0), op) {
    if (!tern_op_is(op, TERN_SCF(IF))) continue;
    bool is_needed = get_number(&needed, op, &stage);
    tern_ttg_schedule_add(schedule, op, is_needed ? stage : last, is_needed ? first : end);
  }
  tern_map_deinitialize(&needed);
  return after;
}

// --- the pass ---

static void schedule_loop(tern_op_t *loop, const tern_map_t *latencies) {
  tern_ttg_schedule_t schedule = {.loop = loop};
  schedule_first_ops(&schedule, latencies);
  if (schedule.entries.live_count > 0) {
    tern_ttg_cluster_t *after = schedule_branches(&schedule);
    tern_ttg_schedule_operands(&schedule);
    tern_ttg_schedule_carried(&schedule);
    tern_ttg_schedule_rest(&schedule, after);
    tern_ttg_schedule_write(&schedule);
  }
  tern_ttg_schedule_deinitialize(&schedule);
}

static bool has_latency(const tern_op_t *op) { return tern_attr_is_integer(tern_op_attr(op, "tt.latency")); }

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_map_t latencies = {0};
  tern_op_list_t ops = tern_op_collect(module, TERN_POSTORDER, has_latency);
  for (size_t i = 0; i < ops.count; ++i) {
    set_number(&latencies, ops.values[i], tern_integer_attr_value(tern_op_attr(ops.values[i], "tt.latency")));
    tern_op_set_attr(ops.values[i], "tt.latency", NULL);
  }
  tern_vec_deinitialize(&ops);
  tern_op_list_t loops = tern_op_collect_row(module, TERN_POSTORDER, TERN_SCF(FOR));
  for (size_t i = 0; i < loops.count; ++i) schedule_loop(loops.values[i], &latencies);
  tern_vec_deinitialize(&loops);
  tern_map_deinitialize(&latencies);
  return true;
}

const tern_pass_def_t tern_tritongpu_schedule_loops_pass = {
    .flag = "tritongpu-schedule-loops",
    .name = "TritonGPUScheduleLoops",
    .anchor = "builtin.module",
    .summary = "Deal the ops of loops to the stages of a pipeline",
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};

// See parts.h (upstream: updateSchedule and lowerLoops of LowerLoops.cpp).

#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "transform/amdg/pipeline/parts.h"

// Reads are folded into conversions that nothing else comes in front of, if they are in one stage.
static void schedule_read(tern_ttg_schedule_t *schedule, tern_op_t *read, int64_t stage, tern_ttg_cluster_t *cluster) {
  tern_ttg_schedule_set(schedule, read, stage, cluster);
  if (!tern_value_has_one_use(&read->results[0])) return;
  tern_op_t *user = read->results[0].first_use->owner;
  if (tern_op_is(user, TERN_TTG(CONVERT_LAYOUT))) tern_ttg_schedule_set(schedule, user, stage, cluster);
}

// The load or copy is where the load was, which goes.
static void take_place_of_load(tern_ttg_schedule_t *schedule, const tern_amd_stream_t *stream) {
  tern_ttg_scheduled_t old = *tern_ttg_schedule_find(schedule, stream->load);
  tern_ttg_schedule_set(schedule, stream->fetch, old.stage, old.cluster);
  if (stream->commit) tern_ttg_schedule_set(schedule, stream->commit, old.stage, old.cluster);
  tern_ttg_schedule_remove(schedule, stream->load);
  tern_op_destroy(stream->load);
}

// --- one product, or several that do not wait for each other ---

typedef struct plan {
  int64_t load_stage, store_stage, read_stage, wait_stage, compute_stage, buffer_count;
  size_t load, store, read, wait, compute;  // places of their clusters
} plan_t;

enum { CLUSTERS = 5 };

// False: the loads that wait for others leave no stage for the products.
static bool make_plan(int64_t stages, int64_t deepest, bool is_async, bool waits_at_end, plan_t *out) {
  int64_t last = stages - 1;
  *out = (plan_t){.store_stage = deepest, .read_stage = last, .wait_stage = last, .compute_stage = last};
  if (waits_at_end) out->wait_stage = last > 0 ? last - 1 : 0;
  if (deepest > last) return false;
  out->buffer_count = last - deepest > 1 ? last - deepest : 1;
  // No registers are between the copy and memory.
  out->buffer_count += is_async;
  // Waiting comes first, but if two warps are on shifts: then it is the last iteration's.
  out->wait = waits_at_end ? 4 : 0;
  // Loads and stores stay apart, so that products run in between.
  out->load = 1;
  out->store = 3;
  out->read = out->read_stage == out->store_stage ? out->store + 1 : out->load;
  out->compute = out->read;
  return true;
}

// The two groups of loads and products become the plan's clusters.
static void place_groups(tern_ttg_schedule_t *schedule, const plan_t *plan, tern_ttg_cluster_t **out_clusters) {
  for (size_t i = 0; i < CLUSTERS; ++i) out_clusters[i] = tern_ttg_cluster_at_back(schedule);
  for (size_t i = 0; i < schedule->entries.entry_count; ++i) {
    tern_ttg_scheduled_t *entry = schedule->entries.entries[i].value;
    if (entry) entry->cluster = out_clusters[entry->cluster->place == TERN_AMD_LOADS ? plan->load : plan->compute];
  }
}

static void schedule_stream(tern_ttg_schedule_t *schedule, const tern_amd_stream_t *stream, const plan_t *plan,
                            tern_ttg_cluster_t **clusters) {
  int64_t load_stage = tern_ttg_schedule_find(schedule, stream->load)->stage;
  take_place_of_load(schedule, stream);
  if (stream->store) {
    tern_ttg_schedule_set(schedule, stream->view, plan->store_stage, clusters[plan->store]);
    tern_ttg_schedule_set(schedule, stream->store, plan->store_stage, clusters[plan->store]);
  } else if (load_stage != plan->read_stage) {
    tern_ttg_schedule_set(schedule, stream->wait, plan->wait_stage, clusters[plan->wait]);
  }
  if (stream->read && plan->read_stage != plan->compute_stage)
    schedule_read(schedule, stream->read, plan->read_stage, clusters[plan->read]);
}

// False: nothing is changed.
static bool lower_products(tern_ttg_schedule_t *schedule, tern_amd_streams_t *streams, int64_t deepest, bool is_async,
                           bool is_pingpong, const tern_axis_infos_t *infos) {
  enum { PINGPONG_STAGES = 3 };
  tern_ttg_cluster_t *clusters[CLUSTERS];
  plan_t plan;
  bool waits_at_end = is_pingpong && is_async && schedule->stage_count == PINGPONG_STAGES;
  if (!make_plan(schedule->stage_count, deepest, is_async, waits_at_end, &plan)) return false;
  place_groups(schedule, &plan, clusters);
  tern_amd_make_streams(schedule, streams, plan.buffer_count, is_async, infos);
  for (size_t i = 0; i < streams->count; ++i) {
    if (streams->values[i].fetch) schedule_stream(schedule, &streams->values[i], &plan, clusters);
  }
  tern_ttg_schedule_operands(schedule);
  tern_ttg_schedule_carried(schedule);
  tern_ttg_schedule_rest(schedule, clusters[plan.compute]);
  return true;
}

// --- two products, one after the other ---

static void schedule_chain_stream(tern_ttg_schedule_t *schedule, const tern_amd_stream_t *stream) {
  tern_ttg_cluster_t **groups = schedule->clusters.values;
  bool is_first = tern_ttg_schedule_find(schedule, stream->load)->stage == TERN_AMD_FIRST_LOAD_STAGE;
  int64_t store_stage = is_first ? TERN_AMD_FIRST_MEMORY_STAGE : TERN_AMD_SECOND_STORE_STAGE;
  int64_t read_stage = is_first ? TERN_AMD_FIRST_MEMORY_STAGE : TERN_AMD_SECOND_READ_STAGE;
  take_place_of_load(schedule, stream);
  if (stream->wait)
    tern_ttg_schedule_set(schedule, stream->wait, read_stage,
                          groups[is_first ? TERN_AMD_WAIT_FOR_FIRST : TERN_AMD_WAIT_FOR_SECOND]);
  if (stream->store) {
    tern_ttg_cluster_t *stores = groups[is_first ? TERN_AMD_STORE_FIRST : TERN_AMD_STORE_SECOND];
    tern_ttg_schedule_set(schedule, stream->view, store_stage, stores);
    tern_ttg_schedule_set(schedule, stream->store, store_stage, stores);
  }
  if (stream->read)
    schedule_read(schedule, stream->read, read_stage, groups[is_first ? TERN_AMD_READ_FIRST : TERN_AMD_READ_SECOND]);
}

static void lower_chain(tern_ttg_schedule_t *schedule, tern_amd_streams_t *streams, bool is_async,
                        const tern_axis_infos_t *infos) {
  while (schedule->clusters.count < TERN_AMD_CHAIN_GROUPS) tern_ttg_cluster_at_back(schedule);
  tern_amd_make_streams(schedule, streams, is_async ? 2 : 1, is_async, infos);
  for (size_t i = 0; i < streams->count; ++i) {
    if (streams->values[i].fetch) schedule_chain_stream(schedule, &streams->values[i]);
  }
  tern_ttg_schedule_operands(schedule);
  tern_ttg_schedule_carried(schedule);
  tern_ttg_schedule_rest(schedule, schedule->clusters.values[TERN_AMD_CHAIN_GROUPS - 1]);
}

// --- loops ---

static void lower_loop(tern_op_t *module, tern_ttg_schedule_t *schedule, bool is_async, bool is_pingpong) {
  tern_axis_infos_t *infos = tern_axis_infos_create(module);
  tern_pipeline_levels_t levels = tern_amd_find_levels(schedule->loop, schedule->stage_count, infos);
  tern_amd_streams_t streams = {0};
  int64_t deepest = 0;
  for (size_t i = 0; i < levels.count; ++i) {
    tern_amd_stream_t stream = {.load = levels.values[i].load};
    if (levels.values[i].level > deepest) deepest = levels.values[i].level;
    if (!tern_ttg_schedule_find(schedule, stream.load)) continue;
    if (tern_op_attr(stream.load, "amdg.bypass_lds_load")) {
      tern_op_set_attr(stream.load, "amdg.bypass_lds_load", NULL);
    } else if (tern_op_is(stream.load, TERN_TT(LOAD))) {
      stream.encoding = tern_amd_memory_of_load(stream.load, infos, is_async);
    }
    tern_vec_push(&streams, stream);
  }
  tern_op_t *dots[2];
  bool is_lowered = true;
  if (tern_amd_is_chain(schedule->loop, schedule->stage_count, &levels, dots)) {
    lower_chain(schedule, &streams, is_async, infos);
  } else {
    is_lowered = lower_products(schedule, &streams, deepest, is_async, is_pingpong, infos);
  }
  if (is_lowered) tern_ttg_schedule_write(schedule);
  tern_vec_deinitialize(&streams);
  tern_vec_deinitialize(&levels);
  tern_axis_infos_destroy(infos);
}

void tern_amd_lower_loops(tern_op_t *module, bool is_async, bool is_pingpong) {
  tern_op_list_t loops = tern_op_collect_row(module, TERN_POSTORDER, TERN_SCF(FOR));
  for (size_t i = 0; i < loops.count; ++i) {
    tern_ttg_schedule_t schedule = {.loop = loops.values[i]};
    if (tern_ttg_schedule_read(&schedule)) lower_loop(module, &schedule, is_async, is_pingpong);
    tern_ttg_schedule_deinitialize(&schedule);
  }
  tern_vec_deinitialize(&loops);
}

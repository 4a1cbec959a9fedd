// The choice of how rows are distributed; see the header.

#include "analysis/gpu/row_config.h"

#include "analysis/gpu/tile_choices.h"

enum {
  USUAL_WORKGROUP = 128,
  MIDDLE_WORKGROUP = 256,
  LARGE_WORKGROUP = 512,
  // Bytes that an invocation has under way: with them four workgroups of 256 have 64 KiB. Small accesses are more of them.
  USUAL_BYTES = 64,
  USUAL_CHUNKS = 4,
  MOST_CHUNKS = 16,
  LEAST_BESIDE = 2,   // invocations side by side: a sector of a line
  SEGMENT_LANES = 8,  // invocations whose accesses make up a line of the cache
  KEPT_BYTES = 128,   // of registers for what is kept: half of what an invocation of the largest workgroup has
  COMPUTED_SIZE = 4,  // bytes that a narrower element takes once something is computed with it
  STAGED_AT_ONCE = 3,
  STAGE_ROOM = 2048,  // workgroups of a processor with rows in its memory; what else each has there
};

static int64_t ceildiv(int64_t a, int64_t b) { return a / b + (a % b != 0); }

static int64_t max_of(int64_t a, int64_t b) { return a > b ? a : b; }

// Accesses per invocation that make up USUAL_BYTES.
static int64_t usual_chunks(const tern_gpu_row_shape_t *shape) {
  int64_t chunks = USUAL_BYTES / (shape->lanes * shape->element_size);
  return chunks < USUAL_CHUNKS ? USUAL_CHUNKS : tern_gpu_min(chunks, MOST_CHUNKS);
}

// Bytes of registers that so many accesses fill.
static int64_t kept_bytes(const tern_gpu_row_shape_t *shape, int64_t chunks) {
  int64_t bytes = tern_gpu_saturated_mul(chunks, shape->lanes * max_of(shape->element_size, COMPUTED_SIZE));
  return tern_gpu_saturated_mul(bytes, max_of(shape->arrays, 1));
}

// Where each row has a processor of its own, and lanes of a subgroup would go through it in several steps, nothing else goes on meanwhile:
// one access for each invocation, and barriers.
static bool has_time_to_lose(const tern_gpu_row_shape_t *shape, const tern_gpu_limits_t *limits, int64_t accesses) {
  return shape->rows != TERN_DYNAMIC && shape->rows <= limits->machine->multiprocessors &&
         accesses > 2 * limits->subgroup_size;
}

// Invocations for a row of so many accesses, if it is read at once. Barriers cost little in workgroups of middle size, of
// which others go on meanwhile: rather more accesses than more than that, and none at all within a subgroup.
static int64_t choose_invocations(const tern_gpu_row_shape_t *shape, const tern_gpu_limits_t *limits, int64_t accesses,
                                  int64_t most) {
  int64_t chunks = usual_chunks(shape), subgroup = limits->subgroup_size;
  int64_t wanted = tern_gpu_round_up_to_power(ceildiv(accesses, chunks), most);
  int64_t segment = tern_gpu_round_up_to_power(accesses, SEGMENT_LANES);
  if (has_time_to_lose(shape, limits, accesses))
    return max_of(wanted, tern_gpu_round_up_to_power(accesses, tern_gpu_min(LARGE_WORKGROUP, most)));
  if (accesses <= subgroup * 2 * chunks) wanted = tern_gpu_min(wanted, subgroup);
  if (wanted > MIDDLE_WORKGROUP && (!shape->is_read_again || kept_bytes(shape, 2 * chunks) <= KEPT_BYTES)) {
    wanted = max_of(MIDDLE_WORKGROUP, tern_gpu_round_up_to_power(ceildiv(accesses, 2 * chunks), most));
  }
  // More than a subgroup is a workgroup of its own.
  if (wanted > subgroup) wanted = max_of(wanted, tern_gpu_min(USUAL_WORKGROUP, most));
  return max_of(wanted, segment);
}

// Invocations side by side take a line of the cache, more where that leaves enough workgroups; those one above the other
// share the columns, and so do the workgroups of a cluster where there are few.
static tern_gpu_row_config_t choose_across(const tern_gpu_row_shape_t *shape, const tern_gpu_limits_t *limits,
                                           int64_t most) {
  int64_t rows = shape->rows == TERN_DYNAMIC ? INT64_MAX : shape->rows;
  int64_t beside = tern_gpu_round_up_to_power(rows, tern_gpu_min(limits->subgroup_size, most));
  while (beside > SEGMENT_LANES && rows / beside < 2 * limits->machine->multiprocessors) beside /= 2;
  tern_gpu_row_config_t config = {.rows_at_once = 1, .cluster = 1};
  bool is_few = rows / beside < 2 * limits->machine->multiprocessors;
  config.invocations = tern_gpu_min(is_few ? 1024 : MIDDLE_WORKGROUP, most) / beside;
  while (shape->may_have_cluster && config.cluster < limits->machine->cluster_size &&
         rows / beside * config.cluster * 2 <= limits->machine->multiprocessors &&
         config.cluster * 2 * config.invocations * USUAL_CHUNKS <= shape->length) {
    config.cluster *= 2;
  }
  // Half a line of the cache costs less than two workgroups that wait for each other.
  if (config.cluster == 2 && beside == SEGMENT_LANES) {
    config.cluster = 1;
    beside /= 2;
  }
  // Half a processor full of workgroups is better than whole lines.
  while (beside > LEAST_BESIDE && rows / beside * config.cluster < limits->machine->multiprocessors / 2) {
    beside /= 2;
    config.invocations *= 2;
  }
  while (config.invocations > 1 && config.cluster * config.invocations * USUAL_CHUNKS > shape->length) {
    config.invocations /= 2;
  }
  // Partial results take a place of workgroup memory each.
  while (config.invocations > 1 &&
         config.invocations * beside * shape->lanes * shape->result_size > limits->shared_memory_size * 3 / 4) {
    config.invocations /= 2;
  }
  config.workgroup_size = config.invocations * beside;
  config.chunks = max_of(ceildiv(shape->length, config.cluster * config.invocations), 1);
  config.is_kept = kept_bytes(shape, config.chunks) <= KEPT_BYTES;
  int64_t usual = usual_chunks(shape);
  if (!config.is_kept) config.chunks = shape->arrays > 2 ? usual : tern_gpu_min(4 * usual, MOST_CHUNKS);
  return config;
}

// Do so many workgroups keep a row in their registers?
static bool keeps(const tern_gpu_row_shape_t *shape, int64_t accesses, int64_t cluster, int64_t invocations) {
  return kept_bytes(shape, ceildiv(accesses, cluster * invocations)) <= KEPT_BYTES;
}

// The fewest workgroups that keep a row together in their registers, or that keep the processor busy; 1: not to be shared.
static int64_t choose_cluster(const tern_gpu_row_shape_t *shape, const tern_gpu_limits_t *limits, int64_t accesses,
                              int64_t usual) {
  if (!shape->may_have_cluster) return 1;
  int64_t cluster = 1;
  if (shape->is_read_again && !keeps(shape, accesses, 1, LARGE_WORKGROUP)) {
    // Workgroups of middle size rather than large ones, if that does.
    int64_t size =
        keeps(shape, accesses, limits->machine->cluster_size, MIDDLE_WORKGROUP) ? MIDDLE_WORKGROUP : LARGE_WORKGROUP;
    if (!keeps(shape, accesses, limits->machine->cluster_size, size)) return 1;
    while (!keeps(shape, accesses, cluster, size)) cluster *= 2;
  }
  while (cluster < limits->machine->cluster_size && shape->rows * cluster < limits->machine->multiprocessors / 2 &&
         accesses >= cluster * 2 * LARGE_WORKGROUP * usual) {
    cluster *= 2;
  }
  return cluster;
}

// Rows that a workgroup's registers do not keep, in the memory of as few workgroups as have room, if it costs little to compute
// columns again in each phase: of such workgroups a processor has more under way than of those with all in registers.
static bool choose_staged(const tern_gpu_row_shape_t *shape, const tern_gpu_limits_t *limits, int64_t accesses,
                          tern_gpu_row_config_t *config) {
  int64_t room = limits->machine->dynamic_shared_memory_size / STAGED_AT_ONCE - STAGE_ROOM;
  if (!shape->is_read_again || shape->is_costly || shape->staged_size == 0 ||
      keeps(shape, accesses, 1, LARGE_WORKGROUP)) {
    return false;
  }
  int64_t cluster = 1, most = shape->may_have_cluster ? limits->machine->cluster_size : 1,
          unit = shape->lanes * shape->staged_size;
  while (cluster < most && ceildiv(accesses, cluster) * unit > room) cluster *= 2;
  int64_t chunks = ceildiv(accesses, cluster * LARGE_WORKGROUP);
  if (chunks * LARGE_WORKGROUP * unit > room) return false;
  *config = (tern_gpu_row_config_t){.invocations = LARGE_WORKGROUP,
                                    .rows_at_once = 1,
                                    .chunks = tern_gpu_min(chunks, usual_chunks(shape)),
                                    .is_staged = true,
                                    .workgroup_size = LARGE_WORKGROUP,
                                    .cluster = cluster};
  return true;
}

tern_gpu_row_config_t tern_gpu_choose_rows(const tern_gpu_row_shape_t *shape, const tern_gpu_limits_t *limits) {
  int64_t most = tern_gpu_power_at_most(tern_gpu_min(limits->invocations, limits->workgroup_size[0]));
  if (shape->is_across) return choose_across(shape, limits, most);
  int64_t all = ceildiv(shape->length, shape->lanes), usual = usual_chunks(shape);
  tern_gpu_row_config_t config;
  if (most >= LARGE_WORKGROUP && choose_staged(shape, limits, all, &config)) return config;
  config = (tern_gpu_row_config_t){.rows_at_once = 1, .cluster = choose_cluster(shape, limits, all, usual)};
  int64_t accesses = ceildiv(all, config.cluster);
  config.invocations = choose_invocations(shape, limits, accesses, most);
  config.chunks = max_of(ceildiv(accesses, config.invocations), 1);
  config.is_kept = kept_bytes(shape, config.chunks) <= KEPT_BYTES;
  if (!config.is_kept) {
    // Many workgroups of middle size hide each other's barriers; few rows need all invocations there are.
    bool is_many = shape->rows == TERN_DYNAMIC || shape->rows >= 4 * limits->machine->multiprocessors;
    config.invocations = tern_gpu_min(config.invocations, is_many ? LARGE_WORKGROUP : most);
    config.chunks = shape->arrays > 2 ? max_of(usual / 2, 1) : usual;
  }
  config.workgroup_size = max_of(config.invocations, tern_gpu_min(USUAL_WORKGROUP, most));
  bool is_short = config.is_kept && config.invocations <= limits->subgroup_size;
  int64_t subrows = config.workgroup_size / config.invocations, enough = 8 * limits->machine->multiprocessors;
  while (is_short && config.rows_at_once < TERN_GPU_MOST_ROWS_AT_ONCE &&
         config.rows_at_once * 2 * config.chunks <= usual &&
         (shape->rows == TERN_DYNAMIC || shape->rows / (subrows * config.rows_at_once * 2) >= enough)) {
    config.rows_at_once *= 2;
  }
  return config;
}

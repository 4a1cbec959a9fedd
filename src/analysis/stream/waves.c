// Waves of an execution region: a walk from the end of the block, in which each op goes to the last wave that the ops after
// it permit. Waves are numbered from the end.
//
// What an op has to wait for is known by memory: for each base, the waves of those that read and write its bytes, by range.
// Ops on the same memory need not use each other's results: both may be in place, with versions in between that touch other
// bytes.

#include "analysis/stream/partition_list.h"
#include "analysis/stream/range_max.h"
#include "analysis/stream/resources.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"

#define NONE (-1)

// An access to bytes that are not known when the program is compiled.
typedef struct vague_access {
  tern_stream_access_t access;
  int64_t wave;
} vague_access_t;

typedef TERN_VEC(vague_access_t) vague_list_t;

// Who touches the memory of a base, among the ops that have their wave. Reads do not meet reads, of which packed constants
// have as many as there are ops.
typedef struct touchers {
  tern_range_max_t readers, writers;
  vague_list_t vague_readers, vague_writers;
} touchers_t;

// What is known of an op that the walk has passed.
typedef struct op_info {
  int64_t wave;   // NONE: it does no work
  int64_t bound;  // without work: what it is computed from is in no wave before this one
} op_info_t;

typedef struct waves {
  tern_block_t *block;
  tern_arena_t *arena;
  tern_map_t infos;     // op -> op_info_t
  tern_map_t touchers;  // base -> touchers_t
  tern_stream_bases_t bases;
  tern_stream_partitions_t built;  // from the last to the first
} waves_t;

// An access with the place of its bytes in the base.
typedef struct located_access {
  tern_stream_access_t access;
  tern_value_t *base;
  int64_t start, end;  // it is in here
  bool is_vague;       // and may be less
} located_access_t;

static int64_t max_of(int64_t a, int64_t b) { return a > b ? a : b; }

static located_access_t locate(waves_t *waves, const tern_stream_access_t *access) {
  located_access_t located = {.access = *access, .end = INT64_MAX};
  bool is_same_place;
  located.base = tern_stream_bases_find(&waves->bases, access->resource, &is_same_place);
  if (!is_same_place) {
    // Anywhere in the base.
    located.access.start = located.access.end = NULL;
    return located;
  }
  int64_t constant;
  if (access->start) located.start = tern_value_constant_int(access->start, &constant) ? constant : 0;
  if (access->end) located.end = tern_value_constant_int(access->end, &constant) ? constant : INT64_MAX;
  located.is_vague = (access->start && !tern_value_constant_int(access->start, &constant)) ||
                     (access->end && !tern_value_constant_int(access->end, &constant));
  return located;
}

static bool writes(const tern_stream_access_t *access) { return (access->access & TERN_STREAM_ACCESS_WRITE) != 0; }

static int64_t bound_by_vague(const vague_list_t *list, const tern_stream_access_t *access, int64_t bound) {
  for (size_t i = 0; i < list->count; ++i) {
    const vague_access_t *other = &list->values[i];
    if (other->wave >= bound && tern_stream_ranges_overlap(access, &other->access)) bound = other->wave + 1;
  }
  return bound;
}

static int64_t bound_by_touchers(const waves_t *waves, const located_access_t *located, int64_t bound) {
  const touchers_t *touchers = tern_map_get(&waves->touchers, located->base);
  if (!touchers) return bound;
  const tern_stream_access_t *access = &located->access;
  bound = tern_range_max_find(&touchers->writers, located->start, located->end, bound - 1) + 1;
  bound = bound_by_vague(&touchers->vague_writers, access, bound);
  if (!writes(access)) return bound;
  bound = tern_range_max_find(&touchers->readers, located->start, located->end, bound - 1) + 1;
  return bound_by_vague(&touchers->vague_readers, access, bound);
}

static void add_toucher(waves_t *waves, const located_access_t *located, int64_t wave) {
  touchers_t *touchers = tern_map_get(&waves->touchers, located->base);
  if (!touchers) {
    touchers = tern_arena_alloc_zeroed(waves->arena, sizeof(*touchers));
    tern_map_set(&waves->touchers, located->base, touchers);
  }
  bool is_write = writes(&located->access);
  if (located->is_vague) {
    vague_list_t *list = is_write ? &touchers->vague_writers : &touchers->vague_readers;
    tern_vec_push(list, (vague_access_t){located->access, wave});
  } else {
    tern_range_max_raise(is_write ? &touchers->writers : &touchers->readers, located->start, located->end, wave);
  }
}

// What the users of the op's results say about its wave. Those that do work are met as touchers; an op without work stands
// for its users, which are not compared with what it is a view of.
static int64_t bound_by_users(const waves_t *waves, const tern_op_t *op) {
  bool stands_for_users = tern_stream_is_metadata(op) || !tern_stream_is_streamable(op);
  int64_t bound = 0;
  for (size_t r = 0; r < op->result_count; ++r) {
    tern_value_for_each_use(tern_op_result(op, r), use) {
      const tern_op_t *user = use->owner;
      while (user && user->block != waves->block) user = tern_op_parent(user);
      const op_info_t *info = user ? tern_map_get(&waves->infos, user) : NULL;
      if (info) bound = max_of(bound, info->wave == NONE ? info->bound : info->wave + stands_for_users);
    }
  }
  return bound;
}

static void add_info(waves_t *waves, const tern_op_t *op, int64_t wave, int64_t bound) {
  tern_map_set(&waves->infos, op, tern_arena_copy(waves->arena, &(op_info_t){wave, bound}, sizeof(op_info_t)));
}

static void place_op(waves_t *waves, tern_op_t *op, tern_stream_favor_t favor) {
  int64_t wave = bound_by_users(waves, op);
  if (!tern_stream_is_streamable(op) || tern_stream_is_metadata(op)) {
    add_info(waves, op, NONE, wave);
    return;
  }
  size_t room = tern_stream_access_count_max(op) + 1;
  tern_stream_access_t *accesses = tern_arena_alloc_array(waves->arena, room, sizeof(*accesses));
  located_access_t *located = tern_arena_alloc_array(waves->arena, room, sizeof(*located));
  size_t access_count = tern_stream_accesses(op, accesses);
  for (size_t i = 0; i < access_count; ++i) {
    located[i] = locate(waves, &accesses[i]);
    wave = bound_by_touchers(waves, &located[i], wave);
  }
  int64_t count = (int64_t)waves->built.count;
  if (favor == TERN_STREAM_FAVOR_MIN_PEAK_MEMORY) wave = max_of(wave, count - 1);
  if (wave == count) tern_stream_partitions_add(&waves->built, waves->arena);
  tern_stream_partition_add_op(&waves->built.values[wave], op, false, waves->arena);
  add_info(waves, op, wave, NONE);
  for (size_t i = 0; i < access_count; ++i) add_toucher(waves, &located[i], wave);
}

static void deinitialize(waves_t *waves) {
  for (size_t i = 0; i < waves->touchers.entry_count; ++i) {
    touchers_t *touchers = waves->touchers.entries[i].value;
    tern_range_max_deinitialize(&touchers->readers);
    tern_range_max_deinitialize(&touchers->writers);
    tern_vec_deinitialize(&touchers->vague_readers);
    tern_vec_deinitialize(&touchers->vague_writers);
  }
  tern_map_deinitialize(&waves->touchers);
  tern_map_deinitialize(&waves->infos);
  tern_stream_bases_deinitialize(&waves->bases);
}

tern_stream_partitions_t tern_stream_partition_waves(tern_block_t *block, tern_stream_favor_t favor,
                                                     tern_arena_t *arena) {
  waves_t waves = {.block = block, .arena = arena};
  for (tern_op_t *op = block->last_op; op && favor != TERN_STREAM_FAVOR_DEBUG; op = op->prev) {
    if (tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE) || tern_op_has_trait(op, TERN_TRAIT_TERMINATOR)) continue;
    place_op(&waves, op, favor);
  }
  deinitialize(&waves);
  tern_stream_partitions_reverse(&waves.built);
  return waves.built;
}

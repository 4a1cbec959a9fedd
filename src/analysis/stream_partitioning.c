// Source: upstream's reference partitioning (ReferencePartitioning.cpp): a walk from the end of the block, in which each
// op goes to the latest partition that its users permit, or to a new one that runs before all others.
//
// Upstream keeps a set of partitions that depend on each op. Here partitions are numbered from the end as they are made,
// and partition n may depend only on partitions of higher numbers; so one number is enough: the least that the op's own
// may be. That makes cycles impossible by construction, also through values that the host computes in between.
//
// Besides values there is memory: an op that changes its operand in place must not run before the others that read it.
// Users that change an operand and stand after its reader therefore bound the reader as a user of its result would.

#include "analysis/stream_partitioning.h"

#include "analysis/stream_resources.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/cf/cf.h"
#include "dialect/hal/hal.h"
#include "dialect/util/util.h"
#include "ir/symbol.h"

#define NONE (-1)

// What is known of an op that the walk has passed.
typedef struct op_info {
  // Streamable: the highest of the partitions it is in; NONE: in none.
  int64_t partition;
  // Host op, or one without work: partitions of what it is computed from have at least this number.
  int64_t bound;
} op_info_t;

typedef struct analysis {
  tern_block_t *block;
  tern_arena_t *arena;
  tern_map_t infos;                // op -> op_info_t
  tern_stream_partitions_t built;  // from the last to the first
  int64_t usable_from;             // partitions before this one are on the other side of an op with side effects
} analysis_t;

static int64_t max_of(int64_t a, int64_t b) { return a > b ? a : b; }

static int64_t add_partition(analysis_t *analysis) {
  tern_stream_partitions_t *built = &analysis->built;
  if (built->count == built->capacity) {
    size_t capacity = built->capacity ? 2 * built->capacity : 8;
    tern_stream_partition_t *values = tern_arena_alloc_array(analysis->arena, capacity, sizeof(*values));
    if (built->count) memcpy(values, built->values, built->count * sizeof(*values));
    built->values = values;
    built->capacity = capacity;
  }
  built->values[built->count] = (tern_stream_partition_t){0};
  return (int64_t)built->count++;
}

static void add_op(analysis_t *analysis, int64_t number, tern_op_t *op, bool is_copy) {
  tern_stream_partition_t *partition = &analysis->built.values[number];
  if (partition->op_count == partition->op_capacity) {
    size_t capacity = partition->op_capacity ? 2 * partition->op_capacity : 8;
    tern_stream_partition_op_t *ops = tern_arena_alloc_array(analysis->arena, capacity, sizeof(*ops));
    if (partition->op_count) memcpy(ops, partition->ops, partition->op_count * sizeof(*ops));
    partition->ops = ops;
    partition->op_capacity = capacity;
  }
  partition->ops[partition->op_count++] = (tern_stream_partition_op_t){op, is_copy};
}

static op_info_t *add_info(analysis_t *analysis, tern_op_t *op, int64_t partition, int64_t bound) {
  op_info_t *info = tern_arena_alloc(analysis->arena, sizeof(*info));
  *info = (op_info_t){partition, bound};
  tern_map_set(&analysis->infos, op, info);
  return info;
}

// The op of the block that is `op` or holds it; NULL: it is elsewhere.
static tern_op_t *op_of_block(const analysis_t *analysis, tern_op_t *op) {
  while (op && op->block != analysis->block) op = tern_op_parent(op);
  return op;
}

static const op_info_t *info_of_user(const analysis_t *analysis, tern_op_t *user) {
  tern_op_t *op = op_of_block(analysis, user);
  return op ? tern_map_get(&analysis->infos, op) : NULL;
}

static bool is_constant_like(const tern_op_t *op) { return tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE); }

// Does the op change the operand of `use` in place?
static bool overwrites(const tern_operand_t *use) {
  const tern_op_t *op = use->owner;
  if (tern_stream_is_metadata(op)) return false;
  for (size_t r = 0; r < op->result_count; ++r) {
    if (!tern_type_is_stream_resource(op->results[r].type)) continue;
    if (tern_stream_tied_operand(op, r) == (int64_t)tern_operand_index(use)) return true;
  }
  return false;
}

// Who asks for the ops that overwrite what `op` reads.
typedef struct overwriter_query {
  const analysis_t *analysis;
  const tern_op_t *op;
  void (*callback)(tern_op_t *overwriter, void *user);
  void *user;
} overwriter_query_t;

static void find_overwriters_of(const overwriter_query_t *query, const tern_value_t *value) {
  const analysis_t *analysis = query->analysis;
  for (;;) {
    tern_value_for_each_use(value, use) {
      tern_op_t *other = op_of_block(analysis, use->owner);
      if (!other || other == query->op || tern_op_is_before(other, query->op)) continue;
      bool hands_on = other != use->owner || other->region_count > 0 || tern_op_has_trait(other, TERN_TRAIT_CALL_LIKE);
      if (hands_on ? !tern_stream_is_streamable(other) : overwrites(use)) query->callback(other, query->user);
    }
    // What a subview is of may be changed too.
    tern_op_t *definition = tern_value_defining_op(value);
    int64_t tied = definition && definition->block == analysis->block && tern_stream_is_metadata(definition)
                       ? tern_stream_tied_operand(definition, value->index)
                       : NONE;
    if (tied < 0) break;
    value = tern_op_operand(definition, (size_t)tied);
  }
}

static tern_walk_result_t find_overwriters_of_operands(tern_op_t *op, void *user) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *value = tern_op_operand(op, i);
    if (tern_type_is_stream_resource(value->type)) find_overwriters_of(user, value);
  }
  return TERN_WALK_ADVANCE;
}

// Calls back for the ops after `op` that change in place what it reads, as operands or in its regions. Calls and ops with
// regions of their own (loops, conditionals) are taken to change what they get.
static void for_each_overwriter(const analysis_t *analysis, const tern_op_t *op,
                                void (*callback)(tern_op_t *overwriter, void *user), void *user) {
  overwriter_query_t query = {analysis, op, callback, user};
  tern_op_walk_pre((tern_op_t *)op, find_overwriters_of_operands, &query);
}

// Turns the lists round, so that what was found from the end is in order.
static void reverse(tern_stream_partitions_t *partitions) {
  for (size_t i = 0; i < partitions->count / 2; ++i) {
    tern_stream_partition_t other = partitions->values[i];
    partitions->values[i] = partitions->values[partitions->count - 1 - i];
    partitions->values[partitions->count - 1 - i] = other;
  }
  for (size_t p = 0; p < partitions->count; ++p) {
    tern_stream_partition_t *partition = &partitions->values[p];
    for (size_t i = 0; i < partition->op_count / 2; ++i) {
      tern_stream_partition_op_t other = partition->ops[i];
      partition->ops[i] = partition->ops[partition->op_count - 1 - i];
      partition->ops[partition->op_count - 1 - i] = other;
    }
  }
}

// --- partitions of a block ---

// Where the op runs. A transfer runs where its source is, unless only the target says.
static const tern_attr_t *affinity_of(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_STREAM(ASYNC_TRANSFER))) return tern_op_attr(op, "affinity");
  const tern_attr_t *source = tern_op_attr(op, "source_affinity");
  return source ? source : tern_op_attr(op, "result_affinity");
}

// What the users of an op's results say.
typedef struct demand {
  const analysis_t *analysis;
  int64_t consumers;           // highest partition of a streamable user: the op may be in it too
  int64_t overwriters;         // ops that overwrite an operand: the op may not be in a partition of a lower number
  int64_t host;                // the host's users need it from a partition of at least this number
  bool escapes;                // there are users in no partition
  TERN_VEC(int64_t) consumer;  // partitions of the streamable users, each once
} demand_t;

static void add_consumer(demand_t *demand, int64_t partition) {
  demand->consumers = max_of(demand->consumers, partition);
  for (size_t i = 0; i < demand->consumer.count; ++i) {
    if (demand->consumer.values[i] == partition) return;
  }
  tern_vec_push(&demand->consumer, partition);
}

// All partitions that hold the user, or a copy of it.
static void add_consumers_of(demand_t *demand, const tern_op_t *user, int64_t highest) {
  for (int64_t p = 0; p <= highest; ++p) {
    const tern_stream_partition_t *partition = &demand->analysis->built.values[p];
    for (size_t i = partition->op_count; i-- > 0;) {
      if (partition->ops[i].op != user) continue;
      add_consumer(demand, p);
      break;
    }
  }
}

static void add_overwriter(tern_op_t *overwriter, void *user) {
  demand_t *demand = user;
  const op_info_t *info = tern_map_get(&demand->analysis->infos, overwriter);
  if (!info) return;
  demand->overwriters = max_of(demand->overwriters, info->partition != NONE ? info->partition : info->bound);
}

static void gather_demand(const analysis_t *analysis, tern_op_t *op, demand_t *demand) {
  for (size_t r = 0; r < op->result_count; ++r) {
    tern_value_for_each_use(tern_op_result(op, r), use) {
      const op_info_t *info = info_of_user(analysis, use->owner);
      if (!info || info->partition == NONE) {
        demand->escapes = true;
        if (info) demand->host = max_of(demand->host, info->bound);
      } else if (tern_stream_prefers_cloning(use->owner)) {
        add_consumers_of(demand, use->owner, info->partition);
      } else {
        add_consumer(demand, info->partition);
      }
    }
  }
  for_each_overwriter(analysis, op, add_overwriter, demand);
}

// The first partition from `least` on that the op may join, or a new one.
static int64_t find_partition(analysis_t *analysis, tern_op_t *op, int64_t least, bool is_alone) {
  const tern_attr_t *affinity = affinity_of(op);
  bool joins_any = tern_stream_prefers_cloning(op);
  for (int64_t p = max_of(least, analysis->usable_from); p < (int64_t)analysis->built.count && !is_alone; ++p) {
    const tern_attr_t *other = analysis->built.values[p].affinity;
    if (joins_any || !affinity || !other || affinity == other) return p;
  }
  return add_partition(analysis);
}

static void place_op(analysis_t *analysis, tern_op_t *op, int64_t partition, bool is_copy) {
  add_op(analysis, partition, op, is_copy);
  tern_stream_partition_t *target = &analysis->built.values[partition];
  if (!target->affinity) target->affinity = affinity_of(op);
}

static bool reads_resources(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_type_is_stream_resource(tern_op_operand(op, i)->type)) return true;
  }
  return false;
}

// May each consumer get a copy of its own? Without operands in memory a copy is the same wherever it is made.
static bool can_copy(const analysis_t *analysis, const tern_op_t *op, const demand_t *demand) {
  if (!tern_stream_prefers_cloning(op) || demand->consumer.count == 0) return false;
  if (!reads_resources(op)) return true;
  for (size_t i = 0; i < demand->consumer.count; ++i) {
    int64_t partition = demand->consumer.values[i];
    if (partition < analysis->usable_from || partition < demand->overwriters) return false;
  }
  return true;
}

// Returns the highest partition that the op is in.
static int64_t place_streamable(analysis_t *analysis, tern_op_t *op, demand_t *demand, bool is_alone) {
  int64_t least = max_of(max_of(demand->consumers, demand->overwriters), demand->host);
  if (is_alone || !can_copy(analysis, op, demand)) {
    int64_t partition = find_partition(analysis, op, max_of(least, 0), is_alone);
    place_op(analysis, op, partition, false);
    return partition;
  }
  // The value that is seen outside of partitions comes from the earliest of them, or from one more.
  int64_t home = demand->consumers, highest = demand->consumers;
  if (demand->escapes && (home < demand->host || home < analysis->usable_from)) {
    home = find_partition(analysis, op, max_of(max_of(demand->host, demand->overwriters), 0), false);
    highest = max_of(home, highest);
    bool is_consumer = false;
    for (size_t i = 0; i < demand->consumer.count; ++i) is_consumer |= demand->consumer.values[i] == home;
    if (!is_consumer) place_op(analysis, op, home, false);
  }
  for (size_t i = 0; i < demand->consumer.count; ++i) {
    place_op(analysis, op, demand->consumer.values[i], demand->consumer.values[i] != home);
  }
  return highest;
}

// Does the op do more than to stop the program? Work that is started before or after such a check is not seen either way.
static bool has_effects(const tern_op_t *op) {
  if (tern_op_is(op, TERN_HAL(BUFFER_VIEW_ASSERT)) || tern_op_is(op, TERN_HAL(BUFFER_ASSERT)) ||
      tern_op_is(op, TERN_UTIL(STATUS_CHECK_OK)) || tern_op_is(op, TERN_CF(ASSERT))) {
    return false;
  }
  return !tern_op_would_be_trivially_dead(op);
}

// Which globals the ops that the walk has passed access.
typedef struct global_accesses {
  tern_map_t globals;  // reference -> itself
  bool any;            // all of them, for all that is known
} global_accesses_t;

static tern_walk_result_t note_access(tern_op_t *op, void *user) {
  global_accesses_t *accesses = user;
  if (tern_op_is(op, TERN_UTIL(GLOBAL_STORE)) || tern_op_is(op, TERN_UTIL(GLOBAL_LOAD))) {
    const tern_attr_t *global = tern_op_attr(op, "global");
    if (global) tern_map_set(&accesses->globals, global, op);
  } else if (op->region_count == 0 && !tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) && !tern_stream_is_streamable(op)) {
    accesses->any |= has_effects(op) || tern_op_is(op, TERN_UTIL(GLOBAL_LOAD_INDIRECT));
  }
  return TERN_WALK_ADVANCE;
}

// Stores to globals are not seen within a partition. But work that is moved past one takes the store along, and so it
// must not be followed by another access of that global.
static bool is_last_access(const tern_op_t *store, const global_accesses_t *later) {
  const tern_attr_t *global = tern_op_attr(store, "global");
  return !later->any && global && !tern_map_contains(&later->globals, global);
}

tern_stream_partitions_t tern_stream_partition_block(tern_block_t *block, tern_stream_favor_t favor,
                                                     tern_arena_t *arena) {
  analysis_t analysis = {.block = block, .arena = arena};
  global_accesses_t accesses = {0};
  bool is_alone = favor == TERN_STREAM_FAVOR_DEBUG;
  for (tern_op_t *op = block->last_op; op; op = op->prev) {
    if (is_constant_like(op) || tern_op_has_trait(op, TERN_TRAIT_TERMINATOR)) continue;
    demand_t demand = {.analysis = &analysis, .consumers = NONE, .overwriters = NONE, .host = NONE};
    gather_demand(&analysis, op, &demand);
    if (tern_stream_is_streamable(op)) {
      int64_t partition = place_streamable(&analysis, op, &demand, is_alone);
      add_info(&analysis, op, partition, NONE);
    } else {
      add_info(&analysis, op, NONE, max_of(max_of(demand.consumers, demand.overwriters) + 1, demand.host));
      bool is_store = tern_op_is(op, TERN_UTIL(GLOBAL_STORE));
      if (is_store ? !is_last_access(op, &accesses) : has_effects(op)) {
        analysis.usable_from = (int64_t)analysis.built.count;
      }
      tern_op_walk_pre(op, note_access, &accesses);
    }
    tern_vec_deinitialize(&demand.consumer);
  }
  tern_map_deinitialize(&accesses.globals);
  tern_map_deinitialize(&analysis.infos);
  reverse(&analysis.built);
  return analysis.built;
}

// --- waves ---

// Placed ops that touch some memory, the first of the block first.
typedef struct toucher {
  tern_op_t *op;
  struct toucher *next;
} toucher_t;

// Reads do not meet reads, of which packed constants have as many as there are ops.
typedef struct touchers {
  toucher_t *readers, *writers;
} touchers_t;

typedef struct waves {
  analysis_t analysis;
  tern_map_t touchers;  // base of the memory -> touchers_t
} waves_t;

static bool writes(const tern_stream_access_t *access) { return (access->access & TERN_STREAM_ACCESS_WRITE) != 0; }

// What the users of the op's results say about its wave.
static int64_t bound_by_users(const waves_t *waves, const tern_op_t *op) {
  // An op without work stands for its users, which are not compared with what it is a view of.
  bool stands_for_users = tern_stream_is_metadata(op) || !tern_stream_is_streamable(op);
  int64_t bound = 0;
  for (size_t r = 0; r < op->result_count; ++r) {
    tern_value_for_each_use(tern_op_result(op, r), use) {
      const op_info_t *info = info_of_user(&waves->analysis, use->owner);
      if (!info) continue;
      if (info->partition == NONE) {
        bound = max_of(bound, info->bound);
      } else {
        bound = max_of(bound, info->partition + (stands_for_users || tern_stream_has_hazard(op, use->owner)));
      }
    }
  }
  return bound;
}

static int64_t bound_by_list(const waves_t *waves, const tern_op_t *op, const toucher_t *toucher, int64_t bound) {
  for (; toucher; toucher = toucher->next) {
    const op_info_t *info = tern_map_get(&waves->analysis.infos, toucher->op);
    if (info->partition >= bound && tern_stream_has_hazard(op, toucher->op)) bound = info->partition + 1;
  }
  return bound;
}

// Ops on the same memory need not use each other's results: both may be in place, with versions in between that touch
// other bytes.
static int64_t bound_by_touchers(const waves_t *waves, const tern_op_t *op, const tern_stream_access_t *access,
                                 int64_t bound) {
  const touchers_t *touchers = tern_map_get(&waves->touchers, tern_stream_storage_base(access->resource));
  if (!touchers) return bound;
  bound = bound_by_list(waves, op, touchers->writers, bound);
  return writes(access) ? bound_by_list(waves, op, touchers->readers, bound) : bound;
}

static void add_toucher(waves_t *waves, tern_op_t *op, const tern_stream_access_t *access) {
  const tern_value_t *base = tern_stream_storage_base(access->resource);
  touchers_t *touchers = tern_map_get(&waves->touchers, base);
  if (!touchers) {
    touchers = tern_arena_alloc_zeroed(waves->analysis.arena, sizeof(*touchers));
    tern_map_set(&waves->touchers, base, touchers);
  }
  toucher_t **list = writes(access) ? &touchers->writers : &touchers->readers;
  *list = tern_arena_copy(waves->analysis.arena, &(toucher_t){op, *list}, sizeof(toucher_t));
}

static void place_in_wave(waves_t *waves, tern_op_t *op, tern_stream_favor_t favor) {
  analysis_t *analysis = &waves->analysis;
  int64_t wave = bound_by_users(waves, op);
  if (!tern_stream_is_streamable(op) || tern_stream_is_metadata(op)) {
    add_info(analysis, op, NONE, wave);
    return;
  }
  tern_stream_access_t *accesses =
      tern_arena_alloc_array(analysis->arena, tern_stream_access_count_max(op) + 1, sizeof(*accesses));
  size_t access_count = tern_stream_accesses(op, accesses);
  for (size_t i = 0; i < access_count; ++i) wave = bound_by_touchers(waves, op, &accesses[i], wave);
  int64_t count = (int64_t)analysis->built.count;
  if (favor == TERN_STREAM_FAVOR_MIN_PEAK_MEMORY) wave = max_of(wave, count - 1);
  if (wave == count) add_partition(analysis);
  add_op(analysis, wave, op, false);
  add_info(analysis, op, wave, NONE);
  for (size_t i = 0; i < access_count; ++i) add_toucher(waves, op, &accesses[i]);
}

tern_stream_partitions_t tern_stream_partition_waves(tern_block_t *block, tern_stream_favor_t favor,
                                                     tern_arena_t *arena) {
  waves_t waves = {.analysis = {.block = block, .arena = arena}};
  for (tern_op_t *op = block->last_op; op && favor != TERN_STREAM_FAVOR_DEBUG; op = op->prev) {
    if (is_constant_like(op) || tern_op_has_trait(op, TERN_TRAIT_TERMINATOR)) continue;
    place_in_wave(&waves, op, favor);
  }
  tern_map_deinitialize(&waves.touchers);
  tern_map_deinitialize(&waves.analysis.infos);
  reverse(&waves.analysis.built);
  return waves.analysis.built;
}

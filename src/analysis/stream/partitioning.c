// Source: upstream's reference partitioning (ReferencePartitioning.cpp): a walk from the end of the block, in which each
// op goes to the latest partition that its users permit, or to a new one that runs before all others.
//
// Upstream keeps a set of partitions that depend on each op. Here partitions are numbered from the end as they are made,
// and partition n may depend only on partitions of higher numbers; so one number is enough: the least that the op's own
// may be. That makes cycles impossible by construction, also through values that the host computes in between.
//
// Besides values there is memory: an op that changes its operand in place must not run before the others that read it.
// Users that change an operand and stand after its reader therefore bound the reader as a user of its result would.

#include "analysis/stream/partitioning.h"

#include "analysis/stream/partition_list.h"
#include "analysis/stream/resources.h"
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

// A list of partitions.
typedef struct partition_node {
  struct partition_node *next;
  int64_t partition;
} partition_node_t;

typedef struct analysis {
  tern_block_t *block;
  tern_arena_t *arena;
  tern_map_t infos;                // op -> op_info_t
  tern_map_t copies;               // op that is in several partitions -> partition_node_t
  tern_map_t overwritten;          // value -> the highest number that an op which overwrites it asks for, boxed
  tern_stream_partitions_t built;  // from the last to the first
  int64_t usable_from;             // partitions before this one are on the other side of an op with side effects
} analysis_t;

static int64_t max_of(int64_t a, int64_t b) { return a > b ? a : b; }

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

// Numbers are kept in maps as pointers that are not NULL.
static void *boxed(int64_t number) { return (void *)(uintptr_t)(number + 2); }
static int64_t unboxed(const void *pointer) { return (int64_t)(uintptr_t)pointer - 2; }

// The op of the block, and the number that ops before it have to respect because of it.
typedef struct overwriter {
  analysis_t *analysis;
  tern_op_t *op;
  int64_t number;
} overwriter_t;

static tern_walk_result_t note_overwritten(tern_op_t *op, void *user) {
  overwriter_t *overwriter = user;
  tern_map_t *overwritten = &overwriter->analysis->overwritten;
  bool hands_on = op != overwriter->op || op->region_count > 0 || tern_op_has_trait(op, TERN_TRAIT_CALL_LIKE);
  if (hands_on && tern_stream_is_streamable(overwriter->op)) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_operand_t *use = &op->operands[i];
    if (!tern_type_is_stream_resource(use->value->type) || (!hands_on && !overwrites(use))) continue;
    const void *known = tern_map_get(overwritten, use->value);
    if (!known || unboxed(known) < overwriter->number) {
      tern_map_set(overwritten, use->value, boxed(overwriter->number));
    }
  }
  return TERN_WALK_ADVANCE;
}

// Notes what the op changes in place, as operands or in its regions. Calls and ops with regions of their own (loops,
// conditionals) are taken to change what they get.
static void note_overwriter(analysis_t *analysis, tern_op_t *op) {
  const op_info_t *info = tern_map_get(&analysis->infos, op);
  overwriter_t overwriter = {analysis, op, info->partition != NONE ? info->partition : info->bound};
  tern_op_walk_pre(op, note_overwritten, &overwriter);
}

// The number that the ops which overwrite the value after this place ask for, or NONE.
static int64_t bound_by_overwriters(const analysis_t *analysis, const tern_value_t *value) {
  int64_t bound = NONE;
  for (;;) {
    const void *known = tern_map_get(&analysis->overwritten, value);
    if (known) bound = max_of(bound, unboxed(known));
    // What a subview is of may be changed too.
    tern_op_t *definition = tern_value_defining_op(value);
    int64_t tied = definition && definition->block == analysis->block && tern_stream_is_metadata(definition)
                       ? tern_stream_tied_operand(definition, value->index)
                       : NONE;
    if (tied < 0) return bound;
    value = tern_op_operand(definition, (size_t)tied);
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
static void add_consumers_of(demand_t *demand, const tern_op_t *user) {
  const partition_node_t *node = tern_map_get(&demand->analysis->copies, user);
  for (; node; node = node->next) add_consumer(demand, node->partition);
}

static tern_walk_result_t ask_overwriters(tern_op_t *op, void *user) {
  demand_t *demand = user;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *value = tern_op_operand(op, i);
    if (!tern_type_is_stream_resource(value->type)) continue;
    demand->overwriters = max_of(demand->overwriters, bound_by_overwriters(demand->analysis, value));
  }
  return TERN_WALK_ADVANCE;
}

static void gather_demand(const analysis_t *analysis, tern_op_t *op, demand_t *demand) {
  for (size_t r = 0; r < op->result_count; ++r) {
    tern_value_for_each_use(tern_op_result(op, r), use) {
      const op_info_t *info = info_of_user(analysis, use->owner);
      if (!info || info->partition == NONE) {
        demand->escapes = true;
        if (info) demand->host = max_of(demand->host, info->bound);
      } else if (tern_stream_prefers_cloning(use->owner)) {
        add_consumers_of(demand, use->owner);
      } else {
        add_consumer(demand, info->partition);
      }
    }
  }
  tern_op_walk_pre(op, ask_overwriters, demand);
}

// The first partition from `least` on that the op may join, or a new one.
static int64_t find_partition(analysis_t *analysis, tern_op_t *op, int64_t least, bool is_alone) {
  const tern_attr_t *affinity = affinity_of(op);
  bool joins_any = tern_stream_prefers_cloning(op);
  for (int64_t p = max_of(least, analysis->usable_from); p < (int64_t)analysis->built.count && !is_alone; ++p) {
    const tern_attr_t *other = analysis->built.values[p].affinity;
    if (joins_any || !affinity || !other || affinity == other) return p;
  }
  return (int64_t)tern_stream_partitions_add(&analysis->built, analysis->arena);
}

static void place_op(analysis_t *analysis, tern_op_t *op, int64_t partition, bool is_copy) {
  tern_stream_partition_t *target = &analysis->built.values[partition];
  tern_stream_partition_add_op(target, op, is_copy, analysis->arena);
  if (!target->affinity) target->affinity = affinity_of(op);
  if (!tern_stream_prefers_cloning(op)) return;
  // In order of number, as users are asked about them.
  partition_node_t *node = tern_arena_alloc(analysis->arena, sizeof(*node)), *before = NULL;
  partition_node_t *after = tern_map_get(&analysis->copies, op);
  for (; after && after->partition < partition; after = after->next) before = after;
  *node = (partition_node_t){after, partition};
  if (before) {
    before->next = node;
  } else {
    tern_map_set(&analysis->copies, op, node);
  }
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
    note_overwriter(&analysis, op);
    tern_vec_deinitialize(&demand.consumer);
  }
  tern_map_deinitialize(&accesses.globals);
  tern_map_deinitialize(&analysis.copies);
  tern_map_deinitialize(&analysis.overwritten);
  tern_map_deinitialize(&analysis.infos);
  tern_stream_partitions_reverse(&analysis.built);
  return analysis.built;
}

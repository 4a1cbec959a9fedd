#include "transform/stream/outline.h"

#include "analysis/stream/resources.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/util/util.h"
#include "ir/op_list.h"

typedef TERN_VEC(tern_value_t *) value_vec_t;

static const char *const favors[] = {"", "debug", "min-peak-memory", "max-concurrency", NULL};

tern_stream_favor_t tern_stream_favor_of(const tern_pass_t *pass, const tern_op_t *op) {
  tern_str_t text = tern_pass_string(pass, "favor");
  for (int i = 0; i < 3; ++i) {
    if (tern_str_equal_cstr(text, favors[1 + i])) return (tern_stream_favor_t)i;
  }
  return tern_stream_favor_lookup(op);
}

const tern_option_def_t tern_stream_favor_option[1] = {
    {"favor", TERN_OPTION_STRING, NULL,
     "What to schedule for; without it, what the closest stream.partitioning attribute says, or max-concurrency",
     favors},
};

// --- copies ---

// Which partition an op is in, plus one so that it is never NULL.
static void *number_of(size_t partition) { return (void *)(uintptr_t)(partition + 1); }

void tern_stream_copy_shared_ops(tern_stream_partitions_t *partitions) {
  tern_map_t homes = {0};  // op -> its partition
  bool has_copies = false;
  for (size_t p = 0; p < partitions->count; ++p) {
    for (size_t i = 0; i < partitions->values[p].op_count; ++i) {
      const tern_stream_partition_op_t *entry = &partitions->values[p].ops[i];
      has_copies |= entry->is_copy;
      if (!entry->is_copy) tern_map_set(&homes, entry->op, number_of(p));
    }
  }
  // From the end, so that users are copied before what they use.
  for (size_t p = 0; p < partitions->count && has_copies; ++p) {
    tern_stream_partition_t *partition = &partitions->values[p];
    for (size_t i = partition->op_count; i-- > 0;) {
      if (!partition->ops[i].is_copy) continue;
      tern_op_t *op = partition->ops[i].op, *copy = tern_op_clone(op, NULL);
      tern_op_insert(copy, op->block, op);
      partition->ops[i] = (tern_stream_partition_op_t){copy, false};
      tern_map_set(&homes, copy, number_of(p));
      for (size_t r = 0; r < op->result_count; ++r) {
        for (tern_operand_t *use = op->results[r].first_use, *next; use; use = next) {
          next = use->next;
          if (tern_map_get(&homes, use->owner) == number_of(p)) tern_operand_set(use, &copy->results[r]);
        }
      }
    }
  }
  tern_map_deinitialize(&homes);
}

// --- outlining ---

typedef struct outline {
  const tern_stream_partition_t *partition;
  tern_map_t members;  // ops of the partition
  value_vec_t ins, outs;
  tern_map_t in_numbers;  // value -> its place in `ins`, plus one
} outline_t;

static bool is_resource(const tern_value_t *value) { return tern_type_is_stream_resource(value->type); }

static bool is_member(const outline_t *outline, const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && tern_map_contains(&outline->members, op);
}

static void gather_values(outline_t *outline) {
  const tern_stream_partition_t *partition = outline->partition;
  for (size_t i = 0; i < partition->op_count; ++i) tern_map_set(&outline->members, partition->ops[i].op, outline);
  for (size_t i = 0; i < partition->op_count; ++i) {
    tern_op_t *op = partition->ops[i].op;
    for (size_t o = 0; o < op->operand_count; ++o) {
      tern_value_t *value = tern_op_operand(op, o);
      if (!is_resource(value) || is_member(outline, value)) continue;
      if (tern_map_contains(&outline->in_numbers, value)) continue;
      tern_map_set(&outline->in_numbers, value, number_of(outline->ins.count));
      tern_vec_push(&outline->ins, value);
    }
    for (size_t r = 0; r < op->result_count; ++r) {
      bool is_used_outside = false;
      tern_value_for_each_use(tern_op_result(op, r), use) {
        is_used_outside |= !tern_map_contains(&outline->members, use->owner);
      }
      if (is_used_outside) tern_vec_push(&outline->outs, tern_op_result(op, r));
    }
  }
}

// The argument that `out` is once the partition is done with it; -1: `out` is in memory of its own.
static int64_t find_tied_input(const outline_t *outline, tern_value_t *out) {
  tern_value_t *value = out;
  while (is_member(outline, value)) {
    tern_op_t *op = tern_value_defining_op(value);
    int64_t operand;
    if (tern_op_is(op, TERN_STREAM(ASYNC_CONCURRENT))) {
      value = tern_stream_storage_base(value);
      continue;
    }
    operand = tern_stream_shared_operand(op, value->index);
    // A subview is not all of what it is tied to.
    if (operand < 0 || tern_op_is(op, TERN_STREAM(RESOURCE_SUBVIEW))) return -1;
    value = tern_op_operand(op, (size_t)operand);
  }
  int64_t number = (int64_t)(uintptr_t)tern_map_get(&outline->in_numbers, value) - 1;
  return number >= 0 && value->type == out->type ? number : -1;
}

// The tied_operands attribute; NULL if nothing is tied.
static const tern_attr_t *tie_results(const outline_t *outline, tern_context_t *context) {
  const tern_type_t *index = tern_index_type_get(context);
  TERN_VEC(const tern_attr_t *) numbers = {0};
  bool is_any_tied = false;
  for (size_t i = 0; i < outline->outs.count; ++i) {
    int64_t number = find_tied_input(outline, outline->outs.values[i]);
    is_any_tied |= number >= 0;
    tern_vec_push(&numbers, tern_integer_attr_get(index, number));
  }
  const tern_attr_t *attr = is_any_tied ? tern_array_attr_get(context, numbers.values, numbers.count) : NULL;
  tern_vec_deinitialize(&numbers);
  return attr;
}

static tern_op_t *build_region_op(const outline_t *outline, const tern_op_row_t *row, tern_builder_t *builder) {
  bool is_execute = row == TERN_STREAM(ASYNC_EXECUTE);
  value_vec_t operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < outline->ins.count; ++i) tern_vec_push(&operands, outline->ins.values[i]);
  for (size_t i = 0; i < outline->ins.count; ++i) {
    tern_value_t *size = tern_stream_size_at(builder, outline->ins.values[i]);
    tern_vec_push(&operands, size);
  }
  for (size_t i = 0; i < outline->outs.count; ++i) {
    tern_vec_push(&operands, tern_stream_size_at(builder, outline->outs.values[i]));
    tern_vec_push(&types, outline->outs.values[i]->type);
  }
  if (is_execute) tern_vec_push(&types, tern_stream_timepoint_type_get(builder->context));
  int32_t in_count = (int32_t)outline->ins.count;
  const int32_t segments[] = {in_count, in_count, (int32_t)outline->outs.count, 0};
  tern_op_t *op = tern_build(builder, row, .operands = {operands.values, operands.count},
                             .types = {types.values, types.count}, .segments = segments, .regions = 1);
  const tern_attr_t *ties = tie_results(outline, builder->context);
  if (ties) tern_op_set_attr(op, "tied_operands", ties);
  if (outline->partition->affinity) tern_op_set_attr(op, "affinity", outline->partition->affinity);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return op;
}

// What runs where the region runs need not say so.
static void strip_affinity(tern_op_t *op, const tern_attr_t *affinity) {
  static const char *const names[] = {"affinity", "source_affinity", "result_affinity"};
  if (!affinity) return;
  for (size_t i = 0; i < 3; ++i) {
    const tern_attr_t *attr = tern_op_attr(op, names[i]);
    if (attr && (attr == affinity || (i == 0 && tern_stream_prefers_cloning(op)))) tern_op_set_attr(op, names[i], NULL);
  }
}

static void fill_region(const outline_t *outline, tern_op_t *region_op) {
  tern_block_t *body = tern_region_add_block(&region_op->regions[0]);
  for (size_t i = 0; i < outline->ins.count; ++i) {
    tern_value_t *in = outline->ins.values[i], *arg = tern_block_add_arg(body, in->type, region_op->loc);
    for (tern_operand_t *use = in->first_use, *next; use; use = next) {
      next = use->next;
      if (tern_map_contains(&outline->members, use->owner)) tern_operand_set(use, arg);
    }
  }
  for (size_t i = 0; i < outline->partition->op_count; ++i) {
    tern_op_t *op = outline->partition->ops[i].op;
    tern_op_remove(op);
    tern_op_insert(op, body, NULL);
    strip_affinity(op, outline->partition->affinity);
  }
}

static void yield_results(const outline_t *outline, tern_op_t *region_op) {
  tern_builder_t builder = tern_builder_at_end(tern_op_body(region_op, 0), region_op->loc);
  value_vec_t operands = {0};
  for (size_t i = 0; i < outline->outs.count; ++i) tern_vec_push(&operands, outline->outs.values[i]);
  for (size_t i = 0; i < outline->outs.count; ++i) {
    tern_vec_push(&operands, tern_stream_size_at(&builder, outline->outs.values[i]));
  }
  tern_build(&builder, TERN_STREAM(YIELD), .operands = {operands.values, operands.count});
  tern_vec_deinitialize(&operands);
}

// What stands outside for a result: itself, or, of an execute, what an await makes of it. One await each, so that they
// can move to where the values are used.
static tern_value_t *make_available(tern_op_t *region_op, size_t result, tern_builder_t *builder) {
  tern_value_t *value = tern_op_result(region_op, result);
  if (!tern_op_is(region_op, TERN_STREAM(ASYNC_EXECUTE))) return value;
  tern_value_t *timepoint = tern_op_result(region_op, region_op->result_count - 1);
  return tern_build_value(builder, TERN_STREAM(TIMEPOINT_AWAIT),
                          .operands = TERN_VALUES(value, tern_stream_result_size(region_op, result), timepoint),
                          .types = TERN_TYPES(value->type), .segments = (const int32_t[]){1, 1, 1});
}

tern_op_t *tern_stream_outline(const tern_stream_partition_t *partition, const tern_op_row_t *row) {
  outline_t outline = {.partition = partition};
  gather_values(&outline);
  tern_builder_t builder = tern_builder_after(partition->ops[partition->op_count - 1].op);
  tern_op_t *region_op = build_region_op(&outline, row, &builder);
  fill_region(&outline, region_op);
  tern_builder_set_after(&builder, region_op);
  for (size_t i = 0; i < outline.outs.count; ++i) {
    tern_value_t *out = outline.outs.values[i], *available = make_available(region_op, i, &builder);
    for (tern_operand_t *use = out->first_use, *next; use; use = next) {
      next = use->next;
      if (!tern_map_contains(&outline.members, use->owner)) tern_operand_set(use, available);
    }
  }
  yield_results(&outline, region_op);
  tern_map_deinitialize(&outline.members);
  tern_map_deinitialize(&outline.in_numbers);
  tern_vec_deinitialize(&outline.ins);
  tern_vec_deinitialize(&outline.outs);
  return region_op;
}

// --- order ---

typedef struct pending {
  tern_op_t *op;
  struct pending *next;  // what waits for the same op, in order
} pending_t;

typedef struct sorter {
  tern_block_t *block;
  tern_arena_t arena;
  tern_map_t placed;  // ops that are where they belong
  tern_map_t waits;   // op -> list of those that wait for it
  tern_op_t *last;    // behind which the next one goes; NULL: first in the block
  tern_op_t *missing;
  tern_op_list_t ops;      // of the block, in the order that they had
  tern_op_list_t readers;  // those of them that load variables in their regions
} sorter_t;

static tern_walk_result_t find_load(tern_op_t *op, void *user) {
  const tern_attr_t *global = user;
  bool is_load = tern_op_is(op, TERN_UTIL(GLOBAL_LOAD)) && (!global || tern_op_attr(op, "global") == global);
  return is_load ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

static void collect_ops(sorter_t *sorter) {
  tern_op_t *terminator = tern_block_terminator(sorter->block);
  tern_block_for_each_op(sorter->block, op) {
    if (op == terminator) continue;
    tern_vec_push(&sorter->ops, op);
    bool is_reader = op->region_count > 0 && tern_op_walk_pre(op, find_load, NULL) == TERN_WALK_INTERRUPT;
    if (is_reader) tern_vec_push(&sorter->readers, op);
  }
}

// A variable is stored to when the branches and loops before that load it have done so; that no value says. Loads of the block itself
// wait for nothing.
static tern_op_t *find_reader(const sorter_t *sorter, const tern_op_t *store) {
  const tern_attr_t *global = tern_op_attr(store, "global");
  size_t next = 0;
  for (size_t i = 0; i < sorter->ops.count && sorter->ops.values[i] != store; ++i) {
    tern_op_t *op = sorter->ops.values[i];
    if (next == sorter->readers.count || sorter->readers.values[next] != op) continue;
    ++next;
    if (tern_map_contains(&sorter->placed, op)) continue;
    if (tern_op_walk_pre(op, find_load, (void *)(uintptr_t)global) == TERN_WALK_INTERRUPT) return op;
  }
  return NULL;
}

static tern_walk_result_t find_missing(tern_op_t *op, void *user) {
  sorter_t *sorter = user;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_op_t *definition = tern_value_defining_op(tern_op_operand(op, i));
    if (!definition || definition->block != sorter->block || tern_map_contains(&sorter->placed, definition)) continue;
    sorter->missing = definition;
    return TERN_WALK_INTERRUPT;
  }
  return TERN_WALK_ADVANCE;
}

// The first op of the block that has to come before `op` and does not yet.
static tern_op_t *missing_for(sorter_t *sorter, tern_op_t *op) {
  sorter->missing = NULL;
  if (op->region_count == 0) {
    find_missing(op, sorter);
    bool is_store = !sorter->missing && sorter->readers.count && tern_op_is(op, TERN_UTIL(GLOBAL_STORE));
    if (is_store) sorter->missing = find_reader(sorter, op);
  } else {
    tern_op_walk_pre(op, find_missing, sorter);
  }
  return sorter->missing;
}

static void place(sorter_t *sorter, tern_op_t *op);

static void place_or_wait(sorter_t *sorter, tern_op_t *op) {
  tern_op_t *missing = missing_for(sorter, op);
  if (!missing) {
    place(sorter, op);
    return;
  }
  pending_t *pending = tern_arena_alloc_zeroed(&sorter->arena, sizeof(*pending));
  pending->op = op;
  pending_t *list = tern_map_get(&sorter->waits, missing);
  if (!list) {
    tern_map_set(&sorter->waits, missing, pending);
    return;
  }
  while (list->next) list = list->next;
  list->next = pending;
}

static void place(sorter_t *sorter, tern_op_t *op) {
  tern_op_list_t ready = {0};
  tern_vec_push(&ready, op);
  // Ops that become ready follow at once, in order, before what they make ready themselves.
  for (size_t i = 0; i < ready.count; ++i) {
    tern_op_t *next = ready.values[i];
    if (i > 0) {
      tern_op_t *missing = missing_for(sorter, next);
      if (missing) {
        place_or_wait(sorter, next);
        continue;
      }
    }
    tern_op_t *before = sorter->last ? sorter->last->next : sorter->block->first_op;
    if (before != next) {
      tern_op_remove(next);
      tern_op_insert(next, sorter->block, before);
    }
    sorter->last = next;
    tern_map_set(&sorter->placed, next, next);
    for (pending_t *wait = tern_map_get(&sorter->waits, next); wait; wait = wait->next) tern_vec_push(&ready, wait->op);
  }
  tern_vec_deinitialize(&ready);
}

void tern_stream_sort_block(tern_block_t *block) {
  sorter_t sorter = {.block = block};
  tern_arena_initialize(&sorter.arena);
  collect_ops(&sorter);
  for (size_t i = 0; i < sorter.ops.count; ++i) place_or_wait(&sorter, sorter.ops.values[i]);
  tern_vec_deinitialize(&sorter.ops);
  tern_vec_deinitialize(&sorter.readers);
  tern_map_deinitialize(&sorter.placed);
  tern_map_deinitialize(&sorter.waits);
  tern_arena_deinitialize(&sorter.arena);
}

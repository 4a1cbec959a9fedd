#include "transform/stream/write_order.h"

#include "analysis/stream/ownership.h"
#include "analysis/stream/resources.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/util/util.h"
#include "rewrite/builder.h"

// An operand that has to wait, and the partitions it waits for.
typedef struct waiting_use {
  struct waiting_use *next;
  tern_operand_t *use;
  tern_op_t *anchor;  // the op of the block that is or holds its owner
  int64_t partition;  // of the anchor; -1: it is an op of the host
  size_t *readers;    // each once, in order
  size_t reader_count;
} waiting_use_t;

// Uses of a value that may write it.
typedef struct writer_list {
  tern_operand_t **uses;
  size_t count;
} writer_list_t;

struct tern_stream_write_order {
  tern_block_t *block;
  tern_arena_t *arena;
  const tern_stream_partitions_t *partitions;
  tern_map_t numbers;  // op -> its partition, plus one
  tern_map_t known;    // operand -> waiting_use_t
  tern_map_t writers;  // value -> writer_list_t
  waiting_use_t *first, *last;
};

static int64_t partition_of(const tern_stream_write_order_t *order, const tern_op_t *op) {
  return (int64_t)(uintptr_t)tern_map_get(&order->numbers, op) - 1;
}

static tern_op_t *op_of_block(const tern_block_t *block, tern_op_t *op) {
  while (op && op->block != block) op = op->block ? tern_op_parent(op) : NULL;
  return op;
}

static void add_reader(tern_stream_write_order_t *order, tern_operand_t *use, tern_op_t *anchor, size_t reader) {
  waiting_use_t *waiting = tern_map_get(&order->known, use);
  if (!waiting) {
    waiting = tern_arena_alloc_zeroed(order->arena, sizeof(*waiting));
    *waiting = (waiting_use_t){.use = use, .anchor = anchor, .partition = partition_of(order, anchor)};
    waiting->readers = tern_arena_alloc_array(order->arena, order->partitions->count, sizeof(*waiting->readers));
    if (order->last) {
      order->last->next = waiting;
    } else {
      order->first = waiting;
    }
    order->last = waiting;
    tern_map_set(&order->known, use, waiting);
  }
  for (size_t i = 0; i < waiting->reader_count; ++i) {
    if (waiting->readers[i] == reader) return;
  }
  waiting->readers[waiting->reader_count++] = reader;
}

// Does the use write the memory, or hand it to one who may? (What is selected from values that are read elsewhere is not
// written.)
static bool may_write(const tern_operand_t *use) {
  const tern_op_t *op = use->owner;
  return tern_stream_writes_operand(op, tern_operand_index(use)) || tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) ||
         op->region_count || tern_op_is(op, TERN_UTIL(CALL)) || tern_op_is(op, TERN_UTIL(GLOBAL_STORE));
}

// Found once for each value: a constant may have as many readers as there are ops.
static const writer_list_t *writers_of(tern_stream_write_order_t *order, const tern_value_t *value) {
  writer_list_t *list = tern_map_get(&order->writers, value);
  if (list) return list;
  list = tern_arena_alloc_zeroed(order->arena, sizeof(*list));
  tern_value_for_each_use(value, use) list->count += may_write(use);
  list->uses = tern_arena_alloc_array(order->arena, list->count + 1, sizeof(*list->uses));
  list->count = 0;
  tern_value_for_each_use(value, use) {
    if (may_write(use)) list->uses[list->count++] = use;
  }
  tern_map_set(&order->writers, value, list);
  return list;
}

static void find_writers(tern_stream_write_order_t *order, const tern_op_t *reader, const tern_value_t *value,
                         size_t number) {
  // Who waits for the value waits for the partition that makes it.
  const tern_op_t *def = tern_value_defining_op(value);
  if (def && partition_of(order, def) == (int64_t)number) return;
  const writer_list_t *writers = writers_of(order, value);
  for (size_t i = 0; i < writers->count; ++i) {
    tern_op_t *anchor = op_of_block(order->block, writers->uses[i]->owner);
    if (!anchor || anchor == reader || tern_op_is_before(anchor, reader)) continue;
    if (partition_of(order, anchor) != (int64_t)number) add_reader(order, writers->uses[i], anchor, number);
  }
}

tern_stream_write_order_t *tern_stream_plan_write_order(tern_block_t *block, const tern_stream_partitions_t *partitions,
                                                        tern_arena_t *arena) {
  tern_stream_write_order_t *order = tern_arena_alloc_zeroed(arena, sizeof(*order));
  order->block = block;
  order->arena = arena;
  order->partitions = partitions;
  for (size_t p = 0; p < partitions->count; ++p) {
    for (size_t i = 0; i < partitions->values[p].op_count; ++i) {
      tern_map_set(&order->numbers, partitions->values[p].ops[i].op, (void *)(uintptr_t)(p + 1));
    }
  }
  for (size_t p = 0; p < partitions->count; ++p) {
    for (size_t i = 0; i < partitions->values[p].op_count; ++i) {
      const tern_op_t *op = partitions->values[p].ops[i].op;
      for (size_t k = 0; k < op->operand_count; ++k) {
        const tern_value_t *value = tern_op_operand(op, k);
        bool reads = tern_type_is_stream_resource(value->type) && !tern_stream_writes_operand(op, k);
        if (reads) find_writers(order, op, value, p);
      }
    }
  }
  tern_map_deinitialize(&order->numbers);
  tern_map_deinitialize(&order->known);
  tern_map_deinitialize(&order->writers);
  return order;
}

// --- waits ---

// The operand of the execution region that became the argument which the op inside writes.
static tern_operand_t *outer_operand(tern_op_t *execute, const tern_operand_t *use) {
  size_t start, count;
  tern_op_operands_named(execute, "resource_operands", &start, &count);
  const tern_block_t *body = tern_op_body(execute, 0);
  for (size_t i = 0; i < count; ++i) {
    if (use->value == body->args[i]) return &execute->operands[start + i];
  }
  return NULL;
}

static tern_value_t *build_wait(const waiting_use_t *waiting, tern_op_t *const *executes, tern_op_t *anchor,
                                tern_value_t *resource) {
  tern_builder_t builder = tern_builder_before(anchor);
  TERN_VEC(tern_value_t *) timepoints = {0};
  for (size_t i = 0; i < waiting->reader_count; ++i) {
    tern_op_t *execute = executes[waiting->readers[i]];
    if (execute) tern_vec_push(&timepoints, &execute->results[execute->result_count - 1]);
  }
  tern_value_t *timepoint = timepoints.count ? timepoints.values[0] : NULL;
  if (timepoints.count > 1) {
    timepoint =
        tern_build_value(&builder, TERN_STREAM(TIMEPOINT_JOIN), .operands = {timepoints.values, timepoints.count},
                         .types = TERN_TYPES(timepoint->type));
  }
  tern_vec_deinitialize(&timepoints);
  if (!timepoint) return resource;
  // Readers have waited for the resource themselves.
  tern_op_t *await = tern_value_defining_op(resource);
  if (await && tern_op_is(await, TERN_STREAM(TIMEPOINT_AWAIT)) && !tern_op_attr(await, "sync")) {
    resource = tern_op_operand(await, resource->index);
  }
  return tern_build_value(&builder, TERN_STREAM(TIMEPOINT_AWAIT),
                          .operands = TERN_VALUES(resource, tern_stream_size_at(&builder, resource), timepoint),
                          .types = TERN_TYPES(resource->type), .segments = (const int32_t[]){1, 1, 1});
}

void tern_stream_apply_write_order(const tern_stream_write_order_t *order, tern_op_t *const *executes) {
  tern_op_t *last_anchor = NULL;
  tern_value_t *last_value = NULL, *last_wait = NULL;
  for (const waiting_use_t *waiting = order->first; waiting; waiting = waiting->next) {
    tern_op_t *anchor = waiting->partition >= 0 ? executes[waiting->partition] : waiting->anchor;
    tern_operand_t *use = waiting->partition >= 0 && anchor ? outer_operand(anchor, waiting->use) : waiting->use;
    if (!anchor || !use) continue;
    // Uses of one value by one op wait once.
    if (anchor != last_anchor || use->value != last_value) {
      last_wait = build_wait(waiting, executes, anchor, use->value);
      last_value = use->value;
      last_anchor = anchor;
    }
    tern_operand_set(use, last_wait);
  }
}

// --iree-stream-schedule-allocation: gives values memory, and turns async ops into commands on it.
//
//   %r, %t = stream.async.execute with(%x as %a) -> ... {     %m, %tm = stream.resource.alloca  (for %r)
//     %0 = stream.async.dispatch @f(%a)                       %p:3 = stream.resource.pack slices({
//     %1 = stream.async.dispatch @f(%0)                  ->     [0, 1] = %n, [1, 2] = %n })
//     %2 = stream.async.dispatch @f(%1)                       %s, %ts = stream.resource.alloca {%p#0}
//     stream.yield %2                                         %t = stream.cmd.execute await(join(%tm, %ts))
//   } => !stream.timepoint                                      with(%x, %m, %s) { stream.cmd.dispatch ... }
//                                                             %td = stream.resource.dealloca await(%t) => %s
//
// Source: upstream's pass of the same name. Upstream joins values that alias into sets; here each value has one base (an
// argument of the region, or the op that makes the memory), found by following ties and regions downwards, and the
// interval in which the base is live spans the uses of all values on it. Values inside of concurrent regions count at
// the place of the region.
//
// What a region makes and forgets is packed into one transient allocation of it; what it yields is allocated once for
// each lifetime; constants are taken out into stream.resource.constants.

#include "analysis/stream/regions.h"
#include "analysis/stream/resources.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "pass/pass.h"
#include "transform/stream/allocation.h"

typedef TERN_VEC(tern_value_t *) value_vec_t;

// Memory that a region's op makes.
typedef struct storage {
  tern_value_t *base;
  int64_t first, last;  // top-level ops between which it is live, ends included
  bool is_constant;
  bool is_used;               // within the region, other than by yields
  bool escapes;               // it is yielded
  const tern_type_t *type;    // of what is yielded
  tern_value_t *outer;        // the resource outside of the region, once there is one
  tern_stream_range_t range;  // and inside
} storage_t;

typedef struct allocation {
  tern_arena_t *arena;
  tern_op_t *execute;
  tern_block_t *body;
  tern_builder_t outside;          // before the region
  TERN_VEC(storage_t *) storages;  // in order of definition
  tern_map_t by_base;              // base -> storage_t
  tern_stream_bases_t bases;
  tern_map_t ranges;  // value -> tern_stream_range_t
  tern_value_t *zero;
  // Of the new region:
  value_vec_t operands, sizes, awaits;
  // Timepoints that the result waits for besides the region's own.
  value_vec_t joins;
} allocation_t;

static bool is_resource(const tern_value_t *value) { return tern_type_is_stream_resource(value->type); }

// --- liveness ---

typedef struct liveness_walk {
  allocation_t *allocation;
  int64_t place;
} liveness_walk_t;

static tern_walk_result_t note_results(tern_op_t *op, void *user) {
  liveness_walk_t *walk = user;
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    bool is_same_place;
    if (!is_resource(result) || tern_stream_bases_find(&walk->allocation->bases, result, &is_same_place) != result) {
      continue;
    }
    storage_t *storage = tern_arena_alloc_zeroed(walk->allocation->arena, sizeof(*storage));
    storage->base = result;
    storage->first = storage->last = walk->place;
    storage->is_constant = tern_op_is(op, TERN_STREAM(ASYNC_CONSTANT));
    tern_vec_push(&walk->allocation->storages, storage);
    tern_map_set(&walk->allocation->by_base, result, storage);
  }
  return TERN_WALK_ADVANCE;
}

static storage_t *storage_of(allocation_t *allocation, tern_value_t *value) {
  bool is_same_place;
  return tern_map_get(&allocation->by_base, tern_stream_bases_find(&allocation->bases, value, &is_same_place));
}

static tern_walk_result_t note_uses(tern_op_t *op, void *user) {
  liveness_walk_t *walk = user;
  bool is_end = op == walk->allocation->body->last_op;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    storage_t *storage = is_resource(operand) ? storage_of(walk->allocation, operand) : NULL;
    if (!storage) continue;
    storage->last = walk->place;
    storage->is_used |= !tern_op_is(op, TERN_STREAM(YIELD));
    if (is_end) {
      storage->escapes = true;
      storage->type = operand->type;
    }
  }
  return TERN_WALK_ADVANCE;
}

static void find_liveness(allocation_t *allocation) {
  liveness_walk_t walk = {allocation, 0};
  tern_block_for_each_op(allocation->body, op) {
    tern_op_walk_pre(op, note_results, &walk);
    ++walk.place;
  }
  walk.place = 0;
  tern_block_for_each_op(allocation->body, op) {
    tern_op_walk_pre(op, note_uses, &walk);
    ++walk.place;
  }
}

// --- allocation ---

static tern_value_t *size_of(const storage_t *storage) { return tern_stream_defined_size(storage->base); }

// A new argument of the region for a resource of outside.
static tern_value_t *capture(allocation_t *allocation, tern_value_t *resource, tern_value_t *size) {
  tern_vec_push(&allocation->operands, resource);
  tern_vec_push(&allocation->sizes, size);
  return tern_block_add_arg(allocation->body, resource->type, tern_value_loc(resource));
}

static void await_timepoint(allocation_t *allocation, tern_value_t *timepoint) {
  tern_vec_push(&allocation->awaits, timepoint);
}

static const tern_attr_t *affinity_of(const allocation_t *allocation) {
  return tern_op_attr(allocation->execute, "affinity");
}

static void set_affinity(const allocation_t *allocation, tern_op_t *op) {
  if (affinity_of(allocation)) tern_op_set_attr(op, "affinity", affinity_of(allocation));
}

static void allocate_constants(allocation_t *allocation) {
  value_vec_t sizes = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  TERN_VEC(const tern_attr_t *) values = {0};
  TERN_VEC(storage_t *) constants = {0};
  bool is_any_used = false;
  for (size_t i = 0; i < allocation->storages.count; ++i) {
    storage_t *storage = allocation->storages.values[i];
    if (!storage->is_constant) continue;
    tern_vec_push(&constants, storage);
    tern_vec_push(&sizes, size_of(storage));
    tern_vec_push(&types, storage->base->type);
    tern_vec_push(&values, tern_op_attr(tern_value_defining_op(storage->base), "value"));
    is_any_used |= storage->is_used;
  }
  if (constants.count > 0) {
    tern_context_t *context = allocation->outside.context;
    tern_vec_push(&types, tern_stream_timepoint_type_get(context));
    tern_op_t *op =
        tern_build(&allocation->outside, TERN_STREAM(RESOURCE_CONSTANTS), .operands = {sizes.values, sizes.count},
                   .types = {types.values, types.count},
                   .attrs = TERN_ATTRS({"values", tern_array_attr_get(context, values.values, values.count)}));
    set_affinity(allocation, op);
    for (size_t i = 0; i < constants.count; ++i) {
      storage_t *storage = constants.values[i];
      storage->outer = tern_op_result(op, i);
      if (!storage->is_used) continue;
      storage->range.resource = capture(allocation, storage->outer, sizes.values[i]);
      storage->range.size = sizes.values[i];
      storage->range.offset = allocation->zero;
    }
    // Only a region that reads constants waits for them; in any case the results are there with both.
    tern_value_t *timepoint = tern_op_result(op, op->result_count - 1);
    if (is_any_used) {
      await_timepoint(allocation, timepoint);
    } else {
      tern_vec_push(&allocation->joins, timepoint);
    }
  }
  tern_vec_deinitialize(&sizes);
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&constants);
}

// stream.resource.pack of these storages. `is_live_always`: none may share bytes with another.
static tern_op_t *build_pack(allocation_t *allocation, storage_t *const *storages, size_t count, bool is_live_always) {
  const tern_type_t *index = tern_index_type_get(allocation->outside.context);
  value_vec_t sizes = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  TERN_VEC(const tern_attr_t *) intervals = {0};
  tern_vec_push(&types, index);
  for (size_t i = 0; i < count; ++i) {
    tern_vec_push(&sizes, size_of(storages[i]));
    tern_vec_push(&types, index);
    tern_vec_push(&intervals, tern_integer_attr_get(index, is_live_always ? 0 : storages[i]->first));
    tern_vec_push(&intervals, tern_integer_attr_get(index, is_live_always ? 0 : storages[i]->last));
  }
  const tern_attr_t *lifetimes = tern_array_attr_get(allocation->outside.context, intervals.values, intervals.count);
  tern_op_t *pack =
      tern_build(&allocation->outside, TERN_STREAM(RESOURCE_PACK), .operands = {sizes.values, sizes.count},
                 .types = {types.values, types.count}, .segments = (const int32_t[]){0, (int32_t)count},
                 .attrs = TERN_ATTRS({"lifetime_intervals", lifetimes}));
  set_affinity(allocation, pack);
  tern_vec_deinitialize(&sizes);
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&intervals);
  return pack;
}

static tern_op_t *build_alloca(allocation_t *allocation, const tern_type_t *type, tern_value_t *size) {
  tern_value_t *await = tern_op_operand_named(allocation->execute, "await_timepoint");
  const tern_type_t *timepoint = tern_stream_timepoint_type_get(allocation->outside.context);
  tern_value_t *operands[] = {size, await};
  tern_op_t *op = tern_build(&allocation->outside, TERN_STREAM(RESOURCE_ALLOCA), .operands = {operands, await ? 2 : 1},
                             .types = TERN_TYPES(type, timepoint));
  set_affinity(allocation, op);
  await_timepoint(allocation, tern_op_result(op, 1));
  return op;
}

// One allocation for the results of one lifetime; each is a subview of it if there are several.
static void allocate_results_of(allocation_t *allocation, const tern_type_t *type) {
  TERN_VEC(storage_t *) results = {0};
  for (size_t i = 0; i < allocation->storages.count; ++i) {
    storage_t *storage = allocation->storages.values[i];
    if (storage->escapes && !storage->is_constant && storage->type == type) tern_vec_push(&results, storage);
  }
  if (results.count == 1) {
    results.values[0]->outer = tern_op_result(build_alloca(allocation, type, size_of(results.values[0])), 0);
  } else if (results.count > 1) {
    tern_op_t *pack = build_pack(allocation, results.values, results.count, true);
    tern_value_t *total = tern_op_result(pack, 0);
    tern_op_t *slab = build_alloca(allocation, type, total);
    for (size_t i = 0; i < results.count; ++i) {
      results.values[i]->outer =
          tern_build_value(&allocation->outside, TERN_STREAM(RESOURCE_SUBVIEW),
                           .operands = TERN_VALUES(tern_op_result(slab, 0), total, tern_op_result(pack, i + 1),
                                                   size_of(results.values[i])),
                           .types = TERN_TYPES(type));
    }
  }
  for (size_t i = 0; i < results.count; ++i) {
    storage_t *storage = results.values[i];
    storage->range.size = size_of(storage);
    storage->range.resource = capture(allocation, storage->outer, storage->range.size);
    storage->range.offset = allocation->zero;
  }
  tern_vec_deinitialize(&results);
}

// Returns the transient allocation of the region, or NULL.
static tern_op_t *allocate_transients(allocation_t *allocation) {
  TERN_VEC(storage_t *) locals = {0};
  for (size_t i = 0; i < allocation->storages.count; ++i) {
    storage_t *storage = allocation->storages.values[i];
    if (!storage->escapes && !storage->is_constant) tern_vec_push(&locals, storage);
  }
  tern_op_t *slab = NULL;
  if (locals.count > 0) {
    tern_op_t *pack = build_pack(allocation, locals.values, locals.count, false);
    tern_value_t *total = tern_op_result(pack, 0);
    slab = build_alloca(
        allocation, tern_stream_resource_type_get(allocation->outside.context, TERN_STREAM_LIFETIME_TRANSIENT), total);
    tern_value_t *arg = capture(allocation, tern_op_result(slab, 0), total);
    for (size_t i = 0; i < locals.count; ++i) {
      locals.values[i]->range = (tern_stream_range_t){arg, total, tern_op_result(pack, i + 1)};
    }
  }
  tern_vec_deinitialize(&locals);
  return slab;
}

// --- ranges ---

static const tern_stream_range_t *set_range(allocation_t *allocation, const tern_value_t *value,
                                            tern_stream_range_t range) {
  tern_stream_range_t *copy = tern_arena_copy(allocation->arena, &range, sizeof(range));
  tern_map_set(&allocation->ranges, value, copy);
  return copy;
}

// The range of a resource whose definition was visited before.
static const tern_stream_range_t *range_of(allocation_t *allocation, tern_value_t *value) {
  return tern_map_get(&allocation->ranges, value);
}

static void find_range_of_result(allocation_t *allocation, tern_op_t *op, size_t index) {
  tern_value_t *result = tern_op_result(op, index);
  if (!is_resource(result)) return;
  if (tern_op_is(op, TERN_STREAM(ASYNC_CONCURRENT))) {
    set_range(allocation, result, *range_of(allocation, tern_op_operand(tern_op_body(op, 0)->last_op, index)));
    return;
  }
  int64_t tied = tern_stream_shared_operand(op, index);
  if (tied < 0) {
    set_range(allocation, result, ((storage_t *)tern_map_get(&allocation->by_base, result))->range);
    return;
  }
  tern_stream_range_t range = *range_of(allocation, tern_op_operand(op, (size_t)tied));
  if (tern_op_is(op, TERN_STREAM(RESOURCE_SUBVIEW)) && range.resource) {
    range.offset = tern_stream_add(&allocation->outside, range.offset, tern_op_operand_named(op, "source_offset"));
  }
  set_range(allocation, result, range);
}

static void find_ranges(allocation_t *allocation, tern_block_t *block) {
  tern_block_for_each_op(block, op) {
    if (tern_op_is(op, TERN_STREAM(ASYNC_CONCURRENT))) {
      tern_block_t *body = tern_op_body(op, 0);
      for (size_t i = 0; i < body->arg_count; ++i) {
        set_range(allocation, body->args[i], *range_of(allocation, tern_op_operand(op, i)));
      }
      find_ranges(allocation, body);
    }
    for (size_t i = 0; i < op->result_count; ++i) find_range_of_result(allocation, op, i);
  }
}

// --- results ---

// Bytes from the start of the base at which a yielded value starts; NULL: it is the base.
static tern_value_t *offset_in_base(allocation_t *allocation, tern_value_t *value) {
  tern_value_t *offset = NULL;
  for (;;) {
    tern_op_t *op = tern_value_defining_op(value);
    tern_block_t *block = tern_value_arg_block(value);
    if (op && tern_op_is(op, TERN_STREAM(ASYNC_CONCURRENT))) {
      value = tern_op_operand(tern_op_body(op, 0)->last_op, value->index);
      continue;
    }
    if (block && block != allocation->body) {
      value = tern_op_operand(tern_block_parent_op(block), value->index);
      continue;
    }
    int64_t tied = op ? tern_stream_shared_operand(op, value->index) : -1;
    if (tied < 0) return offset;
    if (tern_op_is(op, TERN_STREAM(RESOURCE_SUBVIEW))) {
      tern_value_t *start = tern_op_operand_named(op, "source_offset");
      offset = offset ? tern_stream_add(&allocation->outside, start, offset) : start;
    }
    value = tern_op_operand(op, (size_t)tied);
  }
}

// What stands for the region's results outside of it. Results without one of their own are NULL.
static void find_results(allocation_t *allocation, value_vec_t *out_results) {
  tern_op_t *yield = allocation->body->last_op, *execute = allocation->execute;
  for (size_t i = 0; i + 1 < execute->result_count; ++i) {
    tern_value_t *value = tern_op_operand(yield, i), *base = tern_stream_storage_base(value);
    storage_t *storage = tern_map_get(&allocation->by_base, base);
    tern_value_t *outer = storage ? storage->outer : allocation->operands.values[base->index];
    tern_value_t *base_size = storage ? size_of(storage) : allocation->sizes.values[base->index];
    tern_value_t *offset = offset_in_base(allocation, value), *size = tern_stream_result_size(execute, i);
    if (offset) {
      outer =
          tern_build_value(&allocation->outside, TERN_STREAM(RESOURCE_SUBVIEW),
                           .operands = TERN_VALUES(outer, base_size, offset, size), .types = TERN_TYPES(outer->type));
    }
    tern_vec_push(out_results, outer);
  }
}

// --- the region ---

static tern_value_t *join_timepoints(tern_builder_t *builder, const value_vec_t *timepoints) {
  if (timepoints->count == 1) return timepoints->values[0];
  return tern_build_value(builder, TERN_STREAM(TIMEPOINT_JOIN), .operands = {timepoints->values, timepoints->count},
                          .types = TERN_TYPES(tern_stream_timepoint_type_get(builder->context)));
}

static tern_op_t *build_execute(allocation_t *allocation) {
  value_vec_t operands = {0};
  for (size_t i = 0; i < allocation->operands.count; ++i) tern_vec_push(&operands, allocation->operands.values[i]);
  for (size_t i = 0; i < allocation->sizes.count; ++i) tern_vec_push(&operands, allocation->sizes.values[i]);
  bool has_await = allocation->awaits.count > 0;
  if (has_await) tern_vec_push(&operands, join_timepoints(&allocation->outside, &allocation->awaits));
  int32_t count = (int32_t)allocation->operands.count;
  tern_op_t *execute = tern_build(
      &allocation->outside, TERN_STREAM(CMD_EXECUTE), .operands = {operands.values, operands.count},
      .segments = (const int32_t[]){count, count, has_await}, .regions = 1, .dictionary = allocation->execute->attrs,
      .types = TERN_TYPES(tern_stream_timepoint_type_get(allocation->outside.context)));
  set_affinity(allocation, execute);
  tern_vec_deinitialize(&operands);
  return execute;
}

// Frees the transients after the region, and makes all that wait for the region wait for what else was started.
static void finish_timeline(allocation_t *allocation, tern_op_t *execute, tern_op_t *slab) {
  tern_builder_t builder = tern_builder_after(execute);
  tern_value_t *done = tern_op_result(execute, 0),
               *old = tern_op_result(allocation->execute, allocation->execute->result_count - 1);
  if (slab) {
    tern_op_t *dealloca = tern_build(&builder, TERN_STREAM(RESOURCE_DEALLOCA),
                                     .operands = TERN_VALUES(tern_op_result(slab, 0), tern_op_operand(slab, 0), done),
                                     .types = TERN_TYPES(done->type));
    set_affinity(allocation, dealloca);
    tern_vec_push(&allocation->joins, tern_op_result(dealloca, 0));
  }
  if (allocation->joins.count > 0) {
    tern_vec_push(&allocation->joins, done);
    done = join_timepoints(&builder, &allocation->joins);
  }
  tern_value_replace_all_uses(old, done);
}

static void initialize(allocation_t *allocation, tern_op_t *execute, tern_arena_t *arena) {
  *allocation = (allocation_t){
      .arena = arena, .execute = execute, .body = tern_op_body(execute, 0), .outside = tern_builder_before(execute)};
  size_t start, count;
  tern_op_operands_named(execute, "resource_operands", &start, &count);
  for (size_t i = 0; i < count; ++i) tern_vec_push(&allocation->operands, tern_op_operand(execute, start + i));
  tern_op_operands_named(execute, "resource_operand_sizes", &start, &count);
  for (size_t i = 0; i < count; ++i) tern_vec_push(&allocation->sizes, tern_op_operand(execute, start + i));
  tern_value_t *await = tern_op_operand_named(execute, "await_timepoint");
  if (await) await_timepoint(allocation, await);
  allocation->zero = tern_arith_constant_index(&allocation->outside, 0);
}

static void deinitialize(allocation_t *allocation) {
  tern_vec_deinitialize(&allocation->storages);
  tern_map_deinitialize(&allocation->by_base);
  tern_stream_bases_deinitialize(&allocation->bases);
  tern_map_deinitialize(&allocation->ranges);
  tern_vec_deinitialize(&allocation->operands);
  tern_vec_deinitialize(&allocation->sizes);
  tern_vec_deinitialize(&allocation->awaits);
  tern_vec_deinitialize(&allocation->joins);
}

static tern_walk_result_t check_sizes(tern_op_t *op, void *user) {
  (void)user;
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!tern_type_is_stream_resource(op->results[i].type) || tern_stream_result_size(op, i)) continue;
    tern_op_error(op, "makes a resource without saying how large it is");
    return TERN_WALK_INTERRUPT;
  }
  return TERN_WALK_ADVANCE;
}

static bool allocate_region(tern_op_t *execute, tern_arena_t *arena) {
  if (tern_op_walk_pre(execute, check_sizes, NULL) == TERN_WALK_INTERRUPT) return false;
  allocation_t allocation;
  initialize(&allocation, execute, arena);
  find_liveness(&allocation);
  for (size_t i = 0; i < allocation.body->arg_count; ++i) {
    set_range(&allocation, allocation.body->args[i],
              (tern_stream_range_t){allocation.body->args[i], allocation.sizes.values[i], allocation.zero});
  }
  allocate_constants(&allocation);
  for (int lifetime = 0; lifetime < TERN_STREAM_LIFETIME_COUNT; ++lifetime) {
    allocate_results_of(&allocation,
                        tern_stream_resource_type_get(allocation.outside.context, (tern_stream_lifetime_t)lifetime));
  }
  tern_op_t *slab = allocate_transients(&allocation);
  value_vec_t results = {0};
  find_ranges(&allocation, allocation.body);
  find_results(&allocation, &results);
  tern_op_t *new_execute = build_execute(&allocation);
  for (size_t i = 0; i < results.count; ++i) {
    tern_value_replace_all_uses(tern_op_result(execute, i), results.values[i]);
  }
  tern_region_take_blocks(&new_execute->regions[0], &execute->regions[0]);
  tern_builder_set_before(&allocation.outside, new_execute);
  bool is_ok = tern_stream_issue_commands(allocation.body, &allocation.ranges, &allocation.outside);
  finish_timeline(&allocation, new_execute, slab);
  tern_op_destroy(execute);
  tern_vec_deinitialize(&results);
  deinitialize(&allocation);
  return is_ok;
}

// --- ops outside of regions ---

static void convert_load(tern_op_t *op) {
  tern_builder_t builder = tern_builder_before(op);
  tern_value_t *value =
      tern_build_value(&builder, TERN_STREAM(RESOURCE_LOAD), .types = TERN_TYPES(tern_op_result(op, 0)->type),
                       .operands = TERN_VALUES(tern_op_operand(op, 0), tern_op_operand(op, 1), tern_op_operand(op, 2)));
  tern_value_replace_all_uses(tern_op_result(op, 0), value);
  tern_op_destroy(op);
}

static void convert_store(tern_op_t *op) {
  tern_builder_t builder = tern_builder_before(op);
  tern_build(&builder, TERN_STREAM(RESOURCE_STORE),
             .operands = TERN_VALUES(tern_op_operand(op, 0), tern_op_operand(op, 1), tern_op_operand(op, 2),
                                     tern_op_operand(op, 3)));
  tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_operand(op, 0));
  tern_op_destroy(op);
}

static bool schedule_block(tern_block_t *block, void *user) {
  tern_block_for_each_op_safe(block, op) {
    if (tern_op_is(op, TERN_STREAM(ASYNC_EXECUTE))) {
      if (!allocate_region(op, tern_pass_scratch(user))) return false;
      tern_pass_count(user, 0, 1);
    } else if (tern_op_is(op, TERN_STREAM(ASYNC_LOAD))) {
      convert_load(op);
    } else if (tern_op_is(op, TERN_STREAM(ASYNC_STORE))) {
      convert_store(op);
    } else {
      tern_stream_convert_parameter_op(op);
    }
  }
  return true;
}

static tern_walk_result_t convert_function(tern_op_t *op, void *user) {
  (void)user;
  if (tern_op_is(op, TERN_STREAM(ASYNC_FUNC))) tern_stream_convert_async_func(op);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  if (!tern_stream_for_each_host_block(op, schedule_block, pass)) return false;
  tern_op_walk_post(op, convert_function, NULL);
  return true;
}

const tern_pass_def_t tern_stream_schedule_allocation_pass = {
    .flag = "iree-stream-schedule-allocation",
    .name = "ScheduleAllocationPass",
    .summary = "Decide where resources live, and make commands on buffers of what is executed",
    .description =
        "Every stream.async.execute becomes a stream.cmd.execute. Its local values are packed into one "
        "transient allocation by the intervals in which they are live, its results are allocated once per "
        "lifetime, its constants are uploaded before it. Loads and stores of the host become immediate.",
    .statistics = (const char *const[]){"num-regions - Number of execution regions allocated", NULL},
    .run = run,
};
